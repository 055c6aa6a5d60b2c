//! Which engine wrote a plan, and what tells.

pub use crate::tofu::Flavor;
use crate::tofu::{ActionKind, ActionReason, EngineVersion, Plan, ProviderAddress};

/// An engine and why it is taken to be that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Guess {
    /// `None` when nothing tells.
    pub engine: Option<Flavor>,
    /// What told, in words.
    pub evidence: &'static str,
    trace: Trace,
}

/// How far it is to be trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Trace {
    /// No other engine writes such a plan.
    Certain,
    /// Neither does, but for the lack of something, which anybody may have taken out.
    Absence,
    /// A habit of the user, as where providers come from.
    Habit,
}

impl Guess {
    const fn new(engine: Flavor, evidence: &'static str) -> Self {
        Self {
            engine: Some(engine),
            evidence,
            trace: Trace::Certain,
        }
    }

    /// Nothing tells, for a reason in words.
    pub(super) const fn none(evidence: &'static str) -> Self {
        Self {
            engine: None,
            evidence,
            trace: Trace::Habit,
        }
    }

    /// What the user said outweighs traces, but for those that no other engine leaves.
    #[must_use]
    pub const fn told(engine: Flavor) -> Self {
        Self::new(engine, "told with --engine")
    }

    /// The engine that wrote a plan for certain, where the user said another.
    pub(crate) fn contradicting(plan: &Plan<'_>, told: Flavor) -> Option<(Flavor, Self)> {
        let guess = guess(plan);
        let is_other = |engine: &Flavor| guess.trace != Trace::Habit && *engine != told;
        Some((guess.engine.filter(is_other)?, guess))
    }

    /// Whether what tells is that something is not there, which anybody may have taken out.
    pub(crate) fn is_of_absence(self) -> bool {
        self.trace == Trace::Absence
    }
}

/// Guesses from the strongest trace to the weakest.
pub(super) fn guess(plan: &Plan<'_>) -> Guess {
    if plan.applyable.is_some() || plan.complete.is_some() {
        return Guess::new(Flavor::Terraform, "only Terraform writes `applyable` and `complete`");
    }
    if super::actions::invocations(plan).next().is_some() || !plan.deferred_changes.is_empty() {
        return Guess::new(Flavor::Terraform, "only Terraform writes deferred changes and actions");
    }
    let version = plan.terraform_version.as_deref();
    // OpenTofu begins with 1.6.0.
    if EngineVersion::is_in(version, "<1.6") == Some(true) {
        return Guess::new(Flavor::Terraform, "the version is older than OpenTofu");
    }
    let changes = plan.resource_changes.as_deref().unwrap_or_default();
    for wire in changes {
        match wire.change.actions.kind() {
            ActionKind::ForgetThenCreate | ActionKind::Open => {
                return Guess::new(Flavor::OpenTofu, "only OpenTofu writes this action");
            }
            ActionKind::CreateThenForget => return Guess::new(Flavor::Terraform, "only Terraform writes this action"),
            _ => {}
        }
        if matches!(
            wire.action_reason,
            Some(
                ActionReason::DeleteBecauseEnabledFalse
                    | ActionReason::ForgotBecauseLifecycleDestroyInState
                    | ActionReason::ForgotBecauseLifecycleDestroyInConfig
            )
        ) {
            return Guess::new(Flavor::OpenTofu, "only OpenTofu writes this reason");
        }
    }
    // Since 1.8 Terraform always writes it.
    if EngineVersion::is_in(version, ">=1.8") == Some(true) && plan.errored.is_some() {
        return Guess {
            trace: Trace::Absence,
            ..Guess::new(Flavor::OpenTofu, "Terraform of this version would write `applyable`")
        };
    }
    let providers = plan.configuration.iter().flat_map(|configuration| {
        configuration
            .provider_config
            .values()
            .filter_map(|provider| provider.full_name.as_deref())
    });
    let resources = changes.iter().filter_map(|wire| wire.provider_name.as_deref());
    let registry = providers
        .chain(resources)
        .find_map(|provider| ProviderAddress::new(provider).in_own_registry());
    if let Some((engine, _)) = registry {
        let evidence = match engine {
            Flavor::OpenTofu => "providers come from OpenTofu's registry",
            Flavor::Terraform => "providers come from Terraform's registry",
        };
        return Guess {
            trace: Trace::Habit,
            ..Guess::new(engine, evidence)
        };
    }
    Guess::none("nothing in the file tells")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_one_engine_alone_writes_tells_which_it_is() {
        let newer = r#""terraform_version":"1.14.0","errored":false"#;
        for (members, wanted, why) in [
            (
                format!("{newer},\"applyable\":true"),
                Some(Flavor::Terraform),
                "OpenTofu does not write it",
            ),
            (newer.to_owned(), Some(Flavor::OpenTofu), "and Terraform would"),
            (
                format!(
                    r#"{newer},"deferred_action_invocations":[{{"reason":"deferred_prereq","action_invocation":{{
                        "address":"action.a.b","type":"a","name":"b","provider_name":"p"}}}}]"#
                ),
                Some(Flavor::Terraform),
                "actions that are put off, and nothing else of the kind",
            ),
            (
                r#""terraform_version":"1.5.7""#.to_owned(),
                Some(Flavor::Terraform),
                "older than the other",
            ),
            ("\"errored\":false".to_owned(), None, "nothing tells"),
        ] {
            let plan = format!(r#"{{"format_version":"1.2",{members}}}"#);
            let plan: Plan<'_> = serde_json::from_str(&plan).unwrap();
            assert_eq!(guess(&plan).engine, wanted, "{why}");
        }
    }
}
