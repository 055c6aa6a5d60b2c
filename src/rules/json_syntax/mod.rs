//! What is wrong with the text of JSON files, and with their names.
//!
//! What they say is found by `tfjson` and put into words by `rules::configuration`: each is a row, and its page.

use crate::lint::Level::{Allow, Error, Note, Warning};
use crate::lint::Rule;
use crate::rules::configuration::Family;

const FAMILY: Family = Family("json-syntax");

pub(super) const ALMOST_CONFIG_FILE: Rule = FAMILY.rule(
    "almost-config-file",
    Warning,
    "a file is named almost like configuration, and no engine reads it",
);

pub(super) const BROKEN_NATIVE_FILE: Rule =
    FAMILY.rule("broken-native-file", Error, "a file in the native syntax is broken");

pub(super) const DEEP_NESTING: Rule =
    FAMILY.rule("deep-nesting", Error, "lists and objects are nested more than 512 deep");

pub(super) const MALFORMED_JSON: Rule = FAMILY.rule("malformed-json", Error, "the text breaks a rule of JSON");

pub(super) const NATIVE_SYNTAX: Rule = FAMILY.rule(
    "native-syntax",
    Warning,
    "a file in the native syntax could not be read, so references stay unchecked",
);

pub(super) const NON_UTF8: Rule = FAMILY.rule("non-utf8", Warning, "text is not valid Unicode and is silently changed");

pub(super) const NOT_JSON_CONTENT: Rule = FAMILY.rule(
    "not-json-content",
    Error,
    "a file named as JSON contains something else",
);

pub(super) const NUMBER_PRECISION: Rule = FAMILY.rule(
    "number-precision",
    Warning,
    "a number has more digits than other programs keep",
);

pub(super) const ONE_LINE_FILE: Rule = FAMILY.rule("one-line-file", Allow, "a long file stands on one line");

pub(super) const OVERRIDE_FILE: Rule = FAMILY.rule("override-file", Note, "a file changes what other files declare");

pub(super) const ROOT_ARRAY: Rule = FAMILY.rule(
    "root-array",
    Warning,
    "the outermost value is a list, of which other tools read only one element",
);

pub(super) const ROOT_SHAPE: Rule = FAMILY.rule("root-shape", Error, "the outermost value is not an object");

pub(super) const SHADOWED_BY_TOFU_FILE: Rule = FAMILY.rule(
    "shadowed-by-tofu-file",
    Note,
    "OpenTofu reads another file in place of this one",
);

pub(super) const TOFU_NATIVE_JSON_BOTH_LOAD: Rule = FAMILY.rule(
    "tofu-native-json-both-load",
    Warning,
    "two files with the same base name are both read",
);

pub(super) const UTF8_BOM: Rule = FAMILY.rule("utf8-bom", Error, "the file begins with a byte order mark");
