//! The tokenizer of addresses.

use std::borrow::Cow;

use crate::tofu::Text;

use super::{Address, AddressMode, Key, ModulePath, ModuleStep};

/// Why a text is no address. `at` is in bytes from 0; the text itself is never quoted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AddressError {
    /// The text ends before the address does; that includes the address of a module where a resource was wanted.
    #[error("the address is incomplete: it ends at byte {at}")]
    Incomplete {
        /// The length of the text.
        at: usize,
    },
    /// Neither a name nor what may follow one.
    #[error("the address has an unexpected character at byte {at}")]
    Unexpected {
        /// Where the character stands.
        at: usize,
    },
    /// A word other than `module` where a module path goes on.
    #[error("the module path does not go on with `module` at byte {at}")]
    NotModule {
        /// Where the word starts.
        at: usize,
    },
    /// Brackets that hold neither a number, nor a string, nor `*`.
    #[error("the address has an invalid instance key at byte {at}")]
    Key {
        /// Where the key starts, behind its bracket.
        at: usize,
    },
    /// An escape that neither HCL nor Go knows, or that stands for no character.
    #[error("the address has an invalid escape at byte {at}")]
    Escape {
        /// Where the backslash stands.
        at: usize,
    },
}

impl AddressError {
    /// Where the text goes wrong, in bytes from 0.
    #[must_use]
    pub const fn at(self) -> usize {
        match self {
            Self::Incomplete { at }
            | Self::Unexpected { at }
            | Self::NotModule { at }
            | Self::Key { at }
            | Self::Escape { at } => at,
        }
    }
}

impl<'a> Address<'a> {
    /// Reads the address of a resource instance, or of a resource: then all keys are [`Key::None`].
    ///
    /// Every text an engine of Terraform 0.12 or later prints is read. Old Terraform's quoting is ambiguous in one
    /// point: it printed the key `$${` as it stands, which is now the text of the key `${`.
    ///
    /// # Errors
    ///
    /// What is no address, with the byte at which that is seen, from 0.
    pub fn parse(text: &'a str) -> Result<Self, AddressError> {
        let mut parser = Parser::new(text);
        let mut steps = Vec::new();
        let mut word = parser.name()?;
        while word == "module" {
            // Most paths have one step, and there are as many as resources: no room is kept for more.
            if steps.is_empty() {
                steps.reserve_exact(1);
            }
            steps.push(parser.module_step()?);
            parser.dot()?;
            word = parser.name()?;
        }
        let mode = match word {
            "data" => AddressMode::Data,
            "ephemeral" => AddressMode::Ephemeral,
            _ => AddressMode::Managed,
        };
        if mode != AddressMode::Managed {
            parser.dot()?;
            word = parser.name()?;
        }
        parser.dot()?;
        let name = Cow::Borrowed(parser.name()?);
        let key = parser.key()?;
        if !parser.is_at_end() {
            return Err(parser.unexpected());
        }
        Ok(Self {
            module: ModulePath(steps),
            mode,
            type_name: Cow::Borrowed(word),
            name,
            key,
        })
    }

    /// Reads the address that a text of the document is, which is copied only where the text is a copy itself.
    pub(in crate::facts) fn of_text(text: &Text<'a>) -> Result<Self, AddressError> {
        match text.as_borrowed() {
            Some(text) => Self::parse(text),
            None => Address::parse(text).map(Address::into_owned),
        }
    }
}

impl<'a> ModulePath<'a> {
    /// Reads the address of a module instance, or of a module in configuration. The empty text is the root module.
    ///
    /// Terraform 0.12 printed the `module_address` of provider configurations as bare names.
    ///
    /// # Errors
    ///
    /// What is no address of a module, as those bare names, with the byte at which that is seen, from 0.
    pub fn parse(text: &'a str) -> Result<Self, AddressError> {
        let mut parser = Parser::new(text);
        let mut steps = Vec::new();
        while !parser.is_at_end() {
            if !steps.is_empty() {
                parser.dot()?;
            }
            let at = parser.at();
            if parser.name()? != "module" {
                return Err(AddressError::NotModule { at });
            }
            steps.push(parser.module_step()?);
        }
        Ok(Self(steps))
    }

