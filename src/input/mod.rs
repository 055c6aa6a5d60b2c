//! The one door: what the bytes are, decoded and version-checked.
//!
//! Whatever comes in is a plan, a state, or an error that names what it is and the command that makes the right thing.
//! A document of the wrong kind is an error and never an empty plan: a state has no changes and would pass every gate.

mod advice;
mod another_kind;
mod bad_news;
mod encoding;
mod error;
mod long_names;
mod objects;
mod sniff;
mod taken_out;
mod wrapper;

pub(crate) use advice::Reader;
pub(crate) use error::IS_FOLDER;
pub use error::{Holder, InputError, reason};

use serde::de::IgnoredAny;

use crate::json::{self, DecodeError, DecodeErrorKind, Decoded, Pointer, scan};
use crate::source::{Bytes, Location, SourceFile, Span};
use crate::tofu::{Configuration, FormatVersion, Plan, ProviderSchemas, State, StateFile, Text, VersionError};
use sniff::Claim;

/// Which kinds of document are wanted. The default of `planlint` is plans alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Want {
    /// Plans; a state is refused by name.
    #[default]
    Plan,
    /// States of `show -json` and raw states of version 4; a plan is refused by name.
    State,
    /// Both.
    Any,
}

impl Want {
    fn plans(self) -> bool {
        self != Self::State
    }

    fn states(self) -> bool {
        self != Self::Plan
    }
}

/// One document of an input.
#[derive(Debug)]
#[non_exhaustive]
pub struct Document<'a> {
    /// Where it stands in the source.
    pub span: Span,
    /// The place of its first byte, behind which the lines and columns in it are counted.
    pub start: Location,
    /// What it is.
    pub body: Body<'a>,
}

impl<'a> Document<'a> {
    fn of(body: Body<'a>, start: Location, end: usize) -> Self {
        let span = Span::new(start.byte, end);
        Self { span, start, body }
    }
}

/// What a document is, typed.
///
/// It is exhaustive on purpose: whoever judges documents has to say what becomes of each kind, also of one to come.
#[derive(Debug)]
pub enum Body<'a> {
    /// The output of `show -json PLANFILE`.
    Plan(Box<Plan<'a>>),
    /// The output of `show -json` for a state, or what the engine prints when there is none.
    State(Box<State<'a>>),
    /// A raw state of version 4.
    StateFile(Box<StateFile<'a>>),
}

/// All that one input holds.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Contents<'a> {
    /// The documents, in order, each good or refused; reading stops after text that cannot be walked.
    pub documents: Vec<Result<Document<'a>, InputError>>,
    /// Of several documents those that were refused but can be decoded, such as a state where plans are wanted. They
    /// are not judged; what they mark sensitive is masked in the others, too.
    pub refused: Vec<Document<'a>>,
    /// How many lines of known wrappers were skipped.
    pub skipped_lines: usize,
}

impl<'a> Contents<'a> {
    /// Every document that can be decoded, also those that were refused.
    pub fn decoded(&self) -> impl Iterator<Item = &Document<'a>> {
        self.documents.iter().flatten().chain(&self.refused)
    }
}

/// What becomes no larger, in bytes, may have any ratio: it does no harm.
const SMALL_UNPACKED: u64 = 64_000_000;

/// How much is read. Whoever wants other limits changes those of `Limits::default()`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// The most bytes that an input may have, as it is and unpacked.
    pub largest_input: u64,
    /// How many times larger than it is a compressed input may become; what stays below 64 MB may become so.
    pub largest_ratio: u64,
}

impl Default for Limits {
    /// Far above any real plan, which becomes some 40 times larger.
    fn default() -> Self {
        Self {
            largest_input: 8_000_000_000,
            largest_ratio: 250,
        }
    }
}

impl Limits {
    /// The most bytes that so many compressed ones may become, and the error of what becomes larger.
    fn unpacked(&self, packed: usize) -> (u64, InputError) {
        let by_ratio = self.largest_ratio.saturating_mul(packed as u64).max(SMALL_UNPACKED);
        if by_ratio < self.largest_input {
            let ratio = self.largest_ratio;
            (by_ratio, InputError::UnpacksTooLarge { ratio })
        } else {
            (self.largest_input, self.exceeded())
        }
    }

