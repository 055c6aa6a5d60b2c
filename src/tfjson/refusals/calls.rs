//! Versions of providers and modules, addresses of registries, and providers that are handed to modules: as Terraform 1.11.4 said
//! of each row. What both engines do alike stands in one place of their sources.

use super::By::{self, Both, Nobody, Terraform};
use super::{Row, judge, misjudged, with_modules};

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
    let mut wrong = Vec::new();
    for (handed, inside, outside, by, why) in HANDED {
        let requires = |what: &str| format!(r#""terraform":{{"required_providers":{{{what}}}}}"#);
        let text = format!(
            r#"{{"module":{{"h":{{"source":"./h","providers":{{{handed}}}}}}},{}}}"#,
            requires(outside)
        );
        let called = format!("{{{}}}", requires(inside));
        let files = [("main.tf.json", &*text), ("h/main.tf.json", &*called)];
        let said = misjudged(&with_modules(&files), *by);
        wrong.extend(
            said.into_iter()
                .map(|said| format!("{why}: {said}: {handed} {inside} {outside}")),
        );
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
