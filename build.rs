//! Turns what people write beside the rules into what the program reads: data files about providers, and pages.

use std::error::Error;
use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use flate2::Compression;
use flate2::write::DeflateEncoder;

fn main() -> Result<(), Box<dyn Error>> {
    let rules = Path::new("src/rules");
    println!("cargo::rerun-if-changed={}", rules.display());
    let out = env::var_os("OUT_DIR")
        .map(PathBuf::from)
        .ok_or("cargo names no OUT_DIR")?;
    // TOML is for people, and takes ten times as long to read at every start.
    for path in files(&rules.join("data"), "toml")? {
        pack_json(&path, &out).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    pack_pages(rules, &out.join("pages"))?;
    Ok(())
}

/// The files of a folder with this ending, in the order of their names.
fn files(folder: &Path, ending: &str) -> io::Result<Vec<PathBuf>> {
    let mut paths = fs::read_dir(folder)?
        .map(|entry| Ok(entry?.path()))
        .collect::<io::Result<Vec<_>>>()?;
    paths.retain(|path| path.extension().is_some_and(|extension| extension == ending));
    paths.sort();
    Ok(paths)
}

/// Packs one data file under its own name, without the ending; it becomes a fifth.
fn pack_json(path: &Path, out: &Path) -> Result<(), Box<dyn Error>> {
    let table: toml::Table = toml::from_str(&fs::read_to_string(path)?)?;
    let mut packed = DeflateEncoder::new(
        File::create(out.join(path.file_stem().unwrap_or_default()))?,
        Compression::best(),
    );
    serde_json::to_writer(&mut packed, &table)?;
    Ok(packed.finish()?.flush()?)
}

/// Packs the pages of all families, as `src/rules/pages.rs` reads them.
fn pack_pages(rules: &Path, out: &Path) -> io::Result<()> {
    let mut packed = DeflateEncoder::new(File::create(out)?, Compression::best());
    let mut families = fs::read_dir(rules)?
        .map(|entry| Ok(entry?.path()))
        .collect::<io::Result<Vec<_>>>()?;
    families.retain(|path| path.is_dir());
    families.sort();
    for family in families {
        for page in files(&family, "md")? {
            let rule = page.file_stem().unwrap_or_default().to_string_lossy().replace('_', "-");
            write!(packed, "{rule}\0{}\0", fs::read_to_string(&page)?)?;
        }
    }
    packed.finish()?.flush()
}
