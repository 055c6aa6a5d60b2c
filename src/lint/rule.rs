//! What a rule is: a plain value with a name, words, a level and the functions that look.

use std::any::Any;
use std::borrow::Cow;
use std::cell::OnceCell;

use crate::facts::attr::{Attr, Object};
use crate::facts::difference::{Difference, Differing};
use crate::facts::reason::{Part, TOLD, Told, plain};
use crate::facts::{ChangeKind, Facts, ResourceChange, StateObject};
use crate::json::keys;
use crate::tofu::Raw;

use super::{Finding, Level, OptionsSpec, Settings};

/// A rule. `rules::RULES` lists them all; everything that lists or explains rules reads these values.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct Rule {
    /// The name: it names the bad thing and reads after "allow".
    pub id: &'static str,
    /// One line without a full stop: what the rule finds.
    pub summary: &'static str,
    /// The folder it stands in, with dashes; levels can be set for a family.
    pub family: &'static str,
    /// What it speaks of.
    pub subject: RuleSubject,
    /// How bad, unless settings say otherwise; `Allow` for a rule that is off until it is asked for.
    pub level: Level,
    /// The planlint version that first had it.
    pub since: &'static str,
    pub(crate) page: Option<RulePage>,
    /// Rules whose findings are cases of this one: denying this rule denies them too.
    pub covers: &'static [&'static str],
    /// What can be set beside the level; `None` when nothing.
    pub options: Option<OptionsSpec>,
    /// What all that it finds has in common.
    pub scope: RuleScope,
    /// What to do in place of permitting what it finds, which neither a waiver nor a baseline may; `None` where they may.
    pub instead: Option<&'static str>,
    pub(crate) unread: Unread,
    /// Whether it finds secrets that nothing marks, by how they are named and written.
    pub(crate) tells_secrets: bool,
    /// Where it looks. A rule may look at several things.
    pub checks: &'static [Check],
}

/// What a rule speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RuleSubject {
    /// Plans.
    Plans,
    /// States.
    States,
    /// Plans and states.
    PlansAndStates,
    /// Modules of configuration.
    Modules,
    /// Waivers and settings, whatever they are for.
    Settings,
}

impl RuleSubject {
    /// What it is, where a rule speaks of all of it at once.
    pub(crate) const fn whole(self) -> &'static str {
        match self {
            Self::States => "a state",
            Self::PlansAndStates => "a plan or state",
            _ => "a plan",
        }
    }
}

/// What all that a rule finds has in common, so that waivers and overrides for anything else would never do anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RuleScope {
    /// Nothing that is certain.
    Any,
    /// It is about a document as a whole: none has an address, and of all patterns `**` alone means them.
    Whole,
    /// It is about changes of one kind.
    Kind(ChangeKind),
    /// It is told by an address alone, which may be that of a module call, and that is not of anything in the module.
    WithCalls,
    /// It is told by an address alone: outputs, variables, checks.
    Named,
    /// It is about providers, which have neither a type nor a kind of change.
    Providers,
    /// It is about blocks, of which module calls are some, or about what runs, and never about the change of an object:
    /// none has a kind.
    NoChange,
}

/// What an override or a waiver can ask of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Condition {
    Address,
    Module,
    Type,
    Provider,
    Kind,
}

impl Condition {
    /// Its key in settings.
    pub(super) const fn key(self) -> &'static str {
        match self {
            Self::Address => "address",
            Self::Module => "module",
            Self::Type => "type",
            Self::Provider => "provider",
            Self::Kind => "kind",
        }
    }

    /// What it asks for, in words.
    pub(super) const fn words(self) -> &'static str {
        match self {
            Self::Kind => "kind of change",
            _ => self.key(),
        }
    }
}

/// When what a rule finds in a file of a module means that what stands behind that place was not judged, and may be
/// anything tomorrow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unread {
    /// Never.
    Never,
    /// Where an engine refuses it, which cannot read the file then.
    WhereRefused,
    /// Always: planlint itself reads no further, whatever engines do.
    Always,
}

