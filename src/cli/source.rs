//! From findings about a plan or state to the files and lines of the configuration that it was made from.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use super::args::Check;
use super::bytes;
use super::config;
use super::files::Source;
use crate::facts::{self, Facts};
use crate::input::Limits;
use crate::lint::{Finding, SourcePlace};
use crate::report::Sought;
use crate::source::SourceFile;
use crate::tfjson::{
    DeclarationKind, Directory, Engine, Entry, ModulesManifest, Origin, OriginFiles, Origins, Version,
};

/// Where the root modules of the inputs are.
pub(super) struct Roots {
    told: Option<PathBuf>,
    /// Directories of inputs that hold configuration.
    beside: BTreeSet<PathBuf>,
}

impl Roots {
    /// Looks into the directory of each input once, unless the user says where to look.
    pub(super) fn of<E>(sources: &[Result<Source, E>], arguments: &Check) -> Self {
        let mut beside = BTreeSet::new();
        if arguments.source.is_none() && !arguments.no_source {
            let sources = sources.iter().filter_map(|source| source.as_ref().ok());
            beside.extend(sources.filter_map(|source| Some(source.path.as_deref()?.parent()?.to_owned())));
            beside.retain(|directory| holds_configuration(directory));
        }
        Self {
            told: arguments.source.clone(),
            beside,
        }
    }

    fn root(&self, source: &Source) -> Option<&Path> {
        let beside = || self.beside.get(source.path.as_deref()?.parent()?);
        self.told.as_ref().or_else(beside).map(PathBuf::as_path)
    }
}

fn holds_configuration(directory: &Path) -> bool {
    let names = fs::read_dir(named(directory)).into_iter().flatten().flatten();
    names
        .map(|entry| entry.file_name())
        .any(|name| config::may_be_configuration(&name.to_string_lossy()))
}

/// How many findings are about a block, and of how many of them it was found.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Placed {
    pub(super) sought: usize,
    pub(super) found: usize,
}

impl Placed {
    pub(super) fn add(&mut self, other: Self) {
        self.sought += other.sought;
        self.found += other.found;
    }
}

/// Gives findings their places in the configuration, as far as that can be read; what cannot has no place, and nothing else
/// changes.
pub(super) fn place(
    findings: &mut [Finding],
    source: &Source,
    roots: &Roots,
    facts: &Facts<'_>,
    limits: Limits,
) -> Placed {
    let mut placed = Placed::default();
    let Some(root) = roots.root(source) else {
        return placed;
    };
    let mut wanted: BTreeMap<Vec<String>, Vec<(usize, Sought)>> = BTreeMap::new();
    for (index, finding) in findings.iter().enumerate() {
        if let Some(sought) = Sought::of(finding) {
            placed.sought += 1;
            wanted.entry(sought.module.clone()).or_default().push((index, sought));
        }
    }
    if wanted.is_empty() {
        return placed;
    }
    let mut modules = Modules::new(root, &wanted, limits);
    // Callers come before those that they call.
    while let Some((call, directory)) = modules.next() {
        let Ok(read) = config::read(&directory, limits) else {
            continue;
        };
        let entries = config::entries(&read);
        let Some(chosen) = choose(&entries, facts) else {
            continue;
        };
        let files = OriginFiles::read(&chosen);
        let origins = Origins::new(&files);
        let found: Vec<(usize, Origin)> = wanted
            .get(&call)
            .into_iter()
            .flatten()
            .filter_map(|(index, sought)| {
                let labels: Vec<&str> = sought.labels.iter().map(String::as_str).collect();
                Some((*index, origins.find(sought.kind, &labels, &sought.steps)?))
            })
            .collect();
        placed.found += found.len();
        for (index, place) in located(&chosen, &directory, found) {
            if let Some(finding) = findings.get_mut(index) {
                finding.source = Some(place);
            }
        }
        modules.follow(&call, &directory, &origins);
    }
    placed
}

/// The files of a directory that the engine of a document reads. `None` where nobody knows which engine that is, and they
/// read different files.
fn choose<'a>(entries: &[Entry<'a>], facts: &Facts<'_>) -> Option<Directory<'a>> {
    let read = |engine: Engine| {
        let told = facts.engine_version();
        let version = told.and_then(|text| Version::parse(text.split(['-', '+']).next()?));
        let version = version.unwrap_or(engine.version);
        Directory::new(entries, Engine { version, ..engine })
    };
    match facts.engine.engine {
        Some(facts::Engine::OpenTofu) => Some(read(Engine::OPENTOFU)),
        Some(facts::Engine::Terraform) => Some(read(Engine::TERRAFORM)),
        None => {
            let (tofu, terraform) = (read(Engine::OPENTOFU), read(Engine::TERRAFORM));
            let names =
                |directory: &Directory<'a>| -> Vec<&str> { directory.files.iter().map(|file| file.name).collect() };
            (names(&tofu) == names(&terraform)).then_some(tofu)
        }
    }
}

