//! What documents without marks hide: by the names of what stands there, beside it or in it.

use crate::facts::assigned::{gives, taken};
use crate::facts::attr::Attr;
use crate::facts::named::{is_arn, is_measure, may_be_secret};
use crate::facts::named_pairs::is_name_beside;

use super::Compare;
use super::pair::{Pair, Side};

impl Compare<'_> {
    /// Whether a name alone is reason enough to mask the value.
    pub(super) fn masks_by_name(self, name: &str) -> bool {
        self.wary && may_be_secret(name)
    }

    /// Whether a name is reason enough to mask the value under it, which may be known to only tell of a secret.
    pub(super) fn masks_under(self, name: &str, pair: Pair<'_, '_>) -> bool {
        let only_tells = |side: Side<'_, '_>| {
            let is_arn = |attr: Attr<'_, '_>| attr.text_is(|text| is_arn(name, text)).is_true();
            side.is_null() || is_measure(name, side.kind()) || side.attr().is_some_and(is_arn)
        };
        self.masks_by_name(name) && !(only_tells(pair.before) && only_tells(pair.after))
    }

    /// What the value among the members of an object is called, where that is reason enough to mask it.
    pub(super) fn secret_name_beside(self, pair: Pair<'_, '_>) -> Option<String> {
        let sides = [pair.before, pair.after].into_iter().filter(|_| self.wary);
        let mut names = sides.filter_map(Side::attr).flat_map(Attr::entries);
        names.find_map(|(key, name)| {
            let name = is_name_beside(&key).then(|| name.compared_text()).flatten()?;
            self.masks_by_name(&name).then_some(name)
        })
    }

    /// The elements of a list; in that of a command, of a document that is too old for marks, options tell of secrets.
    pub(super) fn items<'d, 'a>(self, side: Side<'d, 'a>) -> Vec<Side<'d, 'a>> {
        let mut items = side.items();
        if !self.wary {
            return items;
        }
        let word = |item: &Side<'_, '_>| item.attr()?.compared_text();
        let words: Vec<String> = items.iter().filter_map(word).collect();
        if words.len() == items.len() {
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            for at in taken(&words, may_be_secret) {
                if let Some(item) = items.get_mut(at) {
                    *item = item.as_secret();
                }
            }
        }
        items
    }

    /// Whether a text on either side gives a secret to a name, in a document that is too old for marks. Of JSON its
    /// members tell.
    pub(super) fn gives_secret(self, pair: Pair<'_, '_>) -> bool {
        let mut sides = [pair.before, pair.after].into_iter().filter(|_| self.wary);
        sides.any(|side| {
            let gives = |text: &str| gives(text, may_be_secret);
            side.attr().is_some_and(|attr| attr.text_is(gives).is_true())
        })
    }
}
