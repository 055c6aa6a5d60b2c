//! What secrets look like: names of attributes, and shapes of tokens, read from `secrets.toml`.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use aho_corasick::AhoCorasick;
use serde::Deserialize;

/// Shorter texts are no tokens and no passwords worth the name: too many words are as short.
const SHORTEST: usize = 8;

/// How many letters a token or an assigned value is looked for in; the bound keeps hostile texts linear.
const WINDOW: usize = 1024;

/// Bits a character that a text has when its characters are drawn from about six; words and repetitions stay below.
const LEAST_BITS: f64 = 2.5;

/// What secrets look like.
pub(in crate::rules) struct SecretShapes {
    /// How attributes and suffixes end: most names end otherwise.
    endings: Endings,
    attributes: BTreeSet<String>,
    suffixes: Vec<String>,
    not_secret: BTreeSet<String>,
    not_secret_suffixes: Vec<String>,
    provider_attributes: BTreeSet<String>,
    placeholders: Option<AhoCorasick>,
    tokens: Vec<Token>,
    /// Finds the beginning of each token, or what it contains where it has no beginning; patterns are in the order of
    /// `tokens`.
    signs: Option<AhoCorasick>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    attributes: BTreeSet<String>,
    suffixes: Vec<String>,
    not_secret: BTreeSet<String>,
    not_secret_suffixes: Vec<String>,
    provider_attributes: BTreeSet<String>,
    placeholders: Vec<String>,
    charset: BTreeMap<String, String>,
    token: Vec<Token>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Token {
    #[cfg_attr(not(test), expect(dead_code, reason = "names the entry for settings and for tests"))]
    id: String,
    words: String,
    prefix: String,
    contains: Option<String>,
    min_length: usize,
    max_length: Option<usize>,
    charset: String,
    #[serde(skip)]
    allowed: Charset,
}

/// The last two letters of names, as a bit each. In whatever case a name is written, they are those of its snake case: no
/// entry has a last word of one letter.
#[derive(Default)]
struct Endings([u32; 32]);

impl Endings {
    /// Letters that share their lowest five bits, as those of both cases do, count as one.
    fn place([one, two]: [u8; 2]) -> (usize, u32) {
        (usize::from(one & 31), 1 << (two & 31))
    }

    fn add(&mut self, name: &str) {
        if let Some(ending) = name.as_bytes().last_chunk() {
            let (row, bit) = Self::place(*ending);
            self.0[row] |= bit;
        }
    }

    fn has(&self, ending: [u8; 2]) -> bool {
        let (row, bit) = Self::place(ending);
        self.0[row] & bit != 0
    }
}

/// The characters that a token is made of.
#[derive(Default)]
struct Charset {
    /// By code, for what is ASCII.
    ascii: [u64; 2],
    /// Every character, line breaks too.
    any: bool,
}

impl Charset {
    /// Reads ranges as `a-z`; a `-` that stands last is itself.
    fn read(text: &str) -> Self {
        let mut charset = Self {
            any: text.is_empty(),
            ..Self::default()
        };
        let mut letters = text.bytes().peekable();
        while let Some(first) = letters.next() {
            let mut rest = letters.clone();
            let last = match (rest.next(), rest.next()) {
                (Some(b'-'), Some(last)) => {
                    letters = rest;
                    last
                }
                _ => first,
            };
            for code in first..=last {
                if let Some(half) = charset.ascii.get_mut(usize::from(code / 64)) {
                    *half |= 1 << (code % 64);
                }
            }
        }
        charset
    }

    fn has(&self, letter: char) -> bool {
        let code = u32::from(letter);
        self.any || (code < 128 && self.ascii[(code / 64) as usize] >> (code % 64) & 1 == 1)
    }
}

/// The file as it is read: a constant, parsed once.
static SHAPES: LazyLock<SecretShapes> = LazyLock::new(|| {
    // The file is part of the program and a test reads it; a broken one would fail there, not here.
    SecretShapes::read(include_str!("secrets.toml")).unwrap_or_else(|_| SecretShapes::none())
});

impl SecretShapes {
    /// What is built in.
    pub(in crate::rules) fn builtin() -> &'static Self {
        &SHAPES
    }

    fn read(text: &str) -> Result<Self, toml::de::Error> {
        let file: File = toml::from_str(text)?;
        let mut tokens = file.token;
        for token in &mut tokens {
            let charset = file.charset.get(&token.charset);
            token.allowed = charset.map_or_else(Charset::default, |charset| Charset::read(charset));
        }
        let signs = AhoCorasick::new(tokens.iter().map(Token::sign)).ok();
        let placeholders = AhoCorasick::builder()
            .ascii_case_insensitive(true)
            .build(&file.placeholders)
            .ok();
        let mut endings = Endings::default();
        file.attributes
            .iter()
            .chain(&file.suffixes)
            .for_each(|name| endings.add(name));
        Ok(Self {
            endings,
            attributes: file.attributes,
            suffixes: file.suffixes,
            not_secret: file.not_secret,
            not_secret_suffixes: file.not_secret_suffixes,
            provider_attributes: file.provider_attributes,
            placeholders,
            signs,
            tokens,
        })
    }

