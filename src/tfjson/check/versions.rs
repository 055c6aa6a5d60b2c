//! Versions that no provider or module can have.

use super::Checker;
use crate::hcljson::template::is_template;
use crate::hcljson::{Kind, Node, Property, Value};
use crate::tfjson::declaration::DeclarationKind;
use crate::tfjson::declared::Group;
use crate::tfjson::engine::is_of_provider;
use crate::tfjson::module::TopBlock;
use crate::tfjson::problem::ProblemKind;
use crate::tfjson::registry;
use crate::tfjson::special::{is_local, is_no_source};

impl Checker<'_, '_, '_> {
    /// Versions of providers that only engines and modules have: with a `v`, or with four numbers.
    pub(super) fn provider_versions(&mut self) {
        let module = self.module;
        for top in module.of_kind("terraform") {
            for block in top.content.blocks_of("required_providers") {
                for entry in block.body.node().properties() {
                    let name = entry.name();
                    let group = self.declared.get((DeclarationKind::RequiredProvider, &name, ""));
                    // Of several one counts.
                    if !group.is_some_and(Group::is_alone) {
                        continue;
                    }
                    let version = match entry.value().kind() {
                        Kind::Object => entry.value().get("version"),
                        _ => Some(entry.value()),
                    };
                    self.provider_version(top.file, version);
                }
            }
        }
        for top in module.of_kind("provider") {
            let alias = top.content.attribute("alias").and_then(|alias| alias.value().string());
            let alias = alias.as_ref().map_or("", |alias| alias.as_str());
            let name = top.block.label(0);
            let group = self.declared.get((DeclarationKind::Provider, &name, alias));
            if group.is_some_and(Group::is_alone) {
                self.provider_version(top.file, top.content.attribute("version").map(Property::value));
            }
        }
    }

    fn provider_version(&mut self, file: usize, version: Option<Node<'_, '_>>) {
        let text = version.and_then(|version| Some((version.string()?, version.span())));
        if let Some((text, span)) = text
            && is_of_provider(text.as_str()) == Some(false)
        {
            self.reject(ProblemKind::VersionOfNoProvider, file, span);
        }
    }

    /// Versions of modules that are got in another way than from a registry.
    pub(super) fn version_of_other_source(&mut self, call: &TopBlock<'_, '_>) {
        let group = call.group(self.declared);
        let (Some(source), Some(version)) = (call.content.attribute("source"), call.content.attribute("version"))
        else {
            return;
        };
        // OpenTofu looks at what override files have made of both.
        if !group.is_some_and(Group::is_alone) {
            return;
        }
        let Some(source) = source.value().string().filter(|source| !is_template(source.as_str())) else {
            return;
        };
        let source = source.as_str();
        let value = version.value().evaluate();
        let is_given = !matches!(value, Value::Null | Value::Unknown);
        if is_given && !is_local(source) && !is_no_source(source) && !registry::is_address(source) {
            self.reject(ProblemKind::VersionOfLocalModule, call.file, version.name_span());
        }
    }
}
