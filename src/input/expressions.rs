//! Arguments in a plan's configuration that nobody could read later, when what they say would be missing without a word.

use rayon::prelude::*;

use super::InputError;
use crate::json::Pointer;
use crate::tofu::{Block, ConfigModule, Configuration, Raw};

/// Refuses a configuration in which the arguments of some block cannot be read.
pub(super) fn check(configuration: &Configuration<'_>) -> Result<(), InputError> {
    let root = Pointer::root().key("configuration");
    for (key, provider) in &configuration.provider_config {
        block(provider.expressions, || root.clone().key("provider_config").key(key))?;
    }
    let mut open = vec![(root.key("root_module"), &configuration.root_module)];
    while let Some((pointer, module)) = open.pop() {
        resources(module, &pointer)?;
        for (name, call) in &module.module_calls {
            let pointer = pointer.clone().key("module_calls").key(name);
            block(call.expressions, || pointer.clone())?;
            open.extend(call.module.as_deref().map(|module| (pointer.key("module"), module)));
        }
    }
    Ok(())
}

fn resources(module: &ConfigModule<'_>, pointer: &Pointer) -> Result<(), InputError> {
    // The first one in the document is told, whichever is read first.
    let read = module.resources.par_iter().enumerate().map(|(index, resource)| {
        let pointer = || pointer.clone().key("resources").index(index);
        block(resource.expressions, pointer)?;
        let mut provisioners = resource.provisioners.iter().enumerate();
        provisioners.try_for_each(|(number, provisioner)| {
            block(provisioner.expressions, || pointer().key("provisioners").index(number))
        })
    });
    read.find_first(Result::is_err).unwrap_or(Ok(()))
}

fn block(expressions: Option<Raw<'_>>, pointer: impl FnOnce() -> Pointer) -> Result<(), InputError> {
    match expressions.map(Block::parse) {
        Some(Err(error)) => Err(InputError::Expressions {
            pointer: pointer().key("expressions"),
            error,
        }),
        _ => Ok(()),
    }
}
