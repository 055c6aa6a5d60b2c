//! Blocks that are made by repetition: `dynamic`.

use super::built_in::settable;
use super::decode::Decoder;
use super::problem::ProblemKind;
use super::schema::Mode;
use crate::hcljson::{Block, BlockSchema, Body, Expression, Kind, Property, Schema, Value};

/// Blocks of the language itself, which engines read before they repeat anything: in resources, and in what else a
/// provider has.
const OWN_OF_RESOURCES: &[&str] = &["connection", "lifecycle", "provisioner"];
const OWN_OF_OTHERS: &[&str] = &["lifecycle"];

/// The label is the type of the blocks that are made.
const DYNAMIC: Schema<'static> = Schema {
    attributes: &[],
    blocks: &[BlockSchema {
        name: "dynamic",
        labels: &["type"],
    }],
};

/// Where something called `dynamic` makes blocks by repetition; anywhere else it is a value like others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Repeats {
    /// No provider reads the block.
    Never,
    /// The provider is known, and has no blocks inside of others.
    Outermost,
    /// Blocks cannot be told from objects without the provider.
    Anywhere,
}

impl Repeats {
    /// In a block at a root.
    pub(super) fn of(kind: &str, block: &Block<'_, '_>) -> Self {
        match kind {
            "resource" | "data" | "ephemeral" | "provider" if settable(kind, &block.label(0)).is_some() => {
                Self::Outermost
            }
            "resource" | "data" | "ephemeral" | "provider" | "check" => Self::Anywhere,
            _ => Self::Never,
        }
    }
}

impl<'f, 'a> Decoder<'_, 'f, 'a> {
    /// Reads them: the name of each, or its iterator, has a value inside.
    pub(super) fn dynamic(&mut self, property: Property<'f, 'a>, bound: &mut Vec<String>) {
        let Some(scope) = self.schema.scope("dynamic") else {
            return;
        };
        let mut errors = Vec::new();
        let blocks = DYNAMIC.unpack(property, &mut errors);
        self.structure(errors);
        for block in blocks {
            let content = self.content("dynamic", scope, block.body);
            if let Some(each) = content.attribute("for_each") {
                self.expression(Mode::Template, each.value(), bound);
                if is_no_collection(each) {
                    self.reject(
                        ProblemKind::DynamicShape("repeats over a list, a set, a map or an object"),
                        each.value().span(),
                    );
                }
            }
            if let Some(labels) = content.attribute("labels")
                && !matches!(labels.value().kind(), Kind::Array | Kind::Broken)
            {
                self.reject(
                    ProblemKind::DynamicShape("gives its labels as a list"),
                    labels.value().opening(),
                );
            }
            let mut iterator = block.label(0).into_owned();
            if let Some(attribute) = content.attribute("iterator") {
                match Expression::new(attribute.value()).keyword() {
                    Some(name) => iterator = name,
                    None => self.reject(
                        ProblemKind::DynamicShape("names its iterator by a single word"),
                        attribute.value().opening(),
                    ),
                }
            }
            bound.push(iterator);
            let (problems, references) = (self.part.problems.len(), self.part.references.len());
            // Each block has labels of its own.
            let labels = content.attribute("labels").map(Property::value);
            for inner in labels
                .into_iter()
                .chain(content.blocks.iter().map(|inner| inner.body.node()))
            {
                self.expression(Mode::Template, inner, bound);
            }
            bound.pop();
            if !content.attribute("for_each").is_some_and(is_surely_made) {
                self.perhaps_not_made(problems, references);
            }
            if content.blocks.is_empty() {
                self.reject(
                    ProblemKind::DynamicShape("needs a content block"),
                    block.body.node().closing(),
                );
            }
        }
    }
}

/// Refuses blocks of the language itself in a resource or what is like one. Further inside a provider may have some of
/// these names.
pub(super) fn own_blocks<'f, 'a>(decoder: &mut Decoder<'_, 'f, 'a>, kind: &str, rest: &[Property<'f, 'a>]) {
    let own = if kind == "resource" {
        OWN_OF_RESOURCES
    } else {
        OWN_OF_OTHERS
    };
    let dynamic = rest.iter().filter(|property| property.is("dynamic"));
    for made in dynamic.flat_map(|dynamic| Body::new(dynamic.value()).properties()) {
        if own.contains(&&*made.name()) {
            decoder.reject(
                ProblemKind::DynamicShape("makes what the provider reads, and no block of the language itself"),
                made.name_span(),
            );
        }
    }
}

/// That what stands for the element of a repetition has no such part: it has a key and a value.
pub(super) fn no_part_of_iterator(iterator: &str, part: &str) -> Option<ProblemKind> {
    (!matches!(part, "key" | "value")).then(|| ProblemKind::NoSuchPart(iterator.to_owned(), part.to_owned()))
}

/// Whether it is a constant that the engines cannot repeat over ("Invalid dynamic `for_each` value"), such as a
/// reference that nobody put into `${…}`.
fn is_no_collection(each: Property<'_, '_>) -> bool {
    let value = each.value().evaluate();
    matches!(
        value,
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_)
    )
}

/// Whether there is something to make blocks for. Where nobody knows it yet, the engines look at nothing in them:
/// `hcl/v2/ext/dynblock` puts what is unknown in the place of every attribute.
fn is_surely_made(each: Property<'_, '_>) -> bool {
    match each.value().evaluate() {
        Value::Tuple(elements) => !elements.is_empty(),
        Value::Object(entries) => !entries.is_empty(),
        _ => false,
    }
}
