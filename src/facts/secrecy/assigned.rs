//! Texts that give a secret to a name, or to a command: `DB_PASSWORD=…`, `--password …`, `mysql -p…`, `password: …`.

use crate::json::Document;

use super::command::{self, Given};
use super::named::{is_about, is_sure};
use super::script::{self, Sign, is_of_name};

/// Values that switch something on or off.
const SWITCHES: [&str; 10] = [
    "true", "false", "yes", "no", "on", "off", "null", "none", "enabled", "disabled",
];

/// Words that are longer, in letters, are no places.
const LONGEST_PLACE: usize = 256;

/// Parts of a place that are as long and mixed are no words.
const SHORTEST_RANDOM: usize = 20;

/// Whether a text gives something to a name, or as a command to an option, of which `is_secret` says that it is a
/// secret's. What stands for something that is elsewhere is none, and of JSON its members tell.
pub(crate) fn gives(text: &str, is_secret: impl Fn(&str) -> bool) -> bool {
    let is_given = |given: script::Given<'_>| {
        let (name, value) = (given.name.trim_start_matches('-'), given.value);
        match given.sign {
            Sign::Equal | Sign::Apart(_) => is_secret_given(name, value, &is_secret),
            Sign::Colon { is_block: true } => is_sure(name) && is_secret(name),
            Sign::Colon { .. } | Sign::Flow => is_sure(name) && is_word_given(name, value, &is_secret),
        }
    };
    let is_command = || {
        let is_secret = |given: Given<'_>| is_command_given(given, &is_secret);
        // Comments are shown, too, and a quote of prose pairs with that of a word.
        let signs = ['#', '"', '\''];
        let plain = || text.replace('#', " ").replace(signs, "");
        command::gives(text, &is_secret) || text.contains(signs) && command::gives(&plain(), &is_secret)
    };
    !is_json(text) && (script::given(text, |_| true).any(is_given) || is_command())
}

/// Whether what is given to a name is a secret: the name is one's, and it is no setting of it.
fn is_secret_given(name: &str, value: &str, is_secret: &impl Fn(&str) -> bool) -> bool {
    let is_setting = || first_word(value).is_some_and(|(word, is_alone)| is_setting(name, word, is_alone));
    is_value(value) && is_secret(name) && !is_setting()
}

/// Whether a word says of a secret which one it is, where it stands or how it is used. `is_alone` says that nothing
/// follows it: else it may be the first word of several.
fn is_setting(name: &str, word: &str, is_alone: bool) -> bool {
    let is_switch = SWITCHES.iter().any(|switch| switch.eq_ignore_ascii_case(word));
    let is_short_number = word.len() <= 3 && word.bytes().all(|byte| byte.is_ascii_digit());
    // The ids of secrets of some makers are secrets, too.
    is_about(name) && !is_uuid(word)
        || is_place(word)
        || is_switch && (is_alone || !is_sure(name))
        || is_short_number && !is_sure(name)
}

/// The word with which what is given begins, without quotes, and whether nothing follows in its line; `None` where a
/// quote holds more than that, and where it is too long.
fn first_word(text: &str) -> Option<(&str, bool)> {
    let text = text.strip_prefix('>').unwrap_or(text).trim_start_matches([' ', '\t']);
    let longest = text.char_indices().nth(LONGEST_PLACE).map_or(text.len(), |(at, _)| at);
    let near = text.get(..longest)?;
    let end = near.find(char::is_whitespace);
    let end = end.or_else(|| (longest == text.len()).then_some(longest))?;
    let (word, rest) = near.split_at_checked(end)?;
    let rest = rest.lines().next().unwrap_or_default().trim();
    let word = word.trim_end_matches([';', ',', ')']);
    let word = match word.chars().next().filter(|first| "\"'".contains(*first)) {
        Some(quote) => word.strip_prefix(quote)?.strip_suffix(quote)?,
        None => word.trim_end_matches(['"', '\'']),
    };
    Some((word, rest.is_empty() || rest.starts_with('#')))
}

/// Whether a word is a path, a URL without anything secret in it, or a name of something at Amazon.
fn is_place(word: &str) -> bool {
    let begins = ["/", "./", "../", "~/", "$HOME/", "$PWD/", "arn:"];
    let is_of_place = |letter: char| letter.is_ascii_alphanumeric() || "/._-~:$*".contains(letter);
    let is_random = |part: &str| {
        let has = |is: fn(&u8) -> bool| part.bytes().any(|byte| is(&byte));
        let is_mixed = has(u8::is_ascii_uppercase) && has(u8::is_ascii_lowercase);
        let is_hexadecimal = part.bytes().all(|byte| byte.is_ascii_hexdigit());
        part.len() >= SHORTEST_RANDOM && has(u8::is_ascii_digit) && (is_mixed || is_hexadecimal)
    };
    (begins.iter().any(|begin| word.starts_with(begin)) || word.contains("://"))
        && word.chars().all(is_of_place)
        && !word.split(['/', ':']).any(is_random)
}

