//! Folders below those that are judged which hold configuration that nobody asked about.

use std::collections::{BTreeSet, VecDeque};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use super::{is_json_configuration, may_be_configuration, place};
use crate::cli::folders;
use crate::cli::terminal::say;
use crate::order;
use crate::output::escape::line;
use crate::words::plural;

/// After so many names no other folder is looked into: the note is not worth a walk over everything that a disk holds.
const MOST_NAMES: usize = 10_000;

/// Folders of a module that show and test it: by convention, and none of what is planned.
const BESIDE: [&str; 2] = ["examples", "tests"];

/// Of more folders than these only the first are named.
const NAMED: usize = 8;

/// Says which folders below these hold configuration in JSON that was not judged; `judged` has the places of all that
/// was.
pub(super) fn note(directories: &[PathBuf], judged: &BTreeSet<PathBuf>) {
    let mut left = MOST_NAMES;
    let mut found = Vec::new();
    for directory in directories {
        found.extend(below(directory, &mut left));
    }
    let mut seen = judged.clone();
    found.retain(|directory| seen.insert(place(directory)));
    let (holds, them) = match found.len() {
        0 => return,
        1 => ("holds", "it"),
        _ => ("hold", "them"),
    };
    let names: Vec<String> = found.iter().take(NAMED).map(|directory| quoted(directory)).collect();
    let more = if found.len() > NAMED {
        " …; --recursive judges all"
    } else {
        ""
    };
    let least = if left == 0 { "at least " } else { "" };
    say(&format!(
        "note: {least}{} below {holds} configuration in JSON that was not judged; name {them}: planlint config {}{more}",
        plural(found.len(), "folder"),
        line(&names.join(" "))
    ));
}

/// The folders below one that hold configuration in JSON, the nearest first, each by the first way to it. Hidden ones
/// are none of people's own.
fn below(directory: &Path, left: &mut usize) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = VecDeque::from([directory.to_owned()]);
    let mut seen = BTreeSet::new();
    while let Some(next) = open.pop_front().filter(|_| *left > 0) {
        if !seen.insert(place(&next)) {
            continue;
        }
        let mut below = Vec::new();
        let mut holds = false;
        let mut is_module = false;
        for (path, kind) in folders::entries(&next).into_iter().flatten() {
            *left = left.saturating_sub(1);
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if kind != folders::Kind::Folder {
                is_module |= may_be_configuration(&name);
                holds |= is_json_configuration(&name);
            } else if !name.starts_with('.') && name != "node_modules" {
                below.push(path);
            }
        }
        if holds && next != directory {
            found.push(next);
        }
        if is_module {
            let is_beside = |path: &PathBuf| BESIDE.iter().any(|name| path.file_name() == Some(OsStr::new(name)));
            below.retain(|path| !is_beside(path));
        }
        order::sort(&mut below);
        open.extend(below);
    }
    found
}

/// A path as an argument in a shell.
fn quoted(path: &Path) -> String {
    let mut path = path.strip_prefix(".").unwrap_or(path).display().to_string();
    if path.starts_with('-') {
        path.insert_str(0, "./");
    }
    let is_plain = |letter: char| letter.is_alphanumeric() || "._-/\\:".contains(letter);
    if path.chars().all(is_plain) {
        path
    } else {
        format!("'{}'", path.replace('\'', r"'\''"))
    }
}
