//! What commands in a text give to an option, behind a user, in a header or in a statement, as shells part their words.

use std::iter::Peekable;
use std::str::CharIndices;

/// How deep commands are looked for inside the quoted words of others: `ssh host "sh -c '…'"`.
const DEEPEST: usize = 3;

/// What stands in every text with a command that gives a secret to something, plain or as JSON writes it.
pub(crate) const SIGNS: [&str; 29] = [
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
    "n_token ",
    "uthorization: ",
    "UTHORIZATION: ",
];

/// Names of headers and kinds of credentials, before the secret itself.
const SCHEMES: [&str; 4] = ["basic", "bearer", "apikey", "token"];

/// What programs take a secret without saying so.
struct Command {
    /// The names of programs, or of what they are told to do: `login`.
    programs: &'static [&'static str],
    /// It is the word behind one of these.
    options: &'static [&'static str],
    /// It is the rest of a word that begins so.
    attached: &'static [&'static str],
    /// It stands behind the name of a user and this sign.
    behind: Option<char>,
}

/// One that takes it as a word, or as the rest of one.
const fn command(
    programs: &'static [&'static str],
    options: &'static [&'static str],
    attached: &'static [&'static str],
) -> Command {
    Command {
        programs,
        options,
        attached,
        behind: None,
    }
}

const COMMANDS: &[Command] = &[
    command(&["configure"], &["aws_secret_access_key", "aws_session_token"], &[]),
    command(&["ConvertTo-SecureString"], &["-String", "ConvertTo-SecureString"], &[]),
    Command {
        behind: Some(':'),
        ..command(
            &["curl"],
            &["--proxy-user", "--user", "-U", "-su", "-u"],
            &["--user=", "-U", "-u"],
        )
    },
    command(&["keytool"], &["-keypass", "-storepass"], &[]),
    command(
        &[
            "ldapadd",
            "ldapdelete",
            "ldapmodify",
            "ldapmodrdn",
            "ldappasswd",
            "ldapsearch",
            "ldapwhoami",
        ],
        &["-w"],
        &[],
    ),
    command(
        &[
            "login",
            "mongo",
            "mongodump",
            "mongoexport",
            "mongoimport",
            "mongorestore",
            "mongosh",
        ],
        &["-p"],
        &[],
    ),
    command(
        &[
            "mariadb",
            "mariadb-admin",
            "mariadb-dump",
            "mysql",
            "mysqladmin",
            "mysqlcheck",
            "mysqldump",
            "mysqlimport",
            "mysqlsh",
        ],
        &[],
        &["-p"],
    ),
    command(&["openssl"], &[], &["pass:"]),
    command(&["put-parameter", "secret"], &["--value"], &[]),
    command(&["redis-server", "valkey-server"], &["--requirepass"], &[]),
    command(&["redis-cli", "valkey-cli"], &["-a"], &[]),
    Command {
        behind: Some('%'),
        ..command(&["rpcclient", "smbclient"], &["-U"], &[])
    },
    command(&["bcp", "osql", "sqlcmd", "unzip"], &["-P"], &["-P"]),
    command(&["sshpass"], &["-p"], &["-p"]),
];

/// A word that may be a secret, after what says so.
#[derive(Clone, Copy)]
pub(crate) enum Given<'w> {
    /// Behind that option, as it is written: `--password …`.
    Option(&'w str, &'w str),
    /// Where a program or a statement takes nothing else: `mysql -p…`, `IDENTIFIED BY '…'`.
    Secret(&'w str),
    /// Where the name of a user, this sign and a password stand: `curl -u app:…`.
    User(char, &'w str),
    /// In a header of that name, behind its scheme: `Authorization: Bearer …`.
    Header(&'w str, &'w str),
}

impl Command {
    /// What a word says behind another one that is rather a secret.
    fn given<'w>(&self, before: &str, word: &'w str) -> Option<Given<'w>> {
        let mut options = self.options.iter();
        let is_option = |option: &&str| option.eq_ignore_ascii_case(before) && (*option == before || option.len() > 2);
        let given = if !word.starts_with('-') && options.any(is_option) {
            word
        } else {
            let mut attached = self.attached.iter().filter_map(|option| word.strip_prefix(option));
            attached.find(|rest| !rest.is_empty())?
        };
        Some(
            self.behind
                .map_or(Given::Secret(given), |sign| Given::User(sign, given)),
        )
    }
}

