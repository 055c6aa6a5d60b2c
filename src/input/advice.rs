//! What to do about what is wrong with an input: the short name of each error and its help, in the words of whoever reads.

use std::fmt::Display;

use miette::Diagnostic;

use super::{Holder, IS_FOLDER, InputError, Want};

/// Who reads plans and states, as help names it: what stands behind the pipe of an engine's command.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reader {
    /// What reads plans.
    pub(crate) plans: &'static str,
    /// What reads states.
    pub(crate) states: &'static str,
    /// What was asked for.
    pub(crate) want: Want,
}

impl Reader {
    /// The gate, which reads plans unless it is told otherwise.
    pub(crate) const GATE: Self = Self {
        plans: "planlint",
        states: "planlint state",
        want: Want::Plan,
    };

    /// The command that makes what was asked for, and hands it over.
    fn again(&self) -> String {
        let Self { plans, states, want } = self;
        match want {
            Want::State => format!("tofu show -json | {states}"),
            Want::Plan | Want::Any => format!("tofu show -json tfplan | {plans}"),
        }
    }
}

impl Diagnostic for InputError {
    fn code<'a>(&'a self) -> Option<Box<dyn Display + 'a>> {
        Some(Box::new(self.advice(Reader::GATE).0))
    }

    fn help<'a>(&'a self) -> Option<Box<dyn Display + 'a>> {
        Some(Box::new(self.help_for(Reader::GATE)))
    }
}

impl InputError {
    /// What to do, where something else than the gate reads.
    pub(crate) fn help_for(&self, reader: Reader) -> String {
        self.advice(reader).1
    }

