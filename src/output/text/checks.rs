//! Check statuses for people: a count of each, and one row for each instance that did not pass.

use std::io::{self, Write};

use super::table::Table;
use crate::lint::Level;
use crate::order;
use crate::output::Style;
use crate::output::escape::line;
use crate::output::verdict::check_rank;
use crate::report::{CheckRow, Redacted};

/// What becomes of a check that the plan leaves open, where the apply decides it.
pub(super) const DURING_APPLY: &str = "decided only during apply";

/// `open` says what becomes of checks that the plan leaves open, where it tells.
pub(super) fn write(
    checks: &[CheckRow],
    open: Option<&'static str>,
    style: &Style,
    out: &mut dyn Write,
) -> io::Result<()> {
    if checks.is_empty() {
        return Ok(());
    }
    // What was passed over as a whole no apply decides.
    let passed_over = open.filter(|open| *open != DURING_APPLY);
    let mut rows: Vec<(&Redacted, &Redacted, String, &[Redacted])> = Vec::new();
    for check in checks {
        let words = |status: &str, open: Option<&str>| {
            let kind = kind_words(&check.kind);
            match open.filter(|_| status == "unknown") {
                // The address of a check block says that it is one.
                Some(open) if &*check.kind == "check" => open.to_owned(),
                Some(open) => format!("{kind}, {open}"),
                None => kind,
            }
        };
        if check.instances.is_empty() {
            rows.push((&check.status, &check.address, words(&check.status, passed_over), &[]));
        }
        for instance in &check.instances {
            let words = words(&instance.status, open);
            rows.push((&instance.status, &instance.address, words, &instance.problems));
        }
    }
    // Stable: inside a status the order of addresses stays.
    order::sort_by_key(&mut rows, |(status, ..)| check_rank(status));
    let mut counts: Vec<(&str, usize)> = Vec::new();
    for (status, ..) in &rows {
        match counts.last_mut() {
            Some((last, count)) if *last == &***status => *count += 1,
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
    for (status, address, words, problems) in rows {
        if &**status == "pass" && !style.all {
            continue;
        }
        let word = match check_rank(status) {
            0..=2 => style.level(Level::Error, &line(status)),
            3 => style.level(Level::Warning, &line(status)),
            _ => line(status).into_owned(),
        };
        let says = if problems.is_empty() {
            words
        } else {
            problems
                .iter()
                .map(|problem| line(problem).into_owned())
                .collect::<Vec<_>>()
                .join("; ")
        };
        table.row(vec![word, line(address).into_owned(), says]);
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
