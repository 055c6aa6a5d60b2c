//! What each engine refuses and takes, a row a case, beyond those that were run: from the language's documentation.

use super::tests::problems;
use super::{Engine, ProblemKind};

/// Who refuses a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum By {
    Nobody,
    Both,
    OpenTofu,
    Terraform,
}
use By::{Both, Nobody, OpenTofu, Terraform};

fn refused(name: &str, text: &str, engine: Engine) -> Vec<ProblemKind> {
    let tree = [(name.to_owned(), Some(text.as_bytes().to_vec()))].into();
    let problems = problems(&tree, engine)
        .into_iter()
        .filter(|problem| problem.engine_rejects);
    problems.map(|problem| problem.kind).collect()
}

/// What stands in the file, who refuses it, and why.
type Row = (&'static str, By, &'static str);

fn judge(rows: &[Row], around: (&str, &str)) {
    let mut wrong = Vec::new();
    for (text, by, why) in rows {
        let text = format!("{}{text}{}", around.0, around.1);
        for (engine, refuses) in [
            (Engine::OPENTOFU, matches!(by, Both | OpenTofu)),
            (Engine::TERRAFORM, matches!(by, Both | Terraform)),
        ] {
            let kinds = refused("main.tf.json", &text, engine);
            if kinds.is_empty() == refuses {
                wrong.push(format!("{:?} {why}: {text}: {kinds:?}", engine.flavor));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
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
    ("\"connection\":{\"nope\":1}", Both, "no such argument of a connection"),
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
    ("\"input\":\"${max()}\"", Both, "none where one is needed"),
    ("\"input\":\"${true ? 1 : upper()}\"", Nobody, "a branch that is not chosen"),
    ("\"input\":\"${try(upper(),nope(),1)}\"", Nobody, "what try forgives"),
    ("\"input\":\"${[for x in [] : nope(x)]}\"", Nobody, "nothing to do it for"),
    ("\"input\":\"${lower(upper())}\"", Both, "inside of another"),
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
    ("\"variable\":{\"a\":{\"deprecated\":\"x\",\"ephemeral\":true}}", Terraform, "of OpenTofu at that version"),
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
    ("\"language\":{\"compatible_with\":{\"opentofu\":\">= 9\"}}", Both, "a version that is not"),
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
    ("\"resource\":{\"terraform_data\":{\"a\":{},\"c\":{\"count\":2}}},\"import\":{\"to\":\"terraform_data.a\",\"id\":\"\"}", Both, "an empty id"),
    ("\"resource\":{\"terraform_data\":{\"a\":{},\"c\":{\"count\":2}}},\"import\":{\"to\":\"terraform_data.a\",\"id\":null}", Both, "no id at all"),
    ("\"resource\":{\"terraform_data\":{\"a\":{},\"c\":{\"count\":2}}},\"import\":{\"to\":\"terraform_data.a\",\"id\":5}", Nobody, "a number converts"),
    ("\"resource\":{\"terraform_data\":{\"a\":{},\"c\":{\"count\":2}}},\"import\":{\"for_each\":{},\"to\":\"terraform_data.a\",\"id\":\"\"}", Nobody, "nothing is imported"),
    ("\"resource\":{\"terraform_data\":{\"a\":{},\"c\":{\"count\":2}}},\"import\":{\"for_each\":\"x\",\"to\":\"terraform_data.a\",\"id\":\"x\"}", Both, "no collection"),
    ("\"resource\":{\"terraform_data\":{\"a\":{},\"c\":{\"count\":2}}},\"import\":[{\"to\":\"terraform_data.a\",\"id\":\"x\"},{\"to\":\"terraform_data.a\",\"id\":\"x\"}]", Both, "one thing twice"),
    ("\"resource\":{\"terraform_data\":{\"a\":{},\"c\":{\"count\":2}}},\"import\":[{\"to\":\"terraform_data.c[0]\",\"id\":\"x\"},{\"to\":\"terraform_data.c[1]\",\"id\":\"y\"}]", Nobody, "two instances"),
    ("\"resource\":{\"terraform_data\":{\"a\":{},\"c\":{\"count\":2}}},\"import\":[{\"to\":\"terraform_data.c[\\\"k\\\"]\",\"id\":\"x\"},{\"to\":\"terraform_data.c[ \\\"k\\\" ]\",\"id\":\"y\"}]", Both, "one key in two spellings"),
    ("\"removed\":{\"from\":\"a.b\",\"lifecycle\":{\"destroy\":true},\"provisioner\":{\"local-exec\":{\"command\":\"x\"}}}", Both, "what runs when nothing is created"),
    ("\"removed\":{\"from\":\"a.b\",\"lifecycle\":{\"destroy\":true},\"provisioner\":{\"local-exec\":{\"command\":\"x\",\"when\":\"destroy\"}}}", Nobody, "what runs on destruction"),
    ("\"removed\":{\"from\":\"module.b\",\"lifecycle\":{\"destroy\":true},\"provisioner\":{\"local-exec\":{\"command\":\"x\",\"when\":\"destroy\"}}}", Terraform, "of a module"),
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

#[test]
fn overrides() {
    let judge = |base: &str, over: &str, refuses: bool, why: &str| {
        let tree = [("a.tf.json", base), ("override.tf.json", over)];
        let tree = tree
            .map(|(name, text)| (name.to_owned(), Some(text.as_bytes().to_vec())))
            .into();
        for engine in [Engine::OPENTOFU, Engine::TERRAFORM] {
            let found: Vec<_> = problems(&tree, engine)
                .into_iter()
                .filter(|problem| problem.engine_rejects)
                .collect();
            assert_eq!(!found.is_empty(), refuses, "{:?} {why}: {found:?}", engine.flavor);
        }
    };
    let resource = r#"{"resource":{"terraform_data":{"x":{}}},"variable":{"v":{"type":"number"}}}"#;
    for (over, refuses, why) in [
        (
            r#"{"resource":{"terraform_data":{"x":{"input":1}}}}"#,
            false,
            "an argument",
        ),
        (
            r#"{"resource":{"terraform_data":{"y":{"input":1}}}}"#,
            true,
            "of nothing",
        ),
        (r#"{"variable":{"v":{"default":1}}}"#, false, "a default that fits"),
        (r#"{"variable":{"v":{"default":"x"}}}"#, true, "a default that does not"),
        (
            r#"{"variable":{"v":{"type":"string","default":"x"}}}"#,
            false,
            "with its type",
        ),
        (
            r#"{"provider":{"terraform":{}}}"#,
            false,
            "a provider becomes the configuration",
        ),
        (
            r#"{"provider":{"terraform":{"alias":"b"}}}"#,
            true,
            "one with an alias does not",
        ),
        (
            r#"{"check":{"c":{"assert":{"condition":"${var.v}","error_message":"m"}}}}"#,
            true,
            "no check",
        ),
        (r#"{"terraform":{"backend":{"local":{}}}}"#, false, "a backend"),
        (
            r#"{"terraform":{"backend":[{"local":{}},{"local":{}}]}}"#,
            true,
            "two of them",
        ),
        (
            r#"{"resource":{"terraform_data":{"x":{"lifecycle":{"precondition":{"condition":"${var.v}","error_message":"m"}}}}}}"#,
            true,
            "a condition",
        ),
        (
            r#"{"resource":{"terraform_data":{"x":{"lifecycle":{"replace_triggered_by":["terraform_data.x"]}}}}}"#,
            false,
            "what merging loses",
        ),
    ] {
        judge(resource, over, refuses, why);
    }
}
