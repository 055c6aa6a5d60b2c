//! How long things are kept: what shortens it, and what only looks so.

use serde_json::{Value, json};

use crate::rules_edges::said;
use crate::rules_updates::level_of;
use planlint::lint::Level;

#[test]
fn what_is_kept_less_long_is_told() {
    let (group, bucket) = ("aws_cloudwatch_log_group", "aws_s3_bucket_lifecycle_configuration");
    let days = |days: Value| json!({"retention_in_days": days});
    let expires = |days: &[u32]| {
        let rules: Vec<Value> = days
            .iter()
            .map(|days| json!({"expiration": [{"days": days}]}))
            .collect();
        json!({ "rule": rules })
    };
    let keeps = |words: &str| vec![format!("keeps less: {words}")];
    for (type_name, before, after, unknown, wanted, why) in [
        (
            group,
            days(json!(90)),
            days(json!(30)),
            json!({}),
            keeps("retention_in_days (90 → 30)"),
            "less",
        ),
        (
            group,
            days(json!(0)),
            days(json!(30)),
            json!({}),
            keeps("retention_in_days (0 → 30)"),
            "0 was for ever",
        ),
        (
            group,
            days(json!(30)),
            days(json!(0)),
            json!({}),
            vec![],
            "for ever from now on",
        ),
        (group, days(json!(30)), days(json!(90)), json!({}), vec![], "more"),
        (
            group,
            days(json!(30)),
            days(Value::Null),
            json!({}),
            vec![],
            "the default of the provider",
        ),
        (
            group,
            days(json!(30)),
            json!({}),
            json!({"retention_in_days": true}),
            vec!["may keep less: retention_in_days".to_owned()],
            "nobody knows yet",
        ),
        (
            "aws_db_instance",
            json!({"backup_retention_period": 7}),
            json!({"backup_retention_period": 0}),
            json!({}),
            vec![],
            "another rule says that no backup is kept",
        ),
        (
            "alicloud_log_store",
            json!({"retention_period": 3650}),
            json!({"retention_period": 30}),
            json!({}),
            keeps("retention_period (3650 → 30)"),
            "ten years were for ever",
        ),
        (
            "snowflake_database",
            json!({"data_retention_time_in_days": 90}),
            json!({"data_retention_time_in_days": -1}),
            json!({}),
            vec![],
            "the default of the account",
        ),
        (
            bucket,
            expires(&[365, 30]),
            expires(&[365, 7]),
            json!({}),
            keeps("rule.expiration.days (30 → 7)"),
            "the shortest of several",
        ),
        (
            bucket,
            expires(&[365, 30]),
            expires(&[30, 365]),
            json!({}),
            vec![],
            "another order",
        ),
        (
            bucket,
            json!({"rule": [{}]}),
            expires(&[7]),
            json!({}),
            keeps("rule.expiration.days (not set → 7)"),
            "kept without end before",
        ),
    ] {
        let change = json!({
            "address": format!("{type_name}.a"), "mode": "managed", "type": type_name, "name": "a",
            "change": {"actions": ["update"], "before": before, "after": after, "after_unknown": unknown}
        });
        let said = said("shorter-retention", "", &json!({"resource_changes": [change]}));
        let wanted: Vec<String> = wanted
            .iter()
            .map(|words: &String| format!("{type_name}.a {words}"))
            .collect();
        assert_eq!(said, wanted, "{why}");
    }
}

