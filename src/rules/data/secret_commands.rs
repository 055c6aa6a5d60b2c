//! Secrets in commands, which give them to an option, behind a user or in a header.

use crate::facts::attr::Attr;
use crate::facts::command::{self, Given};

use super::secret_names::{Naming, snake_case};
use super::secret_tokens::head;
use super::secrets::SecretShapes;

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

impl SecretShapes {
    /// Whether a command in the text gives a secret to an option, behind a user or in a header: `curl -u app:…`,
    /// `--password …`, `-H "Authorization: Bearer …"`.
    pub(in crate::rules) fn is_given_in_command(&self, text: &str) -> bool {
        command::gives(text, &|given| self.is_secret_given(given))
    }

    /// Whether what a command gives is a secret.
    fn is_secret_given(&self, given: Given<'_>) -> bool {
        let (naming, value) = match given {
            Given::Option(option, word) => (self.naming_behind(option), word),
            Given::Secret(word) => (Naming::Secret, word),
            Given::User(sign, word) => return !is_from_elsewhere(word) && self.is_user_with_password(word, sign),
            Given::Header(name, value) if name.to_ascii_lowercase().ends_with("authorization") => {
                (Naming::Secret, value)
            }
            Given::Header(name, value) => (self.naming(name), value),
        };
        naming != Naming::Other && !is_from_elsewhere(value) && self.is_secret(naming, head(value))
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
}

#[cfg(test)]
mod tests {
    use crate::facts::assigned::gives;
    use crate::facts::named::may_be_secret;

    use super::*;

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
            ("curl https://acme.io/?a=b&c=d -u app:Tr0ub4dor3", "behind a URL"),
            (
                "GET / HTTP/1.1\nHost: acme.io\nAuthorization: Basic YXBwOlRyMHViNGRvcjM=\n",
                "a header in a line of its own",
            ),
            (
                "CMD [\"app\", \"--db-password\", \"Tr0ub4dor3\"]",
                "in a list of another language",
            ),
            ("aws configure set aws_session_token Tr0ub4dor3xyz/Q", "another setting"),
        ] {
            assert!(shapes.is_given_in_command(text), "{text}: {why}");
            assert!(gives(text, may_be_secret), "{text}: shown in documents without marks");
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
