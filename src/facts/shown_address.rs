//! The addresses of resources in trees of values, which the oldest engine does not write in full.

use crate::tofu::{Mode, Module, Resource, Text, Values};

use super::address::{Address, AddressMode, Key};

/// Every resource of a tree with its address.
pub(super) fn resources<'a>(values: &'a Values<'a>) -> impl Iterator<Item = (Text<'a>, &'a Resource<'a>)> {
    values.root_module.walk().flat_map(|module| {
        let resources = module.resources.iter();
        resources.map(move |resource| (shown_address(module, resource), resource))
    })
}

/// The address of an instance as text. Terraform 0.12 leaves out the module and the key (§1.4): two instances would be
/// one object.
pub(super) fn shown_address<'a>(module: &'a Module<'a>, resource: &'a Resource<'a>) -> Text<'a> {
    let written = resource.address.as_deref().unwrap_or_default();
    let of_module = module.address.as_deref().unwrap_or_default();
    let is_whole = written.starts_with(of_module) && (resource.index.is_none() || written.ends_with(']'));
    let parts = resource.r#type.as_deref().zip(resource.name.as_deref());
    let Some((type_name, name)) = parts.filter(|_| !is_whole || written.is_empty()) else {
        return Text::new(written);
    };
    let mode = match resource.mode {
        Some(Mode::Data) => AddressMode::Data,
        Some(Mode::Ephemeral) => AddressMode::Ephemeral,
        _ => AddressMode::Managed,
    };
    let key = resource.index.as_ref().map(Key::from).unwrap_or_default();
    let built = Address::from_parts(Some(of_module), mode, type_name, name, key);
    built.map_or_else(|_| Text::new(written), |address| Text::from(address.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_address_lacks_is_in_its_parts() {
        for (module, resource, wanted, why) in [
            (
                "{}",
                r#"{"address":"t.n","mode":"managed","type":"t","name":"n"}"#,
                "t.n",
                "whole as it is",
            ),
            (
                "{}",
                r#"{"address":"t.n","mode":"managed","type":"t","name":"n","index":0}"#,
                "t.n[0]",
                "0.12 leaves out numbers",
            ),
            (
                r#"{"address":"module.m"}"#,
                r#"{"address":"t.n","mode":"managed","type":"t","name":"n","index":"b.c"}"#,
                r#"module.m.t.n["b.c"]"#,
                "texts, and the module",
            ),
            (
                r#"{"address":"module.m"}"#,
                r#"{"address":"data.t.n","mode":"data","type":"t","name":"n"}"#,
                "module.m.data.t.n",
                "of data sources too",
            ),
            (
                r#"{"address":"module.m[\"a\"]"}"#,
                r#"{"address":"module.m[\"a\"].t.n[1]","mode":"managed","type":"t","name":"n","index":1}"#,
                r#"module.m["a"].t.n[1]"#,
                "later engines leave out nothing",
            ),
            (
                "{}",
                r#"{"mode":"managed","type":"t","name":"n"}"#,
                "t.n",
                "no address at all",
            ),
            (
                r#"{"address":"m"}"#,
                r#"{"address":"t.n"}"#,
                "t.n",
                "no parts to make one of",
            ),
            (
                r#"{"address":"m"}"#,
                r#"{"address":"t.n","type":"t","name":"n"}"#,
                "t.n",
                "a module that is none",
            ),
        ] {
            let module: Module<'_> = serde_json::from_str(module).unwrap();
            let resource: Resource<'_> = serde_json::from_str(resource).unwrap();
            assert_eq!(shown_address(&module, &resource).as_str(), wanted, "{why}");
        }
    }
}
