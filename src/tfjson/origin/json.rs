//! Declarations and arguments in JSON.

use super::{ArgumentStep, Holds, Spot, Value, choose};
use crate::hcljson::{Block, BlockSchema, Body, Kind, Node, Property, Schema};
use crate::source::Span;
use crate::tfjson::declaration::DeclarationKind;

const ROOT: Schema<'static> = Schema {
    attributes: &[],
    blocks: &[
        block("variable", &["name"]),
        block("output", &["name"]),
        block("module", &["name"]),
        block("check", &["name"]),
        block("provider", &["name"]),
        block("resource", &["type", "name"]),
        DATA,
        block("ephemeral", &["type", "name"]),
        block("locals", &[]),
        block("terraform", &[]),
        block("removed", &[]),
    ],
};

const DATA: BlockSchema<'static> = block("data", &["type", "name"]);

const PROVISIONER: BlockSchema<'static> = block("provisioner", &["type"]);

const fn block<'s>(name: &'s str, labels: &'s [&'s str]) -> BlockSchema<'s> {
    BlockSchema { name, labels }
}

/// Declares what a file declares.
pub(super) fn declarations<'f, 'd>(
    body: Body<'f, 'd>,
    declare: &mut impl FnMut(DeclarationKind, Vec<String>, Span, Holds<'f, 'd>),
) {
    for block in body.partial_content(ROOT, &mut Vec::new()).blocks {
        let mut labels: Vec<String> = block.labels().map(|label| label.text().into_owned()).collect();
        let kind = block.kind();
        match &*kind {
            "locals" => each_value(block.body, DeclarationKind::Local, declare),
            "terraform" => {
                for required in named(block.body, "required_providers") {
                    each_value(Body::new(required.value()), DeclarationKind::RequiredProvider, declare);
                }
            }
            "removed" => {
                let from = named(block.body, "from").next();
                if let Some(from) = from.and_then(|from| from.value().string()) {
                    let from = from.into_inner().into_owned();
                    declare(
                        DeclarationKind::Removed,
                        vec![from],
                        block.name_span(),
                        Holds::Json(block.body),
                    );
                }
            }
            kind => {
                let Some(kind) = DeclarationKind::of_block(kind) else {
                    continue;
                };
                if kind == DeclarationKind::Provider {
                    let alias = named(block.body, "alias").next();
                    let alias = alias.and_then(|alias| alias.value().string());
                    labels.extend(alias.map(|alias| alias.into_inner().into_owned()));
                }
                if kind == DeclarationKind::Check {
                    let schema = Schema {
                        attributes: &[],
                        blocks: &[DATA],
                    };
                    for data in block.body.partial_content(schema, &mut Vec::new()).blocks {
                        let labels = data.labels().map(|label| label.text().into_owned());
                        let holds = Holds::Json(data.body);
                        declare(DeclarationKind::Data, labels.collect(), data.name_span(), holds);
                    }
                }
                declare(kind, labels, block.name_span(), Holds::Json(block.body));
            }
        }
    }
}

fn each_value<'f, 'd>(
    body: Body<'f, 'd>,
    kind: DeclarationKind,
    declare: &mut impl FnMut(DeclarationKind, Vec<String>, Span, Holds<'f, 'd>),
) {
    for property in body.properties() {
        declare(
            kind,
            vec![property.name().into_owned()],
            property.name_span(),
            Holds::Value(Value::Json(property.value())),
        );
    }
}

/// The properties of that name; those in `_` stand for themselves.
pub(super) fn named<'f, 'd>(body: Body<'f, 'd>, name: &str) -> impl Iterator<Item = Property<'f, 'd>> {
    let properties = body.properties();
    let escaped = properties.iter().filter(|property| property.name() == "_");
    let escaped = escaped.flat_map(|escape| Body::new(escape.value()).properties());
    let all: Vec<_> = escaped.chain(properties.iter().copied()).collect();
    all.into_iter().filter(move |property| property.name() == name)
}

