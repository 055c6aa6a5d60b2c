//! Turns what people write beside the rules into what the program reads: data files about providers, and pages.

use std::collections::{BTreeMap, BTreeSet};
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
        let is_by_type = path.file_stem().is_some_and(|name| name == "exposure");
        let pack = if is_by_type { by_type } else { json };
        pack_data(&path, &out, pack).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    name_secrets(&rules.join("data/secrets.toml"), &out.join("named_secrets.rs"))?;
    pack_pages(rules, &out.join("pages"))?;
    Ok(leave_out_unwinding(&out)?)
}

/// Links the released program without what says how its functions unwind: it ends at its first panic, and those tables
/// are a twentieth of it. What the C runtime's own files refer to stays.
fn leave_out_unwinding(out: &Path) -> io::Result<()> {
    let is = |name: &str, wanted: &str| env::var(name).is_ok_and(|value| value == wanted);
    if !is("PROFILE", "release") || !is("CARGO_CFG_TARGET_OS", "linux") {
        return Ok(());
    }
    println!("cargo::rustc-link-arg-bins=-Wl,--no-eh-frame-hdr");
    // A linker that somebody chose may read no scripts, as gold and mold do not.
    let flags = env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    if env::var_os("RUSTC_LINKER").is_some() || flags.contains("fuse-ld") || flags.contains("linker") {
        return Ok(());
    }
    let script = out.join("no_unwinding.ld");
    fs::write(
        &script,
        "SECTIONS { /DISCARD/ : { *(EXCLUDE_FILE(*crt*.o) .eh_frame) } } INSERT AFTER .text;\n",
    )?;
    println!("cargo::rustc-link-arg-bins=-T");
    println!("cargo::rustc-link-arg-bins={}", script.display());
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

type Write = fn(&toml::Table, &mut dyn io::Write) -> Result<(), Box<dyn Error>>;

/// Packs one data file under its own name, without the ending; it becomes a fifth.
fn pack_data(path: &Path, out: &Path, write: Write) -> Result<(), Box<dyn Error>> {
    let table: toml::Table = toml::from_str(&fs::read_to_string(path)?)?;
    let mut packed = DeflateEncoder::new(
        File::create(out.join(path.file_stem().unwrap_or_default()))?,
        Compression::best(),
    );
    write(&table, &mut packed)?;
    Ok(packed.finish()?.flush()?)
}

/// The whole file.
fn json(table: &toml::Table, out: &mut dyn io::Write) -> Result<(), Box<dyn Error>> {
    Ok(serde_json::to_writer(out, table)?)
}

/// A large file, of which a plan asks for what is about its few types: a line with all that is about none or several,
/// and one for each type, behind its name.
fn by_type(table: &toml::Table, out: &mut dyn io::Write) -> Result<(), Box<dyn Error>> {
    let mut table = table.clone();
    let mut by_type: BTreeMap<String, BTreeMap<&str, Vec<toml::Value>>> = BTreeMap::new();
    for list in ["ingress", "setting", "creation", "removal", "policy"] {
        let Some(toml::Value::Array(entries)) = table.remove(list) else {
            return Err(format!("no list {list}").into());
        };
        for mut entry in entries {
            let type_name = entry.as_table_mut().and_then(|entry| entry.remove("type"));
            let type_name = type_name
                .as_ref()
                .and_then(toml::Value::as_str)
                .ok_or("an entry without its type")?;
            let of_type = by_type.entry(type_name.to_owned()).or_default();
            of_type.entry(list).or_default().push(entry);
        }
    }
    writeln!(out, "{}", serde_json::to_string(&table)?)?;
    for (type_name, entries) in by_type {
        writeln!(out, "{type_name} {}", serde_json::to_string(&entries)?)?;
    }
    Ok(())
}

/// Writes what the rules know of names of secrets as constants for the facts, which do not know the rules: what rules
/// find, old documents without marks must not show.
fn name_secrets(path: &Path, out: &Path) -> Result<(), Box<dyn Error>> {
    let table: toml::Table = toml::from_str(&fs::read_to_string(path)?)?;
    let texts = |list: &toml::Value| -> BTreeSet<String> {
        let items = list.as_array().into_iter().flatten();
        items.filter_map(|item| item.as_str().map(str::to_owned)).collect()
    };
    let list = |of: &toml::Table, name: &str| of.get(name).map(texts).unwrap_or_default();
    let names = table.get("names").and_then(toml::Value::as_table);
    let names = names.map(|names| list(names, "attributes")).unwrap_or_default();
    let pairs = table.get("pairs").and_then(toml::Value::as_table);
    let [names_beside, values_beside] =
        ["names", "values"].map(|name| pairs.map(|pairs| list(pairs, name)).unwrap_or_default());
    let mut of_types: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (type_name, attributes) in table
        .get("sources")
        .and_then(toml::Value::as_table)
        .into_iter()
        .flatten()
    {
        of_types.entry(type_name.clone()).or_default().extend(texts(attributes));
    }
    for store in table.get("store").and_then(toml::Value::as_array).into_iter().flatten() {
        let text = |name: &str| Some(store.get(name)?.as_str()?.to_owned());
        let (type_name, attribute) = text("type")
            .zip(text("attribute"))
            .ok_or("a store without its attribute")?;
        of_types.entry(type_name).or_default().insert(attribute);
    }
    let mut file = File::create(out)?;
    writeln!(
        file,
        "/// Names of attributes that hold a secret, as one word each, sorted."
    )?;
    let joined: BTreeSet<String> = names.iter().map(|name| name.replace('_', "")).collect();
    let joined: Vec<_> = joined.iter().collect();
    writeln!(file, "const NAMES: &[&str] = &{joined:?};")?;
    writeln!(file, "/// Members that hold what a value beside them is called.")?;
    writeln!(
        file,
        "pub(super) const NAMES_BESIDE: &[&str] = &{:?};",
        Vec::from_iter(names_beside)
    )?;
    writeln!(file, "/// Members that hold such a value.")?;
    writeln!(
        file,
        "pub(super) const VALUES_BESIDE: &[&str] = &{:?};",
        Vec::from_iter(values_beside)
    )?;
    writeln!(
        file,
        "/// Attributes of types that make or keep a secret, whatever they are called, sorted."
    )?;
    writeln!(file, "const MADE_OR_KEPT: &[(&str, &[&str])] = &[")?;
    for (type_name, attributes) in of_types {
        let attributes: Vec<_> = attributes.iter().collect();
        writeln!(file, "({type_name:?}, &{attributes:?}),")?;
    }
    writeln!(file, "];")?;
    Ok(())
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
