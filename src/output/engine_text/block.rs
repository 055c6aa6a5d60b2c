//! A block: its attributes, then the blocks in it.

use crate::report::changes::{Action, Blocks, Member, Node};

use super::go;
use super::value::{Draw, Names, begin, forces, hidden, is_important, value, warning};

/// Draws a block from its brace on to the end without a line feed.
pub(super) fn block(
    out: &mut String,
    node: &Node,
    attributes: &[Member],
    blocks: &[Blocks],
    indent: usize,
    draw: Draw,
) {
    if attributes.is_empty() && blocks.is_empty() {
        out.push_str("{}");
        forces(out, node, draw);
        return;
    }
    let names: Vec<_> = attributes.iter().map(|member| go::name(&member.name)).collect();
    let width = Names::drawn(&names, attributes, draw);
    out.push('{');
    forces(out, node, draw);
    out.push('\n');
    let mut unchanged = 0;
    for (member, name) in attributes.iter().zip(&names) {
        let important = is_important(&member.name, draw);
        if member.node.action == Action::NoOp && !draw.unchanged && !important {
            unchanged += 1;
            continue;
        }
        warning(out, &member.node, indent + 1);
        begin(out, indent + 1, member.node.action, draw);
        width.write(out, name);
        let below = Draw {
            unchanged: draw.unchanged || important,
            ..draw.below()
        };
        value(out, &member.node, indent + 1, below);
        out.push('\n');
    }
    hidden(out, indent + 1, unchanged, "attribute", draw);
    let mut unchanged = 0;
    for of_type in blocks {
        let mut first = !attributes.is_empty();
        for (key, node) in &of_type.nodes {
            if node.action == Action::NoOp && !draw.unchanged {
                unchanged += 1;
                continue;
            }
            if first {
                out.push('\n');
                first = false;
            }
            let below = Draw {
                forces: of_type.forces,
                ..draw.below()
            };
            warning(out, node, indent + 1);
            begin(out, indent + 1, node.action, draw);
            out.push_str(&go::name(&of_type.name));
            if let Some(key) = key {
                out.push(' ');
                go::quote(out, key);
            }
            out.push(' ');
            value(out, node, indent + 1, below);
            out.push('\n');
        }
    }
    if unchanged > 0 {
        out.push('\n');
        hidden(out, indent + 1, unchanged, "block", draw);
    }
    begin(out, indent, Action::NoOp, draw);
    out.push('}');
}