#[test]
fn what_was_kept_without_end_is_kept_less_long() {
    let ttl = |seconds: Value| json!({"name": "c", "default_ttl": seconds});
    let topic = |key: &str, value: &str| json!({"topic_name": "t", "config": {key: value}});
    let rule = |action: &str, age: u32| json!({"action": [{"type": action}], "condition": [{"age": age, "matches_prefix": ["logs/"]}]});
    let rules = |rules: Vec<Value>| json!({"name": "b", "lifecycle_rule": rules});
    let warning = Some(Level::Warning);
    let (cosmos, kafka, bucket) = (
        "azurerm_cosmosdb_sql_container",
        "confluent_kafka_topic",
        "google_storage_bucket",
    );
    let oci = |action: &str, time: &str| json!({"rules": [{"name": "r", "action": action, "is_enabled": true, "time_amount": time, "time_unit": "DAYS"}]});
    for (type_name, before, after, wanted, why) in [
        (
            cosmos,
            ttl(json!(null)),
            ttl(json!(3600)),
            warning,
            "nothing was deleted before",
        ),
        (
            cosmos,
            ttl(json!(3600)),
            ttl(json!(null)),
            None,
            "nothing is from now on",
        ),
        (cosmos, ttl(json!(3600)), ttl(json!(0)), None, "nor with nothing"),
        (
            "google_bigquery_table",
            json!({"time_partitioning": [{"type": "DAY"}]}),
            json!({"time_partitioning": [{"type": "DAY", "expiration_ms": 86_400_000}]}),
            warning,
            "partitions were kept",
        ),
        (
            "elasticstack_elasticsearch_index_lifecycle",
            json!({"hot": [{"min_age": "0ms"}]}),
            json!({"hot": [{"min_age": "0ms"}], "delete": [{"min_age": "30d"}]}),
            warning,
            "a phase that deletes",
        ),
        (
            kafka,
            topic("retention.ms", "-1"),
            topic("retention.ms", "3600000"),
            warning,
            "a key with a dot",
        ),
        (
            kafka,
            topic("retention.ms", "3600000"),
            topic("retention.ms", "86400000"),
            None,
            "longer",
        ),
        (
            kafka,
            topic("cleanup.policy", "delete"),
            topic("retention.bytes", "1000000"),
            warning,
            "no limit was set",
        ),
        (
            bucket,
            rules(vec![rule("Delete", 365)]),
            rules(vec![rule("Delete", 7)]),
            warning,
            "a rule that comes sooner",
        ),
        (
            bucket,
            rules(vec![]),
            rules(vec![rule("Delete", 30)]),
            warning,
            "a rule of what was kept",
        ),
        (
            bucket,
            rules(vec![]),
            rules(vec![rule("SetStorageClass", 30)]),
            None,
            "a rule that moves it elsewhere",
        ),
        (
            "google_bigtable_gc_policy",
            json!({"gc_rules": "{\"rules\": [{\"max_age\": \"720h\"}]}"}),
            json!({"gc_rules": "{\"rules\": [{\"max_age\": \"1h\"}]}"}),
            warning,
            "in a text",
        ),
        (
            "google_bigtable_gc_policy",
            json!({"gc_rules": "{\"rules\": [{\"max_version\": 2}]}"}),
            json!({"gc_rules": "{\"rules\":[{\"max_version\":3}]}"}),
            None,
            "more versions, in a text",
        ),
        (
            "oci_objectstorage_object_lifecycle_policy",
            oci("DELETE", "365"),
            oci("DELETE", "1"),
            warning,
            "a number as a text",
        ),
        (
            "oci_objectstorage_object_lifecycle_policy",
            oci("ARCHIVE", "365"),
            oci("ARCHIVE", "1"),
            None,
            "a rule that moves it elsewhere",
        ),
        (
            "minio_ilm_policy",
            json!({"rule": [{"id": "r", "expiration": "365d"}]}),
            json!({"rule": [{"id": "r", "expiration": "1d"}]}),
            warning,
            "days in words",
        ),
        (
            "minio_ilm_policy",
            json!({"rule": [{"id": "r", "expiration": "30d"}]}),
            json!({"rule": [{"id": "s", "expiration": "90d"}]}),
            None,
            "longer, under another name",
        ),
        (
            "b2_bucket",
            json!({"lifecycle_rules": [{"file_name_prefix": "", "days_from_hiding_to_deleting": 30}]}),
            json!({"lifecycle_rules": [{"file_name_prefix": "", "days_from_hiding_to_deleting": 1}]}),
            warning,
            "hidden versions",
        ),
        (
            "b2_bucket",
            json!({"lifecycle_rules": [{"file_name_prefix": "a/", "days_from_hiding_to_deleting": 30}]}),
            json!({"lifecycle_rules": []}),
            None,
            "a rule less",
        ),
        (
            "azurerm_cosmosdb_cassandra_table",
            json!({"default_ttl": -1}),
            json!({"default_ttl": 3600}),
            warning,
            "rows were kept",
        ),
        (
            "azurerm_cosmosdb_cassandra_table",
            json!({"default_ttl": 3600}),
            json!({"default_ttl": -1}),
            None,
            "for ever from now on",
        ),
    ] {
        let level = level_of("shorter-retention", type_name, &before, &after);
        assert_eq!(level, wanted, "{type_name}: {why}");
    }
}

#[test]
fn a_policy_for_backups_of_alibaba_cloud_has_two_names_for_its_time() {
    let kept = |name: &str, days: u8| json!({"instance_id": "d", name: days});
    let (newer, older) = ("backup_retention_period", "retention_period");
    for (before, after, wanted, why) in [
        (kept(newer, 30), kept(newer, 7), Some(Level::Warning), "three weeks go"),
        (kept(newer, 7), kept(newer, 30), None, "longer"),
        (kept(older, 30), kept(older, 7), Some(Level::Warning), "its older name"),
    ] {
        let found = level_of("shorter-retention", "alicloud_db_backup_policy", &before, &after);
        assert_eq!(found, wanted, "{why}");
    }
}
