//! What is bad: every rule of planlint, beside the page that documents and tests it.

#[macro_use]
mod family;

mod blast_radius;
mod checks;
pub mod configuration;
mod data;
mod described;
mod destruction;
mod drift_and_moves;
mod embedded;
mod exposure;
mod form;
mod gone;
mod hygiene;
mod json_module;
mod json_reference;
mod json_shape;
mod json_syntax;
mod json_template;
mod json_upkeep;
mod outputs;
mod pages;
mod plan_health;
mod secrets;
mod sql;
mod state;
mod supply_chain;
mod type_names;
mod unknowns;
mod waivers;
mod wildcard;

pub(crate) use self::secrets::{is_name, secret_item, secret_members};
use crate::lint::Rule;

/// The rule with this id.
pub(crate) fn named(id: &str) -> Option<&'static Rule> {
    RULES.iter().find(|rule| rule.id == id)
}

/// Every rule, in the order of families and names. A test holds the list against the folder.
pub const RULES: &[Rule] = &{
    let (mut rules, mut count, mut family) = ([Rule::BASE; COUNT], 0, 0);
    while family < FAMILIES.len() {
        let mut of_family = 0;
        while of_family < FAMILIES[family].len() {
            rules[count] = FAMILIES[family][of_family];
            (count, of_family) = (count + 1, of_family + 1);
        }
        family += 1;
    }
    rules
};

const COUNT: usize = {
    let (mut count, mut family) = (0, 0);
    while family < FAMILIES.len() {
        (count, family) = (count + FAMILIES[family].len(), family + 1);
    }
    count
};

