//! Outputs that a root module may not have: those that show what is sensitive, and those that are gone after the run.

use super::Checker;
use super::marks::{Mark, is_true};
use crate::tfjson::declaration::DeclarationKind;
use crate::tfjson::declared::{Group, key};
use crate::tfjson::engine::Flavor;
use crate::tfjson::problem::ProblemKind;

impl Checker<'_, '_, '_> {
    /// Whether the module is surely a root: it has what others have not, a backend or imports. Any other may be called
    /// by one that nobody has shown.
    pub(super) fn is_root(&self) -> bool {
        let of_root = |kind| matches!(kind, DeclarationKind::Backend | DeclarationKind::Cloud);
        let module = self.module;
        !module.called
            && (module.declarations.iter().any(|declaration| of_root(declaration.kind))
                || module.of_kind("import").next().is_some())
    }

    /// Outputs that are ephemeral, and whose values are constants, which are not: older versions of Terraform wanted
    /// one that is.
    pub(super) fn ephemeral_constants(&mut self) {
        let module = self.module;
        for output in module.of_kind("output").filter(|output| !output.overrides) {
            let ephemeral = output.content.attribute("ephemeral");
            let Some(ephemeral) = ephemeral.filter(|ephemeral| is_true(*ephemeral)) else {
                continue;
            };
            let name = output.block.label(0);
            let group = self.declared.get((DeclarationKind::Output, &name, ""));
            let value = output.content.attribute("value");
            // A root module may have none at all, which is told there.
            if group.is_some_and(Group::is_alone)
                && value.is_some_and(|value| value.value().evaluate().is_constant())
                && !self.is_root()
                && module.ask(|engine| engine.flavor == Flavor::Terraform && !engine.is_terraform_since(12))
            {
                self.reject(ProblemKind::ConstantEphemeral, output.file, ephemeral.name_span());
            }
        }
    }

    /// What is known of a root module alone.
    pub(super) fn root_outputs(&mut self) {
        let module = self.module;
        if !self.is_root() {
            return;
        }
        let outputs = module.declarations.iter();
        for output in outputs.filter(|output| output.kind == DeclarationKind::Output && !output.overrides) {
            let Some(group) = self.declared.get(key(output)).filter(|group| !group.native) else {
                continue;
            };
            // What override files say of it nobody reads.
            let mut own = group.blocks(module).filter(|top| !top.overrides);
            if own.any(|top| top.content.attribute("deprecated").is_some())
                && module.ask(|engine| engine.is_terraform_since(15))
            {
                self.reject(ProblemKind::DeprecatedOutput, output.file, output.span);
            }
            let is_set = |name| group.argument(module, name).is_some_and(is_true);
            if is_set("ephemeral") {
                self.reject(ProblemKind::EphemeralOutput, output.file, output.span);
            }
            if !is_set("sensitive")
                && let Some((top, value)) = group.placed_argument(module, "value")
                && let Some((name, span)) = self.marked(Mark::Sensitive).in_value(value.value())
            {
                self.reject(ProblemKind::SensitiveOutput(name), top.file, span);
            }
        }
    }
}
