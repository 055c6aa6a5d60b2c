//! Values that stood somewhere before a change, among which others are looked for.

use std::collections::BTreeSet;

use crate::facts::Truth;
use crate::facts::attr::Attr;

/// The values; texts among them, of which there may be thousands, are found without a look at each.
pub(super) struct Held<'d, 'a> {
    texts: BTreeSet<String>,
    others: Vec<Attr<'d, 'a>>,
}

impl<'d, 'a> Held<'d, 'a> {
    pub(super) fn of(values: impl IntoIterator<Item = Attr<'d, 'a>>) -> Self {
        let (mut texts, mut others) = (BTreeSet::new(), Vec::new());
        for value in values {
            match super::text(value) {
                Some(text) => _ = texts.insert(text),
                None => others.push(value),
            }
        }
        Self { texts, others }
    }

    /// Whether the value is one of them.
    pub(super) fn has(&self, value: Attr<'_, '_>) -> Truth {
        let among_texts = match super::text(value) {
            Some(text) => Truth::from(self.texts.contains(&text)),
            None if value.is_unknown() && !self.texts.is_empty() => Truth::Unknown,
            None => Truth::False,
        };
        Truth::any(self.others.iter().map(|held| held.equals(value))).or(among_texts)
    }
}
