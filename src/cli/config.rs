//! `planlint config`: modules in JSON, read from disk and judged in the eyes of one engine or both.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use clap::ArgMatches;
use miette::Diagnostic;

use super::args::Check;
use super::baseline;
use super::bytes;
use super::check::say_failure;
use super::config_args::{ConfigArgs, ConfigCommand, FlavorChoice};
use super::config_fix;
use super::config_fmt;
use super::exit::Exit;
use super::few;
use super::progress::Progress;
use super::representation;
use super::settings;
use super::targets::Targets;
use crate::hcljson::File;
use crate::input::Limits;
use crate::lint::waiver::Matched;
use crate::lint::{self, Settings};
use crate::report::{Baseline, Failure, ModuleInput, Outcome, Report, engine_words};
use crate::rules::{RULES, configuration};
use crate::source::SourceFile;
use crate::tfjson::{
    Children, Directory, Engine, Entry, EntryContent, Files, Interface, Module, ModulesManifest, Syntax,
};

/// Why a module or file could not be judged.
#[derive(Debug, thiserror::Error, Diagnostic)]
enum ConfigError {
    #[error("there is no configuration in this directory")]
    #[diagnostic(
        code("no-configuration"),
        help("name the directory of a module: planlint config DIR; plans are judged by planlint FILE")
    )]
    Nothing,
    #[error("all configuration in this directory is in the native syntax, and planlint config judges JSON")]
    #[diagnostic(code("no-json-configuration"), help("tofu validate judges *.tf and *.tofu files"))]
    NativeOnly,
    #[error("no engine that was asked about reads a JSON configuration file of this name here")]
    #[diagnostic(
        code("not-configuration"),
        help("files end in .tf.json, or for OpenTofu in .tofu.json; --flavor says which engine is meant")
    )]
    NotRead,
    #[error("there is no file or directory of this name")]
    #[diagnostic(
        code("no-such-file"),
        help("name the directory of a module, or a file in it: planlint config DIR")
    )]
    NotThere,
    #[error("it cannot be read: {reason}")]
    #[diagnostic(
        code("unreadable-config"),
        help("the engine refuses the module too: remove the file, or make it readable; a link must lead to a file")
    )]
    Unreadable { reason: String },
    #[error("--format representation prints one module, as one engine reads it")]
    #[diagnostic(
        code("usage"),
        help(
            "name one directory, and with --flavor tofu or terraform one engine; it is printed: redirect it into a file"
        )
    )]
    OneModule,
    #[error("--{0} is about plans and states, not about configuration")]
    #[diagnostic(code("usage"), help("planlint config --help"))]
    NotHere(&'static str),
}

/// A module to judge.
struct Target {
    /// As given; empty for the working directory of a file that was named without one.
    directory: PathBuf,
    /// Only what is found in these files; `None` for all.
    only: Option<BTreeSet<String>>,
    /// Whether another module calls it: then it may be written in the native syntax, or not be there, which is told where
    /// it is called.
    called: bool,
}

impl Target {
    /// The directory as it is printed.
    fn name(&self) -> String {
        match &self.directory {
            directory if directory.as_os_str().is_empty() => ".".to_owned(),
            directory => directory.display().to_string(),
        }
    }

    /// The same for two ways to one directory, as far as the file system tells.
    fn place(&self) -> PathBuf {
        let directory = match &self.directory {
            directory if directory.as_os_str().is_empty() => Path::new("."),
            directory => directory,
        };
        fs::canonicalize(directory).unwrap_or_else(|_| directory.to_owned())
    }
}

