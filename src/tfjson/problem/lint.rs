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
            Self::Syntax(kind) => lint_of_syntax(*kind),
            Self::RootShape => "root-shape",
            Self::RootArray => "root-array",
            Self::Unreadable => "unreadable-config",
            Self::NativeSyntax => "native-syntax",
            Self::NativeFault(..) | Self::BrokenModule(..) => "broken-native-file",
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
            | Self::Encryption(_)
            | Self::OutputType
            | Self::ForEachType(_)
            | Self::Operand(_)
            | Self::Misfit(_)
            | Self::OpenCall(..)
            | Self::ResultTypes
            | Self::OperandType(..)
            | Self::CountType(_)
            | Self::EphemeralValue { .. }
            | Self::SensitiveForEach(_)
            | Self::SensitiveValue { .. }
            | Self::NotText(..) => "argument-type",
            Self::Keyword { .. } => "keyword-value",
            Self::Type(_) => "type-constraint",
            Self::DefaultMismatch | Self::NullDefault => "default-type-mismatch",
            Self::Identifier | Self::ProviderName | Self::ImpliedProvider => "bad-identifier",
            Self::ReservedName(_) => "variable-reserved-name",
            Self::Duplicate { .. } => "duplicate-declaration",
            Self::BackendAndCloud => "backend-and-cloud",
            Self::UnknownToEngine { .. } | Self::Experiments => "wrong-flavor-block",
            Self::ReservedArgument(_) => "reserved-argument",
            Self::Misplaced(_) | Self::ImportInCalled | Self::ConfiguredModule | Self::ConfiguredProvider(_) => {
                "misplaced-block"
            }
            Self::Undeclared { .. }
            | Self::UndeclaredEncryption(_)
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
            Self::UnknownFunction { .. } => "unknown-function",
            Self::Arity { .. } => "function-arguments",
            Self::UnrequiredProvider(_) => "unrequired-provider-function",
            Self::Cycle(_) | Self::ModuleCircle(_) => "dependency-cycle",
            Self::SelfReference | Self::ImportOfItself => "self-reference",
            Self::DestroyReference => "destroy-provisioner-refs",
            Self::ExactlyOne(_) | Self::RemovedProvisionerTime | Self::RemovedProvisionerOfModule => {
                "provisioner-shape"
            }
            Self::UnknownOutput(_) => "module-unknown-output",
            Self::ModuleSource | Self::VersionOfLocalModule => "module-source",
            Self::ModuleNotFound => "module-not-found",
            Self::ModuleInputUnknown(_) | Self::ProviderNotExpected(_) => "module-unknown-input",
            Self::ModuleInputMissing(_) | Self::ModuleInputOverrideOnly(_) | Self::ProviderNotHanded(_) => {
                "module-missing-input"
            }
            Self::ModuleInputType(_) | Self::ProviderMismatch(_) | Self::NullInput(_) => "module-input-type",
            Self::DependsOnAttribute => "depends-on-attribute",
            Self::EarlyReference | Self::NotConstant { .. } | Self::NeededEarly(..) => "static-context-reference",
            Self::RequiredProvider | Self::ProviderSource => "required-provider-shape",
            Self::RequiredProvidersTwice => "duplicate-required-providers",
            Self::IgnoreStar => "ignore-changes-star",
            Self::IgnoreAllInList => "ignore-changes-all-in-list",
            Self::IgnoreAbsolute => "ignore-changes-absolute",
            Self::KeyTwice => "duplicate-object-key",
            Self::UnknownType { .. } => "unknown-type",
            Self::UnknownAttribute(_) | Self::NoSuchPart(..) | Self::NoParts(..) => "unknown-attribute",
            Self::OverrideNoBase => "override-no-base",
            Self::OverrideForbidden(_) => "override-forbidden",
            Self::OverrideLost(_) => "override-ignored-part",
            Self::BadVersion
            | Self::VersionOfNoProvider
            | Self::VersionOfBuiltIn
            | Self::VersionPrerelease
            | Self::VersionUnsatisfied { .. }
            | Self::VersionPast { .. }
            | Self::VersionToCome { .. } => "required-version",
            Self::VersionIgnored => "required-version-ignored",
            Self::ProviderVersion => "provider-version-in-provider",
            Self::NoAssert => "check-without-assert",
            Self::ConstantCondition | Self::ValidationOfOther(_) => "constant-condition",
            Self::CountAndForEach | Self::EnabledAndRepeated => "count-and-for-each",
            Self::ForEachList | Self::ForEachOfList => "for-each-array",
            Self::ImportIdentity | Self::ImportId(_) | Self::ImportOfData | Self::ImportProvider => "import-identity",
            Self::CommentAsLabel => "comment-at-label-level",
            Self::CommentAsName => "comment-in-reference-map",
            Self::DynamicShape(_) => "dynamic-shape",
            Self::ExtraLabel(_) => "extra-label-level",
            Self::BlockRepeated(_) => "singleton-block-repeated",
            Self::MembersMissing { .. } => "attribute-as-block-incomplete",
            Self::ObjectForList { .. } => "attribute-as-block-object",
            Self::SensitiveOutput(_) | Self::EphemeralOutput | Self::DeprecatedOutput | Self::ConstantEphemeral => {
                "root-output"
            }
            Self::NullArgument(_) => "null-meta-argument",
            Self::RemovedProvisioner(_) => "removed-feature",
            Self::ForeignMarker => "unescaped-foreign-marker",
        }
    }
}

/// The id of the lint that speaks of a text that is not JSON.
const fn lint_of_syntax(kind: SyntaxErrorKind) -> &'static str {
    use SyntaxErrorKind as Y;
    match kind {
        Y::ByteOrderMark => "utf8-bom",
        Y::InvalidUtf8 | Y::LoneSurrogate => "non-utf8",
        Y::TooDeep => "deep-nesting",
        Y::NotJson | Y::Empty | Y::Utf16 => "not-json-content",
        _ => "malformed-json",
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
