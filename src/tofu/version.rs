//! Versions: of the format, and of the engines that write it.

use std::fmt;

use semver::{BuildMetadata, Prerelease, Version};

use super::constraint::Constraint;

/// The newest plan format that any engine writes, and that the types of this room describe: T1.5, every OpenTofu.
pub const NEWEST_PLAN: FormatVersion = FormatVersion { major: 1, minor: 2 };

/// The newest format of states that any engine writes, which `prior_state` follows too: T1.1, every OpenTofu.
pub const NEWEST_STATE: FormatVersion = FormatVersion { major: 1, minor: 0 };

/// The newest of major version 0, of plans and of states: T1.0.
const NEWEST_OF_MAJOR_0: FormatVersion = FormatVersion { major: 0, minor: 2 };

/// Why the version of a format cannot be used. The text is not quoted: it comes from the document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum VersionError {
    /// Not a version at all.
    #[error("this is not a version: expected numbers with dots, such as 1.2")]
    NotAVersion,
    /// A major version that breaks with the ones that are known.
    #[error("major version {major} of the format is not known; 0 and 1 are")]
    UnsupportedMajor {
        /// The document's major version.
        major: u64,
    },
}

/// The version in `format_version` (§3). It says little: fields come and go without it, so nothing should hang on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FormatVersion {
    /// 0 and 1 are known; another one breaks with them.
    pub major: u64,
    /// Counts compatible additions, as a whole number: 10 is after 9.
    pub minor: u64,
}

impl FormatVersion {
    /// Reads `1.2`. A third number, which nobody writes, may follow and says nothing.
    ///
    /// # Errors
    ///
    /// [`VersionError::NotAVersion`] for anything else.
    pub fn parse(text: &str) -> Result<Self, VersionError> {
        let number = |digits: &str| {
            let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
            digits.parse().ok().filter(|_| plain).ok_or(VersionError::NotAVersion)
        };
        let mut numbers = text.split('.').map(number);
        let (Some(major), Some(minor)) = (numbers.next(), numbers.next()) else {
            return Err(VersionError::NotAVersion);
        };
        let version = Self {
            major: major?,
            minor: minor?,
        };
        numbers.next().transpose()?;
        if numbers.next().is_some() {
            Err(VersionError::NotAVersion)
        } else {
            Ok(version)
        }
    }

    /// Whether the major version is one that these types can read.
    ///
    /// # Errors
    ///
    /// [`VersionError::UnsupportedMajor`] if it is another one.
    pub const fn check(self) -> Result<(), VersionError> {
        match self.major {
            0 | 1 => Ok(()),
            major => Err(VersionError::UnsupportedMajor { major }),
        }
    }

    /// Whether a document of this version may hold what one of version `known`, and of those before, does not.
    #[must_use]
    pub fn is_newer_than(self, known: Self) -> bool {
        // That a major version follows ends the one before it.
        let before = self.major < known.major && self.major == NEWEST_OF_MAJOR_0.major;
        self > if before { NEWEST_OF_MAJOR_0 } else { known }
    }
}

impl fmt::Display for FormatVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.major, self.minor)
    }
}

/// The version of an engine, as `terraform_version` has it for both engines: `1.12.6`, `1.13.0-dev`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EngineVersion(Version);

impl EngineVersion {
    /// The release of these three numbers.
    #[must_use]
    pub const fn new(major: u64, minor: u64, patch: u64) -> Self {
        Self(Version::new(major, minor, patch))
    }

    /// Reads three numbers and perhaps a suffix; `None` for anything else.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Version::parse(text).ok().map(Self)
    }

    /// Whether a version as written lies in a range such as `>= 1.6, < 1.9`; `None` where one of them cannot be read.
    #[must_use]
    pub fn is_in(version: Option<&str>, range: &str) -> Option<bool> {
        Some(Self::parse(version?)?.matches(&EngineRange::parse(range)?))
    }

    /// Whether the version lies in the range. A development or preview version counts as the release that it leads to.
    #[must_use]
    pub fn matches(&self, range: &EngineRange) -> bool {
        range.0.is_met_by([self.0.major, self.0.minor, self.0.patch])
    }

    /// The release that a development or preview version leads to; a release itself.
    #[must_use]
    pub fn release(&self) -> Self {
        Self(Version {
            pre: Prerelease::EMPTY,
            build: BuildMetadata::EMPTY,
            ..self.0.clone()
        })
    }
}

