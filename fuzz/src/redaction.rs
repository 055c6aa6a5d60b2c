//! Redaction: no secret of eight characters or more is left in a text, whatever the text and the secrets are.

use std::borrow::Cow;

use planlint::facts::Facts;
use planlint::input::{self, Body, Want};
use planlint::report::{MASK, Redactor};
use planlint::source::SourceFile;
use serde_json::json;

/// What parts secrets from each other, and from the text.
const BETWEEN: u8 = 0;

/// Reads secrets, and last of all a text, and looks for the secrets in what is printed of the text.
pub fn run(bytes: &[u8]) {
    let mut parts: Vec<Cow<'_, str>> = bytes
        .splitn(12, |byte| *byte == BETWEEN)
        .map(String::from_utf8_lossy)
        .collect();
    let Some(text) = parts.pop() else { return };
    // The last secret inside another text, as a message would have it.
    let text = format!("{text}{}<{text}", parts.last().map_or("", |secret| secret));
    let outputs: serde_json::Map<_, _> = parts
        .iter()
        .enumerate()
        .map(|(number, secret)| {
            let change = json!({
                "actions": ["create"], "before": null, "after": {"k": [secret]}, "after_unknown": false,
                "before_sensitive": false, "after_sensitive": {"k": [true]}
            });
            (format!("o{number}"), change)
        })
        .collect();
    let plan = json!({
        "format_version": "1.2", "terraform_version": "1.12.6", "planned_values": {"root_module": {}},
        "output_changes": outputs, "configuration": {"root_module": {}}
    });
    let source = SourceFile::new("fuzz", plan.to_string());
    let contents = input::read(&source, Want::Plan).expect("a plan");
    for document in contents.documents {
        let Ok(document) = document else {
            panic!("the plan is sound")
        };
        let Body::Plan(plan) = &document.body else {
            panic!("it is a plan")
        };
        let facts = Facts::of_plan(plan, None).expect("its values can be read");
        let redacted = Redactor::new(facts.secrets()).text(&text);
        // The mask's own words may be a secret, and tell nothing.
        for shown in redacted.split(MASK) {
            for secret in &parts {
                let is_secret = secret.trim().chars().count() >= 8;
                assert!(
                    !is_secret || !shown.contains(&**secret),
                    "{secret:?} is left of {text:?}"
                );
            }
            assert!(text.contains(shown), "{shown:?} was not there before");
        }
    }
}
