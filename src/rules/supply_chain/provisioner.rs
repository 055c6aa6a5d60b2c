//! Rule `provisioner`: a resource has provisioners, which do what no plan shows.

use std::cell::LazyCell;
use std::collections::BTreeSet;

use crate::facts::{ConfiguredResource, Facts, Fate};
use crate::json::Pointer;
use crate::lint::{Check, Context, Finding, Level, Rule, RuleScope};
use crate::order;
use crate::rules::data::CodeRunners;
use crate::words::listed;

pub(crate) const RULE: Rule = Rule {
    id: "provisioner",
    summary: "a resource has provisioners, which do what no plan shows",
    family: "supply-chain",
    level: Level::Warning,
    checks: &[Check::Document(check)],
    scope: RuleScope::NoChange,
    ..Rule::BASE
};

/// Of more kinds than these only the first ones are told.
const TOLD: usize = 8;

fn check(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    let runners = CodeRunners::builtin();
    // Most configurations have none, and ask for neither.
    let made = LazyCell::new(|| {
        blocks(context.facts, |fate| {
            matches!(fate, Fate::Create | Fate::Replace(_) | Fate::Unrecognized)
        })
    });
    let gone = LazyCell::new(|| blocks(context.facts, |fate| fate == Fate::Delete));
    for resource in context.facts.modules().resources() {
        let wire = resource.wire;
        let (mut said, mut seen) = (Vec::new(), BTreeSet::new());
        for provisioner in &wire.provisioners {
            let name = provisioner.r#type.as_deref().unwrap_or("(no type)");
            let words = runners
                .provisioner(name)
                .map_or("something is run that planlint does not know", |code| {
                    code.words.as_str()
                });
            let words = format!("`{name}`: {words}");
            if seen.insert(name) {
                said.push(words);
            }
        }
        if said.is_empty() {
            continue;
        }
        let untold: Vec<String> = said.iter().skip(TOLD).cloned().collect();
        let said = listed(&said, TOLD, "; ");
        let mut finding = Finding::about_named(&resource.declaration.address(), resource.pointer().key("provisioners"), "has provisioners")
            .why(said.clone())
            .help("do it with a resource, in the image, or at first boot; a provisioner runs once, unseen, and leaves the resource tainted when it fails")
            .with_subject([context.facts.told_to_provisioners(resource)])
            .with_subject(untold);
        finding.about.type_name = wire.r#type.as_ref().map(ToString::to_string);
        finding.about.provider = context.facts.provider_of(resource).map(|one| one.source().to_owned());
        if !made.contains(&resource.pointer()) {
            finding = if gone.contains(&resource.pointer()) {
                finding.why(format!(
                    "{said}; of those only what has `when = destroy` runs here, which no plan tells"
                ))
            } else {
                let why = format!("{said}; none of them runs in this plan");
                finding.why(why).at_most(Level::Note)
            };
        }
        findings.push(finding);
    }
}

/// The blocks of which instances have such a fate, by where they stand. Provisioners run where one is created or
/// destroyed, and a plan has no `when`, which says at which of the two.
fn blocks(facts: &Facts<'_>, wanted: impl Fn(Fate) -> bool) -> BTreeSet<Pointer> {
    let changes = facts.changes.iter().filter(|change| wanted(change.fate));
    let blocks = changes.filter_map(|change| facts.configured(change));
    order::set(blocks.map(ConfiguredResource::pointer))
}
