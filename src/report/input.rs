//! One judged document, as a report shows it.

use std::iter;

use rayon::prelude::*;

use crate::facts::reason::Part;
use crate::facts::{self, ActionKind, Facts, Fate, Flavor, InstanceKey, MarkChange, ResourceChange, Step};
use crate::json::Pointer;
use crate::lint::{self, AttributePatterns, ChangeView, Found, Pattern, SourcePlace};
use crate::order;
use crate::source::{Location, SourceFile};

use super::actions::{self, ActionRow};
use super::changes::{Action, Node, ShownPlan};
use super::checks::{CheckRow, checks};
use super::finding_subject::Subjects;
use super::module::ModuleInput;
use super::places::Places;
use super::real_address::RealAddress;
use super::redact::{Redacted, Redactor};
use super::state::{self, StateInput};
use super::totals::{self, Totals};
use super::{Finding, FindingSubject, Outcome, Rows, Standing, Wanted};

/// A document that was read and judged.
#[derive(Clone, Debug)]
pub struct Input {
    /// Path as given, `<stdin>`, with the number of the document where the input holds several.
    pub name: String,
    /// `format_version` as written; `None` for raw states.
    pub format_version: Option<Redacted>,
    /// Version of the engine as written.
    pub engine_version: Option<Redacted>,
    /// The engine; `None` when nothing tells.
    pub engine: Option<Flavor>,
    /// What tells the engine.
    pub engine_evidence: &'static str,
    /// What it holds.
    pub subject: Subject,
}

impl Input {
    /// The plan, where it is one.
    pub(crate) fn plan(&self) -> Option<&PlanInput> {
        match &self.subject {
            Subject::Plan(plan) => Some(plan),
            Subject::State(_) | Subject::Module(_) => None,
        }
    }
}

/// What a document holds.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Subject {
    /// A plan.
    Plan(Box<PlanInput>),
    /// A state.
    State(Box<StateInput>),
    /// A module of configuration.
    Module(Box<ModuleInput>),
}

/// What a plan holds.
#[derive(Clone, Debug)]
pub struct PlanInput {
    /// When it was made: RFC 3339, UTC; `None` where the engine does not say (before Terraform 1.5).
    pub timestamp: Option<Redacted>,
    /// Whether planning ended with an error; `None` where the engine does not say.
    pub errored: Option<bool>,
    /// Whether the plan is complete; `None` where the engine does not say.
    pub complete: Option<bool>,
    /// Whether it can be applied; `None` where the engine does not say.
    pub applyable: Option<bool>,
    /// Whether it only refreshes the state.
    pub refresh_only: bool,
    /// Whether it says of everything what becomes of it; `false` too where [`Wanted`] did not ask for subjects.
    pub speaks_of_all: bool,
    /// Whether the document has a `resource_changes` list at all.
    pub lists_changes: bool,
    /// The sums.
    pub totals: Totals,
    /// The engine's sentence; `None` where it prints none.
    pub plan_line: Option<String>,
    /// The elements of `resource_changes`, most dangerous first, then in the order of addresses; those without change
    /// only where [`Rows`] asked for them.
    pub changes: Vec<ChangeRow>,
    /// Changes of outputs, without those that change nothing.
    pub outputs: Vec<OutputRow>,
    /// Changes outside of the engine.
    pub drift: Vec<DriftRow>,
    /// Changes that were put off.
    pub deferred: Vec<DeferredRow>,
    /// Provider actions that an apply invokes.
    pub actions: Vec<ActionRow>,
    /// Those that were put off.
    pub deferred_actions: Vec<ActionRow>,
    /// Check statuses.
    pub checks: Vec<CheckRow>,
}

