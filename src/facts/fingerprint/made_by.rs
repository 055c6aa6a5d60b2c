//! Which provider makes a change, and where: ids repeat from one account or cluster to the next.

use std::collections::{BTreeMap, BTreeSet};

use crate::facts::Facts;
use crate::facts::attr::{Attr, MASK};
use crate::facts::change::{Fate, ResourceChange};
use crate::facts::objects::StateObject;
use crate::facts::secrecy::schema_marks::SchemaMarks;
use crate::json::ReadError;
use crate::order;
use crate::tofu::{Plan, ProviderAddress};

use super::circumstances::{self, Configured};
use super::digest::TextsDigest;
use super::stated_value::{Value, Writer};

/// By the name of a provider and the key of its configuration, where one is known, a digest of what that says of where it
/// makes things.
pub(in crate::facts) type Places<'a> = BTreeMap<(&'a str, Option<&'a str>), String>;

/// Whether an argument of a provider that is called so may say where it makes things.
fn says_where(name: &str) -> bool {
    let harmless = [
        "duration",
        "labels",
        "rate_limit",
        "request_reason",
        "retr",
        "session_name",
        "skip_",
        "tags",
        "timeout",
        "user_agent",
    ];
    !harmless.iter().any(|part| name.contains(part))
}

impl<'a> Facts<'a> {
    /// The provider of a change, wherever it is installed from, and a digest of how it is configured; without secrets, and
    /// [`MASK`] where that cannot be read. `is_there_alone` says that no other account has the same object: then only what
    /// is made may be made elsewhere.
    pub(super) fn made_by(&self, change: &ResourceChange<'a>, is_there_alone: bool) -> Vec<String> {
        let stays = matches!(
            change.fate,
            Fate::Delete | Fate::Forget | Fate::Update | Fate::Move | Fate::NoOp
        );
        let source = change.wire.provider_name.as_deref().unwrap_or_default();
        let source = ProviderAddress::new(source).in_any_registry();
        // A digest, since a name that anybody can read may be the text of a secret, too.
        let mut told = vec![digest(|add| add(source))];
        if !(is_there_alone && stays) {
            let places = self.places.get_or_init(|| places(self).unwrap_or_default());
            let asked = self.plan().map(|plan| asked(self, plan, change));
            let place = asked.and_then(|asked| places.get(&asked));
            told.push(place.map_or_else(|| MASK.to_owned(), Clone::clone));
        }
        told
    }

    /// The same of an object of a state. What `show -json` prints of one does not say how the provider is configured, and a
    /// raw state only which configuration it is: nothing where that is the one without an alias.
    pub(super) fn object_made_by(&self, object: &StateObject<'a>, is_there_alone: bool) -> Vec<String> {
        let source = ProviderAddress::of_object(object.provider().unwrap_or_default());
        let mut told = vec![digest(|add| add(source.in_any_registry()))];
        if is_there_alone {
            return told;
        }
        if let Some(plan) = self.plan() {
            let places = self.places.get_or_init(|| places(self).unwrap_or_default());
            let place = places.get(&asked_of_object(self, plan, object));
            told.push(place.map_or_else(|| MASK.to_owned(), Clone::clone));
        } else if let Some((module, alias)) = object.provider_configuration()
            && (module, alias) != ("", "")
        {
            told.push(digest(|add| {
                add(module);
                add(alias);
            }));
        }
        told
    }
}

fn digest(tell: impl FnOnce(&mut dyn FnMut(&str))) -> String {
    let mut digest = TextsDigest::default();
    tell(&mut |text| digest.add(text));
    digest.finish()
}

/// The name of a provider, and the key of its configuration if the document has that.
type Asked<'a> = (&'a str, Option<&'a str>);

/// The provider of a change.
fn asked<'a>(facts: &Facts<'a>, plan: &'a Plan<'a>, change: &ResourceChange<'a>) -> Asked<'a> {
    let wire: &'a _ = change.wire;
    let source = wire.provider_name.as_deref().unwrap_or_default();
    let key = circumstances::provider_key(facts, change);
    (
        ProviderAddress::new(source).name(),
        key.filter(|key| is_told(plan, key)),
    )
}

