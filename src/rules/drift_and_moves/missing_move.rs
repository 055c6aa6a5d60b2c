//! Rule `missing-move`: an object is destroyed, and nearly the same one is created under another address.

use std::collections::{BTreeMap, BTreeSet};

use crate::facts::address::{Address, Key, ModulePath};
use crate::facts::attr::{Attr, Kind};
use crate::facts::likeness::{moved, pair};
use crate::facts::{Configured, Facts, Fate, ResourceChange, Truth};
use crate::lint::{ChangeView, Check, Context, Finding, Level, Rule};
use crate::order;

pub(crate) const RULE: Rule = Rule {
    id: "missing-move",
    summary: "an object is destroyed, and nearly the same one is created under another address",
    family: "drift-and-moves",
    level: Level::Warning,
    checks: &[Check::Document(check)],
    ..Rule::BASE
};

/// Attributes by which an object is known at its provider: objects that differ here are two, however alike they are.
const NAMES: &[&str] = &[
    "bucket",
    "cidr_block",
    "domain",
    "email",
    "fqdn",
    "hostname",
    "identifier",
    "name",
    "repository",
    "title",
];

/// An object under its old and its new address.
struct Move<'f, 'a> {
    from: &'f ResourceChange<'a>,
    to: &'f ResourceChange<'a>,
    likeness: Evidence,
}

/// How sure it is that two objects are one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Evidence {
    /// By what it is called, or by several values, while nothing that it belongs to is open.
    Strong,
    /// What it belongs to is known only after apply: sure only beside others that go from and to the same modules.
    Weak,
}

fn check(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    let facts = context.facts;
    let moves = moves(facts);
    if moves.is_empty() {
        return;
    }
    let room = Room::of(facts);
    let mut groups: BTreeMap<(String, String), Vec<&Move<'_, '_>>> = BTreeMap::new();
    for one in &moves {
        if let Some(addresses) = room.addresses(one) {
            groups.entry(addresses).or_default().push(one);
        }
    }
    for ((from, to), group) in groups {
        let Some(first) = group.first() else {
            continue;
        };
        let says = match group.len() - 1 {
            0 => format!(
                "is created with nearly the same values as {}, which is destroyed",
                first.from.address
            ),
            more => format!(
                "and {more} more are created with nearly the same values as {} and {more} more, which are destroyed",
                first.from.address
            ),
        };
        let finding = Finding::about(first.to, says)
            .why(
                "it looks like an object that got another address in the configuration; it would be lost and \
                created again",
            )
            .help(if context.facts.lacks_moved_blocks() {
                "if it is the same object, give it its new address in the state: terraform state mv; `moved` blocks came with \
                 Terraform 1.1"
                    .to_owned()
            } else {
                format!("if it is the same object, write a `moved` block:\n{}", moved(&from, &to))
            });
        findings.push(finding);
    }
}

/// Every pair, type by type.
fn moves<'f, 'a>(facts: &'f Facts<'a>) -> Vec<Move<'f, 'a>> {
    let mut by_type: BTreeMap<&str, [Vec<&ResourceChange<'a>>; 2]> = BTreeMap::new();
    for change in facts.changes.iter().filter(|change| is_free(change)) {
        let side = match change.fate {
            Fate::Delete => 0,
            Fate::Create => 1,
            _ => continue,
        };
        if let Some(changes) = by_type.entry(change.type_name()).or_default().get_mut(side) {
            changes.push(change);
        }
    }
    by_type.retain(|_, [gone, made]| !gone.is_empty() && !made.is_empty());
    let found = by_type
        .into_values()
        .flat_map(|[gone, made]| of_type(facts, gone, made));
    let (strong, weak): (Vec<_>, Vec<_>) = found.partition(|one| one.likeness == Evidence::Strong);
    let ways = order::set(strong.iter().filter_map(way));
    let along: Vec<_> = weak
        .into_iter()
        .filter(|one| way(one).is_some_and(|way| ways.contains(&way)) && own(one.from) == own(one.to))
        .collect();
    let mut moves: Vec<_> = strong.into_iter().chain(along).collect();
    order::sort_by(&mut moves, |one, two| one.to.parsed.cmp(&two.to.parsed));
    moves
}

/// Whether nothing is said of the change yet: a move or an import is a matter of its own.
fn is_free(change: &ResourceChange<'_>) -> bool {
    change.managed()
        && change.parsed.is_some()
        && change.moved_from.is_none()
        && change.wire.deposed().is_none()
        && change.wire.change.importing.is_none()
}

/// From which module to which; `None` inside one.
fn way<'f>(one: &Move<'f, '_>) -> Option<(&'f ModulePath<'f>, &'f ModulePath<'f>)> {
    let (from, to) = (&one.from.parsed.as_ref()?.module, &one.to.parsed.as_ref()?.module);
    (from != to).then_some((from, to))
}

