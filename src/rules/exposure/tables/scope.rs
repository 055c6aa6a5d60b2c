//! What an opening applies to: where that is something else than before, nothing of it was open before.

use std::borrow::Cow;
use std::collections::BTreeSet;

use crate::facts::attr::Attr;
use crate::facts::{Fate, Truth};
use crate::json::Kind;
use crate::lint::{ChangeView, Context};
use crate::rules::data::exposure::table;

use super::known_values::KnownValues;
use super::pattern::{Budget, Names};
use super::setting::is_world;
use super::waiting::{Written, written};

/// Whether a change leaves what an opening applies to as it was.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Scope {
    /// Nothing that was not meant before.
    Same,
    /// Something else, or more: the path that says so.
    Other(String),
    /// What stands at the path is known after apply.
    Unknown(String),
}

impl Scope {
    /// Asks every path but that of an attribute of which it is known already that it means no more than before.
    pub(super) fn of(context: &Context<'_, '_>, view: &ChangeView<'_, '_>, but: Option<&str>) -> Self {
        if !view.existed() {
            return Self::Same;
        }
        let scope = &table().scope;
        for path in &scope.left_out {
            if view.may_differ(path) && still_left_out(view.after(), view.before(), path) == Truth::False {
                return Self::Other(path.clone());
            }
        }
        let mut found = Self::Same;
        let listed = scope.paths.iter().map(|path| (Cow::Borrowed(path.as_str()), true));
        let others = matches!(view.change.fate, Fate::Replace(_)).then(|| of_another(view));
        let others = others.into_iter().flatten().map(|name| (name, false));
        for (path, is_listed) in listed.chain(others) {
            if but == Some(&*path) || !view.may_differ(&path) {
                continue;
            }
            match is_within(view.after(), view.before(), view.change.type_name(), &path) {
                Truth::True => {}
                Truth::False => return Self::Other(path.into_owned()),
                Truth::Unknown => match written(context, view.change, &path) {
                    // What nobody wrote belongs to the object, and is no choice.
                    Written::No => {}
                    // Any text may be what the provider gives to the object.
                    Written::Maybe if !is_listed && !forces(view, &path) => {}
                    _ => found = Self::Unknown(path.into_owned()),
                },
            }
        }
        found
    }
}

/// The attributes, beside those that the tables ask for, by which an object may name what it gives access to: all that
/// are texts, since providers call them by any name.
pub(super) fn of_another<'v>(view: &'v ChangeView<'_, '_>) -> Vec<Cow<'v, str>> {
    let (table, type_name) = (table(), view.change.type_name());
    if !table.scope.is_about_another(type_name) {
        return Vec::new();
    }
    let names = [view.before(), view.after()].into_iter().flat_map(Attr::entries);
    let may_name = |name: &str, attr: Attr<'_, '_>| match attr.kind() {
        Some(Kind::String) => true,
        // Some clouds count what they have.
        Some(Kind::Number) => name.ends_with("_id"),
        Some(Kind::Array) => attr.items().all(|item| item.kind() == Some(Kind::String)),
        _ => false,
    };
    let names = names.filter(|(name, attr)| {
        may_name(name, *attr) && !table.scope.is_own(type_name, name) && !table.asks_for(type_name, name)
    });
    let names: BTreeSet<_> = names.map(|(name, _)| name).collect();
    names.into_iter().collect()
}

/// Whether the attribute is one for which the object must be replaced.
fn forces(view: &ChangeView<'_, '_>, name: &str) -> bool {
    let paths = view.change.forcing_paths();
    paths.iter().any(|path| path.split(['.', '[']).next() == Some(name))
}

/// Whether all that stands at the path now stood there before. Where nothing stood, something now makes it narrower;
/// where nothing stands any more, it is wider.
pub(super) fn is_within(after: Attr<'_, '_>, before: Attr<'_, '_>, type_name: &str, path: &str) -> Truth {
    let (after, before) = (values(after, path), values(before, path));
    if before.is_empty() {
        return Truth::True;
    }
    if after.is_empty() {
        return Truth::False;
    }
    // All that there is holds whatever is named now.
    let is_all = |attr: &Attr<'_, '_>| attr.text_is(|text| text == "*" || is_world(text)).is_true();
    if before.iter().any(is_all) {
        return Truth::True;
    }
    let held = KnownValues::at(before, type_name, path);
    Truth::all(after.into_iter().map(|now| held.has(now)))
}

