//! What is read and perhaps never evaluated, so that no engine refuses a module for what is wrong with its values.

use super::decode::Decoder;
use super::problem::ProblemKind;
use crate::hcljson::template::TemplateErrorKind;
use crate::hcljson::{Content, Value};

impl<'f, 'a> Decoder<'_, 'f, 'a> {
    /// The message of a validation is not looked at before the condition is false: until then engines warn of what is
    /// wrong with it in JSON, whatever it is. What it refers to must be there all the same.
    pub(super) fn message_of_validation(&mut self, from: usize, references: usize, content: &Content<'f, 'a>) {
        let Some(message) = content.attribute("error_message") else {
            return;
        };
        let message = message.value().span();
        for problem in self.part.problems.iter_mut().skip(from) {
            let is_needed = matches!(
                problem.kind,
                ProblemKind::UnrequiredProvider(_) | ProblemKind::InstanceKey
            );
            problem.engine_rejects &= is_needed || !message.contains(problem.span.start);
        }
        for reference in self.part.references.iter_mut().skip(references) {
            reference.sure &= !message.contains(reference.span.start);
        }
    }

    /// Where an import is perhaps repeated for nothing, its id is perhaps not looked at.
    pub(super) fn id_of_import(&mut self, content: &Content<'f, 'a>) {
        let (Some(each), Some(id)) = (content.attribute("for_each"), content.attribute("id")) else {
            return;
        };
        let is_made = match each.value().evaluate() {
            Value::Object(keys) => !keys.is_empty(),
            Value::Tuple(keys) => !keys.is_empty(),
            _ => false,
        };
        let id = id.value().span();
        for problem in self.part.problems.iter_mut().filter(|_| !is_made) {
            problem.engine_rejects &= !(is_of_call(&problem.kind) && id.contains(problem.span.start));
        }
    }

    /// Of what is made for nothing no value is asked: what is wrong with values is wrong all the same, and nobody says
    /// so.
    pub(super) fn perhaps_not_made(&mut self, problems: usize, references: usize) {
        for problem in self.part.problems.iter_mut().skip(problems) {
            problem.engine_rejects &= !is_of_call(&problem.kind);
        }
        for reference in self.part.references.iter_mut().skip(references) {
            reference.sure = false;
        }
    }
}

/// Whether a problem is found when a value is asked for, and not before.
const fn is_of_call(kind: &ProblemKind) -> bool {
    let is_other = matches!(
        kind,
        ProblemKind::UnrequiredProvider(_) | ProblemKind::Template(TemplateErrorKind::AmbiguousKey)
    );
    is_other || kind.is_of_expression()
}
