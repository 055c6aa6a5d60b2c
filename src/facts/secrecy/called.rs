//! The modules of a configuration, each as one call of it has it.

use crate::facts::attr::Attr;
use crate::tofu::{Arguments, ConfigModule, Expression, Raw};

use super::schema_marks::REFERENCES;

/// A module as one call of it has it.
pub(super) struct Called<'m, 'a> {
    pub(super) module: &'m ConfigModule<'a>,
    /// What the addresses of its blocks begin with: `module.a.`; empty for the root module.
    pub(super) address: String,
    /// The module that calls it, by its place among all, and the name of the call; `None` for the root module.
    pub(super) caller: Option<(usize, &'m str)>,
    /// The call's arguments, if there are any.
    pub(super) arguments: Option<Raw<'a>>,
}

/// The root module and all that it calls, callers before what they call.
pub(super) fn all<'m, 'a>(root: &'m ConfigModule<'a>) -> Vec<Called<'m, 'a>> {
    let mut all = vec![Called {
        module: root,
        address: String::new(),
        caller: None,
        arguments: None,
    }];
    let mut place = 0;
    while let Some(caller) = all.get(place) {
        let calls = caller.module.module_calls.iter().filter_map(|(name, call)| {
            Some(Called {
                module: call.module.as_deref()?,
                address: format!("{}module.{name}.", caller.address),
                caller: Some((place, name.as_str())),
                arguments: call.expressions.as_ref().map(Arguments::written),
            })
        });
        let calls: Vec<_> = calls.collect();
        all.extend(calls);
        place += 1;
    }
    all
}

impl<'m, 'a> Called<'m, 'a> {
    /// What each output that is declared sensitive or ephemeral is made of.
    pub(super) fn hidden_outputs(&self) -> impl Iterator<Item = &'m Expression<'a>> + use<'m, 'a> {
        let outputs = self.module.outputs.values().filter(|output| output.is_hidden());
        outputs.filter_map(|output| output.expression.as_ref())
    }

    /// The names of the variables that are declared sensitive or ephemeral.
    pub(super) fn hidden_variables(&self) -> impl Iterator<Item = &'m str> + use<'m, 'a> {
        let variables = self.module.variables.iter();
        variables.filter_map(|(name, variable)| variable.is_hidden().then_some(name.as_str()))
    }
}

/// What an argument of a call refers to, as it is written.
pub(super) fn references(argument: Attr<'_, '_>) -> Vec<String> {
    let references = argument.get(REFERENCES).items();
    references.filter_map(Attr::compared_text).collect()
}