/// That of an object which the plan starts from.
fn asked_of_object<'a>(facts: &Facts<'a>, plan: &'a Plan<'a>, object: &StateObject<'a>) -> Asked<'a> {
    let block = object
        .whole_address()
        .and_then(|address| facts.modules().resource(&address));
    let key = block.and_then(|block| block.wire.provider_config_key.as_deref());
    (name_of_provider(object), key.filter(|key| is_told(plan, key)))
}

fn name_of_provider<'a>(object: &StateObject<'a>) -> &'a str {
    ProviderAddress::of_object(object.provider().unwrap_or_default()).name()
}

/// Whether a plan tells of the configuration with that key. Of one that its caller hands to a module, older engines tell
/// nothing there.
fn is_told(plan: &Plan<'_>, key: &str) -> bool {
    let provider = plan.configuration.as_ref().and_then(|all| all.provider_config.get(key));
    provider.is_some_and(|provider| provider.module_address.is_none() || provider.expressions.is_some())
}

fn places<'a>(facts: &Facts<'a>) -> Result<Places<'a>, ReadError> {
    let Some(plan) = facts.plan() else {
        return Ok(Places::new());
    };
    let of_changes = facts.every_change().map(|change| asked(facts, plan, change));
    let mut wanted: BTreeSet<_> = order::set(of_changes);
    let mut configurations: BTreeMap<&str, BTreeMap<&str, String>> = BTreeMap::new();
    let copies = facts.secrets.copies();
    let writer = facts.without_secrets(&copies);
    let mut schemas = SchemaMarks::of(&plan.provider_schemas);
    for (key, provider) in plan.configuration.iter().flat_map(|all| &all.provider_config) {
        let configured = circumstances::configured(facts, provider, schemas.as_mut(), says_where)?;
        let told = digest(|add| tell(&configured, writer, add));
        let name = ProviderAddress::new(provider.source().unwrap_or_default()).name();
        configurations.entry(name).or_default().insert(key, told);
    }
    // Any of its provider may be that of an object: to look for the block of each of many would take long.
    for name in order::set(facts.objects().iter().map(name_of_provider)) {
        let keys = configurations.get(name).into_iter().flat_map(BTreeMap::keys);
        wanted.insert((name, None));
        wanted.extend(keys.filter(|key| is_told(plan, key)).map(|key| (name, Some(*key))));
    }
    let place = |(name, key): (&str, Option<&str>)| {
        let all = configurations.get(name).into_iter();
        // What is gone from the configuration has no key there, and may be of any.
        let may_be = all.flat_map(|all| match key {
            Some(key) => all.range(key..=key),
            None => all.range::<str, _>(..),
        });
        digest(|add| {
            for (key, told) in may_be {
                // The alias too: what an expression is made of beside its references no plan tells.
                add(key);
                add(told);
            }
        })
    };
    Ok(order::map(wanted.into_iter().map(|asked| (asked, place(asked)))))
}

/// What a configuration says of where its provider makes things, and the values that this refers to.
fn tell(configured: &Configured<'_>, writer: Writer<'_>, add: &mut dyn FnMut(&str)) {
    // Without any argument it says as much as with those alone that say nothing of where.
    let arguments = configured.arguments.root();
    if !arguments.is_unset() {
        tell_argument("", arguments, writer, add);
    }
    for (reference, given) in &configured.given {
        add(&writer.address(reference.as_str()));
        add(&Value::of(None, given.value(), writer).canonical);
    }
}

fn tell_argument(path: &str, value: Attr<'_, '_>, writer: Writer<'_>, add: &mut dyn FnMut(&str)) {
    if !value.is_container() || value.is_sensitive() {
        add(path);
        add(&Value::of(None, value, writer).canonical);
        return;
    }
    for (index, item) in value.items().enumerate() {
        tell_argument(&format!("{path}[{index}]"), item, writer, add);
    }
    for (name, member) in value.entries().filter(|(name, _)| says_where(name)) {
        tell_argument(&format!("{path}.{}", writer.words(name)), member, writer, add);
    }
}
