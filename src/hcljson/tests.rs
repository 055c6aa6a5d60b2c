//! The specification's examples, laws over generated files, and what is said of broken ones.

use std::fmt::Write as _;

use super::template::{Met, Template};
use super::{
    AttributeSchema, BlockSchema, Body, Expression, File, Kind, Label, Schema, StaticError, StructureError,
    StructureErrorKind as Structure, SyntaxErrorKind as Syntax, Value, decode,
};
use crate::json::string;
use crate::source::Span;

mod laws;

/// Kinds of errors, each with the text that it stands on.
fn said(text: &str) -> Vec<(Syntax, &str)> {
    let file = File::read(text);
    file.errors()
        .iter()
        .map(|error| (error.kind, &text[error.span.range()]))
        .collect()
}

#[test]
fn one_text_many_errors_each_at_its_place() {
    for (text, expected, why) in [
        ("", vec![(Syntax::Empty, "")], "nothing"),
        (
            "{\"a\":1,}",
            vec![(Syntax::TrailingComma, ",")],
            "a comma before the end",
        ),
        ("[1,]", vec![(Syntax::TrailingComma, ",")], "in lists too"),
        ("[1 2]", vec![(Syntax::MissingComma, "2")], "no comma"),
        (
            "{\"a\":1 \"b\":2}",
            vec![(Syntax::MissingComma, "\"")],
            "between properties",
        ),
        ("[,1]", vec![(Syntax::MissingElement, ",")], "a comma first"),
        ("{\"a\"=1}", vec![(Syntax::EqualsSign, "=")], "as in the native syntax"),
        ("{\"a\":}", vec![(Syntax::MissingValue, "")], "no value"),
        ("{\"a\"}", vec![(Syntax::MissingValue, "")], "a name alone"),
        ("{\"a\" 1}", vec![(Syntax::MissingColon, "\"a\" ")], "no colon"),
        ("{a:1}", vec![(Syntax::BareKey, "a")], "a bare name"),
        (
            "{'a':'b'}",
            vec![(Syntax::SingleQuotes, "'a'"), (Syntax::SingleQuotes, "'b'")],
            "single quotes",
        ),
        (
            "[True,None]",
            vec![(Syntax::OtherKeyword, "True"), (Syntax::OtherKeyword, "None")],
            "as Python writes",
        ),
        (
            "[NaN,-Infinity]",
            vec![(Syntax::NotANumber, "NaN"), (Syntax::NotANumber, "-Infinity")],
            "no numbers",
        ),
        (
            "[012,+1,1.]",
            vec![
                (Syntax::LeadingZero, "012"),
                (Syntax::BadNumber, "+1"),
                (Syntax::BadNumber, "1."),
            ],
            "numbers",
        ),
        ("[truth]", vec![(Syntax::UnknownKeyword, "truth")], "a word"),
        ("[\"a\nb\"]", vec![(Syntax::RawNewline, "\n")], "a raw line feed"),
        ("[\"a\tb\"]", vec![(Syntax::ControlCharacter, "\t")], "a raw tab"),
        ("[\"\\q\"]", vec![(Syntax::BadEscape, "\\q")], "an unknown escape"),
        ("[\"\\ud83d\"]", vec![(Syntax::LoneSurrogate, "\\ud83d")], "half a pair"),
        (
            "{\"a\": \"b,\n\"c\": 1}",
            vec![(Syntax::UnclosedString, "\"b,"), (Syntax::MissingComma, "\"")],
            "a lost quotation mark",
        ),
        (
            "{\"a\":[1,{\"b\":2}",
            vec![(Syntax::Unclosed, "{"), (Syntax::Unclosed, "[")],
            "two brackets open",
        ),
        ("{\"a\":[1,2}", vec![(Syntax::Mismatched, "}")], "one inside the other"),
        ("{\"a\":1]", vec![(Syntax::Mismatched, "]")], "the wrong bracket"),
        (
            "// c\n{/* d */}",
            vec![(Syntax::Comment, "// c"), (Syntax::Comment, "/* d */")],
            "comments",
        ),
        (
            "# by a generator\n{}",
            vec![(Syntax::Comment, "# by a generator")],
            "a signature",
        ),
        ("resource \"a\" {}", vec![(Syntax::NotJson, "r")], "the native syntax"),
        ("{} {}", vec![(Syntax::TrailingText, "{}")], "more text"),
        (
            "\u{feff}{}",
            vec![(Syntax::ByteOrderMark, "\u{feff}")],
            "a byte order mark",
        ),
        (
            "{\"a\":[1,,],b:'c' \"d\"=True}",
            vec![
                (Syntax::MissingElement, ","),
                (Syntax::TrailingComma, ","),
                (Syntax::BareKey, "b"),
                (Syntax::SingleQuotes, "'c'"),
                (Syntax::MissingComma, "\""),
                (Syntax::EqualsSign, "="),
                (Syntax::OtherKeyword, "True"),
            ],
            "all are said, the rest is read",
        ),
    ] {
        assert_eq!(said(text), expected, "{why}: {text:?}");
    }
}

