//! Texts in blocks, expressions and values of the configuration, each with where it stands.

use std::cell::{LazyCell, OnceCell};
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use crate::hcljson::template::is_template;
use crate::json::{Document, Kind, Node, Pointer};
use crate::tofu::{Arguments, Block, ConfigModule, Expression, Path, Raw, Step, Text};

/// A text that is written in the configuration as it stands.
///
/// `Debug` does not print it.
pub struct Literal<'a> {
    /// Names and indices from the argument on: `environment.TOKEN`. Empty for the default of a variable.
    pub path: Path<'a>,
    /// Whether functions make it of constants, or of files: then it is the planned value.
    pub is_made: bool,
    pub(super) place: Place,
    pub(super) text: Text<'a>,
}

/// Where a constant stands. Its pointer is written when somebody asks: a name may be long, and is in those of all below
/// it.
#[derive(Clone)]
pub(super) struct Place {
    /// What the way leads on from: the arguments of a block, an expression, a default.
    pub(super) from: Arc<Pointer>,
    /// The steps of the literal's path that lead from there to the constant's expression; `None` for a default, and for
    /// an action, of which a plan has values and no expressions.
    pub(super) way: Option<Range<usize>>,
}

impl Literal<'_> {
    /// Where the constant stands whole; keys in it are not followed, since they are values too.
    #[must_use]
    pub fn pointer(&self) -> Pointer {
        let from = Pointer::clone(&self.place.from);
        let Some(way) = &self.place.way else { return from };
        let way = self.path.get(way.clone()).unwrap_or_default().iter();
        let expression = way.fold(from, |pointer, step| match step {
            Step::Key(key) => pointer.key(key),
            Step::Index(index) => pointer.index(usize::try_from(*index).unwrap_or(usize::MAX)),
            Step::Other(_) => pointer,
        });
        expression.key("constant_value")
    }

    /// The last name of the path: that of the argument, or of the key in an object; empty when there is none.
    #[must_use]
    pub fn name(&self) -> &str {
        let name = self.path.iter().rev().find_map(|step| match step {
            Step::Key(key) => Some(key.as_str()),
            _ => None,
        });
        name.unwrap_or_default()
    }

    /// Whether it is an argument of a block in the block, and no part of what a single expression holds.
    #[must_use]
    pub fn is_in_block(&self) -> bool {
        self.place.way.as_ref().is_some_and(|way| way.len() > 1)
    }

    /// What `judge` makes of the text. It must not get into a finding.
    pub fn ask<T>(&self, judge: impl FnOnce(&str) -> T) -> T {
        judge(&self.text)
    }
}

impl fmt::Debug for Literal<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Literal")
            .field("pointer", &self.pointer())
            .finish_non_exhaustive()
    }
}

/// What `for_each` gives to the instances of a block.
pub(super) fn of_instances<'a>(
    for_each: Option<&Expression<'a>>,
    block: impl FnOnce() -> Pointer,
    syntax: &Syntax<'a>,
    literals: &mut Vec<Literal<'a>>,
) {
    let Some(expression) = for_each else { return };
    let place = || Place {
        from: Arc::new(block().key("for_each_expression")),
        way: Some(0..0),
    };
    of_expression(expression, vec![Step::Key("for_each".into())], place, syntax, literals);
}

/// Whether a module is written in JSON syntax, decided when first asked: only there an expression has both a constant
/// and references.
pub(super) struct Syntax<'a> {
    module: Option<&'a ConfigModule<'a>>,
    json: OnceCell<bool>,
}

impl<'a> Syntax<'a> {
    pub(super) fn of(module: &'a ConfigModule<'a>) -> Self {
        Self {
            module: Some(module),
            json: OnceCell::new(),
        }
    }

    /// Of a module that is not known: nothing that may be a template is a literal.
    pub(super) fn json() -> Self {
        Self {
            module: None,
            json: OnceCell::from(true),
        }
    }

