//! The overview of several inputs for people: a row each, and their sums beneath.

use std::io::{self, Write};

use super::table::Table;
use crate::lint::Level;
use crate::output::Style;
use crate::output::escape::line;
use crate::output::overview::{Overview, Passing, What};
use crate::output::sums::Sums;
use crate::output::verdict;
use crate::report::{Report, Verdict};
use crate::words::plural;

/// The columns of sums; without plans there are none.
const SUMS: [&str; 5] = ["add", "change", "destroy", "replace", "forget"];

/// More rows than this are folded, but for those that fail, could not be judged, or lose something.
const FOLDED_ABOVE: usize = 100;

pub(super) fn write(overview: &Overview<'_>, report: &Report, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    let sums = Sums::of(report);
    let columns = if sums.plans > 0 { SUMS.len() } else { 0 };
    let mut table = Table::new(columns + 3);
    let mut row = |word: String, name: String, numbers: [String; SUMS.len()], words: String| {
        let numbers = numbers.into_iter().take(columns);
        table.row([word, name].into_iter().chain(numbers).chain([words]).collect());
    };
    if columns > 0 {
        let name = match overview.folder {
            "" => "plan".to_owned(),
            folder => format!("plan in {}", line(folder)),
        };
        row(
            String::new(),
            style.faint(&name),
            SUMS.map(|title| style.faint(title)),
            String::new(),
        );
    }
    let fold = !style.all && overview.rows.len() > FOLDED_ABOVE;
    let (shown, folded): (Vec<_>, Vec<_>) = overview.rows.iter().partition(|row| !fold || row.is_dangerous());
    for one in shown {
        let word = verdict::word(one.verdict);
        let word = match one.verdict {
            Verdict::Pass => style.good(word),
            Verdict::Fail | Verdict::Error => style.level(Level::Error, word),
        };
        let name = if columns > 0 {
            overview.below(one.name)
        } else {
            one.name
        };
        let (numbers, words) = match &one.what {
            What::Failure(failure) => (no_numbers(), line(&failure.message).into_owned()),
            What::Plan { sums, words } => (numbers(sums), words.join(" · ")),
            What::State { words } => (no_numbers(), words.join(" · ")),
        };
        row(word, line(name).into_owned(), numbers, words);
    }
    let mut counted = |count: usize, what: &str, words: &str| {
        if count > 0 {
            let words = style.faint(words);
            row(String::new(), format!("{count} {what}"), no_numbers(), words);
        }
    };
    counted(folded.len(), "more passed", "--all lists them");
    if let Some(Passing { count, words }) = &overview.passing {
        let words = format!("{}; --all lists them", line(words));
        let more = if overview.rows.is_empty() { "" } else { "more " };
        counted(*count, &format!("{more}passed without changes"), &words);
    }
    counted(overview.unchanged, "unchanged", "");
    if columns > 0 {
        let numbers = numbers(&sums).map(|number| style.strong(&number));
        let words = style.strong(&sums.beside().join(" · "));
        row(String::new(), style.strong(&plural(sums.plans, "plan")), numbers, words);
    }
    table.align_right(2..columns + 2);
    table.write(style.width, out)
}

fn numbers(sums: &Sums) -> [String; SUMS.len()] {
    [sums.add, sums.change, sums.destroy, sums.replace, sums.forget].map(|number| number.to_string())
}

fn no_numbers() -> [String; SUMS.len()] {
    [const { String::new() }; SUMS.len()]
}