/// Where the page of a rule comes from.
#[derive(Clone, Copy)]
pub(crate) enum RulePage {
    /// It is this text.
    Text(&'static str),
    /// The function has it by the rule's id: the program carries its own pages packed, and few runs read any.
    Packed(fn(&str) -> &'static str),
}

impl Rule {
    /// A rule that speaks of plans, covers no other, and has neither options nor a page; it is the only one of its family.
    #[must_use]
    pub const fn new(id: &'static str, level: Level, summary: &'static str, checks: &'static [Check]) -> Self {
        Self {
            id,
            summary,
            family: id,
            level,
            since: "0.1.0",
            page: None,
            covers: &[],
            options: None,
            scope: RuleScope::Any,
            instead: None,
            unread: Unread::Never,
            tells_secrets: false,
            subject: RuleSubject::Plans,
            checks,
        }
    }

    /// The rule among others that settings can name together.
    #[must_use]
    pub const fn in_family(self, family: &'static str) -> Self {
        Self { family, ..self }
    }

    /// The rule with a page in Markdown, for those who ask about it.
    #[must_use]
    pub const fn with_page(self, page: &'static str) -> Self {
        Self {
            page: Some(RulePage::Text(page)),
            ..self
        }
    }

    /// The same, speaking of something else.
    #[must_use]
    pub const fn about(self, subject: RuleSubject) -> Self {
        Self { subject, ..self }
    }

    /// The rule with the version that first had it, of whatever program brings it; of planlint's own it is 0.1.0.
    #[must_use]
    pub const fn since(self, since: &'static str) -> Self {
        Self { since, ..self }
    }

    /// The rule with options, which [`Context::options`] gives back.
    #[must_use]
    pub const fn with_options(self, options: OptionsSpec) -> Self {
        Self {
            options: Some(options),
            ..self
        }
    }

    /// The rule, of which all findings have something in common.
    #[must_use]
    pub const fn with_scope(self, scope: RuleScope) -> Self {
        Self { scope, ..self }
    }

    /// The rule, whose findings neither a waiver nor a baseline may permit, and what to do instead.
    #[must_use]
    pub const fn never_permitted(self, instead: &'static str) -> Self {
        Self {
            instead: Some(instead),
            ..self
        }
    }

    /// Whether a waiver or a baseline may permit what it finds.
    #[must_use]
    pub(crate) const fn may_be_permitted(&self) -> bool {
        self.instead.is_none()
    }

    /// The one kind of change that all of its findings are about; `None` where that is not certain.
    #[must_use]
    pub const fn only_kind(&self) -> Option<ChangeKind> {
        match self.scope {
            RuleScope::Kind(kind) => Some(kind),
            _ => None,
        }
    }

    /// What nothing that it finds has, of what the conditions of overrides and waivers ask for.
    pub(super) const fn lacks(&self) -> &'static [Condition] {
        use Condition::{Address, Kind, Module, Provider, Type};
        match (self.scope, self.subject) {
            (RuleScope::Whole, _) => &[Address, Module, Type, Provider, Kind],
            (RuleScope::WithCalls | RuleScope::Named, _) => &[Type, Provider, Kind],
            (RuleScope::Providers, _) => &[Type, Kind],
            (_, RuleSubject::Modules) => &[Provider, Kind],
            (RuleScope::NoChange, _) | (_, RuleSubject::States) => &[Kind],
            _ => &[],
        }
    }

    /// Whether something that it finds may have the address of a module call, which is not that of anything in the
    /// module.
    #[must_use]
    pub(crate) fn speaks_of_calls(&self) -> bool {
        self.subject == RuleSubject::Modules || matches!(self.scope, RuleScope::WithCalls | RuleScope::NoChange)
    }

    /// The page in Markdown: documentation, explanation and tests in one. `None` where the rule has none.
    #[must_use]
    pub fn page(&self) -> Option<&'static str> {
        Some(match self.page? {
            RulePage::Text(text) => text,
            RulePage::Packed(page_of) => page_of(self.id),
        })
    }
}

impl std::fmt::Debug for Rule {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Rule").field(&self.id).finish()
    }
}

/// One thing that a rule looks at. The engine walks, so that each object is read once for all rules.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub enum Check {
    /// The document as a whole, once.
    Document(fn(&Context<'_, '_>, &mut Vec<Finding>)),
    /// Each element of `resource_changes`.
    Change(fn(&Context<'_, '_>, &ChangeView<'_, '_>, &mut Vec<Finding>)),
    /// Each object of the state, or of a plan's prior state.
    Object(fn(&Context<'_, '_>, &ObjectView<'_, '_>, &mut Vec<Finding>)),
}

/// What it looks at.
impl std::fmt::Debug for Check {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Document(_) => "Document",
            Self::Change(_) => "Change",
            Self::Object(_) => "Object",
        })
    }
}

/// What a rule may look at beside its subject.
#[derive(Clone, Copy, Debug)]
pub struct Context<'c, 'a> {
    /// The plan or state.
    pub facts: &'c Facts<'a>,
    /// What the user set.
    pub settings: &'c Settings,
    pub(super) options: &'c (dyn Any + Send + Sync),
}

impl<'c> Context<'c, '_> {
    /// The rule's options: what the user set, else the defaults.
    ///
    /// # Panics
    ///
    /// When `T` is not the type of the rule's own [`OptionsSpec`]: a rule that knew no options would find nothing.
    #[must_use]
    #[expect(
        clippy::expect_used,
        reason = "a rule that asks for the options of another one, and no input"
    )]
    pub fn options<T: 'static>(&self) -> &'c T {
        self.options.downcast_ref().expect("the rule's own options")
    }
}

