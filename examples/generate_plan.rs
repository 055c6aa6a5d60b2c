//! Writes a plan with the given number of resource changes to standard output, about 6.6 KB a change; with a second
//! argument `state` or `tfstate` a state with that many objects, as `show -json` prints it or as the engines store it.

#[path = "../benches/generator/mod.rs"]
mod generator;

use std::error::Error;
use std::io::{self, BufWriter, Write};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let count = arguments.next().ok_or("how many?")?.parse()?;
    let mut out = BufWriter::new(io::stdout().lock());
    match arguments.next().as_deref() {
        None => generator::write_plan(&mut out, count)?,
        Some("state") => generator::write_state(&mut out, count)?,
        Some("tfstate") => generator::write_state_file(&mut out, count)?,
        Some(_) => return Err("a plan, or a `state`, or a `tfstate`?".into()),
    }
    Ok(out.flush()?)
}
