//! `planlint config`: secrets that it finds and never shows, comments that permit findings, and what it says is to be
//! done.

use std::fs;

use planlint::output::FORMATS;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::program::planlint;

/// A directory with `main.tf.json`.
fn module(text: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("main.tf.json"), text).unwrap();
    folder
}

/// What is found in a module, in the eyes of OpenTofu.
fn found(folder: &TempDir) -> Vec<Value> {
    let run = planlint(["config", "--no-config", "--flavor=tofu", "--format=json"]);
    let report = run.folder(folder.path()).run().json();
    report["findings"].as_array().unwrap().clone()
}

/// The rules and how findings of them stand: `missing-interpolation waived`.
fn standings(folder: &TempDir) -> Vec<String> {
    let words = |finding: &Value| {
        let (rule, standing) = (&finding["rule"], &finding["standing"]);
        format!("{} {}", rule.as_str().unwrap(), standing.as_str().unwrap())
    };
    found(folder).iter().map(words).collect()
}

#[test]
fn what_engines_pass_over_is_no_error() {
    for (text, level, why) in [
        (
            r#"{"provider":{"terraform":{"region":"x"}}}"#,
            "warning",
            "the provider of their own reads no configuration",
        ),
        (
            r#"{"resource":{"terraform_data":{"a":{"nope":"x"}}}}"#,
            "error",
            "and refuses this",
        ),
    ] {
        let findings = found(&module(text));
        let found = findings.iter().find(|finding| finding["rule"] == "unknown-argument");
        assert_eq!(found.unwrap()["level"], level, "{why}");
    }
}

/// Texts that no output may hold, each where a secret may stand.
const SECRETS: [&str; 7] = [
    "Canary-Pa55-One",
    "Canary-Pa55-Two",
    "Canary-Pa55-Three",
    "Canary-Pa55-Four",
    "MIIEowIBAAKCAQEAx7Qh2mP0",
    "Canary-Pa55-Six",
    "Canary-Pa55-Seven",
];

#[test]
fn secrets_are_found_and_shown_in_no_format() {
    let [one, two, three, four, key, six, seven] = SECRETS;
    let pem = format!("-----BEGIN RSA PRIVATE KEY-----\n{key}\n-----END RSA PRIVATE KEY-----\n");
    let text = json!({
        "terraform": {"backend": {"s3": {"secret_key": one}}},
        "provider": {"aws": {"access_key": two}},
        "variable": {"db_password": {"default": three}},
        "output": {"o": {"value": "${var.db_password}"}},
        "resource": {"aws_x": {"x": {
            "dynamic": {"user": {"for_each": [1], "content": {"password": format!("{four}\"\\")}}},
            "connection": {"private_key": pem},
            "environment": [{"name": "API_TOKEN", "value": six}],
            "command": ["--url", format!("https://app:{seven}@example.org/")],
        }}},
    });
    let folder = module(&serde_json::to_string_pretty(&text).unwrap());
    // Counted in the text above: one each.
    let of_secrets = found(&folder)
        .iter()
        .filter(|finding| finding["rule"] == "secret-in-config")
        .count();
    assert_eq!(of_secrets, SECRETS.len());
    for format in FORMATS {
        let run = planlint(["config", "--no-config", "--all", "--format", format.name]);
        let run = run.folder(folder.path()).run();
        let shown = format!("{}{}", run.stdout, run.stderr);
        for secret in SECRETS {
            assert!(!shown.contains(secret), "{} shows {secret}\n{shown}", format.name);
        }
    }
}

#[test]
fn names_in_what_is_declared_sensitive_are_shown_in_no_format() {
    const NAME: &str = "Canary-Pa55-Name";
    // Twice, beside a text that looks like a secret and a number that is a text.
    let twice = format!(r#"{{"{NAME}":"x7Qh2mP0aK9","{NAME}":"5"}}"#);
    let folder = module(&format!(
        r#"{{"variable":{{"a":{{"sensitive":true,"type":"map(number)","default":{twice}}},
             "b":{{"ephemeral":true,"default":[{twice}]}}}},
             "output":{{"o":{{"sensitive":true,"value":{{"in":{twice},"a":"${{var.a}}{{var.b}}"}}}}}}}}"#
    ));
    let rules: Vec<_> = found(&folder)
        .iter()
        .map(|finding| finding["rule"].to_string())
        .collect();
    let of_names = rules
        .iter()
        .filter(|rule| rule.contains("duplicate-object-key"))
        .count();
    assert_eq!(of_names, 3, "one for each: {rules:?}");
    for format in FORMATS {
        let run = planlint(["config", "--no-config", "--all", "--format", format.name]);
        let run = run.folder(folder.path()).run();
        let shown = format!("{}{}", run.stdout, run.stderr);
        assert!(!shown.contains(NAME), "{} shows it\n{shown}", format.name);
    }
}

