//! Rule `mass-destroy`: a large part of what exists is destroyed.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::facts::{Fate, Mode, ResourceChange};
use crate::lint::{Check, Context, Finding, Level, OptionsSpec, Rule, RuleScope};
use crate::rules::data::is_made_anew;

pub(crate) const RULE: Rule = Rule {
    id: "mass-destroy",
    summary: "a large part of what exists is destroyed",
    family: "destruction",
    level: Level::Error,
    options: Some(OptionsSpec::of::<Options>().limiting(&["share", "at-least"])),
    checks: &[Check::Document(check)],
    scope: RuleScope::Whole,
    ..Rule::BASE
};

#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::rules) struct Options {
    /// The share of the managed objects from which on it is too much, from 0 to 1.
    share: Share,
    /// Fewer objects than this are never too much.
    at_least: u32,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            share: Share(0.5),
            at_least: 5,
        }
    }
}

/// A number from 0 to 1.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(try_from = "f64", into = "f64")]
#[schemars(with = "f64")]
struct Share(f64);

impl TryFrom<f64> for Share {
    type Error = &'static str;

    fn try_from(share: f64) -> Result<Self, Self::Error> {
        if (0.0..=1.0).contains(&share) {
            Ok(Self(share))
        } else {
            Err("a share is a number from 0 to 1")
        }
    }
}

impl From<Share> for f64 {
    fn from(share: Share) -> Self {
        share.0
    }
}

impl Options {
    /// Whether so many that go are too much of all that there are.
    #[expect(clippy::cast_precision_loss, reason = "no plan has 2^52 objects")]
    pub(in crate::rules) fn is_too_much(&self, going: usize, all: usize) -> bool {
        going > 0
            && going >= usize::try_from(self.at_least).unwrap_or(usize::MAX)
            && going as f64 / all as f64 >= self.share.0
    }
}

fn check(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    let options = context.options::<Options>();
    let changes = context.facts.changes.iter();
    let (mut deleted, mut replaced) = (0_usize, 0_usize);
    // A new version in place of an old one takes nothing away.
    let is_missed = |change: &&ResourceChange<'_>| change.fate == Fate::Delete || !is_made_anew(change.type_name());
    let going = changes.filter(|change| change.managed() && change.fate.destroys());
    for change in going.clone() {
        if change.fate == Fate::Delete {
            deleted += 1;
        } else {
            replaced += 1;
        }
    }
    let destroyed = deleted + replaced;
    if destroyed == 0 {
        return;
    }
    let facts = context.facts;
    // The prior state holds what is imported, too; nobody managed it before.
    let is_new = |change: &ResourceChange<'_>| change.wire.change.importing.is_some() && !change.fate.destroys();
    let changes = || facts.changes.iter().filter(|change| change.managed());
    let imported = changes()
        .filter(|change| is_new(change) && facts.is_held(change))
        .count();
    let objects = facts.objects().iter();
    let held = objects
        .filter(|object| *object.mode() == Mode::Managed)
        .count()
        .saturating_sub(imported);
    // Some plans are without the prior state; what changes or stays was there.
    let is_there = |change: &ResourceChange<'_>| change.wire.change.before.is_some_and(|before| before.is_object());
    let there = changes().filter(|change| is_there(change) && !is_new(change)).count();
    let held = held.max(there).max(destroyed);
    let missed = going.clone().filter(is_missed).count();
    if !options.is_too_much(missed, held) {
        return;
    }
    let anew = match destroyed - missed {
        0 => String::new(),
        anew => format!("; {anew} of them are made anew with each change"),
    };
    let finding = Finding::on_property(
        "resource_changes",
        format!("the plan destroys {destroyed} of {held} managed objects"),
    )
    .help("make sure that the workspace, the variables and the module list are the right ones")
    .with_subject(going.flat_map(|change| context.facts.counted_as(change)));
    findings.push(match (deleted, replaced) {
        (_, 0) => finding.why("none of these addresses is created again"),
        (0, _) => finding.why(format!("all of them are created again, empty and with other ids{anew}")),
        _ => finding.why(format!(
            "{deleted} are deleted, {replaced} created again, empty and with other ids{anew}"
        )),
    });
}
