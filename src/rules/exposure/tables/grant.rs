//! Google's bindings: roles that go to everybody.

use std::collections::BTreeSet;
use std::fmt;

use serde_json::Value;

use crate::facts::Truth;
use crate::facts::attr::{Attr, MASK};
use crate::json::string::quoted;
use crate::lint::{ChangeView, Context, Level};
use crate::order;
use crate::rules::data::exposure::table;
use crate::rules::data::exposure_grant::Shape;
use crate::rules::described::json_value;

use super::document::Document;
use super::is_secret;
use super::opening::{Opening, Since};
use super::waiting::{Written, comes_from_resources, written};

/// Asks a binding, or a document of bindings.
pub(super) fn look(
    context: &Context<'_, '_>,
    view: &ChangeView<'_, '_>,
    shape: &Shape,
    words: &str,
    openings: &mut Vec<Opening>,
) {
    let document = written_document(context, view, shape.document.as_deref());
    let after = everybody(shape, view.after(), document.as_ref());
    let whole_path = shape.members.as_ref().or(shape.document.as_ref()).cloned();
    let whole_path = whole_path.unwrap_or_default();
    let path = whole_path.replace("[]", "");
    let unknown = match after.unknown {
        // An identity that is made in this plan is one, and not everybody.
        0 => 0,
        unknown => {
            let is_made = || comes_from_resources(context, view.change, &path);
            let harmless =
                (shape.members.is_some() && is_made()) || written(context, view.change, &path) == Written::No;
            if harmless { 0 } else { unknown }
        }
    };
    let before = everybody(shape, view.before(), None);
    // The same members in another role get what they did not have, and so do more of them in the same.
    let is_fresh = |now: &&Binding| !now.was_given(&before.open);
    let fresh: Vec<_> = after.open.iter().filter(is_fresh).collect();
    let since = match (after.open.is_empty(), fresh.is_empty()) {
        (false, false) => Since::Now,
        (false, true) => Since::Before,
        // Even where everybody had a role before: another one may rule over more.
        (true, _) if unknown > 0 => Since::Unknown,
        (true, _) => return,
    };
    let mut opening = Opening::new(since, path, whole_path, words);
    let text = shape.role.as_ref().or(shape.document.as_ref());
    let text = text.map(|path| view.after().get(path));
    // A role out of a document is as sensitive as the document.
    let is_sensitive = document.as_ref().is_some_and(Document::is_sensitive);
    let is_told = !is_sensitive && text.is_some_and(|text| !is_secret(context, text));
    if since == Since::Unknown || !is_told {
        if since != Since::Unknown && text.is_some() {
            opening.subject = vec![MASK.to_owned()];
        }
        openings.push(opening);
        return;
    }
    let said = if fresh.is_empty() {
        after.open.iter().collect()
    } else {
        fresh
    };
    let roles: BTreeSet<_> = said.iter().filter_map(|binding| binding.role.as_deref()).collect();
    if !roles.is_empty() {
        opening.says = roles.into_iter().collect::<Vec<_>>().join(", ");
    }
    opening.subject = if view.after().get("condition").may_hold_sensitive() {
        vec![MASK.to_owned()]
    } else {
        after.open.iter().map(ToString::to_string).collect()
    };
    openings.push(opening);
}

/// A role that somebody has.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Binding {
    /// `None` while it is unknown.
    role: Option<String>,
    /// Empty while it is unknown.
    member: String,
    /// The condition under which, if there is one.
    condition: Option<String>,
}

impl Binding {
    /// Whether somebody who is meant had the role before: the same or everybody, under the same condition or none.
    fn was_given(&self, before: &BTreeSet<Self>) -> bool {
        let member = [self.member.as_str(), EVERYBODY].into_iter();
        let mut wider = member.flat_map(|member| [None, self.condition.as_ref()].map(|condition| (member, condition)));
        self.role.is_some()
            && wider.any(|(member, condition)| {
                before.contains(&Self {
                    role: self.role.clone(),
                    member: member.to_owned(),
                    condition: condition.cloned(),
                })
            })
    }
}

impl fmt::Display for Binding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let or_none = |text: &Option<String>| text.as_deref().map_or_else(|| "-".to_owned(), quoted);
        write!(
            f,
            "{} {} {}",
            or_none(&self.role),
            self.member,
            or_none(&self.condition)
        )
    }
}

