//! Secrets in commands, which give them to an option, behind a user or in a header.

use std::iter::Peekable;
use std::str::CharIndices;

use serde::Deserialize;

use crate::facts::attr::Attr;

use super::secret_names::{Naming, snake_case};
use super::secret_tokens::head;
use super::secrets::SecretShapes;

/// How deep commands are looked for inside the quoted words of others: `ssh host "sh -c '…'"`.
const DEEPEST: usize = 3;

/// What stands in every text with a command that gives a secret to something, plain or as JSON writes it.
pub(super) const SIGNS: [&str; 28] = [
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
    "DENTIFIED BY",
    "dentified by",
    "ASSWORD '",
    "assword '",
    "ecureString ",
    "_key ",
    "uthorization: ",
    "UTHORIZATION: ",
];

/// Whether a word of a command is what a shell, another program or a template puts in its place, or a port.
fn is_from_elsewhere(word: &str) -> bool {
    let word = word.trim_start_matches(['"', '\'', '\\']);
    let between =
        |sign: char| word.starts_with(sign) && word.len() > 1 && word.trim_end_matches(['"', '\'']).ends_with(sign);
    let is_port = || {
        word.contains(':')
            && word
                .chars()
                .all(|letter| letter.is_ascii_digit() || ".:/".contains(letter))
    };
    word.starts_with(['$', '`', '@', '(', '{', '[', '<'])
        || is_port()
        || ["env:", "fd:", "file:"].iter().any(|source| word.starts_with(source))
        || between('%')
        || between('!')
}

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
        // What begins another command in it, or leads to the program.
        let name = word
            .rsplit(['/', '\\', '(', '`', '=', '@', '!', '"', '\''])
            .next()
            .unwrap_or_default();
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
            return next.filter(|next| !next.starts_with('-'));
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
        SIGNS.iter().any(|sign| text.contains(sign))
            && (self.gives(text, DEEPEST)
                || self.is_header(text)
                || text.contains("chpasswd") && self.is_list_of_users(text))
    }

    /// Whether a user and a password are put into `chpasswd`: in its own line, or alone in those right below it.
    fn is_list_of_users(&self, text: &str) -> bool {
        let mut is_below = false;
        text.lines().any(|line| {
            let line = line.trim();
            let is_pair = |word: &str| self.is_user_with_password(word, ':');
            if line.contains("chpasswd") {
                is_below = true;
                let given = line.split("chpasswd").next().unwrap_or_default();
                let here = line.split("<<<").nth(1).unwrap_or_default();
                return [given, here].into_iter().flat_map(str::split_whitespace).any(is_pair);
            }
            let item = line.trim_start_matches("- ").trim_end_matches("\\n");
            let names_them = ["expire:", "list:", "users:"].iter().any(|name| line.starts_with(name));
            is_below &= line.is_empty() || names_them || !item.contains(char::is_whitespace) && item.contains(':');
            // On the line of its name stands what it is set to.
            let given = item
                .split_once(':')
                .filter(|_| names_them)
                .map_or(item, |(_, given)| given.trim());
            is_below && is_pair(given)
        })
    }

    /// What an option tells about the word behind it: at most that it may be a secret, since many take the name of one,
    /// and some nothing else.
    pub(in crate::rules) fn naming_behind(&self, word: &str) -> Naming {
        let name = word.strip_prefix('-').map(|name| name.trim_start_matches('-'));
        let tells = |name: &&str| !self.options_for_names.contains(&*snake_case(name));
        match name.filter(tells).map(|name| self.naming(name)) {
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
            self.is_header(word.quoted.as_ref().unwrap_or(&word.text))
                || deepest
                    .checked_sub(1)
                    .is_some_and(|deeper| word.text.contains(' ') && self.gives(&word.text, deeper))
        })
    }

    fn command_gives(&self, words: &[Word]) -> bool {
        let mut of_commands: Vec<&Command> = Vec::new();
        let mut before = "";
        for (place, given) in words.iter().enumerate() {
            let word = given.text.as_str();
            let next = words.get(place + 1).map(|next| next.text.as_str());
            let is_secret = |naming, text: &str| !is_from_elsewhere(text) && self.is_secret(naming, head(text));
            let naming = self.naming_behind(word);
            if next.is_some_and(|next| !next.starts_with('-') && is_secret(naming, next)) {
                return true;
            }
            // Only options behind its name are those of a program, and `ConvertTo-SecureString` is its own.
            for command in self.commands.iter().filter(|command| command.is_of(word)) {
                // Once each, however often a hostile text names it.
                if !of_commands.iter().any(|known| std::ptr::eq(*known, command)) {
                    of_commands.push(command);
                }
            }
            let gives = of_commands.iter().any(|command| {
                command.given(word, next).is_some_and(|given| match command.behind {
                    Some(sign) => !is_from_elsewhere(given) && self.is_user_with_password(given, sign),
                    None => is_secret(Naming::Secret, given),
                })
            });
            // Statements of databases: `IDENTIFIED BY '…'`, `PASSWORD '…'`.
            let is_of_statement = given.is_quoted
                && (before.eq_ignore_ascii_case("by") || before.eq_ignore_ascii_case("password"))
                && is_secret(Naming::Secret, word);
            if gives || is_of_statement {
                return true;
            }
            before = word;
        }
        false
    }

    /// Whether it is `user:password`, with whatever sign between.
    fn is_user_with_password(&self, word: &str, sign: char) -> bool {
        let word = word.trim_matches(['"', '\'', ',']);
        word.split_once(sign).is_some_and(|(user, password)| {
            let is_of_name = |letter: char| letter.is_ascii_alphanumeric() || "_-.\\@".contains(letter);
            let is_user = user.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
                && user.chars().all(is_of_name);
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
        let bare = value.trim_start_matches(['"', '\'']);
        let is_code = bare.starts_with(['+', '.', '{', '(']) || is_from_elsewhere(bare);
        naming != Naming::Other
            && !is_code
            && !value.contains(char::is_whitespace)
            && self.is_secret(naming, head(value))
    }
}

/// A word of a command.
#[derive(Debug, PartialEq)]
struct Word {
    text: String,
    /// Whether a part of it stands in quotes.
    is_quoted: bool,
    /// The last such part, where there is more in the word.
    quoted: Option<String>,
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
                Some((_, '\r')) if letters.next_if(|(_, letter)| *letter == '\n').is_some() => {
                    words.extend(open.take());
                }
                // A path of Windows.
                Some((_, escaped)) if open.as_ref().is_some_and(|word| is_path_of_windows(&word.text)) => {
                    word(&mut open).text.extend(['\\', escaped]);
                }
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
                let start = word.text.len();
                while let Some((_, inside)) = letters.next_if(|(_, inside)| *inside != letter) {
                    match letters.next_if(|(_, escaped)| inside == '\\' && letter == '"' && *escaped == '"') {
                        Some((_, escaped)) => word.text.push(escaped),
                        None => word.text.push(inside),
                    }
                }
                letters.next();
                word.quoted = word.text.get(start..).map(str::to_owned);
            }
            letter => word(&mut open).text.push(letter),
        }
    }
    words.extend(open);
    words
}

