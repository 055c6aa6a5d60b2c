//! Rule `rewritten-plan`: the plan does not say what every plan of its version says.

use std::borrow::Cow;

use super::milder::{self, stays};
use crate::facts::address::Address;
use crate::facts::{ConfiguredResource, Facts, Fate, Flavor, Raw, ResourceChange, Side};
use crate::lint::{ChangeView, Check, Context, Finding, Level, Rule};
use crate::tofu::{Configuration, Plan, ProviderAddress};

pub(crate) const RULE: Rule = Rule {
    id: "rewritten-plan",
    summary: "the plan does not say what its engine always says",
    family: "plan-health",
    level: Level::Error,
    checks: &[Check::Document(check), Check::Change(check_sides)],
    ..Rule::BASE
};

/// What to do about a plan that was rewritten.
pub(super) const HELP: &str = "judge what `show -json` prints, as it is; where a tool between them cannot be avoided, settings give this rule another level";

fn check(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    let facts = context.facts;
    let Some(plan) = facts.plan() else {
        return;
    };
    findings.extend(lacks_version(plan));
    findings.extend(lacks_errored(facts, plan));
    findings.extend(lacks_one_of_two(plan));
    findings.extend(lacks_both(facts, plan));
    findings.extend(twice(facts).map(|change| {
        Finding::about(change, "is listed twice among the changes")
            .why(
                "its engine lists each object once: what rewrote the plan added it, and sums and limits count it twice",
            )
            .help(HELP)
    }));
    // Who wrote a plan by hand names no engine.
    if facts.engine_version().is_some() {
        findings.extend(lacks_configuration(facts, plan));
        findings.extend(lacks_state(facts, plan));
        findings.extend(lacks_planned_values(facts, plan));
        findings.extend(defers_and_is_complete(facts, plan));
        findings.extend(lacks_output(plan));
        findings.extend(lacks_declaration(plan));
        milder::check(facts, plan, findings);
        check_changes(facts, findings);
    }
}

/// Changes that do not say all that their engine says of each.
fn check_changes(facts: &Facts<'_>, findings: &mut Vec<Finding>) {
    let has_marks = facts.engine_is(">=0.15.2");
    // Of drift nothing is unknown, and until 1.1 Terraform wrote no `after_unknown` there.
    let deferred = facts.deferred.iter().map(|deferred| &deferred.change);
    let unmarked = facts
        .changes
        .iter()
        .chain(deferred)
        .filter(|change| lacks(change).is_none())
        .filter_map(|change| Some((change, lacks_marks(change, has_marks == Some(true))?)));
    findings.extend(unmarked.map(|(change, marks)| {
        Finding::about(change, format!("does not say all of its values: `{marks}` is missing"))
            .why("its engine always writes it: what rewrote the plan left it out, and rules take what it marks for what it seems")
            .help(HELP)
    }));
    let lacking = facts.every_change().filter_map(|change| Some((change, lacks(change)?)));
    findings.extend(lacking.map(|(change, side)| {
        Finding::about(change, format!("does not say what it is {side} the change"))
            .why(format!(
                "its engine always writes `{side}`: what rewrote the plan left it out, and rules look for danger there"
            ))
            .help(HELP)
    }));
}

/// A finding about a property that the plan lacks, or that lacks something.
fn without(property: &str, message: impl Into<String>, why: impl Into<Cow<'static, str>>) -> Finding {
    Finding::on_property(property, message).why(why).help(HELP)
}

/// Objects that are listed a second time (§1.7).
fn twice<'f, 'a>(facts: &'f Facts<'a>) -> impl Iterator<Item = &'f ResourceChange<'a>> {
    // They stand in the order of addresses.
    facts.changes.windows(2).filter_map(|pair| match pair {
        [one, two] => {
            let is_same = one.address == two.address || one.parsed.is_some() && one.parsed == two.parsed;
            (is_same && one.wire.deposed() == two.wire.deposed()).then_some(two)
        }
        _ => None,
    })
}

