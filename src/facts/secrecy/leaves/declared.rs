//! What is sensitive by the configuration of a plan: what blocks declare so, and what they are given.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::facts::address::Address;
use crate::facts::along::AlongWritten;
use crate::facts::attr::{Attr, Object};
use crate::facts::configuration::arguments;
use crate::facts::configuration::traversal::only;
use crate::facts::secrecy::marked::Marked;
use crate::facts::secrecy::marks::Marks;
use crate::facts::secrecy::schema_marks::{CONSTANT, REFERENCES, SchemaMarks};
use crate::json::ReadError;
use crate::order;
use crate::tofu::{Arguments, ConfigModule, Configuration, Plan, Raw};

use super::Leaves;

/// What is secret of the variables of a module, by their names.
type Asked<'a> = BTreeMap<String, Marks<'a>>;

/// What is marked in any instance of a resource, by the address of its block.
type ByBlock<'a> = BTreeMap<String, AlongWritten<'a>>;

impl<'a> Leaves<'_, 'a> {
    /// Variables and outputs that the configuration declares sensitive or ephemeral, in every module, arguments of
    /// providers that schemas mark, and what resources are given in the places that are marked in any of their
    /// instances. Gives back the names of the root variables of which anything is sensitive.
    pub(in crate::facts) fn declared(
        &mut self,
        plan: &'a Plan<'a>,
        marked: &Marked<'a>,
        schemas: Option<SchemaMarks<'_>>,
    ) -> Result<BTreeSet<String>, ReadError> {
        let Some(configuration) = &plan.configuration else {
            return Ok(BTreeSet::new());
        };
        let asked = match schemas {
            Some(schemas) => self.providers(configuration, schemas)?,
            None => Asked::new(),
        };
        let mut modules = vec![Called {
            module: &configuration.root_module,
            address: String::new(),
            arguments: None,
            caller: None,
            asked,
        }];
        let mut next = 0;
        while let Some(called) = modules.get(next) {
            let below: Vec<_> = called.calls(next).collect();
            modules.extend(below);
            next += 1;
        }
        let mut by_block = by_block(marked);
        let mut of_root = BTreeSet::new();
        // Each after all that it calls, which tell what of its variables is secret there.
        while let Some(mut called) = modules.pop() {
            self.resources_of(&mut called, &mut by_block)?;
            called.declare();
            let asked = self.declared_in(plan, &called)?;
            if let Some(caller) = called.caller.and_then(|caller| modules.get_mut(caller)) {
                for (name, marks) in asked {
                    caller.ask(name, marks);
                }
            } else {
                of_root.extend(called.asked.into_keys());
            }
        }
        Ok(of_root)
    }

    /// Constants of providers that schemas mark. Gives back the root variables that are passed on in their place.
    fn providers(
        &mut self,
        configuration: &'a Configuration<'a>,
        mut schemas: SchemaMarks<'_>,
    ) -> Result<Asked<'a>, ReadError> {
        let mut asked = Asked::new();
        for provider in configuration.provider_config.values() {
            let Some(arguments) = provider.expressions.as_ref().map(Arguments::written) else {
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
                    if let Some((name, marks)) = passed_on(&texts(attr.get(REFERENCES)), Marks::On) {
                        add(&mut asked, name, marks);
                    }
                } else if attr.may_hold_sensitive() {
                    open.extend(attr.items());
                    open.extend(attr.entries().map(|(_, below)| below));
                }
            }
        }
        Ok(asked)
    }

    /// Constants that resources of a module are given in marked places. Asks for the variables that are passed on
    /// there.
    fn resources_of(&mut self, called: &mut Called<'_, 'a>, by_block: &mut ByBlock<'a>) -> Result<(), ReadError> {
        for resource in &called.module.resources {
            let address = resource.address.as_deref().unwrap_or_default();
            // Of most resources nothing is marked, and nobody reads their expressions.
            let Some(marks) = by_block.get_mut(&format!("{}{address}", called.address)) else {
                continue;
            };
            for (path, expression) in arguments(resource.expressions.as_ref()).expressions() {
                let marks = marks.get(&path);
                if marks.is_off() {
                    continue;
                }
                if let Some(constant) = expression.constant_value {
                    self.marked(constant, marks)?;
                }
                let references = expression.references.as_deref().unwrap_or_default();
                if let Some((name, marks)) = passed_on(references, Marks::clone(marks)) {
                    add(&mut called.asked, name, marks);
                }
            }
        }
        Ok(())
    }

    /// What stands behind sensitive names of a module: values of root variables, defaults, arguments of the module
    /// call, constants of outputs. Gives back the variables of the caller that are passed on to them.
    fn declared_in(&mut self, plan: &'a Plan<'a>, called: &Called<'_, 'a>) -> Result<Asked<'a>, ReadError> {
        let module = called.module;
        let arguments = called.arguments.map(|raw| Object::read(Some(raw), None, []));
        let arguments = arguments.transpose()?;
        // One after the other would look for its name among all the others again.
        let given: Option<BTreeMap<_, _>> = arguments
            .as_ref()
            .map(|arguments| order::map(arguments.root().entries()));
        let mut asked = Asked::new();
        let mut constants = Vec::new();
        for (name, marks) in &called.asked {
            let shared = Arc::new(marks.clone());
            let mut values = Vec::new();
            values.extend(module.variables.get(name).and_then(|variable| variable.default));
            if called.caller.is_none() {
                values.extend(plan.variables.get(name).and_then(|given| given.value));
            }
            for value in values {
                self.marked(value, &shared)?;
            }
            if let Some(given) = &given {
                let references = given.get(name.as_str()).map(|argument| texts(argument.get(REFERENCES)));
                if let Some((name, marks)) = references.and_then(|references| passed_on(&references, marks.clone())) {
                    add(&mut asked, name, marks);
                }
                let constant = below(CONSTANT, marks.clone());
                constants.push((name.clone().into(), constant));
            }
        }
        if let Some(arguments) = called.arguments {
            self.marked(arguments, &Arc::new(Marks::of_members(constants)))?;
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
}

