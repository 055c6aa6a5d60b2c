//! The comment on a pull request: what it says first, what it drops last, and that no text of a plan becomes Markdown.

use std::time::{Duration, Instant};

use proptest::prelude::*;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use crate::cut;
use crate::fixtures;
use crate::injection::{HOSTILE, acting, plan};
use crate::judge::{deny, judge};
use crate::made;
use crate::program::planlint;
use planlint::facts::{Fate, Replacement};
use planlint::input::Want;
use planlint::lint::Level;
use planlint::output::{FORMATS, Place, SMALLEST_BUDGET, Style};
use planlint::report::{ChangeRow, Finding, PlanInput, Redacted, Report, Totals};
use planlint::rules::RULES;

fn written(report: &Report, place: Option<Place>, max_bytes: Option<usize>) -> String {
    let mut style = Style::plain();
    (style.place, style.max_bytes) = (place, max_bytes);
    with(report, &style)
}

fn with(report: &Report, style: &Style) -> String {
    let format = FORMATS.iter().find(|known| known.name == "markdown").unwrap();
    let mut out = Vec::new();
    (format.write)(report, style, &mut out).unwrap();
    String::from_utf8(out).expect("the comment is UTF-8 at every length")
}

/// What a reader of Markdown sees.
#[derive(Debug, Default)]
struct Seen {
    /// Code, and texts outside of code, in order.
    codes: Vec<String>,
    texts: Vec<String>,
    /// The cells of each row of each table.
    rows: Vec<Vec<String>>,
    details: usize,
    in_cell: bool,
}

impl Seen {
    fn add_to_cell(&mut self, words: &str) {
        if self.in_cell {
            self.rows.last_mut().unwrap().last_mut().unwrap().push_str(words);
        }
    }
}

/// Reads the comment as GitHub does, and stops at everything that planlint does not write itself.
fn read(text: &str) -> Seen {
    let mut seen = Seen::default();
    let (mut html_code, mut in_fence, mut headings, mut open) = (None::<String>, false, 0, 0);
    for event in Parser::new_ext(text, Options::all() - Options::ENABLE_SMART_PUNCTUATION) {
        match event {
            Event::Start(Tag::Heading { level, .. }) => {
                headings += 1;
                assert_eq!(level as usize, 3, "one heading, of ours\n{text}");
            }
            Event::Start(Tag::CodeBlock(_)) => in_fence = true,
            Event::End(TagEnd::CodeBlock) => in_fence = false,
            Event::Start(Tag::TableRow | Tag::TableHead) => seen.rows.push(Vec::new()),
            Event::Start(Tag::TableCell) => {
                seen.rows.last_mut().unwrap().push(String::new());
                seen.in_cell = true;
            }
            Event::End(TagEnd::TableCell) => seen.in_cell = false,
            Event::Start(
                Tag::Paragraph | Tag::Table(_) | Tag::List(None) | Tag::Item | Tag::Strong | Tag::HtmlBlock,
            )
            | Event::End(_)
            | Event::SoftBreak => {}
            Event::Code(code) => {
                seen.add_to_cell(&code);
                seen.codes.push(code.into_string());
            }
            Event::Text(words) if in_fence => {
                for line in words.lines() {
                    // What is to be pasted stands apart from everything else, and forges no verdict there.
                    assert_eq!(acting(&format!("  {line}")), None, "{text}");
                }
            }
            Event::Text(words) => {
                if let Some(code) = &mut html_code {
                    code.push_str(&words);
                } else {
                    seen.add_to_cell(&words);
                    seen.texts.push(words.into_string());
                }
            }
            Event::InlineHtml(tag) => match (&*tag, html_code.take()) {
                ("<code>", None) => html_code = Some(String::new()),
                ("</code>", Some(code)) => {
                    seen.add_to_cell(&code);
                    seen.codes.push(code);
                }
                (tag, _) => panic!("HTML that is not ours: {tag}\n{text}"),
            },
            Event::Html(html) => match html.trim_end() {
                "<!-- planlint -->" => assert!(text.starts_with("<!-- planlint -->\n"), "the marker is first"),
                "</details>" => open -= 1,
                line => {
                    let title = line.strip_prefix("<details><summary>");
                    let title = title.and_then(|line| line.strip_suffix("</summary>"));
                    let title = title.unwrap_or_else(|| panic!("HTML that is not ours: {line}\n{text}"));
                    let bare = title.replace("<code>", "").replace("</code>", "");
                    assert!(!bare.contains(['<', '>', '@', '`', '"']), "{line}");
                    open += 1;
                    seen.details += 1;
                }
            },
            other => panic!("Markdown that is not ours: {other:?}\n{text}"),
        }
        assert!((0..=1).contains(&open), "folds are not nested\n{text}");
    }
    assert_eq!((headings, open, html_code), (1, 0, None), "all is closed\n{text}");
    for words in &seen.texts {
        assert!(
            !words.contains(['@', '#', '|', '<', '`', '$', '~', '_', '*'])
                && !words.contains("://")
                && !words.contains("www."),
            "not an ordinary word: {words}\n{text}"
        );
    }
    for letter in text.chars() {
        assert!(letter == '\n' || !letter.is_control(), "{letter:?}\n{text}");
    }
    seen
}

