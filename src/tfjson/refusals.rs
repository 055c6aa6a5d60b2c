//! What each engine refuses and takes, a row a case, beyond those that were run: from the language's documentation.

use std::fmt::{Debug, Write as _};

use super::tests::{Tree, made, problems};
use super::{Engine, ProblemKind};

mod accepted;
mod call_values;
mod calls;
mod constants;
mod encryption;
mod engines;
mod files;
mod steps;
mod values;

/// Who refuses a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum By {
    Nobody,
    Both,
    OpenTofu,
    Terraform,
}
use By::{Both, Nobody, OpenTofu, Terraform};

/// The kinds of the problems for which an engine refuses a module.
fn refused(tree: &Tree, engine: Engine) -> Vec<ProblemKind> {
    let problems = problems(tree, engine).into_iter();
    let refused = problems.filter(|problem| problem.engine_rejects);
    refused.map(|problem| problem.kind).collect()
}

/// What stands in the file, who refuses it, and why.
type Row = (&'static str, By, &'static str);

/// The same where two texts make a module: what a file says and what overrides it, a call and the module called.
type Pair = (&'static str, &'static str, By, &'static str);

/// Holds the verdicts of both engines against each row, whose text stands in one file between two others.
fn judge(rows: &[Row], (before, after): (&str, &str)) {
    judge_each(rows, |(text, by, _)| {
        let text = format!("{before}{text}{after}");
        (made(&[("main.tf.json", &text)]), *by)
    });
}

/// Holds the verdicts of both engines against each row, which `module` makes a module of and says who refuses.
fn judge_each<R: Debug>(rows: &[R], module: impl Fn(&R) -> (Tree, By)) {
    let mut wrong = String::new();
    for row in rows {
        let (tree, by) = module(row);
        for (engine, refuses) in [
            (Engine::OPENTOFU, matches!(by, Both | OpenTofu)),
            (Engine::TERRAFORM, matches!(by, Both | Terraform)),
        ] {
            let kinds = refused(&tree, engine);
            if kinds.is_empty() == refuses {
                writeln!(wrong, "{:?} {row:?}: {kinds:?}", engine.flavor).unwrap();
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[rustfmt::skip]
const FILES: &[Row] = &[
    ("", Both, "nothing at all"),
    ("[]", Nobody, "no object at all"),
    ("[{\"locals\":{\"a\":1}}]", Nobody, "a root that is an array"),
    ("{\"locals\":{\"a\":1,}}", Both, "a comma too many"),
    ("{\"locals\":{\"a\":NaN}}", Both, "no number"),
    ("{\"locals\":{\"a\":True}}", Both, "as Python writes"),
    ("{\"locals\":{'a':1}}", Both, "single quotes"),
    ("// c\n{}", Both, "a comment"),
    ("\u{feff}{}", Both, "a byte order mark"),
    ("{} {}", Both, "more text"),
    ("{\"locals\":{\"a\":1e400,\"b\":123456789012345678901234567890}}", Nobody, "numbers of any size"),
    ("{\"locals\":{\"a\":\"\\ud83d\"}}", Nobody, "half of a pair"),
    ("{\"variables\":{}}", Both, "no such block"),
    ("{\"//\":[1,{\"resource\":2}]}", Nobody, "a comment at the root"),
];

#[test]
fn files() {
    judge(FILES, ("", ""));
}

#[rustfmt::skip]
const NULL: &[Row] = &[
    ("\"terraform\":null,\"locals\":null", Nobody, "blocks without labels"),
    ("\"terraform\":{\"required_providers\":null,\"cloud\":null}", Nobody, "inner ones too"),
    ("\"terraform\":{\"required_version\":null}", Nobody, "a version"),
    ("\"resource\":{\"terraform_data\":{\"x\":{\"lifecycle\":null,\"connection\":null,\"input\":null}}}", Nobody, "in a resource"),
    ("\"resource\":{\"terraform_data\":{\"x\":{\"id\":null,\"output\":null}}}", Nobody, "what is computed"),
    ("\"variable\":{\"a\":{\"default\":null}}", Nobody, "a default"),
    ("\"resource\":null", Both, "a block with labels"),
    ("\"resource\":{\"terraform_data\":null}", Both, "the second label"),
    ("\"variable\":null", Both, "a variable"),
    ("\"provider\":null", Both, "a provider"),
    ("\"terraform\":{\"backend\":null}", Both, "a backend"),
    ("\"resource\":{\"terraform_data\":{\"x\":{\"count\":null}}}", Both, "count"),
    ("\"resource\":{\"terraform_data\":{\"x\":{\"for_each\":null}}}", Both, "for_each"),
    ("\"resource\":{\"terraform_data\":{\"x\":{\"provider\":null}}}", Both, "provider"),
    ("\"resource\":{\"terraform_data\":{\"x\":{\"depends_on\":null}}}", Both, "depends_on"),
    ("\"resource\":{\"terraform_data\":{\"x\":{\"provisioner\":null}}}", Both, "a provisioner"),
    ("\"resource\":{\"terraform_data\":{\"x\":{\"lifecycle\":{\"ignore_changes\":null}}}}", Both, "ignore_changes"),
    ("\"resource\":{\"terraform_data\":{\"x\":{\"lifecycle\":{\"replace_triggered_by\":null}}}}", Both, "replace_triggered_by"),
    ("\"resource\":{\"terraform_data\":{\"x\":{\"lifecycle\":{\"create_before_destroy\":null}}}}", Both, "create_before_destroy"),
    ("\"variable\":{\"a\":{\"description\":null}}", Both, "a description"),
    ("\"variable\":{\"a\":{\"sensitive\":null}}", Both, "sensitive"),
    ("\"variable\":{\"a\":{\"nullable\":null}}", Both, "nullable"),
    ("\"variable\":{\"a\":{\"type\":null}}", Both, "a type"),
    ("\"provider\":{\"terraform\":{\"alias\":null}}", Both, "an alias"),
];

#[test]
fn null() {
    judge(NULL, ("{", "}"));
}

#[rustfmt::skip]
const RESOURCES: &[Row] = &[
    ("\"input\":\"${self.id}\"", Both, "self in an argument"),
    ("\"input\":\"${each.key}\"", Both, "each without for_each"),
    ("\"count\":2,\"input\":\"${count.index}\"", Nobody, "count with count"),
    ("\"count\":2,\"input\":\"${count.foo}\"", Both, "count has an index alone"),
    ("\"for_each\":{\"a\":1},\"input\":\"${each.value}\"", Nobody, "each with for_each"),
    ("\"for_each\":[\"a\"]", Both, "an array is no set"),
    ("\"for_each\":\"${toset([\\\"a\\\"])}\"", Nobody, "a set"),
    ("\"for_each\":{},\"count\":1", Both, "both"),
    ("\"count\":\"many\"", Both, "no number"),
    ("\"count\":1.5", Both, "no whole number"),
    ("\"count\":-1", Both, "less than none"),
    ("\"input\":\"${path.module}/${terraform.workspace}\"", Nobody, "what is always there"),
    ("\"input\":\"${path.nope}\"", Both, "no such path"),
    ("\"input\":\"${foo}\"", Both, "a lone name"),
    ("\"input\":\"${data.a}\"", Both, "a data source without a name"),
    ("\"input\":\"${terraform_data.y.id}\"", Nobody, "another resource"),
    ("\"input\":\"${resource.terraform_data.y.id}\"", Nobody, "in its long form"),
    ("\"input\":\"${terraform_data.y.nope}\"", Both, "no such attribute"),
    ("\"input\":\"${terraform_data.x.id}\"", Both, "itself"),
    ("\"input\":\"${terraform_data.y[0].id}\"", Both, "it has no instances"),
    ("\"input\":\"${terraform_data.z.id}\"", Both, "it has some"),
    ("\"input\":\"${terraform_data.z[0].id} ${join(\\\",\\\", terraform_data.z[*].id)}\"", Nobody, "one, or all"),
    ("\"input\":\"${terraform_data.z[0][\\\"id\\\"]}\"", Both, "Only attribute access is allowed here"),
    ("\"input\":\"${try(terraform_data.z[0][\\\"id\\\"], 1)}\"", Both, "Only attribute access is allowed here"),
    ("\"input\":\"${terraform_data.z[0].input[\\\"id\\\"]}\"", Nobody, "an index in a value"),
    ("\"input\":\"${nope(1)}\"", Both, "no such function"),
    ("\"input\":\"${cidrcontains(\\\"10.0.0.0/8\\\", \\\"10.0.0.1\\\")}\"", Terraform, "a function of OpenTofu"),
    ("\"input\":\"${[for y in [1] : y]}\"", Nobody, "a bound name"),
    ("\"input\":{\"a\":1,\"a\":2}", Both, "a name twice in an object"),
    ("\"input\":{\"${null}\":2}", Both, "a name that is null"),
    ("\"nope\":1", Both, "no such argument"),
    ("\"depends_on\":\"terraform_data.y\"", Both, "no list"),
    ("\"depends_on\":[\"${terraform_data.y}\"]", Both, "a template"),
    ("\"depends_on\":[\"terraform_data.y.id\"]", Both, "an attribute"),
    ("\"depends_on\":[\"terraform_data.y[each.key]\"]", Both, "a computed key"),
    ("\"lifecycle\":{\"ignore_changes\":\"all\"}", Nobody, "the word"),
    ("\"lifecycle\":{\"ignore_changes\":\"*\"}", Both, "the old word"),
    ("\"lifecycle\":{\"ignore_changes\":\"input\"}", Both, "no list"),
    ("\"lifecycle\":{\"nope\":1}", Both, "no such argument"),
    ("\"lifecycle\":{\"enabled\":true}", Terraform, "of OpenTofu alone"),
    ("\"lifecycle\":{\"replace_triggered_by\":[\"${terraform_data.y}\"]}", Both, "a template"),
    ("\"lifecycle\":{\"replace_triggered_by\":[\"var.a\"]}", Both, "no resource"),
    ("\"lifecycle\":{\"postcondition\":{\"condition\":\"${self.id != \\\"\\\"}\",\"error_message\":\"m\"}}", Nobody, "self in a postcondition"),
    ("\"lifecycle\":{\"precondition\":{\"condition\":\"${self.id != \\\"\\\"}\",\"error_message\":\"m\"}}", Both, "and not in a precondition"),
    ("\"lifecycle\":{\"precondition\":{\"condition\":true,\"error_message\":\"m\"}}", Both, "a constant condition"),
    ("\"lifecycle\":{\"precondition\":{\"condition\":\"${var.a}\"}}", Both, "no message"),
    ("\"provisioner\":{\"local-exec\":{\"command\":\"echo ${self.id}\"}}", Nobody, "self in a provisioner"),
    ("\"provisioner\":{\"local-exec\":{}}", Both, "no command"),
    ("\"provisioner\":{\"local-exec\":{\"command\":\"a\",\"nope\":1}}", Both, "no such argument"),
    ("\"provisioner\":{\"local-exec\":{\"command\":\"a\",\"when\":\"later\"}}", Both, "no such time"),
    ("\"provisioner\":{\"local-exec\":{\"command\":\"${var.a}\",\"when\":\"destroy\"}}", Both, "too late for a variable"),
    ("\"provisioner\":{\"chef\":{}}", Both, "a provisioner of old"),
    ("\"provisioner\":{\"local-exec\":{\"command\":\"a\",\"lifecycle\":{}}}", Both, "reserved"),
    ("\"connection\":{\"nope\":1}", Nobody, "a connection that nothing uses, whatever it says"),
    ("\"provider\":\"terraform.nope\"", Both, "no such configuration"),
    ("\"provider\":{}", Both, "no reference"),
    ("\"locals\":{}", Both, "reserved"),
    ("\"input\":\"${tofu.workspace}\"", Terraform, "a name of OpenTofu"),
    ("\"for_each\":\"${local.l}\"", Both, "a local that is a list"),
    ("\"for_each\":\"${toset(local.l)}\"", Nobody, "made a set"),
    ("\"for_each\":\"${local.m}\"", Nobody, "a local that is an object"),
    ("\"for_each\":\"${var.l}\"", Both, "a variable that is a list"),
    ("\"for_each\":\"${var.e}\"", Nobody, "a set of strings"),
    ("\"for_each\":\"${var.n}\"", Both, "a number"),
    ("\"for_each\":\"${var.a}\"", Nobody, "nobody knows"),
    ("\"for_each\":\"${toset([1])}\"", Both, "a set of numbers"),
    ("\"for_each\":\"${toset([1,\\\"a\\\"])}\"", Nobody, "they become strings"),
    ("\"for_each\":\"${split(\\\",\\\",\\\"a\\\")}\"", Both, "a function that returns a list"),
    ("\"for_each\":\"${[for x in var.l : x]}\"", Both, "a list made of one"),
    ("\"for_each\":\"${{for x in var.l : x => x}}\"", Nobody, "an object made of one"),
    ("\"for_each\":\"${true ? var.l : local.m}\"", Nobody, "one or the other"),
    ("\"count\":\"${var.l}\"", Both, "a list is no number"),
    ("\"count\":\"${var.n}\"", Nobody, "a number"),
    ("\"count\":\"${var.b}\"", Both, "truth is no number"),
    ("\"provisioner\":{\"local-exec\":{\"command\":[\"a\"]}}", Both, "a list of words"),
    ("\"provisioner\":{\"local-exec\":{\"command\":\"a\",\"interpreter\":\"sh\"}}", Both, "an interpreter and its options are a list"),
    ("\"provisioner\":{\"local-exec\":{\"command\":\"a\",\"environment\":[\"A=b\"]}}", Both, "no object"),
    ("\"for_each\":\"${var.f}\"", Nobody, "an empty set of anything is one of strings"),
    ("\"input\":\"${upper()}\"", Both, "an argument too few"),
    ("\"input\":\"${upper(\\\"a\\\",\\\"b\\\")}\"", Both, "one too many"),
    ("\"input\":\"${upper([\\\"a\\\"]...)}\"", Nobody, "as many as the list has"),
    ("\"input\":\"${upper([1])}\"", Both, "string required"),
    ("\"input\":\"${upper(1)}\"", Nobody, "a number becomes one"),
    ("\"input\":\"${join(\\\",\\\",\\\"x\\\")}\"", Both, "list of string required"),
    ("\"input\":\"${length(5)}\"", Both, "argument must be a string, a collection type, or a structural type"),
    ("\"input\":\"${keys([])}\"", Both, "must have map or object type"),
    ("\"input\":\"${merge({},null)}\"", Nobody, "null is passed over"),
    ("\"input\":\"${abs(null)}\"", Both, "argument must not be null"),
    ("\"input\":\"${sum(\\\"${terraform_data.y.id}x\\\")}\"", Nobody, "known after apply"),
    ("\"input\":\"${concat([],\\\"a\\\")}\"", Both, "all arguments must be lists or tuples"),
    ("\"input\":\"${concat(\\\"a\\\",terraform_data.y.output)}\"", Nobody, "as long as an argument is of no type yet"),
    ("\"input\":\"${merge(\\\"x\\\",terraform_data.y.output...)}\"", Nobody, "as long as nobody knows what is expanded"),
    ("\"input\":\"${contains({},terraform_data.y.output)}\"", Nobody, "nor here"),
    ("\"input\":\"${join([1],terraform_data.y.output)}\"", Both, "a text is a text, whatever stands beside it"),
    ("\"input\":\"${max()}\"", Both, "none where one is needed"),
    ("\"input\":\"${true ? 1 : upper()}\"", Nobody, "a branch that is not chosen"),
    ("\"input\":\"${try(upper(),nope(),1)}\"", Nobody, "what try forgives"),
    ("\"input\":\"${[for x in [] : nope(x)]}\"", Nobody, "nothing to do it for"),
    ("\"input\":\"${lower(upper())}\"", Both, "inside of another"),
    ("\"lifecycle\":{\"replace_triggered_by\":[\"terraform_data.y.nope\"]}", OpenTofu, "what triggers is asked for when it changes; OpenTofu looks whether it is there"),
    ("\"connection\":{\"nope\":1},\"provisioner\":{\"local-exec\":{\"command\":\"a\"}}", Both, "no such argument of a connection"),
    ("\"connection\":{\"host\":\"${each.key}\"}", Nobody, "a connection that nothing uses"),
    ("\"connection\":{\"host\":\"h\"},\"provisioner\":{\"file\":{\"source\":null,\"content\":\"x\",\"destination\":\"/y\"}}", Nobody, "null is not given"),
    ("\"connection\":{\"host\":\"h\"},\"provisioner\":{\"file\":{\"source\":\"${null}\",\"content\":\"x\",\"destination\":\"/y\"}}", Nobody, "as an expression"),
    ("\"connection\":{\"host\":\"h\"},\"provisioner\":{\"file\":{\"source\":null,\"destination\":\"/y\"}}", Both, "neither of both"),
    ("\"connection\":{\"host\":\"h\"},\"provisioner\":{\"remote-exec\":{\"script\":\"a\",\"inline\":null}}", Nobody, "one of three"),
    ("\"input\":{\"dynamic\":{\"b\":{\"for_each\":[],\"content\":{},\"y\":1}}}", Nobody, "a value that is called like it"),
    ("\"input\":{\"dynamic\":{\"b\":{\"for_each\":[],\"content\":{\"y\":\"${b.value}\"}}}}", Both, "in which nothing is bound"),
    ("\"provider\":\" terraform . gone\"", Both, "no such configuration, in another spelling"),
    ("\"count\":\"${count.index}\"", Both, "a number that needs itself"),
    ("\"for_each\":{\"a\":\"${each.key}\"}", Both, "a collection that needs itself"),
    ("\"for_each\":{\"a\":1},\"depends_on\":[\"each.key\"]", Both, "an order by a text"),
    ("\"depends_on\":[\"path.module\"]", Nobody, "what is always there"),
    ("\"depends_on\":[\"var.a.b\"]", Both, "a part of a variable"),
    ("\"depends_on\":[\"local.l[0]\"]", Both, "an element of a local"),
    ("\"lifecycle\":{\"replace_triggered_by\":[\"upper(terraform_data.y.id)\"]}", Both, "a call"),
    ("\"lifecycle\":{\"replace_triggered_by\":[\"(terraform_data.y)\"]}", Both, "in brackets"),
    ("\"lifecycle\":{\"replace_triggered_by\":[\"terraform_data.z[*].id\"]}", Both, "all instances at once"),
    ("\"lifecycle\":{\"replace_triggered_by\":[\"terraform_data.z[var.n]\"]}", Both, "an instance by something else"),
    ("\"count\":1,\"lifecycle\":{\"replace_triggered_by\":[\"terraform_data.z[count.index]\"]}", Nobody, "the instance beside it"),
    ("\"input\":{\"//\":\"${var.gone}\"}", Both, "an element that is no comment"),
    ("\"provisioner\":{\"local-exec\":{\"command\":\"a\",\"//\":\"${var.gone}\"}}", Nobody, "a comment in a block"),
    ("\"provisioner\":{\"local-exec\":{\"command\":\"a\",\"environment\":{\"//\":\"${var.gone}\"}}}", Both, "and none in an object"),
    (r#""connection":{"host":"h","port":"ssh"},"provisioner":{"local-exec":{"command":"a"}}"#, Both, "a port that is no number"),
    (r#""connection":{"host":"h","port":true},"provisioner":{"local-exec":{"command":"a"}}"#, Both, "nor this"),
    (r#""connection":{"host":"h","port":true}"#, Nobody, "which nothing uses"),
    (r#""connection":{"host":"h","port":"22","agent":"true"},"provisioner":{"local-exec":{"command":"a"}}"#, Nobody, "numbers and switches as texts"),
    (r#""connection":{"host":"h","port":-1.5,"agent":null},"provisioner":{"local-exec":{"command":"a"}}"#, Nobody, "any number, and null"),
    (r#""connection":{"host":"h","agent":1},"provisioner":{"local-exec":{"command":"a"}}"#, Both, "a number for a switch"),
    (r#""connection":{"host":"h","timeout":[]},"provisioner":{"local-exec":{"command":"a"}}"#, Both, "a list for a text"),
    (r#""connection":{"host":"h","timeout":true},"provisioner":{"local-exec":{"command":"a"}}"#, Nobody, "a switch becomes a text"),
    (r#""provisioner":{"local-exec":{"command":"a","quiet":"x"}}"#, Both, "a text for a switch"),
    (r#""provisioner":{"local-exec":{"command":"a","environment":{"a":[]}}}"#, Both, "a list as a variable"),
    (r#""provisioner":{"local-exec":{"command":"a","environment":{"a":1,"b":null}}}"#, Nobody, "what becomes a text"),
    (r#""connection":{"host":"h"},"provisioner":{"remote-exec":{"inline":[{}]}}"#, Both, "an object as a command"),
    (r#""connection":{"host":"h"},"provisioner":{"remote-exec":{"inline":[1]}}"#, Nobody, "a number as one"),
    ("\"provisioner\":{\"local-exec\":{\"command\":\"${self.nope}\"}}", Both, "self has no such attribute"),
    ("\"provisioner\":{\"local-exec\":{\"command\":\"${try(self.nope, 1)}\"}}", Both, "which nothing forgives"),
    ("\"provisioner\":{\"local-exec\":{\"command\":\"${self.output.a}\"}}", Nobody, "inside of one it has"),
    ("\"input\":\"${list(1)}\"", Both, "a function that tells what to write"),
    ("\"input\":\"${try(map(), 1)}\"", Nobody, "unless it is forgiven"),
];

#[test]
fn resources() {
    judge(
        RESOURCES,
        (
            "{\"variable\":{\"a\":{},\"l\":{\"type\":\"list(string)\"},\"e\":{\"type\":\"set(string)\"},\"n\":{\"type\":\"number\"},\"b\":{\"type\":\"bool\"},\"f\":{\"type\":\"set(number)\"}},\"locals\":{\"l\":[\"a\"],\"m\":{\"k\":1}},\"resource\":{\"terraform_data\":{\"y\":{},\"z\":{\"count\":1},\"x\":{",
            "}}}}",
        ),
    );
}

#[rustfmt::skip]
const OTHER_BLOCKS: &[Row] = &[
    ("\"variable\":{\"version\":{}}", Both, "a reserved name"),
    ("\"variable\":{\"1a\":{}}", Both, "no name"),
    ("\"variable\":{\"a\":{\"type\":\"list(list)\"}}", Both, "no type"),
    ("\"variable\":{\"a\":{\"type\":\"set(string)\",\"default\":{}}}", Both, "an object is no set"),
    ("\"variable\":{\"a\":{\"default\":{\"k\":1,\"k\":2}}}", Both, "a name twice"),
    ("\"variable\":{\"a\":{\"deprecated\":\"x\",\"ephemeral\":true}}", Nobody, "of both at these versions"),
    ("\"variable\":{\"a\":{\"validation\":{\"condition\":\"${var.a > 0}\",\"error_message\":\"m\"}}}", Nobody, "a validation"),
    ("\"variable\":{\"b\":{},\"a\":{\"validation\":{\"condition\":\"${var.b > 0}\",\"error_message\":\"m\"}}}", Both, "of another variable"),
    ("\"variable\":{\"a\":[{},{}]}", Both, "declared twice"),
    ("\"output\":{\"a\":{\"value\":1,\"postcondition\":{}}}", Both, "no postcondition"),
    ("\"output\":{\"a\":{\"value\":1,\"depends_on\":[\"module.m\"]}}", Both, "no such module"),
    ("\"output\":{\"a\":{\"value\":\"${local.b}\"}}", Both, "no such local"),
    ("\"locals\":[{\"a\":1},{\"b\":\"${local.a}\"}]", Nobody, "two blocks"),
    ("\"locals\":[{\"a\":1},{\"a\":1}]", Both, "one name in both"),
    ("\"moved\":{\"from\":\"a.b\",\"to\":\"a.c\"}", Nobody, "a move"),
    ("\"moved\":{\"from\":\"a.b\",\"to\":\"a.b\"}", Both, "nowhere"),
    ("\"moved\":{\"from\":\"a.b\",\"to\":\"module.c\"}", Both, "into another kind"),
    ("\"moved\":{\"from\":\"a\",\"to\":\"a.c\"}", Both, "no address"),
    ("\"moved\":{\"from\":\"module.a[0].b.c\",\"to\":\"module.d.b.c[\\\"k\\\"]\"}", Nobody, "instances"),
    ("\"moved\":{\"from\":\"a.b\"}", Both, "no end"),
    ("\"removed\":{\"from\":\"a.b\",\"lifecycle\":{\"destroy\":true}}", Nobody, "removed"),
    ("\"removed\":{\"from\":\"a.b[0]\"}", Both, "not single instances"),
    ("\"import\":{\"to\":\"${a.b}\",\"id\":\"x\"}", Both, "a template"),
    ("\"import\":{\"to\":\"a.b\"}", Both, "no id"),
    ("\"check\":{\"c\":{\"data\":{\"terraform_remote_state\":{\"x\":{\"backend\":\"local\",\"count\":1}}},\"assert\":{\"condition\":\"${data.terraform_remote_state.x.outputs != null}\",\"error_message\":\"m\"}}}", Both, "no repetition in a check"),
    ("\"provider\":{\"terraform\":{\"for_each\":{\"a\":1},\"alias\":\"b\"}}", Terraform, "repetition of providers"),
    ("\"provider\":{\"terraform\":{\"for_each\":{\"a\":1}}}", Both, "needs an alias"),
    ("\"provider\":{\"terraform\":[{},{}]}", Both, "two without an alias"),
    ("\"provider\":{\"terraform\":[{},{\"alias\":\"b\"}]}", Nobody, "one with"),
    ("\"provider\":{\"Terraform\":{}}", Both, "capitals"),
    ("\"provider\":{\"terraform\":{\"alias\":\"${x}\"}}", Both, "no name for an alias"),
    ("\"provider\":{\"terraform\":{\"lifecycle\":{}}}", Both, "reserved"),
    ("\"locals\":[null]", Both, "null where one object must stand"),
    ("\"output\":{\"a\":[null]}", Both, "an empty block lacks its value"),
    ("\"variable\":{\"a\":[null]}", Nobody, "an empty block"),
    ("\"module\":{\"m\":{\"source\":\"a/b/c\",\"version\":\"x\"}}", Both, "no version"),
    ("\"module\":{\"m\":{\"source\":\"./m\",\"version\":\"1\"}}", Both, "a local module has none"),
    ("\"language\":{\"compatible_with\":{\"opentofu\":\">= 1.12\",\"other\":1}}", Terraform, "a block of OpenTofu"),
    ("\"language\":{\"compatible_with\":{\"opentofu\":\"< 1\"}}", Both, "a version that is not"),
    ("\"language\":{\"compatible_with\":{\"opentofu\":\">= 9\"}}", Terraform, "a version to come"),
    ("\"language\":{\"edition\":\"tofu1\"}", Both, "no such edition"),
    ("\"terraform\":{\"nope\":1}", Both, "no such setting"),
    ("\"resource\":{\"t\":{\"x\":{\"dynamic\":{\"b\":{\"for_each\":[],\"labels\":[\"a\"],\"iterator\":\"i\",\"content\":{}}}}}}", Nobody, "blocks made by repetition"),
    ("\"resource\":{\"t\":{\"x\":{\"dynamic\":{\"b\":{\"for_each\":[],\"labels\":\"a\",\"content\":{}}}}}}", Both, "labels are a list"),
    ("\"resource\":{\"t\":{\"x\":{\"dynamic\":{\"b\":{\"for_each\":[]}}}}}", Both, "without content"),
    ("\"resource\":{\"//\":{\"x\":{}}}", Both, "no comment among types"),
    ("\"variable\":{\"//\":null}", Nobody, "null below a name is no block"),
    ("\"variable\":{\"a\":{\"b\":{\"type\":\"string\"}}}", Both, "a name too many"),
    ("\"output\":{\"a\":{\"value\":\"${HOME}\"}}", Both, "a shell's variable"),
    ("\"terraform\":{\"required_providers\":{\"terraform\":{\"//\":\"c\"}}}", Both, "no comment in an entry"),
    ("\"terraform\":{\"required_providers\":{\"terraform\":{\"version\":1}}}", Both, "a version is a string"),
    ("\"terraform\":{\"required_providers\":{\"terraform\":\"${x}\"}}", Both, "no constraint"),
    ("\"terraform\":{\"backend\":{\"local\":{\"path\":\"${var.p}\"}}},\"variable\":{\"p\":{\"default\":\"x\"}}", Nobody, "evaluated early, or taken literally"),
    ("\"terraform\":{\"backend\":{\"local\":{\"path\":\"${terraform_data.x.id}\"}}},\"resource\":{\"terraform_data\":{\"x\":{}}}", OpenTofu, "too early for a resource"),
    ("\"terraform\":{\"encryption\":{\"state\":{\"method\":\"method.aes_gcm.m\"}}}", Terraform, "encryption"),
    ("\"terraform\":{\"encryption\":{\"state\":{\"method\":\"${method.aes_gcm.m}\"}}}", Both, "a template for a method"),
    ("\"terraform\":{\"encryption\":{\"state\":{\"method\":\"each.key\"}}}", Both, "another name for one"),
    ("\"resource\":{\"terraform_data\":{\"a\":{},\"c\":{\"count\":2}}},\"import\":{\"to\":\"terraform_data.a\",\"id\":\"\"}", Terraform, "an empty id"),
    ("\"resource\":{\"terraform_data\":{\"a\":{},\"c\":{\"count\":2}}},\"import\":{\"to\":\"terraform_data.a\",\"id\":null}", Both, "no id at all"),
    ("\"resource\":{\"terraform_data\":{\"x\":{\"for_each\":{\"a\":1}}}},\"import\":{\"to\":\"terraform_data.x[\\\"a\\\"][\\\"b\\\"]\",\"id\":\"a\"}", Terraform, "two keys, of which OpenTofu was not asked"),
    ("\"resource\":{\"terraform_data\":{\"a\":{},\"c\":{\"count\":2}}},\"import\":{\"to\":\"terraform_data.a\",\"id\":5}", Nobody, "a number converts"),
    ("\"resource\":{\"terraform_data\":{\"a\":{},\"c\":{\"count\":2}}},\"import\":{\"for_each\":{},\"to\":\"terraform_data.a\",\"id\":\"\"}", Nobody, "nothing is imported"),
    ("\"resource\":{\"terraform_data\":{\"a\":{},\"c\":{\"count\":2}}},\"import\":{\"for_each\":\"x\",\"to\":\"terraform_data.a\",\"id\":\"x\"}", Both, "no collection"),
    ("\"resource\":{\"terraform_data\":{\"a\":{},\"c\":{\"count\":2}}},\"import\":[{\"to\":\"terraform_data.a\",\"id\":\"x\"},{\"to\":\"terraform_data.a\",\"id\":\"x\"}]", Both, "one thing twice"),
    ("\"resource\":{\"terraform_data\":{\"a\":{},\"c\":{\"count\":2}}},\"import\":[{\"to\":\"terraform_data.c[0]\",\"id\":\"x\"},{\"to\":\"terraform_data.c[1]\",\"id\":\"y\"}]", Nobody, "two instances"),
    ("\"resource\":{\"terraform_data\":{\"a\":{},\"c\":{\"count\":2}}},\"import\":[{\"to\":\"terraform_data.c[\\\"k\\\"]\",\"id\":\"x\"},{\"to\":\"terraform_data.c[ \\\"k\\\" ]\",\"id\":\"y\"}]", Both, "one key in two spellings"),
    ("\"removed\":{\"from\":\"a.b\",\"lifecycle\":{\"destroy\":true},\"provisioner\":{\"local-exec\":{\"command\":\"x\"}}}", Both, "what runs when nothing is created"),
    ("\"removed\":{\"from\":\"a.b\",\"lifecycle\":{\"destroy\":true},\"provisioner\":{\"local-exec\":{\"command\":\"x\",\"when\":\"destroy\"}}}", Nobody, "what runs on destruction"),
    ("\"removed\":{\"from\":\"module.b\",\"lifecycle\":{\"destroy\":true},\"provisioner\":{\"local-exec\":{\"command\":\"x\",\"when\":\"destroy\"}}}", Both, "of a module"),
    ("\"terraform\":{\"experiments\":[]}", Terraform, "none, and named all the same"),
    ("\"terraform\":{\"language\":\"TF2021\"}", Nobody, "the one edition"),
    ("\"terraform\":{\"language\":\"TF2099\"}", Terraform, "another edition"),
    ("\"provider\":{\"terraform\":{\"alias\":5}}", Both, "a number is no name"),
    ("\"terraform\":{\"required_providers\":{\"terraform\":{\"source\":\"a/b/c/d\"}}}", Both, "a source of four parts"),
    ("\"terraform\":{\"required_providers\":{\"p\":{\"source\":\"a/p\"}}},\"locals\":{\"x\":\"${provider::p::f(1)}\"}", Nobody, "a function of a provider"),
    ("\"provider\":{\"p\":{}},\"locals\":{\"x\":\"${provider::p::f(1)}\"}", Both, "that is not required"),
    ("\"terraform\":{\"required_providers\":{\"p\":{\"source\":\"a/p\"}}},\"locals\":{\"x\":\"${provider::p(1)}\"}", Both, "without its name"),
    ("\"variable\":{\"a\":{\"type\":\"object({b=optional(number,\\\"x\\\")})\"}}", Both, "a default that does not fit"),
    ("\"variable\":{\"a\":{\"type\":\"object({b=optional(number,\\\"5\\\")})\"}}", Nobody, "one that converts"),
    ("\"terraform\":{\"backend\":{\"local\":{}}},\"variable\":{\"s\":{\"sensitive\":true}},\"output\":{\"o\":{\"value\":[\"x${var.s}\"]}}", Both, "a root module shows what is sensitive"),
    ("\"terraform\":{\"backend\":{\"local\":{}}},\"variable\":{\"s\":{\"sensitive\":true}},\"output\":{\"o\":{\"value\":\"${var.s}\",\"sensitive\":\"true\"}}", Nobody, "and says so"),
    ("\"terraform\":{\"backend\":{\"local\":{}}},\"variable\":{\"s\":{\"sensitive\":true}},\"output\":{\"o\":{\"value\":\"${nonsensitive(var.s)}\"}}", Nobody, "or takes the mark off"),
    ("\"variable\":{\"s\":{\"sensitive\":true}},\"output\":{\"o\":{\"value\":\"${var.s}\"}}", Nobody, "a module that may be called"),
    ("\"terraform\":{\"backend\":{\"local\":{}}},\"output\":{\"o\":{\"value\":1,\"ephemeral\":true}}", Both, "a root module has nothing ephemeral"),
    ("\"locals\":{\"a\":{\"dynamic\":{\"on\":{\"for_each\":[],\"content\":{},\"note\":1}}}}", Nobody, "a value called dynamic"),
    ("\"output\":{\"a\":{\"value\":{\"dynamic\":{\"on\":{\"for_each\":[],\"content\":{\"x\":\"${on.value}\"}}}}}}", Both, "in which nothing is bound"),
    ("\"resource\":{\"t\":{\"x\":{\"b\":{\"dynamic\":{\"c\":{\"for_each\":[],\"content\":{\"x\":\"${c.value}\"}}}}}}}", Nobody, "blocks inside of blocks"),
    ("\"removed\":{\"from\":\"a.b\",\"lifecycle\":{\"destroy\":true},\"provisioner\":{\"local-exec\":{\"command\":\"${each.key}${count.index}\",\"when\":\"destroy\"}}}", Nobody, "what was removed may have been repeated"),
    ("\"removed\":{\"from\":\"a.b\",\"lifecycle\":[{\"destroy\":true},{\"destroy\":true}]}", OpenTofu, "two lifecycles of nothing"),
    ("\"removed\":{\"from\":\"var.v\"}", Nobody, "nobody looks what is removed"),
    ("\"removed\":{\"from\":\"self\"}", Both, "but that it has a name"),
    ("\"moved\":{\"from\":\"var.v\",\"to\":\"a.c\"}", Terraform, "no resource"),
    ("\"moved\":{\"from\":\"output.o\",\"to\":\"a.c\"}", Nobody, "a type that is called so"),
    ("\"moved\":{\"from\":\"a.c\",\"to\":\"resource.a.b\"}", OpenTofu, "a mode that is none"),
    ("\"moved\":{\"from\":\"template.x\",\"to\":\"a.c\"}", Terraform, "a name that is kept"),
    ("\"moved\":{\"from\":\"a.b[1.5]\",\"to\":\"a.c\"}", Both, "half an instance"),
    ("\"moved\":{\"from\":\"a.b[0][0]\",\"to\":\"a.c\"}", Both, "an instance of an instance"),
    ("\"terraform\":{\"required_providers\":{\"terraform\":{\"source\":\"terraform.io/builtin/terraform\",\"configuration_aliases\":[\"terraform\"]}}}", Nobody, "the configuration without an alias"),
    ("\"terraform\":{\"required_providers\":{\"terraform\":{\"source\":\"terraform.io/builtin/terraform\",\"configuration_aliases\":[\"other\"]}}}", Both, "of another provider"),
    ("\"terraform\":{\"required_providers\":{\"\u{e9}\":{\"source\":\"a/b\"}}}", Nobody, "a small letter of another script"),
    ("\"terraform\":{\"required_providers\":{\"\u{c9}\":{\"source\":\"a/b\"}}}", Both, "a capital of another script"),
    ("\"data\":{\"terraform_remote_state\":{\"r\":{\"backend\":\"local\",\"outputs\":{}}}}", Nobody, "what is read may be said"),
    ("\"variable\":{\"a\":{\"type\":\"number\",\"default\":\"-Inf\"}}", Nobody, "a number without end"),
    ("\"variable\":{\"a\":{\"type\":\"number\",\"default\":\"Infinity\"}}", Both, "in one spelling alone"),
    ("\"variable\":{\"a\":{\"validation\":{\"condition\":\"${var.a > 0}\",\"error_message\":[]}}}", Nobody, "a message that is asked for when the condition is false"),
    ("\"variable\":{\"a\":{}},\"output\":{\"o\":{\"value\":1,\"precondition\":{\"condition\":\"${var.a > 0}\",\"error_message\":[]}}}", Both, "one that is always asked for"),
    ("\"provider\":{\"terraform\":{\"alias\":\"a\"}},\"resource\":{\"terraform_data\":{\"x\":{\"provider\":\" terraform . a\"}}}", Nobody, "a reference with spaces"),
    ("\"removed\":{\"from\":\"a.b\",\"lifecycle\":{\"destroy\":true},\"provisioner\":{\"local-exec\":{\"when\":\"destroy\"}}}", Nobody, "what would fail if there were anything"),
    ("\"locals\":{\"//\":\"${var.gone}\",\"a\":1}", Nobody, "a comment in a block of locals"),
    ("\"locals\":{\"a\":[{\"//\":\"${var.gone}\"}]}", Both, "an element that is no comment"),
    ("\"resource\":{\"t\":{\"x\":{\"b\":{\"//\":\"${var.gone}\"}}}}", Nobody, "a comment in what may be a block"),
    ("\"resource\":{\"terraform_data\":{\"a\":{},\"b\":{},\"c\":{\"count\":1}}},\"moved\":{\"from\":\"terraform_data.a\",\"to\":\"terraform_data.b\"}", Both, "what is moved is still there"),
    ("\"resource\":{\"terraform_data\":{\"a\":{},\"b\":{},\"c\":{\"count\":1}}},\"moved\":{\"from\":\"terraform_data.c\",\"to\":\"terraform_data.c[0]\"}", Nobody, "it became an instance"),
    ("\"resource\":{\"terraform_data\":{\"a\":{},\"b\":{},\"c\":{\"count\":1}}},\"moved\":{\"from\":\"terraform_data.a[0]\",\"to\":\"terraform_data.a\"}", Nobody, "it was an instance"),
    ("\"resource\":{\"terraform_data\":{\"a\":{},\"b\":{},\"c\":{\"count\":1}}},\"removed\":{\"from\":\"terraform_data.c\",\"lifecycle\":{\"destroy\":false}}", Both, "what is removed is still there"),
    ("\"moved\":[{\"from\":\"a.b\",\"to\":\"a.c\"},{\"from\":\"a.b\",\"to\":\"a.d\"}]", Both, "two ways"),
    ("\"moved\":[{\"from\":\"a.b\",\"to\":\"a.c\"},{\"from\":\"a.d\",\"to\":\"a.c\"}]", Both, "into one"),
    ("\"moved\":[{\"from\":\"a.b\",\"to\":\"a.c\"},{\"from\":\"a.b\",\"to\":\"a.c\"}]", Nobody, "one way, twice"),
    ("\"moved\":[{\"from\":\"a.b\",\"to\":\"a.c\"},{\"from\":\"a.c\",\"to\":\"a.d\"}]", Nobody, "one after another"),
    ("\"resource\":{\"terraform_data\":{\"a\":{},\"b\":{},\"c\":{\"count\":1}}},\"import\":{\"to\":\"terraform_data.a[0]\",\"id\":\"x\"}", Both, "an instance of what has none"),
    ("\"resource\":{\"terraform_data\":{\"a\":{},\"b\":{},\"c\":{\"count\":1}}},\"import\":{\"to\":\"terraform_data.c\",\"id\":\"x\"}", Both, "no instance is chosen"),
    ("\"resource\":{\"terraform_data\":{\"a\":{},\"b\":{},\"c\":{\"count\":1}}},\"import\":{\"to\":\"resource.terraform_data.a\",\"id\":\"x\"}", OpenTofu, "the long form"),
    ("\"resource\":{\"terraform_data\":{\"a\":{},\"b\":{},\"c\":{\"count\":1}}},\"import\":{\"to\":\"terraform_data.a.id\",\"id\":\"x\"}", Both, "an attribute"),
    ("\"resource\":{\"terraform_data\":{\"a\":{},\"b\":{},\"c\":{\"count\":1}}},\"import\":{\"to\":\"module.m\",\"id\":\"x\"}", Both, "a module"),
    ("\"resource\":{\"terraform_data\":{\"a\":{},\"b\":{},\"c\":{\"count\":1}}},\"import\":{\"to\":\"local.x\",\"id\":\"x\"}", Both, "no resource"),
    ("\"module\":{\"m\":{\"source\":\"m\"}}", Both, "a directory without ./"),
    ("\"module\":{\"m\":{\"source\":\"modules/m\"}}", Both, "one below another"),
    ("\"module\":{\"m\":{\"source\":\"..\"}}", Both, "the directory above, without a slash"),
    ("\"module\":{\"m\":{\"source\":\" ./m\"}}", Both, "a space before it"),
    ("\"module\":{\"m\":{\"source\":\"a/b/c\"}}", Nobody, "an address of a registry"),
    ("\"module\":{\"m\":{\"source\":\"h.example/a/b/c\"}}", Nobody, "with its host"),
    ("\"module\":{\"m\":{\"source\":\"github.com/a/b\"}}", Nobody, "a repository"),
    ("\"module\":{\"m\":{\"source\":\"git::ssh://x/y\"}}", Nobody, "a way to get it"),
];

#[test]
fn other_blocks() {
    judge(OTHER_BLOCKS, ("{", "}"));
}

#[rustfmt::skip]
const CYCLES: &[Row] = &[
    ("\"locals\":{\"a\":\"${local.b}\",\"b\":\"${local.a}\"}", Both, "two locals"),
    ("\"locals\":[{\"a\":\"${local.b}\"},{\"b\":[\"${local.a}\"]}]", Both, "in two blocks, inside of a value"),
    ("\"locals\":{\"a\":\"${local.b}\",\"b\":\"${local.c}\",\"c\":1}", Nobody, "one after another"),
    ("\"locals\":{\"a\":{\"b\":1,\"c\":\"${local.a.b}\"}}", Both, "its own value"),
    ("\"locals\":{\"a\":\"local.b\",\"b\":\"$${local.a}\"}", Nobody, "texts"),
    ("\"resource\":{\"t\":{\"a\":{\"i\":\"${t.b.id}\"},\"b\":{\"i\":\"${t.a.id}\"}}}", Both, "two resources"),
    ("\"resource\":{\"t\":{\"a\":{\"i\":\"${t.b.id}\"},\"b\":{\"depends_on\":[\"t.a\"]}}}", Both, "by order alone"),
    ("\"resource\":{\"t\":{\"a\":{\"i\":\"${t.b.id}\"},\"b\":{\"lifecycle\":{\"replace_triggered_by\":[\"t.a\"]}}}}", Both, "by replacement"),
    ("\"resource\":{\"t\":{\"a\":{\"i\":\"${t.b[0].id}\"},\"b\":{\"count\":\"${length(t.a.id)}\"}}}", Both, "by number"),
    ("\"resource\":{\"t\":{\"a\":{\"i\":\"${local.x}\"}}},\"locals\":{\"x\":\"${t.a.id}\"}", Both, "by way of a local"),
    ("\"data\":{\"t\":{\"a\":{\"i\":\"${t.a.id}\"}}},\"resource\":{\"t\":{\"a\":{\"i\":\"${data.t.a.id}\"}}}", Both, "with a data source"),
    ("\"resource\":{\"t\":{\"a\":{\"i\":\"${t.b.id}\",\"lifecycle\":{\"ignore_changes\":[\"i\"]}},\"b\":{}}}", Nobody, "names that are ignored"),
    ("\"provider\":{\"t\":{\"i\":\"${t_x.a.id}\"}},\"resource\":{\"t_x\":{\"a\":{}}}", Both, "a provider of itself"),
    ("\"provider\":{\"t\":[{},{\"alias\":\"w\",\"i\":\"${t_x.a.id}\"}]},\"resource\":{\"t_x\":{\"a\":{}}}", Nobody, "another configuration of it"),
    ("\"provider\":{\"t\":[{},{\"alias\":\"w\",\"i\":\"${t_x.a.id}\"}]},\"resource\":{\"t_x\":{\"a\":{\"provider\":\"t.w\"}}}", Both, "by its alias"),
    ("\"provider\":{\"u\":{\"i\":\"${t_x.a.id}\"}},\"resource\":{\"t_x\":{\"a\":{}},\"u_y\":{\"b\":{}}}", Nobody, "a provider of another's resource"),
    ("\"variable\":{\"v\":{\"validation\":{\"condition\":\"${local.x > var.v}\",\"error_message\":\"m\"}}},\"locals\":{\"x\":\"${var.v}\"}", Both, "a validation"),
    ("\"variable\":{\"v\":{\"validation\":{\"condition\":\"${local.x > var.v}\",\"error_message\":\"m\"}}},\"locals\":{\"x\":1}", Nobody, "of itself and something else"),
    ("\"locals\":{\"x\":1},\"check\":{\"c\":{\"data\":{\"t\":{\"a\":{\"i\":\"${local.x}\"}}},\"assert\":{\"condition\":\"${data.t.a.id != local.x}\",\"error_message\":\"m\"}}}", Nobody, "a check waits, and nothing for it"),
    ("\"module\":{\"a\":{\"source\":\"x/y/z\",\"i\":\"${module.b.o}\"},\"b\":{\"source\":\"x/y/z\",\"i\":\"${module.a.o}\"}}", Nobody, "outputs of which nothing is known"),
    ("\"module\":{\"a\":{\"source\":\"x/y/z\",\"depends_on\":[\"module.b\"]},\"b\":{\"source\":\"x/y/z\",\"i\":\"${module.a}\"}}", Both, "modules as a whole"),
    ("\"module\":{\"a\":{\"source\":\"x/y/z\",\"count\":\"${module.b.o}\"},\"b\":{\"source\":\"x/y/z\",\"i\":\"${module.a[0].o}\"}}", Nobody, "what is given is no number"),
];

#[test]
fn cycles() {
    judge(CYCLES, ("{", "}"));
}

/// What stands in the base, what overrides it, who refuses them, and why.
#[rustfmt::skip]
const OVERRIDES: &[Pair] = &[
    (X, r#""resource":{"terraform_data":{"x":{"input":1}}}"#, Nobody, "an argument"),
    (X, r#""resource":{"terraform_data":{"y":{"input":1}}}"#, Both, "of nothing"),
    (X, r#""variable":{"v":{"default":1}}"#, Nobody, "a default that fits"),
    (X, r#""variable":{"v":{"default":"x"}}"#, Both, "a default that does not"),
    (X, r#""variable":{"v":{"type":"string","default":"x"}}"#, Nobody, "with its type"),
    (r#""variable":{"v":{"default":1,"nullable":false}}"#, r#""variable":{"v":{"default":null}}"#, Both, "null where it is not allowed"),
    (r#""variable":{"v":{"default":null}}"#, r#""variable":{"v":{"nullable":false}}"#, Both, "no more allowed"),
    (r#""variable":{"v":{"type":"number","default":"x"}}"#, r#""variable":{"v":{"default":1}}"#, Both, "a default is looked at in its own file"),
    (X, r#""provider":{"terraform":{}}"#, Nobody, "a provider becomes the configuration"),
    (X, r#""provider":{"terraform":{"alias":"b"}}"#, Both, "one with an alias does not"),
    (X, r#""check":{"c":{"assert":{"condition":"${var.v}","error_message":"m"}}}"#, Both, "no check"),
    (X, r#""removed":{"from":"a.b","lifecycle":{"destroy":false}}"#, OpenTofu, "what one engine forgets"),
    (X, r#""terraform":{"backend":{"local":{}}}"#, Nobody, "a backend"),
    (X, r#""terraform":{"backend":[{"local":{}},{"local":{}}]}"#, Both, "two of them"),
    (X, r#""resource":{"terraform_data":{"x":{"lifecycle":{"precondition":{"condition":"${var.v}","error_message":"m"}}}}}"#, Both, "a condition"),
    (X, r#""resource":{"terraform_data":{"x":{"depends_on":[]}}}"#, Nobody, "an order of nothing"),
    (X, r#""resource":{"terraform_data":{"x":{"depends_on":["var.v"]}}}"#, Both, "an order"),
    (X, r#""resource":{"terraform_data":{"x":{"lifecycle":{"replace_triggered_by":["terraform_data.x"]}}}}"#, Nobody, "what merging loses"),
    (X, r#""resource":{"terraform_data":{"x":{"lifecycle":{"replace_triggered_by":["terraform_data.gone[each.key]"]}}}}"#, Nobody, "nobody looks where it leads"),
    (X, r#""resource":{"terraform_data":{"x":{"lifecycle":{"replace_triggered_by":["var.v"]}}}}"#, Both, "but that it is of a resource"),
    (X, r#""resource":{"terraform_data":{"x":{"nope":"${var.gone}"}}}"#, Nobody, "what is merged is asked for what is known"),
    (r#""resource":{"terraform_data":{"x":{"nope":1}}}"#, r#""resource":{"terraform_data":{"x":{}}}"#, Nobody, "in the base, too"),
    (r#""locals":{"a":"${var.gone}"}"#, r#""locals":{"a":1}"#, Nobody, "a local whose value is replaced"),
    (r#""locals":{"a":"${"}"#, r#""locals":{"a":1}"#, Nobody, "nobody reads what it was"),
    (r#""locals":{"a":1,"b":"${var.gone}"}"#, r#""locals":{"a":1}"#, Both, "another local"),
    (r#""locals":{"a":1}"#, r#""locals":{"a":"${var.gone}"}"#, Both, "the value that counts"),
    (r#""output":{"a":{"value":"${nope()}"}}"#, r#""output":{"a":{"value":1}}"#, Nobody, "an output"),
    (r#""resource":{"terraform_data":{"x":{"input":{"${null}":1}}}}"#, r#""resource":{"terraform_data":{"x":{"input":1}}}"#, Nobody, "an argument that is replaced"),
    (r#""resource":{"terraform_data":{"x":{"triggers_replace":"${var.gone}"}}}"#, r#""resource":{"terraform_data":{"x":{"input":1}}}"#, Both, "one that is not"),
    (r#""resource":{"terraform_data":{"x":{"count":"many"}}}"#, r#""resource":{"terraform_data":{"x":{"count":1}}}"#, Nobody, "a number"),
    (r#""resource":{"terraform_data":{"x":{"for_each":["a"]}}}"#, r#""resource":{"terraform_data":{"x":{"for_each":{"a":1}}}}"#, Nobody, "a collection"),
    (r#""resource":{"terraform_data":{"x":{"for_each":"${local.l}"}}},"locals":{"l":[1]}"#, r#""resource":{"terraform_data":{"x":{"for_each":{"a":1}}}}"#, Nobody, "one that stands elsewhere"),
    (r#""resource":{"terraform_data":{"x":{"input":"${count.index}"}}}"#, r#""resource":{"terraform_data":{"x":{"count":1}}}"#, Nobody, "count from the other file"),
    (r#""resource":{"terraform_data":{"x":{"input":"${each.key}"}}}"#, r#""resource":{"terraform_data":{"x":{"for_each":{"a":1}}}}"#, Nobody, "each from the other file"),
    (r#""resource":{"terraform_data":{"x":{"count":1,"input":"${each.key}"}}}"#, r#""resource":{"terraform_data":{"x":{"for_each":{"a":1}}}}"#, Both, "count goes before it"),
    (X, r#""resource":{"terraform_data":{"x":{"input":"${each.key}"}}}"#, Both, "each without for_each anywhere"),
    (r#""resource":{"terraform_data":{"x":{}}},"output":{"o":{"value":"${terraform_data.x.id}"}}"#, r#""resource":{"terraform_data":{"x":{"count":1}}}"#, Both, "instances from the other file"),
    (r#""resource":{"terraform_data":{"x":{"lifecycle":{"ignore_changes":["nope"]}}}}"#, r#""resource":{"terraform_data":{"x":{"lifecycle":{"ignore_changes":["input"]}}}}"#, Nobody, "what is ignored"),
    (r#""resource":{"terraform_data":{"x":{"lifecycle":{"ignore_changes":["nope"]}}}}"#, r#""resource":{"terraform_data":{"x":{"lifecycle":{"ignore_changes":"all"}}}}"#, Both, "all of it replaces nothing"),
    (r#""resource":{"terraform_data":{"x":{"provisioner":{"local-exec":{}}}}}"#, r#""resource":{"terraform_data":{"x":{"provisioner":{"local-exec":{"command":"x"}}}}}"#, Nobody, "a provisioner as a whole"),
    (r#""resource":{"terraform_data":{"x":{"provisioner":{"local-exec":{"command":"x"}}}}}"#, r#""resource":{"terraform_data":{"x":{"provisioner":{"local-exec":{}}}}}"#, Both, "so that it must be one"),
    (r#""resource":{"terraform_data":{"x":{"provisioner":{"chef":{}}}}}"#, r#""resource":{"terraform_data":{"x":{"provisioner":{"local-exec":{"command":"x"}}}}}"#, Both, "a provisioner of old is found at once"),
    (r#""resource":{"terraform_data":{"x":{"connection":{"nope":1,"host":"h"},"provisioner":{"local-exec":{"command":"x"}}}}}"#, r#""resource":{"terraform_data":{"x":{"connection":{"host":"h"}}}}"#, Nobody, "a connection"),
    (r#""resource":{"terraform_data":{"x":{"connection":{"nope":1}}}}"#, r#""resource":{"terraform_data":{"x":{"provisioner":{"local-exec":{"command":"x"}}}}}"#, Both, "one that the other file uses"),
    (r#""resource":{"terraform_data":{"x":{"provider":"terraform.gone"}}}"#, r#""resource":{"terraform_data":{"x":{"provider":"terraform"}}}"#, Nobody, "a provider"),
    (r#""terraform":{"required_version":">= 99"}"#, r#""terraform":{"required_version":">= 1"}"#, Nobody, "a version"),
    (r#""terraform":{"required_version":"x"}"#, r#""terraform":{"required_version":">= 1"}"#, Terraform, "no version at all"),
    (r#""terraform":{"required_version":">= 1"}"#, r#""terraform":{"required_version":"< 1"}"#, Terraform, "the version that counts"),
    (r#""terraform":{"required_version":"< 1"}"#, r#""terraform":{"required_version":">= 1"}"#, Nobody, "which is the last"),
    (r#""terraform":{"required_version":">= 1"}"#, r#""terraform":{"required_version":">= 99"}"#, Nobody, "a version to come, of which nobody knows"),
    (r#""module":{"m":{"source":"./gone"}},"output":{"o":{"value":"${module.m.o}"}}"#, r#""module":{"m":{"source":"./m"}}"#, Nobody, "a module for development"),
    (r#""module":{"m":{"source":"./m"}}"#, r#""module":{"m":{"source":"./gone"}}"#, Both, "that is not there"),
    (r#""module":{"m":{"source":"./m","i":1}}"#, r#""module":{"m":{"source":"./n"}}"#, Nobody, "arguments of the other module"),
    (r#""module":{"m":{"source":"./m"}}"#, r#""module":{"m":{"source":"./n","i":1}}"#, Both, "that the call itself must give"),
    (r#""module":{"m":{"source":"./m"}},"output":{"o":{"value":"${module.m.o}"}}"#, r#""module":{"m":{"source":"./n"}}"#, Both, "outputs of the other module"),
    (r#""module":{"m":{"source":"./m","zz":"${var.gone}"}}"#, r#""module":{"m":{}}"#, Nobody, "an argument that nobody asks for"),
    (r#""module":{"m":{"source":"./m"}},"output":{"o":{"value":"${module.m.o}"}}"#, r#""module":{"m":{"count":1}}"#, Both, "a module with instances"),
];

/// A resource and a variable, which many override.
const X: &str = r#""resource":{"terraform_data":{"x":{}}},"variable":{"v":{"type":"number"}}"#;

/// Files of a module beside two others, in which many rows find what they call.
fn with_modules(files: &[(&str, &str)]) -> Tree {
    let modules = [
        ("m/main.tf.json", r#"{"output":{"o":{"value":1}}}"#),
        (
            "n/main.tf.json",
            r#"{"variable":{"i":{}},"output":{"p":{"value":"${var.i}"}}}"#,
        ),
    ];
    made(&[files, &modules].concat())
}

#[test]
fn overrides() {
    judge_each(OVERRIDES, |(base, over, by, _)| {
        let (base, over) = (format!("{{{base}}}"), format!("{{{over}}}"));
        (with_modules(&[("a.tf.json", &base), ("override.tf.json", &over)]), *by)
    });
}

/// What the call of a module says beside its source, what an output is made of, who refuses it, and why.
#[rustfmt::skip]
const MODULES: &[Pair] = &[
    ("", "module.m.o", Nobody, "an output"),
    ("", "module.m.nope", Both, "one that the module does not have"),
    ("", "try(module.m.nope,1)", Nobody, "which something forgives"),
    ("", "can(module.m.nope)", Nobody, "and tells"),
    ("", "false ? module.m.nope : 1", Nobody, "a branch that is not chosen"),
    ("", "[for x in [] : module.m.nope]", Nobody, "nothing to do it for"),
    ("", "[for x in module.m.nope : x]", Both, "what is gone through is asked for"),
    ("", "terraform_data.x.nope", Both, "a resource without such an attribute"),
    ("", "try(terraform_data.x.nope,1)", Both, "which nothing forgives"),
    ("", "module.m[0].o", Both, "an instance of what has none"),
    ("", "try(module.m[0].o,1)", Nobody, "forgiven"),
    ("", "module.m[\\\"o\\\"]", Nobody, "an output as an element"),
    ("", "module.m[\\\"nope\\\"]", Both, "no element"),
    (",\"count\":2", "module.m.o", Both, "no instance is chosen"),
    (",\"count\":2", "module.m[0][\\\"o\\\"]", Both, "Module instance objects do not support this operation"),
    (",\"count\":2", "try(module.m.o,1)", Nobody, "forgiven"),
    (",\"count\":2", "module.m[0].o", Nobody, "an instance"),
    (",\"count\":2", "module.m[0].nope", Both, "that has no such output"),
    (",\"count\":2", "length(module.m)", Nobody, "all of them"),
    (",\"count\":2", "module.m[\\\"k\\\"].o", Both, "no number"),
    (",\"for_each\":{\"k\":1}", "module.m[\\\"k\\\"].o", Nobody, "an instance by its key"),
    (",\"for_each\":{\"k\":1}", "module.m.k.o", Nobody, "written as an attribute"),
    (",\"for_each\":{\"k\":1}", "module.m.k", Nobody, "as a whole"),
    (",\"for_each\":{\"k\":1}", "module.m.k.nope", Both, "that has no such output"),
    (",\"for_each\":{\"k\":1}", "module.m.o", Both, "no instance is chosen"),
    (",\"for_each\":{\"k\":1}", "module.m[\\\"z\\\"].o", Both, "no such instance"),
    (",\"for_each\":{\"k\":1}", "try(module.m[\\\"z\\\"].o,1)", Nobody, "forgiven"),
    (",\"for_each\":{\"k\":1}", "module.m[0].o", Both, "no such number"),
    (",\"for_each\":\"${var.v}\"", "module.m.o", Nobody, "perhaps the key of an instance"),
];

#[test]
fn modules() {
    judge_each(MODULES, |(call, value, by, _)| {
        let text = format!(
            "{{\"module\":{{\"m\":{{\"source\":\"./m\"{call}}}}},\"locals\":{{\"a\":\"${{{value}}}\"}},\
             \"resource\":{{\"terraform_data\":{{\"x\":{{}}}}}},\"variable\":{{\"v\":{{\"type\":\"map(string)\"}}}}}}"
        );
        (with_modules(&[("main.tf.json", &text)]), *by)
    });
}
