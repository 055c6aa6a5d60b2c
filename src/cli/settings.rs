//! Where settings come from: a file found upward from the working directory, and the arguments, which outweigh it.

use std::env;
use std::fs;
use std::io;
use std::iter;
use std::path::{Path, PathBuf};

use clap::ArgMatches;
use miette::Diagnostic;

use super::args::{ExpectArgs, LevelArgs, SettingsArgs};
use super::key;
use super::terminal::{AlreadySaid, say, say_each, say_failure};
use crate::facts::FingerprintForm;
use crate::input::{self, Want};
use crate::lint::settings::Mistake;
use crate::lint::settings::ReadText;
use crate::lint::settings::{NOT_UTF8, SETTINGS_FILE, WAIVERS_FILE};
use crate::lint::{FailOn, Level, Rule, RuleSubject, Settings, SettingsErrors, UnknownPolicy};
use crate::order;
use crate::output::escape::line;
use crate::rules::RULES;

/// The rule that `--expect` switches on.
const EXPECT_RULE: &str = "unexpected-plan";

/// Its option with the fingerprints.
const EXPECT_OPTION: &str = "fingerprints";

/// What the arguments of a command say of settings.
pub(super) struct Asked<'a> {
    pub(super) files: &'a SettingsArgs,
    pub(super) levels: &'a LevelArgs,
    pub(super) fail_on: Option<FailOn>,
    pub(super) unknown: Option<UnknownPolicy>,
    pub(super) stateful: &'a [String],
    /// `None` for a command that nobody asks whether a plan is the one that was expected.
    pub(super) expected: Option<&'a ExpectArgs>,
    /// Which documents the command judges; `None` for modules.
    pub(super) want: Option<Want>,
    /// What clap found, which knows the order of arguments.
    pub(super) matches: &'a ArgMatches,
}

/// A level that an argument gives to a rule or family.
type Wish<'a> = (&'a str, Level);

impl<'a> Asked<'a> {
    /// What every command that judges has: files and levels.
    pub(super) fn of(
        files: &'a SettingsArgs,
        levels: &'a LevelArgs,
        want: Option<Want>,
        matches: &'a ArgMatches,
    ) -> Self {
        Self {
            files,
            levels,
            fail_on: None,
            unknown: None,
            stateful: &[],
            expected: None,
            want,
            matches,
        }
    }

    /// Whether the command judges anything that a rule speaks of. A plan has a state in it.
    fn judges(&self, subject: RuleSubject) -> bool {
        match (self.want, subject) {
            (_, RuleSubject::Settings) => true,
            (None, subject) => subject == RuleSubject::Modules,
            (Some(_), RuleSubject::Modules) | (Some(Want::State), RuleSubject::Plans) => false,
            (Some(_), _) => true,
        }
    }

    /// Why a gate on that rule or family would always be open here, and what to do; `None` where it may close.
    fn idle(&self, name: &str) -> Option<(String, &'static str)> {
        let mut named = RULES.iter().filter(|rule| rule.id == name || rule.family == name);
        if named.clone().any(|rule| self.judges(rule.subject)) {
            return None;
        }
        let (of, help) = match named.next()?.subject {
            RuleSubject::Modules => ("configuration", "`planlint config` judges it; leave the name out here"),
            RuleSubject::States => ("states", "`planlint state` judges them; leave the name out here"),
            RuleSubject::Plans => ("plans", "`planlint` judges them; leave the name out here"),
            _ => ("plans and states", "`planlint` judges them; leave the name out here"),
        };
        Some((
            format!("`{name}` is found in {of}, which this command does not judge"),
            help,
        ))
    }

    /// The levels, in the order of the arguments: of two about one rule, the later one holds.
    fn wishes(&self) -> Vec<Wish<'a>> {
        let mut wishes: Vec<(usize, Wish<'a>)> = Vec::new();
        for (option, level, names) in [
            ("deny", Level::Error, &self.levels.deny),
            ("warn", Level::Warning, &self.levels.warn),
            ("note", Level::Note, &self.levels.note),
            ("allow", Level::Allow, &self.levels.allow),
        ] {
            let places = self.matches.indices_of(option).into_iter().flatten();
            wishes.extend(places.zip(names).map(|(place, name)| (place, (name.trim(), level))));
        }
        order::sort_by_key(&mut wishes, |(place, _)| *place);
        wishes.into_iter().map(|(_, wish)| wish).collect()
    }
}

