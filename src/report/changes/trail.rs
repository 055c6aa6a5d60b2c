//! Paths into an object that are followed down the tree: what forces a replacement, what matters to the plan.

use std::collections::BTreeMap;

use super::pair::Pair;
use crate::tofu::Step;

/// The rests of the paths that lead through a place.
#[derive(Clone, Debug, Default)]
pub(super) struct Trail<'p> {
    forcing: Paths<'p>,
    /// `None` where everything matters.
    relevant: Option<Paths<'p>>,
    /// Whether it is a part of the object.
    is_below: bool,
}

impl<'p> Trail<'p> {
    pub(super) fn new(forcing: Vec<&'p [Step<'p>]>, relevant: Option<Vec<&'p [Step<'p>]>>) -> Self {
        Self {
            forcing: forcing.into_iter().collect(),
            relevant: relevant.map(|paths| paths.into_iter().collect()),
            is_below: false,
        }
    }

    /// Whether a path ends here: the place itself forces the replacement.
    pub(super) fn forces(&self) -> bool {
        self.forcing.end
    }

    /// Whether it is the object as a whole.
    pub(super) fn is_whole(&self) -> bool {
        !self.is_below
    }

    /// Whether the place, something above or something below matters.
    fn matters(&self) -> bool {
        self.relevant.as_ref().is_none_or(|paths| !paths.is_empty())
    }

    /// The pair at the place: as if it stayed, where nothing there matters.
    pub(super) fn relevant<'d, 'a>(&self, pair: Pair<'d, 'a>) -> Pair<'d, 'a> {
        if self.matters() { pair } else { pair.as_unchanged() }
    }

    /// The same place, which forces nothing.
    pub(super) fn unforced(&self) -> Self {
        Self {
            forcing: Paths::default(),
            relevant: self.relevant.clone(),
            is_below: self.is_below,
        }
    }

    /// The same place, of which everything matters.
    pub(super) fn whole(&self) -> Self {
        Self {
            forcing: self.forcing.clone(),
            relevant: None,
            is_below: self.is_below,
        }
    }

    /// The paths through the member of that name.
    pub(super) fn member(&self, name: &str) -> Self {
        self.below(|paths| paths.named.get(name))
    }

    /// The paths through the element at that index, which may be written as a text.
    pub(super) fn element(&self, index: usize) -> Self {
        self.below(|paths| paths.numbered.get(&u64::try_from(index).ok()?))
    }

    fn below<'s>(&'s self, through: impl Fn(&'s Paths<'p>) -> Option<&'s Rests<'p>>) -> Self {
        let rests = |paths| -> Paths<'p> { through(paths).into_iter().flatten().copied().collect() };
        Self {
            forcing: rests(&self.forcing),
            relevant: self.relevant.as_ref().map(|paths| {
                let mut below = rests(paths);
                // What is below a place that matters does, too, and all where nobody can say which.
                below.end |= paths.end || paths.astray;
                below
            }),
            is_below: true,
        }
    }
}

/// What is left of paths.
type Rests<'p> = Vec<&'p [Step<'p>]>;

/// Paths from one place, by where they lead: of a thousand into a list each element asks for its own.
#[derive(Clone, Debug, Default)]
struct Paths<'p> {
    /// Whether one ends here.
    end: bool,
    /// Whether one leads to where nobody can follow.
    astray: bool,
    named: BTreeMap<&'p str, Rests<'p>>,
    numbered: BTreeMap<u64, Rests<'p>>,
}

impl Paths<'_> {
    fn is_empty(&self) -> bool {
        !self.end && !self.astray && self.named.is_empty() && self.numbered.is_empty()
    }
}

impl<'p> FromIterator<&'p [Step<'p>]> for Paths<'p> {
    fn from_iter<I: IntoIterator<Item = &'p [Step<'p>]>>(paths: I) -> Self {
        let mut all = Self::default();
        for path in paths {
            match path {
                [] => all.end = true,
                [Step::Index(index), rest @ ..] => all.numbered.entry(*index).or_default().push(rest),
                [Step::Key(key), rest @ ..] => {
                    all.named.entry(key.as_str()).or_default().push(rest);
                    if let Ok(index) = key.parse() {
                        all.numbered.entry(index).or_default().push(rest);
                    }
                }
                [Step::Other(_), ..] => all.astray = true,
            }
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_followed_by_name_and_index() {
        let paths: Vec<Vec<Step<'_>>> = serde_json::from_str(r#"[["a",0,"b"],["a","1"],["c"]]"#).unwrap();
        let paths: Vec<&[Step<'_>]> = paths.iter().map(Vec::as_slice).collect();
        let trail = Trail::new(paths.clone(), Some(paths));
        assert!(!trail.forces() && trail.matters());
        let a = trail.member("a");
        assert!(!a.forces() && a.element(1).forces(), "an index as a text");
        assert!(a.element(0).member("b").forces());
        let c = trail.member("c");
        assert!(c.forces() && !c.member("x").forces(), "nothing is handed down");
        assert!(c.member("x").matters(), "what is below a relevant place is relevant");
        assert!(!trail.member("d").matters() && trail.member("d").whole().matters());
    }

    #[test]
    fn where_nobody_can_follow_everything_may_matter() {
        let paths: Vec<Vec<Step<'_>>> = serde_json::from_str(r#"[["a",{"of":"a set"}]]"#).unwrap();
        let trail = Trail::new(Vec::new(), Some(paths.iter().map(Vec::as_slice).collect()));
        let a = trail.member("a");
        assert!(a.matters(), "one of its elements does");
        assert!(a.element(0).matters() && a.member("x").matters(), "any of them");
        assert!(!trail.member("b").matters());
    }
}
