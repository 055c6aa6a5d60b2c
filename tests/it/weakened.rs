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
            "[rules]\nrisk-score = \"error\"\n",
            "[rules]\nrisk-score = { threshold = 100000 }\n",
            "risk-score",
            "options where there were none",
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
fn a_file_that_holds_only_with_the_nearer_one_is_compared_too() {
    let long = "[[waiver]]\nrule = \"delete\"\naddress = \"a.b\"\nreason = \"r\"\nexpires = 2027-06-30\n";
    let idle = "[rules]\nforbidden-type = \"error\"\n";
    let forbids = "[rules.forbidden-type]\nforbid = [\"a_b\"]\n";
    for (outer, near, told, why) in [
        (
            format!("fail-on = \"warning\"\n{idle}"),
            format!("fail-on = \"error\"\n{forbids}"),
            Some("fail-on"),
            "a rule gets below what it needs",
        ),
        (
            format!("unknown = \"fail\"\n{idle}"),
            format!("unknown = \"report\"\n{forbids}"),
            Some("unknown"),
            "what counts as found",
        ),
        (
            idle.to_owned(),
            format!("{forbids}level = \"note\"\n"),
            Some("forbidden-type"),
            "the level of that rule itself",
        ),
        (
            idle.to_owned(),
            forbids.to_owned(),
            None,
            "what it needs is all that is said of it",
        ),
        (
            format!("fail-on = \"warning\"\n{long}"),
            "fail-on = \"error\"\n[waivers]\nlongest-life-days = 300\n".to_owned(),
            Some("fail-on"),
            "a waiver lives longer below",
        ),
    ] {
        let folder = project(&outer, &format!("extends = [\"../planlint.toml\"]\n{near}"));
        let run = judge(folder.path(), &["--now=2026-11-21T12:00:00Z"]).exits(1, why);
        let outer = folder.path().join("planlint.toml");
        match told {
            Some(told) => _ = run.says(&format!("takes back what {} says of {told}", outer.display()), why),
            None => _ = run.hides("weakened-gate", why),
        }
    }
}

#[cfg(unix)]
#[test]
fn what_cannot_be_read_where_it_would_hold_is_not_passed_over() {
    let folder = project("", "extends = [\"shared/all.toml\"]\n");
    let shared = folder.path().join("near/shared");
    fs::create_dir(&shared).unwrap();
    fs::write(shared.join("all.toml"), "extends = [\"base.toml\"]\n").unwrap();
    fs::write(shared.join("base.toml"), "").unwrap();
    let outer = folder.path().join("planlint.toml");
    fs::remove_file(&outer).unwrap();
    std::os::unix::fs::symlink(shared.join("all.toml"), &outer).unwrap();
    judge(folder.path(), &[]).exits(1, "there is no base.toml").says(
        &format!("planlint.toml could not be compared with {}", outer.display()),
        "a link to what is extended, which extends another file from there",
    );
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
    judge(folder.path(), &named)
        .exits(1, "nobody has named this one")
        .says(
            "planlint.waivers.toml permits by waivers what delete-stateful found",
            "and nothing else",
        )
        .says(
            "own it like the file that --config names",
            "the option is given already",
        );
    fs::remove_file(&beside).unwrap();
    fs::write(folder.path().join("planlint.toml"), waiver).unwrap();
    judge(folder.path(), &named).exits(0, "a waiver in the file that is named");
}

#[test]
fn options_of_what_somebody_else_switches_on_are_told() {
    let folder = project("", "[rules.stale-plan]\nhours = 4000000\n");
    judge(folder.path(), &["--deny", "stale-plan"]).says("sets options of stale-plan", "on the command line");
    judge(folder.path(), &[]).hides("stale-plan", "off, whatever its options are");
}

#[test]
fn what_a_file_between_takes_back_is_told_below_it() {
    let folder = project(
        "[rules]\ndelete = \"error\"\n",
        "extends = [\"../planlint.toml\"]\n[rules]\ndelete = \"warning\"\n",
    );
    let near = folder.path().join("near");
    let below = near.join("below");
    fs::create_dir(&below).unwrap();
    fs::copy(near.join("p.json"), below.join("p.json")).unwrap();
    fs::write(below.join("planlint.toml"), "extends = [\"../planlint.toml\"]\n").unwrap();
    for (from, why) in [
        (&near, "in its own folder"),
        (&below, "below, where another file hands it on"),
    ] {
        planlint(["p.json", "--deny=weakened-gate", "--allow=delete-stateful"])
            .folder(from)
            .run()
            .exits(1, why)
            .says(" says of delete", why);
    }
}

#[test]
fn in_whatever_order_files_are_extended_milder_overrides_are_told() {
    let outer =
        "[rules]\ndelete = \"error\"\n[[override]]\naddress = \"module.q.**\"\nrules = { replace = \"error\" }\n";
    let folder = project(outer, "extends = [\"x.toml\", \"../planlint.toml\"]\n");
    let x = "[[override]]\naddress = \"aws_db_instance.*\"\nrules = { delete = \"warning\" }\n";
    fs::write(folder.path().join("near/x.toml"), x).unwrap();
    judge(folder.path(), &["--allow=delete-stateful"])
        .exits(1, "of a file beside")
        .says(" says of delete", "whichever is extended first");
    let same = project(
        outer,
        &format!(
            "extends = [\"../planlint.toml\"]\n{}",
            outer.split_once("[[").map(|(_, rest)| format!("[[{rest}")).unwrap()
        ),
    );
    judge(same.path(), &["--allow=destruction,blast-radius"]).hides("weakened-gate", "the same override once more");
}

