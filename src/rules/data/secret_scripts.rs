//! Secrets that scripts, command lines and YAML give to names.

use super::secret_names::Naming;
use super::secret_texts::KEY_OF_AWS;
use super::secret_tokens::{head, tail};
use super::secrets::SecretShapes;

impl SecretShapes {
    /// Whether a text in the document, as JSON, may give a secret to a name; a quick look that says no for certain.
    pub(super) fn may_assign(&self, document: &str) -> bool {
        let bytes = document.as_bytes();
        let before = |at: usize| bytes.get(..at).unwrap_or_default();
        let may_end = |mut before: &[u8]| {
            loop {
                before = match before {
                    // The sign before a quote is that of its escape, and so is a tab.
                    [rest @ .., b' ' | b'\t' | b'"' | b'\'' | b'\\' | b':'] | [rest @ .., b'\\', b't'] => rest,
                    // What other signs stand for nobody knows here.
                    [.., b'\\', b'u', _, _, _, _] | [.., 0x80..=0xff] => return true,
                    _ => return before.last_chunk().is_some_and(|ending| self.may_end(*ending)),
                }
            }
        };
        // Behind a quote that is not escaped a colon is none of a text, but stands behind a key.
        let is_key = |before: &[u8]| {
            let inside = before.trim_ascii_end().strip_suffix(b"\"");
            inside.is_some_and(|inside| inside.iter().rev().take_while(|byte| **byte == b'\\').count() % 2 == 0)
        };
        memchr::memchr_iter(b'=', bytes).any(|at| may_end(before(at)))
            || memchr::memmem::find_iter(bytes, b": ").any(|at| !is_key(before(at)) && may_end(before(at)))
    }

    /// Whether the text gives a secret to a name, as scripts, command lines and YAML do: `export DB_PASSWORD=…`,
    /// `--token=…`, `password: …`.
    pub(in crate::rules) fn assigns(&self, text: &str) -> bool {
        let in_yaml = |line: &str, next: &str| {
            let Some((name, value)) = line.trim_start_matches([' ', '\t', '-']).split_once(": ") else {
                return false;
            };
            let naming = self.naming(name.trim_end().trim_matches(['"', '\'']));
            // What stands in several words is prose.
            let value = value.split(" #").next().unwrap_or_default().trim();
            // A member of an object is none of its text.
            let is_member = next.contains(": ") || next.trim_end().ends_with(':');
            let value = if BLOCKS.contains(&value) && !is_member {
                next.trim()
            } else {
                value
            };
            let value = head(value.trim_matches(['"', '\'']));
            // An alias stands for what is written elsewhere.
            let is_alias = value.starts_with('*');
            naming != Naming::Other
                && !is_alias
                && !value.contains(char::is_whitespace)
                && self.is_secret(naming, value)
        };
        // In flow style the members of an object stand on one line. JSON has a reader of its own.
        let may_flow = !text.trim_start().starts_with(['{', '[']);
        // Beside a reference stands the name of a key, and no secret.
        let refers = |line: &str| line.contains("remoteRef") || line.contains("secretName");
        let in_flow = |line: &str| {
            let is_flow = may_flow && line.contains('{') && !refers(line);
            is_flow && line.split(['{', ',', '}']).any(|member| in_yaml(member, ""))
        };
        let next = text.lines().skip(1).chain([""]);
        let mut lines = text.lines().zip(next);
        text.contains(": ") && lines.any(|(line, next)| in_yaml(line, next) || in_flow(line))
            || self.assigns_with_sign(text)
    }

    fn assigns_with_sign(&self, text: &str) -> bool {
        text.match_indices('=').any(|(at, sign)| {
            let (before, after) = (text.get(..at), text.get(at + sign.len()..));
            let (before, after) = (before.unwrap_or_default(), after.unwrap_or_default());
            if before.ends_with(BLANKS) || before.ends_with(" :") {
                return self.is_line_of_settings(before, after);
            }
            let (_, name) = last_name(before);
            let naming = self.naming(name.trim_start_matches('-'));
            if naming == Naming::Other {
                return false;
            }
            let value = head(after.strip_prefix(['"', '\'']).unwrap_or(after));
            let ends = |letter: char| letter.is_whitespace() || "\"';&|,)".contains(letter);
            self.is_secret(naming, value.split(ends).next().unwrap_or_default())
        })
    }

