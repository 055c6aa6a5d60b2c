//! The functions of the language.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::call_texts::Form;
use super::engine::{Engine, Flavor, Version};
use super::known_type::KnownType;
use super::operands::Needed;
use crate::hcljson::closest;

/// A function a line.
const TABLE: &str = include_str!("functions.txt");

/// What the table says, by name.
static FUNCTIONS: LazyLock<BTreeMap<&'static str, Vec<Function>>> = LazyLock::new(read);

/// A function of one engine or both.
struct Function {
    /// The engine, where it is one alone.
    of: Option<Flavor>,
    /// The version of that engine that has it first.
    since: Version,
    arity: Arity,
    /// A letter an argument.
    takes: &'static str,
    /// What comes of it, where that is always the same.
    returns: Option<KnownType>,
}

/// How many arguments a function takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Arity {
    pub(super) least: usize,
    /// `None` for any number.
    pub(super) most: Option<usize>,
}

fn read() -> BTreeMap<&'static str, Vec<Function>> {
    let mut functions: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for line in TABLE.lines().filter(|line| !line.starts_with('#')) {
        let mut words = line.split(' ');
        let name = words.next().unwrap_or_default();
        let mut number = || words.next().and_then(|word| word.parse().ok());
        let (least, most) = (number().unwrap_or_default(), number());
        let takes = words.next().unwrap_or_default();
        let (takes, returns) = takes.split_once('>').unwrap_or((takes, ""));
        functions.entry(name).or_default().push(Function {
            takes,
            returns: match returns {
                "s" => Some(KnownType::String),
                "n" => Some(KnownType::Number),
                "b" => Some(KnownType::Bool),
                "l" => Some(KnownType::List),
                "t" => Some(KnownType::Set),
                "m" => Some(KnownType::Map),
                _ => None,
            },
            of: match words.next() {
                Some("OpenTofu") => Some(Flavor::OpenTofu),
                Some("Terraform") => Some(Flavor::Terraform),
                _ => None,
            },
            since: words.next().and_then(Version::parse).unwrap_or_default(),
            arity: Arity { least, most },
        });
    }
    functions
}

/// Whether an engine has the function.
fn has(function: &Function, engine: Engine) -> bool {
    function.of.is_none_or(|flavor| flavor == engine.flavor) && function.since <= engine.version
}

fn names(engine: Engine) -> impl Iterator<Item = &'static str> {
    let functions = FUNCTIONS.iter();
    functions
        .filter(move |(_, rows)| rows.iter().any(|function| has(function, engine)))
        .map(|(name, _)| *name)
}

/// How many arguments the engine's function of this name takes; `None` when it has none of this name.
pub(super) fn arity(name: &str, engine: Engine) -> Option<Arity> {
    let mut rows = FUNCTIONS.get(name)?.iter();
    rows.find(|function| has(function, engine))
        .map(|function| function.arity)
}

/// What the elements of a list or an object must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Elements {
    /// Anything, as far as is known.
    Any,
    Each(Needed),
    /// Of types that have one in common.
    Alike,
}

/// What a function takes as an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Parameter {
    pub(super) needed: Needed,
    /// What a constant must be, beyond its type.
    pub(super) form: Option<Form>,
    pub(super) elements: Elements,
    /// Whether null will do.
    pub(super) takes_null: bool,
    /// Whether nobody looks at the type before there is a value.
    pub(super) by_value: bool,
    /// Whether nobody looks at it before all arguments have a type.
    pub(super) together: bool,
}

/// What a function takes as the argument of that number, from 0; `None` where that is anything, or more than is known.
pub(super) fn parameter(name: &str, argument: usize) -> Option<Parameter> {
    let takes = FUNCTIONS.get(name)?.first()?.takes;
    let letters = takes.strip_prefix('~').unwrap_or(takes).chars();
    let letter = letters.clone().nth(argument).or_else(|| letters.last())?;
    let (mut form, mut elements) = (None, Elements::Any);
    let needed = match letter.to_ascii_lowercase() {
        's' => Needed::Text,
        'n' => Needed::Number,
        'b' => Needed::Bool,
        'k' | 'l' => Needed::List,
        'm' => Needed::Map,
        'c' => Needed::Countable,
        letter @ ('x' | 'o' | 'u' | 'v') => {
            elements = match letter {
                'x' => Elements::Each(Needed::Text),
                'o' => Elements::Each(Needed::Bool),
                _ => Elements::Alike,
            };
            if letter == 'v' { Needed::Map } else { Needed::List }
        }
        letter => {
            let known = Form::of(letter)?;
            form = Some(known);
            known.needed()
        }
    };
    // Only what takes several types has none of its own.
    let is_of_any = matches!(needed, Needed::List | Needed::Map) && !matches!(elements, Elements::Each(_));
    Some(Parameter {
        needed,
        form,
        elements,
        takes_null: letter.is_ascii_uppercase(),
        by_value: letter.eq_ignore_ascii_case(&'k'),
        together: takes.starts_with('~') && is_of_any,
    })
}

/// What comes of a function, whatever it is given; `None` where that depends, and for what is no function.
pub(super) fn result(name: &str) -> Option<KnownType> {
    FUNCTIONS.get(name)?.first()?.returns
}

/// Whether either engine has a function of this name.
#[must_use]
pub(crate) fn is_function(name: &str) -> bool {
    [Engine::OPENTOFU, Engine::TERRAFORM]
        .into_iter()
        .any(|engine| arity(name, engine).is_some())
}

/// Whether a function takes a type as its second argument: `convert`, where the engine has it.
pub(super) fn takes_type(name: &str, engine: Engine) -> bool {
    name == "convert" && arity(name, engine).is_some()
}

/// The function whose name is like a mistaken one, if there is one.
pub(super) fn like(name: &[&str], engine: Engine) -> Option<&'static str> {
    name.last().and_then(|name| closest(name, names(engine)))
}

#[cfg(test)]
mod tests {
    use crate::tfjson::tests::TERRAFORM_1_11;

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
            (
                "convert",
                terraform,
                Some((2, Some(2))),
                "in newer versions of Terraform",
            ),
            ("convert", TERRAFORM_1_11, None, "and not in older ones"),
            ("convert", tofu, None, "nor in OpenTofu"),
            ("timestamp", tofu, Some((0, Some(0))), "none at all"),
        ] {
            let found = arity(name, engine).map(|arity| (arity.least, arity.most));
            assert_eq!(found, expected, "{name}: {why}");
        }
        for (name, argument, expected, why) in [
            ("upper", 0, Some((Needed::Text, false, false)), "a text"),
            ("join", 3, Some((Needed::List, false, false)), "as all further ones"),
            ("merge", 1, Some((Needed::Map, true, false)), "or null"),
            ("sum", 0, Some((Needed::List, false, true)), "once it is known"),
            ("jsonencode", 0, None, "anything"),
            ("uper", 0, None, "no function"),
        ] {
            let found = parameter(name, argument);
            let found = found.map(|found| (found.needed, found.takes_null, found.by_value));
            assert_eq!(found, expected, "{name}: {why}");
        }
        assert_eq!(like(&["uper"], tofu), Some("upper"));
        assert_eq!(
            names(terraform).count(),
            121,
            "counted in what Terraform 1.15.9 prints, and list and map"
        );
    }
}
