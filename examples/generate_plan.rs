//! Writes a plan with the given number of resource changes to standard output: about 6.6 KB a change.

#[path = "../benches/generator/mod.rs"]
mod generator;

use std::error::Error;
use std::io::{self, BufWriter, Write};

fn main() -> Result<(), Box<dyn Error>> {
    let changes = std::env::args().nth(1).ok_or("how many changes?")?.parse()?;
    let mut out = BufWriter::new(io::stdout().lock());
    generator::write_plan(&mut out, changes)?;
    Ok(out.flush()?)
}
