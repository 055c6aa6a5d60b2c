//! Secrets in commands, which give them to an option, behind a user or in a header.

use std::iter::Peekable;
use std::str::CharIndices;

use serde::Deserialize;

use crate::facts::attr::Attr;

use super::secret_names::Naming;
use super::secret_tokens::head;
use super::secrets::SecretShapes;

/// How deep commands are looked for inside the quoted words of others: `ssh host "sh -c '…'"`.
const DEEPEST: usize = 3;

/// What stands in every text with a command that gives a secret to something, plain or as JSON writes it.
pub(super) const SIGNS: [&str; 24] = [
    " --",
    "\"--",
    " -H",
    " -P",
    " -S",
    " -U",
    " -a",
    " -c",
    " -k",
    " -p",
    " -s",
    " -t",
    " -u",
    " -w",
    "\\n--",
    "\\t--",
    "\n--",
    "\t--",
    " pass:",
    "chpasswd",
    "ecureString ",
    "_key ",
    "uthorization: ",
    "UTHORIZATION: ",
];

/// Names of headers and kinds of credentials, before the secret itself.
const SCHEMES: [&str; 4] = ["basic", "bearer", "apikey", "token"];

/// What programs take a secret without saying so.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Command {
    /// The names of programs, or of what they are told to do: `login`.
    programs: Vec<String>,
    /// It is the word behind one of these.
    #[serde(default)]
    options: Vec<String>,
    /// It is the rest of a word that begins so.
    #[serde(default)]
    attached: Vec<String>,
    /// It stands behind the name of a user and this sign.
    behind: Option<char>,
}

impl Command {
    fn is_of(&self, word: &str) -> bool {
        let name = word.rsplit(['/', '\\']).next().unwrap_or_default();
        let name = name.strip_suffix(".exe").unwrap_or(name);
        self.programs.iter().any(|program| program.eq_ignore_ascii_case(name))
    }

    /// What the word, or the one behind it, says that is rather a secret.
    fn given<'w>(&self, word: &'w str, next: Option<&'w str>) -> Option<&'w str> {
        if self
            .options
            .iter()
            .any(|option| option.eq_ignore_ascii_case(word) && (option == word || option.len() > 2))
        {
            return next;
        }
        self.attached
            .iter()
            .find_map(|option| word.strip_prefix(option.as_str()))
            .filter(|rest| !rest.is_empty())
    }
}

impl SecretShapes {
    /// Whether a command in the text gives a secret to an option, behind a user or in a header: `curl -u app:…`,
    /// `--password …`, `-H "Authorization: Bearer …"`.
    pub(in crate::rules) fn is_given_in_command(&self, text: &str) -> bool {
        let gives_pairs = |word| self.is_user_with_password(word, ':');
        SIGNS.iter().any(|sign| text.contains(sign))
            && (self.gives(text, DEEPEST)
                || self.is_header(text)
                || text.contains("chpasswd") && text.split_whitespace().any(gives_pairs))
    }

    /// What an option tells about the word behind it: at most that it may be a secret, since many take the name of one.
    pub(in crate::rules) fn naming_behind(&self, word: &str) -> Naming {
        let name = word.strip_prefix('-').map(|name| name.trim_start_matches('-'));
        match name.map(|name| self.naming(name)) {
            None | Some(Naming::Other) => Naming::Other,
            Some(Naming::Perhaps | Naming::Secret) => Naming::Perhaps,
        }
    }

    /// Whether the value is such an option, in a list of arguments.
    pub(in crate::rules) fn is_option_of_secret(&self, value: Attr<'_, '_>) -> bool {
        value
            .text_is(|text| self.naming_behind(text) != Naming::Other)
            .is_true()
    }

    fn gives(&self, text: &str, deepest: usize) -> bool {
        commands(text).any(|words| self.command_gives(&words) || self.quotes_give(&words, deepest))
    }

    fn quotes_give(&self, words: &[Word], deepest: usize) -> bool {
        let mut quoted = words.iter().filter(|word| word.is_quoted);
        quoted.any(|word| {
            self.is_header(&word.text)
                || deepest
                    .checked_sub(1)
                    .is_some_and(|deeper| word.text.contains(' ') && self.gives(&word.text, deeper))
        })
    }

