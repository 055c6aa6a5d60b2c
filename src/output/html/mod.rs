//! One page for reviewers: it opens without network and without JavaScript, and no text of a plan is markup in it.

mod changes;
mod difference;
mod findings;
mod head;
mod modules;
mod plan;
mod state;

use std::borrow::Cow;
use std::io::{self, Write};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use sha2::{Digest, Sha256};

use super::{Style, escape};
use crate::report::{Input, Report, Rows, Subject};

use changes::Changes;
use findings::Findings;

/// What the page looks like; it must not hold `</style`.
const STYLE: &str = include_str!("page.css");

/// What the page does beyond its elements; it must not hold `</script`.
const SCRIPT: &str = include_str!("page.js");

/// What differs is what the page is for.
pub(super) fn rows(_: &Style) -> Rows {
    Rows::Differences
}

pub(super) fn write(report: &Report, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    let findings = Findings::of(report, style);
    let changes = Changes::of(report, style, &findings);
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            (page_head(report))
            body {
                a.skip href="#main" { "Skip to the findings and changes" }
                (head::verdict(report, &findings))
                (head::keys())
                div.layout {
                    (changes.tree())
                    main #main tabindex="-1" {
                        (head::failures(report))
                        (head::inputs(report))
                        (head::controls(&changes))
                        (findings.list(&changes))
                        @for (index, input) in report.inputs.iter().enumerate() {
                            (section(index, input, report, style, &changes))
                        }
                        (findings.rules())
                    }
                }
                footer { "planlint " (env!("CARGO_PKG_VERSION")) ". This page asks for nothing from any network." }
                script { (PreEscaped(as_parsed(SCRIPT))) }
            }
        }
    };
    out.write_all(page.into_string().as_bytes())?;
    out.write_all(b"\n")
}

/// What the browser must know before it shows anything: above all, that the page may load nothing.
fn page_head(report: &Report) -> Markup {
    let policy = format!(
        "default-src 'none'; style-src '{}'; script-src '{}'; base-uri 'none'; form-action 'none'",
        digest(STYLE),
        digest(SCRIPT)
    );
    html! {
        head {
            meta charset="utf-8";
            meta http-equiv="Content-Security-Policy" content=(policy);
            meta name="viewport" content="width=device-width, initial-scale=1";
            meta name="color-scheme" content="light dark";
            meta name="referrer" content="no-referrer";
            title { (head::title(report)) }
            style { (PreEscaped(as_parsed(STYLE))) }
        }
    }
}

/// A text as a browser has it before it takes the digest: line ends of Windows are none of HTML's.
fn as_parsed(text: &str) -> String {
    text.replace('\r', "")
}

fn digest(text: &str) -> String {
    format!("sha256-{}", STANDARD.encode(Sha256::digest(as_parsed(text).as_bytes())))
}

/// An input in full. What is alone has its name and sums at the top of the page.
fn section(index: usize, input: &Input, report: &Report, style: &Style, changes: &Changes<'_>) -> Markup {
    html! {
        section id={ "input-" (index) } {
            @if report.inputs.len() > 1 { (head::heading(input)) (head::sums(input)) }
            @match &input.subject {
                Subject::Plan(plan) => (plan::section(index, plan, input, style, changes)),
                Subject::State(state) => (state::section(state)),
                Subject::Module(_) => {}
            }
        }
    }
}

/// Text of a plan in one line: what would turn the direction or stay unseen is written out. What is markup to a browser
/// the template escapes.
fn text(text: &str) -> Cow<'_, str> {
    escape::line(text)
}

/// Words with what stands between ticks as code; an address among them may be broken anywhere.
fn prose(words: &str) -> Markup {
    html! {
        @for (index, part) in words.split('`').enumerate() {
            @if index % 2 == 1 { code { (part) } } @else { (part) }
        }
    }
}

/// A sentence of ours about a plan, in which a text of the plan may hold ticks too: only those are code that stand
/// around words as ours do, and all others stay.
fn sentence(words: &str) -> Markup {
    let words = text(words);
    html! {
        @for (part, is_code) in marked(&words) {
            @if is_code { code { (part) } } @else { (part) }
        }
    }
}

/// The parts of a sentence, and whether each stood between ticks, before them a blank or bracket and behind them the
/// end of a word.
fn marked(words: &str) -> Vec<(&str, bool)> {
    let mut parts = Vec::new();
    let (mut rest, mut from) = (words, 0);
    while let Some(at) = rest.get(from..).and_then(|ahead| ahead.find('`')).map(|at| from + at) {
        let (before, behind) = (&rest[..at], &rest[at + 1..]);
        let opens = before.is_empty() || before.ends_with([' ', '(']);
        let inner = behind.split_once('`').filter(|(inner, after)| {
            let ends = after.is_empty() || after.starts_with([' ', ',', ';', ':', '.', '!', '?', ')']);
            ends && !inner.trim().is_empty()
        });
        match inner.filter(|_| opens) {
            Some((inner, after)) => {
                parts.extend([(before, false), (inner, true)]);
                (rest, from) = (after, 0);
            }
            None => from = at + 1,
        }
    }
    parts.push((rest, false));
    parts.retain(|(part, _)| !part.is_empty());
    parts
}

/// A section behind its title, open or not.
fn folded(title: &str, count: usize, open: bool, content: &Markup) -> Markup {
    html! {
        details.part open[open] {
            summary { h3 { (title) " " span.count { (count) } } }
            (content)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_digests_are_those_of_the_embedded_texts() {
        // From RFC 6234's test: the digest of "abc", in base64.
        assert_eq!(digest("abc"), "sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=");
        assert_eq!(
            digest("a\r\nb"),
            digest("a\nb"),
            "a browser drops the carriage return first"
        );
    }

    #[test]
    fn nothing_in_the_embedded_texts_ends_them_or_asks_for_anything() {
        for text in [STYLE, SCRIPT] {
            for bad in [
                "</",
                "<!--",
                "url(",
                "@import",
                "http:",
                "https:",
                "fetch",
                "innerHTML",
                "eval",
            ] {
                assert!(!text.contains(bad), "{bad}");
            }
        }
    }

    #[test]
    fn of_the_ticks_in_a_sentence_ours_alone_are_code() {
        for (words, wanted, why) in [
            ("a `removed` block", "a <code>removed</code> block", "ours"),
            (
                "(`x y`), `z`.",
                "(<code>x y</code>), <code>z</code>.",
                "with blanks, in brackets",
            ),
            ("`x` and `y`", "<code>x</code> and <code>y</code>", "two"),
            (
                "a.b[\"`\"] and `x`",
                "a.b[&quot;`&quot;] and <code>x</code>",
                "a key that is a tick",
            ),
            ("a`b`c", "a`b`c", "in a word"),
            ("a ` b", "a ` b", "one that nothing closes"),
            ("``", "``", "nothing between them"),
            ("a `<b>`", "a <code>&lt;b&gt;</code>", "markup"),
        ] {
            assert_eq!(sentence(words).into_string(), wanted, "{why}");
        }
    }

    #[test]
    fn ticks_are_code_and_nothing_is_markup() {
        for (words, wanted, why) in [
            ("write `x` here", "write <code>x</code> here", "code"),
            ("a `b", "a <code>b</code>", "a tick that nothing closes"),
            ("`<b>`", "<code>&lt;b&gt;</code>", "markup in code"),
            ("<b>", "&lt;b&gt;", "markup in words"),
        ] {
            assert_eq!(prose(words).into_string(), wanted, "{why}");
        }
    }
}
