//! What makes mistakes cheap: files that are not written over, options that would do nothing, and words that lead on.

use std::fs;
use std::path::Path;

use crate::cut;
use crate::fixtures;
use crate::program::{Run, planlint};

fn in_folder(folder: &Path, arguments: &[&str]) -> Run {
    planlint(arguments).folder(folder).run()
}

#[test]
fn a_report_replaces_no_plan() {
    let folder = tempfile::tempdir().unwrap();
    let plan = cut::line(&cut::unchanged());
    let write = |name: &str, bytes: &[u8]| fs::write(folder.path().join(name), bytes).unwrap();
    write("plan.json", plan.as_bytes());
    write("state.json", &fixtures::read("state-rich/tofu-1.12.6/state.json"));
    write(
        "terraform.tfstate",
        &fixtures::read("state-rich/tofu-1.12.6/terraform.tfstate"),
    );
    write("tfplan", &fixtures::read("wrong-inputs/tofu-1.12.6/plan.tfplan"));
    write("old.json", b"{\"report_version\": \"1.0\"}");
    write("notes.md", b"# mine\n");
    for (name, is_kept, why) in [
        ("plan.json", true, "whoever meant to judge it"),
        ("state.json", true, "a state"),
        ("terraform.tfstate", true, "the state itself"),
        ("tfplan", true, "what an apply needs"),
        ("old.json", false, "an older report"),
        ("notes.md", false, "anything else"),
        ("new.json", false, "what is not there yet"),
    ] {
        let path = folder.path().join(name);
        let before = fs::read(&path).unwrap_or_default();
        let run = planlint(["-o", name]).folder(folder.path()).stdin(plan.clone()).run();
        if is_kept {
            run.exits(2, why)
                .tells(&format!("--output names {name}, which is a plan or a state"), why)
                .tells("name another file", "with what to do");
        } else {
            run.exits(0, why);
        }
        assert_eq!(fs::read(&path).unwrap() == before, is_kept, "{why}");
    }
}

#[test]
fn baselines_of_plans_and_of_modules_leave_each_other_alone() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("plan.json"), cut::line(&cut::deletion())).unwrap();
    fs::write(
        folder.path().join("main.tf.json"),
        r#"{"output": {"a": {"value": "${var.gone}"}}}"#,
    )
    .unwrap();
    let of_plans = &["baseline", "plan.json"][..];
    let of_modules = &["config", "baseline"][..];
    let file = folder.path().join("planlint.baseline.json");
    for (first, second, what) in [
        (
            of_plans,
            of_modules,
            "is a baseline of plans or states, and modules were judged",
        ),
        (
            of_modules,
            of_plans,
            "is a baseline of modules, and plans or states were judged",
        ),
    ] {
        let _ = fs::remove_file(&file);
        in_folder(folder.path(), first).exits(0, "the first writes it");
        let before = fs::read(&file).unwrap();
        for more in [&[][..], &["--update"]] {
            in_folder(folder.path(), &[second, more].concat())
                .exits(2, "the second would replace it")
                .tells(what, "which is said")
                .tells("--write-to FILE", "with what to do");
        }
        assert_eq!(fs::read(&file).unwrap(), before, "it stays");
        in_folder(folder.path(), first).exits(0, "its own command writes it again");
        in_folder(folder.path(), &[second, &["--write-to", "other.json"]].concat()).exits(0, "to another file");
        fs::remove_file(folder.path().join("other.json")).unwrap();
    }
}

#[test]
fn help_leads_to_the_command_that_was_run() {
    for (arguments, wanted) in [
        (&[][..], "tofu show -json tfplan | planlint\n"),
        (&["state"], "tofu show -json | planlint state\n"),
        (&["show"], "tofu show -json tfplan | planlint show\n"),
        (&["redact"], "tofu show -json tfplan | planlint redact\n"),
        (&["fingerprint"], "tofu show -json tfplan | planlint fingerprint\n"),
        (&["match", "**"], "tofu show -json tfplan | planlint match PATTERN\n"),
        (&["baseline"], "tofu show -json tfplan | planlint baseline\n"),
    ] {
        planlint(arguments)
            .stdin("{}")
            .run()
            .exits(2, "no plan")
            .tells(wanted, "what to do");
    }
    planlint(["diff", "-", "-"]).run().exits(2, "one input for two");
}

