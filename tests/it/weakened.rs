//! What a settings file that nobody named keeps the gate from seeing is told, whatever way it takes.

use std::fs;
use std::path::Path;

use crate::program::{Run, planlint};
use crate::{cut, settings};

/// A folder with a plan that destroys a database, and settings in it and in `near/` below.
fn project(outer: &str, near: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let plan = cut::with_change(&settings::change("aws_db_instance.x", "aws_db_instance", &["delete"]));
    fs::create_dir(folder.path().join("near")).unwrap();
    for (name, text) in [
        ("near/p.json", cut::line(&plan)),
        ("planlint.toml", outer.to_owned()),
        ("near/planlint.toml", near.to_owned()),
    ] {
        fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

fn judge(folder: &Path, arguments: &[&str]) -> Run {
    planlint(["p.json", "--deny", "weakened-gate"])
        .args(arguments)
        .folder(&folder.join("near"))
        .run()
}

#[test]
fn what_a_nearer_file_takes_back_is_told() {
    let off = "--allow=destruction,blast-radius,hygiene";
    for (outer, near, rule, why) in [
        (
            "[rules]\ndelete = \"error\"\n",
            "[[override]]\naddress = \"**\"\nrules = { delete = \"warning\" }\n",
            "delete",
            "an override outweighs a rule",
        ),
        (
            "[[override]]\naddress = \"**\"\nrules = { delete = \"error\" }\n",
            "[[override]]\naddress = \"aws_db_instance.*\"\nrules = { delete = \"warning\" }\n",
            "delete",
            "and an override",
        ),
        (
            "[rules]\nforbidden-type = { level = \"error\", forbid = [\"aws_db_instance\"] }\n",
            "[[override]]\naddress = \"**\"\nrules = { forbidden-type = \"allow\" }\n",
            "forbidden-type",
            "also of a rule that is off by itself",
        ),
        (
            "[rules]\nforbidden-type = { level = \"error\", forbid = [\"aws_db_instance\"] }\n",
            "[rules]\nforbidden-type = { level = \"error\", forbid = [\"aws_instance\"] }\n",
            "forbidden-type",
            "other options",
        ),
        (
            "[waivers]\nlongest-life-days = 7\n",
            "[waivers]\nlongest-life-days = 90\n",
            "longest-life-days",
            "how long waivers live",
        ),
    ] {
        let folder = project(outer, &format!("extends = [\"../planlint.toml\"]\n{near}"));
        judge(folder.path(), &["--allow=delete-stateful"])
            .exits(1, why)
            .says(
                &format!("takes back what {}", folder.path().join("planlint.toml").display()),
                why,
            )
            .says(&format!(" says of {rule}"), why);
        let folder = project(outer, &format!("extends = [\"../planlint.toml\"]\n{outer}"));
        judge(folder.path(), &[off]).hides("weakened-gate", "the same once more takes nothing back");
    }
}

#[test]
fn who_makes_a_general_rule_milder_lets_no_file_off() {
    let folder = project("", "[rules]\ndelete-stateful = \"allow\"\n");
    for (level, told, why) in [
        ("--warn=delete", true, "a database is an error by itself"),
        ("--note=delete", true, "milder still"),
        ("--deny=delete", false, "as strict as the rule that is off"),
    ] {
        let run = judge(folder.path(), &[level, "--allow=blast-radius"]).exits(1, why);
        assert_eq!(
            run.stdout.contains("switches off delete-stateful"),
            told,
            "{why}\n{}",
            run.stdout
        );
    }
}

#[test]
fn waivers_beside_settings_that_are_named_were_found() {
    let waiver = "[[waiver]]\nrule = \"delete-stateful\"\naddress = \"**\"\nreason = \"r\"\nexpires = 2027-01-31\n";
    let folder = project("[rules]\ncritical-type = \"allow\"\n", "");
    let beside = folder.path().join("planlint.waivers.toml");
    let named = ["--config", "../planlint.toml"];
    judge(folder.path(), &named)
        .exits(1, "a database")
        .hides("weakened-gate", "somebody has named the file");
    fs::write(&beside, waiver).unwrap();
    judge(folder.path(), &named).exits(1, "nobody has named this one").says(
        "planlint.waivers.toml permits by waivers what delete-stateful found",
        "and nothing else",
    );
    fs::remove_file(&beside).unwrap();
    fs::write(folder.path().join("planlint.toml"), waiver).unwrap();
    judge(folder.path(), &named).exits(0, "a waiver in the file that is named");
}
