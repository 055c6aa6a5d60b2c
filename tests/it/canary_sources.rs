//! Every source that marks a secret, each alone: plans and states with a canary where it marks, and copies everywhere.

use serde_json::{Value, json};

use crate::cut;

/// A secret with all that is written in another way somewhere: quotes, marks of HTML, of templates, of formulas, what
/// is not ASCII.
pub(crate) const SECRET: &str = "=zq7-canary\"<b>&${x}'`|%{y}\\+/ä😀\u{c}\u{e0041}end";

/// A document in which one source marks the secret, and its name.
pub(crate) struct Source {
    pub(crate) name: &'static str,
    pub(crate) document: Value,
}

/// A resource with some values, without marks.
pub(crate) fn change(name: &str, before: &Value, after: &Value) -> Value {
    json!({
        "address": format!("aws_db_instance.{name}"), "mode": "managed", "type": "aws_db_instance", "name": name,
        "provider_name": "registry.opentofu.org/hashicorp/aws",
        "change": {
            "actions": ["update"], "before": before, "after": after, "after_unknown": {},
            "before_sensitive": {}, "after_sensitive": {}
        }
    })
}

pub(crate) fn resource(name: &str, values: &Value) -> Value {
    json!({
        "address": format!("aws_db_instance.{name}"), "mode": "managed", "type": "aws_db_instance", "name": name,
        "provider_name": "registry.opentofu.org/hashicorp/aws",
        "schema_version": 0, "values": values, "sensitive_values": {}
    })
}

/// The secret where nothing marks it, as people and providers copy it.
pub(crate) fn copies() -> Value {
    let once = json!({"token": SECRET}).to_string();
    let html = once
        .replace('<', "\\u003c")
        .replace('>', "\\u003e")
        .replace('&', "\\u0026");
    // As other encoders write it that hold more characters for dangerous than they have to.
    let escaped = |hex: fn(u16) -> String, is_safe: fn(char) -> bool| {
        let escape = |character: char| match character {
            _ if is_safe(character) => character.to_string(),
            '/' => "\\/".to_owned(),
            _ => character
                .encode_utf16(&mut [0; 2])
                .iter()
                .map(|unit| hex(*unit))
                .collect(),
        };
        once.chars().map(escape).collect::<String>()
    };
    let net = escaped(
        |unit| format!("\\u{unit:04X}"),
        |one| one.is_ascii() && !"<>&'+`".contains(one),
    );
    let python = escaped(|unit| format!("\\u{unit:04x}"), |one| one.is_ascii());
    let php = escaped(|unit| format!("\\u{unit:04x}"), |one| one.is_ascii() && one != '/');
    // As the configuration language writes it, in addresses too.
    let hcl = SECRET
        .replace('\\', "\\\\")
        .replace('"', "\\\"")
        .replace("${", "$${")
        .replace("%{", "%%{")
        .replace('\u{c}', "\\u000c")
        .replace('\u{e0041}', "\\U000e0041");
    json!({
        "hcl": format!("t.n[\"{hcl}\"]"), "json_of_net": net, "json_of_python": python, "json_of_php": php,
        "php_in_json": json!({"environment": php}).to_string(), "alone": SECRET, "longer": format!("user:{SECRET}@host"), "json": once, "json_of_go": html,
        "json_in_json": json!({"environment": once}).to_string(), "list": [{"deep": [format!("a {SECRET}")]}],
        "lines": format!("first\n  {SECRET}\nlast"),
    })
}

/// A plan with the secret in all that a report prints of it, and marked nowhere.
pub(crate) fn plan() -> Value {
    let mut after = copies();
    after["longer"] = json!(format!("new:{SECRET}"));
    let mut copied = change("copied", &copies(), &after);
    copied["address"] = json!(
        format!("aws_db_instance.copied[{}]", json!(SECRET))
            .replace("${", "$${")
            .replace("%{", "%%{")
    );
    copied["index"] = json!(SECRET);
    copied["action_reason"] = json!(format!("because_{SECRET}"));
    copied["change"]["importing"] = json!({"id": SECRET});
    copied["change"]["replace_paths"] = json!([[SECRET]]);
    let marked = change("marked", &json!({"a": 1}), &json!({"a": 2}));
    let mut plan = cut::with_changes(&[copied, marked]);
    plan["checks"] = json!([{
        "address": {"kind": "check", "name": "c", "to_display": format!("check.{SECRET}")}, "status": "fail",
        "instances": [{
            "address": {"to_display": "check.c"}, "status": "fail", "problems": [{"message": format!("not {SECRET}!")}]
        }]
    }]);
    plan["variables"] = json!({});
    plan["output_changes"] = json!({});
    plan
}

/// The place of the change that a source marks.
const MARKED: &str = "/resource_changes/1/change";

