//! How the objects of the format are read: never from an array, `null` as absent, names nobody knows kept aside.

use std::fmt;

use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, Error as _, IgnoredAny, IntoDeserializer, MapAccess, Unexpected,
    Visitor,
};
use serde::forward_to_deserialize_any;

use super::raw::Raw;
use super::text::Text;

/// Implements `Deserialize` for types that derive it with `#[serde(remote = "Self")]`, from an object alone.
///
/// What serde derives would read the fields of a struct from an array as well, in their order, and fill what the array
/// lacks with defaults: `[]` would be a plan that changes nothing.
macro_rules! read_from_object {
    ($($name:ident),+ $(,)?) => {$(
        impl<'de: 'a, 'a> serde::Deserialize<'de> for $name<'a> {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                $name::deserialize($crate::tofu::object::Object(deserializer))
            }
        }
    )+};
}

/// Reads nothing but objects into types with fields `known_properties` and `unknown_properties`, which get the names
/// that stand there.
macro_rules! read_document {
    ($($name:ident),+ $(,)?) => {$(
        impl<'de: 'a, 'a> serde::Deserialize<'de> for $name<'a> {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let mut names = $crate::tofu::object::Names::default();
                let mut read = $name::deserialize($crate::tofu::object::Document(deserializer, &mut names))?;
                read.known_properties = names.known;
                read.unknown_properties = names.unknown;
                Ok(read)
            }
        }
    )+};
}

pub(super) use {read_document, read_from_object};

/// For a field that the engines leave out when empty: `null`, which other programs write for that, is the default.
pub(super) fn or_default<'de, T, D>(deserializer: D) -> Result<T, D::Error>
where
    T: Default + Deserialize<'de>,
    D: Deserializer<'de>,
{
    Option::deserialize(deserializer).map(Option::unwrap_or_default)
}

/// For a field of which `null` is not the same as absent: a value of its own for a raw one, an error for a typed one.
pub(super) fn present<'de, T, D>(deserializer: D) -> Result<Option<T>, D::Error>
where
    T: Deserialize<'de>,
    D: Deserializer<'de>,
{
    T::deserialize(deserializer).map(Some)
}

/// For trees of marks (§2.2, §2.4): a number or a text in the place of one says nothing, and whoever took it for a mark
/// would judge another document.
pub(super) fn marks<'de: 'a, 'a, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Raw<'a>>, D::Error> {
    let raw = Raw::deserialize(deserializer)?;
    if raw.text().starts_with(['t', 'f', 'n', '{', '[']) {
        Ok(Some(raw))
    } else {
        let expected = "marks: a boolean, an object or a list";
        Err(D::Error::invalid_value(Unexpected::Other("something else"), &expected))
    }
}

/// A deserializer of a struct that takes nothing but an object.
pub(super) struct Object<D>(pub(super) D);

impl<'de, D: Deserializer<'de>> Deserializer<'de> for Object<D> {
    type Error = D::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.0.deserialize_map(FromObject { visitor, fields: &[] })
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.0.deserialize_struct(name, fields, FromObject { visitor, fields })
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}

struct FromObject<V> {
    visitor: V,
    fields: &'static [&'static str],
}

impl<'de, V: Visitor<'de>> Visitor<'de> for FromObject<V> {
    type Value = V::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.visitor.expecting(f)
    }

    fn visit_map<A: MapAccess<'de>>(self, object: A) -> Result<V::Value, A::Error> {
        self.visitor.visit_map(SpelledEntries {
            object,
            fields: self.fields,
            next: 0,
            seen: 0,
            slips: Vec::new(),
        })
    }
}

/// The members of an object, of which none is a field with a slip in its name: ignored as unknown, the field would
/// count as absent, and a verdict may hang on it.
struct SpelledEntries<'de, A> {
    object: A,
    fields: &'static [&'static str],
    /// The field behind that which stood there last: the engines write fields in this order.
    next: usize,
    /// A bit for each field that stands there, the lowest for the first.
    seen: u64,
    /// Names that are none of the fields, and almost one.
    slips: Vec<Text<'de>>,
}

