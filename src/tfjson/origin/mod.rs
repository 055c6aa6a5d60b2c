//! Where the files of a module, in either syntax, declare something, and where an argument of it stands.

mod json;
mod native;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use foldhash::fast::RandomState;
use hcl_edit::structure;
use indexmap::IndexSet;
use rayon::prelude::*;

use super::declaration::DeclarationKind;
use super::directory::{Directory, ModuleFile, Syntax};
use super::reference::Subject;
use crate::hcljson::template::{Met, Native, is_template};
use crate::hcljson::{Body, Expression, File, Node};
use crate::source::Span;

/// One step on the way from a block to an argument in it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ArgumentStep {
    /// Into the argument, nested block or member of that name.
    Name(String),
    /// Into the element or nested block of that number in the order of the file, from 0.
    Number(usize),
    /// Into an element or nested block of which nobody knows the number: sets have an order of their own.
    Any,
}

/// A place in the files of a module.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Origin {
    /// Number of the file in [`Directory::files`].
    pub file: usize,
    /// The name of the block or argument, or the element; in bytes of the file's decoded text.
    pub span: Span,
    /// Whether it is the argument that was asked for, or a part of the way there, and not the block alone.
    pub is_argument: bool,
    /// The locals, variables and outputs of called modules that the value refers to, in the order of the file, each
    /// once. The labels of an output are the name of the call and its own.
    pub refers: Vec<(DeclarationKind, Vec<String>)>,
}

/// The files of a module, read for places alone: what an engine would refuse in them does not matter here.
pub struct OriginFiles<'d> {
    files: Vec<(&'d ModuleFile<'d>, Read<'d>)>,
}

enum Read<'d> {
    Json(File<'d>),
    Native {
        body: Box<structure::Body>,
        /// What the parser did not see of the beginning, in bytes.
        shift: usize,
    },
    /// It cannot be read.
    Nothing,
}

impl<'d> OriginFiles<'d> {
    /// Reads the texts of a directory, several at once.
    #[must_use]
    pub fn read(directory: &'d Directory<'d>) -> Self {
        let read = |file: &'d ModuleFile<'d>| {
            let read = match (file.text.as_deref(), file.syntax) {
                (Some(text), Syntax::Json) => Read::Json(File::read(text)),
                (Some(text), Syntax::Native) => match super::native::parse(text) {
                    Ok((body, shift)) => Read::Native {
                        body: Box::new(body),
                        shift,
                    },
                    Err(_) => Read::Nothing,
                },
                (None, _) => Read::Nothing,
            };
            (file, read)
        };
        Self {
            files: directory.files.par_iter().map(read).collect(),
        }
    }
}

/// How much it is, and nothing of it: configuration may hold secrets.
impl fmt::Debug for OriginFiles<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "OriginFiles({} files)", self.files.len())
    }
}

/// What the files of a module declare, found by kind and labels.
pub struct Origins<'f, 'd> {
    files: &'f OriginFiles<'d>,
    declared: BTreeMap<(DeclarationKind, Vec<String>), Vec<Declared<'f, 'd>>>,
}

/// How many declarations there are, and nothing of them.
impl fmt::Debug for Origins<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Origins({} declarations)", self.declared.len())
    }
}

struct Declared<'f, 'd> {
    file: usize,
    overrides: bool,
    name: Span,
    holds: Holds<'f, 'd>,
}

/// What stands in a declaration.
#[derive(Clone, Copy)]
enum Holds<'f, 'd> {
    Json(Body<'f, 'd>),
    Native(&'f structure::Body, usize),
    /// A value alone.
    Value(Value<'f, 'd>),
}

/// A value as it is written.
#[derive(Clone, Copy)]
enum Value<'f, 'd> {
    Json(Node<'f, 'd>),
    Native(Span),
    /// Blocks, or nobody knows which of several.
    Unknown,
}

/// Where something is named, and its value.
#[derive(Clone, Copy)]
struct Spot<'f, 'd> {
    name: Span,
    value: Value<'f, 'd>,
}

impl Spot<'_, '_> {
    const fn block(name: Span) -> Self {
        Self {
            name,
            value: Value::Unknown,
        }
    }
}

impl<'f, 'd> Origins<'f, 'd> {
    /// What the files declare.
    #[must_use]
    pub fn new(files: &'f OriginFiles<'d>) -> Self {
        let mut origins = Self {
            files,
            declared: BTreeMap::new(),
        };
        for (number, (file, read)) in files.files.iter().enumerate() {
            let mut declare = |kind: DeclarationKind, labels: Vec<String>, name: Span, holds: Holds<'f, 'd>| {
                origins.declared.entry((kind, labels)).or_default().push(Declared {
                    file: number,
                    overrides: file.overrides,
                    name,
                    holds,
                });
            };
            match read {
                Read::Json(file) => json::declarations(Body::new(file.root()), &mut declare),
                Read::Native { body, shift } => native::declarations(body, *shift, &mut declare),
                Read::Nothing => {}
            }
        }
        origins
    }

