//! Values that stood somewhere before a change, among which others are looked for.

use std::collections::{BTreeMap, BTreeSet};

use crate::facts::attr::Attr;
use crate::facts::{Truth, canonical_if_known};

/// The values; texts and objects among them, of which there may be thousands, are found without a look at each.
pub(super) struct KnownValues<'d, 'a> {
    texts: BTreeSet<String>,
    /// What else is wholly known, by one text for each way of writing it.
    known: BTreeMap<String, Attr<'d, 'a>>,
    others: Vec<Attr<'d, 'a>>,
    /// Which texts are equal to those that differ in the case of letters alone.
    in_any_case: fn(&str) -> bool,
}

impl<'d, 'a> KnownValues<'d, 'a> {
    pub(super) fn of(values: impl IntoIterator<Item = Attr<'d, 'a>>) -> Self {
        Self::read(values, |_| false)
    }

    /// Values at a path of a type, of which some services take letters of either case for the same.
    pub(super) fn at(values: impl IntoIterator<Item = Attr<'d, 'a>>, type_name: &str, path: &str) -> Self {
        let is_of = |prefix: &&str| type_name.starts_with(*prefix);
        if ["azuread_", "azurerm_", "github_"].iter().any(is_of) {
            Self::read(values, |_| true)
        } else if type_name.starts_with("google_") && path.starts_with("member") {
            // Accounts are mail addresses; what identities of other services are called counts as it is written.
            Self::read(values, |member| !member.contains('/'))
        } else {
            Self::of(values)
        }
    }

    fn read(values: impl IntoIterator<Item = Attr<'d, 'a>>, in_any_case: fn(&str) -> bool) -> Self {
        let mut held = Self {
            in_any_case,
            texts: BTreeSet::new(),
            known: BTreeMap::new(),
            others: Vec::new(),
        };
        for value in values {
            if let Some(text) = value.compared_text() {
                held.texts.insert(held.cased(text));
            } else if let Some(known) = canonical_if_known(value) {
                held.known.insert(known, value);
            } else {
                held.others.push(value);
            }
        }
        held
    }

    fn cased(&self, text: String) -> String {
        if (self.in_any_case)(&text) {
            text.to_ascii_lowercase()
        } else {
            text
        }
    }

    /// Whether the value is one of them.
    pub(super) fn has(&self, value: Attr<'_, '_>) -> Truth {
        let equal = |held: &Attr<'_, '_>| held.equals(value);
        let among_known = if let Some(text) = value.compared_text() {
            Truth::from(self.texts.contains(&self.cased(text)))
        } else if value.is_unknown() {
            Truth::unknown_if(!self.texts.is_empty() || !self.known.is_empty())
        } else if let Some(known) = canonical_if_known(value) {
            Truth::from(self.known.contains_key(&known))
        } else {
            Truth::any(self.known.values().map(equal))
        };
        if among_known.is_true() {
            return among_known;
        }
        among_known.or(Truth::any(self.others.iter().map(equal)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::attr::Object;

    #[test]
    fn what_is_held_is_what_is_equal() {
        const VALUES: &str = r#"[{"a":"x","n":1},{"n":1.0,"a":"x","z":null},{"a":"x"},{"a":"y","n":1},{"n":1},"x","1",1,
            null,true,[],["x"],[{"a":"x","n":10e-1}],{},{"a":{"b":["x",null]}},{"a":{"b":["x"]}},"u"]"#;
        let read = |text| serde_json::from_str(text).unwrap();
        let unknown = r#"{"v":[{},{"a":true},{},{},{"a":true},false,false,false,true]}"#;
        let values = format!(r#"{{"v":{VALUES}}}"#);
        let known = Object::read(Some(read(&values)), None, []).unwrap();
        let marked = Object::read(Some(read(&values)), Some(read(unknown)), []).unwrap();
        let all: Vec<_> = [&known, &marked]
            .into_iter()
            .flat_map(|object| object.root().get("v").items().collect::<Vec<_>>())
            .collect();
        for held in all.chunks(3).chain(all.chunks(1)).chain([&all[..0]]) {
            for (place, value) in all.iter().enumerate() {
                let equal = Truth::any(held.iter().map(|held| held.equals(*value)));
                assert_eq!(
                    KnownValues::of(held.iter().copied()).has(*value),
                    equal,
                    "{place} among {held:?}"
                );
            }
        }
    }
}