/// Lines and columns; each file is walked once.
fn located(chosen: &Directory<'_>, directory: &Path, found: Vec<(usize, Origin)>) -> Vec<(usize, SourcePlace)> {
    let mut by_file: BTreeMap<usize, Vec<(usize, Origin)>> = BTreeMap::new();
    for (index, origin) in found {
        by_file.entry(origin.file).or_default().push((index, origin));
    }
    let mut places = Vec::new();
    for (file, found) in by_file {
        let Some((file, text)) = chosen
            .files
            .get(file)
            .and_then(|file| Some((file, file.text.as_deref()?)))
        else {
            continue;
        };
        let path = shown(directory, file.name);
        let offsets: Vec<usize> = found
            .iter()
            .flat_map(|(_, origin)| [origin.span.start, origin.span.end])
            .collect();
        let locations = SourceFile::new(file.name, text).locations(&offsets);
        places.extend(found.iter().zip(locations.chunks(2)).filter_map(|((index, _), ends)| {
            let [start, end] = *ends else { return None };
            let place = SourcePlace {
                file: path.clone(),
                start,
                end,
            };
            Some((*index, place))
        }));
    }
    places
}

/// The path of a file for people and for services that know the repository: with slashes, from the working directory where
/// that holds it, else as it was given.
fn shown(directory: &Path, name: &str) -> String {
    let here = env::current_dir().and_then(fs::canonicalize);
    let inside = fs::canonicalize(named(directory)).ok().and_then(|place| {
        let inside = place.strip_prefix(here.ok()?).ok()?;
        Some(inside.to_owned())
    });
    let path = inside.unwrap_or_else(|| directory.to_owned()).join(name);
    let path = path.components().filter(|part| *part != std::path::Component::CurDir);
    let path: PathBuf = path.collect();
    let path = path.to_string_lossy();
    match std::path::MAIN_SEPARATOR {
        '/' => path.into_owned(),
        separator => path.replace(separator, "/"),
    }
}

/// A directory by a name that the file system knows: the parent of a bare file name has none.
fn named(directory: &Path) -> &Path {
    if directory.as_os_str().is_empty() {
        Path::new(".")
    } else {
        directory
    }
}

/// The modules to look into, each when its directory is known.
struct Modules {
    /// Those that hold what is sought, and those on the way there that have to be read for it.
    open: BTreeSet<Vec<String>>,
    known: BTreeMap<Vec<String>, PathBuf>,
}

impl Modules {
    fn new(root: &Path, wanted: &BTreeMap<Vec<String>, Vec<(usize, Sought)>>, limits: Limits) -> Self {
        let manifest = bytes::of_file(&root.join(".terraform/modules/modules.json"), limits.largest_input);
        let manifest = manifest.ok().and_then(|bytes| String::from_utf8(bytes).ok());
        let manifest = manifest
            .and_then(|text| ModulesManifest::read(&text))
            .unwrap_or_default();
        let installed = manifest.directories();
        let mut open = BTreeSet::new();
        let mut known = BTreeMap::from([(Vec::new(), root.to_owned())]);
        for call in wanted.keys() {
            for length in (0..=call.len()).rev() {
                let call = &call[..length];
                open.insert(call.to_vec());
                if let Some(directory) = installed.get(&*call.join(".")).filter(|_| length > 0) {
                    known.insert(call.to_vec(), root.join(directory));
                    break;
                }
            }
        }
        Self { open, known }
    }

    /// The next module whose directory is known.
    fn next(&mut self) -> Option<(Vec<String>, PathBuf)> {
        while let Some(call) = self.open.pop_first() {
            if let Some(directory) = self.known.get(&call) {
                return Some((call, directory.clone()));
            }
        }
        None
    }

    /// Notes where the modules are that a module calls from directories beside it.
    fn follow(&mut self, caller: &[String], directory: &Path, origins: &Origins<'_, '_>) {
        for call in &self.open {
            let Some((name, [])) = call.strip_prefix(caller).and_then(<[String]>::split_first) else {
                continue;
            };
            let source = origins.text(DeclarationKind::Module, &[name], "source");
            let is_local = |source: &Cow<'_, str>| source.starts_with("./") || source.starts_with("../");
            if let Some(source) = source.filter(is_local) {
                let place = directory.join(&*source);
                self.known.entry(call.clone()).or_insert(place);
            }
        }
    }
}
