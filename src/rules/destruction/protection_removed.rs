//! Rule `protection-removed`: what protects against destruction is switched off.

use std::collections::{BTreeMap, BTreeSet};

use super::{covered, destructive_update};
use crate::facts::attr::Attr;
use crate::facts::{Fate, ResourceChange, Truth};
use crate::lint::{ChangeView, Check, Context, Finding, Level, Rule};
use crate::order;
use crate::rules::data::guards::{Attribute, Loss, protection};
use crate::rules::exposure::{denied_deletions, denies_less, subject};
use crate::rules::gone::{Guards, Left};
use crate::words::shortened;

pub(crate) const RULE: Rule = Rule {
    id: "protection-removed",
    summary: "what protects against destruction is switched off",
    family: "destruction",
    level: Level::Error,
    checks: &[
        Check::Change(switched_off),
        Check::Change(undenied),
        Check::Change(released),
        Check::Document(left),
        Check::Document(covered::check),
    ],
    ..Rule::BASE
};

fn switched_off(context: &Context<'_, '_>, view: &ChangeView<'_, '_>, findings: &mut Vec<Finding>) {
    let change = view.change;
    if !matches!(change.fate, Fate::Update | Fate::Replace(_)) || !change.managed() {
        return;
    }
    let (mut off, mut unclear, mut waits_for): (Vec<Off<'_>>, _, _) = (Vec::new(), Vec::new(), Vec::new());
    for attribute in protection().attributes(change.type_name()) {
        let any = |attrs: &[Attr<'_, '_>]| Truth::any(attrs.iter().map(|attr| attribute.matters(*attr)));
        if !view.may_differ(&attribute.path) || !attribute.only_beside.allows(view.before()) {
            continue;
        }
        let before = view.before().at_path(&attribute.path);
        let after = view.after().at_path(&attribute.path);
        let shrinks = attribute.shrinks(&before, &after, view.after());
        if shrinks.is_none() && !any(&before).is_true() || attribute.is_shut(&after) {
            continue;
        }
        let told = |attrs: &[Attr<'_, '_>]| match attrs {
            [] => "not set".to_owned(),
            attrs => {
                let briefs = attrs.iter().map(|attr| unbracketed(&attr.brief())).collect();
                shortened(briefs, TOLD, "").join(", ")
            }
        };
        let path = attribute.path.replace("[]", "");
        let (told_before, told_after) = (told(&before), told(&after));
        let looks_same = told_before == told_after;
        let counts = attribute.counts(view.before(), view.after()).filter(|_| looks_same);
        let off_with = |is_mild| Off {
            words: match counts {
                Some((before, after)) if before == after => format!("{path} (one of {before} that count)"),
                Some((before, after)) => format!("{path} ({before} that count → {after})"),
                None => format!("{path} ({told_before} → {told_after})"),
            },
            attribute,
            is_mild,
            looks_same,
        };
        let is_unset = after.iter().all(|attr| attr.is_unset());
        // A block that goes takes with it what it said.
        let block_goes = after.is_empty();
        if is_unset && !block_goes && !attribute.is_switch() {
            // What is no longer written is what the provider makes of it, and versions differ in that.
            unclear.push((path, attribute));
            waits_for.push("the default of the provider".to_owned());
        } else {
            let holds_on = || protection().holds_on(attribute, view.before(), view.after());
            match shrinks.map_or_else(holds_on, |shrinks| !shrinks) {
                Truth::True => {}
                // Less of what still protects.
                Truth::False if shrinks.is_some() && any(&after).is_true() => off.push(off_with(true)),
                Truth::False => off.push(off_with(attribute.mild)),
                Truth::Unknown => {
                    unclear.push((path, attribute));
                    waits_for.extend(context.facts.waits_for(change, &attribute.path.replace("[]", "[0]")));
                }
            }
        }
    }
    let help = "leave it on, or switch it off in a plan of its own, right before the destruction that needs it";
    let is_mild = off.iter().all(|one| one.is_mild);
    // What it says of itself has not changed: something beside it has, which tells more.
    if off.iter().any(|one| !one.looks_same) {
        off.retain(|one| !one.looks_same);
    }
    if let Some(Off { attribute: first, .. }) = off.first() {
        let opens = match &*first.words {
            "" => "from then on one wrong plan can destroy it, and what it holds",
            words => words,
        };
        let help = match &*first.words {
            "" => help,
            _ => "make sure that nobody relies on it any more, and say in the change why",
        };
        let lost = off.iter().map(|one| &*one.words).collect::<Vec<_>>().join(", ");
        let finding = Finding::about(change, format!("loses its protection: {lost}"))
            .at(&first.path)
            .why(opens)
            .help(help);
        findings.push(at_most_warning(finding, is_mild));
    } else if let Some((_, first)) = unclear.first() {
        let paths = unclear.iter().map(|(path, _)| &**path).collect::<Vec<_>>().join(", ");
        let finding = Finding::about(change, format!("may lose its protection: {paths}"))
            .at(&first.path)
            .why("it is protected now, and whether it stays so is known only after apply")
            .help(help)
            .unknown(waits_for);
        findings.push(at_most_warning(
            finding,
            unclear.iter().all(|(_, attribute)| attribute.mild),
        ));
    }
}

/// Of more values than these only the first ones are told.
const TOLD: usize = 5;

/// An attribute that does not protect any more, or less.
struct Off<'t> {
    /// The attribute, with what it was and is.
    words: String,
    attribute: &'t Attribute,
    is_mild: bool,
    /// Whether what it was and is is told in the same words.
    looks_same: bool,
}

