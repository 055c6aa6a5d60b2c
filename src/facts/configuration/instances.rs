//! Which instances a block makes, as far as a plan says so: how many is mostly known to the engine alone.

use super::configured::ConfiguredResource;
use crate::facts::address::Key;
use crate::json;
use crate::tofu::{Expression, Map, Raw};

/// The instances of a block.
#[derive(Debug)]
pub(crate) enum Instances<'a> {
    /// Nothing tells: also where no repetition stands there, since engines leave a function of constants out (§1.11).
    Unknown,
    /// As many as the constant.
    Counted(u64),
    /// Some that are counted.
    Numbered,
    /// One a name of the constant.
    Named(Map<'a, Raw<'a>>),
    /// Some with names.
    Keyed,
}

impl<'a> Instances<'a> {
    /// Those of a block.
    pub(crate) fn of(resource: ConfiguredResource<'_, 'a>) -> Self {
        let wire = resource.wire;
        if let Some(each) = &wire.for_each_expression {
            let names = constant(each).and_then(|raw| json::decode(raw.text()).ok());
            return names.map_or(Self::Keyed, Self::Named);
        }
        match &wire.count_expression {
            Some(count) => {
                let number = constant(count).and_then(|raw| raw.text().parse().ok());
                number.map_or(Self::Numbered, Self::Counted)
            }
            None => Self::Unknown,
        }
    }

    /// Whether one with this key is among them, or may be.
    pub(crate) fn may_have(&self, key: &Key<'_>) -> bool {
        match (self, key) {
            (Self::Unknown, _) | (Self::Numbered, Key::Int(_)) | (Self::Keyed, Key::Str(_)) => true,
            (Self::Counted(count), Key::Int(index)) => index < count,
            (Self::Named(names), Key::Str(name)) => names.get(name).is_some(),
            (_, key) => matches!(key, Key::Wildcard),
        }
    }
}

/// In JSON syntax a template is a constant and has references.
fn constant<'a>(expression: &Expression<'a>) -> Option<Raw<'a>> {
    expression.constant_value.filter(|_| expression.references.is_empty())
}

#[cfg(test)]
mod tests {
    use crate::facts::configuration::declaration::Declaration;
    use crate::facts::configuration::modules::Modules;
    use crate::json::Pointer;

    use super::*;

    fn may_have(repetition: &str, key: &Key<'_>) -> bool {
        let json = format!(r#"{{"root_module":{{"resources":[{{"address":"t.n"{repetition}}}]}}}}"#);
        let configuration = json::decode(&json).unwrap();
        let modules = Modules::new(&configuration, Pointer::root());
        let resource = modules.declaration("t.n").and_then(Declaration::resource).unwrap();
        Instances::of(resource).may_have(key)
    }

    #[test]
    fn an_instance_is_missed_where_a_constant_says_so() {
        let one = Key::Str("one".into());
        for (repetition, key, expected, why) in [
            ("", Key::None, true, "the one"),
            ("", Key::Int(0), true, "a count of a function of constants is left out"),
            (
                r#","count_expression":{"constant_value":2}"#,
                Key::Int(1),
                true,
                "the last",
            ),
            (
                r#","count_expression":{"constant_value":2}"#,
                Key::Int(2),
                false,
                "one more",
            ),
            (
                r#","count_expression":{"constant_value":0}"#,
                Key::Int(0),
                false,
                "none at all",
            ),
            (
                r#","count_expression":{"constant_value":2}"#,
                Key::None,
                false,
                "before it was counted",
            ),
            (
                r#","count_expression":{"constant_value":2}"#,
                one.clone(),
                false,
                "a name is no number",
            ),
            (
                r#","count_expression":{"constant_value":"2"}"#,
                Key::Int(5),
                true,
                "a text, which engines convert",
            ),
            (
                r#","count_expression":{"constant_value":null}"#,
                Key::Int(5),
                true,
                "no number",
            ),
            (
                r#","count_expression":{"references":["var.n"]}"#,
                Key::Int(5),
                true,
                "nobody knows",
            ),
            (
                r#","count_expression":{"references":["var.n"]}"#,
                Key::None,
                false,
                "but that it is counted",
            ),
            (
                r#","count_expression":{"constant_value":"${var.n}","references":["var.n"]}"#,
                Key::Int(5),
                true,
                "as JSON syntax has it",
            ),
            (
                r#","for_each_expression":{"constant_value":{"one":1}}"#,
                one.clone(),
                true,
                "its name",
            ),
            (
                r#","for_each_expression":{"constant_value":{"two":1}}"#,
                one.clone(),
                false,
                "another name",
            ),
            (
                r#","for_each_expression":{"constant_value":{"0":1}}"#,
                Key::Int(0),
                false,
                "a number is no name",
            ),
            (
                r#","for_each_expression":{"references":["var.m"]}"#,
                one,
                true,
                "nobody knows",
            ),
            (
                r#","for_each_expression":{"references":["var.m"]}"#,
                Key::Wildcard,
                true,
                "all of them",
            ),
        ] {
            assert_eq!(may_have(repetition, &key), expected, "{why}");
        }
    }
}
