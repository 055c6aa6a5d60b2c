//! What single blocks of the language demand beyond their schema.

use super::declaration::{Declaration, DeclarationKind, Instances, Labels};
use super::decode::{Decoder, is_argument};
use super::engine::{Engine, Version, has_prerelease, newer_satisfies, older_satisfies, satisfies};
use super::problem::{Problem, ProblemKind};
use super::provider_source::{is_part, is_source};
use super::type_constraint::Type;
use super::{addresses, built_in, registry};
use crate::hcljson::template::{self, Met, is_template};
use crate::hcljson::{Block, COMMENT, Content, Expression, Kind, Label, Node, Property, Value};
use crate::source::Span;
use crate::tofu::ProviderAddress;

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
    "provider",
    "_",
];

/// A block at the root.
pub(super) fn block<'f, 'a>(
    decoder: &mut Decoder<'_, 'f, 'a>,
    kind: &str,
    block: &Block<'f, 'a>,
    content: &Content<'f, 'a>,
) {
    match kind {
        "variable" => {
            variable(decoder, block, content);
            deprecated(decoder, content);
        }
        "output" => deprecated(decoder, content),
        "language" => language(decoder, content),
        "terraform" => {
            super::terraform_settings::check(decoder, content);
            if let Some(constraint) = content.attribute("required_version") {
                required_version(decoder, constraint);
            }
        }
        "provider" => provider(decoder, block, content),
        "check" if content.blocks_of("assert").next().is_none() => {
            decoder.reject(ProblemKind::NoAssert, block.body.node().opening());
        }
        "import" => {
            decoder.id_of_import(content);
            if content.attribute("id").is_some() == content.attribute("identity").is_some() {
                decoder.reject(ProblemKind::ImportIdentity, block.body.node().opening());
            }
        }
        "module" => {
            module_source(decoder, content);
            repeated(decoder, content);
            decoder.given_twice(content.rest());
            for input in content.rest() {
                decoder.constant("", input.value());
            }
        }
        "action" => repeated(decoder, content),
        "moved" | "removed" => {
            addresses::block(decoder, kind, block, content);
            super::removed::provisioners(decoder, content);
        }
        "resource" | "data" | "ephemeral" => resource(decoder, kind, block, content),
        _ => {}
    }
    if decoder.overrides {
        overriding(decoder, kind, content);
    }
}

/// What a language block says of versions.
fn language<'f, 'a>(decoder: &mut Decoder<'_, 'f, 'a>, content: &Content<'f, 'a>) {
    for compatible in content.blocks_of("compatible_with") {
        if let Some(constraint) = compatible.body.get("opentofu") {
            if matches!(constraint.kind(), Kind::Object | Kind::Array) {
                decoder.reject(ProblemKind::LiteralType("string"), constraint.opening());
            }
            version(decoder, constraint, constraint.opening());
        }
    }
}

/// A configuration of a provider.
fn provider<'f, 'a>(decoder: &mut Decoder<'_, 'f, 'a>, block: &Block<'f, 'a>, content: &Content<'f, 'a>) {
    if !built_in::block(decoder, "provider", block, content) {
        decoder.given_twice(content.rest().iter().filter(|property| is_argument(property.value())));
    }
    provider_name(decoder, &block.label(0), block.name_span());
    if let Some(alias) = content.attribute("alias")
        && let Some(text) = alias.value().literal().into_string()
        && (template::name_length(&text) != text.len() || text.is_empty())
    {
        decoder.reject(ProblemKind::Identifier, alias.value().span());
    }
    if let Some(version) = content.attribute("version") {
        decoder.problem(ProblemKind::ProviderVersion, version.value().span(), false);
        if let Some(text) = version.value().string()
            && satisfies(Version::default(), text.as_str()).is_none()
        {
            decoder.reject(ProblemKind::BadVersion, version.value().span());
        }
    }
    if let (Some(each), None) = (content.attribute("for_each"), content.attribute("alias")) {
        decoder.reject(ProblemKind::missing_argument("alias"), each.name_span());
    }
}

/// A resource of any mode, which is the block's kind.
fn resource<'f, 'a>(decoder: &mut Decoder<'_, 'f, 'a>, kind: &str, block: &Block<'f, 'a>, content: &Content<'f, 'a>) {
    repeated(decoder, content);
    for property in content.rest().iter().filter(|_| kind == "ephemeral") {
        if matches!(property.name().as_ref(), "connection" | "provisioner") {
            decoder.reject(
                ProblemKind::Misplaced(property.name().into_owned()),
                property.name_span(),
            );
        }
    }
    for element in ignored(content).filter(|element| is_own_address(*element, block)) {
        decoder.reject(ProblemKind::IgnoreAbsolute, element.span());
    }
    if !built_in::block(decoder, kind, block, content) {
        decoder.given_twice(content.rest().iter().filter(|property| is_argument(property.value())));
    }
    super::dynamic::own_blocks(decoder, kind, content.rest());
    decoder.connection_at_destruction(content);
    implied_provider(decoder, block, content);
}

