//! The page in HTML, read back as browsers read it: nothing in it comes from a plan but text, and it asks for nothing.

use std::collections::BTreeSet;

use base64::Engine as _;
use html5ever::tendril::TendrilSink;
use markup5ever_rcdom::{Handle, NodeData, RcDom};
use sha2::{Digest, Sha256};

use crate::cut;
use crate::fixtures;
use crate::injection::{HOSTILE, acting, plan};
use crate::judge::{Judged, deny, judge};
use crate::made;
use crate::program::planlint;
use planlint::facts::{ChangeKind, Fate};
use planlint::input::Want;
use planlint::output::{FORMATS, Selected, Style};
use planlint::report::changes::{Action, Member, Node, Scalar, Shape};
use planlint::report::{ChangeRow, Redacted, Report, Subject};

fn written(report: &Report, style: &Style) -> String {
    let format = FORMATS.iter().find(|known| known.name == "html").unwrap();
    let mut out = Vec::new();
    (format.write)(report, style, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// An element with its attributes and all text in it.
struct Element {
    tag: String,
    attributes: Vec<(String, String)>,
    text: String,
}

impl Element {
    fn get(&self, name: &str) -> Option<&str> {
        let mut attributes = self.attributes.iter();
        attributes.find(|(known, _)| known == name).map(|(_, value)| &**value)
    }

    fn has_class(&self, class: &str) -> bool {
        let classes = self.get("class").unwrap_or_default();
        classes.split(' ').any(|known| known == class)
    }
}

/// Every element in the order of the page. The page must be well-formed as the standard has it.
fn elements(page: &str) -> Vec<Element> {
    let dom = html5ever::parse_document(RcDom::default(), html5ever::ParseOpts::default()).one(page);
    assert_eq!(*dom.errors.borrow(), [] as [&str; 0], "{page}");
    let mut elements = Vec::new();
    collect(&dom.document, &mut elements);
    elements
}

fn collect(node: &Handle, elements: &mut Vec<Element>) -> String {
    let at = elements.len();
    let mut text = String::new();
    match &node.data {
        NodeData::Element { name, attrs, .. } => elements.push(Element {
            tag: name.local.to_string(),
            attributes: attrs
                .borrow()
                .iter()
                .map(|attribute| (attribute.name.local.to_string(), attribute.value.to_string()))
                .collect(),
            text: String::new(),
        }),
        NodeData::Text { contents } => text.push_str(&contents.borrow()),
        NodeData::Comment { contents } => panic!("a comment: {contents}"),
        _ => {}
    }
    for child in node.children.borrow().iter() {
        text.push_str(&collect(child, elements));
    }
    if let (NodeData::Element { .. }, Some(element)) = (&node.data, elements.get_mut(at)) {
        element.text.clone_from(&text);
    }
    text
}

fn changes(elements: &[Element]) -> Vec<&Element> {
    elements.iter().filter(|element| element.has_class("change")).collect()
}

/// What is ours in an attribute: words, numbers and anchors, never a text of a plan.
fn is_ours(tag: &str, name: &str, value: &str) -> bool {
    let number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let id = |text: &str| match text.split_once('-') {
        Some(("change" | "finding" | "input", rest)) => number(rest),
        Some(("rule", rest)) => planlint::rules::RULES.iter().any(|rule| rule.id == rest),
        _ => [
            "main",
            "controls",
            "search",
            "open",
            "clear",
            "help",
            "shown",
            "findings",
            "keys",
            "keys-title",
            "close",
        ]
        .contains(&text),
    };
    match (tag, name) {
        ("meta", "charset" | "http-equiv" | "content" | "name")
        | ("html", "lang")
        | ("input", "autocomplete" | "spellcheck" | "placeholder") => true,
        (_, "class") => value
            .split(' ')
            .all(|word| word.bytes().all(|byte| byte.is_ascii_lowercase())),
        ("a", "href") => value.strip_prefix('#').is_some_and(id),
        (_, "id" | "aria-labelledby") => id(value),
        (_, "data-module" | "data-from" | "data-to") => number(value),
        (_, "data-kind") => Fate::ALL.iter().any(|fate| fate.word() == value),
        (_, "data-level") => ["error", "warning", "note", "unknown", "waived", "known", "good"].contains(&value),
        ("header", "data-verdict") => ["pass", "fail", "error"].contains(&value),
        (_, "hidden" | "open") => value.is_empty(),
        ("main", "tabindex") => value == "-1",
        (_, "type") => ["button", "search"].contains(&value),
        ("th", "scope") => ["row", "col"].contains(&value),
        (_, "role") => ["group", "search"].contains(&value),
        (_, "aria-hidden" | "aria-pressed") => ["true", "false"].contains(&value),
        (_, "aria-live") => value == "polite",
        ("nav" | "div", "aria-label") => ["Modules", "Only changes of these kinds"].contains(&value),
        _ => false,
    }
}

const TAGS: &[&str] = &[
    "a", "b", "body", "button", "code", "dd", "details", "dialog", "div", "dl", "dt", "footer", "h1", "h2", "h3", "h4",
    "head", "header", "html", "input", "kbd", "label", "li", "main", "meta", "nav", "ol", "output", "p", "pre",
    "script", "section", "small", "span", "style", "summary", "table", "tbody", "td", "th", "thead", "title", "tr",
    "ul",
];

/// What holds for every page, whatever the plan.
fn hold(page: &str, why: &str) -> Vec<Element> {
    assert_eq!(acting(page), None, "{why}");
    let elements = elements(page);
    let mut ids = BTreeSet::new();
    for element in &elements {
        assert!(TAGS.contains(&&*element.tag), "{why}: <{}>", element.tag);
        for (name, value) in &element.attributes {
            assert!(
                is_ours(&element.tag, name, value),
                "{why}: <{} {name}={value:?}>",
                element.tag
            );
        }
        if let Some(id) = element.get("id") {
            assert!(ids.insert(id), "{why}: {id} twice");
        }
    }
    for element in &elements {
        if let Some(anchor) = element.get("href") {
            let anchor = anchor.trim_start_matches('#');
            // A finding is on the page, but what it is about may be filtered.
            assert!(ids.contains(anchor), "{why}: {anchor} leads nowhere");
        }
    }
    let one = |tag: &str| {
        let mut all = elements.iter().filter(|element| element.tag == tag);
        let first = all.next().unwrap_or_else(|| panic!("{why}: no {tag}"));
        assert!(all.next().is_none(), "{why}: a second {tag}");
        first
    };
    let digest = |text: &str| {
        let digest = base64::engine::general_purpose::STANDARD.encode(Sha256::digest(text.as_bytes()));
        format!("'sha256-{digest}'")
    };
    let policy = elements
        .iter()
        .find(|element| element.get("http-equiv") == Some("Content-Security-Policy"));
    let wanted = format!(
        "default-src 'none'; style-src {}; script-src {}; base-uri 'none'; form-action 'none'",
        digest(&one("style").text),
        digest(&one("script").text)
    );
    assert_eq!(
        policy.and_then(|element| element.get("content")),
        Some(&*wanted),
        "{why}"
    );
    one("h1");
    elements
}

fn hostile(text: &str) -> Judged {
    judge(cut::line(&plan(text)).as_bytes(), Want::Plan, &deny(&["delete"])).unwrap()
}

/// Style and script are files of their own; the rest is what a change of ours would change.
fn without_embedded(page: &str) -> String {
    let mut short = page.to_owned();
    for tag in ["style", "script"] {
        let start = short.find(&format!("<{tag}>")).unwrap() + tag.len() + 2;
        let end = start + short[start..].find(&format!("</{tag}>")).unwrap();
        short.replace_range(start..end, "…");
    }
    let start = short.find("sha256-").unwrap();
    let end = start + short[start..].find("; base-uri").unwrap();
    short.replace_range(start..end, "…");
    // A line an element that begins something, so that a difference can be read.
    for tag in [
        "<section", "<details", "<li", "<header", "<nav", "<tr", "<dl", "<div", "<pre", "<h2", "<p", "<dialog",
        "<footer",
    ] {
        short = short.replace(tag, &format!("\n{tag}"));
    }
    short
}

#[test]
fn the_made_report_is_written_as_it_was() {
    let page = written(&made::report(), &Style::plain());
    let elements = hold(&page, "the made report");
    // Of 16 elements one does not change.
    assert_eq!(changes(&elements).len(), 15);
    let buttons: Vec<String> = elements
        .iter()
        .filter(|element| element.tag == "button" && element.get("data-kind").is_some())
        .map(|element| element.text.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect();
    assert_eq!(
        buttons,
        [
            "? unrecognized 1",
            "- delete 3",
            "-/+ replace 3",
            ". forget 1",
            "~ update 2",
            "+ create 2",
            "→ move 1",
            "← import 1",
            "<= read 1"
        ]
    );
    let tree: Vec<&str> = elements
        .iter()
        .filter(|element| element.has_class("counts"))
        .map(|element| &*element.text)
        .collect();
    assert_eq!(
        tree,
        [
            "1 unrecognized, 3 delete, 3 replace, 1 forget, 2 update, 2 create, 1 move, 1 import, 1 read",
            "1 replace",
            "1 create"
        ],
        "the plan, module.db, module.net"
    );
    for said in [
        "Plan: 2 to import, 5 to add, 2 to change, 4 to destroy, 2 to forget.",
        "1 error, 3 warnings, 1 note, 1 unknown, 1 waived, 1 known",
        "No changes. 3 unchanged.",
        "A state of 7 resources and 2 data sources.",
        "ami   = \"ami-1\" -> \"ami-2\"",
        "(1 unchanged attribute hidden)",
    ] {
        assert!(elements[0].text.contains(said), "{said}");
    }
    insta::assert_snapshot!("made-html", without_embedded(&page));
}

#[test]
fn what_could_not_be_judged_comes_first() {
    let report = made::not_judged();
    let elements = hold(&written(&report, &Style::plain()), "not judged");
    let main = elements.iter().find(|element| element.tag == "main").unwrap();
    assert!(main.text.starts_with("Could not be judged"), "{}", main.text);
    for failure in &report.errors {
        assert!(main.text.contains(&failure.name) && main.text.contains(&failure.message));
    }
    let verdict = elements.iter().find(|element| element.tag == "header").unwrap();
    assert!(verdict.text.starts_with("ERROR"), "{}", verdict.text);
}

#[test]
fn a_quiet_page_says_what_needs_attention() {
    let mut style = Style::plain();
    style.quiet = true;
    let elements = hold(&written(&made::report(), &style), "quiet");
    // One that nobody knows, three deleted, three replaced, one forgotten.
    assert_eq!(changes(&elements).len(), 8);
    assert!(!elements[0].text.contains("Deferred"), "and nothing beside");
    let mut style = Style::plain();
    style.only = vec![Selected::Kind(ChangeKind::Create)];
    // With the one that nobody knows, which may be one of them.
    assert_eq!(changes(&hold(&written(&made::report(), &style), "only")).len(), 3);
}

#[test]
fn hostile_texts_stay_text() {
    for (text, why) in HOSTILE {
        let judged = hostile(text);
        assert_eq!(judged.exit(), 1, "{why}");
        let page = judged.written("html", None);
        let elements = hold(&page, why);
        let Subject::Plan(plan) = &judged.report.inputs[0].subject else {
            panic!("a plan")
        };
        let rows = changes(&elements);
        assert_eq!(rows.len(), plan.changes.len(), "{why}: a row each");
        for (row, change) in rows.iter().zip(&plan.changes) {
            let shown = planlint::output::escape::line(&change.address);
            assert!(row.text.contains(&*shown), "{why}: {shown:?} in {:?}", row.text);
        }
    }
}

#[test]
fn every_change_of_every_plan_is_on_its_page() {
    let mut seen = 0;
    for file in fixtures::files_below(&fixtures::root()) {
        if file.file_name().is_none_or(|name| name != "plan.json") {
            continue;
        }
        let judged = judge(&fixtures::bytes(&file), Want::Plan, &deny(&[])).unwrap();
        let name = file.display().to_string();
        let elements = hold(&judged.written("html", None), &name);
        let main = elements.iter().find(|element| element.tag == "main").unwrap();
        let mut rows = 0;
        for input in &judged.report.inputs {
            if let Subject::Plan(plan) = &input.subject {
                rows += plan.changes.len();
                if let Some(sentence) = &plan.plan_line {
                    assert!(main.text.contains(sentence), "{name}: {sentence}");
                }
            }
        }
        assert_eq!(changes(&elements).len(), rows, "{name}");
        let findings = elements.iter().filter(|element| element.has_class("finding")).count();
        assert_eq!(findings, judged.report.findings.len(), "{name}");
        seen += rows;
    }
    assert!(seen > 1000, "only {seen} changes");
}

/// A change with an attribute of so many bytes.
fn wide(fate: Fate, address: &str, bytes: usize) -> ChangeRow {
    let value = Scalar::Text(Redacted::trusted(&"x".repeat(bytes)));
    let member = Member {
        name: Redacted::trusted("wide"),
        node: Node {
            action: Action::Create,
            forces: false,
            shape: Shape::Scalar {
                before: Scalar::Absent,
                after: value,
            },
        },
    };
    let tree = Node {
        action: Action::Create,
        forces: false,
        shape: Shape::Block {
            attributes: vec![member],
            blocks: Vec::new(),
        },
    };
    ChangeRow {
        difference: Some(Box::new(tree)),
        ..made::change(fate, address)
    }
}

#[test]
fn a_page_stays_small_and_says_so() {
    let mut plan = made::empty_plan();
    // Destruction stands first in a plan; here it does not, and keeps its detail nevertheless.
    plan.changes = (0..300)
        .map(|index| wide(Fate::Create, &format!("aws_instance.a{index}"), 100_000))
        .chain([wide(Fate::Delete, "aws_instance.gone", 100_000)])
        .chain([wide(Fate::Create, "aws_instance.huge", 30_000_000)])
        .chain([wide(Fate::Move, "aws_instance.small", 10)])
        .collect();
    let page = written(&made::of_plan(plan, Vec::new()), &Style::plain());
    assert!(page.len() < 20_000_000, "{} bytes", page.len());
    let elements = hold(&page, "large");
    let rows = changes(&elements);
    assert_eq!(rows.len(), 303, "every change has its row");
    let left_out = rows.iter().filter(|row| row.text.contains("detail left out")).count();
    assert!(left_out > 150, "{left_out}");
    let said = format!("Detail of {left_out} changes is left out");
    assert!(elements.iter().any(|element| element.text.starts_with(&said)), "{said}");
    for kept in ["aws_instance.gone", "aws_instance.small"] {
        let row = rows.iter().find(|row| row.text.contains(kept)).unwrap();
        assert!(!row.text.contains("detail left out"), "{kept}");
    }
}

#[test]
fn a_run_writes_the_page_beside_its_report() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("page.html");
    let plan = fixtures::root().join("update-in-place/tofu-1.12.6/plan.json");
    let run = planlint([plan.to_str().unwrap(), "--output", &format!("html={}", file.display())]).run();
    assert!(run.stdout.contains("Plan: "), "the text is on standard output");
    let page = std::fs::read_to_string(&file).unwrap();
    let elements = hold(&page, "a run");
    assert!(elements.iter().any(|element| element.tag == "pre"), "with what differs");
}
