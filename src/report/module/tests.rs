//! What a snippet tells, and what it leaves out.

use super::*;

/// The snippet around the first place where `marked` stands, its three parts with bars between them.
fn snippet(text: &str, marked: &str) -> Option<String> {
    let start = text.find(marked).unwrap();
    let file = File::read(text);
    let snippet = Snippet::of(&file, Span::new(start, start + marked.len()))?;
    Some(format!("{}|{}|{}", &*snippet.before, &*snippet.marked, &*snippet.after))
}

/// Text, what is marked in it, the snippet, and why.
const SNIPPETS: &[(&str, &str, Option<&str>, &str)] = &[
    (
        r#"{"a": {"b": "x ${var.c} y", "password": "hunter2"}}"#,
        "var.c",
        Some(r#""b": "…${|var.c|}…""#),
        "a reference, and nothing of its neighbour",
    ),
    (
        r#"{"a": "app:hunter2@${var.c}/%{if var.d}x%{endif}$${e}"}"#,
        "var.c",
        Some(r#""a": "…${|var.c|}…%{if var.d}…%{endif}…""#),
        "what stands between templates may be a secret",
    ),
    (
        r#"{"a": ["hunter2", "${var.c}", 3]}"#,
        "${var.c}",
        Some(r#""a": […, "|${var.c}|", …]"#),
        "an item of a list, and nothing of the others",
    ),
    (
        r#"{"a": [["${var.c}"], "hunter2" ]}"#,
        r#""${var.c}""#,
        Some(r#""a": [[|"${var.c}"|], …]"#),
        "a list in a list",
    ),
    (
        r#"{"a": [ {"b": "${var.c}"} ]}"#,
        r#""${var.c}""#,
        Some(r#""b": |"${var.c}"|"#),
        "what stands around the object is not told",
    ),
    (
        r#"{"a": "hunter2${f({b = 1})}"}"#,
        r#""hunter2${f({b = 1})}""#,
        Some(r#""a": |"…${f({b = …})}"|"#),
        "the whole of it too",
    ),
    (
        r#"{"a": "${f(4711, var.b[0].x2, 1.5)}"}"#,
        "var.b",
        Some(r#""a": "${f(…, |var.b|[0].x2, …)}""#),
        "a number is a value, but for a position or a part of a name",
    ),
    (
        r#"{"a": "${f([4711], -4712, x-1, 4713e5, b[0][1].0, list)}"}"#,
        "list",
        Some(r#""a": "${f([…], -…, x-1, …, b[0][1].0, |list|)}""#),
        "in a list, behind a sign",
    ),
    (
        r#"{"a": "${g(f([4711], var.b2[0]))}"}"#,
        "f([4711], var.b2[0])",
        Some(r#""a": "${g(|f([…], var.b2[0])|)}""#),
        "one that is meant among other things is a value too",
    ),
    (
        r#"{"a": "app:Qv7z%{Kq9sEcReT@h/db"}"#,
        "%{Kq9sEcR",
        Some(r#""a": "…|%…|…""#),
        "a literal with the letters that begin a directive",
    ),
    (
        r#"{"a": "app:Qv7z%{for9sEcReT@h/db"}"#,
        "%{for9",
        Some(r#""a": "…|%…|…""#),
        "one that begins as a directive does",
    ),
    (
        r#"{"a": "hunter2%{~ if(var.b) ~}hunter2%{ else }%{ fi }"}"#,
        "var.b",
        Some(r#""a": "…%{~ if(|var.b|) ~}…%{ else }%…""#),
        "directives, and a word that is none",
    ),
    (
        r#"{"a": "hunter2%{http_code}"}"#,
        "%{http_code}",
        Some(r#""a": "…|%{http_code}|""#),
        "a variable of curl",
    ),
    (
        r#"{"a": "${var.b}${<<EOT\nhunter2\nEOT\n}"}"#,
        "var.b",
        Some(r#""a": "${|var.b|}${…""#),
        "a text of several lines",
    ),
    (
        r#"{"a": "${var.b /* hunter2 */}"}"#,
        "var.b",
        Some(r#""a": "${|var.b| …""#),
        "a comment",
    ),
    (
        r#"{"a": "${f('hunter2')}${var.b}"}"#,
        "var.b",
        Some(r#""a": "${f(…|var.b|…""#),
        "quotation marks of another language, and what stands behind them",
    ),
    (
        r#"{"a": "hunter2 $${var.b}"}"#,
        "$${var.b}",
        Some(r#""a": "…|$${var.b}|""#),
        "a part of it that is meant",
    ),
    (
        r#"{"a": {"b": "hunter2"}}"#,
        r#""b""#,
        Some(r#"|"b"|: …"#),
        "a name, and not its value",
    ),
    (
        r#"{"a": {"b": 1}}"#,
        r#""a""#,
        Some(r#"|"a"|: {…}"#),
        "the name of an object",
    ),
    (r#"{"a": ["b"]}"#, "[", Some(r#""a": |[…]|"#), "the bracket of a list"),
    (
        r#"{"a": ["hunter2"]}"#,
        r#""hunter2""#,
        Some(r#""a": [|"…"|]"#),
        "a literal in a list may be a secret",
    ),
    (
        r#"{"a": "hun\"ter2\n"}"#,
        r#""hun\"ter2\n""#,
        Some(r#""a": |"…"|"#),
        "one with escapes too",
    ),
    (
        "{\"a\": \"é${var.b}é\"}",
        "var.b",
        Some("\"a\": \"…${|var.b|}…\""),
        "letters of several bytes",
    ),
    (
        r#"{"a": 'hunter2'}"#,
        "'hunter2'",
        Some(r#""a": |…|"#),
        "single quotation marks",
    ),
    (
        r#"{"a": hunter2}"#,
        "hunter2",
        Some(r#""a": |…|"#),
        "no quotation marks",
    ),
    (
        r#"{"a": None}"#,
        "None",
        Some(r#""a": |None|"#),
        "a word of another language",
    ),
    (
        r#"{"a": 01}"#,
        "01",
        Some(r#""a": |…|"#),
        "a number of another language may be a secret as well",
    ),
    (
        r#"{"a": "${f(\"hunter2\", var.b, \"x\\\"hunter2\", var.c)}"}"#,
        "var.b",
        Some(r#""a": "${f(\"…", |var.b|, \"…", var.c)}""#),
        "a literal in a template may be one as well",
    ),
    (
        r#"{"a": "${\"hunter2${g(\"hunter2\", var.b)}hunter2\"}"}"#,
        "var.b",
        Some(r#""a": "${\"…${g(\"…", |var.b|)}…"}""#),
        "a template in a literal in a template",
    ),
    (
        r#"{"a": "${upper(\\\"hunter2\\\")}"}"#,
        r#"\\\"hunter2\\\""#,
        Some(r#""a": "${upper(|\…|…""#),
        "quotes that are escaped once too often, even where they are marked",
    ),
    (
        r#"{"a": "${f(“hunter2”, var.b)}"}"#,
        "var.b",
        Some(r#""a": "${f(…|var.b|…""#),
        "quotation marks of people",
    ),
    (
        r#"{"a": "${f({b = \"Tr0ub\"4dor\", c = \"hunter2\"})}"}"#,
        "4",
        Some(r#""a": "${f({b = \"…|…|…""#),
        "a quote that stands in a secret as it is, even what is marked for it",
    ),
    (
        r#"{"a": "${f({b = \"Tr0ub\" 4dor\", c = \"hunter2\"}, var.b)}"}"#,
        "var.b",
        Some(r#""a": "${f({b = \"…|…|…""#),
        "with a blank behind it",
    ),
    (
        r#"{"a": "${[for v in [\"a\", \"b\" ] : \"x\" if v == var.b]}"}"#,
        "var.b",
        Some(r#""a": "${[for v in [\"…", \"…" ] : \"…" if v == |var.b|]}""#),
        "what may follow a literal",
    ),
    (
        r#"{"a": "${f(\u0022hunter2\u0022, var.b)}"}"#,
        "var.b",
        Some(r#""a": "…|var.b|…""#),
        "escapes that hide a quotation mark",
    ),
    (
        r#"{"a": "Ab3${hunter2!"}"#,
        "!",
        Some(r#""a": "…$…|…|""#),
        "a literal with the letters that begin a template",
    ),
    (
        r#"{"a": "${<<EOT\nhunter2\nEOT\n + b.x}"}"#,
        r"<<EOT\nhunter2\nEOT\n + b.x",
        Some(r#""a": "${|…|…""#),
        "a text of several lines that is meant",
    ),
    (
        r#"{"a": "${lower(var.b}"}"#,
        "}",
        Some(r#""a": "${lower(var.b|}|""#),
        "a mistake in a template",
    ),
    (r#"{"a": null}"#, "null", Some(r#""a": |null|"#), "what is no text"),
    (
        r#"{"a": {"b": {"c": "${x}"}}}"#,
        "x",
        Some(r#""c": "${|x|}""#),
        "the innermost property",
    ),
    (r#"["x"]"#, r#""x""#, None, "no property around it"),
    ("1", "1", None, "no object at all"),
];

#[test]
fn a_snippet_is_one_property_without_the_values_beside_it() {
    for (text, marked, wanted, why) in SNIPPETS {
        assert_eq!(snippet(text, marked).as_deref(), *wanted, "{why}");
    }
}

#[test]
fn a_snippet_is_never_long() {
    let long = "x".repeat(1000);
    let text = format!("{{\"a\": \"{long}${{var.b}}{long}\"}}");
    let shown = snippet(&text, "var.b").unwrap();
    assert_eq!(shown, r#""a": "…${|var.b|}…""#);
    let text = format!("{{\"a\": \"${{f({long}var.b{long})}}\"}}");
    let shown = snippet(&text, "var.b").unwrap();
    // 200 characters and a sign on each side, two bars, and the reference.
    assert_eq!(shown.chars().count(), 201 + 1 + 5 + 1 + 201);
    assert!(shown.starts_with('…') && shown.ends_with('…'));
}
