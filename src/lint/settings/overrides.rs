//! Other levels for some addresses, modules, types, providers or kinds of change.

use std::borrow::Cow;

use super::mistake::SettingsError;
use crate::facts::address::ModulePath;
use crate::facts::{ChangeKind, Truth};
use crate::lint::pattern::{Alternatives, Field, Glob, Literal, Named, of_module};
use crate::lint::{About, Condition, Level, Pattern, Rule, RuleScope};
use crate::tofu::ProviderAddress;

/// One `[[override]]`: what it is about, of which every condition that is there must hold, and the levels there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Override {
    pub(super) addresses: Option<Vec<Pattern>>,
    pub(super) modules: Option<Vec<Pattern>>,
    pub(super) types: Option<Vec<Glob>>,
    pub(super) providers: Option<Vec<Glob>>,
    pub(super) kinds: Option<Vec<ChangeKind>>,
    /// Names of rules and families, in the order of names.
    pub(super) levels: Vec<(String, Level)>,
}

impl Override {
    /// Whether it has no condition at all.
    pub(super) fn holds_everywhere(&self) -> bool {
        self.addresses.is_none()
            && self.modules.is_none()
            && self.types.is_none()
            && self.providers.is_none()
            && self.kinds.is_none()
    }

    /// Why no finding of a rule meets all conditions, where that is certain.
    pub(super) fn idle_for(&self, rule: &Rule) -> Option<SettingsError> {
        let kinds = self.kinds.as_ref();
        if let RuleScope::Kind(only) = rule.scope {
            let is_other = kinds.is_some_and(|kinds| !kinds.contains(&only));
            return is_other.then_some(SettingsError::OtherKind {
                rule: rule.id,
                only: only.word(),
            });
        }
        let is_other = |patterns: &Vec<Pattern>| !patterns.iter().any(Pattern::is_everything);
        let asked = [
            (self.addresses.as_ref().is_some_and(is_other), Condition::Address),
            (self.modules.as_ref().is_some_and(is_other), Condition::Module),
            (self.types.is_some(), Condition::Type),
            (self.providers.is_some(), Condition::Provider),
            (kinds.is_some(), Condition::Kind),
        ];
        let mut asked = asked.into_iter().filter(|(is_asked, _)| *is_asked);
        let (_, lacking) = asked.find(|(_, condition)| rule.lacks().contains(condition))?;
        let (key, lacking) = (lacking.key(), lacking.words());
        Some(match rule.scope {
            RuleScope::Whole => SettingsError::WholeInOverride {
                rule: rule.id,
                whole: rule.subject.whole(),
                lacking,
            },
            _ => SettingsError::LackingInOverride {
                rule: rule.id,
                key,
                lacking,
            },
        })
    }

