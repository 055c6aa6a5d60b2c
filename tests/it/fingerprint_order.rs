//! Which part of a value that is not known yet comes from what, and in which order, is part of a plan's fingerprint.

use serde_json::{Value, json};

use crate::compare::diff;
use crate::cut;
use crate::fingerprints::fingerprint;

/// The creation of `t.a` with that value of `x` and what is unknown of it, as its block and what is beside it write it.
fn created(after: &Value, unknown: &Value, x: &Value, beside: &Value) -> Value {
    let change = json!({"address": "t.a", "mode": "managed", "type": "t", "name": "a",
        "provider_name": "registry.opentofu.org/p/p", "change": {"actions": ["create"], "before": null,
            "after": after, "after_unknown": {"x": unknown}, "before_sensitive": false, "after_sensitive": {}}});
    let mut plan = cut::with_change(&change);
    let block = |address: &str| json!({"address": address, "mode": "managed", "type": "t", "name": &address[2..]});
    let mut own = block("t.a");
    own["expressions"] = json!({"x": x});
    let root = json!({"resources": [own, block("t.b"), block("t.c")]});
    plan["configuration"] = json!({"root_module": root});
    for (name, part) in beside.as_object().unwrap() {
        match name.strip_prefix("t.a ") {
            Some(name) => plan["configuration"]["root_module"]["resources"][0][name] = part.clone(),
            None => plan["configuration"]["root_module"][name] = part.clone(),
        }
    }
    plan
}

fn refers(names: &[&str]) -> Value {
    let references = names.iter().flat_map(|name| [format!("{name}.id"), (*name).to_owned()]);
    json!({"references": references.collect::<Vec<_>>()})
}

#[test]
fn what_goes_where_is_part_of_the_plan() {
    let folder = tempfile::tempdir().unwrap();
    let none = json!({});
    let whole = |x: Value, beside: Value| created(&none, &json!(true), &x, &beside);
    let blocks = |names: [&str; 2]| names.map(|name| json!({"to": {"constant_value": 1}, "of": refers(&[name])}));
    let two = json!({"x": [{"port": 22}, {"port": 443}]});
    let through = |inner: [&str; 2], outer: [&str; 2]| {
        let module = json!({"variables": {"v": {}, "w": {}}, "outputs": {"o": {"expression": {"references": inner}}}});
        let given = json!({"v": refers(&outer[..1]), "w": refers(&outer[1..])});
        whole(
            json!({"references": ["module.m.o", "module.m"]}),
            json!({"module_calls": {"m": {"expressions": given, "module": module}}}),
        )
    };
    let each = |names: &[&str]| {
        let beside = json!({"t.a for_each_expression": refers(names)});
        whole(json!({"references": ["each.value"]}), beside)
    };
    for (one, other, words, why) in [
        (
            whole(refers(&["t.b", "t.c"]), none.clone()),
            whole(refers(&["t.c", "t.b"]), none.clone()),
            "    (x comes from): t.b.id, t.c.id, now t.c.id, t.b.id\n",
            "in one expression",
        ),
        (
            whole(refers(&["t.b", "t.c"]), none.clone()),
            whole(refers(&["t.b", "t.c", "t.b"]), none.clone()),
            "    (x comes from): t.b.id, t.c.id, now t.b.id, t.c.id, t.b.id\n",
            "once more",
        ),
        (
            whole(json!({"references": ["path.module", "t.b"]}), none.clone()),
            whole(json!({"references": ["path.root", "t.b"]}), none.clone()),
            "    (x comes from): path.module, t.b, now path.root, t.b\n",
            "what is no object",
        ),
        (
            created(
                &two,
                &json!([{"of": true}, {"of": true}]),
                &json!(blocks(["t.b", "t.c"])),
                &none,
            ),
            created(
                &two,
                &json!([{"of": true}, {"of": true}]),
                &json!(blocks(["t.c", "t.b"])),
                &none,
            ),
            "    (x[0].of comes from): t.b.id, now t.c.id\n    (x[1].of comes from): t.c.id, now t.b.id\n",
            "in blocks",
        ),
        (
            created(
                &two,
                &json!([{"of": true}, {"of": true}]),
                &refers(&["t.b", "t.c"]),
                &none,
            ),
            created(
                &two,
                &json!([{"of": true}, {"of": true}]),
                &refers(&["t.c", "t.b"]),
                &none,
            ),
            "    (x comes from): t.b.id, t.c.id, now t.c.id, t.b.id\n",
            "in blocks that are written like an argument, each of which can have but one",
        ),
        (
            through(["var.v", "var.w"], ["t.b", "t.c"]),
            through(["var.w", "var.v"], ["t.b", "t.c"]),
            "~ module.m.output.o  is waited for\n    (comes from): module.m.var.v, module.m.var.w, now module.m.var.w,",
            "what a module makes of it",
        ),
        (
            through(["var.v", "var.w"], ["t.b", "t.c"]),
            through(["var.v", "var.w"], ["t.c", "t.b"]),
            "~ module.m.var.v  is waited for\n    (comes from): t.b.id, now t.c.id\n",
            "what a module is given",
        ),
        (
            each(&["t.b", "t.c"]),
            each(&["t.c", "t.b"]),
            "~ t.a for_each  is waited for\n    (comes from): t.b.id, t.c.id, now t.c.id, t.b.id\n",
            "what it is repeated for",
        ),
    ] {
        assert_ne!(fingerprint(&one), fingerprint(&other), "{why}");
        diff(folder.path(), &one, &other).exits(1, why).says(words, why);
    }
}

