//! What functions make of constants alone: of such an argument no expression tells anything, and the planned value does.

use std::cell::OnceCell;
use std::collections::BTreeMap;

use crate::facts::Facts;
use crate::json::{self, scan};
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

    /// The values of the arguments that refer to nothing and are no constants, by their names. Only those that the
    /// provider marks: what nothing marks is looked at where the plan prints it.
    pub(super) fn made(&self, block: &str, arguments: &Block<'a>) -> Vec<(Text<'a>, Raw<'a>)> {
        let empty = arguments
            .arguments()
            .filter(|(_, argument)| matches!(argument, Argument::Empty));
        let mut names = empty.map(|(name, _)| name).peekable();
        if names.peek().is_none() {
            return Vec::new();
        }
        let by_block = self.by_block.get_or_init(|| self.gathered());
        let Some(change) = by_block.get(block) else {
            return Vec::new();
        };
        let marks = change.after_sensitive.map_or("", |marks| marks.text());
        let is_marked = |name: &str| {
            let mark = scan::members(marks, 0).find(|member| member.key == *name);
            mark.and_then(|mark| marks.get(mark.value_start..))
                .is_some_and(|mark| mark.trim_start().starts_with("true"))
        };
        let values: Option<Map<'a, Raw<'a>>> = change.after.and_then(|after| json::decode(after.text()).ok());
        let values = values.unwrap_or_default();
        names
            .filter(|name| is_marked(name))
            .filter_map(|name| Some((name.clone(), *values.get(name)?)))
            .collect()
    }

    fn gathered(&self) -> BTreeMap<String, &'f Change<'a>> {
        let mut by_block = BTreeMap::new();
        for change in &self.facts.changes {
            let wire = &change.wire.change;
            if let Some(address) = change.parsed.as_ref().filter(|_| wire.after_sensitive.is_some()) {
                by_block.entry(address.config()).or_insert(wire);
            }
        }
        by_block
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
                "resource_changes":[{{"address":"module.m[0].t.n[\"k\"]","mode":"managed","type":"t","name":"n","index":"k",
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
