//! Text of a plan in Markdown: it breaks no table, makes no markup, calls nobody and names no other issue.
//!
//! What is not an ordinary word becomes code, where no place looks for people, issues or links. A text never stands at
//! the beginning of a line, where a word with a full stop could be a list.

use std::fmt::Write;

use crate::output::escape::line;

/// Longer texts are cut with a mark; addresses are not.
const LONGEST: usize = 600;

/// Where a text stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Spot {
    Line,
    /// Of a table.
    Cell,
}

/// A text in a line as code.
pub(super) fn code(text: &str) -> String {
    code_in(text, Spot::Line)
}

/// A text as code. A `|` would end a cell, even in code, so that there it is written as HTML.
pub(super) fn code_in(text: &str, spot: Spot) -> String {
    let text = line(text);
    if text.trim().is_empty() {
        // Code without letters is not code.
        return "`\"\"`".to_owned();
    }
    if spot == Spot::Cell && text.contains('|') {
        return html_code(&text);
    }
    let fence = "`".repeat(longest_run(&text) + 1);
    let tick = text.starts_with('`') || text.ends_with('`');
    let blank = text.starts_with(' ') && text.ends_with(' ');
    let pad = if tick || blank { " " } else { "" };
    format!("{fence}{pad}{text}{pad}{fence}")
}

/// A text as code in HTML, with every sign by its number, so that Markdown sees none.
pub(super) fn html_code(text: &str) -> String {
    let mut escaped = String::from("<code>");
    for letter in line(text).chars() {
        if letter.is_ascii() && !letter.is_ascii_alphanumeric() && letter != ' ' {
            // Writing to a String cannot fail.
            let _ = write!(escaped, "&#{};", u32::from(letter));
        } else {
            escaped.push(letter);
        }
    }
    escaped.push_str("</code>");
    escaped
}

/// A sentence in a line: see [`inline_in`].
pub(super) fn inline(text: &str) -> String {
    inline_in(text, Spot::Line)
}

/// A sentence: ordinary words as they are, all else as code. Words that are code together are one code, up to the next
/// punctuation of the sentence.
pub(super) fn inline_in(text: &str, spot: Spot) -> String {
    let text = line(text);
    let mut written = String::new();
    let mut special = String::new();
    // planlint's own words mark code with ticks, which may hold ordinary words too, and so may the key of an address.
    let is_open = |special: &str| {
        let keys = special.matches("[\"").count();
        special.matches('`').count() % 2 == 1 || keys > special.matches("\"]").count()
    };
    let mut command = Command::default();
    for word in cut(&text).split(' ').filter(|word| !word.is_empty()) {
        let open = is_open(&special);
        let in_command = !open && command.goes_on(word);
        // The value of a name: `destroy = false`.
        let is_value = special.ends_with(" =");
        let plain = is_plain(word) && !open && !in_command && !is_value;
        if plain || (word.starts_with('(') && !open) {
            push_code(&mut written, &mut special, spot);
        }
        if word == "=" && special.is_empty() {
            // What is set to a value belongs to it.
            special.push_str(take_name(&mut written).as_str());
        }
        if plain {
            push_word(&mut written, word);
        } else {
            push_word(&mut special, word);
            if word.ends_with([',', ';', ':', ')']) && !is_open(&special) {
                push_code(&mut written, &mut special, spot);
            }
        }
    }
    push_code(&mut written, &mut special, spot);
    written
}

/// Where planlint's own words name a command, as far as nothing marks it: all of it is one code.
#[derive(Default)]
struct Command {
    runs: bool,
    /// Whether a command may begin: behind a colon or a question, or where the text does.
    may_begin: Option<bool>,
}

impl Command {
    /// Whether the next word of a text is part of a command.
    fn goes_on(&mut self, word: &str) -> bool {
        const PROGRAMS: [&str; 4] = ["tofu", "terraform", "jq", "planlint"];
        // A sentence may begin with the name of this program.
        let may_begin = match self.may_begin {
            None => word != "planlint",
            Some(may_begin) => may_begin,
        };
        self.runs = if self.runs {
            word != "·" && !word.starts_with('(')
        } else {
            may_begin && PROGRAMS.contains(&word)
        };
        self.may_begin = Some(word.ends_with([':', '?']) || word == "·");
        let runs = self.runs;
        self.runs &= !word.ends_with([',', ';']);
        runs
    }
}

