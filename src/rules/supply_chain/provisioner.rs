//! Rule `provisioner`: a resource has provisioners, which do what no plan shows.

use std::collections::BTreeSet;

use crate::facts::{ConfiguredResource, Facts, Fate};
use crate::json::Pointer;
use crate::lint::{Check, Context, Finding, Level, Rule};
use crate::order;
use crate::rules::data::CodeRunners;

pub(crate) const RULE: Rule = Rule {
    id: "provisioner",
    summary: "a resource has provisioners, which do what no plan shows",
    family: "supply-chain",
    level: Level::Warning,
    checks: &[Check::Document(check)],
    ..Rule::BASE
};

fn check(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    let runners = CodeRunners::builtin();
    let running = running(context.facts);
    for resource in context.facts.modules().resources() {
        let wire = resource.wire;
        let mut said = Vec::new();
        for provisioner in &wire.provisioners {
            let name = provisioner.r#type.as_deref().unwrap_or("(no type)");
            let words = runners
                .provisioner(name)
                .map_or("something is run that planlint does not know", |code| {
                    code.words.as_str()
                });
            let words = format!("`{name}`: {words}");
            if !said.contains(&words) {
                said.push(words);
            }
        }
        if said.is_empty() {
            continue;
        }
        let mut finding = Finding::about_named(&resource.declaration.address(), resource.pointer().key("provisioners"), "has provisioners")
            .why(said.join("; "))
            .help("do it with a resource, in the image, or at first boot; a provisioner runs once, unseen, and leaves the resource tainted when it fails")
            .with_subject([context.facts.told_to_provisioners(resource)]);
        finding.about.type_name = wire.r#type.as_ref().map(ToString::to_string);
        if !running.contains(&resource.pointer()) {
            finding = finding
                .why(format!("{}; none of them runs in this plan", said.join("; ")))
                .at_most(Level::Note);
        }
        findings.push(finding);
    }
}

/// The blocks of which a plan creates or destroys an instance, by where they stand: provisioners run at no other time.
fn running(facts: &Facts<'_>) -> BTreeSet<Pointer> {
    let runs = |fate| {
        matches!(
            fate,
            Fate::Create | Fate::Replace(_) | Fate::Delete | Fate::Unrecognized
        )
    };
    let changes = facts.changes.iter().filter(|change| runs(change.fate));
    let blocks = changes.filter_map(|change| facts.configured(change));
    order::set(blocks.map(ConfiguredResource::pointer))
}
