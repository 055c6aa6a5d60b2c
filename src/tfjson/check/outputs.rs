//! Values of outputs that say their types, and actions that something triggers.

use super::Checker;
use crate::hcljson::{Kind, Node, Value};
use crate::tfjson::actions::Named;
use crate::tfjson::declaration::DeclarationKind;
use crate::tfjson::declared::key;
use crate::tfjson::known_type::KnownType;
use crate::tfjson::problem::ProblemKind;
use crate::tfjson::type_constraint::Type;

impl Checker<'_, '_, '_> {
    /// Values that do not fit the type which their output says, in one file or in several.
    pub(super) fn output_types(&mut self) {
        let module = self.module;
        let outputs = module.declarations.iter();
        for output in outputs.filter(|output| output.kind == DeclarationKind::Output && !output.overrides) {
            let Some(group) = self.declared.get(key(output)).filter(|group| !group.native) else {
                continue;
            };
            let wanted = group.argument(module, "type").and_then(Type::of_argument);
            let (Some(wanted), Some((top, value))) = (wanted, group.placed_argument(module, "value")) else {
                continue;
            };
            if !self.fits(value.value(), &wanted) && module.ask(|engine| engine.is_terraform_since(15)) {
                self.reject(ProblemKind::OutputType, top.file, value.value().opening());
            }
        }
    }

    /// Whether a value converts to a type, as far as it is known.
    pub(super) fn fits(&self, value: Node<'_, '_>, wanted: &Type) -> bool {
        match value.evaluate() {
            Value::Unknown => {
                KnownType::as_declared(self.module, self.declared, value).is_none_or(|known| known.may_become(wanted))
            }
            value => wanted.accepts(&value),
        }
    }

    /// Actions that something triggers, and nobody has declared.
    pub(super) fn triggered(&mut self) {
        let module = self.module;
        for top in module.of_kind("resource") {
            let lifecycles = top.content.blocks_of("lifecycle");
            for trigger in lifecycles.filter_map(|lifecycle| lifecycle.body.get("action_trigger")) {
                let each = match trigger.kind() {
                    Kind::Array => trigger.elements().collect(),
                    _ => vec![trigger],
                };
                let actions = each.into_iter().filter_map(|trigger| trigger.get("actions"));
                for action in actions.flat_map(Node::elements) {
                    if let Named::Action(kind, name) = Named::by(action)
                        && !self.declared.has((DeclarationKind::Action, &kind, &name))
                        && module.ask(|engine| engine.is_terraform_since(14))
                    {
                        let undeclared = ProblemKind::undeclared(format!("action.{kind}.{name}"));
                        self.reject(undeclared, top.file, action.span());
                    }
                }
            }
        }
    }
}