    /// Whether a line gives a secret to a name with blanks around the sign, as no shell does, but files of settings and
    /// other languages: `aws_secret_access_key = …`, `$password = "…"`, `password => '…'`.
    fn is_line_of_settings(&self, before: &str, after: &str) -> bool {
        let after = after.strip_prefix('>').unwrap_or(after);
        let before = before.trim_end_matches(':').trim_end_matches(BLANKS);
        let (rest, name) = last_name(before.strip_suffix(['"', '\'']).unwrap_or(before));
        let naming = self.naming(name);
        if naming == Naming::Other || !after.starts_with(BLANKS) {
            return false;
        }
        // In a text of JSON inside of another one an end of a line is its escape.
        let first = tail(rest).rsplit('\n').next().unwrap_or_default();
        let first = first.rsplit("\\n").next().unwrap_or_default().trim();
        let value = head(after).lines().next().unwrap_or_default().trim();
        if let Some(quote) = value.chars().next().filter(|first| matches!(first, '"' | '\'')) {
            let part = first.rsplit(['{', ',', '(', ';']).next().unwrap_or_default().trim();
            let is_comment = first.starts_with([';', '#', '/', '*']);
            let mut words = part.split_whitespace();
            let stands_first = !is_comment && words.all(|word| BEFORE_NAMES.contains(&word));
            let value = value.split(quote).nth(1).unwrap_or_default();
            return stands_first && !is_chain(value, 2) && !is_time(value) && self.is_secret(naming, value);
        }
        // Without quotes it is a text in files of settings alone, and there stands first.
        let value = value.split(" #").next().unwrap_or_default().trim_end();
        let is_member = first.ends_with('.') && !first.starts_with('$') && !first.contains(char::is_whitespace);
        let stands_first = is_member || matches!(first, "" | "-" | "\"" | "'");
        stands_first && !is_code(value) && self.is_secret(naming, value)
    }
}

/// What may stand before a name to which a line of a file of settings or of a program gives a text in quotes.
const BEFORE_NAMES: [&str; 18] = [
    "\"", "$", "$env:", "'", "-", "const", "export", "let", "local", "my", "private", "public", "self.", "set",
    "static", "this.", "val", "var",
];

/// Whether a text without quotes is rather a name, a call, a part of an object, a place, a time or what stands in for
/// something.
fn is_code(text: &str) -> bool {
    let has_sign = text.contains(|letter: char| letter.is_whitespace() || "()[]{};,\\@%".contains(letter));
    has_sign || is_time(text) || text.starts_with("__") || is_chain(text, 1)
}

/// Whether it is a date, a time or how long something takes.
fn is_time(text: &str) -> bool {
    text.starts_with(|letter: char| letter.is_ascii_digit())
        && text
            .chars()
            .all(|letter| letter.is_ascii_digit() || "-:.+TZdhmsuw".contains(letter))
}

/// Whether it is so many words or more with signs between, as names, paths and rules are: digits stand at the end of
/// words, or between two, as in `Db1Password`.
fn is_chain(text: &str, least: usize) -> bool {
    let is_word = |part: &str| {
        let digits = part.split(|letter: char| !letter.is_ascii_digit());
        part.bytes().all(|byte| byte.is_ascii_alphanumeric()) && digits.filter(|run| !run.is_empty()).count() < 2
    };
    // The keys of AWS are as long, and may have slashes.
    let is_key = text.len() == KEY_OF_AWS && text.contains('/');
    let parts = || text.split(['.', ':', '-', '/', '_', '|']);
    !is_key && parts().count() >= least && parts().all(is_word)
}

const BLANKS: [char; 2] = [' ', '\t'];

/// What stands in the place of a value in YAML whose lines follow.
const BLOCKS: [&str; 6] = [">", ">+", ">-", "|", "|+", "|-"];