    /// The short name, and what to do.
    #[expect(clippy::too_many_lines, reason = "one table: a row an error")]
    fn advice(&self, reader: Reader) -> (&'static str, String) {
        let Reader { plans, states, .. } = reader;
        let again = reader.again();
        match self {
            Self::Empty => (
                "empty-input",
                format!(
                    "the command before the pipe failed: see its standard error; in scripts use `set -o \
                     pipefail`; then: {again}"
                ),
            ),
            Self::EmptyFile => (
                "empty-input",
                "the command that wrote it failed, often because the plan did: see its output; then: \
                 tofu show -json tfplan > FILE"
                    .to_owned(),
            ),
            Self::Unreadable { reason } if reason == IS_FOLDER => ("unreadable", "name a file in it".to_owned()),
            Self::Unreadable { .. } => (
                "unreadable",
                "check the path and the permissions; `-` reads standard input".to_owned(),
            ),
            Self::DamagedGzip => (
                "damaged-gzip",
                "compress the plan again, or give it unpacked: tofu show -json tfplan > plan.json".to_owned(),
            ),
            Self::TooLarge { .. } => (
                "too-large",
                "raise `largest-input-mb` in [limits] of planlint.toml if it really is that large".to_owned(),
            ),
            Self::UnpacksTooLarge { .. } => (
                "unpacks-too-large",
                "unpack it yourself if you know who made it, or raise `largest-ratio` in [limits] of \
                 planlint.toml"
                    .to_owned(),
            ),
            Self::BinaryPlan => ("binary-plan", again),
            Self::OldBinaryPlan => (
                "old-binary-plan",
                format!(
                    "plan again with OpenTofu, or Terraform 0.12 or later; then: tofu show -json tfplan | \
                     {plans}"
                ),
            ),
            Self::NotUtf8 { .. } => (
                "not-utf8",
                "write the plan again without changing its encoding: tofu show -json tfplan > plan.json".to_owned(),
            ),
            Self::NotUtf16 => (
                "not-utf16",
                "write the plan as UTF-8; in PowerShell: tofu show -json tfplan | Out-File -Encoding \
                 utf8 plan.json"
                    .to_owned(),
            ),
            Self::HumanPlan => (
                "human-plan",
                format!("tofu plan -out=tfplan, then: tofu show -json tfplan | {plans}"),
            ),
            Self::HumanState => (
                "human-state",
                format!(
                    "for the plan: tofu show -json tfplan | {plans}   ·   for the state: tofu show -json | \
                     {states}"
                ),
            ),
            Self::EngineError => (
                "engine-error",
                format!("make the engine's command succeed first; in scripts use `set -o pipefail`; then: {again}"),
            ),
            Self::EventLines => (
                "event-lines",
                format!(
                    "tofu plan -out=tfplan, then: tofu show -json tfplan | {plans} (the log holds no \
                     attribute values)"
                ),
            ),
            Self::ProviderSchemas => ("provider-schemas", again),
            Self::NotProviderSchemas => (
                "not-provider-schemas",
                "in the folder of the configuration: tofu providers schema -json > schemas.json".to_owned(),
            ),
            Self::BrokenProviderSchemas { .. } => (
                "broken-provider-schemas",
                "write the schemas again, and check the exit status: tofu providers schema -json > \
                 schemas.json"
                    .to_owned(),
            ),
            Self::ValidateResult => ("validate-result", again),
            Self::OutputValues => (
                "output-values",
                format!(
                    "for the plan: tofu show -json tfplan | {plans}   ·   for the state: tofu show -json | \
                     {states}"
                ),
            ),
            Self::VersionResult => ("version-result", again),
            Self::FunctionSignatures => ("function-signatures", again),
            Self::OwnReport => ("own-report", format!("keep reports apart from plans: {again}")),
            Self::StateShow => (
                "state-show",
                format!(
                    "the plan: tofu show -json tfplan | {plans}   ·   the whole state: tofu show -json | \
                     {states}"
                ),
            ),
            Self::CloudBookmark => (
                "cloud-bookmark",
                format!(
                    "show fetches the plan with the credentials you have: terraform show -json tfplan | \
                     {plans}"
                ),
            ),
            Self::RedactedPlan => (
                "redacted-plan",
                format!(
                    "take the full plan: terraform show -json tfplan | {plans} (needs permission to read the \
                     plan)"
                ),
            ),
            Self::EncryptedState => (
                "encrypted-state",
                format!("let the engine decrypt it: tofu show -json | {states}"),
            ),
            Self::EncryptedPlan => (
                "encrypted-plan",
                format!("let the engine decrypt it: tofu show -json tfplan | {plans}"),
            ),
            Self::ConfigurationText => (
                "configuration-text",
                format!("tofu plan -out=tfplan, then: tofu show -json tfplan | {plans}"),
            ),
            Self::JsonConfiguration => (
                "json-configuration",
                format!(
                    "tofu plan -out=tfplan; tofu show -json tfplan | {plans}   ·   the module: planlint \
                     config DIR"
                ),
            ),
            Self::ConfigurationOnly => ("configuration-only", again),
            Self::NoState => (
                "no-state",
                format!(
                    "name the plan file: tofu show -json tfplan | {plans}   ·   to accept an empty state: \
                     {states}"
                ),
            ),
            Self::StateNotPlan => (
                "state-not-plan",
                format!(
                    "did you forget the plan file? tofu show -json tfplan | {plans}   ·   to judge the \
                     state: {states} FILE"
                ),
            ),
            Self::PlanNotState => (
                "plan-not-state",
                format!("to judge the plan: {plans} FILE   ·   for the state: tofu show -json | {states}"),
            ),
            Self::NotConfiguration => (
                "not-configuration",
                "print the configuration: tofu show -json -config (OpenTofu 1.11); that of a plan stands under its \
                 `configuration`"
                    .to_owned(),
            ),
            Self::OldRawState { .. } => (
                "old-raw-state",
                format!(
                    "upgrade it by applying once with Terraform 0.12 or 0.13, then: tofu show -json | \
                     {states}"
                ),
            ),
            Self::NewerRawState => (
                "newer-raw-state",
                format!("use the stable form: tofu show -json | {states}; or upgrade planlint"),
            ),
            Self::List => (
                "json-list",
                format!("give the plans one after another: jq -c '.[]' FILE | {plans}; or one: {again}"),
            ),
            Self::MistakenCommand { command } => ("no-such-command", format!("did you mean: planlint {command}")),
            Self::OtherCommand => (
                "other-command",
                "plans are judged without a command: planlint plan.json; `planlint --help` lists those \
                 that there are"
                    .to_owned(),
            ),
            Self::LateCommand { command } => (
                "late-command",
                format!(
                    "a command comes before its options: planlint {command} …; a file of this name is \
                     ./{command}"
                ),
            ),
            Self::HoldsPlan { holder } => (
                "holds-plan",
                match holder {
                    Holder::List => format!("take it out of the list: jq -c '.[]' FILE | {plans}"),
                    Holder::Object => format!("take it out of the object: jq .NAME FILE | {plans}"),
                    Holder::Quotes => format!("take it out of the quotes: jq -r . FILE | {plans}"),
                },
            ),
            Self::ChangesAlone => (
                "changes-alone",
                format!("what they mean stands in the rest of it; write the plan again: {again}"),
            ),
            Self::Scalar => (
                "json-scalar",
                format!("was the plan put into quotes on its way? {again}"),
            ),
            Self::OtherObject => ("not-a-plan", again),
            Self::NotJson => ("not-json", again),
            Self::TextBeside { .. } => (
                "text-beside",
                "send only standard output of `tofu show -json` to planlint; what else was in the text \
                 cannot be judged"
                    .to_owned(),
            ),
            Self::EngineWarning { .. } => (
                "engine-warning",
                format!(
                    "read it in the file, mend what it warns of (a CLI configuration file that \
                     TF_CLI_CONFIG_FILE names and that is missing, say), and show the plan again: {again}"
                ),
            ),
            Self::Truncated { .. } => (
                "truncated",
                "it was cut off while it was written: tofu show -json tfplan > plan.json, and check the \
                 exit status"
                    .to_owned(),
            ),
            Self::Malformed { .. } => (
                "malformed",
                format!("the file was changed after the engine wrote it, or is of another format: {again}"),
            ),
            Self::RepeatedName { .. } => (
                "repeated-name",
                format!(
                    "no engine writes a property twice, so the file was changed afterwards; make it again: \
                     {again}"
                ),
            ),
            Self::NoFormatVersion => (
                "no-format-version",
                format!("take the engine's own output, unchanged: {again}"),
            ),
            Self::BadFormatVersion => (
                "bad-format-version",
                format!("take the engine's own output, unchanged: {again}"),
            ),
            Self::UnsupportedFormatVersion { .. } => (
                "unsupported-format-version",
                "upgrade planlint; in a new major version the same names may mean something else".to_owned(),
            ),
            Self::MissingResourceChanges { .. } => (
                "missing-resource-changes",
                format!("the file was changed after the engine wrote it: {again}"),
            ),
            Self::MissingProperty { .. } => (
                "missing-property",
                format!("the file was changed after the engine wrote it: {again}"),
            ),
            Self::PlanAndState => (
                "plan-and-state",
                format!("no engine writes this; make it again: {again}"),
            ),
            Self::MisspelledProperty { .. } => (
                "misspelled-property",
                format!("the file was changed after the engine wrote it: {again}"),
            ),
            Self::NoAttributes { .. } => (
                "no-attributes",
                format!(
                    "the file was changed after the engine wrote it; for the plan: tofu show -json tfplan | \
                     {plans}   ·   for the state: tofu show -json | {states}"
                ),
            ),
            Self::FlatAttributes { .. } => (
                "flat-attributes",
                format!("let the engine store it anew: tofu apply -refresh-only, then: tofu show -json | {states}"),
            ),
            Self::LongNames { .. } => (
                "long-names",
                "nothing that engines write is like that: look at the names there, and at who made the \
                 file"
                    .to_owned(),
            ),
            Self::OtherEngine { .. } => (
                "other-engine",
                "leave --engine out: it is for plans that do not tell; what they mean depends on it, and \
                 so do totals"
                    .to_owned(),
            ),
            Self::BadValue { .. } => (
                "bad-value",
                "no engine writes this; check where the file comes from".to_owned(),
            ),
            Self::TooDeep { .. } => (
                "too-deep",
                "no engine writes this; check where the file comes from".to_owned(),
            ),
            Self::MoreRefused { .. } => (
                "more-refused",
                "the first ones stand above; is it the right file?".to_owned(),
            ),
            Self::OnlyConfiguration => (
                "nothing-found",
                "the module: planlint config DIR; for a plan name a file that `tofu show -json` wrote".to_owned(),
            ),
            Self::NothingFound => (
                "nothing-found",
                "name a file, or a folder with *.json files that `tofu show -json` wrote".to_owned(),
            ),
        }
    }
}
