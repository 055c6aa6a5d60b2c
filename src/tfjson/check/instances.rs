//! Instances that stand in a module itself: the keys that a constant `count` or `for_each` gives, and references to
//! others.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::OnceLock;

use super::Checker;
use crate::hcljson::template::{Native, NativeKind, Step, StepKind};
use crate::hcljson::{Expression, Value};
use crate::json::Number;
use crate::tfjson::declared::{Group, key};
use crate::tfjson::module::Module;
use crate::tfjson::problem::ProblemKind;
use crate::tfjson::reference::{InstanceStep, Itself, Reference, Role};
use crate::tfjson::schema::Mode;

/// How often something is made, as far as constants say it.
pub(super) enum Repetition {
    /// Neither `count` nor `for_each` is there.
    Once,
    /// So often, as the number is written.
    Times(String),
    /// For each of these keys; and whether all of them are ASCII.
    Keys(BTreeSet<String>, bool),
    /// Only a plan tells.
    Unknown,
}

impl Repetition {
    fn of(group: &Group<'_>, module: &Module<'_, '_>) -> Self {
        let value = |name: &str| {
            let argument = group.argument(module, name)?;
            Some(argument.value().evaluate())
        };
        match (value("count"), value("for_each")) {
            (None, None) => Self::Once,
            (Some(count), None) => count
                .into_number()
                .map_or(Self::Unknown, |count| Self::Times(count.into_owned())),
            (None, Some(Value::Object(keys))) => {
                let is_ascii = keys.keys().all(|key| key.is_ascii());
                Self::Keys(keys.into_keys().map(Cow::into_owned).collect(), is_ascii)
            }
            _ => Self::Unknown,
        }
    }

    /// Whether there is an instance with a key; `None` where that is not certain: letters beyond ASCII are written in
    /// several ways, which the engines take for one.
    pub(super) fn has_key(&self, key: &str) -> Option<bool> {
        match self {
            Self::Keys(keys, _) if keys.contains(key) => Some(true),
            Self::Keys(_, is_ascii) => (*is_ascii && key.is_ascii()).then_some(false),
            _ => None,
        }
    }

    /// Whether it is made at all, for certain.
    fn is_any(&self) -> bool {
        match self {
            Self::Once => true,
            Self::Times(count) => count.parse::<f64>().is_ok_and(|count| count != 0.0),
            Self::Keys(keys, _) => !keys.is_empty(),
            Self::Unknown => false,
        }
    }
}

impl Checker<'_, '_, '_> {
    /// How often something is made; evaluated once, however many things refer to it.
    pub(super) fn repetition_of(&self, group: &Group<'_>) -> &Repetition {
        let base = group.base.filter(|_| !group.native);
        let number = base.and_then(|base| self.declared.number(key(base)));
        let groups = || (0..self.declared.len()).map(|_| OnceLock::new()).collect();
        let known = number.and_then(|number| self.repetitions.get_or_init(groups).get(number));
        known.map_or(&Repetition::Unknown, |known| {
            known.get_or_init(|| Box::new(Repetition::of(group, self.module)))
        })
    }

    /// Whether something has an instance with a key; `None` where only a plan tells.
    pub(super) fn has_instance(&self, group: &Group<'_>, key: &Value<'_>) -> Option<bool> {
        let repetition = self.repetition_of(group);
        match (repetition, key) {
            (Repetition::Times(count), Value::Number(_) | Value::String(_)) => {
                let count = Number::parse(count)?.as_u64()?;
                // A key that is written as a string is converted.
                let Some(index) = key.clone().into_number() else {
                    return Some(false);
                };
                // The native syntax takes zeros before a number.
                let index = Number::parse(&index).or_else(|| Number::parse(index.trim_start_matches('0')))?;
                Some(index.as_u64().is_some_and(|index| index < count))
            }
            (Repetition::Keys(..), Value::String(key)) => repetition.has_key(key),
            // Numbers become strings, as they are written if they are written plainly.
            (Repetition::Keys(..), Value::Number(number)) => {
                let is_plain = number.bytes().all(|byte| byte.is_ascii_digit());
                let is_plain = is_plain && (!number.starts_with('0') || number == "0");
                is_plain.then(|| repetition.has_key(number))?
            }
            _ => None,
        }
    }

    /// That a reference chooses an instance that is not there.
    pub(super) fn no_such_instance(&self, group: &Group<'_>, reference: &Reference<'_>) -> Option<ProblemKind> {
        let may_choose = reference.sure && !reference.is_plain;
        if !may_choose || !matches!(reference.role, Role::Value | Role::Trigger) {
            return None;
        }
        let traversal = Native::reference(&reference.text)?;
        let step = traversal.steps.get(InstanceStep::number_behind(traversal.root))?;
        self.lacking(group, &step.kind)
    }

    /// Instances in `replace_triggered_by` that are computed, which a plan finds where anything is made: they are
    /// chosen by constants, `each.key` and `count.index`.
    pub(super) fn computed_triggers(&mut self) {
        let module = self.module;
        let is_computed = |native: &Native<'_>| {
            let NativeKind::Variable(traversal) = &native.kind else {
                return false;
            };
            let computed = |step: &Step<'_>| match &step.kind {
                StepKind::Computed(key) => !matches!(key.kind, NativeKind::Variable(_) | NativeKind::Null),
                _ => false,
            };
            // What else is no key is told for every reference.
            traversal.steps.iter().any(computed) && traversal.steps.iter().all(|step| step.kind != StepKind::Splat)
        };
        for argument in module.arguments.iter().filter(|one| one.mode == Mode::Natives) {
            if self.is_never_made(argument.block) {
                continue;
            }
            for element in argument.property.value().elements() {
                if Expression::new(element).native(|_, native| is_computed(native)) == Ok(true) {
                    let (wanted, templated) = ("a constant, each.key or count.index in the brackets", false);
                    self.reject(
                        ProblemKind::NotReference { wanted, templated },
                        argument.file,
                        element.span(),
                    );
                }
            }
        }
    }

    /// That something surely has no instance with the key that a step chooses by.
    pub(super) fn lacking(&self, group: &Group<'_>, step: &StepKind<'_>) -> Option<ProblemKind> {
        let key = key_of(step)?;
        if self.has_instance(group, &key) != Some(false) {
            return None;
        }
        let (Value::String(shown) | Value::Number(shown)) = key else {
            return None;
        };
        Some(ProblemKind::NoSuchInstance(group.base?.to_string(), shown.into_owned()))
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
        let Some(group) = top.json_group(self.declared) else {
            return false;
        };
        let mut lifecycles = group
            .blocks(self.module)
            .flat_map(|top| top.content.blocks_of("lifecycle"));
        if lifecycles.any(|lifecycle| lifecycle.body.get("enabled").is_some()) {
            return false;
        }
        self.repetition_of(group).is_any()
    }
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
