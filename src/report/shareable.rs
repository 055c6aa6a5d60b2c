//! A copy of a document that may be shared: placeholders stand for all that is sensitive in it.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::{fmt, mem};

use serde::de::IgnoredAny;

use crate::facts::address::names;
use crate::facts::{Copies, Facts, Secrets, Subject};
use crate::json::{Document, Kind, Node, Noted, ReadError, noted, scan, string};
use crate::source::{SourceFile, Span};
use crate::tofu::{Plan, State, StateFile};

use super::redact::MASK;

/// A copy of a document that may be shared.
#[derive(Clone)]
#[non_exhaustive]
pub struct Shareable {
    /// The copy.
    pub text: String,
    /// How many members of the document nobody here knows, so that all in them is taken for secret.
    pub unknown_members: usize,
}

/// Not the copy: whoever prints it by chance may not know what unmarked values are in it.
impl fmt::Debug for Shareable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shareable")
            .field("unknown_members", &self.unknown_members)
            .finish_non_exhaustive()
    }
}

/// The document of these facts without its secrets, and as it was everywhere else.
///
/// A sensitive string becomes `(sensitive value 1)`, a sensitive number `1`: the same secret the same placeholder,
/// however it is spelled, other secrets others, so that what changes still changes. `true`, `false`, `null` and the
/// empty string stay. Any other text that holds a secret of eight characters or more has its placeholder in that place,
/// keys of maps and of instances included; names, and the words of the format, stay. What a member holds that no type
/// knows may be a secret of a later version of the format, and is taken for one. The document can be read and judged like
/// the one it came from.
///
/// # Errors
///
/// A value that the decoder passed over and that cannot be read: nested too deep, or half a surrogate pair.
pub fn shareable(source: &SourceFile, document: Span, facts: &Facts<'_>) -> Result<Shareable, ReadError> {
    let text = &source.text()[document.range()];
    // First bytes of what is sensitive as a whole.
    let read = read(text, facts);
    let unknown = read.as_ref().map_or_else(|| vec![text], |read| read.ignored.clone());
    let mut leaves: Vec<usize> = facts
        .sensitive_leaves()?
        .into_iter()
        .chain(leaves_of(&unknown)?)
        .filter_map(|leaf| source.offset_of(leaf)?.checked_sub(document.start))
        .collect();
    leaves.sort_unstable();
    leaves.dedup();
    let mut names = read.map(addresses).unwrap_or_default();
    names.extend(facts.fixed_names()?.into_iter().filter_map(|name| {
        let at = source.offset_of(name)?.checked_sub(document.start)?;
        // Of a path the name stands there without its quotes.
        if name.starts_with('"') {
            Some(at)
        } else {
            at.checked_sub(1)
        }
    }));
    names.sort_unstable();
    let mut copy = Draft {
        copies: facts.secrets().copies(),
        addresses: names,
        leaves,
        placeholders: Placeholders::of(facts.secrets().clone()),
        written: String::with_capacity(text.len()),
    };
    copy.all(text);
    Ok(Shareable {
        text: copy.written,
        unknown_members: unknown.len(),
    })
}

/// What the type of a document reads of it. It has been read once; what cannot be read again nobody knows.
fn read<'t>(text: &'t str, facts: &Facts<'_>) -> Option<Noted<'t>> {
    match facts.subject {
        Subject::Plan(_) => noted::<Plan<'t>>(text),
        Subject::State(_) => noted::<State<'t>>(text),
        Subject::StateFile(_) => noted::<StateFile<'t>>(text),
    }
    .ok()
}

/// Where texts begin that are addresses, or parts of them, or words of the format: keys of the format among them, and
/// names of variables and outputs. A secret can be copied into their instance keys alone, and without them the copy
/// would be another document.
fn addresses(read: Noted<'_>) -> Vec<usize> {
    let is_address = |key: &str| {
        matches!(
            key,
            "action_reason"
                | "action_trigger_event"
                | "actions"
                | "address"
                | "calling_resource_address"
                | "depends_on"
                | "format_version"
                | "full_name"
                | "kind"
                | "mode"
                | "module"
                | "module_address"
                | "name"
                | "on_failure"
                | "previous_address"
                | "provider_config_key"
                | "provider_name"
                | "reason"
                | "references"
                | "resource"
                | "status"
                | "terraform_version"
                | "timestamp"
                | "to_display"
                | "triggering_resource_address"
                | "type"
        )
    };
    let texts = read.texts.into_iter().filter(|(_, key)| is_address(key));
    texts.map(|(at, _)| at).chain(read.keys).collect()
}

