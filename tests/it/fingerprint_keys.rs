//! Fingerprints and secrets: what a key adds, and that without one nobody can try passwords.

use std::fs;

use serde_json::{Value, json};

use crate::compare::{diff, plan, update};
use crate::cut;
use crate::fingerprints::fingerprint;
use crate::fixtures;
use crate::program::{Run, planlint};

/// One with a key.
pub(crate) fn keyed_fingerprint(plan: &Value) -> String {
    let run = planlint(["fingerprint"])
        .env("PLANLINT_FINGERPRINT_KEY", "0123456789abcdef0123456789abcdef")
        .stdin(cut::line(plan))
        .run()
        .exits(0, "a plan");
    run.stdout.trim_end().to_owned()
}

#[test]
fn with_a_key_another_secret_is_another_plan() {
    let folder = tempfile::tempdir().unwrap();
    let key = "0123456789abcdef0123456789abcdef";
    fs::write(folder.path().join("key"), format!("{key}\n")).unwrap();
    fs::write(folder.path().join("other"), "another key of more than sixteen bytes").unwrap();
    fs::write(folder.path().join("short"), "0123456789abcde\n").unwrap();
    fs::write(folder.path().join("empty"), "").unwrap();
    fs::write(folder.path().join("long"), "k".repeat(4097)).unwrap();
    let base = plan();
    let mut secret = base.clone();
    secret["resource_changes"][1]["change"]["after"]["input"] = json!("hunter3");
    let mut shuffled = base.clone();
    shuffled["resource_changes"].as_array_mut().unwrap().reverse();
    let keyed = |plan: &Value, arguments: &[&str], variable: Option<&str>| {
        let mut program = planlint(["fingerprint"].iter().chain(arguments)).folder(folder.path());
        if let Some(value) = variable {
            program = program.env("PLANLINT_FINGERPRINT_KEY", value);
        }
        program.stdin(cut::line(plan)).run()
    };
    let text = |run: Run| run.exits(0, "a key").stdout.trim_end().to_owned();
    let first = text(keyed(&base, &["--key-file=key"], None));
    assert!(first.starts_with("plan1k-") && first.len() == 39, "{first}");
    assert_eq!(
        text(keyed(&base, &[], Some(key))),
        first,
        "the same key from the environment"
    );
    assert_eq!(
        text(keyed(&base, &["--key-file=key"], Some("short"))),
        first,
        "the file outweighs it"
    );
    assert_eq!(
        text(keyed(&shuffled, &["--key-file=key"], None)),
        first,
        "the order does not count"
    );
    let other = text(keyed(&base, &["--key-file=other"], None));
    assert_ne!(other, first, "another key");
    let secretly = text(keyed(&secret, &["--key-file=key"], None));
    assert_ne!(secretly, first, "another secret");
    assert_eq!(
        fingerprint(&base),
        fingerprint(&secret),
        "which is no part of it without a key"
    );

    for (plan, arguments, code, why) in [
        (
            &base,
            &["--expect", &first, "--key-file=key"][..],
            0,
            "the plan that was approved",
        ),
        (&secret, &["--expect", &first, "--key-file=key"], 1, "another password"),
        (
            &secret,
            &["--expect", &first, "--expect", &secretly, "--key-file=key"],
            0,
            "one of two",
        ),
        (&base, &["--expect", &first, "--key-file=other"], 1, "another key"),
        (
            &base,
            &["--expect", &first, "--expect", &fingerprint(&base), "--key-file=other"],
            0,
            "each in its form",
        ),
    ] {
        let run = planlint(arguments).folder(folder.path()).stdin(cut::line(plan)).run();
        run.exits(code, why)
            .hides("hunter", "it is sensitive")
            .hides(key, "so is the key");
    }
    for (arguments, words, why) in [
        (
            &["--expect", &first][..],
            "made with a key, and no key is given",
            "no key",
        ),
        (
            &["--expect", &first, "--key-file=missing"],
            "missing: the key cannot be read",
            "no file",
        ),
        (
            &["--expect", &first, "--key-file=short"],
            "short: a key of 15 bytes can be guessed",
            "a short one",
        ),
        (
            &["--expect", &first, "--key-file=long"],
            "no more than 4096 bytes",
            "something else",
        ),
        (
            &["--expect", &fingerprint(&base), "--key-file=key"],
            "none of the expected fingerprints was made with a key",
            "a key for nothing",
        ),
        (
            &["fingerprint", "--key-file=empty"],
            "empty: the key is empty",
            "an empty one",
        ),
    ] {
        let run = planlint(arguments).folder(folder.path()).stdin(cut::line(&base)).run();
        let run = run.exits(2, why).tells(words, why);
        assert_eq!(run.stdout, "", "{why}: nothing is written");
    }
    keyed(&base, &[], Some("")).exits(2, "a variable without a secret makes no open fingerprint by mistake");
    // In settings, too.
    fs::write(
        folder.path().join("planlint.toml"),
        format!("[rules]\nunexpected-plan = {{ level = \"error\", fingerprints = [\"{first}\"] }}\n"),
    )
    .unwrap();
    let in_settings = |variable: &str| {
        let program = planlint::<[&str; 0], &str>([]).folder(folder.path());
        program
            .env("PLANLINT_FINGERPRINT_KEY", variable)
            .stdin(cut::line(&secret))
            .run()
    };
    in_settings(key).exits(1, "another password");
    in_settings("").exits(2, "a secret that the job did not get").tells(
        "PLANLINT_FINGERPRINT_KEY: the key is empty\n  help: unset it",
        "and why it may be so",
    );
    let state = fixtures::read("state-rich/tofu-1.12.6/state.json");
    planlint(["state"])
        .folder(folder.path())
        .stdin(state)
        .run()
        .exits(1, "a state is not the plan, with a key or without")
        .says("the state is not the plan that was expected", "which is said");
    planlint(["baseline"])
        .folder(folder.path())
        .stdin(cut::line(&base))
        .run()
        .exits(0, "what is found of one plan is never known, so nobody needs the key");
}

