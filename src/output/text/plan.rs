//! A plan for people: its changes, sums, outputs, drift and checks.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::iter;

use super::checks;
use super::named;
use super::table::Table;
use super::wrap::joined;
use crate::facts::Fate;
use crate::order;
use crate::output::escape::line;
use crate::output::{Style, notes, sums};
use crate::report::{ChangeRow, Input, PlanInput};
use crate::words::plural;

/// More rows than this are folded, but for those that destroy, forget, or cannot be read.
const FOLDED_ABOVE: usize = 100;

/// Of rows that are folded, more types than this are only counted.
const TYPES: usize = 4;

pub(super) fn write(plan: &PlanInput, input: &Input, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    changes(plan, style, out)?;
    sums(plan, style, out)?;
    outputs(plan, style, out)?;
    drift(plan, input, style, out)?;
    deferred(plan, style, out)?;
    actions(plan, style, out)?;
    checks::write(&plan.checks, style, out)
}

fn changes(plan: &PlanInput, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    let quiet = notes::quiet(iter::once(plan), style);
    let has_row = |row: &&ChangeRow| style.wants(row) && (quiet == 0 || !notes::is_quiet(row));
    let wanted: Vec<&ChangeRow> = plan.changes.iter().filter(has_row).collect();
    if wanted.is_empty() && quiet == 0 {
        return Ok(());
    }
    let fold = !style.all && !style.selects() && wanted.len() > FOLDED_ABOVE;
    let (shown, folded): (Vec<_>, Vec<_>) = wanted.into_iter().partition(|row| !fold || row.fate.is_dangerous());
    writeln!(out)?;
    let listed = |row: &ChangeRow| row_of(row.fate, row.fate.word(), address(row), notes(row), style);
    let groups = || folded.chunk_by(|one, two| one.fate == two.fate);
    let rows = shown.into_iter().map(listed);
    // Alone it takes no more room with its name.
    let rows = rows.chain(groups().map(|group| match group {
        [row] => listed(row),
        rows => counted(rows, style),
    }));
    table(rows, style, out)?;
    if let Some(first) = groups().find(|group| group.len() > 1).and_then(<[_]>::first) {
        let words = format!("--all lists them; --only {} lists one kind", first.fate.word());
        writeln!(out, "  {}", style.faint(&words))?;
    }
    match notes::quiet_words(quiet) {
        Some(words) => writeln!(out, "  {}", style.faint(&format!("{words}; --all lists them"))),
        None => Ok(()),
    }
}

/// What becomes of something, by its symbol and in a word, what it is, and what there is to say of it.
fn row_of(fate: Fate, word: &str, about: String, notes: String, style: &Style) -> Vec<String> {
    vec![style.fate(fate, fate.symbol()), style.fate(fate, word), about, notes]
}

fn table(rows: impl Iterator<Item = Vec<String>>, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    let mut table = Table::new(4);
    rows.for_each(|row| table.row(row));
    table.align_right(0..1);
    table.write(style.width, out)
}

fn address(row: &ChangeRow) -> String {
    named(&row.address, row.deposed.as_ref())
}

/// Where it came from and why it goes.
fn notes(row: &ChangeRow) -> String {
    line(&notes::of(row).join("; ")).into_owned()
}

/// Rows of one kind in one: how many there are, and of which types.
fn counted(rows: &[&ChangeRow], style: &Style) -> Vec<String> {
    let mut by_type: BTreeMap<&str, usize> = BTreeMap::new();
    for row in rows {
        *by_type.entry(row.type_name.as_deref().unwrap_or("?")).or_default() += 1;
    }
    let mut by_type: Vec<_> = by_type.into_iter().collect();
    order::sort_by_key(&mut by_type, |(name, count)| (std::cmp::Reverse(*count), *name));
    let (told, rest) = by_type.split_at(by_type.len().min(TYPES));
    // The number once.
    let words = |(name, count): &(&str, usize)| match rows.len() - count {
        0 => line(name).into_owned(),
        _ => format!("{count} {}", line(name)),
    };
    let mut named: Vec<String> = told.iter().map(words).collect();
    if !rest.is_empty() {
        named.push(format!("and {}", plural(rest.len(), "more type")));
    }
    let fate = rows.first().map_or(Fate::NoOp, |row| row.fate);
    row_of(fate, fate.word(), plural(rows.len(), "object"), named.join(", "), style)
}

fn sums(plan: &PlanInput, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "\n{}", style.strong(&sums::sentence(plan)))?;
    if let Some(words) = sums::caveat(plan) {
        writeln!(out, "{words}")?;
    }
    for line in joined(&sums::beside(plan), style.width) {
        writeln!(out, "{line}")?;
    }
    match notes::left_out(iter::once(plan), style) {
        Some(words) => writeln!(out, "{words}"),
        None => Ok(()),
    }
}

fn outputs(plan: &PlanInput, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    if plan.outputs.is_empty() {
        return Ok(());
    }
    writeln!(out, "\nChanges to Outputs:")?;
    let rows = plan.outputs.iter().map(|row| {
        let (name, notes) = (line(&row.name).into_owned(), notes::of_output(row).join("; "));
        row_of(row.fate, row.fate.word(), name, notes, style)
    });
    table(rows, style, out)
}

fn drift(plan: &PlanInput, input: &Input, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    let meanings: Vec<_> = plan.drift.iter().map(|row| (row.relevant, row.changed)).collect();
    let Some(counted) = notes::drift_counts(&meanings) else {
        return Ok(());
    };
    let shown = plan.drift.iter().filter(|row| style.all || row.affects());
    writeln!(out)?;
    super::put(
        &format!("Changed outside of {}: {counted}", notes::engine(input)),
        "  ",
        style,
        out,
    )?;
    let rows = shown.map(|row| {
        let mut words = vec![notes(&row.change)];
        words.extend((!row.relevant).then(|| notes::meaning(row).to_owned()));
        words.retain(|word| !word.is_empty());
        let fate = row.change.fate;
        row_of(
            fate,
            notes::drifted(fate),
            address(&row.change),
            words.join("; "),
            style,
        )
    });
    table(rows, style, out)
}

fn actions(plan: &PlanInput, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    if plan.actions.is_empty() {
        return Ok(());
    }
    writeln!(out, "\nActions to invoke:")?;
    let mut table = Table::new(2);
    for row in &plan.actions {
        let when = line(&notes::invoked(row)).into_owned();
        table.row(vec![line(&row.address).into_owned(), when]);
    }
    table.write(style.width, out)
}

fn deferred(plan: &PlanInput, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    if plan.totals.deferred == 0 {
        return Ok(());
    }
    writeln!(out, "\nDeferred to a later plan:")?;
    let changes = plan.deferred.iter().map(|row| {
        let (fate, words) = notes::later(row);
        let words = line(&words.join("; ")).into_owned();
        row_of(fate, fate.word(), address(&row.change), words, style)
    });
    let actions = plan.deferred_actions.iter().map(|row| {
        let words = line(&notes::invoked(row)).into_owned();
        let address = line(&row.address).into_owned();
        vec![String::new(), notes::INVOKE.to_owned(), address, words]
    });
    table(changes.chain(actions), style, out)
}
