//! `planlint init`: a settings file with everything in it explained.

use std::io;

use super::args::InitArgs;
use super::exit::{Ended, Exit};
use super::replace::create;
use super::settings::above;
use super::targets::where_to_write;
use super::terminal::{say, say_failure};
use crate::input::{IS_FOLDER, reason};
use crate::lint::settings::SETTINGS_FILE;
use crate::output::escape::line;

/// What is written: every key, commented out, with its default or an example.
const TEMPLATE: &str = include_str!("init.toml");

/// Writes the file; one that is there is left alone.
pub(super) fn init(arguments: &InitArgs) -> Ended {
    let name = arguments.file.display().to_string();
    match create(&arguments.file, TEMPLATE) {
        Ok(()) => {
            say(&format!("wrote {}", line(&name)));
            if arguments.file.file_name() == Some(SETTINGS_FILE.as_ref())
                && let Some(hidden) = above(&arguments.file)
            {
                let hidden = hidden.display().to_string();
                say(&format!(
                    "note: it holds in place of {}, and not in addition",
                    line(&hidden)
                ));
                say("  help: `extends` in it, with the path of that file, keeps what that says");
            }
            Ok(Exit::Passed)
        }
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists && !arguments.file.is_dir() => {
            let help = "write the template elsewhere and copy what you need: planlint init FILE";
            Err(say_failure(
                Some(&name),
                "it exists already, and was not changed",
                Some(help),
            ))
        }
        Err(error) => {
            let help = where_to_write(&arguments.file);
            let reason = if arguments.file.is_dir() {
                IS_FOLDER.to_owned()
            } else {
                reason(&error)
            };
            let message = format!("it cannot be written: {reason}");
            Err(say_failure(Some(&name), &message, help.as_deref()))
        }
    }
}
