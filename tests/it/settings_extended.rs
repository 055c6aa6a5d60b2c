//! Settings files that extend each other: which of them holds, which are one and the same, and how many there may be.

use std::fs;

use planlint::report::Report;
use planlint::rules::RULES;

use crate::program::planlint;
use crate::settings::{deletions, exit, findings, mistakes, of_files, server};

#[test]
fn what_is_extended_holds_where_nothing_else_is_said() {
    let base =
        "fail-on = \"warning\"\n[rules]\ndestruction = \"note\"\ndrift = \"error\"\n[waivers]\nlongest-life-days = 10";
    let top = "extends = [\"../base/planlint.toml\", \"more.toml\"]\n[rules]\ndelete-stateful = \"warning\"";
    let more = "extends = \"../base/./planlint.toml\"";
    let files = [
        ("infra/planlint.toml", top),
        ("base/planlint.toml", base),
        ("infra/more.toml", more),
    ];
    let settings =
        of_files(&files.map(|(name, text)| (name, text))).unwrap_or_else(|_| panic!("{:?}", mistakes(&files)));
    let found = findings(&settings, &deletions());
    assert!(
        found.contains(&"note delete aws_db_instance.x counts".to_owned()),
        "{found:#?}"
    );
    assert!(
        found.contains(&"warning delete-stateful aws_db_instance.x counts".to_owned()),
        "{found:#?}"
    );
    assert_eq!(exit(&Ok(settings), &deletions()), 1, "fail-on comes from the base");
    let order = of_files(&[
        ("planlint.toml", "extends = [\"team.toml\", \"org.toml\"]"),
        ("team.toml", "extends = \"org.toml\"\nfail-on = \"never\""),
        ("org.toml", "fail-on = \"error\""),
    ]);
    assert_eq!(
        exit(&order, &deletions()),
        1,
        "what is named last holds, named before or not"
    );
    // What the second of two teams extends outweighs the first team, also where both extend it.
    for (extends, wanted, why) in [
        (r#"["team.toml"]"#, 1, "the platform outweighs the sandbox"),
        (
            r#"["network.toml", "team.toml"]"#,
            1,
            "and behind a team that extends the platform too",
        ),
        (r#"["network.toml", "sandbox.toml"]"#, 0, "a sandbox that is named last"),
        (
            r#"["network.toml", "sandbox.toml", "network.toml"]"#,
            1,
            "with what it extends",
        ),
    ] {
        let settings = of_files(&[
            ("planlint.toml", &format!("extends = {extends}")),
            ("network.toml", "extends = \"platform.toml\""),
            ("team.toml", "extends = [\"sandbox.toml\", \"platform.toml\"]"),
            ("platform.toml", "extends = \"org.toml\""),
            ("org.toml", "[rules]\ndelete = \"error\"\ndelete-stateful = \"note\""),
            ("sandbox.toml", "[rules]\ndelete = \"allow\""),
        ]);
        assert_eq!(exit(&settings, &deletions()), wanted, "{why}");
    }
}

#[test]
#[cfg(unix)]
fn behind_a_link_another_file_is_read() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir_all(folder.path().join("real/sub")).unwrap();
    fs::create_dir(folder.path().join("beside")).unwrap();
    for (text, link) in [("real/sub", "link"), ("../real/below.toml", "beside/below.toml")] {
        std::os::unix::fs::symlink(text, folder.path().join(link)).unwrap();
    }
    for (name, text) in [
        ("mild.toml", "[rules]\ndelete = \"note\"\n"),
        ("real/mild.toml", "[rules]\ndelete = \"error\"\n"),
        ("real/below.toml", "extends = \"level.toml\"\n"),
        ("real/level.toml", "[rules]\ndelete = \"note\"\n"),
        ("beside/level.toml", "[rules]\ndelete = \"error\"\n"),
    ] {
        fs::write(folder.path().join(name), text).unwrap();
    }
    for (extends, wanted, why) in [
        (r#"["mild.toml"]"#, 0, "this one alone"),
        (
            r#"["mild.toml", "link/../mild.toml"]"#,
            1,
            "`..` leads back from where the link led",
        ),
        (r#"["real/below.toml", "link/../below.toml"]"#, 0, "one file"),
        (
            r#"["real/below.toml", "beside/below.toml"]"#,
            1,
            "which extends another one from there",
        ),
    ] {
        fs::write(folder.path().join("top.toml"), format!("extends = {extends}\n")).unwrap();
        let run = planlint(["--config", "top.toml", "-"])
            .folder(folder.path())
            .stdin(server())
            .run();
        run.exits(wanted, why);
    }
}

#[test]
fn a_file_that_is_reached_on_two_ways_is_read_once() {
    let waiver = "[[waiver]]\nrule = \"delete\"\naddress = \"a.b\"\nreason = \"r\"\nexpires = 2026-11-01\n";
    for (extends, why) in [
        (r#"["base/a.toml", "base/./a.toml"]"#, "with a dot"),
        (r#"["base/a.toml", "infra/../base/a.toml"]"#, "and back again"),
    ] {
        let settings = of_files(&[
            ("planlint.toml", &format!("extends = {extends}")),
            ("base/a.toml", waiver),
        ]);
        let ended = settings.unwrap_or_else(|_| panic!("{why}"));
        let report = Report::new(Vec::new(), RULES, &ended);
        assert_eq!(report.findings.len(), 1, "{why}");
    }
}

#[test]
fn files_that_lead_back_or_too_far_are_refused() {
    let found = mistakes(&[
        ("planlint.toml", "extends = \"b.toml\""),
        ("b.toml", "extends = \"planlint.toml\""),
    ]);
    assert_eq!(
        found,
        ["b.toml:1:11: `planlint.toml` extends itself (take it out of `extends`, here or in the file that leads back)"]
    );
    let chain: Vec<(String, String)> = (0..20)
        .map(|at| (format!("{at}.toml"), format!("extends = \"{}.toml\"", at + 1)))
        .collect();
    assert_eq!(
        mistakes(&borrowed(&chain)),
        [
            "15.toml:1:11: more than 16 files extend each other (leave out of `extends` what another of these files extends)"
        ]
    );
    let names: Vec<String> = (1..300).map(|at| format!("\"{at}.toml\"")).collect();
    let mut many: Vec<(String, String)> = (0..300).map(|at| (format!("{at}.toml"), String::new())).collect();
    many[0].1 = format!("extends = [{}]", names.join(", "));
    assert_eq!(
        mistakes(&borrowed(&many)),
        [
            "256.toml: more than 256 files extend each other (leave out of `extends` what another of these files extends)"
        ]
    );
}

fn borrowed(files: &[(String, String)]) -> Vec<(&str, &str)> {
    files
        .iter()
        .map(|(name, text)| (name.as_str(), text.as_str()))
        .collect()
}