    /// Reads the module instance at the beginning of any address, and gives what stands behind it: empty for the
    /// address of a module.
    #[must_use]
    pub fn leading(text: &'a str) -> (Self, &'a str) {
        let mut parser = Parser::new(text);
        let mut steps = Vec::new();
        let mut rest = text;
        while parser.skip("module") {
            let Ok(step) = parser.module_step() else { break };
            let goes_on = parser.skip(".");
            if !goes_on && !parser.is_at_end() {
                break;
            }
            steps.push(step);
            rest = parser.rest;
        }
        (Self(steps), rest)
    }
}

impl<'a> Key<'a> {
    /// Reads the key in brackets at the beginning of a text, and gives what stands behind it; `None` where there is none.
    pub(in crate::facts) fn leading(text: &'a str) -> Option<(Self, &'a str)> {
        let mut parser = Parser::new(text);
        let key = parser.key().ok().filter(|key| *key != Self::None)?;
        Some((key, parser.rest))
    }
}

struct Parser<'a> {
    length: usize,
    rest: &'a str,
}

impl<'a> Parser<'a> {
    const fn new(text: &'a str) -> Self {
        Self {
            length: text.len(),
            rest: text,
        }
    }

    const fn at(&self) -> usize {
        self.length - self.rest.len()
    }

    const fn is_at_end(&self) -> bool {
        self.rest.is_empty()
    }

    const fn unexpected(&self) -> AddressError {
        let at = self.at();
        if self.is_at_end() {
            AddressError::Incomplete { at }
        } else {
            AddressError::Unexpected { at }
        }
    }

    fn skip(&mut self, expected: &str) -> bool {
        let rest = self.rest.strip_prefix(expected);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn dot(&mut self) -> Result<(), AddressError> {
        if self.skip(".") { Ok(()) } else { Err(self.unexpected()) }
    }

    fn name(&mut self) -> Result<&'a str, AddressError> {
        let (name, rest) = self.split_where(|byte| ENDS_NAME[usize::from(byte)]);
        if name.is_empty() {
            return Err(self.unexpected());
        }
        if !name.is_ascii()
            && let Some(offset) = name.find(|c: char| c.is_whitespace() || c.is_control())
        {
            return Err(AddressError::Unexpected { at: self.at() + offset });
        }
        self.rest = rest;
        Ok(name)
    }

    /// Splits before the first byte that `ends` accepts, or at the end. It must accept none beyond ASCII.
    fn split_where(&self, ends: impl Fn(u8) -> bool) -> (&'a str, &'a str) {
        let end = self.rest.bytes().position(ends);
        self.rest
            .split_at_checked(end.unwrap_or(self.rest.len()))
            .unwrap_or((self.rest, ""))
    }