    /// The error of what is larger.
    #[must_use]
    pub fn exceeded(&self) -> InputError {
        InputError::TooLarge {
            limit: self.largest_input,
        }
    }
}

/// The text in the bytes of a file or of standard input.
///
/// # Errors
///
/// Bytes that are no text: binary plans, damaged gzip, an unknown encoding.
pub fn text(name: &str, bytes: impl Into<Bytes>) -> Result<SourceFile, InputError> {
    text_within(name, bytes, Limits::default())
}

/// A named text within other limits than those of [`text`].
///
/// # Errors
///
/// As for [`text`], and bytes that are too many.
pub fn text_within(name: &str, bytes: impl Into<Bytes>, limits: Limits) -> Result<SourceFile, InputError> {
    encoding::text(name, bytes.into(), limits)
}

/// Reads every document of `source`, one after another: one plan, JSON lines, or plans without anything between.
///
/// # Errors
///
/// Input that holds no document at all. What is wrong with one document stands in its place in the list.
pub fn read(source: &SourceFile, want: Want) -> Result<Contents<'_>, InputError> {
    let mut contents = documents(source, want);
    if contents.documents.is_empty() {
        return Err(InputError::Empty);
    }
    if let [Err(_)] = contents.documents[..]
        && let Some(Err(error)) = contents.documents.pop()
    {
        return Err(error);
    }
    Ok(contents)
}

/// Every document of the source, one after another.
fn documents(source: &SourceFile, want: Want) -> Contents<'_> {
    let text = source.text();
    let mut contents = Contents::default();
    let mut refused = Vec::new();
    let mut start = Location::START;
    let mut at = 0;
    loop {
        at += text[at..].len() - text[at..].trim_start_matches([' ', '\t', '\r', '\n']).len();
        let rest = &text[at..];
        if rest.is_empty() {
            break;
        }
        if rest.starts_with('{') {
            // Of many documents each is looked at alone: what is sought in one and is not there must not be sought in
            // all that follow.
            let end = if contents.documents.is_empty() {
                None
            } else {
                scan::end_of_value(text, at)
            };
            start = source.locations_behind(start, &[at])[0];
            let document = document(&text[..end.unwrap_or(text.len())], start, want);
            let end = match &document {
                Ok(document) => Some(document.span.end),
                Err(_) => scan::end_of_value(text, at),
            };
            // The log of a command is one wrong thing, not as many as it has lines; so is a report in lines.
            let again = matches!(
                (&document, contents.documents.last()),
                (Err(InputError::EventLines), Some(Err(InputError::EventLines)))
                    | (Err(InputError::OwnReport), Some(Err(InputError::OwnReport)))
            );
            if document.is_err() {
                refused.push((start, end.unwrap_or(text.len())));
            }
            if !again {
                contents.documents.push(document);
            }
            match end {
                Some(end) => at = end,
                None => break,
            }
            continue;
        }
        let line = &rest[..rest.find('\n').unwrap_or(rest.len())];
        match wrapper::read(line) {
            wrapper::Line::Wrapper => at += line.len(),
            wrapper::Line::Prefix(bytes) => at += bytes,
            wrapper::Line::Echo(from) if repeats(&contents, text, &line[from..]) => at += line.len(),
            wrapper::Line::Echo(_) | wrapper::Line::Unknown => {
                contents
                    .documents
                    .push(Err(unknown_text(source, at, want, !contents.documents.is_empty())));
                break;
            }
        }
        contents.skipped_lines += 1;
    }
    if contents.documents.iter().any(Result::is_ok) {
        contents.refused = refused
            .into_iter()
            .filter_map(|(start, end)| decode_any(&text[..end], start))
            .collect();
    }
    contents
}

