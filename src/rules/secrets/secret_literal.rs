//! Rule `secret-literal`: a secret is written in the configuration.

use std::cell::LazyCell;

use crate::facts::Holder;
use crate::lint::{Check, Context, Finding, Level, Rule};
use crate::rules::data::{Naming, SecretShapes};

use super::marked::MarkedArguments;
use super::{STANDS_FOR_ONE, about_block, secrets};

pub(crate) const RULE: Rule = Rule {
    id: "secret-literal",
    summary: "a secret is written in the configuration",
    family: "secrets",
    level: Level::Error,
    checks: &[Check::Document(check)],
    ..Rule::BASE
};

fn check(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    let shapes = SecretShapes::builtin();
    let marked = LazyCell::new(|| MarkedArguments::of(context.facts));
    for holder in [Holder::Resource, Holder::ModuleCall, Holder::Output] {
        context.facts.literals(holder, |block| {
            let own_name = block.address.rsplit('.').next().unwrap_or_default();
            let mut found = secrets(&block, |literal| match literal.path.as_slice() {
                // Whoever declares an output sensitive says that its value is a secret.
                [] if block.sensitive => Naming::Secret,
                [] => shapes.naming(own_name),
                _ => shapes.naming_of_argument(literal.name()),
            });
            if found.is_empty() && holder == Holder::Resource {
                let of_mark = block
                    .literals
                    .iter()
                    .filter(|literal| marked.is_secret(&block, literal));
                found.extend(of_mark.map(|literal| (literal, STANDS_FOR_ONE)));
            }
            let finding = about_block(&block, "has a secret written in its configuration", &found);
            findings.extend(finding.map(|finding| {
                finding.help(
                    "take it from a sensitive variable, an ephemeral value or a secret store, then change it: \
                     whoever reads the configuration, the plan or the state has it",
                )
            }));
        });
    }
}
