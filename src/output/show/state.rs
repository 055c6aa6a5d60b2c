//! What a state holds, and how much of each.

use std::collections::BTreeMap;
use std::io::{self, Write};

use super::{Detail, Filter, title};
use crate::order;
use crate::output::Style;
use crate::output::engine_text::{Draw, Page, draw_value, put};
use crate::output::escape::line;
use crate::output::notes;
use crate::report::changes::ShownState;
use crate::words::plural;

/// Writes what a state holds.
///
/// # Errors
///
/// Those of the writer.
pub fn state(
    name: &str,
    state: &ShownState<'_, '_>,
    filter: &Filter<'_>,
    detail: Detail,
    style: &Style,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut head = vec![line(name).into_owned()];
    head.extend(notes::written_by(state.engine(), state.version().as_ref()));
    writeln!(out, "{}", head.join(" · "))?;
    let (mut by_type, mut by_module, mut by_provider) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
    let (mut shown, mut all) = (0_usize, 0_usize);
    for entry in state.objects() {
        all += 1;
        let (is_hit, is_in) = (|pattern: &_| entry.is_hit(pattern), |pattern: &_| entry.is_in(pattern));
        if !filter.wants_object(&entry.placed.type_name, is_hit, is_in) {
            continue;
        }
        shown += 1;
        let placed = &entry.placed;
        let add = |table: &mut BTreeMap<String, usize>, key: &str| *table.entry(key.to_owned()).or_default() += 1;
        add(&mut by_type, &placed.type_name);
        add(&mut by_module, placed.module.as_deref().unwrap_or("(root module)"));
        add(&mut by_provider, placed.provider.as_deref().unwrap_or("(no provider)"));
        let mut heading = style.strong(&line(&placed.address));
        if let Some(key) = &placed.deposed {
            put(&mut heading, format_args!("  (deposed {})", line(key)));
        }
        if entry.tainted {
            heading.push_str("  tainted");
        }
        // One object stands apart from the next, and from what stands before.
        if detail != Detail::None || shown == 1 {
            writeln!(out)?;
        }
        writeln!(out, "{heading}")?;
        if detail == Detail::None {
            continue;
        }
        if detail == Detail::Full {
            let mut text = String::new();
            draw_value(&mut text, &entry.tree(), 0, Draw::VALUES);
            super::body(&text, 0, out)?;
        } else {
            writeln!(out, "    {}", super::names::held(&entry.tree()))?;
        }
    }
    if filter.is_off() {
        outputs(state, detail, style, out)?;
    }
    writeln!(out)?;
    writeln!(out, "{}", style.strong(&plural(shown, "object")))?;
    if shown < all {
        writeln!(out, "{} of {all} are not selected and not shown.", all - shown)?;
    }
    for (words, table) in [
        ("By type:", by_type),
        ("By module:", by_module),
        ("By provider:", by_provider),
    ] {
        if table.is_empty() {
            continue;
        }
        title(words, style, out)?;
        let mut rows: Vec<_> = table.into_iter().collect();
        order::sort_by(&mut rows, |(one, few), (two, many)| {
            many.cmp(few).then_with(|| one.cmp(two))
        });
        for (name, count) in rows {
            writeln!(out, "{count:>7}  {}", line(&name))?;
        }
    }
    Ok(())
}

fn outputs(state: &ShownState<'_, '_>, detail: Detail, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    let outputs: Vec<_> = state.outputs().collect();
    if outputs.is_empty() {
        return Ok(());
    }
    title("Outputs:", style, out)?;
    for output in &outputs {
        if detail != Detail::Full {
            writeln!(out, "    {}", line(&output.name))?;
            continue;
        }
        let mut text = format!("    {} = ", line(&output.name));
        draw_value(&mut text, &output.node, 1, Draw::VALUES);
        Page::new(out).lines(&text)?;
    }
    Ok(())
}
