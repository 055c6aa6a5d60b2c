//! Rule `mass-deleted-outside`: a large part of what the state knows is gone.

use crate::facts::Mode;
use crate::lint::{Check, Context, Finding, Level, OptionsSpec, Rule, RuleScope};
use crate::rules::destruction::mass_destroy::Options;

use super::deleted_outside::comes_again;

pub(crate) const RULE: Rule = Rule {
    id: "mass-deleted-outside",
    summary: "a large part of what the state knows is gone, and is created again",
    family: "drift-and-moves",
    level: Level::Error,
    options: Some(OptionsSpec::of::<Options>().limiting(&["share", "at-least"])),
    checks: &[Check::Document(check)],
    scope: RuleScope::Whole,
    ..Rule::BASE
};

fn check(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    let gone: Vec<_> = comes_again(context.facts)
        .filter(|(drift, _)| drift.change.managed())
        .collect();
    let objects = context.facts.objects().iter();
    let left = objects.filter(|object| *object.mode() == Mode::Managed).count();
    // What is gone is in no prior state any more.
    let known = left + gone.len();
    if !context.options::<Options>().is_too_much(gone.len(), known) {
        return;
    }
    let message = format!(
        "{} of {known} managed objects were deleted outside of the engine",
        gone.len()
    );
    findings.push(
        Finding::on_property("resource_drift", message)
            .why(
                "either somebody deleted them, or the plan looks for them in another account, region or cluster, and would \
                 make each a second time",
            )
            .help("check region, account and credentials of the provider before anything else")
            .with_subject(gone.into_iter().flat_map(|(drift, _)| context.facts.counted_as(&drift.change))),
    );
}
