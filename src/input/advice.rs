//! What to do about what is wrong with an input: the short name of each error and its help, in the words of whoever
//! reads.

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

    /// The command that makes a plan, and hands it over.
    fn plan(&self) -> String {
        format!("tofu show -json tfplan | {}", self.plans)
    }

    /// The command that makes a state, and hands it over.
    fn state(&self) -> String {
        format!("tofu show -json | {}", self.states)
    }

    /// The command that makes what was asked for, and hands it over.
    fn again(&self) -> String {
        match self.want {
            Want::State => self.state(),
            Want::Plan | Want::Any => self.plan(),
        }
    }
}

impl Diagnostic for InputError {
    fn code<'a>(&'a self) -> Option<Box<dyn Display + 'a>> {
        Some(Box::new(self.name()))
    }

    fn help<'a>(&'a self) -> Option<Box<dyn Display + 'a>> {
        Some(Box::new(self.help_for(Reader::GATE)))
    }
}

impl InputError {
    /// The short name.
    fn name(&self) -> &'static str {
        match self {
            Self::Empty | Self::EmptyFile => "empty-input",
            Self::Unreadable { .. } => "unreadable",
            Self::DamagedGzip => "damaged-gzip",
            Self::TooLarge { .. } => "too-large",
            Self::UnpacksTooLarge { .. } => "unpacks-too-large",
            Self::BinaryPlan => "binary-plan",
            Self::Zip => "zip-archive",
            Self::Compressed { .. } => "compressed",
            Self::Binary => "binary-data",
            Self::OldBinaryPlan => "old-binary-plan",
            Self::NotUtf8 { .. } => "not-utf8",
            Self::NotUtf16 => "not-utf16",
            Self::Utf32 => "utf32",
            Self::HumanPlan => "human-plan",
            Self::HumanState => "human-state",
            Self::EngineError => "engine-error",
            Self::EventLines => "event-lines",
            Self::ProviderSchemas => "provider-schemas",
            Self::NotProviderSchemas => "not-provider-schemas",
            Self::BrokenProviderSchemas { .. } => "broken-provider-schemas",
            Self::ValidateResult => "validate-result",
            Self::OutputValues => "output-values",
            Self::ModulesResult => "modules-result",
            Self::VersionResult => "version-result",
            Self::FunctionSignatures => "function-signatures",
            Self::OwnReport => "own-report",
            Self::StateShow => "state-show",
            Self::CloudBookmark => "cloud-bookmark",
            Self::ApiAnswer => "api-answer",
            Self::RedactedPlan => "redacted-plan",
            Self::EncryptedState => "encrypted-state",
            Self::EncryptedPlan => "encrypted-plan",
            Self::ConfigurationText => "configuration-text",
            Self::JsonConfiguration => "json-configuration",
            Self::ConfigurationOnly => "configuration-only",
            Self::NoState => "no-state",
            Self::StateNotPlan => "state-not-plan",
            Self::PlanNotState => "plan-not-state",
            Self::NotConfiguration => "not-configuration",
            Self::OldRawState { .. } => "old-raw-state",
            Self::NewerRawState => "newer-raw-state",
            Self::List => "json-list",
            Self::HoldsPlan { .. } => "holds-plan",
            Self::HoldsState { .. } => "holds-state",
            Self::ChangesAlone => "changes-alone",
            Self::Scalar => "json-scalar",
            Self::OtherObject => "not-a-plan",
            Self::NotJson => "not-json",
            Self::TextBeside { .. } => "text-beside",
            Self::EngineWarning { .. } => "engine-warning",
            Self::Truncated { .. } => "truncated",
            Self::Malformed { .. } => "malformed",
            Self::RepeatedName { .. } => "repeated-name",
            Self::NoFormatVersion => "no-format-version",
            Self::BadFormatVersion { .. } => "bad-format-version",
            Self::BadEngineVersion => "bad-engine-version",
            Self::UnsupportedFormatVersion { .. } => "unsupported-format-version",
            Self::MissingResourceChanges { .. } => "missing-resource-changes",
            Self::MissingProperty { .. } | Self::LacksPart { .. } => "missing-property",
            Self::PlanAndState => "plan-and-state",
            Self::MisspelledProperty { .. } | Self::SpelledTwice { .. } => "misspelled-property",
            Self::NoAttributes { .. } => "no-attributes",
            Self::NotLoaded { .. } => "not-loaded",
            Self::OtherAddress { .. } => "other-address",
            Self::FlatAttributes { .. } => "flat-attributes",
            Self::LongNames { .. } => "long-names",
            Self::OtherEngine { .. } | Self::EngineWouldWrite { .. } => "other-engine",
            Self::BadValue { .. } => "bad-value",
            Self::TooDeep { .. } => "too-deep",
        }
    }

    /// What to do, where something else than the gate reads.
    #[expect(clippy::too_many_lines, reason = "one table: a row an error")]
    pub(crate) fn help_for(&self, reader: Reader) -> String {
        let Reader { plans, states, .. } = reader;
        let (plan, state) = (reader.plan(), reader.state());
        let again = reader.again();
        match self {
            Self::Empty => format!(
                "name a file; where one was piped in, the command before the pipe failed: see its standard error; \
                 in scripts use `set -o pipefail`; then: {again}"
            ),
            Self::EmptyFile => {
                "the command that wrote it probably failed, often because the plan did: see its output; then: tofu \
                 show -json tfplan > FILE"
                    .to_owned()
            }
            Self::Unreadable { reason } if reason == IS_FOLDER => "name a file in it".to_owned(),
            Self::Unreadable { .. } => "check the path and the permissions; `-` reads standard input".to_owned(),
            Self::DamagedGzip => {
                "compress the plan again, or give it unpacked: tofu show -json tfplan > plan.json".to_owned()
            }
            Self::TooLarge { .. } => {
                "raise `largest-input-mb` in [limits] of planlint.toml if it really is that large".to_owned()
            }
            Self::UnpacksTooLarge { .. } => {
                "unpack it yourself if you know who made it, or raise `largest-ratio` in [limits] of \
                 planlint.toml"
                    .to_owned()
            }
            Self::Zip => format!("unpack it first: unzip -p FILE NAME | {plans}"),
            Self::Compressed { program } => format!("{program} -dc FILE | {plans}"),
            Self::BinaryPlan
            | Self::Binary
            | Self::ProviderSchemas
            | Self::ValidateResult
            | Self::ModulesResult
            | Self::VersionResult
            | Self::FunctionSignatures
            | Self::ConfigurationOnly
            | Self::OtherObject
            | Self::NotJson => again,
            Self::OldBinaryPlan => format!("plan again with OpenTofu, or Terraform 0.12 or later; then: {plan}"),
            Self::NotUtf8 { .. } => {
                "write the plan again without changing its encoding: tofu show -json tfplan > plan.json".to_owned()
            }
            Self::NotUtf16 | Self::Utf32 => {
                "write the plan as UTF-8; in PowerShell: tofu show -json tfplan | Out-File -Encoding utf8 \
                 plan.json"
                    .to_owned()
            }
            Self::HumanPlan | Self::ConfigurationText => {
                format!("tofu plan -out=tfplan, then: {plan}")
            }
            Self::HumanState | Self::OutputValues => format!("for the plan: {plan}   ·   for the state: {state}"),
            Self::EngineError => {
                format!("make the engine's command succeed first; in scripts use `set -o pipefail`; then: {again}")
            }
            Self::EventLines => format!("tofu plan -out=tfplan, then: {plan} (the log holds no attribute values)"),
            Self::NotProviderSchemas => {
                "in the folder of the configuration: tofu providers schema -json > schemas.json".to_owned()
            }
            Self::BrokenProviderSchemas { .. } => {
                "write the schemas again, and check the exit status: tofu providers schema -json > \
                 schemas.json"
                    .to_owned()
            }
            Self::OwnReport => format!("keep reports apart from plans: {again}"),
            Self::StateShow => format!("the plan: {plan}   ·   the whole state: {state}"),
            Self::CloudBookmark => {
                format!("show fetches the plan with the credentials you have: terraform show -json tfplan | {plans}")
            }
            Self::ApiAnswer => format!(
                "take the plan itself: terraform show -json tfplan | {plans}; or ask the API for \
                 /api/v2/plans/ID/json-output"
            ),
            Self::RedactedPlan => format!(
                "take the full plan: terraform show -json tfplan | {plans} (needs permission to read the \
                 plan)"
            ),
            Self::EncryptedState => format!("let the engine decrypt it: {state}"),
            Self::EncryptedPlan => format!("let the engine decrypt it: {plan}"),
            Self::JsonConfiguration => format!("tofu plan -out=tfplan; {plan}   ·   the module: planlint config DIR"),
            Self::NoState => format!("name the plan file: {plan}   ·   to accept an empty state: {states}"),
            Self::StateNotPlan => {
                format!("did you forget the plan file? {plan}   ·   to judge the state: {states} FILE")
            }
            Self::PlanNotState => {
                format!("to judge the plan: {plans} FILE   ·   for the state: {state}")
            }
            Self::NotConfiguration => {
                "print the configuration: tofu show -json -config (OpenTofu 1.11); that of a plan stands \
                 under its `configuration`"
                    .to_owned()
            }
            Self::OldRawState { .. } => {
                format!("upgrade it by applying once with Terraform 0.12 or 0.13, then: {state}")
            }
            Self::NewerRawState => format!("use the stable form: {state}; or upgrade planlint"),
            Self::List => format!("give the plans one after another: jq -c '.[]' FILE | {plans}; or one: {again}"),
            Self::HoldsPlan { holder } => taken_out_of(*holder, plans),
            Self::HoldsState { holder } => taken_out_of(*holder, states),
            Self::ChangesAlone => format!("what they mean stands in the rest of it; write the plan again: {again}"),
            Self::Scalar => format!("was the plan put into quotes on its way? {again}"),
            Self::TextBeside { .. } => {
                "send only standard output of `tofu show -json` to planlint; what else was in the text cannot \
                 be judged"
                    .to_owned()
            }
            Self::EngineWarning { .. } => format!(
                "read it in the file, fix what it warns of (a CLI configuration file that TF_CLI_CONFIG_FILE \
                 names and that is missing, say), and show the plan again: {again}"
            ),
            Self::Truncated { .. } => {
                "it was cut off while it was written: tofu show -json tfplan > plan.json, and check the exit \
                 status"
                    .to_owned()
            }
            Self::Malformed { .. } => {
                format!("the file was changed after the engine wrote it, or is of another format: {again}")
            }
            Self::RepeatedName { .. } => format!(
                "no engine writes a property twice, so the file was changed afterwards; make it again: \
                 {again}"
            ),
            Self::NoFormatVersion | Self::BadFormatVersion { .. } | Self::BadEngineVersion => {
                format!("take the engine's own output, unchanged: {again}")
            }
            Self::UnsupportedFormatVersion { .. } => {
                "upgrade planlint; in a new major version the same names may mean something else".to_owned()
            }
            Self::MissingResourceChanges { .. }
            | Self::MissingProperty { .. }
            | Self::MisspelledProperty { .. }
            | Self::SpelledTwice { .. } => {
                format!("the file was changed after the engine wrote it: {again}")
            }
            Self::PlanAndState => format!("no engine writes this; make it again: {again}"),
            Self::NoAttributes { .. } | Self::LacksPart { .. } | Self::OtherAddress { .. } => format!(
                "the file was changed after the engine wrote it; for the plan: {plan}   ·   for the state: \
                 {state}"
            ),
            Self::NotLoaded { .. } => format!("restore an earlier version of the state, then: {state}"),
            Self::FlatAttributes { .. } => {
                format!("let the engine store it anew: tofu apply -refresh-only, then: {state}")
            }
            Self::LongNames { .. } => {
                "nothing that engines write is like that: look at the names there, and at who made the file".to_owned()
            }
            Self::OtherEngine { .. } => {
                "leave --engine out: it is for plans that do not tell; what they mean depends on it, and so \
                 do totals"
                    .to_owned()
            }
            // Not to leave --engine out: it has caught what somebody may have done to the plan.
            Self::EngineWouldWrite { .. } => {
                format!(
                    "either another engine wrote it, or something took that out: judge what the engine prints: {again}"
                )
            }
            Self::BadValue { .. } | Self::TooDeep { .. } => {
                "no engine writes this; check where the file comes from".to_owned()
            }
        }
    }
}

/// How what stands in something gets out of it, and where it belongs.
fn taken_out_of(holder: Holder, reader: &str) -> String {
    match holder {
        Holder::List => format!("take it out of the list: jq -c '.[]' FILE | {reader}"),
        Holder::Object => format!("take it out of the object: jq .NAME FILE | {reader}"),
        Holder::TextInObject => format!("take it out of the object, where it is a text: jq -r .NAME FILE | {reader}"),
        Holder::Quotes => format!("take it out of the quotes: jq -r . FILE | {reader}"),
    }
}
