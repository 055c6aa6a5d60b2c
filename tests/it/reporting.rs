//! How a report comes out: where it is written, in which colours and order, and what cannot be written.

use std::fs;
use std::process::Stdio;

use serde_json::{Value, json};

use crate::arguments::{deletion, folder, in_folder, unchanged};
use crate::cut;
use crate::fixtures;
use crate::program::planlint;

#[test]
fn a_reader_that_stops_reading_changes_nothing() {
    let plan = fixtures::root().join("medium/tofu-1.12.6/plan.json");
    for (arguments, code) in [
        (&["--allow", "destruction,exposure,secrets"][..], 0),
        (&["--deny", "delete"], 1),
    ] {
        let mut child = planlint(arguments)
            .arg("--all")
            .arg(&plan)
            .command()
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(code), "what was decided stays decided");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "and nobody is told of it");
    }
}

#[test]
fn a_report_goes_to_the_file_that_is_named() {
    let folder = folder(&[("plan.json", deletion())]);
    for format in ["text", "json"] {
        let direct = in_folder(folder.path(), &["--format", format, "plan.json"]).run();
        for (arguments, why) in [
            (&["--output", "report"][..], "the long name"),
            (
                &["-o", "report", "--deny", "delete"],
                "the short one, and a gate that fails",
            ),
        ] {
            let code = i32::from(arguments.len() > 2);
            let run = in_folder(folder.path(), &[&["--format", format, "plan.json"], arguments].concat())
                .env("CLICOLOR_FORCE", "1")
                .run()
                .exits(code, why);
            let written = fs::read_to_string(folder.path().join("report")).unwrap();
            assert_eq!(run.stdout, "", "{why}");
            if code == 0 {
                assert_eq!(run.stderr, "", "{why}");
            } else {
                let told = run.stderr.starts_with("FAIL  ") && run.stderr.lines().count() == 1;
                assert!(told, "a log says why a job failed, and nothing else: {}", run.stderr);
                let is_end = format == "json" || written.ends_with(&run.stderr);
                assert!(is_end, "in the words of the report: {}", run.stderr);
            }
            if code == 0 {
                assert_eq!(written, direct.stdout, "the same report");
            }
            assert!(!written.contains('\u{1b}'), "no colour in a file");
        }
    }
    in_folder(folder.path(), &["plan.json", "--output", "missing/report"])
        .run()
        .exits(2, "a report that nobody gets is no verdict")
        .tells("missing/report", "the file is named");
}

#[test]
fn what_lists_changes_alone_says_where_there_are_none() {
    let state = r#"{"format_version": "1.0", "terraform_version": "1.12.6", "values": {"root_module": {}}}"#;
    let module = r#"{"output": {"o": {"value": 1}}}"#;
    let folder = folder(&[
        ("plan.json", unchanged()),
        ("state.json", state.into()),
        ("m/main.tf.json", module.into()),
    ]);
    for (arguments, format, why) in [
        (&["state", "state.json", "--format", "csv"][..], Some("csv"), "a state"),
        (&["config", "m", "--format", "tsv"], Some("tsv"), "a module"),
        (
            &["--kind", "any", "state.json", "-o", "csv=c"],
            Some("csv"),
            "in a file",
        ),
        (
            &["state", "state.json", "--format", "gitlab-terraform"],
            Some("gitlab-terraform"),
            "sums of plans alone",
        ),
        (&["plan.json", "--format", "csv"], None, "a plan without changes"),
        (
            &["--kind", "any", "state.json", "plan.json", "--format", "csv"],
            None,
            "one of both",
        ),
        (&["state", "state.json", "--format", "env"], None, "it has the verdict"),
    ] {
        let run = in_folder(folder.path(), arguments).run().exits(0, why);
        let told = format.map(|format| format!("note: {format} has only the "));
        match told {
            Some(told) => assert!(run.stderr.starts_with(&told), "{why}: {}", run.stderr),
            None => assert_eq!(run.stderr, "", "{why}"),
        }
    }
}

