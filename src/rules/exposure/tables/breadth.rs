//! How much the patterns in a statement of a policy cover: of actions, resources and principals.

use std::collections::BTreeSet;

use crate::facts::Truth;
use crate::rules::data::exposure::table;

use super::pattern::covers;
use super::statement::Statement;

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
    let every = statement
        .resources
        .any(|resource| RESOURCES.iter().all(|one| covers(resource, one)));
    every.or(statement.resources.all_but.into())
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

/// The services of which a pattern means every action: `s3:*`, `iam:?*`, `iam*`. Of patterns for names of services those
/// that rule over the others.
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

/// The service, in small letters, of a name that stands for all that it has, in every account and region: `arn:aws:s3:::*`.
fn all_of(resource: &str) -> Option<String> {
    let mut parts = resource.splitn(6, ':');
    let (arn, _, service) = (parts.next(), parts.next(), parts.next());
    let (region, account, rest) = (parts.next(), parts.next(), parts.next());
    let any = |part: Option<&str>| part.is_some_and(|part| part.is_empty() || part == "*");
    let is_all = arn == Some("arn") && any(region) && any(account);
    let service = service.filter(|_| is_all).map(str::to_ascii_lowercase)?;
    is_all_of(&service, rest?).then_some(service)
}

/// Whether the last part of a name means all that a service has; of roles and users all are as good, since each can be given
/// every right.
fn is_all_of(service: &str, rest: &str) -> bool {
    rest == "*" || service.eq_ignore_ascii_case("iam") && matches!(rest, "role/*" | "role*" | "user/*" | "user*")
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
    let is_account = account.len() == 12 && account.bytes().all(|byte| byte.is_ascii_digit());
    (is_account && is_all_of(service, rest)).then_some(service)
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

/// The actions that a statement denies on everything, whatever the circumstances, which counts before all that is allowed.
pub(super) fn denied_everywhere(statement: &Statement) -> &[String] {
    let is_free = statement.conditions.is_empty() && !statement.conditions_unknown;
    let everywhere = !statement.resources.all_but && names_every_resource(statement).is_true();
    let is_denial = statement.allows == Truth::False && is_free && everywhere && !statement.actions.all_but;
    if is_denial { &statement.actions.texts } else { &[] }
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

/// Actions that a statement allows on everybody, and that are some of those. What means a whole service is left out.
pub(super) fn escalating(statement: &Statement, left: &[&str]) -> Vec<String> {
    let resources = &statement.resources.texts;
    let is_iam = |resource: &String| all_of(resource).is_some_and(|service| service == "iam");
    if !names_every_resource(statement).is_true() && !resources.iter().any(is_iam) {
        return Vec::new();
    }
    let actions = statement.actions.texts.iter();
    let escalates = |pattern: &&String| {
        !is_every_action(pattern)
            && services_of(pattern).is_empty()
            && left.iter().any(|action| covers(pattern, action))
    };
    actions.filter(escalates).cloned().collect()
}

/// Whether every caller is meant.
pub(super) fn names_everybody(statement: &Statement) -> Truth {
    let named = statement
        .principals
        .any(|who| who == "*" || who == "arn:aws:iam::*:root");
    named.or(statement.principals.all_but.into())
}
