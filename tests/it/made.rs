//! One made-up report that has every kind of thing: what the formats write of it is pinned.
//!
//! Its numbers, counted by hand: 16 elements, of which OpenTofu prints
//! `Plan: 2 to import, 5 to add, 2 to change, 4 to destroy, 2 to forget.`

use planlint::facts::{ActionKind, Fate, Flavor, Replacement, Undecided};
use planlint::lint::{FailOn, Level, Weight};
use planlint::report::changes::{Action, Member, Node, Scalar, Shape};
use planlint::report::{
    ActionRow, ActionWords, ChangeRow, CheckInstanceRow, CheckRow, CheckStatus, Count, DeferredRow, DriftRow, Failure,
    Finding, Import, Index, Input, OutputRow, PathStep, PlanInput, RealAddress, Redacted, Report, Standing, StateInput,
    StateOutput, Subject, Totals,
};
use planlint::rules::RULES;
use planlint::source::{Location, OneIndexed};

fn text(words: &str) -> Redacted {
    Redacted::trusted(words)
}

fn texts(words: &[&str]) -> Vec<Redacted> {
    words.iter().map(|word| text(word)).collect()
}

/// A change of a managed resource in the root module; `address` is `type.name` with or without a key.
pub(crate) fn change(fate: Fate, address: &str) -> ChangeRow {
    let (type_name, name) = address.split_once('.').unwrap();
    let kind = match fate {
        Fate::Unrecognized => ActionKind::Unrecognized,
        Fate::Delete => ActionKind::Delete,
        Fate::Replace(Replacement::DestroyFirst) => ActionKind::DeleteThenCreate,
        Fate::Replace(Replacement::CreateFirst) => ActionKind::CreateThenDelete,
        Fate::Replace(Replacement::ForgetFirst) => ActionKind::ForgetThenCreate,
        Fate::Replace(Replacement::ForgetLast) => ActionKind::CreateThenForget,
        Fate::Forget => ActionKind::Forget,
        Fate::Update => ActionKind::Update,
        Fate::Create => ActionKind::Create,
        Fate::Read => ActionKind::Read,
        Fate::Open => ActionKind::Open,
        Fate::Move | Fate::Import | Fate::NoOp => ActionKind::NoOp,
        fate => panic!("{fate:?} has no actions here"),
    };
    ChangeRow {
        address: text(address),
        real_address: RealAddress::default(),
        previous_address: None,
        deposed: None,
        module_address: None,
        mode: Some(text("managed")),
        type_name: Some(text(type_name)),
        name: Some(text(name.split('[').next().unwrap())),
        index: None,
        provider_name: Some(text("example.org/acme/aws")),
        actions: ActionWords::Recognized(kind),
        fate,
        action_reason: None,
        why: None,
        changed: Vec::new(),
        ignored: Vec::new(),
        hidden: 0,
        replace_paths: Vec::new(),
        importing: None,
        difference: None,
        pointer: "/resource_changes/0".to_owned(),
    }
}

/// Of three attributes one changes, one stays, and one comes and is secret.
fn difference() -> Node {
    let scalar = |action: Action, before: &str, after: &str| Node {
        action,
        forces: false,
        shape: Shape::Scalar {
            before: Scalar::Text(text(before)),
            after: Scalar::Text(text(after)),
        },
    };
    let secret = Node {
        action: Action::Create,
        forces: false,
        shape: Shape::Sensitive {
            before: false,
            after: true,
            value: Action::Create,
            block: false,
        },
    };
    let member = |name: &str, node: Node| Member { name: text(name), node };
    Node {
        action: Action::Update,
        forces: false,
        shape: Shape::Block {
            attributes: vec![
                member("ami", scalar(Action::Update, "ami-1", "ami-2")),
                member("arch", scalar(Action::NoOp, "arm", "arm")),
                member("token", secret),
            ],
            blocks: Vec::new(),
        },
    }
}

