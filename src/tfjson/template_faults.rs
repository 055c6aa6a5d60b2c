//! What is wrong inside of a template, and whether an engine would come upon it: calls of functions, constants that are
//! no operands, keys that may be meant in two ways.

use std::collections::BTreeSet;

use super::call_values;
use super::common_type::Literal;
use super::constant_faults;
use super::decode::Decoder;
use super::functions::{self, Elements, Parameter};
use super::operands::{self, Needed};
use super::problem::ProblemKind;
use super::type_constraint::{TYPE_WORDS, Type};
use crate::hcljson::template::{
    Call, Met, Native, NativeKind, Operator, Part, Step, StepKind, Template, TemplateErrorKind, Traversal,
};
use crate::hcljson::{Text, Value};
use crate::source::Span;

/// In bytes; of a longer call nothing is said that its locals tell.
const LONGEST: usize = 500;

/// What is wrong with the calls and keys of a template.
///
/// The engines evaluate no branch that is not chosen, no body of a `for` without elements, and pass over what is wrong
/// inside of `try` and `can`: a mistake there is one all the same, and nobody refuses the module for it.
///
/// `references` are where those begin that are none of the template's own names. Gives back where references stand that
/// are operands or arguments, and what is needed there.
pub(super) fn check<'a>(
    decoder: &mut Decoder<'_, '_, 'a>,
    text: &Text<'a>,
    template: &Template<'_>,
    references: &BTreeSet<usize>,
) -> Vec<(Span, Needed)> {
    let mut needs = Vec::new();
    let visit = |found: Found<'_, '_>, sure| match found {
        Found::Call(call) => judge(decoder, text, call, sure),
        Found::Key(key) => {
            let kind = ProblemKind::Template(TemplateErrorKind::AmbiguousKey);
            decoder.problem(kind, text.span(key.span()), sure);
            true
        }
        // Where it is not evaluated for sure, nobody knows what is meant.
        Found::Fault(span, kind) if sure => {
            decoder.reject(kind, text.span(span));
            true
        }
        Found::Need(traversal, needed) if sure => {
            needs.push((text.span(traversal.span()), needed));
            true
        }
        Found::Open(call, arguments) if sure => {
            let written = text.as_str().get(call.range());
            let is_reference = |argument: &Native<'_>| match &argument.kind {
                NativeKind::Variable(name) => references.contains(&text.span(name.span()).start),
                _ => true,
            };
            if let Some(written) = written.filter(|written| written.len() <= LONGEST)
                && arguments.iter().all(is_reference)
            {
                let places = arguments.iter().map(|argument| text.span(argument.span)).collect();
                decoder.reject(ProblemKind::OpenCall(written.to_owned(), places), text.span(call));
            }
            true
        }
        Found::Fault(..) | Found::Need(..) | Found::Open(..) | Found::Reference(_) => true,
    };
    Walk { visit }.parts(&template.parts, true);
    needs
}

/// Where the references stand that are perhaps not evaluated, or whose mistakes something forgives.
pub(super) fn unsure(template: &Template<'_>) -> Vec<Span> {
    let mut unsure = Vec::new();
    let visit = |found: Found<'_, '_>, sure| {
        if let (Found::Reference(traversal), false) = (found, sure) {
            unsure.push(traversal.span());
        }
        true
    };
    Walk { visit }.parts(&template.parts, true);
    unsure
}

/// What a walk comes upon.
enum Found<'w, 't> {
    Call(&'w Call<'t>),
    Reference(&'w Traversal<'t>),
    Key(&'w Traversal<'t>),
    /// What no engine evaluates.
    Fault(Span, ProblemKind),
    /// A reference to what has a type before it has a value, and what is needed in its place.
    Need(&'w Traversal<'t>, Needed),
    /// A call of constants and locals, and its arguments: what it makes of them is known when the locals are.
    Open(Span, &'w [Native<'t>]),
}

/// Whatever is found, with whether it is evaluated for sure; what is given to a call that is not sound is not looked
/// at.
struct Walk<V> {
    visit: V,
}

