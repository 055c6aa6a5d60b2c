//! The one way from a plan's text to a reader's eyes.

use std::borrow::Cow;
use std::fmt;
use std::iter;
use std::ops::{Deref, Range};
use std::sync::Arc;

use crate::facts::address::{names, names_in};
use crate::facts::member_path::is_attribute_name;
use crate::facts::reason::Part;
use crate::facts::{Copies, Secrets};
use crate::json::Pointer;

pub use crate::facts::attr::MASK;

/// A text that holds no secret of its document. Formats print nothing else.
///
/// It may still hold anything that an attacker put into an address or a message: formats escape it for their reader.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Redacted(Box<str>);

impl Redacted {
    /// Words of planlint itself.
    #[must_use]
    pub fn trusted(words: &str) -> Self {
        Self(words.into())
    }

    /// The lines of the text without white space around the whole; a part of it holds no secret either.
    #[must_use]
    pub(crate) fn trimmed_lines(&self) -> Vec<Self> {
        let text = self.trim();
        text.split('\n').map(|line| Self(line.into())).collect()
    }
}

impl Deref for Redacted {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Redacted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self)
    }
}

impl fmt::Debug for Redacted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}

/// Masks every secret of a document in any text.
#[derive(Debug)]
pub struct Redactor {
    copies: Arc<Copies>,
}

impl Redactor {
    /// A redactor for the secrets of a document.
    #[must_use]
    pub fn new(secrets: &Secrets) -> Self {
        Self {
            copies: secrets.copies(),
        }
    }

    /// The text without secrets.
    #[must_use]
    pub fn text(&self, text: &str) -> Redacted {
        self.outside(text, |_| Vec::new())
    }

    /// The address without secrets in its keys: all else in it is written in the configuration. So are types, labels,
    /// and names of modules, outputs and providers.
    #[must_use]
    pub fn address(&self, address: &str) -> Redacted {
        self.outside(address, names)
    }

    /// The same, for one that may be missing.
    #[must_use]
    pub(crate) fn address_option<T: AsRef<str>>(&self, address: Option<T>) -> Option<Redacted> {
        address.map(|address| self.address(address.as_ref()))
    }

    /// The path of an attribute, as people write it, without secrets in the keys behind the attribute's name: that is its
    /// provider's, like the type, and masked it would tell everybody which word the secret is.
    #[must_use]
    pub(super) fn attribute(&self, path: &str) -> Redacted {
        self.outside(path, |path| {
            let end = path.find(['.', '[']).unwrap_or(path.len());
            let name = path.get(..end).filter(|name| is_attribute_name(name));
            name.map(|_| 0..end).into_iter().collect()
        })
    }

    /// What of a document stands in the words about a change.
    #[must_use]
    pub(super) fn part(&self, part: Part<'_>) -> String {
        let shown = match part {
            Part::Path(path) => self.attribute(path),
            Part::Address(address) => self.address(address),
            Part::Text(text) => self.text(text),
        };
        shown.to_string()
    }

    /// A word of a closed set; without secrets where it is not in the list.
    #[must_use]
    pub(super) fn word(&self, word: &str, is_listed: bool) -> Redacted {
        if is_listed {
            Redacted::trusted(word)
        } else {
            self.text(word)
        }
    }

    /// Words without secrets, in which these addresses may stand. What is borrowed is written in the program, so that no
    /// secret got into it: one with the same text must not make a report say nothing.
    #[must_use]
    pub(super) fn words(&self, words: Cow<'static, str>, addresses: &[&str]) -> Redacted {
        match words {
            Cow::Borrowed(own) => Redacted::trusted(own),
            Cow::Owned(text) => self.telling(&text, addresses),
        }
    }

    /// The same, where what is planlint's own stands at the end.
    #[must_use]
    pub(super) fn message(&self, message: &str, own: Option<&'static str>, addresses: &[&str]) -> Redacted {
        let from = own
            .and_then(|own| message.strip_suffix(own))
            .map_or(message.len(), str::len);
        self.outside(message, |text| {
            let mut open = names_in(text, addresses.iter().copied());
            open.push(from..text.len());
            open
        })
    }

    /// The text without secrets, in which these addresses may stand.
    #[must_use]
    pub(super) fn telling(&self, text: &str, addresses: &[&str]) -> Redacted {
        self.outside(text, |text| names_in(text, addresses.iter().copied()))
    }

