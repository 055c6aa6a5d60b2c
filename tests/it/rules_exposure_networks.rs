//! Who comes in through firewalls of smaller clouds, ranges of addresses and balancers of Kubernetes, and who does not.

use serde_json::{Value, json};

use crate::cut;
use crate::judge::judge;
use crate::rules_exposure::level;
use planlint::input::Want;
use planlint::lint::{Level, Settings};

pub(crate) const ERROR: Option<Level> = Some(Level::Error);
pub(crate) const WARNING: Option<Level> = Some(Level::Warning);

/// A new object of each row, and how bad the rule finds it.
pub(crate) fn created(rule: &str, rows: &[(&str, Value, Option<Level>, &str)]) {
    for (type_name, after, wanted, why) in rows {
        let found = level(rule, type_name, &Value::Null, after);
        assert_eq!(found, *wanted, "{type_name}: {why}");
    }
}

#[test]
fn everybody_comes_in_through_rules_of_smaller_clouds() {
    let tencent =
        |source: &str, more: &Value| with(json!({"type": "ingress", "cidr_ip": source, "policy": "accept"}), more);
    let group = |more: &Value| with(json!({"direction": "ingress", "ethertype": "IPv4"}), more);
    let stackit = |more: &Value| with(json!({"direction": "ingress"}), more);
    let port = |port: u16| json!({"min": port, "max": port});
    let (set, rule) = (
        "opentelekomcloud_compute_secgroup_v2",
        "opentelekomcloud_networking_secgroup_rule_v2",
    );
    created(
        "public-ingress",
        &[
            (
                set,
                json!({"rule": [{"from_port": 22, "to_port": 22, "ip_protocol": "tcp", "cidr": "0.0.0.0/0"}]}),
                ERROR,
                "SSH",
            ),
            (
                set,
                json!({"rule": [{"from_port": 22, "to_port": 22, "ip_protocol": "tcp", "cidr": "10.0.0.0/8"}]}),
                None,
                "one network",
            ),
            (
                set,
                json!({"rule": [{"from_port": 22, "to_port": 22, "ip_protocol": "tcp", "from_group_id": "g"}]}),
                None,
                "another group",
            ),
            (
                rule,
                group(
                    &json!({"protocol": "tcp", "port_range_min": 22, "port_range_max": 22, "remote_ip_prefix": "0.0.0.0/0"}),
                ),
                ERROR,
                "every address",
            ),
            (
                rule,
                group(&json!({"protocol": "tcp", "port_range_min": 22, "port_range_max": 22})),
                ERROR,
                "no source is any",
            ),
            (
                rule,
                group(&json!({"protocol": "tcp", "port_range_min": 22, "port_range_max": 22, "remote_group_id": "g"})),
                None,
                "another group",
            ),
            (
                rule,
                json!({"direction": "egress", "ethertype": "IPv4", "remote_ip_prefix": "0.0.0.0/0"}),
                None,
                "outwards",
            ),
            (
                "stackit_security_group_rule",
                stackit(&json!({"ip_range": "0.0.0.0/0", "protocol": {"name": "tcp"}, "port_range": port(22)})),
                ERROR,
                "every address",
            ),
            (
                "stackit_security_group_rule",
                stackit(&json!({"ip_range": "0.0.0.0/0", "protocol": {"name": "tcp"}, "port_range": port(443)})),
                None,
                "what is meant for everybody",
            ),
            (
                "stackit_security_group_rule",
                stackit(&json!({"ip_range": "0.0.0.0/0", "protocol": {"name": "icmp"}})),
                None,
                "no ports",
            ),
            (
                "stackit_security_group_rule",
                stackit(&json!({"remote_security_group_id": "g", "protocol": {"name": "tcp"}, "port_range": port(22)})),
                None,
                "another group",
            ),
            (
                "stackit_security_group_rule",
                json!({"direction": "egress", "ip_range": "0.0.0.0/0", "protocol": {"name": "tcp"}, "port_range": port(22)}),
                None,
                "outwards",
            ),
            (
                "tencentcloud_security_group_rule",
                tencent("0.0.0.0/0", &json!({"ip_protocol": "TCP", "port_range": "22"})),
                ERROR,
                "SSH",
            ),
            (
                "tencentcloud_security_group_rule",
                tencent("0.0.0.0/0", &json!({"ip_protocol": "TCP", "port_range": "80,3306"})),
                ERROR,
                "one of a list",
            ),
            (
                "tencentcloud_security_group_rule",
                tencent("0.0.0.0/0", &json!({})),
                ERROR,
                "no port is all of them",
            ),
            (
                "tencentcloud_security_group_rule",
                tencent("10.0.0.0/8", &json!({"ip_protocol": "TCP", "port_range": "22"})),
                None,
                "one network",
            ),
            (
                "tencentcloud_security_group_rule",
                json!({"type": "ingress", "cidr_ip": "0.0.0.0/0", "policy": "drop", "port_range": "22"}),
                None,
                "dropped",
            ),
            (
                "tencentcloud_security_group_lite_rule",
                json!({"ingress": ["ACCEPT#10.0.0.0/8#22#TCP", "ACCEPT#0.0.0.0/0#22#TCP"]}),
                WARNING,
                "one of two texts",
            ),
            (
                "tencentcloud_security_group_lite_rule",
                json!({"ingress": ["DROP#0.0.0.0/0#22#TCP", "ACCEPT#0.0.0.0/0#443#TCP"]}),
                None,
                "dropped, and what is meant for everybody",
            ),
            (
                "tencentcloud_security_group_lite_rule",
                json!({"egress": ["ACCEPT#0.0.0.0/0#ALL#ALL"]}),
                None,
                "outwards",
            ),
        ],
    );
}

