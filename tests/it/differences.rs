//! The trees of attribute differences hold everything once: no value of either side is lost or told twice.

use std::collections::BTreeMap;

use rayon::prelude::*;

use crate::engine_text::schemas;
use crate::fixtures;
use planlint::facts::attr::{Attr, Kind};
use planlint::facts::{Facts, ResourceChange};
use planlint::input::{self, Body, Want};
use planlint::report::changes::{Action, Node, Scalar, Shape, ShownPlan};

/// How often each path leads to a value; of what is masked only that it is there.
#[derive(Debug, Default, PartialEq, Eq)]
struct Leaves(BTreeMap<String, usize>);

impl Leaves {
    fn add(&mut self, path: &str) {
        *self.0.entry(path.to_owned()).or_default() += 1;
    }

    fn masked(&mut self, path: &str) {
        self.0.insert(format!("{} is masked", path.trim_end_matches("[]")), 1);
    }
}

/// The values of a side as the document has them.
fn written(attr: Attr<'_, '_>, path: &str, leaves: &mut Leaves) {
    if attr.is_sensitive() {
        if !attr.is_unset() {
            leaves.masked(path);
        }
        return;
    }
    if attr.is_unknown() {
        return leaves.add(&format!("{path} is unknown"));
    }
    match attr.kind() {
        None | Some(Kind::Null) => {}
        Some(Kind::Object) => attr
            .entries()
            .for_each(|(name, below)| written(below, &format!("{path}.{name}"), leaves)),
        Some(Kind::Array) => attr
            .items()
            .for_each(|item| written(item, &format!("{path}[]"), leaves)),
        // Providers of the old kit write an empty text for nothing.
        Some(Kind::String) if attr.equals_text("").is_true() => {}
        Some(_) => leaves.add(path),
    }
}

/// The same as the tree has them.
fn told(node: &Node, path: &str, before: bool, leaves: &mut Leaves) {
    let is_there = |action: Action| action != if before { Action::Create } else { Action::Delete };
    match &node.shape {
        Shape::Scalar {
            before: one,
            after: two,
        } => match if before { one } else { two } {
            Scalar::Plain(_) => leaves.add(path),
            Scalar::Text(text) if !text.is_empty() => leaves.add(path),
            Scalar::Text(_) | Scalar::Null | Scalar::Absent => {}
        },
        Shape::Lines(_) | Shape::Json { .. } => {
            if is_there(node.action) {
                leaves.add(path);
            }
        }
        Shape::Mixed {
            before: one,
            after: two,
        } => told(if before { one } else { two }, path, before, leaves),
        Shape::Unknown { before: one } => {
            if !before {
                leaves.add(&format!("{path} is unknown"));
            } else if let Some(one) = one {
                told(one, path, before, leaves);
            }
        }
        Shape::Sensitive { value, .. } => {
            if is_there(*value) {
                leaves.masked(path);
            }
        }
        Shape::WriteOnly { .. } => {}
        Shape::Object { members, .. } | Shape::Map { members, .. } => {
            for member in members {
                told(&member.node, &format!("{path}.{}", &*member.name), before, leaves);
            }
        }
        Shape::List { items, .. } | Shape::Set { items, .. } => {
            for item in items {
                told(item, &format!("{path}[]"), before, leaves);
            }
        }
        Shape::Block { attributes, blocks } => {
            for member in attributes {
                told(&member.node, &format!("{path}.{}", &*member.name), before, leaves);
            }
            for of_type in blocks {
                let name = format!("{path}.{}", &*of_type.name);
                for (key, node) in &of_type.nodes {
                    let unknown = matches!(node.shape, Shape::Unknown { .. });
                    match key {
                        Some(key) => told(node, &format!("{name}.{}", &**key), before, leaves),
                        None if unknown => told(node, &name, before, leaves),
                        None => told(node, &format!("{name}[]"), before, leaves),
                    }
                }
            }
        }
        _ => panic!("{path}: this test does not know the shape"),
    }
}

/// Paths without the brackets of lists, since a list of one block and a single block look alike in a tree.
fn without_brackets(leaves: Leaves) -> BTreeMap<String, usize> {
    let mut plain = BTreeMap::new();
    for (path, count) in leaves.0 {
        let path = path.replace("[]", "");
        if path.ends_with(" is masked") {
            plain.insert(path, 1);
        } else {
            *plain.entry(path).or_default() += count;
        }
    }
    plain
}

