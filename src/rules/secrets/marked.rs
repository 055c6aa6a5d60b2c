//! Arguments of resources that hold a secret because the provider says so, whatever they are called.

use std::collections::BTreeMap;

use crate::facts::named::may_be_secret;
use crate::facts::{Facts, Literal, LiteralBlock, Step};
use crate::json::scan;
use crate::lint::ChangeView;
use crate::rules::data::{Naming, SecretShapes, is_label_or_address, is_region_or_host, is_uuid};

use super::argument;

/// Arguments that providers mark whatever is in them: texts of many lines, settings, variables of programs, and what
/// tells of people and places.
const OF_ANYTHING: [&str; 23] = [
    "body",
    "config",
    "content",
    "custom_data",
    "data",
    "display_name",
    "email",
    "endpoint",
    "first_name",
    "host",
    "hostname",
    "last_name",
    "login_name",
    "metadata",
    "middle_name",
    "spec",
    "uri",
    "url",
    "user_data",
    "username",
    "value",
    "values",
    "yaml_body",
];

/// By the addresses of blocks: the arguments that engines mark as a whole in an instance of the block, and whether that
/// is where the type keeps a secret.
pub(super) struct MarkedArguments(BTreeMap<String, BTreeMap<String, bool>>);

impl MarkedArguments {
    pub(super) fn of(facts: &Facts<'_>) -> Self {
        let shapes = SecretShapes::builtin();
        let mut marked: BTreeMap<_, BTreeMap<_, _>> = BTreeMap::new();
        for change in &facts.changes {
            let Some(address) = &change.parsed else { continue };
            // What a variable brought before a constant took its place marks nothing of the constant.
            let marks = change.wire.change.after_sensitive.map_or("", |marks| marks.text());
            let whole = |start: usize| {
                let mark = marks.get(start..);
                mark.is_some_and(|mark| mark.trim_start().starts_with("true"))
            };
            let view = ChangeView::new(change);
            let is = |name: &str, wanted: &str| {
                let beside = view.after().get(name);
                let says = match wanted {
                    "true" => beside.equals_bool(true),
                    _ => beside.equals_text(wanted),
                };
                says.is_true()
            };
            for member in scan::members(marks, 0).filter(|member| whole(member.value_start)) {
                let keeps = shapes.keeps(change.type_name(), &member.key, is);
                let of_block = marked.entry(address.config()).or_default();
                *of_block.entry(member.key.into_owned()).or_default() |= keeps;
            }
        }
        Self(marked)
    }

    /// What the mark tells of a constant. Where the name says it too, or the type keeps nothing else, any text is one
    /// that is not nothing: the weaker a password is, the sooner it is guessed.
    pub(super) fn is_secret(&self, block: &LiteralBlock<'_>, literal: &Literal<'_>) -> bool {
        let marked = self.0.get(&block.address);
        let (Some(marked), [Step::Key(argument), ..], Some(Step::Key(name))) =
            (marked, literal.path.as_slice(), literal.path.last())
        else {
            return false;
        };
        let Some(keeps) = marked.get(argument.as_str()) else {
            return false;
        };
        let shapes = SecretShapes::builtin();
        let naming = shapes.naming_of_argument(name);
        let is_weak = || literal.ask(|text| shapes.is_weak_secret(text));
        match literal.path.len() {
            // Of a block as a whole nobody knows which member made it so: there the names decide.
            2.. => naming == Naming::Secret && is_weak(),
            _ if naming != Naming::Other => is_weak(),
            _ if *keeps => is_weak() && is_kept(block, literal),
            _ if OF_ANYTHING.contains(&name.as_str()) || shapes.is_about_secrets(name) => false,
            _ => literal.ask(|text| shapes.is_secret(Naming::Perhaps, text) && !is_told_otherwise(text)),
        }
    }
}

/// The names beside what a store keeps.
fn names<'b, 'a>(block: &'b LiteralBlock<'a>) -> impl Iterator<Item = &'b Literal<'a>> {
    let shapes = SecretShapes::builtin();
    let is_name = |literal: &&Literal<'_>| argument(literal).is_some_and(|name| shapes.is_name_of_pair(name));
    block.literals.iter().filter(is_name)
}

/// What the names beside a literal tell of what a store keeps; `None` where that is what anybody may know.
fn naming_of_kept(block: &LiteralBlock<'_>) -> Option<Naming> {
    let shapes = SecretShapes::builtin();
    let mut naming = Naming::Other;
    for name in names(block) {
        match name.ask(|text| shapes.naming_in_store(text))? {
            Naming::Other => {}
            told => naming = told,
        }
    }
    Some(naming)
}

/// Whether what a store keeps is a secret: people keep users and hosts there, too.
fn is_kept(block: &LiteralBlock<'_>, literal: &Literal<'_>) -> bool {
    match naming_of_kept(block) {
        // No user, host or region is written with one of these.
        None => literal.ask(|text| text.contains(['!', '$', '^']) && !text.contains("://")),
        Some(Naming::Other) => literal.ask(|text| {
            let text = text.trim();
            let is_elsewhere = is_label_or_address(text) || is_region_or_host(text) && !is_named_for_one(block);
            !is_elsewhere && !is_told_otherwise(text)
        }),
        Some(_) => true,
    }
}

/// Whether a name beside it may be that of a secret, by any of the words that are masked in old documents.
fn is_named_for_one(block: &LiteralBlock<'_>) -> bool {
    let last = |text: &str| may_be_secret(text.rsplit(['/', '.', ':']).next().unwrap_or_default());
    names(block).any(|name| name.ask(last))
}

/// What a literal is that a store keeps: a secret, unless it has the shape of a setting and no name says otherwise.
/// Some services give out keys that are UUIDs.
pub(super) fn naming_in_store(block: &LiteralBlock<'_>, literal: &Literal<'_>) -> Naming {
    match naming_of_kept(block) {
        Some(Naming::Secret | Naming::Perhaps) => Naming::Secret,
        _ if literal.ask(is_setting) && !is_named_for_one(block) => Naming::Other,
        None if literal.ask(is_uuid) => Naming::Other,
        Some(Naming::Other) if literal.ask(is_uuid) => Naming::Perhaps,
        _ => Naming::Secret,
    }
}

/// Whether it is a region, a host, an address, a network, a port, a version or a date.
fn is_setting(text: &str) -> bool {
    /// Of a port. What has more may be a code that only some may know, unless it is an account of AWS.
    const DIGITS: usize = 5;
    const ACCOUNT: usize = 12;
    let text = text.trim();
    let is_document = text.starts_with(['{', '[']);
    let is_long_number = text.len() > DIGITS && text.len() != ACCOUNT && text.bytes().all(|byte| byte.is_ascii_digit());
    is_region_or_host(text) || is_told_otherwise(text) && !is_document && !is_long_number && !is_uuid(text)
}

/// Whether it is a UUID, an address, a network, a version or a date, or a document, which its members tell of.
fn is_told_otherwise(text: &str) -> bool {
    let is_of = |signs: &str| {
        text.chars()
            .all(|letter| letter.is_ascii_hexdigit() || signs.contains(letter))
    };
    let has_letters = text.contains(|letter: char| letter.is_ascii_alphabetic());
    text.starts_with(['{', '['])
        || is_of("-") && text.matches('-').count() == 4
        || is_of(":/") && text.contains(':')
        || !has_letters && is_of("-./:")
}
