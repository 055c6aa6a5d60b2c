//! Volumes, and what may be written to them.

use std::collections::BTreeMap;

use crate::facts::Truth;
use crate::facts::attr::Attr;
use crate::rules::data::exposure_setting::Mounts;

/// Which volumes of an object are mounted anywhere for writing.
pub(super) struct Mounted<'s> {
    mounts: Option<&'s Mounts>,
    /// Of each name that a mount has.
    by_name: BTreeMap<String, Truth>,
    /// Whether there is a mount whose name is not known, and whether one of these writes.
    others: [Truth; 2],
}

impl<'s> Mounted<'s> {
    /// Everything is, where no mounts are asked for.
    pub(super) fn of(mounts: Option<&'s Mounts>, root: Attr<'_, '_>) -> Self {
        let mut by_name: BTreeMap<String, Truth> = BTreeMap::new();
        let mut others = [Truth::False; 2];
        if let Some(one) = mounts {
            for mount in one.lists.iter().flat_map(|list| root.at_path(list)) {
                let writes = !mount.get(&one.read_only).equals_bool(true);
                let name = mount.get(&one.name);
                if let Some(name) = name.compared_text() {
                    let written = by_name.entry(name).or_insert(Truth::False);
                    *written = written.or(writes);
                } else if name.is_unknown() {
                    let [is_there, is_written] = others;
                    others = [is_there.or(Truth::Unknown), is_written.or(Truth::Unknown.and(writes))];
                }
            }
        }
        Self {
            mounts,
            by_name,
            others,
        }
    }

    /// Whether this volume is. Of one that nothing is seen to mount nobody can say that it is not.
    pub(super) fn has(&self, volume: Attr<'_, '_>) -> Truth {
        let Some(mounts) = self.mounts else { return Truth::True };
        let name = super::at(volume, &mounts.volume).compared_text();
        let known = name.and_then(|name| self.by_name.get(&name).copied());
        let [is_there, is_written] = self.others;
        let is_mounted = is_there.or(known.is_some().into());
        known.unwrap_or(Truth::False).or(is_written).or(!is_mounted)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::attr::Object;

    #[test]
    fn a_volume_is_written_where_one_mount_writes() {
        let mounts = Mounts {
            volume: "name".to_owned(),
            lists: vec!["mounts[]".to_owned()],
            name: "name".to_owned(),
            read_only: "ro".to_owned(),
        };
        for (object, unknown, wanted, why) in [
            (
                r#"{"mounts":[{"name":"v","ro":true}]}"#,
                "{}",
                Truth::False,
                "to be read",
            ),
            (
                r#"{"mounts":[{"name":"v","ro":false}]}"#,
                "{}",
                Truth::True,
                "to be written",
            ),
            (r#"{"mounts":[{"name":"v"}]}"#, "{}", Truth::True, "by default"),
            (
                r#"{"mounts":[{"name":"v","ro":true},{"name":"v","ro":false}]}"#,
                "{}",
                Truth::True,
                "by the second",
            ),
            (
                r#"{"mounts":[{"name":"w","ro":true}]}"#,
                "{}",
                Truth::True,
                "nothing is seen to mount it",
            ),
            (r#"{"mounts":null}"#, "{}", Truth::True, "nothing mounts anything"),
            (
                r#"{"mounts":[{"name":"v","ro":true},{}]}"#,
                "{}",
                Truth::False,
                "what has no name mounts nothing",
            ),
            (
                r#"{"mounts":[{"name":"v"}]}"#,
                r#"{"mounts":[{"ro":true}]}"#,
                Truth::Unknown,
                "how is known after apply",
            ),
            (
                r#"{"mounts":[{"ro":true}]}"#,
                r#"{"mounts":[{"name":true}]}"#,
                Truth::Unknown,
                "what is known after apply",
            ),
        ] {
            let raw = |text| serde_json::from_str(text).unwrap();
            let object = Object::read(Some(raw(object)), Some(raw(unknown)), []).unwrap();
            let volume = Object::read(Some(raw(r#"{"name":"v"}"#)), None, []).unwrap();
            let written = Mounted::of(Some(&mounts), object.root());
            assert_eq!(written.has(volume.root()), wanted, "{why}");
        }
        let nothing = Object::read(Some(serde_json::from_str("{}").unwrap()), None, []).unwrap();
        assert_eq!(
            Mounted::of(None, nothing.root()).has(nothing.root()),
            Truth::True,
            "not asked for"
        );
    }
}
