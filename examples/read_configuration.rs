//! Reads a file of JSON configuration and lists its references:
//! `cargo run --example read_configuration -- main.tf.json`.

use std::error::Error;
use std::fs;
use std::io::{self, Write};

use planlint::source::SourceFile;
use planlint::tfjson::{Children, Declared, Directory, Engine, Entry, EntryContent, Files, Module, check};

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("which file?")?;
    read(&fs::read(&path)?, &mut io::stdout().lock())
}

/// Writes a line for each reference, with its place and whether it leads anywhere, then what OpenTofu says against the
/// file.
pub(crate) fn read(bytes: &[u8], out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let entries = [Entry {
        name: "main.tf.json",
        content: EntryContent::Bytes(bytes),
    }];
    let directory = Directory::new(&entries, Engine::OPENTOFU);
    let files = Files::read(&directory);
    let module = Module::new(&files, Engine::OPENTOFU);
    let declared = Declared::of_module(&module);

    let text = SourceFile::new("main.tf.json", String::from_utf8_lossy(bytes));
    let starts: Vec<usize> = module.references.iter().map(|reference| reference.span.start).collect();
    for (reference, at) in module.references.iter().zip(text.locations(&starts)) {
        let leads = if declared.of(reference.subject()) {
            "declared"
        } else {
            "unknown"
        };
        writeln!(out, "{}:{} {} {leads}", at.line, at.column, reference.text)?;
    }
    for problem in check(&module, &declared, &Children::new(), None) {
        writeln!(out, "{}", problem.kind)?;
    }
    Ok(())
}
