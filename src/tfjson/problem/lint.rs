//! Which lint speaks of a problem.

use super::ProblemKind;
use crate::hcljson::template::TemplateErrorKind;
use crate::hcljson::{StructureErrorKind, SyntaxErrorKind};

impl ProblemKind {
    /// The id of the lint that speaks of it.
    #[must_use]
    #[expect(clippy::too_many_lines, reason = "a list of all kinds, which is read best as one")]
    pub const fn lint(&self) -> &'static str {
        match self {
            Self::Syntax(_)
            | Self::RootShape
            | Self::RootArray
            | Self::Unreadable
            | Self::NativeSyntax
            | Self::NativeFault(..)
            | Self::BrokenModule(..) => self.lint_of_file(),
            Self::Structure(kind) => lint_of_structure(kind),
            Self::DynamicTwice(_) => "duplicate-property",
            Self::Template(kind) => lint_of_template(*kind),
            Self::NotReference { templated: true, .. } | Self::ProviderReference { templated: true } => {
                "templated-reference"
            }
            Self::NotReference { .. }
            | Self::ProviderReference { .. }
            | Self::NotProviderMap
            | Self::MoveAddress
            | Self::ImportKey
            | Self::ImportToNothing
            | Self::InstanceKey
            | Self::StillDeclared(_)
            | Self::MoveCircle(_)
            | Self::MoveToItself => "bad-reference",
            Self::NotList => "string-where-list",
            Self::LiteralType(_)
            | Self::ValueType(_)
            | Self::ConstantAndOther(_)
            | Self::Trigger(_)
            | Self::OutputType
            | Self::ForEachType(_)
            | Self::Operand(_)
            | Self::ResultTypes
            | Self::OperandType(..)
            | Self::CountType(_)
            | Self::EphemeralValue { .. }
            | Self::SensitiveForEach(_)
            | Self::NotText(..) => "argument-type",
            Self::Keyword { .. } | Self::Type(_) | Self::DefaultMismatch | Self::NullDefault => self.lint_of_type(),
            Self::Identifier | Self::ReservedName(_) | Self::Duplicate { .. } | Self::BackendAndCloud => {
                self.lint_of_name()
            }
            Self::UnknownToEngine { .. } | Self::Experiments | Self::ReservedArgument(_) => self.lint_of_language(),
            Self::Misplaced(_) | Self::ImportInCalled | Self::ConfiguredModule | Self::ConfiguredProvider(_) => {
                "misplaced-block"
            }
            Self::Undeclared { .. }
            | Self::IncompleteReference(_)
            | Self::NotRepeated(_)
            | Self::SelfOutside
            | Self::UnknownName(..)
            | Self::MissingInstanceKey(_)
            | Self::ScopedData(_)
            | Self::SplatOfMap(_)
            | Self::NoSuchInstance(..)
            | Self::IndexOfInstance(_)
            | Self::ProviderInstance { .. }
            | Self::UnexpectedInstanceKey(_) => "undeclared-reference",
            Self::UnknownFunction { .. } | Self::Arity { .. } | Self::UnrequiredProvider(_) => self.lint_of_function(),
            Self::Cycle(_) | Self::ModuleCircle(_) | Self::SelfReference | Self::ImportOfItself => self.lint_of_cycle(),
            Self::DestroyReference => "destroy-provisioner-refs",
            Self::ExactlyOne(_) | Self::RemovedProvisionerTime | Self::RemovedProvisionerOfModule => {
                "provisioner-shape"
            }
            Self::UnknownOutput(_)
            | Self::ModuleSource
            | Self::VersionOfLocalModule
            | Self::ModuleNotFound
            | Self::ModuleInputUnknown(_)
            | Self::ModuleInputMissing(_)
            | Self::ModuleInputOverrideOnly(_)
            | Self::ProviderNotHanded(_)
            | Self::ProviderNotExpected(_)
            | Self::ProviderMismatch(_)
            | Self::NullInput(_)
            | Self::ModuleInputType(_) => self.lint_of_call(),
            Self::DependsOnAttribute => "depends-on-attribute",
            Self::EarlyReference | Self::NotConstant { .. } | Self::NeededEarly(..) => "static-context-reference",
            Self::RequiredProvider | Self::ProviderSource | Self::RequiredProvidersTwice => self.lint_of_requirement(),
            Self::IgnoreStar | Self::IgnoreAllInList | Self::IgnoreAbsolute => self.lint_of_ignored(),
            Self::KeyTwice => "duplicate-object-key",
            Self::UnknownType { .. } => "unknown-type",
            Self::UnknownAttribute(_) | Self::NoSuchPart(..) | Self::NoParts(..) => "unknown-attribute",
            Self::OverrideNoBase | Self::OverrideForbidden(_) | Self::OverrideLost(_) => self.lint_of_override(),
            Self::BadVersion
            | Self::VersionOfNoProvider
            | Self::VersionOfBuiltIn
            | Self::VersionUnsatisfied { .. }
            | Self::VersionPast { .. }
            | Self::VersionToCome { .. } => "required-version",
            Self::VersionIgnored | Self::ProviderVersion => self.lint_of_old_version(),
            Self::NoAssert | Self::ConstantCondition | Self::ValidationOfOther(_) => self.lint_of_condition(),
            Self::CountAndForEach | Self::EnabledAndRepeated | Self::ForEachList | Self::ForEachOfList => {
                self.lint_of_repetition()
            }
            Self::ImportIdentity | Self::ImportId(_) | Self::ImportOfData | Self::ImportProvider => "import-identity",
            Self::CommentAsLabel | Self::CommentAsName => self.lint_of_comment(),
            Self::DynamicShape(_) | Self::ExtraLabel(_) | Self::BlockRepeated(_) => self.lint_of_shape(),
            Self::MembersMissing { .. } | Self::ObjectForList { .. } => self.lint_of_block(),
            Self::SensitiveOutput(_) | Self::EphemeralOutput | Self::DeprecatedOutput | Self::ConstantEphemeral => {
                "root-output"
            }
            Self::NullArgument(_) => "null-meta-argument",
            Self::RemovedProvisioner(_) => "removed-feature",
            Self::ForeignMarker => "unescaped-foreign-marker",
        }
    }

    /// The id of the lint that speaks of `required_providers`.
    const fn lint_of_requirement(&self) -> &'static str {
        match self {
            Self::RequiredProvidersTwice => "duplicate-required-providers",
            _ => "required-provider-shape",
        }
    }

    /// The id of the lint that speaks of override files.
    const fn lint_of_override(&self) -> &'static str {
        match self {
            Self::OverrideNoBase => "override-no-base",
            Self::OverrideForbidden(_) => "override-forbidden",
            _ => "override-ignored-part",
        }
    }

    /// The id of the lint that speaks of a comment.
    const fn lint_of_comment(&self) -> &'static str {
        match self {
            Self::CommentAsLabel => "comment-at-label-level",
            _ => "comment-in-reference-map",
        }
    }

    /// The id of the lint that speaks of how often something is there.
    const fn lint_of_repetition(&self) -> &'static str {
        match self {
            Self::ForEachList | Self::ForEachOfList => "for-each-array",
            _ => "count-and-for-each",
        }
    }

    /// The id of the lint that speaks of a call of a function.
    const fn lint_of_function(&self) -> &'static str {
        match self {
            Self::UnknownFunction { .. } => "unknown-function",
            Self::Arity { .. } => "function-arguments",
            _ => "unrequired-provider-function",
        }
    }

    /// The id of the lint that speaks of the shape of a block.
    const fn lint_of_shape(&self) -> &'static str {
        match self {
            Self::DynamicShape(_) => "dynamic-shape",
            Self::ExtraLabel(_) => "extra-label-level",
            _ => "singleton-block-repeated",
        }
    }

    /// The id of the lint that speaks of what may be written as blocks, too.
    const fn lint_of_block(&self) -> &'static str {
        match self {
            Self::MembersMissing { .. } => "attribute-as-block-incomplete",
            _ => "attribute-as-block-object",
        }
    }

    /// The id of the lint that speaks of words and types, and of defaults that do not fit them.
    const fn lint_of_type(&self) -> &'static str {
        match self {
            Self::Keyword { .. } => "keyword-value",
            Self::Type(_) => "type-constraint",
            _ => "default-type-mismatch",
        }
    }

    /// The id of the lint that speaks of what the language has in other engines, or may have once.
    const fn lint_of_language(&self) -> &'static str {
        match self {
            Self::ReservedArgument(_) => "reserved-argument",
            _ => "wrong-flavor-block",
        }
    }

    /// The id of the lint that speaks of conditions.
    const fn lint_of_condition(&self) -> &'static str {
        match self {
            Self::NoAssert => "check-without-assert",
            _ => "constant-condition",
        }
    }

    /// The id of the lint that speaks of how something is called, and of what is there twice.
    const fn lint_of_name(&self) -> &'static str {
        match self {
            Self::Identifier => "bad-identifier",
            Self::ReservedName(_) => "variable-reserved-name",
            Self::Duplicate { .. } => "duplicate-declaration",
            _ => "backend-and-cloud",
        }
    }

    /// The id of the lint that speaks of what needs itself.
    const fn lint_of_cycle(&self) -> &'static str {
        match self {
            Self::Cycle(_) | Self::ModuleCircle(_) => "dependency-cycle",
            _ => "self-reference",
        }
    }

    /// The id of the lint that speaks of versions in places that were theirs once.
    const fn lint_of_old_version(&self) -> &'static str {
        match self {
            Self::ProviderVersion => "provider-version-in-provider",
            _ => "required-version-ignored",
        }
    }

    /// The id of the lint that speaks of `ignore_changes`.
    const fn lint_of_ignored(&self) -> &'static str {
        match self {
            Self::IgnoreStar => "ignore-changes-star",
            Self::IgnoreAllInList => "ignore-changes-all-in-list",
            _ => "ignore-changes-absolute",
        }
    }

    /// The id of the lint that speaks of a call of a module.
    const fn lint_of_call(&self) -> &'static str {
        match self {
            Self::UnknownOutput(_) => "module-unknown-output",
            Self::ModuleNotFound => "module-not-found",
            Self::ModuleInputUnknown(_) | Self::ProviderNotExpected(_) => "module-unknown-input",
            Self::ModuleInputMissing(_) | Self::ModuleInputOverrideOnly(_) | Self::ProviderNotHanded(_) => {
                "module-missing-input"
            }
            Self::ModuleInputType(_) | Self::ProviderMismatch(_) | Self::NullInput(_) => "module-input-type",
            _ => "module-source",
        }
    }

    /// The id of the lint that speaks of a file as a whole, or of its text.
    const fn lint_of_file(&self) -> &'static str {
        use SyntaxErrorKind as Y;
        match self {
            Self::Syntax(Y::ByteOrderMark) => "utf8-bom",
            Self::Syntax(Y::InvalidUtf8 | Y::LoneSurrogate) => "non-utf8",
            Self::Syntax(Y::TooDeep) => "deep-nesting",
            Self::Syntax(Y::NotJson | Y::Empty | Y::Utf16) => "not-json-content",
            Self::RootShape => "root-shape",
            Self::RootArray => "root-array",
            Self::Unreadable => "unreadable-config",
            Self::NativeSyntax => "native-syntax",
            Self::NativeFault(..) | Self::BrokenModule(..) => "broken-native-file",
            _ => "malformed-json",
        }
    }
}

/// The id of the lint that speaks of blocks and arguments.
const fn lint_of_structure(kind: &StructureErrorKind) -> &'static str {
    use StructureErrorKind as S;
    match kind {
        S::NotBody | S::NotBlock => "block-as-scalar",
        S::NotObject => "locals-not-object",
        S::NotLabels { .. } => "missing-label-level",
        S::MissingLabel { .. } => "empty-label-object",
        S::ArgumentTwice { .. } => "duplicate-property",
        S::MissingArgument { .. } => "missing-argument",
        S::Unsupported { .. } => "unknown-argument",
        S::NameTwice { .. } | S::NullName => "duplicate-object-key",
    }
}

/// The id of the lint that speaks of a template.
const fn lint_of_template(kind: TemplateErrorKind) -> &'static str {
    match kind {
        TemplateErrorKind::NestedMarker => "nested-marker",
        TemplateErrorKind::EscapedQuote => "escaped-quote-in-expression",
        TemplateErrorKind::NewlineInString => "newline-in-quoted-string",
        _ => "template-syntax",
    }
}
