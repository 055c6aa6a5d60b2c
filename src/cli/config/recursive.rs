//! All modules below folders: which there are, and which of them others call.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::judge::{Judge, Sketch, sketch};
use super::{ConfigError, Target, modules, place};
use crate::cli::bounded;
use crate::cli::folders::{self, Found};
use crate::order;
use crate::report::{Failure, Outcome};
use crate::tfjson::Syntax;

/// What is known of modules, and the places of those that each calls, by their own.
type Sketches = BTreeMap<PathBuf, (Sketch, BTreeSet<PathBuf>)>;

/// Places by places.
type Lists<'p> = BTreeMap<&'p Path, Vec<&'p Path>>;

/// The modules to judge for these arguments, of which folders stand for all below them, and what failed. What another
/// module below calls is not named, but judged as a part of that one; unless it is a root module, too.
pub(super) fn targets(arguments: &[PathBuf], by: &Judge<'_>) -> (Vec<Target>, Vec<Outcome>) {
    let mut failed = Vec::new();
    let (mut named, mut in_native) = (Vec::new(), Vec::new());
    let here = [PathBuf::from(".")];
    let arguments = if arguments.is_empty() { &here[..] } else { arguments };
    for argument in arguments {
        if !argument.is_dir() {
            named.push(argument.clone());
            continue;
        }
        let mut fails = |path: &Path, error: &dyn miette::Diagnostic| {
            failed.push(Outcome::Failed(Failure::new(&path.display().to_string(), error)));
        };
        let Found { files, unread, .. } = folders::below(argument);
        for unread in &unread {
            fails(&unread.path, &unread.error());
        }
        let (json, native) = holding(&files);
        if json.is_empty() && unread.is_empty() {
            fails(argument, &ConfigError::NothingBelow);
        } else if !json.is_empty() {
            named.extend(json);
            in_native.extend(native);
        }
    }
    // Of no argument at all, it is the working directory.
    let mut found = if named.is_empty() { Vec::new() } else { modules(&named) };
    found.extend(in_native.into_iter().map(|directory| Target {
        directory,
        only_calls: true,
        ..Target::default()
    }));
    let sketches = sketches(&found, by);
    let callers = callers(&sketches);
    failed.extend(calls_lost(&found, &sketches, &callers));
    let asked = order::set(arguments.iter().map(|argument| place(argument)));
    (roots(found, &sketches, &callers, &asked), failed)
}

/// The folders of these files in which an engine reads configuration in JSON; and those in which one reads but the
/// native syntax, from which others may be called.
fn holding(files: &[PathBuf]) -> (BTreeSet<PathBuf>, BTreeSet<PathBuf>) {
    let (mut json, mut native) = (BTreeSet::new(), BTreeSet::new());
    for file in files {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let into = match Syntax::of_name(&name) {
            Some(Syntax::Json) => &mut json,
            Some(Syntax::Native) => &mut native,
            None => continue,
        };
        into.extend(file.parent().map(Path::to_owned));
    }
    native.retain(|folder| !json.contains(folder));
    (json, native)
}

/// Which modules call others than themselves, and which others, by their places.
fn ways(sketches: &Sketches) -> impl Iterator<Item = (&Path, &Path)> {
    let ways = sketches
        .iter()
        .flat_map(|(caller, (_, called))| called.iter().map(move |called| (&**caller, &**called)));
    ways.filter(|(caller, called)| caller != called)
}

/// Who calls each module.
fn callers(sketches: &Sketches) -> Lists<'_> {
    order::lists(ways(sketches).map(|(caller, called)| (called, caller)))
}

/// The files in the native syntax of which nobody knows what they call. Where a module in JSON calls theirs, it is said
/// there.
fn calls_lost(modules: &[Target], sketches: &Sketches, callers: &Lists<'_>) -> Vec<Outcome> {
    let native = modules.iter().filter(|module| module.only_calls);
    let native: BTreeMap<PathBuf, &Target> = order::map(native.map(|module| (module.place(), module)));
    let mut failed = Vec::new();
    for (place, module) in &native {
        let mut known = callers.get(&**place).into_iter().flatten();
        let Some((sketch, _)) = sketches
            .get(place)
            .filter(|_| known.all(|caller| native.contains_key(*caller)))
        else {
            continue;
        };
        failed.extend(sketch.lost.iter().map(|(file, reason)| {
            let reason = reason.clone();
            Outcome::Failed(Failure::new(&module.path_of(file), &ConfigError::CallsLost { reason }))
        }));
    }
    failed
}

/// Those of the modules that no other calls or that are root modules all the same, and of those that call each other in
/// circles one; of those that are not judged themselves the ones that lead to others which are.
fn roots(modules: Vec<Target>, sketches: &Sketches, callers: &Lists<'_>, asked: &BTreeSet<PathBuf>) -> Vec<Target> {
    let called = order::lists(ways(sketches));
    let places: Vec<PathBuf> = modules.iter().map(Target::place).collect();
    let modules: Vec<(&Path, Target)> = places.iter().map(|place| &**place).zip(modules).collect();
    let mut leading = BTreeSet::new();
    let judged = modules.iter().filter(|(_, module)| !module.only_calls);
    reach(judged.map(|(place, _)| *place).collect(), callers, &mut leading);
    let is_root = |place: &Path| asked.contains(place) || sketches.get(place).is_some_and(|(sketch, _)| sketch.is_root);
    let (of_others, mut first): (Vec<_>, Vec<_>) = modules
        .into_iter()
        .filter(|(place, _)| leading.contains(place))
        .partition(|(place, module)| module.only.is_none() && callers.contains_key(place) && !is_root(place));
    let mut reached = BTreeSet::new();
    // What a module calls of which one file is asked about is not judged with it.
    let whole = first.iter().filter(|(_, module)| module.only.is_none());
    reach(whole.map(|(place, _)| *place).collect(), &called, &mut reached);
    for (place, module) in of_others {
        if !reached.contains(place) {
            reach(vec![place], &called, &mut reached);
            first.push((place, module));
        }
    }
    first.into_iter().map(|(_, module)| module).collect()
}

/// Adds these places and all that ways lead to from them.
fn reach<'p>(mut open: Vec<&'p Path>, ways: &Lists<'p>, reached: &mut BTreeSet<&'p Path>) {
    while let Some(place) = open.pop() {
        if reached.insert(place) {
            open.extend(ways.get(place).into_iter().flatten());
        }
    }
}

/// What is known of each of these modules and of those that they call, by their places.
fn sketches(modules: &[Target], by: &Judge<'_>) -> Sketches {
    let mut known = Sketches::new();
    let whole = modules.iter().filter(|module| module.only.is_none());
    let mut open: BTreeMap<PathBuf, Target> = order::map(whole.map(|module| (module.place(), module.clone())));
    while !open.is_empty() {
        let sketched = bounded::map(
            open.into_iter().collect(),
            |(place, target)| (place, sketch(&target, by)),
            |_| (),
        );
        let mut next = BTreeMap::new();
        for (caller, mut sketch) in sketched {
            let called = std::mem::take(&mut sketch.called).into_iter();
            let called: BTreeMap<PathBuf, Target> = order::map(called.map(|one| (one.place(), one)));
            known.insert(caller, (sketch, order::set(called.keys().cloned())));
            next.extend(called);
        }
        next.retain(|place, _| !known.contains_key(place));
        open = next;
    }
    known
}
