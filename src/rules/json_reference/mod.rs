//! References that lead nowhere, and values that should be references.
//!
//! What they say is found by `tfjson` and put into words by `rules::configuration`: each is a row, and its page.

use crate::lint::Level::{Error, Warning};
use crate::lint::Rule;
use crate::rules::configuration::Family;

const FAMILY: Family = Family("json-reference");

pub(super) const BAD_REFERENCE: Rule = FAMILY.rule(
    "bad-reference",
    Error,
    "a value that must be a reference is not one",
    page!("json_reference/bad_reference"),
);

pub(super) const COMMENT_IN_REFERENCE_MAP: Rule = FAMILY.rule(
    "comment-in-reference-map",
    Error,
    "a comment is placed where every property name is read",
    page!("json_reference/comment_in_reference_map"),
);

pub(super) const CONSTANT_CONDITION: Rule = FAMILY.rule(
    "constant-condition",
    Error,
    "a condition refers to nothing and is always the same",
    page!("json_reference/constant_condition"),
);

pub(super) const DEPENDENCY_CYCLE: Rule = FAMILY.rule(
    "dependency-cycle",
    Error,
    "things depend on each other in a circle, so none can come first",
    page!("json_reference/dependency_cycle"),
);

pub(super) const DEPENDS_ON_ATTRIBUTE: Rule = FAMILY.rule(
    "depends-on-attribute",
    Error,
    "depends_on names an attribute",
    page!("json_reference/depends_on_attribute"),
);

pub(super) const DESTROY_PROVISIONER_REFS: Rule = FAMILY.rule(
    "destroy-provisioner-refs",
    Error,
    "a destroy-time provisioner refers to something other than its resource",
    page!("json_reference/destroy_provisioner_refs"),
);

pub(super) const IGNORE_CHANGES_ABSOLUTE: Rule = FAMILY.rule(
    "ignore-changes-absolute",
    Error,
    "ignore_changes names the resource itself",
    page!("json_reference/ignore_changes_absolute"),
);

pub(super) const IGNORE_CHANGES_ALL_IN_LIST: Rule = FAMILY.rule(
    "ignore-changes-all-in-list",
    Error,
    "\"all\" is written inside a list in ignore_changes",
    page!("json_reference/ignore_changes_all_in_list"),
);

pub(super) const IGNORE_CHANGES_STAR: Rule = FAMILY.rule(
    "ignore-changes-star",
    Error,
    "ignore_changes is given a list with an asterisk",
    page!("json_reference/ignore_changes_star"),
);

pub(super) const MISSING_INTERPOLATION: Rule = FAMILY.rule(
    "missing-interpolation",
    Warning,
    "a reference is written as plain text, without template markers",
    page!("json_reference/missing_interpolation"),
);

pub(super) const SELF_REFERENCE: Rule = FAMILY.rule(
    "self-reference",
    Error,
    "a block refers to itself",
    page!("json_reference/self_reference"),
);

pub(super) const STATIC_CONTEXT_REFERENCE: Rule = FAMILY.rule(
    "static-context-reference",
    Error,
    "a reference is used where nothing is evaluated yet",
    page!("json_reference/static_context_reference"),
);

pub(super) const STRING_WHERE_LIST: Rule = FAMILY.rule(
    "string-where-list",
    Error,
    "a single string is given where a list of references is needed",
    page!("json_reference/string_where_list"),
);

pub(super) const TEMPLATED_REFERENCE: Rule = FAMILY.rule(
    "templated-reference",
    Error,
    "a reference is in template markers where it must be bare",
    page!("json_reference/templated_reference"),
);

pub(super) const UNDECLARED_REFERENCE: Rule = FAMILY.rule(
    "undeclared-reference",
    Error,
    "a reference names something that is not declared",
    page!("json_reference/undeclared_reference"),
);

pub(super) const UNKNOWN_ATTRIBUTE: Rule = FAMILY.rule(
    "unknown-attribute",
    Error,
    "a value does not have this attribute or element",
    page!("json_reference/unknown_attribute"),
);

pub(super) const UNKNOWN_TYPE: Rule = FAMILY.rule(
    "unknown-type",
    Error,
    "a type that comes with the engine does not exist",
    page!("json_reference/unknown_type"),
);
