//! Every sensitive string and number of a document, wherever it stands.

mod declared;
mod whole;

use std::borrow::Cow;
use std::cell::LazyCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::facts::actions::invocations;
use crate::facts::attr::{Attr, Object};
use crate::facts::change::address_text;
use crate::facts::shown_address::resources;
use crate::json::{Kind, Node, ReadError};
use crate::tofu::{ConfigOutput, Plan, Raw, StateFile, Text, Values};

use super::copies::Copies;
use super::instance_marks;
use super::marked::{Marked, changes, every_value, trees, values_of};
use super::marks::Marks;
use super::named::{self, Names, StoredNames};
use super::schema_marks::SchemaMarks;
use super::secrets::in_hcl;
use whole::Wholes;

/// A walk over what is sensitive: what marks say, and what configuration declares.
pub(in crate::facts) struct Leaves<'w, 'a> {
    leaf: &'w mut dyn FnMut(Node<'_, 'a>),
    /// Whether leaves are to be sought elsewhere, too.
    are_sought: bool,
}

impl<'w, 'a> Leaves<'w, 'a> {
    /// A walk that gives each leaf to `leaf`, some of them more than once.
    pub(in crate::facts) fn new(leaf: &'w mut dyn FnMut(Node<'_, 'a>)) -> Self {
        Self {
            leaf,
            are_sought: false,
        }
    }

    /// A walk for texts that are to be found wherever else they stand: without what an output repeats of a resource that
    /// leaves it open.
    pub(in crate::facts) fn sought(leaf: &'w mut dyn FnMut(Node<'_, 'a>)) -> Self {
        Self { leaf, are_sought: true }
    }

    /// Those of everything a plan holds. `marked` is what its resources' marks say. Gives back the names of the root
    /// variables of which anything is sensitive.
    pub(in crate::facts) fn of_plan(
        &mut self,
        plan: &'a Plan<'a>,
        marked: &Marked<'a>,
    ) -> Result<BTreeSet<String>, ReadError> {
        for values in trees(plan) {
            self.resources(values, marked)?;
        }
        // Without marks no value is one to look for.
        if !marked.is_empty() {
            for wire in changes(plan) {
                if let Some(marks) = marked.get(&address_text(wire)) {
                    for value in [wire.change.before, wire.change.after].into_iter().flatten() {
                        self.marked(value, marks)?;
                    }
                }
            }
        }
        self.outputs_of_plan(plan, marked)?;
        if let Some(names) = marked.names() {
            for (name, variable) in &plan.variables {
                if let Some(value) = variable.value {
                    self.named(name, value, names)?;
                }
            }
        }
        for invocation in invocations(plan) {
            let marks = marked.actions().get(invocation.address.as_deref().unwrap_or_default());
            if let (Some(value), Some(marks)) = (invocation.config_values, marks) {
                self.marked(value, marks)?;
            }
        }
        self.declared(plan, marked, SchemaMarks::of(&plan.provider_schemas))
    }

