//! Reads the blocks of one JSON file by the schema of the language.

use std::collections::BTreeSet;

use rayon::prelude::*;

use super::declaration::{Declaration, DeclarationKind, Instances, Labels};
use super::directory::ModuleFile;
use super::dynamic::Repeats;
use super::engine::{Engine, Flavor, Version};
use super::file_name::FileName;
use super::module::{Feature, TopBlock};
use super::part::Part;
use super::problem::{Problem, ProblemKind};
use super::reference::{Itself, Place};
use super::schema::{Form, Item, Mode, Schema, Scope};
use crate::hcljson::{
    Block, Body, COMMENT, Content, Expression, File, Kind, Label, Node, Property, StructureError, StructureErrorKind,
    SyntaxError, SyntaxErrorKind, template,
};
use crate::source::Span;

/// How many blocks at a root one thread reads before it takes others.
const BLOCKS_AT_ONCE: usize = 128;

/// How many blocks all threads read before what came of them is put together.
const BLOCKS_IN_A_WAVE: usize = 64 * BLOCKS_AT_ONCE;

/// Reads the blocks of a file.
pub(super) fn file<'f, 'a>(
    schema: &Schema,
    engine: Engine,
    number: usize,
    file: &ModuleFile<'_>,
    tree: &'f File<'a>,
) -> Part<'f, 'a> {
    let mut decoder = Decoder::new(schema, engine, number, file, tree);
    decoder.part.complete = !tree.lost_text();
    // Of what is in another encoding everything else is wrong too.
    let is_other = |error: &&SyntaxError| error.kind == SyntaxErrorKind::Utf16;
    if let Some(error) = file.invalid.first().filter(is_other) {
        decoder.reject(ProblemKind::Syntax(error.kind), error.span);
        decoder.part.complete = false;
        return decoder.part;
    }
    for error in file.invalid.iter().chain(tree.errors()) {
        let kind = ProblemKind::Syntax(error.kind);
        decoder.problem(kind, error.span, error.kind.engine_rejects());
    }
    let root = tree.root();
    match root.kind() {
        Kind::Object => {}
        Kind::Array => decoder.problem(ProblemKind::RootArray, root.opening(), false),
        Kind::Broken => return decoder.part,
        _ => {
            decoder.reject(ProblemKind::RootShape, root.opening());
            return decoder.part;
        }
    }
    decoder.root(Body::new(root));
    decoder.part
}

pub(super) struct Decoder<'s, 'f, 'a> {
    pub(super) schema: &'s Schema,
    /// Asked by [`ask`](Self::ask) alone.
    engine: Engine,
    /// Whether the newest versions of the engines were asked something and differ.
    differs: bool,
    pub(super) file: usize,
    name: &'s str,
    pub(super) text: &'a str,
    pub(super) overrides: bool,
    /// Number of the top block in the file.
    pub(super) block: usize,
    pub(super) place: Place,
    /// Where `dynamic` is one of the blocks that are made by repetition.
    pub(super) repeats: Repeats,
    /// The variable whose block is read.
    variable: Option<String>,
    pub(super) part: Part<'f, 'a>,
}

