//! Columns without lines, in which the last column gives way and no other is ever cut.

use std::borrow::Cow;
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
    rows: Vec<Vec<Cell>>,
    /// Of each column how wide its widest cell is.
    widest: Vec<usize>,
    right: Range<usize>,
}

/// A text beside the same with our colours: the grid measures the one, and the other is told.
struct Cell {
    plain: String,
    styled: String,
}

impl Cell {
    fn new(styled: String) -> Self {
        let plain = anstream::adapter::strip_str(&styled).to_string();
        if plain.len() > WIDEST {
            let short = shortened(plain);
            return Self {
                styled: short.clone(),
                plain: short,
            };
        }
        Self { plain, styled }
    }
}

impl Table {
    pub(super) fn new(columns: usize) -> Self {
        Self {
            rows: Vec::new(),
            widest: vec![0; columns],
            right: 0..0,
        }
    }

    /// Adds a row; `cells` must be as many as the columns, and of one line each.
    pub(super) fn row(&mut self, cells: Vec<String>) {
        let cells: Vec<_> = cells.into_iter().map(Cell::new).collect();
        for (widest, cell) in self.widest.iter_mut().zip(&cells) {
            *widest = (*widest).max(cell.plain.width());
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
            Some(left) if left < NARROWEST => {
                below.extend(self.rows.iter_mut().filter_map(|row| Some(row.pop()?.styled)));
            }
            Some(left) => self.wrap_last(left),
            None => {}
        }
        let mut grid = Grid::new();
        grid.load_style(presets::NOTHING);
        grid.set_content_arrangement(ContentArrangement::Disabled);
        grid.add_rows(self.rows.iter().map(|row| row.iter().map(|cell| &cell.plain)));
        for index in self.right {
            if let Some(column) = grid.column_mut(index) {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
        let mut below = below.into_iter();
        for (line, cells) in grid.lines().zip(&self.rows) {
            writeln!(out, " {}", styled(line.trim_end(), cells))?;
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

    /// Makes a row of each line of the last column.
    fn wrap_last(&mut self, width: usize) {
        let mut rows = Vec::with_capacity(self.rows.len());
        for mut row in std::mem::take(&mut self.rows) {
            let last = row.pop().map(|cell| cell.styled).unwrap_or_default();
            for line in wrapped(&last, Some(width), "") {
                let next = (0..row.len()).map(|_| Cell::new(String::new())).collect();
                let mut row = std::mem::replace(&mut row, next);
                row.push(Cell::new(line));
                rows.push(row);
            }
        }
        self.rows = rows;
    }
}

/// The line with the colours of its cells, which stand in it in this order with nothing but blanks between them.
fn styled<'l>(line: &'l str, cells: &[Cell]) -> Cow<'l, str> {
    if cells.iter().all(|cell| cell.plain == cell.styled) {
        return Cow::Borrowed(line);
    }
    let mut whole = String::new();
    let mut rest = line;
    for cell in cells {
        if let Some((before, after)) = rest.split_once(cell.plain.trim_end()) {
            whole.extend([before, &cell.styled]);
            rest = after;
        }
    }
    Cow::Owned(whole + rest)
}

/// A long text as far as it is told.
fn shortened(plain: String) -> String {
    let mut columns = 0;
    let end = plain.char_indices().find(|(_, letter)| {
        columns += letter.width().unwrap_or_default();
        columns > WIDEST
    });
    let Some((end, _)) = end else {
        return plain;
    };
    let (told, rest) = plain.split_at(end);
    format!("{told}… ({} more letters)", rest.chars().count())
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

    #[test]
    fn colours_take_no_room() {
        let red = |text: &str| format!("\u{1b}[31m{text}\u{1b}[0m");
        let [delete, replace] = [red("delete"), red("re")];
        let wanted = format!(
            "    {}  {delete}  a.b  why so\n  {}  {replace}      c\n",
            red("-"),
            red("-/+")
        );
        // The first column stands to the right, and nothing is behind the last text; 26 columns are just enough.
        for width in [None, Some(26)] {
            let mut table = Table::new(4);
            table.row(vec![red("-"), delete.clone(), "a.b".to_owned(), "why so".to_owned()]);
            table.row(vec![red("-/+"), replace.clone(), "c".to_owned(), String::new()]);
            table.align_right(0..1);
            let mut out = Vec::new();
            table.write(width, &mut out).unwrap();
            assert_eq!(String::from_utf8(out).unwrap(), wanted, "{width:?}");
        }
    }

    #[test]
    fn what_is_wrapped_stays_in_its_column() {
        let mut table = Table::new(2);
        table.row(vec![
            "\u{1b}[31m-\u{1b}[0m".to_owned(),
            "one two three four five six".to_owned(),
        ]);
        table.row(vec!["+".to_owned(), "seven".to_owned()]);
        let mut out = Vec::new();
        table.write(Some(28), &mut out).unwrap();
        let shown = String::from_utf8(out).unwrap();
        assert_eq!(
            shown,
            "  \u{1b}[31m-\u{1b}[0m  one two three four five\n     six\n  +  seven\n"
        );
    }
}