/// One element of `resource_changes`.
#[derive(Clone, Debug)]
pub struct ChangeRow {
    /// Address of the instance.
    pub address: Redacted,
    /// The addresses without a mask, for patterns.
    pub real_address: RealAddress,
    /// Address before a move; `None` when it stayed.
    pub previous_address: Option<Redacted>,
    /// Key of a deposed object; `None` for the current one.
    pub deposed: Option<Redacted>,
    /// Address of the module instance; `None` in the root module.
    pub module_address: Option<Redacted>,
    /// `managed`, `data`, `ephemeral`; `None` where the file has none.
    pub mode: Option<Redacted>,
    /// Resource type.
    pub type_name: Option<Redacted>,
    /// Resource name.
    pub name: Option<Redacted>,
    /// Instance key; `None` without `count` and `for_each`.
    pub index: Option<Index>,
    /// Provider as written.
    pub provider_name: Option<Redacted>,
    /// The action list as written.
    pub actions: ActionWords,
    /// What becomes of the instance.
    pub fate: Fate,
    /// The engine's word for the reason.
    pub action_reason: Option<Redacted>,
    /// The reason in words: what forces a replacement, or why the engine acts.
    pub why: Option<Redacted>,
    /// What an update changes: names of attributes; of those that only the apply will tell, what the configuration
    /// sets.
    pub changed: Vec<Redacted>,
    /// Those of them that settings hide from people.
    pub ignored: Vec<Redacted>,
    /// How many differences settings took out of `difference`, those of `ignored` among them.
    pub hidden: usize,
    /// Paths that force a replacement.
    pub replace_paths: Vec<Vec<PathStep>>,
    /// Set when the object is imported.
    pub importing: Option<Import>,
    /// What differs in the object; `None` where [`Rows`] did not ask, or where nothing but the state changes.
    pub difference: Option<Box<Node>>,
    /// JSON pointer into the document.
    pub pointer: String,
}

impl ChangeRow {
    /// Whether a pattern means its address, now or before a move, as it is shown or as it is.
    #[must_use]
    pub(crate) fn is_hit(&self, pattern: &Pattern) -> bool {
        let mut shown = iter::once(&self.address).chain(&self.previous_address);
        shown.any(|address| pattern.matches_text(address)) || self.real_address.is_hit(pattern)
    }

    /// Whether it is a data source.
    #[must_use]
    pub(crate) fn is_data(&self) -> bool {
        self.mode.as_deref() == Some("data")
    }

    /// Hides what settings say that nobody wants to see.
    pub(super) fn ignore(&mut self, ignored: &AttributePatterns) {
        let is_ignored = |name: &&Redacted| ignored.matches_name(name);
        self.ignored = self.changed.iter().filter(is_ignored).cloned().collect();
        self.hidden = self.difference.as_mut().map_or(0, |tree| tree.hide(ignored));
    }
}

/// The words of an action list.
#[derive(Clone, Debug)]
pub enum ActionWords {
    /// The list of a kind that is recognized. Nearly all are, and a row of them costs no memory for words.
    Recognized(ActionKind),
    /// Any other list.
    Other(Vec<Redacted>),
}

impl ActionWords {
    fn of(actions: &facts::Actions<'_>, redactor: &Redactor) -> Self {
        match actions.kind() {
            ActionKind::Unrecognized => Self::Other(actions.words().iter().map(|word| redactor.text(word)).collect()),
            kind => Self::Recognized(kind),
        }
    }

    /// The words, in order.
    #[must_use]
    pub fn words(&self) -> Vec<Redacted> {
        match self {
            Self::Recognized(kind) => kind.words().iter().map(|word| Redacted::trusted(word)).collect(),
            Self::Other(words) => words.clone(),
        }
    }
}

/// An instance key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Index {
    /// Of `count`.
    Number(u64),
    /// Of `for_each`, or a number that no `count` reaches, as text.
    Text(Redacted),
}

/// One step of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PathStep {
    /// Attribute name or map key.
    Key(Redacted),
    /// List index, from 0.
    Index(u64),
    /// A step of a kind that no engine writes.
    Other,
}

/// An import.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Import {
    /// The id; `None` when imported by identity, not known yet, or not to be told.
    pub id: Option<Redacted>,
    /// Whether the id is known only later.
    pub is_unknown: bool,
    /// Whether it is imported by identity.
    pub by_identity: bool,
}

