//! Changes that were made something milder: what their engine would destroy or replace is said to stay, or not told.

use std::collections::BTreeSet;
use std::mem::discriminant;

use super::rewritten_plan::HELP;
use crate::facts::address::Address;
use crate::facts::{Facts, Fate, Raw, ResourceChange, StateObject};
use crate::lint::Finding;
use crate::order;
use crate::rules::state::orphans;
use crate::tofu::{ActionKind, ActionReason, Plan};

/// Findings of `rewritten-plan` in a plan that names its engine.
pub(super) fn check(facts: &Facts<'_>, plan: &Plan<'_>, findings: &mut Vec<Finding>) {
    findings.extend(creates_what_is_there(facts));
    findings.extend(takes_for_gone_what_is_there(facts));
    findings.extend(leaves_out_a_deposed_object(facts, plan));
    findings.extend(has_actions_of_others(facts, plan));
    findings.extend(keeps_what_is_tainted(facts));
    findings.extend(keeps_what_is_not_planned(facts, plan));
    findings.extend(keeps_what_is_deposed(facts));
    findings.extend(keeps_two_kinds_of_keys(facts));
    findings.extend(defers_what_is_planned(facts, plan));
    findings.extend(leaves_out_a_deletion(facts, plan));
}

/// Objects that are created, and that the state holds (§1.6). What moves is there under its new address, so that nothing
/// stands at the old one.
fn creates_what_is_there<'f, 'a>(facts: &'f Facts<'a>) -> impl Iterator<Item = Finding> + use<'f, 'a> {
    let made = facts.changes.iter().filter(|change| change.fate == Fate::Create);
    let of_held = made.filter(|change| facts.is_held(change));
    of_held.map(|change| {
        Finding::about(
            change,
            "is created, although the state that the plan was made from holds it",
        )
        .why("its engine would change or replace the object: what rewrote the plan made something milder of that")
        .help(HELP)
    })
}

/// Objects that are said to be gone before their deletion, and that the state holds: what was deleted outside of the
/// engine is in it no more (§1.6).
fn takes_for_gone_what_is_there<'f, 'a>(facts: &'f Facts<'a>) -> impl Iterator<Item = Finding> + use<'f, 'a> {
    let gone = facts.changes.iter().filter(|change| {
        let sides = &change.wire.change;
        let is_null = |side: Option<Raw<'_>>| side.is_some_and(|raw| raw.is_null());
        matches!(change.fate, Fate::NoOp | Fate::Move | Fate::Import) && is_null(sides.before) && is_null(sides.after)
    });
    let of_held = gone.filter(|change| facts.is_held(change));
    of_held.map(|change| {
        Finding::about(
            change,
            "is said to be gone already, although the state that the plan was made from holds it",
        )
        .why("its engine would say what becomes of the object: what rewrote the plan took that out")
        .help(HELP)
    })
}

/// Objects that stay beside others of their block that are counted in another way: by numbers, by texts, or not at all.
fn keeps_two_kinds_of_keys<'f, 'a>(facts: &'f Facts<'a>) -> impl Iterator<Item = Finding> + use<'f, 'a> {
    // In the order of addresses the instances of a block stand together.
    let mut last: Option<&Address<'_>> = None;
    let kept = facts.changes.iter().filter(move |change| {
        let is_current = stays(change) && change.wire.deposed().is_none();
        let Some(address) = change.parsed.as_ref().filter(|_| is_current) else {
            return false;
        };
        let other = last.replace(address);
        other.is_some_and(|other| {
            let is_of_block = other.module == address.module && other.is_of_block(address);
            is_of_block && discriminant(&other.key) != discriminant(&address.key)
        })
    });
    kept.map(|change| {
        Finding::about(
            change,
            "stays beside instances of its block whose keys are of another kind",
        )
        .why("its engine destroys all of the other kind: what rewrote the plan made something milder of that")
        .help(HELP)
    })
}

