//! Two sides of one place, moving down together, with the marks that decide what may be shown.

use std::borrow::Cow;

use crate::facts::attr::{Attr, Kind};
use crate::order;

use super::Action;

/// One side of a place.
#[derive(Clone, Copy, Default)]
pub(super) struct Side<'d, 'a> {
    /// The value with the marks of every place; `None` where there is none.
    attr: Option<Attr<'d, 'a>>,
    /// The sensitive marks of this side alone, as the engine looks at them.
    own: Option<Attr<'d, 'a>>,
    /// Whether the place is there, be it with `null`.
    explicit: bool,
    /// Whether what stands around it says that it is a secret.
    told: bool,
}

impl<'d, 'a> Side<'d, 'a> {
    /// A side that is there. `own` holds nothing but marks.
    pub(super) fn new(attr: Attr<'d, 'a>, own: Option<Attr<'d, 'a>>) -> Self {
        Self {
            explicit: !attr.is_absent(),
            attr: Some(attr),
            own,
            told: false,
        }
    }

    /// The side as one that is a secret because of what stands around it.
    pub(super) fn as_secret(self) -> Self {
        Self { told: true, ..self }
    }

    pub(super) fn attr(self) -> Option<Attr<'d, 'a>> {
        self.attr
    }

    /// What stands there; `Null` also for nothing.
    pub(super) fn kind(self) -> Kind {
        self.attr.and_then(Attr::kind).unwrap_or(Kind::Null)
    }

    pub(super) fn is_null(self) -> bool {
        self.kind() == Kind::Null
    }

    pub(super) fn is_container(self) -> bool {
        matches!(self.kind(), Kind::Array | Kind::Object)
    }

    /// Whether the place is not there at all.
    pub(super) fn is_missing(self) -> bool {
        self.is_null() && !self.explicit
    }

    pub(super) fn is_marked(self) -> bool {
        self.own.is_some_and(Attr::is_sensitive)
    }

    fn is_masked(self) -> bool {
        self.told || self.attr.is_some_and(Attr::is_sensitive)
    }

    /// Whether it is that very text.
    pub(super) fn is_text(self, text: &str) -> bool {
        self.attr.is_some_and(|attr| attr.equals_text(text).is_true())
    }

    fn is_empty_text(self) -> bool {
        self.is_text("")
    }

    /// The elements of a list.
    pub(super) fn items(self) -> Vec<Self> {
        let items = self.attr.into_iter().flat_map(Attr::items).enumerate();
        items
            .map(|(index, attr)| Self {
                attr: Some(attr),
                own: self.own.map(|own| own.at(index)),
                explicit: true,
                told: false,
            })
            .collect()
    }

    fn member(self, name: &str, attr: Option<Attr<'d, 'a>>) -> Self {
        Self {
            attr,
            own: self.own.map(|own| own.get(name)),
            explicit: attr.is_some_and(|attr| !attr.is_absent()),
            told: false,
        }
    }

    /// The side without any mark.
    fn unmarked(self) -> Self {
        Self { own: None, ..self }
    }

    /// The side, where the place itself need not be there: `null` is nothing.
    fn implicit(self) -> Self {
        Self {
            explicit: false,
            ..self
        }
    }
}

/// A place before and after.
#[derive(Clone, Copy, Default)]
pub(super) struct Pair<'d, 'a> {
    pub(super) before: Side<'d, 'a>,
    pub(super) after: Side<'d, 'a>,
    /// Whether the value after is known only after apply.
    pub(super) unknown: bool,
    /// Whether all members will be known only after apply, though the whole is compared as gone.
    pub(super) members_unknown: bool,
    /// Whether it is looked at only for what becomes of it, and nothing of it will be shown.
    pub(super) hidden: Hidden,
}

/// Whether a place lies behind a mask.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Hidden {
    /// It is shown.
    #[default]
    No,
    /// Some other place marks it, and the engine shows it.
    FromUs,
    /// The engine itself looks past its mark.
    PastMark,
}

impl<'d, 'a> Pair<'d, 'a> {
    pub(super) fn new(before: Side<'d, 'a>, after: Side<'d, 'a>) -> Self {
        Self {
            unknown: after.attr.is_some_and(Attr::is_unknown),
            before,
            after,
            ..Self::default()
        }
    }

    /// Whether it lies behind a mask.
    pub(super) fn is_hidden(self) -> bool {
        self.hidden != Hidden::No
    }

    /// Whether some place marks either side, so that no value of it may be shown.
    pub(super) fn is_masked(self) -> bool {
        !self.is_hidden() && (self.before.is_masked() || self.after.is_masked())
    }

