//! From a plan to its source: findings stand where the configuration says them, and nowhere when nobody can tell.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::fixtures;
use crate::program::{Run, planlint};
use crate::secrets::CANARY;

/// A directory with these files.
pub(crate) fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

/// A plan that opens a security group, and makes a database that everybody reaches and whose disk is not encrypted.
fn plan(addresses: &[&str]) -> String {
    let changes = addresses.iter().map(|address| {
        let own = &address[address.find("aws_").unwrap()..];
        let type_name = own.split('.').next().unwrap();
        let rule = json!({"cidr_blocks": ["0.0.0.0/0"], "from_port": 22, "to_port": 22, "protocol": "tcp"});
        let after = match type_name {
            "aws_security_group" => json!({"ingress": [rule]}),
            _ => json!({"publicly_accessible": true, "storage_encrypted": true}),
        };
        json!({
            "address": address, "mode": "managed", "type": type_name, "name": own.split(['.', '[']).nth(1).unwrap(),
            "change": {"actions": ["create"], "before": null, "after": after, "after_unknown": {},
                       "before_sensitive": false, "after_sensitive": {}}
        })
    });
    json!({"format_version": "1.2", "terraform_version": "1.12.6", "resource_changes": changes.collect::<Vec<_>>()})
        .to_string()
}

/// The finding of `public-ingress`, or else of `public-database`.
fn found(report: &Value) -> &Value {
    let findings = report["findings"].as_array().unwrap();
    let of = |rule: &str| findings.iter().find(|finding| finding["rule"] == rule);
    of("public-ingress").or_else(|| of("public-database")).unwrap()
}

/// `file:line:column text` of a place, cut out of the file.
pub(crate) fn cut(place: &Value, folder: &Path) -> String {
    if place.is_null() {
        return "nowhere".to_owned();
    }
    let number = |end: &str, what: &str| usize::try_from(place[end][what].as_u64().unwrap()).unwrap();
    let file = place["file"].as_str().unwrap();
    let text = fs::read_to_string(folder.join(file)).unwrap();
    let marked = &text[number("start", "byte")..number("end", "byte")];
    // What ends at one place begins at the other: the same line and column, counted again.
    let before = &text[..number("start", "byte")];
    assert_eq!(number("start", "line"), 1 + before.matches('\n').count());
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    assert_eq!(number("start", "column"), 1 + before[line_start..].chars().count());
    assert_eq!(
        number("end", "column"),
        number("start", "column") + marked.chars().count()
    );
    format!(
        "{file}:{}:{} {marked}",
        number("start", "line"),
        number("start", "column")
    )
}

fn run(folder: &Path, arguments: &[&str]) -> Run {
    planlint(["--no-config", "--engine", "opentofu"])
        .args(arguments)
        .folder(folder)
        .run()
}

const GROUP: &str = "resource \"aws_security_group\" \"web\" {\n  name = \"é\"\n  ingress {\n    cidr_blocks = [\"0.0.0.0/0\"]\n  }\n}\n";