impl<'de, A: MapAccess<'de>> SpelledEntries<'de, A> {
    fn check(&self) -> Result<(), A::Error> {
        let absent = |at: usize| self.seen & bit(at) == 0;
        for slip in &self.slips {
            let mut fields = self.fields.iter().enumerate();
            if let Some((_, meant)) = fields.find(|(at, field)| absent(*at) && is_slip(slip, field)) {
                return Err(A::Error::missing_field(meant));
            }
        }
        Ok(())
    }
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for SpelledEntries<'de, A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, A::Error> {
        let Some(key) = self.object.next_key::<Text<'_>>()? else {
            return self.check().map(|()| None);
        };
        let mut places = (self.next..self.fields.len()).chain(0..self.next);
        match places.find(|at| self.fields.get(*at) == Some(&key.as_str())) {
            Some(at) => {
                self.next = at + 1;
                self.seen |= bit(at);
            }
            None if self.fields.iter().any(|field| is_slip(&key, field)) => self.slips.push(key.clone()),
            None => {}
        }
        seed.deserialize(key.as_str().into_deserializer()).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, A::Error> {
        self.object.next_value_seed(seed)
    }
}

/// The bit of a field by its number; no struct has more than 64.
fn bit(field: usize) -> u64 {
    let number = u32::try_from(field).ok();
    number.and_then(|number| 1_u64.checked_shl(number)).unwrap_or_default()
}

/// Whether a name is that of a field but for one letter, or for capitals; of short names nobody can say.
fn is_slip(name: &str, field: &str) -> bool {
    let is_as_long = field.len() >= 4 && name.len().abs_diff(field.len()) <= 1;
    is_as_long && strsim::osa_distance(&name.to_ascii_lowercase(), field) <= 1
}

/// The names of an object's members, in their order.
#[derive(Default)]
pub(super) struct Names<'a> {
    /// Those that are a field.
    pub(super) known: Vec<Text<'a>>,
    /// Those that are not.
    pub(super) unknown: Vec<Text<'a>>,
}

/// A deserializer of a struct that takes nothing but an object, and notes the names in it.
pub(super) struct Document<'n, 'a, D>(pub(super) D, pub(super) &'n mut Names<'a>);

impl<'de: 'a, 'a, D: Deserializer<'de>> Deserializer<'de> for Document<'_, 'a, D> {
    type Error = D::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.0.deserialize_map(FromObject { visitor, fields: &[] })
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        let names = self.1;
        self.0
            .deserialize_struct(name, fields, FromDocument { visitor, fields, names })
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}

/// A visitor that passes the object on without the names that nobody knows.
struct FromDocument<'n, 'a, V> {
    visitor: V,
    fields: &'static [&'static str],
    names: &'n mut Names<'a>,
}

impl<'de: 'a, 'a, V: Visitor<'de>> Visitor<'de> for FromDocument<'_, 'a, V> {
    type Value = V::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.visitor.expecting(f)
    }

    fn visit_map<A: MapAccess<'de>>(self, object: A) -> Result<V::Value, A::Error> {
        let Self { visitor, fields, names } = self;
        visitor.visit_map(KnownEntries { object, fields, names })
    }
}

struct KnownEntries<'n, 'a, A> {
    object: A,
    fields: &'static [&'static str],
    names: &'n mut Names<'a>,
}

impl<'de: 'a, 'a, A: MapAccess<'de>> MapAccess<'de> for KnownEntries<'_, 'a, A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, A::Error> {
        while let Some(key) = self.object.next_key::<Text<'_>>()? {
            if self.fields.contains(&key.as_str()) {
                let field = seed.deserialize(key.as_str().into_deserializer()).map(Some);
                self.names.known.push(key);
                return field;
            }
            self.object.next_value::<IgnoredAny>()?;
            self.names.unknown.push(key);
        }
        Ok(None)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, A::Error> {
        self.object.next_value_seed(seed)
    }
}