/// All texts and numbers in values, as they are written.
fn leaves_of<'t>(values: &[&'t str]) -> Result<Vec<&'t str>, ReadError> {
    let mut leaves = Vec::new();
    for value in values {
        let document = Document::read(value)?;
        let told = document.root().leaves();
        let told = told.filter(|node| matches!(node.kind(), Kind::String | Kind::Number));
        leaves.extend(told.map(Node::text));
    }
    Ok(leaves)
}

/// Nothing, of which there is nothing to hide.
const EMPTY: &str = "\"\"";

struct Draft {
    copies: Arc<Copies>,
    leaves: Vec<usize>,
    /// First bytes of addresses.
    addresses: Vec<usize>,
    placeholders: Placeholders,
    written: String,
}

/// The number of each secret, by its text.
struct Placeholders {
    numbers: BTreeMap<String, usize>,
    /// The last number that was given.
    last: usize,
    secrets: Secrets,
}

impl Placeholders {
    fn of(secrets: Secrets) -> Self {
        // Those that an earlier copy has stay. Numbers in it get others: of them nobody knows that they are placeholders.
        let earlier = secrets
            .texts()
            .filter_map(|text| Some((text.to_owned(), placed(text)?)));
        let numbers: BTreeMap<String, usize> = earlier.collect();
        Self {
            last: numbers.values().max().copied().unwrap_or_default(),
            numbers,
            secrets,
        }
    }

    /// That of a secret as it is spelled somewhere.
    fn number(&mut self, spelled: &str) -> usize {
        let secret = self.secrets.spelled_by(spelled).into_owned();
        let (numbers, last) = (&mut self.numbers, &mut self.last);
        *numbers.entry(secret).or_insert_with(|| {
            *last += 1;
            *last
        })
    }

    fn text(&mut self, secret: &str) -> String {
        let number = self.number(secret);
        format!("{} {number})", MASK.trim_end_matches(')'))
    }
}

/// The number of a placeholder; a copy has no more of them than it has letters, and one of more digits is none.
fn placed(text: &str) -> Option<usize> {
    let number = text
        .strip_prefix(MASK.trim_end_matches(')'))?
        .strip_prefix(' ')?
        .strip_suffix(')')?;
    let is_number = !number.starts_with(['0', '+']) && number.len() <= 9;
    number.parse().ok().filter(|_| is_number)
}

impl Draft {
    /// A text of JSON.
    fn all(&mut self, text: &str) {
        let mut at = 0;
        while let Some(quote) = memchr::memchr(b'"', &text.as_bytes()[at..]) {
            let start = at + quote;
            self.between(text, at, start);
            // Somebody has read the text, so that every string ends.
            let end = scan::end_of_value(text, start).unwrap_or(text.len());
            self.string(&text[start..end], start);
            at = end;
        }
        self.between(text, at, text.len());
    }

    /// A text inside a string without the secrets in it; `None` when there are none. What is JSON, such as a policy, stays
    /// JSON: a rule may ask what stands beside a secret number.
    fn without_copies(&mut self, text: &str) -> Option<String> {
        // A secret that is JSON itself is no single string or number in it, though one of them may be a secret, too.
        let mut is_whole = false;
        let shown = self.copies.replace(text, |secret| {
            is_whole |= is_json(secret);
            self.placeholders.text(secret)
        })?;
        if is_whole || !is_json(text) || is_json(&shown) {
            return Some(shown);
        }
        let outer = (mem::take(&mut self.leaves), mem::take(&mut self.addresses));
        let written = mem::take(&mut self.written);
        self.all(text);
        (self.leaves, self.addresses) = outer;
        let inner = mem::replace(&mut self.written, written);
        // Nor is one of its lines.
        let is_left = self.copies.replace(&inner, |_| String::new()).is_some();
        Some(if is_left { shown } else { inner })
    }

