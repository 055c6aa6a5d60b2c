//! What lies in folders, each entered once.

use std::collections::BTreeSet;
use std::fs::{self, DirEntry};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::files::{or_here, unreadable};
use crate::input::InputError;
use crate::order;

/// What lies in a folder and below it, in the order of paths; hidden folders, such as `.terraform`, are passed over.
#[derive(Default)]
pub(super) struct Found {
    /// The folders, with the one that was looked through.
    pub(super) folders: Vec<PathBuf>,
    /// All that is no folder.
    pub(super) files: Vec<PathBuf>,
}

/// Whether the error says that there is nothing of a name.
pub(super) const fn is_nothing(kind: ErrorKind) -> bool {
    matches!(kind, ErrorKind::NotFound | ErrorKind::NotADirectory)
}

/// What lies in a folder, each with whether it is one.
pub(super) fn entries(folder: &Path) -> Result<Vec<(PathBuf, bool)>, InputError> {
    let listed = fs::read_dir(or_here(folder)).map_err(|error| unreadable(folder, &error))?;
    let entry = |entry: io::Result<DirEntry>| {
        let entry = entry.map_err(|error| unreadable(folder, &error))?;
        let path = folder.join(entry.file_name());
        let is_folder = is_folder(&entry).map_err(|error| unreadable(&path, &error))?;
        Ok((path, is_folder))
    };
    listed.map(entry).collect()
}

/// Also of what the system lists and does not let anybody look at. A link is what it leads to, and no folder where that
/// is nothing or the link itself.
fn is_folder(entry: &DirEntry) -> io::Result<bool> {
    let kind = entry.file_type()?;
    if !kind.is_symlink() {
        return Ok(kind.is_dir());
    }
    match fs::metadata(entry.path()) {
        Err(error) if error.kind() == ErrorKind::PermissionDenied => Err(error),
        found => Ok(found.is_ok_and(|found| found.is_dir())),
    }
}

/// Looks through a folder. A link to a folder is followed, and may lead back up. A way without links names a folder
/// before all others, and then the shortest one: a link that is made beside it does not rename what is found there.
pub(super) fn below(folder: &Path) -> Result<Found, InputError> {
    let mut found = Found::default();
    let mut open = vec![folder.to_owned()];
    let mut links = Vec::new();
    let mut seen = BTreeSet::new();
    while !open.is_empty() {
        let mut next = Vec::new();
        for folder in open {
            let place = fs::canonicalize(or_here(&folder)).map_err(|error| unreadable(&folder, &error))?;
            if !seen.insert(place) {
                continue;
            }
            for (path, is_folder) in entries(&folder)? {
                let name = path.file_name().unwrap_or_default();
                if !is_folder {
                    found.files.push(path);
                } else if !name.to_string_lossy().starts_with('.') {
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
    Ok(found)
}