    /// What a thing has to say so that it can be about it; kinds of change are too few to tell one from another.
    pub(super) fn conditions(&self) -> Vec<Alternatives<'_>> {
        let addresses = self.addresses.iter();
        let types = self.types.iter();
        let modules = self.modules.iter();
        let providers = self.providers.iter().map(|globs| {
            let told = globs.iter().map(|glob| glob.literals(Field::Provider));
            told.chain([vec![Literal::whole(Field::NoProvider, "")]]).collect()
        });
        addresses
            .map(|patterns| patterns.iter().flat_map(Pattern::alternatives).collect())
            .chain(types.map(|globs| globs.iter().map(|glob| glob.literals(Field::SaidType)).collect()))
            .chain(modules.map(|patterns| patterns.iter().map(Pattern::steps).collect()))
            .chain(providers)
            .collect()
    }

    /// Whether it is about a thing with that address, and that one before a move; unknown when it means one of the two
    /// alone, or when all depends on the provider of something that has one and does not tell whose it is.
    pub(super) fn is_about(&self, about: &About, address: Option<&Named<'_>>, previous: Option<&Named<'_>>) -> Truth {
        let now = Truth::from(self.is_at(about.module.as_deref(), address));
        let place = match previous {
            Some(_) if now != Truth::from(self.is_at(None, previous)) => Truth::Unknown,
            _ => now,
        };
        let others = one_of(self.types.as_ref(), about.type_name.as_deref())
            && self
                .kinds
                .as_ref()
                .is_none_or(|kinds| about.kind.is_some_and(|kind| kinds.contains(&kind)));
        let has_one = about.kind.is_some() || about.type_name.is_some() || about.provider.is_some();
        let provider = match about.provider.as_deref().filter(|name| is_full(name)) {
            None if self.providers.is_some() && has_one => Truth::Unknown,
            _ => Truth::from(one_of_providers(self.providers.as_ref(), about.provider.as_deref())),
        };
        place.and(Truth::from(others)).and(provider)
    }

    /// Whether it means an address; `module` is that of a thing without one.
    fn is_at(&self, module: Option<&str>, address: Option<&Named<'_>>) -> bool {
        let any = |patterns: &Vec<Pattern>| patterns.iter().any(|pattern| hits(pattern, address));
        let in_module = |patterns: &Vec<Pattern>| {
            // The address decides, which names what is changed.
            let module = match (address, module) {
                (Some(Named::Address(address)), _) => Some(address.module.clone()),
                (_, Some(module)) => ModulePath::parse(module).ok(),
                (Some(Named::Module(module)), None) => Some(module.clone()),
                (Some(Named::Other(_)) | None, None) => None,
            };
            patterns.iter().any(|pattern| match &module {
                Some(module) => pattern.matches_module(module),
                None => pattern.is_everything(),
            })
        };
        self.addresses.as_ref().is_none_or(any) && self.modules.as_ref().is_none_or(in_module)
    }
}

/// Whether a pattern means the address; only `**` means what has none.
pub(in crate::lint) fn hits(pattern: &Pattern, address: Option<&Named<'_>>) -> bool {
    match address {
        Some(named) => pattern.matches_named(named),
        None => pattern.is_everything(),
    }
}

fn one_of(globs: Option<&Vec<Glob>>, text: Option<&str>) -> bool {
    globs.is_none_or(|globs| text.is_some_and(|text| globs.iter().any(|glob| glob.matches(text))))
}

/// What a thing says beside its addresses of what overrides can be about.
pub(super) fn fields(about: &About) -> Vec<(Field, Cow<'_, str>)> {
    let mut fields = Vec::new();
    fields.extend(about.type_name.as_deref().map(|name| (Field::SaidType, name.into())));
    let providers = provider_names(about.provider.as_deref()).into_iter().flatten();
    fields.extend(providers.map(|name| (Field::Provider, name.into())));
    if !about.provider.as_deref().is_some_and(is_full) {
        fields.push((Field::NoProvider, "".into()));
    }
    if let Some(module) = about
        .module
        .as_deref()
        .and_then(|module| ModulePath::parse(module).ok())
    {
        fields.extend(of_module(&module).map(|(of, text)| (of, text.into_owned().into())));
    }
    fields
}

/// Whether a name tells whose provider it is: that of Terraform 0.12 is `aws`, or `aws.alias` (§1.4).
fn is_full(name: &str) -> bool {
    name.contains('/')
}

fn one_of_providers(globs: Option<&Vec<Glob>>, written: Option<&str>) -> bool {
    let [address, short] = provider_names(written);
    one_of(globs, address) || short.is_some_and(|short| one_of(globs, Some(short)))
}

