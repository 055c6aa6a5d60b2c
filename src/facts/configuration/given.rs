//! The values that stand behind references, of which what is made from them shows nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::facts::address::{Address, Key};
use crate::facts::attr::{Attr, Object};
use crate::facts::attribute_path::readable_steps;
use crate::facts::secrecy::marks::Marks;
use crate::facts::secrecy::named::Names;
use crate::facts::{Facts, StateObject};
use crate::json::ReadError;
use crate::tofu::{Raw, Text};

use super::declaration::Declaration;
use super::sources::{Constant, Sources};
use super::traversal::Traversal;
use super::upstream::Origin;

/// A value, in the object that holds it.
pub(crate) struct Given<'a> {
    object: Object<'a>,
    path: String,
    /// The address of the resource instance whose value it is; `None` for variables and constants.
    pub(in crate::facts) of: Option<Text<'a>>,
}

impl<'a> Given<'a> {
    fn whole(object: Object<'a>) -> Self {
        Self {
            object,
            path: String::new(),
            of: None,
        }
    }

    /// The value, or what holds it where its path cannot be read to the end.
    pub(crate) fn value(&self) -> Attr<'_, 'a> {
        self.object.root().along(&readable_steps(&self.path))
    }

    /// What its own document marks of it.
    pub(in crate::facts) fn marks(&self) -> Marks<'static> {
        let Some(marks) = self.object.marks() else {
            return Marks::default();
        };
        match self.path.is_empty() {
            true => marks.owned(),
            false if self.value().is_sensitive() => Marks::On,
            false => Marks::Off,
        }
    }

    /// The same, marked by another document, too.
    pub(in crate::facts) fn also_marked(self, marks: Option<&Marks<'_>>) -> Self {
        Self {
            object: self.object.also_marked(marks),
            ..self
        }
    }
}

/// The values of root variables, the constants and the values of objects that something comes from, by reference:
/// `var.region`, `module.a.output.o`, `data.aws_ami.x["k"].id`.
pub(in crate::facts) fn of<'a>(
    facts: &Facts<'a>,
    sources: Sources<'_, 'a>,
) -> Result<BTreeMap<String, Given<'a>>, ReadError> {
    let mut given = BTreeMap::new();
    for (name, is_secret) in sources.variables {
        if let Some(value) = variable(facts, name, is_secret)? {
            given.insert(format!("var.{name}"), Given::whole(value));
        }
    }
    for (place, Constant { value, is_secret }) in sources.constants {
        given.insert(place, Given::whole(written(Some(value), whole(is_secret))?));
    }
    for origin in sources.resources {
        of_objects(facts, origin, &mut given)?;
    }
    Ok(given)
}

/// Objects of a state by the number of their block, each by its number in the state.
pub(in crate::facts) type ByBlock = BTreeMap<usize, Vec<usize>>;

/// The objects in the state that no change speaks of. Looked for once: many blocks may ask.
fn unchanged<'f>(facts: &'f Facts<'_>) -> &'f ByBlock {
    facts.unchanged.get_or_init(|| {
        let changes = facts.changes.iter().filter(|change| change.is_change());
        let changing: BTreeSet<&str> = changes.map(|change| &*change.address).collect();
        let mut unchanged = ByBlock::new();
        for (index, object) in facts.objects().iter().enumerate() {
            if object.deposed().is_none()
                && !changing.contains(&*object.address)
                && let Some(address) = object.parsed()
                && let Some(block) = facts.modules().resource(&address)
            {
                unchanged.entry(block.declaration.at).or_default().push(index);
            }
        }
        unchanged
    })
}

/// What the state has at the end of a reference to a resource, of each instance that it may mean.
fn of_objects<'a>(
    facts: &Facts<'a>,
    origin: Origin<'_, 'a>,
    given: &mut BTreeMap<String, Given<'a>>,
) -> Result<(), ReadError> {
    let objects = origin
        .declaration
        .and_then(|Declaration { at, .. }| unchanged(facts).get(&at));
    let objects = objects.into_iter().flatten();
    let objects = objects.filter_map(|index| facts.objects().get(*index));
    let subject = Traversal::read(origin.own).subject();
    let path = origin.own.get(subject.len()..).unwrap_or_default();
    let named = Address::parse(subject).map(|address| address.key);
    let named = named.ok().filter(|key| matches!(key, Key::Int(_) | Key::Str(_)));
    let is_meant =
        |object: &StateObject<'_>, named: &Key<'_>| object.parsed().is_some_and(|address| address.key == *named);
    for object in objects {
        if named.as_ref().is_none_or(|named| is_meant(object, named)) {
            let read = object.read()?.also_marked(origin.is_secret.then_some(&Marks::On));
            let value = Given {
                object: read,
                path: path.trim_start_matches('.').to_owned(),
                of: Some(object.address.clone()),
            };
            if !value.value().is_unset() {
                given.insert(format!("{}{path}", object.address), value);
            }
        }
    }
    Ok(())
}

/// What a root variable has at the end of a reference to it; `None` when there is no such variable.
pub(super) fn of_variable<'a>(facts: &Facts<'a>, name: &str, behind: &str) -> Result<Option<Given<'a>>, ReadError> {
    let object = variable(facts, name, false)?;
    Ok(object.map(|object| Given {
        object,
        path: behind.trim_start_matches('.').to_owned(),
        of: None,
    }))
}

/// What a constant in configuration is.
pub(super) fn of_constant(raw: Raw<'_>) -> Result<Given<'_>, ReadError> {
    written(Some(raw), Marks::Off).map(Given::whole)
}

/// The value of a root variable, sensitive as a whole or not at all; `None` when there is no such variable.
fn variable<'a>(facts: &Facts<'a>, name: &str, is_secret: bool) -> Result<Option<Object<'a>>, ReadError> {
    let Some(variable) = facts.plan().and_then(|plan| plan.variables.get(name)) else {
        return Ok(None);
    };
    let is_secret = is_secret || Names::Any.has(name) || facts.sensitive_variables.contains(name);
    Object::marked(variable.value, None, Some(&Arc::new(whole(is_secret)))).map(Some)
}

const fn whole<'a>(is_secret: bool) -> Marks<'a> {
    if is_secret { Marks::On } else { Marks::Off }
}

/// What is written in configuration, marked by its names, too.
pub(in crate::facts) fn written<'a>(raw: Option<Raw<'a>>, marks: Marks<'a>) -> Result<Object<'a>, ReadError> {
    let marks = marks.or(Names::Any.marks(raw)?);
    Object::marked(raw, None, Some(&Arc::new(marks)))
}
