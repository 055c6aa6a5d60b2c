//! Attributes whose value opens something.

use std::cell::LazyCell;
use std::collections::BTreeSet;

use crate::facts::attr::{Attr, MASK};
use crate::facts::{ResourceChange, Truth};
use crate::json::Kind;
use crate::lint::{ChangeView, Context, Level};
use crate::rules::data::exposure::{Exposure, table};
use crate::rules::data::exposure_setting::{Guard, Place, Setting};
use crate::rules::data::value::Value;
use crate::rules::sql::statements;
use crate::rules::wildcard::Wildcard;

use super::identity;
use super::is_secret;
use super::known_values::KnownValues;
use super::mounts::Mounted;
use super::networks::{Networks, spans_the_world};
use super::newly_open;
use super::opening::{Opening, Since};
use super::part;
use super::restriction::names_whomever;
use super::scope::is_within;
use super::subject;
use super::waiting::{Written, comes_only_from, comes_only_from_others, written};

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
        let (open_before, is_wider, has_worse) = if !view.existed() {
            (0, false, false)
        } else if setting.reads().all(|path| !view.may_differ(path)) {
            (after.open, lets_others_in(setting, view), false)
        } else {
            let before = Answer::of(setting, view.before(), None);
            // Of access lists, which are given from the mildest to the worst.
            let is_graded = rule == Exposure::PublicBucket;
            let is_wider = is_graded && place(setting, after.value) > place(setting, before.value);
            let at = place(setting, before.value).filter(|_| is_graded);
            let has_worse = at.is_some_and(|at| at + 1 < setting.opens.len());
            let open_before = before.open + open_formerly(setting, view);
            (open_before, is_wider || lets_others_in(setting, view), has_worse)
        };
        let only_changed = setting.only_changed || rule == Exposure::LoggingRemoved && !setting.made;
        // A default is no choice. What is written for a new database is one, if only to say the default.
        let is_chosen = only_changed
            && rule == Exposure::PublicDatabase
            && !view.existed()
            && written(context, view.change, &setting.path) == Written::Yes;
        if only_changed && (!view.existed() || open_before > 0) && !is_chosen {
            continue;
        }
        if setting.only_changed && view.existed() && !was_closed(setting, view.before()) {
            continue;
        }
        let is_another = || view.existed() && newly_open::opens_more(context, view, rule, setting);
        let is_wider = is_wider || is_limited_otherwise(setting, view) || is_another();
        let is_limited = is_limited(setting, view.after());
        let narrows = !is_wider && open_before < after.open && newly_open::had_more(setting, view);
        // Another value that opens more opens now, in as many places as before.
        let before = match (is_wider, narrows) {
            (true, _) => 0,
            (false, true) => after.open,
            (false, false) => open_before,
        };
        if let Some(since) = Since::of(after.open, after.unknown, before, has_worse) {
            openings.push(Opening {
                since,
                says: match since {
                    Since::Unknown => unknown_path(setting, view.after()).replace("[]", ""),
                    _ => says(setting, &after),
                },
                path: setting.path.clone(),
                words: if is_limited {
                    format!("{}, under a condition", setting.words)
                } else {
                    setting.words.clone()
                },
                subject: whose(context, setting, view, since),
                narrows,
                at_most: (setting.mild || is_limited || is_chosen).then_some(Level::Warning),
            });
        }
    }
}

/// How many places were open under the names that other versions of the provider give the attribute.
fn open_formerly(setting: &Setting, view: &ChangeView<'_, '_>) -> usize {
    let attrs = setting.formerly.iter().flat_map(|path| view.before().at_path(path));
    attrs.filter(|attr| opens(setting, *attr).0.is_true()).count()
}

/// Whether something stands there that may limit what is open.
pub(super) fn is_limited(setting: &Setting, root: Attr<'_, '_>) -> bool {
    let mut limits = setting.limited_by.iter().flat_map(|path| root.at_path(path));
    limits.any(|limit| limit.is_set() != Truth::False)
}

