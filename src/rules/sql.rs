//! What of a text in SQL is carried out: no comment, and nothing in quotes.

mod destroys;

pub(super) use destroys::destroys;

/// The text with a space in place of each comment and with nothing in each quoted text, unless something in it carries
/// out texts. Names in double quotes stay.
pub(super) fn statements(text: &str) -> String {
    // Other comments, names and quotes of some engines: where one of them may be, nothing is taken out.
    if ["#", "//", "`", "\\", "\"\"\"", "'''"]
        .iter()
        .any(|sign| text.contains(sign))
    {
        return text.to_owned();
    }
    let runs_texts = runs_texts(text);
    let (mut kept, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(at) = rest.find(['-', '/', '\'', '"', '$']) {
        let (before, from) = rest.split_at(at);
        kept.push_str(before);
        let end = if from.starts_with("--") {
            kept.push(' ');
            // What ends the line stays.
            from.find('\n')
        } else if from.starts_with("/*") {
            kept.push(' ');
            from.get(2..).and_then(|inner| inner.find("*/")).map(|end| end + 4)
        } else {
            // A name may hold what begins a comment, a body between dollars is of another language, and a text that is
            // kept is one.
            let end = match from.as_bytes().first() {
                Some(b'"') => after(from, "\""),
                Some(b'$') => after(from, "$$"),
                Some(b'\'') => end_of_quoted(from),
                _ => Some(1),
            };
            // One without an end is none.
            let end = end.unwrap_or(1);
            if from.starts_with('\'') && end > 1 && !runs_texts {
                kept.push_str("''");
                rest = from.get(end..).unwrap_or_default();
                continue;
            }
            kept.push_str(from.get(..end).unwrap_or(from));
            Some(end)
        };
        rest = end.and_then(|end| from.get(end..)).unwrap_or_default();
    }
    kept.push_str(rest);
    kept
}

/// Whether something in it carries out texts: what is in quotes is a statement then, and so is a body between dollars.
fn runs_texts(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    let mut words = lower.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
    words.any(|word| ["execute", "call", "exec", "do", "task"].contains(&word)) || lower.contains("system$")
}

/// Where what begins with a sign ends with the same one.
fn after(from: &str, sign: &str) -> Option<usize> {
    let inner = from.strip_prefix(sign)?;
    inner.find(sign).map(|end| end + 2 * sign.len())
}

/// Where a text ends that begins with a quote; two in a row do not end it.
fn end_of_quoted(from: &str) -> Option<usize> {
    let mut quotes = from.match_indices('\'').skip(1).peekable();
    while let Some((at, _)) = quotes.next() {
        if quotes.next_if(|(next, _)| *next == at + 1).is_none() {
            return Some(at + 1);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_carried_out_is_left() {
        for (text, left, why) in [
            ("drop table a", "drop table a", "a statement"),
            ("-- drop table a", " ", "a comment"),
            (
                "select 1; -- b\ndrop table a",
                "select 1;  \ndrop table a",
                "a line after one",
            ),
            ("select /* drop */ 1", "select   1", "a comment within"),
            ("select 1 /* drop", "select 1  ", "one without an end"),
            ("select 'drop table a'", "select ''", "a text"),
            ("select 'it''s; drop' , 1", "select '' , 1", "a quote within"),
            (
                r"select '\'; drop' , 1",
                r"select '\'; drop' , 1",
                "a backslash, which only some engines take for an escape",
            ),
            (
                "# don't\ndrop table a; select 'x'",
                "# don't\ndrop table a; select 'x'",
                "a comment of another kind",
            ),
            (
                "select `o'x`; drop table a; select 'x'",
                "select `o'x`; drop table a; select 'x'",
                "a name in other quotes",
            ),
            (
                "create task t as 'drop table a'",
                "create task t as 'drop table a'",
                "a text that is run later",
            ),
            (
                "select '--'; drop table a",
                "select ''; drop table a",
                "no comment in a text",
            ),
            (
                r#"grant role "a--b" to c"#,
                r#"grant role "a--b" to c"#,
                "no comment in a name",
            ),
            (
                "execute immediate 'drop table a'",
                "execute immediate 'drop table a'",
                "a text that is a statement",
            ),
            (
                "execute immediate '--'; drop table a",
                "execute immediate '--'; drop table a",
                "what begins none in such a text",
            ),
            (
                "select $$drop$$, 1 - 2 / 3",
                "select $$drop$$, 1 - 2 / 3",
                "a body, and signs",
            ),
            ("drop table \"a", "drop table \"a", "a name without an end"),
            (
                "as $$ don't -- drop $$, 'x'",
                "as $$ don't -- drop $$, ''",
                "what other languages say",
            ),
            (
                "select 'é' -- ö\n, 'ü",
                "select ''  \n, 'ü",
                "other letters, and a text without an end",
            ),
        ] {
            assert_eq!(statements(text), left, "{why}");
        }
    }
}
