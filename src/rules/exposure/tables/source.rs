//! Where a rule of a firewall lets connections come from.

use std::borrow::Cow;

use crate::facts::Truth;
use crate::facts::attr::Attr;
use crate::rules::data::exposure_ingress::Ingress;

use super::networks::{Families, Networks};
use super::scalar;
use super::setting::is_world;

/// Whether a network, or one of a list of them, is that of everybody.
pub(super) fn everybody(entry: &Ingress, rule: Attr<'_, '_>, cidr: Attr<'_, '_>) -> Truth {
    let bits_unknown = entry.bits.as_ref().is_some_and(|path| rule.get(path).is_unknown());
    if bits_unknown {
        return Truth::Unknown;
    }
    if let Some(until) = &entry.until {
        let last = rule.get(until);
        if cidr.is_unknown() || last.is_unknown() {
            return Truth::Unknown;
        }
        return range(entry, rule).are_the_world().into();
    }
    let is = |one: Attr<'_, '_>| {
        let listed = |text: &str| entry.everybody.iter().any(|every| every.eq_ignore_ascii_case(text));
        one.text_is(|text| listed(text) || is_world(&whole(entry, rule, text)))
    };
    is(cidr).or(cidr.any_item(is))
}

/// The families of whose addresses a rule names every one, or half of them.
pub(super) fn families(entry: &Ingress, rule: Attr<'_, '_>) -> Families {
    let mut families = networks(entry, rule).worlds();
    for path in &entry.cidrs {
        for cidr in rule.at_path(path) {
            for one in cidr.items().chain([cidr]) {
                let Some(text) = one.compared_text() else {
                    continue;
                };
                if entry.everybody.iter().any(|every| every.eq_ignore_ascii_case(&text)) {
                    families = Families::BOTH;
                } else if is_world(&whole(entry, rule, &text)) {
                    families = families.union(Families::of(&text));
                }
            }
        }
    }
    families
}

/// The networks of a rule that can be read.
pub(super) fn networks(entry: &Ingress, rule: Attr<'_, '_>) -> Networks {
    if entry.until.is_some() {
        return range(entry, rule);
    }
    let mut networks = Networks::default();
    for path in &entry.cidrs {
        for cidr in rule.at_path(path) {
            for one in cidr.items().chain([cidr]) {
                if let Some(text) = one.compared_text() {
                    networks.add(&whole(entry, rule, &text));
                }
            }
        }
    }
    networks
}

/// The addresses of a rule from a first to a last one.
fn range(entry: &Ingress, rule: Attr<'_, '_>) -> Networks {
    let mut networks = Networks::default();
    let last = entry.until.as_ref().and_then(|path| rule.get(path).compared_text());
    for first in entry.cidrs.iter().filter_map(|path| rule.get(path).compared_text()) {
        networks.add_range(&first, last.as_deref().unwrap_or_default());
    }
    networks
}

/// The network that a text names, with the number of its bits where that stands apart.
fn whole<'t>(entry: &Ingress, rule: Attr<'_, '_>, text: &'t str) -> Cow<'t, str> {
    let bits = entry.bits.as_ref().and_then(|path| scalar(rule.get(path)));
    bits.map_or(Cow::Borrowed(text), |bits| format!("{text}/{bits}").into())
}