/// Whether what was limited before is not now, or by something else.
fn is_limited_otherwise(setting: &Setting, view: &ChangeView<'_, '_>) -> bool {
    let is_other = |path: &String| {
        let stays = || super::at(view.before(), path).equals(super::at(view.after(), path));
        view.may_differ(path) && !stays().is_true()
    };
    view.existed() && is_limited(setting, view.before()) && setting.limited_by.iter().any(is_other)
}

/// Whom it is open to, by which values, what those give, and in which parts of the object.
fn whose(context: &Context<'_, '_>, setting: &Setting, view: &ChangeView<'_, '_>, since: Since) -> Vec<String> {
    let root = view.after();
    let mut texts = part::texts(context, setting, view, since == Since::Unknown);
    for path in &setting.whom {
        texts.extend(subject::at(context, root, path));
    }
    for block in blocks(setting, root) {
        let leaves = block.at_path(&setting.leaf).into_iter();
        let mut is_open = false;
        for leaf in leaves.filter(|leaf| opens(setting, *leaf).0.is_true()) {
            is_open = true;
            subject::add(context, leaf, &setting.path, &mut texts);
        }
        if let Some(gives) = setting.gives.as_ref().filter(|_| is_open) {
            subject::add(context, super::at(block, gives), gives, &mut texts);
        }
    }
    texts.into_iter().collect()
}

/// Where a value stands among those that open; `None` before all.
fn place(setting: &Setting, value: Option<Opener<'_>>) -> Option<usize> {
    match value {
        Some(Opener::Value(value)) => setting.place(Some(value)),
        _ => None,
    }
}

/// Whether there was before what the entry asks for. What is open only by being changed is nothing to say of a new
/// object.
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
        .any(|attr| setting.from.iter().any(|value| value.is(*attr).is_true()))
}

/// What the answer waits for: the value itself, or what it hangs on.
fn unknown_path<'s>(setting: &'s Setting, root: Attr<'_, '_>) -> &'s str {
    let is_unknown = |path: &&str| root.at_path(path).into_iter().any(Attr::is_unknown);
    let mut paths = [setting.path.as_str()].into_iter().chain(setting.reads());
    paths.find(is_unknown).unwrap_or(&setting.path)
}

/// Whether a value that opens gives now what it did not give before, where an entry says what that is.
fn gives_more(setting: &Setting, view: &ChangeView<'_, '_>) -> bool {
    let Some(gives) = &setting.gives else { return false };
    if newly_open::had_all(setting, view.before()) {
        return false;
    }
    if !view.may_differ(&setting.path) && (setting.block.is_some() || !view.may_differ(gives)) {
        return false;
    }
    let open = |root| {
        let blocks = blocks(setting, root).into_iter();
        blocks.flat_map(move |block| {
            let leaves = block.at_path(&setting.leaf).into_iter();
            let opening = leaves.filter(|leaf| opens(setting, *leaf).0.is_true());
            opening.map(move |leaf| (leaf, super::at(block, gives)))
        })
    };
    let texts = |(leaf, given): (Attr<'_, '_>, Attr<'_, '_>)| Some((leaf.compared_text()?, given.compared_text()?));
    let known: BTreeSet<_> = open(view.before()).filter_map(texts).collect();
    let others: Vec<_> = open(view.before()).filter(|pair| texts(*pair).is_none()).collect();
    open(view.after()).any(|(leaf, gives)| {
        let is_same = |(then, gave): &(Attr<'_, '_>, Attr<'_, '_>)| {
            then.equals(leaf).is_true() && (gave.equals(gives).is_true() || newly_open::is_less(*gave, gives))
        };
        let is_known = texts((leaf, gives)).is_some_and(|pair| known.contains(&pair));
        !is_known && !others.iter().any(is_same)
    })
}

