//! Google's bindings: roles that go to everybody.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::facts::attr::Attr;
use crate::facts::{OriginKind, Truth};
use crate::lint::{ChangeView, Context};
use crate::rules::data::exposure::{Shape, table};

use super::is_secret;
use super::opening::{Opening, Since};
use super::waiting::{Written, origins, written};

/// Asks a binding, or a document of bindings.
pub(super) fn look(
    context: &Context<'_, '_>,
    view: &ChangeView<'_, '_>,
    shape: &Shape,
    words: &str,
    openings: &mut Vec<Opening>,
) {
    let after = everybody(shape, view.after());
    let path = shape
        .members
        .as_deref()
        .or(shape.document.as_deref())
        .unwrap_or_default();
    let path = path.replace("[]", "");
    let unknown = match after.unknown {
        // An identity that is made in this plan is one, and not everybody.
        0 => 0,
        unknown => {
            let origins = origins(context, view.change, &path);
            let made = !origins.is_empty() && origins.iter().all(|origin| origin.kind == OriginKind::Resource);
            let harmless = (shape.members.is_some() && made) || written(context, view.change, &path) == Written::No;
            if harmless { 0 } else { unknown }
        }
    };
    let before = everybody(shape, view.before());
    let role = shape.role.as_deref().map(|path| view.after().get(path));
    // The same members in another role get what they did not have.
    let before_role = shape.role.as_deref().map(|path| view.before().get(path));
    let is_other = matches!((role, before_role), (Some(is), Some(was)) if !is.equals(was).is_true());
    let before = if is_other { 0 } else { before.open };
    let Some(since) = Since::of(after.open, unknown, before) else {
        return;
    };
    let says = match (since, role) {
        (Since::Unknown, _) => path,
        (_, Some(role)) if !is_secret(context, role) => super::text(role).unwrap_or(path),
        _ => path,
    };
    openings.push(Opening {
        since,
        says,
        path: shape
            .members
            .clone()
            .or_else(|| shape.document.clone())
            .unwrap_or_default(),
        words: words.to_owned(),
        at_most: None,
    });
}

/// How many members are everybody, and how many may be.
#[derive(Default)]
struct Members {
    open: usize,
    unknown: usize,
}

fn everybody(shape: &Shape, root: Attr<'_, '_>) -> Members {
    let mut members = Members::default();
    let mut count = |truth: Truth| match truth {
        Truth::True => members.open += 1,
        Truth::Unknown => members.unknown += 1,
        Truth::False => {}
    };
    if let Some(path) = &shape.members {
        for member in root.at_path(path) {
            count(member.text_is(is_everybody));
        }
    }
    if let Some(path) = &shape.document {
        let document = root.get(path);
        if document.is_unknown() {
            count(Truth::Unknown);
        }
        let open = super::text(document).map_or(0, |text| bindings(&text));
        (0..open).for_each(|_| count(Truth::True));
    }
    members
}

/// Who is given a role in a document that rules over everything.
pub(super) fn rulers(context: &Context<'_, '_>, view: &ChangeView<'_, '_>) -> Option<Opening> {
    const PATH: &str = "policy_data";
    let of = |root: Attr<'_, '_>| {
        super::text(root.get(PATH))
            .map(|text| ruling(&text))
            .unwrap_or_default()
    };
    let (after, before) = (of(view.after()), of(view.before()));
    let fresh = after.iter().find(|pair| !before.contains(*pair));
    let (since, (role, _)) = match fresh {
        Some(pair) => (Since::Now, pair),
        None => (Since::Before, after.first()?),
    };
    Some(Opening {
        since,
        // The role is read out of the text, and is as sensitive.
        says: if is_secret(context, view.after().get(PATH)) {
            format!("{PATH} (sensitive value)")
        } else {
            role.clone()
        },
        path: PATH.to_owned(),
        words: "the role rules over everything below".to_owned(),
        at_most: None,
    })
}

/// Each role of a document that rules over everything, with each of its members. One under a condition does not.
fn ruling(text: &str) -> BTreeSet<(String, String)> {
    let document: Value = serde_json::from_str(text).unwrap_or_default();
    let bindings = document.get("bindings").and_then(Value::as_array).into_iter().flatten();
    let bindings = bindings.filter(|binding| binding.get("condition").is_none_or(Value::is_null));
    let mut pairs = BTreeSet::new();
    for binding in bindings {
        let role = binding.get("role").and_then(Value::as_str).unwrap_or_default();
        if !table().grant.ruling.iter().any(|one| one == role) {
            continue;
        }
        let members = binding.get("members").and_then(Value::as_array).into_iter().flatten();
        let members = members.filter_map(Value::as_str);
        pairs.extend(members.map(|member| (role.to_owned(), member.to_owned())));
    }
    pairs
}

fn is_everybody(member: &str) -> bool {
    table().grant.principals.iter().any(|principal| principal == member)
}

/// How many members of a document of bindings are everybody; none when it cannot be read.
fn bindings(text: &str) -> usize {
    let document: Value = serde_json::from_str(text).unwrap_or_default();
    let bindings = document.get("bindings").and_then(Value::as_array).into_iter().flatten();
    bindings
        .filter_map(|binding| binding.get("members").and_then(Value::as_array))
        .flatten()
        .filter(|member| member.as_str().is_some_and(is_everybody))
        .count()
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
                0,
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
            assert_eq!(ruling(text).len(), count, "{why}");
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
            assert_eq!(bindings(text), count, "{why}");
        }
    }
}
