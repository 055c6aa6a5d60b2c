//! Templates in strings that cannot be read.
//!
//! What they say is found by `tfjson` and put into words by `rules::configuration`: each is a row, and its page.

use crate::lint::Level::{Error, Note, Warning};
use crate::lint::Rule;
use crate::rules::configuration::Family;

const FAMILY: Family = Family("json-template");

pub(super) const CONSTANT_INTERPOLATION: Rule =
    FAMILY.rule("constant-interpolation", Note, "a constant is interpolated");

pub(super) const ESCAPED_QUOTE_IN_EXPRESSION: Rule = FAMILY.rule(
    "escaped-quote-in-expression",
    Error,
    "a quotation mark in an expression is escaped twice",
);

pub(super) const FUNCTION_ARGUMENTS: Rule = FAMILY.rule(
    "function-arguments",
    Error,
    "a function is called with the wrong number of arguments",
);

pub(super) const JSON_STRING_COULD_BE_JSONENCODE: Rule = FAMILY.rule(
    "json-string-could-be-jsonencode",
    Note,
    "values go into a text of JSON without being quoted for it",
);

pub(super) const LOCAL_EXEC_INTERPOLATION: Rule = FAMILY.rule(
    "local-exec-interpolation",
    Note,
    "values go into a shell command without being quoted for it",
);

pub(super) const NESTED_MARKER: Rule =
    FAMILY.rule("nested-marker", Error, "a template marker stands inside an expression");

pub(super) const NEWLINE_IN_QUOTED_STRING: Rule = FAMILY.rule(
    "newline-in-quoted-string",
    Error,
    "a quoted string in an expression has a line break",
);

pub(super) const OVER_ESCAPED: Rule = FAMILY.rule("over-escaped", Warning, "a reference stands in an escaped marker");

pub(super) const TEMPLATE_IN_LITERAL: Rule = FAMILY.rule(
    "template-in-literal",
    Warning,
    "a template stands where nothing is evaluated",
);

pub(super) const TEMPLATE_SYNTAX: Rule = FAMILY.rule("template-syntax", Error, "a template cannot be parsed");

pub(super) const UNESCAPED_FOREIGN_MARKER: Rule = FAMILY.rule(
    "unescaped-foreign-marker",
    Error,
    "a marker for another program is read as a template",
);

pub(super) const UNKNOWN_FUNCTION: Rule =
    FAMILY.rule("unknown-function", Error, "the engine does not have this function");

pub(super) const UNREQUIRED_PROVIDER_FUNCTION: Rule = FAMILY.rule(
    "unrequired-provider-function",
    Error,
    "a function belongs to a provider that the module does not require",
);