/// Whether somebody is let in now who was not, or who is not known: what was open before was not open to them.
fn lets_others_in(setting: &Setting, view: &ChangeView<'_, '_>) -> bool {
    if gives_more(setting, view) {
        return true;
    }
    let mut differing = setting.whom.iter().filter(|path| view.may_differ(path));
    differing.any(|path| {
        if *path != setting.path {
            return !is_within(view.after(), view.before(), view.change.type_name(), path).is_true();
        }
        // The value that opens says whom it lets in; others beside it may change.
        let before = KnownValues::at(view.before().at_path(path), view.change.type_name(), path);
        let after = view.after().at_path(path).into_iter();
        let mut opening = after.filter(|now| opens(setting, *now).0.is_true());
        opening.any(|now| !before.has(now).is_true())
    })
}

/// Whether something closed an object of which an entry says that it was not open: a value that stood there, or what
/// keeps the entry from counting. Where there was nothing, the default held, and what says the same opens nothing.
fn was_closed(setting: &Setting, before: Attr<'_, '_>) -> bool {
    let paths = setting.formerly.iter().chain([&setting.path]);
    let held = paths.flat_map(|path| before.at_path(path));
    let held = Truth::any(held.map(Attr::is_set)).is_true();
    let closed_nothing = setting
        .unless_before
        .iter()
        .any(|guard| holds(guard, before, before, None).is_true());
    let blocks = blocks(setting, before);
    // Where the object was about the same.
    let counted = || (setting.when.iter()).all(|guard| guard.in_block || holds(guard, before, before, None).is_true());
    let had_none = setting.none_closes && blocks.is_empty() && counted();
    let mut barred = blocks
        .into_iter()
        .map(|block| counts(setting, block, before, None) == Truth::False);
    had_none || (held && !closed_nothing) || barred.any(|barred| barred)
}

/// Whether a value of the entry opens something.
pub(super) fn is_open(setting: &Setting, attr: Attr<'_, '_>) -> Truth {
    opens(setting, attr).0
}

/// Whether the entry says of an object that something is open.
pub(in crate::rules::exposure) fn was_open(setting: &Setting, root: Attr<'_, '_>) -> bool {
    Answer::of(setting, root, None).open > 0
}

/// The objects in which an entry looks for its value.
pub(super) fn blocks<'d, 'a>(setting: &Setting, root: Attr<'d, 'a>) -> Vec<Attr<'d, 'a>> {
    mounted(setting, root).into_iter().map(|(block, _)| block).collect()
}

/// The same, each with whether it is a volume that is mounted as the entry asks; true where it asks nothing of that.
fn mounted<'d, 'a>(setting: &Setting, root: Attr<'d, 'a>) -> Vec<(Attr<'d, 'a>, Truth)> {
    let Some(path) = &setting.block else {
        return vec![(root, Truth::True)];
    };
    // A list that is not there has none.
    let blocks = root.at_path(path).into_iter();
    let blocks = blocks.filter(|block| !setting.none_closes || !block.is_unset());
    let mounted = Mounted::of(setting.mounts.as_ref(), root);
    let blocks = blocks.map(|block| (block, mounted.has(block)));
    blocks.filter(|(_, mounted)| *mounted != Truth::False).collect()
}

