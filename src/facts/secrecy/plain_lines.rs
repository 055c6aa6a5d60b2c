//! Lines of settings that tell nothing, so that a marked text of many lines does not hide them everywhere else.

use std::ops::RangeInclusive;

use super::named::may_be_secret;
use super::quoted::is_content;

/// How many letters a word has.
const WORD: RangeInclusive<usize> = 3..=14;

/// Whether a line of a marked text is the beginning of a file, what every other script has, or a setting of words and
/// small numbers under a name that is no secret's: `kind: Deployment`, `metadata:`, `- image: nginx:1.27`. What stands
/// alone on a line is not: it may be a secret.
pub(super) fn is_plain(line: &str) -> bool {
    let line = line.trim();
    if matches!(line, "---" | "#cloud-config") || line.starts_with("#!/") || is_usual_command(line) {
        return true;
    }
    if let Some((name, value)) = line.strip_prefix("export ").unwrap_or(line).split_once('=') {
        let is_variable = |letter: u8| matches!(letter, b'A'..=b'Z' | b'_');
        let told = !may_be_secret(name) && !is_content(&name.to_ascii_lowercase());
        return told && name.bytes().all(is_variable) && is_of_words(value.trim_matches(['"', '\'']));
    }
    let setting = line.trim_start_matches("- ");
    let (name, value) = match setting.split_once(": ") {
        Some((name, value)) => (name, value.trim().trim_matches(['"', '\''])),
        None => match setting.strip_suffix(':') {
            Some(name) => (name, ""),
            None => return false,
        },
    };
    let told = !may_be_secret(name) && !is_content(name);
    told && is_of_words(name) && is_of_words(value)
}

/// Whether every other script has such a line: how a shell is to take errors, lists of packages.
fn is_usual_command(line: &str) -> bool {
    if let Some(options) = line.strip_prefix("set -") {
        let is_flags =
            |word: &str| word.len() <= 5 && word.bytes().all(|letter| letter.is_ascii_lowercase() || letter == b'-');
        return options.split(' ').all(|word| word == "pipefail" || is_flags(word));
    }
    matches!(
        line.strip_prefix("sudo ").unwrap_or(line).trim_end_matches(" -y"),
        "apt update"
            | "apt upgrade"
            | "apt-get update"
            | "apt-get upgrade"
            | "dnf update"
            | "systemctl daemon-reload"
            | "yum update"
    )
}

fn is_of_words(text: &str) -> bool {
    let is_sign = |letter: char| "-_./:".contains(letter);
    text.split(is_sign).all(is_word)
}

/// Whether it is a small number, a version, or words of small letters, each but the first with a capital: `apiVersion`.
fn is_word(word: &str) -> bool {
    let letters = word.as_bytes();
    if letters.len() <= 4 {
        return letters.iter().all(u8::is_ascii_alphanumeric);
    }
    if letters.len() == 5 && letters.iter().all(u8::is_ascii_digit) {
        return true;
    }
    let words = letters.chunk_by(|_, next| !next.is_ascii_uppercase());
    letters.iter().all(u8::is_ascii_alphabetic) && words.into_iter().all(|word| WORD.contains(&word.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_plain_only_where_nothing_in_it_can_be_a_secret() {
        for (line, plain, why) in [
            ("apiVersion: apps/v1", true, "a version"),
            ("  kind: Deployment", true, "a kind"),
            ("metadata:", true, "a name alone"),
            ("- name: web-frontend", true, "an element"),
            ("    image: \"registry.example.org/shop/web:1.27.3\"", true, "an image"),
            ("    terminationGracePeriodSeconds: 30", true, "a number"),
            ("#cloud-config", true, "how a file begins"),
            ("#!/bin/bash", true, "another"),
            ("password: correct", false, "under a secret's name"),
            ("db_passwd: prod", false, "under another"),
            ("value: correct-horse", false, "under a name of anything"),
            ("first: a1B2c3D4e5", false, "letters and digits mixed"),
            ("first: CANARY-SECRET", false, "capitals alone"),
            ("first: XkfjqLsPwz", false, "capitals anywhere"),
            ("pin: 48151623", false, "a long number"),
            ("motto: correct horse battery staple", false, "several words"),
            ("correct-horse-battery", false, "alone"),
            ("- correct-horse-battery", false, "alone in a list"),
            ("apt-get install -y nginx", false, "a command"),
            ("set -euo pipefail", true, "how a script begins"),
            ("set -- correct-horse-battery", false, "arguments"),
            ("apt-get update -y", true, "a command of every other script"),
            ("export AWS_DEFAULT_REGION=us-east-1", true, "a place in a variable"),
            ("LOG_LEVEL=information", true, "a word in one"),
            ("export DB_PASSWORD=correct", false, "a secret's name"),
            ("export SEED=XkfjqLsPwz", false, "capitals anywhere in one"),
            ("a3f9c2d1=eaffe", false, "what is no variable"),
            ("MIIEvQIBADANBgkqhkiG9w0BAQEFAASC", false, "a line of a key"),
            ("first: abcdefghijklmnopqrstuvwxyz", false, "too long for a word"),
        ] {
            assert_eq!(is_plain(line), plain, "{why}: {line}");
        }
    }
}
