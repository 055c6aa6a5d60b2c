//! Types that the engines bring along: of the built-in provider, of which all are known, and of backends.

use std::collections::BTreeSet;

use super::Checker;
use crate::hcljson::template::{self, Template, is_template};
use crate::hcljson::{Block, Body, COMMENT, Kind, Label, Node, Property, Value, closest};
use crate::source::Span;
use crate::tfjson::built_in::{BUILT_IN, settable};
use crate::tfjson::declaration::DeclarationKind;
use crate::tfjson::engine::Flavor;
use crate::tfjson::known_type::KnownType;
use crate::tfjson::merge::given;
use crate::tfjson::problem::{Problem, ProblemKind};
use crate::tfjson::provider_reference::ProviderReference;
use crate::tfjson::values::is_scalar;

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

/// Those that one engine alone has.
const OF_ONE: &[(&str, Flavor)] = &[("oci", Flavor::Terraform), ("oras", Flavor::OpenTofu)];

/// What the backend `local` may be told.
const LOCAL: &[&str] = &["path", "workspace_dir"];

/// The functions of the built-in provider.
const FUNCTIONS: &[&str] = &["decode_tfvars", "encode_expr", "encode_tfvars"];

/// The name of the built-in provider.
const PROVIDER: &str = "terraform";

