//! `planlint config`: modules in JSON, read from disk and judged in the eyes of one engine or both.

mod below;
mod children;
mod circles;
mod files;
mod interfaces;
mod judge;
mod paths;
mod recursive;

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::ArgMatches;
use miette::Diagnostic;

use self::circles::{Circles, circles};
pub(super) use self::files::{
    Content, beside, content, entries, installed, is_json_configuration, may_be_configuration, read,
};
use self::interfaces::Interfaces;
use self::judge::{Judge, Judged, judge, judge_read};
use self::paths::Paths;
use super::args::{ConfigArgs, ConfigBaselineArgs, ConfigCommand, ModuleArgs, ModuleGateArgs, VerboseArgs};
use super::baseline;
use super::bounded;
use super::config_fix;
use super::config_fmt;
use super::exit::Ended;
use super::files::or_here;
use super::kept::Kept;
use super::progress::Progress;
use super::representation;
use super::schemas;
use super::settings::{self, Asked};
use super::source;
use super::targets::{Reporting, Targets};
use super::terminal::{AlreadySaid, refuse, say_failures};
use super::threads;
use super::verbose;
use crate::facts::Secrets;
use crate::lint::Settings;
use crate::order;
use crate::report::{Baseline, Outcome, Report};
use crate::rules::RULES;
use crate::tfjson::Handed;

/// Why a module or file could not be judged.
#[derive(Debug, thiserror::Error, Diagnostic)]
enum ConfigError {
    #[error("there is no configuration in this folder")]
    #[diagnostic(
        code("no-configuration"),
        help(
            "name the folder of a module: planlint config DIR, with --recursive for those below it; plans are judged by \
             planlint FILE"
        )
    )]
    Nothing,
    #[error("there is no configuration in JSON in this folder or below it")]
    #[diagnostic(
        code("no-json-configuration"),
        help(
            "files end in .tf.json or .tofu.json, and hidden folders are passed over; `tofu validate` judges *.tf and *.tofu files"
        )
    )]
    NothingBelow,
    #[error("all configuration in this folder is for OpenTofu, and --flavor says Terraform")]
    #[diagnostic(code("no-configuration"), help("leave --flavor out, or write --flavor tofu"))]
    OtherFlavor,
    #[error("modules are not read from standard input")]
    #[diagnostic(
        code("no-such-file"),
        help("name the folder of a module: planlint config DIR; `planlint config fmt -` lays out one file")
    )]
    StandardInput,
    #[error("all configuration in this folder is in the native syntax, and `planlint config` judges JSON")]
    #[diagnostic(code("no-json-configuration"), help("`tofu validate` judges *.tf and *.tofu files"))]
    NativeOnly,
    #[error("this file is in the native syntax, and `planlint config` judges JSON")]
    #[diagnostic(code("not-configuration"), help("`tofu validate` judges *.tf and *.tofu files"))]
    NativeFile,
    #[error("no engine in question reads a JSON configuration file of this name")]
    #[diagnostic(
        code("not-configuration"),
        help(
            "files end in .tf.json, or for OpenTofu in .tofu.json; --flavor says which engine is meant; a plan is \
             judged by planlint FILE"
        )
    )]
    NotRead,
    #[error("there is no file or folder of this name")]
    #[diagnostic(
        code("no-such-file"),
        help("name the folder of a module, or a file in it: planlint config DIR")
    )]
    NotThere,
    #[error("there is no file or folder of this name")]
    #[diagnostic(
        code("no-such-file"),
        help("a command comes before its options: planlint config {0} …")
    )]
    LateCommand(String),
    #[error("it cannot be read: {reason}")]
    #[diagnostic(
        code("unreadable-config"),
        help("the engine refuses the module too: remove the file, or make it readable; a link must lead to a file")
    )]
    Unreadable { reason: String },
    #[error("it cannot be read, and calls of installed modules depend on it: {reason}")]
    #[diagnostic(
        code("unreadable-config"),
        help("the engine refuses the module too: run `tofu init` or `terraform init` again")
    )]
    Installed { reason: String },
    #[error("it may call modules, and cannot be read: {reason}")]
    #[diagnostic(
        code("unreadable-config"),
        help("what it calls was judged by itself, if at all: fix the file")
    )]
    CallsLost { reason: String },
    #[error("it belongs to the same module and cannot be read: {reason}")]
    #[diagnostic(
        code("unreadable-config"),
        help("the engine refuses the module for it: name the folder to see all that is wrong there, and fix it")
    )]
    Beside { reason: String },
    #[error("the engine cannot read it, which no level of a rule permits: {reason}")]
    #[diagnostic(
        code("unreadable-config"),
        help("what follows that place was not judged: fix the file")
    )]
    Unread { reason: String },
    #[error("the schema of {of} cannot be read, so that nothing is said of what it has to hold")]
    #[diagnostic(
        code("unreadable-schema"),
        help("write the schemas again with the engine that uses them: tofu providers schema -json")
    )]
    Schema { of: String },
    #[error("--format representation prints one module, as one engine reads it")]
    #[diagnostic(
        code("usage"),
        help("name one folder, and with --flavor tofu or terraform one engine; --output FILE writes it into a file")
    )]
    OneModule,
    #[error("--schemas is for judging, and --format representation does not use it")]
    #[diagnostic(code("usage"), help("leave it out"))]
    NoSchemas,
}

