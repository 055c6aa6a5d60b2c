//! Texts that are written in the configuration as they stand, by the block that holds them.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::facts::secrecy::secrets::long_enough;
use crate::facts::{Copies, Facts};
use crate::json::Pointer;
use crate::order;
use crate::tofu::{ConfigModule, Step, Text};

pub use super::literal::Literal;
use super::literal::{Place, Syntax, of_block, of_expression, of_instances, of_value};
use super::made::Planned;
use super::modules::ConfiguredModule;

/// What kind of block holds a literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Holder {
    /// A `resource`, `data` or `ephemeral` block, without its provisioners.
    Resource,
    /// The provisioners of a resource; each path begins with the provisioner's type.
    Provisioners,
    /// The arguments of a `module` block, and its source.
    ModuleCall,
    /// An `output` block.
    Output,
    /// The default of a `variable` block.
    Variable,
    /// A `provider` block.
    Provider,
    /// The configuration of an `action`, as each invocation has it.
    Action,
}

/// A block of the configuration with the texts that are written in it.
///
/// Constants of the configuration may be secrets, and nothing marks them (§8.5).
#[derive(Debug)]
#[non_exhaustive]
pub struct LiteralBlock<'a> {
    /// What kind of block.
    pub holder: Holder,
    /// Its address: `module.a.aws_x.y`, `module.a`, `output.o`, `module.a.var.v`, `provider.aws.us`, `action.x.y[0]`.
    pub address: String,
    /// The type of the resource or action, or the local name of the provider; empty elsewhere.
    pub type_name: Text<'a>,
    /// Whether the block is declared sensitive: a variable, or an output, which may be ephemeral too.
    pub sensitive: bool,
    /// The texts, in the order of the document; empty ones too.
    pub literals: Vec<Literal<'a>>,
}

impl<'a> LiteralBlock<'a> {
    /// One without a type that nothing declares sensitive.
    fn new(holder: Holder, address: String, literals: Vec<Literal<'a>>) -> Self {
        Self {
            holder,
            address,
            type_name: Text::default(),
            sensitive: false,
            literals,
        }
    }
}

