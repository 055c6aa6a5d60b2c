//! Copies of secrets in what a plan takes away, which engines print as they were.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use crate::facts::attr::{Attr, MASK};
use crate::facts::{Secrets, canonical_if_known};
use crate::lint::ChangeView;
use crate::rules::data::{Naming, SecretShapes};

use super::is_name;
use super::unmarked_secret::Place;

/// The attribute that holds what `input` held, and that no engine marks.
const COPY: &str = "output";

/// A text without what `planlint redact` has put in the place of secrets: a copy marks it, and it is none.
pub(in crate::rules) fn without_placeholders(text: &str) -> Cow<'_, str> {
    let begins = MASK.trim_end_matches(')');
    let is_digit = |letter: char| letter.is_ascii_digit();
    if !text.contains(begins) {
        return Cow::Borrowed(text);
    }
    let mut left = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(begins) {
        let number = after.strip_prefix(' ').filter(|number| number.starts_with(is_digit));
        let behind = number.and_then(|number| number.trim_start_matches(is_digit).strip_prefix(')'));
        left.push_str(before);
        if let Some(behind) = behind {
            rest = behind;
        } else {
            left.push_str(begins);
            rest = after;
        }
    }
    left.push_str(rest);
    Cow::Owned(left)
}

/// A value before the change, and what stands there after it.
struct Pair<'d, 'a> {
    place: Place,
    before: Attr<'d, 'a>,
    /// The value with the marks that the engine has for it, where others hold that the engine does not know of.
    printed: Option<Attr<'d, 'a>>,
    /// `None` below what goes as a whole.
    after: Option<Attr<'d, 'a>>,
    /// The element of the outermost list on the way.
    among: Option<Rc<Element<'d, 'a>>>,
}

/// An element of a list before the change. Those that stay are not printed, wherever they stand.
struct Element<'d, 'a> {
    before: Attr<'d, 'a>,
    list: Rc<Listed<'d, 'a>>,
    /// Whether it stays, once somebody asked: there may be many secrets in it.
    stays: OnceCell<bool>,
}

impl Element<'_, '_> {
    fn stays(&self) -> bool {
        *self.stays.get_or_init(|| {
            let alike = canonical_if_known(self.before).and_then(|text| self.list.by_text().get(&text));
            // What has one text may still differ in what is not set.
            alike.is_some_and(|alike| alike.iter().any(|other| self.before.same_known_value(*other)))
        })
    }
}

/// A list after the change.
struct Listed<'d, 'a> {
    after: Attr<'d, 'a>,
    /// Its elements that are known, found once: each of many may be looked for.
    by_text: OnceCell<BTreeMap<String, Vec<Attr<'d, 'a>>>>,
}

impl<'d, 'a> Listed<'d, 'a> {
    fn by_text(&self) -> &BTreeMap<String, Vec<Attr<'d, 'a>>> {
        self.by_text.get_or_init(|| {
            let mut by_text: BTreeMap<String, Vec<Attr<'d, 'a>>> = BTreeMap::new();
            for element in self.after.items() {
                if let Some(text) = canonical_if_known(element) {
                    by_text.entry(text).or_default().push(element);
                }
            }
            by_text
        })
    }
}

/// Paths into the object before the change at which the text of the plan has a secret that nothing marks there, in
/// order.
pub(super) fn printed_copies(secrets: &Secrets, view: &ChangeView<'_, '_>) -> Vec<String> {
    let mut found = Vec::new();
    // What `terraform_data` has copied from `input` is marked by us alone.
    let is_copier = view.change.type_name() == "terraform_data";
    let copies = is_copier.then(|| view.change.before_as_printed().ok()).flatten();
    let has_copied = is_copier && view.before().get("input").same_known_value(view.before().get(COPY));
    let (before, after) = view.differing();
    let mut open = vec![Pair {
        place: Place::default(),
        before,
        printed: None,
        after: Some(after).filter(|after| after.is_container()),
        among: None,
    }];
    while let Some(pair) = open.pop() {
        let Pair {
            before, printed, after, ..
        } = pair;
        let is_masked =
            printed.unwrap_or(before).is_sensitive() || (printed.is_none() && after.is_some_and(Attr::is_sensitive));
        if is_masked || after.is_some_and(|after| before.same_known_value(after)) {
            continue;
        }
        // What becomes something else, or unknown, goes as a whole.
        let same_kind = after.filter(|after| after.kind() == before.kind());
        let list = same_kind.map(|after| {
            Rc::new(Listed {
                after,
                by_text: OnceCell::new(),
            })
        });
        let element = |before| {
            let list = Rc::clone(list.as_ref()?);
            let stays = OnceCell::new();
            Some(Rc::new(Element { before, list, stays }))
        };
        let mut as_printed = printed.into_iter().flat_map(Attr::items);
        for (index, below) in before.items().enumerate() {
            open.push(Pair {
                place: pair.place.and(&format!("[{index}]")),
                before: below,
                printed: as_printed.next(),
                after: None,
                among: pair.among.clone().or_else(|| element(below)),
            });
        }
        let (printed, object) = (printed.map(Attr::by_name), same_kind.map(Attr::by_name));
        for (name, below) in before.entries() {
            open.push(Pair {
                place: pair.place.below(&name),
                before: below,
                printed: match (&printed, &copies) {
                    (Some(printed), _) => Some(printed(&name)),
                    (None, Some(copies)) if pair.place.is_root() && name == COPY => Some(copies.root().get(COPY)),
                    _ => None,
                },
                after: object.as_ref().map(|object| object(&name)),
                among: pair.among.clone(),
            });
        }
        let is_secret = before.text_is(|text| {
            let text = without_placeholders(text);
            (secrets.has(&text) && is_no_word(&pair.place, &text))
                || (has_copied && before.is_sensitive() && !text.is_empty())
        });
        // Secrets that are short mean nothing as numbers, and are none of those that are looked for.
        let is_number = || before.number_is(|number| secrets.has(number));
        if !is_secret.is_true() && !is_number().is_true() {
            continue;
        }
        if !pair.among.is_some_and(|element| element.stays()) {
            found.push(pair.place.text);
        }
    }
    found.sort();
    found.dedup();
    // Below keys that are no names there is nothing to call it by.
    found.retain(|path| !path.is_empty());
    found
}

/// Whether a text that is marked elsewhere is more than a word: that somebody marked `production` makes it no secret,
/// unless it stands under a secret's name.
fn is_no_word(place: &Place, text: &str) -> bool {
    let shapes = SecretShapes::builtin();
    let name = place.text.rsplit('.').next().unwrap_or_default();
    shapes.is_secret(Naming::Perhaps, text)
        || shapes.token(text).is_some()
        || !is_name(text)
        || shapes.is_secret_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_are_no_secrets() {
        for (text, left, why) in [
            ("plain", "plain", "none"),
            ("(sensitive value 1)", "", "one alone"),
            ("a(sensitive value 12)b(sensitive value 3)c", "abc", "two of them"),
            ("(sensitive value)", "(sensitive value)", "what reports for people say"),
            ("(sensitive value x)hunter2", "(sensitive value x)hunter2", "no number"),
            ("(sensitive value ", "(sensitive value ", "no end"),
        ] {
            assert_eq!(without_placeholders(text), left, "{why}");
        }
    }
}
