//! A resource change with its address read and its fate decided.

mod kind;

use std::sync::{Arc, OnceLock};

use crate::json::{Pointer, ReadError};
use crate::tofu::{ActionKind, Mode, Raw, ResourceChange as Wire, Step, Text};

use super::address::{Address, AddressMode, Key, ModulePath};
use super::attr::{Attr, Object};
use super::contradiction;
use super::difference::{Difference, Differing, difference};
use super::secrecy::marked::Marked;
use super::secrecy::marks::Marks;
use super::twins;

pub use kind::ChangeKind;

/// Which object goes first when one takes the place of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Replacement {
    /// `["delete","create"]`: the old object is gone before the new one is there.
    DestroyFirst,
    /// `["create","delete"]`: `create_before_destroy`.
    CreateFirst,
    /// `["forget","create"]` (OpenTofu 1.12): the old object stays, outside the state.
    ForgetFirst,
    /// `["create","forget"]` (Terraform 1.7): the same, in the other order.
    ForgetLast,
}

impl Replacement {
    /// Whether the old object is destroyed, and not only left alone.
    #[must_use]
    pub fn destroys(self) -> bool {
        matches!(self, Self::DestroyFirst | Self::CreateFirst)
    }
}

/// What becomes of a resource instance: the one bucket in which an element of `resource_changes` lands.
///
/// The order of the variants is the order of reports, most dangerous first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Fate {
    /// An action list that nobody knows, or one that its own objects contradict; it may do anything.
    Unrecognized,
    /// The object is destroyed.
    Delete,
    /// Another object takes its place.
    Replace(Replacement),
    /// The object leaves the state and stays where it is.
    Forget,
    /// Changed in place.
    Update,
    /// Made.
    Create,
    /// Only the address changes.
    Move,
    /// Taken into the state without any other change.
    Import,
    /// A data source that is read during apply.
    Read,
    /// An ephemeral resource is opened (OpenTofu 1.11 only).
    Open,
    /// Nothing.
    NoOp,
}

impl Fate {
    /// All fates, in the order of reports.
    pub const ALL: [Self; 14] = [
        Self::Unrecognized,
        Self::Delete,
        Self::Replace(Replacement::DestroyFirst),
        Self::Replace(Replacement::CreateFirst),
        Self::Replace(Replacement::ForgetFirst),
        Self::Replace(Replacement::ForgetLast),
        Self::Forget,
        Self::Update,
        Self::Create,
        Self::Move,
        Self::Import,
        Self::Read,
        Self::Open,
        Self::NoOp,
    ];

    /// The word for it, which is that of its kind.
    #[must_use]
    pub fn word(self) -> &'static str {
        self.kind().word()
    }

    /// Its kind, which is one for replacements of every order.
    #[must_use]
    pub const fn kind(self) -> ChangeKind {
        match self {
            Self::Unrecognized => ChangeKind::Unrecognized,
            Self::Delete => ChangeKind::Delete,
            Self::Replace(_) => ChangeKind::Replace,
            Self::Forget => ChangeKind::Forget,
            Self::Update => ChangeKind::Update,
            Self::Create => ChangeKind::Create,
            Self::Move => ChangeKind::Move,
            Self::Import => ChangeKind::Import,
            Self::Read => ChangeKind::Read,
            Self::Open => ChangeKind::Open,
            Self::NoOp => ChangeKind::NoOp,
        }
    }

    /// Whether something is lost, leaves the state, or nobody can say: what a reader must see first.
    #[must_use]
    pub fn is_dangerous(self) -> bool {
        matches!(
            self,
            Self::Unrecognized | Self::Delete | Self::Replace(_) | Self::Forget
        )
    }

    /// The engines' symbol, or one like it where they have none.
    #[must_use]
    pub fn symbol(self) -> &'static str {
        match self {
            Self::Unrecognized => "?",
            Self::Delete => "-",
            Self::Replace(Replacement::DestroyFirst) => "-/+",
            Self::Replace(Replacement::CreateFirst) => "+/-",
            Self::Replace(Replacement::ForgetFirst) => "./+",
            Self::Replace(Replacement::ForgetLast) => "+/.",
            Self::Forget => ".",
            Self::Update => "~",
            Self::Create => "+",
            Self::Move => "→",
            Self::Import => "←",
            Self::Read => "<=",
            Self::Open | Self::NoOp => "",
        }
    }

    /// Whether an object that exists is destroyed.
    #[must_use]
    pub fn destroys(self) -> bool {
        match self {
            Self::Delete => true,
            Self::Replace(order) => order.destroys(),
            _ => false,
        }
    }

    /// Whether an object leaves the state without being destroyed.
    #[must_use]
    pub fn forgets(self) -> bool {
        match self {
            Self::Forget => true,
            Self::Replace(order) => !order.destroys(),
            _ => false,
        }
    }

    fn of(wire: &Wire<'_>, moved: bool, address: Option<&Address<'_>>) -> Self {
        match wire.change.actions.kind() {
            _ if contradiction::of(wire, address).is_some() => Self::Unrecognized,
            ActionKind::Create => Self::Create,
            ActionKind::Update => Self::Update,
            ActionKind::Delete => Self::Delete,
            ActionKind::DeleteThenCreate => Self::Replace(Replacement::DestroyFirst),
            ActionKind::CreateThenDelete => Self::Replace(Replacement::CreateFirst),
            ActionKind::ForgetThenCreate => Self::Replace(Replacement::ForgetFirst),
            ActionKind::CreateThenForget => Self::Replace(Replacement::ForgetLast),
            ActionKind::Forget => Self::Forget,
            ActionKind::Read => Self::Read,
            ActionKind::Open => Self::Open,
            ActionKind::NoOp if wire.change.importing.is_some() => Self::Import,
            ActionKind::NoOp if moved => Self::Move,
            ActionKind::NoOp => Self::NoOp,
            ActionKind::Unrecognized => Self::Unrecognized,
        }
    }
}

