//! Rule `shorter-retention`: an update deletes what is older than before.

use crate::facts::Fate;
use crate::lint::{ChangeView, Check, Context, Finding, Level, Rule};
use crate::rules::data::retention::retentions;

pub(crate) const RULE: Rule = Rule {
    id: "shorter-retention",
    summary: "an update shortens how long something is kept, and what is older is deleted",
    family: "destruction",
    level: Level::Warning,
    since: "0.1.0",
    page: page!("destruction/shorter_retention"),
    covers: &[],
    options: None,
    checks: &[Check::Change(check)],
};

fn check(context: &Context<'_, '_>, view: &ChangeView<'_, '_>, findings: &mut Vec<Finding>) {
    let change = view.change;
    if change.fate != Fate::Update || !change.managed() {
        return;
    }
    for retention in retentions(change.type_name()) {
        if !view.may_differ(&retention.path) {
            continue;
        }
        // A time of nothing kept nothing.
        let Some((before, told)) = retention.shortest(view.before()).filter(|(time, _)| *time > 0) else {
            continue;
        };
        let path = retention.path.replace("[]", "");
        let help = "keep it as long as before, or copy what is older to where it stays";
        let after = view.after().at_path(&retention.path);
        if after.iter().any(|attr| attr.is_unknown()) {
            let waits_for = context.facts.waits_for(change, &retention.path.replace("[]", "[0]"));
            findings.push(
                Finding::about(change, &format!("may keep less: {path}"))
                    .at(&retention.path)
                    .why(&*retention.words)
                    .help(help)
                    .unknown(waits_for),
            );
        } else if let Some((_, now)) = retention
            .shortest(view.after())
            .filter(|(time, _)| *time > 0 && *time < before)
        {
            findings.push(
                Finding::about(
                    change,
                    &format!("keeps less: {path} ({} → {})", told.brief(), now.brief()),
                )
                .at(&retention.path)
                .why(&*retention.words)
                .help(help),
            );
        }
    }
}