#[test]
fn what_is_broken_hides_no_neighbour() {
    let file = File::read("{\"a\": 012, \"b\": {\"c\": }, \"d\": [1 2, tru], \"e\": 3}");
    let names: Vec<_> = file
        .root()
        .properties()
        .map(|property| property.name().into_owned())
        .collect();
    assert_eq!(names, ["a", "b", "d", "e"]);
    assert_eq!(file.root().get("d").unwrap().len(), 3);
    assert_eq!(file.root().get("a").unwrap().kind(), Kind::Broken);
    assert!(file.lost_text());
}

#[test]
fn depth_has_a_limit() {
    let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    assert_eq!(said(&nested(512)), []);
    assert_eq!(said(&nested(513)), [(Syntax::TooDeep, "[")]);
    let unclosed = "[".repeat(100_000);
    assert!(
        said(&unclosed).len() > 100,
        "each open bracket is named until the reader gives up"
    );
}

#[test]
fn what_is_too_long_is_our_limit_and_no_engines() {
    let file = " ".repeat(1 << 28);
    let file = File::read(&file);
    let [error] = file.errors() else {
        panic!("one error: the text is not looked at");
    };
    assert_eq!((error.kind, error.kind.engine_rejects()), (Syntax::TooLong, false));
    assert!(file.lost_text());
    assert_eq!(file.root().kind(), Kind::Broken);
}

#[test]
fn bytes_that_are_no_text_are_said() {
    let (text, errors) = decode(b"{\"a\":\"\xff\xfeb\xff\"}");
    assert_eq!(text, "{\"a\":\"\u{fffd}\u{fffd}b\u{fffd}\"}");
    let spans: Vec<_> = errors.iter().map(|error| (error.kind, error.span)).collect();
    assert_eq!(
        spans,
        [
            (Syntax::InvalidUtf8, Span::new(6, 12)),
            (Syntax::InvalidUtf8, Span::new(13, 16))
        ],
        "one a stretch"
    );
}

const FOO: Schema<'_> = Schema {
    attributes: &[
        AttributeSchema {
            name: "arg",
            required: false,
        },
        AttributeSchema {
            name: "must",
            required: true,
        },
    ],
    blocks: &[
        BlockSchema {
            name: "foo",
            labels: &["type", "name"],
        },
        BlockSchema {
            name: "bar",
            labels: &[],
        },
    ],
};

/// The blocks `foo` as `type.name{child}`, and the errors.
fn blocks(text: &str) -> (String, Vec<StructureError>) {
    let file = File::read(text);
    let mut errors = Vec::new();
    let content = Body::new(file.root()).partial_content(FOO, &mut errors);
    let mut written = String::new();
    for block in &content.blocks {
        let labels: Vec<_> = block.labels().map(Label::text).collect();
        let child = block.body.checked_properties(&mut errors);
        let child: Vec<_> = child.iter().map(|property| property.value().raw()).collect();
        write!(written, "{}{{{}}} ", labels.join("."), child.join(",")).unwrap();
    }
    errors.retain(|error| !matches!(error.kind, Structure::MissingArgument { .. }));
    (written.trim_end().to_owned(), errors)
}