/// Whether all that the entries say was open already; those about a change say nothing of what there was.
pub(super) fn all_open(settings: &[Setting], root: Attr<'_, '_>) -> bool {
    let mut settings = settings.iter().filter(|setting| setting.from.is_empty()).peekable();
    settings.peek().is_some() && settings.all(|setting| was_open(setting, root))
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
    /// What is told of it, where the entry's own value does not say it.
    told: Option<String>,
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
        let mut networks = Networks::default();
        for (block, mounted) in mounted(setting, root) {
            // It hangs on the block alone, and in most blocks nothing opens.
            let counts = LazyCell::new(|| counts(setting, block, root, asked).and(mounted));
            let found = block.at_path(&setting.leaf);
            for attr in &found {
                let (truth, value) = match (&setting.until, &setting.issuer) {
                    (Some(until), _) => (spans_the_world(*attr, super::at(block, until)), None),
                    (None, Some(issuer)) => (names_nobody(*attr, root, issuer), None),
                    (None, None) => opens(setting, *attr),
                };
                let truth = truth.and(in_unknown(truth, setting, asked));
                if let Some(text) = attr.compared_text().filter(|_| setting.world && counts.is_true()) {
                    networks.add(&text);
                }
                if truth == Truth::False {
                    continue;
                }
                let is_open = truth.and(*counts);
                if is_open.is_true() {
                    let told = asked.and_then(|(context, _)| told(context, setting, block, *attr, value));
                    answer.keep(setting, value, told);
                }
                answer.count(is_open, attr.is_sensitive());
            }
            if setting.absent_opens {
                let set = Truth::any(found.iter().map(|attr| is_set(*attr, &setting.path, asked)));
                let before = answer.open;
                let issues = setting
                    .issuer
                    .as_ref()
                    .map_or(Truth::True, |path| signs_for_everybody(root, path));
                answer.count((!set).and(issues).and(*counts), false);
                answer.missing |= answer.open > before;
            }
        }
        // Halves of the world, each in a block of its own.
        if answer.open == 0 && networks.are_the_world() {
            answer.open = 1;
        }
        answer
    }

    /// Keeps the first value that opens; of those in blocks with names the gravest.
    fn keep(&mut self, setting: &Setting, value: Option<Opener<'s>>, told: Option<String>) {
        let is_graver = setting.label.is_some() && place(setting, value) < place(setting, self.value);
        if self.value.is_none() || is_graver {
            self.value = value;
            self.told = told;
        }
    }

    fn count(&mut self, truth: Truth, sensitive: bool) {
        match truth {
            Truth::True => {
                self.open += 1;
                self.sensitive |= sensitive;
            }
            Truth::Unknown => self.unknown += 1,
            Truth::False => {}
        }
    }
}

/// Whether the value opens, and which of the entry's values it is.
fn opens<'s>(setting: &'s Setting, attr: Attr<'_, '_>) -> (Truth, Option<Opener<'s>>) {
    let (truth, opener) = has_one(setting, attr);
    // What is asked of the very value: another one in the same list says nothing about it.
    let asked = |guards: &'s [Guard]| guards.iter().filter(|guard| guard.of_value);
    let when = asked(&setting.when).map(|guard| is_one(guard, attr));
    let unless = Truth::any(asked(&setting.unless).map(|guard| is_one(guard, attr)));
    (when.fold(truth, Truth::and).and(!unless), opener)
}

/// Whether one of the entry's values opens, and which it is.
fn has_one<'s>(setting: &'s Setting, attr: Attr<'_, '_>) -> (Truth, Option<Opener<'s>>) {
    let mut answer = if setting.world {
        attr.text_is(is_world)
    } else {
        Truth::False
    };
    let values = setting.opens.iter().map(|value| (value.is(attr), Opener::Value(value)));
    let asks = |like: &'s Wildcard| {
        let is_said = |text: &str| like.matches_in_any_case(&statements(text));
        let truth = if setting.untold {
            attr.text_is(is_said)
        } else {
            is_like(attr, like)
        };
        (truth, Opener::Like(like))
    };
    let patterns = setting.like.iter().map(asks);
    for (truth, opener) in values.chain(patterns) {
        if truth.is_true() {
            return (truth, Some(opener));
        }
        answer = answer.or(truth);
    }
    (answer, None)
}

/// Whether the provider of identities that is named there signs for everybody: those that sign for a single owner need
/// not be asked whose a token is.
fn signs_for_everybody(root: Attr<'_, '_>, path: &str) -> Truth {
    let named = root.at_path(path);
    let signs = |uri: &Attr<'_, '_>| uri.text_is(|uri| identity::issuer(uri).is_some());
    if named.is_empty() {
        Truth::True
    } else {
        Truth::any(named.iter().map(signs))
    }
}

