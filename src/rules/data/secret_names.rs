//! How attributes, variables and arguments that hold secrets are called.

use std::borrow::Cow;
use std::collections::BTreeSet;

use serde::Deserialize;

/// What a name tells about what it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::rules) enum Naming {
    /// A secret.
    Secret,
    /// A secret, or the name, id or place of one: only the value tells.
    Perhaps,
    /// Something else.
    Other,
}

/// The lists of names in `secrets.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SecretNames {
    pub(super) attributes: BTreeSet<String>,
    pub(super) suffixes: Vec<String>,
    pub(super) perhaps: BTreeSet<String>,
    pub(super) perhaps_many: BTreeSet<String>,
    pub(super) environment_suffixes: Vec<String>,
    pub(super) not_secret: BTreeSet<String>,
    not_secret_suffixes: Vec<String>,
    provider_attributes: BTreeSet<String>,
    /// How those names end for which a list says that they may be secrets: most names end otherwise.
    #[serde(skip)]
    endings: Endings,
}

/// The last three letters of names, as a bit each.
#[derive(Clone, Default)]
pub(super) struct Endings(Vec<u32>);

impl Endings {
    /// Letters that share their lowest five bits, as those of both cases do, count as one.
    fn place([one, two, three]: [u8; 3]) -> (usize, u32) {
        (usize::from(one & 31) << 5 | usize::from(two & 31), 1 << (three & 31))
    }

    pub(super) fn add(&mut self, name: &str) {
        self.0.resize(1 << 10, 0);
        let Some(&[one, two, three]) = name.as_bytes().last_chunk() else {
            return;
        };
        // Before a last word of two letters other cases have no sign, but the letter before it.
        let firsts = if one == b'_' { 0..=31 } else { one..=one };
        for first in firsts {
            let (row, bit) = Self::place([first, two, three]);
            if let Some(row) = self.0.get_mut(row) {
                *row |= bit;
            }
        }
    }

    pub(super) fn has(&self, ending: [u8; 3]) -> bool {
        let (row, bit) = Self::place(ending);
        self.0.get(row).is_some_and(|row| row & bit != 0)
    }
}

impl SecretNames {
    /// Makes the quick look ready.
    pub(super) fn indexed(mut self) -> Self {
        let mut endings = Endings::default();
        let suffixes = self.suffixes.iter().chain(&self.environment_suffixes);
        let names = self.attributes.iter().chain(&self.perhaps).chain(&self.perhaps_many);
        names.chain(suffixes).for_each(|name| endings.add(name));
        self.endings = endings;
        self
    }

    pub(super) fn endings(&self) -> &Endings {
        &self.endings
    }

    pub(super) fn naming(&self, written: &str) -> Naming {
        if written
            .as_bytes()
            .last_chunk()
            .is_none_or(|ending| !self.endings.has(*ending))
        {
            return Naming::Other;
        }
        let name = snake_case(written);
        let ends = |suffixes: &[String]| suffixes.iter().any(|suffix| name.ends_with(suffix.as_str()));
        // Most names are nothing of a secret's: what says so stands first.
        let naming = if self.attributes.contains(&*name) || ends(&self.suffixes) {
            Naming::Secret
        } else if self.perhaps.contains(&*name)
            || self.perhaps_many.contains(&*name)
            || is_capital(written) && ends(&self.environment_suffixes)
        {
            Naming::Perhaps
        } else {
            return Naming::Other;
        };
        if self.is_not_secret(&name) {
            Naming::Other
        } else {
            naming
        }
    }

    /// Whether a list says that the name, in snake case, is that of an id, a path, a number or a rule.
    pub(super) fn is_not_secret(&self, name: &str) -> bool {
        let mut suffixes = self.not_secret_suffixes.iter();
        self.not_secret.contains(name)
            || suffixes.any(|suffix| name.ends_with(suffix.as_str()) || suffix.get(1..) == Some(name))
    }

    /// Whether a value of that name is a secret, or tells which one it is.
    pub(super) fn is_of_secret(&self, written: &str) -> bool {
        self.naming(written) == Naming::Secret || self.perhaps.contains(&*snake_case(written))
    }

    pub(super) fn is_credential(&self, name: &str) -> bool {
        self.provider_attributes.contains(&*snake_case(name))
    }
}

/// Whether a name is written as those of environment variables are.
fn is_capital(name: &str) -> bool {
    name.bytes().any(|byte| byte.is_ascii_uppercase()) && !name.bytes().any(|byte| byte.is_ascii_lowercase())
}

/// `adminPassword`, `ADMIN-PASSWORD`, `DBPassword` and `spring.datasource.password` as `admin_password`, `db_password`
/// and `spring_datasource_password`.
pub(super) fn snake_case(name: &str) -> Cow<'_, str> {
    // Providers write attributes so already.
    if name
        .bytes()
        .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
    {
        return Cow::Borrowed(name);
    }
    let mut snake = String::with_capacity(name.len() + 4);
    let mut before = '_';
    let mut letters = name.chars().peekable();
    while let Some(letter) = letters.next() {
        let begins = letters.peek().is_some_and(char::is_ascii_lowercase);
        // The last capital of `DBPassword` begins a word, as one behind a digit does.
        if letter.is_ascii_uppercase() && (before.is_ascii_lowercase() || (begins && before.is_ascii_alphanumeric())) {
            snake.push('_');
        }
        snake.push(match letter {
            '-' | '.' | '/' | ':' => '_',
            _ => letter.to_ascii_lowercase(),
        });
        before = letter;
    }
    Cow::Owned(snake)
}
