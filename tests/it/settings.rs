//! Settings: what they mean, and that every mistake in them is told at its place.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use planlint::input::Want;
use planlint::lint::{Settings, SettingsErrors};
use planlint::rules::RULES;
use serde_json::{Value, json};

use crate::cut;
use crate::judge::judge;
use crate::program::planlint;

/// What time it is in the tests: some hours after the fixtures were made.
pub(crate) fn now() -> Timestamp {
    "2026-11-21T12:00:00Z".parse().unwrap()
}

/// The settings that one file makes.
pub(crate) fn of(text: &str) -> Result<Settings, SettingsErrors> {
    of_files(&[("planlint.toml", text)])
}

/// The settings of the first file and of those that it extends; the others are read only when they are named so.
pub(crate) fn of_files(files: &[(&str, &str)]) -> Result<Settings, SettingsErrors> {
    let texts: BTreeMap<&Path, &str> = files.iter().map(|(name, text)| (Path::new(*name), *text)).collect();
    let mut named = vec![PathBuf::from(files[0].0)];
    named.extend(
        texts
            .keys()
            .filter(|path| path.ends_with("planlint.waivers.toml"))
            .map(|path| path.to_path_buf()),
    );
    named.dedup();
    Settings::read(RULES, &named, now(), &|path| {
        // There are no links here, so that `infra/..` leads back.
        let path = path.strip_prefix("infra/..").unwrap_or(path);
        let text = texts.get(path).map(ToString::to_string);
        text.ok_or_else(|| io::ErrorKind::NotFound.into())
    })
}

/// Every mistake in one line: `file:line:column: words (help)`.
pub(crate) fn mistakes(files: &[(&str, &str)]) -> Vec<String> {
    let SettingsErrors(mistakes) = of_files(files).expect_err("the settings have mistakes");
    let lines = mistakes.iter().map(|mistake| {
        let help = miette::Diagnostic::help(&mistake.error);
        let help = help.map(|help| format!(" ({help})")).unwrap_or_default();
        format!("{mistake}{help}")
    });
    lines.collect()
}

/// A change of a resource of that type, as a plan lists it.
pub(crate) fn change(address: &str, type_name: &str, actions: &[&str]) -> Value {
    json!({"address": address, "mode": "managed", "type": type_name, "name": "x",
        "provider_name": "registry.opentofu.org/hashicorp/aws",
        "module_address": address.rsplit_once(".aws").map(|(module, _)| module),
        "change": {"actions": actions, "before": {}, "after": null, "after_unknown": {}}})
}

pub(crate) fn plan(changes: &[Value]) -> Vec<u8> {
    cut::line(&cut::with_changes(changes)).into_bytes()
}

/// A plan that deletes a database and a server in two modules.
pub(crate) fn deletions() -> Vec<u8> {
    plan(&[
        change("aws_db_instance.x", "aws_db_instance", &["delete"]),
        change("module.sandbox.aws_instance.x", "aws_instance", &["delete"]),
    ])
}

/// A plan whose only fault is one that the strict settings make one.
pub(crate) fn server() -> Vec<u8> {
    plan(&[change("module.sandbox.aws_instance.x", "aws_instance", &["delete"])])
}

/// The exit status of judging under settings; 2 when they have mistakes.
pub(crate) fn exit(settings: &Result<Settings, SettingsErrors>, plan: &[u8]) -> u8 {
    settings
        .as_ref()
        .map_or(2, |settings| judge(plan, Want::Plan, settings).unwrap().exit())
}

/// Each finding that counts or is waived: level, rule, address, standing.
pub(crate) fn findings(settings: &Settings, plan: &[u8]) -> Vec<String> {
    let judged = judge(plan, Want::Plan, settings).unwrap();
    let findings = judged.report.findings.iter().map(|finding| {
        let address = finding.address.as_deref().unwrap_or("-");
        let standing = finding.standing.word();
        format!("{} {} {address} {standing}", finding.level, finding.rule)
    });
    findings.collect()
}