/// Objects that are put off, and planned: what is put off stands among the changes of another plan (§1.6).
fn defers_what_is_planned<'f>(facts: &'f Facts<'_>, plan: &Plan<'_>) -> impl Iterator<Item = Finding> + use<'f> {
    let values = plan.planned_values.as_ref().filter(|_| !facts.deferred.is_empty());
    let modules = values.into_iter().flat_map(|values| values.root_module.walk());
    let planned = modules.flat_map(|module| &module.resources);
    let planned = planned.filter_map(|resource| Some(resource.address.as_deref()?.to_string()));
    let planned: BTreeSet<String> = order::set(planned);
    let deferred = facts.deferred.iter().map(|deferred| &deferred.change);
    let deferred = deferred.filter(move |change| change.managed() && planned.contains(&*change.address));
    deferred.map(|change| {
        Finding::about(change, "is put off, and stands among the planned values")
            .why("its engine plans nothing of what it puts off: what rewrote the plan moved the change there")
            .help(HELP)
    })
}

/// Objects that are deposed, and of which a plan says nothing that does say what becomes of their address: an engine
/// plans both together, also where it was told to plan a part of everything.
fn leaves_out_a_deposed_object<'f>(facts: &'f Facts<'_>, plan: &Plan<'_>) -> impl Iterator<Item = Finding> + use<'f> {
    let is_told = plan.errored != Some(true) && facts.deferred.is_empty();
    let deposed = facts
        .objects()
        .iter()
        .filter(move |object| is_told && object.deposed().is_some() && object.may_be_managed());
    let mut deposed = deposed.peekable();
    let listed: BTreeSet<(&str, Option<&str>)> = match deposed.peek() {
        Some(_) => facts
            .changes
            .iter()
            .map(|change| (&*change.address, change.wire.deposed()))
            .collect(),
        None => BTreeSet::new(),
    };
    deposed
        .filter(move |object| {
            let address = &*object.address;
            listed.contains(&(address, None)) && !listed.contains(&(address, object.deposed()))
        })
        .map(|object| {
            Finding::about_object(
                object,
                "is left over from a replacement, and the plan does not say that it is destroyed",
            )
            .why("its engine lists it beside the object that took its place: what rewrote the plan took the change out")
            .help(HELP)
        })
}

/// Changes with actions that another engine has, or a later version (§1.7).
fn has_actions_of_others<'f, 'a>(facts: &'f Facts<'a>, plan: &Plan<'_>) -> impl Iterator<Item = Finding> + use<'f, 'a> {
    let is = |range| facts.engine_is(range) == Some(true);
    let cannot_forget = is("<1.7");
    let is_of_terraform = plan.complete.is_some() || plan.applyable.is_some();
    let forgets_first = is(">=1.12");
    let of_others = facts
        .changes
        .iter()
        .filter(move |change| match change.wire.change.actions.kind() {
            _ if is_of_terraform && has_reason_of_opentofu(change) => true,
            ActionKind::Forget => cannot_forget || keeps_block(facts, change),
            ActionKind::CreateThenForget => cannot_forget,
            ActionKind::ForgetThenCreate => is_of_terraform || !forgets_first,
            // What is imported is there.
            ActionKind::Create => change.wire.change.importing.is_some(),
            _ => false,
        });
    of_others.map(|change| {
        Finding::about(change, "has actions or a reason that its engine does not write")
            .why(
                "another engine does, or a later version: what rewrote the plan made something milder of a deletion or a replacement",
            )
            .help(HELP)
    })
}

/// Whether the reason of a change is one that Terraform has not (§1.9).
fn has_reason_of_opentofu(change: &ResourceChange<'_>) -> bool {
    matches!(
        change.wire.action_reason,
        Some(
            ActionReason::DeleteBecauseEnabledFalse
                | ActionReason::ForgotBecauseLifecycleDestroyInState
                | ActionReason::ForgotBecauseLifecycleDestroyInConfig
        )
    )
}

/// Whether an object is forgotten that still has its block, which no lifecycle of OpenTofu asks for: without a reason
/// engines forget only what has none (§1.9).
fn keeps_block(facts: &Facts<'_>, change: &ResourceChange<'_>) -> bool {
    let address = change.parsed.as_ref().filter(|_| change.wire.action_reason.is_none());
    change.managed() && address.is_some_and(|address| facts.modules().resource(address).is_some())
}

