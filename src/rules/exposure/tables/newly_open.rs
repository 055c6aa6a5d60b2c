//! Whether a change opens another part of an object than was open before, where as many are open.

use std::collections::BTreeSet;

use crate::facts::attr::Attr;
use crate::json::Kind;
use crate::lint::{ChangeView, Context};
use crate::order;
use crate::rules::data::exposure::Exposure;
use crate::rules::data::exposure_setting::Setting;

use super::known_values::KnownValues;
use super::setting::{blocks, counts, holds, is_limited, is_open};
use super::subject;

/// Names of attributes that tell one block of a list from the others.
const NAMES: [&str; 7] = [
    "device_name",
    "name",
    "path",
    "path_pattern",
    "pattern",
    "route_key",
    "virtual_name",
];

/// Names of attributes that tell how much a block opens.
const GIVEN: [&str; 3] = ["apiGroups", "api_groups", "label"];

/// How many pairs of parts are compared; of more nobody can say that they were open before.
const MOST: usize = 1_000_000;

/// Whether a value opens a part of the object that was not open, or opens more than those that did.
pub(super) fn opens_more(
    context: &Context<'_, '_>,
    view: &ChangeView<'_, '_>,
    rule: Exposure,
    setting: &Setting,
) -> bool {
    let is_of_several = setting.path.contains("[]") || setting.block.is_some();
    // Patterns are of texts that say more, others ask for whom, and under a former name the same stood elsewhere.
    let is_plain = setting.like.is_empty() && !setting.world && setting.whom.is_empty() && setting.formerly.is_empty();
    if !is_of_several || !is_plain {
        return false;
    }
    let parts = |root| parts(context, rule, setting, root);
    let (before, after) = (parts(view.before()), parts(view.after()));
    // A part that is gone may have another name now.
    let names: BTreeSet<&BTreeSet<String>> = order::set(after.iter().map(|part| &part.names));
    let open: Vec<_> = before.iter().filter(|part| part.is_open).collect();
    if open.len().saturating_mul(after.len()) > MOST {
        return true;
    }
    let was_open = |now: &Part| {
        open.iter()
            .any(|part| (part.names == now.names || !names.contains(&part.names)) && covers(&part.given, &now.given))
    };
    after.iter().any(|now| now.is_open && !was_open(now))
}

/// Names of all that can be given.
const ALL: [&str; 3] = ["*", "ALL", "ALL PRIVILEGES"];

/// Whether a list gives nothing that the earlier one did not; an empty list may mean all there is.
pub(super) fn is_less(before: Attr<'_, '_>, now: Attr<'_, '_>) -> bool {
    if before.kind() != Some(Kind::Array) || now.kind() != Some(Kind::Array) || now.items().next().is_none() {
        return false;
    }
    let had_all = || before.items().any(|one| one.is_one_of(&ALL).is_true());
    let held = KnownValues::of(before.items());
    now.items().all(|one| held.has(one).is_true()) || had_all() && !now.may_hold_unknown()
}

/// Whether what opens now is less than the object gave before to the same, by what the entry says is more.
pub(super) fn had_more(setting: &Setting, view: &ChangeView<'_, '_>) -> bool {
    view.existed() && !is_limited(setting, view.before()) && had_all(setting, view.before())
}

/// Whether an object gives what the entry says is more.
pub(super) fn had_all(setting: &Setting, object: Attr<'_, '_>) -> bool {
    let had = |guard| holds(guard, object, object, None).is_true();
    !setting.less_than.is_empty() && setting.less_than.iter().all(had)
}

/// A part of an object that an entry asks.
struct Part {
    /// What tells it from others.
    names: BTreeSet<String>,
    /// The values that open it, and what they give.
    given: BTreeSet<String>,
    is_open: bool,
}

fn parts(context: &Context<'_, '_>, rule: Exposure, setting: &Setting, root: Attr<'_, '_>) -> Vec<Part> {
    let list = setting.path.split_once("[].").filter(|_| setting.block.is_none());
    let (parts, leaf) = match list {
        Some((list, leaf)) => (root.at_path(&format!("{list}[]")), leaf),
        None => (blocks(setting, root), &*setting.leaf),
    };
    let has_names = setting.block.is_some() || list.is_some();
    let texts = |part: Attr<'_, '_>, of: &[&str]| {
        let mut texts = BTreeSet::new();
        for name in of.iter().filter(|_| has_names) {
            subject::add(context, part.get(name), name, &mut texts);
        }
        texts
    };
    let read = |part: Attr<'_, '_>| {
        let leaves = part.at_path(leaf).into_iter();
        let open: Vec<_> = leaves.filter(|leaf| is_open(setting, *leaf).is_true()).collect();
        let mut given = texts(part, &GIVEN);
        // Of access one value may give more than another; of the rest, and of verbs, most say the same in other words.
        for leaf in open.iter().filter(|_| rule.gives_access() && setting.block.is_none()) {
            subject::add(context, *leaf, "", &mut given);
        }
        let given = given.into_iter().map(|text| text.to_ascii_lowercase()).collect();
        Part {
            names: texts(part, &NAMES),
            given,
            is_open: !open.is_empty() && counts(setting, part, root, None).is_true(),
        }
    };
    parts.into_iter().map(read).collect()
}

/// Whether each of the later texts is one of the earlier, or of what one of those means that ends in a star.
fn covers(before: &BTreeSet<String>, after: &BTreeSet<String>) -> bool {
    let is_meant = |text: &String| {
        let mut stars = before.iter().filter_map(|one| one.strip_suffix('*'));
        before.contains(text) || stars.any(|beginning| beginning.contains('=') && text.starts_with(beginning))
    };
    after.iter().all(is_meant)
}