    /// What stands behind the word `module`.
    fn module_step(&mut self) -> Result<ModuleStep<'a>, AddressError> {
        self.dot()?;
        let name = Cow::Borrowed(self.name()?);
        let key = self.key()?;
        Ok(ModuleStep { name, key })
    }

    fn key(&mut self) -> Result<Key<'a>, AddressError> {
        if !self.skip("[") {
            return Ok(Key::None);
        }
        let key = if self.skip("*") {
            Key::Wildcard
        } else if self.skip("\"") {
            Key::Str(self.string()?)
        } else {
            self.number()?
        };
        if self.skip("]") {
            Ok(key)
        } else {
            Err(self.unexpected())
        }
    }

    fn number(&mut self) -> Result<Key<'a>, AddressError> {
        let at = self.at();
        let (text, rest) = self.split_where(|byte| byte == b']');
        if rest.is_empty() {
            return Err(AddressError::Incomplete { at: self.length });
        }
        let is_number = match text.strip_prefix('-').unwrap_or(text).as_bytes() {
            // As in JSON, so that one number does not get two texts.
            [b'0', b'0'..=b'9', ..] => false,
            [b'0'..=b'9', tail @ ..] => tail
                .iter()
                .all(|byte| matches!(byte, b'0'..=b'9' | b'.' | b'e' | b'E' | b'+' | b'-')),
            _ => false,
        };
        if !is_number {
            return Err(AddressError::Key { at });
        }
        self.rest = rest;
        Ok(text.parse().map_or_else(|_| Key::Number(Cow::Borrowed(text)), Key::Int))
    }

    /// The rest of a quoted string, up to and with its closing quote.
    fn string(&mut self) -> Result<Cow<'a, str>, AddressError> {
        let (plain, rest) = self.split_plain();
        if let Some(rest) = rest.strip_prefix('"') {
            // Nearly all hold nothing special.
            self.rest = rest;
            return Ok(Cow::Borrowed(plain));
        }
        let mut value = String::new();
        loop {
            let (plain, rest) = self.split_plain();
            value.push_str(plain);
            self.rest = rest;
            if self.skip("\"") {
                return Ok(Cow::Owned(value));
            } else if self.skip("$${") {
                value.push_str("${");
            } else if self.skip("%%{") {
                value.push_str("%{");
            } else if self.skip("$") {
                // Before a brace it comes from Terraform up to 1.2, which doubled nothing.
                value.push('$');
            } else if self.skip("%") {
                value.push('%');
            } else if self.skip("\\") {
                value.push(self.escape()?);
            } else {
                return Err(AddressError::Incomplete { at: self.length });
            }
        }
    }

    /// Splits before the next sign that means something in a quoted string, or at the end.
    fn split_plain(&self) -> (&'a str, &'a str) {
        self.split_where(|byte| matches!(byte, b'"' | b'\\' | b'$' | b'%'))
    }

    /// What stands behind a backslash: an escape of HCL (`n r t " \ u U`) or one only Go writes (`a b f v x`).
    fn escape(&mut self) -> Result<char, AddressError> {
        let at = self.at() - 1;
        let mut chars = self.rest.chars();
        let letter = chars.next();
        self.rest = chars.as_str();
        let digits = match letter {
            Some('n') => return Ok('\n'),
            Some('r') => return Ok('\r'),
            Some('t') => return Ok('\t'),
            Some(c @ ('"' | '\\')) => return Ok(c),
            Some('a') => return Ok('\u{7}'),
            Some('b') => return Ok('\u{8}'),
            Some('f') => return Ok('\u{c}'),
            Some('v') => return Ok('\u{b}'),
            Some('x') => 2,
            Some('u') => 4,
            Some('U') => 8,
            Some(_) => return Err(AddressError::Escape { at }),
            None => return Err(AddressError::Incomplete { at: self.length }),
        };
        let (hex, rest) = self.rest.split_at_checked(digits).ok_or(AddressError::Escape { at })?;
        self.rest = rest;
        let is_hex = hex.bytes().all(|byte| byte.is_ascii_hexdigit());
        let code = u32::from_str_radix(hex, 16).ok().filter(|_| is_hex);
        // `\x80` and above are single bytes of broken UTF-8, which no engine lets into a key.
        let code = code.filter(|&code| digits != 2 || code < 0x80);
        code.and_then(char::from_u32).ok_or(AddressError::Escape { at })
    }
}

