//! Values that are sensitive or ephemeral, and stay so whatever is made of them: what shows them, and where none may
//! stand.

use std::collections::BTreeSet;
use std::iter;
use std::sync::{Mutex, OnceLock, PoisonError};

use rayon::prelude::*;

use super::Checker;
use crate::hcljson::template::{
    Call, For, Native, NativeKind, Operator, Part, Step, StepKind, Template, Traversal, is_template,
};
use crate::hcljson::{Kind, Node, Property, Value};
use crate::source::Span;
use crate::tfjson::constant_faults;
use crate::tfjson::declaration::DeclarationKind;
use crate::tfjson::engine::Flavor;
use crate::tfjson::known_type::KnownType;
use crate::tfjson::merge::given;
use crate::tfjson::module::{Interface, TopBlock};
use crate::tfjson::problem::ProblemKind;
use crate::tfjson::reference::{Reference, Root, Subject};
use crate::tfjson::template_faults::has_elements;

/// Locals that stand for others are followed so far.
const MOST_LOCALS: usize = 16;

/// Functions that look after marks themselves. Of what all others are given, marks go over to the whole result, from
/// however deep inside.
const OWN_WAYS: &[&str] = &[
    "abs",
    "can",
    "chunklist",
    "concat",
    "convert",
    "element",
    "ephemeralasnull",
    "flatten",
    "issensitive",
    "keys",
    "length",
    "lookup",
    "merge",
    "nonsensitive",
    "reverse",
    "sensitive",
    "setproduct",
    "slice",
    "templatefile",
    "templatestring",
    "tolist",
    "tomap",
    "try",
    "values",
    "zipmap",
];

/// Functions whose result holds the elements of their arguments, each with its own mark. Of a collection that is not
/// known the engines lose the marks, so that these count only where all arguments are written out.
const HOLDERS: &[&str] = &["concat", "nonsensitive", "reverse", "tolist", "tomap", "values"];

/// What is said of a value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Mark {
    Sensitive,
    Ephemeral,
}

impl Mark {
    /// The argument of a variable that gives it.
    const fn argument(self) -> &'static str {
        match self {
            Self::Sensitive => "sensitive",
            Self::Ephemeral => "ephemeral",
        }
    }
}

/// Which values have a mark.
pub(super) struct Marked<'m, 'c, 'f, 'a> {
    checker: &'m Checker<'c, 'f, 'a>,
    mark: Mark,
    variables: &'m BTreeSet<String>,
}

/// The variables of a module that have each mark; looked for when they are asked for.
#[derive(Default)]
pub(super) struct Marks {
    sensitive: OnceLock<BTreeSet<String>>,
    ephemeral: OnceLock<BTreeSet<String>>,
    /// Whether anything refers to `terraform.applying`, which is ephemeral itself.
    applying: OnceLock<bool>,
    /// Locals, and parts of them, that have a mark nowhere, with whether what they hold was looked at: many refer to one.
    without: Mutex<BTreeSet<(Mark, bool, String, Span)>>,
}

impl<'c, 'f, 'a> Checker<'c, 'f, 'a> {
    /// What has a mark, by the variables that say so.
    pub(super) fn marked(&self, mark: Mark) -> Marked<'_, 'c, 'f, 'a> {
        let known = match mark {
            Mark::Sensitive => &self.marks.sensitive,
            Mark::Ephemeral => &self.marks.ephemeral,
        };
        Marked {
            checker: self,
            mark,
            variables: known.get_or_init(|| self.marked_variables(mark)),
        }
    }