#[test]
fn the_made_report_is_written_as_it_was() {
    let text = written(&made::report(), None, None);
    read(&text);
    // Counted by hand from the report's source.
    for line in [
        "### ❌ planlint: FAIL · 1 error, 3 warnings, 1 note, 1 unknown, 1 waived, 1 known",
        "2 plans: 2 to import, 5 to add, 2 to change, **4 to destroy**.",
        "1 with actions nobody knows · 3 replaced · 2 forgotten · 2 moved · 1 without changes · 1 state · 3 output changes",
        "the gate stops at errors; decided by `delete-stateful` on `aws_db_instance.main[\"eu | west\"]` in `plans/prod.json`",
        "| ♻️ replace (destroyed first) | `plans/prod.json` | `module.db.aws_db_instance.main` | `engine_version` (`\"14.9\"` → `\"15.4\"`) forces replacement |",
    ] {
        assert!(
            text.lines().any(|shown| shown == line),
            "the comment lacks\n{line}\n{text}"
        );
    }
    let destroyed = text.find("➖ delete").unwrap();
    let folded = text.find("<details>").unwrap();
    assert!(destroyed < folded, "what is destroyed stands above the fold");
    insta::assert_snapshot!("made-markdown", text);
    insta::assert_snapshot!(
        "made-markdown-slack",
        written(&made::report(), Some(Place::Slack), None)
    );
    insta::assert_snapshot!("made-markdown-2000", written(&made::not_judged(), None, Some(2000)));
}

#[test]
fn one_plan_says_the_engines_own_sentence() {
    let mut report = made::report();
    report.inputs.truncate(1);
    let text = written(&report, None, None);
    read(&text);
    let line = "Plan: 2 to import, 5 to add, 2 to change, **4 to destroy**, 2 to forget.";
    assert!(text.lines().any(|shown| shown == line), "{text}");
    assert!(
        !text.contains("plans/prod.json"),
        "nothing says again which plan it is about\n{text}"
    );
    let quiet = written(&made::of_plan(made::empty_plan(), Vec::new()), None, None);
    assert_eq!(
        quiet, "<!-- planlint -->\n### ✅ planlint: PASS\n\nNo changes.\n",
        "nothing to say is said shortly"
    );
}

/// A plan with so many changes of each kind.
fn large(destroys: usize, creates: usize) -> Report {
    let row = |fate: Fate, index: usize| ChangeRow {
        why: Some(Redacted::trusted(
            "not in configuration any more, and a long reason for it that takes room",
        )),
        ..made::change(fate, &format!("aws_instance.web[{index}]"))
    };
    let changes = (0..destroys)
        .map(|index| {
            row(
                if index % 3 == 0 {
                    Fate::Replace(Replacement::DestroyFirst)
                } else {
                    Fate::Delete
                },
                index,
            )
        })
        .chain((0..creates).map(|index| row(Fate::Create, index)))
        .collect();
    let totals = Totals {
        add: creates + destroys.div_ceil(3),
        destroy: destroys,
        replace: destroys.div_ceil(3),
        ..Totals::default()
    };
    let plan = PlanInput {
        plan_line: Some(format!(
            "Plan: {} to add, 0 to change, {destroys} to destroy.",
            totals.add
        )),
        totals,
        changes,
        ..made::empty_plan()
    };
    made::of_plan(plan, Vec::new())
}

#[test]
fn fifty_thousand_changes_fit_into_every_place() {
    for (destroys, creates) in [(0, 50_000), (500, 49_500), (50_000, 0)] {
        let report = large(destroys, creates);
        for place in Place::ALL {
            let begun = Instant::now();
            let text = written(&report, Some(place), None);
            assert!(begun.elapsed() < Duration::from_secs(20), "{}", place.word());
            assert!(text.len() <= place.max_bytes(), "{}: {}", place.word(), text.len());
            assert!(
                text.contains("**50000") || text.contains(" hidden** to fit"),
                "what is missing is counted"
            );
            assert!(text.contains(&format!("{destroys} to destroy")), "the sums stay");
            if place.max_bytes() > 60_000 && destroys == 500 {
                for index in 0..destroys {
                    assert!(
                        text.contains(&format!("aws_instance.web[{index}]")),
                        "{}: {index}",
                        place.word()
                    );
                }
                assert!(
                    text.contains("50000") || !text.contains("not all fit here"),
                    "each is named"
                );
            }
            if destroys == 50_000 && place.max_bytes() < 900_000 {
                assert!(
                    text.contains("By type:** replace 16667 `aws_instance`, delete 33333 `aws_instance`"),
                    "{text}"
                );
            }
        }
    }
}

