//! Reading TOML so that every mistake is told, not only the first.

use jiff::civil::Date;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::mistake::{SettingsError, did_you_mean, unknown_rule};
use crate::lint::{Level, Pattern, Rule, RuleSubject};

/// A value with its place.
pub(super) type Value<'i> = Spanned<DeValue<'i>>;

/// Collects the mistakes of one file, each with the byte it stands at.
pub(super) struct Reader<'r> {
    pub(super) rules: &'r [Rule],
    pub(super) mistakes: Vec<(usize, SettingsError)>,
}

impl Reader<'_> {
    pub(super) fn mistake(&mut self, at: usize, error: SettingsError) {
        self.mistakes.push((at, error));
    }

    fn wrong_type(&mut self, key: &str, value: &Value<'_>, wanted: &'static str) {
        let found = match value.get_ref() {
            DeValue::String(_) => "a text",
            DeValue::Integer(number) if wanted.contains("number") && number.radix() == 10 => number.as_str(),
            DeValue::Integer(_) if wanted.contains("number") => "another number",
            DeValue::Integer(_) => "a number",
            DeValue::Float(_) => "a number with a fraction",
            DeValue::Boolean(_) => "true or false",
            DeValue::Datetime(datetime) if datetime.time.is_some() => "a time",
            DeValue::Datetime(_) => "a date",
            DeValue::Array(_) => "a list",
            DeValue::Table(_) => "a table",
        };
        let (key, found) = (key.to_owned(), found.to_owned());
        self.mistake(value.span().start, SettingsError::WrongType { key, wanted, found });
    }

    /// A text that is not empty.
    pub(super) fn text(&mut self, key: &str, value: &Value<'_>) -> Option<String> {
        let Some(text) = value.get_ref().as_str() else {
            self.wrong_type(key, value, "a text");
            return None;
        };
        if text.trim().is_empty() {
            self.mistake(value.span().start, SettingsError::Empty { key: key.to_owned() });
            return None;
        }
        Some(text.to_owned())
    }

    /// One of some words.
    pub(super) fn word<T: Copy>(&mut self, key: &str, value: &Value<'_>, words: &[(&'static str, T)]) -> Option<T> {
        let Some(text) = value.get_ref().as_str() else {
            self.wrong_type(key, value, "a text");
            return None;
        };
        let found = words.iter().find(|(word, _)| *word == text);
        if found.is_none() {
            let error = SettingsError::UnknownWord {
                key: key.to_owned(),
                word: text.to_owned(),
                help: did_you_mean(text, words.iter().map(|(word, _)| *word), "the words"),
            };
            self.mistake(value.span().start, error);
        }
        found.map(|(_, meaning)| *meaning)
    }

    /// A level of a rule.
    pub(super) fn level(&mut self, key: &str, value: &Value<'_>) -> Option<Level> {
        self.word(key, value, &Level::ALL.map(|level| (level.word(), level)))
    }

    /// A whole number from 1.
    pub(super) fn number(&mut self, key: &str, value: &Value<'_>) -> Option<u32> {
        let number = value.get_ref().as_integer().and_then(|number| {
            u32::from_str_radix(number.as_str(), number.radix())
                .ok()
                .filter(|number| (1..=1_000_000).contains(number))
        });
        if number.is_none() {
            self.wrong_type(key, value, "a whole number from 1 to 1000000");
        }
        number
    }

    /// A day, written as TOML writes days.
    pub(super) fn date(&mut self, key: &str, value: &Value<'_>) -> Option<Date> {
        let date = value
            .get_ref()
            .as_datetime()
            .filter(|datetime| datetime.time.is_none() && datetime.offset.is_none())
            .and_then(|datetime| datetime.date)
            .and_then(|date| {
                let (month, day) = (i8::try_from(date.month).ok()?, i8::try_from(date.day).ok()?);
                Date::new(i16::try_from(date.year).ok()?, month, day).ok()
            });
        if date.is_none() {
            self.wrong_type(key, value, "a date without quotes, such as 2027-01-31");
        }
        date
    }

    /// An address pattern.
    pub(super) fn pattern(&mut self, key: &str, value: &Value<'_>) -> Option<Pattern> {
        let text = self.text(key, value)?;
        match Pattern::parse(&text) {
            Ok(pattern) => Some(pattern),
            Err(error) => {
                let key = key.to_owned();
                self.mistake(value.span().start, SettingsError::Pattern { key, text, error });
                None
            }
        }
    }

    /// That a text is a pattern, or none, that cannot stand there.
    pub(super) fn other_pattern(&mut self, key: &str, value: &Value<'_>, text: String, help: String) {
        let key = key.to_owned();
        self.mistake(value.span().start, SettingsError::OtherPattern { key, text, help });
    }

    /// A list, of which no element may be wrong; one value may stand for a list of one.
    pub(super) fn list<T>(
        &mut self,
        key: &str,
        value: &Value<'_>,
        one: impl Fn(&mut Self, &str, &Value<'_>) -> Option<T>,
    ) -> Option<Vec<T>> {
        let Some(array) = value.get_ref().as_array() else {
            return Some(vec![one(self, key, value)?]);
        };
        let read: Vec<Option<T>> = array.iter().map(|value| one(self, key, value)).collect();
        read.into_iter().collect()
    }

    /// A list that says something.
    pub(super) fn some<T>(
        &mut self,
        key: &str,
        value: &Value<'_>,
        one: impl Fn(&mut Self, &str, &Value<'_>) -> Option<T>,
    ) -> Option<Vec<T>> {
        let list = self.list(key, value, one)?;
        if list.is_empty() {
            self.mistake(value.span().start, SettingsError::Empty { key: key.to_owned() });
            return None;
        }
        Some(list)
    }

    /// The name of a rule, not of a family.
    pub(super) fn rule(&mut self, key: &str, value: &Value<'_>) -> Option<String> {
        let name = self.text(key, value)?;
        let error = match self.rules.iter().find(|rule| rule.id == name) {
            Some(rule) => match never_waived(rule) {
                Some(help) => SettingsError::NeverPermitted { rule: name, help },
                None => return Some(name),
            },
            None if self.rules.iter().any(|rule| rule.family == name) => SettingsError::Family { name },
            None => unknown_rule(self.rules, &name),
        };
        self.mistake(value.span().start, error);
        None
    }

    /// A table, and the byte it begins at.
    pub(super) fn table<'t, 'i>(&mut self, key: &str, value: &'t Value<'i>) -> Option<(&'t DeTable<'i>, usize)> {
        let table = value.get_ref().as_table();
        if table.is_none() {
            self.wrong_type(key, value, "a table");
        }
        table.map(|table| (table, value.span().start))
    }

    /// Each table of `[[key]]`.
    pub(super) fn tables<'t, 'i>(&mut self, key: &str, value: Option<&'t Value<'i>>) -> Vec<(&'t DeTable<'i>, usize)> {
        let Some(value) = value else {
            return Vec::new();
        };
        let Some(array) = value.get_ref().as_array() else {
            self.wrong_type(key, value, "a list of tables");
            return Vec::new();
        };
        array.iter().filter_map(|value| self.table(key, value)).collect()
    }
}

/// The keys of one table: what was asked for is known, and what is left is a mistake.
pub(super) struct Fields<'t, 'i> {
    table: &'t DeTable<'i>,
    at: usize,
    /// What the table is called in messages.
    says: &'static str,
    known: Vec<&'static str>,
}

impl<'t, 'i> Fields<'t, 'i> {
    pub(super) fn new(table: &'t DeTable<'i>, at: usize, says: &'static str) -> Self {
        Self {
            table,
            at,
            says,
            known: Vec::new(),
        }
    }

    /// The value as it stands.
    pub(super) fn raw(&mut self, key: &'static str) -> Option<&'t Value<'i>> {
        self.known.push(key);
        self.table.get(key)
    }

    /// The keys of a table inside of this one.
    pub(super) fn table(&mut self, reader: &mut Reader<'_>, key: &'static str, says: &'static str) -> Option<Self> {
        let (table, at) = self.raw(key).and_then(|value| reader.table(key, value))?;
        Some(Self::new(table, at, says))
    }

    pub(super) fn optional<'r, T>(
        &mut self,
        reader: &mut Reader<'r>,
        key: &'static str,
        read: impl FnOnce(&mut Reader<'r>, &str, &Value<'i>) -> Option<T>,
    ) -> Option<T> {
        self.raw(key).and_then(|value| read(reader, key, value))
    }

    pub(super) fn required<'r, T>(
        &mut self,
        reader: &mut Reader<'r>,
        key: &'static str,
        read: impl FnOnce(&mut Reader<'r>, &str, &Value<'i>) -> Option<T>,
    ) -> Option<T> {
        let value = self.raw(key);
        if value.is_none() {
            let table = self.says;
            reader.mistake(self.at, SettingsError::Missing { table, key });
        }
        value.and_then(|value| read(reader, key, value))
    }

    /// Names every key that nobody asked for.
    pub(super) fn finish(self, reader: &mut Reader<'_>) {
        for key in self.table.keys() {
            let name: &str = key.get_ref();
            if !self.known.contains(&name) {
                let is_of_rules = reader.rules.iter().any(|rule| rule.id == name || rule.family == name);
                let help = if is_of_rules && self.known.contains(&"rules") {
                    format!("levels and options of rules stand in the table [rules]: [rules] {name} = \"error\"")
                } else {
                    did_you_mean(name, self.known.iter().copied(), "the keys")
                };
                let error = SettingsError::UnknownKey {
                    table: self.says,
                    key: name.to_owned(),
                    help,
                };
                reader.mistake(key.span().start, error);
            }
        }
    }
}

/// What to do in place of a waiver for a rule whose findings none can permit; `None` for all other rules.
fn never_waived(rule: &Rule) -> Option<&'static str> {
    let of_waivers = "it is about a waiver: change that one or take it out; [rules] sets the level of this rule";
    rule.instead
        .or((rule.subject == RuleSubject::Settings).then_some(of_waivers))
}
