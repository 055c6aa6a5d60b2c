//! Secrets that are known by where they stand, however short they are, so that no search for their text finds them.

use serde_json::{Value, json};

use crate::compare::diff;
use crate::program::planlint;

/// Shorter than what is looked for everywhere.
const PIN: &str = "Xk9-qT";

/// An object of the type, with its address.
fn object(values: &Value, sensitive: &Value) -> Value {
    json!({
        "address": "terraform_data.pin", "mode": "managed", "type": "terraform_data", "name": "pin",
        "provider_name": "terraform.io/builtin/terraform", "schema_version": 0,
        "values": values, "sensitive_values": sensitive
    })
}

fn plan() -> Value {
    let values = json!({"id": "i-1", "input": {"pin": PIN, "user": "eve"}, "output": {"pin": PIN, "user": "eve"}});
    let marks = json!({"input": {"pin": true}, "output": {}});
    json!({
        "format_version": "1.2", "terraform_version": "1.11.4", "errored": false, "complete": true, "applyable": true,
        "resource_changes": [{
            "address": "terraform_data.pin", "mode": "managed", "type": "terraform_data", "name": "pin",
            "provider_name": "terraform.io/builtin/terraform",
            "change": {
                "actions": ["update"], "before": values,
                "after": {"id": "i-1", "input": {"pin": "other1", "user": "eve"}},
                "after_unknown": {"output": true}, "before_sensitive": marks, "after_sensitive": {"input": {"pin": true}}
            }
        }],
        "prior_state": {"format_version": "1.0", "terraform_version": "1.11.4", "values": {"root_module": {
            "resources": [object(&values, &marks)]
        }}}
    })
}

fn state() -> Value {
    json!({
        "format_version": "1.0", "terraform_version": "1.11.4",
        "values": {"root_module": {"resources": [
            object(&json!({"id": "i-1", "input": PIN, "output": PIN}), &json!({"input": true}))
        ]}}
    })
}

/// Raw, with attributes of no fixed type in their wrapping.
fn raw_state() -> Value {
    let wrapped = json!({"value": PIN, "type": "string"});
    json!({
        "version": 4, "terraform_version": "1.11.4", "serial": 1, "lineage": "l", "outputs": {},
        "resources": [{
            "mode": "managed", "type": "terraform_data", "name": "pin",
            "provider": "provider[\"terraform.io/builtin/terraform\"]",
            "instances": [{
                "schema_version": 0, "attributes": {"id": "i-1", "input": wrapped, "output": wrapped},
                "sensitive_attributes": [[{"type": "get_attr", "value": "input"}]]
            }]
        }]
    })
}

/// Raw, with a data source, for which OpenTofu 1.12.6 writes none of the provider's marks.
fn data_source() -> Value {
    json!({
        "version": 4, "terraform_version": "1.12.6", "serial": 1, "lineage": "l", "outputs": {},
        "resources": [{
            "mode": "data", "type": "aws_secretsmanager_secret_version", "name": "pin",
            "provider": "provider[\"registry.opentofu.org/hashicorp/aws\"]",
            "instances": [{
                "schema_version": 0, "attributes": {"id": "s|AWSCURRENT", "secret_string": PIN},
                "sensitive_attributes": []
            }]
        }]
    })
}

/// Raw, with a deposed object beside the current one, which alone has marks.
fn deposed() -> Value {
    json!({
        "version": 4, "terraform_version": "1.11.4", "serial": 1, "lineage": "l", "outputs": {},
        "resources": [{
            "mode": "managed", "type": "aws_instance", "name": "a",
            "provider": "provider[\"registry.terraform.io/hashicorp/aws\"]",
            "instances": [
                {
                    "schema_version": 1, "attributes": {"id": "i-2", "blob": "short2"},
                    "sensitive_attributes": [[{"type": "get_attr", "value": "blob"}]]
                },
                {
                    "deposed": "dead0001", "schema_version": 1, "attributes": {"id": "i-1", "blob": PIN},
                    "sensitive_attributes": []
                }
            ]
        }]
    })
}