/// Without an argument for it a type begins with the name of its provider.
fn implied_provider(decoder: &mut Decoder<'_, '_, '_>, block: &Block<'_, '_>, content: &Content<'_, '_>) {
    let Some(label) = block
        .labels()
        .next()
        .filter(|_| content.attribute("provider").is_none())
    else {
        return;
    };
    let text = label.text();
    let is_name = template::name_length(&text) == text.len() && !text.is_empty();
    if is_name && !decoder.overrides && !is_part(text.split('_').next().unwrap_or_default()) {
        decoder.reject(ProblemKind::ImpliedProvider, label.span());
    }
}

/// Names of providers have small letters of any script, digits and dashes between them.
pub(super) fn provider_name(decoder: &mut Decoder<'_, '_, '_>, name: &str, span: Span) {
    let fits = |character: char| {
        let of_hosts = character.is_ascii_lowercase() || character.is_ascii_digit() || character == '-';
        of_hosts || !character.is_ascii() && character.is_alphabetic() && !character.is_uppercase()
    };
    if name.is_empty() || !name.chars().all(fits) || name.starts_with('-') || name.ends_with('-') || name.contains("--")
    {
        decoder.reject(ProblemKind::ProviderName, span);
    }
}

fn repeated(decoder: &mut Decoder<'_, '_, '_>, content: &Content<'_, '_>) {
    if let (Some(_), Some(each)) = (content.attribute("count"), content.attribute("for_each")) {
        decoder.reject(ProblemKind::CountAndForEach, each.name_span());
    }
    let many = content.attribute("count").or_else(|| content.attribute("for_each"));
    let mut lifecycles = content.blocks_of("lifecycle");
    if many.is_some()
        && let Some(enabled) = lifecycles.find_map(|lifecycle| lifecycle.body.get("enabled"))
        && decoder.ask(|engine| engine.is_tofu_since(11))
    {
        decoder.reject(ProblemKind::EnabledAndRepeated, enabled.opening());
    }
}

/// OpenTofu wants to be told what to use instead of what is deprecated.
fn deprecated(decoder: &mut Decoder<'_, '_, '_>, content: &Content<'_, '_>) {
    let Some(deprecated) = content.attribute("deprecated").map(Property::value) else {
        return;
    };
    let text = deprecated.literal().into_string();
    if text.is_some_and(|text| text.trim().is_empty()) && !decoder.is_terraform() {
        decoder.reject(
            ProblemKind::ValueType("a text that says what to use instead"),
            deprecated.opening(),
        );
    }
}

/// The elements of `ignore_changes`.
pub(super) fn ignored<'f, 'a>(content: &Content<'f, 'a>) -> impl Iterator<Item = Node<'f, 'a>> {
    let lists = content
        .blocks_of("lifecycle")
        .filter_map(|lifecycle| lifecycle.body.get("ignore_changes"));
    lists.flat_map(Node::elements)
}

/// Whether an element of `ignore_changes` begins with the address of its own resource.
pub(super) fn is_own_address(element: Node<'_, '_>, block: &Block<'_, '_>) -> bool {
    let own = Expression::new(element)
        .traversal(|_, traversal| traversal.root == block.label(0) && traversal.attribute(0) == Some(&*block.label(1)));
    own == Ok(true)
}