/// The settings of the files with what the arguments say on top. An error when something in them cannot be meant.
pub(super) fn of(asked: &Asked<'_>) -> Result<Settings, AlreadySaid> {
    let mut rules = RULES.to_vec();
    let expected = asked.expected.filter(|expected| !expected.expect.is_empty());
    if expected.is_some() {
        // The argument gives what the rule needs, so that no file has to.
        for rule in rules.iter_mut().filter(|rule| rule.id == EXPECT_RULE) {
            rule.options = rule.options.map(|options| options.needing(&[]));
        }
    }
    let mut settings = of_files_for(&rules, asked.files)?;
    if let Some(fail_on) = asked.fail_on {
        settings.set_fail_on(fail_on);
    }
    if let Some(unknown) = asked.unknown {
        settings.unknown = unknown;
    }
    for name in asked.stateful {
        settings.stateful_types.removed.remove(name);
        settings.stateful_types.added.insert(name.clone());
    }
    let wishes = asked.wishes();
    for (name, level) in &wishes {
        if let Err(error) = settings.set_level(RULES, name, *level) {
            return Err(say_diagnostic(None, &error));
        }
        // A file serves all commands, and may name what others judge.
        if let Some((message, help)) = asked.idle(name).filter(|_| *level != Level::Allow) {
            return Err(say_failure(None, &message, Some(help)));
        }
    }
    settings.heed_weakened();
    if let Some(expected) = asked.expected {
        expect(&mut settings, expected, &wishes, asked.fail_on)?;
    }
    say_mistakes(&settings.idle_rules(RULES))?;
    if let Some(expected) = asked.expected {
        add_key(&mut settings, expected.key.key_file.as_deref())?;
    }
    Ok(settings)
}

