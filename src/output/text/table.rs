//! Columns without lines, in which the last column gives way and no other is ever cut.

use std::io::{self, Write};
use std::ops::Range;

use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, Table as Grid, Width, presets};

/// Below this many columns the last one is left out instead of being wrapped into a thread of letters.
const NARROWEST: usize = 16;

/// A table whose last column is the one that may wrap or go.
pub(super) struct Table {
    grid: Grid,
    columns: usize,
    widest: Vec<usize>,
}

impl Table {
    pub(super) fn new(columns: usize) -> Self {
        let mut grid = Grid::new();
        grid.load_style(presets::NOTHING);
        Self {
            grid,
            columns,
            widest: vec![0; columns],
        }
    }

    /// Adds a row; `cells` must be as many as the columns.
    pub(super) fn row(&mut self, cells: Vec<String>) {
        for (widest, cell) in self.widest.iter_mut().zip(&cells) {
            *widest = (*widest).max(shown_width(cell));
        }
        self.grid.add_row(cells);
    }

    /// Sets columns to the right: symbols of different lengths, and numbers, line up at their ends.
    pub(super) fn align_right(&mut self, columns: Range<usize>) {
        for index in columns {
            if let Some(column) = self.grid.column_mut(index) {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
    }

    pub(super) fn write(mut self, width: Option<usize>, out: &mut dyn Write) -> io::Result<()> {
        if self.grid.is_empty() {
            return Ok(());
        }
        // Two columns of padding stand around each cell.
        let fixed: usize = self.widest.iter().take(self.columns - 1).map(|widest| widest + 2).sum();
        match width {
            Some(width) if width < fixed + self.widest[self.columns - 1] + 2 => {
                let left = width.saturating_sub(fixed + 2);
                self.grid.set_content_arrangement(ContentArrangement::Dynamic);
                self.grid
                    .set_width(u16::try_from(width.max(fixed + 2)).unwrap_or(u16::MAX));
                for index in 0..self.columns {
                    let last = index + 1 == self.columns;
                    let constraint = match (last, left) {
                        (false, _) => ColumnConstraint::ContentWidth,
                        (true, left) if left < NARROWEST => ColumnConstraint::Hidden,
                        (true, left) => {
                            ColumnConstraint::UpperBoundary(Width::Fixed(u16::try_from(left + 2).unwrap_or(u16::MAX)))
                        }
                    };
                    if let Some(column) = self.grid.column_mut(index) {
                        column.set_constraint(constraint);
                    }
                }
            }
            _ => {
                self.grid.set_content_arrangement(ContentArrangement::Disabled);
            }
        }
        for row in self.grid.lines() {
            writeln!(out, " {}", row.trim_end())?;
        }
        Ok(())
    }
}

/// Columns on a terminal, without the escapes of our own colours.
fn shown_width(cell: &str) -> usize {
    unicode_width::UnicodeWidthStr::width(anstream::adapter::strip_str(cell).to_string().as_str())
}
