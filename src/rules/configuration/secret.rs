//! Secrets that stand in the configuration as they are.

use std::borrow::Cow;
use std::collections::BTreeSet;

use rayon::prelude::*;

use super::row::Row;
use crate::hcljson::template::is_template;
use crate::hcljson::{COMMENT, Node, Property};
use crate::rules::data::{Naming, Pair, SecretShapes};
use crate::rules::secrets::secret_in;
use crate::tfjson::{Module, TopBlock};

/// A text that is a secret, and no reference to one.
const RULE: &str = "secret-in-config";

const HELP: &str =
    "take it from a variable, an ephemeral value or a secret store, and change it: who reads the file has it";

/// All of them in the files of a module with these numbers. What is said holds nothing of the text.
pub(super) fn rows(module: &Module<'_, '_>, files: &BTreeSet<usize>) -> Vec<Row> {
    let blocks = module.blocks.par_iter().filter(|top| files.contains(&top.file));
    let rows = blocks.flat_map_iter(|top| {
        let mut rows = Vec::new();
        Search::of(top).inside(top.block.body.node(), true, Naming::Other, &mut |node, what| {
            rows.push(Row::new(top.file, node.span(), RULE, format!("{what} is written here")).help(HELP));
        });
        rows
    });
    rows.collect()
}

/// How names are understood in a block.
struct Search<'t> {
    shapes: &'static SecretShapes,
    /// Where keys are credentials: providers, backends, encryption.
    has_credentials: bool,
    /// The argument that holds the block's own value, the name of the block, and whether it is declared sensitive.
    own: Option<(&'static str, Cow<'t, str>, bool)>,
}

impl<'t> Search<'t> {
    fn of(top: &TopBlock<'_, 't>) -> Self {
        let kind = top.block.kind();
        let sensitive = top
            .content
            .attribute("sensitive")
            .and_then(|told| told.value().boolean());
        let sensitive = sensitive == Some(true);
        Self {
            shapes: SecretShapes::builtin(),
            has_credentials: matches!(kind.as_ref(), "provider" | "terraform"),
            own: match kind.as_ref() {
                "variable" => Some(("default", top.block.label(0), sensitive)),
                "output" => Some(("value", top.block.label(0), sensitive)),
                _ => None,
            },
        }
    }

    fn naming(&self, name: &str) -> Naming {
        if self.has_credentials {
            self.shapes.naming_of_credential(name)
        } else {
            self.shapes.naming_of_argument(name)
        }
    }

    /// Meets the secrets in a value; `is_block` says whether it is the block's body, `naming` what its name tells.
    fn inside<'f, 'a>(
        &self,
        node: Node<'f, 'a>,
        is_block: bool,
        naming: Naming,
        meet: &mut impl FnMut(Node<'f, 'a>, &str),
    ) {
        if let Some(text) = node.string()
            && !is_template(text.as_str())
            && let Some(what) = secret_in(text.as_str(), naming)
        {
            meet(node, what);
        }
        for element in node.elements() {
            self.inside(element, is_block, naming, meet);
        }
        let members = || node.properties().filter(|member| member.name() != COMMENT);
        let mut pair = Pair::default();
        if members().any(|member| self.shapes.is_value_of_pair(&member.name())) {
            for member in members() {
                if let Some(text) = member.value().string() {
                    self.shapes.look_at_member(&mut pair, &member.name(), text.as_str());
                }
            }
        }
        for member in members() {
            let naming = self.naming_of(member, &pair, is_block);
            self.inside(member.value(), false, naming, meet);
        }
    }

    fn naming_of(&self, member: Property<'_, '_>, pair: &Pair, is_block: bool) -> Naming {
        let name = member.name();
        match &self.own {
            Some((argument, _, true)) if is_block && name == *argument => Naming::Secret,
            Some((argument, label, false)) if is_block && name == *argument => self.naming(label),
            _ if pair.naming() != Naming::Other && self.shapes.is_value_of_pair(&name) => pair.naming(),
            _ => self.naming(&name),
        }
    }
}
