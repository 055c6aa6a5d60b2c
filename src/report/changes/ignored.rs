//! What settings hide from people: differences taken out of a tree, and counted.

use crate::lint::AttributePatterns;

use super::{Action, Node, Shape};

impl Node {
    /// Takes out what the patterns mean, and says how many differences that were. Of what is made or goes as a whole
    /// everything stays, and so does what forces a replacement.
    pub fn hide(&mut self, ignored: &AttributePatterns) -> usize {
        if ignored.is_empty() || self.action != Action::Update {
            return 0;
        }
        below(self, ignored, &mut Vec::new())
    }

    /// Whether it or something in it forces a replacement.
    fn forces_anything(&self) -> bool {
        self.forces || self.parts().any(Self::forces_anything)
    }

    fn is_changed(&self) -> bool {
        self.action != Action::NoOp
    }

    fn parts(&self) -> Box<dyn Iterator<Item = &Self> + '_> {
        match &self.shape {
            Shape::Object { members, .. } | Shape::Map { members, .. } => {
                Box::new(members.iter().map(|member| &member.node))
            }
            Shape::List { items, .. } | Shape::Set { items, .. } => Box::new(items.iter()),
            Shape::Block { attributes, blocks } => {
                let nested = blocks.iter().flat_map(|of_type| of_type.nodes.iter());
                Box::new(
                    attributes
                        .iter()
                        .map(|member| &member.node)
                        .chain(nested.map(|(_, node)| node)),
                )
            }
            Shape::Json { value, .. } => Box::new(std::iter::once(&**value)),
            Shape::Scalar { .. }
            | Shape::Lines(_)
            | Shape::Mixed { .. }
            | Shape::Unknown { .. }
            | Shape::Sensitive { .. }
            | Shape::WriteOnly { .. } => Box::new(std::iter::empty()),
        }
    }
}

/// Hides what is below a node at that path.
fn below(node: &mut Node, ignored: &AttributePatterns, path: &mut Vec<String>) -> usize {
    let mut hidden = 0;
    let mut keeps = |name: &str, part: &mut Node, path: &mut Vec<String>| {
        path.push(name.to_owned());
        let kept = keeps(part, ignored, path, &mut hidden);
        path.pop();
        kept
    };
    match &mut node.shape {
        Shape::Object { members, .. } | Shape::Map { members, .. } => {
            members.retain_mut(|member| keeps(&member.name, &mut member.node, path));
        }
        Shape::List { items, .. } | Shape::Set { items, .. } => items.retain_mut(|item| keeps("", item, path)),
        Shape::Block { attributes, blocks } => {
            attributes.retain_mut(|member| keeps(&member.name, &mut member.node, path));
            for of_type in blocks {
                let forces = of_type.forces;
                path.push(of_type.name.to_string());
                of_type
                    .nodes
                    .retain_mut(|(key, node)| forces || keeps(key.as_deref().unwrap_or_default(), node, path));
                path.pop();
            }
        }
        Shape::Json { value, .. } => hidden = below(value, ignored, path),
        Shape::Scalar { .. }
        | Shape::Lines(_)
        | Shape::Mixed { .. }
        | Shape::Unknown { .. }
        | Shape::Sensitive { .. }
        | Shape::WriteOnly { .. } => {}
    }
    hidden
}

/// Whether anything of a part is still to be shown; what is not, is counted.
fn keeps(part: &mut Node, ignored: &AttributePatterns, path: &mut Vec<String>, hidden: &mut usize) -> bool {
    if !part.is_changed() || part.forces {
        return true;
    }
    let names: Vec<&str> = path.iter().map(String::as_str).collect();
    if ignored.matches(&names) && !part.forces_anything() {
        *hidden += 1;
        return false;
    }
    if part.action != Action::Update {
        return true;
    }
    let inside = below(part, ignored, path);
    *hidden += inside;
    inside == 0 || part.parts().any(Node::is_changed)
}
