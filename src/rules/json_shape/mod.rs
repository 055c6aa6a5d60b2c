//! Blocks and arguments that are not written as the language wants them.
//!
//! What they say is found by `tfjson` and put into words by `rules::configuration`: each is a row, and its page.

use crate::lint::Level::{Allow, Error, Note, Warning};
use crate::lint::Rule;

/// A rule of this family.
const fn rule(id: &'static str, level: crate::lint::Level, summary: &'static str, page: &'static str) -> Rule {
    Rule::of_configuration("json-shape", id, level, summary, page)
}

pub(super) const ARGUMENT_TYPE: Rule = rule(
    "argument-type",
    Error,
    "a value has a type that the argument does not take",
    include_str!("argument_type.md"),
);

pub(super) const ATTRIBUTE_AS_BLOCK_INCOMPLETE: Rule = rule(
    "attribute-as-block-incomplete",
    Error,
    "an object lacks members that its attribute has",
    include_str!("attribute_as_block_incomplete.md"),
);

pub(super) const ATTRIBUTE_AS_BLOCK_OBJECT: Rule = rule(
    "attribute-as-block-object",
    Error,
    "an object stands where a provider takes a list of objects",
    include_str!("attribute_as_block_object.md"),
);

pub(super) const BACKEND_AND_CLOUD: Rule = rule(
    "backend-and-cloud",
    Error,
    "a module has both a backend and a cloud block",
    include_str!("backend_and_cloud.md"),
);

pub(super) const BAD_IDENTIFIER: Rule = rule(
    "bad-identifier",
    Error,
    "a name is not one that the language allows",
    include_str!("bad_identifier.md"),
);

pub(super) const BLOCK_AS_SCALAR: Rule = rule(
    "block-as-scalar",
    Error,
    "a block is written as a string, number or boolean",
    include_str!("block_as_scalar.md"),
);

pub(super) const CHECK_WITHOUT_ASSERT: Rule = rule(
    "check-without-assert",
    Error,
    "a check block asserts nothing",
    include_str!("check_without_assert.md"),
);

pub(super) const COMMENT_AT_LABEL_LEVEL: Rule = rule(
    "comment-at-label-level",
    Error,
    "a comment stands where the labels of blocks stand",
    include_str!("comment_at_label_level.md"),
);

pub(super) const COMMENT_IN_EXPRESSION: Rule = rule(
    "comment-in-expression",
    Warning,
    "a comment is part of a value",
    include_str!("comment_in_expression.md"),
);

pub(super) const COUNT_AND_FOR_EACH: Rule = rule(
    "count-and-for-each",
    Error,
    "a block has both count and for_each",
    include_str!("count_and_for_each.md"),
);

pub(super) const DEFAULT_TYPE_MISMATCH: Rule = rule(
    "default-type-mismatch",
    Error,
    "the default of a variable does not fit its type",
    include_str!("default_type_mismatch.md"),
);

pub(super) const DUPLICATE_BLOCK_PROPERTY: Rule = rule(
    "duplicate-block-property",
    Warning,
    "blocks of one kind stand under two properties with the same name",
    include_str!("duplicate_block_property.md"),
);

pub(super) const DUPLICATE_DECLARATION: Rule = rule(
    "duplicate-declaration",
    Error,
    "the same thing is declared twice in a module",
    include_str!("duplicate_declaration.md"),
);

pub(super) const DUPLICATE_OBJECT_KEY: Rule = rule(
    "duplicate-object-key",
    Error,
    "a property stands twice in an object that is a value",
    include_str!("duplicate_object_key.md"),
);

pub(super) const DUPLICATE_PROPERTY: Rule = rule(
    "duplicate-property",
    Error,
    "an argument is set twice in one block",
    include_str!("duplicate_property.md"),
);

pub(super) const DUPLICATE_REQUIRED_PROVIDERS: Rule = rule(
    "duplicate-required-providers",
    Error,
    "a module has two required_providers blocks",
    include_str!("duplicate_required_providers.md"),
);

pub(super) const DYNAMIC_SHAPE: Rule = rule(
    "dynamic-shape",
    Error,
    "a dynamic block is not written as one",
    include_str!("dynamic_shape.md"),
);

pub(super) const EMPTY_BLOCK_ARRAY: Rule = rule(
    "empty-block-array",
    Warning,
    "an empty list stands where a block should be",
    include_str!("empty_block_array.md"),
);

pub(super) const EMPTY_LABEL_OBJECT: Rule = rule(
    "empty-label-object",
    Error,
    "an object that should hold blocks by name is empty",
    include_str!("empty_label_object.md"),
);

pub(super) const EXTRA_LABEL_LEVEL: Rule = rule(
    "extra-label-level",
    Error,
    "a block stands one label too deep",
    include_str!("extra_label_level.md"),
);

pub(super) const FOR_EACH_ARRAY: Rule = rule(
    "for-each-array",
    Error,
    "for_each is given a list",
    include_str!("for_each_array.md"),
);

pub(super) const IMPORT_IDENTITY: Rule = rule(
    "import-identity",
    Error,
    "an import has neither id nor identity, or both",
    include_str!("import_identity.md"),
);