/// Reads one block at a root again, whose number in its module is this.
pub(super) fn block<'f, 'a>(
    schema: &Schema,
    engine: Engine,
    (number, file): (usize, &ModuleFile<'_>),
    tree: &'f File<'a>,
    block: Block<'f, 'a>,
) -> Part<'f, 'a> {
    let mut decoder = Decoder::new(schema, engine, number, file, tree);
    if let Some(scope) = schema.scope("root") {
        decoder.root_block(scope, block);
    }
    decoder.part
}

impl<'s, 'f, 'a> Decoder<'s, 'f, 'a> {
    fn new(schema: &'s Schema, engine: Engine, number: usize, file: &ModuleFile<'s>, tree: &'f File<'a>) -> Self {
        Self {
            schema,
            engine,
            differs: false,
            file: number,
            name: file.name,
            text: tree.text(),
            overrides: file.overrides,
            block: 0,
            place: Place::default(),
            repeats: Repeats::Never,
            variable: None,
            part: Part::empty(),
        }
    }
}

impl<'f, 'a> Decoder<'_, 'f, 'a> {
    pub(super) fn problem(&mut self, kind: ProblemKind, span: Span, engine_rejects: bool) {
        self.part.problems.push(Problem {
            kind,
            file: self.file,
            span,
            engine_rejects,
        });
    }

    /// Something that the engine refuses.
    pub(super) fn reject(&mut self, kind: ProblemKind, span: Span) {
        self.problem(kind, span, true);
    }

    pub(super) fn structure(&mut self, errors: Vec<StructureError>) {
        for error in errors {
            self.reject(ProblemKind::Structure(error.kind), error.span);
        }
    }

    /// What the engine does, by a question whose answer depends on nothing else about it. That the other engine does
    /// something else is noted: what nobody reads differently is read once for both.
    pub(super) fn ask<T: PartialEq>(&mut self, question: impl Fn(Engine) -> T) -> T {
        let (answer, differs) = self.engine.answer(question);
        self.differs |= differs;
        answer
    }

    /// Whether the engine is Terraform, of whatever version.
    pub(super) fn is_terraform(&mut self) -> bool {
        self.ask(|engine| engine.flavor == Flavor::Terraform)
    }

    fn declare(&mut self, kind: DeclarationKind, labels: Labels<'a>, span: Span, body: Span) {
        self.part.declarations.push(Declaration {
            kind,
            labels,
            file: self.file,
            span,
            body,
            block: Some(self.block),
            overrides: self.overrides,
            has_default: false,
            instances: Instances::One,
            written: None,
        });
    }

    fn root(&mut self, body: Body<'f, 'a>) {
        let Some(scope) = self.schema.scope("root") else { return };
        let content = self.content("root", scope, body);
        self.part.differing.outside |= self.differs;
        // A generated file may be one of many megabytes: its blocks are read beside each other, and so many at once
        // that what is read of them never stands in memory twice.
        let mut whole = std::mem::take(&mut self.part);
        whole.blocks.reserve_exact(content.blocks.len());
        let decoder = &*self;
        let read = |blocks: Vec<Block<'f, 'a>>| {
            let mut decoder = Decoder {
                part: Part::empty(),
                variable: None,
                ..*decoder
            };
            for block in blocks {
                decoder.root_block_apart(scope, block);
            }
            decoder.part
        };
        let mut blocks = content.blocks.into_iter().peekable();
        let mut before = Vec::new();
        while blocks.peek().is_some() {
            let wave: Vec<_> = blocks.by_ref().take(BLOCKS_IN_A_WAVE).collect();
            let parts = || wave.into_par_iter().chunks(BLOCKS_AT_ONCE).map(read).collect();
            let append = || before.into_iter().for_each(|part| whole.append(part));
            (before, ()) = rayon::join(parts, append);
        }
        for part in before {
            whole.append(part);
        }
        self.part = whole;
    }

    /// A block at the root, with a note where engines differ about it.
    fn root_block_apart(&mut self, scope: &Scope, block: Block<'f, 'a>) {
        let before = self.part.lengths();
        self.differs = false;
        self.root_block(scope, block);
        if self.differs {
            self.part.differing.add(before, self.part.lengths());
        }
    }

    fn root_block(&mut self, scope: &Scope, block: Block<'f, 'a>) {
        let kind = block.kind();
        let Some(item) = scope.item(&kind) else { return };
        if let Some(comment) = block.labels().find(|label| label.text() == COMMENT) {
            return self.reject(ProblemKind::CommentAsLabel, comment.span());
        }
        if item.mode == Mode::Error {
            return self.reject(ProblemKind::Misplaced(kind.into_owned()), block.name_span());
        }
        let forbidden = match kind.as_ref() {
            "moved" | "import" | "check" | "language" => true,
            // Terraform takes it, and forgets it.
            "removed" if self.overrides => {
                self.part.differing.outside = true;
                !self.is_terraform()
            }
            _ => false,
        };
        if self.overrides && forbidden {
            let span = block.body.node().opening();
            return self.reject(ProblemKind::OverrideForbidden(kind.into_owned()), span);
        }
        self.block = self.part.blocks.len();
        self.top(item, block);
    }

    fn labels(&mut self, block: &Block<'f, 'a>) {
        for label in block.labels() {
            let text = label.text();
            if template::name_length(&text) != text.len() || text.is_empty() {
                self.reject(ProblemKind::Identifier, label.span());
            }
        }
    }

    fn top(&mut self, item: &Item, block: Block<'f, 'a>) {
        self.labels(&block);
        let name = match item.name {
            "ephemeral" => "data",
            name => name,
        };
        let content = if item.mode == Mode::Attributes {
            self.locals(&block)
        } else {
            let scope = self.schema.nested("root", name);
            let content = scope.map(|(name, scope)| self.content(name, scope, block.body));
            let content = content.unwrap_or_default();
            self.declare_block(item.name, &block, &content);
            self.place = self.place_of(item.name, &content);
            self.repeats = Repeats::of(item.name, &block);
            self.variable = (item.name == "variable").then(|| block.label(0).into_owned());
            if let Some((name, scope)) = scope {
                self.inside(name, scope, &content);
            }
            super::special::block(self, item.name, &block, &content);
            content
        };
        self.place = Place::default();
        self.repeats = Repeats::Never;
        self.part.blocks.push(TopBlock {
            file: self.file,
            overrides: self.overrides,
            kind: item.name,
            block,
            content,
        });
    }

    fn locals(&mut self, block: &Block<'f, 'a>) -> Content<'f, 'a> {
        let attributes = self.just_attributes(block.body);
        for &property in &attributes {
            let name = property.name();
            if template::name_length(&name) != name.len() || name.is_empty() {
                self.reject(ProblemKind::Identifier, property.name_span());
            }
            let value = property.value().span();
            self.declare(DeclarationKind::Local, Labels::new([name]), property.name_span(), value);
            self.argument(Mode::Template, "", property);
        }
        Content::of_attributes(attributes)
    }

    pub(super) fn just_attributes(&mut self, body: Body<'f, 'a>) -> Vec<Property<'f, 'a>> {
        let mut errors = Vec::new();
        let attributes = body.just_attributes(&mut errors);
        for error in errors {
            let kind = match error.kind {
                StructureErrorKind::ArgumentTwice { name } => ProblemKind::DynamicTwice(name),
                kind => ProblemKind::Structure(kind),
            };
            self.reject(kind, error.span);
        }
        attributes
    }

    /// Refuses arguments that are given twice, of blocks whose arguments the engine knows and no schema here names.
    pub(super) fn given_twice<'p>(&mut self, properties: impl IntoIterator<Item = &'p Property<'f, 'a>>)
    where
        'f: 'p,
        'a: 'p,
    {
        let mut seen = BTreeSet::new();
        for property in properties {
            let name = property.name();
            if name != COMMENT && !seen.insert(name.clone()) {
                self.reject(ProblemKind::argument_twice(&name), property.name_span());
            }
        }
    }

    fn declare_block(&mut self, kind: &str, block: &Block<'f, 'a>, content: &Content<'f, 'a>) {
        let alias = content.attribute("alias").filter(|_| kind == "provider");
        // What is no string is made one, as of `true`.
        let alias = alias.and_then(|alias| match alias.value().string() {
            Some(text) => Some(text.into_inner()),
            None => alias.value().literal().into_string(),
        });
        let labels = Labels::new(block.labels().map(Label::text).chain(alias));
        let Some(kind) = DeclarationKind::of_block(kind) else {
            return;
        };
        self.declare(kind, labels, block.name_span(), block.body.node().span());
        if let Some(declaration) = self.part.declarations.last_mut() {
            declaration.has_default = content.attribute("default").is_some();
            let repeats = content.attribute("count").or_else(|| content.attribute("for_each"));
            if repeats.is_some() {
                declaration.instances = Instances::Repeated;
            }
        }
    }

    /// What has a value inside a block. In an override file that depends on what it overrides: everything may.
    /// What is removed had whatever it had.
    fn place_of(&self, kind: &str, content: &Content<'_, '_>) -> Place {
        let unknown = self.overrides || kind == "removed";
        Place {
            each: unknown || content.attribute("for_each").is_some(),
            count: unknown || content.attribute("count").is_some(),
            itself: Itself::Nothing,
        }
    }

    /// What a body holds, with what is wrong about names.
    pub(super) fn content(&mut self, name: &str, scope: &Scope, body: Body<'f, 'a>) -> Content<'f, 'a> {
        let mut errors = Vec::new();
        let content = if scope.rest().is_some() {
            body.partial_content(scope.schema(), &mut errors)
        } else {
            body.content(scope.schema(), &mut errors)
        };
        // What is overridden has the arguments that are required.
        let optional = self.overrides && matches!(name, "output" | "module");
        errors.retain(|error| !(optional && matches!(error.kind, StructureErrorKind::MissingArgument { .. })));
        self.misnamed(name, scope, body, errors);
        let mut seen = Vec::new();
        // All blocks of one property are of one type: it is looked for once.
        let mut of_property: Option<(usize, &Item)> = None;
        for block in &content.blocks {
            let named = block.property.name_span();
            let item = match of_property {
                Some((start, item)) if start == named.start => item,
                _ => {
                    let Some(item) = scope.item(&block.kind()) else {
                        continue;
                    };
                    self.known(item, named);
                    item
                }
            };
            of_property = Some((named.start, item));
            if item.single && name != "terraform" {
                if seen.contains(&item.name) {
                    let kind = match name {
                        "dynamic" => ProblemKind::DynamicShape("has one content block, and no second"),
                        _ => ProblemKind::BlockRepeated(item.name.to_owned()),
                    };
                    // Of those in a removed block Terraform takes the last.
                    let rejects = name != "removed" || !self.is_terraform();
                    self.problem(kind, block.body.node().opening(), rejects);
                }
                seen.push(item.name);
            }
        }
        for attribute in content.attributes() {
            if let Some(item) = scope.item(&attribute.name()) {
                self.known(item, attribute.name_span());
            }
        }
        content
    }

    /// Says when the engine does not know an item, and notes what older versions of it did not know.
    fn known(&mut self, item: &Item, span: Span) {
        let (is_known, since) = self.ask(|engine| (item.is_known_to(engine), item.since(engine.flavor)));
        if is_known {
            self.part
                .features
                .extend(since.filter(|since| *since > Version::default()).map(|since| Feature {
                    file: self.file,
                    span,
                    name: item.name,
                    since,
                }));
        } else {
            let kind = ProblemKind::UnknownToEngine {
                name: item.name.to_owned(),
                flavor: self.ask(|engine| engine.flavor),
                since,
            };
            self.reject(kind, span);
        }
    }

    /// The arguments and blocks of a body.
    fn inside(&mut self, name: &str, scope: &Scope, content: &Content<'f, 'a>) {
        for &attribute in content.attributes() {
            let Some(item) = scope.item(&attribute.name()) else {
                continue;
            };
            if item.mode == Mode::Reserved {
                self.reject(
                    ProblemKind::ReservedArgument(item.name.to_owned()),
                    attribute.name_span(),
                );
            } else if item.name == "required_version" && self.ignores_version() {
                self.keep(item.mode, attribute);
            } else if self.ask(|engine| item.is_known_to(engine)) && !is_plain_source(item, attribute.value()) {
                let mode = self.ask(|engine| item.mode_for(engine));
                // What says how many there are is evaluated once for all of them.
                let place = self.place;
                if matches!(item.name, "count" | "for_each") {
                    self.place = Place::default();
                }
                self.argument(mode, item.value, attribute);
                self.place = place;
            }
        }
        for block in &content.blocks {
            if let Some(item) = scope.item(&block.kind()).filter(|item| item.form == Form::Block) {
                self.nested(name, scope, item, block);
            }
        }
        if let Some(mode) = scope.rest().filter(|_| name != "provisioner") {
            self.rest(mode, content.rest());
            if name.starts_with("terraform.encryption") {
                self.given_twice(content.rest());
            }
        }
    }

    fn nested(&mut self, around: &str, outer: &Scope, item: &Item, block: &Block<'f, 'a>) {
        if !self.ask(|engine| item.is_known_to(engine)) {
            return;
        }
        match item.mode {
            Mode::Reserved => {
                self.reject(
                    ProblemKind::ReservedArgument(item.name.to_owned()),
                    block.property.name_span(),
                );
            }
            Mode::Error => self.reject(ProblemKind::Misplaced(item.name.to_owned()), block.property.name_span()),
            Mode::Attributes => {
                let attributes = self.just_attributes(block.body);
                super::special::attributes(self, item.name, block, &attributes);
            }
            Mode::Check => {
                let Some(scope) = self.schema.scope("condition") else {
                    return;
                };
                let before = self.place;
                self.place.itself = match item.name {
                    "postcondition" => Itself::Value,
                    _ => Itself::Nothing,
                };
                let content = self.content("condition", scope, block.body);
                let (problems, references) = (self.part.problems.len(), self.part.references.len());
                self.inside("condition", scope, &content);
                if item.name == "validation" {
                    self.message_of_validation(problems, references, &content);
                }
                let variable = self.variable.clone().filter(|_| item.name == "validation");
                super::special::condition(self, variable.as_deref(), &content, problems);
                self.place = before;
            }
            Mode::Rest => {
                let mut errors = Vec::new();
                let properties = block.body.checked_properties(&mut errors);
                self.structure(errors);
                if let Some(mode) = outer.rest() {
                    self.rest(mode, &properties);
                }
            }
            Mode::Static | Mode::Template => {
                let mut errors = Vec::new();
                let properties = block.body.checked_properties(&mut errors);
                self.structure(errors);
                self.declare_setting(around, item, block);
                let mode = self.ask(|engine| item.mode_for(engine));
                self.rest(mode, &properties);
                self.given_twice(properties.iter().filter(|property| is_argument(property.value())));
            }
            Mode::Ignored => {}
            _ => self.scope(around, item, block),
        }
    }

    /// A block with a scope of its own.
    fn scope(&mut self, around: &str, item: &Item, block: &Block<'f, 'a>) {
        let Some((name, scope)) = self.schema.nested(around, item.name) else {
            return;
        };
        self.declare_setting(around, item, block);
        let before = self.place;
        if matches!(item.name, "provisioner" | "connection") {
            self.place.itself = Itself::Address;
        }
        let content = self.content(name, scope, block.body);
        if around == "check" && item.name == "data" {
            self.labels(block);
            let labels = Labels::new(block.labels().map(Label::text));
            let body = block.body.node().span();
            self.declare(DeclarationKind::Data, labels, block.name_span(), body);
            if let Some(declaration) = self.part.declarations.last_mut() {
                declaration.instances = Instances::Unknown;
            }
            super::built_in::block(self, item.name, block, &content);
        }
        let (problems, references) = (self.part.problems.len(), self.part.references.len());
        self.inside(name, scope, &content);
        if name == "provisioner" {
            self.provisioner(block, &content);
            let when = content
                .attribute("when")
                .and_then(|when| Expression::new(when.value()).keyword());
            if when.as_deref() == Some("destroy") {
                self.destroy_references(references);
            }
            if around == "removed" {
                self.if_there_is_any(problems);
            }
        }
        super::special::nested(self, around, block, &content);
        self.place = before;
    }

    fn declare_setting(&mut self, around: &str, item: &Item, block: &Block<'f, 'a>) {
        if around == "terraform"
            && let Some(kind) = DeclarationKind::of_setting(item.name)
        {
            let labels = Labels::new(block.labels().map(Label::text));
            self.declare(kind, labels, block.body.node().opening(), block.body.node().span());
        }
    }

    /// Properties that a provider or module gives a meaning.
    pub(super) fn rest(&mut self, mode: Mode, properties: &[Property<'f, 'a>]) {
        for &property in properties {
            match property.name().as_ref() {
                COMMENT => {}
                "dynamic" if mode == Mode::Template && self.repeats >= Repeats::Outermost => {
                    self.dynamic(property, &mut Vec::new());
                }
                _ => {
                    self.keep(mode, property);
                    if mode != Mode::Literal {
                        self.expression(mode, property.value(), &mut Vec::new());
                    }
                }
            }
        }
    }

    /// Whether the engine does not read `required_version` in this file, whatever it is.
    pub(super) fn ignores_version(&mut self) -> bool {
        let of_tofu = FileName::read(self.name).is_some_and(|name| name.of_tofu);
        self.ask(|engine| engine.is_tofu_since(12)) && !of_tofu
    }
}

/// Whether a value that one engine evaluates and another takes literally is a string to both, as sources of modules
/// are.
fn is_plain_source(item: &Item, node: Node<'_, '_>) -> bool {
    item.mode == Mode::Early && node.is_string() && !node.may_be_template()
}

/// Whether a value can be no block, whatever the schema: it is a string, a number or a boolean.
pub(super) fn is_argument(value: Node<'_, '_>) -> bool {
    !matches!(value.kind(), Kind::Null | Kind::Array | Kind::Object)
}