    fn marked_variables(&self, mark: Mark) -> BTreeSet<String> {
        let module = self.module;
        let variables = module
            .of_kind("variable")
            .filter(|top| top.content.attribute(mark.argument()).is_some());
        let variables = variables.map(|top| top.block.label(0).into_owned());
        let declared = module.declarations.iter();
        let native = declared.filter(|declaration| declaration.kind == DeclarationKind::Variable);
        let native = native.filter(|declaration| declaration.block.is_none());
        let native = native.filter_map(|declaration| declaration.labels.first().map(str::to_owned));
        let says = |name: &String| {
            let Some(group) = self.declared.get((DeclarationKind::Variable, name, "")) else {
                return false;
            };
            match (group.native, &group.written[..]) {
                (false, _) => group.argument(module, mark.argument()).is_some_and(is_true),
                (true, [only]) if group.blocks(module).next().is_none() => {
                    only.answers.get(mark.argument()) == Some(&true)
                }
                // What several files say of it nobody has put together.
                (true, _) => false,
            }
        };
        variables.chain(native).filter(says).collect()
    }

    /// Whether anything refers to `terraform.applying`, or to `tofu.applying`.
    fn applying(&self) -> bool {
        let is_applying = |reference: &Reference<'_>| {
            let may_be = reference.root == Root::Other && reference.text.starts_with('t');
            may_be && matches!(reference.subject(), Subject::Always("terraform" | "tofu", "applying"))
        };
        let references = &self.module.references;
        *self
            .marks
            .applying
            .get_or_init(|| references.par_iter().any(is_applying))
    }

    /// Ephemeral values where none may stand, and sensitive ones that decide what there is.
    pub(super) fn ephemeral_values(&mut self) {
        let module = self.module;
        let any_ephemeral = self.marked(Mark::Ephemeral).is_any();
        for top in &module.blocks {
            match top.kind {
                "output" if any_ephemeral => self.ephemeral_output(top),
                "resource" | "data" | "ephemeral" | "module" => {
                    self.marked_repetition(top);
                    if any_ephemeral {
                        self.kept_values(top);
                    }
                }
                _ => {}
            }
        }
    }

    /// An ephemeral value that an output shows, which takes none.
    fn ephemeral_output(&mut self, top: &TopBlock<'_, '_>) {
        let Some(value) = top.content.attribute("value") else {
            return;
        };
        let name = top.block.label(0);
        let group = self.declared.get((DeclarationKind::Output, &name, ""));
        // What another file replaces is not looked at.
        let group = group.filter(|group| group.only_block(self.module).is_some());
        let takes = group.is_none_or(|group| group.argument(self.module, "ephemeral").is_some_and(is_no_refusal));
        if !takes && let Some((name, span)) = self.marked(Mark::Ephemeral).in_value(value.value()) {
            let place = "only an output with \"ephemeral\": true may show it";
            self.reject(ProblemKind::EphemeralValue { name, place }, top.file, span);
        }
    }

    /// What says how often something is there, and may be neither ephemeral nor, as its keys are shown, sensitive.
    fn marked_repetition(&mut self, top: &TopBlock<'_, '_>) {
        let attributes = top.content.attributes().iter();
        for argument in attributes.filter(|one| one.is("for_each") || one.is("count")) {
            if !self.is_one_block(top) {
                return;
            }
            let value = argument.value();
            if let Some((name, span)) = self.marked(Mark::Ephemeral).itself(value) {
                let place = "nothing that is kept may depend on how many instances it makes";
                self.reject(ProblemKind::EphemeralValue { name, place }, top.file, span);
            } else if argument.is("for_each")
                && let Some((name, span)) = self.marked(Mark::Sensitive).itself(value)
            {
                self.reject(ProblemKind::SensitiveForEach(name), top.file, span);
            }
        }
    }

    /// Ephemeral values in arguments that are known to be kept.
    fn kept_values(&mut self, top: &TopBlock<'_, '_>) {
        if top.kind != "resource" || top.block.label(0) != "terraform_data" || !self.is_one_block(top) {
            return;
        }
        for argument in top.content.rest() {
            if let Some((name, span)) = self.marked(Mark::Ephemeral).in_value(argument.value()) {
                let place = "the resource keeps its arguments in the state";
                self.reject(ProblemKind::EphemeralValue { name, place }, top.file, span);
            }
        }
    }

    /// Whether no other file has a say in a block.
    pub(super) fn is_one_block(&self, top: &TopBlock<'_, '_>) -> bool {
        let group = top.group(self.declared);
        group.is_some_and(|group| group.only_block(self.module).is_some())
    }

    /// Ephemeral values that a call gives to variables of its module which say that they take none.
    pub(super) fn ephemeral_inputs(&mut self, call: &TopBlock<'_, '_>, child: &Interface) {
        if child.persistent.is_empty() || !self.marked(Mark::Ephemeral).is_any() || !self.is_one_block(call) {
            return;
        }
        for input in given(&call.content) {
            if child.persistent.contains(input.name().as_ref())
                && let Some((name, span)) = self.marked(Mark::Ephemeral).in_value(input.value())
            {
                let place = "the module does not say \"ephemeral\": true of the variable that it is given to";
                self.reject(ProblemKind::EphemeralValue { name, place }, call.file, span);
            }
        }
    }
}

