//! Values that need no scope: constants, literal templates, operators on literals.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::exponent;
use super::template::{Native, NativeKind, Operator, Part, Step, StepKind, Template};
use crate::json::Number;
use crate::order;

/// How many digits before or behind the point are written down: engines round far more of them.
const LONGEST: usize = 100;

/// What an expression evaluates to, as far as it is constant.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Value<'t> {
    /// `null`.
    Null,
    /// A boolean.
    Bool(bool),
    /// A number as it is written, exact.
    Number(Cow<'t, str>),
    /// A string.
    String(Cow<'t, str>),
    /// A list of values.
    Tuple(Vec<Self>),
    /// Values by name.
    Object(BTreeMap<Cow<'t, str>, Self>),
    /// Not constant, or more than is computed here: references, functions, fractions.
    Unknown,
}

impl<'t> Value<'t> {
    /// The constant value of a template.
    #[must_use]
    pub fn of_template(template: &Template<'t>) -> Self {
        match template.unwrapped() {
            Some(expression) => Self::of(expression),
            None => of_parts(&template.parts),
        }
    }

    /// The constant value of an expression.
    #[must_use]
    pub fn of(expression: &Native<'t>) -> Self {
        match &expression.kind {
            NativeKind::Null => Self::Null,
            NativeKind::Bool(value) => Self::Bool(*value),
            NativeKind::Number(number) => Self::Number(Cow::Borrowed(number)),
            NativeKind::Template(parts) => match parts.as_slice() {
                [Part::Interpolation { expression, .. }] => Self::of(expression),
                parts => of_parts(parts),
            },
            NativeKind::Parentheses(inside) => Self::of(inside),
            NativeKind::Tuple(elements) => Self::Tuple(elements.iter().map(Self::of).collect()),
            NativeKind::Object(entries) => {
                let mut object = BTreeMap::new();
                for (key, value) in entries {
                    match Self::of_key(key).into_string() {
                        // Of equal keys the last counts, as in the engines.
                        Some(key) => object.insert(key, Self::of(value)),
                        None => return Self::Unknown,
                    };
                }
                Self::Object(object)
            }
            NativeKind::Unary(operator, operand) => unary(*operator, Self::of(operand)),
            NativeKind::Binary { first, rest } => rest.iter().fold(Self::of(first), |left, (operator, right)| {
                binary(left, *operator, Self::of(right))
            }),
            NativeKind::Conditional(parts) => {
                let [condition, one, other] = parts.as_ref();
                match Self::of(condition).into_bool() {
                    Some(true) => Self::of(one),
                    Some(false) => Self::of(other),
                    None => Self::Unknown,
                }
            }
            NativeKind::Access { of, steps } => steps.iter().fold(Self::of(of), Self::step),
            NativeKind::Variable(_) | NativeKind::Call(_) | NativeKind::For(_) => Self::Unknown,
        }
    }

    /// The constant value of the key of an object, where a word that stands there bare is a name.
    pub(crate) fn of_key(key: &Native<'t>) -> Self {
        match &key.kind {
            NativeKind::Variable(word) if word.steps.is_empty() => Self::String(Cow::Borrowed(word.root)),
            _ => Self::of(key),
        }
    }

    fn step(self, step: &Step<'t>) -> Self {
        let found = match (self, &step.kind) {
            (Self::Object(mut object), StepKind::Attribute(name)) => object.remove(*name),
            (Self::Object(mut object), StepKind::Key(key)) => object.remove(key),
            (Self::Tuple(mut elements), StepKind::Index(index)) => {
                let index = index.parse::<usize>().ok().filter(|&index| index < elements.len());
                index.map(|index| elements.swap_remove(index))
            }
            _ => None,
        };
        found.unwrap_or(Self::Unknown)
    }

    /// Whether all of the value is known.
    #[must_use]
    pub fn is_constant(&self) -> bool {
        match self {
            Self::Unknown => false,
            Self::Tuple(elements) => elements.iter().all(Self::is_constant),
            Self::Object(entries) => entries.values().all(Self::is_constant),
            _ => true,
        }
    }

    /// The value as the engines convert it to a string; `None` for what is none, or not constant.
    #[must_use]
    pub fn into_string(self) -> Option<Cow<'t, str>> {
        match self {
            Self::String(text) => Some(text),
            Self::Number(number) => plain_number(&number),
            Self::Bool(value) => Some(Cow::Borrowed(if value { "true" } else { "false" })),
            _ => None,
        }
    }

    /// The value as the engines convert it to a boolean; `None` for what is none, or not constant.
    #[must_use]
    pub fn into_bool(self) -> Option<bool> {
        match self {
            Self::Bool(value) => Some(value),
            Self::String(text) => match text.as_ref() {
                "true" | "1" => Some(true),
                "false" | "0" => Some(false),
                _ => None,
            },
            _ => None,
        }
    }

    /// The value as the engines convert it to a number; `None` for what is none, or not constant.
    #[must_use]
    pub fn into_number(self) -> Option<Cow<'t, str>> {
        match self {
            Self::Number(number) => Some(number),
            Self::String(text) => {
                let digits = text.strip_prefix(['-', '+']).unwrap_or(&text);
                // In a string the exponent may be one of two.
                let of_ten = if digits.contains(['p', 'P']) && !digits.contains(['e', 'E']) {
                    Cow::Owned(digits.replacen(['p', 'P'], "e", 1))
                } else {
                    Cow::Borrowed(digits)
                };
                let digits = &*of_ten;
                let is_number = digits.starts_with(|first: char| first.is_ascii_digit() || first == '.')
                    && digits.parse::<f64>().is_ok()
                    && exponent::fits(digits);
                is_number.then_some(text)
            }
            _ => None,
        }
    }

    /// The value, borrowed from nothing.
    #[must_use]
    pub fn into_owned<'o>(self) -> Value<'o> {
        match self {
            Self::Null => Value::Null,
            Self::Bool(value) => Value::Bool(value),
            Self::Number(number) => Value::Number(Cow::Owned(number.into_owned())),
            Self::String(text) => Value::String(Cow::Owned(text.into_owned())),
            Self::Tuple(elements) => Value::Tuple(elements.into_iter().map(Self::into_owned).collect()),
            Self::Object(entries) => {
                let owned = |(name, value): (Cow<'t, str>, Self)| (Cow::Owned(name.into_owned()), value.into_owned());
                Value::Object(order::map(entries.into_iter().map(owned)))
            }
            Self::Unknown => Value::Unknown,
        }
    }
}

/// Kinds alone: configuration may hold secrets.
impl std::fmt::Debug for Value<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Null => "null",
            Self::Bool(_) => "bool",
            Self::Number(_) => "number",
            Self::String(_) => "string",
            Self::Tuple(_) => "tuple",
            Self::Object(_) => "object",
            Self::Unknown => "unknown",
        })
    }
}