#[test]
fn settings_mean_what_they_say() {
    let database = "aws_db_instance.x";
    let server = "module.sandbox.aws_instance.x";
    for (text, wanted, missing, reason) in [
        (
            "",
            vec![
                format!("error delete-stateful {database} counts"),
                format!("warning delete {server} counts"),
            ],
            vec![],
            "nothing set",
        ),
        (
            "[rules]\ndelete = \"error\"",
            vec![format!("error delete {server} counts")],
            vec![],
            "a level",
        ),
        (
            "[rules]\ndelete-stateful = \"note\"\ndestruction = \"allow\"",
            vec![format!("note delete-stateful {database} counts")],
            vec![" delete "],
            "a rule outweighs its family",
        ),
        (
            "[rules]\ndestruction = \"allow\"\ndelete = \"note\"",
            vec![format!("note delete-stateful {database} counts")],
            vec![],
            "who wants to hear of deletions hears of their cases",
        ),
        (
            "[rules]\ndelete = \"error\"\ndelete-stateful = \"note\"",
            vec![format!("note delete-stateful {database} counts")],
            vec![],
            "a rule's own level outweighs that of one which covers it",
        ),
        (
            "[stateful]\nadd = [\"aws_instance\"]\nremove = [\"aws_db_instance\"]",
            vec![format!("error delete-stateful {server} counts")],
            vec!["delete-stateful aws_db_instance"],
            "types that hold data",
        ),
        (
            "[[override]]\naddress = \"module.sandbox.**\"\nrules = { delete = \"note\" }",
            vec![
                format!("note delete {server} counts"),
                format!("warning delete {database} counts"),
            ],
            vec![],
            "an address",
        ),
        (
            "[[override]]\nmodule = \"module.sandbox\"\nkind = [\"delete\", \"replace\"]\nrules = { destruction = \"error\" }",
            vec![
                format!("error delete {server} counts"),
                format!("warning delete {database} counts"),
            ],
            vec![],
            "a module and a kind, for a family",
        ),
        (
            "[rules]\ndelete = \"allow\"\n[[override]]\ntype = \"aws_inst*\"\nprovider = \"hashicorp/aws\"\nrules = { delete = \"error\" }",
            vec![format!("error delete {server} counts")],
            vec!["delete aws_db_instance"],
            "a rule that is off wakes where an override holds",
        ),
        (
            "[[override]]\nkind = \"delete\"\nrules = { delete = \"error\" }\n[[override]]\naddress = \"**\"\nrules = { delete = \"note\" }",
            vec![format!("note delete {server} counts")],
            vec![],
            "of two overrides the last holds",
        ),
        (
            "[[waiver]]\nrule = \"delete-stateful\"\naddress = \"aws_db_instance.*\"\nkind = \"delete\"\nreason = \"old\"\nexpires = 2026-11-21",
            vec![format!("error delete-stateful {database} waived")],
            vec!["-waiver"],
            "a waiver, on its last day",
        ),
        (
            "[rules]\nexpired-waiver = \"error\"\n[[waiver]]\nrule = \"delete-stateful\"\naddress = \"aws_db_instance.*\"\nreason = \"old\"\nexpires = 2026-11-20",
            vec![
                format!("error delete-stateful {database} counts"),
                "error expired-waiver - counts".to_owned(),
            ],
            vec![],
            "a waiver that has ended; the level of what says so",
        ),
    ] {
        let settings = of(text).unwrap_or_else(|_| panic!("{reason}: {:?}", mistakes(&[("planlint.toml", text)])));
        let found = findings(&settings, &deletions());
        for wanted in &wanted {
            assert!(found.contains(wanted), "{reason}: no {wanted:?} in {found:#?}");
        }
        for missing in missing {
            assert!(
                !found.iter().any(|found| found.contains(missing)),
                "{reason}: {missing:?} in {found:#?}"
            );
        }
    }
}

