//! Expressions of the configuration, as far as they survive: constants, references, and the blocks they stand in.

use serde::de::{Error as _, Unexpected};
use serde::{Deserialize, Deserializer};

use super::change::{Path, Step};
use super::map::Map;
use super::object::{or_default, present, read_from_object};
use super::raw::Raw;
use super::text::Text;

/// How deep blocks may stand in blocks; providers stay below 20.
const MAX_DEPTH: usize = 64;

/// What is known of one expression (§2.11). Nothing at all is common: a call of a function on constants.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(remote = "Self", expecting = "an expression (an object)")]
#[non_exhaustive]
pub struct Expression<'a> {
    /// The value, when no scope is needed to know it; a raw `null` is the constant `null`.
    #[serde(borrow, default, deserialize_with = "present")]
    pub constant_value: Option<Raw<'a>>,
    /// What it refers to, not deduplicated, each reference followed by its shorter forms; before T1.0.1 the shortest
    /// form alone. Absence is no proof: splats and dynamic indexes end a reference early.
    #[serde(default, deserialize_with = "or_default")]
    pub references: Vec<Text<'a>>,
}

read_from_object!(Expression);

/// Why a block's expressions cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ExpressionError {
    /// Blocks in blocks beyond any provider's schema.
    TooDeep,
    /// Something stands where the format has an object or a list of objects, or a name stands twice in an object.
    Malformed,
}

impl ExpressionError {
    /// What must stand there instead.
    fn wanted(self) -> String {
        match self {
            Self::TooDeep => format!("arguments whose blocks are nested no deeper than {MAX_DEPTH}"),
            Self::Malformed => {
                "arguments: under each name, once, an expression, a block or a list of blocks".to_owned()
            }
        }
    }
}

/// What `expressions` of a resource, provider, provisioner or module call holds, as it is written and as it is read.
#[derive(Clone, Debug)]
pub struct Arguments<'a> {
    written: Raw<'a>,
    block: Block<'a>,
}

impl<'a> Arguments<'a> {
    /// The text, as the engine wrote it.
    #[must_use]
    pub const fn written(&self) -> Raw<'a> {
        self.written
    }

    /// What stands there.
    #[must_use]
    pub const fn block(&self) -> &Block<'a> {
        &self.block
    }
}

/// What cannot be read would hide all that stands beside it, and so is an error of the whole document.
impl<'de: 'a, 'a> Deserialize<'de> for Arguments<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let written = Raw::deserialize(deserializer)?;
        match Block::read(written, 0) {
            Ok(block) => Ok(Self { written, block }),
            Err(error) => Err(D::Error::invalid_value(
                Unexpected::Other("something else"),
                &error.wanted().as_str(),
            )),
        }
    }
}

/// The arguments and nested blocks of one block, by name (§1.11).
#[derive(Clone, Debug, Default)]
pub struct Block<'a>(Map<'a, Argument<'a>>);

/// What stands under a name in a block.
///
/// Without a schema an object is ambiguous. An object that has nothing but what an expression has is read as an
/// expression, although a block may have an argument named `constant_value`.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Argument<'a> {
    /// `{}`: an argument of which nothing is known, or a block without arguments.
    Empty,
    /// An argument, or a list of blocks that was assigned like one.
    Expression(Expression<'a>),
    /// One nested block (`single`, `group`), or blocks by label (`map`): then each argument is a block.
    Block(Block<'a>),
    /// A list of nested blocks (`list`, `set`).
    Blocks(Vec<Block<'a>>),
}

impl<'a> Block<'a> {
    /// One without arguments.
    pub const EMPTY: &'static Block<'static> = &Block(Map::EMPTY);

    /// What stands under `name`.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Argument<'a>> {
        self.0.get(name)
    }

    /// Names and what stands under them, in the order of the document.
    #[must_use]
    pub fn arguments(&self) -> impl ExactSizeIterator<Item = (&Text<'a>, &Argument<'a>)> {
        self.0.iter()
    }

    /// All expressions of this block and of those in it, in the order of the document, with the ways to them.
    ///
    /// [`Argument::Empty`] is not among them.
    #[must_use]
    pub fn expressions(&self) -> Expressions<'_, 'a> {
        let mut pending = Vec::new();
        self.enter(&[], &mut pending);
        Expressions { pending }
    }

    /// All references of this block and of those in it, in the order of the document, not deduplicated.
    pub fn references(&self) -> impl Iterator<Item = &Text<'a>> {
        self.expressions().flat_map(|(_, expression)| &expression.references)
    }

    fn read(raw: Raw<'a>, depth: usize) -> Result<Self, ExpressionError> {
        Self::of(entries(raw)?, depth)
    }

    fn of(entries: Map<'a, Raw<'a>>, depth: usize) -> Result<Self, ExpressionError> {
        if depth > MAX_DEPTH {
            return Err(ExpressionError::TooDeep);
        }
        entries.try_map(|raw| Argument::read(raw, depth + 1)).map(Self)
    }

    /// Puts what stands in this block on top of `pending`, the first on top.
    fn enter<'b>(&'b self, path: &[Step<'a>], pending: &mut Vec<Pending<'b, 'a>>) {
        let parts = self
            .0
            .iter()
            .map(|(name, argument)| (Step::Key(name.clone()), Part::Argument(argument)));
        pending.extend(parts.rev().map(|(step, part)| (below(path, step), part)));
    }
}

