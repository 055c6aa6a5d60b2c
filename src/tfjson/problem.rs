//! What is wrong with a module, and what the engine makes of it.

mod lint;
mod made;
mod words;

use self::words::{names, takes};
use super::engine::{Flavor, Version};
use super::type_constraint::TypeError;
use crate::hcljson::template::TemplateErrorKind;
use crate::hcljson::{StructureErrorKind, SyntaxErrorKind};
use crate::source::Span;

/// Something that is wrong with a module.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Problem {
    /// What it is; its words say what is wrong.
    pub kind: ProblemKind,
    /// Number of the file in [`Directory::files`](super::Directory::files).
    pub file: usize,
    /// Where it stands in that file, in bytes; empty at 0 when it is about all of it.
    pub span: Span,
    /// Whether the engine refuses the module for it.
    pub engine_rejects: bool,
}

/// The kinds of [`Problem`].
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
#[non_exhaustive]
pub enum ProblemKind {
    /// The text is no JSON.
    #[error("{0}")]
    Syntax(SyntaxErrorKind),
    /// The outermost value is neither object nor array of objects.
    #[error("a configuration is an object whose properties are its blocks")]
    RootShape,
    /// The outermost value is an array.
    #[error("a configuration should be one object: other tools read only the first element of an array")]
    RootArray,
    /// A file that cannot be read.
    #[error("the file cannot be read")]
    Unreadable,
    /// A file in the native syntax that could not be read; what it declares is unknown.
    #[error("the file in the native syntax could not be read; what it declares is not known")]
    NativeSyntax,
    /// A file in the native syntax that nobody can read: what is wrong there.
    #[error("this file in the native syntax cannot be read: {0}; what it declares is not known")]
    NativeFault(&'static str),
    /// A module of which a file in the native syntax cannot be read: the file, the line, and what is wrong there.
    #[error("the module cannot be read: {0}, line {1}: {2}")]
    BrokenModule(String, usize, &'static str),
    /// Blocks and arguments.
    #[error("{0}")]
    Structure(StructureErrorKind),
    /// A name twice, where all names are arguments.
    #[error("\"{0}\" is set a second time")]
    DynamicTwice(String),
    /// A string is no template.
    #[error("{0}")]
    Template(TemplateErrorKind),
    /// A value that must be a reference, and is none.
    #[error("{wanted} is needed here{}", if *templated { ", without ${ and }" } else { "" })]
    NotReference {
        /// What must stand there.
        wanted: &'static str,
        /// Whether it is a template.
        templated: bool,
    },
    /// A value that must be a list of references.
    #[error("a list is needed here")]
    NotList,
    /// A value that must be an object.
    #[error("an object is needed here, whose names and values are references to providers")]
    NotProviderMap,
    /// A value that must be a reference to a provider configuration.
    #[error("a provider is named as \"name\" or \"name.alias\"{}", if *templated { ", without ${ and }" } else { "" })]
    ProviderReference {
        /// Whether it is a template.
        templated: bool,
    },
    /// A literal of another type.
    #[error("a literal {0} is needed here; templates are not evaluated")]
    LiteralType(&'static str),
    /// A value of another type.
    #[error("the value must be {0}")]
    ValueType(&'static str),
    /// A word that is none of those allowed.
    #[error("one of these words is needed here: {}", allowed.replace(' ', ", "))]
    Keyword {
        /// The words.
        allowed: &'static str,
    },
    /// No type constraint.
    #[error("{0}")]
    Type(TypeError),
    /// A default that does not fit its type.
    #[error("the default value does not fit the type of the variable")]
    DefaultMismatch,
    /// A default of `null` where that is not allowed.
    #[error("the default value is null, which nullable = false does not allow")]
    NullDefault,
    /// A name that is none of the language.
    #[error("a name begins with a letter or _, followed by letters, digits, _ and -")]
    Identifier,
    /// A name that no provider has.
    #[error("the name of a provider has lower case letters and digits, with single dashes between them")]
    ProviderName,
    /// A type that begins with no name of a provider, where none is given.
    #[error(
        "a type begins with the name of its provider, which has letters and digits, with single dashes between them"
    )]
    ImpliedProvider,
    /// A name that is reserved.
    #[error("the name \"{0}\" is reserved")]
    ReservedName(String),
    /// A second declaration.
    #[error("{what} is declared a second time")]
    Duplicate {
        /// What.
        what: String,
    },
    /// Both at once.
    #[error("a module has either a backend or a cloud block")]
    BackendAndCloud,
    /// A block or argument that this engine or version does not know.
    #[error("{flavor} {} \"{name}\"", since.map_or("does not know".to_owned(), |since| format!("knows only since {since}")))]
    UnknownToEngine {
        /// Its name.
        name: String,
        /// The engine.
        flavor: Flavor,
        /// Since which version it does, if any.
        since: Option<Version>,
    },
    /// A name that is kept for later.
    #[error("\"{0}\" is reserved and may not be used here")]
    ReservedArgument(String),
    /// A block at the wrong place.
    #[error("\"{0}\" does not belong here")]
    Misplaced(String),
    /// A reference to something that is not declared.
    #[error("{what} is not declared{}", suggestion.as_ref().map_or(String::new(), |name| format!("; did you mean {name}?")))]
    Undeclared {
        /// What is referred to.
        what: String,
        /// Something declared that is like it.
        suggestion: Option<String>,
    },
    /// A method or a key provider of encryption that the module does not declare; the engine reads further ones from
    /// the environment.
    #[error("{0} is not declared, and can only be there if TF_ENCRYPTION declares it")]
    UndeclaredEncryption(String),
    /// A name of the language without what must follow it.
    #[error("\"{0}\" needs a name after it")]
    IncompleteReference(String),
    /// `each` or `count` without its argument.
    #[error("\"{0}\" has a value only in a block with {argument}", argument = if .0 == "each" { "for_each" } else { "count" })]
    NotRepeated(String),
    /// `self` where no object is.
    #[error("\"self\" has a value only in provisioners, connections and postconditions")]
    SelfOutside,
    /// A reference where evaluation is too early for it.
    #[error("only variables, locals and path have values here")]
    EarlyReference,
    /// A function that the engine does not have.
    #[error("there is no function {name}{}", suggestion.map_or(String::new(), |name| format!("; did you mean {name}?")))]
    UnknownFunction {
        /// Its name.
        name: String,
        /// A function that is like it.
        suggestion: Option<&'static str>,
    },
    /// A call with a number of arguments that the function does not take.
    #[error("{name} takes {}, but gets {given}", takes(*least, *most))]
    Arity {
        /// Its name.
        name: String,
        /// How many it needs.
        least: usize,
        /// How many it takes at most, if there is such a number.
        most: Option<usize>,
        /// How many there are.
        given: usize,
    },
    /// A function of a provider that the module does not require.
    #[error("a function of the provider {0}, which required_providers of this module does not name")]
    UnrequiredProvider(String),
    /// `each`, `count`, `path` or `terraform` with something else behind it than they have.
    #[error("{0} has no {1}")]
    UnknownName(String, String),
    /// A resource with instances, of which none is chosen.
    #[error("{0} has count or for_each: choose an instance with [\u{2026}], or all with [*]")]
    MissingInstanceKey(String),
    /// A resource without instances, of which one is chosen.
    #[error("{0} has neither count nor for_each, so it has no instances to choose from")]
    UnexpectedInstanceKey(String),
    /// An instance behind which stands another index.
    #[error("an instance of {0} is followed by a dot and the name of an attribute")]
    IndexOfInstance(String),
    /// A configuration of a provider, and whether it has instances, of which one must be chosen then.
    #[error("provider.{name} has {}", if *repeated { "for_each: choose one of its instances with [\u{2026}]" } else { "no for_each, so it has no instances to choose from" })]
    ProviderInstance {
        /// Its name and alias.
        name: String,
        /// Whether it has instances.
        repeated: bool,
    },
    /// A variable that is not evaluated early.
    #[error("var.{name} has {}, so it has no value here", if *says { "\"const\": false" } else { "no \"const\": true" })]
    NotConstant {
        /// Its name.
        name: String,
        /// Whether it says so: to Terraform none is constant that does not say that it is.
        says: bool,
    },
    /// A variable that is constant and something that no constant can be.
    #[error("what is constant cannot also be {0}")]
    ConstantAndOther(&'static str),
    /// A key provider or a method of encryption that cannot be set up.
    #[error("{0}")]
    Encryption(&'static str),
    /// An event that triggers twice, an action that does, or none at all.
    #[error("{0}")]
    Trigger(&'static str),
    /// What is evaluated early, and what it needs.
    #[error("{0} is needed before {1} has a value")]
    NeededEarly(String, String),
    /// An instance that the keys of `for_each` do not name.
    #[error("{0} has no instance \"{1}\"")]
    NoSuchInstance(String, String),
    /// Things that need each other; which, and where each says so.
    #[error("these depend on each other in a circle: {0}")]
    Cycle(String),
    /// A module that calls itself, by way of others too; by which calls.
    #[error("the module calls itself without end: {0}")]
    ModuleCircle(String),
    /// A block that refers to itself.
    #[error("a block cannot refer to itself")]
    SelfReference,
    /// A provisioner for destruction that refers to something else.
    #[error("what runs when a resource is destroyed may refer only to self, count.index and each.key")]
    DestroyReference,
    /// Arguments of which one must be set.
    #[error("exactly one of these is needed: {0}")]
    ExactlyOne(&'static str),
    /// A validation that does not look at its variable.
    #[error("the condition must refer to var.{0}")]
    ValidationOfOther(String),
    /// A version for a module that is none of a registry.
    #[error("only modules from a registry have versions")]
    VersionOfLocalModule,
    /// `from` and `to` are the same.
    #[error("nothing is moved: both addresses are the same")]
    MoveToItself,
    /// Moves that lead back to where they began.
    #[error("these moves go in a circle: {0}")]
    MoveCircle(String),
    /// What is moved away or removed is declared.
    #[error("{0} is still declared here")]
    StillDeclared(String),
    /// `depends_on` goes into what it names.
    #[error("depends_on names whole resources and modules, not their attributes")]
    DependsOnAttribute,
    /// An output that the module does not have.
    #[error("the module has no output \"{0}\"")]
    UnknownOutput(String),
    /// An entry of `required_providers`.
    #[error("a required provider is an object of source, version and configuration_aliases, all strings")]
    RequiredProvider,
    /// `check` without `assert`.
    #[error("a check needs at least one assert block")]
    NoAssert,
    /// `["*"]`.
    #[error("to ignore all changes write \"all\", without a list")]
    IgnoreStar,
    /// An attribute that the resource does not have.
    #[error("the resource has no attribute \"{0}\"")]
    UnknownAttribute(String),
    /// A type that the engines would have to bring along, and do not.
    #[error("there is no {what} \"{name}\"{}", suggestion.map_or(String::new(), |name| format!("; did you mean \"{name}\"?")))]
    UnknownType {
        /// What is of the type.
        what: &'static str,
        /// The type.
        name: String,
        /// A type that is like it.
        suggestion: Option<&'static str>,
    },
    /// A data source that a check declares for itself.
    #[error("{0} belongs to a check, and nothing outside of that check may refer to it")]
    ScopedData(String),
    /// All instances by number of what has them by key.
    #[error("{0} has for_each, so [*] does not go through its instances: values({0})[*] does")]
    SplatOfMap(String),
    /// A part that a value does not have, as it stands in the module.
    #[error("{0} has no \"{1}\"")]
    NoSuchPart(String, String),
    /// A part of a value that has none.
    #[error("{0} is {1}, which has no parts to choose from")]
    NoParts(String, &'static str),
    /// A value with parts in a text.
    #[error("{0} is {1}, which cannot be converted to a string")]
    NotText(String, &'static str),
    /// An override of nothing.
    #[error("nothing is declared that this overrides")]
    OverrideNoBase,
    /// A block or argument that may not be overridden.
    #[error("\"{0}\" is not allowed in an override file")]
    OverrideForbidden(String),
    /// An argument that merging loses.
    #[error("\"{0}\" in an override file has no effect: merging silently drops it")]
    OverrideLost(String),
    /// A source that is none.
    #[error("this is not a module source")]
    ModuleSource,
    /// A source that does not exist.
    #[error("the folder of the module does not exist")]
    ModuleNotFound,
    /// An argument that the module has no variable for.
    #[error("the module has no variable \"{0}\"")]
    ModuleInputUnknown(String),
    /// A variable without a value.
    #[error("the module needs a value for its variable \"{0}\"")]
    ModuleInputMissing(String),
    /// A variable whose value stands in an override file alone.
    #[error("only an override file gives a value to \"{0}\", and such a file only replaces what the call itself gives")]
    ModuleInputOverrideOnly(String),
    /// An import in a module that is called.
    #[error("the module has import blocks, which are allowed only in root modules")]
    ImportInCalled,
    /// A module that configures providers, and is repeated or waits.
    #[error("the module configures providers itself, so its call may have none of count, for_each and depends_on")]
    ConfiguredModule,
    /// A configuration that is handed to a module which has one.
    #[error("the module configures the provider {0} itself, so none can be passed to it")]
    ConfiguredProvider(String),
    /// A configuration that a module expects.
    #[error("the module expects the provider configuration {0}, and \"providers\" of the call does not name it")]
    ProviderNotHanded(String),
    /// A configuration that a module neither expects nor names.
    #[error(
        "the module has no provider configuration {0}: configuration_aliases of its required_providers does not list it"
    )]
    ProviderNotExpected(String),
    /// A constant, or what a function or an operator makes, where another type is needed.
    #[error("{0} is needed here, and this value cannot be converted to one")]
    Operand(&'static str),
    /// A constant of the right type that the function of which it is an argument does nothing with.
    #[error("{0} is needed here, and this is none")]
    Misfit(&'static str),
    /// A call with locals, as it is written, and where its arguments stand: what it is told when the locals are known.
    #[error("the call has a local in it")]
    OpenCall(String, Vec<Span>),
    /// Results of a conditional that have no type in common.
    #[error("the two results of this conditional have no type in common")]
    ResultTypes,
    /// A `for` that makes an object, with two elements of one key.
    #[error("two elements of this \"for\" have the same key; with ... behind the value, they become a list")]
    KeyTwice,
    /// A reference to what is of another type than is needed.
    #[error("{2} is needed here, and {0} is {1}")]
    OperandType(String, &'static str, &'static str),
    /// A key that no instance has.
    #[error("the key of an instance is a string or a whole number")]
    InstanceKey,
    /// Null for a variable that takes none and has no default.
    #[error("the module's variable \"{0}\" is never null, and has no default")]
    NullInput(String),
    /// A constant that is to be gone after the run.
    #[error("the value of an ephemeral output must be ephemeral, too")]
    ConstantEphemeral,
    /// An import to what is not declared, where engines write no configuration for it.
    #[error("what this is imported to is not declared")]
    ImportToNothing,
    /// A configuration of another provider than the module has by that name.
    #[error("in the module, {0} is a different provider from the one whose configuration is passed to it")]
    ProviderMismatch(String),
    /// No version constraint.
    #[error("this is not a version constraint")]
    BadVersion,
    /// A version constraint for engines and modules alone.
    #[error("provider versions have at most three numbers, and no leading v")]
    VersionOfNoProvider,
    /// A version for a provider that is part of the engine.
    #[error("the provider is part of the engine, and has no version of its own")]
    VersionOfBuiltIn,
    /// A constraint on the engine with a prerelease in it (O1.11, T1.11).
    #[error("a constraint on the version of the engine has no prerelease")]
    VersionPrerelease,
    /// A constraint that the engine does not satisfy.
    #[error("{flavor} {version} does not satisfy this constraint")]
    VersionUnsatisfied {
        /// The engine.
        flavor: Flavor,
        /// Its version.
        version: Version,
    },
    /// A constraint that older versions of the engine satisfy alone.
    #[error("{flavor} {version} does not satisfy this constraint, which asks for an older one")]
    VersionPast {
        /// The engine.
        flavor: Flavor,
        /// The newest version that is known.
        version: Version,
    },
    /// A constraint that only newer versions of the engine satisfy than the newest that is known.
    #[error("{flavor} {version} is the newest known here, and this asks for a newer one: judged as {version} reads it")]
    VersionToCome {
        /// The engine.
        flavor: Flavor,
        /// The newest version that is known.
        version: Version,
    },
    /// A constraint that is not read.
    #[error("OpenTofu reads required_version only in .tofu and .tofu.json files")]
    VersionIgnored,
    /// `version` of a provider block.
    #[error("the version of a provider belongs in required_providers")]
    ProviderVersion,
    /// No address that something can be moved from or to.
    #[error("the address of a resource or module is needed here")]
    MoveAddress,
    /// A condition that is always the same.
    #[error("the condition refers to nothing, so it is always the same; references are written between ${{ and }}")]
    ConstantCondition,
    /// `count` and `for_each`.
    #[error("a block has either count or for_each")]
    CountAndForEach,
    /// `lifecycle.enabled` beside `count` or `for_each`.
    #[error("a block has either lifecycle.enabled or one of count and for_each")]
    EnabledAndRepeated,
    /// An id that is none.
    #[error("an import needs the id of an existing object, and this one is {0}")]
    ImportId(&'static str),
    /// A key in `to` of an import that is computed.
    #[error("the key of an imported instance is a constant, each.key or each.value")]
    ImportKey,
    /// `provider` in an import of a resource that is there.
    #[error("the resource names its provider itself; an import names one only where it makes the resource")]
    ImportProvider,
    /// A data source in `import`.
    #[error("only resources can be imported, not data sources")]
    ImportOfData,
    /// A provisioner in `removed` that does not run on destruction.
    #[error("a provisioner in a removed block must have \"when\": \"destroy\"")]
    RemovedProvisionerTime,
    /// A provisioner for a module in `removed`.
    #[error("only a removed resource may have provisioners, not a removed module")]
    RemovedProvisionerOfModule,
    /// `experiments`.
    #[error("no release of Terraform allows experiments, and each refuses a module that names any")]
    Experiments,
    /// `id` and `identity`, or neither.
    #[error("an import has either id or identity")]
    ImportIdentity,
    /// Blocks made by repetition that are not written as such.
    #[error("a dynamic block {0}")]
    DynamicShape(&'static str),
    /// Arguments one level too deep.
    #[error("a {0} block takes no further label: its arguments are one level too deep")]
    ExtraLabel(String),
    /// `"//"` where names of blocks stand.
    #[error("\"//\" is the name of a block here, not a comment: comments go inside blocks")]
    CommentAsLabel,
    /// `"//"` where references to providers, or arguments of a required provider stand.
    #[error("\"//\" is not a comment here: every name is read, and this one is refused")]
    CommentAsName,
    /// A block of which there is one at most.
    #[error("the {0} block appears twice")]
    BlockRepeated(String),
    /// `required_providers` twice in a module.
    #[error("required_providers appears twice in this module")]
    RequiredProvidersTwice,
    /// A list in `for_each`.
    #[error("for_each does not accept a list: an object, a map or a set of strings is needed here")]
    ForEachList,
    /// A list in `for_each` that does not stand there itself.
    #[error("for_each does not accept a list, and this is one: an object, a map or a set of strings is needed here")]
    ForEachOfList,
    /// Something else in `for_each`.
    #[error("for_each takes an object, a map or a set of strings, and this is {0}")]
    ForEachType(&'static str),
    /// Something else than a number in `count`.
    #[error("count takes a whole number, and this is {0}")]
    CountType(&'static str),
    /// An argument of a module call that does not convert to the type of its variable.
    #[error("the value does not fit the type that the module declares for its variable \"{0}\"")]
    ModuleInputType(String),
    /// An object that lacks members which the type of its attribute has.
    #[error(
        "this object lacks {}{}: in JSON the attribute is a value, and null stands for what is not set",
        names(missing),
        if unknown.is_empty() { String::new() } else { format!(", and has {} that the type does not", names(unknown)) }
    )]
    MembersMissing {
        /// Their names, in the schema's order.
        missing: Vec<String>,
        /// Names that it has and the type does not, which the engines drop without a word.
        unknown: Vec<String>,
    },
    /// An object for an attribute that takes many.
    #[error("the attribute takes a list of objects, even for a single one")]
    ObjectForList {
        /// Whether it may be one of those, as far as its names tell.
        is_one: bool,
    },
    /// An output of a root module that shows what is sensitive.
    #[error("{0} is sensitive, and an output of a root module that shows it must be sensitive, too")]
    SensitiveOutput(String),
    /// An ephemeral value, and what cannot take one.
    #[error("{name} is ephemeral, and {place}")]
    EphemeralValue {
        /// What is ephemeral.
        name: String,
        /// What is said of the place.
        place: &'static str,
    },
    /// A sensitive value, and what shows it.
    #[error("{name} is sensitive, and {place}")]
    SensitiveValue {
        /// What is sensitive.
        name: String,
        /// What is said of the place.
        place: &'static str,
    },
    /// A sensitive value in `for_each`.
    #[error("{0} is sensitive, and the keys of for_each are shown wherever instances are")]
    SensitiveForEach(String),
    /// An output of a root module that is deprecated.
    #[error("a root module cannot have deprecated outputs: there is no caller to warn")]
    DeprecatedOutput,
    /// A value that does not fit the type that the output says.
    #[error("the value does not fit the type of the output")]
    OutputType,
    /// An import that is repeated for what it imports.
    #[error("what is imported cannot say how often it is imported")]
    ImportOfItself,
    /// An output of a root module that is ephemeral.
    #[error("a root module cannot have ephemeral outputs: there is no caller to take them")]
    EphemeralOutput,
    /// The source of a provider.
    #[error("the source of a provider is namespace/name, or hostname/namespace/name")]
    ProviderSource,
    /// `null` where it does not mean that an argument is absent.
    #[error("\"{0}\" may not be null")]
    NullArgument(String),
    /// `all` in the list of `ignore_changes`.
    #[error("in a list, \"all\" is the name of an attribute, which no resource has")]
    IgnoreAllInList,
    /// `ignore_changes` with the resource's own address.
    #[error("ignore_changes names attributes of the resource itself, without its address")]
    IgnoreAbsolute,
    /// A provisioner that is no more.
    #[error("the engines no longer have the provisioner \"{0}\"")]
    RemovedProvisioner(String),
    /// A marker that is meant for another program.
    #[error("this is not an expression; a marker for another program is written $${{ or %%{{")]
    ForeignMarker,
}

impl ProblemKind {
    /// Whether a value that is computed is wrong, in whatever place it stands.
    pub(super) const fn is_of_expression(&self) -> bool {
        matches!(
            self,
            Self::UnknownFunction { .. }
                | Self::Arity { .. }
                | Self::Operand(_)
                | Self::Misfit(_)
                | Self::OpenCall(..)
                | Self::ResultTypes
                | Self::KeyTwice
                | Self::NoSuchPart(..)
                | Self::NoParts(..)
        )
    }

    /// What is wrong, in words that quote no name of an element: of what is sensitive those are too.
    #[must_use]
    pub(crate) fn words_without_names(&self) -> String {
        match self {
            Self::Structure(StructureErrorKind::NameTwice { .. }) => "a name appears twice in this object".to_owned(),
            _ => self.to_string(),
        }
    }
}
