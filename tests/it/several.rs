//! Many plans in one run: a row each, what is folded, what is broken, how they are called, and how far the run is.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use serde_json::json;
use tempfile::TempDir;

use crate::arguments::{deletion, folder, in_folder, names};
use crate::cut;
use crate::fixtures;
use crate::injection::{HOSTILE, acting, plan};
use crate::program::planlint;

/// A tree as `terragrunt --json-out-dir` writes it: a plan that destroys, one that creates, two that change nothing,
/// and what is no plan.
fn tree() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let created = cut::change("create-only/tofu-1.12.6", &["create"], |_| true);
    for (name, text) in [
        ("live/app/tfplan.json", cut::line(&cut::with_change(&created))),
        ("live/broken/tfplan.json", "{\"format_version\":".to_owned()),
        ("live/db/tfplan.json", cut::line(&cut::deletion())),
        ("live/dns/tfplan.json", cut::line(&cut::unchanged())),
        ("live/net/eu/tfplan.json", cut::line(&cut::unchanged())),
    ] {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

/// The words of each line before the first that is empty.
fn overview(text: &str) -> Vec<Vec<&str>> {
    let lines = text.lines().take_while(|line| !line.is_empty());
    lines.map(|line| line.split_whitespace().collect()).collect()
}

#[test]
fn each_plan_has_a_row_and_the_quiet_ones_are_counted() {
    let folder = tree();
    let run = planlint(["--deny=delete", "live"]).folder(folder.path()).run();
    let run = run.exits(2, "one is broken, and the others are still judged");
    // Counted by hand: one deletion, one creation, two without changes.
    assert_eq!(
        overview(&run.stdout)
            .iter()
            .map(|words| words[..words.len().min(7)].join(" "))
            .collect::<Vec<_>>(),
        [
            "plan in live/ add change destroy replace",
            "ERROR broken/tfplan.json the JSON stops before its",
            "FAIL db/tfplan.json 0 0 1 0 0",
            "PASS app/tfplan.json 1 0 0 0 0",
            "2 unchanged",
            "4 plans 1 0 1 0 0",
        ],
        "{}",
        run.stdout
    );
    for (name, told) in [("app", true), ("db", true), ("dns", false), ("net/eu", false)] {
        let heading = format!("live/{name}/tfplan.json · OpenTofu 1.12.6");
        assert_eq!(run.stdout.contains(&heading), told, "{name}\n{}", run.stdout);
    }
    run.tells("error: live/broken/tfplan.json: ", "what is wrong")
        .says("FAIL", "the row of the one that fails");
    planlint(["--all", "live"])
        .folder(folder.path())
        .run()
        .says("live/dns/tfplan.json · ", "everything is listed when it is asked for")
        .hides("2 unchanged", "nothing is folded then");
    let markdown = planlint(["--deny=delete", "--format=markdown", "live"]);
    let run = markdown.folder(folder.path()).run();
    let rows: Vec<&str> = run
        .stdout
        .lines()
        .filter(|line| line.starts_with('|'))
        .take(5)
        .collect();
    assert_eq!(rows[0], "| | plan | add | change | destroy | replace | forget | |");
    assert!(
        rows[2].starts_with("| ⛔ not judged | `live/broken/tfplan.json` |  |  |  |  |  | "),
        "{rows:?}"
    );
    assert_eq!(
        rows[3],
        "| ❌ fail | `live/db/tfplan.json` | 0 | 0 | **1** | 0 | 0 | 1 error |"
    );
    assert!(
        rows[4].starts_with("| ✅ pass | `live/app/tfplan.json` | 1 | 0 | 0 | 0 | 0 | "),
        "{rows:?}"
    );
    run.says("4 plans: 1 to add, 0 to change, **1 to destroy**.", "the sums of all")
        .says("2 without changes", "those without a row");
}

#[test]
fn no_plan_is_folded_that_has_something_to_tell() {
    let mut drifted = cut::unchanged();
    drifted["resource_drift"] = cut::plan("drift/tofu-1.12.6")["resource_drift"].clone();
    let mut checked = cut::unchanged();
    checked["checks"] = cut::plan("checks/tofu-1.12.6")["checks"].clone();
    let mut failed = cut::unchanged();
    failed["errored"] = true.into();
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("quiet.json"), cut::line(&cut::unchanged())).unwrap();
    for (plan, why) in [
        (drifted, "something changed outside"),
        (checked, "a check did not pass"),
        (failed, "planning failed"),
        (cut::plan("no-changes/tofu-1.12.6"), "a rule found something"),
    ] {
        fs::write(folder.path().join("loud.json"), cut::line(&plan)).unwrap();
        let run = planlint(["quiet.json", "loud.json"]).folder(folder.path()).run();
        run.says("loud.json · ", why)
            .says("1 unchanged", "the other one")
            .hides("quiet.json", "it is folded");
    }
}

