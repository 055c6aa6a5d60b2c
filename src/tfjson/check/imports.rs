//! What is imported: by an id that is one, and each thing once.

use std::collections::BTreeSet;

use super::super::engine::Flavor;
use super::super::problem::ProblemKind;
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
            let Some((address, is_data)) = to.string().and_then(|text| address(text.as_str())) else {
                continue;
            };
            if is_data && module.engine.flavor == Flavor::Terraform {
                self.reject(ProblemKind::ImportOfData, import.file, to.span());
            }
            if !seen.insert(address.clone()) {
                let what = format!("the import of {address}");
                self.reject(ProblemKind::Duplicate { what }, import.file, to.span());
            }
        }
    }
}

/// An address in which nothing is computed, in one spelling, and whether a data source is what it names.
fn address(text: &str) -> Option<(String, bool)> {
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
