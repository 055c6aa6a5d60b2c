//! Names that would make addresses of many times the length of the document.

use super::InputError;
use crate::json::Pointer;
use crate::tofu::{Configuration, StateFile};

/// How many times as long as a document the addresses may be together that it does not write out. A name is written
/// once and stands in the addresses of all instances, or of all that a module declares, each of which takes more bytes
/// than its address in what engines write.
const LONGEST: usize = 16;

/// In bytes, how long they may be in any document: it does no harm.
const SHORT: usize = 64_000_000;

/// The bytes that addresses may still take.
struct Rest(usize);

impl Rest {
    fn of(length: usize) -> Self {
        Self(length.saturating_mul(LONGEST).max(SHORT))
    }

    /// Takes those of a name that stands in so many addresses.
    fn take(&mut self, name: usize, times: usize, pointer: impl FnOnce() -> Pointer) -> Result<(), InputError> {
        let rest = self.0.checked_sub(name.saturating_mul(times));
        self.0 = rest.ok_or_else(|| InputError::LongNames {
            times: LONGEST,
            pointer: pointer(),
        })?;
        Ok(())
    }
}

/// Refuses a raw state of so many bytes whose addresses would take many times as many.
pub(super) fn check_state(file: &StateFile<'_>, length: usize) -> Result<(), InputError> {
    let mut rest = Rest::of(length);
    for (at, resource) in file.resources.iter().enumerate() {
        let module = resource.module.as_ref().map_or(0, |module| module.len());
        let name = module.saturating_add(resource.r#type.len() + resource.name.len());
        rest.take(name, resource.instances.len(), || {
            Pointer::root().key("resources").index(at)
        })?;
    }
    Ok(())
}

/// Refuses a plan's configuration with too long names; it names modules by their calls alone.
pub(super) fn check_configuration(configuration: &Configuration<'_>, length: usize) -> Result<(), InputError> {
    let mut rest = Rest::of(length);
    let mut open = vec![(0_usize, &configuration.root_module)];
    while let Some((path, module)) = open.pop() {
        let declared = [
            module.resources.len(),
            module.variables.len(),
            module.outputs.len(),
            module.module_calls.len(),
        ];
        rest.take(path, declared.iter().sum(), || Pointer::root().key("configuration"))?;
        let calls = module.module_calls.iter();
        open.extend(calls.filter_map(|(name, call)| Some((path + name.len(), call.module.as_deref()?))));
    }
    Ok(())
}
