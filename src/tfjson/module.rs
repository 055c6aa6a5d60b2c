//! A module: the blocks of its JSON files, what all its files declare, and what refers to what.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use rayon::prelude::*;

use super::check::variables_of_outputs;
use super::declaration::{Declaration, DeclarationKind, Labels};
use super::decode;
use super::directory::{Directory, ModuleFile, Syntax};
use super::engine::{Engine, Flavor, Version};
use super::handed::Handed;
use super::native::{self, Native};
use super::native_fault;
use super::part::Part;
use super::problem::{Problem, ProblemKind};
use super::provider_reference::bare;
use super::reference::{Reference, Role, Subject};
use super::required::Requirements;
use super::reread::Differing;
use super::schema::{Mode, Schema};
use super::type_constraint::Type;
use crate::hcljson::{Block, COMMENT, Content, File, Node, Property};
use crate::order;
use crate::source::Span;

/// The files of a module, read as JSON where they are.
#[derive(Debug)]
pub struct Files<'d> {
    files: Vec<(&'d ModuleFile<'d>, Option<Arc<File<'d>>>)>,
}

impl<'d> Files<'d> {
    /// Reads the texts of a directory, several at once.
    #[must_use]
    pub fn read(directory: &'d Directory<'d>) -> Self {
        Self {
            files: directory.files.par_iter().map(|file| (file, tree(file))).collect(),
        }
    }

    /// Reads the texts of one directory as several engines see it, in their order; what they all read is read once.
    #[must_use]
    pub fn read_each(directories: &'d [Directory<'d>]) -> Vec<Self> {
        let mut trees = BTreeMap::new();
        let each = directories.iter().map(|directory| {
            let new = directory.files.par_iter();
            let new = new.filter(|file| !trees.contains_key(file.name));
            let new: Vec<_> = new.map(|file| (file.name, tree(file))).collect();
            trees.extend(new);
            let files = directory.files.iter();
            let files = files.map(|file| (file, trees.get(file.name).cloned().flatten()));
            Self { files: files.collect() }
        });
        each.collect()
    }

    /// The files, each with what was read of it.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&'d ModuleFile<'d>, Option<&File<'d>>)> {
        self.files.iter().map(|(file, tree)| (*file, tree.as_deref()))
    }

    /// What was read of a file, by its number in [`Directory::files`]; `None` where it is not JSON or cannot be read.
    #[must_use]
    pub fn json(&self, file: usize) -> Option<&File<'d>> {
        self.files.get(file)?.1.as_deref()
    }
}

fn tree<'d>(file: &'d ModuleFile<'d>) -> Option<Arc<File<'d>>> {
    let text = file.text.as_deref().filter(|_| file.syntax == Syntax::Json);
    text.map(|text| Arc::new(File::read(text)))
}

/// A block at the root of a file.
#[derive(Debug)]
#[non_exhaustive]
pub struct TopBlock<'f, 'a> {
    /// Number of the file.
    pub file: usize,
    /// Whether it stands in an override file.
    pub overrides: bool,
    /// Its type, as the language calls it: `resource`.
    pub kind: &'static str,
    /// The block.
    pub block: Block<'f, 'a>,
    /// What its body holds: arguments and blocks of the language, and the rest, which belongs to a provider or module.
    pub content: Content<'f, 'a>,
}

/// An argument of the language, at any depth, whose value is no expression, and how it is read.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Argument<'f, 'a> {
    /// Number of the file.
    pub file: usize,
    /// Number of the top block.
    pub block: usize,
    /// Name and value.
    pub property: Property<'f, 'a>,
    /// How the value is read.
    pub mode: Mode,
}

/// Something inside an expression that every engine accepts, and that reads as if it were meant otherwise.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub(crate) struct Lookalike<'f, 'a> {
    /// Number of the file.
    pub file: usize,
    /// Number of the top block.
    pub block: usize,
    /// Of a text the string, of a comment its name.
    pub node: Node<'f, 'a>,
    /// What it looks like.
    pub like: Like,
}

/// What something looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Like {
    /// A text like a reference, as `aws_vpc.main.id`, or with the marker of one that is escaped, as `$${var.a}`.
    Reference,
    /// An element called `//`, like a comment.
    Comment,
    /// A template that holds the interpolation of a constant, as `${5}`.
    Constant,
    /// A long text with interpolations that begins and ends as a value in JSON does.
    Json,
    /// A number or boolean of the language that is written as a string.
    Quoted,
}

