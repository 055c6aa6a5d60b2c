//! From findings about a plan or state to the files and lines of the configuration that it was made from.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::fs;
use std::path::{Component, Path, PathBuf};

use super::args::SourceArgs;
use super::config::{self, Content};
use super::files::{Source, or_here};
use crate::facts::{self, Facts};
use crate::input::Limits;
use crate::lint::{Finding, SourcePlace};
use crate::order;
use crate::report::Sought;
use crate::source::SourceFile;
use crate::tfjson::{
    ArgumentStep, DeclarationKind, Directory, Engine, Entry, Origin, OriginFiles, Origins, Version, is_local,
};

/// Where the root modules of the inputs are.
pub(super) struct Roots {
    told: Option<PathBuf>,
    /// Directories of inputs that hold configuration.
    beside: BTreeSet<PathBuf>,
}

impl Roots {
    /// Looks into the directory of each input once, unless the user says where to look, or not to.
    pub(super) fn of<E>(sources: &[Result<Source, E>], arguments: &SourceArgs) -> Self {
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
    let names = fs::read_dir(or_here(directory)).into_iter().flatten().flatten();
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

/// Gives findings their places in the configuration, as far as that can be read; what cannot has no place, and nothing
/// else changes.
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
            if sought.module.len() > DEEPEST {
                continue;
            }
            wanted.entry(sought.module.clone()).or_default().push((index, sought));
        }
    }
    if wanted.is_empty() {
        return placed;
    }
    // Those that hold what is sought, and their callers.
    let calls = wanted.keys();
    let mut calls = order::set(calls.flat_map(|call| (0..=call.len()).map(|length| call[..length].to_vec())));
    // What values come from stands in further ones, which are named when those that refer to them were read.
    let mut left = MOST_SOURCES;
    loop {
        let opened = Modules::new(root, &calls, limits).open(facts, limits);
        let entries: Vec<_> = opened.iter().map(|module| config::entries(&module.read)).collect();
        let chosen: Vec<_> = entries.iter().filter_map(|entries| choose(entries, facts)).collect();
        let files: Vec<_> = chosen.iter().map(OriginFiles::read).collect();
        let origins: Vec<_> = files.iter().map(Origins::new).collect();
        let tree = Tree {
            modules: order::map(opened.iter().map(|module| &*module.call).zip(&origins)),
        };
        let mut seen: Vec<Seen> = Vec::new();
        let mut found = 0;
        for (index, sought) in wanted.values().flatten() {
            let from = seen.len();
            tree.see(sought, *index, &mut seen);
            found += usize::from(seen.len() > from);
        }
        let named = seen.iter().flat_map(Seen::modules);
        let further = named.filter(|module| calls.insert(module.clone())).take(left).count();
        left -= further;
        if further > 0 {
            continue;
        }
        placed.found += found;
        let directories = opened.iter().zip(&chosen);
        let directories = directories.map(|(module, chosen)| (&*module.call, (&*module.directory, chosen)));
        let directories: BTreeMap<&[String], (&Path, &Directory<'_>)> = order::map(directories);
        for (seen, place) in located(&directories, &seen) {
            let Some(finding) = findings.get_mut(seen.finding) else {
                continue;
            };
            match (&seen.what, &mut finding.source) {
                (None, source) => *source = Some(place),
                (Some(what), Some(source)) => source.related.push((what.clone(), place)),
                (Some(_), None) => {}
            }
        }
        return placed;
    }
}

/// A place for a finding.
struct Seen {
    finding: usize,
    /// What a value on the way comes from: `local.name`; `None` for the place of the finding itself, which comes first.
    what: Option<String>,
    module: Vec<String>,
    origin: Origin,
}

