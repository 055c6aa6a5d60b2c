//! Expressions of the native syntax as a tree, each part with its place in the decoded text.

use std::borrow::Cow;

use crate::source::Span;

/// An expression and where it stands in the decoded text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Native<'t> {
    /// What it is.
    pub kind: NativeKind<'t>,
    /// Where it stands in the decoded text.
    pub span: Span,
}

/// What an expression of the native syntax can be (HCL native syntax specification, "Expressions").
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NativeKind<'t> {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number as it is written.
    Number(&'t str),
    /// A quoted template or a heredoc.
    Template(Vec<Part<'t>>),
    /// A name with what follows it.
    Variable(Traversal<'t>),
    /// Steps into something that is no name: `f(x).a`.
    Access {
        /// What the steps begin at.
        of: Box<Native<'t>>,
        /// At least one.
        steps: Vec<Step<'t>>,
    },
    /// A call of a function.
    Call(Call<'t>),
    /// `condition ? one : other`.
    Conditional(Box<[Native<'t>; 3]>),
    /// An operator before its operand.
    Unary(Operator, Box<Native<'t>>),
    /// Operators of one rank between operands, from left to right.
    Binary {
        /// The leftmost operand.
        first: Box<Native<'t>>,
        /// At least one.
        rest: Vec<(Operator, Native<'t>)>,
    },
    /// Parentheses.
    Parentheses(Box<Native<'t>>),
    /// `[…]`.
    Tuple(Vec<Native<'t>>),
    /// `{…}`; a key that is a lone name is a word and no reference.
    Object(Vec<(Native<'t>, Native<'t>)>),
    /// `[for …]` or `{for …}`.
    For(Box<For<'t>>),
}

/// A name and the steps from it: `aws_vpc.main[0].id`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Traversal<'t> {
    /// The name that it begins with.
    pub root: &'t str,
    /// Where that name stands.
    pub root_span: Span,
    /// The steps from it.
    pub steps: Vec<Step<'t>>,
}

/// One step of a traversal, with its dot or brackets.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Step<'t> {
    /// What it is.
    pub kind: StepKind<'t>,
    /// Where it stands, dot or brackets included.
    pub span: Span,
}

/// What a step can be.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StepKind<'t> {
    /// `.name`.
    Attribute(&'t str),
    /// `[0]`, or `.0` as old configurations have it.
    Index(&'t str),
    /// `["key"]`.
    Key(Cow<'t, str>),
    /// `[*]` or `.*`.
    Splat,
    /// An index that is computed.
    Computed(Box<Native<'t>>),
}

impl<'t> Native<'t> {
    /// The reference that a text is as a whole, if it is one.
    pub(crate) fn reference(text: &'t str) -> Option<Traversal<'t>> {
        match Self::parse(text).ok()?.kind {
            NativeKind::Variable(traversal) => Some(traversal),
            _ => None,
        }
    }

    /// The steps behind the name that the expression is, where it is one; `None` elsewhere. A word of the language may
    /// be one, too: HCL reads `null.other` as a literal, and makes a name of it again (`LiteralValueExpr.AsTraversal`).
    pub(crate) fn steps(&self) -> Option<&[Step<'t>]> {
        let is_word = |kind: &NativeKind<'_>| matches!(kind, NativeKind::Null | NativeKind::Bool(_));
        match &self.kind {
            NativeKind::Variable(traversal) => Some(&traversal.steps),
            NativeKind::Access { of, steps } => is_word(&of.kind).then_some(steps),
            kind => is_word(kind).then_some(&[]),
        }
    }

    /// Whether no element has it for an index, as it is written: `null`, and numbers below zero.
    pub(crate) fn numbers_nothing(&self) -> bool {
        match &self.kind {
            NativeKind::Null => true,
            NativeKind::Unary(Operator::Subtract, number) => match number.kind {
                NativeKind::Number(number) => number.parse::<f64>().is_ok_and(|number| number > 0.0),
                _ => false,
            },
            _ => false,
        }
    }

    /// As the key of an object: the reference that it reads as, where the engines ask whether it is one or a name with
    /// dots in it. They do not where something in it is computed.
    pub(crate) fn ambiguous_key(&self) -> Option<&Traversal<'t>> {
        let NativeKind::Variable(traversal) = &self.kind else {
            return None;
        };
        let steps = traversal.steps.len();
        (steps > 0 && traversal.fixed().len() == steps).then_some(traversal)
    }
}

impl<'t> Traversal<'t> {
    /// The steps up to the first that is computed or a splat: those that say what is referred to.
    #[must_use]
    pub fn fixed(&self) -> &[Step<'t>] {
        let fixed = |step: &&Step<'t>| !matches!(step.kind, StepKind::Splat | StepKind::Computed(_));
        let count = self.steps.iter().take_while(fixed).count();
        self.steps.get(..count).unwrap_or_default()
    }

    /// Where the name and the [`fixed`](Self::fixed) steps stand in the decoded text.
    #[must_use]
    pub fn span(&self) -> Span {
        let end = self.fixed().last().map_or(self.root_span.end, |step| step.span.end);
        Span::new(self.root_span.start, end)
    }

    /// Where the steps behind the [`fixed`](Self::fixed) ones stand that can be taken or not whatever they are computed
    /// from: a splat with the attributes of each element, or an index that numbers none. `None` without such steps.
    pub(crate) fn open_span(&self) -> Option<Span> {
        let mut behind = self.steps.get(self.fixed().len()..)?.iter();
        let first = behind.next()?;
        let last = match &first.kind {
            StepKind::Splat => behind
                .take_while(|step| matches!(step.kind, StepKind::Attribute(_)))
                .last()
                .unwrap_or(first),
            StepKind::Computed(index) if index.numbers_nothing() => first,
            _ => return None,
        };
        Some(Span::new(first.span.start, last.span.end))
    }

    /// Where the name and the first `count` steps stand in the decoded text.
    #[must_use]
    pub fn span_of(&self, count: usize) -> Span {
        let end = count.checked_sub(1).and_then(|index| self.steps.get(index));
        Span::new(
            self.root_span.start,
            end.map_or(self.root_span.end, |step| step.span.end),
        )
    }

    /// The name of the attribute that is step `index`, from 0.
    #[must_use]
    pub fn attribute(&self, index: usize) -> Option<&'t str> {
        match self.steps.get(index)?.kind {
            StepKind::Attribute(name) => Some(name),
            _ => None,
        }
    }
}

/// A call of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Call<'t> {
    /// The parts of the name, that `::` stands between; at least one.
    pub name: Vec<&'t str>,
    /// Where the name stands.
    pub name_span: Span,
    /// The arguments.
    pub arguments: Vec<Native<'t>>,
    /// Whether `...` follows the last argument.
    pub expands: bool,
}

impl Call<'_> {
    /// The name of the function where it is one of the language, which may be written with `core::` before it.
    pub(crate) fn function(&self) -> Option<&str> {
        match self.name.as_slice() {
            [name] | ["core", name] => Some(name),
            _ => None,
        }
    }
}

/// A `for` expression.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct For<'t> {
    /// The names that it binds: one, or key and value.
    pub names: Vec<&'t str>,
    /// What it goes over.
    pub collection: Native<'t>,
    /// The key of each element, where it makes an object.
    pub key: Option<Native<'t>>,
    /// The value of each element.
    pub value: Native<'t>,
    /// Whether `...` follows the value: values of one key are a list.
    pub groups: bool,
    /// Which elements count.
    pub condition: Option<Native<'t>>,
}

/// A part of a template.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Part<'t> {
    /// Text as it means, without the escapes of templates.
    Literal(Cow<'t, str>),
    /// `${…}`.
    Interpolation {
        /// What stands inside.
        expression: Native<'t>,
        /// From `$` to `}`.
        span: Span,
        /// Whether a `~` takes away white space beside it.
        strips: bool,
    },
    /// `%{if …}…%{endif}`.
    If {
        /// The condition.
        condition: Native<'t>,
        /// What stands there when it holds.
        then: Vec<Self>,
        /// What stands there otherwise.
        otherwise: Vec<Self>,
    },
    /// `%{for …}…%{endfor}`.
    For {
        /// The names that it binds: one, or key and value.
        names: Vec<&'t str>,
        /// What it goes over.
        collection: Native<'t>,
        /// What stands there for each element.
        body: Vec<Self>,
    },
}

impl Part<'_> {
    /// Whether this is the interpolation of a number, a boolean or a quoted text without anything in it, which could
    /// stand in the template itself; not where it strips white space, or is there for the sake of a `$` or `%`.
    #[must_use]
    pub fn is_constant(&self) -> bool {
        let Self::Interpolation {
            expression,
            strips: false,
            ..
        } = self
        else {
            return false;
        };
        match &expression.kind {
            NativeKind::Bool(_) | NativeKind::Number(_) => true,
            NativeKind::Template(parts) => match parts.as_slice() {
                [] => true,
                [Self::Literal(text)] => !text.contains(['$', '%']),
                _ => false,
            },
            _ => false,
        }
    }
}

/// An operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// `||`
    Or,
    /// `&&`
    And,
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
    /// `%`
    Modulo,
    /// `!`
    Not,
}

impl Operator {
    /// Whether it says which of two numbers is the larger one.
    pub(crate) const fn is_of_order(self) -> bool {
        matches!(
            self,
            Self::Less | Self::LessOrEqual | Self::Greater | Self::GreaterOrEqual
        )
    }

    /// Higher binds tighter.
    pub(super) const fn rank(self) -> u8 {
        match self {
            Self::Or => 0,
            Self::And => 1,
            Self::Equal | Self::NotEqual => 2,
            Self::Less | Self::LessOrEqual | Self::Greater | Self::GreaterOrEqual => 3,
            Self::Add | Self::Subtract => 4,
            Self::Multiply | Self::Divide | Self::Modulo | Self::Not => 5,
        }
    }
}

/// What a walk over a template meets.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Met<'w, 't> {
    /// A reference to something outside the template.
    Reference(&'w Traversal<'t>),
    /// A call of a function.
    Call(&'w Call<'t>),
    /// The key of an object that reads as a reference, without parentheses around it. It is met as a reference, too.
    Key(&'w Traversal<'t>),
}

/// Walks over parts, with the names that `for` has bound.
pub(super) struct Walk<'w, 't, F> {
    pub(super) bound: Vec<&'t str>,
    pub(super) meet: F,
    pub(super) marker: std::marker::PhantomData<&'w ()>,
}

impl<'w, 't: 'w, F: FnMut(Met<'w, 't>)> Walk<'w, 't, F> {
    pub(super) fn parts(&mut self, parts: &'w [Part<'t>]) {
        for part in parts {
            match part {
                Part::Literal(_) => {}
                Part::Interpolation { expression, .. } => self.expression(expression),
                Part::If {
                    condition,
                    then,
                    otherwise,
                } => {
                    self.expression(condition);
                    self.parts(then);
                    self.parts(otherwise);
                }
                Part::For {
                    names,
                    collection,
                    body,
                } => {
                    self.expression(collection);
                    self.with(names, |walk| walk.parts(body));
                }
            }
        }
    }

    pub(super) fn expression(&mut self, expression: &'w Native<'t>) {
        match &expression.kind {
            NativeKind::Null | NativeKind::Bool(_) | NativeKind::Number(_) => {}
            NativeKind::Template(parts) => self.parts(parts),
            NativeKind::Variable(traversal) => {
                if !self.bound.contains(&traversal.root) {
                    (self.meet)(Met::Reference(traversal));
                }
                self.steps(&traversal.steps);
            }
            NativeKind::Access { of, steps } => {
                self.expression(of);
                self.steps(steps);
            }
            NativeKind::Call(call) => {
                (self.meet)(Met::Call(call));
                self.all(&call.arguments);
            }
            NativeKind::Conditional(parts) => self.all(parts.as_slice()),
            NativeKind::Unary(_, operand) | NativeKind::Parentheses(operand) => self.expression(operand),
            NativeKind::Binary { first, rest } => {
                self.expression(first);
                for (_, operand) in rest {
                    self.expression(operand);
                }
            }
            NativeKind::Tuple(elements) => self.all(elements),
            NativeKind::Object(entries) => {
                for (key, value) in entries {
                    if let Some(traversal) = key.ambiguous_key() {
                        (self.meet)(Met::Key(traversal));
                    }
                    if !matches!(&key.kind, NativeKind::Variable(word) if word.steps.is_empty()) {
                        self.expression(key);
                    }
                    self.expression(value);
                }
            }
            NativeKind::For(for_) => {
                self.expression(&for_.collection);
                self.with(&for_.names, |walk| {
                    for_.key.iter().for_each(|key| walk.expression(key));
                    walk.expression(&for_.value);
                    for_.condition.iter().for_each(|condition| walk.expression(condition));
                });
            }
        }
    }

    fn all(&mut self, expressions: &'w [Native<'t>]) {
        for expression in expressions {
            self.expression(expression);
        }
    }

    fn steps(&mut self, steps: &'w [Step<'t>]) {
        for step in steps {
            if let StepKind::Computed(index) = &step.kind {
                self.expression(index);
            }
        }
    }

    fn with(&mut self, names: &[&'t str], inside: impl FnOnce(&mut Self)) {
        let before = self.bound.len();
        self.bound.extend(names);
        inside(self);
        self.bound.truncate(before);
    }
}
