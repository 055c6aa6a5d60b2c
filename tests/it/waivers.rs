//! Waivers: where they stand, how they are written, and which are unused.

use std::fs;

use serde_json::json;

use crate::cut;
use crate::fixtures;
use crate::judge::judge;
use crate::program::planlint;
use crate::settings::{change, deletions, exit, mistakes, of, of_files, plan};
use planlint::input::Want;
use planlint::output::FORMATS;

#[test]
fn waivers_beside_the_settings_count_too() {
    let waiver = "[[waiver]]\nrule = \"delete-stateful\"\naddress = \"aws_db_instance.x\"\nreason = \"r\"\nexpires = 2027-01-31\n";
    let settings = of_files(&[("planlint.toml", ""), ("planlint.waivers.toml", waiver)]);
    assert_eq!(exit(&settings, &deletions()), 0);
    assert_eq!(exit(&of(""), &deletions()), 1);
}

#[test]
fn what_moves_under_a_waiver_with_wildcards_is_not_permitted() {
    let moved = |from: &str, to: &str| {
        let mut change = change(to, "aws_db_instance", &["delete", "create"]);
        change["previous_address"] = json!(from);
        change["change"]["after"] = json!({});
        plan(&[change])
    };
    let entering = moved("aws_db_instance.prod", "module.sandbox.aws_db_instance.x");
    let leaving = moved("module.sandbox.aws_db_instance.x", "aws_db_instance.x");
    let inside = moved("module.sandbox.aws_db_instance.y", "module.sandbox.aws_db_instance.x");
    let waiver = |address: &str| {
        let until = "reason = \"r\"\nexpires = 2027-01-31";
        of(&format!(
            "[[waiver]]\nrule = \"replace-stateful\"\naddress = \"{address}\"\n{until}\n"
        ))
    };
    let mild = |place: &str| {
        of(&format!(
            "[[override]]\n{place}\nrules = {{ replace-stateful = \"note\" }}\n"
        ))
    };
    let strict = |place: &str| {
        of(&format!(
            "[rules]\nreplace-stateful = \"note\"\n[[override]]\n{place}\nrules = {{ replace-stateful = \"error\" }}\n"
        ))
    };
    for (settings, codes, why) in [
        (
            waiver("module.sandbox.**"),
            [1, 1, 0],
            "a waiver with wildcards means both places",
        ),
        (
            waiver("module.sandbox.aws_db_instance.x"),
            [1, 0, 1],
            "one without follows the thing that it names, and permits nothing that comes to where it was",
        ),
        (
            mild("address = \"module.sandbox.**\""),
            [1, 1, 0],
            "so does an override that permits",
        ),
        (mild("module = \"module.sandbox\""), [1, 1, 0], "and one by module"),
        (
            strict("address = \"module.sandbox.**\""),
            [1, 1, 1],
            "one that forbids means either",
        ),
        (strict("module = \"module.sandbox\""), [1, 1, 1], "by module, too"),
    ] {
        for (plan, code, way) in [
            (&entering, codes[0], "in"),
            (&leaving, codes[1], "out"),
            (&inside, codes[2], "inside"),
        ] {
            assert_eq!(exit(&settings, plan), code, "{why}: {way}");
        }
    }
}

#[test]
fn a_waiver_for_the_address_after_a_move_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let mut moved = change("aws_db_instance.new", "aws_db_instance", &["delete", "create"]);
    moved["previous_address"] = json!("aws_db_instance.old");
    moved["change"]["after"] = json!({});
    let waiver = "[[waiver]]\nrule = \"replace-stateful\"\naddress = \"aws_db_instance.new\"\nreason = \"r\"\nexpires = 2026-12-20\n";
    fs::write(folder.path().join("p.json"), plan(&[moved])).unwrap();
    fs::write(folder.path().join("planlint.toml"), waiver).unwrap();
    let run = |format: &str| {
        planlint(["p.json", "--now", "2026-11-21T12:00:00Z", "--format", format])
            .folder(folder.path())
            .run()
    };
    run("text")
        .exits(1, "who moved it did not have it permitted")
        .says(
            "permits nothing: what it finds there moves to that address in the same plan",
            "it is not just old",
        )
        .says("name in it the address before the move", "and what would permit it");
    let report: serde_json::Value = serde_json::from_str(&run("json").stdout).unwrap();
    let mut findings = report["findings"].as_array().unwrap().iter();
    let finding = findings.find(|finding| finding["rule"] == "replace-stateful").unwrap();
    assert_eq!(finding["address"], "aws_db_instance.new");
    assert_eq!(
        finding["previous_address"], "aws_db_instance.old",
        "for who writes waivers by program"
    );
}