#[test]
fn an_option_about_changes_is_refused_for_states() {
    let state = fixtures::read("state-rich/tofu-1.12.6/state.json");
    planlint(["show", "--kind", "state", "--only", "delete"])
        .stdin(state.clone())
        .run()
        .exits(2, "it would do nothing")
        .tells("--only is about changes, and a state has none", "which is said");
    let shown = planlint(["show", "--kind", "state"])
        .stdin(state)
        .run()
        .exits(0, "a state");
    assert!(!shown.stdout.starts_with('\n'), "{}", shown.stdout);
    assert!(shown.stdout.contains("\n\n"), "one object stands apart from the next");
}

#[test]
fn what_is_no_configuration_is_not_laid_out() {
    let folder = tempfile::tempdir().unwrap();
    let plan = cut::line(&cut::unchanged());
    for (name, code, why) in [
        ("plan.json", 2, "a plan, whose bytes matter"),
        ("main.tf.json", 0, "configuration"),
        ("main.tofu.json", 0, "of one engine"),
        ("x.auto.tfvars.json", 0, "values of variables"),
        ("x.tftest.json", 0, "tests"),
    ] {
        let path = folder.path().join(name);
        fs::write(&path, &plan).unwrap();
        let run = in_folder(folder.path(), &["config", "fmt", name]).exits(code, why);
        let is_same = fs::read_to_string(&path).unwrap() == plan;
        assert_eq!(is_same, code == 2, "{why}");
        if code == 2 {
            run.tells("this file is no configuration by its name", why);
        }
    }
}

#[test]
fn a_waiver_stands_once_and_what_is_not_read_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let waive_by = |more: &[&str]| {
        let arguments = "waive delete aws_vpc.a --reason r --until 2027-01-31 --now 2026-11-21T12:00:00Z";
        let arguments = arguments.split(' ').chain(more.iter().copied());
        planlint(arguments).folder(folder.path()).run()
    };
    let waive = || waive_by(&[]);
    waive_by(&["--no-config"]).exits(0, "it is permitted").tells(
        "planlint.waivers.toml: delete is waived for aws_vpc.a, until 2027-01-31",
        "written",
    );
    let before = fs::read_to_string(folder.path().join("planlint.waivers.toml")).unwrap();
    waive()
        .exits(0, "it is permitted already")
        .tells("delete is waived already, until 2027-01-31", "nothing was written")
        .tells("help: ", "with what to do for another day");
    waive_by(&["--no-config"])
        .exits(2, "the file is not read")
        .tells("there is one already, which --no-config does not read", "and why");
    for (arguments, words, why) in [
        (
            "waive delete-stateful module.a",
            "everything in the module is `module.a.**`",
            "no call is destroyed",
        ),
        (
            "waive missing-interpolation a.b --kind delete",
            "leave the kind out",
            "configuration does not change",
        ),
        (
            "waive delete-stateful aws_db_instance.x --kind create",
            "leave the kind out, or make it `delete`",
            "the rule finds no creation",
        ),
        (
            "waive mass-destroy aws_db_instance.*",
            "planlint waive mass-destroy '**' permits it",
            "a plan as a whole has no address",
        ),
        (
            "waive mass-destroy module.a",
            "planlint waive mass-destroy '**' permits it",
            "nor is it a module",
        ),
        (
            "waive empty-prior-state aws_db_instance.x",
            "speaks of a state as a whole, which has no address",
            "nor has a state",
        ),
        (
            "waive mass-destroy ** --kind delete",
            "leave the kind out",
            "nor has a plan a kind of change",
        ),
    ] {
        let arguments = format!("{arguments} --reason r --until 2027-01-31 --now 2026-11-21T12:00:00Z");
        let run = planlint(arguments.split(' ')).folder(folder.path()).run();
        run.exits(2, why).tells(words, why);
    }
    let after = fs::read_to_string(folder.path().join("planlint.waivers.toml")).unwrap();
    assert_eq!(after, before, "nothing stands there twice");
    let call = "waive module-missing-input module.a --reason r --until 2027-01-31 --now 2026-11-21T12:00:00Z";
    let run = planlint(call.split(' ')).folder(folder.path()).run();
    run.exits(0, "the call itself is told of");
    let whole = "waive mass-destroy ** --reason r --until 2027-01-31 --now 2026-11-21T12:00:00Z";
    let run = planlint(whole.split(' ')).folder(folder.path()).run();
    run.exits(0, "the plan as a whole, as the refusal says it");
    fs::write(folder.path().join("planlint.waivers.toml"), "[[waiver]\n").unwrap();
    waive().exits(2, "a broken file is not added to");
}

