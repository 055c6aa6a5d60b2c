//! What of resources is sensitive because a called module declares so: what its outputs take from them, and its
//! variables are given of them.

use std::collections::BTreeMap;

use crate::facts::attr::Object;
use crate::facts::attribute_path::{path_steps, readable_steps};
use crate::facts::configuration::traversal::{Referent, Traversal, only};
use crate::json::ReadError;
use crate::order;
use crate::tofu::{Configuration, Raw, Step, Text};

use super::called::{self, Called};
use super::marks::Marks;
use super::named::Names;

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
    let all = called::all(&configuration.root_module);
    let hides = |called: &Called<'_, '_>| {
        called.hidden_outputs().next().is_some() || called.hidden_variables().next().is_some()
    };
    if !all.iter().skip(1).any(hides) {
        return Ok(found);
    }
    let modules = Modules::of(all)?;
    for (place, called) in modules.all.iter().enumerate().skip(1) {
        for output in called.hidden_outputs() {
            modules.follow(place, texts(&output.references), &mut found);
        }
        for name in called.hidden_variables() {
            if let (Some((caller, _)), Some(references)) = (called.caller, modules.given(place, name)) {
                modules.follow(caller, references.clone(), &mut found);
            }
        }
    }
    Ok(found)
}

/// All calls of modules, with what leads from one to the others.
struct Modules<'a> {
    all: Vec<Called<'a, 'a>>,
    /// What the arguments of each call refer to, by their names.
    given: Vec<BTreeMap<String, Vec<String>>>,
    /// The places of modules by those of their callers and the names of the calls.
    below: BTreeMap<(usize, &'a str), usize>,
}

impl<'a> Modules<'a> {
    fn of(all: Vec<Called<'a, 'a>>) -> Result<Self, ReadError> {
        let given = all.iter().map(|called| references_of(called.arguments));
        let given = given.collect::<Result<_, _>>()?;
        let below = all.iter().enumerate();
        let below = order::map(below.filter_map(|(place, called)| Some((called.caller?, place))));
        Ok(Self { all, given, below })
    }

    /// What the argument of that name refers to, in the call of the module at that place.
    fn given(&self, place: usize, name: &str) -> Option<&Vec<String>> {
        self.given.get(place)?.get(name)
    }

    /// Marks the attribute that a value is, however it is handed on. Of a value that is made of several things each that
    /// its name tells to be a secret is marked, and a resource as a whole never: a provider marks its own secrets.
    fn follow(&self, mut place: usize, mut references: Vec<String>, found: &mut ByBlock<'a>) {
        let mut behind = String::new();
        for _ in 0..MAX_HANDED {
            let Some(called) = self.all.get(place) else { return };
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
                    let Some(below) = self.below.get(&(place, call)).copied() else {
                        return;
                    };
                    let output = self.all.get(below).and_then(|below| below.module.outputs.get(output));
                    let expression = output.and_then(|output| output.expression.as_ref());
                    let references = expression.map(|expression| texts(&expression.references));
                    (below, references.unwrap_or_default())
                }
                Referent::Variable(name) => {
                    let Some((above, _)) = called.caller else { return };
                    (above, self.given(place, name).cloned().unwrap_or_default())
                }
                _ => return,
            };
            behind = path;
            (place, references) = next;
        }
    }
}

fn texts(references: &[Text<'_>]) -> Vec<String> {
    references.iter().map(|text| text.as_str().to_owned()).collect()
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
    order::sort_by_key(&mut plain, |text| std::cmp::Reverse(text.len()));
    only(&plain).map(str::to_owned)
}

/// What each argument of a call refers to.
fn references_of(arguments: Option<Raw<'_>>) -> Result<BTreeMap<String, Vec<String>>, ReadError> {
    let object = Object::read(arguments, None, [])?;
    let arguments = object.root().entries();
    let references = arguments.map(|(name, argument)| (name.into_owned(), called::references(argument)));
    Ok(order::map(references))
}

/// Marks what a path behind a resource leads to, if its last name is such a one. Of a path that cannot be read to the
/// end all is marked that is above there, if any of its names is.
fn add(found: &mut ByBlock<'_>, address: String, path: &str, is_secret: impl Fn(&str) -> bool) {
    let is_read = path_steps(path).is_some();
    let mut steps = readable_steps(path);
    steps.truncate(MAX_STEPS);
    let mut names = steps.iter().rev().filter_map(|step| match step {
        Step::Key(name) => Some(name.as_str()),
        _ => None,
    });
    let is_last = names.next().is_some_and(&is_secret);
    let is_unread = || !is_read && !steps.is_empty() && path.split(['.', '[', ']', '"']).any(&is_secret);
    if !is_last && !is_unread() {
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
    found.entry(address).or_default().add(marks);
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
            (
                output(r#"["t.n.a[...].b","t.n.a[...]","t.n.a","t.n"]"#),
                vec![("module.m.t.n", r#"{"a":true}"#)],
                "all that is above what nobody can read",
            ),
            (
                output(r#"["t.n.a[\"${x}\\a\"].b","t.n.a[\"${x}\\a\"]","t.n.a","t.n"]"#),
                vec![("module.m.t.n", r#"{"a":{"${x}\u0007":{"b":true}}}"#)],
                "a key as engines write it in references",
            ),
            (
                output(r#"["t.n.host","t.n","t.n.a[...].password","t.n.a[...]","t.n.a","t.n","t.m.b[...].x","t.m"]"#),
                vec![("module.m.t.n", r#"{"a":true}"#)],
                "likewise of several things, what any of its names tells",
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
