//! The changes: a row each, behind it what differs, as long as the page stays small enough to open.

use std::cell::Cell;
use std::collections::BTreeMap;

use maud::{Markup, Render, html};

use super::difference;
use super::findings::Findings;
use super::modules::Module;
use super::text;
use crate::facts::{ChangeKind, Fate};
use crate::order;
use crate::output::{Style, notes};
use crate::report::{ChangeRow, Finding, Report};
use crate::words::plural;

/// Bytes that all details may take together, so that a browser shows the page in a moment, whatever the plan.
const DETAILS_UP_TO: usize = 12_000_000;

/// What a detail costs beside its bytes: a browser takes longer for what opens than for a thousand letters.
const COST_OF_FOLD: usize = 1500;

/// The changes of all plans, numbered as the page lists them.
pub(super) struct Changes<'r> {
    rows: Vec<Row<'r>>,
    /// For each input where its rows begin, and the tree of its modules.
    inputs: Vec<(usize, Module)>,
    names: Vec<&'r str>,
    numbers: BTreeMap<(usize, &'r str, Option<&'r str>), usize>,
    /// Bytes that are left for details of other things.
    left: Cell<usize>,
}

/// A change with what the rest of the page says of it.
struct Row<'r> {
    input: usize,
    change: &'r ChangeRow,
    detail: Detail,
    /// The findings about it, as marks.
    marks: Vec<Markup>,
}

/// What is told of attributes.
pub(super) enum Detail {
    /// There is nothing to tell.
    Nothing,
    Shown(Markup),
    /// It would make the page too large.
    LeftOut,
}

impl Render for Detail {
    fn render_to(&self, page: &mut String) {
        match self {
            Self::Nothing => {}
            Self::Shown(told) => page.push_str(&told.0),
            Self::LeftOut => html! { span.notice { "detail left out" } }.render_to(page),
        }
    }
}

impl<'r> Changes<'r> {
    pub(super) fn of(report: &'r Report, style: &Style, findings: &Findings<'r>) -> Self {
        let mut changes = Self {
            rows: Vec::new(),
            inputs: Vec::new(),
            names: report.inputs.iter().map(|input| &*input.name).collect(),
            numbers: BTreeMap::new(),
            left: Cell::new(DETAILS_UP_TO),
        };
        let mut next = 0;
        for (index, input) in report.inputs.iter().enumerate() {
            let start = changes.rows.len();
            let mut tree = Module::default();
            let rows = input.plan().into_iter().flat_map(|plan| &plan.changes);
            for row in rows.filter(|row| wanted(row, style)) {
                let number = changes.rows.len();
                tree.add(row, number);
                let about = (index, &*row.address, row.deposed.as_deref());
                changes.numbers.entry(about).or_insert(number);
                changes.rows.push(Row {
                    input: index,
                    change: row,
                    detail: Detail::Nothing,
                    marks: findings.marks(index, row),
                });
            }
            next = tree.enumerate(next);
            changes.inputs.push((start, tree));
        }
        changes.tell();
        changes
    }

    /// Fills in what differs, of what destroys first.
    fn tell(&mut self) {
        let mut order: Vec<usize> = (0..self.rows.len()).collect();
        // Stable: among those of one kind the order of the page stays.
        order::sort_by_key(&mut order, |index| self.rows[*index].change.fate.kind());
        for index in order {
            let difference = self.rows[index].change.difference.as_deref();
            if let Some(told) = difference.and_then(difference::of_object) {
                self.rows[index].detail = self.within(told);
            }
        }
    }

