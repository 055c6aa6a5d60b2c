//! Rule `untrusted-module`: a module does not come from a trusted source.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::lint::{Check, Context, Finding, Level, OptionsSpec, Rule, RuleScope};
use crate::rules::wildcard::Wildcard;

use super::source::{Pin, is_ambiguous, pin, shown, steps_up};

pub(crate) const RULE: Rule = Rule {
    id: "untrusted-module",
    summary: "a module does not come from a trusted source",
    family: "supply-chain",
    level: Level::Allow,
    options: Some(OptionsSpec::of::<Options>().needing(&["trust"])),
    checks: &[Check::Document(check)],
    scope: RuleScope::WithCalls,
    ..Rule::BASE
};

/// What can be set for `untrusted-module`.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
struct Options {
    /// Sources that are trusted, without what follows `?`, with `*` for anything: `terraform-aws-modules/*`. Modules
    /// beside the configuration are always trusted. The rule finds nothing while it is empty.
    trust: Vec<Wildcard>,
}

fn check(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    let options = context.options::<Options>();
    if options.trust.is_empty() {
        return;
    }
    for module in context.facts.modules().walk() {
        let Some(source) = module.call().and_then(|call| call.source.as_deref()) else {
            continue;
        };
        let place = shown(source);
        let is_named = options.trust.iter().any(|pattern| pattern.matches(&place));
        let why = match pin(source) {
            Pin::Local => continue,
            _ if !is_named => "is not among the trusted sources",
            _ if steps_up(&place) => "does not lead where it seems to: `..` leaves what is trusted",
            _ if is_ambiguous(source) => {
                "has a `#`, a backslash or a space in it, so that nobody can say where it leads"
            }
            _ => continue,
        };
        findings.push(
            Finding::about_named(&module.path(), module.pointer(), "does not come from a trusted source")
                .why(format!("{place} {why}"))
                .help("use a trusted module, or add its source to `trust` after a review"),
        );
    }
}
