//! The text of a plan is untrusted: nothing in it acts on a terminal, forges a line, or speaks to a CI runner.

use serde_json::{Value, json};

use crate::cut;
use crate::judge::{deny, judge};
use crate::program::planlint;
use planlint::input::Want;
use planlint::rules::RULES;

/// Texts that a key of `for_each`, a message or a name may be, and what each would do.
pub(crate) const HOSTILE: &[(&str, &str)] = &[
    ("\u{1b}[31mred\u{1b}[0m", "a colour"),
    ("\u{1b}]0;title\u{7}", "a title of the window"),
    ("\u{9b}2J", "a cleared screen, in one byte"),
    ("\u{1b}[1A\u{1b}[2K", "a line wiped out"),
    ("x\rPASS", "a line written over"),
    ("\u{8}\u{8}\u{8}", "letters taken back"),
    ("x\nPASS  0 errors\n", "a forged line"),
    ("x\n::error::forged", "a workflow command on a line of its own"),
    ("::error file=a,line=1::forged", "a workflow command"),
    ("  ::add-mask::x", "a workflow command behind blanks"),
    ("\u{a0}::stop-commands::x", "behind a blank of another kind"),
    ("\u{feff}::warning::x", "behind a byte order mark"),
    ("##vso[task.complete result=Succeeded;]", "a command of Azure Pipelines"),
    ("##[error]forged", "an older one"),
    ("\n##[group]x", "on a line of its own"),
    ("##teamcity[buildStatus status='SUCCESS']", "a command of TeamCity"),
    ("a\u{202e}b", "a turned direction"),
    ("a\u{7f}b", "what deletes the letter before it"),
    ("a\u{e0041}\u{e0042}b", "letters that nothing shows"),
    ("a\u{fff9}b\u{ad}\u{3164}", "others"),
    ("a\u{e0100}\u{e01ef}\u{180b}b", "letters that select how another looks"),
    ("a\u{2066}b\u{2069}", "an isolated direction"),
    ("a\u{200b}b", "a letter that nobody sees"),
    ("a\u{2028}b\u{2029}c", "line ends of another kind"),
    ("a\u{85}b", "and of another"),
    ("\u{0}", "the end of a text in C"),
    ("<script>alert(1)</script>", "HTML"),
    ("</summary></details>", "HTML of a comment"),
    ("a | b | c", "a cell of a Markdown table"),
    ("```\n# x", "the end of a Markdown fence"),
    ("=cmd|' /C calc'!A0", "a formula"),
    ("\t=1+1", "a formula behind a tab"),
    ("＝1+1", "a formula in letters of full width"),
    ("a;=1+1", "a formula behind another separator"),
    ("\",\"=1+1", "a formula behind a quote"),
    ("a%0A::error::forged", "a workflow command in the runner's own escapes"),
    ("x,file=/etc/passwd,line=1::forged", "properties of a workflow command"),
    ("x;type=warning]forged", "properties of a command of Azure Pipelines"),
    ("@everybody and @acme/admins", "people called by a comment"),
    ("fixes #1, acme/web#2, GH-3 and !4", "other issues named by a comment"),
    (
        "[words](https://evil.example) ![x](https://evil.example/x.png)",
        "a link and a picture",
    ),
    (
        "https://evil.example www.evil.example a@evil.example",
        "links that need no sign",
    ),
    ("<https://evil.example> <a@evil.example>", "links between angles"),
    ("`` ` ``` ```` a`", "ticks of several lengths"),
    ("\\`x\\", "escaped ticks"),
    ("a\\|b\\\\|c||", "escaped cells"),
    ("--> <!-- x", "the end of a comment"),
    ("]]> <![CDATA[ x", "the end of a section of text in XML"),
    ("&lt;b&gt; &#64;all &amp;", "signs by name"),
    ("\u{fffe}\u{ffff}", "letters that XML does not know"),
    ("*a* _b_ ~~c~~ **d**\n- e\n> f\n# g\n1. h", "all kinds of Markdown"),
    ("[x]: https://evil.example", "a reference of a link"),
    ("\n\n</details>\n\n| a |\n|---|\n", "a table of its own"),
    ("$x$ :smile: {{x}}", "formulas, pictures and templates"),
];