/// One of the values or blocks that a name stands for.
struct Item<'f, 'd> {
    name: Span,
    node: Node<'f, 'd>,
    /// Whether repetition makes it, how often nobody knows.
    made: bool,
}

/// The name of the argument, nested block or member that the steps lead to, or the element, as far as it is written.
pub(super) fn argument<'f, 'd>(body: Body<'f, 'd>, steps: &[ArgumentStep]) -> Option<Spot<'f, 'd>> {
    let [ArgumentStep::Name(name), rest @ ..] = steps else {
        return None;
    };
    let first;
    let mut items: Vec<Item<'_, '_>> = Vec::new();
    if name == PROVISIONER.name {
        let blocks = named(body, name).flat_map(|property| {
            let schema = Schema {
                attributes: &[],
                blocks: &[PROVISIONER],
            };
            schema.unpack(property, &mut Vec::new())
        });
        let blocks: Vec<Block<'_, '_>> = blocks.collect();
        first = Spot::block(blocks.first()?.name_span());
        items.extend(blocks.iter().map(|block| Item {
            name: block.name_span(),
            node: block.body.node(),
            made: false,
        }));
    } else {
        let written: Vec<_> = named(body, name).collect();
        let made = named(body, "dynamic").flat_map(|dynamic| named(Body::new(dynamic.value()), name));
        let made: Vec<_> = made.collect();
        first = match (&written[..], &made[..]) {
            ([only], []) => Spot {
                name: only.name_span(),
                value: Value::Json(only.value()),
            },
            _ => Spot::block(written.first().or(made.first())?.name_span()),
        };
        items.extend(written.into_iter().flat_map(written_items));
        for label in made {
            let contents = named(Body::new(label.value()), "content");
            items.extend(contents.map(|content| Item {
                name: content.name_span(),
                node: content.value(),
                made: true,
            }));
        }
    }
    if rest.is_empty() {
        return Some(first);
    }
    let made: Vec<bool> = items.iter().map(|item| item.made).collect();
    let (chosen, rest) = choose(&made, rest);
    let Some(item) = chosen.and_then(|chosen| items.get(chosen)) else {
        return Some(first);
    };
    Some(in_node(item.node, rest).unwrap_or(Spot {
        name: item.name,
        value: Value::Json(item.node),
    }))
}

/// A value, or each element of a list: the syntax writes blocks of one type as either.
fn written_items<'f, 'd>(property: Property<'f, 'd>) -> Vec<Item<'f, 'd>> {
    let item = |name, node| Item {
        name,
        node,
        made: false,
    };
    match property.value().kind() {
        Kind::Array => property
            .value()
            .elements()
            .map(|element| item(short(element), element))
            .collect(),
        _ => vec![item(property.name_span(), property.value())],
    }
}

/// A value where it begins: an object or list may be long.
fn short(node: Node<'_, '_>) -> Span {
    match node.kind() {
        Kind::Array | Kind::Object => node.opening(),
        _ => node.span(),
    }
}

fn in_node<'f, 'd>(node: Node<'f, 'd>, steps: &[ArgumentStep]) -> Option<Spot<'f, 'd>> {
    match (steps, node.kind()) {
        ([ArgumentStep::Name(_), ..], Kind::Object) => argument(Body::new(node), steps),
        ([_, ..], Kind::Array) => {
            let elements: Vec<_> = node.elements().collect();
            let (chosen, rest) = choose(&vec![false; elements.len()], steps);
            let element = *elements.get(chosen?)?;
            Some(in_node(element, rest).unwrap_or_else(|| Spot {
                name: short(element),
                value: Value::Json(element),
            }))
        }
        // A single block is written without a list.
        ([ArgumentStep::Number(0) | ArgumentStep::Any, rest @ ..], Kind::Object) => in_node(node, rest),
        _ => None,
    }
}