/// Whether a text is a UUID: ids are, and some secrets.
pub(crate) fn is_uuid(text: &str) -> bool {
    let lengths = text.split('-').map(str::len);
    lengths.eq([8, 4, 4, 4, 12]) && text.bytes().all(|byte| byte == b'-' || byte.is_ascii_hexdigit())
}

/// Whether one word, or what stands in quotes, is a secret that is given to a name.
fn is_word_given(name: &str, value: &str, is_secret: &impl Fn(&str) -> bool) -> bool {
    let is_word = value.starts_with(['"', '\'']) || !value.contains(char::is_whitespace);
    let is_other = value == "~" || value.starts_with(['*', '[', '{']);
    is_word && !is_other && is_secret_given(name, value, is_secret)
}

/// Whether it is an object or a list of JSON, as one is shown that stands in a text.
fn is_json(text: &str) -> bool {
    text.starts_with(['{', '[']) && Document::read(text).is_ok()
}

/// Which words of a command are secrets, or hold one: an option before it says so, or a program takes it so.
pub(crate) fn taken(words: &[&str], is_secret: impl Fn(&str) -> bool) -> Vec<usize> {
    let given = command::given(words.iter().map(|word| (*word, false)));
    let mut taken: Vec<usize> = given
        .filter(|(_, given)| is_command_given(*given, &is_secret))
        .map(|(at, _)| at)
        .collect();
    taken.dedup();
    taken
}

/// Whether what a command gives is a secret.
fn is_command_given(given: Given<'_>, is_secret: &impl Fn(&str) -> bool) -> bool {
    match given {
        Given::Option(option, word) => {
            let name = option.trim_start_matches('-');
            is_value(word) && is_secret(name) && !is_setting(name, word, false)
        }
        Given::Secret(word) => is_value(word),
        Given::User(sign, word) => word.split_once(sign).is_some_and(|(_, password)| is_value(password)),
        Given::Header(name, value) => {
            // In YAML most names are none of headers, and what stands in several words is prose.
            let is_header = name.contains('-') || name.eq_ignore_ascii_case("authorization") || is_sure(name);
            is_header && !value.contains(char::is_whitespace) && is_secret_given(name, value, is_secret)
        }
    }
}

