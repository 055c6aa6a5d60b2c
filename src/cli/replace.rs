//! Gives a file a text whole or not at all: a file beside it is written, and takes its place.

use std::fs::{self, File, Metadata};
use std::io::{self, Write};
use std::path::Path;

/// Gives a file this text, which may be there or not. What is no file, such as a pipe, is written to.
///
/// # Errors
///
/// A file that was there is as it was before, and one that was not is not there.
pub(super) fn save(path: &Path, text: &str) -> io::Result<()> {
    if fs::metadata(path).is_ok_and(|found| found.is_file()) {
        replace(path, text)
    } else {
        let is_new = fs::symlink_metadata(path).is_err();
        fs::write(path, text).inspect_err(|_| {
            if is_new {
                // Half of it helps nobody; where nothing was made there is nothing to take away.
                let _ = fs::remove_file(path);
            }
        })
    }
}

/// Gives a file another text. A link is followed to its file; permissions stay, and the owner where the system lets us.
///
/// # Errors
///
/// The file is as it was before: it is not there, may not be written, or there is no room beside it.
pub(super) fn replace(path: &Path, text: &str) -> io::Result<()> {
    let path = fs::canonicalize(path)?;
    let before = fs::metadata(&path)?;
    // To take a name away only its folder is asked; whoever makes a file read-only means the text.
    if before.permissions().readonly() {
        return Err(io::ErrorKind::PermissionDenied.into());
    }
    let folder = path.parent().unwrap_or(Path::new("."));
    // Hidden, so that no engine reads it as configuration.
    let mut new = tempfile::Builder::new().prefix(".planlint-").tempfile_in(folder)?;
    new.write_all(text.as_bytes())?;
    keep_owner(new.as_file(), &before);
    new.as_file().set_permissions(before.permissions())?;
    new.as_file().sync_all()?;
    new.persist(&path).map_err(|error| error.error)?;
    Ok(())
}

/// Whoever runs as another user than the file's, such as root in a container, leaves it to its owner.
#[cfg(unix)]
fn keep_owner(new: &File, before: &Metadata) {
    use std::os::unix::fs::{MetadataExt, fchown};

    let same = |now: Metadata| (now.uid(), now.gid()) == (before.uid(), before.gid());
    if !new.metadata().is_ok_and(same) {
        // Not everybody may give files away, and then the new one is theirs.
        let _ = fchown(new, Some(before.uid()), Some(before.gid()));
    }
}

/// Elsewhere the folder decides.
#[cfg(not(unix))]
fn keep_owner(_: &File, _: &Metadata) {}
