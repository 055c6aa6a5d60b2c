//! Plans and states of any size, of the shape that large real ones have: many instances in few modules, wide objects, three
//! copies.
//!
//! Nothing is kept: every part is made again where it is needed, so that a plan of hundreds of megabytes costs no
//! memory.

use std::io::{self, Write};

use serde_json::{Value, json};

const MODULES: usize = 50;
const PROVIDER: &str = "registry.opentofu.org/hashicorp/aws";

/// Writes a plan with that many resource changes; about 6.6 KB each, 60 % of them without change.
pub(crate) fn write_plan(out: &mut dyn Write, changes: usize) -> io::Result<()> {
    out.write_all(br#"{"format_version":"1.2","terraform_version":"1.10.0","variables":{"env":{"value":"prod"}}"#)?;
    out.write_all(br#","planned_values":"#)?;
    write_values(out, changes, |index| {
        (actions(index) != ["delete"]).then(|| attributes(index, is_changed(index)))
    })?;
    out.write_all(br#","resource_changes":"#)?;
    write_list(out, (0..changes).map(change))?;
    out.write_all(
        br#","output_changes":{},"prior_state":{"format_version":"1.0","terraform_version":"1.10.0","values":"#,
    )?;
    write_values(out, changes, |index| {
        (actions(index) != ["create"]).then(|| attributes(index, false))
    })?;
    out.write_all(br#"},"configuration":"#)?;
    serde_json::to_writer(&mut *out, &configuration())?;
    out.write_all(br#","timestamp":"2026-01-01T00:00:00Z","applyable":true,"complete":true,"errored":false}"#)
}

/// Writes a state of that many objects, as `show -json` prints it; about 1.8 KB each.
pub(crate) fn write_state(out: &mut dyn Write, objects: usize) -> io::Result<()> {
    out.write_all(br#"{"format_version":"1.0","terraform_version":"1.10.0","values":"#)?;
    write_values(out, objects, |index| Some(attributes(index, false)))?;
    out.write_all(b"}")
}

/// Writes a state of that many objects, as the engines store it; about 3.1 KB each.
pub(crate) fn write_state_file(out: &mut dyn Write, objects: usize) -> io::Result<()> {
    out.write_all(
        b"{\n  \"version\": 4,\n  \"terraform_version\": \"1.10.0\",\n  \"serial\": 1,\n  \"lineage\": \"l\",\n",
    )?;
    out.write_all(b"  \"outputs\": {},\n  \"check_results\": null,\n  \"resources\": ")?;
    let resources = (0..MODULES.min(objects)).map(|module| {
        let instances = (module..objects).step_by(MODULES).map(|index| {
            json!({"index_key": index, "schema_version": 1, "attributes": attributes(index, false),
                "sensitive_attributes": [], "dependencies": ["aws_subnet.main"]})
        });
        json!({"module": format!("module.app[{module}]"), "mode": "managed", "type": "aws_instance", "name": "web",
            "provider": format!("provider[\"{PROVIDER}\"]"), "instances": instances.collect::<Vec<_>>()})
    });
    out.write_all(b"[")?;
    for (place, resource) in resources.enumerate() {
        out.write_all(if place == 0 { b"\n" } else { b",\n" })?;
        serde_json::to_writer_pretty(&mut *out, &resource)?;
    }
    out.write_all(b"]\n}\n")
}

/// What happens to an instance: the same on every run, without a pattern that a processor could learn.
fn actions(index: usize) -> &'static [&'static str] {
    match (index.wrapping_mul(2_654_435_761) >> 8) % 100 {
        0..60 => &["no-op"],
        60..80 => &["update"],
        80..92 => &["create"],
        92..95 => &["delete"],
        95..99 => &["delete", "create"],
        _ => &["create", "delete"],
    }
}

fn is_changed(index: usize) -> bool {
    actions(index) != ["no-op"]
}

fn address(index: usize) -> String {
    format!("module.app[{}].aws_instance.web[{index}]", index % MODULES)
}

fn attributes(index: usize, changed: bool) -> Value {
    let policy = json!({"Version": "2012-10-17", "Statement": [{"Effect": "Allow",
        "Action": ["s3:GetObject", "s3:PutObject"], "Resource": format!("arn:aws:s3:::bucket-{index}/*")}]});
    let environment = if changed { "staging" } else { ["prod", "dev"][index % 2] };
    let key = format!("arn:aws:kms:us-east-1:123456789012:key/{index:08x}-aaaa-bbbb-cccc-{index:012x}");
    let disks: Vec<Value> = ["b", "c", "d"]
        .into_iter()
        .map(|disk| {
            json!({"device_name": format!("/dev/sd{disk}"), "volume_size": 100 + index % 50, "encrypted": true,
                "kms_key_id": key, "tags": {"Name": format!("vol-{index}"), "Team": "core"}})
        })
        .collect();
    json!({
        "ami": format!("ami-{index:08x}"),
        "arn": null,
        "associate_public_ip_address": true,
        "availability_zone": format!("us-east-1{}", ["a", "b", "c", "d", "e", "f"][index % 6]),
        "capacity_reservation_specification": [],
        "cpu_options": [],
        "credit_specification": [{"cpu_credits": "standard"}],
        "disable_api_termination": false,
        "ebs_block_device": disks,
        "instance_type": if changed { "m6.large".to_owned() } else { format!("m5.{}xlarge", 1 << (index % 4)) },
        "id": format!("i-{index:016x}"),
        "subnet_id": format!("subnet-{:08x}", index % 97),
        "tags": {"Name": format!("web-{index}"), "Env": environment, "Owner": format!("team-{}", index % 13),
            "CostCenter": format!("cc-{}", index % 7)},
        "user_data": format!("#!/bin/bash\necho \"hello {index}\"\nyum install -y nginx\n{}", "x".repeat(200)),
        "policy": policy.to_string(),
        "timeouts": null,
        "vpc_security_group_ids": (index..index + 4).map(|group| format!("sg-{group:08x}")).collect::<Vec<_>>(),
    })
}

fn change(index: usize) -> Value {
    let actions = actions(index);
    let mut change = json!({
        "actions": actions,
        "before": if actions == ["create"] { Value::Null } else { attributes(index, false) },
        "after": if actions == ["delete"] { Value::Null } else { attributes(index, is_changed(index)) },
        "after_unknown": {"arn": true, "credit_specification": [{}],
            "ebs_block_device": [{"tags": {}}, {"tags": {}}, {"tags": {}}], "tags": {}},
        "before_sensitive": {"tags": {}},
        "after_sensitive": {"tags": {}},
    });
    let replaces = actions.len() == 2;
    if replaces {
        change["replace_paths"] = json!([["ami"]]);
    }
    let mut resource = json!({
        "address": address(index),
        "module_address": format!("module.app[{}]", index % MODULES),
        "mode": "managed",
        "type": "aws_instance",
        "name": "web",
        "index": index,
        "provider_name": PROVIDER,
        "change": change,
    });
    if replaces {
        resource["action_reason"] = json!("replace_because_cannot_update");
    }
    resource
}

/// Writes a tree of values: the instances by module, without those that `values` has none for.
fn write_values(out: &mut dyn Write, changes: usize, values: impl Fn(usize) -> Option<Value>) -> io::Result<()> {
    out.write_all(br#"{"outputs":{},"root_module":{"child_modules":["#)?;
    for module in 0..MODULES.min(changes) {
        let comma = if module == 0 { "" } else { "," };
        write!(out, r#"{comma}{{"address":"module.app[{module}]","resources":"#)?;
        let resources = (module..changes).step_by(MODULES).filter_map(|index| {
            Some(
                json!({"address": address(index), "mode": "managed", "type": "aws_instance", "name": "web",
                "index": index, "provider_name": PROVIDER, "schema_version": 1,
                "values": values(index)?, "sensitive_values": {"tags": {}}}),
            )
        });
        write_list(out, resources)?;
        out.write_all(b"}")?;
    }
    out.write_all(b"]}}")
}

fn write_list(out: &mut dyn Write, values: impl Iterator<Item = Value>) -> io::Result<()> {
    out.write_all(b"[")?;
    for (place, value) in values.enumerate() {
        if place > 0 {
            out.write_all(b",")?;
        }
        serde_json::to_writer(&mut *out, &value)?;
    }
    out.write_all(b"]")
}

fn configuration() -> Value {
    json!({
        "provider_config": {"aws": {"name": "aws", "full_name": PROVIDER, "version_constraint": "~> 5.0"}},
        "root_module": {"module_calls": {"app": {"source": "./app", "module": {"resources": [
            {"address": "aws_instance.web", "mode": "managed", "type": "aws_instance", "name": "web",
                "provider_config_key": "aws", "expressions": {"ami": {"references": ["var.ami"]}},
                "schema_version": 1}]}}}},
    })
}