/// A change of a root output.
#[derive(Clone, Debug)]
pub struct OutputRow {
    /// Name of the output.
    pub name: Redacted,
    /// What becomes of it: it is made, updated, deleted, or nobody knows.
    pub fate: Fate,
    /// The action list as written.
    pub actions: Vec<Redacted>,
    /// Whether any source marks it sensitive.
    pub sensitive: bool,
    /// What becomes of its mark, as far as the plan tells.
    pub mark_change: Option<MarkChange>,
    /// Whether the engine's list shows it: the others keep their value, or are made without one.
    pub visible: bool,
    /// What becomes of its value; `None` where [`Rows`] did not ask.
    pub difference: Option<Box<Node>>,
    /// JSON pointer into the document.
    pub pointer: Redacted,
}

/// A change outside of the engine.
#[derive(Clone, Debug)]
pub struct DriftRow {
    /// The change.
    pub change: ChangeRow,
    /// Whether this plan was made from what changed.
    pub relevant: bool,
    /// Whether this plan changes the same object, too.
    pub changed: bool,
}

impl DriftRow {
    /// Whether this plan would be another one without it.
    #[must_use]
    pub(crate) const fn affects(&self) -> bool {
        self.relevant || self.changed
    }
}

/// A change that was put off.
#[derive(Clone, Debug)]
pub struct DeferredRow {
    /// The change.
    pub change: ChangeRow,
    /// The engine's word for the reason.
    pub reason: Redacted,
}

impl Outcome {
    /// What the report says of a document: its rows, and its findings.
    ///
    /// Findings have their places where `text` tells the source and where in it the document begins: a walk over all of
    /// it, which is saved where nobody asks for lines.
    #[must_use]
    pub fn judged(
        name: &str,
        text: Option<(&SourceFile, Location)>,
        facts: &Facts<'_>,
        found: Found,
        wanted: impl Into<Wanted>,
    ) -> Self {
        let wanted = wanted.into();
        let redactor = Redactor::new(facts.secrets());
        let Found {
            findings,
            waiver_matches,
        } = found;
        let pointers: Vec<&Pointer> = findings.iter().map(|finding| &finding.pointer).collect();
        // Looking for places walks over the text, the rows over the facts: neither waits for the other.
        let (subject, places) = rayon::join(
            || match facts.plan() {
                Some(_) => Subject::Plan(Box::new(plan(facts, &redactor, wanted))),
                None => Subject::State(Box::new(state::state(facts, &redactor))),
            },
            || match text {
                Some((source, start)) => Places::new(source, start, facts).locate(&pointers),
                None => vec![None; pointers.len()],
            },
        );
        let subjects = wanted.subjects.then(|| Subjects::of(facts, &redactor, &findings));
        Self::Judged {
            input: Box::new(Input {
                name: name.to_owned(),
                format_version: redactor.option(facts.format_version()),
                engine_version: redactor.option(facts.engine_version()),
                engine: facts.engine.engine,
                engine_evidence: facts.engine.evidence,
                subject,
            }),
            waiver_matches: vec![waiver_matches],
            findings: findings
                .into_par_iter()
                .zip(places)
                .map(|(finding, location)| {
                    let names = names_in_words(&finding);
                    let message = redactor.message(&finding.message, finding.says, &names);
                    let told = |words: &Option<_>| Some(redactor.words(words.clone()?, &names));
                    let (why, help) = (told(&finding.why), told(&finding.help));
                    Finding {
                        level: finding.level,
                        weight: finding.weight,
                        rule: finding.rule.into_owned(),
                        message,
                        why,
                        help,
                        subject: match &subjects {
                            Some(subjects) => subjects.digest(finding.object.as_ref(), finding.subject),
                            None => Some(FindingSubject::NotAsked),
                        },
                        address: redactor.address_option(finding.about.address),
                        previous_address: redactor.address_option(finding.about.previous_address),
                        deposed: redactor.option(finding.about.deposed),
                        standing: Standing::of(finding.standing, &redactor),
                        covered_by: finding.covered_by,
                        input: None,
                        file: None,
                        pointer: redactor.pointer(&finding.pointer),
                        location,
                        // A name in a path may be a secret: then there is no path rather than one that leads nowhere.
                        source: finding.source.filter(|place| is_open(place, &redactor)),
                        module: None,
                    }
                })
                .collect(),
        }
    }
}

