//! What can be wrong with bodies, blocks and the shape of expressions.

use crate::source::Span;

/// Something that does not fit the schema or the way in which JSON writes bodies.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct StructureError {
    /// What it is.
    pub kind: StructureErrorKind,
    /// Where it stands in the file: of what has brackets, the element's own opening one.
    pub span: Span,
}

impl StructureError {
    pub(super) const fn new(kind: StructureErrorKind, span: Span) -> Self {
        Self { kind, span }
    }
}

/// The kinds of [`StructureError`].
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
#[non_exhaustive]
pub enum StructureErrorKind {
    /// A body, or an element of the array that is one, is no object.
    #[error("an object is needed here, which holds arguments and blocks")]
    NotBody,
    /// A block is neither object nor array.
    #[error("a block is written as an object, or as an array of objects")]
    NotBlock,
    /// In dynamic attributes mode: an array, or a scalar.
    #[error("one object is needed here, not an array")]
    NotObject,
    /// A level of labels is no object.
    #[error("an object is needed here, whose property names are each the {label} of a {block} block")]
    NotLabels {
        /// Type of the block.
        block: String,
        /// What the label is called.
        label: String,
    },
    /// A level of labels without any.
    #[error("the block {block} needs a {label}: at least one property is needed here; leave out what is empty")]
    MissingLabel {
        /// Type of the block.
        block: String,
        /// What the label is called.
        label: String,
    },
    /// An attribute a second time.
    #[error("the argument \"{name}\" is set a second time")]
    ArgumentTwice {
        /// Its name.
        name: String,
    },
    /// A required attribute that is absent.
    #[error("the argument \"{name}\" is required here")]
    MissingArgument {
        /// Its name.
        name: String,
    },
    /// A name that the schema does not have.
    #[error("no argument or block named \"{name}\" is expected here")]
    Unsupported {
        /// The name.
        name: String,
        /// A name of the schema that is like it.
        suggestion: Option<String>,
    },
    /// A name a second time in an object that is an expression.
    #[error("the name \"{name}\" appears twice in this object")]
    NameTwice {
        /// The name, evaluated where it is a template.
        name: String,
    },
    /// A name in an object that is an expression, which is null or no string when evaluated.
    #[error("the name of an element must be a string")]
    NullName,
}