/// Whether one of the parts that stand beside the address is none of its own.
fn is_of_another(wire: &Wire<'_>, address: &Address<'_>) -> bool {
    mode_of(wire).is_some_and(|mode| mode != address.mode)
        || wire.r#type.as_deref().is_some_and(|name| *name != address.type_name)
        || wire.name.as_deref().is_some_and(|name| *name != address.name)
        || other_module(wire, address).is_some()
        || wire.index.as_ref().is_some_and(|index| Key::from(index) != address.key)
}

/// The module that stands beside the address, where the address is in another one; also where it is no module at all.
pub(super) fn other_module<'w>(wire: &'w Wire<'_>, address: &Address<'_>) -> Option<&'w str> {
    let module = wire.module_address.as_deref()?;
    // Engines write both alike.
    let is_alike = wire
        .address
        .as_deref()
        .is_some_and(|address| is_directly_in(address, module));
    let is_other = || {
        ModulePath::parse(module)
            .ok()
            .is_none_or(|module| module != address.module)
    };
    (!is_alike && is_other()).then_some(module)
}

pub(super) fn mode_of(wire: &Wire<'_>) -> Option<AddressMode> {
    match wire.mode {
        Some(Mode::Managed) => Some(AddressMode::Managed),
        Some(Mode::Data) => Some(AddressMode::Data),
        Some(Mode::Ephemeral) => Some(AddressMode::Ephemeral),
        _ => None,
    }
}

/// Whether the text of an address begins with that of its module and nothing between.
fn is_directly_in(address: &str, module: &str) -> bool {
    let behind = match module {
        "" => Some(address),
        module => address.strip_prefix(module).and_then(|rest| rest.strip_prefix('.')),
    };
    behind.is_some_and(|resource| !resource.starts_with("module."))
}

/// Which element of which list of a plan, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Place {
    /// Of `resource_changes`.
    Change(usize),
    /// Of `resource_drift`.
    Drift(usize),
    /// Of `deferred_changes`.
    Deferred(usize),
}

/// One element of `resource_changes`, `resource_drift` or `deferred_changes`, with what follows from it.
#[derive(Clone, Debug)]
pub struct ResourceChange<'a> {
    /// The element as the engine wrote it.
    pub wire: &'a Wire<'a>,
    /// The address as text, made from the parts where the element has none (Terraform 0.15 drift).
    pub address: Text<'a>,
    /// The address, read; `None` when the text is no address.
    pub parsed: Option<Address<'a>>,
    /// What becomes of the instance.
    pub fate: Fate,
    /// The address before a move; `None` when it stayed.
    pub moved_from: Option<&'a Text<'a>>,
    /// Where in the document it stands.
    pub place: Place,
    /// What of the instance is sensitive, wherever the document says so.
    sensitive: Option<Arc<Marks<'a>>>,
    /// Whether its parts contradict its address.
    is_of_another: bool,
    difference: OnceLock<Box<Difference>>,
}

impl<'a> ResourceChange<'a> {
    pub(super) fn new(wire: &'a Wire<'a>, place: Place, marked: &Marked<'a>) -> Self {
        let address = address_text(wire);
        let moved_from = wire
            .previous_address
            .as_deref()
            .filter(|previous| **previous != address);
        let parsed = Address::of_text(&address).ok();
        Self {
            sensitive: marked.get(&address).cloned(),
            fate: Fate::of(wire, moved_from.is_some(), parsed.as_ref()),
            is_of_another: parsed.as_ref().is_some_and(|address| is_of_another(wire, address)),
            parsed,
            wire,
            place,
            address,
            moved_from,
            difference: OnceLock::new(),
        }
    }

