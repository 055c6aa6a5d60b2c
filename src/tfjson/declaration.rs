//! What a module declares, in JSON or in the native syntax.

use std::fmt;

use super::reference::{ResourceMode, Subject};
use crate::source::Span;

/// A declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Declaration {
    /// Of what.
    pub kind: DeclarationKind,
    /// Its labels: name, or type and name; of a provider its name, and its alias if it has one.
    pub labels: Vec<String>,
    /// Number of the file.
    pub file: usize,
    /// Where it is named.
    pub span: Span,
    /// Number of the block in [`Module::blocks`](super::Module::blocks); `None` in the native syntax.
    pub block: Option<usize>,
    /// Whether it stands in an override file, and so changes a declaration and is none.
    pub overrides: bool,
    /// Of a variable, whether it has a default.
    pub has_default: bool,
}

/// What can be declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum DeclarationKind {
    /// An input variable.
    Variable,
    /// A local value.
    Local,
    /// An output value.
    Output,
    /// A module call.
    Module,
    /// A managed resource.
    Resource,
    /// A data source.
    Data,
    /// An ephemeral resource.
    Ephemeral,
    /// A configuration of a provider.
    Provider,
    /// A check.
    Check,
    /// The backend.
    Backend,
    /// The cloud block.
    Cloud,
    /// The encryption block.
    Encryption,
    /// The block of required providers.
    RequiredProviders,
    /// One of them.
    RequiredProvider,
    /// Metadata for a provider.
    ProviderMeta,
}

impl DeclarationKind {
    /// What a top-level block declares by its labels.
    #[must_use]
    pub fn of_block(kind: &str) -> Option<Self> {
        Some(match kind {
            "variable" => Self::Variable,
            "output" => Self::Output,
            "module" => Self::Module,
            "resource" => Self::Resource,
            "data" => Self::Data,
            "ephemeral" => Self::Ephemeral,
            "provider" => Self::Provider,
            "check" => Self::Check,
            _ => return None,
        })
    }

    /// What a block inside `terraform` declares.
    #[must_use]
    pub fn of_setting(kind: &str) -> Option<Self> {
        Some(match kind {
            "backend" => Self::Backend,
            "cloud" => Self::Cloud,
            "encryption" => Self::Encryption,
            "required_providers" => Self::RequiredProviders,
            "provider_meta" => Self::ProviderMeta,
            _ => return None,
        })
    }

    /// Whether a module has one at most, whatever its labels are.
    #[must_use]
    pub const fn is_single(self) -> bool {
        matches!(
            self,
            Self::Backend | Self::Cloud | Self::Encryption | Self::RequiredProviders
        )
    }

    /// What stands before the labels in an address.
    pub(super) const fn prefix(self) -> &'static str {
        match self {
            Self::Variable => "var",
            Self::Local => "local",
            Self::Output => "output",
            Self::Module => "module",
            Self::Resource => "",
            Self::Data => "data",
            Self::Ephemeral => "ephemeral",
            Self::Provider => "provider",
            Self::Check => "check",
            Self::Backend => "terraform.backend",
            Self::Cloud => "terraform.cloud",
            Self::Encryption => "terraform.encryption",
            Self::RequiredProviders => "terraform.required_providers",
            Self::RequiredProvider => "required provider",
            Self::ProviderMeta => "provider_meta",
        }
    }
}

impl Declaration {
    /// Whether a reference is about it.
    #[must_use]
    pub fn is_subject(&self, subject: Subject<'_>) -> bool {
        let (kind, one, two) = match subject {
            Subject::Variable(name) => (DeclarationKind::Variable, name, None),
            Subject::Local(name) => (DeclarationKind::Local, name, None),
            Subject::Module(name, _) => (DeclarationKind::Module, name, None),
            Subject::Resource(ResourceMode::Managed, kind, name, _) => (DeclarationKind::Resource, kind, Some(name)),
            Subject::Resource(ResourceMode::Data, kind, name, _) => (DeclarationKind::Data, kind, Some(name)),
            Subject::Resource(ResourceMode::Ephemeral, kind, name, _) => (DeclarationKind::Ephemeral, kind, Some(name)),
            _ => return false,
        };
        self.kind == kind
            && self
                .labels
                .iter()
                .map(String::as_str)
                .eq(std::iter::once(one).chain(two))
    }
}

/// The address in the module: `var.a`, `aws_vpc.main`, `provider.aws.west`.
impl fmt::Display for Declaration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.prefix())?;
        if self.kind.is_single() {
            return Ok(());
        }
        for (index, label) in self.labels.iter().enumerate() {
            let dot = if index > 0 || !self.kind.prefix().is_empty() {
                "."
            } else {
                ""
            };
            write!(f, "{dot}{label}")?;
        }
        Ok(())
    }
}