    fn is_json(&self) -> bool {
        *self.json.get_or_init(|| self.module.is_some_and(written_as_json))
    }

    fn is_template(&self, text: &str) -> bool {
        is_template(text) && self.is_json()
    }
}

fn written_as_json(module: &ConfigModule<'_>) -> bool {
    let both = |expression: &Expression<'_>| expression.constant_value.is_some() && !expression.references.is_empty();
    let in_block = |arguments: &Arguments<'_>| arguments.block().expressions().any(|(_, expression)| both(expression));
    let resources = module.resources.iter().any(|resource| {
        let provisioners = resource
            .provisioners
            .iter()
            .filter_map(|provisioner| provisioner.expressions.as_ref());
        let repetition = [&resource.count_expression, &resource.for_each_expression];
        resource.expressions.iter().chain(provisioners).any(in_block) || repetition.into_iter().flatten().any(both)
    });
    let calls = || {
        module.module_calls.values().any(|call| {
            let repetition = [&call.count_expression, &call.for_each_expression];
            call.expressions.as_ref().is_some_and(in_block) || repetition.into_iter().flatten().any(both)
        })
    };
    let outputs = || {
        module
            .outputs
            .values()
            .any(|output| output.expression.as_ref().is_some_and(both))
    };
    resources || calls() || outputs()
}

/// The literals of a block.
pub(super) fn of_block<'a>(
    block: &Block<'a>,
    prefix: &[Step<'a>],
    pointer: impl FnOnce() -> Pointer,
    syntax: &Syntax<'a>,
    literals: &mut Vec<Literal<'a>>,
) {
    let from = LazyCell::new(|| Arc::new(pointer()));
    for (path, expression) in block.expressions() {
        let path: Vec<_> = prefix.iter().cloned().chain(path).collect();
        let way = Some(prefix.len()..path.len());
        let place = || Place {
            from: Arc::clone(&from),
            way,
        };
        of_expression(expression, path, place, syntax, literals);
    }
}

/// The literals of an expression.
pub(super) fn of_expression<'a>(
    expression: &Expression<'a>,
    path: Path<'a>,
    place: impl FnOnce() -> Place,
    syntax: &Syntax<'a>,
    literals: &mut Vec<Literal<'a>>,
) {
    if let Some(raw) = expression.constant_value.filter(|raw| raw.text().contains('"')) {
        let refers = !expression.references.is_empty();
        let template = |text: &str| refers && is_template(text) || syntax.is_template(text);
        of_value(raw, path, &place(), template, literals);
    }
}

/// The texts in a value, in the order of the document.
pub(super) fn of_value<'a>(
    raw: Raw<'a>,
    path: Path<'a>,
    place: &Place,
    template: impl Fn(&str) -> bool,
    literals: &mut Vec<Literal<'a>>,
) {
    let Ok(document) = Document::read(raw.text()) else {
        return;
    };
    let mut open: Vec<(Path<'a>, Node<'_, 'a>)> = vec![(path, document.root())];
    while let Some((path, node)) = open.pop() {
        match node.kind() {
            Kind::String => {
                if let Some(text) = node.as_str().filter(|text| !template(text)) {
                    literals.push(Literal {
                        path,
                        is_made: false,
                        place: place.clone(),
                        text: text.into(),
                    });
                }
            }
            Kind::Array => {
                let from = open.len();
                open.extend(
                    node.items()
                        .enumerate()
                        .map(|(index, item)| (below(&path, Step::Index(index as u64)), item)),
                );
                open[from..].reverse();
            }
            Kind::Object => {
                let from = open.len();
                open.extend(
                    node.entries()
                        .map(|entry| (below(&path, Step::Key(entry.key().into())), entry.value())),
                );
                open[from..].reverse();
            }
            Kind::Null | Kind::Bool | Kind::Number => {}
        }
    }
}

fn below<'a>(path: &[Step<'a>], step: Step<'a>) -> Path<'a> {
    path.iter().cloned().chain([step]).collect()
}
