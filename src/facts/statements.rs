//! What a document says of each thing in it, in a form in which two documents can be compared.

use std::collections::BTreeMap;
use std::fmt::{self, Write};
use std::sync::Arc;

use crate::json::{Kind, ReadError};
use crate::tofu::Raw;

use super::actions::Action;
use super::attr::{Attr, Object};
use super::change::{Fate, ResourceChange};
use super::marks::Marks;
use super::outputs::OutputChange;
use super::truth::Truth;
use super::{Facts, StateObject};

/// What becomes of a resource, an output or an action in a plan; or what a state has.
///
/// The order of lists, times and versions of engines are no part of it, nor is what stays as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Statement {
    /// The address; of a deposed object with its key.
    pub about: String,
    /// What happens to it, in words: `update`, `replace (create, delete)`, `move from a.b`; `exists` in a state.
    pub does: String,
    /// The values that change, or in a state all, by attribute; of maps by element.
    pub values: BTreeMap<String, Value>,
}

/// A value, or one before a change and one after it.
#[derive(Clone)]
pub struct Value {
    /// For comparing: one text for one value, however it is written.
    canonical: String,
    /// For people, and still to be redacted: `"a" → "b"`.
    pub shown: String,
}

impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        self.canonical == other.canonical
    }
}

impl Eq for Value {}

/// It may be a secret.
impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Value")
    }
}

/// What is done with sensitive values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sensitive {
    /// They are compared; what comes of it must not leave the program.
    Compared,
    /// They are left out: only that there is one, and that it changes, counts.
    LeftOut,
}

impl Facts<'_> {
    /// What the document says, in the order of addresses, then outputs and actions.
    ///
    /// # Errors
    ///
    /// Text that the decoder let through unread and that is nested too deep.
    pub fn statements(&self, sensitive: Sensitive) -> Result<Vec<Statement>, ReadError> {
        let mut all = Vec::new();
        for change in self.changes.iter().filter(|change| change.is_change()) {
            all.push(of_change(change, "", sensitive)?);
        }
        for deferred in &self.deferred {
            all.push(of_change(&deferred.change, "deferred: ", sensitive)?);
        }
        if self.is_refresh_only() {
            for drift in &self.drift {
                all.push(of_change(&drift.change, "refresh: ", sensitive)?);
            }
        }
        if self.plan().is_none() {
            for object in self.objects() {
                all.push(of_object(object, sensitive)?);
            }
        }
        for output in self.outputs.iter().filter(|output| output.is_change()) {
            all.push(of_output(output, sensitive)?);
        }
        for output in self.state_output_values() {
            let object = whole(output.value, output.sensitive)?;
            all.push(Statement {
                about: format!("output.{}", output.name),
                does: "exists".to_owned(),
                values: BTreeMap::from([("value".to_owned(), Value::of(None, object.root(), sensitive))]),
            });
        }
        for action in self.actions() {
            all.push(of_action(&action, sensitive)?);
        }
        Ok(all)
    }
}

fn of_change(change: &ResourceChange<'_>, prefix: &str, sensitive: Sensitive) -> Result<Statement, ReadError> {
    let list = || {
        let words = change.wire.change.actions.words();
        words.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
    };
    // Writing to a string does not fail.
    let mut does = match change.fate {
        Fate::Replace(_) | Fate::Unrecognized => format!("{prefix}{} ({})", change.fate.word(), list()),
        fate => format!("{prefix}{}", fate.word()),
    };
    if let Some(previous) = change.moved_from {
        let _ = write!(does, " from {previous}");
    }
    if change.wire.change.importing.is_some() && change.fate != Fate::Import {
        does.push_str(" after import");
    }
    if let Some(id) = change.import_id() {
        let _ = write!(does, " of {id}");
    } else if change
        .wire
        .change
        .importing
        .as_ref()
        .is_some_and(|importing| importing.unknown)
    {
        does.push_str(" of what is not known yet");
    }
    let (before, after) = match change.differing() {
        Some(differing) => change.members(differing)?,
        None => (change.before()?, change.after()?),
    };
    let goes = matches!(change.fate, Fate::Delete | Fate::Forget);
    let mut values = if goes {
        BTreeMap::new()
    } else {
        changed(before.root(), after.root(), sensitive)
    };
    values.extend(provider(change.wire.provider_name.as_deref()));
    let identity = change.import_identity()?;
    if !identity.root().is_unset() {
        let value = Value::of(None, identity.root(), sensitive);
        values.insert("(import identity)".to_owned(), value);
    }
    Ok(Statement {
        about: about(&change.address, change.wire.deposed.as_deref()),
        does,
        values,
    })
}

fn of_action(action: &Action<'_>, sensitive: Sensitive) -> Result<Statement, ReadError> {
    let deferred = if action.deferred.is_some() { "deferred: " } else { "" };
    let wire = action.wire;
    let configuration = Object::read(wire.config_values, wire.config_unknown, wire.config_sensitive)?;
    // What is not known stands in no value.
    let nothing = Object::default();
    let mut values = changed(nothing.root(), configuration.root(), sensitive);
    values.extend(provider(wire.provider_name.as_deref()));
    Ok(Statement {
        about: action.address().to_owned(),
        does: format!("{deferred}invoke, {}", action.trigger()),
        values,
    })
}

