//! Secrets that scripts, command lines and YAML give to names.

use crate::facts::script::{self, Given, Sign};

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
        // Nothing but a blank behind a colon needs neither an escape nor such a quote, and most objects have none of them.
        let signs: &[&str] = match memchr::memchr2(b'\\', b'\'', bytes) {
            Some(_) => &[": ", ":\\", ":'", "\\\":", "':"],
            None => &[": "],
        };
        let is_member = |sign: &str| {
            let colon = sign.find(':').unwrap_or_default();
            let mut found = memchr::memmem::find_iter(bytes, sign).map(|at| before(at + colon));
            found.any(|before| !is_key(before) && may_end(before))
        };
        memchr::memchr_iter(b'=', bytes).any(|at| may_end(before(at))) || signs.iter().any(|sign| is_member(sign))
    }

    /// Whether the text gives a secret to a name, as scripts, command lines and YAML do: `export DB_PASSWORD=…`,
    /// `--token=…`, `password: …`.
    pub(in crate::rules) fn assigns(&self, text: &str) -> bool {
        // JSON has a reader of its own.
        let is_json = text.trim_start().starts_with(['{', '[']);
        // Beside a reference stands the name of a key, and no secret.
        let refers = |line: &str| line.contains("remoteRef") || line.contains("secretName");
        let in_flow = |line: &str| !is_json && line.contains('{') && !refers(line);
        script::given(text, in_flow).any(|given| self.is_secret_assigned(given))
    }

    fn is_secret_assigned(&self, given: Given<'_>) -> bool {
        let name = given.name.rsplit('.').next().unwrap_or_default();
        let naming = self.naming(name.trim_start_matches('-'));
        match given.sign {
            _ if naming == Naming::Other => false,
            Sign::Equal => {
                let value = head(given.value.strip_prefix(['"', '\'']).unwrap_or(given.value));
                let ends = |letter: char| letter.is_whitespace() || "\"';&|,)".contains(letter);
                self.is_secret(naming, value.split(ends).next().unwrap_or_default())
            }
            Sign::Apart(before) => self.is_line_of_settings(naming, before, given.value),
            Sign::Colon { .. } | Sign::Flow => {
                let value = head(given.value.trim_matches(['"', '\'']));
                // An alias stands for what is written elsewhere.
                !value.starts_with('*') && self.is_secret(naming, value)
            }
        }
    }

    /// Whether a line gives a secret to a name with blanks around the sign, as no shell does, but files of settings and
    /// other languages: `aws_secret_access_key = …`, `$password = "…"`, `password => '…'`.
    fn is_line_of_settings(&self, naming: Naming, before: &str, after: &str) -> bool {
        let after = after.strip_prefix('>').unwrap_or(after);
        if !after.starts_with([' ', '\t']) {
            return false;
        }
        // In a text of JSON inside of another one an end of a line is its escape.
        let first = tail(before).rsplit('\n').next().unwrap_or_default();
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
            ("password:\tTr0ub4dor3", true, "a tab behind the sign"),
            ("password: &a Tr0ub4dor3", true, "an anchor"),
            ("password: !!str Tr0ub4dor3", true, "a tag"),
            ("password: *a", false, "an alias"),
            ("db:\n  password:\n    Tr0ub4dor3\nuser: app", true, "in the line below"),
            ("password:\nTr0ub4dor3:\n  a: b", false, "not in it"),
            ("spring.datasource.token: Tr0ub4dor3", true, "a property"),
            ("run: {'password':'Tr0ub4dor3'}", true, "without blanks, in quotes"),
            ("\"password\"=\"Tr0ub4dor3\"", true, "a file of the registry"),
            ("the password: Tr0ub4dor3", false, "prose, too"),
            ("token==Tr0ub4dor3", false, "a question"),
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
            let is_masked = !found || gives(text, may_be_secret);
            assert!(is_masked, "{text}: shown in documents without marks");
            let json = serde_json::to_string(text).unwrap();
            assert!(!found || shapes.may_assign(&json), "{text}: the quick look");
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