#[test]
fn time_grows_with_the_plan_and_not_faster() {
    let time = |creates: usize| {
        let report = large(creates / 10, creates);
        (0..3)
            .map(|_| {
                let begun = Instant::now();
                written(&report, None, None);
                written(&report, Some(Place::GithubComment), None);
                begun.elapsed()
            })
            .min()
            .unwrap()
    };
    let (small, big) = (time(4_000), time(32_000));
    assert!(big < small * 8 * 3, "eight times the plan took {big:?} after {small:?}");
}

#[test]
fn what_is_dangerous_is_dropped_last() {
    let mut report = large(30, 300);
    let mut findings: Vec<Finding> = (0..40)
        .map(|index| {
            made::finding(
                Level::Warning,
                "delete",
                &format!("aws_instance.web[{index}]"),
                "is destroyed",
            )
        })
        .collect();
    findings[0].level = Level::Error;
    findings[0].help = Some(Redacted::trusted("keep it"));
    report.findings = findings;
    let (mut last, mut steps) = ((0, 0, 0), 0);
    for bytes in (SMALLEST_BUDGET..40_000).step_by(100) {
        let text = written(&report, None, Some(bytes));
        let seen = read(&text);
        let count = |mark: &str| text.matches(mark).count();
        let now = (
            count("| ➖ delete") + count("| ♻️ replace"),
            count(" `delete`: "),
            count("| ➕ create"),
        );
        assert!(
            now >= last,
            "more room shows no less: {last:?}, then {now:?} at {bytes}"
        );
        let all = now == (30, 40, 300);
        assert!(
            now.1 == 0 || now.0 == 30,
            "findings come after what is destroyed: {now:?} at {bytes}"
        );
        assert!(
            now.2 == 0 || now.1 == 40,
            "creations come after findings: {now:?} at {bytes}"
        );
        assert_eq!(
            text.contains(" hidden** to fit"),
            !all,
            "what is missing is said at {bytes}"
        );
        assert!(
            now.1 == 0 || text.contains("help: keep it") || text.to_lowercase().contains("details of"),
            "so are helps at {bytes}"
        );
        assert_eq!(text.contains("not all fit here"), now.0 < 30, "so is what is destroyed");
        assert_eq!(seen.details, usize::from(now.2 > 0));
        steps += usize::from(now != last);
        last = now;
    }
    assert_eq!(last, (30, 40, 300), "in the end everything is there");
    assert!(steps > 50, "only {steps} steps");
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(if cfg!(debug_assertions) { 200 } else { 2000 })
    })]

    #[test]
    fn the_comment_is_markdown_at_every_length(
        bytes in 0_usize..12_000,
        place in prop::sample::select(vec![None, Some(Place::GithubComment), Some(Place::Bitbucket), Some(Place::Slack)]),
        words in prop::sample::select(HOSTILE.iter().map(|(text, _)| *text).collect::<Vec<_>>()),
        more in "\\PC{0,40}",
        all in any::<bool>(),
    ) {
        let mut report = made::not_judged();
        for input in &mut report.inputs {
            input.name = format!("{words}{more}");
            if let planlint::report::Subject::Plan(plan) = &mut input.subject {
                for row in &mut plan.changes {
                    row.address = Redacted::trusted(&format!("{}{words}{more}", row.address));
                    row.why = Some(Redacted::trusted(&format!("{more} {words}")));
                    row.type_name = Some(Redacted::trusted(&format!("{more}{words}")));
                }
            }
        }
        for finding in &mut report.findings {
            finding.message = Redacted::trusted(&format!("{words} {more}"));
            finding.help = Some(Redacted::trusted(&format!("{more}\n{words}\n{more}")));
        }
        let mut style = Style::plain();
        (style.place, style.max_bytes, style.all) = (place, Some(bytes), all);
        let text = with(&report, &style);
        prop_assert!(text.len() <= bytes.max(SMALLEST_BUDGET), "{} bytes, allowed {bytes}", text.len());
        prop_assert!(text.contains("ERROR") && text.contains("4 to destroy"), "{text}");
        read(&text);
    }
}

