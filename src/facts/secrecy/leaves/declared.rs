//! What is sensitive by the configuration of a plan: what blocks declare so, and what they are given.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::facts::address::Address;
use crate::facts::along::AlongWritten;
use crate::facts::attr::Object;
use crate::facts::configuration::arguments;
use crate::facts::configuration::traversal::only;
use crate::facts::secrecy::called::{self, Called};
use crate::facts::secrecy::marked::Marked;
use crate::facts::secrecy::marks::Marks;
use crate::facts::secrecy::schema_marks::{CONSTANT, SchemaMarks, kind_of};
use crate::json::ReadError;
use crate::order;
use crate::tofu::{Arguments, Configuration, Plan, Raw};

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
        mut schemas: Option<SchemaMarks<'_>>,
    ) -> Result<BTreeSet<String>, ReadError> {
        let Some(configuration) = &plan.configuration else {
            return Ok(BTreeSet::new());
        };
        let asked = match &mut schemas {
            Some(schemas) => self.providers(configuration, schemas)?,
            None => Asked::new(),
        };
        let modules = called::all(&configuration.root_module);
        let mut asked_of = vec![asked];
        asked_of.resize_with(modules.len(), Asked::new);
        let mut by_block = by_block(marked);
        let mut of_root = BTreeSet::new();
        // Each after all that it calls, which tell what of its variables is secret there.
        for called in modules.iter().rev() {
            let mut asked = asked_of.pop().unwrap_or_default();
            if let Some(schemas) = &mut schemas {
                self.by_schemas(called, &mut asked, schemas)?;
            }
            self.resources_of(called, &mut asked, &mut by_block)?;
            ask_for_declared(called, &mut asked);
            let of_caller = self.declared_in(plan, called, &asked)?;
            match called.caller.and_then(|(caller, _)| asked_of.get_mut(caller)) {
                Some(asked) => of_caller.into_iter().for_each(|(name, marks)| ask(asked, name, marks)),
                None => of_root.extend(asked.into_keys()),
            }
        }
        Ok(of_root)
    }

    /// Constants of providers that schemas mark. Gives back the root variables that are passed on in their place.
    fn providers(
        &mut self,
        configuration: &'a Configuration<'a>,
        schemas: &mut SchemaMarks<'_>,
    ) -> Result<Asked<'a>, ReadError> {
        let mut asked = Asked::new();
        for provider in configuration.provider_config.values() {
            let Some(arguments) = provider.expressions.as_ref().map(Arguments::written) else {
                continue;
            };
            let marks = schemas.of_provider(provider.full_name.as_deref(), arguments)?;
            let passed_on = self.written(arguments, marks)?;
            if provider.module_address.is_none() {
                for (name, marks) in passed_on {
                    ask(&mut asked, name, marks);
                }
            }
        }
        Ok(asked)
    }

    /// Constants of resources that schemas mark. Asks for the variables that are passed on in their place.
    fn by_schemas(
        &mut self,
        called: &Called<'_, 'a>,
        asked: &mut Asked<'a>,
        schemas: &mut SchemaMarks<'_>,
    ) -> Result<(), ReadError> {
        for resource in &called.module.resources {
            let (Some(arguments), Some(type_name)) = (&resource.expressions, &resource.r#type) else {
                continue;
            };
            let arguments = arguments.written();
            let marks = schemas.of_written(kind_of(resource.mode.as_ref()), type_name, arguments)?;
            let passed_on = self.written(arguments, marks)?;
            for (name, marks) in passed_on {
                ask(asked, name, marks);
            }
        }
        Ok(())
    }

    /// Constants of arguments that are marked as they are written. Gives back the variables that are passed on in their
    /// place.
    fn written(&mut self, arguments: Raw<'a>, marks: Marks<'a>) -> Result<Vec<(String, Marks<'a>)>, ReadError> {
        let mut found = Vec::new();
        if marks.is_off() {
            return Ok(found);
        }
        let marks = Arc::new(marks);
        self.marked(arguments, &marks)?;
        let object = Object::marked(Some(arguments), None, Some(&marks))?;
        let mut open = vec![object.root()];
        while let Some(attr) = open.pop() {
            if attr.get(CONSTANT).is_sensitive() {
                found.extend(passed_on(&called::references(attr), Marks::On));
            } else if attr.may_hold_sensitive() {
                open.extend(attr.parts());
            }
        }
        Ok(found)
    }

    /// Constants that resources of a module are given in marked places. Asks for the variables that are passed on
    /// there.
    fn resources_of(
        &mut self,
        called: &Called<'_, 'a>,
        asked: &mut Asked<'a>,
        by_block: &mut ByBlock<'a>,
    ) -> Result<(), ReadError> {
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
                if let Some((name, marks)) = passed_on(&expression.references, Marks::clone(marks)) {
                    ask(asked, name, marks);
                }
            }
        }
        Ok(())
    }

    /// What stands behind sensitive names of a module: values of root variables, defaults, arguments of the module
    /// call, constants of outputs. Gives back the variables of the caller that are passed on to them.
    fn declared_in(
        &mut self,
        plan: &'a Plan<'a>,
        called: &Called<'_, 'a>,
        asked: &Asked<'a>,
    ) -> Result<Asked<'a>, ReadError> {
        let module = called.module;
        let arguments = called.arguments.map(|raw| Object::read(Some(raw), None, []));
        let arguments = arguments.transpose()?;
        // One after the other would look for its name among all the others again.
        let given: Option<BTreeMap<_, _>> = arguments
            .as_ref()
            .map(|arguments| order::map(arguments.root().entries()));
        let mut of_caller = Asked::new();
        let mut constants = Vec::new();
        for (name, marks) in asked {
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
                let references = given.get(name.as_str()).map(|argument| called::references(*argument));
                if let Some((name, marks)) = references.and_then(|references| passed_on(&references, marks.clone())) {
                    ask(&mut of_caller, name, marks);
                }
                let constant = below(CONSTANT, marks.clone());
                constants.push((name.clone().into(), constant));
            }
        }
        if let Some(arguments) = called.arguments {
            self.marked(arguments, &Arc::new(Marks::of_members(constants)))?;
        }
        for constant in called.hidden_outputs().filter_map(|output| output.constant_value) {
            self.all_of(constant)?;
        }
        Ok(of_caller)
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