impl Seen {
    /// The called modules whose outputs its value refers to.
    fn modules(&self) -> impl Iterator<Item = Vec<String>> {
        let refers = self.origin.refers.iter();
        let outputs = refers.filter(|(kind, _)| *kind == DeclarationKind::Output);
        outputs.filter_map(|(_, labels)| {
            let call = labels.first()?.clone();
            Some(self.module.iter().cloned().chain([call]).collect())
        })
    }
}

/// At most so many places that a value comes from.
const MOST_RELATED: usize = 8;

/// What stands in more modules than so many has no place: no configuration is like that, and all on the way would be
/// read.
const DEEPEST: usize = 64;

/// So many modules are looked into for where values come from; those that hold what is sought are not counted.
const MOST_SOURCES: usize = 64;

/// The modules that were read, by the calls that lead to them.
struct Tree<'t, 'f, 'd> {
    modules: BTreeMap<&'t [String], &'t Origins<'f, 'd>>,
}

impl Tree<'_, '_, '_> {
    fn find(
        &self,
        module: &[String],
        kind: DeclarationKind,
        labels: &[&str],
        steps: &[ArgumentStep],
    ) -> Option<Origin> {
        self.modules.get(module)?.find(kind, labels, steps)
    }

    /// The place of what is sought, and of the locals, variables, inputs and outputs that its value comes from, nearest
    /// first.
    fn see(&self, sought: &Sought, finding: usize, seen: &mut Vec<Seen>) {
        let labels: Vec<&str> = sought.labels.iter().map(String::as_str).collect();
        let of_block = || self.find(&sought.module, sought.kind, &labels, &sought.steps);
        let found = of_block().map(|origin| (sought.module.clone(), origin));
        let found = found.or_else(|| self.removed(sought));
        let Some((module, origin)) = found else {
            return;
        };
        let first = seen.len();
        seen.push(Seen {
            finding,
            what: None,
            module,
            origin,
        });
        let mut at = first;
        while let Some((module, refers)) = seen.get(at).map(|at| (at.module.clone(), at.origin.refers.clone())) {
            for (kind, labels) in refers {
                for further in self.hop(&module, kind, &labels, finding) {
                    if seen.len() > first + MOST_RELATED {
                        return;
                    }
                    let known = seen[first..].iter().any(|seen| {
                        (&seen.module, seen.origin.file, seen.origin.span)
                            == (&further.module, further.origin.file, further.origin.span)
                    });
                    if !known {
                        seen.push(further);
                    }
                }
            }
            at += 1;
        }
    }

    /// The `removed` block that says of what is sought that it leaves the state: in the nearest module that has one,
    /// and of those the one that names most of it.
    fn removed(&self, sought: &Sought) -> Option<(Vec<String>, Origin)> {
        let kind = DeclarationKind::Removed;
        (0..=sought.module.len()).rev().find_map(|length| {
            let (caller, calls) = sought.module.split_at(length);
            let origins = self.modules.get(caller).filter(|origins| origins.declares(kind))?;
            let mut named = sought.removed_by(calls).into_iter();
            let origin = named.find_map(|from| origins.find(kind, &[&from], &[]))?;
            Some((caller.to_vec(), origin))
        })
    }

    /// Where a local, a variable or the output of a called module has its value from.
    fn hop(&self, module: &[String], kind: DeclarationKind, labels: &[String], finding: usize) -> Vec<Seen> {
        let seen = |what: String, module: &[String], origin| Seen {
            finding,
            what: Some(what),
            module: module.to_vec(),
            origin,
        };
        let step = |name: &str| [ArgumentStep::Name(name.to_owned())];
        match (kind, labels) {
            (DeclarationKind::Local, [name]) => {
                let origin = self.find(module, kind, &[name], &[]);
                let hop = origin.map(|origin| seen(format!("local.{name}"), module, origin));
                hop.into_iter().collect()
            }
            (DeclarationKind::Variable, [name]) => {
                let origin = self.find(module, kind, &[name], &step("default"));
                let mut hops: Vec<Seen> = origin
                    .into_iter()
                    .map(|origin| seen(format!("var.{name}"), module, origin))
                    .collect();
                // The caller gives a module its variables.
                if let [caller @ .., call] = module {
                    let given = self.find(caller, DeclarationKind::Module, &[call], &step(name));
                    let given = given.filter(|origin| origin.is_argument);
                    hops.extend(given.map(|origin| seen(format!("module.{call}: {name}"), caller, origin)));
                }
                hops
            }
            (DeclarationKind::Output, [call, name]) => {
                let called: Vec<String> = module.iter().chain([call]).cloned().collect();
                let origin = self.find(&called, kind, &[name], &step("value"));
                let hop = origin.map(|origin| seen(format!("module.{call}.{name}"), &called, origin));
                hop.into_iter().collect()
            }
            _ => Vec::new(),
        }
    }
}

