//! The JSON report: what other programs rely on, so that these types are a promise of their own.

use std::io::{self, Write};

use schemars::JsonSchema;
use serde::Serialize;

use super::Style;
use crate::report;

/// Version of the shape below: the minor grows with additions, the major with anything that breaks a reader.
const REPORT_VERSION: &str = "1.0";

/// What planlint says of its inputs.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(title = "planlint report")]
#[expect(clippy::struct_field_names, reason = "the names are a promise to readers")]
pub struct Report {
    /// Version of this shape.
    report_version: &'static str,
    /// `pass`, `fail`, or `error` when something could not be judged.
    verdict: Verdict,
    /// From which level on findings fail the gate: `error`, `warning`, `note` or `never`.
    fail_on: String,
    /// The documents that were read.
    inputs: Vec<Input>,
    /// What the rules found, errors first.
    findings: Vec<Finding>,
    /// The inputs that could not be read or judged.
    errors: Vec<Failure>,
}

/// The decision.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Verdict {
    Pass,
    Fail,
    Error,
}

/// A document that was read.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Input {
    /// A plan.
    Plan(Plan),
    /// A state.
    State(State),
}

/// What every document says of itself.
#[derive(Debug, Serialize, JsonSchema)]
struct Head {
    /// Path as given, or `<stdin>`; with `#N` where an input holds several documents.
    name: String,
    /// As written; null for raw states.
    format_version: Option<String>,
    /// Version of the engine as written.
    terraform_version: Option<String>,
    /// `opentofu`, `terraform`, or null when nothing tells.
    engine: Option<String>,
}

/// A plan.
#[derive(Debug, Serialize, JsonSchema)]
#[expect(clippy::struct_field_names, reason = "the names are a promise to readers")]
struct Plan {
    #[serde(flatten)]
    head: Head,
    /// Whether planning ended with an error; null where the engine does not say.
    errored: Option<bool>,
    /// Whether the plan is complete; null where the engine does not say.
    complete: Option<bool>,
    /// Whether it can be applied; null where the engine does not say.
    applyable: Option<bool>,
    /// The sums.
    totals: Totals,
    /// The engine's sentence, or null where it prints none.
    plan_line: Option<String>,
    /// Every element of `resource_changes`, most dangerous first.
    resource_changes: Vec<ResourceChange>,
    /// Changes of root outputs.
    output_changes: Vec<OutputChange>,
    /// Changes outside of the engine.
    drift: Vec<Drift>,
    /// Changes that were put off.
    deferred: Vec<Deferred>,
    /// Provider actions that an apply invokes.
    action_invocations: Vec<ActionInvocation>,
    /// Check statuses.
    checks: Vec<Check>,
}

/// The first five as the engine counts; the others beside it.
#[derive(Debug, Serialize, JsonSchema)]
struct Totals {
    /// Imports, whatever else happens to the object.
    import: usize,
    /// Creations and new objects of replacements.
    add: usize,
    /// Updates in place.
    change: usize,
    /// Deletions and old objects of replacements.
    destroy: usize,
    /// Forgets, where the engine counts them.
    forget: usize,
    /// Moves, whatever else happens to the object.
    #[serde(rename = "move")]
    moves: usize,
    /// Replacements of every order.
    replace: usize,
    /// Data sources read during apply.
    read: usize,
    /// Elements without any change.
    no_op: usize,
    /// Changes that were put off.
    deferred: usize,
    /// Elements with actions that nobody knows.
    unrecognized: usize,
    /// How many elements of `resource_changes` have each `kind`; the sum is the length of the list.
    kinds: Kinds,
}

/// How many elements have each `kind`.
#[derive(Debug, Serialize, JsonSchema)]
struct Kinds {
    create: usize,
    delete: usize,
    forget: usize,
    import: usize,
    #[serde(rename = "move")]
    moves: usize,
    #[serde(rename = "no-op")]
    no_op: usize,
    open: usize,
    read: usize,
    replace: usize,
    unrecognized: usize,
    update: usize,
}

