//! Rule `provider-credential-literal`: the credentials of a provider are written in the configuration.

use crate::facts::Holder;
use crate::lint::{Check, Context, Finding, Level, Rule, RuleScope};
use crate::rules::data::SecretShapes;

use super::{Sources, about_block, secrets};

pub(crate) const RULE: Rule = Rule {
    id: "provider-credential-literal",
    summary: "the credentials of a provider are written in the configuration",
    family: "secrets",
    level: Level::Error,
    checks: &[Check::Document(check)],
    tells_secrets: true,
    scope: RuleScope::NoChange,
    ..Rule::BASE
};

fn check(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    let shapes = SecretShapes::builtin();
    let sources = Sources::of(context.facts);
    context.facts.literals(Holder::Provider, |block| {
        let found = secrets(&block, |literal| shapes.naming_of_credential(literal.name()));
        let finding = about_block(&block, "has its credentials written in the configuration", &found);
        findings.extend(finding.map(|finding| {
            sources.on(finding, &block).help(
                "leave them to the environment, a profile or a role that the runner assumes, and change them: they \
                 allow whatever the provider may do",
            )
        }));
    });
}
