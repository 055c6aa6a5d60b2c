//! Rule `desensitized-value`: a sensitive value is no longer marked sensitive.

use crate::facts::{ActionKind, Fate, MarkChange};
use crate::lint::{ChangeView, Check, Context, Finding, Level, Rule};

pub(crate) const RULE: Rule = Rule {
    id: "desensitized-value",
    summary: "a sensitive value is no longer marked sensitive",
    family: "secrets",
    level: Level::Error,
    checks: &[Check::Change(change), Check::Document(outputs)],
    ..Rule::BASE
};

const HELP: &str = "mark it again with `sensitive = true` or `sensitive(…)`; if it should be public, say so in the \
    change, and make sure that no earlier value is still secret";

fn change(context: &Context<'_, '_>, view: &ChangeView<'_, '_>, findings: &mut Vec<Finding>) {
    let change = view.change;
    // Engines take a lost mark for an update; a word that says otherwise makes no less of it.
    if !matches!(change.fate, Fate::NoOp | Fate::Update | Fate::Replace(_)) {
        return;
    }
    // What is shown from now on is another secret where it comes from elsewhere.
    let from = |path: &str| context.facts.waits_for(change, path);
    let (later, now): (Vec<_>, Vec<_>) = change.lost_marks().into_iter().partition(|lost| lost.unknown);
    if let Some(first) = now.first() {
        let lost: Vec<_> = now
            .iter()
            .map(|lost| {
                let value = if lost.same {
                    "its value stays and is shown from now on"
                } else {
                    "its new value is shown"
                };
                format!("`{}`: {value}", lost.path)
            })
            .collect();
        findings.push(
            Finding::about(change, "shows what was sensitive")
                .at(&first.path)
                .with_subject(now.iter().flat_map(|lost| from(&lost.path)))
                .why_listed(lost, "; ")
                .help(HELP),
        );
    } else if let Some(first) = later.first() {
        let paths: Vec<_> = later.iter().map(|lost| format!("`{}`", lost.path)).collect();
        findings.push(
            Finding::about(change, "may show what was sensitive")
                .at(&first.path)
                .why(format!(
                    "{} lost the mark, and the value is known only after apply",
                    paths.join(", ")
                ))
                .help(HELP)
                .with_subject(later.iter().flat_map(|lost| from(&lost.path)))
                .unknown(from(&first.path)),
        );
    }
}

fn outputs(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    let outputs = context.facts.outputs.iter();
    for output in
        outputs.filter(|output| output.mark_change == Some(MarkChange::Lost) && output.action() == ActionKind::Update)
    {
        findings.push(
            Finding::about_output(output, "shows what was sensitive")
                .with_subject(context.facts.output_comes_from(output))
                .why("the output is no longer declared sensitive, so its value is shown and others can read it")
                .help(HELP),
        );
    }
}