impl<'a> Argument<'a> {
    fn read(raw: Raw<'a>, depth: usize) -> Result<Self, ExpressionError> {
        if raw.text().starts_with('[') {
            let blocks: Vec<Raw<'_>> = parse(raw)?;
            return blocks
                .into_iter()
                .map(|block| Block::read(block, depth))
                .collect::<Result<_, _>>()
                .map(Self::Blocks);
        }
        let entries = entries(raw)?;
        if entries.is_empty() {
            return Ok(Self::Empty);
        }
        // An argument named `references` is an object or a list of objects, so a list of texts tells an expression,
        // whatever a newer version may have put beside it.
        let references = entries
            .get("references")
            .map(|&references| parse::<Option<Vec<Text<'_>>>>(references));
        let constant_alone = entries.keys().all(|name| name == "constant_value");
        match references {
            Some(Ok(references)) => Ok(Self::Expression(Expression {
                constant_value: entries.get("constant_value").copied(),
                references: references.unwrap_or_default(),
            })),
            None if constant_alone => Ok(Self::Expression(Expression {
                constant_value: entries.get("constant_value").copied(),
                references: Vec::new(),
            })),
            _ => Block::of(entries, depth).map(Self::Block),
        }
    }
}

fn entries(raw: Raw<'_>) -> Result<Map<'_, Raw<'_>>, ExpressionError> {
    parse(raw)
}

/// The error of serde is dropped, since it may quote what stands there.
fn parse<'a, T: Deserialize<'a>>(raw: Raw<'a>) -> Result<T, ExpressionError> {
    serde_json::from_str(raw.text()).map_err(|_| ExpressionError::Malformed)
}

fn below<'a>(path: &[Step<'a>], step: Step<'a>) -> Path<'a> {
    path.iter().cloned().chain([step]).collect()
}