#[test]
fn findings_stand_where_the_configuration_says_them() {
    let group = "aws_security_group.web";
    let json_group = r#"{"resource": {"aws_security_group": {"web": {"ingress": [{"cidr_blocks": ["0.0.0.0/0"]}]}}}}"#;
    let dynamic = "resource \"aws_security_group\" \"web\" {\n  dynamic \"ingress\" {\n    for_each = var.p\n    content {\n      cidr_blocks = var.c\n    }\n  }\n}\n";
    let json_dynamic = r#"{"resource": {"aws_security_group": {"web": {"dynamic": {"ingress": {"for_each": "${var.p}", "content": {"cidr_blocks": 1}}}}}}}"#;
    let base = "resource \"aws_db_instance\" \"db\" {\n  publicly_accessible = false\n}\n";
    let over = "resource \"aws_db_instance\" \"db\" {\n  publicly_accessible = true\n}\n";
    let call = "module \"net\" {\n  source = \"./net\"\n}\n";
    let json_call = r#"{"module": {"net": {"source": "./net", "for_each": "${var.all}"}}}"#;
    let remote = "module \"net\" {\n  source = \"a/b/c\"\n}\n";
    let manifest =
        r#"{"Modules":[{"Key":"","Dir":"."},{"Key":"net","Source":"a/b/c","Dir":".terraform/modules/net"}]}"#;
    for (files, address, expected, why) in [
        (
            &[("main.tf", GROUP)][..],
            group,
            "main.tf:4:5 cidr_blocks",
            "a nested block",
        ),
        (
            &[("main.tf.json", json_group)],
            group,
            "main.tf.json:1:59 \"cidr_blocks\"",
            "in JSON",
        ),
        (
            &[("main.tf", dynamic)],
            group,
            "main.tf:5:7 cidr_blocks",
            "a block that is made by repetition",
        ),
        (
            &[("main.tf.json", json_dynamic)],
            group,
            "main.tf.json:1:106 \"cidr_blocks\"",
            "in JSON too",
        ),
        (
            &[("main.tf", GROUP)],
            r#"aws_security_group.web["a.b\"]"]"#,
            "main.tf:4:5 cidr_blocks",
            "one of many",
        ),
        (
            &[("main.tf", GROUP)],
            "aws_security_group.web[3]",
            "main.tf:4:5 cidr_blocks",
            "one that is counted",
        ),
        (
            &[("main.tf", base), ("main_override.tf", over)],
            "aws_db_instance.db",
            "main_override.tf:2:3 publicly_accessible",
            "what overrides counts",
        ),
        (
            &[("main.tf", "# first\nresource \"aws_db_instance\" \"db\" {}\n")],
            "aws_db_instance.db",
            "main.tf:2:1 resource \"aws_db_instance\" \"db\"",
            "what is not written is the provider's: the block",
        ),
        (
            &[("main.tf", call), ("net/main.tf", GROUP)],
            "module.net.aws_security_group.web",
            "net/main.tf:4:5 cidr_blocks",
            "in a module beside",
        ),
        (
            &[
                ("main.tf.json", json_call),
                ("net/main.tofu", GROUP),
                ("net/main.tf", ""),
            ],
            r#"module.net["x.y"].aws_security_group.web"#,
            "net/main.tofu:4:5 cidr_blocks",
            "in an instance of one, in a file that only OpenTofu reads",
        ),
        (
            &[
                ("main.tf", call),
                ("net/main.tf", "module \"in\" {\n  source = \"../in\"\n}\n"),
                ("in/a.tf", GROUP),
            ],
            "module.net.module.in.aws_security_group.web",
            "in/a.tf:4:5 cidr_blocks",
            "in a module of a module",
        ),
        (
            &[
                ("main.tf", remote),
                (".terraform/modules/modules.json", manifest),
                (".terraform/modules/net/main.tf", GROUP),
            ],
            "module.net.aws_security_group.web",
            ".terraform/modules/net/main.tf:4:5 cidr_blocks",
            "in a module that init has installed",
        ),
        (
            &[("main.tf", remote)],
            "module.net.aws_security_group.web",
            "nowhere",
            "one that is not there",
        ),
        (
            &[
                ("main.tf", base),
                (".terraform/modules/modules.json", manifest),
                (".terraform/modules/net/main.tf", GROUP),
            ],
            "module.net.aws_security_group.web",
            "nowhere",
            "one that was installed once and is called no longer",
        ),
        (&[("main.tf", base)], group, "nowhere", "no such block"),
        (
            &[("main.tf", GROUP), ("b.tf", GROUP)],
            group,
            "nowhere",
            "two of them, which no engine accepts",
        ),
        (
            &[("main.tf", "resource {")],
            group,
            "nowhere",
            "a file that cannot be read",
        ),
        (&[("readme.md", "")], group, "nowhere", "no configuration"),
    ] {
        let folder = folder(files);
        fs::write(folder.path().join("plan.json"), plan(&[address])).unwrap();
        let run = run(folder.path(), &["plan.json", "--format", "json"]).exits(1, why);
        assert_eq!(run.stderr, "", "{why}");
        let report = run.json();
        assert_eq!(cut(&found(&report)["source"], folder.path()), expected, "{why}");
    }
}

