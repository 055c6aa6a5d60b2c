//! What single blocks of the language demand beyond their schema.

use super::declaration::DeclarationKind;
use super::decode::Decoder;
use super::engine::{Flavor, satisfies};
use super::problem::ProblemKind;
use super::type_constraint::Type;
use super::values::unsupported;
use crate::hcljson::template::{Traversal, is_template};
use crate::hcljson::{Block, Content, Expression, Kind, Property, StructureErrorKind};

/// Names that arguments of module calls have, so that no variable may have them.
const MODULE_ARGUMENTS: &[&str] = &[
    "source",
    "version",
    "providers",
    "count",
    "for_each",
    "lifecycle",
    "depends_on",
    "locals",
];

/// The provider that is part of both engines: its resources, and their attributes (those that may be set, those that are
/// computed).
pub(super) const BUILT_IN: &[(&str, &str, &[&str], &[&str])] = &[
    (
        "resource",
        "terraform_data",
        &["input", "triggers_replace"],
        &["id", "output"],
    ),
    (
        "data",
        "terraform_remote_state",
        &["backend", "config", "defaults", "workspace"],
        &["outputs"],
    ),
];

/// A block at the root.
pub(super) fn block<'f, 'a>(
    decoder: &mut Decoder<'_, 'f, 'a>,
    kind: &str,
    block: &Block<'f, 'a>,
    content: &Content<'f, 'a>,
) {
    match kind {
        "variable" => variable(decoder, block, content),
        "terraform" => {
            if let Some(constraint) = content.attribute("required_version") {
                required_version(decoder, constraint);
            }
        }
        "provider" => {
            if let Some(version) = content.attribute("version") {
                decoder.problem(ProblemKind::ProviderVersion, version.value().span(), false);
            }
            if let (Some(each), None) = (content.attribute("for_each"), content.attribute("alias")) {
                let name = "alias".to_owned();
                let kind = StructureErrorKind::MissingArgument { name };
                decoder.reject(ProblemKind::Structure(kind), each.name_span());
            }
        }
        "check" if content.blocks_of("assert").next().is_none() => {
            decoder.reject(ProblemKind::NoAssert, block.body.node().opening());
        }
        "import" if content.attribute("id").is_some() == content.attribute("identity").is_some() => {
            decoder.reject(ProblemKind::ImportIdentity, block.body.node().opening());
        }
        "module" => {
            module_source(decoder, content);
            repeated(decoder, content);
            for input in &content.rest {
                decoder.constant("", input.value());
            }
        }
        "resource" | "data" | "ephemeral" => {
            repeated(decoder, content);
            for property in content.rest.iter().filter(|_| kind == "ephemeral") {
                if matches!(property.name().as_ref(), "connection" | "provisioner") {
                    decoder.reject(
                        ProblemKind::Misplaced(property.name().into_owned()),
                        property.name_span(),
                    );
                }
            }
            built_in(decoder, kind, block, content);
        }
        _ => {}
    }
    if decoder.overrides {
        overriding(decoder, kind, content);
    }
}

fn repeated(decoder: &mut Decoder<'_, '_, '_>, content: &Content<'_, '_>) {
    if let (Some(_), Some(each)) = (content.attribute("count"), content.attribute("for_each")) {
        decoder.reject(ProblemKind::CountAndForEach, each.name_span());
    }
}

fn variable<'f, 'a>(decoder: &mut Decoder<'_, 'f, 'a>, block: &Block<'f, 'a>, content: &Content<'f, 'a>) {
    let name = block.label(0);
    if MODULE_ARGUMENTS.contains(&name.as_ref()) {
        decoder.reject(ProblemKind::ReservedName(name.into_owned()), block.name_span());
    }
    if let (Some(kind), Some(default)) = (content.attribute("type"), content.attribute("default")) {
        let kind = Expression::new(kind.value()).native(|_, native| Type::read(native).ok());
        let value = Expression::new(default.value()).literal(&mut Vec::new());
        if let Ok(Some(kind)) = kind
            && !kind.accepts(&value)
        {
            decoder.reject(ProblemKind::DefaultMismatch, default.value().opening());
        }
    }
}

