//! Rule `count-shift`: an element left a list or came into it, and the objects behind it changed their roles.

use std::collections::BTreeMap;

use foldhash::fast::RandomState;
use indexmap::IndexMap;

use crate::facts::address::{Address, Key};
use crate::facts::attr::{Attr, Kind};
use crate::facts::{Configured, Fate, ResourceChange, Truth};
use crate::lint::{ChangeView, Check, Context, Finding, Level, Rule};
use crate::order;

pub(crate) const RULE: Rule = Rule {
    id: "count-shift",
    summary: "an element left or joined a list, and the objects after it change roles",
    family: "destruction",
    level: Level::Warning,
    checks: &[Check::Document(check)],
    ..Rule::BASE
};

fn check(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    let changes = &context.facts.changes;
    // In the order of addresses the instances of a block stand together.
    let of_resources = changes.chunk_by(|one, two| match (&one.parsed, &two.parsed) {
        (Some(one), Some(two)) => is_one_block(one, two),
        _ => false,
    });
    let of_resources = of_resources.map(|block| {
        let numbered = instances(block).filter_map(|(address, change)| Some((index(&address.key)?, change)));
        numbered.collect()
    });
    let blocks = of_resources.chain(of_modules(changes));
    findings.extend(blocks.filter_map(Block::of).filter_map(|block| block.finding(context)));
}

/// What a `count` numbers.
type Numbered<'c, 'a> = Vec<(u64, &'c ResourceChange<'a>)>;

/// Deposed objects are no instances: of one instance several may go.
fn instances<'c, 'a>(
    changes: &'c [ResourceChange<'a>],
) -> impl Iterator<Item = (&'c Address<'a>, &'c ResourceChange<'a>)> {
    let managed = changes.iter().filter(|change| change.managed());
    let instances = managed.filter(|change| change.wire.deposed().is_none());
    instances.filter_map(|change| Some((change.parsed.as_ref()?, change)))
}

fn index(key: &Key<'_>) -> Option<u64> {
    match key {
        Key::Int(index) => Some(*index),
        _ => None,
    }
}

/// How many modules around a resource are looked at: each takes a copy of its address.
const AROUND: usize = 4;

/// The instances of resources that the `count` of a module around them numbers, by their addresses without that number.
fn of_modules<'c, 'a>(changes: &'c [ResourceChange<'a>]) -> impl Iterator<Item = Numbered<'c, 'a>> {
    let mut blocks: IndexMap<_, Numbered<'c, 'a>, RandomState> = IndexMap::default();
    for (address, change) in instances(changes) {
        let steps = address.module.0.iter().enumerate().rev();
        let numbered = steps.filter_map(|(at, step)| Some((at, index(&step.key)?)));
        for (at, index) in numbered.take(AROUND) {
            let mut block = address.clone();
            if let Some(step) = block.module.0.get_mut(at) {
                step.key = Key::None;
            }
            blocks.entry(block).or_default().push((index, change));
        }
    }
    blocks.into_values()
}

/// So many attributes do not come to be the same by chance.
const TELLING: usize = 3;

/// Attributes that say who an object is, or what people call it: they stay where they are, whatever moves.
const OWN: [&str; 9] = [
    "arn",
    "effective_labels",
    "id",
    "labels",
    "name_prefix",
    "self_link",
    "tags",
    "tags_all",
    "terraform_labels",
];

fn is_one_block(one: &Address<'_>, two: &Address<'_>) -> bool {
    one.name == two.name && one.type_name == two.type_name && one.mode == two.mode && one.module == two.module
}

/// The instances that one `count` numbers, some of which change while others come or go.
struct Block<'c, 'a> {
    by_index: BTreeMap<u64, &'c ResourceChange<'a>>,
    /// How many instances go at the end.
    gone: u64,
    /// How many instances come at the end.
    made: u64,
}

/// An instance that becomes what another one was.
struct Successor<'c, 'a> {
    change: &'c ResourceChange<'a>,
    of: &'c ResourceChange<'a>,
    attributes: Vec<String>,
}

impl<'c, 'a> Block<'c, 'a> {
    /// `None` unless the number of instances changes and some of the others do.
    fn of(instances: Numbered<'c, 'a>) -> Option<Self> {
        let (mut gone, mut made, mut others_change) = (0, 0, false);
        for (_, change) in &instances {
            match change.fate {
                Fate::Delete => gone += 1,
                Fate::Create => made += 1,
                Fate::Update | Fate::Replace(_) => others_change = true,
                _ => {}
            }
        }
        // With both, nobody can say by how much the list was shifted.
        if !others_change || (gone == 0) == (made == 0) {
            return None;
        }
        let by_index: BTreeMap<u64, &ResourceChange<'_>> = order::map(instances);
        // What goes or comes elsewhere than at the end moves nothing along.
        let mut last = by_index.values().rev().zip(0..gone + made);
        let at_end = |change: &ResourceChange<'_>| matches!(change.fate, Fate::Delete | Fate::Create);
        let shifts = last.all(|(change, _)| at_end(change));
        shifts.then_some(Self { by_index, gone, made })
    }

