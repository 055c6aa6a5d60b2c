//! Every value that some source of a document marks sensitive.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use crate::json::{Entry, Kind, ReadError};
use crate::tofu::{ConfigModule, Map, MarkStep, Output, Plan, Raw, State, StateFile, Values};

use super::attr::{Attr, MOST_MARKS, Object, marks_anything};

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
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.texts.iter().map(String::as_str)
    }

    /// Whether nothing is secret.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }

    /// Collects from everything a plan holds.
    pub(super) fn of_plan(plan: &Plan<'_>) -> Result<Self, ReadError> {
        let mut found = Found::default();
        let changes = || {
            let deferred = plan.deferred_changes.iter().map(|deferred| &deferred.resource_change);
            let changes = plan.resource_changes.iter().flatten();
            let all = changes.chain(&plan.resource_drift).chain(deferred);
            all.map(|wire| (wire.address.as_deref().unwrap_or_default(), &wire.change))
        };
        let prior = plan.prior_state.as_ref().and_then(|state| state.values.as_ref());
        let trees = || [plan.planned_values.as_ref(), prior].into_iter().flatten();
        for (address, change) in changes() {
            found.marks(address, [change.before_sensitive, change.after_sensitive]);
        }
        trees().for_each(|values| found.marks_of(values));
        // Without marks no value is one to look for.
        if !found.marks.is_empty() {
            for (address, change) in changes() {
                found.values(address, [change.before, change.after]);
            }
            trees().for_each(|values| found.values_of(values));
        }
        let mut secrets = found.collect()?;
        for output in plan.output_changes.values() {
            let marks: Vec<_> = [output.before_sensitive, output.after_sensitive]
                .into_iter()
                .flatten()
                .collect();
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
                secrets.marked(value, &[mark])?;
            }
        }
        secrets.declared(plan)?;
        Ok(secrets)
    }

    /// Collects from the state that `show -json` prints.
    pub(super) fn of_state(state: &State<'_>) -> Result<Self, ReadError> {
        let mut found = Found::default();
        if let Some(values) = &state.values {
            found.marks_of(values);
            found.values_of(values);
        }
        found.collect()
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
    fn marked(&mut self, value: Raw<'_>, marks: &[Raw<'_>]) -> Result<(), ReadError> {
        let mut marks: Vec<_> = marks.iter().filter(|mark| marks_anything(**mark)).copied().collect();
        marks.sort_by_key(Raw::text);
        marks.dedup_by_key(|mark| mark.text());
        // What any of them marks is secret, so that they may be asked in turns.
        for marks in marks.chunks(MOST_MARKS) {
            let object = Object::read(Some(value), None, marks.iter().copied())?;
            let mut open = vec![object.root()];
            while let Some(attr) = open.pop() {
                if attr.is_sensitive() {
                    self.leaves(attr);
                } else {
                    open.extend(attr.items());
                    open.extend(attr.entries().map(|(_, below)| below));
                }
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

/// Marks and values by resource address, before they are brought together.
#[derive(Default)]
struct Found<'a> {
    marks: BTreeMap<&'a str, Vec<Raw<'a>>>,
    values: Vec<(&'a str, Raw<'a>)>,
    outright: Vec<Raw<'a>>,
}

impl<'a> Found<'a> {
    fn marks(&mut self, address: &'a str, marks: [Option<Raw<'a>>; 2]) {
        for mark in marks.into_iter().flatten().filter(|mark| marks_anything(*mark)) {
            self.marks.entry(address).or_default().push(mark);
        }
    }

    fn values(&mut self, address: &'a str, values: [Option<Raw<'a>>; 2]) {
        self.values
            .extend(values.into_iter().flatten().map(|value| (address, value)));
    }

    fn marks_of(&mut self, values: &'a Values<'a>) {
        self.outputs(&values.outputs);
        for resource in values.root_module.walk().flat_map(|module| &module.resources) {
            let address = resource.address.as_deref().unwrap_or_default();
            self.marks(address, [resource.sensitive_values, None]);
        }
    }

    fn values_of(&mut self, values: &'a Values<'a>) {
        for resource in values.root_module.walk().flat_map(|module| &module.resources) {
            let address = resource.address.as_deref().unwrap_or_default();
            self.values(address, [resource.values, None]);
        }
    }

    fn outputs(&mut self, outputs: &'a Map<'a, Output<'a>>) {
        self.outright.extend(
            outputs
                .values()
                .filter(|output| output.sensitive)
                .filter_map(|output| output.value),
        );
    }

    fn collect(self) -> Result<Secrets, ReadError> {
        let mut secrets = Secrets::default();
        for value in self.outright {
            secrets.all_of(value)?;
        }
        if self.marks.is_empty() {
            return Ok(secrets);
        }
        for (address, value) in self.values {
            if let Some(marks) = self.marks.get(address) {
                secrets.marked(value, marks)?;
            }
        }
        Ok(secrets)
    }
}