fn required_version<'f, 'a>(decoder: &mut Decoder<'_, 'f, 'a>, constraint: Property<'f, 'a>) {
    let engine = decoder.engine;
    if engine.is_tofu_since(12) && !decoder.is_tofu_file() {
        return decoder.problem(ProblemKind::VersionIgnored, constraint.name_span(), false);
    }
    let value = Expression::new(constraint.value()).literal(&mut Vec::new());
    let Some(text) = value.into_string() else { return };
    match satisfies(engine.version, &text) {
        Some(true) => {}
        Some(false) => {
            let kind = ProblemKind::VersionUnsatisfied {
                flavor: engine.flavor,
                version: engine.version,
            };
            decoder.reject(kind, constraint.name_span());
        }
        None => decoder.reject(ProblemKind::BadVersion, constraint.value().opening()),
    }
}

fn module_source(decoder: &mut Decoder<'_, '_, '_>, content: &Content<'_, '_>) {
    let Some(source) = content.attribute("source") else {
        return;
    };
    let text = source.value().string();
    let text = text.as_ref().map_or("", |text| text.as_str());
    let literal = decoder.engine.flavor == Flavor::Terraform || !decoder.engine.is_tofu_since(8);
    if literal && is_template(text) {
        decoder.reject(ProblemKind::ModuleSource, source.value().opening());
    }
}

/// Properties of a resource whose attributes are known without its provider.
fn built_in<'f, 'a>(decoder: &mut Decoder<'_, 'f, 'a>, kind: &str, block: &Block<'f, 'a>, content: &Content<'f, 'a>) {
    let known = BUILT_IN
        .iter()
        .find(|(mode, name, ..)| *mode == kind && *name == block.label(0));
    let Some((_, _, settable, computed)) = known else {
        return;
    };
    let mut properties = content.rest.clone();
    for escape in content.blocks_of("_") {
        properties.extend(escape.body.properties(&mut Vec::new()));
    }
    let mut seen = Vec::new();
    for property in properties {
        let name = property.name();
        if name == crate::hcljson::COMMENT {
            continue;
        }
        if name == "dynamic" {
            for made in property.value().properties() {
                decoder.reject(ProblemKind::Misplaced(made.name().into_owned()), made.name_span());
            }
        } else if !settable.contains(&name.as_ref()) {
            decoder.reject(unsupported(&name), property.name_span());
        } else if seen.contains(&name) {
            let name = name.into_owned();
            let kind = StructureErrorKind::ArgumentTwice { name };
            decoder.reject(ProblemKind::Structure(kind), property.name_span());
        } else {
            seen.push(name);
        }
    }
    for lifecycle in content.blocks_of("lifecycle") {
        let ignored = lifecycle.body.node().get("ignore_changes");
        for element in ignored.into_iter().flat_map(crate::hcljson::Node::elements) {
            let Some(text) = element.string() else { continue };
            if let Ok(traversal) = Traversal::parse(text.as_str())
                && !settable.contains(&traversal.root)
                && !computed.contains(&traversal.root)
            {
                let name = traversal.root.to_owned();
                decoder.reject(ProblemKind::UnknownAttribute(name), element.span());
            }
        }
    }
}

/// What may not stand in an override file, and what has no effect there.
fn overriding<'f, 'a>(decoder: &mut Decoder<'_, 'f, 'a>, kind: &str, content: &Content<'f, 'a>) {
    if let Some(depends) = content.attribute("depends_on") {
        decoder.reject(
            ProblemKind::OverrideForbidden("depends_on".to_owned()),
            depends.name_span(),
        );
    }
    let forbidden = ["validation", "precondition"];
    for block in content
        .blocks
        .iter()
        .filter(|block| forbidden.contains(&block.kind().as_ref()))
    {
        let span = block.body.node().opening();
        decoder.reject(ProblemKind::OverrideForbidden(block.kind().into_owned()), span);
    }
    for lifecycle in content.blocks_of("lifecycle") {
        for property in lifecycle.body.properties(&mut Vec::new()) {
            let name = property.name();
            match name.as_ref() {
                "precondition" | "postcondition" => {
                    decoder.reject(ProblemKind::OverrideForbidden(name.into_owned()), property.name_span());
                }
                "replace_triggered_by" | "enabled" if kind == "resource" || kind == "module" => {
                    decoder.problem(
                        ProblemKind::OverrideLost(name.into_owned()),
                        property.name_span(),
                        false,
                    );
                }
                _ => {}
            }
        }
    }
}

