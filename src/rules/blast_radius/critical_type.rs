//! Rule `critical-type`: something changes that much else depends on.

use super::changes::changed;
use crate::facts::Fate;
use crate::facts::difference::difference;
use crate::lint::{ChangeView, Check, Context, Finding, Level, OptionsSpec, Rule};
use crate::rules::data::is_unordered;
use crate::rules::data::kinds::{Listed, TypeOptions, critical};

pub(crate) const RULE: Rule = Rule {
    id: "critical-type",
    summary: "something changes that much else depends on: identity, network, names, keys, guards",
    family: "blast-radius",
    level: Level::Warning,
    options: Some(OptionsSpec::of::<TypeOptions>().adding(&["add"])),
    checks: &[Check::Change(check)],
    ..Rule::BASE
};

fn check(context: &Context<'_, '_>, view: &ChangeView<'_, '_>, findings: &mut Vec<Finding>) {
    let change = view.change;
    let says = match change.fate {
        Fate::Delete => "is destroyed",
        Fate::Replace(_) => "is replaced",
        Fate::Forget => "is forgotten",
        Fate::Update => "is changed",
        Fate::Create => "is created",
        // What planlint does not know `unrecognized-action` reports; the rest changes nothing of the object.
        _ => return,
    };
    if !change.managed() {
        return;
    }
    let listed = context.options::<TypeOptions>();
    let why = match listed.find(critical(), change.type_name()) {
        Some(Listed::Kind(kind)) if change.fate == Fate::Create && !kind.created => return,
        Some(Listed::Kind(kind)) => format!("it is critical because {}", kind.words),
        Some(Listed::Added) => "it is critical because the settings say so".to_owned(),
        None => return,
    };
    // Last, since it reads the values.
    if change.fate == Fate::Update && only_describes(view) {
        return;
    }
    findings.push(
        Finding::about(change, says)
            .with_subject(changed(view))
            .why(why)
            .help("have a second person review this change on its own"),
    );
}

/// Attributes that tell people what an object is: nothing hangs on them.
const LABELS: &[&str] = &[
    "comment",
    "description",
    "effective_labels",
    "labels",
    "tags",
    "tags_all",
    "terraform_labels",
];

/// Whether an update leaves alone what the object does: it changes labels, or the form of values.
fn only_describes(view: &ChangeView<'_, '_>) -> bool {
    let (before, after) = (view.before(), view.after());
    let differing = difference(before, after);
    let paths: Vec<&String> = differing.known.iter().chain(&differing.unknown).collect();
    // Without any difference something changes that a plan does not show, such as a write-only value.
    if paths.is_empty() {
        return false;
    }
    let is_label = |path: &&String| path.split('.').next().is_some_and(|name| LABELS.contains(&name));
    let is_unordered = |name: &str| is_unordered(view.change.type_name(), name);
    paths.iter().all(is_label) || view.change.noise(before, after, is_unordered).is_some()
}
