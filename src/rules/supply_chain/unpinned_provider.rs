//! Rule `unpinned-provider`: any later version of a provider may be installed.

use std::collections::BTreeMap;

use crate::facts::Provider;
use crate::lint::{Check, Context, Finding, Level, Rule, RuleScope};
use crate::tofu::ProviderAddress;

use super::source::is_open;

pub(crate) const RULE: Rule = Rule {
    id: "unpinned-provider",
    summary: "any later version of a provider may be installed",
    family: "supply-chain",
    level: Level::Warning,
    checks: &[Check::Document(check)],
    scope: RuleScope::Providers,
    ..Rule::BASE
};

fn check(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    // Until then the document has the constraint of the `provider` block alone (§1.11).
    if context.facts.engine_is("<0.14") == Some(true) {
        return;
    }
    let providers = context.facts.providers();
    let mut by_source: BTreeMap<&str, Vec<&Provider<'_>>> = BTreeMap::new();
    for provider in providers.iter().filter(|provider| !provider.is_built_in()) {
        by_source.entry(provider.source()).or_default().push(provider);
    }
    for (source, required) in by_source {
        let constraints = || {
            required
                .iter()
                .filter_map(|provider| provider.wire.version_constraint.as_deref())
        };
        // One version serves all modules, so that a limit in one of them holds for all.
        if !constraints().all(is_open) {
            continue;
        }
        let Some(first) = required
            .iter()
            .min_by_key(|provider| (provider.wire.module_address.is_some(), provider.wire.alias.is_some()))
        else {
            continue;
        };
        // Both engines have it under the same name.
        let name = ProviderAddress::new(source).in_any_registry();
        let why = match constraints().next() {
            None => format!("no module says which versions of {name} it works with"),
            Some(constraint) => {
                format!("`{constraint}` allows any later version of {name}, even one that breaks things")
            }
        };
        let says = "has no upper limit on its version";
        let mut finding = Finding::about_named(&first.address, first.pointer.clone(), says)
            .why(why)
            .help("write `version = \"~> …\"` in `required_providers`, and keep the lock file under version control");
        finding.about.provider = Some(source.to_owned());
        findings.push(finding);
    }
}
