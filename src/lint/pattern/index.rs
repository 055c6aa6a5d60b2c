//! Which of many patterns can mean an address, found without a try of each.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::{KeyPattern, Named, Part, Pattern};
use crate::facts::address::{Address, AddressMode, Key, ModulePath};

/// Names on the way to an object, modules first, and its key where that is told.
type Way<'a> = (Vec<Cow<'a, str>>, Option<Key<'a>>);

/// Places of patterns in a list, by the names that they mean. Those with a star in a name can mean anything.
#[derive(Clone, Debug, Default)]
pub(in crate::lint) struct PatternIndex {
    by_way: BTreeMap<Way<'static>, Vec<usize>>,
    of_anything: Vec<usize>,
    count: usize,
}

impl PatternIndex {
    /// An index of a list; what has `None` for its patterns can mean anything, and what has several, each.
    pub(in crate::lint) fn new<'p>(list: impl Iterator<Item = Option<&'p [Pattern]>>) -> Self {
        let mut index = Self::default();
        for (place, patterns) in list.enumerate() {
            index.count += 1;
            let ways: Option<Vec<Way<'_>>> = patterns.and_then(|patterns| patterns.iter().map(Pattern::way).collect());
            match ways {
                None => index.of_anything.push(place),
                Some(ways) => ways
                    .into_iter()
                    .for_each(|way| index.by_way.entry(way).or_default().push(place)),
            }
        }
        index
    }

    /// The places of all that can mean one of the two, in order: an address, and the one before a move.
    pub(in crate::lint) fn candidates(&self, address: Option<&Named<'_>>, previous: Option<&Named<'_>>) -> Vec<usize> {
        let mut places = self.of_anything.clone();
        for named in [address, previous].into_iter().flatten() {
            let (names, key) = match named {
                Named::Address(address) => (address_names(address), Some(&address.key)),
                Named::Module(path) => (module_names(path), None),
                // It matches its own text, however that would be read.
                Named::Other(_) => return (0..self.count).collect(),
            };
            let with_key = key.map(|key| (names.clone(), Some(key.clone())));
            for way in [Some((names, None)), with_key].into_iter().flatten() {
                places.extend(self.by_way.get(&way).into_iter().flatten());
            }
        }
        places.sort_unstable();
        places.dedup();
        places
    }
}

impl Pattern {
    /// The names that it means; `None` when it can mean others, too. Keys of modules are left to the match.
    fn way(&self) -> Option<Way<'static>> {
        let mut names = Vec::new();
        let mut told = None;
        for part in &self.parts {
            match part {
                Part::Any => return None,
                Part::Module(name, _) => names.extend(["module".into(), name.literal()?.to_owned().into()]),
                Part::Object {
                    mode,
                    type_name,
                    name,
                    key,
                } => {
                    names.push(word(*mode).into());
                    for glob in [type_name, name] {
                        names.push(glob.literal()?.to_owned().into());
                    }
                    told = match key {
                        KeyPattern::Exact(key) => Some(key.clone()),
                        KeyPattern::Str(glob) => glob.literal().map(|text| Key::Str(text.to_owned().into())),
                        KeyPattern::Every | KeyPattern::Any => None,
                    };
                }
            }
        }
        Some((names, told))
    }
}

fn module_names<'a>(path: &'a ModulePath<'_>) -> Vec<Cow<'a, str>> {
    path.0
        .iter()
        .flat_map(|step| ["module".into(), Cow::Borrowed(&*step.name)])
        .collect()
}

fn address_names<'a>(address: &'a Address<'_>) -> Vec<Cow<'a, str>> {
    let mut names = module_names(&address.module);
    names.extend([
        word(address.mode).into(),
        Cow::Borrowed(&*address.type_name),
        Cow::Borrowed(&*address.name),
    ]);
    names
}

fn word(mode: AddressMode) -> &'static str {
    match mode {
        AddressMode::Ephemeral => "ephemeral",
        AddressMode::Data => "data",
        AddressMode::Managed => "resource",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_pattern_that_matches_is_left_out_and_few_others_are_tried() {
        let texts = [
            "a.b",
            "a.b[0]",
            "a.b[*]",
            r#"a.b["x"]"#,
            r#"a.b["x*"]"#,
            "data.a.b",
            "module.m.a.b",
            "module.m[0].a.b",
            "module.m",
            "module.*.a.b",
            "a.*",
            "**",
            "**.a.b",
            "module.m.**",
        ];
        let patterns: Vec<Pattern> = texts.iter().map(|text| Pattern::parse(text).unwrap()).collect();
        let index = PatternIndex::new(patterns.iter().map(|pattern| Some(std::slice::from_ref(pattern))));
        for (address, tried, why) in [
            ("a.b", 3 + 5, "three without its key, five with a star in a name"),
            ("a.b[0]", 4 + 5, "one more with its key"),
            (r#"a.b["x"]"#, 4 + 5, "the same with a text"),
            ("data.a.b", 1 + 5, "a data source"),
            ("module.m[0].a.b", 2 + 5, "keys of modules are not looked at"),
            ("module.m[1]", 1 + 5, "a module"),
            ("c.d", 5, "nothing means it by name"),
            ("no address", 14, "all"),
        ] {
            let named = Named::read(address);
            let places = index.candidates(Some(&named), None);
            assert_eq!(places.len(), tried, "{address}: {why}: {places:?}");
            for (place, pattern) in patterns.iter().enumerate() {
                let found = places.contains(&place);
                assert!(found || !pattern.matches_named(&named), "{address}: {}", texts[place]);
            }
            let moved = index.candidates(None, Some(&named));
            assert_eq!(moved, places, "{address} before a move");
        }
        assert_eq!(index.candidates(None, None).len(), 5, "what has no address");
        let several = PatternIndex::new([Some(&patterns[0..2]), None].into_iter());
        assert_eq!(
            several.candidates(Some(&Named::read("a.b[0]")), None),
            [0, 1],
            "any of a list"
        );
    }
}
