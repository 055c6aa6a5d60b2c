//! Schemas ready for comparing: what stands in a block, with the types of all attributes read.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::json;
use crate::order;
use crate::tofu::{
    Map, Mode, Nesting, ProviderAddress, ProviderSchema, Raw, Schema, SchemaAttribute, SchemaBlock, SchemaNested, Type,
};

/// How deep blocks may stand in blocks.
const MAX_DEPTH: usize = 64;

/// What stands in a block.
#[derive(Debug, Default)]
pub(super) struct Block<'n> {
    /// In the order of names.
    pub(super) attributes: Vec<(Cow<'n, str>, Attribute)>,
    /// In the order of names.
    pub(super) blocks: Vec<(Cow<'n, str>, Nested, Block<'n>)>,
    /// Whether the old kit for providers, which has no `null` for texts, could have it, whatever the blocks in it hold.
    pub(super) old_kit: bool,
    /// Whether its schema cannot be read, and so may mark anything.
    pub(super) is_unread: bool,
}

/// An attribute.
#[derive(Debug)]
pub(super) struct Attribute {
    pub(super) kind: AttributeKind,
    /// Whether the provider marks it.
    pub(super) sensitive: bool,
}

/// What an attribute holds.
#[derive(Debug)]
pub(super) enum AttributeKind {
    WriteOnly,
    Typed(Typed),
    Nested(Nested, Vec<(Cow<'static, str>, Attribute)>),
}

/// How nested blocks or objects are held together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Nested {
    Single,
    List,
    Set,
    Map,
}

/// The type of a value.
#[derive(Debug)]
pub(super) enum Typed {
    Scalar,
    Dynamic,
    Object(Vec<(Cow<'static, str>, Self)>),
    Map(Box<Self>),
    List(Box<Self>),
    Set(Box<Self>),
    Tuple(Vec<Self>),
}

impl From<&Type<'_>> for Typed {
    fn from(wire: &Type<'_>) -> Self {
        let inner = |inner: &Type<'_>| Box::new(Self::from(inner));
        match wire {
            Type::String | Type::Number | Type::Bool => Self::Scalar,
            Type::Dynamic => Self::Dynamic,
            Type::List(element) => Self::List(inner(element)),
            Type::Set(element) => Self::Set(inner(element)),
            Type::Map(element) => Self::Map(inner(element)),
            Type::Tuple(elements) => Self::Tuple(elements.iter().map(Self::from).collect()),
            Type::Object { attributes, .. } => {
                let members = attributes.iter().map(|(name, inner)| (owned(name), Self::from(inner)));
                Self::Object(in_order(members.collect()))
            }
        }
    }
}

impl Typed {
    /// What each element is, of what holds any number of one type.
    fn element(&self) -> Option<&Self> {
        match self {
            Self::List(inner) | Self::Set(inner) | Self::Map(inner) => Some(inner),
            Self::Scalar | Self::Dynamic | Self::Object(_) | Self::Tuple(_) => None,
        }
    }

    fn has_dynamic(&self) -> bool {
        match self {
            Self::Dynamic => true,
            Self::Scalar => false,
            Self::Object(members) => members.iter().any(|(_, inner)| inner.has_dynamic()),
            Self::List(inner) | Self::Set(inner) | Self::Map(inner) => inner.has_dynamic(),
            Self::Tuple(elements) => elements.iter().any(Self::has_dynamic),
        }
    }

    fn is_old_kit(&self) -> bool {
        // A list of objects is how blocks are written that can also be set as attributes, which the old kit knows.
        let inmost = self.element().and_then(Self::element);
        !matches!(self, Self::Object(_) | Self::Tuple(_)) && inmost.is_none_or(|inmost| matches!(inmost, Self::Scalar))
    }
}

impl From<&Nesting<'_>> for Nested {
    fn from(wire: &Nesting<'_>) -> Self {
        match wire {
            Nesting::Single | Nesting::Group => Self::Single,
            Nesting::Set => Self::Set,
            Nesting::Map => Self::Map,
            // A word that nobody knows: place by place shows everything.
            Nesting::List | Nesting::Other(_) => Self::List,
        }
    }
}

fn nested(wire: Option<&Nesting<'_>>) -> Nested {
    wire.map_or(Nested::List, Nested::from)
}

fn owned(name: &str) -> Cow<'static, str> {
    Cow::Owned(name.to_owned())
}