#[test]
fn what_stays_and_is_shown_from_now_on_is_another_plan() {
    let folder = tempfile::tempdir().unwrap();
    let plan = |after: Value| {
        let values = |a: u8| json!({"a": a, "k": "hunter2"});
        let mut plan = update(&values(1), &values(2), &after);
        plan["resource_changes"][0]["change"]["before_sensitive"] = json!({"k": true});
        plan
    };
    let (kept, lost) = (plan(json!({"k": true})), plan(json!({})));
    assert_ne!(fingerprint(&kept), fingerprint(&lost), "without a key");
    assert_ne!(keyed_fingerprint(&kept), keyed_fingerprint(&lost), "with a key");
    diff(folder.path(), &kept, &lost)
        .exits(1, "they differ")
        .says(
            "(no longer sensitive): nothing, now k",
            "the attribute that loses its mark",
        )
        .hides("hunter", "one of the two holds it sensitive");
}

/// A plan with a secret in it.
type PlanWith<'a> = &'a dyn Fn(&str) -> Value;

#[test]
fn nobody_can_try_passwords_on_a_fingerprint() {
    let replaced = |secret: &str| {
        // What Terraform 1.11 writes: `output` follows `input`, and has no mark before the change.
        let mut plan = update(
            &json!({"input": secret, "output": secret}),
            &json!({"input": secret}),
            &json!({"input": true}),
        );
        let change = &mut plan["resource_changes"][0]["change"];
        change["actions"] = json!(["delete", "create"]);
        change["before_sensitive"] = json!({"input": true});
        change["after_unknown"] = json!({"output": true});
        plan
    };
    let beside = |copy: fn(&str) -> Value| {
        move |secret: &str| {
            update(
                &json!({"input": "o"}),
                &json!({"input": secret, "copy": copy(secret)}),
                &json!({"input": true}),
            )
        }
    };
    let called = |secret: &str| {
        let mut plan = beside(|_| json!(1))(secret);
        cut::readdress(&mut plan, 0, &format!("terraform_data.a[{}]", json!(secret)));
        plan["resource_changes"][0]["index"] = json!(secret);
        plan
    };
    let referred = |secret: &str| {
        let mut plan = beside(|_| json!(1))(secret);
        plan["resource_changes"][0]["change"]["after_unknown"] = json!({"url": true});
        let reference = format!("terraform_data.b[{}]", json!(secret));
        plan["configuration"] = json!({"root_module": {"resources": [
            {"address": "terraform_data.a", "mode": "managed", "type": "terraform_data", "name": "a",
                "expressions": {"url": {"references": [format!("{reference}.id"), reference, "terraform_data.b"]}}},
            {"address": "terraform_data.b", "mode": "managed", "type": "terraform_data", "name": "b"}]}});
        plan
    };
    let rows: [(PlanWith<'_>, &str); 8] = [
        (&replaced, "the copy that an engine leaves unmarked"),
        (
            &beside(|secret| json!(format!("user:{secret}@host"))),
            "in a longer text",
        ),
        (&beside(|secret| json!([{"deep": secret}])), "deep in a value"),
        (
            &beside(|secret| json!(json!({"k": secret}).to_string())),
            "in a JSON text",
        ),
        (&beside(|secret| json!({secret: 1})), "as a key"),
        (
            &beside(|secret| json!({"a": {secret: 1}})),
            "as a key of a map in a map",
        ),
        (&called, "as a key in the address"),
        (&referred, "as a key in a reference"),
    ];
    for (plan, why) in rows {
        let (one, two) = (plan("hunter2-secret/A"), plan("Tr0ub4dor&3-long"));
        assert_eq!(fingerprint(&one), fingerprint(&two), "{why}");
        assert_ne!(
            fingerprint(&one),
            fingerprint(&cut::unchanged()),
            "{why}: all else counts"
        );
    }
    // Shorter copies are masked nowhere but at the attribute that is marked.
    let short = beside(|secret| json!(secret));
    assert_ne!(fingerprint(&short("hunter2")), fingerprint(&short("hunter3")));
}
