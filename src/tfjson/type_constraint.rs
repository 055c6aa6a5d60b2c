//! Type constraints of variables, and whether a literal converts to one.

use std::collections::BTreeMap;

use super::common_type::Literal;
use crate::hcljson::template::{Native, NativeKind};
use crate::hcljson::{Expression, Property, Value};
use crate::order;
use crate::source::Span;

/// A type that a value must have or be converted to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Type {
    /// `any`
    Any,
    /// `string`
    String,
    /// `number`
    Number,
    /// `bool`
    Bool,
    /// `list(…)`
    List(Box<Self>),
    /// `set(…)`
    Set(Box<Self>),
    /// `map(…)`
    Map(Box<Self>),
    /// `tuple([…])`
    Tuple(Vec<Self>),
    /// `object({…})`: each attribute with its type, and whether it may be absent.
    Object(BTreeMap<String, (Self, bool)>),
}

/// Why a text is no type constraint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
#[non_exhaustive]
pub enum TypeError {
    /// No string.
    #[error("a type is written as a string: \"list(string)\"")]
    NotString,
    /// A template.
    #[error("a type is written without ${{ and }}")]
    Templated,
    /// Another case: `String`.
    #[error("the names of types are written in small letters")]
    Capitals,
    /// No such type.
    #[error("types are string, number, bool, any, list(…), set(…), map(…), object({{…}}) and tuple([…])")]
    Unknown,
    /// Wrong arguments.
    #[error("the type takes other arguments")]
    Arguments,
    /// Names of attributes that are none, or stand there twice.
    #[error("in object({{…}}) each attribute is named once, by a word without quotation marks")]
    Names,
    /// `optional` outside of an object.
    #[error("optional(…) stands only in object({{…}})")]
    Optional,
    /// A default in `optional` that does not convert to its type.
    #[error("the default in optional(…) is a constant that fits the type beside it")]
    OptionalDefault,
}

/// Words that are types by themselves. Newer versions of Terraform take them for nothing else where they stand alone.
pub(super) const TYPE_WORDS: &[&str] = &["string", "number", "bool", "any"];

impl Type {
    /// The type that an expression says.
    ///
    /// # Errors
    ///
    /// What is wrong with it, and where, if it does not say one.
    pub fn read(native: &Native<'_>) -> Result<Self, (TypeError, Span)> {
        match lone_word(native) {
            // As they were written once.
            Some("list") => Ok(Self::List(Box::new(Self::Any))),
            Some("map") => Ok(Self::Map(Box::new(Self::Any))),
            _ => Self::nested(native),
        }
    }

    /// The type that an argument says; `None` where it says none.
    pub(super) fn of_argument(argument: Property<'_, '_>) -> Option<Self> {
        let read = Expression::new(argument.value()).native(|_, native| Self::read(native).ok());
        read.ok().flatten()
    }

    /// The type of what was never written otherwise: of outputs, and given to functions.
    pub(super) fn exact(native: &Native<'_>) -> Result<Self, (TypeError, Span)> {
        Self::nested(native)
    }

    fn nested(native: &Native<'_>) -> Result<Self, (TypeError, Span)> {
        if let Some(word) = lone_word(native) {
            return match word {
                "any" => Ok(Self::Any),
                "string" => Ok(Self::String),
                "number" => Ok(Self::Number),
                "bool" => Ok(Self::Bool),
                "list" | "set" | "map" | "object" | "tuple" => Err((TypeError::Arguments, native.span)),
                word if word.chars().any(char::is_uppercase) => Err((TypeError::Capitals, native.span)),
                _ => Err((TypeError::Unknown, native.span)),
            };
        }
        let NativeKind::Call(call) = &native.kind else {
            return Err((TypeError::Unknown, native.span));
        };
        let [argument] = call.arguments.as_slice() else {
            let kind = if call.name == ["optional"] {
                TypeError::Optional
            } else {
                TypeError::Arguments
            };
            return Err((kind, call.name_span));
        };
        let of_argument = || Self::nested(argument).map(Box::new);
        match (call.name.as_slice(), &argument.kind) {
            (["list"], _) => of_argument().map(Self::List),
            (["set"], _) => of_argument().map(Self::Set),
            (["map"], _) => of_argument().map(Self::Map),
            (["tuple"], NativeKind::Tuple(elements)) => elements
                .iter()
                .map(Self::nested)
                .collect::<Result<_, _>>()
                .map(Self::Tuple),
            (["object"], NativeKind::Object(entries)) => Self::object(entries),
            (["optional"], _) => Err((TypeError::Optional, call.name_span)),
            (["object" | "tuple"], _) => Err((TypeError::Arguments, argument.span)),
            _ => Err((TypeError::Unknown, call.name_span)),
        }
    }