fn of_parts<'t>(parts: &[Part<'t>]) -> Value<'t> {
    if let [Part::Literal(text)] = parts {
        return Value::String(text.clone());
    }
    let mut joined = String::new();
    for part in parts {
        let text = match part {
            Part::Literal(text) => Some(text.clone()),
            Part::Interpolation {
                expression,
                strips: false,
                ..
            } => Value::of(expression).into_string(),
            _ => None,
        };
        match text {
            Some(text) => joined.push_str(&text),
            None => return Value::Unknown,
        }
    }
    Value::String(Cow::Owned(joined))
}

fn unary(operator: Operator, operand: Value<'_>) -> Value<'_> {
    match operator {
        Operator::Not => operand.into_bool().map_or(Value::Unknown, |value| Value::Bool(!value)),
        // The engines write less than none, and take it for another key.
        _ if whole(operand.clone()) == Some(0) => Value::Unknown,
        _ => binary(Value::Number(Cow::Borrowed("0")), Operator::Subtract, operand),
    }
}

fn binary<'t>(left: Value<'t>, operator: Operator, right: Value<'t>) -> Value<'t> {
    let known = match operator {
        Operator::Or | Operator::And => match (left.into_bool(), right.into_bool()) {
            (Some(left), Some(right)) if operator == Operator::Or => Some(Value::Bool(left || right)),
            (Some(left), Some(right)) => Some(Value::Bool(left && right)),
            _ => None,
        },
        Operator::Equal => equal(&left, &right).map(Value::Bool),
        Operator::NotEqual => equal(&left, &right).map(|same| Value::Bool(!same)),
        Operator::Less | Operator::LessOrEqual | Operator::Greater | Operator::GreaterOrEqual => compare(left, right)
            .map(|ordering| {
                Value::Bool(match operator {
                    Operator::Less => ordering.is_lt(),
                    Operator::LessOrEqual => ordering.is_le(),
                    Operator::Greater => ordering.is_gt(),
                    _ => ordering.is_ge(),
                })
            }),
        _ => whole(left)
            .zip(whole(right))
            .and_then(|(left, right)| match operator {
                Operator::Add => left.checked_add(right),
                Operator::Subtract => left.checked_sub(right),
                Operator::Multiply => left
                    .checked_mul(right)
                    .filter(|&product| product != 0 || left.min(right) >= 0),
                // A quotient that is no whole number is left alone.
                Operator::Divide => left
                    .checked_rem(right)
                    .filter(|&rest| rest == 0)
                    .and(left.checked_div(right)),
                Operator::Modulo => left.checked_rem(right),
                _ => None,
            })
            .map(|number| Value::Number(Cow::Owned(number.to_string()))),
    };
    known.unwrap_or(Value::Unknown)
}

fn whole(value: Value<'_>) -> Option<i128> {
    value.into_number()?.parse().ok()
}

fn compare(left: Value<'_>, right: Value<'_>) -> Option<Ordering> {
    let (left, right) = (left.into_number()?, right.into_number()?);
    Some(exact(&left)?.cmp(&exact(&right)?))
}

/// Whether two constants are equal; values of different kinds are not.
fn equal(left: &Value<'_>, right: &Value<'_>) -> Option<bool> {
    if !left.is_constant() || !right.is_constant() {
        return None;
    }
    Some(match (left, right) {
        (Value::Number(left), Value::Number(right)) => exact(left)? == exact(right)?,
        _ => left == right,
    })
}

/// A number of the native syntax as one of JSON, which has no zeros in front.
fn exact(number: &str) -> Option<Number<'_>> {
    let trimmed = number.trim_start_matches('0');
    let from = if trimmed.starts_with(|first: char| first.is_ascii_digit()) {
        number.len() - trimmed.len()
    } else {
        (number.len() - trimmed.len()).saturating_sub(1)
    };
    number.get(from..).and_then(Number::parse)
}

