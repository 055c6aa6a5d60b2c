//! All that a value comes from: root variables, resources, and the constants on the way of its references.

use std::collections::{BTreeMap, BTreeSet};

use crate::facts::attribute_path::path_text;
use crate::facts::secrecy::named::Names;
use crate::tofu::{Argument, Block, ConfigVariable, Raw, Step};

use super::arguments;
use super::configured::ConfiguredResource;
use super::declaration::{Declaration, DeclarationKind, Item};
use super::reference::{Reference, Role, Target};
use super::references::References;
use super::upstream::{Origin, OriginKind, Upstream};

/// What a value comes from.
#[derive(Debug, Default)]
pub(in crate::facts) struct Sources<'m, 'a> {
    /// Root variables by name, and whether anything that they are given to is secret.
    pub(in crate::facts) variables: BTreeMap<&'a str, bool>,
    /// Constants that modules are given, have as defaults or give back, and those that blocks are repeated for; by
    /// where they stand: `module.a.var.v`, `aws_x.y for_each` (also for `count`).
    pub(in crate::facts) constants: BTreeMap<String, Constant<'a>>,
    /// References to resources of any mode; one that is secret only by a longer way stands here twice, later as secret.
    pub(in crate::facts) resources: Vec<Origin<'m, 'a>>,
}

/// What is written in configuration.
#[derive(Clone, Copy, Debug)]
pub(in crate::facts) struct Constant<'a> {
    pub(in crate::facts) value: Raw<'a>,
    /// Whether anything that it is given to, on the way to the value, is secret.
    pub(in crate::facts) is_secret: bool,
}

impl<'m, 'a> References<'m, 'a> {
    /// What the provisioners of a resource are given.
    pub(in crate::facts) fn sources_of_provisioners(self, resource: Declaration<'m, 'a>) -> Sources<'m, 'a> {
        let given = self.of(resource).iter();
        let given = given.filter(|reference| reference.role == Role::Provisioner);
        let given = given.map(|reference| (reference, false));
        // All but those on this machine connect, and no plan says what is written in `connection` (§1.11).
        let wire = resource.resource().map(|resource| &resource.wire.provisioners);
        let mut provisioners = wire.into_iter().flatten();
        let connects = provisioners.any(|provisioner| provisioner.r#type.as_deref() != Some("local-exec"));
        self.sources_with(given, connects.then(|| (resource.module().at, false)))
    }

    /// What references lead to, each with whether something secret comes from it.
    pub(in crate::facts) fn sources(self, from: impl Iterator<Item = (&'m Reference<'a>, bool)>) -> Sources<'m, 'a> {
        self.sources_with(from, None)
    }

    /// The same, and all that these modules are given: something in them is written that no plan has, so that anything
    /// may stand behind it, as behind a local value.
    pub(in crate::facts) fn sources_with(
        self,
        from: impl Iterator<Item = (&'m Reference<'a>, bool)>,
        opened: impl IntoIterator<Item = (usize, bool)>,
    ) -> Sources<'m, 'a> {
        self.sources_of(from.collect(), opened.into_iter().collect())
    }

    /// The same; of lists, so that it is in the program but once.
    fn sources_of(self, from: Vec<(&'m Reference<'a>, bool)>, opened: Vec<(usize, bool)>) -> Sources<'m, 'a> {
        let is_secret = |target| match target {
            Target::Declared(at) => self.declaration(at).is_secret(),
            _ => false,
        };
        let mut sources = Sources::default();
        let mut upstream = Upstream::new(self, is_secret);
        // What may stand behind local values; of that no objects, since most have nothing to do with it.
        let mut behind_locals = Upstream::new(self, is_secret);
        for (module, is_secret) in opened {
            behind_locals.open(module, is_secret);
        }
        upstream.add(from.into_iter());
        for origin in upstream.by_ref() {
            match origin.kind {
                // Terraform does not write what is ephemeral into the configuration (§2.13).
                OriginKind::Missing if origin.own.starts_with("ephemeral.") => {
                    behind_locals.open(origin.module.at, origin.is_secret);
                }
                OriginKind::Local => behind_locals.open(origin.module.at, origin.is_secret),
                OriginKind::Resource => sources.resources.push(origin),
                OriginKind::Variable | OriginKind::Missing => {}
            }
        }
        let mut opened = BTreeSet::new();
        while let Some(origin) = behind_locals.next() {
            let module = origin.module.at;
            if origin.kind == OriginKind::Local && opened.insert((module, origin.is_secret)) {
                behind_locals.open(module, origin.is_secret);
            }
        }
        for (target, is_secret) in upstream.followed.into_iter().chain(behind_locals.followed) {
            let (declared, is_repeated) = match target {
                Target::Declared(at) => (at..at + 1, false),
                Target::Outputs(call) => (self.outputs(call), false),
                Target::Repetition(at) => (at..at + 1, true),
                Target::Contents(_) | Target::Local | Target::Missing | Target::Outside => (0..0, false),
            };
            for declaration in declared.map(|at| self.declaration(at)) {
                let (place, value) = if is_repeated {
                    (format!("{} for_each", declaration.address()), repeated_for(declaration))
                } else {
                    (declaration.address(), given(declaration))
                };
                let is_secret = is_secret || declaration.is_secret();
                if let Some(value) = value {
                    let constant = sources.constants.entry(place).or_insert(Constant { value, is_secret });
                    constant.is_secret |= is_secret;
                }
                if declaration.kind() == DeclarationKind::Variable && declaration.module().is_root() {
                    *sources.variables.entry(declaration.name()).or_default() |= is_secret;
                }
            }
        }
        sources
    }
}

impl<'a> Sources<'_, 'a> {
    /// Adds the constants that arguments of a resource are written with, or the arguments in blocks: by name, and
    /// whether it is secret.
    pub(in crate::facts) fn written(&mut self, resource: Declaration<'_, 'a>, names: &BTreeMap<String, bool>) {
        let block = resource.resource().map(ConfiguredResource::block);
        for (path, expression) in block.into_iter().flat_map(Block::expressions) {
            let is_secret = match path.first() {
                Some(Step::Key(first)) => names.get(first.as_str()).copied(),
                _ => None,
            };
            if let (Some(is_secret), Some(value)) = (is_secret, expression.constant_value) {
                let place = format!("{} {}", resource.address(), path_text(&path));
                self.constants.insert(place, Constant { value, is_secret });
            }
        }
    }
}

