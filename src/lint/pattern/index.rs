//! Which of many patterns can match an address, found without a try of each.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use super::literals::{Alternatives, Extent, Field, Literal};
use super::{Named, Pattern};
use crate::facts::address::Address;

/// Places of patterns in a list, each filed under one literal that every address has which it matches. Those without a
/// literal can match anything.
#[derive(Clone, Debug, Default)]
pub(in crate::lint) struct PatternIndex {
    by_literal: BTreeMap<Literal<'static>, Vec<usize>>,
    /// The lengths of the literals that are no whole text.
    lengths: BTreeMap<(Field, Extent), BTreeSet<usize>>,
    of_anything: Vec<usize>,
}

impl PatternIndex {
    /// An index of a list; each in it has conditions, which must all hold. Each is filed under its rarest literals, so
    /// that it does not matter where in an address those differ that are alike otherwise.
    pub(in crate::lint) fn new<'p>(list: impl Iterator<Item = Vec<Alternatives<'p>>>) -> Self {
        let list: Vec<Vec<Alternatives<'_>>> = list.collect();
        let mut counts: BTreeMap<&Literal<'_>, usize> = BTreeMap::new();
        for literal in list.iter().flatten().flatten().flatten() {
            *counts.entry(literal).or_default() += 1;
        }
        let cost = |literal: &Literal<'_>| match literal.field {
            // Hardly anything asks for them.
            Field::NoProvider | Field::Text => 0,
            _ => counts.get(literal).copied().unwrap_or_default(),
        };
        let mut index = Self::default();
        for (place, conditions) in list.iter().enumerate() {
            let rarest = conditions.iter().filter_map(|condition| {
                let literals = condition
                    .iter()
                    .map(|literals| literals.iter().min_by_key(|literal| (cost(literal), literal.extent)));
                let literals = literals.collect::<Option<Vec<&Literal<'_>>>>()?;
                Some((literals.iter().map(|literal| cost(literal)).sum::<usize>(), literals))
            });
            match rarest.min_by_key(|(cost, _)| *cost) {
                None => index.of_anything.push(place),
                Some((_, literals)) => literals.into_iter().for_each(|literal| index.put(place, literal)),
            }
        }
        index
    }

    fn put(&mut self, place: usize, literal: &Literal<'_>) {
        if literal.extent != Extent::Whole {
            self.lengths
                .entry((literal.field, literal.extent))
                .or_default()
                .insert(literal.text.len());
        }
        self.by_literal.entry(literal.to_owned()).or_default().push(place);
    }

    /// The places of all that can mean what has one of two addresses, the one before a move and the other, and what
    /// else it says; in order.
    pub(in crate::lint) fn candidates(
        &self,
        address: Option<&Named<'_>>,
        previous: Option<&Named<'_>>,
        others: &[(Field, Cow<'_, str>)],
    ) -> Vec<usize> {
        let mut places = self.of_anything.clone();
        for named in [address, previous].into_iter().flatten() {
            for (field, text) in named.fields() {
                self.look_up(field, &text, &mut places);
            }
        }
        for (field, text) in others {
            self.look_up(*field, text, &mut places);
        }
        places.sort_unstable();
        places.dedup();
        places
    }

    fn look_up(&self, field: Field, text: &str, places: &mut Vec<usize>) {
        let mut find = |extent, text: &str| {
            let literal = Literal {
                field,
                extent,
                text: text.into(),
            };
            places.extend(self.by_literal.get(&literal).into_iter().flatten());
        };
        find(Extent::Whole, text);
        for extent in [Extent::Prefix, Extent::Suffix] {
            let lengths = self.lengths.get(&(field, extent)).into_iter();
            for length in lengths.flat_map(|lengths| lengths.range(..=text.len())) {
                let piece = match extent {
                    Extent::Suffix => text.get(text.len() - length..),
                    Extent::Whole | Extent::Prefix => text.get(..*length),
                };
                if let Some(piece) = piece {
                    find(extent, piece);
                }
            }
        }
    }
}

/// Patterns of a list that may mean an address, for rules: they ask those alone.
#[derive(Clone, Debug, Default)]
pub(crate) struct Candidates(PatternIndex);

impl Candidates {
    /// Those of a list.
    pub(crate) fn new<'p>(patterns: impl Iterator<Item = &'p Pattern>) -> Self {
        Self(PatternIndex::new(patterns.map(|pattern| vec![pattern.alternatives()])))
    }

    /// The places in the list of all that may mean the thing of that address; in order.
    pub(crate) fn of_text(&self, address: &str) -> Vec<usize> {
        self.0.candidates(Some(&Named::read(address)), None, &[])
    }

    /// The places of all that may mean one of these addresses; in order.
    pub(crate) fn of_any<'a>(&self, addresses: impl Iterator<Item = Address<'a>>) -> Vec<usize> {
        let named = addresses.map(Named::Address);
        let places: BTreeSet<usize> = named
            .flat_map(|named| self.0.candidates(Some(&named), None, &[]))
            .collect();
        places.into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn index(patterns: &[Pattern]) -> PatternIndex {
        PatternIndex::new(patterns.iter().map(|pattern| vec![pattern.alternatives()]))
    }

    fn read(texts: &[&str]) -> Vec<Pattern> {
        texts.iter().map(|text| Pattern::parse(text).unwrap()).collect()
    }

    #[test]
    fn few_are_tried() {
        for (texts, address, tried, why) in [
            (&["a.b", "a.c"][..], "a.b", 1, "a name"),
            (&["a.b", "b.b"], "a.b", 1, "a type"),
            (&["a.b", "data.a.b"], "a.b", 1, "a mode"),
            (&["a.b[0]", "a.b[1]", "a.c[0]"], "a.b[0]", 1, "a key"),
            (&["a.b[0]", "a.b"], "a.b[0]", 2, "both mean it"),
            (&["module.m.a.b", "a.b"], "module.m.a.b", 1, "a module"),
            (
                &["module.m[0].a.b", "module.m[1].a.b"],
                "module.m[0].a.b",
                1,
                "a key of a module",
            ),
            (&["**.a.b", "**.a.c", "**.b.c"], "a.b", 1, "a name below any module"),
            (&["**.a.this", "**.b.this"], "a.this", 1, "all have that name"),
            (
                &["module.*.a.b", "module.*.a.c"],
                "module.m.a.b",
                1,
                "any module at that depth",
            ),
            (&["module.m.**", "module.n.**"], "module.m.a.b", 1, "all of a module"),
            (
                &["module.m.module.x.**", "module.m.module.y.**"],
                "module.m.module.x.a.b",
                1,
                "the same module around both",
            ),
            (
                &["**.module.m.a.*", "**.module.n.a.*"],
                "module.x.module.m.a.b",
                1,
                "a module at any depth",
            ),
            (&["*.r*1", "*.r*2"], "a.r21", 1, "the end of a name"),
            (&["x1*.*", "x2*.*"], "x21.a", 1, "the start of a type"),
            (
                &[r#"**.a.*["x-*"]"#, r#"**.a.*["y-*"]"#],
                r#"a.b["y-1"]"#,
                1,
                "the start of a key",
            ),
            (&["ü*.n", "u*.n"], "ué.n", 1, "letters of several bytes"),
            (&["*.*", "**", "**.*x*.*"], "a.b", 3, "nothing that tells them apart"),
            (&["a.b", "c.*", "**"], "d.e", 1, "nothing means it by name"),
            (&["module.m", "module.n", "a.m"], "module.m[1]", 1, "a module itself"),
            (&["a.b", "a.*", "**"], "no address", 1, "what is no address"),
            (&["a.*", "b.*"], "a.*", 1, "which a pattern has as its text"),
        ] {
            let index = index(&read(texts));
            let named = Named::read(address);
            let places = index.candidates(Some(&named), None, &[]);
            assert_eq!(places.len(), tried, "{address}: {why}: {places:?}");
            assert_eq!(
                index.candidates(None, Some(&named), &[]),
                places,
                "{address} before a move"
            );
        }
        let index = index(&read(&["a.b", "**", "a.c"]));
        assert_eq!(index.candidates(None, None, &[]), [1], "what has no address");
        let [one, other] = ["a.c", "a.b"].map(Named::read);
        assert_eq!(index.candidates(Some(&one), Some(&other), &[]), [0, 1, 2], "in order");
    }

    fn any_pattern() -> impl Strategy<Value = String> {
        let glob = "[ab*]{1,3}".prop_filter("two stars", |text| !text.contains("**"));
        let key = prop_oneof![Just(String::new()), r#"\[[01*]\]|\["[ab*]{0,3}"\]"#];
        let step = prop_oneof![
            Just("**.".to_owned()),
            (glob.clone(), key.clone()).prop_map(|(name, key)| format!("module.{name}{key}.")),
        ];
        let object = (
            prop_oneof![Just(""), Just("data.")],
            glob.clone(),
            glob.clone(),
            key.clone(),
        )
            .prop_map(|(mode, type_name, name, key)| format!("{mode}{type_name}.{name}{key}"));
        let module = (glob, key).prop_map(|(name, key)| format!("module.{name}{key}"));
        let end = prop_oneof![3 => object, 1 => module, 1 => Just("**".to_owned())];
        (proptest::collection::vec(step, 0..3), end).prop_map(|(steps, end)| steps.concat() + &end)
    }

    fn any_address() -> impl Strategy<Value = String> {
        any_pattern().prop_map(|text| text.replace("**.", "").replace('*', "a"))
    }

    proptest! {
        #[test]
        fn all_that_match_are_tried(
            texts in proptest::collection::vec(any_pattern(), 1..20),
            others in proptest::collection::vec(any_address(), 1..20),
        ) {
            let patterns: Vec<Pattern> = texts.iter().map(|text| Pattern::parse(text).unwrap()).collect();
            let index = index(&patterns);
            for text in texts.iter().chain(&others) {
                let named = Named::read(text);
                let places = index.candidates(Some(&named), None, &[]);
                for (place, pattern) in patterns.iter().enumerate() {
                    prop_assert!(
                        places.contains(&place) || !pattern.matches_named(&named),
                        "{} means {}", texts[place], text
                    );
                }
            }
        }
    }
}
