//! The sensitive marks of a plan, by the resource they stand at.

use std::collections::BTreeMap;
use std::iter;
use std::sync::Arc;

use foldhash::fast::RandomState;
use indexmap::IndexMap;

use crate::facts::actions::invocations;
use crate::facts::address::Address;
use crate::facts::attr::Object;
use crate::facts::change::address_text;
use crate::facts::shown_address::{resources, shown_address};
use crate::json::{Document, ReadError};
use crate::order;
use crate::tofu::{ActionInvocation, Plan, Raw, ResourceChange as Wire, State, Text, Values};

use super::marks::{Marks, marks_anything};
use super::named::{self, Names};
use super::schema_marks::{SchemaMarks, kind_of};
use super::{copied_output, declared_marks};

/// What is sensitive of the configuration of each action, by its address: it is the same in all its invocations.
pub(in crate::facts) type ActionMarks<'a> = BTreeMap<&'a str, Arc<Marks<'a>>>;

/// What is sensitive of each resource instance and each action, from every place that speaks of it.
///
/// The engines leave marks out at one place or another (§8.1), so that marks of one place hold for the same
/// attribute everywhere: before, after, as planned, in the state, in the drift.
#[derive(Debug, Default)]
pub(in crate::facts) struct Marked<'a> {
    by_address: IndexMap<Text<'a>, Arc<Marks<'a>>, RandomState>,
    actions: ActionMarks<'a>,
    /// Which names count as marks, too; `None` where marks alone do.
    names: Option<Names>,
    /// Where names are marks: what is sure enough to be looked for everywhere.
    sure: Option<Box<Self>>,
}

impl<'a> Marked<'a> {
    pub(in crate::facts) fn of_plan(plan: &'a Plan<'a>) -> Result<Self, ReadError> {
        let of_changes = || {
            let mut sources = Sources::default();
            for wire in changes(plan) {
                let change = &wire.change;
                let marks = [change.before_sensitive, change.after_sensitive];
                sources.add(|| address_text(wire), marks);
            }
            sources
        };
        let of_values = || {
            let mut sources = Sources::default();
            trees(plan).for_each(|values| sources.add_values(values));
            sources
        };
        let (mut sources, others) = rayon::join(of_changes, of_values);
        for (address, marks) in others.by_address {
            sources.by_address.entry(address).or_default().extend(marks);
        }
        let moves = changes(plan).filter_map(|wire| Some((&**wire.previous_address.as_ref()?, address_text(wire))));
        let mut marked = sources.read(moves)?;
        marked.widen_misplaced(plan)?;
        for wire in invocations(plan) {
            marked.add_action(wire, Marks::read(wire.config_sensitive)?);
        }
        marked.add_schemas(plan)?;
        marked.add_declared(plan)?;
        marked.add_copied_outputs();
        if named::in_plan(plan) {
            marked.add_names(|| every_value(plan))?;
        }
        Ok(marked)
    }

