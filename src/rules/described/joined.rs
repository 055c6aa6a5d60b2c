//! YAML whose lists, mappings and texts of several lines stand on one: clusters ask for no indentation within them.

/// The text with what brackets and quotes hold on the line on which it begins, comments left out, and every line ended
/// by a line feed. What stands in scalars of blocks stays as it is. `None` where a text in quotes would take in what
/// looks like a member: then nobody can say where it ends.
pub(super) fn joined(text: &str) -> Option<String> {
    let mut writer = Writer::default();
    let mut block = None;
    for line in text.split(['\n', '\u{85}']) {
        let line = line.strip_suffix('\r').unwrap_or(line);
        let indent = line.len() - line.trim_start_matches(' ').len();
        let is_below = |of: usize| line.trim().is_empty() || indent > of;
        if block.is_some_and(is_below) {
            writer.written.push_str(line);
        } else if writer.is_inside() {
            if writer.quote.is_some() && begins_member(line) {
                return None;
            }
            writer.line(line.trim_start());
        } else {
            writer.is_start = true;
            let from = writer.written.len();
            writer.line(line);
            let written = writer.written.get(from..).unwrap_or_default().trim_end();
            let last = written.rsplit([' ', '\t']).next().unwrap_or_default();
            let is_block = last.starts_with(['|', '>']) && last.len() <= "|+9".len();
            block = (is_block && !writer.is_inside()).then_some(indent);
        }
        writer.written.push(if writer.is_inside() { ' ' } else { '\n' });
    }
    Some(writer.written)
}

/// Whether a line looks like the beginning of a member: a word and a colon.
fn begins_member(line: &str) -> bool {
    let is_of_word = |letter: char| letter.is_alphanumeric() || "_-./\"'".contains(letter);
    line.trim_start_matches([' ', '-', '?'])
        .split_once(':')
        .is_some_and(|(word, rest)| word.chars().all(is_of_word) && (rest.is_empty() || rest.starts_with([' ', '\t'])))
}

#[derive(Default)]
struct Writer {
    written: String,
    quote: Option<char>,
    /// How many brackets are open.
    depth: usize,
    /// Whether a value may begin here.
    is_start: bool,
}

impl Writer {
    const fn is_inside(&self) -> bool {
        self.quote.is_some() || self.depth > 0
    }

    fn line(&mut self, line: &str) {
        let mut letters = line.chars().peekable();
        // What stands before decides whether `#` begins a comment: a blank, or the end of a text or of brackets.
        let mut before = ' ';
        let mut closed = false;
        while let Some(letter) = letters.next() {
            let next = letters.peek().copied();
            let ends = next.is_none_or(char::is_whitespace);
            let is_behind = std::mem::take(&mut closed);
            if let Some(quote) = self.quote {
                match letter {
                    '\\' if quote == '"' && next == Some('\'') => {}
                    '\\' if quote == '"' => {
                        self.written.push('\\');
                        self.written.extend(letters.next());
                    }
                    '\'' if quote == '\'' && next == Some('\'') => {
                        self.written.push_str("''");
                        letters.next();
                    }
                    letter => {
                        self.written.push(letter);
                        self.quote = self.quote.filter(|quote| *quote != letter);
                        closed = self.quote.is_none();
                    }
                }
                before = letter;
                continue;
            }
            match letter {
                '#' if before.is_whitespace() || is_behind => return,
                '"' | '\'' if self.is_start => {
                    self.quote = Some(letter);
                    self.is_start = false;
                }
                '[' | '{' if self.is_start => self.depth += 1,
                ']' | '}' if self.depth > 0 => {
                    self.depth -= 1;
                    self.is_start = false;
                    closed = true;
                }
                ',' if self.depth > 0 => self.is_start = true,
                ':' => self.is_start |= ends || self.depth > 0 && is_behind,
                '-' | '?' if self.is_start && ends => {}
                letter if letter.is_whitespace() => {}
                _ => self.is_start = false,
            }
            self.written.push(letter);
            before = letter;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_brackets_and_quotes_hold_stands_on_one_line() {
        for (text, wanted, why) in [
            (
                "a: [\n  \"b\"\n]\nc: 1",
                "a: [ \"b\" ]\nc: 1\n",
                "a bracket as far in as its name",
            ),
            ("a: {b: c}#d\n", "a: {b: c}\n\n", "a comment without a blank"),
            ("a: \"b\nc\" # d", "a: \"b c\" \n", "a text that goes on"),
            ("a: it's [b\nc: 'd''\ne'", "a: it's [b\nc: 'd'' e'\n", "signs in a word"),
            (
                "a: |\n  [b\n  \"c\nd: e",
                "a: |\n  [b\n  \"c\nd: e\n",
                "a scalar of a block",
            ),
            (
                "a: \"\\'\"\u{85}b: c\r\n",
                "a: \"'\"\nb: c\n\n",
                "an escape, and other ends of lines",
            ),
        ] {
            assert_eq!(joined(text).as_deref(), Some(wanted), "{why}");
        }
        let plain = "a: {b: c\"#d, name: e,\nf: g}";
        assert_eq!(
            joined(plain).as_deref(),
            Some("a: {b: c\"#d, name: e, f: g}\n"),
            "no comment"
        );
        assert_eq!(
            joined("a: b\n  \"c\nkind: d\n# \"\n"),
            None,
            "a text that takes in a member"
        );
    }
}
