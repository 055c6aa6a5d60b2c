//! `planlint config fmt`: files in JSON laid out anew, each replaced whole or not at all.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use miette::Diagnostic;

use super::args::FmtArgs;
use super::bounded;
use super::bytes;
use super::config::{Content, content, is_json_configuration};
use super::exit::{Ended, Exit};
use super::files::{STDIN, or_here};
use super::folders;
use super::print::print;
use super::replace::replace;
use super::settings::{self, say_diagnostic};
use super::terminal::{AlreadySaid, say, say_failure};
use crate::hcljson::{self, File, SyntaxErrorKind};
use crate::input::Limits;
use crate::lint::Settings;
use crate::order;
use crate::output::escape::line;
use crate::source::SourceFile;
use crate::tfjson::Syntax;

/// Why a file is left as it is.
#[derive(Debug, thiserror::Error, Diagnostic)]
enum FmtError {
    #[error("{0}")]
    #[diagnostic(
        code("malformed-json"),
        help("the file is left as it is; `planlint config` says what is wrong with it")
    )]
    Syntax(SyntaxErrorKind),
    #[error("there is no file or folder of this name")]
    #[diagnostic(code("no-such-file"), help("name folders or files: planlint config fmt DIR"))]
    NotThere,
    #[error("this file is not written in JSON")]
    #[diagnostic(code("not-json"), help("`tofu fmt` formats *.tf and *.tofu files"))]
    NotJson,
    #[error("this file is no configuration by its name")]
    #[diagnostic(
        code("not-configuration"),
        help(
            "it was left alone: what is formatted ends in .tf.json, .tofu.json, .tfvars.json, .tftest.json or the like"
        )
    )]
    NotConfiguration,
    #[error("it cannot be read: {0}")]
    #[diagnostic(code("unreadable-config"), help("check the path and the permissions"))]
    Unreadable(String),
    #[error("it cannot be written: {0}")]
    #[diagnostic(code("unwritable-config"), help("the file is left as it is"))]
    Unwritable(io::ErrorKind),
    #[error("standard input cannot be formatted together with files")]
    #[diagnostic(code("usage"), help("planlint config fmt - < FILE"))]
    NotAlone,
}

/// What could not be laid out: its name, with the place if there is one, and why.
type Refusal = (String, FmtError);

/// Lays out standard input, or all files that the arguments name, and prints the names of those that it changes.
pub(super) fn fmt(arguments: &FmtArgs) -> Ended {
    let Settings { limits, .. } = settings::of_files(&arguments.settings)?;
    if arguments.files.iter().any(|path| path.as_os_str() == "-") {
        return match arguments.files.as_slice() {
            [_] => standard_input(arguments.check, limits),
            _ => Err(refuse(&("-".to_owned(), FmtError::NotAlone))),
        };
    }
    let here = [PathBuf::from(".")];
    let named = match arguments.files.as_slice() {
        [] => &here[..],
        named => named,
    };
    let mut files = Vec::new();
    for path in named {
        if path.is_dir() {
            let found = files.len();
            in_folder(path, arguments.recursive, &mut files);
            if files.len() == found {
                say(&format!(
                    "note: {}: there is no configuration in JSON",
                    line(&name(path))
                ));
            }
        } else {
            files.push(named_file(path));
        }
    }
    if arguments.check && files.is_empty() {
        let help = "name a folder with *.tf.json or *.tofu.json, or --recursive for those inside it";
        return Err(say_failure(None, "nothing was checked", Some(help)));
    }
    // Two ways to one file are one file.
    let mut known = BTreeSet::new();
    files.retain(|file| match file {
        Ok(path) => fs::canonicalize(path).map_or(true, |place| known.insert(place)),
        Err(_) => true,
    });
    let done = bounded::map(
        files,
        |file| file.and_then(|path| one(&path, arguments.check, limits).map(|changed| (path, changed))),
        |_| (),
    );
    let mut ended = Ok(());
    let mut changes = String::new();
    for one in done {
        match one {
            Ok((path, true)) => {
                changes.push_str(&line(&name(&path)));
                changes.push('\n');
            }
            Ok((_, false)) => {}
            Err(refused) => ended = Err(refuse(&refused)),
        }
    }
    print(changes.as_bytes())?;
    let fails = arguments.check && !changes.is_empty();
    ended.map(|()| if fails { Exit::Failed } else { Exit::Passed })
}

