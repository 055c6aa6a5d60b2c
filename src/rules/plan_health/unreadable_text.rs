//! Rule `unreadable-text`: an attribute describes objects or rights in a text that cannot be read.

use crate::facts::Fate;
use crate::facts::attr::{Attr, Kind};
use crate::json::Node;
use crate::lint::{ChangeView, Check, Context, Finding, Level, Rule};
use crate::rules::data::described_in;
use crate::rules::data::destructive_update::destructive_updates;
use crate::rules::data::exposure::table;
use crate::rules::described::Language;

pub(crate) const RULE: Rule = Rule {
    id: "unreadable-text",
    summary: "an attribute describes objects or rights in a text that cannot be read",
    family: "plan-health",
    level: Level::Error,
    checks: &[Check::Change(check)],
    ..Rule::BASE
};

fn check(_: &Context<'_, '_>, view: &ChangeView<'_, '_>, findings: &mut Vec<Finding>) {
    let change = view.change;
    if !change.managed() {
        return;
    }
    let path = match change.fate {
        Fate::Create => unread_after(view),
        Fate::Update => unread_after(view).or_else(|| unread_parts(view)),
        Fate::Replace(_) => unread_after(view).or_else(|| unread_before(view)),
        Fate::Delete => unread_before(view),
        _ => None,
    };
    if let Some(path) = path {
        let finding = Finding::about(change, format!("cannot be judged: the text of `{path}` cannot be read"));
        let finding = finding
            .at(&path)
            .why("what it is written for may read it all the same, and nothing in it was held against a rule")
            .help("write it in JSON, for instance with `jsonencode`; or read it, and waive this finding with a reason");
        let [before, after] = [view.before(), view.after()].map(|side| side.at_path(&path).into_iter().next());
        let is_as_before = before
            .zip(after)
            .is_some_and(|(before, after)| before.equals(after).is_true());
        findings.push(if is_as_before {
            finding.at_most(Level::Note)
        } else {
            finding
        });
    }
}

/// The attribute that says what there is from now on, if its text cannot be read.
fn unread_after(view: &ChangeView<'_, '_>) -> Option<String> {
    let type_name = view.change.type_name();
    let text = table().text(type_name)?;
    let Some(path) = text.path.strip_suffix(".*") else {
        return is_unreadable(view.after().get(&text.path), text.language).then(|| text.path.clone());
    };
    // Most texts that a config map holds are in other languages, and nobody asks after them.
    let mut texts = view.after().get(path).entries();
    texts.find_map(|(name, attr)| {
        let path = format!("{path}.{name}");
        (table().leads_into(type_name, &path) && is_unreadable(attr, text.language)).then_some(path)
    })
}

/// The attribute that says what kind of object goes, if its text cannot be read.
fn unread_before(view: &ChangeView<'_, '_>) -> Option<String> {
    let path = described_in(view.change.type_name())?;
    is_unreadable(view.before().get(path), Language::Yaml).then(|| path.to_owned())
}

/// The attribute whose text describes objects that go with what is taken out of it, if that cannot be read on either
/// side.
fn unread_parts(view: &ChangeView<'_, '_>) -> Option<String> {
    let parts = &destructive_updates(view.change.type_name())?.parts;
    let texts = parts.iter().filter_map(|part| part.text.as_ref());
    let mut texts = texts.filter(|path| !path.ends_with(".*"));
    texts
        .find(|path| {
            [view.before(), view.after()]
                .iter()
                .any(|side| is_unreadable(side.get(path), Language::Yaml))
        })
        .cloned()
}

/// Whether a known text says something that cannot be read. Nothing of it is told.
#[expect(clippy::disallowed_methods, reason = "only whether it can be read is asked")]
fn is_unreadable(attr: Attr<'_, '_>, language: Language) -> bool {
    let node = attr.reveal().filter(|_| attr.kind() == Some(Kind::String));
    node.and_then(Node::as_str)
        .is_some_and(|text| language.is_unreadable(&text))
}
