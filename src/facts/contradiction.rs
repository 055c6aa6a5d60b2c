//! What a change says against its own actions, where the actions are the milder half; no engine writes such a thing.

use crate::json::{Document, Entry, Kind, ReadError};
use crate::tofu::{ActionKind, ActionReason, Raw, ResourceChange};

use super::address::{Address, AddressMode, Key};
use super::change::{mode_of, other_module};
use super::difference::is_same;
use super::laid_out::LaidOut;

/// What an element of a list of changes says against its own actions, in words.
pub(super) fn of(wire: &ResourceChange<'_>, address: Option<&Address<'_>>) -> Option<&'static str> {
    // Rules judge by the type.
    if address.is_none() && wire.r#type.as_deref().is_none_or(str::is_empty) {
        return Some("it does not tell of what type its object is");
    }
    // Levels are set by the module, and people read the address.
    if let Some(address) = address {
        if other_module(wire, address).is_some() {
            return Some("its module is another than its address says");
        }
        // Waivers permit by the address.
        if wire.name.as_deref().is_some_and(|name| name != address.name) {
            return Some("its name is another than its address says");
        }
        if wire.index.as_ref().is_some_and(|index| Key::from(index) != address.key) {
            return Some("its key is another than its address says");
        }
    }
    let mode = address.map(|address| address.mode).or(mode_of(wire));
    let is_managed = !matches!(mode, Some(AddressMode::Data | AddressMode::Ephemeral));
    let (before, after) = (Side::of(wire.change.before), Side::of(wire.change.after));
    let kind = wire.change.actions.kind();
    let stays = before == Side::Object && matches!(kind, ActionKind::NoOp | ActionKind::Update | ActionKind::Read);
    let reason = wire.action_reason.as_ref().map_or("", ActionReason::as_str);
    // OpenTofu gives what is created that it was asked for or triggered.
    let losses: &[&str] = match kind {
        _ if stays => &["replace_", "delete_", "forgot_"],
        ActionKind::Create => &["replace_because_", "delete_", "forgot_"],
        _ => &[],
    };
    if losses.iter().any(|loss| reason.starts_with(loss)) {
        return Some("its reason is one for the loss of the object");
    }
    let forces = wire
        .change
        .replace_paths
        .as_ref()
        .is_some_and(|paths| !paths.is_empty());
    if forces && (stays || kind == ActionKind::Create) {
        return Some("it says what forces a replacement");
    }
    match kind {
        ActionKind::NoOp | ActionKind::Update if before == Side::Object && after == Side::Nothing => {
            Some("there is no object after it")
        }
        ActionKind::NoOp | ActionKind::Update if before == Side::Nothing && after == Side::Object => {
            Some("there is no object before it")
        }
        ActionKind::NoOp
            if before == Side::Object && after == Side::Object && differ(wire.change.before, wire.change.after) =>
        {
            Some("the object after it is another")
        }
        ActionKind::NoOp if has_other_identity(wire) => Some("the identity after it is another"),
        ActionKind::Create if !matches!(before, Side::Absent | Side::Nothing) => Some("there is an object before it"),
        ActionKind::Delete | ActionKind::Forget if after == Side::Object => Some("there is an object after it"),
        // Rules would find nothing in it.
        _ if before == Side::Other || after == Side::Other => Some("what it is about is no object"),
        ActionKind::Read | ActionKind::Open if is_managed => Some("it is about a managed resource"),
        ActionKind::Create
        | ActionKind::Update
        | ActionKind::DeleteThenCreate
        | ActionKind::CreateThenDelete
        | ActionKind::Delete
        | ActionKind::Forget
            if !is_managed =>
        {
            Some("it is about what is only read")
        }
        _ => None,
    }
}

/// Whether the objects on both sides are not the same; also where nobody can compare them.
fn differ(before: Option<Raw<'_>>, after: Option<Raw<'_>>) -> bool {
    let (Some(before), Some(after)) = (before, after) else {
        return true;
    };
    !is_same(before, after).unwrap_or(false)
}

/// Whether the object has an identity on both sides, and not the same; also where nobody can compare them.
fn has_other_identity(wire: &ResourceChange<'_>) -> bool {
    let sides = [wire.change.before_identity, wire.change.after_identity];
    let [Some(before), Some(after)] = sides.map(|side| side.filter(|raw| !raw.is_null())) else {
        return false;
    };
    !is_filled_in(before, after).unwrap_or(false)
}

/// Whether all that an identity says is said after it, too, or nothing: what the provider had not told before is `null`,
/// and a refresh fills it in.
fn is_filled_in(before: Raw<'_>, after: Raw<'_>) -> Result<bool, ReadError> {
    let (before, after) = (Document::read(before.text())?, Document::read(after.text())?);
    let (before, after) = (before.root(), after.root());
    if [before, after].iter().any(|root| root.kind() != Kind::Object) {
        return Ok(before.same_value(after));
    }
    let is_null = |entry: &Entry<'_, '_>| entry.value().is_null();
    let mut places = LaidOut::default();
    let mut stays = |entry: &Entry<'_, '_>| {
        let other = places.member(after, &entry.key());
        other.is_some_and(|other| other.is_alone && other.value.same_value(entry.value()))
    };
    Ok(after.entries().all(|entry| is_null(&entry)) || before.entries().all(|entry| is_null(&entry) || stays(&entry)))
}

