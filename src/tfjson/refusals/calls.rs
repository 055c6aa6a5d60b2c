//! Versions of providers and modules, addresses of registries, and providers that are handed to modules: as Terraform
//! 1.11.4 said of each row. What both engines do alike stands in one place of their sources.

use crate::tfjson::tests::{TERRAFORM_1_11, made};

use super::By::{self, Both, Nobody, Terraform};
use super::{Pair, Row, judge, judge_each, refused, with_modules};

#[rustfmt::skip]
const VERSIONS: &[Row] = &[
    (r#""terraform":{"required_providers":{"aws":{"source":"hashicorp/aws","version":"v1.0"}}}"#, Both, "Invalid version constraint"),
    (r#""terraform":{"required_providers":{"aws":{"source":"hashicorp/aws","version":"1.2.3.4"}}}"#, Both, "four numbers"),
    (r#""terraform":{"required_providers":{"aws":{"source":"hashicorp/aws","version":"~> 1.2.3.4-beta"}}}"#, Both, "of something to come"),
    (r#""terraform":{"required_providers":{"aws":{"source":"hashicorp/aws","version":">= 1.0, != v1"}}}"#, Both, "one of several"),
    (r#""terraform":{"required_providers":{"aws":"v1.0"}}"#, Both, "in the short form"),
    (r#""provider":{"aws":{"version":"v1.0"}}"#, Both, "in the configuration"),
    (r#""provider":{"aws":[{},{"alias":"w","version":"1.2.3.4"}]}"#, Both, "in one with an alias"),
    (r#""terraform":{"required_providers":{"aws":{"source":"hashicorp/aws","version":"1.2.3-v1"}}}"#, Nobody, "what comes behind the numbers is any text"),
    (r#""terraform":{"required_providers":{"aws":{"source":"hashicorp/aws","version":"1.0.0-beta.1.2.3+b.4"}}}"#, Nobody, "with any dots"),
    (r#""terraform":{"required_providers":{"aws":{"source":"hashicorp/aws","version":">= 1.0 , < 2"}}}"#, Nobody, "as it should be"),
    (r#""terraform":{"required_providers":{"aws":{"source":"hashicorp/aws","version":"01.0"}}}"#, Nobody, "with zeros"),
    (r#""module":{"m":{"source":"a/b/c","version":"v1.0"}}"#, Nobody, "modules may have both"),
    (r#""module":{"m":{"source":"a/b/c","version":"1.2.3.4"}}"#, Nobody, "modules may have both"),
    (r#""terraform":{"required_version":">= v0.1.0.0"}"#, Nobody, "and so may engines"),
    (r#""module":{"m":{"source":"github.com/a/b","version":"1.0.0"}}"#, Both, "Invalid registry module source address"),
    (r#""module":{"m":{"source":"github.com/a/b/c/d","version":"1.0.0"}}"#, Both, "Invalid registry module source address"),
    (r#""module":{"m":{"source":"git::https://x.example/y.git","version":"1.0.0"}}"#, Both, "Invalid registry module source address"),
    (r#""module":{"m":{"source":"https://x.example/y.zip","version":"1.0.0"}}"#, Both, "Invalid registry module source address"),
    (r#""module":{"m":{"source":"git@github.com:a/b","version":"1.0.0"}}"#, Both, "Invalid registry module source address"),
    (r#""module":{"m":{"source":"/abs/path","version":"1.0.0"}}"#, Both, "Invalid registry module source address"),
    (r#""module":{"m":{"source":"a/b/c?ref=x","version":"1.0.0"}}"#, Both, "Invalid registry module source address"),
    (r#""module":{"m":{"source":"github.com/a/b","version":null}}"#, Nobody, "no version"),
    (r#""module":{"m":{"source":"x.example/a/b/c","version":"1.0.0"}}"#, Nobody, "another registry"),
    (r#""module":{"m":{"source":"a/b/c-d"}}"#, Both, "Invalid module source address"),
    (r#""module":{"m":{"source":"a/b/C"}}"#, Both, "Invalid module source address"),
    (r#""module":{"m":{"source":"a/b/c_d"}}"#, Both, "Invalid module source address"),
    (r#""module":{"m":{"source":"-a/b/c"}}"#, Both, "Invalid module source address"),
    (r#""module":{"m":{"source":"localhost/a/b/c"}}"#, Both, "Invalid module source address"),
    (r#""module":{"m":{"source":"a/b/c?archive=zip"}}"#, Both, "Invalid module source address"),
    (r#""module":{"m":{"source":"a/b/c/d"}}"#, Both, "Invalid module source address"),
    (r#""module":{"m":{"source":"x.example/a/b/C"}}"#, Both, "Invalid module source address"),
    (r#""module":{"m":{"source":"x.example:80/a/b/c"}}"#, Nobody, "with a port"),
    (r#""module":{"m":{"source":"a_b/c--d/1//x"}}"#, Nobody, "as names may be"),
    (r#""module":{"m":{"source":"bitbucket.org/a/b/c"}}"#, Nobody, "a repository and more"),
];

#[test]
fn versions() {
    judge(VERSIONS, ("{", "}"));
}

/// What a call hands to its module, what the module requires, what the caller does, who refuses that, and why.
type Handed = (&'static str, &'static str, &'static str, By, &'static str);

#[rustfmt::skip]
const HANDED: &[Handed] = &[
    (r#""a":"b""#, r#""a":{"source":"x/a"}"#, r#""b":{"source":"x/b"}"#, Both, "Provider type mismatch"),
    (r#""a":"b""#, r#""a":{"source":"x/b"}"#, r#""b":{"source":"x/b"}"#, Nobody, "the same by another name"),
    (r#""a":"b""#, r#""a":{"source":"X/B"}"#, r#""b":{"source":"x/b"}"#, Nobody, "in other letters"),
    (r#""a":"b""#, r#""a":{"source":"x/a"}"#, r#""a":{"source":"x/a"},"b":{"source":"x/b"}"#, Nobody, "the engines take the caller's provider of that name for it"),
    (r#""a":"b""#, r#""a":{"source":"x/b"}"#, r#""a":{"source":"x/a"},"b":{"source":"x/b"}"#, Both, "even where it is another"),
    (r#""a.z":"b""#, r#""a":{"source":"x/a","configuration_aliases":["a.z"]}"#, r#""b":{"source":"x/b"}"#, Both, "by an alias"),
    (r#""a.z":"b""#, r#""a":{"source":"x/a","configuration_aliases":["a.z"]}"#, r#""a":{"source":"x/a"},"b":{"source":"x/b"}"#, Both, "which no provider is called"),
    (r#""a":"b""#, "", r#""b":{"source":"hashicorp/a"}"#, Nobody, "what is meant where nothing is said"),
    (r#""a":"b""#, "", r#""b":{"source":"x/b"}"#, Both, "which is another one"),
    (r#""a":"a""#, "", r#""a":{"source":"x/a"}"#, Both, "by the same name"),
    (r#""a.z":"b""#, "", r#""b":{"source":"x/b"}"#, Both, "by an alias, too"),
    (r#""a.z":"b""#, r#""a":{"source":"x/a"}"#, r#""b":{"source":"x/a"}"#, Both, "Reference to undefined provider"),
    (r#""a.z":"b""#, r#""a":{"source":"hashicorp/a"}"#, r#""b":{"source":"hashicorp/a"}"#, Nobody, "of such a provider that is a warning"),
    (r#""a.y":"b","a.z":"b""#, r#""a":{"source":"x/a","configuration_aliases":["a.y"]}"#, r#""b":{"source":"x/a"}"#, Both, "beside one that it expects"),
    (r#""c":"b""#, r#""a":{"source":"x/a"}"#, r#""b":{"source":"hashicorp/c"}"#, Nobody, "a provider of which it says nothing"),
    (r#""a":"b""#, r#""a":{"version":"1.0"}"#, r#""b":{"source":"hashicorp/a"}"#, Nobody, "a version alone"),
    (r#""a":"b""#, r#""a":"1.0""#, r#""b":{"source":"hashicorp/a"}"#, Nobody, "in the short form"),
    (r#""a":"b""#, r#""a":{"source":"hashicorp/b"}"#, "", Nobody, "nothing is said by the caller"),
    (r#""a":"terraform""#, r#""a":{"source":"hashicorp/terraform"}"#, "", Nobody, "the name of what is part of the engines"),
    (r#""a":"terraform""#, r#""a":{"source":"terraform.io/builtin/terraform"}"#, "", Both, "which is not meant by it here"),
    (r#""a":"a""#, r#""a":{"source":"A"}"#, "", Nobody, "a name alone"),
    (r#""a":"a""#, r#""a":{"source":"registry.terraform.io/x/a"}"#, r#""a":{"source":"x/a"}"#, By::OpenTofu, "the registry of one of them"),
    (r#""a":"a""#, r#""a":{"source":"registry.opentofu.org/x/a"}"#, r#""a":{"source":"x/a"}"#, Terraform, "and of the other"),
];

#[test]
fn handed() {
    judge_each(HANDED, |(handed, inside, outside, by, _)| {
        let requires = |what: &str| format!(r#""terraform":{{"required_providers":{{{what}}}}}"#);
        let text = format!(
            r#"{{"module":{{"h":{{"source":"./h","providers":{{{handed}}}}}}},{}}}"#,
            requires(outside)
        );
        let called = format!("{{{}}}", requires(inside));
        (
            with_modules(&[("main.tf.json", &text), ("h/main.tf.json", &called)]),
            *by,
        )
    });
}

/// What Terraform 1.11.4 says of keys of instances, of connections at destruction, of what is imported to nothing, and
/// of moves.
#[rustfmt::skip]
const MORE: &[Row] = &[
    (r#""output":{"o":{"value":"${terraform_data.c[true]}"}}"#, Both, "Invalid index key"),
    (r#""output":{"o":{"value":"${terraform_data.f[null]}"}}"#, Both, "Invalid index key"),
    (r#""output":{"o":{"value":"${terraform_data.f[1.5].id}"}}"#, Both, "Invalid index key"),
    (r#""output":{"o":{"value":"${resource.terraform_data.c[1.5]}"}}"#, Both, "in its long form"),
    (r#""output":{"o":{"value":"${data.terraform_remote_state.d[null]}"}}"#, Both, "of a data source"),
    (r#""output":{"o":{"value":"${module.m[true].o}"}}"#, Both, "of a module"),
    (r#""output":{"o":{"value":"${try(terraform_data.c[true].id,1)}"}}"#, Both, "which nothing forgives"),
    (r#""output":{"o":{"value":"${false ? terraform_data.c[true] : 1}"}}"#, Both, "even if nobody asks for it"),
    (r#""output":{"o":{"value":"${terraform_data.c[1.0].id}"}}"#, Nobody, "a whole number"),
    (r#""output":{"o":{"value":"${[for l in [[1]] : l[0]]}"}}"#, Nobody, "an element"),
    (r#""resource":{"terraform_data":{"y":{"depends_on":["terraform_data.c[1.5]"]}}}"#, Both, "Invalid index key"),
    (r#""resource":{"terraform_data":{"y":{"lifecycle":{"replace_triggered_by":["terraform_data.c[true]"]}}}}"#, Both, "Invalid index key"),
    (r#""resource":{"terraform_data":{"y":{"lifecycle":{"replace_triggered_by":["terraform_data.c[0+1]"]}}}}"#, Both, "only attribute access and indexing with constant keys, in a plan"),
    (r#""resource":{"terraform_data":{"y":{"count":1,"lifecycle":{"replace_triggered_by":["terraform_data.c[count.index + 1].id"]}}}}"#, Both, "of a number beside its own"),
    (r#""resource":{"terraform_data":{"y":{"count":0,"lifecycle":{"replace_triggered_by":["terraform_data.c[0+1]"]}}}}"#, Nobody, "nothing is replaced"),
    (r#""resource":{"terraform_data":{"y":{"for_each":{"k":1},"lifecycle":{"replace_triggered_by":["terraform_data.f[\"${each.key}\"]"]}}}}"#, Both, "a text around the key"),
    (r#""resource":{"terraform_data":{"y":{"for_each":{"k":1},"lifecycle":{"replace_triggered_by":["terraform_data.f[each.key]"]}}}}"#, Nobody, "the key itself"),
    (r#""resource":{"terraform_data":{"y":{"connection":{"host":"${terraform_data.c[true]}"}}}}"#, Nobody, "in what is never evaluated"),
    (r#""resource":{"terraform_data":{"y":{"connection":{"host":"${var.v}"},"provisioner":{"local-exec":{"when":"destroy","command":"a"}}}}}"#, Both, "Invalid reference from destroy provisioner"),
    (r#""resource":{"terraform_data":{"y":{"connection":{"host":"${try(var.v,1)}"},"provisioner":{"local-exec":{"when":"destroy","command":"a"}}}}}"#, Both, "which nothing forgives"),
    (r#""resource":{"terraform_data":{"y":{"connection":{"host":"${var.v}"},"provisioner":{"local-exec":{"when":"destroy","command":"a","connection":{"host":"h"}}}}}}"#, Both, "even beside a connection of its own"),
    (r#""resource":{"terraform_data":{"y":{"connection":{"host":"${var.v}"},"provisioner":[{"local-exec":{"command":"a"}},{"local-exec":{"when":"destroy","command":"a"}}]}}}"#, Both, "one of several"),
    (r#""resource":{"terraform_data":{"y":{"connection":{"host":"${var.v}"},"provisioner":{"local-exec":{"command":"a"}}}}}"#, Nobody, "when it is made"),
    (r#""resource":{"terraform_data":{"y":{"connection":{"host":"${self.id}${path.module}"},"provisioner":{"local-exec":{"when":"destroy","command":"a"}}}}}"#, Nobody, "what is there at the end, too"),
    (r#""resource":{"terraform_data":{"y":{"connection":{"host":"h","//":"${var.v}"},"provisioner":{"local-exec":{"when":"destroy","command":"a"}}}}}"#, Nobody, "a comment"),
    (r#""import":{"to":"terraform_data.gone[\"k\"]","id":"i"}"#, Terraform, "Configuration for import target does not exist"),
    (r#""import":{"to":"module.gone.terraform_data.x","id":"i"}"#, Terraform, "Configuration for import target does not exist"),
    (r#""import":{"to":"terraform_data.gone","id":"i"}"#, Nobody, "for which the engines can write a configuration"),
    (r#""import":{"to":"terraform_data.gone[each.key]","id":"i","for_each":{}}"#, Nobody, "nothing at all"),
    (r#""moved":{"from":"a[0].b","to":"a.c"}"#, Both, "Invalid address"),
    (r#""moved":{"from":"module[0].a.x.y","to":"a.c"}"#, Both, "Invalid address"),
    (r#""moved":{"from":"module.a[0].module.b[\"k\"].x.y[0]","to":"module.a.data.x.z"}"#, Nobody, "keys in their places"),
    (r#""moved":{"from":"a.b[99999999999999999999]","to":"a.c"}"#, Both, "Invalid address"),
];

#[test]
fn more() {
    let rest =
        r#""resource":{"terraform_data":{"c":{"count":2},"f":{"for_each":{"k":1}}}},"module":{"m":{"source":"./m"}}"#;
    let beside = r#"{"locals":{"i":1},"variable":{"v":{"default":1}},"data":{"terraform_remote_state":{"d":{"count":0,"backend":"local"}}},"#;
    judge_each(MORE, |(row, by, _)| {
        // Rows that declare resources have theirs in a file of their own.
        let (main, other) = (format!("{{{row}}}"), format!("{beside}{rest}}}"));
        (with_modules(&[("main.tf.json", &main), ("other.tf.json", &other)]), *by)
    });
}

/// What a call gives to a variable, what that is, who refuses it, and why.
#[rustfmt::skip]
const NULLS: &[Pair] = &[
    ("null", r#"{"nullable":false}"#, Both, "Required variable not set"),
    (r#""${null}""#, r#"{"nullable":false}"#, Both, "as an expression"),
    ("null", r#"{"nullable":"false","type":"string"}"#, Both, "written as a text"),
    ("null", r#"{"nullable":false,"default":1}"#, Nobody, "its default takes the place"),
    ("null", "{}", Nobody, "any may be null"),
    ("[null]", r#"{"nullable":false}"#, Nobody, "inside of a value"),
];

#[test]
fn nulls() {
    judge_each(NULLS, |(given, variable, by, _)| {
        let text = format!(r#"{{"module":{{"h":{{"source":"./h","v":{given}}}}}}}"#);
        let called = format!(r#"{{"variable":{{"v":{variable}}}}}"#);
        (
            with_modules(&[("main.tf.json", &text), ("h/main.tf.json", &called)]),
            *by,
        )
    });
}

/// The value of an output, who refuses it, and why.
#[rustfmt::skip]
const OPERANDS: &[Row] = &[
    ("a${[]}", Both, "Invalid template interpolation value"),
    ("a${{}}b", Both, "Invalid template interpolation value"),
    ("a${null}", Both, "Invalid template interpolation value"),
    ("${[]}", Nobody, "alone it is a list"),
    ("a${true}${1}", Nobody, "what becomes text"),
    ("${1 + \\\"x\\\"}", Both, "Invalid operand"),
    ("${1 + true}", Both, "Invalid operand"),
    ("${[1] + 1}", Both, "Invalid operand"),
    ("${terraform.workspace + []}", Both, "whatever stands beside it"),
    ("${\\\"a\\\" > 1}", Both, "Invalid operand"),
    ("${!1}", Both, "Invalid operand"),
    ("${-\\\"x\\\"}", Both, "Invalid operand"),
    ("${1 && true}", Both, "Invalid operand"),
    ("${1 < 2 < 3}", Both, "Invalid operand: the first says true or false"),
    ("${terraform.workspace >= 2 > 3}", Both, "whatever stands there"),
    ("${1 < 2 == 3 > 2}", Nobody, "two comparisons, and whether they say the same"),
    ("${1 + 2 < 3 + 4}", Nobody, "one comparison"),
    ("${try(1 < 2 < 3, 2)}", Nobody, "which something forgives"),
    ("${\\\"1\\\" + 1}", Nobody, "a number as a string"),
    ("${1 < \\\"2\\\"}", Nobody, "a number as a string"),
    ("${[] == 1}", Nobody, "anything may be compared"),
    ("${\\\"true\\\" ? 1 : 2}", Nobody, "true as a string"),
    ("${\\\"x\\\" ? 1 : 2}", Both, "Incorrect condition type"),
    ("${1 ? 1 : 2}", Both, "Incorrect condition type"),
    ("%{if \\\"x\\\"}a%{endif}", Both, "Incorrect condition type"),
    ("${[for x in 1 : x]}", Both, "Iteration over non-iterable value"),
    ("${[for x in null : x]}", Both, "Iteration over null value"),
    ("%{for x in \\\"a\\\"}a%{endfor}", Both, "Iteration over non-iterable value"),
    ("${try(1 + [], 2)}", Nobody, "which something forgives"),
    ("${false ? 1 + [] : 2}", Nobody, "a branch that is not chosen"),
    ("${[for x in [] : 1 + []]}", Nobody, "nothing to do it for"),
    ("${max(1...)}", Both, "Invalid expanding argument value"),
    ("${max(\\\"a\\\"...)}", Both, "nor is a string one"),
    ("${max({}...)}", Both, "nor an object"),
    ("${max(null...)}", Both, "must not be null"),
    ("${max(\\\"a${terraform.workspace}\\\"...)}", Both, "a text, whatever it says"),
    ("${try(max(1...), 1)}", Nobody, "which something forgives"),
    ("${max(toset([1])...)}", Nobody, "a set"),
    ("${max([1]...)}", Nobody, "a list"),
    ("${{(null) = 2}}", Both, "Can't use a null value as a key"),
    ("${{([]) = 2}}", Both, "Can't use this value as a key: string required"),
    ("${{[] = 2}}", Both, "without parentheses"),
    ("${{null = 2, true = 3}}", Nobody, "words are names"),
    ("${{(true) = 2, (1) = 3}}", Nobody, "what becomes a string"),
    ("${true ? 1 : {(null) = 2}}", Nobody, "in a branch that is not chosen"),
    ("${\\\"\\\\ud83d\\\\ude00\\\"}", Both, "Cannot encode character U+d83d in UTF-8"),
    ("${true ? 1 : \\\"\\\\uD800\\\"}", Both, "even if nobody asks for it"),
    ("a ${upper(\\\"\\\\UFFFFFFFF\\\")}", Both, "beyond all characters"),
    ("${{a=1}[\\\"\\\\ud800\\\"]}", Both, "as a key"),
    ("${\\\"\\\\U0001F600\\\\u00e4\\\"}", Nobody, "characters"),
];

#[test]
fn operands() {
    judge(OPERANDS, ("{\"output\":{\"o\":{\"value\":\"", "\"}}}"));
}

/// Outputs of any module.
#[rustfmt::skip]
const EPHEMERAL: &[Row] = &[
    (r#""output":{"o":{"value":1,"ephemeral":true}}"#, Nobody, "Value not allowed in ephemeral output, said 1.11"),
    (r#""output":{"o":{"value":null,"ephemeral":"true"}}"#, Nobody, "null is none"),
    (r#""output":{"o":{"value":{"a":"${\"x\"}"},"ephemeral":true}}"#, Nobody, "an object of constants"),
    (r#""variable":{"v":{"ephemeral":true}},"output":{"o":{"value":"${var.v}","ephemeral":true}}"#, Nobody, "what is ephemeral"),
    (r#""output":{"o":{"value":1,"ephemeral":false}}"#, Nobody, "a constant"),
];

#[test]
fn ephemeral() {
    judge(EPHEMERAL, ("{", "}"));
    for (number, (text, ..)) in EPHEMERAL.iter().enumerate() {
        let tree = made(&[("main.tf.json", format!("{{{text}}}"))]);
        let refused = refused(&tree, TERRAFORM_1_11);
        assert_eq!(refused.is_empty(), number > 2, "{text}: {refused:?}");
    }
}

/// What a module that is called is imported to, what it holds, who refuses that, and why.
#[rustfmt::skip]
const IMPORTED: &[Pair] = &[
    ("module.h.terraform_data.a", r#""resource":{"terraform_data":{"a":{}}}"#, Nobody, "it is there"),
    ("module.h.terraform_data.a[0]", r#""resource":{"terraform_data":{"a":{"count":1}}}"#, Nobody, "an instance"),
    ("module.h.terraform_data.b", r#""resource":{"terraform_data":{"a":{}}}"#, Terraform, "Configuration for import target does not exist"),
    ("module.h.terraform_data.a", r#""output":{"o":{"value":1}}"#, Terraform, "nothing is"),
    ("module.h.module.i.terraform_data.a", r#""output":{"o":{"value":1}}"#, Nobody, "further down nobody looks"),
];

#[test]
fn imported_to_what_a_module_does_not_have() {
    judge_each(IMPORTED, |(to, inside, by, _)| {
        let text = format!(r#"{{"module":{{"h":{{"source":"./h"}}}},"import":{{"to":"{to}","id":"x"}}}}"#);
        let called = format!("{{{inside}}}");
        (
            with_modules(&[("main.tf.json", &text), ("h/main.tf.json", &called)]),
            *by,
        )
    });
}
