//! Rule `secret-in-provisioner`: a secret is written in a provisioner.

use crate::facts::Holder;
use crate::lint::{Check, Context, Finding, Level, Rule, RuleScope};
use crate::rules::data::SecretShapes;

use super::{Sources, about_block, secrets};

pub(crate) const RULE: Rule = Rule {
    id: "secret-in-provisioner",
    summary: "a secret is written in a provisioner",
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
    context.facts.literals(Holder::Provisioners, |block| {
        let found = secrets(&block, |literal| shapes.naming(literal.name()));
        let finding = about_block(&block, "has a secret written in a provisioner", &found);
        findings.extend(finding.map(|finding| {
            sources.on(finding, &block).help(
                "pass it in from a sensitive variable through `environment`, or let the machine fetch it from a \
                 secret store; then change it",
            )
        }));
    });
}
