//! Columns without lines, in which the last column gives way and no other is ever cut.

use std::io::{self, Write};
use std::ops::Range;

use comfy_table::{CellAlignment, ContentArrangement, Table as Grid, presets};

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::wrap::wrapped;

/// Below this many columns the last one stands on lines of its own instead of being wrapped into a thread of letters.
const NARROWEST: usize = 16;

/// So many columns of a cell are told. The grid counts in 16 bits and would break what is longer, and what a plan holds
/// would begin a line of its own, as commands to a CI runner do. No engine's name or message comes near it; other
/// formats tell all.
const WIDEST: usize = 16_384;

/// Before what stands on a line of its own.
const BELOW: &str = "      ";

/// A table whose last column is the one that may wrap or stand below the others.
pub(super) struct Table {
    rows: Vec<Vec<String>>,
    /// Of each column how wide its widest cell is.
    widest: Vec<usize>,
    right: Range<usize>,
}

impl Table {
    pub(super) fn new(columns: usize) -> Self {
        Self {
            rows: Vec::new(),
            widest: vec![0; columns],
            right: 0..0,
        }
    }

    /// Adds a row; `cells` must be as many as the columns.
    pub(super) fn row(&mut self, mut cells: Vec<String>) {
        for cell in cells.iter_mut().filter(|cell| cell.len() > WIDEST) {
            *cell = shortened(cell);
        }
        for (widest, cell) in self.widest.iter_mut().zip(&cells) {
            *widest = (*widest).max(shown_width(cell));
        }
        self.rows.push(cells);
    }

    /// Sets columns to the right: symbols of different lengths, and numbers, line up at their ends.
    pub(super) fn align_right(&mut self, columns: Range<usize>) {
        self.right = columns;
    }

    pub(super) fn write(mut self, width: Option<usize>, out: &mut dyn Write) -> io::Result<()> {
        if self.rows.is_empty() {
            return Ok(());
        }
        // Two columns of padding stand around each cell.
        let [others @ .., last] = &self.widest[..] else {
            return Ok(());
        };
        let fixed: usize = others.iter().map(|widest| widest + 2).sum();
        let narrow = width.filter(|width| *width < fixed + last + 2);
        let left = narrow.map(|width| width.saturating_sub(fixed + 2));
        let mut below: Vec<String> = Vec::new();
        match left {
            Some(left) if left < NARROWEST => below.extend(self.rows.iter_mut().filter_map(Vec::pop)),
            Some(left) => {
                for last in self.rows.iter_mut().filter_map(|row| row.last_mut()) {
                    *last = wrapped(last, Some(left), "").join("\n");
                }
            }
            None => {}
        }
        let mut grid = Grid::new();
        grid.load_style(presets::NOTHING);
        grid.set_content_arrangement(ContentArrangement::Disabled);
        grid.add_rows(self.rows);
        for index in self.right {
            if let Some(column) = grid.column_mut(index) {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
        let mut below = below.into_iter();
        for row in grid.lines() {
            writeln!(out, " {}", row.trim_end())?;
            // Without the last column each row is one line.
            if let Some(last) = below.next().filter(|last| !last.is_empty()) {
                // The blanks are no word that a line could break behind.
                let left = width.map(|width| width.saturating_sub(BELOW.len()));
                for line in wrapped(&last, left, "") {
                    writeln!(out, "{BELOW}{line}")?;
                }
            }
        }
        Ok(())
    }
}

/// A long cell as far as it is told, without colours, whose end would be lost.
fn shortened(cell: &str) -> String {
    let plain = anstream::adapter::strip_str(cell).to_string();
    let mut columns = 0;
    let end = plain.char_indices().find(|(_, letter)| {
        columns += UnicodeWidthChar::width(*letter).unwrap_or_default();
        columns > WIDEST
    });
    let Some((end, _)) = end else {
        return plain;
    };
    let (told, rest) = plain.split_at(end);
    format!("{told}… ({} more letters)", rest.chars().count())
}

/// Columns on a terminal, without the escapes of our own colours.
fn shown_width(cell: &str) -> usize {
    UnicodeWidthStr::width(anstream::adapter::strip_str(cell).to_string().as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_column_stands_below_the_others_on_lines_of_its_own() {
        let address = "a".repeat(50);
        let reason = format!("{} forces replacement", "r".repeat(58));
        for (width, below, why) in [
            (
                60,
                format!("      {}\n      forces replacement\n", "r".repeat(58)),
                "a word that is wider than the terminal",
            ),
            (10, format!("      {reason}\n"), "a terminal too narrow to be of use"),
        ] {
            let mut table = Table::new(2);
            table.row(vec![address.clone(), reason.clone()]);
            let mut out = Vec::new();
            table.write(Some(width), &mut out).unwrap();
            let shown = String::from_utf8(out).unwrap();
            assert_eq!(shown, format!("  {address}\n{below}"), "{why}");
        }
    }
}