/// Any plan but those that the arguments expect is to fail; an error when that cannot be meant.
fn expect(
    settings: &mut Settings,
    ExpectArgs { expect, .. }: &ExpectArgs,
    wishes: &[Wish<'_>],
    fail_on: Option<FailOn>,
) -> Result<(), AlreadySaid> {
    if expect.is_empty() {
        return Ok(());
    }
    if let Some(none) = expect.iter().find(|text| FingerprintForm::of(text.trim()).is_none()) {
        return Err(say_failure(
            None,
            &format!("--expect {none}: this is not the fingerprint of a plan"),
            Some("`planlint fingerprint PLAN` writes one: `plan1-` or `plan1k-`, and 32 hexadecimal digits"),
        ));
    }
    let contradicts = wishes
        .iter()
        .any(|(name, level)| *name == EXPECT_RULE && *level != Level::Error);
    if contradicts {
        return Err(say_failure(
            None,
            &format!("--expect makes `{EXPECT_RULE}` an error, and another argument gives it another level"),
            Some("leave one of the two out; with --fail-on never findings are only shown"),
        ));
    }
    // A file that somebody found must not undo what was asked for in this run.
    settings.always_fails_on = fail_on.is_none().then_some(EXPECT_RULE);
    let expected: toml::value::Array = expect.iter().map(|text| text.trim().into()).collect();
    let options = toml::Table::from_iter([(EXPECT_OPTION.to_owned(), expected.into())]);
    let set = settings.set_level(RULES, EXPECT_RULE, Level::Error);
    if let Err(error) = set.and_then(|()| settings.set_options(RULES, EXPECT_RULE, options)) {
        return Err(say_diagnostic(None, &error));
    }
    Ok(())
}

/// Adds the key where a fingerprint that is expected was made with one; an error when it is missing, or given and nobody
/// needs it.
fn add_key(settings: &mut Settings, file: Option<&Path>) -> Result<(), AlreadySaid> {
    let is_keyed = |text: &str| FingerprintForm::of(text) == Some(FingerprintForm::Keyed);
    let expected = settings
        .option_as_set(EXPECT_RULE, EXPECT_OPTION)
        .and_then(|value| value.as_array());
    let is_expected = expected.is_some_and(|list| !list.is_empty());
    let mut expected = expected.into_iter().flatten().filter_map(|value| value.as_str());
    // A key that nobody needs may be as it will: an empty variable is what CI gives where there is no secret.
    if expected.any(is_keyed) {
        settings.fingerprint_key = key::of(file)?;
        if settings.fingerprint_key.is_none() {
            return Err(say_failure(
                None,
                "the expected fingerprint was made with a key, and no key is given",
                Some(&format!("--key-file FILE, or the variable {}", key::VARIABLE)),
            ));
        }
    } else if let Some(file) = file {
        let why = if is_expected {
            "none of the expected fingerprints was made with a key"
        } else {
            "a key is of use beside --expect alone"
        };
        return Err(say_failure(
            None,
            &format!("--key-file {}: {why}", file.display()),
            Some("--expect plan1k-…, as `planlint fingerprint --key-file FILE PLAN` writes it"),
        ));
    }
    Ok(())
}

/// The settings of the files alone.
pub(super) fn of_files(arguments: &SettingsArgs) -> Result<Settings, AlreadySaid> {
    of_files_for(RULES, arguments)
}

fn of_files_for(rules: &[Rule], arguments: &SettingsArgs) -> Result<Settings, AlreadySaid> {
    if arguments.now.is_some() {
        say("note: --now sets the clock of this run: a waiver that has ended may hold by it");
    }
    let files = match files(arguments) {
        Ok(files) => files,
        Err(error) => {
            return Err(say_failure(
                None,
                &format!("the settings cannot be looked for: {}", input::reason(&error)),
                Some("--no-config does without"),
            ));
        }
    };
    if arguments
        .config
        .as_deref()
        .is_some_and(|path| path.as_os_str() == "-" && !path.exists())
    {
        let help = "name a file: --config FILE; --no-config does without";
        return Err(say_failure(
            None,
            "settings are not read from standard input",
            Some(help),
        ));
    }
    note_other_names(arguments);
    let text = |path: &Path| {
        // Only a pipe that somebody names is one that somebody writes into.
        let is_named = arguments.config.as_deref() == Some(path);
        if !is_named && fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir()) {
            return Err(io::Error::other("it is no file"));
        }
        text_of(fs::read(path)?)
    };
    read(rules, arguments, &files, &text).or_else(|mistakes| {
        say_mistakes(&mistakes.0)?;
        Err(say_failure(None, &mistakes.to_string(), None))
    })
}

/// The bytes of settings as a text; the error says at which byte they are none.
fn text_of(bytes: Vec<u8>) -> io::Result<String> {
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        io::Error::other(format!("{NOT_UTF8}, at byte {at}"))
    })
}

fn say_mistakes(mistakes: &[Mistake]) -> Result<(), AlreadySaid> {
    say_each(mistakes.iter().map(|mistake| {
        let help = mistake.error.help().map(|help| help.to_string());
        say_failure(None, &mistake.to_string(), help.as_deref())
    }))
}

/// Reads these files as settings; `text` gives the text of each, and of what they extend.
fn read(
    rules: &[Rule],
    arguments: &SettingsArgs,
    files: &[PathBuf],
    text: &ReadText<'_>,
) -> Result<Settings, SettingsErrors> {
    let now = arguments.now.unwrap_or_else(jiff::Timestamp::now);
    if arguments.config.is_none() {
        let further = |found: &PathBuf| iter::successors(above(found), |path| above(path));
        let further: Vec<PathBuf> = files.first().into_iter().flat_map(further).collect();
        return Settings::read_found(rules, files, &further, now, text);
    }
    let mut settings = Settings::read(rules, files, now, text)?;
    if let Some(beside) = files.get(1) {
        settings.waivers_were_found(&beside.display().to_string());
    }
    Ok(settings)
}