/// A provider by its full address, and without the registry where that is one of the engines' own: `hashicorp/aws` of
/// another one is somebody else's.
fn provider_names(written: Option<&str>) -> [Option<&str>; 2] {
    let address = written.map(ProviderAddress::of_object);
    let short = address.and_then(|address| Some(address.in_own_registry()?.1));
    [address.map(ProviderAddress::as_str), short]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::pattern::PatternIndex;

    fn about(address: &str, module: Option<&str>) -> About {
        About {
            address: Some(address.to_owned()),
            module: module.map(str::to_owned),
            type_name: Some("aws_x".to_owned()),
            provider: Some("registry.opentofu.org/hashicorp/aws".to_owned()),
            kind: Some(ChangeKind::Delete),
            ..About::default()
        }
    }

    /// What it says, after a look at whether the index of all overrides would have asked it.
    fn asked(wanted: &Override, subject: &About, reason: &str) -> Truth {
        let [address, previous] =
            [&subject.address, &subject.previous_address].map(|text| text.as_deref().map(Named::read));
        let (address, previous) = (address.as_ref(), previous.as_ref());
        let truth = wanted.is_about(subject, address, previous);
        let unlike = Override {
            types: Some(vec![Glob::new("no_type")]),
            ..wanted.clone()
        };
        let index = PatternIndex::new([wanted, &unlike].into_iter().map(Override::conditions));
        let places = index.candidates(address, previous, &fields(subject));
        assert!(truth == Truth::False || places.contains(&0), "{reason}: not asked");
        truth
    }

    fn nothing() -> Override {
        Override {
            addresses: None,
            modules: None,
            types: None,
            providers: None,
            kinds: None,
            levels: Vec::new(),
        }
    }

    #[test]
    #[expect(clippy::too_many_lines, reason = "a table")]
    fn every_condition_must_hold() {
        let patterns = |text: &str| Some(vec![Pattern::parse(text).unwrap()]);
        let globs = |text: &str| Some(vec![Glob::new(text)]);
        let deep = about("module.a.module.b.aws_x.y", Some("module.a.module.b"));
        let check = About {
            type_name: None,
            provider: None,
            kind: None,
            ..about("module.a.check.x", None)
        };
        let raw = About {
            provider: Some("provider[\"registry.terraform.io/hashicorp/aws\"]".to_owned()),
            ..deep.clone()
        };
        let elsewhere = About {
            provider: Some("evil.example/hashicorp/aws".to_owned()),
            ..deep.clone()
        };
        let lying = About {
            module: Some("module.other".to_owned()),
            ..deep.clone()
        };
        let moved = About {
            previous_address: Some("module.old.aws_x.y".to_owned()),
            ..deep.clone()
        };
        for (wanted, subject, holds, reason) in [
            (
                Override {
                    addresses: patterns("module.a.**"),
                    ..nothing()
                },
                &deep,
                true,
                "an address below",
            ),
            (
                Override {
                    addresses: patterns("aws_x.y"),
                    ..nothing()
                },
                &deep,
                false,
                "the root module",
            ),
            (
                Override {
                    addresses: patterns("module.*.**"),
                    ..nothing()
                },
                &moved,
                true,
                "the addresses before a move and after it",
            ),
            (
                Override {
                    modules: patterns("module.a"),
                    ..nothing()
                },
                &deep,
                false,
                "the module itself, not those below",
            ),
            (
                Override {
                    modules: patterns("module.a.**"),
                    ..nothing()
                },
                &deep,
                true,
                "those below too",
            ),
            (
                Override {
                    modules: patterns("module.a"),
                    ..nothing()
                },
                &check,
                true,
                "a check tells its module by its address",
            ),
            (
                Override {
                    modules: patterns("module.*"),
                    ..nothing()
                },
                &About::default(),
                false,
                "a plan as a whole is in no module",
            ),
            (
                Override {
                    types: globs("aws_*"),
                    ..nothing()
                },
                &deep,
                true,
                "a type",
            ),
            (
                Override {
                    types: globs("*"),
                    ..nothing()
                },
                &check,
                false,
                "what has no type is of none",
            ),
            (
                Override {
                    providers: Some(vec![Glob::new("hashicorp/aws")]),
                    ..nothing()
                },
                &deep,
                true,
                "without the registry",
            ),
            (
                Override {
                    providers: globs("*.opentofu.org/*"),
                    ..nothing()
                },
                &deep,
                true,
                "with it",
            ),
            (
                Override {
                    providers: globs("aws"),
                    ..nothing()
                },
                &deep,
                false,
                "a bare name could be anybody's provider",
            ),
            (
                Override {
                    providers: Some(vec![Glob::new("hashicorp/aws")]),
                    ..nothing()
                },
                &raw,
                true,
                "as raw states write it",
            ),
            (
                Override {
                    providers: Some(vec![Glob::new("hashicorp/aws")]),
                    ..nothing()
                },
                &elsewhere,
                false,
                "the same name in a registry of somebody else",
            ),
            (
                Override {
                    providers: Some(vec![Glob::new("evil.example/hashicorp/aws")]),
                    ..nothing()
                },
                &elsewhere,
                true,
                "which must be named",
            ),
            (
                Override {
                    modules: patterns("module.other"),
                    ..nothing()
                },
                &lying,
                false,
                "the address decides",
            ),
            (
                Override {
                    kinds: Some(vec![ChangeKind::Delete]),
                    ..nothing()
                },
                &deep,
                true,
                "a kind",
            ),
            (
                Override {
                    kinds: Some(vec![ChangeKind::Create]),
                    types: globs("aws_x"),
                    ..nothing()
                },
                &deep,
                false,
                "one of two fails",
            ),
        ] {
            assert_eq!(asked(&wanted, subject, reason), Truth::from(holds), "{reason}");
        }
    }

    #[test]
    fn what_moves_between_overrides_is_in_neither_for_certain() {
        let patterns = |text: &str| Some(vec![Pattern::parse(text).unwrap()]);
        for (address, previous, wanted, why) in [
            ("module.a.aws_x.y", None, Truth::True, "it stays"),
            ("module.a.aws_x.y", Some("module.a.aws_x.z"), Truth::True, "a new name"),
            ("module.a.aws_x.y", Some("aws_x.y"), Truth::Unknown, "it comes in"),
            ("aws_x.y", Some("module.a.aws_x.y"), Truth::Unknown, "it leaves"),
            ("aws_x.y", Some("aws_x.z"), Truth::False, "it was never there"),
        ] {
            for (wanted_there, way) in [
                (
                    Override {
                        addresses: patterns("module.a.**"),
                        ..nothing()
                    },
                    "by address",
                ),
                (
                    Override {
                        modules: patterns("module.a"),
                        ..nothing()
                    },
                    "by module",
                ),
            ] {
                let subject = About {
                    previous_address: previous.map(str::to_owned),
                    ..about(address, None)
                };
                assert_eq!(asked(&wanted_there, &subject, why), wanted, "{why}, {way}");
            }
        }
    }

    #[test]
    fn nobody_knows_the_provider_of_a_change_that_names_none() {
        let of_aws = Override {
            providers: Some(vec![Glob::new("hashicorp/aws")]),
            ..nothing()
        };
        let nameless = About {
            provider: None,
            ..about("aws_x.a", None)
        };
        let of = |wanted: &Override, about: &About| asked(wanted, about, "a provider");
        assert_eq!(of(&of_aws, &nameless), Truth::Unknown);
        for short in ["aws", "aws.lab", ""] {
            let short = About {
                provider: Some(short.to_owned()),
                ..nameless.clone()
            };
            assert_eq!(of(&of_aws, &short), Truth::Unknown, "as Terraform 0.12 names it");
        }
        let created = Override {
            kinds: Some(vec![ChangeKind::Create]),
            ..of_aws.clone()
        };
        assert_eq!(
            of(&created, &nameless),
            Truth::False,
            "another kind, whatever the provider"
        );
        let block = About {
            kind: None,
            ..nameless.clone()
        };
        assert_eq!(of(&of_aws, &block), Truth::Unknown, "a resource has one in any finding");
        let short = About {
            provider: Some("aws".to_owned()),
            type_name: None,
            ..block.clone()
        };
        assert_eq!(
            of(&of_aws, &short),
            Truth::Unknown,
            "a provider itself, before sources had names"
        );
        let variable = About {
            type_name: None,
            ..block
        };
        assert_eq!(of(&of_aws, &variable), Truth::False, "a variable has no provider");
    }
}
