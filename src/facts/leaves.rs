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
use super::named::Names;
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
        self.outputs_of_plan(plan, marked.names())?;
        if let Some(names) = marked.names() {
            for (name, variable) in &plan.variables {
                if let Some(value) = variable.value {
                    self.named(name, value, names)?;
                }
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
        self.outputs(&values.outputs, marked.names())?;
        self.resources(values, marked)
    }

    /// Those of the root outputs: what one place marks of an output is sensitive in each of its values.
    fn outputs_of_plan(&mut self, plan: &'a Plan<'a>, names: Option<Names>) -> Result<(), ReadError> {
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
            let is_declared = declared.is_some_and(|output| output.sensitive);
            let marks = Arc::new(if is_declared { Marks::On } else { marks });
            for value in values {
                self.marked(value, &marks)?;
                if let Some(names) = names {
                    self.named(name, value, names)?;
                }
            }
        }
        Ok(())
    }

    fn outputs(&mut self, outputs: &'a Map<'a, Output<'a>>, names: Option<Names>) -> Result<(), ReadError> {
        for (name, output) in outputs {
            match (output.value, names) {
                (Some(value), _) if output.sensitive => self.all_of(value)?,
                (Some(value), Some(names)) => self.named(name, value, names)?,
                _ => {}
            }
        }
        Ok(())
    }

    /// What names mark of a value with a name of its own.
    fn named(&mut self, name: &str, value: Raw<'a>, names: Names) -> Result<(), ReadError> {
        if names.has(name) {
            return self.all_of(value);
        }
        let marks = names.marks(Some(value))?;
        if marks.is_off() {
            return Ok(());
        }
        self.marked(value, &Arc::new(marks))
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

    /// Those of a raw state: sensitive outputs, attributes at the paths its instances list, and what names mark.
    pub(super) fn of_state_file(&mut self, file: &'a StateFile<'a>, names: Option<Names>) -> Result<(), ReadError> {
        for (name, output) in &file.outputs {
            match (output.value, names) {
                (Some(value), _) if output.sensitive => self.all_of(value)?,
                (Some(value), Some(names)) => self.named(name, value, names)?,
                _ => {}
            }
        }
        for instance in file.resources.iter().flat_map(|resource| &resource.instances) {
            let Some(attributes) = instance.attributes else {
                continue;
            };
            if let Some(names) = names {
                self.marked(attributes, &Arc::new(names.marks(Some(attributes))?))?;
            }
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
        let mut modules = vec![Called {
            module: &configuration.root_module,
            arguments: None,
            caller: 0,
            asked: BTreeSet::new(),
        }];
        let mut next = 0;
        while let Some(called) = modules.get(next) {
            let calls = called.module.module_calls.values();
            let below: Vec<_> = calls
                .filter_map(|call| {
                    Some(Called {
                        module: call.module.as_deref()?,
                        arguments: call.expressions,
                        caller: next,
                        asked: BTreeSet::new(),
                    })
                })
                .collect();
            modules.extend(below);
            next += 1;
        }
        // Each after all that it calls, which tell what of its variables is secret there.
        while let Some(called) = modules.pop() {
            let asked = self.declared_in(plan, &called)?;
            if let Some(caller) = modules.get_mut(called.caller) {
                caller.asked.extend(asked);
            }
        }
        Ok(())
    }

    /// What stands behind sensitive names of a module: values of root variables, defaults, arguments of the module call,
    /// constants of outputs. Gives back the variables of the caller that are passed on to them.
    fn declared_in(&mut self, plan: &'a Plan<'a>, called: &Called<'_, 'a>) -> Result<BTreeSet<Vec<String>>, ReadError> {
        let module = called.module;
        let declared = module.variables.iter();
        let declared = declared.filter(|(_, variable)| variable.sensitive || variable.ephemeral);
        let declared = declared.map(|(name, _)| vec![name.to_string()]);
        let arguments = called.arguments.map(|raw| Object::read(Some(raw), None, []));
        let arguments = arguments.transpose()?;
        let mut asked = BTreeSet::new();
        for path in declared.chain(called.asked.iter().cloned()) {
            let Some((name, below)) = path.split_first() else {
                continue;
            };
            let mut values = Vec::new();
            values.extend(module.variables.get(name).and_then(|variable| variable.default));
            if arguments.is_none() {
                values.extend(plan.variables.get(name).and_then(|given| given.value));
            }
            for value in values {
                let object = Object::read(Some(value), None, [])?;
                self.leaves(part(object.root(), below));
            }
            if let Some(arguments) = &arguments {
                let argument = arguments.root().get(name);
                self.leaves(part(argument.get("constant_value"), below));
                asked.extend(
                    passed_on(argument.get("references"))
                        .into_iter()
                        .map(|path| [&*path, below].concat()),
                );
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
        Ok(asked)
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
    pub(super) fn marked(&mut self, value: Raw<'a>, marks: &Arc<Marks<'a>>) -> Result<(), ReadError> {
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

/// A module as one call of it has it.
struct Called<'m, 'a> {
    module: &'m ConfigModule<'a>,
    /// The call's arguments; `None` for the root module, whose variables have values.
    arguments: Option<Raw<'a>>,
    /// The module that calls it, by its place among all.
    caller: usize,
    /// Parts of its variables that it passes on to sensitive ones, as paths that begin with the name.
    asked: BTreeSet<Vec<String>>,
}

/// The variable, or the part of one, that an expression with these references passes on, if it refers to nothing else.
fn passed_on(references: Attr<'_, '_>) -> Option<Vec<String>> {
    // Each reference is followed by its shorter forms.
    let is_form = |long: &str, short: &str| {
        let rest = long.strip_prefix(short);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
    };
    let mut longest = String::new();
    for reference in references.items() {
        let _ = reference.text_is(|text| {
            if longest.is_empty() || is_form(text, &longest) {
                text.clone_into(&mut longest);
            } else if !is_form(&longest, text) {
                "?".clone_into(&mut longest);
            }
            true
        });
    }
    let path = longest.strip_prefix("var.")?;
    // Behind an index nobody follows: all in front of it counts.
    let path = path.split('[').next().unwrap_or_default();
    Some(path.split('.').map(str::to_owned).collect())
}

/// The part of a value that a path leads to; the whole where it leads nowhere.
fn part<'d, 'a>(whole: Attr<'d, 'a>, path: &[String]) -> Attr<'d, 'a> {
    let mut attr = whole;
    for name in path {
        let below = attr.get(name);
        if below.is_absent() {
            return attr;
        }
        attr = below;
    }
    attr
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

#[cfg(test)]
mod tests {
    use crate::facts::Facts;

    fn sensitive(plan: &str) -> Vec<String> {
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
    fn what_is_passed_on_to_a_sensitive_variable_is_sensitive() {
        let plan = |root: &str, between: &str| {
            format!(
                r#""variables":{{"pw":{{"value":"a"}},"db":{{"value":{{"pw":"b","name":"c"}}}},"pw2":{{"value":"d"}}}},
                "configuration":{{"root_module":{{"variables":{{"pw":{{"default":"e"}}}},"module_calls":{{"m":{{
                "expressions":{{"x":{root}}},"module":{{"variables":{{"x":{{"default":"f"}},"y":{{}}}},
                "module_calls":{{"n":{{"expressions":{{"secret":{between}}},
                "module":{{"variables":{{"secret":{{"sensitive":true}}}}}}}}}}}}}}}}}}}}"#
            )
        };
        let of = |references: &str| format!(r#"{{"references":[{references}]}}"#);
        let x = of(r#""var.x""#);
        for (root, between, wanted, why) in [
            (
                of(r#""var.pw""#),
                x.clone(),
                ["a", "e", "f"].as_slice(),
                "through two modules, with defaults",
            ),
            (of(r#""var.db.pw","var.db""#), x.clone(), &["b", "f"], "a part of one"),
            (
                of(r#""var.db""#),
                of(r#""var.x.pw","var.x""#),
                &["b", "f"],
                "a part further down",
            ),
            (of(r#""var.db""#), x.clone(), &["b", "c", "f"], "all of one"),
            (
                of(r#""var.pw","var.pw2""#),
                x.clone(),
                &["f"],
                "two of them: nobody knows what of which",
            ),
            (
                of(r#""var.pw2""#),
                x.clone(),
                &["d", "f"],
                "one whose name begins like another's",
            ),
            (of(r#""local.pw""#), x, &["f"], "something else"),
            (
                r#"{"constant_value":"g"}"#.to_owned(),
                of(r#""var.x""#),
                &["f", "g"],
                "a constant further up",
            ),
            (of(r#""var.pw""#), of(r#""var.y""#), &[], "another variable"),
        ] {
            assert_eq!(sensitive(&plan(&root, &between)), wanted, "{why}");
        }
    }
}
