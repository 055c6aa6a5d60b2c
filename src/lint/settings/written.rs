//! One settings file as it is written: every key read, every name looked up, nothing put together yet.

use std::collections::BTreeSet;
use std::ops::Range;
use std::path::Path;

use toml::Spanned;
use toml::de::DeTable;

use super::mistake::{Mistake, SettingsError, did_you_mean, unknown_rule};
use super::overrides::Override;
use super::plain;
use super::reader::{Fields, Reader, Value};
use super::weakened::WEAKENED;
use super::{check_type_name, check_type_pattern, is_waivers_file};
use crate::facts::ChangeKind;
use crate::lint::pattern::Glob;
use crate::lint::waiver::Waiver;
use crate::lint::{AttributePattern, FailOn, Level, OptionsSpec, Pattern, Rule, UnknownPolicy};
use crate::order;
use crate::source::{Location, SourceFile};

/// What one file says.
#[derive(Debug, Default)]
pub(super) struct Written {
    pub(super) fail_on: Option<FailOn>,
    pub(super) unknown: Option<UnknownPolicy>,
    /// Paths as written, each with its place.
    pub(super) extends: Vec<(String, Location)>,
    pub(super) rules: Vec<RuleEntry>,
    pub(super) overrides: Vec<Override>,
    pub(super) stateful_added: BTreeSet<String>,
    pub(super) stateful_removed: BTreeSet<String>,
    /// In days.
    pub(super) longest_life: Option<u32>,
    /// In millions of bytes.
    pub(super) largest_input: Option<u32>,
    /// Unpacked to packed.
    pub(super) largest_ratio: Option<u32>,
    pub(super) ignored: Vec<AttributePattern>,
    pub(super) waivers: Vec<Waiver>,
    /// Names in `[rules]`, each with its file and place.
    pub(super) places: Vec<(String, String, Location)>,
}

/// What `[rules]` says of a rule or family that exists.
#[derive(Debug)]
pub(super) struct RuleEntry {
    pub(super) name: String,
    pub(super) level: Option<Level>,
    pub(super) options: Option<toml::Table>,
}

/// Reads a file.
pub(super) fn read(source: &SourceFile, rules: &[Rule]) -> Result<Written, Vec<Mistake>> {
    let waivers_only = is_waivers_file(Path::new(source.name()));
    let mut reader = Reader {
        rules,
        mistakes: Vec::new(),
    };
    let (root, errors) = DeTable::parse_recoverable(source.text());
    let mut written = Written::default();
    let mut places: Vec<(Place, usize)> = Vec::new();
    if errors.is_empty() {
        file(&root, waivers_only, &mut reader, &mut written, &mut places);
    } else {
        for error in errors {
            let at = error.span().map_or(0, |span| span.start);
            reader.mistake(
                at,
                SettingsError::Syntax {
                    reason: one_line(&error),
                },
            );
        }
    }
    if reader.mistakes.is_empty() {
        let offsets: Vec<usize> = places.iter().map(|(_, at)| *at).collect();
        for ((place, _), location) in places.into_iter().zip(source.locations(&offsets)) {
            match place {
                Place::Extends(path) => written.extends.push((path, location)),
                Place::Rule(name) => written.places.push((name, source.name().to_owned(), location)),
                Place::Waiver(waiver) => written.waivers.push(Waiver {
                    file: source.name().to_owned(),
                    location: Some(location),
                    ..*waiver
                }),
            }
        }
        return Ok(written);
    }
    let offsets: Vec<usize> = reader.mistakes.iter().map(|(at, _)| *at).collect();
    let mut mistakes: Vec<Mistake> = reader
        .mistakes
        .into_iter()
        .zip(source.locations(&offsets))
        .map(|((_, error), location)| Mistake {
            file: source.name().to_owned(),
            location: Some(location),
            error,
        })
        .collect();
    order::sort_by_key(&mut mistakes, |mistake| mistake.location);
    Err(mistakes)
}