/// From before marks: what a variable is called stands beside its value, also in JSON in a text, or its type tells.
fn old() -> Value {
    let change = |kind: &str, before: Value, after: Value| {
        json!({
            "address": format!("{kind}.x"), "mode": "managed", "type": kind, "name": "x", "provider_name": "aws",
            "change": {"actions": ["update"], "before": before, "after": after, "after_unknown": {}}
        })
    };
    let task = |password: &str, stage: &str| {
        let containers = json!([{"name": "web", "environment": [
            {"name": "DB_PASSWORD", "value": password}, {"name": "STAGE", "value": stage}
        ]}]);
        json!({"family": "web", "container_definitions": containers.to_string()})
    };
    let application =
        |value: &str, name: &str| json!({"name": name, "environment": [{"key": "K", "secure": true, "value": value}]});
    json!({
        "format_version": "0.1", "terraform_version": "0.13.7", "configuration": {"root_module": {}},
        "resource_changes": [
            change("aws_ecs_task_definition", task(PIN, "stage-one"), task("other1", "stage-two")),
            change("aws_opsworks_application", application(PIN, "app-one"), application("other1", "app-two"))
        ]
    })
}

/// From before marks: texts that give a secret to a name or a command, and what stands beside them.
fn given(secret: &str) -> Value {
    json!({
        "env": [format!("DB_PASSWORD={secret}"), "STAGE=stage-kept"],
        "arguments": ["serve", format!("--password={secret}"), "--port=port-kept"],
        "command": ["serve", "--db-password", secret, "--host", "host-kept"],
        "entrypoint": format!("serve --db-password '{secret}' --verbose"),
        "backup": format!("mysqldump -u root -p{secret} orders"),
        "remote": ["sshpass", "-p", secret, "ssh", "machine-kept"],
        "probe": ["curl", "-u", format!("app:{secret}"), "https://curl-kept/"],
        "commands": [
            format!("V=$(curl -s -u app:{secret} https://a.net/)"), format!("cd /x;mysql -p{secret}"),
            format!("curl -H \"Authorization: Bearer {secret}\" https://a.net/"), format!("# mysql -p{secret}"),
            format!("ALTER USER app IDENTIFIED BY '{secret}'"), format!("ssh db1 \"mysql -p'{secret}' app\""),
            format!("#cloud-config\nchpasswd:\n  list: |\n    app:{secret}\n"), format!("Authorization: Basic {secret}"),
            "mkdir -pkept; authorization: enabled"
        ],
        "publish": "docker run -p 80:80 docker-kept",
        "connection": format!("Server=db;Uid=sa;Pwd={secret};"),
        "user_data": format!("#!/bin/sh\nexport DB_PASSWORD={secret}\n"),
        "script": "export DB_PASSWORD=$(pass show script-kept)",
        "yaml": [
            format!("db_pass: {secret}"), format!("pwd: {secret}"), format!("pw: {secret}"), format!("password : {secret}"),
            format!("password:\t{secret}"), format!("password: &a {secret}"), format!("password: !!str {secret}"),
            format!("db:\n  password:\n    {secret}\n")
        ],
        "here": format!("cat <<E\n{{\"password\":\"{secret}\"}}\nE"),
        "settings": [
            "export KUBECONFIG=/etc/kubernetes/kubeconfig-kept", "aws get-secret-value --secret-id secret-id-kept",
            "TOKEN_TTL=3600 serve ttl-kept", "PASSWORD_MIN_LENGTH=12 serve length-kept",
            "PasswordAuthentication = no\nBanner ssh-kept", "sshpass -V; ssh -p 22 next-kept"
        ],
        "reader": ["serve", "--token-file", "/run/token-file-kept", "--secret-name", "secret-name-kept"],
        "values": [format!("auth:\n  user: app\n  password: {secret}\n"), "auth:\n  existingSecret: yaml-kept\n"],
        "option_settings": [
            {"option_name": "DB_PASSWORD", "option_value": secret}, {"option_name": "STAGE", "option_value": "option-kept"}
        ],
        "parameters": [
            {"parameter_name": "AccessPassword", "parameter_value": secret},
            {"parameter_name": "BufferSize", "parameter_value": "parameter-kept"}
        ]
    })
}

