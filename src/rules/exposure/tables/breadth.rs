//! How much the patterns in a statement of a policy cover, of actions, resources and principals, and what others leave of
//! it.

use std::collections::BTreeSet;

use crate::facts::Truth;
use crate::rules::data::exposure::table;

use super::pattern::{Budget, Names, covers, covers_within};
use super::right::begin_apart;
use super::statement::{Statement, Terms};

/// One action each of services that have little in common: what covers all of them covers every action.
const ACTIONS: [&str; 3] = ["ec2:Any", "iam:Any", "s3:Any"];

/// One resource each of the same services, of some account.
const RESOURCES: [&str; 3] = [
    "arn:aws:ec2:eu-west-1:111122223333:instance/i-0",
    "arn:aws:iam::111122223333:role/some",
    "arn:aws:s3:::bucket/key",
];

pub(super) fn is_every_action(action: &str) -> bool {
    ACTIONS.iter().all(|one| covers(action, one))
}

/// Whether everything is meant, of whatever service: `*`, and `arn:aws:*:*:*:*` as well.
pub(super) fn names_every_resource(statement: &Statement) -> Truth {
    let is_every = |resource: &str| RESOURCES.iter().all(|one| covers(resource, one));
    let every = statement
        .resources
        .any(|resource| is_every(resource) || in_first_partition(resource).is_some_and(|one| is_every(&one)));
    every.or(statement.resources.all_but.into())
}

/// The name with `aws` in place of another partition, such as `aws-cn`: an account is of one of them, and reaches no
/// other.
fn in_first_partition(resource: &str) -> Option<String> {
    let (partition, rest) = resource.strip_prefix("arn:")?.split_once(':')?;
    partition.starts_with("aws-").then(|| format!("arn:aws:{rest}"))
}

/// Actions such as `s3:*` for which it is so that they hold for everything, or for all that the service has.
pub(super) fn wide_services(statement: &Statement, so: Truth) -> Vec<String> {
    let every = names_every_resource(statement);
    let resources = &statement.resources;
    let whole: BTreeSet<String> = resources.texts.iter().filter_map(|resource| all_of(resource)).collect();
    let all_of = |service: &str| every.or(resources.or_unknown(whole.contains(&service.to_ascii_lowercase())));
    let actions = &statement.actions.texts;
    let mut wide = Vec::new();
    if actions.iter().any(|action| is_every_action(action)) {
        // Of everything it is more than of services.
        let services = resources.texts.iter().filter_map(|resource| {
            let service = resource.split(':').nth(2)?;
            (!service.contains(['*', '?'])).then_some(service)
        });
        let services = services.filter(|service| all_of(service) == so);
        wide.extend(services.map(|service| format!("{}:*", service.to_ascii_lowercase())));
    }
    let actions = actions.iter().filter(|action| !is_every_action(action));
    let is_wide = |action: &&String| services_of(action).iter().any(|service| all_of(service) == so);
    wide.extend(actions.filter(is_wide).cloned());
    wide
}

/// The services of which a pattern means every action: `s3:*`, `iam:?*`, `iam*`. Of patterns for names of services
/// those that rule over the others.
fn services_of(action: &str) -> Vec<&str> {
    let service = action.split([':', '*', '?']).next().unwrap_or_default();
    let all = |service: &str| !service.is_empty() && covers(action, &format!("{service}:Any"));
    let ruling = table().statement.ruling.iter().map(String::as_str);
    [service]
        .into_iter()
        .chain(ruling)
        .filter(|service| all(service))
        .collect()
}

/// The service, in small letters, of a name that stands for all that it has, in every account and region:
/// `arn:aws:s3:::*`.
fn all_of(resource: &str) -> Option<String> {
    let mut parts = resource.splitn(6, ':');
    let (arn, _, service) = (parts.next(), parts.next(), parts.next());
    let (region, account, rest) = (parts.next(), parts.next(), parts.next());
    let any = |part: Option<&str>| part.is_some_and(|part| part.is_empty() || part == "*");
    let is_all = arn == Some("arn") && any(region) && any(account);
    let service = service.filter(|_| is_all).map(str::to_ascii_lowercase)?;
    is_all_of(&service, rest?).then_some(service)
}

/// Whether the last part of a name means all that a service has; of roles and users all are as good, since each can be
/// given every right, and so are all secrets, keys and objects, where a service has nothing else that matters.
fn is_all_of(service: &str, rest: &str) -> bool {
    let whole = match service.to_ascii_lowercase().as_str() {
        "iam" => matches!(rest, "role/*" | "role*" | "user/*" | "user*"),
        "kms" => rest == "key/*",
        "s3" => rest == "*/*",
        "secretsmanager" => matches!(rest, "secret:*" | "secret*"),
        _ => false,
    };
    whole || rest == "*"
}

