//! Settings that are written as pairs of a name and a value, as objects and in JSON texts.

use serde::Deserialize;
use serde_json::Value;

use super::secret_names::Naming;
use super::secrets::SecretShapes;
use crate::facts::attr::Attr;

/// How deep texts of JSON in texts of JSON are read.
const DEEPEST: usize = 3;

/// How settings are written as pairs of a name and a value.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Pairs {
    names: Vec<String>,
    pub(super) values: Vec<String>,
    kinds: Vec<String>,
    places: Vec<String>,
}

/// What the members of an object say about the value among them.
pub(in crate::rules) struct Pair {
    naming: Naming,
    is_elsewhere: bool,
}

impl Default for Pair {
    fn default() -> Self {
        Self {
            naming: Naming::Other,
            is_elsewhere: false,
        }
    }
}

impl Pair {
    /// What the name tells about the value.
    fn naming(&self) -> Naming {
        if self.is_elsewhere { Naming::Other } else { self.naming }
    }
}

impl SecretShapes {
    /// Whether objects with a member of that name may be pairs of a name and a value.
    pub(in crate::rules) fn is_value_of_pair(&self, key: &str) -> bool {
        let ends_so = |ending: &[u8; 3]| self.may_end(*ending);
        key.as_bytes().last_chunk().is_some_and(ends_so)
            && self.pairs.values.iter().any(|value| value.eq_ignore_ascii_case(key))
    }

    /// Whether a member of that name says what the value beside it is called.
    pub(in crate::rules) fn is_name_of_pair(&self, key: &str) -> bool {
        self.pairs.names.iter().any(|name| name.eq_ignore_ascii_case(key))
    }

    /// Takes from a member of an object what it says about the value beside it.
    pub(in crate::rules) fn look_at_member(&self, pair: &mut Pair, key: &str, text: &str) {
        let is_in = |list: &[String]| list.iter().any(|one| one.eq_ignore_ascii_case(key));
        if self.is_name_of_pair(key) {
            // Names of parameters and of settings are paths: `/prod/db/password`, `auth.password`.
            let name = text.rsplit(['/', '.', ':']).next().unwrap_or_default();
            pair.naming = self.naming(name);
        }
        pair.is_elsewhere |=
            is_in(&self.pairs.kinds) && self.pairs.places.iter().any(|place| place.eq_ignore_ascii_case(text));
    }

    /// What the members of an object say about the value among them, if there is one.
    pub(in crate::rules) fn pair(&self, object: Attr<'_, '_>) -> Pair {
        let mut pair = Pair::default();
        if object.entries().any(|(key, _)| self.is_value_of_pair(&key)) {
            for (key, below) in object.entries() {
                if let Some(text) = below.compared_text() {
                    self.look_at_member(&mut pair, &key, &text);
                }
            }
        }
        pair
    }

    /// What is told about a member of an object with such a pair.
    pub(in crate::rules) fn naming_in(&self, pair: &Pair, key: &str) -> Naming {
        self.naming_or(pair, key, || self.naming(key))
    }

    /// The same, where a member's own name tells something else than elsewhere.
    pub(in crate::rules) fn naming_or(&self, pair: &Pair, key: &str, own: impl FnOnce() -> Naming) -> Naming {
        match pair.naming() {
            naming if naming != Naming::Other && self.is_value_of_pair(key) => naming,
            _ => own(),
        }
    }

    /// Whether a JSON text among the texts of a document may have a name that is a secret's, or of the value in a pair;
    /// a quick look that says no for certain. `document` is as it is written, so that the quotes of such a text are
    /// escaped.
    pub(in crate::rules) fn may_name_secret_in_text(&self, document: &str) -> bool {
        let bytes = document.as_bytes();
        let names = |at: usize| {
            let (before, after) = (bytes.get(..at), bytes.get(at + 2..));
            let (mut before, mut after) = (before.unwrap_or_default(), after.unwrap_or_default());
            while let [rest @ .., b'\\'] = before {
                before = rest;
            }
            // Between a name and its sign may stand line breaks, which are escaped as well.
            while let [b' ', rest @ ..] | [b'\\', b'n' | b'r' | b't', rest @ ..] = after {
                after = rest;
            }
            after.first() == Some(&b':') && before.last_chunk().is_some_and(|ending| self.may_end(*ending))
        };
        // Escape by escape: a name in such a text may be written with escapes of its own.
        let mut from = 0;
        while let Some(next) = bytes.get(from..).and_then(|rest| memchr::memchr(b'\\', rest)) {
            let at = from + next;
            match bytes.get(at + 1..) {
                Some([b'"', ..]) if names(at) => return true,
                Some([b'\\', b'u', ..]) => return true,
                _ => from = at + 2,
            }
        }
        false
    }