/// Which provider does it. The registries of the engines have the same providers under the same names.
fn provider(source: Option<&str>) -> Option<(String, Value)> {
    let source = source?;
    let hosts = ["registry.opentofu.org/", "registry.terraform.io/"];
    let name = hosts
        .iter()
        .find_map(|host| source.strip_prefix(host))
        .unwrap_or(source);
    let value = Value {
        canonical: name.to_owned(),
        shown: name.to_owned(),
    };
    Some(("(provider)".to_owned(), value))
}

fn of_object(object: &StateObject<'_>, sensitive: Sensitive) -> Result<Statement, ReadError> {
    let values = object.read()?;
    let members = values.root().entries();
    Ok(Statement {
        about: about(&object.address, object.deposed),
        does: if object.tainted { "exists, tainted" } else { "exists" }.to_owned(),
        values: members
            .filter(|(_, value)| !value.is_unset())
            .map(|(name, value)| (name.into_owned(), Value::of(None, value, sensitive)))
            .collect(),
    })
}

fn of_output(output: &OutputChange<'_>, sensitive: Sensitive) -> Result<Statement, ReadError> {
    let before = whole(output.wire.before, output.sensitive)?;
    let marks = if output.sensitive { Marks::On } else { Marks::Off };
    let after = Object::marked(output.wire.after, output.wire.after_unknown, Some(&Arc::new(marks)))?;
    Ok(Statement {
        about: format!("output.{}", output.name),
        does: output
            .wire
            .actions
            .words()
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
            .join(", "),
        values: BTreeMap::from([(
            "value".to_owned(),
            Value::of(Some(before.root()), after.root(), sensitive),
        )]),
    })
}

/// A value that is sensitive as a whole or not at all.
fn whole(value: Option<Raw<'_>>, sensitive: bool) -> Result<Object<'_>, ReadError> {
    let marks = if sensitive { Marks::On } else { Marks::Off };
    Object::marked(value, None, Some(&Arc::new(marks)))
}

fn about(address: &str, deposed: Option<&str>) -> String {
    deposed.map_or_else(|| address.to_owned(), |key| format!("{address} (deposed {key})"))
}

/// The values that differ, by attribute; of maps by element.
fn changed(before: Attr<'_, '_>, after: Attr<'_, '_>, sensitive: Sensitive) -> BTreeMap<String, Value> {
    let is_open = |attr: Attr<'_, '_>| attr.kind() == Some(Kind::Object) && !attr.is_sensitive();
    let mut values = BTreeMap::new();
    for (name, one, two) in before.beside(after) {
        if one.equals(two) == Truth::True {
            continue;
        }
        if is_open(one) && is_open(two) {
            let members = one.beside(two).filter(|(_, one, two)| one.equals(*two) != Truth::True);
            values
                .extend(members.map(|(key, one, two)| (format!("{name}.{key}"), Value::of(Some(one), two, sensitive))));
        } else {
            values.insert(name.into_owned(), Value::of(Some(one), two, sensitive));
        }
    }
    values
}

impl Value {
    /// One text for one value. It may be a secret, and is for hashing alone.
    pub(super) fn canonical(&self) -> &str {
        &self.canonical
    }

    fn of(before: Option<Attr<'_, '_>>, after: Attr<'_, '_>, sensitive: Sensitive) -> Self {
        let mut canonical = String::new();
        if let Some(before) = before {
            write_canonical(before, sensitive, &mut canonical);
            canonical.push('>');
        }
        write_canonical(after, sensitive, &mut canonical);
        let shown = match before.filter(|before| !before.is_unset()) {
            Some(before) => format!("{} → {}", before.brief(), after.brief()),
            None => after.brief(),
        };
        Self { canonical, shown }
    }
}

/// One text for one value: names in order, numbers by value, nothing for what is not set.
fn write_canonical(attr: Attr<'_, '_>, sensitive: Sensitive, out: &mut String) {
    if attr.is_unknown() {
        out.push('?');
    } else if attr.is_unset() {
        out.push_str("null");
    } else if attr.is_sensitive() && sensitive == Sensitive::LeftOut {
        out.push('*');
    } else {
        match attr.kind() {
            Some(Kind::Array) => {
                out.push('[');
                for item in attr.items() {
                    write_canonical(item, sensitive, out);
                    out.push(',');
                }
                out.push(']');
            }
            Some(Kind::Object) => {
                let mut members: Vec<_> = attr.entries().filter(|(_, member)| !member.is_unset()).collect();
                members.sort_by(|(one, _), (two, _)| one.cmp(two));
                out.push('{');
                for (name, member) in members {
                    write_text(&name, out);
                    write_canonical(member, sensitive, out);
                    out.push(',');
                }
                out.push('}');
            }
            _ => write_leaf(attr, out),
        }
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "compared and hashed, never shown; a sensitive value gets here only to be compared"
)]
fn write_leaf(attr: Attr<'_, '_>, out: &mut String) {
    let Some(node) = attr.reveal() else {
        return;
    };
    if let Some(text) = node.as_str() {
        write_text(&text, out);
    } else if let Some(number) = node.as_number() {
        out.push_str(&number.canonical());
    } else {
        out.push_str(node.text());
    }
}

/// The length says where the text ends, so that no text looks like two.
fn write_text(text: &str, out: &mut String) {
    // Writing to a string does not fail.
    let _ = write!(out, "\"{}:{text}", text.len());
}