/// The blocks of a document's data source.
const BLOCK: &str = "binding";

/// Who does not even have to sign in.
const EVERYBODY: &str = "allUsers";

/// What everybody has, and how many members may be everybody.
#[derive(Default)]
struct Members {
    open: BTreeSet<Binding>,
    unknown: usize,
}

fn everybody(shape: &Shape, root: Attr<'_, '_>, document: Option<&Document<'_, '_>>) -> Members {
    let mut members = Members::default();
    if let Some(path) = &shape.members {
        let role = shape.role.as_ref().and_then(|path| root.get(path).compared_text());
        let condition = condition(root);
        for attr in root.at_path(path) {
            match attr.text_is(is_everybody) {
                Truth::True => {
                    members.open.insert(Binding {
                        role: role.clone(),
                        member: attr.compared_text().unwrap_or_default(),
                        condition: condition.clone(),
                    });
                }
                Truth::Unknown => members.unknown += 1,
                Truth::False => {}
            }
        }
    }
    if let Some(path) = &shape.document {
        let text = root.get(path);
        let bindings = match document {
            Some(document) => of_blocks(document.view.after()),
            None => text.compared_text().map(|text| of_text(&text)),
        };
        let are_made = || document.is_some_and(|document| document.names_resources(BLOCK));
        match bindings {
            None => members.unknown += usize::from(text.is_unknown()),
            Some(bindings) => {
                let unknown = bindings.iter().filter(|binding| binding.member.is_empty()).count();
                members.unknown += if unknown > 0 && are_made() { 0 } else { unknown };
                let everybody = bindings.into_iter().filter(|binding| is_everybody(&binding.member));
                members.open.extend(everybody);
            }
        }
    }
    members
}

/// The data source that writes documents of bindings, where it does so during apply.
fn written_document<'c, 'a>(
    context: &Context<'c, 'a>,
    view: &ChangeView<'_, '_>,
    path: Option<&str>,
) -> Option<Document<'c, 'a>> {
    let path = path.filter(|path| view.after().get(path).is_unknown())?;
    Document::of(context, view.change, path, "google_iam_policy")
}

/// Who is given a role in a document that rules over everything.
pub(super) fn rulers(context: &Context<'_, '_>, view: &ChangeView<'_, '_>) -> Option<Opening> {
    const PATH: &str = "policy_data";
    let of = |root: Attr<'_, '_>| root.get(PATH).compared_text().map(|text| of_text(&text));
    let document = written_document(context, view, Some(PATH));
    let after = match &document {
        Some(document) => of_blocks(document.view.after()),
        None => of(view.after()),
    };
    let (after, before) = (ruling(after), ruling(of(view.before())));
    let is_fresh = |now: &&Binding| !now.was_given(&before);
    // One without a condition counts for more.
    let gravest = |bindings: Vec<&Binding>| {
        bindings
            .into_iter()
            .min_by_key(|binding| binding.condition.is_some())
            .cloned()
    };
    let (since, shown) = match gravest(after.iter().filter(is_fresh).collect()) {
        Some(binding) => (Since::Now, binding),
        None => (Since::Before, gravest(after.iter().collect())?),
    };
    let sensitive = is_secret(context, view.after().get(PATH)) || document.as_ref().is_some_and(Document::is_sensitive);
    Some(Opening {
        since,
        // The role is read out of the text, and is as sensitive.
        says: if sensitive {
            format!("{PATH} {MASK}")
        } else {
            shown.role.clone().unwrap_or_default()
        },
        path: PATH.to_owned(),
        words: if shown.condition.is_some() {
            "the role rules over everything below, under a condition".to_owned()
        } else {
            "the role rules over everything below".to_owned()
        },
        subject: if sensitive {
            vec![MASK.to_owned()]
        } else {
            after.iter().map(ToString::to_string).collect()
        },
        narrows: false,
        at_most: shown.condition.is_some().then_some(Level::Warning),
    })
}

/// Those who have a role that rules over everything.
fn ruling(bindings: Option<Vec<Binding>>) -> BTreeSet<Binding> {
    let rules = |role: &String| table().grant.ruling.contains(role);
    let bindings = bindings.into_iter().flatten();
    order::set(bindings.filter(|binding| binding.role.as_ref().is_some_and(rules)))
}

