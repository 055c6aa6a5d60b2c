//! The JSON report in lines: one object for each thing that was read, found or decided, the verdict last.

use std::io::{self, Write};

use schemars::JsonSchema;
use serde::Serialize;

use super::quiet;
use super::{
    ActionInvocation, Check, Deferred, Drift, Failure, Finding, Head, Module, OutputChange, PlanSummary,
    ResourceChange, State, Verdict,
};
use crate::lint::Level;
use crate::output::Style;
use crate::report::{self, Subject};

/// Version of the lines: the minor grows with additions, the major with anything that breaks a reader.
const LINE_VERSION: &str = "1.0";

/// One line.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(title = "a line of planlint's jsonl report")]
struct Line {
    /// Version of the lines' shapes.
    version: &'static str,
    #[serde(flatten)]
    says: Says,
}

/// What a line says. A change has a `type` and a `kind` already, and of several with one name readers see the last.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(tag = "line", rename_all = "snake_case")]
enum Says {
    /// An input that was read; what a plan holds follows in lines of their own.
    Input(Input),
    /// A change of a resource.
    Change(Of<ResourceChange>),
    /// A change of a root output.
    Output(Of<OutputChange>),
    /// A change outside of the engine.
    Drift(Of<Drift>),
    /// A change that was put off.
    Deferred(Of<Deferred>),
    /// A provider action that an apply invokes.
    ActionInvocation(Of<ActionInvocation>),
    /// A provider action that was put off.
    DeferredActionInvocation(Of<ActionInvocation>),
    /// A check.
    Check(Of<Check>),
    /// What a rule found.
    Finding(Finding),
    /// An input that could not be read or judged.
    Error(Failure),
    /// The decision: always the last line, so that a stream that was cut shows.
    Verdict(Decision),
}

/// An input that was read.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Input {
    /// A plan.
    Plan(Plan),
    /// A state.
    State(Of<State>),
    /// A module of configuration.
    Module(Of<Module>),
}

/// Something of an input.
#[derive(Debug, Serialize, JsonSchema)]
struct Of<T> {
    /// Which input, counted from 0 in the order of their lines.
    input: usize,
    #[serde(flatten)]
    what: T,
}

impl<T> Of<T> {
    fn new(input: usize, row: impl Into<T>) -> Self {
        let what = row.into();
        Self { input, what }
    }
}

/// A plan without its lists.
#[derive(Debug, Serialize, JsonSchema)]
struct Plan {
    /// Which input, counted from 0 in the order of their lines.
    input: usize,
    #[serde(flatten)]
    summary: PlanSummary,
}

/// The decision.
#[derive(Debug, Serialize, JsonSchema)]
struct Decision {
    /// `pass`, `fail`, or `error` when something could not be judged.
    verdict: Verdict,
    /// From which level on findings fail the gate: `error`, `warning`, `note` or `never`.
    fail_on: String,
    /// How many inputs were read.
    inputs: usize,
    /// How many findings were said, each in a line of its own.
    findings: usize,
    /// How many of them count for the gate, each thing once: without those whose `standing` is another, and without
    /// those that have a `covered_by`.
    counting: usize,
    /// How many inputs could not be judged.
    errors: usize,
}

pub(in crate::output) fn write(report: &report::Report, _style: &Style, out: &mut dyn Write) -> io::Result<()> {
    let mut put = |says: Says| {
        let version = LINE_VERSION;
        quiet::compact(&Line { version, says }, out)
    };
    for (index, input) in report.inputs.iter().enumerate() {
        match &input.subject {
            Subject::Plan(plan) => lines_of_plan(index, input, plan, &mut put)?,
            Subject::State(state) => {
                let what = State::of(Head::from(input), state);
                put(Says::Input(Input::State(Of { input: index, what })))?;
            }
            Subject::Module(module) => {
                let what = Module::of(&input.name, module);
                put(Says::Input(Input::Module(Of { input: index, what })))?;
            }
        }
    }
    for finding in &report.findings {
        put(Says::Finding(Finding::from(finding)))?;
    }
    for failure in &report.errors {
        put(Says::Error(Failure::from(failure)))?;
    }
    put(Says::Verdict(Decision {
        verdict: Verdict::from(report.verdict()),
        fail_on: report.fail_on.word().to_owned(),
        inputs: report.inputs.len(),
        findings: report.findings.len(),
        counting: [Level::Error, Level::Warning, Level::Note]
            .into_iter()
            .map(|level| report.count(level))
            .sum(),
        errors: report.errors.len(),
    }))
}

fn lines_of_plan(
    input: usize,
    head: &report::Input,
    plan: &report::PlanInput,
    put: &mut impl FnMut(Says) -> io::Result<()>,
) -> io::Result<()> {
    put(Says::Input(Input::Plan(Plan {
        input,
        summary: PlanSummary::of(head, plan),
    })))?;
    // One at a time: the lines of a large plan are never all in memory.
    for row in &plan.changes {
        put(Says::Change(Of::new(input, row)))?;
    }
    for row in &plan.outputs {
        put(Says::Output(Of::new(input, row)))?;
    }
    for row in &plan.drift {
        put(Says::Drift(Of::new(input, row)))?;
    }
    for row in &plan.deferred {
        put(Says::Deferred(Of::new(input, row)))?;
    }
    for row in &plan.actions {
        put(Says::ActionInvocation(Of::new(input, row)))?;
    }
    for row in &plan.deferred_actions {
        put(Says::DeferredActionInvocation(Of::new(input, row)))?;
    }
    for row in &plan.checks {
        put(Says::Check(Of::new(input, row)))?;
    }
    Ok(())
}

pub(super) fn schema() -> serde_json::Result<String> {
    super::schema_of::<Line>("urn:planlint:jsonl:v1")
}