/// Whether a byte ends a name: there are as many names as resources, several times over. Of ASCII, a name may be made
/// of what HCL's identifiers are made of, with digits in front, too. Bytes beyond ASCII end none: all but spaces and
/// controls may stand in a name, since old states carried such along and none of it has a meaning in an address.
static ENDS_NAME: [bool; 256] = {
    let mut ends = [false; 256];
    let mut byte = 0;
    while byte < 128_u8 {
        ends[byte as usize] = !(byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'));
        byte += 1;
    }
    ends
};

#[cfg(test)]
mod tests {
    use super::*;

    fn step<'a>(name: &'a str, key: Key<'a>) -> ModuleStep<'a> {
        ModuleStep { name: name.into(), key }
    }

    fn text_key(text: &str) -> Key<'_> {
        Key::Str(text.into())
    }

    #[test]
    fn addresses_fall_into_their_parts() {
        for (text, module, mode, type_name, name, key, reason) in [
            (
                "aws_x.y",
                vec![],
                AddressMode::Managed,
                "aws_x",
                "y",
                Key::None,
                "a resource in the root module",
            ),
            (
                "data.aws_x.y[7]",
                vec![],
                AddressMode::Data,
                "aws_x",
                "y",
                Key::Int(7),
                "data source with count",
            ),
            (
                "ephemeral.t.n",
                vec![],
                AddressMode::Ephemeral,
                "t",
                "n",
                Key::None,
                "ephemeral resource, OpenTofu 1.11",
            ),
            (
                "t.n[*]",
                vec![],
                AddressMode::Managed,
                "t",
                "n",
                Key::Wildcard,
                "deferred change, Terraform 1.9",
            ),
            (
                r#"module.a["x.y[0]\"]"].module.b[0].aws_x.y["a.b[0]\"c"]"#,
                vec![step("a", text_key(r#"x.y[0]"]"#)), step("b", Key::Int(0))],
                AddressMode::Managed,
                "aws_x",
                "y",
                text_key(r#"a.b[0]"c"#),
                "keys that hold what separates elsewhere",
            ),
            (
                "module.module.data.data.data",
                vec![step("module", Key::None)],
                AddressMode::Data,
                "data",
                "data",
                Key::None,
                "keywords are names where a name stands",
            ),
            (
                "module.a-1.größe_t.n-2",
                vec![step("a-1", Key::None)],
                AddressMode::Managed,
                "größe_t",
                "n-2",
                Key::None,
                "HCL's identifiers have dashes and any letters",
            ),
        ] {
            let expected = Address {
                module: ModulePath(module),
                mode,
                type_name: type_name.into(),
                name: name.into(),
                key,
            };
            assert_eq!(Address::parse(text), Ok(expected), "{reason}");
        }
    }

    #[test]
    fn keys_are_unescaped() {
        for (quoted, expected, reason) in [
            (
                r"\n\r\t\\\x22",
                "\n\r\t\\\"",
                "controls, backslash, and Go's two digits",
            ),
            (r"\u00fC\U0001F680", "ü🚀", "four and eight digits of either case"),
            ("$${a}%%{b}", "${a}%{b}", "doubled introducers"),
            ("$$${$$", "$${$$", "only the last before a brace is doubled"),
            ("100%$", "100%$", "signs that introduce nothing"),
        ] {
            assert_eq!(
                Address::parse(&format!("t.n[\"{quoted}\"]")).unwrap().key,
                text_key(expected),
                "{reason}"
            );
        }
    }

    #[test]
    fn keys_of_terraform_up_to_1_2_are_read() {
        // Printed by Go's `%q`; the last column is what OpenTofu and Terraform since 1.3 print for the same key.
        for (old, key, new, reason) in [
            (
                r"\a\b\f\v",
                "\u{7}\u{8}\u{c}\u{b}",
                r"\u0007\u0008\u000c\u000b",
                "letters HCL does not know",
            ),
            (r"\x00\x7f", "\u{0}\u{7f}", r"\u0000\u007f", "two digits below 128"),
            ("${a}%{b}", "${a}%{b}", "$${a}%%{b}", "no template, so nothing doubled"),
            (
                r"\u200b\U000e0001",
                "\u{200b}\u{e0001}",
                r"\u200b\U000e0001",
                "the same in both",
            ),
            (r#"\"\\\n\r\t"#, "\"\\\n\r\t", r#"\"\\\n\r\t"#, "the same in both"),
        ] {
            let text = format!("t.n[\"{old}\"]");
            let address = Address::parse(&text).unwrap();
            assert_eq!(address.key, text_key(key), "{reason}");
            assert_eq!(address.to_string(), format!("t.n[\"{new}\"]"), "{reason}");
        }
    }

    #[test]
    fn module_paths_are_read() {
        assert_eq!(
            ModulePath::parse(""),
            Ok(ModulePath::default()),
            "the root module has no text"
        );
        let path = ModulePath(vec![step("a", text_key(".")), step("b", Key::Wildcard)]);
        assert_eq!(ModulePath::parse(r#"module.a["."].module.b[*]"#), Ok(path));
        for (text, expected, reason) in [
            (
                "foo",
                AddressError::NotModule { at: 0 },
                "Terraform 0.12 in provider configurations",
            ),
            ("module.a.t.n", AddressError::NotModule { at: 9 }, "a resource"),
            ("module", AddressError::Incomplete { at: 6 }, "no name"),
            ("module.a.", AddressError::Incomplete { at: 9 }, "a dot at the end"),
            ("module.a[0]module.b", AddressError::Unexpected { at: 11 }, "no dot"),
        ] {
            assert_eq!(ModulePath::parse(text), Err(expected), "{reason}");
        }
    }

    #[test]
    fn what_is_no_address_is_refused_with_its_place() {
        for (text, expected, reason) in [
            ("", AddressError::Incomplete { at: 0 }, "empty"),
            ("aws_x", AddressError::Incomplete { at: 5 }, "a type alone"),
            (
                "data.aws_x",
                AddressError::Incomplete { at: 10 },
                "the engines read `data` as a keyword",
            ),
            (
                "module.a",
                AddressError::Incomplete { at: 8 },
                "a module is no resource",
            ),
            ("a..b", AddressError::Unexpected { at: 2 }, "an empty name"),
            ("a.b.c", AddressError::Unexpected { at: 3 }, "an attribute"),
            ("a.b[0][1]", AddressError::Unexpected { at: 6 }, "two keys"),
            ("a.b ", AddressError::Unexpected { at: 3 }, "space around it"),
            ("a.ü\u{a0}", AddressError::Unexpected { at: 4 }, "the place is in bytes"),
            ("a[0].b", AddressError::Unexpected { at: 1 }, "a key behind the type"),
            ("a.b[", AddressError::Incomplete { at: 4 }, "no key"),
            ("a.b[]", AddressError::Key { at: 4 }, "an empty key"),
            ("a.b[-]", AddressError::Key { at: 4 }, "a sign alone"),
            ("a.b[1 ]", AddressError::Key { at: 4 }, "space in it"),
            ("a.b[1", AddressError::Incomplete { at: 5 }, "an open number"),
            ("a.b[01]", AddressError::Key { at: 4 }, "one text for one number"),
            ("a.b[c]", AddressError::Key { at: 4 }, "a reference"),
            ("a.b[\"c]", AddressError::Incomplete { at: 7 }, "an open string"),
            ("a.b[\"c\\", AddressError::Incomplete { at: 7 }, "an open escape"),
            ("a.b[\"c\"", AddressError::Incomplete { at: 7 }, "an open bracket"),
            (r#"a.b["\q"]"#, AddressError::Escape { at: 5 }, "an unknown escape"),
            (
                r#"a.b["\x80"]"#,
                AddressError::Escape { at: 5 },
                "a byte that is no character",
            ),
            (r#"a.b["\u+041"]"#, AddressError::Escape { at: 5 }, "a sign is no digit"),
            (
                r#"a.b["\ud800"]"#,
                AddressError::Escape { at: 5 },
                "half a surrogate pair",
            ),
            (r#"a.b["\U00110000"]"#, AddressError::Escape { at: 5 }, "beyond Unicode"),
            (r#"a.b["\u12"#, AddressError::Escape { at: 5 }, "too few digits"),
        ] {
            assert_eq!(Address::parse(text), Err(expected), "{reason}");
            assert!(
                expected.to_string().ends_with(&format!("at byte {}", expected.at())),
                "{reason}"
            );
        }
        for (text, key) in [
            ("a.b[18446744073709551615]", Key::Int(u64::MAX)),
            ("a.b[18446744073709551616]", Key::Number("18446744073709551616".into())),
            ("a.b[-1.5e+3]", Key::Number("-1.5e+3".into())),
        ] {
            assert_eq!(Address::parse(text).unwrap().key, key, "{text}");
        }
    }
}