fn is_everybody(member: &str) -> bool {
    table().grant.principals.iter().any(|principal| principal == member)
}

/// Who has what by a document of bindings; nothing when it cannot be read.
fn of_text(text: &str) -> Vec<Binding> {
    let document = json_value(text).unwrap_or_default();
    let bindings = document.get("bindings").and_then(Value::as_array).into_iter().flatten();
    let mut found = Vec::new();
    for binding in bindings {
        let members = binding.get("members").and_then(Value::as_array).into_iter().flatten();
        let role = binding.get("role").and_then(Value::as_str).unwrap_or_default();
        let condition = binding.get("condition").filter(|condition| !condition.is_null());
        let expression = |condition: &Value| condition.get("expression").and_then(Value::as_str).map(str::to_owned);
        let condition = condition.map(|condition| expression(condition).unwrap_or_default());
        let members = members.filter_map(Value::as_str).filter(|member| !member.is_empty());
        found.extend(members.map(|member| Binding {
            role: Some(role.to_owned()),
            member: member.to_owned(),
            condition: condition.clone(),
        }));
    }
    found
}

/// The bindings by the blocks that such a document is written from; `None` when it is unknown which there are.
fn of_blocks(root: Attr<'_, '_>) -> Option<Vec<Binding>> {
    let blocks = root.get(BLOCK);
    if blocks.is_unknown() {
        return None;
    }
    let mut found = Vec::new();
    for block in blocks.items() {
        let members = block.get("members");
        let items: Vec<_> = members.items().collect();
        // Of a list that is unknown as a whole, somebody is a member.
        let each = if members.is_unknown() { vec![members] } else { items };
        let (role, condition) = (block.get("role").compared_text(), condition(block));
        found.extend(each.into_iter().map(|member| Binding {
            role: role.clone(),
            member: member.compared_text().unwrap_or_default(),
            condition: condition.clone(),
        }));
    }
    Some(found)
}

/// The condition of a binding that is written in blocks, if it has one. One that is unknown yet is another one.
fn condition(binding: Attr<'_, '_>) -> Option<String> {
    let conditions = binding.at_path("condition[]");
    let expression = |condition: &Attr<'_, '_>| condition.get("expression").compared_text().unwrap_or_default();
    conditions.first().map(expression)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roles_that_rule_are_found_in_documents() {
        for (text, count, why) in [
            (
                r#"{"bindings":[{"role":"roles/owner","members":["user:a","user:b"]}]}"#,
                2,
                "two owners",
            ),
            (
                r#"{"bindings":[{"role":"roles/viewer","members":["user:a"]}]}"#,
                0,
                "who may only look",
            ),
            (
                r#"{"bindings":[{"role":"roles/owner","members":["user:a"],"condition":{"expression":"x"}}]}"#,
                1,
                "under a condition",
            ),
            (
                r#"{"bindings":[{"role":"roles/owner","members":["user:a"],"condition":null}]}"#,
                1,
                "under none",
            ),
            (r#"{"bindings":[{"role":"roles/owner","members":[]}]}"#, 0, "nobody"),
            (r#"{"bindings":7}"#, 0, "no bindings"),
            ("", 0, "nothing"),
        ] {
            assert_eq!(ruling(Some(of_text(text))).len(), count, "{why}");
        }
    }

    #[test]
    fn documents_of_bindings_are_counted() {
        for (text, count, why) in [
            (
                r#"{"bindings":[{"role":"r","members":["allUsers","user:a"]}]}"#,
                1,
                "everybody",
            ),
            (
                r#"{"bindings":[{"members":["allUsers"]},{"members":["allAuthenticatedUsers"]}]}"#,
                2,
                "two",
            ),
            (r#"{"bindings":[{"members":["user:allUsers"]}]}"#, 0, "another name"),
            (r#"{"bindings":[{"members":"allUsers"},7,null]}"#, 0, "no lists"),
            (r#"{"bindings":7}"#, 0, "no bindings"),
            ("", 0, "nothing"),
        ] {
            let bindings = of_text(text).into_iter();
            let open = bindings.filter(|binding| is_everybody(&binding.member)).count();
            assert_eq!(open, count, "{why}");
        }
    }
}
