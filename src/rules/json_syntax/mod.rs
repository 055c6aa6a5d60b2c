//! What is wrong with the text of JSON files, and with their names.
//!
//! What they say is found by `tfjson` and put into words by `rules::configuration`: each is a row, and its page.

use crate::lint::Level::{Allow, Error, Note, Warning};
use crate::lint::Rule;

/// A rule of this family.
const fn rule(id: &'static str, level: crate::lint::Level, summary: &'static str, page: &'static str) -> Rule {
    Rule::of_configuration("json-syntax", id, level, summary, page)
}

pub(super) const ALMOST_CONFIG_FILE: Rule = rule(
    "almost-config-file",
    Warning,
    "a file is named almost like configuration, and no engine reads it",
    include_str!("almost_config_file.md"),
);

pub(super) const BROKEN_NATIVE_FILE: Rule = rule(
    "broken-native-file",
    Error,
    "a file in the native syntax is broken",
    include_str!("broken_native_file.md"),
);

pub(super) const DEEP_NESTING: Rule = rule(
    "deep-nesting",
    Error,
    "lists and objects are nested more than 512 deep",
    include_str!("deep_nesting.md"),
);

pub(super) const MALFORMED_JSON: Rule = rule(
    "malformed-json",
    Error,
    "the text breaks a rule of JSON",
    include_str!("malformed_json.md"),
);

pub(super) const NATIVE_SYNTAX: Rule = rule(
    "native-syntax",
    Warning,
    "a file in the native syntax could not be read, so references stay unchecked",
    include_str!("native_syntax.md"),
);

pub(super) const NON_UTF8: Rule = rule(
    "non-utf8",
    Warning,
    "text is not valid Unicode and is silently changed",
    include_str!("non_utf8.md"),
);

pub(super) const NOT_JSON_CONTENT: Rule = rule(
    "not-json-content",
    Error,
    "a file named as JSON contains something else",
    include_str!("not_json_content.md"),
);

pub(super) const NUMBER_PRECISION: Rule = rule(
    "number-precision",
    Warning,
    "a number has more digits than other programs keep",
    include_str!("number_precision.md"),
);

pub(super) const ONE_LINE_FILE: Rule = rule(
    "one-line-file",
    Allow,
    "a long file stands on one line",
    include_str!("one_line_file.md"),
);

pub(super) const OVERRIDE_FILE: Rule = rule(
    "override-file",
    Note,
    "a file changes what other files declare",
    include_str!("override_file.md"),
);

pub(super) const ROOT_ARRAY: Rule = rule(
    "root-array",
    Warning,
    "the outermost value is a list, of which other tools read only one element",
    include_str!("root_array.md"),
);

pub(super) const ROOT_SHAPE: Rule = rule(
    "root-shape",
    Error,
    "the outermost value is not an object",
    include_str!("root_shape.md"),
);

pub(super) const SHADOWED_BY_TOFU_FILE: Rule = rule(
    "shadowed-by-tofu-file",
    Note,
    "OpenTofu reads another file in place of this one",
    include_str!("shadowed_by_tofu_file.md"),
);

pub(super) const TOFU_NATIVE_JSON_BOTH_LOAD: Rule = rule(
    "tofu-native-json-both-load",
    Warning,
    "two files with the same base name are both read",
    include_str!("tofu_native_json_both_load.md"),
);

pub(super) const UTF8_BOM: Rule = rule(
    "utf8-bom",
    Error,
    "the file begins with a byte order mark",
    include_str!("utf8_bom.md"),
);
