//! Writes the data files about providers as JSON: TOML is for people, and takes ten times as long to read at every start.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = "src/rules/data";
    println!("cargo::rerun-if-changed={folder}");
    let out = env::var_os("OUT_DIR")
        .map(PathBuf::from)
        .ok_or("cargo names no OUT_DIR")?;
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "toml") {
            write_json(&path, &out).map_err(|error| format!("{}: {error}", path.display()))?;
        }
    }
    Ok(())
}

/// Writes one file under its own name.
fn write_json(path: &Path, out: &Path) -> Result<(), Box<dyn Error>> {
    let table: toml::Table = toml::from_str(&fs::read_to_string(path)?)?;
    let name = Path::new(path.file_name().unwrap_or_default()).with_extension("json");
    Ok(fs::write(out.join(name), serde_json::to_string(&table)?)?)
}
