//! One judged module of configuration, as a report shows it: its files, and each finding with its place and text.

use std::collections::BTreeMap;

use super::redact::Redacted;
use super::{Finding, Input, Outcome, Standing, Subject};
use crate::hcljson::template::is_template;
use crate::hcljson::{File, Kind, Node};
use crate::lint::{self, FoundInModule};
use crate::order;
use crate::source::{Fix, SourceFile, Span};
use crate::words::plural;

/// What a module holds.
#[derive(Clone, Debug)]
pub struct ModuleInput {
    /// The names of its files in JSON, in their order.
    pub files: Vec<String>,
    /// The engines in whose eyes it was judged, with their versions: `OpenTofu 1.12.6`.
    pub engines: Vec<String>,
    /// Whether something of it could not be judged, as an error of the report says: then nothing found is no verdict.
    pub incomplete: bool,
    /// Whether nobody named it, and a module that was judged calls it.
    pub is_called: bool,
    /// Whether addresses of findings begin inside the module, since no call of it is more its own than another.
    pub is_shared: bool,
}

impl ModuleInput {
    /// `module of 2 JSON files, as OpenTofu 1.12.6 reads it`
    #[must_use]
    pub fn sentence(&self) -> String {
        let files = plural(self.files.len(), "JSON file");
        let verb = if self.engines.len() > 1 { "read" } else { "reads" };
        format!("module of {files}, as {} {verb} it", self.engines.join(" and "))
    }
}

/// What there is to say of a finding about a module, beside what is said of any.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InModule {
    /// Whether an engine refuses the module for it.
    pub engine_rejects: bool,
    /// The text that it is about.
    pub snippet: Option<Snippet>,
    /// What makes it right, where there is no doubt.
    pub fix: Option<Fix>,
}

/// The text that a finding is about, without what stands beside it: values of neighbours may be secrets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snippet {
    /// What stands before it in its property.
    pub before: Redacted,
    /// What the finding is about.
    pub marked: Redacted,
    /// What stands behind it in its property.
    pub after: Redacted,
}

/// A snippet has no more characters than this on each side of what is marked, and marked.
const WINDOW: usize = 200;

/// Of a longer text than this, in bytes, nothing is told: what is a template in it is only known from its
/// beginning on, and it may hold many findings.
const LONG: usize = 1 << 14;

impl Snippet {
    /// The property around a span: its name, and its value when that is what the span is about and no object or list.
    #[must_use]
    pub fn of(file: &File<'_>, span: Span) -> Option<Self> {
        let way = file.way(span);
        let (node, property) = (*way.last()?, way.iter().rev().find_map(|node| node.property())?);
        let (key, value) = (property.key().span(), node);
        let text = file.text();
        let written = |from: usize, to: usize| text.get(from..to).unwrap_or_default();
        let key_text = written(key.start, key.end);
        if span.start < key.end {
            return Some(Self::cut(
                "",
                key_text,
                &format!(": {}", shape(property.value().kind())),
            ));
        }
        let [opened, closed] = lists(text, &way);
        let before = format!("{key_text}: {opened}");
        let alone = |marked: &str| Some(Self::cut(&before, marked, &closed));
        match value.kind() {
            _ if value.is_string() && value.span().len() > LONG => alone("\"…\""),
            Kind::Object | Kind::Array => alone(shape(value.kind())),
            // A literal may be a secret, and the message says what is wrong with it.
            Kind::String | Kind::Escaped if !value.string().is_some_and(|text| is_template(text.as_str())) => {
                alone("\"…\"")
            }
            Kind::String | Kind::Escaped => {
                let [behind, marked, ahead] = markers(value, span);
                Some(Self::cut(
                    &format!("{before}{behind}"),
                    &marked,
                    &format!("{ahead}{closed}"),
                ))
            }
            // A number may be a secret as well; and a text in single quotation marks, or in none.
            Kind::Number | Kind::Bare => alone("…"),
            Kind::Broken if !is_word(value.raw()) => alone("…"),
            _ => alone(written(span.start, span.end)),
        }
    }

    fn cut(before: &str, marked: &str, after: &str) -> Self {
        let skipped = before.chars().count().saturating_sub(WINDOW);
        let mut kept: String = before.chars().skip(skipped).collect();
        if skipped > 0 {
            kept.insert(0, '…');
        }
        Self {
            before: Redacted::trusted(&kept),
            marked: Redacted::trusted(&cut(marked)),
            after: Redacted::trusted(&cut(after)),
        }
    }
}

