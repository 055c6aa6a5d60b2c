//! Which names mark what.

use super::*;

#[test]
fn names_mark_what_they_name() {
    for (value, any, sure, why) in [
        ("null", "{}", "{}", "nothing"),
        (r#"{"id":"x","name":"y"}"#, "{}", "{}", "no name of a secret"),
        (
            r#"{"Password":"x","master_password":"y"}"#,
            r#"{"Password":true,"master_password":true}"#,
            r#"{"Password":true,"master_password":true}"#,
            "in whatever case, and at the end of a name",
        ),
        (
            r#"{"a":[{"b":1},{"secret_key":"x"}],"client_secret":"y"}"#,
            r#"{"a":[false,{"secret_key":true}],"client_secret":true}"#,
            r#"{"a":[false,{"secret_key":true}],"client_secret":true}"#,
            "inside of lists",
        ),
        (
            r#"{"secret_name":"prod","credentials":{"user":"x"}}"#,
            r#"{"secret_name":true,"credentials":true}"#,
            "{}",
            "perhaps a secret: masked in its place, and looked for nowhere else",
        ),
        (
            r#"{"minimum_password_length":14,"user_password_wo_version":3,"tokenTtl":60,"secret_arn":"arn:aws:s:r:1:secret:a"}"#,
            "{}",
            "{}",
            "numbers about a secret, and which one it is",
        ),
        (
            r#"{"password_length":"14","pin":1234,"secret_arn":"q7Rz0pXk2uJm8vR4","token_type":"x","secret_id":7}"#,
            r#"{"password_length":true,"pin":true,"secret_arn":true,"token_type":true,"secret_id":true}"#,
            r#"{"pin":true}"#,
            "what may be the secret itself",
        ),
        (
            r#"{"kube_config_raw":"x","key_passphrase":"y","primary_connection_string":"z","result":"w"}"#,
            r#"{"kube_config_raw":true,"key_passphrase":true,"primary_connection_string":true}"#,
            r#"{"key_passphrase":true}"#,
            "what holds credentials, one of them nothing else; what holds anything is not one",
        ),
        (
            r#"{"primary_key":"q7Rz0pXk2uJm8vR4","credentials":{"user":"x","data":"q7Rz0pXk2uJm8vR4","key_id":"q7Rz0pXk2uJm8vR4"},"psk":"word"}"#,
            r#"{"primary_key":true,"credentials":true,"psk":true}"#,
            r#"{"primary_key":true,"credentials":{"data":true},"psk":true}"#,
            "what looks like a secret under such a name is looked for, and a word or id only where nothing else stands",
        ),
        (
            r#"[{"name":"DB_PASSWORD","value":"x"},{"Key":"STAGE","Value":"y"},{"name":"SECRET_PATH","value":"z","at":1}]"#,
            r#"[{"value":true},{},{"value":true}]"#,
            r#"[{"value":true},{},{}]"#,
            "what stands beside a name",
        ),
    ] {
        let marks = |names: Names| names.marks(Some(serde_json::from_str(value).unwrap())).unwrap();
        let wanted = |text: &'static str| Marks::read([serde_json::from_str(text).unwrap()]).unwrap();
        assert_eq!(marks(Names::Any), wanted(any), "{why}");
        assert_eq!(marks(Names::Sure), wanted(sure), "{why}");
    }
}

#[test]
fn types_mark_what_no_name_does() {
    for (type_name, value, wanted, why) in [
        (
            "random_password",
            r#"{"id":"none","result":"x","length":3}"#,
            r#"{"bcrypt_hash":true,"result":true}"#,
            "a generated one",
        ),
        ("random_string", r#"{"id":"x","result":"x"}"#, "{}", "which is none"),
        (
            "kubernetes_secret_v1",
            r#"{"metadata":[{"name":"a"}],"data":{"user":"x"}}"#,
            r#"{"data":true,"binary_data":true}"#,
            "all of a store",
        ),
        (
            "acme_certificate",
            r#"{"certificate_p12":"x","certificate_pem":"y"}"#,
            r#"{"certificate_p12":true}"#,
            "what the rules know of",
        ),
        (
            "cloudflare_api_token",
            r#"{"value":"x"}"#,
            r#"{"value":true}"#,
            "a maker",
        ),
        ("cloudflare_record", r#"{"value":"x"}"#, "{}", "which is none"),
        (
            "aws_opsworks_application",
            r#"{"environment":[{"key":"STAGE","secure":true,"value":"x"}],"value":"y"}"#,
            r#"{"environment":[{"value":true}]}"#,
            "a part of a block",
        ),
        (
            "doppler_secret",
            r#"{"value":"x"}"#,
            r#"{"value":true}"#,
            "another store",
        ),
        (
            "t",
            r#"{"kube_admin_config_raw":"x","appKey":"y","application_key":"z"}"#,
            r#"{"kube_admin_config_raw":true,"appKey":true,"application_key":true}"#,
            "names that the rules know",
        ),
        (
            "t",
            r#"{"env":["DB_PASSWORD=x","STAGE=y"],"args":["serve","--password","x","--port","1"],"run":"serve --token x"}"#,
            r#"{"env":[true,false],"args":[false,false,true,false,false],"run":true}"#,
            "what a text, a word before it and a command give to a name",
        ),
        (
            "t",
            r#"{"env":[{"to":"postgres://app:hunter2@db/app"},{"to":"https://app@db/app"}],"mail":"a@b.net"}"#,
            r#"{"env":[{"to":true},{}]}"#,
            "a password in a URL",
        ),
    ] {
        let value = serde_json::from_str(value).unwrap();
        let marks = Names::Any.marks_of(type_name, Some(value)).unwrap();
        assert_eq!(
            marks,
            Marks::read([serde_json::from_str(wanted).unwrap()]).unwrap(),
            "{why}"
        );
    }
}

/// What two documents are told of that differ in one password alone.
fn told(text: &dyn Fn(&str) -> String, read: impl Fn(&str) -> (String, String)) -> (bool, bool) {
    let (one, two) = ("brand-new-pw-77", "other-new-pw-88");
    let ((mark, told), (other, _)) = (read(&text(one)), read(&text(two)));
    (mark == other, told.contains(one))
}

#[test]
fn old_documents_keep_what_is_called_a_password() {
    let of = |facts: &Facts<'_>| {
        let statements = facts.statements_beside(facts).unwrap();
        let redactor = facts.secrets.copies();
        let values = statements.iter().flat_map(|statement| statement.values.values());
        let shown: Vec<String> = values
            .map(|value| {
                redactor
                    .replace(&value.shown, |_| "***".to_owned())
                    .unwrap_or_else(|| value.shown.clone())
            })
            .collect();
        (facts.fingerprint(None).unwrap(), shown.join(" "))
    };
    let plan = |text: &str| of(&Facts::of_plan(&serde_json::from_str(text).unwrap(), None).unwrap());
    let state = |text: &str| of(&Facts::of_state(&serde_json::from_str(text).unwrap(), None).unwrap());
    let file = |text: &str| of(&Facts::of_state_file(&serde_json::from_str(text).unwrap(), None).unwrap());
    let changed = |version: &str, marks: &str, password: &str| {
        format!(
            r#"{{"format_version":"0.1","terraform_version":"{version}","resource_changes":[{{"address":"t.n",
            "mode":"managed","type":"t","name":"n","change":{{"actions":["update"],{marks}
            "before":{{"db":[{{"password":"old"}}]}},"after":{{"db":[{{"password":"{password}"}}],
            "policy":"{{\"p\":[{{\"password\":\"{password}\"}}]}}"}}}}}}],
            "output_changes":{{"db_password":{{"actions":["update"],{marks}"before":"old","after":"{password}"}}}}}}"#
        )
    };
    let printed = |version: &str, password: &str| {
        format!(
            r#"{{"format_version":"1.0","terraform_version":"{version}","values":{{"outputs":{{"db_password":{{
            "sensitive":false,"value":"{password}"}}}},"root_module":{{"resources":[{{"address":"t.n","mode":"managed",
            "type":"t","name":"n","values":{{"password":"{password}"}},"sensitive_values":{{}}}}]}}}}}}"#
        )
    };
    let raw = |version: &str, marks: &str, password: &str| {
        format!(
            r#"{{"version":4,"terraform_version":"{version}","serial":1,"lineage":"l","outputs":{{"o":{{"type":"string",
            "value":{{"password":"{password}"}}}}}},"resources":[{{"mode":"managed","type":"t","name":"n",
            "provider":"p","instances":[{{"schema_version":0,"attributes":{{"password":"{password}","pin":"1"}},
            "sensitive_attributes":[{marks}]}}]}}]}}"#
        )
    };
    let marks = r#""before_sensitive":{},"after_sensitive":{},"#;
    let plans = |version: &'static str| told(&|password| changed(version, marks, password), plan);
    assert_eq!(plans("0.15.1"), (true, false), "providers mark nothing yet");
    assert_eq!(plans("0.15.2"), (false, true), "they do");
    for ((same, told), old, why) in [
        (
            told(&|password| changed("0.14.11", "", password), plan),
            true,
            "a plan before 0.15",
        ),
        (
            told(&|password| changed("0.15.5", marks, password), plan),
            false,
            "a plan with marks",
        ),
        (
            told(&|password| printed("1.4.7", password), state),
            true,
            "a state before 1.5",
        ),
        (
            told(&|password| printed("1.5.7", password), state),
            false,
            "a state with all marks",
        ),
        (
            told(&|password| raw("1.7.5", "", password), file),
            true,
            "a raw state before 1.8",
        ),
        (
            told(
                &|password| raw("1.8.0", r#"[{"type":"get_attr","value":"pin"}]"#, password),
                file,
            ),
            false,
            "a raw state with all marks",
        ),
        (
            told(&|password| raw("1.8.0", "", password), file),
            true,
            "a raw state that holds an object as an older engine wrote it",
        ),
    ] {
        assert_eq!((same, told), (old, !old), "{why}");
    }
}

