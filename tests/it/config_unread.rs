//! `planlint config`: files that the engines cannot read, which no setting and no baseline makes judged.

use std::fs;

use planlint::output::FORMATS;
use tempfile::TempDir;

use crate::config::{config, module};
use crate::program::planlint;

/// A module whose only file is cut off behind a secret.
fn cut_off() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let text = r#"{"resource": {"terraform_data": {"a": {"input": "x"}}}, "locals": {"a": 1"#;
    fs::write(folder.path().join("main.tf.json"), text).unwrap();
    folder
}

#[test]
fn no_level_makes_it_judged() {
    for (arguments, code, why) in [
        (&[][..], 1, "the engines refuse it, and the place is told"),
        (&["--warn", "malformed-json"], 2, "a milder level"),
        (&["--allow", "malformed-json"], 2, "no level"),
        (&["--allow", "json-syntax"], 2, "none for the family"),
        (&["--allow", "json-syntax", "--fail-on", "never"], 2, "and no gate"),
    ] {
        let folder = cut_off();
        let run = planlint(["config", "--no-config"]).args(arguments).arg(".");
        let run = run.folder(folder.path()).run().exits(code, why);
        if code == 2 {
            run.tells(
                "main.tf.json: the engine cannot read it, which no level of a rule permits",
                why,
            )
            .hides("PASS", why);
        }
    }
}

#[test]
fn no_waiver_no_comment_and_no_baseline_permits_it() {
    let folder = cut_off();
    planlint([
        "waive",
        "malformed-json",
        "**",
        "--reason",
        "later",
        "--until",
        "2027-01-01",
    ])
    .folder(folder.path())
    .run()
    .exits(2, "a waiver")
    .tells("what follows that place is not judged: fix the file", "what to do");
    planlint(["config", "baseline", "."])
        .folder(folder.path())
        .run()
        .exits(0, "the rest of it may be known");
    planlint(["config", "--no-config", "--baseline", "planlint.baseline.json", "."])
        .folder(folder.path())
        .run()
        .exits(1, "it is new every time")
        .says("malformed-json", "and told");
    let text = r#"{"//": "planlint-ignore: malformed-json -- made elsewhere", "locals": {"a": 1"#;
    fs::write(folder.path().join("main.tf.json"), text).unwrap();
    planlint(["config", "--no-config", "."])
        .folder(folder.path())
        .run()
        .exits(2, "a comment inside it");
}

#[test]
fn a_file_that_is_not_there_is_missed_beside_its_directory() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(
        folder.path().join("main.tf.json"),
        r#"{"locals": {"a": 1}, "output": {"a": {"value": "${local.a}"}}}"#,
    )
    .unwrap();
    for (files, code) in [
        (&["."][..], 0),
        (&[".", "main.tf.json"], 0),
        (&["nosuch.tf.json", "."], 2),
        (&[".", "baseline"], 2),
    ] {
        let run = planlint(["config", "--no-config"])
            .args(files)
            .folder(folder.path())
            .run();
        run.exits(code, &files.join(" "));
    }
}

#[test]
fn one_of_several_in_a_list_is_found_by_its_own_address() {
    let folder = tempfile::tempdir().unwrap();
    let module = |aws: &str| {
        format!(
            r#"{{"terraform": {{"required_providers": {{"aws": {{"source": "hashicorp/aws", "version": "~> 5.0"}}}}}},
                "provider": {{"aws": [{{"region": "eu"{aws}}}, {{"alias": "lab", "secret_key": "Canary-Pa55-Old"}}]}},
                "check": {{"c": {{"data": {{"aws_x": {{"y": {{"provider": "aws.lab"}}}}}},
                    "assert": {{"condition": "${{data.aws_x.y.id == var.nope}}", "error_message": "No."}}}}}}}}"#
        )
    };
    let file = folder.path().join("main.tf.json");
    fs::write(&file, module("")).unwrap();
    let run = |arguments: &[&str]| planlint(arguments.iter().copied()).folder(folder.path()).run();
    let report = run(&["config", "--no-config", "--format=json", "."])
        .exits(1, "a secret")
        .json();
    let mut found: Vec<_> = report["findings"].as_array().unwrap().iter().collect();
    found.retain(|finding| finding["level"] == "error");
    let mut found: Vec<_> = found
        .iter()
        .map(|finding| format!("{} {}", finding["rule"].as_str().unwrap(), finding["address"]))
        .collect();
    found.sort_unstable();
    let wanted = [
        r#"secret-in-config "provider.aws.lab""#,
        r#"undeclared-reference "check.c""#,
    ];
    assert_eq!(
        found, wanted,
        "the second provider, and the check around the data source"
    );
    run(&["config", "baseline", "."]).exits(0, "that much is known");
    fs::write(&file, module(r#", "secret_key": "Canary-Pa55-New""#)).unwrap();
    run(&["config", "--no-config", "--baseline", "planlint.baseline.json", "."])
        .exits(1, "another provider's secret is new")
        .says("on provider.aws", "and told of it")
        .hides("Canary", "no secret is shown");
}

#[test]
fn letters_of_a_secret_between_markers_are_shown_in_no_format() {
    let folder = tempfile::tempdir().unwrap();
    let text = r#"{"resource": {"aws_db_instance": {
        "a": {"password": "a%{CanaryOne}"}, "b": {"password": "Ab9${CanaryTwo}x"}, "c": {"password": "${CanaryThree"},
        "d": {"password": "x${var.CanaryFour}"}, "e": {"password": "$${CanaryFive}${"}}}}"#;
    fs::write(folder.path().join("main.tf.json"), text).unwrap();
    for format in FORMATS {
        let run = planlint(["config", "--no-config", "--format", format.name, "."]).folder(folder.path());
        let run = run.run().exits(1, "it is refused");
        run.hides("Canary", format.name);
    }
}

