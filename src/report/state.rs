//! One judged state, as a report shows it: counts, and what is not in order.

use std::collections::BTreeMap;

use crate::facts::{Facts, Mode, StateObject};
use crate::order;
use crate::words::plural;

use super::checks::{CheckRow, checks};
use super::redact::{Redacted, Redactor};

/// What a state holds. Deposed and tainted objects are named; the rest is counted.
#[derive(Clone, Debug)]
pub struct StateInput {
    /// Current objects of managed resources.
    pub managed: usize,
    /// Objects of data sources.
    pub data: usize,
    /// Current managed objects by type, most first.
    pub by_type: Vec<Count>,
    /// Current managed objects by module instance, in the order of addresses; the root module is the empty text.
    pub by_module: Vec<Count>,
    /// Addresses of current objects that are tainted. A deposed one may have been so before, and nothing replaces it.
    pub tainted: Vec<Redacted>,
    /// Addresses of deposed objects, with their keys.
    pub deposed: Vec<(Redacted, Redacted)>,
    /// Root outputs, by name.
    pub outputs: Vec<StateOutput>,
    /// Check statuses.
    pub checks: Vec<CheckRow>,
}

impl StateInput {
    /// `state of 3 resources and 1 data source`
    pub(crate) fn sentence(&self) -> String {
        let (resources, sources) = (plural(self.managed, "resource"), plural(self.data, "data source"));
        format!("state of {resources} and {sources}")
    }
}

/// How many of something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    /// What is counted.
    pub what: Redacted,
    /// How many.
    pub count: usize,
}

/// A root output of a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateOutput {
    /// Its name.
    pub name: Redacted,
    /// Whether it is marked sensitive.
    pub sensitive: bool,
}

pub(super) fn state(facts: &Facts<'_>, redactor: &Redactor) -> StateInput {
    let objects = facts.objects();
    let current: Vec<&StateObject<'_>> = objects
        .iter()
        .filter(|object| object.deposed().is_none() && object.may_be_managed())
        .collect();
    let mut by_type = counts(&current, |object| object.type_name(), redactor);
    order::sort_by(&mut by_type, |one, two| {
        two.count.cmp(&one.count).then_with(|| one.what.cmp(&two.what))
    });
    StateInput {
        managed: current.len(),
        data: objects.iter().filter(|object| *object.mode() == Mode::Data).count(),
        by_type,
        by_module: counts(&current, |object| object.module().map_or("", |module| module), redactor),
        tainted: objects
            .iter()
            .filter(|object| object.is_tainted() && object.deposed().is_none())
            .map(|object| redactor.address(&object.address))
            .collect(),
        deposed: objects
            .iter()
            .filter_map(|object| Some((redactor.address(&object.address), redactor.text(object.deposed()?))))
            .collect(),
        outputs: facts
            .state_output_values()
            .iter()
            .map(|output| StateOutput {
                name: redactor.address(output.name),
                sensitive: output.sensitive,
            })
            .collect(),
        checks: checks(facts, redactor),
    }
}

/// Counts by what `of` says of each object, in the order in which it says each first.
fn counts<'o>(
    objects: &[&'o StateObject<'o>],
    of: impl Fn(&'o StateObject<'o>) -> &'o str,
    redactor: &Redactor,
) -> Vec<Count> {
    let mut counts: Vec<Count> = Vec::new();
    let mut places: BTreeMap<&str, usize> = BTreeMap::new();
    let mut last: Option<(&str, usize)> = None;
    for object in objects {
        let what = of(object);
        // What lies together mostly is alike.
        let known = last.filter(|(of_last, _)| *of_last == what).map(|(_, place)| place);
        let place = known.unwrap_or_else(|| *places.entry(what).or_insert(counts.len()));
        last = Some((what, place));
        match counts.get_mut(place) {
            Some(count) => count.count += 1,
            None => counts.push(Count {
                what: redactor.address(what),
                count: 1,
            }),
        }
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tofu::State;

    #[test]
    fn modules_stand_in_the_order_of_addresses_and_not_of_letters() {
        let modules = ["module.a[10]", "module.a[2]"].map(|module| {
            format!(
                r#"{{"address":"{module}","resources":[{{"address":"{module}.t.n","mode":"managed","type":"t","name":"n"}}]}}"#
            )
        });
        let json = format!(
            r#"{{"format_version":"1.0","values":{{"root_module":{{"child_modules":[{}],
                "resources":[{{"address":"z.n","mode":"managed","type":"z","name":"n"}}]}}}}}}"#,
            modules.join(",")
        );
        let state: State<'_> = serde_json::from_str(&json).unwrap();
        let facts = Facts::of_state(&state, None).unwrap();
        let counted = super::state(&facts, &Redactor::new(facts.secrets())).by_module;
        let modules: Vec<&str> = counted.iter().map(|count| &*count.what).collect();
        assert_eq!(modules, ["", "module.a[2]", "module.a[10]"]);
    }

    #[test]
    fn what_is_deposed_is_not_tainted_too() {
        for (deposed, tainted, left_over, why) in [
            ("", 1, 0, "the next plan replaces the current one"),
            (
                r#","deposed_key":"8a31bfd7""#,
                0,
                1,
                "one that was tainted when it was deposed is destroyed",
            ),
        ] {
            let json = format!(
                r#"{{"format_version":"1.0","values":{{"root_module":{{"resources":[{{"address":"t.n","mode":"managed",
                    "type":"t","name":"n","tainted":true{deposed}}}]}}}}}}"#
            );
            let state: State<'_> = serde_json::from_str(&json).unwrap();
            let facts = Facts::of_state(&state, None).unwrap();
            let input = super::state(&facts, &Redactor::new(facts.secrets()));
            assert_eq!(
                (input.tainted.len(), input.deposed.len()),
                (tainted, left_over),
                "{why}"
            );
        }
    }
}
