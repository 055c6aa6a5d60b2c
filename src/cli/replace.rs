//! Gives a file a text whole or not at all: a file beside it is written, and takes its place.

use std::fs::{self, File, Metadata};
use std::io::{self, Write};
use std::path::Path;

use tempfile::{Builder, NamedTempFile};

use super::files::or_here;
use super::targets::resolved;

/// Gives a file this text, which may be there or not. What is no file, such as a pipe, is written to.
///
/// # Errors
///
/// A file that was there is as it was before, and one that was not is not there.
pub(super) fn save(path: &Path, text: &str) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(found) if found.is_file() => replace(path, text),
        Ok(_) => fs::write(path, text),
        Err(error) if error.kind() == io::ErrorKind::NotFound => create(&resolved(path), text),
        Err(error) => Err(error),
    }
}

/// Makes a file with this text.
///
/// # Errors
///
/// There is something of this name, which is as it was before, or no file may be made here: then there is none.
pub(super) fn create(path: &Path, text: &str) -> io::Result<()> {
    let mut builder = Builder::new();
    // Whoever may read other new files may read this one.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let new = beside(path, text, &mut builder)?;
    new.as_file().sync_all()?;
    let made = new.persist_noclobber(path).or_else(|failed| {
        // Some file systems cannot make sure that nobody is quicker.
        if fs::symlink_metadata(path).is_ok() {
            return Err(failed);
        }
        failed.file.persist(path)
    });
    made.map(|_| ()).map_err(|failed| failed.error)
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
    let new = beside(&path, text, &mut Builder::new())?;
    keep_owner(new.as_file(), &before);
    new.as_file().set_permissions(before.permissions())?;
    new.as_file().sync_all()?;
    new.persist(&path).map_err(|error| error.error)?;
    Ok(())
}

/// A file with this text in the folder of another, which vanishes unless it takes the place of that.
fn beside(path: &Path, text: &str, builder: &mut Builder<'_, '_>) -> io::Result<NamedTempFile> {
    let folder = or_here(path.parent().unwrap_or(Path::new("")));
    // Hidden, so that no engine reads it as configuration.
    let mut new = builder.prefix(".planlint-").tempfile_in(folder)?;
    new.write_all(text.as_bytes())?;
    Ok(new)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_file_is_like_any_other_and_takes_the_place_of_none() {
        let folder = tempfile::tempdir().unwrap();
        let (new, other) = (folder.path().join("new"), folder.path().join("other"));
        File::create(&other).unwrap();
        create(&new, "text").unwrap();
        let permissions = |path: &Path| fs::metadata(path).unwrap().permissions();
        assert_eq!(permissions(&new), permissions(&other), "as the system makes files");
        let taken = create(&new, "another").unwrap_err();
        assert_eq!(taken.kind(), io::ErrorKind::AlreadyExists, "somebody was quicker");
        assert_eq!(fs::read_to_string(&new).unwrap(), "text", "whose file stays");
        assert_eq!(
            fs::read_dir(folder.path()).unwrap().count(),
            2,
            "and nothing is left beside it"
        );
    }

    #[test]
    #[cfg(unix)]
    fn a_link_to_what_is_not_there_yet_stays_a_link() {
        let folder = tempfile::tempdir().unwrap();
        let (link, file) = (folder.path().join("link"), folder.path().join("file"));
        std::os::unix::fs::symlink("file", &link).unwrap();
        save(&link, "text").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(file).unwrap(), "text");
    }
}
