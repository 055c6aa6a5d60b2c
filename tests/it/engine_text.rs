//! `show --engine-text` against what the engines themselves print, byte by byte.

use rayon::prelude::*;
use serde_json::{Value, json};

use crate::fixtures::{self, Fixture};
use crate::program::planlint;
use planlint::facts::Facts;
use planlint::input::{self, Body, Want};
use planlint::lint::{self, AttributePatterns};
use planlint::output::show::{self, Detail, Filter};
use planlint::output::{Style, engine_text};
use planlint::report::changes::{ShownPlan, ShownState};
use planlint::source::SourceFile;

/// How a fixture's text came out.
struct Outcome {
    name: String,
    /// The first line that differs: ours and the engine's, and its number from 1.
    difference: Option<(usize, String, String)>,
}

/// The schemas of the engine that wrote a fixture, or of the nearest version of it.
pub(crate) fn schemas(name: &str) -> SourceFile {
    let version = |wanted: &str| name.contains(wanted);
    let engine = if version("terraform-1.15") {
        "terraform-1.15.9"
    } else if version("terraform") {
        "terraform-1.11.4"
    } else if version("tofu-1.6") || version("tofu-1.8") {
        "tofu-1.6.3"
    } else {
        "tofu-1.12.6"
    };
    let path = format!("provider-schemas/{engine}/providers-schema.json");
    input::text(&path, fixtures::read(&path)).unwrap()
}

/// Our text of a plan or a state.
pub(crate) fn text(name: &str, bytes: Vec<u8>, schemas: Option<&SourceFile>) -> Option<String> {
    let source = input::text(name, bytes).ok()?;
    let contents = input::read(&source, Want::Any).ok()?;
    let schemas = schemas.map(|schemas| input::read_provider_schemas(schemas).unwrap());
    let mut out = Vec::new();
    for document in contents.documents {
        let document = document.ok()?;
        let facts = match &document.body {
            Body::Plan(plan) => {
                let facts = Facts::of_plan(plan, None).unwrap();
                let shown = ShownPlan::new(&facts, schemas.as_ref()).unwrap();
                engine_text::plan(&shown, &mut out).unwrap();
                continue;
            }
            Body::State(state) => Facts::of_state(state, None).unwrap(),
            Body::StateFile(file) => Facts::of_state_file(file, None).unwrap(),
        };
        let shown = ShownState::new(&facts, schemas.as_ref()).unwrap();
        engine_text::state(&shown, &mut out).unwrap();
    }
    Some(String::from_utf8(out).unwrap())
}

/// All that `show` prints of an input, in the engine's way and in ours.
pub(crate) fn everything(bytes: &[u8], schemas: Option<&SourceFile>) -> String {
    let mut all = text("<stdin>", bytes.to_vec(), schemas).unwrap_or_default();
    let Ok(source) = input::text("<stdin>", bytes.to_vec()) else {
        return all;
    };
    let Ok(contents) = input::read(&source, Want::Any) else {
        return all;
    };
    let schemas = schemas.map(|schemas| input::read_provider_schemas(schemas).unwrap());
    let filter = Filter {
        only: &[],
        addresses: &[],
        types: &[],
        modules: &[],
        ignored: &AttributePatterns::new(),
    };
    let mut out = Vec::new();
    let secrets = lint::secrets_of(contents.decoded());
    for document in contents.documents.into_iter().flatten() {
        let Ok(facts) = lint::facts_of(&document.body, None, &secrets) else {
            continue;
        };
        for detail in [Detail::Summary, Detail::Full] {
            if let Some(plan) = ShownPlan::new(&facts, schemas.as_ref()) {
                show::plan("x", &plan.own_way(), &filter, detail, &Style::plain(), &mut out).unwrap();
            }
            if let Some(state) = ShownState::new(&facts, schemas.as_ref()) {
                show::state("x", &state, &filter, detail, &Style::plain(), &mut out).unwrap();
            }
        }
    }
    all.push_str(&String::from_utf8(out).unwrap());
    all
}

