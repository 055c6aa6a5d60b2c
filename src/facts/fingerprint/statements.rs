//! What a document says of each thing in it, in a form in which two documents can be compared.

mod left_out;
mod resources;

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Write};

use crate::facts::actions::Action;
use crate::facts::address::names_in;
use crate::facts::attr::{Attr, Object};
use crate::facts::beside::Beside;
use crate::facts::change::{Fate, ResourceChange};
use crate::facts::configuration::given::Given;
use crate::facts::configuration::origins;
use crate::facts::member_path::{Prefixes, member};
use crate::facts::outputs::{MarkChange, OutputChange, StateOutput};
use crate::facts::secrecy::copies::Copies;
use crate::facts::secrecy::marks::Marks;
use crate::facts::secrecy::named::Names;
use crate::facts::truth::Truth;
use crate::facts::{Facts, StateObject};
use crate::json::{Kind, ReadError};
use crate::order;
use crate::tofu::{LifecycleActionTrigger, ProviderAddress, Raw};
use crate::words;

use self::left_out::listed;
use self::resources::Resources;
use super::circumstances;
use super::identifying::identifying;
use super::stated_value::{Value, Writer};
use super::unknown;

/// What becomes of a resource, an output or an action in a plan; or what a state has.
///
/// In which order the document lists its changes is no part of it, nor are times and versions of engines, nor what
/// stays as it is. The order of a list in a value is.
#[derive(Clone)]
#[non_exhaustive]
pub struct Statement {
    /// The address; of a deposed object with its key.
    pub about: String,
    /// What happens to it, in words: `update`, `replace (create, delete)`, `move from a.b`; `exists` in a state.
    pub does: String,
    /// The address before a move, as `does` has it; `None` where nothing moved.
    pub moved_from: Option<String>,
    /// The values that change, or in a state all, by attribute; of maps by element.
    pub values: BTreeMap<String, Value>,
    /// What it means that an attribute is not among them, in words.
    pub unsaid: &'static str,
}

/// How many values there are: addresses, ids and keys of maps may be copies of secrets.
impl fmt::Debug for Statement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Statement")
            .field("values", &self.values.len())
            .finish_non_exhaustive()
    }
}

/// What the absence of values means follows from the rest, and `does` has the address before a move.
impl PartialEq for Statement {
    fn eq(&self, other: &Self) -> bool {
        (&self.about, &self.does, &self.values) == (&other.about, &other.does, &other.values)
    }
}

impl Eq for Statement {}

/// What is done with sensitive values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sensitive {
    /// They are compared; what comes of it must not leave the program.
    Compared,
    /// They are left out, and so is what holds a copy of one: only that there is one, and that it changes, counts.
    LeftOut,
}

