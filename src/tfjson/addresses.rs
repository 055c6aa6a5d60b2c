//! `moved` and `removed`: addresses that need not lead anywhere, and must be addresses all the same; and keys of
//! instances.

use super::decode::Decoder;
use super::problem::ProblemKind;
use super::reference::{AddressKind, ResourceMode, Subject, address_kind, address_root};
use crate::hcljson::template::{NativeKind, StepKind, Traversal};
use crate::hcljson::{Block, Content};
use crate::source::Span;

/// Names that begin other references; to Terraform no resource can be moved from or to a type of such a name, though
/// one may be removed. OpenTofu takes any name for a type.
const RESERVED: &[&str] = &["var", "local", "each", "count", "self", "path", "terraform"];

/// Names that are kept for later, of which the same is true.
const KEPT: &[&str] = &["template", "lazy", "arg"];

/// Whether no resource can be named by a type of such a name.
pub(super) fn is_reserved(name: &str) -> bool {
    RESERVED.contains(&name) || KEPT.contains(&name)
}

/// What a block of either kind demands beyond its schema.
pub(super) fn block<'f, 'a>(
    decoder: &mut Decoder<'_, 'f, 'a>,
    kind: &str,
    block: &Block<'f, 'a>,
    content: &Content<'f, 'a>,
) {
    let mut named = Vec::new();
    for property in content.attributes() {
        let Some(text) = property.value().string() else {
            continue;
        };
        let Ok(traversal) = Traversal::parse(text.as_str()) else {
            continue;
        };
        let span = text.span(traversal.span());
        let removed = kind == "removed";
        let root = address_root(&traversal);
        // What a data source was called does not matter to the engines, and they let it be said.
        let rejects = match address_kind(&traversal) {
            Some((AddressKind::Data, _) | (_, true)) if removed => true,
            Some(_) if !removed && has_other_keys(&traversal) => true,
            Some((found, _)) => {
                let is_reserved = root.is_some_and(|(root, _)| is_reserved(root) && !(removed && KEPT.contains(&root)));
                // What query files list has addresses of its own in newer versions of Terraform.
                let is_list = root.is_some_and(|(root, _)| root == "list") && !removed;
                let is_reserved = is_reserved || is_list && decoder.ask(|engine| engine.is_terraform_since(13));
                let is_refused = is_reserved && !removed && decoder.is_terraform();
                if !is_refused {
                    named.push((found, text.as_str().trim().to_owned()));
                }
                if !is_reserved && !matches!(root, Some(("output", _))) {
                    continue;
                }
                is_refused
            }
            // To Terraform it is the long form of an address, as in a reference.
            None if !removed && root == Some(("resource", 2)) && decoder.is_terraform() => {
                continue;
            }
            // Nor does it look whether there is such a mode of resources.
            None => {
                let is_mode = matches!(root, Some(("resource" | "ephemeral", 2)));
                removed || !is_mode || !decoder.is_terraform()
            }
        };
        decoder.problem(ProblemKind::MoveAddress, span, rejects);
    }
    if let [(from_kind, from), (to_kind, to)] = named.as_slice() {
        if from == to {
            decoder.reject(ProblemKind::MoveToItself, block.body.node().opening());
        } else if (*from_kind == AddressKind::Module) != (*to_kind == AddressKind::Module) {
            decoder.reject(ProblemKind::MoveAddress, block.body.node().opening());
        }
    }
}

/// Whether there is a key that no instance has: a second one, or no whole number, however it is written.
fn has_other_keys(traversal: &Traversal<'_>) -> bool {
    let is_key = |kind: &StepKind<'_>| !matches!(kind, StepKind::Attribute(_));
    let twice = traversal
        .steps
        .windows(2)
        .any(|pair| pair.iter().all(|step| is_key(&step.kind)));
    let broken = |kind: &StepKind<'_>| matches!(kind, StepKind::Index(index) if !is_whole(index));
    twice || traversal.steps.iter().any(|step| broken(&step.kind)) || has_early_key(traversal)
}

/// Whether a key stands before the name of what has instances: `a[0].b`.
fn has_early_key(traversal: &Traversal<'_>) -> bool {
    let names_behind = |name: &str| match name {
        "data" => Some(2),
        // To Terraform they are modes, and to OpenTofu types like any other.
        "resource" | "ephemeral" => None,
        _ => Some(1_usize),
    };
    let Some(mut left) = names_behind(traversal.root) else {
        return false;
    };
    for step in &traversal.steps {
        match (&step.kind, left) {
            (StepKind::Attribute(name), 0) => match names_behind(name) {
                Some(names) => left = names,
                None => return false,
            },
            (StepKind::Attribute(_), _) => left -= 1,
            (_, 0) => {}
            _ => return true,
        }
    }
    false
}

/// Whether an index is a whole number of at most 64 bits, however it is written.
pub(super) fn is_whole(index: &str) -> bool {
    const BEYOND: f64 = 9_223_372_036_854_775_808.0;
    index
        .parse::<f64>()
        .is_ok_and(|index| index.abs() < BEYOND && index.fract() == 0.0)
}

/// Where a reference to a resource or module chooses an instance by a constant that is neither a string nor a whole
/// number. It is read before anything is evaluated, so that nothing forgives it.
pub(super) fn other_key(traversal: &Traversal<'_>) -> Option<Span> {
    let names = match Subject::of(traversal) {
        Subject::Module(..) => 1,
        Subject::Resource(ResourceMode::Managed, ..) if traversal.root != "resource" => 1,
        Subject::Resource(..) => 2,
        _ => return None,
    };
    let step = traversal.steps.get(names)?;
    let is_other = match &step.kind {
        StepKind::Index(index) => !is_whole(index),
        StepKind::Computed(key) => matches!(key.kind, NativeKind::Null | NativeKind::Bool(_)),
        _ => false,
    };
    is_other.then_some(step.span)
}
