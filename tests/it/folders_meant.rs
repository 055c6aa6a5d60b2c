//! What in folders and patterns was meant as a plan or state and is none that can be judged: it is no mere note.

use crate::arguments::{deletion, folder, in_folder, state, unchanged};

#[test]
fn what_is_called_a_state_is_not_passed_over_where_states_are_asked_for() {
    // The engines read it; planlint cannot judge what has neither `serial` nor `lineage`.
    let neither = br#"{"version":4,"terraform_version":"1.12.6","outputs":{},"resources":[]}"#;
    for (name, content, arguments, code, words, why) in [
        (
            "b.tfstate",
            &neither[..],
            &["state", "."][..],
            2,
            "error: ./b.tfstate: this is a JSON object, but neither",
            "a raw state",
        ),
        (
            "b.tfstate",
            neither,
            &["state", "*"],
            2,
            "error: b.tfstate: this is",
            "by a pattern",
        ),
        (
            "b.tfstate",
            neither,
            &["--kind", "any", "."],
            2,
            "error: ./b.tfstate",
            "where both are asked for",
        ),
        (
            "a/terraform.tfstate.json",
            b"{}",
            &["state", "."],
            2,
            "error: ./a/terraform.tfstate.json",
            "what was shown",
        ),
        (
            "State.json",
            b"[]",
            &["state", "."],
            2,
            "error: ./State.json: this is a JSON list",
            "as plans are called",
        ),
        (
            "tfstate.json",
            b"{}",
            &["state", "."],
            2,
            "error: ./tfstate.json",
            "likewise",
        ),
        (
            "terraform.tfstate.backup",
            neither,
            &["state", "*"],
            2,
            "error: terraform.tfstate.backup",
            "the engines' copy of one",
        ),
        (
            "b.tfstate",
            br#"{"format_version":"1.2","resource_changes":[]}"#,
            &["state", "."],
            2,
            "error: ./b.tfstate: this is a plan",
            "a plan that is called a state",
        ),
        (
            "plan.json",
            br#"{"format_version":"1.2","resource_changes":[]}"#,
            &["state", "."],
            0,
            "note: ./plan.json: skipped",
            "a plan that is called one",
        ),
        (
            "b.json",
            b"{}",
            &["state", "."],
            0,
            "note: ./b.json: skipped",
            "another name",
        ),
        (
            "tfstate-backend.json",
            b"{}",
            &["state", "."],
            0,
            "note: ./tfstate-backend.json: skipped",
            "a name that only begins so",
        ),
        (
            "b.tfstate.json",
            b"{}",
            &["."],
            0,
            "note: ./b.tfstate.json: skipped",
            "plans alone are asked for",
        ),
        (
            "b.tfstate",
            neither,
            &["*"],
            0,
            "note: b.tfstate: skipped",
            "the same by a pattern",
        ),
    ] {
        let wanted = if arguments[0] == "state" { state() } else { unchanged() };
        let folder = folder(&[(name, content.to_vec()), ("z.json", wanted)]);
        in_folder(folder.path(), arguments)
            .run()
            .exits(code, why)
            .tells(words, why);
    }
}

#[test]
fn a_damaged_plan_in_a_folder_is_an_error_and_settings_with_comments_are_not() {
    let plan = String::from_utf8(deletion()).unwrap();
    let state = String::from_utf8(state()).unwrap();
    for (text, why) in [
        (plan.replace('"', "'"), "as Python prints it"),
        (plan.replace('"', "&quot;"), "as pages hold it"),
        (plan.replace('"', "\\u0022"), "as programs escape it"),
        (plan.replace('"', "%22"), "as addresses hold it"),
        (plan.replace('"', ""), "without quotes"),
        (plan.replacen('"', "\u{201c}", 1), "as office programs correct it"),
        (plan.replace("\":", "\"=>"), "as Ruby prints it"),
        (plan.replacen('{', "{ /* ours */ ", 1), "with a comment"),
        (plan.replacen('{', "{,", 1), "with a comma"),
        (
            plan.replacen('{', r#"{"report_version":"1.0",'a':1,"#, 1),
            "behind the key of a report",
        ),
        (
            plan.replacen('{', r#"{"format_version":"1.2","#, 1)
                .replace("_changes\"", "_changes'"),
            "one key alone",
        ),
        (
            format!(r#"{{"values":{{}},{}"#, plan[1..].replace('"', "'")),
            "in what looks like a state",
        ),
        (state.replace('"', "'"), "a state, which cannot be told from a plan"),
    ] {
        let folder = folder(&[("b.json", text.into_bytes()), ("z.json", unchanged())]);
        for argument in [".", "*.json"] {
            in_folder(folder.path(), &[argument])
                .run()
                .exits(2, why)
                .tells("b.json: ", why)
                .hides("b.json: skipped", why);
        }
    }
    for (text, why) in [
        (
            "{ // c\n \"compilerOptions\": {\"strict\": true,},\n}",
            "settings of TypeScript",
        ),
        ("{\"a\": [1, 2,], /* b */}", "commas too many"),
        ("{a: 'b'}", "JSON5"),
        ("{ {{ template }} }", "a template"),
        (
            "{\"Version\": \"2012-10-17\", \"Resource\": ${arn}}",
            "another template",
        ),
        (
            "{ // c\n \"my_resource_changes\": 1, \"terraform_versions\": 2 }",
            "names that only hold those of plans",
        ),
        (
            r#"{"a": "resource_changes and terraform_version"}"#,
            "sound, whatever it speaks of",
        ),
    ] {
        let folder = folder(&[("b.json", text.into()), ("z.json", unchanged())]);
        in_folder(folder.path(), &["."])
            .run()
            .exits(0, why)
            .tells("b.json: skipped", why);
    }
}

#[test]
#[cfg(unix)]
fn a_link_that_leads_nowhere_is_an_error_by_whatever_name() {
    use std::os::unix::fs::symlink;

    let stacks = folder(&[("a/plan.json", unchanged())]);
    let link = |name: &str| symlink("/nowhere/at/all", stacks.path().join(name)).unwrap();
    let run = |argument: &str| in_folder(stacks.path(), &[argument]).run();
    link("a/.#notes.txt");
    link(".hidden");
    for argument in [".", "*", "*/plan.json", "**/plan.json"] {
        run(argument).exits(0, "what is hidden is none of people's own");
    }
    link("shop");
    for (argument, code, why) in [
        (".", 2, "a folder"),
        ("*", 2, "a pattern that finds the link"),
        ("*/plan.json", 2, "one that would look behind it"),
        ("*/", 2, "that wants a folder"),
        ("**/plan.json", 2, "at any depth"),
        ("a*/plan.json", 0, "a pattern that does not mean it"),
        ("a/*.json", 0, "one of another folder"),
    ] {
        let run = run(argument).exits(code, why);
        assert_eq!(run.stderr.contains("shop: "), code == 2, "{why}: {}", run.shown());
    }
    link("a/live");
    run("a*/live/plan.json").exits(2, "in the middle of a pattern").tells(
        "it cannot be read: a/live: it is a link that leads nowhere",
        "which says where",
    );
}
