//! What can be wrong with a template or an expression, and where in the decoded text.

use crate::source::Span;

/// Why a text is no template, expression or traversal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{kind}")]
#[non_exhaustive]
pub struct TemplateError {
    /// What is wrong.
    pub kind: TemplateErrorKind,
    /// Where, in bytes of the decoded text.
    pub span: Span,
}

/// The kinds of [`TemplateError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
#[non_exhaustive]
pub enum TemplateErrorKind {
    /// `${` without `}`.
    #[error("the interpolation that begins here is never closed")]
    UnclosedInterpolation,
    /// `%{` without `}`.
    #[error("the directive that begins here is never closed")]
    UnclosedDirective,
    /// `%{if}` or `%{for}` without its end.
    #[error("this directive has no end")]
    DirectiveWithoutEnd,
    /// `%{endif}`, `%{endfor}` or `%{else}` without its beginning.
    #[error("this directive ends or continues one that was not begun")]
    DirectiveWithoutBeginning,
    /// Another word behind `%{`.
    #[error("a directive is one of if, else, endif, for, endfor; a literal %{{ is written %%{{")]
    UnknownDirective,
    /// `${` inside an expression.
    #[error("an interpolation cannot begin inside another; drop the inner ${{ and }}")]
    NestedMarker,
    /// A backslash outside of strings.
    #[error("there is a backslash in an expression; quotation marks there are written without one")]
    EscapedQuote,
    /// A line that ends inside a quoted string.
    #[error("a line ends inside a quoted string; write \\n (in JSON \\\\n)")]
    NewlineInString,
    /// A quoted string that does not end.
    #[error("this quoted string is never closed")]
    UnclosedString,
    /// An escape that the native syntax does not know.
    #[error("no such escape; \\n, \\r, \\t, \\\", \\\\, \\uNNNN and \\UNNNNNNNN of a character are known")]
    BadEscape,
    /// A heredoc without its closing marker.
    #[error("this heredoc is never closed")]
    UnclosedHeredoc,
    /// `<<` without marker and line end.
    #[error("a heredoc begins with <<, its marker and the end of the line")]
    BadHeredoc,
    /// Something that begins no expression.
    #[error("an expression is expected here")]
    ExpressionExpected,
    /// More behind a complete expression.
    #[error("the expression is complete, and more follows")]
    ExtraCharacters,
    /// A character that belongs to no expression.
    #[error("this character belongs to no expression")]
    InvalidCharacter,
    /// Something like a number that is none.
    #[error("this is not a number")]
    BadNumber,
    /// `.` with nothing to go to.
    #[error("a name is expected after the dot")]
    AttributeExpected,
    /// `.0.1`.
    #[error("indices that follow each other are written in brackets: [0][1]")]
    FractionIndex,
    /// `.*` behind `.*`.
    #[error("a splat with a dot does not follow another; write [*]")]
    NestedSplat,
    /// A bracket that is not closed.
    #[error("a closing bracket is missing here")]
    BracketExpected,
    /// Call arguments, or elements of a tuple, without a comma.
    #[error("a comma or the closing bracket is expected here")]
    CommaExpected,
    /// An object's key without `=` or `:`.
    #[error("an equals sign or a colon is expected after the key")]
    EqualsExpected,
    /// A conditional without its second half.
    #[error("a colon and another value are expected here")]
    ColonExpected,
    /// Some `for` that is none.
    #[error("this is not how a for expression is written")]
    BadFor,
    /// Part of a traversal that is computed, where one is read without evaluating it.
    #[error("a reference here is made of names, and of numbers or quoted strings in brackets")]
    NotTraversal,
    /// A reference as the key of an object, which may be meant as a name with dots: `{var.a = 1}`.
    #[error("this key may be a reference or a name with dots in it")]
    AmbiguousKey,
    /// Deeper than is read: nothing is said of it.
    #[error("the expression is nested too deep to be read")]
    TooDeep,
}
