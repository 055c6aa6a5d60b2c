//! Attributes whose value opens something, as `[[setting]]` of `exposure.toml` says it.

use serde::Deserialize;

use crate::rules::wildcard::Wildcard;

use super::exposure_file::{GuardWire, SettingWire};
use super::value::Value;

/// An attribute that opens something, with its paths cut where they part.
#[derive(Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a word of the table, independent of the others"
)]
pub(in crate::rules) struct Setting {
    /// The whole path, for words and for the configuration.
    pub path: String,
    /// The block that the attribute and a condition share; `None` for the whole resource.
    pub block: Option<String>,
    /// The path within the block.
    pub leaf: String,
    /// Paths at which other versions of the provider have the same value.
    pub formerly: Vec<String>,
    /// Values that open.
    pub opens: Vec<Value>,
    /// Values that open, with `*` for any text.
    pub like: Vec<Wildcard>,
    /// Whether a network of everybody opens.
    pub world: bool,
    /// Where the last address of a range stands whose first one is at the path.
    pub until: Option<String>,
    /// Where the identity provider is named, of whose tokens the value is a condition.
    pub issuer: Option<String>,
    /// Whether nothing opens.
    pub absent_opens: bool,
    /// What must have stood there before, if anything.
    pub from: Vec<Value>,
    /// Whether it counts only where something closed an object that was there.
    pub only_changed: bool,
    /// Whether a new object ends something, where that is else said of one that was there.
    pub made: bool,
    /// Whether an object was closed that had none of the blocks in which it is looked for.
    pub none_closes: bool,
    /// Types of resources whose values never open: what comes from these alone.
    pub never_of: Vec<String>,
    /// Whether it is at most a warning.
    pub mild: bool,
    /// Whether the value is a text in SQL: of that comments and quoted texts open nothing, and no more is told.
    pub untold: bool,
    /// Paths of who is let in: more of them, or others, are let in now. Where a list of them is empty, nobody is.
    pub whom: Vec<String>,
    /// The path, in the block, of what is given by the value that opens.
    pub gives: Option<String>,
    /// The path, in the block, of what the block is called.
    pub label: Option<String>,
    /// What must hold for the entry to count: all of them.
    pub when: Vec<Guard>,
    /// What must not hold: none of them.
    pub unless: Vec<Guard>,
    /// What stood there before and closed nothing.
    pub unless_before: Vec<Guard>,
    /// What all stood there before and opened more.
    pub less_than: Vec<Guard>,
    /// What makes it harmless when one of these holds anything.
    pub unless_set: Vec<Place>,
    /// Paths of what may limit it or not: where one holds anything, it is at most a warning.
    pub limited_by: Vec<String>,
    /// How volumes are mounted of which it counts only what is mounted for writing.
    pub mounts: Option<Mounts>,
    /// Why it matters: a full clause.
    pub words: String,
}

/// Where it stands who mounts a volume, and how.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::rules) struct Mounts {
    /// The path of the volume's name.
    pub volume: String,
    /// Paths of mounts.
    pub lists: Vec<String>,
    /// The attribute of a mount that names the volume.
    pub name: String,
    /// The attribute of a mount that keeps it from writing.
    pub read_only: String,
}

/// Another attribute.
#[derive(Debug)]
pub(in crate::rules) struct Place {
    /// The whole path, for the configuration.
    pub path: String,
    /// The path within the setting's block, if it stands there.
    pub within: Option<String>,
}

/// A condition on another attribute, or on the very value.
#[derive(Debug)]
pub(in crate::rules) struct Guard {
    /// Whether it is the setting's own path: it asks each value there for itself.
    pub of_value: bool,
    /// Whether the path begins in the setting's block, and not in the resource.
    pub in_block: bool,
    /// The path from there.
    pub path: String,
    /// Values of which one must stand there.
    pub is: Vec<Value>,
    /// The same, with `*` for any text.
    pub like: Vec<Wildcard>,
    /// Names of which a pattern must mean one that stands there, as Vault reads patterns.
    pub covers: Vec<String>,
    /// Where nothing else may stand.
    pub also: Vec<Place>,
    /// Types of which the resources are that an unknown value means; of any, where none is told.
    pub of: Vec<String>,
}

