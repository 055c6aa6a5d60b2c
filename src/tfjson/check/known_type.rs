//! What is known of a value's type without evaluating it: from how it is written, what a variable declares, what a
//! function returns.

use crate::hcljson::template::{Native, NativeKind, Part, Template, is_template};
use crate::hcljson::{Kind, Node, Value};
use crate::tfjson::declaration::DeclarationKind;
use crate::tfjson::declared::Declared;
use crate::tfjson::known_type::KnownType;
use crate::tfjson::module::Module;
use crate::tfjson::reference::Subject;
use crate::tfjson::type_constraint::Type;

/// How far locals that stand for locals are followed.
const FARTHEST: usize = 8;

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

    /// The same of a value in a template, as [`as_declared`](Self::as_declared).
    pub(super) fn of_expression(module: &Module<'_, '_>, declared: &Declared<'_>, native: &Native<'_>) -> Option<Self> {
        let computed = false;
        Scope {
            module,
            declared,
            computed,
        }
        .native(native, 0)
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
        let made = || KnownType::made(native).filter(|_| self.computed);
        match &native.kind {
            NativeKind::Bool(_) => Some(KnownType::Bool),
            NativeKind::Number(_) => Some(KnownType::Number),
            NativeKind::Template(parts) => self.parts(parts, depth),
            NativeKind::Tuple(_) => Some(KnownType::List),
            NativeKind::Object(_) => Some(KnownType::Map),
            NativeKind::Parentheses(inside) => self.native(inside, depth),
            NativeKind::Conditional(parts) => {
                let [_, one, other] = parts.as_ref();
                let one = self.native(one, depth)?;
                (self.native(other, depth)? == one).then_some(one)
            }
            NativeKind::Call(call) => match (call.function(), call.arguments.as_slice()) {
                (Some("toset"), [argument]) if self.computed && is_of_others(argument) => Some(KnownType::SetOfOthers),
                _ => made(),
            },
            NativeKind::Variable(traversal) if traversal.steps.len() == 1 => match Subject::of(traversal) {
                Subject::Variable(name) => self.variable(name),
                Subject::Local(name) => self.local(name, depth + 1),
                Subject::Always("path", _) | Subject::Always(_, "workspace") => Some(KnownType::String),
                _ => None,
            },
            _ => made(),
        }
    }

    fn variable(&self, name: &str) -> Option<KnownType> {
        let group = self.declared.get((DeclarationKind::Variable, name, ""))?;
        let kind = group.argument(self.module, "type").filter(|_| !group.native)?;
        KnownType::of_type(&Type::of_argument(kind)?)
    }

    fn local(&self, name: &str, depth: usize) -> Option<KnownType> {
        let group = self.declared.get((DeclarationKind::Local, name, ""))?;
        let value = group.local(self.module).filter(|_| depth < FARTHEST)?;
        self.node(value, depth)
    }
}

/// Whether a set of these elements is none of strings: null is none, beside strings too.
fn is_of_others(list: &Native<'_>) -> bool {
    let Value::Tuple(elements) = Value::of(list) else {
        return false;
    };
    if elements.contains(&Value::Null) && !elements.contains(&Value::Unknown) {
        return true;
    }
    // Of nothing but null it is one of anything.
    let other = |element: &Value<'_>| !matches!(element, Value::String(_) | Value::Unknown);
    !elements.is_empty() && elements.iter().all(other)
}
