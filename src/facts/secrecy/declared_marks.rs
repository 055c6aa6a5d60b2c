//! What of resources is sensitive because a called module declares so: what its outputs take from them, and its
//! variables are given of them.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::facts::attr::{Attr, Object};
use crate::facts::configuration::traversal::{Referent, Traversal, only, path_steps};
use crate::json::ReadError;
use crate::tofu::{Arguments, ConfigModule, Configuration, Raw, Step};

use super::marks::Marks;
use super::named::Names;
use super::schema_marks::REFERENCES;

/// What is sensitive of the instances of each block, by the address of the block: `module.a.aws_db_instance.b`.
pub(in crate::facts) type ByBlock<'a> = BTreeMap<String, Marks<'a>>;

/// How often a value is handed from one module to another at most; what goes on after that goes round.
const MAX_HANDED: usize = 100;

/// A whole element of a list is told apart up to here; behind that the list counts whole.
const MAX_INDEX: u64 = 64;

/// How many steps of a path are told apart; what is below counts whole.
const MAX_STEPS: usize = 32;

/// Of all calls of modules. Values of outputs of the root module stand in the plan, and are secret there.
pub(in crate::facts) fn by_block<'a>(configuration: &'a Configuration<'a>) -> Result<ByBlock<'a>, ReadError> {
    let mut found = ByBlock::new();
    let mut open = vec![Called {
        module: &configuration.root_module,
        address: String::new(),
        caller: None,
        given: BTreeMap::new(),
        below: BTreeMap::new(),
    }];
    let mut next = 0;
    while let Some(called) = open.get(next) {
        let (names, below): (Vec<_>, Vec<_>) = called.calls(next).unzip();
        let places = names.into_iter().zip(open.len()..).collect();
        open.extend(below);
        if let Some(called) = open.get_mut(next) {
            called.below = places;
        }
        next += 1;
    }
    let mut declared = open.iter().skip(1).map(|called| called.module);
    if !declared.any(declares_sensitive) {
        return Ok(found);
    }
    for called in &mut open {
        called.given = references_of(called.caller.and_then(|(_, arguments)| arguments))?;
    }
    for (place, called) in open.iter().enumerate().skip(1) {
        let outputs = called.module.outputs.values();
        for output in outputs.filter(|output| output.sensitive || output.ephemeral) {
            let references = output.expression.iter().flat_map(|expression| &expression.references);
            let references = references.flatten().map(|reference| reference.as_str().to_owned());
            follow(&open, place, references.collect(), &mut found);
        }
        let variables = called.module.variables.iter();
        for (name, _) in variables.filter(|(_, variable)| variable.sensitive || variable.ephemeral) {
            if let (Some((caller, _)), Some(references)) = (called.caller, called.given.get(name.as_str())) {
                follow(&open, caller, references.clone(), &mut found);
            }
        }
    }
    Ok(found)
}

fn declares_sensitive(module: &ConfigModule<'_>) -> bool {
    let mut variables = module.variables.values();
    let mut outputs = module.outputs.values();
    variables.any(|variable| variable.sensitive || variable.ephemeral)
        || outputs.any(|output| output.sensitive || output.ephemeral)
}

/// A module as one call of it has it.
struct Called<'a> {
    module: &'a ConfigModule<'a>,
    /// What the addresses of its blocks begin with: `module.a.`; empty for the root module.
    address: String,
    /// The module that calls it, by its place among all, and what it gives; `None` for the root module.
    caller: Option<(usize, Option<Raw<'a>>)>,
    /// What the arguments of the call refer to, by their names.
    given: BTreeMap<String, Vec<String>>,
    /// The modules that it calls itself, by the names of the calls.
    below: BTreeMap<&'a str, usize>,
}

