//! References that lead nowhere, and values that should be references.
//!
//! What they say is found by `tfjson` and put into words by `rules::configuration`: each is a row, and its page.

use crate::lint::Level::{Error, Warning};
use crate::lint::Rule;
use crate::rules::configuration::Family;

const FAMILY: Family = Family("json-reference");

pub(super) const BAD_REFERENCE: Rule =
    FAMILY.rule("bad-reference", Error, "a value that must be a reference is not one");

pub(super) const COMMENT_IN_REFERENCE_MAP: Rule = FAMILY.rule(
    "comment-in-reference-map",
    Error,
    "a comment stands where every property name is read",
);

pub(super) const CONSTANT_CONDITION: Rule = FAMILY.rule(
    "constant-condition",
    Error,
    "a condition refers to nothing and is always the same",
);

pub(super) const DEPENDENCY_CYCLE: Rule = FAMILY.rule(
    "dependency-cycle",
    Error,
    "things depend on each other in a circle, so none can come first",
);

pub(super) const DEPENDS_ON_ATTRIBUTE: Rule =
    FAMILY.rule("depends-on-attribute", Error, "depends_on names an attribute");

pub(super) const DESTROY_PROVISIONER_REFS: Rule = FAMILY.rule(
    "destroy-provisioner-refs",
    Error,
    "a destroy-time provisioner refers to something other than its resource",
);

pub(super) const IGNORE_CHANGES_ABSOLUTE: Rule = FAMILY.rule(
    "ignore-changes-absolute",
    Error,
    "ignore_changes names the resource itself",
);

pub(super) const IGNORE_CHANGES_ALL_IN_LIST: Rule = FAMILY.rule(
    "ignore-changes-all-in-list",
    Error,
    "\"all\" stands in the list of ignore_changes",
);

pub(super) const IGNORE_CHANGES_STAR: Rule = FAMILY.rule(
    "ignore-changes-star",
    Error,
    "ignore_changes is given a list with an asterisk",
);

pub(super) const MISSING_INTERPOLATION: Rule = FAMILY.rule(
    "missing-interpolation",
    Warning,
    "a reference is written as plain text, without template markers",
);

pub(super) const SELF_REFERENCE: Rule = FAMILY.rule("self-reference", Error, "a block refers to itself");

pub(super) const STATIC_CONTEXT_REFERENCE: Rule = FAMILY.rule(
    "static-context-reference",
    Error,
    "a reference stands where nothing is evaluated yet",
);

pub(super) const STRING_WHERE_LIST: Rule = FAMILY.rule(
    "string-where-list",
    Error,
    "a single string stands where a list of references is needed",
);

pub(super) const TEMPLATED_REFERENCE: Rule = FAMILY.rule(
    "templated-reference",
    Error,
    "a reference stands in template markers where it must be bare",
);

pub(super) const UNDECLARED_REFERENCE: Rule = FAMILY.rule(
    "undeclared-reference",
    Error,
    "a reference names something that is not declared",
);

pub(super) const UNKNOWN_ATTRIBUTE: Rule = FAMILY.rule(
    "unknown-attribute",
    Error,
    "a value does not have this attribute or element",
);

pub(super) const UNKNOWN_TYPE: Rule = FAMILY.rule(
    "unknown-type",
    Error,
    "a type that comes with the engine does not exist",
);
