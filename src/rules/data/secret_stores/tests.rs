use super::*;

#[test]
fn names_in_stores_tell_of_secrets_and_of_what_anybody_may_know() {
    let shapes = SecretShapes::builtin();
    for (name, wanted, why) in [
        ("/prod/db/password", Called::Secret, "the last part of a path"),
        ("db-password", Called::Secret, "with dashes"),
        ("GITHUB_TOKEN", Called::Secret, "a token"),
        ("admin-pw", Called::Secret, "a short word for one"),
        ("pwd", Called::Secret, "another, alone"),
        ("access_key", Called::Secret, "a key that is nothing else"),
        (
            "encryption_key",
            Called::Secret,
            "as environments write it, in small letters",
        ),
        ("kafka-keytab-secret-file", Called::Perhaps, "a word that is masked"),
        ("compass", Called::Untold, "no word for one"),
        ("payments", Called::Untold, "it does not say"),
        ("DB", Called::Thing, "of a database only that it is one"),
        ("/prod/db", Called::Thing, "of one in production"),
        ("orders-db", Called::Open, "which one it is"),
        ("db-username", Called::Open, "half of a login"),
        ("DB_HOST", Called::Open, "where it is"),
        ("token-url", Called::Open, "where tokens are"),
        ("/app/logLevel", Called::Open, "a setting"),
        ("ARM_CLIENT_ID", Called::Id, "an id"),
        ("tfstate-bucket", Called::Id, "a name that often has one in it"),
    ] {
        assert_eq!(shapes.called_in_store(name), wanted, "{name}: {why}");
    }
}

#[test]
fn maps_of_many_secrets_tell_about_members_that_tell_nothing() {
    let shapes = SecretShapes::builtin();
    for (map, key, wanted, why) in [
        ("passwords", "app", Naming::Perhaps, "whose password it is"),
        ("tokens", "db", Naming::Perhaps, "what it is for"),
        ("DB_PASSWORDS", "orders", Naming::Perhaps, "in capitals"),
        ("tokens", "user_id", Naming::Other, "an id"),
        ("secrets", "arn", Naming::Other, "where it is"),
        ("secrets", "secret_name", Naming::Other, "a name"),
        ("password", "app", Naming::Other, "one, with what belongs to it"),
        ("credentials", "app", Naming::Other, "a user, too"),
        ("db_pass", "app", Naming::Other, "one of them, though it ends so"),
        ("subnets", "app", Naming::Other, "no secrets"),
    ] {
        assert_eq!(shapes.naming_in_map(map, key), wanted, "{map}.{key}: {why}");
    }
}

