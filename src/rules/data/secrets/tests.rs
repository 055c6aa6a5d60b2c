use crate::facts::named::may_be_secret;

use super::*;

fn shapes() -> SecretShapes {
    SecretShapes::of(embedded::table(&data_file!("secrets")))
}

#[test]
fn the_file_reads_and_says_what_it_means() {
    let file: File = serde_json::from_str(&data_file!("secrets")).unwrap();
    assert!(!file.token.is_empty());
    let mut ids = BTreeSet::new();
    for token in &file.token {
        assert!(ids.insert(&token.id), "{} stands twice", token.id);
        assert!(
            file.charset.contains_key(&token.charset),
            "{}: no such charset",
            token.id
        );
        assert!(
            !token.sign().is_empty() && token.min_length >= SecretShapes::SHORTEST,
            "{}",
            token.id
        );
        assert!(
            token.max_length.is_none_or(|most| most >= token.min_length),
            "{}",
            token.id
        );
        assert!(
            token.words.starts_with("a ") || token.words.starts_with("an "),
            "{}",
            token.id
        );
    }
    let names = &file.names;
    let suffixes = names.suffixes.iter().chain(&names.environment_suffixes);
    for name in names.attributes.iter().chain(suffixes.clone()) {
        assert!(
            name.len() - name.rfind('_').map_or(0, |at| at + 1) >= 2,
            "{name} is told by its ending"
        );
    }
    let lists: [&BTreeSet<String>; 10] = [
        &names.attributes,
        &names.perhaps,
        &names.perhaps_many,
        &names.not_secret,
        &file.open_in_stores,
        &file.ids_in_stores,
        &file.things_in_stores,
        &file.regions,
        &file.versioned,
        &file.options_for_names,
    ];
    let lists = lists.into_iter().flatten().chain(suffixes.clone());
    let words = lists.chain(&file.secrets_in_stores).map(String::as_str);
    for word in words.chain(file.aws_ids.iter().flat_map(|id| id.split('-'))) {
        let is_of_word = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
        assert!(!word.is_empty() && word.bytes().all(is_of_word), "`{word}` is no word");
    }
    assert!(names.attributes.is_disjoint(&names.not_secret));
    let perhaps = names.perhaps.iter().chain(&names.perhaps_many);
    for name in names.attributes.iter().chain(perhaps).chain(suffixes) {
        assert!(may_be_secret(name), "{name} is shown in documents without marks");
    }
    assert!(file.store.is_sorted_by_key(|store| &store.type_name));
}

#[test]
fn names_of_secrets_are_told_from_names_like_them() {
    let shapes = shapes();
    for (name, secret, why) in [
        ("password", true, "the name itself"),
        ("DB_PASSWORD", true, "a suffix, in capitals as environments write it"),
        ("adminPassword", true, "as ARM templates write it"),
        ("x-api-key", true, "a header"),
        ("spring.datasource.password", true, "a property"),
        ("ConnectionStrings:Password", true, "a section of settings"),
        ("nginx.ingress.kubernetes.io/auth-url", false, "an annotation"),
        ("DB_PASS", true, "short, as environments write it"),
        ("MYSQL_PWD", true, "shorter"),
        ("PGPASSWORD", true, "as libpq reads it"),
        ("JWT_SECRET", true, "what tokens are signed with"),
        ("DBPassword", true, "an acronym before it"),
        ("Db2Password", true, "a digit before it"),
        ("bypass", false, "another word"),
        ("GITHUB_TOKEN", false, "only perhaps"),
        ("SECRET_IDs", false, "ids"),
        ("passwords", true, "several"),
        ("userPasswords", true, "of several users"),
        ("api_tokens", true, "several tokens"),
        ("private_keys", true, "several keys"),
        ("tokens", false, "several, or how many of them"),
        ("secrets", false, "several, or their names"),
        ("pwd", true, "short, alone"),
        ("pass", true, "another short one, alone"),
        ("psk", true, "a key that both know"),
        ("aws_secret", true, "half of a credential"),
        ("password_length", false, "a number"),
        ("secret_id", false, "an id"),
        ("secret_name", false, "a name"),
        ("password_wo", false, "write-only values are in no file"),
        ("key", false, "too many keys are names"),
        ("tags", false, "nothing of the kind"),
    ] {
        assert_eq!(shapes.is_secret_name(name), secret, "{name}: {why}");
    }
    assert_eq!(shapes.naming_of_argument("password_wo"), Naming::Secret);
    assert_eq!(shapes.naming_of_argument("password_wo_version"), Naming::Other);
    assert_eq!(shapes.naming_of_credential("access_key"), Naming::Secret);
    assert_eq!(shapes.naming("access_key"), Naming::Other);
}

