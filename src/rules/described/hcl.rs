//! A document in the older HCL, which Vault, Consul and Nomad read, as the value that it stands for: blocks are lists
//! of objects that hold their first label.

use serde_json::{Map, Value};

/// The member that holds the first label of a block.
const LABEL: &str = "label";

/// What is nested deeper is not read.
const DEEPEST: usize = 64;

/// The body; `None` when the text cannot be read. It reads all that `github.com/hashicorp/hcl` of version 1 reads, and
/// is not stricter where that refuses a text.
pub(super) fn body(text: &str) -> Option<Value> {
    Reader { rest: text }.members(None, DEEPEST).map(Value::Object)
}

struct Reader<'t> {
    rest: &'t str,
}

impl Reader<'_> {
    fn take(&mut self, letter: char) -> bool {
        let behind = self.rest.strip_prefix(letter);
        self.rest = behind.unwrap_or(self.rest);
        behind.is_some()
    }

    /// White space, line feeds with it, and comments: a brace may stand on the next line.
    fn skip(&mut self) {
        loop {
            self.rest = self.rest.trim_start();
            let comments = [("#", "\n"), ("//", "\n"), ("/*", "*/")];
            let inside = |(begin, end): &(&str, &'static str)| Some((self.rest.strip_prefix(begin)?, *end));
            let Some((inside, end)) = comments.iter().find_map(inside) else {
                return;
            };
            match inside.split_once(end) {
                Some((_, behind)) => self.rest = behind,
                None if end == "\n" => self.rest = "",
                // No comment without its end: nothing can be read from here on.
                None => return,
            }
        }
    }

    /// What stands before the closing brace, or before the end.
    fn members(&mut self, closing: Option<char>, depth: usize) -> Option<Map<String, Value>> {
        let depth = depth.checked_sub(1)?;
        let mut members = Map::new();
        loop {
            self.skip();
            if self.take(',') {
                continue;
            }
            if self.rest.is_empty() {
                return closing.is_none().then_some(members);
            }
            if closing.is_some_and(|closing| self.take(closing)) {
                return Some(members);
            }
            let name = self.name()?;
            let mut label = None;
            loop {
                self.skip();
                if self.rest.starts_with(['=', '{']) {
                    break;
                }
                let more = self.name()?;
                label.get_or_insert(more);
            }
            let is_argument = self.take('=');
            self.skip();
            match (self.value(depth)?, label) {
                (value, None) if is_argument => again(&mut members, name, value),
                (Value::Object(mut block), label) => {
                    block.extend(label.map(|label| (LABEL.to_owned(), label.into())));
                    again(&mut members, name, Value::Array(vec![Value::Object(block)]));
                }
                // Only a block has labels.
                _ => return None,
            }
        }
    }

    fn name(&mut self) -> Option<String> {
        if self.rest.starts_with('"') {
            return self.text();
        }
        let is_of_name = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '-' | '.');
        let end = self.rest.find(|letter| !is_of_name(letter)).unwrap_or(self.rest.len());
        let (name, rest) = self.rest.split_at_checked(end).filter(|(name, _)| !name.is_empty())?;
        self.rest = rest;
        Some(name.to_owned())
    }

    fn value(&mut self, depth: usize) -> Option<Value> {
        match self.rest.chars().next()? {
            '"' => self.text().map(Value::String),
            '<' => self.heredoc().map(Value::String),
            '{' if self.take('{') => self.members(Some('}'), depth).map(Value::Object),
            '[' if self.take('[') => self.list(depth).map(Value::Array),
            _ => {
                let word = self.name_or_number()?;
                match word {
                    "true" => Some(Value::Bool(true)),
                    "false" => Some(Value::Bool(false)),
                    number => match number.trim_start_matches('-').strip_prefix("0x") {
                        Some(digits) => u64::from_str_radix(digits, 16).ok().map(Value::from),
                        None => number.parse::<f64>().ok().map(Value::from),
                    },
                }
            }
        }
    }

    fn name_or_number(&mut self) -> Option<&str> {
        let is_of_word = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '-' | '+' | '.');
        let end = self.rest.find(|letter| !is_of_word(letter)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at_checked(end)?;
        self.rest = rest;
        Some(word)
    }

    fn list(&mut self, depth: usize) -> Option<Vec<Value>> {
        let depth = depth.checked_sub(1)?;
        let mut items = Vec::new();
        loop {
            self.skip();
            if self.take(',') {
                continue;
            }
            if self.take(']') {
                return Some(items);
            }
            items.push(self.value(depth)?);
        }
    }

    /// A text in quotes. Within `${` and its brace quotes end nothing; it is the text's own, since nobody works it out.
    fn text(&mut self) -> Option<String> {
        let mut letters = self.rest.char_indices().skip(1);
        let (mut written, mut braces) = (String::new(), 0usize);
        while let Some((at, letter)) = letters.next() {
            match letter {
                '"' if braces == 0 => {
                    self.rest = self.rest.get(at + 1..)?;
                    return Some(written);
                }
                '\n' if braces == 0 => return None,
                '\\' => {
                    let (at, escaped) = letters.next()?;
                    let code = match escaped {
                        'u' => self.rest.get(at + 1..at + 5),
                        'U' => self.rest.get(at + 1..at + 9),
                        _ => None,
                    };
                    let code = code.and_then(|code| Some((code.len(), u32::from_str_radix(code, 16).ok()?)));
                    if let Some((length, code)) = code {
                        written.push(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
                        letters.nth(length - 1);
                    } else {
                        written.push(match escaped {
                            'n' => '\n',
                            't' => '\t',
                            'r' => '\r',
                            other => other,
                        });
                    }
                    continue;
                }
                '{' if braces > 0 || written.ends_with('$') => braces += 1,
                '}' => braces = braces.saturating_sub(1),
                _ => {}
            }
            written.push(letter);
        }
        None
    }

    /// The lines between `<<NAME`, or `<<-NAME`, and a line of that name alone.
    fn heredoc(&mut self) -> Option<String> {
        let (name, mut rest) = self.rest.strip_prefix("<<")?.split_once('\n')?;
        let name = name.trim_start_matches('-').trim();
        let mut written = String::new();
        while !rest.is_empty() {
            let (line, behind) = rest.split_once('\n').unwrap_or((rest, ""));
            if line.trim() == name {
                self.rest = behind;
                return Some(written);
            }
            written.push_str(line);
            written.push('\n');
            rest = behind;
        }
        None
    }
}