/// A block or argument that an engine knows since some version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub(crate) struct Feature {
    /// Number of the file.
    pub file: usize,
    /// Where its name stands.
    pub span: Span,
    /// Its name.
    pub name: &'static str,
    /// The version.
    pub since: Version,
}

/// A module as one engine reads it.
#[derive(Debug)]
pub struct Module<'f, 'a> {
    /// Whose reading it is.
    pub engine: Engine,
    /// The files, in the order of [`Directory::files`].
    pub files: Vec<&'a ModuleFile<'a>>,
    /// The blocks at the roots of the JSON files, in the order of the files.
    pub blocks: Vec<TopBlock<'f, 'a>>,
    /// Their numbers by type, as they follow each other; made when one is asked for.
    pub(super) by_kind: OnceLock<BTreeMap<&'static str, Vec<Range<usize>>>>,
    /// The numbers of the declarations by kind and labels; made when one is asked for.
    pub(super) by_name: OnceLock<Vec<usize>>,
    /// The arguments of the JSON files whose values are no expressions, in the order of the files; of what belongs to
    /// providers and modules the outermost.
    pub arguments: Vec<Argument<'f, 'a>>,
    /// What in expressions of the JSON files may be meant otherwise, in the order of the files.
    pub(crate) lookalikes: Vec<Lookalike<'f, 'a>>,
    /// What all files declare, in the order of the files.
    pub declarations: Vec<Declaration<'a>>,
    /// The references of the JSON files, in the order of the files.
    pub references: Vec<Reference<'a>>,
    /// Blocks and arguments of the JSON files that not all versions of the engine know, in the order of the files.
    pub(crate) features: Vec<Feature>,
    /// What was found wrong on the way.
    pub(super) problems: Vec<Problem>,
    /// Modules that the files in the native syntax call.
    pub(super) native_calls: Vec<native::Call>,
    /// Where the other engine reads something else.
    pub(super) differing: Differing,
    /// Whether another engine has read the same.
    pub(super) as_before: bool,
    /// Whether anything that was asked about the engine since is another answer to the other.
    pub(super) judged_apart: AtomicBool,
    /// Whether all that the files declare is known: no file was unreadable, and none lost text to errors.
    pub complete: bool,
    /// Whether it is read as a module that another one calls, of which the engines read no backend.
    pub called: bool,
    /// The configurations of providers that those who call it hand to it.
    pub(crate) handed: Handed,
}

/// What a module offers to those who call it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Interface {
    /// Its variables, and whether each must be given a value.
    pub variables: BTreeMap<String, bool>,
    /// The types of those variables whose types are known.
    pub types: BTreeMap<String, Type>,
    /// Its outputs.
    pub outputs: BTreeSet<String>,
    /// The variables that each output needs, as far as that is known.
    pub needs: BTreeMap<String, BTreeSet<String>>,
    /// Its managed resources: `terraform_data.web`.
    pub(super) resources: BTreeSet<String>,
    /// The configurations of providers that it expects from its callers: `aws.west`.
    pub expects: BTreeSet<String>,
    /// The configurations of providers that it has itself.
    pub configures: BTreeSet<String>,
    /// The configurations that it only names, in blocks that say nothing else, as old modules take them from their
    /// callers.
    pub(super) names: BTreeSet<String>,
    /// The providers that it requires.
    pub(super) requirements: Requirements,
    /// The variables that must have values before anything else is evaluated.
    pub early: BTreeSet<String>,
    /// The variables that are never null and have no default.
    pub(super) never_null: BTreeSet<String>,
    /// The variables that surely take no ephemeral values.
    pub persistent: BTreeSet<String>,
    /// Of a module all of whose files are in the native syntax, the first that nobody can read, the line, and what is
    /// wrong.
    pub fault: Option<(String, usize, &'static str)>,
    /// The first file that no engine can read, and why; who judges the module itself says it of each.
    pub unread: Option<(String, String)>,
    /// How it calls the module that calls it, where it does: the engines read both without end. Whoever knows all
    /// modules says so.
    pub circle: Option<String>,
    /// Whether it imports anything.
    pub imports: bool,
    /// Whether all its files could be read, so that a name that is absent here is absent there.
    pub complete: bool,
}