/// A plan in which every text that a report prints is hostile.
pub(crate) fn plan(hostile: &str) -> Value {
    let mut plan = cut::unchanged();
    let change = |actions: Value, address: String| {
        let mut change = cut::deleted();
        change["change"]["actions"] = actions;
        change["address"] = json!(address);
        change["previous_address"] = json!(format!("terraform_data.old[{}]", json!(hostile)));
        change["index"] = json!(hostile);
        change["deposed"] = json!(hostile);
        change["module_address"] = json!(format!("module.m[\"{hostile}\"]"));
        change["action_reason"] = json!(hostile);
        change["provider_name"] = json!(hostile);
        change["change"]["importing"] = json!({"id": hostile});
        change["change"]["replace_paths"] = json!([[hostile, 0, hostile]]);
        change["change"]["before"] = json!({"input": hostile, hostile: 1});
        change["change"]["after"] = json!({"input": format!("{hostile}{hostile}"), hostile: 2});
        // Nothing is left of what is destroyed.
        if change["change"]["actions"] == json!(["delete"]) {
            change["change"]["after"] = Value::Null;
        }
        change
    };
    plan["planned_values"]["root_module"] = json!({});
    plan["resource_changes"] = json!([
        change(json!(["delete"]), hostile.to_owned()),
        change(json!(["delete", "create"]), format!("terraform_data.a[\"{hostile}\"]")),
        change(json!(["update"]), format!("module.m[\"{hostile}\"].terraform_data.a")),
        change(json!(["forget"]), format!("{hostile}.b")),
        change(json!([hostile]), "terraform_data.c".to_owned()),
        change(json!(["create", hostile]), "terraform_data.d".to_owned()),
    ]);
    plan["resource_drift"] = json!([change(json!(["update"]), hostile.to_owned())]);
    plan["deferred_changes"] =
        json!([{"reason": hostile, "resource_change": change(json!(["create"]), hostile.to_owned())}]);
    plan["output_changes"] = json!({hostile: {"actions": ["create"], "before": null, "after": hostile,
        "after_unknown": false, "before_sensitive": false, "after_sensitive": false}});
    let status = |status: &str| {
        json!({"address": {"kind": hostile, "name": hostile, "to_display": hostile}, "status": status,
            "instances": [{"address": {"to_display": hostile}, "status": status,
                "problems": [{"message": hostile}, {"message": format!("{hostile} again")}]}]})
    };
    plan["checks"] = json!([status("fail"), status("unknown"), status("error"), status(hostile)]);
    plan
}

/// What in the text acts.
pub(crate) fn acting(text: &str) -> Option<String> {
    for line in text.split('\n') {
        if let Some(letter) = line.chars().find(|letter| acts(*letter)) {
            return Some(format!("U+{:04X} in {line:?}", u32::from(letter)));
        }
        let trimmed = line.trim_start();
        if trimmed.starts_with("::") {
            return Some(format!("a workflow command: {line:?}"));
        }
        if line.contains("##vso[") || line.contains("##[") || trimmed.starts_with("##teamcity[") {
            return Some(format!("a command of a runner: {line:?}"));
        }
        if line.starts_with("PASS") && !text.ends_with(&format!("{line}\n")) {
            return Some(format!("a forged verdict: {line:?}"));
        }
    }
    None
}

/// Controls, line ends, marks of direction and letters without width.
fn acts(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{ad}' | '\u{3164}' | '\u{fff9}'..='\u{fffb}' | '\u{180b}'..='\u{180f}' | '\u{e0000}'..='\u{e007f}' | '\u{e0100}'..='\u{e01ef}')
}

#[test]
fn no_text_of_a_plan_acts_in_the_report() {
    let ids: Vec<&str> = RULES.iter().map(|rule| rule.id).collect();
    for (hostile, what) in HOSTILE {
        let text = cut::line(&plan(hostile));
        let judged = judge(text.as_bytes(), Want::Plan, &deny(&ids)).unwrap();
        assert_eq!(judged.exit(), 1, "{what}: {:?}", judged.report.errors);
        for width in [None, Some(200), Some(100), Some(60), Some(30)] {
            let written = judged.written("text", width);
            // Lines are only folded on a terminal, where no runner listens.
            let folded = width.is_some();
            let acting = if folded {
                written
                    .chars()
                    .find(|letter| acts(*letter) && *letter != '\n')
                    .map(String::from)
            } else {
                acting(&written)
            };
            assert_eq!(acting, None, "{what}, at width {width:?}\n{written}");
        }
        let json: Value = serde_json::from_str(&judged.written("json", None)).unwrap();
        let shown = &json["inputs"][0]["output_changes"][0]["name"];
        assert_eq!(
            shown, hostile,
            "{what}: JSON has its own escapes, and programs get the text as it is"
        );
    }
}

/// Grids count columns in 16 bits.
#[test]
fn no_text_is_so_long_that_its_end_stands_on_a_line_of_its_own() {
    for length in [16_384, 65_534, 65_535, 65_536, 131_070] {
        for command in ["::error::forged", "\u{202e}::error::forged", "##vso[task.complete]"] {
            let hostile = format!("{}{command}", "x".repeat(length));
            let run = planlint(["--all"])
                .stdin(cut::line(&plan(&hostile)))
                .run()
                .exits(1, "findings");
            assert_eq!(acting(&run.stdout), None, "{length} before {command}");
            assert_eq!(acting(&run.stderr), None, "{length} before {command}");
        }
    }
}

#[test]
fn no_text_of_a_plan_acts_on_a_terminal_or_in_a_log() {
    for (hostile, what) in HOSTILE {
        for arguments in [&["--all"][..], &["--quiet"], &["--only=delete"], &["--format=json"]] {
            let run = planlint(arguments)
                .stdin(cut::line(&plan(hostile)))
                .run()
                .exits(1, what);
            if arguments == ["--format=json"] {
                let begins = run.stdout.lines().find(|line| line.trim_start().starts_with("::"));
                assert_eq!(begins, None, "{what}");
                let raw = run
                    .stdout
                    .chars()
                    .find(|letter| letter.is_control() && *letter != '\n' && u32::from(*letter) < 0x20);
                assert_eq!(raw, None, "{what}");
            } else {
                assert_eq!(acting(&run.stdout), None, "{what}");
            }
            assert_eq!(acting(&run.stderr), None, "{what}");
        }
    }
}

