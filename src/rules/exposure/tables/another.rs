//! Whether what is open now is something else than what was open before, in as many places.

use std::collections::BTreeSet;

use crate::lint::{ChangeView, Context};
use crate::rules::data::exposure::Exposure;
use crate::rules::data::exposure_setting::Setting;

use super::setting::{self, blocks};
use super::subject;
use crate::facts::attr::Attr;

/// Names of attributes that tell one block of a list from the others, or what it gives.
const NAMES: [&str; 10] = [
    "apiGroups",
    "api_groups",
    "device_name",
    "label",
    "name",
    "path",
    "path_pattern",
    "pattern",
    "route_key",
    "virtual_name",
];

/// Whether a value opens a part of the object that was not open, or opens more than those that did.
pub(super) fn is_open(context: &Context<'_, '_>, view: &ChangeView<'_, '_>, rule: Exposure, setting: &Setting) -> bool {
    let is_of_several = setting.path.contains("[]") || setting.block.is_some();
    // Patterns are of texts that say more, others ask for whom, and under a former name the same stood elsewhere.
    let is_plain = setting.like.is_empty() && !setting.world && setting.whom.is_empty() && setting.formerly.is_empty();
    if !is_of_several || !is_plain {
        return false;
    }
    let opened = |root| opened(context, rule, setting, root);
    !opened(view.after()).is_subset(&opened(view.before()))
}

/// What is open: each value that opens, with what tells its block from others.
fn opened(
    context: &Context<'_, '_>,
    rule: Exposure,
    setting: &Setting,
    root: Attr<'_, '_>,
) -> BTreeSet<BTreeSet<String>> {
    let mut all = BTreeSet::new();
    let list = setting.path.split_once("[].").filter(|_| setting.block.is_none());
    let (parts, leaf) = match list {
        Some((list, leaf)) => (root.at_path(&format!("{list}[]")), leaf),
        None => (blocks(setting, root), &*setting.leaf),
    };
    let has_names = setting.block.is_some() || list.is_some();
    for part in parts {
        let leaves = part.at_path(leaf).into_iter();
        for leaf in leaves.filter(|leaf| setting::is_open(setting, *leaf)) {
            let mut one = BTreeSet::new();
            // Of access one value may give more than another; of the rest most only say the same in other words.
            if rule.gives_access() {
                subject::add(context, leaf, "", &mut one);
            }
            for name in NAMES.iter().filter(|_| has_names) {
                subject::add(context, part.get(name), name, &mut one);
            }
            all.insert(one);
        }
    }
    all
}
