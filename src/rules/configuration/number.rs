//! Numbers that other programs round.

use super::row::Row;
use crate::hcljson::Node;
use crate::json::Number;

/// A number that is another one after a program has read and written it that keeps 53 bits of each.
const RULE: &str = "number-precision";

/// As many digits as every number of 53 bits keeps.
const KEPT: usize = 15;

/// What is to be said of a value of a file with this number; nothing of what is no number.
pub(super) fn row(file: usize, node: Node<'_, '_>) -> Option<Row> {
    let words = "other programs that read JSON round this number";
    let row = || Row::new(file, node.span(), RULE, words);
    let is_rounded = node.number().is_some_and(is_rounded);
    is_rounded.then(|| row().help("write it as a string: the engines convert it without loss"))
}

fn is_rounded(number: Number<'_>) -> bool {
    let written = number.text();
    if written.len() <= KEPT && !written.contains(['e', 'E']) {
        return false;
    }
    let kept = number.as_f64().map(|rounded| format!("{rounded:e}"));
    let kept = kept.as_deref().and_then(Number::parse);
    kept.is_none_or(|kept| kept.canonical() != number.canonical())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_more_than_53_bits_are_rounded() {
        for (number, rounded, why) in [
            ("0.1", false, "as short as it is written"),
            ("1e3", false, "another spelling"),
            ("-0.0", false, "nothing"),
            ("999999999999999", false, "fifteen digits"),
            ("9007199254740992", false, "two to the power of 53"),
            ("9007199254740993", true, "one more"),
            ("123456789012345678901234567890", true, "long"),
            ("3.14159265358979323846", true, "more digits than are kept"),
            ("1e400", true, "too large"),
        ] {
            assert_eq!(is_rounded(Number::parse(number).unwrap()), rounded, "{why}");
        }
    }
}
