//! Rule `metadata-service-v1`: a machine gives out credentials to requests without a token.

use crate::lint::{ChangeView, Check, Context, Finding, Level, Rule};
use crate::rules::data::exposure::Exposure;

use super::tables::{Voice, changed};

pub(crate) const RULE: Rule = Rule {
    id: "metadata-service-v1",
    summary: "a machine gives out credentials to requests without a token",
    family: "exposure",
    level: Level::Warning,
    checks: &[Check::Change(check)],
    ..Rule::BASE
};

const VOICE: Voice = Voice {
    rule: Exposure::MetadataServiceV1,
    does: "answers metadata requests without a token",
    may: "may answer metadata requests without a token",
    help: "require tokens: version 2 of the metadata service",
};

fn check(context: &Context<'_, '_>, view: &ChangeView<'_, '_>, findings: &mut Vec<Finding>) {
    changed(context, view, findings, &VOICE);
}
