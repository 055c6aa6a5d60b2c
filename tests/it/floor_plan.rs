//! The rooms of `src/` stand on floors, and what one room uses stands below it.

use std::fs;
use std::path::{Path, PathBuf};

use crate::fixtures::files_below;

/// Every room and its floor. A room uses rooms of lower floors alone; those that do not exist yet are no harm.
const FLOORS: &[(&str, u8)] = &[
    ("main", 10),
    ("lib", 10),
    ("cli", 9),
    ("output", 8),
    ("report", 7),
    ("rules", 7),
    ("lint", 6),
    ("facts", 5),
    ("input", 5),
    ("tfjson", 4),
    ("hcljson", 3),
    ("json", 2),
    ("tofu", 1),
    ("source", 1),
    ("order", 0),
];

/// Lines of a file without its tests, beyond which it holds two things.
const LONGEST: usize = 600;

fn floor(room: &str) -> Option<u8> {
    FLOORS.iter().find(|(name, _)| *name == room).map(|(_, floor)| *floor)
}

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// The Rust files: names below `src/`, and their lines without comments' text and without the tests at the end.
fn files() -> Vec<(String, Vec<String>)> {
    let mut files = Vec::new();
    for path in files_below(&source()) {
        let name = path
            .strip_prefix(source())
            .unwrap()
            .to_str()
            .unwrap()
            .replace('\\', "/");
        if path.extension().is_none_or(|extension| extension != "rs") || name.ends_with("/tests.rs") {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        let body = text.split("\n#[cfg(test)]\nmod ").next().unwrap_or_default();
        let lines = body
            .lines()
            .map(|line| line.split("//").next().unwrap_or_default().to_owned());
        files.push((name, lines.collect()));
    }
    assert!(files.len() > 50, "only {} files", files.len());
    files
}

/// The room that a file belongs to.
fn room(file: &str) -> &str {
    file.split('/').next().unwrap_or(file).trim_end_matches(".rs")
}

/// The rooms that a piece of code names behind `crate::`, and the lines, from 1, where it does.
fn used(lines: &[String]) -> Vec<(usize, String)> {
    let text = lines.join("\n");
    let mut used = Vec::new();
    for (at, _) in text.match_indices("crate::") {
        if text[..at].ends_with(|letter: char| letter.is_alphanumeric() || letter == '_') {
            continue;
        }
        let line = text[..at].matches('\n').count() + 1;
        let rest = &text[at + "crate::".len()..];
        if let Some(group) = rest.strip_prefix('{') {
            used.extend(members(group).into_iter().map(|name| (line, name)));
        } else {
            used.push((line, first_word(rest)));
        }
    }
    used
}

fn first_word(text: &str) -> String {
    let text = text.trim_start();
    text.chars()
        .take_while(|letter| letter.is_alphanumeric() || *letter == '_')
        .collect()
}

/// The first words of the members of a group whose brace is already open.
fn members(group: &str) -> Vec<String> {
    let mut members = Vec::new();
    let mut depth = 0;
    let mut start = 0;
    for (at, letter) in group.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' if depth == 0 => {
                members.push(first_word(&group[start..at]));
                break;
            }
            '}' => depth -= 1,
            ',' if depth == 0 => {
                members.push(first_word(&group[start..at]));
                start = at + 1;
            }
            _ => {}
        }
    }
    members.retain(|name| !name.is_empty());
    members
}

#[test]
fn names_behind_crate_are_found() {
    let code = "use crate::facts::{Fate, address};\nuse crate::{\n    json::{self, Pointer},\n    lint,\n};\nlet x = crate::tofu::Plan;\nmycrate::no;";
    let lines: Vec<String> = code.lines().map(str::to_owned).collect();
    let wanted = [(1, "facts"), (2, "json"), (2, "lint"), (6, "tofu")];
    assert_eq!(used(&lines), wanted.map(|(line, name)| (line, name.to_owned())));
}

#[test]
fn a_room_uses_what_stands_below_it() {
    let mut wrong = Vec::new();
    for (name, lines) in files() {
        let from = room(&name);
        let Some(above) = floor(from) else {
            wrong.push(format!("src/{name}: the room `{from}` is on no floor"));
            continue;
        };
        for (line, to) in used(&lines) {
            match floor(&to) {
                _ if to == from => {}
                Some(below) if below < above => {}
                Some(below) => wrong.push(format!("src/{name}:{line}: {from} ({above}) -> {to} ({below})")),
                None => wrong.push(format!("src/{name}:{line}: {from} -> {to}, which is no room")),
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_file_says_what_it_is_and_holds_one_thing() {
    let mut wrong = Vec::new();
    for (name, lines) in files() {
        let text = fs::read_to_string(source().join(&name)).unwrap();
        let first = text.lines().next().unwrap_or_default();
        if !first.starts_with("//! ") {
            wrong.push(format!("src/{name}:1: a file opens with one sentence on what it is"));
        }
        if lines.len() > LONGEST {
            wrong.push(format!(
                "src/{name}: {} lines without its tests, more than {LONGEST}",
                lines.len()
            ));
        }
        for word in ["utils", "common", "helpers", "manager"] {
            if name.split(['/', '.']).any(|part| part == word) {
                wrong.push(format!("src/{name}: `{word}` says nothing"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The files of tests beside `main.rs`, which lists them.
#[test]
fn a_file_of_tests_tests_one_thing() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it");
    let mut wrong = Vec::new();
    for path in files_below(&tests) {
        if path.extension().is_none_or(|extension| extension != "rs") {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        let lines = text.lines().count();
        if !text.starts_with("//! ") || lines > LONGEST {
            wrong.push(format!("{}: {lines} lines", path.display()));
        }
    }
    assert!(
        wrong.is_empty(),
        "no first sentence, or more than {LONGEST}:\n{}",
        wrong.join("\n")
    );
}