    /// A detail, if the page has room for it.
    pub(super) fn within(&self, told: Markup) -> Detail {
        match self.left.get().checked_sub(told.0.len() + COST_OF_FOLD) {
            Some(left) => {
                self.left.set(left);
                Detail::Shown(told)
            }
            None => Detail::LeftOut,
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The kinds that there are, with how many of each; replacements of every order are one kind.
    pub(super) fn kinds(&self) -> Vec<(Fate, usize)> {
        let mut kinds: BTreeMap<ChangeKind, (Fate, usize)> = BTreeMap::new();
        for row in &self.rows {
            kinds.entry(row.change.fate.kind()).or_insert((row.change.fate, 0)).1 += 1;
        }
        kinds.into_values().collect()
    }

    /// The anchor of what a finding is about; `None` when the page does not list it.
    pub(super) fn anchor(&self, finding: &'r Finding) -> Option<String> {
        let about = (finding.input?, finding.address.as_deref()?, finding.deposed.as_deref());
        Some(format!("#change-{}", self.numbers.get(&about)?))
    }

    fn of_input(&self, input: usize) -> &[Row<'r>] {
        let start = self.inputs.get(input).map_or(0, |(start, _)| *start);
        let length = self.rows[start..].iter().take_while(|row| row.input == input).count();
        &self.rows[start..start + length]
    }

    /// The modules of all plans; nothing where there is but one.
    pub(super) fn tree(&self) -> Markup {
        let trees: Vec<_> = self.names.iter().zip(&self.inputs).collect();
        let several = self.names.len() > 1;
        html! {
            @if trees.iter().any(|(_, (_, tree))| tree.has_modules()) {
                nav aria-label="Modules" {
                    h2 { "Modules" }
                    ul.tree {
                        @for (index, (name, (_, tree))) in trees.iter().enumerate() {
                            @if !self.of_input(index).is_empty() {
                                (tree.entry(if several { name } else { "all modules" }))
                            }
                        }
                    }
                }
            }
        }
    }

    /// The changes of one input.
    pub(super) fn list(&self, input: usize) -> Markup {
        let rows = self.of_input(input);
        let Some((start, tree)) = self.inputs.get(input) else {
            return Markup::default();
        };
        let left_out = rows.iter().filter(|row| matches!(row.detail, Detail::LeftOut)).count();
        html! {
            @if !rows.is_empty() {
                h2 { "Resource changes " span.count { (rows.len()) } }
                @if left_out > 0 {
                    p.notice {
                        "Detail of " (plural(left_out, "change")) " is left out, to keep the page small: "
                        code { "planlint show --address ADDRESS FILE" } " tells it."
                    }
                }
                ol.changes {
                    @for (offset, row) in rows.iter().enumerate() {
                        li.item.change id={ "change-" (start + offset) } data-kind=(row.change.fate.word())
                            data-module=(tree.number(row.change)) {
                            (row.fold())
                        }
                    }
                }
            }
        }
    }
}

impl Row<'_> {
    fn fold(&self) -> Markup {
        let row = self.change;
        fold(
            row,
            &kind(row.fate, row.fate.word()),
            &notes::of(row),
            &self.marks,
            &self.detail,
        )
    }
}

/// Whether the page lists it: what the reader asked for, and of the little only what is dangerous.
fn wanted(row: &ChangeRow, style: &Style) -> bool {
    style.wants(row) && (!style.quiet || row.fate.is_dangerous())
}

/// What becomes of something: the symbol for those who know it, and a word.
pub(super) fn kind(fate: Fate, word: &str) -> Markup {
    html! { span.fate { (format!("{:>3} {word}", fate.symbol())) } }
}

/// A change in a line that opens where there is something behind it.
fn fold(row: &ChangeRow, kind: &Markup, notes: &[String], marks: &[Markup], detail: &Detail) -> Markup {
    let line = html! {
        (kind) " " code { (text(&row.address)) }
        @if let Some(key) = &row.deposed { " (deposed " code { (text(key)) } ")" }
        @for mark in marks { " " (mark) }
        @if !notes.is_empty() { " " span.note { (super::sentence(&notes.join("; "))) } }
    };
    match detail {
        Detail::Shown(told) => html! {
            details {
                summary { (line) }
                (told)
                p.note {
                    "at " (text(&row.pointer))
                    @if let Some(provider) = &row.provider_name { ", by " (text(provider)) }
                }
            }
        },
        Detail::Nothing => html! { p { (line) } },
        Detail::LeftOut => html! { p { (line) " " (detail) } },
    }
}

/// Changes of another list: those outside of the engine, and those that were put off.
pub(super) fn others<'r>(
    rows: impl Iterator<Item = (&'r ChangeRow, Fate, &'static str, Vec<String>)>,
    changes: &Changes<'_>,
) -> Markup {
    html! {
        ol.changes {
            @for (row, fate, word, notes) in rows {
                @let told = row.difference.as_deref().and_then(difference::of_object);
                @let detail = told.map_or(Detail::Nothing, |told| changes.within(told));
                li.item data-kind=(fate.word()) { (fold(row, &kind(fate, word), &notes, &[], &detail)) }
            }
        }
    }
}
