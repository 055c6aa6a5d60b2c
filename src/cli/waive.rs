//! `planlint waive`: adds a waiver to the file that people keep, and leaves all else in it as it is.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use jiff::civil::Date;
use serde::Serialize;
use toml::de::DeTable;

use super::args::WaiveArgs;
use super::exit::{Ended, Exit};
use super::replace::save;
use super::settings;
use super::terminal::{say, say_each, say_failure};
use crate::facts::ChangeKind;
use crate::input::reason;
use crate::lint::SettingsErrors;
use crate::lint::settings::{SETTINGS_FILE, Settings, WAIVERS_FILE, is_waivers_file};
use crate::output::escape::line;
use crate::rules::RULES;

/// Adds a waiver to the waivers file, else to the settings file, else to a new waivers file here.
pub(super) fn waive(arguments: &WaiveArgs) -> Ended {
    if arguments.at_most.is_none() && arguments.address.has_star_in_key() {
        // A report shows the key `*` like this, and whoever copies it means that one key.
        return Err(say_failure(
            None,
            "the `*` in the key stands for any text, so that this would permit other keys, too",
            Some(
                r"write `\*` for a key that has a star in it; if any key is meant, say how many findings with --at-most",
            ),
        ));
    }
    // A file with mistakes would be read as none; they come first.
    let settings = settings::of_files(&arguments.settings)?;
    let files = settings::files(&arguments.settings).unwrap_or_default();
    let path = target(&files);
    if !files.contains(&path) && fs::symlink_metadata(&path).is_ok() {
        return Err(say_failure(
            Some(&path.display().to_string()),
            "there is one already, which --no-config does not read; it was left alone",
            Some("leave --no-config out, or name the file: --config FILE"),
        ));
    }
    if let Err(error) = settings.may_end_on(arguments.until) {
        return Err(settings::say_diagnostic(None, &error));
    }
    if is_waived(&settings, arguments) {
        return Ok(Exit::Passed);
    }
    let name = path.display().to_string();
    let before = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        Err(error) => return cannot(&name, "read", &error),
    };
    let Some(after) = with_waiver(&before, arguments) else {
        return Err(say_failure(
            Some(&name),
            "`waiver` is not a list of tables with headers; it was left alone",
            Some("write each waiver below a line of its own: [[waiver]]"),
        ));
    };
    if let Err(mistakes) = try_out(arguments, &files, &path, &after) {
        let errors = mistakes.0.iter().map(|mistake| &mistake.error);
        say_each(errors.map(|error| settings::say_diagnostic(None, error)))?;
        return Err(say_failure(None, &mistakes.to_string(), None));
    }
    let sooner = earlier(&settings, arguments);
    match save(&path, &after) {
        Ok(()) => {
            say(&format!("{}: {}", line(&name), written(arguments)));
            if let Some(words) = sooner {
                say(&words);
            }
            Ok(Exit::Passed)
        }
        Err(error) => cannot(&name, "written", &error),
    }
}

/// Whether the same is permitted already, until that day or longer; then that is said.
fn is_waived(settings: &Settings, arguments: &WaiveArgs) -> bool {
    let Some((until, place)) = permitted(settings, arguments, arguments.until) else {
        return false;
    };
    say(&format!(
        "{place}: {} is waived already, until {until}; nothing was written",
        line(&arguments.rule)
    ));
    say("  help: a later --until adds one; to end it sooner, change the entry there");
    true
}

/// What the entry permits, in its own words: a slip in the address is seen here.
fn written(arguments: &WaiveArgs) -> String {
    let WaiveArgs {
        rule, address, until, ..
    } = arguments;
    let kind = arguments
        .kind
        .map(|kind| format!(", kind {}", kind.word()))
        .unwrap_or_default();
    let at_most = arguments
        .at_most
        .map(|count| format!(", at most {count}"))
        .unwrap_or_default();
    let address = line(&address.to_string()).into_owned();
    format!("{rule} is waived for {address}{kind}{at_most}, until {until}")
}

