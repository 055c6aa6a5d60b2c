//! The files of a directory, as far as they may be configuration.

use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use rayon::prelude::*;

use crate::cli::bytes;
use crate::cli::files::or_here;
use crate::cli::folders::is_nothing;
use crate::cli::progress::Progress;
use crate::input::Limits;
use crate::order;
use crate::source::Bytes;
use crate::tfjson::{Entry, EntryContent, FileName, ModulesManifest, Syntax};

/// What stands behind one name in a directory.
#[derive(Clone)]
pub(in crate::cli) enum Content {
    Bytes(Bytes),
    Directory,
    Unreadable(String),
}

/// Whether a name ends as those of configuration files do.
pub(in crate::cli) fn may_be_configuration(name: &str) -> bool {
    FileName::read(name).is_some()
}

/// Whether a name is that of a configuration file in JSON.
pub(in crate::cli) fn is_json_configuration(name: &str) -> bool {
    FileName::read(name).is_some_and(|name| name.syntax == Syntax::Json)
}

/// The names in a directory, with the bytes of those that may be configuration, several read at once; the others are
/// empty.
pub(in crate::cli) fn read(directory: &Path, limits: Limits) -> io::Result<Vec<(String, Content)>> {
    read_beside(directory, limits, None)
}

/// [`read`], while people see how far it is.
pub(in crate::cli) fn read_beside(
    directory: &Path,
    limits: Limits,
    progress: Option<&Progress>,
) -> io::Result<Vec<(String, Content)>> {
    let listed = fs::read_dir(or_here(directory))?.collect::<io::Result<Vec<_>>>()?;
    let listed = listed.into_iter().map(|entry| {
        let name = entry.file_name().to_string_lossy().into_owned();
        (may_be_configuration(&name), name, entry)
    });
    let listed: Vec<_> = listed.collect();
    if let Some(progress) = progress {
        progress.more(listed.iter().filter(|(counts, ..)| *counts).count());
    }
    let contents = listed.into_par_iter().map(|(counts, name, entry)| {
        let content = match entry.file_type() {
            // A link to a directory is none for the engines, which then cannot read it.
            Ok(kind) if kind.is_dir() => Content::Directory,
            _ if !counts => Content::Bytes(Vec::new().into()),
            _ => content(&entry.path(), limits),
        };
        progress.filter(|_| counts).inspect(|progress| progress.one());
        (name, content)
    });
    let mut entries: Vec<_> = contents.collect();
    order::sort_by(&mut entries, |(one, _), (other, _)| one.cmp(other));
    Ok(entries)
}

/// What stands behind a path, at most one byte more than the limits allow.
pub(in crate::cli) fn content(path: &Path, limits: Limits) -> Content {
    let unreadable = |reason: &str| Content::Unreadable(reason.to_owned());
    // Nothing is opened that might never end, such as a pipe.
    match fs::metadata(path) {
        Ok(metadata) if metadata.is_dir() => return unreadable("it is a link to a folder"),
        Ok(metadata) if !metadata.is_file() => return unreadable("it is no file"),
        Ok(_) => {}
        Err(error) if error.kind() == io::ErrorKind::NotFound => return unreadable("it is a link that leads nowhere"),
        Err(error) => return unreadable(&error.kind().to_string()),
    }
    match bytes::of_file(path, limits.largest_input.saturating_add(1)) {
        Ok(bytes) if bytes.len() as u64 > limits.largest_input => unreadable(&limits.exceeded().to_string()),
        Ok(bytes) => Content::Bytes(bytes),
        Err(error) => unreadable(&error.kind().to_string()),
    }
}

/// The directory of a local source, which the engines shorten as a text before they look at links: `./x/../m` is `m`
/// whether there is an `x` or not.
pub(in crate::cli) fn beside(directory: &Path, source: &str) -> PathBuf {
    let mut upwards = 0;
    let mut names = Vec::new();
    for part in source.split('/') {
        match part {
            "" | "." => {}
            ".." => upwards += usize::from(names.pop().is_none()),
            name => names.push(name),
        }
    }
    let mut place = directory.to_owned();
    for _ in 0..upwards {
        // What is above a link is above the directory that it leads to.
        let is_plain = matches!(place.components().next_back(), Some(Component::Normal(_))) && !place.is_symlink();
        if !(is_plain && place.pop()) {
            place.push("..");
        }
    }
    place.extend(names);
    place
}

/// Where `init` says what it has installed below a root module.
pub(in crate::cli) const MANIFEST: &str = ".terraform/modules/modules.json";

/// What `init` has installed below a root module: nothing where it did not run; `Err` says why that cannot be read.
pub(in crate::cli) fn installed(root: &Path, limits: Limits) -> Result<ModulesManifest, String> {
    let path = root.join(MANIFEST);
    if path.symlink_metadata().is_err_and(|error| is_nothing(error.kind())) {
        return Ok(ModulesManifest::default());
    }
    match content(&path, limits) {
        Content::Bytes(bytes) => str::from_utf8(&bytes)
            .ok()
            .and_then(ModulesManifest::read)
            .ok_or_else(|| "it is no list of modules".to_owned()),
        Content::Directory => Err("it is a folder".to_owned()),
        Content::Unreadable(reason) => Err(reason),
    }
}

/// The names of a directory as a module is read from them.
pub(in crate::cli) fn entries(read: &[(String, Content)]) -> Vec<Entry<'_>> {
    read.iter()
        .map(|(name, content)| Entry {
            name,
            content: match content {
                Content::Bytes(bytes) => EntryContent::Bytes(bytes),
                Content::Directory => EntryContent::Directory,
                Content::Unreadable(_) => EntryContent::Unreadable,
            },
        })
        .collect()
}