/// The command that writes baselines of modules.
const BASELINE: &str = "planlint config baseline";

/// A module to judge.
#[derive(Clone, Default)]
struct Target {
    /// As given; empty for the working directory of a file that was named without one.
    directory: PathBuf,
    /// Only what is found in these files; `None` for all.
    only: Option<BTreeSet<String>>,
    /// Files that are named beside the directory that they would stand in.
    beside: BTreeSet<String>,
    /// How other modules call it: then it may be written in the native syntax, or not be there, which is told where it
    /// is called.
    paths: Paths,
    /// Whether nobody asked about it, but for what it calls: a root module in the native syntax.
    only_calls: bool,
    /// The directories of the root modules among these, whose lists say what is installed; empty for a root module.
    roots: BTreeSet<PathBuf>,
    /// The configurations of providers that all of them hand to it.
    handed: Handed,
    /// Those of its calls that lead back to it; known when all modules are.
    circles: Circles,
}

impl Target {
    /// The directory as it is printed.
    fn name(&self) -> String {
        or_here(&self.directory).display().to_string()
    }

    /// A file of it as it is printed, however its directory was given.
    fn path_of(&self, file: &str) -> String {
        source::shown(&self.directory, file)
    }

    /// Whether what is found in a file is asked for.
    fn wants(&self, file: &str) -> bool {
        self.only.as_ref().is_none_or(|only| only.contains(file))
    }

    /// The directories of the root modules that it is a part of.
    fn roots(&self) -> BTreeSet<PathBuf> {
        if self.paths.are_called() {
            self.roots.clone()
        } else {
            BTreeSet::from([self.directory.clone()])
        }
    }

    /// What names its directory, the same for two ways to it.
    fn place(&self) -> PathBuf {
        place(&self.directory)
    }
}

/// What names a directory, the same for two ways to it, as far as the file system tells.
fn place(directory: &Path) -> PathBuf {
    let directory = or_here(directory);
    fs::canonicalize(directory).unwrap_or_else(|_| directory.to_owned())
}

/// Runs `planlint config`.
pub(super) fn config(arguments: &ConfigArgs, matches: &ArgMatches) -> Ended {
    match &arguments.command {
        Some(ConfigCommand::Fmt(arguments)) => config_fmt::fmt(arguments),
        Some(ConfigCommand::Baseline(arguments)) => {
            let own = matches.subcommand().map_or(matches, |(_, own)| own);
            write_baseline(arguments, own)
        }
        None if arguments.gate.report.format == representation::FORMAT => represent(&arguments.gate, matches),
        None => gate(&arguments.gate, matches),
    }
}

