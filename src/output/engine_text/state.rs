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
    let mut module = None;
    let mut any = false;
    for entry in state.objects_by_module() {
        let placed = &entry.placed;
        // The engines tell the modules in one only of what stands in those around it: where nothing does, each begins
        // as if it were the first.
        let same = any && module == placed.module;
        if same || entry.below_others {
            page.lines("")?;
        }
        if entry.below_others && !same {
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
        value(&mut text, &entry.tree(), 0, Draw::VALUES);
        page.lines(&text)?;
    }
    let outputs: Vec<_> = state.outputs().collect();
    if !outputs.is_empty() {
        page.lines("\n\nOutputs:\n")?;
    }
    for output in &outputs {
        let mut text = format!("{} = ", go::name(&output.name));
        value(&mut text, &output.node, 0, Draw::VALUES);
        page.lines(&text)?;
    }
    if !any && outputs.is_empty() {
        page.lines("The state file is empty. No resources are represented.")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::Facts;
    use crate::tofu::State;

    /// Where Terraform 1.11.4 leaves lines empty: in the first two cases as in the texts of states that it made, whose
    /// root module is empty, and then as `fixtures/state-modules` has them.
    #[test]
    fn empty_lines_stand_where_the_engine_has_them() {
        let object = |module: &str, name: &str| {
            let prefix = if module.is_empty() {
                String::new()
            } else {
                format!("{module}.")
            };
            format!(
                r#"{{"address":"{prefix}acme_thing.{name}","mode":"managed","type":"acme_thing","name":"{name}","values":{{"id":"1"}}}}"#
            )
        };
        let module = |address: &str, names: &[&str], children: &str| {
            let objects = names
                .iter()
                .map(|name| object(address, name))
                .collect::<Vec<_>>()
                .join(",");
            let address = if address.is_empty() {
                String::new()
            } else {
                format!(r#""address":"{address}","#)
            };
            format!(r#"{{{address}"resources":[{objects}],"child_modules":[{children}]}}"#)
        };
        let two = |one: &str, two: &str| format!("{one},{two}");
        for (root, wanted, why) in [
            (
                module(
                    "",
                    &[],
                    &two(&module("module.a[0]", &["x", "y"], ""), &module("module.b", &["x"], "")),
                ),
                vec![0, 1, 0],
                "modules of an empty root module",
            ),
            (
                module(
                    "",
                    &[],
                    &module(
                        "module.a",
                        &[],
                        &two(
                            &module("module.a.module.b", &["x"], ""),
                            &module("module.a.module.c", &["x"], ""),
                        ),
                    ),
                ),
                vec![0, 0],
                "modules of an empty module",
            ),
            (
                module(
                    "",
                    &["r"],
                    &two(
                        &module("module.a", &["x"], &module("module.a.module.b", &["x"], "")),
                        &module("module.c", &["x"], ""),
                    ),
                ),
                vec![0, 2, 2, 2],
                "modules of one with objects",
            ),
            (
                module(
                    "",
                    &[],
                    &module("module.a", &["x"], &module("module.a.module.b", &["x"], "")),
                ),
                vec![0, 2],
                "a module of one with objects, in an empty root module",
            ),
        ] {
            let text =
                format!(r#"{{"format_version":"1.0","terraform_version":"1.11.4","values":{{"root_module":{root}}}}}"#);
            let parsed: State<'_> = serde_json::from_str(&text).unwrap();
            let facts = Facts::of_state(&parsed, None).unwrap();
            let mut out = Vec::new();
            state(&ShownState::new(&facts, None).unwrap(), &mut out).unwrap();
            let out = String::from_utf8(out).unwrap();
            let mut empty = 0;
            let mut before = Vec::new();
            for line in out.lines() {
                if line.starts_with("# ") {
                    before.push(empty);
                }
                empty = if line.is_empty() { empty + 1 } else { 0 };
            }
            assert_eq!(before, wanted, "{why}\n{out}");
        }
    }
}
