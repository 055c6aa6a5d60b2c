//! What a rule says about one thing.

use std::borrow::Cow;
use std::fmt;

use crate::facts::{Action, ChangeKind, CheckResult, OutputChange, Place, ResourceChange, StateObject};
use crate::json::Pointer;

use super::{Level, Weight};
use crate::source::{Fix, Location, Span};
use crate::words::{self, listed};

/// Of longer lists of reasons only the first ones are told.
const TOLD: usize = 24;

/// One thing that a rule found.
///
/// It owns its words, and the name of its rule, so that rules read from a file can stand beside the built-in ones. The
/// words may hold text of the plan: only a report, which redacts, may print them.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// How bad, after settings.
    pub level: Level,
    /// The worst level that this one finding may have, whatever the rule's is; `None` for no limit.
    pub at_most: Option<Level>,
    /// The rule's name.
    pub rule: Cow<'static, str>,
    /// What it weighs beside others of its level.
    pub weight: Weight,
    /// Whether it counts for the gate.
    pub standing: Standing,
    /// What it is about.
    pub about: About,
    /// What is the matter: one line that begins with the thing.
    pub message: String,
    /// The end of the message, where it is planlint's own words and holds no text of the plan.
    pub says: Option<&'static str>,
    /// Why it matters, when there is more to say than the message does.
    /// Words that are borrowed are planlint's own, and hold no text of the plan.
    pub why: Option<Cow<'static, str>>,
    /// What to do, as an instruction. Borrowed words are planlint's own, as for `why`.
    pub help: Option<Cow<'static, str>>,
    /// The object that tells it from another finding with the same words, with the subject: a baseline knows it by both.
    /// `None` when no object does.
    pub object: Option<AboutObject>,
    /// What tells it from another finding with the same words about the same thing. It is never shown, and a report
    /// holds only a digest of it. [`MASK`](crate::facts::attr::MASK) stands for what is sensitive: one looks like another.
    pub subject: Vec<String>,
    /// Where in the document.
    pub pointer: Pointer,
    /// Path of the attribute that decides, in the resource: `ingress[0].cidr_blocks`, where `[]` is an element without
    /// a number. `None` when none does, or all do, or the pointer tells.
    pub attribute: Option<String>,
    /// Where the configuration says it, as far as that was looked for. Boxed, since few have one.
    pub source: Option<Box<SourcePlace>>,
    /// The rule that says the same of the same thing, more precisely; formats for people need not say it twice.
    pub covered_by: Option<&'static str>,
}

/// None of its words, nor of its subject, nor the pointer, in which keys of maps stand.
impl fmt::Debug for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Finding")
            .field("level", &self.level)
            .field("rule", &self.rule)
            .field("standing", &self.standing)
            .field("kind", &self.about.kind)
            .finish_non_exhaustive()
    }
}

/// The block or argument in the configuration that a finding about a plan or state comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SourcePlace {
    /// Path of the file, with slashes; from the working directory where that holds it.
    pub file: String,
    /// Where the name of the block or argument begins.
    pub start: Location,
    /// Where it ends, exclusive.
    pub end: Location,
    /// What the value comes from, nearest first, each by its name: `local.cidrs`, `var.open`, `module.net: open`.
    pub related: Vec<(String, SourcePlace)>,
}

/// Where a finding about a module of configuration stands, which no pointer leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct InFile {
    /// The file's name in the module.
    pub file: String,
    /// What it is about, in bytes of the file's decoded text; empty at 0 for the file as a whole.
    pub span: Span,
    /// Whether an engine refuses the module for it.
    pub engine_rejects: bool,
    /// Whether letters of a secret may stand there, so that nothing of it is quoted.
    pub in_secret: bool,
    /// What makes it right, where there is no doubt.
    pub fix: Option<Fix>,
}

/// Which object a finding is about.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AboutObject {
    /// That of a change.
    OfChange(Place),
    /// One of a state, by its place in the document.
    OfState(Pointer),
}

/// Whether a finding counts for the gate, and if not, why it is still shown.
#[derive(Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Standing {
    /// It counts.
    #[default]
    Counts,
    /// Nobody can say before apply: what it waits for. Empty when the configuration does not tell.
    Unknown(Vec<String>),
    /// A waiver permits it.
    Waived {
        /// Why it is permitted.
        reason: String,
        /// Until when: the last day; `None` for one that stands beside what it permits.
        until: Option<String>,
    },
    /// The baseline has it.
    Known,
}

