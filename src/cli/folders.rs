//! What lies in folders, each entered once.

use std::collections::BTreeSet;
use std::fs::{self, DirEntry};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::files::or_here;
use crate::input::{InputError, reason};
use crate::order;

/// What lies in a folder and below it, in the order of paths; hidden folders, such as `.terraform`, are passed over.
#[derive(Default)]
pub(super) struct Found {
    /// The folders, with the one that was looked through.
    pub(super) folders: Vec<PathBuf>,
    /// All that is no folder, also links that lead nowhere.
    pub(super) files: Vec<PathBuf>,
    /// Of the files the links that lead nowhere, and might be to folders.
    pub(super) nowhere: Vec<PathBuf>,
    /// What could not be looked at, in the order of paths.
    pub(super) unread: Vec<Unlisted>,
}

impl Found {
    /// Takes all but the folders, and gives these.
    fn take(&mut self, entries: Vec<Result<(PathBuf, Kind), Unlisted>>) -> Vec<PathBuf> {
        let mut folders = Vec::new();
        for entry in entries {
            match entry {
                Ok((path, Kind::Folder)) => folders.push(path),
                Ok((path, kind)) => {
                    if kind == Kind::Nowhere && !is_hidden(&path) {
                        self.nowhere.push(path.clone());
                    }
                    self.files.push(path);
                }
                Err(unread) => self.unread.push(unread),
            }
        }
        folders
    }
}

/// What lies in a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A folder, or a link to one.
    Folder,
    /// Anything else.
    Other,
    /// A link to nothing, or to itself.
    Nowhere,
}

/// What lies in a folder, or is one, and could not be looked at.
#[derive(Debug)]
pub(super) struct Unlisted {
    pub(super) path: PathBuf,
    error: io::Error,
}

impl Unlisted {
    pub(super) fn new(path: &Path, error: io::Error) -> Self {
        Self {
            path: path.to_owned(),
            error,
        }
    }

    /// A link that leads nowhere.
    pub(super) fn nowhere(link: &Path) -> Self {
        Self::new(link, io::Error::other("it is a link that leads nowhere"))
    }

    /// Why, in words.
    pub(super) fn reason(&self) -> String {
        reason(&self.error)
    }

    /// What to say under its own name.
    pub(super) fn error(&self) -> InputError {
        InputError::Unreadable { reason: self.reason() }
    }

    /// What to say under the name of what it was found by.
    pub(super) fn error_below(&self) -> InputError {
        InputError::Unreadable {
            reason: format!("{}: {}", self.path.display(), self.reason()),
        }
    }
}

/// Whether the error says that there is nothing of a name.
pub(super) const fn is_nothing(kind: ErrorKind) -> bool {
    matches!(kind, ErrorKind::NotFound | ErrorKind::NotADirectory)
}

/// Whether the name says that people are not to see it, such as that of the lock of an editor.
pub(super) fn is_hidden(path: &Path) -> bool {
    path.file_name()
        .is_some_and(|name| name.to_string_lossy().starts_with('.'))
}

/// What lies in a folder, each with what it is.
pub(super) fn entries(folder: &Path) -> Vec<Result<(PathBuf, Kind), Unlisted>> {
    let entry = |entry: io::Result<DirEntry>| {
        let entry = entry.map_err(|error| Unlisted::new(folder, error))?;
        let path = folder.join(entry.file_name());
        match kind(&entry) {
            Ok(kind) => Ok((path, kind)),
            Err(error) => Err(Unlisted::new(&path, error)),
        }
    };
    match fs::read_dir(or_here(folder)) {
        Ok(listed) => listed.map(entry).collect(),
        Err(error) => vec![Err(Unlisted::new(folder, error))],
    }
}

/// Also of what the system lists and does not let anybody look at. A link is what it leads to.
fn kind(entry: &DirEntry) -> io::Result<Kind> {
    let kind = entry.file_type()?;
    let is_folder = if kind.is_symlink() {
        match fs::metadata(entry.path()) {
            Ok(found) => found.is_dir(),
            Err(error) if error.kind() == ErrorKind::PermissionDenied => return Err(error),
            Err(_) => return Ok(Kind::Nowhere),
        }
    } else {
        kind.is_dir()
    };
    Ok(if is_folder { Kind::Folder } else { Kind::Other })
}

/// What lies in a folder, and nothing of what lies in those below it.
pub(super) fn alone(folder: &Path) -> Found {
    let mut found = Found::default();
    found.take(entries(folder));
    found
}

/// Looks through a folder. A link to a folder is followed, and may lead back up. A way without links names a folder
/// before all others, and then the shortest one: a link that is made beside it does not rename what is found there.
pub(super) fn below(folder: &Path) -> Found {
    let mut found = Found::default();
    let mut open = vec![folder.to_owned()];
    let mut links = Vec::new();
    let mut seen = BTreeSet::new();
    while !open.is_empty() {
        let mut next = Vec::new();
        for folder in open {
            let listed = match fs::canonicalize(or_here(&folder)) {
                Ok(place) if seen.contains(&place) => continue,
                Ok(place) => {
                    seen.insert(place);
                    entries(&folder)
                }
                Err(error) => vec![Err(Unlisted::new(&folder, error))],
            };
            for path in found.take(listed) {
                if !is_hidden(&path) {
                    let later = if path.is_symlink() { &mut links } else { &mut next };
                    later.push(path);
                }
            }
            found.folders.push(folder);
        }
        if next.is_empty() {
            next.append(&mut links);
        }
        order::sort(&mut next);
        open = next;
    }
    order::sort(&mut found.folders);
    order::sort(&mut found.files);
    order::sort(&mut found.nowhere);
    order::sort_by(&mut found.unread, |one, other| one.path.cmp(&other.path));
    found
}
