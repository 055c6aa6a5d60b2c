//! Check statuses for people: a count of each, and one row for each instance that did not pass.

use std::io::{self, Write};

use super::table::Table;
use crate::lint::Level;
use crate::order;
use crate::output::Style;
use crate::output::checks::rows;
use crate::output::escape::line;
use crate::report::{CheckRow, CheckStatus};

pub(super) fn write(checks: &[CheckRow], style: &Style, out: &mut dyn Write) -> io::Result<()> {
    if checks.is_empty() {
        return Ok(());
    }
    let mut rows = rows(checks);
    // Stable: inside a status the order of addresses stays.
    order::sort_by_key(&mut rows, |row| row.status.rank());
    let mut counts: Vec<(&str, usize)> = Vec::new();
    for row in &rows {
        let status = row.status.word();
        match counts.last_mut() {
            Some((last, count)) if *last == status => *count += 1,
            _ => counts.push((status, 1)),
        }
    }
    counts.reverse();
    let counts: Vec<String> = counts
        .iter()
        .map(|(status, count)| format!("{count} {}", line(status)))
        .collect();
    writeln!(out, "\nChecks: {}", counts.join(", "))?;
    let mut table = Table::new(3);
    for row in rows {
        let (status, problems) = (row.status, row.problems);
        if *status == CheckStatus::Pass && !style.all {
            continue;
        }
        let told = line(status.word());
        let word = match status {
            CheckStatus::Pass => told.into_owned(),
            CheckStatus::Unknown => style.level(Level::Warning, &told),
            _ => style.level(Level::Error, &told),
        };
        let says = if problems.is_empty() {
            match row.open {
                // The address of a check block says that it is one.
                Some(open) if row.kind == "check" => open.to_owned(),
                Some(open) => format!("{}, {open}", kind_words(row.kind)),
                None => kind_words(row.kind),
            }
        } else {
            problems
                .iter()
                .map(|problem| line(problem).into_owned())
                .collect::<Vec<_>>()
                .join("; ")
        };
        table.row(vec![word, line(row.address).into_owned(), says]);
    }
    table.write(style.width, out)
}

fn kind_words(kind: &str) -> String {
    match kind {
        "resource" => "conditions of the resource".to_owned(),
        "output_value" => "precondition of the output".to_owned(),
        "check" => "check block".to_owned(),
        "var" => "validation of the variable".to_owned(),
        other => line(other).into_owned(),
    }
}