#[test]
fn tokens_are_found_where_they_stand_whole() {
    let shapes = shapes();
    let pem = |kind: &str| format!("-----BEGIN {kind}-----\nMIIEowIBAAKCAQEAx7Qh2mP0\n-----END {kind}-----\n");
    let github = format!("ghp_{}", "a1B2c3D4e5F6".repeat(3));
    for (text, found, why) in [
        (github.clone(), true, "alone"),
        (format!("echo {github}\n"), true, "in a script"),
        (format!("token={github}"), true, "after a sign"),
        (format!("x{github}"), false, "a letter before it"),
        (format!("{github}9"), false, "longer than its kind"),
        (format!("ghp_{}", "x".repeat(36)), false, "a placeholder"),
        (format!("ghp_{}", "0".repeat(36)), false, "no entropy"),
        (format!("AKIA{}", "Q3EGRIB7WXY5TZ2M"), true, "an AWS access key id"),
        ("AKIAIOSFODNN7EXAMPLE".to_owned(), false, "the one of the documentation"),
        (pem("RSA PRIVATE KEY"), true, "a key, over several lines"),
        (pem("CERTIFICATE"), false, "public"),
        (
            "https://a.blob.core.windows.net/p/a.zip?sv=2022-11-02&sp=r&sig=Qk1tZ3h0U2VjcmV0U2lnbmF0dXJl%3D".to_owned(),
            true,
            "whoever has the URL may read what it leads to",
        ),
        (
            "https://a.blob.core.windows.net/p/a.zip?sv=2022-11-02&sp=r".to_owned(),
            false,
            "without the signature",
        ),
        (
            "ab18Q~c9d8E7f6G5h4I3j2K1l0M9n8O7p6Q5r4S3t".to_owned(),
            false,
            "41 characters are too many",
        ),
        (
            "abc8Q~c9d8E7f6G5h4I3j2K1l0M9n8O7p6Q5r4".to_owned(),
            true,
            "no prefix: to both sides",
        ),
        (String::new(), false, "nothing"),
    ] {
        assert_eq!(shapes.token(&text).is_some(), found, "{why}");
    }
    assert_eq!(shapes.token(&github), Some("a GitHub personal access token"));
}

#[test]
fn the_quick_look_misses_no_sign() {
    let shapes = shapes();
    for token in &shapes.tokens {
        let sign = token.sign();
        let rest = token.min_length - sign.len();
        for (before, behind) in [(0, rest), (rest, 0), (1, rest), (15, rest + 3), (40, 200)] {
            let text = format!("{}{sign}{}", ".".repeat(before), "~".repeat(behind));
            assert!(shapes.may_hold_sign(&text), "{text}");
        }
    }
    assert!(!shapes.may_hold_sign("a plain text, longer than any of the signs is by far"));
}