/// One change of a resource instance.
#[derive(Debug, Serialize, JsonSchema)]
struct ResourceChange {
    /// Address of the instance.
    address: String,
    /// Address before a move.
    previous_address: Option<String>,
    /// Key of a deposed object.
    deposed: Option<String>,
    /// Module instance; null in the root module.
    module_address: Option<String>,
    /// `managed`, `data` or `ephemeral`.
    mode: Option<String>,
    /// Resource type.
    r#type: Option<String>,
    /// Resource name.
    name: Option<String>,
    /// Instance key: a number, a text, or null.
    index: Option<Index>,
    /// Provider as written.
    provider_name: Option<String>,
    /// The action list as written.
    actions: Vec<String>,
    /// What becomes of the instance: the one bucket it is counted in.
    kind: String,
    /// The engine's word for the reason.
    action_reason: Option<String>,
    /// The reason in words.
    why: Option<String>,
    /// Names of what an update changes, as far as it is known before apply.
    changed: Vec<String>,
    /// Paths that force a replacement: names, keys and indexes; null for a step that is neither.
    replace_paths: Vec<Vec<Option<Index>>>,
    /// Set when the object is imported.
    importing: Option<Importing>,
    /// JSON pointer into the document.
    pointer: String,
}

/// A number or a text.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
enum Index {
    /// Of `count`, or of a list.
    Number(u64),
    /// Of `for_each`, an attribute, or a map.
    Text(String),
}

/// An import.
#[derive(Debug, Serialize, JsonSchema)]
struct Importing {
    /// The id; null when imported by identity or not known yet.
    id: Option<String>,
    /// Whether it is imported by identity.
    by_identity: bool,
}

/// A change of a root output.
#[derive(Debug, Serialize, JsonSchema)]
struct OutputChange {
    /// Name of the output.
    name: String,
    /// `create`, `update`, `delete`, or `unrecognized`.
    action: String,
    /// The action list as written.
    actions: Vec<String>,
    /// Whether any source marks it sensitive.
    sensitive: bool,
    /// JSON pointer into the document.
    pointer: String,
}

/// A change outside of the engine.
#[derive(Debug, Serialize, JsonSchema)]
struct Drift {
    #[serde(flatten)]
    change: ResourceChange,
    /// Whether this plan was made from what changed.
    relevant: bool,
}

/// A change that was put off.
#[derive(Debug, Serialize, JsonSchema)]
struct Deferred {
    #[serde(flatten)]
    change: ResourceChange,
    /// The engine's word for the reason.
    reason: String,
}

/// A provider action that an apply invokes.
#[derive(Debug, Serialize, JsonSchema)]
struct ActionInvocation {
    /// Address of the action.
    address: String,
    /// The resource whose change triggers it; null when asked for on the command line.
    triggered_by: Option<String>,
    /// The engine's word for the moment; null when asked for on the command line.
    event: Option<String>,
}

/// A check.
#[derive(Debug, Serialize, JsonSchema)]
struct Check {
    /// The object in the configuration.
    address: String,
    /// Kind of the object: `resource`, `output_value`, `check`, `var`, or a condition type of Terraform 1.2.
    kind: String,
    /// `pass`, `fail`, `error`, `unknown`, or a word that came later.
    status: String,
    /// Its instances.
    instances: Vec<CheckInstance>,
}

/// One instance of a check.
#[derive(Debug, Serialize, JsonSchema)]
struct CheckInstance {
    /// The instance.
    address: String,
    /// `pass`, `fail`, `error`, `unknown`, or a word that came later.
    status: String,
    /// Messages of what failed.
    problems: Vec<String>,
}

