//! `planlint redact`: a plan or state that may be shared.

use std::io::{self, Write};
use std::path::Path;

use super::args::RedactArgs;
use super::exit::Exit;
use super::failed;
use super::files;
use super::kept::Kept;
use super::replace::save;
use super::settings;
use super::targets::where_to_write;
use super::terminal::{say, say_failure};
use super::unmarked::left;
use crate::facts::Secrets;
use crate::input::{self, Body, Document, InputError, Want};
use crate::lint::{facts_of, secrets_of};
use crate::output::escape::line;
use crate::report::{Failure, shareable};
use crate::source::SourceFile;

/// Writes the input without its secrets; nothing at all when any of it cannot be read.
pub(super) fn redact(arguments: &RedactArgs) -> Exit {
    let named: Vec<_> = arguments.file.iter().cloned().collect();
    let Some(sources) = files::asked_for(&named, Want::Any, "planlint redact FILE") else {
        return Exit::NotJudged;
    };
    // Levels and waivers are for gates: what may be shared hangs on no setting.
    let Some(settings) = settings::of_files(&arguments.settings) else {
        return Exit::NotJudged;
    };
    let kept = Kept::with(named.iter().chain(&arguments.settings.config).chain(settings.files()));
    let output = arguments.output.as_deref();
    if let Some((message, help)) = output.and_then(|output| kept.refuses(output, "the copy")) {
        say_failure(None, &message, Some(&help));
        return Exit::NotJudged;
    }
    // All of them, before any is written: what one marks sensitive may stand in another.
    let mut texts = Vec::new();
    for source in sources {
        let text = source.and_then(|source| {
            let name = source.name();
            let text = source.read(settings.limits);
            text.map(|text| (name.clone(), text)).map_err(|error| (name, error))
        });
        match text {
            Ok(text) => texts.push(text),
            Err((name, error)) => return refused(&name, &error),
        }
    }
    let mut documents = Vec::new();
    for (name, text) in &texts {
        let contents = match input::read(text, Want::Any) {
            Ok(contents) => contents,
            Err(error) => return refused(name, &error),
        };
        for document in contents.documents {
            match document {
                Ok(document) => documents.push((name, text, document)),
                Err(error) => return refused(name, &error),
            }
        }
    }
    let is_raw = |document: &Document<'_>| matches!(document.body, Body::StateFile(_));
    if documents.iter().any(|(_, _, document)| is_raw(document)) {
        say_failure(
            None,
            "a raw state does not say what providers mark sensitive, so no copy of it is safe to share",
            Some("tofu show -json, in the folder of the configuration, prints the state with its marks"),
        );
        return Exit::NotJudged;
    }
    let secrets = secrets_of(documents.iter().map(|(_, _, document)| document));
    let mut written = String::new();
    for (name, text, document) in &documents {
        match copy(text, document, secrets.as_ref()) {
            Ok(copy_of) => written.push_str(&copy_of),
            Err(error) => return refused(name, &error),
        }
        written.push('\n');
    }
    let left = match left(&written) {
        Ok(left) => left,
        Err(error) => {
            let failure = Failure::new("the copy", &error);
            say_failure(Some("the copy"), &failure.message, failure.help.as_deref());
            return Exit::NotJudged;
        }
    };
    if !left.is_nothing() && !arguments.leave_unmarked {
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
        return Exit::Failed;
    }
    match write(&written, arguments.output.as_deref()) {
        Ok(()) => Exit::Passed,
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Passed,
        Err(error) => {
            let target = arguments.output.as_ref().map(|path| path.display().to_string());
            say_failure(
                Some(target.as_deref().unwrap_or("standard output")),
                &format!("the copy cannot be written: {}", input::reason(&error)),
                arguments.output.as_deref().and_then(where_to_write).as_deref(),
            );
            Exit::NotJudged
        }
    }
}

fn refused(name: &str, error: &InputError) -> Exit {
    let failure = failed::failure(name, error, failed::REDACT);
    say_failure(Some(name), &failure.message, failure.help.as_deref());
    Exit::NotJudged
}

/// A document without what it and all beside it mark sensitive. Lines of a wrapper are left out: nobody knows what is in
/// them.
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
