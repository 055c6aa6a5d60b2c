//! Patterns from text, with why a text is none.

use miette::Diagnostic;
use thiserror::Error;

use super::{Glob, KeyPattern, Part};
use crate::facts::address::{Address, AddressMode, Key};

/// Why a text is no pattern. `at` is in bytes from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error, Diagnostic)]
#[non_exhaustive]
pub enum PatternError {
    /// The text ends before the pattern does.
    #[error("the pattern is not complete")]
    #[diagnostic(
        code("bad-pattern"),
        help("a pattern ends with TYPE.NAME, as `aws_instance.*`, or with `**` for everything in a module")
    )]
    Incomplete {
        /// The length of the text.
        at: usize,
    },
    /// A character that cannot stand there.
    #[error("the pattern has an unexpected character at byte {at}")]
    #[diagnostic(
        code("bad-pattern"),
        help("a pattern is an address with `*` for a name or key and `**` for any depth of modules; keys are quoted")
    )]
    Unexpected {
        /// Where the character stands.
        at: usize,
    },
    /// `**` as a piece of a name.
    #[error("`**` at byte {at} is not a step of its own: write it alone between dots, and not behind `module.`")]
    #[diagnostic(
        code("bad-pattern"),
        help(
            "inside a name write one `*`; `**.` in front of TYPE.NAME stands for any depth of modules, and `module.*.**` for everything in all modules"
        )
    )]
    Depth {
        /// Where it stands.
        at: usize,
    },
    /// More words than an address has.
    #[error("the pattern goes on after the resource, at byte {at}")]
    #[diagnostic(
        code("bad-pattern"),
        help("an address ends with TYPE.NAME and a key; attributes and modules cannot follow")
    )]
    Behind {
        /// Where the next word or key starts.
        at: usize,
    },
    /// Brackets that hold neither a number, nor a quoted text, nor `*`.
    #[error("the pattern has an invalid key at byte {at}")]
    #[diagnostic(
        code("bad-pattern"),
        help("a key is a number, `*`, or a text in double quotes: `[0]`, `[*]`, `[\"prod-*\"]`")
    )]
    Key {
        /// Where the key starts, behind its bracket.
        at: usize,
    },
    /// A backslash in a quoted key that introduces nothing.
    #[error("the pattern has an invalid escape in the key at byte {at}")]
    #[diagnostic(
        code("bad-pattern"),
        help("as in addresses, `\\\"` is a quote and `\\\\` a backslash; `\\*` is a literal star")
    )]
    Escape {
        /// Where the piece of the key with the escape starts.
        at: usize,
    },
}

impl PatternError {
    /// What to write instead of this text.
    pub(crate) fn advice(&self, text: &str) -> String {
        let bare = text.strip_prefix("resource.");
        match bare.filter(|bare| parts(bare).is_ok()) {
            Some(bare) => format!("leave `resource.` out: {bare}"),
            None => self.help().map(|help| help.to_string()).unwrap_or_default(),
        }
    }
}

/// The parts of a pattern, module steps first.
pub(super) fn parts(text: &str) -> Result<Vec<Part>, PatternError> {
    Parser { text, at: 0 }.pattern()
}

/// The steps of an attribute path; `None` for a text that is none.
pub(super) fn attribute(text: &str) -> Option<Vec<Glob>> {
    let mut parser = Parser { text, at: 0 };
    let mut steps = vec![parser.name().ok()?];
    while !parser.is_at_end() {
        steps.push(if parser.rest().starts_with('[') {
            match parser.key().ok()? {
                KeyPattern::Any => Glob::new("*"),
                KeyPattern::Str(glob) => glob,
                KeyPattern::Every | KeyPattern::Exact(_) => return None,
            }
        } else {
            parser.dot().ok()?;
            parser.name().ok()?
        });
    }
    Some(steps)
}

