//! Rule `shorter-retention`: an update deletes what is older than before.

use std::collections::{BTreeMap, BTreeSet};

use super::made::names_made;
use crate::facts::Fate;
use crate::lint::{ChangeView, Check, Context, Finding, Level, Rule};
use crate::rules::data::exposure::{Exposure, table};
use crate::rules::data::retention::{Retention, Rules, TimedRule, retentions};
use crate::rules::described::with_text;
use crate::rules::exposure::subject;

pub(crate) const RULE: Rule = Rule {
    id: "shorter-retention",
    summary: "an update shortens how long something is kept, and what is older is deleted",
    family: "destruction",
    level: Level::Warning,
    checks: &[Check::Change(check), Check::Document(check_policies)],
    ..Rule::BASE
};

fn check(context: &Context<'_, '_>, view: &ChangeView<'_, '_>, findings: &mut Vec<Finding>) {
    let change = view.change;
    if change.fate != Fate::Update || !change.managed() {
        return;
    }
    let retentions = retentions(change.type_name()).iter();
    for retention in retentions.filter(|retention| view.may_differ(&retention.path)) {
        let text = retention.text.as_deref();
        findings.extend(with_text(view, text, |view| told(context, view, retention)));
    }
}

/// What is kept less long.
fn told(context: &Context<'_, '_>, view: &ChangeView<'_, '_>, retention: &Retention) -> Option<Finding> {
    let change = view.change;
    let shrunk = match &retention.rules {
        Some(rules) => shrunk_rule(retention, rules, view),
        None => shrunk(retention, view),
    };
    let path = retention.path.replace("[]", "");
    let finding = match shrunk {
        Shrunk::No => return None,
        Shrunk::From(before, now) => Finding::about(change, format!("keeps less: {path} ({before} → {now})")),
        Shrunk::Perhaps => {
            let waits_for = context.facts.waits_for(change, &retention.path.replace("[]", "[0]"));
            Finding::about(change, format!("may keep less: {path}")).unknown(waits_for)
        }
    };
    // The same time for other things is another finding.
    let blocks = retention.rules.iter().map(|rules| &*rules.block);
    let subject = blocks.flat_map(|block| subject::at(context, view.after(), block));
    Some(
        finding
            .with_subject(subject)
            .at(&retention.path)
            .why(retention.words.clone())
            .help("keep it as long as before, or first copy what is older to where it will be kept"),
    )
}

/// New policies for what is not new itself.
fn check_policies(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    // By the type of policy and the attribute that names what it is for.
    let mut made: BTreeMap<(&str, &str), BTreeSet<String>> = BTreeMap::new();
    let changes = context.facts.changes.iter();
    for change in changes.filter(|change| matches!(change.fate, Fate::Create | Fate::Replace(_)) && change.managed()) {
        let policy = change.type_name();
        let view = ChangeView::new(change);
        for retention in retentions(policy) {
            let Some(named) = retention.of.as_deref() else { continue };
            let made = made.entry((policy, named)).or_insert_with(|| {
                let is_meant = |type_name: &str| type_name != policy && policy.starts_with(type_name);
                names_made(context.facts, is_meant, named)
            });
            let is_of_what_exists = view.after().get(named).text_is(|of| !made.contains(of));
            if is_of_what_exists.is_true() {
                findings.extend(told(context, &view, retention));
            }
        }
    }
}

/// Whether something is kept for less long than before.
enum Shrunk {
    No,
    /// Nobody can say before apply.
    Perhaps,
    /// It is, in words: the time before, and now.
    From(String, String),
}

/// Of an object with one time, or several that hold for all of it.
fn shrunk(retention: &Retention, view: &ChangeView<'_, '_>) -> Shrunk {
    // A time of nothing kept nothing, or everything.
    let Some((before, told)) = retention.kept(view.before()) else {
        return Shrunk::No;
    };
    if is_unknown(retention, view) {
        return Shrunk::Perhaps;
    }
    let now = retention.shortest(view.after());
    let off_is_told = || is_told_when_off(retention, view.change.type_name());
    let is_nothing = |time: i64| time == 0 && !retention.unset_keeps && !off_is_told();
    match now.filter(|(time, _)| *time < before && (*time > 0 || is_nothing(*time))) {
        Some((_, now)) => Shrunk::From(told, now.brief()),
        None if retention.is_ended(view.after()) => Shrunk::From(told, "not set".to_owned()),
        None => Shrunk::No,
    }
}

/// Rules that are compared, each with each; of an object with more, which no service takes, the shortest times are.
const MOST_RULES: usize = 1000;

/// Of an object with rules: one takes what none took so early.
fn shrunk_rule(retention: &Retention, rules: &Rules, view: &ChangeView<'_, '_>) -> Shrunk {
    let [before, after] = [view.before(), view.after()].map(|object| retention.timed(rules, object));
    if before.len().max(after.len()) > MOST_RULES {
        return shrunk(retention, view);
    }
    let is_new = |now: &TimedRule<'_, '_>| !before.iter().any(|then| then.is_of_the_same(now));
    let mut ends = (after.iter()).filter(|now| now.time < i64::MAX && !(rules.keeping && is_new(now)));
    let new = ends.find(|now| !before.iter().any(|then| then.took(now)));
    match new {
        Some(now) if now.is_known() => {
            let same = before.iter().filter(|then| then.is_of_the_same(now));
            let told = same.min_by_key(|then| then.time).map(|then| then.said.brief());
            Shrunk::From(told.unwrap_or_else(|| "not set".to_owned()), now.said.brief())
        }
        Some(_) => Shrunk::Perhaps,
        None if is_unknown(retention, view) => Shrunk::Perhaps,
        None => Shrunk::No,
    }
}

/// Whether another rule says it when the time is nothing.
fn is_told_when_off(retention: &Retention, type_name: &str) -> bool {
    let rules = [Exposure::BackupDisabled, Exposure::LoggingRemoved];
    let mut settings = rules
        .into_iter()
        .filter_map(|rule| table().of_type(rule, type_name))
        .flat_map(|entries| &entries.settings);
    settings.any(|setting| setting.path == retention.path)
}

fn is_unknown(retention: &Retention, view: &ChangeView<'_, '_>) -> bool {
    let after = view.after().at_path(&retention.path);
    after.iter().any(|attr| attr.is_unknown())
}
