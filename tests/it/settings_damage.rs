//! Damage to settings opens no gate.

use std::fs;

use crate::chance::Chance;
use crate::cut;
use crate::program::planlint;
use crate::settings::{change, exit, mistakes, of, of_files, plan, server};

/// Settings that let nothing of [`deletions`] pass, with everything that a file may hold.
const STRICT: &str = r#"fail-on = "error"
unknown = "report"
extends = "base.toml"
[rules]
delete = "error"
drift = { level = "note" }
mass-destroy = { level = "error", share = 0.25, at-least = 5 }
[[override]]
address = "module.sandbox.aws_s3_bucket.**x"
rules = { delete = "allow" }
[stateful]
add = ["acme_ledger"]
remove = ["aws_sqs_queue"]
[waivers]
longest-life-days = 90
[[waiver]]
rule = "delete"
address = "aws_db_instance.other"
kind = "delete"
reason = "r"
owner = "o"
ticket = "t"
at-most = 1
since = 2026-11-01
expires = 2027-01-11
[[waiver]]
rule = "delete-stateful"
address = "aws_db_instance.x"
reason = "r"
expires = 2025-11-20
"#;

/// The same without the pattern that is none: a base to damage.
fn strict() -> String {
    STRICT.replace(".**x", ".x")
}

fn strict_exit(text: &str, plan: &[u8]) -> u8 {
    exit(
        &of_files(&[("planlint.toml", text), ("base.toml", "fail-on = \"note\"\n")]),
        plan,
    )
}

#[test]
fn no_lost_byte_opens_the_gate() {
    let text = strict();
    let plan = server();
    assert_eq!(strict_exit(STRICT, &plan), 2, "a pattern that is none");
    assert_eq!(strict_exit(&text, &plan), 1, "whole");
    assert_eq!(exit(&of(""), &plan), 0, "the settings alone close the gate");
    let mut tried = 0;
    for at in 0..text.len() {
        let mut lost = text.clone();
        lost.remove(at);
        assert_ne!(strict_exit(&lost, &plan), 0, "without the byte at {at}:\n{lost}");
        for strange in ["\0", "x", "\"", "=", "[", "\u{fffd}", "\n"] {
            let mut grown = text.clone();
            grown.insert_str(at, strange);
            assert_ne!(strict_exit(&grown, &plan), 0, "{strange:?} at {at}:\n{grown}");
            tried += 1;
        }
    }
    assert!(tried > 3000, "{tried}");
}

#[test]
fn no_damage_to_settings_lets_pass_what_fails_without_them() {
    // These settings loosen elsewhere: waivers that ended or are for other things, overrides of other places.
    let text = strict();
    let plan = plan(&[change("aws_db_instance.x", "aws_db_instance", &["delete"])]);
    assert_eq!(exit(&of(""), &plan), 1, "no settings at all");
    for end in 0..=text.len() {
        assert_ne!(strict_exit(&text[..end], &plan), 0, "cut at {end}");
    }
    let lines: Vec<&str> = text.lines().collect();
    let mut chance = Chance::new(7);
    let mut judged = 0;
    for _ in 0..3000 {
        let mut other: Vec<String> = lines.iter().map(ToString::to_string).collect();
        for _ in 0..=chance.below(3) {
            let at = chance.below(other.len());
            match chance.below(6) {
                0 => {
                    other.remove(at);
                }
                1 => {
                    let twin = other[at].clone();
                    other.insert(at, twin);
                }
                2 => other.insert(at, "unheard-of = true".to_owned()),
                3 => other[at] = other[at].replace("delete", "delete-nothing"),
                4 => {
                    if let Some((key, _)) = other[at].split_once(" = ") {
                        let value = ["1", "true", "[]", "{}", "\"\"", "1.5", "2026-01-01", "[1]"][chance.below(8)];
                        other[at] = format!("{key} = {value}");
                    }
                }
                _ => {
                    let length = other[at].len();
                    let from = chance.below(length + 1);
                    other[at].truncate(from);
                }
            }
        }
        // A waiver without its `kind` or with its end removed is read, or not; neither opens.
        let other = other.join("\n");
        let exit = strict_exit(&other, &plan);
        judged += usize::from(exit == 1);
        assert_ne!(exit, 0, "{other}");
    }
    assert!(judged > 20, "some damage leaves settings that can be read: {judged}");
}