struct Parser<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Parser<'t> {
    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn skip(&mut self, expected: &str) -> bool {
        let found = self.rest().starts_with(expected);
        if found {
            self.at += expected.len();
        }
        found
    }

    fn is_at_end(&self) -> bool {
        self.rest().is_empty()
    }

    fn unexpected(&self) -> PatternError {
        if self.is_at_end() {
            PatternError::Incomplete { at: self.at }
        } else {
            PatternError::Unexpected { at: self.at }
        }
    }

    fn dot(&mut self) -> Result<(), PatternError> {
        if self.skip(".") { Ok(()) } else { Err(self.unexpected()) }
    }

    fn pattern(&mut self) -> Result<Vec<Part>, PatternError> {
        let mut parts = Vec::new();
        loop {
            let at = self.at;
            match self.word()? {
                "**" => {
                    // Two in a row say no more than one.
                    if parts.last() != Some(&Part::Any) {
                        parts.push(Part::Any);
                    }
                }
                "module" => {
                    self.dot()?;
                    let name = self.name()?;
                    parts.push(Part::Module(name, self.key()?));
                }
                "data" => {
                    self.dot()?;
                    parts.push(self.object(AddressMode::Data)?);
                }
                "ephemeral" => {
                    self.dot()?;
                    parts.push(self.object(AddressMode::Ephemeral)?);
                }
                _ => {
                    self.at = at;
                    parts.push(self.object(AddressMode::Managed)?);
                }
            }
            if self.is_at_end() {
                return Ok(parts);
            }
            if let Some(Part::Object { .. }) = parts.last() {
                return Err(match self.rest().as_bytes() {
                    [b'.' | b'[', ..] => PatternError::Behind { at: self.at },
                    _ => self.unexpected(),
                });
            }
            self.dot()?;
        }
    }

    fn object(&mut self, mode: AddressMode) -> Result<Part, PatternError> {
        let is_of_two = mode == AddressMode::Managed
            && ["provider.", "action."]
                .into_iter()
                .any(|kind| self.rest().starts_with(kind));
        let type_name = self.name()?;
        self.dot()?;
        let at = self.at;
        let mut name = self.name()?;
        // Of a provider the alias is a part of its name, and of an action its type.
        if is_of_two && self.skip(".") {
            self.name()?;
            name = Glob::new(self.text.get(at..self.at).unwrap_or_default());
        }
        Ok(Part::Object {
            mode,
            type_name,
            name,
            key: self.key()?,
        })
    }

    fn word(&mut self) -> Result<&'t str, PatternError> {
        let rest = self.rest();
        let ends = |c: char| match c {
            _ if c.is_ascii() => !(c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '*')),
            _ => c.is_whitespace() || c.is_control(),
        };
        let word = rest.split(ends).next().unwrap_or_default();
        if word.is_empty() {
            return Err(self.unexpected());
        }
        if let Some(offset) = word.find("**").filter(|_| word != "**") {
            return Err(PatternError::Depth { at: self.at + offset });
        }
        self.at += word.len();
        Ok(word)
    }

    fn name(&mut self) -> Result<Glob, PatternError> {
        let at = self.at;
        match self.word()? {
            "**" => Err(PatternError::Depth { at }),
            word => Ok(Glob::new(word)),
        }
    }

    fn key(&mut self) -> Result<KeyPattern, PatternError> {
        if !self.skip("[") {
            return Ok(KeyPattern::Every);
        }
        let at = self.at;
        if self.skip("*") {
            self.close(at)?;
            return Ok(KeyPattern::Any);
        }
        if self.skip("\"") {
            let glob = self.quoted()?;
            self.close(at)?;
            return Ok(KeyPattern::Str(glob));
        }
        let (number, _) = self
            .rest()
            .split_once(']')
            .ok_or(PatternError::Incomplete { at: self.text.len() })?;
        self.at += number.len();
        self.close(at)?;
        // Numbers are read as those of addresses are, so that a copied address is a pattern.
        match Address::parse(&format!("t.n[{number}]")) {
            Ok(Address { key, .. }) => Ok(KeyPattern::Exact(key.into_owned())),
            Err(_) => Err(PatternError::Key { at }),
        }
    }

    fn close(&mut self, at: usize) -> Result<(), PatternError> {
        if self.skip("]") {
            Ok(())
        } else if self.is_at_end() {
            Err(PatternError::Incomplete { at: self.at })
        } else {
            Err(PatternError::Key { at })
        }
    }

    /// The rest of a quoted key, up to and with its closing quote.
    fn quoted(&mut self) -> Result<Glob, PatternError> {
        let mut pieces = vec![String::new()];
        let mut from = self.at;
        loop {
            let rest = self.rest();
            let plain = rest
                .find(['"', '\\', '*'])
                .ok_or(PatternError::Incomplete { at: self.text.len() })?;
            self.at += plain;
            let ends = if self.rest().starts_with("\\*") {
                2
            } else if self.rest().starts_with('\\') {
                // The letter behind it may be of any length; what it means is the address's business.
                let letter = self
                    .rest()
                    .chars()
                    .nth(1)
                    .ok_or(PatternError::Incomplete { at: self.text.len() })?;
                self.at += 1 + letter.len_utf8();
                continue;
            } else {
                1
            };
            let piece = unescape(self.text.get(from..self.at).unwrap_or_default(), from)?;
            let stop = self.rest().get(..ends).unwrap_or_default();
            self.at += ends;
            from = self.at;
            if let Some(last) = pieces.last_mut() {
                last.push_str(&piece);
                if stop == "\\*" {
                    last.push('*');
                }
            }
            match stop {
                "\"" => return Ok(Glob { pieces }),
                "*" => pieces.push(String::new()),
                _ => {}
            }
        }
    }
}

