//! What a document holds beyond the types: members that a later version of the format added, or somebody else.

use std::cell::RefCell;

use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};

use super::raw::Raw;

/// The values of all members of a document that its type ignores, at any depth: what nobody here knows.
///
/// # Errors
///
/// A text that is no such document.
pub(crate) fn passed_over<'de, T: Deserialize<'de>>(json: &'de str) -> serde_json::Result<Vec<Raw<'de>>> {
    let ignored = RefCell::default();
    T::deserialize(Watch {
        inner: &mut serde_json::Deserializer::from_str(json),
        ignored: &ignored,
    })?;
    Ok(ignored.into_inner())
}

/// A part of a deserializer that keeps every value that the type ignores.
struct Watch<'w, 'de, T> {
    inner: T,
    ignored: &'w RefCell<Vec<Raw<'de>>>,
}

macro_rules! watched {
    ($($method:ident),+) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
            self.inner.$method(Watch { inner: visitor, ignored: self.ignored })
        }
    )+};
}

impl<'de, D: Deserializer<'de>> Deserializer<'de> for Watch<'_, 'de, D> {
    type Error = D::Error;

    watched!(
        deserialize_any,
        deserialize_bool,
        deserialize_i8,
        deserialize_i16,
        deserialize_i32,
        deserialize_i64,
        deserialize_u8,
        deserialize_u16,
        deserialize_u32,
        deserialize_u64,
        deserialize_f32,
        deserialize_f64,
        deserialize_char,
        deserialize_str,
        deserialize_string,
        deserialize_bytes,
        deserialize_byte_buf,
        deserialize_option,
        deserialize_unit,
        deserialize_seq,
        deserialize_map,
        deserialize_identifier
    );

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        let value = Raw::deserialize(self.inner)?;
        self.ignored.borrow_mut().push(value);
        visitor.visit_unit()
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, name: &'static str, v: V) -> Result<V::Value, D::Error> {
        // A raw value is taken as it is, so nothing in it is ignored.
        self.inner.deserialize_newtype_struct(name, v)
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(self, name: &'static str, v: V) -> Result<V::Value, D::Error> {
        self.inner.deserialize_unit_struct(name, v)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, len: usize, v: V) -> Result<V::Value, D::Error> {
        self.inner.deserialize_tuple(len, v)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        len: usize,
        v: V,
    ) -> Result<V::Value, D::Error> {
        self.inner.deserialize_tuple_struct(name, len, v)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        let watched = Watch {
            inner: visitor,

            ignored: self.ignored,
        };
        self.inner.deserialize_struct(name, fields, watched)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        v: V,
    ) -> Result<V::Value, D::Error> {
        self.inner.deserialize_enum(name, variants, v)
    }
}

macro_rules! passed_on {
    ($($method:ident: $kind:ty),+) => {$(
        fn $method<E: Error>(self, value: $kind) -> Result<V::Value, E> {
            self.inner.$method(value)
        }
    )+};
}

impl<'de, V: Visitor<'de>> Visitor<'de> for Watch<'_, 'de, V> {
    type Value = V::Value;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.inner.expecting(f)
    }

    passed_on!(visit_bool: bool, visit_u64: u64, visit_i64: i64, visit_f64: f64);
    passed_on!(visit_str: &str, visit_borrowed_str: &'de str, visit_string: String);

    fn visit_unit<E: Error>(self) -> Result<V::Value, E> {
        self.inner.visit_unit()
    }

    fn visit_none<E: Error>(self) -> Result<V::Value, E> {
        self.inner.visit_none()
    }

    fn visit_some<D: Deserializer<'de>>(self, inner: D) -> Result<V::Value, D::Error> {
        self.inner.visit_some(Watch {
            inner,

            ignored: self.ignored,
        })
    }

    fn visit_seq<A: SeqAccess<'de>>(self, inner: A) -> Result<V::Value, A::Error> {
        self.inner.visit_seq(Watch {
            inner,

            ignored: self.ignored,
        })
    }

    fn visit_map<A: MapAccess<'de>>(self, inner: A) -> Result<V::Value, A::Error> {
        self.inner.visit_map(Watch {
            inner,
            ignored: self.ignored,
        })
    }
}

impl<'de, S: DeserializeSeed<'de>> DeserializeSeed<'de> for Watch<'_, 'de, S> {
    type Value = S::Value;

    fn deserialize<D: Deserializer<'de>>(self, inner: D) -> Result<S::Value, D::Error> {
        self.inner.deserialize(Watch {
            inner,

            ignored: self.ignored,
        })
    }
}

impl<'de, A: SeqAccess<'de>> SeqAccess<'de> for Watch<'_, 'de, A> {
    type Error = A::Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, inner: S) -> Result<Option<S::Value>, A::Error> {
        self.inner.next_element_seed(Watch {
            inner,

            ignored: self.ignored,
        })
    }
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Watch<'_, 'de, A> {
    type Error = A::Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, A::Error> {
        self.inner.next_key_seed(seed)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, inner: S) -> Result<S::Value, A::Error> {
        self.inner.next_value_seed(Watch {
            inner,
            ignored: self.ignored,
        })
    }
}
