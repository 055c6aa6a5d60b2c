
using namespace System.Management.Automation
using namespace System.Management.Automation.Language

Register-ArgumentCompleter -Native -CommandName 'planlint' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $commandElements = $commandAst.CommandElements
    $command = @(
        'planlint'
        for ($i = 1; $i -lt $commandElements.Count; $i++) {
            $element = $commandElements[$i]
            if ($element -isnot [StringConstantExpressionAst] -or
                $element.StringConstantType -ne [StringConstantType]::BareWord -or
                $element.Value.StartsWith('-') -or
                $element.Value -eq $wordToComplete) {
                break
        }
        $element.Value
    }) -join ';'

    $completions = @(switch ($command) {
        'planlint' {
            [CompletionResult]::new('--name', '--name', [CompletionResultType]::ParameterName, 'What reports call standard input or a file, in place of its path; of several files once for each, in their order')
            [CompletionResult]::new('--deny', '--deny', [CompletionResultType]::ParameterName, 'Findings of these rules or families are errors')
            [CompletionResult]::new('--warn', '--warn', [CompletionResultType]::ParameterName, 'Findings of these rules or families are warnings')
            [CompletionResult]::new('--note', '--note', [CompletionResultType]::ParameterName, 'Findings of these rules or families are notes')
            [CompletionResult]::new('--allow', '--allow', [CompletionResultType]::ParameterName, 'These rules or families are off')
            [CompletionResult]::new('--fail-on', '--fail-on', [CompletionResultType]::ParameterName, 'The level from which on findings fail the gate; error, unless settings say otherwise')
            [CompletionResult]::new('--unknown', '--unknown', [CompletionResultType]::ParameterName, 'What to do with findings that are known only after apply; report, unless settings say otherwise')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'The settings file, instead of the first planlint.toml from this folder upward')
            [CompletionResult]::new('--now', '--now', [CompletionResultType]::ParameterName, 'The time of the run, for tests of what ends and of what is old')
            [CompletionResult]::new('--baseline', '--baseline', [CompletionResultType]::ParameterName, 'Findings in this baseline are shown and do not fail the gate')
            [CompletionResult]::new('--expect', '--expect', [CompletionResultType]::ParameterName, 'Fail a plan that is not one of these, as planlint fingerprint wrote them')
            [CompletionResult]::new('--key-file', '--key-file', [CompletionResultType]::ParameterName, 'Sensitive values enter fingerprints under the key in this file or in `PLANLINT_FINGERPRINT_KEY`, else not at all')
            [CompletionResult]::new('--stateful', '--stateful', [CompletionResultType]::ParameterName, 'These resource types hold data too, beside the built-in list')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'How the report is written')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Write the report to a file instead of standard output; with a format, write that beside it, as often as wanted')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Write the report to a file instead of standard output; with a format, write that beside it, as often as wanted')
            [CompletionResult]::new('--for', '--for', [CompletionResultType]::ParameterName, 'The place that Markdown is for: what does not fit is left out and counted, the least dangerous first')
            [CompletionResult]::new('--max-bytes', '--max-bytes', [CompletionResultType]::ParameterName, 'The same for any place: so many bytes at most, and never less than 2000')
            [CompletionResult]::new('--comment-id', '--comment-id', [CompletionResultType]::ParameterName, 'A name for this comment, in a hidden line of the Markdown, by which each of several jobs finds its own again')
            [CompletionResult]::new('--source', '--source', [CompletionResultType]::ParameterName, 'The root module that the plans were made from: findings get a file and a line in it, or in a module that it calls; without this the directory of each plan, if it holds configuration')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to colour')
            [CompletionResult]::new('--only', '--only', [CompletionResultType]::ParameterName, 'Only changes of these kinds in the table; findings are never filtered')
            [CompletionResult]::new('--only-address', '--only-address', [CompletionResultType]::ParameterName, 'Only changes of these addresses in the table; findings are never filtered')
            [CompletionResult]::new('--engine', '--engine', [CompletionResultType]::ParameterName, 'The program that wrote the files, where it cannot be told from them')
            [CompletionResult]::new('--kind', '--kind', [CompletionResultType]::ParameterName, 'Which documents to judge; the others are refused by name')
            [CompletionResult]::new('--no-config', '--no-config', [CompletionResultType]::ParameterName, 'No settings file')
            [CompletionResult]::new('--no-source', '--no-source', [CompletionResultType]::ParameterName, 'No files and lines of configuration')
            [CompletionResult]::new('--all', '--all', [CompletionResultType]::ParameterName, 'List every row: unchanged resources, passed checks, every finding')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Only errors, warnings and the verdict')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Only errors, warnings and the verdict')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('state', 'state', [CompletionResultType]::ParameterValue, 'Judge states: `show -json` of a state, or a raw terraform.tfstate')
            [CompletionResult]::new('config', 'config', [CompletionResultType]::ParameterValue, 'Judge modules written in JSON: what is wrong in *.tf.json and *.tofu.json files, and which engine refuses them')
            [CompletionResult]::new('rules', 'rules', [CompletionResultType]::ParameterValue, 'List the rules')
            [CompletionResult]::new('baseline', 'baseline', [CompletionResultType]::ParameterValue, 'Write down the findings of today, so that a gate stops only at what is new')
            [CompletionResult]::new('explain', 'explain', [CompletionResultType]::ParameterValue, 'Explain a rule: why, what to do, when it fires')
            [CompletionResult]::new('match', 'match', [CompletionResultType]::ParameterValue, 'List what an address pattern hits in plans and states')
            [CompletionResult]::new('show', 'show', [CompletionResultType]::ParameterValue, 'Show what a plan changes attribute by attribute, or what a state holds')
            [CompletionResult]::new('init', 'init', [CompletionResultType]::ParameterValue, 'Write a settings file with everything in it explained')
            [CompletionResult]::new('waive', 'waive', [CompletionResultType]::ParameterValue, 'Permit what a rule finds at an address, for a reason and some time')
            [CompletionResult]::new('redact', 'redact', [CompletionResultType]::ParameterValue, 'Write a plan or state with placeholders for all that is sensitive, so that it may be shared')
            [CompletionResult]::new('diff', 'diff', [CompletionResultType]::ParameterValue, 'Tell what one plan intends that another did not, or what one state has; exit status 1 when they differ')
            [CompletionResult]::new('fingerprint', 'fingerprint', [CompletionResultType]::ParameterValue, 'Write a short text that is the same for all plans that intend the same')
            [CompletionResult]::new('completions', 'completions', [CompletionResultType]::ParameterValue, 'Write the completions of a shell')
            [CompletionResult]::new('man', 'man', [CompletionResultType]::ParameterValue, 'Write the manual page')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'planlint;state' {
            [CompletionResult]::new('--name', '--name', [CompletionResultType]::ParameterName, 'What reports call standard input or a file, in place of its path; of several files once for each, in their order')
            [CompletionResult]::new('--deny', '--deny', [CompletionResultType]::ParameterName, 'Findings of these rules or families are errors')
            [CompletionResult]::new('--warn', '--warn', [CompletionResultType]::ParameterName, 'Findings of these rules or families are warnings')
            [CompletionResult]::new('--note', '--note', [CompletionResultType]::ParameterName, 'Findings of these rules or families are notes')
            [CompletionResult]::new('--allow', '--allow', [CompletionResultType]::ParameterName, 'These rules or families are off')
            [CompletionResult]::new('--fail-on', '--fail-on', [CompletionResultType]::ParameterName, 'The level from which on findings fail the gate; error, unless settings say otherwise')
            [CompletionResult]::new('--unknown', '--unknown', [CompletionResultType]::ParameterName, 'What to do with findings that are known only after apply; report, unless settings say otherwise')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'The settings file, instead of the first planlint.toml from this folder upward')
            [CompletionResult]::new('--now', '--now', [CompletionResultType]::ParameterName, 'The time of the run, for tests of what ends and of what is old')
            [CompletionResult]::new('--baseline', '--baseline', [CompletionResultType]::ParameterName, 'Findings in this baseline are shown and do not fail the gate')
            [CompletionResult]::new('--expect', '--expect', [CompletionResultType]::ParameterName, 'Fail a plan that is not one of these, as planlint fingerprint wrote them')
            [CompletionResult]::new('--key-file', '--key-file', [CompletionResultType]::ParameterName, 'Sensitive values enter fingerprints under the key in this file or in `PLANLINT_FINGERPRINT_KEY`, else not at all')
            [CompletionResult]::new('--stateful', '--stateful', [CompletionResultType]::ParameterName, 'These resource types hold data too, beside the built-in list')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'How the report is written')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Write the report to a file instead of standard output; with a format, write that beside it, as often as wanted')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Write the report to a file instead of standard output; with a format, write that beside it, as often as wanted')
            [CompletionResult]::new('--for', '--for', [CompletionResultType]::ParameterName, 'The place that Markdown is for: what does not fit is left out and counted, the least dangerous first')
            [CompletionResult]::new('--max-bytes', '--max-bytes', [CompletionResultType]::ParameterName, 'The same for any place: so many bytes at most, and never less than 2000')
            [CompletionResult]::new('--comment-id', '--comment-id', [CompletionResultType]::ParameterName, 'A name for this comment, in a hidden line of the Markdown, by which each of several jobs finds its own again')
            [CompletionResult]::new('--source', '--source', [CompletionResultType]::ParameterName, 'The root module that the plans were made from: findings get a file and a line in it, or in a module that it calls; without this the directory of each plan, if it holds configuration')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to colour')
            [CompletionResult]::new('--only', '--only', [CompletionResultType]::ParameterName, 'Only changes of these kinds in the table; findings are never filtered')
            [CompletionResult]::new('--only-address', '--only-address', [CompletionResultType]::ParameterName, 'Only changes of these addresses in the table; findings are never filtered')
            [CompletionResult]::new('--engine', '--engine', [CompletionResultType]::ParameterName, 'The program that wrote the files, where it cannot be told from them')
            [CompletionResult]::new('--no-config', '--no-config', [CompletionResultType]::ParameterName, 'No settings file')
            [CompletionResult]::new('--no-source', '--no-source', [CompletionResultType]::ParameterName, 'No files and lines of configuration')
            [CompletionResult]::new('--all', '--all', [CompletionResultType]::ParameterName, 'List every row: unchanged resources, passed checks, every finding')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Only errors, warnings and the verdict')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Only errors, warnings and the verdict')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'planlint;config' {
            [CompletionResult]::new('--deny', '--deny', [CompletionResultType]::ParameterName, 'Findings of these rules or families are errors')
            [CompletionResult]::new('--warn', '--warn', [CompletionResultType]::ParameterName, 'Findings of these rules or families are warnings')
            [CompletionResult]::new('--note', '--note', [CompletionResultType]::ParameterName, 'Findings of these rules or families are notes')
            [CompletionResult]::new('--allow', '--allow', [CompletionResultType]::ParameterName, 'These rules or families are off')
            [CompletionResult]::new('--fail-on', '--fail-on', [CompletionResultType]::ParameterName, 'The level from which on findings fail the gate; error, unless settings say otherwise')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'The settings file, instead of the first planlint.toml from this folder upward')
            [CompletionResult]::new('--now', '--now', [CompletionResultType]::ParameterName, 'The time of the run, for tests of what ends and of what is old')
            [CompletionResult]::new('--baseline', '--baseline', [CompletionResultType]::ParameterName, 'Findings in this baseline are shown and do not fail the gate')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Write the report to a file instead of standard output; with a format, write that beside it, as often as wanted')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Write the report to a file instead of standard output; with a format, write that beside it, as often as wanted')
            [CompletionResult]::new('--for', '--for', [CompletionResultType]::ParameterName, 'The place that Markdown is for: what does not fit is left out and counted, the least dangerous first')
            [CompletionResult]::new('--max-bytes', '--max-bytes', [CompletionResultType]::ParameterName, 'The same for any place: so many bytes at most, and never less than 2000')
            [CompletionResult]::new('--comment-id', '--comment-id', [CompletionResultType]::ParameterName, 'A name for this comment, in a hidden line of the Markdown, by which each of several jobs finds its own again')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to colour')
            [CompletionResult]::new('--flavor', '--flavor', [CompletionResultType]::ParameterName, 'In whose eyes')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'How the report is written')
            [CompletionResult]::new('--name', '--name', [CompletionResultType]::ParameterName, 'What reports call standard input or a file, in place of its path; of several files once for each, in their order')
            [CompletionResult]::new('--unknown', '--unknown', [CompletionResultType]::ParameterName, 'What to do with findings that are known only after apply; report, unless settings say otherwise')
            [CompletionResult]::new('--expect', '--expect', [CompletionResultType]::ParameterName, 'Fail a plan that is not one of these, as planlint fingerprint wrote them')
            [CompletionResult]::new('--key-file', '--key-file', [CompletionResultType]::ParameterName, 'Sensitive values enter fingerprints under the key in this file or in `PLANLINT_FINGERPRINT_KEY`, else not at all')
            [CompletionResult]::new('--stateful', '--stateful', [CompletionResultType]::ParameterName, 'These resource types hold data too, beside the built-in list')
            [CompletionResult]::new('--only', '--only', [CompletionResultType]::ParameterName, 'Only changes of these kinds in the table; findings are never filtered')
            [CompletionResult]::new('--only-address', '--only-address', [CompletionResultType]::ParameterName, 'Only changes of these addresses in the table; findings are never filtered')
            [CompletionResult]::new('--engine', '--engine', [CompletionResultType]::ParameterName, 'The program that wrote the files, where it cannot be told from them')
            [CompletionResult]::new('--source', '--source', [CompletionResultType]::ParameterName, 'The root module that the plans were made from: findings get a file and a line in it, or in a module that it calls; without this the directory of each plan, if it holds configuration')
            [CompletionResult]::new('--no-config', '--no-config', [CompletionResultType]::ParameterName, 'No settings file')
            [CompletionResult]::new('--all', '--all', [CompletionResultType]::ParameterName, 'List every row: unchanged resources, passed checks, every finding')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Only errors, warnings and the verdict')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Only errors, warnings and the verdict')
            [CompletionResult]::new('--fix', '--fix', [CompletionResultType]::ParameterName, 'Fix what is certain in the files that are named, and report what remains')
            [CompletionResult]::new('--no-source', '--no-source', [CompletionResultType]::ParameterName, 'No files and lines of configuration')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('fmt', 'fmt', [CompletionResultType]::ParameterValue, 'Lay out *.tf.json and *.tofu.json files anew; a directory of this name is ./fmt')
            break
        }
        'planlint;config;fmt' {
            [CompletionResult]::new('--check', '--check', [CompletionResultType]::ParameterName, 'Write nothing, and say which files would change')
            [CompletionResult]::new('--recursive', '--recursive', [CompletionResultType]::ParameterName, 'In the directories inside of directories too, without hidden ones')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'planlint;rules' {
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'How the list is written')
            [CompletionResult]::new('--family', '--family', [CompletionResultType]::ParameterName, 'Only the rules of one family')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'planlint;baseline' {
            [CompletionResult]::new('--name', '--name', [CompletionResultType]::ParameterName, 'What reports call standard input or a file, in place of its path; of several files once for each, in their order')
            [CompletionResult]::new('--deny', '--deny', [CompletionResultType]::ParameterName, 'Findings of these rules or families are errors')
            [CompletionResult]::new('--warn', '--warn', [CompletionResultType]::ParameterName, 'Findings of these rules or families are warnings')
            [CompletionResult]::new('--note', '--note', [CompletionResultType]::ParameterName, 'Findings of these rules or families are notes')
            [CompletionResult]::new('--allow', '--allow', [CompletionResultType]::ParameterName, 'These rules or families are off')
            [CompletionResult]::new('--fail-on', '--fail-on', [CompletionResultType]::ParameterName, 'The level from which on findings fail the gate; error, unless settings say otherwise')
            [CompletionResult]::new('--unknown', '--unknown', [CompletionResultType]::ParameterName, 'What to do with findings that are known only after apply; report, unless settings say otherwise')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'The settings file, instead of the first planlint.toml from this folder upward')
            [CompletionResult]::new('--now', '--now', [CompletionResultType]::ParameterName, 'The time of the run, for tests of what ends and of what is old')
            [CompletionResult]::new('--baseline', '--baseline', [CompletionResultType]::ParameterName, 'Findings in this baseline are shown and do not fail the gate')
            [CompletionResult]::new('--expect', '--expect', [CompletionResultType]::ParameterName, 'Fail a plan that is not one of these, as planlint fingerprint wrote them')
            [CompletionResult]::new('--key-file', '--key-file', [CompletionResultType]::ParameterName, 'Sensitive values enter fingerprints under the key in this file or in `PLANLINT_FINGERPRINT_KEY`, else not at all')
            [CompletionResult]::new('--stateful', '--stateful', [CompletionResultType]::ParameterName, 'These resource types hold data too, beside the built-in list')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'How the report is written')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Write the report to a file instead of standard output; with a format, write that beside it, as often as wanted')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Write the report to a file instead of standard output; with a format, write that beside it, as often as wanted')
            [CompletionResult]::new('--for', '--for', [CompletionResultType]::ParameterName, 'The place that Markdown is for: what does not fit is left out and counted, the least dangerous first')
            [CompletionResult]::new('--max-bytes', '--max-bytes', [CompletionResultType]::ParameterName, 'The same for any place: so many bytes at most, and never less than 2000')
            [CompletionResult]::new('--comment-id', '--comment-id', [CompletionResultType]::ParameterName, 'A name for this comment, in a hidden line of the Markdown, by which each of several jobs finds its own again')
            [CompletionResult]::new('--source', '--source', [CompletionResultType]::ParameterName, 'The root module that the plans were made from: findings get a file and a line in it, or in a module that it calls; without this the directory of each plan, if it holds configuration')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to colour')
            [CompletionResult]::new('--only', '--only', [CompletionResultType]::ParameterName, 'Only changes of these kinds in the table; findings are never filtered')
            [CompletionResult]::new('--only-address', '--only-address', [CompletionResultType]::ParameterName, 'Only changes of these addresses in the table; findings are never filtered')
            [CompletionResult]::new('--engine', '--engine', [CompletionResultType]::ParameterName, 'The program that wrote the files, where it cannot be told from them')
            [CompletionResult]::new('--kind', '--kind', [CompletionResultType]::ParameterName, 'Which documents to judge; the others are refused by name')
            [CompletionResult]::new('--write-to', '--write-to', [CompletionResultType]::ParameterName, 'The baseline file')
            [CompletionResult]::new('--no-config', '--no-config', [CompletionResultType]::ParameterName, 'No settings file')
            [CompletionResult]::new('--no-source', '--no-source', [CompletionResultType]::ParameterName, 'No files and lines of configuration')
            [CompletionResult]::new('--all', '--all', [CompletionResultType]::ParameterName, 'List every row: unchanged resources, passed checks, every finding')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Only errors, warnings and the verdict')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Only errors, warnings and the verdict')
            [CompletionResult]::new('--update', '--update', [CompletionResultType]::ParameterName, 'Only drop what is not found any more')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'planlint;explain' {
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'How the page is written')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to colour')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'planlint;match' {
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'The settings file, instead of the first planlint.toml from this folder upward')
            [CompletionResult]::new('--now', '--now', [CompletionResultType]::ParameterName, 'The time of the run, for tests of what ends and of what is old')
            [CompletionResult]::new('--no-config', '--no-config', [CompletionResultType]::ParameterName, 'No settings file')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'planlint;show' {
            [CompletionResult]::new('--kind', '--kind', [CompletionResultType]::ParameterName, 'Which documents to show; the others are refused by name')
            [CompletionResult]::new('--schemas', '--schemas', [CompletionResultType]::ParameterName, 'What `tofu providers schema -json` wrote: tells blocks from attributes and sets from lists')
            [CompletionResult]::new('--only', '--only', [CompletionResultType]::ParameterName, 'Only changes of these kinds')
            [CompletionResult]::new('--address', '--address', [CompletionResultType]::ParameterName, 'Only these addresses, before or after a move')
            [CompletionResult]::new('--type', '--type', [CompletionResultType]::ParameterName, 'Only these resource types')
            [CompletionResult]::new('--module', '--module', [CompletionResultType]::ParameterName, 'Only these modules and what is in them; a pattern such as `module.net[*]`')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'The settings file, instead of the first planlint.toml from this folder upward')
            [CompletionResult]::new('--now', '--now', [CompletionResultType]::ParameterName, 'The time of the run, for tests of what ends and of what is old')
            [CompletionResult]::new('--detail', '--detail', [CompletionResultType]::ParameterName, 'How much of each change: nothing but its line, the names of what changes, or all')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to colour')
            [CompletionResult]::new('--engine', '--engine', [CompletionResultType]::ParameterName, 'The program that wrote the files, where it cannot be told from them')
            [CompletionResult]::new('--engine-text', '--engine-text', [CompletionResultType]::ParameterName, 'The text that the engine itself prints')
            [CompletionResult]::new('--no-config', '--no-config', [CompletionResultType]::ParameterName, 'No settings file')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'planlint;init' {
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'planlint;waive' {
            [CompletionResult]::new('--reason', '--reason', [CompletionResultType]::ParameterName, 'Why it is permitted')
            [CompletionResult]::new('--until', '--until', [CompletionResultType]::ParameterName, 'The last day on which it is, such as 2027-01-31')
            [CompletionResult]::new('--kind', '--kind', [CompletionResultType]::ParameterName, 'Only for this kind of change')
            [CompletionResult]::new('--owner', '--owner', [CompletionResultType]::ParameterName, 'Who answers for it')
            [CompletionResult]::new('--ticket', '--ticket', [CompletionResultType]::ParameterName, 'Where it was decided')
            [CompletionResult]::new('--at-most', '--at-most', [CompletionResultType]::ParameterName, 'With more matches than this in one document it permits none')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'The settings file, instead of the first planlint.toml from this folder upward')
            [CompletionResult]::new('--now', '--now', [CompletionResultType]::ParameterName, 'The time of the run, for tests of what ends and of what is old')
            [CompletionResult]::new('--no-config', '--no-config', [CompletionResultType]::ParameterName, 'No settings file')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'planlint;redact' {
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Write the copy to a file')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Write the copy to a file')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'The settings file, instead of the first planlint.toml from this folder upward')
            [CompletionResult]::new('--now', '--now', [CompletionResultType]::ParameterName, 'The time of the run, for tests of what ends and of what is old')
            [CompletionResult]::new('--leave-unmarked', '--leave-unmarked', [CompletionResultType]::ParameterName, 'Write it also when it holds texts that look like secrets and that nothing marks sensitive')
            [CompletionResult]::new('--no-config', '--no-config', [CompletionResultType]::ParameterName, 'No settings file')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'planlint;diff' {
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'How the differences are written')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'The settings file, instead of the first planlint.toml from this folder upward')
            [CompletionResult]::new('--now', '--now', [CompletionResultType]::ParameterName, 'The time of the run, for tests of what ends and of what is old')
            [CompletionResult]::new('--no-config', '--no-config', [CompletionResultType]::ParameterName, 'No settings file')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'planlint;fingerprint' {
            [CompletionResult]::new('--key-file', '--key-file', [CompletionResultType]::ParameterName, 'Sensitive values enter fingerprints under the key in this file or in `PLANLINT_FINGERPRINT_KEY`, else not at all')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'The settings file, instead of the first planlint.toml from this folder upward')
            [CompletionResult]::new('--now', '--now', [CompletionResultType]::ParameterName, 'The time of the run, for tests of what ends and of what is old')
            [CompletionResult]::new('--no-config', '--no-config', [CompletionResultType]::ParameterName, 'No settings file')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'planlint;completions' {
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'planlint;man' {
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'planlint;help' {
            [CompletionResult]::new('state', 'state', [CompletionResultType]::ParameterValue, 'Judge states: `show -json` of a state, or a raw terraform.tfstate')
            [CompletionResult]::new('config', 'config', [CompletionResultType]::ParameterValue, 'Judge modules written in JSON: what is wrong in *.tf.json and *.tofu.json files, and which engine refuses them')
            [CompletionResult]::new('rules', 'rules', [CompletionResultType]::ParameterValue, 'List the rules')
            [CompletionResult]::new('baseline', 'baseline', [CompletionResultType]::ParameterValue, 'Write down the findings of today, so that a gate stops only at what is new')
            [CompletionResult]::new('explain', 'explain', [CompletionResultType]::ParameterValue, 'Explain a rule: why, what to do, when it fires')
            [CompletionResult]::new('match', 'match', [CompletionResultType]::ParameterValue, 'List what an address pattern hits in plans and states')
            [CompletionResult]::new('show', 'show', [CompletionResultType]::ParameterValue, 'Show what a plan changes attribute by attribute, or what a state holds')
            [CompletionResult]::new('init', 'init', [CompletionResultType]::ParameterValue, 'Write a settings file with everything in it explained')
            [CompletionResult]::new('waive', 'waive', [CompletionResultType]::ParameterValue, 'Permit what a rule finds at an address, for a reason and some time')
            [CompletionResult]::new('redact', 'redact', [CompletionResultType]::ParameterValue, 'Write a plan or state with placeholders for all that is sensitive, so that it may be shared')
            [CompletionResult]::new('diff', 'diff', [CompletionResultType]::ParameterValue, 'Tell what one plan intends that another did not, or what one state has; exit status 1 when they differ')
            [CompletionResult]::new('fingerprint', 'fingerprint', [CompletionResultType]::ParameterValue, 'Write a short text that is the same for all plans that intend the same')
            [CompletionResult]::new('completions', 'completions', [CompletionResultType]::ParameterValue, 'Write the completions of a shell')
            [CompletionResult]::new('man', 'man', [CompletionResultType]::ParameterValue, 'Write the manual page')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'planlint;help;state' {
            break
        }
        'planlint;help;config' {
            [CompletionResult]::new('fmt', 'fmt', [CompletionResultType]::ParameterValue, 'Lay out *.tf.json and *.tofu.json files anew; a directory of this name is ./fmt')
            break
        }
        'planlint;help;config;fmt' {
            break
        }
        'planlint;help;rules' {
            break
        }
        'planlint;help;baseline' {
            break
        }
        'planlint;help;explain' {
            break
        }
        'planlint;help;match' {
            break
        }
        'planlint;help;show' {
            break
        }
        'planlint;help;init' {
            break
        }
        'planlint;help;waive' {
            break
        }
        'planlint;help;redact' {
            break
        }
        'planlint;help;diff' {
            break
        }
        'planlint;help;fingerprint' {
            break
        }
        'planlint;help;completions' {
            break
        }
        'planlint;help;man' {
            break
        }
        'planlint;help;help' {
            break
        }
    })

    $completions.Where{ $_.CompletionText -like "$wordToComplete*" } |
        Sort-Object -Property ListItemText
}
