//! The objects of a state as the engine shows them.

use std::io::{self, Write};

use crate::output::escape::line;
use crate::report::changes::ShownState;

use super::go;
use super::page::Page;
use super::value::{Draw, put, value};

/// Writes what the engine prints of a state.
///
/// # Errors
///
/// Those of the writer.
pub fn state(state: &ShownState<'_, '_>, out: &mut dyn Write) -> io::Result<()> {
    let mut page = Page::new(out);
    let draw = Draw {
        no_symbols: true,
        no_null: true,
        unchanged: true,
        terraform: false,
        ..Draw::default()
    };
    let mut module = None;
    let mut any = false;
    for entry in state.objects_by_module() {
        let placed = &entry.placed;
        if any {
            page.lines("")?;
        }
        if any && module != placed.module {
            page.lines("")?;
        }
        module.clone_from(&placed.module);
        any = true;
        let mut text = format!("# {}:", line(&placed.address));
        if let Some(key) = &placed.deposed {
            put(&mut text, format_args!(" (deposed object {})", line(key)));
        } else if entry.tainted {
            text.push_str(" (tainted)");
        }
        let kind = if placed.managed { "resource" } else { "data" };
        put(
            &mut text,
            format_args!("\n{kind} \"{}\" \"{}\" ", line(&placed.type_name), line(&placed.name)),
        );
        value(&mut text, &entry.tree(), 0, draw);
        page.lines(&text)?;
    }
    let outputs: Vec<_> = state.outputs().collect();
    if !outputs.is_empty() {
        page.lines("\n\nOutputs:\n")?;
    }
    for output in &outputs {
        let mut text = format!("{} = ", go::name(&output.name));
        value(&mut text, &output.node, 0, draw);
        page.lines(&text)?;
    }
    if !any && outputs.is_empty() {
        page.lines("The state file is empty. No resources are represented.")?;
    }
    Ok(())
}