#[test]
fn what_one_override_makes_milder_it_does_in_some_places() {
    let folder = tempfile::tempdir().unwrap();
    let says = |file: &str| {
        fs::write(folder.path().join("planlint.toml"), file).unwrap();
        let run = planlint(["--quiet"])
            .folder(folder.path())
            .stdin(cut::line(&cut::unchanged()));
        run.run().exits(0, "a gate that was weakened").stdout
    };
    for (file, wanted, why) in [
        (
            "[[override]]\naddress = \"module.a.**\"\nrules = { delete-stateful = \"allow\", delete = \"note\" }\n",
            "switches off delete-stateful in some places, and makes delete milder in some places",
            "both come from one override",
        ),
        (
            "[rules]\ndelete = \"note\"\n",
            "planlint.toml makes delete milder\n",
            "everywhere",
        ),
        (
            "[rules]\ndelete = \"note\"\n[[override]]\naddress = \"module.a.**\"\nrules = { delete = \"note\" }\n",
            "planlint.toml makes delete milder\n",
            "everywhere is in some places too",
        ),
    ] {
        let said = says(file);
        assert!(said.contains(wanted), "{why}: {said}");
    }
}

#[test]
fn differences_have_colours_where_they_are_wanted() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.json"), cut::line(&cut::unchanged())).unwrap();
    fs::write(folder.path().join("b.json"), cut::line(&cut::deletion())).unwrap();
    let run =
        |color: &str| in_folder(folder.path(), &["diff", "a.json", "b.json", "--color", color]).exits(1, "differ");
    let (plain, coloured) = (run("never").stdout, run("always").stdout);
    assert!(coloured.contains("\u{1b}[32m+ "), "{coloured}");
    assert_eq!(anstream::adapter::strip_str(&coloured).to_string(), plain);
    assert_eq!(run("auto").stdout, plain, "no terminal");
}

#[test]
fn an_option_and_its_value_in_one_argument_are_told_apart() {
    for (argument, wanted) in [
        ("--deny delete", Some("--deny=delete")),
        ("--fail-on  never", Some("--fail-on=never")),
        ("--nonsense", None),
    ] {
        let run = planlint([argument]).stdin(cut::line(&cut::unchanged())).run();
        let run = run.exits(2, "no such option");
        assert_eq!(
            run.stderr.contains("in one argument"),
            wanted.is_some(),
            "{}",
            run.shown()
        );
        assert!(run.stderr.contains(wanted.unwrap_or_default()), "{}", run.shown());
    }
}

#[test]
fn a_comment_says_what_decides_and_where() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["a.json", "b.json"] {
        fs::write(folder.path().join(name), cut::line(&cut::deletion())).unwrap();
    }
    let comment = |files: &[&str]| {
        let run = planlint(["--deny=delete", "--format=markdown"]).args(files);
        run.folder(folder.path()).run().exits(1, "a deletion").stdout
    };
    let address = cut::deleted()["address"].as_str().unwrap().to_owned();
    let one = comment(&["a.json"]);
    assert!(one.contains(&format!("decided by `delete` on `{address}`\n")), "{one}");
    let two = comment(&["a.json", "b.json"]);
    assert!(
        two.contains(&format!("decided by `delete` on `{address}` in `a.json`\n")),
        "{two}"
    );
}

#[test]
fn what_is_mistyped_leads_on() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("plan.json"), cut::line(&cut::deletion())).unwrap();
    fs::create_dir(folder.path().join("empty")).unwrap();
    for (arguments, words, help, why) in [
        (
            &["match", "plan.json"][..],
            "`plan.json` is a file, and the pattern comes before it",
            "planlint match PATTERN FILE",
            "the pattern is forgotten",
        ),
        (
            &["rules", "--family", "destructon"],
            "there is no family `destructon`",
            "the families are blast-radius",
            "no such family",
        ),
        (
            &["config", "fmt", "--check", "empty"],
            "nothing was checked",
            "name a folder with *.tf.json",
            "a check of nothing is no success",
        ),
    ] {
        in_folder(folder.path(), arguments)
            .exits(2, why)
            .tells(words, why)
            .tells(help, why);
    }
}