    fn command_gives(&self, words: &[Word]) -> bool {
        let of_commands: Vec<&Command> = self
            .commands
            .iter()
            .filter(|command| words.iter().any(|word| command.is_of(&word.text)))
            .collect();
        let texts = words.iter().map(|word| word.text.as_str());
        texts
            .clone()
            .zip(texts.skip(1).map(Some).chain([None]))
            .any(|(word, next)| {
                let naming = self.naming_behind(word);
                let is_behind = next.is_some_and(|next| !next.starts_with('-') && self.is_secret(naming, head(next)));
                is_behind
                    || of_commands.iter().any(|command| {
                        let given = command.given(word, next).map(head);
                        given.is_some_and(|given| match command.behind {
                            Some(sign) => self.is_user_with_password(given, sign),
                            None => self.is_secret(Naming::Secret, given),
                        })
                    })
            })
    }

    /// Whether it is `user:password`, with whatever sign between.
    fn is_user_with_password(&self, word: &str, sign: char) -> bool {
        let word = word.trim_matches(['"', '\'', ',']);
        word.split_once(sign).is_some_and(|(user, password)| {
            let is_user = !user.is_empty() && !user.contains(['/', ':', '=', '{', '"']);
            is_user && !password.contains(':') && self.is_password_of_user(head(password))
        })
    }

    /// Whether it is a header with credentials: `Authorization: Bearer …`, `X-Api-Key: …`.
    fn is_header(&self, text: &str) -> bool {
        let Some((name, value)) = text.split_once(": ") else {
            return false;
        };
        let naming = if name.to_ascii_lowercase().ends_with("authorization") {
            Naming::Secret
        } else {
            self.naming(name)
        };
        let value = value.trim();
        let value = match value.split_once(' ') {
            Some((scheme, rest)) if SCHEMES.iter().any(|known| known.eq_ignore_ascii_case(scheme)) => rest,
            _ => value,
        };
        naming != Naming::Other && !value.contains(char::is_whitespace) && self.is_secret(naming, head(value))
    }
}

/// A word of a command.
#[derive(Debug, PartialEq)]
struct Word {
    text: String,
    /// Whether a part of it stands in quotes.
    is_quoted: bool,
}

/// The commands of a text, word by word, as shells part them; comments are left out.
fn commands(text: &str) -> impl Iterator<Item = Vec<Word>> {
    let mut letters = text.char_indices().peekable();
    std::iter::from_fn(move || {
        letters.peek()?;
        Some(command(text, &mut letters))
    })
}

fn command(text: &str, letters: &mut Peekable<CharIndices<'_>>) -> Vec<Word> {
    let mut words = Vec::new();
    let mut open: Option<Word> = None;
    while let Some((at, letter)) = letters.next() {
        match letter {
            '\n' | ';' | '|' | '&' => break,
            '#' if open.is_none() => while letters.next_if(|(_, letter)| *letter != '\n').is_some() {},
            ' ' | '\t' | '\r' => words.extend(open.take()),
            // A line goes on in the next one; elsewhere the letter behind it stands for itself.
            '\\' => match letters.next() {
                Some((_, '\n')) | None => words.extend(open.take()),
                Some((_, escaped)) => word(&mut open).text.push(escaped),
            },
            '"' | '\'' if !is_apostrophe(open.as_ref(), letters) => {
                let inside = text.get(at + 1..).unwrap_or_default();
                let word = word(&mut open);
                if !inside.contains(letter) {
                    word.text.push(letter);
                    continue;
                }
                word.is_quoted = true;
                while let Some((_, inside)) = letters.next_if(|(_, inside)| *inside != letter) {
                    match letters.next_if(|(_, escaped)| inside == '\\' && letter == '"' && *escaped == '"') {
                        Some((_, escaped)) => word.text.push(escaped),
                        None => word.text.push(inside),
                    }
                }
                letters.next();
            }
            letter => word(&mut open).text.push(letter),
        }
    }
    words.extend(open);
    words
}

/// Whether a quote behind such a word is one of prose: `don't`.
fn is_apostrophe(word: Option<&Word>, behind: &mut Peekable<CharIndices<'_>>) -> bool {
    let of_prose = |word: &Word| !word.text.starts_with('-') && word.text.ends_with(char::is_alphabetic);
    word.is_some_and(of_prose) && behind.peek().is_some_and(|(_, letter)| letter.is_alphabetic())
}

