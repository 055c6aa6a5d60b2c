//! The text that the engine itself prints of a plan, or of a state.
//!
//! It differs from the engine's in two things: what any place marks sensitive is masked everywhere, and what a terminal
//! or a CI runner would act on is escaped.

mod block;
mod counts;
mod go;
mod page;
mod resource;
mod state;
mod value;

use std::io::{self, Write};

use rayon::prelude::*;

use crate::facts::Flavor;
use crate::report::changes::{Action, OutputEntry, PlanMode, ShownPlan};
pub(in crate::output) use counts::Counts;
pub(in crate::output) use page::Page;
use resource::Cause;
pub use state::state;
use value::Names;
pub(in crate::output) use value::{Draw, put, value as draw_value};

/// How many resources are drawn at once.
const CHUNK: usize = 512;

/// The names that the engine gives itself.
#[derive(Clone, Copy)]
struct Brand {
    name: &'static str,
    command: &'static str,
}

fn brand(engine: Flavor) -> Brand {
    match engine {
        Flavor::OpenTofu => Brand {
            name: "OpenTofu",
            command: "tofu",
        },
        Flavor::Terraform => Brand {
            name: "Terraform",
            command: "terraform",
        },
    }
}

/// Writes what the engine prints of a plan.
///
/// # Errors
///
/// Those of the writer.
pub fn plan(plan: &ShownPlan<'_, '_>, out: &mut dyn Write) -> io::Result<()> {
    let mut page = Page::new(out);
    let brand = brand(plan.engine());
    let outputs: Vec<OutputEntry> = plan.outputs().collect();
    let changed_outputs = outputs.iter().any(|output| output.node.action != Action::NoOp);
    let drifted = drift(plan, brand, changed_outputs, &mut page)?;
    let changes: Vec<_> = plan.changes().collect();
    let invocations = plan.invocations();
    if changes.is_empty() && !changed_outputs && invocations.is_empty() {
        return nothing(plan, brand, drifted, &mut page);
    }
    if drifted {
        page.rule()?;
    }
    let mut counts = Counts::default();
    for change in &changes {
        counts.add(change);
    }
    if counts.any {
        page.paragraph(&format!(
            "\n{} used the selected providers to generate the following execution plan. Resource actions are indicated \
             with the following symbols:",
            brand.name
        ))?;
        legend(plan, &counts, &mut page)?;
    }
    if !changes.is_empty() || !invocations.is_empty() {
        page.lines(&if plan.errored() {
            format!(
                "\n{} planned the following actions, but then encountered a problem:",
                brand.name
            )
        } else {
            format!("\n{} will perform the following actions:", brand.name)
        })?;
        for chunk in changes.chunks(CHUNK) {
            let drawn: Vec<String> = chunk
                .par_iter()
                .map(|change| page::inert(&resource::resource(plan, change, &invocations)).into_owned())
                .collect();
            for text in drawn {
                page.lines("")?;
                page.inert_lines(&text)?;
            }
        }
        page.lines(&format!("\n{}", counts.line(plan, invocations.len())))?;
    }
    let asked_for: Vec<_> = invocations
        .iter()
        .filter(|invocation| invocation.trigger.is_none())
        .collect();
    if !asked_for.is_empty() {
        page.lines(&format!("\n{} will invoke the following action(s):\n", brand.name))?;
        for invocation in asked_for {
            page.lines(&resource::asked_for(invocation))?;
        }
    }
    if changed_outputs {
        page.lines("\nChanges to Outputs:")?;
        page.lines(&output_changes(&outputs, Draw::CHANGES))?;
        if !counts.any {
            page.paragraph(&format!(
                "\nYou can apply this plan to save these new output values to the {} state, without changing any real \
                 infrastructure.",
                brand.name
            ))?;
        }
    }
    Ok(())
}

/// The changed outputs, with a symbol each.
pub(in crate::output) fn output_changes(outputs: &[OutputEntry], draw: Draw) -> String {
    let names: Vec<_> = outputs.iter().map(|output| go::name(&output.name)).collect();
    let width = Names::of(names.iter());
    let mut drawn = Vec::new();
    for (output, name) in outputs.iter().zip(&names) {
        if output.node.action == Action::NoOp {
            continue;
        }
        let mut text = value::symbol(output.node.action).to_owned();
        width.write(&mut text, name);
        value::value(&mut text, &output.node, 0, draw);
        drawn.push(text);
    }
    drawn.join("\n")
}

