//! One module, judged in the eyes of one engine or both.

use std::collections::{BTreeMap, BTreeSet};
use std::io;

use super::children::children;
use super::circles::Call;
use super::files::{Content, MANIFEST, beside, entries, read, read_beside};
use super::interfaces::Interfaces;
use super::{ConfigError, Target, place};
use crate::cli::args::FlavorChoice;
use crate::cli::files::or_here;
use crate::cli::progress::Progress;
use crate::cli::source;
use crate::hcljson::File;
use crate::lint::{self, Settings, Unread};
use crate::report::{Failure, ModuleInput, Outcome};
use crate::rules::{self, configuration};
use crate::source::SourceFile;
use crate::tfjson::{Directory, Engine, Entry, FileName, Files, Handed, Module, Syntax, is_local, unreadable_schemas};
use crate::tofu::ProviderSchemas;

/// The folder that `init` makes in a root module.
const INITIALISED: &str = ".terraform";

/// In whose eyes a module is judged, each with the files that it reads.
fn engines<'a>(flavor: FlavorChoice, entries: &[Entry<'a>]) -> (Vec<Engine>, Vec<Directory<'a>>) {
    let mut engines = match flavor {
        FlavorChoice::Tofu => vec![Engine::OPENTOFU],
        FlavorChoice::Terraform => vec![Engine::TERRAFORM],
        FlavorChoice::Auto | FlavorChoice::Both => vec![Engine::OPENTOFU, Engine::TERRAFORM],
    };
    let mut directories = Directory::each(entries, &engines);
    if flavor == FlavorChoice::Auto && directories.last().is_some_and(|terraform| terraform.files.is_empty()) {
        engines.truncate(1);
        directories.truncate(1);
    }
    (engines, directories)
}

/// By what modules are judged.
pub(super) struct Judge<'b> {
    pub(super) flavor: FlavorChoice,
    pub(super) settings: &'b Settings,
    /// The schemas of their providers, if somebody has handed them over.
    pub(super) schemas: Option<&'b ProviderSchemas<'b>>,
    pub(super) interfaces: Interfaces,
}

/// What came of one module.
#[derive(Default)]
pub(super) struct Judged {
    pub(super) outcomes: Vec<Outcome>,
    /// Modules beside this one that it calls.
    pub(super) called: Vec<Target>,
    /// All its calls of modules beside it, once an engine.
    pub(super) calls: Vec<Call>,
}

impl Judged {
    /// Of a module in which nothing was looked for.
    fn nothing(outcomes: Vec<Outcome>) -> Self {
        Self {
            outcomes,
            ..Self::default()
        }
    }
}

/// Reads a module and judges it.
pub(super) fn judge(target: &Target, by: &Judge<'_>, progress: &Progress) -> Judged {
    let outcomes = match read_beside(&target.directory, by.settings.limits, Some(progress)) {
        Ok(names) => return judge_read(target, &names, by),
        Err(error) if target.paths.are_called() && error.kind() == io::ErrorKind::NotFound => Vec::new(),
        Err(error) => {
            let reason = error.kind().to_string();
            let error = ConfigError::Unreadable { reason };
            vec![Outcome::Failed(Failure::new(&target.name(), &error))]
        }
    };
    Judged::nothing(outcomes)
}

/// What is known of a module before it is judged.
#[derive(Default)]
pub(super) struct Sketch {
    /// The modules in directories beside it that it calls.
    pub(super) called: Vec<Target>,
    /// Whether somebody runs an engine in it, whoever else calls it: it was initialised, or keeps a state.
    pub(super) is_root: bool,
    /// Its files in the native syntax whose calls nobody knows, and why.
    pub(super) lost: BTreeMap<String, String>,
}

