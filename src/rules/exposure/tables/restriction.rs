//! What restricts a statement of a policy: its conditions, and statements that deny.

use crate::facts::Truth;
use crate::rules::data::exposure::{PolicyKind, table};

use super::breadth::names_everybody;
use super::networks::Networks;
use super::pattern::{Budget, Names, covers};
use super::right::Right;
use super::setting::is_world;
use super::statement::{Condition, Statement, Terms};

/// Whether a condition says who may call, so that the statement is not for everybody.
pub(super) fn asks_who_calls(statement: &Statement) -> Truth {
    let asked = statement.conditions.iter().any(|condition| restricts(condition, false));
    let asked: Truth = asked.into();
    asked.or(Truth::unknown_if(statement.conditions_unknown))
}

/// Whether the test holds only for callers that it names; `negated` asks for the tests of a denial.
fn restricts(condition: &Condition, negated: bool) -> bool {
    let operator = condition.operator.to_ascii_lowercase();
    if lets_the_nameless_pass(&operator, negated) || is_of_absence(&operator) || !compares(&operator) {
        return false;
    }
    let is_listed = |keys: &[String]| keys.iter().any(|key| key.eq_ignore_ascii_case(&condition.key));
    let values = &condition.values.texts;
    if is_listed(&table().statement.of_the_caller_if_true) {
        // A denial is for those who answer no.
        let answer = if negated { "false" } else { "true" };
        return !operator.contains("not") && values.iter().all(|value| value.eq_ignore_ascii_case(answer));
    }
    if operator.contains("not") != negated {
        return false;
    }
    if !is_listed(&table().statement.of_the_caller) {
        return !negated && names_an_identity(condition);
    }
    // An unknown value comes from something that is made: it names it.
    let mut networks = Networks::default();
    for value in values {
        networks.add(value);
    }
    !networks.are_the_world() && !values.iter().any(|value| is_wide(value))
}

/// Whether the test is of a token that an identity provider signs, and asks whose it is: its keys begin with its host.
fn names_an_identity(condition: &Condition) -> bool {
    let Some((host, key)) = condition.key.rsplit_once(':').filter(|(host, _)| is_host(host)) else {
        return false;
    };
    let mut issuers = table().issuers.iter();
    let asks = match issuers.find(|issuer| issuer.host.eq_ignore_ascii_case(host)) {
        Some(issuer) => issuer.keys.iter().any(|one| one.eq_ignore_ascii_case(key)),
        // It signs for its own people alone.
        None => true,
    };
    let values = &condition.values.texts;
    asks && !values.iter().any(|value| is_wide(value) || names_no_owner(value))
}

/// Whether it is the name of an identity provider, with or without a path, and not of a tag:
/// `aws:PrincipalTag/acme.io`.
fn is_host(name: &str) -> bool {
    name.split('/').next().is_some_and(|host| host.contains('.')) && !name.contains(':')
}

/// Whether who has no such key is allowed what the test allows, or is not denied what it denies: no value at all is
/// none of any values, and all of none are whatever one likes.
fn lets_the_nameless_pass(operator: &str, negated: bool) -> bool {
    if negated {
        operator.starts_with("foranyvalue:")
    } else {
        operator.ends_with("ifexists") || operator.starts_with("forallvalues:")
    }
}

/// Whether the test is one of names, addresses or answers; a caller is no point in time and no amount.
fn compares(operator: &str) -> bool {
    const TESTS: [&str; 7] = [
        "arn",
        "bool",
        "ipaddress",
        "notipaddress",
        "numericequals",
        "numericnotequals",
        "string",
    ];
    let test = operator.rsplit(':').next().unwrap_or_default();
    TESTS.iter().any(|one| test.starts_with(one))
}

/// Whether the test asks whether there is such a key, and not what it says.
fn is_of_absence(operator: &str) -> bool {
    operator.rsplit(':').next() == Some("null")
}

/// Whether a value of a test is met by everybody, or by others than those that it names.
fn is_wide(value: &str) -> bool {
    let value = &filled_in(value);
    // What begins with anything is whosever it likes: owners stand first.
    is_world(value) || value.starts_with('*') || names_no_account(value) || names_no_id(value)
}

/// The value with its variables, `${aws:PrincipalAccount}`, filled in as they are for a caller who is meant by none:
/// with anything, but for those of the resource, which the caller does not choose.
fn filled_in(value: &str) -> String {
    // As a data source writes it, too, whose own templates begin with a dollar.
    let begins_variable = |(_, rest): &(&str, &str)| rest.starts_with('{');
    let (mut filled, mut rest) = (String::new(), value);
    while let Some((before, variable)) = rest
        .match_indices(['$', '&'])
        .map(|(at, sign)| (&rest[..at], &rest[at + sign.len()..]))
        .find(begins_variable)
    {
        let variable = variable.strip_prefix('{').unwrap_or_default();
        let (name, after) = variable.split_once('}').unwrap_or((variable, ""));
        filled.push_str(before);
        filled.push_str(if is_of_the_resource(name) { OWN_ACCOUNT } else { "*" });
        rest = after;
    }
    filled + rest
}

