//! Rule `secret-literal`: a secret is written in the configuration.

use std::cell::LazyCell;
use std::collections::{BTreeMap, BTreeSet};

use crate::facts::{Facts, Holder, Literal, Step};
use crate::lint::{Check, Context, Finding, Level, Rule, RuleScope};
use crate::order;
use crate::rules::data::{Naming, SecretShapes};

use super::marked::{MarkedArguments, is_secret_member};
use super::secret_variable_default::is_number;
use super::{PERHAPS_ONE, STANDS_FOR_ONE, Sources, about_block, argument, secrets};

pub(crate) const RULE: Rule = Rule {
    id: "secret-literal",
    summary: "a secret is written in the configuration",
    family: "secrets",
    level: Level::Error,
    checks: &[Check::Document(check)],
    tells_secrets: true,
    scope: RuleScope::NoChange,
    ..Rule::BASE
};

fn check(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    let shapes = SecretShapes::builtin();
    let marked = LazyCell::new(|| MarkedArguments::of(context.facts));
    let declared = LazyCell::new(|| sensitive_variables(context.facts));
    let sources = Sources::of(context.facts);
    for holder in [Holder::Resource, Holder::ModuleCall, Holder::Output, Holder::Action] {
        context.facts.literals(holder, |block| {
            let own_name = block.address.rsplit('.').next().unwrap_or_default();
            let is_declared = |literal: &Literal<'_>| {
                let variables = (holder == Holder::ModuleCall)
                    .then(|| declared.get(&block.address))
                    .flatten();
                let is_of = |name: &str| variables.is_some_and(|variables| variables.contains(name));
                matches!(literal.path.first(), Some(Step::Key(name)) if is_of(name))
            };
            let mut found = secrets(&block, |literal| match literal.path.as_slice() {
                [Step::Index(_), ..] if holder == Holder::Output && literal.name().is_empty() => {
                    shapes.naming(own_name)
                }
                [Step::Key(key)] if holder == Holder::Output => match shapes.naming_of_argument(key) {
                    Naming::Other => shapes.naming_in_map(own_name, key),
                    naming => naming,
                },
                // Whoever declares an output sensitive says that its value is a secret, or wants no log to have it.
                [] => match shapes.naming(own_name) {
                    Naming::Other if block.sensitive && literal.ask(is_plain_name) => Naming::Perhaps,
                    _ if block.sensitive => Naming::Secret,
                    naming => naming,
                },
                _ => match shapes.naming_of_argument(literal.name()) {
                    Naming::Other if argument(literal).is_some() && is_declared(literal) && !literal.ask(is_number) => {
                        Naming::Perhaps
                    }
                    naming => naming,
                },
            });
            if found.is_empty() {
                let is_word = |literal: &Literal<'_>| {
                    shapes.naming(literal.name()) == Naming::Secret && literal.ask(|text| shapes.is_weak_secret(text))
                };
                let is_brought =
                    |literal: &Literal<'_>| is_declared(literal) && (is_word(literal) || is_member(literal));
                let of_block = LazyCell::new(|| marked.of_block(&block));
                let weak = |literal: &Literal<'_>| match holder {
                    Holder::Resource => of_block.secret(literal),
                    _ => is_brought(literal).then_some(STANDS_FOR_ONE),
                };
                let literals = block.literals.iter();
                found.extend(literals.filter_map(|literal| Some((literal, weak(literal)?))));
            }
            let is_made = found.iter().all(|(literal, _)| literal.is_made);
            // What is made of a file may stand in none that anybody keeps, and an action may refer to anything.
            let is_unsure = is_made || holder == Holder::Action || found.iter().all(|(_, words)| *words == PERHAPS_ONE);
            let says = match holder {
                // Of these there are values alone.
                Holder::Action => "has a secret among its arguments, which no variable brings",
                _ if is_made => "has a secret that its configuration makes of constants or files",
                _ => "has a secret written in its configuration",
            };
            let finding = about_block(&block, says, &found);
            findings.extend(finding.map(|finding| {
                let finding = if is_unsure {
                    finding.at_most(Level::Warning)
                } else {
                    finding
                };
                sources.on(finding, &block).help(
                    "take it from a sensitive variable, an ephemeral value or a secret store, then change it: \
                     whoever reads the configuration, the plan or the state has it",
                )
            }));
        });
    }
}

/// Whether a part of a sensitive argument is a secret, as far as its own name lets it be one.
fn is_member(literal: &Literal<'_>) -> bool {
    argument(literal).is_none() && is_secret_member(literal, literal.name())
}

/// Words in small letters and numbers with signs between them, as a region, a size, a host or an object is called:
/// `eu-west-1`, `db.r5.large`.
fn is_plain_name(text: &str) -> bool {
    /// Parts as short as that mix letters and digits in any order: `k8s`.
    const MIXED: usize = 3;
    let is_part = |part: &str| {
        let digits = part.trim_start_matches(|letter: char| letter.is_ascii_lowercase());
        let is_word = digits.chars().all(|letter| letter.is_ascii_digit());
        let is_mixed = || {
            part.len() <= MIXED
                && part
                    .chars()
                    .all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit())
        };
        !part.is_empty() && (is_word || is_mixed())
    };
    let signs = ['-', '.', '_', ':', '/'];
    text.contains(signs) && text.contains(|letter: char| letter.is_ascii_lowercase()) && text.split(signs).all(is_part)
}

/// By the addresses of modules the variables that they declare sensitive.
fn sensitive_variables<'a>(facts: &Facts<'a>) -> BTreeMap<String, BTreeSet<&'a str>> {
    let modules = facts.modules().walk();
    let declared = modules.filter_map(|module| Some((module, module.wire()?)));
    order::map(declared.map(|(module, wire)| {
        let sensitive = wire.variables.iter().filter(|(_, variable)| variable.sensitive);
        (module.path(), sensitive.map(|(name, _)| name.as_str()).collect())
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_told_from_what_nobody_would_choose() {
        for (text, expected, why) in [
            ("eu-west-1", true, "a region"),
            ("db.r5.large", true, "a size"),
            ("ubuntu-22.04", true, "an image"),
            ("my-app-prod-01", true, "an object"),
            ("localhost:5432", true, "a host"),
            ("k8s-cluster", true, "digits between letters, in a short part"),
            ("platform2024", false, "no sign: a password as well"),
            ("CANARY-SECRET", false, "capitals"),
            ("Z%CM-rPN", false, "signs that no name has"),
            ("839201748392", false, "digits alone"),
            (
                "8f14e45f-ceea-467f-9575-6a2d3c4b5e6f",
                false,
                "random digits and letters",
            ),
            ("c/ZNtvCgCtZPrhEjznzk", false, "base64"),
            ("a--b", false, "a part without letters"),
        ] {
            assert_eq!(is_plain_name(text), expected, "{why}");
        }
    }
}
