//! What documents show of a terminal is what one sees: their commands run, in a folder with fixtures, beside their
//! output.

use std::env;
use std::fmt::Write;
use std::fs;
use std::ops::Range;
use std::path::Path;
use std::process::Command;

use jiff::{Timestamp, ToSpan, tz::TimeZone};
use tempfile::TempDir;

use crate::docs::{assert_fresh, document, project};

/// Ends the output of each command.
const END: &str = "\n-- end of a command --\n";

/// A line that stands for any number of them.
const ANY: &str = "…";

/// Stands in documents for a day to come, which no document knows.
const SOME_DAY: &str = "2027-01-31";

/// A command as a document shows it, with all lines of its output.
#[derive(Debug, Default)]
struct Shown<'t> {
    command: String,
    lines: Vec<&'t str>,
}

#[test]
fn the_tour_shows_what_one_sees() {
    run("docs/tour.md", 10);
}

#[test]
fn the_page_on_configuration_shows_what_one_sees() {
    run("docs/configuration.md", 7);
}

#[test]
fn the_page_on_fleets_shows_what_one_sees() {
    run("docs/fleet.md", 5);
}

/// Runs the commands of a document, at least so many, in one folder and in their order.
fn run(name: &str, least: usize) {
    let text = document(name);
    let folder = folder(&text);
    let mut fresh = String::new();
    let (mut end, mut commands) = (0, 0);
    for block in blocks(&text) {
        let shown = shown(&text[block.clone()]);
        commands += shown.len();
        fresh.push_str(&text[end..block.start]);
        for (shown, output) in shown.iter().zip(outputs(&shown, folder.path())) {
            writeln!(fresh, "$ {}", shown.command).unwrap();
            match output {
                Some(output) if !fits(&shown.lines, &output) => fresh.push_str(&output),
                _ => shown.lines.iter().for_each(|line| writeln!(fresh, "{line}").unwrap()),
            }
        }
        end = block.end;
    }
    fresh.push_str(&text[end..]);
    assert!(commands >= least, "{name} shows {commands} commands, and had {least}");
    assert_fresh(name, &fresh);
}

/// A folder with the files that the document names: `<!-- folder`, a line with a name and a fixture for each, `-->`.
fn folder(text: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let (_, list) = text.split_once("<!-- folder\n").expect("the document names its files");
    let (list, _) = list.split_once("-->").expect("the list ends");
    for line in list.lines() {
        let (name, fixture) = line.split_once(' ').expect("a name and a fixture");
        let target = folder.path().join(name);
        fs::create_dir_all(target.parent().unwrap()).unwrap();
        fs::copy(project().join(fixture), target).unwrap_or_else(|error| panic!("{fixture}: {error}"));
    }
    folder
}

/// What stands in the blocks of a terminal.
fn blocks(text: &str) -> Vec<Range<usize>> {
    const OPENING: &str = "```console\n";
    let starts = text.match_indices(OPENING).map(|(at, _)| at + OPENING.len());
    starts
        .map(|start| start..start + text[start..].find("```").expect("the block ends"))
        .collect()
}

fn shown(block: &str) -> Vec<Shown<'_>> {
    let mut shown: Vec<Shown<'_>> = Vec::new();
    for line in block.lines() {
        if let Some(command) = line.strip_prefix("$ ") {
            shown.push(Shown {
                command: command.to_owned(),
                lines: Vec::new(),
            });
            continue;
        }
        let last = shown.last_mut().expect("a block begins with a command");
        if last.command.ends_with('\\') {
            last.command.push('\n');
            last.command.push_str(line);
        } else {
            last.lines.push(line);
        }
    }
    shown
}

/// What each command prints, in a shell in which pipes fail with what is in them; `None` for one of `duckdb` where
/// there is none, see `.ci/fleet`.
fn outputs(shown: &[Shown<'_>], folder: &Path) -> Vec<Option<String>> {
    let some_day = Timestamp::now().to_zoned(TimeZone::UTC).date() + 30.days();
    let some_day = some_day.to_string();
    let has_duckdb = Command::new("duckdb").arg("--version").output().is_ok();
    let is_left_out = |shown: &Shown<'_>| shown.command.starts_with("duckdb ") && !has_duckdb;
    let mut script = String::from("exec 2>&1\nset -o pipefail\n");
    for shown in shown {
        let command = if is_left_out(shown) { ":" } else { &shown.command };
        let command = command.replace(SOME_DAY, &some_day);
        write!(
            script,
            "{command}\nstatus=$?; printf '{}'; (exit $status)\n",
            END.replace('\n', "\\n")
        )
        .unwrap();
    }
    let ours = Path::new(env!("CARGO_BIN_EXE_planlint")).parent().unwrap();
    let others = env::var_os("PATH").unwrap_or_default();
    let path = env::join_paths([ours.to_owned()].into_iter().chain(env::split_paths(&others))).unwrap();
    let mut bash = Command::new("bash");
    bash.args(["-c", &script]).current_dir(folder).env_clear();
    let output = bash
        .env("PATH", path)
        .env("HOME", folder)
        .env("LC_ALL", "C.UTF-8")
        .output();
    let output = String::from_utf8(output.expect("bash starts").stdout).expect("what is printed is UTF-8");
    let outputs: Vec<&str> = output.split_terminator(END).collect();
    assert_eq!(outputs.len(), shown.len(), "{output}");
    let outputs = shown.iter().zip(outputs);
    outputs
        .map(|(shown, output)| (!is_left_out(shown)).then(|| output.replace(&some_day, SOME_DAY)))
        .collect()
}

/// Whether an output is what is shown of it.
fn fits(shown: &[&str], output: &str) -> bool {
    let mut rest: Vec<&str> = output.lines().collect();
    let mut parts = shown.split(|line| line.trim() == ANY);
    let first = parts.next().unwrap_or_default();
    if !rest.starts_with(first) {
        return false;
    }
    rest.drain(..first.len());
    let mut parts: Vec<&[&str]> = parts.collect();
    let Some(last) = parts.pop() else {
        return rest.is_empty();
    };
    for part in parts {
        let at = (0..=rest.len()).find(|&at| rest[at..].starts_with(part));
        let Some(at) = at else { return false };
        rest.drain(..at + part.len());
    }
    rest.ends_with(last)
}

#[test]
fn a_line_that_was_left_out_may_be_any() {
    for (shown, output, wanted) in [
        (&["a", "b"][..], "a\nb\n", true),
        (&["a"], "a\nb\n", false),
        (&["a", ANY], "a\nb\nc\n", true),
        (&["a", ANY, "c"], "a\nb\nc\n", true),
        (&["a", ANY, "c"], "a\nc\n", true),
        (&["a", ANY, "b"], "a\nb\nc\n", false),
        (&[ANY, "b", ANY, "d"], "a\nb\nc\nd\n", true),
        (&[ANY, "x", ANY], "a\nb\n", false),
        (&[], "a\n", false),
        (&[], "", true),
    ] {
        assert_eq!(fits(shown, output), wanted, "{shown:?} {output:?}");
    }
}