    /// What a plan holds of the sensitive values of an instance outside of its objects, however short: the id and the
    /// identity that it is imported by, its identities, and the configuration that was generated for it, as a whole.
    pub(in crate::facts) fn of_copies(&mut self, plan: &'a Plan<'a>, marked: &Marked<'a>) -> Result<(), ReadError> {
        let secrets = secrets_by_address(every_value(plan), marked)?;
        for values in trees(plan) {
            self.identities(values, marked, &secrets)?;
        }
        let mut copies: BTreeMap<Text<'a>, Copies> = BTreeMap::new();
        for wire in changes(plan) {
            let address = address_text(wire);
            let (Some(marks), Some(secrets)) = (marked.get(&address), secrets.get(&address)) else {
                continue;
            };
            let change = &wire.change;
            let importing = change.importing.as_ref();
            let is_secret = |id: &Raw<'a>| {
                !marks.get("id").is_off() || id.as_string().is_some_and(|text| secrets.contains(text.as_str()))
            };
            if let Some(id) = importing.and_then(|importing| importing.id).filter(is_secret) {
                self.all_of(id)?;
            }
            let identity = importing.and_then(|importing| importing.identity);
            for raw in [identity, change.before_identity, change.after_identity] {
                self.identity(raw, marks, secrets)?;
            }
            if let Some(raw) = change.generated_config.as_deref() {
                let copies = copies.entry(address).or_insert_with(|| in_configuration(secrets));
                if raw.as_string().is_some_and(|text| copies.are_in(&text)) {
                    self.all_of(*raw)?;
                }
            }
        }
        Ok(())
    }

    /// What the identities in a state hold of the sensitive values of their objects, however short.
    pub(in crate::facts) fn of_identities(
        &mut self,
        values: &'a Values<'a>,
        marked: &Marked<'a>,
    ) -> Result<(), ReadError> {
        let secrets = secrets_by_address(values_of(values), marked)?;
        self.identities(values, marked, &secrets)
    }

    fn identities(
        &mut self,
        values: &'a Values<'a>,
        marked: &Marked<'a>,
        secrets: &BTreeMap<Text<'a>, BTreeSet<String>>,
    ) -> Result<(), ReadError> {
        for (address, resource) in resources(values) {
            if let (Some(marks), Some(secrets)) = (marked.get(&address), secrets.get(&address)) {
                self.identity(resource.identity, marks, secrets)?;
            }
        }
        Ok(())
    }

    fn identity(
        &mut self,
        identity: Option<Raw<'a>>,
        marks: &Arc<Marks<'a>>,
        secrets: &BTreeSet<String>,
    ) -> Result<(), ReadError> {
        if identity.is_some() {
            self.equal(Object::marked(identity, None, Some(marks))?.root(), secrets);
        }
        Ok(())
    }

    /// What is marked or equal to a secret.
    #[expect(
        clippy::disallowed_methods,
        reason = "secrets are looked for here, so that nothing prints them"
    )]
    fn equal(&mut self, attr: Attr<'_, 'a>, secrets: &BTreeSet<String>) {
        let mut open = vec![attr];
        while let Some(attr) = open.pop() {
            let is_secret = |node: Node<'_, 'a>| match node.as_str() {
                Some(text) => secrets.contains(&*text),
                None => secrets.contains(node.text()),
            };
            if attr.is_sensitive() || attr.reveal().is_some_and(is_secret) {
                self.leaves(attr);
            } else {
                open.extend(attr.parts());
            }
        }
    }

    /// Those of the state that `show -json` prints. `marked` is what its resources' marks say.
    pub(in crate::facts) fn of_values(&mut self, values: &'a Values<'a>, marked: &Marked<'a>) -> Result<(), ReadError> {
        let wholes = LazyCell::new(|| Wholes::of(values_of(values), marked));
        for (name, output) in &values.outputs {
            self.output(name, output.value, output.sensitive, marked.names(), &wholes)?;
        }
        self.resources(values, marked)
    }

    /// Those of the root outputs: what one place marks of an output is sensitive in each of its values.
    fn outputs_of_plan(&mut self, plan: &'a Plan<'a>, marked: &Marked<'a>) -> Result<(), ReadError> {
        let names = marked.names();
        let wholes = LazyCell::new(|| Wholes::of(every_value(plan), marked));
        let root = plan
            .configuration
            .as_ref()
            .map(|configuration| &configuration.root_module);
        let mut by_name: BTreeMap<&str, (Marks<'a>, Vec<Raw<'a>>)> = BTreeMap::new();
        for (name, change) in &plan.output_changes {
            let (marks, values) = by_name.entry(name.as_str()).or_default();
            *marks = Marks::read([change.before_sensitive, change.after_sensitive].into_iter().flatten())?;
            values.extend([change.before, change.after].into_iter().flatten());
        }
        for (name, output) in trees(plan).flat_map(|values| &values.outputs) {
            let (marks, values) = by_name.entry(name.as_str()).or_default();
            values.extend(output.value);
            if output.sensitive {
                *marks = Marks::On;
            }
        }
        for (name, (marks, values)) in by_name {
            let declared = root.and_then(|root| root.outputs.get(name));
            let is_declared = declared.is_some_and(ConfigOutput::is_hidden);
            let marks = Arc::new(if is_declared { Marks::On } else { marks });
            for value in values {
                if marks.is_on() {
                    self.output_value(value, names, &wholes)?;
                } else {
                    self.marked(value, &marks)?;
                }
                if let Some(names) = names {
                    self.named(name, value, names)?;
                }
            }
        }
        Ok(())
    }

    fn output<F: FnOnce() -> Wholes<'a>>(
        &mut self,
        name: &str,
        value: Option<Raw<'a>>,
        sensitive: bool,
        names: Option<Names>,
        wholes: &LazyCell<Wholes<'a>, F>,
    ) -> Result<(), ReadError> {
        match (value, names) {
            (Some(value), _) if sensitive => self.output_value(value, names, wholes),
            (Some(value), Some(names)) => self.named(name, value, names),
            _ => Ok(()),
        }
    }

    /// Those of an output that is sensitive as a whole. Of a document without the marks of providers, where names are
    /// marks, nobody knows what a resource leaves open: there the output may be all that protects it.
    #[expect(
        clippy::disallowed_methods,
        reason = "what is open in a resource is known by its text, and nothing prints it"
    )]
    fn output_value<F: FnOnce() -> Wholes<'a>>(
        &mut self,
        value: Raw<'a>,
        names: Option<Names>,
        wholes: &LazyCell<Wholes<'a>, F>,
    ) -> Result<(), ReadError> {
        if !self.are_sought || names.is_some() {
            return self.all_of(value);
        }
        let object = Object::read(Some(value), None, [])?;
        let mut open = vec![(object.root(), 0)];
        while let Some((attr, depth)) = open.pop() {
            let whole = |node: Node<'_, 'a>| (node.kind() == Kind::Object).then(|| wholes.get(node.text())).flatten();
            if let Some((value, marks)) = attr.reveal().and_then(whole) {
                self.marked(value, marks)?;
            } else if attr.is_container() && depth < whole::DEEPEST {
                open.extend(attr.parts().map(|part| (part, depth + 1)));
            } else {
                self.leaves(attr);
            }
        }
        Ok(())
    }

    /// What names mark of a value with a name of its own.
    fn named(&mut self, name: &str, value: Raw<'a>, names: Names) -> Result<(), ReadError> {
        let marks = names.marks_named(name, value)?;
        if marks.is_off() {
            return Ok(());
        }
        self.marked(value, &Arc::new(marks))
    }

    fn resources(&mut self, values: &'a Values<'a>, marked: &Marked<'a>) -> Result<(), ReadError> {
        if marked.is_empty() {
            return Ok(());
        }
        for (address, resource) in resources(values) {
            let marks = marked.get(&address);
            if let (Some(value), Some(marks)) = (resource.values, marks) {
                self.marked(value, marks)?;
            }
        }
        Ok(())
    }

    /// Those of a raw state: sensitive outputs, attributes at the paths its instances list, and what names mark.
    pub(in crate::facts) fn of_state_file(&mut self, file: &'a StateFile<'a>, names: Names) -> Result<(), ReadError> {
        let wholes = LazyCell::new(|| Wholes::of_state_file(file));
        for (name, output) in &file.outputs {
            let names = named::in_state_file(file).then_some(names);
            self.output(name, output.value, output.sensitive, names, &wholes)?;
        }
        for resource in &file.resources {
            let mut stored = StoredNames::of(file, resource);
            for (instance, marks) in resource.instances.iter().zip(instance_marks::of_resource(resource)?) {
                let Some(attributes) = instance.attributes else {
                    continue;
                };
                if stored.count_in(instance) {
                    self.marked(
                        attributes,
                        &Arc::new(names.marks_of(&resource.r#type, Some(attributes))?),
                    )?;
                }
                if !marks.is_off() {
                    self.marked(attributes, &Arc::new(marks))?;
                }
            }
        }
        Ok(())
    }

    fn all_of(&mut self, value: Raw<'a>) -> Result<(), ReadError> {
        let object = Object::read(Some(value), None, [])?;
        self.leaves(object.root());
        Ok(())
    }

    /// The marked parts of a value.
    pub(in crate::facts) fn marked(&mut self, value: Raw<'a>, marks: &Arc<Marks<'a>>) -> Result<(), ReadError> {
        let object = Object::marked(Some(value), None, Some(marks))?;
        let mut open = vec![object.root()];
        while let Some(attr) = open.pop() {
            if attr.is_sensitive() {
                self.leaves(attr);
            } else if attr.may_hold_sensitive() {
                open.extend(attr.parts());
            }
        }
        Ok(())
    }

    /// Every string and number at or below `attr`. Keys are names of attributes far more often than secrets.
    #[expect(
        clippy::disallowed_methods,
        reason = "secrets are collected here, so that nothing prints them"
    )]
    fn leaves(&mut self, attr: Attr<'_, 'a>) {
        let leaves = attr.reveal().into_iter().flat_map(Node::leaves);
        let is_told = |node: &Node<'_, '_>| matches!(node.kind(), Kind::String | Kind::Number);
        leaves.filter(is_told).for_each(|node| (self.leaf)(node));
    }
}

