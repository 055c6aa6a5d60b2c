//! Real plans, cut down to what one test is about.

use serde_json::{Value, json};

use crate::fixtures;
use planlint::facts::address::{Address, AddressMode, Key};

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

/// The provider of [`object`]s.
const MADE_UP: &str = "registry.opentofu.org/x/y";

/// A change of a managed object, of which nothing is sensitive.
pub(crate) fn object(address: &str, actions: &[&str], before: &Value, after: &Value, unknown: &Value) -> Value {
    let address = Address::parse(address).unwrap();
    whole(&json!({
        "address": address.to_string(), "mode": "managed", "type": address.type_name,
        "provider_name": MADE_UP,
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
    for change in changes {
        give_origin(&mut plan, change);
    }
    let listed = plan["resource_changes"].as_array_mut().unwrap();
    listed.splice(0..0, changes.iter().map(whole));
    plan
}

/// Gives the plan what a change of a managed object comes from: a block in the configuration, and before it an object in
/// the state. What is not destroyed is planned.
fn give_origin(plan: &mut Value, change: &Value) {
    let written = change["address"].as_str().unwrap_or_default();
    let Ok(address) = Address::parse(written) else { return };
    let is_deposed = !change["deposed"].is_null();
    if address.mode != AddressMode::Managed {
        return;
    }
    let mut object = json!({"mode": "managed", "type": address.type_name, "name": address.name, "schema_version": 0});
    if change["change"]["before"].is_object() && change["change"]["importing"].is_null() {
        let mut held = object.clone();
        held["address"] = json!(written);
        held["provider_name"] = change["provider_name"].clone();
        held["deposed_key"] = change["deposed"].clone();
        give_values(&mut held, &change["change"], "before");
        push(&mut plan["prior_state"]["values"]["root_module"]["resources"], held);
    }
    let actions: Vec<&str> = change["change"]["actions"]
        .as_array()
        .map(|actions| actions.iter().filter_map(Value::as_str).collect())
        .unwrap_or_default();
    if actions != ["delete"] && !is_deposed {
        let mut planned = object.clone();
        planned["address"] = json!(written);
        give_values(&mut planned, &change["change"], "after");
        push(&mut plan["planned_values"]["root_module"]["resources"], planned);
    }
    let makes = ["create", "update", "no-op"]
        .iter()
        .any(|action| actions.contains(action));
    // Of what is not known of an object that was made up, the test says itself what its block has.
    if makes && change["provider_name"] != MADE_UP && !is_deposed {
        let steps = address.module.0.iter();
        let module = steps.fold(&mut plan["configuration"]["root_module"], |module, step| {
            &mut module["module_calls"][&*step.name]["module"]
        });
        object["address"] = json!(address.resource_config());
        push(&mut module["resources"], object);
    }
}

/// Gives an object what a side of its change says; none to what is forgotten.
fn give_values(object: &mut Value, change: &Value, side: &str) {
    let marks = &change[format!("{side}_sensitive")];
    object["sensitive_values"] = if marks.is_null() { json!(false) } else { marks.clone() };
    if change[side].is_object() {
        object["values"] = change[side].clone();
    }
}

fn push(list: &mut Value, element: Value) {
    match list.as_array_mut() {
        Some(list) => list.push(element),
        None => *list = json!([element]),
    }
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

/// Gives the object of a change another address, also where it is planned.
pub(crate) fn readdress(plan: &mut Value, change: usize, address: &str) {
    let listed = &mut plan["resource_changes"][change]["address"];
    let before = std::mem::replace(listed, json!(address));
    let planned = plan["planned_values"]["root_module"]["resources"].as_array_mut();
    for object in planned
        .into_iter()
        .flatten()
        .filter(|object| object["address"] == before)
    {
        object["address"] = json!(address);
    }
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
