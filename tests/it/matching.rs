//! `planlint match`: what a pattern hits.

use std::fs;

use crate::fixtures;
use crate::program::planlint;
use crate::settings::deletions;

#[test]
fn a_pattern_shows_what_it_hits() {
    for (pattern, code, words, reason) in [
        (
            "**.aws_instance.*",
            0,
            "delete        module.sandbox.aws_instance.x\n",
            "a hit",
        ),
        (
            "module.sandbox",
            1,
            "",
            "the call alone, of which the configuration says nothing",
        ),
        (
            "**.provider.*",
            0,
            "provider      provider.aws\nprovider      provider.terraform\n",
            "what findings about the configuration name",
        ),
        ("aws_instance", 2, "", "no pattern"),
    ] {
        let run = planlint(["match", pattern])
            .stdin(deletions())
            .run()
            .exits(code, reason);
        assert_eq!(run.stdout, words, "{reason}");
    }
    planlint(["match", "module.*"])
        .arg(fixtures::root().join("module-tree/tofu-1.12.6/plan.json"))
        .run()
        .says("module        module.", "calls of modules too");
    let run = planlint(["--no-config", "--only-address", "aws_db_instance.*"])
        .stdin(deletions())
        .run();
    let table: Vec<&str> = run.stdout.lines().filter(|line| line.starts_with("  -  ")).collect();
    assert_eq!(table.len(), 1, "{}", run.stdout);
    run.says(
        "module.sandbox.aws_instance.x is destroyed",
        "findings are never filtered",
    );
}

#[test]
fn the_oldest_states_have_the_addresses_of_their_raw_form() {
    let folder = fixtures::root().join("legacy/terraform-0.12.31");
    let found = |file: &str| {
        let run = planlint(["match", "**"]).arg(folder.join(file)).run();
        let run = run.exits(0, "everything");
        let objects = run.stdout.lines().filter(|line| line.starts_with("object"));
        objects.map(str::to_owned).collect::<Vec<_>>()
    };
    let shown = found("state.json");
    assert_eq!(shown, found("terraform.tfstate"));
    for address in [r#"module.m.null_resource.inner["b.c"]"#, "null_resource.one[1]"] {
        assert!(
            shown.iter().any(|row| row.ends_with(address)),
            "Terraform 0.12 leaves out module and key: {shown:?}"
        );
    }
}

#[test]
fn a_folder_without_plans_is_no_answer() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("notes.json"), "{}").unwrap();
    let run = planlint(["match", "**", "."]).folder(folder.path()).run();
    run.exits(2, "nothing was asked")
        .tells("no plan or state was found there", "which is not that nothing matches");
}
