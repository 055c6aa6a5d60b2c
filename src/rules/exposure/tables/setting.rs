//! Attributes whose value opens something.

use crate::facts::attr::Attr;
use crate::facts::{ResourceChange, Truth};
use crate::lint::{ChangeView, Context};
use crate::rules::data::exposure::{Exposure, table};
use crate::rules::data::exposure_setting::{Guard, Setting, Value};
use crate::rules::wildcard::Wildcard;

use super::networks::Networks;
use super::opening::{Opening, Since};
use super::scope::is_within;
use super::waiting::{Written, written};

/// Asks every entry of the type. What logs is only missed by who had it, so that `logging-removed` needs a before.
pub(super) fn look(
    context: &Context<'_, '_>,
    view: &ChangeView<'_, '_>,
    rule: Exposure,
    settings: &[Setting],
    openings: &mut Vec<Opening>,
) {
    for setting in settings {
        if !comes_from(setting, view) {
            continue;
        }
        let after = Answer::of(setting, view.after(), Some((context, view.change)));
        if after.open == 0 && after.unknown == 0 {
            continue;
        }
        let (open_before, is_wider) = if !view.existed() {
            (0, false)
        } else if setting.reads().all(|path| !view.may_differ(path)) {
            (after.open, lets_others_in(setting, view))
        } else {
            let before = Answer::of(setting, view.before(), None);
            // Of access lists, which are given from the mildest to the worst.
            let is_wider = rule == Exposure::PublicBucket && place(setting, &after) > place(setting, &before);
            (before.open, is_wider || lets_others_in(setting, view))
        };
        let only_changed = setting.only_changed || rule == Exposure::LoggingRemoved;
        if only_changed && (!view.existed() || open_before > 0) {
            continue;
        }
        // Another value that opens more opens now, in as many places as before.
        let before = if is_wider { 0 } else { open_before };
        if let Some(since) = Since::of(after.open, after.unknown, before) {
            openings.push(Opening {
                since,
                says: match since {
                    Since::Unknown => unknown_path(setting, view.after()).replace("[]", ""),
                    _ => says(setting, &after),
                },
                path: setting.path.clone(),
                words: setting.words.clone(),
                at_most: None,
            });
        }
    }
}

/// Where the value of an answer stands among those that open; `None` before all.
fn place(setting: &Setting, answer: &Answer<'_>) -> Option<usize> {
    match answer.value {
        Some(Opener::Value(value)) => setting.place(Some(value)),
        _ => None,
    }
}

/// Whether there was before what the entry asks for. What is open only by being changed is nothing to say of a new object.
fn comes_from(setting: &Setting, view: &ChangeView<'_, '_>) -> bool {
    if setting.from.is_empty() {
        return true;
    }
    if !view.existed() || !view.may_differ(&setting.path) {
        return false;
    }
    let before = view.before().at_path(&setting.path);
    before
        .iter()
        .any(|attr| setting.from.iter().any(|value| is(*attr, value).is_true()))
}

/// What the answer waits for: the value itself, or what it hangs on.
fn unknown_path<'s>(setting: &'s Setting, root: Attr<'_, '_>) -> &'s str {
    let is_unknown = |path: &&str| root.at_path(path).into_iter().any(Attr::is_unknown);
    let mut paths = [setting.path.as_str()].into_iter().chain(setting.reads());
    paths.find(is_unknown).unwrap_or(&setting.path)
}

/// Whether somebody is let in now who was not, or who is not known: what was open before was not open to them.
fn lets_others_in(setting: &Setting, view: &ChangeView<'_, '_>) -> bool {
    let mut differing = setting.whom.iter().filter(|path| view.may_differ(path));
    differing.any(|path| !is_within(view.after(), view.before(), path).is_true())
}

/// Whether all that the entries say was open already.
pub(super) fn all_open(settings: &[Setting], root: Attr<'_, '_>) -> bool {
    !settings.is_empty() && settings.iter().all(|setting| Answer::of(setting, root, None).open > 0)
}

/// Whether the text is a network of everybody.
pub(super) fn is_world(text: &str) -> bool {
    // Whatever stands before it, a prefix of no bits is every address.
    table().world.iter().any(|cidr| cidr == text) || text.ends_with("/0")
}

/// How many places of an object are open, and how many may be.
#[derive(Default)]
struct Answer<'s> {
    open: usize,
    unknown: usize,
    /// The value that opens; `None` when the missing of one does, and when a mark forbids to show it.
    value: Option<Opener<'s>>,
    sensitive: bool,
    missing: bool,
}

