//! Texts that give a secret to a name, or to a command: `DB_PASSWORD=…`, `--password …`, `mysql -p…`, `password: …`.

use crate::json::Document;

use super::named::{COMMANDS, Command};

/// Longer words before a sign are no names.
const LONGEST_NAME: usize = 64;

/// How names in YAML end, in small letters and without signs, that hold nothing but a secret: others tell of one.
const ENDS_IN_YAML: [&str; 9] = [
    "accesskey",
    "apikey",
    "passphrase",
    "passwd",
    "password",
    "privatekey",
    "secret",
    "secretkey",
    "token",
];

/// Whether a text gives something to a name, or as a command to an option, of which `is_secret` says that it is a
/// secret's. What stands for something that is elsewhere is none, and of JSON its members tell.
pub(crate) fn gives(text: &str, is_secret: impl Fn(&str) -> bool) -> bool {
    let is_given = |(name, value): (&str, &str)| is_secret(name) && is_value(value);
    // Options stand behind a program.
    let may_command = || text.contains(" -") || text.contains(" pass:");
    // A line that ends so goes on in the next one.
    let is_command = || {
        let text = text.replace("\\\n", " ");
        text.lines().any(|line| is_command(line, &is_secret))
    };
    let is_yaml = || text.contains(": ") && text.lines().any(|line| is_yaml(line, &is_secret));
    (assignments(text).any(is_given) || may_command() && is_command() || is_yaml()) && !is_json(text)
}

/// Whether a line of YAML gives a word, or a text whose lines follow, to the name of a secret. What it says of a secret
/// that is there already is none.
fn is_yaml(line: &str, is_secret: &impl Fn(&str) -> bool) -> bool {
    line.split(['{', ',', '}']).any(|member| {
        let Some((name, value)) = member.trim_start_matches([' ', '\t', '-']).split_once(": ") else {
            return false;
        };
        let name = name.trim_matches(['"', '\'']);
        let value = value.split(" #").next().unwrap_or_default().trim();
        let is_word = value.starts_with(['"', '\'']) || !value.contains(char::is_whitespace);
        let is_nothing = ["null", "true", "false", "~"].contains(&value) || value.starts_with(['*', '[']);
        let mut joined: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
        joined.make_ascii_lowercase();
        name.len() <= LONGEST_NAME
            && name.chars().all(is_of_name)
            && ENDS_IN_YAML.iter().any(|end| joined.ends_with(end))
            && !joined.starts_with("existing")
            && is_secret(name)
            && is_word
            && !is_nothing
            && (value.starts_with(['|', '>']) || is_value(value))
    })
}

/// Whether it is an object or a list of JSON, as one is shown that stands in a text.
fn is_json(text: &str) -> bool {
    text.starts_with(['{', '[']) && Document::read(text).is_ok()
}

fn is_command(line: &str, is_secret: &impl Fn(&str) -> bool) -> bool {
    let words: Vec<&str> = line.split_whitespace().map(bare).collect();
    !taken(&words, is_secret).is_empty()
}

/// Which words of a command are secrets, or hold one: an option before it says so, or a program takes it so.
pub(crate) fn taken(words: &[&str], is_secret: impl Fn(&str) -> bool) -> Vec<usize> {
    let mut taken = Vec::new();
    let mut commands: Vec<&Command> = Vec::new();
    let mut option = "";
    for (at, word) in words.iter().enumerate() {
        let follows = |options: &[&str]| !word.starts_with('-') && options.contains(&option);
        let name = option.trim_start_matches('-');
        let is_told = name.len() < option.len() && !word.starts_with('-') && is_secret(name);
        let gives = |(_, options, attached, behind): &&Command| {
            let attached = attached.iter().find_map(|option| word.strip_prefix(option));
            let given = attached.or_else(|| follows(options).then_some(word));
            let secret = given.and_then(|given| behind.map_or(Some(given), |sign| Some(given.split_once(sign)?.1)));
            secret.is_some_and(is_value)
        };
        if is_told && is_value(word) || commands.iter().any(gives) {
            taken.push(at);
        }
        // Each once, however often a hostile text names it.
        let program = word.rsplit(['/', '\\']).next().unwrap_or_default();
        let program = program.strip_suffix(".exe").unwrap_or(program);
        let named = COMMANDS.iter().filter(|(programs, ..)| programs.contains(&program));
        for command in named {
            if !commands.iter().any(|known| std::ptr::eq(*known, command)) {
                commands.push(command);
            }
        }
        option = word;
    }
    taken
}

/// What a text is that gives something to a name and does nothing else: `DB_PASSWORD=…`, `--password=…`.
pub(super) fn assignment(text: &str) -> Option<(&str, &str)> {
    let (name, value) = text.split_once('=')?;
    let name = name.trim_start_matches('-');
    let is_whole = !name.is_empty() && name.chars().all(is_of_name) && !text.contains(char::is_whitespace);
    // A place is none that tells it.
    let is_place = value.starts_with('/') || value.contains("://");
    (is_whole && is_value(value) && !is_place).then_some((name, value))
}

/// Every name in the text to which something is given, with what is given.
fn assignments(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let signs = memchr::memchr_iter(b'=', text.as_bytes());
    signs.filter_map(move |at| {
        let before = text.get(..at)?.trim_end_matches([' ', '\t', ':', '"', '\'']);
        let name = before.strip_prefix(before.trim_end_matches(is_of_name))?;
        let name = name.trim_start_matches('-');
        let value = text.get(at + 1..)?;
        // Questions are put with several signs, and base64 ends in them.
        let is_one = !value.starts_with(['=', '~']);
        (is_one && !name.is_empty() && name.len() <= LONGEST_NAME).then_some((name, value))
    })
}

fn is_of_name(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || "_-.".contains(letter)
}