/// Actions by which a service rules over the others, or every action, for which it is so that they hold for all that an
/// account has: `iam:*` on `arn:aws:iam::111122223333:*`. Where it is one's own, that is as much as everything.
pub(super) fn wide_in_an_account(statement: &Statement) -> Vec<String> {
    let services: Vec<&str> = statement
        .resources
        .texts
        .iter()
        .filter_map(|one| all_in_an_account(one))
        .collect();
    let reaches = |service: &str| services.iter().any(|pattern| covers(pattern, service));
    let ruling: Vec<&str> = table()
        .statement
        .ruling
        .iter()
        .map(String::as_str)
        .filter(|one| reaches(one))
        .collect();
    let actions = statement.actions.texts.iter();
    let is_wide = |action: &&String| ruling.iter().any(|service| services_of(action).contains(service));
    actions.filter(is_wide).cloned().collect()
}

/// The pattern of services in a name that stands for all that one account has of them, in every region.
fn all_in_an_account(resource: &str) -> Option<&str> {
    let parts: Vec<&str> = resource.splitn(6, ':').collect();
    let ["arn", _, service, "" | "*", account, rest] = parts[..] else {
        return None;
    };
    (is_account(account) && is_all_of(service, rest)).then_some(service)
}

fn is_account(text: &str) -> bool {
    text.len() == 12 && text.bytes().all(|byte| byte.is_ascii_digit())
}

pub(super) fn is_ruling(action: &str) -> bool {
    let ruling = &table().statement.ruling;
    services_of(action)
        .iter()
        .any(|service| ruling.iter().any(|ruling| ruling.eq_ignore_ascii_case(service)))
}

/// Whether a `NotAction` leaves rights over rights: who may give a right has all of them.
pub(super) fn leaves_rights(statement: &Statement) -> bool {
    let left_out = |pattern: &String| covers(pattern, "iam:Any");
    statement.actions.all_but && !statement.actions.except.iter().any(left_out)
}

/// Actions that a statement denies on everything, whatever the circumstances, which counts before all that is allowed;
/// with their patterns ready to be asked.
pub(super) struct DeniedEverywhere<'s> {
    pub terms: &'s Terms,
    names: Names<'s>,
}

impl<'s> DeniedEverywhere<'s> {
    /// `None` for any other statement.
    pub(super) fn of(statement: &'s Statement) -> Option<Self> {
        let everywhere = !statement.resources.all_but && names_every_resource(statement).is_true();
        let terms = &statement.actions;
        let is_told = !terms.all_but || !terms.except.is_empty() && !terms.except_unknown;
        (statement.allows == Truth::False && statement.is_free() && everywhere && is_told).then(|| Self {
            terms,
            names: Names::of(if terms.all_but { &terms.except } else { &terms.texts }),
        })
    }

    /// Takes what is denied out of actions; of what is denied in part all is left, and so is what the budget does not
    /// suffice for.
    fn take_from(&self, actions: &mut Terms, budget: &mut Budget) {
        if !self.terms.all_but {
            actions.texts.retain(|action| !self.names.cover(action, budget));
        } else if actions.all_but && budget.spend(actions.except.len()) {
            let left_out = Names::of(&actions.except);
            let spared = self.terms.except.iter();
            let left = spared.filter(|action| !left_out.cover(action, budget)).cloned();
            *actions = Terms {
                texts: left.collect(),
                ..Terms::default()
            };
        } else if !actions.all_but {
            let all = std::mem::take(&mut actions.texts).into_iter();
            actions.texts = all.flat_map(|action| self.spared(action, budget)).collect();
        }
    }

    /// What of an action is not denied, where all but some are: in patterns of it, or of those.
    fn spared(&self, action: String, budget: &mut Budget) -> Vec<String> {
        if self.names.cover(&action, budget) {
            return vec![action];
        }
        let mut spared = Vec::new();
        for other in &self.terms.except {
            if budget.spend_on(&[&action, other]) && covers_within(&action, other, budget) {
                spared.push(other.clone());
            } else if budget.is_spent() || !begin_apart(&action, other) {
                return vec![action];
            }
        }
        spared
    }
}

