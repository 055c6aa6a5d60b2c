//! What is wrong with the text of JSON files, and with their names.
//!
//! What they say is found by `tfjson` and put into words by `rules::configuration`: each is a row, and its page.

use crate::lint::Level::{Allow, Error, Note, Warning};

family! {
    "json-syntax"
    Warning "almost-config-file" "a file is named almost like configuration, and no engine reads it"
    Error "broken-native-file" "a file in the native syntax is broken" (unread WhereRefused)
    Error "deep-nesting" "lists and objects are nested more than 512 deep" (unread Always)
    Error "malformed-json" "the text breaks a rule of JSON" (unread WhereRefused)
    Warning "native-syntax" "a file in the native syntax could not be read, so references stay unchecked"
    Warning "non-utf8" "text is not valid Unicode and is silently changed"
    Error "not-json-content" "a file named as JSON contains something else" (unread WhereRefused)
    Warning "number-precision" "a number has more digits than other programs keep"
    Allow "one-line-file" "a long file is on one line"
    Note "override-file" "a file changes what other files declare"
    Warning "root-array" "the outermost value is a list, of which other tools read only one element"
    Error "root-shape" "the outermost value is not an object" (unread WhereRefused)
    Note "shadowed-by-tofu-file" "OpenTofu reads another file in place of this one"
    Warning "tofu-native-json-both-load" "two files with the same base name are both read"
    Error "utf8-bom" "the file begins with a byte order mark" (unread WhereRefused)
}