/// What stands on one side of a change.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    /// The document does not say; engines always do (§1.8).
    Absent,
    /// `null`.
    Nothing,
    /// An object.
    Object,
    /// A value of another kind, which no engine writes.
    Other,
}

impl Side {
    fn of(value: Option<Raw<'_>>) -> Self {
        match value {
            None => Self::Absent,
            Some(raw) if raw.is_null() => Self::Nothing,
            Some(raw) if raw.is_object() => Self::Object,
            Some(_) => Self::Other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::change::address_text;

    #[test]
    #[expect(clippy::too_many_lines, reason = "a table")]
    fn the_milder_half_is_not_believed() {
        const ADDRESS: &str = r#""address":"t.n""#;
        for (element, change, wanted, why) in [
            (
                ADDRESS,
                r#""actions":["no-op"],"before":{"a":1},"after":{"a":1}"#,
                None,
                "as engines write it",
            ),
            (
                ADDRESS,
                r#""actions":["no-op"],"before":{"a":1,"b":2},"after":{"b":2.0, "a":1}"#,
                None,
                "the same in other words",
            ),
            (
                ADDRESS,
                r#""actions":["no-op"],"before":null,"after":null"#,
                None,
                "what is to go is gone already",
            ),
            (
                ADDRESS,
                r#""actions":["delete"],"before":{"a":1},"after":{"a":1}"#,
                Some("there is an object after it"),
                "a deletion that leaves something",
            ),
            (
                r#""address":"data.t.n""#,
                r#""actions":["update"],"before":{"a":1},"after":{"a":2}"#,
                Some("it is about what is only read"),
                "nobody updates what is only read",
            ),
            (
                r#""address":"data.t.n""#,
                r#""actions":["delete"],"before":{"a":1},"after":null"#,
                Some("it is about what is only read"),
                "no engine lists what was read and is read no more (§1.7)",
            ),
            (
                r#""address":"ephemeral.t.n""#,
                r#""actions":["delete"],"before":{"a":1},"after":null"#,
                Some("it is about what is only read"),
                "what is in no state",
            ),
            (
                ADDRESS,
                r#""actions":["update"],"before":{"a":1},"after":{"a":2},"replace_paths":[["a"]]"#,
                Some("it says what forces a replacement"),
                "a replacement that was made an update",
            ),
            (
                ADDRESS,
                r#""actions":["create"],"before":null,"after":{"a":2},"replace_paths":[["a"]]"#,
                Some("it says what forces a replacement"),
                "or a creation",
            ),
            (
                ADDRESS,
                r#""actions":["update"],"before":{"a":1},"after":{"a":2},"replace_paths":[]"#,
                None,
                "nothing forces it",
            ),
            (
                r#""address":"t.n","action_reason":"replace_because_tainted""#,
                r#""actions":["create"],"before":null,"after":{"a":1}"#,
                Some("its reason is one for the loss of the object"),
                "what is created is not tainted",
            ),
            (
                r#""address":"t.n","action_reason":"replace_by_triggers""#,
                r#""actions":["create"],"before":null,"after":{"a":1}"#,
                None,
                "OpenTofu says so of what is created, too (§1.9)",
            ),
            (
                ADDRESS,
                r#""actions":["no-op"],"before":{"a":1},"after":{"a":2}"#,
                Some("the object after it is another"),
                "an update",
            ),
            (
                ADDRESS,
                r#""actions":["no-op"],"before":{"a":1},"after":{"a":1},"before_identity":{"b":1},"after_identity":{"b":2}"#,
                Some("the identity after it is another"),
                "the same values of another object",
            ),
            (
                ADDRESS,
                r#""actions":["no-op"],"before":{"a":1},"after":{"a":1},"before_identity":{"b":1},"after_identity":{"b":1.0}"#,
                None,
                "an identity that stays",
            ),
            (
                ADDRESS,
                r#""actions":["no-op"],"before":{"a":1},"after":{"a":1},"before_identity":{"b":1},"after_identity":null"#,
                None,
                "one that is not known after it",
            ),
            (
                ADDRESS,
                r#""actions":["no-op"],"before":{"a":1},"after":{"a":1},"before_identity":{"b":null,"c":null},"after_identity":{"b":1,"c":"r"}"#,
                None,
                "one that the provider has not told before",
            ),
            (
                ADDRESS,
                r#""actions":["no-op"],"before":{"a":1},"after":{"a":1},"before_identity":{"b":null,"c":"r"},"after_identity":{"b":1,"c":"r"}"#,
                None,
                "one that was told in part",
            ),
            (
                ADDRESS,
                r#""actions":["no-op"],"before":{"a":1},"after":{"a":1},"before_identity":{"b":null,"c":"r"},"after_identity":{"b":1,"c":"s"}"#,
                Some("the identity after it is another"),
                "what was told of it changes",
            ),
            (
                ADDRESS,
                r#""actions":["no-op"],"before":{"a":1},"after":{"a":1},"before_identity":{"b":1,"c":null},"after_identity":{"b":null,"c":2}"#,
                Some("the identity after it is another"),
                "nothing of it stays",
            ),
            (
                ADDRESS,
                r#""actions":["no-op"],"before":{"a":1},"after":{"a":1},"before_identity":"b","after_identity":"c""#,
                Some("the identity after it is another"),
                "what is no object",
            ),
            (
                ADDRESS,
                r#""actions":["no-op"],"before":{"a":1},"after":{"a":1},"before_identity":{"b":1},"after_identity":{"b":1,"b":2}"#,
                Some("the identity after it is another"),
                "whoever reads it may take either",
            ),
            (
                ADDRESS,
                r#""actions":["update"],"before":{"a":1},"after":{"a":2},"before_identity":{"b":1},"after_identity":{"b":2}"#,
                None,
                "an update may change it",
            ),
            (
                ADDRESS,
                r#""actions":["no-op"],"before":{"a":1},"after":{}"#,
                Some("the object after it is another"),
                "an update to what is known after apply",
            ),
            (
                ADDRESS,
                r#""actions":["no-op"],"before":null,"after":{"a":1}"#,
                Some("there is no object before it"),
                "a creation",
            ),
            (
                ADDRESS,
                r#""actions":["no-op"],"before":{"a":1},"after":null"#,
                Some("there is no object after it"),
                "a deletion",
            ),
            (
                ADDRESS,
                r#""actions":["forget"],"before":{"a":1},"after":{"a":2}"#,
                Some("there is an object after it"),
                "an update",
            ),
            (
                r#""address":"module.m.t.n","module_address":"module.m""#,
                r#""actions":["no-op"],"before":{"a":1},"after":{"a":1}"#,
                None,
                "in its module",
            ),
            (
                r#""address":"module.m.t.n""#,
                r#""actions":["delete"],"before":{"a":1},"after":null"#,
                None,
                "the address alone tells of the module",
            ),
            (
                r#""address":"module.prod.t.n","module_address":"module.sandbox""#,
                r#""actions":["delete"],"before":{"a":1},"after":null"#,
                Some("its module is another than its address says"),
                "where other levels may hold",
            ),
            (
                r#""address":"module.a.module.b.t.n","module_address":"module.a""#,
                r#""actions":["no-op"],"before":{"a":1},"after":{"a":1}"#,
                Some("its module is another than its address says"),
                "the module around it",
            ),
            (
                r#""address":"t.waived","name":"n""#,
                r#""actions":["delete"],"before":{"a":1},"after":null"#,
                Some("its name is another than its address says"),
                "a waiver for the address would permit it",
            ),
            (
                r#""address":"t.n[0]","name":"n","index":"0""#,
                r#""actions":["delete"],"before":{"a":1},"after":null"#,
                Some("its key is another than its address says"),
                "a text is no number",
            ),
            (
                r#""address":"t.n[\"a.b\"]","name":"n","index":"a.b""#,
                r#""actions":["delete"],"before":{"a":1},"after":null"#,
                None,
                "the key that the address has",
            ),
            (
                r#""address":"t.n","action_reason":"forgot_because_lifecycle_destroy_in_state""#,
                r#""actions":["no-op"],"before":{"a":1},"after":{"a":1}"#,
                Some("its reason is one for the loss of the object"),
                "what is forgotten",
            ),
            (
                r#""address":"t.n","module_address":"no module""#,
                r#""actions":["no-op"],"before":{"a":1},"after":{"a":1}"#,
                Some("its module is another than its address says"),
                "what is none",
            ),
            (
                r#""address":"no address","mode":"managed","type":"t""#,
                r#""actions":["read"],"before":{"a":1},"after":{"a":2}"#,
                Some("it is about a managed resource"),
                "the mode tells where the address does not",
            ),
            (
                r#""address":"no address""#,
                r#""actions":["delete"],"before":{"a":1},"after":null"#,
                Some("it does not tell of what type its object is"),
                "no rule could judge it",
            ),
            (
                r#""address":"","type":"","name":"n""#,
                r#""actions":["delete"],"before":{"a":1},"after":null"#,
                Some("it does not tell of what type its object is"),
                "nor by an empty one",
            ),
            (
                r#""address":"","type":"t","name":"n","mode":"managed""#,
                r#""actions":["delete"],"before":{"a":1},"after":null"#,
                None,
                "the parts tell it where the address is empty",
            ),
        ] {
            let text = format!(r#"{{{element},"change":{{{change}}}}}"#);
            let wire: ResourceChange<'_> = serde_json::from_str(&text).unwrap();
            let address = address_text(&wire);
            let parsed = Address::parse(&address).ok();
            assert_eq!(of(&wire, parsed.as_ref()), wanted, "{why}");
        }
    }
}
