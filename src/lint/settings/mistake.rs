//! What can be wrong with settings, each mistake with its place.

use std::fmt;

use miette::Diagnostic;
use thiserror::Error;

use crate::input::IS_FOLDER;
use crate::lint::{PatternError, Rule};
use crate::source::Location;
use crate::words::plural;

/// A setting that cannot be meant.
#[derive(Clone, Debug, Error, Diagnostic, PartialEq, Eq)]
#[non_exhaustive]
pub enum SettingsError {
    /// No rule or family has that name.
    #[error("there is no rule or family `{name}`")]
    #[diagnostic(code("unknown-rule"), help("{help}"))]
    UnknownRule {
        /// The name as given by the user.
        name: String,
        /// The nearest name, or where the list is.
        help: String,
    },
    /// The file cannot be read.
    #[error("the settings cannot be read: {reason}")]
    #[diagnostic(code("unreadable-settings"), help("{}", help_on_unreadable(reason)))]
    Unreadable {
        /// The system's words.
        reason: String,
    },
    /// The file is not TOML.
    #[error("this is not TOML: {reason}")]
    #[diagnostic(
        code("bad-toml"),
        help("a setting is `name = \"text\"`, below its `[table]`; `planlint init FILE` writes an example of each")
    )]
    Syntax {
        /// The parser's words.
        reason: String,
    },
    /// A key that does not exist.
    #[error("{table} has no key `{key}`")]
    #[diagnostic(code("unknown-setting"), help("{help}"))]
    UnknownKey {
        /// Where the key stands, in words.
        table: &'static str,
        /// The key.
        key: String,
        /// The nearest key, or all of them.
        help: String,
    },
    /// A key that must be there is not.
    #[error("{table} has no `{key}`, which it needs")]
    #[diagnostic(code("missing-setting"), help("{}", help_on_missing(key)))]
    Missing {
        /// Where the key is missing, in words.
        table: &'static str,
        /// The key.
        key: &'static str,
    },
    /// A value of another type.
    #[error("`{key}` must be {wanted}, but is {found}")]
    #[diagnostic(code("wrong-type"), help("{}", of_that_type(key)))]
    WrongType {
        /// The key.
        key: String,
        /// What it must be.
        wanted: &'static str,
        /// What it is.
        found: String,
    },
    /// A word that is not one of those that are known.
    #[error("`{key}` cannot be `{word}`")]
    #[diagnostic(code("unknown-word"), help("{help}"))]
    UnknownWord {
        /// The key.
        key: String,
        /// The word.
        word: String,
        /// The nearest word, or all of them.
        help: String,
    },
    /// A value that says nothing.
    #[error("`{key}` is empty")]
    #[diagnostic(code("empty-setting"), help("{}", help_on_empty(key)))]
    Empty {
        /// The key.
        key: String,
    },
    /// A pattern that is none.
    #[error("`{text}` in `{key}` is not a pattern: {error}")]
    #[diagnostic(code("bad-pattern"), help("{}", error.advice(text)))]
    Pattern {
        /// The key.
        key: String,
        /// What was written.
        text: String,
        /// What is wrong with it.
        error: PatternError,
    },
    /// A pattern for addresses where one for modules stands, or the other way round.
    #[error("`{key}` cannot be `{text}`")]
    #[diagnostic(code("bad-pattern"), help("{help}"))]
    OtherPattern {
        /// The key.
        key: String,
        /// What was written.
        text: String,
        /// What to write.
        help: String,
    },
    /// The options of a rule are not those that it has.
    #[error("the options of `{rule}` cannot be read: {reason}")]
    #[diagnostic(code("bad-options"), help("`planlint explain {rule}` lists them"))]
    Options {
        /// The rule.
        rule: String,
        /// What is wrong with them.
        reason: String,
    },
    /// A rule that was asked for by its name and finds nothing as it is.
    #[error("`{rule}` finds nothing until `{needs}` is set")]
    #[diagnostic(
        code("idle-rule"),
        help(
            "write in planlint.toml, below a line `[rules]`: {rule} = {{ level = \"…\", {first} = … }}; `planlint explain {rule}` shows how"
        )
    )]
    IdleRule {
        /// The rule.
        rule: &'static str,
        /// The options of which it needs one.
        needs: String,
        /// The first of them.
        first: &'static str,
    },
    /// An option that a rule does not have.
    #[error("`{rule}` has no option `{key}`")]
    #[diagnostic(code("unknown-option"), help("{help}"))]
    UnknownOption {
        /// The rule.
        rule: String,
        /// The option.
        key: String,
        /// The nearest option, or all of them.
        help: String,
    },
    /// A family where one rule must be named.
    #[error("`{name}` is a family of rules; a waiver is for one rule")]
    #[diagnostic(code("family"), help("`planlint rules {name}` lists them"))]
    Family {
        /// The family.
        name: String,
    },
    /// A waiver of what nobody can permit.
    #[error("findings of `{rule}` cannot be waived")]
    #[diagnostic(code("never-waived"), help("{help}"))]
    NeverPermitted {
        /// The rule.
        rule: String,
        /// What to do in place of a waiver.
        help: &'static str,
    },
    /// A level for what no file may change.
    #[error("the level of `{rule}` cannot be set in a file: it is about such files")]
    #[diagnostic(
        code("never-set"),
        help("leave it out; on the command line: --deny {rule}, or --allow {rule}")
    )]
    NeverSet {
        /// The rule.
        rule: &'static str,
    },
    /// Options where there are none.
    #[error("`{name}` has no options; only its level can be set")]
    #[diagnostic(code("bad-options"), help("write the level alone: {name} = \"note\""))]
    NoOptions {
        /// The rule or family.
        name: String,
    },
    /// Options in an override.
    #[error("an override sets the level of `{name}` alone, and here are options")]
    #[diagnostic(
        code("bad-options"),
        help("write the level alone: {name} = \"note\"; options hold everywhere, and belong in [rules]")
    )]
    OptionsInOverride {
        /// The rule or family.
        name: String,
    },
    /// An override that holds everywhere, or does nothing.
    #[error("[[override]] has none of `{keys}`")]
    #[diagnostic(
        code("idle-override"),
        help("say where it holds, as in address = \"module.sandbox.**\"; what holds everywhere belongs in [rules]")
    )]
    IdleOverride {
        /// The keys of which it needs one.
        keys: &'static str,
    },
    /// A rule about a whole document in an override that no whole document can meet.
    #[error("`{rule}` speaks of {whole} as a whole, which has no {lacking}")]
    #[diagnostic(
        code("idle-override"),
        help("take it out of this [[override]]; its level belongs in [rules]: {rule} = \"…\"")
    )]
    WholeInOverride {
        /// The rule.
        rule: &'static str,
        /// What it speaks of.
        whole: &'static str,
        /// What the override asks for.
        lacking: &'static str,
    },
    /// A rule in an override that asks for what nothing has that it finds.
    #[error("nothing that `{rule}` finds has a {lacking}")]
    #[diagnostic(
        code("idle-override"),
        help("leave `{key}` out, or take the rule out of this [[override]]")
    )]
    LackingInOverride {
        /// The rule.
        rule: &'static str,
        /// The condition.
        key: &'static str,
        /// What it asks for, in words.
        lacking: &'static str,
    },
    /// A rule in an override for kinds of change of which it finds none.
    #[error("`{rule}` is found in changes of kind `{only}` alone")]
    #[diagnostic(
        code("idle-override"),
        help("leave `kind` out, write `{only}` in it, or take the rule out of this [[override]]")
    )]
    OtherKind {
        /// The rule.
        rule: &'static str,
        /// The only kind.
        only: &'static str,
    },
    /// A waiver that nothing can match which its rule finds.
    #[error("{message}")]
    #[diagnostic(code("idle-waiver"), help("{help}"))]
    IdleWaiver {
        /// What the rule does not find.
        message: String,
        /// What to write instead.
        help: String,
    },
    /// A file that extends itself, maybe through others.
    #[error("`{path}` extends itself")]
    #[diagnostic(
        code("extends-cycle"),
        help("take it out of `extends`, here or in the file that leads back")
    )]
    Cycle {
        /// The path as written.
        path: String,
    },
    /// A file that another one extends cannot be read.
    #[error("`{path}`, which this file extends, cannot be read: {reason}")]
    #[diagnostic(code("unreadable-settings"), help("paths are relative to the file that names them"))]
    Extended {
        /// The path as written.
        path: String,
        /// The system's words.
        reason: String,
    },
    /// More files that extend each other than anybody means.
    #[error("more than {most} files extend each other")]
    #[diagnostic(
        code("extends-depth"),
        help("leave out of `extends` what another of these files extends")
    )]
    Depth {
        /// How many may.
        most: usize,
    },
    /// A waiver that lives too long.
    #[error("the waiver would last {days} days; the longest allowed is {longest} days")]
    #[diagnostic(
        code("long-waiver"),
        help("let it end by {until}, or set `longest-life-days` in [waivers]")
    )]
    Life {
        /// From today, or from `since`, to `expires`.
        days: i64,
        /// How many are allowed.
        longest: i64,
        /// The last day that is allowed.
        until: String,
    },
    /// A new waiver that has ended already.
    #[error("{expires} is over: today is {today}")]
    #[diagnostic(
        code("past-waiver"),
        help("name the last day on which it is permitted, today or later")
    )]
    Past {
        /// The last day of the waiver.
        expires: String,
        /// The day of the run, in UTC.
        today: String,
    },
    /// A waiver that begins later.
    #[error("`since` is in the future")]
    #[diagnostic(code("early-waiver"), help("`since` is the day on which the waiver was given"))]
    Since,
}