    /// Before Terraform 1.3 unknown elements of sets and tuples were left out of the values and not of the marks, so
    /// that marks stand at other elements than their own: those of such an instance mark its lists whole (§2.2). So they
    /// do where a tool took `null` out of lists.
    fn widen_misplaced(&mut self, plan: &'a Plan<'a>) -> Result<(), ReadError> {
        for wire in changes(plan) {
            let change = &wire.change;
            let sides = [
                (change.after, change.after_unknown),
                (change.before, change.before_sensitive),
                (change.after, change.after_sensitive),
            ];
            // Few changes have lists in their marks, and others need not be read.
            let has_list = |raw: Raw<'_>| memchr::memchr(b'[', raw.text().as_bytes()).is_some();
            for (value, marks_of_side) in sides.into_iter().filter(|(_, marks)| marks.is_some_and(has_list)) {
                if let Some(marks) = self.by_address.get_mut(&address_text(wire))
                    && marks.mark_items()
                    && Object::marked(value, marks_of_side, None)?.root().loses_elements()
                {
                    *marks = Arc::new(marks.of_whole_lists());
                }
            }
        }
        Ok(())
    }

    /// What `terraform_data` copies.
    fn add_copied_outputs(&mut self) {
        for (address, marks) in &mut self.by_address {
            // Most addresses need not be read.
            if address.contains(copied_output::TYPE)
                && let Ok(address) = Address::of_text(address)
            {
                *marks = Arc::new(Marks::clone(marks).with_copied_output(&address.type_name));
            }
        }
    }

    /// What names mark of these values.
    fn add_names<I>(&mut self, values: impl Fn() -> I) -> Result<(), ReadError>
    where
        I: Iterator<Item = (Text<'a>, Option<Raw<'a>>)>,
    {
        let with = |names: Names| {
            let mut marked = Self {
                by_address: self.by_address.clone(),
                actions: self.actions.clone(),
                names: Some(names),
                sure: None,
            };
            let mut found: IndexMap<Text<'a>, Vec<Marks<'a>>, RandomState> = IndexMap::default();
            for (address, value) in values() {
                let parsed = Address::parse(&address);
                let type_name = parsed.as_ref().map(|address| &*address.type_name).unwrap_or_default();
                let marks = names.marks_of(type_name, value)?;
                if !marks.is_off() {
                    found.entry(address).or_default().push(marks);
                }
            }
            for (address, mut found) in found {
                let all = marked.by_address.entry(address).or_default();
                found.push(Marks::clone(all));
                *all = Arc::new(Marks::any_of(found));
            }
            Ok(marked)
        };
        let sure = with(Names::Sure)?;
        *self = with(Names::Any)?;
        self.sure = Some(Box::new(sure));
        Ok(())
    }

    fn add_action(&mut self, wire: &'a ActionInvocation<'a>, marks: Marks<'a>) {
        if !marks.is_off() {
            let address = wire.address.as_deref().unwrap_or_default();
            Arc::make_mut(self.actions.entry(address).or_default()).add(marks);
        }
    }

    /// What variables and outputs of modules are declared sensitive, where resources hold it.
    fn add_declared(&mut self, plan: &'a Plan<'a>) -> Result<(), ReadError> {
        let Some(configuration) = &plan.configuration else {
            return Ok(());
        };
        let by_block = declared_marks::by_block(configuration)?;
        if by_block.is_empty() {
            return Ok(());
        }
        for (address, value) in every_value(plan) {
            let Some(value) = value else { continue };
            let block = Address::of_text(&address).map(|address| address.config());
            let marks = block.ok().and_then(|block| by_block.get(&block));
            // What is not known yet is no secret, and the engines' marks say nothing of it.
            if let Some(marks) = marks
                && marks.mark_any_of(Document::read(value.text())?.root())
            {
                Arc::make_mut(self.by_address.entry(address).or_default()).add(marks.clone());
            }
        }
        Ok(())
    }

    /// What the schemas mark that the plan carries.
    fn add_schemas(&mut self, plan: &'a Plan<'a>) -> Result<(), ReadError> {
        let Some(mut schemas) = SchemaMarks::of(&plan.provider_schemas) else {
            return Ok(());
        };
        for wire in invocations(plan) {
            if let Some(value) = wire.config_values {
                let marks = schemas.marks("action", wire.r#type.as_deref().unwrap_or_default(), value)?;
                self.add_action(wire, marks);
            }
        }
        let mut add = |address: Text<'a>, mode, type_name: Option<&'a Text<'a>>, value: Option<Raw<'a>>| {
            let Some(value) = value else { return Ok(()) };
            // The address tells what the element may leave out.
            let parsed = Address::of_text(&address).ok();
            let of_address = parsed.as_ref().map(|address| &*address.type_name);
            let type_name = of_address.or(type_name.map(Text::as_str)).unwrap_or_default();
            let marks = schemas.marks(kind_of(mode), type_name, value)?;
            if !marks.is_off() {
                Arc::make_mut(self.by_address.entry(address).or_default()).add(marks);
            }
            Ok(())
        };
        for wire in changes(plan) {
            for value in [wire.change.before, wire.change.after] {
                add(address_text(wire), wire.mode.as_ref(), wire.r#type.as_ref(), value)?;
            }
        }
        for (address, resource) in trees(plan).flat_map(resources) {
            add(
                address,
                resource.mode.as_ref(),
                resource.r#type.as_ref(),
                resource.values,
            )?;
        }
        Ok(())
    }

    /// What is sensitive in a state that `show -json` printed.
    pub(in crate::facts) fn of_state(state: &'a State<'a>) -> Result<Self, ReadError> {
        let Some(values) = &state.values else {
            return Ok(Self::default());
        };
        let mut sources = Sources::default();
        sources.add_values(values);
        let mut marked = sources.read(iter::empty())?;
        marked.add_copied_outputs();
        if named::in_state(state) {
            marked.add_names(|| values_of(values))?;
        }
        Ok(marked)
    }

    /// Which names count as marks, too.
    pub(in crate::facts) fn names(&self) -> Option<Names> {
        self.names
    }

    /// The part that is sure enough to be looked for everywhere.
    pub(in crate::facts) fn sure(&self) -> &Self {
        self.sure.as_deref().unwrap_or(self)
    }

    /// What is sensitive of each instance, by its address.
    pub(in crate::facts) fn iter(&self) -> impl Iterator<Item = (&str, &Arc<Marks<'a>>)> {
        self.by_address.iter().map(|(address, marks)| (address.as_str(), marks))
    }

    /// What is sensitive of the instance; `None` when nothing is.
    pub(in crate::facts) fn get(&self, address: &str) -> Option<&Arc<Marks<'a>>> {
        self.by_address.get(address)
    }

    /// What is sensitive of the configurations of actions.
    pub(in crate::facts) fn actions(&self) -> &ActionMarks<'a> {
        &self.actions
    }

    /// Whether nothing is sensitive of any resource.
    pub(in crate::facts) fn is_empty(&self) -> bool {
        self.by_address.is_empty()
    }
}

/// Everything in a plan that has the shape of a change.
pub(in crate::facts) fn changes<'a>(plan: &'a Plan<'a>) -> impl Iterator<Item = &'a Wire<'a>> {
    let deferred = plan.deferred_changes.iter().map(|deferred| &deferred.resource_change);
    let changes = plan.resource_changes.iter().flatten();
    changes.chain(&plan.resource_drift).chain(deferred)
}

