//! Statements of AWS policies: read from JSON text or from the blocks of a data source, with what is unknown kept.

use std::collections::BTreeSet;
use std::fmt;

use serde_json::Value;

use crate::facts::Truth;
use crate::facts::attr::Attr;
use crate::json::string::quoted;
use crate::rules::described::json_value;

/// Texts of which some may be unknown before apply.
#[derive(Clone, Debug, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is said of other words, independent of the others"
)]
pub(super) struct Terms {
    pub texts: Vec<String>,
    pub unknown: bool,
    /// Whether some are names that are known after apply, and mean one thing each.
    pub named: bool,
    /// Whether a `Not…` stands there: all are meant but those that it lists.
    pub all_but: bool,
    /// Those.
    pub except: Vec<String>,
    /// Whether some of those are unknown.
    pub except_unknown: bool,
}

impl Terms {
    /// Whether one of them is as asked; unknown ones may be.
    pub(super) fn any(&self, is: impl Fn(&str) -> bool) -> Truth {
        self.or_unknown(self.texts.iter().any(|text| is(text)))
    }

    /// Whether one is as it was found, where unknown ones may be too.
    pub(super) fn or_unknown(&self, known: bool) -> Truth {
        Truth::from(known).or(self.doubt())
    }

    /// Whether nothing stands there at all.
    pub(super) fn is_nothing(&self) -> bool {
        self.texts.is_empty() && !self.all_but && !self.may_be_more()
    }

    /// Whether there are some whose text is known after apply.
    pub(super) fn may_be_more(&self) -> bool {
        self.unknown || self.named
    }

    /// Unknown when a part is, else false.
    fn doubt(&self) -> Truth {
        Truth::unknown_if(self.unknown)
    }

    fn of_json(value: Option<&Value>) -> Self {
        let mut texts = Vec::new();
        match value {
            Some(Value::String(text)) => texts.push(text.clone()),
            Some(Value::Array(items)) => {
                texts.extend(items.iter().filter_map(Value::as_str).map(str::to_owned));
            }
            // A condition may ask for a boolean or a number, written as such.
            Some(value @ (Value::Bool(_) | Value::Number(_))) => texts.push(value.to_string()),
            _ => {}
        }
        Self {
            texts,
            ..Self::default()
        }
    }

    fn of_attr(attr: Attr<'_, '_>) -> Self {
        let mut terms = Self::default();
        terms.add(attr);
        attr.items().for_each(|item| terms.add(item));
        terms
    }

    fn add(&mut self, attr: Attr<'_, '_>) {
        self.unknown |= attr.is_unknown();
        self.texts.extend(attr.compared_text());
    }

    fn extend(&mut self, other: Self) {
        self.texts.extend(other.texts);
        self.unknown |= other.unknown;
    }
}

/// One test of a `Condition`.
#[derive(Clone, Debug)]
pub(super) struct Condition {
    pub operator: String,
    pub key: String,
    pub values: Terms,
}

/// One statement.
#[derive(Clone, Debug)]
pub(super) struct Statement {
    /// Whether it allows, and does not deny.
    pub allows: Truth,
    /// Accounts and who is in them, `*` for everybody.
    pub principals: Terms,
    /// Identity providers that are trusted.
    pub federated: Terms,
    pub actions: Terms,
    pub resources: Terms,
    pub conditions: Vec<Condition>,
    /// Whether some tests of the condition are unknown.
    pub conditions_unknown: bool,
}

impl Statement {
    /// Whether it holds whatever the circumstances.
    pub(super) fn is_free(&self) -> bool {
        self.conditions.is_empty() && !self.conditions_unknown
    }
}

/// All that it says, in whatever order it is written: what tells it from another one that opens as much in as many
/// words.
impl fmt::Display for Statement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.allows {
            Truth::True => "allow",
            Truth::False => "deny",
            Truth::Unknown => "?",
        })?;
        write!(f, " to {} or {}", self.principals, self.federated)?;
        write!(f, ": {} on {}", self.actions, self.resources)?;
        let tests = self.conditions.iter().map(|test| {
            let (operator, key) = (test.operator.to_ascii_lowercase(), test.key.to_ascii_lowercase());
            format!(" if {} {} {}", quoted(&operator), quoted(&key), test.values)
        });
        let tests: BTreeSet<String> = tests.collect();
        tests.iter().try_for_each(|test| f.write_str(test))?;
        f.write_str(if self.conditions_unknown { " if ?" } else { "" })
    }
}

