//! Waivers: where they stand, how they are written, and which are unused.

use std::fs;

use crate::cut;
use crate::program::planlint;
use crate::settings::{deletions, exit, of, of_files};

#[test]
fn waivers_beside_the_settings_count_too() {
    let waiver = "[[waiver]]\nrule = \"delete-stateful\"\naddress = \"aws_db_instance.x\"\nreason = \"r\"\nexpires = 2027-01-31\n";
    let settings = of_files(&[("planlint.toml", ""), ("planlint.waivers.toml", waiver)]);
    assert_eq!(exit(&settings, &deletions()), 0);
    assert_eq!(exit(&of(""), &deletions()), 1);
}

#[test]
fn a_waiver_is_written_beside_what_people_wrote() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("planlint.toml");
    let run = |arguments: &[&str]| {
        let when = ["--now", "2026-11-21T12:00:00Z"];
        let when = when.iter().filter(|_| arguments != ["init"]);
        planlint(arguments)
            .stdin(deletions())
            .folder(folder.path())
            .args(when)
            .run()
    };
    run(&["init"]).exits(0, "a new file");
    run(&["init"])
        .exits(2, "never over one that is there")
        .tells("left alone", "and says so");
    let before = "# ours\nfail-on = \"error\" # strict\n\n[rules] # levels\nwaivers = \"note\"\n";
    fs::write(&path, before).unwrap();
    let waive = |more: &[&str]| {
        let base = [
            "waive",
            "delete-stateful",
            "aws_db_instance.x",
            "--reason",
            "moved \"on\"",
        ];
        run(&[&base[..], more].concat())
    };
    for (arguments, words) in [
        (&["--until", "2026-11-20"][..], "is over"),
        (&["--until", "2028-01-01"], "the longest allowed is 180 days"),
        (&["--until", "soon"], "invalid value"),
        (&["--until", "2026-12-01", "--reason", " "], ""),
    ] {
        waive(arguments).exits(2, "refused").tells(words, "with the reason");
    }
    run(&[
        "waive",
        "delete-statefull",
        "**",
        "--reason",
        "r",
        "--until",
        "2026-12-01",
    ])
    .exits(2, "no such rule")
    .tells("did you mean `delete-stateful`", "but one like it");
    for (rule, help) in [
        ("weakened-gate", "--config FILE names one"),
        ("expired-waiver", "change that one or take it out"),
        ("unused-waiver", "change that one or take it out"),
        ("broad-waiver", "change that one or take it out"),
        ("errored-plan", "make another plan"),
    ] {
        run(&["waive", rule, "**", "--reason", "r", "--until", "2026-12-01"])
            .exits(2, "a waiver that could permit nothing")
            .tells(&format!("findings of `{rule}` cannot be waived"), "which is said")
            .tells(help, "with what to do");
    }
    assert_eq!(
        fs::read_to_string(&path).unwrap(),
        before,
        "what is refused changes nothing"
    );
    run(&[]).exits(1, "not yet waived");
    waive(&["--until", "2027-01-31", "--owner", "team", "--ticket", "OPS-1"]).exits(0, "waived");
    let after = fs::read_to_string(&path).unwrap();
    assert!(after.starts_with(before), "{after}");
    assert!(
        after.contains("reason = 'moved \"on\"'\nowner = \"team\"\nticket = \"OPS-1\"\nexpires = 2027-01-31\n"),
        "{after}"
    );
    for until in ["2027-01-31", "2026-12-31"] {
        waive(&["--until", until])
            .exits(0, "it is as it should be")
            .tells(
                "delete-stateful is waived already, until 2027-01-31",
                "and that is said",
            )
            .tells("planlint.toml:7:1", "with the place");
    }
    assert_eq!(fs::read_to_string(&path).unwrap(), after, "nothing stands there twice");
    run(&[])
        .exits(0, "waived")
        .says("waived until 2027-01-31: moved \"on\"", "and shown with its reason");
    let json = run(&["--format", "json"]).json();
    let waived = json["findings"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|finding| finding["standing"] == "waived");
    assert_eq!(waived.count(), 1);
    planlint(["--format", "json"])
        .stdin(deletions())
        .folder(folder.path())
        .args(["--now", "2027-02-01T00:00:00Z"])
        .run()
        .exits(1, "it has ended")
        .says("\"rule\": \"expired-waiver\"", "and that is said")
        .says("\"settings_file\": \"planlint.toml\"", "with the file");
}

#[test]
fn a_waiver_is_unused_only_where_its_rule_could_find_something() {
    let folder = tempfile::tempdir().unwrap();
    let waiver = |rule: &str, address: &str| {
        format!("[[waiver]]\nrule = \"{rule}\"\naddress = \"{address}\"\nreason = \"x\"\nexpires = 2027-01-31\n")
    };
    let both = waiver("delete", "a.of_plans") + &waiver("undeclared-reference", "a.of_modules");
    for (name, text) in [
        ("planlint.toml", both.as_str()),
        ("plan.json", &cut::line(&cut::unchanged())),
        ("main.tf.json", r#"{"output": {"o": {"value": 1}}}"#),
    ] {
        fs::write(folder.path().join(name), text).unwrap();
    }
    for (argument, told, other) in [
        ("plan.json", "a.of_plans", "a.of_modules"),
        ("config", "a.of_modules", "a.of_plans"),
    ] {
        planlint([argument])
            .folder(folder.path())
            .args(["--now", "2026-11-20T00:00:00Z"])
            .run()
            .exits(0, "a warning")
            .says("unused-waiver", "of one of them")
            .says(told, "its rule looked, and found nothing")
            .hides(other, "its rule had nothing to look at");
    }
}