/// Whether a word begins with a drive: `C:\tools`.
fn is_path_of_windows(word: &str) -> bool {
    matches!(word.as_bytes(), [drive, b':'] | [drive, b':', b'\\', ..] if drive.is_ascii_alphabetic())
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
        quoted: None,
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
        for (text, why) in [
            ("curl -u app:Tr0ub4dor3 https://acme.io/", "of a user"),
            ("curl --user 'app:Tr0ub4dor3' https://acme.io/", "in quotes"),
            ("mysql -u root -pTr0ub4dor3 app", "attached to its option"),
            ("/usr/bin/mysqldump -p'Tr0ub4dor3' app", "by its path, in quotes"),
            ("sshpass -p Tr0ub4dor3 ssh app@db1", "behind its option"),
            ("docker login -u app -p Tr0ub4dor3 registry.acme.io", "told to log in"),
            ("app login --password Tr0ub4dor3", "an option that says so"),
            ("app login --token Tr0ub4dor3xyz", "perhaps one, and it is"),
            ("app login \\\n  --password \\\n  Tr0ub4dor3", "a line that goes on"),
            ("curl -H \"X-Api-Key: Tr0ub4dor3xyz\" https://acme.io/", "a header"),
            (
                "curl -H 'Authorization: Basic YXBwOlRyMHViNGRvcjM=' x",
                "with its scheme",
            ),
            ("ssh db1 \"mysql -pTr0ub4dor3 app\"", "on another machine"),
            ("echo 'root:Tr0ub4dor3' | chpasswd", "a user and its password"),
            (
                "#cloud-config\nchpasswd:\n  expire: false\n  list: root:Tr0ub4dor3\n",
                "on one line",
            ),
            (
                "#cloud-config\nchpasswd:\n  list: |\n    root:Tr0ub4dor3\n",
                "a list of them",
            ),
            ("openssl rsa -in k -passin pass:Tr0ub4dor3", "as it reads them"),
            (
                "$p = ConvertTo-SecureString 'Tr0ub4dor3' -AsPlainText -Force",
                "which is not secure",
            ),
            ("ALTER USER app IDENTIFIED BY 'Tr0ub4dor3'", "a statement"),
            (
                "V=$(curl -s -u app:Tr0ub4dor3 https://acme.io/)",
                "a command in another",
            ),
            ("C:\\tools\\mysql.exe -pTr0ub4dor3", "by a path of Windows"),
            ("curl \\\r\n -u app:Tr0ub4dor3 x", "a line of Windows that goes on"),
            ("curl -uapp:Tr0ub4dor3 x", "attached"),
            ("aws configure set aws_secret_access_key Tr0ub4dor3xyz/Q", "a setting"),
            ("redis-cli -h db1 -a Tr0ub4dor3 ping", "by a short option"),
        ] {
            assert!(shapes.is_given_in_command(text), "{text}: {why}");
            assert!(shapes.may_be_in(text), "{text}: the quick look");
            let json = serde_json::to_string(text).unwrap();
            assert!(shapes.may_be_in(&json), "{text}: the quick look at JSON");
        }
    }

    #[test]
    fn hostile_texts_take_no_time() {
        let shapes = SecretShapes::builtin();
        for (part, why) in [
            ("mysql curl -p ", "programs that are named again and again"),
            ("\\a", "signs that stand for themselves"),
            ("C:\\", "paths that never end"),
            ("chpasswd -p\nroot:x\n", "users"),
            ("-p '\" ", "quotes in quotes"),
            ("don't ", "quotes that are none"),
            ("-H 'x: y' ", "headers"),
        ] {
            let text = format!(" -p {}", part.repeat(50_000));
            assert!(!shapes.is_given_in_command(&text), "{why}");
        }
    }

    #[test]
    fn what_only_looks_like_one_in_a_command_is_none() {
        let shapes = SecretShapes::builtin();
        for (text, why) in [
            (
                "aws ec2 run-instances --client-token 9f86Dd08-884c",
                "a number of the call",
            ),
            ("curl -u app:$PASSWORD https://acme.io/", "a variable"),
            ("curl -u app https://acme.io/", "no password"),
            ("tar -u app:Tr0ub4dor3", "another program's option"),
            ("mysql -p app", "asks for it"),
            ("mkdir -pTr0ub4dor3", "another program's"),
            ("docker run -p 8080:80 app", "a port"),
            ("app login --password $PASSWORD", "a variable"),
            ("app login --password-stdin Tr0ub4dor3", "comes from elsewhere"),
            ("app --secret prod-db-credentials-v2", "the name of a secret"),
            ("app login --password\n  Tr0ub4dor3", "another line"),
            ("curl -H 'Authorization: Bearer '$TOKEN x", "a variable"),
            ("curl -H 'Content-Type: application/json2' x", "another header"),
            (
                "chpasswd:\n  list: |\n    root:$6$Abcdefg1\n    app:RANDOM\n",
                "hashes, and new ones",
            ),
            ("openssl rsa -in k -passin env:PASSWORD", "from the environment"),
            ("$p = ConvertTo-SecureString $env:P -AsPlainText", "a variable"),
            ("$env:PW | ConvertTo-SecureString -AsPlainText -Force", "an option"),
            (
                "New-LocalUser x -Password (ConvertTo-SecureString $env:PW1)",
                "an expression",
            ),
            ("app login --password %DB_PASSWORD1%", "a variable of Windows"),
            ("app join --token `kubeadm token create1`", "what a command says"),
            ("docker build --secret id=Npmrc1,src=x .", "which one"),
            ("kubectl --kubeconfig kubeconfig-prod01 apply", "a file"),
            ("docker run --name mongo -p 127.0.0.1:27017:27017 mongo", "a port"),
            ("h='Authorization: Bearer '+os.environ['API_TOKEN1']", "code"),
            ("chpasswd:\n  expire: false\n", "what is set beside them"),
            (
                "chpasswd: { expire: False }\nruncmd:\n  - docker run nginx:1.25.3-alpine\n",
                "an image",
            ),
            ("", "nothing"),
        ] {
            assert!(!shapes.is_given_in_command(text), "{text}: {why}");
        }
    }
}
