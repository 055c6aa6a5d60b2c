//! What a parser says of a value of another type, in the words of the other mistakes.

/// `invalid type: string "x", expected u32` as `it must be a whole number from 0, but is a text`; `None` for all that
/// is said in other words.
pub(super) fn reason(said: &str) -> Option<String> {
    let (kind, rest) = said.split_once(": ")?;
    let (found, wanted) = rest.rsplit_once(", expected ")?;
    let wanted = match wanted {
        "u8" | "u16" | "u32" | "u64" | "usize" => "a whole number from 0",
        "i8" | "i16" | "i32" | "i64" | "isize" => "a whole number",
        "f32" | "f64" => "a number",
        "a boolean" => "true or false",
        "a string" | "string" => "a text",
        "a sequence" => "a list",
        "a map" => "a table",
        _ => return None,
    };
    let found = match (kind, found.split([' ', '`']).next()?) {
        ("invalid value", _) => return Some(format!("it must be {wanted}, and this number is out of range")),
        ("invalid type", "string") => "a text",
        ("invalid type", "integer") => "a whole number",
        ("invalid type", "floating") => "a number with a fraction",
        ("invalid type", "boolean") => "true or false",
        ("invalid type", "sequence") => "a list",
        ("invalid type", "map") => "a table",
        _ => return None,
    };
    Some(format!("it must be {wanted}, but is {found}"))
}

/// `` unknown variant `x`, expected one of `a`, `b` `` as the word and those that are known; `None` for all else.
pub(super) fn word(said: &str) -> Option<(&str, Vec<&str>)> {
    let (word, known) = said.strip_prefix("unknown variant `")?.rsplit_once("`, expected ")?;
    Some((word, known.split('`').skip(1).step_by(2).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_told_apart() {
        for (said, wanted, why) in [
            (
                "unknown variant `camel`, expected one of `snake`, `kebab`",
                Some(("camel", vec!["snake", "kebab"])),
                "one of several",
            ),
            (
                "unknown variant `a`, expected `b`, expected `c` or `d`",
                Some(("a`, expected `b", vec!["c", "d"])),
                "a word that says the same words",
            ),
            ("a share is a number from 0 to 1", None, "a rule's own words"),
        ] {
            assert_eq!(word(said), wanted, "{why}");
        }
    }

    #[test]
    fn types_are_said_in_words() {
        for (said, wanted, why) in [
            (
                "invalid type: string \"x, expected y\", expected u32",
                Some("it must be a whole number from 0, but is a text"),
                "a text that says the same words",
            ),
            (
                "invalid type: floating point `1.5`, expected usize",
                Some("it must be a whole number from 0, but is a number with a fraction"),
                "a fraction",
            ),
            (
                "invalid value: integer `-1`, expected u32",
                Some("it must be a whole number from 0, and this number is out of range"),
                "a number that does not fit",
            ),
            (
                "invalid type: integer `1`, expected a sequence",
                Some("it must be a list, but is a whole number"),
                "a list",
            ),
            ("a share is a number from 0 to 1", None, "a rule's own words"),
            ("invalid type: map, expected a gate", None, "nothing that is known"),
        ] {
            assert_eq!(reason(said).as_deref(), wanted, "{why}");
        }
    }
}
