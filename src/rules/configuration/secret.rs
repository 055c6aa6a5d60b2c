//! Secrets that stand in the configuration as they are.

use std::borrow::Cow;

use super::row::Row;
use crate::hcljson::template::{NativeKind, Part, Template, is_template};
use crate::hcljson::{COMMENT, Node, Property};
use crate::rules::data::{Naming, Pair, SecretShapes};
use crate::rules::secrets::secret_in;
use crate::tfjson::TopBlock;

/// A text that is a secret, and no reference to one.
const RULE: &str = "secret-in-config";

const HELP: &str =
    "take it from a variable, an ephemeral value or a secret store, then change it: whoever reads the file has it";

/// How a string begins whose value is a quoted text between `${` and `}`.
const CONSTANT: &str = r#""${\""#;

/// The quoted text without anything in it that a template is.
fn constant(text: &str) -> Option<Cow<'_, str>> {
    let template = Template::parse(text).ok()?;
    match &template.unwrapped()?.kind {
        NativeKind::Template(parts) => match parts.as_slice() {
            [Part::Literal(text)] => Some(text.clone()),
            _ => None,
        },
        _ => None,
    }
}

/// The name that a value stands under, by the member of an object that has both.
pub(super) struct Name<'n> {
    pub(super) member: Property<'n, 'n>,
    /// What the members of the object around it say about the value among them.
    pub(super) pair: &'n Pair,
    /// Whether that object is the block's body.
    pub(super) of_block: bool,
}

/// How names are understood in a block.
pub(super) struct Names<'t> {
    shapes: &'static SecretShapes,
    /// Where keys are credentials: providers, backends, encryption.
    has_credentials: bool,
    /// The argument that holds the block's own value, the name of the block, and whether it is declared sensitive.
    own: Option<(&'static str, Cow<'t, str>, bool)>,
}

impl<'t> Names<'t> {
    pub(super) fn of(top: &TopBlock<'_, 't>) -> Self {
        let kind = top.kind;
        let sensitive = top
            .content
            .attribute("sensitive")
            .and_then(|told| told.value().boolean());
        let sensitive = sensitive == Some(true);
        Self {
            shapes: SecretShapes::builtin(),
            has_credentials: matches!(kind, "provider" | "terraform"),
            own: match kind {
                "variable" => Some(("default", top.block.label(0), sensitive)),
                "output" => Some(("value", top.block.label(0), sensitive)),
                _ => None,
            },
        }
    }

    fn naming(&self, name: &str) -> Naming {
        if self.has_credentials {
            self.shapes.naming_of_credential(name)
        } else {
            self.shapes.naming_of_argument(name)
        }
    }

    /// What the members of an object say about the value among them, if there is one.
    pub(super) fn pair(&self, object: Node<'_, '_>) -> Pair {
        let members = || object.properties().filter(|member| !member.is(COMMENT));
        let mut pair = Pair::default();
        if members().any(|member| self.shapes.is_value_of_pair(&member.name())) {
            for member in members() {
                if let Some(text) = member.value().string() {
                    self.shapes.look_at_member(&mut pair, &member.name(), text.as_str());
                }
            }
        }
        pair
    }

    /// What a name tells.
    fn told(&self, Name { member, pair, of_block }: &Name<'_>) -> Naming {
        let name = member.name();
        match &self.own {
            Some((argument, _, true)) if *of_block && name == *argument => Naming::Secret,
            Some((argument, label, false)) if *of_block && name == *argument => self.naming(label),
            _ => self.shapes.naming_or(pair, &name, || self.naming(&name)),
        }
    }

    /// What is to be said of a value of a file with this number, under a name if it has one; nothing of what is no
    /// string. What is said holds nothing of the text.
    pub(super) fn secret(&self, file: usize, node: Node<'_, '_>, name: Option<&Name<'_>>) -> Option<Row> {
        // With its quotation marks, and before it is decoded.
        let raw = node.raw();
        if raw.len() < SecretShapes::SHORTEST + 2 || is_template(raw) && !raw.starts_with(CONSTANT) {
            return None;
        }
        let text = node.string()?;
        let text = if is_template(text.as_str()) {
            constant(text.as_str())?
        } else {
            Cow::Borrowed(text.as_str())
        };
        let naming = name.map_or(Naming::Other, |name| self.told(name));
        let what = secret_in(&text, naming)?;
        Some(Row::new(file, node.span(), RULE, format!("{what} is written here")).help(HELP))
    }
}
