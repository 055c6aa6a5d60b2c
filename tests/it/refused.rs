//! What people pass by mistake: each thing is refused by its name, with the command that makes the right thing.

use serde_json::{Value, json};

use crate::cut;
use crate::fixtures;
use crate::program::{Run, planlint};

/// The command that makes what `planlint` reads.
const SHOW_PLAN: &str = "tofu show -json tfplan | planlint";
/// The same as an engine of a cloud prints it.
const SHOW_CLOUD_PLAN: &str = "terraform show -json tfplan | planlint";
/// The command that makes what `planlint state` reads.
const SHOW_STATE: &str = "tofu show -json | planlint state";

/// Refused, with the name of the thing on standard error, and the next step; the JSON report has the same words.
pub(crate) fn assert_refused(arguments: &[&str], bytes: &[u8], code: &str, words: &str, help: &str, why: &str) -> Run {
    let run = planlint(arguments).stdin(bytes).run();
    let run = run
        .exits(2, why)
        .tells(words, why)
        .tells(help, why)
        .hides("CANARY-SECRET-", why);
    let report = planlint(arguments)
        .arg("--format=json")
        .stdin(bytes)
        .run()
        .exits(2, why)
        .json();
    assert_eq!(report["verdict"], "error", "{why}");
    let error = &report["errors"][0];
    assert_eq!(error["code"], code, "{why}: {error}");
    assert!(error["message"].as_str().unwrap().contains(words), "{why}: {error}");
    assert!(error["help"].as_str().unwrap().contains(help), "{why}: {error}");
    run
}

