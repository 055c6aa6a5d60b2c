//! Lines in the width of the terminal, broken between words alone: whoever copies an address gets all of it.

use std::borrow::Cow;

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

#[cfg(test)]
mod tests {
    use super::*;

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