    /// Whether a JSON text may have a name that is a secret's, or of the value in a pair; a quick look that says no for
    /// certain.
    fn may_name_secret(&self, json: &str) -> bool {
        let bytes = json.as_bytes();
        // A name in which the last letters are written as escapes shows nothing.
        let mut quotes = memchr::memchr2_iter(b'"', b'\\', bytes);
        quotes.any(|at| {
            let (before, after) = (bytes.get(..at), bytes.get(at + 1..));
            let (mut before, after) = (before.unwrap_or_default(), after.unwrap_or_default());
            if bytes.get(at) == Some(&b'\\') {
                return after.first() == Some(&b'u');
            }
            // Inside of a text of JSON a quote stands behind its escape.
            while let [rest @ .., b'\\'] = before {
                before = rest;
            }
            let names = after.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b':');
            names && before.last_chunk().is_some_and(|ending| self.may_end(*ending))
        })
    }

    /// Whether a JSON text gives a secret to a name: under it, beside it as `name` and `value`, or behind it in a list
    /// of arguments.
    pub(in crate::rules) fn is_json_with_secret(&self, text: &str) -> bool {
        let may_give = || self.may_name_secret(text) || text.contains("\"-") || self.may_assign(text);
        if !text.trim_start().starts_with(['[', '{']) || !may_give() {
            return false;
        }
        // The reader has a limit of depth, so that no text can exhaust the stack.
        let mut open: Vec<(Value, usize)> = serde_json::from_str(text)
            .map(|value| (value, DEEPEST))
            .into_iter()
            .collect();
        while let Some((value, depth)) = open.pop() {
            match value {
                Value::Array(items) => {
                    let texts = items.iter().map(|item| item.as_str().unwrap_or_default());
                    let mut behind = texts.clone().zip(texts.skip(1));
                    if behind.any(|(option, text)| self.is_secret(self.naming_behind(option), text)) {
                        return true;
                    }
                    open.extend(items.into_iter().map(|item| (item, depth)));
                }
                Value::Object(members) => {
                    let mut pair = Pair::default();
                    for (key, below) in &members {
                        below.as_str().inspect(|text| self.look_at_member(&mut pair, key, text));
                    }
                    let gives = |(key, below): (&String, &Value)| {
                        let naming = self.naming_in(&pair, key);
                        below.as_str().is_some_and(|text| self.is_secret(naming, text))
                    };
                    if members.iter().any(gives) {
                        return true;
                    }
                    open.extend(members.into_iter().map(|(_, below)| (below, depth)));
                }
                Value::String(text) if text.contains('\n') && self.assigns(&text) => {
                    return true;
                }
                // Settings of a program stand as a text in those of what runs it.
                Value::String(text) if depth > 0 && text.trim_start().starts_with(['[', '{']) => {
                    open.extend(serde_json::from_str(&text).map(|value| (value, depth - 1)));
                }
                _ => {}
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_texts_give_secrets_to_names() {
        let shapes = SecretShapes::builtin();
        for (text, found, why) in [
            (
                r#"[{"name":"app","environment":[{"name":"DB_PASSWORD","value":"Tr0ub4dor-3"}]}]"#,
                true,
                "a pair, as ECS has it",
            ),
            (r#"{"DB_PASSWORD":"Tr0ub4dor-3"}"#, true, "under its name"),
            (
                r#"[{"secrets":[{"name":"DB_PASSWORD","valueFrom":"arn:aws:ssm:eu-west-1:1:parameter/Db1"}]}]"#,
                false,
                "a reference",
            ),
            (
                r#"[{"command":["app","--db-password","Tr0ub4dor-3"]}]"#,
                true,
                "an argument behind its option",
            ),
            (
                r#"[{"command":["app","--db-password","$DB_PASSWORD"]}]"#,
                false,
                "a variable",
            ),
            (r#"[{"name":"DB_PASSWORD","value":""}]"#, false, "empty"),
            (
                r#"[{"name":"DB_PASSWORD","value":"changeme-1"}]"#,
                false,
                "a placeholder",
            ),
            (
                r#"[{"name":"DB_PASSWORD","value":"${DB_PASSWORD}"}]"#,
                false,
                "a template",
            ),
            (r#"[{"name":"DB_HOST","value":"Tr0ub4dor-3"}]"#, false, "another name"),
            (
                r#"[{"name":"DB_PASSWORD","value":"Prod1/Db:password","type":"SECRETS_MANAGER"}]"#,
                false,
                "the value says where it is",
            ),
            (
                r#"[{"environment":[{"name":"APP_JSON","value":"{\"db\": {\"password\": \"Tr0ub4dor-3\"}}"}]}]"#,
                true,
                "JSON in the text of a variable",
            ),
            (
                r#"[{"content":"[db]\npassword = Tr0ub4dor3\n"}]"#,
                true,
                "a file of settings in a text",
            ),
            ("[{", false, "no JSON"),
        ] {
            assert_eq!(shapes.is_json_with_secret(text), found, "{why}");
            let document = serde_json::to_string(text).unwrap();
            assert!(!found || shapes.may_be_in(&document), "{why}: the quick look");
        }
    }
}