#[test]
#[expect(clippy::too_many_lines, reason = "one table: a row a text, under names of each kind")]
fn what_stores_keep_is_a_secret_unless_it_is_a_setting() {
    let shapes = SecretShapes::builtin();
    let (sure, perhaps, none) = (Some(Kept::Secret), Some(Kept::Perhaps), None);
    // Under the name of a secret, of something that has one, of what anybody may know, and under one that tells nothing.
    for (text, of_secret, of_thing, open, untold, why) in [
        ("westeurope", sure, none, none, none, "a region of Azure"),
        ("West Europe", sure, none, none, none, "as people write it"),
        ("westeurope7", sure, perhaps, none, sure, "no region"),
        ("us-gov-west-1", sure, none, none, none, "a region of AWS"),
        ("europe-west1-b", sure, none, none, none, "a zone of Google"),
        ("localhost", sure, none, none, none, "a host"),
        ("localhost:5432", sure, none, none, none, "with its port"),
        ("localhost:hunter2", sure, sure, sure, sure, "no port"),
        ("subnet-0bb1c79de3a1b2c3d", sure, none, none, none, "an id of AWS"),
        ("tgw-attach-0bb1c79d", sure, none, none, none, "an old one"),
        ("subnet-0bb1c79de3a1b2c3", sure, sure, sure, sure, "too short for one"),
        (
            "horse-0bb1c79de3a1b2c3d",
            sure,
            sure,
            sure,
            sure,
            "of nothing that AWS has",
        ),
        ("v1.27.3", sure, none, none, none, "a version"),
        ("1.29.0-rc.1", sure, none, none, none, "another"),
        ("v1.Xk29fjqP", sure, sure, sure, sure, "none"),
        ("ops@acme.io", sure, none, none, none, "an address of mail"),
        ("Jane.Doe@Acme.io", sure, none, none, none, "with capitals"),
        ("P@Ssw0rd.Co", sure, sure, sure, sure, "no user of one letter"),
        (
            "kafka-1:9092,kafka-2:9092",
            sure,
            none,
            none,
            perhaps,
            "names in a list",
        ),
        ("acme.io,www.acme.io", sure, none, none, perhaps, "hosts in one"),
        ("10.0.0.0/8, 192.168.0.0/16", sure, none, none, none, "networks in one"),
        (
            "acme.io,Xk29fjqPlsP0",
            sure,
            sure,
            sure,
            sure,
            "one of which is a secret",
        ),
        ("30s", sure, none, none, none, "a duration"),
        ("100Mi", sure, none, none, none, "a size"),
        ("100Mx", sure, none, none, sure, "no unit"),
        ("RS256", sure, none, none, none, "an algorithm"),
        ("RS2567", sure, perhaps, none, sure, "none"),
        ("TLSv1.2", sure, none, none, none, "a protocol"),
        ("python3.11", sure, none, none, none, "a runtime"),
        ("node18", sure, none, none, none, "another"),
        ("Xk29fjqPlsP0/node18", sure, sure, sure, sure, "none alone"),
        ("python3.11.7391", sure, sure, none, sure, "no version"),
        ("linux/amd64", sure, none, none, none, "a platform"),
        ("linux/Xk29fjqPlsP0", sure, sure, sure, sure, "none"),
        ("fra1", sure, none, none, none, "a region of DigitalOcean"),
        ("2024-01-01T00:00:00Z", sure, none, none, none, "a time"),
        ("2024-01-01TXk29fjqPl", sure, sure, sure, sure, "none"),
        ("Standard_D2s_v3", sure, sure, none, sure, "a size of a machine"),
        ("7731", sure, none, none, perhaps, "a PIN"),
        ("8443", sure, none, none, none, "no PIN but a port"),
        ("2024", sure, none, none, none, "a year"),
        ("4829-7731-0042-9981", sure, none, none, perhaps, "a recovery code"),
        ("4829-77-31", sure, none, none, none, "no such groups"),
        (
            "a1:b2:c3:d4:e5:f6:07:18:29:3a:4b:5c:6d:7e:8f:90",
            sure,
            none,
            none,
            perhaps,
            "a key",
        ),
        ("a1:b2:c3:d4:e5:f6", sure, none, none, none, "an address of hardware"),
        ("P@ss1word.x", sure, sure, sure, sure, "none"),
        (
            "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5",
            sure,
            none,
            none,
            none,
            "a public key",
        ),
        ("5432", sure, none, none, none, "a port"),
        ("123456789012", sure, perhaps, none, perhaps, "an account, or a code"),
        ("739105", sure, perhaps, none, perhaps, "a code"),
        ("orders", sure, none, none, perhaps, "a word"),
        ("orders-prod-01", sure, none, none, perhaps, "a name"),
        ("prod-orders", sure, none, none, none, "one of words alone"),
        (
            "correct-horse-battery-staple",
            sure,
            none,
            none,
            perhaps,
            "so many are none",
        ),
        ("Summer-2024", sure, perhaps, none, perhaps, "with a capital"),
        ("app01", sure, none, none, sure, "a short one"),
        ("hunter2", sure, perhaps, none, sure, "a word with a digit"),
        ("acmeprod01", sure, perhaps, none, sure, "a longer one"),
        ("AppUser01", sure, perhaps, none, sure, "with capitals"),
        ("acme2prod01", sure, sure, sure, sure, "with digits inside"),
        ("P@ss1!", sure, sure, sure, sure, "a sign that no name has"),
        ("Xk29fjqPlsP0", sure, sure, sure, sure, "drawn from an alphabet"),
        ("changeme", none, none, none, none, "a placeholder"),
        (
            "arn:aws:iam::123456789012:role/App",
            none,
            none,
            none,
            none,
            "where it is",
        ),
    ] {
        let kept =
            [Called::Secret, Called::Thing, Called::Open, Called::Untold].map(|called| shapes.kept(called, text, true));
        assert_eq!(kept, [of_secret, of_thing, open, untold], "{text}: {why}");
    }
    let digest = format!("sha256:{}", "8f14e45fceea167a".repeat(4));
    for image in [digest.clone(), format!("ghcr.io/acme/app@{digest}")] {
        assert_eq!(shapes.kept(Called::Untold, &image, true), none, "what anybody may pull");
    }
    let short = digest.trim_end_matches('a');
    assert_eq!(shapes.kept(Called::Untold, short, true), sure, "no digest");
    let client = "aB3dE5fG7hI9jK1lM3nO5pQ7";
    assert_eq!(shapes.kept(Called::Id, client, true), none, "ids are drawn, too");
    assert_eq!(shapes.kept(Called::Id, "acme/orders1", true), none, "a path");
    assert_eq!(shapes.kept(Called::Id, "P@ssw0rd", true), sure, "no id has such a sign");
    assert_eq!(
        shapes.kept(Called::Id, "S3cr3t!Pass9", true),
        sure,
        "no id has such a sign"
    );
    assert_eq!(
        shapes.kept(Called::Untold, "hunter2", false),
        none,
        "what nobody marks is a word"
    );
}