/// Runs `planlint config`.
pub(super) fn config(arguments: &ConfigArgs, matches: &ArgMatches) -> Exit {
    if let Some(ConfigCommand::Fmt(arguments)) = &arguments.command {
        return config_fmt::fmt(arguments);
    }
    let check = &arguments.check;
    if let Some(option) = foreign(check) {
        settings::say_diagnostic(None, &ConfigError::NotHere(option));
        return Exit::NotJudged;
    }
    if check.format == representation::FORMAT {
        return represent(arguments, matches);
    }
    let targets = match Targets::of(check) {
        Ok(targets) => targets,
        Err((message, help)) => {
            say_failure(None, &message, Some(help));
            return Exit::NotJudged;
        }
    };
    let Some(settings) = settings::of(check, matches) else {
        return Exit::NotJudged;
    };
    let known_findings = match check.baseline.as_deref().filter(|_| arguments.fix).map(baseline::read) {
        Some(None) => return Exit::NotJudged,
        read => read.flatten(),
    };
    let modules = modules(&check.files);
    let named: Vec<PathBuf> = modules.iter().map(Target::place).collect();
    let mut written = true;
    let mut report = judge_all(modules, arguments.flavor, check.quiet, &settings, |target| {
        // Beyond the directories that are named nothing is written.
        if arguments.fix && named.iter().any(|named| target.place().starts_with(named)) {
            written &= fix(target, arguments.flavor, &settings, known_findings.as_ref());
        }
    });
    for failure in &report.errors {
        say_failure(Some(&failure.name), &failure.message, failure.help.as_deref());
    }
    if let Some(path) = &check.baseline
        && baseline::apply(path, &mut report).is_none()
    {
        return Exit::NotJudged;
    }
    match targets.write(&report) {
        Some(()) if written => report.verdict().into(),
        _ => Exit::NotJudged,
    }
}

/// Fixes what is certain in one module, as far as it can be read; whether all could be written.
fn fix(target: &Target, flavor: FlavorChoice, settings: &Settings, known: Option<&Baseline>) -> bool {
    let Ok(names) = read(&target.directory, settings.limits) else {
        return true;
    };
    let whole = Target {
        directory: target.directory.clone(),
        only: None,
        called: target.called,
    };
    let wanted = |file: &str| target.only.as_ref().is_none_or(|only| only.contains(file));
    config_fix::fix(&target.directory, names, wanted, |names| {
        let judged = judge_read(&whole, names, flavor, settings);
        let mut report = Report::new(judged.outcomes, settings.fail_on);
        if let Some(known) = known {
            known.apply(&mut report);
        }
        report
    })
}

/// Prints the representation of one module.
fn represent(arguments: &ConfigArgs, matches: &ArgMatches) -> Exit {
    let modules = modules(&arguments.check.files);
    let ([module], Some((engine, flavor)), []) = (
        &modules[..],
        representation::engine(arguments.flavor),
        &arguments.check.output[..],
    ) else {
        settings::say_diagnostic(None, &ConfigError::OneModule);
        return Exit::NotJudged;
    };
    if module.only.is_some() {
        settings::say_diagnostic(None, &ConfigError::OneModule);
        return Exit::NotJudged;
    }
    let directory = module.directory.clone();
    let Some(settings) = settings::of(&arguments.check, matches) else {
        return Exit::NotJudged;
    };
    let report = judge_all(modules, flavor, arguments.check.quiet, &settings, |_| ());
    representation::print(&directory, engine, &report, settings.limits)
}

/// Judges modules and those that they call; `before` is done with each first.
fn judge_all(
    modules: Vec<Target>,
    flavor: FlavorChoice,
    quiet: bool,
    settings: &Settings,
    mut before: impl FnMut(&Target),
) -> Report {
    let mut outcomes = Vec::new();
    let mut waiver_matches = Vec::new();
    let mut modules = modules;
    let mut known: BTreeSet<PathBuf> = modules.iter().map(Target::place).collect();
    // The modules that the named ones call belong to them: the engines refuse all for one.
    while !modules.is_empty() {
        modules.iter().for_each(&mut before);
        let mut progress = Progress::new(modules.len(), quiet);
        let judged = few::at_a_time(
            modules,
            |target| judge(&target, flavor, settings),
            |done| progress.show(done),
        );
        modules = Vec::new();
        for one in judged {
            outcomes.extend(one.outcomes);
            waiver_matches.push(one.waiver_matches);
            modules.extend(one.called.into_iter().filter(|called| known.insert(called.place())));
        }
    }
    let mut report = Report::new(outcomes, settings.fail_on);
    report.add_waiver_findings(settings.audit(RULES, &waiver_matches));
    report.describe(RULES);
    report
}

