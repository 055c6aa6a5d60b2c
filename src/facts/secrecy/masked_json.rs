//! JSON in texts of documents without marks, with a mask in the place of each secret that names, options or texts in it
//! tell of.

use crate::json::{Document, Kind, Node};

use super::assigned::gives;
use super::named::Names;
use super::named_pairs::is_value_beside;
use super::secrets::NESTED;
use super::urls;

/// The text with `mask` for each of its secrets; `None` where it has none, or is no object or list.
pub(in crate::facts) fn masked(text: &str, mask: &str) -> Option<String> {
    masked_in(text, mask, NESTED)
}

fn masked_in(text: &str, mask: &str, deeper: usize) -> Option<String> {
    let document = text.starts_with(['{', '[']).then(|| Document::read(text).ok())??;
    let mut secrets = Vec::new();
    find(document.root(), false, deeper, &mut secrets);
    let mut masked = String::new();
    let mut end = 0;
    for secret in &secrets {
        let span = secret.span();
        masked.push_str(text.get(end..span.start)?);
        masked.push_str(mask);
        end = span.end;
    }
    masked.push_str(text.get(end..)?);
    (!secrets.is_empty()).then_some(masked)
}

/// The secrets in order. A text of JSON that holds one is one as a whole.
fn find<'d, 'a>(node: Node<'d, 'a>, is_secret: bool, deeper: usize, secrets: &mut Vec<Node<'d, 'a>>) {
    let names = Names::Any;
    match node.kind() {
        Kind::Array => {
            let taken = names.taken(node);
            for (at, item) in node.items().enumerate() {
                find(item, is_secret || taken.binary_search(&at).is_ok(), deeper, secrets);
            }
        }
        Kind::Object => {
            let has_name = names.has_name_beside(node);
            for entry in node.entries() {
                let key = entry.key();
                let is_secret = is_secret || names.has(&key) || has_name && is_value_beside(&key);
                find(entry.value(), is_secret, deeper, secrets);
            }
        }
        Kind::String if !is_secret => {
            let text = node.as_str().unwrap_or_default();
            let holds_one = || deeper > 0 && masked_in(&text, "", deeper - 1).is_some();
            if urls::holds_password(node) || gives(&text, |name| names.has(name)) || holds_one() {
                secrets.push(node);
            }
        }
        Kind::String | Kind::Number if is_secret => secrets.push(node),
        Kind::Null | Kind::Bool | Kind::Number | Kind::String => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_in_json_have_a_mask_and_the_rest_is_as_it_was() {
        for (text, wanted, why) in [
            (r#"{"pass": "x", "a": 1}"#, Some(r#"{"pass": *, "a": 1}"#), "a name"),
            (
                r#"{"pin":1234,"tokens":["x"]}"#,
                Some(r#"{"pin":*,"tokens":[*]}"#),
                "below one",
            ),
            (
                r#"[{"name":"DB_PASSWORD","value":"x"}]"#,
                Some(r#"[{"name":"DB_PASSWORD","value":*}]"#),
                "beside one",
            ),
            (
                r#"["sh","-c","mysql -px"]"#,
                Some(r#"["sh","-c",*]"#),
                "a command in a text",
            ),
            (r#"["mysql","-px"]"#, Some(r#"["mysql",*]"#), "a command"),
            (
                r#"{"a":"A=b\nDB_PASSWORD=x\n"}"#,
                Some(r#"{"a":*}"#),
                "one line of several",
            ),
            (r#"{"a":"b://c:x@d"}"#, Some(r#"{"a":*}"#), "a URL"),
            (r#"{"a":"{\"pass\":\"x\"}"}"#, Some(r#"{"a":*}"#), "JSON inside"),
            (r#"{"a":"STAGE=x","b":["c"]}"#, None, "nothing of the kind"),
            (r#"{"password":true}"#, None, "a boolean"),
            ("password=x", None, "no JSON"),
            (r#"{"password":"x""#, None, "cut off"),
        ] {
            assert_eq!(masked(text, "*").as_deref(), wanted, "{why}");
        }
    }
}