#[test]
fn what_stands_where_a_name_or_a_reference_could_is_shown_in_no_format() {
    for (text, why) in [
        (
            r#"{"variable": {"pw": {"sensitive": true, "default", "CanaryOne"}}}"#,
            "a comma in the place of the colon",
        ),
        (
            r#"{"variable": {"pw": {"sensitive": true, "default" ${ : "CanaryOne"}}}"#,
            "signs before the colon",
        ),
        (
            r#"{"output": {"o": {"sensitive": true, "value": "Ab9${CanaryOne}x"}}}"#,
            "letters of a sensitive output between markers",
        ),
    ] {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("main.tf.json"), text).unwrap();
        for format in FORMATS {
            let run = planlint(["config", "--no-config", "--format", format.name, "."]).folder(folder.path());
            run.run().exits(1, why).hides("Canary", why);
        }
    }
}

#[test]
fn what_stands_in_a_broken_template_is_shown_in_no_format() {
    for (value, why) in [
        (
            r"${DB_HOST:-CanaryXyzzy}",
            "the default of a shell, which the advice would repeat",
        ),
        (r#"${DB_HOST:-\"CanaryXyzzy\"}"#, "in quotes"),
        (r#"${@ \"CanaryXyzzy\"}"#, "behind a sign of a shell"),
        (r"${DB_HOST:-\u0027CanaryXyzzy\u0027}", "in quotes that are escapes"),
        (
            r#"${upper(\\\"CanaryXyzzy\\\")}"#,
            "in quotes that are escaped once too often",
        ),
        (r"${`CanaryXyzzy` 1}", "between backticks"),
        (r"${“CanaryXyzzy” 1}", "between quotes of people"),
        (r"${«CanaryXyzzy» 1}", "and of others"),
        (
            r#"${f({a = \"Canary\"Xyzzy\", b = \"CanaryTwo\"})}"#,
            "a quote in it, and one beside it",
        ),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let text = format!(r#"{{"output": {{"o": {{"value": "{value}"}}}}}}"#);
        fs::write(folder.path().join("main.tf.json"), text).unwrap();
        for format in FORMATS {
            let run = planlint(["config", "--no-config", "--format", format.name, "."]).folder(folder.path());
            let run = run.run().exits(1, why);
            run.hides("Canary", why).hides("Xyzzy", why);
        }
    }
}

/// Engines refuse the whole module for each of these.
#[test]
fn what_is_installed_and_cannot_be_read_leaves_the_call_not_judged() {
    let manifest = br#"{"Modules":[{"Key":"r","Source":"registry.example/a/b/c","Dir":".terraform/modules/r"}]}"#;
    let root = br#"{"module":{"r":{"source":"a/b/c","version":"1.0.0"}}}"#;
    let (list, native, json) = (
        ".terraform/modules/modules.json",
        ".terraform/modules/r/main.tf",
        ".terraform/modules/r/main.tf.json",
    );
    for (files, code, why) in [
        (
            &[(list, &manifest[..]), (native, b"variable \"v\" {}\n")][..],
            1,
            "an argument is missing",
        ),
        (&[(list, &manifest[..40]), (native, b"")], 2, "a list that is cut off"),
        (
            &[(list, b""), (native, b"")],
            0,
            "an empty one, which the engines put up with",
        ),
        (&[(list, b"[]"), (native, b"")], 2, "something else"),
        (
            &[(list, br#"{"Modules":[{"Key":"r","Dir":"a"},{"Key":"r","Dir":"a"}]}"#)],
            2,
            "two records of one call",
        ),
        (
            &[(
                list,
                br#"{"Modules":[{"Key":"r","Source":"registry.example/a/b/c","Version":"junk","Dir":"a"}]}"#,
            )],
            2,
            "a version that is none",
        ),
        (
            &[(list, br#"{"Modules":null}"#)],
            0,
            "a list of nothing, as where nothing is installed",
        ),
        (&[(list, manifest)], 0, "a module that was taken away, which is so, too"),
        (
            &[(list, manifest), (json, br#"{"variable":{"v":{}}"#)],
            2,
            "JSON without its end",
        ),
        (
            &[(list, manifest), (json, br#"{"variable":{"v":{}}}"#)],
            1,
            "and with it",
        ),
        (
            &[(list, manifest), (native, b"variable \"v\" {\n")],
            1,
            "the native syntax without its end",
        ),
    ] {
        let files: Vec<_> = files.iter().copied().chain([("main.tf.json", &root[..])]).collect();
        config(module(&files).path(), &[]).exits(code, why);
    }
}

#[test]
#[cfg(unix)]
fn a_link_that_leads_nowhere_is_found_in_modules_that_are_called() {
    let root = br#"{"module":{"l":{"source":"./l"}}}"#;
    let folder = module(&[("main.tf.json", root), ("l/main.tf", b"variable \"v\" {}\n")]);
    config(folder.path(), &[]).exits(1, "an argument is missing");
    std::os::unix::fs::symlink("nowhere", folder.path().join("l/more.tf")).unwrap();
    config(folder.path(), &[])
        .exits(2, "the engines read no part of the module")
        .tells(
            "more.tf: it cannot be read: it is a link that leads nowhere",
            "which file",
        );
}
