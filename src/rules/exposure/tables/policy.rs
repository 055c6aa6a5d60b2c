//! Attributes that hold a policy of AWS: what its statements open, and what they opened before.

use std::collections::BTreeSet;

use crate::facts::ResourceChange;
use crate::facts::attr::{Attr, MASK};
use crate::lint::{ChangeView, Context, Level};
use crate::rules::data::exposure::{Policy, PolicyKind};

use super::breadth::EVERYTHING;
use super::document::Document;
use super::identity::issuer;
use super::is_secret;
use super::opened::Opened;
use super::opening::{Opening, Since};
use super::right::{Right, is_freed, were_given};
use super::statement::{Statement, of_document, of_text};
use super::waiting::{Written, written};

/// The data source that writes such policies.
const DOCUMENT: &str = "aws_iam_policy_document";

/// What stands for an identity provider of somebody else.
const OIDC: &str = "aws_iam_openid_connect_provider";

/// Asks every policy of the type.
pub(super) fn look(
    context: &Context<'_, '_>,
    view: &ChangeView<'_, '_>,
    policies: &[Policy],
    openings: &mut Vec<Opening>,
) {
    for policy in policies {
        if matches!(policy.kind, PolicyKind::Endpoint | PolicyKind::Organisation) || !policy.is_of(view.after()) {
            continue;
        }
        let path = policy.path.replace("[]", "");
        let mut after = Opened::default();
        let mut sensitive = false;
        for attr in view.after().at_path(&policy.path) {
            sensitive |= is_secret(context, attr);
            if attr.is_unknown() {
                sensitive |= after.add_unknown(context, view.change, policy);
            } else {
                after.add_text(policy.kind, attr);
            }
        }
        if after.is_empty() {
            continue;
        }
        let mut before = Opened::default();
        for attr in view.before().at_path(&policy.path) {
            before.add_text(policy.kind, attr);
        }
        let before = before.certain_before();
        if after.certain.is_empty() {
            // Even where it was open before: another policy may give other rights.
            openings.push(Opening::unknown(policy.path.clone()));
            continue;
        }
        let within = is_within(context, policy, view, false);
        let was_within = is_within(context, policy, view, true);
        for (what, rights) in &after.certain {
            let given = before.certain.get(what);
            let was_given = given.is_some_and(|given| were_given(rights, given))
                || before
                    .certain
                    .iter()
                    .any(|(other, given)| what.is_part_of(other) && given.iter().any(Right::is_unlimited));
            let freed = was_given && is_freed(rights, &before.denied, &after.denied);
            let let_out = was_within && !within;
            let since = if was_given && !freed && !let_out {
                Since::Before
            } else {
                Since::Now
            };
            let on = after.on.get(what).filter(|on| !on.contains(EVERYTHING));
            openings.push(Opening {
                since,
                says: if sensitive {
                    format!("{path} {MASK}")
                } else {
                    format!("{path} {}", what.says(rights, on))
                },
                path: policy.path.clone(),
                words: match what.words() {
                    words if freed => format!("{words}; what was denied before is not any more"),
                    words if within => format!("{words}, and only its network keeps others out"),
                    words => words,
                },
                subject: if sensitive {
                    vec![MASK.to_owned()]
                } else {
                    // Less that is denied is more that is open.
                    let denied = after.denied.iter().map(|right| format!("not {right}"));
                    let said = after.said.get(what).into_iter().flatten();
                    said.cloned().chain(denied).collect()
                },
                narrows: false,
                at_most: if within { Some(Level::Warning) } else { what.at_most() },
            });
        }
    }
}

/// Whether what the policy is for answers in some networks alone, or did so before.
fn is_within(context: &Context<'_, '_>, policy: &Policy, view: &ChangeView<'_, '_>, before: bool) -> bool {
    let has_networks =
        |root: Attr<'_, '_>, paths: &[String]| paths.iter().any(|path| root.get(path).is_set().is_true());
    let root = if before { view.before() } else { view.after() };
    if has_networks(root, &policy.within) {
        return true;
    }
    let Some(of) = &policy.of else { return false };
    let name = root.get(&of.path);
    if !name.is_set().is_true() {
        return false;
    }
    // Of several with the name, in other regions, nobody can say which it is.
    let (mut any, mut all) = (false, true);
    for change in context.facts.changes.iter().filter(|one| one.type_name() == of.r#type) {
        let other = ChangeView::new(change);
        let root = if before { other.before() } else { other.after() };
        if change.managed() && name.equals(root.get(&of.path)).is_true() {
            any = true;
            all &= has_networks(root, &of.within);
        }
    }
    any && all
}

/// The statements of a document, when they can be read from its blocks.
fn statements(document: &Document<'_, '_>) -> Option<Vec<Statement>> {
    let mut statements = of_document(document.view.after())?;
    name_issuers(document, &mut statements);
    if document.names_resources("statement") {
        statements.iter_mut().for_each(Statement::name_unknown);
    }
    Some(statements)
}

/// Names the identity providers that a plan makes for a document: their names are known after apply, but who signs
/// stands in them. Where a statement asks nothing it may be any of them, and else the one whose claims it asks about.
fn name_issuers(document: &Document<'_, '_>, statements: &mut [Statement]) {
    if statements.iter().all(|statement| !statement.federated.unknown) {
        return;
    }
    let made = document.made_of("statement", OIDC);
    let url = |change: &&ResourceChange<'_>| ChangeView::new(change).after().get("url").compared_text();
    let hosts: Vec<Option<&str>> = made.iter().map(|change| Some(&*issuer(&url(change)?)?.host)).collect();
    for statement in statements.iter_mut().filter(|statement| statement.federated.unknown) {
        let is_free = statement.is_free();
        let asks_after = |host: &str| {
            let mut keys = statement.conditions.iter().filter_map(|test| test.key.rsplit_once(':'));
            keys.any(|(of, _)| of.eq_ignore_ascii_case(host))
        };
        // Beside one's own provider nobody can say which one a free statement trusts.
        let is_certain = is_free && hosts.iter().all(Option::is_some);
        let meant: BTreeSet<&str> = hosts
            .iter()
            .copied()
            .flatten()
            .filter(|host| is_certain || asks_after(host))
            .collect();
        statement.federated.texts.extend(meant.into_iter().map(str::to_owned));
    }
}

impl Opened {
    fn add_text(&mut self, kind: PolicyKind, attr: Attr<'_, '_>) {
        if let Some(text) = attr.compared_text().or_else(|| super::object(attr)) {
            self.add(kind, &of_text(&text));
        }
    }

    /// What is unknown as a whole may come from a data source whose blocks are known in part. Gives whether a part of
    /// those is sensitive.
    fn add_unknown(&mut self, context: &Context<'_, '_>, change: &ResourceChange<'_>, policy: &Policy) -> bool {
        if written(context, change, &policy.path) == Written::No {
            return false;
        }
        let document = Document::of(context, change, &policy.path.replace("[]", ""), DOCUMENT);
        let statements = document.as_ref().and_then(statements);
        let Some((document, statements)) = document.zip(statements) else {
            self.perhaps = true;
            return false;
        };
        self.add(policy.kind, &statements);
        document.is_sensitive()
    }
}
