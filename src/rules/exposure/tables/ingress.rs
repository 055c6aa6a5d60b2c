//! Rules of firewalls and security groups: which ports every address may reach.

use std::collections::BTreeSet;

use crate::facts::attr::MASK;
use crate::facts::{ResourceChange, Truth};
use crate::json::string::quoted;
use crate::lint::{ChangeView, Context, Finding, Level};
use crate::rules::data::exposure::table;
use crate::rules::data::exposure_ingress::Ingress;

use super::door::{Door, doors};
use super::networks::Families;
use super::opening::{self, Opening, Since, Voice};
use super::ports::{Covered, Range};
use super::scope::is_within;
use super::setting;
use super::subject;
use super::waiting::{Written, written};

/// Asks how a change lets every address in, beside ports that are meant for everybody.
pub(in crate::rules::exposure) fn changed(
    context: &Context<'_, '_>,
    view: &ChangeView<'_, '_>,
    findings: &mut Vec<Finding>,
    voice: &Voice,
    expected: &[u16],
) {
    if !super::opens(view) {
        return;
    }
    match super::described(context, view, voice.rule) {
        Some(described) => ask(context, &described.view(view.change), findings, voice, expected),
        None => ask(context, view, findings, voice, expected),
    }
}

/// Asks every entry of the type.
fn ask(
    context: &Context<'_, '_>,
    view: &ChangeView<'_, '_>,
    findings: &mut Vec<Finding>,
    voice: &Voice,
    expected: &[u16],
) {
    let Some(entries) = table().of_type(voice.rule, view.change.type_name()) else {
        return;
    };
    let expected: Vec<_> = expected
        .iter()
        .map(|port| Range {
            first: *port,
            last: *port,
            protocol: String::new(),
        })
        .collect();
    let mut openings = Vec::new();
    for entry in &entries.ingress {
        look(context, view, entry, &expected, &mut openings);
    }
    setting::look(context, view, voice.rule, &entries.settings, &mut openings);
    findings.extend(opening::finding(context, view, voice, openings));
}

fn look(
    context: &Context<'_, '_>,
    view: &ChangeView<'_, '_>,
    entry: &Ingress,
    expected: &[Range],
    openings: &mut Vec<Opening>,
) {
    // What nobody wrote is the provider's choice, and that is what it does without.
    let is_left_out = |path: &str| written(context, view.change, &within(entry, path)) == Written::No;
    let after = doors(entry, view.after(), &is_left_out);
    if after.iter().all(|door| door.world == Truth::False) {
        return;
    }
    let mut targets = entry.targets.iter().filter(|path| view.may_differ(path));
    let is_elsewhere =
        targets.any(|path| !is_within(view.after(), view.before(), view.change.type_name(), path).is_true());
    // What was open elsewhere was not open here.
    let before = if view.before().is_unset() || is_elsewhere {
        Vec::new()
    } else {
        doors(entry, view.before(), &|_| false)
    };
    // Ranges are said whole: that 80 is expected does not make three of "all ports".
    let meant = Covered::of(expected);
    let (mut now, mut fresh) = (BTreeSet::new(), BTreeSet::new());
    // Who lets in all addresses of one family has not let in those of the other.
    for is_of in FAMILIES {
        let settled = Covered::of(expected.iter().chain(open(&before, is_of)));
        for range in open(&after, is_of).filter(|range| !meant.has(range)) {
            if !settled.has(range) {
                fresh.insert(range.clone());
            }
            now.insert(range.clone());
        }
    }
    let was_open = Covered::of(open(&before, |_| true));
    let since = if fresh.is_empty() { Since::Before } else { Since::Now };
    let said = if fresh.is_empty() { now } else { fresh };
    let sensitive = after.iter().any(|door| door.sensitive);
    let together = after.iter().any(|door| door.together);
    let mut open_doors = after.iter().filter(|door| door.world.is_true());
    let unnamed = open_doors.all(|door| door.unnamed);
    let mut subject: Vec<_> = {
        let targets = entry.targets.iter();
        let targets = targets.flat_map(|path| subject::at(context, view.after(), path));
        targets.chain(ways_in(&after)).collect()
    };
    openings.extend(said.iter().map(|range| Opening {
        since,
        says: if sensitive {
            format!("some ports {MASK}")
        } else {
            range.to_string()
        },
        path: within(entry, entry.cidrs.first().map_or("", String::as_str)),
        words: if since == Since::Now && was_open.has(range) {
            format!(
                "{}; before, only addresses of the other family came in",
                words(entry, range, together, unnamed)
            )
        } else {
            words(entry, range, together, unnamed)
        },
        // All of them make one finding, so that one has to bring it.
        subject: std::mem::take(&mut subject),
        narrows: false,
        at_most: (entry.mild && unnamed || !range.is_critical()).then_some(Level::Warning),
    }));
    if openings.is_empty() {
        let settled = Covered::of(expected.iter().chain(open(&before, |_| true)));
        openings.extend(unknown(context, view.change, entry, &after, &settled));
    }
}

/// How each family is asked for.
const FAMILIES: [fn(Families) -> bool; 2] = [|families| families.v4, |families| families.v6];

/// All that is open to everybody, as the document says it: people read of ports without the protocol, and of one
/// family.
fn ways_in(doors: &[Door]) -> BTreeSet<String> {
    let open = doors.iter().filter(|door| door.world.is_true());
    let ways = open.flat_map(|door| {
        door.ports.iter().map(|range| {
            if door.sensitive {
                return MASK.to_owned();
            }
            let Range { first, last, protocol } = range;
            format!("{} {} {first}-{last}", door.families, quoted(protocol))
        })
    });
    ways.collect()
}

/// Ports through which all addresses of a family come in.
fn open(doors: &[Door], is_of: fn(Families) -> bool) -> impl Iterator<Item = &Range> {
    let open = doors.iter();
    open.filter(move |door| door.world.is_true() && is_of(door.families))
        .flat_map(|door| &door.ports)
}

/// What may turn out to let everybody in.
fn unknown(
    context: &Context<'_, '_>,
    change: &ResourceChange<'_>,
    entry: &Ingress,
    doors: &[Door],
    settled: &Covered,
) -> Option<Opening> {
    let may_be_more = |door: &&Door| {
        let more = door.ports.iter().any(|range| !settled.has(range));
        let ports_may_be = !door.unknown_ports.is_empty() && door.world != Truth::False;
        ports_may_be || (more && door.world.is_unknown())
    };
    let door = doors.iter().find(may_be_more)?;
    let paths = if door.world.is_unknown() {
        &door.unknown_paths
    } else {
        &door.unknown_ports
    };
    let path = paths
        .iter()
        .map(|path| within(entry, path))
        .find(|path| written(context, change, path) != Written::No)?;
    Some(Opening::unknown(path))
}

/// The path of an attribute of a rule in the object.
fn within(entry: &Ingress, path: &str) -> String {
    match &entry.block {
        Some(block) => format!("{block}.{path}"),
        None => path.to_owned(),
    }
}

fn words(entry: &Ingress, range: &Range, together: bool, unnamed: bool) -> String {
    let place = entry
        .block
        .as_deref()
        .map_or("it", |block| block.trim_end_matches("[]"));
    let place = place.rsplit('.').next().unwrap_or(place);
    let whom = if together {
        "its networks together are half of all addresses or more".to_owned()
    } else if unnamed {
        format!("{place} names no networks that may connect")
    } else {
        format!("{place} names every address as a source")
    };
    if range.is_critical() {
        format!("{whom}, and what answers there administers machines or serves data")
    } else {
        whom
    }
}