    fn object(entries: &[(Native<'_>, Native<'_>)]) -> Result<Self, (TypeError, Span)> {
        let mut attributes = BTreeMap::new();
        for (key, value) in entries {
            // No engine takes a name in quotation marks here, nor one twice.
            let name = match key.kind {
                NativeKind::Bool(true) => Some("true"),
                NativeKind::Bool(false) => Some("false"),
                NativeKind::Null => Some("null"),
                _ => lone_word(key),
            };
            let name = name.filter(|name| !attributes.contains_key(*name));
            let name = name.ok_or((TypeError::Names, key.span))?.to_owned();
            let attribute = match &value.kind {
                NativeKind::Call(call) if call.name == ["optional"] => match call.arguments.as_slice() {
                    [kind] => (Self::nested(kind)?, true),
                    [kind, default] => {
                        let kind = Self::nested(kind)?;
                        let mut is_constant = true;
                        default.walk(|_| is_constant = false);
                        if !is_constant || !kind.accepts(&Value::of(default)) {
                            return Err((TypeError::OptionalDefault, default.span));
                        }
                        (kind, true)
                    }
                    _ => return Err((TypeError::Arguments, call.name_span)),
                },
                _ => (Self::nested(value)?, false),
            };
            attributes.insert(name, attribute);
        }
        Ok(Self::Object(attributes))
    }

    /// Whether a literal converts to the type. Unknown values and `null` always do.
    #[must_use]
    pub fn accepts(&self, value: &Value<'_>) -> bool {
        self.converted(value).is_some()
    }

    /// The type of what a literal converts to, where `any` is what stands there; `None` when it does not convert.
    fn converted(&self, value: &Value<'_>) -> Option<Literal> {
        let each = |of: &Self, values: &mut dyn Iterator<Item = &Value<'_>>| {
            let types: Option<Vec<_>> = values.map(|value| of.converted(value)).collect();
            Literal::in_common(&types?).map(Box::new)
        };
        match (self, value) {
            (_, Value::Null) => Some(Literal::Null),
            (_, Value::Unknown) => Some(Literal::Unknown),
            (Self::Any, value) => Some(Literal::of(value)),
            (Self::String, Value::String(_) | Value::Number(_) | Value::Bool(_)) => Some(Literal::String),
            (Self::Number, Value::String(text)) if is_infinite(text) => Some(Literal::Number),
            (Self::Number, value) => value.clone().into_number().map(|_| Literal::Number),
            (Self::Bool, value) => value.clone().into_bool().map(|_| Literal::Bool),
            (Self::List(of), Value::Tuple(elements)) => each(of, &mut elements.iter()).map(Literal::List),
            (Self::Set(of), Value::Tuple(elements)) => each(of, &mut elements.iter()).map(Literal::Set),
            (Self::Map(of), Value::Object(entries)) => each(of, &mut entries.values()).map(Literal::Map),
            (Self::Tuple(types), Value::Tuple(elements)) if types.len() == elements.len() => {
                let converted = types.iter().zip(elements).map(|(of, element)| of.converted(element));
                converted.collect::<Option<_>>().map(Literal::Tuple)
            }
            (Self::Object(attributes), Value::Object(entries)) => {
                let converted = attributes.iter().map(|(name, (of, optional))| {
                    let kind = match entries.get(name.as_str()) {
                        Some(entry) => of.converted(entry)?,
                        None if *optional => Literal::Null,
                        // Letters beyond ASCII are written in several ways, which the engines take for one.
                        None if !name.is_ascii() || entries.keys().any(|known| !known.is_ascii()) => Literal::Unknown,
                        None => return None,
                    };
                    Some((name.clone(), kind))
                });
                let attributes: Option<Vec<_>> = converted.collect();
                attributes.map(|attributes| Literal::Object(order::map(attributes)))
            }
            _ => None,
        }
    }
}

/// The word that an expression is.
fn lone_word<'t>(native: &Native<'t>) -> Option<&'t str> {
    match &native.kind {
        NativeKind::Variable(traversal) if traversal.steps.is_empty() => Some(traversal.root),
        _ => None,
    }
}

