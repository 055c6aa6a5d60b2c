//! Changes of one object in one plan, which no engine writes: all that they say puts them in order, so that the order
//! of the file never shows.

use std::cmp::Ordering;

use crate::tofu::{ActionReason, Raw, ResourceChange, Step, Text};

/// The order of two elements that nothing else puts in order.
pub(super) fn order(one: &ResourceChange<'_>, two: &ResourceChange<'_>) -> Ordering {
    let actions = one.change.actions.words().cmp(two.change.actions.words());
    actions
        .then_with(|| (&one.mode, &one.index, one.index_unknown).cmp(&(&two.mode, &two.index, two.index_unknown)))
        .then_with(|| names(one).cmp(&names(two)))
        .then_with(|| imports(one).cmp(&imports(two)))
        .then_with(|| values(one).cmp(&values(two)))
        .then_with(|| forcing(one).cmp(&forcing(two)))
}

fn names<'w>(wire: &'w ResourceChange<'_>) -> [Option<&'w str>; 6] {
    [
        wire.previous_address.as_deref().map(Text::as_str),
        wire.module_address.as_deref(),
        wire.r#type.as_deref(),
        wire.name.as_deref(),
        wire.provider_name.as_deref(),
        wire.action_reason.as_ref().map(ActionReason::as_str),
    ]
}

/// Whether it is an import, and of what is not known yet.
fn imports(wire: &ResourceChange<'_>) -> Option<bool> {
    wire.change.importing.as_ref().map(|importing| importing.unknown)
}

/// The values as they are written.
fn values<'a>(wire: &ResourceChange<'a>) -> [Option<&'a str>; 10] {
    let change = &wire.change;
    let importing = change.importing.as_ref();
    [
        change.before,
        change.after,
        change.after_unknown,
        change.before_sensitive,
        change.after_sensitive,
        importing.and_then(|importing| importing.id),
        importing.and_then(|importing| importing.identity),
        change.generated_config.as_deref().copied(),
        change.before_identity,
        change.after_identity,
    ]
    .map(|raw| raw.as_ref().map(Raw::text))
}

/// The steps of the paths that force a replacement: which kind, which number, which text.
fn forcing<'w>(wire: &'w ResourceChange<'_>) -> Vec<Vec<(u8, u64, &'w str)>> {
    let paths = wire.change.replace_paths.iter().flatten();
    let step = |step: &'w Step<'_>| match step {
        Step::Key(key) => (0, 0, key.as_str()),
        Step::Index(index) => (1, *index, ""),
        Step::Other(raw) => (2, 0, raw.text()),
    };
    paths.map(|path| path.iter().map(step).collect()).collect()
}

#[cfg(test)]
mod tests {
    use crate::facts::Facts;

    #[test]
    fn the_order_of_the_file_never_shows() {
        let element = |rest: &str, change: &str| {
            format!(
                r#"{{"address":"t.n","mode":"managed","type":"t","name":"n",{rest}
                    "change":{{"actions":["update"],{change}"before":{{}},"after":{{}}}}}}"#
            )
        };
        for (one, two, why) in [
            ((r#""index":1,"#, ""), (r#""index":2,"#, ""), "keys beside the address"),
            ((r#""action_reason":"x","#, ""), ("", ""), "reasons"),
            ((r#""provider_name":"x","#, ""), ("", ""), "providers"),
            (
                (r#""previous_address":"t.a","#, ""),
                (r#""previous_address":"t.b","#, ""),
                "moves",
            ),
            (("", r#""after_unknown":{"a":true},"#), ("", ""), "what is not known"),
            (("", r#""after_sensitive":{"a":true},"#), ("", ""), "marks"),
            (("", r#""importing":{},"#), ("", ""), "imports"),
            (
                ("", r#""importing":{"id":"a"},"#),
                ("", r#""importing":{"id":"b"},"#),
                "what is imported",
            ),
            (
                ("", r#""replace_paths":[["a"]],"#),
                ("", r#""replace_paths":[["a",0]],"#),
                "what forces",
            ),
            (("", r#""before_identity":{},"#), ("", ""), "identities"),
        ] {
            let orders = [[one, two], [two, one]].map(|pair| {
                let [first, second] = pair.map(|(rest, change)| element(rest, change));
                let plan = format!(r#"{{"format_version":"1.2","resource_changes":[{first},{second}]}}"#);
                let plan = serde_json::from_str(&plan).unwrap();
                let facts = Facts::of_plan(&plan, None).unwrap();
                facts
                    .changes
                    .iter()
                    .map(|change| change.pointer().to_string())
                    .collect::<Vec<_>>()
            });
            let [one, mut other] = orders;
            other.reverse();
            assert_eq!(one, other, "{why}");
        }
    }
}
