//! The one walk over all that blocks hold, for what is said of values as they are written, whatever they are read as.

use std::collections::BTreeSet;

use rayon::prelude::*;

use super::row::Row;
use super::secret::Names;
use super::{number, secret};
use crate::hcljson::{COMMENT, Kind, Node};
use crate::rules::data::Naming;
use crate::tfjson::Module;

/// All of it in the files of a module with these numbers.
pub(super) fn rows(module: &Module<'_, '_>, files: &BTreeSet<usize>) -> Vec<Row> {
    let blocks = module.blocks.par_iter().filter(|top| files.contains(&top.file));
    let rows = blocks.flat_map_iter(|top| {
        let mut walk = Walk {
            file: top.file,
            names: Names::of(top),
            rows: Vec::new(),
        };
        walk.inside(top.block.body.node(), true, Naming::Other);
        walk.rows
    });
    rows.collect()
}

struct Walk<'t> {
    file: usize,
    names: Names<'t>,
    rows: Vec<Row>,
}

impl Walk<'_> {
    /// Looks at a value; `is_block` says whether it is the block's body, `naming` what its name tells.
    fn inside(&mut self, node: Node<'_, '_>, is_block: bool, naming: Naming) {
        match node.kind() {
            Kind::Number => self.rows.extend(number::row(self.file, node)),
            Kind::String | Kind::Escaped | Kind::Bare => self.rows.extend(secret::row(self.file, node, naming)),
            Kind::Array => {
                for element in node.elements() {
                    self.inside(element, is_block, naming);
                }
            }
            Kind::Object => {
                let pair = self.names.pair(node);
                for member in node.properties() {
                    let name = member.name();
                    if name != COMMENT {
                        let naming = self.names.naming_of(&name, &pair, is_block);
                        self.inside(member.value(), false, naming);
                    }
                }
            }
            Kind::Null | Kind::False | Kind::True | Kind::Broken => {}
        }
    }
}