#[test]
fn a_comment_permits_what_is_found_around_it() {
    let body = |comment: Value, value: &str| json!({"//": comment, "value": value});
    let words = "planlint-ignore: missing-interpolation -- it is a text";
    let object = json!({"planlint": {"ignore": ["missing-interpolation"], "reason": "it is a text"}});
    let refused = "planlint-ignore: undeclared-reference -- generated later";
    for (text, wanted, why) in [
        (
            json!({"output": {"o": body(json!(words), "var.a")}}),
            &["missing-interpolation waived"][..],
            "as a text",
        ),
        (
            json!({"output": {"o": body(object, "var.a")}}),
            &["missing-interpolation waived"],
            "as an object",
        ),
        (
            json!({"output": {"o": body(json!(words), "var.a"), "p": {"value": "var.a"}}}),
            &["missing-interpolation waived", "missing-interpolation counts"],
            "in its own braces alone",
        ),
        (
            json!({"//": words, "output": {"o": {"value": "var.a"}, "p": {"value": "var.a"}}}),
            &["missing-interpolation waived", "missing-interpolation waived"],
            "at the root for the file",
        ),
        (
            json!({"output": {"o": body(json!(refused), "${var.b}")}}),
            &["undeclared-reference waived"],
            "what an engine refuses, as waivers in settings do",
        ),
        (
            json!({"output": {"o": body(json!("planlint-ignore: missing-interpolation"), "var.a")}}),
            &["missing-interpolation counts", "unused-suppression counts"],
            "not without a reason",
        ),
        (
            json!({"output": {"o": body(json!("planlint-ignore: missing -- it is a text"), "var.a")}}),
            &["missing-interpolation counts", "unused-suppression counts"],
            "not by a name that no rule has",
        ),
        (
            json!({"output": {"o": body(json!(words), "1")}}),
            &["unused-suppression counts"],
            "nothing to permit",
        ),
    ] {
        let mut text = text;
        text["variable"] = json!({"a": {}});
        text["locals"] = json!({"used": "${var.a}"});
        text["check"] = json!({"c": {"assert": {"condition": "${local.used != 1}", "error_message": "m"}}});
        let folder = module(&text.to_string());
        assert_eq!(standings(&folder), wanted, "{why}: {text}");
    }
}

#[test]
fn what_a_comment_permits_is_shown_with_its_reason() {
    let folder = module(
        r#"{"output":{"o":{"//":"planlint-ignore: undeclared-reference -- generated later","value":"${var.a}"}}}"#,
    );
    for (format, words) in [
        ("text", "waived beside it: generated later"),
        ("markdown", "generated later"),
        ("html", "generated later"),
        ("json", "\"reason\": \"generated later\""),
        ("sarif", "\"kind\": \"inSource\""),
    ] {
        let run = planlint(["config", "--no-config", "--format", format]);
        run.folder(folder.path()).run().exits(0, format).says(words, format);
    }
}

