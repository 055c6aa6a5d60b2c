//! Override files merged into what they override, as the engines do it.

use std::borrow::Cow;

use super::declaration::DeclarationKind;
use super::module::Module;
use crate::hcljson::{Block, Body, Content, Property};
use crate::order;

/// A declaration with all that overrides it.
///
/// Arguments replace arguments and keep the place of the first; blocks of a type replace all of that type. What the
/// engines lose is lost here too: `replace_triggered_by` and `enabled` in the `lifecycle` of an override.
#[derive(Clone, Debug, Default)]
pub(crate) struct Merged<'m, 'f, 'a> {
    /// Arguments of the language.
    pub attributes: Vec<Placed<Property<'f, 'a>>>,
    /// Arguments of `lifecycle`, and its conditions, which are blocks.
    pub lifecycle: Vec<Placed<Property<'f, 'a>>>,
    /// Other blocks of the language.
    pub blocks: Vec<Placed<&'m Block<'f, 'a>>>,
    /// What belongs to a provider or module.
    pub rest: Vec<Placed<Rest<'f, 'a>>>,
}

/// A part of a declaration, and the file that it stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Placed<T> {
    /// Number of the file that it stands in.
    pub file: usize,
    /// What it is.
    pub part: T,
}

/// An argument or block that a provider or module gives a meaning.
#[derive(Clone, Debug)]
pub(crate) struct Rest<'f, 'a> {
    /// Its name; of a block that is made by repetition the type that is made.
    pub name: Cow<'a, str>,
    /// Name and value; of a `dynamic` block its label and what it holds.
    pub property: Property<'f, 'a>,
    /// Whether it is a `dynamic` block.
    pub dynamic: bool,
}

impl<'f, 'a> Module<'f, 'a> {
    /// A declaration with all that overrides it, as far as that is written in JSON; `None` when nothing of it is.
    #[must_use]
    pub(crate) fn merged(&self, kind: DeclarationKind, labels: &[&str]) -> Option<Merged<'_, 'f, 'a>> {
        let mut merged: Option<Merged<'_, 'f, 'a>> = None;
        for declaration in self.overridden(kind, labels) {
            let Some(top) = declaration.block.and_then(|block| self.blocks.get(block)) else {
                continue;
            };
            let overrides = merged.is_some();
            merged.get_or_insert_default().add(&top.content, top.file, overrides);
        }
        merged
    }
}

impl<'m, 'f, 'a> Merged<'m, 'f, 'a> {
    /// Adds a block; `overrides` where it is not the first.
    pub(super) fn add(&mut self, content: &'m Content<'f, 'a>, file: usize, overrides: bool) {
        for &part in content.attributes() {
            replace(&mut self.attributes, Placed { file, part });
        }
        let (lifecycles, blocks): (Vec<_>, Vec<_>) =
            content.blocks.iter().partition(|block| block.kind() == "lifecycle");
        for part in lifecycles.iter().flat_map(|block| block.body.properties()) {
            let lost = overrides && matches!(part.name().as_ref(), "replace_triggered_by" | "enabled");
            if !lost {
                replace(&mut self.lifecycle, Placed { file, part });
            }
        }
        let kinds = order::set(blocks.iter().map(|block| block.kind()));
        self.blocks.retain(|base| !kinds.contains(&base.part.kind()));
        self.blocks.extend(blocks.into_iter().map(|part| Placed { file, part }));
        let rest = rest(content.rest());
        let names = order::set(rest.iter().map(|over| &over.name));
        self.rest.retain(|base| !names.contains(&base.part.name));
        self.rest.extend(rest.into_iter().map(|part| Placed { file, part }));
    }
}

/// Puts an argument in the place of the one with its name, or behind all.
fn replace<'f, 'a>(parts: &mut Vec<Placed<Property<'f, 'a>>>, over: Placed<Property<'f, 'a>>) {
    match parts.iter_mut().find(|base| base.part.name() == over.part.name()) {
        Some(base) => *base = over,
        None => parts.push(over),
    }
}

