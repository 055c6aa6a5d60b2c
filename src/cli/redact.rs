//! `planlint redact`: a plan or state that may be shared.

use super::args::RedactArgs;
use super::exit::{Ended, Exit};
use super::failed::{self, SourceError};
use super::files::{self, Named};
use super::kept::Kept;
use super::settings;
use super::targets::put;
use super::terminal::{AlreadySaid, refuse, say, say_failure, say_input};
use super::unmarked::{left, unsaid};
use crate::facts::Facts;
use crate::input::{self, Body, Document, InputError, Limits, Want};
use crate::lint::{facts_of, secrets_of};
use crate::output::escape::line;
use crate::report::{Failure, Shareable, shareable};
use crate::source::SourceFile;

/// Writes the input without its secrets; nothing at all when any of it cannot be read.
pub(super) fn redact(arguments: &RedactArgs) -> Ended {
    let named = &arguments.files;
    let sources = files::asked_for(named, Want::Any, "planlint redact FILE")?;
    // Levels and waivers are for gates: what may be shared hangs on no setting.
    let settings = settings::of_files(&arguments.settings)?;
    let kept = Kept::with(named.iter().chain(&arguments.settings.config).chain(settings.files())).for_copies();
    let output = arguments.output.as_deref();
    if let Some(refusal) = output.and_then(|output| kept.refuses(output, "--output", "the copy")) {
        return Err(refuse(refusal));
    }
    let texts = texts(sources, settings.limits)?;
    let documents = documents(&texts)?;
    let Copies {
        text: copies,
        unknown_members,
        unsaid,
    } = copies(&documents)?;
    let left = left(&copies).map_err(|error| say_input(&Failure::new("the copy", &error)))?;
    let may_be_shared = arguments.leave_unmarked || (left.is_empty() && unsaid.is_empty());
    if !may_be_shared {
        say_left(&left, &unsaid);
        return Ok(Exit::Failed);
    }
    match unknown_members {
        0 => {}
        1 => say("note: 1 member is unknown to planlint, so that all texts and numbers in it were masked"),
        more => say(&format!(
            "note: {more} members are unknown to planlint, so that all texts and numbers in them were masked"
        )),
    }
    put(Ok(copies), output, "the copy")
}

/// An input with its name.
type Text = (String, SourceFile);

/// The texts of all inputs, before any copy is written: what one marks sensitive may stand in another.
fn texts(sources: Vec<Named>, limits: Limits) -> Result<Vec<Text>, AlreadySaid> {
    let text = |source: Named| {
        let source = source.map_err(|unread| refused(&unread.name, unread.error))?;
        let name = source.name();
        let text = source.read(limits).map_err(|error| refused(&name, error))?;
        Ok((name, text))
    };
    sources.into_iter().map(text).collect()
}

/// The documents in them, each with its text; states that do not say what is sensitive are refused.
fn documents(texts: &[Text]) -> Result<Vec<(&Text, Document<'_>)>, AlreadySaid> {
    let mut documents = Vec::new();
    for named in texts {
        let (name, text) = named;
        let contents = input::read(text, Want::Any).map_err(|error| refused(name, error))?;
        for document in contents.documents {
            documents.push((named, document.map_err(|error| refused(name, error))?));
        }
    }
    if documents
        .iter()
        .any(|(_, document)| matches!(document.body, Body::StateFile(_)))
    {
        return Err(say_failure(
            None,
            "a raw state does not say what providers mark sensitive, so no copy of it is safe to share",
            Some("tofu show -json, in the folder of the configuration, prints the state with its marks"),
        ));
    }
    Ok(documents)
}

/// The copies of all documents.
#[derive(Default)]
struct Copies {
    /// Each in a line.
    text: String,
    /// How many members in them nobody knows.
    unknown_members: usize,
    /// Why originals cannot say what is sensitive in them.
    unsaid: Vec<&'static str>,
}

fn copies(documents: &[(&Text, Document<'_>)]) -> Result<Copies, AlreadySaid> {
    let secrets = secrets_of(documents.iter().map(|(_, document)| document));
    let mut copies = Copies::default();
    for ((name, text), document) in documents {
        let facts = facts_of(&document.body, None, &secrets).map_err(|error| refused(name, error))?;
        let copy = copy(text, document, &facts).map_err(|error| refused(name, error))?;
        copies.text.push_str(&copy.text);
        copies.text.push('\n');
        copies.unknown_members += copy.unknown_members;
        copies.unsaid.extend(unsaid(&facts));
    }
    Ok(copies)
}

/// Says what is left in the copies that looks like a secret, what originals do not say, and what to do.
fn say_left(left: &[String], unsaid: &[&str]) {
    for words in left.iter().map(String::as_str).chain(unsaid.iter().copied()) {
        say(&format!("error: {}", line(words)));
    }
    if left.is_empty() {
        say("  what is secret in it may be in the copy; nothing was written");
        say("  help: plan again with a newer engine; --leave-unmarked writes the copy as it is");
    } else {
        say("  nothing marks these sensitive, so they would be in the copy; nothing was written");
        say("  help: mark them and plan again, or remove them; --leave-unmarked writes the copy with them");
    }
}

fn refused(name: &str, error: impl Into<SourceError>) -> AlreadySaid {
    failed::refuse(name, error, failed::REDACT)
}

/// A document without what it and all beside it mark sensitive. Lines of a wrapper are left out: nobody knows what is
/// in them.
fn copy(text: &SourceFile, document: &Document<'_>, facts: &Facts<'_>) -> Result<Shareable, InputError> {
    shareable(text, document.span, facts).map_err(|error| InputError::BadValue { error })
}