/// Whether a command in the text gives something of which `is_secret` says that it is a secret.
pub(crate) fn gives(text: &str, is_secret: &dyn Fn(Given<'_>) -> bool) -> bool {
    let may_give = text.contains(" -") || SIGNS.iter().any(|sign| text.contains(sign));
    may_give && gives_in(text, DEEPEST, is_secret)
        || text.lines().filter_map(header).any(is_secret)
        || text.contains("chpasswd") && users(text).any(|word| is_secret(Given::User(':', word)))
}

fn gives_in(text: &str, deepest: usize, is_secret: &dyn Fn(Given<'_>) -> bool) -> bool {
    commands(text).any(|words| {
        let plain = words.iter().map(|word| (word.text.as_str(), word.quoted.is_some()));
        let mut quoted = words.iter().filter_map(|word| Some((word, word.quoted.as_ref()?)));
        given(plain).any(|(_, given)| is_secret(given))
            || quoted.any(|(word, quoted)| {
                let is_command = deepest > 0 && word.text.contains(char::is_whitespace);
                header(quoted).is_some_and(is_secret) || is_command && gives_in(&word.text, deepest - 1, is_secret)
            })
    })
}

/// What the words of one command give, by the place of the word; of each it says whether it stands in quotes.
pub(crate) fn given<'w>(words: impl Iterator<Item = (&'w str, bool)>) -> impl Iterator<Item = (usize, Given<'w>)> {
    let mut commands: Vec<&Command> = Vec::new();
    let (mut before, mut is_identified) = ("", false);
    words.enumerate().flat_map(move |(at, (word, is_quoted))| {
        let is_behind_option = before.starts_with('-') && !word.starts_with('-');
        // Statements of databases: `IDENTIFIED BY '…'`, `PASSWORD '…'`.
        is_identified |= before.eq_ignore_ascii_case("identified");
        let is_told = is_identified && before.eq_ignore_ascii_case("by") || before.eq_ignore_ascii_case("password");
        let is_of_statement = is_quoted && is_told;
        let of_option = is_behind_option.then_some(Given::Option(before, word));
        let of_statement = is_of_statement.then_some(Given::Secret(word));
        let of_commands = commands.iter().filter_map(|command| command.given(before, word));
        let given: Vec<_> = of_option.into_iter().chain(of_statement).chain(of_commands).collect();
        // Only options behind its name are those of a program, and `ConvertTo-SecureString` is its own.
        let name = program(word);
        let is_it = |program: &&str| program.eq_ignore_ascii_case(name);
        for command in COMMANDS.iter().filter(|command| command.programs.iter().any(is_it)) {
            // Once each, however often a hostile text names it.
            if !commands.iter().any(|known| std::ptr::eq(*known, command)) {
                commands.push(command);
            }
        }
        // In a list of another language a comma stands behind it.
        before = word.trim_end_matches(',');
        given.into_iter().map(move |given| (at, given))
    })
}

/// The name of a program, without what begins another command in the word or leads to the program.
fn program(word: &str) -> &str {
    let begins = word.rfind(['/', '\\', '(', '`', '=', '@', '!', '"', '\'', '&']);
    let name = begins.and_then(|at| word.get(at + 1..)).unwrap_or(word);
    name.strip_suffix(".exe").unwrap_or(name)
}

/// Name and value of a header, without its scheme: `Authorization: Bearer …`, `X-Api-Key: …`.
fn header(line: &str) -> Option<Given<'_>> {
    let (name, value) = line.split_once(": ")?;
    let (name, value) = (name.trim_start_matches([' ', '-', '"', '\'']), value.trim());
    let (first, rest) = value.split_once(' ').unwrap_or((value, ""));
    let is_scheme = SCHEMES.iter().any(|known| known.eq_ignore_ascii_case(first));
    let value = if is_scheme { rest } else { value };
    // Prose has several words there, and code goes on so.
    let bare = value.trim_start_matches(['"', '\'']);
    let is_header = !name.contains(char::is_whitespace) && !bare.starts_with(['+', '.', '{', '(', '[']);
    is_header.then_some(Given::Header(name, value))
}

