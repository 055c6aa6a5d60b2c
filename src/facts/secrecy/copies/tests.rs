//! What is found of secrets in texts.

use super::*;

const MASK: &str = "***";

fn masked(secrets: &[&str], text: &str) -> String {
    let copies = Copies::of_texts(secrets.iter().copied());
    let replaced = copies.replace(text, |_| MASK.to_owned());
    assert_eq!(replaced.is_some(), copies.are_in(text));
    replaced.unwrap_or_else(|| text.to_owned())
}

#[test]
fn every_part_of_every_secret_is_masked() {
    let secrets = ["hunter2-long", "long-secret", "ümläute-geheim"];
    for (text, wanted, why) in [
        ("nothing here", "nothing here", "no secret"),
        ("hunter2-long", MASK, "the secret itself"),
        ("a hunter2-long b", "a *** b", "inside another text"),
        ("hunter2-long-secret!", "***!", "two that overlap leave no end"),
        ("hunter2-longhunter2-long", "******", "two side by side"),
        (
            "\u{e9}ümläute-geheim\u{e9}",
            "\u{e9}***\u{e9}",
            "characters of several bytes",
        ),
    ] {
        assert_eq!(masked(&secrets, text), wanted, "{why}");
    }
}

#[test]
fn one_search_finds_what_a_search_for_each_finds() {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut below = |most: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state % most as u64).unwrap()
    };
    for round in 0..600 {
        // Few blocks of few letters, so that secrets begin, end and go on alike.
        let blocks: Vec<String> = (0..3)
            .map(|_| (0..20 + below(50)).map(|_| ["a", "b", "ä"][below(3)]).collect())
            .collect();
        let mut build = |most: usize| -> String { (0..=below(most)).map(|_| &*blocks[below(3)]).collect() };
        let mut secrets: Vec<String> = (0..8).map(|_| build(4)).collect();
        if round % 8 == 0 {
            secrets.extend((0..3).map(|_| build(4) + &build(1).repeat(LONGEST_COMPARED / 10)));
        }
        let cut = secrets[0].char_indices().nth(9).map_or(0, |(at, _)| at);
        let text = format!("{}{}{}", build(6), secrets[secrets.len() - 1], &secrets[0][cut..]) + &build(6);
        let copies = Copies::of_texts(secrets.iter().map(String::as_str));
        let mut found = vec![false; text.len()];
        for (start, end) in copies.parts(&text).unwrap_or_default() {
            found[start..end].fill(true);
        }
        let mut wanted = vec![false; text.len()];
        for secret in &secrets {
            let starts = (0..text.len()).filter(|start| text.as_bytes()[*start..].starts_with(secret.as_bytes()));
            starts.for_each(|start| wanted[start..start + secret.len()].fill(true));
        }
        assert!(found == wanted, "round {round}: {secrets:?} in {text:?}");
    }
}

#[test]
fn secrets_inside_each_other_are_masked_whole() {
    let secrets: Vec<String> = (8..200).map(|length| "ab".repeat(length)).collect();
    let secrets: Vec<&str> = secrets.iter().map(String::as_str).rev().collect();
    for (text, wanted, why) in [
        (format!("<{}>", "ab".repeat(8)), format!("<{MASK}>"), "the shortest"),
        (
            format!("<{}>", "ab".repeat(150)),
            format!("<{MASK}>"),
            "one that holds others",
        ),
        (
            format!("<{}>", "ab".repeat(5000)),
            format!("<{MASK}>"),
            "longer than all, and every part is one",
        ),
        (
            format!("<{}c{}>", "ab".repeat(20), "ab".repeat(30)),
            format!("<{MASK}c{MASK}>"),
            "two of them",
        ),
    ] {
        assert_eq!(masked(&secrets, &text), wanted, "{why}");
    }
}

#[test]
fn secrets_longer_than_any_that_is_compared_are_masked_wherever_they_stand() {
    let letters = "a".repeat(LONGEST_COMPARED + 10);
    let pairs = "ab".repeat(LONGEST_COMPARED);
    let secrets = [&*letters, &*pairs, "aaaaaaaa"];
    let almost = &pairs[1..];
    for (text, wanted, why) in [
        (format!("<{letters}>"), format!("<{MASK}>"), "once"),
        (format!("<{letters}{letters}a>"), format!("<{MASK}>"), "at every byte"),
        (format!("<{pairs}>"), format!("<{MASK}>"), "another"),
        (format!("<{pairs}{pairs}abab>"), format!("<{MASK}>"), "one in the next"),
        (format!("<{pairs}-{letters}>"), format!("<{MASK}-{MASK}>"), "both"),
        (format!("<{almost}>"), format!("<{almost}>"), "without its first letter"),
        (
            format!("<aaaaaaaa-{almost}>"),
            format!("<{MASK}-{almost}>"),
            "the short one",
        ),
    ] {
        let found = masked(&secrets, &text);
        assert!(found == wanted, "{why}: {} bytes", found.len());
    }
}

