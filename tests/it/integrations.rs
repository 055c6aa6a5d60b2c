//! The files for other people's CI: they can be read, and what they ask of planlint is there.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use planlint::output::FORMATS;
use yaml_rust2::YamlLoader;

use crate::program::planlint;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Every file with an integration, by its path from the root.
fn files() -> Vec<(String, String)> {
    let mut open = vec![root().join("integrations"), root().join(".pre-commit-hooks.yaml")];
    let mut files = Vec::new();
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
        } else {
            let name = path.strip_prefix(root()).unwrap().display().to_string();
            files.push((name.replace('\\', "/"), fs::read_to_string(&path).unwrap()));
        }
    }
    files.sort();
    files
}

/// Commands of planlint in a file: each with the lines that go on behind a backslash or stand below `>-`.
fn commands(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let mut commands = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let Some(start) = line.find("planlint ").filter(|_| !line.starts_with('#')) else {
            if *line == "planlint" {
                let rest = lines[at + 1..].iter().take_while(|line| line.starts_with("--"));
                commands.push(rest.copied().collect::<Vec<_>>().join(" "));
            }
            continue;
        };
        // `command -v planlint || cargo install …` is no run of it.
        if line.contains("command -v") || line[..start].ends_with("install ") {
            continue;
        }
        let mut command = line[start..].to_owned();
        let mut next = at;
        while command.ends_with('\\') {
            next += 1;
            command.push_str(lines[next]);
        }
        commands.push(command);
    }
    commands
}

#[test]
fn every_file_can_be_read_and_asks_for_what_there_is() {
    let help = planlint(["--help"]).run().exits(0, "the help").stdout;
    let known: BTreeSet<&str> = help
        .split(|letter: char| letter.is_whitespace() || matches!(letter, ',' | '[' | ']' | '='))
        .filter(|word| word.starts_with("--"))
        .collect();
    let formats: BTreeSet<&str> = FORMATS.iter().map(|format| format.name).collect();
    let (mut flags, mut yaml) = (0, 0);
    for (name, text) in files() {
        if Path::new(&name)
            .extension()
            .is_some_and(|end| end == "yml" || end == "yaml")
        {
            YamlLoader::load_from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
            yaml += 1;
        }
        for command in commands(&text) {
            let mut words = command.split_whitespace().map(|word| word.trim_matches(['"', '\\']));
            while let Some(word) = words.next() {
                let flag = word.split('=').next().unwrap();
                if !flag.starts_with("--") || flag == "--" {
                    continue;
                }
                assert!(known.contains(flag), "{name}: planlint has no {flag}: {command}");
                flags += 1;
                if flag == "--format" || flag == "--output" {
                    let value = words.next().unwrap().trim_matches('"');
                    let format = value.split('=').next().unwrap();
                    assert!(formats.contains(format), "{name}: no format {format}: {command}");
                }
            }
        }
    }
    assert_eq!(yaml, 5, "files in YAML");
    assert!(flags >= 11, "only {flags} flags were looked at");
}

#[test]
fn pipes_fail_safely_wherever_one_is_shown() {
    for (name, text) in files() {
        let lines: Vec<&str> = text.lines().map(|line| line.trim_start_matches(['#', ' '])).collect();
        for (at, line) in lines.iter().enumerate() {
            if line.contains("show") && (line.contains("| planlint") || line.contains("> plan.json")) {
                let before = at
                    .checked_sub(1)
                    .and_then(|at| lines.get(at))
                    .copied()
                    .unwrap_or_default();
                assert!(before.contains("pipefail"), "{name}: {line}");
            }
        }
    }
}