fn legend(plan: &ShownPlan<'_, '_>, counts: &Counts, page: &mut Page<'_>) -> io::Result<()> {
    let tofu = plan.engine() == Flavor::OpenTofu;
    let update = if tofu && plan.version_in(">=1.11") {
        "  ~ update in-place (current -> planned)"
    } else {
        "  ~ update in-place"
    };
    for (count, line) in [
        (counts.create, "  + create"),
        (counts.update, update),
        (counts.delete, "  - destroy"),
        (counts.delete_create, "-/+ destroy and then create replacement"),
        (counts.create_delete, "+/- create replacement and then destroy"),
        (counts.read, " <= read (data resources)"),
        (counts.forget_create, "./+ forget and then create replacement"),
        (if tofu { counts.forget } else { 0 }, "  . forget"),
    ] {
        if count > 0 {
            page.lines(line)?;
        }
    }
    Ok(())
}

/// Writes what changed outside of the engine; whether there was anything.
fn drift(plan: &ShownPlan<'_, '_>, brand: Brand, changed_outputs: bool, page: &mut Page<'_>) -> io::Result<bool> {
    let refresh_only = plan.mode() == PlanMode::RefreshOnly;
    let mut drifted: Vec<String> = Vec::new();
    for entry in plan.drift() {
        let tree = entry.tree();
        if refresh_only || tree.action != Action::NoOp {
            drifted.push(resource::drawn(plan, &entry, &tree, Cause::Drift));
        }
    }
    if drifted.is_empty() {
        return Ok(false);
    }
    let something = || {
        let mut changes = plan.changes();
        changed_outputs || changes.any(|change| change.moved_from.is_some() || change.tree().action != Action::NoOp)
    };
    if !refresh_only && !something() {
        return Ok(false);
    }
    page.lines(&format!("\nNote: Objects have changed outside of {}\n", brand.name))?;
    page.paragraph(&format!(
        "{} detected the following changes made outside of {} since the last \"{} apply\" which may have affected this \
         plan:",
        brand.name, brand.name, brand.command
    ))?;
    for text in drifted {
        page.lines(&format!("\n{text}"))?;
    }
    page.paragraph(&if refresh_only {
        format!(
            "\n\nThis is a refresh-only plan, so {0} will not take any actions to undo these. If you were expecting these \
             changes then you can apply this plan to record the updated values in the {0} state without changing any \
             remote objects.",
            brand.name
        )
    } else {
        "\n\nUnless you have made equivalent changes to your configuration, or ignored the relevant attributes using \
         ignore_changes, the following plan may include actions to undo or respond to these changes."
            .to_owned()
    })?;
    // A refresh-only plan ends here, unless outputs follow, or that it failed.
    if !refresh_only || changed_outputs || plan.errored() {
        page.lines("")?;
    }
    Ok(true)
}

/// Writes that there is nothing to do, and why.
fn nothing(plan: &ShownPlan<'_, '_>, brand: Brand, drifted: bool, page: &mut Page<'_>) -> io::Result<()> {
    let ends_here = plan.mode() == PlanMode::RefreshOnly && !plan.errored();
    if drifted && !ends_here {
        page.rule()?;
    }
    if plan.errored() {
        page.lines(&format!(
            "\nPlanning failed. {} encountered an error while generating this plan.\n",
            brand.name
        ))?;
        if drifted {
            page.lines("")?;
            page.rule()?;
        }
        return Ok(());
    }
    match plan.mode() {
        PlanMode::RefreshOnly if drifted => Ok(()),
        PlanMode::RefreshOnly => {
            page.lines("\nNo changes. Your infrastructure still matches the configuration.\n")?;
            page.paragraph(&format!(
                "{} has checked that the real remote objects still match the result of your most recent changes, and \
                 found no differences.",
                brand.name
            ))
        }
        PlanMode::Destroy => {
            page.lines("\nNo changes. No objects need to be destroyed.\n")?;
            page.paragraph(&format!(
                "Either you have not created any objects yet or the existing objects were already deleted outside of {}.",
                brand.name
            ))
        }
        PlanMode::Normal => {
            page.lines("\nNo changes. Your infrastructure matches the configuration.\n")?;
            page.paragraph(&format!(
                "{} has compared your real infrastructure against your configuration and found no differences, so no \
                 changes are needed.",
                brand.name
            ))
        }
    }
}
