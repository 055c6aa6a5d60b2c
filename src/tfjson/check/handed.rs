//! Configurations of providers that calls hand to modules, held against what those require.

use super::Checker;
use crate::hcljson::template::is_template;
use crate::tfjson::declared::Group;
use crate::tfjson::module::Interface;
use crate::tfjson::problem::ProblemKind;
use crate::tfjson::provider_reference::{ProviderReference, bare};

impl Checker<'_, '_, '_> {
    /// Configurations that the module does not know, and those of other providers than it has by the names under which
    /// they are handed to it.
    pub(super) fn handed_types(&mut self, group: &Group<'_>, child: &Interface) {
        let module = self.module;
        let Some((top, handed)) = group.placed_argument(module, "providers") else {
            return;
        };
        // What a module does not require itself the engines take from another that is called beside it.
        let is_alone = module.of_kind("module").nth(1).is_none();
        for handed in handed.value().properties() {
            let inside = bare(&handed.name()).into_owned();
            let Some(text) = handed.value().string().filter(|text| !is_template(text.as_str())) else {
                continue;
            };
            let outside = ProviderReference::read(text.as_str()).name;
            let name = inside.split('.').next().unwrap_or_default();
            let requires = child.requirements.has(name);
            let is_known = name == inside
                || child.expects.contains(&inside)
                || child.names.contains(&inside)
                || child.configures.contains(&inside);
            let wanted = child.requirements.meant_by(name);
            // Of a provider that is meant where nothing is said the engines only warn.
            if requires && !is_known && wanted.as_ref().is_some_and(|wanted| !wanted.is_official()) {
                self.reject(ProblemKind::ProviderNotExpected(inside), top.file, handed.name_span());
                continue;
            }
            let is_required = if requires { is_known } else { is_alone };
            // A name that both modules require is taken for one and the same.
            let outside = if requires && self.requirements().has(&inside) {
                &inside
            } else {
                outside
            };
            if let (Some(wanted), Some(given)) = (wanted, self.requirements().meant_by(outside))
                && is_required
                && wanted != given
            {
                self.reject(ProblemKind::ProviderMismatch(inside), top.file, handed.value().span());
            }
        }
    }
}