/// A list whose order means nothing.
pub(super) fn in_order(texts: &[String]) -> String {
    let quoted: BTreeSet<String> = texts.iter().map(|text| quoted(text)).collect();
    let quoted: Vec<String> = quoted.into_iter().collect();
    format!("[{}]", quoted.join(", "))
}

impl fmt::Display for Terms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&in_order(&self.texts))?;
        if self.all_but {
            write!(f, " but {}", in_order(&self.except))?;
        }
        f.write_str(if self.may_be_more() { " and ?" } else { "" })
    }
}

impl Statement {
    /// Takes what is unknown for something that has a name of its own, and is not `*`.
    pub(super) fn name_unknown(&mut self) {
        for terms in [
            &mut self.principals,
            &mut self.federated,
            &mut self.actions,
            &mut self.resources,
        ] {
            terms.named |= std::mem::take(&mut terms.unknown);
        }
    }
}

/// The statements of a policy text; empty when it is no policy, which the cloud will refuse.
///
/// A byte order mark, as files have that editors of Windows wrote, is none of the text's.
pub(super) fn of_text(text: &str) -> Vec<Statement> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let Some(policy) = json_value(text) else {
        return Vec::new();
    };
    match member(&policy, "Statement") {
        Some(Value::Array(statements)) => statements.iter().map(of_json).collect(),
        Some(statement @ Value::Object(_)) => vec![of_json(statement)],
        _ => Vec::new(),
    }
}

/// The statements that a `data.aws_iam_policy_document` will write, from its blocks; with other documents mixed in
/// nobody can say what it will write.
pub(super) fn of_document(root: Attr<'_, '_>) -> Option<Vec<Statement>> {
    const MIXED_IN: [&str; 4] = [
        "source_json",
        "override_json",
        "source_policy_documents",
        "override_policy_documents",
    ];
    let mixed = Truth::any(MIXED_IN.map(|name| root.get(name).is_set()));
    let blocks = root.get("statement");
    if mixed != Truth::False || blocks.is_unknown() {
        return None;
    }
    Some(blocks.items().map(of_block).collect())
}

fn of_json(statement: &Value) -> Statement {
    let terms = |name: &str, not: &str| Terms {
        all_but: member(statement, not).is_some(),
        except: Terms::of_json(member(statement, not)).texts,
        ..Terms::of_json(member(statement, name))
    };
    let (mut principals, mut federated) = (Terms::default(), Terms::default());
    match member(statement, "Principal") {
        Some(Value::Object(kinds)) => {
            for (kind, who) in kinds {
                match kind.as_str() {
                    // Alibaba Cloud calls its own accounts so.
                    "AWS" | "RAM" | "*" => principals.extend(Terms::of_json(Some(who))),
                    "Federated" => federated.extend(Terms::of_json(Some(who))),
                    _ => {}
                }
            }
        }
        everybody => principals = Terms::of_json(everybody),
    }
    if let Some(others) = member(statement, "NotPrincipal") {
        principals.all_but = true;
        principals.except = match others {
            Value::Object(kinds) => kinds.values().flat_map(|who| Terms::of_json(Some(who)).texts).collect(),
            who => Terms::of_json(Some(who)).texts,
        };
    }
    let mut conditions = Vec::new();
    if let Some(Value::Object(operators)) = member(statement, "Condition") {
        for (operator, tests) in operators {
            conditions.extend(tests.as_object().into_iter().flatten().map(|(key, values)| Condition {
                operator: operator.clone(),
                key: key.clone(),
                values: Terms::of_json(Some(values)),
            }));
        }
    }
    Statement {
        allows: member(statement, "Effect")
            .and_then(Value::as_str)
            .is_some_and(|effect| effect.eq_ignore_ascii_case("Allow"))
            .into(),
        principals,
        federated,
        actions: terms("Action", "NotAction"),
        resources: terms("Resource", "NotResource"),
        conditions,
        conditions_unknown: false,
    }
}

/// The member of that name in any case of letters, as AWS reads it.
fn member<'v>(object: &'v Value, name: &str) -> Option<&'v Value> {
    let members = object.as_object()?;
    members.get(name).or_else(|| {
        let mut members = members.iter();
        members
            .find(|(key, _)| key.eq_ignore_ascii_case(name))
            .map(|(_, value)| value)
    })
}

