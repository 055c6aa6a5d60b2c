//! Inputs of any size for the test of how cost grows.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::cut;

/// An output each, with a reference to a resource that is nowhere.
pub(crate) fn undeclared(n: usize) -> Value {
    json!({"output": object(n, |i| (format!("o{i}"), json!({"value": format!("${{aws_instance.x{i}.id}}")})))})
}

/// A resource each, with a reference to one before it.
pub(crate) fn chained(n: usize) -> Value {
    let reference = |i: usize| format!("${{aws_instance.r{}.id}}", i / 2);
    let ami = |i: usize| i.checked_sub(1).map_or("x".to_owned(), reference);
    json!({"resource": {"aws_instance": object(n, |i| (format!("r{i}"), json!({"ami": ami(i)})))}})
}

/// Changes of all kinds, in some modules, with outputs and checks.
pub(crate) fn everything(n: usize) -> Value {
    let mut plan = cut::with_changes(&changes(n, |i| {
        let kinds: [&[&str]; 4] = [&["update"], &["delete"], &["create"], &["delete", "create"]];
        let mut change = of_kind(i, kinds[i % 4]);
        let module = format!("module.m{}", i % 20);
        change["address"] = format!("{module}.aws_db_instance.r{i}").into();
        change["module_address"] = module.into();
        change
    }));
    plan["output_changes"] = object(n / 4, |i| (format!("o{i}"), output(i)));
    plan["checks"] = (0..n / 4).map(check).collect();
    plan
}

pub(crate) fn modules(at: &Path, n: usize) -> Vec<String> {
    let mut with = cut::with_changes(&changes(n, |i| {
        let mut change = update(i);
        change["address"] = format!("module.m{i}.aws_instance.r{i}").into();
        change["module_address"] = format!("module.m{i}").into();
        change
    }));
    with["configuration"]["root_module"]["module_calls"] = object(n, |i| {
        let resource = json!({"address": format!("aws_instance.r{i}"), "mode": "managed", "type": "aws_instance",
            "name": format!("r{i}"), "provider_config_key": "aws", "schema_version": 1,
            "expressions": {"size": {"references": ["var.x"]}}});
        let call = json!({"source": format!("./m{i}"), "expressions": {"x": {"constant_value": 1}},
            "module": {"resources": [resource], "variables": {"x": {}}}});
        (format!("m{i}"), call)
    });
    plan(at, &with)
}

pub(crate) fn deletions(n: usize) -> Value {
    cut::with_changes(&changes(n, |i| of_kind(i, &["delete"])))
}

pub(crate) fn changes(n: usize, one: impl Fn(usize) -> Value) -> Vec<Value> {
    (0..n).map(one).collect()
}

pub(crate) fn update(i: usize) -> Value {
    let mut change = of_kind(i, &["update"]);
    change["type"] = "aws_instance".into();
    change["address"] = format!("aws_instance.r{i}").into();
    change
}

/// A change of a database.
pub(crate) fn of_kind(i: usize, actions: &[&str]) -> Value {
    let side = |size: usize| json!({"id": format!("i-{i}"), "size": size, "tags": {"Name": format!("n{i}")}});
    json!({
        "address": format!("aws_db_instance.r{i}"), "mode": "managed", "type": "aws_db_instance", "name": format!("r{i}"),
        "provider_name": "registry.opentofu.org/hashicorp/aws",
        "change": {
            "actions": actions, "after_unknown": {}, "before_sensitive": {}, "after_sensitive": {},
            "before": if actions == ["create"] { Value::Null } else { side(i) },
            "after": match actions { ["delete"] => Value::Null, ["no-op"] => side(i), _ => side(i + 1) },
        }
    })
}

pub(crate) fn check(i: usize) -> Value {
    let address = json!({"kind": "check", "name": format!("c{i}"), "to_display": format!("check.c{i}")});
    json!({"address": address, "status": "fail", "instances": [{"address": {"to_display": format!("check.c{i}")},
        "status": "fail", "problems": [{"message": format!("bad {i}")}]}]})
}

pub(crate) fn output(i: usize) -> Value {
    json!({"actions": ["update"], "before": i, "after": i + 1, "after_unknown": false, "before_sensitive": false,
        "after_sensitive": false})
}

pub(crate) fn object(n: usize, one: impl Fn(usize) -> (String, Value)) -> Value {
    Value::Object((0..n).map(one).collect())
}

/// So many actions.
pub(crate) fn actions(n: usize, end: &str) -> Vec<String> {
    (0..n).map(|i| format!("s3:A{i}{end}")).collect()
}