/// What the parser says, in one line.
fn one_line(error: &toml::de::Error) -> String {
    error.message().lines().collect::<Vec<_>>().join(", ")
}

/// What needs a place of its own, for mistakes that show only when files are put together.
enum Place {
    Extends(String),
    Rule(String),
    Waiver(Box<Waiver>),
}

fn file(
    root: &Spanned<DeTable<'_>>,
    waivers_only: bool,
    reader: &mut Reader<'_>,
    written: &mut Written,
    places: &mut Vec<(Place, usize)>,
) {
    let says = if waivers_only { "the waivers file" } else { "the file" };
    let mut fields = Fields::new(root.get_ref(), 0, says);
    if !waivers_only {
        written.fail_on = fields.optional(reader, "fail-on", |reader, key, value| {
            reader.word(key, value, &FailOn::ALL.map(|level| (level.word(), level)))
        });
        written.unknown = fields.optional(reader, "unknown", |reader, key, value| {
            reader.word(key, value, &UnknownPolicy::ALL.map(|policy| (policy.word(), policy)))
        });
        let ignored = fields.optional(reader, "ignore", |reader, key, value| {
            reader.list(key, value, attribute)
        });
        written.ignored = ignored.unwrap_or_default();
        let extends = fields.optional(reader, "extends", |reader, key, value| {
            reader.list(key, value, |reader, key, value| {
                Some((Place::Extends(reader.text(key, value)?), value.span().start))
            })
        });
        places.extend(extends.into_iter().flatten());
        let rules = fields.raw("rules").and_then(|value| reader.table("rules", value));
        for (name, value) in rules.into_iter().flat_map(|(table, _)| table) {
            if let Some(entry) = rule_entry(reader, name, value) {
                places.push((Place::Rule(entry.name.clone()), name.span().start));
                written.rules.push(entry);
            }
        }
        for (table, at) in reader.tables("override", fields.raw("override")) {
            written.overrides.push(override_(reader, table, at));
        }
        if let Some(mut stateful) = fields.table(reader, "stateful", "[stateful]") {
            let mut types = |reader: &mut Reader<'_>, key| {
                let types = stateful.optional(reader, key, |reader, key, value| reader.list(key, value, type_name));
                types.into_iter().flatten().collect()
            };
            written.stateful_added = types(reader, "add");
            written.stateful_removed = types(reader, "remove");
            stateful.finish(reader);
        }
        if let Some(mut waivers) = fields.table(reader, "waivers", "[waivers]") {
            written.longest_life = waivers.optional(reader, "longest-life-days", Reader::number);
            waivers.finish(reader);
        }
        if let Some(mut limits) = fields.table(reader, "limits", "[limits]") {
            written.largest_input = limits.optional(reader, "largest-input-mb", Reader::number);
            written.largest_ratio = limits.optional(reader, "largest-ratio", Reader::number);
            limits.finish(reader);
        }
    }
    for (table, at) in reader.tables("waiver", fields.raw("waiver")) {
        let waiver = waiver(reader, table, at);
        places.extend(waiver.map(|waiver| (Place::Waiver(Box::new(waiver)), at)));
    }
    fields.finish(reader);
}

/// `rule = "level"` or `rule = { level = "level", option = … }`.
fn rule_entry(
    reader: &mut Reader<'_>,
    name: &Spanned<std::borrow::Cow<'_, str>>,
    value: &Value<'_>,
) -> Option<RuleEntry> {
    let (at, name): (usize, &str) = (name.span().start, name.get_ref());
    if !may_be_set(reader, name, at) {
        return None;
    }
    let entry = |level, options| {
        let name = name.to_owned();
        Some(RuleEntry { name, level, options })
    };
    let Some(table) = value.get_ref().as_table() else {
        return entry(reader.level(name, value), None);
    };
    let level = table.get("level").and_then(|value| reader.level("level", value));
    let mut options = table.clone();
    options.remove("level");
    if options.is_empty() {
        if table.is_empty() {
            reader.mistake(at, SettingsError::Empty { key: name.to_owned() });
        }
        return entry(level, None);
    }
    let rule = reader.rules.iter().find(|rule| rule.id == name);
    let Some(spec) = rule.and_then(|rule| rule.options) else {
        reader.mistake(at, SettingsError::NoOptions { name: name.to_owned() });
        return None;
    };
    let options = options_of(reader, name, &spec, &options, value.span())?;
    entry(level, Some(options))
}