/// The values as planned and as they were.
pub(in crate::facts) fn trees<'a>(plan: &'a Plan<'a>) -> impl Iterator<Item = &'a Values<'a>> {
    let prior = plan.prior_values();
    plan.planned_values.iter().chain(prior)
}

/// The attributes of each resource wherever a plan has them, by its address.
pub(in crate::facts) fn every_value<'a>(plan: &'a Plan<'a>) -> impl Iterator<Item = (Text<'a>, Option<Raw<'a>>)> {
    let of_changes = changes(plan).flat_map(|wire| {
        let values = [wire.change.before, wire.change.after];
        values.map(|value| (address_text(wire), value))
    });
    of_changes.chain(trees(plan).flat_map(values_of))
}

/// The attributes of each resource, by its address.
pub(in crate::facts) fn values_of<'a>(values: &'a Values<'a>) -> impl Iterator<Item = (Text<'a>, Option<Raw<'a>>)> {
    resources(values).map(|(address, resource)| (address, resource.values))
}

/// Trees of marks as they are written.
#[derive(Default)]
struct Sources<'a> {
    by_address: IndexMap<Text<'a>, Vec<Raw<'a>>, RandomState>,
}

impl<'a> Sources<'a> {
    fn add<const N: usize>(&mut self, address: impl Fn() -> Text<'a>, marks: [Option<Raw<'a>>; N]) {
        for mark in marks.into_iter().flatten().filter(|mark| marks_anything(*mark)) {
            self.by_address.entry(address()).or_default().push(mark);
        }
    }

    fn add_values(&mut self, values: &'a Values<'a>) {
        for module in values.root_module.walk() {
            for resource in &module.resources {
                self.add(|| shown_address(module, resource), [resource.sensitive_values]);
            }
        }
    }

    /// The marks of each address. What moved has two addresses, before and after: addresses that moves lead to and from
    /// have the marks of all of them, read once, since a long chain of moves would be read again for each of its links.
    fn read(mut self, moves: impl Iterator<Item = (&'a Text<'a>, Text<'a>)>) -> Result<Marked<'a>, ReadError> {
        let mut groups = Moved::default();
        for (from, to) in moves {
            groups.join(from, &to);
        }
        let mut by_group: BTreeMap<usize, Vec<Raw<'a>>> = BTreeMap::new();
        for place in 0..groups.addresses.len() {
            let group = groups.group(place);
            if let Some(marks) = groups
                .addresses
                .get_index(place)
                .and_then(|(one, _)| self.by_address.get_mut(one))
            {
                by_group.entry(group).or_default().append(marks);
            }
        }
        let read = |mut marks: Vec<Raw<'a>>| {
            // Most places say the same.
            order::sort_by_key(&mut marks, Raw::text);
            marks.dedup_by_key(|mark| mark.text());
            Ok::<_, ReadError>(Arc::new(Marks::read(marks)?))
        };
        let all = by_group.into_iter().map(|(group, marks)| Ok((group, read(marks)?)));
        let by_group = order::map(all.collect::<Result<Vec<_>, ReadError>>()?);
        let mut marked = Marked::default();
        for (address, marks) in self.by_address {
            if !groups.addresses.contains_key(&address) {
                marked.by_address.insert(address, read(marks)?);
            }
        }
        for place in 0..groups.addresses.len() {
            let marks = by_group.get(&groups.group(place));
            if let (Some(marks), Some((address, _))) = (marks, groups.addresses.get_index(place)) {
                marked.by_address.insert(address.clone(), Arc::clone(marks));
            }
        }
        Ok(marked)
    }
}

