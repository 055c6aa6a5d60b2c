//! Copies of secrets in lists that a plan changes, of which engines print the elements that go.

use serde_json::{Value, json};

use crate::rules_edges::{change, found};

/// How many of a list's elements are copies of secrets.
const MANY: usize = 20;

fn secret(number: usize) -> String {
    format!("xK9-vQ2-mZ{number:02}-tR7w")
}

#[test]
fn the_one_that_goes_is_found_among_many_that_stay() {
    let mut marked = change("t.keys", &["create"], &Value::Null, &Value::Null);
    marked["change"]["after"] = json!({"all": (0..MANY).map(secret).collect::<Vec<_>>()});
    marked["change"]["after_sensitive"] = json!({"all": true});
    marked["change"]["before_sensitive"] = json!(false);
    let texts = |left_out: Option<usize>| -> Vec<Value> {
        let all = (0..MANY).rev().map(|number| {
            let goes = Some(number) == left_out;
            json!(if goes { "other".to_owned() } else { secret(number) })
        });
        all.collect()
    };
    let objects = |left_out: Option<usize>| -> Vec<Value> {
        let texts = texts(left_out).into_iter();
        texts
            .map(|text| json!({"name": "a", "value": text, "none": null}))
            .collect()
    };
    for gone in (0..MANY).map(Some).chain([None]) {
        for (before, after, below) in [(texts(None), texts(gone), ""), (objects(None), objects(gone), ".value")] {
            let mut updated = change(
                "t.copies",
                &["update"],
                &json!({"l": before}),
                &json!({"l": after, "n": 1}),
            );
            updated["change"]["before_sensitive"] = json!({});
            updated["change"]["after_sensitive"] = json!({});
            let plan = json!({"resource_changes": [marked, updated]});
            let told = found("unmarked-secret", "", &plan);
            let printed = told
                .iter()
                .filter(|finding| finding.message.contains("that the engine prints"));
            let attributes: Vec<_> = printed
                .map(|finding| finding.why.as_ref().unwrap().to_string())
                .collect();
            let wanted = gone.map(|gone| format!("nothing marks `l[{}]{below}`, ", MANY - 1 - gone));
            assert_eq!(
                attributes.len(),
                wanted.iter().len(),
                "{gone:?} {below}: {attributes:?}"
            );
            let is_wanted = |told: &String| wanted.as_ref().is_some_and(|wanted| told.starts_with(wanted));
            assert!(attributes.iter().all(is_wanted), "{gone:?} {below}: {attributes:?}");
        }
    }
}