#[test]
fn the_gate_and_the_unknown_are_set() {
    let database = plan(&[change("aws_instance.x", "aws_instance", &["delete"])]);
    for (text, code, reason) in [
        ("", 0, "a warning"),
        ("fail-on = \"warning\"", 1, "warnings fail"),
        ("fail-on = \"never\"\n[rules]\ndelete = \"error\"", 0, "nothing fails"),
        ("unknown = \"fail\"", 0, "nothing is unknown here"),
    ] {
        assert_eq!(exit(&of(text), &database), code, "{reason}");
    }
}

#[test]
fn the_command_line_outweighs_the_file() {
    let mut settings =
        of("[rules]\ndelete = \"error\"\n[[override]]\naddress = \"**\"\nrules = { delete-stateful = \"note\" }")
            .unwrap();
    settings
        .set_level(RULES, "delete", planlint::lint::Level::Note)
        .unwrap();
    settings
        .set_level(RULES, "delete-stateful", planlint::lint::Level::Error)
        .unwrap();
    let found = findings(&settings, &deletions());
    assert!(
        found.contains(&"error delete-stateful aws_db_instance.x counts".to_owned()),
        "{found:#?}"
    );
    assert!(
        found.contains(&"note delete aws_db_instance.x counts".to_owned()),
        "{found:#?}"
    );
}

#[test]
fn a_rule_that_is_asked_for_and_can_find_nothing_is_a_mistake() {
    for (text, wanted, why) in [
        (
            "[rules]\nforbidden-type = \"error\"",
            vec!["planlint.toml:2:1: `forbidden-type` finds nothing until `forbid` or `only` is set"],
            "only its level",
        ),
        (
            "[rules]\nmissing-tags = { level = \"error\", except = [\"aws_*\"] }",
            vec!["planlint.toml:2:1: `missing-tags` finds nothing until `required` is set"],
            "another option",
        ),
        (
            "[rules]\nuntrusted-module = { trust = [] }",
            vec!["planlint.toml:2:1: `untrusted-module` finds nothing until `trust` is set"],
            "an empty list",
        ),
        (
            "[rules]\nnaming = { kinds = [] }\ncode-running-data-source = { effects = [] }",
            vec![
                "planlint.toml:2:1: `naming` finds nothing until `kinds` is set",
                "planlint.toml:3:1: `code-running-data-source` finds nothing until `effects` is set",
            ],
            "a default that was emptied",
        ),
        ("[rules]\nnaming = \"error\"", vec![], "the default says what"),
        (
            "[[override]]\ntype = \"aws_*\"\nrules = { frozen-address = \"error\" }",
            vec!["`frozen-address` finds nothing until `patterns` is set"],
            "in an override",
        ),
        ("[rules]\nengine-version = \"allow\"", vec![], "told to be off"),
        (
            "[rules]\nhygiene = \"error\"",
            vec![],
            "a family does not mean each of its rules",
        ),
        (
            "[rules]\nforbidden-type = { level = \"error\", only = [\"aws_*\"] }",
            vec![],
            "one of the options is enough",
        ),
    ] {
        let found = of(text)
            .err()
            .map(|SettingsErrors(mistakes)| mistakes)
            .unwrap_or_default();
        let found: Vec<String> = found.iter().map(ToString::to_string).collect();
        assert_eq!(found, wanted, "{why}");
    }
    planlint(["--deny", "forbidden-type"])
        .stdin(cut::line(&cut::unchanged()))
        .run()
        .exits(2, "asked for by an argument")
        .tells(
            "`forbidden-type` finds nothing until `forbid` or `only` is set",
            "it is said",
        )
        .tells("below a line `[rules]`: forbidden-type = {", "and what to write");
    planlint(["--deny", "hygiene"])
        .stdin(cut::line(&cut::unchanged()))
        .run()
        .exits(0, "a family");
}

