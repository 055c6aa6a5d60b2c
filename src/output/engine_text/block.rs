//! A block: its attributes, then the blocks in it.

use crate::report::changes::{Action, Blocks, Member, Node};

use super::go;
use super::value::{self, Draw, begin, forces, hidden, value, warning};

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
    out.push('{');
    forces(out, node, draw);
    out.push('\n');
    value::attributes(out, attributes, indent + 1, draw, draw.below());
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