#[test]
fn one_run_writes_several_reports() {
    let folder = folder(&[("plan.json", unchanged())]);
    let direct = |format: &str| {
        in_folder(folder.path(), &["--format", format, "plan.json"])
            .run()
            .stdout
    };
    let written = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    let (text, json) = (direct("text"), direct("json"));
    let run = |arguments: &[&str]| {
        let run = in_folder(folder.path(), &[&["plan.json"], arguments].concat()).run();
        run.exits(0, "nothing changes").stdout
    };
    let out = run(&["--output", "json=a.json", "-o", "text=b.txt"]);
    assert_eq!(
        (out, written("a.json"), written("b.txt")),
        (text.clone(), json.clone(), text.clone()),
        "two files beside standard output, and rows that only one format asked for stand in that one"
    );
    let out = run(&["--format", "json", "-o", "c.json", "--output=text=./d=1.txt"]);
    assert_eq!(
        (out, written("c.json"), written("d=1.txt")),
        (String::new(), json, text.clone()),
        "the chosen format goes to the file without a format; the first `=` ends the name of a format"
    );
    run(&["-o", "./text=e"]);
    assert_eq!(written("text=e"), text, "a path with a slash is a path");
}

#[test]
#[cfg(unix)]
fn a_file_may_have_a_name_that_is_no_text() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let folder = folder(&[("plan.json", unchanged())]);
    for (argument, name, start) in [
        (&b"json=o\xff=.json"[..], &b"o\xff=.json"[..], "{"),
        (b"o\xff.txt", b"o\xff.txt", "plan.json"),
        (b"\xff=json", b"\xff=json", "plan.json"),
    ] {
        let run = in_folder(folder.path(), &["plan.json", "-o"]).arg(OsStr::from_bytes(argument));
        run.run().exits(0, "nothing changes");
        let written = fs::read_to_string(folder.path().join(OsStr::from_bytes(name))).unwrap();
        assert!(written.starts_with(start), "{written}");
    }
}

#[test]
fn reports_that_cannot_be_written_are_refused() {
    let folder = folder(&[("plan.json", unchanged()), ("sub/x", Vec::new())]);
    fs::hard_link(folder.path().join("plan.json"), folder.path().join("linked.json")).unwrap();
    #[cfg(unix)]
    for (target, name) in [("there", "leads"), ("../leads", "sub/up"), ("round", "round")] {
        std::os::unix::fs::symlink(target, folder.path().join(name)).unwrap();
    }
    for (arguments, words, why) in [
        (
            &["-o", "jsn=a"][..],
            "there is no format `jsn`; did you mean `json`?",
            "a name misspelled",
        ),
        (
            &["-o", "report=a"],
            "there is no format `report`\nThe formats are text, markdown, html, json",
            "a name that is like none",
        ),
        (&["-o", "report=a"], "./report=a", "the way out is said"),
        (&["-o", "json="], "the file is missing: json=FILE", "no file"),
        (
            &["-o", "json"],
            "To write a file called `json`: --output ./json",
            "a format, and no file",
        ),
        (&["-o", "json=a", "-o", "text=a"], "--output names a twice", "one file"),
        (
            &["-o", "json=sub/x", "-o", "text=./sub/../sub/x"],
            "twice",
            "one file in two ways",
        ),
        (
            &["-o", "json=b", "-o", "text=sub/../b"],
            "twice",
            "and one that is not there yet",
        ),
        #[cfg(unix)]
        (
            &["-o", "json=leads", "-o", "text=there"],
            "twice",
            "a link to one that is not there yet",
        ),
        #[cfg(unix)]
        (&["-o", "json=sub/up", "-o", "text=there"], "twice", "over two links"),
        #[cfg(unix)]
        (
            &["-o", "json=round"],
            "round: the report cannot be written",
            "a link that leads nowhere but to itself",
        ),
        (
            &["-o", "a", "-o", "b"],
            "--output json=FILE",
            "two files in the chosen format",
        ),
        (
            &["-o", "json=missing/a", "-o", "text=fine"],
            "missing/a: the report cannot be written",
            "a folder that is not there",
        ),
        (
            &["--baseline=known.json", "-o", "json=known.json"],
            "known.json, which is to be read",
            "over the baseline",
        ),
        (
            &["-o", "json=./plan.json"],
            "./plan.json, which is to be read",
            "an input written over",
        ),
        (
            &["-o", "json=linked.json"],
            "linked.json, which is to be read",
            "an input under another name",
        ),
        (
            &["-o", "planlint.toml"],
            "planlint.toml, where settings are looked for",
            "over what a run would read as settings",
        ),
        (&["-o", "json=sub"], "sub: the report cannot be written", "a folder"),
        (
            &["--format", "jso"],
            "similar value exists: 'json'",
            "the same for --format",
        ),
    ] {
        in_folder(folder.path(), &[&["plan.json"], arguments].concat())
            .run()
            .exits(2, why)
            .tells(words, why);
    }
    let fine = fs::read_to_string(folder.path().join("fine")).unwrap();
    assert!(fine.contains("PASS"), "the other reports are written all the same");
}

