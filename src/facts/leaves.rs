//! Every sensitive string and number of a document, wherever it stands.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::json::{Entry, Kind, Node, ReadError};
use crate::tofu::{Block, ConfigModule, Map, MarkStep, Output, Plan, Raw, StateFile, Text, Values};

use super::address::Address;
use super::attr::{Attr, Object};
use super::change::address_text;
use super::marked::{Marked, changes, trees};
use super::marks::Marks;
use super::secrets::in_hcl;

/// A walk over what is sensitive: what marks say, and what configuration declares.
pub(super) struct Leaves<'w, 'a> {
    leaf: &'w mut dyn FnMut(Node<'_, 'a>),
}

impl<'w, 'a> Leaves<'w, 'a> {
    /// A walk that gives each leaf to `leaf`, some of them more than once.
    pub(super) fn new(leaf: &'w mut dyn FnMut(Node<'_, 'a>)) -> Self {
        Self { leaf }
    }

    /// Those of everything a plan holds. `marked` is what its resources' marks say.
    pub(super) fn of_plan(&mut self, plan: &'a Plan<'a>, marked: &Marked<'a>) -> Result<(), ReadError> {
        for values in trees(plan) {
            self.outputs(&values.outputs)?;
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
        for output in plan.output_changes.values() {
            let marks = Arc::new(Marks::read(
                [output.before_sensitive, output.after_sensitive].into_iter().flatten(),
            )?);
            for value in [output.before, output.after].into_iter().flatten() {
                self.marked(value, &marks)?;
            }
        }
        for invocation in plan.action_invocations.iter().chain(
            plan.deferred_action_invocations
                .iter()
                .map(|deferred| &deferred.action_invocation),
        ) {
            if let (Some(value), Some(mark)) = (invocation.config_values, invocation.config_sensitive) {
                self.marked(value, &Arc::new(Marks::read([mark])?))?;
            }
        }
        self.declared(plan)?;
        self.constants(plan, marked)
    }

    /// What a change holds of its own sensitive values outside of the objects, however short: the id and the identity that
    /// it is imported by, its identities, and the configuration that was generated for it, as a whole. Ids are no nodes, and
    /// are given back, without their quotation marks.
    pub(super) fn of_copies(&mut self, plan: &'a Plan<'a>, marked: &Marked<'a>) -> Result<Vec<&'a str>, ReadError> {
        let mut ids = Vec::new();
        for wire in changes(plan) {
            let Some(marks) = marked.get(&address_text(wire)) else {
                continue;
            };
            let mut secrets = BTreeSet::new();
            let mut secret = |leaf: Node<'_, 'a>| {
                secrets.insert(leaf.as_str().map_or_else(|| leaf.text().to_owned(), Cow::into_owned));
            };
            let change = &wire.change;
            for value in [change.before, change.after].into_iter().flatten() {
                Leaves::new(&mut secret).marked(value, marks)?;
            }
            secrets.remove("");
            let importing = change.importing.as_ref();
            let id = importing.and_then(|importing| importing.id.as_ref());
            let is_secret = |id: &&Text<'a>| !marks.get("id").is_off() || secrets.contains(id.as_str());
            ids.extend(id.filter(is_secret).and_then(Text::as_borrowed));
            let identity = importing.and_then(|importing| importing.identity);
            for raw in [identity, change.before_identity, change.after_identity]
                .into_iter()
                .flatten()
            {
                let identity = Object::marked(Some(raw), None, Some(marks))?;
                self.equal(identity.root(), &secrets);
            }
            if let Some(raw) = change.generated_config {
                let holds = |text: &str| secrets.iter().any(|secret| holds(text, secret));
                if raw.as_string().is_some_and(|text| holds(&text)) {
                    self.all_of(raw)?;
                }
            }
        }
        Ok(ids)
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
                open.extend(attr.items());
                open.extend(attr.entries().map(|(_, below)| below));
            }
        }
    }

