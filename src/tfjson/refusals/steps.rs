//! What the engines refuse of steps into what calls make and what repeats, of marks where values are needed early, and
//! of references to providers.

use super::{Both, Nobody, OpenTofu, Row, judge, judge_each, with_modules};

/// What an output is made of, who refuses it, and why.
#[rustfmt::skip]
const MADE: &[Row] = &[
    ("local.set[0]", Both, "Elements of a set are identified only by their value"),
    ("local.set.a", Both, "This value does not have any attributes"),
    ("local.set[*]", Nobody, "all of its elements"),
    ("local.map.a", Nobody, "what a map has"),
    ("local.map.b", Both, "This map does not have an element with the key"),
    (r#"local.map[\"b\"]"#, Both, "in brackets"),
    ("local.list[1]", Nobody, "what a list has"),
    ("local.list[5]", Both, "an element behind its last"),
    ("local.list.a", Both, "a list has no attributes"),
    ("local.parts[5]", Nobody, "nobody computes how many there are"),
    ("local.objects[*].a", Nobody, "what all have"),
    ("local.objects[*].b", Both, "what one does not have"),
    ("local.objects.*.b", Both, "in the old spelling"),
    ("local.objects[*].a.c", Both, "and what a number does not have"),
    ("local.none[*].a", Nobody, "of no elements"),
    ("local.null[*].a", Nobody, "nor has nothing any"),
    ("local.names[0]", Nobody, "what a local makes of all"),
    ("try(local.objects[*].b,1)", Nobody, "something forgives it"),
    ("false ? local.list[-1] : 1", Nobody, "a branch that is not chosen"),
    ("local.tuple[-1]", Both, "a negative number is not a valid index for a sequence"),
    ("local.tuple[0]-1", Nobody, "which is none"),
    ("local.tuple[null]", Both, "Can't use a null value as an indexing key"),
    ("local.tuple[0.5]", Both, "indexing a sequence requires a whole number"),
    (r#"local.tuple[\"a\"]"#, Both, "a number is required"),
    (r#"local.tuple[\"0\"]"#, Nobody, "which a text may be"),
    ("try(local.tuple[-1],1)", Nobody, "something forgives it"),
    ("can(local.tuple[null])", Nobody, "or tells"),
    ("var.l[*].a", Nobody, "what the type of a variable names"),
    ("var.l[*].z", Both, "what it does not name"),
    ("var.l.*.z", Both, "in the old spelling"),
    ("var.l.*.a[0]", Nobody, "an element of the list that comes of it"),
    ("var.s[*].z", Both, "a string has no attributes"),
    ("var.any[*].z", Nobody, "nobody knows"),
];

#[test]
fn made() {
    let before = r#"{"locals":{"set":"${toset([\"a\"])}","map":"${tomap({a = 1})}","list":"${tolist([1,2])}","parts":"${split(\",\",\"a\")}","objects":[{"a":1},{"a":2,"b":3}],"none":[],"null":null,"names":"${local.objects[*].a}","tuple":[1,2]},"variable":{"l":{"type":"list(object({a = string}))","default":[]},"s":{"type":"string","default":""},"any":{"type":"any","default":[]}},"output":{"x":{"value":"${"#;
    judge(MADE, (before, "}\"}}}"));
}

/// What stands in `dynamic` of a resource, who refuses it, and why.
#[rustfmt::skip]
const DYNAMIC: &[Row] = &[
    (r#""rule":{"for_each":[1],"content":{"a":"${rule.value}"}}"#, Nobody, "what repeats"),
    (r#""rule":{"for_each":[1],"content":{"a":"${rule.foo}"}}"#, Both, "This object does not have an attribute named \"foo\""),
    (r#""rule":{"for_each":[1],"content":{"a":"x ${rule.foo + 1}"}}"#, Both, "in an expression"),
    (r#""rule":{"for_each":[1],"content":{"a":"${try(rule.foo,1)}"}}"#, Nobody, "something forgives it"),
    (r#""rule":{"for_each":[],"content":{"a":"${rule.foo}"}}"#, Nobody, "nothing is made"),
    (r#""rule":{"for_each":[1],"iterator":"i","content":{"a":"${i.foo}"}}"#, Both, "by another name"),
    (r#""rule":{"for_each":[1],"iterator":"i","content":{"a":"${[for i in [] : i.foo]}"}}"#, Nobody, "another thing of that name"),
    (r#""lifecycle":{"for_each":[1],"content":{"prevent_destroy":true}}"#, Both, "Blocks of type \"lifecycle\" are not expected here"),
    (r#""connection":{"for_each":[1],"content":{"host":"x"}}"#, Both, "nor connections"),
    (r#""provisioner":{"for_each":[1],"labels":["local-exec"],"content":{"command":"x"}}"#, Both, "nor provisioners"),
    (r#""container":{"for_each":[1],"content":{"lifecycle":{"a":1},"dynamic":{"lifecycle":{"for_each":[1],"content":{}}}}}"#, Nobody, "further inside a provider may have them"),
];

#[test]
fn dynamic() {
    let around = r#"{"resource":{"aws_x":{"x":{"dynamic":{"#;
    judge(DYNAMIC, (around, "}}}}}"));
}

/// What stands beside variables of which `s` is sensitive and `e` ephemeral, who refuses it, and why.
#[rustfmt::skip]
const EARLY: &[Row] = &[
    (r#""provider":{"aws":{"alias":"a","for_each":"${toset([var.s])}"}}"#, Both, "sensitive values, and Terraform has no such argument"),
    (r#""module":{"m":{"source":"./${var.s}"}}"#, Both, "Sensitive values cannot be used as module.m.source"),
    (r#""module":{"m":{"source":"./${var.e}"}}"#, Both, "nor ephemeral ones"),
    (r#""module":{"m":{"source":"./m"}}"#, Nobody, "a source as any"),
    (r#""terraform":{"backend":{"local":{"path":"${var.s}"}}}"#, OpenTofu, "the configuration is stored"),
    (r#""import":{"to":"terraform_data.f[each.key]","id":"a","for_each":"${toset([var.s])}"}"#, OpenTofu, "sensitive values cannot be used as for_each arguments"),
    (r#""import":{"to":"terraform_data.f[each.key]","id":"a","for_each":"${toset([var.e])}"}"#, Both, "ephemeral ones"),
    (r#""import":{"to":"terraform_data.f[each.key]","id":"a","for_each":"${{k = var.s}}"}"#, Nobody, "its keys are known"),
    (r#""terraform":{"backend":{"oci":{}}}"#, OpenTofu, "There is no backend type named \"oci\""),
    (r#""terraform":{"backend":{"cloud":{}}}"#, Both, "There is no explicit backend type named \"cloud\""),
    (r#""terraform":{"backend":{"s3":{}}}"#, Nobody, "a backend of both"),
    (r#""removed":{"from":"module.z","connection":{"host":"x"}}"#, Both, "a connection of what has none, and OpenTofu has no such block"),
    (r#""removed":{"from":"terraform_data.z","connection":{"host":"x"}}"#, OpenTofu, "a connection of a resource"),
    (r#""check":{"c":{"data":{"terraform_remote_state":{"d":{"backend":"${data.terraform_remote_state.d.backend}"}}},"assert":{"condition":"${var.s == \"\"}","error_message":"A."}}}"#, Both, "a data source that needs itself"),
    (r#""check":{"c":{"data":{"terraform_remote_state":{"d":{"backend":"local"}}},"assert":{"condition":"${data.terraform_remote_state.d.backend == \"\"}","error_message":"A."}}}"#, Nobody, "what is asserted of it"),
];

#[test]
fn early() {
    let before = r#"{"variable":{"s":{"default":"x","sensitive":true},"e":{"default":"x","ephemeral":true}},"resource":{"terraform_data":{"f":{"for_each":{"x":1,"k":1}}}},"#;
    judge_each(EARLY, |(text, by, _)| {
        let text = format!("{before}{text}}}");
        (with_modules(&[("main.tf.json", &text)]), *by)
    });
}

/// What the argument `provider` of a resource says, beside `aws.a`, who refuses it, and why.
#[rustfmt::skip]
const PROVIDERS: &[Row] = &[
    ("aws.a", Nobody, "a configuration"),
    ("aws/*c*/.a", Nobody, "a comment within"),
    ("aws.a/*c*/", Nobody, "behind it"),
    ("/*c*/aws.a", Nobody, "before it"),
    ("aws.a # c", Nobody, "to the end of the line"),
    ("aws.a // c", Nobody, "in another spelling"),
    ("aws/*.a*/.b", Both, "a configuration that is not there"),
    ("/*aws.a*/", Both, "nothing but a comment"),
    ("aws.a.b", Both, "one name too many"),
];

#[test]
fn providers() {
    let around = r#"{"provider":{"aws":[{},{"alias":"a"}]},"resource":{"aws_x":{"x":{"provider":""#;
    judge(PROVIDERS, (around, "\"}}}}"));
    // Of what is handed to a module nothing else is asked.
    judge_each(PROVIDERS, |(text, by, _)| {
        let call = format!(
            r#"{{"provider":{{"aws":[{{}},{{"alias":"a"}}]}},"module":{{"c":{{"source":"./c","providers":{{"aws":"{text}"}}}}}}}}"#
        );
        let called = r#"{"terraform":{"required_providers":{"aws":{"source":"hashicorp/aws"}}}}"#;
        (
            with_modules(&[("main.tf.json", &call), ("c/main.tf.json", called)]),
            *by,
        )
    });
    let call =
        r#"{"provider":{"aws":[{},{"alias":"a"}]},"module":{"c":{"source":"./c","providers":{"aws/*c*/.b":"aws.a"}}}}"#;
    let called = r#"{"terraform":{"required_providers":{"aws":{"source":"hashicorp/aws","configuration_aliases":["aws./*c*/b"]}}}}"#;
    let files = [("main.tf.json", call), ("c/main.tf.json", called)];
    judge_each(&[Nobody], |by| (with_modules(&files), *by));
}
