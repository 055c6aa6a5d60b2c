//! Names in raw states that would make addresses of many times the length of the file.

use super::InputError;
use crate::json::Pointer;
use crate::tofu::StateFile;

/// How many times as long as a raw state the addresses of its objects may be together. A name is written once and stands in
/// the addresses of all instances, each of which takes more bytes than its address in what engines write.
const LONGEST_ADDRESSES: usize = 16;

/// In bytes, how long addresses may be in any state: it does no harm.
const SHORT_ADDRESSES: usize = 64_000_000;

/// Refuses a raw state of so many bytes whose addresses would take many times as many.
pub(super) fn check(file: &StateFile<'_>, length: usize) -> Result<(), InputError> {
    let most = length.saturating_mul(LONGEST_ADDRESSES).max(SHORT_ADDRESSES);
    let mut addresses = 0_usize;
    for (at, resource) in file.resources.iter().enumerate() {
        let module = resource.module.as_ref().map_or(0, |module| module.len());
        let name = module.saturating_add(resource.r#type.len() + resource.name.len());
        addresses = addresses.saturating_add(name.saturating_mul(resource.instances.len()));
        if addresses > most {
            return Err(InputError::LongNames {
                times: LONGEST_ADDRESSES,
                pointer: Pointer::root().key("resources").index(at),
            });
        }
    }
    Ok(())
}