/// What is said of an entry that permits the same and ends sooner: the new one outlasts it.
fn earlier(settings: &Settings, arguments: &WaiveArgs) -> Option<String> {
    let (until, place) = permitted(settings, arguments, Date::MIN)?;
    Some(format!(
        "  help: the entry at {place}, until {until}, is not needed any more: remove it"
    ))
}

/// Until when an entry permits the same, at least until that day, and where it stands.
fn permitted(settings: &Settings, arguments: &WaiveArgs, at_least: Date) -> Option<(Date, String)> {
    let at_most = arguments.at_most.and_then(|count| usize::try_from(count).ok());
    let (rule, address) = (&arguments.rule, &arguments.address);
    let (until, file, at) = settings.waived_already(rule, address, arguments.kind, at_most, at_least)?;
    let place = at.map(|at| format!(":{}:{}", at.line, at.column)).unwrap_or_default();
    Some((until, format!("{}{place}", line(file))))
}

fn cannot(name: &str, verb: &str, error: &io::Error) -> Ended {
    let help = "waivers go to planlint.waivers.toml, else to planlint.toml, or beside the file that --config names";
    Err(say_failure(
        Some(name),
        &format!("it cannot be {verb}: {}", reason(error)),
        Some(help),
    ))
}

fn target(files: &[PathBuf]) -> PathBuf {
    let is_settings = |path: &&PathBuf| path.file_name().is_some_and(|name| name == SETTINGS_FILE);
    let found = files
        .iter()
        .find(|path| is_waivers_file(path))
        .or_else(|| files.iter().find(is_settings));
    found
        .or_else(|| files.first())
        .cloned()
        .unwrap_or_else(|| PathBuf::from(WAIVERS_FILE))
}

/// What is written for a waiver.
#[derive(Serialize)]
struct Entry<'w> {
    rule: &'w str,
    address: String,
    kind: Option<&'w str>,
    reason: &'w str,
    owner: Option<&'w str>,
    ticket: Option<&'w str>,
    #[serde(rename = "at-most")]
    at_most: Option<i64>,
    expires: toml::value::Datetime,
}

/// A file with nothing but a waiver.
#[derive(Serialize)]
struct Waivers<'w> {
    waiver: [Entry<'w>; 1],
}

/// The text with the waiver behind everything else, of which no byte changes; `None` when it holds waivers in a way
/// that cannot be added to: in brackets behind one key.
fn with_waiver(text: &str, arguments: &WaiveArgs) -> Option<String> {
    let entry = Entry {
        rule: &arguments.rule,
        address: arguments.address.to_string(),
        kind: arguments.kind.map(ChangeKind::word),
        reason: &arguments.reason,
        owner: arguments.owner.as_deref(),
        ticket: arguments.ticket.as_deref(),
        at_most: arguments.at_most,
        expires: arguments.until.to_string().parse().ok()?,
    };
    let mut added = toml::to_string(&Waivers { waiver: [entry] }).ok()?;
    if !text.is_empty() {
        let end = if text.ends_with('\n') { "\n" } else { "\n\n" };
        added.insert_str(0, end);
    }
    // Lines end as they do in the file.
    if text.contains("\r\n") {
        added = added.replace('\n', "\r\n");
    }
    let after = format!("{text}{added}");
    // The file was read before, so that a mistake is one of the two together.
    let is_read = DeTable::parse(after.strip_prefix('\u{feff}').unwrap_or(&after)).is_ok();
    is_read.then_some(after)
}

/// Reads the settings as they will be: what the file refuses is not written.
fn try_out(arguments: &WaiveArgs, files: &[PathBuf], path: &Path, after: &str) -> Result<(), SettingsErrors> {
    let mut files = files.to_vec();
    if !files.iter().any(|file| file == path) {
        files.push(path.to_owned());
    }
    let now = arguments.settings.now.unwrap_or_else(jiff::Timestamp::now);
    let read = |file: &Path| {
        if file == path {
            Ok(after.to_owned())
        } else {
            fs::read_to_string(file)
        }
    };
    Settings::read(RULES, &files, now, &read).map(|_| ())
}