#[test]
fn no_family_changes_what_is_said_of_such_files() {
    let folder = project("", "fail-on = \"never\"\n");
    for (level, code, wanted, why) in [
        ("--allow=waivers", 0, "note", "the family is let off, and not this rule"),
        ("--warn=waivers", 0, "note", "nor is it raised"),
        ("--deny=waivers", 0, "note", "nor does the gate stop at it"),
        ("--warn=weakened-gate", 0, "warning", "by its own name"),
        ("--deny=weakened-gate", 1, "error", "by its own name"),
    ] {
        let run = planlint(["p.json", "-q", level])
            .folder(&folder.path().join("near"))
            .run();
        let run = run.exits(code, why).says("lets no finding stop the gate", why);
        assert!(
            run.stdout
                .lines()
                .any(|line| line.contains(wanted) && line.contains("weakened-gate")),
            "{why}\n{}",
            run.stdout
        );
    }
    planlint(["p.json", "--allow=weakened-gate"])
        .folder(&folder.path().join("near"))
        .run()
        .hides("lets no finding", "who says so by its name is heeded");
}

#[test]
fn what_can_only_make_the_gate_stricter_is_no_weakness() {
    for (text, told, why) in [
        (
            "[rules.frozen-address]\nlevel = \"error\"\npatterns = [\"a.b\"]\n",
            None,
            "without patterns it finds nothing",
        ),
        (
            "[rules.frozen-address]\nlevel = \"note\"\npatterns = [\"a.b\"]\n",
            None,
            "a note is more than nothing",
        ),
        (
            "[rules.too-many-changes]\ndelete = 0\ntypes = { a_b = 1 }\n",
            None,
            "a smaller limit, and one more",
        ),
        (
            "[rules.mass-destroy]\nshare = 0.01\n",
            None,
            "a smaller share is too much",
        ),
        ("[rules.critical-type]\nadd = [\"x\"]\n", None, "a longer list"),
        (
            "[rules.unpinned-module]\nexact = true\n",
            None,
            "less is pinned well enough",
        ),
        (
            "[rules.too-many-changes]\ndelete = 21\n",
            Some("sets options of too-many-changes"),
            "a larger limit",
        ),
        (
            "[rules.mass-destroy]\nat-least = 50\n",
            Some("sets options of mass-destroy"),
            "more may go",
        ),
        (
            "[rules.mass-destroy]\nshare = 0.01\nat-least = 50\n",
            Some("sets options of mass-destroy"),
            "stricter in one way, and milder in another",
        ),
        (
            "[rules.critical-type]\nadd = [\"x\"]\nremove = [\"y\"]\n",
            Some("sets options of critical-type"),
            "a list without something",
        ),
        (
            "[rules.public-ingress]\nexpected-ports = []\n",
            Some("sets options of public-ingress"),
            "no limit: nobody looks into it",
        ),
        (
            "ignore = [\"*\"]\n",
            Some("hides differences in * from people"),
            "all that people look at",
        ),
        (
            "ignore = [\"pol*\"]\n",
            Some("hides differences in pol* from people"),
            "whatever is named so",
        ),
        (
            "ignore = [\"tags.*\", \"*.commit\"]\n",
            None,
            "some of what an attribute holds",
        ),
    ] {
        let folder = project("", text);
        fs::remove_file(folder.path().join("planlint.toml")).unwrap();
        let run = judge(folder.path(), &[]);
        match told {
            None => _ = run.hides("weakened-gate", why),
            Some(words) => _ = run.says(words, why),
        }
    }
}

#[test]
fn who_asks_for_a_rule_is_told_who_says_what_it_finds() {
    let folder = project("", "[rules.frozen-address]\npatterns = [\"a.b\"]\n");
    judge(folder.path(), &["--deny=frozen-address"]).says("sets options of frozen-address", "on the command line");
    let outer = "[rules.frozen-address]\nlevel = \"error\"\npatterns = [\"aws_db_instance.x\"]\n";
    for (near, why) in [
        ("[rules.frozen-address]\npatterns = [\"a.b\"]\n", "other patterns"),
        ("[rules]\nfrozen-address = \"warning\"\n", "a milder level"),
        ("[rules]\nfrozen-address = \"allow\"\n", "off"),
    ] {
        let folder = project(outer, &format!("extends = [\"../planlint.toml\"]\n{near}"));
        judge(folder.path(), &["--allow=destruction"]).says(" says of frozen-address", why);
    }
    let outer = "[rules.too-many-changes]\ndelete = 0\n";
    let near = "extends = [\"../planlint.toml\"]\n[rules.too-many-changes]\ndelete = 5\n";
    judge(project(outer, near).path(), &["--allow=destruction"]).says(
        " says of too-many-changes",
        "less than the default, and more than was allowed",
    );
}
