//! Files that nothing is written over: what is read, what the engines and planlint look for, and what is printed.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use super::config::may_be_configuration;
use super::targets::{Place, place, printed};
use super::terminal::Refusal;
use crate::input::{self, Body, InputError, Want};
use crate::lint::settings::{SETTINGS_FILE, WAIVERS_FILE};

/// How a report in JSON begins, behind the brace.
const REPORT: &str = "\"report_version\"";

/// What `--output` and `--write-to` may not name in one run.
pub(super) struct Kept {
    read: Vec<Place>,
    /// Whether what engines print of plans and states may be replaced, as a copy of one by another.
    documents_go: bool,
    /// Where standard output goes, if that is a file, and how many bytes stand there.
    printed: Option<(Place, u64)>,
}

impl Kept {
    /// With the files that the run reads.
    pub(super) fn with<'r>(read: impl Iterator<Item = &'r PathBuf>) -> Self {
        Self {
            read: read.map(|path| place(path)).collect(),
            printed: printed(),
            documents_go: false,
        }
    }

    /// For a run that prints nothing else: standard output may be named where nothing stands there yet.
    pub(super) fn where_nothing_is_printed(self) -> Self {
        Self {
            printed: self.printed.filter(|(_, written)| *written > 0),
            ..self
        }
    }

    /// For what writes copies of documents: one from an earlier run is replaced, and no raw state.
    pub(super) fn for_copies(self) -> Self {
        Self {
            documents_go: true,
            ..self
        }
    }

    /// Why nothing is written to a path that an option names, and what to do; `None` where it may be. `what` is what would
    /// be written.
    pub(super) fn refuses(&self, path: &Path, option: &str, what: &str) -> Option<Refusal> {
        let there = place(path);
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let (is, would) = if self.read.iter().any(|read| read.is(&there)) {
            ("which is to be read", "write over it: name another file")
        } else if self.printed.as_ref().is_some_and(|(printed, _)| printed.is(&there)) {
            (
                "where standard output goes",
                "write over what stands there: name another file",
            )
        } else if [SETTINGS_FILE, WAIVERS_FILE].contains(&&*name) {
            (
                "where settings are looked for",
                "stand in their place: name another file",
            )
        } else if may_be_configuration(&name) {
            (
                "which engines read as configuration",
                "stand in its place: name another file",
            )
        } else if is_document(path, |body| !self.documents_go || matches!(body, Body::StateFile(_))) {
            (
                "which is a plan or a state",
                "replace it: name another file; what is to be read is named without an option",
            )
        } else {
            return None;
        };
        Some((
            format!("{option} names {}, {is}", path.display()),
            format!("{what} would {would}"),
        ))
    }
}

/// Whether there is a file that holds such a plan or state, or a plan as the engine stores it: nobody wants a report
/// there.
fn is_document(path: &Path, is_such: impl Fn(&Body<'_>) -> bool) -> bool {
    let Some(bytes) = fs::metadata(path)
        .ok()
        .filter(|metadata| metadata.is_file() && !is_report(path))
        .and_then(|_| fs::read(path).ok())
    else {
        return false;
    };
    match input::text("", bytes) {
        Ok(text) => input::read(&text, Want::Any).is_ok_and(|contents| {
            let mut documents = contents.documents.iter().flatten();
            documents.any(|document| is_such(&document.body))
        }),
        Err(error) => matches!(error, InputError::BinaryPlan | InputError::OldBinaryPlan),
    }
}

/// Whether the report of an earlier run stands there, which is long, and known by its first words.
fn is_report(path: &Path) -> bool {
    let mut begins = Vec::new();
    let read = File::open(path).and_then(|file| file.take(64).read_to_end(&mut begins));
    let begins = String::from_utf8_lossy(&begins);
    let inside = begins.strip_prefix('{').map(str::trim_start);
    read.is_ok() && inside.is_some_and(|inside| inside.starts_with(REPORT))
}