fn variable<'f, 'a>(decoder: &mut Decoder<'_, 'f, 'a>, block: &Block<'f, 'a>, content: &Content<'f, 'a>) {
    let name = block.label(0);
    let is_newer = name == "ignore_nested_deprecations" && decoder.ask(|engine| engine.is_terraform_since(15));
    if MODULE_ARGUMENTS.contains(&name.as_ref()) || is_newer {
        decoder.reject(ProblemKind::ReservedName(name.into_owned()), block.name_span());
    }
    let is_true = |name: &str| {
        let argument = content.attribute(name);
        argument.is_some_and(|argument| argument.value().literal_bool() == Some(true))
    };
    // What override files make of it nobody looks at.
    if is_true("const")
        && let Some(other) = ["sensitive", "ephemeral"].into_iter().find(|name| is_true(name))
        && decoder.ask(|engine| engine.is_terraform_since(15))
    {
        decoder.reject(ProblemKind::ConstantAndOther(other), block.name_span());
    }
    if let (Some(kind), Some(default)) = (content.attribute("type"), content.attribute("default"))
        && Type::of_argument(kind).is_some_and(|kind| !kind.accepts(&default.value().literal()))
    {
        decoder.reject(ProblemKind::DefaultMismatch, default.value().opening());
    }
    if let (Some(nullable), Some(default)) = (content.attribute("nullable"), content.attribute("default"))
        && nullable.value().literal_bool() == Some(false)
        && default.value().is_null()
    {
        decoder.reject(ProblemKind::NullDefault, default.value().span());
    }
}

fn required_version<'f, 'a>(decoder: &mut Decoder<'_, 'f, 'a>, constraint: Property<'f, 'a>) {
    if decoder.ignores_version() {
        return decoder.problem(ProblemKind::VersionIgnored, constraint.name_span(), false);
    }
    version(decoder, constraint.value(), constraint.name_span());
}

/// A constraint on the version of the engine; what it does not allow is said where it is named.
fn version<'f, 'a>(decoder: &mut Decoder<'_, 'f, 'a>, constraint: Node<'f, 'a>, named: Span) {
    let value = constraint.literal();
    let Some(text) = value.into_string() else { return };
    match decoder.ask(|engine| satisfies(engine.version, &text)) {
        Some(true) => {}
        Some(false) if has_prerelease(&text) => decoder.reject(ProblemKind::VersionPrerelease, named),
        Some(false) if decoder.ask(|engine| newer_satisfies(engine.version, &text)) => {
            let engine = decoder.ask(|engine| engine);
            let kind = ProblemKind::VersionToCome {
                flavor: engine.flavor,
                version: engine.version,
            };
            decoder.problem(kind, named, false);
        }
        Some(false) => {
            let Engine { flavor, version } = decoder.ask(|engine| engine);
            let kind = if older_satisfies(version, &text) {
                ProblemKind::VersionPast { flavor, version }
            } else {
                ProblemKind::VersionUnsatisfied { flavor, version }
            };
            decoder.reject(kind, named);
        }
        None => decoder.reject(ProblemKind::BadVersion, constraint.opening()),
    }
}

/// Whether a source is neither a directory, nor an address of a registry, nor anything that names a way to get it:
/// words with slashes between them, of which a registry has three or four. Of hosts the engines know some by name, and
/// others by a way that stands before them, or as registries, which have four words.
pub(super) fn is_no_source(source: &str) -> bool {
    if matches!(source, "" | "." | "..") {
        return true;
    }
    if is_local(source) {
        return false;
    }
    // Two slashes come behind the name of what is got, and here there is none.
    if source.starts_with("//") {
        return true;
    }
    let is_word = |word: &str| {
        let fits = |character: char| character.is_alphanumeric() || matches!(character, '-' | '_' | '~' | '$' | '.');
        !word.is_empty() && word.chars().all(fits)
    };
    // A directory in what is got stands behind two slashes, and what is asked of the host behind a question mark.
    let package = source.split_once("//").map_or(source, |(package, _)| package);
    let package = package.split_once('?').map_or(package, |(package, _)| package);
    let words: Vec<&str> = package.split('/').collect();
    let host = words.first().copied().unwrap_or_default();
    let is_known = match host {
        "github.com" => words.len() > 2,
        "bitbucket.org" | "www.googleapis.com" => words.len() > 1,
        _ => words.len() > 1 && host.ends_with("amazonaws.com"),
    };
    let of_registry = registry::is_address(source);
    let misses_the_dot = source.trim_start() != source && source.trim_start().starts_with(['.', '/']);
    misses_the_dot || !of_registry && !is_known && words.into_iter().all(is_word)
}

fn module_source(decoder: &mut Decoder<'_, '_, '_>, content: &Content<'_, '_>) {
    let Some(source) = content.attribute("source").map(Property::value) else {
        // An override file may say the version alone.
        return version_of_module(decoder, "", content);
    };
    let text = source.string();
    let text = text.as_ref().map_or("", |text| text.as_str());
    if is_template(text) && takes_literally(decoder) {
        decoder.reject(ProblemKind::ModuleSource, source.opening());
    }
    match source.evaluate() {
        Value::Null => return decoder.reject(ProblemKind::ValueType("a string"), source.opening()),
        // What is no string is made one.
        value if value.clone().into_string().is_some_and(|source| is_no_source(&source)) => {
            return decoder.reject(ProblemKind::ModuleSource, source.opening());
        }
        _ => {}
    }
    version_of_module(decoder, text, content);
}