impl<'a> Called<'a> {
    fn calls(&self, place: usize) -> impl Iterator<Item = (&'a str, Self)> + use<'a> {
        let (address, module) = (self.address.clone(), self.module);
        let calls = module.module_calls.iter();
        calls.filter_map(move |(name, call)| {
            let called = Self {
                module: call.module.as_deref()?,
                address: format!("{address}module.{name}."),
                caller: Some((place, call.expressions.as_ref().map(Arguments::written))),
                given: BTreeMap::new(),
                below: BTreeMap::new(),
            };
            Some((name.as_str(), called))
        })
    }
}

/// Marks the attribute that a value is, however it is handed on. Of a value that is made of several things each that
/// its name tells to be a secret is marked, and a resource as a whole never: a provider marks its own secrets.
fn follow<'a>(all: &[Called<'a>], mut place: usize, mut references: Vec<String>, found: &mut ByBlock<'a>) {
    let mut behind = String::new();
    for _ in 0..MAX_HANDED {
        let Some(called) = all.get(place) else { return };
        let Some(one) = one_of(&references) else {
            for reference in &references {
                let traversal = Traversal::read(reference);
                if let Referent::Resource(address) = traversal.referent {
                    let path = traversal.behind();
                    add(found, format!("{}{address}", called.address), path, |name| {
                        Names::Any.has(name)
                    });
                }
            }
            return;
        };
        let traversal = Traversal::read(&one);
        let path = format!("{}{behind}", traversal.behind());
        let next = match traversal.referent {
            Referent::Resource(address) => {
                add(found, format!("{}{address}", called.address), &path, |_| true);
                return;
            }
            Referent::Output { call, output } => {
                let Some(below) = called.below.get(call).copied() else {
                    return;
                };
                let output = all.get(below).and_then(|below| below.module.outputs.get(output));
                let expression = output.and_then(|output| output.expression.as_ref());
                let texts = expression
                    .iter()
                    .flat_map(|expression| &expression.references)
                    .flatten();
                (below, texts.map(|text| text.as_str().to_owned()).collect())
            }
            Referent::Variable(name) => {
                let Some((above, _)) = called.caller else { return };
                (above, called.given.get(name).cloned().unwrap_or_default())
            }
            _ => return,
        };
        behind = path;
        (place, references) = next;
    }
}

/// The one attribute that an expression is about: what only chooses or counts beside it is left out, and so are other
/// instances of the same.
fn one_of(references: &[String]) -> Option<String> {
    let only_chooses = |text: &&String| {
        let traversal = Traversal::read(text);
        matches!(
            traversal.referent,
            Referent::Variable(_) | Referent::Repetition | Referent::Outside | Referent::Local
        )
    };
    let (beside, values): (Vec<_>, Vec<_>) = references.iter().partition(only_chooses);
    if values.is_empty() {
        return only(&beside).map(str::to_owned);
    }
    // Without the keys of instances.
    let plain = |text: &&String| match Traversal::read(text) {
        traversal @ Traversal {
            referent: Referent::Resource(address),
            ..
        } => format!("{address}{}", traversal.behind()),
        _ => (*text).clone(),
    };
    let mut plain: Vec<_> = values.iter().map(plain).collect();
    // The longest first, and behind it its shorter forms.
    plain.sort_by_key(|text| std::cmp::Reverse(text.len()));
    only(&plain).map(str::to_owned)
}

/// What each argument of a call refers to.
fn references_of(arguments: Option<Raw<'_>>) -> Result<BTreeMap<String, Vec<String>>, ReadError> {
    let object = Object::read(arguments, None, [])?;
    let of_argument = |(name, argument): (Cow<'_, str>, Attr<'_, '_>)| {
        let mut texts = Vec::new();
        for reference in argument.get(REFERENCES).items() {
            let _ = reference.text_is(|text| {
                texts.push(text.to_owned());
                true
            });
        }
        (name.into_owned(), texts)
    };
    Ok(object.root().entries().map(of_argument).collect())
}

