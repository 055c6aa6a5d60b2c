//! From the arguments to the bytes: files, folders, patterns and standard input.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fs;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use clap::CommandFactory;

use super::args::Cli;
use super::bytes;
use super::config::is_json_configuration;
use super::failed::{self, SourceError};
use super::folders::{self, Found, Unlisted};
use super::pattern::{matching, pattern};
use super::targets::resolved;
use super::terminal::{AlreadySaid, say, say_each, say_failure, say_input};
use crate::input::{self, InputError, Limits, Reader, Want};
use crate::order;
use crate::output::escape::line;
use crate::report::Failure;
use crate::source::{Bytes, SourceFile};

/// The name of standard input in reports.
pub(super) const STDIN: &str = "<stdin>";

/// One input to read.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Source {
    /// Where it is; `None` for standard input.
    pub(super) path: Option<PathBuf>,
    /// What the user calls it; else it is called by its path.
    pub(super) called: Option<String>,
    /// Whether the user named it, or a folder or pattern brought it. What was only brought may be something else.
    pub(super) named: bool,
    /// The folders and patterns that brought it, also where somebody named it besides.
    pub(super) brought_by: BTreeSet<PathBuf>,
}

/// An argument that leads to nothing that could be read.
#[derive(Debug)]
pub(super) struct Unread {
    /// Its name for people.
    pub(super) name: String,
    /// Why.
    pub(super) error: SourceError,
}

/// What an argument leads to: an input to read, or nothing.
pub(super) type Named = Result<Source, Unread>;

/// What came of an input that somebody has read.
#[derive(Debug, Default)]
pub(super) struct Came {
    name: String,
    /// Why it is not what was asked for.
    error: Option<SourceError>,
    /// Whether it is passed over for that; a folder of nothing else is an error.
    passed_over: bool,
    brought_by: BTreeSet<PathBuf>,
}

/// Reads an input and hands it to `with`, which says whether it is what was asked for.
pub(super) fn take(
    source: Named,
    limits: Limits,
    want: Want,
    with: impl FnOnce(&Source, SourceFile) -> Result<(), SourceError>,
) -> Came {
    let source = match source {
        Ok(source) => source,
        Err(Unread { name, error }) => {
            return Came {
                name,
                error: Some(error),
                ..Came::default()
            };
        }
    };
    let error = source.read(limits).and_then(|text| with(&source, text)).err();
    Came {
        name: source.name(),
        passed_over: matches!(&error, Some(SourceError::Input(error)) if source.passes_over(error, want)),
        error,
        brought_by: source.brought_by,
    }
}

/// Takes one input after another, and says of each why it is not what `reader` asks for.
pub(super) fn take_each(
    sources: Vec<Named>,
    limits: Limits,
    reader: Reader,
    mut with: impl FnMut(&Source, SourceFile) -> Result<(), SourceError>,
) -> Result<(), AlreadySaid> {
    let mut brought = Brought::default();
    let failures = sources
        .into_iter()
        .filter_map(|source| brought.note(take(source, limits, reader.want, &mut with), reader));
    let said = say_each(failures.map(|failure| say_input(&failure)));
    say_each(brought.nothing(reader.want).map(|failure| say_input(&failure))).and(said)
}

/// Which of the folders and patterns that somebody named have brought something: one that brought nothing but what was
/// passed over was named for something that is not there.
#[derive(Debug, Default)]
pub(super) struct Brought {
    nothing: BTreeSet<PathBuf>,
    something: BTreeSet<PathBuf>,
}

impl Brought {
    /// Takes note of what came of an input: says so where it was passed over, else gives why it is not what `reader`
    /// asks for.
    pub(super) fn note(&mut self, came: Came, reader: Reader) -> Option<Failure> {
        let failure = came.error.map(|error| failed::failure(&came.name, error, reader));
        if !came.passed_over {
            self.something.extend(came.brought_by);
            return failure;
        }
        self.nothing.extend(came.brought_by);
        let Failure { name, message, .. } = failure?;
        say(&format!("note: {}: skipped, {}", line(&name), line(&message)));
        None
    }

    /// The failures of those that brought nothing.
    pub(super) fn nothing(&self, want: Want) -> impl Iterator<Item = Failure> {
        let nothing = self.nothing.difference(&self.something);
        nothing.map(move |argument| {
            let name = argument.display().to_string();
            Failure::new(&name, &nothing_in(&name, want))
        })
    }
}