fn changes() -> Vec<ChangeRow> {
    let by_name = |number: u64| Index::Number(number);
    let mut changes = vec![
        ChangeRow {
            actions: ActionWords::Other(texts(&["create", "explode"])),
            ..change(Fate::Unrecognized, "aws_sqs_queue.odd")
        },
        ChangeRow {
            index: Some(Index::Text(text("eu | west"))),
            action_reason: Some(text("delete_because_no_resource_config")),
            why: Some(text("not in configuration any more")),
            ..change(Fate::Delete, "aws_db_instance.main[\"eu | west\"]")
        },
        ChangeRow {
            mode: Some(text("data")),
            address: text("data.aws_ami.old"),
            ..change(Fate::Delete, "aws_ami.old")
        },
        ChangeRow {
            deposed: Some(text("a1b2c3d4")),
            ..change(Fate::Delete, "aws_instance.web")
        },
        ChangeRow {
            address: text("module.db.aws_db_instance.main"),
            module_address: Some(text("module.db")),
            action_reason: Some(text("replace_because_cannot_update")),
            why: Some(text("engine_version (\"14.9\" → \"15.4\") forces replacement")),
            replace_paths: vec![vec![PathStep::Key(text("engine_version"))]],
            ..change(Fate::Replace(Replacement::DestroyFirst), "aws_db_instance.main")
        },
        ChangeRow {
            why: Some(text("somebody asked for it with -replace")),
            ..change(Fate::Replace(Replacement::CreateFirst), "aws_lb.front")
        },
        change(Fate::Replace(Replacement::ForgetFirst), "aws_s3_bucket.a"),
        change(Fate::Forget, "aws_s3_bucket.b"),
        ChangeRow {
            previous_address: Some(text("aws_instance.old")),
            changed: texts(&["ami", "tags.Owner", "c", "d", "e", "f", "g", "h"]),
            difference: Some(Box::new(difference())),
            ..change(Fate::Update, "aws_instance.api")
        },
        ChangeRow {
            changed: texts(&["name"]),
            importing: Some(Import {
                id: Some(text("i-0abc")),
                is_unknown: false,
                by_identity: false,
            }),
            ..change(Fate::Update, "aws_instance.found")
        },
        ChangeRow {
            index: Some(Index::Text(text("=1+1"))),
            ..change(Fate::Create, "aws_iam_role.ci[\"=1+1\"]")
        },
        ChangeRow {
            address: text("module.net.aws_subnet.a[0]"),
            module_address: Some(text("module.net")),
            index: Some(by_name(0)),
            ..change(Fate::Create, "aws_subnet.a")
        },
        ChangeRow {
            previous_address: Some(text("aws_vpc.a")),
            ..change(Fate::Move, "aws_vpc.main")
        },
        ChangeRow {
            importing: Some(Import {
                id: None,
                is_unknown: false,
                by_identity: true,
            }),
            ..change(Fate::Import, "aws_eip.x")
        },
        ChangeRow {
            mode: Some(text("data")),
            address: text("data.aws_ami.new"),
            ..change(Fate::Read, "aws_ami.new")
        },
        change(Fate::NoOp, "aws_kms_key.k"),
    ];
    for (index, change) in changes.iter_mut().enumerate() {
        change.pointer = format!("/resource_changes/{index}");
    }
    changes
}

fn checks() -> Vec<CheckRow> {
    let check = |address: &str, status: CheckStatus, problems: &[&str]| CheckRow {
        address: text(address),
        kind: text("check"),
        status: status.clone(),
        undecided: None,
        instances: vec![CheckInstanceRow {
            address: text(address),
            undecided: (status == CheckStatus::Unknown).then_some(Undecided::DuringApply),
            status,
            problems: texts(problems),
        }],
    };
    vec![
        check("check.certificate", CheckStatus::Fail, &["expires in 3 days"]),
        check("check.health", CheckStatus::Pass, &[]),
        check("check.later", CheckStatus::Unknown, &[]),
    ]
}

/// A plan without anything in it.
pub(crate) fn empty_plan() -> PlanInput {
    PlanInput {
        timestamp: Some(text("2026-11-21T00:04:26Z")),
        errored: Some(false),
        complete: Some(true),
        applyable: Some(false),
        refresh_only: false,
        speaks_of_all: true,
        lists_changes: true,
        totals: Totals::default(),
        plan_line: None,
        changes: Vec::new(),
        outputs: Vec::new(),
        drift: Vec::new(),
        deferred: Vec::new(),
        actions: Vec::new(),
        deferred_actions: Vec::new(),
        checks: Vec::new(),
    }
}

