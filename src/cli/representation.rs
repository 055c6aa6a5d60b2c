//! `planlint config --format representation`: the `configuration` object that `show -json` of the engine would print.

use std::collections::BTreeMap;
use std::fs;
use std::ops::Bound;
use std::path::{Path, PathBuf};

use serde_json::value::RawValue;

use super::args::FlavorChoice;
use super::config::{self, Content};
use super::exit::Ended;
use super::targets::put;
use super::terminal::{say, say_each, say_failure, say_input};
use crate::hcljson::template::{NativeKind, Template};
use crate::input::Limits;
use crate::order;
use crate::output::FORMATS;
use crate::output::Style;
use crate::output::escape::line;
use crate::output::json::compact;
use crate::report::{Finding, Report};
use crate::tfjson::representation::{ConfigExpression, ConfigModule, MissingKind, ModuleTree, Representation};
use crate::tfjson::{DeclarationKind, Directory, Engine, Files, Module, is_local};

/// The word in `--format`.
pub(super) const FORMAT: &str = "representation";

/// Of one kind, more things that are missing than this are only counted.
const LISTED_UP_TO: usize = 5;

/// The engine that would print it; `None` for more than one.
pub(super) fn engine(flavor: FlavorChoice) -> Option<(Engine, FlavorChoice)> {
    match flavor {
        FlavorChoice::Auto | FlavorChoice::Tofu => Some((Engine::OPENTOFU, FlavorChoice::Tofu)),
        FlavorChoice::Terraform => Some((Engine::TERRAFORM, flavor)),
        FlavorChoice::Both => None,
    }
}

/// Prints what a module says, or writes it into a file, unless the engine would refuse it.
pub(super) fn print(directory: &Path, engine: Engine, judged: &Report, limits: Limits, file: Option<&Path>) -> Ended {
    say_each(judged.errors.iter().map(say_input))?;
    if judged.findings.iter().any(Finding::engine_rejects) {
        say_report(judged);
        return Err(say_failure(
            Some(&directory.display().to_string()),
            "the engine refuses this module, and would print nothing of it",
            Some("fix what is listed above"),
        ));
    }
    let Some(loaded) = load(directory, engine, limits) else {
        return Err(say_failure(
            Some(&directory.display().to_string()),
            &format!("it calls more than {MOST_MODULES} modules, each counted as often as it is called"),
            Some("take the representation of a module that it calls: planlint config --format representation DIR"),
        ));
    };
    let entries: Vec<_> = loaded.iter().map(|module| config::entries(&module.read)).collect();
    let directories: Vec<_> = entries.iter().map(|entries| Directory::new(entries, engine)).collect();
    let files: Vec<_> = directories.iter().map(Files::read).collect();
    let modules: Vec<_> = files.iter().map(|files| Module::new(files, engine)).collect();
    let calls: BTreeMap<&[String], &Module<'_, '_>> =
        order::map(loaded.iter().map(|module| &*module.call).zip(&modules));
    let Some(tree) = tree(&[], &calls) else {
        let name = directory.display().to_string();
        return Err(say_failure(Some(&name), "it cannot be read any more", None));
    };
    let mut representation = Representation::new(&tree);
    let hidden = hide(&mut representation.root_module);
    say_missing(&representation, hidden);
    let mut text = Vec::new();
    let written = compact(&representation, &mut text);
    put(
        written.map(|()| String::from_utf8_lossy(&text).into_owned()),
        file,
        "it",
    )
}

/// The findings, beside what is printed.
fn say_report(report: &Report) {
    let mut text = Vec::new();
    let Some(format) = FORMATS.first() else { return };
    // Writing into memory cannot fail.
    let _ = (format.write)(report, &Style::plain(), &mut text);
    say(String::from_utf8_lossy(&text).trim_end());
}

/// Takes out what is marked sensitive, and says how much that was.
fn hide(module: &mut ConfigModule) -> usize {
    let variables = module.variables.values_mut();
    let marked = variables.filter(|variable| variable.sensitive || variable.ephemeral);
    let defaults = marked.filter_map(|variable| variable.default.take()).count();
    let outputs = module.outputs.values_mut();
    let marked = outputs.filter(|output| output.sensitive || output.ephemeral);
    let values = marked
        .filter_map(|output| take_value(&mut output.expression).then_some(()))
        .count();
    let of_calls = module.module_calls.values_mut().map(|call| {
        let variables = &call.module.variables;
        let given = call.expressions.iter_mut().filter_map(|(name, expression)| {
            let variable = variables.get(name)?;
            (variable.sensitive || variable.ephemeral).then_some(expression)
        });
        given
            .filter_map(|expression| take_value(expression).then_some(()))
            .count()
            + hide(&mut call.module)
    });
    defaults + values + of_calls.sum::<usize>()
}

/// Takes the value out of an expression; `false` where it tells none.
fn take_value(expression: &mut ConfigExpression) -> bool {
    let value = &mut expression.constant_value;
    let told = value.as_ref().is_some_and(|value| !is_reference(value));
    value.take_if(|_| told).is_some()
}