/// Adds a member. Lists that stand under the same name are one list; of other values the last one counts.
fn again(members: &mut Map<String, Value>, name: String, value: Value) {
    match (members.get_mut(&name), value) {
        (Some(Value::Array(there)), Value::Array(more)) => there.extend(more),
        (_, value) => _ = members.insert(name, value),
    }
}

/// The blocks of a document in JSON, where labels are names of members: `{"path": {"*": {}}}` is `path "*" {}`.
pub(super) fn labelled(mut document: Value) -> Value {
    if let Value::Object(members) = &mut document {
        for value in members.values_mut() {
            *value = blocks(value.take());
        }
    }
    document
}

fn blocks(value: Value) -> Value {
    match value {
        Value::Object(labels) => labels
            .into_iter()
            .flat_map(|(label, value)| block(&label, value))
            .collect(),
        Value::Array(several) => several
            .into_iter()
            .flat_map(|one| match blocks(one) {
                Value::Array(blocks) => blocks,
                other => vec![other],
            })
            .collect(),
        other => other,
    }
}

fn block(label: &str, value: Value) -> Vec<Value> {
    match value {
        Value::Object(mut members) => {
            members.insert(LABEL.to_owned(), label.into());
            vec![Value::Object(members)]
        }
        Value::Array(several) => several.into_iter().flat_map(|one| block(label, one)).collect(),
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_stanza_holds_hides_no_other_one() {
        for (stanza, why) in [
            (
                "path \"secret/${x}\" { capabilities = [\"read\"] }",
                "what looks like a template",
            ),
            ("path \"${a(\"b\")}\" { }", "quotes within it"),
            (
                "path \"a\" { control_group = { factor \"ops\" { identity { approvals = 2 } } } }",
                "a block in an argument",
            ),
            ("path \"a\" { allowed_parameters = { \"*\" = [] } }", "names in quotes"),
            (
                "path \"a\" { allowed_parameters = { \"*\" = [], \"b\" = [\"c\", 1, true] } min_wrapping_ttl = \"1s\" }",
                "on one line",
            ),
            ("path \"x\\d\\\"\\u0041\" { }", "escapes"),
            ("note = <<-END\n  path \"a\" {\n  END\n", "lines"),
            ("a.b-c = -1.5", "numbers"),
            ("a = 0x1F", "in hexadecimal digits"),
        ] {
            let text = format!("{stanza}\npath \"*\" {{\n  capabilities = [\"sudo\"]\n}}");
            let read = body(&text).unwrap_or_else(|| panic!("{why}"));
            let last = read["path"].as_array().and_then(|paths| paths.last());
            assert_eq!(
                last,
                Some(&serde_json::json!({"label": "*", "capabilities": ["sudo"]})),
                "{why}"
            );
        }
    }

    #[test]
    fn the_older_language_is_read() {
        let wanted = serde_json::json!({"path": [{"label": "*", "capabilities": ["read", "sudo"]}]});
        for (text, why) in [
            (
                "path \"*\" {\n  capabilities = [\"read\", \"sudo\"]\n}\n",
                "the newer one",
            ),
            (
                "path \"*\" {\n  capabilities = [\"read\", \"sudo\"],\n}\n",
                "a comma behind a list",
            ),
            (
                "\"path\" \"*\" {\n  capabilities = [\"read\",\n \"sudo\",]\n}",
                "a name in quotes",
            ),
            ("path \"*\" { \"capabilities\" = [\"read\", \"sudo\"] }", "on one line"),
            (
                "path \"*\"\n{\n  capabilities = [\"read\"]\n  capabilities = [\"sudo\"]\n}",
                "a brace on the next line, and lists that are one",
            ),
            (
                "# a, b {\npath \"*\" { // \"c\"\n\t\"capabilities\" = [\"read\", /* all, */ \"sudo\"],\n}\n",
                "comments with commas and braces",
            ),
        ] {
            assert_eq!(body(text).as_ref(), Some(&wanted), "{why}");
        }
        for (text, why) in [
            ("path \"*\" {", "a block that does not end"),
            ("path \"*\" { capabilities = [\"read\" }", "a list that does not end"),
            (
                "path \"*\" { capabilities = file(\"x\") }",
                "what would have to be worked out",
            ),
            ("path \"* {\n}", "a text that does not end on its line"),
            ("/*/ path \"*\" { }", "a comment that does not end"),
        ] {
            assert_eq!(body(text), None, "{why}");
        }
        assert_eq!(body(&"a {".repeat(100)), None, "deeper than is read");
    }
}