/// That nobody can tell whether planning ended with an error: both engines write it since 1.6, whatever it is (§1.6).
fn lacks_errored(facts: &Facts<'_>, plan: &Plan<'_>) -> Option<Finding> {
    (plan.errored.is_none() && facts.engine_is(">=1.6") == Some(true)).then(|| {
        without(
            "errored",
            "the plan does not say whether planning ended with an error",
            "its engine always writes `errored`: something that rewrote the plan left it out, and a plan that was cut \
             short would look whole",
        )
    })
}

/// That a plan does not name the version of its engine, or another than the state in it: both engines write both,
/// and only the version that made a plan shows it (§1.6).
fn lacks_version(plan: &Plan<'_>) -> Option<Finding> {
    let state = plan
        .prior_state
        .as_ref()
        .and_then(|state| state.terraform_version.as_deref());
    let why = "its engine always writes its version there and in `prior_state`: something that rewrote the plan changed one of \
               them, and what else its engine always writes hangs on it";
    match plan.terraform_version.as_deref() {
        None if state.is_some() || plan.timestamp.is_some() => Some(without(
            "terraform_version",
            "the plan does not say which version of its engine wrote it",
            why,
        )),
        Some(version) if state.is_some_and(|state| release(state) != release(version)) => Some(without(
            "terraform_version",
            "the plan names another version of its engine than the state in it",
            why,
        )),
        _ => None,
    }
}

/// A version without what tells builds of it apart, which engines do not write into states.
fn release(version: &str) -> &str {
    version.split(['-', '+']).next().unwrap_or(version)
}

/// That one of the two that say what the plan is as a whole is missing beside the other (§1.6).
fn lacks_one_of_two(plan: &Plan<'_>) -> Option<Finding> {
    let missing = match (plan.complete, plan.applyable) {
        (None, Some(_)) => "complete",
        (Some(_), None) => "applyable",
        _ => return None,
    };
    Some(without(
        missing,
        "the plan does not say all of what its engine says of it as a whole",
        format!(
            "its engine writes both `complete` and `applyable` or neither: something that rewrote the plan left `{missing}` out"
        ),
    ))
}

/// That both are missing although all providers come from Terraform's registry: OpenTofu, which alone writes neither,
/// takes them from its own where nobody names another (§1.6).
fn lacks_both(facts: &Facts<'_>, plan: &Plan<'_>) -> Option<Finding> {
    let known = plan.configuration.as_ref()?.provider_config.values();
    let mut hosts = known.filter_map(|provider| {
        let address = ProviderAddress::new(provider.full_name.as_deref()?);
        Some(address.in_own_registry()?.0)
    });
    let is_of_terraform = hosts.next() == Some(Flavor::Terraform) && hosts.all(|host| host == Flavor::Terraform);
    let is_missing = plan.complete.is_none() && plan.applyable.is_none() && facts.engine_is(">=1.8") == Some(true);
    (is_missing && is_of_terraform).then(|| {
        without(
            "complete",
            "the plan says neither that it is complete nor that it can be applied, and its providers come from Terraform's \
             registry",
            "Terraform always writes both since 1.8: unless OpenTofu was told to take its providers from there, something that \
             rewrote the plan left them out",
        )
        .at_most(Level::Warning)
    })
}

/// That the configuration is missing, which every engine writes (§1.6), or the block of a resource in it.
fn lacks_configuration(facts: &Facts<'_>, plan: &Plan<'_>) -> Option<Finding> {
    let is_told = |configuration: &Configuration<'_>| {
        let mut names = configuration.known_properties.iter();
        names.any(|name| name == "root_module")
    };
    let message = if !plan.configuration.as_ref().is_some_and(is_told) {
        "the plan does not hold the configuration that it was made from"
    } else if lacks_block(facts) {
        "the configuration does not hold the block of a resource that the plan makes or changes"
    } else {
        return None;
    };
    Some(without(
        "configuration",
        message,
        "its engine always writes it: something that rewrote the plan left it out, and rules look there for secrets, providers \
         and what a value comes from",
    ))
}

