//! Where the text goes, line by line, so that nothing in it acts.

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
        for line in text.split('\n') {
            writeln!(self.out, "{}", escape::laid_out(line))?;
        }
        Ok(())
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
