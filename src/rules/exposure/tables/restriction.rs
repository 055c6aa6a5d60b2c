//! What restricts a statement of a policy: its conditions, and statements that deny.

use crate::facts::Truth;
use crate::rules::data::exposure::{PolicyKind, table};

use super::policy::names_everybody;
use super::setting::is_world;
use super::statement::{Condition, Statement, covers};

/// Whether a condition says who may call, so that the statement is not for everybody.
pub(super) fn asks_who_calls(statement: &Statement) -> Truth {
    let asked = statement.conditions.iter().any(|condition| restricts(condition, false));
    let asked: Truth = asked.into();
    asked.or(if statement.conditions_unknown {
        Truth::Unknown
    } else {
        Truth::False
    })
}

/// Whether the test holds only for callers that it names; `negated` asks for the tests of a denial.
fn restricts(condition: &Condition, negated: bool) -> bool {
    let operator = condition
        .operator
        .rsplit(':')
        .next()
        .unwrap_or_default()
        .to_ascii_lowercase();
    // Who has no such key passes a test with `IfExists`, and passes none of those that deny.
    let lets_pass = operator.ends_with("ifexists") && !negated;
    let tests_absence = operator == "null";
    if lets_pass || tests_absence || operator.contains("not") != negated {
        return false;
    }
    let says_nothing = |key: &&String| key.eq_ignore_ascii_case(&condition.key);
    if table().statement.not_of_the_caller.iter().any(|key| says_nothing(&key)) {
        return false;
    }
    // An unknown value comes from something that is made: it names it.
    !condition.values.texts.iter().any(|value| is_wide(value))
}

/// Whether a value of a test is met by everybody.
fn is_wide(value: &str) -> bool {
    let any_account = value.starts_with("arn:") && value.split(':').nth(4) == Some("*");
    is_world(value) || any_account || value.chars().all(|letter| matches!(letter, '*' | '?'))
}

/// Whether a test of one of these keys asks which identity it is.
pub(super) fn asks_which_identity(statement: &Statement, keys: &[String]) -> Truth {
    let tests = statement.conditions.iter();
    let asked = tests.into_iter().any(|condition| {
        let key = condition.key.rsplit(':').next().unwrap_or_default();
        let named = keys.iter().any(|one| one.eq_ignore_ascii_case(key));
        let wide = |value: &String| is_wide(value) || names_no_owner(value);
        let negated = condition.operator.to_ascii_lowercase().contains("not");
        named && !negated && !condition.values.texts.iter().any(wide)
    });
    let asked: Truth = asked.into();
    asked.or(if statement.conditions_unknown {
        Truth::Unknown
    } else {
        Truth::False
    })
}

/// Whether a wild letter stands in the first name of a subject, which is the owner: `repo:*/x`, and `repo:acme*`, which
/// another owner can call itself.
fn names_no_owner(value: &str) -> bool {
    const KINDS: [&str; 3] = ["organization:", "project_path:", "repo:"];
    let subject = KINDS.iter().find_map(|kind| value.strip_prefix(kind)).unwrap_or(value);
    let owner = subject.split(['/', ':']).next().unwrap_or_default();
    owner.contains(['*', '?'])
}

/// How many denials are held against what a policy allows. AWS takes no policy of more than some ten thousand letters,
/// which has fewer; the bound keeps longer texts from taking the square of their length.
const MOST_DENIALS: usize = 256;

/// The statements that deny something to everybody but some callers.
pub(super) fn denials(kind: PolicyKind, statements: &[Statement]) -> Vec<&Statement> {
    if kind == PolicyKind::Identity {
        return Vec::new();
    }
    let statements = statements.iter();
    statements
        .filter(|other| {
            other.allows == Truth::False
                && names_everybody(other).is_true()
                && !other.conditions.is_empty()
                && other.conditions.iter().all(|condition| restricts(condition, true))
        })
        .take(MOST_DENIALS)
        .collect()
}

/// Whether a denial is about all that a statement allows.
pub(super) fn is_denied(allowed: &Statement, denial: &Statement) -> bool {
    let covered = |patterns: &[String], texts: &[String]| {
        texts
            .iter()
            .all(|text| patterns.iter().any(|pattern| covers(pattern, text)))
    };
    !allowed.actions.texts.is_empty()
        && covered(&denial.actions.texts, &allowed.actions.texts)
        && covered(&denial.resources.texts, &allowed.resources.texts)
}
