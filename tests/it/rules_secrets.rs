//! Words that are secrets where a mark says that a secret stands: what a store keeps, what a module declares sensitive.

use serde_json::{Map, Value, json};

use crate::cut;
use crate::judge::judge;
use planlint::input::Want;
use planlint::lint::{Level, Settings};

/// How bad what the rule finds in it is.
fn levels(plan: &Value) -> Vec<Level> {
    let judged = judge(cut::line(plan).as_bytes(), Want::Plan, &Settings::default()).unwrap();
    assert!(judged.report.errors.is_empty(), "{:?}", judged.report.errors);
    let findings = judged.report.findings.iter();
    let findings = findings.filter(|finding| finding.rule == "secret-literal");
    findings.map(|finding| finding.level).collect()
}

/// How often the rule finds something in it.
fn found(plan: &Value) -> usize {
    levels(plan).len()
}

/// Arguments as the configuration writes them: lists of objects are blocks.
fn written(values: &Value) -> Value {
    let arguments = values.as_object().unwrap().iter().map(|(name, value)| {
        let blocks = value.as_array().filter(|items| items.iter().all(Value::is_object));
        let expression = match blocks {
            Some(blocks) => blocks.iter().map(written).collect(),
            None => json!({"constant_value": value}),
        };
        (name.clone(), expression)
    });
    Value::Object(arguments.collect::<Map<_, _>>())
}

/// A new object whose values are all written in its configuration.
fn created(type_name: &str, values: &Value, marks: &Value) -> Value {
    let address = format!("{type_name}.x");
    let mut plan = cut::with_change(&json!({
        "address": address, "mode": "managed", "type": type_name, "name": "x",
        "provider_name": "registry.opentofu.org/x/y",
        "change": {
            "actions": ["create"], "before": null, "after": values, "after_unknown": {},
            "before_sensitive": false, "after_sensitive": marks
        }
    }));
    plan["configuration"] = json!({"root_module": {"resources": [{
        "address": address, "mode": "managed", "type": type_name, "name": "x", "expressions": written(values)
    }]}});
    plan
}