#[test]
fn states_have_rows_without_sums() {
    let files = ["tofu-1.12.6/state.json", "terraform-1.15.9/terraform.tfstate"];
    let run = |format: &str| {
        let run = planlint(["state", format])
            .args(files)
            .folder(&fixtures::root().join("state-rich"));
        run.run().stdout
    };
    let text = run("--format=text");
    let rows = overview(&text);
    assert_eq!(rows.len(), 2, "no titles and no sums\n{text}");
    for (row, name) in rows.iter().zip(files) {
        assert_eq!(row[1], name, "{text}");
        assert!(row.join(" ").ends_with("a state of 7 resources"), "{text}");
    }
    let markdown = run("--format=markdown");
    assert!(markdown.contains("\n| | state | |\n"), "{markdown}");
}

#[test]
fn compressed_plans_in_a_folder_are_judged() {
    let folder = tempfile::tempdir().unwrap();
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzip.write_all(cut::line(&cut::deletion()).as_bytes()).unwrap();
    fs::write(folder.path().join("db.json.gz"), gzip.finish().unwrap()).unwrap();
    fs::write(folder.path().join("app.json"), cut::line(&cut::unchanged())).unwrap();
    fs::write(folder.path().join("notes.gz"), "nothing").unwrap();
    let run = planlint(["--format=json", "--deny=delete", "."])
        .folder(folder.path())
        .run();
    let report = run.exits(1, "one deletes").json();
    assert_eq!(report["inputs"].as_array().unwrap().len(), 2);
}

#[test]
fn a_file_counts_once_however_often_it_is_named() {
    let folder = tree();
    let inputs = |arguments: &[&str]| {
        let run = planlint(["--format=json"].iter().chain(arguments)).folder(folder.path());
        let report = run.run().json();
        report["inputs"].as_array().unwrap().len()
    };
    let file = "live/db/tfplan.json";
    for (arguments, count, why) in [
        (&[file, "./live/../live/db/tfplan.json"][..], 1, "in two ways"),
        (&["live/db", file], 1, "brought by its folder before"),
        (
            &[file, "live/*/tfplan.json", "live/app"],
            3,
            "the broken one is an error",
        ),
    ] {
        assert_eq!(inputs(arguments), count, "{why}");
    }
}

#[test]
fn inputs_are_called_by_name() {
    let folder = tree();
    let files = ["live/db/tfplan.json", "live/app/tfplan.json"];
    for (arguments, inputs, why) in [
        (&["--name=production"][..], &["production"][..], "standard input"),
        (&["--name=production", "-"], &["production"], "the same with a dash"),
        (
            &["--name=db", "--name=app", files[0], files[1]],
            &["db", "app"],
            "files in their order",
        ),
        (&["--name=db", "--name=piped", files[0], "-"], &["db", "piped"], "both"),
        (&["--name=a b/ü", files[0]], &["a b/ü"], "any words"),
    ] {
        let run = planlint(["--format=json"].iter().chain(arguments)).folder(folder.path());
        let report = run.stdin(cut::line(&cut::unchanged())).run().json();
        let names: Vec<_> = report["inputs"]
            .as_array()
            .unwrap()
            .iter()
            .map(|input| &input["name"])
            .collect();
        assert_eq!(names, inputs, "{why}");
    }
    for (arguments, words, why) in [
        (
            &["--name=a", "--name=b", files[0]][..],
            "--name is given twice, and there is 1 input",
            "one too many",
        ),
        (
            &["--name=a", files[0], files[1]],
            "--name is given once, and there are 2 inputs",
            "one too few",
        ),
        (
            &["--name=a", "live"],
            "--name is for single files, and here is a folder or pattern",
            "a folder",
        ),
        (
            &["--name=a", "live/*/tfplan.json"],
            "--name is for single files",
            "a pattern",
        ),
        (
            &["--name=a", "--name=a", files[0], files[1]],
            "nobody could tell the two inputs apart",
            "one name for two",
        ),
        (&["--name=", files[0]], "--name", "no name at all"),
    ] {
        let run = planlint(arguments)
            .folder(folder.path())
            .run()
            .exits(2, why)
            .tells(words, why);
        assert_eq!(run.stdout, "", "{why}: nothing is judged");
    }
}

