//! The objects of a state: one list for `show -json`, for raw states, and for a plan's prior state.

use std::borrow::Cow;
use std::sync::Arc;

use rayon::prelude::*;

use crate::json::{Pointer, ReadError};
use crate::tofu::{
    InstanceObject, Mode, Module, ProviderAddress, Raw, Resource, StateFile, StateFileResource, Text, Values,
};

use super::address::{Address, AddressMode, Key};
use super::attr::Object;
use super::secrecy::marked::Marked;
use super::secrecy::marks::Marks;
use super::secrecy::named::{Names, StoredNames};
use super::secrecy::{copied_output, instance_marks};
use super::shown_address::shown_address;

/// One object of a resource instance: the current one, or a deposed one left over by a failed replacement.
///
/// It holds little of its own, since a state may have a hundred thousand.
#[derive(Clone, Debug)]
pub struct StateObject<'a> {
    /// The instance's address as text.
    pub address: Text<'a>,
    written: Written<'a>,
    /// The list that it stands in, and where, from 0.
    list: Arc<Pointer>,
    index: usize,
    /// What of the instance is sensitive, wherever the document says so.
    sensitive: Option<Arc<Marks<'a>>>,
}

/// An object as the document writes it.
#[derive(Clone, Copy, Debug)]
enum Written<'a> {
    /// By `show -json`.
    Shown(&'a Module<'a>, &'a Resource<'a>),
    /// In a raw state.
    Stored(&'a StateFileResource<'a>, &'a InstanceObject<'a>),
}

