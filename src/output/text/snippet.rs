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
    let left = room.saturating_sub(marked.width());
    let before = end(&line(&snippet.before), left);
    let after = beginning(&line(&snippet.after), left.saturating_sub(before.width()));
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
    if room == 0 {
        return String::new();
    }
    let ends = text.char_indices().map(|(at, _)| at).take(letters_for(room));
    let parts = ends.map(|at| text.get(..at).unwrap_or_default());
    let kept = parts.take_while(|part| part.width() < room).last().unwrap_or_default();
    format!("{kept}…")
}

/// As much of the end as fits, with a sign where something is missing.
///
/// Letters that join are narrower than they are alone, and those before them change nothing of that.
fn end(text: &str, room: usize) -> String {
    if text.width() <= room {
        return text.to_owned();
    }
    if room == 0 {
        return String::new();
    }
    let starts = text.char_indices().rev().map(|(at, _)| at).take(letters_for(room));
    let parts = starts.map(|at| text.get(at..).unwrap_or_default());
    let kept = parts.take_while(|part| part.width() < room).last().unwrap_or_default();
    format!("…{kept}")
}

/// How many letters are tried for so many columns: a column may hold some that have no width of their own, but not a
/// megabyte.
const fn letters_for(room: usize) -> usize {
    room.saturating_mul(4)
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
                &*"الب".repeat(40),
                "x",
                "y",
                25,
                "   | …البالبالبالبالبالبx\n   |                    ^\n",
                "letters that join into one column, but not backwards",
            ),
            (
                "",
                &*format!("a{}", "\u{301}".repeat(1000)),
                &*long,
                25,
                &*format!("   | a{}{}…\n   | ^\n", "\u{301}".repeat(1000), "x".repeat(18)),
                "letters without a width",
            ),
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
                before: Redacted::trusted(before),
                marked: Redacted::trusted(marked),
                after: Redacted::trusted(after),
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
