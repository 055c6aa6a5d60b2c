//! Cost of one text grows as its length does.

use serde_json::{Value, json};

use crate::scale::{Case, grow_alike};
use crate::scale_inputs::{changed, of_kind, plan, policy, with};

#[test]
fn lengths_of_texts() {
    let cases: [Case; 5] = [
        ("variables in a condition", 20_000, |at, n| {
            let condition = json!({"StringLike": {"aws:PrincipalArn": "${}".repeat(n)}});
            let statement = json!({"Effect": "Allow", "Principal": "*", "Action": "s3:*", "Resource": "arn:aws:s3:::b/*",
                "Condition": condition});
            policy(at, "aws_s3_bucket_policy", None, &json!([statement]))
        }),
        ("members in one line", 5000, |at, n| {
            let text = format!("a {{{}", "password: x, ".repeat(n));
            changed(at, "acme_thing", &json!({"text": "x"}), &json!({"text": text}))
        }),
        ("lines of a text beside as many texts", 400, |at, n| {
            let lines: Vec<String> = (0..n).map(|i| format!("line {i}")).collect();
            let others = (0..n).map(|i| json!(format!("x{i}")));
            let after: Value = others.chain([json!(lines.join("\n"))]).collect();
            let before = json!({"texts": [lines.join("\n") + "\nmore"]});
            let arguments = changed(at, "acme_thing", &before, &json!({"texts": after}));
            with(vec!["show".to_owned()], &[arguments[0].as_str(), "--engine-text"])
        }),
        ("keys that are secret too", 400, |at, n| {
            let mut change = of_kind(0, &["update"]);
            let module = format!("{}module.a", r#"module.a["hunter2hunter2"]."#.repeat(n));
            change["address"] = format!("{module}.aws_instance.r0").into();
            change["module_address"] = module.into();
            change["change"]["after"]["token"] = "hunter2hunter2".into();
            change["change"]["after_sensitive"] = json!({"token": true});
            // Without its configuration, in which as many modules would stand inside each other.
            plan(
                at,
                &json!({"format_version": "1.2", "terraform_version": "1.12.6", "resource_changes": [change]}),
            )
        }),
        ("what looks like a mask", 10_000, |at, n| {
            let text = "(sensitive value ".repeat(n);
            changed(at, "acme_thing", &json!({"text": "x"}), &json!({"text": text}))
        }),
    ];
    grow_alike(&cases);
}
