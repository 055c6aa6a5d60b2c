//! Rule `duplicate-object`: one object is in the state under two addresses, or twice under one.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::hash::BuildHasher;

use foldhash::fast::RandomState;
use rayon::prelude::*;

use crate::facts::attr::{Attr, Kind};
use crate::facts::{Facts, Fate, Identity, ResourceChange, Sameness, StateObject};
use crate::lint::{Check, Context, Finding, Level, ObjectView, Rule, RuleSubject};
use crate::order;
use crate::words::{self, listed};

pub(crate) const RULE: Rule = Rule {
    id: "duplicate-object",
    summary: "one object is in the state under two addresses, or twice under one",
    family: "state",
    subject: RuleSubject::States,
    level: Level::Error,
    checks: &[Check::Document(check)],
    ..Rule::BASE
};

/// More addresses than this are only counted.
const MOST_NAMED: usize = 3;

/// So many objects of one identity are compared with those after them. People have an object twice, or a few; where a
/// type gives one id to thousands that differ, each with each would take hours.
const MOST_COMPARED: usize = 16;

/// What to do about a deposed entry whose object is in use.
pub(super) const TAKE_OUT: &str = "do not apply; take the deposed entry alone out of the state: `state pull`, remove it \
                                   and raise `serial` in the file, `state push`; `state rm` would take all of its \
                                   address";

/// What people write on an object, and how long they wait for it.
const TELL_NOTHING: &[&str] = &["labels", "tags", "tags_all", "timeouts"];

fn check(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    let facts = context.facts;
    findings.extend(at_one_address(facts));
    let fates = Fates::new(facts);
    let mut found = at_several_addresses(facts, &fates);
    order::sort_by_key(&mut found, |twins| {
        twins.first().map(|first| (first.parsed(), &first.address))
    });
    findings.extend(found.iter().filter_map(|twins| duplicate(twins, &fates)));
}

/// What is deposed, by its address and key, and is for sure an object that another address stands for, too.
pub(super) fn deposed_twins<'f>(facts: &'f Facts<'_>) -> BTreeSet<(&'f str, &'f str)> {
    let twins = at_several_addresses(facts, &Fates::new(facts)).into_iter();
    let twins = twins.filter(|twins| twins.len() > 1).flatten();
    order::set(twins.filter_map(|object| Some((&*object.address, object.deposed()?))))
}

/// Objects of one identity at several addresses that do not leave the state, object by object.
fn at_several_addresses<'f, 'a>(facts: &'f Facts<'a>, fates: &Fates<'_>) -> Vec<Vec<&'f StateObject<'a>>> {
    let mut identified: Vec<(Identity<'_>, &StateObject<'_>)> = sharing_an_id(facts.objects())
        .into_par_iter()
        .filter_map(|object| Some((object.identity()?, object)))
        .collect();
    // Stable: under one identity the order of addresses stays.
    order::sort_by(&mut identified, |one, two| one.0.cmp(&two.0));
    let groups = identified.chunk_by(|one, two| one.0 == two.0);
    let groups = groups.filter(|group| group.len() > 1);
    groups.flat_map(|group| twins(group, facts, fates)).collect()
}

/// What becomes of objects, looked up where there is one to ask for: most documents have no twins.
struct Fates<'f> {
    changes: &'f [ResourceChange<'f>],
    /// By their addresses, and the keys of those that are deposed.
    by_object: OnceCell<BTreeMap<(&'f str, Option<&'f str>), Fate>>,
}

impl<'f> Fates<'f> {
    fn new(facts: &'f Facts<'_>) -> Self {
        Self {
            changes: &facts.changes,
            by_object: OnceCell::new(),
        }
    }

    fn of(&self, object: &StateObject<'_>) -> Option<Fate> {
        let of_change = |change: &'f ResourceChange<'f>| ((&*change.address, change.wire.deposed()), change.fate);
        let by_object = self
            .by_object
            .get_or_init(|| order::map(self.changes.iter().map(of_change)));
        by_object.get(&(&*object.address, object.deposed())).copied()
    }
}

/// Objects that are listed again under their own address. Terraform 0.12 leaves module and key out of addresses.
fn at_one_address(facts: &Facts<'_>) -> Vec<Finding> {
    if facts.engine_is("<0.13") == Some(true) {
        return Vec::new();
    }
    let is_again =
        |one: &StateObject<'_>, two: &StateObject<'_>| one.address == two.address && one.deposed() == two.deposed();
    let groups = facts.objects().chunk_by(is_again);
    let again = groups.filter(|group| group.len() > 1).filter_map(<[_]>::first);
    again
        .map(|object| {
            Finding::about_object(object, "is listed twice in the state")
                .why("nobody can say which of the two the engine would change or destroy")
                .help("restore an earlier version of the state: no engine writes this")
        })
        .collect()
}

/// Objects that may have the id of another one: few, so that only few are read.
fn sharing_an_id<'f, 'a>(objects: &'f [StateObject<'a>]) -> Vec<&'f StateObject<'a>> {
    // By their hashes, so that all threads can sort them; two ids of one hash only make more to be read.
    let keys = RandomState::default();
    let of_all = objects
        .par_iter()
        .enumerate()
        .try_fold(Vec::new, |mut ids, (index, object)| {
            ids.extend(object.ids()?.into_iter().map(|id| (keys.hash_one(id), index)));
            Some(ids)
        });
    let joined = of_all.try_reduce(Vec::new, |mut ids, mut more| {
        ids.append(&mut more);
        Some(ids)
    });
    let Some(mut ids) = joined else {
        return objects.iter().collect();
    };
    ids.par_sort_unstable();
    // One object may name an id twice.
    let is_of_several = |group: &&[(u64, usize)]| group.first().map(|one| one.1) != group.last().map(|one| one.1);
    let groups = ids.chunk_by(|one, two| one.0 == two.0).filter(is_of_several);
    let mut shared: Vec<usize> = groups.flatten().map(|(_, index)| *index).collect();
    shared.sort_unstable();
    shared.dedup();
    shared.into_iter().map(|index| &objects[index]).collect()
}