fn compare(fixture: &Fixture) -> Outcome {
    let schemas = schemas(&fixture.name);
    let ours = text(&fixture.name, fixtures::bytes(&fixture.plan()), Some(&schemas)).unwrap();
    let theirs = String::from_utf8(fixtures::bytes(&fixture.path("plan.txt"))).unwrap();
    // Of the largest only the last lines are kept.
    let (ours, theirs) = match theirs.strip_prefix("(only the last lines are kept)\n") {
        Some(end) => (ours[ours.len().saturating_sub(end.len())..].to_owned(), end.to_owned()),
        None => (ours, theirs),
    };
    Outcome {
        name: fixture.name.clone(),
        difference: first_difference(&ours, &theirs),
    }
}

fn first_difference(ours: &str, theirs: &str) -> Option<(usize, String, String)> {
    if ours == theirs {
        return None;
    }
    let (mut ours, mut theirs) = (ours.split('\n'), theirs.split('\n'));
    for number in 1.. {
        match (ours.next(), theirs.next()) {
            (Some(one), Some(two)) if one == two => {}
            (one, two) => {
                let text = |line: Option<&str>| line.unwrap_or("(the end)").to_owned();
                return Some((number, text(one), text(two)));
            }
        }
    }
    None
}

/// Every plan whose engine's text is kept.
fn with_text() -> Vec<Fixture> {
    let texts = fixtures::named(&["plan.txt"]).into_iter();
    texts
        .filter_map(|path| {
            let folder = path.parent()?.to_owned();
            let name = folder.strip_prefix(fixtures::root()).ok()?.to_str()?.replace('\\', "/");
            Some(Fixture { name, folder })
        })
        .collect()
}

/// Engines before Terraform 1.4 and OpenTofu 1.6 draw in another way, which is not followed.
const OLD: [&str; 4] = ["terraform-0.12", "terraform-0.15", "terraform-1.0.", "terraform-1.3"];

/// Why a line of ours may differ, when it may.
fn reason(name: &str, ours: &str, theirs: &str) -> Option<&'static str> {
    if OLD.iter().any(|old| name.contains(old)) {
        Some("an engine that draws in another way")
    } else if theirs.contains("CANARY-SECRET-") && ours.contains("(sensitive value)") {
        Some("a secret that the engine prints in clear")
    } else if theirs.contains("##[") && ours.contains("# #[") {
        Some("a command that a runner would obey")
    } else {
        None
    }
}

/// How many fixtures are equal. The number may only rise.
const EQUAL: usize = 152;

/// The fixtures that are not, in order, each for the reason that `reason` tells.
const DIFFERENT: &[&str] = &[
    "encrypted/tofu-1.12.6",
    "encrypted/tofu-1.8.11",
    "legacy/terraform-0.12.31",
    "legacy/terraform-0.15.5",
    "legacy/terraform-1.0.11",
    "legacy/terraform-1.3.10",
    "sensitive-values/terraform-1.11.4",
    "sensitive-values/terraform-1.15.9",
    "sensitive-values/tofu-1.12.6",
    "sensitive-values/tofu-1.6.3",
    "sensitive-values/tofu-1.8.11",
    "update-in-place/terraform-1.11.4",
    "update-in-place/terraform-1.15.9",
    "update-in-place/tofu-1.12.6",
    "update-in-place/tofu-1.6.3",
    "update-in-place/tofu-1.8.11",
    "wrong-inputs/terraform-1.11.4",
    "wrong-inputs/tofu-1.12.6",
];

#[test]
fn the_text_is_the_engines_own() {
    let outcomes: Vec<Outcome> = with_text().par_iter().map(compare).collect();
    let (equal, different): (Vec<_>, Vec<_>) = outcomes.iter().partition(|outcome| outcome.difference.is_none());
    for outcome in &different {
        let (number, ours, theirs) = outcome.difference.as_ref().unwrap();
        assert!(
            reason(&outcome.name, ours, theirs).is_some(),
            "{}:{number}\n  ours   {ours}\n  theirs {theirs}",
            outcome.name
        );
    }
    let names: Vec<&str> = different.iter().map(|outcome| outcome.name.as_str()).collect();
    assert_eq!(names, DIFFERENT);
    assert_eq!(equal.len(), EQUAL);
    let said = format!(
        "Of the {} texts of engines in [fixtures](../fixtures), {EQUAL} are",
        outcomes.len()
    );
    assert!(
        include_str!("../../docs/reviewing.md").contains(&said),
        "docs/reviewing.md: {said}"
    );
}