/// A piece of a quoted key as addresses mean it.
fn unescape(piece: &str, at: usize) -> Result<String, PatternError> {
    let text = format!("t.n[\"{piece}\"]");
    match Address::parse(&text).map(|address| address.key) {
        Ok(Key::Str(text)) => Ok(text.into_owned()),
        _ => Err(PatternError::Escape { at }),
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::pattern::Pattern;

    use super::*;

    #[test]
    fn what_is_no_pattern_is_refused_with_its_place() {
        for (text, expected, reason) in [
            ("", PatternError::Incomplete { at: 0 }, "nothing"),
            ("aws_x", PatternError::Incomplete { at: 5 }, "a type alone"),
            (
                "*",
                PatternError::Incomplete { at: 1 },
                "is it everything, or every type of the root module?",
            ),
            (
                "data.aws_x",
                PatternError::Incomplete { at: 10 },
                "`data` is a keyword, as in addresses",
            ),
            ("module", PatternError::Incomplete { at: 6 }, "a module has a name"),
            ("module.a.", PatternError::Incomplete { at: 9 }, "a dot at the end"),
            (
                "**.aws_x",
                PatternError::Incomplete { at: 8 },
                "a type alone, at any depth",
            ),
            ("a..b", PatternError::Unexpected { at: 2 }, "an empty name"),
            (" a.b", PatternError::Unexpected { at: 0 }, "space in front"),
            ("a.b ", PatternError::Unexpected { at: 3 }, "space behind"),
            (
                "a.b\u{a0}",
                PatternError::Unexpected { at: 3 },
                "a space that nobody sees",
            ),
            ("a.b?", PatternError::Unexpected { at: 3 }, "no such wildcard"),
            ("a[0].b", PatternError::Unexpected { at: 1 }, "a key behind the type"),
            (
                "**[0].a.b",
                PatternError::Unexpected { at: 2 },
                "a key behind any depth",
            ),
            ("a.b.c", PatternError::Behind { at: 3 }, "an attribute"),
            ("a.b[0][1]", PatternError::Behind { at: 6 }, "two keys"),
            ("*.a.b", PatternError::Behind { at: 3 }, "one star is no module"),
            ("a.**", PatternError::Depth { at: 2 }, "depth where a name stands"),
            ("module.**.a.b", PatternError::Depth { at: 7 }, "likewise"),
            ("aws_**.b", PatternError::Depth { at: 4 }, "depth inside a name"),
            ("***", PatternError::Depth { at: 0 }, "three stars"),
            ("a.b[]", PatternError::Key { at: 4 }, "an empty key"),
            ("a.b[prod]", PatternError::Key { at: 4 }, "a key without quotes"),
            (
                "a.b[1*]",
                PatternError::Key { at: 4 },
                "numbers have no wildcards inside",
            ),
            ("a.b[*x]", PatternError::Key { at: 4 }, "nor has the star company"),
            (
                "a.b[\"a\"x]",
                PatternError::Key { at: 4 },
                "something behind the quotes",
            ),
            ("a.b[1", PatternError::Incomplete { at: 5 }, "an open bracket"),
            ("a.b[*", PatternError::Incomplete { at: 5 }, "likewise"),
            ("a.b[\"c", PatternError::Incomplete { at: 6 }, "an open quote"),
            ("a.b[\"c\\", PatternError::Incomplete { at: 7 }, "an open escape"),
            (
                "a.b[\"c\"",
                PatternError::Incomplete { at: 7 },
                "an open bracket behind quotes",
            ),
            (
                r#"a.b["x\q"]"#,
                PatternError::Escape { at: 5 },
                "an escape that means nothing",
            ),
            (r#"a.b["*\ud800"]"#, PatternError::Escape { at: 6 }, "half a character"),
        ] {
            assert_eq!(Pattern::parse(text), Err(expected), "{text}: {reason}");
            assert!(expected.help().is_some(), "{text} has no advice");
        }
    }
}
