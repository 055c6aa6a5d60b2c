//! Cost of long lists in one place grows as they do.

use std::fs;

use serde_json::{Value, json};

use crate::cut;
use crate::scale::{Case, grow_alike};
use crate::scale_inputs::{called, changed, deletions, module, object, of_kind, plan};

#[test]
fn lists_in_configuration() {
    let cases: [Case; 4] = [
        ("parts of a constraint on versions", 500, |at, n| {
            let parts: Vec<String> = (0..n).map(|i| format!(">= 1.{i}")).collect();
            module(at, &json!({"terraform": {"required_version": parts.join(", ")}}))
        }),
        ("escaped references without an end", 20_000, |at, n| {
            module(at, &json!({"locals": {"a": "$${".repeat(n)}}))
        }),
        ("configurations of providers that one call hands on", 3000, |at, n| {
            let names: Vec<_> = (0..n).map(|i| format!("aws.a{i}")).collect();
            called(
                at,
                &json!({"terraform": {"required_providers": {"aws": {"source": "hashicorp/aws",
                    "configuration_aliases": names}}}}),
            );
            let configured: Vec<Value> = (0..n)
                .map(|i| json!({"alias": format!("a{i}"), "region": "x"}))
                .collect();
            let handed = object(n, |i| (format!("aws.a{i}"), format!("aws.a{i}").into()));
            module(
                at,
                &json!({"provider": {"aws": configured}, "module": {"m": {"source": "./m", "providers": handed}}}),
            )
        }),
        ("calls of one module, and as many outputs of it", 150, |at, n| {
            called(
                at,
                &json!({"output": object(n, |i| (format!("o{i}"), json!({"value": 1})))}),
            );
            let value = |i| json!({"value": format!("${{module.m{i}.o{i}}}")});
            module(
                at,
                &json!({
                    "module": object(n, |i| (format!("m{i}"), json!({"source": "./m"}))),
                    "output": object(n, |i| (format!("o{i}"), value(i))),
                }),
            )
        }),
    ];
    grow_alike(&cases);
}

#[test]
fn lists_of_rights() {
    let cases: [Case; 2] = [
        ("verbs, resources and groups of one right", 300, |at, n| {
            let list = |letter: &str| (0..n).map(|i| format!("{letter}{i}")).collect::<Vec<_>>();
            let right =
                |groups| json!({"rule": [{"api_groups": list(groups), "resources": list("r"), "verbs": list("v")}]});
            changed(at, "kubernetes_cluster_role", &right("g"), &right("h"))
        }),
        ("subjects of one binding", 300, |at, n| {
            let binding = |end: &str| {
                let subject = |i| json!({"kind": "User", "name": format!("u{i}{end}")});
                json!({"role_ref": [{"kind": "ClusterRole", "name": "cluster-admin"}],
                    "subject": (0..n).map(subject).collect::<Vec<_>>()})
            };
            changed(at, "kubernetes_cluster_role_binding", &binding("a"), &binding("b"))
        }),
    ];
    grow_alike(&cases);
}

#[test]
fn lists_of_networks() {
    let cases: [Case; 2] = [
        ("ports and networks of one rule", 400, |at, n| {
            let network = |i| format!("{}.{}.{}.0/24", i % 200 + 1, i / 200 % 256, i / 51_200);
            let rule = json!({"direction": "Inbound", "access": "Allow", "protocol": "*",
                "source_address_prefixes": (0..n).map(network).collect::<Vec<_>>(),
                "destination_port_ranges": (0..n).map(|i| (i * 3 % 65_000).to_string()).collect::<Vec<_>>()});
            let rules = |list: &[Value]| json!({"security_rule": list});
            changed(at, "azurerm_network_security_group", &rules(&[]), &rules(&[rule]))
        }),
        ("networks, and blocks of ports for all of them", 200, |at, n| {
            let allow = |i: usize| json!({"protocol": "tcp", "ports": [(i * 3 % 65_000).to_string()]});
            let after = json!({"source_ranges": (0..n).map(|i| format!("10.{}.{}.0/24", i / 256, i % 256)).collect::<Vec<_>>(),
                "allow": (0..n).map(allow).collect::<Vec<_>>()});
            let before = json!({"source_ranges": ["10.0.0.0/8"], "allow": []});
            changed(at, "google_compute_firewall", &before, &after)
        }),
    ];
    grow_alike(&cases);
}

#[test]
fn lists_in_settings() {
    let cases: [Case; 2] = [
        ("attributes that are ignored, and as many that differ", 1200, |at, n| {
            fs::write(
                at.join("planlint.toml"),
                format!("ignore = [{}]\n", quoted(n, "tags.k")),
            )
            .unwrap();
            let mut change = of_kind(0, &["update"]);
            for (side, value) in [("before", 1), ("after", 2)] {
                change["change"][side]["tags"] = object(n, |i| (format!("k{i}"), value.into()));
            }
            plan(at, &cut::with_change(&change))
        }),
        ("addresses that are frozen, beside as many others", 400, |at, n| {
            let settings = format!("[rules.frozen-address]\npatterns = [{}]\n", quoted(n, "**.*.q"));
            fs::write(at.join("planlint.toml"), settings).unwrap();
            plan(at, &deletions(n))
        }),
    ];
    grow_alike(&cases);
}

/// So many texts with that beginning, as a list in settings has them.
fn quoted(n: usize, begin: &str) -> String {
    let texts: Vec<String> = (0..n).map(|i| format!("'{begin}{i}'")).collect();
    texts.join(", ")
}
