//! Reads templates: text with interpolations and directives, as files, quoted strings and heredocs hold it.

use std::borrow::Cow;

use super::error::{TemplateError, TemplateErrorKind as Fault};
use super::expression::{Native, Part};
use super::lex::{self, Kind, Token};
use super::parse::{Parser, Read, fault, wrong};
use crate::source::Span;

/// What ends a template.
#[derive(Clone, Copy)]
enum End<'t> {
    Text,
    Quote,
    /// A line that is this marker.
    Marker(&'t str),
}

/// What stopped the reading of parts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stop {
    End,
    Else,
    EndIf,
    EndFor,
}

impl<'t> Parser<'t> {
    /// The whole text as a template.
    pub(super) fn template(mut self) -> Read<Vec<Part<'t>>> {
        self.closed_parts(End::Text)
    }

    /// The parts up to the end, all directives with their own ends.
    fn closed_parts(&mut self, end: End<'t>) -> Read<Vec<Part<'t>>> {
        match self.parts(end)? {
            (parts, Stop::End, _) => Ok(parts),
            (_, _, at) => Err(fault(Fault::DirectiveWithoutBeginning, at.start, at.end)),
        }
    }

    pub(super) fn quoted(&mut self, start: Token) -> Read<Vec<Part<'t>>> {
        let unclosed = fault(Fault::UnclosedString, start.start, start.end);
        self.deeper(|parser| parser.closed_parts(End::Quote)).map_err(|error| {
            if error.span.is_empty() && error.kind == unclosed.kind {
                unclosed
            } else {
                error
            }
        })
    }

    pub(super) fn heredoc(&mut self, start: Token) -> Read<Vec<Part<'t>>> {
        let unfit = fault(Fault::BadHeredoc, start.start, start.end);
        let head = self.text.get(self.at..).unwrap_or_default();
        let line = head.split_once('\n').ok_or(unfit)?.0;
        let marker = line.strip_prefix('-').unwrap_or(line);
        let marker = marker.strip_suffix('\r').unwrap_or(marker);
        if marker.is_empty() || lex::name(marker) != marker.len() {
            return Err(unfit);
        }
        self.at += line.len() + 1;
        let unclosed = fault(Fault::UnclosedHeredoc, start.start, start.end);
        self.deeper(|parser| parser.closed_parts(End::Marker(marker)))
            .map_err(|error| {
                if error.span.is_empty() && error.kind == unclosed.kind {
                    unclosed
                } else {
                    error
                }
            })
    }

    /// The parts up to the end, or to a directive that belongs to whoever is around, and where that stands.
    fn parts(&mut self, end: End<'t>) -> Read<(Vec<Part<'t>>, Stop, Span)> {
        self.ahead = None;
        let mut parts = Vec::new();
        loop {
            let literal = self.literal(end)?;
            if !literal.is_empty() {
                parts.push(Part::Literal(literal));
            }
            let start = self.at;
            let rest = self.text.get(start..).unwrap_or_default();
            if rest.starts_with("${") {
                self.at += 2;
                let begins = self.strip();
                let unclosed = fault(Fault::UnclosedInterpolation, start, start + 2);
                let (expression, ends) = self.with_newlines(false, |parser| {
                    let expression = parser
                        .expression()
                        .map_err(|error| parser.or_unclosed(error, unclosed))?;
                    Ok((expression, parser.sequence_end(unclosed)?))
                })?;
                parts.push(Part::Interpolation {
                    expression,
                    span: Span::new(start, self.at),
                    strips: begins || ends,
                });
            } else if rest.starts_with("%{") {
                match self.directive(end)? {
                    Ok(part) => parts.push(part),
                    Err(stop) => return Ok((parts, stop, Span::new(start, self.at))),
                }
            } else {
                if matches!(end, End::Quote) {
                    self.at += 1;
                }
                return Ok((parts, Stop::End, Span::new(start, self.at)));
            }
        }
    }

    /// An error at the end of the text is rather one of what was never closed.
    fn or_unclosed(&self, error: TemplateError, unclosed: TemplateError) -> TemplateError {
        let at_end = error.span.start >= self.text.trim_end().len();
        if at_end && error.kind != Fault::TooDeep {
            unclosed
        } else {
            error
        }
    }

    fn strip(&mut self) -> bool {
        let strips = self.text.get(self.at..).is_some_and(|rest| rest.starts_with('~'));
        // `~}` ends an interpolation that holds nothing.
        self.at += usize::from(strips);
        strips
    }

    /// `}` or `~}`.
    fn sequence_end(&mut self, unclosed: TemplateError) -> Read<bool> {
        let next = self.peek();
        match next.kind {
            Kind::CloseBrace | Kind::StripBrace => {
                self.next();
                Ok(next.kind == Kind::StripBrace)
            }
            Kind::End => Err(unclosed),
            _ => Err(wrong(next, Fault::ExtraCharacters)),
        }
    }

    /// What `%{` begins: a part, or the end of one that began before.
    fn directive(&mut self, end: End<'t>) -> Read<Result<Part<'t>, Stop>> {
        let start = self.at;
        let open = fault(Fault::DirectiveWithoutEnd, start, start + 2);
        let unclosed = fault(Fault::UnclosedDirective, start, start + 2);
        self.at += 2;
        self.strip();
        let head = self.with_newlines(false, |parser| parser.directive_head(unclosed))?;
        match head {
            Head::Stop(stop) => Ok(Err(stop)),
            Head::If(condition) => {
                let (then, stop, _) = self.deeper(|parser| parser.parts(end))?;
                let (otherwise, stop) = match stop {
                    Stop::Else => {
                        let (otherwise, stop, _) = self.deeper(|parser| parser.parts(end))?;
                        (otherwise, stop)
                    }
                    stop => (Vec::new(), stop),
                };
                if stop != Stop::EndIf {
                    return Err(open);
                }
                Ok(Ok(Part::If {
                    condition,
                    then,
                    otherwise,
                }))
            }
            Head::For(names, collection) => {
                let (body, stop, _) = self.deeper(|parser| parser.parts(end))?;
                if stop != Stop::EndFor {
                    return Err(open);
                }
                Ok(Ok(Part::For {
                    names,
                    collection,
                    body,
                }))
            }
        }
    }

    fn directive_head(&mut self, unclosed: TemplateError) -> Read<Head<'t>> {
        let word = self.next();
        let head = match self.word(word) {
            "if" => Head::If(self.expression().map_err(|error| self.or_unclosed(error, unclosed))?),
            "for" => {
                let names = self.bound_names()?;
                Head::For(
                    names,
                    self.expression().map_err(|error| self.or_unclosed(error, unclosed))?,
                )
            }
            "else" => Head::Stop(Stop::Else),
            "endif" => Head::Stop(Stop::EndIf),
            "endfor" => Head::Stop(Stop::EndFor),
            _ => return Err(fault(Fault::UnknownDirective, word.start, word.end)),
        };
        self.sequence_end(unclosed)?;
        Ok(head)
    }

    /// Text up to `${`, `%{` or the end.
    fn literal(&mut self, end: End<'t>) -> Read<Cow<'t, str>> {
        let start = self.at;
        let mut literal: Option<String> = None;
        let mut copied = start;
        loop {
            if let End::Marker(marker) = end
                && self.at_marker(marker)
            {
                break;
            }
            let rest = self.text.get(self.at..).unwrap_or_default();
            let Some(next) = (match end {
                End::Text => memchr::memchr2(b'$', b'%', rest.as_bytes()),
                End::Quote => rest
                    .bytes()
                    .position(|byte| matches!(byte, b'$' | b'%' | b'"' | b'\\' | b'\n' | b'\r')),
                End::Marker(_) => memchr::memchr3(b'$', b'%', b'\n', rest.as_bytes()),
            }) else {
                match end {
                    End::Text => self.at = self.text.len(),
                    End::Quote => return Err(fault(Fault::UnclosedString, start, start)),
                    End::Marker(_) => return Err(fault(Fault::UnclosedHeredoc, start, start)),
                }
                break;
            };
            self.at += next;
            match rest.as_bytes().get(next..).unwrap_or_default() {
                [b'$' | b'%', b'{', ..] | [b'"', ..] => break,
                [b'$', b'$', b'{', ..] | [b'%', b'%', b'{', ..] => {
                    let text = literal.get_or_insert_default();
                    text.push_str(self.text.get(copied..=self.at).unwrap_or_default());
                    text.push('{');
                    self.at += 3;
                    copied = self.at;
                }
                [b'\\', ..] => {
                    let (character, length) = self.escape()?;
                    let text = literal.get_or_insert_default();
                    text.push_str(self.text.get(copied..self.at).unwrap_or_default());
                    text.push(character);
                    self.at += length;
                    copied = self.at;
                }
                [b'\n' | b'\r', ..] if matches!(end, End::Quote) => {
                    return Err(fault(Fault::NewlineInString, self.at, self.at + 1));
                }
                _ => self.at += 1,
            }
        }
        let rest = self.text.get(copied..self.at).unwrap_or_default();
        Ok(match literal {
            None => Cow::Borrowed(rest),
            Some(literal) => Cow::Owned(literal + rest),
        })
    }

    /// Whether a line begins here that is the marker of a heredoc; goes to its end if so.
    fn at_marker(&mut self, marker: &str) -> bool {
        let begins = self.text.get(..self.at).is_some_and(|before| before.ends_with('\n'));
        let rest = self.text.get(self.at..).unwrap_or_default();
        match rest.split_once('\n') {
            Some((line, _)) if begins && line.trim() == marker => {
                self.at += line.trim_end_matches('\r').len();
                true
            }
            _ => false,
        }
    }

    /// The escape of a quoted string that begins here: what it stands for and how long it is.
    fn escape(&self) -> Read<(char, usize)> {
        let rest = self.text.get(self.at + 1..).unwrap_or_default();
        let unfit = fault(
            Fault::BadEscape,
            self.at,
            self.at + 1 + rest.chars().next().map_or(0, char::len_utf8),
        );
        let digits = match rest.as_bytes().first() {
            Some(b'n') => return Ok(('\n', 2)),
            Some(b'r') => return Ok(('\r', 2)),
            Some(b't') => return Ok(('\t', 2)),
            Some(b'"') => return Ok(('"', 2)),
            Some(b'\\') => return Ok(('\\', 2)),
            Some(b'u') => 4,
            Some(b'U') => 8,
            _ => return Err(unfit),
        };
        let hex = rest.get(1..=digits).ok_or(unfit)?;
        if !hex.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(unfit);
        }
        let scalar = u32::from_str_radix(hex, 16).map_err(|_| unfit)?;
        // Two that make a character together in JSON are none here.
        let character = char::from_u32(scalar);
        let whole = digits + 2;
        character
            .map(|character| (character, whole))
            .ok_or(fault(Fault::BadEscape, self.at, self.at + whole))
    }
}
/// What stands in `%{…}`.
enum Head<'t> {
    If(Native<'t>),
    For(Vec<&'t str>, Native<'t>),
    Stop(Stop),
}
