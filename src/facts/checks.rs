//! Check statuses, flattened from what the engines of every version write.

mod undecided;

use std::collections::BTreeMap;

use std::fmt;

use crate::json::Pointer;
use crate::order;
use crate::tofu::{Check, CheckStatus, ConditionResult, StateFileCheck, Text};

pub(crate) use undecided::only_destroys;
pub use undecided::{Undecided, UndecidedChecks};

/// A check, a condition or a validation, with its instances.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CheckRow<'a> {
    /// The object in the configuration: `check.health`, `aws_lb.web`, `output.url`, `var.size`.
    pub address: Text<'a>,
    /// `resource`, `output_value`, `check`, `var`, or the kind of a condition before Terraform 1.4.
    pub kind: Text<'a>,
    /// The worst of the instances, as the engine says it.
    pub status: CheckStatus<'a>,
    /// Empty when the engine never came to evaluate one.
    pub instances: Vec<CheckInstanceRow<'a>>,
    /// Its place in the document.
    pub pointer: Pointer,
}

/// One instance of a checked object.
#[derive(Clone)]
#[non_exhaustive]
pub struct CheckInstanceRow<'a> {
    /// The instance: `aws_lb.web["a"]`.
    pub address: Text<'a>,
    /// What the engine says: pass, fail, error or unknown; any other word is kept, and is no pass.
    pub status: CheckStatus<'a>,
    /// The messages of what failed.
    pub problems: Vec<&'a str>,
    /// Its place in the document.
    pub pointer: Pointer,
}

/// A check, or one of its instances, as a line: what people are shown and findings are made from.
#[derive(Clone)]
#[non_exhaustive]
pub struct CheckResult<'a> {
    /// The instance, or the check itself when it has none.
    pub address: Text<'a>,
    /// Kind of the check.
    pub kind: Text<'a>,
    /// What the engine says: pass, fail, error or unknown; any other word is kept, and is no pass.
    pub status: CheckStatus<'a>,
    /// The messages of what failed.
    pub problems: Vec<&'a str>,
    /// Its place in the document.
    pub pointer: Pointer,
}

/// Of the messages how many there are: authors put values into them.
impl fmt::Debug for CheckInstanceRow<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CheckInstanceRow")
            .field("address", &self.address)
            .field("status", &self.status)
            .field("problems", &self.problems.len())
            .field("pointer", &self.pointer)
            .finish()
    }
}

/// The same.
impl fmt::Debug for CheckResult<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CheckResult")
            .field("address", &self.address)
            .field("kind", &self.kind)
            .field("status", &self.status)
            .field("problems", &self.problems.len())
            .field("pointer", &self.pointer)
            .finish()
    }
}

impl<'a> CheckRow<'a> {
    /// One result an instance; the check itself when it has none, so that none is lost (§1.12),
    /// or when it says worse than all of them.
    pub fn results(&self) -> impl Iterator<Item = CheckResult<'a>> {
        let worst = self.instances.iter().map(|instance| severity(&instance.status)).max();
        let own = worst
            .is_none_or(|worst| worst < severity(&self.status))
            .then(|| CheckResult {
                address: self.address.clone(),
                kind: self.kind.clone(),
                status: self.status.clone(),
                problems: Vec::new(),
                pointer: self.pointer.clone(),
            });
        let instances = self.instances.iter().map(|instance| CheckResult {
            address: instance.address.clone(),
            kind: self.kind.clone(),
            status: instance.status.clone(),
            problems: instance.problems.clone(),
            pointer: instance.pointer.clone(),
        });
        own.into_iter().chain(instances)
    }
}

impl CheckResult<'_> {
    /// What holds or does not: of an object's conditions one, of a check block the block itself.
    #[must_use]
    pub fn subject(&self) -> String {
        let address = &self.address;
        match &*self.kind {
            "resource" => format!("a precondition or postcondition of {address}"),
            "output_value" | "ResourcePrecondition" | "OutputPrecondition" => format!("a precondition of {address}"),
            "ResourcePostcondition" => format!("a postcondition of {address}"),
            "var" => format!("a validation of {address}"),
            _ => address.to_string(),
        }
    }
}

/// How bad a status is; a word that nobody knows may be the worst.
const fn severity(status: &CheckStatus<'_>) -> u8 {
    match status {
        CheckStatus::Pass => 0,
        CheckStatus::Unknown => 1,
        _ => 2,
    }
}