    fn none() -> Self {
        Self {
            endings: Endings::default(),
            attributes: BTreeSet::new(),
            suffixes: Vec::new(),
            not_secret: BTreeSet::new(),
            not_secret_suffixes: Vec::new(),
            provider_attributes: BTreeSet::new(),
            placeholders: None,
            tokens: Vec::new(),
            signs: None,
        }
    }

    /// Whether a name that ends so may be a secret's; a quick look that says no for certain.
    pub(in crate::rules) fn may_end(&self, ending: [u8; 2]) -> bool {
        self.endings.has(ending)
    }

    /// Whether an attribute, argument, key or variable of that name holds a secret.
    pub(in crate::rules) fn is_secret_name(&self, name: &str) -> bool {
        if name.as_bytes().last_chunk().is_none_or(|ending| !self.may_end(*ending)) {
            return false;
        }
        let name = snake_case(name);
        let ends = |suffixes: &[String]| suffixes.iter().any(|suffix| name.ends_with(suffix.as_str()));
        // Most names are nothing of a secret's: what says so stands first.
        (self.attributes.contains(&*name) || ends(&self.suffixes))
            && !self.not_secret.contains(&*name)
            && !ends(&self.not_secret_suffixes)
    }

    /// The same for an argument in the configuration: there also what is written only, and stands in no state.
    pub(in crate::rules) fn is_secret_argument(&self, name: &str) -> bool {
        self.is_secret_name(name.strip_suffix("_wo").unwrap_or(name))
    }

    /// The same for an argument of a provider block, where keys are credentials.
    pub(in crate::rules) fn is_credential(&self, name: &str) -> bool {
        self.provider_attributes.contains(&*snake_case(name)) || self.is_secret_name(name)
    }

    /// What token stands in the text, in words: "a GitHub personal access token". `None` when there is none.
    pub(in crate::rules) fn token(&self, text: &str) -> Option<&str> {
        if text.len() < SHORTEST {
            return None;
        }
        let signs = self.signs.as_ref()?;
        signs
            .find_overlapping_iter(text)
            .filter_map(|found| Some((self.tokens.get(found.pattern().as_usize())?, found.start())))
            .find(|(token, at)| token.stands_at(text, *at).is_some_and(|token| self.is_random(token)))
            .map(|(token, _)| token.words.as_str())
    }

    /// Whether a text that stands where a secret belongs can be one: not empty, not a placeholder, not a path, name or
    /// reference.
    pub(in crate::rules) fn is_secret_value(&self, text: &str) -> bool {
        let text = text.trim();
        !text.contains(char::is_whitespace) && !is_name(text) && !is_elsewhere(text) && self.is_random(text)
    }

    /// Whether the text gives a secret to a name, as scripts and command lines do: `export DB_PASSWORD=…`, `--token=…`.
    pub(in crate::rules) fn assigns(&self, text: &str) -> bool {
        text.match_indices('=').any(|(at, sign)| {
            let (before, after) = (text.get(..at), text.get(at + sign.len()..));
            let (before, after) = (before.unwrap_or_default(), after.unwrap_or_default());
            let of_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '_' || letter == '-';
            let name = before.rsplit(|letter| !of_name(letter)).next().unwrap_or_default();
            if !self.is_secret_name(name.trim_start_matches('-')) {
                return false;
            }
            let value = head(after.strip_prefix(['"', '\'']).unwrap_or(after));
            let ends = |letter: char| letter.is_whitespace() || "\"';&|,)".contains(letter);
            self.is_secret_value(value.split(ends).next().unwrap_or_default())
        })
    }

    /// Whether the text is long and mixed enough, and nobody's example.
    fn is_random(&self, text: &str) -> bool {
        text.chars().nth(SHORTEST - 1).is_some()
            && !self.placeholders.as_ref().is_some_and(|words| words.is_match(text))
            && bits(text) >= LEAST_BITS
    }
}

impl Token {
    fn sign(&self) -> &str {
        match &self.contains {
            Some(contains) if self.prefix.is_empty() => contains,
            _ => &self.prefix,
        }
    }