#[test]
fn options_turn_on_a_rule_that_is_off() {
    let mut made = change("aws_iam_user.x", "aws_iam_user", &["create"]);
    made["change"]["before"] = Value::Null;
    made["change"]["after"] = json!({"name": "x"});
    let plan = plan(&[made]);
    for (text, shown, why) in [
        ("", false, "off"),
        (
            "[rules]\nforbidden-type = { forbid = [\"aws_iam_user\"] }",
            true,
            "options alone",
        ),
        (
            "[rules]\nforbidden-type = { level = \"allow\", forbid = [\"aws_iam_user\"] }",
            false,
            "told to be off",
        ),
    ] {
        let found = findings(&of(text).unwrap(), &plan);
        let warned = found.iter().any(|line| line.starts_with("warning forbidden-type"));
        assert_eq!(warned, shown, "{why}: {found:#?}");
    }
}

#[test]
fn every_mistake_is_told_at_its_place() {
    for (text, wanted, reason) in [
        (
            "fail-on = \"eror\"",
            vec!["planlint.toml:1:11: `fail-on` cannot be `eror` (did you mean `error`?)"],
            "a word",
        ),
        (
            "fail_on = \"error\"\nunknown = 1\n\n[rule]\ndelete = \"note\"\n",
            vec![
                "planlint.toml:1:1: the file has no key `fail_on` (did you mean `fail-on`?)",
                "planlint.toml:2:11: `unknown` must be a text, but is a number",
                "planlint.toml:4:2: the file has no key `rule` (did you mean `rules`?)",
            ],
            "all at once, in the order of the file",
        ),
        (
            "delete = \"error\"\n[[waivers]]\nrule = \"delete\"\n",
            vec![
                "planlint.toml:1:1: the file has no key `delete` (levels and options of rules stand in the table [rules]",
                "planlint.toml:2:1: `waivers` must be a table, but is a list (each waiver has a [[waiver]] of its own",
            ],
            "tables of another form",
        ),
        (
            "[rules]\ndelte = \"note\"\ndelete = \"of\"\nreplace = 3\ndrift = { levle = \"note\" }\ndelete-stateful = { level = \"note\", x = 1 }\ndestruction = {}",
            vec![
                "planlint.toml:2:1: there is no rule or family `delte` (did you mean `delete`?)",
                "planlint.toml:3:10: `delete` cannot be `of` (the words are: error, warning, note, allow)",
                "planlint.toml:4:11: `replace` must be a text, but is a number",
                "planlint.toml:5:11: `drift` has no option `levle` (did you mean `level`?)",
                "planlint.toml:6:1: `delete-stateful` has no options; only its level can be set (write the level alone: delete-stateful = \"note\")",
                "planlint.toml:7:1: `destruction` is empty",
            ],
            "rules and their options",
        ),
        (
            "[rules]\nmass-destroy = { level = \"error\", share = 2.0 }",
            vec!["planlint.toml:2:43: the options of `mass-destroy` cannot be read: a share is a number from 0 to 1"],
            "an option that the rule refuses, where it stands",
        ),
        (
            "[rules]\nmass-destroy = { share = 2.0, at_least = 5, at-least = \"x\", shape = 1 }",
            vec![
                "planlint.toml:2:26: the options of `mass-destroy` cannot be read: a share is a number from 0 to 1",
                "planlint.toml:2:31: `mass-destroy` has no option `at_least` (did you mean `at-least`?)",
                "planlint.toml:2:56: the options of `mass-destroy` cannot be read: it must be a whole number from 0, but is a text",
                "planlint.toml:2:61: `mass-destroy` has no option `shape` (did you mean `share`?)",
            ],
            "every mistake in the options of one rule",
        ),
        (
            "[[override]]\naddress = \"module.a\"\nrules = { delete = \"note\" }\n[[override]]\nrules = { delete = \"note\" }\n[[override]]\nkind = \"destroy\"\nmodule = \"a.b\"\ntype = []\n",
            vec![
                "planlint.toml:2:11: `address` cannot be `module.a` (everything in the module is `module.a.**`;",
                "planlint.toml:4:1: [[override]] has none of `address`, `module`, `type`, `provider`, `kind` (say where it holds",
                "planlint.toml:6:1: [[override]] has no `rules`, which it needs (say which levels hold there",
                "planlint.toml:7:8: `kind` cannot be `destroy`",
                "planlint.toml:8:10: `module` cannot be `a.b`",
                "planlint.toml:9:8: `type` is empty",
            ],
            "overrides that could not mean what they say",
        ),
        (
            "[[override]]\naddress = \"aws_x.y\"\nrules = { delete = \"note\", mass-destroy = \"note\" }\n[[override]]\naddress = \"**\"\nkind = \"delete\"\nrules = { newer-state-writer = \"note\" }\n[[override]]\naddress = [\"aws_x.y\", \"**\"]\nmodule = \"**\"\nrules = { mass-destroy = \"note\" }\n",
            vec![
                "planlint.toml:3:28: `mass-destroy` speaks of a plan as a whole, which has no address (take it out of this [[override]]; its level belongs in [rules]: mass-destroy = \"…\")",
                "planlint.toml:7:11: `newer-state-writer` speaks of a state as a whole, which has no kind of change",
            ],
            "a whole document meets `**` alone",
        ),
        (
            "[[override]]\nkind = [\"create\", \"update\"]\nrules = { delete-stateful = \"note\", restart = \"note\" }",
            vec![
                "planlint.toml:3:11: `delete-stateful` is found in changes of kind `delete` alone (leave `kind` out, write `delete` in it,",
            ],
            "kinds of which the rule finds none",
        ),
        (
            "[[waiver]]\nrule = \"destruction\"\naddress = \"aws_x\"\nreason = \" \"\nexpires = \"2027-01-31\"\nat-most = 0\nby = \"me\"",
            vec![
                "planlint.toml:2:8: `destruction` is a family of rules; a waiver is for one rule",
                "planlint.toml:3:11: `aws_x` in `address` is not a pattern: the pattern is not complete (a pattern ends with TYPE.NAME",
                "planlint.toml:4:10: `reason` is empty",
                "planlint.toml:5:11: `expires` must be a date without quotes, such as 2027-01-31, but is a text",
                "planlint.toml:6:11: `at-most` must be a whole number from 1 to 1000000, but is 0",
                "planlint.toml:7:1: [[waiver]] has no key `by`",
            ],
            "waivers",
        ),
        (
            "[[waiver]]\nrule = \"weakened-gate\"\naddress = \"**\"\nreason = \"r\"\nexpires = 2026-12-31",
            vec!["planlint.toml:2:8: findings of `weakened-gate` cannot be waived"],
            "what no waiver permits",
        ),
        (
            "[[waiver]]\nrule = \"expired-waiver\"\naddress = \"**\"\nreason = \"r\"\nexpires = 2026-12-31",
            vec!["planlint.toml:2:8: findings of `expired-waiver` cannot be waived"],
            "a waiver of what is said of waivers",
        ),
        (
            "[rules]\nweakened-gate = \"error\"\n[[override]]\nmodule = \"**\"\nrules = { weakened-gate = \"allow\" }",
            vec![
                "planlint.toml:2:1: the level of `weakened-gate` cannot be set in a file: it is about such files",
                "planlint.toml:5:11: the level of `weakened-gate` cannot be set in a file: it is about such files",
            ],
            "what no file decides",
        ),
        (
            "[[waiver]]\nrule = \"delete\"\n",
            vec![
                "planlint.toml:1:1: [[waiver]] has no `address`, which it needs",
                "planlint.toml:1:1: [[waiver]] has no `reason`, which it needs",
                "planlint.toml:1:1: [[waiver]] has no `expires`, which it needs (write the last day",
            ],
            "what a waiver must have",
        ),
        (
            "[[waiver]]\nrule = \"delete\"\naddress = \"**\"\nreason = \"r\"\nexpires = 2027-11-21\n[[waiver]]\nrule = \"delete\"\naddress = \"**\"\nreason = \"r\"\nsince = 2026-01-01\nexpires = 2026-12-01\n[[waiver]]\nrule = \"delete\"\naddress = \"**\"\nreason = \"r\"\nsince = 2027-01-01\nexpires = 2027-02-01\n",
            vec![
                "planlint.toml:1:1: the waiver would last 365 days; the longest allowed is 180 days (let it end by 2027-05-20",
                "planlint.toml:6:1: the waiver would last 334 days; the longest allowed is 180 days (let it end by 2026-06-30",
                "planlint.toml:12:1: `since` is in the future",
            ],
            "lives, from today or from the day of the decision",
        ),
        (
            "a = \nb = 1\n[c",
            vec![
                "planlint.toml:1:5: this is not TOML:",
                "planlint.toml:3:3: this is not TOML:",
            ],
            "not TOML",
        ),
        (
            "extends = \"gone.toml\"",
            vec![
                "planlint.toml:1:11: `gone.toml`, which this file extends, cannot be read: there is no file or folder of \
                 this name",
            ],
            "a file that is not there",
        ),
        (
            "extends = \"./planlint.toml\"",
            vec!["planlint.toml:1:11: `./planlint.toml` extends itself"],
            "a cycle",
        ),
        (
            "[[override]]\naddress = \"**\"\nrules = { mass-destroy = { level = \"error\", share = 0.1 } }",
            vec!["planlint.toml:3:26: an override sets the level of `mass-destroy` alone, and here are options"],
            "options in an override",
        ),
        (
            "waiver = 3",
            vec!["planlint.toml:1:10: `waiver` must be a list of tables, but is a number"],
            "a shape",
        ),
    ] {
        let found = mistakes(&[("planlint.toml", text)]);
        assert_eq!(found.len(), wanted.len(), "{reason}: {found:#?}");
        for (found, wanted) in found.iter().zip(wanted) {
            assert!(found.starts_with(wanted), "{reason}:\n{found}\n{wanted}");
        }
    }
    let found = mistakes(&[
        ("planlint.toml", ""),
        ("planlint.waivers.toml", "fail-on = \"never\"\n"),
    ]);
    assert_eq!(
        found,
        ["planlint.waivers.toml:1:1: the waivers file has no key `fail-on` (the keys are: waiver)"]
    );
    let named = of_files(&[("acme-planlint.waivers.toml", "fail-on = \"never\"\n")]);
    assert!(named.is_ok(), "a settings file, whatever its name ends with");
}