#[test]
fn an_empty_folder_among_others_is_an_error() {
    let folder = tree();
    fs::create_dir(folder.path().join("empty")).unwrap();
    planlint(["live/db", "empty"])
        .folder(folder.path())
        .run()
        .exits(2, "a folder without plans is a mistake, and no gate")
        .says("PASS   live/db/tfplan.json", "the others are judged")
        .says("ERROR  empty", "it has a row");
}

#[test]
fn nothing_hostile_acts_in_an_overview() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("quiet.json"), cut::line(&cut::unchanged())).unwrap();
    for (hostile, what) in HOSTILE {
        fs::write(folder.path().join("hostile.json"), cut::line(&plan(hostile))).unwrap();
        let name = format!("--name={hostile}");
        for arguments in [
            &["quiet.json", "hostile.json"][..],
            &["--format=markdown", "quiet.json", "hostile.json"],
            &[&name, "--name=other", "hostile.json", "quiet.json"],
        ] {
            if hostile.contains('\0') && arguments.len() == 4 {
                continue;
            }
            let run = planlint(arguments).folder(folder.path()).run();
            assert!(matches!(run.code, Some(0 | 1)), "{what}: {}", run.shown());
            let forged = run.stdout.lines().filter(|line| line.starts_with("PASS")).count();
            assert!(forged <= 1, "{what}\n{}", run.stdout);
            assert_eq!(acting(&run.stdout), None, "{what}\n{}", run.stdout);
            assert_eq!(acting(&run.stderr), None, "{what}");
        }
    }
}

#[test]
fn a_long_run_says_nothing_of_its_progress_in_a_pipe() {
    let folder = tree();
    // No variable says that this is no terminal: the pipe alone must do.
    let program = planlint(["-", "live/db/tfplan.json"]).env("TERM", "xterm-256color");
    let mut child = program
        .folder(folder.path())
        .command()
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    thread::sleep(Duration::from_millis(1600));
    child
        .stdin
        .take()
        .unwrap()
        .write_all(cut::line(&cut::unchanged()).as_bytes())
        .unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(
        String::from_utf8_lossy(&output.stderr),
        "",
        "longer than a second, and not a word"
    );
    assert_eq!(output.status.code(), Some(0));
    assert!(!output.stdout.contains(&0x1b));
}

#[test]
fn every_fixture_at_once_has_a_row_or_is_counted() {
    let root = fixtures::root();
    let plans: Vec<_> = fixtures::plans()
        .into_iter()
        .map(|fixture| fixture.plan().strip_prefix(&root).unwrap().to_owned())
        .collect();
    let shown = |path: &Path| path.display().to_string();
    let run = planlint(plans.iter().map(|path| shown(path))).folder(&root).run();
    let rows = overview(&run.stdout);
    let (mut listed, mut folded) = (0, 0);
    for row in &rows {
        match row[..] {
            ["FAIL" | "PASS", ..] => listed += 1,
            [count, "unchanged"] | [count, "more", "passed", ..] => folded += count.parse::<usize>().unwrap(),
            _ => {}
        }
    }
    assert_eq!(
        listed + folded,
        plans.len(),
        "{}",
        run.stdout.lines().take(100).collect::<String>()
    );
    // The engines' own lines say what the sums must be.
    let mut sums = [0_u64; 3];
    for fixture in fixtures::plans() {
        let line = fixture.expected()["summary"].as_str().unwrap_or_default().to_owned();
        for (sum, words) in sums.iter_mut().zip([" to add", " to change", " to destroy"]) {
            let before = line.split_once(words).map_or("", |(before, _)| before);
            *sum += before
                .rsplit([' ', ':'])
                .next()
                .and_then(|count| count.parse().ok())
                .unwrap_or(0);
        }
    }
    let total = rows.iter().find(|row| row.get(1) == Some(&"plans")).unwrap();
    assert_eq!(total[2..5], sums.map(|sum| sum.to_string()), "{total:?}");
}