/// The kind of a value that is not shown, which stands in brackets, as words in brackets may hold it.
fn unbracketed(brief: &str) -> String {
    let inner = brief.strip_prefix('(').and_then(|inner| inner.strip_suffix(')'));
    inner.unwrap_or(brief).to_owned()
}

/// Policies that deny less than before.
fn undenied(context: &Context<'_, '_>, view: &ChangeView<'_, '_>, findings: &mut Vec<Finding>) {
    let change = view.change;
    if !matches!(change.fate, Fate::Update | Fate::Replace(_)) || !change.managed() {
        return;
    }
    let Some(undenied) = denies_less(context, view) else {
        return;
    };
    let path = undenied.path;
    let finding = if undenied.actions.is_empty() {
        Finding::about(change, format!("may deny less: {path}"))
            .why("it denies something now, and whether it will go on doing so is known only after apply")
            .unknown(context.facts.waits_for(change, path))
    } else {
        let says = format!("denies less than before: {} in {path}", undenied.actions.join(", "));
        Finding::about(change, says).why("what it forbade may then be done, at least by somebody or somewhere")
    };
    let help = "deny it as before, or say in the change why it may be done";
    // Less of it is another finding: some actions may go in part.
    let finding = finding.with_subject(subject::at(context, view.after(), path));
    findings.push(finding.at(path).help(help).at_most(Level::Warning));
}

/// Parts that would have outlived being taken out of what lists them.
fn released(context: &Context<'_, '_>, view: &ChangeView<'_, '_>, findings: &mut Vec<Finding>) {
    let change = view.change;
    if change.fate != Fate::Update || !change.managed() {
        return;
    }
    findings.extend(destructive_update::released(view).into_iter().map(|released| {
        let path = released.path;
        let says = if released.is_sure { "loses" } else { "may lose" };
        let says = format!("{says} what keeps parts of it: {path} {}", released.names.join(", "));
        let finding = Finding::about(change, says)
            .at(path)
            .why("when they are not listed any more, or the object goes, they are deleted with what they hold")
            .help("leave it as it is, or say in the change why they may go");
        if released.is_sure {
            finding
        } else {
            finding.unknown(context.facts.waits_for(change, path))
        }
    }));
}

fn at_most_warning(finding: Finding, is_mild: bool) -> Finding {
    if is_mild {
        finding.at_most(Level::Warning)
    } else {
        finding
    }
}

/// Objects that do nothing but protect another one, which leave it while it stays.
fn left(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    let changes = &context.facts.changes;
    let guards = Guards::of(changes);
    let mut there = BTreeMap::new();
    for change in changes.iter().filter(|change| change.fate.destroys()) {
        let Some(loss) = protection().loss(change) else {
            continue;
        };
        let protects_nothing = loss.denies && !denied_deletions(&ChangeView::new(change));
        if protects_nothing || is_there_again(changes, change, loss, &mut there) {
            continue;
        }
        // When what it protects goes too, other rules say so.
        let does = match guards.left(change, &loss.of, &loss.types) {
            Some(Left::Destroyed) => "is destroyed, and it protects something",
            Some(Left::Moved) => "is replaced by one that protects something else",
            None => continue,
        };
        let finding = Finding::about(change, does)
            .why(&*loss.words)
            .help("keep it, or say in the change why the protection is no longer needed");
        findings.push(at_most_warning(finding, loss.mild));
    }
}

/// By type, what its objects protect after the plan and with what.
type There<'c> = BTreeMap<&'c str, BTreeSet<Vec<String>>>;

/// Whether another object protects the same with the same after the plan, where that is known to be as good.
fn is_there_again<'c>(
    changes: &'c [ResourceChange<'_>],
    change: &'c ResourceChange<'_>,
    loss: &Loss,
    there: &mut There<'c>,
) -> bool {
    if loss.by.is_empty() {
        return false;
    }
    // All of it, as long as it is known.
    let names = |object: Attr<'_, '_>| {
        let paths = loss.of.iter().chain(&loss.by);
        paths
            .map(|path| object.get(path).compared_text())
            .collect::<Option<Vec<_>>>()
    };
    let there = there.entry(change.type_name()).or_insert_with(|| {
        let stays = |other: &&ResourceChange<'_>| {
            let goes = matches!(other.fate, Fate::Delete | Fate::Forget | Fate::Unrecognized);
            !goes && other.type_name() == change.type_name() && other.managed()
        };
        let staying = changes.iter().filter(stays);
        order::set(staying.filter_map(|other| names(ChangeView::new(other).after())))
    });
    names(ChangeView::new(change).before()).is_some_and(|names| there.contains(&names))
}