#[test]
fn a_waiver_with_a_secret_of_the_plan_is_not_quoted() {
    let folder = tempfile::tempdir().unwrap();
    let mut marked = change("aws_db_instance.x", "aws_db_instance", &["update"]);
    marked["change"]["after"] = json!({"name": "Canary-Tenant-9"});
    marked["change"]["after_sensitive"] = json!({"name": true});
    let waiver = |address: &str, reason: &str, expires: &str| {
        format!(
            "[[waiver]]\nrule = \"delete-stateful\"\naddress = '{address}'\nreason = \"{reason}\"\nexpires = {expires}\n"
        )
    };
    let waivers = [
        waiver("aws_db_instance.x[\"Canary-Tenant-9\"]", "r", "2026-12-20"),
        waiver("aws_db_instance.y", "as Canary-Tenant-9 said", "2026-12-20"),
        waiver("aws_db_instance.*[\"Canary-Tenant-9\"]", "r", "2026-10-20"),
        waiver("aws_db_instance.z", "another reason", "2026-12-20"),
    ];
    fs::write(folder.path().join("p.json"), plan(&[marked])).unwrap();
    fs::write(folder.path().join("planlint.toml"), waivers.concat()).unwrap();
    for format in FORMATS {
        planlint(["p.json", "--now", "2026-11-21T12:00:00Z", "--format", format.name])
            .folder(folder.path())
            .run()
            .hides("Canary", format.name);
    }
    planlint(["p.json", "--now", "2026-11-21T12:00:00Z"])
        .folder(folder.path())
        .run()
        .says(
            "a waiver of delete-stateful permits nothing",
            "it is told of all the same",
        )
        .says("a waiver of delete-stateful ended on 2026-10-20", "of the old one, too")
        .says("planlint.toml:1:1", "by its place")
        .says(
            "for aws_db_instance.z permits nothing",
            "and the others by their address",
        );
}

#[test]
fn a_star_in_a_key_is_not_taken_for_a_wildcard_in_silence() {
    let folder = tempfile::tempdir().unwrap();
    let keys =
        ["*", "prod"].map(|key| change(&format!("aws_db_instance.x[\"{key}\"]"), "aws_db_instance", &["delete"]));
    fs::write(folder.path().join("p.json"), plan(&keys)).unwrap();
    let waive = |address: &str, more: &[&str]| {
        let base = [
            "waive",
            "delete-stateful",
            address,
            "--reason",
            "r",
            "--until",
            "2026-12-20",
        ];
        planlint([&base[..], more].concat())
            .folder(folder.path())
            .args(["--now", "2026-11-21T12:00:00Z"])
            .run()
    };
    waive("aws_db_instance.x[\"*\"]", &[])
        .exits(2, "as reports show the key `*`")
        .tells("this would permit other keys, too", "and it would mean both");
    assert!(
        !folder.path().join("planlint.waivers.toml").exists(),
        "nothing is written"
    );
    waive("aws_db_instance.x[\"\\*\"]", &[]).exits(0, "the star itself");
    planlint(["--now", "2026-11-21T12:00:00Z", "p.json"])
        .folder(folder.path())
        .run()
        .exits(1, "the other key is not permitted")
        .says("1 waived", "and the one is");
    waive("aws_db_instance.x[\"*\"]", &["--at-most", "0"])
        .exits(2, "that would permit nothing")
        .tells("write a whole number from 1 to 1000000", "what may stand there");
    waive("aws_db_instance.x[\"*\"]", &["--at-most", "2"])
        .exits(0, "said on purpose")
        .tells(
            "is waived for aws_db_instance.x[\"*\"], at most 2, until 2",
            "with what is permitted",
        );
}

