//! What is wrong with a file in the native syntax beyond any doubt: its blocks, brackets, strings and comments (HCL
//! native syntax specification, "Structural Elements"). Of what stands in expressions nothing is said.

use crate::hcljson::SyntaxError;

/// Where, and what. `None` where nothing certain is wrong.
pub(super) fn find(text: &str) -> Option<Fault> {
    let at = if text.starts_with('\u{feff}') { 3 } else { 0 };
    let mut reader = Reader { text, at };
    let what = reader.body(false, 0).err().filter(|what| *what != UNKNOWN)?;
    Some(Fault { at: reader.at, what })
}

/// A certain fault of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    /// The byte at which it shows, from 0.
    pub(super) at: usize,
    pub(super) what: &'static str,
}

/// The line that a byte stands in, from 1.
pub(super) fn line_at(text: &str, at: usize) -> usize {
    let before = text.as_bytes().get(..at).unwrap_or_default();
    memchr::memchr_iter(b'\n', before).count() + 1
}

/// The first stretch of a file that is no UTF-8 and stands in no comment, where engines read whatever there is.
pub(super) fn not_utf8(text: &str, invalid: &[SyntaxError]) -> Option<Fault> {
    let start = invalid.first()?.span.start;
    let before = text.get(..start)?;
    let line = before.rsplit('\n').next().unwrap_or_default();
    let is_comment = line.contains('#') || line.contains("//") || before.rfind("/*") > before.rfind("*/");
    (!is_comment).then_some(Fault {
        at: start,
        what: "a character is not UTF-8",
    })
}

/// Deeper files are left to those who read them.
const DEEPEST: usize = 200;

/// What is said of a file that is too deep to read.
const UNKNOWN: &str = "";

struct Reader<'t> {
    text: &'t str,
    at: usize,
}

/// Something certain, or nothing.
type Read<T = ()> = Result<T, &'static str>;

