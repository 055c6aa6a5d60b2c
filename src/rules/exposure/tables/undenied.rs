//! Policies that deny less than before: those of an organisation, and of what they keep from being deleted.

use std::collections::BTreeSet;

use crate::facts::attr::Attr;
use crate::facts::{Fate, ResourceChange, Truth};
use crate::lint::{ChangeView, Context};
use crate::rules::data::exposure::{Policy, PolicyKind, table};
use crate::words::shortened;

use super::pattern::{Budget, Names};
use super::statement::{Condition, Statement, Terms, of_text};

/// What a policy does not deny any more.
#[derive(Debug)]
pub(in crate::rules) struct Undenied<'t> {
    /// The path of the policy.
    pub path: &'t str,
    /// Which actions, as words may hold them; none where that is known only after apply.
    pub actions: Vec<String>,
}

/// More statements than these, which no policy of AWS has, are compared with none.
const MOST_STATEMENTS: usize = 200;

/// Of more actions than these only the first ones are told.
const TOLD: usize = 5;

/// What such a policy denied before, and neither it nor another one that the plan makes or changes does
/// now; `None` where it denies as much.
pub(in crate::rules) fn denies_less<'t>(context: &Context<'_, '_>, view: &ChangeView<'_, '_>) -> Option<Undenied<'t>> {
    let policies = policies(view.change);
    let mut policies = policies.filter(|policy| view.may_differ(&policy.path) && policy.is_of(view.before()));
    policies.find_map(|policy| {
        let mut before = denials(view.before(), policy);
        let is_apart = !policy.keeps_from.is_empty();
        if is_apart {
            before.retain_mut(|denial| only_deletions(denial, policy));
        }
        if before.is_empty() {
            return None;
        }
        let path = policy.path.as_str();
        let mut held = view.after().at_path(path).into_iter();
        if held.any(Attr::is_unknown) {
            let actions = Vec::new();
            return Some(Undenied { path, actions });
        }
        let mut now = denials(view.after(), policy);
        let mut budget = Budget::default();
        // A policy of one thing says nothing of another.
        if !is_apart && !lost(&before, &now, &mut budget).is_empty() {
            now.extend(denials_elsewhere(context, view, policy));
        }
        let lost = lost(&before, &now, &mut budget);
        let is_told = view
            .before()
            .at_path(path)
            .into_iter()
            .all(|attr| !super::is_secret(context, attr));
        let mut actions: Vec<_> = lost.iter().map(|action| brief(action, is_told)).collect();
        actions.dedup();
        (!actions.is_empty()).then(|| {
            let actions = shortened(actions, TOLD, "");
            Undenied { path, actions }
        })
    })
}

/// Whether an object's policy denied deletions.
pub(in crate::rules) fn denied_deletions(view: &ChangeView<'_, '_>) -> bool {
    table().policies(view.change.type_name()).any(|policy| {
        let mut denials = denials(view.before(), policy).into_iter();
        !policy.keeps_from.is_empty() && denials.any(|mut denial| only_deletions(&mut denial, policy))
    })
}

/// The policies of which it matters what they deny.
fn policies<'t>(change: &ResourceChange<'_>) -> impl Iterator<Item = &'t Policy> {
    // What is made anew may be the policy of something else.
    let is_the_same = change.fate == Fate::Update;
    let policies = table().policies(change.type_name());
    policies
        .filter(move |policy| policy.kind == PolicyKind::Organisation || is_the_same && !policy.keeps_from.is_empty())
}

/// Leaves of a denial the deletions that it names or covers; `false` where there are none.
fn only_deletions(denial: &mut Statement, policy: &Policy) -> bool {
    let terms = std::mem::take(&mut denial.actions);
    let is_named = |action: &String| {
        let name = action.split_once(':').map_or("", |(_, name)| name).to_ascii_lowercase();
        name.starts_with("delete") || name.starts_with("purge")
    };
    let (mut named, wide): (Vec<_>, Vec<_>) = terms.texts.into_iter().partition(is_named);
    // Who denies much under such a condition says how to ask, and not what must stay.
    let is_of_way = |condition: &Condition| {
        let key = condition.key.to_ascii_lowercase();
        key.starts_with("s3:") || key == "aws:securetransport"
    };
    if !denial.conditions.iter().any(is_of_way) {
        let (wide, excepted) = (Names::of(&wide), Names::of(&terms.except));
        let mut budget = Budget::default();
        for deletion in &policy.keeps_from {
            let is_denied = if terms.all_but {
                !excepted.cover(deletion, &mut budget)
            } else {
                wide.cover(deletion, &mut budget)
            };
            if is_denied {
                named.push(deletion.clone());
            }
        }
    }
    denial.actions.texts = named;
    !denial.actions.texts.is_empty()
}

