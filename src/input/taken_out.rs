//! Whether something was taken out of a document after the engine wrote it.

use std::collections::BTreeSet;
use std::hash::BuildHasher;

use foldhash::quality::RandomState;
use rayon::prelude::*;

use super::{InputError, sniff};
use crate::json::scan;
use crate::tofu::{ActionKind, EngineVersion, Mode, Plan, Resource, ResourceChange, State, StateFile, Text, Values};

/// Refuses a plan that lacks what tells its changes.
pub(super) fn check(plan: &Plan<'_>) -> Result<(), InputError> {
    check_spelling(plan)?;
    // What its engine always writes hangs on the version, down to its minor.
    let version = plan.terraform_version.as_deref();
    if version.is_some_and(|version| EngineVersion::parse(version).is_none()) {
        return Err(InputError::BadEngineVersion);
    }
    if plan.resource_changes.is_none() {
        for (missing, property) in [
            (plan.planned_values.is_none(), "planned_values"),
            (plan.configuration.is_none(), "configuration"),
        ] {
            if missing {
                return Err(InputError::MissingProperty { property });
            }
        }
    }
    // No engine writes an empty list: whoever took the elements out may have left it.
    if plan.resource_changes.as_deref().is_none_or(<[_]>::is_empty)
        && let Some(evidence) = needs_changes(plan)
    {
        return Err(InputError::MissingResourceChanges { evidence });
    }
    if let Some(evidence) = lacks_change(plan) {
        return Err(InputError::MissingResourceChanges { evidence });
    }
    Ok(())
}

/// Refuses a plan that has what tells its changes under a name that no engine writes. `start` is where the document
/// begins, in bytes.
pub(super) fn check_unknown(text: &str, start: usize, plan: &Plan<'_>) -> Result<(), InputError> {
    let has_changes = plan
        .resource_changes
        .as_deref()
        .is_some_and(|changes| !changes.is_empty());
    let is_plan = |value: &str| sniff::holds_whole_plan(value) || (!has_changes && sniff::holds_plan(value));
    if unknown_values(text, start, &plan.unknown_properties).any(is_plan) {
        return Err(InputError::MissingResourceChanges {
            evidence: "a property that no engine writes holds changes",
        });
    }
    Ok(())
}

/// The values of properties that nobody knows, as they are written.
pub(super) fn unknown_values<'t>(text: &'t str, start: usize, unknown: &[Text<'_>]) -> impl Iterator<Item = &'t str> {
    let names: BTreeSet<&str> = unknown.iter().map(Text::as_str).collect();
    let members = (!names.is_empty()).then(|| scan::members(text, start));
    let members = members.into_iter().flatten();
    members
        .filter(move |member| names.contains(&*member.key))
        .filter_map(|member| text.get(member.value_start..scan::end_of_value(text, member.value_start)?))
}

/// Refuses a state whose `values` lack the root module, which the engines write where it is empty, too. `start` is
/// where the document begins, in bytes.
pub(super) fn check_values(text: &str, start: usize) -> Result<(), InputError> {
    let property = "root_module";
    let mut values = scan::members(text, start).filter(|member| member.key == "values");
    let mut inside = values
        .next()
        .into_iter()
        .flat_map(|values| scan::members(text, values.value_start));
    let is_object = |start: usize| text.get(start..).is_some_and(|value| value.starts_with('{'));
    let is_there = inside.any(|member| member.key == property && is_object(member.value_start));
    is_there.then_some(()).ok_or(InputError::MissingProperty { property })
}

/// Refuses a raw state of version 4 without its list of resources, which the engines write where it is empty, too, and
/// one of which nobody knows who wrote it.
pub(super) fn check_state_file(file: &StateFile<'_>) -> Result<(), InputError> {
    if file.unknown_properties.iter().any(|name| name == "encrypted_data") {
        return Err(InputError::EncryptedState);
    }
    let decisive = ["check_results", "outputs", "resources", "terraform_version"];
    check_names(
        &file.unknown_properties,
        &file.known_properties,
        &decisive,
        "at the top",
    )?;
    check_engine(file.terraform_version.as_ref())?;
    let property = "resources";
    let is_there = file.known_properties.iter().any(|name| name == property);
    is_there.then_some(()).ok_or(InputError::MissingProperty { property })
}

/// Refuses a state whose writer has no version that an engine can have: what is missing in it for sure, and what its
/// marks mean, hangs on that.
fn check_engine(version: Option<&Text<'_>>) -> Result<(), InputError> {
    let begins = |version: &Text<'_>| {
        version
            .trim_start_matches('v')
            .starts_with(|sign: char| sign.is_ascii_digit())
    };
    version
        .is_none_or(begins)
        .then_some(())
        .ok_or(InputError::BadEngineVersion)
}

