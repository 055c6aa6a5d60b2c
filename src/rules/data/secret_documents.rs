//! Secrets in documents that stand in a text: XML, manifests of Kubernetes in YAML, files in base64.

use super::secret_commands::is_from_elsewhere;
use super::secret_names::{Naming, snake_case};
use super::secret_scripts::{BLOCKS, is_time};
use super::secret_texts::decoded_text;
use super::secret_tokens::{head, in_base64};
use super::secrets::{CONTENT_OF_SECRET, SecretShapes};

/// Ends of names in the content of a secret that tell who uses it, and where.
const OPEN_ENDS: [&str; 8] = [
    "database", "email", "host", "hostname", "login", "port", "user", "username",
];

/// Elements whose text, and attributes whose value, is the name of what stands beside them.
const NAMES: [&str; 2] = ["key", "name"];

/// Elements that hold a value whose name stands before them.
const VALUES: [&str; 2] = ["string", "value"];

impl SecretShapes {
    /// Whether a document in the text holds a secret that no line of it gives to a name.
    pub(in crate::rules) fn is_in_document(&self, text: &str) -> bool {
        text.contains("</") && self.is_in_elements(text)
            || text.contains("/>") && self.is_in_attributes(text)
            || text.contains("Secret") && objects(text).any(|object| self.is_in_manifest(object))
    }

    /// Whether an element is a secret by its name, or by the one before it: `<password>…</password>`,
    /// `<name>db.password</name> <value>…</value>`.
    fn is_in_elements(&self, text: &str) -> bool {
        let mut named = Naming::Other;
        let mut tags = text.split('<').skip(1).peekable();
        while let Some(tag) = tags.next() {
            let Some((begin, content)) = tag.split_once('>') else {
                continue;
            };
            let ends_here = tags.peek().is_some_and(|next| next.starts_with('/'));
            let name = begin.split(char::is_whitespace).next().unwrap_or_default();
            let name = name.rsplit(':').next().unwrap_or_default();
            let is_in = |list: &[&str]| list.iter().any(|one| one.eq_ignore_ascii_case(name));
            let content = content.trim();
            let own = self.naming(name);
            if begin.starts_with('/') || begin.ends_with('/') || begin.starts_with('!') {
                continue;
            }
            let naming = if is_in(&VALUES) { named } else { own };
            named = match (ends_here, content.is_empty()) {
                (true, _) if is_in(&NAMES) => self.naming(content.rsplit(['/', '.', ':']).next().unwrap_or_default()),
                (false, true) => own,
                _ => Naming::Other,
            };
            if ends_here && self.is_text_of_secret(naming, content) {
                return true;
            }
        }
        false
    }

    /// Whether an element gives a secret to a name: `<add key="Password" value="…"/>`.
    fn is_in_attributes(&self, text: &str) -> bool {
        text.split('<').skip(1).any(|tag| {
            let begin = tag.split('>').next().unwrap_or_default();
            let attribute = |names: &[&str]| {
                let mut parts = begin.split(['"', '\'']);
                let mut pairs = std::iter::from_fn(move || Some((parts.next()?, parts.next()?)));
                pairs.find_map(|(before, value)| {
                    let name = before.trim_end().strip_suffix('=')?.trim_end();
                    let name = name.rsplit(char::is_whitespace).next().unwrap_or_default();
                    names.iter().any(|one| one.eq_ignore_ascii_case(name)).then_some(value)
                })
            };
            let naming =
                attribute(&NAMES).map(|name| self.naming(name.rsplit(['/', '.', ':']).next().unwrap_or_default()));
            naming.is_some_and(|naming| attribute(&VALUES).is_some_and(|value| self.is_text_of_secret(naming, value)))
        })
    }

    /// Whether a text that stands alone is a secret, neither put there later nor encrypted, as Maven does it.
    fn is_text_of_secret(&self, naming: Naming, text: &str) -> bool {
        let is_put_in = |sign: char| text.starts_with(sign) && text.ends_with(sign);
        naming != Naming::Other
            && !"@%_#".chars().any(is_put_in)
            && !text.starts_with('{')
            && !is_time(text)
            && self.is_secret(naming, head(text))
    }

    /// Whether a word is a line of `.pgpass`: host, port, database, user and password.
    pub(super) fn is_line_of_pgpass(&self, word: &str) -> bool {
        let mut parts = word.trim_matches(['"', '\'']).split(':');
        let mut next = || parts.next().filter(|part| !part.is_empty());
        let (Some(host), Some(port), Some(database), Some(user), Some(password)) =
            (next(), next(), next(), next(), next())
        else {
            return false;
        };
        let is_port = port == "*" || port.parse::<u16>().is_ok();
        let is_of_name = |letter: char| letter.is_ascii_alphanumeric() || "*_-.".contains(letter);
        let are_names = [host, database, user].iter().all(|name| name.chars().all(is_of_name));
        let is_whole = parts.next().is_none();
        is_whole && is_port && are_names && !is_from_elsewhere(password) && self.is_password_of_user(head(password))
    }

