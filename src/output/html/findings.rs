//! The findings, those of a rule together, and what there is to read about the rules.

use std::collections::BTreeMap;

use indexmap::IndexMap;
use maud::{Markup, html};

use super::changes::Changes;
use super::{prose, sentence, text};
use crate::lint::{Level, Rule};
use crate::output::{Style, verdict};
use crate::report::{ChangeRow, Finding, Report};

/// More errors of one rule than this are folded, unless one of them decides; less than errors is always.
const OPEN_UP_TO: usize = 10;

/// Of a change with more findings than this the rest are one mark.
const MOST_MARKS: usize = 20;

/// The findings that the page says, numbered in its order.
pub(super) struct Findings<'r> {
    report: &'r Report,
    shown: Vec<&'r Finding>,
    /// The numbers of those about a change: by input, address and deposed key.
    about: BTreeMap<(usize, &'r str, Option<&'r str>), Vec<usize>>,
}

impl<'r> Findings<'r> {
    pub(super) fn of(report: &'r Report, style: &Style) -> Self {
        let shown = verdict::shown(report, style);
        let mut about: BTreeMap<_, Vec<usize>> = BTreeMap::new();
        for (number, finding) in shown.iter().enumerate() {
            if let (Some(input), Some(address)) = (finding.input, finding.address.as_deref()) {
                about
                    .entry((input, address, finding.deposed.as_deref()))
                    .or_default()
                    .push(number);
            }
        }
        Self { report, shown, about }
    }

    /// The anchor of a finding; `None` when the page does not say it.
    pub(super) fn anchor(&self, finding: &Finding) -> Option<String> {
        let number = self.shown.iter().position(|shown| std::ptr::eq(*shown, finding))?;
        Some(format!("#finding-{number}"))
    }

    /// A mark for each of the first findings about a change, and one for the rest.
    pub(super) fn marks(&self, input: usize, row: &ChangeRow) -> Vec<Markup> {
        let about = (input, &*row.address, row.deposed.as_deref());
        let numbers = self.about.get(&about).map(Vec::as_slice).unwrap_or_default();
        let (first, rest) = numbers.split_at(numbers.len().min(MOST_MARKS));
        let marks = first
            .iter()
            .filter_map(|number| Some((number, *self.shown.get(*number)?)));
        let marks = marks.map(|(number, finding)| {
            html! { a.mark href={ "#finding-" (number) } data-level=(verdict::status(finding)) { (text(&finding.rule)) } }
        });
        let more = rest.first().map(|number| {
            html! { a.mark href={ "#finding-" (number) } { "and " (rest.len()) " more" } }
        });
        marks.chain(more).collect()
    }

    /// All findings, the worst first.
    pub(super) fn list(&self, changes: &Changes<'r>) -> Markup {
        let mut groups: IndexMap<(&str, &str), Vec<(usize, &'r Finding)>> = IndexMap::new();
        for (number, finding) in self.shown.iter().enumerate() {
            let group = groups.entry((&finding.rule, verdict::status(finding))).or_default();
            group.push((number, finding));
        }
        html! {
            @if !groups.is_empty() {
                section #findings {
                    h2 { "Findings " span.count { (self.shown.len()) } }
                    @for group in groups.values() { (self.group(group, changes)) }
                }
            }
        }
    }