#[test]
fn ranges_of_addresses_are_from_a_first_to_a_last() {
    let rule = |more: &Value| {
        let base = json!({
            "action": "accept", "direction": "in", "family": "IPv4", "protocol": "tcp",
            "destination_port_start": "22", "destination_port_end": "22"
        });
        json!({"server_id": "s", "firewall_rule": [with(base, more)]})
    };
    let from = |first: &str, last: &str| rule(&json!({"source_address_start": first, "source_address_end": last}));
    let rows = [
        (rule(&json!({})), ERROR, "no source is any"),
        (from("0.0.0.0", "255.255.255.255"), ERROR, "all of them"),
        (from("1.0.0.0", "223.255.255.255"), ERROR, "most of them"),
        (from("192.0.2.0", "192.0.2.255"), None, "one network"),
        (from("192.0.2.7", "192.0.2.7"), None, "one address"),
        (
            from("::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"),
            ERROR,
            "the other family",
        ),
        (rule(&json!({"direction": "out"})), None, "outwards"),
        (
            json!({"server_id": "s", "firewall_rule": [{"action": "accept", "direction": "in"}]}),
            ERROR,
            "a default rule",
        ),
        (
            rule(&json!({"protocol": "icmp", "destination_port_start": null, "destination_port_end": null})),
            None,
            "no ports",
        ),
        (rule(&json!({"action": "drop"})), None, "dropped"),
        (
            rule(&json!({"destination_port_start": "443", "destination_port_end": "443"})),
            None,
            "what is meant for everybody",
        ),
        (
            rule(
                &json!({"protocol": "udp", "source_port_start": "53", "source_port_end": "53",
                "destination_port_start": null, "destination_port_end": null}),
            ),
            None,
            "answers to what was asked",
        ),
    ];
    let rows = rows.map(|(after, wanted, why)| ("upcloud_firewall_rules", after, wanted, why));
    created("public-ingress", &rows);
}

#[test]
fn balancers_of_kubernetes_are_public_unless_something_says_otherwise() {
    let service = |kind: &str, port: u16, spec: &Value, notes: &Value| {
        let base = json!({"type": kind, "port": [{"port": port, "protocol": "TCP", "target_port": "5432"}]});
        json!({"metadata": [{"name": "db", "annotations": notes}], "spec": [with(base, spec)]})
    };
    let balancer = |port, spec: &Value, notes: &Value| service("LoadBalancer", port, spec, notes);
    let (ranges, none) = ("load_balancer_source_ranges", json!({}));
    let scheme = |value: &str| json!({"service.beta.kubernetes.io/aws-load-balancer-scheme": value});
    let everybody = json!({ranges: ["0.0.0.0/0"]});
    let allowed = json!({"service.beta.kubernetes.io/azure-allowed-service-tags": "AzureCloud"});
    let rows = [
        (
            balancer(5432, &none, &Value::Null),
            WARNING,
            "no networks are every one",
        ),
        (balancer(443, &none, &Value::Null), None, "what is meant for everybody"),
        (
            balancer(8080, &none, &Value::Null),
            None,
            "a port that rules over nothing",
        ),
        (balancer(5432, &everybody, &Value::Null), ERROR, "everybody by name"),
        (
            balancer(5432, &json!({ranges: ["203.0.113.0/24"]}), &Value::Null),
            None,
            "one network",
        ),
        (
            service("ClusterIP", 5432, &none, &Value::Null),
            None,
            "inside the cluster",
        ),
        (service("NodePort", 5432, &none, &Value::Null), None, "no balancer"),
        (
            balancer(
                5432,
                &json!({"load_balancer_class": "eks.amazonaws.com/nlb"}),
                &Value::Null,
            ),
            None,
            "a class that may have private addresses",
        ),
        (balancer(5432, &none, &scheme("internal")), None, "private addresses"),
        (
            balancer(5432, &everybody, &scheme("internal")),
            None,
            "everybody who is inside",
        ),
        (
            balancer(5432, &none, &scheme("internet-facing")),
            WARNING,
            "public addresses, in words",
        ),
        (balancer(5432, &none, &allowed), None, "a note says who may connect"),
        (
            balancer(5432, &everybody, &allowed),
            ERROR,
            "but the ranges say so, too",
        ),
    ];
    for type_name in ["kubernetes_service", "kubernetes_service_v1"] {
        let rows = rows.clone().map(|(after, wanted, why)| (type_name, after, wanted, why));
        created("public-ingress", &rows);
    }
    let before = balancer(5432, &none, &scheme("internal"));
    let after = balancer(5432, &none, &Value::Null);
    let found = level("public-ingress", "kubernetes_service_v1", &before, &after);
    assert_eq!(found, WARNING, "the note is gone");
    let both = json!({ranges: ["0.0.0.0/0", "::/0"]});
    for (before, wanted, why) in [
        (
            balancer(5432, &none, &scheme("internet-facing")),
            Some(Level::Note),
            "as open as before",
        ),
        (
            balancer(5432, &both, &Value::Null),
            Some(Level::Note),
            "everybody by name before",
        ),
        (
            balancer(5432, &everybody, &Value::Null),
            WARNING,
            "and addresses of the other family",
        ),
    ] {
        let found = level("public-ingress", "kubernetes_service_v1", &before, &after);
        assert_eq!(found, wanted, "{why}");
    }
}

