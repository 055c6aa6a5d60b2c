//! The reference that planlint's time is held against: reads a file and passes over its JSON once, keeping nothing.

use std::error::Error;
use std::fs;

use serde::de::IgnoredAny;

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args_os().nth(1).ok_or("which file?")?;
    serde_json::from_slice::<IgnoredAny>(&fs::read(path)?)?;
    Ok(())
}
