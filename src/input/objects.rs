//! The objects of states: whether there is one wherever a state lists one, and whether it says what it is.

use rayon::prelude::*;

use super::InputError;
use crate::json::Pointer;
use crate::tofu::{InstanceObject, Mode, Module, ProviderAddress, Resource, StateFile, Text, Values};

/// Refuses a values tree of a state, whose place in the document is `base`, with a resource whose attributes are no
/// object, or are missing where they must not, or that does not say what it is: no rule would know it.
///
/// The engines leave `values` out where all of it is unknown or forgotten, which is so in planned values alone, and for
/// a type without any attribute, which nobody makes (§1.4): read as empty, two objects would be the same. Who writes a
/// state by hand may leave out what does not matter.
pub(super) fn check_values(values: &Values<'_>, base: &Pointer, may_lack: bool) -> Result<(), InputError> {
    let all = values.root_module.walk().flat_map(|module| {
        let resources = module.resources.iter();
        resources.map(move |resource| (module, resource))
    });
    let all: Vec<(&Module<'_>, &Resource<'_>)> = all.collect();
    if all
        .par_iter()
        .all(|(module, resource)| fault(module, resource, may_lack).is_none())
    {
        return Ok(());
    }
    let mut open: Vec<(&Module<'_>, Pointer)> = vec![(&values.root_module, base.clone().key("root_module"))];
    while let Some((module, pointer)) = open.pop() {
        let mut resources = module.resources.iter().enumerate();
        if let Some((index, error)) = resources.find_map(|(index, one)| Some((index, fault(module, one, may_lack)?))) {
            return Err(error(pointer.key("resources").index(index)));
        }
        let children = module.child_modules.iter().enumerate().rev();
        open.extend(children.map(|(index, child)| (child, pointer.clone().key("child_modules").index(index))));
    }
    Ok(())
}

/// Makes an error of where something stands.
type AtPlace = fn(Pointer) -> InputError;

/// What is wrong with a resource.
fn fault(module: &Module<'_>, resource: &Resource<'_>, may_lack: bool) -> Option<AtPlace> {
    if resource.values.map_or(!may_lack, |raw| !raw.is_object()) {
        return Some(|pointer| InputError::NoAttributes {
            property: "values",
            pointer,
        });
    }
    let is_missing = |text: &Option<Text<'_>>| text.as_ref().is_none_or(|text| text.is_empty());
    // Each says the other.
    if is_missing(&resource.address) && is_missing(&resource.r#type) {
        return Some(|pointer| InputError::LacksPart {
            property: "type",
            pointer,
        });
    }
    let is_contradicted = is_addressed_by_parts(module, resource) == Some(false);
    is_contradicted.then_some(|pointer| InputError::OtherAddress { pointer })
}

/// Whether the address is one of the resource's mode and type, by which rules judge; `None` where one of them is
/// missing. Terraform 0.12 leaves out the module (§1.4).
fn is_addressed_by_parts(module: &Module<'_>, resource: &Resource<'_>) -> Option<bool> {
    let (address, type_name) = (resource.address.as_deref()?, resource.r#type.as_deref()?);
    let of_mode = match resource.mode.as_ref()? {
        Mode::Managed => "",
        Mode::Data => "data.",
        Mode::Ephemeral => "ephemeral.",
        _ => return None,
    };
    let is_own = |own: &str| {
        let name = own.strip_prefix(of_mode).and_then(|own| own.strip_prefix(type_name));
        name.is_some_and(|name| name.starts_with('.'))
    };
    let inside = |path: &str| address.strip_prefix(path)?.strip_prefix('.');
    let own = module.address.as_deref().and_then(inside).unwrap_or(address);
    // Other programs write the resources of all modules into one list.
    let is_in_module = || own.starts_with("module.") && own.match_indices('.').any(|(at, _)| is_own(&own[at + 1..]));
    Some(is_own(own) || is_in_module())
}

/// Refuses a raw state with an instance that has no object of attributes, or with a resource that does not say which
/// provider it is of.
pub(super) fn check_instances(file: &StateFile<'_>) -> Result<(), InputError> {
    let may_lack = file.terraform_version.is_none();
    for (at, resource) in file.resources.iter().enumerate() {
        let pointer = || Pointer::root().key("resources").index(at);
        // The engines leave out, without a word, one of which they cannot tell. Where a provider has `for_each`, OpenTofu
        // writes it on each instance.
        let is_written = |provider: &Option<Text<'_>>| provider.as_deref().is_some_and(ProviderAddress::is_written_in);
        let has_provider = || match resource.provider {
            None => !resource.instances.is_empty() && resource.instances.iter().all(|one| is_written(&one.provider)),
            _ => is_written(&resource.provider),
        };
        if !may_lack && !has_provider() {
            let (property, pointer) = ("provider", pointer());
            return Err(InputError::LacksPart { property, pointer });
        }
        let is_wrong = |instance: &InstanceObject<'_>| !instance.attributes.is_some_and(|raw| raw.is_object());
        let Some(index) = resource.instances.iter().position(is_wrong) else {
            continue;
        };
        let pointer = pointer().key("instances").index(index);
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