/// A state: counts, and what is not in order.
#[derive(Debug, Serialize, JsonSchema)]
struct State {
    #[serde(flatten)]
    head: Head,
    /// Current objects of managed resources.
    resources: usize,
    /// Objects of data sources.
    data_sources: usize,
    /// Managed resources by type, most first.
    by_type: Vec<ByType>,
    /// Managed resources by module instance; the root module is the empty text.
    by_module: Vec<ByModule>,
    /// Addresses of tainted objects.
    tainted: Vec<String>,
    /// Deposed objects.
    deposed: Vec<Deposed>,
    /// Root outputs.
    outputs: Vec<Output>,
    /// Check statuses.
    checks: Vec<Check>,
}

/// A count by type.
#[derive(Debug, Serialize, JsonSchema)]
struct ByType {
    /// The type.
    r#type: String,
    /// How many.
    count: usize,
}

/// A count by module.
#[derive(Debug, Serialize, JsonSchema)]
struct ByModule {
    /// The module instance; empty for the root module.
    module: String,
    /// How many.
    count: usize,
}

/// A deposed object.
#[derive(Debug, Serialize, JsonSchema)]
struct Deposed {
    /// Address of the instance.
    address: String,
    /// Its key.
    deposed: String,
}

/// A root output.
#[derive(Debug, Serialize, JsonSchema)]
struct Output {
    /// Its name.
    name: String,
    /// Whether it is marked sensitive.
    sensitive: bool,
}

/// What a rule found.
#[derive(Debug, Serialize, JsonSchema)]
struct Finding {
    /// Name of the rule.
    rule: String,
    /// `error`, `warning` or `note`.
    level: String,
    /// What is the matter, in one line.
    message: String,
    /// Why it matters.
    why: Option<String>,
    /// What to do.
    help: Option<String>,
    /// What it is about; null for a document as a whole.
    address: Option<String>,
    /// Key of the deposed object, when it is about one.
    deposed: Option<String>,
    /// Whether it counts for the gate: `counts`, or why it does not: `unknown` before apply, `waived`, `known` from the
    /// baseline.
    standing: String,
    /// The rule that says the same of the same thing, more precisely.
    covered_by: Option<String>,
    /// What an unknown finding waits for.
    waits_for: Vec<String>,
    /// The waiver that permits it.
    waiver: Option<Waiver>,
    /// Index into `inputs`.
    input: usize,
    /// JSON pointer into the document.
    pointer: String,
    /// Where that is; null when the pointer leads nowhere.
    location: Option<Location>,
}

/// A permitted exception.
#[derive(Debug, Serialize, JsonSchema)]
struct Waiver {
    /// Why it is permitted.
    reason: String,
    /// The last day on which it is.
    until: String,
}

/// A place in the decoded text of an input.
#[derive(Debug, Serialize, JsonSchema)]
struct Location {
    /// Line, from 1.
    line: usize,
    /// Column, from 1, in Unicode scalar values.
    column: usize,
    /// Byte, from 0.
    byte: usize,
}

/// An input that could not be read or judged.
#[derive(Debug, Serialize, JsonSchema)]
struct Failure {
    /// The input's name.
    name: String,
    /// Short name of the error.
    code: String,
    /// What is wrong.
    message: String,
    /// What to do.
    help: Option<String>,
}

/// Writes the report as one JSON document and a line feed.
pub(super) fn write(report: &report::Report, _style: &Style, out: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, &Report::from(report))?;
    out.write_all(b"\n")
}

/// The JSON schema of the report, pretty, with a line feed: what `schemas/report.v1.schema.json` holds.
///
/// # Errors
///
/// Only if the schema could not be written as JSON.
pub fn schema() -> serde_json::Result<String> {
    let mut schema = schemars::schema_for!(Report);
    schema.insert("$id".to_owned(), "urn:planlint:report:v1".into());
    serde_json::to_string_pretty(&schema).map(|text| text + "\n")
}

fn text(redacted: &report::Redacted) -> String {
    redacted.to_string()
}