/// The address inside its module.
fn own<'f>(change: &'f ResourceChange<'_>) -> Option<(&'f str, &'f Key<'f>)> {
    let address = change.parsed.as_ref()?;
    Some((&address.name, &address.key))
}

/// The resource in its module instance, without the key of the object.
fn block<'a>(address: &Address<'a>) -> Address<'a> {
    Address {
        key: Key::default(),
        ..address.clone()
    }
}

type Changes<'f, 'a> = Vec<&'f ResourceChange<'a>>;

/// Changes by their resource and the key of the instance.
type Blocks<'f, 'a> = BTreeMap<Address<'f>, BTreeMap<&'f Key<'f>, &'f ResourceChange<'a>>>;

/// The pairs of one type. Replicas are alike, so that resources are paired by one of their objects first, and the other
/// objects go along by their keys.
fn of_type<'f, 'a>(facts: &Facts<'a>, gone: Changes<'f, 'a>, made: Changes<'f, 'a>) -> Vec<Move<'f, 'a>> {
    // Keys that change inside one resource are a matter for `key-change` and `count-shift`.
    let configs = |changes: &Changes<'f, 'a>| -> BTreeSet<String> {
        let addresses = changes.iter().filter_map(|change| change.parsed.as_ref());
        addresses.map(Address::config).collect()
    };
    let stays: BTreeSet<String> = configs(&gone).intersection(&configs(&made)).cloned().collect();
    let leaves = |change: &&ResourceChange<'_>| {
        let config = change.parsed.as_ref().map(Address::config);
        config.is_some_and(|config| !stays.contains(&config))
    };
    let (gone, made): (Changes<'_, '_>, Changes<'_, '_>) = (
        gone.into_iter().filter(leaves).collect(),
        made.into_iter().filter(leaves).collect(),
    );
    let (olds, news) = (blocks(&gone), blocks(&made));
    let (first_olds, first_news) = (firsts(&olds), firsts(&news));
    let mut found = Vec::new();
    let mut done: BTreeSet<&str> = BTreeSet::new();
    for (from, to) in likely(&first_olds, &first_news) {
        let instances = |of: &Blocks<'f, 'a>, change: &ResourceChange<'a>| {
            change
                .parsed
                .as_ref()
                .and_then(|address| of.get(&block(address)).cloned())
                .unwrap_or_default()
        };
        let (olds, news) = (instances(&olds, from), instances(&news, to));
        let by_key = olds.iter().filter_map(|(key, old)| Some((*old, *news.get(key)?)));
        let with_first = (!news.contains_key(&key_of(from))).then_some((from, to));
        for (from, to) in by_key.chain(with_first) {
            if let Some(likeness) = evidence(facts, from, to) {
                done.extend([&*from.address, &*to.address]);
                found.push(Move { from, to, likeness });
            }
        }
    }
    let left = |changes: Changes<'f, 'a>| -> Changes<'f, 'a> {
        let left = changes.into_iter().filter(|change| !done.contains(&*change.address));
        left.collect()
    };
    let (gone, made) = (left(gone), left(made));
    for (from, to) in likely(&gone, &made) {
        if let Some(likeness) = evidence(facts, from, to) {
            found.push(Move { from, to, likeness });
        }
    }
    found
}

fn key_of<'f>(change: &'f ResourceChange<'_>) -> &'f Key<'f> {
    const NONE: &Key<'_> = &Key::None;
    change.parsed.as_ref().map_or(NONE, |address| &address.key)
}

fn blocks<'f, 'a>(changes: &Changes<'f, 'a>) -> Blocks<'f, 'a> {
    let mut blocks: Blocks<'_, '_> = BTreeMap::new();
    for change in changes {
        if let Some(address) = &change.parsed {
            blocks.entry(block(address)).or_default().insert(&address.key, *change);
        }
    }
    blocks
}

fn firsts<'f, 'a>(blocks: &Blocks<'f, 'a>) -> Changes<'f, 'a> {
    let firsts = blocks.values().filter_map(|instances| instances.first_key_value());
    firsts.map(|(_, change)| *change).collect()
}

/// What is paired by its values.
fn likely<'f, 'a>(
    gone: &Changes<'f, 'a>,
    made: &Changes<'f, 'a>,
) -> Vec<(&'f ResourceChange<'a>, &'f ResourceChange<'a>)> {
    if gone.is_empty() || made.is_empty() {
        return Vec::new();
    }
    let pairs = pair(gone, made);
    let pairs = gone.iter().zip(pairs);
    pairs.filter_map(|(from, to)| Some((*from, *made.get(to?)?))).collect()
}

