//! Rule `noisy-change`: an update changes only the form of values.

use crate::facts::{Fate, Noise};
use crate::lint::{ChangeView, Check, Context, Finding, Level, Rule};
use crate::rules::data::is_unordered;

pub(crate) const RULE: Rule = Rule {
    id: "noisy-change",
    summary: "an update changes only the form of values",
    family: "unknowns",
    level: Level::Note,
    since: "0.1.0",
    page: page!("unknowns/noisy_change"),
    covers: &[],
    options: None,
    checks: &[Check::Change(check)],
};

fn check(_: &Context<'_, '_>, view: &ChangeView<'_, '_>, findings: &mut Vec<Finding>) {
    let change = view.change;
    if change.fate != Fate::Update {
        return;
    }
    let difference = view.difference();
    if difference.known.is_empty() || !difference.unknown.is_empty() {
        return;
    }
    let (before, after) = view.differing();
    let noises = change.noise(before, after, |name| is_unordered(change.type_name(), name));
    let Some(noises) = noises.filter(|noises| !noises.is_empty()) else {
        return;
    };
    let words: Vec<_> = noises
        .iter()
        .map(|(name, noise)| match noise {
            Noise::Emptiness => format!("`{name}` goes between null and empty"),
            Noise::Order => format!("`{name}` has the same elements in another order"),
            Noise::Layout => format!("`{name}` is the same JSON in another layout"),
        })
        .collect();
    findings.push(
        Finding::about(change, "is updated without any change in content")
            .why(words.join("; "))
            .help("write the value as the provider returns it, so that plans show only what changes"),
    );
}