/// The settings file that would hold if a file of that name were not in its folder: the next one upward.
pub(super) fn above(file: &Path) -> Option<PathBuf> {
    let file = std::path::absolute(file).ok()?;
    let further = file.parent()?.ancestors().skip(1);
    further
        .map(|folder| folder.join(SETTINGS_FILE))
        .find(|path| stands(path).unwrap_or(true))
}

/// The settings files: the one that is named, or the first upward from the working directory, and the waivers on the
/// way to it and beside it.
pub(super) fn files(arguments: &SettingsArgs) -> io::Result<Vec<PathBuf>> {
    if arguments.no_config {
        return Ok(Vec::new());
    }
    if let Some(named) = &arguments.config {
        let mut files = vec![named.clone()];
        let waivers = named.with_file_name(WAIVERS_FILE);
        if waivers != *named && stands(&waivers)? {
            files.push(waivers);
        }
        return Ok(files);
    }
    let here = env::current_dir()?;
    let short = |folder: &Path, name: &str| {
        if folder == here {
            PathBuf::from(name)
        } else {
            folder.join(name)
        }
    };
    let mut waivers = Vec::new();
    for folder in here.ancestors() {
        if stands(&folder.join(WAIVERS_FILE))? {
            waivers.push(short(folder, WAIVERS_FILE));
        }
        if stands(&folder.join(SETTINGS_FILE))? {
            return Ok([vec![short(folder, SETTINGS_FILE)], waivers].concat());
        }
    }
    waivers.truncate(1);
    Ok(waivers)
}

/// The name that somebody meant who called a file so: with another letter, in capitals, with other signs between the
/// words, or with another ending. `planlint.json` means none: reports are called so.
fn meant(name: &str) -> Option<&'static str> {
    let name = name.to_lowercase();
    let mut endings = [".toml.txt", ".toml", ".tml", ".yaml", ".yml"].into_iter();
    let stem = endings.find_map(|ending| name.strip_suffix(ending))?;
    let letters: String = stem.chars().filter(|letter| !"._- ".contains(*letter)).collect();
    let near = |meant: &str| strsim::osa_distance(&letters, meant) <= 1;
    let known = [("planlint", SETTINGS_FILE), ("planlintwaivers", WAIVERS_FILE)];
    known.iter().find(|(stem, _)| near(stem)).map(|(_, file)| *file)
}

/// Says of files in the folders that are searched that they are not read though their names are nearly those of settings,
/// unless the right name is there too.
fn note_other_names(arguments: &SettingsArgs) {
    let Some(here) = env::current_dir()
        .ok()
        .filter(|_| !arguments.no_config && arguments.config.is_none())
    else {
        return;
    };
    for folder in here.ancestors() {
        let is_there = |name: &str| stands(&folder.join(name)).unwrap_or(true);
        // What cannot be listed is not searched by name alone; what is to be read in it is told elsewhere.
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
        let mut others: Vec<_> = names.filter_map(|name| Some((meant(&name)?, name))).collect();
        others.retain(|(right, name)| !is_there(right) && folder.join(name).is_file());
        order::sort(&mut others);
        for (right, name) in others {
            let other = if folder == here {
                PathBuf::from(name)
            } else {
                folder.join(name)
            };
            let what = if right == SETTINGS_FILE { "settings" } else { "waivers" };
            let other = other.display().to_string();
            say(&format!("note: {} is not read: {what} stand in {right}", line(&other)));
        }
        if is_there(SETTINGS_FILE) {
            break;
        }
    }
}

/// Whether there is something of that name, even a link that leads nowhere: what cannot be read is told and not passed
/// over.
fn stands(path: &Path) -> io::Result<bool> {
    match fs::symlink_metadata(path) {
        Ok(_) => Ok(true),
        Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => Ok(false),
        Err(error) => Err(error),
    }
}

/// Says an error with its help.
pub(super) fn say_diagnostic(file: Option<&Path>, error: &dyn Diagnostic) -> AlreadySaid {
    let name = file.map(|path| path.display().to_string());
    let help = error.help().map(|help| help.to_string());
    say_failure(name.as_deref(), &error.to_string(), help.as_deref())
}
