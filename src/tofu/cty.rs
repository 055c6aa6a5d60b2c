//! The types of values, as the engines encode them.

use serde::Deserialize;

use super::map::Map;
use super::raw::Raw;
use super::text::Text;

/// How deep types may stand in types.
const MAX_DEPTH: usize = 64;

/// A type or type constraint (§2.9): of an output's value, or of a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Type<'a> {
    /// `"string"`.
    String,
    /// `"number"`.
    Number,
    /// `"bool"`.
    Bool,
    /// `"dynamic"`: any type.
    Dynamic,
    /// `["list", T]`.
    List(Box<Type<'a>>),
    /// `["set", T]`.
    Set(Box<Type<'a>>),
    /// `["map", T]`.
    Map(Box<Type<'a>>),
    /// `["object", {…}]`.
    Object {
        /// Attributes by name.
        attributes: Map<'a, Type<'a>>,
        /// Names of those that may be left out; in constraints of variables alone.
        optional: Vec<Text<'a>>,
    },
    /// `["tuple", […]]`.
    Tuple(Vec<Type<'a>>),
}

/// Why a type cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TypeError {
    /// Types in types beyond what anybody writes.
    #[error("types are nested more than {MAX_DEPTH} deep")]
    TooDeep,
    /// Not the encoding of a type.
    #[error("this is not the encoding of a type")]
    Malformed,
}

impl<'a> Type<'a> {
    /// Reads the encoding of a type.
    ///
    /// # Errors
    ///
    /// [`TypeError::Malformed`] if it is none, and [`TypeError::TooDeep`] if it has more types in types than anybody writes.
    pub fn parse(raw: Raw<'a>) -> Result<Self, TypeError> {
        Self::read(raw, 0)
    }

    fn read(raw: Raw<'a>, depth: usize) -> Result<Self, TypeError> {
        if depth > MAX_DEPTH {
            return Err(TypeError::TooDeep);
        }
        let inner = |raw: Raw<'a>| Self::read(raw, depth + 1);
        if let Some(word) = raw.as_string() {
            return match word.as_str() {
                "string" => Ok(Self::String),
                "number" => Ok(Self::Number),
                "bool" => Ok(Self::Bool),
                "dynamic" => Ok(Self::Dynamic),
                _ => Err(TypeError::Malformed),
            };
        }
        let parts: Vec<Raw<'a>> = parse(raw)?;
        let kind = parts.first().and_then(Raw::as_string).ok_or(TypeError::Malformed)?;
        match (kind.as_str(), parts.get(1..).unwrap_or_default()) {
            ("list", &[element]) => inner(element).map(Box::new).map(Self::List),
            ("set", &[element]) => inner(element).map(Box::new).map(Self::Set),
            ("map", &[element]) => inner(element).map(Box::new).map(Self::Map),
            ("object", &[attributes, ref optional @ ..]) if optional.len() < 2 => Ok(Self::Object {
                attributes: parse::<Map<'a, Raw<'a>>>(attributes)?.try_map(inner)?,
                optional: optional
                    .first()
                    .map(|&names| parse(names))
                    .transpose()?
                    .unwrap_or_default(),
            }),
            ("tuple", &[elements]) => parse::<Vec<Raw<'a>>>(elements)?
                .into_iter()
                .map(inner)
                .collect::<Result<_, _>>()
                .map(Self::Tuple),
            _ => Err(TypeError::Malformed),
        }
    }
}

/// The error of serde is dropped, since it may quote what stands there.
fn parse<'a, T: Deserialize<'a>>(raw: Raw<'a>) -> Result<T, TypeError> {
    serde_json::from_str(raw.text()).map_err(|_| TypeError::Malformed)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(json: &str) -> Result<Type<'_>, TypeError> {
        Type::parse(serde_json::from_str(json).unwrap())
    }

    #[test]
    fn reads_every_encoding() {
        let boxed = || Box::new(Type::String);
        for (json, expected) in [
            (r#""string""#, Type::String),
            (r#""number""#, Type::Number),
            (r#""bool""#, Type::Bool),
            (r#""dynamic""#, Type::Dynamic),
            (r#"["list","string"]"#, Type::List(boxed())),
            (r#"["set","string"]"#, Type::Set(boxed())),
            (r#"["map",["list","string"]]"#, Type::Map(Box::new(Type::List(boxed())))),
            (r#"["tuple",[]]"#, Type::Tuple(Vec::new())),
            (
                r#"["tuple",["bool",["set","string"]]]"#,
                Type::Tuple(vec![Type::Bool, Type::Set(boxed())]),
            ),
        ] {
            assert_eq!(read(json), Ok(expected), "{json}");
        }
        let Ok(Type::Object { attributes, optional }) = read(r#"["object",{"a":"number","b":"bool"},["b"]]"#) else {
            panic!("an object type");
        };
        assert_eq!(attributes.get("a"), Some(&Type::Number));
        assert_eq!((attributes.len(), optional), (2, vec![Text::new("b")]));
        assert!(
            matches!(read(r#"["object",{}]"#), Ok(Type::Object { .. })),
            "an output's object type has no third part"
        );
    }

    #[test]
    fn refuses_what_is_no_type() {
        for (json, why) in [
            ("null", "not a type"),
            (r#""String""#, "words are lower case"),
            ("[]", "a list without a word"),
            (r#"["list"]"#, "no element type"),
            (r#"["list","string","string"]"#, "two element types"),
            (r#"["map",["string"]]"#, "an inner one"),
            (r#"["object",[]]"#, "attributes are an object"),
            (r#"["object",{"a":"number","a":"bool"}]"#, "an attribute twice"),
            (r#"["object",{},[],[]]"#, "four parts"),
            (r#"["tuple",{}]"#, "elements are a list"),
            (r#"["capsule","string"]"#, "no such word"),
            (r#"{"list":"string"}"#, "an object"),
        ] {
            assert_eq!(read(json), Err(TypeError::Malformed), "{why}");
        }
    }

    #[test]
    fn hostile_depth_ends_in_an_error() {
        for (levels, expected) in [
            (60, None),
            (100, Some(TypeError::TooDeep)),
            (100_000, Some(TypeError::TooDeep)),
        ] {
            let json = format!("{}\"string\"{}", r#"["list","#.repeat(levels), "]".repeat(levels));
            assert_eq!(read(&json).err(), expected, "{levels}");
        }
    }
}
