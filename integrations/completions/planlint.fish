# Print an optspec for argparse to handle cmd's options that are independent of any subcommand.
function __fish_planlint_global_optspecs
    string join \n name= deny= warn= note= allow= fail-on= unknown= config= no-config now= baseline= expect= key-file= stateful= format= o/output= for= max-bytes= comment-id= source= no-source color= all q/quiet only= only-address= engine= kind= h/help V/version
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

complete -c planlint -n "__fish_planlint_needs_command" -l name -d 'What reports call standard input or a file, in place of its path; of several files once for each, in their order' -r
complete -c planlint -n "__fish_planlint_needs_command" -l deny -d 'Findings of these rules or families are errors' -r
complete -c planlint -n "__fish_planlint_needs_command" -l warn -d 'Findings of these rules or families are warnings' -r
complete -c planlint -n "__fish_planlint_needs_command" -l note -d 'Findings of these rules or families are notes' -r
complete -c planlint -n "__fish_planlint_needs_command" -l allow -d 'These rules or families are off' -r
complete -c planlint -n "__fish_planlint_needs_command" -l fail-on -d 'The level from which on findings fail the gate; error, unless settings say otherwise' -r -f -a "error\t''
warning\t''
note\t''
never\t''"
complete -c planlint -n "__fish_planlint_needs_command" -l unknown -d 'What to do with findings that are known only after apply; report, unless settings say otherwise' -r -f -a "report\t'Show them; they do not fail the gate'
fail\t'They count like any other'
pass\t'Leave them out'"
complete -c planlint -n "__fish_planlint_needs_command" -l config -d 'The settings file, instead of the first planlint.toml from this folder upward' -r -F
complete -c planlint -n "__fish_planlint_needs_command" -l now -d 'The time of the run, for tests of what ends and of what is old' -r
complete -c planlint -n "__fish_planlint_needs_command" -l baseline -d 'Findings in this baseline are shown and do not fail the gate' -r -F
complete -c planlint -n "__fish_planlint_needs_command" -l expect -d 'Fail a plan that is not one of these, as planlint fingerprint wrote them' -r
complete -c planlint -n "__fish_planlint_needs_command" -l key-file -d 'Sensitive values enter fingerprints under the key in this file or in `PLANLINT_FINGERPRINT_KEY`, else not at all' -r -F
complete -c planlint -n "__fish_planlint_needs_command" -l stateful -d 'These resource types hold data too, beside the built-in list' -r
complete -c planlint -n "__fish_planlint_needs_command" -l format -d 'How the report is written' -r -f -a "text\t'for people: a table of changes, checks, findings and the verdict'
markdown\t'for reviewers: a comment on a pull request, cut to what the place takes'
html\t'for reviewers: one page that asks for nothing, with search, filters and what differs in each change'
json\t'for programs: everything, as schemas/report.v1.schema.json describes it'
jsonl\t'for programs that read line by line: an object for each input, change, finding and the verdict'
csv\t'for spreadsheets: the changes, comma-separated; no cell is a formula'
tsv\t'for shells: the changes, tab-separated and without quotes'
sarif\t'for code scanning: findings as SARIF 2.1.0, with the rules\' own words'
junit\t'for dashboards of tests: a suite an input, a case a finding'
gitlab-codequality\t'for GitLab: the code quality report of a merge request'
github\t'for GitHub Actions: annotations as workflow commands, the most severe first'
github-output\t'for GitHub Actions: the sums of `env`, added to the file of a step\'s outputs'
env\t'for pipelines that branch: sums over all inputs, a line each, such as has_destroy=true'
gitlab-terraform\t'for GitLab: the terraform report of a merge request, in GitLab\'s way of counting'
azure\t'for Azure Pipelines: issues and variables as logging commands'"
complete -c planlint -n "__fish_planlint_needs_command" -s o -l output -d 'Write the report to a file instead of standard output; with a format, write that beside it, as often as wanted' -r
complete -c planlint -n "__fish_planlint_needs_command" -l for -d 'The place that Markdown is for: what does not fit is left out and counted, the least dangerous first' -r -f -a "github-comment\t''
github-summary\t''
gitlab\t''
azure\t''
bitbucket\t''
slack\t''"
complete -c planlint -n "__fish_planlint_needs_command" -l max-bytes -d 'The same for any place: so many bytes at most, and never less than 2000' -r
complete -c planlint -n "__fish_planlint_needs_command" -l comment-id -d 'A name for this comment, in a hidden line of the Markdown, by which each of several jobs finds its own again' -r
complete -c planlint -n "__fish_planlint_needs_command" -l source -d 'The root module that the plans were made from: findings get a file and a line in it, or in a module that it calls; without this the directory of each plan, if it holds configuration' -r -F
complete -c planlint -n "__fish_planlint_needs_command" -l color -d 'When to colour' -r -f -a "auto\t'On a terminal, unless the environment says otherwise'
always\t'Always'
never\t'Never'"
complete -c planlint -n "__fish_planlint_needs_command" -l only -d 'Only changes of these kinds in the table; findings are never filtered' -r -f -a "unrecognized\t''
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
complete -c planlint -n "__fish_planlint_needs_command" -l only-address -d 'Only changes of these addresses in the table; findings are never filtered' -r
complete -c planlint -n "__fish_planlint_needs_command" -l engine -d 'The program that wrote the files, where it cannot be told from them' -r -f -a "auto\t'From traces in the file'
opentofu\t'OpenTofu'
terraform\t'Terraform'"
complete -c planlint -n "__fish_planlint_needs_command" -l kind -d 'Which documents to judge; the others are refused by name' -r -f -a "plan\t'Plans'
state\t'States'
any\t'Plans and states'"
complete -c planlint -n "__fish_planlint_needs_command" -l no-config -d 'No settings file'
complete -c planlint -n "__fish_planlint_needs_command" -l no-source -d 'No files and lines of configuration'
complete -c planlint -n "__fish_planlint_needs_command" -l all -d 'List every row: unchanged resources, passed checks, every finding'
complete -c planlint -n "__fish_planlint_needs_command" -s q -l quiet -d 'Only errors, warnings and the verdict'
complete -c planlint -n "__fish_planlint_needs_command" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c planlint -n "__fish_planlint_needs_command" -s V -l version -d 'Print version'
complete -c planlint -n "__fish_planlint_needs_command" -a "state" -d 'Judge states: `show -json` of a state, or a raw terraform.tfstate'
complete -c planlint -n "__fish_planlint_needs_command" -a "config" -d 'Judge modules written in JSON: what is wrong in *.tf.json and *.tofu.json files, and which engine refuses them'
complete -c planlint -n "__fish_planlint_needs_command" -a "rules" -d 'List the rules'
complete -c planlint -n "__fish_planlint_needs_command" -a "baseline" -d 'Write down the findings of today, so that a gate stops only at what is new'
complete -c planlint -n "__fish_planlint_needs_command" -a "explain" -d 'Explain a rule: why, what to do, when it fires'
complete -c planlint -n "__fish_planlint_needs_command" -a "match" -d 'List what an address pattern hits in plans and states'
complete -c planlint -n "__fish_planlint_needs_command" -a "show" -d 'Show what a plan changes attribute by attribute, or what a state holds'
complete -c planlint -n "__fish_planlint_needs_command" -a "init" -d 'Write a settings file with everything in it explained'
complete -c planlint -n "__fish_planlint_needs_command" -a "waive" -d 'Permit what a rule finds at an address, for a reason and some time'
complete -c planlint -n "__fish_planlint_needs_command" -a "redact" -d 'Write a plan or state with placeholders for all that is sensitive, so that it may be shared'
complete -c planlint -n "__fish_planlint_needs_command" -a "diff" -d 'Tell what one plan intends that another did not, or what one state has; exit status 1 when they differ'
complete -c planlint -n "__fish_planlint_needs_command" -a "fingerprint" -d 'Write a short text that is the same for all plans that intend the same'
complete -c planlint -n "__fish_planlint_needs_command" -a "completions" -d 'Write the completions of a shell'
complete -c planlint -n "__fish_planlint_needs_command" -a "man" -d 'Write the manual page'
complete -c planlint -n "__fish_planlint_needs_command" -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c planlint -n "__fish_planlint_using_subcommand state" -l name -d 'What reports call standard input or a file, in place of its path; of several files once for each, in their order' -r
complete -c planlint -n "__fish_planlint_using_subcommand state" -l deny -d 'Findings of these rules or families are errors' -r
complete -c planlint -n "__fish_planlint_using_subcommand state" -l warn -d 'Findings of these rules or families are warnings' -r
complete -c planlint -n "__fish_planlint_using_subcommand state" -l note -d 'Findings of these rules or families are notes' -r
complete -c planlint -n "__fish_planlint_using_subcommand state" -l allow -d 'These rules or families are off' -r
complete -c planlint -n "__fish_planlint_using_subcommand state" -l fail-on -d 'The level from which on findings fail the gate; error, unless settings say otherwise' -r -f -a "error\t''
warning\t''
note\t''
never\t''"
complete -c planlint -n "__fish_planlint_using_subcommand state" -l unknown -d 'What to do with findings that are known only after apply; report, unless settings say otherwise' -r -f -a "report\t'Show them; they do not fail the gate'
fail\t'They count like any other'
pass\t'Leave them out'"
complete -c planlint -n "__fish_planlint_using_subcommand state" -l config -d 'The settings file, instead of the first planlint.toml from this folder upward' -r -F
complete -c planlint -n "__fish_planlint_using_subcommand state" -l now -d 'The time of the run, for tests of what ends and of what is old' -r
complete -c planlint -n "__fish_planlint_using_subcommand state" -l baseline -d 'Findings in this baseline are shown and do not fail the gate' -r -F
complete -c planlint -n "__fish_planlint_using_subcommand state" -l expect -d 'Fail a plan that is not one of these, as planlint fingerprint wrote them' -r
complete -c planlint -n "__fish_planlint_using_subcommand state" -l key-file -d 'Sensitive values enter fingerprints under the key in this file or in `PLANLINT_FINGERPRINT_KEY`, else not at all' -r -F
complete -c planlint -n "__fish_planlint_using_subcommand state" -l stateful -d 'These resource types hold data too, beside the built-in list' -r
complete -c planlint -n "__fish_planlint_using_subcommand state" -l format -d 'How the report is written' -r -f -a "text\t'for people: a table of changes, checks, findings and the verdict'
markdown\t'for reviewers: a comment on a pull request, cut to what the place takes'
html\t'for reviewers: one page that asks for nothing, with search, filters and what differs in each change'
json\t'for programs: everything, as schemas/report.v1.schema.json describes it'
jsonl\t'for programs that read line by line: an object for each input, change, finding and the verdict'
csv\t'for spreadsheets: the changes, comma-separated; no cell is a formula'
tsv\t'for shells: the changes, tab-separated and without quotes'
sarif\t'for code scanning: findings as SARIF 2.1.0, with the rules\' own words'
junit\t'for dashboards of tests: a suite an input, a case a finding'
gitlab-codequality\t'for GitLab: the code quality report of a merge request'
github\t'for GitHub Actions: annotations as workflow commands, the most severe first'
github-output\t'for GitHub Actions: the sums of `env`, added to the file of a step\'s outputs'
env\t'for pipelines that branch: sums over all inputs, a line each, such as has_destroy=true'
gitlab-terraform\t'for GitLab: the terraform report of a merge request, in GitLab\'s way of counting'
azure\t'for Azure Pipelines: issues and variables as logging commands'"
complete -c planlint -n "__fish_planlint_using_subcommand state" -s o -l output -d 'Write the report to a file instead of standard output; with a format, write that beside it, as often as wanted' -r
complete -c planlint -n "__fish_planlint_using_subcommand state" -l for -d 'The place that Markdown is for: what does not fit is left out and counted, the least dangerous first' -r -f -a "github-comment\t''
github-summary\t''
gitlab\t''
azure\t''
bitbucket\t''
slack\t''"
complete -c planlint -n "__fish_planlint_using_subcommand state" -l max-bytes -d 'The same for any place: so many bytes at most, and never less than 2000' -r
complete -c planlint -n "__fish_planlint_using_subcommand state" -l comment-id -d 'A name for this comment, in a hidden line of the Markdown, by which each of several jobs finds its own again' -r
complete -c planlint -n "__fish_planlint_using_subcommand state" -l source -d 'The root module that the plans were made from: findings get a file and a line in it, or in a module that it calls; without this the directory of each plan, if it holds configuration' -r -F
complete -c planlint -n "__fish_planlint_using_subcommand state" -l color -d 'When to colour' -r -f -a "auto\t'On a terminal, unless the environment says otherwise'
always\t'Always'
never\t'Never'"
complete -c planlint -n "__fish_planlint_using_subcommand state" -l only -d 'Only changes of these kinds in the table; findings are never filtered' -r -f -a "unrecognized\t''
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
complete -c planlint -n "__fish_planlint_using_subcommand state" -l only-address -d 'Only changes of these addresses in the table; findings are never filtered' -r
complete -c planlint -n "__fish_planlint_using_subcommand state" -l engine -d 'The program that wrote the files, where it cannot be told from them' -r -f -a "auto\t'From traces in the file'
opentofu\t'OpenTofu'
terraform\t'Terraform'"
complete -c planlint -n "__fish_planlint_using_subcommand state" -l no-config -d 'No settings file'
complete -c planlint -n "__fish_planlint_using_subcommand state" -l no-source -d 'No files and lines of configuration'
complete -c planlint -n "__fish_planlint_using_subcommand state" -l all -d 'List every row: unchanged resources, passed checks, every finding'
complete -c planlint -n "__fish_planlint_using_subcommand state" -s q -l quiet -d 'Only errors, warnings and the verdict'
complete -c planlint -n "__fish_planlint_using_subcommand state" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c planlint -n "__fish_planlint_using_subcommand config; and not __fish_seen_subcommand_from fmt" -l deny -d 'Findings of these rules or families are errors' -r
complete -c planlint -n "__fish_planlint_using_subcommand config; and not __fish_seen_subcommand_from fmt" -l warn -d 'Findings of these rules or families are warnings' -r
complete -c planlint -n "__fish_planlint_using_subcommand config; and not __fish_seen_subcommand_from fmt" -l note -d 'Findings of these rules or families are notes' -r
complete -c planlint -n "__fish_planlint_using_subcommand config; and not __fish_seen_subcommand_from fmt" -l allow -d 'These rules or families are off' -r
complete -c planlint -n "__fish_planlint_using_subcommand config; and not __fish_seen_subcommand_from fmt" -l fail-on -d 'The level from which on findings fail the gate; error, unless settings say otherwise' -r -f -a "error\t''
warning\t''
note\t''
never\t''"
complete -c planlint -n "__fish_planlint_using_subcommand config; and not __fish_seen_subcommand_from fmt" -l config -d 'The settings file, instead of the first planlint.toml from this folder upward' -r -F
complete -c planlint -n "__fish_planlint_using_subcommand config; and not __fish_seen_subcommand_from fmt" -l now -d 'The time of the run, for tests of what ends and of what is old' -r
complete -c planlint -n "__fish_planlint_using_subcommand config; and not __fish_seen_subcommand_from fmt" -l baseline -d 'Findings in this baseline are shown and do not fail the gate' -r -F
complete -c planlint -n "__fish_planlint_using_subcommand config; and not __fish_seen_subcommand_from fmt" -s o -l output -d 'Write the report to a file instead of standard output; with a format, write that beside it, as often as wanted' -r
complete -c planlint -n "__fish_planlint_using_subcommand config; and not __fish_seen_subcommand_from fmt" -l for -d 'The place that Markdown is for: what does not fit is left out and counted, the least dangerous first' -r -f -a "github-comment\t''
github-summary\t''
gitlab\t''
azure\t''
bitbucket\t''
slack\t''"
complete -c planlint -n "__fish_planlint_using_subcommand config; and not __fish_seen_subcommand_from fmt" -l max-bytes -d 'The same for any place: so many bytes at most, and never less than 2000' -r
complete -c planlint -n "__fish_planlint_using_subcommand config; and not __fish_seen_subcommand_from fmt" -l comment-id -d 'A name for this comment, in a hidden line of the Markdown, by which each of several jobs finds its own again' -r
complete -c planlint -n "__fish_planlint_using_subcommand config; and not __fish_seen_subcommand_from fmt" -l color -d 'When to colour' -r -f -a "auto\t'On a terminal, unless the environment says otherwise'
always\t'Always'
never\t'Never'"
complete -c planlint -n "__fish_planlint_using_subcommand config; and not __fish_seen_subcommand_from fmt" -l flavor -d 'In whose eyes' -r -f -a "auto\t'OpenTofu where all files are its own (.tofu, .tofu.json), else both'
tofu\t'OpenTofu'
terraform\t'Terraform'
both\t'Both: what either refuses is an error'"
complete -c planlint -n "__fish_planlint_using_subcommand config; and not __fish_seen_subcommand_from fmt" -l format -d 'How the report is written' -r -f -a "text\t'for people: a table of changes, checks, findings and the verdict'
markdown\t'for reviewers: a comment on a pull request, cut to what the place takes'
html\t'for reviewers: one page that asks for nothing, with search, filters and what differs in each change'
json\t'for programs: everything, as schemas/report.v1.schema.json describes it'
jsonl\t'for programs that read line by line: an object for each input, change, finding and the verdict'
csv\t'for spreadsheets: the changes, comma-separated; no cell is a formula'
tsv\t'for shells: the changes, tab-separated and without quotes'
sarif\t'for code scanning: findings as SARIF 2.1.0, with the rules\' own words'
junit\t'for dashboards of tests: a suite an input, a case a finding'
gitlab-codequality\t'for GitLab: the code quality report of a merge request'
github\t'for GitHub Actions: annotations as workflow commands, the most severe first'
github-output\t'for GitHub Actions: the sums of `env`, added to the file of a step\'s outputs'
env\t'for pipelines that branch: sums over all inputs, a line each, such as has_destroy=true'
gitlab-terraform\t'for GitLab: the terraform report of a merge request, in GitLab\'s way of counting'
azure\t'for Azure Pipelines: issues and variables as logging commands'
representation\t'the configuration that show -json prints of one module, as far as that is known without providers'"
complete -c planlint -n "__fish_planlint_using_subcommand config; and not __fish_seen_subcommand_from fmt" -l name -d 'What reports call standard input or a file, in place of its path; of several files once for each, in their order' -r
complete -c planlint -n "__fish_planlint_using_subcommand config; and not __fish_seen_subcommand_from fmt" -l unknown -d 'What to do with findings that are known only after apply; report, unless settings say otherwise' -r -f -a "report\t'Show them; they do not fail the gate'
fail\t'They count like any other'
pass\t'Leave them out'"
complete -c planlint -n "__fish_planlint_using_subcommand config; and not __fish_seen_subcommand_from fmt" -l expect -d 'Fail a plan that is not one of these, as planlint fingerprint wrote them' -r
complete -c planlint -n "__fish_planlint_using_subcommand config; and not __fish_seen_subcommand_from fmt" -l key-file -d 'Sensitive values enter fingerprints under the key in this file or in `PLANLINT_FINGERPRINT_KEY`, else not at all' -r -F
complete -c planlint -n "__fish_planlint_using_subcommand config; and not __fish_seen_subcommand_from fmt" -l stateful -d 'These resource types hold data too, beside the built-in list' -r
complete -c planlint -n "__fish_planlint_using_subcommand config; and not __fish_seen_subcommand_from fmt" -l only -d 'Only changes of these kinds in the table; findings are never filtered' -r -f -a "unrecognized\t''
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
complete -c planlint -n "__fish_planlint_using_subcommand config; and not __fish_seen_subcommand_from fmt" -l only-address -d 'Only changes of these addresses in the table; findings are never filtered' -r
complete -c planlint -n "__fish_planlint_using_subcommand config; and not __fish_seen_subcommand_from fmt" -l engine -d 'The program that wrote the files, where it cannot be told from them' -r -f -a "auto\t'From traces in the file'
opentofu\t'OpenTofu'
terraform\t'Terraform'"
complete -c planlint -n "__fish_planlint_using_subcommand config; and not __fish_seen_subcommand_from fmt" -l source -d 'The root module that the plans were made from: findings get a file and a line in it, or in a module that it calls; without this the directory of each plan, if it holds configuration' -r -F
complete -c planlint -n "__fish_planlint_using_subcommand config; and not __fish_seen_subcommand_from fmt" -l no-config -d 'No settings file'
complete -c planlint -n "__fish_planlint_using_subcommand config; and not __fish_seen_subcommand_from fmt" -l all -d 'List every row: unchanged resources, passed checks, every finding'
complete -c planlint -n "__fish_planlint_using_subcommand config; and not __fish_seen_subcommand_from fmt" -s q -l quiet -d 'Only errors, warnings and the verdict'
complete -c planlint -n "__fish_planlint_using_subcommand config; and not __fish_seen_subcommand_from fmt" -l fix -d 'Fix what is certain in the files that are named, and report what remains'
complete -c planlint -n "__fish_planlint_using_subcommand config; and not __fish_seen_subcommand_from fmt" -l no-source -d 'No files and lines of configuration'
complete -c planlint -n "__fish_planlint_using_subcommand config; and not __fish_seen_subcommand_from fmt" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c planlint -n "__fish_planlint_using_subcommand config; and not __fish_seen_subcommand_from fmt" -a "fmt" -d 'Lay out *.tf.json and *.tofu.json files anew; a directory of this name is ./fmt'
complete -c planlint -n "__fish_planlint_using_subcommand config; and __fish_seen_subcommand_from fmt" -l check -d 'Write nothing, and say which files would change'
complete -c planlint -n "__fish_planlint_using_subcommand config; and __fish_seen_subcommand_from fmt" -l recursive -d 'In the directories inside of directories too, without hidden ones'
complete -c planlint -n "__fish_planlint_using_subcommand config; and __fish_seen_subcommand_from fmt" -s h -l help -d 'Print help'
complete -c planlint -n "__fish_planlint_using_subcommand rules" -l format -d 'How the list is written' -r -f -a "table\t'For people'
json\t'For programs'
markdown\t'What docs/rules.md holds'"
complete -c planlint -n "__fish_planlint_using_subcommand rules" -l family -d 'Only the rules of one family' -r
complete -c planlint -n "__fish_planlint_using_subcommand rules" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c planlint -n "__fish_planlint_using_subcommand baseline" -l name -d 'What reports call standard input or a file, in place of its path; of several files once for each, in their order' -r
complete -c planlint -n "__fish_planlint_using_subcommand baseline" -l deny -d 'Findings of these rules or families are errors' -r
complete -c planlint -n "__fish_planlint_using_subcommand baseline" -l warn -d 'Findings of these rules or families are warnings' -r
complete -c planlint -n "__fish_planlint_using_subcommand baseline" -l note -d 'Findings of these rules or families are notes' -r
complete -c planlint -n "__fish_planlint_using_subcommand baseline" -l allow -d 'These rules or families are off' -r
complete -c planlint -n "__fish_planlint_using_subcommand baseline" -l fail-on -d 'The level from which on findings fail the gate; error, unless settings say otherwise' -r -f -a "error\t''
warning\t''
note\t''
never\t''"
complete -c planlint -n "__fish_planlint_using_subcommand baseline" -l unknown -d 'What to do with findings that are known only after apply; report, unless settings say otherwise' -r -f -a "report\t'Show them; they do not fail the gate'
fail\t'They count like any other'
pass\t'Leave them out'"
complete -c planlint -n "__fish_planlint_using_subcommand baseline" -l config -d 'The settings file, instead of the first planlint.toml from this folder upward' -r -F
complete -c planlint -n "__fish_planlint_using_subcommand baseline" -l now -d 'The time of the run, for tests of what ends and of what is old' -r
complete -c planlint -n "__fish_planlint_using_subcommand baseline" -l baseline -d 'Findings in this baseline are shown and do not fail the gate' -r -F
complete -c planlint -n "__fish_planlint_using_subcommand baseline" -l expect -d 'Fail a plan that is not one of these, as planlint fingerprint wrote them' -r
complete -c planlint -n "__fish_planlint_using_subcommand baseline" -l key-file -d 'Sensitive values enter fingerprints under the key in this file or in `PLANLINT_FINGERPRINT_KEY`, else not at all' -r -F
complete -c planlint -n "__fish_planlint_using_subcommand baseline" -l stateful -d 'These resource types hold data too, beside the built-in list' -r
complete -c planlint -n "__fish_planlint_using_subcommand baseline" -l format -d 'How the report is written' -r -f -a "text\t'for people: a table of changes, checks, findings and the verdict'
markdown\t'for reviewers: a comment on a pull request, cut to what the place takes'
html\t'for reviewers: one page that asks for nothing, with search, filters and what differs in each change'
json\t'for programs: everything, as schemas/report.v1.schema.json describes it'
jsonl\t'for programs that read line by line: an object for each input, change, finding and the verdict'
csv\t'for spreadsheets: the changes, comma-separated; no cell is a formula'
tsv\t'for shells: the changes, tab-separated and without quotes'
sarif\t'for code scanning: findings as SARIF 2.1.0, with the rules\' own words'
junit\t'for dashboards of tests: a suite an input, a case a finding'
gitlab-codequality\t'for GitLab: the code quality report of a merge request'
github\t'for GitHub Actions: annotations as workflow commands, the most severe first'
github-output\t'for GitHub Actions: the sums of `env`, added to the file of a step\'s outputs'
env\t'for pipelines that branch: sums over all inputs, a line each, such as has_destroy=true'
gitlab-terraform\t'for GitLab: the terraform report of a merge request, in GitLab\'s way of counting'
azure\t'for Azure Pipelines: issues and variables as logging commands'"
complete -c planlint -n "__fish_planlint_using_subcommand baseline" -s o -l output -d 'Write the report to a file instead of standard output; with a format, write that beside it, as often as wanted' -r
complete -c planlint -n "__fish_planlint_using_subcommand baseline" -l for -d 'The place that Markdown is for: what does not fit is left out and counted, the least dangerous first' -r -f -a "github-comment\t''
github-summary\t''
gitlab\t''
azure\t''
bitbucket\t''
slack\t''"
complete -c planlint -n "__fish_planlint_using_subcommand baseline" -l max-bytes -d 'The same for any place: so many bytes at most, and never less than 2000' -r
complete -c planlint -n "__fish_planlint_using_subcommand baseline" -l comment-id -d 'A name for this comment, in a hidden line of the Markdown, by which each of several jobs finds its own again' -r
complete -c planlint -n "__fish_planlint_using_subcommand baseline" -l source -d 'The root module that the plans were made from: findings get a file and a line in it, or in a module that it calls; without this the directory of each plan, if it holds configuration' -r -F
complete -c planlint -n "__fish_planlint_using_subcommand baseline" -l color -d 'When to colour' -r -f -a "auto\t'On a terminal, unless the environment says otherwise'
always\t'Always'
never\t'Never'"
complete -c planlint -n "__fish_planlint_using_subcommand baseline" -l only -d 'Only changes of these kinds in the table; findings are never filtered' -r -f -a "unrecognized\t''
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
complete -c planlint -n "__fish_planlint_using_subcommand baseline" -l only-address -d 'Only changes of these addresses in the table; findings are never filtered' -r
complete -c planlint -n "__fish_planlint_using_subcommand baseline" -l engine -d 'The program that wrote the files, where it cannot be told from them' -r -f -a "auto\t'From traces in the file'
opentofu\t'OpenTofu'
terraform\t'Terraform'"
complete -c planlint -n "__fish_planlint_using_subcommand baseline" -l kind -d 'Which documents to judge; the others are refused by name' -r -f -a "plan\t'Plans'
state\t'States'
any\t'Plans and states'"
complete -c planlint -n "__fish_planlint_using_subcommand baseline" -l write-to -d 'The baseline file' -r -F
complete -c planlint -n "__fish_planlint_using_subcommand baseline" -l no-config -d 'No settings file'
complete -c planlint -n "__fish_planlint_using_subcommand baseline" -l no-source -d 'No files and lines of configuration'
complete -c planlint -n "__fish_planlint_using_subcommand baseline" -l all -d 'List every row: unchanged resources, passed checks, every finding'
complete -c planlint -n "__fish_planlint_using_subcommand baseline" -s q -l quiet -d 'Only errors, warnings and the verdict'
complete -c planlint -n "__fish_planlint_using_subcommand baseline" -l update -d 'Only drop what is not found any more'
complete -c planlint -n "__fish_planlint_using_subcommand baseline" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c planlint -n "__fish_planlint_using_subcommand explain" -l format -d 'How the page is written' -r -f -a "terminal\t'Wrapped for the terminal'
markdown\t'As it stands'"
complete -c planlint -n "__fish_planlint_using_subcommand explain" -l color -d 'When to colour' -r -f -a "auto\t'On a terminal, unless the environment says otherwise'
always\t'Always'
never\t'Never'"
complete -c planlint -n "__fish_planlint_using_subcommand explain" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c planlint -n "__fish_planlint_using_subcommand match" -l config -d 'The settings file, instead of the first planlint.toml from this folder upward' -r -F
complete -c planlint -n "__fish_planlint_using_subcommand match" -l now -d 'The time of the run, for tests of what ends and of what is old' -r
complete -c planlint -n "__fish_planlint_using_subcommand match" -l no-config -d 'No settings file'
complete -c planlint -n "__fish_planlint_using_subcommand match" -s h -l help -d 'Print help'
complete -c planlint -n "__fish_planlint_using_subcommand show" -l kind -d 'Which documents to show; the others are refused by name' -r -f -a "plan\t'Plans'
state\t'States'
any\t'Plans and states'"
complete -c planlint -n "__fish_planlint_using_subcommand show" -l schemas -d 'What `tofu providers schema -json` wrote: tells blocks from attributes and sets from lists' -r -F
complete -c planlint -n "__fish_planlint_using_subcommand show" -l only -d 'Only changes of these kinds' -r -f -a "unrecognized\t''
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
complete -c planlint -n "__fish_planlint_using_subcommand show" -l address -d 'Only these addresses, before or after a move' -r
complete -c planlint -n "__fish_planlint_using_subcommand show" -l type -d 'Only these resource types' -r
complete -c planlint -n "__fish_planlint_using_subcommand show" -l module -d 'Only these modules and what is in them; a pattern such as `module.net[*]`' -r
complete -c planlint -n "__fish_planlint_using_subcommand show" -l config -d 'The settings file, instead of the first planlint.toml from this folder upward' -r -F
complete -c planlint -n "__fish_planlint_using_subcommand show" -l now -d 'The time of the run, for tests of what ends and of what is old' -r
complete -c planlint -n "__fish_planlint_using_subcommand show" -l detail -d 'How much of each change: nothing but its line, the names of what changes, or all' -r -f -a "none\t'One line a change'
summary\t'The names of the attributes that change'
full\t'Values before and after'"
complete -c planlint -n "__fish_planlint_using_subcommand show" -l color -d 'When to colour' -r -f -a "auto\t'On a terminal, unless the environment says otherwise'
always\t'Always'
never\t'Never'"
complete -c planlint -n "__fish_planlint_using_subcommand show" -l engine -d 'The program that wrote the files, where it cannot be told from them' -r -f -a "auto\t'From traces in the file'
opentofu\t'OpenTofu'
terraform\t'Terraform'"
complete -c planlint -n "__fish_planlint_using_subcommand show" -l engine-text -d 'The text that the engine itself prints'
complete -c planlint -n "__fish_planlint_using_subcommand show" -l no-config -d 'No settings file'
complete -c planlint -n "__fish_planlint_using_subcommand show" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c planlint -n "__fish_planlint_using_subcommand init" -s h -l help -d 'Print help'
complete -c planlint -n "__fish_planlint_using_subcommand waive" -l reason -d 'Why it is permitted' -r
complete -c planlint -n "__fish_planlint_using_subcommand waive" -l until -d 'The last day on which it is, such as 2027-01-31' -r
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
complete -c planlint -n "__fish_planlint_using_subcommand waive" -l at-most -d 'With more matches than this in one document it permits none' -r
complete -c planlint -n "__fish_planlint_using_subcommand waive" -l config -d 'The settings file, instead of the first planlint.toml from this folder upward' -r -F
complete -c planlint -n "__fish_planlint_using_subcommand waive" -l now -d 'The time of the run, for tests of what ends and of what is old' -r
complete -c planlint -n "__fish_planlint_using_subcommand waive" -l no-config -d 'No settings file'
complete -c planlint -n "__fish_planlint_using_subcommand waive" -s h -l help -d 'Print help'
complete -c planlint -n "__fish_planlint_using_subcommand redact" -s o -l output -d 'Write the copy to a file' -r -F
complete -c planlint -n "__fish_planlint_using_subcommand redact" -l config -d 'The settings file, instead of the first planlint.toml from this folder upward' -r -F
complete -c planlint -n "__fish_planlint_using_subcommand redact" -l now -d 'The time of the run, for tests of what ends and of what is old' -r
complete -c planlint -n "__fish_planlint_using_subcommand redact" -l leave-unmarked -d 'Write it also when it holds texts that look like secrets and that nothing marks sensitive'
complete -c planlint -n "__fish_planlint_using_subcommand redact" -l no-config -d 'No settings file'
complete -c planlint -n "__fish_planlint_using_subcommand redact" -s h -l help -d 'Print help'
complete -c planlint -n "__fish_planlint_using_subcommand diff" -l format -d 'How the differences are written' -r -f -a "text\t'For people'
json\t'For programs, as schemas/comparison.v1.schema.json describes it'"
complete -c planlint -n "__fish_planlint_using_subcommand diff" -l config -d 'The settings file, instead of the first planlint.toml from this folder upward' -r -F
complete -c planlint -n "__fish_planlint_using_subcommand diff" -l now -d 'The time of the run, for tests of what ends and of what is old' -r
complete -c planlint -n "__fish_planlint_using_subcommand diff" -l no-config -d 'No settings file'
complete -c planlint -n "__fish_planlint_using_subcommand diff" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c planlint -n "__fish_planlint_using_subcommand fingerprint" -l key-file -d 'Sensitive values enter fingerprints under the key in this file or in `PLANLINT_FINGERPRINT_KEY`, else not at all' -r -F
complete -c planlint -n "__fish_planlint_using_subcommand fingerprint" -l config -d 'The settings file, instead of the first planlint.toml from this folder upward' -r -F
complete -c planlint -n "__fish_planlint_using_subcommand fingerprint" -l now -d 'The time of the run, for tests of what ends and of what is old' -r
complete -c planlint -n "__fish_planlint_using_subcommand fingerprint" -l no-config -d 'No settings file'
complete -c planlint -n "__fish_planlint_using_subcommand fingerprint" -s h -l help -d 'Print help'
complete -c planlint -n "__fish_planlint_using_subcommand completions" -s h -l help -d 'Print help'
complete -c planlint -n "__fish_planlint_using_subcommand man" -s h -l help -d 'Print help'
complete -c planlint -n "__fish_planlint_using_subcommand help; and not __fish_seen_subcommand_from state config rules baseline explain match show init waive redact diff fingerprint completions man help" -f -a "state" -d 'Judge states: `show -json` of a state, or a raw terraform.tfstate'
complete -c planlint -n "__fish_planlint_using_subcommand help; and not __fish_seen_subcommand_from state config rules baseline explain match show init waive redact diff fingerprint completions man help" -f -a "config" -d 'Judge modules written in JSON: what is wrong in *.tf.json and *.tofu.json files, and which engine refuses them'
complete -c planlint -n "__fish_planlint_using_subcommand help; and not __fish_seen_subcommand_from state config rules baseline explain match show init waive redact diff fingerprint completions man help" -f -a "rules" -d 'List the rules'
complete -c planlint -n "__fish_planlint_using_subcommand help; and not __fish_seen_subcommand_from state config rules baseline explain match show init waive redact diff fingerprint completions man help" -f -a "baseline" -d 'Write down the findings of today, so that a gate stops only at what is new'
complete -c planlint -n "__fish_planlint_using_subcommand help; and not __fish_seen_subcommand_from state config rules baseline explain match show init waive redact diff fingerprint completions man help" -f -a "explain" -d 'Explain a rule: why, what to do, when it fires'
complete -c planlint -n "__fish_planlint_using_subcommand help; and not __fish_seen_subcommand_from state config rules baseline explain match show init waive redact diff fingerprint completions man help" -f -a "match" -d 'List what an address pattern hits in plans and states'
complete -c planlint -n "__fish_planlint_using_subcommand help; and not __fish_seen_subcommand_from state config rules baseline explain match show init waive redact diff fingerprint completions man help" -f -a "show" -d 'Show what a plan changes attribute by attribute, or what a state holds'
complete -c planlint -n "__fish_planlint_using_subcommand help; and not __fish_seen_subcommand_from state config rules baseline explain match show init waive redact diff fingerprint completions man help" -f -a "init" -d 'Write a settings file with everything in it explained'
complete -c planlint -n "__fish_planlint_using_subcommand help; and not __fish_seen_subcommand_from state config rules baseline explain match show init waive redact diff fingerprint completions man help" -f -a "waive" -d 'Permit what a rule finds at an address, for a reason and some time'
complete -c planlint -n "__fish_planlint_using_subcommand help; and not __fish_seen_subcommand_from state config rules baseline explain match show init waive redact diff fingerprint completions man help" -f -a "redact" -d 'Write a plan or state with placeholders for all that is sensitive, so that it may be shared'
complete -c planlint -n "__fish_planlint_using_subcommand help; and not __fish_seen_subcommand_from state config rules baseline explain match show init waive redact diff fingerprint completions man help" -f -a "diff" -d 'Tell what one plan intends that another did not, or what one state has; exit status 1 when they differ'
complete -c planlint -n "__fish_planlint_using_subcommand help; and not __fish_seen_subcommand_from state config rules baseline explain match show init waive redact diff fingerprint completions man help" -f -a "fingerprint" -d 'Write a short text that is the same for all plans that intend the same'
complete -c planlint -n "__fish_planlint_using_subcommand help; and not __fish_seen_subcommand_from state config rules baseline explain match show init waive redact diff fingerprint completions man help" -f -a "completions" -d 'Write the completions of a shell'
complete -c planlint -n "__fish_planlint_using_subcommand help; and not __fish_seen_subcommand_from state config rules baseline explain match show init waive redact diff fingerprint completions man help" -f -a "man" -d 'Write the manual page'
complete -c planlint -n "__fish_planlint_using_subcommand help; and not __fish_seen_subcommand_from state config rules baseline explain match show init waive redact diff fingerprint completions man help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c planlint -n "__fish_planlint_using_subcommand help; and __fish_seen_subcommand_from config" -f -a "fmt" -d 'Lay out *.tf.json and *.tofu.json files anew; a directory of this name is ./fmt'