/// The document from a place to the end, whatever else would refuse it; `None` where it cannot be decoded.
fn decode_any(text: &str, start: Location) -> Option<Document<'_>> {
    let document = &text[start.byte..];
    let body = match sniff::object(text, start.byte) {
        Claim::Plan => Body::Plan(Box::new(json::decode_first(document).ok()?.value)),
        Claim::State | Claim::NoState => Body::State(Box::new(json::decode_first(document).ok()?.value)),
        Claim::StateFile => Body::StateFile(Box::new(json::decode_first(document).ok()?.value)),
        _ => return None,
    };
    Some(Document::of(body, start, text.len()))
}

/// Whether a line that repeats output repeats what was read last.
fn repeats(contents: &Contents<'_>, text: &str, line: &str) -> bool {
    let read = contents.documents.last().and_then(|document| document.as_ref().ok());
    read.and_then(|document| text.get(..document.span.end))
        .is_some_and(|read| read.ends_with(wrapper::printed(line).trim()))
}

/// Reads a configuration alone, as `tofu show -json -config` and `-module` print it (OpenTofu 1.11).
///
/// For programs that use the library: a configuration has no changes, so `read` refuses it as a plan.
///
/// # Errors
///
/// What is not such a document.
pub fn read_configuration(source: &SourceFile) -> Result<Configuration<'_>, InputError> {
    match sniff::object(source.text(), 0) {
        Claim::Configuration | Claim::Broken => json::decode(source.text()).map_err(|error| decoding(error, 0)),
        Claim::Other(wrong) => Err(wrong),
        Claim::Plan | Claim::State | Claim::StateFile | Claim::NoState => Err(InputError::NotConfiguration),
    }
}

/// Reads provider schemas, as `tofu providers schema -json` prints them.
///
/// # Errors
///
/// What is not such a document.
pub fn read_provider_schemas(source: &SourceFile) -> Result<ProviderSchemas<'_>, InputError> {
    let text = source.text();
    let broken = |reason| InputError::BrokenProviderSchemas {
        reason: Box::new(reason),
    };
    if text.trim().is_empty() {
        return Err(broken(InputError::Empty));
    }
    match sniff::object(text, 0) {
        // What schemas of no provider look like is also what an empty state looks like.
        Claim::Other(InputError::ProviderSchemas) | Claim::NoState | Claim::Broken => {
            let schemas: ProviderSchemas<'_> = json::decode(text).map_err(|error| broken(decoding(error, 0)))?;
            match check_version(schemas.format_version.as_ref(), "format_version") {
                Ok(()) => Ok(schemas),
                // Schemas that are written again are of the same version.
                Err(error @ InputError::UnsupportedFormatVersion { .. }) => Err(error),
                Err(error) => Err(broken(error)),
            }
        }
        _ => Err(InputError::NotProviderSchemas),
    }
}

/// Why text that is neither a document nor a wrapper's line cannot be accepted.
fn unknown_text(source: &SourceFile, at: usize, want: Want, after_document: bool) -> InputError {
    let rest = &source.text()[at..];
    let line = source.locations(&[at])[0].line.get();
    let beside = InputError::TextBeside { line };
    if after_document {
        return beside;
    }
    if let Some(known) = sniff::prose(rest) {
        return known;
    }
    match serde_json::from_str::<IgnoredAny>(rest) {
        Ok(_) if sniff::holds_plan(rest) => hidden_plan(rest),
        Ok(_) if want.states() && sniff::holds_state(rest) => hidden_state(rest),
        Ok(_) if rest.starts_with('[') => InputError::List,
        Ok(_) => InputError::Scalar,
        Err(error) if error.is_eof() && rest.starts_with(['[', '"']) => InputError::Truncated {
            offset: source.text().len(),
        },
        Err(_) if rest.contains("{\"") && sniff::is_warning(rest) => InputError::EngineWarning { line },
        Err(_) if rest.contains("{\"") => beside,
        Err(_) => InputError::NotJson,
    }
}