impl Facts<'_> {
    /// What the document says, in the order of addresses, then outputs and actions.
    ///
    /// # Errors
    ///
    /// A value that the decoder passed over and that cannot be read: nested too deep, or half a surrogate pair.
    pub fn statements(&self, sensitive: Sensitive) -> Result<Vec<Statement>, ReadError> {
        match sensitive {
            Sensitive::Compared => self.all_statements(Writer::Everything, &Beside::default(), |_, _| true),
            Sensitive::LeftOut => {
                let copies = self.secrets.copies();
                let writer = self.without_secrets(&copies);
                let statements = self.all_statements(writer, &Beside::default(), |_, _| true)?;
                Ok(statements
                    .into_iter()
                    .map(|statement| writer.statement(statement))
                    .collect())
            }
        }
    }

    /// The statements for comparing with another document: what that one marks sensitive is not told here either.
    ///
    /// # Errors
    ///
    /// As for [`statements`](Self::statements).
    pub(crate) fn statements_beside(&self, other: &Facts<'_>) -> Result<Vec<Statement>, ReadError> {
        self.all_statements(Writer::Everything, &Beside::of(other), |_, _| true)
    }

    /// Those among them that are about one of these, with values at their whole length; perhaps with others.
    ///
    /// # Errors
    ///
    /// As for [`statements`](Self::statements).
    pub(crate) fn statements_at_length(
        &self,
        other: &Facts<'_>,
        abouts: &BTreeSet<String>,
    ) -> Result<Vec<Statement>, ReadError> {
        let is_wanted = |address: &str, deposed: Option<&str>| abouts.contains(&about(address, deposed));
        let writer = Writer::AtLength {
            by_names: self.names_are_marks() || other.names_are_marks(),
        };
        self.all_statements(writer, &Beside::of(other), is_wanted)
    }

    /// What leaves out all that is secret in the document.
    pub(super) fn without_secrets<'c>(&self, copies: &'c Copies) -> Writer<'c> {
        Writer::WithoutSecrets {
            copies,
            by_names: self.names_are_marks(),
        }
    }

    /// `is_wanted` says of the address of a resource, and of a deposed object, whether there are to be statements about
    /// it.
    fn all_statements(
        &self,
        writer: Writer<'_>,
        beside: &Beside<'_>,
        is_wanted: impl Fn(&str, Option<&str>) -> bool,
    ) -> Result<Vec<Statement>, ReadError> {
        let mut all = Vec::new();
        let mut resources = Resources {
            facts: self,
            writer,
            beside,
            provisioned: BTreeMap::new(),
        };
        let changes = self.changes.iter().filter(|change| change.is_change());
        for change in changes.filter(|change| is_wanted(&change.address, change.wire.deposed())) {
            all.push(resources.with_circumstances(change, "")?);
        }
        for deferred in &self.deferred {
            all.push(resources.with_circumstances(&deferred.change, "deferred: ")?);
        }
        all.extend(self.of_circumstances(writer, beside)?);
        all.extend(waited_for(self, writer)?);
        if self.is_refresh_only() {
            for drift in &self.drift {
                all.push(resources.change(&drift.change, "refresh: ")?);
            }
        }
        if self.plan().is_none() {
            let objects = self.objects().iter();
            for object in objects.filter(|object| is_wanted(&object.address, object.deposed())) {
                let statement = of_object(&beside.object(object), writer)?;
                all.push(statement.marked(object.marks()));
            }
        }
        self.of_outputs(writer, beside, &mut all)?;
        self.of_actions(writer, beside, &mut all)?;
        all.extend(unknown::of(self));
        // Twins, which no engine writes, in the same order however they are written.
        for twins in all.chunk_by_mut(|one, two| one.about == two.about) {
            order::sort_by(twins, Statement::order);
        }
        Ok(all)
    }

    fn of_outputs(&self, writer: Writer<'_>, beside: &Beside<'_>, all: &mut Vec<Statement>) -> Result<(), ReadError> {
        for output in self.outputs.iter().filter(|output| output.is_change()) {
            let sensitive = output.sensitive || beside.outputs.contains(output.name.as_str());
            let marks = self.output_marks(beside, sensitive, [output.wire.before, output.wire.after])?;
            let mut statement = of_output(output, &marks, writer)?.marked(whole_marks(output.sensitive));
            statement
                .values
                .extend(in_words(origins::of_output(self, output)?, writer));
            all.push(statement);
        }
        for output in self.state_output_values() {
            let sensitive = output.sensitive || beside.outputs.contains(output.name.as_str());
            let marks = self.output_marks(beside, sensitive, [output.value])?;
            all.push(of_state_output(&output, &marks, writer)?.marked(whole_marks(output.sensitive)));
        }
        Ok(())
    }

    /// What is secret of an output: all of it or, in a document without marks, what names tell of.
    fn output_marks<'r, const N: usize>(
        &self,
        beside: &Beside<'_>,
        sensitive: bool,
        values: [Option<Raw<'r>>; N],
    ) -> Result<Marks<'r>, ReadError> {
        if sensitive {
            return Ok(Marks::On);
        }
        if !self.names_are_marks() && !beside.by_names {
            return Ok(Marks::Off);
        }
        let marks = values.map(|value| Names::Any.marks_of("", value)).into_iter();
        Ok(Marks::any_of(marks.collect::<Result<Vec<_>, _>>()?))
    }

    fn of_actions(&self, writer: Writer<'_>, beside: &Beside<'_>, all: &mut Vec<Statement>) -> Result<(), ReadError> {
        let keys = circumstances::keys_of_actions(self);
        for action in self.actions() {
            let key = circumstances::key_of_action(self, &keys, action.wire);
            let marks = beside.actions.get(action.address()).copied();
            let configuration = self.configuration_of(action.wire)?.also_marked(marks);
            let own = self.action_marks.get(action.address()).map(|marks| &**marks);
            let mut statement = of_action(&action, &configuration, writer);
            let behind = circumstances::behind_action(self, action.wire)?;
            statement.values.extend(in_parentheses(behind, writer, beside));
            statement.values.extend(provider_configuration(key, writer));
            all.push(statement.marked(own));
        }
        Ok(())
    }

    /// How providers are configured, and what values that are not known yet are made from.
    fn of_circumstances(&self, writer: Writer<'_>, beside: &Beside<'_>) -> Result<Vec<Statement>, ReadError> {
        let mut all = Vec::new();
        let values = |given: BTreeMap<String, Given<'_>>| {
            let given = given.into_iter().map(|(reference, value)| {
                let value = of_given(&reference, value, writer, beside);
                (reference, value)
            });
            given.collect::<Vec<_>>()
        };
        for (key, provider) in circumstances::providers(self)? {
            let arguments = Statement {
                about: format!("provider.{key}"),
                does: "is configured".to_owned(),
                moved_from: None,
                values: configured(provider.arguments.root(), writer),
                unsaid: NOT_SET,
            };
            let mut statement = arguments.marked(provider.arguments.marks());
            statement.values.extend(values(provider.given));
            all.push(statement);
        }
        for block in circumstances::ephemeral(self) {
            let opened = circumstances::of_block(self, block)?;
            let mut statement = Statement {
                about: block.declaration.address(),
                does: "is opened".to_owned(),
                moved_from: None,
                values: configured(opened.arguments.root(), writer),
                unsaid: NOT_SET,
            }
            .marked(opened.arguments.marks());
            statement.values.extend(values(opened.given));
            let key = block.wire.provider_config_key.as_deref();
            statement.values.extend(provider_configuration(key, writer));
            all.push(statement);
        }
        let given = values(origins::given(self)?);
        if !given.is_empty() {
            all.push(Statement {
                about: UNTOLD_VALUES.to_owned(),
                does: "come from".to_owned(),
                moved_from: None,
                values: order::map(given),
                unsaid: NOT_SET,
            });
        }
        Ok(all)
    }
}

