//! Objects in arguments of resources, as the schemas of providers have them. In the native syntax many are written as
//! blocks, whose arguments may be left out; in JSON they are values, and an object has all its members.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use crate::hcljson::{Body, COMMENT, Kind, Node, Property};
use crate::json;
use crate::order;
use crate::tfjson::module::{Module, TopBlock};
use crate::tfjson::problem::{Problem, ProblemKind};
use crate::tofu::{Map, Nesting, ProviderSchemas, Schema, SchemaAttribute, SchemaBlock, SchemaNested, Type};

/// How deep blocks are followed into blocks.
const MAX_DEPTH: usize = 64;

/// What is wrong with the objects in a module's resources, data sources and ephemeral resources, as far as their types
/// are known.
pub(super) fn problems(module: &Module<'_, '_>, schemas: &ProviderSchemas<'_>) -> Vec<Problem> {
    let mut types = BTreeMap::new();
    let mut problems = Vec::new();
    for top in &module.blocks {
        if !matches!(top.kind, "resource" | "data" | "ephemeral") {
            continue;
        }
        let key = (top.kind, top.block.label(0).into_owned());
        let blocks: &Vec<SchemaBlock<'_>> = types.entry(key).or_insert_with_key(|(kind, name)| {
            let blocks = schemas.provider_schemas.values().filter_map(|schemas| {
                let raw = schemas.of_block(kind, name)?;
                json::decode::<Schema<'_>>(raw.text()).ok()?.block
            });
            blocks.collect()
        });
        // Of providers that share a type, as google and google-beta do, what all say holds whichever is meant.
        let each = blocks.iter().map(|block| {
            let mut objects = Objects {
                file: top.file,
                problems: Vec::new(),
            };
            objects.top(top, block);
            objects.problems
        });
        let agreed = each.reduce(|mut one, other| {
            let other = order::set(other.iter().map(|problem| (problem.span, &problem.kind)));
            one.retain(|problem| other.contains(&(problem.span, &problem.kind)));
            one
        });
        problems.extend(agreed.into_iter().flatten());
    }
    problems
}

/// The schemas of the types that a module's blocks have which cannot be read, as provider and type: what they would
/// tell is not known.
#[must_use]
pub(crate) fn unreadable_schemas(module: &Module<'_, '_>, schemas: &ProviderSchemas<'_>) -> BTreeSet<String> {
    let mut seen = BTreeSet::new();
    let mut unreadable = BTreeSet::new();
    for top in &module.blocks {
        let kind = top.kind;
        if !matches!(kind, "resource" | "data" | "ephemeral") {
            continue;
        }
        let name = top.block.label(0);
        if !seen.insert((kind, name.clone().into_owned())) {
            continue;
        }
        for (provider, schemas) in &schemas.provider_schemas {
            let Some(raw) = schemas.of_block(kind, &name) else {
                continue;
            };
            let read = json::decode::<Schema<'_>>(raw.text());
            if !read.is_ok_and(|schema| schema.block.is_none_or(|block| is_read(&block, 0))) {
                unreadable.insert(format!("{kind} {name} of {}", provider.as_str()));
            }
        }
    }
    unreadable
}

/// Whether all types in the schema of a block can be read.
fn is_read(block: &SchemaBlock<'_>, depth: usize) -> bool {
    depth >= MAX_DEPTH
        || block
            .attributes
            .values()
            .all(|attribute| is_attribute_read(attribute, depth))
            && block.block_types.values().all(|inner| is_read(&inner.block, depth + 1))
}

fn is_attribute_read(attribute: &SchemaAttribute<'_>, depth: usize) -> bool {
    let nested = attribute.nested_type.as_ref();
    depth >= MAX_DEPTH
        || attribute.r#type.is_none_or(|kind| Type::parse(kind).is_ok())
            && nested.is_none_or(|nested| {
                let mut attributes = nested.attributes.values();
                attributes.all(|attribute| is_attribute_read(attribute, depth + 1))
            })
}

struct Objects {
    file: usize,
    problems: Vec<Problem>,
}

impl Objects {
    fn reject(&mut self, kind: ProblemKind, node: Node<'_, '_>) {
        self.problems.push(Problem {
            kind,
            file: self.file,
            span: node.opening(),
            engine_rejects: true,
        });
    }

    fn top(&mut self, top: &TopBlock<'_, '_>, schema: &SchemaBlock<'_>) {
        for property in top.content.rest() {
            self.property(*property, schema, 0);
        }
    }

