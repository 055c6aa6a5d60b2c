//! What a baseline knows of streams of plans, of plans that do not list everything, and of what moved.

use serde_json::{Value, json};

use crate::baseline::deletions;
use crate::cut;
use crate::program::planlint;

#[test]
fn a_place_in_a_stream_is_no_name() {
    let folder = tempfile::tempdir().unwrap();
    let (one, other) = (deletions(&["aws_db_instance.db"]), deletions(&["null_resource.x"]));
    let write = |name: &str, documents: &[&[u8]]| {
        std::fs::write(folder.path().join(name), documents.join(&b'\n')).unwrap();
    };
    let run = |arguments: &[&str]| {
        let arguments = arguments.iter().chain(&["--deny", "delete", "--no-config"]);
        planlint(arguments).folder(folder.path()).run()
    };
    write("stream.json", &[&one, &other]);
    write("one.json", &[&one]);
    run(&["baseline", "stream.json"])
        .exits(2, "each would be known by its place")
        .tells("only by their order", "and why is said");
    assert!(
        !folder.path().join("planlint.baseline.json").exists(),
        "nothing was written"
    );
    run(&["baseline", "one.json"]).exits(0, "one document has the name of its file");
    let known = ["--baseline", "planlint.baseline.json"];
    run(&["one.json", known[0], known[1]]).exits(0, "it is known");
    for (name, documents, why) in [
        ("behind.json", [&*one, &*other], "the known one is the first"),
        ("front.json", [&*other, &*one], "another one is put in front"),
    ] {
        write(name, &documents);
        run(&[name, known[0], known[1]]).exits(2, why);
        run(&["one.json", name, known[0], known[1]]).exits(2, "beside a file of one");
    }
    run(&["stream.json"]).exits(1, "without a baseline the order tells enough");
}

#[test]
fn what_a_plan_that_does_not_list_everything_lacks_is_not_gone() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &[u8]| std::fs::write(folder.path().join(name), text).unwrap();
    let run = |arguments: &[&str]| {
        let arguments = arguments.iter().chain(&["--deny", "delete", "--no-config"]);
        planlint(arguments).folder(folder.path()).run()
    };
    let both = deletions(&["null_resource.a", "null_resource.b"]);
    write("both.json", &both);
    let one: Value = serde_json::from_slice(&deletions(&["null_resource.a"])).unwrap();
    let mut limited: Value = serde_json::from_slice(&both).unwrap();
    limited.as_object_mut().unwrap().remove("complete");
    let changes = limited["resource_changes"].as_array_mut().unwrap();
    changes.retain(|change| change["address"] != "null_resource.b");
    for (plan, property, value, settles, why) in [
        (&one, "complete", json!(true), true, "a whole plan: it is not destroyed"),
        (&one, "errored", json!(true), false, "the engine may not have got to it"),
        (&one, "complete", json!(false), false, "limited with -target"),
        (
            &limited,
            "errored",
            json!(false),
            false,
            "limited, of an engine that does not say so",
        ),
    ] {
        let mut plan = plan.clone();
        plan[property] = value;
        write("now.json", plan.to_string().as_bytes());
        run(&["baseline", "both.json"]).exits(0, why);
        let known = ["--baseline", "planlint.baseline.json"];
        let judged = run(&["now.json", known[0], known[1]]);
        assert_eq!(
            judged.stderr.contains("no longer found"),
            settles,
            "{why}: {}",
            judged.stderr
        );
        let again = run(&["baseline", "now.json"]);
        let again = again.exits(if settles { 0 } else { 2 }, why);
        assert_eq!(
            again.stderr.contains("nothing was written"),
            !settles,
            "{why}: {}",
            again.stderr
        );
        run(&["baseline", "both.json"]).exits(0, why);
        let updated = run(&["baseline", "--update", "now.json"]).exits(0, why);
        assert_eq!(
            updated.stderr.contains("1 finding is kept"),
            !settles,
            "{why}: {}",
            updated.stderr
        );
        assert_eq!(updated.stderr.contains("dropped"), settles, "{why}: {}", updated.stderr);
        run(&["both.json", known[0], known[1]]).exits(i32::from(settles), "what is kept is known to the next plan");
        run(&["baseline", "now.json", "--write-to", "another.json"]).exits(0, "where none is");
        std::fs::remove_file(folder.path().join("another.json")).unwrap();
    }
}

/// A plan in which security groups let every address in to a port, each by its address, the one before a move, its id
/// and the port.
fn opened(groups: &[(&str, Option<&str>, &str, u16)]) -> String {
    let changes = groups.iter().map(|&(address, moved_from, id, port)| {
        let group = |ingress: Value| json!({"id": id, "name": "web", "ingress": ingress});
        let open = json!([{"from_port": port, "to_port": port, "protocol": "tcp", "cidr_blocks": ["0.0.0.0/0"]}]);
        let (before, after) = (group(json!([])), group(open));
        let mut change = cut::object(address, &["update"], &before, &after, &json!({}));
        if let Some(from) = moved_from {
            change["previous_address"] = json!(from);
        }
        change
    });
    cut::with_changes(&changes.collect::<Vec<_>>()).to_string()
}

#[test]
fn what_moved_is_known_by_where_it_was() {
    const OLD: &str = "aws_security_group.old";
    const NEW: &str = "module.net.aws_security_group.new";
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: String| std::fs::write(folder.path().join(name), text).unwrap();
    let run = |arguments: &[&str]| {
        let arguments = arguments.iter().chain(&["--no-config"]);
        planlint(arguments).folder(folder.path()).run()
    };
    write("before.json", opened(&[(OLD, None, "sg-1", 22)]));
    run(&["baseline", "before.json"]).exits(0, "it is written");
    let known = ["--baseline", "planlint.baseline.json"];
    for (groups, exit, why) in [
        (&[(OLD, None, "sg-1", 22)][..], 0, "it stayed"),
        (&[(NEW, Some(OLD), "sg-1", 22)], 0, "it moved, and is the same"),
        (&[(NEW, Some(OLD), "sg-2", 22)], 1, "another object"),
        (&[(NEW, Some(OLD), "sg-1", 3389)], 1, "another port"),
        (
            &[(NEW, Some("aws_security_group.other"), "sg-1", 22)],
            1,
            "from elsewhere",
        ),
        (&[(NEW, None, "sg-1", 22)], 1, "no move"),
        (&[(OLD, Some(NEW), "sg-1", 22)], 0, "it moved to where it is known"),
        (
            &[(NEW, Some(OLD), "sg-1", 22), (OLD, None, "sg-1", 22)],
            1,
            "one that is known makes no two known",
        ),
    ] {
        write("now.json", opened(groups));
        let judged = run(&["now.json", known[0], known[1]]).exits(exit, why);
        assert_eq!(
            judged.stderr.contains("no longer found"),
            exit == 1 && groups.len() == 1,
            "{why}: {}",
            judged.stderr
        );
    }
    write("now.json", opened(&[(NEW, Some(OLD), "sg-1", 22)]));
    run(&["baseline", "--update", "now.json"]).exits(0, "nothing is dropped");
    run(&["now.json", known[0], known[1]]).exits(0, "it is known still");
}