impl<'f, 'a> Module<'f, 'a> {
    /// Whether a template is no template, so that what it refers to is not known.
    #[must_use]
    pub(crate) fn has_broken_templates(&self) -> bool {
        let mut kinds = self.problems.iter().map(|problem| &problem.kind);
        kinds.any(|kind| {
            matches!(
                kind,
                ProblemKind::Template(_)
                    | ProblemKind::ForeignMarker
                    | ProblemKind::NotReference { templated: true, .. }
            )
        })
    }

    /// What the files say, as an engine reads them.
    #[must_use]
    pub fn new(files: &'f Files<'a>, engine: Engine) -> Self {
        let schema = Schema::new();
        let parts: Vec<Part<'f, 'a>> = files
            .files
            .par_iter()
            .enumerate()
            .map(|(index, (file, tree))| match (tree, file.text.as_deref()) {
                (Some(tree), _) => decode::file(&schema, engine, index, file, tree),
                (None, Some(text)) => native_part(index, file, text),
                (None, None) => Part::lost(index, 0, ProblemKind::Unreadable, true),
            })
            .collect();
        // Of one file, as generators write it, nothing is copied.
        let mut parts = parts.into_iter();
        let mut whole = parts.next().unwrap_or_else(Part::empty);
        parts.for_each(|part| whole.append(part));
        Self {
            engine,
            files: files.files.iter().map(|(file, _)| *file).collect(),
            blocks: whole.blocks,
            by_kind: OnceLock::new(),
            by_name: OnceLock::new(),
            arguments: whole.arguments,
            lookalikes: whole.lookalikes,
            declarations: whole.declarations,
            references: whole.references,
            features: whole.features,
            problems: whole.problems,
            native_calls: whole.native_calls,
            differing: whole.differing,
            as_before: false,
            judged_apart: AtomicBool::new(false),
            complete: whole.complete,
            called: false,
            handed: Handed::default(),
        }
    }

    /// What the engine does, by a question whose answer depends on nothing else about it. That the other engine does
    /// something else is noted: of what nobody judges differently one judges for both.
    pub(crate) fn ask<T: PartialEq>(&self, question: impl Fn(Engine) -> T) -> T {
        let (answer, differs) = self.engine.answer(question);
        if differs {
            self.judged_apart.store(true, Ordering::Relaxed);
        }
        answer
    }

    /// Whether the engine is Terraform, of whatever version.
    pub(super) fn is_terraform(&self) -> bool {
        self.ask(|engine| engine.flavor == Flavor::Terraform)
    }

    /// Whether all that was found in it for the engine that had it [before](Self::seen_by) holds for this one too: both
    /// read the same, and no answer depended on which of them it is.
    #[must_use]
    pub(crate) fn is_judged(&self) -> bool {
        self.as_before && !self.judged_apart.load(Ordering::Relaxed)
    }

