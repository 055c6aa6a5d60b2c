//! The names of what differs in an object, in one line.

use crate::facts::attribute_path::name_behind;
use crate::output::escape::line;
use crate::report::MASK;
use crate::report::changes::{Action, Node, Shape};
use crate::words::{plural, shortened};

/// With more names than this, the rest is only counted.
const MOST: usize = 12;

/// The symbol of an action.
pub(super) fn symbol(action: Action) -> &'static str {
    match action {
        Action::NoOp => " ",
        Action::Create => "+",
        Action::Update => "~",
        Action::Delete => "-",
    }
}

/// The paths of the attributes that differ, each with a symbol; of lists and blocks only the name.
pub(super) fn changed(tree: &Node) -> Vec<String> {
    let mut names = Vec::new();
    collect(tree, "", &mut names);
    shortened(names, MOST, "and ")
}

fn collect(node: &Node, path: &str, names: &mut Vec<String>) {
    let name = |name: &str| {
        if path.is_empty() {
            line(name).into_owned()
        } else {
            format!("{path}{}", line(&name_behind(name)))
        }
    };
    let own = |action: Action, name: &str| format!("{}{name}", symbol(action));
    match &node.shape {
        Shape::Block { attributes, blocks } => {
            for member in attributes.iter().filter(|member| member.node.action != Action::NoOp) {
                collect(&member.node, &name(&member.name), names);
            }
            for of_type in blocks {
                let mut actions = of_type.nodes.iter().map(|(_, node)| node.action);
                let changed = actions.clone().filter(|action| *action != Action::NoOp).count();
                if changed > 0 {
                    let first = actions.find(|action| *action != Action::NoOp).unwrap_or(Action::Update);
                    let same = of_type.nodes.iter().all(|(_, node)| node.action == first);
                    names.push(own(if same { first } else { Action::Update }, &name(&of_type.name)));
                }
            }
        }
        Shape::Object { members, .. } | Shape::Map { members, .. } if node.action == Action::Update => {
            for member in members.iter().filter(|member| member.node.action != Action::NoOp) {
                collect(&member.node, &name(&member.name), names);
            }
        }
        Shape::Unknown { .. } => names.push(format!("{} (known after apply)", own(node.action, path))),
        _ => names.push(own(node.action, path)),
    }
}

/// How much an object holds, in words.
pub(super) fn held(tree: &Node) -> String {
    let Shape::Block { attributes, blocks } = &tree.shape else {
        return MASK.to_owned();
    };
    let blocks: usize = blocks.iter().map(|of_type| of_type.nodes.len()).sum();
    format!("{}, {}", plural(attributes.len(), "attribute"), plural(blocks, "block"))
}
