//! A value that a document states, in forms for comparing it and for people.

use std::fmt;

use super::marks::Marks;

/// A value, or one before a change and one after it.
#[derive(Clone)]
pub struct Value {
    /// For comparing: one text for one value, however it is written.
    pub(super) canonical: String,
    /// For people, and still to be redacted: `"a" → "b"`.
    pub shown: String,
    /// What the document itself marks of it, whatever another one does.
    pub(super) marks: Marks<'static>,
}

/// Whether both are the same value, and sensitive in the same parts.
impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        self.is_value_of(other) && self.marks == other.marks
    }
}

impl Eq for Value {}

/// It may be a secret.
impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Value")
    }
}

impl Value {
    /// One text for one value. It may be a secret, and is for hashing alone.
    pub(super) fn canonical(&self) -> &str {
        &self.canonical
    }

    /// One text for what its document marks of the value, which names members: for hashing under a key alone.
    pub(super) fn canonical_marks(&self) -> String {
        let mut text = String::new();
        self.marks.write(&mut text);
        text
    }

    /// Whether both are the same value, sensitive or not.
    #[must_use]
    pub fn is_value_of(&self, other: &Self) -> bool {
        self.canonical == other.canonical
    }

    /// How another document marks the same value otherwise, in words: `no longer sensitive`; `None` when it does not.
    #[must_use]
    pub fn marks_in(&self, other: &Self) -> Option<&'static str> {
        match (&self.marks, &other.marks) {
            (one, two) if one == two => None,
            (_, Marks::Off) => Some("no longer sensitive"),
            (_, Marks::On) => Some("now sensitive"),
            (Marks::Off | Marks::On, _) => Some("now sensitive in part"),
            _ => Some("now sensitive in other parts"),
        }
    }
}
