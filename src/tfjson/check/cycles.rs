//! Things that need each other, so that none of them can be first.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt::Write as _;

use super::graph::{Graph, Need, Purpose};
use super::{Checker, Children};
use crate::order;
use crate::source::{Location, SourceFile};
use crate::tfjson::module::{Module, TopBlock};
use crate::tfjson::problem::{Problem, ProblemKind};

/// Of a longer circle the beginning and the end are told.
const MOST_STEPS: usize = 12;

impl Checker<'_, '_, '_> {
    /// One problem for all things that need each other, with the shortest way around.
    pub(super) fn cycles(&self, children: &Children) -> Vec<Problem> {
        let module = self.module;
        let mut problems = Vec::new();
        let graph = {
            let child = |call: &TopBlock<'_, '_>| self.child(call, children);
            Graph::new(module, self.declared, Purpose::Circles, child)
        };
        let circles: Vec<Vec<Need>> = circles(&graph)
            .iter()
            .filter_map(|circle| around(&graph, circle))
            .collect();
        let places = places(module, &circles);
        for circle in &circles {
            let first = circle.iter().find_map(|need| module.references.get(need.reference()?));
            let Some(first) = first else { continue };
            let mut words = String::new();
            let left_out = circle.len().saturating_sub(MOST_STEPS);
            for (number, need) in circle.iter().enumerate() {
                if left_out > 0 && number == MOST_STEPS / 2 {
                    // Writing into memory cannot fail.
                    let _ = write!(words, ", and so on over {left_out} more");
                }
                if left_out > 0 && (MOST_STEPS / 2..MOST_STEPS / 2 + left_out).contains(&number) {
                    continue;
                }
                let (Some(from), Some(to)) = (graph.things.get(need.from()), graph.things.get(need.to())) else {
                    continue;
                };
                let (from, to) = (graph.name(from), graph.name(to));
                // The parts of one module call have one name.
                if from == to && circle.len() > 1 {
                    continue;
                }
                if words.is_empty() {
                    words.push_str(&from);
                } else {
                    words.push_str(", which");
                }
                let _ = write!(words, " needs {to}");
                let place = need.reference().and_then(|reference| places.get(&reference));
                if let Some((file, place)) = place {
                    let _ = write!(words, " ({file}:{}:{})", place.line, place.column);
                }
            }
            if words.is_empty() {
                let first = circle.first().and_then(|need| graph.things.get(need.from()));
                let name = first.map(|thing| graph.name(thing)).unwrap_or_default();
                words = format!("{name} needs itself");
            }
            problems.push(Problem {
                kind: ProblemKind::Cycle(words),
                file: first.file,
                span: first.span,
                engine_rejects: true,
            });
        }
        problems
    }
}

/// Where the references of circles stand, for people.
fn places<'m>(module: &'m Module<'_, '_>, circles: &[Vec<Need>]) -> BTreeMap<usize, (&'m str, Location)> {
    let mut by_file: BTreeMap<usize, BTreeMap<usize, usize>> = BTreeMap::new();
    for number in circles.iter().flatten().filter_map(|need| need.reference()) {
        if let Some(reference) = module.references.get(number) {
            let of_file = by_file.entry(reference.file).or_default();
            of_file.insert(number, reference.span.start);
        }
    }
    let mut places = BTreeMap::new();
    for (file, numbers) in by_file {
        let Some(file) = module.files.get(file) else { continue };
        let source = SourceFile::new(file.name, file.text.as_deref().unwrap_or_default());
        let offsets: Vec<usize> = numbers.values().copied().collect();
        for (number, place) in numbers.into_keys().zip(source.locations(&offsets)) {
            places.insert(number, (file.name, place));
        }
    }
    places
}

/// The sets of things of which each needs all others, largest parts that hang together (Tarjan's algorithm, without
/// recursion), those of one thing only where it needs itself; in the order of their first things.
fn circles(graph: &Graph<'_>) -> Vec<Vec<usize>> {
    /// What is known of a thing.
    #[derive(Clone, Copy, Default)]
    struct Seen {
        /// In which order it was come to, from 1; 0 for not yet.
        order: usize,
        /// The earliest thing on the way that it leads back to.
        back: usize,
        on_way: bool,
    }
    let mut seen = vec![Seen::default(); graph.things.len()];
    let mut order = 0;
    let mut way = Vec::new();
    let mut circles = Vec::new();
    for start in 0..graph.things.len() {
        if seen[start].order > 0 || graph.of(start).is_empty() {
            continue;
        }
        let mut open = vec![(start, 0)];
        while let Some((thing, next)) = open.last_mut() {
            let (thing, number) = (*thing, *next);
            *next += 1;
            if number == 0 {
                order += 1;
                seen[thing] = Seen {
                    order,
                    back: order,
                    on_way: true,
                };
                way.push(thing);
            }
            if let Some(need) = graph.of(thing).get(number) {
                let to = seen[need.to()];
                if to.order == 0 {
                    open.push((need.to(), 0));
                } else if to.on_way {
                    seen[thing].back = seen[thing].back.min(to.order);
                }
                continue;
            }
            open.pop();
            if let Some((before, _)) = open.last() {
                seen[*before].back = seen[*before].back.min(seen[thing].back);
            }
            if seen[thing].back < seen[thing].order {
                continue;
            }
            let mut circle = Vec::new();
            while let Some(one) = way.pop() {
                seen[one].on_way = false;
                circle.push(one);
                if one == thing {
                    break;
                }
            }
            if circle.len() > 1 || graph.of(thing).iter().any(|need| need.to() == thing) {
                order::sort(&mut circle);
                circles.push(circle);
            }
        }
    }
    order::sort(&mut circles);
    circles
}

/// The shortest way from the first thing of a circle back to it.
fn around(graph: &Graph<'_>, circle: &[usize]) -> Option<Vec<Need>> {
    let start = *circle.first()?;
    let inside: BTreeSet<usize> = circle.iter().copied().collect();
    let mut came_by: BTreeMap<usize, Need> = BTreeMap::new();
    let mut open = VecDeque::from([start]);
    while let Some(thing) = open.pop_front() {
        for need in graph.of(thing).iter().filter(|need| inside.contains(&need.to())) {
            if came_by.contains_key(&need.to()) {
                continue;
            }
            came_by.insert(need.to(), *need);
            if need.to() == start {
                let mut way = vec![*need];
                while let Some(before) = way.last().filter(|need| need.from() != start) {
                    way.push(*came_by.get(&before.from())?);
                }
                way.reverse();
                return Some(way);
            }
            open.push_back(need.to());
        }
    }
    None
}
