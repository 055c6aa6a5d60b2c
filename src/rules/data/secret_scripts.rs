//! Secrets that scripts, command lines and YAML give to names.

use super::secret_names::Naming;
use super::secret_tokens::head;
use super::secrets::SecretShapes;

impl SecretShapes {
    /// Whether the text may give a secret to a name; a quick look that says no for certain.
    pub(super) fn may_assign(&self, text: &str) -> bool {
        let bytes = text.as_bytes();
        let may_end = |at: usize| {
            let before = bytes.get(..at).and_then(|before| before.last_chunk());
            before.is_some_and(|ending| self.may_end(*ending))
        };
        memchr::memchr_iter(b'=', bytes).any(may_end)
            || memchr::memmem::find_iter(bytes, b": ").any(|at| {
                let is_quoted = at > 0 && matches!(bytes.get(at - 1), Some(b'"' | b'\''));
                // Where the text is that of a document, the sign before a quote is that of its escape.
                may_end(at) || is_quoted && (may_end(at - 1) || may_end(at.saturating_sub(2)))
            })
    }

    /// Whether the text gives a secret to a name, as scripts, command lines and YAML do: `export DB_PASSWORD=…`, `--token=…`,
    /// `password: …`.
    pub(in crate::rules) fn assigns(&self, text: &str) -> bool {
        let in_yaml = |line: &str| {
            let Some((name, value)) = line.trim_start_matches([' ', '\t', '-']).split_once(": ") else {
                return false;
            };
            let naming = self.naming(name.trim_matches(['"', '\'']));
            // What stands in several words is prose.
            let value = value.split(" #").next().unwrap_or_default().trim();
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
            is_flow && line.split(['{', ',', '}']).any(in_yaml)
        };
        let in_line = |line: &str| in_yaml(line) || in_flow(line);
        text.contains(": ") && text.lines().any(in_line) || self.assigns_with_sign(text)
    }

    fn assigns_with_sign(&self, text: &str) -> bool {
        text.match_indices('=').any(|(at, sign)| {
            let (before, after) = (text.get(..at), text.get(at + sign.len()..));
            let (before, after) = (before.unwrap_or_default(), after.unwrap_or_default());
            let of_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '_' || letter == '-';
            let name = before.rsplit(|letter| !of_name(letter)).next().unwrap_or_default();
            let naming = self.naming(name.trim_start_matches('-'));
            if naming == Naming::Other {
                return false;
            }
            let value = head(after.strip_prefix(['"', '\'']).unwrap_or(after));
            let ends = |letter: char| letter.is_whitespace() || "\"';&|,)".contains(letter);
            self.is_secret(naming, value.split(ends).next().unwrap_or_default())
        })
    }
}

#[cfg(test)]
mod tests {
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
            ("DB_PASSWORD=$PASSWORD", false, "a reference"),
            ("DB_PASSWORD=", false, "nothing"),
            ("NAME=Tr0ub4dor3", false, "another name"),
            ("é=Tr0ub4dor3", false, "no ASCII before it"),
        ] {
            assert_eq!(shapes.assigns(text), found, "{why}");
        }
    }
}
