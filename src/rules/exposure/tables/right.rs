//! What statements of policies allow, and whether older ones allowed it already.

use std::collections::BTreeSet;
use std::fmt;

use super::pattern::{Budget, Names, covers_within};
use super::statement::{Condition, Statement, Terms, in_order};
use crate::order;

/// So many pairs of an action and a resource are looked for one by one.
const MOST_PAIRS: usize = 256;

/// Actions on resources that one statement allows.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Right {
    actions: Scope,
    resources: Scope,
    /// Tests that make it narrower.
    tests: Vec<Test>,
}

/// One test of a condition.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Test {
    /// In small letters.
    operator: String,
    /// In small letters.
    key: String,
    values: Vec<String>,
}

/// Patterns of names.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Scope {
    texts: Vec<String>,
    /// What a `Not…` leaves out, where one stands there: all else is meant.
    all_but: Option<Vec<String>>,
}

impl Right {
    pub(super) fn of(statement: &Statement) -> Self {
        Self {
            actions: Scope::of(&statement.actions),
            resources: Scope::of(&statement.resources),
            tests: Test::all(statement),
        }
    }

    /// The right to these actions, on everything there is, or all but what is left out.
    pub(super) fn everywhere(statement: &Statement, actions: Vec<String>) -> Self {
        let actions = Scope {
            texts: actions,
            all_but: None,
        };
        Self {
            actions,
            resources: if statement.resources.all_but {
                Scope::of(&statement.resources)
            } else {
                Scope::single("*")
            },
            tests: Test::all(statement),
        }
    }

    /// The right to these of a statement's actions.
    pub(super) fn of_actions(statement: &Statement, actions: Vec<String>) -> Self {
        let everywhere = Self::everywhere(statement, actions);
        Self {
            resources: Scope::of(&statement.resources),
            ..everywhere
        }
    }

    /// Whether it is for everything but some resources.
    pub(super) fn leaves_resources_out(&self) -> bool {
        self.resources
            .all_but
            .as_ref()
            .is_some_and(|left_out| !left_out.is_empty())
    }

    /// Whether it is for everything, and nothing is asked of who uses it.
    pub(super) fn is_unlimited(&self) -> bool {
        self.tests.is_empty() && !self.leaves_resources_out()
    }

    /// The actions that it names.
    pub(super) fn actions(&self) -> &[String] {
        &self.actions.texts
    }

    /// Whether both may be about the same; yes where the budget does not suffice.
    fn meets(&self, other: &Self, budget: &mut Budget) -> bool {
        self.actions.meets(&other.actions, budget) && self.resources.meets(&other.resources, budget)
    }

    /// The single actions on single resources that it is made of, where it names them and they are few.
    fn pairs(&self, budget: &mut Budget) -> Option<Vec<Self>> {
        let (actions, resources) = (&self.actions, &self.resources);
        let is_listed = actions.all_but.is_none() && resources.all_but.is_none();
        let count = actions.texts.len() * resources.texts.len();
        let tests: usize = self.tests.iter().map(|test| 1 + test.values.len()).sum();
        if !is_listed || !(2..=MOST_PAIRS).contains(&count) || !budget.spend(count * (1 + tests)) {
            return None;
        }
        let one = |action: &String, resource: &String| Self {
            actions: Scope::single(action),
            resources: Scope::single(resource),
            tests: self.tests.clone(),
        };
        let pairs = actions.texts.iter();
        Some(
            pairs
                .flat_map(|action| resources.texts.iter().map(move |resource| one(action, resource)))
                .collect(),
        )
    }
}

/// A right that others are held against, with its patterns ready to be asked.
struct Given<'s> {
    right: &'s Right,
    actions: Names<'s>,
    resources: Names<'s>,
}

impl<'s> Given<'s> {
    fn of(right: &'s Right) -> Self {
        Self {
            right,
            actions: Names::of(&right.actions.texts),
            resources: Names::of(&right.resources.texts),
        }
    }