fn by_block<'a>(marked: &Marked<'a>) -> ByBlock<'a> {
    let mut by_block: BTreeMap<String, Vec<Marks<'a>>> = BTreeMap::new();
    for (address, marks) in marked.iter() {
        let block = Address::parse(address).map_or_else(|_| address.to_owned(), |address| address.config());
        by_block.entry(block).or_default().push(Marks::clone(marks));
    }
    let by_block = by_block.into_iter();
    let by_block = by_block.map(|(block, marks)| (block, AlongWritten::new(Marks::any_of(marks))));
    order::map(by_block)
}

/// A module as one call of it has it.
struct Called<'m, 'a> {
    module: &'m ConfigModule<'a>,
    /// What the addresses of its blocks begin with: `module.a.`; empty for the root module.
    address: String,
    /// The call's arguments, if there are any.
    arguments: Option<Raw<'a>>,
    /// The module that calls it, by its place among all; `None` for the root module, whose variables have values.
    caller: Option<usize>,
    asked: Asked<'a>,
}

impl<'m, 'a> Called<'m, 'a> {
    /// The modules that it calls; `place` is its own among all.
    fn calls(&self, place: usize) -> impl Iterator<Item = Called<'m, 'a>> {
        let calls = self.module.module_calls.iter();
        calls.filter_map(move |(name, call)| {
            Some(Called {
                module: call.module.as_deref()?,
                address: format!("{}module.{name}.", self.address),
                arguments: call.expressions.as_ref().map(Arguments::written),
                caller: Some(place),
                asked: Asked::new(),
            })
        })
    }

    /// Asks for the variables that are declared sensitive or ephemeral, and for those that such outputs pass on.
    fn declare(&mut self) {
        let declared = self.module.variables.iter();
        for (name, _) in declared.filter(|(_, variable)| variable.sensitive || variable.ephemeral) {
            self.ask(name.to_string(), Marks::On);
        }
        let outputs = self.module.outputs.values();
        for output in outputs.filter(|output| output.sensitive || output.ephemeral) {
            let references = output.expression.iter().flat_map(|expression| &expression.references);
            let references: Vec<_> = references.flatten().collect();
            if let Some((name, marks)) = passed_on(&references, Marks::On) {
                self.ask(name, marks);
            }
        }
    }

    fn ask(&mut self, name: String, marks: Marks<'a>) {
        add(&mut self.asked, name, marks);
    }
}

fn add<'a>(asked: &mut Asked<'a>, name: String, marks: Marks<'a>) {
    let all = asked.entry(name).or_default();
    *all = std::mem::take(all).or(marks);
}

