//! `terraform_data.output`, which holds what `input` held when it was applied, and which no engine marks.
//!
//! Copies of secrets are known by their text wherever they stand, but not short texts and no booleans; of this one it
//! is known where it stands.

use super::marks::Marks;

/// The type that has them, built into both engines since Terraform 1.4.
pub(in crate::facts) const TYPE: &str = "terraform_data";

/// The attribute that is copied.
const FROM: &str = "input";

/// The copy.
const TO: &str = "output";

impl Marks<'_> {
    /// What is sensitive of an instance of the type, where these are.
    pub(in crate::facts) fn with_copied_output(self, type_name: &str) -> Self {
        let copied = self.get(FROM);
        if type_name != TYPE || self.is_on() || copied.is_off() {
            return self;
        }
        let copied = Self::of_members(vec![(TO.into(), copied.clone())]);
        self.or(copied)
    }
}
