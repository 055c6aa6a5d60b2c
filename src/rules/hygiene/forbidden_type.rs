//! Rule `forbidden-type`: a resource or action has a type that is not allowed.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::lint::{ChangeView, Check, Context, Finding, Level, OptionsSpec, Rule};
use crate::rules::type_names::patterns;
use crate::rules::wildcard::Wildcard;

use super::comes;

pub(crate) const RULE: Rule = Rule {
    id: "forbidden-type",
    summary: "a resource or action has a type that is not allowed",
    family: "hygiene",
    level: Level::Allow,
    options: Some(OptionsSpec::of::<Options>().needing(&["forbid", "only"])),
    checks: &[Check::Change(check), Check::Document(check_actions)],
    ..Rule::BASE
};

/// What can be set for `forbidden-type`.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
struct Options {
    /// Types that are not to be used, with `*` for anything: `aws_iam_user*`.
    #[serde(deserialize_with = "patterns")]
    forbid: Vec<Wildcard>,
    /// The only types that may be used; empty for all that are not forbidden.
    #[serde(deserialize_with = "patterns")]
    only: Vec<Wildcard>,
}

fn check(context: &Context<'_, '_>, view: &ChangeView<'_, '_>, findings: &mut Vec<Finding>) {
    let change = view.change;
    if !comes(change) {
        return;
    }
    let why = context.options::<Options>().refuses(change.type_name());
    findings.extend(why.map(|why| Finding::about(change, SAYS).why(why).help(HELP)));
}

fn check_actions(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    for action in context.facts.actions() {
        let type_name = action.wire.r#type.as_deref().unwrap_or_default();
        if let Some(why) = context.options::<Options>().refuses(type_name) {
            findings.push(Finding::about_action(&action, SAYS).why(why).help(HELP));
        }
    }
}

const SAYS: &str = "has a type that is not allowed";

const HELP: &str = "use what the team agreed on, or ask for the type to be allowed";

impl Options {
    /// Why a type is not allowed; `None` where it is.
    fn refuses(&self, type_name: &str) -> Option<String> {
        let is_in = |list: &[Wildcard]| list.iter().any(|pattern| pattern.matches(type_name));
        if is_in(&self.forbid) {
            Some(format!("`{type_name}` is forbidden"))
        } else if !self.only.is_empty() && !is_in(&self.only) {
            Some(format!("`{type_name}` is not among the allowed types"))
        } else {
            None
        }
    }
}
