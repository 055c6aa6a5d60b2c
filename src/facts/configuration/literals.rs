//! Texts that are written in the configuration as they stand, by the block that holds them.

use std::cell::{LazyCell, OnceCell};
use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use crate::facts::secrecy::secrets::long_enough;
use crate::facts::{Copies, Facts};
use crate::hcljson::template::is_template;
use crate::json::{Document, Kind, Node, Pointer};
use crate::order;
use crate::tofu::{Arguments, Block, ConfigModule, Expression, Path, Raw, Step, Text};

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

/// A text that is written in the configuration as it stands.
///
/// `Debug` does not print it.
pub struct Literal<'a> {
    /// Names and indices from the argument on: `environment.TOKEN`. Empty for the default of a variable.
    pub path: Path<'a>,
    /// Whether functions make it of constants, or of files: then it is the planned value.
    pub is_made: bool,
    place: Place,
    text: Text<'a>,
}

/// Where a constant stands. Its pointer is written when somebody asks: a name may be long, and is in those of all below
/// it.
#[derive(Clone)]
struct Place {
    /// What the way leads on from: the arguments of a block, an expression, a default.
    from: Arc<Pointer>,
    /// The steps of the literal's path that lead from there to the constant's expression; `None` for a default, and for
    /// an action, of which a plan has values and no expressions.
    way: Option<Range<usize>>,
}

impl Literal<'_> {
    /// Where the constant stands whole; keys in it are not followed, since they are values too.
    #[must_use]
    pub fn pointer(&self) -> Pointer {
        let from = Pointer::clone(&self.place.from);
        let Some(way) = &self.place.way else { return from };
        let way = self.path.get(way.clone()).unwrap_or_default().iter();
        let expression = way.fold(from, |pointer, step| match step {
            Step::Key(key) => pointer.key(key),
            Step::Index(index) => pointer.index(usize::try_from(*index).unwrap_or(usize::MAX)),
            Step::Other(_) => pointer,
        });
        expression.key("constant_value")
    }

    /// The last name of the path: that of the argument, or of the key in an object; empty when there is none.
    #[must_use]
    pub fn name(&self) -> &str {
        let name = self.path.iter().rev().find_map(|step| match step {
            Step::Key(key) => Some(key.as_str()),
            _ => None,
        });
        name.unwrap_or_default()
    }

    /// Whether it is an argument of a block in the block, and no part of what a single expression holds.
    #[must_use]
    pub fn is_in_block(&self) -> bool {
        self.place.way.as_ref().is_some_and(|way| way.len() > 1)
    }

    /// What `judge` makes of the text. It must not get into a finding.
    pub fn ask<T>(&self, judge: impl FnOnce(&str) -> T) -> T {
        judge(&self.text)
    }
}

impl fmt::Debug for Literal<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Literal")
            .field("pointer", &self.pointer())
            .finish_non_exhaustive()
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
            holder: Holder::Resource,
            address,
            type_name: resource.r#type.clone().unwrap_or_default(),
            sensitive: false,
            literals,
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
            holder: Holder::Provisioners,
            address: module.absolute(resource.address.as_deref().unwrap_or_default()),
            type_name: resource.r#type.clone().unwrap_or_default(),
            sensitive: false,
            literals,
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
        see(LiteralBlock {
            holder: Holder::ModuleCall,
            address: module.absolute(&format!("module.{name}")),
            type_name: Text::default(),
            sensitive: false,
            literals,
        });
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
            holder: Holder::Output,
            address: module.absolute(&format!("output.{name}")),
            type_name: Text::default(),
            sensitive: output.is_hidden(),
            literals,
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
            holder: Holder::Variable,
            address: module.absolute(&format!("var.{name}")),
            type_name: Text::default(),
            // What is ephemeral is in no state, and need not be secret.
            sensitive: variable.sensitive,
            literals,
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
            holder: Holder::Provider,
            address: provider.address,
            type_name: provider.wire.name.clone().unwrap_or_default(),
            sensitive: false,
            literals,
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
            holder: Holder::Action,
            address: action.address().to_owned(),
            type_name: action.wire.r#type.clone().unwrap_or_default(),
            sensitive: false,
            literals,
        });
    }
}

/// What `for_each` gives to the instances of a block.
fn of_instances<'a>(
    for_each: Option<&Expression<'a>>,
    block: impl FnOnce() -> Pointer,
    syntax: &Syntax<'a>,
    literals: &mut Vec<Literal<'a>>,
) {
    let Some(expression) = for_each else { return };
    let place = || Place {
        from: Arc::new(block().key("for_each_expression")),
        way: Some(0..0),
    };
    of_expression(expression, vec![Step::Key("for_each".into())], place, syntax, literals);
}

