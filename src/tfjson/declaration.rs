//! What a module declares, in JSON or in the native syntax.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use crate::source::Span;

/// A declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Declaration<'a> {
    /// Of what.
    pub kind: DeclarationKind,
    /// Its labels: name, or type and name; of a provider its name, and its alias if it has one.
    pub labels: Labels<'a>,
    /// Number of the file.
    pub file: usize,
    /// Where it is named. Several in one list are named at one place.
    pub span: Span,
    /// Where stands what it says; empty in the native syntax.
    pub body: Span,
    /// Number of the block in [`Module::blocks`](super::Module::blocks); `None` in the native syntax.
    pub block: Option<usize>,
    /// Whether it stands in an override file, and so changes a declaration and is none.
    pub overrides: bool,
    /// Of a variable, whether it has a default.
    pub has_default: bool,
    /// Of a resource or module, how many there may be.
    pub instances: Instances,
    /// What is known of a block in the native syntax beside its labels; `None` in JSON.
    pub(crate) written: Option<Box<NativeBlock>>,
}

/// What a block in the native syntax holds, as far as it is read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct NativeBlock {
    /// Names of its arguments and blocks; of those that are made by repetition the type that is made.
    pub names: BTreeSet<String>,
    /// Its `source`, where that is a text.
    pub source: Option<String>,
    /// Those of its arguments that are written `true`, and those that are written `false`.
    pub answers: BTreeMap<String, bool>,
}

/// The labels of a declaration, of which there are two at most: none of the language has more.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Labels<'a> {
    first: Option<Cow<'a, str>>,
    second: Option<Cow<'a, str>>,
}

impl<'a> Labels<'a> {
    /// In order; what follows the second is left out.
    pub fn new<L: Into<Cow<'a, str>>>(labels: impl IntoIterator<Item = L>) -> Self {
        let mut labels = labels.into_iter().map(Into::into);
        let (first, second) = (labels.next(), labels.next());
        Self { first, second }
    }

    /// In order.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        [&self.first, &self.second].into_iter().filter_map(Option::as_deref)
    }

    /// The first, if there is any.
    #[must_use]
    pub fn first(&self) -> Option<&str> {
        self.first.as_deref()
    }

    /// The second, if there is one.
    #[must_use]
    pub fn second(&self) -> Option<&str> {
        self.second.as_deref()
    }
}

/// With dots between them.
impl fmt::Display for Labels<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.first().unwrap_or_default())?;
        self.second().map_or(Ok(()), |second| write!(f, ".{second}"))
    }
}

/// How many instances a declaration may stand for. Of all that belongs to one thing the largest counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Instances {
    /// One: there is neither `count` nor `for_each`.
    #[default]
    One,
    /// As many as `count` or `for_each` says.
    Repeated,
    /// Not known: modules that the native syntax calls, and data sources of checks, which have none.
    Unknown,
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
    /// An action, which Terraform knows since 1.14.
    Action,
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
    /// What is no longer managed; its label is what it names.
    Removed,
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
            "action" => Self::Action,
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
            Self::Action => "action",
            Self::Provider => "provider",
            Self::Check => "check",
            Self::Backend => "terraform.backend",
            Self::Cloud => "terraform.cloud",
            Self::Encryption => "terraform.encryption",
            Self::RequiredProviders => "terraform.required_providers",
            Self::RequiredProvider => "required provider",
            Self::ProviderMeta => "provider_meta",
            Self::Removed => "removed",
        }
    }
}

/// The address in the module: `var.a`, `aws_vpc.main`, `provider.aws.west`.
impl fmt::Display for Declaration<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.prefix())?;
        if self.kind.is_single() {
            return Ok(());
        }
        if self.labels.first().is_some() && !self.kind.prefix().is_empty() {
            f.write_str(".")?;
        }
        self.labels.fmt(f)
    }
}