/// `condition` and `error_message`.
pub(super) fn condition<'f, 'a>(decoder: &mut Decoder<'_, 'f, 'a>, content: &Content<'f, 'a>) {
    let Some(condition) = content.attribute("condition") else {
        return;
    };
    let mut refers = false;
    let mut unread = false;
    Expression::new(condition.value()).templates(&mut |_, template| match template {
        Ok(template) => template.walk(|met| refers |= matches!(met, crate::hcljson::template::Met::Reference(_))),
        Err(_) => unread = true,
    });
    if !refers && !unread && condition.value().kind() != Kind::Broken {
        decoder.reject(ProblemKind::ConstantCondition, condition.value().opening());
    }
}

/// A block in dynamic attributes mode inside `terraform`.
pub(super) fn attributes<'f, 'a>(
    decoder: &mut Decoder<'_, 'f, 'a>,
    kind: &str,
    block: &Block<'f, 'a>,
    attributes: &[Property<'f, 'a>],
) {
    let mut declare = |kind, labels: Vec<String>, span| {
        decoder.part.declarations.push(super::declaration::Declaration {
            kind,
            labels,
            file: decoder.file,
            span,
            block: Some(decoder.block),
            overrides: decoder.overrides,
            has_default: false,
        });
    };
    if kind != "required_providers" {
        let labels = block.labels.iter().map(|label| label.text().into_owned()).collect();
        return declare(DeclarationKind::ProviderMeta, labels, block.body.node().opening());
    }
    declare(
        DeclarationKind::RequiredProviders,
        Vec::new(),
        block.body.node().opening(),
    );
    for &property in attributes {
        declare(
            DeclarationKind::RequiredProvider,
            vec![property.name().into_owned()],
            property.name_span(),
        );
    }
    for &property in attributes {
        required_provider(decoder, property);
    }
}

fn required_provider<'f, 'a>(decoder: &mut Decoder<'_, 'f, 'a>, property: Property<'f, 'a>) {
    let node = property.value();
    let version = |decoder: &mut Decoder<'_, 'f, 'a>, node: crate::hcljson::Node<'f, 'a>| match node.string() {
        Some(text) if satisfies(super::engine::Version::default(), text.as_str()).is_some() => {}
        Some(_) => decoder.reject(ProblemKind::BadVersion, node.span()),
        None => decoder.reject(ProblemKind::RequiredProvider, node.opening()),
    };
    match node.kind() {
        Kind::Broken => {}
        Kind::Object => {
            for entry in node.properties() {
                match entry.name().as_ref() {
                    "version" => version(decoder, entry.value()),
                    "source" if entry.value().is_string() => {}
                    "configuration_aliases" => {
                        for alias in entry.value().elements() {
                            let fits = Expression::new(alias).traversal(|_, traversal| {
                                traversal.root == property.name() && traversal.attribute(0).is_some()
                            });
                            if fits != Ok(true) {
                                decoder.static_error(alias, "a reference to an alias of the provider");
                            }
                        }
                        if entry.value().kind() != Kind::Array {
                            decoder.reject(ProblemKind::NotList, entry.value().opening());
                        }
                    }
                    "source" => decoder.reject(ProblemKind::RequiredProvider, entry.value().opening()),
                    _ => decoder.reject(ProblemKind::RequiredProvider, entry.name_span()),
                }
            }
        }
        _ if node.is_string() => version(decoder, node),
        _ => decoder.reject(ProblemKind::RequiredProvider, node.opening()),
    }
}

/// A nested block with a scope of its own.
pub(super) fn nested<'f, 'a>(decoder: &mut Decoder<'_, 'f, 'a>, around: &str, kind: &str, content: &Content<'f, 'a>) {
    let forbidden: &[&str] = match (around, kind) {
        ("check", "data") => &["count", "for_each"],
        _ => return,
    };
    for attribute in &content.attributes {
        if forbidden.contains(&attribute.name().as_ref()) {
            decoder.reject(
                ProblemKind::Misplaced(attribute.name().into_owned()),
                attribute.name_span(),
            );
        }
    }
}