    /// Whether one side's own marks say so.
    pub(super) fn is_marked(self) -> bool {
        self.before.is_marked() || self.after.is_marked()
    }

    /// The pair for a look that shows nothing.
    pub(super) fn behind_a_mask(self) -> Self {
        Self {
            before: self.before.unmarked(),
            after: self.after.unmarked(),
            hidden: if self.is_marked() {
                Hidden::PastMark
            } else {
                Hidden::FromUs
            },
            ..self
        }
    }

    /// The pair as if it went.
    pub(super) fn as_deleted(self) -> Self {
        Self {
            after: Side::default(),
            unknown: false,
            ..self
        }
    }

    /// The pair as if it were new.
    pub(super) fn as_created(self) -> Self {
        Self {
            before: Side::default(),
            ..self
        }
    }

    /// The pair as if it stayed.
    pub(super) fn as_unchanged(self) -> Self {
        Self {
            after: self.before,
            unknown: false,
            ..self
        }
    }

    /// The pair as if both sides were as the one that is set.
    pub(super) fn as_set(self) -> Self {
        let set = if self.before.is_null() { self.after } else { self.before };
        Self {
            before: set,
            after: set,
            ..self
        }
    }

    /// The pair, where `null` is nothing.
    pub(super) fn implicit(self) -> Self {
        Self {
            before: self.before.implicit(),
            after: self.after.implicit(),
            ..self
        }
    }

    /// The pair, where an empty text is nothing either.
    pub(super) fn without_empty_texts(self) -> Self {
        let empty = |side: Side<'d, 'a>| {
            if side.is_empty_text() {
                Side { attr: None, ..side }
            } else {
                side
            }
        };
        Self {
            before: empty(self.before),
            after: empty(self.after),
            ..self
        }
    }

    /// Whether nothing is set on either side.
    pub(super) fn is_null(self) -> bool {
        self.before.is_null() && self.after.is_null()
    }

    /// Whether nothing but an empty text is set on either side, or will be.
    pub(super) fn is_null_or_empty(self) -> bool {
        let nothing = |side: Side<'_, '_>| side.is_null() || side.is_empty_text();
        !self.unknown && nothing(self.before) && nothing(self.after)
    }

    /// The two sides' elements as one place.
    pub(super) fn with(self, before: Side<'d, 'a>, after: Side<'d, 'a>) -> Self {
        Self {
            hidden: self.hidden,
            ..Self::new(before, after)
        }
    }

    /// The members of both sides by name, in the order of names.
    pub(super) fn members(self) -> Vec<(Cow<'a, str>, Self)> {
        let pair = |name: &str, before, after| {
            let mut pair = self.with(self.before.member(name, before), self.after.member(name, after));
            if self.members_unknown {
                pair.unknown = true;
            }
            pair
        };
        match (self.before.attr, self.after.attr) {
            (Some(before), Some(after)) => {
                let members = before.beside(after);
                members
                    .map(|(name, one, two)| {
                        let pair = pair(&name, Some(one), Some(two));
                        (name, pair)
                    })
                    .collect()
            }
            (before, after) => {
                let mut entries: Vec<_> = before.or(after).into_iter().flat_map(Attr::entries).collect();
                order::sort_by(&mut entries, |(one, _), (two, _)| one.cmp(two));
                entries
                    .into_iter()
                    .map(|(name, attr)| {
                        let pair = if before.is_some() {
                            pair(&name, Some(attr), None)
                        } else {
                            pair(&name, None, Some(attr))
                        };
                        (name, pair)
                    })
                    .collect()
            }
        }
    }

    /// What becomes of a value without parts.
    pub(super) fn action(self) -> Action {
        match (self.before.is_missing(), self.after.is_missing()) {
            (true, false) => Action::Create,
            (false, true) => Action::Delete,
            _ if self.before.explicit == self.after.explicit && self.is_same() => Action::NoOp,
            _ => Action::Update,
        }
    }

    /// What becomes of a whole of which no part is known to change.
    pub(super) fn action_of_whole(self) -> Action {
        match (self.before.is_null(), self.after.is_null()) {
            (true, false) => Action::Create,
            (false, true) => Action::Delete,
            _ => Action::NoOp,
        }
    }

    /// Whether both sides hold the same known value.
    pub(super) fn is_same(self) -> bool {
        match (self.before.attr, self.after.attr) {
            (Some(before), Some(after)) => before.same_known_value(after),
            _ => self.is_null(),
        }
    }
}