#[test]
fn documents_in_stores_are_judged_by_their_members() {
    let shapes = SecretShapes::builtin();
    for (text, marked, wanted, why) in [
        (
            r#"{"AWS_REGION":"eu-west-1","DB":"orders1"}"#,
            true,
            Some(false),
            "settings",
        ),
        (
            r#"{"username":"app","password":"hunter2"}"#,
            true,
            Some(true),
            "a word under the name of a secret",
        ),
        (
            r#"{"username":"app","password":"hunter2"}"#,
            false,
            Some(false),
            "which nobody marks",
        ),
        (r#"{"payments":"Xk29fjqPlsP0"}"#, false, Some(true), "whatever its name"),
        (r#"{"payments":"hunter2"}"#, true, Some(false), "a setting rather"),
        (
            r#"{"db":{"hosts":["db1.acme.io:5432"]}}"#,
            true,
            Some(false),
            "further inside",
        ),
        (
            r#"{"username":"app","password":12345678}"#,
            true,
            Some(true),
            "a number there",
        ),
        (
            r#"{"port":15432,"payments":12345678}"#,
            true,
            Some(false),
            "no password",
        ),
        (r#"{"pass":"hunter2"}"#, true, Some(true), "by another name"),
        (r#"{"admin_pw":"hunter2"}"#, true, Some(true), "by a short one"),
        (r#"{"compass":"hunter2"}"#, true, Some(false), "no name of one"),
        (
            r#"{"password":{"value":"hunter2"}}"#,
            true,
            Some(true),
            "the name around it",
        ),
        (r#"{"credentials":{"app":"hunter2"}}"#, true, Some(true), "of each"),
        (
            r#"{"credentials":{"username":"app","type":"basic","password_policy":"strong"}}"#,
            true,
            Some(false),
            "names of their own",
        ),
        (
            r#"[{"name":"DB_PASSWORD","value":"hunter2"}]"#,
            true,
            Some(true),
            "the name beside it",
        ),
        (
            r#"{"config":"{\"db\":{\"host\":\"db1\"}}"}"#,
            true,
            Some(false),
            "a document inside",
        ),
        (
            r#"{"config":"{\"db\":{\"password\":\"letmein\"}}"}"#,
            true,
            Some(true),
            "with a secret in it",
        ),
        (
            r#"[{"name":"DB_USER","value":"hunter2"},{"key":"hunter2"}]"#,
            true,
            Some(false),
            "none of a secret",
        ),
        ("{Xk29fjq!lsP0", true, None, "no document"),
    ] {
        assert_eq!(shapes.keeps_in_document(text, marked), wanted, "{why}");
    }
    for (name, text, wanted, why) in [
        (
            "config.json",
            r#"{"region":"eu-west-1","replicas":[3]}"#,
            false,
            "settings",
        ),
        ("config.json", r#"{"pin":7731}"#, true, "a PIN among them"),
        ("passwords", r#"{"app":"hunter2"}"#, true, "what the member is called"),
        ("config.json", "{Xk29fjqPlsP0", true, "no document"),
    ] {
        assert_eq!(shapes.keeps_as_member(name, text, true), wanted, "{name}: {why}");
    }
}
