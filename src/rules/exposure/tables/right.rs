//! What statements of policies allow, and whether older ones allowed it already.

use std::collections::BTreeSet;

use super::statement::{Statement, Terms, covers};

/// So many times patterns of a policy are compared; what is not found within counts as new.
const MOST_COMPARED: usize = 1 << 20;

/// So many pairs of an action and a resource are looked for one by one.
const MOST_PAIRS: usize = 256;

/// Actions on resources that one statement allows.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Right {
    actions: Scope,
    resources: Scope,
    /// Whether a condition makes it narrower.
    conditional: bool,
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
            conditional: !statement.conditions.is_empty(),
        }
    }

    /// The same for these actions, on everything there is.
    pub(super) fn everywhere(statement: &Statement, actions: Vec<String>) -> Self {
        let actions = Scope {
            texts: actions,
            all_but: None,
        };
        Self {
            actions,
            resources: Scope::default(),
            conditional: !statement.conditions.is_empty(),
        }
    }

    /// The actions that it names.
    pub(super) fn actions(&self) -> &[String] {
        &self.actions.texts
    }

    fn covers(&self, other: &Self) -> bool {
        (!self.conditional || other.conditional)
            && self.actions.covers(&other.actions)
            && self.resources.covers(&other.resources)
    }

    /// The single actions on single resources that it is made of, where it names them and they are few.
    fn pairs(&self) -> Option<Vec<Self>> {
        let (actions, resources) = (&self.actions, &self.resources);
        let is_listed = actions.all_but.is_none() && resources.all_but.is_none();
        let count = actions.texts.len() * resources.texts.len();
        if !is_listed || !(2..=MOST_PAIRS).contains(&count) {
            return None;
        }
        let one = |action: &String, resource: &String| Self {
            actions: Scope::single(action),
            resources: Scope::single(resource),
            conditional: self.conditional,
        };
        let pairs = actions.texts.iter();
        Some(
            pairs
                .flat_map(|action| resources.texts.iter().map(move |resource| one(action, resource)))
                .collect(),
        )
    }
}

/// Whether all that some statements allow was allowed before.
pub(super) fn were_given(now: &BTreeSet<Right>, before: &BTreeSet<Right>) -> bool {
    let mut compared = 0;
    let mut was_given = |right: &Right| {
        compared += before.len();
        compared <= MOST_COMPARED && before.iter().any(|old| old.covers(right))
    };
    // Most stay as they were, and are found at once.
    now.iter()
        .filter(|right| !before.contains(right))
        .all(|right| was_given(right) || right.pairs().is_some_and(|pairs| pairs.iter().all(&mut was_given)))
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

    /// Whether all that the other means is meant here; no where it takes more than a look at the patterns.
    fn covers(&self, other: &Self) -> bool {
        let names = |text: &String| self.texts.iter().any(|own| covers(own, text));
        match (&self.all_but, &other.all_but) {
            (Some(own), Some(other)) => own
                .iter()
                .all(|left_out| other.iter().any(|more| covers(more, left_out))),
            (Some(own), None) => other
                .texts
                .iter()
                .all(|text| own.iter().all(|left_out| are_apart(left_out, text))),
            (None, Some(_)) => self.texts.iter().any(|text| text == "*"),
            (None, None) if other.texts.is_empty() => self.texts.is_empty(),
            (None, None) => other.texts.iter().all(names),
        }
    }
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
    use super::super::statement::of_text;
    use super::*;

    fn rights(statements: &str) -> BTreeSet<Right> {
        let statements = of_text(&format!(r#"{{"Statement":[{statements}]}}"#));
        statements.iter().map(Right::of).collect()
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
        ] {
            assert_eq!(were_given(&rights(now), &rights(before)), given, "{why}");
        }
    }
}
