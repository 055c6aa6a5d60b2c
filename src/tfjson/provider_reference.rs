//! References to configurations of providers, as arguments write them.

use std::borrow::Cow;

use crate::hcljson::template::{Native, NativeKind, StepKind, Traversal, is_names};

/// The configuration that a text names: `aws`, `aws.west`, `aws.west["key"]`. White space and comments say nothing.
pub(super) struct ProviderReference<'t> {
    /// What the module calls the provider.
    pub(super) name: &'t str,
    /// The alias; `None` where the text has no dot.
    pub(super) alias: Option<&'t str>,
    /// Whether an instance of it is chosen.
    pub(super) is_keyed: bool,
}

impl<'t> ProviderReference<'t> {
    /// Of any text; whether it is such a reference shows elsewhere.
    pub(super) fn read(text: &'t str) -> Self {
        if let Some(traversal) = traversal(text) {
            return Self {
                name: traversal.root,
                alias: traversal.attribute(0),
                is_keyed: traversal.steps.len() > 1,
            };
        }
        let (name, behind) = match text.split_once('.') {
            Some((name, behind)) => (name, Some(behind)),
            None => (text, None),
        };
        let alias = behind.map(|behind| behind.split('[').next().unwrap_or_default().trim());
        Self {
            name: name.trim(),
            alias,
            is_keyed: behind.is_some_and(|behind| behind.contains('[')),
        }
    }
}

/// The text of a reference without what says nothing in it.
pub(super) fn bare(text: &str) -> Cow<'_, str> {
    if is_names(text) {
        return text.into();
    }
    let Some(traversal) = traversal(text) else {
        return text.split_whitespace().collect::<String>().into();
    };
    let mut bare = traversal.root.to_owned();
    for step in &traversal.steps {
        match step.kind {
            StepKind::Attribute(name) => {
                bare.push('.');
                bare.push_str(name);
            }
            _ => bare.push_str(text.get(step.span.range()).unwrap_or_default()),
        }
    }
    bare.into()
}

/// A text that is a name and perhaps an alias, whatever stands behind them.
fn traversal(text: &str) -> Option<Traversal<'_>> {
    match Native::parse(text).ok()?.kind {
        NativeKind::Variable(traversal) => {
            let first = traversal.steps.first().map(|step| &step.kind);
            matches!(first, None | Some(StepKind::Attribute(_))).then_some(traversal)
        }
        _ => None,
    }
}

#[test]
fn white_space_and_comments_say_nothing() {
    #[rustfmt::skip]
    let cases = [
        ("aws", ("aws", None, false), "aws", "a name"),
        ("aws.west", ("aws", Some("west"), false), "aws.west", "an alias"),
        (" aws . west ", ("aws", Some("west"), false), "aws.west", "blanks"),
        ("aws/*a.b*/.west", ("aws", Some("west"), false), "aws.west", "a comment within"),
        ("/*c*/aws.west # c", ("aws", Some("west"), false), "aws.west", "comments around"),
        ("aws.west // a[0]", ("aws", Some("west"), false), "aws.west", "a comment with brackets"),
        ("aws.west[each.key]", ("aws", Some("west"), true), "aws.west[each.key]", "a key that is computed"),
        ("aws.west/*c*/[\"a b\"]", ("aws", Some("west"), true), "aws.west[\"a b\"]", "a key with a blank"),
        ("aws.", ("aws", Some(""), false), "aws.", "no reference"),
        ("null", ("null", None, false), "null", "a provider with the name of a constant"),
        ("null. other", ("null", Some("other"), false), "null.other", "with an alias"),
    ];
    for (text, wanted, without, why) in cases {
        let read = ProviderReference::read(text);
        assert_eq!((read.name, read.alias, read.is_keyed), wanted, "{why}: {text}");
        assert_eq!(bare(text), without, "{why}: {text}");
    }
}