impl<'a> StateObject<'a> {
    /// The address, read anew at each call: kept, it would be larger than the rest. `None` when the text is no address.
    #[must_use]
    pub fn parsed(&self) -> Option<Address<'_>> {
        Address::parse(&self.address).ok()
    }

    /// The address, read; `None` also where it lacks the module that the object stands in, as Terraform 0.12 writes it.
    pub(crate) fn whole_address(&self) -> Option<Address<'_>> {
        let is_whole = |address: &Address<'_>| self.module().is_none() || !address.module.is_root();
        self.parsed().filter(is_whole)
    }

    /// The module instance; `None` in the root module.
    #[must_use]
    pub fn module(&self) -> Option<&'a str> {
        match self.written {
            Written::Shown(module, _) => module.address.as_deref(),
            Written::Stored(resource, _) => resource.module.as_deref().filter(|module| !module.is_empty()),
        }
    }

    /// Managed, data or ephemeral; what the address says, where nothing else does.
    #[must_use]
    pub fn mode(&self) -> &'a Mode<'a> {
        let of_address = |resource: &'a Resource<'a>| match address_of(resource)?.mode {
            AddressMode::Managed => Some(&Mode::Managed),
            AddressMode::Data => Some(&Mode::Data),
            AddressMode::Ephemeral => Some(&Mode::Ephemeral),
        };
        match self.written {
            Written::Shown(_, resource) => {
                let written = resource.mode.as_ref().or_else(|| of_address(resource));
                written.unwrap_or(&Mode::Managed)
            }
            Written::Stored(resource, _) => &resource.mode,
        }
    }

    /// The resource type; that of the address, where nothing else says it.
    #[must_use]
    pub fn type_name(&self) -> &'a str {
        let of_address = |resource: &'a Resource<'a>| match address_of(resource)?.type_name {
            Cow::Borrowed(type_name) => Some(type_name),
            Cow::Owned(_) => None,
        };
        match self.written {
            Written::Shown(_, resource) => {
                let written = resource.r#type.as_deref().filter(|written| !written.is_empty());
                written.or_else(|| of_address(resource)).unwrap_or_default()
            }
            Written::Stored(resource, _) => &resource.r#type,
        }
    }

    /// Whether it may be an object that a plan can lose, and is no data source.
    #[must_use]
    pub fn may_be_managed(&self) -> bool {
        Mode::may_be_managed(Some(self.mode()))
    }

    /// Key of a deposed object; `None` for the current one.
    #[must_use]
    pub fn deposed(&self) -> Option<&'a str> {
        match self.written {
            Written::Shown(_, resource) => resource.deposed(),
            // Empty, it is none to the engines.
            Written::Stored(_, instance) => instance.deposed.as_deref().filter(|key| !key.is_empty()),
        }
    }

    /// Whether the next apply replaces it.
    #[must_use]
    pub fn is_tainted(&self) -> bool {
        match self.written {
            Written::Shown(_, resource) => resource.tainted,
            // Engines write one word there alone, and a state that is as it should be has none.
            Written::Stored(_, instance) => instance.status.as_deref().is_some_and(|status| !status.is_empty()),
        }
    }

    /// Source address of the provider, as the file writes it; `None` where it has none.
    #[must_use]
    pub fn provider(&self) -> Option<&'a str> {
        match self.written {
            Written::Shown(_, resource) => resource.provider_name.as_deref(),
            Written::Stored(resource, instance) => resource.provider.as_deref().or(instance.provider.as_deref()),
        }
    }

    /// What tells the configuration of its provider from others of that provider; `None` in what `show -json` prints,
    /// which does not say.
    pub(crate) fn provider_configuration(&self) -> Option<(&'a str, &'a str)> {
        match self.written {
            Written::Shown(..) => None,
            Written::Stored(..) => self.provider().map(ProviderAddress::configuration),
        }
    }

    /// Version of the schema the attributes follow.
    #[must_use]
    pub fn schema_version(&self) -> Option<u64> {
        match self.written {
            Written::Shown(_, resource) => resource.schema_version,
            Written::Stored(_, instance) => instance.schema_version,
        }
    }

    /// The attributes; `None` when the file has none.
    #[must_use]
    pub fn values(&self) -> Option<Raw<'a>> {
        match self.written {
            Written::Shown(_, resource) => resource.values,
            Written::Stored(_, instance) => instance.attributes,
        }
    }

    /// Tree of sensitive marks; `None` where the file has none or writes paths instead.
    #[must_use]
    pub(crate) fn tree_of_marks(&self) -> Option<Raw<'a>> {
        match self.written {
            Written::Shown(_, resource) => resource.sensitive_values,
            Written::Stored(..) => None,
        }
    }

    /// The identity that the provider gave it, as sensitive as its attributes of the same names; unset where there is
    /// none (T1.12, O1.12).
    ///
    /// # Errors
    ///
    /// As for [`read`](Self::read).
    pub fn provider_identity(&self) -> Result<Object<'a>, ReadError> {
        Object::marked(self.written_identity(), None, self.sensitive.as_ref())
    }

    /// That identity, as it is written.
    pub(super) fn written_identity(&self) -> Option<Raw<'a>> {
        match self.written {
            Written::Shown(_, resource) => resource.identity,
            Written::Stored(_, instance) => instance.identity,
        }
    }

    /// Addresses of resources it depends on.
    #[must_use]
    pub fn depends_on(&self) -> &'a [Text<'a>] {
        match self.written {
            Written::Shown(_, resource) => &resource.depends_on,
            Written::Stored(_, instance) => &instance.dependencies,
        }
    }

    /// Its place in the document.
    #[must_use]
    pub fn pointer(&self) -> Pointer {
        Pointer::clone(&self.list).index(self.index)
    }

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
    /// A value that the decoder passed over and that cannot be read: nested too deep, or half a surrogate pair.
    pub fn read(&self) -> Result<Object<'a>, ReadError> {
        let object = Object::marked(self.values(), None, self.sensitive.as_ref())?;
        Ok(match self.written {
            Written::Shown(..) => object,
            Written::Stored(..) => object.in_raw_state(),
        })
    }

    /// The attributes as the engine prints them: without what is known of `terraform_data.output` alone, which no
    /// engine marks, and in a raw state without what names alone mark of an object that has no marks, unless they are
    /// marks in all of it.
    ///
    /// # Errors
    ///
    /// As for [`read`](Self::read).
    pub(crate) fn read_as_printed(&self, names_are_marks: bool) -> Result<Object<'a>, ReadError> {
        let is_kept = |resource: &StateFileResource<'_>, instance: &InstanceObject<'_>| {
            !names_are_marks && resource.mode != Mode::Data && instance.sensitive_attributes.is_empty()
        };
        match self.written {
            Written::Shown(..) if self.is_copier() => Object::read(self.values(), None, self.tree_of_marks()),
            Written::Stored(resource, instance) if self.is_copier() || is_kept(resource, instance) => {
                let marks = match instance.attributes {
                    Some(attributes) => Marks::of_paths(&instance.sensitive_attributes, attributes)?,
                    None => Marks::Off,
                };
                let marks = (!marks.is_off()).then(|| Arc::new(marks));
                Ok(Object::marked(self.values(), None, marks.as_ref())?.in_raw_state())
            }
            _ => self.read(),
        }
    }

    /// Whether it is a `terraform_data`, whose `output` copies `input`.
    fn is_copier(&self) -> bool {
        self.type_name() == copied_output::TYPE
    }

    /// Whether its `output` copies something sensitive, which no engine marks there.
    #[must_use]
    pub(crate) fn has_copied_secret(&self) -> bool {
        self.is_copier() && self.sensitive.is_some()
    }
}

