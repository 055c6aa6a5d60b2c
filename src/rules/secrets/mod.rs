//! Secrets: texts in the configuration that look like one, and marks of sensitivity that are missing or lost.

pub(super) mod desensitized_value;
pub(super) mod exposing_output;
pub(super) mod provider_credential_literal;
pub(super) mod secret_in_provisioner;
pub(super) mod secret_literal;
pub(super) mod secret_variable_default;
pub(super) mod unmarked_secret;

use crate::facts::reason::path_text;
use crate::facts::{Literal, LiteralBlock, Step};
use crate::lint::Finding;

use super::data::SecretShapes;

/// Longer names in an object are rather values; names of arguments stay below.
const LONGEST_NAME: usize = 64;

/// What a literal is, as far as its text and its own name tell: "a GitHub personal access token".
fn secret<'s>(shapes: &'s SecretShapes, literal: &Literal<'_>, secret_name: bool) -> Option<&'s str> {
    literal.ask(|text| {
        shapes.token(text).or_else(|| {
            if secret_name && shapes.is_secret_value(text) {
                Some("a text that looks like a secret")
            } else if shapes.assigns(text) {
                Some("a script or command with a secret in it")
            } else {
                None
            }
        })
    })
}

/// One finding about a block, with every place in it that holds a secret.
fn about_block(block: &LiteralBlock<'_>, says: &str, found: &[(&Literal<'_>, &str)]) -> Option<Finding> {
    let (first, _) = found.first()?;
    let holds: Vec<String> = found
        .iter()
        .map(|(literal, words)| match place(literal) {
            Some(place) => format!("`{place}` holds {words}"),
            None => format!("it holds {words}"),
        })
        .collect();
    let mut finding = Finding::about_named(&block.address, first.pointer.clone(), says).why(holds.join("; "));
    finding.about.type_name = Some(block.type_name.to_string()).filter(|name| !name.is_empty());
    Some(finding)
}

/// Where in the block; `None` for the block's own value.
///
/// Keys of objects come from anybody and may be secrets themselves, so that the path ends before one that is no name.
fn place(literal: &Literal<'_>) -> Option<String> {
    let shapes = SecretShapes::builtin();
    let is_name = |key: &str| {
        key.len() <= LONGEST_NAME
            && shapes.token(key).is_none()
            && key
                .chars()
                .all(|letter| letter.is_ascii_alphanumeric() || "_-.".contains(letter))
    };
    let known = literal
        .path
        .iter()
        .take_while(|step| !matches!(step, Step::Key(key) if !is_name(key)));
    let path: Vec<_> = known.cloned().collect();
    (!path.is_empty()).then(|| path_text(&path))
}