impl Reader<'_> {
    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn starts(&self, with: &str) -> bool {
        self.rest().starts_with(with)
    }

    /// Blanks and comments, and line feeds too if asked for. The line feed behind a comment stays.
    fn blank(&mut self, lines: bool) -> Read {
        loop {
            let rest = self.rest();
            if rest.starts_with("/*") {
                let end = rest.find("*/").ok_or("a comment is not closed")?;
                self.at += end + 2;
            } else if rest.starts_with('#') || rest.starts_with("//") {
                self.at += rest.find('\n').unwrap_or(rest.len());
            } else {
                match rest.bytes().next() {
                    Some(b' ' | b'\t' | b'\r') => self.at += 1,
                    Some(b'\n') if lines => self.at += 1,
                    _ => return Ok(()),
                }
            }
        }
    }

    /// A name, as it may begin an argument or a block.
    fn name(&mut self) -> bool {
        let rest = self.rest();
        let is_first = |letter: char| letter.is_alphabetic() || letter == '_' || !letter.is_ascii();
        let is_next = |letter: char| is_first(letter) || letter.is_alphanumeric() || letter == '-';
        if !rest.starts_with(is_first) {
            return false;
        }
        self.at += rest.find(|letter| !is_next(letter)).unwrap_or(rest.len());
        true
    }

    /// Arguments and blocks up to the end, or to the closing brace.
    fn body(&mut self, inside: bool, depth: usize) -> Read {
        loop {
            self.blank(true)?;
            if self.rest().is_empty() {
                return if inside { Err("a block is not closed") } else { Ok(()) };
            }
            if self.starts("}") {
                return if inside { Ok(()) } else { Err("a brace closes nothing") };
            }
            if !self.name() {
                return Err("no argument and no block begins like this");
            }
            self.blank(false)?;
            if self.starts("=") && !self.starts("==") {
                self.at += 1;
                self.blank(false)?;
                if self.rest().is_empty() || self.starts("\n") || self.starts("}") {
                    return Err("an argument has no value");
                }
                self.brackets(depth)?;
            } else {
                self.block(depth)?;
            }
            self.blank(false)?;
            let ends = self.rest().is_empty() || self.starts("\n") || inside && self.starts("}");
            if !ends {
                return Err("something follows on the same line");
            }
        }
    }

    /// Labels and the body of a block.
    fn block(&mut self, depth: usize) -> Read {
        loop {
            self.blank(false)?;
            if self.starts("{") {
                break;
            }
            if self.starts("\"") {
                self.at += 1;
                self.string(depth)?;
            } else if !self.name() {
                return Err("an argument needs a = behind its name, and a block a { on the same line");
            }
        }
        self.at += 1;
        if depth >= DEEPEST {
            return Err(UNKNOWN);
        }
        self.body(true, depth + 1)?;
        self.at += 1;
        Ok(())
    }

    /// An expression, up to the end of its line, or to a bracket that it has not opened.
    fn brackets(&mut self, depth: usize) -> Read {
        let mut open = Vec::new();
        loop {
            self.blank(!open.is_empty())?;
            let Some(next) = self.rest().bytes().next() else {
                return if open.is_empty() {
                    Ok(())
                } else {
                    Err("a bracket is not closed")
                };
            };
            match next {
                b'\n' => return Ok(()),
                b'(' => open.push(b')'),
                b'[' => open.push(b']'),
                b'{' => open.push(b'}'),
                b')' | b']' | b'}' => match open.pop() {
                    Some(closing) if closing == next => {}
                    Some(_) => return Err("brackets do not close as they were opened"),
                    None if next == b'}' => return Ok(()),
                    None => return Err("a bracket closes nothing"),
                },
                b'"' => {
                    self.at += 1;
                    self.string(depth)?;
                    continue;
                }
                b'<' if self.starts("<<") => {
                    self.heredoc()?;
                    continue;
                }
                b'\'' => return Err("strings are written in double quotes"),
                b';' => return Err("a semicolon separates nothing"),
                b'`' | b'@' | b'^' | b'\\' => return Err("no expression has such a character"),
                _ => {}
            }
            self.at += self.rest().chars().next().map_or(1, char::len_utf8);
        }
    }

    /// The rest of a quoted string, with the interpolations in it.
    fn string(&mut self, depth: usize) -> Read {
        loop {
            let rest = self.rest();
            let Some(next) = rest.find(['"', '\\', '$', '%', '\n']) else {
                return Err("a string is not closed");
            };
            self.at += next;
            let rest = self.rest();
            if rest.starts_with("$${") || rest.starts_with("%%{") {
                self.at += 3;
            } else if rest.starts_with("${") || rest.starts_with("%{") {
                self.at += 2;
                self.interpolation(depth)?;
            } else {
                match rest.bytes().next() {
                    Some(b'"') => {
                        self.at += 1;
                        return Ok(());
                    }
                    Some(b'\\') => {
                        let escaped = rest.chars().nth(1).filter(|escaped| "nrt\"\\uU".contains(*escaped));
                        self.at += 1 + escaped.ok_or("a string has no such escape")?.len_utf8();
                    }
                    Some(b'\n') => return Err("a string is not closed on its line"),
                    _ => self.at += 1,
                }
            }
        }
    }

    /// What stands between `${` and `}`, over lines too.
    fn interpolation(&mut self, depth: usize) -> Read {
        if depth >= DEEPEST {
            return Err(UNKNOWN);
        }
        loop {
            self.brackets(depth + 1)?;
            if self.starts("}") {
                self.at += 1;
                return Ok(());
            }
            if !self.starts("\n") {
                return Err("an interpolation is not closed");
            }
            self.at += 1;
        }
    }

    /// `<<NAME` or `<<-NAME`, up to the line that is that name.
    fn heredoc(&mut self) -> Read {
        let head = self.rest();
        let line = head.split('\n').next().unwrap_or_default();
        let marker = line.get(2..).unwrap_or_default();
        let marker = marker.strip_prefix('-').unwrap_or(marker).trim_end_matches('\r');
        if marker.is_empty() || !marker.starts_with(|letter: char| letter.is_alphabetic() || letter == '_') {
            // No heredoc: whoever reads expressions says what it is.
            self.at += 2;
            return Ok(());
        }
        let mut at = self.at + line.len() + 1;
        for body in self.text.get(at..).unwrap_or_default().split('\n') {
            if body.trim() == marker {
                self.at = at + body.trim_end_matches('\r').len();
                return Ok(());
            }
            at += body.len() + 1;
        }
        Err("a heredoc is not closed")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_certain_is_said() {
        for (text, wanted, why) in [
            ("locals {\n a = 1\n}\n", None, "sound"),
            ("locals { a = 1 }\n", None, "on one line"),
            ("a = [1,\n 2]\nb \"c\" d {\n}\n", None, "brackets over lines, labels"),
            (
                "a = \"x${\n\"y}\"\n}z\" # {\n/* { */",
                None,
                "strings in strings, comments",
            ),
            ("a = <<-EOT\n}}}{{{\"\n  EOT\nb = 1\n", None, "a heredoc"),
            ("a = \"$${\\\"\"\n", None, "escapes"),
            ("\u{feff}a = 1\r\n", None, "a mark before it, ends of lines"),
            ("a = 1 +\n", None, "half an expression is not looked at"),
            ("locals {\n a = \n}\n", Some(2), "no value"),
            ("locals {\n a = 1\n", Some(3), "not closed"),
            ("locals {\n}\n}\n", Some(3), "closed twice"),
            ("a = \"x\nb = 1\n", Some(1), "a string"),
            ("a = <<EOT\nx\n", Some(1), "a heredoc without end"),
            ("<<<<<<< HEAD\na = 1\n", Some(1), "a conflict that nobody has resolved"),
            ("{\"locals\": {}}\n", Some(1), "JSON"),
            ("resource \"a\" \"b\"\n{\n}\n", Some(1), "a brace on the next line"),
            ("a = [1}\n", Some(1), "brackets crosswise"),
            ("a { b = 1 } c { d = 1 }\n", Some(1), "two blocks on a line"),
            ("/* x\n", Some(1), "a comment"),
            ("a = 'x'\n", Some(1), "single quotes"),
            ("a { b = 1; c = 2 }\n", Some(1), "a semicolon"),
            ("a = [\n 1,\n `b`]\n", Some(3), "a character of nothing"),
            ("a = \"\\q\"\n", Some(1), "no such escape"),
            ("a = \"\\u00e4\\\"\\t\"\n", None, "escapes that there are"),
            (
                "a = \"it's; @home\" # don't; `@`\nb = <<E\n';@`\nE\n",
                None,
                "in strings and comments they say nothing",
            ),
        ] {
            let line = find(text).map(|fault| line_at(text, fault.at));
            assert_eq!(line, wanted, "{why}: {:?}", find(text));
        }
    }

    #[test]
    fn depth_has_an_end() {
        for text in ["a {\n".repeat(100_000), format!("a = {}", "\"${".repeat(100_000))] {
            let _ = find(&text);
        }
    }
}
