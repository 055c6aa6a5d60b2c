//! Where the engines differ, as both of them said of it: addresses, settings, lifecycles, configurations of providers,
//! and what is evaluated early.

use super::{Both, Nobody, OpenTofu, Pair, Row, Terraform, judge, judge_each, with_modules};

/// What stands in a module, who refuses it, and why.
#[rustfmt::skip]
const APART: &[Row] = &[
    (r#""moved":{"from":"var.a","to":"terraform_data.x"},"resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}}}}"#, Terraform, "a type of such a name"),
    (r#""moved":{"from":"terraform_data.a","to":"count.index"},"resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}}}}"#, Terraform, "a type of such a name"),
    (r#""moved":{"from":"lazy.a","to":"terraform_data.x"},"resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}}}}"#, Terraform, "a name that Terraform keeps"),
    (r#""moved":{"from":"var.a","to":"var.a"}"#, Both, "the same"),
    (r#""moved":{"from":"var.a","to":"module.x"}"#, Both, "a resource into a module"),
    (r#""moved":{"from":"ephemeral.a.b","to":"terraform_data.x"},"resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}}}}"#, OpenTofu, "ephemeral ones are not moved"),
    (r#""moved":{"from":"resource.terraform_data.a","to":"terraform_data.x"},"resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}}}}"#, OpenTofu, "no mode"),
    (r#""import":{"to":"resource.terraform_data.x","id":"i"},"resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}}}}"#, OpenTofu, "a type like any other"),
    (r#""import":{"to":"terraform_data.c[*]","id":"i"},"resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}}}}"#, Both, "all at once"),
    (r#""import":{"to":"terraform_data.c[0.5]","id":"i"},"resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}}}}"#, Both, "half an instance"),
    (r#""import":{"to":"terraform_data.c[\"0\"]","id":"i"},"resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}}}}"#, Both, "a key where there are numbers"),
    (r#""import":{"to":"terraform_data.f[0]","id":"i"},"resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}}}}"#, Both, "a number where there are keys"),
    (r#""import":{"to":"terraform_data.x","id":""},"resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}}}}"#, Terraform, "an id without letters"),
    (r#""import":{"to":"terraform_data.f[each.key]","id":"i","for_each":null},"resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}}}}"#, OpenTofu, "for each of nothing"),
    (r#""removed":{"from":"a.b","lifecycle":[{"destroy":false},{"destroy":true}]}"#, OpenTofu, "two of them"),
    (r#""removed":{"from":"a.b","connection":{"host":"x"}}"#, OpenTofu, "no connection"),
    (r#""removed":{"from":"module.a","provisioner":{"local-exec":{"when":"destroy","command":"x"}}}"#, Both, "a module has no provisioners"),
    (r#""removed":{"from":"a.b","provisioner":{"local-exec":{"when":"destroy","command":""}}}"#, Nobody, "seen when there is something"),
    (r#""terraform":{"required_version":[">= 1.0"]}"#, Terraform, "of any type"),
    (r#""terraform":{"required_version":{"a":1}}"#, Terraform, "of any type"),
    (r#""language":[{},{}]"#, Terraform, "as many as one likes"),
    (r#""language":{"experiments":"x"}"#, Both, "no list"),
    (r#""language":{"compatible_with":{"opentofu":[">= 1.12"]}}"#, Both, "no string"),
    (r#""terraform":{"required_providers":{"":{"source":"terraform.io/builtin/terraform"}}}"#, Both, "a name without letters"),
    (r#""terraform":{"provider_meta":{"Terraform":{}}}"#, Both, "a name with a capital letter"),
    (r#""variable":{"a":{"deprecated":"","default":1}}"#, OpenTofu, "nothing to use instead"),
    (r#""variable":{"a":{"deprecated":" \n","default":1}}"#, OpenTofu, "blanks are nothing"),
    (r#""output":{"a":{"value":1,"deprecated":""}}"#, OpenTofu, "nothing to use instead"),
    (r#""output":{"a":{"value":1,"deprecated":"use b"}}"#, Nobody, "something"),
    (r#""resource":{"terraform_data":{"x":{},"own":{"count":1,"lifecycle":{"enabled":true}}}}"#, Both, "count and enabled"),
    (r#""resource":{"terraform_data":{"x":{},"own":{"for_each":{},"lifecycle":{"enabled":"${true}"}}}}"#, Both, "for_each and enabled"),
    (r#""resource":{"terraform_data":{"x":{},"own":{"lifecycle":{"enabled":true}}}}"#, Terraform, "enabled alone"),
    (r#""resource":{"terraform_data":{"x":{},"own":{"lifecycle":{"prevent_destroy":null}}}}"#, Terraform, "null is absent"),
    (r#""resource":{"terraform_data":{"x":{},"own":{"lifecycle":{"prevent_destroy":"true"}}}}"#, Nobody, "a string is converted"),
    (r#""resource":{"terraform_data":{"x":{},"own":{"lifecycle":{"prevent_destroy":"${true}"}}}}"#, Both, "a template is not evaluated"),
    (r#""resource":{"terraform_data":{"x":{},"own":{"lifecycle":{"destroy":false}}}}"#, Terraform, "a constant"),
    (r#""resource":{"terraform_data":{"x":{},"own":{"lifecycle":{"destroy":"false"}}}}"#, Both, "a string is not converted"),
    (r#""resource":{"terraform_data":{"x":{},"own":{"lifecycle":{"destroy":null}}}}"#, Both, "null is no constant"),
    (r#""resource":{"terraform_data":{"x":{},"own":{"provisioner":{"local-exec":{"command":""}}}}}"#, OpenTofu, "an empty command"),
    (r#""resource":{"terraform_data":{"x":{},"own":{"provisioner":{"local-exec":{"command":null}}}}}"#, OpenTofu, "no command"),
    (r#""provider":{"terraform":[{},{"alias":"z","for_each":["a"]}]}"#, Both, "a list"),
    (r#""provider":{"terraform":[{},{"alias":"z","for_each":"x"}]}"#, Both, "a string"),
    (r#""provider":{"terraform":[{},{"alias":"z","for_each":null}]}"#, Both, "null"),
    (r#""provider":{"terraform":[{},{"alias":"z","for_each":{"a":1}}]},"resource":{"terraform_data":{"x":{},"own":{"provider":"terraform.z[\"a\"]"}}}"#, Terraform, "an instance"),
    (r#""provider":{"terraform":[{},{"alias":"z","for_each":{"a":1}}]},"resource":{"terraform_data":{"x":{},"own":{"provider":"terraform.z"}}}"#, Both, "none of its instances"),
    (r#""provider":{"terraform":[{},{"alias":"z"}]},"resource":{"terraform_data":{"x":{},"own":{"provider":"terraform.z[\"a\"]"}}}"#, Both, "it has no instances"),
    (r#""provider":{"terraform":[{},{"alias":"z","for_each":{"a":1}}]},"resource":{"terraform_data":{"x":{},"own":{"provider":"terraform.z[*]"}}}"#, Both, "all of its instances"),
    (r#""provider":{"terraform":[{},{"alias":"z","for_each":{"a":1}}]},"resource":{"terraform_data":{"x":{},"own":{"provider":"terraform.z[var.nope]"}}}"#, Both, "a key that is not declared"),
    (r#""provider":{"terraform":[{},{"alias":"z","for_each":{"a":1}}]},"resource":{"terraform_data":{"x":{},"own":{"provider":"terraform.z[each.key]"}}}"#, Both, "there is no each"),
    (r#""provider":{"terraform":[{},{"alias":"z","for_each":{"a":1}}]},"resource":{"terraform_data":{"x":{},"own":{"for_each":{"a":1},"provider":"terraform.z[each.key]"}}}"#, Terraform, "there is one"),
    (r#""resource":{"terraform_data":{"x":{},"own":{"provider":"\"terraform\""}}}"#, Terraform, "in quotes"),
    (r#""resource":{"terraform_data":{"x":{},"own":{"provider":"Terraform"}}}"#, Both, "a capital letter"),
    (r#""resource":{"terraform_data":{"x":{},"own":{"provider":"a--b"}}}"#, Both, "two dashes"),
    (r#""resource":{"terraform_data":{"x":{}},"_":{"a":{}}}"#, Both, "a type that begins with no provider"),
    (r#""data":{"terraform-_x":{"a":{}}}"#, Both, "a type that begins with no name of a provider"),
    (r#""resource":{"_x":{"a":{"provider":"terraform"}}}"#, Both, "a type that the provider does not have"),
    (r#""check":{"c":{"data":{"terraform remote":{"a":{}}},"assert":{"condition":"${terraform_data.x.id!=\"\"}","error_message":"X."}}}"#, Both, "a space in a type, inside of a check"),
    (r#""check":{"c":{"data":{"_x":{"a":{}}},"assert":{"condition":"${terraform_data.x.id!=\"\"}","error_message":"X."}}}"#, Both, "a type that begins with no provider, inside of a check"),
    (r#""provider":{"terraform":{"alias":"z","_":{"x":1}}}"#, Nobody, "nothing uses it"),
    (r#""variable":{"a":{"const":false,"default":{}}},"provider":{"terraform":[{},{"alias":"z","for_each":"${var.a}"}]}"#, Both, "a variable that is none early"),
    (r#""variable":{"a":{"default":{}}},"locals":{"l":"${var.a}"},"provider":{"terraform":[{},{"alias":"z","for_each":"${local.l}"}]}"#, Terraform, "a local of variables"),
    (r#""locals":{"l":"${try(terraform_data.x.id,{})}","k":"${local.l}"},"resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}}}},"provider":{"terraform":[{},{"alias":"z","for_each":"${local.k}"}]}"#, Both, "a local of a resource"),
    (r#""locals":{"l":{"k":"${each.key}"}},"provider":{"terraform":[{},{"alias":"z","for_each":"${local.l}"}]}"#, Both, "a local of nothing"),
    (r#""terraform":{"encryption":{"key_provider":{"pbkdf2":{"k":{"passphrase":"${var.nope}"}}}}}"#, Terraform, "nothing is encrypted"),
    (r#""terraform":{"encryption":{"key_provider":{"pbkdf2":{"k":{"passphrase":"${var.nope}"}}},"method":{"aes_gcm":{"m":{"keys":"${key_provider.pbkdf2.k}"}}}}}"#, Terraform, "nothing is encrypted by it"),
    (r#""terraform":{"encryption":{"key_provider":{"pbkdf2":{"k":{"passphrase":"${var.nope}"}}},"method":{"aes_gcm":{"m":{"keys":"${key_provider.pbkdf2.k}"}}},"state":{"method":"method.aes_gcm.m"}}}"#, Both, "the state is"),
    (r#""terraform":{"encryption":{"key_provider":{"pbkdf2":{"k":{"passphrase":"${var.nope}"}}},"method":{"aes_gcm":{"m":{"keys":"${key_provider.pbkdf2.k}"}}},"state":[{"method":"method.aes_gcm.m"}]}}"#, Both, "the state is, in a list"),
    (r#""terraform":{"encryption":{"key_provider":{"pbkdf2":{"k":{"passphrase":"${var.nope}"}}},"method":{"aes_gcm":{"m":{"keys":"${key_provider.pbkdf2.k}"}}},"remote_state_data_sources":[{"default":[{"method":"method.aes_gcm.m"}]}]}}"#, Both, "another state is, in lists"),
    (r#""terraform":{"encryption":[{"key_provider":[{"pbkdf2":[{"k":[{"passphrase":"${var.nope}"}]}]}],"method":[{"aes_gcm":[{"m":[{"keys":"${key_provider.pbkdf2.k}"}]}]}],"state":[{"method":"method.aes_gcm.m"}]}]}"#, Both, "everything in lists"),
    (r#""terraform":{"encryption":[{"key_provider":[{"pbkdf2":[{"k":[{"passphrase":"${var.nope}"}]}]}]}]}"#, Terraform, "nothing is encrypted, in lists"),
    (r#""terraform":{"encryption":{"key_provider":{"pbkdf2":{"k":{"passphrase":"${var.nope}"},"l":{"chain":"${key_provider.pbkdf2.k}"}}},"method":{"aes_gcm":{"m":{"keys":"${key_provider.pbkdf2.l}"}}},"plan":{"method":"method.aes_gcm.m"}}}"#, Both, "the plan is, with a key made of another"),
    (r#""terraform":{"encryption":{"key_provider":{"pbkdf2":{"k":{"passphrase":"${terraform_data.x.id}"}}}}},"resource":{"terraform_data":{"x":{},"c":{"count":2},"f":{"for_each":{"k":1}}}}"#, Terraform, "a resource, and nothing is encrypted"),
    (r#""module":{"m":{"source":null}}"#, Both, "no source"),
    (r#""module":{"m":{"source":true}}"#, Both, "true is made a string"),
    (r#""module":{"m":{"source":"${null}"}}"#, Both, "no source"),
];

/// The same of keys of objects, of what is made a string, and of addresses of modules.
#[rustfmt::skip]
const KEYS: &[Row] = &[
    (r#""output":{"a":{"value":"${{path.module = 1}}"}}"#, Both, "a reference as a key"),
    (r#""output":{"a":{"value":"${{path.module: 1}}"}}"#, Both, "with a colon"),
    (r#""locals":{"l":{"a":"b"},"m":"${{local.l[\"a\"] = 1}}"}"#, Both, "with a key in brackets"),
    (r#""locals":{"q":["x"],"m":"${{local.q.0 = 1}}"}"#, Both, "with an index"),
    (r#""output":{"a":{"value":"${[for x in [{a=1}]: {x.a = 1}]}"}}"#, Both, "of what is bound"),
    (r#""output":{"a":{"value":"${{(path.module) = 1}}"}}"#, Nobody, "in parentheses"),
    (r#""output":{"a":{"value":"${{\"${path.module}\" = 1}}"}}"#, Nobody, "in quotes"),
    (r#""output":{"a":{"value":"${{upper(path.module) = 1}}"}}"#, Nobody, "a call"),
    (r#""locals":{"l":{"a":"b"},"m":"${{local.l[upper(\"a\")] = 1}}"}"#, Nobody, "a key that is computed"),
    (r#""output":{"a":{"value":"${{for k in [path.module]: path.module => 1}}"}}"#, Nobody, "the key of a for"),
    (r#""output":{"a":{"value":"${try({path.module = 1}, 2)}"}}"#, Nobody, "what is forgiven"),
    (r#""output":{"a":{"value":"${true ? 1 : {path.module = 1}}"}}"#, Nobody, "what is not chosen"),
    (r#""resource":{"terraform_data":{"x":{},"own":{"lifecycle":{"replace_triggered_by":["terraform_data.x.outputs"]}}}}"#, OpenTofu, "an attribute that is not there"),
    (r#""terraform":{"required_providers":{"aws":5}}"#, Nobody, "a number as a version"),
    (r#""terraform":{"required_providers":{"aws":5.1}}"#, Nobody, "with a fraction"),
    (r#""terraform":{"required_providers":{"aws":-1}}"#, Both, "a number that is no version"),
    (r#""terraform":{"required_providers":{"aws":true}}"#, Both, "no number"),
    (r#""terraform":{"required_providers":{"aws":{"version":5}}}"#, Both, "a number in the long form"),
    (r#""terraform":{"required_providers":{"terraform":5}}"#, Both, "a version of what is built in"),
    (r#""provider":{"terraform":[{},{"alias":true}]}"#, Nobody, "an alias that is made a string"),
    (r#""provider":{"terraform":[{"alias":"true"},{"alias":true}]}"#, Both, "and then is one that is taken"),
    (r#""provider":{"terraform":[{},{"alias":false}]},"resource":{"terraform_data":{"x":{"provider":"terraform.false"}}}"#, Nobody, "and can be named"),
    (r#""variable":{"a":{"validation":{"condition":"var.a","error_message":"X."}}}"#, Both, "a condition without markers"),
    (r#""module":{"m":{"source":"var.src"}}"#, Both, "no address"),
    (r#""module":{"m":{"source":"a.b"}}"#, Both, "no address"),
    (r#""module":{"m":{"source":"a.b/c"}}"#, Both, "no address"),
    (r#""module":{"m":{"source":"var.src/c"}}"#, Both, "no address"),
    (r#""module":{"m":{"source":"var.src/c/d"}}"#, Both, "no address"),
    (r#""module":{"m":{"source":"github.com/a"}}"#, Both, "no address"),
    (r#""module":{"m":{"source":"example.com/x/y"}}"#, Both, "no address"),
    (r#""module":{"m":{"source":"a/b.zip"}}"#, Both, "no address"),
    (r#""module":{"m":{"source":"nope//x"}}"#, Both, "no address"),
    (r#""module":{"m":{"source":"var.src?ref=x"}}"#, Both, "no address"),
    (r#""module":{"m":{"source":"github.com/a/b"}}"#, Nobody, "an address"),
    (r#""module":{"m":{"source":"github.com/a/b//c"}}"#, Nobody, "an address"),
    (r#""module":{"m":{"source":"example.com/x/y/z"}}"#, Nobody, "an address"),
    (r#""module":{"m":{"source":"a/b/c"}}"#, Nobody, "an address"),
    (r#""module":{"m":{"source":"a/b/c//d"}}"#, Nobody, "an address"),
    (r#""module":{"m":{"source":"git@github.com:a/b"}}"#, Nobody, "an address"),
    (r#""module":{"m":{"source":"x.s3.amazonaws.com/y"}}"#, Nobody, "an address"),
];

#[test]
fn keys_and_addresses() {
    judge(KEYS, ("{", "}"));
}

#[test]
fn apart() {
    judge(APART, ("{", "}"));
}

/// What a call gives to its module, what stands in the module that is called, who refuses the call, and why. What
/// Terraform does not know in the module itself is said there.
#[rustfmt::skip]
const EARLY: &[Pair] = &[
    (r#""i":"${terraform_data.x.id}""#, r#""variable":{"i":{"const":true}}"#, Both, "it must be constant"),
    (r#""i":"${terraform_data.x.id}""#, r#""variable":{"i":{"const":false}}"#, Nobody, "it need not be"),
    (r#""i":"${terraform_data.x.id}""#, r#""variable":{"i":{}}"#, Nobody, "any value"),
    (r#""i":"x""#, r#""variable":{"i":{}},"provider":{"terraform":{"alias":"z","for_each":"${toset([var.i])}"}}"#, Nobody, "a constant"),
    (r#""i":"${terraform_data.x.id}""#, r#""variable":{"i":{}},"provider":{"terraform":{"alias":"z","for_each":"${toset([var.i])}"}}"#, OpenTofu, "a provider is made of it"),
    (r#""i":"${local.l}""#, r#""variable":{"i":{}},"provider":{"terraform":{"alias":"z","for_each":"${toset([var.i])}"}}"#, OpenTofu, "by way of a local"),
    (r#""i":"x","lifecycle":{"enabled":true}"#, r#""variable":{"i":{}},"provider":{"aws":{"region":"x"}}"#, Both, "it configures a provider, and is not surely there"),
];

#[test]
fn early() {
    judge_each(EARLY, |(call, module, by, _)| {
        let beside = r#""resource":{"terraform_data":{"x":{}}},"locals":{"l":"${terraform_data.x.id}"}"#;
        let text = format!("{{\"module\":{{\"m\":{{\"source\":\"./q\",{call}}}}},{beside}}}");
        let module = format!("{{{module}}}");
        (
            with_modules(&[("main.tf.json", &text), ("q/main.tf.json", &module)]),
            *by,
        )
    });
}

/// What a call of a module beside it gives beside `source`, what stands beside the call, who refuses it, and why.
#[rustfmt::skip]
const CALLS: &[Pair] = &[
    (r#""version":"1.0.0""#, "", Both, "no version of a directory"),
    (r#""version":"${null}""#, "", Nobody, "no version at all"),
    (r#""version":"${var.v}""#, r#","variable":{"v":{"default":null}}"#, Terraform, "nobody knows whether there is one"),
    (r#""version":"${\"1.0.0\"}""#, "", Both, "a version that is evaluated"),
    (r#""providers":{"terraform.q[\"a\"]":"terraform"}"#, r#","provider":{"terraform":{}}"#, Both, "a module has no instances of a provider"),
    (r#""count":1,"lifecycle":{"enabled":true}"#, "", Both, "count and enabled"),
    (r#""lifecycle":{"enabled":true}"#, "", Terraform, "enabled alone"),
];

#[test]
fn calls() {
    judge_each(CALLS, |(call, beside, by, _)| {
        let text = format!("{{\"module\":{{\"m\":{{\"source\":\"./m\",{call}}}}}{beside}}}");
        (with_modules(&[("main.tf.json", &text)]), *by)
    });
}
