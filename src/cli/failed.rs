//! What is wrong with an input and what to do, in the words of the command that was run.

use miette::Diagnostic;
use thiserror::Error;

use super::terminal::{AlreadySaid, say_input};
use crate::input::{InputError, Reader, Want};
use crate::report::Failure;

/// Why nothing was judged of what an argument names.
#[derive(Debug, Error, Diagnostic)]
pub(super) enum SourceError {
    /// The input is wrong; what to do depends on who reads it.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Input(#[from] InputError),
    /// A name that no file has, and that is nearly that of a command.
    #[error("there is no file of this name, and no command either")]
    #[diagnostic(code("no-such-command"), help("did you mean: planlint {command}"))]
    MistakenCommand { command: String },
    /// A command that other tools have.
    #[error("there is no file of this name, and no command either")]
    #[diagnostic(
        code("other-command"),
        help("plans are judged without a command: planlint plan.json; `planlint --help` lists those that there are")
    )]
    OtherCommand,
    /// The name of a command behind an option, where it is the name of a file.
    #[error("`{command}` is a command and no file")]
    #[diagnostic(
        code("late-command"),
        help("a command comes before its options: planlint {command} …; a file of this name is ./{command}")
    )]
    LateCommand { command: String },
    /// A folder or pattern in which nothing could be judged.
    #[error("no {wanted} was found there")]
    #[diagnostic(
        code("nothing-found"),
        help("name a file, or a folder with *.json files that `tofu show -json` wrote")
    )]
    NothingFound { wanted: &'static str },
    /// A folder that holds a module in the native syntax, and nothing that could be judged.
    #[error("no plan or state in JSON was found there, but configuration")]
    #[diagnostic(
        code("nothing-found"),
        help("plans are judged: tofu plan -out=tfplan, then: tofu show -json tfplan | planlint")
    )]
    OnlyNativeConfiguration,
    /// A folder that holds a module in JSON, and nothing that could be judged.
    #[error("no plan or state was found there, but configuration in JSON")]
    #[diagnostic(
        code("nothing-found"),
        help("the module: planlint config DIR; for a plan name a file that `tofu show -json` wrote")
    )]
    OnlyConfiguration,
    /// A stream of several documents, where a baseline is to know what is found by the name of its input.
    #[error("it holds {count} documents, and a baseline could tell them apart only by their order")]
    #[diagnostic(
        code("unnamed-documents"),
        help("write each document to its own file, and name those files")
    )]
    UnnamedDocuments { count: usize },
    /// The refused documents beyond those that are told one by one.
    #[error("{count} more of its documents could not be read as what was asked for")]
    #[diagnostic(code("more-refused"), help("the first ones stand above; is it the right file?"))]
    MoreRefused { count: usize },
}

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
    pub(super) fn more(&self) -> Option<SourceError> {
        let count = self.count.saturating_sub(TOLD);
        (count > 0).then_some(SourceError::MoreRefused { count })
    }
}

/// The failure of an input that `reader` was to read.
pub(super) fn failure(name: &str, error: impl Into<SourceError>, reader: Reader) -> Failure {
    let error = error.into();
    let mut failure = Failure::new(name, &error);
    if let SourceError::Input(error) = error {
        failure.help = Some(error.help_for(reader));
        if reader.plans == SHOW.plans
            && let Some((message, help)) = where_shown(&error)
        {
            (failure.message, failure.help) = (message.to_owned(), Some(help.to_owned()));
        }
    }
    failure
}

/// What to say of a document that is not to be shown, where the door's words are about gates.
fn where_shown(error: &InputError) -> Option<(&'static str, &'static str)> {
    match error {
        InputError::StateNotPlan => Some((
            "this is a state; to show everything it holds, ask for it",
            "planlint show --kind state FILE",
        )),
        InputError::PlanNotState => Some(("this is a plan, not a state", "planlint show FILE")),
        _ => None,
    }
}

/// Says why `reader` cannot have an input.
pub(super) fn refuse(name: &str, error: impl Into<SourceError>, reader: Reader) -> AlreadySaid {
    say_input(&failure(name, error, reader))
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
            assert_eq!(failure("x", error, reader).help.as_deref(), Some(wanted), "{why}");
        }
    }

    #[test]
    fn the_gate_is_what_help_is_written_for() {
        for error in [InputError::NotJson, InputError::List, InputError::PlanNotState] {
            let plain = Failure::new("x", &error);
            assert_eq!(failure("x", error, gate(Want::Plan)), plain);
        }
    }
}
