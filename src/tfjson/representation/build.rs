//! What a module declares, written as the engines write it.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde_json::value::RawValue;

use super::providers::{self, Providers};
use super::{
    ConfigExpression, ConfigModule, ConfigOutput, ConfigProvisioner, ConfigResource, ConfigVariable, Expressions,
    Missing, MissingKind, ModuleCall, ModuleTree, constant, convert, references,
};
use crate::hcljson::{Block, COMMENT, Content, Expression, Node, Property, Value};
use crate::order;
use crate::tfjson::merge::{Merged, Rest, rest};
use crate::tfjson::{DeclarationKind, Engine, Flavor, Labels, Module, ResourceMode, Schema, Scope, Syntax, Type};

/// What a declaration holds, override files included.
#[derive(Default)]
pub(super) struct Parts<'f, 'a> {
    attributes: Vec<Property<'f, 'a>>,
    blocks: Vec<Block<'f, 'a>>,
    rest: Vec<Rest<'f, 'a>>,
}

impl<'f, 'a> Parts<'f, 'a> {
    fn new(attributes: Vec<Property<'f, 'a>>, blocks: Vec<Block<'f, 'a>>, mut rest_: Vec<Rest<'f, 'a>>) -> Self {
        // What stands in `_` stands for itself.
        for block in blocks.iter().filter(|block| block.kind() == "_") {
            rest_.extend(rest(&block.body.properties()));
        }
        Self {
            attributes,
            blocks,
            rest: rest_,
        }
    }

    fn of_merged(merged: Merged<'_, 'f, 'a>) -> Self {
        Self::new(
            merged.attributes.into_iter().map(|placed| placed.part).collect(),
            merged.blocks.into_iter().map(|placed| placed.part.clone()).collect(),
            merged.rest.into_iter().map(|placed| placed.part).collect(),
        )
    }

    fn of_content(content: Content<'f, 'a>) -> Self {
        let rest = rest(content.rest());
        Self::new(content.attributes().to_vec(), content.blocks, rest)
    }

    /// The value of an argument of the language.
    pub(super) fn attribute(&self, name: &str) -> Option<Node<'f, 'a>> {
        let found = self.attributes.iter().find(|attribute| attribute.name() == name);
        found.map(|attribute| attribute.value())
    }

    /// An argument that is text.
    pub(super) fn text(&self, name: &str) -> Option<String> {
        Some(self.attribute(name)?.string()?.into_inner().into_owned())
    }

    /// What an argument says as text, be it a number or a boolean; empty when it is absent.
    fn words(&self, name: &str) -> String {
        let said = self
            .attribute(name)
            .map(|node| convert::convert(&Type::String, node.literal()));
        match said {
            Some(Value::String(text)) => text.into_owned(),
            _ => String::new(),
        }
    }

    fn flag(&self, name: &str) -> bool {
        self.attribute(name).and_then(Node::literal_bool) == Some(true)
    }

    /// The arguments that a provider or module gives a meaning. Blocks that are made by repetition are not among them.
    pub(super) fn expressions(&self, engine: Engine) -> Expressions {
        let mut nodes: BTreeMap<&str, Vec<Node<'_, '_>>> = BTreeMap::new();
        for part in self.rest.iter().filter(|part| !part.dynamic && part.name != COMMENT) {
            nodes.entry(&part.name).or_default().push(part.property.value());
        }
        let written = nodes.into_iter();
        order::map(written.map(|(name, nodes)| (name.to_owned(), expression(&nodes, engine))))
    }

    fn expression(&self, name: &str, engine: Engine) -> Option<ConfigExpression> {
        self.attribute(name).map(|node| expression(&[node], engine))
    }

    fn depends_on(&self) -> Vec<String> {
        let elements = self.attribute("depends_on").into_iter().flat_map(Node::elements);
        elements.map(references::of_dependency).collect()
    }
}

/// An expression; several values under one name are a list.
fn expression(nodes: &[Node<'_, '_>], engine: Engine) -> ConfigExpression {
    let value = match nodes {
        [node] => node.literal(),
        nodes => Value::Tuple(nodes.iter().copied().map(Node::literal).collect()),
    };
    let names_functions = engine.flavor == Flavor::OpenTofu;
    ConfigExpression {
        constant_value: constant::print(&value),
        references: nodes
            .iter()
            .flat_map(|node| references::of_expression(*node, names_functions))
            .collect(),
    }
}

/// The declarations of a kind that are written in JSON, by their labels.
pub(super) fn declared<'m, 'f, 'a>(
    module: &'m Module<'f, 'a>,
    kind: DeclarationKind,
) -> BTreeMap<&'m Labels<'a>, Parts<'f, 'a>> {
    let mut found: BTreeMap<&Labels<'a>, Merged<'m, 'f, 'a>> = BTreeMap::new();
    for declaration in module
        .declarations
        .iter()
        .filter(|declaration| declaration.kind == kind)
    {
        let Some(top) = declaration.block.and_then(|block| module.blocks.get(block)) else {
            continue;
        };
        if top.kind == "check" && kind == DeclarationKind::Data {
            continue;
        }
        let overrides = found.contains_key(&declaration.labels);
        let merged = found.entry(&declaration.labels).or_default();
        merged.add(&top.content, top.file, overrides);
    }
    let found = found.into_iter();
    order::map(found.map(|(labels, merged)| (labels, Parts::of_merged(merged))))
}

