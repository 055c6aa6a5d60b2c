//! Laws over generated and damaged files: places are exact, forms mean the same, nothing panics.

use proptest::prelude::*;

use super::*;

/// Every reference of a file's expression as the file writes it, decoded, beside what the template says.
fn references(text: &str) -> Vec<(String, String)> {
    let file = File::read(text);
    let mut found = Vec::new();
    Expression::new(file.root()).templates(&mut |decoded, template| {
        template.unwrap().walk(|met| {
            if let Met::Reference(traversal) = met {
                let raw = &text[decoded.span(traversal.span()).range()];
                found.push((
                    string::decode(raw).into_owned(),
                    decoded.as_str()[traversal.span().range()].to_owned(),
                ));
            }
        });
    });
    found
}

/// A string of JSON in which each character is escaped or not, as the bits say.
fn escaped(text: &str, bits: u64) -> String {
    let mut json = String::from("\"");
    for (index, character) in text.chars().enumerate() {
        if bits >> (index % 64) & 1 == 1 || matches!(character, '"' | '\\') || character < ' ' {
            let mut units = [0; 2];
            for unit in character.encode_utf16(&mut units) {
                write!(json, "\\u{unit:04x}").unwrap();
            }
        } else {
            json.push(character);
        }
    }
    json.push('"');
    json
}

#[test]
fn names_bound_by_for_are_no_references() {
    for (template, expected, why) in [
        ("${[for x in var.l : x.id if x.on]}", vec!["var.l"], "in lists"),
        (
            "${ {for k, v in var.m : k => v[local.i]} }",
            vec!["var.m", "local.i"],
            "in objects",
        ),
        (
            "%{for x in var.l}${x}${y}%{endfor}${x}",
            vec!["var.l", "y", "x"],
            "in directives, until their end",
        ),
        ("${ {a = b, (c) = d} }", vec!["b", "c", "d"], "a key that is a word"),
        (
            "${f(a.b[*].c, d[e.f].g)}",
            vec!["a.b", "d", "e.f"],
            "up to what is computed",
        ),
    ] {
        let found: Vec<_> = references(&escaped(template, 0))
            .into_iter()
            .map(|(raw, _)| raw)
            .collect();
        assert_eq!(found, expected, "{why}");
    }
}

const CONFIGS: &[&str] = &[
    r#"{"resource":{"t":{"n":{"//":"c","a":"${var.x}-\n${local.y[0]}","b":[1,null,{"${k}":"%{if a}b%{endif}"}]}}}}"#,
    "{\"a\": [1, 2 3], 'b': {c: None,}, \"d\": \"\\ud83d\\ude00\\ud83d\" // e\n}",
    "[{\"a\":\"${f(<<EOT\\nx\\nEOT\\n, {a = 1\\nb = 2})}\"}]",
];

/// Asks everything of a file.
fn exercise(text: &str) {
    let file = File::read(text);
    let mut errors = Vec::new();
    Expression::new(file.root()).templates(&mut |text, template| {
        if let Err(error) = template {
            let _ = &file.text()[text.span(error.span).range()];
        }
    });
    let _ = Expression::new(file.root()).evaluate(&mut errors);
    let _ = Body::new(file.root()).content(FOO, &mut errors);
    let _ = Body::new(file.root()).just_attributes(&mut errors);
    for span in errors
        .iter()
        .map(|error| error.span)
        .chain(file.errors().iter().map(|error| error.span))
    {
        assert!(text.get(span.range()).is_some(), "{text:?}: a place outside");
    }
}

#[test]
fn no_prefix_and_no_flipped_byte_panics() {
    for config in CONFIGS {
        for end in 0..=config.len() {
            if let Some(prefix) = config.get(..end) {
                exercise(prefix);
                assert!(
                    end == config.len() || !File::read(prefix).errors().is_empty(),
                    "cut off at {end}: {config}"
                );
            }
        }
        for at in 0..config.len() {
            for byte in b"{}[]\",:\\'$%0 \n\xff" {
                let mut bytes = config.as_bytes().to_vec();
                bytes[at] = *byte;
                exercise(&decode(&bytes).0);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    #[test]
    fn the_text_at_a_reference_is_the_reference(
        parts in prop::collection::vec(("[a-zé\u{1F600}\"\n$%]{0,6}", "(var|local|aws_x|é)(\\.[a-z]{1,3}|\\[[0-9]\\]|\\[\"[a-z]\"\\]){1,3}"), 1..5),
        bits in any::<u64>(),
    ) {
        let mut template = String::new();
        for (literal, reference) in &parts {
            // A dollar before an interpolation would make it literal.
            write!(template, "{literal}|${{{reference}}}").unwrap();
        }
        let found = references(&escaped(&template, bits));
        let expected: Vec<_> = parts.iter().map(|(_, reference)| reference.clone()).collect();
        prop_assert_eq!(found.iter().map(|(raw, _)| raw.clone()).collect::<Vec<_>>(), expected.clone());
        prop_assert_eq!(found.into_iter().map(|(_, decoded)| decoded).collect::<Vec<_>>(), expected);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn objects_and_arrays_of_objects_give_the_same_blocks(
        entries in prop::collection::vec(("[ab]", "[cd]", 0_u8..9), 0..6),
    ) {
        let object: Vec<_> = entries.iter().map(|(one, two, n)| format!(r#""{one}":{{"{two}":{{"x":{n}}}}}"#)).collect();
        let array: Vec<_> = entries.iter().map(|(one, two, n)| format!(r#"{{"{one}":[{{"{two}":[{{"x":{n}}}]}}]}}"#)).collect();
        let object = blocks(&format!(r#"{{"foo":{{{}}}}}"#, object.join(", ")));
        let array = blocks(&format!(r#"{{"foo":[{}]}}"#, array.join(",\n")));
        prop_assert_eq!(object.0, array.0);
    }

    #[test]
    fn sound_json_has_no_errors_and_other_text_has(text in r#"[\[\]{}":, a1\\n]{0,24}"#) {
        let sound = serde_json::from_str::<serde_json::Value>(&text);
        let file = File::read(&text);
        prop_assert_eq!(sound.is_ok(), file.errors().is_empty(), "{:?}: {:?}", text, sound);
    }

    #[test]
    fn nothing_panics(text in r#"[\[\]{}":,'$%~<.*#/ a1\\n=é-]{0,60}"#) {
        exercise(&text);
        exercise(&escaped(&format!("${{{text}}}"), 0));
        let _ = Template::parse(&text);
    }
}
