//! What in folders and patterns was meant as a plan or state and is none that can be judged: it is no mere note.

use crate::arguments::{folder, in_folder, state, unchanged};

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