/// Which it is, without what it waits for, and who permits it why.
impl fmt::Debug for Standing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Counts => "Counts",
            Self::Unknown(_) => "Unknown",
            Self::Waived { .. } => "Waived",
            Self::Known => "Known",
        })
    }
}

/// What a finding is about, in the terms by which settings choose. All `None` for the document as a whole.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct About {
    /// The resource instance, check or output.
    pub address: Option<String>,
    /// The address before a move.
    pub previous_address: Option<String>,
    /// Key of the deposed object, when it is about one.
    pub deposed: Option<String>,
    /// The resource type.
    pub type_name: Option<String>,
    /// The module instance; `None` in the root module.
    pub module: Option<String>,
    /// The provider as the file writes it.
    pub provider: Option<String>,
    /// What becomes of the resource.
    pub kind: Option<ChangeKind>,
}

impl Finding {
    /// A finding about the document as a whole, or about `pointer` in it.
    #[must_use]
    pub fn new(pointer: Pointer, message: impl Into<String>) -> Self {
        Self {
            level: Level::Note,
            at_most: None,
            rule: Cow::Borrowed(""),
            weight: Weight::NONE,
            standing: Standing::Counts,
            about: About::default(),
            message: message.into(),
            says: None,
            why: None,
            help: None,
            object: None,
            subject: Vec::new(),
            pointer,
            attribute: None,
            source: None,
            covered_by: None,
        }
    }

    /// One whose message begins with what it is about, and goes on like this.
    fn saying(mut self, says: Cow<'static, str>) -> Self {
        self.message.push(' ');
        match says {
            Cow::Borrowed(own) => {
                self.message.push_str(own);
                self.says = Some(own);
            }
            Cow::Owned(text) => self.message.push_str(&text),
        }
        self
    }

    /// A finding about the document as a whole, shown at one of its top-level properties.
    #[must_use]
    pub fn on_property(property: &str, message: impl Into<String>) -> Self {
        Self::new(Pointer::root().key(property), message)
    }

    /// A finding about a resource change; the message begins with its address.
    #[must_use]
    pub fn about(change: &ResourceChange<'_>, says: impl Into<Cow<'static, str>>) -> Self {
        Self::of_change(change).saying(says.into())
    }

    fn of_change(change: &ResourceChange<'_>) -> Self {
        let deposed = change.wire.deposed();
        Self {
            about: About {
                address: Some(change.address.to_string()),
                previous_address: change.moved_from.map(ToString::to_string),
                deposed: deposed.map(str::to_owned),
                type_name: Some(change.type_name())
                    .filter(|name| !name.is_empty())
                    .map(ToOwned::to_owned),
                module: change.wire.module_address.as_ref().map(ToString::to_string),
                provider: change.wire.provider_name.as_ref().map(ToString::to_string),
                kind: Some(change.fate.kind()),
            },
            object: Some(AboutObject::OfChange(change.place)),
            ..Self::new(
                change.pointer(),
                format!("{}{}", change.address, words::deposed(deposed)),
            )
        }
    }

    /// A finding about an object of a state; the message begins with its address.
    #[must_use]
    pub fn about_object(object: &StateObject<'_>, says: impl Into<Cow<'static, str>>) -> Self {
        Self::of_object(object).saying(says.into())
    }

    fn of_object(object: &StateObject<'_>) -> Self {
        let deposed = words::deposed(object.deposed());
        Self {
            about: About {
                address: Some(object.address.to_string()),
                deposed: object.deposed().map(str::to_owned),
                type_name: Some(object.type_name().to_owned()),
                module: object.module().map(ToString::to_string),
                provider: object.provider().map(str::to_owned),
                ..About::default()
            },
            object: Some(AboutObject::OfState(object.pointer())),
            ..Self::new(object.pointer(), format!("{}{deposed}", object.address))
        }
    }

    /// A finding about a check or an instance of one; the message begins with what it is.
    #[must_use]
    pub fn about_check(result: &CheckResult<'_>, says: impl Into<Cow<'static, str>>) -> Self {
        Self::of_named(&result.address, result.pointer.clone(), result.subject()).saying(says.into())
    }

    /// A finding about an output; the message begins with its name.
    #[must_use]
    pub fn about_output(output: &OutputChange<'_>, says: impl Into<Cow<'static, str>>) -> Self {
        Self::about_named(&format!("output.{}", output.name), output.pointer.clone(), says)
    }

