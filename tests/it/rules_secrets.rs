//! Words that are secrets where a mark says that a secret stands: what a store keeps, what a module declares sensitive.

use serde_json::{Map, Value, json};

use crate::cut;
use crate::judge::judge;
use planlint::input::Want;
use planlint::lint::Settings;

/// How often the rule finds something in it.
fn found(plan: &Value) -> usize {
    let judged = judge(cut::line(plan).as_bytes(), Want::Plan, &Settings::default()).unwrap();
    assert!(judged.report.errors.is_empty(), "{:?}", judged.report.errors);
    let findings = judged.report.findings.iter();
    findings.filter(|finding| finding.rule == "secret-literal").count()
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
            0,
            "an account",
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