/// The words that may be a user with a password for `chpasswd`: in its own line, or alone in those right below it.
fn users(text: &str) -> impl Iterator<Item = &str> {
    let mut is_below = false;
    text.lines().flat_map(move |line| {
        let line = line.trim();
        let own = line
            .split_once("chpasswd")
            .map(|(given, behind)| [given, behind.split("<<<").nth(1).unwrap_or_default()]);
        let words = own.unwrap_or_else(|| {
            let item = line.trim_start_matches("- ").trim_end_matches("\\n");
            let names_them = ["expire:", "list:", "users:"].iter().any(|name| line.starts_with(name));
            is_below &= line.is_empty() || names_them || !item.contains(char::is_whitespace) && item.contains(':');
            // On the line of its name stands what it is set to.
            let given = item
                .split_once(':')
                .filter(|_| names_them)
                .map_or(item, |(_, given)| given);
            [if is_below { given } else { "" }, ""]
        });
        is_below |= own.is_some();
        words.into_iter().flat_map(str::split_whitespace)
    })
}

/// A word of a command.
#[derive(Debug, Default)]
struct Word {
    text: String,
    /// The last part of it in quotes.
    quoted: Option<String>,
}

/// The commands of a text, word by word, as shells part them; comments are left out.
fn commands(text: &str) -> impl Iterator<Item = Vec<Word>> {
    let mut letters = text.char_indices().peekable();
    std::iter::from_fn(move || {
        letters.peek()?;
        Some(words(text, &mut letters))
    })
}

/// The words of the next command.
fn words(text: &str, letters: &mut Peekable<CharIndices<'_>>) -> Vec<Word> {
    let mut words = Vec::new();
    let mut open: Option<Word> = None;
    while let Some((at, letter)) = letters.next() {
        match letter {
            '\n' | ';' | '|' => break,
            // In a URL it parts something else.
            '&' if open.is_none()
                || letters
                    .peek()
                    .is_none_or(|(_, next)| *next == '&' || next.is_whitespace()) =>
            {
                break;
            }
            '#' if open.is_none() => while letters.next_if(|(_, letter)| *letter != '\n').is_some() {},
            ' ' | '\t' | '\r' => words.extend(open.take()),
            // A line goes on in the next one; elsewhere the letter behind it stands for itself.
            '\\' => match letters.next() {
                Some((_, '\n')) | None => words.extend(open.take()),
                Some((_, '\r')) if letters.next_if(|(_, letter)| *letter == '\n').is_some() => {
                    words.extend(open.take());
                }
                Some((_, escaped)) => {
                    // In the middle of a word nobody escapes a letter: it is a path of Windows.
                    let sign = (open.is_some() && escaped.is_alphanumeric()).then_some('\\');
                    let word = open.get_or_insert_default();
                    word.text.extend(sign.into_iter().chain([escaped]));
                }
            },
            '"' | '\'' if !is_apostrophe(open.as_ref(), letters) => {
                let inside = text.get(at + 1..).unwrap_or_default();
                let word = open.get_or_insert_default();
                if !inside.contains(letter) {
                    word.text.push(letter);
                    continue;
                }
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
            letter => open.get_or_insert_default().text.push(letter),
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
            (
                "a https://b/?c=d&e=f -g",
                vec![vec!["a", "https://b/?c=d&e=f", "-g"]],
                "a query",
            ),
            ("a # b's\nc", vec![vec!["a"], vec!["c"]], "a comment"),
            ("don't can't", vec![vec!["don't", "can't"]], "prose"),
            ("a 'b", vec![vec!["a", "'b"]], "a quote that never ends"),
            (
                ".\\a\\b \\c",
                vec![vec![".\\a\\b", "c"]],
                "a path of Windows, and a sign before a word",
            ),
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
    fn every_command_has_a_sign_in_its_text() {
        for command in COMMANDS {
            let program = command.programs[0];
            let options = command.options.iter().map(|option| format!("{program} {option} x"));
            let attached = command.attached.iter().map(|option| format!("{program} {option}x"));
            for text in options.chain(attached) {
                let is_given = |given: Given<'_>| matches!(given, Given::Secret("x") | Given::User(_, "x"));
                assert!(gives(&text, &is_given), "{text}");
                assert!(SIGNS.iter().any(|sign| text.contains(sign)), "{text}");
            }
        }
    }
}