/// An option that means nothing for configuration: whoever gives it expects what will not come.
fn foreign(check: &Check) -> Option<&'static str> {
    [
        ("name", !check.name.is_empty()),
        ("unknown", check.unknown.is_some()),
        ("expect", !check.expect.is_empty()),
        ("key-file", check.key.key_file.is_some()),
        ("stateful", !check.stateful.is_empty()),
        ("only", !check.only.is_empty()),
        ("only-address", !check.only_address.is_empty()),
        ("engine", check.engine.told().is_some()),
        ("source", check.source.is_some()),
        ("no-source", check.no_source),
    ]
    .into_iter()
    .find_map(|(option, given)| given.then_some(option))
}

/// The modules that the arguments name, each once, in the order in which they are named first.
fn modules(arguments: &[PathBuf]) -> Vec<Target> {
    let mut modules: Vec<Target> = Vec::new();
    let here = [PathBuf::from(".")];
    for path in if arguments.is_empty() { &here[..] } else { arguments } {
        let (directory, file) = match (path.is_dir(), path.parent(), path.file_name()) {
            (false, Some(parent), Some(name)) => (parent.to_owned(), Some(name.to_string_lossy().into_owned())),
            _ => (path.clone(), None),
        };
        let known = modules.iter_mut().find(|known| known.directory == directory);
        match (known, file) {
            (Some(known), None) => known.only = None,
            (Some(known), Some(file)) => {
                if let Some(only) = &mut known.only {
                    only.insert(file);
                }
            }
            (None, file) => modules.push(Target {
                directory,
                only: file.map(|file| BTreeSet::from([file])),
                called: false,
            }),
        }
    }
    modules
}

/// What stands behind one name in a directory.
#[derive(Clone)]
pub(super) enum Content {
    Bytes(Vec<u8>),
    Directory,
    Unreadable(String),
}

/// Whether a name ends as those of configuration files do.
pub(super) fn may_be_configuration(name: &str) -> bool {
    [".tf", ".tf.json", ".tofu", ".tofu.json"]
        .iter()
        .any(|extension| name.ends_with(extension))
}

/// The names in a directory, with the bytes of those that may be configuration; the others are empty.
pub(super) fn read(directory: &Path, limits: Limits) -> io::Result<Vec<(String, Content)>> {
    let directory = if directory.as_os_str().is_empty() {
        Path::new(".")
    } else {
        directory
    };
    let mut entries = Vec::new();
    for entry in fs::read_dir(directory)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let counts = may_be_configuration(&name);
        let content = match entry.file_type() {
            // A link to a directory is none for the engines, which then cannot read it.
            Ok(kind) if kind.is_dir() => Content::Directory,
            _ if !counts => Content::Bytes(Vec::new()),
            _ => content(&entry.path(), limits),
        };
        entries.push((name, content));
    }
    entries.sort_by(|(one, _), (other, _)| one.cmp(other));
    Ok(entries)
}

/// What stands behind a path, at most one byte more than the limits allow.
pub(super) fn content(path: &Path, limits: Limits) -> Content {
    let unreadable = |reason: &str| Content::Unreadable(reason.to_owned());
    // Nothing is opened that might never end, such as a pipe.
    match fs::metadata(path) {
        Ok(metadata) if metadata.is_dir() => return unreadable("it is a link to a directory"),
        Ok(metadata) if !metadata.is_file() => return unreadable("it is no file"),
        Ok(_) => {}
        Err(error) if error.kind() == io::ErrorKind::NotFound => return unreadable("it is a link that leads nowhere"),
        Err(error) => return unreadable(&error.kind().to_string()),
    }
    match bytes::of_file(path, limits.largest_input.saturating_add(1)) {
        Ok(bytes) if bytes.len() as u64 > limits.largest_input => unreadable(&limits.exceeded().to_string()),
        Ok(bytes) => Content::Bytes(bytes),
        Err(error) => unreadable(&error.kind().to_string()),
    }
}