/// Objects that are tainted, and stay: engines replace them, destroy them or let them go (§1.4).
fn keeps_what_is_tainted<'f, 'a>(facts: &'f Facts<'a>) -> impl Iterator<Item = Finding> + use<'f, 'a> {
    let kept = facts.changes.iter().filter(|change| {
        let stays = matches!(change.fate, Fate::NoOp | Fate::Move | Fate::Import | Fate::Update);
        stays && facts.held(change).is_some_and(StateObject::is_tainted)
    });
    kept.map(|change| {
        Finding::about(
            change,
            "stays, although the state that the plan was made from says that it is tainted",
        )
        .why("its engine replaces what is tainted: what rewrote the plan made something milder of that")
        .help(HELP)
    })
}

/// Objects that stay or are forgotten, and that the planned values do not hold: those hold every change but a deletion,
/// and what is forgotten in these versions of both engines (§1.4).
fn keeps_what_is_not_planned<'f, 'a>(
    facts: &'f Facts<'a>,
    plan: &Plan<'_>,
) -> impl Iterator<Item = Finding> + use<'f, 'a> {
    let lists_all = plan.planned_values.is_some();
    let holds_forgotten = plan.errored != Some(true) && facts.engine_is(">=1.7, <1.13") == Some(true);
    let kept = facts.changes.iter().filter(move |change| {
        let is_planned = stays(change) || holds_forgotten && change.fate == Fate::Forget && change.managed();
        lists_all && is_planned && change.wire.deposed().is_none() && !facts.is_planned(change)
    });
    kept.map(|change| {
        let says = if change.fate == Fate::Forget { "is forgotten" } else { "stays" };
        Finding::about(change, format!("{says}, and stands in none of the planned values"))
            .why("its engine leaves out of them what it destroys alone: what rewrote the plan made something milder of that")
            .help(HELP)
    })
}

/// Whether it is of an object that is there after the apply.
pub(super) fn stays(change: &ResourceChange<'_>) -> bool {
    let is_there = |side: Option<Raw<'_>>| side.is_some_and(|raw| raw.is_object());
    change.managed()
        && match change.fate {
            // Of what is gone already both sides are `null`.
            Fate::NoOp | Fate::Move | Fate::Import => is_there(change.wire.change.after),
            Fate::Create | Fate::Update | Fate::Replace(_) => true,
            _ => false,
        }
}

/// Objects that are deposed and stay: engines destroy them, forget them where their block is gone, too, or find that
/// they are gone already (§1.7).
fn keeps_what_is_deposed<'f>(facts: &'f Facts<'_>) -> impl Iterator<Item = Finding> + use<'f> {
    let deposed = facts.changes.iter().filter(|change| change.wire.deposed().is_some());
    deposed.filter(|change| stays(change)).map(|change| {
        Finding::about(change, "is left over from a replacement, and the plan leaves it there")
            .why("its engine destroys what is deposed: what rewrote the plan made something milder of that")
            .help(HELP)
    })
}

/// Of a plan that does not say whether it is complete, that an object must go and nobody says so: its deletion is
/// easily taken out of the file, and a plan that was limited looks the same.
fn leaves_out_a_deletion<'f>(facts: &'f Facts<'_>, plan: &Plan<'_>) -> impl Iterator<Item = Finding> + use<'f> {
    let lists_all = plan.complete.is_none() && plan.resource_changes.is_some() && plan.errored != Some(true);
    let objects = lists_all.then(|| orphans(facts)).into_iter().flatten();
    objects.map(|object| {
        Finding::about_object(object, "leaves the configuration, and the plan does not say that it is destroyed")
            .why("the plan was limited with -target or -exclude, or the change was taken out of the file: both look the same")
            .help(
                "of a plan that you limited yourself say `--warn rewritten-plan`; of any other judge what `show -json` prints, as it is",
            )
    })
}