fn in_order<T>(mut named: Vec<(Cow<'static, str>, T)>) -> Vec<(Cow<'static, str>, T)> {
    order::sort_by(&mut named, |(one, _), (two, _)| one.cmp(two));
    named
}

impl Attribute {
    pub(super) fn dynamic() -> Self {
        Self {
            kind: AttributeKind::Typed(Typed::Dynamic),
            sensitive: false,
        }
    }

    fn read(wire: &SchemaAttribute<'_>, depth: usize) -> Self {
        let kind = match (&wire.nested_type, wire.r#type) {
            _ if wire.write_only => AttributeKind::WriteOnly,
            (Some(inner), _) if depth < MAX_DEPTH => {
                AttributeKind::Nested(nested(inner.nesting_mode.as_ref()), attributes(inner, depth + 1))
            }
            (_, Some(raw)) => {
                let read = Type::parse(raw);
                AttributeKind::Typed(read.as_ref().map_or(Typed::Dynamic, Typed::from))
            }
            _ => AttributeKind::Typed(Typed::Dynamic),
        };
        Self {
            kind,
            sensitive: wire.sensitive,
        }
    }
}

/// Whether the old kit for providers can have such an attribute. Terraform decides it so (`containsNonLegacyFeatures`).
fn is_old_kit(wire: &SchemaAttribute<'_>) -> bool {
    let read = wire.r#type.and_then(|raw| Type::parse(raw).ok());
    let typed = read.as_ref().map_or(Typed::Dynamic, Typed::from);
    wire.nested_type.is_none() && !typed.has_dynamic() && typed.is_old_kit()
}

fn attributes(wire: &SchemaNested<'_>, depth: usize) -> Vec<(Cow<'static, str>, Attribute)> {
    let members = wire.attributes.iter();
    in_order(
        members
            .map(|(name, attribute)| (owned(name), Attribute::read(attribute, depth)))
            .collect(),
    )
}

impl Block<'static> {
    fn read(wire: &SchemaBlock<'_>, depth: usize) -> Self {
        let attributes = wire.attributes.iter();
        let attributes = attributes.map(|(name, attribute)| (owned(name), Attribute::read(attribute, depth)));
        let blocks = wire.block_types.iter().filter(|_| depth < MAX_DEPTH);
        let blocks = blocks.map(|(name, block)| {
            let mode = nested(block.nesting_mode.as_ref());
            (owned(name), mode, Self::read(&block.block, depth + 1))
        });
        let mut blocks: Vec<_> = blocks.collect();
        order::sort_by(&mut blocks, |(one, ..), (two, ..)| one.cmp(two));
        let attributes = in_order(attributes.collect());
        let old_blocks = |mode: Option<&Nesting<'_>>| !matches!(mode, Some(Nesting::Map | Nesting::Group));
        Self {
            old_kit: wire.attributes.values().all(is_old_kit)
                && (wire.block_types.values()).all(|block| old_blocks(block.nesting_mode.as_ref())),
            attributes,
            blocks,
            is_unread: false,
        }
    }

    fn parse(raw: Raw<'_>) -> Self {
        match json::decode::<Schema<'_>>(raw.text()) {
            Ok(schema) => schema.block.map(|block| Self::read(&block, 0)).unwrap_or_default(),
            Err(_) => Self {
                is_unread: true,
                ..Self::default()
            },
        }
    }
}

impl Block<'_> {
    /// Takes all that stands in it for marked.
    pub(super) fn mark_all(&mut self) {
        self.attributes
            .iter_mut()
            .for_each(|(_, attribute)| attribute.sensitive = true);
        self.blocks.iter_mut().for_each(|(.., block)| block.mark_all());
    }
}

/// The schemas of the types that a document uses.
#[derive(Debug, Default)]
pub struct Schemas {
    by_type: BTreeMap<(String, Source, String), Option<Block<'static>>>,
}

/// What kind of block a schema is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Source {
    Resource,
    Data,
    Ephemeral,
    Action,
}

impl From<Option<&Mode<'_>>> for Source {
    fn from(mode: Option<&Mode<'_>>) -> Self {
        match mode {
            Some(Mode::Data) => Self::Data,
            Some(Mode::Ephemeral) => Self::Ephemeral,
            _ => Self::Resource,
        }
    }
}

/// The schemas of providers, by their source addresses.
type Providers<'a> = Map<'a, ProviderSchema<'a>>;

impl Schemas {
    /// Reads the schema of a type for later, if there is one.
    pub(super) fn learn(&mut self, all: Option<&Providers<'_>>, provider: &str, source: Source, type_name: &str) {
        let key = (provider.to_owned(), source, type_name.to_owned());
        self.by_type.entry(key).or_insert_with(|| {
            let read = || {
                let schemas = find(all?, provider)?;
                let of_source = match source {
                    Source::Resource => &schemas.resource_schemas,
                    Source::Data => &schemas.data_source_schemas,
                    Source::Ephemeral => &schemas.ephemeral_resource_schemas,
                    Source::Action => &schemas.action_schemas,
                };
                of_source.get(type_name).map(|raw| Block::parse(*raw))
            };
            read().or_else(|| built_in(source, type_name))
        });
    }

    pub(super) fn get(&self, provider: &str, source: Source, type_name: &str) -> Option<&Block<'static>> {
        let key = (provider.to_owned(), source, type_name.to_owned());
        self.by_type.get(&key)?.as_ref()
    }
}

/// The schemas of a provider; one engine's registry has the same providers as the other's, and nobody else's has.
fn find<'s, 'a>(all: &'s Providers<'a>, provider: &str) -> Option<&'s ProviderSchema<'a>> {
    let provider = ProviderAddress::of_object(provider);
    all.get(provider.as_str()).or_else(|| {
        let inside = provider.in_own_registry().map(|(_, name)| name);
        // Terraform 0.12 writes the name alone.
        let is_bare = !provider.as_str().contains('/');
        let is_same = |address: ProviderAddress<'_>| {
            (is_bare && address.name() == provider.as_str())
                || (inside.is_some() && address.in_own_registry().map(|(_, name)| name) == inside)
        };
        let mut same = all.iter().filter(|(address, _)| is_same(ProviderAddress::new(address)));
        same.next().map(|(_, schemas)| schemas)
    })
}

/// The one resource type that engines bring themselves, and whose schema they do not write.
fn built_in(source: Source, type_name: &str) -> Option<Block<'static>> {
    if source != Source::Resource || type_name != "terraform_data" {
        return None;
    }
    let attribute = |name: &'static str, kind| {
        let kind = AttributeKind::Typed(kind);
        (Cow::Borrowed(name), Attribute { kind, sensitive: false })
    };
    Some(Block {
        attributes: vec![
            attribute("id", Typed::Scalar),
            attribute("input", Typed::Dynamic),
            attribute("output", Typed::Dynamic),
            attribute("triggers_replace", Typed::Dynamic),
        ],
        blocks: Vec::new(),
        old_kit: false,
        is_unread: false,
    })
}