/// Every source in a plan.
#[expect(clippy::too_many_lines, reason = "a table")]
pub(crate) fn plans() -> Vec<Source> {
    let with = |name: &'static str, set: &dyn Fn(&mut Value)| {
        let mut document = plan();
        set(&mut document);
        Source { name, document }
    };
    let set = |name: &'static str, parts: &[(&'static str, Value)]| {
        with(name, &|plan: &mut Value| {
            for (place, value) in parts {
                let (parent, key) = place.rsplit_once('/').unwrap();
                plan.pointer_mut(parent).unwrap()[key] = value.clone();
            }
        })
    };
    let at = |key: &str| -> &'static str { Box::leak(format!("{MARKED}/{key}").into_boxed_str()) };
    let schemas = |block: &Value| json!({"registry.opentofu.org/hashicorp/aws": {"resource_schemas": {"aws_db_instance": {"version": 0, "block": block}}}});
    let nested = json!({"block": [{"a": 1}, {"inner": {"k": [SECRET]}}]});
    let tree = |tree: &'static str, name: &'static str, marks: Value| {
        with(name, &|plan: &mut Value| {
            let module = plan.pointer_mut(&format!("{tree}/root_module")).unwrap();
            let mut one = resource("marked", &json!({"k": SECRET}));
            one["sensitive_values"] = marks.clone();
            module["child_modules"] = json!([{"address": "module.m", "resources": [one]}]);
        })
    };
    let other = |key: &'static str, name: &'static str, side: (&str, &str)| {
        with(name, &|plan: &mut Value| {
            let mut one = change("other", &json!({"k": 1}), &json!({"k": 2}));
            one["change"][side.0] = json!({"k": SECRET});
            one["change"][side.1] = json!({"k": true});
            plan[key] = match key {
                "deferred_changes" => json!([{"reason": "absent_prereq", "resource_change": one}]),
                _ => json!([one]),
            };
        })
    };
    let output = |name: &'static str, before: bool, after: bool, value: Value, marks: Value| {
        let value = |shown: bool| if shown { value.clone() } else { Value::Null };
        let mark = |shown: bool| if shown { marks.clone() } else { json!(false) };
        set(
            name,
            &[(
                "/output_changes/o",
                json!({
                    "actions": ["update"], "before": value(before), "after": value(after), "after_unknown": false,
                    "before_sensitive": mark(before), "after_sensitive": mark(after)
                }),
            )],
        )
    };
    let shown = json!({
        "actions": ["create"], "before": null, "after": SECRET, "after_unknown": false,
        "before_sensitive": false, "after_sensitive": false
    });
    let called = |module: Value, expressions: Value| json!({"m": {"source": "./m", "expressions": expressions, "module": module}});
    let root = "/configuration/root_module";
    let root = |key: &str| -> &'static str { Box::leak(format!("{root}/{key}").into_boxed_str()) };
    let invocation = json!({
        "address": "action.aws_x.y", "type": "aws_x", "name": "y", "provider_name": "registry.opentofu.org/hashicorp/aws",
        "config_values": {"k": SECRET}, "config_sensitive": {"k": true}, "config_unknown": {}, "invoke_action_trigger": {}
    });
    let mut unmarked = invocation.clone();
    unmarked["config_sensitive"] = json!({});
    let of_actions = json!({"p": {"action_schemas": {"aws_x": {"version": 0, "block": {
        "attributes": {"k": {"type": "string", "sensitive": true}}}}}}});
    let provider =
        |expression: Value| json!({"p": {"name": "p", "full_name": "x/p", "expressions": {"k": expression}}});
    let of_provider = json!({"x/p": {"provider": {"version": 0, "block": {
        "attributes": {"k": {"type": "string", "sensitive": true}}}}}});
    vec![
        set(
            "before_sensitive",
            &[
                (at("before"), json!({"k": SECRET})),
                (at("before_sensitive"), json!({"k": true})),
            ],
        ),
        set(
            "after_sensitive",
            &[
                (at("after"), json!({"k": SECRET})),
                (at("after_sensitive"), json!({"k": true})),
            ],
        ),
        set(
            "the whole of before",
            &[
                (at("before"), json!({"k": SECRET})),
                (at("before_sensitive"), json!(true)),
            ],
        ),
        set(
            "nested before_sensitive",
            &[
                (at("before"), nested.clone()),
                (at("before_sensitive"), json!({"block": [{}, {"inner": {"k": [true]}}]})),
            ],
        ),
        set(
            "a mark above the value",
            &[
                (at("after"), nested.clone()),
                (at("after_sensitive"), json!({"block": [false, {"inner": true}]})),
            ],
        ),
        set(
            "a schema that the plan carries",
            &[
                (at("after"), json!({"k": SECRET})),
                (
                    "/provider_schemas",
                    schemas(&json!({"attributes": {"k": {"type": "string", "sensitive": true}}})),
                ),
            ],
        ),
        set(
            "a write-only attribute of a schema that the plan carries",
            &[
                (at("after"), json!({"k": SECRET})),
                (
                    "/provider_schemas",
                    schemas(&json!({"attributes": {"k": {"type": "string", "write_only": true}}})),
                ),
            ],
        ),
        set(
            "a nested block of a schema that the plan carries",
            &[
                (at("before"), nested.clone()),
                (
                    "/provider_schemas",
                    schemas(
                        &json!({"block_types": {"block": {"nesting_mode": "list", "block": {"attributes": {"inner": {
                            "nested_type": {"nesting_mode": "single", "attributes": {"k": {"sensitive": true}}}
                        }}}}}}),
                    ),
                ),
            ],
        ),
        tree("/planned_values", "sensitive_values as planned", json!({"k": true})),
        tree(
            "/prior_state/values",
            "sensitive_values of the prior state",
            json!({"k": true}),
        ),
        other(
            "resource_drift",
            "before_sensitive of drift",
            ("before", "before_sensitive"),
        ),
        other(
            "resource_drift",
            "after_sensitive of drift",
            ("after", "after_sensitive"),
        ),
        other(
            "deferred_changes",
            "after_sensitive of a deferred change",
            ("after", "after_sensitive"),
        ),
        output("before_sensitive of an output", true, false, json!(SECRET), json!(true)),
        output("after_sensitive of an output", false, true, json!(SECRET), json!(true)),
        output(
            "a part of an output",
            false,
            true,
            json!({"a": [SECRET]}),
            json!({"a": [true]}),
        ),
        set(
            "sensitive of a planned output",
            &[(
                "/planned_values/outputs",
                json!({"o": {"sensitive": true, "value": SECRET}}),
            )],
        ),
        set(
            "sensitive of an output of the prior state",
            &[(
                "/prior_state/values/outputs",
                json!({"o": {"sensitive": true, "value": [SECRET]}}),
            )],
        ),
        set(
            "sensitive of an output in the configuration",
            &[
                ("/output_changes/o", shown),
                (root("outputs"), json!({"o": {"sensitive": true, "expression": {}}})),
            ],
        ),
        set(
            "sensitive of a variable",
            &[
                ("/variables/v", json!({"value": {"a": SECRET}})),
                (root("variables"), json!({"v": {"sensitive": true}})),
            ],
        ),
        set(
            "ephemeral of a variable",
            &[
                ("/variables/v", json!({"value": SECRET})),
                (root("variables"), json!({"v": {"ephemeral": true}})),
            ],
        ),
        set(
            "a constant of an ephemeral output",
            &[(
                root("module_calls"),
                json!({"m": {"module": {"outputs": {"o": {"ephemeral": true, "expression": {"constant_value": SECRET}}}}}}),
            )],
        ),
        set(
            "a default of a sensitive variable",
            &[(root("variables"), json!({"v": {"sensitive": true, "default": SECRET}}))],
        ),
        set(
            "a sensitive variable of a module, given as a constant",
            &[(
                root("module_calls"),
                called(
                    json!({"variables": {"v": {"sensitive": true}}}),
                    json!({"v": {"constant_value": SECRET}}),
                ),
            )],
        ),
        set(
            "a default of a sensitive variable of a module",
            &[(
                root("module_calls"),
                called(
                    json!({"variables": {"v": {"sensitive": true, "default": [SECRET]}}}),
                    json!({}),
                ),
            )],
        ),
        set(
            "a sensitive output of a module",
            &[(
                root("module_calls"),
                called(
                    json!({"outputs": {"o": {"sensitive": true, "expression": {"constant_value": SECRET}}}}),
                    json!({}),
                ),
            )],
        ),
        set(
            "a sensitive variable of a module, given an attribute",
            &[
                (at("after"), json!({"k": SECRET})),
                (
                    root("module_calls"),
                    called(
                        json!({"variables": {"v": {"sensitive": true}}}),
                        json!({"v": {"references": ["aws_db_instance.marked.k", "aws_db_instance.marked"]}}),
                    ),
                ),
            ],
        ),
        set(
            "a sensitive output of a module, which is an attribute that the module is given",
            &[
                (at("before"), json!({"k": [{"l": SECRET}]})),
                (
                    root("module_calls"),
                    called(
                        json!({"variables": {"v": {}},
                            "outputs": {"o": {"sensitive": true, "expression": {"references": ["var.v[0].l", "var.v"]}}}}),
                        json!({"v": {"references": ["aws_db_instance.marked.k", "aws_db_instance.marked"]}}),
                    ),
                ),
            ],
        ),
        set(
            "config_sensitive of an action",
            &[("/action_invocations", json!([invocation]))],
        ),
        set(
            "config_sensitive of a deferred action",
            &[(
                "/deferred_action_invocations",
                json!([{"reason": "absent_prereq", "action_invocation": invocation}]),
            )],
        ),
        set(
            "a schema of an action that the plan carries",
            &[
                ("/action_invocations", json!([unmarked])),
                ("/provider_schemas", of_actions.clone()),
            ],
        ),
        set(
            "a schema of a deferred action that the plan carries",
            &[
                (
                    "/deferred_action_invocations",
                    json!([{"reason": "absent_prereq", "action_invocation": unmarked}]),
                ),
                ("/provider_schemas", of_actions),
            ],
        ),
        set(
            "a schema of a provider that the plan carries",
            &[
                (
                    "/configuration/provider_config",
                    provider(json!({"constant_value": SECRET})),
                ),
                ("/provider_schemas", of_provider.clone()),
            ],
        ),
        set(
            "a schema of a provider, by a variable",
            &[
                (
                    "/configuration/provider_config",
                    provider(json!({"references": ["var.v"]})),
                ),
                ("/variables/v", json!({"value": SECRET})),
                ("/provider_schemas", of_provider),
            ],
        ),
    ]
}

