//! The objects of states: whether there is one wherever a state lists one.

use super::InputError;
use crate::json::Pointer;
use crate::tofu::{InstanceObject, Module, Raw, StateFile, Values};

/// Refuses a values tree of a state, whose place in the document is `base`, with a resource whose attributes are no
/// object, or are missing where they must not.
///
/// The engines leave `values` out where all of it is unknown or forgotten, which is so in planned values alone, and for
/// a type without any attribute, which nobody makes (§1.4): read as empty, two objects would be the same. Who writes a
/// state by hand may leave out what does not matter.
pub(super) fn check_values(values: &Values<'_>, base: &Pointer, may_lack: bool) -> Result<(), InputError> {
    let is_wrong = |values: Option<Raw<'_>>| match values {
        None => !may_lack,
        Some(raw) => !raw.is_object(),
    };
    let mut open: Vec<(&Module<'_>, Pointer)> = vec![(&values.root_module, base.clone().key("root_module"))];
    while let Some((module, pointer)) = open.pop() {
        if let Some(index) = module.resources.iter().position(|one| is_wrong(one.values)) {
            let pointer = pointer.key("resources").index(index);
            return Err(InputError::NoAttributes {
                property: "values",
                pointer,
            });
        }
        let children = module.child_modules.iter().enumerate().rev();
        open.extend(children.map(|(index, child)| (child, pointer.clone().key("child_modules").index(index))));
    }
    Ok(())
}

/// Refuses a raw state with an instance that has no object of attributes.
pub(super) fn check_instances(file: &StateFile<'_>) -> Result<(), InputError> {
    for (at, resource) in file.resources.iter().enumerate() {
        let is_wrong = |instance: &InstanceObject<'_>| !instance.attributes.is_some_and(|raw| raw.is_object());
        let Some(index) = resource.instances.iter().position(is_wrong) else {
            continue;
        };
        let pointer = Pointer::root().key("resources").index(at).key("instances").index(index);
        let is_flat = resource
            .instances
            .get(index)
            .is_some_and(|one| one.attributes_flat.is_some());
        return Err(if is_flat {
            InputError::FlatAttributes { pointer }
        } else {
            InputError::NoAttributes {
                property: "attributes",
                pointer,
            }
        });
    }
    Ok(())
}