    fn group(&self, group: &[(usize, &'r Finding)], changes: &Changes<'r>) -> Markup {
        let Some((_, first)) = group.first() else {
            return Markup::default();
        };
        let deciding = self.report.deciding();
        let decides = group.iter().any(|(_, finding)| verdict::decides(deciding, finding));
        let open = decides || verdict::level(first) == Level::Error && group.len() <= OPEN_UP_TO;
        // One rule mostly gives the same advice; once is enough.
        let shared = group.iter().all(|(_, finding)| finding.help == first.help);
        let rule = self.words(first);
        html! {
            details.group open[open] {
                summary {
                    h3 { (badge(first)) " " code { (text(&first.rule)) } @if group.len() > 1 { " " span.count { (group.len()) } } }
                    @if let Some(rule) = rule { " " span.note { (rule.summary) } }
                }
                ul {
                    @for (number, finding) in group {
                        li.item.finding id={ "finding-" (number) } { (self.one(finding, !shared, changes)) }
                    }
                }
                @if let Some(words) = first.help.as_ref().filter(|_| shared) { (help(words)) }
                @if let Some(rule) = rule {
                    p.more { a href={ "#rule-" (rule.id) } { "About this rule" } }
                }
            }
        }
    }

    fn one(&self, finding: &'r Finding, with_help: bool, changes: &Changes<'r>) -> Markup {
        let place = verdict::place(verdict::input_name(self.report, finding), finding);
        html! {
            p {
                @match changes.anchor(finding) {
                    Some(anchor) => a href=(anchor) { (sentence(&finding.message)) },
                    None => (sentence(&finding.message)),
                }
            }
            @if let Some(why) = &finding.why { p { (sentence(why)) } }
            @if let Some(standing) = verdict::standing(finding) { p { (sentence(&standing)) } }
            p.note { (text(&place)) }
            @if let Some(words) = finding.help.as_ref().filter(|_| with_help) { (help(words)) }
        }
    }

    fn words(&self, finding: &Finding) -> Option<&'r Rule> {
        self.report.rules.iter().find(|rule| rule.id == finding.rule)
    }

    /// Why each rule that found something is there, and what to do.
    pub(super) fn rules(&self) -> Markup {
        let said = |rule: &&Rule| self.shown.iter().any(|finding| finding.rule == rule.id);
        let rules: Vec<_> = self.report.rules.iter().filter(said).collect();
        html! {
            @if !rules.is_empty() {
                section.rules {
                    h2 { "Rules" }
                    @for rule in rules {
                        details.rule id={ "rule-" (rule.id) } {
                            summary { h3 { code { (rule.id) } } " " span.note { (rule.summary) } }
                            p.note { "family " (rule.family) " · " (rule.level.word()) " unless settings say otherwise" }
                            @for title in ["Why", "What to do"] {
                                h4 { (title) }
                                @for paragraph in paragraphs(rule.page().unwrap_or_default(), title) { p { (prose(paragraph)) } }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The paragraphs below a heading of a rule's page.
fn paragraphs<'p>(page: &'p str, title: &str) -> Vec<&'p str> {
    let mut sections = page.split("\n## ");
    let section = sections.find_map(|section| section.strip_prefix(title)?.strip_prefix('\n'));
    let paragraphs = section.unwrap_or_default().split("\n\n").map(str::trim);
    paragraphs.filter(|paragraph| !paragraph.is_empty()).collect()
}

fn badge(finding: &Finding) -> Markup {
    let status = verdict::status(finding);
    html! { span.badge data-level=(status) { (status) } }
}

/// What to do; lines behind the first are there to be pasted.
pub(super) fn help(words: &str) -> Markup {
    let (first, pasted) = words.split_once('\n').unwrap_or((words, ""));
    html! {
        p.help { b { "What to do: " } (sentence(first)) }
        @if !pasted.is_empty() {
            pre { @for line in pasted.split('\n') { (text(line)) "\n" } }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_are_those_below_the_heading() {
        let page = "# x\n\nShort.\n\n## Why\n\nOne.\n\nTwo.\n\n## What to do\n\nAct.\n\n## Fires\n\nNot this.\n";
        for (title, wanted, why) in [
            ("Why", &["One.", "Two."][..], "two paragraphs"),
            ("What to do", &["Act."], "up to the next heading"),
            ("What", &[], "a part of a heading is none"),
            ("Missing", &[], "no such heading"),
        ] {
            assert_eq!(paragraphs(page, title), wanted, "{why}");
        }
    }

    #[test]
    fn every_rule_has_something_to_say_on_the_page() {
        for rule in crate::rules::RULES {
            for title in ["Why", "What to do"] {
                let paragraphs = paragraphs(rule.page().unwrap_or_default(), title);
                assert!(!paragraphs.is_empty(), "{}: {title}", rule.id);
                // The page knows paragraphs and code, and nothing else of Markdown.
                for paragraph in paragraphs {
                    assert!(!paragraph.starts_with(['-', '*', '|', '>', '#']), "{}", rule.id);
                    assert!(!paragraph.contains("```") && !paragraph.contains("]("), "{}", rule.id);
                }
            }
        }
    }
}
