//! Rule `output-only-change`: only outputs change.

use crate::facts::Fate;
use crate::lint::{Check, Context, Finding, Level, Rule, RuleScope};

pub(crate) const RULE: Rule = Rule {
    id: "output-only-change",
    summary: "only outputs change",
    family: "outputs",
    level: Level::Allow,
    checks: &[Check::Document(check)],
    scope: RuleScope::Whole,
    ..Rule::BASE
};

fn check(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    let facts = context.facts;
    let acts = facts
        .changes
        .iter()
        .any(|change| !matches!(change.fate, Fate::NoOp | Fate::Open | Fate::Read));
    // What an apply invokes, or what is put off, does more than to write the state.
    let more = !facts.deferred.is_empty() || facts.has_actions();
    if acts || more || facts.is_refresh_only() {
        return;
    }
    let changed: Vec<&str> = facts
        .outputs
        .iter()
        .filter(|output| output.visible)
        .map(|output| output.name.as_str())
        .collect();
    let count = match changed.len() {
        0 => return,
        1 => "1 output".to_owned(),
        more => format!("{more} outputs"),
    };
    findings.push(
        Finding::on_property(
            "output_changes",
            format!("only outputs change: {count}, and no resource"),
        )
        .help("no maintenance window is needed: the apply writes the state and touches nothing else"),
    );
}
