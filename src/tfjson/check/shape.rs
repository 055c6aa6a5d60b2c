//! Parts of values that are not there, where the shape of the value stands in the module: in a local, in `for_each`, in
//! the type of a variable. Nothing is computed.

use super::Checker;
use crate::hcljson::template::{Native, NativeKind, Part, StepKind, Template, Traversal, is_template};
use crate::hcljson::{Kind, Node, Value};
use crate::tfjson::declaration::DeclarationKind;
use crate::tfjson::known_type::KnownType;
use crate::tfjson::operands::Needed;
use crate::tfjson::problem::ProblemKind;
use crate::tfjson::reference::{Reference, Role, Subject};
use crate::tfjson::type_constraint::Type;

/// How far locals that stand for locals are followed.
const FARTHEST: usize = 8;

/// In objects with more names nobody looks for one that is missing, and in lists for none behind so many.
const MOST_NAMES: usize = 500;

/// A step into a value.
#[derive(Clone, Copy)]
enum Into<'s> {
    /// Into the part with this name or number, as an attribute or in brackets.
    Attribute(&'s str),
    Key(&'s str),
    /// Into whatever `each.value` stands for: a part of an object, or of a list or set where that may be repeated for.
    Each,
    Element,
    /// Into each element of a list, for an attribute; what is no list is the only element.
    All,
    /// By what numbers no element: less than none, a fraction, or null.
    Never,
}

/// What is wrong with a step.
enum Fault {
    /// There is no such part.
    Missing,
    /// The value has no parts that are named so.
    Whole(&'static str),
}

/// How many steps were not taken yet when one could not be taken.
type Stopped = Option<(usize, Fault)>;

impl Checker<'_, '_, '_> {
    /// A step of a reference that cannot be taken.
    pub(super) fn missing_part(&self, subject: Subject<'_>, reference: &Reference<'_>) -> Option<ProblemKind> {
        let has_shape = matches!(
            subject,
            Subject::Variable(_) | Subject::Local(_) | Subject::Each(_) | Subject::Count(_) | Subject::Always(..)
        );
        // Who lets something forgive what may be absent knows that it may.
        let is_asked = reference.sure && matches!(reference.role, Role::Value | Role::Early);
        if !has_shape || !is_asked {
            return None;
        }
        if reference.open_steps.is_none() && !reference.goes_into_value() {
            return None;
        }
        let text = reference.with_open_steps();
        let traversal = Native::reference(&text)?;
        let steps = into(&traversal)?;
        let steps = steps.get(1..)?;
        let (left, fault) = match subject {
            Subject::Variable(name) => self.of_variable(name, steps),
            Subject::Local(name) => self.of_local(name, steps, 0),
            Subject::Each("value") => self.of_each(reference, steps),
            Subject::Each("key") | Subject::Always(..) => whole("a string", steps),
            Subject::Count("index") => whole("a number", steps),
            _ => None,
        }?;
        // What cannot be taken on the way is said where the way was written.
        let taken = steps.len().checked_sub(left)? + 1;
        let of = text.get(..traversal.span_of(taken).end)?.to_owned();
        Some(match fault {
            Fault::Whole(what) => ProblemKind::NoParts(of, what),
            Fault::Missing => {
                let part = match steps.get(taken - 1)? {
                    Into::Attribute(name) | Into::Key(name) => *name,
                    Into::Never => text.get(traversal.steps.get(taken)?.span.range())?,
                    Into::Each | Into::Element | Into::All => return None,
                };
                let part = part.trim_matches(|letter: char| "[]".contains(letter) || letter.is_whitespace());
                ProblemKind::NoSuchPart(of, part.to_owned())
            }
        })
    }

    /// That a text holds a value that no text can: one with parts, as far as its shape stands in a local of the module.
    pub(super) fn no_text(&self, subject: Subject<'_>, reference: &Reference<'_>) -> Option<ProblemKind> {
        let Subject::Local(name) = subject else {
            return None;
        };
        // Of the message of a validation Terraform only warns.
        let is_of_variable = self
            .module
            .blocks
            .get(reference.block)
            .is_some_and(|top| top.kind == "variable");
        if reference.needed != Some(Needed::InText)
            || !matches!(reference.role, Role::Value | Role::Early)
            || is_of_variable
        {
            return None;
        }
        let traversal = Traversal::parse(&reference.text).ok()?;
        let steps = into(&traversal).filter(|steps| !steps.iter().any(|step| matches!(step, Into::All)))?;
        // Whatever has parts has none of this name.
        let steps = steps.into_iter().skip(1).chain([Into::Attribute("")]);
        let what = match self.of_local(name, &steps.collect::<Vec<_>>(), 0)? {
            (1, Fault::Whole(what @ ("a list" | "a set"))) => what,
            (1, Fault::Missing) => "an object",
            _ => return None,
        };
        Some(ProblemKind::NotText(reference.text.clone().into_owned(), what))
    }

    /// That an operand, an argument or a part of a text is of a type that does not become what is needed there, as far
    /// as a variable declares it, or as what a local is shows it.
    pub(super) fn no_operand(&self, subject: Subject<'_>, reference: &Reference<'_>) -> Option<ProblemKind> {
        let needed = reference.needed?;
        if !reference.sure || !matches!(reference.role, Role::Value | Role::Early) || reference.steps() > 1 {
            return None;
        }
        let known = match subject {
            Subject::Variable(name) => {
                let types = self.types.get_or_init(|| self.module.types());
                KnownType::of_type(types.get(name)?)?
            }
            // What is part of a text has been looked at.
            Subject::Local(name) if needed != Needed::InText => {
                let local = self.declared.get((DeclarationKind::Local, name, ""))?;
                KnownType::as_declared(self.module, self.declared, local.local(self.module)?)?
            }
            _ => return None,
        };
        let what = || reference.text.clone().into_owned();
        (!known.may_be(needed)).then(|| ProblemKind::OperandType(what(), known.words(), needed.words()))
    }

    fn of_variable(&self, name: &str, steps: &[Into<'_>]) -> Stopped {
        let types = self.types.get_or_init(|| self.module.types());
        of_type(types.get(name)?, steps)
    }

    /// Of a local that stands in one place alone.
    fn of_local(&self, name: &str, steps: &[Into<'_>], depth: usize) -> Stopped {
        let group = self.declared.get((DeclarationKind::Local, name, ""))?;
        let value = group.local(self.module).filter(|_| depth < FARTHEST)?;
        self.of_node(value, steps, depth + 1)
    }

    /// Of what `for_each` of the block itself gives, where no other file has a say in it.
    fn of_each(&self, reference: &Reference<'_>, steps: &[Into<'_>]) -> Stopped {
        let top = self.module.blocks.get(reference.block)?;
        let first = if top.kind == "import" {
            Into::Element
        } else {
            top.group(self.declared)?.only_block(self.module)?;
            Into::Each
        };
        let each = top.content.attribute("for_each")?;
        self.of_node(each.value(), &behind(first, steps), 0)
    }

    fn of_node(&self, node: Node<'_, '_>, steps: &[Into<'_>], depth: usize) -> Stopped {
        let (step, rest) = steps.split_first()?;
        match node.kind() {
            Kind::Broken => None,
            Kind::Null => whole("null", steps),
            Kind::True | Kind::False => whole("true or false", steps),
            Kind::Number => whole("a number", steps),
            Kind::Array => match step {
                Into::Each => None,
                Into::All => each_of(rest, |inner| {
                    let mut elements = node.elements().take(MOST_NAMES);
                    elements.find_map(|element| self.of_node(element, inner, depth))
                }),
                Into::Never => Some((steps.len(), Fault::Missing)),
                Into::Key(name) if is_no_number(name) => Some((steps.len(), Fault::Missing)),
                Into::Element => {
                    let mut elements = node.elements().take(MOST_NAMES);
                    elements.find_map(|element| self.of_node(element, rest, depth))
                }
                Into::Attribute(name) if name.parse::<u64>().is_err() => whole("a list", steps),
                Into::Attribute(name) | Into::Key(name) => {
                    let index = name.parse::<usize>().ok()?;
                    let mut elements = node.elements();
                    match elements.nth(index.min(MOST_NAMES)) {
                        Some(_) if index > MOST_NAMES => None,
                        Some(element) => self.of_node(element, rest, depth),
                        None => Some((steps.len(), Fault::Missing)),
                    }
                }
            },
            Kind::Object => {
                if let Into::All = step {
                    return each_of(rest, |inner| self.of_node(node, inner, depth));
                }
                if let Into::Each | Into::Element = step {
                    return node
                        .properties()
                        .take(MOST_NAMES)
                        .find_map(|property| self.of_node(property.value(), rest, depth));
                }
                let (Into::Attribute(name) | Into::Key(name)) = step else {
                    return None;
                };
                let mut is_known = name.is_ascii();
                let mut found = None;
                for (count, property) in node.properties().enumerate() {
                    is_known &= !property.key().may_be_template() && count < MOST_NAMES;
                    if !is_known {
                        return None;
                    }
                    if property.name() == *name {
                        found = Some(property.value());
                    }
                }
                match found {
                    Some(value) => self.of_node(value, rest, depth),
                    None => Some((steps.len(), Fault::Missing)),
                }
            }
            Kind::String | Kind::Escaped | Kind::Bare => {
                let text = node.string()?;
                if !is_template(text.as_str()) {
                    return whole("a string", steps);
                }
                let template = Template::parse(text.as_str()).ok()?;
                self.of_parts(&template.parts, steps, depth)
            }
        }
    }

    fn of_parts(&self, parts: &[Part<'_>], steps: &[Into<'_>], depth: usize) -> Stopped {
        match parts {
            [Part::Interpolation { expression, .. }] => self.of_native(expression, steps, depth),
            _ => whole("a string", steps),
        }
    }

    fn of_native(&self, native: &Native<'_>, steps: &[Into<'_>], depth: usize) -> Stopped {
        let (step, rest) = steps.split_first()?;
        match &native.kind {
            NativeKind::Null => whole("null", steps),
            NativeKind::Bool(_) => whole("true or false", steps),
            NativeKind::Number(_) => whole("a number", steps),
            NativeKind::Template(parts) => self.of_parts(parts, steps, depth),
            NativeKind::Parentheses(inside) => self.of_native(inside, steps, depth),
            NativeKind::Tuple(elements) => match step {
                Into::Each => None,
                Into::All => each_of(rest, |inner| {
                    elements
                        .iter()
                        .find_map(|element| self.of_native(element, inner, depth))
                }),
                Into::Never => Some((steps.len(), Fault::Missing)),
                Into::Key(name) if is_no_number(name) => Some((steps.len(), Fault::Missing)),
                Into::Element => elements.iter().find_map(|element| self.of_native(element, rest, depth)),
                Into::Attribute(name) if name.parse::<u64>().is_err() => whole("a list", steps),
                Into::Attribute(name) | Into::Key(name) => match elements.get(name.parse::<usize>().ok()?) {
                    Some(element) => self.of_native(element, rest, depth),
                    None => Some((steps.len(), Fault::Missing)),
                },
            },
            NativeKind::Object(entries) => {
                if let Into::All = step {
                    return each_of(rest, |inner| self.of_native(native, inner, depth));
                }
                if let Into::Each | Into::Element = step {
                    return entries.iter().find_map(|(_, value)| self.of_native(value, rest, depth));
                }
                let (Into::Attribute(name) | Into::Key(name)) = step else {
                    return None;
                };
                let mut found = None;
                for (key, value) in entries {
                    let is_it = match &key.kind {
                        NativeKind::Variable(word) if word.steps.is_empty() => word.root == *name,
                        _ => Value::of(key).into_string()? == *name,
                    };
                    if is_it {
                        found = Some(value);
                    }
                }
                match found {
                    Some(value) => self.of_native(value, rest, depth),
                    None => (name.is_ascii() && entries.len() < MOST_NAMES).then_some((steps.len(), Fault::Missing)),
                }
            }
            NativeKind::Call(call) => match (call.function()?, call.arguments.as_slice()) {
                ("toset", [list]) => match step {
                    Into::Each | Into::Element => self.of_native(list, &behind(Into::Element, rest), depth),
                    Into::All => each_of(rest, |inner| self.of_native(list, &behind(Into::Element, inner), depth)),
                    Into::Attribute(_) | Into::Key(_) | Into::Never => whole("a set", steps),
                },
                ("tolist", [_]) if matches!(step, Into::Attribute(_)) => whole("a list", steps),
                // What the elements become is not followed.
                ("tolist" | "tomap", [of]) => match self.of_native(of, &[*step], depth)? {
                    (_, Fault::Missing) => Some((steps.len(), Fault::Missing)),
                    _ => None,
                },
                _ => None,
            },
            NativeKind::Variable(traversal) => {
                let before = into(traversal)?;
                let before = before.get(1..)?;
                let all: Vec<_> = before.iter().chain(steps).copied().collect();
                let found = match Subject::of(traversal) {
                    Subject::Local(name) => self.of_local(name, &all, depth),
                    Subject::Variable(name) => self.of_variable(name, &all),
                    _ => None,
                };
                // What is wrong with its own steps is said of it.
                found.filter(|(left, _)| *left <= steps.len())
            }
            _ => None,
        }
    }
}

/// The steps of a traversal; `None` where one is computed, or is a number in an unusual spelling, which is another text
/// than the name of the part.
fn into<'s>(traversal: &'s Traversal<'_>) -> Option<Vec<Into<'s>>> {
    let step = |kind: &'s StepKind<'_>| match kind {
        StepKind::Attribute(name) => Some(Into::Attribute(name)),
        StepKind::Index(index) => {
            let is_plain =
                index.bytes().all(|byte| byte.is_ascii_digit()) && (*index == "0" || !index.starts_with('0'));
            let is_part = || index.parse::<f64>().is_ok_and(|number| number.fract() != 0.0);
            is_plain
                .then_some(Into::Key(index))
                .or_else(|| is_part().then_some(Into::Never))
        }
        StepKind::Key(key) => Some(Into::Key(key)),
        StepKind::Splat => Some(Into::All),
        StepKind::Computed(index) => index.numbers_nothing().then_some(Into::Never),
    };
    traversal.steps.iter().map(|one| step(&one.kind)).collect()
}

/// Steps behind a first one.
fn behind<'s>(first: Into<'s>, steps: &[Into<'s>]) -> Vec<Into<'s>> {
    std::iter::once(first).chain(steps.iter().copied()).collect()
}

/// What is wrong with the attributes that are asked of each element. What follows them may be a step into the list that
/// comes of it.
fn each_of(steps: &[Into<'_>], of: impl FnOnce(&[Into<'_>]) -> Stopped) -> Stopped {
    let attributes = steps.iter().take_while(|step| matches!(step, Into::Attribute(_)));
    let (asked, rest) = steps.split_at_checked(attributes.count())?;
    let (left, fault) = of(asked)?;
    Some((left + rest.len(), fault))
}

/// Whether a key in quotes is surely no number, which numbers an element in quotes, too.
fn is_no_number(key: &str) -> bool {
    key.starts_with(|letter: char| letter.is_ascii_alphabetic()) && key.parse::<f64>().is_err()
}

/// That a value has no parts at all; of the keys of something that is repeated nothing is said.
fn whole(what: &'static str, steps: &[Into<'_>]) -> Stopped {
    match steps.first()? {
        Into::Each | Into::Element => None,
        // Of nothing there is no element.
        Into::All if what == "null" => None,
        Into::All => each_of(steps.get(1..)?, |inner| whole(what, inner)),
        _ => Some((steps.len(), Fault::Whole(what))),
    }
}

/// Of a value whose type alone is known: of maps and lists whatever they hold.
fn of_type(kind: &Type, steps: &[Into<'_>]) -> Stopped {
    let (step, rest) = steps.split_first()?;
    if let Into::All = step {
        return each_of(rest, |inner| match kind {
            Type::List(of) | Type::Set(of) => of_type(of, inner),
            Type::Tuple(types) => types.iter().find_map(|of| of_type(of, inner)),
            kind => of_type(kind, inner),
        });
    }
    let (Into::Attribute(name) | Into::Key(name)) = step else {
        return None;
    };
    let is_number = name.parse::<u64>().is_ok();
    match kind {
        Type::Any => None,
        Type::String => whole("a string", steps),
        Type::Number => whole("a number", steps),
        Type::Bool => whole("true or false", steps),
        Type::Set(_) => whole("a set", steps),
        Type::Map(of) => of_type(of, rest),
        Type::List(of) if is_number => of_type(of, rest),
        Type::Tuple(types) if is_number => match types.get(name.parse::<usize>().ok()?) {
            Some(of) => of_type(of, rest),
            None => Some((steps.len(), Fault::Missing)),
        },
        Type::List(_) | Type::Tuple(_) => match step {
            Into::Attribute(_) => whole("a list", steps),
            // Fractions and what is less than none are asked for when the value is known.
            _ => None,
        },
        Type::Object(attributes) => match attributes.get(*name) {
            Some((of, _)) => of_type(of, rest),
            None => Some((steps.len(), Fault::Missing)),
        },
    }
}
