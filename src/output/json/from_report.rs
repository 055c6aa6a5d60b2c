//! From the report to the types of the JSON report.

use super::{
    ActionInvocation, ByModule, ByType, Check, CheckInstance, Deferred, Deposed, Drift, Edit, Failure, Finding, Fix,
    Head, Importing, Index, Input, Kinds, Location, Module, Output, OutputChange, Plan, PlanSummary, REPORT_VERSION,
    Related, Report, ResourceChange, Source, State, Totals, Verdict, Waiver,
};
use crate::facts::ChangeKind;
use crate::{report, source};

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
            verdict: Verdict::from(report.verdict()),
            fail_on: report.fail_on.word().to_owned(),
            inputs: report.inputs.iter().map(Input::from).collect(),
            findings: report.findings.iter().map(Finding::from).collect(),
            errors: report.errors.iter().map(Failure::from).collect(),
        }
    }
}

impl From<report::Verdict> for Verdict {
    fn from(verdict: report::Verdict) -> Self {
        match verdict {
            report::Verdict::Pass => Self::Pass,
            report::Verdict::Fail => Self::Fail,
            report::Verdict::Error => Self::Error,
        }
    }
}

impl From<&report::Input> for Head {
    fn from(input: &report::Input) -> Self {
        Self {
            name: input.name.clone(),
            format_version: option(input.format_version.as_ref()),
            terraform_version: option(input.engine_version.as_ref()),
            engine: input.engine.map(|engine| engine.word().to_owned()),
        }
    }
}

impl From<&report::Input> for Input {
    fn from(input: &report::Input) -> Self {
        match &input.subject {
            report::Subject::Plan(plan) => Self::Plan(Box::new(Plan {
                summary: PlanSummary::of(input, plan),
                resource_changes: plan.changes.iter().map(ResourceChange::from).collect(),
                output_changes: plan.outputs.iter().map(OutputChange::from).collect(),
                drift: plan.drift.iter().map(Drift::from).collect(),
                deferred: plan.deferred.iter().map(Deferred::from).collect(),
                action_invocations: plan.actions.iter().map(ActionInvocation::from).collect(),
                deferred_action_invocations: plan.deferred_actions.iter().map(ActionInvocation::from).collect(),
                checks: plan.checks.iter().map(Check::from).collect(),
            })),
            report::Subject::State(state) => Self::State(State::of(Head::from(input), state)),
            report::Subject::Module(module) => Self::Module(Module::of(&input.name, module)),
        }
    }
}

impl PlanSummary {
    pub(super) fn of(input: &report::Input, plan: &report::PlanInput) -> Self {
        Self {
            head: Head::from(input),
            timestamp: option(plan.timestamp.as_ref()),
            errored: plan.errored,
            complete: plan.complete,
            applyable: plan.applyable,
            totals: Totals::from(&plan.totals),
            plan_line: plan.plan_line.clone(),
        }
    }
}

impl Module {
    pub(super) fn of(name: &str, module: &report::ModuleInput) -> Self {
        Self {
            name: name.to_owned(),
            files: module.files.clone(),
            engines: module.engines.clone(),
        }
    }
}

impl From<&report::DriftRow> for Drift {
    fn from(drift: &report::DriftRow) -> Self {
        Self {
            change: ResourceChange::from(&drift.change),
            relevant: drift.relevant,
            also_changed: drift.changed,
        }
    }
}

impl From<&report::DeferredRow> for Deferred {
    fn from(deferred: &report::DeferredRow) -> Self {
        Self {
            change: ResourceChange::from(&deferred.change),
            reason: text(&deferred.reason),
        }
    }
}

impl From<&report::ActionRow> for ActionInvocation {
    fn from(action: &report::ActionRow) -> Self {
        Self {
            address: text(&action.address),
            r#type: option(action.type_name.as_ref()),
            provider_name: option(action.provider_name.as_ref()),
            triggered_by: option(action.triggered_by.as_ref()),
            event: option(action.event.as_ref()),
            reason: option(action.reason.as_ref()),
            pointer: action.pointer.clone(),
        }
    }
}

impl State {
    pub(super) fn of(head: Head, state: &report::StateInput) -> Self {
        Self {
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
                create: totals.kind(ChangeKind::Create),
                delete: totals.kind(ChangeKind::Delete),
                forget: totals.kind(ChangeKind::Forget),
                import: totals.kind(ChangeKind::Import),
                moves: totals.kind(ChangeKind::Move),
                no_op: totals.kind(ChangeKind::NoOp),
                open: totals.kind(ChangeKind::Open),
                read: totals.kind(ChangeKind::Read),
                replace: totals.kind(ChangeKind::Replace),
                unrecognized: totals.kind(ChangeKind::Unrecognized),
                update: totals.kind(ChangeKind::Update),
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
            actions: row.actions.words().iter().map(text).collect(),
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
            action: row.fate.word().to_owned(),
            actions: row.actions.iter().map(text).collect(),
            sensitive: row.sensitive,
            mark_change: row.mark_change.map(|change| change.word().to_owned()),
            listed: row.visible,
            pointer: text(&row.pointer),
        }
    }
}

impl From<&report::CheckRow> for Check {
    fn from(row: &report::CheckRow) -> Self {
        Self {
            address: text(&row.address),
            kind: text(&row.kind),
            status: row.status.word().to_owned(),
            instances: row
                .instances
                .iter()
                .map(|instance| CheckInstance {
                    address: text(&instance.address),
                    status: instance.status.word().to_owned(),
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
            previous_address: option(finding.previous_address.as_ref()),
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
                    until: option(until.as_ref()),
                }),
                _ => None,
            },
            input: finding.input,
            settings_file: finding.file.clone().filter(|_| finding.module.is_none()),
            file: finding.file.clone().filter(|_| finding.module.is_some()),
            engine_rejects: finding.module.as_ref().map(|module| module.engine_rejects),
            fix: finding.fix().map(|fix| Fix {
                description: fix.description.to_owned(),
                edits: fix.edits.iter().map(Edit::from).collect(),
            }),
            pointer: text(&finding.pointer),
            location: finding.location.map(Location::from),
            source: finding.source.as_ref().map(|place| Source {
                file: place.file.clone(),
                start: place.start.into(),
                end: place.end.into(),
                related: place
                    .related
                    .iter()
                    .map(|(name, place)| Related {
                        name: name.clone(),
                        file: place.file.clone(),
                        start: place.start.into(),
                        end: place.end.into(),
                    })
                    .collect(),
            }),
        }
    }
}

impl From<&source::Edit> for Edit {
    fn from(edit: &source::Edit) -> Self {
        Self {
            start: edit.span.start,
            end: edit.span.end,
            text: edit.text.to_string(),
        }
    }
}

impl From<source::Location> for Location {
    fn from(location: source::Location) -> Self {
        Self {
            line: location.line.get(),
            column: location.column.get(),
            byte: location.byte,
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
