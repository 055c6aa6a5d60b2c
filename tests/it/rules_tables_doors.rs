//! What the tables say of plans that lose a key of one's own or a last copy, or open a door that no rule of a firewall
//! opens, and of the ordinary plan beside each.

use serde_json::{Value, json};

use crate::rules_exposure_networks::{ERROR, WARNING};
use crate::rules_narrower;
use crate::rules_tables_exposure::each;

const NOTHING: Value = Value::Null;

#[test]
fn a_key_of_ones_own_and_a_last_copy_are_missed() {
    let sse = |algorithm: &str, key: &str| {
        json!({"id": "b", "bucket": "b", "rule": [{"bucket_key_enabled": true,
        "apply_server_side_encryption_by_default": [{"sse_algorithm": algorithm, "kms_master_key_id": key}]}]})
    };
    let of = |name: &str, value: Value| json!({"id": "a", name: value});
    let (bucket, snapshot) = (
        "aws_s3_bucket_server_side_encryption_configuration",
        "create_snapshot_before_destroy",
    );
    let table = |sse: Value| of("server_side_encryption", sse);
    let keys = |keys: Value| of("customer_managed_key", keys);
    let rows = vec![
        (
            bucket,
            sse("aws:kms", "k"),
            sse("AES256", ""),
            WARNING,
            "a key that all share",
        ),
        (bucket, sse("aws:kms", "k"), sse("aws:kms", "l"), None, "another key"),
        (
            bucket,
            sse("aws:kms", "arn:aws:kms:eu:1:alias/aws/s3"),
            sse("AES256", ""),
            None,
            "it was none of one's own",
        ),
        (
            bucket,
            sse("aws:kms", "k"),
            NOTHING,
            WARNING,
            "as when it is switched off",
        ),
        (bucket, sse("AES256", ""), NOTHING, None, "the default"),
        (
            "aws_dynamodb_table",
            table(json!([{"enabled": true, "kms_key_arn": "k"}])),
            table(json!([])),
            WARNING,
            "AWS's key",
        ),
        (
            "google_pubsub_topic",
            of("kms_key_name", json!("k")),
            of("kms_key_name", NOTHING),
            WARNING,
            "Google's key",
        ),
        (
            "google_pubsub_topic",
            of("kms_key_name", json!("k")),
            of("kms_key_name", json!("l")),
            None,
            "another key",
        ),
        (
            "azurerm_storage_account",
            keys(json!([{"key_vault_key_id": "k"}])),
            keys(json!([])),
            WARNING,
            "Microsoft's key",
        ),
        (
            "azurerm_storage_account_customer_managed_key",
            of("storage_account_id", json!("s")),
            NOTHING,
            WARNING,
            "the same",
        ),
        (
            "azurerm_mssql_server_transparent_data_encryption",
            of("key_vault_key_id", json!("k")),
            of("key_vault_key_id", NOTHING),
            WARNING,
            "the same",
        ),
        (
            "aws_ebs_volume",
            of("final_snapshot", json!(true)),
            of("final_snapshot", json!(false)),
            WARNING,
            "no copy",
        ),
        (
            "aws_ebs_volume",
            of("final_snapshot", json!(false)),
            of("final_snapshot", json!(true)),
            None,
            "a copy",
        ),
        (
            "google_compute_disk",
            of(snapshot, json!(true)),
            of(snapshot, json!(false)),
            WARNING,
            "no copy",
        ),
        (
            "aws_elasticache_replication_group",
            of("final_snapshot_identifier", json!("last")),
            of("final_snapshot_identifier", NOTHING),
            WARNING,
            "no copy",
        ),
        (
            "aws_elasticache_replication_group",
            of("final_snapshot_identifier", json!("last")),
            of("final_snapshot_identifier", json!("other")),
            None,
            "under another name",
        ),
        (
            "aws_memorydb_cluster",
            of("final_snapshot_name", json!("last")),
            of("final_snapshot_name", NOTHING),
            WARNING,
            "no copy",
        ),
    ];
    let with_rule =
        |(type_name, before, after, wanted, why)| ("protection-removed", type_name, before, after, wanted, why);
    each(rows.into_iter().map(with_rule).collect());
}