/// A statement with what is left of its actions beside those that are denied; `None` where nothing is.
pub(super) fn left_beside(
    statement: &Statement,
    denied: &[DeniedEverywhere<'_>],
    budget: &mut Budget,
) -> Option<Statement> {
    if denied.is_empty() || statement.allows == Truth::False {
        return None;
    }
    let mut left = statement.clone();
    for denied in denied {
        if !budget.spend(1) {
            break;
        }
        denied.take_from(&mut left.actions, budget);
    }
    Some(left)
}

/// Whether all rights over rights are among these actions.
pub(super) fn are_all_rights(actions: &[&str]) -> bool {
    actions.iter().any(|pattern| covers(pattern, "iam:Any"))
}

/// Of these actions all but those that are denied.
pub(super) fn rights_left(actions: &'static [String], denied: &[&str]) -> Vec<&'static str> {
    let actions = actions.iter().map(String::as_str);
    let is_left = |action: &&str| !denied.iter().any(|pattern| covers(pattern, action));
    actions.filter(is_left).collect()
}

/// Actions that a statement allows on everybody, in one account at least or in every one, and that are some of those.
/// What means a whole service is left out where that is told of the service.
pub(super) fn escalating(statement: &Statement, left: &[&str], in_one: bool) -> Vec<String> {
    let resources = &statement.resources.texts;
    let every = names_every_resource(statement).is_true();
    let kinds = resources.iter().filter_map(|resource| iam_kind(resource, in_one));
    let kinds: BTreeSet<&str> = kinds.collect();
    if !every && kinds.is_empty() {
        return Vec::new();
    }
    let is_told = every || ["*", "role", "user"].iter().any(|kind| kinds.contains(kind));
    let reaches = |action: &str| every || kinds.contains("*") || kinds.contains(kind_of(action));
    let actions = statement.actions.texts.iter();
    let escalates = |pattern: &&String| {
        let is_whole = is_every_action(pattern) || !services_of(pattern).is_empty();
        let mut meant = left.iter().filter(|action| covers(pattern, action));
        !(is_told && is_whole) && meant.any(|action| reaches(action))
    };
    actions.filter(escalates).cloned().collect()
}

/// Of which kind a name means all that IAM has, `*` for every kind. An identity changes one account alone, its own, so
/// that naming that makes it no less where one is enough.
fn iam_kind(resource: &str, in_one: bool) -> Option<&str> {
    let parts: Vec<&str> = resource.splitn(6, ':').collect();
    let ["arn", _, service, "" | "*", account, rest] = parts[..] else {
        return None;
    };
    let is_wild = |letter: char| matches!(letter, '*' | '?');
    let is_whole = account.is_empty() || account.contains(is_wild) || in_one && is_account(account);
    // Names have more than one letter, so that `?*` leaves out none.
    let kind = match rest.strip_suffix('*')?.trim_end_matches(is_wild) {
        "" => "*",
        kind => kind.strip_suffix('/').unwrap_or(kind),
    };
    let is_kind = matches!(kind, "*" | "group" | "policy" | "role" | "user");
    (is_whole && is_kind && covers(service, "iam")).then_some(kind)
}

/// Where a statement holds for everything there is.
pub(super) const EVERYTHING: &str = "every resource";

/// On what a statement of IAM's actions is, in words: on everything, or on each thing of some kinds.
pub(super) fn on_which(statement: &Statement) -> BTreeSet<&'static str> {
    let kinds = statement.resources.texts.iter().filter_map(|one| iam_kind(one, true));
    let told = |kind: &str| match kind {
        "group" => "every group",
        "policy" => "every policy",
        "role" => "every role",
        "user" => "every user",
        _ => EVERYTHING,
    };
    let on: BTreeSet<_> = kinds.map(told).collect();
    if on.is_empty() || names_every_resource(statement) != Truth::False {
        return BTreeSet::from([EVERYTHING]);
    }
    on
}

/// The kind of what such an action changes.
fn kind_of(action: &str) -> &'static str {
    // In this order: `AddUserToGroup` changes a group, `AttachRolePolicy` a role.
    let words = [("Group", "group"), ("PolicyVersion", "policy"), ("Role", "role")];
    let kind = words.iter().find(|(word, _)| action.contains(word));
    kind.map_or("user", |(_, kind)| kind)
}

/// Whether every caller is meant.
pub(super) fn names_everybody(statement: &Statement) -> Truth {
    let is_every = |who: &str| matches!(who, "*" | "acs:ram::*:root" | "arn:aws:iam::*:root");
    let named = statement
        .principals
        .any(|who| is_every(who) || in_first_partition(who).is_some_and(|who| is_every(&who)));
    named.or(statement.principals.all_but.into())
}