#[test]
fn the_engines_option_for_no_colours_is_taken() {
    let plan = cut::line(&cut::deletion());
    let run = |arguments: &[&str]| planlint(arguments).stdin(plan.clone()).run().exits(0, "a plan").stdout;
    let without = run(&["--color=never"]);
    assert_ne!(run(&["--color=always"]), without);
    for option in ["-no-color", "--no-color"] {
        assert_eq!(run(&[option]), without, "{option}");
        let rules = planlint(["rules", option])
            .run()
            .exits(0, "a command that never colours");
        assert_eq!(rules.stdout, planlint(["rules"]).run().stdout);
        planlint(["rules", option, "--nonsense"])
            .run()
            .exits(2, "a mistake beside it")
            .tells("'--nonsense'", "is told")
            .hides("--color", "and no option that nobody typed");
        planlint(["--", option])
            .run()
            .exits(2, "the name of a file")
            .tells(&format!("error: {option}: it cannot be read"), "as it was typed");
    }
    planlint(["rules", "--color=never"])
        .run()
        .exits(2, "what somebody typed is told")
        .tells("'--color'", "as it was typed");
}

#[test]
fn completions_know_rules_and_families() {
    for (shell, words) in [
        ("bash", &["delete-stateful", "destruction"][..]),
        ("fish", &["delete-stateful", "destruction"]),
        ("zsh", &["delete-stateful", "destruction"]),
    ] {
        let run = planlint(["completions", shell]).run().exits(0, shell);
        for word in words {
            assert!(run.stdout.matches(word).count() > 4, "{shell}: {word}");
        }
        for hidden in ["--now", "-l now", "now="] {
            assert!(!run.stdout.contains(hidden), "{shell}: {hidden} is not for people");
        }
    }
    planlint(["--deny", "delete-statefull"])
        .stdin(cut::line(&cut::deletion()))
        .run()
        .exits(2, "a mistake in a name")
        .tells("delete-stateful", "is told with the rule that is like it");
}

#[test]
fn of_several_plans_a_short_report_names_each() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["a.json", "b.json"] {
        fs::write(folder.path().join(name), cut::line(&cut::deletion())).unwrap();
    }
    let run = in_folder(folder.path(), &["-q", "--deny=delete", "a.json", "b.json"]).exits(1, "both delete");
    let headings = run
        .stdout
        .lines()
        .filter(|line| line.starts_with("a.json ·") || line.starts_with("b.json ·"));
    assert_eq!(headings.count(), 2, "{}", run.shown());
    let run = in_folder(folder.path(), &["-q", "--deny=delete", "a.json"]).exits(1, "one");
    assert!(
        !run.stdout.contains("a.json ·"),
        "a single one needs no heading\n{}",
        run.shown()
    );
}

#[test]
fn a_report_that_cannot_be_written_is_told_behind_the_others() {
    let run = planlint(["--deny=delete", "--output", "json=/", "--format", "text"])
        .stdin(cut::line(&cut::deletion()))
        .run()
        .exits(2, "2 wins over 1");
    assert!(
        run.stdout.ends_with('\n') && run.stdout.contains("FAIL"),
        "{}",
        run.shown()
    );
    run.tells("the report cannot be written", "and is named");
}

#[test]
fn verbose_says_what_holds_and_changes_no_report() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("plan.json", &cut::line(&cut::deletion()));
    write("main.tf.json", r#"{"output": {"a": {"value": 1}}}"#);
    write(
        "planlint.toml",
        "fail-on = \"warning\"\n[rules]\nmissing-move-target = \"note\"\n",
    );
    let mut gate = in_folder(folder.path(), &["--verbose", "--allow=key-change", "plan.json"]);
    let plain = in_folder(folder.path(), &["--allow=key-change", "plan.json"]);
    assert_eq!(gate.stdout, plain.stdout, "the report is the same");
    assert_eq!(plain.stderr, "", "and without it nothing is said");
    for (line, why) in [
        ("settings: planlint.toml\n", "the file that was found"),
        ("gate: --fail-on warning\n", "what it says of the gate"),
        (
            "levels that were set: key-change allow, missing-move-target note\n",
            "by file and argument",
        ),
        ("plan.json: a plan of OpenTofu ", "what the input was taken for"),
    ] {
        gate = gate.tells(line, why);
    }
    write("base.toml", "[rules.mass-destroy]\nshare = 0.9\n");
    write("planlint.toml", "extends = \"base.toml\"\n");
    in_folder(folder.path(), &["--verbose", "plan.json"])
        .tells("settings: planlint.toml, base.toml\n", "and what it extends")
        .says("upward, and extends base.toml", "where the options may stand");
    in_folder(folder.path(), &["--verbose", "--no-config", "plan.json"]).tells("settings: no file\n", "as asked");
    in_folder(folder.path(), &["config", "--verbose", "."]).tells("\n.: a module\n", "a module, too");
    in_folder(folder.path(), &["--verbose", "--quiet", "plan.json"]).exits(2, "more and less at once");
}