const FAMILIES: &[&[Rule]] = &[
    &[
        blast_radius::critical_type::RULE,
        blast_radius::frozen_address::RULE,
        blast_radius::hidden_downstream::RULE,
        blast_radius::policy_lockout::RULE,
        blast_radius::restart::RULE,
        blast_radius::risk_score::RULE,
        blast_radius::several_environments::RULE,
        blast_radius::stopped_service::RULE,
        blast_radius::too_many_changes::RULE,
        checks::failed_check::RULE,
        checks::unevaluated_check::RULE,
        checks::unknown_check::RULE,
        destruction::count_shift::RULE,
        destruction::delete::RULE,
        destruction::delete_stateful::RULE,
        destruction::deposed_leftover::RULE,
        destruction::destroy_before_create::RULE,
        destruction::destructive_update::RULE,
        destruction::forced_destruction::RULE,
        destruction::forget::RULE,
        destruction::forget_and_recreate::RULE,
        destruction::key_change::RULE,
        destruction::mass_destroy::RULE,
        destruction::missing_move_target::RULE,
        destruction::protection_removed::RULE,
        destruction::replace::RULE,
        destruction::replace_by_request::RULE,
        destruction::replace_by_trigger::RULE,
        destruction::replace_stateful::RULE,
        destruction::replace_tainted::RULE,
        destruction::shorter_retention::RULE,
        drift_and_moves::deleted_outside::RULE,
        drift_and_moves::drift::RULE,
        drift_and_moves::generated_configuration::RULE,
        drift_and_moves::import::RULE,
        drift_and_moves::import_then_change::RULE,
        drift_and_moves::import_then_replace::RULE,
        drift_and_moves::mass_deleted_outside::RULE,
        drift_and_moves::missing_move::RULE,
        drift_and_moves::moved_and_changed::RULE,
        drift_and_moves::reverted_drift::RULE,
        exposure::ADMIN_GRANT,
        exposure::ANYONE_CAN_ASSUME,
        exposure::BACKUP_DISABLED,
        exposure::KEY_ROTATION_OFF,
        exposure::logging_removed::RULE,
        exposure::LONG_LIVED_ACCESS_KEY,
        exposure::METADATA_SERVICE_V1,
        exposure::PLAINTEXT_LISTENER,
        exposure::PRIVILEGED_CONTAINER,
        exposure::PUBLIC_BUCKET,
        exposure::PUBLIC_DATABASE,
        exposure::PUBLIC_ENDPOINT,
        exposure::PUBLIC_GRANT,
        exposure::public_ingress::RULE,
        exposure::PUBLIC_REPOSITORY,
        exposure::PUBLIC_SNAPSHOT,
        exposure::UNENCRYPTED_STORAGE,
        exposure::WEAK_TLS,
        exposure::WILDCARD_POLICY,
        hygiene::forbidden_region::RULE,
        hygiene::forbidden_type::RULE,
        hygiene::missing_tags::RULE,
        hygiene::naming::RULE,
    ],
    json_module::RULES,
    json_reference::RULES,
    json_shape::RULES,
    json_syntax::RULES,
    json_template::RULES,
    json_upkeep::RULES,
    &[
        outputs::output_only_change::RULE,
        outputs::removed_output::RULE,
        outputs::retyped_output::RULE,
        plan_health::action_invocation::RULE,
        plan_health::deferred_change::RULE,
        plan_health::empty_plan::RULE,
        plan_health::engine_version::RULE,
        plan_health::errored_plan::RULE,
        plan_health::inapplicable_plan::RULE,
        plan_health::incomplete_plan::RULE,
        plan_health::missing_changes::RULE,
        plan_health::newer_format::RULE,
        plan_health::rewritten_plan::RULE,
        plan_health::stale_plan::RULE,
        plan_health::unexpected_plan::RULE,
        plan_health::unreadable_text::RULE,
        plan_health::unrecognized_action::RULE,
        secrets::desensitized_value::RULE,
        secrets::exposing_output::RULE,
        secrets::provider_credential_literal::RULE,
        secrets::secret_in_provisioner::RULE,
        secrets::secret_literal::RULE,
        secrets::secret_variable_default::RULE,
        secrets::unmarked_secret::RULE,
        state::dangling_dependency::RULE,
        state::deposed_object::RULE,
        state::duplicate_object::RULE,
        state::empty_prior_state::RULE,
        state::mixed_schema_versions::RULE,
        state::newer_state_writer::RULE,
        state::orphaned_resource::RULE,
        state::secret_in_state::RULE,
        state::tainted_resource::RULE,
        supply_chain::code_running_data_source::RULE,
        supply_chain::provisioner::RULE,
        supply_chain::unpinned_module::RULE,
        supply_chain::unpinned_provider::RULE,
        supply_chain::untrusted_module::RULE,
        supply_chain::untrusted_provider::RULE,
        unknowns::deferred_data_read::RULE,
        unknowns::noisy_change::RULE,
        unknowns::unknown_critical_attribute::RULE,
        unknowns::unknown_instances::RULE,
        waivers::broad_waiver::RULE,
        waivers::expired_waiver::RULE,
        waivers::unused_waiver::RULE,
        waivers::weakened_gate::RULE,
    ],
];

/// Makes the tables that every judgement of a plan asks for. Else the first judgement does, and waits for each.
pub(crate) fn prepare() {
    rayon::join(data::exposure::table, data::prepare_others);
}

