//! Objects that are an exposure because they are there.

use crate::facts::Fate;
use crate::lint::ChangeView;

use super::opening::{Opening, Since};

/// A made object; one that takes the place of another adds nothing to what was there.
pub(super) fn look(view: &ChangeView<'_, '_>, words: &str) -> Option<Opening> {
    let (since, says) = match view.change.fate {
        Fate::Create => (Since::Now, "it is created"),
        Fate::Replace(_) => (Since::Before, "it is replaced"),
        _ => return None,
    };
    Some(Opening {
        since,
        says: says.to_owned(),
        path: String::new(),
        words: words.to_owned(),
        subject: Vec::new(),
        at_most: None,
    })
}