/// A resource of any mode.
pub(super) struct Resource<'f, 'a> {
    mode: ResourceMode,
    kind: String,
    name: String,
    parts: Parts<'f, 'a>,
}

impl Resource<'_, '_> {
    /// What its module calls its provider, with alias: the first word of the type, unless the resource says another.
    fn provider(&self) -> Cow<'_, str> {
        match self.parts.text("provider") {
            Some(provider) => Cow::Owned(providers::without_instance(&provider)),
            None => Cow::Borrowed(self.kind.split('_').next().unwrap_or_default()),
        }
    }

    /// The local name of its provider, without alias.
    pub(super) fn local_provider(&self) -> String {
        let provider = self.provider();
        provider.split('.').next().unwrap_or_default().to_owned()
    }
}

/// The resources of a module in the order of the document.
pub(super) fn resources<'f, 'a>(module: &Module<'f, 'a>) -> Vec<Resource<'f, 'a>> {
    let mut resources = Vec::new();
    for (mode, kind) in [
        (ResourceMode::Managed, DeclarationKind::Resource),
        (ResourceMode::Data, DeclarationKind::Data),
        (ResourceMode::Ephemeral, DeclarationKind::Ephemeral),
    ] {
        // Terraform leaves them out.
        if mode == ResourceMode::Ephemeral && !module.engine.is_tofu_since(11) {
            continue;
        }
        let mut of_mode: Vec<_> = declared(module, kind)
            .into_iter()
            .filter_map(|(labels, parts)| Some((labels.first()?.to_owned(), labels.second()?.to_owned(), parts)))
            .collect();
        if mode == ResourceMode::Data {
            of_mode.extend(data_of_checks(module));
        }
        order::sort_by_key(&mut of_mode, |(kind, name, _)| format!("{kind}.{name}"));
        resources.extend(of_mode.into_iter().map(|(kind, name, parts)| Resource {
            mode,
            kind,
            name,
            parts,
        }));
    }
    resources
}

/// The data sources that stand in checks.
fn data_of_checks<'f, 'a>(module: &Module<'f, 'a>) -> Vec<(String, String, Parts<'f, 'a>)> {
    let schema = Schema::new();
    let Some(scope) = schema.scope("data") else {
        return Vec::new();
    };
    let checks = module.of_kind("check");
    let data = checks.flat_map(|top| top.content.blocks_of("data"));
    data.map(|block| {
        let content = block.body.partial_content(scope.schema(), &mut Vec::new());
        let (kind, name) = (block.label(0).into_owned(), block.label(1).into_owned());
        (kind, name, Parts::of_content(content))
    })
    .collect()
}

/// Address of the module behind a call.
pub(super) fn path(module: &str, call: &str) -> String {
    let dot = if module.is_empty() { "" } else { "." };
    format!("{module}{dot}module.{call}")
}

/// A module and all that it calls.
pub(super) fn module(
    tree: &ModuleTree<'_, '_, '_>,
    address: &str,
    providers: &Providers,
    missing: &mut Vec<Missing>,
) -> ConfigModule {
    let module = tree.module;
    missing.extend(unread(module).into_iter().map(|kind| Missing {
        module: address.to_owned(),
        kind,
    }));
    let outputs = by_name(declared(module, DeclarationKind::Output));
    let outputs = order::map(outputs.map(|(name, parts)| (name, output(&parts, module.engine))));
    let variables = by_name(declared(module, DeclarationKind::Variable));
    let variables = order::map(variables.map(|(name, parts)| (name, variable(&parts, module.engine))));
    let mut module_calls = BTreeMap::new();
    for (name, parts) in by_name(declared(module, DeclarationKind::Module)) {
        let mut call = call(&parts, module);
        match tree.children.get(&name) {
            Some(child) => call.module = self::module(child, &path(address, &name), providers, missing),
            None => missing.push(Missing {
                module: address.to_owned(),
                kind: MissingKind::Child(name.clone()),
            }),
        }
        module_calls.insert(name, call);
    }
    let schema = Schema::new();
    let has_built_in = providers::has_built_in(module);
    let resources = resources(module)
        .into_iter()
        .map(|resource| {
            let key = providers.key_of(&resource.provider(), address);
            let is_built_in = has_built_in && resource.local_provider() == "terraform";
            self::resource(resource, key, is_built_in, schema.scope("provisioner"), module.engine)
        })
        .collect();
    ConfigModule {
        outputs,
        resources,
        module_calls,
        variables,
    }
}

fn by_name<'f, 'a>(declared: BTreeMap<&Labels<'_>, Parts<'f, 'a>>) -> impl Iterator<Item = (String, Parts<'f, 'a>)> {
    declared
        .into_iter()
        .filter_map(|(labels, parts)| Some((labels.first()?.to_owned(), parts)))
}

