//! From a JSON pointer to a line and column, once, for all findings of a document together.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::facts::Facts;
use crate::json::{Pointer, scan};
use crate::order;
use crate::source::{Location, SourceFile};

/// Finds places in one document without reading it again from the start for each.
pub(super) struct Places<'p, 'a> {
    source: &'p SourceFile,
    /// Where the document begins.
    start: Location,
    facts: &'p Facts<'a>,
    /// What stands in the lists and objects that were walked through, by their first byte.
    walked: BTreeMap<usize, Children>,
}

/// Where the values in a list or an object begin.
enum Children {
    Members(BTreeMap<String, usize>),
    Elements(Vec<usize>),
}

impl<'p, 'a> Places<'p, 'a> {
    pub(super) fn new(source: &'p SourceFile, start: Location, facts: &'p Facts<'a>) -> Self {
        let mut walked = BTreeMap::new();
        if let Some(top) = borrowed_properties(source, facts) {
            walked.insert(start.byte, Children::Members(top));
        }
        Self {
            source,
            start,
            facts,
            walked,
        }
    }

    /// The place of each pointer, in order; `None` for one that leads nowhere.
    ///
    /// A pointer to what has an address by the format leads to that where it is written, so that an editor stands on
    /// the name of the thing and not on a brace.
    pub(super) fn locate(mut self, pointers: &[&Pointer]) -> Vec<Option<Location>> {
        let offsets: Vec<Option<usize>> = pointers.iter().map(|pointer| self.offset(pointer)).collect();
        let known: Vec<usize> = offsets.iter().flatten().copied().collect();
        let mut locations = self.source.locations_behind(self.start, &known).into_iter();
        offsets
            .into_iter()
            .map(|offset| offset.and_then(|_| locations.next()))
            .collect()
    }

    fn offset(&mut self, pointer: &Pointer) -> Option<usize> {
        let segments: Vec<_> = pointer.segments().collect();
        if segments.is_empty() {
            return Some(self.start.byte);
        }
        if let [section, index] = &segments[..]
            && section == "resource_changes"
            && let Some(offset) = index.parse().ok().and_then(|index| self.borrowed_address(index))
        {
            return Some(offset);
        }
        let mut at = self.start.byte;
        for segment in &segments {
            at = self.child(at, segment)?;
        }
        if !has_address(&segments) {
            return Some(at);
        }
        let text = self.source.text();
        let address = scan::members(text, at)
            .filter(|member| member.key == "address")
            .last()
            .map(|member| member.value_start)
            .filter(|at| text[*at..].starts_with('"'));
        Some(address.unwrap_or(at))
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

    /// Where the value begins that stands under that name or number in what begins at `start`.
    fn child(&mut self, start: usize, segment: &str) -> Option<usize> {
        let text = self.source.text();
        let children = self.walked.entry(start).or_insert_with(|| {
            if text[start..].starts_with('[') {
                Children::Elements(scan::elements(text, start).collect())
            } else {
                // Of repeated names the last counts.
                let members = scan::members(text, start);
                Children::Members(order::map(
                    members.map(|member| (member.key.into_owned(), member.value_start)),
                ))
            }
        });
        match children {
            Children::Members(members) => members.get(segment).copied(),
            Children::Elements(elements) => elements.get(segment.parse::<usize>().ok()?).copied(),
        }
    }
}

/// Whether the format gives an address to what stands there: a change, a resource, a module of values. In values and
/// defaults a member of that name is one like all others.
fn has_address(segments: &[Cow<'_, str>]) -> bool {
    let segments: Vec<&str> = segments.iter().map(|segment| &**segment).collect();
    let mut inside = match segments.as_slice() {
        ["resource_changes" | "resource_drift" | "action_invocations", _]
        | ["deferred_changes", _, "resource_change"]
        | ["deferred_action_invocations", _, "action_invocation"] => return true,
        [
            "values" | "planned_values" | "configuration",
            "root_module",
            inside @ ..,
        ]
        | ["prior_state", "values", "root_module", inside @ ..] => inside,
        _ => return false,
    };
    loop {
        inside = match inside {
            ["resources" | "child_modules", _] => return true,
            ["child_modules", _, inside @ ..] | ["module_calls", _, "module", inside @ ..] => inside,
            _ => return false,
        };
    }
}

/// Where the values at the top of the document begin, from the names that the model borrowed: a walk over a plan of
/// many megabytes saved. `None` when a name had escapes.
fn borrowed_properties(source: &SourceFile, facts: &Facts<'_>) -> Option<BTreeMap<String, usize>> {
    let text = source.text();
    let skip_space = |at: usize| {
        Some(
            at + text
                .get(at..)?
                .find(|letter| !matches!(letter, ' ' | '\t' | '\r' | '\n'))?,
        )
    };
    let value_start = |name: &str| {
        let colon = skip_space(source.offset_of(name)? + name.len() + 1)?;
        skip_space(colon + 1)
    };
    let names = facts.properties().iter().chain(facts.unknown_properties());
    let starts = names.map(|name| Some((name.to_string(), value_start(name.as_borrowed()?)?)));
    starts.collect::<Option<Vec<_>>>().map(order::map)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::{self, Body, Want};

    #[test]
    fn only_what_the_format_gives_an_address_has_one() {
        for (pointer, wanted, why) in [
            ("/resource_changes/0", true, "a change"),
            ("/resource_drift/0", true, "drift"),
            ("/deferred_changes/0/resource_change", true, "what is put off"),
            ("/action_invocations/0", true, "an action"),
            (
                "/deferred_action_invocations/0/action_invocation",
                true,
                "one that is put off",
            ),
            ("/values/root_module/resources/0", true, "a resource of a state"),
            (
                "/prior_state/values/root_module/child_modules/0",
                true,
                "a module of a state",
            ),
            (
                "/planned_values/root_module/child_modules/0/child_modules/1/resources/2",
                true,
                "a resource in modules",
            ),
            (
                "/configuration/root_module/module_calls/resources/module/resources/0",
                true,
                "a block in a module",
            ),
            ("/configuration/root_module/module_calls/m", false, "a call"),
            ("/configuration/root_module/variables/db/default", false, "a default"),
            (
                "/configuration/root_module/variables/resources/default/0",
                false,
                "an element of one",
            ),
            ("/resource_changes/0/change/after", false, "an object"),
            (
                "/values/root_module/resources/0/values/resources/0",
                false,
                "an element in one",
            ),
            ("/variables/resources/value", false, "a variable"),
            ("/resource_changes", false, "a list"),
        ] {
            let names: Vec<_> = pointer.split('/').skip(1).map(Cow::from).collect();
            assert_eq!(has_address(&names), wanted, "{why}");
        }
    }

    #[test]
    fn a_default_with_an_address_begins_where_it_begins() {
        let text = r#"{"format_version":"1.2","planned_values":{},
"configuration":{"root_module":{"variables":{"db":{"default":
{"password":"x",
"address":"db.example.com"}}}}}}"#;
        let source = SourceFile::new("plan.json", text);
        let contents = input::read(&source, Want::Plan).unwrap();
        let document = contents.documents.into_iter().next().unwrap().unwrap();
        let Body::Plan(plan) = &document.body else {
            panic!("a plan");
        };
        let facts = Facts::of_plan(plan, None).unwrap();
        let of_root = Pointer::root().key("configuration").key("root_module");
        let default = of_root.key("variables").key("db").key("default");
        let places = Places::new(&source, document.start, &facts).locate(&[&default]);
        assert_eq!(places[0].as_ref().map(|place| place.line.get()), Some(3));
    }
}
