//! Every target over the fixtures, and over damaged ones that are the same in every run.

mod damage;

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use damage::Chance;
use planlint_fuzz::TARGETS;

/// Larger files, in bytes, are no seeds: a thousand small inputs find more than one large.
const LARGEST: u64 = 64 << 10;

/// Files below these folders that end so are what a target begins with.
fn seeds(target: &str) -> Vec<(String, Vec<u8>)> {
    let endings: &[&str] = match target {
        "hcl_json" => &[
            ".tf.json",
            ".tofu.json",
            "config.json",
            "templates.tsv",
            "refusals.json",
        ],
        "settings" => &[".md", ".toml"],
        "address" => &["plan.json", "patterns.md"],
        "redaction" => &["CANARIES.txt", "plan.json"],
        "report" => &["plan.json", "state.json", ".tfstate"],
        "described" => &[".md"],
        _ => &["plan.json", "state.json", ".tfstate", "/wrong-inputs/"],
    };
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    for folder in ["fixtures", "docs", "src/rules"] {
        below(&root.join(folder), &mut files);
    }
    files.sort();
    let wanted = |path: &PathBuf| {
        let name = path.to_string_lossy();
        endings.iter().any(|ending| name.ends_with(ending)) && fs::metadata(path).is_ok_and(|file| file.len() < LARGEST)
    };
    let files = files.into_iter().filter(wanted);
    files
        .flat_map(|path| {
            let bytes = fs::read(&path).expect("a fixture is read");
            let name = path.strip_prefix(&root).unwrap_or(&path).display().to_string();
            pieces(target, &bytes)
                .into_iter()
                .map(move |piece| (name.clone(), piece))
        })
        .collect()
}

fn below(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let path = entry.expect("a folder is read").path();
        if path.is_dir() {
            below(&path, files);
        } else {
            files.push(path);
        }
    }
}

/// What of a file a target reads.
fn pieces(target: &str, bytes: &[u8]) -> Vec<Vec<u8>> {
    let text = String::from_utf8_lossy(bytes);
    match target {
        // Every text between quotation marks that looks like an address, some a piece.
        "address" => {
            let words = text.split('"').filter(|word| word.contains('.') && !word.contains(' '));
            let words: Vec<&str> = words.collect();
            words
                .chunks(8)
                .take(4)
                .map(|lines| lines.join("\n").into_bytes())
                .collect()
        }
        // The examples of settings in the documentation.
        "settings" => {
            let blocks = text.split("```toml").skip(1);
            let blocks = blocks.filter_map(|block| block.split("```").next());
            blocks.map(|block| block.as_bytes().to_vec()).collect()
        }
        "redaction" => {
            let words = text.split(|letter: char| letter.is_whitespace() || letter == '"');
            let words: Vec<&str> = words.filter(|word| word.len() > 2).collect();
            words
                .chunks(9)
                .take(3)
                .map(|words| words.join("\0").into_bytes())
                .collect()
        }
        // Objects of Kubernetes in the examples of rules; JSON is YAML, and so is a part of it without its braces.
        "described" => {
            let blocks = text.split("```").skip(1).step_by(2);
            let blocks = blocks.filter_map(|block| block.split_once('\n').map(|(_, body)| body));
            let objects = blocks.filter(|body| body.contains("apiVersion") || body.contains("\\nkind:"));
            let plain = |body: &str| body.replace(['{', '}', '"', ','], "");
            objects
                .flat_map(|body| [body.to_owned(), plain(body)])
                .map(String::into_bytes)
                .collect()
        }
        _ => vec![bytes.to_vec()],
    }
}

/// Runs a target over its seeds and over `damaged` inputs made of them.
fn smoke(name: &str, seeds_at_most: usize, damaged: u64) {
    let (_, run) = TARGETS.iter().find(|(known, _)| *known == name).expect("a target");
    let seeds = seeds(name);
    assert!(seeds.len() > 5, "only {} seeds for {name}", seeds.len());
    let bodies: Vec<&[u8]> = seeds.iter().map(|(_, bytes)| &**bytes).collect();
    let guarded = |bytes: &[u8], what: &dyn Fn() -> String| {
        if catch_unwind(AssertUnwindSafe(|| run(bytes))).is_err() {
            let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-failed"));
            fs::write(&place, bytes).expect("the input is kept");
            panic!("{name}: {}; the input is in {}", what(), place.display());
        }
    };
    guarded(b"", &|| "nothing".to_owned());
    let every = seeds.len().div_ceil(seeds_at_most);
    for (seed, bytes) in seeds.iter().step_by(every) {
        guarded(bytes, &|| seed.clone());
    }
    for number in 0..damaged {
        let mut chance = Chance::new(number + 1);
        guarded(&damage::input(&bodies, &mut chance), &|| {
            format!("damaged input {number}")
        });
    }
}

#[test]
fn address() {
    smoke("address", 300, 3000);
}

#[test]
fn described() {
    smoke("described", 100, 400);
}

#[test]
fn door() {
    smoke("door", 400, 2000);
}

#[test]
fn hcl_json() {
    smoke("hcl_json", 60, 250);
}

#[test]
fn json_reader() {
    smoke("json_reader", 120, 400);
}

#[test]
fn redaction() {
    smoke("redaction", 200, 1500);
}

#[test]
fn report() {
    smoke("report", 50, 250);
}

#[test]
fn settings() {
    smoke("settings", 100, 1000);
}
