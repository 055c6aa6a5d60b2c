//! The objects of states: whether there is one wherever a state lists one, and whether it says what it is.

use rayon::prelude::*;

use super::InputError;
use crate::json::Pointer;
use crate::tofu::{
    InstanceObject, MarkStep, Mode, Module, ProviderAddress, Resource, StateFile, StateFileResource, Text, Values,
};

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

/// Refuses a raw state with an instance that has no object of attributes, with a resource that does not say which
/// provider it is of, or that no engine loads for what stands there.
pub(super) fn check_instances(file: &StateFile<'_>) -> Result<(), InputError> {
    let may_lack = file.terraform_version.is_none();
    // Its value may be the secret, and its name is not told here.
    if file.outputs.values().any(|output| output.value.is_none()) {
        let (wrong, pointer) = ("holds an output without `value`", Pointer::root().key("outputs"));
        return Err(InputError::NotLoaded { wrong, pointer });
    }
    for (at, resource) in file.resources.iter().enumerate() {
        let pointer = || Pointer::root().key("resources").index(at);
        check_words(resource, pointer)?;
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

/// Refuses a resource of a raw state with a word in it that no engine knows.
fn check_words(resource: &StateFileResource<'_>, pointer: impl Fn() -> Pointer) -> Result<(), InputError> {
    let is_module = |module: &Text<'_>| module.is_empty() || is_address_of_module(module);
    // What is ephemeral is in no state.
    let wrong = if !matches!(resource.mode, Mode::Managed | Mode::Data) {
        Some("has a `mode` that no engine writes")
    } else if !resource.module.as_ref().is_none_or(is_module) {
        Some("has a `module` that is not the address of one")
    } else {
        None
    };
    if let Some(wrong) = wrong {
        let pointer = pointer();
        return Err(InputError::NotLoaded { wrong, pointer });
    }
    for (index, instance) in resource.instances.iter().enumerate() {
        let mut steps = instance.sensitive_attributes.iter().flatten();
        let wrong = if !matches!(instance.status.as_deref(), None | Some("" | "tainted")) {
            "has a `status` other than `tainted`"
        } else if !steps.all(is_step) {
            "has a step in `sensitive_attributes` that no engine writes"
        } else {
            continue;
        };
        let pointer = pointer().key("instances").index(index);
        return Err(InputError::NotLoaded { wrong, pointer });
    }
    Ok(())
}

/// Whether the engines follow a step of a path to what is sensitive: a name, or a key with its type.
fn is_step(step: &MarkStep<'_>) -> bool {
    let begins = |sign: char| step.value.is_some_and(|value| value.text().starts_with(sign));
    match step.r#type.as_deref() {
        Some("get_attr") => begins('"'),
        Some("index") => begins('{'),
        _ => false,
    }
}

/// Whether a text is the address of a module instance, as far as its steps go: names and keys may hold what they want.
fn is_address_of_module(text: &str) -> bool {
    let mut rest = text;
    loop {
        let Some(step) = rest.strip_prefix("module.") else {
            return false;
        };
        let end = step.find(['.', '[']).unwrap_or(step.len());
        let Some((name, behind)) = step.split_at_checked(end) else {
            return false;
        };
        let behind = match behind.strip_prefix('[') {
            Some(key) => behind_key(key),
            None => Some(behind),
        };
        match behind {
            Some("") => return !name.is_empty(),
            Some(behind) if !name.is_empty() => match behind.strip_prefix('.') {
                Some(next) => rest = next,
                None => return false,
            },
            _ => return false,
        }
    }
}

/// What stands behind a key of which the bracket is open.
fn behind_key(key: &str) -> Option<&str> {
    let Some(quoted) = key.strip_prefix('"') else {
        let (number, behind) = key.split_once(']')?;
        return number
            .starts_with(|first: char| first == '-' || first.is_ascii_digit())
            .then_some(behind);
    };
    let mut letters = quoted.char_indices();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '\\' => _ = letters.next(),
            '"' => return quoted.get(at + 1..)?.strip_prefix(']'),
            _ => {}
        }
    }
    None
}
