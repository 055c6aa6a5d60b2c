//! Which elements of two lists belong together.

use std::collections::BTreeMap;

use crate::facts::attr::{Attr, Kind};

use super::Dialect;
use super::pair::Side;

/// Up to how many cells the table of the longest common subsequence may have; beyond, elements that stand once on each
/// side hold the rest together.
const MOST_CELLS: usize = 4_000_000;

/// Up to how many differently written elements are compared by value with each other.
const MOST_SPELLINGS: usize = 200;

/// One step through two lists, with indices from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// An element of the list before goes.
    Gone(usize),
    /// An element of the list after comes.
    New(usize),
    /// The two belong together, equal or not.
    Both(usize, usize),
}

/// Numbers that are equal for elements of both lists that are equal to the dialect.
pub(super) fn identities<'d, 'a>(
    before: &[Side<'d, 'a>],
    after: &[Side<'d, 'a>],
    dialect: Dialect,
) -> (Vec<u32>, Vec<u32>) {
    let mut by_text: BTreeMap<&'a str, u32> = BTreeMap::new();
    let mut spellings: Vec<Side<'d, 'a>> = Vec::new();
    let mut number = |side: &Side<'d, 'a>| {
        let attr = side.attr();
        let text = attr.map_or("null", written);
        *by_text.entry(text).or_insert_with(|| {
            let known = (spellings.len() < MOST_SPELLINGS)
                .then(|| {
                    spellings.iter().position(|other| {
                        dialect.floats && are_one_float(other.attr(), attr)
                            || same(other.attr(), attr) && !(dialect.digits && is_written_otherwise(*other, *side))
                    })
                })
                .flatten();
            spellings.push(*side);
            let number = known.unwrap_or(spellings.len() - 1);
            u32::try_from(number).unwrap_or(u32::MAX)
        })
    };
    // One after the other, so that borrowed texts of both live as long as the table.
    let before = before.iter().map(&mut number).collect();
    let after = after.iter().map(&mut number).collect();
    (before, after)
}

fn same(one: Option<Attr<'_, '_>>, two: Option<Attr<'_, '_>>) -> bool {
    matches!((one, two), (Some(one), Some(two)) if one.same_known_value(two))
}

/// Whether both are numbers that are one in 64 bits, as floating point.
pub(super) fn are_one_float(one: Option<Attr<'_, '_>>, two: Option<Attr<'_, '_>>) -> bool {
    let float = |attr: Option<Attr<'_, '_>>| {
        let attr = attr.filter(|attr| attr.kind() == Some(Kind::Number))?;
        written(attr).parse::<f64>().ok().filter(|number| number.is_finite())
    };
    float(one).is_some_and(|number| float(two) == Some(number))
}

/// The value as the document writes it; what is unknown stands there as `null`.
#[expect(
    clippy::disallowed_methods,
    reason = "only compared with other elements, never kept or printed"
)]
fn written<'a>(attr: Attr<'_, 'a>) -> &'a str {
    attr.reveal().map_or("null", |node| node.text())
}

/// Whether two equal values without parts are numbers whose digits differ.
pub(super) fn is_written_otherwise(one: Side<'_, '_>, two: Side<'_, '_>) -> bool {
    let (Some(one), Some(two)) = (one.attr(), two.attr()) else {
        return false;
    };
    one.kind() == Some(Kind::Number) && written(one) != written(two)
}

/// The way through two lists along their longest common subsequence. Outside of it `pairs` says which two elements that
/// face each other are one that changed; when it is `late`, an element that comes may also take the place of one that
/// stays, which then faces whatever is next.
pub(super) fn align(
    before: &[u32],
    after: &[u32],
    late: bool,
    mut pairs: impl FnMut(usize, usize) -> bool,
) -> Vec<Step> {
    let common = common(before, after);
    let mut common = common.as_slice();
    let (mut one, mut two) = (0, 0);
    let mut steps = Vec::with_capacity(before.len().max(after.len()));
    let at = |list: &[u32], index: usize| list.get(index).copied();
    while one < before.len() || two < after.len() {
        let next = common.first().copied();
        while one < before.len() && (next.is_none() || at(before, one) != next) {
            if two < after.len() && (next.is_none() || at(after, two) != next) && pairs(one, two) {
                steps.push(Step::Both(one, two));
                two += 1;
            } else {
                steps.push(Step::Gone(one));
            }
            one += 1;
        }
        while two < after.len() && (next.is_none() || at(after, two) != next) {
            if late && one < before.len() && pairs(one, two) {
                steps.push(Step::Both(one, two));
                one += 1;
            } else {
                steps.push(Step::New(two));
            }
            two += 1;
        }
        if next.is_some() {
            steps.push(Step::Both(one, two));
            one += 1;
            two += 1;
            common = common.split_first().map_or(&[], |(_, rest)| rest);
        }
    }
    steps
}

