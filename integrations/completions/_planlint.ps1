
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
            [CompletionResult]::new('--name', '--name', [CompletionResultType]::ParameterName, 'Show this name in reports instead of the path, or for standard input; for several files give one each, in order')
            [CompletionResult]::new('--engine', '--engine', [CompletionResultType]::ParameterName, 'The engine that wrote the files, where they do not tell')
            [CompletionResult]::new('--fail-on', '--fail-on', [CompletionResultType]::ParameterName, 'The lowest level that fails the gate; `error` unless settings say otherwise')
            [CompletionResult]::new('--unknown', '--unknown', [CompletionResultType]::ParameterName, 'What to do with findings that cannot be decided before apply; `report` unless settings say otherwise. Checks that are unknown before apply are findings of the rule `unknown-check`, whose level decides')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read this settings file, and a planlint.waivers.toml beside it, instead of the first planlint.toml from this folder upward')
            [CompletionResult]::new('--baseline', '--baseline', [CompletionResultType]::ParameterName, 'Show the findings in this baseline, but do not fail the gate on them')
            [CompletionResult]::new('--stateful', '--stateful', [CompletionResultType]::ParameterName, 'Resource types that hold data, in addition to the built-in list')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'The format of the report')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Write the report to a file instead of standard output; with FORMAT=, write an additional report (repeatable)')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Write the report to a file instead of standard output; with FORMAT=, write an additional report (repeatable)')
            [CompletionResult]::new('--for', '--for', [CompletionResultType]::ParameterName, 'Where the Markdown goes: what does not fit there is left out and counted, the least dangerous first')
            [CompletionResult]::new('--max-bytes', '--max-bytes', [CompletionResultType]::ParameterName, 'Largest size of the Markdown in bytes, 2000 or more; beside --for the smaller limit holds')
            [CompletionResult]::new('--comment-id', '--comment-id', [CompletionResultType]::ParameterName, 'An id in a hidden line of the Markdown, by which each of several jobs finds its own comment again')
            [CompletionResult]::new('--source', '--source', [CompletionResultType]::ParameterName, 'The root module that the plans were made from, to place findings at files and lines of the configuration; by default the folder of each plan, if it contains configuration')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to colour; `auto` also heeds `NO_COLOR`, `CLICOLOR` and `CLICOLOR_FORCE`')
            [CompletionResult]::new('--expect', '--expect', [CompletionResultType]::ParameterName, 'Fail a plan whose fingerprint is not one of these; `planlint fingerprint` prints them')
            [CompletionResult]::new('--key-file', '--key-file', [CompletionResultType]::ParameterName, 'Include sensitive values in fingerprints under the key in this file, of 16 bytes or more, or in `PLANLINT_FINGERPRINT_KEY`')
            [CompletionResult]::new('--only', '--only', [CompletionResultType]::ParameterName, 'Show only changes of these kinds in the table; findings are never filtered')
            [CompletionResult]::new('--only-address', '--only-address', [CompletionResultType]::ParameterName, 'Show only changes at these addresses in the table; findings are never filtered')
            [CompletionResult]::new('--kind', '--kind', [CompletionResultType]::ParameterName, 'Which documents to judge; others are refused')
            [CompletionResult]::new('--deny', '--deny', [CompletionResultType]::ParameterName, 'Treat findings of these rules or families as errors, except those that the rule itself rates lower; separate several with commas, or repeat the option')
            [CompletionResult]::new('--warn', '--warn', [CompletionResultType]::ParameterName, 'Treat findings of these rules or families as warnings')
            [CompletionResult]::new('--note', '--note', [CompletionResultType]::ParameterName, 'Treat findings of these rules or families as notes')
            [CompletionResult]::new('--allow', '--allow', [CompletionResultType]::ParameterName, 'Switch these rules or families off')
            [CompletionResult]::new('--no-config', '--no-config', [CompletionResultType]::ParameterName, 'Read no settings file')
            [CompletionResult]::new('--no-source', '--no-source', [CompletionResultType]::ParameterName, 'Do not look for files and lines of the configuration')
            [CompletionResult]::new('--all', '--all', [CompletionResultType]::ParameterName, 'List every row: unchanged resources, and in text and HTML passed checks and every finding')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Show only errors, warnings, `weakened-gate` and the verdict; what was skipped is still noted on standard error; not together with -v')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Show only errors, warnings, `weakened-gate` and the verdict; what was skipped is still noted on standard error; not together with -v')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Print on standard error which settings apply and what each input was read as')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Print on standard error which settings apply and what each input was read as')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('state', 'state', [CompletionResultType]::ParameterValue, 'Judge states, from `show -json` or a raw terraform.tfstate')
            [CompletionResult]::new('config', 'config', [CompletionResultType]::ParameterValue, 'Judge modules written in JSON (*.tf.json, *.tofu.json): what is wrong, and which engine refuses it')
            [CompletionResult]::new('rules', 'rules', [CompletionResultType]::ParameterValue, 'List the rules')
            [CompletionResult]::new('baseline', 'baseline', [CompletionResultType]::ParameterValue, 'Write today''s findings to a file, so that a gate stops only at new ones')
            [CompletionResult]::new('explain', 'explain', [CompletionResultType]::ParameterValue, 'Explain a rule: why it exists, what to do, when it fires')
            [CompletionResult]::new('match', 'match', [CompletionResultType]::ParameterValue, 'List what an address pattern matches in plans and states; exit status 1 if it matches nothing')
            [CompletionResult]::new('show', 'show', [CompletionResultType]::ParameterValue, 'Show what a plan changes, attribute by attribute, or what a state holds')
            [CompletionResult]::new('init', 'init', [CompletionResultType]::ParameterValue, 'Write a settings file that explains every setting')
            [CompletionResult]::new('waive', 'waive', [CompletionResultType]::ParameterValue, 'Permit what a rule finds at an address, with a reason and an end date')
            [CompletionResult]::new('redact', 'redact', [CompletionResultType]::ParameterValue, 'Copy a plan or state with placeholders for everything sensitive, so that it can be shared; exit status 1 if something looks like a secret and nothing marks it')
            [CompletionResult]::new('diff', 'diff', [CompletionResultType]::ParameterValue, 'Compare what two plans intend, or what two states hold; exit status 1 if they differ')
            [CompletionResult]::new('fingerprint', 'fingerprint', [CompletionResultType]::ParameterValue, 'Print a short text that is the same for all plans that intend the same')
            [CompletionResult]::new('completions', 'completions', [CompletionResultType]::ParameterValue, 'Print completions for a shell; in bash: source <(planlint completions bash)')
            [CompletionResult]::new('man', 'man', [CompletionResultType]::ParameterValue, 'Print the manual page')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'planlint;state' {
            [CompletionResult]::new('--name', '--name', [CompletionResultType]::ParameterName, 'Show this name in reports instead of the path, or for standard input; for several files give one each, in order')
            [CompletionResult]::new('--engine', '--engine', [CompletionResultType]::ParameterName, 'The engine that wrote the files, where they do not tell')
            [CompletionResult]::new('--fail-on', '--fail-on', [CompletionResultType]::ParameterName, 'The lowest level that fails the gate; `error` unless settings say otherwise')
            [CompletionResult]::new('--unknown', '--unknown', [CompletionResultType]::ParameterName, 'What to do with findings that cannot be decided before apply; `report` unless settings say otherwise. Checks that are unknown before apply are findings of the rule `unknown-check`, whose level decides')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read this settings file, and a planlint.waivers.toml beside it, instead of the first planlint.toml from this folder upward')
            [CompletionResult]::new('--baseline', '--baseline', [CompletionResultType]::ParameterName, 'Show the findings in this baseline, but do not fail the gate on them')
            [CompletionResult]::new('--stateful', '--stateful', [CompletionResultType]::ParameterName, 'Resource types that hold data, in addition to the built-in list')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'The format of the report')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Write the report to a file instead of standard output; with FORMAT=, write an additional report (repeatable)')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Write the report to a file instead of standard output; with FORMAT=, write an additional report (repeatable)')
            [CompletionResult]::new('--for', '--for', [CompletionResultType]::ParameterName, 'Where the Markdown goes: what does not fit there is left out and counted, the least dangerous first')
            [CompletionResult]::new('--max-bytes', '--max-bytes', [CompletionResultType]::ParameterName, 'Largest size of the Markdown in bytes, 2000 or more; beside --for the smaller limit holds')
            [CompletionResult]::new('--comment-id', '--comment-id', [CompletionResultType]::ParameterName, 'An id in a hidden line of the Markdown, by which each of several jobs finds its own comment again')
            [CompletionResult]::new('--source', '--source', [CompletionResultType]::ParameterName, 'The root module that the plans were made from, to place findings at files and lines of the configuration; by default the folder of each plan, if it contains configuration')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to colour; `auto` also heeds `NO_COLOR`, `CLICOLOR` and `CLICOLOR_FORCE`')
            [CompletionResult]::new('--deny', '--deny', [CompletionResultType]::ParameterName, 'Treat findings of these rules or families as errors, except those that the rule itself rates lower; separate several with commas, or repeat the option')
            [CompletionResult]::new('--warn', '--warn', [CompletionResultType]::ParameterName, 'Treat findings of these rules or families as warnings')
            [CompletionResult]::new('--note', '--note', [CompletionResultType]::ParameterName, 'Treat findings of these rules or families as notes')
            [CompletionResult]::new('--allow', '--allow', [CompletionResultType]::ParameterName, 'Switch these rules or families off')
            [CompletionResult]::new('--no-config', '--no-config', [CompletionResultType]::ParameterName, 'Read no settings file')
            [CompletionResult]::new('--no-source', '--no-source', [CompletionResultType]::ParameterName, 'Do not look for files and lines of the configuration')
            [CompletionResult]::new('--all', '--all', [CompletionResultType]::ParameterName, 'List every row: unchanged resources, and in text and HTML passed checks and every finding')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Show only errors, warnings, `weakened-gate` and the verdict; what was skipped is still noted on standard error; not together with -v')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Show only errors, warnings, `weakened-gate` and the verdict; what was skipped is still noted on standard error; not together with -v')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Print on standard error which settings apply and what each input was read as')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Print on standard error which settings apply and what each input was read as')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'planlint;config' {
            [CompletionResult]::new('--fail-on', '--fail-on', [CompletionResultType]::ParameterName, 'The lowest level that fails the gate; `error` unless settings say otherwise')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read this settings file, and a planlint.waivers.toml beside it, instead of the first planlint.toml from this folder upward')
            [CompletionResult]::new('--baseline', '--baseline', [CompletionResultType]::ParameterName, 'Show the findings in this baseline, but do not fail the gate on them')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Write the report to a file instead of standard output; with FORMAT=, write an additional report (repeatable)')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Write the report to a file instead of standard output; with FORMAT=, write an additional report (repeatable)')
            [CompletionResult]::new('--for', '--for', [CompletionResultType]::ParameterName, 'Where the Markdown goes: what does not fit there is left out and counted, the least dangerous first')
            [CompletionResult]::new('--max-bytes', '--max-bytes', [CompletionResultType]::ParameterName, 'Largest size of the Markdown in bytes, 2000 or more; beside --for the smaller limit holds')
            [CompletionResult]::new('--comment-id', '--comment-id', [CompletionResultType]::ParameterName, 'An id in a hidden line of the Markdown, by which each of several jobs finds its own comment again')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to colour; `auto` also heeds `NO_COLOR`, `CLICOLOR` and `CLICOLOR_FORCE`')
            [CompletionResult]::new('--flavor', '--flavor', [CompletionResultType]::ParameterName, 'The engine to judge for')
            [CompletionResult]::new('--schemas', '--schemas', [CompletionResultType]::ParameterName, 'Provider schemas from `tofu providers schema -json`, to judge the objects in resources too')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'The format of the report')
            [CompletionResult]::new('--deny', '--deny', [CompletionResultType]::ParameterName, 'Treat findings of these rules or families as errors, except those that the rule itself rates lower; separate several with commas, or repeat the option')
            [CompletionResult]::new('--warn', '--warn', [CompletionResultType]::ParameterName, 'Treat findings of these rules or families as warnings')
            [CompletionResult]::new('--note', '--note', [CompletionResultType]::ParameterName, 'Treat findings of these rules or families as notes')
            [CompletionResult]::new('--allow', '--allow', [CompletionResultType]::ParameterName, 'Switch these rules or families off')
            [CompletionResult]::new('--no-config', '--no-config', [CompletionResultType]::ParameterName, 'Read no settings file')
            [CompletionResult]::new('--all', '--all', [CompletionResultType]::ParameterName, 'List every row: unchanged resources, and in text and HTML passed checks and every finding')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Show only errors, warnings, `weakened-gate` and the verdict; what was skipped is still noted on standard error; not together with -v')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Show only errors, warnings, `weakened-gate` and the verdict; what was skipped is still noted on standard error; not together with -v')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Print on standard error which settings apply and what each input was read as')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Print on standard error which settings apply and what each input was read as')
            [CompletionResult]::new('--recursive', '--recursive', [CompletionResultType]::ParameterName, 'Judge each folder below the named ones that holds *.tf.json or *.tofu.json files, except hidden ones')
            [CompletionResult]::new('--fix', '--fix', [CompletionResultType]::ParameterName, 'Fix what is certain in the named files, and report the rest')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('fmt', 'fmt', [CompletionResultType]::ParameterValue, 'Format *.tf.json and *.tofu.json files, or check them: exit status 1 if one would change')
            [CompletionResult]::new('baseline', 'baseline', [CompletionResultType]::ParameterValue, 'Write today''s findings to a file, so that a gate stops only at new ones')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'planlint;config;fmt' {
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read this settings file, and a planlint.waivers.toml beside it, instead of the first planlint.toml from this folder upward')
            [CompletionResult]::new('--check', '--check', [CompletionResultType]::ParameterName, 'Write nothing, and list the files that would change')
            [CompletionResult]::new('--recursive', '--recursive', [CompletionResultType]::ParameterName, 'Include folders inside folders, except hidden ones')
            [CompletionResult]::new('--no-config', '--no-config', [CompletionResultType]::ParameterName, 'Read no settings file')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'planlint;config;baseline' {
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read this settings file, and a planlint.waivers.toml beside it, instead of the first planlint.toml from this folder upward')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to colour; `auto` also heeds `NO_COLOR`, `CLICOLOR` and `CLICOLOR_FORCE`')
            [CompletionResult]::new('--flavor', '--flavor', [CompletionResultType]::ParameterName, 'The engine to judge for')
            [CompletionResult]::new('--schemas', '--schemas', [CompletionResultType]::ParameterName, 'Provider schemas from `tofu providers schema -json`, to judge the objects in resources too')
            [CompletionResult]::new('--write-to', '--write-to', [CompletionResultType]::ParameterName, 'The baseline file')
            [CompletionResult]::new('--deny', '--deny', [CompletionResultType]::ParameterName, 'Treat findings of these rules or families as errors, except those that the rule itself rates lower; separate several with commas, or repeat the option')
            [CompletionResult]::new('--warn', '--warn', [CompletionResultType]::ParameterName, 'Treat findings of these rules or families as warnings')
            [CompletionResult]::new('--note', '--note', [CompletionResultType]::ParameterName, 'Treat findings of these rules or families as notes')
            [CompletionResult]::new('--allow', '--allow', [CompletionResultType]::ParameterName, 'Switch these rules or families off')
            [CompletionResult]::new('--no-config', '--no-config', [CompletionResultType]::ParameterName, 'Read no settings file')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Print on standard error which settings apply and what each input was read as')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Print on standard error which settings apply and what each input was read as')
            [CompletionResult]::new('--recursive', '--recursive', [CompletionResultType]::ParameterName, 'Judge each folder below the named ones that holds *.tf.json or *.tofu.json files, except hidden ones')
            [CompletionResult]::new('--update', '--update', [CompletionResultType]::ParameterName, 'Only drop findings that no longer occur')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'planlint;config;help' {
            [CompletionResult]::new('fmt', 'fmt', [CompletionResultType]::ParameterValue, 'Format *.tf.json and *.tofu.json files, or check them: exit status 1 if one would change')
            [CompletionResult]::new('baseline', 'baseline', [CompletionResultType]::ParameterValue, 'Write today''s findings to a file, so that a gate stops only at new ones')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'planlint;config;help;fmt' {
            break
        }
        'planlint;config;help;baseline' {
            break
        }
        'planlint;config;help;help' {
            break
        }
        'planlint;rules' {
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'How the list is written')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'planlint;baseline' {
            [CompletionResult]::new('--name', '--name', [CompletionResultType]::ParameterName, 'Show this name in reports instead of the path, or for standard input; for several files give one each, in order')
            [CompletionResult]::new('--engine', '--engine', [CompletionResultType]::ParameterName, 'The engine that wrote the files, where they do not tell')
            [CompletionResult]::new('--unknown', '--unknown', [CompletionResultType]::ParameterName, 'What to do with findings that cannot be decided before apply; `report` unless settings say otherwise. Checks that are unknown before apply are findings of the rule `unknown-check`, whose level decides')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read this settings file, and a planlint.waivers.toml beside it, instead of the first planlint.toml from this folder upward')
            [CompletionResult]::new('--stateful', '--stateful', [CompletionResultType]::ParameterName, 'Resource types that hold data, in addition to the built-in list')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to colour; `auto` also heeds `NO_COLOR`, `CLICOLOR` and `CLICOLOR_FORCE`')
            [CompletionResult]::new('--kind', '--kind', [CompletionResultType]::ParameterName, 'Which documents to judge; others are refused')
            [CompletionResult]::new('--write-to', '--write-to', [CompletionResultType]::ParameterName, 'The baseline file')
            [CompletionResult]::new('--deny', '--deny', [CompletionResultType]::ParameterName, 'Treat findings of these rules or families as errors, except those that the rule itself rates lower; separate several with commas, or repeat the option')
            [CompletionResult]::new('--warn', '--warn', [CompletionResultType]::ParameterName, 'Treat findings of these rules or families as warnings')
            [CompletionResult]::new('--note', '--note', [CompletionResultType]::ParameterName, 'Treat findings of these rules or families as notes')
            [CompletionResult]::new('--allow', '--allow', [CompletionResultType]::ParameterName, 'Switch these rules or families off')
            [CompletionResult]::new('--no-config', '--no-config', [CompletionResultType]::ParameterName, 'Read no settings file')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Print on standard error which settings apply and what each input was read as')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Print on standard error which settings apply and what each input was read as')
            [CompletionResult]::new('--update', '--update', [CompletionResultType]::ParameterName, 'Only drop findings that no longer occur')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'planlint;explain' {
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'How the page is written')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to colour; `auto` also heeds `NO_COLOR`, `CLICOLOR` and `CLICOLOR_FORCE`')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'planlint;match' {
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read this settings file, and a planlint.waivers.toml beside it, instead of the first planlint.toml from this folder upward')
            [CompletionResult]::new('--no-config', '--no-config', [CompletionResultType]::ParameterName, 'Read no settings file')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'planlint;show' {
            [CompletionResult]::new('--kind', '--kind', [CompletionResultType]::ParameterName, 'Which documents to show; others are refused')
            [CompletionResult]::new('--schemas', '--schemas', [CompletionResultType]::ParameterName, 'Provider schemas from `tofu providers schema -json`, to tell blocks from attributes and sets from lists')
            [CompletionResult]::new('--only', '--only', [CompletionResultType]::ParameterName, 'Show only changes of these kinds')
            [CompletionResult]::new('--address', '--address', [CompletionResultType]::ParameterName, 'Show only these addresses, before or after a move')
            [CompletionResult]::new('--only-address', '--only-address', [CompletionResultType]::ParameterName, 'Show only these addresses, before or after a move')
            [CompletionResult]::new('--type', '--type', [CompletionResultType]::ParameterName, 'Show only these resource types')
            [CompletionResult]::new('--module', '--module', [CompletionResultType]::ParameterName, 'Show only these modules and what is in them; a pattern such as `module.net`, or `module.net[*]` where it has instances')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read this settings file, and a planlint.waivers.toml beside it, instead of the first planlint.toml from this folder upward')
            [CompletionResult]::new('--detail', '--detail', [CompletionResultType]::ParameterName, 'How much of each change to show: its line, the names of what changes, or everything')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to colour; `auto` also heeds `NO_COLOR`, `CLICOLOR` and `CLICOLOR_FORCE`')
            [CompletionResult]::new('--engine', '--engine', [CompletionResultType]::ParameterName, 'The engine that wrote the files, where they do not tell')
            [CompletionResult]::new('--engine-text', '--engine-text', [CompletionResultType]::ParameterName, 'Print the changes as the engine would show them, without its warnings; sensitive values stay hidden')
            [CompletionResult]::new('--no-config', '--no-config', [CompletionResultType]::ParameterName, 'Read no settings file')
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
            [CompletionResult]::new('--until', '--until', [CompletionResultType]::ParameterName, 'The last day on which it is permitted, such as 2027-01-31')
            [CompletionResult]::new('--expires', '--expires', [CompletionResultType]::ParameterName, 'The last day on which it is permitted, such as 2027-01-31')
            [CompletionResult]::new('--kind', '--kind', [CompletionResultType]::ParameterName, 'Only for this kind of change')
            [CompletionResult]::new('--owner', '--owner', [CompletionResultType]::ParameterName, 'Who answers for it')
            [CompletionResult]::new('--ticket', '--ticket', [CompletionResultType]::ParameterName, 'Where it was decided')
            [CompletionResult]::new('--at-most', '--at-most', [CompletionResultType]::ParameterName, 'If more than this match in one document, permit none of them')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read this settings file, and a planlint.waivers.toml beside it, instead of the first planlint.toml from this folder upward')
            [CompletionResult]::new('--no-config', '--no-config', [CompletionResultType]::ParameterName, 'Read no settings file')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'planlint;redact' {
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Write the copy to a file instead of standard output')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Write the copy to a file instead of standard output')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read this settings file, and a planlint.waivers.toml beside it, instead of the first planlint.toml from this folder upward')
            [CompletionResult]::new('--leave-unmarked', '--leave-unmarked', [CompletionResultType]::ParameterName, 'Write the copy even if it contains text that looks like a secret and is not marked sensitive')
            [CompletionResult]::new('--no-config', '--no-config', [CompletionResultType]::ParameterName, 'Read no settings file')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'planlint;diff' {
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'How the differences are written')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to colour; `auto` also heeds `NO_COLOR`, `CLICOLOR` and `CLICOLOR_FORCE`')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read this settings file, and a planlint.waivers.toml beside it, instead of the first planlint.toml from this folder upward')
            [CompletionResult]::new('--no-config', '--no-config', [CompletionResultType]::ParameterName, 'Read no settings file')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'planlint;fingerprint' {
            [CompletionResult]::new('--key-file', '--key-file', [CompletionResultType]::ParameterName, 'Include sensitive values in fingerprints under the key in this file, of 16 bytes or more, or in `PLANLINT_FINGERPRINT_KEY`')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read this settings file, and a planlint.waivers.toml beside it, instead of the first planlint.toml from this folder upward')
            [CompletionResult]::new('--no-config', '--no-config', [CompletionResultType]::ParameterName, 'Read no settings file')
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
            [CompletionResult]::new('state', 'state', [CompletionResultType]::ParameterValue, 'Judge states, from `show -json` or a raw terraform.tfstate')
            [CompletionResult]::new('config', 'config', [CompletionResultType]::ParameterValue, 'Judge modules written in JSON (*.tf.json, *.tofu.json): what is wrong, and which engine refuses it')
            [CompletionResult]::new('rules', 'rules', [CompletionResultType]::ParameterValue, 'List the rules')
            [CompletionResult]::new('baseline', 'baseline', [CompletionResultType]::ParameterValue, 'Write today''s findings to a file, so that a gate stops only at new ones')
            [CompletionResult]::new('explain', 'explain', [CompletionResultType]::ParameterValue, 'Explain a rule: why it exists, what to do, when it fires')
            [CompletionResult]::new('match', 'match', [CompletionResultType]::ParameterValue, 'List what an address pattern matches in plans and states; exit status 1 if it matches nothing')
            [CompletionResult]::new('show', 'show', [CompletionResultType]::ParameterValue, 'Show what a plan changes, attribute by attribute, or what a state holds')
            [CompletionResult]::new('init', 'init', [CompletionResultType]::ParameterValue, 'Write a settings file that explains every setting')
            [CompletionResult]::new('waive', 'waive', [CompletionResultType]::ParameterValue, 'Permit what a rule finds at an address, with a reason and an end date')
            [CompletionResult]::new('redact', 'redact', [CompletionResultType]::ParameterValue, 'Copy a plan or state with placeholders for everything sensitive, so that it can be shared; exit status 1 if something looks like a secret and nothing marks it')
            [CompletionResult]::new('diff', 'diff', [CompletionResultType]::ParameterValue, 'Compare what two plans intend, or what two states hold; exit status 1 if they differ')
            [CompletionResult]::new('fingerprint', 'fingerprint', [CompletionResultType]::ParameterValue, 'Print a short text that is the same for all plans that intend the same')
            [CompletionResult]::new('completions', 'completions', [CompletionResultType]::ParameterValue, 'Print completions for a shell; in bash: source <(planlint completions bash)')
            [CompletionResult]::new('man', 'man', [CompletionResultType]::ParameterValue, 'Print the manual page')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'planlint;help;state' {
            break
        }
        'planlint;help;config' {
            [CompletionResult]::new('fmt', 'fmt', [CompletionResultType]::ParameterValue, 'Format *.tf.json and *.tofu.json files, or check them: exit status 1 if one would change')
            [CompletionResult]::new('baseline', 'baseline', [CompletionResultType]::ParameterValue, 'Write today''s findings to a file, so that a gate stops only at new ones')
            break
        }
        'planlint;help;config;fmt' {
            break
        }
        'planlint;help;config;baseline' {
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
