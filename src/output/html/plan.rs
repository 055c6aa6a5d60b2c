//! A plan on the page: its sums, its changes, and all that stands beside them.

use maud::{Markup, html};

use super::changes::{Changes, others};
use super::{difference, folded, text};
use crate::order;
use crate::output::checks::rows;
use crate::output::{Style, notes};
use crate::report::{ActionRow, CheckRow, CheckStatus, Input, OutputRow, PlanInput};

pub(super) fn section(index: usize, plan: &PlanInput, input: &Input, style: &Style, changes: &Changes<'_>) -> Markup {
    html! {
        (changes.list(index))
        @if let Some(words) = notes::left_out(std::iter::once(plan), style) { p.notice { (words) } }
        @if !style.quiet { (beside_changes(plan, input, changes)) }
    }
}

fn beside_changes(plan: &PlanInput, input: &Input, changes: &Changes<'_>) -> Markup {
    let engine = notes::engine(input);
    html! {
        @if !plan.outputs.is_empty() {
            (folded("Changes to outputs", plan.outputs.len(), true, &outputs(&plan.outputs, changes)))
        }
        @if !plan.checks.is_empty() { (checks(&plan.checks)) }
        @if !plan.drift.is_empty() {
            (folded(&format!("Changed outside of {engine}"), plan.drift.len(), false, &drift(plan, changes)))
        }
        @if plan.totals.deferred > 0 {
            (folded("Deferred to a later plan", plan.totals.deferred, false, &deferred(plan, changes)))
        }
        @if !plan.actions.is_empty() {
            (folded("Actions to invoke", plan.actions.len(), false, &actions(&plan.actions, changes)))
        }
    }
}

fn outputs(outputs: &[OutputRow], changes: &Changes<'_>) -> Markup {
    html! {
        ul.rows {
            @for row in outputs {
                li.item data-kind=(row.fate.word()) {
                    (super::changes::kind(row.fate, row.fate.word())) " " code { (text(&row.name)) }
                    @for note in notes::of_output(row) { " " span.note { (note) } }
                    @if let Some(node) = &row.difference { (changes.within(difference::of_value(node))) }
                }
            }
        }
    }
}

fn drift(plan: &PlanInput, changes: &Changes<'_>) -> Markup {
    let mut rows: Vec<_> = plan.drift.iter().collect();
    // Stable: what matters to this plan stands first.
    order::sort_by_key(&mut rows, |row| !row.affects());
    let rows = rows.into_iter().map(|row| {
        let mut words = notes::of(&row.change);
        words.push(notes::meaning(row).to_owned());
        (&row.change, row.change.fate, notes::drifted(row.change.fate), words)
    });
    others(rows, changes)
}

fn deferred(plan: &PlanInput, changes: &Changes<'_>) -> Markup {
    let rows = plan.deferred.iter().map(|row| {
        let (fate, words) = notes::later(row);
        (&row.change, fate, fate.word(), words)
    });
    html! {
        @if !plan.deferred.is_empty() { (others(rows, changes)) }
        @if !plan.deferred_actions.is_empty() { (actions(&plan.deferred_actions, changes)) }
    }
}

fn actions(actions: &[ActionRow], changes: &Changes<'_>) -> Markup {
    html! {
        ul.rows {
            @for row in actions {
                li.item {
                    code { (text(&row.address)) } " "
                    span.note { (text(&notes::invoked(row))) }
                    @if let Some(told) = row.arguments.as_deref().and_then(difference::of_arguments) {
                        (changes.within(told))
                    }
                }
            }
        }
    }
}

/// Checks, those that did not pass first; they are open when one did not.
pub(super) fn checks(checks: &[CheckRow]) -> Markup {
    let mut rows = rows(checks);
    // Stable: among those of one kind the order of the report stays.
    order::sort_by_key(&mut rows, |row| row.status.rank());
    let bad = rows.iter().any(|row| *row.status != CheckStatus::Pass);
    let list = html! {
        ul.rows {
            @for row in &rows {
                li.item {
                    @let level = match row.status { CheckStatus::Pass => "good", CheckStatus::Unknown => "warning", _ => "error" };
                    span.badge data-level=(level) { (text(row.status.word())) } " " code { (text(row.address)) }
                    @if row.problems.is_empty() && let Some(open) = row.open { " " span.note { (open) } }
                    @for problem in row.problems { p { (text(problem)) } }
                }
            }
        }
    };
    folded("Checks", rows.len(), bad, &list)
}