#[test]
fn what_permits_is_a_pattern_that_can_be_pasted() {
    let folder = tempfile::tempdir().unwrap();
    let keys = ["aws_db_instance.x[\"a\\\"*[*]\"]"].map(|address| change(address, "aws_db_instance", &["delete"]));
    fs::write(folder.path().join("key.json"), plan(&keys)).unwrap();
    fs::write(
        folder.path().join("unknown.json"),
        fixtures::read("deferred/terraform-1.15.9/plan.json"),
    )
    .unwrap();
    for (file, arguments, address, why) in [
        (
            "unknown.json",
            &["--deny=unknown-instances"][..],
            "aws_instance.each_unknown[*]",
            "instances that nobody knows yet",
        ),
        (
            "key.json",
            &[],
            "aws_db_instance.x[\"a\\\"\\*[\\*]\"]",
            "stars in a key, behind a quote of its own",
        ),
    ] {
        let now = "--now=2026-11-21T12:00:00Z";
        let run = |arguments: &[&str]| planlint(arguments).args([now]).folder(folder.path()).run();
        let arguments = [arguments, &[file]].concat();
        let told = run(&arguments).exits(1, why);
        told.says(&format!(" '{address}' --reason WHY --until DATE"), why);
        let rule = if file == "key.json" {
            "delete-stateful"
        } else {
            "unknown-instances"
        };
        run(&["waive", rule, address, "--reason=r", "--until=2026-12-20"]).exits(0, why);
        run(&arguments).exits(0, "it is permitted").says("1 waived", why);
    }
}

#[test]
fn a_clock_that_is_set_is_said() {
    let run = |arguments: &[&str]| planlint(arguments).stdin(deletions()).run();
    let words = "note: --now sets the clock of this run";
    run(&["-q", "--now=2026-11-21T12:00:00Z"])
        .exits(1, "deletions")
        .tells(words, "a waiver may hold by it");
    run(&["-q"])
        .exits(1, "deletions")
        .hides("--now", "the clock of the system");
    run(&["--now=2026"])
        .exits(2, "no time")
        .tells("not a time with its zone, such as 2027-01-31T12:00:00Z", "what is one");
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
        .tells("was not changed", "and says so");
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
        (&["--until", "2026-02-30"], "there is no such day"),
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
    waive(&["--until", "2027-02-01"]).exits(0, "a later day").tells(
        "planlint.toml:7:1, until 2027-01-31, is not needed any more",
        "the entry before it is named",
    );
    fs::write(&path, &after).unwrap();
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

/// An empty file of settings is a valid one, without a single level that somebody raised.
#[test]
#[cfg(target_os = "linux")]
fn where_there_is_no_room_the_settings_stay() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("planlint.toml");
    let before = "[rules]\ndestruction = \"error\"\n";
    fs::write(&path, before).unwrap();
    let waive = planlint([
        "waive",
        "delete-stateful",
        "aws_db_instance.x",
        "--reason=r",
        "--until=2026-12-01",
        "--now=2026-11-21T12:00:00Z",
    ]);
    let no_room = waive.folder(folder.path()).without_room().run();
    no_room
        .exits(2, "nothing can be written")
        .tells("cannot be written", "and says so");
    assert_eq!(fs::read_to_string(&path).unwrap(), before);
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
    for (argument, told, other, help) in [
        (
            "plan.json",
            "a.of_plans",
            "a.of_modules",
            "`planlint match` shows what its address matches",
        ),
        (
            "config",
            "a.of_modules",
            "a.of_plans",
            "write the address as the finding has it",
        ),
    ] {
        planlint([argument])
            .folder(folder.path())
            .args(["--now", "2026-11-20T00:00:00Z"])
            .run()
            .exits(0, "a warning")
            .says("unused-waiver", "of one of them")
            .says(told, "its rule looked, and found nothing")
            .says(help, "and what to do")
            .hides(other, "its rule had nothing to look at");
    }
}