/// Whether an object is made, changed, replaced or left as it is that no block asks for: without one it could only go.
fn lacks_block(facts: &Facts<'_>) -> bool {
    let modules = facts.modules();
    // In the order of addresses the instances of a block stand together.
    let mut written: Option<&Address<'_>> = None;
    facts.changes.iter().any(|change| {
        let is_asked_for = stays(change)
            && change.wire.deposed().is_none()
            // Of `-generate-config-out` the block has yet to be written.
            && change.wire.change.generated_config.is_none();
        let Some(address) = change.parsed.as_ref().filter(|_| is_asked_for) else {
            return false;
        };
        if written.is_some_and(|other| other.is_of_block(address)) {
            return false;
        }
        written = Some(address);
        modules.resource(address).is_none()
    })
}

/// That there is no state in which an object could be that is there before its change, or that it lacks one (§1.6).
fn lacks_state(facts: &Facts<'_>, plan: &Plan<'_>) -> Option<Finding> {
    let is_there = |change: &ResourceChange<'_>| change.wire.change.before.is_some_and(|before| before.is_object());
    let mut changes = facts.changes.iter().filter(|change| change.managed());
    let is_lacking = changes.any(|change| is_there(change) && !facts.is_held(change));
    let message = if plan.prior_state.is_none() {
        "the plan does not hold the state that it was made from"
    } else {
        "the state that the plan was made from does not hold an object that is there before its change"
    };
    is_lacking.then(|| {
        without(
            "prior_state",
            message,
            "its engine always writes it: something that rewrote the plan left it out, and rules look there for objects that \
             stand twice, and for what exists beside the changes",
        )
        // It is large, and tells what people would not send on.
        .at_most(Level::Warning)
    })
}

/// That the planned values are missing, beside objects that stay where they are (§1.6).
fn lacks_planned_values(facts: &Facts<'_>, plan: &Plan<'_>) -> Option<Finding> {
    let leaves = |change: &ResourceChange<'_>| stays(change) || change.fate == Fate::Forget;
    (plan.planned_values.is_none() && facts.changes.iter().any(leaves)).then(|| {
        without(
            "planned_values",
            "the plan does not hold the values that it plans",
            "its engine always writes them: something that rewrote the plan left them out, and without them nobody sees \
             which deletions were made something milder",
        )
    })
}

/// That changes are deferred, and the plan says that it is complete, or nothing of that: only Terraform defers changes,
/// and says of such a plan that it is not (§1.6).
fn defers_and_is_complete(facts: &Facts<'_>, plan: &Plan<'_>) -> Option<Finding> {
    (!facts.deferred.is_empty() && plan.complete != Some(false)).then(|| {
        without(
            "deferred_changes",
            "the plan defers changes, and does not say that it is not complete",
            "its engine always says so of such a plan, where it defers changes at all: what rewrote the plan moved them there",
        )
    })
}

/// That a variable with a value, or an output that stays, is declared nowhere (§1.6).
fn lacks_declaration(plan: &Plan<'_>) -> Option<Finding> {
    let root = &plan.configuration.as_ref()?.root_module;
    let mut outputs = plan.planned_values.iter().flat_map(|values| &values.outputs);
    let (what, level) = if outputs.any(|(name, _)| root.outputs.get(name).is_none()) {
        ("an output that the plan makes or leaves there", Level::Error)
    } else if plan.has_undeclared_variable() {
        // No rule looks for danger there, and whoever makes plans of their own meets it.
        ("a variable of which the plan has the value", Level::Warning)
    } else {
        return None;
    };
    let why = "its engine always writes the declaration: something that rewrote the plan left it out, and it alone may say that \
               the value is sensitive";
    let message = format!("the configuration does not declare {what}");
    Some(without("configuration", message, why).at_most(level))
}