#[test]
fn a_store_keeps_secrets_whatever_they_are_called() {
    let kept = |type_name: &'static str, values: Value| (type_name, values, json!({"value": true}));
    for ((type_name, values, marks), wanted, why) in [
        (
            kept(
                "azurerm_key_vault_secret",
                json!({"name": "db-password", "value": "hunter2"}),
            ),
            1,
            "a word",
        ),
        (
            kept(
                "azurerm_key_vault_secret",
                json!({"name": "payments", "value": "hunter2"}),
            ),
            1,
            "whatever its name",
        ),
        (
            kept(
                "azurerm_key_vault_secret",
                json!({"name": "db-username", "value": "sqladmin"}),
            ),
            0,
            "half of a login",
        ),
        (
            kept(
                "azurerm_key_vault_secret",
                json!({"name": "db-password", "value": "changeme"}),
            ),
            0,
            "a placeholder",
        ),
        (
            kept(
                "azurerm_key_vault_secret",
                json!({"name": "db-password", "value": "REPLACE_ME"}),
            ),
            0,
            "another",
        ),
        (
            kept("azurerm_key_vault_secret", json!({"name": "db-password", "value": ""})),
            0,
            "nothing",
        ),
        (
            kept("azurerm_key_vault_secret", json!({"name": "payments", "value": "5432"})),
            0,
            "a number",
        ),
        (
            kept("azurerm_key_vault_secret", json!({"name": "payments", "value": "true"})),
            0,
            "a switch",
        ),
        (
            kept(
                "azurerm_key_vault_secret",
                json!({"name": "payments", "value": "https://acme.io/"}),
            ),
            0,
            "a URL",
        ),
        (
            kept(
                "azurerm_key_vault_secret",
                json!({"name": "db-password", "value": "arn:aws:kms:eu-west-1:1:key/a"}),
            ),
            0,
            "where it is",
        ),
        (
            kept(
                "azurerm_key_vault_secret",
                json!({"name": "region", "value": "eu-west-1"}),
            ),
            0,
            "a region",
        ),
        (
            kept(
                "azurerm_key_vault_secret",
                json!({"name": "payments", "value": "eu-west-1"}),
            ),
            0,
            "a region, whatever it is called",
        ),
        (
            kept(
                "azurerm_key_vault_secret",
                json!({"name": "payments", "value": "europe-west1-b"}),
            ),
            0,
            "a zone",
        ),
        (
            kept(
                "azurerm_key_vault_secret",
                json!({"name": "db-password", "value": "eu-west-1"}),
            ),
            1,
            "where the name says that it is a password, it is a weak one",
        ),
        (
            kept(
                "azurerm_key_vault_secret",
                json!({"name": "payments", "value": "9b2d1f0e-6c5a-4f8e-8f56-0a1b2c3d4e5f"}),
            ),
            1,
            "some keys are UUIDs",
        ),
        (
            kept(
                "azurerm_key_vault_secret",
                json!({"name": "payments-tenant", "value": "9b2d1f0e-6c5a-4f8e-8f56-0a1b2c3d4e5f"}),
            ),
            0,
            "an id",
        ),
        (
            kept(
                "azurerm_key_vault_secret",
                json!({"name": "payments", "value": "db01.eu1.acme.io:5432"}),
            ),
            0,
            "a host",
        ),
        (
            kept(
                "azurerm_key_vault_secret",
                json!({"name": "payments", "value": "123456789012"}),
            ),
            1,
            "an account, or a code",
        ),
        (
            kept(
                "azurerm_key_vault_secret",
                json!({"name": "payments", "value": "73910552"}),
            ),
            1,
            "a code",
        ),
        (
            kept(
                "azurerm_key_vault_secret",
                json!({"name": "/prod/app/admin-pw", "value": "123456789012"}),
            ),
            1,
            "an account under the name of a password",
        ),
        (
            kept(
                "azurerm_key_vault_secret",
                json!({"name": "PGPASS", "value": "eu-west-1"}),
            ),
            1,
            "a region under that name is a weak one",
        ),
        (
            kept(
                "azurerm_key_vault_secret",
                json!({"name": "payments", "value": "s3cr3t.p4ss.word"}),
            ),
            1,
            "three words, of which none is a domain",
        ),
        (
            kept(
                "azurerm_key_vault_secret",
                json!({"name": "payments", "value": "10.20.30.40"}),
            ),
            0,
            "an address",
        ),
        (
            kept(
                "azurerm_key_vault_secret",
                json!({"name": "payments", "value": "2.14.3-rc1.Xk29fjqP"}),
            ),
            1,
            "not all of it is one",
        ),
        (
            kept("azurerm_key_vault_secret", json!({"name": "db", "value": "P@ss1!"})),
            1,
            "no database is called so",
        ),
        (
            kept("azurerm_key_vault_secret", json!({"name": "team", "value": "R&D"})),
            0,
            "a team",
        ),
        (
            kept("azurerm_key_vault_secret", json!({"name": "db", "value": "orders"})),
            0,
            "a database",
        ),
        (
            kept(
                "azurerm_key_vault_secret",
                json!({"name": "db-host", "value": "S3cr3tPass9"}),
            ),
            1,
            "a password under a wrong name",
        ),
        (
            kept(
                "azurerm_key_vault_secret",
                json!({"name": "payments", "value": "eu-west-Xk29fjqP"}),
            ),
            1,
            "no region",
        ),
        (
            kept(
                "azurerm_key_vault_secret",
                json!({"name": "payments", "value": "app-prod-9f8a7b6c5d"}),
            ),
            1,
            "no host",
        ),
        (
            kept(
                "aws_ssm_parameter",
                json!({"name": "/db/password", "type": "SecureString", "value": "letmein"}),
            ),
            1,
            "encrypted",
        ),
        (
            kept(
                "aws_ssm_parameter",
                json!({"name": "/db/password", "type": "String", "value": "letmein"}),
            ),
            0,
            "the provider marks the value of plain ones, too",
        ),
        (
            kept(
                "tfe_variable",
                json!({"key": "db_pw", "sensitive": true, "value": "letmein"}),
            ),
            1,
            "a sensitive one",
        ),
        (
            kept(
                "tfe_variable",
                json!({"key": "db_pw", "sensitive": false, "value": "letmein"}),
            ),
            0,
            "a plain one",
        ),
        (
            kept(
                "tfe_variable",
                json!({"key": "region", "sensitive": true, "value": "westeurope"}),
            ),
            0,
            "a setting",
        ),
        (
            kept(
                "tfe_variable",
                json!({"key": "place", "sensitive": true, "value": "eu-west-1"}),
            ),
            0,
            "a region",
        ),
        (
            kept(
                "gitlab_project_variable",
                json!({"key": "DB", "masked": true, "value": "letmein"}),
            ),
            0,
            "its last word is of a setting",
        ),
        (
            kept(
                "gitlab_project_variable",
                json!({"key": "DB_PW", "masked": true, "value": "letmein"}),
            ),
            1,
            "a masked one",
        ),
        (
            kept(
                "gitlab_project_variable",
                json!({"key": "DB_PW", "masked": false, "value": "letmein"}),
            ),
            0,
            "a plain one",
        ),
        (
            kept("doppler_secret", json!({"name": "DB_PASSWORD", "value": "letmein"})),
            1,
            "another store",
        ),
        (
            kept("cloudflare_record", json!({"name": "www", "value": "letmein"})),
            0,
            "no store",
        ),
        (
            (
                "azurerm_key_vault_secret",
                json!({"name": "db-password", "value": "hunter2"}),
                json!({}),
            ),
            0,
            "nothing marks it",
        ),
        (
            (
                "azuredevops_variable_group",
                json!({"secret_variable": [{"name": "KEY", "secret_value": "supersecret"}], "variable": [{"name": "K", "value": "dev"}]}),
                json!({"secret_variable": true, "variable": [{}]}),
            ),
            1,
            "the mark is on the whole block",
        ),
        (
            (
                "azuredevops_variable_group",
                json!({"secret_variable": [{"name": "supersecret", "value": "supersecret"}]}),
                json!({"secret_variable": true}),
            ),
            0,
            "there names decide",
        ),
    ] {
        assert_eq!(
            found(&created(type_name, &values, &marks)),
            wanted,
            "{type_name}: {why}"
        );
    }
}

