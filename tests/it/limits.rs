//! What has no end, or becomes far larger than it looks: refused in words, and in time.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::cut;
use crate::program::planlint;

/// Compressed blanks that become so many millions of bytes.
fn bomb(megabytes: usize) -> Vec<u8> {
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    for _ in 0..megabytes {
        gzip.write_all(&vec![b' '; 1_000_000]).unwrap();
    }
    gzip.finish().unwrap()
}

#[test]
fn what_unpacks_to_far_more_is_refused_and_the_limit_is_named() {
    let folder = tempfile::tempdir().unwrap();
    // The more often it is said, the less room it takes.
    let bomb = bomb(70);
    fs::write(folder.path().join("planlint.toml"), "[limits]\nlargest-ratio = 50\n").unwrap();
    planlint(["-"])
        .folder(folder.path())
        .stdin(bomb.clone())
        .run()
        .exits(2, "a bomb")
        .tells("more than 50 times its size", "which limit it was")
        .tells("`largest-ratio` in [limits]", "and what raises it");
    fs::write(folder.path().join("planlint.toml"), "[limits]\nlargest-ratio = 5000\n").unwrap();
    planlint(["-"])
        .folder(folder.path())
        .stdin(bomb)
        .run()
        .exits(2, "still no plan")
        .tells("the input is empty", "but unpacked");
}

#[test]
fn a_long_name_in_many_addresses_is_refused() {
    let state = |instances: usize| {
        let object = |key| json!({"index_key": key, "schema_version": 0, "attributes": {"id": "x"}});
        json!({"version": 4, "terraform_version": "1.12.6", "serial": 1, "lineage": "l", "outputs": {}, "resources": [
            {"mode": "managed", "type": "t", "name": "a".repeat(20_000), "instances": (0..instances).map(object).collect::<Vec<_>>(),
                "provider": "provider[\"registry.opentofu.org/hashicorp/aws\"]"}]})
    };
    let judged = |instances| planlint(["state", "-"]).stdin(cut::line(&state(instances))).run();
    judged(1000).exits(0, "20 MB of addresses do no harm");
    judged(5000)
        .exits(2, "100 MB of addresses in a state of less than one")
        .tells("`/resources/0` makes addresses", "where")
        .tells("16 times as long", "which limit it was");
    let plan = |resources: usize| {
        let resource =
            |i| json!({"address": format!("t.r{i}"), "mode": "managed", "type": "t", "name": format!("r{i}")});
        let module = json!({"resources": (0..resources).map(resource).collect::<Vec<_>>()});
        let mut plan = cut::unchanged();
        plan["configuration"]["root_module"]["module_calls"] =
            json!({"a".repeat(20_000): {"source": "./m", "module": module}});
        plan
    };
    let judged = |resources| planlint(["-"]).stdin(cut::line(&plan(resources))).run();
    judged(1000).exits(0, "20 MB of addresses do no harm");
    judged(5000)
        .exits(2, "100 MB of addresses in a plan of less than one")
        .tells("`/configuration` makes addresses", "where");
}

/// Two links in each of two folders that lead back up: a walk that follows them has more ways than anybody can walk.
#[cfg(unix)]
fn maze() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let inner = folder.path().join("live/db");
    fs::create_dir_all(&inner).unwrap();
    fs::write(inner.join("tfplan.json"), cut::line(&cut::deletion())).unwrap();
    for (name, target) in [("up", ".."), ("upper", "../.."), ("here", ".")] {
        std::os::unix::fs::symlink(target, inner.join(name)).unwrap();
    }
    folder
}

#[test]
#[cfg(unix)]
fn links_that_lead_back_are_walked_once() {
    let folder = maze();
    for argument in [".", "**/*.json", "./**/*.json", "live/**/tfplan.json"] {
        planlint(["--deny", "delete", "--format=json", argument])
            .folder(folder.path())
            .run()
            .exits(1, argument)
            .says("live/db/tfplan.json", "the shortest way to it")
            .hides("db/up", "and no other");
    }
    planlint(["**/*.nothing"])
        .folder(folder.path())
        .run()
        .exits(2, "nothing found");
}

#[test]
#[cfg(unix)]
fn settings_that_reach_each_other_on_many_ways_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["a", "b", "c"] {
        std::os::unix::fs::symlink(".", folder.path().join(name)).unwrap();
    }
    let text = "extends = [\"a/planlint.toml\", \"b/planlint.toml\", \"c/planlint.toml\"]\n";
    fs::write(folder.path().join("planlint.toml"), text).unwrap();
    planlint(["-"])
        .folder(folder.path())
        .stdin(cut::line(&cut::deletion()))
        .run()
        .exits(2, "three names, and any number of paths")
        .tells("`a/planlint.toml` extends itself", "whatever leads to it");
}

