//! Calls of functions with locals that stand for constants: what they are told when all files are read.

use std::collections::BTreeMap;

use super::Checker;
use crate::hcljson::template::{Native, NativeKind, StepKind, Traversal};
use crate::hcljson::{Node, Value};
use crate::tfjson::call_values;
use crate::tfjson::declaration::DeclarationKind;
use crate::tfjson::problem::ProblemKind;
use crate::tfjson::reference::Subject;

/// In bytes; a longer local is not evaluated, as each call that names it would copy what it stands for.
const LONGEST: usize = 2_000;

/// What locals and parts of them stand for, by how they are written.
type Locals = BTreeMap<String, Value<'static>>;

impl Checker<'_, '_, '_> {
    /// What was noted of each call holds where the function does nothing with what the locals stand for.
    pub(super) fn open_calls(&mut self) {
        let mut problems = std::mem::take(&mut self.problems);
        let mut locals = Locals::new();
        problems.retain_mut(|problem| {
            let ProblemKind::OpenCall(call, places) = &problem.kind else {
                return true;
            };
            let misfit = self.misfit(call, &mut locals);
            let place = misfit.and_then(|(number, words)| Some((*places.get(number)?, words)));
            let Some((place, words)) = place else {
                return false;
            };
            problem.kind = ProblemKind::Misfit(words);
            problem.span = place;
            true
        });
        self.problems = problems;
    }

    fn misfit(&self, text: &str, locals: &mut Locals) -> Option<(usize, &'static str)> {
        let native = Native::parse(text).ok().filter(|_| self.module.complete)?;
        let NativeKind::Call(call) = &native.kind else {
            return None;
        };
        let mut value = |argument: &Native<'_>| match &argument.kind {
            NativeKind::Variable(name) => {
                let written = text.get(argument.span.range())?.to_owned();
                let known = || self.local(name).unwrap_or(Value::Unknown);
                Some(locals.entry(written).or_insert_with(known).clone())
            }
            _ => Some(Value::of(argument).into_owned()),
        };
        let given: Option<Vec<_>> = call.arguments.iter().map(&mut value).collect();
        call_values::misfit(call.function()?, &given?)
    }

    /// The constant that a local or a part of one is.
    fn local(&self, name: &Traversal<'_>) -> Option<Value<'static>> {
        let Subject::Local(local) = Subject::of(name) else {
            return None;
        };
        let group = self.declared.get((DeclarationKind::Local, local, ""))?;
        let node: Node<'_, '_> = group.local(self.module)?;
        let known = (node.span().len() <= LONGEST).then(|| node.evaluate().into_owned())?;
        name.steps
            .iter()
            .skip(1)
            .try_fold(known, |value, step| match (value, &step.kind) {
                (Value::Object(mut entries), StepKind::Attribute(name)) => entries.remove(*name),
                (Value::Object(mut entries), StepKind::Key(key)) => entries.remove(key),
                (Value::Tuple(mut elements), StepKind::Index(index)) => {
                    let index = index.parse().ok().filter(|index: &usize| *index < elements.len())?;
                    Some(elements.swap_remove(index))
                }
                _ => None,
            })
    }
}
