//! Rule `forced-destruction`: destroying an object takes more with it, or skips the last copy.

use crate::facts::attr::Attr;
use crate::facts::{Fate, Truth};
use crate::lint::{ChangeView, Check, Context, Finding, Level, Rule};
use crate::rules::data::guards::{Attribute, forced_destruction};
use crate::rules::data::loses_nothing;

pub(crate) const RULE: Rule = Rule {
    id: "forced-destruction",
    summary: "destroying an object takes more with it, or skips the last copy",
    family: "destruction",
    level: Level::Warning,
    checks: &[Check::Change(check)],
    ..Rule::BASE
};

const LEAVE_SAFE: &str =
    "leave the safe value until it is to be destroyed, so that a wrong plan stops or leaves a copy";

fn check(context: &Context<'_, '_>, view: &ChangeView<'_, '_>, findings: &mut Vec<Finding>) {
    let change = view.change;
    let is_update = change.fate == Fate::Update;
    if !(change.fate.destroys() || is_update) || !change.managed() {
        return;
    }
    if !is_update && loses_nothing(change) {
        return;
    }
    let attributes = || forced_destruction().attributes(change.type_name());
    let matters = |attribute: &Attribute, root: Attr<'_, '_>| {
        let held = root.at_path(&attribute.path);
        Truth::any(held.into_iter().map(|attr| attribute.matters(attr)))
    };
    // Providers read them from the state when they destroy: what the configuration says now comes too late, and what an
    // update says holds for the next time.
    let is_written_down = |attribute: &Attribute| {
        let was = view.before().at_path(&attribute.path);
        attribute.default && was.iter().all(|attr| attr.is_unset())
    };
    let is_new = |attribute: &Attribute| {
        view.may_differ(&attribute.path)
            && matters(attribute, view.before()) == Truth::False
            && !is_written_down(attribute)
    };
    let forced: Vec<_> = attributes()
        .filter(|attribute| {
            if is_update {
                is_new(attribute) && matters(attribute, view.after()).is_true()
            } else {
                matters(attribute, view.before()).is_true()
            }
        })
        .collect();
    let Some(first) = forced.first() else {
        let may_be = |attribute: &&Attribute| is_new(attribute) && matters(attribute, view.after()).is_unknown();
        if let Some(first) = attributes().find(may_be).filter(|_| is_update) {
            let path = first.path.replace("[]", "");
            findings.push(
                Finding::about(
                    change,
                    format!("may from now on be destroyed with all it holds: {path}"),
                )
                .at(&first.path)
                .why(format!("when it is destroyed, {}", first.words))
                .help(LEAVE_SAFE)
                .unknown(context.facts.waits_for(change, &first.path.replace("[]", "[0]"))),
            );
        }
        return;
    };
    let paths: Vec<_> = forced.iter().map(|one| one.path.replace("[]", "")).collect();
    let paths = paths.join(", ");
    let words: Vec<_> = forced.iter().map(|one| one.words.as_str()).collect();
    let (says, help) = if is_update {
        (
            format!("can now be destroyed with all it holds, or without a last copy: {paths}"),
            LEAVE_SAFE,
        )
    } else {
        (
            format!("is destroyed, made worse by {paths}"),
            "apply the safe value first, in a plan of its own: the value in the state decides at the time of destruction",
        )
    };
    findings.push(
        Finding::about(change, says)
            .at(&first.path)
            .why(format!("when it is destroyed, {}", words.join(", and ")))
            .help(help),
    );
}
