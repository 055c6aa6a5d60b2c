//! What of a thing is logged, where blocks say so; read from `logged.toml`.

use std::collections::BTreeMap;
use std::iter;
use std::sync::{Arc, LazyLock};

use serde::Deserialize;

use crate::facts::Truth;
use crate::facts::attr::Attr;
use crate::order;
use crate::rules::embedded;

/// How objects of some types name the parts that are logged.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::rules) struct Parts {
    types: Vec<String>,
    /// Of the names, as [`Attr::at_path`] reads them.
    pub paths: Vec<String>,
    /// The attribute beside a name without whose `true` the part is not logged, where it says `false`.
    off: Option<String>,
    /// Names that mean every part.
    #[serde(default)]
    whole: Vec<String>,
    /// Whether no name at all means every part, too.
    #[serde(default)]
    none_is_whole: bool,
    /// Names that stand for several parts.
    #[serde(default)]
    means: BTreeMap<String, Vec<String>>,
    /// Whether a name means all that begins like it.
    #[serde(default)]
    beginnings: bool,
    /// Paths of names that stand for several parts, nobody can say for which.
    #[serde(default)]
    groups: Vec<String>,
    /// Paths of another way to say it.
    #[serde(default)]
    unless_set: Vec<String>,
    /// What it means that a part is lost: a clause.
    pub words: String,
}

/// Names of what is logged, each with how it is told.
type Named = BTreeMap<String, String>;

impl Parts {
    /// What was logged and is not any more, as it is told; nothing where that is not certain.
    pub(in crate::rules) fn lost(&self, before: Attr<'_, '_>, after: Attr<'_, '_>) -> Vec<String> {
        let mut others = self.unless_set.iter().flat_map(|path| after.at_path(path));
        if others.any(|other| other.is_set() != Truth::False) {
            return Vec::new();
        }
        let of = |paths: &[String]| self.named(paths, before).zip(self.named(paths, after));
        let (Some((was, is)), Some((groups, new_groups))) = (of(&self.paths), of(&self.groups)) else {
            return Vec::new();
        };
        let is_grouped = new_groups.keys().any(|name| !groups.contains_key(name));
        let is_whole = self.none_is_whole && is.is_empty() || self.whole.iter().any(|name| is.contains_key(name));
        if is_grouped || is_whole {
            return Vec::new();
        }
        let is_kept = |name: &String| is.contains_key(name) || self.beginnings && has_beginning(&is, name);
        let lost = was.into_iter().filter(|(name, _)| !is_kept(name));
        lost.map(|(_, told)| told).collect()
    }

    /// The names at some paths; `None` where one may be known only after apply.
    fn named(&self, paths: &[String], object: Attr<'_, '_>) -> Option<Named> {
        let mut named = Named::new();
        for path in paths {
            let (block, leaf) = path.rsplit_once("[].").unwrap_or(("", path));
            let blocks = object.at_path(&format!("{block}[]"));
            for block in blocks {
                if block.is_unknown() {
                    return None;
                }
                if self
                    .off
                    .as_ref()
                    .is_some_and(|off| block.get(off).equals_bool(false).is_true())
                {
                    continue;
                }
                for name in block.at_path(leaf) {
                    if name.may_hold_unknown() {
                        return None;
                    }
                    self.add(name, &mut named);
                }
            }
        }
        Some(named)
    }

    fn add(&self, name: Attr<'_, '_>, named: &mut Named) {
        if name.is_unset() || name.equals_text("").is_true() {
            return;
        }
        let told = name.brief();
        let text = name.compared_text().unwrap_or_else(|| told.clone());
        match self.means.get(&text) {
            Some(parts) => named.extend(parts.iter().map(|part| (part.clone(), format!("\"{part}\"")))),
            None => {
                named.insert(text, told);
            }
        }
    }
}

/// Longer beginnings are not looked for, in letters: no service takes such names.
const LONGEST: usize = 2048;

/// Whether a name begins like one of these.
fn has_beginning(named: &Named, name: &str) -> bool {
    let ends = name.char_indices().map(|(end, _)| end).take(LONGEST);
    ends.filter_map(|end| name.get(..end))
        .any(|start| named.contains_key(start))
}

/// What is known of a type; nothing for most.
pub(in crate::rules) fn logged(type_name: &str) -> &'static [Arc<Parts>] {
    static BY_TYPE: LazyLock<BTreeMap<String, Vec<Arc<Parts>>>> = LazyLock::new(|| {
        let types = |one: Parts| (one.types.clone().into_iter()).zip(iter::repeat(Arc::new(one)));
        order::lists(embedded::list(&data_file!("logged")).flat_map(types))
    });
    BY_TYPE.get(type_name).map(Vec::as_slice).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::attr::Object;

    fn object(text: &str) -> Object<'_> {
        Object::read(Some(serde_json::from_str(text).unwrap()), None, []).unwrap()
    }

    #[test]
    fn what_is_lost_is_told_from_what_is_said_otherwise() {
        let trail = |kind: &str, values: &str| {
            let resource = format!(r#"[{{"type":"AWS::S3::Object","values":{values}}}]"#);
            format!(r#"{{"event_selector":[{{"read_write_type":"{kind}","data_resource":{resource}}}]}}"#)
        };
        let azure = |names: &str| format!(r#"{{"enabled_log":{names}}}"#);
        let audit = r#"[{"category":"AuditEvent","category_group":""},{"category":"Other"}]"#;
        for (type_name, before, after, wanted, why) in [
            (
                "aws_cloudtrail",
                trail("All", "[]"),
                trail("WriteOnly", "[]"),
                "\"ReadOnly\"",
                "half of what the word means",
            ),
            (
                "aws_cloudtrail",
                trail("ReadOnly", "[]"),
                trail("All", "[]"),
                "",
                "more",
            ),
            (
                "aws_cloudtrail",
                trail("All", r#"["arn:aws:s3:::a/"]"#),
                trail("All", r#"["arn:aws:s3"]"#),
                "",
                "all buckets are more than one",
            ),
            (
                "aws_cloudtrail",
                trail("All", r#"["arn:aws:s3"]"#),
                trail("All", r#"["arn:aws:s3:::a/"]"#),
                "\"arn:aws:s3\"",
                "one is less than all",
            ),
            (
                "azurerm_monitor_diagnostic_setting",
                azure(audit),
                azure(r#"[{"category":"Other"}]"#),
                "\"AuditEvent\"",
                "a category",
            ),
            (
                "azurerm_monitor_diagnostic_setting",
                azure(audit),
                azure(r#"[{"category_group":"audit"}]"#),
                "",
                "the group may hold both",
            ),
            (
                "azurerm_monitor_diagnostic_setting",
                azure(r#"[{"category_group":"allLogs"},{"category":"Other"}]"#),
                azure(r#"[{"category_group":"allLogs"}]"#),
                "",
                "the group holds it",
            ),
            (
                "aws_cloudtrail",
                trail("All", "[]"),
                "{}".to_owned(),
                "",
                "without any selector calls of both kinds are recorded",
            ),
            ("aws_sqs_queue", azure(audit), "{}".to_owned(), "", "no such type"),
        ] {
            let (before, after) = (object(&before), object(&after));
            let lost = logged(type_name)
                .iter()
                .flat_map(|parts| parts.lost(before.root(), after.root()));
            assert_eq!(lost.collect::<Vec<_>>().join(", "), wanted, "{type_name}: {why}");
        }
    }
}