/// An account in the place of the resource's own one.
const OWN_ACCOUNT: &str = "000000000000";

/// Whether a variable is the account or the organisation of what is called.
fn is_of_the_resource(variable: &str) -> bool {
    let own = ["aws:ResourceAccount", "aws:ResourceOrgID", "aws:ResourceOrgPaths"];
    own.iter().any(|own| own.eq_ignore_ascii_case(variable.trim()))
}

/// Whether a value that should say whose something is says nothing.
pub(super) fn names_whomever(value: &str) -> bool {
    is_wild(value) || names_no_account(value)
}

/// Whether there is nothing but wild letters.
fn is_wild(text: &str) -> bool {
    text.chars().all(is_wild_letter)
}

fn is_wild_letter(letter: char) -> bool {
    matches!(letter, '*' | '?')
}

/// Whether a wild letter stands in an id before the id has ended: others have one that is like it. `o-*` is every
/// organisation, `vpce*` every endpoint of anybody, and `1*` a tenth of all accounts.
fn is_cut_short(id: &str) -> bool {
    let Some((written, _)) = id.find(is_wild_letter).and_then(|at| id.split_at_checked(at)) else {
        return false;
    };
    let is_account = written.len() == OWN_ACCOUNT.len() && written.bytes().all(|byte| byte.is_ascii_digit());
    // As AROA and AIDA begin them, which have 21 letters.
    let is_caller = written.len() >= 20
        && written
            .bytes()
            .all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit());
    !is_account && !is_caller
}

/// Whether what stands first in a value that is no name of a thing is no whole id.
fn names_no_id(value: &str) -> bool {
    // Nobody else has a service of the cloud.
    let is_service = value.ends_with(".amazonaws.com");
    !is_service && is_cut_short(value.split(['/', ':']).next().unwrap_or_default())
}

/// Whether a name of a thing, `arn:aws:SERVICE:REGION:ACCOUNT:THING`, leaves open whose it is. Names of some things are
/// nobody else's in all accounts, and have none.
fn names_no_account(value: &str) -> bool {
    let mut parts = value.splitn(6, ':');
    if parts.next() != Some("arn") {
        return false;
    }
    // Buckets are nobody else's, and patterns of them are often written with a star for the account that they have not;
    // what has a slash in its name is a thing of an account.
    let is_bucket = parts.nth(1) == Some("s3");
    match (parts.nth(1), parts.next()) {
        (None, _) => value.contains(is_wild_letter),
        (Some(""), thing) => is_wild(thing.unwrap_or_default()),
        (Some("*"), Some(thing)) if is_bucket => thing.starts_with(is_wild_letter) || thing.contains('/'),
        (Some(account), _) => is_cut_short(account),
    }
}

/// Keys that every call has.
const ALWAYS: [&str; 5] = [
    "aws:currenttime",
    "aws:principalaccount",
    "aws:principalarn",
    "aws:requestedregion",
    "aws:userid",
];

/// Whether whoever calls meets a test: every program calls over TLS, and what every call has may be any. Another key
/// has to be there, unless the test says otherwise.
pub(super) fn is_met_by_everybody(condition: &Condition) -> bool {
    let operator = condition.operator.to_ascii_lowercase();
    let key = condition.key.to_ascii_lowercase();
    let is_any = |text: &str| {
        condition
            .values
            .texts
            .iter()
            .any(|value| value.eq_ignore_ascii_case(text))
    };
    match operator.strip_suffix("ifexists").unwrap_or(&operator) {
        "bool" => key == "aws:securetransport" && is_any("true"),
        "stringlike" | "arnlike" => {
            let mut values = condition.values.texts.iter();
            let any = values.any(|value| !value.is_empty() && value.bytes().all(|letter| letter == b'*'));
            any && (operator.ends_with("ifexists") || ALWAYS.contains(&&*key))
        }
        "null" => is_any("false") && ALWAYS.contains(&&*key),
        _ => false,
    }
}

/// Whether a test asks which identity of a host it is, by one of these keys.
pub(super) fn asks_which_identity(statement: &Statement, host: &str, keys: &[String]) -> Truth {
    let tests = statement.conditions.iter();
    let asked = tests.into_iter().any(|condition| {
        let named = condition.key.rsplit_once(':').is_some_and(|(of, key)| {
            of.eq_ignore_ascii_case(host) && keys.iter().any(|one| one.eq_ignore_ascii_case(key))
        });
        let wide = |value: &String| is_wide(value) || names_no_owner(value);
        let operator = condition.operator.to_ascii_lowercase();
        let compares = operator.rsplit(':').next().is_some_and(|operator| {
            (operator.starts_with("string") || operator.starts_with("arn")) && !operator.contains("not")
        });
        named && compares && !lets_the_nameless_pass(&operator, false) && !condition.values.texts.iter().any(wide)
    });
    let asked: Truth = asked.into();
    asked.or(Truth::unknown_if(statement.conditions_unknown))
}

