//! From a JSON pointer to a line and column, once, for all findings of a document together.

use std::collections::BTreeMap;

use crate::facts::Facts;
use crate::json::{Pointer, scan};
use crate::source::{Location, SourceFile, Span};

/// Finds places in one document without reading it again from the start for each.
pub(super) struct Places<'p, 'a> {
    source: &'p SourceFile,
    document: Span,
    facts: &'p Facts<'a>,
    /// Where the members of the document's top begin; filled when first asked for.
    top: Option<BTreeMap<String, usize>>,
    /// Where the elements of a list at the top begin; filled likewise.
    elements: BTreeMap<String, Vec<usize>>,
}

impl<'p, 'a> Places<'p, 'a> {
    pub(super) fn new(source: &'p SourceFile, document: Span, facts: &'p Facts<'a>) -> Self {
        Self {
            source,
            document,
            facts,
            top: None,
            elements: BTreeMap::new(),
        }
    }

    /// The place of each pointer, in order; `None` for one that leads nowhere.
    ///
    /// A pointer to a list element of the top level leads to the element's address where it has one, so that an editor
    /// stands on the name of the thing and not on a brace.
    pub(super) fn locate(mut self, pointers: &[&Pointer]) -> Vec<Option<Location>> {
        let offsets: Vec<Option<usize>> = pointers.iter().map(|pointer| self.offset(pointer)).collect();
        let known: Vec<usize> = offsets.iter().flatten().copied().collect();
        let mut locations = self.source.locations(&known).into_iter();
        offsets
            .into_iter()
            .map(|offset| offset.and_then(|_| locations.next()))
            .collect()
    }

    fn offset(&mut self, pointer: &Pointer) -> Option<usize> {
        let mut segments = pointer.segments();
        let Some(section) = segments.next() else {
            return Some(self.document.start);
        };
        let second = segments.next();
        let rest: Vec<_> = segments.collect();
        let index = second.as_deref().and_then(|segment| segment.parse::<usize>().ok());
        if let (Some(index), true) = (index, rest.is_empty())
            && section == "resource_changes"
            && let Some(offset) = self.borrowed_address(index)
        {
            return Some(offset);
        }
        let start = self.section(&section)?;
        let Some(second) = second else {
            return Some(start);
        };
        let mut at = match index {
            Some(index) => *self.section_elements(&section, start).get(index)?,
            None => member(self.source.text(), start, &second)?,
        };
        let text = self.source.text();
        for segment in &rest {
            at = member(text, at, segment).or_else(|| {
                let index = segment.parse().ok()?;
                scan::elements(text, at).nth(index)
            })?;
        }
        Some(
            member(text, at, "address")
                .filter(|at| text[*at..].starts_with('"'))
                .unwrap_or(at),
        )
    }

    /// Where the address of a change stands when the model borrowed it, which needs no search at all.
    fn borrowed_address(&self, index: usize) -> Option<usize> {
        let address = self
            .facts
            .plan()?
            .resource_changes
            .as_ref()?
            .get(index)?
            .address
            .as_ref()?;
        // The quotation mark before it is part of the value.
        self.source.offset_of(address.as_borrowed()?)?.checked_sub(1)
    }

    fn section(&mut self, name: &str) -> Option<usize> {
        let (text, start) = (self.source.text(), self.document.start);
        let top = self.top.get_or_insert_with(|| {
            let members = scan::members(text, start);
            members
                .map(|member| (member.key.into_owned(), member.value_start))
                .collect()
        });
        top.get(name).copied()
    }

    fn section_elements(&mut self, name: &str, start: usize) -> &[usize] {
        let text = self.source.text();
        self.elements
            .entry(name.to_owned())
            .or_insert_with(|| scan::elements(text, start).collect())
    }
}

fn member(text: &str, start: usize, name: &str) -> Option<usize> {
    scan::members(text, start)
        .find(|member| member.key == name)
        .map(|member| member.value_start)
}
