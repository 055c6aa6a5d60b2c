//! Where providers say in which region something stands, read from `regions.toml`.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use serde::Deserialize;

use crate::facts::attr::Attr;
use crate::order;
use crate::rules::embedded;

/// Where the types of a provider say their region.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::rules) struct Regions {
    name: String,
    /// Attributes of the provider block; the first that is set wins.
    pub(in crate::rules) configuration: Vec<String>,
    /// Attributes of resources; the first that is set wins, and wins over the provider block.
    pub(in crate::rules) attributes: Vec<String>,
    /// Whether types without such an attribute stand in the region of the provider, too.
    #[serde(default)]
    unwritten: bool,
    zone: Option<Zone>,
    #[serde(default)]
    global: BTreeSet<String>,
}

/// How a zone becomes a region.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Zone {
    /// `eu-west-1a`.
    Letter,
    /// `europe-west1-b`.
    DashLetter,
    /// `fr-par-1`.
    DashNumber,
}

/// The file as it is read: a constant, parsed once.
static PROVIDERS: LazyLock<BTreeMap<String, Regions>> = LazyLock::new(|| {
    order::map(embedded::list(&data_file!("regions")).map(|regions: Regions| (regions.name.clone(), regions)))
});

impl Regions {
    /// Where the type says its region; `None` for a type that stands in none, and for a provider that has none.
    pub(in crate::rules) fn of(type_name: &str) -> Option<&'static Self> {
        let provider = type_name.split('_').next().unwrap_or_default();
        PROVIDERS
            .get(provider)
            .filter(|regions| !regions.global.contains(type_name))
    }

    /// Whether an object of the provider stands in a region at all: it has an attribute that says in which one, set or
    /// not, or needs none.
    pub(in crate::rules) fn has_any(&self, object: Attr<'_, '_>) -> bool {
        self.unwritten || self.attributes.iter().any(|name| !object.get(name).is_absent())
    }

    /// The region of a region or zone, in lower case without blanks.
    pub(in crate::rules) fn region(&self, place: &str) -> String {
        let place = plain(place);
        let region = match self.zone {
            Some(Zone::Letter) => {
                let region = place.strip_suffix(|last: char| last.is_ascii_lowercase());
                region.filter(|region| region.ends_with(|last: char| last.is_ascii_digit()))
            }
            Some(Zone::DashLetter) => place
                .rsplit_once('-')
                .filter(|(_, zone)| zone.len() == 1 && zone.starts_with(|only: char| only.is_ascii_lowercase()))
                .map(|(region, _)| region),
            Some(Zone::DashNumber) => place
                .rsplit_once('-')
                .filter(|(region, zone)| region.contains('-') && zone.chars().all(|only| only.is_ascii_digit()))
                .map(|(region, _)| region),
            None => None,
        };
        region.map(str::to_owned).unwrap_or(place)
    }
}

/// Lower case without blanks: Azure writes "West Europe" and "westeurope".
pub(in crate::rules) fn plain(place: &str) -> String {
    place
        .chars()
        .filter(|letter| !letter.is_whitespace())
        .flat_map(char::to_lowercase)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zones_become_regions() {
        for (type_name, place, region, why) in [
            ("aws_instance", "eu-west-1a", "eu-west-1", "a zone"),
            ("aws_instance", "eu-west-1", "eu-west-1", "a region"),
            ("google_compute_disk", "europe-west1-b", "europe-west1", "a zone"),
            ("google_compute_disk", "europe-west1", "europe-west1", "a region"),
            ("google_storage_bucket", "EU", "eu", "several regions"),
            (
                "azurerm_resource_group",
                "West Europe",
                "westeurope",
                "as people write it",
            ),
            ("scaleway_instance_server", "fr-par-1", "fr-par", "a zone"),
            ("scaleway_instance_server", "fr-par", "fr-par", "a region"),
        ] {
            assert_eq!(Regions::of(type_name).unwrap().region(place), region, "{why}");
        }
        assert!(Regions::of("aws_iam_role").is_none(), "stands in no region");
        assert!(Regions::of("random_id").is_none(), "has none");
    }
}
