//! Which engine, in which version, reads a module, and what it makes of version constraints.

use std::fmt;

use crate::tofu::Constraint;
pub use crate::tofu::Flavor;

/// An engine in some version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Engine {
    /// Which.
    pub flavor: Flavor,
    /// Its version.
    pub version: Version,
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.flavor, self.version)
    }
}

/// Three numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Version([u32; 3]);

impl Engine {
    /// The newest OpenTofu whose behaviour is known.
    pub const OPENTOFU: Self = Self {
        flavor: Flavor::OpenTofu,
        version: Version::new(1, 12, 6),
    };
    /// The newest Terraform whose behaviour is known.
    pub const TERRAFORM: Self = Self {
        flavor: Flavor::Terraform,
        version: Version::new(1, 15, 9),
    };

    /// Whether the engine is OpenTofu from a minor version of 1 on.
    #[must_use]
    pub fn is_tofu_since(self, minor: u32) -> bool {
        self.flavor == Flavor::OpenTofu && self.version >= Version::new(1, minor, 0)
    }

    /// Whether the engine is Terraform from a minor version of 1 on.
    #[must_use]
    pub fn is_terraform_since(self, minor: u32) -> bool {
        self.flavor == Flavor::Terraform && self.version >= Version::new(1, minor, 0)
    }

    /// Whether the engine evaluates sources and versions of modules, instead of taking them literally.
    #[must_use]
    pub fn evaluates_sources(self) -> bool {
        self.is_tofu_since(8) || self.is_terraform_since(15)
    }

    /// The answer to a question about the engine, which depends on nothing else about it, and whether those of the
    /// newest versions of both engines differ.
    pub(super) fn answer<T: PartialEq>(self, question: impl Fn(Self) -> T) -> (T, bool) {
        let (tofu, terraform) = (question(Self::OPENTOFU), question(Self::TERRAFORM));
        let differs = tofu != terraform;
        let answer = match self {
            Self::OPENTOFU => tofu,
            Self::TERRAFORM => terraform,
            older => question(older),
        };
        (answer, differs)
    }
}

impl Version {
    /// The version of three numbers.
    #[must_use]
    pub const fn new(major: u32, minor: u32, patch: u32) -> Self {
        Self([major, minor, patch])
    }

    /// One to three numbers with dots between them; what is absent is 0.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let mut numbers = [0; 3];
        let mut parts = text.split('.');
        for (number, part) in numbers.iter_mut().zip(&mut parts) {
            *number = part.parse().ok()?;
        }
        parts.next().is_none().then_some(Self(numbers))
    }

    fn numbers(self) -> [u64; 3] {
        self.0.map(u64::from)
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [major, minor, patch] = self.0;
        write!(f, "{major}.{minor}.{patch}")
    }
}

/// Whether a version satisfies a constraint as `>= 1.2, < 2`; `None` when the text is no constraint.
///
/// Pre-releases are read and never satisfied.
#[must_use]
pub(crate) fn satisfies(version: Version, constraint: &str) -> Option<bool> {
    Constraint::parse(constraint).map(|constraint| constraint.is_met_by(version.numbers()))
}

/// Whether a part of a constraint asks for a pre-release, which stands behind a dash and before what was built.
#[must_use]
pub(super) fn has_prerelease(constraint: &str) -> bool {
    let mut numbers = constraint.split(',').filter_map(|part| part.split('+').next());
    numbers.any(|numbers| numbers.contains('-'))
}

/// Whether a newer version than this satisfies a constraint.
#[must_use]
pub(crate) fn newer_satisfies(version: Version, constraint: &str) -> bool {
    one_satisfies(constraint, |other| other > version)
}

/// Whether an older version than this satisfies a constraint.
#[must_use]
pub(crate) fn older_satisfies(version: Version, constraint: &str) -> bool {
    one_satisfies(constraint, |other| other < version)
}

/// Whether one of the versions around those that a constraint names satisfies it.
fn one_satisfies(constraint: &str, is_asked: impl Fn(Version) -> bool) -> bool {
    Constraint::parse(constraint)
        .is_some_and(|parts| around_named(constraint).any(|other| is_asked(other) && parts.is_met_by(other.numbers())))
}

/// The versions that a constraint names and their neighbours, at which it is seen what others satisfy it.
fn around_named(constraint: &str) -> impl Iterator<Item = Version> {
    let named = constraint.split(|other: char| !other.is_ascii_digit() && other != '.');
    named
        .filter_map(Version::parse)
        .flat_map(|Version([major, minor, patch])| {
            let neighbours = [
                [major, minor, patch],
                [major, minor, patch.saturating_add(1)],
                [major, minor, patch.saturating_sub(1)],
                [major, minor.saturating_sub(1), 0],
                [major.saturating_sub(1), 0, 0],
            ];
            neighbours.map(Version)
        })
}