/// What differs is nothing but the secrets.
#[test]
fn the_text_of_a_state_is_the_engines_own() {
    let states = fixtures::named(&["state.txt"]);
    assert!(states.len() > 5, "{states:?}");
    for path in states {
        let name = path.display().to_string();
        let ours = text(
            &name,
            fixtures::bytes(&path.with_file_name("state.json")),
            Some(&schemas(&name)),
        )
        .unwrap();
        let theirs = String::from_utf8(fixtures::bytes(&path)).unwrap();
        for (one, two) in ours.lines().zip(theirs.lines()) {
            let masked = two.contains("CANARY-SECRET-") && one.contains("(sensitive value)");
            assert!(one == two || masked, "{name}\n  ours   {one}\n  theirs {two}");
        }
        assert_eq!(ours.lines().count(), theirs.lines().count(), "{name}");
    }
}

/// A plan of Terraform 1.11.4 that creates one object of that schema.
fn created(block: &str, after: &str, marks: &str) -> String {
    let provider = "registry.terraform.io/acme/acme";
    let schemas = format!(
        r#"{{"format_version":"1.0","provider_schemas":{{"{provider}":{{"resource_schemas":{{"acme_thing":{{"version":0,
           "block":{block}}}}}}}}}}}"#
    );
    let plan = format!(
        r#"{{"format_version":"1.2","terraform_version":"1.11.4","planned_values":{{}},"resource_changes":[{{
           "address":"acme_thing.a","mode":"managed","type":"acme_thing","name":"a","provider_name":"{provider}","change":{{
           "actions":["create"],"before":null,"after":{after},"after_unknown":{{}},"before_sensitive":false,
           "after_sensitive":{marks}}}}}],"configuration":{{}},"timestamp":"2026-11-22T00:00:00Z","applyable":true,
           "complete":true,"errored":false}}"#
    );
    let schemas = input::text("schemas.json", schemas.into_bytes()).unwrap();
    let text = text("made", plan.into_bytes(), Some(&schemas)).unwrap();
    let from = text.find("resource \"acme_thing\"").unwrap();
    let to = text.find("\n\nPlan: ").unwrap();
    text[from..to].to_owned()
}

/// As Terraform 1.11.4 prints plans of the AWS provider (its `differ` decides by the schema, block by block).
#[test]
fn empty_texts_and_write_only_attributes_are_drawn_as_terraform_draws_them() {
    // A block of one, as `timeouts` is in most types, is known to the old kit as well.
    let timeouts = r#""timeouts":{"nesting_mode":"single","block":{"attributes":{"create":{"type":"string"}}}}"#;
    let rule = r#""rule":{"nesting_mode":"set","block":{"attributes":{"id":{"type":"string"},"port":{"type":"number"},
        "ipv6_cidr_block":{"type":"string"}}}}"#;
    let old = format!(r#"{{"attributes":{{}},"block_types":{{{timeouts},{rule}}}}}"#);
    let object = r#"["set",["object",{"description":"string","port":"number"}]]"#;
    let nested = r#"{"nested_type":{"nesting_mode":"single","attributes":{"port":{"type":"number"},
        "text":{"type":"string"},"secret_wo":{"type":"string","sensitive":true,"write_only":true}}}}"#;
    for (block, after, marks, wanted, why) in [
        (
            old.clone(),
            r#"{"rule":[{"id":null,"port":22,"ipv6_cidr_block":""}]}"#,
            "{}",
            "\
      + rule {
          + port            = 22
            # (1 unchanged attribute hidden)
        }",
            "an empty text is there, and hidden",
        ),
        (
            old,
            r#"{"rule":[{"id":"","port":22,"ipv6_cidr_block":null}]}"#,
            "{}",
            "\
      + rule {
            id   = null
          + port = 22
        }",
            "a name that is always drawn",
        ),
        (
            format!(r#"{{"attributes":{{"ingress":{{"type":{object}}}}},"block_types":{{{timeouts}}}}}"#),
            r#"{"ingress":[{"description":"","port":22}]}"#,
            "{}",
            "\
      + ingress = [
          + {
              + port        = 22
                # (1 unchanged attribute hidden)
            },
        ]",
            "blocks that are written as attributes",
        ),
        (
            format!(r#"{{"attributes":{{"a":{{"type":"string"}},"ingress":{{"type":{object}}},"one":{nested}}}}}"#),
            r#"{"a":"","ingress":[{"description":"","port":22}],"one":null}"#,
            "{}",
            "\
      + a       = \"\"
      + ingress = [
          + {
              + port        = 22
                # (1 unchanged attribute hidden)
            },
        ]",
            "nested attributes are not known to the old kit, and say so for the whole block, but for what is in lists and sets",
        ),
        (
            r#"{"attributes":{"password_wo":{"type":"string","sensitive":true,"write_only":true}}}"#.to_owned(),
            r#"{"password_wo":null}"#,
            r#"{"password_wo":true}"#,
            "      + password_wo = (write-only attribute)",
            "the marks of the block count, and not those of the attribute",
        ),
        (
            format!(r#"{{"attributes":{{"one":{nested}}}}}"#),
            r#"{"one":{"port":22,"secret_wo":null,"text":""}}"#,
            r#"{"one":{"secret_wo":true}}"#,
            "\
      + one = {
          + port      = 22
          + secret_wo = (sensitive, write-only attribute)
          + text      = \"\"
        }",
            "in a nested object its own marks count",
        ),
    ] {
        let shown = created(&block, after, marks);
        assert!(shown.contains(wanted), "{why}\n{shown}\nwanted\n{wanted}");
    }
}