#[test]
fn blocks_are_those_of_the_specification() {
    for (text, expected, why) in [
        (
            r#"{"foo":{"bar":{"baz":{"c":1},"boz":{"c":2}},"boz":{"baz":{"c":3}}}}"#,
            "bar.baz{1} bar.boz{2} boz.baz{3}",
            "objects for each label",
        ),
        (
            r#"{"foo":{"bar":{"baz":{"c":1}},"boz":{"baz":[{"c":2},{"c":3}]}}}"#,
            "bar.baz{1} boz.baz{2} boz.baz{3}",
            "an array of bodies",
        ),
        (
            r#"{"foo":[{"bar":{"baz":{"c":1}}},{"bar":{"baz":[{"c":2},{"c":3}]}}]}"#,
            "bar.baz{1} bar.baz{2} bar.baz{3}",
            "an array of labels",
        ),
        (
            r#"{"foo":{"bar":{"baz":{"c":1}},"bar":{"baz":[{"c":2}]}}}"#,
            "bar.baz{1} bar.baz{2}",
            "a repeated label",
        ),
        (
            r#"[{"foo":{"a":{"b":{"c":1}}}},{"foo":{"a":{"b":{"c":2}}}}]"#,
            "a.b{1} a.b{2}",
            "a root that is an array",
        ),
        (r#"{"bar":[]}"#, "", "no block at all"),
        (r#"{"bar":null}"#, "", "nor here"),
        (r#"{"bar":[null]}"#, "{}", "an element that is null is an empty block"),
        (
            r#"{"bar":[[{"c":1},{"c":2}]]}"#,
            "{1,2}",
            "an array in an array is one body",
        ),
        (
            r#"{"foo":{"//":{"b":{}}}}"#,
            "//.b{}",
            "a comment is none where labels stand",
        ),
    ] {
        assert_eq!(blocks(text), (expected.to_owned(), Vec::new()), "{why}");
    }
}

#[test]
fn what_does_not_fit_is_said_at_its_own_place() {
    for (text, place, expected, why) in [
        (
            r#"{"must":1,"foo":{}}"#,
            "{}}",
            Structure::MissingLabel {
                block: "foo".into(),
                label: "type".into(),
            },
            "no label",
        ),
        (
            r#"{"must":1,"foo":{"a":[]}}"#,
            "[]",
            Structure::MissingLabel {
                block: "foo".into(),
                label: "name".into(),
            },
            "nor here",
        ),
        (
            r#"{"must":1,"foo":{"a":"x"}}"#,
            "\"x\"",
            Structure::NotLabels {
                block: "foo".into(),
                label: "name".into(),
            },
            "a scalar",
        ),
        (
            r#"{"must":1,"bar":"x"}"#,
            "\"x\"",
            Structure::NotBlock,
            "a scalar as block",
        ),
        (
            r#"[{"must":1},3]"#,
            "3]",
            Structure::NotBody,
            "an element that is no object",
        ),
        (
            r#"{"must":1,"arg":1,"arg":2}"#,
            "\"arg\":2",
            Structure::ArgumentTwice { name: "arg".into() },
            "twice",
        ),
        (
            r#"{"arg":{}}"#,
            "}",
            Structure::MissingArgument { name: "must".into() },
            "at the closing brace",
        ),
        (
            r#"{"must":1,"ar":2}"#,
            "\"ar\"",
            Structure::Unsupported {
                name: "ar".into(),
                suggestion: Some("arg".into()),
            },
            "a typo",
        ),
        (
            r#"{"must":1,"zzz":2}"#,
            "\"zzz\"",
            Structure::Unsupported {
                name: "zzz".into(),
                suggestion: None,
            },
            "unlike all",
        ),
    ] {
        let file = File::read(text);
        let mut errors = Vec::new();
        Body::new(file.root()).content(FOO, &mut errors);
        let start = text.rfind(place).unwrap();
        assert_eq!(
            errors
                .iter()
                .map(|error| (&error.kind, error.span.start))
                .collect::<Vec<_>>(),
            [(&expected, start)],
            "{why}"
        );
    }
}

#[test]
fn dynamic_attributes_need_one_object() {
    for (text, count, fault, why) in [
        (r#"{"a":1,"//":2,"b":3}"#, 2, None, "comments are none"),
        (
            r#"{"a":1,"a":2}"#,
            1,
            Some(Structure::ArgumentTwice { name: "a".into() }),
            "the first counts",
        ),
        (r#"[{"a":1}]"#, 0, Some(Structure::NotObject), "no arrays"),
        (
            "null",
            0,
            Some(Structure::NotObject),
            "nor null, as an element of an array is",
        ),
    ] {
        let file = File::read(text);
        let mut errors = Vec::new();
        assert_eq!(
            Body::new(file.root()).just_attributes(&mut errors).len(),
            count,
            "{why}"
        );
        assert_eq!(errors.into_iter().map(|error| error.kind).next(), fault, "{why}");
    }
}

#[test]
fn constants_are_evaluated() {
    let text = |text: &str| Value::String(text.to_owned().into());
    let number = |text: &str| Value::Number(text.to_owned().into());
    for (json, expected, why) in [
        (r#""plain""#, text("plain"), "text"),
        (r#""$${a} %%{b}""#, text("${a} %{b}"), "escapes of templates"),
        (r#""${1+1}""#, number("2"), "one interpolation is its value"),
        (r#"" ${1+1}""#, text(" 2"), "with text beside it a string"),
        (r#""${\"a${1}\"}""#, text("a1"), "templates inside"),
        (r#""${1 < 2 && !false}""#, Value::Bool(true), "operators"),
        (r#""${2 * (3 + 4) % 5}""#, number("4"), "arithmetic"),
        (r#""${true ? \"a\" : \"b\"}""#, text("a"), "a conditional"),
        (r#""${012 == 12}""#, Value::Bool(true), "numbers by value"),
        (r#""${{a = [1]}.a[0]}""#, number("1"), "steps into constants"),
        (r#""${var.a}""#, Value::Unknown, "a reference"),
        (r#""x${upper(\"a\")}""#, Value::Unknown, "a function"),
        (
            "123456789012345678901234567890.5",
            number("123456789012345678901234567890.5"),
            "exact",
        ),
        (
            r#"{"${1}":2}"#,
            Value::Object([("1".into(), number("2"))].into()),
            "names are templates",
        ),
        (r#"{"${var.a}":2}"#, Value::Unknown, "a name that is unknown"),
        (r#""${-0}""#, Value::Unknown, "less than none"),
        (
            r#"" ${01.50e1} ${1e-6} ${1e3}""#,
            text(" 15 0.000001 1000"),
            "numbers as texts",
        ),
        (r#"" ${1e400}""#, Value::Unknown, "a long one"),
        (r#"" ${1e9223372036854775807}""#, Value::Unknown, "one beyond all"),
        (
            "[null,false]",
            Value::Tuple(vec![Value::Null, Value::Bool(false)]),
            "a tuple",
        ),
    ] {
        let file = File::read(json);
        let mut errors = Vec::new();
        assert!(
            Expression::new(file.root()).evaluate(&mut errors) == expected,
            "{why}: {json}"
        );
        assert_eq!(errors, [], "{why}");
    }
    for (json, why) in [
        (r#"{"1":1,"${1}":2}"#, "equal once evaluated"),
        (r#"{"a":1,"a":2}"#, "equal"),
        (r#"{"1":1,"${1.0}":2}"#, "a number with a point"),
        (r#"{"10":1,"${1e1}":2}"#, "with an exponent"),
        (
            r#"{"-0.5":1,"${-1 * 0.50}":2,"0.5":3,"${0.50}":4}"#,
            "a fraction; products of fractions are left alone",
        ),
    ] {
        let file = File::read(json);
        let mut errors = Vec::new();
        let _ = Expression::new(file.root()).evaluate(&mut errors);
        assert!(
            matches!(
                errors.as_slice(),
                [StructureError {
                    kind: Structure::NameTwice { .. },
                    ..
                }]
            ),
            "{why}"
        );
    }
}

#[test]
fn static_analysis_reads_without_evaluating() {
    for (json, expected, why) in [
        (r#""aws_vpc.main""#, Ok(1), "names"),
        (r#"" a.b[0][\"k\"].c ""#, Ok(4), "indices; spaces around do no harm"),
        (r#""a.0""#, Err("unfit"), "an index with a dot"),
        (r#""a[*].b""#, Err("unfit"), "a splat"),
        (r#""a[each.key]""#, Err("unfit"), "a computed index"),
        (r#""${a.b}""#, Err("templated"), "a template"),
        ("1", Err("no string"), "a number"),
    ] {
        let file = File::read(json);
        let steps = Expression::new(file.root()).traversal(|_, traversal| traversal.steps.len());
        let steps = steps.map_err(|error| match error {
            StaticError::NotString => "no string",
            StaticError::Templated => "templated",
            StaticError::Unfit(_) => "unfit",
        });
        assert_eq!(steps, expected, "{why}");
    }
    let keyword = |json: &str| Expression::new(File::read(json).root()).keyword();
    assert_eq!(keyword(r#""all""#).as_deref(), Some("all"));
    assert_eq!(keyword(r#""a.b""#), None, "two names");
}

#[test]
fn of_what_is_no_text_not_all_is_told() {
    for (bytes, most, why) in [
        ("#\n".repeat(1000).into_bytes(), 102, "nothing but comments"),
        (
            format!("{{\"a\":{}1}}", "/**/".repeat(1000)).into_bytes(),
            102,
            "comments in one place",
        ),
        (
            [b"{}".to_vec(), vec![0xff; 1000]].concat(),
            2,
            "one stretch that is no UTF-8, and more text",
        ),
        ([&b"\xffa"[..]; 1000].concat(), 101, "many stretches"),
    ] {
        let (text, invalid) = decode(&bytes);
        let told = invalid.len() + File::read(&text).errors().len();
        assert!((1..=most).contains(&told), "{why}: {told}");
    }
}