/// What stands before and behind the innermost value of a way in the lists around it, up to the property that they are
/// of.
fn lists(text: &str, way: &[Node<'_, '_>]) -> [String; 2] {
    let (mut opened, mut closed) = (String::new(), String::new());
    let lists = way.windows(2).rev().map_while(|pair| match pair {
        [list, item] if list.kind() == Kind::Array => Some(item.span()),
        _ => None,
    });
    for item in lists {
        let before = text.get(..item.start).unwrap_or_default().trim_end();
        let behind = text.get(item.end..).unwrap_or_default().trim_start();
        opened.insert_str(0, if before.ends_with('[') { "[" } else { "[…, " });
        closed.push_str(if behind.starts_with(']') { "]" } else { ", …]" });
    }
    [opened, closed]
}

/// A string with templates before, in and behind a span, as far as it is templates: what stands between them, or in
/// quotes in them, may be a secret as any literal. A part that is meant is told whatever it is.
fn markers(string: Node<'_, '_>, span: Span) -> [String; 3] {
    let (raw, whole) = (string.raw(), string.span());
    let mut parts = [const { String::new() }; 3];
    // Escapes may hide a quote; behind heredocs, comments and quotes of another language nobody knows what is a value.
    let mut hides = string.kind() == Kind::Escaped && raw.contains("\\u00");
    // How many braces are open, how many were where each open quote stands, whether a brace is about to be that begins
    // a template, and the letter before.
    let (mut depth, mut quotes, mut opening, mut previous) = (0_usize, Vec::new(), false, ' ');
    // How many backslashes stand just before: of JSON, one before a quote; the others are pairs.
    let mut backslashes = 0_usize;
    let (mut token, mut is_literal, mut is_stray) = (Token::Other, false, false);
    // What is meant may hold a literal itself.
    let meant = raw.get(span.start.saturating_sub(whole.start)..span.end.saturating_sub(whole.start));
    let is_code =
        meant.is_some_and(|meant| !meant.contains(['"', '\\']) && !BLURRING.iter().any(|sign| meant.contains(sign)));
    for (at, letter) in raw.char_indices() {
        let place = whole.start + at;
        let part = usize::from(place >= span.start) + usize::from(place >= span.end);
        let follows = raw.get(at + letter.len_utf8()..).unwrap_or_default();
        let is_end = at == 0 || follows.is_empty();
        let was_quoted = quotes.last() == Some(&depth);
        if letter == '{' && (opening || (depth > 0 && !was_quoted)) {
            // A literal that happens to have both letters is no template.
            is_literal |= depth == 0
                && match previous {
                    '%' => !begins_directive(follows),
                    _ => !begins_expression(follows),
                };
            depth += 1;
        }
        opening =
            (depth == 0 || was_quoted) && matches!(letter, '$' | '%') && follows.starts_with('{') && previous != letter;
        let is_escaped = backslashes / 2 % 2 == 1;
        if letter == '"' && depth > 0 && !is_end && !is_escaped {
            if was_quoted {
                quotes.pop();
                // It was no end, but a quote that stands in a text as it is.
                is_stray |= !ends_literal(follows);
            } else {
                quotes.push(depth);
            }
        }
        // Two are one of an expression, which has none outside of its literals: a quote behind it was escaped once too
        // often.
        is_stray |= letter == '\\' && backslashes % 2 == 1 && depth > 0 && !was_quoted;
        let is_quoted = was_quoted && quotes.last() == Some(&depth);
        let is_meant = part == 1 && span != whole && is_code && !is_literal && !is_stray;
        let is_told = (depth > 0 && !is_quoted) || opening;
        let rest = raw.get(at..).unwrap_or_default();
        hides |= is_stray || is_told && BLURRING.iter().any(|sign| rest.starts_with(sign));
        token = token.next(letter, follows);
        // A number is a value, even one that is meant among other things.
        let is_number = token == Token::Number;
        let text = &mut parts[part];
        if (is_meant && !is_number) || (letter == '"' && is_end) || (is_told && !hides && !is_literal && !is_number) {
            text.push(letter);
        } else if !text.ends_with('…') {
            text.push('…');
        }
        if letter == '}' && !is_quoted {
            depth = depth.saturating_sub(1);
        }
        backslashes = if letter == '\\' { backslashes + 1 } else { 0 };
        previous = letter;
    }
    parts
}

/// Whether a text goes on as an expression does. A name alone is none, unless it ends the template: it stands for
/// nothing.
fn begins_expression(text: &str) -> bool {
    let text = text.trim_start_matches(['~', ' ']);
    let behind = text.trim_start_matches(|letter: char| letter.is_alphanumeric() || "_-".contains(letter));
    behind.len() == text.len() || behind.starts_with(['.', '(', '[', '}', ':'])
}

/// Whether a text goes on as a directive does behind `%{`, or as the name of a variable of curl.
fn begins_directive(text: &str) -> bool {
    let text = text.trim_start_matches(['~', ' ']);
    let behind = text.trim_start_matches(|letter: char| letter.is_ascii_lowercase() || letter == '_');
    let word = text.get(..text.len() - behind.len()).unwrap_or_default();
    if matches!(word, "if" | "for" | "else" | "endif" | "endfor") {
        return behind.starts_with([' ', '~', '}', '(', '!', '\\']);
    }
    behind.starts_with('}')
}