#[test]
fn the_source_may_be_elsewhere_and_is_looked_for_only_where_it_is_told() {
    let folder = folder(&[
        ("infra/live/main.tf", "module \"net\" {\n  source = \"../net\"\n}\n"),
        ("infra/net/main.tf", GROUP),
        ("out/plan.json", &plan(&["module.net.aws_security_group.web"])),
        ("empty/readme.md", ""),
    ]);
    let at = |arguments: &[&str]| {
        let run = run(folder.path(), &[arguments, &["--format", "json"]].concat()).exits(1, "it is bad all the same");
        let place = cut(&found(&run.json())["source"], folder.path());
        (place, run.stderr)
    };
    let there = "infra/net/main.tf:4:5 cidr_blocks".to_owned();
    for (arguments, expected, note, why) in [
        (
            &["out/plan.json", "--source", "infra/live"][..],
            &*there,
            "",
            "elsewhere",
        ),
        (
            &["out/plan.json", "--source", "./infra/../infra/live/"],
            &there,
            "",
            "by another way",
        ),
        (&["out/plan.json"], "nowhere", "", "no configuration beside the plan"),
        (&["out/plan.json", "--no-source"], "nowhere", "", "not wanted"),
        (
            &["out/plan.json", "--source", "empty"],
            "nowhere",
            "note: empty: no finding could be placed there\n",
            "whoever says where expects something",
        ),
    ] {
        assert_eq!(at(arguments), (expected.to_owned(), note.to_owned()), "{why}");
    }
    let absolute = folder.path().join("infra/live").display().to_string();
    assert_eq!(
        at(&["out/plan.json", "--source", &absolute]).0,
        there,
        "from the working directory"
    );
    let stdin = |arguments: &[&str]| {
        let run = planlint(["--no-config", "--format", "json"])
            .args(arguments)
            .folder(&folder.path().join("infra/live"));
        let run = run.stdin(plan(&["module.net.aws_security_group.web"])).run();
        found(&run.json())["source"]["file"].as_str().map(str::to_owned)
    };
    assert_eq!(stdin(&[]), None, "standard input has no directory");
    assert_eq!(stdin(&["--source", "."]).as_deref(), Some("../net/main.tf"), "outside");
    run(folder.path(), &["out/plan.json", "--source", "infra", "--no-source"]).exits(2, "one or the other");
    for source in ["gone", "empty/readme.md"] {
        let run = run(folder.path(), &["out/plan.json", "--source", source]).exits(2, "mistyped");
        run.tells("there is no folder of this name", source);
    }
    planlint(["config", "--source", "a"])
        .folder(folder.path())
        .run()
        .exits(2, "about plans")
        .tells("--source", "it is named");
}

#[test]
fn a_value_leads_back_to_where_it_comes_from() {
    let group = "variable \"open\" {\n  default = []\n}\nlocals {\n  all = concat(var.open, local.own)\n  own = [\"10.0.0.0/8\"]\n}\nresource \"aws_security_group\" \"web\" {\n  ingress {\n    cidr_blocks = [for net in local.all : net]\n  }\n}\n";
    let json_group = r#"{"variable": {"open": {"default": []}}, "locals": {"all": "${concat(var.open, local.own)}", "own": []},
"resource": {"aws_security_group": {"web": {"ingress": {"cidr_blocks": "${local.all}"}}}}}"#;
    let root = "module \"net\" {\n  source = \"./net\"\n  open   = local.world\n}\nlocals {\n  world = [var.everybody]\n}\nvariable \"everybody\" {}\n";
    let json_root = r#"{"module": {"net": {"source": "./net",
