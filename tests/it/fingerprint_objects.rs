//! Which object a plan changes or destroys is part of its fingerprint: another one under the same address is another
//! plan.

use serde_json::{Value, json};

use crate::compare::diff;
use crate::cut;
use crate::fingerprints::fingerprint;
use crate::program::planlint;

#[test]
fn another_object_that_goes_is_another_plan() {
    let deleted = |id: &str| {
        let mut plan = cut::deletion();
        plan["resource_changes"][0]["change"]["before"]["id"] = json!(id);
        plan
    };
    let (first, second) = (
        fingerprint(&deleted("db-staging")),
        fingerprint(&deleted("db-production")),
    );
    assert_ne!(first, second);
    let folder = tempfile::tempdir().unwrap();
    diff(folder.path(), &deleted("db-staging"), &deleted("db-production"))
        .exits(1, "another object")
        .says("    id: \"db-staging\", now \"db-production\"\n", "which one");
}

#[test]
fn what_names_an_object_without_an_id_is_part_of_the_plan() {
    let deleted = |before: Value, identity: Value| {
        let mut plan = cut::deletion();
        plan["resource_changes"][0]["change"]["before"] = before;
        plan["resource_changes"][0]["change"]["before_identity"] = identity;
        plan
    };
    let updated = |before: &str, after: &str| {
        let (old, new) = (json!({"name": "n", "size": 1}), json!({"name": "n", "size": 2}));
        let mut change = cut::object("acme_thing.a", &["update"], &old, &new, &json!({}));
        change["change"]["before_identity"] = json!({"account": before, "region": "eu"});
        change["change"]["after_identity"] = json!({"account": after, "region": "eu"});
        cut::with_change(&change)
    };
    let told = planlint(["show"]).stdin(cut::line(&updated("1", "2"))).run();
    told.says("its identity changes: account (\"1\" → \"2\")", "a line of it")
        .hides("region", "what stays is not told");
    let folder = tempfile::tempdir().unwrap();
    for (one, other, words, why) in [
        (
            deleted(json!({"bucket": "staging"}), Value::Null),
            deleted(json!({"bucket": "prod"}), Value::Null),
            "    bucket: \"staging\", now \"prod\"\n",
            "nothing but its values tells which",
        ),
        (
            deleted(json!({"bucket": "b"}), json!({"account": "1"})),
            deleted(json!({"bucket": "b"}), json!({"account": "2"})),
            "    (identity.account): \"1\", now \"2\"\n",
            "an identity",
        ),
        (
            updated("1", "1"),
            updated("1", "2"),
            "    (identity.account): \"1\", now \"1\" → \"2\"\n",
            "an identity that changes",
        ),
        (
            updated("1", "2"),
            updated("1", "3"),
            "    (identity.account): \"1\" → \"2\", now \"1\" → \"3\"\n",
            "an identity that changes otherwise",
        ),
    ] {
        assert_ne!(fingerprint(&one), fingerprint(&other), "{why}");
        diff(folder.path(), &one, &other).exits(1, why).says(words, why);
    }
    for (one, other, why) in [
        ("namespace", "prod", "a release of one name in another namespace"),
        ("database", "prod", "a schema in another database"),
        ("region", "eu-west-1", "in another region"),
        ("cluster_id", "c-2", "in another cluster"),
        ("filename", "/etc/passwd", "a file of the same contents"),
        ("branch", "main", "a file on another branch"),
        ("qualifier", "prod", "a permission for another version"),
        ("datacenter", "dc2", "keys in another place"),
    ] {
        let [one, other] = ["a", other].map(|value| deleted(json!({"id": "db", one: value}), Value::Null));
        assert_ne!(fingerprint(&one), fingerprint(&other), "{why}");
    }
    let twice = [json!({"id": "a", "x": 1}), json!({"id": "a", "x": 2})].map(|before| deleted(before, Value::Null));
    assert_eq!(fingerprint(&twice[0]), fingerprint(&twice[1]), "what goes has its id");
}

#[test]
fn an_update_of_another_object_is_another_plan() {
    let update = |id: &str| {
        let mut plan = cut::deletion();
        plan["resource_changes"][0]["change"] = json!({"actions": ["update"], "before": {"id": id, "size": 1},
            "after": {"id": id, "size": 2}, "after_unknown": {}, "before_sensitive": {}, "after_sensitive": {}});
        plan
    };
    assert_ne!(
        fingerprint(&update("db-staging")),
        fingerprint(&update("db-production"))
    );
    let folder = tempfile::tempdir().unwrap();
    diff(folder.path(), &update("db-staging"), &update("db-production"))
        .exits(1, "the same is changed in another object")
        .says("    id: \"db-staging\", now \"db-production\"\n", "which one");
}

