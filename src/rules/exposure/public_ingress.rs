//! Rule `public-ingress`: every address can reach ports that are not meant for everybody.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::lint::{ChangeView, Check, Context, Finding, Level, OptionsSpec, Rule};
use crate::rules::data::exposure::{Exposure, table};

use super::tables::{Voice, ingress};

pub(crate) const RULE: Rule = Rule {
    id: "public-ingress",
    summary: "every address can reach ports that are not meant for everybody",
    family: "exposure",
    level: Level::Error,
    options: Some(OptionsSpec::of::<Options>()),
    checks: &[Check::Change(check)],
    ..Rule::BASE
};

const VOICE: Voice = Voice {
    rule: Exposure::PublicIngress,
    does: "lets every address in",
    may: "may let every address in",
    help: "name the networks that may connect",
};

/// What is expected to be open.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
struct Options {
    /// Ports that everybody may reach.
    expected_ports: Vec<u16>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            expected_ports: table().ports.expected.clone(),
        }
    }
}

fn check(context: &Context<'_, '_>, view: &ChangeView<'_, '_>, findings: &mut Vec<Finding>) {
    let options = context.options::<Options>();
    ingress::changed(context, view, findings, &VOICE, &options.expected_ports);
}