/// The files of a directory that the engine of a document reads. `None` where nobody knows which engine that is, and
/// they read different files.
fn choose<'a>(entries: &[Entry<'a>], facts: &Facts<'_>) -> Option<Directory<'a>> {
    let read = |engine: Engine| {
        let told = facts.engine_version();
        let version = told.and_then(|text| Version::parse(text.split(['-', '+']).next()?));
        let version = version.unwrap_or(engine.version);
        Directory::new(entries, Engine { version, ..engine })
    };
    match facts.engine.engine {
        Some(facts::Flavor::OpenTofu) => Some(read(Engine::OPENTOFU)),
        Some(facts::Flavor::Terraform) => Some(read(Engine::TERRAFORM)),
        None => {
            let (tofu, terraform) = (read(Engine::OPENTOFU), read(Engine::TERRAFORM));
            let names =
                |directory: &Directory<'a>| -> Vec<&str> { directory.files.iter().map(|file| file.name).collect() };
            (names(&tofu) == names(&terraform)).then_some(tofu)
        }
    }
}

/// Lines and columns, in the order in which the places were seen; each file is walked once.
fn located<'s>(
    directories: &BTreeMap<&[String], (&Path, &Directory<'_>)>,
    seen: &'s [Seen],
) -> Vec<(&'s Seen, SourcePlace)> {
    let mut by_file: BTreeMap<(&[String], usize), Vec<usize>> = BTreeMap::new();
    for (at, seen) in seen.iter().enumerate() {
        by_file.entry((&seen.module, seen.origin.file)).or_default().push(at);
    }
    let mut places: BTreeMap<usize, SourcePlace> = BTreeMap::new();
    for ((module, file), numbers) in by_file {
        let Some((directory, file)) = directories
            .get(module)
            .and_then(|(directory, chosen)| Some((directory, chosen.files.get(file)?)))
        else {
            continue;
        };
        let path = shown(directory, file.name);
        let spans = numbers.iter().filter_map(|at| Some(seen.get(*at)?.origin.span));
        let offsets: Vec<usize> = spans.flat_map(|span| [span.start, span.end]).collect();
        let text = file.text.as_deref().unwrap_or_default();
        let locations = SourceFile::new(file.name, text).locations(&offsets);
        for (at, ends) in numbers.into_iter().zip(locations.chunks(2)) {
            let [start, end] = *ends else { continue };
            let place = SourcePlace {
                file: path.clone(),
                start,
                end,
                related: Vec::new(),
            };
            places.insert(at, place);
        }
    }
    let numbered = seen.iter().enumerate();
    numbered
        .filter_map(|(at, seen)| Some((seen, places.remove(&at)?)))
        .collect()
}

/// The path of a file in a directory for people and for services that know the repository, however the directory was
/// given.
pub(super) fn shown(directory: &Path, name: &str) -> String {
    shown_in(&shown_directory(directory), name)
}