/// What values come from. A reference names keys, and a key may be a copy of a secret.
fn in_words(origins: BTreeMap<String, String>, writer: Writer<'_>) -> impl Iterator<Item = (String, Value)> {
    let words = move |text: String| Value::written(writer.address(text).into_owned());
    origins.into_iter().map(move |(name, text)| (name, words(text)))
}

/// What stands behind references, each in parentheses, since none is an attribute.
fn in_parentheses(
    given: BTreeMap<String, Given<'_>>,
    writer: Writer<'_>,
    beside: &Beside<'_>,
) -> impl Iterator<Item = (String, Value)> {
    given.into_iter().map(move |(reference, value)| {
        let value = of_given(&reference, value, writer, beside);
        (format!("({reference})"), value)
    })
}

/// What stands behind a reference.
fn of_given(reference: &str, value: Given<'_>, writer: Writer<'_>, beside: &Beside<'_>) -> Value {
    let own = value.marks();
    let value = beside.given(reference, value);
    Value {
        marks: own,
        ..Value::of(None, value.value(), writer)
    }
}

/// What stands between values that are not known yet and what they come from.
fn waited_for(facts: &Facts<'_>, writer: Writer<'_>) -> Result<Vec<Statement>, ReadError> {
    let between = origins::of_all(facts)?.between.iter();
    let waited_for = between.map(|(name, given)| {
        let given = Value::written(writer.address(given.as_str()).into_owned());
        Statement {
            about: name.clone(),
            does: "is waited for".to_owned(),
            moved_from: None,
            values: BTreeMap::from([("(comes from)".to_owned(), given)]),
            unsaid: NOT_SET,
        }
    });
    Ok(waited_for.collect())
}

