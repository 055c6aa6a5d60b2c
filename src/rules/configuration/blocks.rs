//! What every engine accepts and hardly anybody means, in blocks: such as are there and empty, or not there at all, and
//! arguments beside the one that was meant.

use std::collections::BTreeSet;

use super::Reading;
use super::row::{Row, write};
use crate::hcljson::{Body, COMMENT, Kind, Node, Property, closest, snake_case};
use crate::source::Span;
use crate::tfjson::{Schema, TopBlock};

/// A block that is null in a list.
const NULL_ELEMENT: &str = "null-element-block";
/// A list without any block.
const EMPTY: &str = "empty-block-array";
/// Provisioners as properties of one object.
const ORDER: &str = "provisioner-order-lost";
/// An argument that is nearly one of the language.
const NEARLY: &str = "unknown-argument-meta";

/// A variable that need not be set because of a null.
const NULL_DEFAULT: &str = "null-default";

/// Arguments of `lifecycle`, which many write beside it.
const OF_LIFECYCLE: &[&str] = &[
    "create_before_destroy",
    "ignore_changes",
    "prevent_destroy",
    "replace_triggered_by",
];

/// Those of names that stand for no block, in the files of a module with these numbers.
pub(super) fn rows(reading: &Reading<'_, '_, '_>, files: &BTreeSet<usize>) -> Vec<Row> {
    let mut rows = Vec::new();
    let schema = Schema::new();
    let blocks = schema
        .scope("root")
        .map(|root| root.schema().blocks)
        .unwrap_or_default();
    for &file in files {
        let root = reading.files.json(file).map(|tree| Body::new(tree.root()));
        for property in root.into_iter().flat_map(Body::properties) {
            if let Some(block) = blocks.iter().find(|block| block.name == property.name()) {
                empty(file, property, block.labels.len(), &mut rows);
            }
        }
    }
    rows
}

/// The others, in one block.
pub(super) fn of_block(top: &TopBlock<'_, '_>) -> impl Iterator<Item = Row> {
    let arguments = nearly(top).into_iter().chain(null_default(top));
    null(top).chain(order(top)).chain(arguments)
}

/// The block and those in it that are null.
fn null(top: &TopBlock<'_, '_>) -> impl Iterator<Item = Row> {
    let nested = top.content.blocks.iter();
    let bodies = std::iter::once(&top.block).chain(nested).map(|block| block.body.node());
    bodies.filter(|body| body.is_null()).map(|body| {
        let words = "null in a list of blocks is a block without arguments";
        Row::new(top.file, body.span(), NULL_ELEMENT, words).help("leave it out of the list")
    })
}

/// Names below which there is an empty list where blocks should be; such without any name are refused.
fn empty(file: usize, property: Property<'_, '_>, labels: usize, rows: &mut Vec<Row>) {
    let Some(below) = labels.checked_sub(1) else { return };
    for name in Body::new(property.value()).properties() {
        let value = name.value();
        if below > 0 {
            empty(file, name, below, rows);
        } else if value.kind() == Kind::Array && value.is_empty() {
            let words = "an empty list declares nothing: no block of this name exists";
            let row = Row::new(file, name.name_span(), EMPTY, words);
            rows.push(row.help("write {} for a block without arguments, or leave the name out"));
        }
    }
}

/// The second provisioner of an object: which runs first is decided by whoever wrote the file.
fn order(top: &TopBlock<'_, '_>) -> Option<Row> {
    let provisioners = top.content.blocks_of("provisioner").next()?.property.value();
    let objects = std::iter::once(provisioners).chain(provisioners.elements());
    let second = objects
        .filter(|node| node.kind() == Kind::Object)
        .find_map(|object: Node<'_, '_>| {
            let mut named = object.properties().filter(|property| !property.is(COMMENT));
            named.nth(1)
        })?;
    let words = "provisioners run in the order of this object's properties, which generators do not keep";
    let row = Row::new(top.file, second.name_span(), ORDER, words);
    Some(row.help("write a list of objects, each with one provisioner"))
}

/// A default of null, where nothing says whether null is a value of the variable.
fn null_default(top: &TopBlock<'_, '_>) -> Option<Row> {
    let default = top.content.attribute("default")?.value();
    let told = top.content.attribute("nullable").is_some();
    if top.overrides || told || !default.is_null() || top.kind != "variable" {
        return None;
    }
    let words = "null as the default makes the variable optional, and null where nobody sets it";
    let row = Row::new(top.file, default.span(), NULL_DEFAULT, words);
    Some(row.help("add \"nullable\": true if that is meant; without a default, callers must give a value"))
}

/// Arguments of resources and module calls that are nearly such of the language.
fn nearly(top: &TopBlock<'_, '_>) -> Vec<Row> {
    let kind = top.kind;
    let known: &[&str] = match kind {
        // "provisioned" is what providers call things.
        "resource" | "data" | "ephemeral" => &["depends_on", "for_each", "lifecycle"],
        "module" => &["depends_on", "for_each", "providers"],
        _ => return Vec::new(),
    };
    let rows = top.content.rest().iter().filter_map(|property| {
        let name = property.name();
        let row = |words: &str| Row::new(top.file, property.name_span(), NEARLY, words);
        if kind == "resource" && OF_LIFECYCLE.contains(&&*snake_case(&name)) {
            let words = "this belongs in the lifecycle block; here it is an argument of the resource";
            let written = snake_case(&name);
            return Some(row(words).help(format!("write \"lifecycle\": {{\"{written}\": \u{2026}}}")));
        }
        let meant = closest(&snake_case(&name), known.iter().copied())?;
        let words = format!("this is not {meant}, but an argument of the {}", what(kind));
        Some(row(&words).help(write(meant)))
    });
    rows.collect()
}

fn what(kind: &str) -> &str {
    match kind {
        "module" => "called module",
        "data" => "data source",
        _ => "resource",
    }
}

/// Whether a value stands in what is nearly `depends_on`, whose elements are references without markers.
pub(super) fn is_dependency(top: &TopBlock<'_, '_>, value: Span) -> bool {
    // A block may have thousands of arguments, which stand in the order of their places.
    let rest = top.content.rest();
    let behind = rest.partition_point(|property| property.name_span().start <= value.start);
    let around = behind.checked_sub(1).and_then(|last| rest.get(last));
    around.is_some_and(|property| {
        let is_inside = value.end <= property.value().span().end;
        is_inside && closest(&snake_case(&property.name()), ["depends_on"].into_iter()).is_some()
    })
}
