//! Rule `forbidden-type`: a resource has a type that is not allowed.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::lint::{ChangeView, Check, Context, Finding, Level, OptionsSpec, Rule};
use crate::rules::wildcard::Wildcard;

use super::comes;

pub(crate) const RULE: Rule = Rule {
    id: "forbidden-type",
    summary: "a resource has a type that is not allowed",
    family: "hygiene",
    level: Level::Allow,
    options: Some(OptionsSpec::of::<Options>().needing(&["forbid", "only"])),
    checks: &[Check::Change(check)],
    ..Rule::BASE
};

/// What can be set for `forbidden-type`.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
struct Options {
    /// Types that are not to be used, with `*` for anything: `aws_iam_user*`.
    forbid: Vec<Wildcard>,
    /// The only types that may be used; empty for all that are not forbidden.
    only: Vec<Wildcard>,
}

fn check(context: &Context<'_, '_>, view: &ChangeView<'_, '_>, findings: &mut Vec<Finding>) {
    let change = view.change;
    if !comes(change) {
        return;
    }
    let options = context.options::<Options>();
    let type_name = change.type_name();
    let is_in = |list: &[Wildcard]| list.iter().any(|pattern| pattern.matches(type_name));
    let why = if is_in(&options.forbid) {
        format!("`{type_name}` is forbidden")
    } else if !options.only.is_empty() && !is_in(&options.only) {
        format!("`{type_name}` is not among the allowed types")
    } else {
        return;
    };
    findings.push(
        Finding::about(change, "has a type that is not allowed")
            .why(why)
            .help("use what the team agreed on, or ask for the type to be allowed"),
    );
}
