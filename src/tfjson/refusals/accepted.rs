//! What looks wrong and is taken, beside what is like it and is not: as Terraform 1.11.4 said of each row, and
//! OpenTofu's source.

use crate::tfjson::tests::{TERRAFORM_1_11, made, problems};

use super::By::{self, Both, Nobody, OpenTofu, Terraform};
use super::{Row, judge, judge_each};

/// The message of a validation whose condition holds, who refuses it, and why.
#[rustfmt::skip]
const MESSAGES: &[Row] = &[
    (r#""${nope(1)}""#, Nobody, "Warning: Validation error message expression is invalid"),
    (r#""${upper()}""#, Nobody, "an argument too few"),
    (r#""${1 +""#, Nobody, "no template"),
    (r#""${AWS::Region}""#, Nobody, "a marker of another language"),
    (r#"{"a":1,"a":2}"#, Nobody, "a name twice, in what is no string"),
    ("null", Nobody, "none"),
    (r#"["${nope(1)}"]"#, Nobody, "inside of another value"),
    (r#""${var.nope}""#, Both, "Reference to undeclared input variable"),
    (r#""${self.x}""#, Both, "Invalid \"self\" reference"),
    (r#""${path.nope}""#, Both, "Invalid \"path\" attribute"),
    (r#""${terraform_data.x.nope}""#, Both, "Unsupported attribute"),
];

#[test]
fn messages() {
    let around = r#"{"resource":{"terraform_data":{"x":{}}},"variable":{"a":{"default":1,"validation":{"condition":"${var.a > 0}","error_message":"#;
    judge(MESSAGES, (around, "}}}}"));
}

/// The same beside other conditions and in other places.
#[rustfmt::skip]
const OTHERS: &[Row] = &[
    (r#""variable":{"a":{"validation":{"condition":"${nope(var.a)}","error_message":"m"}}}"#, Both, "the condition is evaluated"),
    (r#""output":{"o":{"value":1,"precondition":{"condition":"${terraform.workspace != \"\"}","error_message":"${nope(1)}"}}}"#, Both, "so are messages of others"),
    (r#""variable":{"a":{"description":1e400}}"#, Nobody, "any number has a text"),
    (r#""variable":{"a":{"description":1e4000}}"#, Nobody, "however large"),
    (r#""output":{"a":{"value":1,"description":-1e400}}"#, Nobody, "or small"),
    (r#""variable":{"a":{"description":[]}}"#, Both, "a list has none"),
    (r#""removed":{"from":"a.b","lifecycle":{"destroy":true},"provisioner":{"local-exec":{"when":"destroy","command":"${nope(1)}"}}}"#, Nobody, "what is done to nothing is not evaluated"),
    (r#""removed":{"from":"a.b","lifecycle":{"destroy":true},"provisioner":{"local-exec":{"when":"destroy","command":"${1 +"}}}"#, Nobody, "nor read"),
    (r#""removed":{"from":"a.b","lifecycle":{"destroy":true},"provisioner":{"local-exec":{"when":"destroy","command":"a${[]}"}}}"#, Nobody, "nor converted"),
    (r#""resource":{"terraform_data":{"f":{"for_each":{"a":1}}}},"import":{"for_each":{},"to":"terraform_data.f[each.key]","id":"${nope(1)}"}"#, Nobody, "nor is the id of no import"),
    (r#""resource":{"terraform_data":{"f":{"for_each":{"a":1}}}},"import":{"for_each":{},"to":"terraform_data.f[each.key]","id":"a${[]}"}"#, Nobody, "whatever it is"),
    (r#""resource":{"terraform_data":{"f":{"for_each":{"a":1}}}},"import":{"for_each":{"a":1},"to":"terraform_data.f[each.key]","id":"${nope(1)}"}"#, Both, "but that of one"),
    (r#""resource":{"terraform_data":{"x":{"connection":["x"]}}}"#, Nobody, "a connection that nothing uses is not opened"),
    (r#""resource":{"terraform_data":{"x":{"connection":[1]}}}"#, Nobody, "whatever stands there"),
    (r#""resource":{"terraform_data":{"x":{"connection":"x"}}}"#, Both, "Incorrect JSON value type"),
    (r#""resource":{"terraform_data":{"x":{"connection":[{"type":"ssh"},3]}}}"#, Both, "Duplicate connection block"),
    (r#""resource":{"terraform_data":{"x":{"connection":["x"],"provisioner":{"local-exec":{"command":"a"}}}}}"#, Both, "one that is used"),
];

#[test]
fn others() {
    judge(OTHERS, ("{", "}"));
    let deep = format!("{}string{}", "list(".repeat(150), ")".repeat(150));
    let text = format!(r#"{{"variable":{{"a":{{"type":"{deep}"}}}}}}"#);
    judge(&[(text.leak(), Nobody, "a type of any depth")], ("", ""));
}

/// What an override file says of a module with `terraform_data.x`, who refuses it, and why.
#[rustfmt::skip]
const OVERRIDES: &[Row] = &[
    (r#""ephemeral":{"a_b":{"x":{}}}"#, OpenTofu, "Terraform does not look at ephemeral resources of override files"),
    (r#""ephemeral":{"a_b":{"x":{"count":1,"foo":"${var.gone}"}}}"#, OpenTofu, "nor at what they say"),
    (r#""terraform":[{"required_providers":{"a":{"source":"x/a"}}},{"required_providers":{"b":{"source":"x/b"}}}]"#, Nobody, "in override files there may be several"),
    (r#""terraform":{"required_providers":[{"a":{"source":"x/a"}},{"a":{"source":"y/a"}}]}"#, Nobody, "even of one provider"),
    (r#""terraform":{"backend":[{"local":{}},{"local":{}}]}"#, Both, "but not backends"),
];

#[test]
fn overrides() {
    judge_each(OVERRIDES, |(overriding, by, _)| {
        let base = r#"{"resource":{"terraform_data":{"x":{}}}}"#;
        let overriding = format!("{{{overriding}}}");
        (
            made(&[("main.tf.json", base), ("x_override.tf.json", &*overriding)]),
            *by,
        )
    });
}

/// The key to which something is imported, whether the import is repeated, who refuses it, and why. What OpenTofu
/// computes it looks for when it plans.
type Key = (&'static str, bool, By, &'static str);

#[rustfmt::skip]
const KEYS: &[Key] = &[
    (r#"each[\"key\"]"#, true, OpenTofu, "to Terraform an object like any other"),
    (r#"each[\"value\"]"#, true, OpenTofu, "and what it holds"),
    (r#"\"${each[\"key\"]}\""#, true, OpenTofu, "in a template"),
    (r#"each[\"nope\"]"#, true, Both, "Invalid index"),
    ("each[0]", true, Both, "Invalid index"),
    ("each", true, Both, "Invalid address"),
    ("each.nope", true, Both, "Unsupported attribute"),
    (r#"each[\"key\"]"#, false, Both, "Invalid expression"),
    (r#"(\"k\")"#, true, Nobody, "in parentheses"),
    (r#"true ? \"k\" : \"b\""#, true, Nobody, "a choice"),
    (r#"\"k${\"\"}\""#, true, Nobody, "a template of constants"),
    (r#"[\"k\"][0]"#, true, Nobody, "an element"),
    (r#"{k=\"k\"}.k"#, true, Nobody, "an attribute"),
    (r#"[for x in [\"k\"] : x][0]"#, true, Nobody, "a loop"),
    (r#"{k=\"k\"}[each.key]"#, true, Nobody, "by what is given"),
    ("upper(each.key)", true, Terraform, "Function calls not allowed"),
    (r#"lower(\"K\")"#, true, Terraform, "Function calls not allowed"),
    (r#"\"k${terraform.workspace}\""#, true, Terraform, "Unknown variable"),
    (r#"(\"k\")"#, false, Terraform, "Invalid expression"),
    (r#"\"${\"k\"}\""#, false, Terraform, "Invalid expression"),
    (r#"true ? \"k\" : \"b\""#, false, Terraform, "Invalid expression"),
];

#[test]
fn keys() {
    let mut rows: Vec<Row> = Vec::new();
    for (key, repeated, by, why) in KEYS {
        let each = if *repeated { r#","for_each":{"k":"k"}"# } else { "" };
        let import = format!(r#""import":{{"to":"terraform_data.f[{key}]","id":"i"{each}}}"#);
        rows.push((import.leak(), *by, why));
    }
    for (index, why) in [("1e0", "a whole number"), ("1.0", "with a point")] {
        let import = format!(r#""import":{{"to":"terraform_data.c[{index}]","id":"i"}}"#);
        rows.push((import.leak(), Nobody, why));
    }
    judge(
        &rows,
        (
            "{",
            r#","resource":{"terraform_data":{"f":{"for_each":{"k":1}},"c":{"count":2}}}}"#,
        ),
    );
}

#[test]
fn terraform_moves_by_the_long_form_of_an_address() {
    let text = r#"{"resource":{"terraform_data":{"a":{}}},"moved":{"from":"resource.terraform_data.z","to":"terraform_data.a"}}"#;
    assert_eq!(
        problems(&made(&[("main.tf.json", text)]), TERRAFORM_1_11),
        [],
        "it says so of nothing"
    );
}
