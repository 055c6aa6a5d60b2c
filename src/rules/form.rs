//! Differences of form alone, in words.

use crate::facts::Noise;
use crate::lint::ChangeView;

use super::data::is_unordered;

/// What differs, an attribute each, when nothing in a change differs in content; `None` when something does, or may.
pub(super) fn form_alone(view: &ChangeView<'_, '_>) -> Option<String> {
    let difference = view.difference();
    if difference.known.is_empty() || !difference.unknown.is_empty() {
        return None;
    }
    let (before, after) = view.differing();
    let change = view.change;
    let noises = change.noise(before, after, |name| is_unordered(change.type_name(), name))?;
    let words: Vec<_> = noises
        .iter()
        .map(|(name, noise)| match noise {
            Noise::Emptiness => format!("`{name}` goes between null and empty"),
            Noise::Order => format!("`{name}` has the same elements in another order"),
            Noise::Layout => format!("`{name}` is the same JSON in another layout"),
        })
        .collect();
    (!words.is_empty()).then(|| words.join("; "))
}
