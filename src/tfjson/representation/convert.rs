//! Types of variables as the engines print them, and defaults converted to them.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::constant;
use crate::hcljson::Value;
use crate::hcljson::template::{Native, NativeKind, Part};
use crate::json::Number;
use crate::order;
use crate::tfjson::Type;

/// A type in JSON: a word, or a list of a word and what it is of.
pub(super) fn print(kind: &Type) -> serde_json::Value {
    let of = |word: &str, of: &Type| serde_json::json!([word, print(of)]);
    match kind {
        Type::Any => "dynamic".into(),
        Type::String => "string".into(),
        Type::Number => "number".into(),
        Type::Bool => "bool".into(),
        Type::List(element) => of("list", element),
        Type::Set(element) => of("set", element),
        Type::Map(element) => of("map", element),
        Type::Tuple(elements) => {
            let elements: Vec<_> = elements.iter().map(print).collect();
            serde_json::json!(["tuple", elements])
        }
        Type::Object(attributes) => {
            let mut types = serde_json::Map::new();
            types.extend(attributes.iter().map(|(name, (kind, _))| (name.clone(), print(kind))));
            let optional: Vec<&String> = attributes
                .iter()
                .filter(|(_, (_, optional))| *optional)
                .map(|(name, _)| name)
                .collect();
            if optional.is_empty() {
                serde_json::json!(["object", types])
            } else {
                serde_json::json!(["object", types, optional])
            }
        }
    }
}

/// A value with the defaults that a type gives to optional attributes which are absent or null.
pub(super) fn with_defaults<'t>(native: &Native<'t>, value: Value<'t>) -> Value<'t> {
    let NativeKind::Call(call) = &native.kind else {
        return value;
    };
    match (call.name.as_slice(), call.arguments.first(), value) {
        (["list" | "set"], Some(of), Value::Tuple(elements)) => {
            Value::Tuple(elements.into_iter().map(|element| with_defaults(of, element)).collect())
        }
        (["map"], Some(of), Value::Object(entries)) => {
            let entries = entries.into_iter();
            Value::Object(order::map(
                entries.map(|(name, entry)| (name, with_defaults(of, entry))),
            ))
        }
        (["tuple"], Some(of), Value::Tuple(elements)) => match &of.kind {
            NativeKind::Tuple(types) if types.len() == elements.len() => Value::Tuple(
                types
                    .iter()
                    .zip(elements)
                    .map(|(of, element)| with_defaults(of, element))
                    .collect(),
            ),
            _ => Value::Tuple(elements),
        },
        (["object"], Some(of), Value::Object(mut entries)) => {
            if let NativeKind::Object(attributes) = &of.kind {
                for (key, kind) in attributes {
                    let Some(name) = attribute_name(key) else { continue };
                    attribute_default(&name, kind, &mut entries);
                }
            }
            Value::Object(entries)
        }
        (_, _, value) => value,
    }
}

fn attribute_default<'t>(name: &str, kind: &Native<'t>, entries: &mut BTreeMap<Cow<'t, str>, Value<'t>>) {
    let (kind, default) = match &kind.kind {
        NativeKind::Call(call) if call.name == ["optional"] => match call.arguments.as_slice() {
            [kind, default] => (kind, Some(default)),
            [kind] => (kind, None),
            _ => return,
        },
        _ => (kind, None),
    };
    let given = entries.remove(name).filter(|value| *value != Value::Null);
    if let Some(value) = given.or_else(|| default.map(Value::of)) {
        entries.insert(Cow::Owned(name.to_owned()), with_defaults(kind, value));
    }
}

fn attribute_name(key: &Native<'_>) -> Option<String> {
    match &key.kind {
        NativeKind::Variable(word) if word.steps.is_empty() => Some(word.root.to_owned()),
        NativeKind::Template(parts) => match parts.as_slice() {
            [Part::Literal(name)] => Some(name.to_string()),
            _ => None,
        },
        _ => None,
    }
}