#[test]
fn no_text_of_a_plan_acts_where_it_is_shown() {
    for (hostile, what) in HOSTILE {
        for arguments in [
            &["show"][..],
            &["show", "--detail=summary"],
            &["show", "--engine-text"],
            &["show", "--engine-text", "--engine=terraform"],
        ] {
            let run = planlint(arguments)
                .stdin(cut::line(&plan(hostile)))
                .run()
                .exits(0, what);
            assert_eq!(acting(&run.stdout), None, "{what}\n{}", run.stdout);
            assert_eq!(acting(&run.stderr), None, "{what}");
        }
    }
}

#[test]
fn no_text_of_a_state_acts() {
    for &(hostile, what) in HOSTILE {
        let resource = json!({"address": format!("{hostile}.a[{}]", json!(hostile)), "mode": "managed",
            "type": hostile, "name": hostile, "index": hostile, "provider_name": hostile, "schema_version": 0,
            "values": {hostile: hostile}, "sensitive_values": {}, "tainted": true});
        let mut deposed = resource.clone();
        deposed["deposed_key"] = json!(hostile);
        let module = json!({"address": format!("module.m[\"{hostile}\"]"), "resources": [resource, deposed]});
        let state = json!({"format_version": "1.0", "terraform_version": format!("1.12.6{hostile}"), "values": {
            "outputs": {hostile: {"sensitive": false, "type": "string", "value": hostile}},
            "root_module": {"resources": [resource, deposed], "child_modules": [module]}}});
        for arguments in [
            &["show", "--kind=state"][..],
            &["show", "--kind=state", "--engine-text"],
        ] {
            let run = planlint(arguments).stdin(cut::line(&state)).run().exits(0, what);
            assert_eq!(acting(&run.stdout), None, "{what}\n{}", run.stdout);
        }
        let run = planlint(["state", "--all"]).stdin(cut::line(&state)).run();
        assert!(matches!(run.code, Some(0 | 1)), "{what}: {}", run.shown());
        assert!(run.stdout.contains("tainted"), "{what}: {}", run.shown());
        assert_eq!(acting(&run.stdout), None, "{what}");
        assert_eq!(acting(&run.stderr), None, "{what}");
    }
}

#[test]
fn no_text_of_a_refused_input_acts() {
    for (hostile, what) in HOSTILE {
        let key = json!(hostile);
        for text in [
            format!("{{{key}:1}}"),
            format!("{{\"format_version\":{key},\"planned_values\":{{}}}}"),
            format!("{{\"format_version\":\"1.2\",\"output_changes\":{{{key}:{{\"actions\":7}}}}}}"),
            format!("{{\"format_version\":\"1.2\",\"output_changes\":{{{key}:{{}},{key}:{{}}}}}}"),
            format!("{{\"format_version\":\"1.2\",\"planned_values\":{{}},{key}:"),
            format!("{hostile}\n{{\"format_version\":\"1.2\"}}"),
        ] {
            let run = planlint::<[&str; 0], &str>([]).stdin(text).run().exits(2, what);
            assert_eq!(acting(&run.stderr), None, "{what}");
            assert_eq!(acting(&run.stdout), None, "{what}");
        }
    }
}

#[cfg(unix)]
#[test]
fn no_name_of_a_file_acts() {
    let folder = tempfile::tempdir().unwrap();
    for (hostile, what) in HOSTILE.iter().filter(|(hostile, _)| !hostile.contains(['/', '\0'])) {
        let name = format!("{hostile}.json");
        std::fs::write(folder.path().join(&name), cut::line(&cut::deletion())).unwrap();
        for (argument, code) in [(name.as_str(), 0), (&format!("{name}.missing"), 2)] {
            let run = planlint(["--", argument]).folder(folder.path()).run().exits(code, what);
            assert_eq!(acting(&run.stdout), None, "{what}");
            assert_eq!(acting(&run.stderr), None, "{what}");
        }
        // Settings under another name are told with the folder in which they stand.
        let below = folder.path().join(format!("{hostile}.d/below"));
        std::fs::create_dir_all(&below).unwrap();
        std::fs::write(below.join("../planlint.yaml"), "").unwrap();
        let run = planlint(["-"]).folder(&below).stdin(cut::line(&cut::deletion())).run();
        assert_eq!(acting(&run.stderr), None, "{what}");
    }
    for (hostile, what) in HOSTILE.iter().filter(|(hostile, _)| !hostile.contains('\0')) {
        let run = planlint(["--deny", hostile])
            .stdin(cut::line(&cut::deletion()))
            .run()
            .exits(2, what);
        assert_eq!(acting(&run.stderr), None, "{what}");
    }
}
