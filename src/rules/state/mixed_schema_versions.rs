//! Rule `mixed-schema-versions`: objects of one type follow different versions of its schema.

use std::collections::BTreeMap;

use crate::facts::StateObject;
use crate::lint::{Check, Context, Finding, Level, Rule, RuleSubject};
use crate::tofu::ProviderAddress;
use crate::words::listed;

/// Of more versions than these only the first ones are told.
const TOLD: usize = 12;

pub(crate) const RULE: Rule = Rule {
    id: "mixed-schema-versions",
    summary: "objects of one type follow different versions of its schema",
    family: "state",
    subject: RuleSubject::States,
    level: Level::Note,
    checks: &[Check::Document(check)],
    ..Rule::BASE
};

fn check(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    // The engines convert all that a plan starts from.
    if context.facts.plan().is_some() {
        return;
    }
    let mut versions: BTreeMap<(&str, &str), BTreeMap<u64, Vec<&StateObject<'_>>>> = BTreeMap::new();
    for object in context.facts.objects() {
        // A deposed object always says 0.
        if let Some(version) = object.schema_version()
            && object.may_be_managed()
            && object.deposed().is_none()
        {
            // Each configuration of a provider has the same schemas, and so has the provider of each engine's registry.
            let provider = ProviderAddress::of_object(object.provider().unwrap_or_default()).in_any_registry();
            let of_type = versions.entry((provider, object.type_name())).or_default();
            of_type.entry(version).or_default().push(object);
        }
    }
    for ((_, type_name), by_version) in &versions {
        let Some((newest, _)) = by_version.last_key_value() else {
            continue;
        };
        let behind: Vec<_> = by_version.range(..newest).flat_map(|(_, objects)| objects).collect();
        let Some(first) = behind.first() else {
            continue;
        };
        let found: Vec<String> = by_version.keys().map(u64::to_string).collect();
        let says = match behind.len() {
            1 => "follows an older schema than others of its type".to_owned(),
            more => format!(
                "and {} more of {type_name} follow an older schema than others of the type",
                more - 1
            ),
        };
        let finding = Finding::about_object(first, format!("{says}: versions {}", listed(&found, TOLD, ", ")));
        findings.push(
            // It is about the type, whichever of its objects stands first.
            Finding {
                object: None,
                ..finding
            }
            .why(
                "part of the state was not written since the provider was upgraded; the next apply converts it, \
                and an older provider cannot read it after that",
            )
            .help("refresh the state with the provider that wrote the newest objects"),
        );
    }
}