impl Setting {
    /// Every path that the entry's answer hangs on; of those inside the block the block's.
    pub(in crate::rules) fn reads(&self) -> impl Iterator<Item = &str> {
        let guards = self.when.iter().chain(&self.unless).filter(|guard| !guard.in_block);
        let guards = guards.flat_map(|guard| {
            let also = guard.also.iter().map(|place| place.path.as_str());
            also.chain([guard.path.as_str()])
        });
        guards
            .chain(self.unless_set.iter().map(|place| place.path.as_str()))
            .chain(self.limited_by.iter().map(String::as_str))
            .chain(self.until.as_deref())
            .chain(self.issuer.as_deref())
            .chain([self.path.as_str()])
            .chain(self.whom.iter().map(String::as_str))
            .chain(
                self.mounts
                    .iter()
                    .flat_map(|mounts| mounts.lists.iter().map(String::as_str)),
            )
    }

    /// Where a value stands among those that open; `None` before all.
    pub(in crate::rules) fn place(&self, value: Option<&Value>) -> Option<usize> {
        self.opens.iter().position(|one| Some(one) == value)
    }

    pub(super) fn of(wire: SettingWire) -> Self {
        let shared = |guard: &GuardWire| shared_block(&wire.path, &guard.path).filter(|_| !guard.anywhere);
        let block = wire.when.iter().find_map(shared);
        let until = || shared_block(&wire.path, wire.until.as_deref()?);
        let block = block
            .or_else(|| wire.unless.iter().find_map(shared))
            .or_else(until)
            .or_else(|| shared_block(&wire.path, wire.gives.as_deref()?))
            .or_else(|| shared_block(&wire.path, &wire.mounts.as_ref()?.volume))
            .or_else(|| {
                // What is missing is asked of the whole: a block that is not there would hide it.
                let mut places = wire.unless_set.iter().filter(|_| !wire.absent_opens);
                places.find_map(|path| shared_block(&wire.path, path))
            })
            .map(str::to_owned);
        let within = |path: &str| {
            let prefix = block.as_deref()?;
            path.strip_prefix(prefix)?.strip_prefix('.').map(str::to_owned)
        };
        let place = |path: String| Place {
            within: within(&path),
            path,
        };
        let guard = |guard: GuardWire| {
            let inside = within(&guard.path).filter(|_| !guard.anywhere);
            Guard {
                of_value: guard.path == wire.path && !guard.anywhere,
                in_block: inside.is_some(),
                path: inside.unwrap_or(guard.path),
                is: guard.is,
                like: guard.like,
                covers: guard.covers,
                also: guard.also.into_iter().map(place).collect(),
                of: guard.of,
            }
        };
        let guards = |wires: Vec<GuardWire>| wires.into_iter().map(guard).collect();
        Self {
            leaf: within(&wire.path).unwrap_or_else(|| wire.path.clone()),
            when: guards(wire.when),
            unless: guards(wire.unless),
            unless_before: guards(wire.unless_before),
            less_than: guards(wire.less_than),
            path: wire.path,
            until: wire.until.map(|path| within(&path).unwrap_or(path)),
            issuer: wire.issuer,
            formerly: wire.formerly,
            opens: wire.opens,
            like: wire.like,
            world: wire.world,
            absent_opens: wire.absent_opens,
            from: wire.from,
            only_changed: wire.only_changed,
            made: wire.made,
            none_closes: wire.none_closes,
            never_of: wire.never_of,
            mild: wire.mild,
            untold: wire.untold,
            whom: wire.whom,
            gives: wire.gives.map(|path| within(&path).unwrap_or(path)),
            label: wire.label.as_deref().and_then(within),
            unless_set: wire.unless_set.into_iter().map(place).collect(),
            limited_by: wire.limited_by,
            mounts: wire.mounts.map(|mounts| Mounts {
                volume: within(&mounts.volume).unwrap_or(mounts.volume),
                ..mounts
            }),
            words: wire.words,
            block,
        }
    }
}

/// The longest beginning of both paths that ends in a block: `a[].b[]` of `a[].b[].c` and `a[].b[].d`.
pub(super) fn shared_block<'p>(one: &'p str, two: &str) -> Option<&'p str> {
    let mut shared = None;
    for (end, _) in one.match_indices("[].") {
        let prefix = one.get(..end + 2)?;
        if two.strip_prefix(prefix).is_some_and(|rest| rest.starts_with('.')) {
            shared = Some(prefix);
        }
    }
    shared
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_part_where_their_blocks_do() {
        for (one, two, shared) in [
            ("a[].b", "a[].c", Some("a[]")),
            ("a[].b[].c", "a[].b[].d", Some("a[].b[]")),
            ("a[].b[].c", "a[].d", Some("a[]")),
            ("a[].b", "ab[].c", None),
            ("a", "b", None),
            ("a[]", "a[]", None),
        ] {
            assert_eq!(shared_block(one, two), shared, "{one} {two}");
        }
    }
}
