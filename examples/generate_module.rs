//! Writes a module in JSON with the given number of groups of five resources to standard output: about 2.9 KB a group.

#[path = "../benches/module/mod.rs"]
mod module;

use std::error::Error;
use std::io::{self, BufWriter, Write};

fn main() -> Result<(), Box<dyn Error>> {
    let groups = std::env::args().nth(1).ok_or("how many groups?")?.parse()?;
    let mut out = BufWriter::new(io::stdout().lock());
    module::write_module(&mut out, groups)?;
    Ok(out.flush()?)
}