#[test]
fn a_plan_with_nothing_to_do_says_so_for_what_it_was_made() {
    let deleted = r#"[{"address":"t.n","mode":"managed","type":"t","name":"n","change":{"actions":["delete"],"before":{},"after":null}}]"#;
    let managed = r#"{"resources":[{"address":"t.n","mode":"managed","type":"t","name":"n"}]}"#;
    let none = "No objects need to be destroyed.";
    let matches = "Your infrastructure matches the configuration.";
    for (configuration, changes, wanted, why) in [
        (managed.to_owned(), "[]", none, "what is written is not planned"),
        (
            format!(r#"{{"module_calls":{{"m":{{"module":{managed}}}}}}}"#),
            "[]",
            none,
            "in a module",
        ),
        (
            r#"{"outputs":{"o":{}}}"#.to_owned(),
            "[]",
            none,
            "an output that is not planned",
        ),
        (
            managed.to_owned(),
            deleted,
            "Plan: 0 to add, 0 to change, 1 to destroy.",
            "it destroys",
        ),
        (
            r#"{"resources":[{"address":"data.t.n","mode":"data","type":"t","name":"n"}]}"#.to_owned(),
            "[]",
            matches,
            "data alone, of which no plan says anything",
        ),
        (
            r#"{"module_calls":{"m":{"module":{"outputs":{"o":{}}}}}}"#.to_owned(),
            "[]",
            matches,
            "an output of a module, which no plan has",
        ),
        ("{}".to_owned(), "[]", matches, "nothing is written"),
    ] {
        let plan = format!(
            r#"{{"format_version":"1.2","terraform_version":"1.9.0","planned_values":{{"root_module":{{}}}},
               "resource_changes":{changes},"configuration":{{"root_module":{configuration}}},
               "timestamp":"2026-11-22T00:00:00Z","applyable":false,"complete":true,"errored":false}}"#
        );
        let text = text("made", plan.into_bytes(), None).unwrap();
        assert!(text.contains(wanted), "{why}\n{text}");
    }
}

/// As Terraform 1.11.4 prints a plan of `-refresh-only` that failed on an output, with a move and without other outputs.
#[test]
fn a_failed_plan_that_only_refreshes_is_told_as_such() {
    let plan = r#"{"format_version":"1.2","terraform_version":"1.11.4","planned_values":{"root_module":{}},"resource_drift":[{
        "address":"terraform_data.b","previous_address":"terraform_data.a","mode":"managed","type":"terraform_data","name":"b",
        "provider_name":"terraform.io/builtin/terraform","change":{"actions":["no-op"],
        "before":{"id":"170f354c","input":1,"output":1,"triggers_replace":null},
        "after":{"id":"170f354c","input":1,"output":1,"triggers_replace":null},
        "after_unknown":{},"before_sensitive":{},"after_sensitive":{}}}],"configuration":{"root_module":{}},
        "timestamp":"2026-11-27T22:08:22Z","applyable":false,"complete":false,"errored":true}"#;
    let theirs = r#"
