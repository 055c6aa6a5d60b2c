//! What is sensitive by the configuration of a plan: what blocks declare so, and what they are given.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::json::ReadError;
use crate::tofu::{Block, ConfigModule, Configuration, Plan, Raw};

use super::super::address::Address;
use super::super::along::AlongWritten;
use super::super::attr::{Attr, Object};
use super::super::marked::Marked;
use super::super::marks::Marks;
use super::super::schema_marks::{CONSTANT, REFERENCES, SchemaMarks};
use super::Leaves;

impl<'a> Leaves<'_, 'a> {
    /// Variables and outputs that the configuration declares sensitive or ephemeral, in every module, and arguments of
    /// providers that schemas mark. Gives back the names of the root variables of which anything is sensitive.
    pub(in crate::facts) fn declared(
        &mut self,
        plan: &'a Plan<'a>,
        schemas: Option<SchemaMarks<'_>>,
    ) -> Result<BTreeSet<String>, ReadError> {
        let Some(configuration) = &plan.configuration else {
            return Ok(BTreeSet::new());
        };
        let asked = match schemas {
            Some(schemas) => self.providers(configuration, schemas)?,
            None => BTreeSet::new(),
        };
        let mut modules = vec![Called {
            module: &configuration.root_module,
            arguments: None,
            caller: 0,
            asked,
        }];
        let mut of_root = BTreeSet::new();
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
            } else {
                of_root.extend(called.sensitive().filter_map(|path| path.into_iter().next()));
            }
        }
        Ok(of_root)
    }

    /// Constants of providers that schemas mark. Gives back the root variables that are passed on in their place.
    fn providers(
        &mut self,
        configuration: &'a Configuration<'a>,
        mut schemas: SchemaMarks<'_>,
    ) -> Result<BTreeSet<Vec<String>>, ReadError> {
        let mut asked = BTreeSet::new();
        for provider in configuration.provider_config.values() {
            let Some(arguments) = provider.expressions else {
                continue;
            };
            let marks = Arc::new(schemas.of_provider(provider.full_name.as_deref(), arguments)?);
            if marks.is_off() {
                continue;
            }
            self.marked(arguments, &marks)?;
            let object = Object::marked(Some(arguments), None, Some(&marks))?;
            let mut open = vec![object.root()];
            while let Some(attr) = open.pop().filter(|_| provider.module_address.is_none()) {
                if attr.get(CONSTANT).is_sensitive() {
                    asked.extend(passed_on(attr.get(REFERENCES)));
                } else if attr.may_hold_sensitive() {
                    open.extend(attr.items());
                    open.extend(attr.entries().map(|(_, below)| below));
                }
            }
        }
        Ok(asked)
    }

    /// What stands behind sensitive names of a module: values of root variables, defaults, arguments of the module call,
    /// constants of outputs. Gives back the variables of the caller that are passed on to them.
    fn declared_in(&mut self, plan: &'a Plan<'a>, called: &Called<'_, 'a>) -> Result<BTreeSet<Vec<String>>, ReadError> {
        let module = called.module;
        let arguments = called.arguments.map(|raw| Object::read(Some(raw), None, []));
        let arguments = arguments.transpose()?;
        let mut asked = BTreeSet::new();
        for path in called.sensitive() {
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
                self.leaves(part(argument.get(CONSTANT), below));
                asked.extend(
                    passed_on(argument.get(REFERENCES))
                        .into_iter()
                        .map(|path| [&*path, below].concat()),
                );
            }
        }
        let outputs = module.outputs.values();
        for output in outputs.filter(|output| output.sensitive || output.ephemeral) {
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
    pub(super) fn constants(&mut self, plan: &'a Plan<'a>, marked: &Marked<'a>) -> Result<(), ReadError> {
        let Some(configuration) = plan.configuration.as_ref().filter(|_| !marked.is_empty()) else {
            return Ok(());
        };
        let mut by_block: BTreeMap<String, Vec<Marks<'a>>> = BTreeMap::new();
        for (address, marks) in marked.iter() {
            let block = Address::parse(address).map_or_else(|_| address.to_owned(), |address| address.config());
            by_block.entry(block).or_default().push(Marks::clone(marks));
        }
        let by_block = by_block.into_iter();
        let by_block = by_block.map(|(block, marks)| (block, AlongWritten::new(Marks::any_of(marks))));
        let mut by_block: BTreeMap<String, AlongWritten<'a>> = by_block.collect();
        let mut modules = vec![(String::new(), &configuration.root_module)];
        while let Some((prefix, module)) = modules.pop() {
            for resource in &module.resources {
                let address = format!("{prefix}{}", resource.address.as_deref().unwrap_or_default());
                // Of most resources nothing is marked, and nobody reads their expressions.
                let Some(marks) = by_block.get_mut(&address) else {
                    continue;
                };
                if let Some(block) = resource.expressions.and_then(|raw| Block::parse(raw).ok()) {
                    for (path, expression) in block.expressions() {
                        let marks = marks.get(&path);
                        if let Some(constant) = expression.constant_value.filter(|_| !marks.is_off()) {
                            self.marked(constant, marks)?;
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

impl Called<'_, '_> {
    /// Its variables of which something is sensitive, as paths that begin with the name.
    fn sensitive(&self) -> impl Iterator<Item = Vec<String>> {
        let declared = self.module.variables.iter();
        let declared = declared.filter(|(_, variable)| variable.sensitive || variable.ephemeral);
        let declared = declared.map(|(name, _)| vec![name.to_string()]);
        declared.chain(self.asked.iter().cloned())
    }
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

#[cfg(test)]
mod tests {
    use super::super::tests::sensitive;

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