/// What has a mark, and where.
pub(super) type Found = Option<(String, Span)>;

impl Marked<'_, '_, '_, '_> {
    /// Whether anything in the module has the mark by its name.
    fn is_any(&self) -> bool {
        !self.variables.is_empty() || self.mark == Mark::Ephemeral && self.checker.applying()
    }

    /// The first thing with the mark that a value is or holds. Names of an object show nothing.
    pub(super) fn in_value(&self, node: Node<'_, '_>) -> Found {
        self.node(node, true, 0)
    }

    /// The first thing with the mark that marks a value as a whole.
    pub(super) fn itself(&self, node: Node<'_, '_>) -> Found {
        self.node(node, false, 0)
    }

    fn node(&self, node: Node<'_, '_>, inside: bool, locals: usize) -> Found {
        match node.kind() {
            Kind::Array if inside => node.elements().find_map(|element| self.node(element, inside, locals)),
            Kind::Object if inside => {
                let mut properties = node.properties();
                properties.find_map(|property| self.node(property.value(), inside, locals))
            }
            _ => {
                let text = node.string().filter(|text| is_template(text.as_str()))?;
                let template = Template::parse(text.as_str()).ok()?;
                let (name, span) = self.parts(&template.parts, inside, locals)?;
                Some((name, text.span(span)))
            }
        }
    }