#[test]
fn a_file_with_any_mistake_judges_nothing() {
    let good = strict();
    let clean = cut::line(&cut::unchanged()).into_bytes();
    let without_unused = good.replace("[rules]", "[rules]\nwaivers = \"allow\"");
    assert_eq!(strict_exit(&without_unused, &clean), 0, "good settings, a good plan");
    for mistake in [
        "\n[unheard]\n",
        "\n[[override]]\naddress = \"**\"\nrules = { unheard = \"note\" }\n",
        "\n[[override]]\naddress = \"**\"\nrules = { delete = \"fatal\" }\n",
        "\n[[waiver]]\nrule = \"unheard\"\naddress = \"**\"\nreason = \"r\"\nexpires = 2027-01-01\n",
        "\n[[waiver]]\nrule = \"delete\"\naddress = \"*\"\nreason = \"r\"\nexpires = 2027-01-01\n",
        "\n[[waiver]]\nrule = \"delete\"\naddress = \"**\"\nreason = \"r\"\nexpires = 2099-01-01\n",
        "\n[[waiver]]\nrule = \"delete\"\naddress = \"**\"\nreason = \"r\"\n",
        "\n[rules]\n",
        "\u{0}",
    ] {
        assert_eq!(
            strict_exit(&format!("{without_unused}{mistake}"), &clean),
            2,
            "{mistake:?}"
        );
    }
}

#[test]
fn settings_that_are_no_text_say_where() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("planlint.toml"), b"# gr\xfc\xdfe\n").unwrap();
    planlint(["-"])
        .folder(folder.path())
        .stdin(cut::line(&cut::unchanged()))
        .run()
        .exits(2, "not UTF-8")
        .tells("it is not UTF-8, at byte 4", "where")
        .tells("save it as UTF-8", "what to do");
}

#[test]
fn what_can_never_hit_is_a_mistake() {
    for (text, wanted) in [
        (
            "[rules]\nfrozen-address = { level = \"error\", patterns = [\"module.db\"] }",
            "planlint.toml:2:48: the options of `frozen-address` cannot be read: `module.db` is a module, not a resource; everything in it is `module.db.**`",
        ),
        (
            "[rules]\ntoo-many-changes = { addresses = { \"module.db\" = 0 } }",
            "planlint.toml:2:36: the options of `too-many-changes` cannot be read: `module.db` is a module",
        ),
        (
            "[[override]]\naddress = \"module.a\"\nrules = { module-missing-input = \"note\", json-shape = \"note\", delete = \"note\" }",
            "planlint.toml:2:11: `address` cannot be `module.a` (everything in the module is `module.a.**`; not all of these rules",
        ),
        (
            "[[override]]\nmodule = \"sandbox\"\nrules = { delete = \"note\" }",
            "planlint.toml:2:10: `module` cannot be `sandbox` (did you mean `module.sandbox`?)",
        ),
        (
            "[[override]]\naddress = \"\"\nrules = { delete = \"note\" }",
            "planlint.toml:2:11: `address` is empty (write an address or a pattern; `**` means everything)",
        ),
        (
            "[rules]\nnaming = { format = \"camel\" }",
            "planlint.toml:2:21: `format` cannot be `camel` (the words are: snake, mixed-snake, kebab)",
        ),
        (
            "fail-on = \"none\"",
            "planlint.toml:1:11: `fail-on` cannot be `none` (did you mean `never`?)",
        ),
        (
            "[stateful]\nadd = [\"aws_iam_*\"]",
            "planlint.toml:2:8: `add` cannot be `aws_iam_*` (a resource type is written in full, without wildcards: letters, digits, `_` and `-`)",
        ),
        (
            "[[override]]\nprovider = \"aws\"\nrules = { delete = \"error\" }",
            "planlint.toml:2:12: `provider` cannot be `aws` (write `hashicorp/aws`, with its registry or without, or `*/aws`)",
        ),
    ] {
        let found = mistakes(&[("planlint.toml", text)]);
        assert_eq!(found.len(), 1, "{found:#?}");
        assert!(found[0].starts_with(wanted), "{}\n{wanted}", found[0]);
    }
    for rules in ["module-missing-input", "json-shape", "unpinned-module"] {
        let text = format!("[[override]]\naddress = \"module.a\"\nrules = {{ {rules} = \"note\" }}");
        assert!(of(&text).is_ok(), "{rules} speaks of calls");
    }
}