/// A mistake and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Mistake {
    /// The file's name.
    pub file: String,
    /// Where in it; `None` for the file as a whole.
    pub location: Option<Location>,
    /// What is wrong.
    pub error: SettingsError,
}

impl fmt::Display for Mistake {
    /// `planlint.toml:4:1: what is wrong`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.file.is_empty() {
            f.write_str(&self.file)?;
            if let Some(location) = self.location {
                write!(f, ":{}:{}", location.line, location.column)?;
            }
            f.write_str(": ")?;
        }
        write!(f, "{}", self.error)
    }
}

/// Everything that is wrong with the settings, in the order of the files; never empty. Its words are a line for each.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub struct SettingsErrors(pub Vec<Mistake>);

impl fmt::Display for SettingsErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the settings have {}", plural(self.0.len(), "mistake"))?;
        self.0.iter().try_for_each(|mistake| write!(f, "\n{mistake}"))
    }
}

/// How a setting of that name is written, where another name or another form is near.
fn of_that_type(key: &str) -> &'static str {
    match key {
        "waiver" | "waivers" => "each waiver has a [[waiver]] of its own; [waivers] holds longest-life-days",
        "override" => "each has an [[override]] of its own",
        "stateful" => "[stateful] add = [\"acme_ledger\"]",
        "rules" => "[rules] delete = \"error\"",
        _ => "`planlint init FILE` writes an example of each setting",
    }
}

