//! The rooms of `src/` stand on floors, and what one room uses stands below it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::fixtures::files_below;

/// Lines of a file without its tests, beyond which it holds two things.
const LONGEST: usize = 600;

/// Every room and its floor, as the table in `CONTRIBUTING.md` has them, and the two files above them all.
fn floors() -> BTreeMap<String, u8> {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("CONTRIBUTING.md")).unwrap();
    let mut floors = BTreeMap::from([("main".to_owned(), u8::MAX), ("lib".to_owned(), u8::MAX)]);
    for row in text.lines() {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        if let ["", floor, room, _, _, ""] = cells[..]
            && let Ok(floor) = floor.parse()
        {
            floors.insert(room.trim_matches('`').to_owned(), floor);
        }
    }
    floors
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
        let lines = without_tests(&text)
            .lines()
            .map(|line| line.split("//").next().unwrap_or_default().to_owned());
        files.push((name, lines.collect()));
    }
    assert!(files.len() > 50, "only {} files", files.len());
    files
}

/// What stands before the tests at the end of a file; one that names a file of tests goes on behind that.
fn without_tests(text: &str) -> &str {
    let mut starts = text.match_indices("\n#[cfg(test)]\n").filter(|(at, mark)| {
        let line = text[at + mark.len()..].lines().next().unwrap_or_default();
        line.contains("mod ") && line.ends_with('{')
    });
    starts.next().map_or(text, |(at, _)| &text[..at])
}

#[test]
fn tests_stand_at_the_end_of_a_file() {
    for (text, wanted, why) in [
        ("a\n#[cfg(test)]\nmod tests {\n}\n", "a", "tests"),
        (
            "a\n#[cfg(test)]\npub(super) mod tests {\n}\n",
            "a",
            "tests that others use",
        ),
        (
            "a\n#[cfg(test)]\nmod fixtures;\nb\n",
            "a\n#[cfg(test)]\nmod fixtures;\nb\n",
            "a file of tests",
        ),
        ("a\n#[cfg(test)]\nuse b;\n", "a\n#[cfg(test)]\nuse b;\n", "no tests"),
    ] {
        assert_eq!(without_tests(text), wanted, "{why}");
    }
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
    let floors = floors();
    let floor = |room: &str| floors.get(room).copied();
    let mut wrong = Vec::new();
    let mut arrows = 0;
    for (name, lines) in files() {
        let from = room(&name);
        let Some(above) = floor(from) else {
            wrong.push(format!("src/{name}: the room `{from}` is on no floor"));
            continue;
        };
        for (line, to) in used(&lines) {
            arrows += 1;
            match floor(&to) {
                _ if to == from => {}
                Some(below) if below < above => {}
                Some(below) => wrong.push(format!("src/{name}:{line}: {from} ({above}) -> {to} ({below})")),
                None => wrong.push(format!("src/{name}:{line}: {from} -> {to}, which is no room")),
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(arrows > 1000, "only {arrows} arrows were found");
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
