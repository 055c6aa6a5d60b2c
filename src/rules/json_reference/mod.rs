//! References that lead nowhere, and values that should be references.
//!
//! What they say is found by `tfjson` and put into words by `rules::configuration`: each is a row, and its page.

use crate::lint::Level::{Error, Warning};
use crate::lint::Rule;

/// A rule of this family.
const fn rule(id: &'static str, level: crate::lint::Level, summary: &'static str, page: &'static str) -> Rule {
    Rule::of_configuration("json-reference", id, level, summary, page)
}

pub(super) const BAD_REFERENCE: Rule = rule(
    "bad-reference",
    Error,
    "a value that must be a reference is not one",
    include_str!("bad_reference.md"),
);

pub(super) const COMMENT_IN_REFERENCE_MAP: Rule = rule(
    "comment-in-reference-map",
    Error,
    "a comment stands where every property name is read",
    include_str!("comment_in_reference_map.md"),
);

pub(super) const CONSTANT_CONDITION: Rule = rule(
    "constant-condition",
    Error,
    "a condition refers to nothing and is always the same",
    include_str!("constant_condition.md"),
);

pub(super) const DEPENDENCY_CYCLE: Rule = rule(
    "dependency-cycle",
    Error,
    "things depend on each other in a circle, so none can come first",
    include_str!("dependency_cycle.md"),
);

pub(super) const DEPENDS_ON_ATTRIBUTE: Rule = rule(
    "depends-on-attribute",
    Error,
    "depends_on names an attribute",
    include_str!("depends_on_attribute.md"),
);

pub(super) const DESTROY_PROVISIONER_REFS: Rule = rule(
    "destroy-provisioner-refs",
    Error,
    "a destroy-time provisioner refers to something other than its resource",
    include_str!("destroy_provisioner_refs.md"),
);

pub(super) const IGNORE_CHANGES_ABSOLUTE: Rule = rule(
    "ignore-changes-absolute",
    Error,
    "ignore_changes names the resource itself",
    include_str!("ignore_changes_absolute.md"),
);

pub(super) const IGNORE_CHANGES_ALL_IN_LIST: Rule = rule(
    "ignore-changes-all-in-list",
    Error,
    "\"all\" stands in the list of ignore_changes",
    include_str!("ignore_changes_all_in_list.md"),
);

pub(super) const IGNORE_CHANGES_STAR: Rule = rule(
    "ignore-changes-star",
    Error,
    "ignore_changes is given a list with an asterisk",
    include_str!("ignore_changes_star.md"),
);

pub(super) const MISSING_INTERPOLATION: Rule = rule(
    "missing-interpolation",
    Warning,
    "a reference is written as plain text, without template markers",
    include_str!("missing_interpolation.md"),
);

pub(super) const SELF_REFERENCE: Rule = rule(
    "self-reference",
    Error,
    "a block refers to itself",
    include_str!("self_reference.md"),
);

pub(super) const STATIC_CONTEXT_REFERENCE: Rule = rule(
    "static-context-reference",
    Error,
    "a reference stands where nothing is evaluated yet",
    include_str!("static_context_reference.md"),
);

pub(super) const STRING_WHERE_LIST: Rule = rule(
    "string-where-list",
    Error,
    "a single string stands where a list of references is needed",
    include_str!("string_where_list.md"),
);

pub(super) const TEMPLATED_REFERENCE: Rule = rule(
    "templated-reference",
    Error,
    "a reference stands in template markers where it must be bare",
    include_str!("templated_reference.md"),
);

pub(super) const UNDECLARED_REFERENCE: Rule = rule(
    "undeclared-reference",
    Error,
    "a reference names something that is not declared",
    include_str!("undeclared_reference.md"),
);

pub(super) const UNKNOWN_ATTRIBUTE: Rule = rule(
    "unknown-attribute",
    Error,
    "a value does not have this attribute or element",
    include_str!("unknown_attribute.md"),
);

pub(super) const UNKNOWN_TYPE: Rule = rule(
    "unknown-type",
    Error,
    "a type that comes with the engine does not exist",
    include_str!("unknown_type.md"),
);
