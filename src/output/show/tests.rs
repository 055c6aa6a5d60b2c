//! What stands in the engine's own text of a plan is told here too, with the same values.
//!
//! Each plan is one that Terraform 1.11.4 made, cut down to what matters; what is wanted stands in its text.

use super::*;
use crate::facts::Facts;
use crate::lint::AttributePatterns;
use crate::tofu::Plan;

const NO_FILTER: Filter<'_> = Filter {
    only: &[],
    addresses: &[],
    types: &[],
    modules: &[],
    ignored: &AttributePatterns::new(),
};

/// What is printed of changes, each a type and the `change` of its one object `TYPE.a`.
fn shown(changes: &[(&str, &str)]) -> String {
    let changes = changes.iter().map(|(type_name, change)| {
        format!(r#"{{"address":"{type_name}.a","mode":"managed","type":"{type_name}","name":"a","change":{change}}}"#)
    });
    let changes = changes.collect::<Vec<_>>().join(",");
    let plan = format!(
        r#"{{"format_version":"1.2","terraform_version":"1.11.4","applyable":true,"resource_changes":[{changes}]}}"#
    );
    let plan: Plan<'_> = serde_json::from_str(&plan).unwrap();
    let facts = Facts::of_plan(&plan, None).unwrap();
    let shown = ShownPlan::new(&facts, None).unwrap().own_way();
    let mut out = Vec::new();
    super::plan("x", &shown, &NO_FILTER, Detail::Full, &Style::plain(), &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// Without the white space that puts names into columns.
fn in_one_column(text: &str) -> String {
    text.lines()
        .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect::<Vec<_>>()
        .join("\n")
}

#[test]
fn an_empty_text_is_told_from_none() {
    for (type_name, change, wanted, unwanted, why) in [
        (
            "terraform_data",
            r#"{"actions":["delete","create"],"before":{"id":"1","input":"x","triggers_replace":"x"},
                "after":{"input":"","triggers_replace":""},"after_unknown":{"id":true},
                "replace_paths":[["triggers_replace"]]}"#,
            r#"~ input = "x" -> ""
~ triggers_replace = "x" -> """#,
            "null\n",
            "y_empty/s2: it comes",
        ),
        (
            "terraform_data",
            r#"{"actions":["update"],"before":{"id":"1","input":"","output":""},
                "after":{"id":"1","input":null},"after_unknown":{"output":true}}"#,
            r#"- input = "" -> null"#,
            "unwanted",
            "y_empty/s2: it goes, and the type is known to have a null",
        ),
        (
            "terraform_data",
            r#"{"actions":["delete","create"],"before":{"id":"1","triggers_replace":{}},
                "after":{"triggers_replace":""},"after_unknown":{"id":true},"replace_paths":[["triggers_replace"]]}"#,
            r#"~ triggers_replace = {} -> """#,
            "null #",
            "emptylist2/s4: for a value of another type",
        ),
        (
            "terraform_data",
            r#"{"actions":["create"],"before":null,"after":{"input":""},"after_unknown":{"id":true}}"#,
            r#"+ input = """#,
            "unwanted",
            "empties/s1: in what is made",
        ),
        (
            "terraform_data",
            r#"{"actions":["delete","create"],"before":{"id":"1","input":"","triggers_replace":null},
                "after":{"input":"!","triggers_replace":""},"after_unknown":{"id":true},
                "replace_paths":[["triggers_replace"]]}"#,
            r#"~ input = "" -> "!"
+ triggers_replace = """#,
            "+ input",
            "oddkeys/s2: it was there",
        ),
        (
            "acme_thing",
            r#"{"actions":["update"],"before":{"a":"","b":"","c":null,"d":"1"},
                "after":{"a":null,"b":"","c":"","d":"2"},"after_unknown":{}}"#,
            "~ d = \"1\" -> \"2\"\n# (3 unchanged attributes hidden)",
            "null",
            "of a type that nobody knows it may be how an old provider says that it is not set",
        ),
        (
            "acme_thing",
            r#"{"actions":["delete","create"],"before":{"a":null,"b":"x"},"after":{"a":"","b":"x"},
                "after_unknown":{},"replace_paths":[["a"]]}"#,
            r#"+ a = "" # forces replacement"#,
            "unwanted",
            "but not where the engine says what it does",
        ),
        (
            "acme_thing",
            r#"{"actions":["update"],"before":{"a":"","b":"x"},"after":{"a":null,"b":"x"},"after_unknown":{}}"#,
            r#"- a = "" -> null"#,
            "unwanted",
            "nor where it is all there is to an update",
        ),
    ] {
        let text = in_one_column(&shown(&[(type_name, change)]));
        assert!(text.contains(wanted) && !text.contains(unwanted), "{why}\n{text}");
    }
}

#[test]
fn lines_that_differ_in_what_ends_them_look_different() {
    for (before, after, wanted, why) in [
        (r"a\nb", r"a\r\nb", "- a\n+ a\\r\nb", "y_crlf/s2, a: it comes"),
        (
            r"k: v\r\nl",
            r"k: v\nl",
            "- k: v\\r\n+ k: v\nl",
            "y_crlf/s2, c: it goes",
        ),
        (r"x\ry\nz", r"xy\nz", "- x\\ry\n+ xy\nz", "y_crlf/s2, d: inside a line"),
    ] {
        let change = format!(
            r#"{{"actions":["update"],"before":{{"input":"{before}"}},"after":{{"input":"{after}"}},"after_unknown":{{}}}}"#
        );
        let text = in_one_column(&shown(&[("terraform_data", &change)]));
        assert!(text.contains(wanted), "{why}\n{text}");
    }
}

#[test]
fn words_of_a_plan_are_no_mask() {
    for (change, wanted, why) in [
        (
            r#"{"actions":["create"],"before":null,"after":{"input":"(sensitive value)"},"after_unknown":{}}"#,
            r#"+ input = "(sensitive value)""#,
            "w_marklit/s1, a: somebody wrote them",
        ),
        (
            r#"{"actions":["create"],"before":null,"after":{"input":"q"},"after_unknown":{},"after_sensitive":{"input":true}}"#,
            "+ input = (sensitive value)",
            "w_marklit/s1, b: a mark",
        ),
        (
            r#"{"actions":["update"],"before":{"output":"(sensitive value)"},"after":{},"after_unknown":{"output":true}}"#,
            r#"~ output = "(sensitive value)" -> (known after apply)"#,
            "w_marklit/s2, a",
        ),
        (
            r#"{"actions":["update"],"before":{"input":"hunter2-long","output":"(sensitive value)"},
                "after":{"input":"hunter2-long","output":"hunter2-long"},"after_unknown":{},
                "before_sensitive":{"input":true},"after_sensitive":{"input":true}}"#,
            "~ output = (sensitive value)",
            "for a copy of a secret: two texts that would look alike",
        ),
        (
            r#"{"actions":["create"],"before":null,"after":{"input":"hunter2-long"},"after_unknown":{"output":true},
                "before_sensitive":false,"after_sensitive":{"input":true}}"#,
            "+ output = (known after apply)",
            "what will be a copy is not known yet, and reveals nothing",
        ),
        (
            r#"{"actions":["update"],"before":{"input":"hunter2-long","output":"hunter2-long"},
                "after":{"input":"hunter3-long"},"after_unknown":{"output":true},
                "before_sensitive":{"input":true},"after_sensitive":{"input":true}}"#,
            "~ output = (sensitive value) -> (known after apply)",
            "a copy of what was stays masked",
        ),
        (
            r#"{"actions":["create"],"before":null,"after":{},"after_unknown":{"input":true,"output":true},
                "before_sensitive":false,"after_sensitive":{"input":true}}"#,
            "+ input = (sensitive value)",
            "as the engine prints what it marks itself",
        ),
    ] {
        let text = in_one_column(&shown(&[("terraform_data", change)]));
        let is_line = text.lines().any(|line| line == wanted);
        assert!(is_line, "{why}\n{text}");
    }
}

#[test]
fn a_name_that_stands_twice_is_told_as_it_stands() {
    // The engine shows the last alone, and y_dupjson/s3 as a change of white space.
    let twice = r#"{\"admin\":false,\"admin\":true}"#;
    for (before, after, wanted, why) in [
        (
            r#"{\"admin\":false}"#,
            twice,
            format!("{{\n- admin = false\n}}\n) -> \"{twice}\""),
            "y_dupjson/s2: it comes",
        ),
        (
            twice,
            r#"{\"admin\":true}"#,
            format!("~ input = \"{twice}\" -> jsonencode(\n{{\n+ admin = true"),
            "y_dupjson/s3: it goes",
        ),
    ] {
        let change = format!(
            r#"{{"actions":["update"],"before":{{"input":"{before}"}},"after":{{"input":"{after}"}},"after_unknown":{{}}}}"#
        );
        let text = in_one_column(&shown(&[("terraform_data", &change)]));
        assert!(text.contains(&wanted), "{why}\n{text}");
    }
}