    /// A string with its quotes.
    fn string(&mut self, literal: &str, start: usize) {
        if literal == EMPTY {
            return self.written.push_str(literal);
        }
        let value = string::decode(literal.get(1..literal.len() - 1).unwrap_or_default());
        let shown = if self.leaves.binary_search(&start).is_ok() {
            Some(self.placeholders.text(&value))
        } else if self.addresses.binary_search(&start).is_ok() {
            self.copies
                .replace_outside(&value, names, |secret| self.placeholders.text(secret))
        } else {
            self.without_copies(&value)
        };
        match shown {
            Some(shown) => self.written.push_str(&string::quoted(&shown)),
            None => self.written.push_str(literal),
        }
    }

    /// What stands between two strings: of it only numbers can be secret.
    fn between(&mut self, text: &str, from: usize, to: usize) {
        let piece = &text[from..to];
        let first = self.leaves.partition_point(|leaf| *leaf < from);
        let has_leaf = self.leaves.get(first).is_some_and(|leaf| *leaf < to);
        if !has_leaf && !self.copies.have_numbers() && !self.copies.are_in(piece) {
            self.written.push_str(piece);
            return;
        }
        let starts_number = |byte: u8| matches!(byte, b'0'..=b'9' | b'-');
        let goes_on = |byte: u8| starts_number(byte) || matches!(byte, b'+' | b'.' | b'e' | b'E');
        let mut at = from;
        while at < to {
            let rest = &text.as_bytes()[at..to];
            let begins = starts_number(rest[0]);
            let length = rest
                .iter()
                .position(|&byte| if begins { !goes_on(byte) } else { starts_number(byte) });
            let length = length.unwrap_or(rest.len());
            let token = &text[at..at + length];
            let is_leaf = self.leaves.binary_search(&at).is_ok();
            if begins && (is_leaf || self.copies.are_in_number(token)) {
                let number = self.placeholders.number(token).to_string();
                self.written.push_str(&number);
            } else {
                self.written.push_str(token);
            }
            at += length;
        }
    }
}

