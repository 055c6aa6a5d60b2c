//! Modules that call themselves, by way of others too: the engines read them without end.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use crate::order;
use crate::tfjson::Flavor;

/// Of a longer circle the beginning is told.
const MOST_CALLS: usize = 8;

/// More circles than these are not told: each call of one is one.
const MOST_CIRCLES: usize = 100;

/// A call of a module in a directory beside, as an engine reads it.
pub(super) struct Call {
    pub(super) flavor: Flavor,
    pub(super) name: String,
    pub(super) source: String,
    /// The directory that the source leads to, the same for two ways to it.
    pub(super) to: PathBuf,
}

/// The calls of a module that lead back to it, each by the engine that reads it and its source: the way, in words.
pub(super) type Circles = BTreeMap<(Flavor, String), String>;

/// The circles of all modules, by their places.
pub(super) fn circles(modules: &BTreeMap<&Path, &[Call]>) -> BTreeMap<PathBuf, Circles> {
    let mut found: BTreeMap<PathBuf, Circles> = BTreeMap::new();
    let mut told = 0;
    for flavor in [Flavor::OpenTofu, Flavor::Terraform] {
        let graph = Graph { modules, flavor };
        for place in graph.between_circles() {
            for call in graph.calls(place) {
                if told == MOST_CIRCLES {
                    return found;
                }
                if let Some(way) = graph.way_back(place, call) {
                    let circles = found.entry(place.to_owned()).or_default();
                    circles.insert((flavor, call.source.clone()), words(&way));
                    told += 1;
                }
            }
        }
    }
    found
}

/// Which module calls which, as one engine reads them.
struct Graph<'c> {
    modules: &'c BTreeMap<&'c Path, &'c [Call]>,
    flavor: Flavor,
}

impl<'c> Graph<'c> {
    fn calls(&self, place: &Path) -> impl Iterator<Item = &'c Call> + use<'c> {
        let calls = self.modules.get(place).copied().unwrap_or_default();
        let flavor = self.flavor;
        calls.iter().filter(move |call| call.flavor == flavor)
    }

    /// The modules on circles or on a way from one to another: in most trees none.
    fn between_circles(&self) -> BTreeSet<&'c Path> {
        let mut edges = Vec::new();
        for place in self.modules.keys() {
            edges.extend(self.calls(place).map(|call| (*place, &*call.to)));
        }
        let leading = without_ends(&edges);
        edges.retain(|(from, to)| leading.contains(from) && leading.contains(to));
        let turned: Vec<_> = edges.into_iter().map(|(from, to)| (to, from)).collect();
        without_ends(&turned)
    }

    /// The shortest way from a call of a module back to that module.
    fn way_back(&self, place: &Path, first: &'c Call) -> Option<Vec<&'c Call>> {
        // How each module is come to: by a call, and where that stands.
        let mut came_by: BTreeMap<&Path, (&Path, &'c Call)> = BTreeMap::from([(&*first.to, (place, first))]);
        let mut open = VecDeque::from([&*first.to]);
        while let Some(at) = open.pop_front() {
            if at == place {
                let mut way = Vec::new();
                let mut behind = at;
                while let Some((from, call)) = came_by.get(behind) {
                    way.push(*call);
                    behind = from;
                    if behind == place {
                        break;
                    }
                }
                way.reverse();
                return Some(way);
            }
            for call in self.calls(at) {
                came_by.entry(&call.to).or_insert_with(|| {
                    open.push_back(&*call.to);
                    (at, call)
                });
            }
        }
        None
    }
}

/// What is left when what leads nowhere is taken away, and what then leads nowhere, and so on.
fn without_ends<'c>(edges: &[(&'c Path, &'c Path)]) -> BTreeSet<&'c Path> {
    let mut ways: BTreeMap<&Path, usize> = BTreeMap::new();
    let mut back: BTreeMap<&Path, Vec<&Path>> = BTreeMap::new();
    for (from, to) in edges {
        *ways.entry(from).or_default() += 1;
        ways.entry(to).or_default();
        back.entry(to).or_default().push(from);
    }
    let mut ends: Vec<&Path> = ways.iter().filter(|(_, ways)| **ways == 0).map(|(at, _)| *at).collect();
    while let Some(end) = ends.pop() {
        for from in back.get(end).into_iter().flatten() {
            if let Some(ways) = ways.get_mut(from) {
                *ways -= 1;
                if *ways == 0 {
                    ends.push(from);
                }
            }
        }
    }
    let left = ways.into_iter().filter(|(_, ways)| *ways > 0);
    order::set(left.map(|(at, _)| at))
}

/// `module.a is ./m, whose module.b is ../`
fn words(way: &[&Call]) -> String {
    let mut words = String::new();
    for call in way.iter().take(MOST_CALLS) {
        if !words.is_empty() {
            words.push_str(", whose ");
        }
        // Writing into memory cannot fail.
        let _ = write!(words, "module.{} is {}", call.name, call.source);
    }
    if way.len() > MOST_CALLS {
        words.push_str(", and so on");
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Calls `from to`, one letter each, and the ways back that are told.
    #[test]
    fn calls_that_lead_back_are_told() {
        for (calls, expected, why) in [
            ("aa", "a: module.a is ./a", "itself"),
            ("ab bc", "", "a chain"),
            ("ab ac bd cd", "", "two ways to one module"),
            (
                "ab ba",
                "a: module.b is ./b, whose module.a is ./a; b: module.a is ./a, whose module.b is ./b",
                "two that call each other",
            ),
            (
                "ra ab ba",
                "a: module.b is ./b, whose module.a is ./a; b: module.a is ./a, whose module.b is ./b",
                "what leads to them is not one of them",
            ),
            (
                "aa ab bb bc",
                "a: module.a is ./a; b: module.b is ./b",
                "nor what lies between two circles",
            ),
            (
                "ab bc ca ba",
                "a: module.b is ./b, whose module.a is ./a; b: module.a is ./a, whose module.b is ./b; \
              b: module.c is ./c, whose module.a is ./a, whose module.b is ./b; \
              c: module.a is ./a, whose module.b is ./b, whose module.c is ./c",
                "two circles with a call in common",
            ),
        ] {
            let mut modules: BTreeMap<&Path, Vec<Call>> = BTreeMap::new();
            for call in calls.split(' ') {
                let (from, to) = call.split_at(1);
                modules.entry(Path::new(to)).or_default();
                modules.entry(Path::new(from)).or_default().push(Call {
                    flavor: Flavor::Terraform,
                    name: to.to_owned(),
                    source: format!("./{to}"),
                    to: PathBuf::from(to),
                });
            }
            let modules = modules.iter().map(|(place, calls)| (*place, &calls[..])).collect();
            let told: Vec<String> = circles(&modules)
                .iter()
                .flat_map(|(place, circles)| {
                    let place = place.display().to_string();
                    circles.values().map(move |words| format!("{place}: {words}"))
                })
                .collect();
            assert_eq!(told.join("; "), expected, "{why}");
        }
    }

    #[test]
    fn what_one_engine_reads_closes_no_circle_of_the_other() {
        let call = |flavor, to: &str| Call {
            flavor,
            name: to.to_owned(),
            source: format!("./{to}"),
            to: PathBuf::from(to),
        };
        let (a, b) = ([call(Flavor::OpenTofu, "b")], [call(Flavor::Terraform, "a")]);
        let modules = BTreeMap::from([(Path::new("a"), &a[..]), (Path::new("b"), &b[..])]);
        assert!(circles(&modules).is_empty());
    }
}
