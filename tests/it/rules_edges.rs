//! Rules at the edges of what documents and settings hold, where a page would be no help to its readers.

use serde_json::{Value, json};

use crate::judge::judge;
use crate::rules::document;
use crate::settings;
use planlint::input::Want;
use planlint::lint::{Level, Settings};
use planlint::rules::RULES;

/// What a rule says of a plan with these members, under these options; a panic is an error of the test.
fn said(rule: &str, options: &str, plan: &Value) -> Vec<String> {
    let mut settings = Settings::default();
    settings.now = Some(settings::now());
    if !options.is_empty() {
        settings.set_options(RULES, rule, options.parse().unwrap()).unwrap();
    }
    settings.set_level(RULES, rule, Level::Warning).unwrap();
    let text = document(false, &plan.to_string()).to_string();
    let judged = judge(text.as_bytes(), Want::Plan, &settings).unwrap_or_else(|panic| panic!("{rule}: {panic}"));
    let errors = &judged.report.errors;
    assert!(errors.is_empty(), "{rule}: {errors:?}");
    let findings = judged.report.findings.iter();
    findings
        .filter(|finding| finding.rule == rule)
        .map(|finding| finding.message.to_string())
        .collect()
}

/// A managed object whose change has these actions.
fn change(address: &str, actions: &[&str], before: &Value, after: &Value) -> Value {
    let mut parts = address.rsplit('.');
    let (name, type_name) = (parts.next().unwrap(), parts.next().unwrap());
    json!({
        "address": address, "mode": "managed", "type": type_name, "name": name.split('[').next(),
        "change": {"actions": actions, "before": before, "after": after, "after_unknown": {}}
    })
}

#[test]
fn an_index_at_the_end_of_numbers_has_nothing_behind_it() {
    let mut last = change(
        "aws_instance.web[18446744073709551615]",
        &["update"],
        &json!({"host": "a"}),
        &json!({"host": "b"}),
    );
    last["index"] = json!(u64::MAX);
    let mut gone = change("aws_instance.web[1]", &["delete"], &json!({"host": "b"}), &Value::Null);
    gone["index"] = json!(1);
    assert_eq!(
        said("count-shift", "", &json!({"resource_changes": [last, gone]})),
        [""; 0]
    );
}