impl Source {
    fn brought(path: PathBuf, by: Option<&Path>) -> Self {
        Self {
            path: Some(path),
            called: None,
            named: false,
            brought_by: by.map(Path::to_owned).into_iter().collect(),
        }
    }

    /// What the user named: a file, or standard input as `-`.
    pub(super) fn named(path: &Path) -> Self {
        Self {
            path: (path.as_os_str() != "-").then(|| path.to_owned()),
            called: None,
            named: true,
            brought_by: BTreeSet::new(),
        }
    }

    /// The name for people: what the user calls it, or the path as it was given.
    pub(super) fn name(&self) -> String {
        let path = || self.path.as_ref().map(|path| path.display().to_string());
        self.called.clone().or_else(path).unwrap_or_else(|| STDIN.to_owned())
    }

    /// Whether an input that is of another kind than what is wanted is passed over: what a folder or pattern brought is,
    /// unless its name says that it is wanted.
    fn passes_over(&self, error: &InputError, want: Want) -> bool {
        let name = self.path.as_deref().and_then(Path::file_name).unwrap_or_default();
        let name = name.to_string_lossy().to_ascii_lowercase();
        let name = name.strip_suffix(".gz").unwrap_or(&name);
        let is_plan = matches!(error, InputError::PlanNotState);
        let is_meant = !is_plan && is_called_plan(name) || want != Want::Plan && is_called_state(name);
        !self.named && error.is_another_kind() && !is_meant
    }

    /// The error of a missing file whose name is, or resembles, a command: one of ours, or another tool's for what
    /// needs none here.
    fn mistaken_command(&self) -> Option<SourceError> {
        let name = self.path.as_deref()?.to_str()?;
        let known = Cli::command();
        let like = known.get_subcommands().map(clap::Command::get_name);
        let (distance, like) = like.map(|like| (strsim::osa_distance(like, name), like)).min()?;
        let command = like.to_owned();
        if distance == 0 {
            return Some(SourceError::LateCommand { command });
        }
        let elsewhere = match name {
            "fmt" => Some("config fmt"),
            "version" => Some("--version"),
            _ => None,
        };
        if let Some(command) = elsewhere.map(str::to_owned) {
            return Some(SourceError::MistakenCommand { command });
        }
        if matches!(
            name,
            "check" | "gate" | "lint" | "plan" | "run" | "scan" | "test" | "validate"
        ) {
            return Some(SourceError::OtherCommand);
        }
        let is_like = distance <= 2 && distance < like.len() / 2 + 1 && !name.contains(['/', '.']);
        is_like.then_some(SourceError::MistakenCommand { command })
    }

    /// The text of a plan or state.
    pub(super) fn read(&self, limits: Limits) -> Result<SourceFile, SourceError> {
        let text = self.read_any(limits)?;
        if self.path.is_some() && text.text().trim().is_empty() {
            return Err(InputError::EmptyFile.into());
        }
        Ok(text)
    }

    /// The text of it, whatever it is of.
    pub(super) fn read_any(&self, limits: Limits) -> Result<SourceFile, SourceError> {
        // Where a pipe was found, nobody may ever write into it.
        let is_other = |path: &Path| fs::metadata(path).is_ok_and(|found| !found.is_file());
        if !self.named && self.path.as_deref().is_some_and(is_other) {
            let reason = "it is no file".to_owned();
            return Err(InputError::Unreadable { reason }.into());
        }
        // One byte too many is enough to know.
        let most = limits.largest_input.saturating_add(1);
        let bytes = match &self.path {
            Some(path) => bytes::of_file(path, most),
            None => bytes::of(io::stdin().lock(), most).map(Bytes::from),
        };
        let bytes = bytes.map_err(|error| {
            let is_missing = error.kind() == io::ErrorKind::NotFound;
            let mistaken = is_missing.then(|| self.mistaken_command()).flatten();
            mistaken.unwrap_or_else(|| {
                InputError::Unreadable {
                    reason: input::reason(&error),
                }
                .into()
            })
        })?;
        Ok(input::text_within(&self.name(), bytes, limits)?)
    }
}

/// Whether a name, in small letters, says that the file is a plan.
fn is_called_plan(name: &str) -> bool {
    matches!(name, "plan.json" | "tfplan.json" | "tofuplan.json")
}

