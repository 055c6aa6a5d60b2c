//! The JSON schema of settings files, for editors. The reader beside it decides; a test holds the two together.

#![expect(dead_code, reason = "the types are only described, never made")]

use std::borrow::Cow;
use std::collections::BTreeMap;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::Value;

use super::WEAKENED;
use crate::facts::Fate;
use crate::lint::{self, FailOn, Rule, UnknownPolicy};

/// Settings of planlint: planlint.toml.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, rename_all = "kebab-case")]
struct File {
    /// The level from which on findings fail the gate; `error` unless set.
    fail_on: Option<Stop>,
    /// What to do with findings of which nobody can say before apply whether they are any; `report` unless set.
    unknown: Option<Unknown>,
    /// Other settings files that hold where this one says nothing; paths start at this file's folder.
    extends: Option<OneOrMore<String>>,
    /// Attributes whose differences are not shown, as `tags.commit` or `ingress[*].description`; they count all the
    /// same.
    ignore: Option<OneOrMore<String>>,
    /// Levels and options by rule; levels by family.
    rules: Option<Value>,
    /// Other levels for some addresses, modules, types, providers or kinds of change; later ones outweigh earlier ones.
    r#override: Option<Vec<Override>>,
    /// Which resource types hold data.
    stateful: Option<Stateful>,
    /// What holds for all waivers.
    waivers: Option<Waivers>,
    /// How much of an input is read.
    limits: Option<Limits>,
    /// Permitted exceptions.
    waiver: Option<Vec<Waiver>>,
}

/// A type that stands for one of some words.
macro_rules! word {
    ($name:ident, $description:literal, $words:expr) => {
        struct $name(&'static str);

        impl JsonSchema for $name {
            fn schema_name() -> Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!({ "description": $description, "type": "string", "enum": $words })
            }
        }
    };
}

word!(Stop, "From where on the gate fails.", FailOn::ALL.map(FailOn::word));
word!(
    Unknown,
    "Show it, let it fail the gate, or leave it out.",
    UnknownPolicy::ALL.map(UnknownPolicy::word)
);
word!(
    Level,
    "How bad a finding is; `allow` is off.",
    lint::Level::ALL.map(lint::Level::word)
);

/// One value, or a list of them.
#[derive(JsonSchema)]
#[schemars(untagged)]
enum OneOrMore<T> {
    One(T),
    More(Vec<T>),
}

/// Other levels where all its conditions hold.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Override {
    /// Address patterns.
    address: Option<OneOrMore<String>>,
    /// Patterns of modules: `module.a` alone, `module.a.**` with those below it.
    module: Option<OneOrMore<String>>,
    /// Resource types; `*` stands for any text.
    r#type: Option<OneOrMore<String>>,
    /// Providers, as `hashicorp/aws` or with the registry; `*` stands for any text.
    provider: Option<OneOrMore<String>>,
    /// What becomes of the resource.
    kind: Option<OneOrMore<Kind>>,
    /// Levels by rule or family.
    rules: BTreeMap<String, Level>,
}

/// What becomes of a resource.
struct Kind;

impl JsonSchema for Kind {
    fn schema_name() -> Cow<'static, str> {
        "Kind".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let mut words = Fate::ALL.map(Fate::word).to_vec();
        words.dedup();
        json_schema!({ "description": "What becomes of a resource.", "enum": words })
    }
}

/// Which resource types hold data, beside and out of the built-in list.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Stateful {
    /// Types that do.
    add: Option<OneOrMore<String>>,
    /// Types that do not.
    remove: Option<OneOrMore<String>>,
}

/// What holds for all waivers.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, rename_all = "kebab-case")]
struct Waivers {
    /// How many days a waiver may live; 180 unless set.
    #[schemars(range(min = 1, max = 1_000_000))]
    longest_life_days: Option<u32>,
}

/// How much of an input is read.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, rename_all = "kebab-case")]
struct Limits {
    /// The most millions of bytes that an input may have, unpacked; 8000 unless set.
    #[schemars(range(min = 1, max = 1_000_000))]
    largest_input_mb: Option<u32>,
    /// How many times larger than it is a compressed input may become, where that is more than 64 MB; 250 unless set.
    #[schemars(range(min = 1, max = 1_000_000))]
    largest_ratio: Option<u32>,
}

