//! From findings about a plan or state to the files and lines of the configuration that it was made from.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::fs;
use std::path::{Component, Path, PathBuf};

use super::args::SourceArgs;
use super::config;
use super::files::{Source, or_here};
use crate::facts::{self, Facts};
use crate::input::Limits;
use crate::lint::{Finding, SourcePlace};
use crate::order;
use crate::report::Sought;
use crate::source::SourceFile;
use crate::tfjson::{
    ArgumentStep, DeclarationKind, Directory, Engine, Entry, ModulesManifest, Origin, OriginFiles, Origins, Version,
    is_local,
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
    let calls = order::set(calls.flat_map(|call| (0..=call.len()).map(|length| call[..length].to_vec())));
    let search = Search {
        root,
        // Places of findings alone depend on it.
        installed: config::installed(root, limits).unwrap_or_default(),
        facts,
        limits,
        wanted: wanted.into_values().flatten().collect(),
    };
    let located = search.places(Round {
        open: calls.clone(),
        asked: calls,
        left: MOST_SOURCES,
        known: BTreeMap::new(),
    });
    placed.found = located.iter().filter(|place| place.what.is_none()).count();
    for Place { finding, what, at } in located {
        let Some(finding) = findings.get_mut(finding) else {
            continue;
        };
        match (what, &mut finding.source) {
            (None, source) => *source = Some(Box::new(at)),
            (Some(what), Some(source)) => source.related.push((what, at)),
            (Some(_), None) => {}
        }
    }
    placed
}

/// What is sought, and where.
struct Search<'s, 'a> {
    root: &'s Path,
    installed: ModulesManifest,
    facts: &'s Facts<'a>,
    limits: Limits,
    /// Each with the number of its finding.
    wanted: Vec<(usize, Sought)>,
}

/// How far a search has come. Each round borrows what those before have read.
struct Round<'r> {
    /// The modules that are still to be read.
    open: BTreeSet<Vec<String>>,
    /// All that were ever to be read.
    asked: BTreeSet<Vec<String>>,
    /// How many further ones may still be asked for.
    left: usize,
    known: BTreeMap<Vec<String>, Known<'r>>,
}

/// A module that was read.
#[derive(Clone, Copy)]
struct Known<'r> {
    directory: &'r Path,
    chosen: &'r Directory<'r>,
    origins: &'r Origins<'r, 'r>,
}

/// The place of a finding, or of what its value comes from, as in [`Seen`].
struct Place {
    finding: usize,
    what: Option<String>,
    at: SourcePlace,
}

impl Search<'_, '_> {
    /// Reads the modules that are open, callers before those that they call, then those that what is found there refers
    /// to; and says where everything stands.
    fn places(&self, round: Round<'_>) -> Vec<Place> {
        let Round {
            mut open,
            mut asked,
            mut left,
            known,
        } = round;
        if open.is_empty() {
            let tree = Tree { modules: &known };
            let mut seen: Vec<Seen> = Vec::new();
            for (finding, sought) in &self.wanted {
                tree.see(sought, *finding, &mut seen);
            }
            // What values come from stands in further ones, which are named when those that refer to them were read.
            let named = seen.iter().flat_map(Seen::modules);
            let further = named.filter(|module| asked.insert(module.clone())).take(left);
            let further: BTreeSet<_> = further.collect();
            if further.is_empty() {
                return located(&known, seen);
            }
            left -= further.len();
            open = further;
        }
        let waits = |call: &Vec<String>| call.split_last().is_some_and(|(_, caller)| open.contains(caller));
        let (later, ready): (BTreeSet<_>, BTreeSet<_>) = open.iter().cloned().partition(waits);
        let opened: Vec<_> = ready
            .into_iter()
            .filter_map(|call| {
                let directory = self.directory(&call, &known)?;
                let read = config::read(&directory, self.limits).ok()?;
                Some((call, directory, read))
            })
            .collect();
        let entries: Vec<_> = opened.iter().map(|(.., read)| config::entries(read)).collect();
        let chosen = opened.iter().zip(&entries);
        let chosen: Vec<_> = chosen
            .filter_map(|((call, directory, _), entries)| Some((call, directory, choose(entries, self.facts)?)))
            .collect();
        let files: Vec<_> = chosen.iter().map(|(.., chosen)| OriginFiles::read(chosen)).collect();
        let origins: Vec<_> = files.iter().map(Origins::new).collect();
        let mut known = known;
        for ((call, directory, chosen), origins) in chosen.iter().zip(&origins) {
            let module = Known {
                directory,
                chosen,
                origins,
            };
            known.insert((*call).clone(), module);
        }
        self.places(Round {
            open: later,
            asked,
            left,
            known,
        })
    }

    /// The directory of a module, as far as it is called and somebody says where it is.
    fn directory(&self, call: &[String], known: &BTreeMap<Vec<String>, Known<'_>>) -> Option<PathBuf> {
        let Some((name, caller)) = call.split_last() else {
            return Some(self.root.to_owned());
        };
        let caller = known.get(caller);
        // What was installed once may be called no longer.
        if caller.is_some_and(|caller| caller.origins.find(DeclarationKind::Module, &[name], &[]).is_none()) {
            return None;
        }
        if let Some(directory) = self.installed.directories().get(&*call.join(".")) {
            return Some(self.root.join(directory));
        }
        let caller = caller?;
        let source = caller.origins.text(DeclarationKind::Module, &[name], "source")?;
        is_local(&source).then(|| config::beside(caller.directory, &source))
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
struct Tree<'t, 'r> {
    modules: &'t BTreeMap<Vec<String>, Known<'r>>,
}

impl Tree<'_, '_> {
    fn find(
        &self,
        module: &[String],
        kind: DeclarationKind,
        labels: &[&str],
        steps: &[ArgumentStep],
    ) -> Option<Origin> {
        self.modules.get(module)?.origins.find(kind, labels, steps)
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
            let origins = self.modules.get(caller)?.origins;
            if !origins.declares(kind) {
                return None;
            }
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
fn located(known: &BTreeMap<Vec<String>, Known<'_>>, seen: Vec<Seen>) -> Vec<Place> {
    let mut by_file: BTreeMap<(&[String], usize), Vec<usize>> = BTreeMap::new();
    for (at, seen) in seen.iter().enumerate() {
        by_file.entry((&seen.module, seen.origin.file)).or_default().push(at);
    }
    let mut places: BTreeMap<usize, SourcePlace> = BTreeMap::new();
    for ((module, file), numbers) in by_file {
        let file = known
            .get(module)
            .and_then(|module| Some((module.directory, module.chosen.files.get(file)?)));
        let Some((directory, file)) = file else {
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
    let numbered = seen.into_iter().enumerate();
    numbered
        .filter_map(|(at, Seen { finding, what, .. })| {
            let place = places.remove(&at)?;
            Some(Place {
                finding,
                what,
                at: place,
            })
        })
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