fn invocation(name: &str, event: &str, pointer: &str) -> ActionRow {
    ActionRow {
        address: text(&format!("action.aws_lambda_invoke.{name}")),
        type_name: Some(text("aws_lambda_invoke")),
        provider_name: Some(text("registry.terraform.io/hashicorp/aws")),
        triggered_by: Some(text("aws_instance.api")),
        event: Some(text(event)),
        reason: None,
        arguments: None,
        pointer: pointer.to_owned(),
    }
}

fn full_plan() -> PlanInput {
    let output = |name: &str, fate: Fate, sensitive: bool| OutputRow {
        name: text(name),
        fate,
        actions: texts(&[fate.word()]),
        sensitive,
        mark_change: None,
        visible: true,
        difference: None,
        pointer: text(&format!("/output_changes/{name}")),
    };
    PlanInput {
        applyable: Some(true),
        totals: Totals {
            import: 2,
            add: 5,
            change: 2,
            destroy: 4,
            forget: 2,
            moves: 2,
            replace: 3,
            read: 1,
            no_op: 1,
            deferred: 2,
            unrecognized: 1,
            kinds: vec![
                (Fate::Unrecognized, 1),
                (Fate::Delete, 3),
                (Fate::Replace(Replacement::DestroyFirst), 1),
                (Fate::Replace(Replacement::CreateFirst), 1),
                (Fate::Replace(Replacement::ForgetFirst), 1),
                (Fate::Forget, 1),
                (Fate::Update, 2),
                (Fate::Create, 2),
                (Fate::Move, 1),
                (Fate::Import, 1),
                (Fate::Read, 1),
                (Fate::NoOp, 1),
            ],
            drift: 2,
            outputs: 3,
        },
        plan_line: Some("Plan: 2 to import, 5 to add, 2 to change, 4 to destroy, 2 to forget.".to_owned()),
        changes: changes(),
        outputs: vec![
            output("added", Fate::Create, false),
            output("token", Fate::Update, true),
            output("gone", Fate::Delete, false),
        ],
        drift: vec![
            DriftRow {
                change: ChangeRow {
                    changed: texts(&["ami"]),
                    ..change(Fate::Update, "aws_instance.api")
                },
                relevant: true,
                changed: true,
            },
            DriftRow {
                change: change(Fate::Delete, "aws_eip.gone"),
                relevant: false,
                changed: false,
            },
        ],
        deferred: vec![DeferredRow {
            change: change(Fate::Create, "aws_instance.later"),
            reason: text("instance_count_unknown"),
        }],
        actions: vec![invocation("warm", "AfterUpdate", "/action_invocations/0")],
        deferred_actions: vec![ActionRow {
            reason: Some(text("deferred_prereq")),
            ..invocation(
                "later",
                "BeforeDestroy",
                "/deferred_action_invocations/0/action_invocation",
            )
        }],
        checks: checks(),
        ..empty_plan()
    }
}

fn state() -> StateInput {
    let count = |what: &str, count: usize| Count {
        what: text(what),
        count,
    };
    StateInput {
        managed: 7,
        data: 2,
        by_type: vec![count("aws_instance", 5), count("aws_vpc", 2)],
        by_module: vec![count("", 4), count("module.net", 3)],
        tainted: texts(&["aws_instance.sick"]),
        deposed: vec![(text("aws_instance.web"), text("a1b2c3d4"))],
        outputs: vec![StateOutput {
            name: text("url"),
            sensitive: false,
        }],
        checks: Vec::new(),
    }
}

/// A finding that counts, about an address of the first input.
pub(crate) fn finding(level: Level, rule: &str, address: &str, says: &str) -> Finding {
    Finding {
        level,
        weight: Weight::NONE,
        rule: rule.to_owned(),
        message: text(&format!("{address} {says}")),
        why: None,
        help: None,
        subject: None,
        address: Some(text(address)),
        previous_address: None,
        deposed: None,
        standing: Standing::Counts,
        covered_by: None,
        input: Some(0),
        file: None,
        source: None,
        module: None,
        pointer: text("/resource_changes/1"),
        location: Some(location(1, 2049)),
    }
}