/// Takes the last word of a text if it can be a name.
fn take_name(text: &mut String) -> String {
    let start = text.rfind(' ').map_or(0, |at| at + 1);
    let is_name = text
        .get(start..)
        .is_some_and(|word| !word.is_empty() && word.chars().all(|letter| letter.is_alphanumeric() || letter == '_'));
    if !is_name {
        return String::new();
    }
    let name = text.split_off(start);
    text.truncate(text.trim_end().len());
    name
}

fn push_word(text: &mut String, word: &str) {
    if !text.is_empty() {
        text.push(' ');
    }
    text.push_str(word);
}

/// What waits to be code, without the punctuation around it, which belongs to the sentence.
fn push_code(written: &mut String, special: &mut String, spot: Spot) {
    if special.is_empty() {
        return;
    }
    let mut inner = special.trim_end_matches([',', ';', ':', '?', '!', ' ']);
    let mut opening = "";
    if let Some(name) = inner.strip_prefix('(')
        && (inner.ends_with(')') || !inner.contains(')'))
    {
        (opening, inner) = ("(", name);
    }
    while inner.ends_with(')') && inner.matches(')').count() > inner.matches('(').count() {
        inner = &inner[..inner.len() - 1];
    }
    let closing = &special[opening.len() + inner.len()..];
    // Of a text that is punctuation all through, nothing belongs to the sentence.
    let (opening, inner, closing) = if inner.is_empty() {
        ("", special.as_str(), "")
    } else {
        (opening, inner, closing)
    };
    let marked = inner.strip_prefix('`').and_then(|inner| inner.strip_suffix('`'));
    let inner = marked
        .filter(|marked| !marked.is_empty() && !marked.contains('`'))
        .unwrap_or(inner);
    push_word(written, &format!("{opening}{}{closing}", code_in(inner, spot)));
    special.clear();
}

/// Letters alone or digits alone, with the punctuation of sentences around them.
fn is_plain(word: &str) -> bool {
    if matches!(word, "→" | "·" | "—" | "–" | "…") {
        return true;
    }
    let inner = word
        .trim_start_matches('(')
        .trim_end_matches([')', '.', ',', ';', ':', '!', '?', '…']);
    if inner.is_empty() {
        return false;
    }
    let digits = inner.chars().all(|letter| letter.is_ascii_digit());
    let letters = inner
        .split(['-', '\'', '’'])
        .all(|part| !part.is_empty() && part.chars().all(char::is_alphabetic));
    digits || letters
}

/// A block of lines to be pasted, each behind `indent`, in a fence longer than any inside.
pub(super) fn fenced(lines: &[&str], indent: &str) -> String {
    let lines: Vec<_> = lines.iter().map(|text| line(text)).collect();
    let longest = lines.iter().map(|text| longest_run(text)).max().unwrap_or(0);
    let fence = "`".repeat(3.max(longest + 1));
    let mut block = format!("{indent}{fence}\n");
    for text in lines {
        let _ = writeln!(block, "{indent}{}", cut(&text));
    }
    let _ = writeln!(block, "{indent}{fence}");
    block
}

fn longest_run(text: &str) -> usize {
    text.split(|letter| letter != '`').map(str::len).max().unwrap_or(0)
}

