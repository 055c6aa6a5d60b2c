//! Rule `untrusted-provider`: a provider does not come from a trusted source.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::lint::{Check, Context, Finding, Level, OptionsSpec, Rule, RuleScope};
use crate::rules::wildcard::Wildcard;

pub(crate) const RULE: Rule = Rule {
    id: "untrusted-provider",
    summary: "a provider does not come from a trusted source",
    family: "supply-chain",
    level: Level::Allow,
    options: Some(OptionsSpec::of::<Options>().needing(&["trust"])),
    checks: &[Check::Document(check)],
    scope: RuleScope::Providers,
    ..Rule::BASE
};

/// What can be set for `untrusted-provider`.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
struct Options {
    /// Source addresses that are trusted, with `*` for anything: `registry.opentofu.org/hashicorp/*`. The rule finds
    /// nothing while it is empty.
    trust: Vec<Wildcard>,
}

fn check(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    let options = context.options::<Options>();
    if options.trust.is_empty() {
        return;
    }
    for provider in context.facts.needed_providers() {
        let source = provider.source;
        let trusted = provider.is_built_in() || options.trust.iter().any(|pattern| pattern.matches(source));
        if !trusted {
            let says = if provider.is_configured {
                "does not come from a trusted source"
            } else {
                "needs a provider that does not come from a trusted source"
            };
            let mut finding = Finding::about_named(&provider.address, provider.pointer.clone(), says)
                .why(format!(
                    "{source} is not among the trusted sources, and a provider runs with all credentials of the run"
                ))
                .help("use a trusted provider, or add its source to `trust` after a review");
            finding.about.provider = Some(source.to_owned());
            findings.push(finding);
        }
    }
}