/// Addresses that moves lead to and from, each with the place of another of its group that is nearer to the first, or
/// with its own.
#[derive(Default)]
struct Moved<'a> {
    addresses: IndexMap<Text<'a>, usize, RandomState>,
}

impl<'a> Moved<'a> {
    fn join(&mut self, one: &Text<'a>, two: &Text<'a>) {
        let [one, two] = [one, two].map(|address| {
            let new = self.addresses.len();
            let entry = self.addresses.entry(address.clone());
            let place = entry.index();
            entry.or_insert(new);
            self.group(place)
        });
        if let Some((_, place)) = self.addresses.get_index_mut(one.max(two)) {
            *place = one.min(two);
        }
    }

    /// The place of the first of its group. Who asks shortens the way for the next.
    fn group(&mut self, mut place: usize) -> usize {
        let next = |moved: &Self, place| moved.addresses.get_index(place).map_or(place, |(_, next)| *next);
        loop {
            let nearer = next(self, place);
            if nearer == place {
                return place;
            }
            let two_further = next(self, nearer);
            if let Some((_, next)) = self.addresses.get_index_mut(place) {
                *next = two_further;
            }
            place = two_further;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json;

    #[test]
    fn lists_without_their_unknown_elements_are_marked_whole() {
        for (version, after, unknown, marks, wanted, why) in [
            (
                r#""1.2.9""#,
                r#"["a","c"]"#,
                "[false,true,false]",
                "[false,false,true]",
                "true",
                "hashicorp/terraform#31236",
            ),
            (
                r#""1.2.9""#,
                r#"["a",null,"c"]"#,
                "[false,true,false]",
                "[false,false,true]",
                "[false,false,true]",
                "a list, which keeps them",
            ),
            (
                r#""1.3.0""#,
                r#"["a","c"]"#,
                "[false,true,false]",
                "[false,false,true]",
                "true",
                "it keeps them since, and a tool took them out",
            ),
            (
                "null",
                r#"["a"]"#,
                "[true,{}]",
                "[true,false]",
                "true",
                "nobody knows the version",
            ),
        ] {
            let text = format!(
                r#"{{"format_version":"1.1","terraform_version":{version},"resource_changes":[{{"address":"t.a","change":{{
                "actions":["create"],"before":null,"after":{{"b":{{"l":{after}}}}},"after_unknown":{{"b":{{"l":{unknown}}}}},
                "before_sensitive":false,"after_sensitive":{{"b":{{"l":{marks}}}}}}}}}]}}"#
            );
            let plan: Plan<'_> = json::decode(&text).unwrap();
            let marked = Marked::of_plan(&plan).unwrap();
            let wanted = format!(r#"{{"b":{{"l":{wanted}}}}}"#);
            let wanted = Marks::read([serde_json::from_str(&wanted).unwrap()]).unwrap();
            assert_eq!(marked.get("t.a").map(|marks| &**marks), Some(&wanted), "{why}");
        }
    }

    #[test]
    fn what_moved_has_the_marks_of_all_its_addresses() {
        let change = |address: &str, from: &str, marks: &str| {
            let from = if from.is_empty() {
                String::new()
            } else {
                format!(r#""previous_address":"{from}","#)
            };
            format!(
                r#"{{"address":"{address}",{from}"change":{{"actions":["no-op"],"before":{{}},"after":{{}},
                "before_sensitive":{marks},"after_sensitive":{{}}}}}}"#
            )
        };
        let (a, b) = (r#"{"a":true}"#, r#"{"b":true}"#);
        let both = r#"{"a":true,"b":true}"#;
        for (changes, wanted, why) in [
            (
                vec![change("t.a", "t.b", a)],
                vec![("t.b", a), ("t.a", a)],
                "one that moved",
            ),
            (vec![change("t.a", "t.a", a)], vec![("t.a", a)], "to where it was"),
            (vec![change("t.a", "t.b", "{}")], vec![], "nothing is marked"),
            (
                vec![change("t.a", "t.b", a), change("t.b", "t.a", b)],
                vec![("t.b", both), ("t.a", both)],
                "two that change places",
            ),
            (
                vec![
                    change("t.a", "t.b", "{}"),
                    change("t.b", "t.c", a),
                    change("t.x", "", b),
                ],
                vec![("t.x", b), ("t.b", a), ("t.a", a), ("t.c", a)],
                "each to where the one before it was",
            ),
            (
                vec![
                    change("t.a", "t.b", a),
                    change("t.c", "t.d", b),
                    change("t.d", "t.a", "{}"),
                ],
                vec![("t.b", both), ("t.a", both), ("t.d", both), ("t.c", both)],
                "moves that a third joins",
            ),
        ] {
            let text = format!(
                r#"{{"format_version":"1.2","resource_changes":[{}]}}"#,
                changes.join(",")
            );
            let plan: Plan<'_> = json::decode(&text).unwrap();
            let marked = Marked::of_plan(&plan).unwrap();
            let found: Vec<_> = marked
                .iter()
                .map(|(address, marks)| (address, Marks::clone(marks)))
                .collect();
            let wanted = wanted.into_iter();
            let wanted: Vec<_> = wanted
                .map(|(address, marks)| (address, Marks::read(serde_json::from_str(marks).ok()).unwrap()))
                .collect();
            assert_eq!(found, wanted, "{why}");
        }
    }
}