#[test]
fn a_condition_of_an_override_can_hold_for_something() {
    for (key, text, is_one, why) in [
        ("type", "aws_*", true, "any text at the end"),
        ("type", "*", true, "any at all"),
        ("type", "random-thing_2", true, "what the engines take for a name"),
        ("type", "terraform_data.destroyed", false, "an address"),
        ("type", "!aws_*", false, "a sign that means nothing"),
        ("type", "aws_instance,aws_s3_bucket", false, "a list in one text"),
        ("type", "aws_[ab]", false, "brackets"),
        ("type", " aws_instance", false, "a blank"),
        ("provider", "hashicorp/aws", true, "from an engine's registry"),
        ("provider", "registry.example.com:8443/acme/x", true, "from another one"),
        (
            "provider",
            "terraform.io/builtin/terraform",
            true,
            "that comes with the engine",
        ),
        (
            "provider",
            "registry.terraform.io/-/aws",
            true,
            "as Terraform 0.13 reads old states",
        ),
        ("provider", "registry.example.com/*", true, "all of a registry"),
        ("provider", "*/aws", true, "of anybody"),
        ("provider", "*", true, "any at all"),
        (
            "provider",
            "https://registry.opentofu.org/hashicorp/aws",
            false,
            "a scheme",
        ),
        ("provider", "HashiCorp/aws", false, "the engines write lower case"),
        ("provider", "Registry.example.com/acme/x", false, "also for registries"),
        ("provider", "registry.example.com/aws", false, "no namespace has dots"),
        ("provider", "hashicorp/aws.us", false, "an alias"),
        ("provider", "hashicorp//aws", false, "a part without letters"),
        ("provider", "a.b/c/d/e", false, "too many parts"),
        (
            "provider",
            "hashicorp/aws, hashicorp/google",
            false,
            "a list in one text",
        ),
        (
            "provider",
            "provider[\\\"hashicorp/aws\\\"]",
            false,
            "as states write it",
        ),
    ] {
        let text = format!("[[override]]\n{key} = \"{text}\"\nrules = {{ delete = \"error\" }}");
        let found = of(&text).err().map(|_| mistakes(&[("planlint.toml", &text)]));
        assert_eq!(found.is_none(), is_one, "{text}: {why}");
        for mistake in found.into_iter().flatten() {
            assert!(mistake.starts_with("planlint.toml:2:"), "{why}: {mistake}");
            assert!(mistake.contains(&format!(": `{key}` cannot be `")), "{why}: {mistake}");
            assert!(mistake.contains("`*` stands for any text"), "{why}: {mistake}");
        }
    }
    let address = mistakes(&[(
        "planlint.toml",
        "[[override]]\ntype = \"a.b\"\nrules = { delete = \"error\" }",
    )]);
    assert!(address[0].contains("an address belongs in `address`"), "{address:?}");
}

#[test]
fn a_type_in_an_option_can_be_one() {
    const NAME: &str = "a resource type is written in full, without wildcards";
    const PATTERN: &str = "a resource type has letters, digits, `_` and `-`, and `*` stands for any text";
    for (rule, options, wanted, why) in [
        (
            "too-many-changes",
            "types = { \"aws_*\" = 0 }",
            Some(NAME),
            "each type has its own limit",
        ),
        (
            "too-many-changes",
            "types = { aws_instance = 0 }",
            None,
            "written in full",
        ),
        ("critical-type", "add = [\"aws_db_*\"]", Some(NAME), "as for [stateful]"),
        (
            "critical-type",
            "remove = [\"aws_db_*\"]",
            Some(NAME),
            "also where it is taken out",
        ),
        ("critical-type", "add = [\"aws_db_instance\"]", None, "written in full"),
        (
            "destroy-before-create",
            "add = [\"aws_lb.x\"]",
            Some(NAME),
            "an address",
        ),
        (
            "risk-score",
            "types = { \"aws_*\" = 50 }",
            Some(NAME),
            "each type has its own factor",
        ),
        ("risk-score", "types = { aws_instance = 50 }", None, "written in full"),
        (
            "forbidden-type",
            "forbid = [\"terraform_data.*\"]",
            Some(PATTERN),
            "no type has a dot",
        ),
        (
            "forbidden-type",
            "only = [\"aws_*, google_*\"]",
            Some(PATTERN),
            "a list in one text",
        ),
        ("forbidden-type", "forbid = [\"\"]", Some(PATTERN), "nothing"),
        ("forbidden-type", "forbid = [\"*_iam_*\"]", None, "stars are meant here"),
        (
            "missing-tags",
            "required = [\"a\"]\nexcept = [\"aws_x.*\"]",
            Some(PATTERN),
            "also of what may go without",
        ),
        (
            "missing-tags",
            "required = [\"a\"]\nexcept = [\"aws_x*\"]",
            None,
            "stars are meant here",
        ),
        (
            "engine-version",
            "range = \">= 1.8, < 1.13\"",
            None,
            "as the engines write it",
        ),
        ("engine-version", "range = \"1.6\"", None, "that version alone"),
        (
            "engine-version",
            "range = \">= 1.x\"",
            Some("not a range of versions"),
            "no number",
        ),
        (
            "engine-version",
            "range = \"^1.6\"",
            Some("not a range of versions"),
            "an operator of others",
        ),
        (
            "engine-version",
            "range = \">= 1.8.0-rc1\"",
            Some("without pre-releases"),
            "which no plan would be in",
        ),
    ] {
        let text = format!("[rules.{rule}]\nlevel = \"error\"\n{options}");
        let found = of(&text).err().map(|_| mistakes(&[("planlint.toml", &text)]));
        match (&found, wanted) {
            (None, None) => {}
            (Some(found), Some(wanted)) => {
                assert!(
                    found.len() == 1 && found[0].contains(wanted),
                    "{options}: {why}: {found:#?}"
                );
            }
            _ => panic!("{options}: {why}: {found:#?}"),
        }
    }
}

