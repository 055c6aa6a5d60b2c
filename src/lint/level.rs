//! How bad a finding is, and from where on the gate fails.

use std::fmt;

/// How bad. The order is that of reports: errors first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// The gate fails, unless it was set otherwise.
    Error,
    /// Somebody should look.
    Warning,
    /// Good to know.
    Note,
    /// The rule is off.
    Allow,
}

impl Level {
    /// All levels, in the order of reports.
    pub const ALL: [Self; 4] = [Self::Error, Self::Warning, Self::Note, Self::Allow];

    /// The word in reports and settings.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
            Self::Allow => "allow",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// The level from which on findings fail the gate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FailOn {
    /// Errors fail.
    #[default]
    Error,
    /// Errors and warnings fail.
    Warning,
    /// Every finding fails.
    Note,
    /// No finding fails; what cannot be judged still does.
    Never,
}

impl FailOn {
    /// All of them, the default first.
    pub const ALL: [Self; 4] = [Self::Error, Self::Warning, Self::Note, Self::Never];

    fn lowest(self) -> Option<Level> {
        match self {
            Self::Error => Some(Level::Error),
            Self::Warning => Some(Level::Warning),
            Self::Note => Some(Level::Note),
            Self::Never => None,
        }
    }

    /// Whether a finding of that level fails the gate.
    #[must_use]
    pub fn stops(self, level: Level) -> bool {
        self.lowest().is_some_and(|lowest| level <= lowest)
    }

    /// The word in reports, settings and `--fail-on`.
    #[must_use]
    pub fn word(self) -> &'static str {
        self.lowest().map_or("never", Level::word)
    }
}

/// What to do with a finding of which nobody can say before apply whether it is one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UnknownPolicy {
    /// Show it; it does not fail the gate.
    #[default]
    Report,
    /// It counts like any other.
    Fail,
    /// Leave it out.
    Pass,
}

impl UnknownPolicy {
    /// All of them, the default first.
    pub const ALL: [Self; 3] = [Self::Report, Self::Fail, Self::Pass];

    /// The word in settings and `--unknown`.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Report => "report",
            Self::Fail => "fail",
            Self::Pass => "pass",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_gate_fails_at_its_level_and_above() {
        for (fail_on, stops) in [
            (FailOn::Error, [true, false, false]),
            (FailOn::Warning, [true, true, false]),
            (FailOn::Note, [true, true, true]),
            (FailOn::Never, [false, false, false]),
        ] {
            let levels = [Level::Error, Level::Warning, Level::Note];
            assert_eq!(levels.map(|level| fail_on.stops(level)), stops, "{fail_on:?}");
            assert!(!fail_on.stops(Level::Allow), "what is allowed never fails the gate");
        }
    }
}
