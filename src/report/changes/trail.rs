//! Paths into an object that are followed down the tree: what forces a replacement, what matters to the plan.

use crate::tofu::Step;

/// The rests of the paths that lead through a place.
#[derive(Clone, Debug, Default)]
pub(super) struct Trail<'p> {
    forcing: Vec<&'p [Step<'p>]>,
    /// `None` where everything matters.
    relevant: Option<Vec<&'p [Step<'p>]>>,
}

impl<'p> Trail<'p> {
    pub(super) fn new(forcing: Vec<&'p [Step<'p>]>, relevant: Option<Vec<&'p [Step<'p>]>>) -> Self {
        Self { forcing, relevant }
    }

    /// Whether a path ends here: the place itself forces the replacement.
    pub(super) fn forces(&self) -> bool {
        self.forcing.iter().any(|path| path.is_empty())
    }

    /// Whether the place, something above or something below matters.
    pub(super) fn matters(&self) -> bool {
        self.relevant.as_ref().is_none_or(|paths| !paths.is_empty())
    }

    /// The same place, which forces nothing.
    pub(super) fn unforced(&self) -> Self {
        Self {
            forcing: Vec::new(),
            relevant: self.relevant.clone(),
        }
    }

    /// The same place, of which everything matters.
    pub(super) fn whole(&self) -> Self {
        Self {
            forcing: self.forcing.clone(),
            relevant: None,
        }
    }

    /// The paths through the member of that name.
    pub(super) fn member(&self, name: &str) -> Self {
        self.below(|step| matches!(step, Step::Key(key) if *key == *name))
    }

    /// The paths through the element at that index, which may be written as a text.
    pub(super) fn element(&self, index: usize) -> Self {
        self.below(|step| match step {
            Step::Index(wanted) => usize::try_from(*wanted) == Ok(index),
            Step::Key(key) => key.parse() == Ok(index),
            Step::Other(_) => false,
        })
    }

    fn below(&self, leads: impl Fn(&Step<'_>) -> bool) -> Self {
        let rest = |path: &&'p [Step<'p>]| {
            path.split_first()
                .filter(|(first, _)| leads(first))
                .map(|(_, rest)| rest)
        };
        let relevant = |path: &&'p [Step<'p>]| if path.is_empty() { Some(*path) } else { rest(path) };
        Self {
            forcing: self.forcing.iter().filter_map(rest).collect(),
            relevant: self
                .relevant
                .as_ref()
                .map(|paths| paths.iter().filter_map(relevant).collect()),
        }
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
}