/// Looks whom a module calls.
pub(super) fn sketch(target: &Target, by: &Judge<'_>) -> Sketch {
    let Ok(read) = read(&target.directory, by.settings.limits) else {
        return Sketch::default();
    };
    let entries = entries(&read);
    let (engines, directories) = engines(by.flavor, &entries);
    let mut calls = Calls::default();
    let mut sketch = Sketch {
        is_root: or_here(&target.directory).join(INITIALISED).is_dir(),
        ..Sketch::default()
    };
    for (directory, engine) in directories.iter().zip(&engines) {
        let files = Files::read(directory);
        let module = Module::new(&files, *engine);
        sketch.is_root |= module.keeps_state();
        sketch.lost.extend(module.calls_lost());
        calls.add(target, &module);
    }
    for (file, content) in &read {
        if let (Content::Unreadable(why), Some(reason)) = (content, sketch.lost.get_mut(file)) {
            reason.clone_from(why);
        }
    }
    sketch.called = calls.called(target);
    sketch
}

/// Judges what was read of a directory.
pub(super) fn judge_read(target: &Target, read: &[(String, Content)], by: &Judge<'_>) -> Judged {
    let &Judge {
        flavor,
        settings,
        schemas,
        ref interfaces,
    } = by;
    let entries = entries(read);
    let (engines, directories) = engines(flavor, &entries);
    let mut outcomes = not_judged(target, read, &directories);
    // Of a name that stands for nothing the folder around it was not asked for.
    let is_there = |file: &String| read.iter().any(|(name, _)| name == file);
    if target.only.as_ref().is_some_and(|only| !only.iter().any(is_there)) && !target.paths.are_called() {
        return Judged::nothing(outcomes);
    }
    let mut files = directories.iter().flat_map(|directory| &directory.files);
    if !files.any(|file| file.syntax == Syntax::Json) {
        // What it calls may depend on the list, and is not judged as a root module, of which that is said.
        let list = interfaces.installed(&target.directory, settings.limits);
        if let (true, Err(reason)) = (target.only_calls, list) {
            let error = ConfigError::Installed { reason };
            let path = source::shown(&target.directory, MANIFEST);
            outcomes.push(Outcome::Failed(Failure::new(&path, &error)));
        }
        return native_calls(target, &directories, &engines).judged(target, outcomes);
    }
    let files = Files::read_each(&directories);
    let mut findings = configuration::Findings::default();
    let mut calls = Calls::default();
    let (mut broken, mut unread_installed) = (BTreeSet::new(), BTreeMap::new());
    let mut of_other: Option<Module<'_, '_>> = None;
    for ((directory, files), engine) in directories.iter().zip(&files).zip(&engines) {
        let mut module = match of_other.take() {
            Some(other) => other.seen_by(files, *engine),
            None => Module::new(files, *engine),
        };
        module.called = target.paths.are_called();
        module.handed = target.handed.clone();
        let children = children(&module, target, settings.limits, interfaces, &mut unread_installed);
        findings.add(&configuration::Reading {
            directory,
            files,
            module: &module,
            children: &children,
            schemas,
        });
        calls.add(target, &module);
        for of in schemas.iter().flat_map(|schemas| unreadable_schemas(&module, schemas)) {
            broken.insert(of);
        }
        of_other = Some(module);
    }
    // What was read of a large module takes a while to give back.
    let (mut found, ()) = rayon::join(|| findings.finish(), || drop(of_other));
    let broken = broken.into_iter().map(|of| ConfigError::Schema { of });
    outcomes.extend(broken.map(|error| Outcome::Failed(Failure::new(&target.name(), &error))));
    outcomes.extend(unread_installed.into_iter().map(|(path, reason)| {
        let error = ConfigError::Installed { reason };
        Outcome::Failed(Failure::new(&path, &error))
    }));
    outcomes.extend(unreadable_beside(target, &found));
    found.retain(|(_, place)| target.wants(&place.file));
    let unread = unread(&found);
    let found = target.paths.settle(settings, found);
    outcomes.extend(unread_unsaid(target, unread, &found.findings));
    let texts = texts(&directories, &files, &found.findings);
    let mut names: Vec<String> = directories.iter().flat_map(configuration::json_files).collect();
    let mut seen = BTreeSet::new();
    names.retain(|name| target.wants(name) && seen.insert(name.clone()));
    let module = ModuleInput {
        files: names,
        engines: engines.iter().map(ToString::to_string).collect(),
        incomplete: !outcomes.is_empty(),
        is_called: target.paths.are_called(),
        is_shared: target.paths.are_shared(),
    };
    let directory = source::shown_directory(&target.directory);
    outcomes.push(Outcome::judged_module(&target.name(), module, found, &texts, |file| {
        source::shown_in(&directory, file)
    }));
    calls.judged(target, outcomes)
}