    /// Whether all that the other allows is allowed here; no where the budget does not suffice.
    fn covers(&self, other: &Right, budget: &mut Budget) -> bool {
        let right = self.right;
        budget.spend(1)
            && (right.tests.iter()).all(|test| {
                let mut tests = other.tests.iter();
                tests.any(|narrower| budget.spend(1) && test.is_met_with(narrower, budget))
            })
            && right.actions.covers(&self.actions, &other.actions, budget)
            && right.resources.covers(&self.resources, &other.resources, budget)
    }
}

/// Whether something of what some statements allow was denied before and is no more.
pub(super) fn is_freed(rights: &BTreeSet<Right>, before: &BTreeSet<Right>, now: &BTreeSet<Right>) -> bool {
    let mut budget = Budget::default();
    let matters = |denied: &&Right| rights.iter().any(|right| right.meets(denied, &mut budget));
    let denied = order::set(before.difference(now).filter(matters).cloned());
    !were_given(&denied, now)
}

impl fmt::Display for Right {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} on {}", self.actions, self.resources)?;
        (self.tests.iter())
            .try_for_each(|test| write!(f, " if {} {} {}", test.operator, test.key, in_order(&test.values)))
    }
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.all_but {
            Some(left_out) => write!(f, "all but {}", in_order(left_out)),
            None => f.write_str(&in_order(&self.texts)),
        }
    }
}

impl Test {
    fn all(statement: &Statement) -> Vec<Self> {
        let mut tests: Vec<_> = statement.conditions.iter().map(Self::of).collect();
        order::sort(&mut tests);
        tests
    }

    fn of(condition: &Condition) -> Self {
        let mut values = condition.values.texts.clone();
        order::sort(&mut values);
        Self {
            operator: condition.operator.to_ascii_lowercase(),
            key: condition.key.to_ascii_lowercase(),
            values,
        }
    }

    /// Whether whoever passes the other test passes this one: one of fewer values, or that shuts out more.
    fn is_met_with(&self, other: &Self, budget: &mut Budget) -> bool {
        if self.operator != other.operator || self.key != other.key {
            return false;
        }
        let (few, many) = if self.operator.contains("not") {
            (self, other)
        } else {
            (other, self)
        };
        // They are in order.
        budget.spend(few.values.len()) && few.values.iter().all(|value| many.values.binary_search(value).is_ok())
    }
}

/// Whether all that some statements allow was allowed before; no where the budget does not suffice.
pub(super) fn were_given(now: &BTreeSet<Right>, before: &BTreeSet<Right>) -> bool {
    // Most stay as they were, and are found at once.
    let mut fresh = now.iter().filter(|right| !before.contains(right)).peekable();
    if fresh.peek().is_none() {
        return true;
    }
    let before: Vec<_> = before.iter().map(Given::of).collect();
    let mut budget = Budget::default();
    fresh.all(|right| {
        was_given(right, &before, &mut budget)
            || (right.pairs(&mut budget))
                .is_some_and(|pairs| pairs.iter().all(|pair| was_given(pair, &before, &mut budget)))
    })
}

