//! `planlint config` with modules that call modules: which are read, how each is named, and what is permitted in them.

use crate::config::{config, module};
use crate::program::planlint;

#[test]
fn a_waiver_permits_what_is_found_at_an_address() {
    let folder = module(&[
        ("main.tf.json", b"{\"output\":{\"o\":{\"value\":\"${var.a}\"}}}"),
        (
            "planlint.toml",
            b"[[waiver]]\nrule = \"undeclared-reference\"\naddress = \"output.o\"\nreason = \"generated later\"\nexpires = 2027-01-31\n",
        ),
    ]);
    planlint(["config"])
        .folder(folder.path())
        .args(["--now", "2026-11-21T12:00:00Z"])
        .run()
        .exits(0, "it is permitted")
        .says("waived[undeclared-reference]", "and shown");
}

#[test]
fn modules_that_are_called_are_judged_too() {
    let folder = module(&[
        (
            "a/main.tf.json",
            b"{\"module\":{\"b\":{\"source\":\"../b\"},\"n\":{\"source\":\"../n\"}}}",
        ),
        (
            "b/main.tf.json",
            b"{\"module\":{\"a\":{\"source\":\"../a\"}},\"outputs\":{}}",
        ),
        ("n/main.tf", b"locals {}\n"),
    ]);
    let report = config(folder.path(), &["a", "--format=json"])
        .exits(1, "b is refused")
        .json();
    let inputs = report["inputs"].as_array().unwrap();
    let names: Vec<_> = inputs.iter().map(|input| input["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["a", "b"], "each once; what has no JSON is not ours");
    config(folder.path(), &["a/main.tf.json"]).exits(0, "one file is asked about");
}

#[test]
fn settings_tell_modules_apart() {
    let broken: &[u8] = br#"{"resource":{"aws_x":{"y":{"v":"${var.none}"}}}}"#;
    let deep: &[u8] = br#"{"module":{"deep":{"source":"../one"},"again":{"source":"../both"}}}"#;
    let root: &[u8] = br#"{"module":{"a":{"source":"./both"},"b":{"source":"./both"},"c":{"source":"./way"}}}"#;
    let waiver = |address: &str| {
        format!(
            "[[waiver]]\nrule = \"undeclared-reference\"\naddress = \"{address}\"\nreason = \"x\"\nexpires = 2026-12-01\n"
        )
    };
    let level = |condition: &str| format!("[[override]]\n{condition}\nrules = {{ undeclared-reference = \"note\" }}\n");
    for (settings, calls, permitted, reason) in [
        (waiver("module.c.module.deep.aws_x.y"), "one", true, "the way of calls"),
        (waiver("module.deep.aws_x.y"), "one", false, "a part of it"),
        (waiver("aws_x.y"), "one", false, "the address in the module"),
        (
            waiver("module.a.aws_x.y"),
            "both",
            false,
            "one of the calls that lead there",
        ),
        (
            waiver("module.a.aws_x.y") + &waiver("module.b.aws_x.y") + &waiver("module.c.module.again.aws_x.y"),
            "both",
            true,
            "each of them, one that is come upon later too",
        ),
        (waiver("**.aws_x.y"), "both", true, "all of them"),
        (level("module = \"module.c.**\""), "one", true, "the module"),
        (
            level("module = \"module.c.**\""),
            "both",
            false,
            "the other calls are outside",
        ),
        (level("type = \"aws_*\""), "one", true, "the type"),
        (level("type = \"var\""), "one", false, "another one"),
    ] {
        let other = if calls == "one" { "both" } else { "one" };
        let folder = module(&[
            ("main.tf.json", root),
            ("way/main.tf.json", deep),
            (&format!("{calls}/main.tf.json"), broken),
            (&format!("{other}/main.tf.json"), b"{}"),
            ("planlint.toml", settings.as_bytes()),
        ]);
        planlint(["config"])
            .folder(folder.path())
            .args(["--now", "2026-11-21T12:00:00Z"])
            .run()
            .exits(i32::from(!permitted), &format!("{settings}: {reason}"));
    }
}

#[test]
fn a_waiver_for_one_of_two_calls_says_so() {
    let waiver = b"[[waiver]]\nrule = \"undeclared-reference\"\naddress = \"module.a.**\"\nreason = \"x\"\nexpires = 2026-12-01\n";
    let folder = module(&[
        (
            "main.tf.json",
            br#"{"module":{"a":{"source":"./m"},"b":{"source":"./m"}}}"#,
        ),
        ("m/main.tf.json", br#"{"output":{"o":{"value":"${var.none}"}}}"#),
        ("planlint.toml", waiver),
    ]);
    planlint(["config"])
        .folder(folder.path())
        .args(["--now", "2026-11-21T12:00:00Z"])
        .run()
        .exits(1, "b has no waiver")
        .says(
            "it is permitted for some of the calls that lead to this module, and not for all",
            "why",
        )
        .hides("unused-waiver", "it permits something");
}

#[test]
fn modules_are_called_in_many_ways() {
    let broken: &[u8] = br#"{"output":{"o":{"value":"${var.none}"}}}"#;
    let waiver = b"[[waiver]]\nrule = \"undeclared-reference\"\naddress = \"module.amodule.**\"\nreason = \"x\"\nexpires = 2026-12-01\n";
    let one: &[u8] = br#"{"module":{"amodule":{"source":"./m"}}}"#;
    for (files, arguments, code, why) in [
        (&[("main.tf.json", one)][..], &["."][..], 0, "the one call is permitted"),
        (
            &[
                ("main.tf.json", one),
                ("n.tf", b"module \"b\" {\n  source = \"./m\"\n}\n"),
            ],
            &["."],
            1,
            "a call in the native syntax is another",
        ),
        (
            &[
                ("main.tf.json", br#"{"module":{"n":{"source":"./n"}}}"#),
                ("n/main.tf", b"module \"deep\" {\n  source = \"../m\"\n}\n"),
            ],
            &["."],
            1,
            "a native module calls it",
        ),
        (
            &[(
                "main.tf.json",
                br#"{"module":{"amodule":{"source":"./m"},"bmodule":{"source":"./m"}}}"#,
            )],
            &["."],
            1,
            "names that end like the word",
        ),
        (
            &[
                ("main.tf.json", br#"{"module":{"b":{"source":"./k"}}}"#),
                ("override.tf", b"module \"b\" {\n  source = \"./m\"\n}\n"),
                ("k/main.tf.json", b"{}"),
            ],
            &["."],
            1,
            "another source in an override file",
        ),
        (
            &[
                ("main.tf.json", br#"{"module":{"b":{"source":"./m"}}}"#),
                ("override.tf.json", br#"{"module":{"b":{"source":"./k"}}}"#),
                ("k/main.tf.json", b"{}"),
            ],
            &["."],
            0,
            "which counts alone",
        ),
        (
            &[("main.tf.json", br#"{"module":{"b":{"source":"./x/../m"}}}"#)],
            &["."],
            1,
            "a way that is shortened before anybody looks",
        ),
        (
            &[
                ("main.tf.json", br#"{"module":{"b":{"source":"./m"}}}"#),
                ("m/fine.tf.json", b"{}"),
            ],
            &[".", "m/fine.tf.json"],
            1,
            "a file that is named beside a module that calls all of it",
        ),
        (
            &[("main.tf.json", b"{}"), ("m/fine.tf.json", b"{}")],
            &[".", "m/fine.tf.json"],
            0,
            "which nobody calls",
        ),
    ] {
        let mut all = files.to_vec();
        all.extend([("m/main.tf.json", broken), ("planlint.toml", &waiver[..])]);
        let folder = module(&all);
        planlint(["config"])
            .folder(folder.path())
            .args(arguments)
            .args(["--now", "2026-11-21T12:00:00Z"])
            .run()
            .exits(code, why)
            .hides("module-not-found", why);
    }
}

#[test]
fn of_more_paths_than_are_followed_a_waiver_permits_none() {
    let twice = |next: &str| format!(r#"{{"module":{{"a":{{"source":"{next}"}},"b":{{"source":"{next}"}}}}}}"#);
    let files: Vec<(String, String)> = (0..8)
        .map(|depth| (format!("m{depth}/main.tf.json"), twice(&format!("../m{}", depth + 1))))
        .chain([
            ("main.tf.json".to_owned(), twice("./m0")),
            (
                "m8/main.tf.json".to_owned(),
                r#"{"output":{"o":{"value":"${var.a}"}}}"#.to_owned(),
            ),
        ])
        .collect();
    for (address, code, why) in [
        ("module.*.**", 1, "nobody followed all 512"),
        ("**", 0, "wherever it is"),
    ] {
        let waiver = format!(
            "[[waiver]]\nrule = \"undeclared-reference\"\naddress = \"{address}\"\nreason = \"x\"\nexpires = 2026-12-01\n"
        );
        let mut all: Vec<(&str, &[u8])> = files.iter().map(|(name, text)| (&**name, text.as_bytes())).collect();
        all.push(("planlint.toml", waiver.as_bytes()));
        let folder = module(&all);
        planlint(["config"])
            .folder(folder.path())
            .args(["--now", "2026-11-21T12:00:00Z"])
            .run()
            .exits(code, why);
    }
}

#[test]
fn what_permits_holds_under_every_call() {
    let inner: &[u8] = br#"{"variable":{"n":{}},"output":{"o":{"value":"var.n"},"p":{"value":"${var.n}"}}}"#;
    for (calls, address, why) in [
        (r#""x":{"source":"./m","n":1}"#, "module.x.output.o", "one call"),
        (
            r#""x":{"source":"./m","n":1},"y":{"source":"./m","n":2}"#,
            "'**.output.o'",
            "two calls of one folder",
        ),
    ] {
        let outer = format!(r#"{{"module":{{{calls}}}}}"#);
        let folder = module(&[("main.tf.json", outer.as_bytes()), ("m/main.tf.json", inner)]);
        let run = |arguments: &[&str]| {
            let now = "--now=2026-11-21T12:00:00Z";
            planlint(arguments).args([now]).folder(folder.path()).run()
        };
        let judge = ["config", "--deny=missing-interpolation", "."];
        run(&judge)
            .exits(1, why)
            .says(&format!("planlint waive missing-interpolation {address} --reason"), why);
        let address = address.trim_matches('\'');
        run(&[
            "waive",
            "missing-interpolation",
            address,
            "--reason=r",
            "--until=2026-12-20",
        ])
        .exits(0, why);
        run(&judge).exits(0, "it is permitted").hides("unused-waiver", why);
    }
}

#[test]
fn a_module_that_calls_itself_ends() {
    let folder = module(&[
        ("main.tf.json", br#"{"module":{"a":{"source":"./m"}}}"#),
        (
            "m/main.tf.json",
            br#"{"module":{"a":{"source":"../m"},"b":{"source":"../m"}}}"#,
        ),
    ]);
    let report = config(folder.path(), &["--format=json"])
        .exits(1, "it has no end")
        .json();
    assert_eq!(report["inputs"].as_array().unwrap().len(), 2, "each once");
}

/// Terraform and OpenTofu read such modules until a path is too long.
#[test]
fn a_module_that_calls_itself_is_refused() {
    let itself = &[("main.tf.json", &br#"{"module":{"d":{"source":"./"}}}"#[..])][..];
    for (files, arguments, expected, why) in [
        (itself, &[][..], &["main.tf.json 1 module.d is ./"][..], "itself"),
        (
            itself,
            &["main.tf.json"],
            &["main.tf.json 1 module.d is ./"],
            "one file of it",
        ),
        (
            &[("main.tf.json", br#"{"module":{"d":{"source":"./.","count":0}}}"#)],
            &[],
            &["main.tf.json 1 module.d is ./."],
            "however often that is",
        ),
        (
            &[
                ("main.tf.json", b"{\n\"module\":{\n\"d\":{\"source\":\"./ch\"}}}"),
                ("ch/main.tf.json", br#"{"module":{"x":{"source":"../"}}}"#),
            ],
            &[],
            &[
                "ch/main.tf.json 1 module.x is ../, whose module.d is ./ch",
                "main.tf.json 3 module.d is ./ch, whose module.x is ../",
            ],
            "by way of another",
        ),
        (
            &[
                ("main.tf.json", br#"{"module":{"d":{"source":"./ch"}}}"#),
                ("ch/main.tf", b"module \"x\" {\n  source = \"../\"\n}\n"),
            ],
            &[],
            &["main.tf.json 1 module.d is ./ch, whose module.x is ../"],
            "in the native syntax",
        ),
        (
            &[
                (
                    "main.tf.json",
                    br#"{"module":{"d":{"source":"./a"},"e":{"source":"./b"}}}"#,
                ),
                ("a/main.tf.json", br#"{"module":{"x":{"source":"../b"}}}"#),
                ("b/main.tf.json", b"{}"),
            ],
            &[],
            &[],
            "two ways to one module",
        ),
        (
            &[
                ("main.tf.json", br#"{"module":{"d":{"source":"./"}}}"#),
                ("x_override.tf.json", br#"{"module":{"d":{"source":"./ch"}}}"#),
                ("ch/main.tf.json", b"{}"),
            ],
            &[],
            &[],
            "what another file replaces",
        ),
        (
            &[
                (
                    "main.tf.json",
                    br#"{"variable":{"s":{"default":"./"}},"module":{"d":{"source":"${var.s}"}}}"#,
                ),
                ("ch/main.tf.json", b"{}"),
            ],
            &["--flavor=tofu"],
            &[],
            "a source that who calls the module decides",
        ),
    ] {
        let folder = module(files);
        let arguments = ["--format=json"].iter().chain(arguments).copied();
        let report = config(folder.path(), &arguments.collect::<Vec<_>>()).json();
        let findings = report["findings"].as_array().unwrap().iter();
        let circles = findings.filter(|finding| finding["rule"] == "dependency-cycle");
        let mut said: Vec<String> = circles
            .map(|finding| {
                assert_eq!(finding["engine_rejects"], true, "{why}");
                let message = finding["message"].as_str().unwrap();
                let (_, words) = message.split_once(" without end: ").unwrap();
                format!(
                    "{} {} {words}",
                    finding["file"].as_str().unwrap(),
                    finding["location"]["line"]
                )
            })
            .collect();
        said.sort();
        assert_eq!(said, expected, "{why}");
        assert_eq!(report["verdict"] == "fail", !expected.is_empty(), "{why}: {report}");
    }
}

#[test]
fn modules_that_are_called_are_read() {
    let manifest = br#"{"Modules":[{"Key":"r","Source":"registry.example/a/b/c","Dir":".terraform/modules/r"}]}"#;
    let root = br#"{"module":{"l":{"source":"./l","wrong":1},"r":{"source":"a/b/c","version":"1.0.0","wrong":1}}}"#;
    let folder = module(&[
        ("main.tf.json", root),
        ("l/main.tf", b"variable \"right\" {\n  default = 1\n}\n"),
        (".terraform/modules/modules.json", manifest),
        (".terraform/modules/r/main.tf", b"variable \"right\" {}\n"),
    ]);
    let report = config(folder.path(), &["--format=json"]).exits(1, "wrong").json();
    let findings = report["findings"].as_array().unwrap();
    let found: Vec<_> = findings
        .iter()
        .map(|finding| {
            format!(
                "{} {}",
                finding["rule"].as_str().unwrap(),
                finding["address"].as_str().unwrap()
            )
        })
        .collect();
    assert_eq!(
        found,
        [
            "module-missing-input module.r",
            "module-unknown-input module.l",
            "module-unknown-input module.r"
        ]
    );
}

/// As Terraform 1.11.4 judges them.
#[test]
fn what_is_installed_for_a_called_module_is_known_there() {
    let once = r#"{"module":{"m":{"source":"./m"}}}"#;
    let twice = r#"{"module":{"m":{"source":"./m"},"n":{"source":"./m"}}}"#;
    let by_native = r#"{"module":{"l":{"source":"./l"}}}"#;
    for (root, installed, inputs, expected, why) in [
        (once, "m=m m.c=x", r#","x":1"#, "", "what the module asks for"),
        (once, "m=m m.c=x", r#","x":1,"y":1"#, "module-unknown-input", "and more"),
        (once, "m=m m.c=x", "", "module-missing-input", "and less"),
        (once, "m=m", "", "", "it is not installed"),
        (once, "m.c=x", "", "", "nor is what calls it"),
        (once, "m=l m.c=x", "", "", "what calls it was another module"),
        (
            twice,
            "m=m m.c=x n=m n.c=x",
            "",
            "module-missing-input",
            "by way of two calls",
        ),
        (twice, "m=m m.c=x n=m n.c=y", "", "", "of two versions nothing is known"),
        (
            by_native,
            "l=l l.m=m l.m.c=x",
            "",
            "module-missing-input",
            "by way of the native syntax",
        ),
    ] {
        let records = installed.split(' ').filter_map(|record| record.split_once('='));
        let records = records.map(|(call, directory)| format!(r#"{{"Key":"{call}","Dir":"{directory}"}}"#));
        let list = format!(r#"{{"Modules":[{}]}}"#, records.collect::<Vec<_>>().join(","));
        let calls = format!(r#"{{"module":{{"c":{{"source":"a/b/c","version":"1.0.0"{inputs}}}}}}}"#);
        let folder = module(&[
            ("main.tf.json", root.as_bytes()),
            ("m/main.tf.json", calls.as_bytes()),
            ("l/main.tf", b"module \"m\" {\n  source = \"../m\"\n}\n"),
            ("x/main.tf.json", br#"{"variable":{"x":{}}}"#),
            ("y/main.tf.json", br#"{"variable":{"y":{}}}"#),
            (".terraform/modules/modules.json", list.as_bytes()),
        ]);
        let report = config(folder.path(), &["--format=json"]).json();
        let findings = report["findings"].as_array().unwrap().iter();
        let rules: Vec<_> = findings.map(|finding| finding["rule"].as_str().unwrap()).collect();
        assert_eq!(rules.join(" "), expected, "{why}: {report}");
    }
}

#[test]
fn a_module_may_use_what_its_callers_hand_to_it() {
    let leaf = r#"{"resource":{"terraform_data":{"a":{"provider":"terraform.w"}}}}"#;
    let hands = r#"{"provider":{"terraform":[{},{"alias":"w"}]},"module":{"m":{"source":"./m","providers":{"terraform.w":"terraform.w"}}}}"#;
    let keeps = r#"{"provider":{"terraform":[{},{"alias":"w"}]},"module":{"m":{"source":"./m"}}}"#;
    let by_another_name = hands.replace(r#"{"terraform.w":"#, r#"{"terraform.z":"#);
    let below = r#"{"module":{"n":{"source":"../n","providers":{"terraform.w":"terraform.w"}}}}"#;
    let aws = |source: &str, more: &str| {
        format!(r#"{{"terraform":{{"required_providers":{{"aws":{{"source":"{source}"}}}}}},{more}}}"#)
    };
    let hands_aws =
        r#""provider":{"aws":[{},{"alias":"w"}]},"module":{"m":{"source":"./m","providers":{"aws.w":"aws.w"}}}"#;
    let uses_aws = r#""resource":{"aws_vpc":{"a":{"provider":"aws.w"}}}"#;
    let native = "module \"m\" {\n  source    = \"./m\"\n  providers = { terraform.w = terraform.w }\n}\n";
    for (root, module_m, accepted, why) in [
        (hands, leaf, true, "Warning: Reference to undefined provider"),
        (keeps, leaf, false, "Provider configuration not present"),
        (&by_another_name, leaf, false, "another one is handed"),
        (hands, below, true, "what hands it on"),
        (keeps, below, false, "which has nothing to hand on"),
        (
            &aws("hashicorp/aws", hands_aws),
            &aws("hashicorp/aws", uses_aws),
            true,
            "required by its address",
        ),
        (
            &aws("other/aws", hands_aws),
            &aws("other/aws", uses_aws),
            false,
            "Error: Reference to undefined provider",
        ),
        (native, leaf, true, "what the native syntax hands is not known"),
    ] {
        let name = if root == native { "main.tf" } else { "main.tf.json" };
        let folder = module(&[
            (name, root.as_bytes()),
            ("more.tf.json", b"{}"),
            ("m/main.tf.json", module_m.as_bytes()),
            ("n/main.tf.json", leaf.as_bytes()),
        ]);
        let run = config(folder.path(), &["--format=json"]).exits(i32::from(!accepted), why);
        let report = run.json();
        let mut findings = report["findings"].as_array().unwrap().iter();
        assert_eq!(
            findings.any(|finding| finding["engine_rejects"] == true),
            !accepted,
            "{why}"
        );
    }
}

#[test]
fn who_waits_for_an_output_waits_for_the_module() {
    // As OpenTofu 1.12.6 and Terraform 1.11.4 judge them.
    for (name, code, why) in [
        ("module.m", 0, "the whole"),
        ("module.m.o", 0, "one output"),
        ("module.m.none", 0, "what is behind the module is not looked for"),
        ("module.m.o.x", 1, "but there is no waiting for a part of an output"),
        ("module.i[0]", 0, "an instance"),
        ("module.i[0].none", 0, "an output of one"),
        ("module.i[0].o.x", 1, "a part of that"),
    ] {
        let module = module(&[
            (
                "main.tf.json",
                format!(
                    "{{\"module\":{{\"m\":{{\"source\":\"./m\"}},\"i\":{{\"source\":\"./m\",\"count\":1}}}},\
                     \"resource\":{{\"terraform_data\":{{\"y\":{{\"depends_on\":[\"{name}\"]}}}}}}}}"
                )
                .as_bytes(),
            ),
            ("m/main.tf.json", b"{\"output\":{\"o\":{\"value\":1}}}"),
        ]);
        config(module.path(), &["."]).exits(code, why);
    }
}

#[test]
fn folders_below_that_nobody_asked_about_are_told() {
    let one: &[u8] = br#"{"output":{"o":{"value":1}}}"#;
    let folder = module(&[
        ("main.tf.json", br#"{"module":{"a":{"source":"./modules/a"}}}"#),
        ("modules/a/main.tf.json", one),
        ("modules/b c/main.tf.json", one),
        ("live/x/main.tofu.json", one),
        ("native/main.tf", b"locals {}"),
        ("examples/basic/main.tf.json", one),
        ("native/examples/main.tf.json", one),
        ("modules/a/tests/t/main.tf.json", one),
        ("live/tests/main.tf.json", one),
        (".terraform/modules/r/main.tf.json", one),
        ("node_modules/p/main.tf.json", one),
        ("plans/plan.json", one),
    ]);
    let told = "configuration in JSON that was not judged; name ";
    for (arguments, words, why) in [
        (
            &[][..],
            Some("note: 3 folders below hold {told}them: planlint config live/tests live/x 'modules/b c'\n"),
            "what is called was judged, hidden folders are nobody's, and a module's examples and tests are no module",
        ),
        (
            &[".", "live/x", "live/tests", "modules/b c"],
            None,
            "all are judged, as the note has it",
        ),
        (
            &[".", "live"],
            Some("note: 3 folders below hold {told}them: "),
            "what stands below two of them is told once",
        ),
        (&["main.tf.json"], None, "one file is asked about"),
        (&["modules/a"], None, "there is nothing below"),
        (
            &["live"],
            Some("note: 2 folders below hold {told}them: planlint config live/tests live/x\n"),
            "beside the error that there is nothing in it",
        ),
    ] {
        let run = config(folder.path(), arguments);
        match words {
            Some(words) => drop(run.tells(&words.replace("{told}", told), why)),
            None => assert!(!run.stderr.contains(told), "{why}: {}", run.stderr),
        }
    }
}
