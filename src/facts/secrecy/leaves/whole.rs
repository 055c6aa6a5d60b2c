//! Objects of resources that outputs repeat, which engines let pass as sensitive alone.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::facts::secrecy::instance_marks;
use crate::facts::secrecy::marked::Marked;
use crate::facts::secrecy::marks::Marks;
use crate::tofu::{Raw, StateFile, Text};

/// How deep in an output such objects stand: an object of the author's, and in it those of one resource by their keys.
pub(super) const DEEPEST: usize = 2;

/// Objects of which something is marked, by their text, with what is marked in them.
///
/// An output that repeats such an object must be declared sensitive as a whole. What the resource leaves open is no
/// secret for that: the engine prints it there, and a region or a name would be masked wherever else it stands.
#[derive(Debug, Default)]
pub(super) struct Wholes<'a>(BTreeMap<Cow<'a, str>, (Raw<'a>, Arc<Marks<'a>>)>);

impl<'a> Wholes<'a> {
    /// Those of these values, by the addresses of their resources.
    pub(super) fn of(values: impl Iterator<Item = (Text<'a>, Option<Raw<'a>>)>, marked: &Marked<'a>) -> Self {
        let mut wholes = Self::default();
        for (address, value) in values {
            if let (Some(value), Some(marks)) = (value, marked.get(&address)) {
                wholes.add(value, marks);
            }
        }
        wholes
    }

    /// Those of a raw state. One that cannot be read is left out, so that all of an output is sought; who reads it for
    /// its marks tells the error.
    pub(super) fn of_state_file(file: &'a StateFile<'a>) -> Self {
        let mut wholes = Self::default();
        for resource in &file.resources {
            let marks = instance_marks::of_resource(resource).into_iter().flatten();
            for (instance, marks) in resource.instances.iter().zip(marks) {
                if let Some(attributes) = instance.attributes {
                    wholes.add(attributes, &Arc::new(marks));
                }
            }
        }
        wholes
    }

    /// One more object. Where two are written alike, all that is marked in one of them is.
    fn add(&mut self, value: Raw<'a>, marks: &Arc<Marks<'a>>) {
        if !value.is_object() || marks.is_off() || marks.is_on() {
            return;
        }
        let (_, of_both) = self
            .0
            .entry(without_indent(value.text()))
            .or_insert_with(|| (value, Arc::clone(marks)));
        if !Arc::ptr_eq(of_both, marks) {
            Arc::make_mut(of_both).add(Marks::clone(marks));
        }
    }

    /// The object that is written so; `None` where no resource has it.
    pub(super) fn get(&self, text: &str) -> Option<(Raw<'a>, &Arc<Marks<'a>>)> {
        self.0
            .get::<str>(&without_indent(text))
            .map(|(value, marks)| (*value, marks))
    }
}

/// A text that is written the same however deep it stands. No string goes over the end of a line.
fn without_indent(text: &str) -> Cow<'_, str> {
    if text.contains('\n') {
        Cow::Owned(text.lines().map(str::trim_start).collect())
    } else {
        Cow::Borrowed(text)
    }
}