impl<V: FnMut(Found<'_, '_>, bool) -> bool> Walk<V> {
    fn parts(&mut self, parts: &[Part<'_>], sure: bool) {
        let strips = |part: &Part<'_>| matches!(part, Part::Interpolation { strips: true, .. });
        let is_text = parts.len() > 1 && !parts.iter().any(strips);
        for part in parts {
            match part {
                Part::Literal(_) => {}
                Part::Interpolation { expression, .. } => {
                    if is_text {
                        self.operand(expression, Needed::InText, sure);
                    }
                    self.expression(expression, sure);
                }
                Part::If {
                    condition,
                    then,
                    otherwise,
                } => {
                    self.typed(condition, Needed::Bool, sure);
                    self.expression(condition, sure);
                    self.parts(then, false);
                    self.parts(otherwise, false);
                }
                Part::For { collection, body, .. } => {
                    self.typed(collection, Needed::Many, sure);
                    self.expression(collection, sure);
                    self.parts(body, sure && has_elements(collection));
                }
            }
        }
    }

    fn expression(&mut self, expression: &Native<'_>, sure: bool) {
        match &expression.kind {
            NativeKind::Null | NativeKind::Bool(_) | NativeKind::Number(_) => {}
            NativeKind::Template(parts) => self.parts(parts, sure),
            NativeKind::Variable(traversal) => {
                (self.visit)(Found::Reference(traversal), sure);
                self.steps(&traversal.steps, sure);
            }
            NativeKind::Access { of, steps } => {
                if let Some((step, kind)) = constant_faults::step(of, steps) {
                    (self.visit)(Found::Fault(step.span, kind), sure);
                }
                self.expression(of, sure);
                self.steps(steps, sure);
            }
            NativeKind::Call(call) => self.call(call, expression.span, sure),
            NativeKind::Conditional(parts) => {
                let [condition, one, other] = parts.as_ref();
                self.typed(condition, Needed::Bool, sure);
                self.expression(condition, sure);
                if constant_faults::are_apart(one, other) {
                    (self.visit)(Found::Fault(expression.span, ProblemKind::ResultTypes), sure);
                }
                self.expression(one, false);
                self.expression(other, false);
            }
            NativeKind::Parentheses(operand) => self.expression(operand, sure),
            NativeKind::Unary(operator, operand) => {
                if let Some(needed) = Needed::by(*operator) {
                    self.typed(operand, needed, sure);
                }
                self.expression(operand, sure);
            }
            NativeKind::Binary { first, rest } => {
                let needed = rest.first().and_then(|(operator, _)| Needed::by(*operator));
                if let Some(needed) = needed {
                    // OpenTofu takes null where the other operand decides.
                    self.typed(
                        first,
                        needed,
                        sure && !(needed == Needed::Bool && operands::is_null(first)),
                    );
                }
                self.expression(first, sure);
                // What comes of one comparison is no number for the next.
                if rest.len() > 1 && rest.iter().all(|(operator, _)| operator.is_of_order()) {
                    self.other(expression, Needed::Number, sure);
                }
                for (operator, operand) in rest {
                    let decided = matches!(operator, Operator::And | Operator::Or);
                    // Of what decides nothing the type is looked at all the same, but neither whether it is null nor
                    // whether anything comes of the calls in it.
                    let is_passed_over = decided && (operands::is_null(operand) || has_calls(operand));
                    if let Some(needed) = Needed::by(*operator) {
                        self.typed(operand, needed, sure && !is_passed_over);
                    }
                    self.expression(operand, sure && !decided);
                }
            }
            NativeKind::Tuple(elements) => self.all(elements, sure),
            NativeKind::Object(entries) => {
                for (key, value) in entries {
                    if let Some(key) = key.ambiguous_key() {
                        (self.visit)(Found::Key(key), sure);
                    }
                    // A word that stands there bare is a name, whatever it is elsewhere.
                    if matches!(
                        key.kind,
                        NativeKind::Parentheses(_) | NativeKind::Tuple(_) | NativeKind::Object(_)
                    ) {
                        self.operand(key, Needed::Text, sure);
                    }
                    self.expression(key, sure);
                    self.expression(value, sure);
                }
            }
            NativeKind::For(for_) => {
                self.typed(&for_.collection, Needed::Many, sure);
                self.expression(&for_.collection, sure);
                // Its type is looked at before there is any element.
                if let Some(condition) = &for_.condition {
                    self.typed(condition, Needed::Bool, sure);
                }
                let sure = sure && has_elements(&for_.collection);
                for inner in for_.key.iter().chain([&for_.value]) {
                    self.expression(inner, sure && for_.condition.is_none());
                }
                if constant_faults::has_key_twice(for_) {
                    (self.visit)(Found::Fault(expression.span, ProblemKind::KeyTwice), sure);
                }
                if let Some(condition) = &for_.condition {
                    self.expression(condition, sure);
                }
            }
        }
    }

    fn call(&mut self, call: &Call<'_>, span: Span, sure: bool) {
        let sound = (self.visit)(Found::Call(call), sure);
        let function = call.function();
        let forgives = matches!(function, Some("try" | "can"));
        // What is given to a call that is refused is not looked at. A type is no value.
        let values = match function {
            Some("convert") => 1,
            _ => call.arguments.len(),
        };
        let values = call.arguments.get(..values).unwrap_or(&call.arguments);
        let sure = sure && sound && !forgives;
        let known: Vec<_> = values.iter().map(Value::of).collect();
        let open = known.iter().filter(|value| !value.is_constant()).count();
        // As long as nobody knows what the last one expands to, nobody looks at the others.
        let expands = call.expands && !values.is_empty();
        if let Some(last) = values.last().filter(|_| expands) {
            self.expanded(last, sure);
        }
        let given = values.len() - usize::from(expands);
        if !expands || known.last().is_some_and(Value::is_constant) {
            for (number, (argument, value)) in values.iter().zip(&known).take(given).enumerate() {
                let Some(parameter) = function.and_then(|name| functions::parameter(name, number)) else {
                    continue;
                };
                // Null has no type, either.
                if parameter.together && parameter.takes_null && operands::is_null(argument) {
                    break;
                }
                let others_have_types = open == 0 || open == 1 && !value.is_constant();
                self.argument(argument, parameter, sure && (!parameter.together || others_have_types));
            }
        }
        if let Some(name) = function.filter(|_| !expands) {
            let misfit = call_values::misfit(name, &known).or_else(|| unlike(name, values));
            if let Some((argument, words)) = misfit.and_then(|(number, words)| Some((values.get(number)?, words))) {
                (self.visit)(Found::Fault(argument.span, ProblemKind::Misfit(words)), sure);
            } else if call_values::judges(name) && is_of_locals(values, &known) {
                (self.visit)(Found::Open(span, values), sure);
            }
        }
        self.all(values, sure);
    }

    fn operand(&mut self, operand: &Native<'_>, needed: Needed, sure: bool) {
        if operands::is_other(operand, needed) {
            self.other(operand, needed, sure);
        }
    }

    fn other(&mut self, operand: &Native<'_>, needed: Needed, sure: bool) {
        (self.visit)(Found::Fault(operand.span, ProblemKind::Operand(needed.words())), sure);
    }

    /// An operand where what has no value yet may have a type: engines look at it before a plan, at that of
    /// conditions and of parts of texts in one.
    fn typed(&mut self, operand: &Native<'_>, needed: Needed, sure: bool) {
        match &operand.kind {
            NativeKind::Parentheses(inside) => self.typed(inside, needed, sure),
            // All elements at once are a list, whatever they are elements of.
            NativeKind::Variable(traversal) if !traversal.steps.iter().any(|step| step.kind == StepKind::Splat) => {
                (self.visit)(Found::Need(traversal, needed), sure);
            }
            _ => self.operand(operand, needed, sure),
        }
    }

    /// What `...` makes arguments of.
    fn expanded(&mut self, list: &Native<'_>, sure: bool) {
        if operands::is_null(list) {
            self.other(list, Needed::List, sure);
        } else {
            self.typed(list, Needed::List, sure);
        }
    }

    fn argument(&mut self, argument: &Native<'_>, parameter: Parameter, sure: bool) {
        let needed = parameter.needed;
        if operands::is_null(argument) {
            if !parameter.takes_null {
                self.other(argument, needed, sure);
            }
        } else if !parameter.by_value {
            self.typed(argument, needed, sure);
        } else if !operands::has_holes(argument) {
            self.operand(argument, needed, sure);
        }
        self.elements(argument, parameter, sure);
    }

    /// The elements of a list or an object that stands there itself.
    fn elements(&mut self, argument: &Native<'_>, parameter: Parameter, sure: bool) {
        let elements: Vec<_> = match &argument.kind {
            NativeKind::Parentheses(inside) => return self.elements(inside, parameter, sure),
            NativeKind::Tuple(elements) => elements.iter().collect(),
            NativeKind::Object(entries) => entries.iter().map(|(_, value)| value).collect(),
            _ => return,
        };
        match parameter.elements {
            Elements::Each(needed) => {
                for element in elements.iter().filter(|element| !operands::is_null(element)) {
                    self.typed(element, needed, sure);
                }
            }
            Elements::Alike if have_nothing_in_common(elements) => {
                let kind = ProblemKind::Misfit("a value whose elements have a type in common");
                (self.visit)(Found::Fault(argument.span, kind), sure);
            }
            Elements::Any | Elements::Alike => {}
        }
    }

    fn all(&mut self, expressions: &[Native<'_>], sure: bool) {
        for expression in expressions {
            self.expression(expression, sure);
        }
    }

    /// What stands behind a splat is evaluated for each element alone.
    fn steps(&mut self, steps: &[Step<'_>], sure: bool) {
        let mut sure = sure;
        for step in steps {
            match &step.kind {
                StepKind::Computed(index) => self.expression(index, sure),
                StepKind::Splat => sure = false,
                _ => {}
            }
        }
    }
}

fn has_calls(expression: &Native<'_>) -> bool {
    let mut found = false;
    expression.walk(|met| found |= matches!(met, Met::Call(_)));
    found
}

/// Whether some arguments are locals, and all others constants.
fn is_of_locals(arguments: &[Native<'_>], known: &[Value<'_>]) -> bool {
    let mut open = arguments.iter().zip(known).filter(|(_, value)| !value.is_constant());
    let is_local = |argument: &Native<'_>| matches!(&argument.kind, NativeKind::Variable(name) if name.root == "local");
    open.clone().next().is_some() && open.all(|(argument, _)| is_local(argument))
}

/// Whether values surely have no type in common.
fn have_nothing_in_common<'w, 't: 'w>(values: impl IntoIterator<Item = &'w Native<'t>>) -> bool {
    let types: Vec<_> = values.into_iter().map(Literal::written).collect();
    Literal::in_common(&types).is_none()
}

/// An argument that is surely of a type of its own, where a function returns one of them; null is of none.
fn unlike(name: &str, arguments: &[Native<'_>]) -> Option<(usize, &'static str)> {
    let is_unlike = name == "coalesce" && !arguments.iter().any(operands::is_null) && have_nothing_in_common(arguments);
    is_unlike.then_some((
        arguments.len().checked_sub(1)?,
        "a value of the same type as the others",
    ))
}

/// Whether a `for` goes through something for sure: a list or an object that stands there itself.
pub(super) fn has_elements(collection: &Native<'_>) -> bool {
    match &collection.kind {
        NativeKind::Tuple(elements) => !elements.is_empty(),
        NativeKind::Object(entries) => !entries.is_empty(),
        NativeKind::Parentheses(inside) => has_elements(inside),
        _ => false,
    }
}

/// Whether a reference is the name of a type, in a type that is given to a function.
pub(super) fn is_word_of_type(traversal: &Traversal<'_>, types: &[Span]) -> bool {
    traversal.steps.is_empty()
        && TYPE_WORDS.contains(&traversal.root)
        && types.iter().any(|of| of.contains(traversal.span().start))
}

/// Whether nothing is wrong with the call itself.
fn judge<'a>(decoder: &mut Decoder<'_, '_, 'a>, text: &Text<'a>, call: &Call<'_>, sure: bool) -> bool {
    if let Some(kind) = fault(decoder, call) {
        decoder.problem(kind, text.span(call.name_span), sure);
        return false;
    }
    if let Some(Err((kind, span))) = type_argument(decoder, call).map(Type::exact) {
        decoder.problem(ProblemKind::Type(kind), text.span(span), sure);
        return false;
    }
    if let ("templatestring", [template, values]) = (call.function().unwrap_or_default(), call.arguments.as_slice())
        && !matches!(template.kind, NativeKind::Variable(_) | NativeKind::Access { .. })
        && Value::of(values) != Value::Unknown
        && decoder.is_terraform()
    {
        let kind = ProblemKind::Misfit("a reference to a text");
        decoder.problem(kind, text.span(template.span), sure);
        return false;
    }
    true
}

/// The argument of a call that the engine reads as a type.
pub(super) fn type_argument<'c, 't>(decoder: &mut Decoder<'_, '_, '_>, call: &'c Call<'t>) -> Option<&'c Native<'t>> {
    let (name, argument) = (call.function()?, call.arguments.get(1)?);
    let takes_type = decoder.ask(|engine| functions::takes_type(name, engine));
    takes_type.then_some(argument)
}

fn fault(decoder: &mut Decoder<'_, '_, '_>, call: &Call<'_>) -> Option<ProblemKind> {
    match call.name.as_slice() {
        // Whether the provider is one of the module is known when all its files are read.
        ["provider", provider, _] => return Some(ProblemKind::UnrequiredProvider((*provider).to_owned())),
        // One configuration of it.
        ["provider", provider, _, _] if !decoder.is_terraform() => {
            return Some(ProblemKind::UnrequiredProvider((*provider).to_owned()));
        }
        _ => {}
    }
    let name = call.function().unwrap_or_default();
    // They are there, and all they do is to say what is to be written instead.
    if let Some(suggestion) = match name {
        "list" => Some("tolist"),
        "map" => Some("tomap"),
        _ => None,
    } {
        return Some(ProblemKind::UnknownFunction {
            name: call.name.join("::"),
            suggestion: Some(suggestion),
        });
    }
    let Some(arity) = decoder.ask(|engine| functions::arity(name, engine)) else {
        return Some(ProblemKind::UnknownFunction {
            name: call.name.join("::"),
            suggestion: decoder.ask(|engine| functions::like(&call.name, engine)),
        });
    };
    // What the last one expands to is not known: it may be nothing.
    let sure = call.arguments.len() - usize::from(call.expands && !call.arguments.is_empty());
    let too_few = !call.expands && sure < arity.least;
    let too_many = arity.most.is_some_and(|most| sure > most);
    (too_few || too_many).then(|| ProblemKind::Arity {
        name: name.to_owned(),
        least: arity.least,
        most: arity.most,
        given: sure,
    })
}