/// What a text is that gives something to a name and does nothing else: `DB_PASSWORD=…`, `--password=…`.
pub(super) fn assignment(text: &str) -> Option<(&str, &str)> {
    let (name, value) = text.split_once('=')?;
    let name = name.trim_start_matches('-');
    let is_whole = !name.is_empty() && name.chars().all(is_of_name) && !text.contains(char::is_whitespace);
    (is_whole && is_value(value) && !is_setting(name, value, true)).then_some((name, value))
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
            ("DB_PASSWORD=~x", true, "no question"),
            ("$password =~ x", false, "one"),
            ("--password=x", true, "an option"),
            ("serve --password=x --port=1", true, "one of several"),
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
            ("db_pass: x", true, "another name"),
            ("pwd: x\npw: x", true, "and shorter ones"),
            ("pw: x", true, "the shortest"),
            ("bypass: x", false, "another word"),
            ("password : x", true, "a space before the sign"),
            ("password:\tx", true, "a tab behind it"),
            ("password: &a x", true, "an anchor"),
            ("password: !!str 'x y'", true, "a tag"),
            ("password: !Ref Password", false, "of another language"),
            ("db:\n  password:\n    x\n  port: 1", true, "in the line below"),
            ("db:\n  password:\n  port: 1", false, "in none"),
            ("db:\n  secret:\n    name: x", false, "members"),
            ("cat <<E\n{\"password\":\"x\"}\nE", true, "JSON in a script"),
            ("curl -d \"{\\\"password\\\":\\\"x\\\"}\" a", true, "with escapes"),
            ("cat <<E\n{\"image\":\"x\"}\nE", false, "without a secret"),
            ("export KUBECONFIG=/etc/kubernetes/admin.conf", false, "a place"),
            ("KUBECONFIG=$HOME/.kube/config kubectl get", false, "another one"),
            ("DB_PASSWORD=/wJalrXUtnFEMIK7MDENGbPxRfiCYEX", true, "random letters"),
            ("TOKEN_URL=https://a.net/oauth/token", false, "a URL"),
            ("TOKEN_URL=https://a.net/?sig=x", true, "with what is signed"),
            ("DB_SECRET_URL=https://a:x@b.net/", true, "with a password"),
            (
                "DB_SECRET=arn:aws:secretsmanager:eu-west-1:1:secret:db",
                false,
                "which one",
            ),
            ("aws get-secret-value --secret-id app", false, "which one, as an option"),
            (
                "VAULT_SECRET_ID=0a3b5c7d-1e2f-4a5b-8c9d-0e1f2a3b4c5d",
                true,
                "an id that is one",
            ),
            ("TOKEN_TTL=3600 serve --token-ttl 3600", false, "how long it holds"),
            ("ENABLE_PASSWORD_AUTH=true", false, "a switch"),
            ("PasswordAuthentication = no\n", false, "another one"),
            ("PASSWORD=no more", true, "no switch: more follows"),
            ("PASSWORD='no more'", true, "in quotes"),
            ("serve --password 'no more'", true, "behind an option"),
            ("PASSWORD_MIN_LENGTH=12", false, "how long it is"),
            ("PASSWORD_HISTORY=5", false, "a short number"),
            ("DB_PIN=123", true, "one that is a secret"),
            ("docker login --password-stdin a.net", false, "where it comes from"),
            ("sshpass -V; ssh -p 22 a", false, "an option of the next program"),
            ("sshpass -V && ssh -p 22 a", false, "the same"),
            ("sshpass -v -P 'a; b' -p x ssh a", true, "a sign in quotes ends nothing"),
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
    fn commands_that_are_told_a_secret_are_known() {
        for (text, wanted, why) in [
            ("serve --db-password x", true, "behind it"),
            ("serve --db-password 'x y'", true, "in quotes"),
            ("serve --db-password \\\n  x", true, "in the next line"),
            ("serve --db-password --port 1", false, "another option behind it"),
            ("serve --db-password $DB_PASSWORD", false, "a variable behind it"),
            ("serve --db-host x", false, "another option"),
            ("sshpass -p x ssh a", true, "of that program"),
            ("docker run -p 80:80 app", false, "of another program"),
            ("V=$(curl -s -u app:x https://a.net)", true, "inside of another command"),
            ("cd /x;mysql -px", true, "behind a sign without blanks"),
            ("curl https://a.net/?b=1&c=2 -u app:x", true, "behind a URL"),
            ("curl -H \"Authorization: Bearer x\" a", true, "a header"),
            ("curl -H \"Authorization: Bearer $x\" a", false, "with a variable"),
            ("curl -H 'Accept: x' a", false, "another header"),
            ("GET / HTTP/1.1\nAuthorization: Basic x\n", true, "in a line of its own"),
            ("security:\n  authorization: enabled\n", false, "a switch"),
            ("ALTER USER app IDENTIFIED BY 'x'", true, "a statement"),
            ("echo app:x | chpasswd", true, "a user with its password"),
            (
                "chpasswd:\n  expire: false\n  list: |\n    app:x\n",
                true,
                "a list of them",
            ),
            ("chpasswd:\n  expire: false\nruncmd:\n- a: b\n", false, "none"),
            ("# mysql -px", true, "a comment"),
            ("serve --password #x", true, "no comment but in a shell"),
            ("the users' data\nmysql -p'x'", true, "behind a quote that is none"),
            (".\\mysql.exe -px", true, "by a path of Windows"),
            (
                "[\"serve\", \"--password\", \"x\"]#",
                true,
                "in a list of another language",
            ),
            ("mysql -u root -px", true, "attached"),
            ("mkdir -px", false, "of another one"),
            ("/usr/bin/mysqldump -px a", true, "by its path"),
            ("curl -u app:x https://a.net", true, "behind the user"),
            ("curl -u app https://a.net", false, "a user alone"),
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
            (&["serve", "--token-file", "/run/token"], &[], "where it is"),
            (&["serve", "--secret-name", "app"], &[], "which one"),
            (
                &["serve", "--password", "no"],
                &[2],
                "a word that may be the first of several",
            ),
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
            ("DB_PASSWORD_FILE=x", None, "its file"),
            ("DB_PASSWORD=123", Some(("DB_PASSWORD", "123")), "a number"),
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
            ("token=", "without an end"),
            ("token:\n ", "lines of YAML"),
            ("token:", "in one line"),
            ("password: &a ", "anchors"),
        ] {
            let text = part.repeat(100_000);
            let _ = gives(&text, may_be_secret);
            assert!(!gives(&text, |_| false), "{why}");
        }
    }
}