/// The address of an instance, and the key of an object of it that is deposed.
type Object<'p> = (&'p str, Option<&'p str>);

/// What tells that an object has no element among the changes, in words; `None` when nothing does.
///
/// The engines compute planned values from the changes alone and list what does not change too. They also list every
/// object of the state, unless the plan was limited to some, which Terraform since 1.8 says in `complete`: of others
/// nobody knows, and the rule `orphaned-resource` speaks of it.
fn lacks_change<'p>(plan: &'p Plan<'_>) -> Option<&'static str> {
    let deferred = plan.deferred_changes.iter().map(|deferred| &deferred.resource_change);
    let changes = plan.resource_changes.iter().flatten().chain(deferred);
    let object = |change: &'p ResourceChange<'_>| Some((change.address.as_deref()?, change.deposed()));
    let changes: Vec<Object<'p>> = changes.filter_map(object).collect();
    // They lie all over a large text: by their hashes each is looked at once, by several threads.
    let keys = RandomState::default();
    let mut listed: Vec<u64> = changes.par_iter().map(|object| keys.hash_one(object)).collect();
    listed.sort_unstable();
    let is_listed = |resource: &&Resource<'_>| {
        let object = |address| -> Object<'_> { (address, resource.deposed()) };
        let address = resource.address.as_deref();
        address.is_none_or(|address| listed.binary_search(&keys.hash_one(object(address))).is_ok())
    };
    let all_are_listed = |values: &Values<'_>, counts: fn(&Resource<'_>) -> bool| {
        let resources = values.root_module.walk().flat_map(|module| &module.resources);
        let resources: Vec<&Resource<'_>> = resources.filter(|resource| counts(resource)).collect();
        resources.par_iter().all(is_listed)
    };
    let planned = plan.planned_values.as_ref();
    if planned.is_some_and(|values| !all_are_listed(values, |_| true)) {
        return Some("`planned_values` lists a resource that has no change");
    }
    let is_whole = plan.complete == Some(true) && plan.errored == Some(false) && !changes.is_empty();
    let prior = plan.prior_values();
    let prior = prior.filter(|_| is_whole);
    if prior.is_some_and(|values| !all_are_listed(values, is_managed)) {
        return Some("`prior_state` holds an object that has no change, and the plan says that it is complete");
    }
    None
}

fn is_managed(resource: &Resource<'_>) -> bool {
    Mode::may_be_managed(resource.mode.as_ref())
}

