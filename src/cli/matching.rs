//! `planlint match`: what an address pattern hits.

use std::collections::BTreeSet;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use super::args::MatchArgs;
use super::exit::Exit;
use super::failed;
use super::files::{self, Brought, Unread};
use super::settings;
use super::terminal::{say, say_failure};
use crate::facts::address::Address;
use crate::facts::{DeclarationKind, Secrets};
use crate::input::{self, Body, InputError, Want};
use crate::lint::{Pattern, facts_of, secrets_of};
use crate::output::escape::line;
use crate::report::Redactor;

/// Lists the hits of all inputs.
pub(super) fn list(wanted: &MatchArgs) -> Exit {
    let only = wanted.pattern.to_string();
    if wanted.files.iter().all(|file| !file.exists()) && Path::new(&only).is_file() {
        say(&format!(
            "error: `{}` is a file, and the pattern comes before it",
            line(&only)
        ));
        say(
            "  help: planlint match PATTERN FILE; where it is the pattern, name the input, too: planlint match PATTERN -",
        );
        return Exit::NotJudged;
    }
    let Some(sources) = files::asked_for(&wanted.files, Want::Any, "planlint match PATTERN FILE") else {
        return Exit::NotJudged;
    };
    let Some(settings) = settings::of_files(&wanted.settings) else {
        return Exit::NotJudged;
    };
    let several = sources.len() > 1;
    let (mut hits, mut failed) = (0, false);
    let mut brought = Brought::default();
    let mut out = BufWriter::new(io::stdout().lock());
    let mut written = Ok(());
    let mut fail = |name: &str, error: &InputError| {
        let failure = failed::failure(name, error, failed::MATCH);
        say_failure(Some(name), &failure.message, failure.help.as_deref());
        failed = true;
    };
    for source in sources {
        let source = match source {
            Ok(source) => source,
            Err(Unread { name, error }) => {
                fail(&name, &error);
                continue;
            }
        };
        let name = source.name();
        let found = source.read(settings.limits).and_then(|text| {
            let contents = input::read(&text, Want::Any)?;
            let mut found = Vec::new();
            let secrets = secrets_of(contents.decoded());
            for document in contents.documents {
                found.extend(rows(&document?.body, &wanted.pattern, secrets.as_ref())?);
            }
            Ok(found)
        });
        match found {
            Ok(found) => {
                hits += found.len();
                brought.add(&source.brought_by, false);
                for row in found {
                    let input = if several {
                        format!("{}: ", line(&name))
                    } else {
                        String::new()
                    };
                    if written.is_ok() {
                        written = writeln!(out, "{input}{row}");
                    }
                }
            }
            Err(error) if source.passes_over(&error) => {
                brought.add(&source.brought_by, true);
                say(&format!("note: {}: skipped, {error}", line(&name)));
            }
            Err(error) => {
                brought.add(&source.brought_by, false);
                fail(&name, &error);
            }
        }
    }
    // Nothing was asked, so that nothing was not matched.
    for name in brought.nothing() {
        fail(&name, &files::nothing_in(&name));
    }
    match (failed, hits) {
        (true, _) => Exit::NotJudged,
        (false, 0) => {
            let inside = if wanted.pattern.is_module() {
                format!("; everything in the module is `{}.**`", wanted.pattern)
            } else if only.starts_with("action.") {
                "; actions are `action.TYPE.NAME`".to_owned()
            } else if only.starts_with("variable.") {
                "; variables are `var.NAME`".to_owned()
            } else {
                String::new()
            };
            say(&format!("nothing matches{}", line(&inside)));
            Exit::Failed
        }
        // Whoever read the list and went has seen enough; what was found stays found.
        (false, _) => Exit::Passed.written(written.and_then(|()| out.flush())),
    }
}

/// One line a hit: what becomes of it, and its address. An address before a move counts too, as it does for waivers.
fn rows(body: &Body<'_>, pattern: &Pattern, secrets: Option<&Secrets>) -> Result<Vec<String>, InputError> {
    let facts = facts_of(body, None, secrets)?;
    let redactor = Redactor::new(facts.secrets());
    let mut rows = Vec::new();
    let mut row = |word: &str, address: &str, behind: &str| {
        let (address, behind) = (redactor.text(address), redactor.text(behind));
        rows.push(format!("{word:<12}  {}{}", line(&address), line(&behind)));
    };
    for change in &facts.changes {
        let deposed = change.wire.deposed();
        let deposed = deposed.map(|key| format!(" (deposed {key})")).unwrap_or_default();
        if pattern.matches_text(&change.address) {
            row(change.fate.word(), &change.address, &deposed);
        } else if let Some(previous) = change.moved_from.filter(|previous| pattern.matches_text(previous)) {
            row(
                change.fate.word(),
                &change.address,
                &format!("{deposed} (moved from {previous})"),
            );
        }
    }
    for change in facts.deferred.iter().map(|deferred| &deferred.change) {
        if pattern.matches_text(&change.address) {
            row("deferred", &change.address, "");
        }
    }
    for action in facts.actions() {
        if pattern.matches_text(action.address()) {
            row("action", action.address(), "");
        }
    }
    // Of what is among the changes the change says it all, of what is in the state its object.
    let changes = facts.changes.iter();
    let changes = changes.chain(facts.deferred.iter().map(|deferred| &deferred.change));
    let mut told: BTreeSet<String> = changes.map(|change| change.address.to_string()).collect();
    for drift in facts
        .drift
        .iter()
        .filter(|drift| pattern.matches_text(&drift.change.address))
    {
        if told.insert(drift.change.address.to_string()) {
            row("drift", &drift.change.address, "");
        }
    }
    let is_plan = facts.plan().is_some();
    for object in facts
        .objects()
        .iter()
        .filter(|object| pattern.matches_text(&object.address))
    {
        if !(is_plan && told.contains(&*object.address)) {
            let deposed = object.deposed().map(|key| format!(" (deposed {key})"));
            row("object", &object.address, &deposed.unwrap_or_default());
        }
    }
    let of_plan = facts.outputs.iter().map(|output| output.name);
    let of_state = facts.state_output_values();
    for name in of_plan.chain(of_state.iter().map(|output| output.name)) {
        let address = format!("output.{name}");
        if pattern.matches_text(&address) {
            row("output", &address, "");
        }
    }
    for check in facts.checks.iter().flat_map(crate::facts::CheckRow::results) {
        if pattern.matches_text(&check.address) {
            row("check", &check.address, "");
        }
    }
    // Findings about the configuration have addresses too.
    let objects = facts.objects().iter().map(|object| object.address.to_string());
    let instances = told.into_iter().chain(objects);
    let blocks: BTreeSet<String> = instances
        .filter_map(|address| Address::parse(&address).ok().map(|address| address.config()))
        .collect();
    for declaration in facts.modules().declarations() {
        let word = match declaration.kind() {
            DeclarationKind::Module => "module",
            DeclarationKind::Variable => "variable",
            DeclarationKind::Output if !declaration.module().is_root() => "output",
            // Instances stand for their block, as far as there are any.
            DeclarationKind::Resource if !blocks.contains(&declaration.address()) => "block",
            DeclarationKind::Resource | DeclarationKind::Output => continue,
        };
        let address = declaration.address();
        if pattern.matches_text(&address) {
            row(word, &address, "");
        }
    }
    for provider in facts.providers() {
        if pattern.matches_text(&provider.address) {
            row("provider", &provider.address, "");
        }
    }
    Ok(rows)
}