#[test]
fn the_proposed_waiver_says_what_else_it_permits() {
    let other = |address: &str| {
        let mut plan = cut::deletion();
        plan["resource_changes"][0]["address"] = json!(address);
        plan["prior_state"]["values"]["root_module"]["resources"] = json!([]);
        cut::line(&plan).into_bytes()
    };
    let folder = folder(&[
        ("a.json", other("terraform_data.same")),
        ("b.json", other("terraform_data.same")),
        ("c.json", other("terraform_data.same")),
        ("d.json", other("terraform_data.other")),
    ]);
    for (inputs, words, why) in [
        (&["a.json"][..], "--until DATE\n", "nothing else"),
        (
            &["a.json", "b.json"],
            "--until DATE   # permits it in 1 more input, too\n",
            "the same address",
        ),
        (
            &["a.json", "b.json", "c.json"],
            "--until DATE   # permits it in 2 more inputs, too\n",
            "in two plans",
        ),
        (
            &["a.json", "d.json"],
            "--until DATE   # 1 more finding fails the gate\n",
            "another address",
        ),
        (
            &["a.json", "b.json", "d.json"],
            "--until DATE   # permits it in 1 more input, too; 1 more finding fails the gate\n",
            "both",
        ),
    ] {
        let arguments = [&["--no-config", "--deny=delete"], inputs].concat();
        in_folder(folder.path(), &arguments)
            .run()
            .exits(1, why)
            .says(words, why);
    }
}

#[test]
fn of_a_fleet_the_plans_that_pass_without_changes_are_counted_together() {
    let warned = cut::line(&cut::plan("no-changes/tofu-1.12.6"));
    let fleet = |count: usize| {
        let mut files = vec![
            ("s/gone.json".to_owned(), cut::line(&cut::deletion())),
            ("s/quiet.json".to_owned(), cut::line(&cut::unchanged())),
        ];
        files.extend((0..count).map(|number| (format!("s/n{number}.json"), warned.clone())));
        let files = files
            .iter()
            .map(|(name, text)| (name.as_str(), text.clone().into_bytes()));
        folder(&files.collect::<Vec<_>>())
    };
    let few = fleet(18);
    let run = in_folder(few.path(), &["--no-config", "s"]).run().exits(0, "20 inputs");
    run.says("n17.json", "each has a row")
        .hides("more passed", "and none is counted");
    let many = fleet(19);
    let run = in_folder(many.path(), &["--no-config", "s"])
        .run()
        .exits(0, "21 inputs");
    let run = run
        .says("19 more passed without changes", "those that are alike")
        .says("1 unchanged", "and one of which nothing is to be said")
        .says("s/gone.json · ", "what destroys is told")
        .hides("n7.json", "the others are not");
    let all = in_folder(many.path(), &["--no-config", "--all", "s"]).run();
    all.says("s/n7.json · ", "all are listed when it is asked for")
        .hides("more passed", "and none is counted");
    let last = |text: &str| text.lines().last().map(str::to_owned);
    let whole = in_folder(many.path(), &["--no-config", "--all", "s"]).run();
    assert_eq!(last(&run.stdout), last(&whole.stdout), "the verdict counts all of them");
    let stopped = in_folder(many.path(), &["--no-config", "--fail-on", "note", "s"]).run();
    stopped
        .exits(1, "the findings stop")
        .says("s/n7.json · ", "and what fails is told")
        .hides("more passed", "each");
    let markdown = in_folder(many.path(), &["--no-config", "--format", "markdown", "s"]).run();
    markdown.says("n7.json", "other formats have a row for each");
}