/// What stands in `given` beside the secrets.
const KEPT: [&str; 17] = [
    "stage-kept",
    "port-kept",
    "host-kept",
    "machine-kept",
    "curl-kept",
    "docker-kept",
    "script-kept",
    "option-kept",
    "parameter-kept",
    "kubeconfig-kept",
    "secret-id-kept",
    "ttl-kept",
    "length-kept",
    "ssh-kept",
    "next-kept",
    "token-file-kept",
    "secret-name-kept",
];

/// The same in a plan, a state and a raw state.
fn given_in_documents(secret: &str) -> [(Value, &'static str); 3] {
    let (mut values, other) = (given(secret), given("other1"));
    if secret.len() > PIN.len() {
        values["note"] = json!(format!("a copy of {secret}"));
    }
    let of = |more: Value| {
        let mut object = json!({
            "address": "x_task.x", "mode": "managed", "type": "x_task", "name": "x", "provider_name": "x"
        });
        object
            .as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        object
    };
    let plan = json!({
        "format_version": "0.1", "terraform_version": "0.13.7", "configuration": {"root_module": {}},
        "resource_changes": [
            of(json!({"change": {"actions": ["update"], "before": values, "after": other, "after_unknown": {}}}))
        ],
        "output_changes": {
            "task": {"actions": ["update"], "before": values, "after": other, "after_unknown": false}
        }
    });
    let state = json!({
        "format_version": "1.0", "terraform_version": "1.4.7", "values": {
            "outputs": {"task": {"sensitive": false, "value": values}},
            "root_module": {"resources": [of(json!({"schema_version": 0, "values": values}))]}
        }
    });
    let raw = json!({
        "version": 4, "terraform_version": "1.7.5", "serial": 1, "lineage": "l",
        "outputs": {"task": {"value": values, "type": "dynamic"}},
        "resources": [{
            "mode": "managed", "type": "x_task", "name": "x", "provider": "provider[\"registry.terraform.io/x/x\"]",
            "instances": [{"schema_version": 0, "attributes": values}]
        }]
    });
    [(plan, "a plan"), (state, "a state"), (raw, "a raw state")]
}

/// Such a document with all of it in a text of JSON.
fn in_json(document: &Value, secret: &str) -> Value {
    let mut document = document.clone();
    let values = json!({"container_definitions": given(secret).to_string()});
    for place in [
        "/resource_changes/0/change/before",
        "/output_changes/task/before",
        "/values/root_module/resources/0/values",
        "/values/outputs/task/value",
        "/resources/0/instances/0/attributes",
        "/outputs/task/value",
    ] {
        if let Some(place) = document.pointer_mut(place) {
            *place = values.clone();
        }
    }
    document
}

#[test]
fn no_comparison_prints_what_old_documents_give_to_names() {
    let folder = tempfile::tempdir().unwrap();
    for (secret, other) in [(PIN, "Yk8-qS"), ("Xk9-qTzL8mWp", "Yk8-qSzL8mWp")] {
        let others = given_in_documents(other);
        for ((old, why), (new, _)) in given_in_documents(secret).into_iter().zip(others) {
            let documents = [
                (old.clone(), new.clone()),
                (in_json(&old, secret), in_json(&new, other)),
            ];
            for (old, new) in documents {
                let new: Value = serde_json::from_str(&new.to_string().replace("stage-kept", "stage-new")).unwrap();
                let run = diff(folder.path(), &old, &new);
                let written = format!("{}{}", run.stdout, run.stderr);
                for secret in [secret, other] {
                    assert!(!written.contains(secret), "{why}: prints {written}");
                }
                run.says("stage-kept", why).says("stage-new", why);
            }
        }
    }
}

#[test]
fn no_command_prints_what_old_documents_give_to_names() {
    for secret in [PIN, "Xk9-qTzL8mWp"] {
        for (document, why) in given_in_documents(secret) {
            for arguments in [
                &["show", "--kind", "any"][..],
                &["show", "--kind", "any", "--engine-text"],
                &["--kind", "any", "--format", "json"],
                &["--kind", "any", "--format", "html", "--all"],
                &["redact", "--leave-unmarked"],
            ] {
                for (text, is_json) in [
                    (document.to_string(), false),
                    (in_json(&document, secret).to_string(), true),
                ] {
                    // In a text that is masked in part nothing short is found.
                    if is_json && arguments[0] == "redact" {
                        continue;
                    }
                    let run = planlint(arguments).arg("-").stdin(text).run();
                    let written = format!("{}{}", run.stdout, run.stderr);
                    assert!(!written.contains(secret), "{why}: {arguments:?} prints {written}");
                }
            }
        }
    }
}

#[test]
fn what_is_no_secret_beside_them_is_shown() {
    let mut shown = planlint(["show", "-"]).stdin(old().to_string()).run();
    for told in ["stage-one", "stage-two", "app-one", "app-two"] {
        shown = shown.says(told, "another name, or none");
    }
    // Of a plan nothing is shown that stays.
    for (document, why) in given_in_documents(PIN).into_iter().skip(1) {
        let mut shown = planlint(["show", "--kind", "any", "-"])
            .stdin(document.to_string())
            .run();
        for told in KEPT.into_iter().chain(["yaml-kept"]) {
            shown = shown.says(told, why);
        }
    }
}

#[test]
fn no_command_prints_them() {
    for (document, why) in [
        (plan(), "`output` of a plan, which no engine marks"),
        (state(), "`output` of a state"),
        (raw_state(), "`output` of a raw state"),
        (data_source(), "a data source of a raw state"),
        (
            deposed(),
            "a deposed object, of whose address another object has the mark",
        ),
        (old(), "a plan without marks"),
    ] {
        let text = document.to_string();
        assert!(text.contains(PIN), "{why}");
        for arguments in [
            &["show", "--kind", "any"][..],
            &["show", "--kind", "any", "--engine-text"],
            &["--kind", "any", "--format", "json"],
            &["--kind", "any", "--format", "html", "--all"],
            &["redact"],
        ] {
            let run = planlint(arguments).arg("-").stdin(text.clone()).run();
            let written = format!("{}{}", run.stdout, run.stderr);
            assert!(!written.contains(PIN), "{why}: {arguments:?} prints {written}");
        }
        let masked = planlint(["show", "--kind", "any", "-"]).stdin(text).run();
        masked.says("(sensitive value)", why);
    }
}

#[test]
fn what_the_engine_prints_of_them_is_told() {
    let told = planlint(["-"]).stdin(plan().to_string()).run();
    told.says(
        "nothing marks `output.pin`, and the same text is marked sensitive elsewhere in the plan",
        "whoever reads the engine's text reads it",
    );
    planlint(["redact", "-"])
        .stdin(plan().to_string())
        .run()
        .exits(0, "a copy holds a placeholder in its place");
}

/// A copy of what is marked is one finding, and what else nobody marks is another.
#[test]
fn a_copy_hides_no_other_secret() {
    let key = "-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEA1234567890abcdefghijkl\n-----END RSA PRIVATE KEY-----";
    let mut shown = state();
    shown["values"]["root_module"]["resources"][0]["values"]["triggers_replace"] = json!({"k": key});
    let mut raw = raw_state();
    raw["resources"][0]["instances"][0]["attributes"]["triggers_replace"] =
        json!({"value": {"k": key}, "type": ["object", {"k": "string"}]});
    for (state, why) in [(shown, "shown"), (raw, "raw")] {
        let run = planlint(["state", "--no-config", "-"]).stdin(state.to_string()).run();
        run.says("`output` is a copy of `input`", why)
            .says("`triggers_replace` holds a private key in PEM form", why)
            .says("2 warnings", why);
    }
    for (state, why) in [(state(), "shown"), (raw_state(), "raw")] {
        let run = planlint(["state", "--no-config", "-"]).stdin(state.to_string()).run();
        run.says("`output` is a copy of `input`", why).says("1 warning", why);
    }
}