    /// A finding about an invocation of an action; the message begins with its address.
    #[must_use]
    pub fn about_action(action: &Action<'_>, says: impl Into<Cow<'static, str>>) -> Self {
        let mut finding = Self::about_named(action.address(), action.pointer.clone(), says);
        finding.about.type_name = action.wire.r#type.as_ref().map(ToString::to_string);
        finding.about.provider = action.wire.provider_name.as_ref().map(ToString::to_string);
        finding
    }

    /// A finding about something else with an address of its own: a variable, a provider, a module call.
    #[must_use]
    pub fn about_named(address: &str, pointer: Pointer, says: impl Into<Cow<'static, str>>) -> Self {
        Self::of_named(address, pointer, address.to_owned()).saying(says.into())
    }

    fn of_named(address: &str, pointer: Pointer, message: String) -> Self {
        Self {
            about: About {
                address: Some(address.to_owned()),
                ..About::default()
            },
            ..Self::new(pointer, message)
        }
    }

    /// Where it stands in a report: how bad it is, and what weighs more before what weighs less.
    pub(super) fn order(&self) -> (Level, Weight, &str) {
        (self.level, self.weight, &self.rule)
    }

    /// Names the attribute that decides. Numbers of elements are left out: those of a set are not the configuration's.
    #[must_use]
    pub fn at(mut self, attribute: &str) -> Self {
        let (mut path, mut is_key, mut is_element) = (String::new(), false, false);
        let mut letters = attribute.chars();
        while let Some(letter) = letters.next() {
            if is_element && letter.is_ascii_digit() {
                continue;
            }
            path.push(letter);
            // Inside a key in quotes a bracket is a letter, and so is what stands behind a backslash.
            if is_key && letter == '\\' {
                path.extend(letters.next());
            }
            is_key ^= letter == '"';
            is_element = !is_key && letter == '[';
        }
        self.attribute = Some(path);
        self
    }

    /// Names the first of the attributes that force a replacement, if any does; those that words do not name tell it
    /// from another finding.
    #[must_use]
    pub fn at_forcing(mut self, change: &ResourceChange<'_>) -> Self {
        self.attribute = change.forcing_paths().into_iter().next();
        self.with_subject(change.untold_forcing_paths())
    }

    /// Adds what tells it from another finding with the same words.
    #[must_use]
    pub fn with_subject(mut self, subject: impl IntoIterator<Item = String>) -> Self {
        self.subject.extend(subject);
        self
    }

    /// Adds why it matters.
    #[must_use]
    pub fn why(mut self, why: impl Into<Cow<'static, str>>) -> Self {
        self.why = Some(why.into());
        self
    }

    /// Adds why it matters as a list, of which the first are told; the others still tell it from another finding.
    #[must_use]
    pub(crate) fn why_listed(self, all: Vec<String>, between: &str) -> Self {
        let told = listed(&all, TOLD, between);
        self.why(told).with_subject(all.into_iter().skip(TOLD))
    }

    /// Adds why it matters, where that is known.
    #[must_use]
    pub fn why_if(mut self, why: Option<Cow<'static, str>>) -> Self {
        self.why = why.or(self.why);
        self
    }

    /// Adds what to do.
    #[must_use]
    pub fn help(mut self, help: impl Into<Cow<'static, str>>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Says that nobody can tell before apply, and what it waits for.
    #[must_use]
    pub fn unknown(mut self, waits_for: Vec<String>) -> Self {
        self.standing = Standing::Unknown(waits_for);
        self
    }

    /// Says that it is never worse than `level`, whatever the level of its rule: a small case of a bad thing.
    #[must_use]
    pub fn at_most(mut self, level: Level) -> Self {
        self.at_most = Some(level);
        self
    }

    /// Whether the gate looks at it.
    #[must_use]
    pub fn counts(&self) -> bool {
        self.standing == Standing::Counts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_lose_their_numbers_and_keys_stay() {
        for (attribute, wanted, why) in [
            ("a.b", "a.b", "names"),
            ("a[0].b[12]", "a[].b[]", "elements"),
            ("a[].b", "a[].b", "none to lose"),
            (r#"tags["a[0]b"]"#, r#"tags["a[0]b"]"#, "a key with a bracket"),
            (r#"tags["7"][7]"#, r#"tags["7"][]"#, "a key that is a number"),
            (r#"tags["\"[1]"][1]"#, r#"tags["\"[1]"][]"#, "a key with a quote"),
        ] {
            let finding = Finding::new(Pointer::root(), String::new()).at(attribute);
            assert_eq!(finding.attribute.as_deref(), Some(wanted), "{why}");
        }
    }
}
