//! Outputs that a root module may not have: those that show what is sensitive, and those that are gone after the run.

use super::super::declaration::DeclarationKind;
use super::super::declared::key;
use super::super::problem::ProblemKind;
use super::super::reference::Subject;
use super::Checker;
use crate::hcljson::template::{NativeKind, Part, Template, is_template};
use crate::hcljson::{Expression, Kind, Node, Property};
use crate::source::Span;

impl Checker<'_, '_, '_> {
    /// Whether the module is surely a root: it has what others have not, a backend or imports. Any other may be called by one
    /// that nobody has shown.
    pub(super) fn is_root(&self) -> bool {
        let of_root = |kind| matches!(kind, DeclarationKind::Backend | DeclarationKind::Cloud);
        let module = self.module;
        module.declarations.iter().any(|declaration| of_root(declaration.kind))
            || module.of_kind("import").next().is_some()
    }

    /// What is known of a root module alone.
    pub(super) fn root_outputs(&mut self) {
        let module = self.module;
        if !self.is_root() {
            return;
        }
        let outputs = module
            .declarations
            .iter()
            .filter(|declaration| declaration.kind == DeclarationKind::Output);
        for output in outputs.filter(|output| !output.overrides) {
            let Some(group) = self.declared.get(key(output)).filter(|group| !group.native) else {
                continue;
            };
            let is_set = |name| group.argument(module, name).is_some_and(is_true);
            if is_set("ephemeral") {
                self.reject(ProblemKind::EphemeralOutput, output.file, output.span);
            }
            let Some(value) = group.argument(module, "value").filter(|_| !is_set("sensitive")) else {
                continue;
            };
            let Some(top) = group
                .blocks(module)
                .filter(|top| top.content.attribute("value").is_some())
                .last()
            else {
                continue;
            };
            let shown = self.shown(value.value());
            if let Some((name, span)) = shown {
                self.reject(ProblemKind::SensitiveOutput(name), top.file, span);
            }
        }
    }

    /// The first sensitive variable that a value shows as it is, and where. Names of an object show nothing.
    fn shown(&self, node: Node<'_, '_>) -> Option<(String, Span)> {
        match node.kind() {
            Kind::Array => node.elements().find_map(|element| self.shown(element)),
            Kind::Object => node.properties().find_map(|property| self.shown(property.value())),
            _ => {
                let text = node.string().filter(|text| is_template(text.as_str()))?;
                let template = Template::parse(text.as_str()).ok()?;
                template.parts.iter().find_map(|part| {
                    let Part::Interpolation { expression, .. } = part else {
                        return None;
                    };
                    let NativeKind::Variable(traversal) = &expression.kind else {
                        return None;
                    };
                    match Subject::of(traversal) {
                        Subject::Variable(name) if self.is_sensitive(name) => {
                            Some((name.to_owned(), text.span(traversal.span())))
                        }
                        _ => None,
                    }
                })
            }
        }
    }

    fn is_sensitive(&self, variable: &str) -> bool {
        let group = self.declared.get((DeclarationKind::Variable, variable, ""));
        let group = group.filter(|group| !group.native);
        group
            .and_then(|group| group.argument(self.module, "sensitive"))
            .is_some_and(is_true)
    }
}

fn is_true(argument: Property<'_, '_>) -> bool {
    Expression::new(argument.value()).literal(&mut Vec::new()).into_bool() == Some(true)
}