/// What in a plan without anything in `resource_changes` tells that it had some, in words.
///
/// A plan that only refreshes has none, and neither has one of outputs alone. A plan that destroys everything, has no
/// outputs, and lost the whole list looks like a refresh that found nothing: the rule `missing-changes` speaks of it
/// where the engine says that it can be applied, and nothing does where it does not say so.
fn needs_changes(plan: &Plan<'_>) -> Option<&'static str> {
    let has_resources = |values: Option<&Values<'_>>| {
        values.is_some_and(|values| values.root_module.walk().any(|module| !module.resources.is_empty()))
    };
    // The engines compute planned values from the changes alone, so that one cannot be there without the other.
    if has_resources(plan.planned_values.as_ref()) {
        return Some("`planned_values` lists resources");
    }
    let prior = plan.prior_values();
    let has_managed = || {
        let mut modules = prior.into_iter().flat_map(|values| values.root_module.walk());
        modules.any(|module| module.resources.iter().any(is_managed))
    };
    // A plan that only refreshes has no list at all.
    if plan.resource_changes.is_some() && has_managed() {
        return Some("it is an empty list, which no engine writes, and `prior_state` holds objects");
    }
    let something_else = !plan.resource_drift.is_empty()
        || !plan.deferred_changes.is_empty()
        || !plan.action_invocations.is_empty()
        || plan
            .output_changes
            .values()
            .any(|change| change.actions.kind() != ActionKind::NoOp);
    // With objects it may only refresh what the state says of them, which is for a rule to tell.
    if plan.applyable == Some(true) && !something_else && !has_resources(prior) {
        return Some("the plan can be applied and lists nothing else");
    }
    // An output that is deleted although the configuration has it goes with everything else.
    let declared = plan
        .configuration
        .as_ref()
        .map(|configuration| &configuration.root_module.outputs);
    let destroys = plan.output_changes.iter().any(|(name, change)| {
        change.actions.kind() == ActionKind::Delete && declared.is_some_and(|outputs| outputs.get(name).is_some())
    });
    (destroys && has_managed()).then_some("the plan destroys what the state holds")
}

/// Refuses a plan in which a property that decides verdicts was renamed by a slip.
///
/// Unknown properties are what a later minor version adds, and are ignored; one that differs from a missing known one
/// by a letter or two is not that, and ignoring it would judge a plan without its changes.
fn check_spelling(plan: &Plan<'_>) -> Result<(), InputError> {
    const DECISIVE: [&str; 16] = [
        "action_invocations",
        "applyable",
        "checks",
        "complete",
        "condition_results",
        "configuration",
        "deferred_action_invocations",
        "deferred_changes",
        "errored",
        "output_changes",
        "planned_values",
        "prior_state",
        "relevant_attributes",
        "resource_changes",
        "resource_drift",
        "terraform_version",
    ];
    check_names(
        &plan.unknown_properties,
        &plan.known_properties,
        &DECISIVE,
        "at the top",
    )?;
    if let Some(configuration) = &plan.configuration {
        let (unknown, known) = (&configuration.unknown_properties, &configuration.known_properties);
        let decisive = ["provider_config", "root_module"];
        check_names(unknown, known, &decisive, "in `/configuration`")?;
    }
    let prior_state = plan.prior_state.as_ref();
    prior_state.map_or(Ok(()), |state| check_parts(state, "in `/prior_state`"))
}

/// Refuses a state in which a property that decides verdicts was renamed by a slip.
pub(super) fn check_state(state: &State<'_>) -> Result<(), InputError> {
    check_parts(state, "at the top")
}

fn check_parts(state: &State<'_>, place: &'static str) -> Result<(), InputError> {
    let decisive = ["checks", "terraform_version", "values"];
    check_names(&state.unknown_properties, &state.known_properties, &decisive, place)?;
    check_engine(state.terraform_version.as_ref())?;
    // Of an empty state the engines write the version of the format alone (§1.1).
    if state.terraform_version.is_some() && state.values.is_none() {
        return Err(InputError::MissingProperty { property: "values" });
    }
    Ok(())
}

/// Holds names that nobody knows against those that are meant and absent, or there in other capitals.
fn check_names(
    unknown: &[Text<'_>],
    known: &[Text<'_>],
    decisive: &[&'static str],
    place: &'static str,
) -> Result<(), InputError> {
    for unknown in unknown {
        let unknown = unknown.to_lowercase();
        let letters = unknown.chars().count();
        for &meant in decisive {
            let is_there = known.iter().any(|name| name == meant);
            if is_there && unknown == meant {
                return Err(InputError::SpelledTwice { place, meant });
            }
            let is_as_long = letters.abs_diff(meant.len()) <= 2;
            if !is_there && is_as_long && strsim::osa_distance(&unknown, meant) <= 2 {
                return Err(InputError::MisspelledProperty { place, meant });
            }
        }
    }
    Ok(())
}