/// What belongs where nothing was written.
fn help_on_empty(key: &str) -> &'static str {
    match key {
        "reason" => "say why it is permitted, for whoever reads it in a year",
        "rule" => "name the rule; `planlint rules` lists them",
        "address" => "write an address or a pattern; `**` means everything",
        "expires" | "rules" => help_on_missing(key),
        _ => "write something, or leave the key out",
    }
}

/// What belongs where a key is missing.
fn help_on_missing(key: &str) -> &'static str {
    match key {
        "rules" => "say which levels hold there: rules = { delete-stateful = \"note\" }",
        "expires" => "write the last day on which it is permitted, without quotes: expires = 2027-01-31",
        key => help_on_empty(key),
    }
}

/// Why the bytes of a file are no settings, in words; where stands behind it.
pub(crate) const NOT_UTF8: &str = "it is not UTF-8";

/// What to do about a file that cannot be read for this reason.
fn help_on_unreadable(reason: &str) -> &'static str {
    if reason == IS_FOLDER {
        "name a file in it: --config FILE"
    } else if reason.starts_with(NOT_UTF8) {
        "save it as UTF-8; `planlint init FILE` writes an example"
    } else {
        "check the path and the permissions; --no-config does without"
    }
}

/// The nearest of the known words, or all of them.
pub(super) fn did_you_mean<'k>(word: &str, known: impl IntoIterator<Item = &'k str>, all: &str) -> String {
    let known: Vec<&str> = known.into_iter().collect();
    match nearest(word, &known) {
        Some(known) => format!("did you mean `{known}`?"),
        None => format!("{all} are: {}", known.join(", ")),
    }
}

