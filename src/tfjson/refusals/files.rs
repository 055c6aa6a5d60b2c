//! What both engines say of what stands in several files, and of what a plan alone finds: versions and connections that
//! override files change, moves in a circle, instances that are not there, marks of values.

use super::By::{self, Both, Nobody, Terraform};
use super::{Pair, Row, judge, judge_each, with_modules};

/// What a file and an override file beside it say, with a module `q`; who refuses that, and why.
#[rustfmt::skip]
const OVERRIDES: &[Pair] = &[
    (r#""module":{"m":{"source":"./q"}}"#, r#""module":{"m":{"version":"1.0.0"}}"#, Both, "a version for a local module"),
    (r#""module":{"m":{"source":"./q"}}"#, r#""module":{"m":{"version":"nope"}}"#, Both, "which is none besides"),
    (r#""module":{"m":{"source":"a/b/c","version":"1.0.0"}}"#, r#""module":{"m":{"source":"./q"}}"#, Both, "a local source for what has a version"),
    (r#""module":{"m":{"source":"./q"}}"#, r#""module":{"m":{}}"#, Nobody, "nothing is overridden"),
    (r#""module":{"m":{"source":"./q"}}"#, r#""module":{"m":{"version":null}}"#, Nobody, "no version"),
    (r#""module":{"m":{"source":"a/b/c","version":null}}"#, r#""module":{"m":{"source":"./q"}}"#, Nobody, "nor here"),
    (r#""resource":{"terraform_data":{"x":{"provisioner":{"local-exec":{"command":"x","connection":{"user":"h"}}}}}}"#, r#""resource":{"terraform_data":{"x":{"connection":{"host":"h"}}}}"#, Nobody, "the resource has a host by now"),
    (r#""resource":{"terraform_data":{"x":{"connection":{"user":"u"},"provisioner":{"local-exec":{"command":"x"}}}}}"#, r#""resource":{"terraform_data":{"x":{"connection":{"host":"h"}}}}"#, Nobody, "another connection replaces it"),
    (r#""resource":{"terraform_data":{"x":{"connection":{"host":"u"},"provisioner":{"local-exec":{"command":"x"}}}}}"#, r#""resource":{"terraform_data":{"x":{"connection":{"user":"h"}}}}"#, Both, "one without a host does, too"),
    (r#""resource":{"terraform_data":{"x":{"connection":{"user":"u"}}}}"#, r#""resource":{"terraform_data":{"x":{"provisioner":{"local-exec":{"command":"x"}}}}}"#, Both, "a provisioner that uses it"),
    (r#""resource":{"terraform_data":{"x":{"provisioner":{"local-exec":{"command":"x","connection":{}}}}}}"#, r#""resource":{"terraform_data":{"x":{"provisioner":{"local-exec":{"command":"x"}}}}}"#, Nobody, "provisioners are replaced as a whole"),
    (r#""resource":{"terraform_data":{"x":{},"y":{"depends_on":["terraform_data.x[0]"]}}}"#, r#""resource":{"terraform_data":{"x":{"count":1}}}"#, Nobody, "it has instances by now"),
    (r#""locals":{"a":1,"b":"${local.a}"}"#, r#""locals":{"a":"${local.b}"}"#, Both, "a circle that the override closes"),
    (r#""locals":{"a":"${local.b}","b":"${local.a}"}"#, r#""locals":{"a":1}"#, Nobody, "and one that it opens"),
    (r#""variable":{"m":{"default":{"k":1},"sensitive":true}},"resource":{"terraform_data":{"x":{"for_each":"${var.m}"}}}"#, r#""resource":{"terraform_data":{"x":{"for_each":{}}}}"#, Nobody, "what is replaced is not looked at"),
    (r#""variable":{"e":{"default":1,"ephemeral":true}},"resource":{"terraform_data":{"x":{"input":"${var.e}"}}}"#, r#""resource":{"terraform_data":{"x":{"input":1}}}"#, Nobody, "nor arguments"),
    (r#""variable":{"e":{"default":1,"ephemeral":true}},"output":{"o":{"value":"${var.e}"}}"#, r#""output":{"o":{"value":1}}"#, Nobody, "nor outputs"),
    (r#""module":{"m":{"source":"./q","count":"${count.index}"}}"#, r#""module":{"m":{"count":1}}"#, Nobody, "nor how often a module is called"),
    (r#""module":{"m":{"source":"./q","for_each":{"a":"${each.key}"}}}"#, r#""module":{"m":{"count":1}}"#, Nobody, "one goes before the other"),
    (r#""module":{"m":{"source":"./q","count":1}}"#, r#""module":{"m":{"count":"${count.index}"}}"#, Both, "what replaces it"),
    (r#""resource":{"terraform_data":{"x":{"for_each":{"k":"${nope.x}"}}}}"#, r#""resource":{"terraform_data":{"x":{"count":1}}}"#, Nobody, "count of another file is read alone"),
    (r#""resource":{"terraform_data":{"x":{"for_each":["a"]}}}"#, r#""resource":{"terraform_data":{"x":{"count":1}}}"#, Nobody, "whatever for_each is"),
    (r#""resource":{"terraform_data":{"x":{"for_each":"${upper(1,2)}"}}}"#, r#""resource":{"terraform_data":{"x":{"count":1}}}"#, Nobody, "or calls"),
    (r#""resource":{"terraform_data":{"x":{"for_each":"${1 +"}}}"#, r#""resource":{"terraform_data":{"x":{"count":1}}}"#, Nobody, "even if it is none"),
    (r#""resource":{"terraform_data":{"x":{"count":1}}}"#, r#""resource":{"terraform_data":{"x":{"for_each":"${nofn()}"}}}"#, Nobody, "in the file that overrides, too"),
    (r#""module":{"m":{"source":"./q","count":1}}"#, r#""module":{"m":{"for_each":["a"]}}"#, Nobody, "nor that of a call"),
    (r#""resource":{"terraform_data":{"x":{"count":"x"}}}"#, r#""resource":{"terraform_data":{"x":{"for_each":{}}}}"#, Both, "count itself is read"),
    (r#""resource":{"terraform_data":{"x":{"for_each":{}}}}"#, r#""resource":{"terraform_data":{"x":{"for_each":["a"]}}}"#, Both, "for_each alone, too"),
    (r#""resource":{"terraform_data":{"x":{"count":1,"for_each":{}}}}"#, r#""resource":{"terraform_data":{"x":{"for_each":["a"]}}}"#, Both, "Invalid combination of \"count\" and \"for_each\""),
];

#[test]
fn overrides() {
    judge_each(OVERRIDES, |(base, overriding, by, _)| {
        let (base, overriding) = (format!("{{{base}}}"), format!("{{{overriding}}}"));
        let files = [
            ("main.tf.json", &*base),
            ("x_override.tf.json", &*overriding),
            ("q/main.tf.json", "{}"),
        ];
        (with_modules(&files), *by)
    });
}

/// What stands in a resource, who refuses it, and why.
#[rustfmt::skip]
const CONNECTIONS: &[Row] = &[
    (r#""connection":{"type":"ssh"}"#, Nobody, "which nothing uses"),
    (r#""connection":{"type":"ssh"},"provisioner":{"local-exec":{"command":"x"}}"#, Both, "The argument \"host\" is required"),
    (r#""provisioner":{"local-exec":{"command":"x","connection":{"type":"ssh"}}}"#, Both, "its own"),
    (r#""provisioner":{"local-exec":{"command":"x","connection":{}}}"#, Both, "an empty one"),
    (r#""provisioner":{"local-exec":{"command":"x","connection":null}}"#, Nobody, "none"),
    (r#""provisioner":{"local-exec":{"command":"x","connection":[]}}"#, Nobody, "none of several"),
    (r#""provisioner":[{"local-exec":[{"command":"x","connection":[null]}]}]"#, Both, "null in a list is an empty one"),
    (r#""provisioner":{"local-exec":{"command":"x","connection":{"host":null}}}"#, Nobody, "whatever it says of the host"),
    (r#""connection":{"host":"h"},"provisioner":{"local-exec":{"command":"x","connection":{"user":"u"}}}"#, Nobody, "the host of the resource"),
    (r#""connection":{"user":"h"},"provisioner":{"local-exec":{"command":"x","connection":{"host":"u"}}}"#, Both, "that of the resource is looked at alone"),
    (r#""count":0,"provisioner":{"local-exec":{"command":"x","connection":{}}}"#, Both, "for nothing at all"),
    (r#""provisioner":{"local-exec":{"when":"destroy","command":"x","connection":{}}}"#, Both, "on destruction"),
    (r#""provisioner":{"remote-exec":{"inline":["x"]}}"#, Nobody, "none where one is needed is found when it runs"),
];

#[test]
fn connections() {
    judge(CONNECTIONS, ("{\"resource\":{\"terraform_data\":{\"x\":{", "}}}}"));
}

/// Moves, who refuses them, and why.
#[rustfmt::skip]
const MOVES: &[Row] = &[
    (r#"{"from":"a.b","to":"a.c"},{"from":"a.c","to":"a.b"}"#, Both, "Cyclic dependency in move statements"),
    (r#"{"from":"a.b","to":"a.c"},{"from":"a.c","to":"a.d"},{"from":"a.d","to":"a.b"}"#, Both, "a longer one"),
    (r#"{"from":"a.b","to":"a.c"},{"from":"a.c","to":"a.d"}"#, Nobody, "a chain"),
    (r#"{"from":"a.b","to":"a.b[0]"}"#, Nobody, "the one instance becomes the first of several"),
    (r#"{"from":"a.b","to":"a.b[0]"},{"from":"a.b[0]","to":"a.b"}"#, Both, "and back"),
    (r#"{"from":"a.b[0]","to":"a.c[0]"},{"from":"a.c","to":"a.b"}"#, Both, "back with all the others"),
    (r#"{"from":"a.b","to":"a.c"},{"from":"a.c[0]","to":"a.b[0]"}"#, Both, "the other way round"),
    (r#"{"from":"a.b[0]","to":"a.c[0]"},{"from":"a.c[1]","to":"a.b[1]"}"#, Nobody, "two instances"),
    (r#"{"from":"module.a","to":"module.b"},{"from":"module.b","to":"module.a"}"#, Both, "of modules"),
    (r#"{"from":"module.a.x.y","to":"x.y"},{"from":"x.y","to":"module.a.x.y"}"#, Both, "into a module and out of it"),
    (r#"{"from":"module.a","to":"module.a.module.b"}"#, Nobody, "into itself"),
    (r#"{"from":"data.a.b","to":"data.a.c"},{"from":"data.a.c","to":"data.a.b"}"#, Both, "of data sources"),
    (r#"{"from":"terraform_data.k[1]","to":"a.b"}"#, Both, "Moved object still exists: that instance"),
    (r#"{"from":"terraform_data.k[5]","to":"a.b"}"#, Nobody, "one that is not there any more"),
    (r#"{"from":"terraform_data.f[\"k\"]","to":"a.b"}"#, Both, "one with a key"),
    (r#"{"from":"terraform_data.k[\"1\"]","to":"a.b"}"#, Nobody, "a key is not converted to a number"),
    (r#"{"from":"a.b","to":"a.d"},{"from":"a.b","to":"a.c[0]"}"#, Nobody, "the whole, and the one that has no key"),
    (r#"{"from":"a.b","to":"a.d"},{"from":"a.b","to":"a.c"}"#, Both, "Ambiguous move statements"),
    (r#"{"from":"a.b[1.0]","to":"a.d"}"#, Nobody, "a whole number with a point"),
    (r#"{"from":"a.b[1.5]","to":"a.d"}"#, Both, "no whole number"),
];

#[test]
fn moves() {
    let more = r#"],"resource":{"terraform_data":{"k":{"count":2},"f":{"for_each":{"k":1}}}}}"#;
    judge(MOVES, ("{\"moved\":[", more));
}

/// Parts of a module beside resources `c` with `count: 2`, `z` with none, `f` with a key `k` and `x`; who refuses them,
/// why.
#[rustfmt::skip]
const INSTANCES: &[Row] = &[
    (r#""output":{"o":{"value":"${terraform_data.c[5].id}"}}"#, Both, "Invalid index"),
    (r#""output":{"o":{"value":"${terraform_data.c[1].id}"}}"#, Nobody, "one that there is"),
    (r#""output":{"o":{"value":"${terraform_data.c[1.0].id}"}}"#, Nobody, "the same"),
    (r#""output":{"o":{"value":"${terraform_data.c[\"01\"].id}"}}"#, Nobody, "a number as a string"),
    (r#""output":{"o":{"value":"${terraform_data.c[\"a\"].id}"}}"#, Both, "no number"),
    (r#""output":{"o":{"value":"${terraform_data.c[0.5].id}"}}"#, Both, "half of one"),
    (r#""output":{"o":{"value":"${terraform_data.c.5.id}"}}"#, Both, "as it was written once"),
    (r#""output":{"o":{"value":"${terraform_data.z[0].id}"}}"#, Both, "of none"),
    (r#""output":{"o":{"value":"${terraform_data.z[*].id}"}}"#, Nobody, "all of none"),
    (r#""output":{"o":{"value":"${terraform_data.f[\"z\"].id}"}}"#, Both, "a key that is not there"),
    (r#""output":{"o":{"value":"${terraform_data.f[0].id}"}}"#, Both, "a number where there are keys"),
    (r#""output":{"o":{"value":"${terraform_data.f[\"k\"].id}"}}"#, Nobody, "the key"),
    (r#""output":{"o":{"value":"${try(terraform_data.c[5].id,1)}"}}"#, Nobody, "something forgives it"),
    (r#""output":{"o":{"value":"${true ? 1 : terraform_data.c[5].id}"}}"#, Nobody, "a branch that is not chosen"),
    (r#""output":{"o":{"value":"${[for i in [] : terraform_data.c[5].id]}"}}"#, Nobody, "nothing to do it for"),
    (r#""output":{"o":{"value":"${[for i in [1] : terraform_data.c[5].id]}"}}"#, Both, "something"),
    (r#""locals":{"a":"${terraform_data.c[5].id}"}"#, Both, "a local that nothing uses"),
    (r#""variable":{"v":{"type":"object({\u00e9=string})","default":{"e\u0301":"x"}}}"#, Nobody, "one letter in two ways, as the name of an attribute"),
    (r#""variable":{"v":{"type":"object({null=string})","default":null}}"#, Nobody, "a constant as the name of one"),
    (r#""check":{"c":{"assert":{"condition":"${terraform_data.c[5].id != null}","error_message":"m"}}}"#, Both, "in a check"),
    (r#""resource":{"terraform_data":{"y":{"input":"${terraform_data.c[5].id}"}}}"#, Both, "in a resource"),
    (r#""resource":{"terraform_data":{"y":{"count":0,"input":"${terraform_data.c[5].id}"}}}"#, Nobody, "that is not made"),
    (r#""resource":{"terraform_data":{"y":{"count":0e5,"input":"${terraform_data.c[5].id}"}}}"#, Nobody, "however none is written"),
    (r#""resource":{"terraform_data":{"y":{"for_each":{"e\u0301":1}}}},"output":{"o":{"value":"${terraform_data.y[\"\u00e9\"].id}"}}"#, Nobody, "one letter, written in two ways"),
    (r#""variable":{"n":{"default":0}},"resource":{"terraform_data":{"y":{"count":"${var.n}","input":"${terraform_data.c[5].id}"}}}"#, Nobody, "or perhaps not"),
    (r#""resource":{"terraform_data":{"y":{"provisioner":{"local-exec":{"command":"${terraform_data.c[5].id}"}}}}}"#, Nobody, "a plan runs no provisioner"),
    (r#""resource":{"terraform_data":{"y":{"lifecycle":{"replace_triggered_by":["terraform_data.c[5]"]}}}}"#, Both, "no change found"),
    (r#""resource":{"terraform_data":{"y":{"lifecycle":{"replace_triggered_by":["terraform_data.f[\"z\"]"]}}}}"#, Both, "of a key"),
    (r#""resource":{"terraform_data":{"y":{"count":0,"lifecycle":{"replace_triggered_by":["terraform_data.c[5]"]}}}}"#, Nobody, "nothing is replaced"),
    (r#""resource":{"terraform_data":{"y":{"depends_on":["terraform_data.x[0]"]}}}"#, Both, "Unexpected resource instance key"),
    (r#""output":{"o":{"value":1,"depends_on":["terraform_data.x[\"a\"]"]}}"#, Both, "of an output"),
    (r#""resource":{"terraform_data":{"y":{"depends_on":["terraform_data.c[5]"]}}}"#, Nobody, "any of several"),
    (r#""import":{"to":"terraform_data.c[5]","id":"i"}"#, Both, "Configuration for import target does not exist"),
    (r#""import":{"to":"terraform_data.f[\"z\"]","id":"i"}"#, Both, "of a key"),
    (r#""import":{"to":"terraform_data.c[1]","id":"i"}"#, Nobody, "what is there"),
];

#[test]
fn instances() {
    let more = r#","resource":{"terraform_data":{"x":{},"c":{"count":2},"z":{"count":0},"f":{"for_each":{"k":1}}}}}"#;
    judge(INSTANCES, ("{", more));
}

/// Values of outputs of a root module, of which `s` and `m` are sensitive and `e` is ephemeral; who refuses them, and
/// why.
#[rustfmt::skip]
const MARKS: &[Row] = &[
    (r#""value":"${var.s}""#, Both, "Output refers to sensitive values"),
    (r#""value":"${var.s}","sensitive":true"#, Nobody, "which it says"),
    (r#""value":"${upper(var.s)}""#, Both, "what a function makes of it"),
    (r#""value":"${length(var.s)}""#, Both, "even how long it is"),
    (r#""value":"${jsonencode(var.s)}""#, Both, "in another form"),
    (r#""value":"${nonsensitive(var.s)}""#, Nobody, "said not to be"),
    (r#""value":"${try(var.s,1)}""#, Nobody, "validation does not see through this"),
    (r#""value":"${can(var.s)}""#, Nobody, "that it is there"),
    (r#""value":"${issensitive(var.s)}""#, Nobody, "what it is"),
    (r#""value":"${length([var.s])}""#, Nobody, "how many there are"),
    (r#""value":"${var.s == 1}""#, Both, "what it equals"),
    (r#""value":"${var.s == 1 ? 1 : 2}""#, Both, "what it decides"),
    (r#""value":"${true ? 1 : var.s}""#, Both, "what it might have been"),
    (r#""value":"${!(var.s == 1)}""#, Nobody, "negation loses it"),
    (r#""value":"${[var.s]}""#, Both, "in a list"),
    (r#""value":"${[var.s,1][1]}""#, Nobody, "another element"),
    (r#""value":{"${var.s}":1}"#, Nobody, "a name"),
    (r#""value":"${local.l}""#, Both, "by another name"),
    (r#""value":"${local.o.b}""#, Nobody, "what stands beside it"),
    (r#""value":"${sensitive(1)}""#, Both, "made so"),
    (r#""value":"${var.e}""#, Both, "Ephemeral value not allowed"),
    (r#""value":"${upper(var.e)}""#, Both, "what a function makes of it"),
    (r#""value":"${ephemeralasnull(var.e)}""#, Nobody, "nothing is left of it"),
    (r#""value":"${var.e}","ephemeral":false"#, Both, "which is not said"),
    (r#""value":"${var.e}","sensitive":true"#, Both, "sensitive is something else"),
    (r#""value":"${{a = var.e}}""#, Both, "in an object that is made"),
    (r#""value":"${var.s == 1 || false}""#, Nobody, "Terraform forgets it there"),
    (r#""value":"%{ if false }${var.s}%{ endif }""#, Both, "in a part that is not chosen"),
    (r#""value":"%{ if var.s == 1 }a%{ endif }""#, Both, "what it chooses"),
    (r#""value":"${toset([var.s])}""#, Both, "a set that is marked for one element"),
    (r#""value":"${length(toset([var.s]))}""#, Both, "how many elements that has"),
    (r#""value":"${concat([var.s],[1])}""#, Both, "in a list of two"),
    (r#""value":"${length(concat([var.s],[1]))}""#, Nobody, "how long that is"),
    (r#""value":"${concat([var.s],[1])[1]}""#, Nobody, "the other element"),
    (r#""value":"${jsonencode({k=[var.s]})}""#, Both, "somewhere in what is written out"),
    (r#""value":"${nonsensitive(toset([var.s]))}""#, Nobody, "a set that is said not to be"),
    (r#""value":"${terraform.applying}""#, Both, "Ephemeral value not allowed: whether it is applied"),
    (r#""value":"${terraform.applying ? 1 : 2}""#, Both, "what that decides"),
    (r#""value":"${tofu.applying}""#, Both, "by the other name, which Terraform does not know"),
    (r#""value":"${ephemeralasnull(terraform.applying)}""#, Nobody, "nothing is left of it"),
    (r#""value":"${terraform.workspace}""#, Nobody, "what stands beside it"),
    (r#""value":"${yamlencode(var.s)}""#, Both, "any function keeps marks unless it looks after them"),
    (r#""value":"${coalesce(var.u,{k=[var.s]})}""#, Both, "from however deep inside"),
    (r#""value":"${format(\"%s\",[var.s]...)}""#, Both, "of a list whose elements are arguments"),
    (r#""value":"${format(\"%s\",var.s,var.u...)}""#, Nobody, "which nobody knows here"),
    (r#""value":"${regex(\"(?P<x>.)\",var.s).x}""#, Both, "a part of what is marked"),
    (r#""value":"${{a={b=var.s}}.a}""#, Both, "a part that has the mark in it"),
    (r#""value":"${{a=1,b=var.s}.a}""#, Nobody, "the other part"),
    (r#""value":"${[var.s] == [1]}""#, Both, "what lists equal"),
    (r#""value":"${local.o.a}""#, Both, "a part of a local"),
    (r#""value":"${upper(local.o[\"a\"])}""#, Both, "what is made of that"),
    (r#""value":"${local.l.x}""#, Both, "a part of what is marked as a whole"),
    (r#""value":"${keys({k=var.s})}""#, Nobody, "names alone"),
    (r#""value":"${keys(var.t)}""#, Both, "those of a map that is marked itself"),
    (r#""value":"${keys(var.s)}""#, Nobody, "validation forgets it where the type is not known"),
    (r#""value":"${lookup(var.t,\"k\")}""#, Both, "an element of it"),
    (r#""value":"${lookup(var.u,var.s,1)}""#, Nobody, "validation forgets it beside what has no type"),
    (r#""value":"${lookup({k=1},\"k\",var.s)}""#, Nobody, "a default that is not taken"),
    (r#""value":"${merge({k=1},{k=var.s})}""#, Both, "what is in the last of the objects"),
    (r#""value":"${merge({k=var.s},{k=1})}""#, Nobody, "what another replaces"),
    (r#""value":"${merge({k=var.s},var.u)}""#, Nobody, "or may replace"),
    (r#""value":"${abs(var.s)}""#, Nobody, "validation forgets it there"),
    (r#""value":"${nonsensitive([var.s])}""#, Both, "only what the list is itself, not what is in it"),
    (r#""value":"${ephemeralasnull(var.s)}""#, Both, "which is about something else"),
    (r#""value":"${nonsensitive(var.e)}""#, Both, "and so is this"),
    (r#""value":"${sensitive(var.e)}","sensitive":true"#, Both, "and this"),
    (r#""value":"${[for x in var.t : 1]}""#, Both, "how many there are of what is marked"),
    (r#""value":"${[for x in var.s : 1]}""#, Nobody, "validation forgets it where the type is not known"),
    (r#""value":"${[for x in [1] : x if var.s == 1]}""#, Both, "what a condition depends on"),
    (r#""value":"${[for x in [] : x if var.s == 1]}""#, Nobody, "and nobody asks for"),
    (r#""value":"${[for x in [1] : var.s]}""#, Both, "what is made of each"),
    (r#""value":"${[for x in [] : var.s]}""#, Nobody, "where there is none"),
    (r#""value":"${[for x in var.u : var.s]}""#, Nobody, "or nobody knows whether there is one"),
    (r#""value":"${{for x in [1] : x => var.s}}""#, Both, "by names that are known"),
    (r#""value":"${{for x in [var.u] : x => var.s}}""#, Nobody, "or are not"),
    (r#""value":"${templatestring(local.l,{k=var.s})}""#, Both, "in a text from elsewhere"),
];

#[test]
fn marks() {
    let around = r#"{"terraform":{"backend":{"local":{}}},"variable":{"s":{"default":"x","sensitive":true},"m":{"default":{"k":1},"sensitive":true},"t":{"type":"map(string)","default":{"k":"x"},"sensitive":true},"u":{"default":null},"e":{"default":"x","ephemeral":true}},"locals":{"l":"${var.s}","o":{"a":"${var.s}","b":1}},"output":{"o":{"#;
    judge(MARKS, (around, "}}}"));
}

/// Where such values stand beside outputs.
#[rustfmt::skip]
const MARKED_ARGUMENTS: &[Row] = &[
    (r#""output":{"o":{"value":"${var.e}"}}"#, Both, "in whatever module"),
    (r#""output":{"o":{"value":"${var.e}","ephemeral":true}}"#, Nobody, "which says so"),
    (r#""output":{"o":{"value":"${var.s}"}}"#, Nobody, "another module may call it"),
    (r#""resource":{"terraform_data":{"x":{"for_each":"${var.m}"}}}"#, Both, "Invalid for_each argument: Sensitive values"),
    (r#""resource":{"terraform_data":{"x":{"for_each":"${{a = var.m}}"}}}"#, Nobody, "its keys are known"),
    (r#""resource":{"terraform_data":{"x":{"count":"${length(var.m)}"}}}"#, Nobody, "a count may be sensitive"),
    (r#""resource":{"terraform_data":{"x":{"for_each":"${var.e}"}}}"#, Both, "ephemeral values"),
    (r#""resource":{"terraform_data":{"x":{"count":"${var.e}"}}}"#, Both, "nor how many"),
    (r#""resource":{"terraform_data":{"x":{"input":"${var.e}"}}}"#, Both, "what is kept"),
    (r#""resource":{"terraform_data":{"x":{"triggers_replace":["${var.e}"]}}}"#, Both, "in a list"),
    (r#""resource":{"terraform_data":{"x":{"provisioner":{"local-exec":{"command":"${var.e}"}}}}}"#, Nobody, "what is not kept"),
    (r#""locals":{"a":"${var.e}"}"#, Nobody, "a name for it"),
];

#[test]
fn marked_arguments() {
    let around = r#"{"variable":{"s":{"sensitive":true},"m":{"sensitive":true},"e":{"ephemeral":true}},"#;
    judge(MARKED_ARGUMENTS, (around, "}"));
}

/// What `for_each` of a resource is, beside variables of which `s` is sensitive, who refuses it, and why.
#[rustfmt::skip]
const MARKED_FOR_EACH: &[Row] = &[
    ("toset([var.s])", Both, "Invalid for_each argument: Sensitive values"),
    ("toset([var.u,\\\"x${var.s}\\\"])", Both, "one of two elements"),
    ("toset([{k=var.s}])", Both, "in one of them"),
    ("toset(local.l)", Both, "by another name"),
    ("toset(concat([var.u],[var.s]))", Both, "in the second of two lists"),
    ("toset(concat(var.u,[var.s]))", Nobody, "validation loses the mark beside what is not known"),
    ("toset(values({k=var.s}))", Both, "a value of an object"),
    ("toset(values(var.s))", Nobody, "and in what is not known"),
    ("toset(tolist([var.s]))", Both, "made a list first"),
    ("toset(distinct([var.u,var.s]))", Both, "without what is there twice"),
    ("setunion([var.s],var.u)", Both, "a union"),
    ("toset([join(\\\",\\\",[var.s])])", Both, "joined"),
    ("toset([jsonencode([var.s])])", Both, "written out"),
    ("coalesce({k=var.s},{})", Both, "an object that comes out of a function is marked as a whole"),
    ("{for k in [\\\"k\\\"] : k => var.s}", Nobody, "not so one that is written out"),
    ("merge({},{k=var.s})", Nobody, "nor one of several"),
    ("toset([nonsensitive(var.s)])", Nobody, "said not to be"),
    ("toset([[var.s,\\\"b\\\"][1]])", Nobody, "another element"),
    ("toset([var.u])", Nobody, "another variable"),
    ("sensitive({})", Both, "made so"),
    ("{k=var.s}", Nobody, "values are not shown"),
    ("{(var.s)=1}", Nobody, "nor is a name that nobody knows"),
    ("tomap({k=var.s})", Nobody, "in a map neither"),
    ("true ? {} : {k=var.s}", Nobody, "nor in one that is not chosen"),
    ("try(toset([var.s]),[])", Nobody, "validation does not see through this"),
    ("toset([tostring(var.s)])", Both, "made a string"),
    ("toset(split(\\\",\\\",var.s))", Both, "taken apart"),
    ("tomap(var.s)", Both, "made a map"),
    ("toset(tolist(var.s))", Both, "a list of what is marked as a whole"),
    ("jsondecode(var.s)", Both, "read"),
    ("toset([tostring(terraform.applying)])", Both, "nor may it depend on whether it is applied"),
];

#[test]
fn marked_for_each() {
    let around = r#"{"variable":{"s":{"sensitive":true},"u":{}},"locals":{"l":["${var.s}"]},"resource":{"terraform_data":{"x":{"for_each":"${"#;
    judge(MARKED_FOR_EACH, (around, "}\"}}}}"));
}

/// Imports beside a resource `a`, and others that need it; who refuses them, and why.
#[rustfmt::skip]
const IMPORTS: &[Row] = &[
    (r#""to":"terraform_data.a","id":"${terraform_data.b.id}""#, Both, "Cycle: terraform_data.a, terraform_data.b"),
    (r#""to":"terraform_data.a","id":"x","for_each":{"k":"${terraform_data.b.id}"}"#, Both, "by what it is done for"),
    (r#""to":"terraform_data.c[0]","id":"${terraform_data.d.id}""#, Both, "of one instance"),
    (r#""to":"terraform_data.a","id":"${local.l}""#, Both, "by way of a local"),
    (r#""to":"terraform_data.a","id":"${try(terraform_data.b.id,1)}""#, Both, "which nothing forgives"),
    (r#""to":"terraform_data.a","id":"x","for_each":{"k":"${terraform_data.a.id}"}"#, Terraform, "the target itself is no circle, and newer versions of Terraform refuse it"),
    (r#""to":"terraform_data.b","id":"${terraform_data.a.id}""#, Nobody, "it needs that already"),
    (r#""to":"terraform_data.gone","id":"${terraform_data.b.id}""#, Nobody, "what is not there needs nothing"),
    (r#""to":"list(string)","id":"x""#, Both, "Invalid expression: a call"),
    (r#""to":"5","id":"x""#, Both, "a number"),
    (r#""to":"\"a.b\"","id":"x""#, Both, "a string in a string"),
    (r#""to":"(terraform_data.a)","id":"x""#, Both, "in brackets"),
    (r#""to":"true","id":"x""#, Both, "Invalid address: a word"),
    (r#""to":"[terraform_data.a]","id":"x""#, Both, "a list"),
    (r#""to":"{a=1}","id":"x""#, Both, "an object"),
    (r#""to":"true ? terraform_data.a : terraform_data.a","id":"x""#, Both, "a choice"),
    (r#""to":"terraform_data.a + 1","id":"x""#, Both, "a sum"),
];

#[test]
fn imports() {
    let more = r#"},"locals":{"l":"${terraform_data.a.id}"},"resource":{"terraform_data":{"a":{},"b":{"depends_on":["terraform_data.a"]},"c":{"count":1},"d":{"input":"${terraform_data.c[0].id}"}}}}"#;
    judge(IMPORTS, ("{\"import\":{", more));
}

/// The built-in provider by its names and with its arguments.
#[rustfmt::skip]
const BUILT_IN: &[Row] = &[
    (r#""check":{"c":{"data":{"terraform_remote_state":{"r":{"backend":"local"}}},"assert":{"condition":"${data.terraform_remote_state.r.outputs != null}","error_message":"m"}}}"#, Nobody, "in a check"),
    (r#""check":{"c":{"data":{"terraform_remote_state":{"r":{"backend":"local","nope":1}}},"assert":{"condition":"${data.terraform_remote_state.r.outputs != null}","error_message":"m"}}}"#, Both, "Extraneous JSON object property"),
    (r#""check":{"c":{"data":{"terraform_remote_state":{"r":{}}},"assert":{"condition":"${data.terraform_remote_state.r.outputs != null}","error_message":"m"}}}"#, Both, "The argument \"backend\" is required"),
    (r#""check":{"c":{"data":{"terraform_remote_state":{"r":{"backend":"etcd"}}},"assert":{"condition":"${data.terraform_remote_state.r.outputs != null}","error_message":"m"}}}"#, Both, "a backend of old"),
    (r#""check":{"c":{"data":{"terraform_data":{"r":{}}},"assert":{"condition":"${data.terraform_data.r != null}","error_message":"m"}}}"#, Both, "no data source"),
    (r#""data":{"terraform_remote_state":{"r":{"backend":"local","config":{"path":"x"},"workspace":1,"defaults":{}}}}"#, Nobody, "what it may be told"),
    (r#""data":{"terraform_remote_state":{"r":{"backend":"local","config":{"nope":1}}}}"#, Both, "unexpected attribute"),
    (r#""data":{"terraform_remote_state":{"r":{"count":0,"backend":"local","config":{"nope":1}}}}"#, Both, "of no instance, too"),
    (r#""data":{"terraform_remote_state":{"r":{"count":0,"backend":"local","config":{"nope":"${var.v}"}}}},"variable":{"v":{"default":1}}"#, Nobody, "but for what is known later"),
    (r#""data":{"terraform_remote_state":{"r":{"backend":"local","config":"x"}}}"#, Both, "an object is required"),
    (r#""data":{"terraform_remote_state":{"r":{"backend":"local","config":null}}}"#, Nobody, "nothing"),
    (r#""data":{"terraform_remote_state":{"r":{"backend":"local","defaults":"x"}}}"#, Both, "Defaults must be given in an object value"),
    (r#""data":{"terraform_remote_state":{"r":{"backend":"local","workspace":{"a":1}}}}"#, Both, "string required"),
    (r#""data":{"terraform_remote_state":{"r":{"backend":{}}}}"#, Both, "no name"),
    (r#""terraform":{"required_providers":{"x":{"source":"terraform.io/builtin/terraform"}}},"resource":{"x_data":{"a":{}}}"#, Both, "by another name it has no other resources"),
    (r#""terraform":{"required_providers":{"x":{"source":"terraform.io/builtin/terraform"}}},"resource":{"terraform_data":{"a":{"provider":"x"}}}"#, Nobody, "told by that name"),
    (r#""terraform":{"required_providers":{"x":{"source":"terraform.io/builtin/terraform"}}},"resource":{"aws_vpc":{"a":{"provider":"x"}}}"#, Both, "of another provider"),
    (r#""resource":{"aws_vpc":{"a":{"provider":"terraform"}}}"#, Both, "by its own name"),
    (r#""resource":{"aws_vpc":{"a":{"provider":"aws"}}}"#, Nobody, "another provider"),
    (r#""provider":{"terraform":{}},"resource":{"terraform_data":{"a":{"provider":"\tterraform\n"}}}"#, Nobody, "blanks around a name"),
    (r#""check":{"c":{"data":{"terraform_remote_state":{"r":{"_":[{"backend":"local"}]}}},"assert":{"condition":"${data.terraform_remote_state.r.outputs != null}","error_message":"m"}}}"#, Nobody, "arguments apart, in a list"),
    (r#""check":{"c":{"data":{"terraform_remote_state":{"r":{"_":[{"backend":"etcd"}]}}},"assert":{"condition":"${data.terraform_remote_state.r.outputs != null}","error_message":"m"}}}"#, Both, "which are read there"),
    (r#""data":{"terraform_remote_state":{"r":{"backend":1}}}"#, Both, "There is no backend type named \"1\""),
    (r#""data":{"terraform_remote_state":{"r":{"backend":true}}}"#, Both, "nor one named true"),
    (r#""data":{"terraform_remote_state":{"r":{"backend":null}}}"#, Both, "nothing, of which Terraform 1.11.4 dies"),
    (r#""data":{"terraform_remote_state":{"r":{"backend":"local","defaults":"%{if true}a%{endif}"}}}"#, Both, "Defaults must be given in an object value"),
    (r#""data":{"terraform_remote_state":{"r":{"backend":"local","defaults":["a"]}}}"#, Both, "nor in a list"),
    (r#""variable":{"s":{"type":"string","default":"a"},"m":{"type":"map(string)","default":{}}},"data":{"terraform_remote_state":{"r":{"backend":"local","defaults":"${var.s}"}}}"#, Both, "nor in what is declared a string"),
    (r#""variable":{"s":{"type":"string","default":"a"},"m":{"type":"map(string)","default":{}}},"data":{"terraform_remote_state":{"r":{"backend":"local","defaults":"${var.m}","config":"${var.m}"}}}"#, Nobody, "a map may be"),
    (r#""data":{"terraform_remote_state":{"r":{"backend":"local","defaults":"${path.module}"}}}"#, Both, "a path is a string"),
    (r#""data":{"terraform_remote_state":{"r":{"backend":"local","config":"a${path.module}"}}}"#, Both, "an object is required"),
    (r#""variable":{"s":{"type":"string","default":"a"},"m":{"type":"map(string)","default":{}}},"data":{"terraform_remote_state":{"r":{"backend":"local","config":"a${var.s}","count":0}}}"#, Both, "of no instance, too"),
    (r#""variable":{"s":{"type":"string","default":"a"},"m":{"type":"map(string)","default":{}}},"data":{"terraform_remote_state":{"r":{"backend":"local","config":"${var.s}"}}}"#, Both, "The configuration must be an object value"),
    (r#""data":{"terraform_remote_state":{"r":{"backend":"local","config":{"path":["x"]}}}}"#, Both, ".path: string required"),
    (r#""data":{"terraform_remote_state":{"r":{"backend":"local","config":{"path":["x"]},"count":0}}}"#, Both, ".path: string required, of no instance"),
    (r#""data":{"terraform_remote_state":{"r":{"backend":"local","config":{"path":null,"workspace_dir":1}}}}"#, Nobody, "what becomes a string"),
    (r#""terraform":{"backend":{"local":{"foo":1}}}"#, Both, "No argument or block type is named \"foo\", says init"),
    (r#""terraform":{"backend":{"local":{"path":["a"]}}}"#, Both, "Inappropriate value for attribute \"path\": string required"),
    (r#""terraform":{"backend":{"local":{"path":"a","workspace_dir":null,"//":1}}}"#, Nobody, "what it may be told"),
    (r#""terraform":{"backend":{"local":[{"path":"a"}]}}"#, Nobody, "in a list"),
    (r#""terraform":{"backend":{"s3":{"foo":[1]}}}"#, Nobody, "what another is told"),
    (r#""terraform":{"required_providers":{"terraform":{"source":"terraform.io/builtin/terraform"}}},"output":{"o":{"value":"${provider::terraform::nope(1)}"}}"#, Both, "Unknown provider function"),
    (r#""terraform":{"required_providers":{"x":{"source":"terraform.io/builtin/terraform"}}},"output":{"o":{"value":"${provider::x::nope(1)}"}}"#, Both, "by another name"),
    (r#""terraform":{"required_providers":{"terraform":{"source":"terraform.io/builtin/terraform"}}},"output":{"o":{"value":"${provider::terraform::encode_expr(1)}"}}"#, Nobody, "a function that there is"),
    (r#""terraform":{"required_providers":{"terraform":{"source":"terraform.io/builtin/terraform"}}},"output":{"o":{"value":"${try(provider::terraform::nope(1),1)}"}}"#, Nobody, "which something forgives"),
    (r#""terraform":{"required_providers":{"terraform":{"source":"terraform.io/builtin/terraform"}}},"output":{"o":{"value":"${true ? 1 : provider::terraform::nope(1)}"}}"#, Nobody, "a branch that is not chosen"),
];

#[test]
fn built_in() {
    judge(BUILT_IN, ("{", "}"));
}

/// Values, who refuses them, and why.
#[rustfmt::skip]
const VALUES: &[Row] = &[
    ("1e400", Nobody, "beyond a double"),
    ("1e9999999999", Both, "Invalid JSON number"),
    ("-1e-9999999999", Both, "too small"),
    ("0e9999999999", Nobody, "nothing"),
    (r#""${1e9999999999}""#, Both, "Invalid number literal"),
    (r#""1e9999999999""#, Nobody, "a string"),
    (r#""${[for x in [1] : nope(x)]}""#, Both, "no such function"),
    (r#""${[for x in [] : nope(x)]}""#, Nobody, "which is called for nothing"),
    (r#""%{ for x in [1] }${nope(x)}%{ endfor }""#, Both, "in a template"),
    (r#""${[for x in [1] : nope(x) if false]}""#, Nobody, "perhaps not called"),
    (r#""%{ for x in [1] }${y.a.b}%{ endfor }""#, Both, "what is not bound"),
    (r#""%{ for x in [] }${var.nope}%{ endfor }""#, Both, "names are looked at for nothing, too"),
];

#[test]
fn values() {
    judge(VALUES, ("{\"locals\":{\"a\":", "}}"));
}

/// Files of a module and of what it calls; who refuses the first, and why.
type FilesRow = (&'static [(&'static str, &'static str)], By, &'static str);

#[rustfmt::skip]
const FILES: &[FilesRow] = &[
    (&[("main.tf.json", r#"{"module":{"m":{"source":"./q"}}}"#), ("q/a.tf", "locals {\n")], Both, "a file of the called module is broken"),
    (&[("main.tf.json", r#"{"module":{"m":{"source":"./q"}}}"#), ("q/a.tf", "locals {\n a = 'x'\n}\n")], Both, "with single quotes"),
    (&[("main.tf.json", r#"{"module":{"m":{"source":"./q"}}}"#), ("q/a.tf", "locals {\n a = \"it's\"\n}\n")], Nobody, "sound"),
    (&[("main.tf.json", r#"{"locals":{"b":1}}"#), ("a.tf", "locals { a = 1; b = 2 }\n")], Both, "a semicolon"),
    (&[("main.tf.json", r#"{"locals":{"b":1}}"#), ("a.tf", "locals {\n a = \"x\ny\"\n}\n")], Both, "Invalid multi-line string"),
    (&[("main.tf.json", r#"{"locals":{"b":1}}"#), ("a.tf", "locals {\n a = \"x${\n1}y\"\n c = <<E\nx\ny\"\nE\n}\n")], Nobody, "lines in an interpolation and in a heredoc"),
    (&[("main.tf.json", r#"{"module":{"m":{"source":"./q","count":0,"i":"${each.key}"}}}"#), ("q/main.tf.json", r#"{"variable":{"i":{}}}"#)], Nobody, "nothing is given to a module that is not called"),
    (&[("main.tf.json", r#"{"module":{"m":{"source":"./q","count":1,"i":"${each.key}"}}}"#), ("q/main.tf.json", r#"{"variable":{"i":{}}}"#)], Both, "and to one that is"),
    (&[("main.tf.json", r#"{"module":{"m":{"source":"./q","count":2}},"output":{"o":{"value":"${module.m[5].p}"}}}"#), ("q/main.tf.json", r#"{"output":{"p":{"value":1}}}"#)], Both, "no such instance"),
    (&[("main.tf.json", r#"{"module":{"m":{"source":"./q","count":2}},"output":{"o":{"value":"${module.m[\"0\"].p}"}}}"#), ("q/main.tf.json", r#"{"output":{"p":{"value":1}}}"#)], Nobody, "a number as a string"),
    (&[("main.tf.json", r#"{"variable":{"e":{"ephemeral":true}},"module":{"m":{"source":"./q","i":"${var.e}"}}}"#), ("q/main.tf.json", r#"{"variable":{"i":{}}}"#)], Both, "This input variable is not declared as accepting an ephemeral value"),
    (&[("main.tf.json", r#"{"variable":{"e":{"ephemeral":true}},"module":{"m":{"source":"./q","i":"${var.e}"}}}"#), ("q/main.tf.json", r#"{"variable":{"i":{"ephemeral":true}}}"#)], Nobody, "one that is"),
    (&[("main.tf.json", r#"{"variable":{"e":{"ephemeral":true}},"module":{"m":{"source":"./q","i":"${var.e}"}}}"#), ("q/a.tf", "variable \"i\" {}\n")], Both, "nor is one in a native file"),
    (&[("main.tf.json", r#"{"variable":{"e":{"ephemeral":true}},"module":{"m":{"source":"./q","i":"${var.e}"}}}"#), ("q/a.tf", "variable \"i\" {\n  ephemeral = true\n}\n")], Nobody, "which may say that it is"),
    (&[("main.tf.json", r#"{"module":{"m":{"source":"./q","i":null}}}"#), ("q/a.tf", "variable \"i\" {\n  nullable = false\n}\n")], Both, "nothing for what is never null"),
    (&[("main.tf.json", r#"{"module":{"m":{"source":"./q","i":null}}}"#), ("q/a.tf", "variable \"i\" {\n  nullable = false\n  default = 1\n}\n")], Nobody, "its default takes the place"),
    (&[("main.tf.json", r#"{"terraform":{"backend":{"local":{}}},"output":{"o":{"value":"${var.s}"}}}"#), ("a.tf", "variable \"s\" {\n  sensitive = true\n}\n")], Both, "Output refers to sensitive values"),
    (&[("main.tf.json", r#"{"terraform":{"backend":{"local":{}}},"output":{"o":{"value":"${var.s}"}}}"#), ("a.tf", "variable \"s\" {\n  sensitive = false\n}\n")], Nobody, "which it is not"),
    (&[("main.tf.json", r#"{"resource":{"terraform_data":{"x":{"input":"${each.key}"}}}}"#), ("o_override.tf", "resource \"terraform_data\" \"x\" {\n  for_each = { a = 1 }\n}\n")], Nobody, "a native file repeats it"),
    (&[("main.tf.json", r#"{"resource":{"terraform_data":{"x":{"input":"${count.index}"}}}}"#), ("o_override.tf", "resource \"terraform_data\" \"x\" {\n  for_each = { a = 1 }\n}\n")], Both, "in another way"),
    (&[("main.tf.json", r#"{"resource":{"terraform_data":{"x":{"input":"${var.zz}"}}}}"#), ("o_override.tf", "resource \"terraform_data\" \"x\" {\n  input = 1\n}\n")], Nobody, "a native file replaces it"),
    (&[("main.tf.json", r#"{"resource":{"terraform_data":{"x":{"input":"${var.zz}"}}}}"#), ("o_override.tf", "resource \"terraform_data\" \"x\" {\n  triggers_replace = 1\n}\n")], Both, "or something else"),
    (&[("main.tf.json", r#"{"output":{"o":{"value":"${module.v.zz}"}}}"#), ("a.tf", "module \"v\" {\n  source = \"./q\"\n}\n"), ("q/a.tf", "output \"o\" {\n  value = 1\n}\n")], Both, "no such output of a module that a native file calls"),
    (&[("main.tf.json", r#"{"output":{"o":{"value":"${module.v.o}"}}}"#), ("a.tf", "module \"v\" {\n  source = \"./q\"\n}\n"), ("q/a.tf", "output \"o\" {\n  value = 1\n}\n")], Nobody, "one that it has"),
    (&[("main.tf.json", r#"{"output":{"o":{"value":"${module.v.o}"}}}"#), ("a.tf", "module \"v\" {\n  source = \"./q\"\n  count = 1\n}\n"), ("q/a.tf", "output \"o\" {\n  value = 1\n}\n")], Both, "of which there may be several"),
    (&[("main.tf.json", r#"{"output":{"o":{"value":"${module.v[0].o}"}}}"#), ("a.tf", "module \"v\" {\n  source = \"./q\"\n  count = 1\n}\n"), ("q/a.tf", "output \"o\" {\n  value = 1\n}\n")], Nobody, "one of them"),
    (&[("main.tf.json", r#"{"output":{"o":{"value":"${module.v[0].o}"}}}"#), ("a.tf", "module \"v\" {\n  source = \"./q\"\n}\n"), ("q/a.tf", "output \"o\" {\n  value = 1\n}\n")], Both, "of what there is once"),
    (&[("main.tf.json", r#"{"resource":{"terraform_data":{"x":{"provisioner":{"local-exec":{"command":"${local.nope}"}}}}}}"#), ("o_override.tf", "resource \"terraform_data\" \"x\" {\n  provisioner \"local-exec\" {\n    command = \"ls\"\n  }\n}\n")], Nobody, "provisioners are replaced as a whole"),
    (&[("main.tf.json", r#"{"resource":{"terraform_data":{"x":{"count":2,"input":"${each.key}"}}}}"#), ("o_override.tf", "resource \"terraform_data\" \"x\" {\n  for_each = { a = 1 }\n}\n")], Both, "both ways at once"),
    (&[("main.tf.json", r#"{"locals":{"a":"${local.zz}"},"output":{"o":{"value":"${local.zz}"}}}"#), ("o_override.tf", "locals {\n  a = 1\n}\noutput \"o\" {\n  value = 1\n}\n")], Nobody, "locals and outputs"),
    (&[("main.tf.json", r#"{"module":{"m":{"source":"./q","providers":{"terraform":"terraform"," terraform":"terraform"}}}}"#), ("q/main.tf.json", "{}")], Both, "Duplicate provider address"),
    (&[("main.tf.json", r#"{"module":{"m":{"source":"./q","providers":{"terraform\n":"\tterraform"}}}}"#), ("q/main.tf.json", "{}")], Nobody, "blanks around names"),
];

#[test]
fn files() {
    judge_each(FILES, |(files, by, _)| (with_modules(files), *by));
}

/// Names beyond ASCII, who refuses them, and why.
#[rustfmt::skip]
const NAMES: &[Row] = &[
    ("\u{e4}", Nobody, "a letter"),
    ("a\u{308}", Nobody, "a mark above one"),
    ("\u{309b}", Nobody, "what Unicode takes for the sake of older names"),
    ("a\u{200d}b", Both, "a joiner that nobody sees"),
    ("a\u{200c}", Both, "what keeps letters apart"),
    ("a\u{30fb}", Both, "what newer versions of Unicode take"),
    ("\u{1c90}", Both, "a newer letter"),
];

#[test]
fn names() {
    judge(NAMES, ("{\"variable\":{\"", "\":{\"default\":1}}}"));
    judge(NAMES, ("{\"locals\":{\"", "\":1}}"));
}