#[test]
fn of_very_many_secrets_each_is_masked() {
    let secrets: Vec<String> = (0..=2 * MOST_AT_ONCE)
        .map(|one| format!("secret-{one:06}-end"))
        .collect();
    let secrets: Vec<&str> = secrets.iter().map(String::as_str).collect();
    let (first, last) = (secrets[0], secrets[2 * MOST_AT_ONCE]);
    let text = format!("<{last}> <{first}{last}> <secret-999999-end>");
    let wanted = format!("<{MASK}> <{MASK}{MASK}> <secret-999999-end>");
    assert_eq!(masked(&secrets, &text), wanted, "in one text, and not in their order");
}

#[test]
fn long_secrets_are_masked_to_their_ends() {
    let head = "k".repeat(HEAD - 1);
    let [one, two, more] = ["one", "one-and-more", "x-other"].map(|end| format!("{head}{end}"));
    let letters = "ä".repeat(HEAD);
    let huge = format!("{}!", "h".repeat(2 * LONGEST_COMPARED));
    let secrets = [&*one, &two, &more, &letters, &huge, "other-and-longer"];
    for (text, wanted, why) in [
        (
            format!("<{one}>"),
            format!("<{MASK}>"),
            "the shorter of two that begin alike",
        ),
        (format!("<{two}>"), format!("<{MASK}>"), "the longer"),
        (format!("<{head}on>"), format!("<{head}on>"), "the beginning alone"),
        (
            format!("<{more}-and-longer>"),
            format!("<{MASK}>"),
            "one that overlaps another at its end",
        ),
        (format!("k{one}{one}"), format!("k{MASK}{MASK}"), "side by side"),
        (
            format!("<{letters}>"),
            format!("<{MASK}>"),
            "characters of several bytes at the cut",
        ),
        (format!("<{huge}>"), format!("<{MASK}>"), "too long to be compared"),
    ] {
        assert_eq!(masked(&secrets, &text), wanted, "{why}");
    }
    // Each of these ends as another begins, and is searched as a whole.
    let beginning = "z".repeat(HEAD);
    let before: Vec<String> = (0..2 * MOST_COMPARED)
        .map(|end| format!("{head}--{end}{beginning}"))
        .collect();
    for behind in ["rest", &"rest".repeat(LONGEST_COMPARED)] {
        let behind = format!("{beginning}{behind}");
        let secrets: Vec<&str> = before.iter().map(String::as_str).chain([&*behind]).collect();
        let text = format!("<{head}--1{behind}>");
        assert_eq!(
            masked(&secrets, &text),
            format!("<{MASK}>"),
            "one that begins where another ends"
        );
    }
    let many: Vec<String> = (0..3 * MOST_COMPARED).map(|end| format!("{head}-{end:04}")).collect();
    let secrets: Vec<&str> = many.iter().map(String::as_str).collect();
    let text = format!("<{}> <{}>", many[0], many[many.len() - 1]);
    assert_eq!(
        masked(&secrets, &text),
        format!("<{MASK}> <{MASK}>"),
        "many that begin alike"
    );
}

#[test]
fn however_an_encoder_spells_it() {
    // The defaults of the encoders that their own manuals give.
    let secrets = [
        "wJalrXUt/K7MDENG+bPx",
        "p<a>&'ss=word",
        "ümläute-geheim",
        "line one\nline two",
    ];
    for (text, wanted, why) in [
        (r"k=wJalrXUt\/K7MDENG+bPx!", "k=***!", "PHP: the solidus"),
        (r"k=wJalrXUt/K7MDENG\u002BbPx!", "k=***!", ".NET: the plus sign"),
        (r"k=wJalrXUt/K7MDENG\u002bbPx!", "k=***!", "in small letters"),
        (r"p\u003ca\u003e\u0026'ss=word", "***", "Go: for HTML"),
        (r"p\u003Ca\u003E\u0026\u0027ss=word", "***", ".NET: for HTML"),
        (r"p\u003ca\u003e\u0026\u0027ss\u003dword", "***", "Gson: for HTML"),
        (r"<\u00fcml\u00e4ute-geheim>", "<***>", "Python: past ASCII"),
        (
            r"<line one\u000aline two>",
            "<***>",
            "a control character by its number",
        ),
        (
            r#"{\"k\":\"wJalrXUt\\/K7MDENG+bPx\"}"#,
            r#"{\"k\":\"***\"}"#,
            "JSON in JSON",
        ),
        (
            r#"{\"k\":\"wJalrXUt/K7MDENG\\u002BbPx\"}"#,
            r#"{\"k\":\"***\"}"#,
            "JSON in JSON, by number",
        ),
        (r"wJalrXUt\/K7\u002BMDENG", r"wJalrXUt\/K7\u002BMDENG", "another text"),
    ] {
        assert_eq!(masked(&secrets, text), wanted, "{why}");
    }
}
