//! Which of the known kinds a JSON object or a text is, decided by its first keys or words.

use std::borrow::Cow;

use memchr::memmem;

use crate::json::{Document, Kind, Node, scan};

use super::InputError;
use super::wrapper::without_escapes;

/// What an object at the top claims to be.
#[derive(Debug)]
pub(super) enum Claim {
    /// A plan: `planned_values`, `resource_changes` or another key that only plans have.
    Plan,
    /// The state of `show -json`: `values`.
    State,
    /// A raw state: `version` with `serial`, `lineage` or `modules`.
    StateFile,
    /// `show -json -config`: only `provider_config` and `root_module`.
    Configuration,
    /// Only `format_version`, with or without `terraform_version`.
    NoState,
    /// Something else that people pass by mistake.
    Other(InputError),
    /// Structure that cannot be walked; decoding says what is wrong.
    Broken,
}

/// Keys that stand at the top of plans and nowhere else (§1.6).
const ONLY_IN_PLANS: &[&str] = &[
    "planned_values",
    "resource_changes",
    "resource_drift",
    "output_changes",
    "prior_state",
    "configuration",
    "relevant_attributes",
    "condition_results",
    "deferred_changes",
    "deferred_action_invocations",
    "action_invocations",
    "applyable",
    "complete",
    "errored",
];

/// Of these what a line of a report of ours repeats of a plan.
const ALSO_IN_LINES: &[&str] = &["applyable", "complete", "errored"];

/// Whether plans alone have a property of this name at the top.
pub(super) fn is_only_in_plans(name: &str) -> bool {
    ONLY_IN_PLANS.contains(&name)
}

/// Blocks at the top of a module in JSON configuration syntax.
const BLOCKS: &[&str] = &[
    "resource",
    "data",
    "ephemeral",
    "variable",
    "output",
    "locals",
    "module",
    "provider",
    "terraform",
    "moved",
    "removed",
    "import",
    "check",
    "language",
];

/// Reads keys of the object that begins at `start` until one decides.
///
/// The engines write the deciding keys first, so that of a plan only a few bytes are looked at.
pub(super) fn object(text: &str, start: usize) -> Claim {
    let mut keys: Vec<Cow<'_, str>> = Vec::new();
    let (mut has_version, mut has_state) = (false, false);
    let (mut is_report, mut is_line) = (false, false);
    let mut members = scan::members(text, start);
    for member in members.by_ref() {
        let key = member.key;
        match key.as_ref() {
            "plan_format_version" => return Claim::Other(InputError::RedactedPlan),
            "values" => return Claim::State,
            "@level" => return Claim::Other(InputError::EventLines),
            // The first that reports of ours have. What a plan or state has besides still makes it one: nobody takes a
            // plan out of a folder with a key that is written before all others.
            "report_version" if keys.is_empty() => is_report = true,
            "line" if matches!(&keys[..], [version] if version == "version") => is_line = true,
            also if is_line && ALSO_IN_LINES.contains(&also) => {}
            "function_signatures" => return Claim::Other(InputError::FunctionSignatures),
            "remote_plan_format" => return Claim::Other(InputError::CloudBookmark),
            "encrypted_data" => {
                let state = keys.iter().any(|seen| seen == "serial" || seen == "lineage");
                return Claim::Other(if state {
                    InputError::EncryptedState
                } else {
                    InputError::EncryptedPlan
                });
            }
            only if ONLY_IN_PLANS.contains(&only) => return Claim::Plan,
            "version" => has_version = true,
            "lineage" | "serial" | "modules" => has_state = true,
            _ => {}
        }
        keys.push(key);
        if has_version && has_state {
            return Claim::StateFile;
        }
    }
    if scan::end_of_value(text, start).is_none() {
        return Claim::Broken;
    }
    if is_report || is_line {
        return Claim::Other(InputError::OwnReport);
    }
    by_all_keys(text, start, &keys)
}

/// Whether what only plans have stands somewhere in a text, in an object or in JSON that was put into quotes; so does a
/// list of changes alone.
pub(super) fn holds_plan(text: &str) -> bool {
    holds_whole_plan(text)
        || ["change", "actions", "before"]
            .iter()
            .all(|name| has_member(text, name))
}

const WHOLE_PLAN: [&str; 3] = ["resource_changes", "planned_values", "output_changes"];

/// The same, but for a list of changes alone.
pub(super) fn holds_whole_plan(text: &str) -> bool {
    WHOLE_PLAN.iter().any(|name| has_member(text, name))
}

/// Of a text that holds a plan whether it does so in quotes alone.
pub(super) fn holds_plan_in_text(text: &str) -> bool {
    !WHOLE_PLAN.iter().any(|name| text.contains(&format!("\"{name}\"")))
}

