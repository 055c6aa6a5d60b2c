//! Blocks and arguments that are not written as the language wants them.
//!
//! What they say is found by `tfjson` and put into words by `rules::configuration`: each is a row, and its page.

use crate::lint::Level::{Allow, Error, Note, Warning};
use crate::lint::Rule;
use crate::rules::configuration::Family;

const FAMILY: Family = Family("json-shape");

pub(super) const ARGUMENT_TYPE: Rule = FAMILY.rule(
    "argument-type",
    Error,
    "a value has a type that the argument does not take",
);

pub(super) const ATTRIBUTE_AS_BLOCK_INCOMPLETE: Rule = FAMILY.rule(
    "attribute-as-block-incomplete",
    Error,
    "an object lacks members that its attribute has",
);

pub(super) const ATTRIBUTE_AS_BLOCK_OBJECT: Rule = FAMILY.rule(
    "attribute-as-block-object",
    Error,
    "an object stands where a provider takes a list of objects",
);

pub(super) const BACKEND_AND_CLOUD: Rule = FAMILY.rule(
    "backend-and-cloud",
    Error,
    "a module has both a backend and a cloud block",
);

pub(super) const BAD_IDENTIFIER: Rule =
    FAMILY.rule("bad-identifier", Error, "a name is not one that the language allows");

pub(super) const BLOCK_AS_SCALAR: Rule = FAMILY.rule(
    "block-as-scalar",
    Error,
    "a block is written as a string, number or boolean",
);

pub(super) const CHECK_WITHOUT_ASSERT: Rule =
    FAMILY.rule("check-without-assert", Error, "a check block asserts nothing");

pub(super) const COMMENT_AT_LABEL_LEVEL: Rule = FAMILY.rule(
    "comment-at-label-level",
    Error,
    "a comment stands where the labels of blocks stand",
);

pub(super) const COMMENT_IN_EXPRESSION: Rule =
    FAMILY.rule("comment-in-expression", Warning, "a comment is part of a value");

pub(super) const COUNT_AND_FOR_EACH: Rule =
    FAMILY.rule("count-and-for-each", Error, "a block has both count and for_each");

pub(super) const DEFAULT_TYPE_MISMATCH: Rule = FAMILY.rule(
    "default-type-mismatch",
    Error,
    "the default of a variable does not fit its type",
);

pub(super) const DUPLICATE_BLOCK_PROPERTY: Rule = FAMILY.rule(
    "duplicate-block-property",
    Warning,
    "blocks of one kind stand under two properties with the same name",
);

pub(super) const DUPLICATE_DECLARATION: Rule = FAMILY.rule(
    "duplicate-declaration",
    Error,
    "the same thing is declared twice in a module",
);

pub(super) const DUPLICATE_OBJECT_KEY: Rule = FAMILY.rule(
    "duplicate-object-key",
    Error,
    "a property stands twice in an object that is a value",
);

pub(super) const DUPLICATE_PROPERTY: Rule =
    FAMILY.rule("duplicate-property", Error, "an argument is set twice in one block");

pub(super) const DUPLICATE_REQUIRED_PROVIDERS: Rule = FAMILY.rule(
    "duplicate-required-providers",
    Error,
    "a module has two required_providers blocks",
);

pub(super) const DYNAMIC_SHAPE: Rule = FAMILY.rule("dynamic-shape", Error, "a dynamic block is not written as one");

pub(super) const EMPTY_BLOCK_ARRAY: Rule = FAMILY.rule(
    "empty-block-array",
    Warning,
    "an empty list stands where a block should be",
);

pub(super) const EMPTY_LABEL_OBJECT: Rule = FAMILY.rule(
    "empty-label-object",
    Error,
    "an object that should hold blocks by name is empty",
);

pub(super) const EXTRA_LABEL_LEVEL: Rule = FAMILY.rule("extra-label-level", Error, "a block stands one label too deep");

pub(super) const FOR_EACH_ARRAY: Rule = FAMILY.rule("for-each-array", Error, "for_each is given a list");

pub(super) const IMPORT_IDENTITY: Rule = FAMILY.rule(
    "import-identity",
    Error,
    "an import has neither id nor identity, or both",
);

