//! Reads templates, expressions and traversals as the native syntax defines them.

use std::borrow::Cow;

use super::error::{TemplateError, TemplateErrorKind as Fault};
use super::expression::{Call, For, Native, NativeKind, Operator, Part, Step, StepKind, Traversal};
use super::lex::{Kind, Token, is_number, token};
use crate::source::Span;

/// How many expressions may stand inside each other; what is deeper is not read.
const MAX_DEPTH: usize = 100;

pub(super) type Read<T> = Result<T, TemplateError>;

pub(super) struct Parser<'t> {
    pub(super) text: &'t str,
    pub(super) at: usize,
    /// Whether line feeds are tokens: they are between the entries of an object.
    newlines: bool,
    depth: usize,
    pub(super) ahead: Option<Token>,
}

impl<'t> Parser<'t> {
    pub(super) const fn new(text: &'t str) -> Self {
        Self {
            text,
            at: 0,
            newlines: false,
            depth: 0,
            ahead: None,
        }
    }

    /// The whole text as one expression.
    pub(super) fn whole_expression(mut self) -> Read<Native<'t>> {
        let expression = self.expression()?;
        self.expect(Kind::End, Fault::ExtraCharacters)?;
        Ok(expression)
    }

    /// The whole text as a traversal that nothing is computed in.
    pub(super) fn whole_traversal(mut self) -> Read<Traversal<'t>> {
        let root = self.expect(Kind::Name, Fault::NotTraversal)?;
        let mut steps = Vec::new();
        loop {
            let next = self.next();
            let kind = match next.kind {
                Kind::End => break,
                Kind::Dot => {
                    let name = self.expect(Kind::Name, Fault::NotTraversal)?;
                    StepKind::Attribute(self.word(name))
                }
                Kind::OpenBracket => {
                    let index = self.next();
                    let kind = match index.kind {
                        Kind::Number if is_number(self.word(index)) => StepKind::Index(self.word(index)),
                        Kind::Quote => match self.quoted(index)?.as_mut_slice() {
                            [] => StepKind::Key(Cow::Borrowed("")),
                            [Part::Literal(key)] => StepKind::Key(std::mem::take(key)),
                            _ => return Err(wrong(index, Fault::NotTraversal)),
                        },
                        _ => return Err(wrong(index, Fault::NotTraversal)),
                    };
                    self.expect(Kind::CloseBracket, Fault::BracketExpected)?;
                    kind
                }
                _ => return Err(wrong(next, Fault::NotTraversal)),
            };
            steps.push(Step {
                kind,
                span: Span::new(next.start, self.at),
            });
        }
        Ok(Traversal {
            root: self.word(root),
            root_span: Span::new(root.start, root.end),
            steps,
        })
    }

    // Tokens.

    pub(super) fn peek(&mut self) -> Token {
        match self.ahead {
            Some(ahead) => ahead,
            None => *self.ahead.insert(token(self.text, self.at, self.newlines)),
        }
    }

    pub(super) fn next(&mut self) -> Token {
        let next = self.peek();
        self.at = next.end;
        self.ahead = None;
        next
    }

    /// The next token when it is of this kind.
    fn take(&mut self, kind: Kind) -> Option<Token> {
        (self.peek().kind == kind).then(|| self.next())
    }

    pub(super) fn expect(&mut self, kind: Kind, otherwise: Fault) -> Read<Token> {
        let next = self.peek();
        if next.kind == kind {
            Ok(self.next())
        } else {
            Err(wrong(next, otherwise))
        }
    }

    pub(super) fn word(&self, token: Token) -> &'t str {
        self.text.get(token.start..token.end).unwrap_or_default()
    }

    pub(super) fn peek_word(&mut self, word: &str) -> bool {
        let next = self.peek();
        next.kind == Kind::Name && self.word(next) == word
    }

    /// Does something where line feeds are tokens or are not.
    pub(super) fn with_newlines<T>(&mut self, newlines: bool, inside: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        let before = std::mem::replace(&mut self.newlines, newlines);
        self.ahead = None;
        let result = inside(self);
        self.newlines = before;
        self.ahead = None;
        result
    }

    pub(super) fn deeper<T>(&mut self, inside: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        if self.depth == MAX_DEPTH {
            return Err(fault(Fault::TooDeep, self.at, self.at));
        }
        self.depth += 1;
        let result = inside(self);
        self.depth -= 1;
        result
    }

    // Expressions.

    pub(super) fn expression(&mut self) -> Read<Native<'t>> {
        self.deeper(|parser| {
            let condition = parser.operators(0)?;
            if parser.take(Kind::Question).is_none() {
                return Ok(condition);
            }
            let one = parser.expression()?;
            parser.expect(Kind::Colon, Fault::ColonExpected)?;
            let other = parser.expression()?;
            let span = Span::new(condition.span.start, other.span.end);
            let kind = NativeKind::Conditional(Box::new([condition, one, other]));
            Ok(Native { kind, span })
        })
    }

    /// Operands and the operators of this rank and higher between them.
    fn operators(&mut self, lowest: u8) -> Read<Native<'t>> {
        let mut first = self.operand()?;
        loop {
            let rank = match self.peek().kind {
                Kind::Operator(operator) if operator != Operator::Not && operator.rank() >= lowest => operator.rank(),
                _ => return Ok(first),
            };
            let mut rest = Vec::new();
            while let Kind::Operator(operator) = self.peek().kind {
                if operator.rank() != rank || operator == Operator::Not {
                    break;
                }
                self.next();
                rest.push((operator, self.operators(rank + 1)?));
            }
            let end = rest.last().map_or(first.span.end, |(_, last)| last.span.end);
            first = Native {
                span: Span::new(first.span.start, end),
                kind: NativeKind::Binary {
                    first: Box::new(first),
                    rest,
                },
            };
        }
    }

    fn operand(&mut self) -> Read<Native<'t>> {
        let start = self.peek();
        if let Kind::Operator(operator @ (Operator::Not | Operator::Subtract)) = start.kind {
            self.next();
            let operand = self.deeper(Self::operand)?;
            return Ok(Native {
                span: Span::new(start.start, operand.span.end),
                kind: NativeKind::Unary(operator, Box::new(operand)),
            });
        }
        let mut term = self.term()?;
        let steps = self.steps()?;
        if let Some(last) = steps.last() {
            term.span.end = last.span.end;
            if let NativeKind::Variable(traversal) = &mut term.kind {
                traversal.steps = steps;
            } else {
                let span = term.span;
                let of = Box::new(term);
                let kind = NativeKind::Access { of, steps };
                term = Native { kind, span };
            }
        }
        Ok(term)
    }

    fn term(&mut self) -> Read<Native<'t>> {
        let start = self.next();
        let kind = match start.kind {
            Kind::Number if is_number(self.word(start)) => NativeKind::Number(self.word(start)),
            Kind::Number => return Err(wrong(start, Fault::BadNumber)),
            Kind::Name => self.name(start)?,
            Kind::Quote => NativeKind::Template(self.quoted(start)?),
            Kind::Heredoc => NativeKind::Template(self.heredoc(start)?),
            Kind::OpenParenthesis => {
                let inside = self.with_newlines(false, |parser| {
                    let inside = parser.expression()?;
                    parser.expect(Kind::CloseParenthesis, Fault::BracketExpected)?;
                    Ok(inside)
                })?;
                NativeKind::Parentheses(Box::new(inside))
            }
            Kind::OpenBracket => self.with_newlines(false, |parser| {
                if parser.peek_word("for") {
                    return parser.for_expression(Kind::CloseBracket);
                }
                let (elements, _) = parser.list(Kind::CloseBracket, false)?;
                Ok(NativeKind::Tuple(elements))
            })?,
            Kind::OpenBrace => {
                let is_for = self.with_newlines(false, |parser| Ok(parser.peek_word("for")))?;
                if is_for {
                    self.with_newlines(false, |parser| parser.for_expression(Kind::CloseBrace))?
                } else {
                    NativeKind::Object(self.with_newlines(true, Self::entries)?)
                }
            }
            _ => return Err(wrong(start, Fault::ExpressionExpected)),
        };
        Ok(Native {
            kind,
            span: Span::new(start.start, self.at),
        })
    }

    /// A constant's name, a call, or the root of a traversal.
    fn name(&mut self, first: Token) -> Read<NativeKind<'t>> {
        let mut name = vec![self.word(first)];
        let mut end = first.end;
        while self.take(Kind::DoubleColon).is_some() {
            let part = self.expect(Kind::Name, Fault::AttributeExpected)?;
            name.push(self.word(part));
            end = part.end;
        }
        let opening = self.peek();
        if opening.kind == Kind::OpenParenthesis {
            self.next();
            let list = |parser: &mut Self| parser.list(Kind::CloseParenthesis, true);
            let (arguments, expands) = self.with_newlines(false, list)?;
            return Ok(NativeKind::Call(Call {
                name,
                name_span: Span::new(first.start, end),
                arguments,
                expands,
            }));
        }
        if name.len() > 1 {
            return Err(wrong(opening, Fault::BracketExpected));
        }
        Ok(match self.word(first) {
            "true" => NativeKind::Bool(true),
            "false" => NativeKind::Bool(false),
            "null" => NativeKind::Null,
            root => NativeKind::Variable(Traversal {
                root,
                root_span: Span::new(first.start, first.end),
                steps: Vec::new(),
            }),
        })
    }

    /// Expressions with commas between them up to the closing bracket, and whether `...` stood before that.
    fn list(&mut self, closing: Kind, expands: bool) -> Read<(Vec<Native<'t>>, bool)> {
        let mut list = Vec::new();
        while self.take(closing).is_none() {
            list.push(self.expression()?);
            if expands && self.take(Kind::Ellipsis).is_some() {
                self.expect(closing, Fault::BracketExpected)?;
                return Ok((list, true));
            }
            if self.take(Kind::Comma).is_none() {
                self.expect(closing, Fault::CommaExpected)?;
                break;
            }
        }
        Ok((list, false))
    }

    fn entries(&mut self) -> Read<Vec<(Native<'t>, Native<'t>)>> {
        let mut entries = Vec::new();
        loop {
            if self.take(Kind::Newline).is_some() {
                continue;
            }
            if self.take(Kind::CloseBrace).is_some() {
                return Ok(entries);
            }
            let key = self.expression()?;
            let sign = self.next();
            if !matches!(sign.kind, Kind::Equals | Kind::Colon) {
                return Err(wrong(sign, Fault::EqualsExpected));
            }
            entries.push((key, self.expression()?));
            let next = self.next();
            match next.kind {
                Kind::CloseBrace => return Ok(entries),
                Kind::Comma | Kind::Newline => {}
                _ => return Err(wrong(next, Fault::CommaExpected)),
            }
        }
    }

    fn for_expression(&mut self, closing: Kind) -> Read<NativeKind<'t>> {
        self.next();
        let names = self.bound_names()?;
        let collection = self.expression()?;
        self.expect(Kind::Colon, Fault::BadFor)?;
        let mut value = self.expression()?;
        let mut key = None;
        if self.take(Kind::Arrow).is_some() {
            key = Some(std::mem::replace(&mut value, self.expression()?));
        }
        let grouping = self.take(Kind::Ellipsis);
        let condition = if self.peek_word("if") {
            self.next();
            Some(self.expression()?)
        } else {
            None
        };
        let end = self.expect(closing, Fault::BadFor)?;
        let object = closing == Kind::CloseBrace;
        if object != key.is_some() || !object && grouping.is_some() {
            return Err(wrong(grouping.unwrap_or(end), Fault::BadFor));
        }
        Ok(NativeKind::For(Box::new(For {
            names,
            collection,
            key,
            value,
            groups: grouping.is_some(),
            condition,
        })))
    }

    /// `x in` or `k, v in`.
    pub(super) fn bound_names(&mut self) -> Read<Vec<&'t str>> {
        let first = self.expect(Kind::Name, Fault::BadFor)?;
        let mut names = vec![self.word(first)];
        if self.take(Kind::Comma).is_some() {
            let second = self.expect(Kind::Name, Fault::BadFor)?;
            names.push(self.word(second));
        }
        if !self.peek_word("in") {
            let next = self.peek();
            return Err(wrong(next, Fault::BadFor));
        }
        self.next();
        Ok(names)
    }

    fn steps(&mut self) -> Read<Vec<Step<'t>>> {
        let mut steps = Vec::new();
        // Behind `.*` come names alone, until a bracket begins anew.
        let mut names_alone = false;
        loop {
            let start = self.peek();
            let kind = match start.kind {
                Kind::Dot => {
                    self.next();
                    let next = self.next();
                    match next.kind {
                        Kind::Name => StepKind::Attribute(self.word(next)),
                        Kind::Number if !is_number(self.word(next)) || self.word(next).contains('.') => {
                            return Err(wrong(next, Fault::FractionIndex));
                        }
                        Kind::Number => StepKind::Index(self.word(next)),
                        Kind::Operator(Operator::Multiply) if names_alone => {
                            return Err(wrong(next, Fault::NestedSplat));
                        }
                        Kind::Operator(Operator::Multiply) => {
                            names_alone = true;
                            StepKind::Splat
                        }
                        _ => return Err(wrong(next, Fault::AttributeExpected)),
                    }
                }
                Kind::OpenBracket => {
                    self.next();
                    names_alone = false;
                    self.index()?
                }
                _ => return Ok(steps),
            };
            steps.push(Step {
                kind,
                span: Span::new(start.start, self.at),
            });
        }
    }

    /// What stands in brackets behind a value, with the closing one.
    fn index(&mut self) -> Read<StepKind<'t>> {
        if self.take(Kind::Operator(Operator::Multiply)).is_some() {
            self.expect(Kind::CloseBracket, Fault::BracketExpected)?;
            return Ok(StepKind::Splat);
        }
        let index = self.with_newlines(false, |parser| {
            let index = parser.expression()?;
            parser.expect(Kind::CloseBracket, Fault::BracketExpected)?;
            Ok(index)
        })?;
        Ok(match index.kind {
            NativeKind::Number(number) => StepKind::Index(number),
            NativeKind::Template(parts) if matches!(parts.as_slice(), [] | [Part::Literal(_)]) => {
                match parts.into_iter().next() {
                    Some(Part::Literal(key)) => StepKind::Key(key),
                    _ => StepKind::Key(Cow::Borrowed("")),
                }
            }
            _ => StepKind::Computed(Box::new(index)),
        })
    }
}

pub(super) const fn fault(kind: Fault, start: usize, end: usize) -> TemplateError {
    TemplateError {
        kind,
        span: Span::new(start, end),
    }
}

/// The error at a token that does not belong here: what is wrong with the token itself, or else what was expected.
pub(super) const fn wrong(token: Token, expected: Fault) -> TemplateError {
    let kind = match token.kind {
        Kind::Marker => Fault::NestedMarker,
        Kind::Backslash => Fault::EscapedQuote,
        Kind::Invalid => Fault::InvalidCharacter,
        _ => expected,
    };
    fault(kind, token.start, token.end)
}