    /// The blocks at the roots of one type, in the order of the files.
    pub fn of_kind(&self, kind: &str) -> impl DoubleEndedIterator<Item = &TopBlock<'f, 'a>> + use<'_, 'f, 'a> {
        // Most of many thousands are resources, and most questions are about other blocks.
        let by_kind = self.by_kind.get_or_init(|| {
            let mut by_kind: BTreeMap<_, Vec<Range<usize>>> = BTreeMap::new();
            let mut end = 0;
            for run in self.blocks.chunk_by(|one, next| one.kind == next.kind) {
                let start = end;
                end += run.len();
                if let Some(top) = run.first() {
                    by_kind.entry(top.kind).or_default().push(start..end);
                }
            }
            by_kind
        });
        let runs = by_kind.get(kind).map(Vec::as_slice).unwrap_or_default();
        runs.iter().filter_map(|run| self.blocks.get(run.clone())).flatten()
    }

    /// What the module offers to those who call it.
    #[must_use]
    pub fn interface(&self) -> Interface {
        let mut interface = Interface {
            complete: self.complete,
            needs: variables_of_outputs(self),
            types: self.types(),
            requirements: self.requirements(),
            ..Interface::default()
        };
        for declaration in &self.declarations {
            let Some(name) = declaration.labels.first() else {
                continue;
            };
            match declaration.kind {
                DeclarationKind::Variable => {
                    let required = interface.variables.entry(name.to_owned()).or_insert(true);
                    *required &= !declaration.has_default;
                }
                DeclarationKind::Output => _ = interface.outputs.insert(name.to_owned()),
                DeclarationKind::Resource => _ = interface.resources.insert(declaration.to_string()),
                _ => {}
            }
        }
        interface.early = self.early_variables();
        interface.imports = self.of_kind("import").next().is_some();
        for top in self.of_kind("provider") {
            let Some(name) = configuration_name(top) else { continue };
            if configures(top) {
                interface.configures.insert(name);
            } else {
                interface.names.insert(name);
            }
        }
        interface.expects = self.expected();
        interface.never_null = self.never_null();
        interface.persistent = self.persistent_variables();
        let is_lost = |problem: &&Problem| {
            let loses = match problem.kind {
                ProblemKind::Syntax(kind) => kind.loses_text(),
                ProblemKind::Unreadable | ProblemKind::NativeFault(_) => true,
                _ => false,
            };
            loses && problem.engine_rejects
        };
        interface.unread = self.problems.iter().find(is_lost).and_then(|problem| {
            let file = self.files.get(problem.file)?;
            let why = match problem.kind {
                ProblemKind::Unreadable => "nothing can be read there".to_owned(),
                ref kind => kind.words_without_names(),
            };
            Some((file.name.to_owned(), why))
        });
        if self.files.iter().all(|file| file.syntax == Syntax::Native) {
            interface.fault = self.problems.iter().find_map(|problem| match problem.kind {
                ProblemKind::NativeFault(what) => {
                    let file = self.files.get(problem.file)?;
                    let line = native_fault::line_at(file.text.as_deref()?, problem.span.start);
                    Some((file.name.to_owned(), line, what))
                }
                _ => None,
            });
        }
        interface
    }

    /// The variables that say so, and those that sources, versions and `for_each` of providers are made of. The backend
    /// of a module that is called is not read.
    fn early_variables(&self) -> BTreeSet<String> {
        let constant = self.of_kind("variable").filter(|top| {
            let constant = top.content.attribute("const");
            constant.is_some_and(|constant| constant.value().literal_bool() == Some(true))
        });
        let constant = constant.map(|top| top.block.label(0).into_owned());
        let early = self.references.iter().filter(|reference| reference.role == Role::Early);
        let early = early.filter(|reference| {
            let top = self.blocks.get(reference.block);
            top.is_some_and(|top| top.kind != "terraform")
        });
        let early = early.filter_map(|reference| match reference.subject() {
            Subject::Variable(name) => Some(name.to_owned()),
            _ => None,
        });
        constant.chain(early).collect()
    }

    /// The variables that are declared, as often as they are: name, declaration, and the block where it is JSON.
    fn variables(&self) -> impl Iterator<Item = (&str, &Declaration<'a>, Option<&TopBlock<'f, 'a>>)> {
        let variables = self.declarations.iter();
        let variables = variables.filter(|declaration| declaration.kind == DeclarationKind::Variable);
        variables.filter_map(|declaration| {
            let top = declaration.block.and_then(|block| self.blocks.get(block));
            Some((declaration.labels.first()?, declaration, top))
        })
    }

    /// The variables that are surely never null, and have no default that takes its place.
    fn never_null(&self) -> BTreeSet<String> {
        let (mut never, mut other) = (BTreeSet::new(), BTreeSet::new());
        for (name, declaration, top) in self.variables() {
            let nullable = top.and_then(|top| top.content.attribute("nullable"));
            let nullable = nullable.and_then(|given| given.value().literal_bool());
            let native = declaration.written.as_ref();
            let nullable = nullable.or_else(|| native?.answers.get("nullable").copied());
            let is_never = nullable == Some(false) && !declaration.has_default && !declaration.overrides;
            if is_never { &mut never } else { &mut other }.insert(name.to_owned());
        }
        never.retain(|name| !other.contains(name));
        never
    }

    /// The variables of which no file says that they are ephemeral.
    fn persistent_variables(&self) -> BTreeSet<String> {
        let mut persistent = BTreeSet::new();
        let mut other = BTreeSet::new();
        for (name, declaration, top) in self.variables() {
            let says = |top: &TopBlock<'_, '_>| top.content.attribute("ephemeral").is_some();
            let native = declaration.written.as_ref();
            if !top.is_some_and(says) && !native.is_some_and(|block| block.names.contains("ephemeral")) {
                persistent.insert(name.to_owned());
            } else {
                other.insert(name.to_owned());
            }
        }
        persistent.retain(|name| !other.contains(name));
        persistent
    }

    /// The types of the variables in JSON that say one, and that nothing overrides.
    pub(super) fn types(&self) -> BTreeMap<String, Type> {
        let mut types = BTreeMap::new();
        let mut overridden = BTreeSet::new();
        for (name, declaration, top) in self.variables() {
            if declaration.overrides {
                overridden.insert(name.to_owned());
            }
            let kind = top.and_then(|top| top.content.attribute("type"));
            if let Some(kind) = kind.and_then(Type::of_argument) {
                types.insert(name.to_owned(), kind);
            }
        }
        types.retain(|name, _| !overridden.contains(name));
        types
    }

    /// The declaration that counts of those with this kind and these labels: the first that overrides nothing.
    #[must_use]
    pub fn find(&self, kind: DeclarationKind, labels: &[&str]) -> Option<&Declaration<'a>> {
        self.overridden(kind, labels).find(|declaration| !declaration.overrides)
    }
}