    /// Whether an object in YAML is a secret of Kubernetes with something in it.
    fn is_in_manifest(&self, object: &str) -> bool {
        let key = |line: &str| {
            line.trim_start_matches([' ', '-'])
                .split(':')
                .next()
                .map(bare)
                .unwrap_or_default()
                .to_owned()
        };
        let depth = |line: &str| line.len() - line.trim_start_matches([' ', '-']).len();
        let is_secret = |line: &&str| {
            let (name, kind) = line.trim_start_matches([' ', '-']).split_once(':').unwrap_or_default();
            bare(name) == "kind" && bare(kind) == "Secret"
        };
        let Some(outer) = object.lines().find(is_secret).map(depth) else {
            return false;
        };
        let mut content = None;
        let mut lines = object.lines().peekable();
        while let Some(line) = lines.next() {
            let is_comment = line.trim_start().starts_with('#');
            if line.trim().is_empty() || is_comment {
                continue;
            }
            if depth(line) <= outer {
                let name = key(line);
                content = CONTENT_OF_SECRET
                    .into_iter()
                    .find(|content| depth(line) == outer && *content == name);
                continue;
            }
            let Some((content, (name, value))) = content.zip(line.split_once(": ")) else {
                continue;
            };
            let name = snake_case(bare(name)).into_owned();
            let value = value.split(" #").next().unwrap_or_default().trim();
            let value = if BLOCKS.contains(&value) {
                lines.next().unwrap_or_default()
            } else {
                value
            };
            let is_open = OPEN_ENDS.contains(&name.rsplit('_').next().unwrap_or_default());
            // What else a program is told may stand there, too.
            let naming = match self.naming(&name) {
                Naming::Other => Naming::Perhaps,
                naming => naming,
            };
            if !is_open && !self.is_about_secrets(&name) && self.is_content(content, naming, bare(value)) {
                return true;
            }
        }
        false
    }

    fn is_content(&self, content: &str, naming: Naming, value: &str) -> bool {
        let is_secret = |text: &str| self.is_secret(naming, head(text)) || self.has_url_with_password(text);
        if content == "stringData" {
            return !value.starts_with(['*', '&']) && is_secret(value);
        }
        in_base64(value)
            .is_some_and(|text| is_secret(text.trim()) || self.token(&text).is_some() || self.assigns(&text))
    }
}

/// A scalar of YAML without blanks and quotes around it.
fn bare(text: &str) -> &str {
    text.trim().trim_matches(['"', '\''])
}

/// The objects of a text in YAML: its documents, and the items of lists of them.
fn objects(text: &str) -> impl Iterator<Item = &str> {
    let mut lines = text.split_inclusive('\n').peekable();
    let mut start = 0;
    std::iter::from_fn(move || {
        let mut length = lines.next()?.len();
        let begins = |line: &&str| line.starts_with("---") || bare(line.trim_start()).starts_with("- apiVersion");
        while let Some(line) = lines.next_if(|line| !begins(line)) {
            length += line.len();
        }
        let object = text.get(start..start + length);
        start += length;
        object
    })
}