#[test]
#[cfg(unix)]
fn what_is_no_file_is_not_waited_for() {
    // A device without end: the first bytes tell that it is none of ours, and the limit ends the reading.
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("planlint.toml"), "[limits]\nlargest-input-mb = 1\n").unwrap();
    planlint([Path::new("/dev/zero")])
        .folder(folder.path())
        .run()
        .exits(2, "a device that never ends")
        .tells("larger than 1 MB", "which limit it was");
    std::os::unix::fs::symlink("itself.json", folder.path().join("itself.json")).unwrap();
    planlint(["itself.json"])
        .folder(folder.path())
        .run()
        .exits(2, "a link to itself")
        .tells("cannot be read", "in words");
}

#[test]
fn a_limit_holds_in_every_command_that_reads_a_document() {
    let folder = tempfile::tempdir().unwrap();
    let mut plan = cut::deletion();
    plan["resource_changes"][0]["change"]["before"]["input"] = "x".repeat(1_100_000).into();
    fs::write(folder.path().join("plan.json"), cut::line(&plan)).unwrap();
    fs::write(folder.path().join("plan.json.tf.json"), cut::line(&plan)).unwrap();
    for arguments in [
        &["plan.json"][..],
        &["show", "plan.json"],
        &["match", "**", "plan.json"],
        &["redact", "plan.json"],
        &["diff", "plan.json", "plan.json"],
        &["fingerprint", "plan.json"],
        &["baseline", "plan.json"],
        &["show", "--schemas=plan.json", "small.json"],
        &["config", "--schemas=plan.json", "module"],
        &["config", "fmt", "--check", "plan.json.tf.json"],
    ] {
        fs::create_dir_all(folder.path().join("module")).unwrap();
        fs::write(folder.path().join("module/main.tf.json"), "{}").unwrap();
        fs::write(folder.path().join("small.json"), cut::line(&cut::deletion())).unwrap();
        fs::write(folder.path().join("planlint.toml"), "[limits]\nlargest-input-mb = 1\n").unwrap();
        let run = || planlint(arguments).folder(folder.path());
        run()
            .run()
            .exits(2, "larger than it may be")
            .tells("plan.json", "which file")
            .tells(": the input is larger than 1 MB", "which limit");
        let told = run().arg("--no-config").run();
        assert!(
            !told.stderr.contains("larger"),
            "without settings there is room: {}",
            told.shown()
        );
        fs::write(folder.path().join("planlint.toml"), "[limits]\nlargest-input = 1\n").unwrap();
        run()
            .run()
            .exits(2, "settings that cannot be meant")
            .tells("planlint.toml:2:1", "where");
    }
}

#[test]
fn a_long_string_is_a_string() {
    let mut plan = cut::deletion();
    plan["resource_changes"][0]["change"]["before"]["input"] = "x".repeat(20_000_000).into();
    planlint(["--deny", "delete"])
        .stdin(cut::line(&plan))
        .run()
        .exits(1, "20 MB in one value")
        .says("1 to destroy", "and the plan is judged");
}

/// A text of JSON in a text of JSON begins anew, and whoever walks it calls itself for each list.
#[test]
fn texts_of_json_in_each_other_are_walked_to_a_depth_in_all() {
    for depth in [20, 60, 115] {
        let nest = |inside: &str| format!("{}{inside}{}", "[".repeat(depth), "]".repeat(depth));
        let mut value = nest("1");
        for _ in 0..5 {
            value = nest(&serde_json::Value::from(value).to_string());
        }
        let change = json!({
            "address": "aws_x.a", "mode": "managed", "type": "aws_x", "name": "a",
            "change": {"actions": ["create"], "before": null, "after": {"text": value}, "after_unknown": {}}
        });
        let plan = cut::line(&cut::with_change(&change));
        for arguments in [
            &["--format", "html"][..],
            &["show", "-"],
            &["show", "--engine-text", "-"],
        ] {
            planlint(arguments)
                .stdin(plan.clone())
                .run()
                .exits(0, "no stack is that deep")
                .says("aws_x.a", "it is shown");
        }
    }
}