/// The elements of a longest common subsequence, as the engines choose among those of one length.
fn common(before: &[u32], after: &[u32]) -> Vec<u32> {
    if before == after {
        return before.to_vec();
    }
    if before.is_empty() || after.is_empty() {
        return Vec::new();
    }
    if before.len().saturating_mul(after.len()) <= MOST_CELLS {
        return longest(before, after);
    }
    let head = before.iter().zip(after).take_while(|(one, two)| one == two).count();
    let (before_rest, after_rest) = (&before[head..], &after[head..]);
    let tail = before_rest.iter().rev().zip(after_rest.iter().rev());
    let tail = tail.take_while(|(one, two)| one == two).count();
    let inner = (
        &before_rest[..before_rest.len() - tail],
        &after_rest[..after_rest.len() - tail],
    );
    let mut all = before[..head].to_vec();
    if inner.0.len().saturating_mul(inner.1.len()) <= MOST_CELLS {
        if !inner.0.is_empty() && !inner.1.is_empty() {
            all.extend(longest(inner.0, inner.1));
        }
    } else {
        all.extend(anchors(inner.0, inner.1));
    }
    all.extend(&before_rest[before_rest.len() - tail..]);
    all
}

/// By the table of lengths; both lists hold something.
fn longest(before: &[u32], after: &[u32]) -> Vec<u32> {
    let width = before.len();
    let mut lengths = vec![0_u32; width * after.len()];
    for (row, two) in after.iter().enumerate() {
        for (column, one) in before.iter().enumerate() {
            let so_far = |columns: usize, rows: usize| length(&lengths, width, columns, rows);
            lengths[row * width + column] = if one == two {
                so_far(column, row) + 1
            } else {
                so_far(column, row + 1).max(so_far(column + 1, row))
            };
        }
    }
    let mut found = Vec::new();
    let (mut column, mut row) = (width, after.len());
    while column > 0 && row > 0 {
        if before[column - 1] == after[row - 1] {
            found.push(before[column - 1]);
            column -= 1;
            row -= 1;
            continue;
        }
        if length(&lengths, width, column - 1, row) > length(&lengths, width, column, row - 1) {
            column -= 1;
        } else {
            row -= 1;
        }
    }
    found.reverse();
    found
}

/// What a table of that width says of the first columns and rows; of none it says nothing.
fn length(lengths: &[u32], width: usize, columns: usize, rows: usize) -> u32 {
    if columns == 0 || rows == 0 {
        return 0;
    }
    lengths[(rows - 1) * width + columns - 1]
}

/// The longest run, in the order of both, of elements that stand once on each side.
fn anchors(before: &[u32], after: &[u32]) -> Vec<u32> {
    let once = |list: &[u32]| {
        let mut places: BTreeMap<u32, Option<usize>> = BTreeMap::new();
        for (index, element) in list.iter().enumerate() {
            places
                .entry(*element)
                .and_modify(|place| *place = None)
                .or_insert(Some(index));
        }
        places
    };
    let (ones, twos) = (once(before), once(after));
    let place = |places: &BTreeMap<u32, Option<usize>>, element: u32| places.get(&element).copied().flatten();
    let matched: Vec<(u32, usize)> = before
        .iter()
        .filter(|element| place(&ones, **element).is_some())
        .filter_map(|element| place(&twos, *element).map(|at| (*element, at)))
        .collect();
    // The longest rising run of places, by piles.
    let mut piles: Vec<usize> = Vec::new();
    let mut under: Vec<Option<usize>> = Vec::with_capacity(matched.len());
    for (index, (_, at)) in matched.iter().enumerate() {
        let pile = piles.partition_point(|top| matched[*top].1 < *at);
        under.push(pile.checked_sub(1).map(|below| piles[below]));
        if pile == piles.len() {
            piles.push(index);
        } else {
            piles[pile] = index;
        }
    }
    let mut run = Vec::with_capacity(piles.len());
    let mut next = piles.last().copied();
    while let Some(index) = next {
        run.push(matched[index].0);
        next = under[index];
    }
    run.reverse();
    run
}