impl fmt::Display for EngineVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A range of engine versions, as `required_version` has it: `>= 1.6, < 1.9`, `~> 1.12`; `1.6` is 1.6.0 alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineRange(Constraint);

impl EngineRange {
    /// Reads conditions with commas between them; `None` for anything else, and for one that names a pre-release: these
    /// count as the releases that they lead to.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Constraint::parse(text).filter(|range| !range.is_never_met()).map(Self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn format_versions_are_two_numbers() {
        for (text, expected, why) in [
            ("0.1", Some((0, 1)), "T0.12 to T1.0.0"),
            ("1.2", Some((1, 2)), "today's plan"),
            ("1.10", Some((1, 10)), "ten, not one"),
            ("1.2.0", Some((1, 2)), "a third number"),
            ("2.0", Some((2, 0)), "a version, if not one that is read"),
            ("", None, "nothing"),
            ("1", None, "one number"),
            ("1.", None, "half a number"),
            ("1.2.", None, "half a number"),
            ("1.2.0.0", None, "four numbers"),
            ("1.2-beta", None, "a suffix"),
            ("v1.2", None, "a prefix"),
            ("+1.2", None, "a sign"),
            (" 1.2", None, "white space"),
            ("1.99999999999999999999", None, "too large"),
        ] {
            let read = FormatVersion::parse(text);
            assert_eq!(
                read.ok().map(|version| (version.major, version.minor)),
                expected,
                "{why}"
            );
        }
    }

    #[test]
    fn majors_0_and_1_are_read() {
        for (text, ok) in [
            ("0.1", true),
            ("0.2", true),
            ("1.0", true),
            ("1.99", true),
            ("2.0", false),
            ("10.0", false),
        ] {
            assert_eq!(FormatVersion::parse(text).unwrap().check().is_ok(), ok, "{text}");
        }
    }

    #[test]
    fn newer_is_a_matter_of_whole_numbers() {
        for (text, plan, state) in [
            ("0.2", false, false),
            ("0.3", true, true),
            ("1.0", false, false),
            ("1.1", false, true),
            ("1.2", false, true),
            ("1.3", true, true),
            ("1.10", true, true),
        ] {
            let version = FormatVersion::parse(text).unwrap();
            assert_eq!(version.is_newer_than(NEWEST_PLAN), plan, "plan {text}");
            assert_eq!(version.is_newer_than(NEWEST_STATE), state, "state {text}");
        }
    }

    #[test]
    fn engine_versions_have_an_order_and_ranges() {
        let version = |text| EngineVersion::parse(text).unwrap();
        assert!(version("1.9.10") > version("1.9.9"), "numbers, not texts");
        assert!(
            version("1.13.0-dev") < EngineVersion::new(1, 13, 0),
            "before the release"
        );
        assert_eq!(version("1.12.6-dev").to_string(), "1.12.6-dev");
        for (text, range, matches, why) in [
            ("1.12.6", ">= 1.6, < 1.13", true, "inside"),
            ("1.13.0", ">= 1.6, < 1.13", false, "the end is outside"),
            (
                "1.12.6-dev",
                ">= 1.12.6",
                true,
                "a development version has what the release has",
            ),
            ("0.12.31", ">= 1.6", false, "before"),
            ("1.6.0", "1.6", true, "a version alone is that one"),
            ("1.7.0", "1.6", false, "and no later one"),
            ("1.7.0", "= 1.6", false, "with its sign too"),
            ("1.15.0", "~> 1.13", true, "the last number may grow"),
            ("1.14.0", "~> 1.13.0", false, "and no other"),
            ("1.8.1", ">= 1.8, != 1.8.1", false, "all but one"),
        ] {
            assert_eq!(
                version(text).matches(&EngineRange::parse(range).unwrap()),
                matches,
                "{why}"
            );
        }
        for text in ["", "1.12", "v1.12.6", "latest"] {
            assert_eq!(EngineVersion::parse(text), None, "{text}");
        }
        for text in [
            "newest",
            "",
            ">= 1.x",
            "^1.6",
            "1.*",
            ">= 1.8 < 1.13",
            ">= 1.8.0-beta1",
            "=> 1.8",
        ] {
            assert_eq!(EngineRange::parse(text), None, "{text}");
        }
    }
}
