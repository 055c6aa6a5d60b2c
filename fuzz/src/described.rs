//! Objects that a plan has as a text, in YAML or in JSON: whatever stands there, the plan is judged to its end.

use planlint::facts::Facts;
use planlint::input::{self, Body, Want};
use planlint::lint::{self, Level, Settings};
use planlint::rules::RULES;
use planlint::source::SourceFile;
use serde_json::json;

/// Types that take a text, with the attribute that has it.
const TAKEN_BY: [(&str, &str); 2] = [("kubectl_manifest", "yaml_body"), ("helm_release", "values")];

/// Judges plans that make an object from the text, with every rule on.
pub fn run(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    let mut settings = Settings::default();
    for rule in RULES {
        settings.set_level(RULES, rule.id, Level::Error).expect("a rule");
    }
    for (type_name, attribute) in TAKEN_BY {
        let value = if type_name == "helm_release" {
            json!([text])
        } else {
            json!(text)
        };
        let plan = json!({
            "format_version": "1.2", "terraform_version": "1.12.6", "planned_values": {"root_module": {}},
            "configuration": {"root_module": {}}, "errored": false,
            "resource_changes": [{"address": format!("{type_name}.x"), "mode": "managed", "type": type_name, "name": "x",
                "provider_name": "registry.opentofu.org/a/b", "change": {"actions": ["create"], "before": null,
                    "after": {attribute: value}, "after_unknown": {}, "before_sensitive": false, "after_sensitive": {}}}]
        });
        let source = SourceFile::new("fuzz", plan.to_string());
        let contents = input::read(&source, Want::Plan).expect("a plan");
        for document in contents.documents.iter().flatten() {
            if let Body::Plan(plan) = &document.body
                && let Ok(facts) = Facts::of_plan(plan, None)
            {
                std::hint::black_box(lint::run(RULES, &facts, &settings));
            }
        }
    }
}
