//! What the parts of an object are called in which something is open: another container with the same rights, or
//! another port with the same protocol, is another finding.

use std::collections::BTreeSet;

use crate::facts::Truth;
use crate::facts::attr::{Attr, MASK};
use crate::json::Kind;
use crate::lint::Context;
use crate::rules::data::exposure_setting::Setting;

use super::is_secret;
use super::newly_open::NAMES;
use super::setting::{counts, is_open};

/// An entry and the object that it is asked about.
pub(super) struct Parts<'p, 'c, 'f, 'd, 'a> {
    pub context: &'p Context<'c, 'f>,
    pub setting: &'p Setting,
    pub root: Attr<'d, 'a>,
    /// Whether it is about what is known only after apply.
    pub is_unknown: bool,
}

impl<'d, 'a> Parts<'_, '_, '_, 'd, 'a> {
    /// Adds a text for each part that is open.
    pub(super) fn add(&self, texts: &mut BTreeSet<String>) {
        self.walk(self.root, "", &self.setting.path, &[], texts);
    }

    fn walk(&self, at: Attr<'d, 'a>, done: &str, left: &str, above: &[String], texts: &mut BTreeSet<String>) {
        let is_block = self.setting.block.as_deref().unwrap_or_default() == done;
        if is_block && counts(self.setting, at, self.root, None) == Truth::False {
            return;
        }
        let mut names = above.to_vec();
        names.extend(self.names(at, done));
        if let Some((list, left)) = left.split_once("[].") {
            let list = format!("{list}[]");
            let between = if done.is_empty() { "" } else { "." };
            let done = format!("{done}{between}{list}");
            for part in at.at_path(&list) {
                self.walk(part, &done, left, &names, texts);
            }
        } else if !names.is_empty() && at.at_path(left).into_iter().any(|leaf| self.is_meant(leaf)) {
            let masked = names.iter().any(|name| name == MASK);
            texts.insert(if masked { MASK.to_owned() } else { names.join(" ") });
        }
    }

    fn is_meant(&self, leaf: Attr<'_, '_>) -> bool {
        let is_missing = self.setting.absent_opens && leaf.is_unset();
        let truth = if is_missing {
            Truth::True
        } else {
            is_open(self.setting, leaf)
        };
        if self.is_unknown {
            truth.is_unknown()
        } else {
            truth.is_true()
        }
    }

    /// What tells a part from others. Of the whole object its own name does not: that is known where it stands.
    fn names(&self, part: Attr<'_, '_>, path: &str) -> Vec<String> {
        let is_name = |name: &str| {
            let is_port = name.to_ascii_lowercase().ends_with("port") || name.ends_with("_port_name");
            is_port || name == "image" || (!path.is_empty() && NAMES.contains(&name))
        };
        let named = part.entries().filter(|(name, _)| is_name(name));
        let told: BTreeSet<_> = named
            .filter_map(|(name, attr)| {
                if attr.is_sensitive() || is_secret(self.context, attr) {
                    return Some(MASK.to_owned());
                }
                let text = super::text(attr).or_else(|| (attr.kind() == Some(Kind::Number)).then(|| attr.brief()))?;
                let text = match &*name {
                    "image" => without_version(&text),
                    _ => &text,
                };
                Some(format!("{path}.{name}={}", serde_json::Value::from(text)))
            })
            .collect();
        told.into_iter().collect()
    }
}

/// An image without its tag and digest: each release has others.
fn without_version(image: &str) -> &str {
    let image = image.split_once('@').map_or(image, |(image, _)| image);
    match image.rsplit_once(':') {
        // The port of a registry.
        Some((_, after)) if after.contains('/') => image,
        Some((image, _)) => image,
        None => image,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_image_is_the_same_in_every_version() {
        for (image, wanted) in [
            ("agent", "agent"),
            ("agent:1.2", "agent"),
            ("ghcr.io/a/agent:1.2@sha256:00", "ghcr.io/a/agent"),
            ("localhost:5000/agent", "localhost:5000/agent"),
            ("localhost:5000/agent:1", "localhost:5000/agent"),
        ] {
            assert_eq!(without_version(image), wanted);
        }
    }
}
