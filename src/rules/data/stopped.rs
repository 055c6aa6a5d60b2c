//! Settings that stop what runs while the object stays, by type; read from `stopped.toml`.

use std::collections::BTreeMap;
use std::iter;
use std::sync::{Arc, LazyLock};

use serde::Deserialize;

use super::amount::amount;
use super::value::{Beside, Value};
use crate::facts::Truth;
use crate::facts::attr::Attr;
use crate::order;
use crate::rules::embedded;

/// A setting, and the values of it with which nothing runs any more.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::rules) struct Setting {
    types: Vec<String>,
    /// As [`Attr::at_path`] reads it.
    pub path: String,
    #[serde(default)]
    at: Vec<Value>,
    /// Whether it is stopped with nothing there, too.
    #[serde(default)]
    empty: bool,
    /// The path of another limit: where that is more than nothing, this one says nothing.
    instead: Option<String>,
    /// The attribute whose text the path leads into.
    pub text: Option<String>,
    /// Attributes and values with which alone it decides.
    #[serde(default)]
    only_beside: Beside,
    /// What that means: a clause.
    pub words: String,
}

impl Setting {
    /// Whether an object is stopped by it.
    pub(in crate::rules) fn stops(&self, object: Attr<'_, '_>) -> Truth {
        let mut instead = self.instead.iter().flat_map(|path| object.at_path(path));
        if instead.any(|attr| amount(attr).is_some_and(|amount| amount > 0)) {
            return Truth::False;
        }
        if !self.only_beside.allows(object) {
            return Truth::False;
        }
        let held = object.at_path(&self.path);
        if self.empty {
            let is_set = Truth::any(held.iter().map(|attr| attr.is_set()));
            if is_set != Truth::True {
                return !is_set;
            }
        }
        Truth::any(
            held.into_iter()
                .flat_map(|attr| self.at.iter().map(move |value| value.is(attr))),
        )
    }
}

/// The settings of a type; none for most types.
pub(in crate::rules) fn stopping(type_name: &str) -> &'static [Arc<Setting>] {
    static BY_TYPE: LazyLock<BTreeMap<String, Vec<Arc<Setting>>>> = LazyLock::new(|| {
        let types = |one: Setting| (one.types.clone().into_iter()).zip(iter::repeat(Arc::new(one)));
        order::lists(embedded::list(&data_file!("stopped")).flat_map(types))
    });
    BY_TYPE.get(type_name).map(Vec::as_slice).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::attr::Object;

    #[test]
    fn what_is_stopped_is_told_from_what_runs() {
        for (type_name, object, wanted, why) in [
            (
                "aws_ecs_service",
                r#"{"desired_count":0}"#,
                Truth::True,
                "scaled to nothing",
            ),
            ("aws_ecs_service", r#"{"desired_count":1}"#, Truth::False, "one is left"),
            ("aws_ecs_service", "{}", Truth::False, "somebody else scales it"),
            (
                "kubernetes_deployment_v1",
                r#"{"spec":[{"replicas":"0"}]}"#,
                Truth::True,
                "a number that the provider keeps as a text",
            ),
            (
                "google_sql_database_instance",
                r#"{"settings":[{"activation_policy":"NEVER"}]}"#,
                Truth::True,
                "by its word",
            ),
            (
                "aws_cloudfront_distribution",
                r#"{"enabled":false}"#,
                Truth::True,
                "by a switch",
            ),
            ("aws_instance", r#"{"enabled":false}"#, Truth::False, "no such type"),
            (
                "aws_cloudwatch_metric_alarm",
                r#"{"actions_enabled":true,"alarm_actions":[]}"#,
                Truth::True,
                "nobody is left to tell",
            ),
            (
                "aws_cloudwatch_metric_alarm",
                r#"{"actions_enabled":true,"alarm_actions":["a"]}"#,
                Truth::False,
                "somebody is",
            ),
        ] {
            let object = Object::read(Some(serde_json::from_str(object).unwrap()), None, []).unwrap();
            let stops = stopping(type_name).iter().map(|setting| setting.stops(object.root()));
            assert_eq!(Truth::any(stops), wanted, "{type_name}: {why}");
        }
    }

    #[test]
    fn no_setting_stands_twice() {
        let types = [
            "aws_autoscaling_group",
            "aws_cloudwatch_event_rule",
            "google_container_node_pool",
        ];
        for type_name in types {
            let mut paths: Vec<_> = stopping(type_name).iter().map(|setting| &setting.path).collect();
            assert!(paths.len() > 1, "{type_name} has several");
            paths.sort();
            paths.dedup();
            assert_eq!(paths.len(), stopping(type_name).len(), "{type_name}");
        }
    }
}