/// The sensitive texts and numbers of instances, however short, by their addresses. Instances of which nothing is
/// marked have none.
fn secrets_by_address<'a>(
    values: impl Iterator<Item = (Text<'a>, Option<Raw<'a>>)>,
    marked: &Marked<'a>,
) -> Result<BTreeMap<Text<'a>, BTreeSet<String>>, ReadError> {
    let mut by_address: BTreeMap<Text<'a>, BTreeSet<String>> = BTreeMap::new();
    for (address, value) in values {
        let Some(marks) = marked.get(&address) else { continue };
        let secrets = by_address.entry(address).or_default();
        let mut secret = |leaf: Node<'_, 'a>| {
            secrets.insert(leaf.as_str().map_or_else(|| leaf.text().to_owned(), Cow::into_owned));
        };
        if let Some(value) = value {
            Leaves::new(&mut secret).marked(value, marks)?;
        }
        secrets.remove("");
    }
    Ok(by_address)
}

/// Finds these texts in generated configuration: as they are, and as HCL spells them.
fn in_configuration(texts: &BTreeSet<String>) -> Copies {
    let spelled: Vec<String> = texts.iter().map(|text| in_hcl(text)).collect();
    Copies::of_texts(texts.iter().chain(&spelled).map(String::as_str))
}