/// Makes the table that every judgement of a state asks for.
pub(crate) fn prepare_for_states() {
    data::SecretShapes::builtin();
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::facts::ChangeKind;
    use crate::lint::{Level, RuleScope, RuleSubject, Unread};
    use crate::order;

    /// What a rule leaves out is that of a rule that finds nothing.
    #[test]
    fn every_rule_says_what_it_is_and_where_it_looks() {
        let mut subjects = BTreeMap::new();
        for rule in RULES {
            let name = rule.id;
            assert!(
                !name.is_empty() && !rule.summary.is_empty() && !rule.family.is_empty(),
                "{name}"
            );
            assert!(rule.page().is_some_and(|page| !page.is_empty()), "{name}");
            let looks_elsewhere = matches!(rule.subject, RuleSubject::Modules | RuleSubject::Settings);
            assert_eq!(
                rule.checks.is_empty(),
                looks_elsewhere,
                "{name} looks at what it speaks of"
            );
            let subject = subjects.entry(rule.family).or_insert(rule.subject);
            assert_eq!(*subject, rule.subject, "{name} speaks of what its family speaks of");
        }
        let off = RULES.iter().filter(|rule| rule.level == Level::Allow).count();
        assert_eq!(off, OFF, "rules that are off until somebody asks for them");
    }

    /// Counted in `docs/rules.md`.
    const OFF: usize = 15;

    /// What the gate does with a rule hangs on these; each row was written by hand, from what the rule looks at.
    #[test]
    fn rules_say_of_themselves_what_waivers_and_baselines_ask() {
        const KINDS: [ChangeKind; 6] = [
            ChangeKind::Delete,
            ChangeKind::Replace,
            ChangeKind::Update,
            ChangeKind::Forget,
            ChangeKind::Import,
            ChangeKind::Read,
        ];
        let ids = |is: &dyn Fn(&Rule) -> bool| order::set(RULES.iter().filter(|rule| is(rule)).map(|rule| rule.id));
        let kind = |kind| ids(&move |rule| rule.only_kind() == Some(kind));
        for (about, found, wanted) in [
            (
                "never permitted",
                ids(&|rule| !rule.may_be_permitted()),
                "broken-native-file deep-nesting errored-plan malformed-json missing-changes not-json-content root-shape \
                 unexpected-plan utf8-bom weakened-gate",
            ),
            (
                "not read where an engine refuses it",
                ids(&|rule| rule.unread == Unread::WhereRefused),
                "broken-native-file malformed-json not-json-content root-shape utf8-bom",
            ),
            ("never read", ids(&|rule| rule.unread == Unread::Always), "deep-nesting"),
            (
                "of the whole",
                ids(&|rule| rule.scope == RuleScope::Whole),
                "empty-plan empty-prior-state engine-version errored-plan inapplicable-plan incomplete-plan \
                 mass-deleted-outside mass-destroy missing-changes newer-state-writer output-only-change risk-score \
                 several-environments stale-plan too-many-changes unexpected-plan",
            ),
            (
                "of calls too",
                ids(&|rule| rule.scope == RuleScope::WithCalls),
                "unpinned-module untrusted-module",
            ),
            (
                "told by an address alone",
                ids(&|rule| rule.scope == RuleScope::Named),
                "exposing-output failed-check removed-output retyped-output secret-variable-default unevaluated-check \
                 unknown-check",
            ),
            (
                "of providers",
                ids(&|rule| rule.scope == RuleScope::Providers),
                "unpinned-provider untrusted-provider",
            ),
            (
                "of no change",
                ids(&|rule| rule.scope == RuleScope::NoChange),
                "action-invocation code-running-data-source naming provider-credential-literal provisioner \
                 secret-in-provisioner secret-literal",
            ),
            (
                "delete",
                kind(ChangeKind::Delete),
                "delete delete-stateful deposed-leftover missing-move-target",
            ),
            (
                "replace",
                kind(ChangeKind::Replace),
                "destroy-before-create forget-and-recreate import-then-replace replace replace-by-request \
                 replace-by-trigger replace-stateful replace-tainted",
            ),
            (
                "update",
                kind(ChangeKind::Update),
                "import-then-change noisy-change restart stopped-service",
            ),
            ("forget", kind(ChangeKind::Forget), "forget"),
            ("import", kind(ChangeKind::Import), "import"),
            ("read", kind(ChangeKind::Read), "deferred-data-read"),
            (
                "another kind",
                ids(&|rule| rule.only_kind().is_some_and(|kind| !KINDS.contains(&kind))),
                "",
            ),
            (
                "secrets that nothing marks",
                ids(&|rule| rule.tells_secrets),
                "provider-credential-literal secret-in-provisioner secret-in-state secret-literal secret-variable-default \
                 unmarked-secret",
            ),
        ] {
            assert_eq!(found, order::set(wanted.split_whitespace()), "{about}");
        }
    }
}