fn location(line: usize, column: usize) -> Location {
    Location {
        line: OneIndexed::from_zero_based(line - 1),
        column: OneIndexed::from_zero_based(column - 1),
        byte: column,
    }
}

fn findings() -> Vec<Finding> {
    let database = "aws_db_instance.main[\"eu | west\"]";
    vec![
        Finding {
            covered_by: Some("delete-stateful"),
            ..finding(Level::Error, "delete", database, "is destroyed")
        },
        Finding {
            why: Some(text("not in configuration any more; what the instance holds is lost")),
            help: Some(text(
                "take a snapshot first, or allow it until a date:\nplanlint waive delete-stateful 'aws_db_instance.main[*]' --reason \"…\"",
            )),
            ..finding(Level::Error, "delete-stateful", database, "is destroyed")
        },
        Finding {
            standing: Standing::Waived {
                reason: text("moved to another account"),
                until: Some(text("2027-01-31")),
            },
            ..finding(
                Level::Error,
                "replace-stateful",
                "module.db.aws_db_instance.main",
                "is destroyed and created again",
            )
        },
        Finding {
            help: Some(text("let a second person look at this change by itself")),
            ..finding(Level::Warning, "critical-type", "aws_vpc.main", "changes")
        },
        Finding {
            help: Some(text("let a second person look at this change by itself")),
            ..finding(Level::Warning, "critical-type", "aws_lb.front", "changes")
        },
        Finding {
            standing: Standing::Known,
            ..finding(Level::Warning, "forget", "aws_s3_bucket.b", "leaves the state")
        },
        Finding {
            standing: Standing::Unknown(texts(&["aws_vpc.main.cidr_block"])),
            ..finding(
                Level::Warning,
                "public-ingress",
                "aws_security_group.a",
                "may be open to everybody",
            )
        },
        Finding {
            address: None,
            input: None,
            file: Some("planlint.toml".to_owned()),
            pointer: text(""),
            location: Some(location(12, 1)),
            ..finding(Level::Warning, "unused-waiver", "the waiver", "matches nothing")
        },
        finding(Level::Note, "replace", "aws_lb.front", "is destroyed and made again"),
    ]
}

fn input(name: &str, engine: Flavor, version: &str, subject: Subject) -> Input {
    Input {
        name: name.to_owned(),
        format_version: Some(text("1.2")),
        engine_version: Some(text(version)),
        engine: Some(engine),
        engine_evidence: "made up",
        subject,
    }
}

/// A report of one plan with these changes and findings.
pub(crate) fn of_plan(plan: PlanInput, findings: Vec<Finding>) -> Report {
    let subject = Subject::Plan(Box::new(plan));
    let mut report = Report {
        inputs: vec![input("plan.json", Flavor::OpenTofu, "1.12.6", subject)],
        findings,
        errors: Vec::new(),
        fail_on: FailOn::Error,
        always_fails_on: None,
        rules: Vec::new(),
    };
    report.describe(RULES);
    report
}

/// The report with everything: two plans and a state; it fails.
pub(crate) fn report() -> Report {
    let quiet = PlanInput {
        totals: Totals {
            no_op: 3,
            kinds: vec![(Fate::NoOp, 3)],
            ..Totals::default()
        },
        ..empty_plan()
    };
    let mut report = of_plan(full_plan(), findings());
    "plans/prod.json".clone_into(&mut report.inputs[0].name);
    report.inputs.push(input(
        "plans/quiet.json",
        Flavor::Terraform,
        "1.15.9",
        Subject::Plan(Box::new(quiet)),
    ));
    report.inputs.push(input(
        "live.tfstate",
        Flavor::OpenTofu,
        "1.12.6",
        Subject::State(Box::new(state())),
    ));
    report
}

/// The same with an input that could not be judged.
pub(crate) fn not_judged() -> Report {
    let mut report = report();
    report.errors.push(Failure {
        name: "broken.json".to_owned(),
        code: "empty".to_owned(),
        message: "it is empty".to_owned(),
        help: Some("the command before the pipe printed nothing:\ntofu show -json tfplan | planlint".to_owned()),
    });
    report
}