/// The address of a resource as it is written, where it is one.
fn address_of<'a>(resource: &'a Resource<'a>) -> Option<Address<'a>> {
    Address::parse(resource.address.as_deref()?).ok()
}

/// The objects of a values tree whose place in the document is `base`, in the order of addresses.
pub(super) fn of_values<'a>(values: &'a Values<'a>, base: &Pointer, marked: &Marked<'a>) -> Vec<StateObject<'a>> {
    let mut modules = Vec::new();
    let mut open: Vec<(&'a Module<'a>, Pointer)> = vec![(&values.root_module, base.clone().key("root_module"))];
    while let Some((module, pointer)) = open.pop() {
        // In the order of the document, which mostly is that of addresses already.
        let children = module.child_modules.iter().enumerate().rev();
        open.extend(children.map(|(index, child)| (child, pointer.clone().key("child_modules").index(index))));
        modules.push((module, Arc::new(pointer.key("resources"))));
    }
    let found = modules.iter().flat_map(|(module, list)| {
        let resources = module.resources.iter().enumerate();
        resources.map(move |(index, resource)| (*module, resource, list, index))
    });
    let found: Vec<_> = found.collect();
    let objects = found.into_par_iter().map(|(module, resource, list, index)| {
        let address = shown_address(module, resource);
        StateObject {
            sensitive: marked.get(&address).cloned(),
            address,
            written: Written::Shown(module, resource),
            list: Arc::clone(list),
            index,
        }
    });
    in_order(objects.collect())
}

/// The objects of a raw state, in the order of addresses.
pub(super) fn of_state_file<'a>(file: &'a StateFile<'a>) -> Result<Vec<StateObject<'a>>, ReadError> {
    let of_resources = file.resources.par_iter().enumerate();
    let of_resources = of_resources.map(|(at, resource)| of_resource(file, at, resource));
    let of_resources: Vec<Vec<_>> = of_resources.collect::<Result<_, _>>()?;
    Ok(in_order(of_resources.into_iter().flatten().collect()))
}