fn standard_input(check: bool, limits: Limits) -> Ended {
    let most = limits.largest_input.saturating_add(1);
    let read = bytes::of(io::stdin().lock(), most);
    let laid_out = match &read {
        Ok(bytes) if bytes.len() as u64 >= most => {
            Err((STDIN.to_owned(), FmtError::Unreadable(limits.exceeded().to_string())))
        }
        Ok(bytes) => laid_out(STDIN, bytes),
        Err(error) => Err((STDIN.to_owned(), FmtError::Unreadable(error.kind().to_string()))),
    };
    let text = laid_out.map_err(|refused| refuse(&refused))?;
    let changed = read.is_ok_and(|bytes| bytes != text.as_bytes());
    match (check, changed) {
        (false, _) => print(text.as_bytes()),
        (true, false) => Ok(Exit::Passed),
        (true, true) => print(format!("{STDIN}\n").as_bytes()).and(Ok(Exit::Failed)),
    }
}

/// Lays out one file; whether that changes it.
fn one(path: &Path, check: bool, limits: Limits) -> Result<bool, Refusal> {
    let name = name(path);
    let bytes = match content(path, limits) {
        Content::Bytes(bytes) => bytes,
        Content::Unreadable(reason) => return Err((name, FmtError::Unreadable(reason))),
        Content::Directory => return Err((name, FmtError::NotJson)),
    };
    let text = laid_out(&name, &bytes)?;
    let changed = *bytes != *text.as_bytes();
    if changed && !check {
        replace(path, &text).map_err(|error| (name, FmtError::Unwritable(error.kind())))?;
    }
    Ok(changed)
}

/// The bytes as a text laid out anew, if nothing at all is wrong with them.
fn laid_out(name: &str, bytes: &[u8]) -> Result<String, Refusal> {
    let (text, invalid) = hcljson::decode(bytes);
    let file = File::read(&text);
    let laid_out = match invalid.first() {
        Some(error) => Err(*error),
        None => hcljson::format(&file),
    };
    laid_out.map_err(|error| {
        let place = SourceFile::new(name, &*text).locations(&[error.span.start]);
        let place = place
            .first()
            .map_or(String::new(), |at| format!(":{}:{}", at.line.get(), at.column.get()));
        (format!("{name}{place}"), FmtError::Syntax(error.kind))
    })
}

/// What names end with of files in JSON that people write for the engines beside modules. Any other may be a plan,
/// whose bytes matter.
const BESIDE_MODULES: [&str; 5] = [
    ".tfvars.json",
    ".tftest.json",
    ".tofutest.json",
    ".tfmock.json",
    ".tfquery.json",
];

/// A file that was named: its syntax is what its name says, whether engines read it as configuration or not.
fn named_file(path: &Path) -> Result<PathBuf, Refusal> {
    if fs::symlink_metadata(path).is_err() {
        return Err((name(path), FmtError::NotThere));
    }
    if path.extension().is_none_or(|extension| extension != "json") {
        return Err((name(path), FmtError::NotJson));
    }
    let written = path.file_name().unwrap_or_default().to_string_lossy();
    if !is_json_configuration(&written) && !BESIDE_MODULES.iter().any(|end| written.ends_with(end)) {
        return Err((name(path), FmtError::NotConfiguration));
    }
    Ok(path.to_owned())
}

/// The files in a folder that any engine reads as configuration in JSON, in the order of names, each folder's own
/// first; with all folders below it, or alone. What lies behind a link that leads out of the folder is told.
fn in_folder(folder: &Path, recursive: bool, files: &mut Vec<Result<PathBuf, Refusal>>) {
    let look = if recursive { folders::below } else { folders::alone };
    let folders::Found {
        files: mut found,
        unread,
        ..
    } = look(folder);
    found.retain(|path| {
        let written = path.file_name().unwrap_or_default().to_string_lossy();
        Syntax::of_name(&written) == Some(Syntax::Json)
    });
    order::sort_by(&mut found, |one, other| {
        (one.parent(), one.file_name()).cmp(&(other.parent(), other.file_name()))
    });
    let inside = fs::canonicalize(or_here(folder));
    // What is written there, others may have to decide.
    let is_inside = |file: &Path| {
        let own = fs::canonicalize(or_here(file.parent().unwrap_or(file)));
        matches!((&own, &inside), (Ok(own), Ok(inside)) if own.starts_with(inside))
    };
    for file in found {
        if is_inside(&file) {
            files.push(Ok(file));
        } else {
            let told = name(&file);
            say(&format!(
                "note: {}: left alone, since a link leads outside of the folder",
                line(&told)
            ));
        }
    }
    let unread = unread.iter();
    files.extend(unread.map(|unread| Err((name(&unread.path), FmtError::Unreadable(unread.reason())))));
}

/// A path as it is printed.
fn name(path: &Path) -> String {
    match path.strip_prefix(".") {
        Ok(inside) if inside != Path::new("") => inside.display().to_string(),
        _ => path.display().to_string(),
    }
}

fn refuse((name, error): &Refusal) -> AlreadySaid {
    say_diagnostic(Some(Path::new(name)), error)
}