#[test]
fn an_override_asks_for_what_a_rule_may_find() {
    let refused = |rule: &str, condition: &str| {
        let text = format!("[[override]]\n{condition}\nrules = {{ {rule} = \"note\" }}");
        of(&text)
            .err()
            .map(|_| mistakes(&[("planlint.toml", &text)]).join("\n"))
    };
    for (rule, condition, lacking, why) in [
        (
            "unpinned-provider",
            "kind = \"delete\"",
            "kind of change",
            "a provider is no change",
        ),
        ("unpinned-provider", "type = \"aws_*\"", "type", "and no resource"),
        (
            "failed-check",
            "kind = \"create\"",
            "kind of change",
            "a check has an address alone",
        ),
        ("removed-output", "type = \"aws_*\"", "type", "and so has an output"),
        (
            "secret-variable-default",
            "provider = \"hashicorp/aws\"",
            "provider",
            "and a variable",
        ),
        ("unpinned-module", "type = \"aws_*\"", "type", "and a module call"),
        (
            "provisioner",
            "kind = \"create\"",
            "kind of change",
            "a block is no change",
        ),
        (
            "deposed-object",
            "kind = \"delete\"",
            "kind of change",
            "nothing changes in a state",
        ),
        (
            "undeclared-reference",
            "provider = \"hashicorp/aws\"",
            "provider",
            "configuration tells none",
        ),
    ] {
        let found = refused(rule, condition).unwrap_or_else(|| panic!("{rule}: {condition}: {why}"));
        let wanted = format!("planlint.toml:3:11: nothing that `{rule}` finds has a {lacking} (leave `");
        assert!(found.starts_with(&wanted), "{why}: {found}");
    }
    for (rule, condition, why) in [
        (
            "unpinned-provider",
            "provider = \"hashicorp/aws\"",
            "whose provider it is",
        ),
        ("provisioner", "type = \"aws_*\"", "a block has a type"),
        ("failed-check", "module = \"module.a\"", "an address has a module"),
        ("undeclared-reference", "type = \"aws_*\"", "a block has a type"),
        (
            "outputs",
            "kind = \"delete\"",
            "a family does not mean each of its rules",
        ),
    ] {
        assert_eq!(refused(rule, condition), None, "{rule}: {condition}: {why}");
    }
}

#[test]
fn a_pattern_in_an_option_means_what_may_change() {
    for (rule, pattern, is_one, why) in [
        ("frozen-address", "aws_db_instance.*", true, "a resource"),
        ("frozen-address", "module.db.**", true, "all of a module"),
        (
            "frozen-address",
            "action.aws_lambda_invoke.notify",
            true,
            "an action may be invoked",
        ),
        (
            "frozen-address",
            "output.url",
            true,
            "an output of the root module changes",
        ),
        (
            "frozen-address",
            "module.a.output.url",
            false,
            "of others no plan tells",
        ),
        ("frozen-address", "data.aws_ami.x", false, "it is only read"),
        ("frozen-address", "module.a.data.aws_ami.x", false, "also in a module"),
        ("frozen-address", "ephemeral.aws_secret.x", false, "it is nowhere"),
        ("frozen-address", "provider.aws", false, "it is no object"),
        ("frozen-address", "var.x", false, "nor is a variable"),
        ("frozen-address", "check.health", false, "nor a check"),
        ("too-many-changes", "module.net.**", true, "resources are counted"),
        ("too-many-changes", "output.url", false, "outputs are not"),
        ("too-many-changes", "data.aws_ami.x", false, "nor is what is read"),
    ] {
        let option = match rule {
            "frozen-address" => format!("patterns = [\"{pattern}\"]"),
            _ => format!("addresses = {{ \"{pattern}\" = 0 }}"),
        };
        let text = format!("[rules.{rule}]\n{option}");
        let found = of(&text)
            .err()
            .map(|_| mistakes(&[("planlint.toml", &text)]).join("\n"));
        assert_eq!(found.is_none(), is_one, "{pattern}: {why}: {found:?}");
        if let Some(found) = found {
            assert!(
                found.contains(&format!("of `{rule}` cannot be read: `{pattern}`")),
                "{why}: {found}"
            );
        }
    }
}

