//! The JSON report: what other programs rely on, so that these types are a promise of their own.

mod from_report;
pub(super) mod lines;
pub(super) mod quiet;

#[cfg(feature = "cli")]
pub(crate) use quiet::compact;

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
    Plan(Box<Plan>),
    /// A state.
    State(State),
    /// A module of configuration.
    Module(Module),
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

/// What a plan says of itself, without its lists.
#[derive(Debug, Serialize, JsonSchema)]
struct PlanSummary {
    #[serde(flatten)]
    head: Head,
    /// When the plan was made: RFC 3339, UTC; null where the engine does not say (before Terraform 1.5).
    timestamp: Option<String>,
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
}

/// A plan.
#[derive(Debug, Serialize, JsonSchema)]
struct Plan {
    #[serde(flatten)]
    summary: PlanSummary,
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
    /// Provider actions that were put off.
    deferred_action_invocations: Vec<ActionInvocation>,
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
    /// Changes and provider actions that were put off.
    deferred: usize,
    /// Elements with actions that nobody knows, or that contradict the rest of them.
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
    /// Names of what an update changes; of what only the apply will tell, that which the configuration sets.
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
    /// What becomes of its mark: `gained` or `lost`; `null` where it stays, and where nothing tells.
    mark_change: Option<String>,
    /// Whether the engine's list shows it, and `totals` counts it; the others keep their value, or are made without
    /// one.
    listed: bool,
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
    /// Whether this plan changes the same object, too.
    also_changed: bool,
}

/// A change that was put off.
#[derive(Debug, Serialize, JsonSchema)]
struct Deferred {
    #[serde(flatten)]
    change: ResourceChange,
    /// The engine's word for the reason.
    reason: String,
}

/// A provider action that an apply invokes, now or later.
#[derive(Debug, Serialize, JsonSchema)]
struct ActionInvocation {
    /// Address of the action.
    address: String,
    /// Action type; null where the document has none.
    r#type: Option<String>,
    /// Provider as written.
    provider_name: Option<String>,
    /// The resource whose change triggers it, or that calls it; null when asked for on the command line.
    triggered_by: Option<String>,
    /// The engine's word for the moment; null when no change triggers it.
    event: Option<String>,
    /// The engine's word for why it is put off; null when this plan invokes it.
    reason: Option<String>,
    /// JSON pointer into the document.
    pointer: String,
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

/// A module of configuration.
#[derive(Debug, Serialize, JsonSchema)]
struct Module {
    /// The directory, as given.
    name: String,
    /// Names of its files in JSON, in the order in which the engine reads them.
    files: Vec<String>,
    /// The engines in whose eyes it was judged, with their versions.
    engines: Vec<String>,
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
    /// The address before a move in the same plan, by which a waiver without wildcards knows it; null when it stayed.
    previous_address: Option<String>,
    /// Key of the deposed object, when it is about one.
    deposed: Option<String>,
    /// Whether it counts for the gate: `counts`, or why it does not: `unknown` before apply, `waived`, `known` from the
    /// baseline.
    standing: String,
    /// The rule that says the same of the same thing, more precisely: for people, and in the verdict's counts, that one
    /// stands for both.
    covered_by: Option<String>,
    /// What an unknown finding waits for; a long list ends with `and 7 more`, or with `and more` where nobody counted.
    waits_for: Vec<String>,
    /// The waiver that permits it.
    waiver: Option<Waiver>,
    /// Index into `inputs`; null for a finding about a settings file.
    input: Option<usize>,
    /// Name of the settings file that it is about; null for a finding about an input.
    settings_file: Option<String>,
    /// Path of the file of a module that it is about; null for all other findings.
    file: Option<String>,
    /// Whether an engine refuses the module for it; null for a finding that is not about a module.
    engine_rejects: Option<bool>,
    /// What makes a finding about a module right, where there is no doubt; null for all others.
    fix: Option<Fix>,
    /// JSON pointer into the document.
    pointer: String,
    /// Where that is; null when the pointer leads nowhere.
    location: Option<Location>,
    /// The block or argument in the configuration that a finding about a plan or state comes from; null where that was
    /// not found, or not looked for.
    source: Option<Source>,
}

/// A place in the configuration.
#[derive(Debug, Serialize, JsonSchema)]
struct Source {
    /// Path of the file, with slashes; from the working directory where that holds it.
    file: String,
    /// Where the name of the block or argument begins.
    start: Location,
    /// Where it ends, exclusive.
    end: Location,
    /// The locals, variables and inputs of modules that the value comes from, nearest first.
    related: Vec<Related>,
}

/// What a value comes from.
#[derive(Debug, Serialize, JsonSchema)]
struct Related {
    /// Its name in its module: `local.name`, `var.name`, or `module.call: name` for an input of a module.
    name: String,
    /// Path of the file.
    file: String,
    /// Where the name begins.
    start: Location,
    /// Where it ends, exclusive.
    end: Location,
}

/// Edits that belong together.
#[derive(Debug, Serialize, JsonSchema)]
struct Fix {
    /// What they do.
    description: String,
    /// In the order of the file; they do not overlap.
    edits: Vec<Edit>,
}

/// One change of the file.
#[derive(Debug, Serialize, JsonSchema)]
struct Edit {
    /// First byte of the file that goes, from 0.
    start: usize,
    /// One past the last that goes; the same where something is put in.
    end: usize,
    /// What comes in its place.
    text: String,
}

/// A permitted exception.
#[derive(Debug, Serialize, JsonSchema)]
struct Waiver {
    /// Why it is permitted.
    reason: String,
    /// The last day on which it is; null for a comment in the configuration itself.
    until: Option<String>,
}

/// A place in the decoded text of an input or file.
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
    quiet::pretty(&Report::from(report), out)
}

/// The JSON schema of the report, pretty, with a line feed: what `schemas/report.v1.schema.json` holds.
///
/// # Errors
///
/// Only if the schema could not be written as JSON.
pub fn schema() -> serde_json::Result<String> {
    schema_of::<Report>("urn:planlint:report:v1")
}

/// The JSON schema of a line of the `jsonl` format, pretty, with a line feed: what `schemas/jsonl.v1.schema.json`
/// holds.
///
/// # Errors
///
/// Only if the schema could not be written as JSON.
pub fn line_schema() -> serde_json::Result<String> {
    lines::schema()
}

/// The JSON schema of a type under its name in the world, pretty, with a line feed.
pub(super) fn schema_of<T: JsonSchema>(id: &str) -> serde_json::Result<String> {
    let mut schema = schemars::schema_for!(T);
    schema.insert("$id".to_owned(), id.into());
    serde_json::to_string_pretty(&schema).map(|text| text + "\n")
}
