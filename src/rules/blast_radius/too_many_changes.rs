//! Rule `too-many-changes`: there are more changes than anybody reviews one by one.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::changes::is_real;
use super::patterns::{AddressPattern, counted};
use crate::facts::{Fate, ResourceChange};
use crate::lint::{Check, Context, Finding, Level, OptionsSpec, Rule, RuleScope};
use crate::rules::type_names::TypeName;

pub(crate) const RULE: Rule = Rule {
    id: "too-many-changes",
    summary: "there are more changes than anybody reviews one by one",
    family: "blast-radius",
    level: Level::Warning,
    options: Some(OptionsSpec::of::<Options>().limiting(&["delete"]).adding(&[
        "replace",
        "forget",
        "update",
        "create",
        "total",
        "types",
        "addresses",
    ])),
    checks: &[Check::Document(check)],
    scope: RuleScope::Whole,
    ..Rule::BASE
};

#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
struct Options {
    /// How many deletions are allowed; a replacement is none.
    delete: u32,
    /// How many replacements are allowed, of every order.
    #[serde(skip_serializing_if = "Option::is_none")]
    replace: Option<u32>,
    /// How many objects may be forgotten.
    #[serde(skip_serializing_if = "Option::is_none")]
    forget: Option<u32>,
    /// How many updates are allowed.
    #[serde(skip_serializing_if = "Option::is_none")]
    update: Option<u32>,
    /// How many creations are allowed.
    #[serde(skip_serializing_if = "Option::is_none")]
    create: Option<u32>,
    /// How many changes are allowed, of every kind.
    #[serde(skip_serializing_if = "Option::is_none")]
    total: Option<u32>,
    /// How many changes of a resource type are allowed, by type.
    types: BTreeMap<TypeName, u32>,
    /// How many changes are allowed where an address pattern matches; `module.net.**` is a module.
    #[serde(deserialize_with = "counted")]
    addresses: BTreeMap<AddressPattern, u32>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            delete: 20,
            replace: None,
            forget: None,
            update: None,
            create: None,
            total: None,
            types: BTreeMap::new(),
            addresses: BTreeMap::new(),
        }
    }
}

fn check(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    let options = context.options::<Options>();
    let changes: Vec<&ResourceChange<'_>> = context.facts.changes.iter().filter(|change| is_real(change)).collect();
    let mut limit = |most: u32, what: &str, counts: &dyn Fn(&ResourceChange<'_>) -> bool| {
        let counted = changes.iter().filter(|change| counts(change));
        let count = counted.clone().count();
        if count > usize::try_from(most).unwrap_or(usize::MAX) {
            findings.push(
                Finding::on_property(
                    "resource_changes",
                    format!("the plan has more {what} than allowed: {count} of at most {most}"),
                )
                .why("nobody reviews so many one by one, and a mistake among them goes unseen")
                .help("split the change into several plans, or raise the limit for this one")
                .with_subject(counted.flat_map(|change| context.facts.counted_as(change))),
            );
        }
    };
    limit(options.delete, "deletions", &|change| change.fate == Fate::Delete);
    for (most, what, counts) in [
        (
            options.replace,
            "replacements",
            &(|fate| matches!(fate, Fate::Replace(_))) as &dyn Fn(Fate) -> bool,
        ),
        (options.forget, "forgotten objects", &|fate| fate == Fate::Forget),
        (options.update, "updates", &|fate| fate == Fate::Update),
        (options.create, "creations", &|fate| fate == Fate::Create),
        (options.total, "changes", &|_| true),
    ] {
        if let Some(most) = most {
            limit(most, what, &|change| counts(change.fate));
        }
    }
    for (type_name, most) in &options.types {
        limit(*most, &format!("changes of type {type_name}"), &|change| {
            type_name.is(change.type_name())
        });
    }
    for (pattern, most) in &options.addresses {
        limit(*most, &format!("changes at {pattern}"), &|change| {
            pattern.matches(change)
        });
    }
}
