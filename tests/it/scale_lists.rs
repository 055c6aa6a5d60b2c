//! Cost of long lists in one place grows as they do.

use serde_json::json;

use crate::scale::{Case, grow_alike};
use crate::scale_inputs::{changed, module};

#[test]
fn lists_in_configuration() {
    let cases: [Case; 1] = [("parts of a constraint on versions", 500, |at, n| {
        let parts: Vec<String> = (0..n).map(|i| format!(">= 1.{i}")).collect();
        module(at, &json!({"terraform": {"required_version": parts.join(", ")}}))
    })];
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