/// Whether a plan stands in what looks like a report of ours. A report names changes as plans do, but no values.
pub(super) fn report_holds_plan(text: &str) -> bool {
    let of_plans = [
        "planned_values",
        "prior_state",
        "after_unknown",
        "before_sensitive",
        "after_sensitive",
    ];
    of_plans.iter().any(|name| has_member(text, name))
}

/// What states have, each as one of the engines' commands writes it.
const WHOLE_STATE: [&[&str]; 2] = [&["root_module", "values"], &["lineage", "serial", "terraform_version"]];

/// Whether what only states have stands somewhere in a text, in an object or in JSON that was put into quotes.
pub(super) fn holds_state(text: &str) -> bool {
    WHOLE_STATE
        .iter()
        .any(|names| names.iter().all(|name| has_member(text, name)))
}

/// Of a text that holds a state whether it does so in quotes alone.
pub(super) fn holds_state_in_text(text: &str) -> bool {
    let is_written = |name: &&str| text.contains(&format!("\"{name}\""));
    !WHOLE_STATE.iter().any(|names| names.iter().all(is_written))
}

/// Whether a property of that name stands in a text, also where its quotes are escaped.
fn has_member(text: &str, name: &str) -> bool {
    text.match_indices(name).any(|(at, name)| {
        let behind = text.get(at + name.len()..).unwrap_or_default();
        let behind = behind.trim_start_matches('\\').strip_prefix('"');
        text[..at].ends_with('"') && behind.is_some_and(|behind| behind.trim_start().starts_with(':'))
    })
}

/// Whether a text names a part of plans alone, in whatever quotes or none.
pub(super) fn names_part_of_plan(text: &str) -> bool {
    let also = ["resource_drift", "prior_state", "relevant_attributes"];
    WHOLE_PLAN.iter().chain(&also).any(|name| has_word(text, name))
}

/// Whether a text names a part of plans or states, in whatever quotes or none.
pub(super) fn names_part(text: &str) -> bool {
    let also = ["format_version", "terraform_version", "root_module"];
    names_part_of_plan(text) || also.iter().any(|name| has_word(text, name))
}

/// Whether a name stands in a text alone. Digits before it may be what is left of a quote: `%22`, `\u0022`.
fn has_word(text: &str, name: &str) -> bool {
    let is_letter = |letter: char| letter.is_alphabetic() || letter == '_';
    memmem::find_iter(text.as_bytes(), name).any(|at| {
        let before = text.get(..at).unwrap_or_default();
        let behind = text.get(at + name.len()..).unwrap_or_default();
        !before.ends_with(is_letter) && !behind.starts_with(|letter: char| is_letter(letter) || letter.is_ascii_digit())
    })
}

