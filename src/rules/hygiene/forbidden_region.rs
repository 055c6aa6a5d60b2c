//! Rule `forbidden-region`: a resource is in a region where nothing may be.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::facts::{Configured, Truth};
use crate::lint::{ChangeView, Check, Context, Finding, Level, OptionsSpec, Rule};
use crate::rules::data::{Regions, plain};
use crate::rules::wildcard::Wildcard;

use super::comes;

pub(crate) const RULE: Rule = Rule {
    id: "forbidden-region",
    summary: "a resource is in a region where nothing may be",
    family: "hygiene",
    level: Level::Allow,
    options: Some(OptionsSpec::of::<Options>().needing(&["allow"])),
    checks: &[Check::Change(check)],
    ..Rule::BASE
};

/// What can be set for `forbidden-region`.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
struct Options {
    /// Regions where resources may stand, with `*` for anything: `eu-*`. Lower case, without blanks. The rule finds
    /// nothing while it is empty.
    allow: Vec<Wildcard>,
}

fn check(context: &Context<'_, '_>, view: &ChangeView<'_, '_>, findings: &mut Vec<Finding>) {
    let change = view.change;
    let options = context.options::<Options>();
    if options.allow.is_empty() || !comes(change) {
        return;
    }
    let Some(regions) = Regions::of(change.type_name()) else {
        return;
    };
    let forbidden = |place: &str| {
        let (place, region) = (plain(place), regions.region(place));
        !options
            .allow
            .iter()
            .any(|pattern| pattern.matches(&place) || pattern.matches(&region))
    };
    let help = "make it in a region that is allowed; mind what the other regions may not hold";
    let resource = context.facts.configured(change);
    for name in &regions.attributes {
        let attr = view.after().get(name);
        // Some have a list of places.
        let places = std::iter::once(attr).chain(attr.items());
        match Truth::any(places.map(|one| one.text_is(|place| !place.is_empty() && forbidden(place)))) {
            Truth::True => {
                findings.push(
                    Finding::about(change, "stands in a region that is not allowed")
                        .at(name)
                        .why(format!("`{name}` is {}", attr.brief()))
                        .help(help),
                );
                return;
            }
            Truth::False if attr.is_set().is_true() => return,
            Truth::False => {}
            // What the provider fills in follows from its own region.
            Truth::Unknown => {
                let written = resource.is_some_and(|block| !matches!(block.argument(name), Configured::Absent));
                if written {
                    findings.push(
                        Finding::about(change, "may stand in a region that is not allowed")
                            .at(name)
                            .why(format!("`{name}` is known after apply"))
                            .help(help)
                            .unknown(context.facts.waits_for(change, name)),
                    );
                    return;
                }
            }
        }
    }
    let Some(provider) = resource.and_then(|block| context.facts.provider_of(block)) else {
        return;
    };
    let place = regions
        .configuration
        .iter()
        .find_map(|name| Some((name, provider.constant(name)?)));
    if let Some((name, place)) = place
        && forbidden(&place)
    {
        findings.push(
            Finding::about(change, "stands in a region that is not allowed")
                .why(format!("{} sets `{name}` to {place}", provider.address))
                .help(help),
        );
    }
}
