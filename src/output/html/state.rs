//! A state on the page: what it holds, and what is not in order.

use maud::{Markup, html};

use super::{folded, text};
use crate::report::{Count, StateInput};

pub(super) fn section(state: &StateInput) -> Markup {
    html! {
        @let odd = state.tainted.len() + state.deposed.len();
        @if odd > 0 { (folded("Needs attention", odd, true, &not_in_order(state))) }
        @if !state.by_type.is_empty() { (folded("By type", state.by_type.len(), true, &counts(&state.by_type))) }
        @if state.by_module.len() > 1 {
            (folded("By module", state.by_module.len(), false, &counts(&state.by_module)))
        }
        @if !state.outputs.is_empty() { (folded("Outputs", state.outputs.len(), false, &outputs(state))) }
        @if !state.checks.is_empty() { (super::plan::checks(&state.checks)) }
    }
}

fn not_in_order(state: &StateInput) -> Markup {
    html! {
        ul.rows {
            @for address in &state.tainted {
                li.item { span.badge data-level="warning" { "tainted" } " " code { (text(address)) } }
            }
            @for (address, key) in &state.deposed {
                li.item {
                    span.badge data-level="warning" { "deposed" } " " code { (text(address)) }
                    " (deposed " code { (text(key)) } ")"
                }
            }
        }
    }
}

fn counts(counts: &[Count]) -> Markup {
    html! {
        table {
            tbody {
                @for count in counts {
                    tr {
                        th scope="row" {
                            @if count.what.is_empty() { "(root module)" } @else { code { (text(&count.what)) } }
                        }
                        td.number { (count.count) }
                    }
                }
            }
        }
    }
}

fn outputs(state: &StateInput) -> Markup {
    html! {
        ul.rows {
            @for output in &state.outputs {
                li.item {
                    code { (text(&output.name)) }
                    @if output.sensitive { " " span.note { "sensitive" } }
                }
            }
        }
    }
}
