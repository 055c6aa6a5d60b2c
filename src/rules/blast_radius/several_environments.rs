//! Rule `several-environments`: one plan changes things through several configurations of a provider.

use std::collections::BTreeMap;

use super::changes::is_real;
use crate::lint::{Check, Context, Finding, Level, Rule, RuleScope};

pub(crate) const RULE: Rule = Rule {
    id: "several-environments",
    summary: "one plan changes things through several configurations of a provider",
    family: "blast-radius",
    level: Level::Allow,
    checks: &[Check::Document(check)],
    scope: RuleScope::Whole,
    ..Rule::BASE
};

fn check(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    let Some(configuration) = context.facts.plan().and_then(|plan| plan.configuration.as_ref()) else {
        return;
    };
    let modules = context.facts.modules();
    // By provider, the configurations that the changes use and how often.
    let mut used: BTreeMap<&str, BTreeMap<&str, usize>> = BTreeMap::new();
    for change in context.facts.changes.iter().filter(|change| is_real(change)) {
        let block = change.parsed.as_ref().and_then(|address| modules.resource(address));
        let key = block.and_then(|block| block.wire.provider_config_key.as_deref());
        // What is gone from the configuration does not say any more which provider it had.
        if let Some((key, provider)) = key.and_then(|key| Some((key, configuration.provider_config.get(key)?))) {
            let source = provider.source().unwrap_or(key);
            *used.entry(source).or_default().entry(key).or_default() += 1;
        }
    }
    for (source, keys) in used.iter().filter(|(_, keys)| keys.len() > 1) {
        let list: Vec<String> = keys.iter().map(|(key, count)| format!("{key} ({count})")).collect();
        findings.push(
            Finding::on_property(
                "configuration",
                format!(
                    "the plan changes things through {} configurations of {source}",
                    keys.len()
                ),
            )
            .why(format!(
                "they may be different accounts, regions or clusters; changes by configuration: {}",
                list.join(", ")
            ))
            .help("plan one environment at a time, so that a mistake stays in it"),
        );
    }
}