    /// Its place in the document.
    #[must_use]
    pub fn pointer(&self) -> Pointer {
        let root = Pointer::root();
        match self.place {
            Place::Change(index) => root.key("resource_changes").index(index),
            Place::Drift(index) => root.key("resource_drift").index(index),
            Place::Deferred(index) => root.key("deferred_changes").index(index).key("resource_change"),
        }
    }

    /// The same, where more of the instance is sensitive.
    pub(super) fn also_marked(&self, marks: &Marks<'_>) -> Self {
        Self {
            sensitive: Some(Marks::with(self.sensitive.as_ref(), marks)),
            difference: OnceLock::new(),
            ..self.clone()
        }
    }

    /// Whether any source marks a part of the instance sensitive.
    #[must_use]
    pub(crate) fn is_marked(&self) -> bool {
        self.sensitive.is_some()
    }

    /// What of the instance is sensitive.
    pub(super) fn marks(&self) -> Option<&Marks<'a>> {
        self.sensitive.as_deref()
    }

    /// The object before the change with its sensitive marks; `null` where there was none.
    ///
    /// # Errors
    ///
    /// Text that the decoder let through unread and that is nested too deep; so for all that read objects.
    pub fn before(&self) -> Result<Object<'a>, ReadError> {
        Object::marked(self.wire.change.before, None, self.sensitive.as_ref())
    }

    /// The object before the change with the marks alone by which the engine hides what it prints of it.
    ///
    /// # Errors
    ///
    /// As for [`before`](Self::before).
    pub(crate) fn before_as_printed(&self) -> Result<Object<'a>, ReadError> {
        Object::read(self.wire.change.before, None, self.wire.change.before_sensitive)
    }

    /// The object after the change with its unknown and sensitive marks; `null` where there will be none.
    ///
    /// # Errors
    ///
    /// As for [`before`](Self::before).
    pub fn after(&self) -> Result<Object<'a>, ReadError> {
        let change = &self.wire.change;
        Object::marked(change.after, change.after_unknown, self.sensitive.as_ref())
    }

    /// Both objects with those members alone.
    ///
    /// # Errors
    ///
    /// As for [`before`](Self::before).
    pub fn members(&self, differing: &Differing<'a>) -> Result<(Object<'a>, Object<'a>), ReadError> {
        let (change, sensitive) = (&self.wire.change, self.sensitive.as_ref());
        Ok((
            Object::of_members(change.before, None, sensitive, &differing.before)?,
            Object::of_members(change.after, change.after_unknown, sensitive, &differing.after)?,
        ))
    }

    /// The part of a path into the object that may be told: up to the first place that is sensitive.
    #[must_use]
    pub(crate) fn open_part<'p>(&self, path: &'p [Step<'p>]) -> &'p [Step<'p>] {
        let sensitive = self.sensitive.as_ref();
        sensitive.map_or(path, |marks| marks.open_part(path))
    }

    /// The identity of the object that is imported; unset when it is imported by its id or not at all. Members of an
    /// identity are attributes too, and sensitive where those are.
    ///
    /// # Errors
    ///
    /// As for [`before`](Self::before).
    pub fn import_identity(&self) -> Result<Object<'a>, ReadError> {
        let importing = self.wire.change.importing.as_ref();
        self.identity_of(importing.and_then(|importing| importing.identity))
    }

    /// The identity of the object before the change; unset when there is no object, or none is known of it (T1.12,
    /// O1.12).
    ///
    /// # Errors
    ///
    /// As for [`before`](Self::before).
    pub fn identity(&self) -> Result<Object<'a>, ReadError> {
        self.identity_of(self.wire.change.before_identity)
    }

    /// The identity of the object after the change; unset as [`identity`](Self::identity) is, and where it is not known
    /// yet.
    ///
    /// # Errors
    ///
    /// As for [`before`](Self::before).
    pub fn identity_after(&self) -> Result<Object<'a>, ReadError> {
        self.identity_of(self.wire.change.after_identity)
    }

    fn identity_of(&self, raw: Option<Raw<'a>>) -> Result<Object<'a>, ReadError> {
        Object::marked(raw, None, self.sensitive.as_ref())
    }

    /// What may differ between the objects before and after, found anew at each call; `None` unless both are objects.
    pub fn differing(&self) -> Option<Differing<'a>> {
        let change = &self.wire.change;
        let object = |raw: Option<Raw<'a>>| raw.filter(Raw::is_object);
        let (before, after) = (object(change.before)?, object(change.after)?);
        Some(Differing::of(before, after, change.after_unknown))
    }

    /// The attributes that differ, told once for rules and report. `members` gives the [members](Self::members) that
    /// may, which whoever asks may have read already.
    pub(crate) fn difference<'d>(&self, members: impl FnOnce() -> (Attr<'d, 'a>, Attr<'d, 'a>)) -> &Difference
    where
        'a: 'd,
    {
        self.difference.get_or_init(|| {
            let (before, after) = members();
            Box::new(difference(before, after))
        })
    }

    /// The resource type; empty when the element has none. The address decides, which names what is changed.
    #[must_use]
    pub fn type_name(&self) -> &str {
        let of_address = self.parsed.as_ref().map(|address| &*address.type_name);
        of_address.or(self.wire.r#type.as_deref()).unwrap_or_default()
    }

    /// Whether it is about a managed object; by its address, where that can be read.
    #[must_use]
    pub fn managed(&self) -> bool {
        is_managed(self.wire, self.parsed.as_ref())
    }

    /// What the element says against its own actions, in words: `there is no object after it`. Such an element is
    /// [`Fate::Unrecognized`]; no engine writes one.
    #[must_use]
    pub fn contradiction(&self) -> Option<&'static str> {
        contradiction::of(self.wire, self.parsed.as_ref())
    }

    /// The address that the parts beside the address make, where it is another one; no engine writes such an element.
    /// Rules look at types, and people at addresses, so that nobody can say which of the two changes.
    #[must_use]
    pub(crate) fn other_address(&self) -> Option<Address<'_>> {
        let address = self.parsed.as_ref()?;
        self.is_of_another.then(|| {
            let wire = self.wire;
            let module = wire
                .module_address
                .as_deref()
                .and_then(|path| ModulePath::parse(path).ok());
            Address {
                module: module.unwrap_or_else(|| address.module.clone()),
                mode: mode_of(wire).unwrap_or(address.mode),
                type_name: wire.r#type.as_deref().unwrap_or(&address.type_name).into(),
                name: wire.name.as_deref().unwrap_or(&address.name).into(),
                key: wire.index.as_ref().map_or_else(|| address.key.clone(), Key::from),
            }
        })
    }

    /// Whether the engine's list and its `Plan:` line know the element (§6.2).
    ///
    /// Deleted data sources and ephemeral resources are written but neither shown nor counted.
    #[must_use]
    pub fn is_visible(&self) -> bool {
        match self.fate {
            Fate::NoOp | Fate::Open => false,
            Fate::Delete => self.managed(),
            // A mode that the address contradicts makes less of nothing.
            _ => self.managed() || !matches!(self.wire.mode, Some(Mode::Ephemeral)),
        }
    }

    /// Whether anything of the instance changes, in the world or in the state.
    #[must_use]
    pub fn is_change(&self) -> bool {
        !matches!(self.fate, Fate::NoOp | Fate::Open)
    }

    /// The order of addresses as the engines sort them, then deposed objects after the current one.
    pub(super) fn by_address(&self, other: &Self) -> std::cmp::Ordering {
        let structured = match (&self.parsed, &other.parsed) {
            (Some(one), Some(two)) => one.cmp(two),
            (Some(_), None) => std::cmp::Ordering::Less,
            (None, Some(_)) => std::cmp::Ordering::Greater,
            (None, None) => std::cmp::Ordering::Equal,
        };
        structured
            .then_with(|| self.address.cmp(&other.address))
            .then_with(|| self.wire.deposed.cmp(&other.wire.deposed))
            // Twins, which no engine writes: by what they say, so that the order of the file never shows.
            .then_with(|| self.fate.cmp(&other.fate))
            .then_with(|| twins::order(self.wire, other.wire))
    }
}