impl Statement {
    /// The total order of all that they say.
    pub(in crate::facts) fn order(&self, other: &Self) -> Ordering {
        let marks = |one: &Self| one.values.values().map(Value::canonical_marks).collect::<Vec<_>>();
        let own = self.values.iter().map(|(name, value)| (name, &value.canonical));
        let others = other.values.iter().map(|(name, value)| (name, &value.canonical));
        (&self.about, &self.does)
            .cmp(&(&other.about, &other.does))
            .then_with(|| own.cmp(others))
            .then_with(|| marks(self).cmp(&marks(other)))
    }

    /// With what its own document marks of the values.
    fn marked(mut self, own: Option<&Marks<'_>>) -> Self {
        let Some(own) = own else { return self };
        for (name, value) in &mut self.values {
            // What stands in parentheses is no attribute.
            if !name.starts_with('(') {
                let element = name.split_once('.').filter(|_| own.get(name).is_off());
                let marks = element.map_or_else(|| own.get(name), |(map, key)| own.get(map).get(key));
                value.marks = marks.owned();
            }
        }
        self
    }
}

fn of_change(change: &ResourceChange<'_>, prefix: &str, writer: Writer<'_>) -> Result<Statement, ReadError> {
    // Writing to a string does not fail.
    let mut does = match change.fate {
        Fate::Replace(_) | Fate::Unrecognized => {
            let actions = listed(&change.wire.change.actions, writer);
            format!("{prefix}{} ({actions})", change.fate.word())
        }
        fate => format!("{prefix}{}", fate.word()),
    };
    let moved_from = change
        .moved_from
        .map(|previous| writer.address(&**previous).into_owned());
    if let Some(previous) = &moved_from {
        let _ = write!(does, " from {previous}");
    }
    if change.wire.change.importing.is_some() && change.fate != Fate::Import {
        does.push_str(" after import");
    }
    if let Some(id) = change.import_id() {
        let _ = write!(does, " of {}", writer.words(&*id));
    } else if change
        .wire
        .change
        .importing
        .as_ref()
        .is_some_and(|importing| importing.unknown)
    {
        does.push_str(" of what is not known yet");
    }
    let (before, after) = match change.differing() {
        Some(differing) => change.members(&differing)?,
        None => (change.before()?, change.after()?),
    };
    let identity = change.identity()?;
    let has_identity = !identity.root().is_unset();
    let mut values = if matches!(change.fate, Fate::Delete | Fate::Forget) {
        identifying(before.root(), has_identity, change.fate, writer)
    } else {
        let mut values = changed(before.root(), after.root(), writer);
        for (name, value) in identifying(change.before()?.root(), has_identity, change.fate, writer) {
            values.entry(name).or_insert(value);
        }
        values
    };
    values.extend(provider(change.wire.provider_name.as_deref()));
    values.extend(shown_from_now_on(change, writer));
    values.extend(named("identity", &identity, writer));
    // What of it changes, in the place of what stays.
    values.extend(other_identity(&identity, &change.identity_after()?, writer));
    values.extend(named("import identity", &change.import_identity()?, writer));
    let unsaid = match change.fate {
        Fate::Delete => "destroyed with it",
        Fate::Forget => "forgotten with it",
        _ if before.root().is_unset() => NOT_SET,
        _ => "unchanged",
    };
    Ok(Statement {
        about: about(&change.address, change.wire.deposed()),
        does,
        moved_from,
        values,
        unsaid,
    })
}

