//! Real plans, cut down to what one test is about.

use serde_json::{Value, json};

use crate::fixtures;
use planlint::facts::address::{Address, Key};

/// The plan of a fixture, such as `replace/tofu-1.12.6`.
pub(crate) fn plan(name: &str) -> Value {
    fixtures::json(&fixtures::root().join(name).join("plan.json"))
}

/// The first change of a fixture's plan that has these actions.
pub(crate) fn change(name: &str, actions: &[&str], wanted: impl Fn(&Value) -> bool) -> Value {
    let plan = plan(name);
    let changes = plan["resource_changes"].as_array().unwrap();
    let found = changes
        .iter()
        .find(|change| change["change"]["actions"] == json!(actions) && wanted(change));
    found
        .unwrap_or_else(|| panic!("{name} has no such change {actions:?}"))
        .clone()
}

/// A change of a managed object, of which nothing is sensitive.
pub(crate) fn object(address: &str, actions: &[&str], before: &Value, after: &Value, unknown: &Value) -> Value {
    let address = Address::parse(address).unwrap();
    whole(&json!({
        "address": address.to_string(), "mode": "managed", "type": address.type_name,
        "provider_name": "registry.opentofu.org/x/y",
        "change": {"actions": actions, "before": before, "after": after, "after_unknown": unknown}
    }))
}

/// The same with one change.
pub(crate) fn with_change(change: &Value) -> Value {
    with_changes(std::slice::from_ref(change))
}

/// A plan of a real engine with these changes, which stand first, beside objects that stay as they are.
pub(crate) fn with_changes(changes: &[Value]) -> Value {
    let mut plan = unchanged();
    let listed = plan["resource_changes"].as_array_mut().unwrap();
    listed.splice(0..0, changes.iter().map(whole));
    plan
}

/// The same change with what an engine always writes: the parts of its address, and marks, where it has none.
pub(crate) fn whole(change: &Value) -> Value {
    let mut change = change.clone();
    let address = change["address"].as_str().unwrap_or_default().to_owned();
    if let Ok(address) = Address::parse(&address) {
        change["name"] = json!(address.name);
        change["index"] = match &address.key {
            Key::Int(index) => json!(index),
            Key::Str(key) => json!(key),
            _ => Value::Null,
        };
    }
    for mark in ["after_unknown", "before_sensitive", "after_sensitive"] {
        if change["change"].get(mark).is_none() {
            change["change"][mark] = json!({});
        }
    }
    change
}

/// A plan that changes nothing, and with providers that no rule has anything to say about.
pub(crate) fn unchanged() -> Value {
    let mut plan = plan("no-changes/tofu-1.12.6");
    for provider in plan["configuration"]["provider_config"]
        .as_object_mut()
        .unwrap()
        .values_mut()
    {
        provider["version_constraint"] = json!("~> 5.0");
    }
    plan
}

/// A plan whose only change is a deletion, of a thing that holds no data.
pub(crate) fn deletion() -> Value {
    with_change(&deleted())
}

/// The change of [`deletion`].
pub(crate) fn deleted() -> Value {
    change("destroy-reasons/tofu-1.12.6", &["delete"], |_| true)
}

/// The text as the engines write it: one line.
pub(crate) fn line(value: &Value) -> String {
    value.to_string() + "\n"
}