    fn outside(&self, text: &str, open: impl FnOnce(&str) -> Vec<Range<usize>>) -> Redacted {
        let masked = self.copies.replace_outside(text, open, |_| MASK.to_owned());
        Redacted(masked.map_or_else(|| text.into(), String::into))
    }

    /// Masks secrets in what stands in a document as a number.
    #[must_use]
    pub fn number(&self, text: &str) -> Redacted {
        let masked = self.copies.replace_in_number(text, |_| MASK.to_owned());
        Redacted(masked.map_or_else(|| text.into(), String::into))
    }

    /// The place without secrets in its names, which may be written with escapes there. Down to where a value begins the
    /// names are those of the format.
    #[must_use]
    pub fn pointer(&self, pointer: &Pointer) -> Redacted {
        let (mut open, mut of_format) = (Pointer::root(), 0);
        let mut before = Some(Cow::Borrowed(""));
        for name in pointer.segments() {
            let is_of_format = before.as_deref().is_some_and(|before| is_of_format(before, &name));
            if is_of_format {
                open.push_key(&name);
                of_format = open.as_str().len();
            } else {
                open.push_key(&self.text(&name));
            }
            before = Some(name).filter(|_| is_of_format);
        }
        self.outside(open.as_str(), |_| iter::once(0..of_format).collect())
    }

    /// The text without secrets, for one that may be missing.
    #[must_use]
    pub fn option<T: AsRef<str>>(&self, text: Option<T>) -> Option<Redacted> {
        text.map(|text| self.text(text.as_ref()))
    }
}

/// Whether a name in a place is the format's, or one that the configuration gives, under one of the format's.
fn is_of_format(before: &str, name: &str) -> bool {
    match before {
        "module_calls" | "output_changes" | "outputs" | "provider_config" | "variables" => name
            .chars()
            .all(|letter| letter.is_alphanumeric() || matches!(letter, '_' | '-')),
        // In these begins what a provider or an author chooses, and `values` stands around modules, too.
        "attributes" | "config_values" | "constant_value" | "expressions" => false,
        "values" if !matches!(name, "outputs" | "root_module") => false,
        _ => {
            matches!(
                name,
                "action_invocation"
                    | "action_invocations"
                    | "attributes"
                    | "change"
                    | "check_results"
                    | "checks"
                    | "child_modules"
                    | "config_values"
                    | "configuration"
                    | "constant_value"
                    | "deferred_action_invocations"
                    | "deferred_changes"
                    | "expression"
                    | "expressions"
                    | "instances"
                    | "module"
                    | "module_calls"
                    | "output_changes"
                    | "outputs"
                    | "planned_values"
                    | "prior_state"
                    | "provider_config"
                    | "provisioners"
                    | "resource_change"
                    | "resource_changes"
                    | "resource_drift"
                    | "resources"
                    | "root_module"
                    | "values"
                    | "variables"
            ) || (!name.is_empty() && name.bytes().all(|digit| digit.is_ascii_digit()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::Facts;
    use crate::tofu::Plan;

    #[test]
    fn without_secrets_every_text_stays() {
        let redactor = Redactor::new(&Secrets::default());
        assert_eq!(&*redactor.text("hunter2-long"), "hunter2-long");
    }

    #[test]
    fn a_place_names_no_secret_whatever_its_escapes() {
        let secret = "wJalrXUtn/K7MDENG~key";
        let plan = format!(
            r#"{{"format_version":"1.2","resource_changes":[{{"address":"a.b","mode":"managed","type":"a","name":"b",
                "change":{{"actions":["create"],"after":{{"x":"{secret}"}},"after_sensitive":{{"x":true}}}}}}]}}"#
        );
        let plan: Plan<'_> = serde_json::from_str(&plan).unwrap();
        let redactor = Redactor::new(Facts::of_plan(&plan, None).unwrap().secrets());
        for (pointer, shown) in [
            (Pointer::root().key("outputs").key(secret), "/outputs/(sensitive value)"),
            (Pointer::root().key("a/b").key("c~d"), "/a~1b/c~0d"),
            (Pointer::root(), ""),
        ] {
            assert_eq!(&*redactor.pointer(&pointer), shown);
        }
    }
}