#[test]
fn the_program_finds_its_settings_and_says_what_is_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let below = folder.path().join("a/b");
    fs::create_dir_all(&below).unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    let run = |arguments: &[&str]| {
        planlint(arguments)
            .stdin(server())
            .folder(&below)
            .args(["--now", "2026-11-21T12:00:00Z"])
            .run()
    };
    run(&[]).exits(0, "no settings");
    write("planlint.toml", "[rules]\ndelete = \"error\"\n");
    run(&[]).exits(1, "found upward");
    run(&["--no-config"]).exits(0, "not wanted");
    run(&["--allow", "delete"]).exits(0, "the command line outweighs the file");
    run(&["--fail-on", "never"]).exits(0, "likewise");
    fs::write(
        below.join("planlint.toml"),
        "extends = \"../../planlint.toml\"\nfail-on = \"never\"\n",
    )
    .unwrap();
    run(&[]).exits(0, "the nearest counts");
    run(&["--fail-on", "error"]).exits(1, "and what it extends");
    run(&["--config", "../../planlint.toml"]).exits(1, "a named one");
    run(&["--config", "gone.toml"])
        .exits(2, "a named one that is not there")
        .tells("gone.toml: the settings cannot be read", "by name");
    run(&["--config", "x", "--no-config"]).exits(2, "both");
    write("planlint.toml", "fail-on = \"eror\"\n[rules]\ndelte = \"error\"\n");
    run(&[])
        .exits(2, "mistakes")
        .tells("planlint.toml:1:11: `fail-on` cannot be `eror`", "with their places")
        .tells("planlint.toml:3:1: there is no rule or family `delte`", "all of them")
        .tells("help: did you mean `delete`?", "and what was meant");
}
