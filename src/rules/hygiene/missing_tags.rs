//! Rule `missing-tags`: a resource lacks tags that it should have.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::facts::Truth;
use crate::facts::attr::Attr;
use crate::lint::{ChangeView, Check, Context, Finding, Level, OptionsSpec, Rule};
use crate::rules::data::{TagShape, Tags};
use crate::rules::type_names::patterns;
use crate::rules::wildcard::Wildcard;
use crate::words::listed;

use super::comes;

pub(crate) const RULE: Rule = Rule {
    id: "missing-tags",
    summary: "a resource lacks tags that it should have",
    family: "hygiene",
    level: Level::Allow,
    options: Some(OptionsSpec::of::<Options>().needing(&["required"])),
    checks: &[Check::Change(check)],
    ..Rule::BASE
};

/// What can be set for `missing-tags`.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
struct Options {
    /// Tags or labels that every resource should have that can have some. The rule finds nothing while it is empty.
    required: Vec<String>,
    /// Types that may go without, with `*` for anything.
    #[serde(deserialize_with = "patterns")]
    except: Vec<Wildcard>,
}

fn check(context: &Context<'_, '_>, view: &ChangeView<'_, '_>, findings: &mut Vec<Finding>) {
    let change = view.change;
    if !comes(change) {
        return;
    }
    let options = context.options::<Options>();
    let type_name = change.type_name();
    if options.required.is_empty() || options.except.iter().any(|pattern| pattern.matches(type_name)) {
        return;
    }
    let Some(tags) = Tags::of(type_name) else {
        return;
    };
    let after = view.after();
    let list = |path: &str| after.at_path(path.trim_end_matches("[]"));
    let own = list(&tags.attribute);
    // A plan writes every attribute of a type and of its blocks, so that a type without tags has no such attribute.
    // Keys of a map may be left out, and all of a list's blocks.
    let head = tags.attribute.split(['.', '[']).next().unwrap_or_default();
    let is_in_blocks = tags.attribute.trim_end_matches("[]").contains("[]");
    let has_none = is_in_blocks && !own.is_empty() && own.iter().all(|attr| attr.is_absent());
    if has_none || after.get(head).is_absent() {
        return;
    }
    let all: Vec<_> = tags.merged.iter().flat_map(|path| list(path)).chain(own).collect();
    let has = |tag: &String| Truth::any(all.iter().map(|attr| has_tag(*attr, tags.shape, tag)));
    let lacks = |wanted: Truth| -> Vec<&String> { options.required.iter().filter(|tag| has(tag) == wanted).collect() };
    let (missing, unknown) = (lacks(Truth::False), lacks(Truth::Unknown));
    let help = format!(
        "write them in `{}`, or let the provider add them everywhere",
        tags.attribute.trim_end_matches("[]")
    );
    if !missing.is_empty() {
        findings.push(
            Finding::about(change, "lacks tags")
                .at(&tags.attribute)
                .why(format!("{} missing", quoted(&missing)))
                .with_subject(untold(&missing))
                .help(help),
        );
    } else if !unknown.is_empty() {
        findings.push(
            Finding::about(change, "may lack tags")
                .at(&tags.attribute)
                .why(format!("whether it has {} is known only after apply", quoted(&unknown)))
                .with_subject(untold(&unknown))
                .help(help)
                .unknown(context.facts.waits_for(change, tags.attribute.trim_end_matches("[]"))),
        );
    }
}

/// Of more tags than this only the first ones are told.
const TOLD: usize = 20;

/// The first tags, and how many more there are.
fn quoted(tags: &[&String]) -> String {
    let tags: Vec<_> = tags.iter().map(|tag| format!("`{tag}`")).collect();
    listed(&tags, TOLD, ", ")
}

/// What tells the finding from another with the same words.
fn untold<'t>(tags: &'t [&String]) -> impl Iterator<Item = String> + 't {
    tags.iter().skip(TOLD).map(ToString::to_string)
}

fn has_tag(attr: Attr<'_, '_>, shape: TagShape, tag: &str) -> Truth {
    match shape {
        TagShape::Map if attr.is_unknown() => Truth::Unknown,
        TagShape::Map => attr.get(tag).is_set(),
        TagShape::List => attr.contains_text(tag),
        TagShape::Pairs => attr.any_item(|item| {
            item.text_is(|text| {
                text.split_once(':')
                    .is_some_and(|(key, value)| key == tag && !value.is_empty())
            })
        }),
        TagShape::Blocks => attr.any_item(|block| block.get("key").equals_text(tag)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_many_tags_the_first_are_told() {
        let tags: Vec<String> = (0..TOLD + 2).map(|number| number.to_string()).collect();
        let tags: Vec<&String> = tags.iter().collect();
        assert_eq!(quoted(&tags[..2]), "`0`, `1`");
        assert!(quoted(&tags[..TOLD]).ends_with(", `18`, `19`"), "as many as are told");
        assert!(quoted(&tags).ends_with(", `18`, `19` and 2 more"), "more");
        assert_eq!(untold(&tags).collect::<Vec<_>>(), ["20", "21"]);
        assert_eq!(untold(&tags[..TOLD]).count(), 0, "all are told");
    }
}