/// Asks for the variables that are declared sensitive or ephemeral, and for those that such outputs pass on.
fn ask_for_declared<'a>(called: &Called<'_, 'a>, asked: &mut Asked<'a>) {
    for name in called.hidden_variables() {
        ask(asked, name.to_owned(), Marks::On);
    }
    for output in called.hidden_outputs() {
        if let Some((name, marks)) = passed_on(&output.references, Marks::On) {
            ask(asked, name, marks);
        }
    }
}

fn ask<'a>(asked: &mut Asked<'a>, name: String, marks: Marks<'a>) {
    asked.entry(name).or_default().add(marks);
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
    use crate::facts::{Facts, Secrets};

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

    /// A plan with these blocks, of which each is given `k` by a constant, and the schemas of their types.
    fn given(schemas: &str) -> String {
        let k = |value: &str| format!(r#"{{"k":{{"constant_value":"{value}"}},"open":{{"constant_value":"o"}}}}"#);
        let resource = |mode: &str, expressions: &str| {
            format!(r#"{{"address":"{mode}.a","mode":"{mode}","type":"t","name":"a","expressions":{expressions}}}"#)
        };
        let nested = format!(r#"{{"b":[{},{{"k":{{"references":["var.pw"]}}}}]}}"#, k("in a block"));
        format!(
            r#""variables":{{"pw":{{"value":"passed on"}}}},{schemas}"configuration":{{"root_module":{{"variables":{{"pw":{{}}}},
            "resources":[{},{}],"module_calls":{{"m":{{"module":{{"resources":[{}]}}}}}}}}}}"#,
            resource("managed", &nested),
            resource("ephemeral", &k("ephemeral")),
            resource("data", &k("in a module")),
        )
    }

    const SCHEMAS: &str = r#"{"p":{"resource_schemas":{"t":{"block":{"block_types":{"b":{"nesting_mode":"list",
        "block":{"attributes":{"k":{"type":"string","sensitive":true},"open":{"type":"string"}}}}}}}},
        "data_source_schemas":{"t":{"block":{"attributes":{"k":{"type":"string","sensitive":true}}}}},
        "ephemeral_resource_schemas":{"t":{"block":{"attributes":{"k":{"type":"string","write_only":true}}}}}}}"#;

    #[test]
    fn what_a_schema_marks_is_sensitive_though_only_the_configuration_has_it() {
        let wanted = ["ephemeral", "in a block", "in a module", "passed on"];
        let with_schemas = format!(r#""provider_schemas":{SCHEMAS},"#);
        assert_eq!(sensitive(&given(&with_schemas)), wanted);
        assert_eq!(sensitive(&given("")), [""; 0], "without schemas nothing marks it");
        let plan = format!(r#"{{"format_version":"1.2",{}}}"#, given(""));
        let schemas = format!(r#"{{"format_version":"1.0","provider_schemas":{SCHEMAS}}}"#);
        let (plan, schemas) = (
            serde_json::from_str(&plan).unwrap(),
            serde_json::from_str(&schemas).unwrap(),
        );
        let secrets = Secrets::of_schemas(&Facts::of_plan(&plan, None).unwrap(), &schemas).unwrap();
        for text in wanted {
            assert!(secrets.has(text), "{text}: schemas that stand in another file");
        }
    }
}
