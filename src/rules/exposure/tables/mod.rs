//! How the tables about exposures are asked: one file a kind of entry, and what becomes of the answers.

mod breadth;
mod creation;
mod document;
mod door;
mod grant;
mod identity;
pub(super) mod ingress;
mod known_values;
mod lockout;
mod mounts;
mod networks;
mod newly_open;
mod notes;
mod opened;
mod opening;
mod part;
mod pattern;
mod policy;
mod ports;
mod removal;
mod restriction;
mod right;
mod scope;
mod setting;
mod source;
mod statement;
pub(in crate::rules) mod subject;
mod together;
mod undenied;
mod waiting;

use crate::facts::Fate;
use crate::facts::attr::Attr;
use crate::json::Kind;
use crate::lint::{ChangeView, Context, Finding};
use crate::rules::data::exposure::{Exposure, table};
use crate::rules::described::Described;

pub(in crate::rules) use lockout::locks_out;
pub(super) use opening::Voice;
pub(super) use removal::guards_removed;
pub(super) use setting::was_open;
pub(in crate::rules) use undenied::{denied_deletions, denies_less};

/// Every kind of entry of one rule, asked about one change.
pub(super) fn changed(
    context: &Context<'_, '_>,
    view: &ChangeView<'_, '_>,
    findings: &mut Vec<Finding>,
    voice: &Voice,
) {
    if !opens(view) {
        return;
    }
    match described(context, view, voice.rule) {
        Some(described) => look(context, &described.view(view.change), findings, voice),
        None => look(context, view, findings, voice),
    }
}

/// The change as a text describes it, where the type has one and the rule has something to ask of it.
fn described(context: &Context<'_, '_>, view: &ChangeView<'_, '_>, rule: Exposure) -> Option<Described> {
    let type_name = view.change.type_name();
    let text = table()
        .text(type_name)
        .filter(|_| table().of_type(rule, type_name).is_some())?;
    Described::of(view, &text.path, text.language, &|attr| is_secret(context, attr))
}

fn look(context: &Context<'_, '_>, view: &ChangeView<'_, '_>, findings: &mut Vec<Finding>, voice: &Voice) {
    let (table, type_name) = (table(), view.change.type_name());
    let mut openings = Vec::new();
    if let Some(entries) = table.of_type(voice.rule, type_name) {
        setting::look(context, view, voice.rule, &entries.settings, &mut openings);
        policy::look(context, view, &entries.policies, &mut openings);
        openings.extend(
            entries
                .creation
                .as_ref()
                .and_then(|creation| creation::look(context, view, creation)),
        );
    }
    if let Some((shape, words)) = table.grant.of_type(voice.rule, type_name) {
        grant::look(context, view, shape, words, &mut openings);
    }
    if voice.rule == Exposure::AdminGrant && table.grant.ruled.iter().any(|ruled| ruled == type_name) {
        openings.extend(grant::rulers(context, view));
    }
    findings.extend(opening::finding(context, view, voice, openings));
}

/// The JSON of a known object, to be compared as [`Attr::compared_text`] is.
#[expect(clippy::disallowed_methods, reason = "compared, and judged under its marks")]
fn object(attr: Attr<'_, '_>) -> Option<String> {
    let node = attr.reveal().filter(|_| attr.kind() == Some(Kind::Object));
    node.map(|node| node.text().to_owned())
}

/// The one value at a path that may lead through blocks.
fn at<'d, 'a>(attr: Attr<'d, 'a>, path: &str) -> Attr<'d, 'a> {
    if !path.contains('.') {
        return attr.get(path);
    }
    let found = attr.at_path(path).into_iter().next();
    found.unwrap_or_else(|| attr.get(path))
}

/// Whether a text must not be told: a copy of something sensitive bears no mark of its own.
fn is_secret(context: &Context<'_, '_>, attr: Attr<'_, '_>) -> bool {
    attr.is_sensitive() || attr.text_is(|text| context.facts.secrets().has(text)).is_true()
}

/// A known text or number as text; it is compared, and left out of words when marked sensitive.
#[expect(
    clippy::disallowed_methods,
    reason = "ports, protocols and sizes of networks are compared; sensitive ones are kept out of words"
)]
fn scalar(attr: Attr<'_, '_>) -> Option<String> {
    let node = attr.reveal()?;
    match node.as_str() {
        Some(text) => Some(text.into_owned()),
        None => node.as_number()?.as_i64().map(|number| number.to_string()),
    }
}

/// Whether the change leaves a managed object behind that it made or changed.
fn opens(view: &ChangeView<'_, '_>) -> bool {
    let fate = view.change.fate;
    matches!(fate, Fate::Create | Fate::Update | Fate::Replace(_)) && view.change.managed()
}
