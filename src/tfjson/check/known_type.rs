//! What is known of a value's type without evaluating it: from how it is written, what a variable declares, what a
//! function returns.

use crate::hcljson::template::{Native, NativeKind, Part, Template, is_template};
use crate::hcljson::{Expression, Kind, Node, Value};
use crate::tfjson::declaration::DeclarationKind;
use crate::tfjson::declared::Declared;
use crate::tfjson::module::Module;
use crate::tfjson::operands::Needed;
use crate::tfjson::reference::Subject;
use crate::tfjson::type_constraint::Type;

/// How far locals that stand for locals are followed.
const FARTHEST: usize = 8;

/// Functions that return a list or tuple, or nothing at all.
const LISTS: &[&str] = &[
    "chunklist",
    "cidrsubnets",
    "coalescelist",
    "compact",
    "concat",
    "distinct",
    "flatten",
    "keys",
    "matchkeys",
    "range",
    "regexall",
    "slice",
    "sort",
    "split",
    "tolist",
    "values",
];

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
    /// The type of a value in JSON; `None` where it is not known.
    pub(super) fn of(module: &Module<'_, '_>, declared: &Declared<'_>, node: Node<'_, '_>) -> Option<Self> {
        let computed = true;
        Scope {
            module,
            declared,
            computed,
        }
        .node(node, 0)
    }

    /// The type of a value in JSON as far as it stands there or is declared: what functions and `for` make of unknown
    /// values has no type before they are known, and converts to any until then.
    pub(super) fn as_declared(module: &Module<'_, '_>, declared: &Declared<'_>, node: Node<'_, '_>) -> Option<Self> {
        let computed = false;
        Scope {
            module,
            declared,
            computed,
        }
        .node(node, 0)
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

/// Where names have meanings.
struct Scope<'c, 'm, 'f, 'a> {
    module: &'m Module<'f, 'a>,
    declared: &'c Declared<'c>,
    /// Whether what is computed counts.
    computed: bool,
}

impl Scope<'_, '_, '_, '_> {
    fn node(&self, node: Node<'_, '_>, depth: usize) -> Option<KnownType> {
        Some(match node.kind() {
            Kind::Null | Kind::Broken => return None,
            Kind::False | Kind::True => KnownType::Bool,
            Kind::Number => KnownType::Number,
            Kind::Array => KnownType::List,
            Kind::Object => KnownType::Map,
            Kind::String | Kind::Escaped | Kind::Bare => {
                let text = node.string()?;
                if !is_template(text.as_str()) {
                    return Some(KnownType::String);
                }
                let template = Template::parse(text.as_str()).ok()?;
                return self.parts(&template.parts, depth);
            }
        })
    }

    fn parts(&self, parts: &[Part<'_>], depth: usize) -> Option<KnownType> {
        match parts {
            [Part::Interpolation { expression, .. }] => self.native(expression, depth),
            _ => Some(KnownType::String),
        }
    }

    fn native(&self, native: &Native<'_>, depth: usize) -> Option<KnownType> {
        match &native.kind {
            NativeKind::Bool(_) => Some(KnownType::Bool),
            NativeKind::Number(_) => Some(KnownType::Number),
            NativeKind::Template(parts) => self.parts(parts, depth),
            NativeKind::Tuple(_) => Some(KnownType::List),
            NativeKind::For(_) | NativeKind::Call(_) if !self.computed => None,
            NativeKind::For(for_) if for_.key.is_none() => Some(KnownType::List),
            NativeKind::Object(_) | NativeKind::For(_) => Some(KnownType::Map),
            NativeKind::Parentheses(inside) => self.native(inside, depth),
            NativeKind::Conditional(parts) => {
                let [_, one, other] = parts.as_ref();
                let one = self.native(one, depth)?;
                (self.native(other, depth)? == one).then_some(one)
            }
            NativeKind::Call(call) => match (call.name.as_slice(), call.arguments.as_slice()) {
                ([name] | ["core", name], _) if LISTS.contains(name) => Some(KnownType::List),
                (["toset"] | ["core", "toset"], [argument]) => elements(argument),
                _ => None,
            },
            NativeKind::Variable(traversal) if traversal.steps.len() == 1 => match Subject::of(traversal) {
                Subject::Variable(name) => self.variable(name),
                Subject::Local(name) => self.local(name, depth + 1),
                Subject::Always("path", _) | Subject::Always(_, "workspace") => Some(KnownType::String),
                _ => None,
            },
            _ => None,
        }
    }

    fn variable(&self, name: &str) -> Option<KnownType> {
        let group = self.declared.get((DeclarationKind::Variable, name, ""))?;
        let kind = group.argument(self.module, "type").filter(|_| !group.native)?;
        let kind = Expression::new(kind.value()).native(|_, native| Type::read(native).ok());
        KnownType::of_type(&kind.ok()??)
    }

    fn local(&self, name: &str, depth: usize) -> Option<KnownType> {
        let group = self.declared.get((DeclarationKind::Local, name, ""))?;
        let value = group.local(self.module).filter(|_| depth < FARTHEST)?;
        self.node(value, depth)
    }
}

/// What a set of these elements is.
fn elements(list: &Native<'_>) -> Option<KnownType> {
    let Value::Tuple(elements) = Value::of(list) else {
        return None;
    };
    // Of nothing but null it is one of anything.
    let other = |element: &Value<'_>| !matches!(element, Value::String(_) | Value::Unknown);
    (!elements.is_empty() && elements.iter().all(other)).then_some(KnownType::SetOfOthers)
}
