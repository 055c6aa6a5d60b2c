//! A plan in every wrapping that it may come in: what surrounds it, repeats it or follows it.

use std::io::Write;

use serde_json::{Value, json};

use crate::cut;
use crate::fixtures;
use crate::program::planlint;

#[test]
fn the_same_plan_in_every_wrapping_gives_the_same_report() {
    for engine in ["tofu-1.12.6", "terraform-1.11.4"] {
        let name = |file: &str| format!("wrong-inputs/{engine}/{file}");
        let report = |bytes: Vec<u8>, note: &str, why: &str| {
            let run = planlint(["--format", "json", "--allow", "secrets"])
                .stdin(bytes)
                .run()
                .exits(0, why)
                .tells(note, why);
            assert_eq!(run.stderr.is_empty(), note.is_empty(), "{why}: {}", run.stderr);
            let mut report = run.json();
            // Wrapping moves bytes, so places move with it; nothing else does.
            for finding in report["findings"].as_array_mut().unwrap() {
                finding["location"] = Value::Null;
            }
            report
        };
        let plain = fixtures::text(&name("plan.json"));
        let wanted = report(plain.clone().into(), "", "as the engine wrote it");
        let gzip = {
            let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
            gzip.write_all(plain.as_bytes()).unwrap();
            gzip.finish().unwrap()
        };
        let skipped = "outside the JSON document";
        for (bytes, note, why) in [
            (fixtures::read(&name("plan.bom.json")), "", "a byte order mark"),
            (fixtures::read(&name("plan.crlf.json")), "", "line ends of Windows"),
            (
                fixtures::read(&name("plan.utf16le.json")),
                "",
                "PowerShell's redirection",
            ),
            (fixtures::read(&name("plan.utf16be.json")), "", "the other byte order"),
            (fixtures::read(&name("plan.utf16le-no-bom.json")), "", "without a mark"),
            (fixtures::read(&name("plan.json.gz")), "", "gzip"),
            (gzip, "", "gzip of another program"),
            (
                fixtures::read(&name("plan.trailing-text.json")),
                skipped,
                "a CI action's line after it",
            ),
            (
                format!("[command]/usr/bin/tofu show -json p\n{plain}").into(),
                skipped,
                "a CI action's echo",
            ),
            (
                format!("[command]/usr/bin/tofu show -json p\r\n{plain}").into(),
                skipped,
                "the same on Windows",
            ),
            (
                format!("::debug::start\n{plain}::debug::end\n").into(),
                skipped,
                "workflow commands around it",
            ),
            (
                format!("{plain}::debug::stdout: {}%0A\n", plain.trim_end().replace('%', "%25")).into(),
                skipped,
                "what was printed, repeated by a CI action",
            ),
            (
                format!(
                    "{plain}::set-output name=stdout::{}%0A\n",
                    plain.trim_end().replace('%', "%25")
                )
                .into(),
                skipped,
                "the same as an output, by an older one",
            ),
            (
                format!("12:00:00.000 STDOUT [live/vpc] tofu: {plain}").into(),
                skipped,
                "terragrunt",
            ),
            (format!("\n\n \t{plain}\n\n").into(), "", "white space around it"),
        ] {
            assert_eq!(report(bytes, note, why), wanted, "{engine}: {why}");
        }
    }
}

#[test]
fn what_is_no_repetition_is_not_passed_over() {
    let (harmless, deletion) = (cut::line(&cut::unchanged()), cut::line(&cut::deletion()));
    for text in [
        format!("::debug::stdout: {deletion}{harmless}"),
        format!("{harmless}::debug::stdout: {deletion}"),
        format!("{harmless}::set-output name=stdout::{deletion}"),
    ] {
        planlint(["--allow=secrets"])
            .stdin(text)
            .run()
            .exits(2, "another plan than the one that was read");
    }
}

#[test]
fn plans_in_one_stream_are_all_judged() {
    for engine in ["tofu-1.12.6", "terraform-1.11.4"] {
        let bytes = fixtures::read(&format!("wrong-inputs/{engine}/plan.concatenated.json"));
        let report = planlint(["--format", "json", "--allow", "secrets"])
            .stdin(bytes)
            .run()
            .exits(0, "several plans")
            .json();
        assert_eq!(report["inputs"].as_array().unwrap().len(), 2, "{engine}");
    }
}

#[test]
fn how_a_plan_is_taken_out_of_a_log_is_said_as_it_works() {
    let plan = cut::deletion();
    let pretty = serde_json::to_string_pretty(&plan).unwrap();
    let begins = "08:00:00.000 STDOUT [a/b] tofu: ";
    let logged = format!("{begins}{}\n", pretty.replace('\n', &format!("\n{begins}")));
    for (text, wanted, why) in [
        (
            json!({"level": "stdout", "msg": cut::line(&plan)}).to_string(),
            "where it is a text: jq -r .NAME FILE | planlint",
            "a line of a log in JSON",
        ),
        (
            json!({"level": "stdout", "plan": plan}).to_string(),
            "out of the object: jq .NAME FILE | planlint",
            "the plan as it is",
        ),
        (
            format!("{}\n\n{logged}", cut::line(&plan)),
            "<stdin>#2: line 5 is text outside the JSON document",
            "the same behind another plan",
        ),
        (
            logged,
            "line 2 is text outside the JSON document",
            "a log that begins each line of indented JSON",
        ),
    ] {
        planlint(["--no-config"])
            .stdin(text)
            .run()
            .exits(2, why)
            .tells(wanted, why);
    }
}
