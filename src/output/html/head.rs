//! The top of the page: the verdict and what decided, what could not be judged, the sums, the controls.

use maud::{Markup, html};

use super::changes::Changes;
use super::findings::Findings;
use super::text;
use crate::output::sums;
use crate::output::verdict;
use crate::report::{Input, Report, Subject};
use crate::words::plural;

/// `FAIL · plan.json · planlint`
pub(super) fn title(report: &Report) -> String {
    let word = verdict::word(report.verdict());
    match &report.inputs[..] {
        [input] => format!("{word} · {} · planlint", text(&input.name)),
        _ => format!("{word} · planlint"),
    }
}

/// The verdict, what was found, and the finding that decided.
pub(super) fn verdict(report: &Report, findings: &Findings<'_>) -> Markup {
    let verdict = report.verdict();
    let counts = verdict::counts(report).join(", ");
    let mut words: Vec<String> = verdict::not_judged(report).into_iter().collect();
    if !counts.is_empty() {
        words.extend([counts, verdict::stops(report)]);
    }
    html! {
        header.verdict data-verdict=(verdict.word()) {
            h1 { span.word { (verdict::word(verdict)) } " " span.by { "planlint" } }
            p { (words.join(" · ")) }
            @if let Some((finding, anchor)) = verdict::deciding(report).and_then(|finding| Some((finding, findings.anchor(finding)?))) {
                p.decided {
                    a href=(anchor) { (text(&finding.rule)) } ": " (super::sentence(&finding.message))
                    @if let Some(why) = &finding.why { " (" (super::sentence(why)) ")" }
                }
            }
        }
    }
}

/// What could not be read or judged.
pub(super) fn failures(report: &Report) -> Markup {
    html! {
        @if !report.errors.is_empty() {
            section.failures {
                h2 { "Could not be judged" }
                ul {
                    @for failure in &report.errors {
                        li.item {
                            p { code { (text(&failure.name)) } ": " (super::sentence(&failure.message)) }
                            @if let Some(help) = &failure.help { (super::findings::help(help)) }
                        }
                    }
                }
            }
        }
    }
}

/// What was read: of several inputs a row each, of one its sums.
pub(super) fn inputs(report: &Report) -> Markup {
    html! {
        @match &report.inputs[..] {
            [] => {}
            [input] => { (heading(input)) (sums(input)) },
            inputs => {
                h2 { (plural(inputs.len(), "input")) }
                table {
                    thead { tr { th scope="col" { "input" } th scope="col" { "what it holds" } } }
                    tbody {
                        @for (index, input) in inputs.iter().enumerate() {
                            tr {
                                th scope="row" { a href={ "#input-" (index) } { (text(&input.name)) } }
                                td { (holds(input)) }
                            }
                        }
                    }
                }
            },
        }
    }
}

/// The name of an input and what wrote it.
pub(super) fn heading(input: &Input) -> Markup {
    html! { h2 { (text(&input.name)) " " small { (written_by(input)) } } }
}

/// What an input holds, in the engine's sentence and beside it.
pub(super) fn sums(input: &Input) -> Markup {
    html! {
        p.sums { (holds(input)) }
        @if let Some(plan) = input.plan() {
            @let beside = sums::beside(plan);
            @if let Some(words) = sums::caveat(plan) { p.notice { (words) } }
            @if !beside.is_empty() { p.note { (beside.join(" · ")) } }
        }
    }
}

fn holds(input: &Input) -> String {
    match &input.subject {
        Subject::Plan(plan) => sums::sentence(plan),
        Subject::State(state) => format!("A {}.", state.sentence()),
        Subject::Module(module) => format!("A {}.", module.sentence()),
    }
}

/// `OpenTofu 1.12.6 · format 1.2`
fn written_by(input: &Input) -> String {
    if matches!(input.subject, Subject::Module(_)) {
        return "configuration in JSON".to_owned();
    }
    let engine = match (&input.engine, &input.engine_version) {
        (Some(engine), Some(version)) => format!("{engine} {}", text(version)),
        (Some(engine), None) => engine.to_string(),
        (None, Some(version)) => format!("written by version {}", text(version)),
        (None, None) => "engine unknown".to_owned(),
    };
    match &input.format_version {
        Some(version) => format!("{engine} · format {}", text(version)),
        None => format!("{engine} · raw state"),
    }
}

/// Search and filters; hidden where no script can make them work.
pub(super) fn controls(changes: &Changes<'_>) -> Markup {
    html! {
        @if !changes.is_empty() {
            div.controls #controls role="search" hidden {
                label {
                    span.label { "Search " kbd { "/" } }
                    input #search type="search" autocomplete="off" spellcheck="false"
                        placeholder="address, type or rule";
                }
                div.kinds role="group" aria-label="Only changes of these kinds" {
                    @for (fate, count) in changes.kinds() {
                        button.kind type="button" data-kind=(fate.word()) aria-pressed="false" {
                            (super::changes::kind(fate, fate.word())) " " span.count { (count) }
                        }
                    }
                }
                div.actions {
                    button #open type="button" { "Open all" }
                    button #clear type="button" { "Clear " kbd { "Esc" } }
                    button #help type="button" { "Keys " kbd { "?" } }
                    output #shown aria-live="polite" {}
                }
            }
        }
    }
}

/// The list of keys, shown when asked for.
pub(super) fn keys() -> Markup {
    let keys = [
        ("/", "search"),
        ("j", "next"),
        ("k", "previous"),
        ("Enter or o", "open or close"),
        ("Esc", "clear search and filters"),
        ("?", "this list"),
    ];
    html! {
        dialog #keys aria-labelledby="keys-title" {
            h2 #keys-title { "Keys" }
            dl { @for (key, does) in keys { dt { kbd { (key) } } dd { (does) } } }
            button #close type="button" { "Close" }
        }
    }
}
