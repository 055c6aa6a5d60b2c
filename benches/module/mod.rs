//! Modules of any size, as generators of configuration write them: one file, indented, metadata in comments, references
//! in most resources, policies and scripts as texts.

use std::io::{self, Write};

use serde_json::{Value, json};

/// Writes a module with that many groups of five resources; about 2.9 KB each.
pub(crate) fn write_module(out: &mut dyn Write, groups: usize) -> io::Result<()> {
    let of_type = |kind: &str, resource: fn(usize) -> Value| {
        let resources = (0..groups).map(|index| (format!("{kind}_{index}"), resource(index)));
        Value::Object(resources.collect())
    };
    let module = json!({
        "//": {"metadata": {"backend": "local", "stackName": "shop", "version": "0.20.0"}},
        "terraform": {"required_providers": {"aws": {"source": "hashicorp/aws", "version": "5.0.0"}}},
        "provider": {"aws": [{"region": "eu-west-1"}]},
        "variable": {"environment": {"type": "string"}, "image": {"type": "string"}},
        "resource": {
            "aws_vpc": of_type("vpc", network),
            "aws_subnet": of_type("subnet", subnet),
            "aws_security_group": of_type("group", group),
            "aws_instance": of_type("web", instance),
            "aws_iam_role": of_type("role", role),
        },
    });
    serde_json::to_writer_pretty(out, &module)?;
    Ok(())
}

fn metadata(kind: &str, index: usize) -> Value {
    json!({"metadata": {"path": format!("shop/{kind}-{index}"), "uniqueId": format!("{kind}_{index}")}})
}

fn network(index: usize) -> Value {
    json!({
        "//": metadata("vpc", index),
        "cidr_block": format!("10.{}.0.0/16", index % 256),
        "tags": {"Name": format!("vpc-{index}"), "environment": "${var.environment}"},
    })
}

fn subnet(index: usize) -> Value {
    json!({
        "//": metadata("subnet", index),
        "cidr_block": format!("${{cidrsubnet(aws_vpc.vpc_{index}.cidr_block, 8, {})}}", index % 200),
        "depends_on": [format!("aws_vpc.vpc_{index}")],
        "map_public_ip_on_launch": false,
        "vpc_id": format!("${{aws_vpc.vpc_{index}.id}}"),
    })
}

fn group(index: usize) -> Value {
    json!({
        "//": metadata("group", index),
        "ingress": [{"cidr_blocks": ["10.0.0.0/8"], "description": "https", "from_port": 443, "ipv6_cidr_blocks": null,
            "prefix_list_ids": null, "protocol": "tcp", "security_groups": null, "self": null, "to_port": 443}],
        "lifecycle": {"create_before_destroy": true},
        "name": format!("group-{index}"),
        "vpc_id": format!("${{aws_vpc.vpc_{index}.id}}"),
    })
}

fn instance(index: usize) -> Value {
    let script = "#!/bin/bash\necho \"hello ${var.environment}\"\nyum install -y nginx\nsystemctl enable --now nginx\n";
    json!({
        "//": metadata("web", index),
        "ami": "${var.image}",
        "count": 2,
        "instance_type": "t3.micro",
        "root_block_device": {"encrypted": true, "volume_size": 20},
        "subnet_id": format!("${{aws_subnet.subnet_{index}.id}}"),
        "tags": {"Name": format!("web-{index}-${{count.index}}"), "stack": "shop"},
        "user_data": script.repeat(2),
        "vpc_security_group_ids": [format!("${{aws_security_group.group_{index}.id}}")],
    })
}

fn role(index: usize) -> Value {
    let policy = json!({"Version": "2012-10-17", "Statement": [{"Action": "sts:AssumeRole", "Effect": "Allow",
        "Principal": {"Service": "ec2.amazonaws.com"}}]});
    json!({
        "//": metadata("role", index),
        "assume_role_policy": policy.to_string(),
        "name": format!("role-{index}"),
    })
}
