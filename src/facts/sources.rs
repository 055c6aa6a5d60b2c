//! All that a value comes from that configuration tells: root variables, and the constants on the way of its references.

use std::collections::BTreeMap;

use crate::tofu::{Argument, Block, ConfigVariable, Raw};

use super::declaration::{Declaration, DeclarationKind, Item};
use super::named::Names;
use super::reference::{Reference, Role, Target};
use super::references::References;
use super::upstream::Upstream;

/// What a value comes from.
#[derive(Debug, Default)]
pub(super) struct Sources<'a> {
    /// Root variables by name, and whether anything that they are given to is secret.
    pub(super) variables: BTreeMap<&'a str, bool>,
    /// Constants that modules are given, have as defaults or give back, and those that blocks are repeated for; by where
    /// they stand: `module.a.var.v`, `aws_x.y for_each` (also for `count`).
    pub(super) constants: BTreeMap<String, Constant<'a>>,
}

/// What is written in configuration.
#[derive(Clone, Copy, Debug)]
pub(super) struct Constant<'a> {
    pub(super) value: Raw<'a>,
    /// Whether anything that it is given to, on the way to the value, is secret.
    pub(super) is_secret: bool,
}

impl<'m, 'a> References<'m, 'a> {
    /// What the provisioners of a resource are given.
    pub(super) fn sources_of_provisioners(self, resource: Declaration<'m, 'a>) -> Sources<'a> {
        let given = self.of(resource).iter();
        let given = given.filter(|reference| reference.role == Role::Provisioner);
        self.sources(given.map(|reference| (reference, false)), BTreeMap::new())
    }

    /// What variables of modules are given, each with whether something secret comes from it.
    pub(super) fn sources_of_variables(
        self,
        variables: impl Iterator<Item = (Declaration<'m, 'a>, bool)>,
    ) -> Sources<'a> {
        let mut asked = BTreeMap::new();
        for (variable, is_secret) in variables {
            let is_secret = is_secret || variable.is_secret();
            *asked.entry(variable.at).or_insert(false) |= is_secret;
        }
        // What gives a variable its value is listed as its own.
        let of_call = asked.iter().flat_map(|(at, is_secret)| {
            let given = self.of(self.declaration(*at)).iter();
            given.map(|reference| (reference, *is_secret))
        });
        let followed = asked.iter().map(|(at, is_secret)| (Target::Declared(*at), *is_secret));
        self.sources(of_call, followed.collect())
    }

    fn sources(
        self,
        from: impl Iterator<Item = (&'m Reference<'a>, bool)>,
        followed: BTreeMap<Target, bool>,
    ) -> Sources<'a> {
        let is_secret = |target| match target {
            Target::Declared(at) => self.declaration(at).is_secret(),
            _ => false,
        };
        let mut upstream = Upstream::new(self, is_secret);
        upstream.followed = followed;
        upstream.add(from);
        upstream.by_ref().for_each(drop);
        let mut calls = Calls::default();
        let mut sources = Sources::default();
        for (target, is_secret) in upstream.followed {
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
                    (declaration.address(), calls.given(declaration))
                };
                let is_secret = is_secret || declaration.is_secret();
                let constant = value.map(|value| (place, Constant { value, is_secret }));
                sources.constants.extend(constant);
                if declaration.kind() == DeclarationKind::Variable && declaration.module().is_root() {
                    sources.variables.insert(declaration.name(), is_secret);
                }
            }
        }
        sources
    }
}

impl Declaration<'_, '_> {
    /// Whether it is a variable or an output that is declared sensitive or ephemeral.
    pub(super) fn is_sensitive(self) -> bool {
        match self.entry().map(|declared| &declared.item) {
            Some(Item::Output(output)) => output.sensitive || output.ephemeral,
            Some(Item::Variable) => variable(self).is_some_and(|variable| variable.sensitive || variable.ephemeral),
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

/// The arguments of module calls, each read once.
#[derive(Default)]
struct Calls<'a>(BTreeMap<usize, Block<'a>>);

impl<'a> Calls<'a> {
    /// The constant that a variable of a module or an output has.
    fn given(&mut self, declaration: Declaration<'_, 'a>) -> Option<Raw<'a>> {
        let declared = declaration.entry()?;
        match declared.item {
            Item::Output(output) => output.expression.as_ref()?.constant_value,
            Item::Variable => {
                let call = declaration.module().call()?;
                let arguments = self.0.entry(declared.module).or_insert_with(|| {
                    let block = call.expressions.and_then(|raw| Block::parse(raw).ok());
                    block.unwrap_or_default()
                });
                match arguments.get(declared.name) {
                    Some(Argument::Expression(expression)) => expression.constant_value,
                    Some(_) => None,
                    None => variable(declaration)?.default,
                }
            }
            Item::Resource { .. } | Item::Module { .. } => None,
        }
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
