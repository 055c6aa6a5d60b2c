//! `ignore` in settings: what is hidden from people, what is said of it, and that nothing else changes.

use std::fs;

use serde_json::{Value, json};

use crate::cut;
use crate::program::{Run, planlint};

/// Two updates: one of tags and a list beside other things, one of tags alone. A creation and a replacement beside
/// them.
fn plan() -> Value {
    let change = |name: &str, actions: &[&str], before: Value, after: Value, paths: Value| {
        json!({
            "address": format!("acme_thing.{name}"), "mode": "managed", "type": "acme_thing", "name": name,
            "provider_name": "example.org/acme/acme",
            "change": {"actions": actions, "before": before, "after": after, "after_unknown": {},
                "before_sensitive": {}, "after_sensitive": {}, "replace_paths": paths}
        })
    };
    let object = |size: u64, commit: &str, note: &str| {
        json!({"size": size, "tags": {"commit": commit, "owner": "x", "a.b/c": commit},
            "rules": [{"note": note, "port": 1}], "labels": {"commit": "same"}})
    };
    cut::with_changes(&[
        change(
            "both",
            &["update"],
            object(1, "old", "one"),
            object(2, "new", "two"),
            json!([]),
        ),
        change(
            "tags",
            &["update"],
            object(1, "old", "one"),
            object(1, "new", "one"),
            json!([]),
        ),
        change("new", &["create"], Value::Null, object(1, "new", "one"), json!([])),
        change(
            "forced",
            &["delete", "create"],
            object(1, "old", "one"),
            object(1, "new", "one"),
            json!([["tags", "commit"]]),
        ),
    ])
}

fn run(settings: &str, arguments: &[&str]) -> Run {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("planlint.toml"), settings).unwrap();
    planlint(arguments)
        .stdin(cut::line(&plan()))
        .folder(folder.path())
        .run()
}

