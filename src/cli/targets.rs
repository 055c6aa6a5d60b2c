//! Where reports go: standard output in one format, and files in formats of their own.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::args::{LookArgs, ReportArgs, RowArgs};
use super::exit::{Ended, Exit};
use super::files::or_here;
use super::kept::Kept;
use super::print::{self, print_by, while_read};
use super::replace::save;
use super::representation;
use super::terminal::{self, AlreadySaid, Refusal, say, say_failure};
use crate::input::reason;
use crate::output::escape::line;
use crate::output::{FORMATS, Format, verdict_line};
use crate::report::{Report, Rows, Verdict, Wanted};

/// What one `--output` asks for: a file, and the format where it names one.
#[derive(Clone, Debug)]
pub(super) struct Output {
    format: Option<&'static Format>,
    pub(super) path: PathBuf,
}

impl Output {
    /// The file, where no format is named.
    pub(super) fn plain(&self) -> Option<&Path> {
        self.format.is_none().then_some(self.path.as_path())
    }
}

/// Reads `FILE` or `FORMAT=FILE`. A path with a slash before its first `=` is a path.
pub(super) fn output(written: OsString) -> Result<Output, String> {
    if written.is_empty() {
        return Err("the name of the file is empty; without --output the report goes to standard output".to_owned());
    }
    if written == "-" {
        return Err(
            "`-` is no file: without --output the report goes to standard output\nTo write a file called `-`: --output ./-"
                .to_owned(),
        );
    }
    let is_format = |text: &&str| FORMATS.iter().any(|format| format.name == *text);
    if let Some(name) = written.to_str().filter(is_format) {
        return Err(format!(
            "`{name}` is a format, and the file is missing: {name}=FILE\nTo write a file called `{name}`: --output ./{name}"
        ));
    }
    let Some((name, file)) = split(&written) else {
        return Ok(Output {
            format: None,
            path: written.into(),
        });
    };
    let shown = file.display();
    if name.contains(['/', '\\']) {
        return Ok(Output {
            format: None,
            path: written.into(),
        });
    }
    if name == representation::FORMAT {
        return Err(format!(
            "`{name}` is a format of modules alone\nplanlint config --format {name} --output {shown} DIR writes it"
        ));
    }
    let Some(format) = FORMATS.iter().find(|format| format.name == name) else {
        let meant = FORMATS
            .iter()
            .map(|format| (strsim::osa_distance(format.name, name), format.name))
            .min()
            .filter(|(distance, known)| *distance <= known.len().min(name.len()) / 2)
            .map(|(_, known)| format!("; did you mean `{known}`?"))
            .unwrap_or_default();
        let known: Vec<&str> = FORMATS.iter().map(|format| format.name).collect();
        return Err(format!(
            "there is no format `{name}`{meant}\nThe formats are {}. To write a file called `{name}={shown}`: --output ./{name}={shown}",
            known.join(", ")
        ));
    };
    if file.is_empty() {
        return Err(format!("the file is missing: {name}=FILE"));
    }
    if file == "-" {
        return Err(format!(
            "`-` is no file: --format {name} writes to standard output\nTo write a file called `-`: --output {name}=./-"
        ));
    }
    Ok(Output {
        format: Some(format),
        path: file.into(),
    })
}

/// What stands before the first `=`, and behind it. The name of a file may be no UTF-8.
#[cfg(unix)]
fn split(written: &OsStr) -> Option<(&str, &OsStr)> {
    use std::os::unix::ffi::OsStrExt;

    let bytes = written.as_bytes();
    let at = bytes.iter().position(|byte| *byte == b'=')?;
    let name = str::from_utf8(&bytes[..at]).ok()?;
    Some((name, OsStr::from_bytes(&bytes[at + 1..])))
}

/// What stands before the first `=`, and behind it, as far as that is Unicode.
#[cfg(not(unix))]
fn split(written: &OsStr) -> Option<(&str, &OsStr)> {
    let (name, file) = written.to_str()?.split_once('=')?;
    Some((name, OsStr::new(file)))
}

/// One place for one report.
struct Target<'a> {
    format: &'static Format,
    /// `None` for standard output.
    file: Option<&'a Path>,
}

/// What of a document formats need.
#[derive(Clone, Copy)]
pub(super) struct Needs {
    pub(super) wanted: Wanted,
    /// Lines and columns of findings.
    pub(super) places: bool,
    /// What it marks sensitive, for what is told from elsewhere.
    pub(super) secrets: bool,
}

/// What the arguments say of reports.
#[derive(Clone, Copy)]
pub(super) struct Reporting<'a> {
    pub(super) report: &'a ReportArgs,
    pub(super) look: &'a LookArgs,
    /// Which changes the table shows; `None` where nothing changes.
    pub(super) rows: Option<&'a RowArgs>,
}

/// All places that a run writes to, files first: what is printed may end in a pipe that nobody reads.
pub(super) struct Targets<'a> {
    targets: Vec<Target<'a>>,
    reporting: Reporting<'a>,
}