/// The rows of `checks` and, from Terraform 1.2 and 1.3, of `condition_results`.
pub(super) fn rows<'a>(
    checks: &'a [Check<'a>],
    conditions: &'a [ConditionResult<'a>],
    base: &Pointer,
) -> Vec<CheckRow<'a>> {
    let mut rows: Vec<CheckRow<'a>> = checks
        .iter()
        .enumerate()
        .map(|(index, check)| row(check, base.clone().key("checks").index(index)))
        .collect();
    // 1.3 writes both, and says the same in both: what is worse in the one must not be lost for the other.
    let conditions = conditions
        .iter()
        .enumerate()
        .map(|(index, condition)| condition_row(condition, base.clone().key("condition_results").index(index)));
    let mut told: BTreeMap<Text<'a>, u8> = BTreeMap::new();
    if conditions.len() > 0 {
        for result in rows.iter().flat_map(CheckRow::results) {
            let worst = told.entry(result.address).or_default();
            *worst = severity(&result.status).max(*worst);
        }
    }
    let is_told = |row: &CheckRow<'_>| {
        let worst = told.get(&row.address).copied().unwrap_or_default();
        !checks.is_empty() && severity(&row.status) <= worst
    };
    rows.extend(conditions.filter(|row| !is_told(row)));
    order::sort_by(&mut rows, |one, two| {
        one.address.cmp(&two.address).then_with(|| one.kind.cmp(&two.kind))
    });
    rows
}

fn row<'a>(check: &'a Check<'a>, pointer: Pointer) -> CheckRow<'a> {
    let mut instances: Vec<CheckInstanceRow<'a>> = check
        .instances
        .iter()
        .enumerate()
        .map(|(index, instance)| CheckInstanceRow {
            address: instance.address.to_display.clone(),
            status: told(&instance.status, instance.problems.len()),
            problems: instance.problems.iter().map(|problem| &*problem.message).collect(),
            pointer: pointer.clone().key("instances").index(index),
        })
        .collect();
    order::sort_by(&mut instances, |one, two| one.address.cmp(&two.address));
    CheckRow {
        address: check.address.to_display.clone(),
        kind: Text::from(check.address.kind.as_str().to_owned()),
        status: check.status.clone(),
        instances,
        pointer,
    }
}

/// The status of an instance. The engines tell of problems only where something does not hold (§1.12), so that beside
/// some a milder word is not believed.
fn told<'a>(status: &CheckStatus<'a>, problems: usize) -> CheckStatus<'a> {
    match status {
        CheckStatus::Pass | CheckStatus::Unknown if problems > 0 => CheckStatus::Fail,
        status => status.clone(),
    }
}

/// The rows of a raw state's `check_results`, which spell some kinds otherwise (§1.12).
pub(super) fn state_file_rows<'a>(checks: &'a [StateFileCheck<'a>]) -> Vec<CheckRow<'a>> {
    let base = Pointer::root().key("check_results");
    let mut rows: Vec<_> = checks
        .iter()
        .enumerate()
        .map(|(index, check)| {
            let pointer = base.clone().index(index);
            let objects = check.objects.iter().enumerate();
            let mut instances: Vec<_> = objects
                .map(|(at, object)| CheckInstanceRow {
                    address: object.object_addr.clone(),
                    status: told(&object.status, object.failure_messages.len()),
                    problems: object.failure_messages.iter().map(|message| &**message).collect(),
                    pointer: pointer.clone().key("objects").index(at),
                })
                .collect();
            order::sort_by(&mut instances, |one, two| one.address.cmp(&two.address));
            CheckRow {
                address: check.config_addr.clone(),
                kind: match check.object_kind.as_str() {
                    "output" => Text::from("output_value"),
                    _ => check.object_kind.clone(),
                },
                status: check.status.clone(),
                instances,
                pointer,
            }
        })
        .collect();
    order::sort_by(&mut rows, |one, two| {
        one.address.cmp(&two.address).then_with(|| one.kind.cmp(&two.kind))
    });
    rows
}

fn condition_row<'a>(condition: &'a ConditionResult<'a>, pointer: Pointer) -> CheckRow<'a> {
    let status = if condition.unknown {
        CheckStatus::Unknown
    } else if condition.result {
        CheckStatus::Pass
    } else {
        CheckStatus::Fail
    };
    CheckRow {
        address: condition.address.clone(),
        kind: condition.condition_type.clone(),
        status: status.clone(),
        instances: vec![CheckInstanceRow {
            address: condition.address.clone(),
            status,
            problems: condition.error_message.as_deref().into_iter().collect(),
            pointer: pointer.clone(),
        }],
        pointer,
    }
}