fn denials(object: Attr<'_, '_>, policy: &Policy) -> Vec<Statement> {
    let texts = object.at_path(&policy.path).into_iter();
    let texts = texts.filter_map(|attr| attr.compared_text().or_else(|| super::object(attr)));
    let mut denials: Vec<_> = texts.flat_map(|text| of_text(&text)).collect();
    denials.retain(|statement| statement.allows == Truth::False);
    denials.truncate(MOST_STATEMENTS);
    denials
}

/// What other policies deny that the plan makes or changes: statements move from one to the other.
fn denials_elsewhere(context: &Context<'_, '_>, view: &ChangeView<'_, '_>, policy: &Policy) -> Vec<Statement> {
    let changes = context.facts.changes.iter();
    let others =
        changes.filter(|other| other.type_name() == view.change.type_name() && other.address != view.change.address);
    let mut denials: Vec<Statement> = Vec::new();
    for other in others.take(MOST_STATEMENTS) {
        let other = ChangeView::new(other);
        if super::opens(&other) {
            denials.extend(self::denials(other.after(), policy));
        }
        if denials.len() > MOST_STATEMENTS {
            break;
        }
    }
    denials.truncate(MOST_STATEMENTS);
    denials
}

/// The actions that statements denied, and others do not; what `NotAction` denied is `*`.
fn lost(before: &[Statement], now: &[Statement], budget: &mut Budget) -> Vec<String> {
    let mut lost = Vec::new();
    for denied in before {
        let as_wide: Vec<_> = (now.iter())
            .filter(|other| {
                covers(&other.principals, &denied.principals, true, budget)
                    && covers(&other.resources, &denied.resources, true, budget)
                    && asks_no_more(&other.conditions, &denied.conditions)
            })
            .collect();
        for action in parts(&denied.actions) {
            let is_denied = as_wide
                .iter()
                .any(|other| covers(&other.actions, &action, false, budget));
            if !is_denied {
                lost.push(action.texts.into_iter().next().unwrap_or_else(|| "*".to_owned()));
            }
        }
    }
    lost
}

/// Each of several actions for itself.
fn parts(terms: &Terms) -> Vec<Terms> {
    if terms.all_but {
        return vec![terms.clone()];
    }
    let one = |text: &String| Terms {
        texts: vec![text.clone()],
        ..Terms::default()
    };
    terms.texts.iter().map(one).collect()
}

/// Whether terms mean all that others mean. Where nothing stands, everything is meant if the policy need not say it.
fn covers(wide: &Terms, narrow: &Terms, may_be_left_out: bool, budget: &mut Budget) -> bool {
    let is_all = |terms: &Terms| may_be_left_out && terms.texts.is_empty() && !terms.all_but;
    let names = Names::of(&wide.texts);
    if is_all(wide) || !wide.all_but && names.are_everything() {
        return true;
    }
    match (wide.all_but, narrow.all_but) {
        (true, true) => Names::of(&narrow.except).cover_all(&wide.except, budget),
        (true, false) => {
            let excepted = Names::of(&wide.except);
            let meant = Names::of(&narrow.texts);
            let meets = |text: &String, budget: &mut Budget| excepted.cover(text, budget);
            !is_all(narrow)
                && !narrow.texts.iter().any(|text| meets(text, budget))
                && !wide.except.iter().any(|text| meant.cover(text, budget))
        }
        (false, true) => false,
        (false, false) => !is_all(narrow) && names.cover_all(&narrow.texts, budget),
    }
}

/// Whether each test of a denial is one of another denial, and as easy to meet.
fn asks_no_more(wide: &[Condition], narrow: &[Condition]) -> bool {
    let values = |condition: &Condition| -> BTreeSet<String> { condition.values.texts.iter().cloned().collect() };
    wide.iter().all(|asked| {
        let operator = meaning(asked);
        let same =
            (narrow.iter()).filter(|test| test.key.eq_ignore_ascii_case(&asked.key) && meaning(test) == operator);
        let mut same = same.map(values);
        let asked_for = values(asked);
        same.any(
            |met| match operator.split_once(':').map_or(&*operator, |(_, operator)| operator) {
                operator if operator.contains("not") => asked_for.is_subset(&met),
                operator if operator.starts_with("string") || operator.starts_with("arn") => met.is_subset(&asked_for),
                _ => asked_for == met,
            },
        )
    })
}