/// Terraform 1.11 writes `ingress` of an `aws_security_group` in another order each time that it shows one plan.
#[test]
fn what_is_in_another_order_each_time_is_one_plan() {
    let known = json!({"x": [{"port": 22}, {"port": 443}]});
    let unknown = json!([{"of": true}, {"of": true}]);
    for (one, other, why) in [
        (
            &["t.b", "t.c", "var.p"][..],
            &["var.p", "t.b", "t.c"],
            "more than one in a block",
        ),
        (
            &["t.b", "t.c", "t.b"],
            &["t.b", "t.b", "t.c"],
            "which block has two is not told",
        ),
    ] {
        let [one, other] = [one, other].map(|names| created(&known, &unknown, &refers(names), &json!({})));
        assert_eq!(fingerprint(&one), fingerprint(&other), "{why}");
    }
    let unknown = json!([{"of": true}, {}]);
    let [one, other] = [["t.b", "t.c"], ["t.c", "t.b"]];
    let [one, other] = [one, other].map(|names| created(&known, &unknown, &refers(&names), &json!({})));
    assert_eq!(
        fingerprint(&one),
        fingerprint(&other),
        "both may stand in the one that is unknown"
    );
    let [one, other] = [["t.b", "t.c"], ["t.c", "t.c"]];
    let [one, other] = [one, other].map(|names| created(&known, &unknown, &refers(&names), &json!({})));
    assert_ne!(
        fingerprint(&one),
        fingerprint(&other),
        "what is there counts, and how often"
    );
}

#[test]
fn what_an_unknown_output_comes_from_is_part_of_the_plan() {
    let folder = tempfile::tempdir().unwrap();
    let plan = |unknown: bool, expression: Value, word: &str| {
        let output = json!({"o": {"sensitive": false, "expression": expression}});
        let mut plan = created(
            &json!({"x": 1}),
            &json!(false),
            &json!({}),
            &json!({"outputs": output, "variables": {"v": {}}}),
        );
        plan["variables"] = json!({"v": {"value": word}});
        let mut change = json!({"actions": ["create"], "before": null, "after_unknown": unknown,
            "before_sensitive": false, "after_sensitive": false});
        if !unknown {
            change["after"] = json!("known");
        }
        plan["output_changes"] = json!({"o": change});
        plan
    };
    for (one, other, words, why) in [
        (
            plan(true, refers(&["t.b"]), "w"),
            plan(true, refers(&["t.c"]), "w"),
            "~ output.o  create\n    (value comes from): t.b.id, now t.c.id\n",
            "another object",
        ),
        (
            plan(true, json!({"references": ["t.b.id", "t.b", "var.v"]}), "w"),
            plan(true, json!({"references": ["t.b.id", "t.b", "var.v"]}), "other"),
            "    var.v: \"w\", now \"other\"\n",
            "another value of a variable",
        ),
    ] {
        assert_ne!(fingerprint(&one), fingerprint(&other), "{why}");
        diff(folder.path(), &one, &other).exits(1, why).says(words, why);
    }
    let [one, other] = ["t.b", "t.c"].map(|name| plan(false, refers(&[name]), "w"));
    assert_eq!(
        fingerprint(&one),
        fingerprint(&other),
        "its value is known, and says all"
    );
}
