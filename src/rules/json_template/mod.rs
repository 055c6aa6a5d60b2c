//! Templates in strings that cannot be read.
//!
//! What they say is found by `tfjson` and put into words by `rules::configuration`: each is a row, and its page.

use crate::lint::Level::{Error, Note, Warning};
use crate::lint::Rule;

/// A rule of this family.
const fn rule(id: &'static str, level: crate::lint::Level, summary: &'static str, page: fn() -> &'static str) -> Rule {
    Rule::of_configuration("json-template", id, level, summary, page)
}

pub(super) const CONSTANT_INTERPOLATION: Rule = rule(
    "constant-interpolation",
    Note,
    "a constant is interpolated",
    page!("json_template/constant_interpolation"),
);

pub(super) const ESCAPED_QUOTE_IN_EXPRESSION: Rule = rule(
    "escaped-quote-in-expression",
    Error,
    "a quotation mark in an expression is escaped twice",
    page!("json_template/escaped_quote_in_expression"),
);

pub(super) const FUNCTION_ARGUMENTS: Rule = rule(
    "function-arguments",
    Error,
    "a function is called with the wrong number of arguments",
    page!("json_template/function_arguments"),
);

pub(super) const JSON_STRING_COULD_BE_JSONENCODE: Rule = rule(
    "json-string-could-be-jsonencode",
    Note,
    "values go into a text of JSON without being quoted for it",
    page!("json_template/json_string_could_be_jsonencode"),
);

pub(super) const LOCAL_EXEC_INTERPOLATION: Rule = rule(
    "local-exec-interpolation",
    Note,
    "values go into a shell command without being quoted for it",
    page!("json_template/local_exec_interpolation"),
);

pub(super) const NESTED_MARKER: Rule = rule(
    "nested-marker",
    Error,
    "a template marker stands inside an expression",
    page!("json_template/nested_marker"),
);

pub(super) const NEWLINE_IN_QUOTED_STRING: Rule = rule(
    "newline-in-quoted-string",
    Error,
    "a quoted string in an expression has a line break",
    page!("json_template/newline_in_quoted_string"),
);

pub(super) const OVER_ESCAPED: Rule = rule(
    "over-escaped",
    Warning,
    "a reference stands in an escaped marker",
    page!("json_template/over_escaped"),
);

pub(super) const TEMPLATE_IN_LITERAL: Rule = rule(
    "template-in-literal",
    Warning,
    "a template stands where nothing is evaluated",
    page!("json_template/template_in_literal"),
);

pub(super) const TEMPLATE_SYNTAX: Rule = rule(
    "template-syntax",
    Error,
    "a template cannot be parsed",
    page!("json_template/template_syntax"),
);

pub(super) const UNESCAPED_FOREIGN_MARKER: Rule = rule(
    "unescaped-foreign-marker",
    Error,
    "a marker for another program is read as a template",
    page!("json_template/unescaped_foreign_marker"),
);

pub(super) const UNKNOWN_FUNCTION: Rule = rule(
    "unknown-function",
    Error,
    "the engine does not have this function",
    page!("json_template/unknown_function"),
);

pub(super) const UNREQUIRED_PROVIDER_FUNCTION: Rule = rule(
    "unrequired-provider-function",
    Error,
    "a function belongs to a provider that the module does not require",
    page!("json_template/unrequired_provider_function"),
);
