//! What comes in with dependencies: nothing that talks to a network, and the same versions under fuzzing.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The names, versions and checksums in a lock file.
fn locked(path: &str) -> BTreeMap<(String, String), Option<String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let lock: toml::Table = text.parse().unwrap();
    let packages = lock["package"].as_array().unwrap();
    let text = |package: &toml::Value, key: &str| package.get(key).and_then(|value| value.as_str()).map(str::to_owned);
    let locked: BTreeMap<_, _> = packages
        .iter()
        .map(|package| {
            let key = (text(package, "name").unwrap(), text(package, "version").unwrap());
            (key, text(package, "checksum"))
        })
        .collect();
    assert!(
        locked.len() > 100,
        "only {} packages in {}",
        locked.len(),
        path.display()
    );
    locked
}

/// What `deny.toml` bans is looked for here as well: `cargo deny` is not everywhere.
#[test]
fn no_dependency_talks_to_a_network() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("deny.toml");
    let deny: toml::Table = fs::read_to_string(path).unwrap().parse().unwrap();
    let bans = deny["bans"]["deny"].as_array().unwrap();
    let banned: Vec<&str> = bans.iter().map(|ban| ban["crate"].as_str().unwrap()).collect();
    for known in ["hyper", "mio", "reqwest", "rustls", "socket2", "tokio", "ureq"] {
        assert!(banned.contains(&known), "{known} is not banned");
    }
    // Those of the tests count too: what runs on a maintainer's machine has more to tell than a plan.
    for lock in ["Cargo.lock", "fuzz/Cargo.lock"] {
        for (name, version) in locked(lock).keys() {
            assert!(!banned.contains(&name.as_str()), "{lock} has {name} {version}");
        }
    }
}

#[test]
fn no_line_of_planlint_names_a_socket() {
    let sources = crate::fixtures::files_below(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
    let mut read = 0;
    for path in sources
        .iter()
        .filter(|path| path.extension().is_some_and(|end| end == "rs"))
    {
        let text = fs::read_to_string(path).unwrap();
        for word in [
            "TcpStream",
            "TcpListener",
            "UdpSocket",
            "UnixStream",
            "UnixListener",
            "ToSocketAddrs",
        ] {
            assert!(!text.contains(word), "{} has {word}", path.display());
        }
        read += 1;
    }
    assert!(read > 200, "only {read} files");
}

#[test]
fn fuzzing_is_of_the_same_versions() {
    // What only the fuzzing engine and its build need.
    let own = [
        "planlint-fuzz",
        "libfuzzer-sys",
        "arbitrary",
        "cc",
        "find-msvc-tools",
        "jobserver",
        "shlex",
        "libc",
        "getrandom",
    ];
    let ours = locked("Cargo.lock");
    for (package, checksum) in locked("fuzz/Cargo.lock") {
        if !own.contains(&package.0.as_str()) {
            assert_eq!(
                ours.get(&package),
                Some(&checksum),
                "{package:?} is another one than in Cargo.lock"
            );
        }
    }
}
