//! The key of fingerprints: from a file or the environment, never from an argument, which others on the machine see.

use std::env;
use std::path::Path;

use miette::Diagnostic;

use super::bytes;
use super::terminal::{AlreadySaid, say_failure};
use crate::facts::FingerprintKey;
use crate::input::reason;

/// The variable that holds a key.
pub(super) const VARIABLE: &str = "PLANLINT_FINGERPRINT_KEY";

/// A longer file is something else.
const LONGEST: u64 = 4096;

/// The key in the file, else the one in the environment; `None` when neither is given.
pub(super) fn of(file: Option<&Path>) -> Result<Option<FingerprintKey>, AlreadySaid> {
    let (name, bytes) = match (file, env::var_os(VARIABLE)) {
        (Some(path), _) => {
            let name = path.display().to_string();
            match bytes::of_file(path, LONGEST + 1) {
                Ok(bytes) if bytes.len() as u64 <= LONGEST => (name, bytes),
                Ok(_) => {
                    return Err(refuse(
                        &name,
                        &format!("a key has no more than {LONGEST} bytes"),
                        Some("name the file with the key; this one is something else"),
                    ));
                }
                Err(error) => {
                    let message = format!("the key cannot be read: {}", reason(&error));
                    let help = "name a file with the key in it, or set the variable and leave --key-file out";
                    return Err(refuse(&name, &message, Some(help)));
                }
            }
        }
        (None, Some(value)) => (VARIABLE.to_owned(), value.into_encoded_bytes().into()),
        (None, None) => return Ok(None),
    };
    if bytes.is_empty() {
        let help = if file.is_some() {
            "name a file with the key in it"
        } else {
            "unset it, or give it the key: in CI it is empty where the job does not get the secret"
        };
        return Err(refuse(&name, "the key is empty", Some(help)));
    }
    let key = FingerprintKey::new(&bytes);
    key.map(Some).map_err(|error| {
        let help = error.help().map(|help| help.to_string());
        refuse(&name, &error.to_string(), help.as_deref())
    })
}

fn refuse(name: &str, message: &str, help: Option<&str>) -> AlreadySaid {
    say_failure(Some(name), message, help)
}