#[test]
fn what_a_file_would_not_be_is_said() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("plan.json"), cut::line(&cut::unchanged())).unwrap();
    for (arguments, code, words, why) in [
        (
            &["plan.json", "-o", "-"][..],
            2,
            "`-` is no file",
            "standard output is no file",
        ),
        (
            &["plan.json", "-o", "json=-"],
            2,
            "--format json writes to standard output",
            "nor so",
        ),
        (&["redact", "plan.json", "-o", "-"], 2, "`-` is no file", "a copy"),
        (
            &["baseline", "plan.json", "--write-to", "-"],
            2,
            "`-` is no file",
            "a baseline",
        ),
        (
            &["plan.json", "-o", "report.md"],
            0,
            "report.md: it gets the report as text; --output markdown=report.md",
            "its name promises another format",
        ),
        (
            &["plan.json", "-o", "report.md", "--format", "markdown"],
            0,
            "",
            "the format that it promises",
        ),
        (
            &[
                "plan.json",
                "--format",
                "markdown",
                "--for",
                "slack",
                "--comment-id",
                "a",
            ],
            2,
            "a message in Slack has no hidden mark",
            "nothing would come of it",
        ),
        (
            &["plan.json", "--baseline", "plan.json"],
            2,
            "plan.json: the file is no baseline",
            "a plan",
        ),
    ] {
        let run = in_folder(folder.path(), arguments).exits(code, why);
        if words.is_empty() {
            run.hides("it gets the report as text", why);
        } else {
            run.tells(words, why);
        }
        assert!(!folder.path().join("-").exists(), "{why}");
    }
}

#[test]
fn a_baseline_of_other_inputs_or_of_more_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, plan: &serde_json::Value| fs::write(folder.path().join(name), cut::line(plan)).unwrap();
    write("a.json", &cut::deletion());
    write("b.json", &cut::unchanged());
    let run = |arguments: &[&str]| in_folder(folder.path(), arguments);
    run(&["baseline", "a.json", "b.json"]).exits(0, "of two inputs");
    let known = ["--baseline", "planlint.baseline.json"];
    run(&[&["./b.json", "a.json"], &known[..]].concat())
        .exits(0, "the same two")
        .hides("it knows no input of this name", "and it knows them");
    fs::rename(folder.path().join("a.json"), folder.path().join("c.json")).unwrap();
    run(&[&["c.json"], &known[..]].concat())
        .exits(0, "a deletion is a warning")
        .tells(
            "planlint.baseline.json: it knows no input of this name",
            "it has another name now",
        )
        .hides("--update drops them", "nothing is gone");
    run(&["baseline", "c.json", "--write-to", "one.json"]).exits(0, "of one input");
    run(&["b.json", "c.json", "--baseline", "one.json"])
        .exits(0, "a deletion is a warning")
        .tells(
            "one.json: it was written of one input alone, and knows none by its name, so that everything is new",
            "there are several now",
        )
        .tells(
            "help: write it again of all of them: planlint baseline --write-to FILE",
            "what helps",
        )
        .hides("name the files as", "they are named as then");
    run(&["c.json", "--baseline", "one.json"])
        .exits(0, "all is known")
        .hides("is new", "of one input as then");
    run(&["baseline", "b.json"])
        .exits(0, "of one without a deletion")
        .tells("not any more", "what was known is not");
}

#[test]
fn a_heading_is_true_of_all_that_stands_below_it() {
    let mut deleted = Vec::new();
    for (address, attributes) in [
        ("aws_s3_bucket.b", serde_json::json!({"bucket": "x"})),
        ("aws_iam_access_key.a", serde_json::json!({"user": "x"})),
        ("aws_iam_access_key.k", serde_json::json!({"user": "x"})),
    ] {
        let (type_name, name) = address.split_once('.').unwrap();
        let mut change = cut::deleted();
        change["address"] = address.into();
        change["type"] = type_name.into();
        change["name"] = name.into();
        change["change"]["before"] = attributes;
        deleted.push(change);
    }
    let run = planlint(["--no-config", "--quiet"]).stdin(cut::line(&cut::with_changes(&deleted)));
    run.run()
        .exits(1, "a bucket is destroyed")
        .says("error[delete-stateful]: aws_s3_bucket.b is destroyed\n", "one error")
        .says(
            "warning[delete-stateful]: 2 findings\n",
            "and two warnings of the same rule",
        );
}
