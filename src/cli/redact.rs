//! `planlint redact`: a plan or state that may be shared.

use std::io::{self, Write};
use std::path::Path;

use super::args::RedactArgs;
use super::exit::{Ended, Exit};
use super::failed;
use super::files::{self, Named};
use super::kept::Kept;
use super::replace::save;
use super::settings;
use super::targets::where_to_write;
use super::terminal::{AlreadySaid, say, say_failure};
use super::unmarked::{Left, left};
use crate::facts::Secrets;
use crate::input::{self, Body, Document, InputError, Limits, Want};
use crate::lint::{facts_of, secrets_of};
use crate::output::escape::line;
use crate::report::{Failure, shareable};
use crate::source::SourceFile;

/// Writes the input without its secrets; nothing at all when any of it cannot be read.
pub(super) fn redact(arguments: &RedactArgs) -> Ended {
    let named = &arguments.files;
    let sources = files::asked_for(named, Want::Any, "planlint redact FILE")?;
    // Levels and waivers are for gates: what may be shared hangs on no setting.
    let settings = settings::of_files(&arguments.settings)?;
    let kept = Kept::with(named.iter().chain(&arguments.settings.config).chain(settings.files())).for_copies();
    let output = arguments.output.as_deref();
    if let Some((message, help)) = output.and_then(|output| kept.refuses(output, "the copy")) {
        return Err(say_failure(None, &message, Some(&help)));
    }
    let texts = texts(sources, settings.limits)?;
    let documents = documents(&texts)?;
    let copies = copies(&documents)?;
    let left = match left(&copies) {
        Ok(left) => left,
        Err(error) => {
            let failure = Failure::new("the copy", &error);
            return Err(say_failure(Some("the copy"), &failure.message, failure.help.as_deref()));
        }
    };
    if !left.is_nothing() && !arguments.leave_unmarked {
        say_left(&left);
        return Ok(Exit::Failed);
    }
    match write(&copies, arguments.output.as_deref()) {
        Ok(()) => Ok(Exit::Passed),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(Exit::Passed),
        Err(error) => {
            let target = arguments.output.as_ref().map(|path| path.display().to_string());
            Err(say_failure(
                Some(target.as_deref().unwrap_or("standard output")),
                &format!("the copy cannot be written: {}", input::reason(&error)),
                arguments.output.as_deref().and_then(where_to_write).as_deref(),
            ))
        }
    }
}

/// An input with its name.
type Text = (String, SourceFile);

/// The texts of all inputs, before any copy is written: what one marks sensitive may stand in another.
fn texts(sources: Vec<Named>, limits: Limits) -> Result<Vec<Text>, AlreadySaid> {
    let text = |source: Named| {
        let source = source.map_err(|unread| refused(&unread.name, &unread.error))?;
        let name = source.name();
        match source.read(limits) {
            Ok(text) => Ok((name, text)),
            Err(error) => Err(refused(&name, &error)),
        }
    };
    sources.into_iter().map(text).collect()
}

/// The documents in them, each with its text; states that do not say what is sensitive are refused.
fn documents(texts: &[Text]) -> Result<Vec<(&Text, Document<'_>)>, AlreadySaid> {
    let mut documents = Vec::new();
    for named in texts {
        let (name, text) = named;
        let contents = input::read(text, Want::Any).map_err(|error| refused(name, &error))?;
        for document in contents.documents {
            documents.push((named, document.map_err(|error| refused(name, &error))?));
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

/// The copies of all of them, each in a line.
fn copies(documents: &[(&Text, Document<'_>)]) -> Result<String, AlreadySaid> {
    let secrets = secrets_of(documents.iter().map(|(_, document)| document));
    let mut copies = String::new();
    for ((name, text), document) in documents {
        let copy = copy(text, document, secrets.as_ref()).map_err(|error| refused(name, &error))?;
        copies.push_str(&copy);
        copies.push('\n');
    }
    Ok(copies)
}

/// Says what is left in the copies that looks like a secret, and what to do.
fn say_left(left: &Left) {
    for words in left.found.iter().map(String::as_str).chain(left.unsaid.iter().copied()) {
        say(&format!("error: {}", line(words)));
    }
    if left.found.is_empty() {
        say("  what is secret in it may be in the copy; nothing was written");
        say("  help: plan again with a newer engine; --leave-unmarked writes the copy as it is");
    } else {
        say("  nothing marks these sensitive, so they would be in the copy; nothing was written");
        say("  help: mark them and plan again, or remove them; --leave-unmarked writes the copy with them");
    }
}

fn refused(name: &str, error: &InputError) -> AlreadySaid {
    let failure = failed::failure(name, error, failed::REDACT);
    say_failure(Some(name), &failure.message, failure.help.as_deref())
}

/// A document without what it and all beside it mark sensitive. Lines of a wrapper are left out: nobody knows what is
/// in them.
fn copy(text: &SourceFile, document: &Document<'_>, secrets: Option<&Secrets>) -> Result<String, InputError> {
    let facts = facts_of(&document.body, None, secrets)?;
    shareable(text, document.span, &facts).map_err(|error| InputError::BadValue { error })
}

fn write(copies: &str, target: Option<&Path>) -> io::Result<()> {
    if let Some(path) = target {
        return save(path, copies);
    }
    let mut out = io::stdout().lock();
    out.write_all(copies.as_bytes())?;
    out.flush()
}