impl Checker<'_, '_, '_> {
    /// Types that the built-in provider does not have, and states that are read without a backend.
    pub(super) fn built_in_types(&mut self) {
        let module = self.module;
        let names = self.names_of_built_in();
        for top in &module.blocks {
            let kind = top.kind;
            if kind == "check" {
                for data in top.content.blocks_of("data") {
                    self.data_of_check(top.file, data, &names);
                }
            }
            if !matches!(kind, "resource" | "data" | "ephemeral") {
                continue;
            }
            let name = top.block.label(0);
            let told = top.content.attribute("provider").map(Property::value);
            if told.is_none() && !is_built_in(&name, None, &names) {
                continue;
            }
            let Some(group) = top.json_group(self.declared) else {
                continue;
            };
            let told = group.argument(module, "provider").map(Property::value);
            if !is_built_in(&name, told, &names) || top.overrides {
                continue;
            }
            if settable(kind, &name).is_none() {
                self.unknown_type(top.file, kind, &top.block);
            } else if kind == "data" && group.only_block(module).is_some() {
                let given = given(&top.content);
                let is_repeated = ["count", "for_each"]
                    .into_iter()
                    .any(|name| top.content.attribute(name).is_some());
                self.remote_state(top.file, &given, top.block.body.node().closing(), is_repeated);
            }
        }
    }

    /// A data source of a check.
    fn data_of_check(&mut self, file: usize, data: &Block<'_, '_>, names: &BTreeSet<String>) {
        let name = data.label(0);
        let mut given = data.body.properties();
        let told = given.iter().find(|property| property.name() == "provider");
        if !is_built_in(&name, told.map(|told| told.value()), names) {
            return;
        }
        if settable("data", &name).is_none() {
            return self.unknown_type(file, "data", data);
        }
        let escaped = given.iter().filter(|property| property.name() == "_");
        let escaped: Vec<_> = escaped
            .flat_map(|escape| Body::new(escape.value()).properties())
            .collect();
        given.extend(escaped);
        self.remote_state(file, &given, data.body.node().closing(), false);
    }

    fn unknown_type(&mut self, file: usize, kind: &str, block: &Block<'_, '_>) {
        let known = BUILT_IN
            .iter()
            .filter(|(mode, ..)| *mode == kind)
            .map(|(_, name, ..)| *name);
        let name = block.label(0);
        let unknown = ProblemKind::UnknownType {
            what: kind_words(kind),
            suggestion: closest(&name, known),
            name: name.into_owned(),
        };
        let span = block.labels().next().map_or(block.name_span(), Label::span);
        self.reject(unknown, file, span);
    }

    /// The function of the built-in provider that a call names where there is none: the name of the provider, which the
    /// module requires, and where the name of the function stands.
    pub(super) fn unknown_function(
        &self,
        names: &BTreeSet<String>,
        provider: &str,
        problem: &Problem,
    ) -> Option<ProblemKind> {
        let text = self.module.files.get(problem.file)?.text.as_deref()?;
        let name = text.get(problem.span.range())?.rsplit("::").next()?;
        let is_name = template::name_length(name) == name.len();
        let is_unknown = is_name && !FUNCTIONS.contains(&name) && names.contains(&provider.to_ascii_lowercase());
        is_unknown.then(|| ProblemKind::UnknownFunction {
            name: format!("provider::{provider}::{name}"),
            suggestion: None,
        })
    }

    /// What the module calls the built-in provider, in small letters, as far as JSON says so.
    pub(super) fn names_of_built_in(&self) -> BTreeSet<String> {
        let mut names = BTreeSet::new();
        if !self.declared.has((DeclarationKind::RequiredProvider, PROVIDER, "")) {
            names.insert(PROVIDER.to_owned());
        }
        let terraform = self.module.of_kind("terraform");
        let required = terraform.flat_map(|top| top.content.blocks_of("required_providers"));
        for entry in required.flat_map(|block| block.body.node().properties()) {
            let source = entry.value().get("source").and_then(Node::string);
            if source.is_some_and(|source| source.as_str().eq_ignore_ascii_case("terraform.io/builtin/terraform")) {
                let name = entry.name();
                let group = self.declared.get((DeclarationKind::RequiredProvider, &name, ""));
                // What another file may say of it is not looked at.
                if group.is_some_and(|group| group.only_block(self.module).is_some()) {
                    names.insert(name.to_ascii_lowercase());
                }
            }
        }
        names
    }

    /// What the data source is given. One that is repeated may have no instance, and then the engines look only at what
    /// they know before there is any: constants.
    fn remote_state(&mut self, file: usize, given: &[Property<'_, '_>], closing: Span, is_repeated: bool) {
        let find = |name: &str| {
            given
                .iter()
                .find(|property| property.name() == name)
                .map(|found| found.value())
        };
        let Some(backend) = find("backend") else {
            return self.reject(ProblemKind::missing_argument("backend"), file, closing);
        };
        if backend.evaluate() == Value::Null {
            return self.reject(ProblemKind::ValueType("a string"), file, backend.opening());
        }
        for node in [Some(backend), find("workspace")].into_iter().flatten() {
            if !is_scalar(&node.evaluate()) {
                self.reject(ProblemKind::ValueType("a string"), file, node.opening());
            }
        }
        for node in ["config", "defaults"].into_iter().filter_map(find) {
            let fits = match node.evaluate() {
                Value::Unknown => self.may_be_object(node, is_repeated),
                value => matches!(value, Value::Object(_) | Value::Null),
            };
            if !fits {
                self.reject(ProblemKind::ValueType("an object"), file, node.opening());
            }
        }
        let Some(name) = backend.evaluate().into_string() else {
            return;
        };
        self.backend(&name, file, backend.span());
        if let (Some(config), "local") = (find("config"), name.as_ref())
            && config.kind() == Kind::Object
            && (!is_repeated || config.evaluate().is_constant())
        {
            self.backend_local(
                file,
                config.properties().filter(|argument| !is_template(&argument.name())),
            );
        }
    }

    /// Whether a value that is not constant may be an object: of a text, and of what is declared, the type is known
    /// before.
    fn may_be_object(&self, node: Node<'_, '_>, is_repeated: bool) -> bool {
        let is_text = || {
            let text = node.string();
            let template = text.as_ref().map(|text| Template::parse(text.as_str()));
            template.is_some_and(|template| template.is_ok_and(|template| template.unwrapped().is_none()))
        };
        if is_repeated {
            return !is_text();
        }
        let known = KnownType::as_declared(self.module, self.declared, node);
        known.is_none_or(|known| known == KnownType::Map)
    }

    /// What the backend `local` is told: paths alone, which are texts.
    fn backend_local<'f, 'a: 'f>(&mut self, file: usize, told: impl Iterator<Item = Property<'f, 'a>>) {
        for argument in told {
            let given = argument.name();
            if !LOCAL.contains(&given.as_ref()) {
                self.reject(ProblemKind::unsupported(&given, None), file, argument.name_span());
            } else if !is_scalar(&argument.value().evaluate()) {
                self.reject(ProblemKind::ValueType("a string"), file, argument.value().opening());
            }
        }
    }

    /// A backend of the module itself that no engine has; the last one counts.
    pub(super) fn backends(&mut self) {
        // That of a module which is called is passed over.
        if self.module.called {
            return;
        }
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
        let Some((name, block)) = setting.labels.first().zip(setting.block) else {
            return;
        };
        self.backend(name, file, span);
        if name == "cloud" {
            // It is one for the states of others; the module's own has a block of that name.
            let (what, suggestion) = ("backend", None);
            let name = name.to_owned();
            self.reject(ProblemKind::UnknownType { what, name, suggestion }, file, span);
        }
        let top = self.module.blocks.get(block);
        let mut bodies = top.into_iter().flat_map(|top| top.content.blocks_of("backend"));
        if let Some(backend) = bodies.find(|backend| backend.body.node().span() == setting.body) {
            self.marked_backend(file, backend.body.node());
            if name != "local" {
                return;
            }
            let told = backend.body.properties();
            self.backend_local(file, told.into_iter().filter(|argument| !argument.is(COMMENT)));
        }
    }

    fn backend(&mut self, name: &str, file: usize, span: Span) {
        if !BACKENDS.contains(&name) {
            let unknown = ProblemKind::UnknownType {
                what: "backend",
                suggestion: closest(name, BACKENDS.iter().copied()),
                name: name.to_owned(),
            };
            self.reject(unknown, file, span);
            return;
        }
        if let Some((_, only)) = OF_ONE.iter().find(|(of_one, _)| *of_one == name)
            && let flavor = self.module.ask(|engine| engine.flavor)
            && *only != flavor
        {
            let (name, since) = (name.to_owned(), None);
            self.reject(ProblemKind::UnknownToEngine { name, flavor, since }, file, span);
        }
    }
}

/// Whether the provider of something is the built-in one: the one that is told, or else the one that its type begins
/// with.
fn is_built_in(name: &str, told: Option<Node<'_, '_>>, names: &BTreeSet<String>) -> bool {
    let is_one = |provider: &str| names.contains(&provider.to_ascii_lowercase());
    match told.map(Node::string) {
        Some(told) => told.is_some_and(|told| is_one(ProviderReference::read(told.as_str()).name)),
        None => name.split('_').next().is_some_and(|provider| is_one(provider.trim())),
    }
}

fn kind_words(kind: &str) -> &'static str {
    match kind {
        "resource" => "resource",
        "data" => "data source",
        _ => "ephemeral resource",
    }
}