/// A change of which a side is another than the same plan says elsewhere. It is asked beside what else is asked of the
/// change: what lies in a large text has to be fetched once.
fn check_sides(context: &Context<'_, '_>, view: &ChangeView<'_, '_>, findings: &mut Vec<Finding>) {
    // Who wrote a plan by hand names no engine.
    if context.facts.engine_version().is_none() {
        return;
    }
    let (facts, change) = (context.facts, view.change);
    if let Some(side) = facts.stands_twice(change) {
        let (where_, property) = match side {
            Side::Before => ("in the state that the plan was made from", "prior_state"),
            Side::After => ("among the planned values", "planned_values"),
        };
        let why =
            format!("its engine lists each object once in `{property}`: what rewrote the plan added one of the two");
        findings.push(
            Finding::about(change, format!("stands twice {where_}"))
                .why(why)
                .help(HELP),
        );
        return;
    }
    if loses_attribute(facts, view) {
        let finding = Finding::about(change, "does not say of every attribute what it will be").why(
            "its engine writes each with its value, or marks it in `after_unknown`: what rewrote the plan took something out, and \
             rules take that for not set",
        );
        findings.push(finding.help(HELP));
    }
    let (message, property) = match facts.told_otherwise(change) {
        Some(Side::Before) => (
            "is another before its change than in the state that the plan was made from",
            "prior_state",
        ),
        Some(Side::After) => (
            "is another after its change than among the planned values",
            "planned_values",
        ),
        None => return,
    };
    let why = format!(
        "its engine writes the same there and in `{property}`: what rewrote the plan changed one of them, and rules look for \
         danger there"
    );
    findings.push(Finding::about(change, message).why(why).help(HELP));
}

/// Whether an attribute that was there, or that the block of a new object sets, is neither there after the change nor
/// unknown: engines write all that a type has (§1.8).
fn loses_attribute(facts: &Facts<'_>, view: &ChangeView<'_, '_>) -> bool {
    let change = view.change;
    if !change.managed() || change.wire.change.after.is_none_or(|after| !after.is_object()) {
        return false;
    }
    match change.fate {
        Fate::Update | Fate::Replace(_) if view.existed() => {
            let (before, after) = view.differing();
            let mut all = before.beside(after);
            all.any(|(_, before, after)| !before.is_absent() && after.is_absent())
        }
        Fate::Create => {
            let mut set = facts
                .configured(change)
                .into_iter()
                .flat_map(ConfiguredResource::arguments);
            set.any(|name| view.after().get(name).is_absent())
        }
        _ => false,
    }
}

/// That an output of the planned values is none of `output_changes`, where the engines list all of them (§1.8).
fn lacks_output(plan: &Plan<'_>) -> Option<Finding> {
    let mut planned = plan.planned_values.iter().flat_map(|values| &values.outputs);
    planned
        .any(|(name, _)| plan.output_changes.get(name).is_none())
        .then(|| {
            without(
                "output_changes",
                "the plan does not say what becomes of an output that it leaves there",
                "its engine lists every output of the root module, also those that do not change: what rewrote the plan left \
                 one out",
            )
        })
}

/// What says which values are not known yet, and which are sensitive, where the element lacks it (§1.8).
fn lacks_marks(change: &ResourceChange<'_>, has_marks: bool) -> Option<&'static str> {
    let sides = &change.wire.change;
    let is_gone = |side: Option<Raw<'_>>| side.is_none_or(|raw| raw.is_null());
    let changes = matches!(change.fate, Fate::Create | Fate::Update | Fate::Replace(_) | Fate::Read);
    match () {
        () if changes && is_gone(sides.after_unknown) => Some("after_unknown"),
        () if has_marks && is_gone(sides.before_sensitive) => Some("before_sensitive"),
        () if has_marks && is_gone(sides.after_sensitive) => Some("after_sensitive"),
        () => None,
    }
}

/// The side of a change that rules look at, where the element lacks it (§1.8).
fn lacks(change: &ResourceChange<'_>) -> Option<&'static str> {
    let sides = &change.wire.change;
    let is_gone = |side: Option<Raw<'_>>| side.is_none_or(|raw| raw.is_null());
    match change.fate {
        // Of an object that is gone already both sides are `null`.
        Fate::NoOp | Fate::Move | Fate::Import if sides.before.is_none() => Some("before"),
        Fate::NoOp | Fate::Move | Fate::Import if sides.after.is_none() => Some("after"),
        Fate::Update | Fate::Delete | Fate::Replace(_) | Fate::Forget if is_gone(sides.before) => Some("before"),
        Fate::Create | Fate::Update | Fate::Replace(_) if is_gone(sides.after) => Some("after"),
        _ => None,
    }
}