/// Whether a text is an object or a list of JSON.
fn is_json(text: &str) -> bool {
    text.trim_start().starts_with(['{', '[']) && serde_json::from_str::<IgnoredAny>(text).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::{self, Body, Want};

    fn shared(text: &str) -> String {
        let source = SourceFile::new("plan.json", text);
        let contents = input::read(&source, Want::Plan).unwrap();
        let document = contents.documents.into_iter().next().unwrap().unwrap();
        let Body::Plan(plan) = &document.body else {
            panic!("a plan");
        };
        let facts = Facts::of_plan(plan, None).unwrap();
        shareable(&source, document.span, &facts).unwrap().text
    }

    #[test]
    fn what_no_type_knows_is_taken_for_secret() {
        let text = r#"{"format_version":"1.2","new":{"a":["x",7,true,""],"b":"x"},"resource_changes":[]}"#;
        let wanted = r#"{"format_version":"1.2","new":{"a":["(sensitive value 1)",2,true,""],"b":"(sensitive value 1)"},"resource_changes":[]}"#;
        assert_eq!(shared(text), wanted);
    }

    /// In an address the configuration language doubles the sign of a template, so that the whole is found in one way and
    /// its first line in another.
    #[test]
    fn a_secret_of_several_lines_is_none_of_them() {
        let plan = |secret: &str, key: &str| {
            format!(
                r#"{{"format_version":"1.2","resource_changes":[{{"address":"t.n[\"{key}\"]","mode":"managed","type":"t","name":"n",
                "index":"{secret}","change":{{"actions":["create"],"before":null,"after":{{"a":"{secret}"}},
                "after_sensitive":{{"a":true}}}}}}],"configuration":{{"root_module":{{}}}}}}"#
            )
        };
        let placed = "(sensitive value 1)";
        assert_eq!(
            shared(&plan(r"CANARYkey2\nq${x}", r"CANARYkey2\\nq$${x}")),
            plan(placed, placed)
        );
    }

    #[test]
    fn secrets_become_placeholders_and_all_else_stays() {
        for (before, marks, elsewhere, wanted, wanted_elsewhere, why) in [
            (
                r#"{"a":"x", "b" : 1.50}"#,
                "{}",
                r#""x""#,
                r#"{"a":"x", "b" : 1.50}"#,
                r#""x""#,
                "nothing is sensitive: byte for byte",
            ),
            (
                r#"{"a":"x","b":[ 15 ,true,null,"x"]}"#,
                r#"{"a":true,"b":true}"#,
                r#""x""#,
                r#"{"a":"(sensitive value 1)","b":[ 2 ,true,null,"(sensitive value 1)"]}"#,
                r#""x""#,
                "strings and numbers; one secret has one placeholder; a short copy stays",
            ),
            (
                r#"{"a":"","b":["x",""]}"#,
                r#"{"a":true,"b":true}"#,
                r#""""#,
                r#"{"a":"","b":["(sensitive value 1)",""]}"#,
                r#""""#,
                "empty texts hide nothing, and rules look at whether there is one",
            ),
            (
                r#"{"a":"long-secret-1"}"#,
                r#"{"a":true}"#,
                r#""<long-secret-1\u003e""#,
                r#"{"a":"(sensitive value 1)"}"#,
                r#""<(sensitive value 1)>""#,
                "a copy inside another text",
            ),
            (
                r#"{"a":"quo\"te-secret"}"#,
                r#"{"a":true}"#,
                r#"["m[\"quo\\\"te-secret\"]","quo\"te-secret","{\"k\":\"quo\\\"te-secret\"}"]"#,
                r#"{"a":"(sensitive value 1)"}"#,
                r#"["m[\"(sensitive value 1)\"]","(sensitive value 1)","{\"k\":\"(sensitive value 1)\"}"]"#,
                "one secret has one placeholder, however it is spelled",
            ),
            (
                r#"{"a":1234567890,"b":1234567890}"#,
                r#"{"a":true}"#,
                r#"{"long":[1234567890,-3e5]}"#,
                r#"{"a":1,"b":1}"#,
                r#"{"long":[1,-3e5]}"#,
                "a long number and its copies",
            ),
            (
                r#"{"a":1234567890,"b":1.23456789E9}"#,
                r#"{"a":true}"#,
                r#"[21234567890,12345678901,"acme-1234567890"]"#,
                r#"{"a":1,"b":2}"#,
                r#"[21234567890,12345678901,"acme-(sensitive value 1)"]"#,
                "the same number, and others with its digits in them",
            ),
            (
                r#"{"a":1234567890}"#,
                r#"{"a":true}"#,
                r#""{\"n\":1234567890,\"t\":\"x 1234567890\",\"j\":\"[1234567890]\"}""#,
                r#"{"a":1}"#,
                r#""{\"n\":1,\"t\":\"x (sensitive value 1)\",\"j\":\"[1]\"}""#,
                "JSON in a text stays JSON",
            ),
            (
                r#"{"a":"{\"user\":\"admin-hunter2\",\"pin\":48151623}"}"#,
                r#"{"a":true}"#,
                r#""[{\"user\":\"admin-hunter2\",\"pin\":48151623}]""#,
                r#"{"a":"(sensitive value 1)"}"#,
                r#""[(sensitive value 1)]""#,
                "a secret that is JSON is hidden as a whole",
            ),
            (
                r#"{"a":"{\"user\":\"admin-hunter2\",\"token\":48151623}"}"#,
                r#"{"a":true}"#,
                r#""[{\"user\":\"admin-hunter2\",\"token\":48151623}]""#,
                r#"{"a":"(sensitive value 1)"}"#,
                r#""[(sensitive value 1)]""#,
                "also where a number in it is a secret by its name",
            ),
        ] {
            let plan = |before: &str, elsewhere: &str| {
                format!(
                    r#"{{"format_version":"1.2","resource_changes":[{{"address":"t.n","mode":"managed","type":"t","name":"n",
                    "change":{{"actions":["delete"],"before":{before},"after":null,"before_sensitive":{marks}}}}}],
                    "output_changes":{{"o":{{"actions":["delete"],"before":{elsewhere},"after":null}}}},"configuration":{{"root_module":{{}}}}}}"#
                )
            };
            assert_eq!(
                shared(&plan(before, elsewhere)),
                plan(wanted, wanted_elsewhere),
                "{why}"
            );
        }
    }
}