/// A resource change with its objects, read when first asked for and kept for all rules.
pub struct ChangeView<'v, 'a> {
    /// The change.
    pub change: &'v ResourceChange<'a>,
    before: OnceCell<Object<'a>>,
    after: OnceCell<Object<'a>>,
    candidates: OnceCell<Option<Differing<'a>>>,
    differing: OnceCell<(Object<'a>, Object<'a>)>,
    why: OnceCell<Option<Cow<'static, str>>>,
    /// Whether no letter in the document is written as an escape.
    plain_letters: bool,
}

/// Where it stands: why it is planned is told with values that nothing has redacted.
impl std::fmt::Debug for ChangeView<'_, '_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ChangeView")
            .field("pointer", &self.change.pointer())
            .finish_non_exhaustive()
    }
}

impl<'v, 'a> ChangeView<'v, 'a> {
    /// A view of a change; nothing is read yet.
    #[must_use]
    pub fn new(change: &'v ResourceChange<'a>) -> Self {
        Self {
            change,
            before: OnceCell::new(),
            after: OnceCell::new(),
            candidates: OnceCell::new(),
            differing: OnceCell::new(),
            why: OnceCell::new(),
            plain_letters: false,
        }
    }

    /// A look at a change of that document.
    #[must_use]
    pub(super) fn of(facts: &Facts<'_>, change: &'v ResourceChange<'a>) -> Self {
        Self {
            plain_letters: facts.has_plain_letters(),
            ..Self::new(change)
        }
    }

    /// A view of a change as other objects describe it, with whatever marks these have; of a side that is not told, its
    /// own.
    #[must_use]
    pub fn described(change: &'v ResourceChange<'a>, before: Option<Object<'a>>, after: Option<Object<'a>>) -> Self {
        let told = |side: Option<Object<'a>>| side.map(OnceCell::from).unwrap_or_default();
        Self {
            before: told(before),
            after: told(after),
            // What differs in the text of an attribute may differ in any attribute that it describes.
            candidates: OnceCell::from(None),
            ..Self::new(change)
        }
    }

    /// The object before the change, with all sensitive marks of the instance; `null` where there was none.
    pub fn before(&self) -> Attr<'_, 'a> {
        self.before.get_or_init(|| object(self.change.before())).root()
    }

    /// The object after the change, with its unknown marks and all sensitive marks of the instance; `null` where there
    /// will be none.
    pub fn after(&self) -> Attr<'_, 'a> {
        self.after.get_or_init(|| object(self.change.after())).root()
    }

    /// Both objects with only those members that differ or may differ; each as [`before`](Self::before) and
    /// [`after`](Self::after) give it, and cheaper. All members where one of the two is no object.
    pub fn differing(&self) -> (Attr<'_, 'a>, Attr<'_, 'a>) {
        let Some(candidates) = self.candidates() else {
            return (self.before(), self.after());
        };
        let read = || self.change.members(candidates).unwrap_or_default();
        let (before, after) = self.differing.get_or_init(read);
        (before.root(), after.root())
    }