pub(super) fn entries(read: &[(String, Content)]) -> Vec<Entry<'_>> {
    read.iter()
        .map(|(name, content)| Entry {
            name,
            content: match content {
                Content::Bytes(bytes) => EntryContent::Bytes(bytes),
                Content::Directory => EntryContent::Directory,
                Content::Unreadable(_) => EntryContent::Unreadable,
            },
        })
        .collect()
}

/// In whose eyes a module is judged.
fn engines(flavor: FlavorChoice, entries: &[Entry<'_>]) -> Vec<Engine> {
    let both = vec![Engine::OPENTOFU, Engine::TERRAFORM];
    match flavor {
        FlavorChoice::Tofu => vec![Engine::OPENTOFU],
        FlavorChoice::Terraform => vec![Engine::TERRAFORM],
        FlavorChoice::Auto if Directory::new(entries, Engine::TERRAFORM).files.is_empty() => vec![Engine::OPENTOFU],
        FlavorChoice::Auto | FlavorChoice::Both => both,
    }
}

/// What came of one module.
struct Judged {
    outcomes: Vec<Outcome>,
    waiver_matches: Vec<Matched>,
    /// Modules beside this one that it calls.
    called: Vec<Target>,
}

fn judge(target: &Target, flavor: FlavorChoice, settings: &Settings) -> Judged {
    let outcomes = match read(&target.directory, settings.limits) {
        Ok(names) => return judge_read(target, &names, flavor, settings),
        Err(error) if target.called && error.kind() == io::ErrorKind::NotFound => Vec::new(),
        Err(error) => {
            let reason = error.kind().to_string();
            let error = ConfigError::Unreadable { reason };
            vec![Outcome::Failed(Failure::new(&target.name(), &error))]
        }
    };
    Judged {
        outcomes,
        waiver_matches: settings.waiver_matches(&[]),
        called: Vec::new(),
    }
}

/// Judges what was read of a directory.
fn judge_read(target: &Target, read: &[(String, Content)], flavor: FlavorChoice, settings: &Settings) -> Judged {
    let path_of = |name: &str| {
        let directory = target.directory.strip_prefix(".").unwrap_or(&target.directory);
        directory.join(name).display().to_string()
    };
    let name = target.name();
    let failed = |outcomes: Vec<Outcome>| Judged {
        outcomes,
        waiver_matches: settings.waiver_matches(&[]),
        called: Vec::new(),
    };
    let entries = entries(read);
    let engines = engines(flavor, &entries);
    let directories: Vec<Directory<'_>> = engines.iter().map(|engine| Directory::new(&entries, *engine)).collect();
    let wanted = |file: &str| target.only.as_ref().is_none_or(|only| only.contains(file));
    let is_known = |file: &str| {
        let mut files = directories.iter().flat_map(|directory| &directory.files);
        files.any(|known| known.name == file && known.syntax == Syntax::Json)
    };
    let mut outcomes: Vec<Outcome> = target
        .only
        .iter()
        .flatten()
        .filter(|file| !is_known(file))
        .map(|file| {
            let is_there = entries.iter().any(|entry| entry.name == file.as_str());
            let error = if is_there {
                ConfigError::NotRead
            } else {
                ConfigError::NotThere
            };
            Outcome::Failed(Failure::new(&path_of(file), &error))
        })
        .collect();
    if !directories
        .iter()
        .any(|directory| directory.files.iter().any(|file| file.syntax == Syntax::Json))
    {
        let nothing = directories.iter().all(|directory| directory.files.is_empty());
        let error = if nothing {
            ConfigError::Nothing
        } else {
            ConfigError::NativeOnly
        };
        if target.only.is_none() && !target.called {
            outcomes.push(Outcome::Failed(Failure::new(&name, &error)));
        }
        return failed(outcomes);
    }
    for (file, content) in read {
        if let Content::Unreadable(reason) = content
            && wanted(file)
            && directories
                .iter()
                .any(|directory| directory.files.iter().any(|known| known.name == file))
        {
            let reason = reason.clone();
            let error = ConfigError::Unreadable { reason };
            outcomes.push(Outcome::Failed(Failure::new(&path_of(file), &error)));
        }
    }
    let files = Files::read_each(&directories);
    let mut findings = configuration::Findings::default();
    let mut sources = BTreeSet::new();
    for ((directory, files), engine) in directories.iter().zip(&files).zip(&engines) {
        let module = Module::new(files, *engine);
        let children = children(&module, &target.directory, settings.limits);
        findings.add(&configuration::Reading {
            directory,
            files,
            module: &module,
            children: &children,
        });
        sources.extend(module.local_sources());
    }
    let mut found = findings.finish();
    found.retain(|(_, place)| wanted(&place.file));
    let found = lint::settle(RULES, settings, found);
    let findings: Vec<_> = found.iter().map(|(finding, _)| finding.clone()).collect();
    let texts = texts(&directories, &files, &found);
    let mut names: Vec<String> = directories.iter().flat_map(configuration::json_files).collect();
    let mut seen = BTreeSet::new();
    names.retain(|name| wanted(name) && seen.insert(name.clone()));
    let module = ModuleInput {
        files: names,
        engines: engines.iter().map(|engine| engine_words(*engine)).collect(),
    };
    outcomes.push(Outcome::judged_module(&name, module, &found, &texts, path_of));
    let called = sources.into_iter().filter(|_| target.only.is_none());
    Judged {
        outcomes,
        waiver_matches: settings.waiver_matches(&findings),
        called: called
            .map(|source| Target {
                directory: target.directory.join(source.strip_prefix("./").unwrap_or(&source)),
                only: None,
                called: true,
            })
            .collect(),
    }
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

/// What the modules that are called offer: those in directories beside, and those that `init` has installed.
fn children(module: &Module<'_, '_>, directory: &Path, limits: Limits) -> Children {
    let mut children = Children::new();
    for source in module.local_sources() {
        let interface = interface(&directory.join(&source), module.engine, limits);
        children.insert(source, interface);
    }
    let manifest = bytes::of_file(&directory.join(".terraform/modules/modules.json"), limits.largest_input);
    let manifest = manifest.ok().and_then(|bytes| String::from_utf8(bytes).ok());
    let Some(manifest) = manifest.and_then(|text| ModulesManifest::read(&text)) else {
        return children;
    };
    let installed = manifest.directories();
    let mut several = BTreeSet::new();
    for (call, source) in configuration::remote_calls(module) {
        let interface = installed
            .get(&*call)
            .and_then(|place| interface(&directory.join(place), module.engine, limits));
        match (interface, children.get(&source)) {
            // One source in several versions: nothing is known of any of them.
            (interface, Some(known)) if interface != *known => {
                several.insert(source);
            }
            (Some(interface), None) => {
                children.insert(source, Some(interface));
            }
            _ => {}
        }
    }
    children.retain(|source, _| !several.contains(source));
    children
}

/// What a module offers; `None` where there is none.
fn interface(directory: &Path, engine: Engine, limits: Limits) -> Option<Interface> {
    let read = read(directory, limits).ok()?;
    let entries = entries(&read);
    let directory = Directory::new(&entries, engine);
    (!directory.files.is_empty()).then(|| Module::new(&Files::read(&directory), engine).interface())
}
