//! All that a value comes from that configuration tells: the ends of its references, and the constants on the way.

use std::collections::{BTreeMap, BTreeSet};

use crate::tofu::{Argument, Block, ConfigVariable, Raw};

use super::declaration::{Declaration, Item};
use super::reference::{Role, Target};
use super::references::{Origin, References};

/// What a value comes from.
#[derive(Debug, Default)]
pub(super) struct Sources<'m, 'a> {
    /// Where its references lead.
    pub(super) origins: Vec<Origin<'m, 'a>>,
    /// Constants that modules are given, have as defaults or give back, and those that blocks are repeated for; by where
    /// they stand: `module.a.var.v`, `aws_x.y for_each` (also for `count`).
    pub(super) constants: BTreeMap<String, Raw<'a>>,
    /// Whether anything on the way is declared sensitive or ephemeral.
    pub(super) is_sensitive: bool,
}

impl<'m, 'a> References<'m, 'a> {
    /// What the provisioners of a resource are given.
    pub(super) fn sources_of_provisioners(self, resource: Declaration<'m, 'a>) -> Sources<'m, 'a> {
        let given = self.of(resource).iter();
        let given = given.filter(|reference| reference.role == Role::Provisioner);
        let mut followed = BTreeSet::new();
        let origins = self.upstream(given, &mut followed);
        self.sources(origins, followed)
    }

    /// What a variable of a module is given.
    pub(super) fn sources_of_variable(self, variable: Declaration<'m, 'a>) -> Sources<'m, 'a> {
        let target = Target::Declared(variable.at);
        let mut followed = BTreeSet::from([target]);
        let origins = self.upstream(self.behind(target), &mut followed);
        self.sources(origins, followed)
    }

    fn sources(self, origins: Vec<Origin<'m, 'a>>, followed: BTreeSet<Target>) -> Sources<'m, 'a> {
        let mut sources = Sources {
            origins,
            ..Sources::default()
        };
        for target in followed {
            let constant = match target {
                Target::Declared(at) => {
                    let declaration = self.declaration(at);
                    sources.is_sensitive |= declaration.is_sensitive();
                    given(declaration).map(|value| (declaration.address(), value))
                }
                Target::Repetition(at) => {
                    let declaration = self.declaration(at);
                    repeated_for(declaration).map(|value| (format!("{} for_each", declaration.address()), value))
                }
                Target::Outputs(_) | Target::Contents(_) | Target::Local | Target::Missing | Target::Outside => None,
            };
            sources.constants.extend(constant);
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
}

fn variable<'a>(declaration: Declaration<'_, 'a>) -> Option<&'a ConfigVariable<'a>> {
    declaration.module().wire()?.variables.get(declaration.name())
}

/// The constant that a variable of a module or an output has.
fn given<'a>(declaration: Declaration<'_, 'a>) -> Option<Raw<'a>> {
    match declaration.entry()?.item {
        Item::Output(output) => output.expression.as_ref()?.constant_value,
        Item::Variable => {
            let arguments = declaration.module().call()?.expressions;
            let arguments = arguments.and_then(|raw| Block::parse(raw).ok()).unwrap_or_default();
            match arguments.get(declaration.name()) {
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
