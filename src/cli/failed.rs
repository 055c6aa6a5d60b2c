//! What is wrong with an input and what to do, with the command that was run.

use miette::Diagnostic;

use crate::input::InputError;
use crate::report::Failure;

/// How many refused documents of one input are told one by one.
const TOLD: usize = 20;

/// The refused documents of one input: a long row of them says no more than its first ones.
#[derive(Default)]
pub(super) struct Refused {
    count: usize,
}

impl Refused {
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

/// The failure of an input. Of the commands in its help those that judge give way to `command`, which was run with its
/// arguments in words: `show`, `diff OLD -`; nothing for the gate.
pub(super) fn failure(name: &str, error: &dyn Diagnostic, command: &str) -> Failure {
    let failure = Failure::new(name, error);
    Failure {
        help: failure.help.map(|help| help_for(command, &help)),
        ..failure
    }
}

fn help_for(command: &str, help: &str) -> String {
    const GATE: &str = "tofu show -json tfplan | planlint";
    const STATES: &str = "tofu show -json | planlint state";
    match command {
        "" => help.to_owned(),
        "state" => help.replace(GATE, STATES),
        _ => {
            let of_states = match command {
                "show" | "baseline" => format!("{command} --kind state"),
                _ => command.to_owned(),
            };
            help.replace(GATE, &format!("{GATE} {command}"))
                .replace(STATES, &format!("tofu show -json | planlint {of_states}"))
                .replace(
                    "judge the state: planlint state",
                    &format!("read the state: planlint {of_states}"),
                )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn help_names_the_command_that_was_run() {
        let both =
            "for the plan: tofu show -json tfplan | planlint   ·   for the state: tofu show -json | planlint state";
        for (command, help, wanted, why) in [
            ("", both, both, "the gate is what help is written for"),
            (
                "show",
                both,
                "for the plan: tofu show -json tfplan | planlint show   ·   for the state: tofu show -json | planlint show \
                 --kind state",
                "of show, which is told what it is to show",
            ),
            (
                "redact",
                both,
                "for the plan: tofu show -json tfplan | planlint redact   ·   for the state: tofu show -json | planlint redact",
                "of a command that takes both",
            ),
            (
                "state",
                "make it again: tofu show -json tfplan | planlint",
                "make it again: tofu show -json | planlint state",
                "of states",
            ),
            (
                "baseline",
                "to judge the state: planlint state FILE",
                "to read the state: planlint baseline --kind state FILE",
                "of baselines",
            ),
        ] {
            assert_eq!(help_for(command, help), wanted, "{why}");
        }
    }
}
