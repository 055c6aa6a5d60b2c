//! The functions of the language.

use super::engine::{Engine, Flavor};
use crate::hcljson::closest;

/// A function a line; behind it the engine, where one alone has it.
const TABLE: &str = include_str!("functions.txt");

/// The functions that an engine has.
fn names(engine: Engine) -> impl Iterator<Item = &'static str> {
    TABLE
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(move |line| match line.split_once(' ') {
            None => Some(line),
            Some((name, "OpenTofu")) => (engine.flavor == Flavor::OpenTofu).then_some(name),
            Some((name, _)) => (engine.flavor == Flavor::Terraform).then_some(name),
        })
}

/// Whether the engine has a function of this name. Those of providers are not known, and taken to be there.
pub(super) fn has(name: &[&str], engine: Engine) -> bool {
    match name {
        ["provider", ..] => true,
        [name] | ["core", name] => names(engine).any(|known| known == *name),
        _ => false,
    }
}

/// The function whose name is like a mistaken one, if there is one.
pub(super) fn like(name: &[&str], engine: Engine) -> Option<&'static str> {
    name.last().and_then(|name| closest(name, names(engine)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_known() {
        let (tofu, terraform) = (Engine::OPENTOFU, Engine::TERRAFORM);
        for (name, engine, expected, why) in [
            (&["upper"][..], tofu, true, "a function"),
            (&["core", "upper"], terraform, true, "with its namespace"),
            (&["provider", "aws", "arn_parse"], tofu, true, "a provider's"),
            (&["uper"], tofu, false, "a typo"),
            (&["cidrcontains"], tofu, true, "in OpenTofu"),
            (&["cidrcontains"], terraform, false, "and not in Terraform"),
            (&["other", "upper"], tofu, false, "no namespace"),
        ] {
            assert_eq!(has(name, engine), expected, "{why}");
        }
        assert_eq!(like(&["uper"], tofu), Some("upper"));
    }
}