/// Marks what a path behind a resource leads to, if its last name is such a one.
fn add(found: &mut ByBlock<'_>, address: String, path: &str, is_secret: impl Fn(&str) -> bool) {
    let mut steps = path_steps(path.strip_prefix('.').unwrap_or(path)).unwrap_or_default();
    steps.truncate(MAX_STEPS);
    let mut names = steps.iter().rev().filter_map(|step| match step {
        Step::Key(name) => Some(name.as_str()),
        _ => None,
    });
    if !names.next().is_some_and(is_secret) {
        return;
    }
    let marks = steps.iter().rev().fold(Marks::On, |marks, step| match step {
        Step::Key(name) => Marks::of_members(vec![(name.as_str().to_owned().into(), marks)]),
        Step::Index(index) if *index < MAX_INDEX => {
            let before = (0..*index).map(|_| Marks::Off);
            Marks::of_items(before.chain([marks]).collect())
        }
        _ => Marks::On,
    });
    let all = found.entry(address).or_default();
    *all = std::mem::take(all).or(marks);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_outputs_take_and_variables_are_given_is_marked() {
        let module = |body: &str| format!(r#"{{"root_module":{{"module_calls":{{"m":{{{body}}}}}}}}}"#);
        let output = |references: &str| {
            module(&format!(
                r#""module":{{"outputs":{{"o":{{"sensitive":true,"expression":{{"references":{references}}}}}}}}}"#
            ))
        };
        let given = |references: &str| {
            module(&format!(
                r#""expressions":{{"v":{{"references":{references}}}}},"module":{{"variables":{{"v":{{"sensitive":true}}}}}}"#
            ))
        };
        for (configuration, wanted, why) in [
            (
                output(r#"["t.n.a","t.n"]"#),
                vec![("module.m.t.n", r#"{"a":true}"#)],
                "an attribute",
            ),
            (
                output(r#"["t.n"]"#),
                vec![],
                "a whole resource: its provider marks what is secret",
            ),
            (
                output(r#"["t.n[0].a[1].b","t.n[0].a[1]","t.n[0].a","t.n[0]","t.n"]"#),
                vec![("module.m.t.n", r#"{"a":[false,{"b":true}]}"#)],
                "of each instance, since all have the same attributes",
            ),
            (
                output(r#"["t.n.host","t.n","t.n.password","t.n","var.x"]"#),
                vec![("module.m.t.n", r#"{"password":true}"#)],
                "of several things what its name tells",
            ),
            (output(r#"["var.x"]"#), vec![], "a variable that is given nothing"),
            (
                output(r#"["var.enabled","t.n[0].a","t.n[0]","t.n","t.n[1].a","t.n[1]","t.n","path.module"]"#),
                vec![("module.m.t.n", r#"{"a":true}"#)],
                "what only chooses is beside it, and so are other instances",
            ),
            (
                given(r#"["data.t.n.a","data.t.n"]"#),
                vec![("data.t.n", r#"{"a":true}"#)],
                "what a variable is given stands in the caller",
            ),
            (
                module(
                    r#""expressions":{"v":{"references":["t.n.a","t.n"]}},"module":{"variables":{"v":{}},"outputs":{"o":{
                    "sensitive":true,"expression":{"references":["var.v.b","var.v"]}}}}"#,
                ),
                vec![("t.n", r#"{"a":{"b":true}}"#)],
                "through a variable that is not declared so",
            ),
            (
                module(
                    r#""module":{"outputs":{"o":{"sensitive":true,"expression":{"references":["module.i[0].p.x","module.i[0].p",
                    "module.i[0]","module.i"]}}},"module_calls":{"i":{"module":{"outputs":{"p":{"expression":{"references":
                    ["t.n.a","t.n"]}}}}}}}"#,
                ),
                vec![("module.m.module.i.t.n", r#"{"a":{"x":true}}"#)],
                "through an output of a module below",
            ),
            (
                module(
                    r#""expressions":{"v":{"references":["module.m.o","module.m"]}},"module":{"variables":{"v":{}},"outputs":{"o":{
                    "sensitive":true,"expression":{"references":["var.v"]}}}}"#,
                ),
                vec![],
                "what goes round, which no engine takes",
            ),
        ] {
            let configuration: Configuration<'_> = serde_json::from_str(&configuration).unwrap();
            let found = by_block(&configuration).unwrap();
            let wanted: ByBlock<'_> = wanted
                .into_iter()
                .map(|(address, marks)| {
                    let marks = Marks::read([serde_json::from_str(marks).unwrap()]).unwrap();
                    (address.to_owned(), marks)
                })
                .collect();
            assert_eq!(found, wanted, "{why}");
        }
    }
}