pub(crate) fn open_to_all(actions: &[String]) -> Value {
    json!([{"Effect": "Allow", "Principal": "*", "Action": actions, "Resource": "arn:aws:s3:::b/*"}])
}

/// An update of a resource of that type.
pub(crate) fn changed(at: &Path, type_name: &str, before: &Value, after: &Value) -> Vec<String> {
    let mut change = of_kind(0, &["update"]);
    (change["type"], change["address"]) = (type_name.into(), format!("{type_name}.r0").into());
    (change["change"]["before"], change["change"]["after"]) = (before.clone(), after.clone());
    plan(at, &cut::with_change(&change))
}

/// A resource of that type whose policy has these statements.
pub(crate) fn policy(at: &Path, type_name: &str, before: Option<&Value>, after: &Value) -> Vec<String> {
    let side = |statements: &Value| json!({"bucket": "b", "policy": json!({"Statement": statements}).to_string()});
    let mut change = of_kind(0, &[if before.is_some() { "update" } else { "create" }]);
    (change["type"], change["address"]) = (type_name.into(), format!("{type_name}.r0").into());
    change["change"]["before"] = before.map(side).unwrap_or_default();
    change["change"]["after"] = side(after);
    plan(at, &cut::with_change(&change))
}

/// A replacement that so many elements of a list force.
pub(crate) fn forced(at: &Path, n: usize) {
    let mut change = of_kind(0, &["delete", "create"]);
    change["change"]["before"]["list"] = (0..n).map(|i| json!({"port": i})).collect();
    change["change"]["after"]["list"] = (0..n).map(|i| json!({"port": i + 1})).collect();
    change["change"]["replace_paths"] = (0..n).map(|i| json!(["list", i, "port"])).collect();
    plan(at, &cut::with_change(&change));
}

pub(crate) fn plan(at: &Path, plan: &Value) -> Vec<String> {
    fs::write(at.join("plan.json"), cut::line(plan)).unwrap();
    vec!["plan.json".to_owned()]
}

/// As many plans in one file, each with a deletion and many lines behind it.
pub(crate) fn stream(at: &Path, n: usize) -> Vec<String> {
    let document = |i| cut::line(&cut::with_change(&of_kind(i, &["delete"]))) + &"\n".repeat(10_000);
    fs::write(at.join("plan.json"), (0..n).map(document).collect::<String>()).unwrap();
    vec!["plan.json".to_owned()]
}

pub(crate) fn module(at: &Path, file: &Value) -> Vec<String> {
    fs::write(at.join("main.tf.json"), cut::line(file)).unwrap();
    vec!["config".to_owned()]
}

/// A module beside the one that calls it.
pub(crate) fn called(at: &Path, file: &Value) {
    fs::create_dir_all(at.join("m")).unwrap();
    fs::write(at.join("m/main.tf.json"), file.to_string()).unwrap();
}

/// What every waiver says.
pub(crate) const WAIVED: &str = "rule = 'delete'\nreason = 'x'\nexpires = 2027-01-31";

/// A time before its end.
pub(crate) const AT: &str = "--now=2026-11-20T00:00:00Z";

/// A table of that name for each of the databases.
pub(crate) fn settings(table: &str, says: &str, n: usize) -> String {
    settings_about(table, says, n, |i| format!("address = \"aws_db_instance.r{i}\""))
}

/// A table of that name so many times, each about something else.
pub(crate) fn settings_about(table: &str, says: &str, n: usize, about: impl Fn(usize) -> String) -> String {
    (0..n).fold(String::new(), |text, i| {
        text + &format!("[[{table}]]\n{says}\n{}\n", about(i))
    })
}

/// As many deletions as tables, each of a database of its own type, provider, module and instance of that.
pub(crate) fn deletions_apart(
    at: &Path,
    table: &str,
    says: &str,
    n: usize,
    about: impl Fn(usize) -> String,
) -> Vec<String> {
    fs::write(at.join("planlint.toml"), settings_about(table, says, n, about)).unwrap();
    let with_plan = cut::with_changes(&changes(n, |i| {
        let mut change = of_kind(i, &["delete"]);
        let (module, type_name) = (format!("module.m{i}[\"k{i}\"]"), format!("aws_db_x{i}"));
        change["address"] = format!("{module}.{type_name}.r{i}").into();
        change["module_address"] = module.into();
        change["type"] = type_name.into();
        change["provider_name"] = format!("registry.opentofu.org/hashicorp/p{i}").into();
        change
    }));
    with(plan(at, &with_plan), &["--warn=delete", AT])
}

pub(crate) fn with(mut arguments: Vec<String>, more: &[&str]) -> Vec<String> {
    arguments.extend(more.iter().map(ToString::to_string));
    arguments
}