/// Whether all that was left out before is left out still, by the same name or a wider one.
fn still_left_out(after: Attr<'_, '_>, before: Attr<'_, '_>, path: &str) -> Truth {
    let (after, before) = (values(after, path), values(before, path));
    let is_unknown = after.iter().any(|now| now.is_unknown());
    let after: Vec<String> = after.into_iter().filter_map(Attr::compared_text).collect();
    let (names, mut budget) = (Names::of(&after), Budget::default());
    let each = before
        .into_iter()
        .filter_map(Attr::compared_text)
        .map(|then| Truth::from(names.cover(&then, &mut budget)).or(Truth::unknown_if(is_unknown)));
    Truth::all(each)
}

/// The values at a path; of a list its elements.
fn values<'d, 'a>(root: Attr<'d, 'a>, path: &str) -> Vec<Attr<'d, 'a>> {
    let at = root.at_path(path).into_iter();
    let single = at.flat_map(|attr| match attr.kind() {
        Some(Kind::Array) => attr.items().collect(),
        _ => vec![attr],
    });
    let is_nothing = |attr: Attr<'_, '_>| attr.is_unset() || attr.equals_text("").is_true();
    single.filter(|attr| !is_nothing(*attr)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::attr::Object;

    #[test]
    fn what_is_left_out_stays_so() {
        for (before, after, wanted, why) in [
            (r#"["a"]"#, r#"["a"]"#, Truth::True, "the same"),
            (r#"["a"]"#, r#"["a","b"]"#, Truth::True, "more"),
            (r#"["a","b"]"#, r#"["a"]"#, Truth::False, "less"),
            (r#"["a"]"#, "[]", Truth::False, "nothing any more"),
            ("[]", r#"["a"]"#, Truth::True, "nothing before"),
            (r#"["a/b"]"#, r#"["a/*"]"#, Truth::True, "by a wider name"),
        ] {
            let [before, after] = [before, after].map(|list| format!(r#"{{"x":{list}}}"#));
            let before = Object::read(Some(serde_json::from_str(&before).unwrap()), None, []).unwrap();
            let after = Object::read(Some(serde_json::from_str(&after).unwrap()), None, []).unwrap();
            assert_eq!(still_left_out(after.root(), before.root(), "x"), wanted, "{why}");
        }
    }

    #[test]
    fn what_is_added_or_left_out_is_another_scope() {
        for (before, after, unknown, within, why) in [
            (r#"{"a":"x"}"#, r#"{"a":"x"}"#, "{}", Truth::True, "the same"),
            (r#"{"a":"x"}"#, r#"{"a":"y"}"#, "{}", Truth::False, "another"),
            (r#"{"a":"x"}"#, "{}", r#"{"a":true}"#, Truth::Unknown, "not known yet"),
            (r#"{"a":["x","y"]}"#, r#"{"a":["y"]}"#, "{}", Truth::True, "less"),
            (r#"{"a":["x"]}"#, r#"{"a":["x","y"]}"#, "{}", Truth::False, "more"),
            (r#"{"a":["x"]}"#, r#"{"a":[]}"#, "{}", Truth::False, "no limit any more"),
            (r#"{"a":["x"]}"#, r#"{"a":null}"#, "{}", Truth::False, "none either"),
            (
                r#"{"a":[]}"#,
                r#"{"a":["x"]}"#,
                "{}",
                Truth::True,
                "a limit that was none",
            ),
            (r#"{"a":null}"#, r#"{"a":"x"}"#, "{}", Truth::True, "said at last"),
            (r#"{"a":"*"}"#, r#"{"a":"x"}"#, "{}", Truth::True, "one of all"),
            (r#"{"a":"x"}"#, r#"{"a":"*"}"#, "{}", Truth::False, "all instead of one"),
            (
                r#"{"a":["0.0.0.0/0"]}"#,
                r#"{"a":["10.0.0.0/8"]}"#,
                "{}",
                Truth::True,
                "a part of the world",
            ),
        ] {
            let read = |text| serde_json::from_str(text).unwrap();
            let object = |text, unknown| Object::read(Some(read(text)), Some(read(unknown)), []).unwrap();
            let (before, after) = (object(before, "{}"), object(after, unknown));
            assert_eq!(is_within(after.root(), before.root(), "x_y", "a"), within, "{why}");
        }
    }
}