    /// The instance whose values an index gets when the list shifts.
    fn source(&self, index: u64) -> Option<&'c ResourceChange<'a>> {
        let source = index.checked_add(self.gone)?.checked_sub(self.made)?;
        self.by_index.get(&source).copied()
    }

    fn finding(&self, context: &Context<'_, '_>) -> Option<Finding> {
        let mut successors = Vec::new();
        let mut others = 0;
        for (index, change) in &self.by_index {
            let Some(of) = self.source(*index) else {
                continue;
            };
            let roles = match change.fate {
                Fate::Update | Fate::Replace(_) => changed(change),
                Fate::Create => changed(of),
                _ => continue,
            };
            if roles.is_empty() {
                continue;
            }
            let view = ChangeView::new(of);
            let was = view.before().by_name();
            let view = ChangeView::new(change);
            let becomes = view.after().by_name();
            let same = |name: &String| was(name).equals(becomes(name)).is_true() && was(name).is_set().is_true();
            let attributes: Vec<String> = roles.into_iter().filter(same).collect();
            let moved = attributes.iter().filter(|name| is_telling(becomes(name))).count();
            if moved > 0 && (moved >= TELLING || moved > stayed(context, change, of)) {
                successors.push(Successor { change, of, attributes });
            } else {
                others += 1;
            }
        }
        let first = successors.first().filter(|_| successors.len() >= others)?;
        Some(self.words(first))
    }

    fn words(&self, first: &Successor<'_, '_>) -> Finding {
        let (change, of) = (first.change, first.of);
        let attributes = first.attributes.join(", ");
        let destroyed = self.by_index.values().find(|change| change.fate == Fate::Delete);
        let finding = match destroyed {
            Some(gone) => Finding::about(gone, "is destroyed, although another element left the list").why(format!(
                "the values moved along: {} becomes what {} was ({attributes})",
                change.address, of.address
            )),
            None => Finding::about(
                change,
                format!(
                    "becomes what {} was, because an element was inserted before it in the list",
                    of.address
                ),
            )
            .why(format!("it takes over {attributes}")),
        };
        finding.help(
            "give the objects keys of their own with `for_each`; with `count`, add and remove at the end only, or write \
             `moved` blocks so that each object keeps its role",
        )
    }
}

/// Whether a value that two objects share may say that they are one: a switch is on or off in half of all objects.
fn is_telling(attr: Attr<'_, '_>) -> bool {
    !matches!(attr.kind(), Some(Kind::Bool)) && !attr.is_one_of(&["true", "false", "on", "off", "yes", "no"]).is_true()
}

/// How many written attributes, by which the two were told apart, did not move along. Where only the number of the
/// instance tells them apart, nothing could move.
fn stayed(context: &Context<'_, '_>, change: &ResourceChange<'_>, of: &ResourceChange<'_>) -> usize {
    let configured = change.parsed.as_ref();
    let configured = configured.and_then(|address| context.facts.modules().resource(address));
    let is_written =
        |name: &str| configured.is_none_or(|resource| !matches!(resource.argument(name), Configured::Absent));
    let (view, other) = (ChangeView::new(change), ChangeView::new(of));
    let (becomes, others) = (view.after().by_name(), other.before().by_name());
    view.before()
        .entries()
        .filter(|(name, _)| !OWN.contains(&&**name))
        .filter(|(name, held)| {
            let other = others(name);
            held.equals(other) == Truth::False
                && held.equals(becomes(name)).is_true()
                && held.is_set().is_true()
                && !is_numbered(*held, other)
                && is_written(name)
        })
        .count()
}

/// Whether two texts differ by digits alone, as those do that are made with `count.index`.
fn is_numbered(one: Attr<'_, '_>, two: Attr<'_, '_>) -> bool {
    let plain = |text: &str| text.replace(|letter: char| letter.is_ascii_digit(), "");
    one.compared_text()
        .is_some_and(|one| two.text_is(|two| plain(two) == plain(&one)).is_true())
}

/// The attributes of which both sides are known and not the same.
fn changed(change: &ResourceChange<'_>) -> Vec<String> {
    if !matches!(change.fate, Fate::Update | Fate::Replace(_)) {
        return Vec::new();
    }
    let view = ChangeView::new(change);
    let before = view.before().by_name();
    view.after()
        .entries()
        .filter(|(name, planned)| before(name).equals(*planned) == Truth::False)
        .map(|(name, _)| name.into_owned())
        .collect()
}