#[test]
fn every_wrong_thing_is_named() {
    let tofu = |name: &str| fixtures::read(&format!("wrong-inputs/tofu-1.12.6/{name}"));
    let terraform = |name: &str| fixtures::read(&format!("wrong-inputs/terraform-1.11.4/{name}"));
    let made = |name: &str| fixtures::read(&format!("made/{name}"));
    let plan = cut::line(&cut::deletion());
    let without = |property: &str| {
        let mut plan = cut::deletion();
        plan.as_object_mut().unwrap().remove(property);
        cut::line(&plan).into_bytes()
    };
    let version = |version: Value| {
        let mut plan = cut::deletion();
        plan["format_version"] = version;
        cut::line(&plan).into_bytes()
    };
    for (bytes, code, words, help, why) in [
        (
            tofu("empty.json"),
            "empty-input",
            "the input is empty",
            "the command before the pipe failed",
            "no bytes",
        ),
        (
            tofu("whitespace.json"),
            "empty-input",
            "the input is empty",
            "set -o pipefail",
            "only white space",
        ),
        (
            tofu("plan.tfplan"),
            "binary-plan",
            "a binary plan file",
            SHOW_PLAN,
            "the plan file itself",
        ),
        (
            terraform("plan.tfplan"),
            "binary-plan",
            "a binary plan file",
            SHOW_PLAN,
            "of the other engine",
        ),
        (
            made("old-plan.tfplan"),
            "old-binary-plan",
            "Terraform 0.11 or earlier",
            "0.12 or later",
            "an old plan file",
        ),
        (
            tofu("plan.txt"),
            "human-plan",
            "text of a plan for people",
            SHOW_PLAN,
            "show without -json",
        ),
        (
            terraform("plan.txt"),
            "human-plan",
            "text of a plan for people",
            SHOW_PLAN,
            "of the other engine",
        ),
        (
            tofu("plan-console.txt"),
            "human-plan",
            "text of a plan for people",
            SHOW_PLAN,
            "what plan printed",
        ),
        (
            tofu("plan-console-color.txt"),
            "human-plan",
            "text of a plan for people",
            SHOW_PLAN,
            "with colours",
        ),
        (
            terraform("plan-console-color.txt"),
            "human-plan",
            "text of a plan for people",
            SHOW_PLAN,
            "with colours",
        ),
        (
            fixtures::read("no-changes/tofu-1.12.6/plan.txt"),
            "human-plan",
            "text of a plan for people",
            SHOW_PLAN,
            "No changes.",
        ),
        (
            tofu("state.txt"),
            "human-state",
            "text of a state for people",
            SHOW_STATE,
            "show of a state without -json",
        ),
        (
            b"Error: No valid credential sources found\n".to_vec(),
            "engine-error",
            "an error message of the engine",
            "set -o pipefail",
            "standard error went into the pipe",
        ),
        (
            tofu("plan.stream.jsonl"),
            "event-lines",
            "log lines",
            "tofu plan -out=tfplan",
            "plan -json",
        ),
        (
            tofu("apply.stream.jsonl"),
            "event-lines",
            "log lines",
            SHOW_PLAN,
            "apply -json",
        ),
        (
            terraform("plan.stream.jsonl"),
            "event-lines",
            "log lines",
            SHOW_PLAN,
            "of the other engine",
        ),
        (
            tofu("providers-schema.json"),
            "provider-schemas",
            "provider schemas",
            SHOW_PLAN,
            "providers schema -json",
        ),
        (
            terraform("providers-schema.json"),
            "provider-schemas",
            "provider schemas",
            SHOW_PLAN,
            "the other engine",
        ),
        (
            tofu("validate.json"),
            "validate-result",
            "validate -json",
            SHOW_PLAN,
            "validate -json",
        ),
        (
            tofu("output.json"),
            "output-values",
            "output -json",
            SHOW_PLAN,
            "output -json",
        ),
        (
            br#"{"data":{"id":"plan-1","type":"plans","attributes":{"resource-destructions":3}}}"#.to_vec(),
            "api-answer",
            "an answer of the API of remote runs",
            "/api/v2/plans/ID/json-output",
            "what the API says of a plan",
        ),
        (
            tofu("version.json"),
            "version-result",
            "version -json",
            SHOW_PLAN,
            "version -json",
        ),
        (
            terraform("version.json"),
            "version-result",
            "version -json",
            SHOW_PLAN,
            "of the other engine",
        ),
        (
            tofu("functions.json.gz"),
            "function-signatures",
            "metadata functions -json",
            SHOW_PLAN,
            "and compressed",
        ),
        (
            made("state-show.json"),
            "state-show",
            "state show -json",
            SHOW_STATE,
            "one resource",
        ),
        (
            made("cloud-bookmark.json"),
            "cloud-bookmark",
            "a bookmark of a remote run",
            SHOW_CLOUD_PLAN,
            "a cloud's file",
        ),
        (
            made("redacted-plan.json"),
            "redacted-plan",
            "a redacted plan",
            SHOW_CLOUD_PLAN,
            "a cloud's document",
        ),
        (
            fixtures::read("encrypted/tofu-1.12.6/encrypted.tfstate"),
            "encrypted-state",
            "this state is encrypted",
            SHOW_STATE,
            "OpenTofu's encryption",
        ),
        (
            fixtures::read("encrypted/tofu-1.8.11/plan.tfplan"),
            "encrypted-plan",
            "this plan file is encrypted",
            SHOW_PLAN,
            "OpenTofu's encryption",
        ),
        (
            fixtures::read("replace/config/2-plan/main.tf"),
            "configuration-text",
            "configuration (HCL)",
            "tofu plan -out=tfplan",
            "the configuration",
        ),
        (
            br#"{"resource":{"aws_s3_bucket":{"b":{"bucket":"x"}}},"terraform":{}}"#.to_vec(),
            "json-configuration",
            "configuration in JSON syntax",
            "tofu plan -out=tfplan; tofu show -json tfplan | planlint   ·   the module: planlint config DIR",
            ".tf.json",
        ),
        (
            tofu("config.json"),
            "configuration-only",
            "only a configuration",
            SHOW_PLAN,
            "show -json -config",
        ),
        (
            tofu("module.json"),
            "configuration-only",
            "only a configuration",
            SHOW_PLAN,
            "show -json -module",
        ),
        (
            tofu("array.json"),
            "json-list",
            "a JSON list",
            SHOW_PLAN,
            "an empty list",
        ),
        (
            tofu("plan.array.json"),
            "holds-plan",
            "contains a plan",
            "list: jq -c '.[]' FILE | planlint",
            "plans in a list",
        ),
        (
            br#"[{"address":"a.b","change":{"actions":["delete"],"before":{},"after":null}}]"#.to_vec(),
            "changes-alone",
            "these are changes of a plan, without the plan",
            SHOW_PLAN,
            "a list of changes",
        ),
        (
            tofu("null.json"),
            "json-scalar",
            "a single JSON value",
            SHOW_PLAN,
            "null",
        ),
        (
            b"17".to_vec(),
            "json-scalar",
            "a single JSON value",
            SHOW_PLAN,
            "a number",
        ),
        (
            tofu("plan.quoted.json"),
            "holds-plan",
            "contains a plan",
            "take it out of the quotes: jq -r . FILE | planlint",
            "a plan as a string",
        ),
        (
            tofu("object.json"),
            "not-a-plan",
            "neither a plan nor a state",
            SHOW_PLAN,
            "{}",
        ),
        (
            tofu("modules.json"),
            "not-a-plan",
            "neither a plan nor a state",
            SHOW_PLAN,
            "a manifest of modules",
        ),
        (tofu("graph.dot"), "not-json", "this is text", SHOW_PLAN, "graph"),
        (
            tofu("plan.truncated.json"),
            "truncated",
            "stops before its end (byte",
            "cut off",
            "half a plan",
        ),
        (
            without("format_version"),
            "no-format-version",
            "`format_version` is missing",
            SHOW_PLAN,
            "no version",
        ),
        (
            version(json!("2.0")),
            "unsupported-format-version",
            "major version 2",
            "upgrade planlint",
            "a later major",
        ),
        (
            version(json!("x")),
            "bad-format-version",
            "is not a version",
            SHOW_PLAN,
            "not a version",
        ),
        (
            version(json!("")),
            "bad-format-version",
            "is not a version",
            SHOW_PLAN,
            "an empty version",
        ),
        (
            version(json!(1.2)),
            "malformed",
            "`/format_version` must be",
            SHOW_PLAN,
            "a number",
        ),
        (
            br#"{"format_version":"1.0"}"#.to_vec(),
            "no-state",
            "when there is no state",
            SHOW_PLAN,
            "no state",
        ),
        (
            tofu("state.json"),
            "state-not-plan",
            "this is a state",
            "did you forget the plan file?",
            "show -json alone",
        ),
        (
            tofu("terraform.tfstate"),
            "state-not-plan",
            "this is a state",
            "planlint state",
            "the raw state",
        ),
        (
            made("state-v3.tfstate"),
            "state-not-plan",
            "this is a state",
            SHOW_PLAN,
            "an old raw state",
        ),
        (
            tofu("plan.leading-text.json"),
            "text-beside",
            "line 1 is text outside the JSON",
            "only standard output",
            "init in the same pipe",
        ),
        (
            format!("\nWarning: Unable to open CLI configuration file\n\nIt does not exist.\n{plan}").into(),
            "engine-warning",
            "line 2 begins a warning that the engine printed before the JSON",
            "TF_CLI_CONFIG_FILE",
            "a warning about the engine's own settings goes to standard output",
        ),
        (
            format!("\u{1b}[33m╷\u{1b}[0m\n│ \u{1b}[1mWarning: \u{1b}[0mOld\n╵\n{plan}").into(),
            "engine-warning",
            "line 1 begins a warning",
            SHOW_PLAN,
            "in the frame that engines draw",
        ),
        (
            format!("{plan}oops\n").into(),
            "text-beside",
            "line 2 is text outside",
            "only standard output",
            "text after",
        ),
        (
            plan.replacen("null", "nul", 1).into(),
            "malformed",
            "is not valid JSON",
            SHOW_PLAN,
            "no JSON",
        ),
    ] {
        assert_refused(&[], &bytes, code, words, help, why);
    }
}