    /// Those of the state that `show -json` prints. `marked` is what its resources' marks say.
    pub(super) fn of_values(&mut self, values: &'a Values<'a>, marked: &Marked<'a>) -> Result<(), ReadError> {
        self.outputs(&values.outputs)?;
        self.resources(values, marked)
    }

    fn outputs(&mut self, outputs: &'a Map<'a, Output<'a>>) -> Result<(), ReadError> {
        let sensitive = outputs.values().filter(|output| output.sensitive);
        sensitive
            .filter_map(|output| output.value)
            .try_for_each(|value| self.all_of(value))
    }

    fn resources(&mut self, values: &'a Values<'a>, marked: &Marked<'a>) -> Result<(), ReadError> {
        if marked.is_empty() {
            return Ok(());
        }
        for resource in values.root_module.walk().flat_map(|module| &module.resources) {
            let marks = marked.get(resource.address.as_deref().unwrap_or_default());
            if let (Some(value), Some(marks)) = (resource.values, marks) {
                self.marked(value, marks)?;
            }
        }
        Ok(())
    }

    /// Those of a raw state: sensitive outputs, and attributes at the paths its instances list.
    pub(super) fn of_state_file(&mut self, file: &'a StateFile<'a>) -> Result<(), ReadError> {
        for output in file.outputs.values().filter(|output| output.sensitive) {
            if let Some(value) = output.value {
                self.all_of(value)?;
            }
        }
        for instance in file.resources.iter().flat_map(|resource| &resource.instances) {
            let Some(attributes) = instance.attributes else {
                continue;
            };
            if instance.sensitive_attributes.is_empty() {
                continue;
            }
            let object = Object::read(Some(attributes), None, [])?;
            for path in &instance.sensitive_attributes {
                self.leaves(follow(object.root(), path));
            }
        }
        Ok(())
    }

    /// Variables and outputs that the configuration declares sensitive or ephemeral, in every module.
    fn declared(&mut self, plan: &'a Plan<'a>) -> Result<(), ReadError> {
        let Some(configuration) = &plan.configuration else {
            return Ok(());
        };
        let root = &configuration.root_module;
        for (name, variable) in &root.variables {
            if (variable.sensitive || variable.ephemeral)
                && let Some(value) = plan.variables.get(name).and_then(|given| given.value)
            {
                self.all_of(value)?;
            }
        }
        for (name, output) in &root.outputs {
            if !output.sensitive {
                continue;
            }
            if let Some(change) = plan.output_changes.get(name) {
                for value in [change.before, change.after].into_iter().flatten() {
                    self.all_of(value)?;
                }
            }
            let planned = plan.planned_values.as_ref();
            let prior = plan.prior_state.as_ref().and_then(|state| state.values.as_ref());
            for values in [planned, prior].into_iter().flatten() {
                if let Some(value) = values.outputs.get(name).and_then(|output| output.value) {
                    self.all_of(value)?;
                }
            }
        }
        let mut modules: Vec<(&ConfigModule<'a>, Option<Raw<'a>>)> = vec![(root, None)];
        while let Some((module, arguments)) = modules.pop() {
            self.declared_in(module, arguments)?;
            modules.extend(
                module
                    .module_calls
                    .values()
                    .filter_map(|call| Some((call.module.as_deref()?, call.expressions))),
            );
        }
        Ok(())
    }

    /// Constants that stand behind a sensitive name: defaults, arguments of the module call, outputs.
    fn declared_in(&mut self, module: &ConfigModule<'a>, arguments: Option<Raw<'a>>) -> Result<(), ReadError> {
        let arguments = arguments.map(|raw| Object::read(Some(raw), None, [])).transpose()?;
        for (name, variable) in &module.variables {
            if !variable.sensitive && !variable.ephemeral {
                continue;
            }
            if let Some(default) = variable.default {
                self.all_of(default)?;
            }
            if let Some(arguments) = &arguments {
                self.leaves(arguments.root().get(name).get("constant_value"));
            }
        }
        for output in module.outputs.values().filter(|output| output.sensitive) {
            if let Some(constant) = output
                .expression
                .as_ref()
                .and_then(|expression| expression.constant_value)
            {
                self.all_of(constant)?;
            }
        }
        Ok(())
    }