"open": ["${local.world}"]}}, "locals": {"world": "${var.everybody}"},
"variable": {"everybody": {}}}"#;
    for (root_name, root, name, text) in [
        ("main.tf", root, "a.tf", group),
        ("main.tf.json", json_root, "a.tf.json", json_group),
        ("main.tf", root, "a.tf.json", json_group),
    ] {
        let folder = folder(&[(root_name, root), (&*format!("net/{name}"), text)]);
        fs::write(
            folder.path().join("plan.json"),
            plan(&["module.net.aws_security_group.web"]),
        )
        .unwrap();
        let report = run(folder.path(), &["plan.json", "--format", "json"])
            .exits(1, "it is open")
            .json();
        let source = &found(&report)["source"];
        let related = source["related"].as_array().unwrap();
        let said: Vec<String> = related
            .iter()
            .map(|place| {
                let shown = cut(place, folder.path());
                let (at, marked) = shown.split_once(' ').unwrap();
                let file = at.split(':').next().unwrap();
                format!(
                    "{} {file} {}",
                    place["name"].as_str().unwrap(),
                    marked.trim_matches('"')
                )
            })
            .collect();
        let inner = format!("net/{name}");
        let expected = [
            format!("local.all {inner} all"),
            format!("var.open {inner} default"),
            format!("module.net: open {root_name} open"),
            format!("local.own {inner} own"),
            format!("local.world {root_name} world"),
            format!(
                "var.everybody {root_name} {}",
                if root_name == "main.tf" {
                    "variable \"everybody"
                } else {
                    "everybody"
                }
            ),
        ];
        assert_eq!(said, expected, "{root_name} {name}");
        let sarif = run(folder.path(), &["plan.json", "--format", "sarif"]);
        sarif.says("\"text\": \"from module.net: open\"", "in SARIF too");
    }
    // Out of modules that are called, and of those that they call.
    let root = "module \"net\" {\n  source = \"./net\"\n  wide = var.wide\n}\nvariable \"wide\" {}\nresource \"aws_db_instance\" \"db\" {\n  publicly_accessible = module.net.open\n}\n";
    let net = r#"{"module": {"deep": {"source": "./deep"}}, "variable": {"wide": {"default": true}},
"output": {"open": {"value": "${module.deep.open && var.wide}"}}}"#;
    let deep = "locals {\n  open = true\n}\noutput \"open\" {\n  value = local.open\n}\n";
    let folder = folder(&[("main.tf", root), ("net/main.tf.json", net), ("net/deep/main.tf", deep)]);
    fs::write(folder.path().join("plan.json"), plan(&["aws_db_instance.db"])).unwrap();
    let report = run(folder.path(), &["plan.json", "--format", "json"])
        .exits(1, "it is open")
        .json();
    let related = found(&report)["source"]["related"].as_array().unwrap().clone();
    let said: Vec<String> = related
        .iter()
        .map(|place| {
            let shown = cut(place, folder.path());
            let file = shown.split(':').next().unwrap();
            format!("{} {file}", place["name"].as_str().unwrap())
        })
        .collect();
    let expected = [
        "module.net.open net/main.tf.json",
        "module.deep.open net/deep/main.tf",
        "var.wide net/main.tf.json",
        "module.net: wide main.tf",
        "local.open net/deep/main.tf",
        "var.wide main.tf",
    ];
    assert_eq!(said, expected);
    // Locals that refer to each other, which no engine accepts, come to an end.
    let circle = "locals {\n  a = local.b\n  b = local.a\n}\nresource \"aws_db_instance\" \"db\" {\n  publicly_accessible = local.a\n}\n";
    let folder = crate::source::folder(&[("main.tf", circle)]);
    fs::write(folder.path().join("plan.json"), plan(&["aws_db_instance.db"])).unwrap();
    let report = run(folder.path(), &["plan.json", "--format", "json"])
        .exits(1, "it is open")
        .json();
    assert_eq!(found(&report)["source"]["related"].as_array().unwrap().len(), 2);
}

#[test]
fn an_engine_reads_its_own_files() {
    let files = [
        ("main.tf", GROUP),
        ("main.tofu", "\nresource \"aws_security_group\" \"web\" {}\n"),
    ];
    let folder = folder(&files);
    fs::write(folder.path().join("plan.json"), plan(&["aws_security_group.web"])).unwrap();
    for (engine, expected, why) in [
        (
            "opentofu",
            "main.tofu:2:1 resource \"aws_security_group\" \"web\"",
            "its own file wins",
        ),
        ("terraform", "main.tf:4:5 cidr_blocks", "it does not know the other"),
        ("auto", "nowhere", "nobody knows which of them was read"),
    ] {
        let run = planlint(["--no-config", "plan.json", "--format", "json", "--engine", engine]);
        let report = run.folder(folder.path()).run().exits(1, why).json();
        assert_eq!(cut(&found(&report)["source"], folder.path()), expected, "{why}");
    }
}