/// What stays holds nothing that changes, and its two sides are one.
fn check_quiet(node: &Node, at: &str) {
    let below: Vec<&Node> = match &node.shape {
        Shape::Scalar { before, after } => {
            assert!(
                node.action != Action::NoOp || before == after,
                "{at}: two values that stay"
            );
            vec![]
        }
        Shape::Lines(lines) => {
            let quiet = lines.iter().all(|line| line.action == Action::NoOp);
            assert!(quiet || node.action == Action::Update, "{at}: lines change");
            vec![]
        }
        Shape::Json { value, whitespace } => {
            assert!(
                !whitespace || node.action == Action::Update,
                "{at}: white space of what stays"
            );
            vec![value]
        }
        Shape::Mixed { .. } | Shape::Unknown { .. } => {
            assert_ne!(node.action, Action::NoOp, "{at}");
            vec![]
        }
        Shape::Sensitive { .. } | Shape::WriteOnly { .. } => vec![],
        Shape::Object { members, .. } | Shape::Map { members, .. } => {
            members.iter().map(|member| &member.node).collect()
        }
        Shape::List { items, .. } | Shape::Set { items, .. } => items.iter().collect(),
        Shape::Block { attributes, blocks } => {
            let nested = blocks
                .iter()
                .flat_map(|of_type| of_type.nodes.iter().map(|(_, node)| node));
            attributes.iter().map(|member| &member.node).chain(nested).collect()
        }
        _ => panic!("{at}: this test does not know the shape"),
    };
    for node_below in below {
        assert!(
            node.action != Action::NoOp || node_below.action == Action::NoOp,
            "{at}: it stays and something in it does not"
        );
        check_quiet(node_below, at);
    }
}

fn check(change: &ResourceChange<'_>, tree: &Node, at: &str) {
    check_quiet(tree, at);
    let (before, after) = (change.before().unwrap(), change.after().unwrap());
    for (side, attr) in [(true, before.root()), (false, after.root())] {
        let (mut wanted, mut found) = (Leaves::default(), Leaves::default());
        written(attr, "", &mut wanted);
        told(tree, "", side, &mut found);
        let (wanted, found) = (without_brackets(wanted), without_brackets(found));
        let which = if side { "before" } else { "after" };
        for (path, count) in &wanted {
            // What a schema or an equal secret masks is masked in the tree alone.
            let masked = path
                .match_indices('.')
                .map(|(at, _)| &path[..at])
                .chain([path.as_str()]);
            let is_masked = masked
                .into_iter()
                .any(|path| found.contains_key(&format!("{path} is masked")));
            let there = found.get(path);
            assert!(
                there == Some(count) || is_masked,
                "{at}, {which}: {path} {count} times, and told {there:?}"
            );
        }
        for path in found.keys().filter(|path| !path.ends_with(" is masked")) {
            assert!(wanted.contains_key(path), "{at}, {which}: {path} is told and not there");
        }
    }
}

#[test]
fn every_value_of_every_change_is_told_once() {
    let checked = fixtures::plans()
        .par_iter()
        .map(|fixture| {
            let schemas = schemas(&fixture.name);
            let schemas = input::read_provider_schemas(&schemas).unwrap();
            let source = input::text(&fixture.name, fixtures::bytes(&fixture.plan())).unwrap();
            let contents = input::read(&source, Want::Plan).unwrap();
            let mut checked = 0;
            for document in &contents.documents {
                let Body::Plan(plan) = &document.as_ref().unwrap().body else {
                    continue;
                };
                let facts = Facts::of_plan(plan, None).unwrap();
                for schemas in [Some(&schemas), None] {
                    let shown = ShownPlan::new(&facts, schemas).unwrap().own_way();
                    let visible = facts.changes.iter().filter(|change| change.is_visible());
                    for (entry, change) in shown.changes().zip(visible) {
                        let with = if schemas.is_some() { "with" } else { "without" };
                        let at = format!("{}: {} {with} schemas", fixture.name, change.address);
                        check(change, &entry.tree(), &at);
                        checked += 1;
                    }
                }
            }
            checked
        })
        .sum::<usize>();
    assert!(checked > 5000, "only {checked} changes");
}
