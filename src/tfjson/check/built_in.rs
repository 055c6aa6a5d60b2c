//! Types that the engines bring along: of the built-in provider, of which all are known, and of backends.

use super::super::built_in::{BUILT_IN, settable};
use super::super::declaration::DeclarationKind;
use super::super::module::TopBlock;
use super::super::problem::ProblemKind;
use super::Checker;
use crate::hcljson::{Expression, Node, StructureErrorKind, Value, closest};

/// The backends that a version of either engine has.
const BACKENDS: &[&str] = &[
    "azurerm",
    "cloud",
    "consul",
    "cos",
    "gcs",
    "http",
    "inmem",
    "kubernetes",
    "local",
    "oci",
    "oras",
    "oss",
    "pg",
    "remote",
    "s3",
];

/// The name of the built-in provider.
const PROVIDER: &str = "terraform";

impl Checker<'_, '_, '_> {
    /// Types that the built-in provider does not have, and states that are read without a backend.
    pub(super) fn built_in_types(&mut self) {
        let module = self.module;
        if self.declared.has((DeclarationKind::RequiredProvider, PROVIDER, "")) && !self.requires_built_in() {
            return;
        }
        for top in &module.blocks {
            let name = top.block.label(0);
            let (provider, behind) = name.split_at_checked(PROVIDER.len()).unwrap_or_default();
            if !provider.eq_ignore_ascii_case(PROVIDER) || !(behind.is_empty() || behind.starts_with('_')) {
                continue;
            }
            let kind = top.kind;
            if !matches!(kind, "resource" | "data" | "ephemeral") {
                continue;
            }
            let Some(group) = top.group(self.declared).filter(|group| !group.native) else {
                continue;
            };
            if group.argument(module, "provider").is_some() || top.overrides {
                continue;
            }
            if settable(kind, &name).is_none() {
                let known = BUILT_IN
                    .iter()
                    .filter(|(mode, ..)| *mode == kind)
                    .map(|(_, name, ..)| *name);
                let unknown = ProblemKind::UnknownType {
                    what: kind_words(kind),
                    suggestion: closest(&name, known),
                    name: name.into_owned(),
                };
                let span = top
                    .block
                    .labels
                    .first()
                    .map_or(top.block.name_span(), |label| label.span());
                self.reject(unknown, top.file, span);
            } else if kind == "data" && group.blocks(module).nth(1).is_none() {
                self.remote_state(top);
            }
        }
    }

    /// Whether what the module calls by the name of the built-in provider is that provider, as far as JSON says so.
    fn requires_built_in(&self) -> bool {
        let terraform = self.module.of_kind("terraform");
        let mut required = terraform.flat_map(|top| top.content.blocks_of("required_providers"));
        let sources = required.find_map(|block| block.body.node().get(PROVIDER)?.get("source"));
        sources
            .and_then(Node::string)
            .is_some_and(|source| source.as_str() == "terraform.io/builtin/terraform")
    }

    fn remote_state(&mut self, top: &TopBlock<'_, '_>) {
        let given = super::calls::inputs(top);
        let backend = given.into_iter().find(|property| property.name() == "backend");
        let Some(backend) = backend else {
            let name = "backend".to_owned();
            let missing = ProblemKind::Structure(StructureErrorKind::MissingArgument { name });
            return self.reject(missing, top.file, top.block.body.node().closing());
        };
        if let Value::String(name) = Expression::new(backend.value()).evaluate(&mut Vec::new()) {
            self.backend(&name, top.file, backend.value().span());
        }
    }

    /// A backend of the module itself that no engine has; the last one counts.
    pub(super) fn backends(&mut self) {
        let settings = || {
            let settings = self.module.declarations.iter();
            settings.filter(|setting| matches!(setting.kind, DeclarationKind::Backend | DeclarationKind::Cloud))
        };
        let counts = settings()
            .rfind(|setting| setting.overrides)
            .or_else(|| settings().next());
        let Some(setting) = counts.filter(|setting| setting.kind == DeclarationKind::Backend) else {
            return;
        };
        let (file, span) = (setting.file, setting.span);
        if let (Some(name), true) = (setting.labels.first(), setting.block.is_some()) {
            self.backend(name, file, span);
        }
    }

    fn backend(&mut self, name: &str, file: usize, span: crate::source::Span) {
        if !BACKENDS.contains(&name) {
            let unknown = ProblemKind::UnknownType {
                what: "backend",
                suggestion: closest(name, BACKENDS.iter().copied()),
                name: name.to_owned(),
            };
            self.reject(unknown, file, span);
        }
    }
}

fn kind_words(kind: &str) -> &'static str {
    match kind {
        "resource" => "resource",
        "data" => "data source",
        _ => "ephemeral resource",
    }
}
