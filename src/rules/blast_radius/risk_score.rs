//! Rule `risk-score`: the changes of a plan together weigh too much.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::changes::is_real;
use crate::facts::{Fate, ResourceChange};
use crate::lint::{Check, Context, Finding, Level, OptionsSpec, Rule, RuleScope};
use crate::order;
use crate::rules::data::Stateful;
use crate::rules::data::kinds::critical;
use crate::rules::type_names::TypeName;

pub(crate) const RULE: Rule = Rule {
    id: "risk-score",
    summary: "the changes of the plan add up to a high score",
    family: "blast-radius",
    level: Level::Allow,
    options: Some(OptionsSpec::of::<Options>().limiting(&["threshold"])),
    checks: &[Check::Document(check)],
    scope: RuleScope::Whole,
    ..Rule::BASE
};

#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
struct Options {
    /// The score up to which a plan is fine.
    threshold: u32,
    /// What a creation weighs.
    create: u32,
    /// What an update weighs.
    update: u32,
    /// What a forgotten object weighs.
    forget: u32,
    /// What a replacement weighs.
    replace: u32,
    /// What a deletion weighs.
    delete: u32,
    /// What an action weighs that planlint does not know.
    unrecognized: u32,
    /// The factor for the destruction of an object that holds data.
    stateful: u32,
    /// The factor for types whose change reaches far, those of `critical-type`.
    critical: u32,
    /// Factors of single types, instead of the two above.
    types: BTreeMap<TypeName, u32>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            threshold: 100,
            create: 1,
            update: 2,
            forget: 5,
            replace: 5,
            delete: 10,
            unrecognized: 20,
            stateful: 5,
            critical: 3,
            types: BTreeMap::new(),
        }
    }
}

impl Options {
    /// In numbers so wide that no settings make a score come round to a small one.
    fn weight(&self, change: &ResourceChange<'_>, stateful: &Stateful<'_>) -> u128 {
        let weight = match change.fate {
            Fate::Create => self.create,
            Fate::Update => self.update,
            Fate::Forget => self.forget,
            Fate::Replace(_) => self.replace,
            Fate::Delete => self.delete,
            _ => self.unrecognized,
        };
        let type_name = change.type_name();
        let factor = match self.types.get(type_name) {
            Some(factor) => *factor,
            None if change.fate.destroys() && stateful.loss(change, None).is_some() => self.stateful,
            None if critical().of(type_name).is_some() => self.critical,
            None => 1,
        };
        u128::from(weight) * u128::from(factor)
    }
}

fn check(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    let options = context.options::<Options>();
    let stateful = Stateful::with(&context.settings.stateful_types);
    let mut terms: BTreeMap<(u128, &str), u128> = BTreeMap::new();
    let changes = context.facts.changes.iter().filter(|change| is_real(change));
    for change in changes.clone() {
        *terms
            .entry((options.weight(change, &stateful), change.fate.word()))
            .or_default() += 1;
    }
    let score: u128 = terms.iter().map(|((weight, _), count)| weight * count).sum();
    if score <= u128::from(options.threshold) {
        return;
    }
    let mut terms: Vec<_> = terms.into_iter().filter(|((weight, _), _)| *weight > 0).collect();
    order::sort_by_key(&mut terms, |((weight, word), count)| {
        (std::cmp::Reverse(weight * count), *word, *weight)
    });
    let told: Vec<String> = terms
        .iter()
        .map(|((weight, word), count)| format!("{count} × {word} at {weight} = {}", weight * count))
        .collect();
    findings.push(
        Finding::on_property(
            "resource_changes",
            format!("the plan has a risk score of {score}, above {}", options.threshold),
        )
        .why(told.join(", "))
        .help("split the change into several plans, or have more people review it")
        .with_subject(changes.flat_map(|change| context.facts.counted_as(change))),
    );
}