/// Whether the engine evaluates neither sources of modules nor their versions.
fn takes_literally(decoder: &mut Decoder<'_, '_, '_>) -> bool {
    decoder.ask(|engine| !engine.evaluates_sources())
}

/// The version of a module whose source is this text.
fn version_of_module(decoder: &mut Decoder<'_, '_, '_>, source: &str, content: &Content<'_, '_>) {
    let Some(version) = content.attribute("version") else {
        return;
    };
    let is_template = version.value().string().is_some_and(|text| is_template(text.as_str()));
    let constraint = if is_template && !takes_literally(decoder) {
        version.value().evaluate()
    } else {
        version.value().literal()
    };
    if version.value().is_null() {
        // No version at all; but to Terraform even that says that the source is an address of a registry.
        let is_address = !is_local(source) && !source.contains("::") && !source.contains("://");
        if !is_address && takes_literally(decoder) {
            let kind = ProblemKind::NullArgument("version".to_owned());
            decoder.reject(kind, version.value().span());
        }
    } else if is_template && matches!(constraint, Value::Null | Value::Unknown) {
        // Nobody knows.
    } else if is_local(source) {
        decoder.reject(ProblemKind::VersionOfLocalModule, version.name_span());
    } else if constraint
        .into_string()
        .is_none_or(|text| satisfies(Version::default(), &text).is_none())
    {
        decoder.reject(ProblemKind::BadVersion, version.value().opening());
    }
}

/// Whether the source of a module is a directory beside the one that calls it.
pub(crate) fn is_local(source: &str) -> bool {
    source.starts_with("./") || source.starts_with("../")
}

