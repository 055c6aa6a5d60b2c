//! What tells the containers and listeners of an object apart in which something is open: another container with the
//! same rights, or another port with the same protocol, is another finding.

use std::collections::BTreeSet;

use crate::facts::Truth;
use crate::facts::attr::{Attr, MASK};
use crate::lint::{ChangeView, Context};
use crate::rules::data::exposure_setting::Setting;

use super::is_secret;
use super::setting::{counts, is_open};

/// Longer names no engine of containers takes, in letters.
const LONGEST: usize = 512;

/// A text for each part that an entry says is open, or, where it is so asked, of which that is known only after apply.
pub(super) fn texts(
    context: &Context<'_, '_>,
    setting: &Setting,
    view: &ChangeView<'_, '_>,
    is_unknown: bool,
) -> BTreeSet<String> {
    let root = view.after();
    let parts = Parts {
        context,
        setting,
        root,
        type_name: view.change.type_name(),
        is_unknown,
    };
    let mut texts = BTreeSet::new();
    parts.walk(root, "", &setting.path, "", &mut texts);
    texts
}

/// An entry and the object that it is asked about.
struct Parts<'p, 'c, 'f, 'd, 'a> {
    context: &'p Context<'c, 'f>,
    setting: &'p Setting,
    root: Attr<'d, 'a>,
    type_name: &'p str,
    is_unknown: bool,
}

impl<'d, 'a> Parts<'_, '_, '_, 'd, 'a> {
    /// Adds a text for each part that is open.
    fn walk(&self, at: Attr<'d, 'a>, done: &str, left: &str, above: &str, texts: &mut BTreeSet<String>) {
        let is_block = self.setting.block.as_deref().unwrap_or_default() == done;
        if is_block && counts(self.setting, at, self.root, None) == Truth::False {
            return;
        }
        let own = self.name(at, done);
        let name = own.as_deref().unwrap_or(above);
        if let Some((list, left)) = left.split_once("[].") {
            let list = format!("{list}[]");
            let between = if done.is_empty() { "" } else { "." };
            let done = format!("{done}{between}{list}");
            for part in at.at_path(&list) {
                self.walk(part, &done, left, name, texts);
            }
        } else if !name.is_empty()
            && !texts.contains(name)
            && at.at_path(left).into_iter().any(|leaf| self.is_meant(leaf))
        {
            texts.insert(name.to_owned());
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

    /// What tells a container from others, or a listener: the port that it is open on. Names of anything else are labels,
    /// which change without anything else.
    fn name(&self, part: Attr<'_, '_>, path: &str) -> Option<String> {
        let names: &[&str] = match path.rsplit('.').next() {
            Some("") if self.type_name.contains("listener") => &["port"],
            Some("") if self.type_name.contains("container") => &["image"],
            Some(list) if list.contains("container") => &["image", "name"],
            Some(list) if list.contains("listener") => &["frontend_port_name", "lb_port", "port"],
            _ => return None,
        };
        let mut told = Vec::new();
        for name in names {
            let attr = part.get(name);
            if attr.is_sensitive() || is_secret(self.context, attr) {
                return Some(MASK.to_owned());
            }
            let Some(text) = attr.compared_text().or_else(|| number(attr)) else {
                continue;
            };
            let text = match *name {
                "image" => without_version(&text),
                _ => &text,
            };
            let text: String = text.chars().take(LONGEST).collect();
            told.push(format!("{path}.{name}={}", serde_json::Value::from(text)));
        }
        (!told.is_empty()).then(|| told.join(" "))
    }
}

/// A number, however it is written.
fn number(attr: Attr<'_, '_>) -> Option<String> {
    let mut found = None;
    let is_number = attr.number_is(|text| {
        found = text.parse::<f64>().ok();
        true
    });
    found.filter(|_| is_number.is_true()).map(|number| number.to_string())
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
