//! Provisioners in `removed`, which can only run when something is destroyed.

use super::decode::Decoder;
use super::problem::ProblemKind;
use super::reference::{AddressKind, address_kind};
use crate::hcljson::template::Traversal;
use crate::hcljson::{Content, Expression};

/// Provisioners that would run at another time, and those of what has none, with their connection.
pub(super) fn provisioners<'f, 'a>(decoder: &mut Decoder<'_, 'f, 'a>, content: &Content<'f, 'a>) {
    let from = content.attribute("from").and_then(|from| from.value().string());
    let from = from.as_ref().and_then(|text| Traversal::parse(text.as_str()).ok());
    let of_module = from
        .as_ref()
        .and_then(address_kind)
        .is_some_and(|(kind, _)| kind == AddressKind::Module);
    // It is said of what is removed: of a connection that nothing uses nobody looks at anything else.
    if let Some(from) = content.attribute("from")
        && of_module
        && content.blocks_of("connection").next().is_some()
        && decoder.is_terraform()
    {
        decoder.reject(ProblemKind::Misplaced("connection".to_owned()), from.value().span());
    }
    for provisioner in content.blocks_of("provisioner") {
        let properties = provisioner.body.properties();
        let when = properties.iter().find(|property| property.name() == "when");
        let when = when.and_then(|when| Expression::new(when.value()).keyword());
        if when.as_deref() != Some("destroy") {
            decoder.reject(ProblemKind::RemovedProvisionerTime, provisioner.name_span());
        } else if of_module {
            decoder.reject(ProblemKind::RemovedProvisionerOfModule, provisioner.name_span());
        }
    }
}