    /// Constants in the configuration of attributes that are marked in any instance of their resource.
    fn constants(&mut self, plan: &'a Plan<'a>, marked: &Marked<'a>) -> Result<(), ReadError> {
        let Some(configuration) = plan.configuration.as_ref().filter(|_| !marked.is_empty()) else {
            return Ok(());
        };
        let mut by_block: BTreeMap<String, Marks<'a>> = BTreeMap::new();
        for (address, marks) in marked.iter() {
            let block = Address::parse(address).map_or_else(|_| address.to_owned(), |address| address.config());
            let all = by_block.entry(block).or_default();
            *all = std::mem::take(all).or(Marks::clone(marks));
        }
        let mut modules = vec![(String::new(), &configuration.root_module)];
        while let Some((prefix, module)) = modules.pop() {
            for resource in &module.resources {
                let address = format!("{prefix}{}", resource.address.as_deref().unwrap_or_default());
                // Of most resources nothing is marked, and nobody reads their expressions.
                let Some(marks) = by_block.get(&address) else { continue };
                if let Some(block) = resource.expressions.and_then(|raw| Block::parse(raw).ok()) {
                    for (path, expression) in block.expressions() {
                        let marks = marks.along_written(&path);
                        if let Some(constant) = expression.constant_value.filter(|_| !marks.is_off()) {
                            self.marked(constant, &Arc::new(marks))?;
                        }
                    }
                }
            }
            let calls = module.module_calls.iter();
            modules.extend(
                calls.filter_map(|(name, call)| Some((format!("{prefix}module.{name}."), call.module.as_deref()?))),
            );
        }
        Ok(())
    }

    fn all_of(&mut self, value: Raw<'a>) -> Result<(), ReadError> {
        let object = Object::read(Some(value), None, [])?;
        self.leaves(object.root());
        Ok(())
    }

    /// The marked parts of a value.
    fn marked(&mut self, value: Raw<'a>, marks: &Arc<Marks<'a>>) -> Result<(), ReadError> {
        let object = Object::marked(Some(value), None, Some(marks))?;
        let mut open = vec![object.root()];
        while let Some(attr) = open.pop() {
            if attr.is_sensitive() {
                self.leaves(attr);
            } else if attr.may_hold_sensitive() {
                open.extend(attr.items());
                open.extend(attr.entries().map(|(_, below)| below));
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
        let mut open: Vec<_> = attr.reveal().into_iter().collect();
        while let Some(node) = open.pop() {
            match node.kind() {
                Kind::String | Kind::Number => (self.leaf)(node),
                Kind::Array => open.extend(node.items()),
                Kind::Object => open.extend(node.entries().map(Entry::value)),
                Kind::Null | Kind::Bool => {}
            }
        }
    }
}

/// Whether generated configuration holds a text: as it is, or as HCL spells it.
fn holds(configuration: &str, text: &str) -> bool {
    configuration.contains(text) || in_hcl(text).is_some_and(|spelled| configuration.contains(&spelled))
}

/// The attribute at the end of a path of a raw state.
///
/// A step that cannot be followed must not make a secret public: then all that the steps before it lead to counts.
fn follow<'d, 'a>(root: Attr<'d, 'a>, path: &[MarkStep<'_>]) -> Attr<'d, 'a> {
    let mut attr = root;
    for step in path {
        let below = match step.value {
            Some(value) => match value.as_string() {
                Some(key) => attr.get(&key),
                None => value.text().parse().map_or(attr, |index| attr.at(index)),
            },
            None => attr,
        };
        if below.is_absent() {
            return attr;
        }
        attr = below;
    }
    attr
}
