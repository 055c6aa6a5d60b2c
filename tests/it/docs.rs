//! Documents cannot grow stale: tables and screens are what the program says, links and options exist.
//!
//! `PLANLINT_UPDATE=1 cargo test` writes what is generated again instead of comparing it.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::ops::Range;
use std::path::Path;

use planlint::lint::Level;
use planlint::output::FORMATS;
use planlint::rules::RULES;

use crate::program::planlint;

fn project() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn document(name: &str) -> String {
    fs::read_to_string(project().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Where the lines between `<!-- begin…-->` and the next `<!-- end -->` stand, in bytes, and what the first line adds.
fn section<'t>(text: &'t str, begin: &str) -> (&'t str, Range<usize>) {
    let opening = format!("<!-- {begin}");
    let at = text
        .find(&opening)
        .unwrap_or_else(|| panic!("README.md has no `{opening}`"))
        + opening.len();
    let (said, _) = text[at..].split_once(" -->\n").expect("the marker ends on its line");
    let start = at + said.len() + " -->\n".len();
    let length = text[start..].find("<!-- end -->").expect("the section ends");
    (said.trim_start_matches(": "), start..start + length)
}

fn rules() -> String {
    let mut table = String::from("| rule | family | level | finds |\n|---|---|---|---|\n");
    let about_plans = RULES.iter().filter(|rule| !rule.family.starts_with("json-"));
    for rule in about_plans {
        let folder = rule.family.replace([' ', '-'], "_");
        let file = rule.id.replace('-', "_");
        writeln!(
            table,
            "| [`{}`](src/rules/{folder}/{file}.md) | {} | {} | {} |",
            rule.id,
            rule.family,
            if rule.level == Level::Allow {
                "off"
            } else {
                rule.level.word()
            },
            rule.summary
        )
        .unwrap();
    }
    table
}

fn formats() -> String {
    let mut table = String::from("| `--format` | what it is for |\n|---|---|\n");
    for format in FORMATS {
        writeln!(table, "| `{}` | {} |", format.name, format.summary).unwrap();
    }
    table
}

/// A run on a fixture as a terminal shows it.
fn screen(plan: &str) -> String {
    let run = planlint([plan]).folder(project()).run();
    assert!(run.stderr.is_empty(), "a good plan has no errors\n{}", run.shown());
    let code = run.code.expect("an exit status");
    format!("```console\n$ planlint {plan}\n{}$ echo $?\n{code}\n```\n", run.stdout)
}

/// Holds a generated document against what it must be, or writes it.
fn assert_fresh(name: &str, wanted: &str) {
    if std::env::var_os("PLANLINT_UPDATE").is_some() {
        fs::write(project().join(name), wanted).unwrap();
        return;
    }
    assert!(
        document(name) == wanted,
        "{name} is stale: PLANLINT_UPDATE=1 cargo test, then look at the difference; it must be\n{wanted}"
    );
}

#[test]
fn tables_and_screen_of_the_readme_are_what_the_program_says() {
    let mut readme = document("README.md");
    let screen = screen(section(&readme, "screen").0);
    for (begin, wanted) in [("screen", screen), ("rules", rules()), ("formats", formats())] {
        let (_, lines) = section(&readme, begin);
        readme.replace_range(lines, &wanted);
    }
    assert_fresh("README.md", &readme);
}

#[test]
fn the_rules_document_is_what_the_program_writes() {
    let run = planlint(["rules", "--format", "markdown"]).run();
    assert_fresh("docs/rules.md", &run.exits(0, "a list").stdout);
}

#[test]
fn every_file_that_a_document_names_is_there() {
    for name in ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"] {
        let text = document(name);
        let links = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        for link in links.filter(|link| !link.starts_with("https://")) {
            assert!(project().join(link).exists(), "{name} points to {link}");
        }
        let words = text.split([' ', '\n', '`', '#']);
        for word in words.filter(|word| word.starts_with("fixtures/") && !word.contains('<')) {
            assert!(project().join(word).exists(), "{name} names {word}");
        }
    }
}

#[test]
fn every_option_in_the_readme_exists() {
    let mut help = planlint(["--help"]).run().exits(0, "help is no error").stdout;
    for command in [&["show"][..], &["config"], &["config", "fmt"]] {
        help.push_str(
            &planlint(command)
                .arg("--help")
                .run()
                .exits(0, "help is no error")
                .stdout,
        );
    }
    let known: BTreeSet<&str> = options(&help).collect();
    assert!(known.contains("--deny"), "the help lists options");
    let readme = document("README.md");
    for option in readme.lines().filter(|line| !line.contains("cargo ")).flat_map(options) {
        assert!(
            known.contains(option),
            "README.md names {option}, which the program does not know"
        );
    }
}

/// The long options in a text.
fn options(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '-')
        .filter(|word| {
            word.strip_prefix("--")
                .is_some_and(|name| name.starts_with(|letter: char| letter.is_ascii_lowercase()))
        })
}

/// `.ci/run` takes both from below their markers.
#[test]
fn the_commands_of_the_readme_stand_below_their_markers() {
    let readme = document("README.md");
    for (marker, command) in [
        ("run", "cargo run --release --locked -- fixtures/"),
        ("test", "cargo test --locked\n"),
    ] {
        let block = format!("<!-- command: {marker} -->\n```sh\n{command}");
        assert!(readme.contains(&block), "README.md lacks the command to {marker}");
    }
}

#[test]
fn the_plan_to_try_passes_and_fails_as_the_readme_says() {
    let readme = document("README.md");
    let plan = readme
        .lines()
        .find_map(|line| line.strip_prefix("cargo run --release --locked -- "))
        .expect("the command is there");
    planlint([plan])
        .folder(project())
        .run()
        .exits(0, "a deletion is a warning")
        .says("warning[delete]", "the warning");
    planlint([plan, "--deny", "delete"])
        .folder(project())
        .run()
        .exits(1, "what is denied fails the gate")
        .says("FAIL", "the verdict");
}

#[test]
fn completions_and_the_manual_page_are_fresh() {
    for (arguments, file, words) in [
        (&["man"][..], "docs/planlint.1", "deny"),
        (
            &["completions", "bash"],
            "integrations/completions/planlint.bash",
            "--deny",
        ),
        (&["completions", "zsh"], "integrations/completions/_planlint", "--deny"),
        (
            &["completions", "fish"],
            "integrations/completions/planlint.fish",
            "deny",
        ),
        (
            &["completions", "powershell"],
            "integrations/completions/_planlint.ps1",
            "--deny",
        ),
    ] {
        let wanted = planlint(arguments).run().exits(0, file).stdout;
        assert!(wanted.contains(words), "{file} knows the arguments");
        if std::env::var_os("PLANLINT_UPDATE").is_some() {
            fs::create_dir_all(project().join(file).parent().unwrap()).unwrap();
            fs::write(project().join(file), &wanted).unwrap();
        }
        let there = document(file).replace("\r\n", "\n");
        assert!(there == wanted, "{file} is stale: PLANLINT_UPDATE=1 cargo test");
    }
}