/// The members of an identity, which are no attributes.
fn named(word: &str, identity: &Object<'_>, writer: Writer<'_>) -> Vec<(String, Value)> {
    let members = identity.root().entries().filter(|(_, value)| !value.is_unset());
    let members = members.map(|(name, value)| (format!("({word}.{name})"), Value::of(None, value, writer)));
    members.collect()
}

/// The members of an identity that are others after a change; none where nobody knows it then.
fn other_identity(before: &Object<'_>, after: &Object<'_>, writer: Writer<'_>) -> Vec<(String, Value)> {
    if after.root().is_unset() {
        return Vec::new();
    }
    let members = before.root().beside(after.root());
    let others = members.filter(|(_, one, two)| one.equals(*two) != Truth::True);
    let others = others.map(|(name, one, two)| (format!("(identity.{name})"), Value::of(Some(one), two, writer)));
    others.collect()
}

const SHOWN: &str = "(no longer sensitive)";

/// What is sensitive no more. The values do not tell: one that was sensitive is left out before the change and after
/// it.
fn shown_from_now_on(change: &ResourceChange<'_>, writer: Writer<'_>) -> Option<(String, Value)> {
    let lost = change.lost_marks().into_iter();
    let mut paths: Vec<String> = lost.map(|mark| writer.words(mark.path).into_owned()).collect();
    order::sort(&mut paths);
    (!paths.is_empty()).then(|| (SHOWN.to_owned(), Value::written(paths.join(", "))))
}

fn of_action(action: &Action<'_>, configuration: &Object<'_>, writer: Writer<'_>) -> Statement {
    let deferred = if action.deferred.is_some() { "deferred: " } else { "" };
    let wire = action.wire;
    // What is not known stands in no value.
    let nothing = Object::default();
    let mut values = changed(nothing.root(), configuration.root(), writer);
    values.extend(provider(wire.provider_name.as_deref()));
    if let Some(trigger) = &wire.lifecycle_action_trigger {
        values.extend(place_in_trigger(trigger));
        let failed = trigger.on_failure.as_deref();
        values.extend(failed.map(|what| ("(on failure)".to_owned(), Value::written(what.to_owned()))));
    }
    Statement {
        about: action.address().to_owned(),
        does: writer
            .words_outside(format!("{deferred}invoke, {}", action.trigger()), |does| {
                names_in(does, action.invoked_by())
            })
            .into_owned(),
        moved_from: None,
        values,
        unsaid: NOT_SET,
    }
}

/// In which order the actions of a resource are invoked.
fn place_in_trigger(trigger: &LifecycleActionTrigger<'_>) -> Option<(String, Value)> {
    let (block, action) = (trigger.action_trigger_block_index?, trigger.actions_list_index?);
    let place = format!("block {}, action {}", block.saturating_add(1), action.saturating_add(1));
    Some(("(place in the trigger)".to_owned(), Value::written(place)))
}

/// Which configuration of its provider does it, where that is known.
fn provider_configuration(key: Option<&str>, writer: Writer<'_>) -> Option<(String, Value)> {
    let key = Value::written(writer.address(key?).into_owned());
    Some(("(provider configuration)".to_owned(), key))
}

/// Which provider does it.
fn provider(source: Option<&str>) -> Option<(String, Value)> {
    let source = source?;
    // A raw state names the configuration, with the module and the alias: `module.m.provider["SOURCE"].west`.
    let (front, source) = match source.find("[\"") {
        Some(at) => source.split_at(at + 2),
        None => ("", source),
    };
    let name = format!("{front}{}", ProviderAddress::new(source).in_any_registry());
    Some(("(provider)".to_owned(), Value::written(name)))
}