/// Judges modules, and reports what is found.
fn gate(arguments: &ModuleGateArgs, matches: &ArgMatches) -> Ended {
    threads::start();
    let judging = judging_of(arguments, matches);
    let settings = settings::of(&judging.asked)?;
    let known = arguments.known.baseline.as_ref();
    let reporting = Reporting {
        report: &arguments.report,
        look: &arguments.look,
        rows: None,
    };
    let targets = Targets::of(reporting, judging.reads().chain(known).chain(settings.files())).map_err(refuse)?;
    let known_findings = known.filter(|_| arguments.fix).map(|path| baseline::read(path));
    let known_findings = known_findings.transpose()?;
    let modules = modules(&arguments.modules.files);
    let named: Vec<(PathBuf, bool)> = modules.iter().map(|one| (one.place(), one.only.is_none())).collect();
    // Beyond the directories that are named nothing is written; who names a file does not name what is below its own.
    let is_named = |place: &Path| {
        let mut named = named.iter();
        named.any(|(named, whole)| place == named || *whole && place.starts_with(named))
    };
    let mut written = Ok(());
    let mut report = judge_by(&judging, &settings, |target, by| {
        if arguments.fix
            && is_named(&target.place())
            && let Err(said) = fix(target, by, known_findings.as_ref())
        {
            written = Err(said);
        }
    })?;
    say_failures(&report.errors);
    if let Some(path) = known {
        baseline::apply(path, &mut report, &Secrets::default(), BASELINE)?;
    }
    if arguments.fix {
        config_fix::say_not_named(&report, |folder| is_named(&place(folder)));
    }
    targets.write(&report)?;
    written.map(|()| report.verdict().into())
}

/// Writes a baseline of what is found.
fn write_baseline(arguments: &ConfigBaselineArgs, matches: &ArgMatches) -> Ended {
    let written = &arguments.written;
    let judging = Judging {
        modules: &arguments.modules,
        asked: Asked::of(&arguments.settings, &arguments.levels, None, matches),
        quiet: false,
        aside: &arguments.aside.verbose,
    };
    baseline::may_be_written(&written.write_to, judging.reads())?;
    let report = judge_by(&judging, &settings::of(&judging.asked)?, |_, _| ())?;
    say_failures(&report.errors);
    baseline::write(&report, &Secrets::default(), written)
}

/// Which modules are judged, and by what the arguments say.
struct Judging<'a> {
    modules: &'a ModuleArgs,
    asked: Asked<'a>,
    quiet: bool,
    aside: &'a VerboseArgs,
}

impl Judging<'_> {
    /// The files that are named to be read.
    fn reads(&self) -> impl Iterator<Item = &PathBuf> {
        let files = self.modules.files.iter().chain(&self.asked.files.config);
        files.chain(&self.modules.schemas)
    }
}

fn judging_of<'a>(arguments: &'a ModuleGateArgs, matches: &'a ArgMatches) -> Judging<'a> {
    Judging {
        modules: &arguments.modules,
        asked: Asked {
            fail_on: arguments.stop.fail_on,
            ..Asked::of(&arguments.settings, &arguments.levels, None, matches)
        },
        quiet: arguments.look.quiet,
        aside: &arguments.look.aside,
    }
}

