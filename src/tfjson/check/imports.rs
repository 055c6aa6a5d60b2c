//! What is imported: by an id that is one, and each thing once.

use std::collections::BTreeSet;

use super::super::addresses::is_reserved;
use super::super::declaration::{DeclarationKind, Instances};
use super::super::engine::Flavor;
use super::super::problem::ProblemKind;
use super::super::reference::address_root;
use super::Checker;
use crate::hcljson::template::{Native, NativeKind, StepKind, Traversal};
use crate::hcljson::{Expression, Property, Value};

impl Checker<'_, '_, '_> {
    /// Imports without an id, of what is none, and of one thing twice.
    pub(super) fn imports(&mut self) {
        let module = self.module;
        let mut seen = BTreeSet::new();
        for import in module.blocks.iter().filter(|top| top.block.kind() == "import") {
            let value =
                |argument: Property<'_, '_>| Expression::new(argument.value()).evaluate(&mut Vec::new()).into_owned();
            let each = import.content.attribute("for_each");
            if let Some(each) =
                each.filter(|each| matches!(value(*each), Value::String(_) | Value::Number(_) | Value::Bool(_)))
            {
                let kind = ProblemKind::ValueType("an object, a map, a list or a set");
                self.reject(kind, import.file, each.value().opening());
            }
            // Of nothing that is repeated no id is needed.
            let id = import.content.attribute("id").filter(|_| each.is_none());
            if let Some(id) = id {
                let empty = match value(id) {
                    Value::Null => Some("null"),
                    Value::String(text) if text.is_empty() => Some("empty"),
                    _ => None,
                };
                if let Some(empty) = empty {
                    self.reject(ProblemKind::ImportId(empty), import.file, id.value().opening());
                }
            }
            let Some(to) = import.content.attribute("to").map(Property::value) else {
                continue;
            };
            if let Some(kind) = to.string().and_then(|text| self.target(text.as_str())) {
                self.reject(kind, import.file, to.span());
                continue;
            }
            if let Some(kind) = to.string().and_then(|text| self.target(text.as_str())) {
                self.reject(kind, import.file, to.span());
                continue;
            }
            let Some((address, is_data)) = to.string().and_then(|text| address(text.as_str())) else {
                continue;
            };
            if is_data && module.ask(|engine| engine.flavor) == Flavor::Terraform {
                self.reject(ProblemKind::ImportOfData, import.file, to.span());
            }
            if !seen.insert(address.clone()) {
                let what = format!("the import of {address}");
                self.reject(ProblemKind::Duplicate { what }, import.file, to.span());
            }
        }
    }
}

impl Checker<'_, '_, '_> {
    /// What is wrong with what is imported to: no address of a resource, or of none of the instances that it has.
    fn target(&self, text: &str) -> Option<ProblemKind> {
        let native = Native::parse(text).ok()?;
        let NativeKind::Variable(traversal) = &native.kind else {
            return None;
        };
        let Some((root, names)) = address_root(traversal) else {
            return Some(ProblemKind::MoveAddress);
        };
        let behind = match root {
            "data" => return None,
            "resource" => 2,
            _ => 1,
        };
        if names != behind || is_reserved(root) || root == "ephemeral" {
            return Some(ProblemKind::MoveAddress);
        }
        if traversal.root == "module" || root == "resource" {
            return None;
        }
        let group = self
            .declared
            .get((DeclarationKind::Resource, root, traversal.attribute(0)?))?;
        let base = group.base?;
        match (group.instances, traversal.steps.len() > 1) {
            (Instances::One, true) => Some(ProblemKind::UnexpectedInstanceKey(base.to_string())),
            (Instances::Repeated, false) => Some(ProblemKind::MissingInstanceKey(base.to_string())),
            _ => None,
        }
    }
}

/// An address in which nothing is computed, in one spelling, and whether a data source is what it names.
pub(super) fn address(text: &str) -> Option<(String, bool)> {
    let native = Native::parse(text).ok()?;
    let NativeKind::Variable(traversal) = &native.kind else {
        return None;
    };
    let Traversal { root, steps, .. } = traversal;
    let mut address = (*root).to_owned();
    let mut names = vec![*root];
    for step in steps {
        match &step.kind {
            StepKind::Attribute(name) => {
                address.push('.');
                address.push_str(name);
                names.push(name);
            }
            StepKind::Index(index) => address.extend(["[", index, "]"]),
            StepKind::Key(key) => address.extend(["[\"", key, "\"]"]),
            StepKind::Splat | StepKind::Computed(_) => return None,
        }
    }
    while let ["module", _, rest @ ..] = names.as_slice() {
        names = rest.to_vec();
    }
    Some((address, names.first() == Some(&"data")))
}
