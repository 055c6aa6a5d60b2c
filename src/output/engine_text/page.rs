//! Where the text goes, line by line, so that nothing in it acts.

use std::borrow::Cow;
use std::io::{self, Write};

use crate::output::escape;

/// A page that is being written.
pub(in crate::output) struct Page<'w> {
    out: &'w mut dyn Write,
}

impl<'w> Page<'w> {
    pub(in crate::output) fn new(out: &'w mut dyn Write) -> Self {
        Self { out }
    }

    /// Writes lines; an end of the last one is added.
    pub(in crate::output) fn lines(&mut self, text: &str) -> io::Result<()> {
        self.inert_lines(&inert(text))
    }

    /// Writes lines in which nothing acts.
    pub(super) fn inert_lines(&mut self, text: &str) -> io::Result<()> {
        self.out.write_all(text.as_bytes())?;
        self.out.write_all(b"\n")
    }

    /// Writes a paragraph, wrapped as the engines do without a terminal.
    pub(in crate::output) fn paragraph(&mut self, text: &str) -> io::Result<()> {
        self.lines(&wrap(text))
    }

    /// Writes a line across the page.
    pub(in crate::output) fn rule(&mut self) -> io::Result<()> {
        self.lines(&"─".repeat(WIDTH))
    }
}

/// Lines in which nothing acts any more.
pub(super) fn inert(text: &str) -> Cow<'_, str> {
    // Nearly all texts are of letters that print, and stay as they are.
    let prints = |byte: u8| matches!(byte, b' '..=b'~' | b'\n' | b'\t');
    if text.bytes().all(prints) && !text.contains("::") && !text.contains("##") {
        return Cow::Borrowed(text);
    }
    let lines: Vec<_> = text.split('\n').map(escape::laid_out).collect();
    Cow::Owned(lines.join("\n"))
}

/// Columns of a line of prose.
const WIDTH: usize = 77;

/// Breaks every line that is not indented between words.
fn wrap(text: &str) -> String {
    let lines = text.split('\n').map(|line| {
        if line.starts_with(' ') {
            return line.to_owned();
        }
        let mut wrapped = String::with_capacity(line.len());
        let mut column = 0;
        for word in line.split(' ') {
            let width = word.chars().count();
            if column > 0 && column + 1 + width > WIDTH {
                wrapped.push('\n');
                column = 0;
            } else if column > 0 {
                wrapped.push(' ');
                column += 1;
            }
            wrapped.push_str(word);
            column += width;
        }
        wrapped
    });
    lines.collect::<Vec<_>>().join("\n")
}