    /// Where something is declared, and the argument that the steps lead to as far as it is written there; an override
    /// comes before what it overrides. `None` when it is not declared, or twice.
    ///
    /// Labels are those of [`Declaration`](super::Declaration).
    #[must_use]
    pub fn find(&self, kind: DeclarationKind, labels: &[&str], steps: &[ArgumentStep]) -> Option<Origin> {
        // A provider without arguments needs no block.
        let declared = match self.declarations(kind, labels) {
            None if kind == DeclarationKind::Provider => {
                self.declarations(DeclarationKind::RequiredProvider, labels)?
            }
            declared => declared?,
        };
        let argument = declared
            .iter()
            .rev()
            .find_map(|declared| Some((declared.file, declared.argument(steps)?)));
        let is_argument = argument.is_some();
        let (file, spot) = argument.or_else(|| whole(declared))?;
        Some(Origin {
            file,
            span: spot.name,
            is_argument,
            refers: self.refers(file, spot.value),
        })
    }

    /// Whether something of a kind is declared.
    #[must_use]
    pub fn declares(&self, kind: DeclarationKind) -> bool {
        let mut from = self.declared.range((kind, Vec::new())..);
        from.next().is_some_and(|((found, _), _)| *found == kind)
    }

    /// The locals, variables and outputs of called modules that a value refers to.
    fn refers(&self, file: usize, value: Value<'_, '_>) -> Vec<(DeclarationKind, Vec<String>)> {
        let mut found = IndexSet::<_, RandomState>::default();
        let mut meet = |met: Met<'_, '_>| {
            let Met::Reference(traversal) = met else { return };
            let referred = match Subject::of(traversal) {
                Subject::Local(name) => (DeclarationKind::Local, vec![name.to_owned()]),
                Subject::Variable(name) => (DeclarationKind::Variable, vec![name.to_owned()]),
                Subject::Module(call, Some(output)) => {
                    (DeclarationKind::Output, vec![call.to_owned(), output.to_owned()])
                }
                _ => return,
            };
            found.insert(referred);
        };
        match value {
            Value::Json(node) => Expression::new(node).templates(&mut |_, template| {
                if let Ok(template) = template {
                    template.walk(&mut meet);
                }
            }),
            Value::Native(span) => {
                let text = self.files.files.get(file).and_then(|(file, _)| file.text.as_deref());
                let text = text.and_then(|text| text.get(span.range()));
                if let Some(Ok(native)) = text.map(Native::parse) {
                    native.walk(&mut meet);
                }
            }
            Value::Unknown => {}
        }
        found.into_iter().collect()
    }

    /// The text of an argument that is written as it stands, without any template.
    #[must_use]
    pub fn text(&self, kind: DeclarationKind, labels: &[&str], argument: &str) -> Option<Cow<'f, str>> {
        let declared = self.declarations(kind, labels)?;
        declared.iter().rev().find_map(|declared| match declared.holds {
            Holds::Json(body) => {
                let text = json::named(body, argument).next()?.value().string()?;
                (!is_template(text.as_str())).then(|| Cow::Owned(text.into_inner().into_owned()))
            }
            Holds::Native(body, _) => body.get_attribute(argument)?.value.as_str().map(Cow::Borrowed),
            Holds::Value(_) => None,
        })
    }

    fn declarations(&self, kind: DeclarationKind, labels: &[&str]) -> Option<&[Declared<'f, 'd>]> {
        let labels: Vec<String> = labels.iter().map(|&label| label.to_owned()).collect();
        let declared = self.declared.get(&(kind, labels))?;
        // No engine accepts two; which of them a plan was made from nobody knows.
        let once = declared.iter().filter(|declared| !declared.overrides).count() <= 1;
        once.then_some(declared.as_slice())
    }
}

impl<'f, 'd> Declared<'f, 'd> {
    fn argument(&self, steps: &[ArgumentStep]) -> Option<Spot<'f, 'd>> {
        match self.holds {
            Holds::Json(body) => json::argument(body, steps),
            Holds::Native(body, shift) => native::argument(body, shift, steps),
            Holds::Value(_) => None,
        }
    }
}

/// What is declared as a whole, at its first name; of what is a value alone the last one counts.
fn whole<'f, 'd>(declared: &[Declared<'f, 'd>]) -> Option<(usize, Spot<'f, 'd>)> {
    let (first, last) = (declared.first()?, declared.last()?);
    Some(match last.holds {
        Holds::Value(value) => {
            let name = last.name;
            (last.file, Spot { name, value })
        }
        _ => (first.file, Spot::block(first.name)),
    })
}

/// Which of several items a path goes into, `true` for those that repetition makes, and the rest of the path. `None`
/// when the file does not say.
fn choose<'s>(made: &[bool], steps: &'s [ArgumentStep]) -> (Option<usize>, &'s [ArgumentStep]) {
    let sole = || (made.len() == 1).then_some(0);
    match steps {
        [ArgumentStep::Number(number), rest @ ..] => {
            let counted = made.iter().take_while(|made| !**made).count();
            // Behind the last one that is counted, only what is made by the last of all can be.
            let is_last = counted + 1 == made.len();
            let chosen = Some(*number.min(&counted)).filter(|at| at < &counted || is_last);
            (chosen, rest)
        }
        [ArgumentStep::Any, rest @ ..] | rest => (sole(), rest),
    }
}
