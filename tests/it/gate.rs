//! A gate on deletions: what it must never let through, and what it may.

use std::io::Write;

use serde_json::{Value, json};
use tempfile::NamedTempFile;

use crate::cut;
use crate::fixtures;
use crate::program::{Program, planlint};

/// An input, its bytes, the exit status under `--deny delete`, and the reason.
type Row = (&'static str, Vec<u8>, i32, &'static str);

/// The deletion with other actions in its list.
fn with_actions(actions: Value) -> Vec<u8> {
    let mut change = cut::deleted();
    change["change"]["actions"] = actions;
    bytes(&cut::with_change(&change))
}

pub(crate) fn bytes(plan: &Value) -> Vec<u8> {
    cut::line(plan).into_bytes()
}

/// A plan with a property at its top set, or taken away.
pub(crate) fn with(mut plan: Value, property: &str, value: Option<Value>) -> Value {
    let top = plan.as_object_mut().unwrap();
    match value {
        Some(value) => {
            top.insert(property.to_owned(), value);
        }
        None => {
            top.remove(property);
        }
    }
    plan
}

/// The text with a piece replaced that must be in it.
fn replaced(text: &str, old: &str, new: &str) -> Vec<u8> {
    assert!(text.contains(old), "the plan has no {old:?}");
    text.replacen(old, new, 1).into_bytes()
}

