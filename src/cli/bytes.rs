//! All bytes of a file, read by several threads where it is large.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use crate::source::Bytes;

/// Smaller files, in bytes, are read at once: another thread would only be in the way.
const LARGE: u64 = 2 << 20;

/// What a thread reads at a time, in bytes: a multiple of the largest pages, and little enough that none waits long for
/// another.
#[cfg(unix)]
const SHARE: usize = 2 << 20;

/// All bytes of the file, as they stand when the reading ends, or the first `most`.
pub(super) fn of_file(path: &Path, most: u64) -> io::Result<Bytes> {
    let file = File::open(path)?;
    let before = file.metadata()?;
    if before.is_file() && (LARGE..=most).contains(&before.len()) {
        let bytes = in_shares(&file, before.len())?;
        // A file that somebody writes to must not be taken for one that never was.
        let after = file.metadata()?;
        let same = before.len() == after.len() && before.modified().ok() == after.modified().ok();
        if let Some(bytes) = bytes.filter(|_| same) {
            return Ok(bytes);
        }
    }
    of(file, most).map(Bytes::from)
}

/// All bytes that come, or the first `most`.
pub(super) fn of(from: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The bytes, in shares by all threads: most of the time goes into the memory that they are put into. `None` where the
/// file is shorter than it was.
#[cfg(unix)]
fn in_shares(file: &File, length: u64) -> io::Result<Option<Bytes>> {
    use rayon::prelude::*;
    use std::os::unix::fs::FileExt;

    let Ok(length) = usize::try_from(length) else {
        return Ok(None);
    };
    let mut bytes = Bytes::zeroed(length);
    let read = bytes
        .par_chunks_mut(SHARE)
        .enumerate()
        .try_for_each(|(index, chunk)| file.read_exact_at(chunk, (index * SHARE) as u64));
    match read {
        Ok(()) => Ok(Some(bytes)),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(None),
        Err(error) => Err(error),
    }
}

/// Elsewhere the place to read from belongs to the file, and threads would share it.
#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "the other one fails")]
fn in_shares(_: &File, _: u64) -> io::Result<Option<Bytes>> {
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::io::Write;

    #[test]
    fn large_and_small_files_are_read_alike() {
        let folder = tempfile::tempdir().unwrap();
        for (name, length) in [("empty", 0), ("small", 1000), ("large", (4 << 20) + 12_345)] {
            let path = folder.path().join(name);
            let bytes: Vec<u8> = (0..length).map(|at: u32| (at / 7 % 251) as u8).collect();
            fs::write(&path, &bytes).unwrap();
            assert!(*of_file(&path, u64::MAX).unwrap() == *bytes, "{name}");
            let some = bytes.len() / 2;
            assert!(*of_file(&path, some as u64).unwrap() == bytes[..some], "{name}, a part");
        }
        assert!(of_file(&folder.path().join("missing"), u64::MAX).is_err());
        assert!(of_file(folder.path(), u64::MAX).is_err(), "a folder");
    }

    #[test]
    #[cfg(unix)]
    fn a_file_that_is_shorter_than_it_was_is_read_again() {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(&[b'x'; 100]).unwrap();
        assert!(in_shares(&file, 101).unwrap().is_none());
        assert_eq!(*in_shares(&file, 100).unwrap().unwrap(), [b'x'; 100]);
    }
}