pub(super) const KEYWORD_VALUE: Rule = FAMILY.rule("keyword-value", Error, "a word is not one that the argument takes");

pub(super) const LOCALS_NOT_OBJECT: Rule = FAMILY.rule(
    "locals-not-object",
    Error,
    "a block whose names are free is not an object",
);

pub(super) const MISPLACED_BLOCK: Rule = FAMILY.rule(
    "misplaced-block",
    Error,
    "a block or argument stands where the engine does not allow it",
);

pub(super) const MISSING_ARGUMENT: Rule = FAMILY.rule("missing-argument", Error, "a required argument is missing");

pub(super) const MISSING_LABEL_LEVEL: Rule = FAMILY.rule("missing-label-level", Error, "a block lacks a label");

pub(super) const NULL_DEFAULT: Rule = FAMILY.rule(
    "null-default",
    Note,
    "a variable is optional because its default is null",
);

pub(super) const NULL_ELEMENT_BLOCK: Rule = FAMILY.rule(
    "null-element-block",
    Warning,
    "null in a list of blocks counts as a block",
);

pub(super) const NULL_META_ARGUMENT: Rule =
    FAMILY.rule("null-meta-argument", Error, "an argument of the language is null");

pub(super) const OVERRIDE_FORBIDDEN: Rule = FAMILY.rule(
    "override-forbidden",
    Error,
    "an override file contains what may not be overridden",
);

pub(super) const OVERRIDE_IGNORED_PART: Rule = FAMILY.rule(
    "override-ignored-part",
    Warning,
    "an override file sets something that merging silently drops",
);

pub(super) const OVERRIDE_NO_BASE: Rule = FAMILY.rule(
    "override-no-base",
    Error,
    "an override file changes something that no other file declares",
);

pub(super) const PROVIDER_VERSION_IN_PROVIDER: Rule = FAMILY.rule(
    "provider-version-in-provider",
    Warning,
    "a provider block sets a version",
);

pub(super) const PROVISIONER_ORDER_LOST: Rule = FAMILY.rule(
    "provisioner-order-lost",
    Warning,
    "provisioners stand in an object, which has no order",
);

pub(super) const PROVISIONER_SHAPE: Rule = FAMILY.rule(
    "provisioner-shape",
    Error,
    "a provisioner does not have the arguments that it needs",
);

pub(super) const QUOTED_NUMBER_BOOL: Rule = FAMILY.rule(
    "quoted-number-bool",
    Allow,
    "a number or boolean is written as a string",
);

pub(super) const REQUIRED_PROVIDER_SHAPE: Rule = FAMILY.rule(
    "required-provider-shape",
    Error,
    "an entry of required_providers is not written correctly",
);

pub(super) const REQUIRED_VERSION: Rule = FAMILY.rule(
    "required-version",
    Error,
    "a version constraint is malformed, or the engine does not satisfy it",
);

pub(super) const REQUIRED_VERSION_IGNORED: Rule = FAMILY.rule(
    "required-version-ignored",
    Warning,
    "OpenTofu does not read this required_version",
);

pub(super) const RESERVED_ARGUMENT: Rule = FAMILY.rule(
    "reserved-argument",
    Error,
    "a name is reserved for later versions of the language",
);

pub(super) const SINGLETON_BLOCK_REPEATED: Rule = FAMILY.rule(
    "singleton-block-repeated",
    Error,
    "a block that may stand only once is repeated",
);

pub(super) const TYPE_CONSTRAINT: Rule = FAMILY.rule("type-constraint", Error, "the type of a variable is not a type");

pub(super) const UNKNOWN_ARGUMENT: Rule = FAMILY.rule(
    "unknown-argument",
    Error,
    "the engine does not know an argument or block",
);

pub(super) const UNKNOWN_ARGUMENT_META: Rule = FAMILY.rule(
    "unknown-argument-meta",
    Warning,
    "an argument is nearly, but not quite, one of the language",
);

pub(super) const VARIABLE_RESERVED_NAME: Rule = FAMILY.rule(
    "variable-reserved-name",
    Error,
    "a variable has a name that module calls reserve",
);

pub(super) const WRONG_FLAVOR_BLOCK: Rule = FAMILY.rule(
    "wrong-flavor-block",
    Error,
    "one of the engines does not know this block or argument",
);
