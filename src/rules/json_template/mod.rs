//! Templates in strings that cannot be read.
//!
//! What they say is found by `tfjson` and put into words by `rules::configuration`: each is a row, and its page.

use crate::lint::Level::{Error, Note, Warning};
use crate::lint::Rule;

/// A rule of this family.
const fn rule(id: &'static str, level: crate::lint::Level, summary: &'static str, page: &'static str) -> Rule {
    Rule::of_configuration("json-template", id, level, summary, page)
}

pub(super) const CONSTANT_INTERPOLATION: Rule = rule(
    "constant-interpolation",
    Note,
    "a constant is interpolated",
    include_str!("constant_interpolation.md"),
);

pub(super) const ESCAPED_QUOTE_IN_EXPRESSION: Rule = rule(
    "escaped-quote-in-expression",
    Error,
    "a quotation mark in an expression is escaped twice",
    include_str!("escaped_quote_in_expression.md"),
);

pub(super) const FUNCTION_ARGUMENTS: Rule = rule(
    "function-arguments",
    Error,
    "a function is called with the wrong number of arguments",
    include_str!("function_arguments.md"),
);

pub(super) const JSON_STRING_COULD_BE_JSONENCODE: Rule = rule(
    "json-string-could-be-jsonencode",
    Note,
    "values go into a text of JSON without being quoted for it",
    include_str!("json_string_could_be_jsonencode.md"),
);

pub(super) const LOCAL_EXEC_INTERPOLATION: Rule = rule(
    "local-exec-interpolation",
    Note,
    "values go into a shell command without being quoted for it",
    include_str!("local_exec_interpolation.md"),
);

pub(super) const NESTED_MARKER: Rule = rule(
    "nested-marker",
    Error,
    "a template marker stands inside an expression",
    include_str!("nested_marker.md"),
);

pub(super) const NEWLINE_IN_QUOTED_STRING: Rule = rule(
    "newline-in-quoted-string",
    Error,
    "a quoted string in an expression has a line break",
    include_str!("newline_in_quoted_string.md"),
);

pub(super) const OVER_ESCAPED: Rule = rule(
    "over-escaped",
    Warning,
    "a reference stands in an escaped marker",
    include_str!("over_escaped.md"),
);

pub(super) const TEMPLATE_IN_LITERAL: Rule = rule(
    "template-in-literal",
    Warning,
    "a template stands where nothing is evaluated",
    include_str!("template_in_literal.md"),
);

pub(super) const TEMPLATE_SYNTAX: Rule = rule(
    "template-syntax",
    Error,
    "a template cannot be parsed",
    include_str!("template_syntax.md"),
);

pub(super) const UNESCAPED_FOREIGN_MARKER: Rule = rule(
    "unescaped-foreign-marker",
    Error,
    "a marker for another program is read as a template",
    include_str!("unescaped_foreign_marker.md"),
);

pub(super) const UNKNOWN_FUNCTION: Rule = rule(
    "unknown-function",
    Error,
    "the engine does not have this function",
    include_str!("unknown_function.md"),
);

pub(super) const UNREQUIRED_PROVIDER_FUNCTION: Rule = rule(
    "unrequired-provider-function",
    Error,
    "a function belongs to a provider that the module does not require",
    include_str!("unrequired_provider_function.md"),
);