/// The name at the end of a text, behind the rest.
fn last_name(text: &str) -> (&str, &str) {
    let of_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '_' || letter == '-';
    let rest = text.trim_end_matches(of_name);
    (rest, text.strip_prefix(rest).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use crate::facts::assigned::gives;
    use crate::facts::named::may_be_secret;

    use super::*;

    #[test]
    fn scripts_give_secrets_to_names() {
        let shapes = SecretShapes::builtin();
        for (text, found, why) in [
            ("#!/bin/sh\nexport DB_PASSWORD=Tr0ub4dor3\n", true, "a script"),
            ("login --token='Tr0ub4dor3' now", true, "a command line"),
            ("auth:\n  postgresPassword: Xk29fjq!lsP0\n", true, "YAML"),
            (
                "auth: {user: app, postgresPassword: Xk29fjq!lsP0}",
                true,
                "YAML in flow style",
            ),
            (
                "auth: {existingSecret: db-credentials-v2}",
                false,
                "the name of a secret there",
            ),
            ("[db]\npassword = Tr0ub4dor3\n", true, "a file of settings"),
            ("password = \"Tr0ub4dor3\" # ours", true, "the same in quotes"),
            ("\"password\" = 'Tr0ub4dor3'", true, "the name, too"),
            ("  $env:DB_PASSWORD = \"Tr0ub4dor3\"", true, "PowerShell"),
            ("  password => 'Tr0ub4dor3',", true, "of an object"),
            (
                "cat <<E\n{\n  \"password\" : \"Tr0ub4dor3\"\n}\nE",
                true,
                "JSON in a script",
            ),
            ("password: |\n  Tr0ub4dor3\nuser: app", true, "a block of YAML"),
            ("password: |", false, "with nothing in it"),
            (
                "db_password = os.environ[\"DB_PASSWORD\"]",
                false,
                "a part of an object",
            ),
            ("password = read_secret(Path1)", false, "a call"),
            ("password = settings.db.password", false, "an attribute"),
            ("if password == Tr0ub4dor3", false, "a question"),
            ("the password = Tr0ub4dor3", false, "prose"),
            ("password = random_password.db1.result", false, "an attribute in HCL"),
            ("$token = Read-Host", false, "a command of PowerShell"),
            ("const token = req.headers.authToken", false, "a part of a request"),
            ("token = AES256-GCM", false, "how it is encrypted"),
            ("token = secrets/Tok1", false, "a path"),
            ("secret: |-\n  App1Config:\n    a: b", false, "an object in the text"),
            (
                "aws_secret_access_key = wJalrXUtnFEMIxK7MDENG/bPxRfiCYzzzzzKEYzz",
                true,
                "a key of AWS",
            ),
            ("token = 168h0m0s", false, "how long it lives"),
            ("password = @@DB1_PASSWORD2@@", false, "what is put there later"),
            ("# password = 'Tr0ub4dor3'", false, "a comment"),
            ("self.password = 'Tr0ub4dor3'", true, "a member"),
            ("jsonPayload.token = \"Expired1Token2\"", false, "a filter"),
            (";password = Tr0ub4dor3", false, "a comment of a file of settings"),
            ("select x where token = 'Active1Session2'", false, "a query"),
            ("{ $.token = \"Expired1Token2\" }", false, "what logs are searched for"),
            (
                "if [ \"$TOKEN\" = \"None1null2\" ]; then",
                false,
                "a question of a shell",
            ),
            ("x = 1 # password = 'Tr0ub4dor3'", false, "a comment behind"),
            ("const token = \"X-Auth-Token1\"", false, "the name of a header"),
            ("secret = \"prod/App1/db\"", false, "the name of a secret"),
            ("password = \"#{DbPassword1x2}#\"", false, "what is put there later"),
            ("spring.datasource.password = Tr0ub4dor3", true, "a property"),
            ("password := \"Tr0ub4dor3\"", true, "a variable of Go"),
            (
                "auth = { user = \"app\", password = \"Tr0ub4dor3\" }",
                true,
                "a table in a line",
            ),
            ("password = the one of Tr0ub4dor3", false, "and more of it"),
            ("DB_PASSWORD=$PASSWORD", false, "a reference"),
            ("DB_PASSWORD=", false, "nothing"),
            ("NAME=Tr0ub4dor3", false, "another name"),
            ("é=Tr0ub4dor3", false, "no ASCII before it"),
        ] {
            assert_eq!(shapes.assigns(text), found, "{why}");
            assert!(
                !found || gives(text, may_be_secret),
                "{text}: shown in documents without marks"
            );
        }
    }

    #[test]
    fn the_quick_look_tells_keys_from_texts() {
        let shapes = SecretShapes::builtin();
        for (document, found, why) in [
            (r#"{"password": "Tr0ub4dor3"}"#, false, "a key, which its name tells"),
            (r#"{"password" : "Tr0ub4dor3"}"#, false, "with a space before it"),
            (r#"{"a\\": 1, "password\\": 1}"#, false, "behind a backslash"),
            (r#"{"a":"password: Tr0ub4dor3"}"#, true, "YAML in a text"),
            (r#"{"a":"\"password\": Tr0ub4dor3"}"#, true, "the name in quotes"),
            (r#"{"a":"{\"b\":\"\\\"password\\\": x\"}"}"#, true, "JSON in JSON"),
            (r#"{"a":"\"password\" = 'x'"}"#, true, "a file of settings"),
            (r#"{"a":"name: x=y"}"#, false, "other names"),
            (r#"{"a":"aws_secret_access_key\t= x"}"#, true, "a tab before the sign"),
            (r#"{"a":"password\u000b= x"}"#, true, "another sign that is no letter"),
            ("{\"a\":\"password\u{a0}: x\"}", true, "a space that does not break"),
            (r#"{"a":"password := \"x\""}"#, true, "a variable of Go"),
        ] {
            assert_eq!(shapes.may_assign(document), found, "{why}");
        }
    }

    #[test]
    fn quick_looks_see_what_documents_escape() {
        let shapes = SecretShapes::builtin();
        for (document, found, why) in [
            (
                r#"{"a":"https://x.acme.net/c?sv=2022\u0026sig=abc"}"#,
                true,
                "a signed URL",
            ),
            (
                r#"{"a":"postgres://app:Tr0ub\u0026dor3x@db/app"}"#,
                true,
                "a password in a URL",
            ),
            (
                r#"{"a":["serve","-password","Tr0ub4dor3xQ"]}"#,
                true,
                "an option in a list",
            ),
            (
                r#"{"a":"app@acme.io","b":["serve","x-y"],"c":"a\u0026b"}"#,
                true,
                "an address, and nobody looks further",
            ),
            (
                r#"{"a":"app@acme.io","b":["serve","x-y"]}"#,
                false,
                "no user with a password, and no option",
            ),
            (
                r#"{"a":"https://x.acme.net/c?a=1\u0026b=2"}"#,
                false,
                "an URL as any other",
            ),
        ] {
            assert_eq!(shapes.may_be_in(document), found, "{why}");
        }
    }
}