/// The document that begins at `place`.
fn document(text: &str, place: Location, want: Want) -> Result<Document<'_>, InputError> {
    let start = place.byte;
    let read = |(body, end)| Document::of(body, place, end);
    let wrong = match sniff::object(text, start) {
        Claim::Plan if want.plans() => return plan(text, start).map(read),
        Claim::State | Claim::NoState if want.states() => return state(text, start).map(read),
        Claim::StateFile if want.states() => return state_file(text, start).map(read),
        // A report names what the plan has.
        Claim::Other(InputError::OwnReport) => {
            let end = scan::end_of_value(text, start).unwrap_or(text.len());
            let object = &text[start..end];
            return Err(if sniff::report_holds_plan(object) {
                hidden_plan(object)
            } else if want.states() && sniff::holds_state(object) {
                hidden_state(object)
            } else {
                damaged(text, place, object, sniff::names_part_of_plan).unwrap_or(InputError::OwnReport)
            });
        }
        Claim::Plan => return Err(InputError::PlanNotState),
        Claim::NoState => InputError::NoState,
        Claim::State | Claim::StateFile => InputError::StateNotPlan,
        Claim::Configuration => InputError::ConfigurationOnly,
        Claim::Other(wrong) => wrong,
        Claim::Broken => {
            return Err(unreadable(text, place).unwrap_or(InputError::OtherObject));
        }
    };
    let end = scan::end_of_value(text, start).unwrap_or(text.len());
    let object = &text[start..end];
    let hidden = if !wrong.is_another_kind() {
        return Err(wrong);
    } else if sniff::holds_plan(object) {
        hidden_plan(object)
    } else if want.states() && !matches!(wrong, InputError::ConfigurationOnly) && sniff::holds_state(object) {
        hidden_state(object)
    } else {
        // A state where plans are wanted is none of them, damaged or not.
        let names_part = match wrong {
            InputError::StateNotPlan => sniff::names_part_of_plan,
            _ => sniff::names_part,
        };
        return Err(damaged(text, place, object, names_part).unwrap_or(wrong));
    };
    Err(unreadable(text, place).unwrap_or(hidden))
}

/// Why the object that begins at `place` cannot be read; `None` where it can, or `names_part` finds nothing in it that
/// plans and states have: settings of other programs have comments, and commas too many.
fn damaged(text: &str, place: Location, object: &str, names_part: fn(&str) -> bool) -> Option<InputError> {
    unreadable(text, place).filter(|_| names_part(object))
}

/// Why the JSON that begins at `place` cannot be read; `None` where it can.
fn unreadable(text: &str, place: Location) -> Option<InputError> {
    let start = place.byte;
    let error = json::decode_first::<IgnoredAny>(&text[start..]).err()?;
    let at = start + error.offset;
    let before = text.get(start..at).unwrap_or_default();
    // A log that begins each line with its own words, also inside the document.
    let line_start = before.rfind('\n').map(|end| start + end + 1);
    let line = line_start.and_then(|start| text[start..].lines().next());
    let is_wrapped = line.is_some_and(|line| wrapper::read(line) != wrapper::Line::Unknown);
    Some(if is_wrapped {
        let line = place.line.get() + before.matches('\n').count();
        InputError::TextBeside { line }
    } else {
        decoding(error, start)
    })
}

/// What to say of a text that is no plan, and holds one.
fn hidden_plan(text: &str) -> InputError {
    if !sniff::holds_whole_plan(text) {
        return InputError::ChangesAlone;
    }
    InputError::HoldsPlan {
        holder: holder(text, sniff::holds_plan_in_text),
    }
}

/// What to say of a text that is no state, and holds one.
fn hidden_state(text: &str) -> InputError {
    InputError::HoldsState {
        holder: holder(text, sniff::holds_state_in_text),
    }
}

fn holder(text: &str, is_in_text: fn(&str) -> bool) -> Holder {
    match text.as_bytes().first() {
        Some(b'[') => Holder::List,
        Some(b'"') => Holder::Quotes,
        _ if is_in_text(text) => Holder::TextInObject,
        _ => Holder::Object,
    }
}

