//! Every printed place lies inside its file, and on the thing it names.

use rayon::prelude::*;
use serde_json::Value;

use crate::cut;
use crate::fixtures;
use crate::judge::{deny, judge};
use crate::program::planlint;
use planlint::input::Want;
use planlint::rules::RULES;

/// Checks the places of all findings of one text, and says how many there were.
fn check(name: &str, text: &str, want: Want) -> usize {
    let ids: Vec<&str> = RULES.iter().map(|rule| rule.id).collect();
    let judged = judge(text.as_bytes(), want, &deny(&ids)).unwrap();
    let report: Value = serde_json::from_str(&judged.written("json", None)).unwrap();
    assert_eq!(report["errors"], serde_json::json!([]), "{name}");
    let documents: Vec<Value> = serde_json::Deserializer::from_str(text)
        .into_iter()
        .map(Result::unwrap)
        .collect();
    let findings = report["findings"].as_array().unwrap();
    for finding in findings {
        let document = &documents[usize::try_from(finding["input"].as_u64().unwrap()).unwrap()];
        let pointer = finding["pointer"].as_str().unwrap();
        let Some(named) = document.pointer(pointer) else {
            // What a finding misses has no place, and only what stands at the top can be missed.
            assert_eq!(pointer.matches('/').count(), 1, "{name}: {pointer} leads nowhere");
            assert_eq!(finding["location"], Value::Null, "{name}: {finding}");
            continue;
        };

        let place = &finding["location"];
        let number = |what: &str| usize::try_from(place[what].as_u64().unwrap()).unwrap();
        let byte = number("byte");
        let before = &text[..byte];
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        assert_eq!(number("line"), 1 + before.matches('\n').count(), "{name}: {finding}");
        assert_eq!(
            number("column"),
            1 + text[line_start..byte].chars().count(),
            "{name}: {finding}"
        );

        let mut values = serde_json::Deserializer::from_str(&text[byte..]).into_iter::<Value>();
        let there = values
            .next()
            .unwrap()
            .unwrap_or_else(|_| panic!("{name}: no value begins there: {finding}"));
        let address = named.get("address").filter(|address| address.is_string());
        assert_eq!(&there, address.unwrap_or(named), "{name}: {finding}");
        if let (Some(address), true) = (address, pointer.starts_with("/resource_changes/")) {
            assert_eq!(
                &finding["address"], address,
                "{name}: the pointer leads to what the finding is about"
            );
        }
    }
    findings.len()
}

#[test]
fn every_place_is_on_the_thing_it_names() {
    let root = fixtures::root();
    let found = fixtures::named(&["plan.json", "state.json", "terraform.tfstate"])
        .par_iter()
        .filter(|path| !path.starts_with(root.join("medium")))
        .map(|path| {
            let name = path.strip_prefix(&root).unwrap().display().to_string();
            let text = std::fs::read_to_string(path).unwrap();
            if text.contains("\"version\":3") || text.contains("\"version\": 3") {
                return 0;
            }
            let document: Value = serde_json::from_str(&text).unwrap();
            let pretty = serde_json::to_string_pretty(&document).unwrap();
            let found = check(&name, &text, Want::Any);
            assert_eq!(check(&format!("{name}, over many lines"), &pretty, Want::Any), found);
            found
        })
        .sum::<usize>();
    assert!(found > 300, "only {found} findings");
}

#[test]
fn escapes_in_keys_and_addresses_lead_no_place_astray() {
    for name in [
        "destroy-reasons/tofu-1.12.6",
        "checks/tofu-1.12.6",
        "legacy/tofu-1.12.6",
    ] {
        let text = cut::line(&cut::plan(name));
        let plain = check(name, &text, Want::Plan);
        assert!(plain > 0);
        let escaped = text
            .replace("\"address\":", "\"\\u0061ddress\":")
            .replace("\"resource_changes\":", "\"resource_ch\\u0061nges\" :\t")
            .replace("\"checks\":", "\"\\u0063hecks\"\r\n:")
            .replace("terraform_data.", "terraform\\u005fdata.");
        assert_ne!(escaped, text);
        assert_eq!(check(name, &escaped, Want::Plan), plain, "{name}");
        let wide = text.replacen('{', "{\"ä中\u{1f600}\":\"ä中\u{1f600}\",\n\"é\":\"é\", ", 1);
        assert_eq!(
            check(name, &wide, Want::Plan),
            plain + 2,
            "{name}: two properties that nobody knows"
        );
        let addressless = text.replacen(
            "\"resource_changes\":[{",
            "\"resource_changes\":[{\"a\":{\"address\":\"no\"},",
            1,
        );
        assert_eq!(check(name, &addressless, Want::Plan), plain, "{name}");
    }
}

#[test]
fn places_are_counted_from_the_start_of_the_file_that_is_named() {
    let first = cut::line(&cut::unchanged());
    let second = cut::line(&cut::deletion());
    for between in ["", "\n", "\n\n \t"] {
        let text = format!("{first}{between}{second}");
        assert!(check("the second of two plans", &text, Want::Plan) > 0);
    }
    // A byte order mark is no part of the text that is counted, as editors see it.
    let report = |text: String| planlint(["--format", "json"]).stdin(text).run().json();
    let plain = report(second.clone());
    let marked = report(format!("\u{feff}{second}"));
    assert_eq!(plain["findings"], marked["findings"]);
    let deletion = plain["findings"]
        .as_array()
        .unwrap()
        .iter()
        .find(|finding| finding["rule"] == "delete");
    assert!(deletion.unwrap()["location"]["byte"].as_u64().unwrap() > 0);
}