Note: Objects have changed outside of Terraform

Terraform detected the following changes made outside of Terraform since the
last "terraform apply" which may have affected this plan:

  # terraform_data.a has moved to terraform_data.b
    resource "terraform_data" "b" {
        id     = "170f354c"
        # (2 unchanged attributes hidden)
    }


This is a refresh-only plan, so Terraform will not take any actions to undo
these. If you were expecting these changes then you can apply this plan to
record the updated values in the Terraform state without changing any remote
objects.

─────────────────────────────────────────────────────────────────────────────

Planning failed. Terraform encountered an error while generating this plan.


─────────────────────────────────────────────────────────────────────────────
"#;
    assert_eq!(text("made", plan.into(), None).unwrap(), theirs);
}

/// A plan of one change of `aws_instance.x`, as an engine of that version writes it.
pub(crate) fn one_change(engine: &str, version: &str, change: &Value) -> Value {
    let mut plan = json!({
        "format_version": "1.2", "terraform_version": version, "planned_values": {"root_module": {}},
        "resource_changes": [{"address": "aws_instance.x", "mode": "managed", "type": "aws_instance", "name": "x",
            "provider_name": format!("registry.{engine}/hashicorp/aws"), "change": {"actions": [],
                "before": {"id": "1", "ami": "a"}, "after": null, "after_unknown": {}}}],
        "configuration": {"root_module": {}}, "errored": false,
    });
    if engine == "terraform.io" {
        plan["applyable"] = json!(true);
        plan["complete"] = json!(true);
    }
    if let Some(index) = change.get("index") {
        plan["resource_changes"][0]["address"] = json!(format!("aws_instance.x[{index}]"));
    }
    let resource = &mut plan["resource_changes"][0];
    for (key, value) in change.as_object().unwrap() {
        match key.as_str() {
            "index" | "deposed" | "action_reason" => resource[key] = value.clone(),
            _ => resource["change"][key] = value.clone(),
        }
    }
    plan
}

#[test]
fn what_no_fixture_has_is_told_as_the_engines_sources_have_it() {
    const TERRAFORM: (&str, &str) = ("terraform.io", "1.15.9");
    const OPENTOFU: (&str, &str) = ("opentofu.org", "1.12.6");
    let both = json!({"id": "2", "ami": "b"});
    for ((engine, version), change, wanted, unwanted, why) in [
        (
            TERRAFORM,
            json!({"actions": ["create", "forget"], "after": both}),
            "\n # aws_instance.x must be replaced, but the existing object will not be destroyed\n # (destroy = false is set in \
             the configuration)\n +/. resource \"aws_instance\" \"x\" {\n      ~ ami = \"a\" -> \"b\"",
            "older instance",
            "a replacement that abandons the old object",
        ),
        (
            TERRAFORM,
            json!({"actions": ["forget"], "deposed": "00000001"}),
            "\n # aws_instance.x (deposed object 00000001) will be removed from Terraform state, but will not be destroyed\n # \
             (left over from a partially-failed replacement of this instance)\n # (destroy = false is set in the \
             configuration)\n . resource",
            "no longer be managed",
            "what is left of a replacement",
        ),
        (
            OPENTOFU,
            json!({"actions": ["forget", "create"], "after": both, "importing": {"id": "1"}}),
            "(imported from \"1\")\n  ./+ resource",
            "Warning",
            "an import that is abandoned is not destroyed",
        ),
        (
            OPENTOFU,
            json!({"actions": ["no-op"], "after": {"id": "1", "ami": "a"}, "importing": {"identity": {"l": ["a", {"b": []}], "n": 1}}}),
            "  # imported using resource identity: {\n  #   \"l\": [\n  #     \"a\",\n  #     {\n  #       \"b\": []\n  #     }\n  #   \
             ],\n  #   \"n\": 1\n  # }\n",
            "[\"a\"",
            "lists in an identity, each element in a line of its own",
        ),
        (
            OPENTOFU,
            json!({"actions": ["delete"], "index": "a\u{2028}\"<", "action_reason": "delete_because_each_key"}),
            r#"# (because key ["a\u2028\"\u003c"] is not in for_each map)"#,
            "\u{2028}",
            "a key as Go writes it in JSON",
        ),
        (
            ("opentofu.org", "1.6.3"),
            json!({"actions": ["update"], "before": {"id": "1", "n": 9_007_199_254_740_993_u64, "l": [9_007_199_254_740_993_u64]},
                "after": {"id": "2", "n": 9_007_199_254_740_992_u64, "l": [9_007_199_254_740_992_u64]}}),
            "# (2 unchanged attributes hidden)",
            "9007",
            "numbers of old engines are the same where they round to the same",
        ),
        (
            ("opentofu.org", "1.7.0"),
            json!({"actions": ["update"], "before": {"id": "1", "n": 9_007_199_254_740_993_u64},
                "after": {"id": "2", "n": 9_007_199_254_740_992_u64}}),
            "~ n  = 9007199254740993 -> 9007199254740992",
            "hidden",
            "those of later ones are exact",
        ),
    ] {
        let plan = one_change(engine, version, &change);
        let shown = text("plan.json", plan.to_string().into_bytes(), None).unwrap();
        assert!(shown.contains(wanted), "{why}\n{shown}");
        assert!(!shown.contains(unwanted), "{why}\n{shown}");
    }
}