#[cfg(test)]
mod tests {
    use crate::facts::Facts;
    use crate::tofu::StateFile;

    /// What is sensitive of a plan.
    pub(in crate::facts) fn sensitive(plan: &str) -> Vec<String> {
        let plan = format!(r#"{{"format_version":"1.2",{plan}}}"#);
        let plan = serde_json::from_str(&plan).unwrap();
        let leaves = Facts::of_plan(&plan, None).unwrap().sensitive_leaves().unwrap();
        let mut leaves: Vec<_> = leaves
            .into_iter()
            .map(|leaf| leaf.trim_matches('"').to_owned())
            .collect();
        leaves.sort();
        leaves.dedup();
        leaves
    }

    #[test]
    fn what_one_place_marks_of_an_output_is_marked_in_all() {
        let change = |marks: &str| {
            let marks = format!(r#""before_sensitive":{marks},"after_sensitive":false"#);
            format!(r#""output_changes":{{"o":{{"actions":["update"],"before":"old","after":"new",{marks}}}}}"#)
        };
        let values = |sensitive: bool, value: &str| {
            format!(r#"{{"outputs":{{"o":{{"sensitive":{sensitive},"value":"{value}"}}}},"root_module":{{}}}}"#)
        };
        let planned = |sensitive| format!(r#""planned_values":{}"#, values(sensitive, "planned"));
        let prior = |sensitive| {
            format!(
                r#""prior_state":{{"format_version":"1.0","values":{}}}"#,
                values(sensitive, "prior")
            )
        };
        let declared = r#""configuration":{"root_module":{"outputs":{"o":{"sensitive":true}}}}"#;
        let all = ["new", "old", "planned", "prior"].as_slice();
        for (parts, wanted, why) in [
            (
                [change("false"), planned(false), prior(false)],
                [].as_slice(),
                "nothing marks it",
            ),
            (
                [change("true"), planned(false), prior(false)],
                all,
                "the change, before it",
            ),
            ([change("false"), planned(true), prior(false)], all, "the planned value"),
            ([change("false"), planned(false), prior(true)], all, "the prior state"),
            (
                [change("false"), planned(false), format!("{},{declared}", prior(false))],
                all,
                "its block",
            ),
        ] {
            assert_eq!(sensitive(&parts.join(",")), wanted, "{why}");
        }
    }
    #[test]
    fn an_output_that_repeats_a_resource_makes_no_secret_of_what_that_leaves_open() {
        let db = r#"{"id":"db-primary-1","password":"hunter2-hunter2","region":"eu-central-1"}"#;
        let sensitive = r#"{"password":true}"#;
        // What is sensitive of the output, and what the resource beside it holds and marks.
        let plan = |output: &str, marks: &str| {
            format!(
                r#"{{"format_version":"1.2","output_changes":{{"o":{{"actions":["create"],"before":null,"after":{output},
                "before_sensitive":false,"after_sensitive":true}}}},
                "planned_values":{{"outputs":{{"o":{{"sensitive":true,"value":{output}}}}},"root_module":{{"resources":[
                {{"address":"a_db.x","mode":"managed","type":"a_db","name":"x","values":{db},"sensitive_values":{marks}}}]}}}}}}"#
            )
        };
        let state = |version: &str, output: &str, marks: &str| {
            format!(
                r#"{{"version":4,"terraform_version":"{version}","serial":1,"lineage":"x","outputs":{{"o":{{"value":{output},
                "type":"string","sensitive":true}}}},"resources":[{{"mode":"managed","type":"a_db","name":"x",
                "provider":"provider[\"registry.opentofu.org/a/a\"]","instances":[{{"schema_version":0,"attributes":{db},
                "sensitive_attributes":{marks}}}]}}]}}"#
            )
        };
        let indented = db.replace(',', ",\n      ").replace('{', "{\n      ");
        let other = db.replace("primary", "another");
        let all = ["db-primary-1", "eu-central-1", "hunter2-hunter2"].as_slice();
        let (open, shut) = (&all[..2], &all[2..]);
        for (output, is_marked, wanted, is_open, why) in [
            (db.to_owned(), true, shut, open, "the object itself"),
            (format!("[{db}]"), true, shut, open, "of a resource with a count"),
            (
                format!(r#"{{"all":{{"a":{db}}}}}"#),
                true,
                shut,
                open,
                "in an object of the author's",
            ),
            (db.to_owned(), false, all, &[], "nobody but the author marks it"),
            (other, true, &["db-another-1", "eu-central-1"], &[], "of another object"),
            (r#"["eu-central-1"]"#.to_owned(), true, &all[1..], &[], "a part alone"),
        ] {
            let marks = if is_marked { sensitive } else { "{}" };
            let text = plan(&output, marks);
            let plan = serde_json::from_str(&text).unwrap();
            let facts = Facts::of_plan(&plan, None).unwrap();
            for text in wanted {
                assert!(facts.secrets().has(text), "{text} is secret: {why}");
            }
            for text in is_open {
                assert!(!facts.secrets().has(text), "{text} is open: {why}");
            }
            let positions = facts.sensitive_leaves().unwrap();
            for text in wanted.iter().chain(is_open) {
                assert!(
                    positions.contains(&&*format!("\"{text}\"")),
                    "{text} stands in a place that is sensitive: {why}"
                );
            }
        }
        let marks = r#"[[{"type":"get_attr","value":"password"}]]"#;
        for (version, is_open, why) in [
            ("1.9.0", true, "as states are written, over many lines"),
            ("1.5.7", false, "a state without the marks of providers"),
        ] {
            let text = state(version, &indented, marks);
            let file: StateFile<'_> = serde_json::from_str(&text).unwrap();
            let facts = Facts::of_state_file(&file, None).unwrap();
            assert!(facts.secrets().has(shut[0]), "marked in the instance: {why}");
            assert_eq!(facts.secrets().has(open[0]), !is_open, "{why}");
        }
    }
}