fn of_block(block: Attr<'_, '_>) -> Statement {
    let effect = block.get("effect");
    let terms = |name: &str, not: &str| {
        let except = Terms::of_attr(block.get(not));
        Terms {
            all_but: block.get(not).is_set().is_true(),
            except: except.texts,
            except_unknown: except.unknown,
            ..Terms::of_attr(block.get(name))
        }
    };
    let (mut principals, mut federated) = (Terms::default(), Terms::default());
    let who = block.get("principals");
    principals.unknown = who.is_unknown();
    principals.all_but = block.get("not_principals").is_set().is_true();
    let others = block.get("not_principals").items();
    principals.except = others
        .flat_map(|one| Terms::of_attr(one.get("identifiers")).texts)
        .collect();
    for one in who.items() {
        let identifiers = Terms::of_attr(one.get("identifiers"));
        let kind = one.get("type");
        if kind.is_unknown() {
            principals.unknown = true;
        } else if kind.is_one_of(&["AWS", "*"]).is_true() {
            principals.extend(identifiers);
        } else if kind.equals_text("Federated").is_true() {
            federated.extend(identifiers);
        }
    }
    let conditions = block.get("condition");
    Statement {
        allows: if effect.is_unset() {
            Truth::True
        } else {
            effect.is_one_of(&["Allow"])
        },
        principals,
        federated,
        actions: terms("actions", "not_actions"),
        resources: terms("resources", "not_resources"),
        conditions: conditions
            .items()
            .map(|test| {
                let text = |name: &str| {
                    Terms::of_attr(test.get(name))
                        .texts
                        .into_iter()
                        .next()
                        .unwrap_or_default()
                };
                Condition {
                    operator: text("test"),
                    key: text("variable"),
                    values: Terms::of_attr(test.get("values")),
                }
            })
            .collect(),
        conditions_unknown: conditions.is_unknown(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn only_texts_of_policies_have_statements() {
        for (text, count, why) in [
            ("", 0, "nothing"),
            ("{}", 0, "no statements"),
            ("[]", 0, "no object"),
            (r#"{"Statement":7}"#, 0, "no statement"),
            (r#"{"Statement":[7,null,[]]}"#, 3, "statements that allow nothing"),
            (r#"{"Statement":{"Effect":"Allow"}}"#, 1, "one statement needs no list"),
            (r#"{"statement":[{}]}"#, 1, "any case of letters"),
            (r#"{"Statement":[{}]"#, 0, "cut off"),
            ("\u{feff}{\"Statement\":{}}", 1, "behind a byte order mark"),
        ] {
            assert_eq!(of_text(text).len(), count, "{why}");
        }
        let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
        assert!(
            of_text(&format!(r#"{{"Statement":{deep}}}"#)).is_empty(),
            "too deep to be read"
        );
    }

    /// Texts near policies: JSON values of any shape under the names that the reader asks for.
    fn policy() -> impl Strategy<Value = String> {
        let leaf = prop_oneof![
            Just("null".to_owned()),
            Just("true".to_owned()),
            Just("\"*\"".to_owned()),
            Just("\"Allow\"".to_owned()),
            Just("\"arn:aws:iam::*:*\"".to_owned()),
            "\"[a-z*?:]{0,12}\"",
            "-?[0-9]{1,30}".prop_map(|digits| format!("1{digits}").replace('-', "")),
        ];
        let names = [
            "Statement",
            "Effect",
            "Principal",
            "NotPrincipal",
            "Action",
            "NotAction",
            "Resource",
            "Condition",
            "AWS",
            "Federated",
            "StringLike",
        ];
        leaf.prop_recursive(6, 64, 6, move |inner| {
            let name = prop::sample::select(names.to_vec());
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..4).prop_map(|items| format!("[{}]", items.join(","))),
                prop::collection::vec((name, inner), 0..6).prop_map(|members| {
                    let members: Vec<_> = members
                        .into_iter()
                        .map(|(key, value)| format!("\"{key}\":{value}"))
                        .collect();
                    format!("{{{}}}", members.join(","))
                }),
            ]
        })
    }

    proptest! {
        #[test]
        fn no_text_stops_the_reader(text in "\\PC{0,64}") {
            of_text(&text);
        }

        #[test]
        fn no_shape_stops_the_reader(text in policy()) {
            for whole in [text.clone(), format!("{{\"Statement\":{text}}}"), format!("{{\"Statement\":[{text}]}}")] {
                for statement in of_text(&whole) {
                    prop_assert_ne!(statement.allows, Truth::Unknown);
                }
            }
        }
    }
}