impl<'a> Targets<'a> {
    /// What the arguments ask for; `Err` says what is wrong with them and what to do, and so it does where one of the
    /// files that are `read` would be written over.
    pub(super) fn of<'r>(reporting: Reporting<'a>, read: impl Iterator<Item = &'r PathBuf>) -> Result<Self, Refusal> {
        let arguments = reporting.report;
        let chosen = FORMATS
            .iter()
            .find(|format| format.name == arguments.format)
            .unwrap_or(&FORMATS[0]);
        let mut targets: Vec<Target<'a>> = Vec::new();
        let mut known: Vec<Place> = Vec::new();
        let kept = if arguments.output.iter().any(|output| output.format.is_none()) {
            Kept::with(read).where_nothing_is_printed()
        } else {
            Kept::with(read)
        };
        for output in &arguments.output {
            if let Some(refused) = kept.refuses(&output.path, "--output", "the report") {
                return Err(refused);
            }
            let place = place(&output.path);
            if known.iter().any(|known| known.is(&place)) {
                return Err((
                    format!("--output names {} twice", output.path.display()),
                    "one report would write over the other: give each a file of its own".to_owned(),
                ));
            }
            known.push(place);
            note_another_format(output, chosen);
            targets.push(Target {
                format: output.format.unwrap_or(chosen),
                file: Some(&output.path),
            });
        }
        match arguments.output.iter().filter(|output| output.format.is_none()).count() {
            0 => targets.push(Target {
                format: chosen,
                file: None,
            }),
            1 => {}
            _ => {
                return Err((
                    "--output FILE is given several times".to_owned(),
                    "name the format of each further file: --output json=FILE".to_owned(),
                ));
            }
        }
        let of_markdown = arguments.place.is_some() || arguments.max_bytes.is_some() || arguments.comment_id.is_some();
        if of_markdown && !targets.iter().any(|target| target.format.has_budget) {
            return Err((
                "--for, --max-bytes and --comment-id are about Markdown, and no report of this run is Markdown"
                    .to_owned(),
                "--format markdown, or --output markdown=FILE".to_owned(),
            ));
        }
        if arguments.comment_id.is_some() && arguments.place.is_some_and(|place| !place.has_marker()) {
            return Err((
                "--comment-id is for comments that are found again, and a message in Slack has no hidden mark"
                    .to_owned(),
                "leave it out with --for slack".to_owned(),
            ));
        }
        Ok(Self { targets, reporting })
    }

    /// What the formats need together.
    pub(super) fn needs(&self) -> Needs {
        let rows = self.targets.iter().map(|target| {
            let style = terminal::style(self.reporting, target.file.is_some());
            (target.format.rows)(&style)
        });
        Needs {
            wanted: Wanted {
                rows: rows.max().unwrap_or(Rows::Changes),
                subjects: false,
            },
            places: self.targets.iter().any(|target| target.format.places),
            secrets: false,
        }
    }

    /// Writes each report; an error when one could not be written.
    pub(super) fn write(&self, report: &Report) -> Result<(), AlreadySaid> {
        let mut failed = Vec::new();
        for target in &self.targets {
            let style = terminal::style(self.reporting, target.file.is_some());
            let put = |out: &mut dyn Write| (target.format.write)(report, &style, out).and_then(|()| out.flush());
            let result = match target.file {
                Some(path) => open(path, target.format).and_then(|file| put(&mut BufWriter::new(file))),
                None => put(&mut BufWriter::new(io::stdout().lock())),
            };
            if let Err(error) = while_read(result) {
                failed.push((target.file, error));
            }
        }
        self.note_empty(report);
        // Else a job fails and its log does not say why. What could not be judged is said already, and that a gate
        // passes nobody need hear.
        let is_printed = self.targets.iter().any(|target| target.file.is_none());
        if !is_printed && failed.is_empty() && report.verdict() == Verdict::Fail {
            say(&verdict_line(report));
        }
        // Behind all reports, of which the last line is read as the verdict.
        let mut written = Ok(());
        for (file, error) in &failed {
            written = Err(match file {
                Some(file) => refuse(file, "the report", error),
                None => print::refuse(error),
            });
        }
        written
    }
}

impl Targets<'_> {
    /// Says of which formats a report is empty, since nothing that was judged is a plan.
    fn note_empty(&self, report: &Report) {
        if report.inputs.is_empty() || report.plans().next().is_some() {
            return;
        }
        for Target { format, .. } in &self.targets {
            if let Some(what) = format.has_only {
                say(&format!(
                    "note: {} has only {what}, and no plan was judged; json, sarif and junit have what is found",
                    format.name
                ));
            }
        }
    }
}

