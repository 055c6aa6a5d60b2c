//! Text of a plan on a terminal or in a CI log: nothing in it may act.

use std::borrow::Cow;
use std::fmt::Write;

/// One line of text in which nothing moves the cursor, changes a colour or a direction, or speaks to a CI runner.
///
/// Keys of `for_each`, messages of checks and file names come from anybody. Line feeds become spaces; other control
/// characters and those that reorder text are written as `\u{…}`. Runners take a line that begins with `::`, or holds
/// `##[`, `##vso[` or `##teamcity[`, for a command.
#[must_use]
pub fn line(text: &str) -> Cow<'_, str> {
    if text.chars().all(|letter| !acts(letter)) && !speaks(text) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len() + 8);
    for letter in text.chars() {
        match letter {
            '\n' | '\t' => escaped.push(' '),
            '\r' => {}
            _ if acts(letter) => {
                // Writing to a String cannot fail.
                let _ = write!(escaped, "\\u{{{:x}}}", u32::from(letter));
            }
            _ => escaped.push(letter),
        }
    }
    if speaks(&escaped) {
        while escaped.contains("##") {
            escaped = escaped.replace("##", "# #");
        }
        if escaped.trim_start().starts_with("::") {
            escaped.insert(0, '\\');
        }
    }
    Cow::Owned(escaped)
}

/// A line of a layout that means something by its white space: the same, but tabs stay, and what would begin a command
/// gets its backslash where it stands. What returns to the beginning is told by `\r`: it may be all that two lines
/// differ in.
#[must_use]
pub fn laid_out(text: &str) -> Cow<'_, str> {
    if text.chars().all(|letter| letter == '\t' || !acts(letter)) && !speaks(text) {
        return Cow::Borrowed(text);
    }
    let start = text.len() - text.trim_start_matches([' ', '\t']).len();
    let (indent, rest) = text.split_at(start);
    let rest = rest.replace('\r', "\\r");
    let pieces: Vec<_> = rest.split('\t').map(line).collect();
    Cow::Owned(format!("{indent}{}", pieces.join("\t")))
}

/// Whether a terminal acts on the letter, or hides it.
pub(super) fn acts(letter: char) -> bool {
    letter.is_control()
        || matches!(
            letter,
            '\u{ad}'
                | '\u{34f}'
                | '\u{61c}'
                | '\u{115f}'
                | '\u{1160}'
                | '\u{17b4}'
                | '\u{17b5}'
                | '\u{180b}'..='\u{180f}'
                | '\u{200b}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{3164}'
                | '\u{feff}'
                | '\u{ffa0}'
                | '\u{fff9}'..='\u{fffb}'
                | '\u{1d173}'..='\u{1d17a}'
                // Tags, and what selects variants: a whole sentence of them shows nothing, and programs that summarize
                // a report read it.
                | '\u{e0000}'..='\u{e007f}'
                | '\u{e0100}'..='\u{e01ef}'
        )
}

fn speaks(text: &str) -> bool {
    text.trim_start().starts_with("::") || text.contains("##")
}

/// How a runner writes what it would take for the end of a command, or for an escape.
pub(super) struct CommandEscapes {
    /// The sign of an escape.
    pub(super) percent: &'static str,
    /// What ends a property, and not a message.
    pub(super) ends: [(char, &'static str); 2],
}

impl CommandEscapes {
    /// A message.
    pub(super) fn data(&self, text: &str) -> String {
        let text = text.replace('%', self.percent);
        text.replace('\r', "%0D").replace('\n', "%0A")
    }

    /// The value of a property.
    pub(super) fn property(&self, text: &str) -> String {
        let ends = self.ends.iter();
        ends.fold(self.data(text), |text, (end, escape)| text.replace(*end, escape))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::{azure, github};

    #[test]
    fn what_ends_a_command_is_escaped() {
        for (runner, text, in_data, in_property, why) in [
            (github::ESCAPES, "plain", "plain", "plain", "ordinary text stays"),
            (github::ESCAPES, "100%", "100%25", "100%25", "the sign of an escape"),
            (
                github::ESCAPES,
                "%0A",
                "%250A",
                "%250A",
                "an escape that somebody else wrote",
            ),
            (github::ESCAPES, "a\r\nb", "a%0D%0Ab", "a%0D%0Ab", "line ends"),
            (
                github::ESCAPES,
                "a:b,c::d",
                "a:b,c::d",
                "a%3Ab%2Cc%3A%3Ad",
                "the ends of a property",
            ),
            (
                azure::ESCAPES,
                "100%",
                "100%AZP25",
                "100%AZP25",
                "the sign of an escape",
            ),
            (azure::ESCAPES, "a\r\nb", "a%0D%0Ab", "a%0D%0Ab", "line ends"),
            (
                azure::ESCAPES,
                "a;b]c:d,e",
                "a;b]c:d,e",
                "a%3Bb%5Dc:d,e",
                "the ends of a property",
            ),
        ] {
            let told = (runner.data(text), runner.property(text));
            assert_eq!(told, (in_data.to_owned(), in_property.to_owned()), "{why}");
        }
    }

    #[test]
    fn a_layout_stays() {
        for (text, wanted, why) in [
            ("    a\tb ", "    a\tb ", "white space stays"),
            (
                "    ::error::x",
                "    \\::error::x",
                "a workflow command may be indented",
            ),
            ("\t\u{1b}[31m\tx", "\t\\u{1b}[31m\tx", "a colour"),
            ("  - ##[error]", "  - # #[error]", "Azure's"),
            ("  + a\r", "  + a\\r", "a line end of Windows"),
            ("x\ry\tz", "x\\ry\tz", "what would be written over"),
            ("  \r::error::x", "  \\r::error::x", "no command any more"),
        ] {
            assert_eq!(laid_out(text), wanted, "{why}");
        }
    }

    #[test]
    fn nothing_acts() {
        for (text, wanted, why) in [
            (
                "aws_instance.web[\"ä 中\"]",
                "aws_instance.web[\"ä 中\"]",
                "ordinary text stays",
            ),
            ("a\u{1b}[31mb", "a\\u{1b}[31mb", "a colour"),
            ("a\nb", "a b", "a forged line"),
            ("a\r\nPASS", "a PASS", "line ends of Windows"),
            ("a\u{202e}b", "a\\u{202e}b", "a turned direction"),
            ("a\u{e0041}b", "a\\u{e0041}b", "a letter that nothing shows"),
            ("a\u{9b}31mb", "a\\u{9b}31mb", "the one-byte form of the escape"),
            ("::error::x", "\\::error::x", "a workflow command"),
            ("x ::error::x", "x ::error::x", "no command inside a line"),
            (
                "a ##vso[task.complete]",
                "a # #vso[task.complete]",
                "Azure's commands stand anywhere",
            ),
            ("a ##[error]", "a # #[error]", "so do the older ones"),
            ("##teamcity[x]", "# #teamcity[x]", "TeamCity's"),
            ("a ###[x]", "a # # #[x]", "no two stand together before a bracket"),
        ] {
            assert_eq!(line(text), wanted, "{why}");
        }
    }
}
