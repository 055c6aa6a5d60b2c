//! Every value that some source of a document marks sensitive.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use crate::json::{Entry, Kind, ReadError};
use crate::tofu::{ConfigModule, Map, MarkStep, Output, Plan, Raw, StateFile, Values};

use super::attr::{Attr, Object};
use super::change::address_text;
use super::marked::{Marked, changes, trees};
use super::marks::Marks;

/// Shorter values are not searched for inside other texts: masking every `true` or `dev` would hide the report.
const SHORTEST: usize = 8;

/// The texts that must not leave the program.
///
/// No single source is enough (format.md §8.1): the engines leave planned values of replaced resources unmarked,
/// configuration and variables carry no marks, and providers copy a marked value to an unmarked attribute. So marks of
/// one place hold for the same attribute of the same resource everywhere, and values are found again by being equal.
#[derive(Clone, Default)]
pub struct Secrets {
    texts: BTreeSet<String>,
}

impl Secrets {
    /// The texts of at least eight characters, in order, for a redactor to search for.
    pub fn texts(&self) -> impl Iterator<Item = &str> + Clone {
        self.texts.iter().map(String::as_str)
    }

    /// Whether the text is secret as a whole.
    #[must_use]
    pub fn has(&self, text: &str) -> bool {
        self.texts.contains(text)
    }

    /// Whether nothing is secret.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }

    /// Collects from everything a plan holds. `marked` is what its resources' marks say.
    pub(super) fn of_plan(plan: &Plan<'_>, marked: &Marked<'_>) -> Result<Self, ReadError> {
        let mut secrets = Self::default();
        for values in trees(plan) {
            secrets.outputs(&values.outputs)?;
            secrets.resources(values, marked)?;
        }
        // Without marks no value is one to look for.
        if !marked.is_empty() {
            for wire in changes(plan) {
                if let Some(marks) = marked.get(&address_text(wire)) {
                    for value in [wire.change.before, wire.change.after].into_iter().flatten() {
                        secrets.marked(value, marks)?;
                    }
                }
            }
        }
        for output in plan.output_changes.values() {
            let marks = Arc::new(Marks::read(
                [output.before_sensitive, output.after_sensitive].into_iter().flatten(),
            )?);
            for value in [output.before, output.after].into_iter().flatten() {
                secrets.marked(value, &marks)?;
            }
        }
        for invocation in plan.action_invocations.iter().chain(
            plan.deferred_action_invocations
                .iter()
                .map(|deferred| &deferred.action_invocation),
        ) {
            if let (Some(value), Some(mark)) = (invocation.config_values, invocation.config_sensitive) {
                secrets.marked(value, &Arc::new(Marks::read([mark])?))?;
            }
        }
        secrets.declared(plan)?;
        Ok(secrets)
    }

    /// Collects from the state that `show -json` prints. `marked` is what its resources' marks say.
    pub(super) fn of_values(values: &Values<'_>, marked: &Marked<'_>) -> Result<Self, ReadError> {
        let mut secrets = Self::default();
        secrets.outputs(&values.outputs)?;
        secrets.resources(values, marked)?;
        Ok(secrets)
    }

    fn outputs(&mut self, outputs: &Map<'_, Output<'_>>) -> Result<(), ReadError> {
        let sensitive = outputs.values().filter(|output| output.sensitive);
        sensitive
            .filter_map(|output| output.value)
            .try_for_each(|value| self.all_of(value))
    }

    fn resources(&mut self, values: &Values<'_>, marked: &Marked<'_>) -> Result<(), ReadError> {
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

    /// Collects from a raw state: sensitive outputs, and attributes at the paths its instances list.
    pub(super) fn of_state_file(file: &StateFile<'_>) -> Result<Self, ReadError> {
        let mut secrets = Self::default();
        for output in file.outputs.values().filter(|output| output.sensitive) {
            if let Some(value) = output.value {
                secrets.all_of(value)?;
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
                secrets.leaves(follow(object.root(), path));
            }
        }
        Ok(secrets)
    }

    /// Variables and outputs that the configuration declares sensitive or ephemeral, in every module.
    fn declared(&mut self, plan: &Plan<'_>) -> Result<(), ReadError> {
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
        let mut modules: Vec<(&ConfigModule<'_>, Option<Raw<'_>>)> = vec![(root, None)];
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
    fn declared_in(&mut self, module: &ConfigModule<'_>, arguments: Option<Raw<'_>>) -> Result<(), ReadError> {
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

    fn all_of(&mut self, value: Raw<'_>) -> Result<(), ReadError> {
        let object = Object::read(Some(value), None, [])?;
        self.leaves(object.root());
        Ok(())
    }

    /// The marked parts of a value.
    fn marked<'a>(&mut self, value: Raw<'a>, marks: &Arc<Marks<'a>>) -> Result<(), ReadError> {
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

    /// Every string and number at or below `attr`.
    #[expect(
        clippy::disallowed_methods,
        reason = "secrets are collected here, so that nothing prints them"
    )]
    fn leaves(&mut self, attr: Attr<'_, '_>) {
        let mut open: Vec<_> = attr.reveal().into_iter().collect();
        while let Some(node) = open.pop() {
            match node.kind() {
                Kind::String => {
                    if let Some(text) = node.as_str() {
                        self.add(&text);
                    }
                }
                Kind::Number => self.add(node.text()),
                Kind::Array => open.extend(node.items()),
                // Keys are names of attributes far more often than secrets, and no report prints them.
                Kind::Object => open.extend(node.entries().map(Entry::value)),
                Kind::Null | Kind::Bool => {}
            }
        }
    }

    fn add(&mut self, text: &str) {
        let long_enough = |text: &str| text.chars().nth(SHORTEST - 1).is_some();
        if !long_enough(text.trim()) {
            return;
        }
        self.texts.insert(text.to_owned());
        // The same secret as it stands inside another JSON text, inside an address, and without its last line feed.
        let trimmed = text.trim();
        if trimmed != text {
            self.texts.insert(trimmed.to_owned());
        }
        if let Ok(quoted) = serde_json::to_string(trimmed)
            && let Some(escaped) = quoted.get(1..quoted.len() - 1)
        {
            self.texts.insert(escaped.to_owned());
            // As Go writes JSON, and `jsonencode` with it.
            let for_html = escaped
                .replace('<', "\\u003c")
                .replace('>', "\\u003e")
                .replace('&', "\\u0026");
            self.texts.insert(for_html);
            // As keys stand in addresses.
            self.texts.insert(escaped.replace("${", "$${").replace("%{", "%%{"));
        }
        // A line of a key or certificate is as secret as the whole.
        if trimmed.contains('\n') {
            let lines = trimmed.lines().map(str::trim).filter(|line| long_enough(line));
            self.texts.extend(lines.map(str::to_owned));
        }
    }
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

/// Only how many: they are secrets.
impl fmt::Debug for Secrets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Secrets({})", self.texts.len())
    }
}