#[test]
fn a_waiver_for_too_many_says_which_of_them_no_table_shows() {
    let waiver = |rule: &str| {
        of(&format!(
            "[[waiver]]\nrule = \"{rule}\"\naddress = \"**\"\nreason = \"x\"\nexpires = 2027-01-31\nat-most = 1\n"
        ))
    };
    let judged = judge(&deletions(), Want::Plan, &waiver("delete").unwrap()).unwrap();
    let printed = judged.printed();
    assert!(
        printed.contains(
            "permits at most 1 and matches 2 (a more precise rule reports 1 of them too), so that it permits none"
        ),
        "a database and a server go, and `delete-stateful` tells of one\n{printed}"
    );
    assert_eq!(exit(&waiver("delete"), &deletions()), 1, "nothing is permitted");
}

#[test]
fn a_kind_is_refused_on_the_command_line_where_nothing_has_one() {
    let folder = tempfile::tempdir().unwrap();
    for (rule, address, why) in [
        ("unpinned-provider", "provider.aws", "a provider is no change"),
        ("removed-output", "output.x", "nor is an output"),
        ("tainted-resource", "a.b", "nor is anything in a state"),
        ("undeclared-reference", "a.b", "nor is configuration"),
    ] {
        planlint([
            "waive",
            rule,
            address,
            "--kind=create",
            "--reason=r",
            "--until=2027-01-31",
        ])
        .folder(folder.path())
        .args(["--now", "2026-11-20T00:00:00Z"])
        .run()
        .exits(2, why)
        .tells(&format!("nothing that `{rule}` finds has a kind of change"), why);
    }
}

#[test]
fn a_waiver_in_a_file_that_nothing_can_match_is_a_mistake_with_its_place() {
    for (rule, address, kind, wanted, why) in [
        (
            "unpinned-provider",
            "**",
            "\"create\"",
            "4:8: nothing that `unpinned-provider` finds has a kind of change (leave the kind out)",
            "a provider is no change",
        ),
        (
            "delete",
            "a.b",
            "[\"create\", \"update\"]",
            "4:8: `delete` is found in changes of kind `delete` alone (leave the kind out, or make it `delete`)",
            "neither of the two",
        ),
        (
            "mass-destroy",
            "**",
            "\"delete\"",
            "4:8: `mass-destroy` speaks of a plan as a whole, which has no kind of change (leave the kind out)",
            "a plan is no change",
        ),
        (
            "mass-destroy",
            "aws_db_instance.*",
            "",
            "3:11: `mass-destroy` speaks of a plan as a whole, which has no address (planlint waive mass-destroy '**'",
            "only `**` means it",
        ),
        (
            "delete",
            "module.a",
            "",
            "3:11: `delete` never speaks of the module call itself, which is what `module.a` means (everything in",
            "no call is deleted",
        ),
        ("delete", "a.b", "[\"create\", \"delete\"]", "", "one of the two"),
        ("mass-destroy", "**", "", "", "the plan as a whole"),
        ("unpinned-module", "module.a", "", "", "a call is what it speaks of"),
        (
            "secret-literal",
            "module.a",
            "",
            "",
            "a call is a block that may hold one",
        ),
        ("naming", "module.a", "", "", "and has a name"),
    ] {
        let kind = if kind.is_empty() {
            String::new()
        } else {
            format!("kind = {kind}\n")
        };
        let text = format!(
            "[[waiver]]\nrule = \"{rule}\"\naddress = \"{address}\"\n{kind}reason = \"x\"\nexpires = 2027-01-31\n"
        );
        let found = of(&text)
            .err()
            .map(|_| mistakes(&[("planlint.toml", &text)]).join("\n"));
        let found = found.unwrap_or_default();
        let wanted = if wanted.is_empty() {
            String::new()
        } else {
            format!("planlint.toml:{wanted}")
        };
        assert!(
            found.starts_with(&wanted) && found.is_empty() == wanted.is_empty(),
            "{rule}: {why}: {found}"
        );
    }
}