/// Whether a text is a number without end, as the engines read them.
fn is_infinite(text: &str) -> bool {
    matches!(text.strip_prefix(['-', '+']).unwrap_or(text), "Inf" | "inf")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_those_of_the_language() {
        for (text, ok, why) in [
            ("string", true, "a primitive"),
            ("list", true, "as it was written once"),
            ("list(map(any))", true, "nested"),
            ("list(list)", false, "the old form only outermost"),
            ("object({a = string, b = optional(number, 3)})", true, "an object"),
            ("tuple([string, bool])", true, "a tuple"),
            ("object({a: string})", true, "a colon"),
            ("object({a-b = string})", true, "a dash in a name"),
            ("object({\"a\" = string})", false, "a name in quotation marks"),
            ("list(object({\"a\" = optional(string)}))", false, "further inside"),
            ("object({(a) = string})", false, "a name that is computed"),
            ("object({1 = string})", false, "a number"),
            (
                "object({true = string, null: bool})",
                true,
                "words that are constants elsewhere",
            ),
            ("object({a = string, a = string})", false, "a name twice"),
            ("optional(string)", false, "only in objects"),
            (
                "object({a = optional(number, \"x\")})",
                false,
                "a default of another type",
            ),
            (
                "object({a = optional(number, \"5\"), b = optional(list(string), [])})",
                true,
                "defaults that convert",
            ),
            (
                "object({a = optional(object({b = optional(string)}), {})})",
                true,
                "one that lacks what may be absent",
            ),
            (
                "object({a = optional(object({b = string}), {})})",
                false,
                "one that lacks what may not",
            ),
            ("object({a = optional(string, null)})", true, "null fits all"),
            (
                "object({a = optional(string, upper(\"a\"))})",
                false,
                "nothing is evaluated there",
            ),
            ("String", false, "another case"),
            ("list(string, number)", false, "too many"),
            ("object(string)", false, "no object"),
            ("var.a", false, "a reference"),
            ("string()", false, "nothing to take"),
        ] {
            let native = Native::parse(text).unwrap();
            assert_eq!(Type::read(&native).is_ok(), ok, "{why}: {text}");
        }
    }

    #[test]
    fn literals_convert_as_in_the_engines() {
        for (kind, json, ok, why) in [
            ("number", r#""12""#, true, "a string of digits"),
            ("number", r#""abc""#, false, "any other string"),
            ("bool", r#""true""#, true, "a word"),
            ("bool", "1", false, "a number is no truth"),
            ("string", "1", true, "anything simple"),
            ("string", "[]", false, "no list"),
            ("list(number)", r#"[1, "2"]"#, true, "element by element"),
            ("set(string)", "{}", false, "an object is no set"),
            ("map(any)", r#"{"a": 1, "b": "x"}"#, true, "anything"),
            (
                "object({a = string, b = optional(bool)})",
                r#"{"a": "x", "c": 1}"#,
                true,
                "superfluous ones are dropped",
            ),
            ("object({a = string})", "{}", false, "an absent one"),
            ("tuple([string])", "[1, 2]", false, "too many"),
            ("list(any)", r#"[1, "x"]"#, true, "both are text"),
            ("list(any)", "[true, 1]", false, "neither is the other"),
            ("list(any)", r#"[true, 1, "x"]"#, true, "all are text"),
            ("list(any)", r#"["x", [1]]"#, false, "a text is no list"),
            ("list(any)", "[[], {}]", false, "nor is a list a map"),
            ("list(any)", r#"[[1], ["x", "y"]]"#, true, "lists of texts"),
            (
                "list(any)",
                "[[1], [[1]]]",
                false,
                "lists of what has nothing in common",
            ),
            ("list(any)", r#"[{"a": 1}, {"b": "x"}]"#, true, "maps of texts"),
            ("list(any)", r#"[{"a": 1}, {"b": [1]}]"#, false, "no maps of one type"),
            ("list(any)", r#"[{"a": 1}, {"a": "x"}]"#, true, "objects of one type"),
            (
                "list(any)",
                r#"[null, 1, "${upper(\"x\")}"]"#,
                true,
                "what is computed may be anything",
            ),
            ("map(any)", r#"{"a": 1, "b": true}"#, false, "maps, too"),
            ("list(list(any))", "[[1], [true]]", false, "of lists"),
            (
                "list(list(string))",
                "[[1], [true]]",
                true,
                "of which the type is given",
            ),
            ("object({a = set(any)})", r#"{"a": [true, 1]}"#, false, "further inside"),
            (
                "list(object({a = any, b = optional(any)}))",
                r#"[{"a": 1}, {"a": "x", "b": 1}]"#,
                true,
                "one that lacks what may be absent",
            ),
            ("number", "null", true, "null fits all"),
        ] {
            let native = Native::parse(kind).unwrap();
            let file = crate::hcljson::File::read(json);
            let value = file.root().literal();
            assert_eq!(Type::read(&native).unwrap().accepts(&value), ok, "{why}: {kind} {json}");
        }
    }
}