fn texts(references: Attr<'_, '_>) -> Vec<String> {
    let mut texts = Vec::new();
    for reference in references.items() {
        let _ = reference.text_is(|text| {
            texts.push(text.to_owned());
            true
        });
    }
    texts
}

/// The variable that an expression with these references passes on, or a part of it, if it refers to nothing else; and
/// what of it is marked where that much is marked of the value.
fn passed_on<'a, T: AsRef<str>>(references: &[T], marks: Marks<'a>) -> Option<(String, Marks<'a>)> {
    let path = only(references)?.strip_prefix("var.")?;
    // Behind an index nobody follows: all in front of it counts.
    let (path, marks) = path
        .split_once('[')
        .map_or((path, marks), |(path, _)| (path, Marks::On));
    let mut names = path.split('.');
    let name = names.next()?.to_owned();
    Some((name, names.rev().fold(marks, |marks, name| below(name, marks))))
}

/// The marks of an object of whose member of that name this is marked.
fn below<'a>(name: &str, marks: Marks<'a>) -> Marks<'a> {
    Marks::of_members(vec![(name.to_owned().into(), marks)])
}

#[cfg(test)]
mod tests {
    use crate::facts::secrecy::leaves::tests::sensitive;

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
        let given_nothing = r#""variables":{"pw":{"value":"a"}},"configuration":{"root_module":{"variables":{"pw":{}},
            "module_calls":{"m":{"module":{"variables":{"pw":{"sensitive":true,"default":"b"}}}}}}}"#;
        assert_eq!(
            sensitive(given_nothing),
            ["b"],
            "a module's own, with a name that the root module has too"
        );
    }

    #[test]
    fn what_is_passed_on_to_a_marked_attribute_is_sensitive() {
        let plan = |argument: &str, written: &str, marks: &str| {
            format!(
                r#""resource_changes":[{{"address":"module.m.t.a[0]","mode":"managed","type":"t","name":"a","index":0,
                "change":{{"actions":["create"],"before":null,"after":{{"k":"z"}},"after_unknown":{{}},
                "before_sensitive":false,"after_sensitive":{marks}}}}}],
                "variables":{{"pw":{{"value":"a"}},"db":{{"value":{{"pw":"b","name":"c"}}}}}},
                "configuration":{{"root_module":{{"variables":{{"pw":{{}},"db":{{}}}},"module_calls":{{"m":{{
                "expressions":{{"x":{argument}}},"module":{{"variables":{{"x":{{"default":"f"}}}},
                "resources":[{{"address":"t.a","mode":"managed","type":"t","name":"a","expressions":{written}}}]}}}}}}}}}}"#
            )
        };
        let of = |references: &str| format!(r#"{{"references":[{references}]}}"#);
        let pw = of(r#""var.pw""#);
        let constant = r#"{"constant_value":"g"}"#.to_owned();
        let from = |references: &str| format!(r#"{{"k":{}}}"#, of(references));
        let marked = r#"{"k":true}"#;
        for (argument, written, marks, wanted, why) in [
            (
                &pw,
                from(r#""var.x""#),
                marked,
                ["a", "f", "z"].as_slice(),
                "a root variable",
            ),
            (
                &constant,
                from(r#""var.x""#),
                marked,
                &["f", "g", "z"],
                "a constant of the call",
            ),
            (&pw, from(r#""var.x""#), "{}", &[], "what is marked nowhere"),
            (
                &of(r#""var.db""#),
                from(r#""var.x.pw","var.x""#),
                marked,
                &["b", "f", "z"],
                "a part of it",
            ),
            (
                &of(r#""var.db""#),
                from(r#""var.x""#),
                r#"{"k":{"pw":true}}"#,
                &["b", "f", "z"],
                "of what is marked in part, that part; of what does not fit, all",
            ),
            (
                &pw,
                format!(r#"{{"b":[{}]}}"#, from(r#""var.x""#)),
                r#"{"b":[{"k":true}]}"#,
                &["a", "f"],
                "in a block",
            ),
            (
                &pw,
                from(r#""var.x","var.y""#),
                marked,
                &["z"],
                "with another: nobody knows what of which",
            ),
        ] {
            assert_eq!(sensitive(&plan(argument, &written, marks)), wanted, "{why}");
        }
    }
}