/// Whether a constant is the text of one reference, and so tells no value.
fn is_reference(value: &RawValue) -> bool {
    let Ok(text) = serde_json::from_str::<String>(value.get()) else {
        return false;
    };
    let Ok(template) = Template::parse(&text) else {
        return false;
    };
    matches!(
        template.unwrapped().map(|native| &native.kind),
        Some(NativeKind::Variable(_))
    )
}

/// One line for each thing that the engine would print and this does not.
fn say_missing(representation: &Representation, hidden: usize) {
    let mut kinds: [Vec<String>; 4] = Default::default();
    for missing in &representation.missing {
        let kind = match missing.kind {
            MissingKind::Native(_) => 0,
            MissingKind::Unread => 1,
            MissingKind::Action(_) => 2,
            MissingKind::Child(_) => 3,
        };
        let place = if missing.module.is_empty() {
            String::new()
        } else {
            format!("{}: ", missing.module)
        };
        kinds[kind].push(format!("{place}{}", missing.kind));
    }
    for words in &kinds {
        for words in words.iter().take(LISTED_UP_TO) {
            say(&format!("note: {}", line(words)));
        }
        if let Some(more) = words.len().checked_sub(LISTED_UP_TO).filter(|more| *more > 0) {
            say(&format!("note: and {more} more of these"));
        }
    }
    match hidden {
        0 => {}
        1 => say("note: 1 value of a sensitive variable or output is left out"),
        count => say(&format!(
            "note: {count} values of sensitive variables and outputs are left out"
        )),
    }
    say("note: only providers know which arguments are blocks, and the versions of schemas");
}

/// A module that was read from disk.
struct Loaded {
    /// The names of the calls that lead to it.
    call: Vec<String>,
    read: Vec<(String, Content)>,
}

/// The most modules that a document may hold, each as often as it is called: of modules that call the next one twice
/// there are twice as many with every further one.
const MOST_MODULES: usize = 10_000;

/// The module in a directory and all that it calls, callers first; `None` where they are too many.
fn load(root: &Path, engine: Engine, limits: Limits) -> Option<Vec<Loaded>> {
    // The modules were judged before, which tells what is wrong with it.
    let manifest = config::installed(root, limits).unwrap_or_default();
    let installed = manifest.directories();
    let mut loaded = Vec::new();
    // Each with the directories of its callers: a module that calls itself has no end.
    let mut open: Vec<(Vec<String>, PathBuf, Vec<PathBuf>)> = vec![(Vec::new(), root.to_owned(), Vec::new())];
    while let Some((call, directory, mut callers)) = open.pop() {
        let place = fs::canonicalize(&directory).unwrap_or_else(|_| directory.clone());
        if callers.contains(&place) {
            continue;
        }
        callers.push(place);
        let Ok(read) = config::read(&directory, limits) else {
            continue;
        };
        let entries = config::entries(&read);
        let files = Directory::new(&entries, engine);
        if files.files.is_empty() {
            continue;
        }
        let files = Files::read(&files);
        let module = Module::new(&files, engine);
        for (name, source) in sources(&module) {
            let path: Vec<String> = call.iter().cloned().chain([name]).collect();
            let place = match installed.get(&*path.join(".")) {
                Some(place) => Some(root.join(place)),
                None => is_local(&source).then(|| config::beside(&directory, &source)),
            };
            open.extend(place.map(|place| (path, place, callers.clone())));
        }
        drop(module);
        if loaded.len() == MOST_MODULES {
            return None;
        }
        loaded.push(Loaded { call, read });
    }
    Some(loaded)
}

/// What the calls of a module name as their source, as far as it is constant.
fn sources(module: &Module<'_, '_>) -> BTreeMap<String, String> {
    let calls = module.declarations.iter();
    let calls = calls.filter(|declared| declared.kind == DeclarationKind::Module && !declared.overrides);
    order::map(calls.filter_map(|declared| {
        let name = declared.labels.first()?;
        let merged = module.merged(DeclarationKind::Module, &[name])?;
        let source = merged.attributes.iter().find(|placed| placed.part.name() == "source")?;
        let source = module.constant(source.part.value())?;
        Some((name.to_owned(), source))
    }))
}

fn tree<'m, 'f, 'a>(
    call: &[String],
    modules: &BTreeMap<&[String], &'m Module<'f, 'a>>,
) -> Option<ModuleTree<'m, 'f, 'a>> {
    let module = modules.get(call)?;
    // All that it reaches stand together, behind it.
    let reached = modules.range::<[String], _>((Bound::Excluded(call), Bound::Unbounded));
    let reached = reached.map_while(|(path, _)| Some((path, path.strip_prefix(call)?)));
    let below = reached.filter_map(|(path, names)| match names {
        [name] => Some((name.clone(), tree(path, modules)?)),
        _ => None,
    });
    Some(ModuleTree {
        module,
        children: order::map(below),
    })
}
