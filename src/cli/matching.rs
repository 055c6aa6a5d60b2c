//! `planlint match`: what an address pattern hits.

use std::collections::BTreeSet;
use std::path::Path;

use super::args::MatchArgs;
use super::exit::{Ended, Exit};
use super::failed;
use super::files;
use super::print::print;
use super::settings;
use super::terminal::{say, say_failure};
use crate::facts::address::Address;
use crate::facts::{CheckRow, DeclarationKind, Facts};
use crate::input::{self, InputError, Want};
use crate::lint::{Pattern, facts_of, secrets_of};
use crate::output::escape::line;
use crate::report::Redactor;
use crate::source::SourceFile;
use crate::words::deposed;

/// Lists the hits of all inputs.
pub(super) fn list(wanted: &MatchArgs) -> Ended {
    let only = wanted.pattern.to_string();
    if wanted.files.iter().all(|file| !file.exists()) && Path::new(&only).is_file() {
        return Err(say_failure(
            None,
            &format!("`{only}` is a file, and the pattern comes before it"),
            Some("planlint match PATTERN FILE; where it is the pattern, name the input, too: planlint match PATTERN -"),
        ));
    }
    let sources = files::asked_for(&wanted.files, Want::Any, "planlint match PATTERN FILE")?;
    let settings = settings::of_files(&wanted.settings)?;
    let several = sources.len() > 1;
    let mut hits = String::new();
    let read = files::take_each(sources, settings.limits, failed::MATCH, |_, text| {
        let input = if several {
            format!("{}: ", line(text.name()))
        } else {
            String::new()
        };
        for row in rows_of(&text, &wanted.pattern)? {
            hits.extend([&*input, &*row, "\n"]);
        }
        Ok(())
    });
    print(hits.as_bytes()).and(read)?;
    if hits.is_empty() {
        say(&format!("nothing matches{}", line(&perhaps_meant(&wanted.pattern))));
        return Ok(Exit::Failed);
    }
    Ok(Exit::Passed)
}

/// What a pattern that matches nothing may have been meant to say.
fn perhaps_meant(pattern: &Pattern) -> String {
    let written = pattern.to_string();
    if pattern.is_module() {
        format!("; everything in the module is `{written}.**`")
    } else if written.starts_with("action.") {
        "; actions are `action.TYPE.NAME`".to_owned()
    } else if written.starts_with("variable.") {
        "; variables are `var.NAME`".to_owned()
    } else {
        String::new()
    }
}

/// The hits in all documents of a text.
fn rows_of(text: &SourceFile, pattern: &Pattern) -> Result<Vec<String>, InputError> {
    let contents = input::read(text, Want::Any)?;
    let secrets = secrets_of(contents.decoded());
    let mut rows = Vec::new();
    for document in contents.documents {
        let document = document?;
        let facts = facts_of(&document.body, None, &secrets)?;
        let mut hits = Hits {
            pattern,
            redactor: Redactor::new(facts.secrets()),
            rows: Vec::new(),
        };
        hits.look_at(&facts);
        rows.append(&mut hits.rows);
    }
    Ok(rows)
}

/// What a pattern means in one document.
struct Hits<'p> {
    pattern: &'p Pattern,
    redactor: Redactor,
    /// One line a hit: what becomes of it, and its address.
    rows: Vec<String>,
}

impl Hits<'_> {
    fn look_at(&mut self, facts: &Facts<'_>) {
        self.changes(facts);
        // Of what is among the changes the change says it all, of what is in the state its object.
        let changes = facts.changes.iter();
        let changes = changes.chain(facts.deferred.iter().map(|deferred| &deferred.change));
        let mut told: BTreeSet<String> = changes.map(|change| change.address.to_string()).collect();
        self.objects(facts, &mut told);
        self.outputs_and_checks(facts);
        self.configuration(facts, told);
    }

    fn add(&mut self, word: &str, address: &str, behind: &str) {
        let (address, behind) = (self.redactor.address(address), self.redactor.text(behind));
        self.rows
            .push(format!("{word:<12}  {}{}", line(&address), line(&behind)));
    }

    fn add_if_meant(&mut self, word: &str, address: &str) {
        if self.pattern.matches_text(address) {
            self.add(word, address, "");
        }
    }

    /// What changes, and what an apply does besides. An address before a move counts too, as it does for waivers.
    fn changes(&mut self, facts: &Facts<'_>) {
        for change in &facts.changes {
            let deposed = deposed(change.wire.deposed());
            let moved_from = change.moved_from.filter(|previous| self.pattern.matches_text(previous));
            if self.pattern.matches_text(&change.address) {
                self.add(change.fate.word(), &change.address, &deposed);
            } else if let Some(previous) = moved_from {
                let behind = format!("{deposed} (moved from {previous})");
                self.add(change.fate.word(), &change.address, &behind);
            }
        }
        for deferred in &facts.deferred {
            self.add_if_meant("deferred", &deferred.change.address);
        }
        for action in facts.actions() {
            self.add_if_meant("action", action.address());
        }
    }

    /// What changed outside of the engine and what the state holds, as far as nothing was `told` of it.
    fn objects(&mut self, facts: &Facts<'_>, told: &mut BTreeSet<String>) {
        for drift in &facts.drift {
            let address = &drift.change.address;
            if self.pattern.matches_text(address) && told.insert(address.to_string()) {
                self.add("drift", address, "");
            }
        }
        let is_plan = facts.plan().is_some();
        for object in facts.objects() {
            if self.pattern.matches_text(&object.address) && !(is_plan && told.contains(&*object.address)) {
                self.add("object", &object.address, &deposed(object.deposed()));
            }
        }
    }

    fn outputs_and_checks(&mut self, facts: &Facts<'_>) {
        let of_plan = facts.outputs.iter().map(|output| output.name);
        let of_state = facts.state_output_values();
        for name in of_plan.chain(of_state.iter().map(|output| output.name)) {
            self.add_if_meant("output", &format!("output.{name}"));
        }
        for check in facts.checks.iter().flat_map(CheckRow::results) {
            self.add_if_meant("check", &check.address);
        }
    }

    /// What is written in the configuration, where findings have addresses too.
    fn configuration(&mut self, facts: &Facts<'_>, told: BTreeSet<String>) {
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
            self.add_if_meant(word, &declaration.address());
        }
        for provider in facts.providers() {
            self.add_if_meant("provider", &provider.address);
        }
    }
}