/// Whether a name, in small letters, says that the file is a state: as the engines call theirs, or as plans are called.
fn is_called_state(name: &str) -> bool {
    let of_engines = [".tfstate", ".tfstate.backup", ".tfstate.json"];
    matches!(name, "state.json" | "tfstate.json") || of_engines.iter().any(|ending| name.ends_with(ending))
}

/// A folder by a name that the file system knows: the parent of a bare file name has none.
pub(super) fn or_here(folder: &Path) -> &Path {
    if folder.as_os_str().is_empty() {
        Path::new(".")
    } else {
        folder
    }
}

/// The inputs that the arguments name, or standard input when they name none; `None` when nothing is piped in.
pub(super) fn named_or_piped(arguments: &[PathBuf], want: Want) -> Option<Vec<Named>> {
    if !arguments.is_empty() {
        Some(expand(arguments, want))
    } else if io::stdin().is_terminal() {
        None
    } else {
        Some(expand(&["-".into()], want))
    }
}

/// The inputs of a command that needs one: says what to type where there is none.
pub(super) fn asked_for(arguments: &[PathBuf], want: Want, usage: &str) -> Result<Vec<Named>, AlreadySaid> {
    named_or_piped(arguments, want).ok_or_else(|| {
        let message = format!("no file is named and nothing is piped in: {usage}");
        say_failure(None, &message, None)
    })
}

/// Calls each input by the name that the user gave for it, in order; `Err` says what is wrong with the names.
pub(super) fn call(sources: &mut [Named], names: &[String]) -> Result<(), String> {
    if names.is_empty() {
        return Ok(());
    }
    let brought = sources
        .iter()
        .any(|source| source.as_ref().is_ok_and(|source| !source.named));
    if brought || sources.iter().any(Result::is_err) {
        return Err("--name is for single files, and here is a folder or pattern".to_owned());
    }
    if names.len() != sources.len() {
        let inputs = match sources.len() {
            1 => "is 1 input".to_owned(),
            count => format!("are {count} inputs"),
        };
        let given = match names.len() {
            1 => "once".to_owned(),
            2 => "twice".to_owned(),
            count => format!("{count} times"),
        };
        return Err(format!("--name is given {given}, and there {inputs}"));
    }
    let twice = names
        .iter()
        .enumerate()
        .find(|(index, name)| names[..*index].contains(name));
    if let Some((_, name)) = twice {
        return Err(format!(
            "--name {name} is given twice, and nobody could tell the two inputs apart"
        ));
    }
    for (source, name) in sources.iter_mut().zip(names) {
        if let Ok(source) = source {
            source.called = Some(name.clone());
        }
    }
    Ok(())
}

/// The inputs that the arguments name, in order, and in their places the arguments that lead to nothing; folders and
/// patterns in the order of paths.
fn expand(arguments: &[PathBuf], want: Want) -> Vec<Named> {
    let mut sources = Vec::new();
    for argument in arguments {
        if argument.as_os_str() == "-" {
            sources.push(Ok(Source::named(argument)));
        } else if let Some(pattern) = pattern(argument) {
            // What is called like a pattern is meant itself, and must not hide what the pattern means.
            let is_name = argument.exists();
            if is_name {
                expand_name(argument, want, &mut sources);
            }
            match matching(pattern) {
                Ok(found) if is_name && found.is_empty() => {}
                found => expand_pattern(argument, found, want, &mut sources),
            }
        } else {
            expand_name(argument, want, &mut sources);
        }
    }
    each_once(&mut sources);
    sources
}

/// The inputs that a folder or file brings which is called so.
fn expand_name(argument: &Path, want: Want, sources: &mut Vec<Named>) {
    if argument.is_dir() {
        in_folder(argument, want, sources);
    } else {
        sources.push(Ok(Source::named(argument)));
    }
}