/// The known word that is meant: spelled nearly so, what other tools call so, or whose beginning it is.
fn nearest<'k>(word: &str, known: &[&'k str]) -> Option<&'k str> {
    let distances = known.iter().map(|known| (strsim::osa_distance(known, word), *known));
    let near = distances.filter(|(distance, known)| *distance <= 2.max(known.len() / 4));
    let called: &[&str] = match word {
        "action" | "actions" => &["kind"],
        "count" | "limit" | "max" => &["at-most"],
        "critical" | "fail" | "high" => &["error"],
        "disabled" | "ignore" | "none" | "off" | "skip" => &["allow", "never"],
        "expiration" | "expiry" | "until" => &["expires"],
        "info" => &["note"],
        "justification" | "why" => &["reason"],
        "severity" => &["level"],
        "warn" => &["warning"],
        _ => &[],
    };
    let called = known.iter().copied().find(|known| called.contains(known));
    let begun = known.iter().filter(|known| word.len() >= 4 && known.starts_with(word));
    called
        .or_else(|| near.min().map(|(_, known)| known))
        .or_else(|| begun.min().copied())
}

/// There is no such rule.
pub(super) fn unknown_rule(rules: &[Rule], name: &str) -> SettingsError {
    let mut names: Vec<&str> = rules.iter().flat_map(|rule| [rule.family, rule.id]).collect();
    names.dedup();
    let help = nearest(name, &names).map(|nearest| format!("did you mean `{nearest}`?"));
    SettingsError::UnknownRule {
        name: name.to_owned(),
        help: help.unwrap_or_else(|| "`planlint rules` lists them".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::did_you_mean;

    #[test]
    fn what_is_meant_is_told_by_its_letters_or_by_what_others_call_it() {
        const KEYS: [&str; 4] = ["address", "at-most", "expires", "kind"];
        const LEVELS: [&str; 4] = ["error", "warning", "note", "allow"];
        const STOPS: [&str; 4] = ["error", "warning", "note", "never"];
        for (word, known, meant, why) in [
            ("adress", KEYS, "address", "a letter is missing"),
            ("count", KEYS, "at-most", "what it counts"),
            ("action", KEYS, "kind", "as the engines call it"),
            ("until", KEYS, "expires", "in other words"),
            ("off", LEVELS, "allow", "as other linters call it"),
            ("none", STOPS, "never", "and where no finding is to stop the gate"),
            ("warn", LEVELS, "warning", "in short"),
            ("addr", KEYS, "address", "its beginning"),
        ] {
            let wanted = format!("did you mean `{meant}`?");
            assert_eq!(did_you_mean(word, known, ""), wanted, "{word}: {why}");
        }
        assert_eq!(
            did_you_mean("off", KEYS, "the keys"),
            "the keys are: address, at-most, expires, kind"
        );
    }
}