#[test]
fn containers_rule_over_machines_by_what_they_mount_and_share() {
    let rule = "privileged-container";
    let batch = |properties: Value, on: &str| json!({"name": "j", "type": "container", "platform_capabilities": [on], "container_properties": properties.to_string()});
    let mount = |path: &str| json!({"image": "a", "volumes": [{"name": "v", "host": {"sourcePath": path}}]});
    let of_cluster = |container: Value, path: &str| {
        json!({"name": "j", "type": "container", "eks_properties": [{"pod_properties": [{
        "containers": [container], "volumes": [{"name": "v", "host_path": [{"path": path}]}]}]}]})
    };
    let task = |mode: &str, volumes: Value, on: &str| {
        json!({"family": "f", "network_mode": mode, "volume": volumes,
        "requires_compatibilities": [on], "container_definitions": json!([{"name": "a", "image": "x"}]).to_string()})
    };
    let volume = |path: &str| json!([{"name": "v", "host_path": path}]);
    let (job, tasks) = ("aws_batch_job_definition", "aws_ecs_task_definition");
    let privileged = || json!({"image": "a", "privileged": true});
    let definitions = json!([{"name": "a", "image": "x", "privileged": true}]).to_string();
    let on_fargate =
        json!({"family": "f", "requires_compatibilities": ["FARGATE"], "container_definitions": definitions});
    let rows = vec![
        (job, batch(privileged(), "EC2"), WARNING, "it may do everything"),
        (job, batch(privileged(), "FARGATE"), None, "which nobody may there"),
        (
            job,
            batch(json!({"image": "a", "privileged": false}), "EC2"),
            None,
            "it may not",
        ),
        (
            job,
            batch(mount("/var/run/docker.sock"), "EC2"),
            WARNING,
            "the machine's own containers",
        ),
        (job, batch(mount("/mnt/efs"), "EC2"), None, "a file system"),
        (
            job,
            of_cluster(json!({"security_context": [{"privileged": true}]}), "/data"),
            WARNING,
            "in a cluster",
        ),
        (
            job,
            of_cluster(json!({"security_context": []}), "/"),
            WARNING,
            "all files of the machine",
        ),
        (
            job,
            of_cluster(json!({"security_context": []}), "/data"),
            None,
            "files of its own",
        ),
        (
            tasks,
            task("awsvpc", volume("/var/run/docker.sock"), "EC2"),
            WARNING,
            "the machine's own containers",
        ),
        (
            tasks,
            task("awsvpc", volume("/"), "EC2"),
            WARNING,
            "all files of the machine",
        ),
        (
            tasks,
            task("awsvpc", volume("/ecs/data"), "EC2"),
            None,
            "files of its own",
        ),
        (
            tasks,
            task("host", json!([]), "EC2"),
            WARNING,
            "the network of the machine",
        ),
        (tasks, task("bridge", json!([]), "EC2"), None, "one of its own"),
        (tasks, on_fargate, None, "which nobody may there"),
    ];
    let made = |(type_name, after, wanted, why)| (rule, type_name, NOTHING, after, wanted, why);
    each(rows.into_iter().map(made).collect());
    let unknown = json!({"volume": [{"host_path": true}]});
    let after = task("awsvpc", json!([{"name": "v"}]), "EC2");
    let found = rules_narrower::changed(rule, tasks, &["create"], &NOTHING, &after, &unknown);
    assert_eq!(found, WARNING, "a path that is known after apply");
    let unknown = json!({"volume": [{"efs_volume_configuration": [{"file_system_id": true}]}]});
    let after = task(
        "awsvpc",
        json!([{"name": "v", "host_path": "", "efs_volume_configuration": [{}]}]),
        "EC2",
    );
    let found = rules_narrower::changed(rule, tasks, &["create"], &NOTHING, &after, &unknown);
    assert_eq!(found, None, "a file system that the plan makes");
}