/// How sure it is that the two are one; `None` when they are not.
fn evidence<'a>(facts: &Facts<'a>, from: &ResourceChange<'a>, to: &ResourceChange<'a>) -> Option<Evidence> {
    let (old, new) = (ChangeView::new(from), ChangeView::new(to));
    let (held, planned) = (old.before(), new.after());
    let (mut same, mut different, mut is_named, mut is_open) = (0, 0, false, false);
    for (name, was, will) in held.beside(planned).filter(|(_, _, will)| !will.is_absent()) {
        if was.is_set() == Truth::False && will.is_set() == Truth::False {
            continue;
        }
        // A block may be called as a name is, and holds settings: `repository` of a build.
        let names = is_name(to.type_name(), &name) && !was.is_container() && !will.is_container();
        match was.equals(will) {
            Truth::True => {
                is_named |= names;
                same += leaves(will);
            }
            Truth::False if names => return None,
            Truth::False => different += 1,
            Truth::Unknown => is_open |= !was.is_unset() && waits_for_others(facts, to, &name),
        }
    }
    // While its block is still written, its end is meant: `enabled = false`, a smaller `count`, blue for green.
    let is_written = facts.configured(from).is_some();
    if !is_named && (is_written || same < 2 || same < 3 * different) {
        return None;
    }
    Some(if is_open { Evidence::Weak } else { Evidence::Strong })
}

/// Whether it names the object itself: `name`, or `function_name` of an `aws_lambda_function`, not its `role_name`.
fn is_name(type_name: &str, attribute: &str) -> bool {
    let own = |end: &str| attribute.strip_suffix(end).is_some_and(|stem| type_name.contains(stem));
    NAMES.contains(&attribute) || own("_name") || own("_identifier")
}

/// Whether the configuration takes the value from something else, which the old object may not have belonged to.
fn waits_for_others<'a>(facts: &Facts<'a>, change: &ResourceChange<'a>, attribute: &str) -> bool {
    let resource = facts.configured(change);
    resource.is_some_and(|resource| matches!(resource.argument(attribute), Configured::References(_)))
}

/// How many texts and numbers a value holds, up to a few.
fn leaves(attr: Attr<'_, '_>) -> usize {
    const ENOUGH: usize = 8;
    let mut open = vec![attr];
    let mut count = 0;
    while let Some(attr) = open.pop() {
        if count >= ENOUGH {
            break;
        }
        match attr.kind() {
            Some(Kind::String | Kind::Number) => count += 1,
            Some(Kind::Array) => open.extend(attr.items()),
            Some(Kind::Object) => open.extend(attr.entries().map(|(_, below)| below)),
            Some(Kind::Null | Kind::Bool) | None => {}
        }
    }
    count
}

/// Which modules and resources keep something, so that a `moved` block must not speak of them as a whole.
struct Room {
    /// Where something is that does not go.
    keeps: BTreeSet<String>,
    /// Where something is that was there before.
    holds: BTreeSet<String>,
}

impl Room {
    fn of(facts: &Facts<'_>) -> Self {
        let (mut keeps, mut holds) = (BTreeSet::new(), BTreeSet::new());
        for change in facts.changes.iter().filter(|change| change.managed()) {
            let Some(address) = &change.parsed else {
                continue;
            };
            let depth = address.module.0.len();
            let heads = (1..=depth).map(|depth| head(&address.module, depth));
            let places: Vec<String> = heads.chain([block(address).to_string()]).collect();
            if change.fate != Fate::Delete {
                keeps.extend(places.iter().cloned());
            }
            if change.fate != Fate::Create {
                holds.extend(places);
            }
        }
        Self { keeps, holds }
    }

    /// The widest addresses that say the move: of modules, of resources, or of the objects alone.
    fn addresses(&self, one: &Move<'_, '_>) -> Option<(String, String)> {
        let (from, to) = (one.from.parsed.as_ref()?, one.to.parsed.as_ref()?);
        let is_whole = |from: &String, to: &String| !self.keeps.contains(from) && !self.holds.contains(to);
        let steps = from.module.0.iter().zip(&to.module.0);
        let last = steps.enumerate().rfind(|(_, (one, two))| one != two);
        if let Some((index, _)) = last
            && from.module.0.len() == to.module.0.len()
            && own(one.from) == own(one.to)
        {
            let heads = (head(&from.module, index + 1), head(&to.module, index + 1));
            if is_whole(&heads.0, &heads.1) {
                return Some(heads);
            }
        }
        let blocks = (block(from).to_string(), block(to).to_string());
        if from.key == to.key && is_whole(&blocks.0, &blocks.1) {
            return Some(blocks);
        }
        Some((from.to_string(), to.to_string()))
    }
}

fn head(module: &ModulePath<'_>, depth: usize) -> String {
    ModulePath(module.0.iter().take(depth).cloned().collect()).to_string()
}