/// Before 4.0 the provider of Google filled every address in where nobody was named.
#[test]
fn a_firewall_of_an_old_provider_lets_everybody_in_unless_somebody_is_named() {
    let ssh = json!([{"protocol": "tcp", "ports": ["22"]}]);
    let everybody = &["google_compute_firewall.x lets every address in: port 22 (SSH)"][..];
    for (named, wanted, why) in [
        (json!({}), everybody, "nobody"),
        (json!({"source_tags": ["web"]}), &[], "machines by their tags"),
        (
            json!({"source_service_accounts": ["a@b"]}),
            &[],
            "machines by their account",
        ),
        (json!({"direction": "EGRESS"}), &[], "the other way"),
    ] {
        let mut after = json!({"name": "x", "allow": ssh, "source_tags": null, "source_service_accounts": null});
        for (name, value) in named.as_object().into_iter().flatten() {
            after[name] = value.clone();
        }
        let unknown = json!({"id": true, "source_ranges": true});
        let mut plan = cut::with_change(&cut::object(
            "google_compute_firewall.x",
            &["create"],
            &Value::Null,
            &after,
            &unknown,
        ));
        plan["configuration"] = json!({"root_module": {"resources": [{
            "address": "google_compute_firewall.x", "mode": "managed", "type": "google_compute_firewall", "name": "x",
            "expressions": {"name": {"constant_value": "x"}}
        }]}});
        let judged = judge(cut::line(&plan).as_bytes(), Want::Plan, &Settings::default()).unwrap();
        let found = judged
            .report
            .findings
            .iter()
            .filter(|finding| finding.rule == "public-ingress");
        let found: Vec<String> = found.map(|finding| finding.message.to_string()).collect();
        assert_eq!(found, wanted, "{why}");
    }
}

/// The object with further members, or others.
fn with(mut object: Value, more: &Value) -> Value {
    for (name, value) in more.as_object().into_iter().flatten() {
        object[name] = value.clone();
    }
    object
}

#[test]
fn of_objects_that_a_manifest_describes_services_alone_open_ports() {
    let object = |kind: &str, spec: &Value| json!({"apiVersion": "v1", "kind": kind, "metadata": {"name": "x", "namespace": "shop"}, "spec": spec});
    let service = |spec: &Value| {
        object(
            "Service",
            &with(json!({"ports": [{"port": 22, "protocol": "TCP"}]}), spec),
        )
    };
    let balancer = json!({"type": "LoadBalancer"});
    let manifests = [
        (service(&balancer), WARNING, "a balancer, which no network limits"),
        (service(&json!({})), None, "ClusterIP is the default"),
        (
            object("Deployment", &json!({"template": {"spec": {}}})),
            None,
            "no service",
        ),
        (
            object("ConfigMap", &Value::Null),
            None,
            "no service, and no specification",
        ),
        (object("Gateway", &balancer), None, "a kind of another group"),
    ];
    for (manifest, wanted, why) in manifests {
        for (type_name, after) in [
            ("kubernetes_manifest", json!({"manifest": manifest})),
            ("kubectl_manifest", json!({"yaml_body": manifest.to_string()})),
            ("kustomization_resource", json!({"manifest": manifest.to_string()})),
        ] {
            created("public-ingress", &[(type_name, after, wanted, why)]);
        }
    }
}