impl<'a> Facts<'a> {
    /// Shows every block of one kind that has literals to `see`, modules from the root on; none for a state.
    ///
    /// In a module that is written in JSON syntax a constant is a template as soon as it has `${` or `%{` in it, and
    /// such texts are left out. In native syntax the same text is an escaped literal, and stays (HCL's JSON syntax specification).
    ///
    /// Among those of a resource is what functions make of constants, as far as the provider marks it.
    pub fn literals(&self, holder: Holder, mut see: impl FnMut(LiteralBlock<'a>)) {
        self.blocks(holder, &mut |block| {
            if !block.literals.is_empty() {
                see(block);
            }
        });
    }

    /// Once in the program, whoever looks.
    fn blocks(&self, holder: Holder, see: &mut dyn FnMut(LiteralBlock<'a>)) {
        match holder {
            Holder::Provider => return providers(self, see),
            Holder::Action => return actions(self, see),
            _ => {}
        }
        let planned = Planned::of(self);
        for module in self.modules().walk() {
            if let Some(wire) = module.wire() {
                let syntax = Syntax::of(wire);
                match holder {
                    Holder::Resource => resources(module, wire, &syntax, &planned, see),
                    Holder::Provisioners => provisioners(module, wire, &syntax, see),
                    Holder::Output => outputs(module, wire, &syntax, see),
                    Holder::Variable => variables(module, wire, see),
                    Holder::ModuleCall => calls(module, wire, &syntax, see),
                    Holder::Provider | Holder::Action => {}
                }
            }
        }
    }
}

fn resources<'a>(
    module: ConfiguredModule<'_, 'a>,
    wire: &'a ConfigModule<'a>,
    syntax: &Syntax<'a>,
    planned: &Planned<'_, 'a>,
    see: &mut dyn FnMut(LiteralBlock<'a>),
) {
    for (index, resource) in wire.resources.iter().enumerate() {
        let own = || module.object_pointer().key("resources").index(index);
        let address = module.absolute(resource.address.as_deref().unwrap_or_default());
        let mut literals = Vec::new();
        if let Some(arguments) = &resource.expressions {
            let pointer = || own().key("expressions");
            of_block(arguments.block(), &[], pointer, syntax, &mut literals);
            for (name, value) in planned.made(&address, arguments.block()) {
                let (from, way) = (Arc::new(pointer().key(&name)), None);
                let mut made = Vec::new();
                of_value(value, vec![Step::Key(name)], &Place { from, way }, |_| false, &mut made);
                literals.extend(made.into_iter().map(|literal| Literal {
                    is_made: true,
                    ..literal
                }));
            }
        }
        of_instances(resource.for_each_expression.as_ref(), own, syntax, &mut literals);
        see(LiteralBlock {
            type_name: resource.r#type.clone().unwrap_or_default(),
            ..LiteralBlock::new(Holder::Resource, address, literals)
        });
    }
}

fn provisioners<'a>(
    module: ConfiguredModule<'_, 'a>,
    wire: &'a ConfigModule<'a>,
    syntax: &Syntax<'a>,
    see: &mut dyn FnMut(LiteralBlock<'a>),
) {
    for (index, resource) in wire.resources.iter().enumerate() {
        let pointer = || module.object_pointer().key("resources").index(index);
        let mut literals = Vec::new();
        for (at, provisioner) in resource.provisioners.iter().enumerate() {
            if let Some(arguments) = &provisioner.expressions {
                let pointer = || pointer().key("provisioners").index(at).key("expressions");
                let kind = [Step::Key(provisioner.r#type.clone().unwrap_or_default())];
                of_block(arguments.block(), &kind, pointer, syntax, &mut literals);
            }
        }
        see(LiteralBlock {
            type_name: resource.r#type.clone().unwrap_or_default(),
            ..LiteralBlock::new(
                Holder::Provisioners,
                module.absolute(resource.address.as_deref().unwrap_or_default()),
                literals,
            )
        });
    }
}

fn calls<'a>(
    module: ConfiguredModule<'_, 'a>,
    wire: &'a ConfigModule<'a>,
    syntax: &Syntax<'a>,
    see: &mut dyn FnMut(LiteralBlock<'a>),
) {
    for (name, call) in &wire.module_calls {
        let mut literals = Vec::new();
        let own = || module.object_pointer().key("module_calls").key(name);
        if let Some(arguments) = &call.expressions {
            of_block(
                arguments.block(),
                &[],
                || own().key("expressions"),
                syntax,
                &mut literals,
            );
        }
        of_instances(call.for_each_expression.as_ref(), own, syntax, &mut literals);
        if let Some(source) = &call.source {
            literals.push(Literal {
                path: vec![Step::Key("source".into())],
                is_made: false,
                place: Place {
                    from: Arc::new(own().key("source")),
                    way: None,
                },
                text: source.clone(),
            });
        }
        see(LiteralBlock::new(
            Holder::ModuleCall,
            module.absolute(&format!("module.{name}")),
            literals,
        ));
    }
}

fn outputs<'a>(
    module: ConfiguredModule<'_, 'a>,
    wire: &'a ConfigModule<'a>,
    syntax: &Syntax<'a>,
    see: &mut dyn FnMut(LiteralBlock<'a>),
) {
    for (name, output) in &wire.outputs {
        let mut literals = Vec::new();
        if let Some(expression) = &output.expression {
            let place = || Place {
                from: Arc::new(module.object_pointer().key("outputs").key(name).key("expression")),
                way: Some(0..0),
            };
            of_expression(expression, Vec::new(), place, syntax, &mut literals);
        }
        see(LiteralBlock {
            sensitive: output.is_hidden(),
            ..LiteralBlock::new(Holder::Output, module.absolute(&format!("output.{name}")), literals)
        });
    }
}

fn variables<'a>(module: ConfiguredModule<'_, 'a>, wire: &'a ConfigModule<'a>, see: &mut dyn FnMut(LiteralBlock<'a>)) {
    let variables = module.object_pointer().key("variables");
    for (name, variable) in &wire.variables {
        let mut literals = Vec::new();
        if let Some(default) = variable.default {
            let place = Place {
                from: Arc::new(variables.clone().key(name).key("default")),
                way: None,
            };
            // No engine reads a default as a template.
            of_value(default, Vec::new(), &place, |_| false, &mut literals);
        }
        see(LiteralBlock {
            // What is ephemeral is in no state, and need not be secret.
            sensitive: variable.sensitive,
            ..LiteralBlock::new(Holder::Variable, module.absolute(&format!("var.{name}")), literals)
        });
    }
}

fn providers<'a>(facts: &Facts<'a>, see: &mut dyn FnMut(LiteralBlock<'a>)) {
    let modules: BTreeMap<String, ConfiguredModule<'_, 'a>> =
        order::map(facts.modules().walk().map(|module| (module.path(), module)));
    for provider in facts.providers() {
        let Some(arguments) = &provider.wire.expressions else {
            continue;
        };
        let mut literals = Vec::new();
        let module = modules.get(provider.wire.module_address.as_deref().unwrap_or_default());
        let syntax = match module.and_then(|module| module.wire()) {
            Some(wire) => Syntax::of(wire),
            None => Syntax::json(),
        };
        of_block(
            arguments.block(),
            &[],
            || provider.pointer.clone().key("expressions"),
            &syntax,
            &mut literals,
        );
        see(LiteralBlock {
            type_name: provider.wire.name.clone().unwrap_or_default(),
            ..LiteralBlock::new(Holder::Provider, provider.address, literals)
        });
    }
}

/// What actions are told, without what is marked and what root variables bring: a plan has no expressions of theirs
/// (§1.11), so that no more can be said of what is written there.
fn actions<'a>(facts: &Facts<'a>, see: &mut dyn FnMut(LiteralBlock<'a>)) {
    let Some(plan) = facts.plan().filter(|_| facts.has_actions()) else {
        return;
    };
    let place = |from: Pointer| Place {
        from: Arc::new(from),
        way: None,
    };
    let mut brought = Vec::new();
    for value in plan.variables.values().filter_map(|variable| variable.value) {
        of_value(value, Vec::new(), &place(Pointer::root()), |_| false, &mut brought);
    }
    let brought = brought.iter().map(|literal| literal.text.as_str());
    let brought = Copies::of_texts(brought.filter(|text| long_enough(text)));
    for action in facts.configured_actions() {
        let Some(values) = action.wire.config_values else {
            continue;
        };
        let mut literals = Vec::new();
        let place = place(action.pointer.clone().key("config_values"));
        of_value(values, Vec::new(), &place, |_| false, &mut literals);
        if let Some(marks) = facts.action_marks.get(action.address()) {
            literals.retain(|literal| !marks.mark_text_at(&literal.path));
        }
        for literal in &mut literals {
            if let Some(written) = brought.replace(&literal.text, |_| String::new()) {
                literal.text = written.into();
            }
        }
        see(LiteralBlock {
            type_name: action.wire.r#type.clone().unwrap_or_default(),
            ..LiteralBlock::new(Holder::Action, action.address().to_owned(), literals)
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::attribute_path::path_text;
    use crate::json;
    use crate::tofu::Plan;

    /// Address, path and text of every literal of a kind.
    fn found(configuration: &str, holder: Holder) -> Vec<String> {
        let json = format!(r#"{{"format_version":"1.2","configuration":{configuration}}}"#);
        let plan: Plan<'_> = json::decode(&json).unwrap();
        let facts = Facts::of_plan(&plan, None).unwrap();
        let document = json::Document::read(&json).unwrap();
        let mut found = Vec::new();
        facts.literals(holder, |block| {
            for literal in &block.literals {
                let pointer = literal.pointer();
                assert!(document.resolve(&pointer).is_some(), "{pointer} leads nowhere");
                assert!(!format!("{block:?}").contains("hunter2"), "Debug prints no literal");
                let text = literal.ask(str::to_owned);
                found.push(format!("{} {} = {text}", block.address, path_text(&literal.path)));
            }
        });
        found
    }

    #[test]
    fn literals_of_every_kind_of_block_are_found() {
        let configuration = r#"{
            "provider_config":{
                "aws":{"name":"aws","expressions":{"secret_key":{"constant_value":"hunter2"},"n":{"constant_value":1}}},
                "module.m:aws.us":{"name":"aws","alias":"us","module_address":"module.m",
                    "expressions":{"assume_role":[{"role_arn":{"constant_value":"arn"}}],"region":{"references":["var.r"]}}}},
            "root_module":{
                "variables":{"v":{"default":{"a":["x",null,{"b":"y"}]}},"none":{},"number":{"default":7}},
                "outputs":{"o":{"expression":{"constant_value":"out"}},"r":{"expression":{"references":["var.v"]}}},
                "resources":[{"address":"t.n","type":"t","mode":"managed",
                    "expressions":{"a":{"constant_value":"one"},"b":[{"c":{"constant_value":["two"]}}],"$":{"constant_value":"${not} a template"}},
                    "provisioners":[{"type":"local-exec","expressions":{"command":{"constant_value":"echo"}}}]},
                    {"address":"t.each","type":"t","for_each_expression":{"constant_value":{"k":{"a":"four"}}}}],
                "module_calls":{"m":{"expressions":{"x":{"constant_value":"arg"}},"for_each_expression":{"constant_value":{"k":"five"}},"source":"./m",
                    "module":{"resources":[{"address":"data.t.n","type":"t","expressions":{"a":{"constant_value":"three"}}}],
                              "variables":{"w":{"default":"d"}}}}}}}"#;
        for (holder, wanted) in [
            (
                Holder::Provider,
                vec![
                    "provider.aws secret_key = hunter2",
                    "module.m.provider.aws.us assume_role[0].role_arn = arn",
                ],
            ),
            (
                Holder::Variable,
                vec!["var.v a[0] = x", "var.v a[2].b = y", "module.m.var.w  = d"],
            ),
            (Holder::Output, vec!["output.o  = out"]),
            (
                Holder::Resource,
                vec![
                    "t.n a = one",
                    "t.n b[0].c[0] = two",
                    "t.n [\"$\"] = ${not} a template",
                    "t.each for_each.k.a = four",
                    "module.m.data.t.n a = three",
                ],
            ),
            (Holder::Provisioners, vec!["t.n local-exec.command = echo"]),
            (
                Holder::ModuleCall,
                vec![
                    "module.m x = arg",
                    "module.m for_each.k = five",
                    "module.m source = ./m",
                ],
            ),
        ] {
            assert_eq!(found(configuration, holder), wanted, "{holder:?}");
        }
    }

    #[test]
    fn a_template_of_a_module_in_json_syntax_is_no_literal() {
        let module = |resources: &str| format!(r#"{{"root_module":{{"resources":[{resources}]}}}}"#);
        let template =
            r#"{"address":"t.a","expressions":{"x":{"constant_value":"${f()}"},"y":{"constant_value":"plain"}}}"#;
        let sign = r#"{"address":"t.b","expressions":{"x":{"constant_value":"${var.v}","references":["var.v"]}}}"#;
        for (resources, wanted, why) in [
            (template.to_owned(), vec!["t.a x = ${f()}", "t.a y = plain"], "native syntax: an escaped literal"),
            (format!("{template},{sign}"), vec!["t.a y = plain"], "another block of the module tells that it is JSON"),
            (
                r#"{"address":"t.b","expressions":{"x":{"constant_value":{"a":"${var.v}","b":"%{if x}","c":"plain"},"references":["var.v"]}}}"#.to_owned(),
                vec!["t.b x.c = plain"],
                "an object of which some members are templates",
            ),
        ] {
            assert_eq!(found(&module(&resources), Holder::Resource), wanted, "{why}");
        }
    }
}