fn unread(module: &Module<'_, '_>) -> Vec<MissingKind> {
    let native = module.files.iter().filter(|file| file.syntax == Syntax::Native);
    let mut missing: Vec<_> = native.map(|file| MissingKind::Native(file.name.to_owned())).collect();
    let actions = module.of_kind("action");
    missing.extend(actions.map(|top| MissingKind::Action(format!("{}.{}", top.block.label(0), top.block.label(1)))));
    if !module.complete {
        missing.push(MissingKind::Unread);
    }
    missing
}

fn output(parts: &Parts<'_, '_>, engine: Engine) -> ConfigOutput {
    ConfigOutput {
        sensitive: parts.flag("sensitive"),
        ephemeral: engine.is_tofu_since(11) && parts.flag("ephemeral"),
        deprecated: deprecated(parts, engine),
        expression: parts.expression("value", engine).unwrap_or_default(),
        depends_on: parts.depends_on(),
        description: parts.words("description"),
    }
}

fn deprecated(parts: &Parts<'_, '_>, engine: Engine) -> String {
    if engine.is_tofu_since(10) {
        parts.words("deprecated")
    } else {
        String::new()
    }
}

fn variable(parts: &Parts<'_, '_>, engine: Engine) -> ConfigVariable {
    let says_more = engine.is_tofu_since(11);
    let default = parts.attribute("default").map(Node::literal);
    let (kind, default) = match parts.attribute("type") {
        Some(node) => {
            let mut default = default;
            let read = Expression::new(node).native(|_, native| {
                let kind = Type::read(native).ok()?;
                let value = default.take();
                let value =
                    value.map(|value| convert::convert(&kind, convert::with_defaults(native, value.into_owned())));
                Some((kind, value.and_then(|value| constant::print(&value))))
            });
            match read.ok().flatten() {
                Some((kind, default)) => (Some(kind), default),
                None => (None, default.as_ref().and_then(constant::print)),
            }
        }
        None => (None, default.as_ref().and_then(constant::print)),
    };
    let kind = kind.filter(|kind| says_more && *kind != Type::Any);
    ConfigVariable {
        kind: kind.and_then(|kind| RawValue::from_string(convert::print(&kind).to_string()).ok()),
        default,
        description: parts.words("description"),
        required: says_more && parts.attribute("default").is_none(),
        sensitive: parts.flag("sensitive"),
        ephemeral: says_more && parts.flag("ephemeral"),
        deprecated: deprecated(parts, engine),
    }
}

fn call(parts: &Parts<'_, '_>, module: &Module<'_, '_>) -> ModuleCall {
    let engine = module.engine;
    let text = |name: &str| {
        let constant = parts.attribute(name).filter(|_| engine.is_tofu_since(8));
        let constant = constant.and_then(|node| module.constant(node));
        constant.or_else(|| parts.text(name)).unwrap_or_default()
    };
    let (count_expression, for_each_expression) = repetition(parts, engine);
    ModuleCall {
        source: text("source"),
        expressions: parts.expressions(engine),
        count_expression,
        for_each_expression,
        module: ConfigModule::default(),
        version_constraint: text("version"),
        depends_on: parts.depends_on(),
    }
}

/// `count`, or else `for_each`.
fn repetition(parts: &Parts<'_, '_>, engine: Engine) -> (Option<ConfigExpression>, Option<ConfigExpression>) {
    match parts.expression("count", engine) {
        Some(count) => (Some(count), None),
        None => (None, parts.expression("for_each", engine)),
    }
}

fn resource(
    resource: Resource<'_, '_>,
    provider_config_key: String,
    is_built_in: bool,
    provisioner: Option<&Scope>,
    engine: Engine,
) -> ConfigResource {
    let parts = &resource.parts;
    let (count_expression, for_each_expression) = repetition(parts, engine);
    let (mode, prefix) = match resource.mode {
        ResourceMode::Managed => ("managed", ""),
        ResourceMode::Data => ("data", "data."),
        ResourceMode::Ephemeral => ("ephemeral", "ephemeral."),
    };
    ConfigResource {
        address: format!("{prefix}{}.{}", resource.kind, resource.name),
        mode,
        provider_config_key,
        provisioners: provisioners(parts, provisioner, engine),
        expressions: parts.expressions(engine),
        schema_version: is_built_in.then_some(0),
        count_expression,
        for_each_expression,
        depends_on: parts.depends_on(),
        kind: resource.kind,
        name: resource.name,
    }
}

fn provisioners(parts: &Parts<'_, '_>, scope: Option<&Scope>, engine: Engine) -> Vec<ConfigProvisioner> {
    let schema = scope.map(Scope::schema).unwrap_or_default();
    let blocks = parts.blocks.iter().filter(|block| block.kind() == "provisioner");
    blocks
        .map(|block| {
            let content = block.body.partial_content(schema, &mut Vec::new());
            ConfigProvisioner {
                kind: block.label(0).into_owned(),
                expressions: Parts::of_content(content).expressions(engine),
            }
        })
        .collect()
}