    /// The token whose sign stands at `at`.
    fn stands_at<'t>(&self, text: &'t str, at: usize) -> Option<&'t str> {
        let allowed = |letter: char| self.allowed.has(letter);
        let start = if self.prefix.is_empty() {
            let before = tail(text.get(..at)?);
            before.len() - before.trim_end_matches(allowed).len()
        } else {
            0
        };
        let start = at - start;
        let before = text.get(..start)?.chars().next_back();
        if before.is_some_and(char::is_alphanumeric) {
            return None;
        }
        let body = head(text.get(at + self.sign().len()..)?);
        let end = at + self.sign().len() + body.find(|letter| !allowed(letter)).unwrap_or(body.len());
        let token = text.get(start..end)?;
        let inside = self.contains.as_deref().is_none_or(|contains| {
            self.prefix.is_empty()
                || token
                    .get(self.prefix.len()..)
                    .is_some_and(|rest| rest.contains(contains))
        });
        let length = token.chars().count();
        let long_enough = length >= self.min_length && self.max_length.is_none_or(|most| length <= most);
        (inside && long_enough).then_some(token)
    }
}

/// The first letters of a text.
fn head(text: &str) -> &str {
    let end = text.char_indices().nth(WINDOW).map_or(text.len(), |(end, _)| end);
    text.get(..end).unwrap_or_default()
}

/// The last letters of a text.
fn tail(text: &str) -> &str {
    let start = text.char_indices().rev().nth(WINDOW).map_or(0, |(start, _)| start);
    text.get(start..).unwrap_or_default()
}

/// `adminPassword` and `ADMIN-PASSWORD` as `admin_password`.
fn snake_case(name: &str) -> Cow<'_, str> {
    // Providers write attributes so already.
    if name
        .bytes()
        .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
    {
        return Cow::Borrowed(name);
    }
    let mut snake = String::with_capacity(name.len() + 4);
    let mut before = '_';
    for letter in name.chars() {
        if letter.is_ascii_uppercase() && before.is_ascii_lowercase() {
            snake.push('_');
        }
        snake.push(if letter == '-' {
            '_'
        } else {
            letter.to_ascii_lowercase()
        });
        before = letter;
    }
    Cow::Owned(snake)
}

/// Whether the text is a word or a name: what people call things, not what they hide.
fn is_name(text: &str) -> bool {
    let only = |extra: &str, of: fn(&char) -> bool| text.chars().all(|letter| of(&letter) || extra.contains(letter));
    only("_-.:/", char::is_ascii_lowercase) || only("_", char::is_ascii_uppercase)
}

/// Whether the text says where a secret is, and is not one itself.
fn is_elsewhere(text: &str) -> bool {
    const BEGINNINGS: [&str; 16] = [
        "$",
        "<",
        "@Microsoft.KeyVault",
        "/",
        "./",
        "../",
        "arn:",
        "data.",
        "file:",
        "local.",
        "module.",
        "op://",
        "projects/",
        "var.",
        "vault:",
        "~/",
    ];
    const ENDS: [&str; 9] = [".cer", ".crt", ".jks", ".json", ".key", ".p12", ".pem", ".yaml", ".yml"];
    BEGINNINGS.iter().any(|beginning| text.starts_with(beginning))
        || ENDS.iter().any(|end| text.ends_with(end))
        || ["${", "%{", "{{"].iter().any(|template| text.contains(template))
        || (text.contains("://") && !text.contains('@') && !text.contains('='))
}

