//! Markers of other programs: what stands in `${` and `%{` for a shell, a policy or another template language.

use crate::source::Span;

/// Words behind `%{` that are the language's.
const DIRECTIVES: &[&str] = &["if", "else", "endif", "for", "endfor"];

/// The marker around a fault in a template, in bytes of the decoded text, if another program's is written so.
pub(super) fn marker(text: &str, fault: Span) -> Option<Span> {
    let until = text.get(..fault.end.max(fault.start + 2).min(text.len()))?;
    let start = until.rfind("${").max(until.rfind("%{"))?;
    let inner = text.get(start + 2..)?;
    let length = inner.find('}')?;
    let inner = inner.get(..length)?;
    let foreign = if text.get(start..)?.starts_with('%') {
        let word = inner.trim_matches('~').trim();
        let letters = |letter: char| letter.is_alphanumeric() || "_-.:!^".contains(letter);
        !word.is_empty() && word.chars().all(letters) && !DIRECTIVES.contains(&word)
    } else {
        is_foreign(inner)
    };
    foreign.then(|| Span::new(start, start + 2 + length + 1))
}

/// Whether what stands between `${` and `}`, and is no expression, is another program's.
fn is_foreign(inner: &str) -> bool {
    let is_word = |word: &str| {
        !word.is_empty()
            && word
                .chars()
                .all(|letter| letter.is_ascii_alphanumeric() || "_-/.".contains(letter))
    };
    // `${{ github.ref }}`, `${AWS::Region}`, `${aws:username}`, `${NAME:-default}`, `${#NAME}`, `${@}`
    inner.starts_with(['#', '@', '*'])
        || inner.strip_prefix('{').is_some_and(|inner| is_word(inner.trim()))
        || inner.split("::").count() > 1 && inner.split("::").all(is_word)
        || inner.split_once(':').is_some_and(|(name, rest)| {
            is_word(name) && (rest.starts_with(['-', '=', '+', '?']) || rest.split([':', ',']).all(is_word))
        })
}

/// Whether a single word is written as variables of a shell are.
pub(super) fn is_shell_name(word: &str) -> bool {
    word.starts_with(|first: char| first.is_ascii_uppercase())
        && word
            .bytes()
            .all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hcljson::template::Template;

    #[test]
    fn markers_of_others_are_told_from_mistakes() {
        for (text, wanted, why) in [
            ("a ${AWS::Region} b", Some("${AWS::Region}"), "CloudFormation"),
            ("${aws:username}", Some("${aws:username}"), "a policy"),
            (
                "${aws:PrincipalTag/team}",
                Some("${aws:PrincipalTag/team}"),
                "with a key",
            ),
            ("${NAME:-x}", Some("${NAME:-x}"), "a shell's default"),
            ("${{ github.ref }}", Some("${{ github.ref }"), "a workflow"),
            ("%{http_code}", Some("%{http_code}"), "curl"),
            ("%{http_code} ${var.a}", Some("%{http_code}"), "beside an expression"),
            ("${var.a +}", None, "half an expression"),
            ("${{a = }}", None, "half an object"),
            ("${!var.a &&}", None, "half a negation"),
            ("${f(${x})}", None, "a marker in a marker"),
            ("%{ if }x%{ endif }", None, "half a directive"),
            ("${a ? b : }", None, "half a condition"),
        ] {
            let error = Template::parse(text).expect_err(why);
            let found = marker(text, error.span).map(|span| &text[span.range()]);
            assert_eq!(found, wanted, "{why}");
        }
        for (word, wanted) in [
            ("HOME", true),
            ("X_1", true),
            ("home", false),
            ("Home", false),
            ("", false),
        ] {
            assert_eq!(is_shell_name(word), wanted, "{word}");
        }
    }
}