fn option(redacted: Option<&report::Redacted>) -> Option<String> {
    redacted.map(text)
}

impl From<&report::Report> for Report {
    fn from(report: &report::Report) -> Self {
        Self {
            report_version: REPORT_VERSION,
            verdict: match report.verdict() {
                report::Verdict::Pass => Verdict::Pass,
                report::Verdict::Fail => Verdict::Fail,
                report::Verdict::Error => Verdict::Error,
            },
            fail_on: report.fail_on.word().to_owned(),
            inputs: report.inputs.iter().map(Input::from).collect(),
            findings: report.findings.iter().map(Finding::from).collect(),
            errors: report.errors.iter().map(Failure::from).collect(),
        }
    }
}

impl From<&report::Input> for Input {
    fn from(input: &report::Input) -> Self {
        let head = Head {
            name: input.name.clone(),
            format_version: option(input.format_version.as_ref()),
            terraform_version: option(input.engine_version.as_ref()),
            engine: input.engine.map(|engine| engine.word().to_owned()),
        };
        match &input.subject {
            report::Subject::Plan(plan) => Self::Plan(Plan {
                head,
                errored: plan.errored,
                complete: plan.complete,
                applyable: plan.applyable,
                totals: Totals::from(&plan.totals),
                plan_line: plan.plan_line.clone(),
                resource_changes: plan.changes.iter().map(ResourceChange::from).collect(),
                output_changes: plan.outputs.iter().map(OutputChange::from).collect(),
                drift: plan
                    .drift
                    .iter()
                    .map(|drift| Drift {
                        change: ResourceChange::from(&drift.change),
                        relevant: drift.relevant,
                    })
                    .collect(),
                deferred: plan
                    .deferred
                    .iter()
                    .map(|deferred| Deferred {
                        change: ResourceChange::from(&deferred.change),
                        reason: text(&deferred.reason),
                    })
                    .collect(),
                action_invocations: plan
                    .actions
                    .iter()
                    .map(|action| ActionInvocation {
                        address: text(&action.address),
                        triggered_by: option(action.triggered_by.as_ref()),
                        event: option(action.event.as_ref()),
                    })
                    .collect(),
                checks: plan.checks.iter().map(Check::from).collect(),
            }),
            report::Subject::State(state) => Self::State(State {
                head,
                resources: state.managed,
                data_sources: state.data,
                by_type: state
                    .by_type
                    .iter()
                    .map(|count| ByType {
                        r#type: text(&count.what),
                        count: count.count,
                    })
                    .collect(),
                by_module: state
                    .by_module
                    .iter()
                    .map(|count| ByModule {
                        module: text(&count.what),
                        count: count.count,
                    })
                    .collect(),
                tainted: state.tainted.iter().map(text).collect(),
                deposed: state
                    .deposed
                    .iter()
                    .map(|(address, key)| Deposed {
                        address: text(address),
                        deposed: text(key),
                    })
                    .collect(),
                outputs: state
                    .outputs
                    .iter()
                    .map(|output| Output {
                        name: text(&output.name),
                        sensitive: output.sensitive,
                    })
                    .collect(),
                checks: state.checks.iter().map(Check::from).collect(),
            }),
        }
    }
}

impl From<&report::Totals> for Totals {
    fn from(totals: &report::Totals) -> Self {
        Self {
            import: totals.import,
            add: totals.add,
            change: totals.change,
            destroy: totals.destroy,
            forget: totals.forget,
            moves: totals.moves,
            replace: totals.replace,
            read: totals.read,
            no_op: totals.no_op,
            deferred: totals.deferred,
            unrecognized: totals.unrecognized,
            kinds: Kinds {
                create: totals.kind("create"),
                delete: totals.kind("delete"),
                forget: totals.kind("forget"),
                import: totals.kind("import"),
                moves: totals.kind("move"),
                no_op: totals.kind("no-op"),
                open: totals.kind("open"),
                read: totals.kind("read"),
                replace: totals.kind("replace"),
                unrecognized: totals.kind("unrecognized"),
                update: totals.kind("update"),
            },
        }
    }
}

