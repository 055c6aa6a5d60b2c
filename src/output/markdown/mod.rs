//! A comment on a pull request: the verdict and what is destroyed first, the rest folded, cut to what the place takes.

mod escape;
mod fit;
mod head;
mod item;

use std::io::{self, Write};

use super::checks::rows;
use super::notes;
use super::overview::Overview;
use super::verdict;
use super::{Place, Style};
use crate::facts::Fate;
use crate::lint::Level;
use crate::order;
use crate::report::{ChangeRow, CheckStatus, Finding, Input, PlanInput, Report, Standing, Subject};

use fit::{Layout, Section, Shape};
use item::Item;

pub(super) fn write(report: &Report, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    let layout = Layout {
        html: style.place.is_none_or(Place::has_html),
        budget: style.budget(),
        plans: report.plans().next().is_some(),
        noun: noun(report),
        several: report.inputs.len() > 1,
    };
    let place = style.place.unwrap_or(Place::GithubComment);
    let marker = place.marker(style.comment_id.as_ref());
    let head = format!("{}{}", marker.unwrap_or_default(), head::write(report, style));
    let overview = Overview::of(report, style.all, false).filter(|_| !style.quiet);
    let sections = sections(report, overview.as_ref(), style);
    out.write_all(fit::fit(head, sections, &layout).as_bytes())
}

/// Everything that can be shown, in the order in which it is dropped last.
fn sections<'r>(report: &'r Report, overview: Option<&'r Overview<'r>>, style: &Style) -> Vec<Section<'r>> {
    let mut sections = vec![changes(report, style, "destructive change", Fate::is_dangerous)];
    sections.push(match overview {
        Some(overview) => Section::new(Shape::Overview, "input", overview.rows.iter().map(Item::Row)),
        None => Section::new(
            Shape::List,
            "input that could not be judged",
            report.errors.iter().map(Item::Failure),
        )
        .several("inputs that could not be judged"),
    });
    let told = verdict::told(report);
    let (loud, quiet): (Vec<&Finding>, Vec<&Finding>) = told
        .into_iter()
        .partition(|finding| verdict::level(finding) < Level::Note || verdict::is_heard(finding));
    sections.push(Section::new(Shape::List, "finding", findings(report, loud)));
    if style.quiet {
        return sections;
    }
    let actions = plans(report).flat_map(|(input, plan)| plan.actions.iter().map(move |row| Item::Action(input, row)));
    sections.push(Section::new(Shape::FoldedList, "action to invoke", actions).several("actions to invoke"));
    sections.push(changes(report, style, "update", |fate| fate == Fate::Update));
    let outputs = plans(report).flat_map(|(input, plan)| plan.outputs.iter().map(move |row| Item::Output(input, row)));
    sections.push(Section::new(Shape::FoldedList, "output", outputs));
    sections.push(drift(report));
    let deferred = plans(report).flat_map(|(input, plan)| {
        let changes = plan.deferred.iter().map(move |row| Item::Deferred(input, row));
        let actions = plan.deferred_actions.iter();
        changes.chain(actions.map(move |row| Item::Action(input, row)))
    });
    sections.push(Section::new(Shape::FoldedList, "deferred change", deferred));
    sections.push(checks(report));
    for (what, wanted) in [
        ("create", Fate::Create),
        ("move", Fate::Move),
        ("import", Fate::Import),
        ("read", Fate::Read),
    ] {
        sections.push(changes(report, style, what, |fate| fate == wanted));
    }
    sections.push(Section::new(
        Shape::FoldedList,
        "other finding",
        findings(report, quiet),
    ));
    let permitted = report
        .findings
        .iter()
        .filter(|finding| matches!(finding.standing, Standing::Waived { .. } | Standing::Known));
    let permitted = findings(report, permitted.collect());
    sections.push(Section::new(Shape::FoldedList, "permitted finding", permitted));
    sections.push(states(report));
    sections.push(changes(report, style, "unchanged resource", |fate| {
        matches!(fate, Fate::NoOp | Fate::Open)
    }));
    sections
}

/// What one of the inputs is called where none is a plan.
fn noun(report: &Report) -> &'static str {
    let is_module = |input: &Input| matches!(input.subject, Subject::Module(_));
    if report.inputs.iter().all(is_module) {
        "module"
    } else {
        "state"
    }
}

fn plans(report: &Report) -> impl Iterator<Item = (&Input, &PlanInput)> {
    let inputs = report.inputs.iter();
    inputs.filter_map(|input| Some((input, input.plan()?)))
}

fn changes<'r>(report: &'r Report, style: &Style, what: &'static str, wanted: impl Fn(Fate) -> bool) -> Section<'r> {
    // None but updates are quiet.
    let quiet = if wanted(Fate::Update) {
        notes::quiet(report.plans(), style)
    } else {
        0
    };
    let mut items = Vec::new();
    for (input, plan) in plans(report) {
        let has_row = |row: &&ChangeRow| style.wants(row) && (quiet == 0 || !notes::is_quiet(row));
        let rows = plan.changes.iter().filter(|row| wanted(row.fate)).filter(has_row);
        items.extend(rows.map(|row| Item::Change(input, row)));
    }
    Section::new(Shape::Table, what, items)
}

fn findings<'r>(report: &'r Report, findings: Vec<&'r Finding>) -> Vec<Item<'r>> {
    let mut items = Vec::with_capacity(findings.len());
    let mut last: Option<&Finding> = None;
    for finding in findings {
        // One rule gives the same advice again and again; once is enough.
        let repeats = last.is_some_and(|last| last.rule == finding.rule && last.help == finding.help);
        items.push(Item::Finding {
            report,
            finding,
            with_help: !repeats,
        });
        last = Some(finding);
    }
    items
}

fn drift(report: &Report) -> Section<'_> {
    let mut items: Vec<Item<'_>> = plans(report)
        .flat_map(|(input, plan)| plan.drift.iter().map(move |row| Item::Drift(input, row)))
        .collect();
    // Stable: what matters to the plan stands first.
    order::sort_by_key(&mut items, |item| matches!(item, Item::Drift(_, row) if !row.affects()));
    Section::new(Shape::FoldedList, "change outside of the engine", items).several("changes outside of the engine")
}

/// Checks that did not pass.
fn checks(report: &Report) -> Section<'_> {
    let mut items = Vec::new();
    for input in &report.inputs {
        let rows = match &input.subject {
            Subject::Plan(plan) => rows(&plan.checks),
            Subject::State(state) => rows(&state.checks),
            Subject::Module(_) => continue,
        };
        let open = rows.into_iter().filter(|row| *row.status != CheckStatus::Pass);
        items.extend(open.map(|row| Item::Check(input, row)));
    }
    // Stable; what is not known yet is what may be left out.
    order::sort_by_key(&mut items, |item| match item {
        Item::Check(_, row) => row.status.rank(),
        _ => 0,
    });
    Section::new(Shape::FoldedList, "check that did not pass", items).several("checks that did not pass")
}

/// What is not in order in states.
fn states(report: &Report) -> Section<'_> {
    let mut items = Vec::new();
    for input in &report.inputs {
        if let Subject::State(state) = &input.subject {
            items.extend(state.tainted.iter().map(|address| Item::Odd(input, address, None)));
            let deposed = state.deposed.iter();
            items.extend(deposed.map(|(address, key)| Item::Odd(input, address, Some(key))));
        }
    }
    Section::new(Shape::FoldedList, "object that is not in order", items).several("objects that are not in order")
}
