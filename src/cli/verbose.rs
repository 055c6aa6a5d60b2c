//! What `--verbose` says on standard error: which settings hold, and what each input was taken for.

use std::time::Duration;

use super::args::{SettingsArgs, VerboseArgs};
use super::settings;
use super::terminal::say;
use crate::lint::{Level, Settings};
use crate::output::escape::line;
use crate::report::{Input, Report, Subject};
use crate::rules::RULES;

/// Says which files settings come from, and what they make of the gate and its rules.
pub(super) fn say_settings(aside: &VerboseArgs, arguments: &SettingsArgs, settings: &Settings) {
    if !aside.verbose {
        return;
    }
    // Whether they can be looked for was asked before.
    let mut files = settings::files(arguments).unwrap_or_default();
    for extended in settings.files() {
        if !files.contains(extended) {
            files.push(extended.clone());
        }
    }
    let files: Vec<String> = files.iter().map(|file| file.display().to_string()).collect();
    say(&match files.as_slice() {
        [] => "settings: no file".to_owned(),
        files => format!("settings: {}", line(&files.join(", "))),
    });
    say(&format!("gate: --fail-on {}", settings.fail_on().word()));
    let rules = || RULES.iter().map(|rule| (rule, settings.level(rule)));
    let off = rules().filter(|(rule, level)| *level == Level::Allow && rule.level == Level::Allow);
    let set = rules().filter(|(rule, level)| *level != rule.level);
    say_list("rules off by default", off.map(|(rule, _)| rule.id.to_owned()));
    say_list(
        "levels that were set",
        set.map(|(rule, level)| format!("{} {level}", rule.id)),
    );
}

/// Says what each input was taken for, and how long all of them took.
pub(super) fn say_inputs(aside: &VerboseArgs, report: &Report, took: Duration) {
    if !aside.verbose {
        return;
    }
    for input in &report.inputs {
        say(&format!("{}: {}", line(&input.name), line(&taken_for(input))));
    }
    say(&format!("judged in {} ms", took.as_millis()));
}

fn say_list(what: &str, items: impl Iterator<Item = String>) {
    let items: Vec<String> = items.collect();
    if !items.is_empty() {
        say(&format!("{what}: {}", items.join(", ")));
    }
}

fn taken_for(input: &Input) -> String {
    let kind = match &input.subject {
        Subject::Plan(_) => "a plan",
        Subject::State(_) => "a state",
        Subject::Module(_) => return "a module".to_owned(),
    };
    let format = input
        .format_version
        .as_ref()
        .map(|version| format!(", format {version}"));
    let engine = match (input.engine, &input.engine_version) {
        (Some(engine), Some(version)) => format!(" of {engine} {version} ({})", input.engine_evidence),
        (Some(engine), None) => format!(" of {engine} ({})", input.engine_evidence),
        (None, Some(version)) => format!(" of an engine {version} (nothing tells which; --engine does)"),
        (None, None) => String::new(),
    };
    format!("{kind}{engine}{}", format.unwrap_or_default())
}