#[test]
fn what_is_hidden_is_counted_where_people_read() {
    let settings = "ignore = [\"tags.commit\", 'tags[\"a.b/*\"]', \"rules[*].note\"]\n";
    let text = run(settings, &[]).exits(0, "no finding");
    let row = |text: &str, name: &str| {
        let line = text.lines().find(|line| line.contains(name)).unwrap();
        line.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    assert_eq!(
        row(&text.stdout, "acme_thing.both"),
        "~ update acme_thing.both rules, size; 2 differences hidden by settings",
        "of a list the table has only the name"
    );
    assert_eq!(
        row(&text.stdout, "acme_thing.tags"),
        "~ update acme_thing.tags 2 differences hidden by settings"
    );
    run(settings, &["--format=markdown"])
        .exits(0, "no finding")
        .says("size; 2 differences hidden by settings", "a comment says the same");

    let shown = run(settings, &["show"]).exits(0, "a plan");
    let after = |name: &str| {
        let rest = shown.stdout.split_once(name).unwrap().1;
        rest.split("acme_thing.").next().unwrap().to_owned()
    };
    let both = after("acme_thing.both");
    assert!(both.contains("size") && both.contains("1 -> 2"), "{both}");
    assert!(
        both.contains("3 differences hidden by settings"),
        "the element of the list too\n{both}"
    );
    for hidden in ["commit", "a.b/c", "note", "\"old\"", "\"two\""] {
        assert!(!both.contains(hidden), "{hidden}\n{both}");
    }
    assert!(after("acme_thing.tags").contains("2 differences hidden by settings"));
    let forced = after("acme_thing.forced");
    assert!(
        forced.contains("commit") && forced.contains("forces replacement"),
        "{forced}"
    );
    assert!(
        forced.contains("1 difference hidden by settings"),
        "the other tag\n{forced}"
    );
    let new = after("acme_thing.new");
    assert!(
        new.contains("commit") && !new.contains("hidden by settings"),
        "all of it is new\n{new}"
    );

    let summary = run(settings, &["show", "--detail=summary", "--address=acme_thing.both"]);
    summary
        .says("~size\n        3 differences hidden by settings", "names too")
        .hides("commit", "hidden");
    run(settings, &["show", "--detail=none"]).hides("hidden", "no attribute is shown, and none hidden");
}

#[test]
fn nothing_but_the_view_changes() {
    let settings = "ignore = \"*\"\n";
    // That all is hidden is told of a file that nobody named, and is all that is told of it.
    let untold = "--allow=weakened-gate";
    for arguments in [
        &["--format=json", untold][..],
        &["--format=csv", untold],
        &["--format=env", untold],
        &["show", "--engine-text"],
        &["fingerprint"],
        &["--format=json", "--deny=update,noisy-change,replace", untold],
    ] {
        let (with, without) = (run(settings, arguments), run("", arguments));
        assert_eq!(
            (with.code, &with.stdout),
            (without.code, &without.stdout),
            "{arguments:?}"
        );
    }
    let with = run(settings, &["--deny=replace"]).exits(1, "the replacement is found");
    with.says("Plan: 2 to add, 2 to change, 1 to destroy.", "the engine's sums");
}

/// What `planlint diff` says of the plan and of one with another commit and size.
fn compared(settings: &str, arguments: &[&str]) -> Run {
    let folder = tempfile::tempdir().unwrap();
    let mut other = plan();
    let after = "/resource_changes/0/change/after";
    *other.pointer_mut(&format!("{after}/tags/commit")).unwrap() = json!("newer");
    *other.pointer_mut(&format!("{after}/size")).unwrap() = json!(3);
    for (name, text) in [
        ("old.json", cut::line(&plan())),
        ("new.json", cut::line(&other)),
        ("planlint.toml", settings.to_owned()),
    ] {
        fs::write(folder.path().join(name), text).unwrap();
    }
    planlint(["diff", "old.json", "new.json"])
        .args(arguments)
        .folder(folder.path())
        .run()
}

#[test]
fn what_is_hidden_of_two_plans_makes_them_no_more_alike() {
    let row = "~ acme_thing.both  update\n";
    let size = "    size: 1 → 2, now 1 → 3\n";
    let commit = "    tags.commit: \"old\" → \"new\", now \"old\" → \"newer\"\n";
    for (settings, rest, why) in [
        ("", format!("{size}{commit}"), "all of it"),
        (
            "ignore = ['tags.commit']",
            format!("{size}    1 difference hidden by settings\n"),
            "an element of a map",
        ),
        (
            "ignore = ['tags', 'size']",
            "    2 differences hidden by settings\n".to_owned(),
            "nothing is left to show, and they differ",
        ),
    ] {
        let run = compared(settings, &[]).exits(1, why);
        assert!(run.stdout.starts_with(&format!("{row}{rest}")), "{why}\n{}", run.stdout);
    }
    let json = ["--format=json"];
    let (with, without) = (compared("ignore = ['*']", &json), compared("", &json));
    assert_eq!(with.stdout, without.stdout, "programs see all");
    assert_eq!(
        compared("ignore = ['*']", &["--no-config"]).stdout,
        compared("", &[]).stdout,
        "no settings"
    );
}

#[test]
fn a_path_that_is_none_is_a_mistake_with_its_line() {
    for (path, why) in [
        ("tags..commit", "a name is missing"),
        ("rules[0].note", "a number"),
        ("/tags/commit", "a pointer"),
    ] {
        for arguments in [&[][..], &["show"]] {
            run(
                &format!("unknown = \"report\"\nignore = [\"size\", \"{path}\"]\n"),
                arguments,
            )
            .exits(2, why)
            .tells(&format!("planlint.toml:2:19: `ignore` cannot be `{path}`"), why)
            .tells("tags.commit", "how it is written");
        }
    }
    run("ignore = [7]\n", &[])
        .exits(2, "a number")
        .tells("planlint.toml:1:11", "where it stands");
}

#[test]
fn the_page_hides_what_it_says_that_it_hides() {
    for (settings, hidden, seen, says) in [
        (
            "ignore = ['tags.commit']",
            "commit",
            "owner",
            "1 difference hidden by settings",
        ),
        (
            "ignore = ['rules[*].note']",
            "&quot;one&quot;",
            "commit",
            "1 difference hidden by settings",
        ),
    ] {
        let page = run(settings, &["--format", "html", "--fail-on", "never"])
            .exits(0, settings)
            .stdout;
        let (_, update) = page.split_once("acme_thing.both</code>").unwrap();
        let update = update.split("</details>").next().unwrap();
        assert!(update.contains(says), "{settings}\n{update}");
        assert!(!update.contains(hidden), "{settings}\n{update}");
        assert!(update.contains(seen) || update.contains("size"), "{settings}\n{update}");
    }
}

#[test]
fn many_updates_of_which_nothing_is_shown_are_one_line() {
    let updated = |number: usize| {
        json!({
            "address": format!("acme_thing.t[{number}]"), "mode": "managed", "type": "acme_thing", "name": "t",
            "index": number, "provider_name": "example.org/acme/acme",
            "change": {"actions": ["update"], "before": {"tags": {"commit": "a"}}, "after": {"tags": {"commit": "b"}},
                "after_unknown": {}, "before_sensitive": {}, "after_sensitive": {}, "replace_paths": []}
        })
    };
    let words = "updates differ only in what settings hide";
    for (count, rows, arguments, why) in [
        (3, 3, &[][..], "a few have their rows"),
        (4, 0, &[], "more have a line"),
        (60, 0, &[], "as have many"),
        (4, 4, &["--all"], "all were asked for"),
        (4, 4, &["--only=update"], "and so were these"),
    ] {
        let plan = cut::line(&cut::with_changes(&(0..count).map(updated).collect::<Vec<_>>()));
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("planlint.toml"), "ignore = [\"tags.commit\"]\n").unwrap();
        for format in ["text", "markdown"] {
            let run = planlint(arguments)
                .args(["--format", format])
                .stdin(plan.clone())
                .folder(folder.path())
                .run();
            let text = run.exits(0, why).stdout;
            assert_eq!(text.matches("acme_thing.t[").count(), rows, "{format}: {why}\n{text}");
            assert_eq!(
                text.contains(&format!("{count} {words}")),
                rows == 0,
                "{format}: {why}\n{text}"
            );
            assert!(
                text.contains(&format!("Plan: 0 to add, {count} to change, 0 to destroy.")),
                "{why}\n{text}"
            );
        }
    }
}
