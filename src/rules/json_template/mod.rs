//! Templates in strings that cannot be read.
//!
//! What they say is found by `tfjson` and put into words by `rules::configuration`: each is a row, and its page.

use crate::lint::Level::{Error, Note, Warning};

family! {
    "json-template"
    Note "constant-interpolation" "a constant is interpolated"
    Error "escaped-quote-in-expression" "a quotation mark in an expression is escaped twice"
    Error "function-arguments" "a function is called with the wrong number of arguments"
    Note "json-string-could-be-jsonencode" "values go into a text of JSON without being quoted for it"
    Note "local-exec-interpolation" "values go into a shell command without being quoted for it"
    Error "nested-marker" "a template marker is inside an expression"
    Error "newline-in-quoted-string" "a quoted string in an expression has a line break"
    Warning "over-escaped" "a reference is in an escaped marker"
    Warning "template-in-literal" "a template is used where nothing is evaluated"
    Error "template-syntax" "a template cannot be parsed"
    Error "unescaped-foreign-marker" "a marker for another program is read as a template"
    Error "unknown-function" "the engine does not have this function"
    Error "unrequired-provider-function" "a function belongs to a provider that the module does not require"
}
