//! What the blocks of a configuration declare, by kind and name, with the address that the engines give it.

use std::fmt;

use crate::json::Pointer;
use crate::tofu::{ConfigOutput, ConfigResource, ModuleCall};

use super::configured::ConfiguredResource;
use super::modules::{ConfiguredModule, Modules};

/// What a block declares that others can refer to or depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum DeclarationKind {
    /// A `resource`, `data` or `ephemeral` block.
    Resource,
    /// A `module` block.
    Module,
    /// An `output` block.
    Output,
    /// A `variable` block.
    Variable,
}

#[derive(Debug)]
pub(in crate::facts) struct Declared<'a> {
    pub(in crate::facts) module: usize,
    pub(in crate::facts) kind: DeclarationKind,
    pub(in crate::facts) name: &'a str,
    pub(in crate::facts) item: Item<'a>,
}

#[derive(Debug)]
pub(in crate::facts) enum Item<'a> {
    Resource { wire: &'a ConfigResource<'a>, index: usize },
    Module { wire: &'a ModuleCall<'a>, child: usize },
    Output(&'a ConfigOutput<'a>),
    Variable,
}

impl<'a> Declared<'a> {
    pub(in crate::facts) fn key(&self) -> (usize, DeclarationKind, &'a str) {
        (self.module, self.kind, self.name)
    }
}

/// Something that a block of the configuration declares.
#[derive(Clone, Copy)]
pub struct Declaration<'m, 'a> {
    pub(in crate::facts) all: &'m Modules<'a>,
    pub(in crate::facts) at: usize,
}

impl<'m, 'a> Declaration<'m, 'a> {
    /// What kind of block it is.
    #[must_use]
    pub fn kind(self) -> DeclarationKind {
        self.entry().map_or(DeclarationKind::Variable, |declared| declared.kind)
    }

    /// The name; of a resource its address in the module, such as `data.aws_ami.x`.
    #[must_use]
    pub fn name(self) -> &'a str {
        self.entry().map_or("", |declared| declared.name)
    }

    /// The module that holds the block.
    #[must_use]
    pub fn module(self) -> ConfiguredModule<'m, 'a> {
        self.all.at(self.entry().map_or(0, |declared| declared.module))
    }

    /// The address in configuration, which [`Modules::declaration`] reads: `module.a.aws_x.y`, `module.a.var.v`.
    #[must_use]
    pub fn address(self) -> String {
        let kind = match self.kind() {
            DeclarationKind::Resource => "",
            DeclarationKind::Module => "module.",
            DeclarationKind::Output => "output.",
            DeclarationKind::Variable => "var.",
        };
        self.module().absolute(&format!("{kind}{}", self.name()))
    }

    /// The resource that is declared; `None` for any other kind.
    #[must_use]
    pub fn resource(self) -> Option<ConfiguredResource<'m, 'a>> {
        match &self.entry()?.item {
            Item::Resource { wire, .. } => Some(ConfiguredResource {
                wire,
                declaration: self,
            }),
            _ => None,
        }
    }

    /// Where the block stands in the document.
    #[must_use]
    pub fn pointer(self) -> Pointer {
        let object = self.module().object_pointer();
        match self.kind() {
            DeclarationKind::Resource => self.resource().map_or(object, ConfiguredResource::pointer),
            DeclarationKind::Module => object.key("module_calls").key(self.name()),
            DeclarationKind::Output => object.key("outputs").key(self.name()),
            DeclarationKind::Variable => object.key("variables").key(self.name()),
        }
    }

    pub(in crate::facts) fn entry(self) -> Option<&'m Declared<'a>> {
        self.all.declarations.get(self.at)
    }
}

impl PartialEq for Declaration<'_, '_> {
    fn eq(&self, other: &Self) -> bool {
        self.at == other.at && std::ptr::eq(self.all, other.all)
    }
}

impl Eq for Declaration<'_, '_> {}

impl fmt::Debug for Declaration<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Declaration").field(&self.address()).finish()
    }
}
