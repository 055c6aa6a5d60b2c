//! One resource: the lines above it that say what becomes of it and why, then its block.

use crate::facts::{ActionReason, Fate, Flavor, Replacement};
use crate::order;
use crate::output::escape::line;
use crate::report::changes::{Entry, InvocationShown, Node, ShownPlan};

use super::value::{Draw, put, value};
use super::{Brand, brand, go};

/// Why a resource is drawn.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Cause {
    /// The plan changes it.
    Plan,
    /// It changed outside of the engine.
    Drift,
}

/// A resource that the plan changes, with the actions that its change triggers.
pub(super) fn resource(
    plan: &ShownPlan<'_, '_>,
    change: &Entry<'_, '_, '_>,
    invocations: &[InvocationShown<'_>],
) -> String {
    let [before, after] = [true, false].map(|before| triggered(change, invocations, before));
    drawn(plan, change, &change.tree(), Cause::Plan) + &before + &after
}

/// A resource with its tree.
pub(super) fn drawn(plan: &ShownPlan<'_, '_>, change: &Entry<'_, '_, '_>, tree: &Node, cause: Cause) -> String {
    let terraform = plan.engine() == Flavor::Terraform;
    let mut out = comment(plan, change, cause);
    let forgotten = change.fate == Fate::Forget && !terraform;
    let draw = Draw {
        no_symbols: forgotten,
        no_null: forgotten,
        unchanged: change.importing.is_some(),
        terraform,
        ..Draw::CHANGES
    };
    out.push_str(match change.fate {
        Fate::Create => "  + ",
        Fate::Update => "  ~ ",
        Fate::Delete => "  - ",
        Fate::Read => " <= ",
        Fate::Replace(Replacement::DestroyFirst) => "-/+ ",
        Fate::Replace(Replacement::CreateFirst) => "+/- ",
        Fate::Replace(Replacement::ForgetFirst) => "  ./+ ",
        Fate::Replace(Replacement::ForgetLast) => " +/. ",
        Fate::Forget if terraform => " . ",
        Fate::Forget => "  . ",
        Fate::Unrecognized => "  ? ",
        Fate::Move | Fate::Import | Fate::Open | Fate::NoOp => "    ",
    });
    out.push_str(&header(change));
    value(&mut out, tree, 0, draw);
    out
}

fn header(change: &Entry<'_, '_, '_>) -> String {
    let kind = if change.placed.managed { "resource" } else { "data" };
    format!(
        "{kind} \"{}\" \"{}\" ",
        line(&change.placed.type_name),
        line(&change.placed.name)
    )
}

fn comment(plan: &ShownPlan<'_, '_>, change: &Entry<'_, '_, '_>, cause: Cause) -> String {
    let Brand { name: engine, .. } = brand(plan.engine());
    let tofu = plan.engine() == Flavor::OpenTofu;
    let placed = &change.placed;
    let mut address = line(&placed.address).into_owned();
    if let Some(key) = &placed.deposed {
        address = format!("{address} (deposed object {})", line(key));
    }
    let previous = change.moved_from.as_ref().map(|previous| line(previous).into_owned());
    let mut moved_is_said = false;
    let mut import_is_said = false;
    let deposed = if placed.deposed.is_some() {
        "\n  # (left over from a partially-failed replacement of this instance)"
    } else {
        ""
    };
    let mut out = match change.fate {
        Fate::Create => format!("  # {address} will be created"),
        Fate::Read => format!("  # {address} will be read during apply{}", reason(change)),
        Fate::Update if cause == Cause::Drift => format!("  # {address} has changed"),
        Fate::Update => format!("  # {address} will be updated in-place"),
        Fate::Replace(Replacement::DestroyFirst | Replacement::CreateFirst) => {
            format!("  # {address} {}", replaced(change, tofu))
        }
        // Terraform gives neither the reason nor the rest of what it says of a replacement.
        Fate::Replace(Replacement::ForgetLast) if !tofu => format!(
            " # {address} must be replaced, but the existing object will not be destroyed\n # (destroy = false is set in the \
             configuration)"
        ),
        Fate::Replace(Replacement::ForgetFirst | Replacement::ForgetLast) => format!(
            "  # {address} {} - older instance will not be destroyed (lifecycle.destroy = false){deposed}",
            replaced(change, tofu)
        ),
        Fate::Delete => {
            let what = if cause == Cause::Drift {
                "has been deleted"
            } else {
                "will be destroyed"
            };
            format!("  # {address} {what}{}{deposed}", reason(change))
        }
        Fate::Forget if tofu => format!(
            "  # {address} will be removed from the {engine} state but will not be destroyed{}{deposed}",
            reason(change)
        ),
        Fate::Forget => {
            let how = if placed.deposed.is_some() {
                "be removed from Terraform state, but will not be destroyed\n # (left over from a partially-failed \
                 replacement of this instance)"
            } else {
                "no longer be managed by Terraform, but will not be destroyed"
            };
            format!(" # {address} will {how}\n # (destroy = false is set in the configuration)")
        }
        Fate::Move | Fate::Import | Fate::Open | Fate::NoOp | Fate::Unrecognized => match &previous {
            Some(previous) if change.fate != Fate::Unrecognized => {
                moved_is_said = true;
                format!("  # {previous} has moved to {address}")
            }
            _ if change.importing.is_some() => {
                import_is_said = true;
                let generated = change.importing.as_ref().is_some_and(|import| import.generated);
                let generated = if generated {
                    "\n  # (config will be generated)"
                } else {
                    ""
                };
                format!("  # {address} will be imported{generated}")
            }
            _ => format!("  # {address} has an action that is not known"),
        },
    };
    out.push('\n');
    if let Some(previous) = previous.filter(|_| !moved_is_said) {
        put(&mut out, format_args!("  # (moved from {previous})\n"));
    }
    if let Some(import) = &change.importing {
        match &import.id {
            _ if import_is_said && !(tofu && plan.version_in(">=1.12")) => {}
            Some(id) => put(&mut out, format_args!("  # (imported from \"{}\")\n", line(id))),
            None if tofu && !import.identity.is_empty() => {
                let lines: Vec<_> = import.identity.iter().map(|text| line(text)).collect();
                put(
                    &mut out,
                    format_args!("  # imported using resource identity: {}\n", lines.join("\n  # ")),
                );
            }
            None => out.push_str("  # (will be imported first)\n"),
        }
        if matches!(change.fate, Fate::Replace(order) if order.destroys()) {
            out.push_str("  # Warning: this will destroy the imported resource\n");
        }
    }
    out
}

fn replaced(change: &Entry<'_, '_, '_>, tofu: bool) -> &'static str {
    match change.reason {
        Some(ActionReason::ReplaceBecauseTainted) if tofu => "is tainted, so it must be replaced",
        Some(ActionReason::ReplaceBecauseTainted) => "is tainted, so must be replaced",
        Some(ActionReason::ReplaceByRequest) => "will be replaced, as requested",
        Some(ActionReason::ReplaceByTriggers) => "will be replaced due to changes in replace_triggered_by",
        _ => "must be replaced",
    }
}

/// The line that says why, with a line feed before it; empty when there is nothing to say.
fn reason(change: &Entry<'_, '_, '_>) -> String {
    let placed = &change.placed;
    // The key as Go writes it in JSON, which escapes what would break a line of JavaScript.
    let key = change.key.as_ref().map_or_else(String::new, |key| {
        let key = key.replace('\u{2028}', r"\u2028").replace('\u{2029}', r"\u2029");
        line(&key).into_owned()
    });
    let forgets = change.fate == Fate::Forget;
    let words = match change.reason {
        // The engine breaks the line here, and forgets the number sign.
        Some(ActionReason::ForgotBecauseLifecycleDestroyInState) if forgets => {
            return " \n (because lifecycle.destroy = false was configured before this resource was removed from the \
                    configuration)"
                .to_owned();
        }
        Some(ActionReason::ForgotBecauseLifecycleDestroyInConfig) if forgets => {
            return " \n (because lifecycle.destroy = false is set in the configuration)".to_owned();
        }
        _ if forgets => return String::new(),
        Some(ActionReason::ReadBecauseConfigUnknown) => "config refers to values not yet known".to_owned(),
        Some(ActionReason::ReadBecauseDependencyPending) => {
            "depends on a resource or a module with changes pending".to_owned()
        }
        Some(ActionReason::ReadBecauseCheckNested) => "config will be reloaded to verify a check block".to_owned(),
        Some(ActionReason::DeleteBecauseNoResourceConfig) => {
            format!(
                "because {}.{} is not in configuration",
                line(&placed.type_name),
                line(&placed.name)
            )
        }
        Some(ActionReason::DeleteBecauseNoMoveTarget) => format!(
            "because {} was moved to {}, which is not in configuration",
            line(change.moved_from.as_deref().unwrap_or_default()),
            line(&placed.address)
        ),
        Some(ActionReason::DeleteBecauseNoModule) => {
            format!(
                "because {} is not in configuration",
                line(placed.module.as_deref().unwrap_or_default())
            )
        }
        Some(ActionReason::DeleteBecauseWrongRepetition) => match (&change.key, change.key_is_text) {
            (None, _) => "because resource uses count or for_each".to_owned(),
            (Some(_), false) => "because resource does not use count".to_owned(),
            (Some(_), true) => "because resource does not use for_each".to_owned(),
        },
        Some(ActionReason::DeleteBecauseCountIndex) => format!("because index [{key}] is out of range for count"),
        Some(ActionReason::DeleteBecauseEachKey) => {
            let key = key
                .replace('<', r"\u003c")
                .replace('>', r"\u003e")
                .replace('&', r"\u0026");
            format!("because key [{key}] is not in for_each map")
        }
        Some(ActionReason::DeleteBecauseEnabledFalse) => "because enabled is false".to_owned(),
        _ => return String::new(),
    };
    format!("\n  # ({words})")
}

/// The actions that a resource's change triggers, before it or after it.
fn triggered(change: &Entry<'_, '_, '_>, invocations: &[InvocationShown<'_>], before: bool) -> String {
    let mut of_this: Vec<_> = invocations
        .iter()
        .filter(|invocation| invocation.before == before && invocation.trigger.as_ref() == Some(&change.placed.address))
        .collect();
    if of_this.is_empty() {
        return String::new();
    }
    order::sort_by_key(&mut of_this, |invocation| invocation.place);
    let when = if before { "before" } else { "after" };
    let mut out = format!("\n\n    # Actions to be invoked {when} this change in order:\n");
    for invocation in of_this {
        out.push_str(&action(invocation));
    }
    out
}

/// An action that somebody asked for on the command line.
pub(super) fn asked_for(invocation: &InvocationShown<'_>) -> String {
    format!(
        "  # {} will be invoked\n{}",
        line(&invocation.address),
        action(invocation)
    )
}

fn action(invocation: &InvocationShown<'_>) -> String {
    let mut out = format!(
        "    action {} {} {{\n",
        go::quoted(&invocation.type_name),
        go::quoted(&invocation.name)
    );
    if let Some(config) = &invocation.config {
        let draw = Draw {
            terraform: true,
            ..Draw::VALUES
        };
        out.push_str("        config ");
        value(&mut out, config, 2, draw);
        out.push('\n');
    }
    out.push_str("    }\n");
    out
}