#[test]
fn a_module_declares_what_it_is_given_sensitive() {
    for (name, value, sensitive, wanted, why) in [
        ("db_password", "letmein", true, 1, "a word under the name of a secret"),
        (
            "db_password",
            "letmein",
            false,
            0,
            "nothing says that it is more than a name",
        ),
        ("db_password", "changeme", true, 0, "a placeholder"),
        ("db_password", "", true, 0, "nothing"),
        ("signing", "Xk29fjq!lsP0", true, 1, "what only the mark tells of"),
        ("signing", "Xk29fjq!lsP0", false, 0, "nothing tells of it"),
        (
            "signing",
            "letmein",
            true,
            0,
            "people mark what they only want in no log",
        ),
        ("account", "123456789012", true, 0, "a number"),
        ("region", "eu-west-1", true, 0, "a region"),
        ("secret_name", "prod/db", true, 0, "the name of one"),
    ] {
        let plan = json!({
            "format_version": "1.2", "terraform_version": "1.11.4", "errored": false, "complete": true,
            "applyable": false, "resource_changes": [],
            "configuration": {"root_module": {"module_calls": {"db": {
                "source": "./db", "expressions": {name: {"constant_value": value}},
                "module": {"variables": {name: {"sensitive": sensitive}}}
            }}}}
        });
        assert_eq!(found(&plan), wanted, "{name}: {why}");
    }
}