fn of_object(object: &StateObject<'_>, writer: Writer<'_>) -> Result<Statement, ReadError> {
    let read = object.read()?;
    let members = read.root().entries().filter(|(_, value)| !value.is_unset());
    let mut values = order::map(members.map(|(name, value)| (name.into_owned(), Value::of(None, value, writer))));
    values.extend(provider(object.provider()));
    values.extend(named("identity", &object.provider_identity()?, writer));
    Ok(Statement {
        about: about(&object.address, object.deposed()),
        does: if object.is_tainted() {
            "exists, tainted"
        } else {
            "exists"
        }
        .to_owned(),
        moved_from: None,
        values,
        unsaid: NOT_SET,
    })
}

fn of_output(output: &OutputChange<'_>, marks: &Marks<'_>, writer: Writer<'_>) -> Result<Statement, ReadError> {
    let before = marked(output.wire.before, marks)?;
    let after = Object::marked(output.wire.after, output.wire.after_unknown, None)?;
    let after = after.also_marked(Some(marks));
    let value = Value::of(Some(before.root()), after.root(), writer);
    let mut values = BTreeMap::from([("value".to_owned(), value)]);
    if output.mark_change == Some(MarkChange::Lost) {
        values.insert(SHOWN.to_owned(), Value::written("value".to_owned()));
    }
    Ok(Statement {
        about: format!("output.{}", output.name),
        does: listed(&output.wire.actions, writer),
        moved_from: None,
        values,
        unsaid: NOT_SET,
    })
}

fn of_state_output(output: &StateOutput<'_>, marks: &Marks<'_>, writer: Writer<'_>) -> Result<Statement, ReadError> {
    let object = marked(output.value, marks)?;
    Ok(Statement {
        about: format!("output.{}", output.name),
        does: "exists".to_owned(),
        moved_from: None,
        values: BTreeMap::from([("value".to_owned(), Value::of(None, object.root(), writer))]),
        unsaid: NOT_SET,
    })
}

/// A value of which that is sensitive.
fn marked<'a>(value: Option<Raw<'a>>, marks: &Marks<'_>) -> Result<Object<'a>, ReadError> {
    Ok(Object::marked(value, None, None)?.also_marked(Some(marks)))
}

fn whole_marks(sensitive: bool) -> Option<&'static Marks<'static>> {
    sensitive.then_some(&Marks::On)
}

fn about(address: &str, deposed: Option<&str>) -> String {
    format!("{address}{}", words::deposed(deposed))
}

/// What values that stand in no attribute are said to be about.
pub(crate) const UNTOLD_VALUES: &str = "values that the plan does not tell";

/// The values that differ, by attribute; of maps by element.
fn changed(before: Attr<'_, '_>, after: Attr<'_, '_>, writer: Writer<'_>) -> BTreeMap<String, Value> {
    let is_open = |attr: Attr<'_, '_>| attr.kind() == Some(Kind::Object) && !attr.is_sensitive();
    let mut values = BTreeMap::new();
    let mut prefixes = Prefixes::default();
    for (name, one, two) in before.beside(after) {
        if one.equals(two) == Truth::True {
            continue;
        }
        if is_open(one) && is_open(two) {
            let members = one.beside(two).filter(|(_, one, two)| one.equals(*two) != Truth::True);
            let name = prefixes.of(&name);
            values.extend(members.map(|(key, one, two)| (member(&name, &key), Value::of(Some(one), two, writer))));
        } else {
            values.insert(name.into_owned(), Value::of(Some(one), two, writer));
        }
    }
    values
}

/// The arguments of a block of the configuration.
fn configured(arguments: Attr<'_, '_>, writer: Writer<'_>) -> BTreeMap<String, Value> {
    let mut values = changed(Object::default().root(), arguments, writer);
    for (name, expression) in arguments.entries() {
        if let Some(value) = values.get_mut(&*name) {
            value.tell_written(expression, writer);
        }
    }
    values
}

/// What the silence of a document about an attribute means where it speaks of all that there are.
pub(crate) const NOT_SET: &str = "not set";
