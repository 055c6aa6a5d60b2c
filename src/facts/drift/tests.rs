//! What counts as drift, and what of it a plan is made from.

use super::*;

/// Whether each element of the list that counts is relevant to a plan that changes an output.
fn told(plan: &str) -> Vec<bool> {
    told_beside(r#"{"o":{"actions":["update"],"before":1,"after":2}}"#, plan)
}

fn told_beside(outputs: &str, plan: &str) -> Vec<bool> {
    let plan = format!(r#"{{"format_version":"1.2","output_changes":{outputs},{plan}}}"#);
    let plan: Plan<'_> = serde_json::from_str(&plan).unwrap();
    let drift = Facts::of_plan(&plan, None).unwrap().drift;
    drift.iter().map(|drift| drift.relevant).collect()
}

fn element(actions: &str, before: &str, after: &str) -> String {
    format!(
        r#"{{"address":"t.n","mode":"managed","type":"t","name":"n",
            "change":{{"actions":["{actions}"],"before":{before},"after":{after}}}}}"#
    )
}

#[test]
#[expect(clippy::too_many_lines, reason = "one table: a row a way to what matters")]
fn what_a_path_leads_to_is_relevant() {
    for (path, before, after, relevant, why) in [
        ("[]", r#"{"a":1}"#, r#"{"a":2}"#, true, "all of it"),
        (r#"["a"]"#, r#"{"a":1}"#, r#"{"a":2}"#, true, "an attribute"),
        (r#"["b"]"#, r#"{"a":1}"#, r#"{"a":2}"#, false, "another one"),
        (
            r#"["b"]"#,
            r#"{"a":1}"#,
            r#"{"a":2,"b":null}"#,
            false,
            "null is as good as absent",
        ),
        (
            r#"["m","k"]"#,
            r#"{"m":{"k":1}}"#,
            r#"{"m":{"k":2}}"#,
            true,
            "an element of a map",
        ),
        (
            r#"["m","l"]"#,
            r#"{"m":{"k":1}}"#,
            r#"{"m":{"k":2}}"#,
            false,
            "another one",
        ),
        (
            r#"["m",0]"#,
            r#"{"m":{"k":1}}"#,
            r#"{"m":{"k":2}}"#,
            false,
            "no key is a number",
        ),
        (
            r#"["l",0]"#,
            r#"{"l":["a","b"]}"#,
            r#"{"l":["a","c"]}"#,
            true,
            "a list matters as a whole",
        ),
        (
            r#"["l","0"]"#,
            r#"{"l":["a","b"]}"#,
            r#"{"l":["a","c"]}"#,
            true,
            "the same in quotes",
        ),
        (
            r#"["l",{}]"#,
            r#"{"l":["a","b"]}"#,
            r#"{"l":["a","c"]}"#,
            true,
            "an element of a set",
        ),
        (
            r#"["l",0]"#,
            r#"{"l":["a"],"m":1}"#,
            r#"{"l":["a"],"m":2}"#,
            false,
            "a list that stays",
        ),
        (
            r#"["l",0]"#,
            r#"{"l":null}"#,
            r#"{"l":["a"]}"#,
            true,
            "a list that came",
        ),
        (
            r#"["a","k"]"#,
            r#"{"a":"x"}"#,
            r#"{"a":"y"}"#,
            true,
            "a path that goes on in a text",
        ),
        (
            r#"["a","k"]"#,
            r#"{"a":{"k":1}}"#,
            r#"{"a":"y"}"#,
            true,
            "a value of another kind",
        ),
        (
            r#"["b",0,"k"]"#,
            r#"{"b":[{"k":1},{"k":2}]}"#,
            r#"{"b":[{"k":1},{"k":3}]}"#,
            false,
            "blocks matter one by one",
        ),
        (
            r#"["b",0,"k"]"#,
            r#"{"b":[{"k":1,"l":1}]}"#,
            r#"{"b":[{"k":1,"l":2}]}"#,
            false,
            "and attributes of blocks too",
        ),
        (
            r#"["b","1","k"]"#,
            r#"{"b":[{},{"k":2}]}"#,
            r#"{"b":[{},{"k":3}]}"#,
            true,
            "this one",
        ),
        (
            r#"["b",1]"#,
            r#"{"b":[{}]}"#,
            r#"{"b":[{},{"k":3}]}"#,
            true,
            "one that came",
        ),
        (
            r#"["b",0,"c",0]"#,
            r#"{"b":[{"c":[{},{"k":2}]}]}"#,
            r#"{"b":[{"c":[{},{"k":3}]}]}"#,
            false,
            "in blocks",
        ),
        (
            r#"["b",0]"#,
            r#"{"b":[{},"x"]}"#,
            r#"{"b":[{},"y"]}"#,
            true,
            "no blocks: one element is a text",
        ),
        (
            r#"["m","l",0]"#,
            r#"{"m":{"l":[{},{"k":2}]}}"#,
            r#"{"m":{"l":[{},{"k":3}]}}"#,
            true,
            "a list in an attribute",
        ),
        (
            r#"["written",0]"#,
            r#"{"written":[{},{"k":2}]}"#,
            r#"{"written":[{},{"k":3}]}"#,
            true,
            "written as one",
        ),
    ] {
        let drift = element("update", before, after);
        let plan = format!(
            r#""resource_drift":[{drift}],"relevant_attributes":[{{"resource":"t.n","attribute":{path}}}],
            "configuration":{{"root_module":{{"resources":[{{"address":"t.n","mode":"managed","type":"t","name":"n",
                "expressions":{{"written":{{"references":["var.v"]}}}}}}]}}}},
            "resource_changes":[]"#
        );
        assert_eq!(told(&plan), [relevant], "{why}");
    }
}

#[test]
fn a_plan_is_made_from_what_is_named_with_its_parts_and_what_it_is_part_of() {
    let change = element("update", r#"{"a":1}"#, r#"{"a":2}"#);
    for (named, path, wanted, why) in [
        (r#"["a"]"#, "a", true, "the same"),
        (r#"["a"]"#, "a.b", true, "a part of it"),
        (r#"["a"]"#, "a[0]", true, "an element of it"),
        (r#"["a"]"#, "ab", false, "a longer name"),
        (r#"["a",0,"b"]"#, "a", true, "what it is a part of"),
        (r#"["a","b"]"#, "a", true, "by name"),
        (r#"["a",0,"b"]"#, "a[1]", false, "another element"),
        (r#"["a!","b"]"#, "a", false, "another name that begins alike"),
        ("[]", "a", true, "the whole object"),
        (r#"["a"]"#, "", true, "asked for the whole object"),
    ] {
        let plan = format!(
            r#"{{"format_version":"1.2","resource_drift":[{change}],"resource_changes":[],
                "relevant_attributes":[{{"resource":"t.n","attribute":{named}}}]}}"#
        );
        let plan: Plan<'_> = serde_json::from_str(&plan).unwrap();
        let drift = Facts::of_plan(&plan, None).unwrap().drift;
        assert_eq!(drift[0].is_made_from(path), wanted, "{why}");
    }
}

#[test]
fn what_did_not_change_is_no_drift() {
    for (actions, after, wanted, why) in [
        ("update", r#"{"a":1}"#, &[][..], "Terraform 0.15 lists it"),
        ("update", r#"{ "a": 1.0 }"#, &[], "written in another way"),
        ("no-op", r#"{"a":1}"#, &[], "it says so"),
        ("update", r#"{"a":2}"#, &[true], "it changed"),
        ("delete", "null", &[true], "it is gone"),
        ("delete", r#"{"a":1}"#, &[true], "it is gone, whatever stands after it"),
    ] {
        let drift = element(actions, r#"{"a":1}"#, after);
        let plan = format!(
            r#""resource_drift":[{drift}],"resource_changes":[],"relevant_attributes":[{{"resource":"t.n","attribute":[]}}]"#
        );
        assert_eq!(told(&plan), wanted, "{why}");
    }
}

#[test]
fn nothing_is_relevant_to_a_plan_that_changes_nothing() {
    const OF_ALL: &str = r#""relevant_attributes":[{"resource":"t.n","attribute":[]}]"#;
    let drift = element("update", r#"{"a":1}"#, r#"{"a":2}"#);
    let stays = element("no-op", r#"{"a":2}"#, r#"{"a":2}"#);
    let (moved, changed) = (
        stays.replace(r#""mode""#, r#""previous_address":"t.o","mode""#),
        element("update", r#"{"a":2}"#, r#"{"a":3}"#),
    );
    for (more, outputs, wanted, why) in [
        (
            format!(r#""resource_changes":[{stays}],{OF_ALL}"#),
            "{}",
            false,
            "all stays",
        ),
        (
            format!(r#""resource_changes":[{changed}],{OF_ALL}"#),
            "{}",
            true,
            "a change",
        ),
        (
            format!(r#""resource_changes":[{moved}],{OF_ALL}"#),
            "{}",
            true,
            "a move",
        ),
        (
            format!(r#""resource_changes":[{stays}],{OF_ALL}"#),
            r#"{"o":{"actions":["update"],"before":1,"after":2}}"#,
            true,
            "an output changes",
        ),
        (
            format!(r#""resource_changes":[{stays}],{OF_ALL}"#),
            r#"{"o":{"actions":["no-op"],"before":1,"after":1}}"#,
            false,
            "an output stays",
        ),
        (
            format!(r#""errored":true,"resource_changes":[{stays}],{OF_ALL}"#),
            "{}",
            true,
            "it failed, perhaps before what depends on it",
        ),
        (
            format!(r#""terraform_version":"1.1.9","resource_changes":[{stays}]"#),
            "{}",
            true,
            "this engine shows all drift, whatever it plans",
        ),
        (r#""planned_values":{}"#.to_owned(), "{}", true, "it only refreshes"),
    ] {
        let plan = format!(r#""resource_drift":[{drift}],{more}"#);
        assert_eq!(told_beside(outputs, &plan), [wanted], "{why}");
    }
}

#[test]
fn a_plan_that_failed_is_not_known_to_refresh_alone() {
    for (errored, wanted, why) in [
        ("", true, "it has drift and no changes"),
        (r#""errored":false,"#, true, "and ended well"),
        (
            r#""errored":true,"#,
            false,
            "it may have failed before the first change",
        ),
    ] {
        let plan = format!(
            r#"{errored}"resource_drift":[{}]"#,
            element("update", r#"{"a":1}"#, r#"{"a":2}"#)
        );
        assert_eq!(told(&plan), [wanted], "{why}");
    }
}

#[test]
fn moves_are_told_apart_from_drift_where_a_plan_only_refreshes() {
    let moved = |actions: &str, after: &str| {
        element(actions, r#"{"a":1}"#, after).replace(r#""mode""#, r#""previous_address":"t.o","mode""#)
    };
    for (element, more, wanted, why) in [
        (moved("no-op", r#"{"a":1}"#), "", [true], "a `moved` block"),
        (moved("update", r#"{"a":2}"#), "", [false], "it changed as well"),
        (
            element("update", r#"{"a":1}"#, r#"{"a":2}"#),
            "",
            [false],
            "it changed where it was",
        ),
        (
            moved("no-op", r#"{"a":1}"#),
            r#""resource_changes":[],"#,
            [false],
            "the changes tell of moves",
        ),
    ] {
        let plan = format!(r#"{{"format_version":"1.2",{more}"resource_drift":[{element}]}}"#);
        let plan: Plan<'_> = serde_json::from_str(&plan).unwrap();
        let facts = Facts::of_plan(&plan, None).unwrap();
        let found: Vec<_> = facts.drift.iter().map(|drift| drift.is_move).collect();
        assert_eq!(found, wanted, "{why}");
        assert_eq!(facts.recorded_moves().count(), usize::from(wanted[0]), "{why}");
    }
}
