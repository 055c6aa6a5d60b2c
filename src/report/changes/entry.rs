//! One change of a plan as `show` prints it.

use crate::facts::address::Address;
use crate::facts::attr::{Attr, Kind, Object};
use crate::facts::reason::Part;
use crate::facts::{ActionReason, Fate, InstanceKey, MarkChange, ResourceChange};
use crate::json::Pointer;
use crate::json::string::quoted;
use crate::lint::{ChangeView, Pattern};
use crate::report::MASK;
use crate::tofu::{ActionInvocation, Raw, Step};

use super::shown::ShownPlan;
use super::{Node, Redacted, Redactor};

/// A resource change.
#[derive(Debug)]
pub struct Entry<'p, 'f, 'a> {
    plan: &'p ShownPlan<'f, 'a>,
    change: &'f ResourceChange<'a>,
    relevant: Option<Vec<&'a [Step<'a>]>>,
    /// Where it is.
    pub placed: Placed,
    /// Address before a move; `None` when it stayed.
    pub moved_from: Option<Redacted>,
    /// What becomes of the instance.
    pub fate: Fate,
    /// Why the engine acts.
    pub reason: Option<&'a ActionReason<'a>>,
    /// The instance key as JSON; `None` without `count` and `for_each`.
    pub key: Option<Redacted>,
    /// Whether the key is a text.
    pub key_is_text: bool,
    /// Set when the object is imported.
    pub importing: Option<ImportShown>,
}

/// Where a resource is, and what it is called.
#[derive(Clone, Debug)]
pub struct Placed {
    /// Address of the instance.
    pub address: Redacted,
    /// Key of a deposed object; `None` for the current one.
    pub deposed: Option<Redacted>,
    /// Address of the module instance; `None` in the root module.
    pub module: Option<Redacted>,
    /// Whether it is a resource, and not a data source.
    pub managed: bool,
    /// Resource type.
    pub type_name: Redacted,
    /// Resource name.
    pub name: Redacted,
    /// Source address of the provider.
    pub provider: Option<Redacted>,
}

/// How an object is imported.
#[derive(Clone, Debug)]
pub struct ImportShown {
    /// The id given to the provider.
    pub id: Option<Redacted>,
    /// The lines of the identity as JSON; empty when there is none.
    pub identity: Vec<Redacted>,
    /// Whether configuration was generated for it.
    pub generated: bool,
}

/// A root output.
#[derive(Clone, Debug)]
pub struct OutputEntry {
    /// Its name.
    pub name: Redacted,
    /// What becomes of its mark, as far as the plan tells.
    pub mark_change: Option<MarkChange>,
    /// What becomes of its value.
    pub node: Node,
}

/// A provider action that an apply invokes.
#[derive(Clone, Debug)]
pub struct InvocationShown<'a> {
    pub(super) wire: &'a ActionInvocation<'a>,
    /// Address of the action.
    pub address: Redacted,
    /// Action type.
    pub type_name: Redacted,
    /// Action name.
    pub name: Redacted,
    /// The resource whose change triggers it; `None` when it is invoked in another way.
    pub trigger: Option<Redacted>,
    /// The resource that calls it; `None` when it is invoked in another way.
    pub called_by: Option<Redacted>,
    /// Whether it is invoked before that change.
    pub before: bool,
    /// Its place among the actions that the resource triggers.
    pub place: (Option<u64>, Option<u64>),
    /// Its configuration; `None` where the document has none.
    pub config: Option<Node>,
}

impl InvocationShown<'_> {
    fn written(&self) -> &str {
        self.wire.address.as_deref().unwrap_or_default()
    }

    /// Whether a pattern hits its address.
    #[must_use]
    pub(crate) fn is_hit(&self, pattern: &Pattern) -> bool {
        pattern.matches_text(self.written())
    }

    /// Whether it stands in that module, or in one below it.
    #[must_use]
    pub(crate) fn is_in(&self, pattern: &Pattern) -> bool {
        is_in(Address::parse(self.written()).ok().as_ref(), pattern)
    }
}