#[test]
fn colours_come_when_they_are_wanted() {
    let plan = deletion();
    for (arguments, variables, coloured, why) in [
        (&[][..], &[][..], false, "a pipe"),
        (&["--color", "always"], &[], true, "asked for"),
        (
            &["--color", "always"],
            &[("NO_COLOR", "1"), ("TERM", "dumb")],
            true,
            "the option outweighs the environment",
        ),
        (&["--color", "never"], &[("CLICOLOR_FORCE", "1")], false, "likewise"),
        (&[], &[("CLICOLOR_FORCE", "1")], true, "CI logs that show colours"),
        (
            &[],
            &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")],
            false,
            "no outweighs force",
        ),
        (
            &["--format", "json", "--color", "always"],
            &[],
            false,
            "JSON has no colours",
        ),
    ] {
        let run = planlint(arguments);
        let run = variables.iter().fold(run, |run, (name, value)| run.env(name, value));
        let run = run.stdin(plan.clone()).run().exits(0, why);
        assert_eq!(run.stdout.contains('\u{1b}'), coloured, "{why}");
        assert!(!run.stderr.contains('\u{1b}'), "{why}");
    }
    let plain = planlint(["--color", "never"]).stdin(plan.clone()).run().stdout;
    let coloured = planlint(["--color", "always"]).stdin(plan).run().stdout;
    assert_eq!(
        anstream::adapter::strip_str(&coloured).to_string(),
        plain,
        "colours add nothing but themselves"
    );
}

#[test]
fn what_is_shown_can_be_chosen_and_the_verdict_stays() {
    let plan = fixtures::root().join("legacy/tofu-1.12.6/plan.json");
    let run = |arguments: &[&str]| {
        planlint(arguments)
            .arg(&plan)
            .arg("--deny=delete")
            .run()
            .exits(1, "a deletion")
    };
    let rows = |text: &str| -> Vec<String> {
        let lines = text.lines().skip(2).take_while(|line| !line.is_empty());
        lines
            .map(|line| line.split_whitespace().nth(1).unwrap_or_default().to_owned())
            .collect()
    };
    let plain = run(&[]).stdout;
    let verdict = plain.lines().last().unwrap();
    assert!(verdict.starts_with("FAIL"), "{plain}");
    let permission = plain.lines().rev().nth(1).unwrap();
    assert!(
        permission.starts_with("to waive the deciding finding: planlint waive "),
        "{plain}"
    );

    let quiet = run(&["--quiet"]).stdout;
    assert!(
        quiet.starts_with("error[") && quiet.contains("error[delete]") && !quiet.contains("Plan:"),
        "{quiet}"
    );
    assert!(!quiet.contains("note["), "{quiet}");
    planlint(["--quiet", "--note", "delete", "--fail-on", "note"])
        .arg(&plan)
        .run()
        .exits(1, "a strict gate")
        .says("note[delete]", "what fails it is said");
    assert_eq!(
        quiet.lines().last(),
        Some(verdict),
        "the verdict counts what is not shown"
    );

    let only = run(&["--only", "update,delete"]).stdout;
    let words: std::collections::BTreeSet<String> = rows(&only).into_iter().collect();
    assert_eq!(words.into_iter().collect::<Vec<_>>(), ["delete", "update"], "{only}");
    assert!(
        only.contains("error[replace]"),
        "findings are never filtered, and a replacement deletes: {only}"
    );
    assert_eq!(only.lines().last(), Some(verdict));
    for format in ["text", "markdown", "html"] {
        let selected = |arguments: &[&str]| run(&[arguments, &["--format", format]].concat()).stdout;
        let left_out = "not selected and not shown";
        for (arguments, told, why) in [
            (&["--only=update,delete"][..], true, "kinds"),
            (&["--only-address=no.such"], true, "an address that nothing has"),
            (&["--only-address=**"], false, "every address"),
            (&[], false, "nothing was selected"),
        ] {
            assert_eq!(selected(arguments).contains(left_out), told, "{format}: {why}");
        }
    }

    let every = run(&["--all"]).stdout;
    let listed = cut::plan("legacy/tofu-1.12.6")["resource_changes"]
        .as_array()
        .unwrap()
        .len();
    assert_eq!(rows(&every).len(), listed, "{every}");
    assert!(rows(&plain).len() < listed, "unchanged resources are only counted");
    assert_eq!(every.lines().last(), Some(verdict));

    let json = |arguments: &[&str]| run(&[arguments, &["--format", "json"]].concat()).stdout;
    for arguments in [&["--all"][..], &["--quiet"], &["--only", "delete"]] {
        assert_eq!(json(arguments), json(&[]), "JSON always has everything");
    }
}