pub(super) const KEYWORD_VALUE: Rule = rule(
    "keyword-value",
    Error,
    "a word is not one that the argument takes",
    include_str!("keyword_value.md"),
);

pub(super) const LOCALS_NOT_OBJECT: Rule = rule(
    "locals-not-object",
    Error,
    "a block whose names are free is not an object",
    include_str!("locals_not_object.md"),
);

pub(super) const MISPLACED_BLOCK: Rule = rule(
    "misplaced-block",
    Error,
    "a block or argument stands where the engine does not allow it",
    include_str!("misplaced_block.md"),
);

pub(super) const MISSING_ARGUMENT: Rule = rule(
    "missing-argument",
    Error,
    "a required argument is missing",
    include_str!("missing_argument.md"),
);

pub(super) const MISSING_LABEL_LEVEL: Rule = rule(
    "missing-label-level",
    Error,
    "a block lacks a label",
    include_str!("missing_label_level.md"),
);

pub(super) const NULL_DEFAULT: Rule = rule(
    "null-default",
    Note,
    "a variable is optional because its default is null",
    include_str!("null_default.md"),
);

pub(super) const NULL_ELEMENT_BLOCK: Rule = rule(
    "null-element-block",
    Warning,
    "null in a list of blocks counts as a block",
    include_str!("null_element_block.md"),
);

pub(super) const NULL_META_ARGUMENT: Rule = rule(
    "null-meta-argument",
    Error,
    "an argument of the language is null",
    include_str!("null_meta_argument.md"),
);

pub(super) const OVERRIDE_FORBIDDEN: Rule = rule(
    "override-forbidden",
    Error,
    "an override file contains what may not be overridden",
    include_str!("override_forbidden.md"),
);

pub(super) const OVERRIDE_IGNORED_PART: Rule = rule(
    "override-ignored-part",
    Warning,
    "an override file sets something that merging silently drops",
    include_str!("override_ignored_part.md"),
);

pub(super) const OVERRIDE_NO_BASE: Rule = rule(
    "override-no-base",
    Error,
    "an override file changes something that no other file declares",
    include_str!("override_no_base.md"),
);

pub(super) const PROVIDER_VERSION_IN_PROVIDER: Rule = rule(
    "provider-version-in-provider",
    Warning,
    "a provider block sets a version",
    include_str!("provider_version_in_provider.md"),
);

pub(super) const PROVISIONER_ORDER_LOST: Rule = rule(
    "provisioner-order-lost",
    Warning,
    "provisioners stand in an object, which has no order",
    include_str!("provisioner_order_lost.md"),
);

pub(super) const PROVISIONER_SHAPE: Rule = rule(
    "provisioner-shape",
    Error,
    "a provisioner does not have the arguments that it needs",
    include_str!("provisioner_shape.md"),
);

pub(super) const QUOTED_NUMBER_BOOL: Rule = rule(
    "quoted-number-bool",
    Allow,
    "a number or boolean is written as a string",
    include_str!("quoted_number_bool.md"),
);

pub(super) const REQUIRED_PROVIDER_SHAPE: Rule = rule(
    "required-provider-shape",
    Error,
    "an entry of required_providers is not written correctly",
    include_str!("required_provider_shape.md"),
);

pub(super) const REQUIRED_VERSION: Rule = rule(
    "required-version",
    Error,
    "a version constraint is malformed, or the engine does not satisfy it",
    include_str!("required_version.md"),
);

pub(super) const REQUIRED_VERSION_IGNORED: Rule = rule(
    "required-version-ignored",
    Warning,
    "OpenTofu does not read this required_version",
    include_str!("required_version_ignored.md"),
);

pub(super) const RESERVED_ARGUMENT: Rule = rule(
    "reserved-argument",
    Error,
    "a name is reserved for later versions of the language",
    include_str!("reserved_argument.md"),
);

pub(super) const SINGLETON_BLOCK_REPEATED: Rule = rule(
    "singleton-block-repeated",
    Error,
    "a block that may stand only once is repeated",
    include_str!("singleton_block_repeated.md"),
);

pub(super) const TYPE_CONSTRAINT: Rule = rule(
    "type-constraint",
    Error,
    "the type of a variable is not a type",
    include_str!("type_constraint.md"),
);

pub(super) const UNKNOWN_ARGUMENT: Rule = rule(
    "unknown-argument",
    Error,
    "the engine does not know an argument or block",
    include_str!("unknown_argument.md"),
);

pub(super) const UNKNOWN_ARGUMENT_META: Rule = rule(
    "unknown-argument-meta",
    Warning,
    "an argument is nearly, but not quite, one of the language",
    include_str!("unknown_argument_meta.md"),
);

pub(super) const VARIABLE_RESERVED_NAME: Rule = rule(
    "variable-reserved-name",
    Error,
    "a variable has a name that module calls reserve",
    include_str!("variable_reserved_name.md"),
);

pub(super) const WRONG_FLAVOR_BLOCK: Rule = rule(
    "wrong-flavor-block",
    Error,
    "one of the engines does not know this block or argument",
    include_str!("wrong_flavor_block.md"),
);