/// The files that a configuration of cloud-init writes, where they stand in it in base64.
pub(in crate::rules) fn decoded_files(text: &str) -> impl Iterator<Item = String> {
    /// Each of those that are packed may be a thousand times as long.
    const MOST_PACKED: usize = 8;
    let has_files = text.contains("encoding") && text.contains("content");
    let lines = text.lines().filter(move |_| has_files);
    let contents = lines.filter_map(|line| {
        let (name, value) = line.trim_start_matches([' ', '-']).split_once(':')?;
        (bare(name) == "content").then(|| bare(value))
    });
    let mut packed = 0;
    contents.filter_map(move |content| {
        packed += usize::from(content.starts_with("H4sI"));
        (packed <= MOST_PACKED).then(|| decoded_text(content))?
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `YXBwOlRyMHViNGRvcjM=` says `app:Tr0ub4dor3`.
    #[test]
    fn documents_hold_secrets() {
        let shapes = SecretShapes::builtin();
        for (text, found, why) in [
            ("<a><password>Tr0ub4dor3</password></a>", true, "an element"),
            (
                "<c:password>\n  Tr0ub4dor3\n</c:password>",
                true,
                "with a prefix and blanks",
            ),
            ("<password>${password}</password>", false, "put there later"),
            ("<password>@db1.password2@</password>", false, "by another program"),
            ("<password>{COQLCE6DU6GtcS5P=}</password>", false, "encrypted by Maven"),
            ("<password/><user>Tr0ub4dor3</user>", false, "nothing, and another name"),
            ("<password>Tr0ub4dor3", false, "no element"),
            ("<add key=\"DbPassword\" value=\"Tr0ub4dor3\"/>", true, "attributes"),
            (
                "<add key=\"Password\" value=\"%DB1_PW2%\"/>",
                false,
                "put there later, too",
            ),
            (
                "<add key=\"PasswordLength\" value=\"Tr0ub4dor3\"/>",
                false,
                "another name",
            ),
            (
                "<name>db.Password</name>\n<value>Tr0ub4dor3</value>",
                true,
                "a name and a value",
            ),
            ("<name>db.host</name><value>Tr0ub4dor3</value>", false, "another name"),
            (
                "<AdministratorPassword><Value>Tr0ub4dor3</Value></AdministratorPassword>",
                true,
                "a value in an element",
            ),
            (
                "<Password></Password><Value>Tr0ub4dor3</Value>",
                false,
                "beside an empty one",
            ),
            (
                "apiVersion: v1\nkind: Secret\nstringData:\n  a: Tr0ub4dor3\n",
                true,
                "a manifest",
            ),
            (
                "\"data\":\n  \"a\": \"VHIwdWI0ZG9yMw==\"\n\"kind\": \"Secret\"\n",
                true,
                "as an engine writes it, in base64",
            ),
            ("kind: Secret\nstringData:\n  a: |\n    Tr0ub4dor3\n", true, "a block"),
            (
                "kind: Secret\nmetadata:\n  name: Tr0ub4dor3\nstringData:\n  a: ${a}\n",
                false,
                "not its content",
            ),
            (
                "kind: Secret\nstringData:\n  username: App1User2\n",
                false,
                "who uses it",
            ),
            ("kind: Secret\nstringData:\n  a: eu-west-1\n", false, "a setting"),
            (
                "kind: Secret\ndata:\n  a: Y2hhbmdlbWU=\n",
                false,
                "a placeholder in base64",
            ),
            (
                "kind: ConfigMap\ndata:\n  a: Tr0ub4dor3\n---\nkind: Secret\n",
                false,
                "another object",
            ),
            (
                "- apiVersion: v1\n  kind: ConfigMap\n  data:\n    a: Tr0ub4dor3\n- apiVersion: v1\n  kind: Secret\n",
                false,
                "another one in a list",
            ),
            ("", false, "nothing"),
        ] {
            assert_eq!(shapes.is_in_document(text), found, "{text}: {why}");
            let json = serde_json::to_string(text).unwrap();
            let may_be = shapes.may_be_in(text) && shapes.may_be_in(&json);
            assert!(!found || may_be, "{text}: the quick look");
        }
    }

    #[test]
    fn files_of_cloud_init_are_read() {
        for (text, wanted, why) in [
            (
                "write_files:\n- encoding: b64\n  content: YXBwOlRyMHViNGRvcjM=\n",
                vec!["app:Tr0ub4dor3"],
                "a file",
            ),
            (
                "\"content\": \"YXBwOlRyMHViNGRvcjM=\"\n\"encoding\": \"b64\"\n",
                vec!["app:Tr0ub4dor3"],
                "as an engine writes it",
            ),
            ("write_files:\n- content: YXBwOlRyMHViNGRvcjM=\n", vec![], "a plain one"),
            ("encoding: b64\ncontent: Hello, world\n", vec![], "no base64"),
        ] {
            assert_eq!(decoded_files(text).collect::<Vec<_>>(), wanted, "{why}");
        }
        // A packed file of which no more than a few are unpacked.
        let packed = "content: H4sIAAAAAAACA8vIBACsKpPYAgAAAA==\n";
        let files = decoded_files(&format!("encoding: gz+b64\n{}", packed.repeat(50))).count();
        assert!(files < 10, "{files}");
    }

    #[test]
    fn hostile_documents_take_no_time() {
        let shapes = SecretShapes::builtin();
        for (part, why) in [
            ("<password", "tags that never end"),
            ("<password>", "elements that never end"),
            ("<a name='password' value='x", "quotes"),
            ("kind: Secret\n---\n", "manifests"),
            ("- apiVersion: v1\n  kind: Secret\n  data:\n", "items"),
            ("kind: Secret\n", "kinds"),
            ("kind: Secret\ndata:\n a: |\n", "blocks"),
        ] {
            let text = format!("</ /> encoding content Secret {}", part.repeat(50_000));
            assert!(!shapes.is_in_document(&text), "{why}");
            assert_eq!(decoded_files(&text).count(), 0, "{why}");
        }
    }
}
