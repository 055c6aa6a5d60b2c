//! The objects of a state: one list for `show -json`, for raw states, and for a plan's prior state.

use std::sync::Arc;

use rayon::prelude::*;

use crate::json::{Pointer, ReadError};
use crate::tofu::{Mode, Module, Raw, StateFile, Text, Values};

use super::address::{Address, Key};
use super::attr::Object;
use super::marked::Marked;
use super::marks::Marks;
use super::named::{self, Names};

/// One object of a resource instance: the current one, or a deposed one left over by a failed replacement.
#[derive(Clone, Debug)]
pub struct StateObject<'a> {
    /// The instance's address as text.
    pub address: Text<'a>,
    /// The address, read; `None` when the text is no address.
    pub parsed: Option<Address>,
    /// The module instance; `None` in the root module.
    pub module: Option<&'a Text<'a>>,
    /// Managed, data or ephemeral.
    pub mode: Mode<'a>,
    /// The resource type.
    pub type_name: &'a str,
    /// Key of a deposed object; `None` for the current one.
    pub deposed: Option<&'a str>,
    /// Whether the next apply replaces it.
    pub tainted: bool,
    /// Source address of the provider, as the file writes it; `None` where it has none.
    pub provider: Option<&'a str>,
    /// Version of the schema the attributes follow.
    pub schema_version: Option<u64>,
    /// The attributes; `None` when the file has none.
    pub values: Option<Raw<'a>>,
    /// Tree of sensitive marks; `None` where the file has none or writes paths instead.
    pub marks: Option<Raw<'a>>,
    /// Addresses of resources it depends on.
    pub depends_on: &'a [Text<'a>],
    /// Its place in the document.
    pub pointer: Pointer,
    /// What of the instance is sensitive, wherever the document says so.
    sensitive: Option<Arc<Marks<'a>>>,
}

impl<'a> StateObject<'a> {
    /// The same, where more of the instance is sensitive.
    pub(super) fn also_marked(&self, marks: &Marks<'_>) -> Self {
        Self {
            sensitive: Some(Marks::with(self.sensitive.as_ref(), marks)),
            ..self.clone()
        }
    }

    /// What of the instance is sensitive.
    pub(super) fn marks(&self) -> Option<&Marks<'a>> {
        self.sensitive.as_deref()
    }

    /// The attributes with their sensitive marks.
    ///
    /// # Errors
    ///
    /// Text that the decoder let through unread and that is nested too deep.
    pub fn read(&self) -> Result<Object<'a>, ReadError> {
        Object::marked(self.values, None, self.sensitive.as_ref())
    }
}

/// The objects of a values tree whose place in the document is `base`, in the order of addresses.
pub(super) fn of_values<'a>(values: &'a Values<'a>, base: &Pointer, marked: &Marked<'a>) -> Vec<StateObject<'a>> {
    let mut modules = Vec::new();
    let mut open: Vec<(&'a Module<'a>, Pointer)> = vec![(&values.root_module, base.clone().key("root_module"))];
    while let Some((module, pointer)) = open.pop() {
        // In the order of the document, which mostly is that of addresses already.
        let children = module.child_modules.iter().enumerate().rev();
        open.extend(children.map(|(index, child)| (child, pointer.clone().key("child_modules").index(index))));
        modules.push((module, pointer.key("resources")));
    }
    let found = modules.iter().flat_map(|(module, pointer)| {
        let resources = module.resources.iter().enumerate();
        resources.map(move |(index, resource)| (module, resource, pointer, index))
    });
    let found: Vec<_> = found.collect();
    let objects = found.into_par_iter().map(|(module, resource, pointer, index)| {
        let address = resource.address.clone().unwrap_or_default();
        StateObject {
            parsed: Address::parse(&address).ok(),
            sensitive: marked.get(&address).cloned(),
            address,
            module: module.address.as_ref(),
            mode: resource.mode.clone().unwrap_or(Mode::Managed),
            type_name: resource.r#type.as_deref().unwrap_or_default(),
            deposed: resource.deposed_key.as_deref(),
            tainted: resource.tainted,
            provider: resource.provider_name.as_deref(),
            schema_version: resource.schema_version,
            values: resource.values,
            marks: resource.sensitive_values,
            depends_on: &resource.depends_on,
            pointer: pointer.clone().index(index),
        }
    });
    in_order(objects.collect())
}

/// The objects of a raw state, in the order of addresses.
pub(super) fn of_state_file<'a>(file: &'a StateFile<'a>) -> Result<Vec<StateObject<'a>>, ReadError> {
    let names = named::in_state_file(file).then_some(Names::Any);
    let mut objects = Vec::new();
    for (at, resource) in file.resources.iter().enumerate() {
        let mode = resource.mode.clone();
        let data = if mode == Mode::Data { "data." } else { "" };
        let type_name = &*resource.r#type;
        let name = &resource.name;
        let module = resource.module.as_ref();
        let prefix = module.map(|module| format!("{module}.")).unwrap_or_default();
        for (index, instance) in resource.instances.iter().enumerate() {
            let key = instance
                .index_key
                .as_ref()
                .map(|key| Key::from(key).to_string())
                .unwrap_or_default();
            let address = Text::from(format!("{prefix}{data}{type_name}.{name}{key}"));
            let mut marks = Marks::of_paths(&instance.sensitive_attributes).unwrap_or_default();
            if let Some(names) = names {
                marks = marks.or(names.marks(instance.attributes)?);
            }
            objects.push(StateObject {
                parsed: Address::parse(&address).ok(),
                address,
                module,
                mode: mode.clone(),
                type_name,
                deposed: instance.deposed.as_deref(),
                tainted: instance.status.as_deref() == Some("tainted"),
                provider: resource.provider.as_deref(),
                schema_version: instance.schema_version,
                values: instance.attributes,
                marks: None,
                sensitive: (!marks.is_off()).then(|| Arc::new(marks)),
                depends_on: &instance.dependencies,
                pointer: Pointer::root().key("resources").index(at).key("instances").index(index),
            });
        }
    }
    Ok(in_order(objects))
}

fn in_order(mut objects: Vec<StateObject<'_>>) -> Vec<StateObject<'_>> {
    objects.par_sort_by(|one, two| {
        one.parsed
            .cmp(&two.parsed)
            .then_with(|| one.address.cmp(&two.address))
            .then_with(|| one.deposed.cmp(&two.deposed))
    });
    objects
}
