//! Standard output: what is printed there, and how a run ends of which that cannot be.

use std::io::{self, BufWriter, Write};

use super::exit::{Ended, Exit};
use super::terminal::{AlreadySaid, say_failure};
use crate::input::reason;

/// Prints a text.
pub(super) fn print(text: &[u8]) -> Ended {
    print_by(|out| out.write_all(text))
}

/// Prints what `write` writes.
pub(super) fn print_by(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Ended {
    let mut out = BufWriter::new(io::stdout().lock());
    let written = write(&mut out).and_then(|()| out.flush());
    printed(written)
}

/// How it ends that something was printed: well, where all of it was, or as much as its reader wanted.
pub(super) fn printed(written: io::Result<()>) -> Ended {
    match while_read(written) {
        Ok(()) => Ok(Exit::Passed),
        Err(error) => Err(refuse(&error)),
    }
}

/// The same, and no error where a pipe was closed: whoever read it has seen enough, and what was decided stays decided.
pub(super) fn while_read(written: io::Result<()>) -> io::Result<()> {
    match written {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written,
    }
}

/// Says why nothing can be printed.
pub(super) fn refuse(error: &io::Error) -> AlreadySaid {
    let message = format!("it cannot be written: {}", reason(error));
    say_failure(Some("standard output"), &message, None)
}
