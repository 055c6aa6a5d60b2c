//! `.terraform/modules/modules.json`: where the modules that a root module calls were installed.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use crate::order;

/// What `init` has installed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ModulesManifest {
    /// The directories by the names of the calls that lead to each, with dots between them; empty for the root module.
    directories: BTreeMap<String, String>,
}

impl ModulesManifest {
    /// Reads the file as the engines do: in any case of names, where what is not there is empty, and so is a file
    /// without a byte. `None` when it is no such list, or has two records of one call, which they refuse.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        if text.is_empty() {
            return Some(Self::default());
        }
        let file: Option<Map<String, Value>> = serde_json::from_str(text).ok()?;
        let entries = match file.as_ref().and_then(|file| member(file, "Modules")) {
            None | Some(Value::Null) => return Some(Self::default()),
            Some(Value::Array(entries)) => entries,
            Some(_) => return None,
        };
        let directory = |entry: &Value| {
            if entry.is_null() {
                return Some(<(String, String)>::default());
            }
            let entry = entry.as_object()?;
            let (_, version) = (text_of(entry, "Source")?, text_of(entry, "Version")?);
            let is_known = version.is_empty() || is_version(&version);
            is_known.then_some((text_of(entry, "Key")?, text_of(entry, "Dir")?))
        };
        let directories = entries.iter().map(directory).collect::<Option<Vec<_>>>()?;
        let directories = order::map(directories);
        (directories.len() == entries.len()).then_some(Self { directories })
    }

    /// The directories by call, as `network.subnets`, relative to that of the root module.
    #[must_use]
    pub const fn directories(&self) -> &BTreeMap<String, String> {
        &self.directories
    }
}

/// The member of that name, in any case; the last one, as it is read over those before.
fn member<'m>(object: &'m Map<String, Value>, name: &str) -> Option<&'m Value> {
    let mut members = object.iter().filter(|(key, _)| key.eq_ignore_ascii_case(name));
    members.next_back().map(|(_, value)| value)
}

/// A text, empty where there is none; `None` where something else stands.
fn text_of(object: &Map<String, Value>, name: &str) -> Option<String> {
    match member(object, name) {
        None | Some(Value::Null) => Some(String::new()),
        Some(Value::String(text)) => Some(text.clone()),
        Some(_) => None,
    }
}

/// Whether a text is a version as go-version reads it: numbers with dots between them, and perhaps what follows them.
fn is_version(text: &str) -> bool {
    let (text, build) = text
        .split_once('+')
        .map_or((text, None), |(text, build)| (text, Some(build)));
    let are_names = |text: &str| {
        let is_part = |letter: char| letter.is_ascii_alphanumeric() || "-~".contains(letter);
        text.split('.')
            .all(|name| !name.is_empty() && name.chars().all(is_part))
    };
    let text = text.strip_prefix('v').unwrap_or(text);
    let end = text.find(|letter: char| !letter.is_ascii_digit() && letter != '.');
    let (numbers, suffix) = text.split_at(end.unwrap_or(text.len()));
    numbers.split('.').all(|number| number.parse::<i64>().is_ok())
        && (suffix.is_empty() || are_names(suffix))
        && build.is_none_or(are_names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_lead_to_directories() {
        let text = r#"{"Modules":[
            {"Key":"","Source":"","Dir":"."},
            {"Key":"m","Source":"./m","Dir":"m"},
            {"Key":"m.child","Source":"a/b/c","Version":"1.0.0","Dir":".terraform/modules/m.child"}
        ]}"#;
        let manifest = ModulesManifest::read(text).unwrap();
        let directories = manifest.directories();
        assert_eq!(directories["m.child"], ".terraform/modules/m.child");
        assert_eq!(directories.len(), 3);
        for (text, why) in [
            ("[1", "no JSON"),
            (r#"{"Modules":{}}"#, "no list"),
            (r#"{"Modules":[{"Key":1}]}"#, "no text"),
            (r#"{"Modules":[{"Version":1}]}"#, "no text where nobody looks"),
            (
                r#"{"Modules":[{"Key":"m","Dir":"a"},{"Key":"m","Dir":"a"}]}"#,
                "two records of one call",
            ),
            (r#"{"Modules":[null,{}]}"#, "two of the root module"),
            ("[]", "a list of another kind"),
        ] {
            assert_eq!(ModulesManifest::read(text), None, "{why}");
        }
        for (text, why) in [
            (r#"{"Modules":[null]}"#, "nothing"),
            (r#"{"Modules":[{}]}"#, "or of nothing"),
        ] {
            let nothing = ModulesManifest::read(text).unwrap();
            assert_eq!(nothing.directories().len(), 1, "an entry that is {why}");
        }
        let twice = ModulesManifest::read(r#"{"modules":[{"key":"m","Dir":"a","Dir":"b"}]}"#).unwrap();
        assert_eq!(twice.directories()["m"], "b", "in any case, and the last one");
        for text in ["", "{}", "null", r#"{"Modules":null}"#] {
            let empty = ModulesManifest::read(text).unwrap();
            assert!(empty.directories().is_empty(), "{text}: as the engines read it");
        }
    }
    #[test]
    fn versions_are_read_as_the_engines_read_them() {
        for (version, ok) in [
            ("", true),
            ("1", true),
            ("v1.0.0", true),
            ("1.0.0.0", true),
            ("1.0.0-beta.1", true),
            ("1.0beta", true),
            ("1.0.0+build.7", true),
            ("junk", false),
            ("V1.0.0", false),
            (" 1.0", false),
            ("1..0", false),
            ("1.0.", false),
            ("1.0.0-beta..1", false),
            ("1.0.0+", false),
            ("99999999999999999999", false),
        ] {
            let text = format!(r#"{{"Modules":[{{"Key":"m","Version":"{version}","Dir":"m"}}]}}"#);
            assert_eq!(ModulesManifest::read(&text).is_some(), ok, "{version}");
        }
    }
}
