//! The files that a pattern such as `*/tfplan.json` means.

use std::ffi::OsStr;
use std::fs;
use std::path::{Component, Path, PathBuf};

use glob::{MatchOptions, Pattern, PatternError};

use super::files::or_here;
use super::folders::{self, Found, Kind, Unlisted, is_nothing};
use crate::input::InputError;
use crate::order;

/// Hidden files and folders, such as `.terraform`, are named with their dot or not at all.
const SHOWN: MatchOptions = MatchOptions {
    case_sensitive: true,
    require_literal_separator: true,
    require_literal_leading_dot: true,
};

/// A text with wildcards; shells that expand patterns leave none. What is no pattern is one all the same where nothing is
/// called so: then somebody must hear of it.
pub(super) fn pattern(argument: &Path) -> Option<&str> {
    let text = argument.to_str().filter(|text| has_wildcard(text))?;
    let mut parts = argument.components().map(|part| part.as_os_str().to_string_lossy());
    (parts.all(|part| part_of(&part).is_ok()) || !argument.exists()).then_some(text)
}

/// A part of a pattern. Shells know both signs for "none of these".
fn part_of(text: &str) -> Result<Pattern, PatternError> {
    Pattern::new(&text.replace("[^", "[!"))
}

fn has_wildcard(text: &str) -> bool {
    text.contains(['*', '?', '['])
}

/// What matches, in the order of paths, each with whether it is a folder.
///
/// What matches and cannot be looked at is among them: whoever reads it says why it cannot be.
pub(super) fn matching(pattern: &str) -> Result<Vec<(PathBuf, bool)>, InputError> {
    let mut found = vec![PathBuf::new()];
    let parts = Path::new(pattern).components();
    let parts = parts.filter(|part| *part != Component::CurDir);
    let mut parts = parts.map(Component::as_os_str).peekable();
    while let Some(part) = parts.next() {
        found = step(found, part, parts.peek().is_none())?;
        // `**` behind another one comes to the same folder in many ways.
        order::sort(&mut found);
        found.dedup();
    }
    let matched = found.into_iter().filter_map(|path| match fs::metadata(&path) {
        Ok(metadata) if metadata.is_dir() => Some((path, true)),
        Ok(_) if pattern.ends_with('/') => None,
        Err(error) if is_nothing(error.kind()) && path.symlink_metadata().is_err() => None,
        _ => Some((path, false)),
    });
    Ok(matched.collect())
}

/// What lies below each of the places and matches the next part of the pattern.
fn step(places: Vec<PathBuf>, part: &OsStr, is_last: bool) -> Result<Vec<PathBuf>, InputError> {
    let text = part.to_string_lossy();
    if !has_wildcard(&text) {
        let found: Vec<PathBuf> = places.into_iter().map(|place| place.join(part)).collect();
        // Nothing can be found behind it, and nobody would hear why.
        let leads_nowhere = |place: &&PathBuf| !is_last && place.is_symlink() && !place.exists();
        return match found.iter().find(leads_nowhere) {
            Some(link) => Err(Unlisted::nowhere(link).error_below()),
            None => Ok(found),
        };
    }
    let pattern = part_of(&text).map_err(|error| InputError::Unreadable {
        reason: error.msg.to_owned(),
    })?;
    let mut found = Vec::new();
    for place in places {
        match fs::metadata(or_here(&place)) {
            Ok(metadata) if metadata.is_dir() => {}
            Err(error) if !is_nothing(error.kind()) => return Err(Unlisted::new(&place, error).error_below()),
            _ => continue,
        }
        if text == "**" {
            let Found {
                folders,
                files,
                nowhere,
                unread,
            } = folders::below(&place);
            if let Some(unread) = unread.first() {
                return Err(unread.error_below());
            }
            if let Some(link) = nowhere.first().filter(|_| !is_last) {
                return Err(Unlisted::nowhere(link).error_below());
            }
            found.extend(if is_last { files } else { folders });
            continue;
        }
        for entry in folders::entries(&place) {
            let (path, kind) = entry.map_err(|unread| unread.error_below())?;
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if !pattern.matches_with(&name, SHOWN) {
                continue;
            }
            match kind {
                Kind::Nowhere if !is_last => return Err(Unlisted::nowhere(&path).error_below()),
                Kind::Other if !is_last => {}
                _ => found.push(path),
            }
        }
    }
    Ok(found)
}