impl Declaration<'_, '_> {
    /// Whether it is a variable or an output that is declared sensitive or ephemeral.
    pub(in crate::facts) fn is_sensitive(self) -> bool {
        match self.entry().map(|declared| &declared.item) {
            Some(Item::Output(output)) => output.is_hidden(),
            Some(Item::Variable) => variable(self).is_some_and(ConfigVariable::is_hidden),
            _ => false,
        }
    }

    /// The same, or one whose name says so.
    fn is_secret(self) -> bool {
        let is_given = matches!(self.kind(), DeclarationKind::Output | DeclarationKind::Variable);
        is_given && (self.is_sensitive() || Names::Any.has(self.name()))
    }
}

fn variable<'a>(declaration: Declaration<'_, 'a>) -> Option<&'a ConfigVariable<'a>> {
    declaration.module().wire()?.variables.get(declaration.name())
}

/// The constant that a variable of a module or an output has.
fn given<'a>(declaration: Declaration<'_, 'a>) -> Option<Raw<'a>> {
    let declared = declaration.entry()?;
    match declared.item {
        Item::Output(output) => output.expression.as_ref()?.constant_value,
        Item::Variable => {
            let call = declaration.module().call()?;
            match arguments(call.expressions.as_ref()).get(declared.name) {
                Some(Argument::Expression(expression)) => expression.constant_value,
                Some(_) => None,
                None => variable(declaration)?.default,
            }
        }
        Item::Resource { .. } | Item::Module { .. } => None,
    }
}

/// The constant that a block is repeated for, or as many times as.
fn repeated_for<'a>(declaration: Declaration<'_, 'a>) -> Option<Raw<'a>> {
    let (each, count) = match declaration.entry()?.item {
        Item::Resource { wire, .. } => (&wire.for_each_expression, &wire.count_expression),
        Item::Module { wire, .. } => (&wire.for_each_expression, &wire.count_expression),
        Item::Output(_) | Item::Variable => return None,
    };
    each.as_ref().or(count.as_ref())?.constant_value
}
