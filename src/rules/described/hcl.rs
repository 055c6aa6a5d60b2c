//! A document in HCL as the value that it stands for: blocks are lists of objects that hold their first label.

use hcl_edit::expr::{Expression, ObjectKey};
use hcl_edit::structure::{Body, Structure};
use serde_json::{Map, Value};

/// The member that holds the first label of a block.
const LABEL: &str = "label";

/// The body; `None` when the text cannot be read. What only its program could work out is left out.
pub(super) fn body(text: &str) -> Option<Value> {
    let read = |text: &str| Some(structures(&hcl_edit::parser::parse_body(text).ok()?));
    read(text).or_else(|| read(&as_of_today(text)))
}

/// A text in the older language, which Vault and Consul read, as the newer one has it: there a comma may follow an argument, a
/// name may be quoted, and several may stand on a line.
fn as_of_today(text: &str) -> String {
    let mut written = String::new();
    let mut in_list = 0usize;
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        // What stands in comments is none of it.
        let comment = [("#", "\n"), ("//", "\n"), ("/*", "*/")];
        if let Some((_, end)) = comment.iter().find(|(begin, _)| rest.starts_with(begin)) {
            rest = rest.split_once(*end).map_or("", |(_, behind)| behind);
            written.push('\n');
            continue;
        }
        let quoted = rest.strip_prefix('"').and_then(|inside| inside.split_once('"'));
        if let Some((inside, behind)) = quoted.filter(|(inside, _)| !inside.contains(['\\', '\n', '$'])) {
            let is_name = in_list == 0 && written.trim_end_matches([' ', '\t']).ends_with('\n') || written.is_empty();
            let quote = if is_name { "" } else { "\"" };
            written.extend([quote, inside, quote]);
            rest = behind;
            continue;
        }
        match letter {
            '[' => in_list += 1,
            ']' => in_list = in_list.saturating_sub(1),
            _ => {}
        }
        match letter {
            ',' if in_list == 0 => written.push('\n'),
            '{' if in_list == 0 => written.push_str("{\n"),
            '}' if in_list == 0 => written.push_str("\n}\n"),
            ']' if in_list == 0 => written.push_str("]\n"),
            letter => written.push(letter),
        }
        rest = rest.get(letter.len_utf8()..).unwrap_or_default();
    }
    written
}

/// The same of a document in JSON, where labels are names of members: `{"path": {"*": {}}}` is `path "*" {}`.
pub(super) fn labelled(document: Value) -> Value {
    let Value::Object(members) = document else {
        return document;
    };
    Value::Object(members.into_iter().map(|(name, value)| (name, blocks(value))).collect())
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

fn structures(body: &Body) -> Value {
    let mut members = Map::new();
    for structure in body {
        match structure {
            Structure::Attribute(attribute) => {
                if let Some(value) = constant(&attribute.value) {
                    members.insert(attribute.key.to_string(), value);
                }
            }
            Structure::Block(block) => {
                let mut value = structures(&block.body);
                if let (Some(label), Value::Object(inner)) = (block.labels.first(), &mut value) {
                    inner.insert(LABEL.to_owned(), label.as_str().into());
                }
                let blocks = members
                    .entry(block.ident.to_string())
                    .or_insert_with(|| Value::Array(Vec::new()));
                if let Value::Array(blocks) = blocks {
                    blocks.push(value);
                }
            }
        }
    }
    Value::Object(members)
}

fn constant(expression: &Expression) -> Option<Value> {
    Some(match expression {
        Expression::Bool(value) => (*value.value()).into(),
        Expression::Number(value) => value.value().as_f64()?.into(),
        Expression::String(value) => value.value().as_str().into(),
        Expression::Array(elements) => elements.iter().filter_map(constant).collect(),
        Expression::Object(object) => Value::Object(
            object
                .iter()
                .filter_map(|(key, value)| {
                    let key = match key {
                        ObjectKey::Ident(name) => name.to_string(),
                        ObjectKey::Expression(Expression::String(text)) => text.value().clone(),
                        ObjectKey::Expression(_) => return None,
                    };
                    Some((key, constant(value.expr())?))
                })
                .collect(),
        ),
        Expression::Parenthesis(inner) => return constant(inner.inner()),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_older_language_is_read_as_well() {
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
                "# a, b {\npath \"*\" { // \"c\"\n\t\"capabilities\" = [\"read\", /* all, */ \"sudo\"],\n}\n",
                "comments with commas and braces",
            ),
        ] {
            assert_eq!(body(text).as_ref(), Some(&wanted), "{why}");
        }
        assert_eq!(body("path \"*\" {"), None, "a block that does not end");
    }
}
