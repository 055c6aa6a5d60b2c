//! What functions make of constants and files alone: of such an argument no expression tells the value, and the plan
//! does.

use std::cell::OnceCell;
use std::collections::BTreeMap;

use crate::facts::Facts;
use crate::json::{self, scan};
use crate::order;
use crate::tofu::{Argument, Block, Change, Map, Raw, Text};

/// What is planned for blocks of the configuration, gathered when the first one asks.
pub(super) struct Planned<'f, 'a> {
    facts: &'f Facts<'a>,
    /// By the addresses of blocks. What refers to nothing is the same in all instances.
    by_block: OnceCell<BTreeMap<String, &'f Change<'a>>>,
}

impl<'f, 'a> Planned<'f, 'a> {
    pub(super) const fn of(facts: &'f Facts<'a>) -> Self {
        let by_block = OnceCell::new();
        Self { facts, by_block }
    }

    /// The values of the arguments that refer to nothing and are no constants, by their names. Only what is marked, and
    /// texts of JSON: others that nothing marks are looked at where the plan prints them.
    pub(super) fn made(&self, block: &str, arguments: &Block<'a>) -> Vec<(Text<'a>, Raw<'a>)> {
        let made = arguments.arguments().filter(|(_, argument)| is_made(argument));
        let mut names = made.map(|(name, _)| name).peekable();
        if names.peek().is_none() {
            return Vec::new();
        }
        let by_block = self.by_block.get_or_init(|| self.gathered());
        let Some(change) = by_block.get(block) else {
            return Vec::new();
        };
        let marks = change.after_sensitive.map_or("", |marks| marks.text());
        let marked = scan::members(marks, 0).filter(|member| {
            let mark = marks.get(member.value_start..);
            mark.is_some_and(|mark| mark.trim_start().starts_with("true"))
        });
        let marked = order::set(marked.map(|member| member.key));
        let values: Option<Map<'a, Raw<'a>>> = change.after.and_then(|after| json::decode(after.text()).ok());
        let values = values.unwrap_or_default();
        let value = |name: &Text<'a>| Some((name.clone(), *values.get(name)?));
        let is_json = |value: Raw<'a>| [r#""{"#, r#""["#].iter().any(|sign| value.text().starts_with(sign));
        names
            .filter_map(value)
            .filter(|(name, value)| marked.contains(name.as_str()) || is_json(*value))
            .collect()
    }

    fn gathered(&self) -> BTreeMap<String, &'f Change<'a>> {
        let mut by_block = BTreeMap::new();
        for change in &self.facts.changes {
            let wire = &change.wire.change;
            // An instance that goes has none.
            let is_planned = wire.after.is_some_and(|after| after.is_object());
            if let Some(address) = change.parsed.as_ref().filter(|_| is_planned) {
                by_block.entry(address.config()).or_insert(wire);
            }
        }
        by_block
    }
}

/// Whether functions make the argument of constants, or of files: where those lie is all that it may refer to.
fn is_made(argument: &Argument<'_>) -> bool {
    match argument {
        Argument::Empty => true,
        Argument::Expression(expression) => {
            let mut references = expression.references.iter();
            expression.constant_value.is_none() && references.all(|reference| reference.starts_with("path."))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use crate::facts::{Facts, Holder};
    use crate::json;
    use crate::tofu::Plan;

    #[test]
    fn what_refers_to_nothing_is_what_was_planned() {
        for (argument, after, marks, wanted, why) in [
            (
                "{}",
                r#"{"s":"x"}"#,
                r#"{"s":true}"#,
                vec!["x"],
                "`jsonencode(…)` of constants",
            ),
            (
                "{}",
                r#"{"s":{"a":"x","b":"y"}}"#,
                r#"{"s":true}"#,
                vec!["x", "y"],
                "an object with functions in it",
            ),
            (
                "{}",
                r#"{"s":"x"}"#,
                r#"{"other":true}"#,
                vec![],
                "no mark: it is printed, and looked at there",
            ),
            ("{}", r#"{"s":"x"}"#, "false", vec![], "no mark at all"),
            (
                "{}",
                r#"{"s":"{\"a\":1}"}"#,
                "{}",
                vec!["{\"a\":1}"],
                "a text of JSON, into which hardly anything else looks",
            ),
            (
                r#"{"references":["path.module"]}"#,
                r#"{"s":"x"}"#,
                r#"{"s":true}"#,
                vec!["x"],
                "a file beside the configuration",
            ),
            (
                "{}",
                r#"{"s":["x"]}"#,
                r#"{"s":[true]}"#,
                vec![],
                "a block without arguments",
            ),
            ("{}", "{}", r#"{"s":true}"#, vec![], "known after apply"),
            ("{}", "null", "false", vec![], "destroyed"),
            (
                r#"{"references":["var.v"]}"#,
                r#"{"s":"x"}"#,
                r#"{"s":true}"#,
                vec![],
                "a variable",
            ),
        ] {
            let json = format!(
                r#"{{"format_version":"1.2",
                "resource_changes":[{{"address":"module.m[0].t.n[\"gone\"]","mode":"managed","type":"t","name":"n","index":"gone",
                    "provider_name":"p","change":{{"actions":["delete"],"before":{{"s":"old"}},"after":null,"after_unknown":{{}},
                    "before_sensitive":{{"s":true}},"after_sensitive":false}}}},
                    {{"address":"module.m[0].t.n[\"k\"]","mode":"managed","type":"t","name":"n","index":"k",
                    "provider_name":"p","change":{{"actions":["update"],"before":{{}},"after":{after},"after_unknown":{{}},
                    "before_sensitive":{{}},"after_sensitive":{marks}}}}}],
                "configuration":{{"root_module":{{"module_calls":{{"m":{{"module":{{"resources":[
                    {{"address":"t.n","mode":"managed","type":"t","name":"n","expressions":{{"s":{argument}}}}}]}}}}}}}}}}}}"#
            );
            let plan: Plan<'_> = json::decode(&json).unwrap();
            let facts = Facts::of_plan(&plan, None).unwrap();
            let mut found = Vec::new();
            facts.literals(Holder::Resource, |block| {
                for literal in &block.literals {
                    assert!(literal.is_made, "{why}");
                    let place = "/configuration/root_module/module_calls/m/module/resources/0/expressions/s";
                    assert_eq!(literal.pointer().to_string(), place, "{why}");
                    found.push(literal.ask(str::to_owned));
                }
            });
            assert_eq!(found, wanted, "{why}");
        }
    }
}
