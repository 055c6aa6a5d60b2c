//! Objects that are an exposure because they are there.

use crate::facts::Fate;
use crate::lint::{ChangeView, Context};
use crate::rules::data::exposure::Creation;

use super::opening::{Opening, Since};
use super::waiting::{Written, written};

/// A made object, if nothing ends it; one that takes the place of another adds nothing to what was there.
pub(super) fn look(context: &Context<'_, '_>, view: &ChangeView<'_, '_>, creation: &Creation) -> Option<Opening> {
    let (since, says) = match view.change.fate {
        Fate::Create => (Since::Now, "it is created"),
        Fate::Replace(_) => (Since::Before, "it is replaced"),
        _ => return None,
    };
    if creation.off.holds(view.after()) || creation.ends.iter().any(|path| ends(context, view, path)) {
        return None;
    }
    Some(Opening::new(since, says, String::new(), creation.words.as_str()))
}

/// Whether an attribute says when the object ends, or will. What the provider fills in is its default.
fn ends(context: &Context<'_, '_>, view: &ChangeView<'_, '_>, path: &str) -> bool {
    let attr = view.after().get(path);
    if attr.is_unknown() {
        return written(context, view.change, path) == Written::Yes;
    }
    attr.text_is(is_an_end).is_true()
}

/// The first year that nobody waits for.
const FAR_YEAR: u32 = 2050;

/// The longest time that is not meant to be for ever: ten years.
const LONG_HOURS: u64 = 10 * 365 * 24;

/// Whether a date or a time such as `8760h` is an end that will come. Whoever wants none writes the year 2099, or 9999.
fn is_an_end(text: &str) -> bool {
    let digits = text
        .split(|letter: char| !letter.is_ascii_digit())
        .next()
        .unwrap_or_default();
    match text.get(digits.len()..).and_then(|rest| rest.chars().next()) {
        Some('-') => digits.parse::<u32>().is_ok_and(|year| year < FAR_YEAR),
        Some('h') => digits.parse::<u64>().is_ok_and(|hours| hours <= LONG_HOURS),
        Some('m') => digits.parse::<u64>().is_ok_and(|minutes| minutes / 60 <= LONG_HOURS),
        Some('s') => digits.parse::<u64>().is_ok_and(|seconds| seconds / 3600 <= LONG_HOURS),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_end_is_one_that_comes() {
        for (text, is_end, why) in [
            ("2027-01-01T00:00:00Z", true, "a date"),
            ("2099-12-31T23:59:59Z", false, "nobody waits for it"),
            ("9999-12-31", false, "nor for that"),
            ("99999-01-01", false, "nor for what is no year"),
            ("8760h", true, "a year"),
            ("4320h30m", true, "half a year and more"),
            ("876000h", false, "a century"),
            ("525600m", true, "a year in minutes"),
            ("3600s", true, "an hour"),
            ("99999999999999999999h", false, "longer than can be counted"),
            ("", false, "nothing"),
            ("h", false, "no number"),
            ("never", false, "a word"),
            ("12", false, "a number of nothing"),
        ] {
            assert_eq!(is_an_end(text), is_end, "{why}: {text}");
        }
    }
}
