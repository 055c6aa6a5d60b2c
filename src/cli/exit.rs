//! The exit status: three numbers, and no flag changes what they mean.

use std::process::ExitCode;

use super::terminal::AlreadySaid;
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
        let verdict = match self {
            Self::Passed => Verdict::Pass,
            Self::Failed => Verdict::Fail,
            Self::NotJudged => Verdict::Error,
        };
        verdict.exit_code()
    }
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
