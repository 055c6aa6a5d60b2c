//! Rule `unpinned-module`: a module may change from one run to the next.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::facts::quoted::may_hold_secret;
use crate::lint::{Check, Context, Finding, Level, OptionsSpec, Rule, RuleScope};

use super::source::{Pin, Way, is_exact, is_open, pin, shown, way};

pub(crate) const RULE: Rule = Rule {
    id: "unpinned-module",
    summary: "a module may change from one run to the next",
    family: "supply-chain",
    level: Level::Warning,
    options: Some(OptionsSpec::of::<Options>().adding(&["exact"])),
    checks: &[Check::Document(check)],
    scope: RuleScope::WithCalls,
    ..Rule::BASE
};

/// What can be set for `unpinned-module`.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
struct Options {
    /// Whether only one version of a registry, a commit or a digest will do.
    exact: bool,
}

fn check(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    let exact = context.options::<Options>().exact;
    for module in context.facts.modules().walk() {
        let Some(call) = module.call() else {
            continue;
        };
        let Some(source) = call.source.as_deref() else {
            continue;
        };
        let way = way(source);
        let why = match (pin(source), call.version_constraint.as_deref()) {
            (Pin::Registry, None) => "no `version` is given: the newest is used".to_owned(),
            (Pin::Registry, Some(version)) if is_open(version) => format!("`{version}` allows any later version"),
            (Pin::Registry, Some(version)) if exact && !is_exact(version) => {
                format!("`{version}` allows several versions")
            }
            (Pin::Branch(name), _) if may_hold_secret(&name) => "what it names moves with every commit".to_owned(),
            (Pin::Branch(name), _) if way == Way::Oci => format!("the tag `{name}` moves with every release"),
            (Pin::Branch(name), _) => format!("`{name}` moves with every commit"),
            (Pin::Nothing, _) => match way {
                Way::Git => "no `ref` is given: the newest commit is used",
                Way::Mercurial => "no `rev` is given: the newest commit is used",
                Way::Oci => "no `tag` or `digest` is given: what the tag `latest` means is used",
            }
            .to_owned(),
            (Pin::Tag, _) if exact => "a tag can be moved".to_owned(),
            _ => continue,
        };
        let help = match (pin(source), way) {
            (Pin::Registry, _) => "give a `version` with an upper limit; the lock file does not cover modules",
            (_, Way::Mercurial) => "add `?rev=` with a tag or, safer, a commit to the source",
            (_, Way::Oci) => "add `?tag=` with a version or, safer, `?digest=` to the source",
            (_, Way::Git) => "add `?ref=` with a tag or, safer, a commit to the source",
        };
        findings.push(
            Finding::about_named(&module.path(), module.pointer(), "may change from one run to the next")
                .why(format!("{}: {why}", shown(source)))
                .help(help),
        );
    }
}
