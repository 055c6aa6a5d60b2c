//! The one walk over all that blocks hold, for what is said of values as they are written, whatever they are read as.

use super::number;
use super::row::Row;
use super::secret::{Name, Names};
use crate::hcljson::{COMMENT, Kind, Node};
use crate::tfjson::TopBlock;

/// All of it in one block.
pub(super) fn of_block(top: &TopBlock<'_, '_>) -> Vec<Row> {
    let mut walk = Walk {
        file: top.file,
        names: Names::of(top),
        rows: Vec::new(),
    };
    walk.inside(top.block.body.node(), None);
    walk.rows
}

struct Walk<'t> {
    file: usize,
    names: Names<'t>,
    rows: Vec<Row>,
}

impl Walk<'_> {
    /// Looks at a value and the name it stands under; the block's body has none.
    fn inside(&mut self, node: Node<'_, '_>, within: Option<&Name<'_>>) {
        match node.kind() {
            Kind::Number => self.rows.extend(number::row(self.file, node)),
            Kind::String | Kind::Escaped | Kind::Bare => self.rows.extend(self.names.secret(self.file, node, within)),
            Kind::Array => {
                for element in node.elements() {
                    self.inside(element, within);
                }
            }
            Kind::Object => {
                let pair = self.names.pair(node);
                for member in node.properties() {
                    if !member.is(COMMENT) {
                        let of_block = within.is_none();
                        let name = Name {
                            member,
                            pair: &pair,
                            of_block,
                        };
                        self.inside(member.value(), Some(&name));
                    }
                }
            }
            Kind::Null | Kind::False | Kind::True | Kind::Broken => {}
        }
    }
}