/// What a body holds that a provider or module gives a meaning, be it in `_`, where no name is the language's.
pub(super) fn given<'f, 'a>(content: &Content<'f, 'a>) -> Vec<Property<'f, 'a>> {
    let escaped = content.blocks_of("_").flat_map(|escape| escape.body.properties());
    content.rest().iter().copied().chain(escaped).collect()
}

/// Properties that a provider or module gives a meaning, `dynamic` blocks split into their labels.
pub(super) fn rest<'f, 'a>(properties: &[Property<'f, 'a>]) -> Vec<Rest<'f, 'a>> {
    let mut rest = Vec::new();
    for &property in properties {
        let dynamic = property.name() == "dynamic";
        let parts = if dynamic {
            Body::new(property.value()).properties()
        } else {
            vec![property]
        };
        rest.extend(parts.into_iter().map(|property| Rest {
            name: property.name(),
            property,
            dynamic,
        }));
    }
    rest
}

#[cfg(test)]
mod tests {
    use crate::tfjson::{Directory, Engine, Entry, EntryContent, Files};

    use super::*;

    /// A resource and its override, merged and written down: arguments, lifecycle, blocks, rest.
    fn merged(base: &str, over: &str) -> String {
        let file = |body: &str| format!("{{\"resource\":{{\"t\":{{\"n\":{body}}}}}}}");
        let (base, over) = (file(base), file(over));
        let entry = |name, text| {
            let content = EntryContent::Bytes(text);
            Entry { name, content }
        };
        let entries = [
            entry("a.tf.json", base.as_bytes()),
            entry("override.tf.json", over.as_bytes()),
        ];
        let directory = Directory::new(&entries, Engine::OPENTOFU);
        let files = Files::read(&directory);
        let module = Module::new(&files, Engine::OPENTOFU);
        let merged = module.merged(DeclarationKind::Resource, &["t", "n"]).unwrap();
        let property = |property: &Property<'_, '_>| format!("{}={}", property.name(), property.value().raw());
        let mut words: Vec<String> = merged.attributes.iter().map(|part| property(&part.part)).collect();
        words.extend(merged.lifecycle.iter().map(|part| property(&part.part)));
        words.extend(
            merged
                .blocks
                .iter()
                .map(|part| format!("{}@{}", part.part.label(0), part.file)),
        );
        words.extend(
            merged
                .rest
                .iter()
                .map(|part| format!("{}@{}", part.part.name, part.file)),
        );
        words.join(" ")
    }

    #[test]
    fn parts_replace_parts_as_in_the_engines() {
        for (base, over, expected, why) in [
            (r#"{"count":1,"a":1}"#, r#"{"count":2}"#, "count=2 a@0", "an argument"),
            (
                r#"{"a":1,"b":1}"#,
                r#"{"b":2,"c":2}"#,
                "a@0 b@1 c@1",
                "arguments of a provider",
            ),
            (
                r#"{"lifecycle":{"prevent_destroy":true,"create_before_destroy":true}}"#,
                r#"{"lifecycle":{"prevent_destroy":false}}"#,
                "prevent_destroy=false create_before_destroy=true",
                "a lifecycle argument by argument",
            ),
            (
                r#"{"lifecycle":{"replace_triggered_by":["a.b"]}}"#,
                r#"{"lifecycle":{"replace_triggered_by":["c.d"],"enabled":false}}"#,
                r#"replace_triggered_by=["a.b"]"#,
                "two things are lost",
            ),
            (
                r#"{"provisioner":[{"x":{}},{"y":{}}]}"#,
                r#"{"provisioner":{"z":{}}}"#,
                "z@1",
                "any provisioner replaces all",
            ),
            (
                r#"{"dynamic":{"rule":{"content":{}},"other":{"content":{}}}}"#,
                r#"{"rule":{"a":1}}"#,
                "other@0 rule@1",
                "a block hides those that are made by repetition",
            ),
        ] {
            assert_eq!(merged(base, over), expected, "{why}");
        }
    }
}