#[test]
fn a_report_of_the_last_run_is_passed_over_unless_it_is_called_a_plan() {
    let folder = folder(&[("f/a.json", deletion())]);
    let report = |format: &str, name: &str| {
        let to = format!("{format}={name}");
        in_folder(folder.path(), &["-q", "f", "-o", &to]).run()
    };
    for (format, name) in [("json", "f/report.json"), ("jsonl", "f/lines.json")] {
        for why in ["the first time", "the second time, beside the first report"] {
            report(format, name).exits(0, &format!("{format} {name}: {why}"));
        }
        let run = in_folder(folder.path(), &["--format", "json", "f"]).run();
        let run = run
            .exits(0, name)
            .tells(&format!("{name}: skipped, this is a report of planlint"), name);
        assert_eq!(names(&run.json()), ["f/a.json"], "{name}");
        let why = "somebody named it";
        let run = in_folder(folder.path(), &["f/a.json", name]).run().exits(2, why);
        assert_eq!(
            run.stderr
                .matches(&format!("{name}: this is a report of planlint, not a plan"))
                .count(),
            1,
            "{}",
            run.shown()
        );
    }
    report("json", "f/plan.json").exits(0, "the first time");
    report("json", "f/report.json").exits(2, "what is called a plan has to be one");
    // No plan is passed over for the keys of a report: what a plan has decides, and a report holds none of its values.
    let plan = String::from_utf8(deletion()).unwrap();
    let members = plan.trim().strip_prefix('{').unwrap();
    let line = r#"{"version":"1.0","line":"verdict","verdict":"pass"}"#;
    for (text, code, why) in [
        (
            format!(r#"{{"report_version":"1.0","verdict":"pass",{members}"#),
            1,
            "a plan with a report's keys",
        ),
        (
            format!(r#"{{"version":"1.0","line":"input",{members}"#),
            1,
            "a plan with a line's keys",
        ),
        (
            format!(r#"{{"report_version":"1.0","inputs":[{plan}]}}"#),
            2,
            "a plan in a report",
        ),
        (
            format!(r#"{{"version":"1.0","line":"input","what":{plan}}}"#),
            2,
            "a plan in a line",
        ),
        (
            r#"{"report_version":"1.0","plan":{"resource_changes":[]}}"#.to_owned(),
            2,
            "what is called a plan, and is none",
        ),
        (format!("{line}\n{plan}"), 2, "a plan behind a report"),
        (format!("{plan}\n{line}\n"), 2, "a plan before a report"),
    ] {
        fs::write(folder.path().join("f/plan.json"), text).unwrap();
        let run = in_folder(folder.path(), &["--deny", "delete", "f"]).run();
        run.exits(code, why).hides("f/plan.json: skipped", why);
        fs::remove_file(folder.path().join("f/a.json")).unwrap_or_default();
    }
}

/// Two halves of a path, each short enough for the system, are longer than it opens when one stands in the other.
#[test]
#[cfg(target_os = "linux")]
fn beside_a_folder_that_nobody_can_open_all_else_is_judged() {
    let folder = tempfile::tempdir().unwrap();
    let half = |name: &str| {
        let top = folder.path().join(name);
        let deepest = (0..10).fold(top.clone(), |path, _| path.join("d".repeat(210)));
        fs::create_dir_all(&deepest).unwrap();
        (top, deepest)
    };
    let ((_, deepest), (other, _)) = (half("plans"), half("other"));
    fs::write(folder.path().join("plans/plan.json"), deletion()).unwrap();
    fs::rename(other, deepest.join("other")).unwrap();
    in_folder(folder.path(), &["plans", "--deny", "delete"])
        .run()
        .exits(2, "something may be hidden there")
        .says("error[delete]", "what can be read is judged")
        .tells("error: plans/ddd", "what cannot is named")
        .tells("it cannot be read: ", "with why")
        .hides("no plan was found", "there is one");
    planlint(["config", "--recursive", "plans"])
        .folder(folder.path())
        .run()
        .exits(2, "nor may it be said that nothing is there")
        .tells("error: plans/ddd", "which is named")
        .hides("no configuration", "nobody knows");
}
