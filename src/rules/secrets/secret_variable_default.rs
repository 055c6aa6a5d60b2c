//! Rule `secret-variable-default`: the default of a variable is a secret.

use crate::facts::{Holder, Literal, Step};
use crate::lint::{Check, Context, Finding, Level, Rule, RuleScope};
use crate::rules::data::{Naming, SecretShapes};

use super::{LOOKS_LIKE_ONE, STANDS_FOR_ONE, about_block, secrets};

pub(crate) const RULE: Rule = Rule {
    id: "secret-variable-default",
    summary: "the default of a variable is a secret",
    family: "secrets",
    level: Level::Error,
    checks: &[Check::Document(check)],
    tells_secrets: true,
    scope: RuleScope::Named,
    ..Rule::BASE
};

fn check(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    let shapes = SecretShapes::builtin();
    context.facts.literals(Holder::Variable, |block| {
        let own_name = block.address.rsplit('.').next().unwrap_or_default();
        let own_naming = shapes.naming(own_name);
        // People mark what they only do not want to see in a log, too: labels, regions, numbers of accounts.
        let by_mark = block.sensitive && own_naming == Naming::Other;
        let mut found = secrets(&block, |literal| match literal.path.as_slice() {
            [Step::Key(key)] => match shapes.naming(key) {
                Naming::Other => shapes.naming_in_map(own_name, key),
                naming => naming,
            },
            // Of a sensitive object nobody knows which member made it so: there the names decide.
            path if !is_own(path) => shapes.naming(literal.name()),
            _ if by_mark && literal.ask(is_number) => Naming::Other,
            _ if by_mark => Naming::Perhaps,
            _ if block.sensitive => Naming::Secret,
            _ => own_naming,
        });
        if found.is_empty() && block.sensitive {
            let is_named = |literal: &&Literal<'_>| match literal.path.as_slice() {
                [Step::Key(key)] if own_naming == Naming::Secret => {
                    shapes.naming(key) == Naming::Secret || shapes.naming_in_map(own_name, key) != Naming::Other
                }
                path if is_own(path) => own_naming == Naming::Secret,
                _ => shapes.naming(literal.name()) == Naming::Secret,
            };
            let named = block.literals.iter().filter(is_named);
            let weak = named.filter(|literal| literal.ask(|text| shapes.is_weak_secret(text)));
            found.extend(weak.map(|literal| (literal, STANDS_FOR_ONE)));
        }
        let Some(finding) = about_block(&block, "has a secret for its default", &found) else {
            return;
        };
        let told_by_mark = by_mark
            && found
                .iter()
                .all(|(literal, words)| is_own(&literal.path) && *words == LOOKS_LIKE_ONE);
        let finding = if told_by_mark {
            finding.why("the variable is declared sensitive, and this is what it holds when nobody sets it")
        } else {
            finding
        };
        findings.push(
            finding.help("remove the default, pass the value in from outside, and change the secret: it has been seen"),
        );
    });
}

/// Whether it is the variable's own value, or an element of the list that it is.
fn is_own(path: &[Step<'_>]) -> bool {
    path.iter().all(|step| matches!(step, Step::Index(_)))
}

/// Digits with signs between: the number of an account, a phone, a date.
pub(super) fn is_number(text: &str) -> bool {
    text.chars()
        .all(|letter| letter.is_ascii_digit() || letter.is_ascii_punctuation() || letter == ' ')
}
