//! `show --engine-text` of blocks and marked values that are unknown or empty.

use serde_json::{Value, json};

use crate::engine_text::{one_change, text};
use planlint::input;

/// As Terraform 1.11.4 prints plans of the AWS provider, and as the sources of the others have it.
#[test]
fn blocks_that_are_unknown_as_a_whole_are_told_as_the_engine_tells_them() {
    const REPLACED: &str =
        "      ~ disk (known after apply)\n      - disk {\n          - size = 2 -> null\n        }\n    }";
    const OUTER: &str = "      ~ disk {\n          + ami = (known after apply)\n          + id  = (known after apply)\n        } -> \
        (known after apply)\n    }";
    let block = r#"{"attributes":{"id":{"type":"string"},"ami":{"type":"string"}},"block_types":{
        "disk":{"nesting_mode":"list","block":{"attributes":{"size":{"type":"number"}}}}}}"#;
    let (some, none) = (json!([{"size": 2}]), json!([]));
    for (engine, version, before, wanted, why) in [
        (
            "terraform.io",
            "1.11.4",
            &some,
            REPLACED,
            "what is unknown stands before what goes",
        ),
        (
            "terraform.io",
            "1.9.6",
            &none,
            "\n      ~ disk (known after apply)\n    }",
            "an object of no such block changes",
        ),
        (
            "terraform.io",
            "1.11.4",
            &Value::Null,
            "\n      + disk (known after apply)\n    }",
            "of what is new all is",
        ),
        (
            "opentofu.org",
            "1.12.6",
            &Value::Null,
            "\n      + disk (known after apply)\n    }",
            "of OpenTofu, too",
        ),
        (
            "terraform.io",
            "1.9.5",
            &some,
            OUTER,
            "the attributes of the block around it, hashicorp/terraform#35644",
        ),
        (
            "opentofu.org",
            "1.12.6",
            &none,
            OUTER,
            "the same, opentofu/opentofu#4256",
        ),
        (
            "terraform.io",
            "1.8.5",
            &some,
            "\n      - disk {\n          - size = 2 -> null\n        }\n    }",
            "not told",
        ),
    ] {
        let object = |disk: &Value| json!({"id": "1", "ami": "a", "disk": disk});
        let before = if before.is_null() { Value::Null } else { object(before) };
        let change = json!({"actions": ["update"], "before": before, "after": {"id": "1", "ami": "b"},
            "after_unknown": {"disk": true}});
        let schemas = format!(
            r#"{{"format_version":"1.0","provider_schemas":{{"registry.{engine}/hashicorp/aws":{{"resource_schemas":{{
               "aws_instance":{{"version":0,"block":{block}}}}}}}}}}}"#
        );
        let schemas = input::text("schemas.json", schemas.into_bytes()).unwrap();
        let plan = one_change(engine, version, &change).to_string();
        let shown = text("plan.json", plan.into_bytes(), Some(&schemas)).unwrap();
        assert!(shown.contains(wanted), "{why}: {engine} {version}\n{shown}");
    }
}

/// As Terraform 1.11.4 prints it, but for what another place of the plan marks: that is masked, with the engine's mark.
#[test]
fn what_becomes_of_marked_empty_texts_is_as_the_engine_tells_it() {
    let read = |name: &str| std::fs::read(std::path::Path::new("tests/it/empty_texts").join(name)).unwrap();
    let schemas = input::text("schemas.json", read("schemas.json")).unwrap();
    let shown = text("marked", read("marked.json"), Some(&schemas)).unwrap();
    for (wanted, why) in [
        (
            "\n      + input  = (sensitive value)\n",
            "an empty text is no value past a mark",
        ),
        (
            "\n      ~ output = (sensitive value) -> (known after apply)\n",
            "and is one where the engine sees no mark",
        ),
        ("\n  + come = (sensitive value)\n", "an output that was empty"),
        ("\n  - gone = (sensitive value) -> null\n", "one that is emptied"),
    ] {
        assert!(shown.contains(wanted), "{why}\n{shown}");
    }
}

/// As Terraform 1.11.4 prints it: of a block it does not say that its value is unchanged, as it does of attributes.
#[test]
fn a_block_whose_mark_alone_comes_is_told_as_the_engine_tells_it() {
    let object = |ami: &str| json!({"id": "1", "ami": ami, "disk": [{"size": 2}]});
    let change = json!({"actions": ["update"], "before": object("a"), "after": object("b"),
        "before_sensitive": {"disk": []}, "after_sensitive": {"disk": true}, "after_unknown": {}});
    let schemas = r#"{"format_version":"1.0","provider_schemas":{"registry.terraform.io/hashicorp/aws":{"resource_schemas":{
        "aws_instance":{"version":0,"block":{"attributes":{"id":{"type":"string"},"ami":{"type":"string"}},"block_types":{
        "disk":{"nesting_mode":"set","block":{"attributes":{"size":{"type":"number"}}}}}}}}}}}"#;
    let schemas = input::text("schemas.json", schemas.as_bytes().to_vec()).unwrap();
    let plan = one_change("terraform.io", "1.11.4", &change).to_string();
    let shown = text("plan.json", plan.into_bytes(), Some(&schemas)).unwrap();
    let wanted = "      # Warning: this block will be marked as sensitive and will not\n      \
        # display in UI output after applying this change.\n      ~ disk {\n";
    assert!(shown.contains(wanted), "{shown}");
}
