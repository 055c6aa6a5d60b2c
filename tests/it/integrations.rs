//! The files for other people's CI: they can be read, and what they ask of planlint is there.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use planlint::output::FORMATS;
use yaml_rust2::{Yaml, YamlLoader};

use crate::program::planlint;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Every file with an integration, by its path from the root.
fn files() -> Vec<(String, String)> {
    let mut open = vec![root().join("integrations"), root().join(".pre-commit-hooks.yaml")];
    let mut files = Vec::new();
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
        } else {
            let name = path.strip_prefix(root()).unwrap().display().to_string();
            files.push((name.replace('\\', "/"), fs::read_to_string(&path).unwrap()));
        }
    }
    files.sort();
    files
}

/// Commands of planlint in a file: each with the lines that go on behind a backslash or stand below `>-`.
fn commands(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let mut commands = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let Some(start) = line.find("planlint ").filter(|_| !line.starts_with('#')) else {
            if *line == "planlint" {
                let rest = lines[at + 1..].iter().take_while(|line| line.starts_with("--"));
                commands.push(rest.copied().collect::<Vec<_>>().join(" "));
            }
            continue;
        };
        // `command -v planlint || cargo install …` is no run of it.
        if line.contains("command -v") || line.contains("install ") {
            continue;
        }
        let mut command = line[start..].to_owned();
        let mut next = at;
        while command.ends_with('\\') {
            next += 1;
            command.push_str(lines[next]);
        }
        commands.push(command);
    }
    commands
}

#[test]
fn every_file_can_be_read_and_asks_for_what_there_is() {
    let help = planlint(["--help"]).run().exits(0, "the help").stdout;
    let known: BTreeSet<&str> = help
        .split(|letter: char| letter.is_whitespace() || matches!(letter, ',' | '[' | ']' | '='))
        .filter(|word| word.starts_with("--"))
        .collect();
    let formats: BTreeSet<&str> = FORMATS.iter().map(|format| format.name).collect();
    let (mut flags, mut yaml) = (0, 0);
    for (name, text) in files() {
        if Path::new(&name)
            .extension()
            .is_some_and(|end| end == "yml" || end == "yaml")
        {
            YamlLoader::load_from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
            yaml += 1;
        }
        for command in commands(&text) {
            let mut words = command.split_whitespace().map(|word| word.trim_matches(['"', '\\']));
            while let Some(word) = words.next() {
                // Completions of a shell have what excludes an option in brackets before it.
                let flag = word.split(['=', ')']).next().unwrap();
                if !flag.starts_with("--") || flag == "--" {
                    continue;
                }
                assert!(known.contains(flag), "{name}: planlint has no {flag}: {command}");
                flags += 1;
                if flag == "--format" || flag == "--output" {
                    let value = words.next().unwrap().trim_matches('"');
                    let format = value.split('=').next().unwrap();
                    assert!(formats.contains(format), "{name}: no format {format}: {command}");
                }
            }
        }
    }
    assert_eq!(yaml, 5, "files in YAML");
    assert!(flags >= 11, "only {flags} flags were looked at");
}

#[test]
fn pipes_fail_safely_wherever_one_is_shown() {
    for (name, text) in files() {
        let lines: Vec<&str> = text.lines().map(|line| line.trim_start_matches(['#', ' '])).collect();
        for (at, line) in lines.iter().enumerate() {
            if line.contains("show") && (line.contains("| planlint") || line.contains("> plan.json")) {
                let before = at
                    .checked_sub(1)
                    .and_then(|at| lines.get(at))
                    .copied()
                    .unwrap_or_default();
                assert!(before.contains("pipefail"), "{name}: {line}");
            }
        }
    }
}

/// The script of a step of the action for GitHub.
#[cfg(unix)]
fn step_of_action(name: &str) -> String {
    let text = fs::read_to_string(root().join("integrations/github/action.yml")).unwrap();
    let action = &YamlLoader::load_from_str(&text).unwrap()[0];
    let steps = action["runs"]["steps"].as_vec().unwrap();
    let step = steps.iter().find(|step| step["name"] == Yaml::String(name.to_owned()));
    step.unwrap()["run"].as_str().unwrap().to_owned()
}

