//! Notes for a controller of a cloud, of which some keep an object off the internet, or say who may connect.

use crate::facts::attr::Attr;
use crate::rules::data::exposure_ingress::Ingress;

use super::setting::is_world;

/// Words of notes, in a name or as a value, after which addresses are private.
const INSIDE: [&str; 6] = ["internal", "intranet", "kube-vip", "lbipam", "metallb", "private"];

/// Words of names of notes whose values are the networks that may connect.
const WHO: [&str; 2] = ["allow", "source-ranges"];

/// What the notes of an object say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Notes {
    /// That its addresses are private.
    pub(super) keep_inside: bool,
    /// That only some may connect, where the object names no networks itself.
    pub(super) say_who: bool,
}

impl Notes {
    pub(super) fn of(entry: &Ingress, root: Attr<'_, '_>) -> Self {
        let Some(path) = &entry.annotations else {
            return Self::default();
        };
        let notes = root.at_path(path).into_iter().flat_map(Attr::entries);
        let notes: Vec<_> = notes
            .map(|(name, value)| {
                let value = value.compared_text().unwrap_or_default();
                (name.to_ascii_lowercase(), value.trim().to_ascii_lowercase())
            })
            .collect();
        let has = |is: &dyn Fn(&str, &str) -> bool| notes.iter().any(|(name, value)| is(name, value));
        Self {
            keep_inside: has(&is_inside) || (has(&is_newer) && !has(&|_, value| value == "internet-facing")),
            say_who: has(&|name, value| {
                let is_none = value.is_empty() || value == "false" || value.split(',').any(|one| is_world(one.trim()));
                WHO.iter().any(|word| name.contains(word)) && !is_none
            }),
        }
    }
}

fn is_inside(name: &str, value: &str) -> bool {
    // Only the way behind the balancer is private then.
    let is_behind = name.ends_with("/use-private-ip");
    let is_off = value.is_empty() || value == "false" || is_behind;
    let is_hidden = name.ends_with("/disable-public-network") && value == "true";
    is_hidden
        || INSIDE
            .iter()
            .any(|word| value == *word || (name.contains(word) && !is_off))
}

/// Amazon's balancers of newer kinds have private addresses unless they are told otherwise.
fn is_newer(name: &str, value: &str) -> bool {
    name.ends_with("aws-load-balancer-type") && matches!(value, "external" | "nlb-ip")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::attr::Object;
    use crate::rules::data::exposure::{Exposure, table};

    #[test]
    #[expect(clippy::too_many_lines, reason = "a table")]
    fn clouds_have_notes_of_their_own() {
        let inside = Notes {
            keep_inside: true,
            say_who: false,
        };
        let who = Notes {
            keep_inside: false,
            say_who: true,
        };
        let none = Notes::default();
        let entries = table().of_type(Exposure::PublicIngress, "kubernetes_service_v1");
        let entry = entries.and_then(|entries| entries.ingress.first()).unwrap();
        for (name, value, wanted, why) in [
            (
                "service.beta.kubernetes.io/aws-load-balancer-internal",
                "true",
                inside,
                "Amazon's old kind",
            ),
            (
                "service.beta.kubernetes.io/aws-load-balancer-internal",
                "0.0.0.0/0",
                inside,
                "as it was written first",
            ),
            (
                "service.beta.kubernetes.io/aws-load-balancer-internal",
                "false",
                none,
                "switched off",
            ),
            (
                "service.beta.kubernetes.io/aws-load-balancer-scheme",
                "internal",
                inside,
                "its new kind",
            ),
            (
                "service.beta.kubernetes.io/aws-load-balancer-scheme",
                "internet-facing",
                none,
                "and the other way",
            ),
            (
                "service.beta.kubernetes.io/aws-load-balancer-type",
                "external",
                inside,
                "which is internal by itself",
            ),
            (
                "service.beta.kubernetes.io/aws-load-balancer-type",
                "nlb",
                none,
                "the old one is not",
            ),
            (
                "service.beta.kubernetes.io/azure-load-balancer-internal",
                "true",
                inside,
                "Azure's",
            ),
            (
                "service.beta.kubernetes.io/azure-allowed-ip-ranges",
                "203.0.113.0/24",
                who,
                "its networks",
            ),
            (
                "service.beta.kubernetes.io/azure-allowed-ip-ranges",
                "10.0.0.0/8, 0.0.0.0/0",
                none,
                "all of them",
            ),
            ("networking.gke.io/load-balancer-type", "Internal", inside, "Google's"),
            (
                "networking.gke.io/load-balancer-type",
                "External",
                none,
                "and the other way",
            ),
            (
                "service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type",
                "intranet",
                inside,
                "Alibaba's",
            ),
            (
                "service.beta.kubernetes.io/oci-load-balancer-internal",
                "true",
                inside,
                "Oracle's",
            ),
            (
                "service.kubernetes.io/ibm-load-balancer-cloud-provider-ip-type",
                "private",
                inside,
                "IBM's",
            ),
            (
                "service.beta.kubernetes.io/scw-loadbalancer-private",
                "true",
                inside,
                "Scaleway's",
            ),
            (
                "service.beta.kubernetes.io/do-loadbalancer-allow-rules",
                "cidr:203.0.113.0/24",
                who,
                "DigitalOcean's",
            ),
            (
                "load-balancer.hetzner.cloud/disable-public-network",
                "true",
                inside,
                "Hetzner's",
            ),
            (
                "load-balancer.hetzner.cloud/use-private-ip",
                "true",
                none,
                "only to the nodes",
            ),
            (
                "metallb.universe.tf/address-pool",
                "rack",
                inside,
                "addresses of one's own",
            ),
            (
                "service.beta.kubernetes.io/load-balancer-source-ranges",
                "203.0.113.0/24",
                who,
                "Kubernetes' own",
            ),
            ("example.com/team", "db", none, "no controller's"),
        ] {
            let object = format!(r#"{{"metadata":[{{"annotations":{{"{name}":"{value}"}}}}]}}"#);
            let object = Object::read(Some(serde_json::from_str(&object).unwrap()), None, []).unwrap();
            assert_eq!(Notes::of(entry, object.root()), wanted, "{name} = {value}: {why}");
        }
    }
}