/// A word that nobody knows, or an address that says something else, does not make less of a change.
fn is_managed(wire: &Wire<'_>, address: Option<&Address<'_>>) -> bool {
    // The address first: it is at hand, where the element lies somewhere in a large document.
    address.map(|address| address.mode) == Some(AddressMode::Managed) || Mode::may_be_managed(wire.mode.as_ref())
}

/// The address as written, or made of the parts where a list has none (Terraform 0.15 drift), or an empty one, as other
/// programs write what is absent.
pub(super) fn address_text<'a>(wire: &'a Wire<'a>) -> Text<'a> {
    if let Some(address) = wire.address.as_deref().filter(|address| !address.is_empty()) {
        return Text::new(address);
    }
    let mode = mode_of(wire).unwrap_or(AddressMode::Managed);
    let type_name = wire.r#type.as_deref().unwrap_or_default();
    let name = wire.name.as_deref().unwrap_or_default();
    if type_name.is_empty() && name.is_empty() {
        return Text::new("(a change without an address)");
    }
    let key = wire.index.as_ref().map(Key::from).unwrap_or_default();
    let built = Address::from_parts(wire.module_address.as_deref(), mode, type_name, name, key);
    built.map_or_else(
        |_| Text::from(format!("{type_name}.{name}")),
        |address| Text::from(address.to_string()),
    )
}
