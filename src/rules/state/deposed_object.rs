//! Rule `deposed-object`: a replaced object could not be destroyed and still exists.

use crate::facts::Fate;
use crate::lint::{Check, Context, Finding, Level, Rule, RuleSubject};
use crate::order;

pub(crate) const RULE: Rule = Rule {
    id: "deposed-object",
    summary: "a replaced object could not be destroyed and still exists",
    family: "state",
    subject: RuleSubject::States,
    level: Level::Warning,
    checks: &[Check::Document(check)],
    ..Rule::BASE
};

fn check(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    let facts = context.facts;
    let deposed: Vec<_> = facts
        .objects()
        .iter()
        .filter_map(|object| Some((object, object.deposed()?)))
        .collect();
    if deposed.is_empty() {
        return;
    }
    // What the plan destroys has its own finding. One that is gone already is a no-op.
    let settled = facts
        .changes
        .iter()
        .filter(|change| matches!(change.fate, Fate::Delete | Fate::Forget | Fate::NoOp));
    let settled = order::set(settled.filter_map(|change| Some((&*change.address, change.wire.deposed()?))));
    for (object, key) in deposed {
        if settled.contains(&(&*object.address, key)) {
            continue;
        }
        findings.push(
            Finding::about_object(object, "is left over from a replacement")
                .why("it still exists, costs money and may be in use beside the object that replaced it")
                .help("find out why its destruction failed, fix that, and apply: every plan tries again"),
        );
    }
}
