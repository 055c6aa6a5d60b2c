# Print an optspec for argparse to handle cmd's options that are independent of any subcommand.
function __fish_planlint_global_optspecs
    string join \n name= engine= deny= warn= note= allow= fail-on= unknown= config= no-config now= baseline= expect= key-file= stateful= format= o/output= for= max-bytes= comment-id= source= no-source color= all q/quiet v/verbose only= only-address= kind= h/help V/version
end

function __fish_planlint_needs_command
    # Figure out if the current invocation already has a command.
    set -l cmd (commandline -opc)
    set -e cmd[1]
    argparse -s (__fish_planlint_global_optspecs) -- $cmd 2>/dev/null
    or return
    if set -q argv[1]
        # Also print the command, so this can be used to figure out what it is.
        echo $argv[1]
        return 1
    end
    return 0
end

function __fish_planlint_using_subcommand
    set -l cmd (__fish_planlint_needs_command)
    test -z "$cmd"
    and return 1
    contains -- $cmd[1] $argv
end

complete -c planlint -n "__fish_planlint_needs_command" -l name -d 'Name for standard input or a file in reports, in place of its path; for several files, give one each, in order' -r
complete -c planlint -n "__fish_planlint_needs_command" -l engine -d 'The program that wrote the files, where it cannot be told from them' -r -f -a "auto\t'From traces in the file'
opentofu\t'OpenTofu'
terraform\t'Terraform'"
complete -c planlint -n "__fish_planlint_needs_command" -l deny -d 'Treat findings of these rules or families as errors, but for those that a rule itself calls milder; separate several with commas, or repeat the option' -r
complete -c planlint -n "__fish_planlint_needs_command" -l warn -d 'Treat findings of these rules or families as warnings' -r
complete -c planlint -n "__fish_planlint_needs_command" -l note -d 'Treat findings of these rules or families as notes' -r
complete -c planlint -n "__fish_planlint_needs_command" -l allow -d 'Switch these rules or families off' -r
complete -c planlint -n "__fish_planlint_needs_command" -l fail-on -d 'The lowest level that fails the gate; `error` unless settings say otherwise' -r -f -a "error\t''
warning\t''
note\t''
never\t''"
complete -c planlint -n "__fish_planlint_needs_command" -l unknown -d 'What to do with findings that cannot be decided before apply; `report` unless settings say otherwise' -r -f -a "report\t'Show them; they do not fail the gate'
fail\t'They count like any other'
pass\t'Leave them out'"
complete -c planlint -n "__fish_planlint_needs_command" -l config -d 'Read this settings file instead of the first planlint.toml from this folder upward' -r -F
complete -c planlint -n "__fish_planlint_needs_command" -l now -d 'The time of the run, for tests of what ends and of what is old' -r
complete -c planlint -n "__fish_planlint_needs_command" -l baseline -d 'Show the findings in this baseline, but do not fail the gate on them' -r -F
complete -c planlint -n "__fish_planlint_needs_command" -l expect -d 'Fail any plan that has none of these fingerprints, as `planlint fingerprint` prints them' -r
complete -c planlint -n "__fish_planlint_needs_command" -l key-file -d 'Include sensitive values in fingerprints, by the key in this file or in `PLANLINT_FINGERPRINT_KEY`' -r -F
complete -c planlint -n "__fish_planlint_needs_command" -l stateful -d 'Resource types that hold data, in addition to the built-in list' -r
complete -c planlint -n "__fish_planlint_needs_command" -l format -d 'The format of the report' -r -f -a "text\t'for people: a table of changes, checks, findings and the verdict'
markdown\t'for reviewers: a comment on a pull request, cut to what the place accepts'
html\t'for reviewers: one page in a single file, with search, filters and what differs in each change'
json\t'for programs: everything, as schemas/report.v1.schema.json describes it'
jsonl\t'for programs that read line by line: an object for each input, change, finding and the verdict'
csv\t'for spreadsheets: the changes, comma-separated; no cell is a formula'
tsv\t'for shells: the changes, tab-separated and without quotes'
sarif\t'for code scanning: findings as SARIF 2.1.0, with the page of each rule'
junit\t'for test dashboards: a suite for each input, a case for each finding'
gitlab-codequality\t'for GitLab: the code quality report of a merge request'
github\t'for GitHub Actions: annotations as workflow commands, the most severe first'
github-output\t'for GitHub Actions: the totals of `env`, appended to the file of a step\'s outputs'
env\t'for pipelines that branch: totals over all inputs, one per line, such as has_destroy=true'
gitlab-terraform\t'for GitLab: the terraform report of a merge request, in GitLab\'s way of counting'
azure\t'for Azure Pipelines: issues and variables as logging commands'"
complete -c planlint -n "__fish_planlint_needs_command" -s o -l output -d 'Write the report to a file instead of standard output; with FORMAT=, write an additional report (repeatable)' -r
complete -c planlint -n "__fish_planlint_needs_command" -l for -d 'Where the Markdown goes: what does not fit there is left out and counted, the least dangerous first' -r -f -a "github-comment\t''
github-summary\t''
gitlab\t''
azure\t''
bitbucket\t''
slack\t''"
complete -c planlint -n "__fish_planlint_needs_command" -l max-bytes -d 'The same with a size of your own: at most this many bytes, 2000 or more' -r
complete -c planlint -n "__fish_planlint_needs_command" -l comment-id -d 'An id in a hidden line of the Markdown, by which each of several jobs finds its own comment again' -r
complete -c planlint -n "__fish_planlint_needs_command" -l source -d 'The root module that the plans were made from, to place findings at files and lines of the configuration; by default the directory of each plan, if it contains configuration' -r -F
complete -c planlint -n "__fish_planlint_needs_command" -l color -d 'When to colour; `auto` also heeds `NO_COLOR`, `CLICOLOR` and `CLICOLOR_FORCE`' -r -f -a "auto\t'On a terminal, unless the environment says otherwise'
always\t'Always'
never\t'Never'"
complete -c planlint -n "__fish_planlint_needs_command" -l only -d 'Show only changes of these kinds in the table; findings are never filtered' -r -f -a "unrecognized\t''
delete\t''
replace\t''
forget\t''
update\t''
create\t''
move\t''
import\t''
read\t''
open\t''
no-op\t''
destroy\t''"
complete -c planlint -n "__fish_planlint_needs_command" -l only-address -d 'Show only changes at these addresses in the table; findings are never filtered' -r
complete -c planlint -n "__fish_planlint_needs_command" -l kind -d 'Which documents to judge; others are refused' -r -f -a "plan\t'Plans'
state\t'States'
any\t'Plans and states'"
complete -c planlint -n "__fish_planlint_needs_command" -l no-config -d 'Read no settings file'
complete -c planlint -n "__fish_planlint_needs_command" -l no-source -d 'Do not look for files and lines of the configuration'
complete -c planlint -n "__fish_planlint_needs_command" -l all -d 'List every row: unchanged resources, passed checks, every finding'
complete -c planlint -n "__fish_planlint_needs_command" -s q -l quiet -d 'Show only errors, warnings and the verdict'
complete -c planlint -n "__fish_planlint_needs_command" -s v -l verbose -d 'Say on standard error which settings hold and what each input was taken for'
complete -c planlint -n "__fish_planlint_needs_command" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c planlint -n "__fish_planlint_needs_command" -s V -l version -d 'Print version'
complete -c planlint -n "__fish_planlint_needs_command" -a "state" -d 'Judge states, from `show -json` or a raw terraform.tfstate'
complete -c planlint -n "__fish_planlint_needs_command" -a "config" -d 'Judge modules written in JSON (*.tf.json, *.tofu.json): what is wrong, and which engine refuses it'
complete -c planlint -n "__fish_planlint_needs_command" -a "rules" -d 'List the rules'
complete -c planlint -n "__fish_planlint_needs_command" -a "baseline" -d 'Write today\'s findings to a file, so that a gate stops only at new ones'
complete -c planlint -n "__fish_planlint_needs_command" -a "explain" -d 'Explain a rule: why it exists, what to do, when it fires'
complete -c planlint -n "__fish_planlint_needs_command" -a "match" -d 'List what an address pattern matches in plans and states; exit status 1 if it matches nothing'
complete -c planlint -n "__fish_planlint_needs_command" -a "show" -d 'Show what a plan changes, attribute by attribute, or what a state holds'
complete -c planlint -n "__fish_planlint_needs_command" -a "init" -d 'Write a settings file that explains every setting'
complete -c planlint -n "__fish_planlint_needs_command" -a "waive" -d 'Permit what a rule finds at an address, with a reason and an end date'
complete -c planlint -n "__fish_planlint_needs_command" -a "redact" -d 'Copy a plan or state with placeholders for everything sensitive, so that it can be shared'
complete -c planlint -n "__fish_planlint_needs_command" -a "diff" -d 'Compare what two plans intend, or what two states hold; exit status 1 if they differ'
complete -c planlint -n "__fish_planlint_needs_command" -a "fingerprint" -d 'Print a short text that is the same for all plans that intend the same'
complete -c planlint -n "__fish_planlint_needs_command" -a "completions" -d 'Print completions for a shell'
complete -c planlint -n "__fish_planlint_needs_command" -a "man" -d 'Print the manual page'
complete -c planlint -n "__fish_planlint_needs_command" -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c planlint -n "__fish_planlint_using_subcommand state" -l name -d 'Name for standard input or a file in reports, in place of its path; for several files, give one each, in order' -r
complete -c planlint -n "__fish_planlint_using_subcommand state" -l engine -d 'The program that wrote the files, where it cannot be told from them' -r -f -a "auto\t'From traces in the file'
opentofu\t'OpenTofu'
terraform\t'Terraform'"
complete -c planlint -n "__fish_planlint_using_subcommand state" -l deny -d 'Treat findings of these rules or families as errors, but for those that a rule itself calls milder; separate several with commas, or repeat the option' -r
complete -c planlint -n "__fish_planlint_using_subcommand state" -l warn -d 'Treat findings of these rules or families as warnings' -r
complete -c planlint -n "__fish_planlint_using_subcommand state" -l note -d 'Treat findings of these rules or families as notes' -r
complete -c planlint -n "__fish_planlint_using_subcommand state" -l allow -d 'Switch these rules or families off' -r
complete -c planlint -n "__fish_planlint_using_subcommand state" -l fail-on -d 'The lowest level that fails the gate; `error` unless settings say otherwise' -r -f -a "error\t''
warning\t''
note\t''
never\t''"
complete -c planlint -n "__fish_planlint_using_subcommand state" -l unknown -d 'What to do with findings that cannot be decided before apply; `report` unless settings say otherwise' -r -f -a "report\t'Show them; they do not fail the gate'
fail\t'They count like any other'
pass\t'Leave them out'"
complete -c planlint -n "__fish_planlint_using_subcommand state" -l config -d 'Read this settings file instead of the first planlint.toml from this folder upward' -r -F
complete -c planlint -n "__fish_planlint_using_subcommand state" -l now -d 'The time of the run, for tests of what ends and of what is old' -r
complete -c planlint -n "__fish_planlint_using_subcommand state" -l baseline -d 'Show the findings in this baseline, but do not fail the gate on them' -r -F
complete -c planlint -n "__fish_planlint_using_subcommand state" -l stateful -d 'Resource types that hold data, in addition to the built-in list' -r
complete -c planlint -n "__fish_planlint_using_subcommand state" -l format -d 'The format of the report' -r -f -a "text\t'for people: a table of changes, checks, findings and the verdict'
markdown\t'for reviewers: a comment on a pull request, cut to what the place accepts'
html\t'for reviewers: one page in a single file, with search, filters and what differs in each change'
json\t'for programs: everything, as schemas/report.v1.schema.json describes it'
jsonl\t'for programs that read line by line: an object for each input, change, finding and the verdict'
csv\t'for spreadsheets: the changes, comma-separated; no cell is a formula'
tsv\t'for shells: the changes, tab-separated and without quotes'
sarif\t'for code scanning: findings as SARIF 2.1.0, with the page of each rule'
junit\t'for test dashboards: a suite for each input, a case for each finding'
gitlab-codequality\t'for GitLab: the code quality report of a merge request'
github\t'for GitHub Actions: annotations as workflow commands, the most severe first'
github-output\t'for GitHub Actions: the totals of `env`, appended to the file of a step\'s outputs'
env\t'for pipelines that branch: totals over all inputs, one per line, such as has_destroy=true'
gitlab-terraform\t'for GitLab: the terraform report of a merge request, in GitLab\'s way of counting'
azure\t'for Azure Pipelines: issues and variables as logging commands'"
complete -c planlint -n "__fish_planlint_using_subcommand state" -s o -l output -d 'Write the report to a file instead of standard output; with FORMAT=, write an additional report (repeatable)' -r
complete -c planlint -n "__fish_planlint_using_subcommand state" -l for -d 'Where the Markdown goes: what does not fit there is left out and counted, the least dangerous first' -r -f -a "github-comment\t''
github-summary\t''
gitlab\t''
azure\t''
bitbucket\t''
slack\t''"
complete -c planlint -n "__fish_planlint_using_subcommand state" -l max-bytes -d 'The same with a size of your own: at most this many bytes, 2000 or more' -r
complete -c planlint -n "__fish_planlint_using_subcommand state" -l comment-id -d 'An id in a hidden line of the Markdown, by which each of several jobs finds its own comment again' -r
complete -c planlint -n "__fish_planlint_using_subcommand state" -l source -d 'The root module that the plans were made from, to place findings at files and lines of the configuration; by default the directory of each plan, if it contains configuration' -r -F
complete -c planlint -n "__fish_planlint_using_subcommand state" -l color -d 'When to colour; `auto` also heeds `NO_COLOR`, `CLICOLOR` and `CLICOLOR_FORCE`' -r -f -a "auto\t'On a terminal, unless the environment says otherwise'
always\t'Always'
never\t'Never'"
complete -c planlint -n "__fish_planlint_using_subcommand state" -l no-config -d 'Read no settings file'
complete -c planlint -n "__fish_planlint_using_subcommand state" -l no-source -d 'Do not look for files and lines of the configuration'
complete -c planlint -n "__fish_planlint_using_subcommand state" -l all -d 'List every row: unchanged resources, passed checks, every finding'
complete -c planlint -n "__fish_planlint_using_subcommand state" -s q -l quiet -d 'Show only errors, warnings and the verdict'
complete -c planlint -n "__fish_planlint_using_subcommand state" -s v -l verbose -d 'Say on standard error which settings hold and what each input was taken for'
complete -c planlint -n "__fish_planlint_using_subcommand state" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c planlint -n "__fish_planlint_using_subcommand config; and not __fish_seen_subcommand_from fmt baseline help" -l deny -d 'Treat findings of these rules or families as errors, but for those that a rule itself calls milder; separate several with commas, or repeat the option' -r
complete -c planlint -n "__fish_planlint_using_subcommand config; and not __fish_seen_subcommand_from fmt baseline help" -l warn -d 'Treat findings of these rules or families as warnings' -r
complete -c planlint -n "__fish_planlint_using_subcommand config; and not __fish_seen_subcommand_from fmt baseline help" -l note -d 'Treat findings of these rules or families as notes' -r
complete -c planlint -n "__fish_planlint_using_subcommand config; and not __fish_seen_subcommand_from fmt baseline help" -l allow -d 'Switch these rules or families off' -r
complete -c planlint -n "__fish_planlint_using_subcommand config; and not __fish_seen_subcommand_from fmt baseline help" -l fail-on -d 'The lowest level that fails the gate; `error` unless settings say otherwise' -r -f -a "error\t''
warning\t''
note\t''
never\t''"
complete -c planlint -n "__fish_planlint_using_subcommand config; and not __fish_seen_subcommand_from fmt baseline help" -l config -d 'Read this settings file instead of the first planlint.toml from this folder upward' -r -F
complete -c planlint -n "__fish_planlint_using_subcommand config; and not __fish_seen_subcommand_from fmt baseline help" -l now -d 'The time of the run, for tests of what ends and of what is old' -r
complete -c planlint -n "__fish_planlint_using_subcommand config; and not __fish_seen_subcommand_from fmt baseline help" -l baseline -d 'Show the findings in this baseline, but do not fail the gate on them' -r -F
complete -c planlint -n "__fish_planlint_using_subcommand config; and not __fish_seen_subcommand_from fmt baseline help" -s o -l output -d 'Write the report to a file instead of standard output; with FORMAT=, write an additional report (repeatable)' -r
complete -c planlint -n "__fish_planlint_using_subcommand config; and not __fish_seen_subcommand_from fmt baseline help" -l for -d 'Where the Markdown goes: what does not fit there is left out and counted, the least dangerous first' -r -f -a "github-comment\t''
github-summary\t''
gitlab\t''
azure\t''
bitbucket\t''
slack\t''"
complete -c planlint -n "__fish_planlint_using_subcommand config; and not __fish_seen_subcommand_from fmt baseline help" -l max-bytes -d 'The same with a size of your own: at most this many bytes, 2000 or more' -r
complete -c planlint -n "__fish_planlint_using_subcommand config; and not __fish_seen_subcommand_from fmt baseline help" -l comment-id -d 'An id in a hidden line of the Markdown, by which each of several jobs finds its own comment again' -r
complete -c planlint -n "__fish_planlint_using_subcommand config; and not __fish_seen_subcommand_from fmt baseline help" -l color -d 'When to colour; `auto` also heeds `NO_COLOR`, `CLICOLOR` and `CLICOLOR_FORCE`' -r -f -a "auto\t'On a terminal, unless the environment says otherwise'
always\t'Always'
never\t'Never'"
complete -c planlint -n "__fish_planlint_using_subcommand config; and not __fish_seen_subcommand_from fmt baseline help" -l flavor -d 'The engine to judge for' -r -f -a "auto\t'OpenTofu if all files are its own (.tofu, .tofu.json), otherwise both'
tofu\t'OpenTofu'
terraform\t'Terraform'
both\t'Both: what either refuses is an error'"
complete -c planlint -n "__fish_planlint_using_subcommand config; and not __fish_seen_subcommand_from fmt baseline help" -l schemas -d 'Provider schemas from `tofu providers schema -json`, to judge the objects in resources too' -r -F
complete -c planlint -n "__fish_planlint_using_subcommand config; and not __fish_seen_subcommand_from fmt baseline help" -l format -d 'The format of the report' -r -f -a "text\t'for people: a table of changes, checks, findings and the verdict'
markdown\t'for reviewers: a comment on a pull request, cut to what the place accepts'
html\t'for reviewers: one page in a single file, with search, filters and what differs in each change'
json\t'for programs: everything, as schemas/report.v1.schema.json describes it'
jsonl\t'for programs that read line by line: an object for each input, change, finding and the verdict'
csv\t'for spreadsheets: the changes, comma-separated; no cell is a formula'
tsv\t'for shells: the changes, tab-separated and without quotes'
sarif\t'for code scanning: findings as SARIF 2.1.0, with the page of each rule'
junit\t'for test dashboards: a suite for each input, a case for each finding'
gitlab-codequality\t'for GitLab: the code quality report of a merge request'
github\t'for GitHub Actions: annotations as workflow commands, the most severe first'
github-output\t'for GitHub Actions: the totals of `env`, appended to the file of a step\'s outputs'
env\t'for pipelines that branch: totals over all inputs, one per line, such as has_destroy=true'
gitlab-terraform\t'for GitLab: the terraform report of a merge request, in GitLab\'s way of counting'
azure\t'for Azure Pipelines: issues and variables as logging commands'
representation\t'the configuration that `show -json` prints for one module, as far as it is known without providers'"
complete -c planlint -n "__fish_planlint_using_subcommand config; and not __fish_seen_subcommand_from fmt baseline help" -l no-config -d 'Read no settings file'
complete -c planlint -n "__fish_planlint_using_subcommand config; and not __fish_seen_subcommand_from fmt baseline help" -l all -d 'List every row: unchanged resources, passed checks, every finding'
complete -c planlint -n "__fish_planlint_using_subcommand config; and not __fish_seen_subcommand_from fmt baseline help" -s q -l quiet -d 'Show only errors, warnings and the verdict'
complete -c planlint -n "__fish_planlint_using_subcommand config; and not __fish_seen_subcommand_from fmt baseline help" -s v -l verbose -d 'Say on standard error which settings hold and what each input was taken for'
complete -c planlint -n "__fish_planlint_using_subcommand config; and not __fish_seen_subcommand_from fmt baseline help" -l fix -d 'Fix what is certain in the named files, and report the rest'
complete -c planlint -n "__fish_planlint_using_subcommand config; and not __fish_seen_subcommand_from fmt baseline help" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c planlint -n "__fish_planlint_using_subcommand config; and not __fish_seen_subcommand_from fmt baseline help" -a "fmt" -d 'Format *.tf.json and *.tofu.json files; exit status 1 if a check finds one to change; a directory of this name is ./fmt'
complete -c planlint -n "__fish_planlint_using_subcommand config; and not __fish_seen_subcommand_from fmt baseline help" -a "baseline" -d 'Write today\'s findings to a file, so that a gate stops only at new ones; a directory of this name is ./baseline'
complete -c planlint -n "__fish_planlint_using_subcommand config; and not __fish_seen_subcommand_from fmt baseline help" -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c planlint -n "__fish_planlint_using_subcommand config; and __fish_seen_subcommand_from fmt" -l config -d 'Read this settings file instead of the first planlint.toml from this folder upward' -r -F
complete -c planlint -n "__fish_planlint_using_subcommand config; and __fish_seen_subcommand_from fmt" -l now -d 'The time of the run, for tests of what ends and of what is old' -r
complete -c planlint -n "__fish_planlint_using_subcommand config; and __fish_seen_subcommand_from fmt" -l check -d 'Write nothing, and list the files that would change'
complete -c planlint -n "__fish_planlint_using_subcommand config; and __fish_seen_subcommand_from fmt" -l recursive -d 'Include directories inside directories, except hidden ones'
complete -c planlint -n "__fish_planlint_using_subcommand config; and __fish_seen_subcommand_from fmt" -l no-config -d 'Read no settings file'
complete -c planlint -n "__fish_planlint_using_subcommand config; and __fish_seen_subcommand_from fmt" -s h -l help -d 'Print help'
complete -c planlint -n "__fish_planlint_using_subcommand config; and __fish_seen_subcommand_from baseline" -l deny -d 'Treat findings of these rules or families as errors, but for those that a rule itself calls milder; separate several with commas, or repeat the option' -r
complete -c planlint -n "__fish_planlint_using_subcommand config; and __fish_seen_subcommand_from baseline" -l warn -d 'Treat findings of these rules or families as warnings' -r
complete -c planlint -n "__fish_planlint_using_subcommand config; and __fish_seen_subcommand_from baseline" -l note -d 'Treat findings of these rules or families as notes' -r
complete -c planlint -n "__fish_planlint_using_subcommand config; and __fish_seen_subcommand_from baseline" -l allow -d 'Switch these rules or families off' -r
complete -c planlint -n "__fish_planlint_using_subcommand config; and __fish_seen_subcommand_from baseline" -l config -d 'Read this settings file instead of the first planlint.toml from this folder upward' -r -F
complete -c planlint -n "__fish_planlint_using_subcommand config; and __fish_seen_subcommand_from baseline" -l now -d 'The time of the run, for tests of what ends and of what is old' -r
complete -c planlint -n "__fish_planlint_using_subcommand config; and __fish_seen_subcommand_from baseline" -l color -d 'When to colour; `auto` also heeds `NO_COLOR`, `CLICOLOR` and `CLICOLOR_FORCE`' -r -f -a "auto\t'On a terminal, unless the environment says otherwise'
always\t'Always'
never\t'Never'"
complete -c planlint -n "__fish_planlint_using_subcommand config; and __fish_seen_subcommand_from baseline" -l flavor -d 'The engine to judge for' -r -f -a "auto\t'OpenTofu if all files are its own (.tofu, .tofu.json), otherwise both'
tofu\t'OpenTofu'
terraform\t'Terraform'
both\t'Both: what either refuses is an error'"
complete -c planlint -n "__fish_planlint_using_subcommand config; and __fish_seen_subcommand_from baseline" -l schemas -d 'Provider schemas from `tofu providers schema -json`, to judge the objects in resources too' -r -F
complete -c planlint -n "__fish_planlint_using_subcommand config; and __fish_seen_subcommand_from baseline" -l write-to -d 'The baseline file' -r -F
complete -c planlint -n "__fish_planlint_using_subcommand config; and __fish_seen_subcommand_from baseline" -l no-config -d 'Read no settings file'
complete -c planlint -n "__fish_planlint_using_subcommand config; and __fish_seen_subcommand_from baseline" -s v -l verbose -d 'Say on standard error which settings hold and what each input was taken for'
complete -c planlint -n "__fish_planlint_using_subcommand config; and __fish_seen_subcommand_from baseline" -l update -d 'Only drop findings that no longer occur'
complete -c planlint -n "__fish_planlint_using_subcommand config; and __fish_seen_subcommand_from baseline" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c planlint -n "__fish_planlint_using_subcommand config; and __fish_seen_subcommand_from help" -f -a "fmt" -d 'Format *.tf.json and *.tofu.json files; exit status 1 if a check finds one to change; a directory of this name is ./fmt'
complete -c planlint -n "__fish_planlint_using_subcommand config; and __fish_seen_subcommand_from help" -f -a "baseline" -d 'Write today\'s findings to a file, so that a gate stops only at new ones; a directory of this name is ./baseline'
complete -c planlint -n "__fish_planlint_using_subcommand config; and __fish_seen_subcommand_from help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c planlint -n "__fish_planlint_using_subcommand rules" -l format -d 'How the list is written' -r -f -a "table\t'For people'
json\t'For programs'
markdown\t'The content of docs/rules.md'"
complete -c planlint -n "__fish_planlint_using_subcommand rules" -l family -d 'Only the rules of one family' -r
complete -c planlint -n "__fish_planlint_using_subcommand rules" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c planlint -n "__fish_planlint_using_subcommand baseline" -l name -d 'Name for standard input or a file in reports, in place of its path; for several files, give one each, in order' -r
complete -c planlint -n "__fish_planlint_using_subcommand baseline" -l engine -d 'The program that wrote the files, where it cannot be told from them' -r -f -a "auto\t'From traces in the file'
opentofu\t'OpenTofu'
terraform\t'Terraform'"
complete -c planlint -n "__fish_planlint_using_subcommand baseline" -l deny -d 'Treat findings of these rules or families as errors, but for those that a rule itself calls milder; separate several with commas, or repeat the option' -r
complete -c planlint -n "__fish_planlint_using_subcommand baseline" -l warn -d 'Treat findings of these rules or families as warnings' -r
complete -c planlint -n "__fish_planlint_using_subcommand baseline" -l note -d 'Treat findings of these rules or families as notes' -r
complete -c planlint -n "__fish_planlint_using_subcommand baseline" -l allow -d 'Switch these rules or families off' -r
complete -c planlint -n "__fish_planlint_using_subcommand baseline" -l unknown -d 'What to do with findings that cannot be decided before apply; `report` unless settings say otherwise' -r -f -a "report\t'Show them; they do not fail the gate'
fail\t'They count like any other'
pass\t'Leave them out'"
complete -c planlint -n "__fish_planlint_using_subcommand baseline" -l config -d 'Read this settings file instead of the first planlint.toml from this folder upward' -r -F
complete -c planlint -n "__fish_planlint_using_subcommand baseline" -l now -d 'The time of the run, for tests of what ends and of what is old' -r
complete -c planlint -n "__fish_planlint_using_subcommand baseline" -l stateful -d 'Resource types that hold data, in addition to the built-in list' -r
complete -c planlint -n "__fish_planlint_using_subcommand baseline" -l color -d 'When to colour; `auto` also heeds `NO_COLOR`, `CLICOLOR` and `CLICOLOR_FORCE`' -r -f -a "auto\t'On a terminal, unless the environment says otherwise'
always\t'Always'
never\t'Never'"
complete -c planlint -n "__fish_planlint_using_subcommand baseline" -l kind -d 'Which documents to judge; others are refused' -r -f -a "plan\t'Plans'
state\t'States'
any\t'Plans and states'"
complete -c planlint -n "__fish_planlint_using_subcommand baseline" -l write-to -d 'The baseline file' -r -F
complete -c planlint -n "__fish_planlint_using_subcommand baseline" -l no-config -d 'Read no settings file'
complete -c planlint -n "__fish_planlint_using_subcommand baseline" -s v -l verbose -d 'Say on standard error which settings hold and what each input was taken for'
complete -c planlint -n "__fish_planlint_using_subcommand baseline" -l update -d 'Only drop findings that no longer occur'
complete -c planlint -n "__fish_planlint_using_subcommand baseline" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c planlint -n "__fish_planlint_using_subcommand explain" -l format -d 'How the page is written' -r -f -a "terminal\t'Wrapped for the terminal'
markdown\t'As Markdown'"
complete -c planlint -n "__fish_planlint_using_subcommand explain" -l color -d 'When to colour; `auto` also heeds `NO_COLOR`, `CLICOLOR` and `CLICOLOR_FORCE`' -r -f -a "auto\t'On a terminal, unless the environment says otherwise'
always\t'Always'
never\t'Never'"
complete -c planlint -n "__fish_planlint_using_subcommand explain" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c planlint -n "__fish_planlint_using_subcommand match" -l config -d 'Read this settings file instead of the first planlint.toml from this folder upward' -r -F
complete -c planlint -n "__fish_planlint_using_subcommand match" -l now -d 'The time of the run, for tests of what ends and of what is old' -r
complete -c planlint -n "__fish_planlint_using_subcommand match" -l no-config -d 'Read no settings file'
complete -c planlint -n "__fish_planlint_using_subcommand match" -s h -l help -d 'Print help'
complete -c planlint -n "__fish_planlint_using_subcommand show" -l kind -d 'Which documents to show; others are refused' -r -f -a "plan\t'Plans'
state\t'States'
any\t'Plans and states'"
complete -c planlint -n "__fish_planlint_using_subcommand show" -l schemas -d 'Provider schemas from `tofu providers schema -json`, to tell blocks from attributes and sets from lists' -r -F
complete -c planlint -n "__fish_planlint_using_subcommand show" -l only -d 'Show only changes of these kinds' -r -f -a "unrecognized\t''
delete\t''
replace\t''
forget\t''
update\t''
create\t''
move\t''
import\t''
read\t''
open\t''
no-op\t''
destroy\t''"
complete -c planlint -n "__fish_planlint_using_subcommand show" -l address -l only-address -d 'Show only these addresses, before or after a move' -r
complete -c planlint -n "__fish_planlint_using_subcommand show" -l type -d 'Show only these resource types' -r
complete -c planlint -n "__fish_planlint_using_subcommand show" -l module -d 'Show only these modules and what is in them; a pattern such as `module.net[*]`' -r
complete -c planlint -n "__fish_planlint_using_subcommand show" -l config -d 'Read this settings file instead of the first planlint.toml from this folder upward' -r -F
complete -c planlint -n "__fish_planlint_using_subcommand show" -l now -d 'The time of the run, for tests of what ends and of what is old' -r
complete -c planlint -n "__fish_planlint_using_subcommand show" -l detail -d 'How much of each change to show: its line, the names of what changes, or everything' -r -f -a "none\t'One line for each change'
summary\t'The names of the attributes that change'
full\t'Values before and after'"
complete -c planlint -n "__fish_planlint_using_subcommand show" -l color -d 'When to colour; `auto` also heeds `NO_COLOR`, `CLICOLOR` and `CLICOLOR_FORCE`' -r -f -a "auto\t'On a terminal, unless the environment says otherwise'
always\t'Always'
never\t'Never'"
complete -c planlint -n "__fish_planlint_using_subcommand show" -l engine -d 'The program that wrote the files, where it cannot be told from them' -r -f -a "auto\t'From traces in the file'
opentofu\t'OpenTofu'
terraform\t'Terraform'"
complete -c planlint -n "__fish_planlint_using_subcommand show" -l engine-text -d 'Print the text that the engine itself would print'
complete -c planlint -n "__fish_planlint_using_subcommand show" -l no-config -d 'Read no settings file'
complete -c planlint -n "__fish_planlint_using_subcommand show" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c planlint -n "__fish_planlint_using_subcommand init" -s h -l help -d 'Print help'
complete -c planlint -n "__fish_planlint_using_subcommand waive" -l reason -d 'Why it is permitted' -r
complete -c planlint -n "__fish_planlint_using_subcommand waive" -l until -l expires -d 'The last day on which it is permitted, such as 2027-01-31' -r
complete -c planlint -n "__fish_planlint_using_subcommand waive" -l kind -d 'Only for this kind of change' -r -f -a "unrecognized\t''
delete\t''
replace\t''
forget\t''
update\t''
create\t''
move\t''
import\t''
read\t''
open\t''
no-op\t''"
complete -c planlint -n "__fish_planlint_using_subcommand waive" -l owner -d 'Who answers for it' -r
complete -c planlint -n "__fish_planlint_using_subcommand waive" -l ticket -d 'Where it was decided' -r
complete -c planlint -n "__fish_planlint_using_subcommand waive" -l at-most -d 'If more than this match in one document, permit none of them' -r
complete -c planlint -n "__fish_planlint_using_subcommand waive" -l config -d 'Read this settings file instead of the first planlint.toml from this folder upward' -r -F
complete -c planlint -n "__fish_planlint_using_subcommand waive" -l now -d 'The time of the run, for tests of what ends and of what is old' -r
complete -c planlint -n "__fish_planlint_using_subcommand waive" -l no-config -d 'Read no settings file'
complete -c planlint -n "__fish_planlint_using_subcommand waive" -s h -l help -d 'Print help'
complete -c planlint -n "__fish_planlint_using_subcommand redact" -s o -l output -d 'Write the copy to a file instead of standard output' -r -F
complete -c planlint -n "__fish_planlint_using_subcommand redact" -l config -d 'Read this settings file instead of the first planlint.toml from this folder upward' -r -F
complete -c planlint -n "__fish_planlint_using_subcommand redact" -l now -d 'The time of the run, for tests of what ends and of what is old' -r
complete -c planlint -n "__fish_planlint_using_subcommand redact" -l leave-unmarked -d 'Write the copy even if it contains text that looks like a secret and is not marked sensitive'
complete -c planlint -n "__fish_planlint_using_subcommand redact" -l no-config -d 'Read no settings file'
complete -c planlint -n "__fish_planlint_using_subcommand redact" -s h -l help -d 'Print help'
complete -c planlint -n "__fish_planlint_using_subcommand diff" -l format -d 'How the differences are written' -r -f -a "text\t'For people'
json\t'For programs, as schemas/comparison.v1.schema.json describes it'"
complete -c planlint -n "__fish_planlint_using_subcommand diff" -l color -d 'When to colour; `auto` also heeds `NO_COLOR`, `CLICOLOR` and `CLICOLOR_FORCE`' -r -f -a "auto\t'On a terminal, unless the environment says otherwise'
always\t'Always'
never\t'Never'"
complete -c planlint -n "__fish_planlint_using_subcommand diff" -l config -d 'Read this settings file instead of the first planlint.toml from this folder upward' -r -F
complete -c planlint -n "__fish_planlint_using_subcommand diff" -l now -d 'The time of the run, for tests of what ends and of what is old' -r
complete -c planlint -n "__fish_planlint_using_subcommand diff" -l no-config -d 'Read no settings file'
complete -c planlint -n "__fish_planlint_using_subcommand diff" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c planlint -n "__fish_planlint_using_subcommand fingerprint" -l key-file -d 'Include sensitive values in fingerprints, by the key in this file or in `PLANLINT_FINGERPRINT_KEY`' -r -F
complete -c planlint -n "__fish_planlint_using_subcommand fingerprint" -l config -d 'Read this settings file instead of the first planlint.toml from this folder upward' -r -F
complete -c planlint -n "__fish_planlint_using_subcommand fingerprint" -l now -d 'The time of the run, for tests of what ends and of what is old' -r
complete -c planlint -n "__fish_planlint_using_subcommand fingerprint" -l no-config -d 'Read no settings file'
complete -c planlint -n "__fish_planlint_using_subcommand fingerprint" -s h -l help -d 'Print help'
complete -c planlint -n "__fish_planlint_using_subcommand completions" -s h -l help -d 'Print help'
complete -c planlint -n "__fish_planlint_using_subcommand man" -s h -l help -d 'Print help'
complete -c planlint -n "__fish_planlint_using_subcommand help; and not __fish_seen_subcommand_from state config rules baseline explain match show init waive redact diff fingerprint completions man help" -f -a "state" -d 'Judge states, from `show -json` or a raw terraform.tfstate'
complete -c planlint -n "__fish_planlint_using_subcommand help; and not __fish_seen_subcommand_from state config rules baseline explain match show init waive redact diff fingerprint completions man help" -f -a "config" -d 'Judge modules written in JSON (*.tf.json, *.tofu.json): what is wrong, and which engine refuses it'
complete -c planlint -n "__fish_planlint_using_subcommand help; and not __fish_seen_subcommand_from state config rules baseline explain match show init waive redact diff fingerprint completions man help" -f -a "rules" -d 'List the rules'
complete -c planlint -n "__fish_planlint_using_subcommand help; and not __fish_seen_subcommand_from state config rules baseline explain match show init waive redact diff fingerprint completions man help" -f -a "baseline" -d 'Write today\'s findings to a file, so that a gate stops only at new ones'
complete -c planlint -n "__fish_planlint_using_subcommand help; and not __fish_seen_subcommand_from state config rules baseline explain match show init waive redact diff fingerprint completions man help" -f -a "explain" -d 'Explain a rule: why it exists, what to do, when it fires'
complete -c planlint -n "__fish_planlint_using_subcommand help; and not __fish_seen_subcommand_from state config rules baseline explain match show init waive redact diff fingerprint completions man help" -f -a "match" -d 'List what an address pattern matches in plans and states; exit status 1 if it matches nothing'
complete -c planlint -n "__fish_planlint_using_subcommand help; and not __fish_seen_subcommand_from state config rules baseline explain match show init waive redact diff fingerprint completions man help" -f -a "show" -d 'Show what a plan changes, attribute by attribute, or what a state holds'
complete -c planlint -n "__fish_planlint_using_subcommand help; and not __fish_seen_subcommand_from state config rules baseline explain match show init waive redact diff fingerprint completions man help" -f -a "init" -d 'Write a settings file that explains every setting'
complete -c planlint -n "__fish_planlint_using_subcommand help; and not __fish_seen_subcommand_from state config rules baseline explain match show init waive redact diff fingerprint completions man help" -f -a "waive" -d 'Permit what a rule finds at an address, with a reason and an end date'
complete -c planlint -n "__fish_planlint_using_subcommand help; and not __fish_seen_subcommand_from state config rules baseline explain match show init waive redact diff fingerprint completions man help" -f -a "redact" -d 'Copy a plan or state with placeholders for everything sensitive, so that it can be shared'
complete -c planlint -n "__fish_planlint_using_subcommand help; and not __fish_seen_subcommand_from state config rules baseline explain match show init waive redact diff fingerprint completions man help" -f -a "diff" -d 'Compare what two plans intend, or what two states hold; exit status 1 if they differ'
complete -c planlint -n "__fish_planlint_using_subcommand help; and not __fish_seen_subcommand_from state config rules baseline explain match show init waive redact diff fingerprint completions man help" -f -a "fingerprint" -d 'Print a short text that is the same for all plans that intend the same'
complete -c planlint -n "__fish_planlint_using_subcommand help; and not __fish_seen_subcommand_from state config rules baseline explain match show init waive redact diff fingerprint completions man help" -f -a "completions" -d 'Print completions for a shell'
complete -c planlint -n "__fish_planlint_using_subcommand help; and not __fish_seen_subcommand_from state config rules baseline explain match show init waive redact diff fingerprint completions man help" -f -a "man" -d 'Print the manual page'
complete -c planlint -n "__fish_planlint_using_subcommand help; and not __fish_seen_subcommand_from state config rules baseline explain match show init waive redact diff fingerprint completions man help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c planlint -n "__fish_planlint_using_subcommand help; and __fish_seen_subcommand_from config" -f -a "fmt" -d 'Format *.tf.json and *.tofu.json files; exit status 1 if a check finds one to change; a directory of this name is ./fmt'
complete -c planlint -n "__fish_planlint_using_subcommand help; and __fish_seen_subcommand_from config" -f -a "baseline" -d 'Write today\'s findings to a file, so that a gate stops only at new ones; a directory of this name is ./baseline'