/// Whether a module is written in JSON syntax, decided when first asked: only there an expression has both a constant
/// and references.
struct Syntax<'a> {
    module: Option<&'a ConfigModule<'a>>,
    json: OnceCell<bool>,
}

impl<'a> Syntax<'a> {
    fn of(module: &'a ConfigModule<'a>) -> Self {
        Self {
            module: Some(module),
            json: OnceCell::new(),
        }
    }

    /// Of a module that is not known: nothing that may be a template is a literal.
    fn json() -> Self {
        Self {
            module: None,
            json: OnceCell::from(true),
        }
    }

    fn is_json(&self) -> bool {
        *self.json.get_or_init(|| self.module.is_some_and(written_as_json))
    }

    fn is_template(&self, text: &str) -> bool {
        is_template(text) && self.is_json()
    }
}

fn written_as_json(module: &ConfigModule<'_>) -> bool {
    let both = |expression: &Expression<'_>| expression.constant_value.is_some() && !expression.references.is_empty();
    let in_block = |arguments: &Arguments<'_>| arguments.block().expressions().any(|(_, expression)| both(expression));
    let resources = module.resources.iter().any(|resource| {
        let provisioners = resource
            .provisioners
            .iter()
            .filter_map(|provisioner| provisioner.expressions.as_ref());
        let repetition = [&resource.count_expression, &resource.for_each_expression];
        resource.expressions.iter().chain(provisioners).any(in_block) || repetition.into_iter().flatten().any(both)
    });
    let calls = || {
        module.module_calls.values().any(|call| {
            let repetition = [&call.count_expression, &call.for_each_expression];
            call.expressions.as_ref().is_some_and(in_block) || repetition.into_iter().flatten().any(both)
        })
    };
    let outputs = || {
        module
            .outputs
            .values()
            .any(|output| output.expression.as_ref().is_some_and(both))
    };
    resources || calls() || outputs()
}

/// The literals of a block.
fn of_block<'a>(
    block: &Block<'a>,
    prefix: &[Step<'a>],
    pointer: impl FnOnce() -> Pointer,
    syntax: &Syntax<'a>,
    literals: &mut Vec<Literal<'a>>,
) {
    let from = LazyCell::new(|| Arc::new(pointer()));
    for (path, expression) in block.expressions() {
        let path: Vec<_> = prefix.iter().cloned().chain(path).collect();
        let way = Some(prefix.len()..path.len());
        let place = || Place {
            from: Arc::clone(&from),
            way,
        };
        of_expression(expression, path, place, syntax, literals);
    }
}

fn of_expression<'a>(
    expression: &Expression<'a>,
    path: Path<'a>,
    place: impl FnOnce() -> Place,
    syntax: &Syntax<'a>,
    literals: &mut Vec<Literal<'a>>,
) {
    if let Some(raw) = expression.constant_value.filter(|raw| raw.text().contains('"')) {
        let refers = !expression.references.is_empty();
        let template = |text: &str| refers && is_template(text) || syntax.is_template(text);
        of_value(raw, path, &place(), template, literals);
    }
}

/// The texts in a value, in the order of the document.
fn of_value<'a>(
    raw: Raw<'a>,
    path: Path<'a>,
    place: &Place,
    template: impl Fn(&str) -> bool,
    literals: &mut Vec<Literal<'a>>,
) {
    let Ok(document) = Document::read(raw.text()) else {
        return;
    };
    let mut open: Vec<(Path<'a>, Node<'_, 'a>)> = vec![(path, document.root())];
    while let Some((path, node)) = open.pop() {
        match node.kind() {
            Kind::String => {
                if let Some(text) = node.as_str().filter(|text| !template(text)) {
                    literals.push(Literal {
                        path,
                        is_made: false,
                        place: place.clone(),
                        text: text.into(),
                    });
                }
            }
            Kind::Array => {
                let from = open.len();
                open.extend(
                    node.items()
                        .enumerate()
                        .map(|(index, item)| (below(&path, Step::Index(index as u64)), item)),
                );
                open[from..].reverse();
            }
            Kind::Object => {
                let from = open.len();
                open.extend(
                    node.entries()
                        .map(|entry| (below(&path, Step::Key(entry.key().into())), entry.value())),
                );
                open[from..].reverse();
            }
            Kind::Null | Kind::Bool | Kind::Number => {}
        }
    }
}

fn below<'a>(path: &[Step<'a>], step: Step<'a>) -> Path<'a> {
    path.iter().cloned().chain([step]).collect()
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
        let document = Document::read(&json).unwrap();
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
