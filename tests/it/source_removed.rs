//! From a plan to its source where there is no block any more: the `removed` block that says so.

use std::fs;

use serde_json::json;

use crate::program::planlint;
use crate::source::{cut, folder};

#[test]
fn what_goes_is_placed_at_the_block_that_removes_it() {
    let own = "\nremoved {\n  from = terraform_data.x\n  lifecycle {\n    destroy = false\n  }\n}\n";
    let in_json = r#"{"removed": {"from": "terraform_data.x", "lifecycle": {"destroy": false}}}"#;
    let module = "removed {\n  from = module.a\n}\n";
    let deep = "removed {\n  from = module.a.module.b.terraform_data.x\n}\n";
    let call = "module \"a\" {\n  source = \"./a\"\n}\n";
    let of_inner = "removed {\n  from = module.b\n}\n";
    for (files, address, actions, wanted, why) in [
        (
            &[("main.tf", own)][..],
            "terraform_data.x",
            "forget",
            "main.tf:2:1 removed",
            "in native syntax",
        ),
        (
            &[("main.tf.json", in_json)],
            "terraform_data.x[0]",
            "forget",
            "main.tf.json:1:2 \"removed\"",
            "in JSON, for all instances",
        ),
        (
            &[("main.tf", own)],
            "terraform_data.x",
            "delete",
            "main.tf:2:1 removed",
            "it may destroy as well",
        ),
        (
            &[("main.tf", module)],
            "module.a[\"k\"].module.b.terraform_data.x",
            "forget",
            "main.tf:1:1 removed",
            "a whole module",
        ),
        (
            &[("main.tf", deep)],
            "module.a.module.b.terraform_data.x",
            "forget",
            "main.tf:1:1 removed",
            "one resource deep in modules",
        ),
        (
            &[("main.tf", call), ("a/main.tf", of_inner)],
            "module.a.module.b.terraform_data.x",
            "forget",
            "a/main.tf:1:1 removed",
            "in a module that is called",
        ),
        (
            &[("main.tf", own)],
            "terraform_data.y",
            "forget",
            "nowhere",
            "it names another",
        ),
        (
            &[("main.tf", own)],
            "module.a.terraform_data.x",
            "forget",
            "nowhere",
            "of another module",
        ),
        (
            &[("main.tf", "resource \"terraform_data\" \"x\" {}\n"), ("b.tf", own)],
            "terraform_data.x[1]",
            "delete",
            "main.tf:1:1 resource \"terraform_data\" \"x\"",
            "its own block comes first",
        ),
    ] {
        let folder = folder(files);
        let name = address.rsplit('.').next().unwrap().split('[').next().unwrap();
        let plan = json!({"format_version": "1.2", "terraform_version": "1.12.6", "resource_changes": [{
            "address": address, "mode": "managed", "type": "terraform_data", "name": name,
            "action_reason": "delete_because_no_resource_config",
            "change": {"actions": [actions], "before": {}, "after": null, "after_unknown": {}}
        }]});
        fs::write(folder.path().join("plan.json"), plan.to_string()).unwrap();
        let run = planlint(["--no-config", "plan.json", "--format", "json", "--fail-on", "never"]);
        let report = run.folder(folder.path()).run().exits(0, why).json();
        let findings = report["findings"].as_array().unwrap();
        let finding = findings.iter().find(|finding| finding["rule"] == actions).unwrap();
        assert_eq!(cut(&finding["source"], folder.path()), wanted, "{why}");
        let says = if actions == "forget" {
            "a `removed` block forgets it"
        } else {
            "not in configuration any more"
        };
        assert_eq!(finding["why"], says, "{why}");
    }
}