/// Those of a group that are one object for sure, and do not leave the state, object by object.
fn twins<'f, 'a>(
    group: &[(Identity<'a>, &'f StateObject<'a>)],
    facts: &Facts<'a>,
    fates: &Fates<'_>,
) -> Vec<Vec<&'f StateObject<'a>>> {
    let Some((identity, _)) = group.first() else {
        return Vec::new();
    };
    let leaves = |object: &&StateObject<'_>| fates.of(object).is_some_and(Fate::forgets);
    let mut staying: Vec<_> = group.iter().map(|(_, object)| *object).collect();
    staying.retain(|object| !leaves(object));
    let mut twins = Vec::new();
    while let Some((first, others)) = staying.split_first()
        && twins.len() < MOST_COMPARED
    {
        let is_same = are_one(identity, first, facts);
        // Terraform 0.12 leaves module and key out of addresses. Of what is deposed at its own address another rule tells.
        let is_twin = |object: &&StateObject<'a>| object.address != first.address && is_same(object);
        let (same, different): (Vec<_>, Vec<_>) = others.iter().copied().partition(is_twin);
        twins.push(std::iter::once(*first).chain(same).collect());
        staying = different;
    }
    twins
}

/// Tells of another object with the same identity whether it is the same one.
pub(super) fn are_one<'a>(
    identity: &Identity<'a>,
    first: &StateObject<'a>,
    facts: &Facts<'a>,
) -> impl Fn(&StateObject<'a>) -> bool {
    let view = ObjectView::new(first);
    let sameness = identity.sameness(view.values());
    move |object| match sameness {
        Sameness::Certain => true,
        Sameness::Alike => {
            have_one_provider(first, object, facts) && is_alike(view.values(), ObjectView::new(object).values())
        }
        Sameness::Equal => {
            have_one_provider(first, object, facts) && is_equal(view.values(), ObjectView::new(object).values())
        }
        Sameness::Unknown => false,
    }
}

/// Whether both have the same configuration of their provider, as far as the document says.
fn have_one_provider(one: &StateObject<'_>, two: &StateObject<'_>, facts: &Facts<'_>) -> bool {
    let key = |object: &StateObject<'_>| {
        let resource = facts.modules().resource(&object.parsed()?)?;
        resource.wire.provider_config_key.as_deref()
    };
    let is_same_key = match (key(one), key(two)) {
        (Some(one), Some(two)) => one == two,
        _ => true,
    };
    is_same_key && one.provider_configuration() == two.provider_configuration()
}

/// So few texts do not outweigh what else differs: some types hold the id of what they belong to as an element of
/// something.
const FEW_TEXTS: usize = 2;

/// Whether the texts of both are the same, but for a few.
fn is_alike(one: Attr<'_, '_>, two: Attr<'_, '_>) -> bool {
    let (mut same, mut different) = (0, 0);
    for (_, value, other) in one.beside(two) {
        if value.kind() == Some(Kind::String) && other.kind() == Some(Kind::String) {
            if value.same_known_value(other) {
                same += 1;
            } else {
                different += 1;
            }
        }
    }
    same > FEW_TEXTS && same > 3 * different || is_equal(one, two)
}

/// Whether all that is written of both is the same, but for what tells no object from another.
fn is_equal(one: Attr<'_, '_>, two: Attr<'_, '_>) -> bool {
    let mut members = one.beside(two);
    members.all(|(name, value, other)| TELL_NOTHING.contains(&&*name) || value.same_known_value(other))
}

fn duplicate(twins: &[&StateObject<'_>], fates: &Fates<'_>) -> Option<Finding> {
    let [first, others @ ..] = twins else {
        return None;
    };
    if others.is_empty() {
        return None;
    }
    let name = |object: &StateObject<'_>| format!("{}{}", object.address, words::deposed(object.deposed()));
    let names: Vec<_> = others.iter().map(|object| name(object)).collect();
    let names = listed(&names, MOST_NAMED, ", ");
    let destroyed = twins.iter().find(|object| fates.of(object).is_some_and(Fate::destroys));
    let deposed = twins.iter().find(|object| object.deposed().is_some());
    let (stand, change, rest) = match others {
        [_] => ("the other address stands", "both addresses", "the other"),
        _ => ("the other addresses stand", "these addresses", "the others"),
    };
    let why = match (destroyed, deposed) {
        (Some(object), _) => format!(
            "this plan destroys it as {}, and with it what {stand} for",
            name(object)
        ),
        (None, Some(object)) => format!(
            "every complete plan destroys what is deposed, so that the next one destroys it as {}, and with it what \
             {stand} for",
            name(object)
        ),
        (None, None) => format!("{change} change it back and forth, and destroying one destroys it for {rest}"),
    };
    let help = match deposed {
        Some(_) => TAKE_OUT,
        None => {
            "decide which address keeps it; remove the other with a `removed` block and `destroy = false`, or with \
             `state rm`"
        }
    };
    Some(
        Finding::about_object(first, format!("is the same object as {names}"))
            .why(why)
            .help(help),
    )
}