/// A number as a string: without an exponent and without superfluous zeros. `None` for what is long, and for less than
/// none.
fn plain_number<'t>(number: &Cow<'t, str>) -> Option<Cow<'t, str>> {
    let (sign, unsigned) = match number.strip_prefix('-') {
        Some(unsigned) => ("-", unsigned),
        None => ("", &**number),
    };
    let (mantissa, exponent) = unsigned.split_once(['e', 'E']).unwrap_or((unsigned, "0"));
    let (whole, part) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{whole}{part}");
    let point = i64::try_from(whole.len()).ok()?.checked_add(exponent.parse().ok()?)?;
    let trimmed = digits.trim_start_matches('0');
    let point = point.checked_sub(i64::try_from(digits.len() - trimmed.len()).ok()?)?;
    let significant = trimmed.trim_end_matches('0');
    if significant.is_empty() {
        return sign.is_empty().then_some(Cow::Borrowed("0"));
    }
    if significant.len() > LONGEST || point.unsigned_abs() > LONGEST as u64 {
        return None;
    }
    let zeros = |count: i64| "0".repeat(usize::try_from(count).unwrap_or_default());
    let text = match usize::try_from(point) {
        Ok(point) if point > 0 => match significant.split_at_checked(point) {
            Some((whole, "")) => format!("{sign}{whole}"),
            Some((whole, part)) => format!("{sign}{whole}.{part}"),
            None => {
                let missing = point.saturating_sub(significant.len());
                format!("{sign}{significant}{}", "0".repeat(missing))
            }
        },
        _ => format!("{sign}0.{}{significant}", zeros(-point)),
    };
    Some(if text == **number {
        number.clone()
    } else {
        Cow::Owned(text)
    })
}
