//! A state for people: what it holds, and what is not in order.

use std::io::{self, Write};

use super::checks;
use super::named;
use super::table::Table;
use crate::output::Style;
use crate::output::escape::line;
use crate::report::{Count, StateInput};
use crate::words::plural;

/// With more rows than this, the rest is only counted.
const LISTED_UP_TO: usize = 20;

pub(super) fn write(state: &StateInput, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out)?;
    let mut parts = vec![plural(state.managed, "resource")];
    if state.data > 0 {
        parts.push(plural(state.data, "data source"));
    }
    if !state.outputs.is_empty() {
        let sensitive = state.outputs.iter().filter(|output| output.sensitive).count();
        let outputs = plural(state.outputs.len(), "output");
        parts.push(if sensitive > 0 {
            format!("{outputs} ({sensitive} sensitive)")
        } else {
            outputs
        });
    }
    if !state.tainted.is_empty() {
        parts.push(format!("{} tainted", state.tainted.len()));
    }
    if !state.deposed.is_empty() {
        parts.push(format!("{} deposed", state.deposed.len()));
    }
    writeln!(out, "{}", style.strong(&parts.join(" · ")))?;
    counts("By type:", &state.by_type, style, out)?;
    if state.by_module.len() > 1 {
        counts("By module:", &state.by_module, style, out)?;
    }
    if !state.tainted.is_empty() || !state.deposed.is_empty() {
        writeln!(out, "\nNeeds attention:")?;
        let mut table = Table::new(2);
        for address in &state.tainted {
            table.row(vec!["tainted".to_owned(), line(address).into_owned()]);
        }
        for (address, key) in &state.deposed {
            table.row(vec!["deposed".to_owned(), named(address, Some(key))]);
        }
        table.write(None, out)?;
    }
    if !state.outputs.is_empty() {
        writeln!(out, "\nOutputs:")?;
        let mut table = Table::new(2);
        for output in &state.outputs {
            let note = if output.sensitive { "sensitive" } else { "" };
            table.row(vec![line(&output.name).into_owned(), note.to_owned()]);
        }
        table.write(style.width, out)?;
    }
    checks::write(&state.checks, style, out)
}

fn counts(title: &str, counts: &[Count], style: &Style, out: &mut dyn Write) -> io::Result<()> {
    if counts.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n{title}")?;
    let shown = if style.all { counts.len() } else { LISTED_UP_TO };
    let mut table = Table::new(2);
    for count in counts.iter().take(shown) {
        let what = if count.what.is_empty() {
            "(root module)".into()
        } else {
            line(&count.what)
        };
        table.row(vec![count.count.to_string(), what.into_owned()]);
    }
    table.align_right(0..1);
    table.write(None, out)?;
    if counts.len() > shown {
        writeln!(
            out,
            "  {}",
            style.faint(&format!("and {} more; --all lists them", counts.len() - shown))
        )?;
    }
    Ok(())
}