/// A value converted to a type; what does not convert stays, since the engines refuse it.
pub(super) fn convert<'t>(kind: &Type, value: Value<'t>) -> Value<'t> {
    match (kind, value) {
        (Type::String, Value::Number(number)) => {
            let text = constant::decimal(&number).into_owned();
            Value::String(Cow::Owned(text))
        }
        (Type::String, Value::Bool(value)) => Value::String(Cow::Borrowed(if value { "true" } else { "false" })),
        (Type::Number, Value::String(text)) if Number::parse(&text).is_some() => Value::Number(text),
        (Type::Bool, Value::String(text)) => match Value::String(text.clone()).into_bool() {
            Some(value) => Value::Bool(value),
            None => Value::String(text),
        },
        (Type::List(of), Value::Tuple(elements)) => Value::Tuple(all(of, elements)),
        (Type::Set(of), Value::Tuple(elements)) => Value::Tuple(distinct(all(of, elements))),
        (Type::Map(of), Value::Object(entries)) => {
            let (names, values): (Vec<_>, Vec<_>) = entries.into_iter().unzip();
            Value::Object(order::map(names.into_iter().zip(all(of, values))))
        }
        (Type::Tuple(types), Value::Tuple(elements)) if types.len() == elements.len() => {
            let converted = types.iter().zip(elements).map(|(of, element)| convert(of, element));
            Value::Tuple(converted.collect())
        }
        (Type::Object(attributes), Value::Object(mut entries)) => {
            let attribute = |(name, (of, _)): (&String, &(Type, bool))| {
                let value = entries.remove(name.as_str()).unwrap_or(Value::Null);
                (Cow::Owned(name.clone()), convert(of, value))
            };
            Value::Object(order::map(attributes.iter().map(attribute)))
        }
        (_, value) => value,
    }
}

/// Elements of one type; where that is any, strings win over what becomes one.
fn all<'t>(of: &Type, elements: Vec<Value<'t>>) -> Vec<Value<'t>> {
    let is_simple = |value: &Value<'_>| {
        matches!(
            value,
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_)
        )
    };
    let has_string = elements.iter().any(|value| matches!(value, Value::String(_)));
    let of = match of {
        Type::Any if has_string && elements.iter().all(is_simple) => &Type::String,
        of => of,
    };
    elements.into_iter().map(|element| convert(of, element)).collect()
}

/// The elements of a set: strings in order, each once. Others stay as they are, for the engines sort them by a hash.
fn distinct(mut elements: Vec<Value<'_>>) -> Vec<Value<'_>> {
    let text = |value: &Value<'_>| match value {
        Value::String(text) => Some(text.to_string()),
        _ => None,
    };
    if elements.iter().all(|element| text(element).is_some()) {
        order::sort_by_key(&mut elements, text);
        elements.dedup();
    }
    elements
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hcljson::File;

    #[test]
    fn defaults_are_converted_to_the_type() {
        for (kind, json, printed, default, why) in [
            ("string", "1.0", r#""string""#, r#""1""#, "a number as text"),
            ("number", r#""12""#, r#""number""#, "12", "a text as number"),
            ("bool", r#""true""#, r#""bool""#, "true", "a text as truth"),
            (
                "list",
                r#"[1, "a"]"#,
                r#"["list","dynamic"]"#,
                r#"["1","a"]"#,
                "one type for all",
            ),
            (
                "set(string)",
                r#"["b", "a", "b"]"#,
                r#"["set","string"]"#,
                r#"["a","b"]"#,
                "a set",
            ),
            (
                "map(number)",
                r#"{"a": "1"}"#,
                r#"["map","number"]"#,
                r#"{"a":1}"#,
                "each element",
            ),
            (
                "tuple([string, any])",
                "[1, 1]",
                r#"["tuple",["string","dynamic"]]"#,
                r#"["1",1]"#,
                "by place",
            ),
            (
                "object({a = string, b = optional(number, 3), c = optional(bool)})",
                r#"{"a": "x", "d": 1}"#,
                r#"["object",{"a":"string","b":"number","c":"bool"},["b","c"]]"#,
                r#"{"a":"x","b":3,"c":null}"#,
                "optional attributes are filled, superfluous ones dropped",
            ),
            (
                "map(object({a = optional(map(string), {})}))",
                r#"{"k": {"a": null}, "l": {"a": {"x": 1}}}"#,
                r#"["map",["object",{"a":["map","string"]},["a"]]]"#,
                r#"{"k":{"a":{}},"l":{"a":{"x":"1"}}}"#,
                "null takes the default",
            ),
            (
                "list(string)",
                "null",
                r#"["list","string"]"#,
                "null",
                "no value has every type",
            ),
        ] {
            let native = Native::parse(kind).unwrap();
            let file = File::read(json);
            let value = file.root().literal();
            let read = Type::read(&native).unwrap();
            assert_eq!(print(&read).to_string(), printed, "{why}");
            let value = convert(&read, with_defaults(&native, value));
            assert_eq!(constant::print(&value).unwrap().get(), default, "{why}");
        }
    }
}
