//! A value that an attribute is compared with, as data files write it.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer};

use crate::facts::Truth;
use crate::facts::attr::Attr;
use crate::json::Kind;

#[derive(Clone, Debug, PartialEq)]
pub(in crate::rules) enum Value {
    Bool(bool),
    Number(i64),
    Text(String),
    /// An object, whatever is in it, where it is enough that it stands there; `{}` in the files.
    Object,
}

impl Value {
    /// Whether it is what an attribute holds. Most services do not mind the case of letters in names of roles and the
    /// like, and for the others a name in another case is none.
    pub(in crate::rules) fn is(&self, attr: Attr<'_, '_>) -> Truth {
        match self {
            Self::Bool(wanted) => attr.equals_bool(*wanted),
            Self::Number(wanted) => attr.equals_number(*wanted),
            Self::Text(wanted) => attr.is_one_of(&[wanted]),
            Self::Object if attr.is_unknown() => Truth::Unknown,
            Self::Object => (attr.kind() == Some(Kind::Object)).into(),
        }
    }

    /// Whether it is, letter by letter.
    fn is_exactly(&self, attr: Attr<'_, '_>) -> Truth {
        match self {
            Self::Text(wanted) => attr.equals_text(wanted),
            other => other.is(attr),
        }
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match toml::Value::deserialize(deserializer)? {
            toml::Value::Boolean(value) => Ok(Self::Bool(value)),
            toml::Value::Integer(value) => Ok(Self::Number(value)),
            toml::Value::String(value) => Ok(Self::Text(value)),
            toml::Value::Table(value) if value.is_empty() => Ok(Self::Object),
            _ => Err(serde::de::Error::custom(
                "expected a boolean, a number, a string or `{}`",
            )),
        }
    }
}

impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Bool(value) => value.fmt(f),
            Self::Number(value) => value.fmt(f),
            Self::Text(value) => write!(f, "{value:?}"),
            Self::Object => f.write_str("{}"),
        }
    }
}

/// Attributes, each with values, beside which an entry of a table counts; by paths as [`Attr::at_path`] reads them.
#[derive(Debug, Default, Deserialize)]
#[serde(transparent)]
pub(in crate::rules) struct Beside(pub(super) BTreeMap<String, Vec<Value>>);

impl Beside {
    /// Whether one of the attributes is known to have one of its values.
    pub(in crate::rules) fn holds(&self, object: Attr<'_, '_>) -> bool {
        self.has_one(object, Value::is).is_true()
    }

    /// Whether one is, in the case in which it is written: what a provider compares so, it does not find in another.
    pub(in crate::rules) fn holds_exactly(&self, object: Attr<'_, '_>) -> bool {
        self.has_one(object, Value::is_exactly).is_true()
    }

    /// Whether one is known to have, or nothing is asked for.
    pub(in crate::rules) fn allows(&self, object: Attr<'_, '_>) -> bool {
        self.may_allow(object).is_true()
    }

    /// Whether one has, or nothing is asked for. What nobody switched on is off.
    pub(in crate::rules) fn may_allow(&self, object: Attr<'_, '_>) -> Truth {
        let is_off = |(path, values): (&String, &Vec<Value>)| {
            values.contains(&Value::Bool(false)) && object.at_path(path).iter().all(|attr| attr.is_unset())
        };
        if self.0.is_empty() || self.0.iter().any(is_off) {
            return Truth::True;
        }
        self.has_one(object, Value::is)
    }

    fn has_one<'a>(&self, object: Attr<'_, 'a>, is: fn(&Value, Attr<'_, 'a>) -> Truth) -> Truth {
        let has = |(path, values): (&String, &Vec<Value>)| {
            let held = object.at_path(path).into_iter();
            Truth::any(held.map(|attr| Truth::any(values.iter().map(|value| is(value, attr)))))
        };
        Truth::any(self.0.iter().map(has))
    }
}
