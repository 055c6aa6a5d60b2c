//! The two engines.

use std::fmt;

/// One of the two engines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Flavor {
    /// OpenTofu.
    OpenTofu,
    /// Terraform.
    Terraform,
}

impl Flavor {
    /// Both.
    pub(crate) const ALL: [Self; 2] = [Self::OpenTofu, Self::Terraform];

    /// The word in reports and in `--engine`.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::OpenTofu => "opentofu",
            Self::Terraform => "terraform",
        }
    }

    /// The host of the registry that it takes providers and modules from where a source names none.
    #[must_use]
    pub fn registry(self) -> &'static str {
        match self {
            Self::OpenTofu => "registry.opentofu.org",
            Self::Terraform => "registry.terraform.io",
        }
    }
}

impl fmt::Display for Flavor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::OpenTofu => "OpenTofu",
            Self::Terraform => "Terraform",
        })
    }
}
