//! `planlint config --recursive`: which folders are judged, and as whose modules.

use std::fs;

use crate::config::module;
use crate::program::planlint;

/// A call of a module that is handed what it uses.
const HANDS: &[u8] = br#"{"provider":{"terraform":[{},{"alias":"w"}]},"module":{"m":{"source":"../m","providers":{"terraform.w":"terraform.w"}}}}"#;

/// Two calls of a module, of which one is.
const TWICE: &[u8] = br#"{"provider":{"terraform":[{},{"alias":"w"}]},"module":{"a":{"source":"../m","providers":{"terraform.w":"terraform.w"}},"b":{"source":"../m"}}}"#;

/// A call of it in the native syntax.
const CALLS_M: &[u8] = b"module \"m\" {\n  source = \"../m\"\n}\n";

/// The call of the module that an example is of.
const CALLS_UP: &[u8] = b"module \"m\" {\n  source = \"../..\"\n}\n";

/// What by itself no engine takes, as nobody hands it a provider.
const USES: &[u8] = br#"{"resource":{"terraform_data":{"x":{"provider":"terraform.w"}}}}"#;

/// What is wrong whoever calls it.
const WRONG: &[u8] = br#"{"output":{"o":{"value":"${var.gone}"}}}"#;

#[test]
fn each_folder_is_judged_as_what_it_is() {
    for (files, arguments, code, judged, why) in [
        (
            &[("a/main.tf.json", WRONG), ("b/c/main.tofu.json", b"{}")][..],
            &["."][..],
            1,
            "./a:1 ./b/c:0",
            "all folders of one",
        ),
        (
            &[("main.tf.json", WRONG), ("a/main.tf.json", b"{}")],
            &[],
            1,
            ".:1 ./a:0",
            "the working directory, and what is below it",
        ),
        (
            &[("live/main.tf.json", HANDS), ("m/main.tf.json", USES)],
            &["."],
            0,
            "./live:0 ./m:0",
            "a module is judged with its caller",
        ),
        (
            &[("live/main.tf.json", b"{}"), ("m/main.tf.json", USES)],
            &["."],
            1,
            "./live:0 ./m:1",
            "and by itself where it has none",
        ),
        (
            &[
                ("live/main.tf", b"module \"m\" {\n  source = \"../m\"\n}\n"),
                ("m/main.tf.json", USES),
            ],
            &["."],
            0,
            "./m:0",
            "a caller in the native syntax, of which the rest is not judged",
        ),
        (
            &[("live/main.tf", b"locals {\n"), ("m/main.tf.json", b"{}")],
            &["."],
            0,
            "./m:0",
            "nor is what calls nothing",
        ),
        (
            &[
                ("live/main.tf.json", HANDS),
                ("live2/main.tf.json", br#"{"module":{"m":{"source":"../m"}}}"#),
                ("m/main.tf.json", USES),
            ],
            &["."],
            1,
            "./live:0 ./live2:0 ./m:1",
            "what one caller hands over the other one does not",
        ),
        (
            &[
                ("live/main.tf.json", HANDS),
                ("live2/main.tf.json", HANDS),
                ("m/main.tf.json", USES),
            ],
            &["."],
            0,
            "./live:0 ./live2:0 ./m:0",
            "both do",
        ),
        (
            &[("live/main.tf.json", TWICE), ("m/main.tf.json", USES)],
            &["."],
            1,
            "./live:0 ./m:1",
            "nor what one of two calls hands over",
        ),
        (
            &[
                ("live/main.tf", CALLS_M),
                ("live2/main.tf.json", HANDS),
                ("m/main.tf.json", USES),
            ],
            &["."],
            0,
            "./live2:0 ./m:0",
            "what the native syntax hands over is not known",
        ),
        (
            &[
                ("live/main.tf", CALLS_M),
                ("live2/main.tf.json", br#"{"module":{"m":{"source":"../m"}}}"#),
                ("m/main.tf.json", USES),
            ],
            &["."],
            1,
            "./live2:0 ./m:1",
            "and the other caller is",
        ),
        (
            &[("r/main.tf.json", USES), ("r/examples/b/main.tf", CALLS_UP)],
            &["."],
            0,
            "./r:0",
            "an example that may hand it over",
        ),
        (
            &[("r/main.tf.json", USES), ("r/examples/b/main.tf", CALLS_UP)],
            &["r"],
            1,
            "r:1",
            "a folder that is named is judged as if it were by itself",
        ),
        (
            &[
                ("r/main.tf.json", USES),
                ("r/b.tf.json", br#"{"terraform":{"backend":{"local":{}}}}"#),
                ("r/examples/b/main.tf", CALLS_UP),
            ],
            &["."],
            1,
            "./r:1",
            "so is one that keeps a state",
        ),
        (
            &[
                ("r/main.tf.json", USES),
                ("r/b.tf", b"terraform {\n  cloud {}\n}\n"),
                ("r/examples/b/main.tf", CALLS_UP),
            ],
            &["."],
            1,
            "./r:1",
            "in either syntax",
        ),
        (
            &[
                ("r/main.tf.json", USES),
                ("r/.terraform/modules/modules.json", b""),
                ("r/examples/b/main.tf", CALLS_UP),
            ],
            &["."],
            1,
            "./r:1",
            "and one that was initialised",
        ),
        (
            &[
                ("r/main.tf.json", b"{}"),
                ("r/.terraform/modules/modules.json", b"[1"),
                ("r/examples/b/main.tf", CALLS_UP),
            ],
            &["."],
            2,
            "./r:0 r/.terraform/modules/modules.json",
            "whose list cannot be read",
        ),
        (
            &[
                ("r/main.tf", CALLS_M),
                ("m/main.tf.json", b"{}"),
                ("r/.terraform/modules/modules.json", b"[1"),
            ],
            &["."],
            2,
            "./m:0 r/.terraform/modules/modules.json",
            "nor that of a root module in the native syntax",
        ),
        (
            &[
                ("r/main.tf", CALLS_M),
                ("m/main.tf.json", b"{}"),
                ("r/.terraform/modules/modules.json", b"{}"),
            ],
            &["."],
            0,
            "./m:0",
            "one that can be",
        ),
        (
            &[
                ("r/main.tf", b"locals {}\n"),
                ("m/main.tf.json", b"{}"),
                ("r/.terraform/modules/modules.json", b"[1"),
            ],
            &["."],
            0,
            "./m:0",
            "and one that nothing depends on",
        ),
        (
            &[
                ("live/main.tf", b"module \"m\" {\n"),
                ("up/main.tf", b"module \"l\" {\n  source = \"../live\"\n}\n"),
                ("m/main.tf.json", b"{}"),
            ],
            &["."],
            2,
            "./m:0 live/main.tf",
            "nobody knows what is called there",
        ),
        (
            &[
                ("live/main.tf", b"module \"m\" {\n"),
                ("up/main.tf.json", br#"{"module":{"l":{"source":"../live"}}}"#),
            ],
            &["."],
            1,
            "./up:1",
            "which is said where JSON calls it",
        ),
        (
            &[("live/main.tf.json", HANDS), ("m/main.tf.json", USES)],
            &["m"],
            1,
            "m:1",
            "a caller beside the folder was not asked for",
        ),
        (
            &[("live/main.tf.json", HANDS), ("m/main.tf.json", WRONG)],
            &["live"],
            1,
            "live:0 m:1",
            "but what is called from there belongs to it",
        ),
        (
            &[
                ("a/main.tf.json", br#"{"module":{"b":{"source":"../b"}}}"#),
                ("b/main.tf.json", br#"{"module":{"a":{"source":"../a"}}}"#),
                ("c/main.tf.json", br#"{"module":{"c":{"source":"./"}}}"#),
            ],
            &["."],
            1,
            "./a:1 ./b:1 ./c:1",
            "of those that call each other none is left out",
        ),
        (
            &[
                ("a/main.tf.json", br#"{"module":{"b":{"source":"../b"}}}"#),
                ("b/main.tf.json", br#"{"module":{"a":{"source":"../a"}}}"#),
            ],
            &["a/main.tf.json", "b"],
            1,
            "a:1 b:1",
            "nor where one file is asked about",
        ),
        (
            &[
                ("a/main.tf.json", b"{}"),
                (".terraform/modules/r/main.tf.json", WRONG),
                ("a/.x/main.tf.json", WRONG),
                ("a/b/.x.tf.json", WRONG),
            ],
            &["."],
            0,
            "./a:0",
            "what is hidden is passed over",
        ),
        (
            &[("a/main.tf.json", WRONG), ("b/main.tf.json", b"{}")],
            &["b/main.tf.json", "a", "."],
            1,
            "b:0 a:1",
            "what is named besides is judged once",
        ),
        (
            &[("a/b/main.tf", b"locals {}\n"), ("plan.json", b"{}")],
            &["."],
            2,
            ".",
            "nothing in JSON anywhere",
        ),
        (
            &[("a/main.tf.json", b"{}"), ("b/main.tf", b"locals {}\n")],
            &["a", "b"],
            2,
            "a:0 b",
            "or in one of two folders",
        ),
        (
            &[("a/main.tf.json", b"{}")],
            &["c"],
            2,
            "c",
            "a folder that is not there",
        ),
    ] {
        let folder = module(files);
        let run = planlint(["config", "--no-config", "--recursive", "--format=json"]);
        let run = run.args(arguments).folder(folder.path()).run().exits(code, why);
        let report = run.json();
        let list = |key: &str| report[key].as_array().unwrap().iter();
        let mut found: Vec<String> = list("inputs")
            .enumerate()
            .map(|(number, input)| {
                let findings = list("findings").filter(|finding| finding["input"] == number);
                format!("{}:{}", input["name"].as_str().unwrap(), findings.count())
            })
            .chain(list("errors").map(|error| error["name"].as_str().unwrap().to_owned()))
            .collect();
        found.sort();
        let mut judged: Vec<_> = judged.split(' ').collect();
        judged.sort_unstable();
        assert_eq!(found, judged, "{why}: {report}");
    }
}

#[test]
fn nothing_below_is_told() {
    let folder = module(&[("a/main.tf", b"locals {}\n")]);
    planlint(["config", "--recursive"])
        .folder(folder.path())
        .run()
        .exits(2, "nothing was judged")
        .tells(
            "error: .: there is no configuration in JSON in this folder or below it",
            "why",
        )
        .tells("hidden folders are passed over", "and where it was not looked for");
    let names: Vec<String> = (1..10).map(|number| format!("{number}/main.tf.json")).collect();
    let files: Vec<(&str, &[u8])> = names.iter().map(|name| (&**name, &b"{}"[..])).collect();
    let folder = module(&files);
    planlint(["config"])
        .folder(folder.path())
        .run()
        .exits(2, "nothing was judged")
        .tells(
            "planlint config DIR, with --recursive for those below it",
            "how all are",
        )
        .tells(
            " 7 8 …; --recursive judges all\n",
            "where they are too many to be named",
        );
}

#[test]
fn what_is_below_is_known_and_fixed_too() {
    let wrong = r#"{"resource":{"terraform_data":{"x":{"depends_on":["${terraform_data.y}"]},"y":{}}}}"#;
    let folder = module(&[("a/b/main.tf.json", wrong.as_bytes())]);
    let run = |arguments: &[&str]| planlint(["config"]).args(arguments).folder(folder.path()).run();
    run(&["baseline", "--recursive"]).exits(0, "a baseline of all");
    run(&["--recursive"]).exits(1, "it is wrong");
    run(&["--recursive", "--baseline=planlint.baseline.json"]).exits(0, "and known");
    run(&["--recursive", "--fix"]).exits(0, "it is made right");
    let fixed = fs::read_to_string(folder.path().join("a/b/main.tf.json")).unwrap();
    assert_eq!(fixed, wrong.replace("${terraform_data.y}", "terraform_data.y"));
    run(&["--recursive", "--format=representation", "--flavor=tofu"])
        .exits(2, "it is of one module")
        .tells("prints one module", "which is told");
}

#[test]
#[cfg(unix)]
fn links_name_nothing_that_has_a_name_and_may_lead_nowhere() {
    let folder = module(&[("a/main.tf.json", WRONG), ("x/y/main.tf.json", WRONG), ("n/a.tf", b"")]);
    for (name, target) in [("0", "a"), ("1", "x/y"), ("n/b.tf", "nowhere")] {
        std::os::unix::fs::symlink(target, folder.path().join(name)).unwrap();
    }
    planlint(["config", "--no-config", "--recursive"])
        .folder(folder.path())
        .run()
        .exits(2, "what a link is called is not known")
        .says("at a/main.tf.json", "the folder itself")
        .says("at x/y/main.tf.json", "though it is further down")
        .tells(
            "error: n/b.tf: it may call modules, and cannot be read: it is a link that leads nowhere",
            "which file",
        );
}

#[test]
fn of_two_lists_one_may_be_old() {
    let list = |call: &str| {
        let installed = format!(r#"{{"Key":"m.c","Source":"registry.example/a/b/c","Dir":"../{call}"}}"#);
        let more = if call.is_empty() {
            String::new()
        } else {
            format!(",{installed}")
        };
        format!(r#"{{"Modules":[{{"Key":"m","Source":"../m","Dir":"../m"}}{more}]}}"#)
    };
    let needs = |name: &str| format!(r#"{{"variable":{{"{name}":{{}}}}}}"#);
    let (x, y) = (needs("x"), needs("y"));
    for (a, b, missing, why) in [
        ("x", "", true, "the second has not installed it"),
        ("", "x", true, "nor has the first"),
        ("x", "x", true, "both have"),
        ("", "", false, "none has"),
        ("x", "y", false, "of two versions nothing is known"),
    ] {
        let (of_a, of_b) = (list(a), list(b));
        let folder = module(&[
            ("a/main.tf.json", br#"{"module":{"m":{"source":"../m"}}}"#),
            ("b/main.tf.json", br#"{"module":{"m":{"source":"../m"}}}"#),
            (
                "m/main.tf.json",
                br#"{"module":{"c":{"source":"a/b/c","version":"1.0.0"}}}"#,
            ),
            ("x/main.tf.json", x.as_bytes()),
            ("y/main.tf.json", y.as_bytes()),
            ("a/.terraform/modules/modules.json", of_a.as_bytes()),
            ("b/.terraform/modules/modules.json", of_b.as_bytes()),
        ]);
        let run = planlint(["config", "--no-config", "a", "b"])
            .folder(folder.path())
            .run();
        let run = run.exits(i32::from(missing), why);
        assert_eq!(run.stdout.contains("module-missing-input"), missing, "{why}");
    }
}

#[test]
fn who_names_a_file_names_nothing_below_its_folder() {
    let wrong: &[u8] = br#"{"resource":{"terraform_data":{"x":{"depends_on":["${terraform_data.y}"]},"y":{}}}}"#;
    let folder = module(&[
        ("a/main.tf.json", wrong),
        ("a/m/main.tf.json", wrong),
        ("b/main.tf.json", br#"{"module":{"m":{"source":"../a/m"}}}"#),
    ]);
    planlint(["config", "--fix", "a/main.tf.json", "b"])
        .folder(folder.path())
        .run()
        .exits(1, "one is left")
        .tells("fixed: 1 finding in a/main.tf.json", "what is named")
        .tells("note: a/m: 1 finding that could be fixed is left", "and what is not");
    let left = fs::read(folder.path().join("a/m/main.tf.json")).unwrap();
    assert_eq!(left, wrong, "it was not named");
}