/// The names that may stand in the words of a finding: those of what it is about, and of its attribute.
fn names_in_words(finding: &lint::Finding) -> Vec<&str> {
    let about = &finding.about;
    let attribute = finding.attribute.as_deref().filter(|_| about.type_name.is_some());
    let attribute = attribute.and_then(|path| path.split(['.', '[']).next());
    let of_change = [
        &about.previous_address,
        &about.module,
        &about.type_name,
        &about.provider,
    ];
    let names = [&about.address].into_iter().chain(of_change).flatten();
    names.map(String::as_str).chain(attribute).collect()
}

/// Whether no secret is in the names of a place.
fn is_open(place: &SourcePlace, redactor: &Redactor) -> bool {
    let open = |text: &str| *redactor.text(text) == *text;
    let mut related = place.related.iter();
    open(&place.file) && related.all(|(what, place)| open(what) && open(&place.file))
}

fn plan<'a>(facts: &Facts<'a>, redactor: &Redactor, Wanted { rows, subjects }: Wanted) -> PlanInput {
    let wire = facts.plan();
    let totals = Totals::of(facts);
    let also_changed = facts.changed_objects();
    let shown = (rows == Rows::Differences)
        .then(|| ShownPlan::new(facts, None))
        .flatten();
    let shown = shown.map(ShownPlan::own_way);
    let row = |change: &ResourceChange<'a>| ChangeRow {
        difference: shown.as_ref().and_then(|shown| difference(change, shown)),
        ..row(change, facts, redactor)
    };
    let listed = |change: &&ResourceChange<'a>| rows != Rows::Changes || change.is_change();
    let mut changes: Vec<&ResourceChange<'a>> = facts.changes_and_moves().filter(listed).collect();
    // Stable: inside a group the order of addresses stays.
    order::sort_by_key(&mut changes, |change| change.fate.kind());
    // A time with a mask in it is none that a program could read.
    let open = |text: String| Some(redactor.text(&text)).filter(|shown| **shown == *text);
    let (deferred_actions, actions) = actions::rows(facts, redactor, shown.as_ref())
        .into_iter()
        .partition(|row| row.reason.is_some());
    PlanInput {
        timestamp: facts.made_at().and_then(|made| open(made.to_string())),
        errored: wire.and_then(|plan| plan.errored),
        complete: wire.and_then(|plan| plan.complete),
        applyable: wire.and_then(|plan| plan.applyable),
        refresh_only: facts.is_refresh_only(),
        speaks_of_all: subjects && facts.speaks_of_all(),
        lists_changes: wire.is_some_and(|plan| plan.resource_changes.is_some()),
        plan_line: totals::plan_line(facts, &totals),
        totals,
        changes: changes.into_par_iter().map(row).collect(),
        outputs: facts
            .outputs
            .iter()
            .filter(|output| output.is_change())
            .map(|output| OutputRow {
                name: redactor.address(output.name),
                fate: fate_of_output(output.told_action()),
                actions: {
                    let words = output.wire.actions.words().iter();
                    words.map(|word| redactor.text(word)).collect()
                },
                sensitive: output.sensitive,
                mark_change: output.mark_change,
                visible: output.visible,
                difference: shown.as_ref().map(|shown| Box::new(shown.output(output).brief())),
                pointer: redactor.pointer(&output.pointer),
            })
            .collect(),
        drift: facts
            .drifted()
            .map(|drift| DriftRow {
                change: row(&drift.change),
                relevant: drift.relevant,
                changed: also_changed.contains(&(&*drift.change.address, drift.change.wire.deposed())),
            })
            .collect(),
        deferred: facts
            .deferred
            .iter()
            .map(|deferred| DeferredRow {
                change: row(&deferred.change),
                reason: redactor.word(deferred.reason.as_str(), deferred.reason.is_listed()),
            })
            .collect(),
        actions,
        deferred_actions,
        checks: checks(facts, redactor),
    }
}

/// What becomes of an output, as of a resource.
const fn fate_of_output(action: ActionKind) -> Fate {
    match action {
        ActionKind::Create => Fate::Create,
        ActionKind::Update => Fate::Update,
        ActionKind::Delete => Fate::Delete,
        ActionKind::NoOp => Fate::NoOp,
        _ => Fate::Unrecognized,
    }
}