#[test]
fn settings_under_another_name_are_told() {
    let plan = cut::line(&cut::unchanged());
    let judge = |files: &[&str], arguments: &[&str]| {
        let folder = tempfile::tempdir().unwrap();
        for name in files {
            fs::write(folder.path().join(name), "").unwrap();
        }
        let run = planlint(["-"])
            .args(arguments)
            .folder(folder.path())
            .stdin(plan.clone())
            .run();
        run.exits(0, "nothing changes").stderr
    };
    for (name, right) in [
        (".planlint.toml", "settings stand in planlint.toml"),
        ("planlint.toml.txt", "settings stand in planlint.toml"),
        ("planlint.yaml", "settings stand in planlint.toml"),
        ("planlint.yml", "settings stand in planlint.toml"),
        ("PLANLINT.yaml", "settings stand in planlint.toml"),
        ("planlint.tml", "settings stand in planlint.toml"),
        ("plan-lint.toml", "settings stand in planlint.toml"),
        ("planlnit.toml", "settings stand in planlint.toml"),
        ("planlint-waivers.toml", "waivers stand in planlint.waivers.toml"),
        ("Planlint-Waivers.toml", "waivers stand in planlint.waivers.toml"),
        ("planlint.waiver.toml", "waivers stand in planlint.waivers.toml"),
        ("planlint.waivers.yaml", "waivers stand in planlint.waivers.toml"),
    ] {
        let told = format!("note: {name} is not read: {right}\n");
        assert_eq!(judge(&[name], &[]), told);
        assert_eq!(judge(&[name], &["--no-config"]), "", "{name}: nothing is to be read");
        let (_, file) = right.split_once(" in ").unwrap();
        assert_eq!(judge(&[name, file], &[]), "", "{name}: the right one is there too");
        assert_eq!(
            judge(&[name, "x.toml"], &["--config", "x.toml"]),
            "",
            "{name}: another one is named"
        );
    }
    for (name, why) in [
        ("planlint.json", "may be a report"),
        ("planlint.sarif", "may be a report"),
        ("plan.toml", "is about something else"),
        ("planlint-ci.toml", "is there to be named"),
    ] {
        assert_eq!(judge(&[name], &[]), "", "{name} {why}");
    }
}

#[test]
fn settings_under_another_name_are_told_in_every_folder_that_is_searched() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::create_dir_all(path("a/b")).unwrap();
    fs::write(path(".planlint.toml"), "").unwrap();
    fs::write(path("a/planlint-waivers.toml"), "").unwrap();
    let judge = || {
        let run = planlint(["-"]).folder(&path("a/b"));
        run.stdin(cut::line(&cut::unchanged()))
            .run()
            .exits(0, "nothing changes")
    };
    let waivers = "planlint-waivers.toml is not read: waivers stand in planlint.waivers.toml\n";
    let settings = ".planlint.toml is not read: settings stand in planlint.toml\n";
    judge()
        .tells(waivers, "one folder up")
        .tells(settings, "and above that");
    fs::write(path("a/planlint.toml"), "").unwrap();
    judge()
        .tells(waivers, "beside the settings")
        .hides(settings, "nobody searches further");
}

#[test]
#[cfg(unix)]
fn settings_are_not_looked_for_in_a_folder_that_is_gone() {
    let folder = tempfile::tempdir().unwrap();
    let script = "cd \"$1\" && rmdir \"$1\" && exec \"$2\" -";
    let run = std::process::Command::new("sh")
        .args(["-c", script, "sh"])
        .arg(folder.path())
        .arg(env!("CARGO_BIN_EXE_planlint"))
        .stdin(std::process::Stdio::null())
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&run.stderr);
    let words = "the settings cannot be looked for: there is no file or folder of this name";
    assert!(told.contains(words), "{told}");
    assert_eq!(run.status.code(), Some(2), "{told}");
}