/// No more than [`LONGEST`] bytes, whole letters, with a mark where something is missing.
pub(super) fn cut(text: &str) -> std::borrow::Cow<'_, str> {
    if text.len() <= LONGEST {
        return text.into();
    }
    let mut end = LONGEST;
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    format!("{} …", &text[..end]).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_holds_any_text() {
        for (text, spot, wanted, why) in [
            ("a.b", Spot::Cell, "`a.b`", "an address"),
            ("a`b", Spot::Cell, "``a`b``", "a tick inside"),
            ("`a", Spot::Line, "`` `a ``", "a tick at the beginning"),
            (" a ", Spot::Line, "`  a  `", "blanks that a reader would cut off"),
            ("a|b", Spot::Line, "`a|b`", "outside of a table"),
            ("a|b", Spot::Cell, "<code>a&#124;b</code>", "a cell must not end"),
            ("a\nb", Spot::Cell, "`a b`", "a line must not end"),
            ("", Spot::Cell, "`\"\"`", "nothing"),
        ] {
            assert_eq!(code_in(text, spot), wanted, "{why}");
        }
    }

    #[test]
    fn ordinary_words_stay_and_all_else_is_code() {
        for (text, wanted, why) in [
            (
                "not in configuration any more",
                "not in configuration any more",
                "words",
            ),
            ("aws_vpc.main is destroyed", "`aws_vpc.main` is destroyed", "an address"),
            (
                r#"a.b["<!-- x -->"] is destroyed, c.d["e f"] too"#,
                r#"`a.b["<!-- x -->"]` is destroyed, `c.d["e f"]` too"#,
                "an address with words in its key is one",
            ),
            (
                "engine_version (\"14.9\" → \"15.4\") forces it",
                "`engine_version` (`\"14.9\"` → `\"15.4\"`) forces it",
                "values",
            ),
            (
                "a_b, c.d; e_f: (g_h)",
                "`a_b`, `c.d`; `e_f`: (`g_h`)",
                "names in a list",
            ),
            (
                "f(x) (f(x)) ((( ,;",
                "`f(x)` (`f(x)`) (`((` ,;",
                "brackets that belong to the name, and nothing else",
            ),
            (
                "a `removed` block",
                "a `removed` block",
                "code of our own is no code in code",
            ),
            ("(`x = y z`), w", "(`x = y z`), w", "with blanks in it"),
            ("a ` b, @c", "a `` ` b, @c ``", "a tick that nobody closes"),
            ("`` `a `b c", "``` `` `a `b ``` c", "ticks of several lengths"),
            ("ask @all, now", "ask `@all`, now", "a person"),
            ("fixes #12 and GH-3", "fixes `#12` and `GH-3`", "issues"),
            (
                "see www.evil.example",
                "see `www.evil.example`",
                "a link without a sign",
            ),
            ("a.x[\"b c\"] d", "`a.x[\"b c\"]` d", "a key with a blank"),
            (
                "a read-only replica's (12) 3 ways: yes!",
                "a read-only replica's (12) 3 ways: yes!",
                "a sentence",
            ),
            ("- a 1) b", "`-` a 1) b", "a sign of a list"),
            (
                "did you mean `aws_instance.web`? yes, a.b!",
                "did you mean `aws_instance.web`? yes, `a.b`!",
                "the end of a question",
            ),
            ("?! a_b", "`?! a_b`", "signs alone"),
            (
                "write it again: tofu show -json tfplan > plan.json, and check the exit status",
                "write it again: `tofu show -json tfplan > plan.json`, and check the exit status",
                "a command is one code",
            ),
            (
                "for the plan: tofu show -json tfplan · for the state: planlint state FILE (it is one)",
                "for the plan: `tofu show -json tfplan` · for the state: `planlint state FILE` (it is one)",
                "two of them",
            ),
            (
                "did you forget it? tofu show -json x",
                "did you forget it? `tofu show -json x`",
                "behind a question",
            ),
            (
                "planlint reads 0 and 1",
                "planlint reads 0 and 1",
                "a sentence about the program",
            ),
            ("the tofu is fried", "the tofu is fried", "no command"),
            (
                "it grants role = \"roles/owner\" to all",
                "it grants `role = \"roles/owner\"` to all",
                "a name and its value",
            ),
            ("a, = b", "a, `=` b", "no name"),
            (
                "destroy = false in configuration",
                "`destroy = false` in configuration",
                "a value that is an ordinary word",
            ),
            (
                "with count = 3, too",
                "with `count = 3`, too",
                "a number, and no sign behind it",
            ),
        ] {
            assert_eq!(inline_in(text, Spot::Cell), wanted, "{why}");
        }
    }

    #[test]
    fn a_fence_is_longer_than_what_is_in_it() {
        assert_eq!(fenced(&["a"], ""), "```\na\n```\n", "three at least");
        assert_eq!(fenced(&["````", "b"], "  "), "  `````\n  ````\n  b\n  `````\n");
    }

    #[test]
    fn long_texts_are_cut_between_letters() {
        let text = "ä".repeat(LONGEST);
        let cut = cut(&text);
        assert!(cut.len() <= LONGEST + " …".len() && cut.ends_with("ä …"), "{cut}");
    }
}