fn bare(word: &str) -> &str {
    word.trim_matches(['"', '\'', '`', '(', ')', ';', ','])
}

/// Whether a text begins with something that is given, and not with what a shell or a template puts there.
fn is_value(text: &str) -> bool {
    let text = text.strip_prefix('>').unwrap_or(text).trim_start_matches([' ', '\t']);
    let value = text.trim_start_matches(['"', '\'', '\\']);
    let ends = |letter: char| letter.is_whitespace() || "\"';&|,)\\".contains(letter);
    let of_variable = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let is_variable = || {
        let behind = value.strip_prefix('$').map(|name| name.trim_start_matches(of_variable));
        behind.is_some_and(|behind| behind.is_empty() || behind.starts_with(ends))
    };
    let is_template = || ["$(", "${", "`", "{{"].iter().any(|sign| value.starts_with(sign));
    !value.is_empty() && !value.starts_with(ends) && !is_template() && !is_variable()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::named::may_be_secret;

    #[test]
    fn texts_that_give_a_secret_to_a_name_are_known() {
        for (text, wanted, why) in [
            ("DB_PASSWORD=x", true, "a variable"),
            ("DB_PASSWORD=", false, "nothing"),
            ("DB_PASSWORD=''", false, "nothing in quotes"),
            ("DB_HOST=x", false, "another name"),
            ("DB_PASSWORD=$PASSWORD", false, "another variable"),
            ("DB_PASSWORD=${PASSWORD}", false, "the same in braces"),
            ("DB_PASSWORD=\"$(pass show db)\"", false, "what a command says"),
            ("DB_PASSWORD=$x!7", true, "no name of a variable"),
            ("--password=x", true, "an option"),
            ("serve --password=x --port=1", true, "one of several"),
            ("serve --db-password x", true, "behind it"),
            ("serve --db-password 'x y'", true, "in quotes"),
            ("serve --db-password \\\n  x", true, "in the next line"),
            ("serve --db-password --port 1", false, "another option behind it"),
            ("serve --db-password $DB_PASSWORD", false, "a variable behind it"),
            ("serve --db-host x", false, "another option"),
            ("sshpass -p x ssh a", true, "of that program"),
            ("docker run -p 80:80 app", false, "of another program"),
            ("mysql -u root -px", true, "attached"),
            ("mkdir -px", false, "of another one"),
            ("/usr/bin/mysqldump -px a", true, "by its path"),
            ("curl -u app:x https://a.net", true, "behind the user"),
            ("curl -u app https://a.net", false, "a user alone"),
            ("Server=db;Uid=sa;Pwd=x;", true, "a part of several"),
            ("#!/bin/sh\nexport DB_PASSWORD=x\n", true, "a script"),
            ("[default]\naws_secret_access_key = x\n", true, "a file of settings"),
            ("'password' => 'x'", true, "another one"),
            ("auth:\n  adminPassword: x # of the test\n", true, "YAML"),
            ("auth: {user: app, password: 'x'}", true, "in one line"),
            ("auth:\n  password: |\n    x\n", true, "in the next one"),
            (" {\"password\": \"x\"}", true, "JSON that is shown as a text"),
            ("{\"password\": \"x\"}", false, "one that is shown as JSON"),
            (
                "auth:\n  existingSecret: app\n  passwordPolicy: strict\n",
                false,
                "which one it is, and what it is like",
            ),
            (
                "auth:\n  password: null\n  token: {{ .token }}\n",
                false,
                "nothing, and a template",
            ),
            ("password: at least 12 letters", false, "prose"),
            ("$password == $other", false, "a question"),
            ("c2VjcmV0dG9rZW4=", false, "base64"),
            ("c2VjcmV0dG9rZW4==", false, "with two signs"),
            ("a token is needed", false, "prose"),
            ("", false, "nothing at all"),
        ] {
            assert_eq!(gives(text, may_be_secret), wanted, "{text}: {why}");
        }
    }

    #[test]
    fn words_of_commands_are_secrets_where_what_stands_before_them_says_so() {
        for (words, wanted, why) in [
            (
                &["serve", "--password", "x", "--port", "1"][..],
                &[2][..],
                "behind an option",
            ),
            (&["serve", "password", "x"], &[], "behind a word"),
            (&["mysql", "-u", "root", "-px"], &[3], "attached"),
            (&["sshpass", "-p", "x", "ssh", "-p", "22"], &[2, 5], "of that program"),
            (&["docker", "run", "-p", "80:80"], &[], "of another"),
            (&["--password", "$PASSWORD"], &[], "a variable"),
            (&["--password"], &[], "with nothing behind it"),
        ] {
            assert_eq!(taken(words, may_be_secret), wanted, "{why}");
        }
    }

    #[test]
    fn what_is_nothing_but_an_assignment_is_taken_apart() {
        for (text, wanted, why) in [
            ("DB_PASSWORD=x=y", Some(("DB_PASSWORD", "x=y")), "at the first sign"),
            ("--password=x", Some(("password", "x")), "an option"),
            ("DB_PASSWORD=/run/secrets/db", None, "where it is"),
            ("DB_PASSWORD=x STAGE=prod", None, "two of them"),
            ("=x", None, "no name"),
            ("DB_PASSWORD=$x", None, "a variable"),
        ] {
            assert_eq!(assignment(text), wanted, "{why}");
        }
    }

    #[test]
    fn hostile_texts_take_no_time() {
        for (part, why) in [
            ("token=${", "templates without an end"),
            ("token=$a", "variables"),
            ("-p$a mysql ", "options of many programs"),
            ("= ", "signs"),
        ] {
            let text = part.repeat(100_000);
            let _ = gives(&text, may_be_secret);
            assert!(!gives(&text, |_| false), "{why}");
        }
    }
}