fn plan(text: &str, start: usize) -> Result<(Body<'_>, usize), InputError> {
    // Most of a plan stands in its changes and in the values before and after them.
    let decoded = json::decode_in_parts(&text[start..], &["resource_changes", "prior_state"], Plan::join);
    let Decoded {
        value: mut plan,
        end,
        escaped_letter,
    } = in_text(decoded, start)?;
    plan.plain_letters = !escaped_letter;
    check_version(plan.format_version.as_ref(), "format_version")?;
    if let Some(state) = &plan.prior_state
        && state.format_version.is_some()
    {
        check_version(state.format_version.as_ref(), "prior_state.format_version")?;
    }
    if let Some(values) = plan.prior_values() {
        objects::check_values(values, &Pointer::root().key("prior_state").key("values"), true)?;
    }
    if let Some(configuration) = &plan.configuration {
        long_names::check_configuration(configuration, end - start)?;
    }
    taken_out::check_unknown(&text[..end], start, &plan)?;
    taken_out::check(&plan)?;
    Ok((Body::Plan(Box::new(plan)), end))
}

fn state(text: &str, start: usize) -> Result<(Body<'_>, usize), InputError> {
    let Decoded {
        mut value,
        end,
        escaped_letter,
    } = in_text(json::decode_with_help::<State<'_>>(&text[start..], "values"), start)?;
    value.plain_letters = !escaped_letter;
    let mut unknown = value.unknown_properties.iter();
    if unknown.any(|name| sniff::is_only_in_plans(name))
        || taken_out::unknown_values(&text[..end], start, &value.unknown_properties).any(sniff::holds_whole_plan)
    {
        return Err(InputError::PlanAndState);
    }
    check_version(value.format_version.as_ref(), "format_version")?;
    taken_out::check_state(&value)?;
    if let Some(values) = &value.values {
        taken_out::check_values(&text[..end], start)?;
        let is_by_hand = value.terraform_version.is_none();
        objects::check_values(values, &Pointer::root().key("values"), is_by_hand)?;
    }
    Ok((Body::State(Box::new(value)), end))
}

fn state_file(text: &str, start: usize) -> Result<(Body<'_>, usize), InputError> {
    let version = scan::members(text, start)
        .find(|member| member.key == "version")
        .and_then(|member| text.get(member.value_start..scan::end_of_value(text, member.value_start)?))
        .and_then(|number| number.trim().parse::<u64>().ok());
    match version {
        Some(4) => {
            let decoded = json::decode_with_help::<StateFile<'_>>(&text[start..], "attributes");
            let Decoded {
                mut value,
                end,
                escaped_letter,
            } = in_text(decoded, start)?;
            value.plain_letters = !escaped_letter;
            taken_out::check_state_file(&value)?;
            objects::check_instances(&value)?;
            long_names::check_state(&value, end - start)?;
            Ok((Body::StateFile(Box::new(value)), end))
        }
        Some(version @ 1..=3) => Err(InputError::OldRawState { version }),
        _ => Err(InputError::NewerRawState),
    }
}

/// What was decoded from byte `start` on, with places counted from the start of the text.
fn in_text<T>(decoded: Result<Decoded<T>, DecodeError>, start: usize) -> Result<Decoded<T>, InputError> {
    let mut decoded = decoded.map_err(|error| decoding(error, start))?;
    decoded.end += start;
    Ok(decoded)
}

/// The error of a document that begins at `start`, with places counted from the start of the text.
fn decoding(mut error: DecodeError, start: usize) -> InputError {
    error.offset += start;
    match error.kind {
        DecodeErrorKind::Truncated => InputError::Truncated { offset: error.offset },
        DecodeErrorKind::TooDeep => InputError::TooDeep {
            limit: json::MAX_DEPTH,
            offset: error.offset,
        },
        DecodeErrorKind::RepeatedField { .. } => InputError::RepeatedName { error },
        _ => InputError::Malformed { error },
    }
}

fn check_version(version: Option<&Text<'_>>, property: &'static str) -> Result<(), InputError> {
    let Some(version) = version else {
        return Err(InputError::NoFormatVersion);
    };
    FormatVersion::parse(version)
        .and_then(FormatVersion::check)
        .map_err(|error| match error {
            VersionError::UnsupportedMajor { major } => InputError::UnsupportedFormatVersion { property, major },
            VersionError::NotAVersion => InputError::BadFormatVersion { property },
        })
}