/// The path of a directory: from the working directory where that holds it, and where it is above that and not named
/// from the root; else as it was given.
pub(super) fn shown_directory(directory: &Path) -> PathBuf {
    let above = directory.components().any(|part| part == Component::ParentDir);
    let here = env::current_dir().and_then(fs::canonicalize);
    let found = fs::canonicalize(or_here(directory)).ok().and_then(|place| {
        let here = here.ok()?;
        let shared = here.components().zip(place.components());
        let shared = shared.take_while(|(one, other)| one == other).count();
        let upwards = here.components().count() - shared;
        let way = (0..upwards).map(|_| Component::ParentDir);
        let way = way.chain(place.components().skip(shared)).collect();
        (upwards == 0 || above && directory.is_relative() && shared > 0).then_some(way)
    });
    found.unwrap_or_else(|| {
        let parts = directory.components().filter(|part| *part != Component::CurDir);
        parts.collect()
    })
}

/// The path of a file in a directory that is shown so: with slashes.
pub(super) fn shown_in(directory: &Path, name: &str) -> String {
    let path = directory.join(name);
    let path = path.to_string_lossy();
    match std::path::MAIN_SEPARATOR {
        '/' => path.into_owned(),
        separator => path.replace(separator, "/"),
    }
}

/// A module that was read from disk.
struct Opened {
    call: Vec<String>,
    directory: PathBuf,
    read: Vec<(String, Content)>,
}

/// The modules to look into, each when its directory is known.
struct Modules<'c> {
    open: BTreeSet<&'c [String]>,
    known: BTreeMap<&'c [String], PathBuf>,
}

impl<'c> Modules<'c> {
    /// Among the calls are those of their callers.
    fn new(root: &Path, calls: &'c BTreeSet<Vec<String>>, limits: Limits) -> Self {
        // Places of findings alone depend on it.
        let manifest = config::installed(root, limits).unwrap_or_default();
        let installed = manifest.directories();
        let mut known = BTreeMap::from([(&[][..], root.to_owned())]);
        for call in calls.iter().filter(|call| !call.is_empty()) {
            if let Some(directory) = installed.get(&*call.join(".")) {
                known.insert(call, root.join(directory));
            }
        }
        Self {
            open: order::set(calls.iter().map(Vec::as_slice)),
            known,
        }
    }

    /// Reads the modules whose directories are known, callers before those that they call.
    fn open(mut self, facts: &Facts<'_>, limits: Limits) -> Vec<Opened> {
        let mut opened = Vec::new();
        while let Some(call) = self.open.pop_first() {
            let Some(directory) = self.known.get(call).cloned() else {
                continue;
            };
            let Ok(read) = config::read(&directory, limits) else {
                continue;
            };
            let entries = config::entries(&read);
            let Some(chosen) = choose(&entries, facts) else {
                continue;
            };
            // All that stand below it follow it.
            let below = self.open.iter().take_while(|module| module.starts_with(call));
            let below: Vec<_> = below.filter(|module| module.len() == call.len() + 1).copied().collect();
            if !below.is_empty() {
                let files = OriginFiles::read(&chosen);
                let origins = Origins::new(&files);
                for module in below {
                    // What was installed once may be called no longer.
                    if !is_called(module, &origins) {
                        self.known.remove(module);
                    } else if !self.known.contains_key(module)
                        && let Some(place) = called(module, &directory, &origins)
                    {
                        self.known.insert(module, place);
                    }
                }
            }
            drop(chosen);
            let call = call.to_vec();
            opened.push(Opened { call, directory, read });
        }
        opened
    }
}

/// Whether its caller calls a module.
fn is_called(module: &[String], origins: &Origins<'_, '_>) -> bool {
    let name = module.last();
    name.is_some_and(|name| origins.find(DeclarationKind::Module, &[name], &[]).is_some())
}

/// The directory of a module that is called from one beside it.
fn called(module: &[String], caller: &Path, origins: &Origins<'_, '_>) -> Option<PathBuf> {
    let source = origins.text(DeclarationKind::Module, &[module.last()?], "source")?;
    is_local(&source).then(|| config::beside(caller, &source))
}