#[test]
fn what_a_newer_engine_kept_of_an_older_one_is_marked_by_names() {
    let mark = r#"[[{"type":"get_attr","value":"other"}]]"#;
    for (type_name, mode, marks, attributes, name, is_masked, why) in [
        (
            "t",
            "managed",
            "[]",
            r#"{"id":"1","password":"hunter"}"#,
            "password",
            true,
            "kept as it was (O1.12 `state mv`)",
        ),
        (
            "t",
            "managed",
            "[]",
            r#"{"id":"1","db":[{"master_password" : "hunter"}]}"#,
            "db",
            true,
            "in a block, with white space",
        ),
        (
            "t",
            "managed",
            "[]",
            r#"{"pass\u0077ord":"hunter"}"#,
            "password",
            true,
            "with an escaped letter",
        ),
        (
            "t",
            "managed",
            mark,
            r#"{"other":"x","password":"hunter"}"#,
            "password",
            false,
            "an object with marks has all of them",
        ),
        (
            "t",
            "managed",
            "[]",
            r#"{"id":"1","password":null,"tags":{"password_policy":true}}"#,
            "tags",
            false,
            "nothing under such a name",
        ),
        (
            "t",
            "managed",
            "[]",
            r#"{"id":"1","user_data":"mysql -phunter2hunter"}"#,
            "user_data",
            false,
            "no provider marks what a text says",
        ),
        (
            "tfe_ssh_key",
            "managed",
            "[]",
            r#"{"key":"hunter"}"#,
            "key",
            true,
            "by its type",
        ),
        (
            "t",
            "data",
            mark,
            r#"{"other":"x","password":"hunter"}"#,
            "password",
            true,
            "a data source, whatever it has",
        ),
    ] {
        let json = format!(
            r#"{{"version":4,"terraform_version":"1.12.6","serial":1,"lineage":"l","outputs":{{}},"resources":[{{
            "mode":"{mode}","type":"{type_name}","name":"n","provider":"p","instances":[{{"schema_version":0,
            "attributes":{attributes},"sensitive_attributes":{marks}}}]}}]}}"#
        );
        let file = serde_json::from_str(&json).unwrap();
        let facts = Facts::of_state_file(&file, None).unwrap();
        let object = facts.objects()[0].read().unwrap();
        let attr = object.root().get(name);
        assert_eq!(attr.is_sensitive() || attr.may_hold_sensitive(), is_masked, "{why}");
    }
}

