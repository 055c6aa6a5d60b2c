//! The text that a finding is about, with a mark below it, cut to the width of the terminal.

use std::io::{self, Write};

use unicode_width::UnicodeWidthStr;

use crate::lint::Level;
use crate::output::Style;
use crate::output::escape::line;
use crate::report::Snippet;

/// Columns where no terminal says otherwise.
const WIDTH: usize = 100;

/// What stands before the text, in columns.
const MARGIN: &str = "   | ";

/// The text in one line, and carets below what is meant.
pub(super) fn write(snippet: &Snippet, level: Level, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    let room = style.width.unwrap_or(WIDTH).saturating_sub(MARGIN.len()).max(20);
    let marked = beginning(&line(&snippet.marked), room);
    let left = room - marked.width();
    let before = end(&line(&snippet.before), left);
    let after = beginning(&line(&snippet.after), left - before.width());
    writeln!(out, "{MARGIN}{before}{marked}{after}")?;
    let carets = "^".repeat(marked.width().max(1));
    let blank = " ".repeat(before.width());
    writeln!(out, "{MARGIN}{blank}{}", style.level(level, &carets))
}

/// As much of the beginning as fits, with a sign where something is missing.
fn beginning(text: &str, room: usize) -> String {
    if text.width() <= room {
        return text.to_owned();
    }
    let mut kept = String::new();
    for letter in text.chars() {
        kept.push(letter);
        if kept.width() + 1 > room {
            kept.pop();
            break;
        }
    }
    if room > 0 {
        kept.push('…');
    }
    kept
}

/// As much of the end as fits.
fn end(text: &str, room: usize) -> String {
    let turned: String = text.chars().rev().collect();
    beginning(&turned, room).chars().rev().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Redacted;

    #[test]
    fn what_is_meant_stays_in_the_window() {
        let long = "x".repeat(200);
        for (before, marked, after, width, shown, why) in [
            (
                "\"a\": \"${",
                "var.b",
                "}\"",
                80,
                "   | \"a\": \"${var.b}\"\n   |         ^^^^^\n",
                "all fits",
            ),
            (
                &*long,
                "var.b",
                &*long,
                25,
                "   | …xxxxxxxxxxxxxxvar.b\n   |                ^^^^^\n",
                "the end of what stands before it",
            ),
            (
                "",
                &*long,
                "b",
                25,
                "   | xxxxxxxxxxxxxxxxxxx…\n   | ^^^^^^^^^^^^^^^^^^^^\n",
                "the beginning of what is meant",
            ),
            ("日本", "", "c", 80, "   | 日本c\n   |     ^\n", "wide letters; a place"),
            (
                "",
                "a\u{1b}[0m",
                "",
                80,
                "   | a\\u{1b}[0m\n   | ^^^^^^^^^^\n",
                "no terminal obeys it",
            ),
        ] {
            let snippet = Snippet {
                before: Redacted::own(before),
                marked: Redacted::own(marked),
                after: Redacted::own(after),
            };
            let style = Style {
                width: Some(width),
                ..Style::plain()
            };
            let mut out = Vec::new();
            write(&snippet, Level::Error, &style, &mut out).unwrap();
            assert_eq!(String::from_utf8(out).unwrap(), shown, "{why}");
        }
    }
}
