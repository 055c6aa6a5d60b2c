//! `planlint init`: a settings file with everything in it explained.

use std::fs::OpenOptions;
use std::io::{self, Write};

use super::args::InitArgs;
use super::check::say_failure;
use super::exit::Exit;
use super::terminal::say;
use crate::input::reason;
use crate::output::escape::line;

/// What is written: every key, commented out, with its default or an example.
const TEMPLATE: &str = include_str!("init.toml");

/// Writes the file; one that is there is left alone.
pub(super) fn init(arguments: &InitArgs) -> Exit {
    let name = arguments.file.display().to_string();
    let written = OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(&arguments.file)
        .and_then(|mut file| file.write_all(TEMPLATE.as_bytes()));
    match written {
        Ok(()) => {
            say(&format!("wrote {}", line(&name)));
            Exit::Passed
        }
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            say_failure(Some(&name), "there is one already; it was left alone", None);
            Exit::NotJudged
        }
        Err(error) => {
            say_failure(Some(&name), &format!("it cannot be written: {}", reason(&error)), None);
            Exit::NotJudged
        }
    }
}