#[test]
fn how_an_object_goes_is_part_of_the_plan() {
    let going = |actions: &[&str], before: Value| {
        let mut plan = cut::deletion();
        let after = if actions.contains(&"create") {
            json!({"id": "db", "size": 2})
        } else {
            Value::Null
        };
        plan["resource_changes"][0]["change"] = json!({"actions": actions, "before": before, "after": after,
            "after_unknown": {}, "before_sensitive": {}, "after_sensitive": {}});
        plan
    };
    for (name, one, other, why) in [
        ("skip_final_snapshot", json!(false), json!(true), "without a last copy"),
        (
            "delete_automated_backups",
            json!(false),
            json!(true),
            "with its backups",
        ),
        ("force_destroy", json!(false), json!(true), "with all that it holds"),
        ("recovery_window_in_days", json!(30), json!(0), "for good at once"),
        ("deletion_policy", json!("RETAIN"), json!("DELETE"), "with what it made"),
    ] {
        for actions in [&["delete"][..], &["delete", "create"]] {
            let [one, other] = [&one, &other].map(|value| going(actions, json!({"id": "db", name: value})));
            assert_ne!(fingerprint(&one), fingerprint(&other), "{why}, {actions:?}");
        }
    }
    let [one, other] = [1, 2].map(|size| going(&["delete"], json!({"id": "db", "size": size})));
    assert_eq!(fingerprint(&one), fingerprint(&other), "what it was like is no matter");
}

#[test]
fn what_blocks_say_of_a_destruction_is_part_of_the_plan() {
    let folder = tempfile::tempdir().unwrap();
    let going = |actions: &[&str], before: Value, after: Value| {
        let mut plan = cut::deletion();
        plan["resource_changes"][0]["change"] = json!({"actions": actions, "before": before, "after": after,
            "after_unknown": {}, "before_sensitive": {}, "after_sensitive": {}});
        plan
    };
    let block = |name: &str, block: &Value| json!({"id": "i", "size": 1, name: [block]});
    for (name, one, other, words, why) in [
        (
            "root_block_device",
            json!({"delete_on_termination": false, "volume_id": "v"}),
            json!({"delete_on_termination": true, "volume_id": "v"}),
            "    root_block_device[0].delete_on_termination: false, now true\n",
            "with its disk",
        ),
        (
            "spec",
            json!({"persistent_volume_reclaim_policy": "Retain"}),
            json!({"persistent_volume_reclaim_policy": "Delete"}),
            "    spec[0].persistent_volume_reclaim_policy: \"Retain\", now \"Delete\"\n",
            "with what is on the volume",
        ),
        (
            "settings",
            json!({"backup": {"more": [{"retain_backups_on_delete": true}]}}),
            json!({"backup": {"more": [{"retain_backups_on_delete": false}]}}),
            "    settings[0].backup.more[0].retain_backups_on_delete: true, now false\n",
            "at any depth",
        ),
        (
            "key",
            json!({"path": "a", "delete": true}),
            json!({"path": "prod/db", "delete": true}),
            "    key[0].path: \"a\", now \"prod/db\"\n",
            "what the flag is about",
        ),
        (
            "lifecycle_commands",
            json!({"delete": "true"}),
            json!({"delete": "rm -rf /"}),
            "    lifecycle_commands[0].delete: \"true\", now \"rm -rf /\"\n",
            "by another command",
        ),
        (
            "point_in_time_recovery",
            json!({"enabled": true}),
            json!({"enabled": false}),
            "    point_in_time_recovery: ",
            "without a backup",
        ),
    ] {
        let [one, other] = [one, other].map(|value| block(name, &value));
        for actions in [&["delete"][..], &["create", "delete"]] {
            let [one, other] = [&one, &other].map(|before| {
                let mut after = before.clone();
                after["size"] = json!(2);
                going(
                    actions,
                    before.clone(),
                    if actions.len() == 1 { Value::Null } else { after },
                )
            });
            assert_ne!(fingerprint(&one), fingerprint(&other), "{why}, {actions:?}");
            diff(folder.path(), &one, &other).exits(1, why).says(words, why);
        }
    }
    for (one, other, actions, why) in [
        (
            json!({"delete_on_termination": true, "size": 1}),
            json!({"delete_on_termination": true, "size": 2}),
            &["delete"][..],
            "what it was like beside that",
        ),
        (
            json!({"name": "a", "version": 1}),
            json!({"name": "b", "version": 2}),
            &["delete"],
            "a block in which nothing decides",
        ),
        (
            json!({"delete_on_termination": true}),
            json!({"delete_on_termination": false}),
            &["update"],
            "what stays in an update, which destroys nothing",
        ),
    ] {
        let [one, other] = [one, other].map(|value| {
            let before = block("b", &value);
            let mut after = before.clone();
            after["size"] = json!(2);
            going(actions, before, if actions == ["update"] { after } else { Value::Null })
        });
        assert_eq!(fingerprint(&one), fingerprint(&other), "{why}");
    }
}