/// Inputs on which no gate against deletions may say that all is well.
fn never_fine() -> Vec<Row> {
    let deletion = cut::line(&cut::deletion());
    let unchanged = cut::line(&cut::unchanged());
    let iam_role = |change: &Value| change["type"] == "aws_iam_role";
    let replace = |actions: &[&str], wanted: &dyn Fn(&Value) -> bool| {
        bytes(&cut::with_change(&cut::change("replace/tofu-1.12.6", actions, wanted)))
    };
    let renamed = {
        let mut plan = cut::deletion();
        let changes = plan.as_object_mut().unwrap().remove("resource_changes").unwrap();
        plan["resource_edits"] = changes;
        with(plan, "format_version", Some(json!("2.0")))
    };
    let data_source = {
        let mut change = cut::change("data-sources/tofu-1.12.6", &["read"], |change| change["mode"] == "data");
        change["change"]["actions"] = json!(["delete"]);
        change
    };
    let update = |edit: &dyn Fn(&mut Value)| {
        let mut change = cut::change("replace/tofu-1.12.6", &["update"], |_| true);
        edit(&mut change);
        bytes(&cut::with_change(&change))
    };
    let without_actions = {
        let mut change = cut::deleted();
        change["change"].as_object_mut().unwrap().remove("actions");
        change
    };
    let errored = with(cut::deletion(), "errored", Some(json!(true)));
    let errored_early = {
        let plan = with(cut::unchanged(), "errored", Some(json!(true)));
        let plan = with(plan, "planned_values", Some(json!({"root_module": {}})));
        with(plan, "resource_changes", None)
    };
    let utf16: Vec<u8> = format!("\u{feff}{deletion}")
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    let not_utf8 = {
        let mut bytes = replaced(&deletion, "\"before\":{", "\"before\":{\"k?\":1,");
        let at = bytes.windows(3).position(|three| three == b"\"k?").unwrap();
        bytes[at + 2] = 0xff;
        bytes
    };
    let deep = format!("\"before\":{{\"k\":{}{},", "[".repeat(100_000), "]".repeat(100_000));
    vec![
        ("one delete", deletion.clone().into(), 1, "what the gate is for"),
        (
            "replace delete, create",
            replace(&["delete", "create"], &iam_role),
            1,
            "the old object is destroyed",
        ),
        (
            "replace create, delete",
            replace(&["create", "delete"], &|_| true),
            1,
            "the old object is destroyed",
        ),
        (
            "delete of a deposed object",
            bytes(&cut::with_change(&cut::change(
                "deposed/tofu-1.12.6",
                &["delete"],
                |change| change["deposed"].is_string(),
            ))),
            1,
            "it is an object like any other",
        ),
        (
            "a real plan",
            fixtures::read("legacy/tofu-1.12.6/plan.json"),
            1,
            "a deletion among other changes",
        ),
        ("empty", Vec::new(), 2, "the command before the pipe failed"),
        (
            "cut at 60 %",
            deletion.as_bytes()[..deletion.len() * 6 / 10].to_vec(),
            2,
            "the rest may hold anything",
        ),
        (
            "last byte missing",
            deletion.trim_end().as_bytes()[..deletion.trim_end().len() - 1].to_vec(),
            2,
            "so may this",
        ),
        (
            "the engine's error",
            b"Error: No valid credential sources found\n".to_vec(),
            2,
            "no plan was made",
        ),
        (
            "plan text",
            fixtures::read("destroy-all/tofu-1.12.6/plan.txt"),
            2,
            "text for people is not judged",
        ),
        ("{}", b"{}".to_vec(), 2, "no plan"),
        ("null", b"null".to_vec(), 2, "no plan"),
        ("[]", b"[]".to_vec(), 2, "no plan"),
        (
            "a state",
            fixtures::read("destroy-all/tofu-1.12.6/state.json"),
            2,
            "a state has no changes and would pass",
        ),
        (
            "a raw state",
            fixtures::read("no-changes/tofu-1.12.6/terraform.tfstate"),
            2,
            "likewise",
        ),
        (
            "no element of resource_changes",
            bytes(&with(
                cut::plan("destroy-reasons/tofu-1.12.6"),
                "resource_changes",
                Some(json!([])),
            )),
            2,
            "planned values have objects of which no change speaks",
        ),
        (
            "two lists of changes in a large file",
            {
                let plan = String::from_utf8(bytes(&cut::deletion())).unwrap();
                let padding = format!(r#""padding":"{}","resource_ch\u0061nges":[],"#, "x".repeat(1 << 20));
                plan.replacen('{', &format!("{{{padding}"), 1).into_bytes()
            },
            2,
            "one name in two spellings",
        ),
        (
            "no resource_changes",
            bytes(&with(cut::deletion(), "resource_changes", None)),
            2,
            "the changes were cut out",
        ),
        (
            "errored, with changes",
            bytes(&errored),
            1,
            "both the deletion and the failure",
        ),
        (
            "errored, without changes",
            bytes(&errored_early),
            1,
            "a plan that failed shows what it got to",
        ),
        (
            "format 2.0",
            bytes(&with(cut::deletion(), "format_version", Some(json!("2.0")))),
            2,
            "names may mean other things",
        ),
        ("format 2.0, renamed", bytes(&renamed), 2, "nobody can find the changes"),
        (
            "no format_version",
            bytes(&with(cut::deletion(), "format_version", None)),
            2,
            "nobody can say what it is",
        ),
        (
            "weird",
            with_actions(json!(["weird"])),
            1,
            "an action that nobody knows may destroy",
        ),
        (
            "delete and weird",
            with_actions(json!(["delete", "weird"])),
            1,
            "likewise",
        ),
        (
            "an update with another's type",
            update(&|change| change["type"] = json!("aws_kms_key")),
            1,
            "the address and the type say what it is, and differ",
        ),
        (
            "an update with a reason for a deletion",
            update(&|change| change["action_reason"] = json!("delete_because_no_resource_config")),
            1,
            "one of the two is not true",
        ),
        (
            "actions a string",
            with_actions(json!("delete")),
            2,
            "no engine writes it",
        ),
        ("Delete", with_actions(json!(["Delete"])), 1, "no engine writes it so"),
        (
            "no actions",
            bytes(&cut::with_change(&without_actions)),
            2,
            "no engine leaves them out",
        ),
        (
            "resource_changes an object",
            bytes(&with(
                cut::deletion(),
                "resource_changes",
                Some(json!({"0": cut::deleted()})),
            )),
            2,
            "no engine writes it",
        ),
        (
            "delete of a data source",
            bytes(&cut::with_change(&data_source)),
            1,
            "the list says delete",
        ),
        (
            "actions twice",
            replaced(
                &deletion,
                "\"actions\":[\"delete\"]",
                "\"actions\":[\"delete\"],\"actions\":[\"no-op\"]",
            ),
            2,
            "readers disagree which one holds",
        ),
        (
            "resource_changes twice",
            replaced(
                &deletion,
                "\"resource_changes\":",
                "\"resource_changes\":[],\"resource_changes\":",
            ),
            2,
            "likewise",
        ),
        (
            "byte order mark",
            format!("\u{feff}{deletion}").into(),
            1,
            "a mark hides nothing",
        ),
        ("UTF-16", utf16, 1, "an encoding hides nothing"),
        ("not UTF-8", not_utf8, 2, "the text is damaged"),
        (
            "unchanged}{deletion",
            format!("{}{deletion}", unchanged.trim_end()).into(),
            1,
            "every document counts",
        ),
        (
            "unchanged, deletion",
            format!("{unchanged}{deletion}").into(),
            1,
            "every document counts",
        ),
        (
            "event lines",
            fixtures::read("wrong-inputs/tofu-1.12.6/plan.stream.jsonl"),
            2,
            "a log is no plan",
        ),
        (
            "wrapper's line, deletion",
            format!("[command]/usr/bin/tofu show -json p\n{deletion}").into(),
            1,
            "a wrapper hides nothing",
        ),
        (
            "unchanged, junk",
            format!("{unchanged}what is this\n").into(),
            2,
            "nobody can say what the junk means",
        ),
        (
            "100,000 lists",
            replaced(&deletion, "\"before\":{", &deep),
            2,
            "no engine nests so deep",
        ),
    ]
}

/// Inputs that a gate against deletions may let through.
fn may_pass() -> Vec<Row> {
    let update = cut::change("replace/tofu-1.12.6", &["update"], |_| true);
    let mut large = update.clone();
    large["change"]["after"]["large"] = json!("LARGE");
    let large = cut::line(&cut::with_change(&large))
        .replace("\"LARGE\"", "1e400")
        .into_bytes();
    let mut create_forget = cut::change("forget-lifecycle/tofu-1.12.6", &["forget", "create"], |_| true);
    create_forget["change"]["actions"] = json!(["create", "forget"]);
    let of = |name: &str, actions: &[&str], wanted: &dyn Fn(&Value) -> bool| {
        bytes(&cut::with_change(&cut::change(name, actions, wanted)))
    };
    vec![
        ("1e400, update", large, 0, "no number is too large to be read"),
        (
            "forget",
            of("forget/tofu-1.12.6", &["forget"], &|_| true),
            0,
            "the object stays",
        ),
        (
            "create, forget",
            bytes(&cut::with_change(&create_forget)),
            0,
            "the old object stays",
        ),
        (
            "import",
            of("import/tofu-1.12.6", &["no-op"], &|change| {
                change["change"]["importing"].is_object()
            }),
            0,
            "nothing goes",
        ),
        (
            "moved",
            of("moved-only/tofu-1.12.6", &["no-op"], &|change| {
                change["previous_address"].is_string()
            }),
            0,
            "a name changes",
        ),
        ("nothing", bytes(&cut::unchanged()), 0, "nothing happens"),
    ]
}

/// What disagrees, as a file and as standard input.
fn wrong(rows: &[Row]) -> Vec<String> {
    let mut wrong = Vec::new();
    for (name, bytes, code, why) in rows {
        let mut file = NamedTempFile::with_suffix(".json").unwrap();
        file.write_all(bytes).unwrap();
        for (way, run) in [
            ("file", planlint(["--deny", "delete"]).arg(file.path()).run()),
            (
                "standard input",
                planlint(["--deny", "delete"]).stdin(bytes.clone()).run(),
            ),
        ] {
            if run.code != Some(*code) {
                wrong.push(format!("{name} as {way}: wanted {code} ({why})\n{}\n", run.shown()));
            }
        }
        assert_eq!(&fixtures::bytes(file.path()), bytes, "{name}: the file was changed");
    }
    wrong
}

#[test]
fn no_deletion_and_nothing_unread_passes_a_gate_on_deletions() {
    let rows = never_fine();
    assert_eq!(
        rows.len(),
        43,
        "the 39 that were measured on peers, and what came later"
    );
    let wrong = wrong(&rows);
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn what_destroys_nothing_passes_a_gate_on_deletions() {
    let wrong = wrong(&may_pass());
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn what_cannot_be_judged_outweighs_what_was_found() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        path
    };
    let deletion = path("deletion.json", &bytes(&cut::deletion()));
    let unchanged = path("unchanged.json", &bytes(&cut::unchanged()));
    let as_much = path("as-much.json", &bytes(&cut::unchanged()));
    let cut_off = path("cut.json", &bytes(&cut::deletion())[..200]);
    for (files, code, verdict, why) in [
        (vec![&deletion, &cut_off], 2, "error", "2 wins over 1"),
        (vec![&cut_off, &deletion], 2, "error", "in either order"),
        (vec![&unchanged, &cut_off], 2, "error", "2 wins over 0"),
        (vec![&unchanged, &deletion], 1, "fail", "1 wins over 0"),
        (vec![&deletion, &unchanged], 1, "fail", "in either order"),
        (vec![&unchanged, &as_much], 0, "pass", "nothing is wrong"),
    ] {
        let run = planlint(["--format", "json", "--deny", "delete"]);
        let run = files.iter().fold(run, Program::arg).run().exits(code, why);
        let report = run.json();
        assert_eq!(report["verdict"], verdict, "{why}");
        let reported = report["inputs"].as_array().unwrap().len() + report["errors"].as_array().unwrap().len();
        assert_eq!(reported, files.len(), "{why}: the others are still reported");
    }
}

#[test]
fn a_check_that_says_worse_than_its_instances_is_shown_so() {
    let mut plan = cut::unchanged();
    plan["checks"] = serde_json::json!([{
        "address": {"kind": "check", "name": "c", "to_display": "check.c"}, "status": "fail",
        "instances": [{"address": {"to_display": "check.c"}, "status": "pass"}],
    }]);
    planlint(["--all", "--deny", "checks"])
        .stdin(cut::line(&plan))
        .run()
        .exits(1, "it does not hold")
        .says("  fail  check.c  check block\n", "its own status")
        .says("  pass  check.c  check block\n", "that of its instance");
}

#[test]
fn an_input_that_is_too_large_is_not_judged() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("planlint.toml"), "[limits]\nlargest-input-mb = 1\n").unwrap();
    let plan = |padding: usize| [bytes(&cut::unchanged()), vec![b' '; padding]].concat();
    std::fs::write(folder.path().join("plan.json"), plan(1_000_000)).unwrap();
    for (bytes, code, why) in [
        (plan(1000), 0, "small enough"),
        (plan(1_000_000), 2, "one byte too many, and more"),
    ] {
        planlint([""; 0])
            .folder(folder.path())
            .stdin(bytes)
            .run()
            .exits(code, why);
    }
    planlint(["plan.json"])
        .folder(folder.path())
        .run()
        .exits(2, "a file")
        .tells("larger than 1 MB", "what is wrong")
        .tells("largest-input-mb", "and what to do");
    planlint(["plan.json", "--no-config"])
        .folder(folder.path())
        .run()
        .exits(0, "the usual limit is far away");
}

#[test]
fn the_verdict_says_which_finding_decided() {
    let deleted = cut::deleted();
    let address = deleted["address"].as_str().unwrap();
    planlint(["--deny", "delete"])
        .stdin(bytes(&cut::deletion()))
        .run()
        .exits(1, "denied")
        .says(&format!("decided by delete on {address}"), "the rule and the address");
}
