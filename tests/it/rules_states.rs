//! Objects of states: which of them are one and the same, and which have the same provider.

use serde_json::{Value, json};

use crate::judge::judge;
use crate::program::planlint;
use crate::rules_words::said;
use planlint::input::Want;
use planlint::lint::Settings;

/// An object: its type, and what is written of it.
type Object<'o> = (&'o str, &'o Value);

const AWS: &str = "hashicorp/aws";

/// What `show -json` prints of a state of these objects, `a`, `b` and so on.
fn shown(provider: &str, objects: &[Object<'_>]) -> Value {
    let objects = objects.iter().zip('a'..).map(|((type_name, values), name)| {
        json!({
            "address": format!("{type_name}.{name}"), "mode": "managed", "type": type_name, "name": name.to_string(),
            "provider_name": format!("registry.opentofu.org/{provider}"), "schema_version": 0, "values": values
        })
    });
    json!({"format_version": "1.0", "terraform_version": "1.12.6",
        "values": {"root_module": {"resources": objects.collect::<Vec<_>>()}}})
}

/// A raw state of them, each with the configuration of its provider and the version of its schema.
fn raw(objects: &[(Object<'_>, &str, u64)]) -> Value {
    let objects = objects
        .iter()
        .zip('a'..)
        .map(|(((type_name, values), provider, version), name)| {
            json!({"mode": "managed", "type": type_name, "name": name.to_string(), "provider": provider,
            "instances": [{"schema_version": version, "attributes": values, "sensitive_attributes": []}]})
        });
    state_file(&objects.collect::<Vec<_>>())
}

fn state_file(resources: &[Value]) -> Value {
    json!({"version": 4, "terraform_version": "1.12.6", "serial": 1, "lineage": "l", "outputs": {},
        "resources": resources, "check_results": null})
}

/// How often a rule finds something in a state.
fn count(rule: &str, state: &Value, why: &str) -> usize {
    let judged = judge(state.to_string().as_bytes(), Want::State, &Settings::default()).unwrap();
    assert!(judged.report.errors.is_empty(), "{why}: {:?}", judged.report.errors);
    let findings = judged.report.findings.iter();
    findings.filter(|finding| finding.rule == rule).count()
}

/// How often two objects are found to be one: as `show -json` prints them, in a raw state under one configuration of
/// their provider, and under two.
fn found(provider: &str, one: Object<'_>, two: Object<'_>, why: &str) -> [usize; 3] {
    let provider_of = |alias: &str| format!("provider[\"registry.opentofu.org/{provider}\"]{alias}");
    let (main, other) = (provider_of(".eu"), provider_of(".us"));
    let states = [
        shown(provider, &[one, two]),
        raw(&[(one, &main, 0), (two, &main, 0)]),
        raw(&[(one, &main, 0), (two, &other, 0)]),
    ];
    states.map(|state| count("duplicate-object", &state, why))
}

/// The object with other values.
fn with(object: &Value, other: &Value) -> Value {
    let mut object = object.clone();
    for (name, value) in other.as_object().unwrap() {
        object[name] = value.clone();
    }
    object
}

#[test]
fn of_an_object_under_many_addresses_a_few_are_told() {
    let values = json!({"id": "acme-logs", "bucket": "acme-logs", "arn": "arn:aws:s3:::acme-logs", "tags": {}});
    let plan = |count: usize, destroys: bool| {
        let (actions, after) = if destroys {
            ("delete", &Value::Null)
        } else {
            ("no-op", &values)
        };
        said(
            "duplicate-object",
            &json!({"format_version": "1.2", "prior_state": shown(AWS, &vec![("aws_s3_bucket", &values); count]),
                "resource_changes": [{"address": "aws_s3_bucket.a", "mode": "managed", "type": "aws_s3_bucket",
                    "name": "a", "change": {"actions": [actions], "before": values, "after": after}}]}),
        )
    };
    let back_and_forth = "change it back and forth, and destroying one destroys it for";
    let others = "aws_s3_bucket.b, aws_s3_bucket.c, aws_s3_bucket.d";
    for (count, destroys, others, why) in [
        (
            2,
            false,
            "aws_s3_bucket.b",
            format!("both addresses {back_and_forth} the other"),
        ),
        (4, false, others, format!("these addresses {back_and_forth} the others")),
        (
            20,
            false,
            &format!("{others} and 16 more"),
            format!("these addresses {back_and_forth} the others"),
        ),
        (
            2,
            true,
            "aws_s3_bucket.b",
            "this plan destroys it as aws_s3_bucket.a, and with it what the other address stands for".to_owned(),
        ),
        (
            3,
            true,
            "aws_s3_bucket.b, aws_s3_bucket.c",
            "this plan destroys it as aws_s3_bucket.a, and with it what the other addresses stand for".to_owned(),
        ),
    ] {
        let wanted = format!("aws_s3_bucket.a is the same object as {others}: {why}");
        assert_eq!(plan(count, destroys), [wanted], "{count}");
    }
}

#[test]
fn an_object_that_was_imported_twice_is_found_whatever_changed_in_between() {
    let sg = json!({"id": "sg-0123456789abcdef0", "arn": "arn:aws:ec2:eu-west-1:123456789012:security-group/sg-0123456789abcdef0",
        "description": "web", "name": "web", "ingress": [], "tags": {}});
    let service = json!({"id": "arn:aws:ecs:eu-west-1:123456789012:service/main/api", "name": "api", "desired_count": 2,
        "cluster": "arn:aws:ecs:eu-west-1:123456789012:cluster/main", "task_definition": "api:7"});
    for (provider, type_name, values, other, wanted, why) in [
        (
            AWS,
            "aws_instance",
            &json!({"id": "i-0123456789abcdef0", "arn": "arn:aws:ec2:eu-west-1:123456789012:instance/i-0123456789abcdef0",
                "instance_state": "running", "tags": {}}),
            json!({"instance_state": "stopped", "tags": {"a": "b"}, "cpu_core_count": 2}),
            [1, 1, 1],
            "attributes that the provider computes, and tags; an ARN is one object, whoever asks for it",
        ),
        (
            AWS,
            "aws_s3_bucket",
            &json!({"id": "acme-logs", "bucket": "acme-logs", "arn": "arn:aws:s3:::acme-logs", "tags": {}}),
            json!({"tags": {"a": "b"}, "force_destroy": true}),
            [1, 1, 1],
            "a name that is unique in the world",
        ),
        (
            AWS,
            "aws_security_group",
            &sg,
            json!({"ingress": [{"from_port": 22}], "tags": {"a": "b"}}),
            [1, 1, 1],
            "what both addresses change back and forth",
        ),
        (
            AWS,
            "aws_vpc",
            &json!({"id": "vpc-0123456789abcdef0", "cidr_block": "10.0.0.0/16", "owner_id": "1", "tags": {}}),
            json!({"tags": {"a": "b"}, "assign_ipv6": true}),
            [1, 1, 0],
            "an id that is drawn; two accounts may share the object",
        ),
        (
            AWS,
            "aws_ecs_service",
            &service,
            json!({"desired_count": 3, "task_definition": "api:8"}),
            [1, 1, 1],
            "an id that is the ARN, and ends with the name",
        ),
        (
            AWS,
            "aws_autoscaling_notification",
            &json!({"id": "arn:aws:sns:eu-west-1:123456789012:a", "topic_arn": "arn:aws:sns:eu-west-1:123456789012:a",
                "group_names": ["web"]}),
            json!({}),
            [1, 1, 0],
            "the id of something else, and all the same",
        ),
        (
            AWS,
            "aws_security_group_rule",
            &json!({"id": "sgrule-2480139612", "security_group_id": "sg-0123456789abcdef0", "from_port": 22}),
            json!({"timeouts": {"create": "5m"}}),
            [1, 1, 0],
            "a sum of what people wrote, with an id of one region",
        ),
        (
            "hashicorp/azurerm",
            "azurerm_storage_account",
            &json!({"id": "/subscriptions/x/resourceGroups/y/providers/Microsoft.Storage/storageAccounts/z", "name": "z"}),
            json!({"access_tier": "Cool", "network_rules": [1]}),
            [1, 1, 1],
            "a path in the cloud",
        ),
        (
            "azure/azapi",
            "azapi_resource",
            &json!({"id": "/subscriptions/x/resourceGroups/y/providers/Z.Z/z/z1", "name": "z1", "body": {"a": 1},
                "parent_id": "/subscriptions/x/resourceGroups/y"}),
            json!({"body": {"a": 2}}),
            [1, 1, 1],
            "a path that ends with the name",
        ),
        (
            "hashicorp/google",
            "google_pubsub_topic",
            &json!({"id": "projects/acme/topics/orders", "name": "orders", "project": "acme", "labels": {}}),
            json!({"labels": {"a": "b"}, "message_retention_duration": "600s"}),
            [1, 1, 1],
            "another path",
        ),
        (
            "hashicorp/google",
            "google_bigquery_dataset",
            &json!({"id": "projects/acme/datasets/analytics", "dataset_id": "analytics", "access": [],
                "self_link": "https://bigquery.googleapis.com/bigquery/v2/projects/acme/datasets/analytics"}),
            json!({"access": [{"role": "READER"}], "description": "x"}),
            [1, 1, 1],
            "a link to itself",
        ),
        (
            "hashicorp/azuread",
            "azuread_group",
            &json!({"id": "/groups/0dd3e7ce-89f6-458b-9f83-4c45500d6f1c", "display_name": "ops", "mail": "",
                "object_id": "0dd3e7ce-89f6-458b-9f83-4c45500d6f1c"}),
            json!({"members": ["a"]}),
            [1, 1, 0],
            "its id under another name",
        ),
    ] {
        let other = with(values, &other);
        let found = found(provider, (type_name, values), (type_name, &other), why);
        assert_eq!(found, wanted, "{why}");
    }
}

#[test]
fn objects_with_the_id_of_what_they_belong_to_are_several() {
    let uuid = "3f2a9b1c-89f6-458b-9f83-4c45500d6f1c";
    let topic = "arn:aws:sns:eu-west-1:123456789012:alerts";
    let account = "/subscriptions/x/resourceGroups/y/providers/Microsoft.Storage/storageAccounts/sa";
    let access = json!({"id": "projects/acme/datasets/analytics", "project": "acme", "dataset_id": "analytics", "domain": "",
        "group_by_email": "", "iam_member": "", "role": "READER", "special_group": "", "user_by_email": "", "view": []});
    let object = json!({"id": "lambda/9b2cf535f27731c974343645a3985328.zip", "bucket": "acme-eu", "acl": "private",
        "key": "lambda/9b2cf535f27731c974343645a3985328.zip", "content_type": "application/zip", "storage_class": "STANDARD"});
    for (provider, type_name, values, other, why) in [
        (
            AWS,
            "aws_autoscaling_notification",
            json!({"id": topic, "topic_arn": topic, "group_names": ["web"], "notifications": ["x"]}),
            json!({"group_names": ["api"]}),
            "two groups tell one topic",
        ),
        (
            "hashicorp/google",
            "google_bigquery_dataset_access",
            access.clone(),
            json!({"user_by_email": "ann@acme.example"}),
            "two people may read one dataset",
        ),
        (
            "hashicorp/google",
            "google_bigquery_dataset_access",
            with(&access, &json!({"role": "", "view": [{"table_id": "v1"}]})),
            json!({"view": [{"table_id": "v2"}]}),
            "two views",
        ),
        (
            "hashicorp/vault",
            "vault_identity_group_policies",
            json!({"id": uuid, "group_id": uuid, "group_name": "devs", "exclusive": false, "policies": ["a"]}),
            json!({"policies": ["b"]}),
            "policies of one group",
        ),
        (
            "keycloak/keycloak",
            "keycloak_group_roles",
            json!({"id": format!("acme/{uuid}"), "group_id": uuid, "realm_id": "acme", "exhaustive": false, "role_ids": ["a"]}),
            json!({"role_ids": ["b"]}),
            "roles of one group, behind the realm",
        ),
        (
            "azure/azapi",
            "azapi_update_resource",
            json!({"id": account, "resource_id": account, "name": "sa", "type": "x", "body": {"a": true}}),
            json!({"body": {"b": true}}),
            "settings of one account",
        ),
        (
            AWS,
            "aws_lambda_permission",
            json!({"id": "From0123456789", "statement_id": "From0123456789", "action": "lambda:InvokeFunction",
                "principal": "123456789012", "qualifier": "", "statement_id_prefix": "", "function_name": "api"}),
            json!({"function_name": "worker"}),
            "statements of one name in two policies",
        ),
        (
            AWS,
            "aws_s3_object",
            object,
            json!({"bucket": "acme-us"}),
            "one file in two buckets, each named by the sum of it",
        ),
        (
            AWS,
            "aws_cloudwatch_log_subscription_filter",
            json!({"id": "cwlsf-1719847823", "destination_arn": "arn:aws:firehose:eu-west-1:123456789012:deliverystream/l",
                "distribution": "ByLogStream", "filter_pattern": "", "log_group_name": "/aws/lambda/api", "name": "ship"}),
            json!({"destination_arn": "arn:aws:firehose:us-east-1:123456789012:deliverystream/l"}),
            "one group of logs in two regions",
        ),
        (
            AWS,
            "aws_inspector2_enabler",
            json!({"id": "123456789012-EC2:ECR", "account_ids": ["123456789012"], "resource_types": ["EC2", "ECR"]}),
            json!({}),
            "once in each region: what is written names none",
        ),
        (
            AWS,
            "aws_dynamodb_contributor_insights",
            json!({"id": "name:orders/index:/123456789012", "index_name": "", "table_name": "orders"}),
            json!({}),
            "tables of one name",
        ),
        (
            AWS,
            "aws_ecs_account_setting_default",
            json!({"id": "arn:aws:iam::123456789012:root", "name": "containerInsights",
                "principal_arn": "arn:aws:iam::123456789012:root", "value": "enabled"}),
            json!({}),
            "the ARN of an account",
        ),
        (
            AWS,
            "aws_lakeformation_permissions",
            json!({"id": "2480139612", "permissions": ["ALL"],
                "principal": "arn:aws:iam::123456789012:role/AWSReservedSSO_x_0123456789abcdef"}),
            json!({}),
            "a sum of what people wrote, and a role of all regions",
        ),
        (
            AWS,
            "aws_cloudwatch_event_target",
            json!({"id": "all-central", "rule": "all", "target_id": "central",
                "arn": "arn:aws:events:us-east-1:123456789012:event-bus/central"}),
            json!({}),
            "events of two regions go to one bus",
        ),
        (
            AWS,
            "aws_vpc_peering_connection_options",
            json!({"id": "pcx-0123456789abcdef0", "vpc_peering_connection_id": "pcx-0123456789abcdef0",
                "accepter": [{"allow_remote_vpc_dns_resolution": true}]}),
            json!({}),
            "the options of both sides",
        ),
        (
            "hetznercloud/hcloud",
            "hcloud_firewall_attachment",
            json!({"id": "100123456", "firewall_id": 100_123_456, "server_ids": [1]}),
            json!({"server_ids": [2]}),
            "servers behind one firewall, whose id is a number",
        ),
        (
            "acme/acme",
            "acme_members",
            json!({"id": uuid, "groups": [{"id": uuid}], "members": ["a"]}),
            json!({"members": ["b"]}),
            "an id that stands in a block",
        ),
        (
            "hashicorp/kubernetes",
            "kubernetes_config_map",
            json!({"id": "default/app-0123456789abcdef", "data": {"a": "b"}}),
            json!({}),
            "two clusters",
        ),
    ] {
        let other = with(&values, &other);
        let found = found(provider, (type_name, &values), (type_name, &other), why);
        assert_eq!(found, [0; 3], "{why}");
    }
}

#[test]
fn the_provider_of_objects_is_known_by_its_source() {
    let terraform = r#"provider["registry.terraform.io/hashicorp/aws"]"#;
    for (first, second, wanted, why) in [
        (terraform, terraform.to_owned(), 1, "one configuration"),
        (terraform, format!("{terraform}.use1"), 1, "another one, with an alias"),
        (terraform, format!("module.net.{terraform}"), 1, "that of a module"),
        (
            terraform,
            r#"provider["registry.opentofu.org/hashicorp/aws"]"#.to_owned(),
            1,
            "from the other engine's registry",
        ),
        (
            terraform,
            r#"provider["registry.terraform.io/acme/aws"]"#.to_owned(),
            0,
            "another provider of the name",
        ),
        (
            "provider.aws",
            "provider.aws".to_owned(),
            1,
            "as Terraform 0.12 wrote it",
        ),
    ] {
        let objects = [json!({"id": "1"}), json!({"id": "2"})];
        let object = |at: usize| ("aws_vpc", &objects[at]);
        let state = raw(&[(object(0), first, 0), (object(1), &second, 1)]);
        assert_eq!(count("mixed-schema-versions", &state, why), wanted, "{why}");
    }
}

#[test]
fn instances_may_have_a_configuration_of_their_provider_each() {
    let provider = r#"provider["registry.opentofu.org/hashicorp/aws"].by_region"#;
    for (id, keys, wanted, why) in [
        (
            "vpc-0123456789abcdef0",
            [r#"["eu"]"#, r#"["us"]"#],
            0,
            "two configurations",
        ),
        ("vpc-0123456789abcdef0", [r#"["eu"]"#; 2], 1, "one of them twice"),
        ("vpc", [r#"["eu"]"#; 2], 0, "and no id of an object"),
    ] {
        let instances = keys.iter().zip(["a", "b"]).map(|(key, index)| {
            json!({"index_key": index, "provider": format!("{provider}{key}"), "schema_version": 1,
                "attributes": {"id": id}, "sensitive_attributes": []})
        });
        let instances: Vec<_> = instances.collect();
        let mut resource = json!({"mode": "managed", "type": "aws_vpc", "name": "v", "instances": instances});
        let state = state_file(std::slice::from_ref(&resource));
        assert_eq!(count("duplicate-object", &state, why), wanted, "{why}");
        resource["instances"][1]["provider"].take();
        let run = planlint(["state", "-"])
            .stdin(state_file(&[resource]).to_string())
            .run();
        run.exits(2, "no engine leaves one out").tells("provider", why);
    }
}

#[test]
fn a_copy_of_a_secret_is_named_by_the_member_that_holds_it() {
    for (key, wanted, why) in [
        ("token", "`output.token` is a copy of `input.token`", "a name"),
        (
            "app.kubernetes.io/secret",
            r#"`output["app.kubernetes.io/secret"]` is a copy of `input["app.kubernetes.io/secret"]`"#,
            "a label",
        ),
        (
            "my secret",
            "a member of `output` is a copy of the same in `input`",
            "a key that may be a secret itself",
        ),
        (
            "wJalrXUtnFEMI/K7MDENG",
            "a member of `output` is a copy of the same in `input`",
            "another",
        ),
    ] {
        let values =
            json!({"id": "1", "input": {key: "plain words", "open": "x"}, "output": {key: "plain words", "open": "x"}});
        let mut state = shown("hashicorp/x", &[("terraform_data", &values)]);
        state["values"]["root_module"]["resources"][0]["sensitive_values"] =
            json!({"input": {key: true}, "output": {}});
        let run = planlint(["state", "--no-config", "-"]).stdin(state.to_string()).run();
        run.says(wanted, why).hides("plain words", why);
    }
}

/// Every complete plan of an engine destroys what is deposed, whatever else stands for it.
#[test]
fn what_is_deposed_and_in_use_is_not_to_be_destroyed() {
    let arn = |name: &str| json!({"id": name, "arn": format!("arn:aws:s3:::{name}"), "bucket": name});
    let (logs, drawn) = (arn("logs"), json!({"id": "vpc-0123456789abcdef0"}));
    let chosen = |function: &str| json!({"id": "AllowEvents", "function_name": function});
    let left = "is left over from a replacement";
    for (current, deposed, wanted, in_use, why) in [
        (
            &logs,
            arn("logs"),
            "is the same object as the current one",
            true,
            "one ARN",
        ),
        (
            &drawn,
            drawn.clone(),
            "is the same object as the current one",
            true,
            "one id that was drawn",
        ),
        (
            &chosen("f"),
            chosen("g"),
            "has the id of the current object",
            true,
            "an id that people chose",
        ),
        (&logs, arn("old"), left, false, "another one"),
        (&json!({"id": null}), json!({"id": null}), left, false, "no id"),
    ] {
        let state = state_file(&[json!({
            "mode": "managed", "type": "aws_x", "name": "a", "provider": "provider[\"registry.opentofu.org/hashicorp/aws\"]",
            "instances": [
                {"schema_version": 0, "attributes": current, "sensitive_attributes": []},
                {"schema_version": 0, "attributes": deposed, "sensitive_attributes": [], "deposed": "0a1b2c3d"}
            ]
        })]);
        let judged = judge(state.to_string().as_bytes(), Want::State, &Settings::default()).unwrap();
        let found = judged.report.findings.iter();
        let found: Vec<_> = found.filter(|finding| finding.rule == "deposed-object").collect();
        assert_eq!(found.len(), 1, "{why}");
        assert!(
            found[0].message.to_string().contains(wanted),
            "{why}: {}",
            found[0].message
        );
        let help = found[0].help.as_ref().unwrap().to_string();
        assert_eq!(help.contains("`state push`"), in_use, "{why}: {help}");
        assert_eq!(help.contains("and apply"), !in_use, "{why}: {help}");
        assert_eq!(count("duplicate-object", &state, why), 0, "{why}");
    }
}

#[test]
fn what_is_deposed_at_another_address_is_one_object_twice() {
    let object = |name: &str, id: &str, deposed: Value| {
        let mut instance = json!({"schema_version": 0, "sensitive_attributes": [],
            "attributes": {"id": id, "arn": format!("arn:aws:s3:::{id}")}});
        if !deposed.is_null() {
            instance["deposed"] = deposed;
        }
        json!({"mode": "managed", "type": "aws_s3_bucket", "name": name, "instances": [instance],
            "provider": "provider[\"registry.opentofu.org/hashicorp/aws\"]"})
    };
    let (key, other, none) = (json!("0a1b2c3d"), json!("0a1b2c3e"), Value::Null);
    for (objects, wanted, why) in [
        (
            vec![object("a", "x", none.clone()), object("b", "x", key.clone())],
            1,
            "deposed at one",
        ),
        (
            vec![object("a", "x", key.clone()), object("b", "x", other.clone())],
            1,
            "deposed at both",
        ),
        (
            vec![object("a", "x", none.clone()), object("b", "y", key.clone())],
            0,
            "two objects",
        ),
        (
            vec![object("a", "x", none.clone()), object("a", "x", key.clone())],
            0,
            "deposed at its own address",
        ),
    ] {
        let state = state_file(&objects);
        assert_eq!(count("duplicate-object", &state, why), wanted, "{why}");
    }
    let state = state_file(&[object("a", "x", none), object("b", "x", key)]);
    let judged = judge(state.to_string().as_bytes(), Want::State, &Settings::default()).unwrap();
    let found = judged.report.findings.iter();
    let found = found.filter(|finding| finding.rule == "duplicate-object");
    let said: Vec<_> = found.map(|finding| finding.message.to_string()).collect();
    let wanted = "aws_s3_bucket.a is the same object as aws_s3_bucket.b (deposed 0a1b2c3d)";
    assert_eq!(said, [wanted], "the key tells which entry it is");
    let mut found = judged.report.findings.iter();
    let deposed = found.find(|finding| finding.rule == "deposed-object").unwrap();
    let said = deposed.message.to_string();
    assert!(said.contains("another address"), "{said}");
    let help = deposed.help.as_ref().unwrap().to_string();
    assert!(help.starts_with("do not apply"), "{help}");
}
