//! Objects of states: which of them are one and the same, and which have the same provider.

use serde_json::{Value, json};

use crate::judge::judge;
use crate::program::planlint;
use planlint::input::Want;
use planlint::lint::Settings;

/// An object: its type, and what is written of it.
type Object<'o> = (&'o str, &'o Value);

/// What `show -json` prints of a state of these objects, `a`, `b` and so on.
fn shown(provider: &str, objects: &[Object<'_>]) -> Value {
    let objects = objects.iter().zip('a'..).map(|((type_name, values), name)| {
        json!({
            "address": format!("{type_name}.{name}"), "mode": "managed", "type": type_name, "name": name.to_string(),
            "provider_name": format!("registry.opentofu.org/{provider}"), "schema_version": 0, "values": values
        })
    });
    json!({"format_version": "1.0", "terraform_version": "1.12.6",
        "values": {"root_module": {"resources": objects.collect::<Vec<_>>()}}})
}

/// A raw state of them, each with the configuration of its provider and the version of its schema.
fn raw(objects: &[(Object<'_>, &str, u64)]) -> Value {
    let objects = objects
        .iter()
        .zip('a'..)
        .map(|(((type_name, values), provider, version), name)| {
            json!({"mode": "managed", "type": type_name, "name": name.to_string(), "provider": provider,
            "instances": [{"schema_version": version, "attributes": values, "sensitive_attributes": []}]})
        });
    state_file(&objects.collect::<Vec<_>>())
}

fn state_file(resources: &[Value]) -> Value {
    json!({"version": 4, "terraform_version": "1.12.6", "serial": 1, "lineage": "l", "outputs": {},
        "resources": resources, "check_results": null})
}

/// How often a rule finds something in a state.
fn count(rule: &str, state: &Value, why: &str) -> usize {
    let judged = judge(state.to_string().as_bytes(), Want::State, &Settings::default()).unwrap();
    assert!(judged.report.errors.is_empty(), "{why}: {:?}", judged.report.errors);
    let findings = judged.report.findings.iter();
    findings.filter(|finding| finding.rule == rule).count()
}

#[test]
fn the_provider_of_objects_is_known_by_its_source() {
    let terraform = r#"provider["registry.terraform.io/hashicorp/aws"]"#;
    for (first, second, wanted, why) in [
        (terraform, terraform.to_owned(), 1, "one configuration"),
        (terraform, format!("{terraform}.use1"), 1, "another one, with an alias"),
        (terraform, format!("module.net.{terraform}"), 1, "that of a module"),
        (
            terraform,
            r#"provider["registry.opentofu.org/hashicorp/aws"]"#.to_owned(),
            1,
            "from the other engine's registry",
        ),
        (
            terraform,
            r#"provider["registry.terraform.io/acme/aws"]"#.to_owned(),
            0,
            "another provider of the name",
        ),
        (
            "provider.aws",
            "provider.aws".to_owned(),
            1,
            "as Terraform 0.12 wrote it",
        ),
    ] {
        let objects = [json!({"id": "1"}), json!({"id": "2"})];
        let object = |at: usize| ("aws_vpc", &objects[at]);
        let state = raw(&[(object(0), first, 0), (object(1), &second, 1)]);
        assert_eq!(count("mixed-schema-versions", &state, why), wanted, "{why}");
    }
}

#[test]
fn a_copy_of_a_secret_is_named_by_the_member_that_holds_it() {
    for (key, wanted, why) in [
        ("token", "`output.token` is a copy of `input.token`", "a name"),
        (
            "app.kubernetes.io/secret",
            r#"`output["app.kubernetes.io/secret"]` is a copy of `input["app.kubernetes.io/secret"]`"#,
            "a label",
        ),
        (
            "my secret",
            "a member of `output` is a copy of the same in `input`",
            "a key that may be a secret itself",
        ),
        (
            "wJalrXUtnFEMI/K7MDENG",
            "a member of `output` is a copy of the same in `input`",
            "another",
        ),
    ] {
        let values =
            json!({"id": "1", "input": {key: "plain words", "open": "x"}, "output": {key: "plain words", "open": "x"}});
        let mut state = shown("hashicorp/x", &[("terraform_data", &values)]);
        state["values"]["root_module"]["resources"][0]["sensitive_values"] =
            json!({"input": {key: true}, "output": {}});
        let run = planlint(["state", "--no-config", "-"]).stdin(state.to_string()).run();
        run.says(wanted, why).hides("plain words", why);
    }
}
