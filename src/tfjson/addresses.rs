//! `moved` and `removed`: addresses that need not lead anywhere, and must be addresses all the same.

use super::decode::Decoder;
use super::problem::ProblemKind;
use super::reference::{AddressKind, address_kind};
use crate::hcljson::template::Traversal;
use crate::hcljson::{Block, Content};

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
        match address_kind(&traversal) {
            // What a data source was called does not matter to the engines, and they let it be said.
            Some((AddressKind::Data, _) | (_, true)) if kind == "removed" => {
                decoder.reject(ProblemKind::MoveAddress, span);
            }
            Some((found, _)) => named.push((found, text.as_str().trim().to_owned())),
            None => decoder.reject(ProblemKind::MoveAddress, span),
        }
    }
    if let [(from_kind, from), (to_kind, to)] = named.as_slice() {
        if from == to {
            decoder.reject(ProblemKind::MoveToItself, block.body.node().opening());
        } else if (*from_kind == AddressKind::Module) != (*to_kind == AddressKind::Module) {
            decoder.reject(ProblemKind::MoveAddress, block.body.node().opening());
        }
    }
}