/// Plans with empty texts of two providers, one of the old kit and one that knows `null`, as Terraform 1.11.4 prints
/// them: an empty text is no value where the engine cannot tell which kit it is, be it marked, unknown or gone.
#[test]
fn empty_texts_are_values_where_the_engine_takes_them_for_such() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/empty_texts");
    let read = |name: &str| std::fs::read(folder.join(name)).unwrap();
    let schemas = input::text("schemas.json", read("schemas.json")).unwrap();
    for (name, why) in [
        ("blk-none", "blocks that go, with a marked attribute"),
        ("eo-destroy", "an object that goes"),
        ("eo-unk", "what is known later"),
        ("ez-x", "elements of lists, of a provider that knows `null`"),
        ("oset-frc", "blocks of a set"),
        ("znest-u", "objects in a set"),
    ] {
        let ours = text(name, read(&format!("{name}.json")), Some(&schemas)).unwrap();
        let theirs = String::from_utf8(read(&format!("{name}.txt"))).unwrap();
        assert_eq!(first_difference(&ours, &theirs), None, "{name}: {why}");
    }
}

#[test]
fn a_state_file_is_laid_out_as_its_stable_form() {
    let thing = |module: &str, name: &str| {
        let provider = "provider[\"registry.terraform.io/acme/acme\"]";
        let mut thing = json!({"mode": "managed", "type": "acme_thing", "name": name, "provider": provider,
            "instances": [{"schema_version": 0, "attributes": {"id": "1"}}]});
        if !module.is_empty() {
            thing["module"] = module.into();
        }
        thing
    };
    // As Terraform 1.11.4 prints a root module of one resource, a module below it, and modules alone.
    for (places, wanted, why) in [
        (
            &["", "module.m"][..],
            &[2][..],
            "two lines before what stands below others",
        ),
        (&["module.m"], &[], "a module alone"),
        (&["module.a", "module.a.module.b"], &[2], "one below another"),
        (&["module.a", "module.b"], &[0], "beside another"),
    ] {
        let things: Vec<_> = places.iter().map(|module| thing(module, "x")).collect();
        let state = json!({"version": 4, "terraform_version": "1.11.4", "serial": 1, "lineage": "l", "outputs": {},
            "resources": things});
        let shown = planlint(["show", "--kind=state", "--engine-text"])
            .stdin(state.to_string())
            .run();
        let shown = shown.exits(0, why).stdout;
        let lines: Vec<&str> = shown.lines().collect();
        let heads = lines
            .iter()
            .enumerate()
            .filter(|(at, line)| *at > 0 && line.starts_with("# "));
        let empty: Vec<usize> = heads
            .map(|(at, _)| lines[..at].iter().rev().take_while(|line| line.is_empty()).count())
            .collect();
        assert_eq!(empty, wanted, "{why}: {shown}");
    }
}
