//! What can be wrong with an input, in words that name the thing; the next step stands in `advice`.

use std::io;

use thiserror::Error;

use crate::json::{DecodeError, Pointer, ReadError};

/// Why an input could not be judged. Every one of these ends in exit status 2.
///
/// No message quotes the input: it is, or may be, one long line of secrets.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum InputError {
    /// Nothing, or only white space, was read.
    #[error("the input is empty")]
    Empty,

    /// Nothing, or only white space, stands in a file, which some command has written.
    #[error("the input is empty")]
    EmptyFile,

    /// The operating system did not give the bytes.
    #[error("it cannot be read: {reason}")]
    Unreadable {
        /// The operating system's words.
        reason: String,
    },

    /// A gzip stream that does not decompress.
    #[error("the gzip data is damaged or cut off")]
    DamagedGzip,

    /// More bytes than the limit, as they are or unpacked.
    #[error("the input is larger than {} MB", limit / 1_000_000)]
    TooLarge {
        /// The limit, in bytes.
        limit: u64,
    },

    /// Compressed data that becomes larger than data of plans does.
    #[error("the input unpacks to more than {ratio} times its size")]
    UnpacksTooLarge {
        /// The limit.
        ratio: u64,
    },

    /// The binary plan file of Terraform 0.12 and later, and of OpenTofu: a zip archive.
    #[error("this is a binary plan file, not its JSON")]
    BinaryPlan,

    /// Another zip archive.
    #[error("this is a zip archive, not a plan")]
    Zip,

    /// Data in a compression that is not unpacked here.
    #[error("this is compressed with {program}{}", if *.program == "gzip" { ", and once more inside" } else { "" })]
    Compressed {
        /// The program that unpacks it.
        program: &'static str,
    },

    /// Bytes that begin as no text does.
    #[error("this is binary data, not the JSON of a plan")]
    Binary,

    /// The binary plan file of Terraform 0.11 and earlier.
    #[error("this is a binary plan file of Terraform 0.11 or earlier, which has no JSON form")]
    OldBinaryPlan,

    /// Bytes that are neither UTF-8 nor UTF-16 with a recognizable order.
    #[error("the text is not valid UTF-8 (byte {offset})")]
    NotUtf8 {
        /// First bad byte, from 0.
        offset: usize,
    },

    /// UTF-32, which nobody writes plans in.
    #[error("the text is UTF-32")]
    Utf32,

    /// UTF-16 whose code units do not pair up.
    #[error("the text is not valid UTF-16")]
    NotUtf16,

    /// The text for people that `plan` and `show` print without `-json`.
    #[error("this is the text of a plan for people, not its JSON")]
    HumanPlan,

    /// The text for people that `show` prints of a state.
    #[error("this is the text of a state for people, not JSON")]
    HumanState,

    /// An error message of the engine.
    #[error("this is an error message of the engine, not a plan")]
    EngineError,

    /// The log lines of `plan -json`, `apply -json` and their kin.
    #[error("these are the log lines of a command run with -json, not a plan")]
    EventLines,

    /// `providers schema -json`.
    #[error("these are provider schemas, not a plan")]
    ProviderSchemas,

    /// Something else where provider schemas are wanted.
    #[error("these are not provider schemas")]
    NotProviderSchemas,

    /// Provider schemas of which there is nothing, or only a part, or that were changed.
    #[error("{reason}")]
    BrokenProviderSchemas {
        /// What is wrong with the text.
        reason: Box<InputError>,
    },

    /// `validate -json`.
    #[error("this is the result of `validate -json`, not a plan")]
    ValidateResult,

    /// `output -json`.
    #[error("these are output values (`output -json`), not a plan")]
    OutputValues,

    /// `modules -json`.
    #[error("this is the result of `modules -json`, not a plan")]
    ModulesResult,

    /// `version -json`.
    #[error("this is the result of `version -json`, not a plan")]
    VersionResult,

    /// `metadata functions -json`.
    #[error("these are function signatures (`metadata functions -json`), not a plan")]
    FunctionSignatures,

    /// A report that planlint wrote, in JSON or lines of it.
    #[error("this is a report of planlint, not a plan")]
    OwnReport,

    /// `state show -json`.
    #[error("this is one resource of a state (`state show -json`), not a plan")]
    StateShow,

    /// The file that a cloud or remote run saves in place of a plan.
    #[error("this is a bookmark of a remote run, not the plan itself")]
    CloudBookmark,

    /// What the API of a cloud says of a run or a plan.
    #[error("this is an answer of the API of remote runs, not a plan")]
    ApiAnswer,

    /// The redacted plan that a cloud serves to its own renderer.
    #[error("this is a redacted plan of a remote run: it has no configuration and no state")]
    RedactedPlan,

    /// A state that the engine encrypted.
    #[error("this state is encrypted")]
    EncryptedState,

    /// A plan file that the engine encrypted.
    #[error("this plan file is encrypted")]
    EncryptedPlan,

    /// OpenTofu's or Terraform's own language.
    #[error("this is configuration (HCL), not a plan")]
    ConfigurationText,

    /// A module in JSON configuration syntax.
    #[error("this is configuration in JSON syntax, not a plan")]
    JsonConfiguration,

    /// `show -json -config` or `-module`.
    #[error("this is only a configuration (`show -json -config`), without changes to judge")]
    ConfigurationOnly,

    /// `{"format_version":"1.0"}`: what the engine prints when there is no state.
    #[error("this is what the engine prints when there is no state, and it is not a plan")]
    NoState,

    /// A state where a plan is wanted.
    #[error("this is a state, and a gate on a state would always pass")]
    StateNotPlan,

    /// A plan where a state is wanted.
    #[error("this is a plan, not a state")]
    PlanNotState,

    /// A plan or a state where a configuration is wanted.
    #[error("this is a plan or a state, and not a configuration alone")]
    NotConfiguration,

    /// A raw state of format 1, 2 or 3.
    #[error("this is a raw state of version {version}, written by Terraform 0.11 or earlier")]
    OldRawState {
        /// The number under `version`: 1, 2 or 3.
        version: u64,
    },

    /// A raw state of a format that came after this program.
    #[error("this is a raw state of a version that planlint does not know (it knows version 4)")]
    NewerRawState,

    /// A list at the top.
    #[error("this is a JSON list, and a plan is an object")]
    List,

    /// A list, an object or a text with a plan in it.
    #[error("this contains a plan but is not one")]
    HoldsPlan {
        /// What it is.
        holder: Holder,
    },

    /// A list, an object or a text with a state in it, where a state is wanted.
    #[error("this contains a state but is not one")]
    HoldsState {
        /// What it is.
        holder: Holder,
    },

    /// Changes of a plan without all else that it has: one, or a list of them.
    #[error("these are changes of a plan, without the plan")]
    ChangesAlone,

    /// A string, number, boolean or `null` at the top.
    #[error("this is a single JSON value, and a plan is an object")]
    Scalar,

    /// An object that is none of the known things.
    #[error("this is a JSON object, but neither a plan nor a state")]
    OtherObject,

    /// Text that is no JSON at all.
    #[error("this is text, not the JSON of a plan")]
    NotJson,

    /// Text beside the document that no known wrapper writes.
    #[error("line {line} is text outside the JSON document")]
    TextBeside {
        /// Line in the decoded text, from 1.
        line: usize,
    },

    /// A warning that the engine prints on standard output before the document, whatever the document says.
    #[error("line {line} begins a warning that the engine printed before the JSON")]
    EngineWarning {
        /// Line in the decoded text, from 1.
        line: usize,
    },

    /// JSON that ends before its document does.
    #[error("the JSON stops before its end (byte {offset})")]
    Truncated {
        /// Where the text stops, in bytes from 0.
        offset: usize,
    },

    /// JSON that is not what the format says.
    #[error("{error}")]
    Malformed {
        /// What is wrong and where.
        error: DecodeError,
    },

    /// A name that stands twice in an object whose names the format fixes.
    #[error("{error}")]
    RepeatedName {
        /// Which name, and where.
        error: DecodeError,
    },

    /// No `format_version`.
    #[error("`format_version` is missing, so the rest has no known meaning")]
    NoFormatVersion,

    /// A `format_version` that is not a version.
    #[error("`{property}` is not a version")]
    BadFormatVersion {
        /// The property: that of the document, or of its `prior_state`.
        property: &'static str,
    },

    /// A `terraform_version` that no engine can have.
    #[error("`terraform_version` is not a version")]
    BadEngineVersion,

    /// A major version that this program does not read.
    #[error("`{property}` has major version {major}; planlint reads 0 and 1")]
    UnsupportedFormatVersion {
        /// The property: that of the document, or of its `prior_state`.
        property: &'static str,
        /// The major version.
        major: u64,
    },

    /// No `resource_changes` although the plan's other parts need them.
    #[error("`resource_changes` is missing or not whole: {evidence}")]
    MissingResourceChanges {
        /// What in the plan needs them.
        evidence: &'static str,
    },

    /// A plan or a raw state that lacks the parts every engine writes.
    #[error("`{property}` is missing, which every engine writes")]
    MissingProperty {
        /// Name of the property.
        property: &'static str,
    },

    /// An object with what only states have and what only plans have.
    #[error("at the top there is what only states have, and what only plans have")]
    PlanAndState,

    /// A property of the format, and beside it another that has its name in other capitals: to engines, which read raw
    /// states so, the last one counts.
    #[error("a property {place} is `{meant}` in other capitals, and stands beside it")]
    SpelledTwice {
        /// Where it stands: `at the top`.
        place: &'static str,
        /// The name in the format.
        meant: &'static str,
    },

    /// A property that is nearly, but not quite, one of the format's.
    #[error("a property {place} is spelled nearly like `{meant}`, which is missing")]
    MisspelledProperty {
        /// Where it stands: `at the top`.
        place: &'static str,
        /// The name in the format.
        meant: &'static str,
    },

    /// An object of a state that is listed and does not stand there.
    #[error("{} lacks the object `{property}` that holds its attributes", pointer.in_words())]
    NoAttributes {
        /// The property that should hold the object.
        property: &'static str,
        /// The resource or instance.
        pointer: Pointer,
    },

    /// An object of a state that does not say what it is.
    #[error("{} lacks `{property}` as every engine writes it", pointer.in_words())]
    LacksPart {
        /// The property.
        property: &'static str,
        /// The resource.
        pointer: Pointer,
    },

    /// A word or a part of a raw state for which the engines do not load it.
    #[error("{} {wrong}, and no engine loads such a state", pointer.in_words())]
    NotLoaded {
        /// What is wrong with what stands there, in words.
        wrong: &'static str,
        /// The resource or instance, or the outputs.
        pointer: Pointer,
    },

    /// An object of a state whose address is that of another one.
    #[error("{} has an address that is not one of its mode and type", pointer.in_words())]
    OtherAddress {
        /// The resource.
        pointer: Pointer,
    },

    /// An object of a raw state as Terraform 0.11 stored it.
    #[error("{} holds its attributes as Terraform 0.11 stored them, which planlint does not read", pointer.in_words())]
    FlatAttributes {
        /// The instance.
        pointer: Pointer,
    },

    /// A document whose names make addresses of many times its own length.
    #[error("`{pointer}` makes addresses that are more than {times} times as long as the document")]
    LongNames {
        /// The limit.
        times: usize,
        /// Where it is reached.
        pointer: Pointer,
    },

    /// The user said which engine wrote it, and it tells that another did.
    #[error("{engine} wrote this plan, and --engine says {told}: {evidence}")]
    OtherEngine {
        /// The engine that wrote it.
        engine: String,
        /// The one that the user said.
        told: String,
        /// What tells.
        evidence: &'static str,
    },

    /// The user said which engine wrote it, and something is missing that this one always writes.
    #[error("--engine says {told}, and {evidence}")]
    EngineWouldWrite {
        /// The one that the user said.
        told: String,
        /// What is missing, in words.
        evidence: &'static str,
    },

    /// A value that decoding passed over and that cannot be read.
    #[error("an attribute's value cannot be read: {error}")]
    BadValue {
        /// What is wrong with it.
        error: ReadError,
    },

    /// Lists and objects nested deeper than `limit` levels.
    #[error("the JSON is nested deeper than {limit} levels (byte {offset})")]
    TooDeep {
        /// The limit, in levels.
        limit: usize,
        /// Where the limit is passed, in bytes from 0.
        offset: usize,
    },
}

/// What may be around a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Holder {
    /// A list.
    List,
    /// An object.
    Object,
    /// An object, in which it is a text.
    TextInObject,
    /// The quotes of a text.
    Quotes,
}

/// Why a folder cannot be read or written as a file.
pub(crate) const IS_FOLDER: &str = "this is a folder";

/// Why the operating system did not give or take bytes, in words for people.
#[must_use]
pub fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no file or folder of this name".to_owned(),
        io::ErrorKind::IsADirectory => IS_FOLDER.to_owned(),
        // The only ones that are not the system's are our own.
        io::ErrorKind::Other if error.get_ref().is_some() => error.to_string(),
        kind => kind.to_string(),
    }
}