#[test]
fn the_dangerous_rows_stand_first_and_addresses_are_sorted_as_the_engines_do() {
    let mut plan = cut::unchanged();
    let row = |address: &str, actions: Value, reason: Option<&str>| {
        let mut change = cut::deleted();
        change["address"] = json!(address);
        if actions == json!(["update"]) {
            change["change"]["after"] = json!({});
        } else if actions == json!(["create"]) {
            change["change"]["before"] = Value::Null;
            change["change"]["after"] = json!({});
        }
        change["change"]["actions"] = actions;
        change["action_reason"] = json!(reason);
        cut::whole(&change)
    };
    plan["planned_values"]["root_module"] = json!({});
    plan["resource_changes"] = json!([
        row("data.aws_ami.z", json!(["read"]), None),
        row("terraform_data.c[10]", json!(["create"]), None),
        row("terraform_data.c[2]", json!(["create"]), None),
        row("terraform_data.b", json!(["update"]), None),
        row("terraform_data.f", json!(["forget"]), None),
        row("terraform_data.r", json!(["delete", "create"]), None),
        row("terraform_data.d", json!(["delete"]), None),
        row("terraform_data.w", json!(["weird"]), None),
    ]);
    let report = planlint(["--format", "json"])
        .stdin(cut::line(&plan))
        .run()
        .exits(1, "an action nobody knows");
    let report = report.json();
    let addresses: Vec<_> = report["inputs"][0]["resource_changes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|change| change["address"].as_str().unwrap())
        .collect();
    let wanted = ["w", "d", "r", "f", "b", "c[2]", "c[10]"].map(|name| format!("terraform_data.{name}"));
    assert_eq!(
        addresses[..7],
        wanted,
        "unrecognized, delete, replace, forget, update, create"
    );
    assert_eq!(addresses[7], "data.aws_ami.z", "then reads");
}

#[test]
#[cfg(target_os = "linux")]
fn what_cannot_be_printed_is_said_and_no_success_and_what_nobody_reads_is_decided() {
    use std::fs::File;
    use std::process::Stdio;
    let plan = fixtures::bytes(&fixtures::root().join("plan-a/tofu-1.12.6/plan.json"));
    let state = fixtures::bytes(&fixtures::root().join("state-rich/tofu-1.12.6/state.json"));
    let folder = folder(&[("p", plan), ("s", state), ("m/main.tf.json", Vec::new())]);
    for (arguments, code) in [
        (&["p"][..], 0),
        (&["--format", "json", "p"], 0),
        (&["--format", "markdown", "p"], 0),
        (&["state", "s"], 1),
        (&["config", "m"], 0),
        (&["config", "--format", "representation", "m"], 0),
        (&["config", "fmt", "--check", "m"], 1),
        (&["show", "p"], 0),
        (&["show", "--engine-text", "p"], 0),
        (&["diff", "p", "p"], 0),
        (&["fingerprint", "p"], 0),
        (&["fingerprint", "p", "p"], 0),
        (&["match", "**", "p"], 0),
        (&["redact", "p"], 0),
        (&["rules"], 0),
        (&["rules", "--format", "json"], 0),
        (&["explain", "delete"], 0),
        (&["completions", "bash"], 0),
        (&["man"], 0),
        (&["--help"], 0),
        (&["--version"], 0),
        (&["config", "fmt", "m"], 0),
    ] {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let (read, unread) = std::io::pipe().unwrap();
        drop(read);
        for (out, code, is_said) in [(Stdio::from(unread), code, false), (full.into(), 2, true)] {
            let program = in_folder(folder.path(), arguments);
            // One of these lays it out.
            fs::write(folder.path().join("m/main.tf.json"), "{\"locals\":{}}").unwrap();
            let run = program.command().stdin(Stdio::null()).stdout(out).output().unwrap();
            let said = String::from_utf8(run.stderr).unwrap();
            assert_eq!(run.status.code(), Some(code), "{arguments:?}\n{said}");
            let cannot = "error: standard output: it cannot be written: no storage space\n";
            assert_eq!(said.ends_with(cannot), is_said, "{arguments:?}\n{said}");
        }
    }
}

#[test]
fn of_folded_changes_one_alone_keeps_its_row() {
    let of = |at: usize, action: &str, kind: &str| {
        let before = (action == "update").then(|| json!({"a": at}));
        let mode = if action == "read" { "data" } else { "managed" };
        json!({
            "address": format!("{}{kind}.x{at}", if mode == "data" { "data." } else { "" }), "mode": mode, "type": kind, "name": format!("x{at}"),
            "change": {"actions": [action], "before": before, "after": {"a": at + 1}}
        })
    };
    let mut changes: Vec<_> = (0..120).map(|at| of(at, "create", "acme_a")).collect();
    changes.extend([of(200, "create", "acme_b"), of(201, "update", "acme_a")]);
    changes.extend([of(300, "read", "acme_c"), of(301, "read", "acme_c")]);
    let plan = json!({"format_version": "1.2", "terraform_version": "1.12.6", "resource_changes": changes});
    planlint(["--no-config"])
        .stdin(plan.to_string())
        .run()
        .says(
            "   ~  update  acme_a.x201  a\n",
            "a number instead of it says less, and so does no reason",
        )
        .says(
            "   +  create  121 objects  120 acme_a, 1 acme_b\n",
            "in the columns of the others",
        )
        .says("  <=  read    2 objects    acme_c\n", "the number once")
        .says("--only create lists one kind", "the kind that is not listed yet");
}

#[test]
fn a_kind_selects_what_the_sums_count() {
    for (fixture, kind, rows, told, why) in [
        (
            "replace/terraform-1.11.4",
            "destroy",
            8,
            "8 to destroy",
            "replacements destroy, too",
        ),
        (
            "replace/terraform-1.11.4",
            "delete",
            0,
            "8 of them destroy (to see them: --only destroy)",
            "what is missed is told",
        ),
        (
            "import/terraform-1.11.4",
            "import",
            4,
            "4 to import",
            "also what is imported and changed",
        ),
        (
            "moved/terraform-1.11.4",
            "move",
            7,
            "7 moved",
            "also what is moved and changed",
        ),
    ] {
        let plan = fixtures::root().join(fixture).join("plan.json");
        let run = planlint(["--no-config", "--all", "--fail-on=never", "--only", kind])
            .arg(plan)
            .run();
        let table = run.stdout.lines().skip(2).take_while(|line| line.starts_with("  "));
        assert_eq!(table.count(), rows, "{why}\n{}", run.stdout);
        assert!(run.stdout.contains(told), "{why}\n{}", run.stdout);
    }
}

#[test]
fn what_is_appended_begins_on_a_line_of_its_own() {
    let folder = folder(&[("plan.json", unchanged())]);
    let file = folder.path().join("outputs");
    let ours = {
        let run = in_folder(folder.path(), &["--format", "github-output", "plan.json"]).run();
        run.exits(0, "nothing changes").stdout
    };
    for (before, between, why) in [
        ("other=1\n", "", "a whole line"),
        ("other=1", "\n", "a line that is not ended"),
        ("other=1\n\n", "", "an empty line"),
        ("", "", "nothing"),
        ("\n", "", "an empty line alone"),
    ] {
        fs::write(&file, before).unwrap();
        in_folder(folder.path(), &["--output", "github-output=outputs", "plan.json"])
            .run()
            .exits(0, why);
        assert_eq!(
            fs::read_to_string(&file).unwrap(),
            format!("{before}{between}{ours}"),
            "{why}"
        );
    }
}