impl<'p, 'f, 'a> Entry<'p, 'f, 'a> {
    pub(super) fn new(
        plan: &'p ShownPlan<'f, 'a>,
        change: &'f ResourceChange<'a>,
        relevant: Option<Vec<&'a [Step<'a>]>>,
    ) -> Self {
        let redactor = &plan.redactor;
        let wire = change.wire;
        let text = |text: Option<&str>| redactor.address(text.unwrap_or_default());
        Self {
            placed: Placed {
                address: redactor.address(&change.address),
                deposed: redactor.option(wire.deposed()),
                module: redactor.address_option(wire.module_address.as_deref()),
                managed: change.managed(),
                type_name: redactor.address(change.type_name()),
                name: text(wire.name.as_deref()),
                provider: redactor.address_option(wire.provider_name.as_deref()),
            },
            moved_from: redactor.address_option(change.moved_from),
            fate: change.fate,
            reason: wire.action_reason.as_ref(),
            key: wire.index.as_ref().map(|key| redactor.text(&key_text(key))),
            key_is_text: matches!(wire.index, Some(InstanceKey::Str(_))),
            importing: wire.change.importing.as_ref().map(|importing| ImportShown {
                id: redactor.option(change.import_id()),
                identity: importing
                    .identity
                    .map(|raw| identity(raw, change, redactor))
                    .unwrap_or_default(),
                generated: wire
                    .change
                    .generated_config
                    .as_ref()
                    .is_some_and(|config| config.text().len() > 2),
            }),
            plan,
            change,
            relevant,
        }
    }

    /// Whether a pattern of addresses hits it, now or before a move.
    #[must_use]
    pub(crate) fn is_hit(&self, pattern: &Pattern) -> bool {
        let before = self
            .change
            .moved_from
            .is_some_and(|previous| pattern.matches_text(previous));
        before || pattern.matches_text(&self.change.address)
    }

    /// Where it stands in the document.
    #[must_use]
    pub fn pointer(&self) -> Pointer {
        self.change.pointer()
    }

    /// Why it is planned, in words; `None` when the engine gave no reason.
    #[must_use]
    pub fn why(&self) -> Option<Redacted> {
        let told = |part: Part<'_>| self.plan.redactor.part(part);
        let why = ChangeView::new(self.change).why_by(&told)?;
        Some(Redacted::trusted(&why))
    }

    /// Whether it stands in that module, or in one below it, now or before a move.
    #[must_use]
    pub(crate) fn is_in(&self, pattern: &Pattern) -> bool {
        let before = || {
            let previous = self.change.moved_from?;
            Address::parse(previous).ok()
        };
        is_in(self.change.parsed.as_ref(), pattern) || is_in(before().as_ref(), pattern)
    }

    /// The differences of its attributes.
    #[must_use]
    pub fn tree(&self) -> Node {
        self.plan.tree(self.change, self.relevant.clone())
    }
}

fn key_text(key: &InstanceKey<'_>) -> String {
    match key {
        InstanceKey::Int(index) => index.to_string(),
        InstanceKey::Number(number) => (*number).to_owned(),
        InstanceKey::Str(text) => quoted(text.as_str()),
    }
}

/// The lines of an identity; what an attribute of the same name keeps secret stays so.
fn identity(raw: Raw<'_>, change: &ResourceChange<'_>, redactor: &Redactor) -> Vec<Redacted> {
    let (Ok(identity), Ok(before)) = (Object::read(Some(raw), None, []), change.before()) else {
        return Vec::new();
    };
    let attribute = before.root().by_name();
    let members = identity.root().entries().map(|(name, value)| {
        let is_hidden = attribute(&name).may_hold_sensitive();
        let value = if is_hidden {
            MASK.to_owned()
        } else {
            laid_out(value, 1, redactor)
        };
        format!("{}: {value}", quoted(&name))
    });
    let text = lines(['{', '}'], members, 0);
    text.split('\n').map(|line| redactor.text(line)).collect()
}

/// A value of JSON as Go lays it out, from the level of indentation on that it stands at.
fn laid_out(value: Attr<'_, '_>, level: usize, redactor: &Redactor) -> String {
    match value.kind() {
        Some(Kind::Object) => {
            let members = value.entries();
            let members = members.map(|(name, value)| {
                let name = quoted(&redactor.text(&name));
                format!("{name}: {}", laid_out(value, level + 1, redactor))
            });
            lines(['{', '}'], members, level)
        }
        Some(Kind::Array) => {
            let items = value.items().map(|item| laid_out(item, level + 1, redactor));
            lines(['[', ']'], items, level)
        }
        _ => json_text(value, redactor),
    }
}

/// Parts between brackets, a line each.
fn lines([open, close]: [char; 2], parts: impl Iterator<Item = String>, level: usize) -> String {
    let indent = "  ".repeat(level);
    let parts: Vec<_> = parts.map(|part| format!("\n  {indent}{part}")).collect();
    if parts.is_empty() {
        return format!("{open}{close}");
    }
    format!("{open}{}\n{indent}{close}", parts.join(","))
}

#[expect(
    clippy::disallowed_methods,
    reason = "what is read goes through the redactor at once"
)]
fn json_text(value: Attr<'_, '_>, redactor: &Redactor) -> String {
    match value.reveal().map(|node| (node.kind(), node.as_str(), node.text())) {
        Some((Kind::String, Some(text), _)) => quoted(&redactor.text(&text)),
        Some((_, _, text)) => redactor.text(text).to_string(),
        None => "null".to_owned(),
    }
}

/// Whether a resource stands in a module that the pattern hits, or in one below it.
pub(super) fn is_in(address: Option<&Address<'_>>, pattern: &Pattern) -> bool {
    let Some(address) = address else {
        return false;
    };
    if pattern.is_everything() {
        return true;
    }
    let mut module = address.module.clone();
    while !module.is_root() {
        if pattern.matches_module(&module) {
            return true;
        }
        module.0.pop();
    }
    false
}
