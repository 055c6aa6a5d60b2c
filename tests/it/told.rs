//! What reports say where it is easily untrue: cases of one name, modules judged in part, outputs without a value,
//! paths.

use std::collections::BTreeSet;
use std::fs;

use serde_json::{Value, json};

use crate::arguments::{deletion, folder, in_folder};
use crate::cut;
use crate::fixtures;
use crate::program::planlint;

/// The cases of a report in `JUnit`, each with its class and what it says beside success.
fn cases(xml: &str) -> Vec<(String, String, Option<String>)> {
    let document = roxmltree::Document::parse(xml).unwrap();
    let cases = document.descendants().filter(|node| node.has_tag_name("testcase"));
    cases
        .map(|case| {
            let attribute = |name| case.attribute(name).unwrap_or_default().to_owned();
            let bad = case
                .children()
                .find(|node| matches!(node.tag_name().name(), "error" | "failure"));
            let bad = bad.map(|node| node.tag_name().name().to_owned());
            (attribute("classname"), attribute("name"), bad)
        })
        .collect()
}

#[test]
fn every_case_has_a_name_of_its_own() {
    let text = r#"{"output": {"x": {"value": "1", "descripton": "y", "sensitiv": true}}}"#;
    let folder = folder(&[("main.tf.json", text.into())]);
    let run = in_folder(folder.path(), &["config", "--no-config", "--format", "junit"]).run();
    let cases = cases(&run.exits(1, "two names that nothing has").stdout);
    let failed: Vec<&str> = cases
        .iter()
        .filter(|(_, _, bad)| bad.as_deref() == Some("failure"))
        .map(|(_, name, _)| &**name)
        .collect();
    let column = text.find("\"sensitiv").unwrap() + 1;
    assert_eq!(failed, ["output.x", &format!("output.x at main.tf.json:1:{column}")]);
    let names: BTreeSet<_> = cases.iter().map(|(class, name, _)| (class, name)).collect();
    assert_eq!(names.len(), cases.len(), "{cases:?}");
}

