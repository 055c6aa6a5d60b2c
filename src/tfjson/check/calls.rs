//! Module calls beside what the modules offer.

use super::super::declaration::DeclarationKind;
use super::super::engine::Flavor;
use super::super::module::{Interface, TopBlock};
use super::super::problem::ProblemKind;
use super::super::reference::{Role, Subject};
use super::super::type_constraint::Type;
use super::known_type::KnownType;
use super::{Checker, Children};
use crate::hcljson::{COMMENT, Expression, Property, Value};

impl Checker<'_, '_, '_> {
    /// Sources that do not exist, arguments and outputs that the modules do not have.
    pub(super) fn module_calls(&mut self, children: &Children) {
        let module = self.module;
        for call in module.blocks.iter().filter(|top| top.block.kind() == "module") {
            let Some(child) = self.child(call, children) else {
                continue;
            };
            let Some(child) = child else {
                self.reject(ProblemKind::ModuleNotFound, call.file, call.block.name_span());
                continue;
            };
            if !child.complete {
                continue;
            }
            for input in inputs(call) {
                let name = input.name();
                if name != COMMENT && !child.variables.contains_key(name.as_ref()) {
                    let kind = ProblemKind::ModuleInputUnknown(name.clone().into_owned());
                    self.reject(kind, call.file, input.name_span());
                }
                if let Some(wanted) = child.types.get(name.as_ref()) {
                    self.input_type(call.file, input, wanted);
                }
            }
            let name = call.block.label(0);
            let group = self.declared.get((DeclarationKind::Module, &name, ""));
            // What another file in the native syntax adds is not known.
            let Some(group) = group.filter(|group| !group.native) else {
                continue;
            };
            let given = |overrides: bool| group.blocks(module).filter(move |top| top.overrides == overrides);
            let (given, overriding): (Vec<_>, Vec<_>) = (
                given(false).flat_map(inputs).collect(),
                given(true).flat_map(inputs).collect(),
            );
            for (name, _) in child
                .variables
                .iter()
                .filter(|(_, required)| **required && !call.overrides)
            {
                let among = |inputs: &[Property<'_, '_>]| inputs.iter().any(|input| input.name() == name.as_str());
                if !among(&given) {
                    let kind = if among(&overriding) {
                        ProblemKind::ModuleInputOverrideOnly
                    } else {
                        ProblemKind::ModuleInputMissing
                    };
                    let kind = kind(name.clone());
                    self.reject(kind, call.file, call.block.name_span());
                }
            }
        }
        let to_modules = module
            .references
            .iter()
            // What is moved, removed or imported lies in modules, and is no output of theirs.
            .filter(|reference| reference.role != Role::Address && reference.text.starts_with("module"));
        for reference in to_modules {
            let Subject::Module(name, Some(output)) = reference.subject() else {
                continue;
            };
            let group = self.declared.get((DeclarationKind::Module, name, ""));
            let call = group.and_then(|group| group.blocks(module).next());
            let Some(Some(child)) = call.and_then(|call| self.child(call, children)) else {
                continue;
            };
            if child.complete && !child.outputs.iter().any(|known| known == output) {
                let kind = ProblemKind::UnknownOutput(output.to_owned());
                self.reject(kind, reference.file, reference.span);
            }
        }
    }

    /// A value that does not convert to the type of the variable that it is given to.
    fn input_type(&mut self, file: usize, input: Property<'_, '_>, wanted: &Type) {
        let value = Expression::new(input.value()).evaluate(&mut Vec::new());
        let fits = match value {
            Value::Unknown => KnownType::as_declared(self.module, self.declared, input.value())
                .is_none_or(|known| known.may_become(wanted)),
            value => wanted.accepts(&value),
        };
        if !fits {
            let kind = ProblemKind::ModuleInputType(input.name().into_owned());
            self.reject(kind, file, input.value().opening());
        }
    }

    /// The module that is called, if anything is known of it: `None` inside where its directory does not exist.
    pub(super) fn child<'k>(&self, call: &TopBlock<'_, '_>, children: &'k Children) -> Option<&'k Option<Interface>> {
        let source = call.content.attribute("source")?;
        children.get(&self.constant_source(source)?)
    }

    /// The source of a module as far as it is known: a literal, or a variable with a literal default.
    fn constant_source(&self, source: Property<'_, '_>) -> Option<String> {
        if self.module.engine.flavor == Flavor::Terraform {
            return Some(source.value().string()?.into_inner().into_owned());
        }
        self.module.constant(Expression::new(source.value()))
    }
}

/// The arguments of a call that are the module's.
pub(super) fn inputs<'f, 'a>(call: &TopBlock<'f, 'a>) -> Vec<Property<'f, 'a>> {
    let mut inputs = call.content.rest().to_vec();
    for escape in call.content.blocks_of("_") {
        inputs.extend(escape.body.properties(&mut Vec::new()));
    }
    inputs
}
