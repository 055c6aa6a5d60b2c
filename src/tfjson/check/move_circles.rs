//! Moves that lead back to where they began.

use std::collections::{BTreeMap, BTreeSet};

use super::Checker;
use crate::source::Span;
use crate::tfjson::problem::ProblemKind;

/// Of a longer circle the beginning is told.
const MOST_MOVES: usize = 8;

/// From where to where, and where that is said.
pub(super) struct Move {
    pub(super) from: String,
    pub(super) to: String,
    pub(super) file: usize,
    pub(super) span: Span,
}

/// A thing whose instances are moved, and the key of one; `None` for all of them together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Target<'m> {
    name: &'m str,
    key: Option<&'m str>,
}

impl<'m> Target<'m> {
    /// Of one end of a move. With a key at either end single instances are moved, of which one may have no key: `""`.
    fn new(address: &'m str, of_instances: bool) -> Self {
        let address = address.strip_prefix("resource.").unwrap_or(address);
        let key = address.strip_suffix(']').and_then(|open| open.rfind('['));
        match key {
            Some(at) => {
                let (name, key) = address.split_at(at);
                Self { name, key: Some(key) }
            }
            None => Self {
                name: address,
                key: of_instances.then_some(""),
            },
        }
    }
}

impl Checker<'_, '_, '_> {
    /// The first circle of moves, at the first of them.
    pub(super) fn move_circles(&mut self, moves: &[Move]) {
        let ends: Vec<(Target<'_>, Target<'_>)> = moves
            .iter()
            .map(|one| {
                let of_instances = one.from.ends_with(']') || one.to.ends_with(']');
                let end = |address| Target::new(address, of_instances);
                (end(&one.from), end(&one.to))
            })
            .collect();
        let Some(mut circle) = circle(&ends) else { return };
        // It begins where it is said first.
        if let Some(first) = (0..circle.len()).min_by_key(|number| circle.get(*number)) {
            circle.rotate_left(first);
        }
        let Some(first) = circle.first().and_then(|number| moves.get(*number)) else {
            return;
        };
        let mut words = first.from.clone();
        for one in circle.iter().take(MOST_MOVES).filter_map(|number| moves.get(*number)) {
            words.push_str(", which is moved to ");
            words.push_str(&one.to);
        }
        if circle.len() > MOST_MOVES {
            words.push_str(", and so on");
        }
        self.reject(ProblemKind::MoveCircle(words), first.file, first.span);
    }
}

/// The numbers of moves of which each begins where the one before it ends, and the first where the last does.
fn circle(ends: &[(Target<'_>, Target<'_>)]) -> Option<Vec<usize>> {
    let mut away: BTreeMap<Target<'_>, Vec<usize>> = BTreeMap::new();
    let mut of_name: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    let mut told = BTreeSet::new();
    for (number, (from, to)) in ends.iter().enumerate() {
        // What is said twice is one move.
        if from == to || !told.insert((from, to)) {
            continue;
        }
        away.entry(*from).or_default().push(number);
        // What is moved as a whole takes each instance along.
        if to.name != from.name {
            of_name.entry(from.name).or_default().push(number);
        }
    }
    // Each thing is moved to one place at most, or that is said already; so few moves follow each.
    let next = |number: usize| -> Vec<usize> {
        let Some((_, to)) = ends.get(number) else {
            return Vec::new();
        };
        if to.key.is_none() {
            return of_name.get(to.name).cloned().unwrap_or_default();
        }
        let whole = Target { key: None, ..*to };
        let mut next = away.get(to).cloned().unwrap_or_default();
        next.extend(away.get(&whole).into_iter().flatten());
        next
    };
    // 1 on the way, 2 done.
    let mut seen = vec![0_u8; ends.len()];
    for start in away.values().flatten().copied() {
        if seen.get(start) != Some(&0) {
            continue;
        }
        let mut way = vec![(start, next(start))];
        if let Some(seen) = seen.get_mut(start) {
            *seen = 1;
        }
        while let Some((number, open)) = way.last_mut() {
            let number = *number;
            let Some(to) = open.pop() else {
                if let Some(seen) = seen.get_mut(number) {
                    *seen = 2;
                }
                way.pop();
                continue;
            };
            match seen.get_mut(to) {
                Some(1) => {
                    let numbers = way.iter().map(|(number, _)| *number);
                    return Some(numbers.skip_while(|number| *number != to).collect());
                }
                Some(seen @ 0) => {
                    *seen = 1;
                    way.push((to, next(to)));
                }
                _ => {}
            }
        }
    }
    None
}
