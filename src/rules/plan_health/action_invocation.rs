//! Rule `action-invocation`: an apply runs an action of a provider.

use crate::lint::{Check, Context, Finding, Level, Rule, RuleScope};
use crate::rules::data::CodeRunners;

pub(crate) const RULE: Rule = Rule {
    id: "action-invocation",
    summary: "an apply runs an action of a provider",
    family: "plan-health",
    level: Level::Warning,
    checks: &[Check::Document(check)],
    scope: RuleScope::NoChange,
    ..Rule::BASE
};

fn check(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    let runners = CodeRunners::builtin();
    for action in context.facts.actions() {
        if action.deferred.is_some() {
            continue;
        }
        let code = runners.action(action.wire.r#type.as_deref().unwrap_or_default());
        let does = code.map_or("no plan shows what an action changes", |code| &code.words);
        let finding = Finding::about_action(&action, "runs during apply")
            .why(format!("{}; {does}", action.trigger()))
            .help("look up what the action does, and whether it may safely run twice")
            .with_subject([context.facts.told_to_action(action.wire)]);
        findings.push(finding);
    }
}
