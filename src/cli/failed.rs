//! What is wrong with an input and what to do, in the words of the command that was run.

use crate::input::{InputError, Reader, Want};
use crate::report::Failure;

/// How many refused documents of one input are told one by one.
const TOLD: usize = 20;

/// The refused documents of one input: a long row of them says no more than its first ones.
#[derive(Default)]
pub(super) struct RefusalCount {
    count: usize,
}

impl RefusalCount {
    /// Whether what is wrong with the next one is told.
    pub(super) fn tells_next(&mut self) -> bool {
        self.count += 1;
        self.count <= TOLD
    }

    /// What to say of the others.
    pub(super) fn more(&self) -> Option<InputError> {
        let count = self.count.saturating_sub(TOLD);
        (count > 0).then_some(InputError::MoreRefused { count })
    }
}

/// The failure of an input that `reader` was to read.
pub(super) fn failure(name: &str, error: &InputError, reader: Reader) -> Failure {
    Failure {
        help: Some(error.help_for(reader)),
        ..Failure::new(name, error)
    }
}

/// The gate, asked for such documents.
pub(super) fn gate(want: Want) -> Reader {
    Reader { want, ..Reader::GATE }
}

/// `planlint baseline`, asked for such documents.
pub(super) fn baseline(want: Want) -> Reader {
    Reader {
        plans: "planlint baseline",
        states: "planlint baseline --kind state",
        want,
    }
}

/// `planlint show`.
pub(super) const SHOW: Reader = Reader {
    plans: "planlint show",
    states: "planlint show --kind state",
    want: Want::Plan,
};

/// `planlint redact`.
pub(super) const REDACT: Reader = of_either("planlint redact");

/// `planlint match`.
pub(super) const MATCH: Reader = of_either("planlint match PATTERN");

/// `planlint diff`.
pub(super) const DIFF: Reader = of_either("planlint diff OLD -");

/// `planlint fingerprint`.
pub(super) const FINGERPRINT: Reader = of_either("planlint fingerprint");

/// A command that takes plans and states alike.
const fn of_either(command: &'static str) -> Reader {
    Reader {
        plans: command,
        states: command,
        want: Want::Any,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn help_names_the_command_that_was_run() {
        for (reader, error, wanted, why) in [
            (
                gate(Want::Any),
                InputError::HumanState,
                "for the plan: tofu show -json tfplan | planlint   ·   for the state: tofu show -json | planlint state",
                "the gate has a command for states",
            ),
            (
                SHOW,
                InputError::HumanState,
                "for the plan: tofu show -json tfplan | planlint show   ·   for the state: tofu show -json | planlint show \
                 --kind state",
                "show is told what it is to show",
            ),
            (
                REDACT,
                InputError::HumanState,
                "for the plan: tofu show -json tfplan | planlint redact   ·   for the state: tofu show -json | planlint redact",
                "a command that takes both",
            ),
            (
                gate(Want::State),
                InputError::NotJson,
                "tofu show -json | planlint state",
                "a state was asked for",
            ),
            (
                baseline(Want::State),
                InputError::NotJson,
                "tofu show -json | planlint baseline --kind state",
                "and by another command",
            ),
            (
                gate(Want::State),
                InputError::HumanPlan,
                "tofu plan -out=tfplan, then: tofu show -json tfplan | planlint",
                "what is said of plans is said so where a state was asked for",
            ),
            (
                baseline(Want::Plan),
                InputError::StateNotPlan,
                "did you forget the plan file? tofu show -json tfplan | planlint baseline   ·   to judge the state: planlint \
                 baseline --kind state FILE",
                "a baseline of plans",
            ),
            (
                FINGERPRINT,
                InputError::CloudBookmark,
                "show fetches the plan with the credentials you have: terraform show -json tfplan | planlint fingerprint",
                "behind the command of another engine",
            ),
        ] {
            assert_eq!(failure("x", &error, reader).help.as_deref(), Some(wanted), "{why}");
        }
    }

    #[test]
    fn the_gate_is_what_help_is_written_for() {
        for error in [InputError::NotJson, InputError::List, InputError::PlanNotState] {
            let (one, other) = (failure("x", &error, gate(Want::Plan)), Failure::new("x", &error));
            assert_eq!(one.help, other.help, "{error}");
        }
    }
}
