//! What people write who come from engines and from other tools is answered with what to write here.

use std::fs;
use std::path::Path;

use crate::cut;
use crate::program::{Run, planlint};

fn in_folder(folder: &Path, arguments: &[&str]) -> Run {
    planlint(arguments).folder(folder).run()
}

#[test]
fn habits_from_elsewhere_are_answered() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("plan.json"), cut::line(&cut::deletion())).unwrap();
    fs::create_dir(folder.path().join("native")).unwrap();
    fs::write(folder.path().join("native/main.tf"), "").unwrap();
    let exits = "the exit status is 0, 1 or 2 always";
    for (arguments, words, help, why) in [
        (
            &["plan.json", "--detailed-exitcode"][..],
            "there is no option --detailed-exitcode",
            exits,
            "as engines have it",
        ),
        (
            &["plan.json", "-detailed-exitcode"],
            "there is no option -detailed-exitcode",
            exits,
            "with one dash",
        ),
        (
            &["plan.json", "-json"],
            "there is no option -json",
            "--format json",
            "engines",
        ),
        (
            &["plan.json", "--json"],
            "there is no option --json",
            "--format json",
            "jq",
        ),
        (
            &["config", "fmt", "--json"],
            "unexpected argument '--json'",
            "--help",
            "which has no format to choose",
        ),
        (
            &["plan.json", "--soft-fail"],
            "there is no option --soft-fail",
            "--fail-on never",
            "checkov",
        ),
        (
            &["--severity=high", "plan.json"],
            "there is no option --severity",
            "--fail-on warning",
            "and not --version",
        ),
        (
            &["--state", "plan.json"],
            "there is no option --state",
            "planlint state FILE",
            "a command, and not --stateful",
        ),
        (
            &["show", "--type", "aws_vpc", "--bogus"],
            "unexpected argument '--bogus'",
            "--help",
            "an option that the command has is not the one that is wrong",
        ),
        (
            &["rules", "delete"],
            "`delete` is a rule and no family",
            "planlint explain delete",
            "the list is of families",
        ),
        (
            &["native"],
            "no plan or state in JSON was found there, but configuration",
            "tofu show -json tfplan | planlint",
            "the folder of a root module",
        ),
    ] {
        in_folder(folder.path(), arguments)
            .exits(2, why)
            .tells(words, why)
            .tells(help, why);
    }
}

#[test]
fn rules_of_a_family_are_listed_without_an_option() {
    let folder = tempfile::tempdir().unwrap();
    let listed = |arguments: &[&str]| in_folder(folder.path(), arguments).exits(0, "a family").stdout;
    assert_eq!(
        listed(&["rules", "waivers"]),
        listed(&["rules", "--family", "waivers", "--format", "text"])
    );
}