/// The calls of a module that has no JSON: what it calls may be written in JSON.
fn native_calls(target: &Target, directories: &[Directory<'_>], engines: &[Engine]) -> Calls {
    let mut calls = Calls::default();
    let follows = target.paths.are_called() || target.only_calls;
    for (directory, engine) in directories.iter().zip(engines).filter(|_| follows) {
        let files = Files::read(directory);
        calls.add(target, &Module::new(&files, *engine));
    }
    calls
}

/// What a module calls.
#[derive(Default)]
struct Calls {
    /// By name and source, each with what it hands to its module.
    by_source: BTreeMap<(String, String), Handed>,
    /// Those of modules in directories beside it whose sources are the same for all who call the module, once an engine.
    beside: Vec<Call>,
}

impl Calls {
    /// Adds those of a module in the eyes of one engine.
    fn add(&mut self, target: &Target, module: &Module<'_, '_>) {
        let mut handed = module.handed_by_calls();
        for (name, source) in module.calls() {
            let handed = handed.remove(&name).unwrap_or_default();
            self.by_source.entry((name, source)).or_default().add(handed);
        }
        let fixed = module.fixed_calls().into_iter().filter(|(_, source)| is_local(source));
        self.beside.extend(fixed.map(|(name, source)| Call {
            flavor: module.engine.flavor,
            to: place(&beside(&target.directory, &source)),
            name,
            source,
        }));
    }

    /// The modules in directories beside it that are called, if all of it is asked about.
    fn called(self, target: &Target) -> Vec<Target> {
        let calls = self.by_source.into_iter().filter(|_| target.only.is_none());
        let calls = calls.filter(|((_, source), _)| is_local(source));
        calls
            .map(|((call, source), handed)| Target {
                directory: beside(&target.directory, &source),
                paths: target.paths.below(&call),
                roots: target.roots(),
                handed,
                ..Target::default()
            })
            .collect()
    }

    fn judged(mut self, target: &Target, outcomes: Vec<Outcome>) -> Judged {
        Judged {
            outcomes,
            calls: std::mem::take(&mut self.beside),
            called: self.called(target),
        }
    }
}

/// Files beside those that are named for which the engines cannot load the module: what was found in those that are
/// named is not all that is wrong, and whoever hears of no finding takes the module for sound.
fn unreadable_beside(target: &Target, found: &[(lint::Finding, lint::InFile)]) -> Vec<Outcome> {
    let mut beside = BTreeMap::new();
    for (finding, place) in found {
        if !target.wants(&place.file) && is_unread(finding, place) {
            beside.entry(&*place.file).or_insert(&*finding.message);
        }
    }
    let failed = |(file, reason): (&str, &str)| {
        let reason = reason.to_owned();
        Outcome::Failed(Failure::new(&target.path_of(file), &ConfigError::Beside { reason }))
    };
    beside.into_iter().map(failed).collect()
}

/// Whether a part of the file was not read by who decides: an engine, or planlint.
fn is_unread(finding: &lint::Finding, place: &lint::InFile) -> bool {
    match rules::named(&finding.rule).map(|rule| rule.unread) {
        Some(Unread::Always) => true,
        Some(Unread::WhereRefused) => place.engine_rejects,
        Some(Unread::Never) | None => false,
    }
}

/// The files that were not read whole, each with the first reason why.
fn unread(found: &[(lint::Finding, lint::InFile)]) -> BTreeMap<String, String> {
    let mut unread = BTreeMap::new();
    for (finding, place) in found {
        if is_unread(finding, place) {
            unread
                .entry(place.file.clone())
                .or_insert_with(|| finding.message.clone());
        }
    }
    unread
}

/// Files that engines cannot read though less is said of that than the rule says by itself: settings may take a finding
/// for nothing, but not a file that was read in part for one that was judged.
fn unread_unsaid(
    target: &Target,
    unread: BTreeMap<String, String>,
    found: &[(lint::Finding, lint::InFile)],
) -> Vec<Outcome> {
    let says = |finding: &lint::Finding| {
        let rule = rules::named(&finding.rule).filter(|rule| rule.unread != Unread::Never);
        finding.counts() && rule.is_some_and(|rule| finding.level <= rule.level)
    };
    let said = found.iter().filter(|(finding, _)| says(finding));
    let said: BTreeSet<&str> = said.map(|(_, place)| &*place.file).collect();
    let unsaid = unread.into_iter().filter(|(file, _)| !said.contains(&**file));
    let failed = |(file, reason): (String, String)| {
        Outcome::Failed(Failure::new(&target.path_of(&file), &ConfigError::Unread { reason }))
    };
    unsaid.map(failed).collect()
}

/// What is named and cannot be judged, and what no engine can read beside it.
fn not_judged(target: &Target, read: &[(String, Content)], directories: &[Directory<'_>]) -> Vec<Outcome> {
    let failed = |name: &str, error: &ConfigError| Outcome::Failed(Failure::new(name, error));
    let files = || directories.iter().flat_map(|directory| &directory.files);
    let is_json = |file: &str| files().any(|known| known.name == file && known.syntax == Syntax::Json);
    let mut outcomes = Vec::new();
    let named = target.only.iter().flatten().chain(&target.beside);
    for file in named.filter(|file| !is_json(file)) {
        let error = if files().any(|known| known.name == file) {
            ConfigError::NativeFile
        } else if read.iter().any(|(name, _)| name == file) {
            ConfigError::NotRead
        } else if matches!(&**file, "fmt" | "baseline" | "help") {
            ConfigError::LateCommand(file.clone())
        } else if file == "-" {
            ConfigError::StandardInput
        } else {
            ConfigError::NotThere
        };
        outcomes.push(failed(&target.path_of(file), &error));
    }
    if !files().any(|file| file.syntax == Syntax::Json) {
        let is_of_opentofu = |name: &str| FileName::read(name).is_some_and(|name| name.of_tofu);
        let error = if files().next().is_some() {
            ConfigError::NativeOnly
        } else if read.iter().any(|(name, _)| is_of_opentofu(name)) {
            ConfigError::OtherFlavor
        } else {
            ConfigError::Nothing
        };
        if target.only_calls {
            return Vec::new();
        }
        if !target.paths.are_called() {
            outcomes.extend(target.only.is_none().then(|| failed(&target.name(), &error)));
            return outcomes;
        }
    }
    for (file, content) in read {
        if let Content::Unreadable(reason) = content
            && files().any(|known| known.name == file)
        {
            let reason = reason.clone();
            outcomes.push(failed(&target.path_of(file), &ConfigError::Unreadable { reason }));
        }
    }
    outcomes
}

/// The text of each file that something was found in, and what was read of it as JSON.
fn texts<'t, 'a>(
    directories: &'t [Directory<'a>],
    files: &'t [Files<'a>],
    found: &[(lint::Finding, lint::InFile)],
) -> BTreeMap<&'t str, (SourceFile, Option<&'t File<'a>>)> {
    let touched: BTreeSet<&str> = found.iter().map(|(_, place)| &*place.file).collect();
    let mut texts = BTreeMap::new();
    for (directory, files) in directories.iter().zip(files) {
        for (index, file) in directory.files.iter().enumerate() {
            if let Some(text) = file.text.as_deref().filter(|_| touched.contains(file.name)) {
                texts
                    .entry(file.name)
                    .or_insert_with(|| (SourceFile::new(file.name, text), files.json(index)));
            }
        }
    }
    texts
}