/// Whether there is a rule or family of that name which files may set.
fn may_be_set(reader: &mut Reader<'_>, name: &str, at: usize) -> bool {
    let error = if reader.rules.iter().all(|rule| rule.id != name && rule.family != name) {
        unknown_rule(reader.rules, name)
    } else if name == WEAKENED {
        SettingsError::NeverSet { rule: WEAKENED }
    } else {
        return true;
    };
    reader.mistake(at, error);
    false
}

/// The options of a rule. Each is read alone first, so that all mistakes are told, and then all together.
fn options_of(
    reader: &mut Reader<'_>,
    rule: &str,
    spec: &OptionsSpec,
    options: &DeTable<'_>,
    span: Range<usize>,
) -> Option<toml::Table> {
    let wrong = |reader: &mut Reader<'_>, key: &str, at: usize, error: &toml::de::Error| {
        let place = error.span().map_or(at, |span| span.start);
        let reason = one_line(error);
        if let Some((word, known)) = plain::word(&reason) {
            let (key, help) = (key.to_owned(), did_you_mean(word, known, "the words"));
            let word = word.to_owned();
            return reader.mistake(place, SettingsError::UnknownWord { key, word, help });
        }
        let reason = plain::reason(&reason).unwrap_or(reason);
        let rule = rule.to_owned();
        reader.mistake(place, SettingsError::Options { rule, reason });
    };
    let names = spec.names();
    let before = reader.mistakes.len();
    for (key, value) in options {
        let option: &str = key.get_ref();
        if names.iter().all(|name| name != option) {
            let error = SettingsError::UnknownOption {
                rule: rule.to_owned(),
                key: option.to_owned(),
                help: did_you_mean(option, names.iter().map(String::as_str).chain(["level"]), "the options"),
            };
            reader.mistake(key.span().start, error);
            continue;
        }
        let alone = DeTable::from_iter([(key.clone(), value.clone())]);
        if let Err(error) = (spec.read)(Some(Spanned::new(span.clone(), alone))) {
            wrong(reader, option, value.span().start, &error);
        }
    }
    if reader.mistakes.len() > before {
        return None;
    }
    let options = Spanned::new(span.clone(), options.clone());
    let read = (spec.read)(Some(options.clone()))
        .and_then(|_| serde::Deserialize::deserialize(toml::Deserializer::from(options)));
    read.map_err(|error| wrong(reader, rule, span.start, &error)).ok()
}