/// The inputs that a pattern brings. Each folder among what it found is searched as if somebody had named it, so that one
/// in which nothing is found is told; the files beside such folders need bring nothing then.
fn expand_pattern(
    argument: &Path,
    found: Result<Vec<(PathBuf, bool)>, InputError>,
    want: Want,
    sources: &mut Vec<Named>,
) {
    match found {
        Ok(found) if found.iter().any(|(_, is_folder)| *is_folder) => {
            for (path, is_folder) in found {
                if is_folder {
                    in_folder(&path, want, sources);
                } else {
                    sources.push(Ok(Source::brought(path, None)));
                }
            }
        }
        Ok(found) => {
            let files = found.into_iter().map(|(path, _)| path).collect();
            several(argument, files, want, sources);
        }
        Err(error) => sources.push(Err(Unread {
            name: argument.display().to_string(),
            error: error.into(),
        })),
    }
}

/// Leaves each file once, or its changes would count twice: the first that was named, else the first that was brought.
fn each_once(sources: &mut Vec<Named>) {
    let place_of = |source: &Source| source.path.as_deref().map(resolved);
    let named = sources.iter().flatten().filter(|source| source.named);
    let named = order::set(named.map(place_of));
    let mut brought_by: BTreeMap<_, BTreeSet<PathBuf>> = BTreeMap::new();
    let (mut seen, mut places) = (BTreeSet::new(), Vec::new());
    sources.retain(|source| {
        let Ok(source) = source else { return true };
        let place = place_of(source);
        let is_first = (source.named || !named.contains(&place)) && seen.insert(place.clone());
        places.extend(is_first.then(|| place.clone()));
        brought_by
            .entry(place)
            .or_default()
            .extend(source.brought_by.iter().cloned());
        is_first
    });
    for (source, place) in sources.iter_mut().flatten().zip(&places) {
        source.brought_by = brought_by.remove(place).unwrap_or_default();
    }
}

/// The inputs that a folder or pattern brings, which are these; of none at all it is said so.
fn several(argument: &Path, files: Vec<PathBuf>, want: Want, sources: &mut Vec<Named>) {
    if files.is_empty() {
        let name = argument.display().to_string();
        let error = nothing_in(&name, want);
        sources.push(Err(Unread { name, error }));
    }
    sources.extend(files.into_iter().map(|path| Ok(Source::brought(path, Some(argument)))));
}

/// What to say of a folder or pattern of that name which brought nothing.
fn nothing_in(name: &str, want: Want) -> SourceError {
    let entries = fs::read_dir(name).into_iter().flatten().flatten();
    let names: Vec<_> = entries.map(|entry| entry.file_name()).collect();
    let is_native = |name: &OsString| {
        [".tf", ".tofu"]
            .iter()
            .any(|ending| name.to_string_lossy().ends_with(ending))
    };
    if names.iter().any(|name| is_json_configuration(&name.to_string_lossy())) {
        SourceError::OnlyConfiguration
    } else if names.iter().any(is_native) {
        SourceError::OnlyNativeConfiguration
    } else {
        SourceError::NothingFound { wanted: wanted(want) }
    }
}

/// What is looked for, in words.
const fn wanted(want: Want) -> &'static str {
    match want {
        Want::Plan => "plan",
        Want::State => "state",
        Want::Any => "plan or state",
    }
}

/// The inputs that a folder brings: every `*.json` and `*.json.gz` below it, and where states are wanted every
/// `*.tfstate`; hidden folders, such as `.terraform`, are passed over. What could not be looked at is said in its place,
/// and so are links that lead nowhere, whatever they are called: each may be to a folder that is not there.
fn in_folder(folder: &Path, want: Want, sources: &mut Vec<Named>) {
    let Found {
        mut files,
        nowhere,
        mut unread,
        ..
    } = folders::below(folder);
    let is_read = |path: &PathBuf| {
        let has = |path: &Path, wanted| {
            path.extension()
                .is_some_and(|extension| extension.eq_ignore_ascii_case(wanted))
        };
        let is_state = want != Want::Plan && has(path, "tfstate");
        is_state
            || has(path, "json")
            || has(path, "gz") && path.file_stem().is_some_and(|stem| has(Path::new(stem), "json"))
    };
    // Those that are read fail when they are.
    let nowhere = nowhere.iter().filter(|path| !is_read(path));
    unread.extend(nowhere.map(|link| Unlisted::nowhere(link)));
    files.retain(is_read);
    if unread.is_empty() || !files.is_empty() {
        several(folder, files, want, sources);
    }
    sources.extend(unread.into_iter().map(|unread| {
        Err(Unread {
            name: unread.path.display().to_string(),
            error: unread.error().into(),
        })
    }));
}