/// Whether a condition on tokens does not ask whose they are, though the provider signs for everybody.
fn names_nobody(condition: Attr<'_, '_>, root: Attr<'_, '_>, path: &str) -> Truth {
    let named = root.at_path(path).into_iter().filter_map(Attr::compared_text);
    let Some(issuer) = named.into_iter().find_map(|uri| identity::issuer(&uri)) else {
        return condition.text_is(|text| text.trim() == "true");
    };
    let mapping = root.get("attribute_mapping");
    condition.text_is(|text| !identity::Asked { issuer, mapping }.names_owner(text))
}

fn is_like(attr: Attr<'_, '_>, like: &Wildcard) -> Truth {
    attr.text_is(|text| like.matches_in_any_case(text))
}

/// An unknown value that nobody wrote is the provider's choice, and not what this plan opens; nor is what comes from
/// objects that never have one that opens.
fn in_unknown(truth: Truth, setting: &Setting, asked: Asked<'_, '_, '_, '_>) -> Truth {
    match asked {
        Some((context, change)) if truth.is_unknown() => {
            let is_written = written(context, change, &setting.path) != Written::No;
            let never = || comes_only_from(context, change, &setting.path, &setting.never_of);
            (is_written && (setting.never_of.is_empty() || !never())).into()
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
        // `arn:aws:sns:*:*:*` is a topic of whomever.
        _ => set.and(!attr.text_is(names_whomever)),
    }
}

/// Whether what stands at the path of a condition is one of its values, and nothing else stands beside it.
pub(super) fn holds(guard: &Guard, block: Attr<'_, '_>, root: Attr<'_, '_>, asked: Asked<'_, '_, '_, '_>) -> Truth {
    let from = if guard.in_block { block } else { root };
    let found = from.at_path(&guard.path);
    let others = guard.also.iter().flat_map(|place| {
        let others = at_place(place, block, root).into_iter();
        // What nobody wrote is what the provider makes of the first.
        others.map(|attr| !is_set(attr, &place.path, asked).and(!is_one(guard, attr)))
    });
    let one = Truth::any(found.into_iter().map(|attr| is_one(guard, attr)));
    let is_of_others = || {
        let others = |(context, change): (_, _)| comes_only_from_others(context, change, &guard.path, &guard.of);
        !guard.of.is_empty() && asked.is_some_and(others)
    };
    if one.is_unknown() && is_of_others() {
        return Truth::False;
    }
    others.fold(one, Truth::and)
}

fn at_place<'d, 'a>(place: &Place, block: Attr<'d, 'a>, root: Attr<'d, 'a>) -> Vec<Attr<'d, 'a>> {
    match &place.within {
        Some(within) => block.at_path(within),
        None => root.at_path(&place.path),
    }
}

/// Whether a value is one of those of a condition.
fn is_one(guard: &Guard, attr: Attr<'_, '_>) -> Truth {
    let values = guard.is.iter().map(|value| value.is(attr));
    let patterns = guard.like.iter().map(|like| is_like(attr, like));
    let means = guard.covers.iter().map(|name| attr.text_is(|text| means(text, name)));
    Truth::any(values.chain(patterns).chain(means))
}

/// Whether a path in a policy of Vault's means a name: `+` is one part of it, `*` at the end all that follows.
fn means(path: &str, name: &str) -> bool {
    let (path, is_open) = path.strip_suffix('*').map_or((path, false), |path| (path, true));
    let (mut parts, mut names) = (path.split('/').peekable(), name.split('/'));
    while let Some(part) = parts.next() {
        let Some(name) = names.next() else { return false };
        if is_open && parts.peek().is_none() {
            return part == "+" || name.starts_with(part);
        }
        if part != "+" && part != name {
            return false;
        }
    }
    names.next().is_none()
}

/// Whether the entry counts in this block: its `when`, `unless`, `unless_set` and `whom`.
pub(super) fn counts<'s>(
    setting: &'s Setting,
    block: Attr<'_, '_>,
    root: Attr<'_, '_>,
    asked: Asked<'_, '_, '_, '_>,
) -> Truth {
    let holds = |guard: &Guard| holds(guard, block, root, asked);
    let others = |guards: &'s [Guard]| guards.iter().filter(|guard| !guard.of_value);
    let when = others(&setting.when).map(holds).fold(Truth::True, Truth::and);
    let unless = Truth::any(others(&setting.unless).map(holds));
    // Lists that are known to be empty let nobody in, where nothing else names anybody.
    let is_empty = |attr: &Attr<'_, '_>| attr.kind() == Some(Kind::Array) && attr.items().next().is_none();
    let lists = setting.whom.iter().map(|path| path.strip_suffix("[]").unwrap_or(path));
    let whom: Vec<_> = lists.flat_map(|path| root.at_path(path)).collect();
    let is_nobody = |attr: &Attr<'_, '_>| is_empty(attr) || attr.is_unset();
    let nobody: Truth = (whom.iter().any(is_empty) && whom.iter().all(is_nobody)).into();
    // What nobody wrote does not make it harmless, whatever the provider fills in.
    let harmless = setting.unless_set.iter().map(|place| {
        let found = at_place(place, block, root);
        Truth::any(found.iter().map(|attr| is_set(*attr, &place.path, asked)))
    });
    when.and(!unless).and(!Truth::any(harmless)).and(!nobody)
}