    /// The body of a block, or several in a list.
    fn body(&mut self, node: Node<'_, '_>, schema: &SchemaBlock<'_>, depth: usize) {
        if depth < MAX_DEPTH {
            for property in Body::new(node).properties() {
                self.property(property, schema, depth);
            }
        }
    }

    fn property(&mut self, property: Property<'_, '_>, schema: &SchemaBlock<'_>, depth: usize) {
        let (name, node) = (property.name(), property.value());
        if let Some(attribute) = schema.attributes.get(&name) {
            self.attribute(attribute, node, depth);
        } else if let Some(inner) = schema.block_types.get(&name) {
            if inner.nesting_mode == Some(Nesting::Map) {
                for block in Body::new(node).properties() {
                    self.body(block.value(), &inner.block, depth + 1);
                }
            } else {
                self.body(node, &inner.block, depth + 1);
            }
        } else if name == "dynamic" {
            for made in Body::new(node).properties() {
                let Some(inner) = schema.block_types.get(&made.name()) else {
                    continue;
                };
                let each = Body::new(made.value()).properties();
                let contents = each.into_iter().filter(|argument| argument.name() == "content");
                contents.for_each(|content| self.body(content.value(), &inner.block, depth + 1));
            }
        }
    }

    fn attribute(&mut self, attribute: &SchemaAttribute<'_>, node: Node<'_, '_>, depth: usize) {
        if let Some(nested) = &attribute.nested_type {
            self.nested(nested, node, depth);
        } else if let Some(Ok(kind)) = attribute.r#type.map(Type::parse) {
            self.value(&kind, node);
        }
    }

    /// Objects whose attributes have a schema of their own: the provider says which may be left out.
    fn nested(&mut self, nested: &SchemaNested<'_>, node: Node<'_, '_>, depth: usize) {
        let mut members = |object: Node<'_, '_>| {
            for property in object.properties().filter(|_| depth < MAX_DEPTH) {
                if let Some(attribute) = nested.attributes.get(&property.name()) {
                    self.attribute(attribute, property.value(), depth + 1);
                }
            }
        };
        match (nested.nesting_mode.as_ref(), node.kind()) {
            (Some(Nesting::List | Nesting::Set), Kind::Object) => {
                let mut names = node.properties().map(Property::name);
                let is_one = names.all(|name| nested.attributes.get(&name).is_some());
                self.reject(ProblemKind::ObjectForList { is_one }, node);
            }
            (Some(Nesting::List | Nesting::Set), _) => node.elements().for_each(members),
            (Some(Nesting::Map), _) => node.properties().for_each(|entry| members(entry.value())),
            (Some(Nesting::Single | Nesting::Group), _) => members(node),
            _ => {}
        }
    }

    /// A value of a type; what is computed is not known.
    fn value(&mut self, kind: &Type<'_>, node: Node<'_, '_>) {
        match (kind, node.kind()) {
            (Type::List(inner) | Type::Set(inner), Kind::Array) => {
                node.elements().for_each(|element| self.value(inner, element));
            }
            (Type::List(inner) | Type::Set(inner), Kind::Object) => {
                if let Type::Object { attributes, .. } = &**inner {
                    let is_one = unknown(attributes, node).is_empty();
                    self.reject(ProblemKind::ObjectForList { is_one }, node);
                    // Of one that is none, what it lacks is no news.
                    if is_one {
                        self.value(inner, node);
                    }
                }
            }
            (Type::Map(inner), Kind::Object) => {
                node.properties().for_each(|entry| self.value(inner, entry.value()));
            }
            (Type::Object { attributes, optional }, Kind::Object) => {
                if node.properties().any(|member| member.key().may_be_template()) {
                    return;
                }
                let missing = attributes
                    .keys()
                    .filter(|name| !optional.contains(name) && node.get(name).is_none());
                let missing: Vec<String> = missing.map(ToString::to_string).collect();
                if !missing.is_empty() {
                    let unknown = unknown(attributes, node);
                    self.reject(ProblemKind::MembersMissing { missing, unknown }, node);
                }
                for member in node.properties() {
                    if let Some(inner) = attributes.get(&member.name()) {
                        self.value(inner, member.value());
                    }
                }
            }
            _ => {}
        }
    }
}

/// The names in an object that its type does not have.
fn unknown(attributes: &Map<'_, Type<'_>>, node: Node<'_, '_>) -> Vec<String> {
    let names = node.properties().map(Property::name);
    let unknown = names.filter(|name| attributes.get(name).is_none() && name != COMMENT);
    unknown.map(Cow::into_owned).collect()
}