/// Decides once every key is known and none was enough alone.
fn by_all_keys(text: &str, start: usize, keys: &[Cow<'_, str>]) -> Claim {
    let has = |name: &str| keys.iter().any(|key| key == name);
    let only = |allowed: &[&str]| keys.iter().all(|key| allowed.contains(&key.as_ref()));
    if has("format_version") && only(&["format_version", "terraform_version", "checks"]) {
        return Claim::NoState;
    }
    if has("root_module") && only(&["provider_config", "root_module"]) {
        return Claim::Configuration;
    }
    Claim::Other(if has("provider_schemas") {
        InputError::ProviderSchemas
    } else if has("valid") && has("diagnostics") {
        InputError::ValidateResult
    } else if has("resource") && has("diagnostics") {
        InputError::StateShow
    } else if has("terraform_version") && has("platform") {
        InputError::VersionResult
    } else if has("format_version") && has("modules") {
        InputError::ModulesResult
    } else if is_output_values(text, start) {
        InputError::OutputValues
    } else if has("data") && is_api_answer(text, start) {
        InputError::ApiAnswer
    } else if !keys.is_empty() && keys.iter().all(|key| BLOCKS.contains(&key.as_ref()) || key == "//") {
        InputError::JsonConfiguration
    } else {
        InputError::OtherObject
    })
}

/// Whether what stands under `data` is an object of JSON:API, or a list of some: it says its type in a text, where
/// configuration has blocks.
fn is_api_answer(text: &str, start: usize) -> bool {
    let object = scan::end_of_value(text, start).and_then(|end| text.get(start..end));
    let Some(document) = object.and_then(|object| Document::read(object).ok()) else {
        return false;
    };
    let is_typed = |node: Node<'_, '_>| node.get("type").is_some_and(|name| name.kind() == Kind::String);
    document.root().get("data").is_some_and(|data| match data.kind() {
        Kind::Array => data.items().any(is_typed),
        _ => is_typed(data),
    })
}

/// Whether every member looks like `{"sensitive": …, "type": …, "value": …}`, and there is one.
fn is_output_values(text: &str, start: usize) -> bool {
    let Some(document) = scan::end_of_value(text, start)
        .and_then(|end| text.get(start..end))
        .and_then(|object| Document::read(object).ok())
    else {
        return false;
    };
    let root = document.root();
    !root.is_empty()
        && root.entries().all(|entry| {
            let value = entry.value();
            value.kind() == Kind::Object
                && ["sensitive", "type", "value"]
                    .iter()
                    .all(|key| value.get(key).is_some())
        })
}

/// Whether a text begins with a warning of an engine.
pub(super) fn is_warning(text: &str) -> bool {
    // The document itself may be one of the lines.
    let head: String = text.chars().take(300).collect();
    begins_diagnostic(&without_escapes(&head), "Warning:")
}

/// Whether the first line that holds anything, in the frame that engines draw or without it, begins so.
fn begins_diagnostic(text: &str, word: &str) -> bool {
    let mut lines = text
        .lines()
        .map(|line| line.trim_start_matches(['│', '╷', '╵', ' ', '\t']));
    lines
        .find(|line| !line.is_empty())
        .is_some_and(|line| line.starts_with(word))
}

/// The name of a text that holds no JSON document; `None` when it has none.
pub(super) fn prose(text: &str) -> Option<InputError> {
    let plain = without_escapes(text);
    let starts = |words: &[&str]| {
        plain
            .lines()
            .take(400)
            .any(|line| words.iter().any(|word| line.trim_start().starts_with(word)))
    };
    if begins_diagnostic(&plain, "Error:") {
        return Some(InputError::EngineError);
    }
    if starts(&[
        "OpenTofu used the selected providers",
        "Terraform used the selected providers",
        "OpenTofu will perform the following actions",
        "Terraform will perform the following actions",
        "An execution plan has been generated",
        "No changes. ",
        "Plan: ",
        "Changes to Outputs:",
    ]) {
        return Some(InputError::HumanPlan);
    }
    if plain.trim_start().starts_with("# ") && is_shown_state(&plain) {
        return Some(InputError::HumanState);
    }
    starts(&[
        "resource \"",
        "data \"",
        "module \"",
        "variable \"",
        "provider \"",
        "output \"",
        "terraform {",
        "locals {",
        "moved {",
        "import {",
        "check \"",
    ])
    .then_some(InputError::ConfigurationText)
}

/// `# ADDRESS:` and then the resource, as `show` prints a state; configuration has no colon there.
fn is_shown_state(plain: &str) -> bool {
    let mut lines = plain.trim_start().lines();
    let header = lines.next().is_some_and(|line| line.ends_with(':'));
    let body = lines
        .next()
        .is_some_and(|line| line.starts_with("resource \"") || line.starts_with("data \""));
    header && body
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[expect(clippy::too_many_lines, reason = "one table, a row a kind")]
    fn objects_are_told_apart_by_their_keys() {
        for (text, wanted, why) in [
            (
                r#"{"format_version":"1.2","planned_values":{"#,
                Claim::Plan,
                "one key is enough, the rest is not read",
            ),
            (
                r#"{"format_version":"1.2","errored":true}"#,
                Claim::Plan,
                "only plans can be errored",
            ),
            (
                r#"{"format_version":"1.0","values":{}}"#,
                Claim::State,
                "`values` at the top",
            ),
            (
                r#"{"format_version":"1.0"}"#,
                Claim::NoState,
                "also what empty provider schemas look like",
            ),
            (r#"{"version":4,"serial":1,"#, Claim::StateFile, "raw state"),
            (
                r#"{"version":3,"terraform_version":"0.11","modules":[]}"#,
                Claim::StateFile,
                "old raw state",
            ),
            (
                r#"{"provider_config":{},"root_module":{}}"#,
                Claim::Configuration,
                "-config",
            ),
            (
                r#"{"root_module":{}}"#,
                Claim::Configuration,
                "-config without providers",
            ),
            (
                r#"{"@level":"info"}"#,
                Claim::Other(InputError::EventLines),
                "plan -json",
            ),
            (
                r#"{"report_version":"1.0","inputs":[{"resource_changes":[]}]}"#,
                Claim::Other(InputError::OwnReport),
                "a report of ours",
            ),
            (
                r#"{"a":1,"report_version":"1.0","resource_changes":[]}"#,
                Claim::Plan,
                "only where it stands first",
            ),
            (
                r#"{"report_version":"1.0","verdict":"pass","resource_changes":[]}"#,
                Claim::Plan,
                "a plan with the keys of a report is one",
            ),
            (
                r#"{"version":"1.0","line":"input","kind":"plan","format_version":"1.2","complete":true}"#,
                Claim::Other(InputError::OwnReport),
                "a line of a report, which repeats what a plan says of itself",
            ),
            (
                r#"{"version":"1.0","line":"input","complete":true,"planned_values":{}}"#,
                Claim::Plan,
                "a plan with the keys of a line is one",
            ),
            (
                r#"{"version":"1.0","line":"input","values":{}}"#,
                Claim::State,
                "and so is a state",
            ),
            (
                r#"{"version":4,"line":"input","serial":1}"#,
                Claim::StateFile,
                "and a raw one",
            ),
            (
                r#"{"line":"input","version":"1.0","errored":true}"#,
                Claim::Plan,
                "in this order alone",
            ),
            (
                r#"{"format_version":"1.0","provider_schemas":{}}"#,
                Claim::Other(InputError::ProviderSchemas),
                "schemas",
            ),
            (
                r#"{"format_version":"1.0","valid":true,"error_count":0,"diagnostics":[]}"#,
                Claim::Other(InputError::ValidateResult),
                "validate -json",
            ),
            (
                r#"{"a":{"sensitive":false,"type":"string","value":"x"}}"#,
                Claim::Other(InputError::OutputValues),
                "output -json",
            ),
            (
                r#"{"terraform_version":"1.9","platform":"x"}"#,
                Claim::Other(InputError::VersionResult),
                "version -json",
            ),
            (
                r#"{"format_version":"1.0","function_signatures":{}}"#,
                Claim::Other(InputError::FunctionSignatures),
                "metadata functions",
            ),
            (
                r#"{"format_version":"1.0","resource":{},"diagnostics":[]}"#,
                Claim::Other(InputError::StateShow),
                "state show -json",
            ),
            (
                r#"{"remote_plan_format":1}"#,
                Claim::Other(InputError::CloudBookmark),
                "saved cloud plan",
            ),
            (
                r#"{"plan_format_version":"1.2"}"#,
                Claim::Other(InputError::RedactedPlan),
                "redacted cloud plan",
            ),
            (
                r#"{"serial":1,"meta":{},"encrypted_data":"x"}"#,
                Claim::Other(InputError::EncryptedState),
                "has a serial",
            ),
            (
                r#"{"meta":{},"encrypted_data":"x"}"#,
                Claim::Other(InputError::EncryptedPlan),
                "has none",
            ),
            (
                r#"{"format_version":"1.0","modules":[]}"#,
                Claim::Other(InputError::ModulesResult),
                "modules -json",
            ),
            (
                r#"{"data":{"id":"plan-1","type":"plans","attributes":{"status":"finished"}}}"#,
                Claim::Other(InputError::ApiAnswer),
                "what an API says of a plan",
            ),
            (
                r#"{"data":[{"id":"run-1","type":"runs"}],"links":{}}"#,
                Claim::Other(InputError::ApiAnswer),
                "of several runs",
            ),
            (
                r#"{"data":{"type":{"a":{}}}}"#,
                Claim::Other(InputError::JsonConfiguration),
                "a data source, whatever its type is called",
            ),
            (
                r#"{"resource":{"a":{}},"//":"c"}"#,
                Claim::Other(InputError::JsonConfiguration),
                ".tf.json",
            ),
            ("{}", Claim::Other(InputError::OtherObject), "nothing at all"),
            (
                r#"{"Modules":[]}"#,
                Claim::Other(InputError::OtherObject),
                "the manifest of modules",
            ),
            (r#"{"a":"#, Claim::Broken, "decoding must say where it stops"),
        ] {
            assert_eq!(format!("{:?}", object(text, 0)), format!("{wanted:?}"), "{why}: {text}");
        }
    }

    #[test]
    fn texts_are_told_apart_by_their_words() {
        for (text, wanted, why) in [
            (
                "\u{1b}[31mError: \u{1b}[0mno credentials\n",
                Some("engine-error"),
                "colours do not hide it",
            ),
            (
                "\u{1b}]Error: no credentials\n",
                Some("engine-error"),
                "a title that never ends does not, either",
            ),
            (
                "╷\n│ Error: x\n╵\n",
                Some("engine-error"),
                "the engines' frame does not hide it",
            ),
            (
                "\nTerraform used the selected providers to",
                Some("human-plan"),
                "plan text",
            ),
            (
                "# null_resource.a:\nresource \"null_resource\" \"a\" {\n",
                Some("human-state"),
                "state text",
            ),
            (
                "# a comment\nresource \"null_resource\" \"a\" {}\n",
                Some("configuration-text"),
                "HCL with a comment",
            ),
            ("hello\n", None, "nothing known"),
        ] {
            let code = prose(text).and_then(|error| miette::Diagnostic::code(&error).map(|code| code.to_string()));
            assert_eq!(code.as_deref(), wanted, "{why}");
        }
    }
}
