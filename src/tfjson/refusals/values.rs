//! What the engines refuse of values that stand in a module, of types that they bring along, and of modules that are
//! called.

use super::{Both, Nobody, OpenTofu, Pair, Row, Terraform, judge, judge_each, with_modules};

/// What an output is made of, who refuses it, and why.
#[rustfmt::skip]
const PARTS: &[Row] = &[
    ("local.o.a.b", Nobody, "a part of a part"),
    ("local.o.nope", Both, "This object does not have an attribute named \"nope\""),
    ("local.o.a.nope", Both, "nor has what is in it"),
    (r#"local.o[\"a\"].b"#, Nobody, "in brackets"),
    (r#"local.o[\"zz\"]"#, Both, "The given key does not identify an element in this collection value"),
    ("local.o.l[1].k", Nobody, "an element of a list"),
    ("local.o.l[5]", Both, "an element behind its last"),
    ("local.o.l.x", Both, "This value does not have any attributes"),
    ("local.o.n.x", Both, "Attempt to get attribute from null value"),
    ("local.o.t.x", Both, "Can't access attributes on a primitive-typed value"),
    ("local.o.t[0]", Both, "This value does not have any indices"),
    ("local.r.a.b", Nobody, "a local that stands for another"),
    ("local.r.nope", Both, "which does not have it"),
    ("local.e.a", Nobody, "an expression that is an object"),
    ("local.e.nope", Both, "which does not have it"),
    ("local.k.zz", Nobody, "nobody knows what its names are"),
    ("local.v.x", Nobody, "nor what a variable is"),
    ("local.o.*.a", Nobody, "what is no list is the only element"),
    ("try(local.o.nope,1)", Nobody, "something forgives it"),
    ("can(local.o.nope)", Nobody, "and tells"),
    ("false ? local.o.nope : 1", Nobody, "a branch that is not chosen"),
    ("[for x in [] : local.o.nope]", Nobody, "nothing to do it for"),
    ("[local.o.nope]", Both, "inside of another value"),
    ("var.ob.a", Nobody, "what the type names"),
    ("var.ob.nope", Both, "what it does not name"),
    ("var.ob.b.c", Nobody, "what may be absent is there"),
    ("var.ob.l[0].y", Both, "of an element of a list"),
    ("var.ob.l.z", Both, "Can't access attributes on a list of objects"),
    ("var.m.x.y", Both, "a string in a map has no parts"),
    ("var.m.x", Nobody, "whatever a map holds"),
    ("var.s.x", Both, "a string has none"),
    ("var.set[0]", Both, "Elements of a set are identified only by their value"),
    ("var.any.x", Nobody, "nobody knows"),
    ("path.module.x", Both, "a path is a string"),
    ("terraform.workspace[0]", Both, "and so is this"),
];

#[test]
fn parts() {
    judge(
        PARTS,
        (
            r#"{"locals":{"o":{"a":{"b":1},"l":[1,{"k":2}],"n":null,"t":"x${var.v}"},"r":"${local.o}","e":"${{a = 1}}","k":{"${var.v}":1},"v":"${var.v}"},"variable":{"v":{},"any":{"type":"any"},"s":{"type":"string"},"m":{"type":"map(string)"},"set":{"type":"set(string)"},"ob":{"type":"object({a = string, b = optional(object({c = number})), l = list(object({z = string}))})"}},"output":{"x":{"value":"${"#,
            r#"}"}}}"#,
        ),
    );
}

/// What stands in a module, who refuses it, and why.
#[rustfmt::skip]
const MORE: &[Row] = &[
    (r#""resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}},"own":{"for_each":{"a":{"b":1},"c":{"b":2}},"input":"${each.value.b}"}}}"#, Nobody, "what each element has"),
    (r#""resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}},"own":{"for_each":{"a":{"b":1},"c":{}},"input":"${each.value.b}"}}}"#, Both, "what one lacks"),
    (r#""resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}},"own":{"for_each":{},"input":"${each.value.b}"}}}"#, Nobody, "there is none"),
    (r#""resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}},"own":{"for_each":{"a":1},"input":"${each.key.x}"}}}"#, Both, "a key is a string"),
    (r#""resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}},"own":{"count":1,"input":"${count.index.x}"}}}"#, Both, "an index is a number"),
    (r#""resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}}}},"output":{"o":{"value":"${terraform_data.f[*].id}"}}"#, Both, "it is an object of instances: This object does not have an attribute named \"id\""),
    (r#""resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}}}},"output":{"o":{"value":"${terraform_data.f[*].k}"}}"#, Nobody, "a key of it"),
    (r#""resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}}}},"output":{"o":{"value":"${terraform_data.c[*].id}"}}"#, Nobody, "a list of instances"),
    (r#""resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}}}},"output":{"o":{"value":"${try(terraform_data.f[*].id,1)}"}}"#, Nobody, "something forgives it"),
    (r#""resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}}}},"output":{"o":{"value":"${values(terraform_data.f)[*].id}"}}"#, Nobody, "as it should be written"),
    (r#""resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}},"own":{"lifecycle":{"replace_triggered_by":["terraform_data.c.id"]}}}}"#, Both, "no change found for terraform_data.c"),
    (r#""resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}},"own":{"lifecycle":{"replace_triggered_by":["terraform_data.c[0].id"]}}}}"#, Nobody, "an instance"),
    (r#""resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}},"own":{"lifecycle":{"replace_triggered_by":["terraform_data.c"]}}}}"#, Nobody, "all of them"),
    (r#""resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}},"own":{"lifecycle":{"replace_triggered_by":["terraform_data.x[0]"]}}}}"#, Both, "no change found for terraform_data.x[0]"),
    (r#""resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}},"own":{"lifecycle":{"replace_triggered_by":["terraform_data.own"]}}}}"#, Both, "no change found for itself"),
    (r#""resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}},"own":{"count":0,"lifecycle":{"replace_triggered_by":["terraform_data.own"]}}}}"#, Nobody, "there is nothing to replace"),
    (r#""resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}},"own":{"lifecycle":{"postcondition":{"condition":"${terraform_data.own.id != null}","error_message":"m"}}}}}"#, Both, "Configuration for terraform_data.own may not refer to itself"),
    (r#""resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}},"own":{"provisioner":{"local-exec":{"command":"${terraform_data.own.id}"}}}}}"#, Nobody, "what runs after it may"),
    (r#""resource":{"terraform_date":{"x":{}}}"#, Both, "The provider does not support resource type \"terraform_date\""),
    (r#""resource":{"terraform_remote_state":{"x":{}}}"#, Both, "Did you intend to use the data source"),
    (r#""data":{"terraform_data":{"x":{}}}"#, Both, "Did you intend to use the managed resource type"),
    (r#""ephemeral":{"terraform_data":{"x":{}}}"#, Both, "does not support ephemeral resource"),
    (r#""resource":{"terraformed_data":{"x":{}}}"#, Nobody, "another provider"),
    (r#""terraform":{"required_providers":{"terraform":{"source":"a/terraform"}}},"resource":{"terraform_date":{"x":{}}}"#, Nobody, "another provider of the name"),
    (r#""terraform":{"required_providers":{"terraform":{"source":"terraform.io/builtin/terraform"}}},"resource":{"terraform_date":{"x":{}}}"#, Both, "the same one"),
    (r#""data":{"terraform_remote_state":{"x":{}}}"#, Both, "The argument \"backend\" is required"),
    (r#""data":{"terraform_remote_state":{"x":{"_":{"backend":"local"}}}}"#, Nobody, "said in another place"),
    (r#""data":{"terraform_remote_state":{"x":{"backend":"etcd"}}}"#, Both, "a backend of old"),
    (r#""data":{"terraform_remote_state":{"x":{"backend":"${terraform.workspace}"}}}"#, Nobody, "nobody knows which"),
    (r#""terraform":{"backend":{"S3":{}}}"#, Both, "There is no explicit backend type named \"S3\""),
    (r#""terraform":{"backend":{"s3":{}}}"#, Nobody, "one that there is"),
    (r#""terraform":{"required_providers":{"x":{"source":"hashicorp/terraform-provider-aws"}}}"#, Both, "has a type with the prefix \"terraform-provider-\", which is not valid"),
    (r#""terraform":{"required_providers":{"x":{"source":"hashicorp/aws_x"}}}"#, Both, "must contain only letters, digits, and dashes"),
    (r#""terraform":{"required_providers":{"terraform":{"source":"terraform.io/builtin/terraform","version":">= 1"}}}"#, Both, "Invalid dependency on built-in provider"),
    (r#""terraform":{"required_providers":{"terraform":">= 1"}}"#, Both, "the same in short"),
    (r#""provider":{"terraform":{"nope":"${var.gone}"}}"#, Nobody, "a configuration that nothing uses is left out"),
    (r#""provider":{"terraform":{"nope":1}},"resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}}}}"#, Both, "one that something uses"),
    (r#""provider":{"terraform":{"alias":"b","nope":1}},"resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}}}}"#, Nobody, "not the one that it uses"),
    (r#""resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}}}},"import":{"to":"terraform_data.c[local.i]","id":"x"},"locals":{"i":0}"#, Terraform, "only attribute access and indexing with constant keys"),
    (r#""resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}}}},"import":{"to":"terraform_data.c[*]","id":"x"}"#, Both, "no single instance"),
    (r#""resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}}}},"import":{"to":"terraform_data.c[\"0\"]","id":"x"}"#, Both, "The target resource does not use for_each"),
    (r#""resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}}}},"import":{"to":"terraform_data.f[0]","id":"x"}"#, Both, "The target resource does not use count"),
    (r#""resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}}}},"import":{"for_each":{"k":1},"to":"terraform_data.f[each.key]","id":"x"}"#, Nobody, "a key of its own"),
    (r#""resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}}}},"import":{"for_each":{"k":1},"to":"terraform_data.f[upper(each.key)]","id":"x"}"#, Terraform, "Functions may not be called here"),
    (r#""resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}}}},"import":{"for_each":{"k":1},"to":"terraform_data.c[each.key]","id":"x"}"#, Terraform, "a key is a string, and these have numbers"),
    (r#""resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}}}},"import":{"for_each":["x","y"],"to":"terraform_data.c[each.key]","id":"x"}"#, Nobody, "a key of a list is a number"),
    (r#""resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}}}},"import":{"for_each":{"k":0},"to":"terraform_data.c[each.value]","id":"x"}"#, Nobody, "a value may be a number"),
    (r#""resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}}}},"import":{"for_each":["x","y"],"to":"terraform_data.f[each.key]","id":"x"}"#, Terraform, "The target resource does not use count"),
    (r#""resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}}}},"import":{"for_each":["x","y"],"to":"terraform_data.f[\"${each.key}\"]","id":"x"}"#, Terraform, "in quotes it stays a number"),
    (r#""resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}}}},"import":{"for_each":["x","y"],"to":"terraform_data.f[(each.key)]","id":"x"}"#, Terraform, "in parentheses too"),
    (r#""resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}}}},"import":{"for_each":"${[\"x\"]}","to":"terraform_data.f[each.key]","id":"x"}"#, Terraform, "a list that is an expression"),
    (r#""resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}}}},"import":{"for_each":["k"],"to":"terraform_data.f[each.value]","id":"${each.key}"}"#, Nobody, "what is in a list may be a key"),
    (r#""resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}}}},"import":{"for_each":["k"],"to":"terraform_data.f[\"a${each.key}\"]","id":"x"}"#, Nobody, "a text with a number in it"),
    (r#""resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}}}},"import":{"for_each":[{"k":"k"}],"to":"terraform_data.f[each.value.k]","id":"x"}"#, Nobody, "a part of what is in a list"),
    (r#""resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}}}},"import":{"for_each":[],"to":"terraform_data.f[each.key]","id":"x"}"#, Nobody, "an empty list has no keys"),
    (r#""resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}}}},"import":{"for_each":{},"to":"terraform_data.c[each.key]","id":"x"}"#, Nobody, "nor has an empty object"),
    (r#""resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}}}},"import":{"for_each":["${terraform_data.x.id}"],"to":"terraform_data.f[each.key]","id":"x"}"#, Nobody, "seen in a plan"),
    (r#""resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}}}},"import":{"for_each":{"k":"${terraform_data.x.id}"},"to":"terraform_data.c[each.key]","id":"x"}"#, Nobody, "seen in a plan"),
    (r#""resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}}}},"import":{"for_each":[0,1],"to":"terraform_data.c[each.value]","id":"${each.key}"}"#, Nobody, "numbers where there are numbers"),
    (r#""resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}}}},"import":{"for_each":["k",1],"to":"terraform_data.f[each.value]","id":"x"}"#, Terraform, "one of them is a number"),
    (r#""resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}}}},"import":{"for_each":{"a":"0"},"to":"terraform_data.c[each.value]","id":"x"}"#, Terraform, "a text with digits is a text"),
    (r#""resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}}}},"import":{"for_each":["k",true],"to":"terraform_data.f[each.value]","id":"x"}"#, Terraform, "either a string or an integer is required"),
    (r#""resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}}}},"import":{"for_each":[0.5],"to":"terraform_data.c[each.value]","id":"x"}"#, Terraform, "half an instance"),
    (r#""resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}}}},"import":{"for_each":"${toset([\"k\"])}","to":"terraform_data.f[each.key]","id":"x"}"#, Nobody, "a key of a set is what it holds"),
    (r#""resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}}}},"import":{"for_each":["k"],"to":"terraform_data.gone","id":"x"}"#, Terraform, "Configuration for import target does not exist"),
    (r#""resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}}}},"import":{"for_each":{},"to":"terraform_data.gone[0]","id":"x"}"#, Terraform, "nor for any number of them"),
    (r#""resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}}}},"import":{"for_each":["k"],"to":"terraform_data.gone[each.key]","id":"x"}"#, Terraform, "The target resource does not use count"),
    (r#""resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}}}},"import":{"for_each":["${terraform_data.x.id}"],"to":"terraform_data.gone[each.key]","id":"x"}"#, Nobody, "seen in a plan"),
    (r#""resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}}}},"import":{"for_each":["k"],"to":"module.gone[each.key].terraform_data.x","id":"x"}"#, Terraform, "Configuration for import target does not exist"),
    (r#""resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}}}},"import":{"for_each":{"k":1},"to":"terraform_data.f[each.key]","id":""}"#, Terraform, "The import ID value evaluates to an empty string"),
    (r#""resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}}}},"import":{"for_each":{},"to":"terraform_data.f[0]","id":"x"}"#, Nobody, "of nothing no instance is looked for"),
    (r#""resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}}}},"import":{"for_each":[],"to":"terraform_data.c[\"k\"]","id":"x"}"#, Nobody, "nor of an empty list"),
    (r#""resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}}}},"import":{"for_each":{},"to":"terraform_data.x[0]","id":"x"}"#, Nobody, "nor a key of what has none"),
    (r#""resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}}}},"import":{"for_each":{},"to":"terraform_data.f","id":"x"}"#, Nobody, "nor asked for one"),
    (r#""resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}}}},"import":{"for_each":{},"to":"terraform_data.f[upper(each.key)]","id":"x"}"#, Nobody, "nor computed"),
    (r#""resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}}}},"import":{"for_each":null,"to":"terraform_data.c[\"k\"]","id":""}"#, OpenTofu, "null is nothing"),
    (r#""resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}}}},"import":{"for_each":{},"to":"terraform_data.f[null]","id":"x"}"#, Terraform, "no key for any number of them"),
    (r#""resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}}}},"import":{"for_each":["k"],"to":"terraform_data.x[0]","id":"x"}"#, Both, "but one is asked for in something"),
    (r#""resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}}}},"import":{"for_each":"${toset([])}","to":"terraform_data.f[0]","id":"x"}"#, Nobody, "an empty set"),
    (r#""resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}}}},"import":{"for_each":"${toset([\"k\"])}","to":"terraform_data.c[each.key]","id":"x"}"#, Terraform, "The target resource does not use for_each"),
    (r#""resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}}}},"locals":{"l":["k"],"m":"${local.l}","x":["${terraform_data.x.id}"],"e":[]},"import":{"for_each":"${local.l}","to":"terraform_data.f[each.key]","id":"x"}"#, Terraform, "a key of a list in a local"),
    (r#""resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}}}},"locals":{"l":["k"],"m":"${local.l}","x":["${terraform_data.x.id}"],"e":[]},"import":{"for_each":"${local.m}","to":"terraform_data.f[each.key]","id":"x"}"#, Terraform, "by way of another local"),
    (r#""resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}}}},"locals":{"l":["k"],"m":"${local.l}","x":["${terraform_data.x.id}"],"e":[]},"import":{"for_each":"${toset(local.l)}","to":"terraform_data.f[each.key]","id":"x"}"#, Nobody, "a set has the right ones"),
    (r#""resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}}}},"locals":{"l":["k"],"m":"${local.l}","x":["${terraform_data.x.id}"],"e":[]},"import":{"for_each":"${toset(local.l)}","to":"terraform_data.c[each.value]","id":"x"}"#, Terraform, "or the wrong ones"),
    (r#""resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}}}},"locals":{"l":["k"],"m":"${local.l}","x":["${terraform_data.x.id}"],"e":[]},"import":{"for_each":"${local.l}","to":"terraform_data.f[each.value]","id":""}"#, Terraform, "The import ID value evaluates to an empty string"),
    (r#""resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}}}},"locals":{"l":["k"],"m":"${local.l}","x":["${terraform_data.x.id}"],"e":[]},"import":{"for_each":"${local.x}","to":"terraform_data.f[each.key]","id":"x"}"#, Nobody, "seen in a plan"),
    (r#""resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}}}},"locals":{"l":["k"],"m":"${local.l}","x":["${terraform_data.x.id}"],"e":[]},"import":{"for_each":"${local.e}","to":"terraform_data.f[0]","id":""}"#, Nobody, "an empty local"),
    (r#""resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}}}},"import":{"for_each":["k"],"to":"terraform_data.f[each.value]","id":"${each.value.id}"}"#, Both, "each.value is \"k\""),
    (r#""resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}}}},"import":{"for_each":{"k":"i"},"to":"terraform_data.f[each.key]","id":"${each.value[\"id\"]}"}"#, Both, "This value does not have any indices"),
    (r#""resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}}}},"import":{"for_each":{"k":{"id":"i"}},"to":"terraform_data.f[each.key]","id":"${each.value.id}"}"#, Nobody, "an attribute that there is"),
    (r#""resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}}}},"import":{"for_each":[{"k":"k"}],"to":"terraform_data.f[each.value.k]","id":"${each.value.id}"}"#, Both, "This object does not have an attribute named \"id\""),
    (r#""resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}}}},"import":{"for_each":"${toset([\"k\"])}","to":"terraform_data.f[each.key]","id":"${each.value.id}"}"#, Both, "nor has what is in a set"),
    (r#""resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}}}},"import":{"for_each":[],"to":"terraform_data.f[each.value]","id":"${each.value.id}"}"#, Nobody, "nothing is asked of nothing"),
    (r#""resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}}}},"locals":{"l":["k"],"m":"${local.l}","x":["${terraform_data.x.id}"],"e":[]},"import":{"for_each":"${local.l}","to":"terraform_data.f[each.value]","id":"${each.value.id}"}"#, Both, "of what is in a local"),
    (r#""resource":{"terraform_data":{"s":{"for_each":"${toset([\"k\"])}","input":"${each.value.id}"}}}"#, Both, "in a resource too, as plans tell"),
    (r#""resource":{"terraform_data":{"s":{"for_each":"${toset([])}","input":"${each.value.id}"}}}"#, Nobody, "where there is one"),
    (r#""resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}}}},"import":{"to":"terraform_data.x","id":"x","provider":"terraform"}"#, Both, "The provider argument can only be specified in import blocks that will generate configuration"),
    (r#""resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}}}},"import":{"to":"terraform_data.new","id":"x","provider":"terraform"}"#, Nobody, "one that does"),
    (r#""resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}}}},"import":{"to":"terraform_data.x","id":"${terraform_data.x.id}"}"#, Terraform, "The import ID cannot reference the resource being imported"),
    (r#""resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}}}},"moved":{"from":"resource.terraform_data.x","to":"terraform_data.y"}"#, Both, "Moved object still exists, in its long form"),
    (r#""resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}}}},"moved":{"from":"terraform_data.c","to":"terraform_data.y"}"#, Both, "all instances of it still exist"),
    (r#""resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}}}},"moved":{"from":"terraform_data.c","to":"terraform_data.y[0]"}"#, Nobody, "it has none without a key"),
    (r#""check":{"c":{"data":{"terraform_remote_state":{"r":{"backend":"local"}}},"assert":{"condition":"${data.terraform_remote_state.r.outputs != null}","error_message":"m"}}},"output":{"o":{"value":"${data.terraform_remote_state.r.outputs}"}}"#, Both, "The referenced data resource is not available from this context"),
    (r#""locals":{"o":{}},"variable":{"v":{"default":1,"validation":{"condition":"${var.v == 1}","error_message":"${local.o.nope}"}}}"#, Nobody, "a message that nobody sees"),
    (r#""locals":{"o":{}},"resource":{"a_b":{"c":{"dynamic":{"d":{"for_each":[],"content":{"e":"${local.o.nope}","f":"${nope()}"}}}}}}"#, Nobody, "blocks that are made for nothing"),
    (r#""locals":{"o":{}},"resource":{"a_b":{"c":{"dynamic":{"d":{"for_each":[1],"content":{"e":"${local.o.nope}"}}}}}}"#, Both, "blocks that are made"),
    (r#""resource":{"a_b":{"c":{"dynamic":{"d":{"for_each":"${var.l}","content":{"e":"${nope()}"}}}}}},"variable":{"l":{}}"#, Nobody, "nobody knows for what, and nobody looks at them"),
    (r#""resource":{"a_b":{"c":{"dynamic":{"d":{"for_each":[1],"labels":["${d.value}"],"content":{}}}}}}"#, Nobody, "each block has labels of its own"),
    (r#""resource":{"a_b":{"c":{"dynamic":{"d":{"for_each":[1],"iterator":"i","labels":["${i.key}"],"content":{}}}}}}"#, Nobody, "by the name of the iterator"),
    (r#""resource":{"a_b":{"c":{"dynamic":{"d":{"for_each":[1],"iterator":"i","labels":["${d.key}"],"content":{}}}}}}"#, Both, "which is the only one"),
    (r#""resource":{"a_b":{"c":{"tags":{"a":"1","a":"2"}}}}"#, Both, "a block or a value: neither has a text twice"),
    (r#""resource":{"a_b":{"c":{"d":[{"e":["1"],"e":["2"]}]}}}"#, Both, "nor a list of texts"),
    (r#""resource":{"a_b":{"c":{"d":{"e":{"f":1},"e":{"f":2}}}}}"#, Nobody, "blocks may repeat"),
    (r#""resource":{"a_b":{"c":{"d":{"//":"1","//":"2"}}}}"#, Nobody, "comments may, too"),
    (r#""resource":{"a_b":{"c":{"dynamic":{"d":{"for_each":[1],"content":{"e":1,"e":2}}}}}}"#, Both, "in blocks that are made"),
    (r#""variable":{"l":{"type":"list(string)"}},"locals":{"x":"${upper(var.l)}"}"#, Both, "string required"),
    (r#""variable":{"l":{"type":"list(string)"}},"locals":{"x":"${!var.l}"}"#, Both, "bool required"),
    (r#""variable":{"l":{"type":"list(string)"}},"locals":{"x":"${1 + (var.l)}"}"#, Both, "number required"),
    (r#""variable":{"m":{"type":"map(string)"}},"locals":{"x":"${join(\",\", var.m)}"}"#, Both, "list of string required"),
    (r#""variable":{"n":{"type":"number"}},"locals":{"x":"${upper(var.n)}"}"#, Nobody, "a number becomes a text"),
    (r#""variable":{"s":{"type":"string"}},"locals":{"x":"${sum(var.s)}"}"#, Nobody, "it is looked at when it has a value"),
    (r#""variable":{"s":{}},"locals":{"x":"${keys(var.s)}"}"#, Nobody, "of any type"),
    (r#""variable":{"l":{"type":"list(string)","validation":{"condition":"${length(var.l) > 0}","error_message":"No ${upper(var.l)} here."}}}"#, Nobody, "a message that nobody sees"),
    (r#""variable":{"s":{"type":"string"}},"locals":{"x":"${[for c in var.s : c]}"}"#, Both, "Iteration over non-iterable value"),
    (r#""variable":{"l":{"type":"list(string)","default":[]}},"locals":{"x":"x ${var.l}"}"#, Both, "Invalid template interpolation value, in a plan"),
    (r#""variable":{"n":{"type":"number","default":1}},"locals":{"x":"x ${var.n}"}"#, Nobody, "a number in a text"),
    (r#""variable":{"n":{"type":"number","default":1}},"locals":{"x":"${var.n ? 1 : 2}"}"#, Both, "Incorrect condition type, in a plan"),
    (r#""variable":{"s":{"type":"string","default":"true"}},"locals":{"x":"${var.s ? 1 : 2}"}"#, Nobody, "a text may be one"),
    (r#""variable":{"l":{"type":"list(string)"}},"locals":{"x":"${true ? 1 : upper(var.l)}"}"#, Nobody, "a branch that is not chosen"),
    (r#""locals":{"a":{"1":2}},"output":{"o":{"value":"${local.a[1.0]}"}}"#, Nobody, "a number with a point, which becomes its shortest text"),
    (r#""locals":{"a":{"1":2}},"output":{"o":{"value":"${local.a[01]}"}}"#, Nobody, "with a zero before it"),
    (r#""locals":{"a":{"10":2}},"output":{"o":{"value":"${local.a[1e1]}"}}"#, Nobody, "with an exponent"),
    (r#""locals":{"a":{"1":2}},"output":{"o":{"value":"${local.a[2]}"}}"#, Both, "a plain one that is not there"),
    (r#""variable":{"v":{"type":"set(string)"}},"resource":{"terraform_data":{"x":{"for_each":"${path.module}"}}}"#, Both, "a path is no collection"),
    (r#""resource":{"terraform_data":{"x":{"for_each":"${terraform.workspace}"}}}"#, Both, "nor is a workspace"),
    (r#""resource":{"terraform_data":{"x":{"count":9223372036854775808}}}"#, Both, "value must be a whole number, between -9223372036854775808 and 9223372036854775807"),
    (r#""resource":{"terraform_data":{"x":{"count":9223372036854775807}}}"#, Nobody, "the largest"),
    (r#""resource":{"terraform_data":{"x":{"count":"1p0"}}}"#, Nobody, "an exponent of two, in a string"),
    (r#""variable":{"v":{"type":"number","default":"1p3"}}"#, Nobody, "as a default, too"),
    (r#""variable":{"v":{"type":"number","default":"1p"}}"#, Both, "a number is required"),
    (r#""resource":{"terraform_data":{"x":{"for_each":"${toset([null])}"}}}"#, Both, "you have provided a set containing type dynamic"),
    (r#""resource":{"terraform_data":{"x":{"for_each":"${toset([])}"}}}"#, Nobody, "nothing at all"),
    (r#""resource":{"terraform_data":{"x":{"provisioner":{"local-exec":{"_":{}}}}}}"#, Both, "The argument \"command\" is required"),
    (r#""resource":{"terraform_data":{"x":{"provisioner":{"local-exec":{"_":{"command":"a"}}}}}}"#, Nobody, "which may stand apart"),
    (r#""resource":{"terraform_data":{"x":{"connection":{"host":"h"},"provisioner":{"file":{"_":{"destination":"b"}}}}}}"#, Both, "Must provide one of source or content"),
    (r#""resource":{"terraform_data":{"x":{"connection":{"host":"h"},"provisioner":{"file":{"_":[{"source":"x"}],"destination":"y"}}}}}"#, Nobody, "one of them, apart and in a list"),
    (r#""resource":{"terraform_data":{"x":{"connection":{"host":"h"},"provisioner":{"file":{"_":{"source":"x","destination":"b"},"content":"y"}}}}}"#, Both, "Cannot set both source and content"),
    (r#""resource":{"terraform_data":{"x":{"lifecycle":[[{"ignore_changes":["terraform_data.x.input"]}]]}}}"#, Both, "a list in a list"),
    (r#""resource":{"terraform_data":{"x":{"lifecycle":[[{"ignore_changes":["nope"]}]]}}}"#, Both, "no such attribute"),
    (r#""resource":{"terraform_data":{"x":{"lifecycle":[[{"ignore_changes":["input"]},{"create_before_destroy":true}]]}}}"#, Nobody, "of one block in two parts"),
];

#[test]
fn more() {
    judge(MORE, ("{", "}"));
}

/// What a module calls, what the module called `m` is, who refuses the first, and why.
#[rustfmt::skip]
const CALLED: &[Pair] = &[
    (r#""module":{"m":{"source":"./q"}}"#, r#""import":{"to":"a.b","id":"x"}"#, Both, "An import block was detected in module.m"),
    (r#""module":{"m":{"source":"./q","count":1}}"#, r#""provider":{"aws":{"region":"x"}}"#, Both, "The module is a legacy module which contains its own local provider configurations"),
    (r#""module":{"m":{"source":"./q"}}"#, r#""provider":{"aws":{"region":"x"}}"#, Nobody, "which may be called once"),
    (r#""module":{"m":{"source":"./q","count":1}}"#, r#""provider":{"aws":{"alias":"x"}}"#, Nobody, "a configuration that says nothing"),
    (r#""provider":{"aws":{}},"module":{"m":{"source":"./q","providers":{"aws":"aws"}}}"#, r#""provider":{"aws":{"region":"x"}}"#, Both, "Cannot override provider configuration"),
    (r#""module":{"m":{"source":"./q"}}"#, r#""terraform":{"required_providers":{"aws":{"source":"hashicorp/aws","configuration_aliases":["aws.w"]}}}"#, Both, "Missing required provider configuration"),
    (r#""provider":{"aws":{}},"module":{"m":{"source":"./q","providers":{"aws.w":"aws"}}}"#, r#""terraform":{"required_providers":{"aws":{"source":"hashicorp/aws","configuration_aliases":["aws.w"]}}}"#, Nobody, "which is handed to it"),
    (r#""terraform":{"backend":{"local":{}}},"module":{"m":{"source":"./q","providers":{"aws":"aws"}}}"#, "", Both, "missing provider"),
    (r#""module":{"m":{"source":"./q","providers":{"aws":"aws"}}}"#, "", Nobody, "its caller may have handed it over"),
    (r#""terraform":{"backend":{"local":{}},"required_providers":{"aws":{"source":"hashicorp/aws"}}},"module":{"m":{"source":"./q","providers":{"aws":"aws"}}}"#, "", Nobody, "what is required has a configuration"),
    (r#""module":{"m":{"source":"./q","count":1}},"output":{"o":{"value":"${module.m[*].nope}"}}"#, r#""output":{"p":{"value":1}}"#, Both, "no such output of any instance"),
    (r#""module":{"m":{"source":"./q","count":1}},"output":{"o":{"value":"${module.m[*].p}"}}"#, r#""output":{"p":{"value":1}}"#, Nobody, "the output of each"),
    (r#""module":{"m":{"source":"./q","for_each":{"k":1}}},"output":{"o":{"value":"${module.m[*].p}"}}"#, r#""output":{"p":{"value":1}}"#, Both, "an object of instances is no list of them"),
    (r#""module":{"m":{"source":"./q","for_each":{"k":1}}},"output":{"o":{"value":"${module.m[*].k}"}}"#, r#""output":{"p":{"value":1}}"#, Nobody, "a key of it"),
    (r#""module":{"m":{"source":"./q"}},"output":{"o":{"value":"${try(module.m[*].nope,1)}"}}"#, r#""output":{"p":{"value":1}}"#, Nobody, "something forgives it"),
    (r#""module":{"m":{"source":"./q","v":"${path.module}"}}"#, r#""variable":{"v":{"type":"list(string)"}}"#, Both, "list of string required"),
    (r#""module":{"m":{"source":"./q","v":"${terraform.workspace}"}}"#, r#""variable":{"v":{"type":"map(string)"}}"#, Both, "map of string required"),
    (r#""module":{"m":{"source":"./q","v":"${terraform.workspace}"}}"#, r#""variable":{"v":{"type":"string"}}"#, Nobody, "a text for a text"),
];

#[test]
fn called() {
    judge_each(CALLED, |(call, module, by, _)| {
        let (call, module) = (format!("{{{call}}}"), format!("{{{module}}}"));
        (
            with_modules(&[("main.tf.json", &call), ("q/main.tf.json", &module)]),
            *by,
        )
    });
}

/// What a file in JSON says beside one in the native syntax, who refuses it, and why.
#[rustfmt::skip]
const NATIVE: &[Row] = &[
    ("${terraform_data.n.id}", Both, "Because terraform_data.n has count set, its attributes must be accessed on specific instances"),
    ("${terraform_data.n[0].id}", Nobody, "an instance"),
    ("${terraform_data.e[\\\"k\\\"].id}", Nobody, "an instance by its key"),
    ("${terraform_data.o.id}", Nobody, "one that has none"),
    ("${terraform_data.o[0].id}", Both, "references to it must not include an index key"),
];

#[test]
fn native() {
    let native = "resource \"terraform_data\" \"n\" {\n  count = 1\n}\nresource \"terraform_data\" \"e\" {\n  for_each = { k = 1 }\n}\nresource \"terraform_data\" \"o\" {}\n";
    judge_each(NATIVE, |(value, by, _)| {
        let text = format!("{{\"output\":{{\"x\":{{\"value\":\"{value}\"}}}}}}");
        (with_modules(&[("a.tf", native), ("b.tf.json", &text)]), *by)
    });
}

/// What the locals are beside `l`, a list, and `o`, an object with a list; who refuses them, and why.
#[rustfmt::skip]
const TEXTS: &[Row] = &[
    (r#""x":"${local.l}""#, Nobody, "alone it is no text"),
    (r#""x":" ${local.l}""#, Both, "Cannot include the given value in a string template: string required."),
    (r#""x":"${local.l}${local.l}""#, Both, "two are a text, too"),
    (r#""x":"a ${local.o}""#, Both, "an object"),
    (r#""x":"a ${local.o.p}""#, Both, "a part with parts"),
    (r#""x":"a ${local.o.p[0]} ${local.l[0]}""#, Nobody, "parts that are texts"),
    (r#""x":"a ${length(local.l)} ${jsonencode(local.o)}""#, Nobody, "what is made of it"),
    (r#""x":"a ${local.n} ${local.t}""#, Nobody, "numbers and texts"),
    (r#""x":"a ${local.u}""#, Both, "a list of what is not known yet"),
    (r#""x":["a ${local.l}"]"#, Both, "deep in a value"),
];

#[test]
fn texts() {
    let locals = r#""l":["a"],"o":{"p":["b"]},"n":1,"t":"t","u":["${var.v}"]"#;
    judge(
        TEXTS,
        (&format!(r#"{{"variable":{{"v":{{}}}},"locals":{{{locals},"#), "}}"),
    );
}

/// What a condition of an output is, who refuses it, and why.
#[rustfmt::skip]
const CONDITIONS: &[Row] = &[
    (r#""${var.b}""#, Nobody, "a variable that is one or the other"),
    (r#""${var.n > 0}""#, Nobody, "a comparison"),
    (r#""${var.s}""#, Nobody, "a text that may say so"),
    (r#""${var.b}\n""#, Both, "a bool is required: with a line break behind it no text says so"),
    (r#"" ${var.b}""#, Both, "nor with a space before it"),
    (r#""x${var.s}""#, Both, "or another letter"),
    (r#""${var.b ~}\n""#, Nobody, "a line break that is taken away"),
    (r#""tru${var.s}""#, Nobody, "the first letters of the word"),
    (r#""%{ if var.b }true%{ else }false%{ endif }""#, Nobody, "a word that is chosen"),
    (r#""%{ if var.b }true%{ else }false%{ endif }\n""#, Both, "before a line break"),
    (r#""${var.n}""#, Both, "a number is none"),
    (r#""${var.l}""#, Both, "nor is a list"),
    (r#""${local.n}""#, Both, "by another name neither"),
    (r#""${local.t}""#, Nobody, "true by another name"),
    (r#""${(var.n)}""#, Both, "in parentheses"),
    (r#""${var.l[0]}""#, Nobody, "an element may be"),
    (r#""${try(var.n,true)}""#, Nobody, "something forgives it"),
    (r#""${var.b}","error_message":null"#, Both, "must not be null"),
    (r#""${var.b}","error_message":"${null}""#, Both, "in a template neither"),
    (r#""${var.b}","error_message":"""#, Nobody, "an empty message"),
    (r#""${var.b}","error_message":"${var.s}""#, Nobody, "one that somebody gives"),
    (r#""${var.b}","error_message":"${var.l}""#, Both, "string required"),
    (r#""${var.b}","error_message":"${var.n}""#, Nobody, "a number becomes one"),
];

#[test]
fn conditions() {
    let around = r#"{"variable":{"b":{"type":"bool"},"n":{"type":"number"},"s":{"type":"string"},"l":{"type":"list(string)"}},"locals":{"n":1,"t":true},"output":{"o":{"value":1,"precondition":{"error_message":"x","condition":"#;
    let around_message = around.replacen(r#""error_message":"x","#, "", 1);
    let (given, missing): (Vec<Row>, Vec<Row>) = CONDITIONS.iter().partition(|row| row.0.contains("error_message"));
    judge(&given, (&around_message, "}}}}"));
    judge(&missing, (around, "}}}}"));
}

/// Arguments of a resource that says how many there are of it, and how it is made; who refuses them, and why.
#[rustfmt::skip]
const TYPED_ARGUMENTS: &[Row] = &[
    (r#""count":"${var.n}\n""#, Both, "a number is required"),
    (r#""count":"a${var.n}""#, Both, "nor is there one that begins with a letter"),
    (r#""count":"1${var.n}""#, Nobody, "the first of several digits"),
    (r#""count":"${var.n}e1""#, Nobody, "an exponent"),
    (r#""count":"\n${~ var.n}""#, Nobody, "a line break that is taken away"),
    (r#""count":"%{ if var.b }1%{ else }0%{ endif }""#, Nobody, "a digit that is chosen"),
    (r#""provisioner":{"local-exec":{"command":"${var.l}"}}"#, Both, "Inappropriate value for attribute \"command\": string required"),
    (r#""provisioner":{"local-exec":{"command":"${var.n}"}}"#, Nobody, "a number becomes a text"),
    (r#""provisioner":{"local-exec":{"command":"x","interpreter":"${var.l}"}}"#, Nobody, "a list of texts"),
    (r#""provisioner":{"local-exec":{"command":"x","interpreter":"${var.n}"}}"#, Both, "list of string required"),
    (r#""provisioner":{"local-exec":{"command":"x","interpreter":"${var.m}"}}"#, Both, "nor is a map"),
    (r#""provisioner":{"local-exec":{"command":"x","interpreter":"${var.n[*]}"}}"#, Nobody, "a list of one"),
    (r#""provisioner":{"local-exec":{"command":"${join(\"\",var.n[*])}"}}"#, Nobody, "the same as an argument"),
    (r#""provisioner":{"local-exec":{"command":"x","environment":"${var.m}"}}"#, Nobody, "a map of texts"),
    (r#""provisioner":{"local-exec":{"command":"x","environment":"${var.l}"}}"#, Both, "map of string required"),
    (r#""provisioner":{"local-exec":{"command":"x","quiet":"${var.l}"}}"#, Both, "bool required"),
    (r#""provisioner":{"remote-exec":{"inline":["x"],"connection":{"host":"${var.l}"}}}"#, Both, "string required"),
    (r#""provisioner":{"remote-exec":{"inline":["x"],"connection":{"host":"h","port":"${var.l}"}}}"#, Both, "number required"),
    (r#""provisioner":{"remote-exec":{"inline":["x"],"connection":{"host":"h","port":"${var.n}"}}}"#, Nobody, "which it is"),
    (r#""connection":{"host":"${var.l}"},"provisioner":{"remote-exec":{"inline":["x"]}}"#, Both, "in the resource's own"),
];

#[test]
fn typed_arguments() {
    let around = r#"{"variable":{"b":{"type":"bool"},"n":{"type":"number"},"l":{"type":"list(string)"},"m":{"type":"map(string)"}},"resource":{"terraform_data":{"x":{"#;
    judge(TYPED_ARGUMENTS, (around, "}}}}"));
}