/// Whether a constraint is one that versions of providers can be held against: these have three numbers at most, and no
/// `v` before them. `None` when the text is no constraint at all.
#[must_use]
pub(super) fn is_of_provider(constraint: &str) -> Option<bool> {
    satisfies(Version::default(), constraint)?;
    let fits = |part: &str| {
        let numbers = part.find(|first: char| first.is_ascii_digit() || first == 'v');
        let wanted = numbers.and_then(|numbers| part.get(numbers..)).unwrap_or_default();
        let numbers = wanted.split(['-', '+']).next().unwrap_or_default();
        !wanted.starts_with('v') && numbers.split('.').count() <= 3
    };
    Some(constraint.split(',').all(fits))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constraints_are_those_of_the_engines() {
        let version = Version::new(1, 12, 6);
        for (constraint, expected, why) in [
            (">= 1.0", Some(true), "at least"),
            (">=1.0, < 1.12", Some(false), "all parts must hold"),
            ("1", Some(false), "a version alone is that one"),
            ("~> 1.2", Some(true), "the last number may grow"),
            ("~> 1.11.0", Some(false), "only the last"),
            ("~> 1.12.0", Some(true), "as here"),
            ("!= 1.12.6", Some(false), "any but one"),
            (">= 1.0.0-beta1", Some(false), "pre-releases never"),
            ("${x}", None, "a template"),
            ("", None, "nothing"),
            ("=> 1", None, "no operator"),
            ("~> 0", Some(true), "one number may grow"),
            (">= 1.12.6.0", Some(true), "a fourth number"),
            ("> 1.12.6.0", Some(false), "which is 0 where there is none"),
            ("< 1.12.6.1", Some(true), "and less than 1"),
            ("~> 1.12.0.0", Some(false), "a fourth number cannot grow"),
            (">= 1.0+meta-a", Some(true), "what a build is called does not matter"),
            (">= 1.0-rc+meta", Some(false), "and a pre-release is one with it"),
            (">= 1.0+", None, "a build without a name"),
            (">= 99999999999999999999", None, "a number beyond 64 bits"),
        ] {
            assert_eq!(satisfies(version, constraint), expected, "{why}");
        }
    }

    #[test]
    fn parts_hold_together_as_they_do_one_by_one() {
        let parts = [
            "1",
            "!= 1.2",
            "!= 0.0.0",
            "> 1.2",
            "> 1.2.0.0",
            ">= 1.2.3",
            ">= 1.2.2.9",
            "< 2",
            "< 1.2.3.1",
            "<= 1.2.3",
            "<= 0",
            "~> 1",
            "~> 1.2",
            "~> 1.2.2",
            "~> 1.2.3.0",
            "~> 0.0",
            "> 1.2-rc",
            "1.2.3",
            "= 1.2.3.0",
            "!= 1.2.3.1",
        ];
        let versions = [
            [0, 0, 0],
            [0, 0, 1],
            [1, 0, 0],
            [1, 1, 9],
            [1, 2, 0],
            [1, 2, 2],
            [1, 2, 3],
            [1, 3, 0],
            [2, 0, 0],
            [u32::MAX; 3],
        ];
        for version in versions.map(Version) {
            for one in parts {
                for other in parts {
                    let both = satisfies(version, one).unwrap() && satisfies(version, other).unwrap();
                    let constraint = format!("{one}, {other}");
                    assert_eq!(satisfies(version, &constraint), Some(both), "{version}: {constraint}");
                }
            }
        }
    }

    #[test]
    fn newer_versions_are_told_from_none() {
        let version = Version::new(1, 15, 9);
        for (constraint, expected, why) in [
            (">= 1.16", true, "the next"),
            ("> 1.15.9", true, "any newer one"),
            ("1.15.10", true, "that one alone"),
            ("~> 1.16", true, "the last number may grow"),
            (">= 1.16, < 2", true, "up to another"),
            ("< 1.15.0", false, "older ones alone"),
            ("~> 1.14.0", false, "older ones alone"),
            (">= 1.16, < 1.15", false, "none at all"),
            (">= 1.16, != 1.16.0", true, "all but one"),
            (">= 2.0.0-beta1", false, "what comes before a release"),
            ("newest", false, "no constraint"),
        ] {
            assert_eq!(newer_satisfies(version, constraint), expected, "{constraint}: {why}");
        }
    }

    #[test]
    fn older_versions_are_told_from_none() {
        let version = Version::new(1, 15, 9);
        for (constraint, expected, why) in [
            ("~> 1.11.0", true, "a pinned minor version"),
            ("1.3.3", true, "that one alone"),
            ("< 1.15.0", true, "up to another"),
            ("< 1.0", true, "before the first"),
            (">= 1.5.7, < 1.6", true, "between two"),
            ("!= 1.15.9", true, "any but one"),
            (">= 1.16", false, "newer ones alone"),
            (">= 1.12, < 1.11", false, "none at all"),
            ("newest", false, "no constraint"),
        ] {
            assert_eq!(older_satisfies(version, constraint), expected, "{constraint}: {why}");
        }
    }
}
