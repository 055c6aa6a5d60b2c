//! Connections of provisioners: each has a host, of its own or of its resource.

use super::Checker;
use crate::hcljson::{Body, Kind, Node};
use crate::tfjson::module::TopBlock;
use crate::tfjson::problem::ProblemKind;

impl Checker<'_, '_, '_> {
    /// Connections without a host that a provisioner uses. What override files say of provisioners and of the
    /// connection of the resource replaces all that stood there.
    pub(super) fn connections(&mut self) {
        let module = self.module;
        for top in module.of_kind("resource") {
            let mut blocks = top.content.blocks.iter();
            if top.overrides || !blocks.any(|block| matches!(block.kind().as_ref(), "provisioner" | "connection")) {
                continue;
            }
            let Some(group) = top.json_group(self.declared) else {
                continue;
            };
            let counts = |kind: &'static str| {
                let has = move |top: &&TopBlock<'_, '_>| top.content.blocks_of(kind).next().is_some();
                group.blocks(module).filter(has).last()
            };
            let Some(provisioned) = counts("provisioner") else {
                continue;
            };
            let mut lacking = Vec::new();
            let around = counts("connection");
            let of_resource = around.and_then(|top| Some((top.file, top.content.blocks_of("connection").next()?)));
            if let Some((file, connection)) = of_resource
                && !has_host(connection.body.node())
            {
                lacking.push((file, connection.body.node()));
            }
            if of_resource.is_none() || !lacking.is_empty() {
                for provisioner in provisioned.content.blocks_of("provisioner") {
                    let own = provisioner.body.properties();
                    let own = own.into_iter().filter(|property| property.name() == "connection");
                    let own = own.flat_map(|property| blocks_in(property.value()));
                    let own = own.filter(|connection| !has_host(*connection));
                    lacking.extend(own.map(|connection| (provisioned.file, connection)));
                }
            }
            for (file, connection) in lacking {
                self.reject(ProblemKind::missing_argument("host"), file, connection.closing());
            }
        }
    }
}

/// The bodies of the blocks that a value stands for: `null` in a list is an empty one, and alone none.
fn blocks_in<'f, 'a>(node: Node<'f, 'a>) -> Vec<Node<'f, 'a>> {
    match node.kind() {
        Kind::Object => vec![node],
        Kind::Array => node.elements().collect(),
        _ => Vec::new(),
    }
}

/// Whether something is said of the host; whatever it is, it is looked at when the provisioner runs.
fn has_host(connection: Node<'_, '_>) -> bool {
    let given = Body::new(connection).properties();
    given.iter().any(|property| property.name() == "host")
}