fn override_(reader: &mut Reader<'_>, table: &DeTable<'_>, at: usize) -> Override {
    let mut fields = Fields::new(table, at, "[[override]]");
    let before = reader.mistakes.len();
    // Who writes the module alone may mean what is in it, unless all that is said there is of what speaks of calls.
    let named = table.get("rules").and_then(|levels| levels.get_ref().as_table());
    let is_of_calls = named.is_some_and(|levels| {
        let of_calls = reader.rules.iter().filter(|rule| rule.speaks_of_calls());
        let of_calls: Vec<_> = of_calls.flat_map(|rule| [rule.id, rule.family]).collect();
        levels.keys().all(|name| of_calls.contains(&&**name.get_ref()))
    });
    let addresses = fields.optional(reader, "address", |reader, key, value| {
        reader.some(key, value, |reader, key, value| {
            let pattern = reader.pattern(key, value)?;
            if is_of_calls {
                Some(pattern)
            } else {
                of_contents(reader, key, value, pattern)
            }
        })
    });
    let modules = fields.optional(reader, "module", |reader, key, value| reader.some(key, value, module));
    let types = fields.optional(reader, "type", |reader, key, value| {
        reader.some(key, value, type_pattern)
    });
    let providers = fields.optional(reader, "provider", |reader, key, value| {
        reader.some(key, value, provider)
    });
    let kinds = fields.optional(reader, "kind", |reader, key, value| reader.some(key, value, kind));
    let levels = fields.required(reader, "rules", |reader, key, value| {
        let (table, at) = reader.table(key, value)?;
        if table.is_empty() {
            reader.mistake(at, SettingsError::Empty { key: key.to_owned() });
        }
        let levels = table.iter().map(|(name, value)| {
            let (at, name) = (name.span().start, name.get_ref().to_string());
            // What else is wrong with it is told too.
            let _ = may_be_set(reader, &name, at);
            if value.get_ref().is_table() {
                reader.mistake(value.span().start, SettingsError::OptionsInOverride { name });
                return None;
            }
            reader.level(&name, value).map(|level| (name, level))
        });
        Some(levels.flatten().collect::<Vec<_>>())
    });
    fields.finish(reader);
    let wanted = Override {
        addresses,
        modules,
        types,
        providers,
        kinds,
        levels: levels.unwrap_or_default(),
    };
    if wanted.holds_everywhere() && reader.mistakes.len() == before {
        let keys = "address`, `module`, `type`, `provider`, `kind";
        reader.mistake(at, SettingsError::IdleOverride { keys });
    }
    for name in named.into_iter().flat_map(|levels| levels.keys()) {
        let rule = reader.rules.iter().find(|rule| rule.id == name.get_ref());
        if let Some(error) = rule.and_then(|rule| wanted.idle_for(rule)) {
            reader.mistake(name.span().start, error);
        }
    }
    wanted
}

/// A pattern that means more than a module call.
fn of_contents(reader: &mut Reader<'_>, key: &str, value: &Value<'_>, pattern: Pattern) -> Option<Pattern> {
    if pattern.is_module() {
        let help =
            format!("everything in the module is `{pattern}.**`; not all of these rules speak of the call itself");
        reader.other_pattern(key, value, pattern.to_string(), help);
        return None;
    }
    Some(pattern)
}

/// A resource type, which is one and no pattern: what a pattern would hit holds data or does not, and is not the same.
fn type_name(reader: &mut Reader<'_>, key: &str, value: &Value<'_>) -> Option<String> {
    let text = reader.text(key, value)?;
    if let Err(help) = check_type_name(&text) {
        reader.other_pattern(key, value, text, help);
        return None;
    }
    Some(text)
}

/// Resource types by a text with stars.
fn type_pattern(reader: &mut Reader<'_>, key: &str, value: &Value<'_>) -> Option<Glob> {
    let text = reader.text(key, value)?;
    if let Err(mut help) = check_type_pattern(&text) {
        if Pattern::parse(&text).is_ok() {
            help.push_str("; an address belongs in `address`");
        }
        reader.other_pattern(key, value, text, help);
        return None;
    }
    Some(Glob::new(&text))
}

fn attribute(reader: &mut Reader<'_>, key: &str, value: &Value<'_>) -> Option<AttributePattern> {
    let text = reader.text(key, value)?;
    let pattern = AttributePattern::parse(&text);
    if pattern.is_none() {
        let help = "an attribute is written with dots, and what has no plain name in brackets: `tags.commit`, \
                    `ingress[*].description`, `labels[\"example.com/*\"]`"
            .to_owned();
        reader.other_pattern(key, value, text, help);
    }
    pattern
}

