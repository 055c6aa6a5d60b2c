//! Rule `forbidden-region`: a resource is in a region where nothing may be.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::facts::{Configured, Provider, ProviderSetting, ResourceChange, Truth};
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
    checks: &[Check::Change(check), Check::Document(check_providers)],
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

const HELP: &str = "make it in a region that is allowed; mind what the other regions may not hold";

/// Looks at the region that each resource has, its own or a provider's that the plan tells.
fn check(context: &Context<'_, '_>, view: &ChangeView<'_, '_>, findings: &mut Vec<Finding>) {
    let change = view.change;
    let Some(regions) = asked(context, change) else {
        return;
    };
    match own(context, regions, view) {
        Own::Allowed => {}
        Own::Forbidden(finding) => findings.push(*finding),
        Own::OfProvider => {
            let Some((_, provider)) = provider_of(context, change) else {
                return;
            };
            let set = setting(context, regions, &provider).filter(|(_, setting)| tells_region(setting));
            if let Some((name, ProviderSetting::Text { given, variable })) = set
                && given
                    .value()
                    .text_is(|place| forbids(context, regions, place))
                    .is_true()
            {
                let (address, place) = (&provider.address, given.value().brief());
                let (says, why) = match variable {
                    None => ("stands", format!("{address} sets `{name}` to {place}")),
                    // Whether it is the variable as it stands, or something made of it, no plan tells.
                    Some(variable) => (
                        "may stand",
                        format!("{address} takes `{name}` from `{variable}`, which is {place}"),
                    ),
                };
                let says = format!("{says} in a region that is not allowed");
                findings.push(Finding::about(change, says).why(why).help(HELP));
            }
        }
    }
}

/// Finds the providers of which nobody can say in which region they make things: once each, however much they make.
fn check_providers(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    let mut seen = BTreeSet::new();
    for change in &context.facts.changes {
        let Some(regions) = asked(context, change).filter(|regions| !regions.configuration.is_empty()) else {
            continue;
        };
        let provider = provider_of(context, change);
        let source = change.wire.provider_name.as_deref().unwrap_or("a provider");
        let key = provider.as_ref().map_or(source, |(key, _)| *key);
        if seen.contains(key) {
            continue;
        }
        let set = provider
            .as_ref()
            .and_then(|(_, provider)| setting(context, regions, provider));
        if set.as_ref().is_some_and(|(_, setting)| tells_region(setting)) {
            seen.insert(key);
            continue;
        }
        let view = ChangeView::new(change);
        if !matches!(own(context, regions, &view), Own::OfProvider) || !regions.has_any(view.after()) {
            continue;
        }
        seen.insert(key);
        let says = "may make things in a region that is not allowed";
        let help = "write the region in the `provider` block, as a constant or as a variable of the root module";
        let mut finding = match (&provider, set) {
            (Some((_, provider)), Some((name, _))) => {
                let pointer = provider.pointer.clone().key("expressions").key(name);
                Finding::about_named(&provider.address, pointer, says)
                    .why(format!("the plan does not tell what its `{name}` is"))
                    .unknown(context.facts.provider_waits_for(provider, name))
            }
            (Some((_, provider)), None) => Finding::about_named(&provider.address, provider.pointer.clone(), says)
                .why("no block sets its region, so that the environment of whoever applies decides")
                .unknown(Vec::new()),
            (None, _) => Finding::on_property("resource_changes", format!("{source} {says}"))
                .why("the plan does not tell how it is configured")
                .unknown(Vec::new()),
        };
        finding.about.provider = change.wire.provider_name.as_ref().map(ToString::to_string);
        findings.push(finding.help(help));
    }
}

/// Whether a setting is a region that the plan tells. Of an expression a plan has the variable and not what is made of it:
/// `"${var.stage}-west-1"`. What looks like a region is taken for the whole: it has a hyphen and a number.
fn tells_region(setting: &ProviderSetting<'_>) -> bool {
    let is_shaped = |text: &str| text.contains('-') && text.contains(|letter: char| letter.is_ascii_digit());
    match setting {
        ProviderSetting::Text { variable: None, .. } => true,
        ProviderSetting::Text { given, .. } => given.value().text_is(is_shaped).is_true(),
        _ => false,
    }
}

/// Where the type of a change that has to be looked at says its region; `None` for a change that need not be.
fn asked(context: &Context<'_, '_>, change: &ResourceChange<'_>) -> Option<&'static Regions> {
    if context.options::<Options>().allow.is_empty() || !comes(change) {
        return None;
    }
    Regions::of(change.type_name())
}

fn forbids(context: &Context<'_, '_>, regions: &Regions, place: &str) -> bool {
    let (place, region) = (plain(place), regions.region(place));
    let mut allowed = context.options::<Options>().allow.iter();
    !place.is_empty() && !allowed.any(|pattern| pattern.matches(&place) || pattern.matches(&region))
}

/// What a resource says itself about its region.
enum Own {
    /// One that is allowed.
    Allowed,
    /// One that is not, or perhaps not.
    Forbidden(Box<Finding>),
    /// Nothing: it is the provider's.
    OfProvider,
}

fn own(context: &Context<'_, '_>, regions: &Regions, view: &ChangeView<'_, '_>) -> Own {
    let change = view.change;
    let resource = context.facts.configured(change);
    for name in &regions.attributes {
        let attr = view.after().get(name);
        let finding = |says: &str, why| {
            let says = format!("{says} in a region that is not allowed");
            Finding::about(change, says).at(name).why(why).help(HELP)
        };
        // Some have a list of places.
        let places = std::iter::once(attr).chain(attr.items());
        match Truth::any(places.map(|one| one.text_is(|place| forbids(context, regions, place)))) {
            Truth::True => {
                let why = format!("`{name}` is {}", attr.brief());
                return Own::Forbidden(Box::new(finding("stands", why)));
            }
            Truth::False if attr.is_set().is_true() => return Own::Allowed,
            Truth::False => {}
            Truth::Unknown => {
                // What the provider fills in follows from its own region. Without the block nobody knows who does.
                if resource.is_none_or(|block| !matches!(block.argument(name), Configured::Absent)) {
                    let why = format!("`{name}` is known after apply");
                    let waits_for = context.facts.waits_for(change, name);
                    return Own::Forbidden(Box::new(finding("may stand", why).unknown(waits_for)));
                }
            }
        }
    }
    Own::OfProvider
}

/// The provider that makes the object, with its key in the configuration; `None` where the plan does not tell.
fn provider_of<'a>(context: &Context<'_, 'a>, change: &ResourceChange<'_>) -> Option<(&'a str, Provider<'a>)> {
    let resource = context.facts.configured(change)?;
    let key = resource.wire.provider_config_key.as_deref()?;
    Some((key, context.facts.provider_of(resource)?))
}

/// The first argument of a provider that is set and says where things stand.
fn setting<'a>(
    context: &Context<'_, 'a>,
    regions: &'static Regions,
    provider: &Provider<'a>,
) -> Option<(&'static str, ProviderSetting<'a>)> {
    let arguments = regions.configuration.iter().map(String::as_str);
    arguments
        .map(|name| (name, context.facts.provider_setting(provider, name)))
        .find(|(_, setting)| !matches!(setting, ProviderSetting::Unset))
}