/// What a letter of an expression belongs to, as far as it tells a number that is a value from one that is a position or
/// a part of a name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Token {
    Other,
    Name,
    Number,
    /// A bracket or a dot behind an operand, and the digits behind it.
    Position,
    /// A bracket that ends an operand.
    Closed,
}

impl Token {
    fn next(self, letter: char, follows: &str) -> Self {
        match letter {
            '0'..='9' if matches!(self, Self::Name | Self::Position) => self,
            '0'..='9' => Self::Number,
            _ if letter.is_alphanumeric() || letter == '_' => match self {
                Self::Number => self,
                _ => Self::Name,
            },
            '-' if self == Self::Name => self,
            '.' if self == Self::Number && follows.starts_with(|letter: char| letter.is_ascii_digit()) => self,
            '.' | '[' if matches!(self, Self::Name | Self::Position | Self::Closed) => Self::Position,
            ']' | ')' => Self::Closed,
            _ => Self::Other,
        }
    }
}

/// Whether a text goes on as it may behind a literal: no word but `if` follows one.
fn ends_literal(text: &str) -> bool {
    let text = text.trim_start_matches(' ');
    let word = text
        .split(|letter: char| !letter.is_alphanumeric() && letter != '_')
        .next();
    !text.starts_with(['"', '\\', '$', '%']) && matches!(word, Some("" | "if") | None)
}

/// What begins something in a template whose end is not looked for.
const BLURRING: [&str; 19] = [
    "<<", "'", "#", "//", "/*", "`", "\u{b4}", "\u{2018}", "\u{2019}", "\u{201a}", "\u{201c}", "\u{201d}", "\u{201e}",
    "\u{ab}", "\u{bb}", ":-", ":=", ":+", ":?",
];

/// Whether what is no JSON is a word of other languages, and no text that has lost its quotes.
fn is_word(raw: &str) -> bool {
    let words = ["true", "false", "null", "none", "nil", "nan", "infinity", "undefined"];
    let bare = raw.trim_start_matches(['+', '-']);
    words.iter().any(|word| bare.eq_ignore_ascii_case(word))
}

/// The beginning of a text.
fn cut(text: &str) -> String {
    match text.char_indices().nth(WINDOW) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// A value of which nothing is told but its kind.
fn shape(kind: Kind) -> &'static str {
    match kind {
        Kind::Object => "{…}",
        Kind::Array => "[…]",
        _ => "…",
    }
}

impl Outcome {
    /// What the report says of a module: its findings with their places. `path` gives the path of a file of that name,
    /// and `texts` has the text of each file that something was found in, and what was read of it as JSON.
    #[must_use]
    pub fn judged_module(
        name: &str,
        module: ModuleInput,
        found: FoundInModule,
        texts: &BTreeMap<&str, (SourceFile, Option<&File<'_>>)>,
        path: impl Fn(&str) -> String,
    ) -> Self {
        // Lines are counted once a file.
        let mut offsets: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (_, place) in &found.findings {
            offsets.entry(&place.file).or_default().push(place.span.start);
        }
        let located = |file: &str, offsets: &[usize]| Some(texts.get(file)?.0.locations(offsets).into_iter());
        let offsets = offsets.iter();
        let mut places: BTreeMap<&str, _> =
            order::map(offsets.filter_map(|(file, offsets)| Some((*file, located(file, offsets)?))));
        let findings = found.findings.iter();
        let findings = findings
            .map(|(finding, place)| Finding {
                address: finding.about.address.as_deref().map(Redacted::trusted),
                standing: Standing::of_module(&finding.standing),
                file: Some(path(&place.file)),
                location: places.get_mut(&*place.file).and_then(Iterator::next),
                module: Some(Box::new(InModule {
                    engine_rejects: place.engine_rejects,
                    snippet: texts
                        .get(&*place.file)
                        .filter(|_| !place.in_secret)
                        .and_then(|(_, tree)| Snippet::of((*tree)?, place.span)),
                    fix: place.fix.clone(),
                })),
                ..Finding::trusted(finding)
            })
            .collect();
        Self::Judged {
            input: Box::new(Input {
                name: name.to_owned(),
                format_version: None,
                engine_version: None,
                engine: None,
                engine_evidence: "",
                subject: Subject::Module(Box::new(module)),
            }),
            findings,
            waiver_matches: found.waiver_matches,
        }
    }
}

impl Standing {
    fn of_module(standing: &lint::Standing) -> Self {
        match standing {
            lint::Standing::Waived { reason, until } => Self::Waived {
                reason: Redacted::trusted(reason),
                until: until.as_deref().map(Redacted::trusted),
            },
            _ => Self::Counts,
        }
    }
}

#[cfg(test)]
mod tests;
