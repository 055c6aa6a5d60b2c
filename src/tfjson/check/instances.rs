//! Instances that stand in a module itself: the keys that a constant `count` or `for_each` gives, and references to others.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::super::declared::Group;
use super::super::problem::ProblemKind;
use super::super::reference::{InstanceStep, Itself, Reference, Role};
use super::Checker;
use crate::hcljson::template::{Native, NativeKind, StepKind};
use crate::hcljson::{Expression, Value};
use crate::json::Number;

impl Checker<'_, '_, '_> {
    /// Whether something has an instance with a key; `None` where only a plan tells.
    pub(super) fn has_instance(&self, group: &Group<'_>, key: &Value<'_>) -> Option<bool> {
        if group.native {
            return None;
        }
        let value = |name: &str| {
            let argument = group.argument(self.module, name)?;
            Some(Expression::new(argument.value()).evaluate(&mut Vec::new()))
        };
        match (value("count"), value("for_each")) {
            (Some(count), None) => {
                let count = count.into_number()?;
                let count = Number::parse(&count)?.as_u64()?;
                // A key that is written as a string is converted.
                let index = match key {
                    Value::Number(_) | Value::String(_) => key.clone().into_number(),
                    _ => return None,
                };
                let Some(index) = index else { return Some(false) };
                // The native syntax takes zeros before a number.
                let index = Number::parse(&index).or_else(|| Number::parse(index.trim_start_matches('0')))?;
                Some(index.as_u64().is_some_and(|index| index < count))
            }
            (None, Some(Value::Object(keys))) => match key {
                Value::String(key) => has_key(&keys, key),
                // Numbers become strings, as they are written if they are written plainly.
                Value::Number(number) if number.bytes().all(|byte| byte.is_ascii_digit()) => {
                    (!number.starts_with('0') || number == "0").then(|| has_key(&keys, number))?
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// That a reference chooses an instance that is not there.
    pub(super) fn no_such_instance(&self, group: &Group<'_>, reference: &Reference<'_>) -> Option<ProblemKind> {
        if !reference.sure || !matches!(reference.role, Role::Value | Role::Trigger) {
            return None;
        }
        let step = InstanceStep::number_of(reference)?;
        let native = Native::parse(&reference.text).ok()?;
        let NativeKind::Variable(traversal) = &native.kind else {
            return None;
        };
        let key = key_of(&traversal.steps.get(step)?.kind)?;
        let base = group.base?;
        (self.has_instance(group, &key) == Some(false)).then(|| {
            let shown = match key {
                Value::String(key) | Value::Number(key) => key.into_owned(),
                _ => String::new(),
            };
            ProblemKind::NoSuchInstance(base.to_string(), shown)
        })
    }

    /// Whether a plan looks for certain at the value that a reference stands in: provisioners run later, and of what is
    /// made zero times, or perhaps, nothing is asked.
    pub(super) fn is_surely_asked(&self, reference: &Reference<'_>) -> bool {
        let Some(top) = self.module.blocks.get(reference.block) else {
            return false;
        };
        let kind = top.kind;
        if reference.place.itself == Itself::Address || matches!(kind, "provider" | "variable" | "import") {
            return false;
        }
        if !matches!(kind, "resource" | "data" | "ephemeral" | "module") {
            return true;
        }
        let Some(group) = top.group(self.declared).filter(|group| !group.native) else {
            return false;
        };
        let mut lifecycles = group
            .blocks(self.module)
            .flat_map(|top| top.content.blocks_of("lifecycle"));
        if lifecycles.any(|lifecycle| lifecycle.body.node().get("enabled").is_some()) {
            return false;
        }
        ["count", "for_each"].into_iter().all(|name| {
            let argument = group.argument(self.module, name);
            argument.is_none_or(
                |argument| match Expression::new(argument.value()).evaluate(&mut Vec::new()) {
                    Value::Object(keys) => !keys.is_empty(),
                    count => count
                        .into_number()
                        .is_some_and(|count| count.parse::<f64>().is_ok_and(|count| count != 0.0)),
                },
            )
        })
    }
}

/// Whether an object has a key; `None` where that is not certain, since letters beyond ASCII are written in several ways which
/// the engines take for one.
pub(super) fn has_key(object: &BTreeMap<Cow<'_, str>, Value<'_>>, key: &str) -> Option<bool> {
    if object.contains_key(key) {
        return Some(true);
    }
    (key.is_ascii() && object.keys().all(|known| known.is_ascii())).then_some(false)
}

/// The key that a step chooses by; `None` where it is not constant.
pub(super) fn key_of<'t>(step: &StepKind<'t>) -> Option<Value<'t>> {
    let value = match step {
        StepKind::Index(index) => Value::Number((*index).into()),
        StepKind::Key(key) => Value::String(key.clone()),
        StepKind::Computed(key) => Value::of(key).into_owned(),
        _ => return None,
    };
    matches!(value, Value::Number(_) | Value::String(_)).then_some(value)
}
