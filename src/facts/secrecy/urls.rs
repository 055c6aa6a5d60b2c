//! Passwords in URLs: `postgres://user:password@host`.

use crate::json::{Document, Node, ReadError};
use crate::tofu::Raw;

/// How many bytes before its `@` a user is looked for.
const WINDOW: usize = 1024;

/// What stands between user and host in the URLs of a text.
pub(crate) fn passwords_in_urls(text: &str) -> impl Iterator<Item = &str> {
    // Few texts have the sign, and it is found faster than a scheme.
    memchr::memchr_iter(b'@', text.as_bytes()).filter_map(|at| {
        let from = (at.saturating_sub(WINDOW)..=at).find(|from| text.is_char_boundary(*from))?;
        let before = text.get(from..at)?;
        let stops = |letter: char| letter.is_whitespace() || "@/?#\"'`\\".contains(letter);
        let user = before.rsplit(stops).next()?;
        let scheme = before.strip_suffix(user)?;
        let (_, password) = user.split_once(':')?;
        (scheme.ends_with("://") && !password.is_empty()).then_some(password)
    })
}

/// Whether a text in the value is a URL with a password in it.
pub(in crate::facts) fn is_in(value: Raw<'_>) -> Result<bool, ReadError> {
    // Few values have the sign, and need not be read.
    if memchr::memchr(b'@', value.text().as_bytes()).is_none() {
        return Ok(false);
    }
    let document = Document::read(value.text())?;
    Ok(document.root().leaves().any(holds_password))
}

/// Whether it is a text with such a URL.
pub(super) fn holds_password(node: Node<'_, '_>) -> bool {
    node.as_str()
        .is_some_and(|text| passwords_in_urls(&text).next().is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_with_a_password_in_a_url_is_known() {
        for (value, wanted, why) in [
            (r#""postgres://app:hunter2@db/app""#, true, "a text"),
            (r#"{"a":["redis://:hunter2@cache"]}"#, true, "inside of an object"),
            (r#"["https://app@db/app","a@b.net"]"#, false, "no password"),
            (r#""https://acme.io:8443/@scope""#, false, "a port"),
        ] {
            assert_eq!(is_in(serde_json::from_str(value).unwrap()), Ok(wanted), "{why}");
        }
    }
}
