//! All modules below folders: which there are, and which of them others call.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::judge::{Judge, calls_of};
use super::{ConfigError, Target, modules};
use crate::cli::bounded;
use crate::cli::folders;
use crate::input::InputError;
use crate::order;
use crate::report::{Failure, Outcome};
use crate::tfjson::Syntax;

/// The modules to judge for these arguments, of which folders stand for all below them, and what failed. What another
/// module below calls is not named: it is judged as a part of that one.
pub(super) fn targets(arguments: &[PathBuf], by: &Judge<'_>) -> (Vec<Target>, Vec<Outcome>) {
    let mut failed = Vec::new();
    let (mut named, mut callers) = (Vec::new(), Vec::new());
    let here = [PathBuf::from(".")];
    for argument in if arguments.is_empty() { &here[..] } else { arguments } {
        if !argument.is_dir() {
            named.push(argument.clone());
            continue;
        }
        let mut fails = |error: &dyn miette::Diagnostic| {
            failed.push(Outcome::Failed(Failure::new(&argument.display().to_string(), error)));
        };
        match holding(argument) {
            Ok((json, _)) if json.is_empty() => fails(&ConfigError::NothingBelow),
            Ok((json, native)) => {
                named.extend(json);
                callers.extend(native);
            }
            Err(error) => fails(&error),
        }
    }
    // Of no argument at all, it is the working directory.
    let mut found = if named.is_empty() { Vec::new() } else { modules(&named) };
    found.extend(callers.into_iter().map(|directory| Target {
        directory,
        only_calls: true,
        ..Target::default()
    }));
    (roots(found, by), failed)
}

/// The folders below one, and that itself, in which an engine reads configuration in JSON; and those in which one reads
/// but the native syntax, from which others may be called.
fn holding(folder: &Path) -> Result<(BTreeSet<PathBuf>, BTreeSet<PathBuf>), InputError> {
    let (mut json, mut native) = (BTreeSet::new(), BTreeSet::new());
    for file in folders::below(folder)?.files {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let into = match Syntax::of_name(&name) {
            Some(Syntax::Json) => &mut json,
            Some(Syntax::Native) => &mut native,
            None => continue,
        };
        into.extend(file.parent().map(Path::to_owned));
    }
    native.retain(|folder| !json.contains(folder));
    Ok((json, native))
}

/// Those of the modules that no other calls, and of those that call each other in circles one; of those that are not
/// judged themselves the ones that lead to others which are.
fn roots(modules: Vec<Target>, by: &Judge<'_>) -> Vec<Target> {
    let calls = calls(&modules, by);
    let ways = calls
        .iter()
        .flat_map(|(caller, called)| called.iter().map(move |called| (&**caller, &**called)));
    let ways: Vec<(&Path, &Path)> = ways.filter(|(caller, called)| caller != called).collect();
    let callers = order::lists(ways.iter().map(|(caller, called)| (*called, *caller)));
    let called = order::lists(ways);
    let places: Vec<PathBuf> = modules.iter().map(Target::place).collect();
    let modules: Vec<(&Path, Target)> = places.iter().map(|place| &**place).zip(modules).collect();
    let mut leading = BTreeSet::new();
    let judged = modules.iter().filter(|(_, module)| !module.only_calls);
    reach(judged.map(|(place, _)| *place).collect(), &callers, &mut leading);
    let (of_others, mut first): (Vec<_>, Vec<_>) = modules
        .into_iter()
        .filter(|(place, _)| leading.contains(place))
        .partition(|(place, module)| module.only.is_none() && callers.contains_key(place));
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
fn reach<'p>(mut open: Vec<&'p Path>, ways: &BTreeMap<&'p Path, Vec<&'p Path>>, reached: &mut BTreeSet<&'p Path>) {
    while let Some(place) = open.pop() {
        if reached.insert(place) {
            open.extend(ways.get(place).into_iter().flatten());
        }
    }
}

/// Which modules each of these calls, and each of those, by their places.
fn calls(modules: &[Target], by: &Judge<'_>) -> BTreeMap<PathBuf, BTreeSet<PathBuf>> {
    let mut calls = BTreeMap::new();
    let whole = modules.iter().filter(|module| module.only.is_none());
    let mut open: BTreeMap<PathBuf, Target> = order::map(whole.map(|module| (module.place(), module.clone())));
    while !open.is_empty() {
        let called = bounded::map(
            open.into_iter().collect(),
            |(place, target)| (place, calls_of(&target, by)),
            |_| (),
        );
        let mut next = BTreeMap::new();
        for (caller, called) in called {
            let called: BTreeMap<PathBuf, Target> = order::map(called.into_iter().map(|one| (one.place(), one)));
            calls.insert(caller, order::set(called.keys().cloned()));
            next.extend(called);
        }
        next.retain(|place, _| !calls.contains_key(place));
        open = next;
    }
    calls
}