/// Every document of a long row is wrong, and what is wrong is said of the first ones.
#[test]
fn of_many_refused_documents_the_first_are_told_and_the_others_counted() {
    let junk = "{}".repeat(30_000);
    for (arguments, why) in [
        (&["-"][..], "the gate"),
        (&["--format=json", "-"], "its report for programs"),
        (&["show", "-"], "the differences"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let run = planlint(arguments).folder(folder.path()).stdin(junk.clone()).run();
        let run = run
            .exits(2, why)
            .tells("29980 more of its documents", why)
            .hides("#21", why);
        assert!(run.stderr.len() < 20_000, "{why}: {} bytes", run.stderr.len());
    }
    let text = format!("{}{}", "{}".repeat(40), cut::line(&cut::deletion()));
    planlint(["--deny=delete", "-"])
        .stdin(text)
        .run()
        .exits(2, "not all of it could be judged")
        .tells("20 more of its documents", "the others")
        .says("#41", "what comes after them is judged, and counted as before");
}

#[test]
fn a_resource_in_very_many_modules_is_judged_or_refused() {
    for (steps, key) in [(100_000, ""), (20_000, "[0]")] {
        let module = vec![format!("module.m{key}"); steps].join(".");
        let mut plan = cut::deletion();
        let address = format!("{module}.{}", plan["resource_changes"][0]["address"].as_str().unwrap());
        plan["resource_changes"][0]["address"] = address.into();
        plan["resource_changes"][0]["module_address"] = module.into();
        for arguments in [
            &["--deny=delete", "-"][..],
            &["--deny=delete", "--format=html", "-"],
            &["show", "-"],
            &["show", "--engine-text", "-"],
            &["match", "**.module.m.*.*", "-"],
            &["fingerprint", "-"],
            &["redact", "-"],
        ] {
            let start = Instant::now();
            let run = planlint(arguments).stdin(cut::line(&plan)).run();
            let took = start.elapsed();
            assert!(
                matches!(run.code, Some(0..=2)) && !run.stderr.contains("has a defect"),
                "{steps} {arguments:?}: {}",
                run.shown()
            );
            assert!(run.code != Some(2) || !run.stderr.is_empty(), "{steps}, in words");
            assert!(
                run.code != Some(0) || arguments[0] != "--deny=delete",
                "{steps}: a deletion"
            );
            assert!(took < Duration::from_secs(30), "{steps} {arguments:?} took {took:?}");
        }
    }
}

/// What stands in a file when it is read is judged, or refused where that is no whole document.
#[test]
fn a_file_that_grows_while_it_is_read_is_never_judged_by_a_part() {
    let folder = tempfile::tempdir().unwrap();
    let mut plan = cut::deletion();
    plan["resource_changes"][0]["change"]["before"]["input"] = "x".repeat(3_000_000).into();
    // The deletion comes after the long value.
    let text = cut::line(&plan);
    let path = folder.path().join("plan.json");
    for round in 0..3 {
        fs::write(&path, &text[..text.len() / 4]).unwrap();
        let done = std::sync::atomic::AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let mut file = fs::OpenOptions::new().append(true).open(&path).unwrap();
                for piece in text.as_bytes()[text.len() / 4..].chunks(1 << 16) {
                    file.write_all(piece).unwrap();
                }
                // Then the same again and again, as long as somebody reads.
                for _ in 0..2 {
                    if done.load(std::sync::atomic::Ordering::Relaxed) {
                        break;
                    }
                    for piece in text.as_bytes().chunks(1 << 16) {
                        file.write_all(piece).unwrap();
                    }
                }
            });
            let run = planlint(["--deny=delete", "plan.json"]).folder(folder.path()).run();
            done.store(true, std::sync::atomic::Ordering::Relaxed);
            assert!(
                matches!(run.code, Some(1 | 2)),
                "round {round}: a deletion never passes\n{}",
                run.shown()
            );
            if run.code == Some(2) {
                assert!(run.stderr.contains("error"), "round {round}: in words\n{}", run.shown());
            }
        });
    }
    fs::write(&path, &text[..text.len() - 2]).unwrap();
    planlint(["--deny=delete", "plan.json"])
        .folder(folder.path())
        .run()
        .exits(2, "a byte short of a plan");
}

#[test]
#[cfg(unix)]
fn a_pipe_with_a_name_is_read_to_its_end() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&path).status().unwrap();
    assert!(made.success(), "mkfifo");
    let text = cut::line(&cut::deletion());
    for (end, code, why) in [(text.len(), 1, "all of it"), (text.len() / 2, 2, "the first half")] {
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let mut pipe = fs::OpenOptions::new().write(true).open(&path).unwrap();
                for piece in text.as_bytes()[..end].chunks(100) {
                    pipe.write_all(piece).unwrap();
                    std::thread::sleep(Duration::from_millis(1));
                }
            });
            planlint(["--deny=delete", "pipe"])
                .folder(folder.path())
                .run()
                .exits(code, why);
        });
    }
}

#[test]
fn very_many_resources_are_all_counted() {
    const MANY: usize = 150_000;
    // They are planned nowhere.
    let mut child = planlint(["-", "--allow=rewritten-plan"])
        .command()
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut pipe = std::io::BufWriter::new(child.stdin.take().unwrap());
    let whole = cut::line(&cut::unchanged());
    let (head, tail) = whole.split_once("\"resource_changes\":[").unwrap();
    let writer = std::thread::spawn({
        let (head, tail) = (head.to_owned(), tail.to_owned());
        move || {
            write!(pipe, "{head}\"resource_changes\":[").unwrap();
            for i in 0..MANY {
                write!(
                    pipe,
                    r#"{{"address":"t.r{i}","mode":"managed","type":"t","name":"r{i}","provider_name":"registry.opentofu.org/a/t","change":{{"actions":["no-op"],"before":{{"id":"{i}"}},"after":{{"id":"{i}"}},"after_unknown":{{}},"before_sensitive":{{}},"after_sensitive":{{}}}}}},"#
                )
                .unwrap();
            }
            write!(pipe, "{tail}").unwrap();
        }
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert_eq!(output.status.code(), Some(0), "nothing is changed");
    let told = String::from_utf8(output.stdout).unwrap();
    let before = cut::unchanged()["resource_changes"].as_array().unwrap().len();
    assert!(
        told.contains(&format!("{} unchanged", MANY + before)),
        "all are counted: {told}"
    );
}
