//! Tokens of expressions in the native syntax.

use crate::hcljson::exponent;

use super::expression::Operator;
use super::letters;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Name,
    Number,
    Quote,
    Heredoc,
    Operator(Operator),
    Question,
    Colon,
    DoubleColon,
    Comma,
    Dot,
    Ellipsis,
    Equals,
    Arrow,
    OpenParenthesis,
    CloseParenthesis,
    OpenBracket,
    CloseBracket,
    OpenBrace,
    CloseBrace,
    /// `~}`
    StripBrace,
    Newline,
    /// `${` or `%{`.
    Marker,
    Backslash,
    Invalid,
    End,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) start: usize,
    pub(super) end: usize,
}

/// The token at `at` or behind the white space and comments there; `newlines` says whether line feeds are tokens.
pub(super) fn token(text: &str, mut at: usize, newlines: bool) -> Token {
    let bytes = text.as_bytes();
    loop {
        let rest = bytes.get(at..).unwrap_or_default();
        let one = |kind, length| Token {
            kind,
            start: at,
            end: at + length,
        };
        let operator = |operator, length| one(Kind::Operator(operator), length);
        return match rest {
            [] => one(Kind::End, 0),
            [b' ' | b'\t', ..] => {
                at += 1;
                continue;
            }
            [b'\n' | b'#', ..] | [b'\r', b'\n', ..] | [b'/', b'/', ..] => {
                // A comment of one line takes the line feed with it.
                let length = memchr::memchr(b'\n', rest).map_or(rest.len(), |length| length + 1);
                if newlines && rest.get(length - 1) == Some(&b'\n') {
                    return one(Kind::Newline, length);
                }
                at += length;
                continue;
            }
            [b'/', b'*', ..] => match memchr::memmem::find(rest.get(2..).unwrap_or_default(), b"*/") {
                Some(length) => {
                    at += length + 4;
                    continue;
                }
                None => one(Kind::Invalid, 2),
            },
            [b'0'..=b'9', ..] => one(Kind::Number, number(rest)),
            [b'"', ..] => one(Kind::Quote, 1),
            [b'<', b'<', ..] => one(Kind::Heredoc, 2),
            [b'<', b'=', ..] => operator(Operator::LessOrEqual, 2),
            [b'<', ..] => operator(Operator::Less, 1),
            [b'>', b'=', ..] => operator(Operator::GreaterOrEqual, 2),
            [b'>', ..] => operator(Operator::Greater, 1),
            [b'=', b'=', ..] => operator(Operator::Equal, 2),
            [b'=', b'>', ..] => one(Kind::Arrow, 2),
            [b'=', ..] => one(Kind::Equals, 1),
            [b'!', b'=', ..] => operator(Operator::NotEqual, 2),
            [b'!', ..] => operator(Operator::Not, 1),
            [b'&', b'&', ..] => operator(Operator::And, 2),
            [b'|', b'|', ..] => operator(Operator::Or, 2),
            [b'+', ..] => operator(Operator::Add, 1),
            [b'-', ..] => operator(Operator::Subtract, 1),
            [b'*', ..] => operator(Operator::Multiply, 1),
            [b'/', ..] => operator(Operator::Divide, 1),
            [b'$' | b'%', b'{', ..] => one(Kind::Marker, 2),
            [b'%', ..] => operator(Operator::Modulo, 1),
            [b'?', ..] => one(Kind::Question, 1),
            [b':', b':', ..] => one(Kind::DoubleColon, 2),
            [b':', ..] => one(Kind::Colon, 1),
            [b',', ..] => one(Kind::Comma, 1),
            [b'.', b'.', b'.', ..] => one(Kind::Ellipsis, 3),
            [b'.', ..] => one(Kind::Dot, 1),
            [b'(', ..] => one(Kind::OpenParenthesis, 1),
            [b')', ..] => one(Kind::CloseParenthesis, 1),
            [b'[', ..] => one(Kind::OpenBracket, 1),
            [b']', ..] => one(Kind::CloseBracket, 1),
            [b'{', ..] => one(Kind::OpenBrace, 1),
            [b'}', ..] => one(Kind::CloseBrace, 1),
            [b'~', b'}', ..] => one(Kind::StripBrace, 2),
            [b'\\', ..] => one(Kind::Backslash, 1),
            _ => match name(text.get(at..).unwrap_or_default()) {
                0 => one(Kind::Invalid, text[at..].chars().next().map_or(0, char::len_utf8)),
                length => one(Kind::Name, length),
            },
        };
    }
}

/// How many bytes of the text are a name (HCL native syntax specification, "Identifiers"); 0 when it begins with none.
#[must_use]
pub(crate) fn name(text: &str) -> usize {
    let ascii = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    let plain = text.bytes().take_while(ascii).count();
    let begins = text
        .bytes()
        .next()
        .is_some_and(|first| first == b'_' || first.is_ascii_alphabetic());
    if begins && text.as_bytes().get(plain).is_none_or(u8::is_ascii) {
        return plain;
    }
    let mut characters = text.char_indices();
    match characters.next() {
        Some((_, first)) if first == '_' || first.is_ascii_alphabetic() || letters::begins(first) => {}
        _ => return 0,
    }
    let goes_on = |character: char| {
        character.is_ascii_alphanumeric()
            || matches!(character, '_' | '-')
            || !character.is_ascii() && letters::continues(character)
    };
    characters
        .find(|&(_, character)| !goes_on(character))
        .map_or(text.len(), |(end, _)| end)
}

/// How many bytes the scanner of the engines takes for a number: digits, points and exponents, a point never last.
fn number(bytes: &[u8]) -> usize {
    let (mut at, mut end) = (1, 1);
    loop {
        match bytes.get(at..).unwrap_or_default() {
            [b'0'..=b'9', ..] => {
                at += 1;
                end = at;
            }
            [b'.', ..] => at += 1,
            [b'e' | b'E', b'0'..=b'9', ..] => {
                at += 2;
                end = at;
            }
            [b'e' | b'E', b'+' | b'-', b'0'..=b'9', ..] => {
                at += 3;
                end = at;
            }
            _ => return end,
        }
    }
}

/// Whether what the scanner took for a number is one.
pub(super) fn is_number(text: &str) -> bool {
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    !exponent.contains(['e', 'E', '.']) && mantissa.matches('.').count() <= 1 && exponent::fits(text)
}