#[test]
fn a_finding_says_what_to_write() {
    for (text, rule, help) in [
        (
            r#"{"variable":{"a":{}},"output":{"o":{"value":"var.a"}}}"#,
            "missing-interpolation",
            "write \"${var.a}\"",
        ),
        (
            r#"{"resource":{"t":{"y":{},"x":{"depends_on":["${t.y}"]}}}}"#,
            "templated-reference",
            "write \"t.y\"",
        ),
        (
            r#"{"resource":{"t":{"y":{},"x":{"depends_on":"t.y"}}}}"#,
            "string-where-list",
            "write [\"t.y\"]",
        ),
        (
            r#"{"resource":{"t":{"y":{},"x":{"depends_on":["t.y.id"]}}}}"#,
            "depends-on-attribute",
            "write \"t.y\"",
        ),
        (
            r#"{"variable":{"a":{"typ":"string"}}}"#,
            "unknown-argument",
            "write \"type\"",
        ),
        (
            r#"{"resource":{"t":{"x":{"lifecycle":{"ignore_changes":["t.x.tags[0]"]}}}}}"#,
            "ignore-changes-absolute",
            "write \"tags[0]\"",
        ),
        (
            r#"{"resource":{"t":{"x":{"lifecycle":{"ignore_changes":["*"]}}}}}"#,
            "ignore-changes-star",
            "write \"all\"",
        ),
        (
            r#"{"resource":{"t":{"x":{"provisioner":{"local-exec":{"command":"c","when":"destory"}}}}}}"#,
            "keyword-value",
            "write \"destroy\"",
        ),
        (
            r#"{"module":{"m":{"sorce":"./m","version":"1"}}}"#,
            "missing-argument",
            "write \"source\" in place of \"sorce\"",
        ),
        (
            r#"{"terraform":{"required_providers":{"p":{"sorce":"a/p","version":"1"}}}}"#,
            "required-provider-shape",
            "write \"source\"",
        ),
        (
            r#"{"variable":{"a":{"type":"list(strng)"}}}"#,
            "type-constraint",
            "write string in place of strng",
        ),
        (
            r#"{"resource":{"t":{"x":{"count":1,"input":"${count.idx}"}}}}"#,
            "undeclared-reference",
            "write count.index",
        ),
        (
            r#"{"output":{"o":{"value":"${path.modul}"}}}"#,
            "undeclared-reference",
            "write path.module",
        ),
        (
            r#"{"output":{"o":{"value":"${path.here}"}}}"#,
            "undeclared-reference",
            "write path.module or path.root or path.cwd",
        ),
        (
            "{\"output\":{\"o\":{\"value\":1}},\n\"outputs\":{},\"output\":{\"o\":{\"value\":2}}}",
            "duplicate-declaration",
            "the first stands at main.tf.json:1:12: keep one of the two, or give this one another name",
        ),
        (
            r#"{"output":{"o":[{"value":1},{"value":2}]}}"#,
            "duplicate-declaration",
            "keep one element of the list, or give each a name of its own",
        ),
        (
            r#"{"output":{"o":{"value":"in ${AWS::Region}"}}}"#,
            "unescaped-foreign-marker",
            "write \"$${AWS::Region}\"",
        ),
        (
            r#"{"output":{"o":{"value":"%{http_code}"}}}"#,
            "unescaped-foreign-marker",
            "write \"%%{http_code}\"",
        ),
        (
            r#"{"output":{"o":{"value":"a%{X}y"}}}"#,
            "unescaped-foreign-marker",
            "write $${ for ${, and %%{ for %{, where the text is to hold them as they are",
        ),
        (
            r#"{"output":{"o":{"value":"${HOME}"}}}"#,
            "unescaped-foreign-marker",
            "write \"$${HOME}\"",
        ),
        (
            r#"{"resource":{"t":{"x":{"dependsOn":[]}}}}"#,
            "unknown-argument-meta",
            "write \"depends_on\"",
        ),
        (
            r#"{"resource":{"t":{"x":{"connection":{"type":"winrm","host":"h"}}}}}"#,
            "removed-feature",
            "use SSH, which Windows has too",
        ),
        (
            r#"{"locals":{"a":}}"#,
            "malformed-json",
            "write the value, or leave the name out",
        ),
        (
            r#"[{"locals":{}}]"#,
            "root-array",
            "write one object that holds the blocks of all elements",
        ),
        (
            r#"{"output":{"o":{"value":1,"sensitive":"x"}}}"#,
            "argument-type",
            "write true or false as it is, without a template",
        ),
        (
            r#"{"output":{"o":{"value":"${aws_vpc.nothing_like_it.id}"}}}"#,
            "undeclared-reference",
            "declare it, or correct the name",
        ),
        (
            r#"{"resource":{"t":{"x1":{"depends_on":["t.x2"]}}}}"#,
            "undeclared-reference",
            "declare it, or correct the name",
        ),
        (
            r#"{"variable":{"a":{"validation":{"condition":"var.a > 0","error_message":"m"}}}}"#,
            "constant-condition",
            "write \"${var.a > 0}\"",
        ),
        (
            r#"{"variable":{"a":{"validation":{"condition":"var.a > 48213","error_message":"m"}}}}"#,
            "constant-condition",
            "write the expression between ${ and }",
        ),
        (
            r#"{"resource":{"t":{"x":{"lifecycle":{"ignore_changes":"${all}"}}}}}"#,
            "string-where-list",
            "write \"all\"",
        ),
    ] {
        let folder = module(text);
        let findings = found(&folder);
        let finding = findings.iter().find(|finding| finding["rule"] == rule);
        let finding = finding.unwrap_or_else(|| panic!("{rule}: {findings:?}"));
        let told = finding["help"].as_str().unwrap();
        assert_eq!(told.strip_suffix("; --fix does it").unwrap_or(told), help, "{rule}");
    }
}

