//! What is read and perhaps never evaluated, so that no engine refuses a module for what is wrong with its values.

use super::decode::Decoder;
use super::problem::ProblemKind;
use crate::hcljson::Content;
use crate::hcljson::template::TemplateErrorKind;

impl<'f, 'a> Decoder<'_, 'f, 'a> {
    /// The message of a validation is not looked at before the condition is false.
    pub(super) fn message_of_validation(&mut self, from: usize, references: usize, content: &Content<'f, 'a>) {
        let Some(message) = content.attribute("error_message") else {
            return;
        };
        let place = message.value().opening();
        for problem in self.part.problems.iter_mut().skip(from) {
            let forgiven = matches!(problem.kind, ProblemKind::ValueType(_)) && problem.span == place;
            problem.engine_rejects &= !forgiven;
        }
        let message = message.value().span();
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