/// Those of the resource at a place in the list.
fn of_resource<'a>(
    file: &'a StateFile<'a>,
    at: usize,
    resource: &'a StateFileResource<'a>,
) -> Result<Vec<StateObject<'a>>, ReadError> {
    let mut stored = StoredNames::of(file, resource);
    let data = if resource.mode == Mode::Data { "data." } else { "" };
    let module = resource.module.as_ref().filter(|module| !module.is_empty());
    let prefix = module.map(|module| format!("{module}.")).unwrap_or_default();
    let list = Arc::new(Pointer::root().key("resources").index(at).key("instances"));
    let marks = instance_marks::of_resource(resource)?;
    let instances = resource.instances.iter().zip(marks).enumerate();
    let objects = instances.map(|(index, (instance, mut marks))| {
        let key = instance
            .index_key
            .as_ref()
            .map(|key| Key::from(key).to_string())
            .unwrap_or_default();
        let address = format!("{prefix}{data}{}.{}{key}", resource.r#type, resource.name);
        if stored.count_in(instance) {
            marks = marks.or(Names::Any.marks_of(&resource.r#type, instance.attributes)?);
        }
        Ok(StateObject {
            address: Text::from(address),
            written: Written::Stored(resource, instance),
            list: Arc::clone(&list),
            index,
            sensitive: (!marks.is_off()).then(|| Arc::new(marks)),
        })
    });
    objects.collect()
}

/// So many addresses one thread reads one after another, to know their order.
const READ_AT_ONCE: usize = 256;

/// What lies in order already, as engines mostly write it, is left as it is: the keys of all objects together are twice
/// as large as the objects.
fn in_order(mut objects: Vec<StateObject<'_>>) -> Vec<StateObject<'_>> {
    let is_in_order = (0..objects.len())
        .into_par_iter()
        .step_by(READ_AT_ONCE)
        .all(|start| objects[start..].iter().take(1 + READ_AT_ONCE).is_sorted_by_key(place));
    if !is_in_order {
        objects.par_sort_by_cached_key(|object| {
            let parsed = Address::of_text(&object.address).ok();
            (parsed, object.deposed(), object.address.clone(), said(object))
        });
    }
    objects
}

/// Where an object stands among others: by its address, those first that are none; a deposed one behind the current
/// one; twins, which no engine writes, by what they say, so that the order of the file never shows.
fn place<'o>(object: &'o StateObject<'_>) -> Place<'o> {
    (object.parsed(), object.deposed(), &object.address, said(object))
}

type Place<'o> = (Option<Address<'o>>, Option<&'o str>, &'o str, Said<'o>);

/// Values, provider and marks as they are written, and whether it is tainted.
type Said<'a> = ([Option<&'a str>; 3], bool);

fn said<'a>(object: &StateObject<'a>) -> Said<'a> {
    let text = |raw: Option<Raw<'a>>| raw.map(|raw| raw.text());
    let written = [text(object.values()), object.provider(), text(object.tree_of_marks())];
    (written, object.is_tainted())
}

/// Among objects in this order the one of an instance, the current one or one that is deposed.
pub(super) fn find<'o, 'a>(
    objects: &'o [StateObject<'a>],
    address: &Address<'_>,
    deposed: Option<&str>,
) -> Option<&'o StateObject<'a>> {
    let by_place = |object: &StateObject<'_>| {
        let parsed = object.parsed();
        parsed
            .as_ref()
            .cmp(&Some(address))
            .then_with(|| object.deposed().cmp(&deposed))
    };
    let at = objects.partition_point(|object| by_place(object).is_lt());
    objects.get(at).filter(|object| by_place(object).is_eq())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::Facts;
    use crate::tofu::Plan;

    #[test]
    fn a_change_has_the_object_of_its_address_and_deposed_key() {
        let parts = |address: &str| format!(r#""address":"{address}","mode":"managed","type":"t","name":"a""#);
        let object = |(address, deposed): (&str, &str), index| {
            format!(
                r#"{{{},"deposed_key":{deposed},"schema_version":{index}}}"#,
                parts(address)
            )
        };
        let objects = [
            ("t.b", "null"),
            (r#"t.a[\"é\"]"#, "null"),
            ("t.a", r#""00000002""#),
            ("no address", r#""00000001""#),
            ("t.a", "null"),
            ("t.a", r#""00000001""#),
            ("no address", "null"),
        ];
        let listed = objects.iter().zip(0..).map(|(written, index)| object(*written, index));
        let listed = listed.collect::<Vec<_>>().join(",");
        for (address, deposed, wanted, why) in [
            ("t.a", "null", Some(4), "the current one"),
            ("t.a", r#""00000001""#, Some(5), "one that is deposed"),
            ("t.a", r#""00000002""#, Some(2), "another"),
            ("t.a", r#""00000003""#, None, "a key that none has"),
            (
                r#"t.a[\"\\u00e9\"]"#,
                "null",
                Some(1),
                "a key that is written in another way",
            ),
            ("t.c", "null", None, "an address that none has"),
            ("no address", "null", None, "what is no address is found nowhere"),
        ] {
            let plan = format!(
                r#"{{"format_version":"1.2","resource_changes":[{{{},"deposed":{deposed},
                "change":{{"actions":["delete"],"before":{{}},"after":null}}}}],
                "prior_state":{{"format_version":"1.0","values":{{"root_module":{{"resources":[{listed}]}}}}}}}}"#,
                parts(address)
            );
            let plan: Plan<'_> = serde_json::from_str(&plan).unwrap();
            let facts = Facts::of_plan(&plan, None).unwrap();
            let found = facts.object_of(&facts.changes[0]);
            assert_eq!(found.and_then(StateObject::schema_version), wanted, "{why}");
        }
    }
}