fn was_given(right: &Right, before: &[Given<'_>], budget: &mut Budget) -> bool {
    before.iter().any(|old| old.covers(right, budget))
}

impl Scope {
    fn of(terms: &Terms) -> Self {
        Self {
            texts: terms.texts.clone(),
            all_but: terms.all_but.then(|| terms.except.clone()),
        }
    }

    fn single(text: &str) -> Self {
        Self {
            texts: vec![text.to_owned()],
            all_but: None,
        }
    }

    /// Whether something may be meant by both; where nothing is named, everything is.
    fn meets(&self, other: &Self, budget: &mut Budget) -> bool {
        let all = |scope: &Self| scope.all_but.is_some() || scope.texts.is_empty();
        if all(self) || all(other) {
            return true;
        }
        self.texts.iter().any(|one| {
            let mut others = other.texts.iter();
            others.any(|two| !budget.spend_on(&[one]) || !begin_apart(one, two))
        })
    }

    /// Whether all that the other means is meant here, whose patterns are `names`; no where it takes more than a look
    /// at the patterns, or more than is left.
    fn covers(&self, names: &Names<'_>, other: &Self, budget: &mut Budget) -> bool {
        match (&self.all_but, &other.all_but) {
            (Some(own), Some(other)) => own
                .iter()
                .all(|left_out| other.iter().any(|more| covers_within(more, left_out, budget))),
            (Some(own), None) => other.texts.iter().all(|text| {
                own.iter()
                    .all(|left_out| budget.spend_on(&[left_out, text]) && are_apart(left_out, text))
            }),
            (None, Some(_)) => names.are_everything(),
            (None, None) if other.texts.is_empty() => self.texts.is_empty(),
            (None, None) => names.cover_all(&other.texts, budget),
        }
    }
}

/// Whether two patterns differ before a wild letter stands in one of them.
pub(super) fn begin_apart(one: &str, two: &str) -> bool {
    let is_wild = |letter: u8| matches!(letter, b'*' | b'?');
    let mut letters = one.bytes().zip(two.bytes());
    let differing = letters.find(|(one, two)| is_wild(*one) || is_wild(*two) || !one.eq_ignore_ascii_case(two));
    if let Some((one, two)) = differing {
        return !is_wild(one) && !is_wild(two);
    }
    // What one has more than the other must be able to be nothing.
    let common = one.len().min(two.len());
    let mut rest = one.bytes().skip(common).chain(two.bytes().skip(common));
    rest.any(|letter| letter != b'*')
}

/// Whether two patterns surely have nothing in common: other names, or names of other services.
fn are_apart(one: &str, two: &str) -> bool {
    let is_wild = |text: &str| text.contains(['*', '?']);
    if !is_wild(one) && !is_wild(two) {
        return !one.eq_ignore_ascii_case(two);
    }
    match (one.split_once(':'), two.split_once(':')) {
        (Some((one, _)), Some((two, _))) => !is_wild(one) && !is_wild(two) && !one.eq_ignore_ascii_case(two),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::exposure::tables::statement::of_text;

    use super::*;

    fn rights(statements: &str) -> BTreeSet<Right> {
        let statements = of_text(&format!(r#"{{"Statement":[{statements}]}}"#));
        statements.iter().map(Right::of).collect()
    }

    #[test]
    fn what_is_denied_no_more_is_given() {
        let all = r#"{"Action":"s3:GetObject","Resource":"b/*"}"#;
        let secret = r#"{"Action":"s3:*","Resource":"b/secret/*"}"#;
        for (allowed, before, now, freed, why) in [
            (all, secret, secret, false, "the same"),
            (all, secret, "", true, "the denial is gone"),
            (
                all,
                secret,
                r#"{"Action":"*","Resource":"b/secret*"}"#,
                false,
                "a wider one",
            ),
            (
                all,
                secret,
                r#"{"Action":"s3:*","Resource":"b/secret/a"}"#,
                true,
                "a narrower one",
            ),
            (all, "", secret, false, "a new one"),
            (
                r#"{"Action":"s3:GetObject","Resource":"b/open/*"}"#,
                secret,
                "",
                false,
                "nothing of it was denied",
            ),
            (
                r#"{"Action":"s3:ListBucket","Resource":"b"}"#,
                secret,
                "",
                false,
                "another thing",
            ),
            (
                r#"{"Action":"sqs:*","Resource":"*"}"#,
                secret,
                "",
                false,
                "another service",
            ),
            (
                all,
                r#"{"Action":"s3:*","Resource":"b/*","Condition":{"NotIpAddress":{"aws:SourceIp":["1.2.3.4","1.2.3.5"]}}}"#,
                r#"{"Action":"s3:*","Resource":"b/*","Condition":{"NotIpAddress":{"aws:SourceIp":"1.2.3.4"}}}"#,
                false,
                "fewer are spared",
            ),
        ] {
            assert_eq!(
                is_freed(&rights(allowed), &rights(before), &rights(now)),
                freed,
                "{why}"
            );
        }
    }

    #[test]
    fn what_is_left_out_of_everything_was_not_given() {
        let everywhere = |resources: &str| {
            let statements = of_text(&format!(r#"{{"Statement":{{"Action":"*",{resources}}}}}"#));
            let rights = statements
                .iter()
                .map(|statement| Right::everywhere(statement, Vec::new()));
            rights.collect::<BTreeSet<_>>()
        };
        let (all, none, one) = (
            r#""Resource":"*""#,
            r#""NotResource":[]"#,
            r#""NotResource":"arn:aws:s3:::a""#,
        );
        let two = r#""NotResource":["arn:aws:s3:::a","arn:aws:s3:::b"]"#;
        for (before, now, given, why) in [
            (all, all, true, "the same"),
            (one, all, false, "nothing is left out any more"),
            (all, one, true, "one is left out now"),
            (two, one, false, "less is left out"),
            (one, two, true, "more is left out"),
            (none, all, true, "nothing was left out"),
        ] {
            assert_eq!(were_given(&everywhere(now), &everywhere(before)), given, "{why}");
        }
    }

    #[test]
    fn what_is_wider_was_not_given() {
        let read = r#"{"Action":["s3:GetObject","s3:ListBucket"],"Resource":["a/*","b"]}"#;
        for (before, now, given, why) in [
            (read, read, true, "the same"),
            (read, r#"{"Action":"s3:GetObject","Resource":"a/x"}"#, true, "less"),
            (
                read,
                r#"{"Action":"s3:GetObject","Resource":"*"}"#,
                false,
                "more objects",
            ),
            (read, r#"{"Action":"s3:Get*","Resource":"b"}"#, false, "more actions"),
            (read, r#"{"Action":"s3:GetObject"}"#, false, "no resource is named"),
            (
                "",
                r#"{"Action":"s3:GetObject","Resource":"b"}"#,
                false,
                "nothing was given",
            ),
            (
                r#"{"Action":"x","Resource":"a"},{"Action":["x","y"],"Resource":"b"}"#,
                r#"{"Action":"x","Resource":["a","b"]}"#,
                true,
                "by two statements",
            ),
            (
                r#"{"Action":"x","Resource":"a"},{"Action":"y","Resource":"b"}"#,
                r#"{"Action":["x","y"],"Resource":["a","b"]}"#,
                false,
                "crosswise",
            ),
            (
                "",
                r#"{"NotAction":"x","Resource":"*"}"#,
                false,
                "all but one, of nothing",
            ),
            (
                r#"{"NotAction":["x","y"],"Resource":"*"}"#,
                r#"{"NotAction":"x","Resource":"*"}"#,
                false,
                "less is left out",
            ),
            (
                r#"{"NotAction":"x","Resource":"*"}"#,
                r#"{"NotAction":["x","y"],"Resource":"*"}"#,
                true,
                "more is left out",
            ),
            (
                r#"{"Action":"*","Resource":"*"}"#,
                r#"{"NotAction":"x","Resource":"*"}"#,
                true,
                "all was given",
            ),
            (
                r#"{"NotAction":"iam:*","Resource":"*"}"#,
                r#"{"Action":"s3:*","Resource":"*"}"#,
                true,
                "another service than what was left out",
            ),
            (
                r#"{"NotAction":"s3:Put*","Resource":"*"}"#,
                r#"{"Action":"s3:*Object","Resource":"*"}"#,
                false,
                "patterns that may meet",
            ),
            (
                r#"{"Action":"x","Resource":"*","Condition":{"Bool":{"a":"b"}}}"#,
                r#"{"Action":"x","Resource":"*"}"#,
                false,
                "the condition is gone",
            ),
            (
                r#"{"Action":"x","Resource":"*","Condition":{"StringLike":{"a":["b","c"]}}}"#,
                r#"{"Action":"x","Resource":"*","Condition":{"StringLike":{"a":"c"}}}"#,
                true,
                "a narrower condition",
            ),
            (
                r#"{"Action":"x","Resource":"*","Condition":{"StringLike":{"a":"b"}}}"#,
                r#"{"Action":"x","Resource":"*","Condition":{"StringLike":{"a":["b","c"]}}}"#,
                false,
                "a wider one",
            ),
            (
                r#"{"Action":"x","Resource":"*","Condition":{"StringNotLike":{"a":["b","c"]}}}"#,
                r#"{"Action":"x","Resource":"*","Condition":{"StringNotLike":{"a":"b"}}}"#,
                false,
                "one that shuts out less",
            ),
        ] {
            assert_eq!(were_given(&rights(now), &rights(before)), given, "{why}");
        }
    }
}