/// Needs `bash`, as the action does.
#[cfg(unix)]
#[test]
fn the_action_reports_nothing_that_an_earlier_step_left() {
    use std::process::Command;

    let judge = step_of_action("Judge");
    let folder = tempfile::tempdir().unwrap();
    let program = Path::new(env!("CARGO_BIN_EXE_planlint")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
    let plan = |name: &str| root().join("fixtures").join(name).display().to_string();
    let run = |plan: &str, arguments: &str, id: &str| {
        for file in ["summary", "output"] {
            fs::write(folder.path().join(file), "").unwrap();
        }
        let status = Command::new("bash")
            .args(["-c", &judge])
            .current_dir(folder.path())
            .env("PATH", &path)
            .env("RUNNER_TEMP", folder.path())
            .env("GITHUB_STEP_SUMMARY", folder.path().join("summary"))
            .env("GITHUB_OUTPUT", folder.path().join("output"))
            .envs([("PLAN", plan), ("ARGUMENTS", arguments), ("ID", id)])
            .output()
            .unwrap();
        assert!(status.status.success(), "the gate is a step of its own");
        let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
        (read("summary"), read("output"), read("planlint.md"))
    };
    let good = plan("no-changes/tofu-1.12.6/plan.json");
    let bad = plan("destroy-all/tofu-1.12.6/plan.json");
    for (plan, arguments, id, verdict, status, first, why) in [
        (
            &*good,
            "",
            "",
            "pass",
            "0",
            "<!-- planlint -->",
            "a plan without changes",
        ),
        (
            &good,
            "--deny=nothing-like-it",
            "",
            "error",
            "2",
            "<!-- planlint -->",
            "planlint stops at a wrong argument, and the step before had passed",
        ),
        (
            &bad,
            "",
            "a/b",
            "fail",
            "1",
            "<!-- planlint a/b -->",
            "a plan that destroys",
        ),
        (
            "",
            "",
            "",
            "error",
            "2",
            "<!-- planlint -->",
            "no file is named, and standard input is none of the action's",
        ),
        (
            "gone.json",
            "",
            "a/b",
            "error",
            "2",
            "<!-- planlint a/b -->",
            "an input that is not there is reported",
        ),
        (
            &good,
            "--deny=nothing-like-it",
            "a/b",
            "error",
            "2",
            "<!-- planlint a/b -->",
            "the comment of the same job is replaced",
        ),
        (
            &good,
            "",
            "a--> b",
            "error",
            "2",
            "<!-- planlint a--b -->",
            "an id that is none ends no line",
        ),
    ] {
        let (summary, output, comment) = run(plan, arguments, id);
        assert_eq!(comment.lines().next(), Some(first), "{why}");
        let words = verdict.to_uppercase();
        assert!(comment.lines().nth(1).unwrap().contains(&words), "{why}: {comment}");
        assert_eq!(summary, comment, "{why}");
        let lines: Vec<&str> = output.lines().collect();
        assert!(lines.contains(&&*format!("verdict={verdict}")), "{why}: {output}");
        assert_eq!(
            lines.iter().filter(|line| line.starts_with("verdict=")).count(),
            1,
            "{why}"
        );
        assert!(lines.contains(&&*format!("status={status}")), "{why}: {output}");
        let unknown = lines.contains(&"has_destroy=unknown");
        assert_eq!(unknown, verdict == "error", "{why}: {output}");
    }
}

#[test]
fn nobody_gets_code_of_whoever_registers_the_name() {
    let documents = ["README.md", "docs/tour.md", "CONTRIBUTING.md"];
    let documents = documents.map(|name| (name.to_owned(), fs::read_to_string(root().join(name)).unwrap()));
    let mut installs = 0;
    for (name, text) in files().into_iter().chain(documents) {
        for line in text.lines().filter(|line| line.contains("cargo install")) {
            assert!(
                line.contains(" --path ") || line.contains(" --git "),
                "{name}: a registry is asked: {line}"
            );
            installs += 1;
        }
    }
    assert_eq!(installs, 4, "GitHub, GitLab, Azure, and the README");
}

#[test]
fn the_step_for_azure_has_the_name_by_which_others_read_its_outputs() {
    let text = fs::read_to_string(root().join("integrations/azure/planlint.yml")).unwrap();
    let template = &YamlLoader::load_from_str(&text).unwrap()[0];
    let steps = template["steps"].as_vec().unwrap();
    let judge = steps
        .iter()
        .find(|step| {
            let script = step["bash"].as_str().unwrap_or_default();
            script.contains("planlint --format azure")
        })
        .unwrap();
    assert_eq!(judge["name"].as_str(), Some("${{ parameters.name }}"));
    let parameters = template["parameters"].as_vec().unwrap();
    let name = parameters
        .iter()
        .find(|parameter| parameter["name"].as_str() == Some("name"));
    assert_eq!(name.unwrap()["default"].as_str(), Some("planlint"));
}

#[test]
fn a_file_whose_name_is_an_option_is_a_file() {
    for (name, plan) in [("gitlab", "-- \"$PLANLINT_PLAN\""), ("azure", "-- \"$PLAN\"")] {
        let text = fs::read_to_string(root().join(format!("integrations/{name}/planlint.yml"))).unwrap();
        assert!(
            text.contains(plan),
            "{name}: whoever chooses the name chooses the arguments"
        );
    }
}

#[test]
fn nothing_of_another_job_is_reported_on_gitlab() {
    let text = fs::read_to_string(root().join("integrations/gitlab/planlint.yml")).unwrap();
    let job = &YamlLoader::load_from_str(&text).unwrap()[0]["planlint"];
    let first = job["script"][0].as_str().unwrap();
    let (command, removed) = first.split_at("rm -f ".len());
    assert_eq!(command, "rm -f ");
    let mut removed: Vec<&str> = removed.split(' ').collect();
    let artifacts = &job["artifacts"];
    let reports = artifacts["reports"].as_hash().unwrap().values();
    let mut kept: Vec<&str> = artifacts["paths"]
        .as_vec()
        .unwrap()
        .iter()
        .chain(reports)
        .map(|path| path.as_str().unwrap())
        .collect();
    removed.sort_unstable();
    kept.sort_unstable();
    assert_eq!(removed, kept);
}

#[test]
fn only_a_comment_of_its_own_is_kept_up_to_date() {
    let text = fs::read_to_string(root().join("integrations/github/action.yml")).unwrap();
    let chosen = text.split_once("mine=").unwrap().1.split_once("head -n 1").unwrap().0;
    assert!(
        chosen.contains("select(.viewerDidAuthor and "),
        "anybody can write a comment that begins alike"
    );
}

#[test]
fn the_action_hands_on_all_that_the_format_says() {
    let text = fs::read_to_string(root().join("integrations/github/action.yml")).unwrap();
    let action = &YamlLoader::load_from_str(&text).unwrap()[0];
    let outputs = action["outputs"].as_hash().unwrap();
    let declared: BTreeSet<&str> = outputs.keys().filter_map(Yaml::as_str).collect();
    for (name, output) in outputs {
        let name = name.as_str().unwrap();
        assert_eq!(
            output["value"].as_str().unwrap(),
            format!("${{{{ steps.judge.outputs.{name} }}}}")
        );
    }
    let run = planlint([
        "--no-config",
        "--format=github-output",
        "fixtures/no-changes/tofu-1.12.6/plan.json",
    ]);
    let run = run.folder(&root()).run().exits(0, "nothing changes");
    let written: BTreeSet<&str> = run.stdout.lines().filter_map(|line| line.split('=').next()).collect();
    assert_eq!(declared, written);
}

/// How a script ends with planlint on the path, or without, and what it prints.
#[cfg(unix)]
fn script_ends(script: &str, folder: &Path, has_planlint: bool, variables: &[(&str, &str)]) -> (Option<i32>, String) {
    let program = Path::new(env!("CARGO_BIN_EXE_planlint")).parent().unwrap();
    let system = "/usr/local/bin:/usr/bin:/bin";
    let path = if has_planlint {
        format!("{}:{}:{system}", folder.display(), program.display())
    } else {
        format!("{}:{system}", folder.display())
    };
    let output = std::process::Command::new("bash")
        .args(["-c", script])
        .current_dir(folder)
        .env("PATH", path)
        .envs(variables.iter().copied())
        .output()
        .unwrap();
    (output.status.code(), String::from_utf8(output.stdout).unwrap())
}

/// Needs `bash`, as agents do.
#[cfg(unix)]
#[test]
fn the_step_for_azure_fails_where_nothing_was_judged_and_leaves_no_variable_as_it_was() {
    let text = fs::read_to_string(root().join("integrations/azure/planlint.yml")).unwrap();
    let template = &YamlLoader::load_from_str(&text).unwrap()[0];
    let steps = template["steps"].as_vec().unwrap();
    let scripts = steps.iter().filter_map(|step| step["bash"].as_str());
    let judge = scripts
        .into_iter()
        .find(|script| script.contains("--format azure"))
        .unwrap();
    let folder = tempfile::tempdir().unwrap();
    let judge = judge.replace("$(Agent.TempDirectory)", &folder.path().display().to_string());
    let plan = |name: &str| root().join("fixtures").join(name).display().to_string();
    let (good, bad) = (
        plan("no-changes/tofu-1.12.6/plan.json"),
        plan("destroy-all/tofu-1.12.6/plan.json"),
    );
    let mut set = Vec::new();
    for (has_planlint, plan, arguments, code, verdict, why) in [
        (true, &*good, "", 0, "pass", "a plan without changes"),
        (true, &bad, "", 1, "fail", "one that destroys"),
        (true, &good, "--help", 2, "error", "help is no verdict"),
        (
            true,
            &good,
            "--deny=nothing-like-it",
            2,
            "error",
            "a rule that does not exist",
        ),
        (false, &good, "", 127, "error", "no planlint at all"),
    ] {
        let variables = [("PLAN", plan), ("ARGUMENTS", arguments)];
        let (ended, text) = script_ends(&judge, folder.path(), has_planlint, &variables);
        assert_eq!(ended, Some(code), "{why}\n{text}");
        let commands: Vec<&str> = text
            .lines()
            .filter(|line| line.starts_with("##vso[task.setvariable "))
            .collect();
        for end in ["", ";isOutput=true"] {
            let start = format!("##vso[task.setvariable variable=planlint_verdict{end}]");
            let last = commands.iter().rfind(|line| line.starts_with(&start)).unwrap();
            assert_eq!(last.strip_prefix(&start), Some(verdict), "{why}\n{text}");
        }
        let names: BTreeSet<String> = commands
            .iter()
            .filter_map(|line| Some(line.split_once(']')?.0.to_owned()))
            .collect();
        set.push(names);
    }
    assert_eq!(set[0], set[4], "whatever planlint sets is set before, too");
    assert_eq!(set[0].len(), 2 * 16, "fourteen of ours and two that other tasks set");
}

/// Needs `bash`, as Atlantis and people do.
#[cfg(unix)]
#[test]
fn recipes_end_badly_where_the_plan_does() {
    let folder = tempfile::tempdir().unwrap();
    let fixture = |name: &str| root().join("fixtures").join(name).display().to_string();
    let atlantis = fs::read_to_string(root().join("integrations/atlantis/repos.yaml")).unwrap();
    let atlantis = &YamlLoader::load_from_str(&atlantis).unwrap()[0]["workflows"]["planlint"]["plan"]["steps"];
    let atlantis = atlantis
        .as_vec()
        .unwrap()
        .iter()
        .find_map(|step| step["run"].as_str())
        .unwrap();
    let planned = folder.path().join("default.tfplan");
    let planned_name = planned.display().to_string();
    for (show, code, why) in [
        ("no-changes/tofu-1.12.6/plan.json", 0, "nothing changes"),
        (
            "destroy-all/tofu-1.12.6/plan.json",
            1,
            "a plan that fails the gate is not there to be applied",
        ),
        ("no/such.json", 2, "nor one that could not be judged"),
    ] {
        fs::write(&planned, "").unwrap();
        let variables = [("SHOWFILE", &*fixture(show)), ("PLANFILE", &planned_name)];
        let (ended, text) = script_ends(atlantis, folder.path(), true, &variables);
        assert_eq!((ended, planned.exists()), (Some(code), code == 0), "{why}\n{text}");
    }
    let terragrunt = fs::read_to_string(root().join("integrations/terragrunt/README.md")).unwrap();
    let recipe = terragrunt.split("```").nth(1).unwrap().strip_prefix("sh\n").unwrap();
    let good = fixture("no-changes/tofu-1.12.6/plan.json");
    let bad = fixture("destroy-all/tofu-1.12.6/plan.json");
    for (script, code, why) in [
        (
            format!("mkdir -p plans/a && cp {good} plans/a/tfplan.json"),
            0,
            "all units are planned",
        ),
        (
            format!("mkdir -p plans/a && cp {good} plans/a/tfplan.json; exit 1"),
            1,
            "one unit failed",
        ),
        (
            format!("mkdir -p plans/a && cp {bad} plans/a/tfplan.json"),
            1,
            "one destroys",
        ),
        ("true".to_owned(), 2, "plans of an earlier run are none of this one"),
    ] {
        let tool = folder.path().join("terragrunt");
        fs::write(&tool, format!("#!/bin/sh\n{script}\n")).unwrap();
        fs::set_permissions(&tool, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
        let (ended, text) = script_ends(recipe, folder.path(), true, &[]);
        assert_eq!(ended, Some(code), "{why}\n{text}");
    }
}
