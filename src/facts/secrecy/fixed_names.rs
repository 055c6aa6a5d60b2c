//! Names that providers and the format fix inside of what no type reads: no secret can have got into them.

use crate::facts::actions::invocations;
use crate::facts::member_path::is_attribute_name;
use crate::facts::{Facts, Subject};
use crate::json::{Document, Kind, Node, ReadError, scan};
use crate::tofu::{Arguments, ConfigModule, Map, Plan, Raw, State, StateFile, Step, Values};

use super::called;
use super::marked::{changes, trees};
use super::schema_marks::{CONSTANT, REFERENCES};

impl<'a> Facts<'a> {
    /// Names of attributes, of blocks and of the format inside of what no type reads, as they are written: no secret can
    /// have got into them. Those of a path may stand without their quotes.
    ///
    /// # Errors
    ///
    /// A value that the decoder passed over and that cannot be read: nested too deep, or half a surrogate pair.
    pub(crate) fn fixed_names(&self) -> Result<Vec<&'a str>, ReadError> {
        match self.subject {
            Subject::Plan(plan) => FixedNames::of_plan(plan),
            Subject::State(state) => Ok(FixedNames::of_state(state)),
            Subject::StateFile(file) => Ok(FixedNames::of_state_file(file)),
        }
    }
}

/// A walk over such names; gives each as it is written, with its quotes.
#[derive(Default)]
struct FixedNames<'a> {
    names: Vec<&'a str>,
    /// Addresses, of which keys alone may be secret.
    references: Vec<&'a str>,
}

impl<'a> FixedNames<'a> {
    fn of_plan(plan: &'a Plan<'a>) -> Result<Vec<&'a str>, ReadError> {
        let mut found = Self::default();
        for wire in changes(plan) {
            let change = &wire.change;
            found.attributes([
                change.before,
                change.after,
                change.after_unknown,
                change.before_sensitive,
                change.after_sensitive,
                change.before_identity,
                change.after_identity,
                change.importing.as_ref().and_then(|importing| importing.identity),
            ]);
            change.replace_paths.iter().flatten().for_each(|path| found.path(path));
        }
        trees(plan).for_each(|values| found.of_values(values));
        for wire in invocations(plan) {
            found.attributes([wire.config_values, wire.config_sensitive, wire.config_unknown]);
        }
        for relevant in &plan.relevant_attributes {
            found.path(&relevant.attribute);
        }
        if let Some(configuration) = &plan.configuration {
            for provider in configuration.provider_config.values() {
                found.arguments(provider.expressions.as_ref())?;
            }
            for called in called::all(&configuration.root_module) {
                found.of_module(called.module)?;
            }
        }
        for schemas in plan.provider_schemas.values() {
            let of_types = [
                &schemas.resource_schemas,
                &schemas.data_source_schemas,
                &schemas.ephemeral_resource_schemas,
                &schemas.action_schemas,
            ];
            let of_types = of_types.into_iter().flat_map(Map::values).copied();
            for schema in schemas.provider.into_iter().chain(of_types) {
                found.everything(schema)?;
            }
        }
        Ok(found.told())
    }

    fn of_state(state: &'a State<'a>) -> Vec<&'a str> {
        let mut found = Self::default();
        state.values.iter().for_each(|values| found.of_values(values));
        found.told()
    }

    fn of_state_file(file: &'a StateFile<'a>) -> Vec<&'a str> {
        let mut found = Self::default();
        for instance in file.resources.iter().flat_map(|resource| &resource.instances) {
            found.attributes([instance.attributes, instance.identity]);
            let firsts = instance.sensitive_attributes.iter().filter_map(|path| path.first());
            found.names.extend(firsts.filter_map(|step| Some(step.value?.text())));
        }
        found.told()
    }

    /// Only what can be a name: others, in documents that no engine wrote, are of nobody knows what.
    fn told(self) -> Vec<&'a str> {
        let names = self.names.into_iter();
        let names = names.filter(|name| is_attribute_name(name.trim_matches('"')));
        names.chain(self.references).collect()
    }

    fn of_values(&mut self, values: &'a Values<'a>) {
        let modules = values.root_module.walk();
        for resource in modules.flat_map(|module| &module.resources) {
            self.attributes([resource.values, resource.sensitive_values, resource.identity]);
        }
    }

    fn of_module(&mut self, module: &'a ConfigModule<'a>) -> Result<(), ReadError> {
        for resource in &module.resources {
            self.arguments(resource.expressions.as_ref())?;
            for provisioner in &resource.provisioners {
                self.arguments(provisioner.expressions.as_ref())?;
            }
        }
        for call in module.module_calls.values() {
            self.arguments(call.expressions.as_ref())?;
        }
        Ok(())
    }

    /// The names of the attributes of objects; what stands below may be keys.
    fn attributes<const N: usize>(&mut self, objects: [Option<Raw<'a>>; N]) {
        for object in objects.into_iter().flatten().filter(Raw::is_object) {
            let text = object.text();
            let names = scan::members(text, 0).filter_map(|member| text.get(member.key_span.range()));
            self.names.extend(names);
        }
    }

    /// The attribute that a path begins with.
    fn path(&mut self, path: &'a [Step<'a>]) {
        if let Some(Step::Key(name)) = path.first() {
            self.names.extend(name.as_borrowed());
        }
    }

    /// All names in arguments as they are written: of attributes, of blocks, and the words of the format. Of the names in
    /// a constant no more is known than of those in a value.
    fn arguments(&mut self, arguments: Option<&Arguments<'a>>) -> Result<(), ReadError> {
        let Some(arguments) = arguments.map(Arguments::written) else {
            return Ok(());
        };
        let document = Document::read(arguments.text())?;
        let mut open = vec![(document.root(), false)];
        while let Some((node, may_be_expression)) = open.pop() {
            open.extend(node.items().map(|item| (item, true)));
            let of_expression = |key: &str| matches!(key, CONSTANT | REFERENCES);
            let is_expression = may_be_expression && node.entries().all(|entry| of_expression(&entry.key()));
            for entry in node.entries() {
                self.names.extend(arguments.text().get(entry.key_span().range()));
                match &*entry.key() {
                    CONSTANT if is_expression => {}
                    REFERENCES if is_expression && entry.value().kind() == Kind::Array => {
                        self.references.extend(entry.value().items().map(Node::text));
                    }
                    _ => open.push((entry.value(), true)),
                }
            }
        }
        Ok(())
    }

    /// All keys and texts.
    fn everything(&mut self, raw: Raw<'a>) -> Result<(), ReadError> {
        let document = Document::read(raw.text())?;
        let mut open = vec![document.root()];
        while let Some(node) = open.pop() {
            if node.kind() == Kind::String {
                self.names.push(node.text());
            }
            open.extend(node.items());
            for entry in node.entries() {
                self.names.extend(raw.text().get(entry.key_span().range()));
                open.push(entry.value());
            }
        }
        Ok(())
    }
}