/// Entropy of the text's own letters, in bits a character.
fn bits(text: &str) -> f64 {
    let mut counts: BTreeMap<char, u32> = BTreeMap::new();
    for letter in text.chars() {
        *counts.entry(letter).or_default() += 1;
    }
    let total: f64 = counts.values().map(|count| f64::from(*count)).sum();
    counts
        .values()
        .map(|count| f64::from(*count) / total)
        .map(|share| -share * share.log2())
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shapes() -> SecretShapes {
        SecretShapes::read(include_str!("secrets.toml")).unwrap()
    }

    #[test]
    fn the_file_reads_and_says_what_it_means() {
        let file: File = toml::from_str(include_str!("secrets.toml")).unwrap();
        assert!(!file.token.is_empty());
        let mut ids = BTreeSet::new();
        for token in &file.token {
            assert!(ids.insert(&token.id), "{} stands twice", token.id);
            assert!(
                file.charset.contains_key(&token.charset),
                "{}: no such charset",
                token.id
            );
            assert!(!token.sign().is_empty() && token.min_length >= SHORTEST, "{}", token.id);
            assert!(
                token.max_length.is_none_or(|most| most >= token.min_length),
                "{}",
                token.id
            );
            assert!(
                token.words.starts_with("a ") || token.words.starts_with("an "),
                "{}",
                token.id
            );
        }
        for name in file.attributes.iter().chain(&file.not_secret) {
            assert_eq!(*name, snake_case(name), "names are compared so");
        }
        for name in file.attributes.iter().chain(&file.suffixes) {
            assert!(
                name.len() - name.rfind('_').map_or(0, |at| at + 1) >= 2,
                "{name} is told by its ending"
            );
        }
        assert!(file.attributes.is_disjoint(&file.not_secret));
    }

    #[test]
    fn names_of_secrets_are_told_from_names_like_them() {
        let shapes = shapes();
        for (name, secret, why) in [
            ("password", true, "the name itself"),
            ("DB_PASSWORD", true, "a suffix, in capitals as environments write it"),
            ("adminPassword", true, "as ARM templates write it"),
            ("x-api-key", true, "a header"),
            ("password_length", false, "a number"),
            ("secret_id", false, "an id"),
            ("secret_name", false, "a name"),
            ("password_wo", false, "write-only values are in no file"),
            ("key", false, "too many keys are names"),
            ("tags", false, "nothing of the kind"),
        ] {
            assert_eq!(shapes.is_secret_name(name), secret, "{name}: {why}");
        }
        assert!(shapes.is_secret_argument("password_wo") && !shapes.is_secret_argument("password_wo_version"));
        assert!(shapes.is_credential("access_key") && !shapes.is_secret_name("access_key"));
    }

    #[test]
    fn tokens_are_found_where_they_stand_whole() {
        let shapes = shapes();
        let pem = |kind: &str| format!("-----BEGIN {kind}-----\nMIIEowIBAAKCAQEAx7Qh2mP0\n-----END {kind}-----\n");
        let github = format!("ghp_{}", "a1B2c3D4e5F6".repeat(3));
        for (text, found, why) in [
            (github.clone(), true, "alone"),
            (format!("echo {github}\n"), true, "in a script"),
            (format!("token={github}"), true, "after a sign"),
            (format!("x{github}"), false, "a letter before it"),
            (format!("{github}9"), false, "longer than its kind"),
            (format!("ghp_{}", "x".repeat(36)), false, "a placeholder"),
            (format!("ghp_{}", "0".repeat(36)), false, "no entropy"),
            (format!("AKIA{}", "Q3EGRIB7WXY5TZ2M"), true, "an AWS access key id"),
            ("AKIAIOSFODNN7EXAMPLE".to_owned(), false, "the one of the documentation"),
            (pem("RSA PRIVATE KEY"), true, "a key, over several lines"),
            (pem("CERTIFICATE"), false, "public"),
            (
                "ab18Q~c9d8E7f6G5h4I3j2K1l0M9n8O7p6Q5r4S3t".to_owned(),
                false,
                "41 characters are too many",
            ),
            (
                "abc8Q~c9d8E7f6G5h4I3j2K1l0M9n8O7p6Q5r4".to_owned(),
                true,
                "no prefix: to both sides",
            ),
            (String::new(), false, "nothing"),
        ] {
            assert_eq!(shapes.token(&text).is_some(), found, "{why}");
        }
        assert_eq!(shapes.token(&github), Some("a GitHub personal access token"));
    }

    #[test]
    fn values_of_secrets_are_told_from_names_and_references() {
        let shapes = shapes();
        for (text, secret, why) in [
            ("Tr0ub4dor&3", true, "a password"),
            ("CANARY-SECRET-ATTRIBUTE-NEW", true, "as the fixtures write them"),
            ("aGVsbG8/d29ybGQ=", true, "base64"),
            ("postgres://app:S3cr3tPw@db:5432/app", true, "a URL with a password"),
            ("hunter2", false, "too short to be sure"),
            ("aaaaaaaaaaaa1", false, "no entropy"),
            ("ChangeMe123!", false, "a placeholder"),
            ("disabled", false, "a word"),
            ("prod/db/password", false, "a name in a store"),
            ("GITHUB_TOKEN", false, "a name of a variable"),
            ("${var.password}", false, "a template"),
            ("{{ vault_password }}", false, "somebody else's template"),
            (
                "arn:aws:secretsmanager:eu-central-1:123456789012:secret:db-Ab12",
                false,
                "where it is",
            ),
            ("/run/secrets/Db1", false, "a path"),
            ("keys/Service1.json", false, "a file"),
            ("https://vault.example2.net/v1/Kv", false, "where it is"),
            ("a text of Several words 12", false, "prose"),
            ("", false, "nothing"),
        ] {
            assert_eq!(shapes.is_secret_value(text), secret, "{text}: {why}");
        }
    }

    #[test]
    fn scripts_give_secrets_to_names() {
        let shapes = shapes();
        for (text, found, why) in [
            ("#!/bin/sh\nexport DB_PASSWORD=Tr0ub4dor3\n", true, "a script"),
            ("login --token='Tr0ub4dor3' now", true, "a command line"),
            ("DB_PASSWORD=$PASSWORD", false, "a reference"),
            ("DB_PASSWORD=", false, "nothing"),
            ("NAME=Tr0ub4dor3", false, "another name"),
            ("é=Tr0ub4dor3", false, "no ASCII before it"),
        ] {
            assert_eq!(shapes.assigns(text), found, "{why}");
        }
    }
}