type Pending<'b, 'a> = (Path<'a>, Part<'b, 'a>);

#[derive(Clone, Copy, Debug)]
enum Part<'b, 'a> {
    Argument(&'b Argument<'a>),
    Block(&'b Block<'a>),
}

/// The expressions of a block with the ways to them, see [`Block::expressions`].
#[derive(Clone, Debug)]
pub struct Expressions<'b, 'a> {
    pending: Vec<Pending<'b, 'a>>,
}

impl<'b, 'a> Iterator for Expressions<'b, 'a> {
    type Item = (Path<'a>, &'b Expression<'a>);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let (path, part) = self.pending.pop()?;
            match part {
                Part::Argument(Argument::Expression(expression)) => return Some((path, expression)),
                Part::Argument(Argument::Empty) => {}
                Part::Block(block) | Part::Argument(Argument::Block(block)) => block.enter(&path, &mut self.pending),
                Part::Argument(Argument::Blocks(blocks)) => {
                    let parts = blocks
                        .iter()
                        .enumerate()
                        .map(|(index, block)| (Step::Index(index as u64), block));
                    self.pending.extend(
                        parts
                            .rev()
                            .map(|(step, block)| (below(&path, step), Part::Block(block))),
                    );
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(json: &str) -> Result<Block<'_>, ExpressionError> {
        Block::read(serde_json::from_str(json).unwrap(), 0)
    }

    /// A way as text: `a.0.b`.
    fn written(path: &[Step<'_>]) -> String {
        let step = |step: &Step<'_>| match step {
            Step::Key(key) => key.to_string(),
            Step::Index(index) => index.to_string(),
            Step::Other(_) => "?".to_owned(),
        };
        path.iter().map(step).collect::<Vec<_>>().join(".")
    }

    #[test]
    fn tells_arguments_from_blocks() {
        for (json, expected, why) in [
            ("{}", "empty", "may be either"),
            (r#"{"constant_value":null}"#, "expression", "the constant null"),
            (r#"{"constant_value":{"a":{}}}"#, "expression", "a constant object"),
            (r#"{"references":["var.x","var"]}"#, "expression", "references"),
            (
                r#"{"constant_value":"${var.v}","references":["var.v"]}"#,
                "expression",
                "both, in JSON configuration",
            ),
            (
                r#"{"references":["var.x"],"since_next_year":[1]}"#,
                "expression",
                "a newer version",
            ),
            (r#"{"a":{"constant_value":1}}"#, "block", "a single block"),
            (r#"{"label":{"a":{"constant_value":1}}}"#, "block", "a map of blocks"),
            (r#"{"a":{}}"#, "block", "a block whose argument is not known"),
            (
                r#"{"references":{"constant_value":1}}"#,
                "block",
                "an argument named references",
            ),
            (r#"{"references":[{"a":{}}]}"#, "block", "blocks named references"),
            (
                r#"{"constant_value":{"references":["var.x"]},"a":{}}"#,
                "block",
                "an argument named constant_value",
            ),
            ("[]", "blocks", "no block of a list"),
            (r#"[{"a":{}},{}]"#, "blocks", "a list of blocks"),
        ] {
            let whole = format!(r#"{{"x":{json}}}"#);
            let block = read(&whole).unwrap();
            let kind = match block.get("x").unwrap() {
                Argument::Empty => "empty",
                Argument::Expression(_) => "expression",
                Argument::Block(_) => "block",
                Argument::Blocks(_) => "blocks",
            };
            assert_eq!(kind, expected, "{why}");
        }
    }

    #[test]
    fn walks_in_the_order_of_the_document() {
        let block = read(
            r#"{"b":{"references":["var.b","var.a"]},"a":[{"y":{"constant_value":1}},{"x":{"references":["var.a"]},"z":{}}],
                "m":{"k.1":{"v":{"references":["self"],"constant_value":2}}}}"#,
        )
        .unwrap();
        let ways: Vec<String> = block.expressions().map(|(path, _)| written(&path)).collect();
        assert_eq!(ways, ["b", "a.0.y", "a.1.x", "m.k.1.v"]);
        let references: Vec<&str> = block.references().map(Text::as_str).collect();
        assert_eq!(references, ["var.b", "var.a", "var.a", "self"]);
        assert_eq!(block.arguments().len(), 3);
    }

    #[test]
    fn refuses_what_is_neither() {
        for (json, why) in [
            ("[]", "not a block"),
            ("null", "not a block"),
            (r#"{"a":1}"#, "a bare value"),
            (r#"{"a":null}"#, "a bare null"),
            (r#"{"a":[1]}"#, "a list of bare values"),
            (r#"{"a":[[]]}"#, "a list of lists"),
            (r#"{"a":{"references":[1]}}"#, "references that are no texts"),
            (r#"{"a":{},"a":{}}"#, "a name twice"),
        ] {
            assert_eq!(read(json).err(), Some(ExpressionError::Malformed), "{why}");
        }
    }

    #[test]
    fn hostile_depth_ends_in_an_error() {
        for (open, close, why) in [
            (r#"{"a":"#, "}", "blocks"),
            (r#"{"a":["#, "]}", "lists of blocks"),
            (r#"{"references":"#, "}", "a name that expressions have"),
            (r#"{"a":{},"constant_value":"#, "}", "the other one"),
        ] {
            let json = |levels: usize| format!("{}{{}}{}", open.repeat(levels), close.repeat(levels));
            assert!(read(&json(40)).is_ok(), "{why}");
            assert_eq!(read(&json(5_000)).err(), Some(ExpressionError::TooDeep), "{why}");
        }
    }

    #[test]
    fn errors_and_debug_do_not_quote() {
        let block = read(r#"{"a":{"constant_value":"hunter2"}}"#).unwrap();
        assert!(!format!("{block:?}").contains("hunter2"));
        let error = serde_json::from_str::<Arguments<'_>>(r#"{"a":"hunter2"}"#).unwrap_err();
        assert!(!error.to_string().contains("hunter2"));
    }
}