fn row(change: &ResourceChange<'_>, facts: &Facts<'_>, redactor: &Redactor) -> ChangeRow {
    let wire = change.wire;
    let address = redactor.address(&change.address);
    let changed = changed(change, facts);
    let part = |part: Part<'_>| redactor.part(part);
    let is_of_marks = change.fate == Fate::Update && changed.is_empty();
    let marks_alone = || Some(is_of_marks.then(|| change.marks_alone(&part))??.into());
    let previous_address = redactor.address_option(change.moved_from.map(|address| &**address));
    let previous = change
        .moved_from
        .map(|address| &**address)
        .zip(previous_address.as_ref());
    ChangeRow {
        real_address: RealAddress::of(iter::once((&*change.address, &address)).chain(previous)),
        address,
        previous_address,
        deposed: redactor.option(wire.deposed()),
        module_address: redactor.address_option(wire.module_address.as_deref()),
        mode: wire
            .mode
            .as_ref()
            .map(|mode| redactor.word(mode.as_str(), mode.is_listed())),
        type_name: redactor.address_option(Some(change.type_name()).filter(|name| !name.is_empty())),
        name: redactor.address_option(wire.name.as_deref()),
        index: wire.index.as_ref().map(|index| match index {
            InstanceKey::Int(number) => {
                let text = number.to_string();
                match redactor.number(&text) {
                    shown if *shown == *text => Index::Number(*number),
                    masked => Index::Text(masked),
                }
            }
            InstanceKey::Number(text) => Index::Text(redactor.text(text)),
            InstanceKey::Str(text) => Index::Text(redactor.text(text)),
        }),
        provider_name: redactor.address_option(wire.provider_name.as_deref()),
        actions: ActionWords::of(&wire.change.actions, redactor),
        fate: change.fate,
        action_reason: wire
            .action_reason
            .as_ref()
            .map(|reason| redactor.word(reason.as_str(), reason.is_listed())),
        why: change
            .why_by(&part)
            .or_else(marks_alone)
            .map(|why| Redacted::trusted(&why)),
        changed: changed.iter().map(|path| redactor.attribute(path)).collect(),
        ignored: Vec::new(),
        hidden: 0,
        replace_paths: wire
            .change
            .replace_paths
            .iter()
            .flatten()
            .map(|path| {
                let told = change.open_part(path).iter().enumerate();
                told.map(|(at, step)| match step {
                    Step::Key(key) if at == 0 => PathStep::Key(redactor.attribute(key)),
                    Step::Key(key) => PathStep::Key(redactor.text(key)),
                    Step::Index(index) => PathStep::Index(*index),
                    Step::Other(_) => PathStep::Other,
                })
                .collect()
            })
            .collect(),
        importing: wire.change.importing.as_ref().map(|importing| Import {
            id: redactor.option(change.import_id()),
            is_unknown: importing.unknown || (importing.id.is_none() && importing.identity.is_none()),
            by_identity: importing.identity.is_some(),
        }),
        difference: None,
        pointer: change.pointer().to_string(),
    }
}

/// What differs in the object itself, and not in the state alone.
fn difference<'a>(change: &ResourceChange<'a>, shown: &ShownPlan<'_, 'a>) -> Option<Box<Node>> {
    let in_object = matches!(
        change.fate,
        Fate::Unrecognized | Fate::Delete | Fate::Replace(_) | Fate::Update | Fate::Create | Fate::Read
    );
    let tree = in_object.then(|| shown.tree(change, None))?;
    (tree.action != Action::NoOp).then(|| Box::new(tree.brief()))
}

/// What an update changes: what is known, then what the configuration sets and only the apply will tell; else all that.
fn changed<'c>(change: &'c ResourceChange<'_>, facts: &Facts<'_>) -> Vec<&'c String> {
    if change.fate != Fate::Update {
        return Vec::new();
    }
    let difference = ChangeView::new(change).difference();
    let later = (!difference.unknown.is_empty())
        .then(|| facts.configured(change))
        .flatten();
    let later = later.map(|resource| difference.unknown.iter().filter(move |name| resource.sets(name)));
    let told: Vec<_> = difference.named().chain(later.into_iter().flatten()).collect();
    if told.is_empty() {
        difference.unknown.iter().collect()
    } else {
        told
    }
}