    fn parts(&self, parts: &[Part<'_>], inside: bool, locals: usize) -> Found {
        parts.iter().find_map(|part| match part {
            Part::Interpolation { expression, .. } => self.expression(expression, inside, locals),
            Part::If {
                condition,
                then,
                otherwise,
            } => {
                let of_parts = |parts| self.parts(parts, false, locals);
                let condition = self.expression(condition, false, locals);
                condition.or_else(|| of_parts(then)).or_else(|| of_parts(otherwise))
            }
            _ => None,
        })
    }

    fn expression(&self, expression: &Native<'_>, inside: bool, locals: usize) -> Found {
        let whole = |expression| self.expression(expression, false, locals);
        match &expression.kind {
            NativeKind::Variable(traversal) => {
                let name = self.traversal(traversal, inside, locals)?;
                Some((name, traversal.span()))
            }
            NativeKind::Parentheses(operand) => self.expression(operand, inside, locals),
            NativeKind::Template(parts) => self.parts(parts, inside, locals),
            NativeKind::Access { of, steps } => {
                whole(of).or_else(|| self.expression(constant_faults::part(of, steps)?, inside, locals))
            }
            NativeKind::Binary { first, rest } => {
                // Of what these decide Terraform forgets the mark.
                let forgets = |operator: &Operator| matches!(operator, Operator::And | Operator::Or);
                if rest.iter().any(|(operator, _)| forgets(operator)) {
                    return None;
                }
                // Whether values are equal depends on all that is in them.
                let compares = |operator: &Operator| matches!(operator, Operator::Equal | Operator::NotEqual);
                let deep = rest.iter().all(|(operator, _)| compares(operator));
                let mut operands = iter::once(&**first).chain(rest.iter().map(|(_, operand)| operand));
                operands.find_map(|operand| self.expression(operand, deep, locals))
            }
            NativeKind::Conditional(parts) => parts.iter().find_map(whole),
            NativeKind::Tuple(elements) if inside => elements
                .iter()
                .find_map(|element| self.expression(element, inside, locals)),
            NativeKind::Object(entries) if inside => entries
                .iter()
                .find_map(|(_, value)| self.expression(value, inside, locals)),
            NativeKind::For(for_) => self.for_(for_, inside, locals),
            NativeKind::Call(call) => self.call(call, inside, locals),
            _ => None,
        }
    }

    fn call(&self, call: &Call<'_>, inside: bool, locals: usize) -> Found {
        let same = |argument| self.expression(argument, inside, locals);
        let deep = |argument| self.expression(argument, true, locals);
        let whole = |argument| self.expression(argument, false, locals);
        let arguments = call.arguments.as_slice();
        let own = call.function().filter(|name| OWN_WAYS.contains(name));
        // As long as nobody knows what the last one expands to, nobody looks at the others.
        let is_open = call.expands && (own.is_some() || !arguments.last().is_some_and(is_tuple));
        if is_open {
            return None;
        }
        let (is_sensitive, is_ephemeral) = (self.mark == Mark::Sensitive, self.mark == Mark::Ephemeral);
        let found = match (own, arguments) {
            (None, _) => arguments.iter().find_map(deep),
            (Some("sensitive"), _) if is_sensitive => Some(("what sensitive(…) gives".to_owned(), call.name_span)),
            // Each takes one mark alone.
            (Some("ephemeralasnull"), [argument]) if is_sensitive => same(argument),
            (Some("sensitive" | "nonsensitive"), [argument]) if is_ephemeral => same(argument),
            (Some("length" | "tolist" | "tomap"), [argument]) => whole(argument),
            (Some("keys"), [map]) if self.has_type(map) => whole(map),
            (Some("lookup"), [map, key, ..]) if self.has_type(map) => whole(map).or_else(|| whole(key)),
            (Some("templatefile" | "templatestring"), [_, values]) if is_written_out(values) => deep(values),
            // What the last one has nobody replaces.
            (Some("merge"), [.., last]) if inside && arguments.iter().all(has_constant_names) => deep(last),
            _ => None,
        };
        let holds = own.is_some_and(|name| HOLDERS.contains(&name)) && arguments.iter().all(is_written_out);
        found.or_else(|| arguments.iter().filter(|_| inside && holds).find_map(deep))
    }

    /// Of what is of no known type, and where nobody knows whether there is any element, the engines lose the marks.
    fn for_(&self, for_: &For<'_>, inside: bool, locals: usize) -> Found {
        let whole = |expression| self.expression(expression, false, locals);
        let For { collection, names, .. } = for_;
        // Such a name stands for an element.
        if names.iter().any(|name| matches!(*name, "var" | "local")) {
            return None;
        }
        let is_known = match &collection.kind {
            NativeKind::Call(call) => matches!(call.function(), Some("keys" | "split" | "tolist" | "toset")),
            _ => self.has_type(collection),
        };
        if is_known && let Some(found) = whole(collection) {
            return Some(found);
        }
        let has_elements = has_elements(collection) && (is_tuple(collection) || has_constant_names(collection));
        if let Some(condition) = &for_.condition {
            let is_variable = match &collection.kind {
                NativeKind::Variable(traversal) => matches!(Subject::of(traversal), Subject::Variable(_)),
                _ => false,
            };
            return whole(condition).filter(|_| has_elements || is_variable && is_known);
        }
        if !has_elements {
            return None;
        }
        let value = || self.expression(&for_.value, true, locals).filter(|_| inside);
        let Some(key) = &for_.key else {
            return value();
        };
        let is_constant_name = |name| {
            let is_first = names.len() == 2 && names.first() == Some(&name);
            is_first || names.contains(&name) && Value::of(collection).is_constant()
        };
        let is_constant = match &key.kind {
            NativeKind::Variable(name) => name.steps.is_empty() && is_constant_name(name.root),
            _ => Value::of(key).is_constant(),
        };
        whole(key).or_else(|| value().filter(|_| is_constant))
    }

    /// Whether the declaration of what a value is says its type, or how it is written.
    fn has_type(&self, expression: &Native<'_>) -> bool {
        let checker = self.checker;
        KnownType::of_expression(checker.module, checker.declared, expression).is_some()
    }

    fn traversal(&self, traversal: &Traversal<'_>, inside: bool, locals: usize) -> Option<String> {
        match Subject::of(traversal) {
            Subject::Variable(name) => self.variables.contains(name).then(|| format!("var.{name}")),
            // OpenTofu has ephemeral values since 1.11.
            Subject::Always(root @ ("terraform" | "tofu"), "applying") if self.mark == Mark::Ephemeral => {
                let module = self.checker.module;
                let is_ephemeral = module.ask(|engine| match root {
                    "tofu" => engine.is_tofu_since(11),
                    _ => engine.flavor == Flavor::Terraform || engine.is_tofu_since(11),
                });
                is_ephemeral.then(|| format!("{root}.applying"))
            }
            Subject::Local(name) if locals < MOST_LOCALS => {
                let checker = self.checker;
                let steps = traversal.steps.get(1..).unwrap_or_default();
                let local = checker.declared.get((DeclarationKind::Local, name, ""))?;
                let (value, rest) = part(local.local(checker.module)?, steps);
                // What steps lead to in what is computed has the mark of all of it.
                let inside = inside && rest.is_empty();
                let mut without = checker.marks.without.lock().unwrap_or_else(PoisonError::into_inner);
                let one = (self.mark, inside, name.to_owned(), value.span());
                if !without.insert(one.clone()) {
                    return None;
                }
                drop(without);
                let (found, _) = self.node(value, inside, locals + 1)?;
                let mut without = checker.marks.without.lock().unwrap_or_else(PoisonError::into_inner);
                without.remove(&one);
                Some(found)
            }
            _ => None,
        }
    }
}

/// Whether a collection is made of elements that stand there themselves.
fn is_written_out(expression: &Native<'_>) -> bool {
    match &expression.kind {
        NativeKind::Parentheses(operand) => is_written_out(operand),
        NativeKind::Tuple(_) | NativeKind::Object(_) => true,
        NativeKind::Call(call) => {
            let holds = call.function().is_some_and(|name| HOLDERS.contains(&name));
            holds && !call.expands && call.arguments.iter().all(is_written_out)
        }
        _ => false,
    }
}

/// Whether a list stands there itself.
fn is_tuple(expression: &Native<'_>) -> bool {
    matches!(expression.kind, NativeKind::Tuple(_))
}

/// Whether an object stands there itself whose names are known.
fn has_constant_names(expression: &Native<'_>) -> bool {
    match &expression.kind {
        NativeKind::Object(entries) => entries.iter().all(|(key, _)| Value::of_key(key).is_constant()),
        _ => false,
    }
}

/// The part of a value in JSON that steps lead to, and the steps that lead on from it.
fn part<'f, 'a, 's, 't>(mut node: Node<'f, 'a>, mut steps: &'s [Step<'t>]) -> (Node<'f, 'a>, &'s [Step<'t>]) {
    while let [step, rest @ ..] = steps {
        let named = |name: &str| node.properties().find(|property| property.is(name));
        let next = match (node.kind(), &step.kind) {
            (Kind::Object, StepKind::Attribute(name)) => named(name).map(Property::value),
            (Kind::Object, StepKind::Key(name)) => named(name).map(Property::value),
            (Kind::Array, StepKind::Index(index)) => index.parse().ok().and_then(|index| node.elements().nth(index)),
            _ => None,
        };
        let Some(next) = next else {
            break;
        };
        (node, steps) = (next, rest);
    }
    (node, steps)
}

/// Whether an argument says anything but no.
fn is_no_refusal(argument: Property<'_, '_>) -> bool {
    argument.value().literal_bool() != Some(false)
}

/// Whether an argument says so.
pub(super) fn is_true(argument: Property<'_, '_>) -> bool {
    argument.value().literal_bool() == Some(true)
}