/// What is not allowed in an override file, and what has no effect there.
fn overriding<'f, 'a>(decoder: &mut Decoder<'_, 'f, 'a>, kind: &str, content: &Content<'f, 'a>) {
    let depends = content.attribute("depends_on");
    let is_empty = |depends: &Property<'_, '_>| {
        Expression::new(depends.value())
            .list()
            .is_some_and(|list| list.is_empty())
    };
    if let Some(depends) = depends.filter(|depends| !is_empty(depends)) {
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
        for property in lifecycle.body.properties() {
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

/// `condition` and `error_message`; in a validation the condition must look at its variable.
/// What was found wrong in the block before has numbers from `from`.
pub(super) fn condition<'f, 'a>(
    decoder: &mut Decoder<'_, 'f, 'a>,
    variable: Option<&str>,
    content: &Content<'f, 'a>,
    from: usize,
) {
    let Some(condition) = content.attribute("condition") else {
        return;
    };
    let mut refers = false;
    let mut looks = variable.is_none();
    let mut unread = false;
    Expression::new(condition.value()).templates(&mut |_, template| match template {
        Ok(template) => template.walk(|met| {
            if let Met::Reference(traversal) = met {
                refers = true;
                looks |= traversal.root == "var" && traversal.attribute(0) == variable;
            }
        }),
        Err(_) => unread = true,
    });
    if unread || condition.value().kind() == Kind::Broken {
        return;
    }
    let span = condition.value().opening();
    match variable {
        _ if !refers => {
            // That a text is neither true nor false follows from it.
            let is_same = |problem: &Problem| problem.span == span && matches!(problem.kind, ProblemKind::ValueType(_));
            let of_block = decoder.part.problems.split_off(from.min(decoder.part.problems.len()));
            let others = of_block.into_iter().filter(|problem| !is_same(problem));
            decoder.part.problems.extend(others);
            decoder.reject(ProblemKind::ConstantCondition, span);
        }
        Some(variable) if !looks => decoder.reject(ProblemKind::ValidationOfOther(variable.to_owned()), span),
        _ => {}
    }
}

/// A block in dynamic attributes mode inside `terraform`.
pub(super) fn attributes<'f, 'a>(
    decoder: &mut Decoder<'_, 'f, 'a>,
    kind: &str,
    block: &Block<'f, 'a>,
    attributes: &[Property<'f, 'a>],
) {
    let mut declare = |kind, labels: Labels<'a>, span, body| {
        decoder.part.declarations.push(Declaration {
            kind,
            labels,
            file: decoder.file,
            span,
            body,
            block: Some(decoder.block),
            overrides: decoder.overrides,
            has_default: false,
            instances: Instances::One,
            written: None,
        });
    };
    if kind != "required_providers" {
        let labels = Labels::new(block.labels().map(Label::text));
        let node = block.body.node();
        declare(DeclarationKind::ProviderMeta, labels, node.opening(), node.span());
        return provider_name(decoder, &block.label(0), block.name_span());
    }
    declare(
        DeclarationKind::RequiredProviders,
        Labels::default(),
        block.body.node().opening(),
        block.body.node().span(),
    );
    for &property in attributes {
        declare(
            DeclarationKind::RequiredProvider,
            Labels::new([property.name()]),
            property.name_span(),
            property.value().span(),
        );
    }
    for &property in attributes {
        provider_name(decoder, &property.name(), property.name_span());
        required_provider(decoder, property);
    }
}

fn required_provider<'f, 'a>(decoder: &mut Decoder<'_, 'f, 'a>, property: Property<'f, 'a>) {
    let node = property.value();
    let constraint = |decoder: &mut Decoder<'_, 'f, 'a>, node: Node<'f, 'a>| match node.string() {
        Some(text) if satisfies(Version::default(), text.as_str()).is_some() => {}
        Some(_) => decoder.reject(ProblemKind::BadVersion, node.span()),
        None => decoder.reject(ProblemKind::RequiredProvider, node.opening()),
    };
    let source = node.get("source").and_then(Node::string);
    let is_built_in = match &source {
        Some(source) => ProviderAddress::new(source.as_str()).is_built_in(),
        None => property.name() == "terraform",
    };
    let version = node.get("version").filter(|version| version.is_string());
    let is_short = node.is_string() || node.kind() == Kind::Number;
    if let Some(version) = version.or(is_short.then_some(node)).filter(|_| is_built_in) {
        decoder.reject(ProblemKind::VersionOfBuiltIn, version.span());
    }
    match node.kind() {
        Kind::Broken => {}
        Kind::Object => {
            for entry in node.properties() {
                match entry.name().as_ref() {
                    "version" => constraint(decoder, entry.value()),
                    "source" if entry.value().is_string() => {
                        let text = entry.value().string();
                        if !text.is_some_and(|text| is_source(text.as_str())) {
                            decoder.reject(ProblemKind::ProviderSource, entry.value().span());
                        }
                    }
                    "configuration_aliases" => {
                        for alias in entry.value().elements() {
                            let fits = Expression::new(alias).traversal(|_, traversal| {
                                traversal.root == property.name()
                                    && (traversal.steps.is_empty() || traversal.attribute(0).is_some())
                            });
                            if fits != Ok(true) {
                                decoder.static_error(alias, "a reference to an alias of the provider");
                            }
                        }
                        if entry.value().kind() != Kind::Array {
                            decoder.reject(ProblemKind::NotList, entry.value().opening());
                        }
                    }
                    COMMENT => decoder.reject(ProblemKind::CommentAsName, entry.name_span()),
                    "source" => decoder.reject(ProblemKind::RequiredProvider, entry.value().opening()),
                    _ => decoder.reject(ProblemKind::RequiredProvider, entry.name_span()),
                }
            }
        }
        _ if node.is_string() => constraint(decoder, node),
        // The short form is made a string, if it is a number.
        Kind::Number => {
            let text = node.literal().into_string();
            if text.is_none_or(|text| satisfies(Version::default(), &text).is_none()) {
                decoder.reject(ProblemKind::BadVersion, node.span());
            }
        }
        _ => decoder.reject(ProblemKind::RequiredProvider, node.opening()),
    }
}

/// A nested block with a scope of its own.
pub(super) fn nested<'f, 'a>(
    decoder: &mut Decoder<'_, 'f, 'a>,
    around: &str,
    block: &Block<'f, 'a>,
    content: &Content<'f, 'a>,
) {
    let kind = &*block.kind();
    if kind == "action_trigger" {
        return super::actions::trigger(decoder, block, content);
    }
    let forbidden: &[&str] = match (around, kind) {
        ("check", "data") => &["count", "for_each", "lifecycle"],
        _ => return,
    };
    implied_provider(decoder, block, content);
    for block in content
        .blocks
        .iter()
        .filter(|block| forbidden.contains(&block.kind().as_ref()))
    {
        decoder.reject(
            ProblemKind::Misplaced(block.kind().into_owned()),
            block.property.name_span(),
        );
    }
    for attribute in content.attributes() {
        if forbidden.contains(&attribute.name().as_ref()) {
            decoder.reject(
                ProblemKind::Misplaced(attribute.name().into_owned()),
                attribute.name_span(),
            );
        }
    }
}