/// Directories of configuration in a folder of fixtures, each with the plans that an engine made of it.
fn sources(root: &Path) -> Vec<(PathBuf, Vec<PathBuf>)> {
    let mut sources = Vec::new();
    for scenario in fs::read_dir(root).into_iter().flatten().flatten() {
        let scenario = scenario.path();
        let mut stages: Vec<PathBuf> = fs::read_dir(scenario.join("config"))
            .into_iter()
            .flatten()
            .flatten()
            .map(|entry| entry.path())
            .filter(|path| path.to_string_lossy().ends_with("-plan"))
            .collect();
        stages.sort();
        let Some(stage) = stages.pop() else { continue };
        let engines = fs::read_dir(&scenario).into_iter().flatten().flatten();
        let mut plans: Vec<PathBuf> = engines.map(|engine| engine.path().join("plan.json")).collect();
        plans.retain(|plan| plan.exists());
        plans.sort();
        // One engine speaks for all where there are many scenarios.
        plans.truncate(if root == fixtures::root() { 3 } else { 1 });
        sources.push((stage, plans));
    }
    sources.sort();
    sources
}

/// The name of the block that an address is about.
fn block_name(address: &str) -> &str {
    let without_key = match address
        .strip_suffix(']')
        .and_then(|_| address.find(['[']).map(|_| address))
    {
        Some(keyed) => {
            let start = keyed.rfind("[\"").or_else(|| keyed.rfind('[')).unwrap();
            &keyed[..start]
        }
        None => address,
    };
    without_key.rsplit('.').next().unwrap()
}

#[test]
fn every_place_is_on_the_block_or_in_it() {
    let mut roots = vec![fixtures::root()];
    roots.extend(fixtures::more());
    let (mut placed, mut on_name) = (0, 0);
    for (stage, plans) in roots.iter().flat_map(|root| sources(root)) {
        for path in plans {
            let name = path.display().to_string();
            let source = stage.to_string_lossy().into_owned();
            let run = planlint(["--no-config", "--all", "--format", "json", &name, "--source", &source]).run();
            let report = run.json();
            let bare = planlint(["--no-config", "--all", "--format", "json", &name, "--no-source"]).run();
            assert_eq!(run.code, bare.code, "{name}: the verdict is the same");
            let mut without = report.clone();
            for finding in without["findings"].as_array_mut().unwrap() {
                finding["source"] = Value::Null;
            }
            assert_eq!(without, bare.json(), "{name}: nothing else changes");
            for finding in report["findings"].as_array().unwrap() {
                let place = &finding["source"];
                if place.is_null() {
                    continue;
                }
                placed += 1;
                let address = finding["address"].as_str().unwrap();
                let shown = cut(place, Path::new(env!("CARGO_MANIFEST_DIR")));
                let (_, marked) = shown.split_once(' ').unwrap();
                let file =
                    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(place["file"].as_str().unwrap()));
                let file = file.unwrap();
                let start = usize::try_from(place["start"]["byte"].as_u64().unwrap()).unwrap();
                let block = block_name(address);
                // The name of the block, or that of an argument behind it and before the next block at the margin.
                let head = file[..start].rfind("\n}").map_or(0, |at| at + 1);
                // Or a block that says what goes, or the module that it is in.
                let removed = file[start..].strip_prefix("removed {").and_then(|body| {
                    let (_, from) = body.split_once("from = ")?;
                    from.lines().next()
                });
                assert!(
                    marked.contains(block)
                        || file[head..start].contains(&format!("\"{block}\""))
                        || removed.is_some_and(|from| address.starts_with(from)),
                    "{name}: {address} is not at {shown}"
                );
                on_name += usize::from(marked.contains(block));
                assert!(!marked.contains(CANARY), "{name}: {shown}");
            }
        }
    }
    assert!(placed > 100, "only {placed} findings have a place");
    assert!(on_name > 30, "only {on_name} of them on the name");
}

