//! The exit status: three numbers, and no flag changes what they mean.

use std::io::{self, Write};
use std::process::ExitCode;

use super::terminal::{AlreadySaid, say_failure};
use crate::input;
use crate::report::Verdict;

/// How the program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// 0: the gate passed, or there was nothing to decide.
    Passed,
    /// 1: the gate failed.
    Failed,
    /// 2: something could not be judged: usage, settings, input.
    NotJudged,
}

/// How a command ends, where it was not said already why it cannot be done.
pub(super) type Ended = Result<Exit, AlreadySaid>;

impl Exit {
    /// The number that the system gets.
    #[must_use]
    pub const fn code(self) -> u8 {
        match self {
            Self::Passed => 0,
            Self::Failed => 1,
            Self::NotJudged => 2,
        }
    }

    /// The same, where all that belongs to it was written to standard output, or as much as its reader wanted; else 2,
    /// with the reason.
    pub(super) fn written(self, written: io::Result<()>) -> Ended {
        match written {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                let reason = input::reason(&error);
                Err(say_failure(
                    None,
                    &format!("standard output: it cannot be written: {reason}"),
                    None,
                ))
            }
            _ => Ok(self),
        }
    }
}

/// Prints all that a command has to tell.
pub(super) fn print(text: &[u8]) -> Ended {
    Exit::Passed.written(to_standard_output(text))
}

/// Writes a text to standard output as a whole.
pub(super) fn to_standard_output(text: &[u8]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text)?;
    out.flush()
}

impl From<Verdict> for Exit {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Pass => Self::Passed,
            Verdict::Fail => Self::Failed,
            Verdict::Error => Self::NotJudged,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.code())
    }
}
