//! What can be wrong with an input, in words that name the thing and the next step.

use std::io;

use miette::Diagnostic;
use thiserror::Error;

use crate::json::{DecodeError, Pointer, ReadError};

/// Why an input could not be judged. Every one of these ends in exit status 2.
///
/// No message quotes the input: it is, or may be, one long line of secrets.
#[derive(Debug, Error, Diagnostic)]
#[non_exhaustive]
pub enum InputError {
    /// Nothing, or only white space, was read.
    #[error("the input is empty")]
    #[diagnostic(
        code("empty-input"),
        help(
            "the command before the pipe failed: see its standard error; in scripts use `set -o pipefail`; then: tofu show -json tfplan | planlint"
        )
    )]
    Empty,

    /// The same of a file, which some command has written.
    #[error("the input is empty")]
    #[diagnostic(
        code("empty-input"),
        help(
            "the command that wrote it failed, often because the plan did: see its output; then: tofu show -json tfplan > FILE"
        )
    )]
    EmptyFile,

    /// The operating system did not give the bytes.
    #[error("it cannot be read: {reason}")]
    #[diagnostic(
        code("unreadable"),
        help("check the path and the permissions; `-` reads standard input")
    )]
    Unreadable {
        /// The operating system's words.
        reason: String,
    },

    /// A gzip stream that does not decompress.
    #[error("the gzip data is damaged or cut off")]
    #[diagnostic(
        code("damaged-gzip"),
        help("compress the plan again, or give it uncompressed: tofu show -json tfplan > plan.json")
    )]
    DamagedGzip,

    /// More bytes than the limit, as they are or unpacked.
    #[error("the input is larger than {} MB", limit / 1_000_000)]
    #[diagnostic(
        code("too-large"),
        help("raise `largest-input-mb` in [limits] of planlint.toml if it really is that large")
    )]
    TooLarge {
        /// The limit, in bytes.
        limit: u64,
    },

    /// Compressed data that becomes larger than data of plans does.
    #[error("the input unpacks to more than {ratio} times its size")]
    #[diagnostic(
        code("unpacks-too-large"),
        help("unpack it yourself if you know who made it, or raise `largest-ratio` in [limits] of planlint.toml")
    )]
    UnpacksTooLarge {
        /// The limit.
        ratio: u64,
    },

    /// The binary plan file of Terraform 0.12 and later, and of OpenTofu: a zip archive.
    #[error("this is a binary plan file, not its JSON")]
    #[diagnostic(code("binary-plan"), help("tofu show -json tfplan | planlint"))]
    BinaryPlan,

    /// The binary plan file of Terraform 0.11 and earlier.
    #[error("this is a binary plan file of Terraform 0.11 or earlier, which has no JSON form")]
    #[diagnostic(
        code("old-binary-plan"),
        help("plan again with OpenTofu, or Terraform 0.12 or later; then: tofu show -json tfplan | planlint")
    )]
    OldBinaryPlan,

    /// Bytes that are neither UTF-8 nor UTF-16 with a recognizable order.
    #[error("the text is not valid UTF-8 (byte {offset})")]
    #[diagnostic(
        code("not-utf8"),
        help("write the plan again without changing its encoding: tofu show -json tfplan > plan.json")
    )]
    NotUtf8 {
        /// First bad byte, from 0.
        offset: usize,
    },

    /// UTF-16 whose code units do not pair up.
    #[error("the text is not valid UTF-16")]
    #[diagnostic(
        code("not-utf16"),
        help("write the plan as UTF-8; in PowerShell: tofu show -json tfplan | Out-File -Encoding utf8 plan.json")
    )]
    NotUtf16,

    /// The text for people that `plan` and `show` print without `-json`.
    #[error("this is the text of a plan for people, not its JSON")]
    #[diagnostic(
        code("human-plan"),
        help("tofu plan -out=tfplan, then: tofu show -json tfplan | planlint")
    )]
    HumanPlan,

    /// The text for people that `show` prints of a state.
    #[error("this is the text of a state for people, not JSON")]
    #[diagnostic(
        code("human-state"),
        help("for the plan: tofu show -json tfplan | planlint   ·   for the state: tofu show -json | planlint state")
    )]
    HumanState,

    /// An error message of the engine.
    #[error("this is an error message of the engine, not a plan")]
    #[diagnostic(
        code("engine-error"),
        help(
            "make the engine's command succeed first; in scripts use `set -o pipefail`; then: tofu show -json tfplan | planlint"
        )
    )]
    EngineError,

    /// The log lines of `plan -json`, `apply -json` and their kin.
    #[error("these are the log lines of a command run with -json, not a plan")]
    #[diagnostic(
        code("event-lines"),
        help("tofu plan -out=tfplan, then: tofu show -json tfplan | planlint (the log holds no attribute values)")
    )]
    EventLines,

    /// `providers schema -json`.
    #[error("these are provider schemas, not a plan")]
    #[diagnostic(code("provider-schemas"), help("tofu show -json tfplan | planlint"))]
    ProviderSchemas,

    /// Something else where provider schemas are wanted.
    #[error("these are not provider schemas")]
    #[diagnostic(
        code("not-provider-schemas"),
        help("in the folder of the configuration: tofu providers schema -json > schemas.json")
    )]
    NotProviderSchemas,

    /// Provider schemas of which there is nothing, or only a part, or that were changed.
    #[error("{reason}")]
    #[diagnostic(
        code("broken-provider-schemas"),
        help("write the schemas again, and check the exit status: tofu providers schema -json > schemas.json")
    )]
    BrokenProviderSchemas {
        /// What is wrong with the text.
        reason: Box<InputError>,
    },

    /// `validate -json`.
    #[error("this is the result of `validate -json`, not a plan")]
    #[diagnostic(code("validate-result"), help("tofu show -json tfplan | planlint"))]
    ValidateResult,

    /// `output -json`.
    #[error("these are output values (`output -json`), not a plan")]
    #[diagnostic(
        code("output-values"),
        help("for the plan: tofu show -json tfplan | planlint   ·   for the state: tofu show -json | planlint state")
    )]
    OutputValues,

    /// `version -json`.
    #[error("this is the result of `version -json`, not a plan")]
    #[diagnostic(code("version-result"), help("tofu show -json tfplan | planlint"))]
    VersionResult,

    /// `metadata functions -json`.
    #[error("these are function signatures (`metadata functions -json`), not a plan")]
    #[diagnostic(code("function-signatures"), help("tofu show -json tfplan | planlint"))]
    FunctionSignatures,

    /// A report that planlint wrote, in JSON.
    #[error("this is a report of planlint, not a plan")]
    #[diagnostic(
        code("own-report"),
        help("keep reports apart from plans: tofu show -json tfplan | planlint")
    )]
    OwnReport,

    /// `state show -json`.
    #[error("this is one resource of a state (`state show -json`), not a plan")]
    #[diagnostic(
        code("state-show"),
        help("the plan: tofu show -json tfplan | planlint   ·   the whole state: tofu show -json | planlint state")
    )]
    StateShow,

    /// The file that a cloud or remote run saves in place of a plan.
    #[error("this is a bookmark of a remote run, not the plan itself")]
    #[diagnostic(
        code("cloud-bookmark"),
        help("show fetches the plan with the credentials you have: terraform show -json tfplan | planlint")
    )]
    CloudBookmark,

    /// The redacted plan that a cloud serves to its own renderer.
    #[error("this is a redacted plan of a remote run: it has no configuration and no state")]
    #[diagnostic(
        code("redacted-plan"),
        help("take the full plan: terraform show -json tfplan | planlint (needs permission to read the plan)")
    )]
    RedactedPlan,

    /// A state that the engine encrypted.
    #[error("this state is encrypted")]
    #[diagnostic(
        code("encrypted-state"),
        help("let the engine decrypt it: tofu show -json | planlint state")
    )]
    EncryptedState,

    /// A plan file that the engine encrypted.
    #[error("this plan file is encrypted")]
    #[diagnostic(
        code("encrypted-plan"),
        help("let the engine decrypt it: tofu show -json tfplan | planlint")
    )]
    EncryptedPlan,

    /// OpenTofu's or Terraform's own language.
    #[error("this is configuration (HCL), not a plan")]
    #[diagnostic(
        code("configuration-text"),
        help("tofu plan -out=tfplan, then: tofu show -json tfplan | planlint")
    )]
    ConfigurationText,

    /// A module in JSON configuration syntax.
    #[error("this is configuration in JSON syntax, not a plan")]
    #[diagnostic(
        code("json-configuration"),
        help("tofu plan -out=tfplan; tofu show -json tfplan | planlint   ·   the module: planlint config DIR")
    )]
    JsonConfiguration,

    /// `show -json -config` or `-module`.
    #[error("this is only a configuration (`show -json -config`), without changes to judge")]
    #[diagnostic(code("configuration-only"), help("tofu show -json tfplan | planlint"))]
    ConfigurationOnly,

    /// `{"format_version":"1.0"}`: what the engine prints when there is no state.
    #[error("this is what the engine prints when there is no state, and it is not a plan")]
    #[diagnostic(
        code("no-state"),
        help("name the plan file: tofu show -json tfplan | planlint   ·   to accept an empty state: planlint state")
    )]
    NoState,

    /// A state where a plan is wanted.
    #[error("this is a state, and a gate on a state would always pass")]
    #[diagnostic(
        code("state-not-plan"),
        help(
            "did you forget the plan file? tofu show -json tfplan | planlint   ·   to judge the state: planlint state FILE"
        )
    )]
    StateNotPlan,

    /// A plan where a state is wanted.
    #[error("this is a plan, not a state")]
    #[diagnostic(
        code("plan-not-state"),
        help("to judge the plan: planlint FILE   ·   for the state: tofu show -json | planlint state")
    )]
    PlanNotState,

    /// A raw state of format 1, 2 or 3.
    #[error("this is a raw state of version {version}, written by Terraform 0.11 or earlier")]
    #[diagnostic(
        code("old-raw-state"),
        help("upgrade it by applying once with Terraform 0.12 or 0.13, then: tofu show -json | planlint state")
    )]
    OldRawState {
        /// The number under `version`: 1, 2 or 3.
        version: u64,
    },

    /// A raw state of a format that came after this program.
    #[error("this is a raw state of a version that planlint does not know (it knows version 4)")]
    #[diagnostic(
        code("newer-raw-state"),
        help("use the stable form: tofu show -json | planlint state; or upgrade planlint")
    )]
    NewerRawState,

    /// A list at the top.
    #[error("this is a JSON list, and a plan is an object")]
    #[diagnostic(
        code("json-list"),
        help(
            "give the plans one after another: jq -c '.[]' FILE | planlint; or one: tofu show -json tfplan | planlint"
        )
    )]
    List,

    /// A name that no file has, and that is nearly that of a command.
    #[error("there is no file of this name, and no command either")]
    #[diagnostic(code("no-such-command"), help("did you mean: planlint {command}"))]
    MistakenCommand {
        /// The command that it is like.
        command: String,
    },

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
    LateCommand {
        /// The command.
        command: String,
    },

    /// A list, an object or a text with a plan in it.
    #[error("this holds a plan, and is none itself")]
    #[diagnostic(
        code("holds-plan"),
        help(
            "take it out: jq -c '.[]' FILE | planlint for a list, jq .NAME FILE | planlint for an object, jq -r . FILE | planlint for one that was put into quotes; or write it again: tofu show -json tfplan | planlint"
        )
    )]
    HoldsPlan,

    /// A string, number, boolean or `null` at the top.
    #[error("this is a single JSON value, and a plan is an object")]
    #[diagnostic(
        code("json-scalar"),
        help("was the plan put into quotes on its way? tofu show -json tfplan | planlint")
    )]
    Scalar,

    /// An object that is none of the known things.
    #[error("this is a JSON object, but neither a plan nor a state")]
    #[diagnostic(code("not-a-plan"), help("tofu show -json tfplan | planlint"))]
    OtherObject,

    /// Text that is no JSON at all.
    #[error("this is text, not the JSON of a plan")]
    #[diagnostic(code("not-json"), help("tofu show -json tfplan | planlint"))]
    NotJson,

    /// Text beside the document that no known wrapper writes.
    #[error("line {line} is text beside the JSON document")]
    #[diagnostic(
        code("text-beside"),
        help("send only standard output of `tofu show -json` to planlint; what else was in the text cannot be judged")
    )]
    TextBeside {
        /// Line in the decoded text, from 1.
        line: usize,
    },

    /// A warning that the engine prints on standard output before the document, whatever the document says.
    #[error("line {line} begins a warning that the engine printed before the JSON")]
    #[diagnostic(
        code("engine-warning"),
        help(
            "read it in the file, mend what it warns of (a CLI configuration file that TF_CLI_CONFIG_FILE names and that \
             is missing, say), and show the plan again: tofu show -json tfplan | planlint"
        )
    )]
    EngineWarning {
        /// Line in the decoded text, from 1.
        line: usize,
    },

    /// JSON that ends before its document does.
    #[error("the JSON stops before its end (byte {offset})")]
    #[diagnostic(
        code("truncated"),
        help("it was cut off while it was written: tofu show -json tfplan > plan.json, and check the exit status")
    )]
    Truncated {
        /// Where the text stops, in bytes from 0.
        offset: usize,
    },

    /// JSON that is not what the format says.
    #[error("{} {error} (byte {})", error.pointer.in_words(), error.offset)]
    #[diagnostic(
        code("malformed"),
        help(
            "the file was changed after the engine wrote it, or is of another format: tofu show -json tfplan | planlint"
        )
    )]
    Malformed {
        /// What is wrong and where.
        error: DecodeError,
    },

    /// A name that stands twice in an object whose names the format fixes.
    #[error("{} {error} (byte {})", error.pointer.in_words(), error.offset)]
    #[diagnostic(
        code("repeated-name"),
        help(
            "no engine writes a property twice, so the file was changed afterwards; make it again: tofu show -json tfplan | planlint"
        )
    )]
    RepeatedName {
        /// Which name, and where.
        error: DecodeError,
    },

    /// No `format_version`.
    #[error("`format_version` is missing, so the rest has no known meaning")]
    #[diagnostic(
        code("no-format-version"),
        help("take the engine's own output, unchanged: tofu show -json tfplan | planlint")
    )]
    NoFormatVersion,

    /// A `format_version` that is not a version.
    #[error("`format_version` is not a version")]
    #[diagnostic(
        code("bad-format-version"),
        help("take the engine's own output, unchanged: tofu show -json tfplan | planlint")
    )]
    BadFormatVersion,

    /// A major version that this program does not read.
    #[error("`format_version` has major version {major}; planlint reads 0 and 1")]
    #[diagnostic(
        code("unsupported-format-version"),
        help("upgrade planlint; in a new major version the same names may mean something else")
    )]
    UnsupportedFormatVersion {
        /// The major version.
        major: u64,
    },

    /// No `resource_changes` although the plan's other parts need them.
    #[error("`resource_changes` is missing or not whole: {evidence}")]
    #[diagnostic(
        code("missing-resource-changes"),
        help("the file was changed after the engine wrote it: tofu show -json tfplan | planlint")
    )]
    MissingResourceChanges {
        /// What in the plan needs them.
        evidence: &'static str,
    },

    /// A plan or a raw state that lacks the parts every engine writes.
    #[error("`{property}` is missing, which every engine writes")]
    #[diagnostic(
        code("missing-property"),
        help("the file was changed after the engine wrote it: tofu show -json tfplan | planlint")
    )]
    MissingProperty {
        /// Name of the property.
        property: &'static str,
    },

    /// An object with what only states have and what only plans have.
    #[error("at the top there is what only states have, and what only plans have")]
    #[diagnostic(
        code("plan-and-state"),
        help("no engine writes this; make it again: tofu show -json tfplan | planlint")
    )]
    PlanAndState,

    /// A property at the top that is nearly, but not quite, one of the format's.
    #[error("a property at the top is spelled nearly like `{meant}`, which is missing")]
    #[diagnostic(
        code("misspelled-property"),
        help("the file was changed after the engine wrote it: tofu show -json tfplan | planlint")
    )]
    MisspelledProperty {
        /// The name in the format.
        meant: &'static str,
    },

    /// An object of a state that is listed and does not stand there.
    #[error("{} lacks the object `{property}` that holds its attributes", pointer.in_words())]
    #[diagnostic(
        code("no-attributes"),
        help(
            "the file was changed after the engine wrote it; for the plan: tofu show -json tfplan | planlint   ·   for the state: tofu show -json | planlint state"
        )
    )]
    NoAttributes {
        /// The property that should hold the object.
        property: &'static str,
        /// The resource or instance.
        pointer: Pointer,
    },

    /// An object of a raw state as Terraform 0.11 stored it.
    #[error("{} holds its attributes as Terraform 0.11 stored them, which planlint does not read", pointer.in_words())]
    #[diagnostic(
        code("flat-attributes"),
        help("let the engine store it anew: tofu apply -refresh-only, then: tofu show -json | planlint state")
    )]
    FlatAttributes {
        /// The instance.
        pointer: Pointer,
    },

    /// A document whose names make addresses of many times its own length.
    #[error("`{pointer}` makes addresses that are more than {times} times as long as the document")]
    #[diagnostic(
        code("long-names"),
        help("nothing that engines write is like that: look at the names there, and at who made the file")
    )]
    LongNames {
        /// The limit.
        times: usize,
        /// Where it is reached.
        pointer: Pointer,
    },

    /// The user said which engine wrote it, and it tells that another did.
    #[error("{engine} wrote this plan, and --engine says {told}: {evidence}")]
    #[diagnostic(
        code("other-engine"),
        help("leave --engine out: it is for plans that do not tell; what they mean depends on it, and so do totals")
    )]
    OtherEngine {
        /// The engine that wrote it.
        engine: String,
        /// The one that the user said.
        told: String,
        /// What tells.
        evidence: &'static str,
    },

    /// A value that decoding passed over and that cannot be read.
    #[error("an attribute's value cannot be read: {error}")]
    #[diagnostic(code("bad-value"), help("no engine writes this; check where the file comes from"))]
    BadValue {
        /// What is wrong with it.
        error: ReadError,
    },

    /// Lists and objects nested deeper than `limit` levels.
    #[error("the JSON is nested deeper than {limit} levels (byte {offset})")]
    #[diagnostic(code("too-deep"), help("no engine writes this; check where the file comes from"))]
    TooDeep {
        /// The limit, in levels.
        limit: usize,
        /// Where the limit is passed, in bytes from 0.
        offset: usize,
    },

    /// The refused documents beyond those that are told one by one.
    #[error("{count} more of its documents could not be read as what was asked for")]
    #[diagnostic(code("more-refused"), help("the first ones stand above; is it the right file?"))]
    MoreRefused {
        /// How many there are.
        count: usize,
    },

    /// A folder or pattern in which nothing could be judged.
    #[error("no plan or state was found there")]
    #[diagnostic(
        code("nothing-found"),
        help("name a file, or a folder with *.json files that `tofu show -json` wrote")
    )]
    NothingFound,
}

/// Why the operating system did not give or take bytes, in words for people.
#[must_use]
pub fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no file or directory of this name".to_owned(),
        // The only ones that are not the system's are our own.
        io::ErrorKind::Other if error.get_ref().is_some() => error.to_string(),
        kind => kind.to_string(),
    }
}