/// What stores of several providers keep, with what the provider marks.
#[test]
fn settings_in_stores_are_told_from_secrets() {
    let vault = |name: &str, value: &str| {
        let values = json!({"name": name, "value": value});
        ("azurerm_key_vault_secret", values, json!({"value": true}))
    };
    let actions = |name: &str, value: &str| {
        let values = json!({"repository": "app", "secret_name": name, "plaintext_value": value});
        ("github_actions_secret", values, json!({"plaintext_value": true}))
    };
    let manager = |secret: &str, value: &str| {
        let values = json!({"secret_id": secret, "secret_string": value});
        (
            "aws_secretsmanager_secret_version",
            values,
            json!({"secret_string": true}),
        )
    };
    let kubernetes = |name: &str, value: &str| {
        let values = json!({"metadata": [{"name": "app"}], "data": {name: value}});
        ("kubernetes_secret", values, json!({"metadata": [{}], "data": true}))
    };
    let error = Some(Level::Error);
    let warning = Some(Level::Warning);
    for ((type_name, values, marks), wanted, why) in [
        (actions("AWS_REGION", "eu-west-1"), None, "a region"),
        (actions("AZURE_PLACE", "westeurope"), None, "one of Azure"),
        (
            actions("DB_PASSWORD", "westeurope"),
            error,
            "under the name of a password a weak one",
        ),
        (actions("REDIS", "localhost:6379"), None, "the machine itself"),
        (actions("NETWORK", "vpc-0bb1c79de3a1b2c3d"), None, "an id of AWS"),
        (
            actions("NETWORK", "vpc-Xk29fjqPlsP0"),
            error,
            "no id of AWS, and long and mixed",
        ),
        (
            actions("AUTH0_CLIENT_ID", "aB3dE5fG7hI9jK1lM3nO5pQ7"),
            None,
            "an id, which is drawn",
        ),
        (actions("AUTH0_SIGNING", "aB3dE5fG7hI9jK1lM3nO5pQ7"), error, "no id"),
        (
            actions("AWS_ACCESS_KEY_ID", "AKIAQ3EGRIB7WXY5TZ2M"),
            None,
            "half of a key",
        ),
        (
            actions("AWS_CLIENT_ID", "ghp_a1B2c3D4e5F6a1B2c3D4e5F6a1B2c3D4e5F6"),
            error,
            "a token whatever its name",
        ),
        (actions("ECR_BUCKET", "acme-prod-artifacts-7f3a"), None, "a bucket"),
        (
            actions("CACHE", "acme-prod-artifacts-7f3a"),
            warning,
            "a name, or a password of words",
        ),
        (actions("SLACK", "general"), warning, "a word"),
        (actions("SLACK_CHANNEL", "C01ABCDEF23"), None, "a channel"),
        (
            actions("DEPLOY", "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIHh"),
            None,
            "a public key",
        ),
        (actions("VERSION_OF_NODE", "v20.11.1-alpine"), None, "a version"),
        (
            vault("DB", "hunter2"),
            warning,
            "a password of the database, or its name",
        ),
        (vault("DB", "orders"), None, "its name"),
        (vault("orders-db", "orders2"), None, "which one it is"),
        (vault("DB", "123456789012"), warning, "an account, or a code"),
        (vault("aws-account", "123456789012"), None, "an account"),
        (vault("payments", "hunter2"), error, "whatever its name"),
        (vault("db-password", "123456789012"), error, "a weak password"),
        (manager("prod/app", "eu-west-1"), None, "a region"),
        (manager("prod/app", "hunter2"), error, "a word with a digit"),
        (
            manager("prod/app", r#"{"AWS_REGION":"eu-west-1","STAGE":"prod1"}"#),
            None,
            "settings alone",
        ),
        (
            manager("prod/app", r#"{"username":"app","password":"letmein"}"#),
            error,
            "a weak password among them",
        ),
        (
            manager("prod/app", r#"{"username":"app","password":"changeme"}"#),
            None,
            "a placeholder",
        ),
        (
            manager("prod/app", r#"{"STAGE":"prod1","PAYMENTS":"Xk29fjqPlsP0"}"#),
            error,
            "what is long and mixed under any name",
        ),
        (kubernetes("STAGE", "production"), None, "a setting beside secrets"),
        (kubernetes("PAYMENTS", "letmein"), None, "a word beside secrets"),
        (kubernetes("PAYMENTS", "Xk29fjqPlsP0"), error, "long and mixed"),
        (kubernetes("DB_PASSWORD", "letmein"), error, "a weak password"),
        (kubernetes("DB_PASSWORD", "changeme"), None, "a placeholder there"),
        (kubernetes("KAFKA_HOSTS", "kafka-1:Xk29fjqPlsP0"), error, "no port"),
        (kubernetes("CIDRS", "10.0.0.0/8,192.168.0.0/16"), None, "networks"),
        (kubernetes("ADMIN_EMAIL", "Jane.Doe@acme.io"), None, "with capitals"),
        (kubernetes("PLATFORM", "linux/amd64"), None, "what machines are"),
        (kubernetes("RUNTIME", "python3.11"), None, "what programs run on"),
        (kubernetes("DB_SIZE", "Standard_D2s_v3"), None, "how big it is"),
        (kubernetes("DB_SIZE", "Xk29fjqPlsP0"), error, "no size"),
        (manager("payments", "4829-7731-0042-9981"), warning, "a code"),
        (manager("payments", "7731"), warning, "a PIN, or a number"),
        (manager("payments", "2001:db8::1"), None, "an address"),
        (manager("payments", "2024-01-01T00:00:00Z"), None, "a time"),
        (actions("CACHE_TIME", "30s"), None, "a duration"),
        (
            manager("payments", r#"{"username":"app","password":12345678}"#),
            error,
            "a number",
        ),
        (
            manager("payments", r#"[{"name":"DB_PASSWORD","value":"hunter2"}]"#),
            error,
            "the name beside it",
        ),
    ] {
        let levels = levels(&created(type_name, &values, &marks));
        assert!(levels.len() < 2, "{type_name}: {why}");
        assert_eq!(levels.first().copied(), wanted, "{type_name}: {why}");
    }
}

/// Where no name is written, that of the block stands for it.
#[test]
fn blocks_are_called_after_what_they_keep() {
    for (block, value, wanted, why) in [
        ("db_password", "eu-west-1", Some(Level::Error), "a weak password"),
        ("this", "eu-west-1", None, "a region"),
        ("secret", "eu-west-1", None, "all of these blocks are secrets"),
        ("db", "hunter2", Some(Level::Error), "the one of a database"),
        ("orders_db", "hunter2", Some(Level::Error), "of another"),
        ("db_user", "app1", None, "a user"),
    ] {
        let values = json!({"secret_string": value});
        let plan = created(
            "aws_secretsmanager_secret_version",
            &values,
            &json!({"secret_string": true}),
        );
        let text = plan
            .to_string()
            .replace("secret_version.x", &format!("secret_version.{block}"));
        assert_eq!(
            levels(&serde_json::from_str(&text).unwrap()).first().copied(),
            wanted,
            "{block}: {why}"
        );
    }
}
