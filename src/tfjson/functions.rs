//! The functions of the language.

use super::engine::{Engine, Flavor};
use crate::hcljson::closest;

/// A function a line.
const TABLE: &str = include_str!("functions.txt");

/// How many arguments a function takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Arity {
    pub(super) least: usize,
    /// `None` for any number.
    pub(super) most: Option<usize>,
}

/// The functions that an engine has, each with the numbers that follow its name.
fn rows(engine: Engine) -> impl Iterator<Item = (&'static str, &'static str)> {
    let rows = TABLE.lines().filter(|line| !line.starts_with('#'));
    rows.filter_map(move |line| {
        let (name, rest) = line.split_once(' ')?;
        let of_other = match engine.flavor {
            Flavor::OpenTofu => rest.ends_with("Terraform"),
            Flavor::Terraform => rest.ends_with("OpenTofu"),
        };
        (!of_other).then_some((name, rest))
    })
}

fn names(engine: Engine) -> impl Iterator<Item = &'static str> {
    rows(engine).map(|(name, _)| name)
}

/// How many arguments the engine's function of this name takes; `None` when it has none of this name.
pub(super) fn arity(name: &str, engine: Engine) -> Option<Arity> {
    let (_, rest) = rows(engine).find(|(known, _)| *known == name)?;
    let mut numbers = rest.split(' ').map(str::parse);
    Some(Arity {
        least: numbers.next()?.ok()?,
        most: numbers.next()?.ok(),
    })
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
            ("upper", tofu, Some((1, Some(1))), "a function"),
            ("uper", tofu, None, "a typo"),
            ("cidrcontains", tofu, Some((2, Some(2))), "in OpenTofu"),
            ("cidrcontains", terraform, None, "and not in Terraform"),
            ("ephemeralasnull", terraform, Some((1, Some(1))), "of both, in two rows"),
            ("format", terraform, Some((1, None)), "as many as one likes"),
            ("merge", tofu, Some((0, None)), "none too"),
            ("try", tofu, Some((1, None)), "one at least"),
            ("timestamp", tofu, Some((0, Some(0))), "none at all"),
        ] {
            let found = arity(name, engine).map(|arity| (arity.least, arity.most));
            assert_eq!(found, expected, "{name}: {why}");
        }
        assert_eq!(like(&["uper"], tofu), Some("upper"));
        assert_eq!(
            names(terraform).count(),
            120,
            "counted in what Terraform 1.11.4 prints, and list and map"
        );
    }
}
