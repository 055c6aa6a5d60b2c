//! The declarations of a module by kind and labels, each with what overrides it.

use std::collections::BTreeMap;

use super::super::declaration::{Declaration, DeclarationKind};
use super::super::module::{Module, TopBlock};
use super::super::reference::{ResourceMode, Subject};
use crate::hcljson::Property;

/// All declarations of a module.
pub(super) struct Declared<'c> {
    /// By kind, and labels with dots between them.
    groups: BTreeMap<(DeclarationKind, String), Group<'c>>,
}

/// A declaration and what overrides it.
#[derive(Default)]
pub(super) struct Group<'c> {
    /// The first that overrides nothing.
    pub(super) base: Option<&'c Declaration>,
    /// Numbers of the blocks in JSON, overriding ones last.
    blocks: Vec<usize>,
    /// Whether a part of it is in the native syntax, of which only the names are known.
    pub(super) native: bool,
}

impl<'c> Declared<'c> {
    pub(super) fn new(declarations: &'c [Declaration]) -> Self {
        let mut groups: BTreeMap<_, Group<'c>> = BTreeMap::new();
        for declaration in declarations {
            let group = groups
                .entry((declaration.kind, declaration.labels.join(".")))
                .or_default();
            if group.base.is_none() && !declaration.overrides {
                group.base = Some(declaration);
            }
            group.blocks.extend(declaration.block);
            group.native |= declaration.block.is_none();
        }
        Self { groups }
    }

    /// The group with a kind and its labels, with dots between them.
    pub(super) fn get(&self, kind: DeclarationKind, labels: &str) -> Option<&Group<'c>> {
        self.groups.get(&(kind, labels.to_owned()))
    }

    /// Whether something is declared, and not only overridden.
    pub(super) fn has(&self, kind: DeclarationKind, labels: &str) -> bool {
        self.get(kind, labels).is_some_and(|group| group.base.is_some())
    }

    /// The labels of all that is declared of a kind.
    pub(super) fn labels(&self, kind: DeclarationKind) -> impl Iterator<Item = &str> {
        let of_kind = self
            .groups
            .range((kind, String::new())..)
            .take_while(move |((other, _), _)| *other == kind);
        of_kind.map(|((_, labels), _)| labels.as_str())
    }
}

impl Group<'_> {
    /// Its blocks in JSON.
    pub(super) fn blocks<'m, 'f, 'a>(&self, module: &'m Module<'f, 'a>) -> impl Iterator<Item = &'m TopBlock<'f, 'a>> {
        self.blocks.iter().filter_map(|&block| module.blocks.get(block))
    }

    /// The argument that counts: the last that is written.
    pub(super) fn argument<'f, 'a>(&self, module: &Module<'f, 'a>, name: &str) -> Option<Property<'f, 'a>> {
        self.blocks(module).filter_map(|top| top.content.attribute(name)).last()
    }
}

/// The kind and labels of what a reference is about; `None` for what needs no declaration.
pub(super) fn subject_key(subject: Subject<'_>) -> Option<(DeclarationKind, String)> {
    Some(match subject {
        Subject::Variable(name) => (DeclarationKind::Variable, name.to_owned()),
        Subject::Local(name) => (DeclarationKind::Local, name.to_owned()),
        Subject::Module(name, _) => (DeclarationKind::Module, name.to_owned()),
        Subject::Resource(mode, kind, name, _) => {
            let mode = match mode {
                ResourceMode::Managed => DeclarationKind::Resource,
                ResourceMode::Data => DeclarationKind::Data,
                ResourceMode::Ephemeral => DeclarationKind::Ephemeral,
            };
            (mode, format!("{kind}.{name}"))
        }
        _ => return None,
    })
}
