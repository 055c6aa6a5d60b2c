//! What a baseline knows of streams of plans, of plans that do not list everything, and of what moved.

use crate::baseline::deletions;
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
        .tells("by its place among them", "and why is said");
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