impl From<&report::ChangeRow> for ResourceChange {
    fn from(row: &report::ChangeRow) -> Self {
        Self {
            address: text(&row.address),
            previous_address: option(row.previous_address.as_ref()),
            deposed: option(row.deposed.as_ref()),
            module_address: option(row.module_address.as_ref()),
            mode: option(row.mode.as_ref()),
            r#type: option(row.type_name.as_ref()),
            name: option(row.name.as_ref()),
            index: row.index.as_ref().map(|index| match index {
                report::Index::Number(number) => Index::Number(*number),
                report::Index::Text(key) => Index::Text(text(key)),
            }),
            provider_name: option(row.provider_name.as_ref()),
            actions: row.actions.iter().map(text).collect(),
            kind: row.fate.word().to_owned(),
            action_reason: option(row.action_reason.as_ref()),
            why: option(row.why.as_ref()),
            changed: row.changed.iter().map(text).collect(),
            replace_paths: row
                .replace_paths
                .iter()
                .map(|path| path.iter().map(step).collect())
                .collect(),
            importing: row.importing.as_ref().map(|import| Importing {
                id: option(import.id.as_ref()),
                by_identity: import.by_identity,
            }),
            pointer: row.pointer.clone(),
        }
    }
}

fn step(step: &report::PathStep) -> Option<Index> {
    match step {
        report::PathStep::Key(key) => Some(Index::Text(text(key))),
        report::PathStep::Index(index) => Some(Index::Number(*index)),
        report::PathStep::Other => None,
    }
}

impl From<&report::OutputRow> for OutputChange {
    fn from(row: &report::OutputRow) -> Self {
        Self {
            name: text(&row.name),
            action: row.action.to_owned(),
            actions: row.actions.iter().map(text).collect(),
            sensitive: row.sensitive,
            pointer: text(&row.pointer),
        }
    }
}

impl From<&report::CheckRow> for Check {
    fn from(row: &report::CheckRow) -> Self {
        Self {
            address: text(&row.address),
            kind: text(&row.kind),
            status: text(&row.status),
            instances: row
                .instances
                .iter()
                .map(|instance| CheckInstance {
                    address: text(&instance.address),
                    status: text(&instance.status),
                    problems: instance.problems.iter().map(text).collect(),
                })
                .collect(),
        }
    }
}

impl From<&report::Finding> for Finding {
    fn from(finding: &report::Finding) -> Self {
        Self {
            rule: finding.rule.clone(),
            level: finding.level.word().to_owned(),
            message: text(&finding.message),
            why: option(finding.why.as_ref()),
            help: option(finding.help.as_ref()),
            address: option(finding.address.as_ref()),
            deposed: option(finding.deposed.as_ref()),
            standing: finding.standing.word().to_owned(),
            covered_by: finding.covered_by.map(str::to_owned),
            waits_for: match &finding.standing {
                report::Standing::Unknown(waits_for) => waits_for.iter().map(text).collect(),
                _ => Vec::new(),
            },
            waiver: match &finding.standing {
                report::Standing::Waived { reason, until } => Some(Waiver {
                    reason: text(reason),
                    until: text(until),
                }),
                _ => None,
            },
            input: finding.input,
            pointer: text(&finding.pointer),
            location: finding.location.map(|location| Location {
                line: location.line.get(),
                column: location.column.get(),
                byte: location.byte,
            }),
        }
    }
}

impl From<&report::Failure> for Failure {
    fn from(failure: &report::Failure) -> Self {
        Self {
            name: failure.name.clone(),
            code: failure.code.clone(),
            message: failure.message.clone(),
            help: failure.help.clone(),
        }
    }
}
