//! `planlint config --recursive`: which folders are judged, and as whose modules.

use std::fs;

use crate::config::module;
use crate::program::planlint;

/// A call of a module that is handed what it uses.
const HANDS: &[u8] = br#"{"provider":{"terraform":[{},{"alias":"w"}]},"module":{"m":{"source":"../m","providers":{"terraform.w":"terraform.w"}}}}"#;

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