#[test]
fn every_further_part_is_looked_for() {
    for part in FURTHER_PARTS {
        assert!(IN_FURTHER_PARTS.iter().any(|word| part.contains(word)), "{part}");
        assert!(may_be_secret(part), "{part}");
    }
    for name in NAMES {
        assert!(may_be_secret(name), "{name} has a word of none of the lists");
    }
}

#[test]
fn names_of_secrets_are_known_however_they_are_put_together() {
    for (name, is_secret, why) in [
        ("DB_PASS", true, "a word at the end"),
        ("adminPass", true, "with a capital"),
        ("apiKey", true, "without an underscore"),
        ("api-key", true, "with a dash"),
        ("raw_key", true, "a key that is one itself"),
        ("kubeconfig", true, "one word"),
        ("psk", true, "nothing else"),
        ("proxy-authorization", true, "of a header"),
        ("pass_through", false, "the word is of something else"),
        ("compass", false, "a part of a word"),
        ("dbpass", true, "without a break"),
        ("ssh_key_name", false, "which key"),
        ("customerMasterKeySpec", false, "of what kind"),
        ("customer_master_key_spec", false, "with underscores"),
        ("access_key_id", false, "which key, however it is written"),
        ("accessKeyId", false, "which key"),
        ("secret_name", true, "what was always taken for one"),
        ("BYPASS", false, "in capitals, too"),
        ("key_name", false, "no key"),
        ("authorization_type", false, "a way and no value"),
    ] {
        assert_eq!(may_be_secret(name), is_secret, "{name}: {why}");
    }
}

#[test]
fn names_that_hold_nothing_but_a_secret_end_so() {
    for (name, sure, why) in [
        ("adminPassword", true, "a password"),
        ("PRIVATE_KEY", true, "a key"),
        ("key_passphrase", true, "as secret as a password"),
        ("psk", true, "a key by a short name"),
        ("DB_PWD", true, "a password by one"),
        ("existingSecret", false, "which one is there already"),
        ("bypass", false, "another word"),
        ("drop_in", false, "letters of two words"),
        ("token_ttl", false, "how long one holds"),
        ("primary_key", false, "of a table, too"),
    ] {
        assert_eq!(is_sure(name), sure, "{name}: {why}");
    }
}