#[test]
fn values_of_secrets_are_told_from_names_and_references() {
    let shapes = shapes();
    for (text, secret, why) in [
        ("Tr0ub4dor&3", true, "a password"),
        ("CANARY-SECRET-ATTRIBUTE-NEW", true, "as the fixtures write them"),
        ("aGVsbG8/d29ybGQ=", true, "base64"),
        ("postgres://app:S3cr3tPw@db:5432/app", true, "a URL with a password"),
        ("hunter2", false, "too short to be sure"),
        ("aaaaaaaaaaaa1", false, "no entropy"),
        ("ChangeMe123!", false, "a placeholder"),
        ("disabled", false, "a word"),
        ("prod/db/password", false, "a name in a store"),
        ("GITHUB_TOKEN", false, "a name of a variable"),
        ("${var.password}", false, "a template"),
        ("{{ vault_password }}", false, "somebody else's template"),
        (
            "arn:aws:secretsmanager:eu-central-1:123456789012:secret:db-Ab12",
            false,
            "where it is",
        ),
        ("/run/secrets/Db1", false, "a path"),
        ("keys/Service1.json", false, "a file"),
        ("https://vault.example2.net/v1/Kv", false, "where it is"),
        ("a text of Several words 12", false, "prose"),
        (
            "AQICAHhQ7qkzXxYB1Zl3cm6mXr1JjPqE0Yz0mQeDkT7kq0mJ1Q",
            false,
            "encrypted already",
        ),
        ("env:DB_PASSWORD_1", false, "a variable"),
        ("%DB_PASSWORD_1%", false, "one of Windows"),
        ("env:Tr0ub4dor&3xK", true, "no name"),
        ("%a1B2c3D4e5F6g7%", true, "another"),
        ("4929-1234-5678-9012", true, "digits"),
        ("2024-11-07", false, "a date"),
        ("", false, "nothing"),
    ] {
        assert_eq!(shapes.is_secret_value(text), secret, "{text}: {why}");
    }
}

#[test]
fn variables_of_environments_hold_secrets_or_their_names() {
    let shapes = shapes();
    for (name, text, secret, why) in [
        ("STRIPE_SECRET", "9f86d081884c7d659a2f", true, "drawn from an alphabet"),
        ("GITHUB_TOKEN", "Tr0ub4dor&3-x", true, "a token"),
        ("DB_SECRET", "prod-db-credentials-v2", false, "the name of a secret"),
        ("DB_SECRET", "prod/db01/Credentials", false, "a path in a store"),
        (
            "next_token",
            "9f86d081884c7d659a2f",
            false,
            "no variable of an environment",
        ),
        ("DB_SECRET_ARN", "9f86d081884c7d659a2f", false, "where it is"),
    ] {
        assert_eq!(shapes.is_secret(shapes.naming(name), text), secret, "{name}: {why}");
    }
}

#[test]
fn passwords_in_urls_are_told_from_what_stands_for_them() {
    let shapes = shapes();
    for (text, found, why) in [
        ("postgres://app:hunter2@db:5432/app", true, "short, but a password"),
        (
            "mongodb+srv://app:P%40ss-1234@cluster0.example2.net/x",
            true,
            "another scheme",
        ),
        (
            "run --url=https://ci:Tr0ub4dor@git.acme.io/a.git now",
            true,
            "in a command",
        ),
        (
            "see https://acme.io/ and redis://:Tr0ub4dor@cache",
            true,
            "no user, and not the first",
        ),
        ("postgres://app@db/app", false, "no password"),
        ("postgres://app:password@db/app", false, "a word"),
        ("postgres://postgres:postgres@localhost", false, "the same"),
        ("postgres://app:${DB_PASSWORD}@db/app", false, "a template"),
        ("postgres://app:$PASSWORD@db/app", false, "a variable"),
        ("postgres://app:%PASSWORD%@db/app", false, "another variable"),
        ("postgres://app:<password>@db/app", false, "to be filled in"),
        ("postgres://%s:%s@%s/app", false, "a format"),
        ("postgres://app:****@db/app", false, "masked"),
        ("https://acme.io:8080/@scope/package", false, "a port and a path"),
        (
            "https://acme.io:8443/x?mail=ops:team1@acme.io",
            false,
            "an address of mail",
        ),
        ("git@github.com:acme/app.git", false, "no scheme"),
        ("", false, "nothing"),
    ] {
        assert_eq!(shapes.has_url_with_password(text), found, "{text}: {why}");
        assert!(!found || may_have_password_in_url(text), "{text}: the quick look");
    }
}