/// A provider with its namespace: without one it would hit nothing.
fn provider(reader: &mut Reader<'_>, key: &str, value: &Value<'_>) -> Option<Glob> {
    let text = reader.text(key, value)?;
    if !text.contains('/') && !text.starts_with('*') {
        let help = format!("write `hashicorp/{text}`, with its registry or without, or `*/{text}`");
        reader.other_pattern(key, value, text, help);
        return None;
    }
    if !may_be_provider(&text) {
        let help =
            "a provider is `hashicorp/aws`, with its registry or without, in lower case; `*` stands for any text";
        reader.other_pattern(key, value, text, help.to_owned());
        return None;
    }
    Some(Glob::new(&text))
}

/// Whether some provider can match a text with stars: an address has a namespace and a name, and a registry before them.
fn may_be_provider(text: &str) -> bool {
    let parts: Vec<&str> = text.split('/').collect();
    let is_of_part = |letter: char| (letter.is_alphanumeric() && !letter.is_uppercase()) || "-_*".contains(letter);
    // A star may stand for what is between parts too, so that a registry may be all that is written before it.
    let may_have_host = parts.len() == 3 || text.contains('*');
    let mut numbered = parts.iter().enumerate();
    parts.len() <= 3
        && numbered.all(|(number, part)| {
            let is_host = number == 0 && may_have_host;
            let mut letters = part.chars();
            !part.is_empty() && letters.all(|letter| is_of_part(letter) || (is_host && ".:".contains(letter)))
        })
}

fn module(reader: &mut Reader<'_>, key: &str, value: &Value<'_>) -> Option<Pattern> {
    let bare = value.get_ref().as_str().map(|name| (name, format!("module.{name}")));
    let meant = bare.filter(|(name, meant)| Pattern::parse(name).is_err() && Pattern::parse(meant).is_ok());
    if let Some((text, meant)) = meant {
        reader.other_pattern(key, value, text.to_owned(), format!("did you mean `{meant}`?"));
        return None;
    }
    let pattern = reader.pattern(key, value)?;
    if !pattern.is_of_modules() {
        let help =
            "a module is `module.NAME`, with `module.NAME.**` for those below it too; for resources write `address`";
        reader.other_pattern(key, value, pattern.to_string(), help.to_owned());
        return None;
    }
    Some(pattern)
}

fn kind(reader: &mut Reader<'_>, key: &str, value: &Value<'_>) -> Option<ChangeKind> {
    reader.word(key, value, &ChangeKind::ALL.map(|kind| (kind.word(), kind)))
}

fn waiver(reader: &mut Reader<'_>, table: &DeTable<'_>, at: usize) -> Option<Waiver> {
    let mut fields = Fields::new(table, at, "[[waiver]]");
    let rule = fields.required(reader, "rule", Reader::rule);
    let address = fields.required(reader, "address", Reader::pattern);
    let kinds = fields.optional(reader, "kind", |reader, key, value| reader.some(key, value, kind));
    let reason = fields.required(reader, "reason", Reader::text);
    let owner = fields.optional(reader, "owner", Reader::text);
    let ticket = fields.optional(reader, "ticket", Reader::text);
    let since = fields.optional(reader, "since", Reader::date);
    let expires = fields.required(reader, "expires", Reader::date);
    let at_most = fields.optional(reader, "at-most", Reader::number);
    fields.finish(reader);
    let waiver = Waiver {
        rule: rule?,
        address: address?,
        kinds,
        reason: reason?,
        owner,
        ticket,
        since,
        expires: expires?,
        at_most: at_most.map(|number| usize::try_from(number).unwrap_or(usize::MAX)),
        file: String::new(),
        location: None,
    };
    let rule = reader.rules.iter().find(|rule| rule.id == waiver.rule);
    if let Some((key, error)) = rule.and_then(|rule| waiver.idle_for(rule)) {
        let place = table.get(key).map_or(at, |value| value.span().start);
        reader.mistake(place, error);
    }
    Some(waiver)
}
