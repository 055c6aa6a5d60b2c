//! Policies of AWS that deny everybody everything.

use crate::facts::Truth;
use crate::facts::attr::Attr;
use crate::lint::ChangeView;
use crate::rules::data::exposure::{Exposure, PolicyKind, table};

use super::breadth::names_everybody;
use super::statement::{Statement, of_text};

/// The rules whose tables know attributes with a policy.
const RULES: [Exposure; 2] = [Exposure::PublicBucket, Exposure::WildcardPolicy];

/// The path of a policy that denies everybody everything from now on; `None` where none does so for certain.
pub(in crate::rules) fn locks_out<'t>(view: &ChangeView<'_, '_>) -> Option<&'t str> {
    let type_name = view.change.type_name();
    let policies = RULES.iter().filter_map(|rule| table().of_type(*rule, type_name));
    let policies = policies.flat_map(|entries| &entries.policies);
    let found = policies
        .filter(|policy| matches!(policy.kind, PolicyKind::Resource | PolicyKind::Organisation))
        .filter(|policy| view.may_differ(&policy.path) && policy.is_of(view.after()))
        .find(|policy| {
            let denies = |object: Attr<'_, '_>| {
                let mut texts = object.at_path(&policy.path).into_iter();
                texts.any(|attr| {
                    let text = attr.compared_text().or_else(|| super::object(attr)).unwrap_or_default();
                    of_text(&text)
                        .iter()
                        .any(|statement| denies_all(statement, policy.kind, type_name))
                })
            };
            denies(view.after()) && !denies(view.before())
        });
    found.map(|policy| &*policy.path)
}

/// Whether a statement denies everybody everything, whatever the circumstances. Policies of an organisation are of all
/// that are under them, and name nobody; those of a thing are of its own service.
fn denies_all(statement: &Statement, kind: PolicyKind, type_name: &str) -> bool {
    let is_of_organisation = kind == PolicyKind::Organisation;
    let is_of_everybody = is_of_organisation || names_everybody(statement).is_true() && !statement.principals.all_but;
    let service = type_name.split('_').nth(1).unwrap_or_default();
    let is_everything = |action: &str| {
        matches!(action, "*" | "*:*")
            || !is_of_organisation && action.strip_suffix(":*").is_some_and(|of| of == service)
    };
    // The thing itself, and not what is in it.
    let is_whole = |resource: &str| resource == "*" || !is_of_organisation && !resource.contains('/');
    let resources = &statement.resources;
    statement.allows == Truth::False
        && is_of_everybody
        && statement.actions.any(is_everything).is_true()
        && !resources.all_but
        && (resources.is_nothing() || resources.any(is_whole).is_true())
        && statement.conditions.is_empty()
        && !statement.conditions_unknown
}