    /// The attributes that differ before and after the change.
    #[must_use]
    pub fn difference(&self) -> &'v Difference {
        self.change.difference(|| self.differing())
    }

    /// Whether there is an object before the change.
    #[must_use]
    pub fn existed(&self) -> bool {
        self.change.wire.change.before.is_some_and(|raw| !raw.is_null())
    }

    /// Whether the attribute at the path may differ before and after the change; a quick look that says no for certain.
    #[must_use]
    pub fn may_differ(&self, path: &str) -> bool {
        let name = path.split(['.', '[']).next().unwrap_or_default();
        self.candidates().is_none_or(|candidates| candidates.has(name))
    }

    /// The members that may differ; `None` unless there is an object before and after.
    fn candidates(&self) -> Option<&Differing<'a>> {
        self.candidates.get_or_init(|| self.change.differing()).as_ref()
    }

    /// Whether the object after the change may have, at any depth, an attribute that ends so, has such a name and is
    /// followed by such a text: a quick look that says no for certain.
    pub(crate) fn may_have_attribute(
        &self,
        ends: impl Fn([u8; 3]) -> bool,
        named: impl Fn(&str, &str) -> bool,
    ) -> bool {
        let change = &self.change.wire.change;
        [change.after, change.after_unknown]
            .into_iter()
            .flatten()
            .any(|raw| self.may_have_key(raw, &ends, &named))
    }

    /// Whether a text in the object after the change may be so, in the eyes of `look`, which sees the object as it is
    /// written: a quick look that says no for certain as far as `look` does. What it sees must not get into a finding.
    pub(crate) fn may_have_text(&self, look: impl Fn(&str) -> bool) -> bool {
        let after = self.change.wire.change.after;
        after.is_some_and(|raw| may_have_text(raw, self.plain_letters, look))
    }

    /// Whether the object before the change may have had such an attribute; as quick.
    pub(crate) fn may_have_had_attribute(
        &self,
        ends: impl Fn([u8; 3]) -> bool,
        named: impl Fn(&str, &str) -> bool,
    ) -> bool {
        let before = self.change.wire.change.before;
        before.is_some_and(|raw| self.may_have_key(raw, ends, named))
    }

    /// Whether any attribute with such a name may be known only after apply; as quick.
    pub(crate) fn may_have_unknown(&self, named: impl Fn(&str, &str) -> bool) -> bool {
        let unknown = self.change.wire.change.after_unknown;
        unknown.is_some_and(|raw| self.may_have_key(raw, |_| true, named))
    }

    fn may_have_key(&self, raw: Raw<'_>, ends: impl Fn([u8; 3]) -> bool, named: impl Fn(&str, &str) -> bool) -> bool {
        may_have_key(raw, self.plain_letters, ends, named)
    }

    /// Why the change is planned, in words; of a replacement the attributes that force it, with the values on both
    /// sides as far as they may be told. `None` when the engine gave no reason.
    #[must_use]
    pub fn why(&self) -> Option<Cow<'static, str>> {
        self.why.get_or_init(|| self.why_by(&plain)).clone()
    }

    /// The same, with what stands there of the document as `told` tells it: all else is planlint's own words.
    pub(crate) fn why_by(&self, told: Told<'_>) -> Option<Cow<'static, str>> {
        let forcing = self.change.forcing();
        let numbered = forcing.iter().enumerate();
        let all: Vec<String> = numbered
            .map(|(number, (text, path))| {
                let shown = told(Part::Path(text));
                if number >= TOLD {
                    return shown;
                }
                // Each is looked for in lists from their beginning.
                self.change
                    .with_values(shown, [self.before(), self.after()], path, told)
            })
            .collect();
        self.change.why_of(&all, told)
    }
}

/// An object of a state with its attributes, read when first asked for and kept for all rules.
#[derive(Debug)]
pub struct ObjectView<'v, 'a> {
    /// The object.
    pub object: &'v StateObject<'a>,
    values: OnceCell<Object<'a>>,
    /// Whether no letter in the document is written as an escape.
    plain_letters: bool,
}

impl<'v, 'a> ObjectView<'v, 'a> {
    /// A view of an object; nothing is read yet.
    #[must_use]
    pub fn new(object: &'v StateObject<'a>) -> Self {
        Self {
            object,
            values: OnceCell::new(),
            plain_letters: false,
        }
    }

    /// A look at an object of that document.
    #[must_use]
    pub(super) fn of(facts: &Facts<'_>, object: &'v StateObject<'a>) -> Self {
        Self {
            plain_letters: facts.has_plain_letters(),
            ..Self::new(object)
        }
    }

    /// The attributes with their sensitive marks.
    pub fn values(&self) -> Attr<'_, 'a> {
        self.values.get_or_init(|| object(self.object.read())).root()
    }

    /// Whether the object may have, at any depth, an attribute that ends so, has such a name and is followed by such a
    /// text: a quick look that says no for certain.
    pub(crate) fn may_have_attribute(
        &self,
        ends: impl Fn([u8; 3]) -> bool,
        named: impl Fn(&str, &str) -> bool,
    ) -> bool {
        self.object
            .values()
            .is_some_and(|raw| may_have_key(raw, self.plain_letters, ends, named))
    }

    /// Whether a text in the object may be so, in the eyes of `look`, as [`ChangeView::may_have_text`] has it.
    pub(crate) fn may_have_text(&self, look: impl Fn(&str) -> bool) -> bool {
        self.object
            .values()
            .is_some_and(|raw| may_have_text(raw, self.plain_letters, look))
    }
}

/// Names are given as written; where a letter may be escaped, nobody can say no.
fn may_have_key(raw: Raw<'_>, plain: bool, ends: impl Fn([u8; 3]) -> bool, named: impl Fn(&str, &str) -> bool) -> bool {
    let text = raw.text();
    keys::ending(text, ends).any(|(name, behind)| named(name, behind)) || (!plain && keys::has_escaped_letter(text))
}

fn may_have_text(raw: Raw<'_>, plain: bool, look: impl Fn(&str) -> bool) -> bool {
    look(raw.text()) || (!plain && keys::has_escaped_letter(raw.text()))
}

/// The door has refused every document with a value that cannot be read, so that nothing is ever missing here.
fn object(read: Result<Object<'_>, crate::json::ReadError>) -> Object<'_> {
    read.unwrap_or_default()
}