/// The operator of a test in small letters, by one name for those that mean the same: those for names of AWS always do,
/// and those for texts where no value is a pattern.
fn meaning(test: &Condition) -> String {
    let operator = test.operator.to_ascii_lowercase();
    let is_pattern = |text: &String| text.contains(['*', '?', '$']);
    if operator.contains("string") && (test.values.unknown || test.values.texts.iter().any(is_pattern)) {
        return operator;
    }
    operator.replace("like", "equals")
}

/// An action as words may hold it.
fn brief(action: &str, is_told: bool) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, ':' | '*' | '?' | '-' | '_');
    if is_told && action.len() <= 64 && action.chars().all(is_plain) {
        format!("\"{action}\"")
    } else {
        "an action".to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_policy_denied_and_does_not_any_more_is_lost() {
        let policy = |statements: &str| of_text(&format!(r#"{{"Statement": [{statements}]}}"#));
        let deny = |action: &str| format!(r#"{{"Effect": "Deny", "Action": {action}, "Resource": "*"}}"#);
        let but = |action: &str| format!(r#"{{"Effect": "Deny", "NotAction": {action}, "Resource": "*"}}"#);
        let only =
            |test: &str| format!(r#"{{"Effect": "Deny", "Action": "*", "Resource": "*", "Condition": {{{test}}}}}"#);
        let region = |values: &str| only(&format!(r#""StringNotEquals": {{"aws:RequestedRegion": {values}}}"#));
        let (leave, all) = (deny(r#""organizations:LeaveOrganization""#), deny(r#""*""#));
        let narrow = r#"{"Effect": "Deny", "Action": "s3:*", "Resource": "arn:aws:s3:::a/*"}"#.to_owned();
        let person = |who: &str| only(&format!(r#""ArnLike": {{"aws:PrincipalArn": {who}}}"#));
        for (before, after, is_lost, why) in [
            (leave.clone(), leave.clone(), false, "the same"),
            (leave.clone(), deny(r#""foo:Bar""#), true, "another"),
            (
                leave.clone(),
                deny(r#"["foo:Bar", "Organizations:leave*"]"#),
                false,
                "more",
            ),
            (leave.clone(), all.clone(), false, "everything"),
            (leave.clone(), String::new(), true, "nothing"),
            (all.clone(), but(r#"["iam:*"]"#), true, "something is left out"),
            (leave.clone(), but(r#"["iam:*"]"#), false, "something else is left out"),
            (
                but(r#"["iam:*"]"#),
                but(r#"["iam:*", "sts:*"]"#),
                true,
                "more is left out",
            ),
            (
                but(r#"["iam:*", "sts:*"]"#),
                but(r#"["iam:*"]"#),
                false,
                "less is left out",
            ),
            (deny(r#""s3:*""#), narrow.clone(), true, "of one bucket"),
            (narrow, deny(r#""s3:*""#), false, "of every bucket"),
            (region(r#"["eu-west-1"]"#), region(r#"["*"]"#), true, "any region"),
            (
                region(r#"["a", "b"]"#),
                region(r#""a""#),
                false,
                "fewer regions are allowed",
            ),
            (
                region(r#""a""#),
                region(r#"["a", "b"]"#),
                true,
                "more regions are allowed",
            ),
            (region(r#""a""#), all.clone(), false, "under no condition"),
            (all, region(r#""a""#), true, "under a condition"),
            (person(r#"["x"]"#), person(r#"["x", "y"]"#), false, "more people"),
            (person(r#"["x", "y"]"#), person(r#"["x"]"#), true, "fewer people"),
            (
                person(r#"["x*"]"#),
                only(r#""ArnEquals": {"aws:PrincipalArn": ["x*"]}"#),
                false,
                "another word for the same",
            ),
            (
                only(r#""StringNotLike": {"aws:PrincipalTag/a": "b"}"#),
                only(r#""StringNotEquals": {"aws:PrincipalTag/a": "b"}"#),
                false,
                "no pattern",
            ),
            (
                only(r#""StringLike": {"aws:PrincipalTag/a": "b*"}"#),
                only(r#""StringEquals": {"aws:PrincipalTag/a": "b*"}"#),
                true,
                "a pattern, which is none then",
            ),
        ] {
            let mut now = policy(&after);
            now.retain(|statement| statement.allows == Truth::False);
            let lost = lost(&policy(&before), &now, &mut Budget::default());
            assert_eq!(!lost.is_empty(), is_lost, "{before} {after}: {why}");
        }
    }
}
