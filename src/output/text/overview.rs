//! The overview of several inputs for people: a row each, and their sums beneath.

use std::io::{self, Write};

use super::table::Table;
use crate::lint::Level;
use crate::output::Style;
use crate::output::escape::line;
use crate::output::overview::{Overview, Row, What};
use crate::output::sums::Sums;
use crate::output::verdict::{self, plural};
use crate::report::{Report, Verdict};

const COLUMNS: usize = 8;

pub(super) fn write(overview: &Overview<'_>, report: &Report, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    let mut table = Table::new(COLUMNS);
    let name = match overview.folder {
        "" => "plan".to_owned(),
        folder => format!("plan in {}", line(folder)),
    };
    let titles = [&name, "add", "change", "destroy", "replace", "forget", ""];
    table.row([""].iter().chain(&titles).map(|title| style.faint(title)).collect());
    for row in &overview.rows {
        table.row(cells(row, overview.below(row.name), style));
    }
    if overview.unchanged > 0 {
        let words = format!("{} unchanged", overview.unchanged);
        table.row(
            [String::new(), words]
                .into_iter()
                .chain(no_numbers())
                .chain([String::new()])
                .collect(),
        );
    }
    let sums = Sums::of(report);
    let mut total = vec![String::new(), style.strong(&plural(sums.plans, "plan"))];
    total.extend(numbers(&sums).map(|number| style.strong(&number)));
    total.push(style.strong(&sums.beside().join(" · ")));
    table.row(total);
    table.to_the_right(2..COLUMNS - 1);
    table.write(style.width, out)
}

fn cells(row: &Row<'_>, name: &str, style: &Style) -> Vec<String> {
    let word = verdict::word(row.verdict);
    let word = match row.verdict {
        Verdict::Pass => style.good(word),
        Verdict::Fail | Verdict::Error => style.level(Level::Error, word),
    };
    let mut cells = vec![word, line(name).into_owned()];
    match &row.what {
        What::Failure(failure) => {
            cells.extend(no_numbers());
            cells.push(line(&failure.message).into_owned());
        }
        What::Plan { sums, words } => {
            cells.extend(numbers(sums));
            cells.push(words.join(" · "));
        }
        What::State { words } => {
            cells.extend(no_numbers());
            cells.push(words.join(" · "));
        }
    }
    cells
}

fn numbers(sums: &Sums) -> impl Iterator<Item = String> {
    [sums.add, sums.change, sums.destroy, sums.replace, sums.forget]
        .into_iter()
        .map(|number| number.to_string())
}

fn no_numbers() -> impl Iterator<Item = String> {
    std::iter::repeat_n(String::new(), COLUMNS - 3)
}
