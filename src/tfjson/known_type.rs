//! Types, as far as they can be told from how a value is written, whatever the values in it are.

use super::functions;
use super::operands::Needed;
use super::type_constraint::Type;
use crate::hcljson::Node;
use crate::hcljson::template::{Native, NativeKind, Operator, Template};

/// A type, as far as it matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KnownType {
    String,
    Number,
    Bool,
    /// A list or a tuple.
    List,
    Set,
    /// A set that has elements, and none that is a string.
    SetOfOthers,
    /// A map or an object.
    Map,
}

impl KnownType {
    /// What comes of a call, of a `for` or of an operator, whatever they are given; `None` for anything else.
    pub(super) fn made(native: &Native<'_>) -> Option<Self> {
        match &native.kind {
            NativeKind::Parentheses(inside) => Self::made(inside),
            NativeKind::For(for_) if for_.key.is_none() => Some(Self::List),
            NativeKind::For(_) => Some(Self::Map),
            NativeKind::Call(call) => functions::result(call.function()?),
            NativeKind::Unary(operator, _) => Some(Self::by(*operator)),
            NativeKind::Binary { rest, .. } => rest.first().map(|(operator, _)| Self::by(*operator)),
            _ => None,
        }
    }

    /// What [`made`](Self::made) says of a value that is one expression.
    pub(super) fn of_node(node: Node<'_, '_>) -> Option<Self> {
        let text = node.string()?;
        let template = Template::parse(text.as_str()).ok()?;
        template.unwrapped().and_then(Self::made)
    }

    /// What comes of an operator.
    const fn by(operator: Operator) -> Self {
        use Operator::{Add, Divide, Modulo, Multiply, Subtract};
        match operator {
            Add | Subtract | Multiply | Divide | Modulo => Self::Number,
            _ => Self::Bool,
        }
    }

    /// What a variable of a type is.
    pub(super) fn of_type(kind: &Type) -> Option<Self> {
        Some(match kind {
            Type::Any => return None,
            Type::String => Self::String,
            Type::Number => Self::Number,
            Type::Bool => Self::Bool,
            Type::List(_) | Type::Tuple(_) => Self::List,
            // One of numbers that is empty may stand wherever one of strings may.
            Type::Set(_) => Self::Set,
            Type::Map(_) | Type::Object(_) => Self::Map,
        })
    }

    /// Whether something of the type may convert to another.
    pub(super) fn may_become(self, wanted: &Type) -> bool {
        match wanted {
            Type::Any => true,
            Type::String => matches!(self, Self::String | Self::Number | Self::Bool),
            Type::Number => matches!(self, Self::String | Self::Number),
            Type::Bool => matches!(self, Self::String | Self::Bool),
            Type::List(_) | Type::Set(_) | Type::Tuple(_) => {
                matches!(self, Self::List | Self::Set | Self::SetOfOthers)
            }
            Type::Map(_) | Type::Object(_) => self == Self::Map,
        }
    }

    /// Whether something of the type may be, or become, what is needed somewhere.
    pub(super) fn may_be(self, needed: Needed) -> bool {
        let is_list = matches!(self, Self::List | Self::Set | Self::SetOfOthers);
        match needed {
            Needed::Bool => self.may_become(&Type::Bool),
            Needed::Number => self.may_become(&Type::Number),
            Needed::Many => is_list || self == Self::Map,
            Needed::Text | Needed::InText => self.may_become(&Type::String),
            Needed::List => is_list,
            Needed::Map => self == Self::Map,
            Needed::Countable => is_list || matches!(self, Self::String | Self::Map),
        }
    }

    /// For people, with an article.
    pub(super) const fn words(self) -> &'static str {
        match self {
            Self::String => "a string",
            Self::Number => "a number",
            Self::Bool => "true or false",
            Self::List => "a list",
            Self::Set => "a set",
            Self::SetOfOthers => "a set of something else than strings",
            Self::Map => "a map or an object",
        }
    }
}
