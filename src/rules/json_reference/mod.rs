//! References that lead nowhere, and values that should be references.
//!
//! What they say is found by `tfjson` and put into words by `rules::configuration`: each is a row, and its page.

use crate::lint::Level::{Error, Warning};

family! {
    "json-reference"
    Error "bad-reference" "a value that must be a reference is not one"
    Error "comment-in-reference-map" "a comment is placed where every property name is read"
    Error "constant-condition" "a condition refers to nothing and is always the same"
    Error "dependency-cycle" "things depend on each other in a circle, so none can come first"
    Error "depends-on-attribute" "depends_on names an attribute"
    Error "destroy-provisioner-refs" "a destroy-time provisioner refers to something other than its resource"
    Error "ignore-changes-absolute" "ignore_changes names the resource itself"
    Error "ignore-changes-all-in-list" "\"all\" is written inside a list in ignore_changes"
    Error "ignore-changes-star" "ignore_changes is given a list with an asterisk"
    Warning "missing-interpolation" "a reference is written as plain text, without template markers"
    Error "self-reference" "a block refers to itself"
    Error "static-context-reference" "a reference is used where nothing is evaluated yet"
    Error "string-where-list" "a single string is given where a list of references is needed"
    Error "templated-reference" "a reference is in template markers where it must be bare"
    Error "undeclared-reference" "a reference names something that is not declared"
    Error "unknown-attribute" "a value does not have this attribute or element"
    Error "unknown-type" "a type that comes with the engine does not exist"
}