/// The elements of two sets: what was, each with its equal if there is one, then what is new.
pub(super) fn pair_set<'d, 'a>(before: &[Side<'d, 'a>], after: &[Side<'d, 'a>], dialect: Dialect) -> Vec<Step> {
    let (ones, twos) = identities(before, after, dialect);
    // Equal ones are told apart by their marks, and what is unknown is equal to nothing.
    let mut free: BTreeMap<(u32, bool), Vec<usize>> = BTreeMap::new();
    for (index, (side, number)) in after.iter().zip(&twos).enumerate().rev() {
        if !side.attr().is_some_and(Attr::is_unknown) {
            free.entry((*number, side.is_marked())).or_default().push(index);
        }
    }
    let mut taken = vec![false; after.len()];
    let mut steps = Vec::with_capacity(before.len() + after.len());
    for (index, (side, number)) in before.iter().zip(&ones).enumerate() {
        match free.get_mut(&(*number, side.is_marked())).and_then(Vec::pop) {
            Some(partner) => {
                taken[partner] = true;
                steps.push(Step::Both(index, partner));
            }
            None => steps.push(Step::Gone(index)),
        }
    }
    let new = taken.iter().enumerate().filter(|(_, taken)| !**taken);
    steps.extend(new.map(|(index, _)| Step::New(index)));
    steps
}

/// Whether all elements of the one stand somewhere in the other, however often: then Terraform from 1.8 on looks for
/// what has moved, and else compares what stands at the same place, in lists of the same length.
pub(super) fn is_reordering(before: &[u32], after: &[u32]) -> bool {
    let mut after = after.to_vec();
    after.sort_unstable();
    before.iter().all(|element| after.binary_search(element).is_ok())
}

/// Whether both are objects, which can be one that changed.
pub(super) fn are_objects(one: Side<'_, '_>, two: Side<'_, '_>) -> bool {
    one.kind() == Kind::Object && two.kind() == Kind::Object
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(text: &str) -> Vec<u32> {
        text.bytes().map(u32::from).collect()
    }

    #[test]
    fn what_has_moved_is_looked_for_where_everything_stays_somewhere() {
        for (before, after, wanted, why) in [
            ("ab", "ba", true, "another order"),
            ("bb", "ab", true, "all of before stands in after, however often"),
            ("ab", "bb", false, "what is gone was replaced in its place"),
            ("aab", "bad", true, "one more than there was"),
            ("abc", "abd", false, "the last is another"),
        ] {
            assert_eq!(is_reordering(&numbers(before), &numbers(after)), wanted, "{why}");
        }
    }

    #[test]
    fn lists_are_held_together_by_what_stays() {
        use Step::{Both, Gone, New};
        for (before, after, wanted, why) in [
            (
                "abc",
                "abc",
                vec![Both(0, 0), Both(1, 1), Both(2, 2)],
                "nothing changes",
            ),
            ("ac", "abc", vec![Both(0, 0), New(1), Both(1, 2)], "one comes"),
            ("abc", "ac", vec![Both(0, 0), Gone(1), Both(2, 1)], "one goes"),
            ("ab", "cb", vec![Gone(0), New(0), Both(1, 1)], "one for another"),
            ("", "a", vec![New(0)], "from nothing"),
            ("a", "", vec![Gone(0)], "to nothing"),
        ] {
            assert_eq!(
                align(&numbers(before), &numbers(after), false, |_, _| false),
                wanted,
                "{why}"
            );
        }
        let paired = align(&numbers("ab"), &numbers("cb"), false, |_, _| true);
        assert_eq!(paired, [Both(0, 0), Both(1, 1)], "two that face each other are one");
        let (before, after) = (numbers("b"), numbers("cb"));
        assert_eq!(
            align(&before, &after, false, |_, _| true),
            [New(0), Both(0, 1)],
            "one comes"
        );
        let late = align(&before, &after, true, |_, _| true);
        assert_eq!(late, [Both(0, 0), Both(1, 1)], "OpenTofu 1.11: it faces what stays");
    }

    #[test]
    fn long_lists_take_no_square_of_time() {
        let before: Vec<u32> = (0..100_000).collect();
        let mut after = before.clone();
        after.remove(50_000);
        after.push(7);
        after.insert(0, 200_000);
        let steps = align(&before, &after, false, |_, _| false);
        let changed = steps.iter().filter(|step| !matches!(step, Step::Both(..))).count();
        // One goes, two come; and 7, which stands twice after, goes once and comes once more.
        assert_eq!(changed, 5, "of {}", steps.len());
    }
}