/// Judges the modules that the arguments name, by what they say.
fn judge_by(
    judging: &Judging<'_>,
    settings: &Settings,
    mut before: impl FnMut(&Target, &Judge<'_>),
) -> Result<Report, AlreadySaid> {
    let began = Instant::now();
    verbose::say_settings(judging.aside, judging.asked.files, settings);
    let text = schemas::text(judging.modules.schemas.as_deref(), settings.limits)?;
    let schemas = schemas::read(text.as_ref())?;
    let by = Judge {
        flavor: judging.modules.flavor,
        settings,
        schemas: schemas.as_ref(),
        interfaces: Interfaces::default(),
    };
    let named = &judging.modules.files;
    let (modules, failed) = if judging.modules.recursive {
        recursive::targets(named, &by)
    } else {
        (modules(named), Vec::new())
    };
    let folders = modules.iter().filter(|module| module.only.is_none());
    let folders: Vec<PathBuf> = folders.map(|module| module.directory.clone()).collect();
    let (report, judged) = judge_all(modules, failed, &by, judging.quiet, |target| {
        before(target, &by);
    });
    if !judging.modules.recursive {
        below::note(&folders, &judged);
    }
    verbose::say_inputs(judging.aside, &report, began.elapsed());
    Ok(report)
}

/// Fixes what is certain in one module, as far as it can be read; an error where not all could be written.
fn fix(target: &Target, by: &Judge<'_>, known: Option<&Baseline>) -> Result<(), AlreadySaid> {
    let Ok(names) = read(&target.directory, by.settings.limits) else {
        return Ok(());
    };
    let whole = Target {
        only: None,
        beside: BTreeSet::new(),
        ..target.clone()
    };
    let is_written = config_fix::fix(
        &target.directory,
        names,
        |file| target.wants(file),
        |names| {
            let judged = judge_read(&whole, names, by);
            let mut report = Report::new(judged.outcomes, RULES, by.settings);
            if let Some(known) = known {
                known.apply(&mut report);
            }
            report
        },
    );
    by.interfaces.forget();
    is_written
}

/// Prints the representation of one module.
fn represent(arguments: &ModuleGateArgs, matches: &ArgMatches) -> Ended {
    if arguments.modules.schemas.is_some() {
        return Err(settings::say_diagnostic(None, &ConfigError::NoSchemas));
    }
    let modules = modules(&arguments.modules.files);
    let file = match &arguments.report.output[..] {
        [] => Some(None),
        [output] => output.plain().map(Some),
        _ => None,
    };
    let ([module], Some((engine, flavor)), Some(file)) =
        (&modules[..], representation::engine(arguments.modules.flavor), file)
    else {
        return Err(settings::say_diagnostic(None, &ConfigError::OneModule));
    };
    if module.only.is_some() || arguments.modules.recursive {
        return Err(settings::say_diagnostic(None, &ConfigError::OneModule));
    }
    let directory = module.directory.clone();
    let judging = judging_of(arguments, matches);
    let began = Instant::now();
    let settings = settings::of(&judging.asked)?;
    let known = arguments.known.baseline.as_ref();
    let kept = Kept::with(judging.reads().chain(known).chain(settings.files()));
    if let Some(refusal) = file.and_then(|file| kept.refuses(file, "--output", "the representation")) {
        return Err(refuse(refusal));
    }
    verbose::say_settings(judging.aside, judging.asked.files, &settings);
    let by = Judge {
        flavor,
        settings: &settings,
        schemas: None,
        interfaces: Interfaces::default(),
    };
    let (report, _) = judge_all(modules, Vec::new(), &by, judging.quiet, |_| ());
    verbose::say_inputs(judging.aside, &report, began.elapsed());
    representation::print(&directory, engine, &report, settings.limits, file)
}

/// A module that is judged, or will be.
struct Visited {
    target: Target,
    /// Its place in the order of discovery.
    number: usize,
    judged: Option<Judged>,
}

impl Visited {
    /// Adds a module to those that are known by their places. Returns its place if it is to be judged, perhaps again:
    /// it is new, called in a new way, or more of its files count. One that is named is a root module.
    fn add(known: &mut BTreeMap<PathBuf, Self>, target: Target) -> Option<PathBuf> {
        let place = target.place();
        let number = known.len();
        match known.entry(place.clone()) {
            Entry::Vacant(entry) => {
                let judged = None;
                entry.insert(Self { target, number, judged });
                Some(place)
            }
            Entry::Occupied(mut entry) => {
                let known = &mut entry.get_mut().target;
                let is_new = if known.paths.are_called() {
                    let is_handed_less = known.handed.keep_common(target.handed);
                    let is_of_more = !target.roots.is_subset(&known.roots);
                    known.roots.extend(target.roots);
                    known.paths.add(target.paths, number) || is_handed_less || is_of_more
                } else {
                    known.only.take().is_some()
                };
                is_new.then_some(place)
            }
        }
    }
}

/// Judges modules and those that they call, and says the places of all of them; `before` is done with each first. What
/// failed before is reported with them.
fn judge_all(
    modules: Vec<Target>,
    mut outcomes: Vec<Outcome>,
    by: &Judge<'_>,
    quiet: bool,
    mut before: impl FnMut(&Target),
) -> (Report, BTreeSet<PathBuf>) {
    let settings = by.settings;
    let mut known: BTreeMap<PathBuf, Visited> = BTreeMap::new();
    let mut open = Vec::new();
    for target in modules {
        open.extend(Visited::add(&mut known, target));
    }
    // The modules that the named ones call belong to them: the engines refuse all for one.
    let progress = Progress::of_files(quiet);
    while !open.is_empty() {
        for one in open.iter().filter_map(|place| known.get(place)) {
            if one.judged.is_none() {
                before(&one.target);
            }
        }
        let targets = open.iter().filter_map(|place| Some(known.get(place)?.target.clone()));
        let judged = bounded::map(targets.collect(), |target| judge(&target, by, &progress), |_| ());
        let mut next = BTreeSet::new();
        let mut called = Vec::new();
        for (place, mut one) in open.into_iter().zip(judged) {
            called.append(&mut one.called);
            if let Some(known) = known.get_mut(&place) {
                known.judged = Some(one);
            }
        }
        open = called
            .into_iter()
            .filter_map(|target| Visited::add(&mut known, target))
            .collect();
        open.retain(|place| next.insert(place.clone()));
    }
    for (place, circles) in circles_of(&known) {
        if let Some(one) = known.get_mut(&place) {
            one.target.circles = circles;
            one.judged = Some(judge(&one.target, by, &progress));
        }
    }
    let places = order::set(known.keys().cloned());
    let mut known: Vec<Visited> = known.into_values().collect();
    order::sort_by_key(&mut known, |one| one.number);
    let judged = known.into_iter().filter_map(|one| one.judged);
    outcomes.extend(judged.flat_map(|judged| judged.outcomes));
    (Report::new(outcomes, RULES, settings), places)
}

/// The circles of modules that were judged.
fn circles_of(known: &BTreeMap<PathBuf, Visited>) -> BTreeMap<PathBuf, Circles> {
    let judged = known
        .iter()
        .filter_map(|(place, one)| Some((place, one.judged.as_ref()?)));
    circles(&order::map(judged.map(|(place, judged)| (&**place, &judged.calls[..]))))
}

/// The modules that the arguments name, each once, in the order in which they are named first.
fn modules(arguments: &[PathBuf]) -> Vec<Target> {
    let mut modules: Vec<Target> = Vec::new();
    let mut numbers: BTreeMap<PathBuf, usize> = BTreeMap::new();
    let here = [PathBuf::from(".")];
    for path in if arguments.is_empty() { &here[..] } else { arguments } {
        let (directory, file) = match (path.is_dir(), path.parent(), path.file_name()) {
            (false, Some(parent), Some(name)) => (parent.to_owned(), Some(name.to_string_lossy().into_owned())),
            _ => (path.clone(), None),
        };
        let target = Target {
            directory,
            only: file.map(|file| BTreeSet::from([file])),
            ..Target::default()
        };
        let number = *numbers.entry(target.place()).or_insert(modules.len());
        match (modules.get_mut(number), target.only) {
            (Some(known), None) => known.beside.extend(known.only.take().into_iter().flatten()),
            (Some(known), Some(files)) => known.only.as_mut().unwrap_or(&mut known.beside).extend(files),
            (None, only) => modules.push(Target { only, ..target }),
        }
    }
    modules
}