#[test]
fn no_format_quotes_the_source_and_every_one_names_it() {
    let folder = folder(&[(
        "infra/main.tf",
        "resource \"aws_db_instance\" \"db\" {\n  publicly_accessible = true # CANARY-SECRET-SOURCE\n}\n",
    )]);
    fs::write(folder.path().join("infra/plan.json"), plan(&["aws_db_instance.db"])).unwrap();
    for (format, words) in [
        ("text", "at infra/main.tf:2:3, infra/plan.json#/resource_changes/0"),
        ("markdown", "infra/main.tf:2:3"),
        ("html", "infra/main.tf:2:3"),
        ("json", "\"file\": \"infra/main.tf\""),
        (
            "jsonl",
            "\"source\":{\"file\":\"infra/main.tf\",\"start\":{\"line\":2,\"column\":3,\"byte\":36}",
        ),
        ("junit", "infra/main.tf:2:3"),
        ("sarif", "\"startLine\": 2"),
        ("sarif", "\"endColumn\": 22"),
        ("sarif", "\"uri\": \"infra/main.tf\""),
        ("sarif", "\"uri\": \"infra/plan.json\""),
        ("github", "::error file=infra/main.tf,line=2,col=3,title="),
        ("gitlab-codequality", "\"path\": \"infra/main.tf\""),
        ("gitlab-codequality", "\"begin\": 2"),
        (
            "azure",
            "sourcepath=infra/main.tf;linenumber=2;columnnumber=3;code=public-database]",
        ),
    ] {
        let shown = run(folder.path(), &["infra/plan.json", "--format", format]).says(words, format);
        shown
            .hides("CANARY", format)
            .hides("publicly_accessible = true #", format);
    }
    for format in ["sarif", "json", "text"] {
        let report = |threads: &str| {
            let run = planlint(["--no-config", "infra/plan.json", "--format", format]).folder(folder.path());
            run.env("RAYON_NUM_THREADS", threads).run().stdout
        };
        assert_eq!(report("1"), report("8"), "{format}: threads never show");
    }
}

#[test]
fn no_place_of_many_shows_where_threads_were() {
    let blocks = |name: usize| GROUP.replace("\"web\"", &format!("\"g{name}\""));
    let files: Vec<(String, String)> = (0..40).map(|at| (format!("f{at}.tf"), blocks(at))).collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (&**name, &**text)).collect();
    let folder = folder(&files);
    let addresses: Vec<String> = (0..40).map(|at| format!("aws_security_group.g{at}")).collect();
    let addresses: Vec<&str> = addresses.iter().map(String::as_str).collect();
    fs::write(folder.path().join("plan.json"), plan(&addresses)).unwrap();
    let report = |threads: &str| {
        let run = planlint(["--no-config", "plan.json", "--format", "json"]).folder(folder.path());
        run.env("RAYON_NUM_THREADS", threads).run()
    };
    let one = report("1");
    assert_eq!(one.stdout, report("8").stdout);
    let report = one.json();
    let findings = report["findings"].as_array().unwrap();
    let open: Vec<_> = findings
        .iter()
        .filter(|finding| finding["rule"] == "public-ingress")
        .collect();
    assert_eq!(open.len(), 40);
    for finding in open {
        let number = finding["address"].as_str().unwrap().replace("aws_security_group.g", "");
        assert_eq!(finding["source"]["file"], format!("f{number}.tf"));
    }
}

#[test]
fn a_template_in_json_is_no_literal() {
    for scenario in ["json-config", "json-config-tofu"] {
        for engine in ["tofu-1.12.6", "tofu-1.6.3", "terraform-1.11.4"] {
            let path = fixtures::root().join(scenario).join(engine).join("plan.json");
            let text = fs::read_to_string(&path).unwrap();
            assert!(
                text.contains("\"constant_value\":\"${") || scenario != "json-config",
                "templates stand where constants do"
            );
            let report = planlint(["--no-config", "--all", "--format", "json", &path.display().to_string()])
                .run()
                .json();
            for finding in report["findings"].as_array().unwrap() {
                let rule = finding["rule"].as_str().unwrap();
                // What is written in these plans is one default, of a variable that is sensitive, and no other secret.
                assert!(
                    !rule.contains("literal") && rule != "secret-in-provisioner",
                    "{scenario}: {finding}"
                );
            }
        }
    }
}
