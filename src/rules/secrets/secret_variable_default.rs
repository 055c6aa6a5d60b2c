//! Rule `secret-variable-default`: the default of a variable is a secret.

use crate::facts::Holder;
use crate::lint::{Check, Context, Finding, Level, Rule};
use crate::rules::data::{Naming, SecretShapes};

use super::{about_block, secrets};

pub(crate) const RULE: Rule = Rule {
    id: "secret-variable-default",
    summary: "the default of a variable is a secret",
    family: "secrets",
    level: Level::Error,
    since: "0.1.0",
    page: include_str!("secret_variable_default.md"),
    covers: &[],
    options: None,
    checks: &[Check::Document(check)],
};

fn check(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    let shapes = SecretShapes::builtin();
    context.facts.literals(Holder::Variable, |block| {
        let own_name = block.address.rsplit('.').next().unwrap_or_default();
        let found = secrets(&block, |literal| match literal.path.as_slice() {
            // Of a sensitive object nobody knows which member made it so: there the names decide.
            [] if block.sensitive => Naming::Secret,
            [] => shapes.naming(own_name),
            _ => shapes.naming(literal.name()),
        });
        let finding = about_block(&block, "has a secret for its default", &found);
        findings.extend(finding.map(|finding| {
            finding.help("remove the default, pass the value in from outside, and change the secret: it has been seen")
        }));
    });
}