/// The identity provider that also signs for whoever has not signed in.
const POOLS: &str = "cognito-identity.amazonaws.com";

/// Whether a test asks that nobody has signed in, as an identity pool says of its guests, and none which of them it is.
pub(super) fn lets_guests_in(statement: &Statement) -> bool {
    let is_pool = statement.federated.any(|who| who == POOLS).is_true();
    let asks = |condition: &Condition| {
        let operator = condition.operator.to_ascii_lowercase();
        let test = operator.rsplit(':').next().unwrap_or_default();
        let is_of_pool = condition.key.rsplit_once(':');
        let is_of_pool = is_of_pool.is_some_and(|(host, key)| host.eq_ignore_ascii_case(POOLS) && key == "amr");
        let values = &condition.values.texts;
        is_of_pool
            && test.starts_with("string")
            && !test.contains("not")
            && values.iter().any(|value| covers(value, "unauthenticated"))
    };
    let is_one = asks_which_identity(statement, POOLS, &["sub".to_owned()]);
    is_pool && is_one == Truth::False && statement.conditions.iter().any(asks)
}

/// Whether a wild letter stands in the first name of a subject, which is the owner: `repo:*/x`, and `repo:acme*`, which
/// another owner can call itself.
pub(super) fn names_no_owner(value: &str) -> bool {
    const KINDS: [&str; 8] = [
        "account:",
        "mcp:",
        "organization:",
        "owner:",
        "project_path:",
        "pulumi:deploy:org:",
        "pulumi:environments:org:",
        "repo:",
    ];
    let subject = KINDS.iter().find_map(|kind| value.strip_prefix(kind)).unwrap_or(value);
    let owner = subject.split(['/', ':']).next().unwrap_or_default();
    owner.contains(['*', '?'])
}

/// A statement that denies something, with its patterns ready to be asked.
#[derive(Debug)]
pub(super) struct Denial<'s> {
    statement: &'s Statement,
    actions: Names<'s>,
    resources: Names<'s>,
}

impl<'s> Denial<'s> {
    fn of(statement: &'s Statement) -> Self {
        Self {
            statement,
            actions: Names::of(&statement.actions.texts),
            resources: Names::of(&statement.resources.texts),
        }
    }

    pub(super) fn right(&self) -> Right {
        Right::of(self.statement)
    }

    /// Whether it is about all that a statement allows.
    fn is_of(&self, allowed: &Statement, budget: &mut Budget) -> Truth {
        let denied = self.statement;
        let actions = covered(&allowed.actions, &denied.actions, &self.actions, budget);
        if actions == Truth::False {
            return actions;
        }
        // A policy of one thing need not say that it is about that.
        let is_of_the_thing: Truth = denied.resources.is_nothing().into();
        let resources = covered(&allowed.resources, &denied.resources, &self.resources, budget);
        actions.and(is_of_the_thing.or(resources))
    }
}

/// The statements that deny something to everybody but some callers.
pub(super) fn denials(kind: PolicyKind, statements: &[Statement]) -> Vec<Denial<'_>> {
    if kind == PolicyKind::Identity {
        return Vec::new();
    }
    let denials = statements.iter().filter(|other| {
        other.allows == Truth::False
            && names_everybody(other).is_true()
            && !other.conditions.is_empty()
            && other.conditions.iter().all(|condition| restricts(condition, true))
    });
    denials.map(Denial::of).collect()
}

/// What is denied to everybody whatever the circumstances, or by an identity's policy to its holder.
pub(super) fn whole_denials(kind: PolicyKind, statements: &[Statement]) -> impl Iterator<Item = Right> {
    let denials = statements.iter().filter(move |statement| {
        let is_of_all = kind == PolicyKind::Identity || names_everybody(statement).is_true();
        statement.allows == Truth::False && statement.is_free() && is_of_all
    });
    denials.map(Right::of)
}

/// Whether one of the denials is about all that a statement allows; no where the budget does not suffice.
pub(super) fn is_denied(allowed: &Statement, denials: &[Denial<'_>], budget: &mut Budget) -> Truth {
    let mut answer = Truth::False;
    for denial in denials {
        if answer.is_true() || !budget.spend(1) {
            break;
        }
        answer = answer.or(denial.is_of(allowed, budget));
    }
    answer
}

/// Whether some terms mean all that others do. All but some, and what is not named, are covered by everything alone.
fn covered(allowed: &Terms, denied: &Terms, names: &Names<'_>, budget: &mut Budget) -> Truth {
    if names.are_everything() {
        return Truth::True;
    }
    if allowed.all_but || allowed.is_nothing() {
        return Truth::unknown_if(denied.unknown);
    }
    if !names.cover_all(&allowed.texts, budget) {
        return Truth::unknown_if(denied.may_be_more());
    }
    if allowed.may_be_more() {
        Truth::Unknown
    } else {
        Truth::True
    }
}