/// What of an entry a value is.
#[derive(Clone, Copy)]
enum Opener<'s> {
    Value(&'s Value),
    Like(&'s Wildcard),
}

/// Where the plan can be asked for the configuration of what is unknown.
type Asked<'q, 'c, 'a, 'r> = Option<(&'q Context<'c, 'a>, &'q ResourceChange<'r>)>;

impl<'s> Answer<'s> {
    fn of(setting: &'s Setting, root: Attr<'_, '_>, asked: Asked<'_, '_, '_, '_>) -> Self {
        let mut answer = Self::default();
        let blocks = match &setting.block {
            Some(block) => root.at_path(block),
            None => vec![root],
        };
        let mut networks = Networks::default();
        for block in blocks {
            let found = block.at_path(&setting.leaf);
            for attr in &found {
                let (truth, value) = match &setting.until {
                    Some(until) => (spans_the_world(*attr, block.get(until)), None),
                    None => opens(setting, *attr),
                };
                let truth = truth.and(in_unknown(truth, setting, asked));
                let counts = counts(setting, block, root, asked);
                if setting.world && counts.is_true() {
                    let _ = attr.text_is(|text| networks.add(text));
                }
                answer.count(truth.and(counts), value, attr.is_sensitive());
            }
            if setting.absent_opens {
                let set = Truth::any(found.iter().map(|attr| is_set(*attr, &setting.path, asked)));
                let before = answer.open;
                answer.count((!set).and(counts(setting, block, root, asked)), None, false);
                answer.missing |= answer.open > before;
            }
        }
        // Halves of the world, each in a block of its own.
        if answer.open == 0 && networks.are_the_world() {
            answer.open = 1;
        }
        answer
    }

    fn count(&mut self, truth: Truth, value: Option<Opener<'s>>, sensitive: bool) {
        match truth {
            Truth::True => {
                self.open += 1;
                self.value = self.value.or(value);
                self.sensitive |= sensitive;
            }
            Truth::Unknown => self.unknown += 1,
            Truth::False => {}
        }
    }
}

/// Whether the value opens, and which of the entry's values it is.
fn opens<'s>(setting: &'s Setting, attr: Attr<'_, '_>) -> (Truth, Option<Opener<'s>>) {
    let mut answer = if setting.world {
        attr.text_is(is_world)
    } else {
        Truth::False
    };
    let values = setting
        .opens
        .iter()
        .map(|value| (is(attr, value), Opener::Value(value)));
    let patterns = setting
        .like
        .iter()
        .map(|like| (is_like(attr, like), Opener::Like(like)));
    for (truth, opener) in values.chain(patterns) {
        if truth.is_true() {
            return (truth, Some(opener));
        }
        answer = answer.or(truth);
    }
    (answer, None)
}

/// Whether the addresses from the first to the last are most of all.
fn spans_the_world(first: Attr<'_, '_>, last: Attr<'_, '_>) -> Truth {
    if first.is_unknown() || last.is_unknown() {
        return Truth::Unknown;
    }
    let mut networks = Networks::default();
    let (first, last) = (super::text(first), super::text(last));
    networks.add_range(&first.unwrap_or_default(), &last.unwrap_or_default());
    networks.are_the_world().into()
}

fn is_like(attr: Attr<'_, '_>, like: &Wildcard) -> Truth {
    attr.text_is(|text| like.matches(text))
}

fn is(attr: Attr<'_, '_>, value: &Value) -> Truth {
    match value {
        Value::Bool(wanted) => attr.equals_bool(*wanted),
        Value::Number(wanted) => attr.equals_number(*wanted),
        Value::Text(wanted) => attr.equals_text(wanted),
    }
}

/// An unknown value that nobody wrote is the provider's choice, and not what this plan opens.
fn in_unknown(truth: Truth, setting: &Setting, asked: Asked<'_, '_, '_, '_>) -> Truth {
    match asked {
        Some((context, change)) if truth.is_unknown() => {
            (written(context, change, &setting.path) != Written::No).into()
        }
        _ => Truth::True,
    }
}

/// Whether something is set, or will be: an unknown value that is written is set, whatever it turns out to be.
fn is_set(attr: Attr<'_, '_>, path: &str, asked: Asked<'_, '_, '_, '_>) -> Truth {
    let set = attr.is_set();
    match asked {
        Some((context, change)) if set.is_unknown() => match written(context, change, path) {
            Written::Yes => Truth::True,
            // The provider's own choice, which the entry says is no good.
            Written::No => Truth::False,
            Written::Maybe => Truth::Unknown,
        },
        _ => set,
    }
}

/// Whether the entry counts in this block: its `when`, `unless` and `unless_set`.
fn counts(setting: &Setting, block: Attr<'_, '_>, root: Attr<'_, '_>, asked: Asked<'_, '_, '_, '_>) -> Truth {
    let holds = |guard: &Guard| {
        let from = if guard.in_block { block } else { root };
        let found = from.at_path(&guard.path);
        Truth::any(found.iter().flat_map(|attr| {
            guard
                .is
                .iter()
                .map(|value| is(*attr, value))
                .chain(guard.like.iter().map(|like| is_like(*attr, like)))
        }))
    };
    let when = setting.when.as_ref().map_or(Truth::True, holds);
    let unless = setting.unless.as_ref().map_or(Truth::False, holds);
    // What nobody wrote does not make it harmless, whatever the provider fills in.
    let harmless = setting.unless_set.iter().map(|path| {
        let found = root.at_path(path);
        Truth::any(found.iter().map(|attr| is_set(*attr, path, asked)))
    });
    when.and(!unless).and(!Truth::any(harmless))
}

/// The attribute and the value that opens; the value is one of the entry's own, never the plan's text.
fn says(setting: &Setting, answer: &Answer<'_>) -> String {
    let path = setting.path.replace("[]", "");
    match answer.value {
        _ if answer.missing => format!("{path} is not set"),
        _ if answer.sensitive => format!("{path} (sensitive value)"),
        Some(Opener::Value(value)) => format!("{path} = {value}"),
        Some(Opener::Like(like)) => format!("{path} like {like}"),
        None => format!("{path} holds every address"),
    }
}
