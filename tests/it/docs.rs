//! Documents cannot grow stale: tables and screens are what the program says, links and options exist.
//!
//! `PLANLINT_UPDATE=1 cargo test` writes what is generated again instead of comparing it.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::ops::Range;
use std::path::Path;

use planlint::lint::Level;
use planlint::output::{FORMATS, Place};
use planlint::rules::RULES;
use serde_json::Value;
use yaml_rust2::YamlLoader;

use crate::program::planlint;

pub(crate) fn project() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

pub(crate) fn document(name: &str) -> String {
    fs::read_to_string(project().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Where the lines between `<!-- begin…-->` and the next `<!-- end -->` stand, in bytes, and what the first line adds.
pub(crate) fn section<'t>(text: &'t str, begin: &str) -> (&'t str, Range<usize>) {
    let opening = format!("<!-- {begin}");
    let at = text
        .find(&opening)
        .unwrap_or_else(|| panic!("the document has no `{opening}`"))
        + opening.len();
    let (said, _) = text[at..].split_once(" -->\n").expect("the marker ends on its line");
    let start = at + said.len() + " -->\n".len();
    let length = text[start..].find("<!-- end -->").expect("the section ends");
    (said.trim_start_matches(": "), start..start + length)
}

/// A row for each family: how many rules it has, and those of them that fail a gate without any settings.
fn families() -> String {
    let mut table = String::from("| family | rules | errors unless settings say otherwise |\n|---|---|---|\n");
    let mut families: Vec<&str> = RULES.iter().map(|rule| rule.family).collect();
    families.dedup();
    for family in families {
        let rules = || RULES.iter().filter(|rule| rule.family == family);
        let errors: Vec<String> = rules()
            .filter(|rule| rule.level == Level::Error)
            .map(|rule| format!("`{}`", rule.id))
            .collect();
        // The families of configuration are told by their number: their pages list all.
        let errors = if family.starts_with("json-") {
            errors.len().to_string()
        } else {
            errors.join(", ")
        };
        writeln!(
            table,
            "| [{family}](docs/rules.md#{family}) | {} | {errors} |",
            rules().count()
        )
        .unwrap();
    }
    table
}

fn formats() -> String {
    let mut table = String::from("| `--format` | what it is for |\n|---|---|\n");
    for format in FORMATS {
        writeln!(table, "| [`{}`](#{}) | {} |", format.name, format.name, format.summary).unwrap();
    }
    table
}

fn budgets() -> String {
    let mut table = String::from("| `--for` | bytes at most |\n|---|---|\n");
    for place in Place::ALL {
        writeln!(table, "| `{}` | {} |", place.word(), place.max_bytes()).unwrap();
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
pub(crate) fn assert_fresh(name: &str, wanted: &str) {
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
    for (begin, wanted) in [("screen", screen), ("rules", families())] {
        let (_, lines) = section(&readme, begin);
        readme.replace_range(lines, &wanted);
    }
    assert_fresh("README.md", &readme);
}

#[test]
fn the_page_on_formats_has_them_all() {
    let mut page = document("docs/formats.md");
    for (begin, wanted) in [("formats", formats()), ("budgets", budgets()), ("columns", columns())] {
        let (_, lines) = section(&page, begin);
        page.replace_range(lines, &wanted);
    }
    assert_fresh("docs/formats.md", &page);
    for format in FORMATS {
        assert!(
            page.contains(&format!("\n## {}\n", format.name)),
            "a part about {}",
            format.name
        );
    }
}

/// A row for each kind of line, with its columns in their order, from the schema.
fn columns() -> String {
    let schema: Value = serde_json::from_str(&document("schemas/jsonl.v1.schema.json")).unwrap();
    let mut table = String::from("| `line` | columns |\n|---|---|\n");
    for kind in schema["oneOf"].as_array().expect("a schema for each kind of line") {
        let word = kind["properties"]["line"]["const"]
            .as_str()
            .expect("the word of the line");
        let columns: Vec<String> = columns_of(&schema, kind)
            .iter()
            .map(|name| format!("`{name}`"))
            .collect();
        writeln!(table, "| `{word}` | {} |", columns.join(", ")).unwrap();
    }
    table
}

/// The columns of a part of a schema but `line`, in the order of the alphabet; of what has several forms, those of all.
fn columns_of<'s>(schema: &'s Value, part: &'s Value) -> BTreeSet<&'s str> {
    let mut columns: BTreeSet<&str> = part["properties"]
        .as_object()
        .into_iter()
        .flatten()
        .map(|(name, _)| &**name)
        .collect();
    columns.remove("line");
    if let Some(name) = part["$ref"].as_str().and_then(|path| path.strip_prefix("#/$defs/")) {
        columns.extend(columns_of(schema, &schema["$defs"][name]));
    }
    for form in part["oneOf"].as_array().into_iter().flatten() {
        columns.extend(columns_of(schema, form));
    }
    columns
}

#[test]
fn the_rules_document_is_what_the_program_writes() {
    let run = planlint(["rules", "--format", "markdown"]).run();
    assert_fresh("docs/rules.md", &run.exits(0, "a list").stdout);
}

#[test]
fn every_file_that_a_document_names_is_there() {
    for name in documents() {
        let text = document(&name);
        let folder = project().join(&name);
        let folder = folder.parent().expect("a file stands in a folder");
        // `[a](b)` in a rule's page may be code; what is generated from pages has links to parts of itself alone.
        let links = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        for link in links.filter(|link| !link.starts_with("https://")) {
            let (file, part) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() {
                project().join(&name)
            } else {
                folder.join(file)
            };
            assert!(target.exists(), "{name} points to {link}");
            assert!(
                part.is_empty() || parts(&target).contains(part),
                "{name} points to {link}"
            );
        }
        let words = text.split([' ', '\n', '`', '#']);
        for word in words.filter(|word| word.starts_with("fixtures/") && !word.contains(['<', '*'])) {
            assert!(project().join(word).exists(), "{name} names {word}");
        }
    }
}

/// Every document that people wrote, and what is generated for them.
fn documents() -> Vec<String> {
    let mut names = vec![
        "README.md".to_owned(),
        "CONTRIBUTING.md".to_owned(),
        "CHANGELOG.md".to_owned(),
        "SECURITY.md".to_owned(),
        "fuzz/README.md".to_owned(),
        "schemas/README.md".to_owned(),
        "integrations/README.md".to_owned(),
    ];
    for entry in fs::read_dir(project().join("docs")).unwrap() {
        let name = entry.unwrap().file_name().into_string().expect("names are text");
        if Path::new(&name).extension().is_some_and(|end| end == "md") {
            names.push(format!("docs/{name}"));
        }
    }
    names.sort();
    names
}

/// What links to parts of a document may name: its headings, as GitHub writes them.
fn parts(path: &Path) -> BTreeSet<String> {
    let text = fs::read_to_string(path).unwrap();
    let headings = text.lines().filter(|line| line.starts_with('#'));
    headings
        .map(|line| {
            let words = line.trim_start_matches('#').trim().to_lowercase();
            let kept = words
                .chars()
                .filter(|letter| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '_'));
            kept.map(|letter| if letter == ' ' { '-' } else { letter }).collect()
        })
        .collect()
}

#[test]
fn every_option_in_a_document_exists() {
    let mut help = planlint(["--help"]).run().exits(0, "help is no error").stdout;
    for command in [
        &["show"][..],
        &["config"],
        &["config", "fmt"],
        &["config", "baseline"],
        &["waive"],
        &["fingerprint"],
        &["diff"],
        &["redact"],
        &["rules"],
    ] {
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
    // Not those of the tools that documents call beside planlint.
    for name in documents() {
        let text = document(&name);
        let lines = text.lines().filter(|line| {
            !["cargo ", "`.ci/", "providers schema", "libFuzzer"]
                .iter()
                .any(|other| line.contains(other))
        });
        for option in lines.flat_map(options) {
            assert!(
                known.contains(option),
                "{name} names {option}, which the program does not know"
            );
        }
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

#[test]
fn what_the_readme_shows_for_ci_can_be_read() {
    let readme = document("README.md");
    let blocks = readme
        .split("```yaml\n")
        .skip(1)
        .filter_map(|rest| rest.split("```").next());
    let mut read = 0;
    for block in blocks {
        YamlLoader::load_from_str(block).unwrap_or_else(|error| panic!("{error}\n{block}"));
        read += 1;
    }
    assert_eq!(read, 3, "GitHub, GitLab, Azure Pipelines");
}

#[test]
fn the_table_of_tests_has_every_file() {
    let text = document("CONTRIBUTING.md");
    let (_, table) = text.split_once("\n## Tests\n").expect("the part about tests");
    for entry in fs::read_dir(project().join("tests/it")).unwrap() {
        let name = entry.unwrap().file_name().into_string().expect("names are text");
        let Some(module) = name.strip_suffix(".rs").filter(|module| *module != "main") else {
            continue;
        };
        assert!(
            table.contains(&format!("`{module}`")),
            "CONTRIBUTING.md does not say what {name} holds"
        );
    }
}

#[test]
fn the_newest_heading_of_the_changelog_is_this_version() {
    let text = document("CHANGELOG.md");
    let newest = text
        .lines()
        .find(|line| line.starts_with("## [") && !line.contains("[Unreleased]"));
    let version = concat!("## [", env!("CARGO_PKG_VERSION"), "] - ");
    assert!(newest.is_some_and(|line| line.starts_with(version)), "{newest:?}");
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
fn the_manual_page_has_every_command_and_leads_to_no_other_page() {
    let page = planlint(["man"]).run().exits(0, "the page").stdout;
    for (words, why) in [
        (
            ".SS \"planlint config fmt [OPTIONS] [DIR|FILE]...\"",
            "a command of a command",
        ),
        ("\\fB\\-\\-at\\-most\\fR", "an option of a command"),
        (".SH EXIT STATUS", "what its end means"),
        (".SH FILES", "what it reads and writes"),
        ("PLANLINT_FINGERPRINT_KEY", "what it takes from the environment"),
    ] {
        assert!(page.contains(words), "{why}: {words}");
    }
    assert!(!page.contains("(1)"), "there is this page alone");
    assert_eq!(page.matches("\n.TH ").count(), 1, "of which there is one beginning");
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

#[test]
fn every_section_that_the_source_cites_is_written() {
    let page = document("docs/format.md");
    let headings: BTreeSet<&str> = page
        .lines()
        .filter(|line| line.starts_with('#'))
        .filter_map(|line| line.trim_start_matches('#').trim().split(' ').next())
        .collect();
    let mut cited = 0;
    for path in crate::fixtures::files_below(&project().join("src")) {
        let Some(text) = fs::read_to_string(&path)
            .ok()
            .filter(|_| path.extension().is_some_and(|end| end == "rs"))
        else {
            continue;
        };
        for (at, sign) in text.match_indices('§') {
            let rest = &text[at + sign.len()..];
            let end = rest
                .find(|c: char| !c.is_ascii_digit() && c != '.')
                .unwrap_or(rest.len());
            let number = rest[..end].trim_end_matches('.');
            let before = text[..at].trim_end().trim_end_matches(|c: char| c.is_ascii_digit());
            if !number.is_empty() && !before.ends_with("RFC ") {
                assert!(
                    headings.contains(number),
                    "{}: docs/format.md has no §{number}",
                    path.display()
                );
                cited += 1;
            }
        }
    }
    assert!(cited > 50, "only {cited} citations");
}