/// Every source in a state.
pub(crate) fn states() -> Vec<Source> {
    let state = |outputs: Value, marks: Value| {
        let mut marked = resource("marked", &json!({"k": SECRET}));
        marked["sensitive_values"] = marks;
        let mut copied = resource("copied", &copies());
        copied["address"] = json!("aws_db_instance.copied");
        json!({
            "format_version": "1.0", "terraform_version": "1.12.6",
            "values": {"outputs": outputs, "root_module": {
                "resources": [copied], "child_modules": [{"address": "module.m", "resources": [marked]}]
            }},
            "checks": [{
                "address": {"kind": "check", "name": "c", "to_display": "check.c"}, "status": "fail",
                "instances": [{"address": {"to_display": "check.c"}, "status": "fail", "problems": [{"message": SECRET}]}]
            }]
        })
    };
    let raw = |outputs: Value, paths: Value| {
        let resource = |name: &str, attributes: Value, paths: &Value| {
            json!({
                "mode": "managed", "type": "aws_db_instance", "name": name,
                "provider": "provider[\"registry.opentofu.org/hashicorp/aws\"]",
                "instances": [{"schema_version": 0, "attributes": attributes, "sensitive_attributes": paths, "private": SECRET}]
            })
        };
        json!({
            "version": 4, "terraform_version": "1.12.6", "serial": 1, "lineage": "l", "outputs": outputs,
            "resources": [
                resource("copied", copies(), &json!([])),
                resource(
                    "marked",
                    json!({
                        "k": SECRET, "list": [{"k": SECRET}], "map": {"a": {"k": SECRET}, "k": {"x": "open"}},
                        "any": {"value": {"k": SECRET, "type": SECRET}, "type": ["object", {"k": "string", "type": "string"}]}
                    }),
                    &paths
                )
            ]
        })
    };
    let name = |value: &str| json!({"type": "get_attr", "value": value});
    vec![
        Source {
            name: "sensitive_values of a state",
            document: state(json!({}), json!({"k": true})),
        },
        Source {
            name: "a whole object of a state",
            document: state(json!({}), json!(true)),
        },
        Source {
            name: "a sensitive output of a state",
            document: state(json!({"o": {"sensitive": true, "value": {"a": SECRET}}}), json!({})),
        },
        Source {
            name: "a sensitive output of a raw state",
            document: raw(
                json!({"o": {"sensitive": true, "value": SECRET, "type": "string"}}),
                json!([]),
            ),
        },
        Source {
            name: "sensitive_attributes",
            document: raw(json!({}), json!([[name("k")]])),
        },
        Source {
            name: "sensitive_attributes in a list",
            document: raw(
                json!({}),
                json!([[name("list"), {"type": "index", "value": {"value": 0, "type": "number"}}, name("k")]]),
            ),
        },
        Source {
            name: "sensitive_attributes in a map that has a key of the attribute's name",
            document: raw(
                json!({}),
                json!([[name("map"), {"type": "index", "value": {"value": "a", "type": "string"}}, name("k")]]),
            ),
        },
        Source {
            name: "sensitive_attributes in an attribute without a fixed type",
            document: raw(json!({}), json!([[name("any"), name("k")]])),
        },
        Source {
            name: "sensitive_attributes in one, by the name of what it is wrapped in",
            document: raw(json!({}), json!([[name("any"), name("type")]])),
        },
    ]
}