#[test]
fn nothing_is_called_unused_where_uses_may_not_be_known() {
    let text = br#"{"variable":{"a":{}}}"#;
    for (name, beside, count, why) in [
        ("other.tf.json", &b"{}"[..], 1, "all is known"),
        ("other.tf", b"locals {}\n", 0, "references of the native syntax are not"),
        ("other.tf.json", b"{\"locals\": {\"b\": ", 0, "a file lost its end"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("main.tf.json"), text).unwrap();
        fs::write(folder.path().join(name), beside).unwrap();
        let unused = found(&folder)
            .iter()
            .filter(|finding| finding["rule"] == "unused-declaration")
            .count();
        assert_eq!(unused, count, "{why}");
    }
}

#[test]
fn a_secret_that_breaks_its_string_or_looks_like_a_template_is_not_told() {
    for (text, why) in [
        (
            r#"{"variable":{"a":{"sensitive":true,"default":"ab"hunter2CANARY"cd"}}}"#,
            "a quotation mark without its backslash",
        ),
        (
            r#"{"resource":{"aws_x":{"y":{"password":"Ab3${hunter2CANARY!"}}}}"#,
            "the letters that begin a template",
        ),
        (r#"{"locals":{"a":"Ab3${hunter2CANARY"}}"#, "the same, to the end"),
        (
            r#"{"locals":{"a":"${<<EOT\nhunter2CANARY\nEOT\n + nope.x}"}}"#,
            "a text of several lines",
        ),
        (
            r#"{"variable":{"a":{"validation":{"condition":"var.a != \"CANARY\"","error_message":"m"}}}}"#,
            "in a condition without its markers",
        ),
        (
            r#"{"variable":{"a":{}},"resource":{"t":{"x":{"count":"var.a == \"CANARY\" ? 1 : 0"}}}}"#,
            "in a count",
        ),
        (
            r#"{"variable":{"a":{}},"resource":{"t":{"x":{"for_each":"toset([\"CANARY\", var.a])"}}}}"#,
            "in a for_each",
        ),
        (
            r#"{"variable":{"a":{}},"resource":{"t":{"x":{"count":"<<EOT\nCANARY\nEOT\n + var.a"}}}}"#,
            "in a text of several lines",
        ),
        (
            r#"{"variable":{"a":{}},"resource":{"t":{"x":{"count":"var.a /* CANARY */ + 1"}}}}"#,
            "in a comment",
        ),
    ] {
        let folder = module(text);
        for format in FORMATS {
            let arguments = ["config", ".", "--all", "--format", format.name];
            let run = planlint(arguments).folder(folder.path()).run();
            assert_ne!(run.code, Some(0), "{why}: it is refused");
            let printed = format!("{}{}", run.stdout, run.stderr);
            assert!(!printed.contains("CANARY"), "{why}, {}: {printed}", format.name);
        }
    }
}

/// An expression in the native syntax is no JSON: the texts in it are neither names nor places.
#[test]
fn texts_of_an_expression_in_the_native_syntax_are_not_told() {
    let expressions = [
        r#"sensitive("CANARY")"#,
        r#"("CANARY")"#,
        r#"<"CANARY""#,
        r#"format("%s-%s", "CANARY", "CANARY two")"#,
        r#"var.x == "CANARY" ? "CANARY" : "CANARY""#,
        r#"cond ? "CANARY" : "CANARY""#,
        r#""a" + "CANARY" + "CANARY""#,
        r#""a" == "CANARY" ? "CANARY" : "CANARY""#,
        "jsonencode({\n\"a\": \"CANARY\"\n})",
        r#"merge(local.a, {"b" = "CANARY"})"#,
        r#"lookup(var.m, "CANARY", "CANARY") "CANARY""#,
        r#"!"CANARY""#,
        r#"file("CANARY""#,
    ];
    let contexts = [
        r#"{"resource":{"aws_db_instance":{"a":{"password":@}}}}"#,
        r#"{"variable":{"a":{"default":@}}}"#,
        r#"{"output":{"a":{"value":@}}}"#,
        r#"{"locals":{"a":@}}"#,
        r#"{"provider":{"aws":{"secret_key":@}}}"#,
        r#"{"module":{"m":{"source":"./m","password":@}}}"#,
        r#"{"terraform":{"backend":{"s3":{"secret_key":@}}}}"#,
        r#"{"locals":{"a":[@,1],"b":{"c":@}}}"#,
    ];
    for expression in expressions {
        for context in contexts {
            let text = context.replace('@', expression);
            let folder = module(&text);
            for more in [&["--format", "text"][..], &["--format", "json"], &["--format", "sarif"]] {
                let run = planlint(["config", ".", "--all"])
                    .args(more)
                    .folder(folder.path())
                    .run();
                assert_ne!(run.code, Some(0), "it is refused: {text}");
                let printed = format!("{}{}", run.stdout, run.stderr);
                assert!(!printed.contains("CANARY"), "{text}: {printed}");
            }
        }
    }
}