/// Says that a file gets the table though its name ends like the files of another format.
fn note_another_format(output: &Output, chosen: &Format) {
    let Some(path) = output.plain().filter(|_| chosen.name == "text") else {
        return;
    };
    let extension = path.extension().map(|extension| extension.to_string_lossy());
    let format = match extension.as_deref() {
        Some("md") => "markdown",
        Some("xml") => "junit",
        Some(other) => other,
        None => return,
    };
    if format != chosen.name && FORMATS.iter().any(|known| known.name == format) {
        let name = path.display().to_string();
        say(&format!(
            "note: {}: it gets the report as text; --output {format}={}",
            line(&name),
            line(&name)
        ));
    }
}

/// What to do where a file could not be written: its folder is missing, or it is one.
pub(super) fn where_to_write(path: &Path) -> Option<String> {
    if path.is_dir() {
        return Some("name a file in it".to_owned());
    }
    let folder = path.parent().filter(|folder| *folder != Path::new(""))?;
    (!folder.exists()).then(|| format!("make the folder first: {}", folder.display()))
}

/// Writes a text that is no report to a file whole or not at all, or to standard output; `what` cannot be written where
/// that fails.
pub(super) fn put(text: io::Result<String>, file: Option<&Path>, what: &str) -> Ended {
    let Some(file) = file else {
        return print_by(|out| out.write_all(text?.as_bytes()));
    };
    match while_read(text.and_then(|text| save(file, &text))) {
        Ok(()) => Ok(Exit::Passed),
        Err(error) => Err(refuse(file, what, &error)),
    }
}

/// Says why a file cannot be written.
fn refuse(file: &Path, what: &str, error: &io::Error) -> AlreadySaid {
    let name = file.display().to_string();
    let message = format!("{what} cannot be written: {}", reason(error));
    say_failure(Some(&name), &message, where_to_write(file).as_deref())
}

fn open(path: &Path, format: &Format) -> io::Result<File> {
    if !format.appends {
        return File::create(path);
    }
    let mut file = OpenOptions::new().append(true).create(true).open(path)?;
    if ends_inside_line(path).unwrap_or(false) {
        file.write_all(b"\n")?;
    }
    Ok(file)
}

/// Whether the last line of a file has no end: what is appended would go on with it. A pipe has no last line.
fn ends_inside_line(path: &Path) -> io::Result<bool> {
    let known = fs::metadata(path)?;
    if !known.is_file() || known.len() == 0 {
        return Ok(false);
    }
    let (mut file, mut last) = (File::open(path)?, [0]);
    file.seek(SeekFrom::End(-1))?;
    file.read_exact(&mut last)?;
    Ok(last != *b"\n")
}

/// Where a file is, as far as the file system tells.
pub(super) struct Place {
    /// Without links on the way.
    path: PathBuf,
    /// What the file system knows a file by that is there already, whatever names it has.
    #[cfg(unix)]
    file: Option<(u64, u64)>,
}

impl Place {
    /// Whether two are one file.
    pub(super) fn is(&self, other: &Self) -> bool {
        #[cfg(unix)]
        let is_linked = self.file.is_some() && self.file == other.file;
        #[cfg(not(unix))]
        let is_linked = false;
        is_linked || self.path == other.path
    }
}

/// Where standard output goes, if that is a file, and how many bytes stand there: one that is written beside it would
/// be half of each.
#[cfg(unix)]
pub(super) fn printed() -> Option<(Place, u64)> {
    use std::os::fd::AsFd;
    use std::os::unix::fs::MetadataExt;

    let opened = File::from(io::stdout().as_fd().try_clone_to_owned().ok()?);
    let metadata = opened.metadata().ok().filter(fs::Metadata::is_file)?;
    let place = Place {
        path: PathBuf::new(),
        file: Some((metadata.dev(), metadata.ino())),
    };
    Some((place, metadata.len()))
}

/// Elsewhere nobody can tell.
#[cfg(not(unix))]
pub(super) fn printed() -> Option<(Place, u64)> {
    None
}

/// The place of a file, which need not be there yet.
pub(super) fn place(path: &Path) -> Place {
    Place {
        path: resolved(path),
        #[cfg(unix)]
        file: {
            use std::os::unix::fs::MetadataExt;
            let metadata = fs::metadata(path).ok().filter(fs::Metadata::is_file);
            metadata.map(|metadata| (metadata.dev(), metadata.ino()))
        },
    }
}

/// How many links may lead to each other before the file that is not there yet.
const MOST_LINKS: usize = 40;

/// What names a file, the same for two ways to it by links to it or to folders.
pub(super) fn resolved(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        if let Ok(place) = fs::canonicalize(&path) {
            return place;
        }
        let folder = or_here(path.parent().unwrap_or(Path::new("")));
        let (Ok(folder), Some(name)) = (fs::canonicalize(folder), path.file_name()) else {
            break;
        };
        let place = folder.join(name);
        // A link to what is not there yet: that is what will be written.
        let Ok(target) = fs::read_link(&place) else {
            return place;
        };
        path = folder.join(target);
    }
    path
}