/// The longest text that is told: names of what clouds have are not longer.
const LONGEST: usize = 200;

/// What is told of a place that is open, where the entry's own value would not say it: a pattern, a range, a block
/// among others. Nothing that is secret, nor long.
fn told(
    context: &Context<'_, '_>,
    setting: &Setting,
    block: Attr<'_, '_>,
    attr: Attr<'_, '_>,
    value: Option<Opener<'_>>,
) -> Option<String> {
    let is_unplain = |letter: char| letter.is_control() || matches!(letter, '"' | '\\');
    let shown = |attr: Attr<'_, '_>| {
        let text = attr.compared_text().filter(|_| !is_secret(context, attr));
        let text = text.filter(|text| text.len() <= LONGEST && !text.contains(is_unplain));
        text.map(|text| format!("\"{text}\""))
    };
    let path = setting.path.replace("[]", "");
    match (value, &setting.until, &setting.label) {
        (Some(Opener::Like(_)), ..) if setting.untold => Some(path),
        (Some(Opener::Like(_)), ..) => Some(format!("{path} = {}", shown(attr)?)),
        (_, Some(until), _) => {
            let (first, last) = (shown(attr)?, shown(super::at(block, until))?);
            Some(format!("{path} = {first} up to {} = {last}", until.replace("[]", "")))
        }
        (Some(Opener::Value(value)), _, Some(label)) => {
            let (blocks, leaf) = path.rsplit_once('.')?;
            Some(format!(
                "{blocks}[{}].{leaf} = {value}",
                shown(super::at(block, label))?
            ))
        }
        // As it is written there, in whatever case of letters.
        (Some(Opener::Value(Value::Text(_))), ..) => Some(format!("{path} = {}", shown(attr)?)),
        _ => None,
    }
}

/// The attribute and the value that opens; the value is one of the entry's own, or one that may be told.
fn says(setting: &Setting, answer: &Answer<'_>) -> String {
    let path = setting.path.replace("[]", "");
    if let Some(told) = answer.told.as_ref().filter(|_| !answer.missing && !answer.sensitive) {
        return told.clone();
    }
    match answer.value {
        _ if answer.missing => format!("{path} is not set"),
        _ if answer.sensitive => format!("{path} {MASK}"),
        Some(Opener::Value(value)) => format!("{path} = {value}"),
        Some(Opener::Like(like)) => format!("{path} like {like}"),
        None if setting.issuer.is_some() => format!("{path} asks for nobody in particular"),
        None => format!("{path} holds every address"),
    }
}
