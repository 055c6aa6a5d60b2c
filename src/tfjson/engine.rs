//! Which engine, in which version, reads a module, and what it makes of version constraints.

use std::fmt;

/// One of the two engines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Flavor {
    /// OpenTofu.
    OpenTofu,
    /// Terraform.
    Terraform,
}

/// An engine in some version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Engine {
    /// Which.
    pub flavor: Flavor,
    /// Its version.
    pub version: Version,
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
        version: Version::new(1, 11, 4),
    };

    /// Whether the engine is OpenTofu from a minor version of 1 on.
    #[must_use]
    pub fn is_tofu_since(self, minor: u32) -> bool {
        self.flavor == Flavor::OpenTofu && self.version >= Version::new(1, minor, 0)
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
    let mut all = true;
    for part in constraint.split(',') {
        let part = part.trim();
        let numbers = part.find(|first: char| first.is_ascii_digit() || first == 'v')?;
        let (operator, wanted) = part.split_at(numbers);
        let wanted = wanted.strip_prefix('v').unwrap_or(wanted);
        let (numbers, release) = match wanted.split_once(['-', '+']) {
            Some((numbers, _)) => (numbers, false),
            None => (wanted, true),
        };
        let wanted = Version::parse(numbers)?;
        all &= release
            && match operator.trim() {
                "" | "=" => version == wanted,
                "!=" => version != wanted,
                ">" => version > wanted,
                ">=" => version >= wanted,
                "<" => version < wanted,
                "<=" => version <= wanted,
                "~>" => {
                    // All numbers but the last stay as they are.
                    let fixed = numbers.matches('.').count().max(1);
                    version >= wanted
                        && version
                            .0
                            .iter()
                            .zip(&wanted.0)
                            .take(fixed)
                            .all(|(is, wants)| is == wants)
                }
                _ => return None,
            };
    }
    Some(all)
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
        ] {
            assert_eq!(satisfies(version, constraint), expected, "{why}");
        }
    }
}
