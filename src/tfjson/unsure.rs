//! What is read and perhaps never evaluated, so that no engine refuses a module for what is wrong with its values.

use super::decode::Decoder;
use super::problem::ProblemKind;
use crate::hcljson::Content;
use crate::hcljson::template::TemplateErrorKind;

impl<'f, 'a> Decoder<'_, 'f, 'a> {
    /// The message of a validation is not looked at before the condition is false: until then engines warn of what is wrong
    /// with it in JSON, whatever it is. What it refers to must be there all the same.
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

    /// Of what is made for nothing no value is asked: what is wrong with values is wrong all the same, and nobody says so.
    pub(super) fn perhaps_not_made(&mut self, problems: usize, references: usize) {
        for problem in self.part.problems.iter_mut().skip(problems) {
            let is_of_call = matches!(
                problem.kind,
                ProblemKind::UnknownFunction { .. }
                    | ProblemKind::Arity { .. }
                    | ProblemKind::UnrequiredProvider(_)
                    | ProblemKind::Template(TemplateErrorKind::AmbiguousKey)
            );
            problem.engine_rejects &= !is_of_call;
        }
        for reference in self.part.references.iter_mut().skip(references) {
            reference.sure = false;
        }
    }
}
