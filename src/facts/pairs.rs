//! The members of objects by name, and those of two side by side.

use crate::order;
use std::borrow::Cow;
use std::cmp::Ordering;

use super::attr::Attr;

impl<'a> Attr<'_, 'a> {
    /// What [`get`](Self::get) gives, for whoever asks for many members of one object: they are walked over once, and
    /// not for each.
    pub(crate) fn by_name(self) -> impl Fn(&str) -> Self {
        let members = order::map(self.entries());
        move |name| members.get(name).copied().unwrap_or_else(|| self.member(name, None))
    }

    /// The members of this object and of another by name, in the order of names; a side that lacks one has it absent.
    ///
    /// In one walk over both: looking each name up on the other side would be quadratic. Of a name that stands twice in
    /// an object, the second has no partner.
    pub fn beside(self, other: Self) -> impl Iterator<Item = (Cow<'a, str>, Self, Self)> {
        let in_order = |attr: Self| {
            let mut members: Vec<_> = attr.entries().collect();
            // Engines write them in order, so that there is nothing to do.
            order::sort_by(&mut members, |(one, _), (two, _)| one.cmp(two));
            members.into_iter().peekable()
        };
        let (mut ones, mut twos) = (in_order(self), in_order(other));
        std::iter::from_fn(move || {
            let order = match (ones.peek(), twos.peek()) {
                (Some((left, _)), Some((right, _))) => left.cmp(right),
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (None, None) => return None,
            };
            let left = if order == Ordering::Greater { None } else { ones.next() };
            let right = if order == Ordering::Less { None } else { twos.next() };
            match (left, right) {
                (Some((name, left)), Some((_, right))) => Some((name, left, right)),
                (Some((name, left)), None) => Some((name, left, other.missing())),
                (None, Some((name, right))) => Some((name, self.missing(), right)),
                (None, None) => None,
            }
        })
    }
}