#[test]
#[cfg(unix)]
fn a_module_that_was_judged_in_part_is_no_success() {
    let folder = folder(&[("m/main.tf.json", br#"{"output": {"x": {"value": "1"}}}"#.to_vec())]);
    let judged = |code: i32| {
        let run = in_folder(folder.path(), &["config", "m", "--format", "junit"]).run();
        cases(&run.exits(code, "the module").stdout)[0].2.clone()
    };
    assert_eq!(judged(0), None, "all of it was judged");
    std::os::unix::fs::symlink("nowhere", folder.path().join("m/b.tf.json")).unwrap();
    assert_eq!(judged(2).as_deref(), Some("error"), "a file of it was not");
}

#[test]
fn an_output_that_is_created_as_null_keeps_no_value() {
    let output = |actions: &str, value: Value| {
        json!({"actions": [actions], "before": value, "after": value, "after_unknown": false,
               "before_sensitive": false, "after_sensitive": actions == "update"})
    };
    for (outputs, words, why) in [
        (
            json!({"n": output("create", Value::Null)}),
            "1 output is created as null",
            "one",
        ),
        (
            json!({"n": output("create", Value::Null), "m": output("create", Value::Null)}),
            "2 outputs are created as null",
            "two",
        ),
        (
            json!({"n": output("update", json!("a"))}),
            "1 output keeps its value",
            "another mark",
        ),
        (
            json!({"n": output("update", json!("a")), "m": output("create", Value::Null)}),
            "1 output keeps its value · 1 output is created as null",
            "both",
        ),
    ] {
        let mut plan = cut::unchanged();
        plan["output_changes"] = outputs.clone();
        let text = cut::line(&plan);
        planlint(["--no-config"]).stdin(text.clone()).run().says(words, why);
        planlint(["--no-config", "--allow=rewritten-plan", "--format", "env"])
            .stdin(text)
            .run()
            .says(
                &format!("outputs={}\n", outputs.as_object().unwrap().len()),
                "all are counted",
            );
    }
}

#[test]
fn checks_that_failed_stand_before_those_that_nobody_knows() {
    let check = |name: &str, status: &str| {
        json!({"address": {"kind": "check", "name": name, "to_display": format!("check.{name}")}, "status": status,
               "instances": [{"address": {"to_display": format!("check.{name}")}, "status": status}]})
    };
    let mut plan = cut::unchanged();
    let unknown = (0..200).map(|number| check(&format!("a{number:03}"), "unknown"));
    plan["checks"] = unknown.chain([check("z", "fail")]).collect();
    for format in ["markdown", "html"] {
        let arguments = ["--no-config", "--allow=failed-check", "--format", format];
        let more = (format == "markdown").then_some("--max-bytes=2000");
        let run = planlint(arguments).args(more).stdin(cut::line(&plan)).run();
        let said = run.exits(0, format).stdout;
        // Above the list stand findings, of which what is known only later is one.
        let (failed, unknown) = (said.rfind("check.z"), said.rfind("check.a000"));
        assert!(
            failed.is_some_and(|at| at < unknown.unwrap_or(said.len())),
            "{format}: {said}"
        );
    }
}

/// The paths and the fingerprints that a format for services has.
fn paths(format: &str, report: &str) -> Vec<(String, String)> {
    let report: Value = serde_json::from_str(report).unwrap();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let issues = match format {
        "sarif" => report["runs"][0]["results"].as_array().unwrap(),
        _ => report.as_array().unwrap(),
    };
    let issues = issues.iter().map(|issue| match format {
        "sarif" => (
            text(&issue["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]),
            issue["partialFingerprints"].to_string(),
        ),
        _ => (text(&issue["location"]["path"]), text(&issue["fingerprint"])),
    });
    issues.collect()
}

#[test]
fn services_are_told_one_path_however_a_file_was_named() {
    let module = br#"{"output": {"a": {"value": "${var.gone}"}}}"#.to_vec();
    let folder = folder(&[
        ("e/plan.json", deletion()),
        ("e/other.json", deletion()),
        ("m/main.tf.json", module.clone()),
        ("m/x/main.tf.json", module),
    ]);
    let whole = |name: &str| {
        let folder = fs::canonicalize(folder.path()).unwrap();
        folder.join(name).display().to_string()
    };
    let ways = |name: &str| {
        vec![
            name.to_owned(),
            format!("./{name}"),
            format!(".//./{name}"),
            whole(name),
        ]
    };
    for format in ["sarif", "gitlab-codequality"] {
        let told = |arguments: &[&str]| {
            let run = in_folder(
                folder.path(),
                &[arguments, &["--no-config", "--format", format]].concat(),
            )
            .run();
            paths(format, &run.stdout)
        };
        let plans = told(&["e/plan.json", "e/other.json"]);
        assert!(plans.iter().any(|(path, _)| path == "e/plan.json"), "{plans:?}");
        for way in ways("e/plan.json") {
            assert_eq!(told(&[&way, "e/other.json"]), plans, "{format}: {way}");
        }
        let modules = told(&["config", "m"]);
        assert_eq!(modules[0].0, "m/main.tf.json");
        for way in ways("m")
            .into_iter()
            .chain(["m/".into(), "m/../m".into(), "e/../m".into()])
        {
            assert_eq!(told(&["config", &way]), modules, "{format}: {way}");
        }
    }
    for way in ["m", "./m/", "m/x/..", &whole("m")] {
        in_folder(folder.path(), &["config", "--no-config", way, "--format", "github"])
            .run()
            .says("::error file=m/main.tf.json,line=1,", way);
    }
    let above = |way: &str| {
        let inner = folder.path().join("m/x");
        in_folder(&inner, &["config", "--no-config", way]).run().stdout
    };
    assert!(above("..").contains("at ../main.tf.json:1:"), "{}", above(".."));
    assert!(
        above("../../m").contains("at ../main.tf.json:1:"),
        "{}",
        above("../../m")
    );
    assert!(above("../x").contains("at main.tf.json:1:"), "{}", above("../x"));
}

#[test]
fn a_page_names_no_finding_that_decided_where_something_was_not_judged() {
    let folder = folder(&[("plan.json", deletion())]);
    let page = |files: &[&str], code: i32| {
        let arguments = ["--no-config", "--deny=delete", "--format=html"];
        let run = in_folder(folder.path(), &[&arguments, files].concat()).run();
        run.exits(code, "the page").stdout.contains("<p class=\"decided\">")
    };
    assert!(page(&["plan.json"], 1), "the deletion decides");
    assert!(!page(&["plan.json", "gone.json"], 2), "what is missing decides");
}

/// A deletion of an object of this address, with what else its element says.
fn odd(more: &Value) -> Value {
    let mut change = cut::deleted();
    for (name, value) in more.as_object().unwrap() {
        change[name] = value.clone();
    }
    let mut plan = cut::unchanged();
    plan["resource_changes"].as_array_mut().unwrap().insert(0, change);
    plan
}

#[test]
fn actions_that_the_change_contradicts_are_not_unknown() {
    let weird = json!({"change": {"actions": ["delete", "weird"], "before": {}, "after": null, "after_unknown": {},
                                  "before_sensitive": {}, "after_sensitive": false}});
    let upgrade = "help: upgrade planlint if the engine is newer";
    let look = "help: find out what changed the plan file, and plan again";
    for (more, row, sum, help, why) in [
        (
            json!({"index": "0"}),
            "contradicted actions: [delete]",
            "1 with contradicted actions",
            look,
            "another key than the address has",
        ),
        (
            weird,
            "actions nobody knows: [delete, weird]",
            "1 with actions nobody knows",
            upgrade,
            "a word that nobody knows",
        ),
    ] {
        let text = cut::line(&odd(&more));
        let run = planlint(["--no-config"]).stdin(text.clone()).run().exits(1, why);
        run.says(row, why).says(sum, why).says(help, why);
        let run = planlint(["--no-config", "--format=markdown"]).stdin(text.clone()).run();
        run.says(&row[..18], why).says(sum, why);
        // It may destroy, and be whatever else somebody asks for.
        for kind in ["destroy", "update", "unrecognized"] {
            let run = planlint(["--no-config", "--only", kind]).stdin(text.clone()).run();
            run.says(row, kind).hides("not selected", kind);
            let run = planlint(["show", "--only", kind]).stdin(text.clone()).run();
            run.says(cut::deleted()["address"].as_str().unwrap(), kind);
        }
    }
}

#[test]
fn a_command_that_would_be_refused_is_not_proposed() {
    let words = "to waive the deciding finding:";
    let deleted = |address: &str| {
        let mut plan = cut::deletion();
        plan["resource_changes"][0]["address"] = json!(address);
        plan["prior_state"]["values"]["root_module"]["resources"] = json!([]);
        let run = planlint(["--no-config", "--deny=delete"]).stdin(cut::line(&plan)).run();
        run.exits(1, address)
    };
    deleted("terraform_data.a").says(words, "an address");
    deleted("terraform_data.a[\"unclosed").hides(words, "no address");
}

#[test]
fn a_condition_of_an_old_plan_is_called_what_it_is() {
    for (kind, words, why) in [
        (
            "ResourcePrecondition",
            "a precondition of a.b does not hold",
            "of a resource",
        ),
        (
            "ResourcePostcondition",
            "a postcondition of a.b does not hold",
            "the other",
        ),
        (
            "OutputPrecondition",
            "a precondition of a.b does not hold",
            "of an output",
        ),
        ("Later", "failed-check]: a.b does not hold", "a kind that nobody knows"),
    ] {
        let mut plan = cut::unchanged();
        plan.as_object_mut().unwrap().remove("checks");
        plan["condition_results"] =
            json!([{"address": "a.b", "condition_type": kind, "result": false, "unknown": false}]);
        planlint(["--no-config"]).stdin(cut::line(&plan)).run().says(words, why);
    }
}

#[test]
fn what_has_no_name_is_not_called_by_a_dot() {
    let mut plan = cut::deletion();
    plan["prior_state"]["values"]["root_module"]["resources"] = json!([]);
    let change = plan["resource_changes"][0].as_object_mut().unwrap();
    for name in ["address", "mode", "type", "name", "index"] {
        change.remove(name);
    }
    let run = planlint(["--no-config"])
        .stdin(cut::line(&plan))
        .run()
        .exits(1, "no type");
    run.says(
        "unrecognized-action]: (a change without an address) says [delete], but it does not tell of what type",
        "the finding",
    )
    .says("unrecognized  (a change without an address)", "its row")
    .hides("to waive the deciding finding:", "nothing permits it");
}

#[test]
fn a_replacement_that_nothing_in_the_object_forces_has_a_subject() {
    let mut change = cut::change("replace/tofu-1.12.6", &["delete", "create"], |_| true);
    for (paths, words, why) in [
        (json!([[]]), "the object as a whole forces replacement", "the object"),
        (json!([["input"]]), "input forces replacement", "an attribute"),
    ] {
        change["change"]["replace_paths"] = paths;
        let plan = cut::line(&cut::with_change(&change));
        planlint(["--no-config"]).stdin(plan.clone()).run().says(words, why);
        planlint(["show"]).stdin(plan).run().says(words, why);
    }
}

#[test]
fn what_is_opened_is_in_the_sums() {
    let mut plan = cut::unchanged();
    let opened = json!({"address": "ephemeral.a.b", "mode": "ephemeral", "type": "a", "name": "b",
        "provider_name": "registry.opentofu.org/x/a",
        "change": {"actions": ["open"], "before": null, "after": {"i": 1}, "after_unknown": {},
                   "before_sensitive": false, "after_sensitive": {}}});
    plan["resource_changes"].as_array_mut().unwrap().push(opened);
    let run = planlint(["--no-config"]).stdin(cut::line(&plan)).run();
    run.says("\n1 opened\n", "every element is in one of them");
}

#[test]
fn that_the_state_alone_changes_is_said_once() {
    let mut plan = cut::plan("drift-refresh-only/tofu-1.12.6");
    plan["output_changes"] = json!({});
    let said = planlint(["--no-config"]).stdin(cut::line(&plan)).run().stdout;
    assert!(said.contains("The state alone is brought up to date."), "{said}");
    assert!(said.contains("This is a refresh-only plan."), "{said}");
    assert!(!said.contains("changes only the state"), "{said}");
}

#[test]
fn an_output_that_is_public_from_now_on_is_shown() {
    let mut plan = cut::unchanged();
    let output = |marked: bool| json!({"value": "v", "type": "string", "sensitive": marked});
    for (declared, words, why) in [
        (
            json!({}),
            "  ~ o  no longer sensitive; its value stays",
            "its mark goes",
        ),
        (
            json!({"sensitive": true}),
            "  ~ o  becomes sensitive; its value stays",
            "it gets one",
        ),
    ] {
        let marked = declared == json!({});
        plan["configuration"]["root_module"]["outputs"]["o"] = declared;
        plan["output_changes"]["o"] = json!({"actions": ["update"], "before": "v", "after": "v",
            "after_unknown": false, "before_sensitive": true, "after_sensitive": true});
        plan["prior_state"]["values"]["outputs"]["o"] = output(marked);
        plan["planned_values"]["outputs"]["o"] = output(!marked);
        for detail in ["none", "full"] {
            let run = planlint(["show", "--detail", detail]).stdin(cut::line(&plan)).run();
            run.says("Outputs:", why).says(words, why);
        }
        let run = planlint(["show", "--engine-text"]).stdin(cut::line(&plan)).run();
        run.hides("its value stays", "the engine does not say it");
    }
}

#[test]
fn a_state_is_judged_alike_however_it_is_written() {
    let (shown, raw) = (
        json!({"key": "plain words"}),
        json!({"value": {"key": "plain words"}, "type": ["object", {"key": "string"}]}),
    );
    let of = |mark: bool| {
        let path = json!([[{"type": "get_attr", "value": "input"}]]);
        let shown = json!({"format_version": "1.0", "terraform_version": "1.11.4", "values": {"root_module": {"resources": [{
            "address": "terraform_data.a", "mode": "managed", "type": "terraform_data", "name": "a",
            "provider_name": "terraform.io/builtin/terraform", "schema_version": 0,
            "values": {"id": "1", "input": shown, "output": shown, "triggers_replace": null},
            "sensitive_values": if mark { json!({"input": true}) } else { json!({}) }}]}}});
        let raw = json!({"version": 4, "terraform_version": "1.11.4", "serial": 1, "lineage": "l", "outputs": {}, "resources": [{
            "mode": "managed", "type": "terraform_data", "name": "a",
            "provider": "provider[\"terraform.io/builtin/terraform\"]", "instances": [{"schema_version": 0,
                "attributes": {"id": "1", "input": raw, "output": raw, "triggers_replace": null},
                "sensitive_attributes": if mark { path } else { json!([]) }}]}]});
        [shown, raw]
    };
    for state in of(true) {
        let run = planlint(["state", "--no-config"]).stdin(state.to_string()).run();
        run.says("warning[secret-in-state]", "the copy is not marked")
            .says("`output` is a copy of `input`", "what it copies")
            .hides("plain words", "no secret");
    }
    let [shown, _] = of(true);
    let copy = planlint(["redact", "--no-config"]).stdin(shown.to_string()).run();
    let copy = copy.exits(0, "nothing is left in the copy");
    planlint(["state", "--no-config"])
        .stdin(copy.stdout)
        .run()
        .hides("secret-in-state", "what stands for a secret is none");
    for state in of(false) {
        let run = planlint(["state", "--no-config"]).stdin(state.to_string()).run();
        run.hides("secret-in-state", "nothing is secret");
    }
}

#[test]
fn a_token_in_a_raw_state_is_told_whatever_its_name() {
    let token = format!("ghp_{}", "a1B2c3D4e5F6g7H8i9".repeat(2));
    for (name, is_told, why) in [
        ("note", true, "nobody marks it"),
        ("github_token", true, "no engine has marked it, though its name does"),
        ("token", false, "an older engine leaves such marks to providers"),
    ] {
        let state = json!({"version": 4, "terraform_version": "1.12.6", "serial": 1, "lineage": "l", "resources": [{
            "mode": "managed", "type": "acme_x", "name": "a", "provider": "provider[\"acme/acme\"]",
            "instances": [{"attributes": {name: token}, "sensitive_attributes": []}]}]});
        let run = planlint(["state", "--no-config"]).stdin(state.to_string()).run();
        assert_eq!(
            run.stdout.contains("[secret-in-state]"),
            is_told,
            "{why}: {}",
            run.stdout
        );
        assert!(!run.stdout.contains(&token), "{why}");
    }
}

#[test]
fn a_null_member_that_comes_is_named() {
    let change = json!({"address": "terraform_data.a", "mode": "managed", "type": "terraform_data", "name": "a",
        "provider_name": "terraform.io/builtin/terraform",
        "change": {"actions": ["update"], "before": {"id": "1", "input": {"v": "a"}, "output": {"v": "a"}},
            "after": {"id": "1", "input": {"v": "a", "new": null}}, "after_unknown": {"input": {}, "output": true}}});
    let plan = cut::line(&cut::with_change(&change));
    let run = planlint(["--no-config"]).stdin(plan.clone()).run();
    run.says("terraform_data.a  input.new\n", "the cause, and not what follows");
    let run = planlint(["--no-config", "--format", "json"]).stdin(plan).run();
    run.says("\"input.new\"", "for machines too");
}

#[test]
fn a_refresh_only_plan_tells_moves_as_moves_and_what_it_is() {
    let drifted = cut::plan("drift-refresh-only/terraform-1.11.4");
    let mut plan = drifted.clone();
    let mut moved = drifted["resource_drift"][0].clone();
    moved["previous_address"] = json!("terraform_data.before");
    moved["change"]["actions"] = json!(["no-op"]);
    moved["change"]["after"] = moved["change"]["before"].clone();
    let address = moved["address"].as_str().unwrap().to_owned();
    plan["resource_drift"] = json!([moved]);
    plan["output_changes"] = json!({});
    let env = planlint(["--no-config", "--allow=rewritten-plan", "--format", "env"])
        .stdin(cut::line(&plan))
        .run();
    env.says("drift=0\n", "nothing changed outside")
        .says("move=1\n", "the configuration moved it");
    let text = planlint(["--no-config"]).stdin(cut::line(&plan)).run();
    text.says("moved from terraform_data.before", "the move")
        .says("This is a refresh-only plan.", "what it is")
        .hides("Changed outside", "a move is no drift");
    let show = planlint(["show"]).stdin(cut::line(&plan)).run();
    show.says("Changes to the state only:", "the move")
        .hides("Changed outside", "a move is no drift");
    let engine = planlint(["show", "--engine-text"]).stdin(cut::line(&plan)).run();
    engine
        .says(
            &format!("terraform_data.before has moved to {address}"),
            "in the engine's words",
        )
        .says("Objects have changed outside of Terraform", "and under its title");

    let mut failed = plan.clone();
    failed["errored"] = json!(true);
    failed["applyable"] = json!(false);
    failed["complete"] = json!(false);
    let text = planlint(["--no-config"]).stdin(cut::line(&failed)).run();
    text.says("moved from terraform_data.before", "the move proves what it is")
        .says(
            "Planning failed.\nThis is a refresh-only plan.\n1 moved\n",
            "and it is not applied",
        )
        .hides("Changed outside", "a move is no drift");
    failed["resource_drift"][0]["change"]["actions"] = json!(["update"]);
    failed["resource_drift"][0]["change"]["after"]["input"] = json!("other");
    let text = planlint(["--no-config"]).stdin(cut::line(&failed)).run();
    text.hides("refresh-only", "any plan may have come to this and nothing else");

    plan["resource_drift"] = json!([]);
    let text = planlint(["--no-config"]).stdin(cut::line(&plan)).run();
    text.says(
        "The plan has no list of resource changes, as refresh-only plans have none.",
        "it can be applied: the list may have been taken out",
    );
    plan["applyable"] = json!(false);
    let text = planlint(["--no-config"]).stdin(cut::line(&plan)).run();
    text.says(
        "Nothing is planned for any resource: the plan is refresh-only, or its targets match nothing.",
        "an ordinary plan, and no damage",
    )
    .hides("no list of resource changes", "that sounds like damage");

    let plan = fixtures::root().join("actions-invoke/terraform-1.15.9/plan.json");
    planlint(["--no-config"])
        .arg(plan)
        .run()
        .says("the plan only invokes actions.", "neither of the two")
        .hides("refresh-only", "neither of the two");
}

#[test]
fn a_check_that_was_passed_over_says_why() {
    let checks = json!([{"address": {"kind": "check", "name": "health", "to_display": "check.health"},
        "status": "unknown", "instances": []}]);
    let errored = cut::plan("errored/terraform-1.11.4");
    let targeted = |complete: Value| {
        let mut plan = cut::unchanged();
        plan["errored"] = json!(false);
        let members = plan.as_object_mut().unwrap();
        members.remove("complete");
        members.extend(
            complete
                .as_bool()
                .map(|complete| ("complete".to_owned(), json!(complete))),
        );
        plan
    };
    let mut deferred = targeted(json!(false));
    deferred["deferred_changes"] = json!([{"reason": "deferred_prereq", "resource_change": cut::deleted()}]);
    let refreshed = cut::plan("drift-refresh-only/terraform-1.11.4");
    let mut old = cut::unchanged();
    for name in ["errored", "complete", "applyable"] {
        old.as_object_mut().unwrap().remove(name);
    }
    old["terraform_version"] = json!("1.4.6");
    for (mut plan, why, help) in [
        (
            errored,
            "the plan failed; the check may not have been reached",
            "fix what stops the plan",
        ),
        (
            targeted(json!(false)),
            "the plan has targets, and they leave it out",
            "plan without `-target` and `-exclude`",
        ),
        (
            targeted(Value::Null),
            "the plan has targets, and they leave it out",
            "plan without `-target` and `-exclude`",
        ),
        (
            deferred,
            "the plan has targets, or puts off what comes before it",
            "judge the next plan too",
        ),
        (
            refreshed,
            "a refresh-only plan evaluates nothing of what is still to be created",
            "plan without `-refresh-only`",
        ),
        (
            old,
            "the plan has targets, or failed before",
            "and fix what stops the plan",
        ),
    ] {
        plan["checks"] = checks.clone();
        let run = planlint(["--no-config", "--all"]).stdin(cut::line(&plan)).run();
        run.says("check.health was not evaluated", why)
            .says(why, "the reason")
            .says(help, "what helps");
    }
}