fn word(open: &mut Option<Word>) -> &mut Word {
    open.get_or_insert_with(|| Word {
        text: String::new(),
        is_quoted: false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_parted_as_shells_do() {
        for (text, wanted, why) in [
            ("a -b c", vec![vec!["a", "-b", "c"]], "words"),
            ("a 'b c' \"d \\\"e\\\"\"", vec![vec!["a", "b c", "d \"e\""]], "quotes"),
            ("a -p'b c'd", vec![vec!["a", "-pb cd"]], "quotes inside of a word"),
            ("a \\\n  -b", vec![vec!["a", "-b"]], "a line that goes on"),
            (
                "a | b && c; d\ne",
                vec![vec!["a"], vec!["b"], vec![], vec!["c"], vec!["d"], vec!["e"]],
                "several",
            ),
            ("a # b's\nc", vec![vec!["a"], vec!["c"]], "a comment"),
            ("don't can't", vec![vec!["don't", "can't"]], "prose"),
            ("a 'b", vec![vec!["a", "'b"]], "a quote that never ends"),
            ("a \\", vec![vec!["a"]], "a sign at the end"),
            ("", vec![], "nothing"),
        ] {
            let found: Vec<Vec<String>> = commands(text)
                .map(|words| words.into_iter().map(|word| word.text).collect())
                .collect();
            assert_eq!(found, wanted, "{why}");
        }
    }

    #[test]
    fn commands_give_secrets_without_a_name() {
        let shapes = SecretShapes::builtin();
        for (text, found, why) in [
            ("curl -u app:Tr0ub4dor3 https://acme.io/", true, "of a user"),
            ("curl --user 'app:Tr0ub4dor3' https://acme.io/", true, "in quotes"),
            ("curl -u app:$PASSWORD https://acme.io/", false, "a variable"),
            ("curl -u app https://acme.io/", false, "no password"),
            ("tar -u app:Tr0ub4dor3", false, "another program's option"),
            ("mysql -u root -pTr0ub4dor3 app", true, "attached to its option"),
            ("/usr/bin/mysqldump -p'Tr0ub4dor3' app", true, "by its path, in quotes"),
            ("mysql -p app", false, "asks for it"),
            ("mkdir -pTr0ub4dor3", false, "another program's"),
            ("sshpass -p Tr0ub4dor3 ssh app@db1", true, "behind its option"),
            (
                "docker login -u app -p Tr0ub4dor3 registry.acme.io",
                true,
                "told to log in",
            ),
            ("docker run -p 8080:80 app", false, "a port"),
            ("app login --password Tr0ub4dor3", true, "an option that says so"),
            ("app login --password $PASSWORD", false, "a variable"),
            ("app login --password-stdin Tr0ub4dor3", false, "comes from elsewhere"),
            ("app login --token Tr0ub4dor3xyz", true, "perhaps one, and it is"),
            ("app --secret prod-db-credentials-v2", false, "the name of a secret"),
            ("app login --password\n  Tr0ub4dor3", false, "another line"),
            (
                "app login \\\n  --password \\\n  Tr0ub4dor3",
                true,
                "a line that goes on",
            ),
            (
                "curl -H \"X-Api-Key: Tr0ub4dor3xyz\" https://acme.io/",
                true,
                "a header",
            ),
            (
                "curl -H 'Authorization: Basic YXBwOlRyMHViNGRvcjM=' x",
                true,
                "with its scheme",
            ),
            ("curl -H 'Authorization: Bearer '$TOKEN x", false, "a variable"),
            ("curl -H 'Content-Type: application/json2' x", false, "another header"),
            ("ssh db1 \"mysql -pTr0ub4dor3 app\"", true, "on another machine"),
            ("echo 'root:Tr0ub4dor3' | chpasswd", true, "a user and its password"),
            (
                "#cloud-config\nchpasswd:\n  list: |\n    root:Tr0ub4dor3\n",
                true,
                "a list of them",
            ),
            (
                "chpasswd:\n  list: |\n    root:$6$Abcdefg1\n    app:RANDOM\n",
                false,
                "hashes, and new ones",
            ),
            ("openssl rsa -in k -passin pass:Tr0ub4dor3", true, "as it reads them"),
            ("openssl rsa -in k -passin env:PASSWORD", false, "from the environment"),
            (
                "$p = ConvertTo-SecureString 'Tr0ub4dor3' -AsPlainText -Force",
                true,
                "which is not secure",
            ),
            ("$p = ConvertTo-SecureString $env:P -AsPlainText", false, "a variable"),
            (
                "aws configure set aws_secret_access_key Tr0ub4dor3xyz/Q",
                true,
                "a setting",
            ),
            ("redis-cli -h db1 -a Tr0ub4dor3 ping", true, "by a short option"),
            ("", false, "nothing"),
        ] {
            assert_eq!(shapes.is_given_in_command(text), found, "{text}: {why}");
            assert!(!found || shapes.may_be_in(text), "{text}: the quick look");
            let json = serde_json::to_string(text).unwrap();
            assert!(!found || shapes.may_be_in(&json), "{text}: the quick look at JSON");
        }
    }
}