#[test]
fn doors_that_no_rule_of_a_firewall_opens() {
    let nodes = |key: Value, groups: Value| {
        json!({"cluster_name": "c",
        "remote_access": [{"ec2_ssh_key": key, "source_security_group_ids": groups}]})
    };
    let of_pods = |cidr: &str| {
        json!({"metadata": [{"name": "a", "namespace": "n"}], "spec": [{"policy_types": ["Ingress"], "ingress": [
        {"from": [{"ip_block": [{"cidr": cidr, "except": []}]}], "ports": []}]}]})
    };
    let through = |cidr: &str, port: Value| {
        let mut policy = of_pods(cidr);
        policy["spec"][0]["ingress"][0]["ports"] = json!([{"protocol": "TCP", "port": port}]);
        policy
    };
    let manifest = |cidr: &str| {
        json!({"manifest": {"apiVersion": "networking.k8s.io/v1", "kind": "NetworkPolicy",
        "spec": {"podSelector": {}, "ingress": [{"from": [{"ipBlock": {"cidr": cidr}}]}]}}})
    };
    let balancer = |internal: bool| json!({"name": "a", "internal": internal});
    let firewall =
        json!({"name": "x", "direction": "INGRESS", "deny": [{"protocol": "all"}], "source_ranges": ["0.0.0.0/0"]});
    let of = |name: &str, value: Value| json!({"id": "a", "name": "a", name: value});
    let (ingress, group, pods) = ("public-ingress", "aws_eks_node_group", "kubernetes_network_policy_v1");
    let (share, role) = (
        json!({"group_id": "g", "share_group_id": "h", "group_access": "owner"}),
        "postgresql_role",
    );
    let (private, public) = (
        of("project_visibility", json!("PRIVATE")),
        of("project_visibility", json!("PUBLIC_READ")),
    );
    let listener = |policy: &str| json!({"port": 443, "protocol": "HTTPS", "ssl_policy": policy});
    each(vec![
        (
            ingress,
            group,
            NOTHING,
            nodes(json!("k"), NOTHING),
            ERROR,
            "SSH for everybody",
        ),
        (
            ingress,
            group,
            NOTHING,
            nodes(json!("k"), json!([])),
            ERROR,
            "nobody is named",
        ),
        (
            ingress,
            group,
            NOTHING,
            nodes(json!("k"), json!(["sg-1"])),
            None,
            "for a group",
        ),
        (ingress, group, NOTHING, nodes(NOTHING, NOTHING), None, "without a key"),
        (
            ingress,
            "awscc_eks_nodegroup",
            NOTHING,
            json!({"cluster_name": "c", "remote_access": {"ec2_ssh_key": "k"}}),
            ERROR,
            "by another provider",
        ),
        (
            ingress,
            group,
            nodes(json!("k"), json!(["sg-1"])),
            nodes(json!("k"), NOTHING),
            ERROR,
            "for everybody from now on",
        ),
        (
            ingress,
            pods,
            of_pods("10.0.0.0/8"),
            of_pods("0.0.0.0/0"),
            WARNING,
            "every address",
        ),
        (
            ingress,
            pods,
            of_pods("10.0.0.0/8"),
            of_pods("::/0"),
            WARNING,
            "of the other family",
        ),
        (
            ingress,
            pods,
            through("10.0.0.0/8", json!("")),
            through("0.0.0.0/0", json!("")),
            WARNING,
            "a protocol without a port is every port",
        ),
        (
            ingress,
            pods,
            through("10.0.0.0/8", json!("443")),
            through("0.0.0.0/0", json!("443")),
            None,
            "one port is meant",
        ),
        (
            ingress,
            pods,
            of_pods("10.0.0.0/8"),
            of_pods("10.1.0.0/16"),
            None,
            "others",
        ),
        (
            ingress,
            pods,
            of_pods("0.0.0.0/0"),
            of_pods("0.0.0.0/0"),
            None,
            "as before",
        ),
        (
            ingress,
            pods,
            NOTHING,
            of_pods("0.0.0.0/0"),
            None,
            "a new one keeps others away, at least by its names",
        ),
        (
            ingress,
            "kubernetes_manifest",
            manifest("10.0.0.0/8"),
            manifest("0.0.0.0/0"),
            WARNING,
            "as a manifest",
        ),
        (
            ingress,
            "google_compute_firewall",
            NOTHING,
            firewall,
            None,
            "it only denies",
        ),
        (
            "public-endpoint",
            "aws_lb",
            balancer(true),
            balancer(false),
            WARNING,
            "from inside to outside",
        ),
        (
            "public-endpoint",
            "aws_elb",
            balancer(true),
            balancer(false),
            WARNING,
            "an older one",
        ),
        (
            "public-endpoint",
            "aws_lb",
            NOTHING,
            balancer(false),
            None,
            "what it is for",
        ),
        (
            "public-repository",
            "aws_codebuild_project",
            private.clone(),
            public.clone(),
            WARNING,
            "its logs",
        ),
        (
            "public-repository",
            "aws_codebuild_project",
            public,
            private,
            None,
            "not any more",
        ),
        (
            "plaintext-listener",
            "aws_db_proxy",
            of("require_tls", json!(true)),
            of("require_tls", json!(false)),
            WARNING,
            "as text",
        ),
        (
            "plaintext-listener",
            "aws_db_proxy",
            NOTHING,
            of("require_tls", json!(false)),
            None,
            "the default",
        ),
        (
            "weak-tls",
            "google_compute_target_https_proxy",
            of("ssl_policy", json!("p")),
            of("ssl_policy", NOTHING),
            WARNING,
            "TLS 1.0",
        ),
        (
            "weak-tls",
            "google_compute_target_https_proxy",
            NOTHING,
            of("ssl_policy", NOTHING),
            None,
            "the default",
        ),
        (
            "weak-tls",
            "aws_lb_listener",
            NOTHING,
            listener("ELBSecurityPolicy-TLS13-1-0-FIPS-2023-04"),
            WARNING,
            "TLS 1.0",
        ),
        (
            "weak-tls",
            "aws_alb_listener",
            NOTHING,
            listener("ELBSecurityPolicy-TLS13-1-1-FIPS-2023-04"),
            WARNING,
            "TLS 1.1",
        ),
        (
            "weak-tls",
            "aws_lb_listener",
            NOTHING,
            listener("ELBSecurityPolicy-TLS13-1-0-PQ-2025-09"),
            WARNING,
            "TLS 1.0",
        ),
        (
            "weak-tls",
            "aws_lb_listener",
            NOTHING,
            listener("ELBSecurityPolicy-TLS13-1-0-FIPS-PQ-2025-09"),
            WARNING,
            "TLS 1.0",
        ),
        (
            "weak-tls",
            "aws_lb_listener",
            NOTHING,
            listener("ELBSecurityPolicy-TLS13-1-2-PQ-2025-09"),
            None,
            "TLS 1.2",
        ),
        (
            "admin-grant",
            "gitlab_group_share_group",
            NOTHING,
            share,
            ERROR,
            "another group's members",
        ),
        (
            "admin-grant",
            "gitlab_group_share_group",
            NOTHING,
            json!({"group_access": "developer"}),
            None,
            "less",
        ),
        (
            "admin-grant",
            "gitlab_project_share_group",
            NOTHING,
            json!({"group_access": "owner"}),
            WARNING,
            "of one project",
        ),
        (
            "admin-grant",
            "postgresql_grant_role",
            NOTHING,
            json!({"role": "app", "grant_role": "rds_superuser"}),
            ERROR,
            "all",
        ),
        (
            "admin-grant",
            "postgresql_grant_role",
            NOTHING,
            json!({"role": "app", "grant_role": "pg_monitor"}),
            None,
            "it looks",
        ),
        (
            "admin-grant",
            role,
            NOTHING,
            json!({"name": "a", "roles": ["rds_superuser"]}),
            ERROR,
            "all",
        ),
        (
            "admin-grant",
            role,
            NOTHING,
            json!({"name": "a", "bypass_row_level_security": true}),
            WARNING,
            "all rows",
        ),
        (
            "admin-grant",
            role,
            NOTHING,
            json!({"name": "a", "create_role": true}),
            WARNING,
            "roles",
        ),
        (
            "admin-grant",
            role,
            NOTHING,
            json!({"name": "a", "roles": ["app"], "create_role": false}),
            None,
            "none of these",
        ),
    ]);
    let actions = ["create", "delete"];
    let found = rules_narrower::changed(
        "public-endpoint",
        "aws_lb",
        &actions,
        &balancer(true),
        &balancer(false),
        &json!({}),
    );
    assert_eq!(found, WARNING, "as providers do it, by another one");
}
