//! What of a tree is kept for a report: all that differs, and of what stays only that it is there.

use super::{Member, Node, Scalar, Shape};
use crate::report::Redacted;

impl Node {
    /// The same tree, in which values that stay are empty; a format counts them and shows none.
    ///
    /// Elements of lists are kept, since those beside a change tell where in the list it is.
    pub(in crate::report) fn brief(mut self) -> Self {
        self.empty_what_stays();
        self
    }

    fn empty_what_stays(&mut self) {
        if self.is_unchanged() {
            self.shape = Shape::Scalar {
                before: Scalar::Absent,
                after: Scalar::Absent,
            };
            return;
        }
        match &mut self.shape {
            Shape::Object { members, .. } | Shape::Map { members, .. } => members.iter_mut().for_each(Member::brief),
            Shape::Block { attributes, blocks } => {
                attributes.iter_mut().for_each(Member::brief);
                for (_, node) in blocks.iter_mut().flat_map(|of_type| &mut of_type.nodes) {
                    node.empty_what_stays();
                }
            }
            Shape::List { items, .. } | Shape::Set { items, .. } => {
                for item in items.iter_mut().filter(|item| !item.is_unchanged()) {
                    item.empty_what_stays();
                }
            }
            Shape::Json {
                value,
                whitespace: false,
            } => value.empty_what_stays(),
            // What both sides of another type were is shown whole, and the rest has no parts.
            Shape::Json { .. }
            | Shape::Mixed { .. }
            | Shape::Unknown { .. }
            | Shape::Scalar { .. }
            | Shape::Lines(_)
            | Shape::Sensitive { .. }
            | Shape::WriteOnly { .. } => {}
        }
    }

    fn is_unchanged(&self) -> bool {
        self.action == super::Action::NoOp
    }
}

impl Member {
    fn brief(&mut self) {
        if self.node.is_unchanged() {
            self.name = Redacted::trusted("");
        }
        self.node.empty_what_stays();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::changes::Action;

    fn scalar(action: Action, text: &str) -> Node {
        let value = Scalar::Text(Redacted::trusted(text));
        Node {
            action,
            forces: false,
            shape: Shape::Scalar {
                before: value.clone(),
                after: value,
            },
        }
    }

    fn member(name: &str, node: Node) -> Member {
        Member {
            name: Redacted::trusted(name),
            node,
        }
    }

    #[test]
    fn what_stays_is_empty_and_still_counted() {
        let list = Node {
            shape: Shape::List {
                items: vec![scalar(Action::NoOp, "beside"), scalar(Action::Create, "new")],
                context: true,
            },
            ..scalar(Action::Update, "")
        };
        let tree = Node {
            shape: Shape::Block {
                attributes: vec![
                    member("stays", scalar(Action::NoOp, "old")),
                    member("goes", scalar(Action::Delete, "gone")),
                    member("list", list),
                ],
                blocks: Vec::new(),
            },
            ..scalar(Action::Update, "")
        };
        let text = format!("{:?}", tree.brief());
        for (part, there, why) in [
            ("old", false, "the value of what stays"),
            ("\"stays\"", false, "its name"),
            ("gone", true, "what differs"),
            ("beside", true, "the neighbour in a list"),
            ("new", true, "what comes"),
        ] {
            assert_eq!(text.contains(part), there, "{why}: {text}");
        }
        assert_eq!(text.matches("Member").count(), 3, "each is still there");
    }
}
