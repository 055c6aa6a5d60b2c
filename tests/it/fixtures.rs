//! The files in `fixtures/`, and those beside the project where they are.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

/// A folder with what one engine wrote at one step of a scenario.
#[derive(Clone, Debug)]
pub(crate) struct Fixture {
    /// `replace/tofu-1.12.6`: the path below the folder of fixtures.
    pub(crate) name: String,
    pub(crate) folder: PathBuf,
}

impl Fixture {
    pub(crate) fn path(&self, file: &str) -> PathBuf {
        self.folder.join(file)
    }

    /// The plan: a file in clear, or compressed.
    pub(crate) fn plan(&self) -> PathBuf {
        let plain = self.path("plan.json");
        if plain.exists() {
            plain
        } else {
            self.path("plan.json.gz")
        }
    }

    /// What the engine's own text says of the plan.
    pub(crate) fn expected(&self) -> Value {
        json(&self.path("expect.json"))
    }
}

/// The folder of fixtures.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures")
}

/// A file of the fixtures.
pub(crate) fn read(name: &str) -> Vec<u8> {
    bytes(&root().join(name))
}

pub(crate) fn text(name: &str) -> String {
    String::from_utf8(read(name)).unwrap_or_else(|_| panic!("{name} is no UTF-8"))
}

pub(crate) fn bytes(path: &Path) -> Vec<u8> {
    fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

pub(crate) fn json(path: &Path) -> Value {
    serde_json::from_slice(&bytes(path)).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Every plan of the fixtures that the engine itself summed up.
pub(crate) fn plans() -> Vec<Fixture> {
    let found = plans_below(&root());
    assert!(
        found.len() > 150,
        "only {} plans found: is `fixtures/` whole?",
        found.len()
    );
    found
}

/// A further collection of fixtures, where `PLANLINT_MORE_FIXTURES` names its folder.
pub(crate) fn more() -> Option<PathBuf> {
    std::env::var_os("PLANLINT_MORE_FIXTURES").map(PathBuf::from)
}

/// Plans of that collection that the fixtures do not have.
pub(crate) fn more_plans() -> Vec<Fixture> {
    let mut found = more().map_or_else(Vec::new, |folder| plans_below(&folder));
    found.retain(|fixture| {
        let ours = root().join(&fixture.name).join("plan.json");
        fs::read(ours).ok() != fs::read(fixture.path("plan.json")).ok()
    });
    found
}

fn plans_below(folder: &Path) -> Vec<Fixture> {
    files_below(folder)
        .into_iter()
        .filter(|path| path.file_name().is_some_and(|name| name == "expect.json"))
        .filter_map(|path| {
            let folder_of = path.parent()?;
            Some(Fixture {
                name: folder_of.strip_prefix(folder).ok()?.to_str()?.replace('\\', "/"),
                folder: folder_of.to_owned(),
            })
        })
        .collect()
}

/// Every file of the fixtures with one of these names, in the order of paths.
pub(crate) fn named(names: &[&str]) -> Vec<PathBuf> {
    files_below(&root())
        .into_iter()
        .filter(|path| {
            path.file_name()
                .is_some_and(|name| names.iter().any(|wanted| name == *wanted))
        })
        .collect()
}

/// Every file, in the order of paths.
pub(crate) fn all() -> Vec<PathBuf> {
    files_below(&root())
}

pub(crate) fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}