#[test]
fn no_text_of_a_plan_becomes_markdown() {
    let ids: Vec<&str> = RULES.iter().map(|rule| rule.id).collect();
    for (hostile, what) in HOSTILE {
        let judged = judge(cut::line(&plan(hostile)).as_bytes(), Want::Plan, &deny(&ids)).unwrap();
        let shown = |text: &str| planlint::output::escape::line(text).into_owned();
        for place in [None, Some(Place::Gitlab), Some(Place::Bitbucket), Some(Place::Slack)] {
            let text = written(&judged.report, place, None);
            let seen = read(&text);
            let name = if hostile.trim().is_empty() {
                "\"\"".to_owned()
            } else {
                shown(hostile)
            };
            assert!(
                seen.codes.contains(&name),
                "{what}: the address is shown as it is\n{text}"
            );
            if place.is_none() {
                let deleted = seen.rows.iter().find(|row| row[0].contains("delete")).unwrap();
                assert!(
                    deleted[1].starts_with(&name),
                    "{what}: in a cell of its own: {deleted:?}"
                );
                assert!(seen.rows.iter().all(|row| row.len() == 3), "{what}: {:?}", seen.rows);
            }
            for line in text.lines() {
                assert_eq!(acting(line), None, "{what}: {line}");
            }
        }
    }
}

#[test]
fn no_name_and_no_error_becomes_markdown_in_an_overview() {
    for (hostile, what) in HOSTILE {
        let mut report = made::not_judged();
        report.inputs[0].name = format!("{hostile}.json");
        report.errors[0].name = (*hostile).to_owned();
        report.errors[0].message = (*hostile).to_owned();
        report.errors[0].help = Some((*hostile).to_owned());
        for place in [
            None,
            Some(Place::GithubComment),
            Some(Place::Bitbucket),
            Some(Place::Slack),
        ] {
            let text = written(&report, place, None);
            let seen = read(&text);
            if place.is_none_or(|place| place == Place::GithubComment) {
                // The titles, the broken one, the plan that fails, the state.
                let widths: Vec<usize> = seen.rows.iter().take(4).map(Vec::len).collect();
                assert_eq!(widths, [8; 4], "{what}\n{text}");
                assert_eq!(
                    seen.rows[2][4], "4",
                    "{what}: the sum of what is destroyed stays in its cell"
                );
            }
        }
    }
}

#[test]
fn every_fixture_is_a_comment() {
    for fixture in fixtures::plans()
        .iter()
        .filter(|fixture| !fixture.name.starts_with("medium"))
    {
        let judged = judge(&fixtures::bytes(&fixture.plan()), Want::Any, &deny(&["delete"])).unwrap();
        for place in [None, Some(Place::Slack)] {
            read(&written(&judged.report, place, None));
        }
    }
}

#[test]
fn the_place_is_named_on_the_command_line() {
    let plan = cut::line(&cut::deletion());
    let run = |arguments: &[&str]| planlint(arguments).stdin(plan.clone()).run();
    run(&["--format", "markdown", "--for", "github-comment"])
        .exits(0, "a warning")
        .says(
            "<!-- planlint -->\n### ✅ planlint: PASS",
            "the marker is first, then the verdict",
        );
    run(&["--format", "markdown", "--for", "bitbucket"])
        .exits(0, "a warning")
        .says(
            "[//]: # (planlint)\n\n###",
            "where there is no HTML the marker is another",
        );
    run(&["--format", "markdown", "--comment-id", "prod/eu-west-1"])
        .exits(0, "a warning")
        .says("<!-- planlint prod/eu-west-1 -->\n### ✅", "a comment of its own");
    let id = run(&["--format", "markdown", "--for", "bitbucket", "--comment-id", "b"]);
    id.exits(0, "a warning")
        .says("[//]: # (planlint b)\n\n###", "there too");
    for (arguments, words, why) in [
        (
            &["--format", "markdown", "--comment-id", "a --> b"][..],
            "an id has up to 60 letters",
            "it would end the hidden line",
        ),
        (&["--comment-id", "a"], "--comment-id are about Markdown", "no comment"),
        (
            &["--for", "gitlab"],
            "--format markdown, or --output markdown=FILE",
            "nothing to cut",
        ),
        (
            &["--max-bytes", "5000", "--format", "json"],
            "no report of this run is Markdown",
            "nor here",
        ),
        (
            &["--format", "markdown", "--for", "github"],
            "github-comment",
            "no such place",
        ),
        (
            &["--format", "markdown", "--max-bytes", "100"],
            "2000",
            "too small for the verdict",
        ),
    ] {
        run(arguments).exits(2, why).tells(words, why);
    }
}
