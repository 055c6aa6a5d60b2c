//! Lines in the width of the terminal, broken between words alone: whoever copies an address gets all of it.

use std::borrow::Cow;

use textwrap::core::display_width;
use textwrap::{Options, WordSeparator, WordSplitter};

/// Narrower than this, lines are left to the terminal.
const NARROWEST: usize = 20;

/// The lines of a text; `rest` stands before each but the first. One line where there is no terminal.
pub(super) fn wrapped(text: &str, width: Option<usize>, rest: &str) -> Vec<String> {
    let Some(width) = width.filter(|width| *width >= NARROWEST + rest.len()) else {
        return vec![text.to_owned()];
    };
    let options = Options::new(width)
        .subsequent_indent(rest)
        .word_separator(WordSeparator::AsciiSpace)
        .word_splitter(WordSplitter::NoHyphenation)
        .break_words(false);
    textwrap::wrap(text, options).into_iter().map(Cow::into_owned).collect()
}

/// Parts with a point between them, in lines that break behind points alone. One line where there is no terminal.
pub(super) fn joined(parts: &[String], width: Option<usize>) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let width = width.filter(|width| *width >= NARROWEST).unwrap_or(usize::MAX);
    for (index, part) in parts.iter().enumerate() {
        let point = if index + 1 < parts.len() { " ·" } else { "" };
        match lines.last_mut() {
            Some(line) if display_width(line) + 1 + display_width(part) + display_width(point) <= width => {
                line.push(' ');
                line.push_str(part);
                line.push_str(point);
            }
            _ => lines.push(format!("{part}{point}")),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_parts_breaks_behind_points_alone() {
        let parts = ["1 replaced (destroyed first)", "212 unchanged", "3 drifted"].map(str::to_owned);
        let whole = "1 replaced (destroyed first) · 212 unchanged · 3 drifted";
        for (count, width, wanted, why) in [
            (3, None, &[whole][..], "no terminal"),
            (3, Some(56), &[whole], "it fits exactly"),
            (
                3,
                Some(55),
                &["1 replaced (destroyed first) · 212 unchanged ·", "3 drifted"],
                "one column too many",
            ),
            (
                3,
                Some(30),
                &["1 replaced (destroyed first) ·", "212 unchanged · 3 drifted"],
                "a part is not broken",
            ),
            (
                3,
                Some(20),
                &["1 replaced (destroyed first) ·", "212 unchanged ·", "3 drifted"],
                "nor one that is too long",
            ),
            (3, Some(5), &[whole], "too narrow to be of use"),
            (1, Some(80), &["1 replaced (destroyed first)"], "one part"),
            (0, Some(80), &[], "none"),
        ] {
            assert_eq!(joined(&parts[..count], width), wanted, "{why}");
        }
    }

    #[test]
    fn lines_break_between_words_alone() {
        let text = "error[delete-stateful]: module.network.aws_db_instance.main is destroyed";
        for (width, wanted, why) in [
            (None, &[text][..], "no terminal"),
            (Some(100), &[text], "it fits"),
            (
                Some(60),
                &[
                    "error[delete-stateful]: module.network.aws_db_instance.main",
                    "  is destroyed",
                ],
                "between words",
            ),
            (
                Some(30),
                &[
                    "error[delete-stateful]:",
                    "  module.network.aws_db_instance.main",
                    "  is destroyed",
                ],
                "what is too long stays whole",
            ),
            (Some(10), &[text], "too narrow to be of use"),
        ] {
            assert_eq!(wrapped(text, width, "  "), wanted, "{why}");
        }
        let coloured = "\u{1b}[1m\u{1b}[31merror[delete]\u{1b}[0m: aws_vpc.a is destroyed";
        assert_eq!(wrapped(coloured, Some(40), "  "), [coloured], "colours take no room");
    }
}