/// A permitted exception.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, rename_all = "kebab-case")]
struct Waiver {
    /// Name of the rule.
    rule: String,
    /// An address pattern; of what moves in the same plan it names the address before the move.
    address: String,
    /// Only for these kinds of change.
    kind: Option<OneOrMore<Kind>>,
    /// Why it is permitted.
    reason: String,
    /// Who answers for it.
    owner: Option<String>,
    /// Where it was decided.
    ticket: Option<String>,
    /// The day it was given; its life is counted from there. A TOML date.
    #[schemars(extend("format" = "date"))]
    since: Option<String>,
    /// The last day on which it holds. A TOML date.
    #[schemars(extend("format" = "date"))]
    expires: String,
    /// With more matches than this in one document it permits none.
    #[schemars(range(min = 1, max = 1_000_000))]
    at_most: Option<u32>,
}

/// The schema with the options of all rules, pretty, with a line feed: what `schemas/settings.v1.schema.json` holds.
///
/// # Errors
///
/// Only if the schema could not be written as JSON.
pub fn schema(rules: &[Rule]) -> serde_json::Result<String> {
    let mut root = SchemaGenerator::default().into_root_schema_for::<File>();
    root.insert("$id".to_owned(), "urn:planlint:settings:v1".into());
    let mut entries = serde_json::Map::new();
    for rule in rules {
        entries.entry(rule.family).or_insert_with(|| {
            serde_json::json!({
                "description": format!("All rules of the family {}.", rule.family),
                "anyOf": [{"$ref": "#/$defs/Level"}, table(Value::Null)],
            })
        });
    }
    // The level of one rule no file sets.
    for rule in rules.iter().filter(|rule| rule.id != WEAKENED) {
        let options = rule.options.map(|spec| Value::from((spec.schema)()));
        let mut options = options.unwrap_or_default();
        // Two rules may call different things by one name.
        point_to(&mut options, &format!("#/$defs/{}.", rule.id));
        let shared = options.as_object_mut().and_then(|options| options.remove("$defs"));
        if let (Some(Value::Object(shared)), Some(Value::Object(all))) = (shared, root.get_mut("$defs")) {
            let shared = shared.into_iter();
            all.extend(shared.map(|(name, schema)| (format!("{}.{name}", rule.id), schema)));
        }
        let described = serde_json::json!({
            "description": format!("{}; {} unless set.", rule.summary, rule.level),
            "anyOf": [{"$ref": "#/$defs/Level"}, table(options)],
        });
        entries.insert(rule.id.to_owned(), described);
    }
    if let Some(rules) = root.pointer_mut("/properties/rules") {
        *rules = serde_json::json!({
            "description": rules.get("description"),
            "type": "object",
            "properties": entries,
            "additionalProperties": false,
        });
    }
    serde_json::to_string_pretty(&root).map(|text| text + "\n")
}

/// Lets every reference of a schema point below `prefix`. Schemas come from types, so they are not deep.
fn point_to(schema: &mut Value, prefix: &str) {
    match schema {
        Value::Array(list) => list.iter_mut().for_each(|schema| point_to(schema, prefix)),
        Value::Object(members) => {
            for (key, value) in members {
                match value {
                    Value::String(target) if key == "$ref" => *target = target.replace("#/$defs/", prefix),
                    value => point_to(value, prefix),
                }
            }
        }
        _ => {}
    }
}

/// The schema of a rule's options, if it has any, with `level` beside them.
fn table(options: Value) -> Value {
    let mut members = match options {
        Value::Object(members) => members,
        _ => serde_json::Map::new(),
    };
    members.remove("$schema");
    members.remove("title");
    members.insert("type".to_owned(), "object".into());
    members.insert("additionalProperties".to_owned(), false.into());
    let properties = members.entry("properties").or_insert_with(|| serde_json::json!({}));
    if let Some(properties) = properties.as_object_mut() {
        properties.insert("level".to_owned(), serde_json::json!({"$ref": "#/$defs/Level"}));
    }
    Value::Object(members)
}