/// Whether a provider block says anything but what it is called.
fn configures(top: &TopBlock<'_, '_>) -> bool {
    let says = |property: &Property<'_, '_>| !property.is(COMMENT);
    let rest = top.content.rest().iter().any(says) || !top.content.blocks.is_empty();
    rest || top.content.attribute("version").is_some()
}

/// What a provider block is called.
fn configuration_name(top: &TopBlock<'_, '_>) -> Option<String> {
    let name = top.block.label(0);
    match top.content.attribute("alias") {
        Some(alias) => Some(format!("{name}.{}", alias.value().string()?.as_str())),
        None => Some(name.into_owned()),
    }
}

/// The aliases of providers that a `terraform` block says are given by callers.
fn expected(top: &TopBlock<'_, '_>) -> Vec<String> {
    let blocks = top.content.blocks_of("required_providers");
    let entries = blocks.flat_map(|block| block.body.node().properties());
    let aliases = entries.filter_map(|entry| entry.value().get("configuration_aliases"));
    let aliases = aliases.flat_map(Node::elements).filter_map(Node::string);
    aliases.map(|alias| bare(alias.as_str()).into_owned()).collect()
}

impl<'a> Module<'_, 'a> {
    /// The configurations of providers that the module is to be given by its callers: `aws.west`.
    pub(super) fn expected(&self) -> BTreeSet<String> {
        self.of_kind("terraform").flat_map(expected).collect()
    }

    /// All declarations with this kind and these labels: first the one that overrides nothing, then those that override
    /// it, in the order in which they do.
    pub fn overridden(&self, kind: DeclarationKind, labels: &[&str]) -> impl Iterator<Item = &Declaration<'a>> {
        let key = |number: &usize| self.declarations.get(*number).map(|one| (one.kind, &one.labels));
        let by_name = self.by_name.get_or_init(|| {
            let mut numbers: Vec<usize> = (0..self.declarations.len()).collect();
            order::sort_by_key(&mut numbers, key);
            numbers
        });
        let labels = Labels::new(labels.iter().copied());
        let from = by_name.partition_point(|number| key(number) < Some((kind, &labels)));
        let from = by_name.get(from..).unwrap_or_default().iter();
        let from = from.filter_map(|number| self.declarations.get(*number));
        from.take_while(move |one| one.kind == kind && one.labels == labels)
    }
}

/// What a file in the native syntax declares, or why nobody can say.
fn native_part<'f, 'a>(index: usize, file: &ModuleFile<'_>, text: &str) -> Part<'f, 'a> {
    let broken = |fault: native_fault::Fault| Part::lost(index, fault.at, ProblemKind::NativeFault(fault.what), true);
    if let Some(fault) = native_fault::not_utf8(text, &file.invalid) {
        return broken(fault);
    }
    // Engines refuse some of what the reader takes: a line that ends inside of a string.
    if let Some(fault) = native_fault::find(text) {
        return broken(fault);
    }
    match native::read(text, index, file.overrides) {
        Ok(Native { declarations, calls }) => Part {
            declarations,
            native_calls: calls,
            ..Part::empty()
        },
        Err(at) => Part::lost(index, at, ProblemKind::NativeSyntax, false),
    }
}