#[test]
fn a_log_of_many_lines_is_refused_once() {
    let log = fixtures::text("wrong-inputs/tofu-1.12.6/plan.stream.jsonl");
    assert!(log.lines().count() > 5);
    let run = planlint::<[&str; 0], &str>([]).stdin(log).run().exits(2, "a log");
    assert_eq!(
        run.stderr.matches("log lines").count(),
        1,
        "once is enough\n{}",
        run.shown()
    );
}

#[test]
fn planlint_state_judges_states_alone() {
    let made = |name: &str| fixtures::read(&format!("made/{name}"));
    let raw = |wrong: Value| {
        let instances = json!([{"index_key": 0, "attributes": {"id": "1"}}, wrong]);
        let one = json!({"mode": "managed", "type": "a_b", "name": "c", "provider": "p", "instances": instances});
        let state = json!({"version": 4, "serial": 1, "lineage": "l", "outputs": {}, "resources": [one]});
        cut::line(&state).into_bytes()
    };
    let shown = |wrong: Value| {
        let mut two = [json!({"values": {"id": "1"}}), wrong];
        for (index, one) in two.iter_mut().enumerate() {
            let address = format!("module.m.a_b.c[{index}]");
            one["address"] = json!(address);
            one["mode"] = json!("managed");
        }
        let module = json!({"child_modules": [{"address": "module.m", "resources": two}]});
        cut::line(&json!({"format_version": "1.0", "terraform_version": "1.9.8", "values": {"root_module": module}}))
            .into_bytes()
    };
    for (bytes, code, words, help, why) in [
        (
            fixtures::read("replace/tofu-1.12.6/plan.json"),
            "plan-not-state",
            "this is a plan",
            SHOW_STATE,
            "a plan",
        ),
        (
            made("state-v1.tfstate"),
            "old-raw-state",
            "raw state of version 1",
            "Terraform 0.12",
            "version 1",
        ),
        (
            made("state-v2.tfstate"),
            "old-raw-state",
            "raw state of version 2",
            "Terraform 0.12",
            "version 2",
        ),
        (
            made("state-v3.tfstate"),
            "old-raw-state",
            "raw state of version 3",
            SHOW_STATE,
            "version 3",
        ),
        (
            br#"{"version":5,"serial":1,"lineage":"x","resources":[]}"#.to_vec(),
            "newer-raw-state",
            "a version that planlint does not know",
            SHOW_STATE,
            "a later version",
        ),
        (
            fixtures::read("encrypted/tofu-1.12.6/encrypted.tfstate"),
            "encrypted-state",
            "encrypted",
            SHOW_STATE,
            "encrypted",
        ),
        (
            Vec::new(),
            "empty-input",
            "the input is empty",
            "set -o pipefail",
            "no bytes",
        ),
        (
            b"{}".to_vec(),
            "not-a-plan",
            "neither a plan nor a state",
            "tofu show -json",
            "no state",
        ),
        (
            raw(json!({"attributes_flat": {"id": "CANARY-SECRET-1"}})),
            "flat-attributes",
            "`/resources/0/instances/1` holds its attributes as Terraform 0.11 stored them",
            "tofu apply -refresh-only",
            "an object that no provider has upgraded",
        ),
        (
            raw(json!({"atributes": {"id": "CANARY-SECRET-1"}})),
            "malformed",
            "`/resources/0/instances/1` lacks the property `attributes`",
            SHOW_STATE,
            "a slip in a name",
        ),
        (
            raw(json!({"attribs": {"id": "CANARY-SECRET-1"}})),
            "no-attributes",
            "`/resources/0/instances/1` lacks the object `attributes`",
            SHOW_STATE,
            "a renamed object",
        ),
        (
            raw(json!({"attributes": null})),
            "no-attributes",
            "`/resources/0/instances/1` lacks the object `attributes`",
            SHOW_STATE,
            "null",
        ),
        (
            raw(json!({"attributes": "{\"id\": \"CANARY-SECRET-1\"}"})),
            "no-attributes",
            "`/resources/0/instances/1` lacks the object `attributes`",
            SHOW_STATE,
            "an object in a text",
        ),
        (
            shown(json!({"vals": {"id": "CANARY-SECRET-1"}})),
            "no-attributes",
            "`/values/root_module/child_modules/0/resources/1` lacks the object `values`",
            SHOW_STATE,
            "a renamed object of `show -json`",
        ),
        (
            shown(json!({"values": ["CANARY-SECRET-1"]})),
            "no-attributes",
            "`/values/root_module/child_modules/0/resources/1` lacks the object `values`",
            SHOW_STATE,
            "a list",
        ),
    ] {
        assert_refused(&["state"], &bytes, code, words, help, why);
    }
    planlint(["state"])
        .stdin(r#"{"format_version":"1.0"}"#)
        .run()
        .exits(0, "an empty state is a state")
        .says("0 resources", "and holds nothing");
}
