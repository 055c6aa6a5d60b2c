//! What is bad: every rule of planlint, one file each, beside the page that documents and tests it.

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
mod unknowns;
mod waivers;
mod wildcard;

pub(crate) use self::secrets::{is_name, secret_item, secret_members};
use crate::lint::Rule;

/// Every rule, in the order of families and names. A test holds the list against the folder.
pub const RULES: &[Rule] = &[
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
    exposure::admin_grant::RULE,
    exposure::anyone_can_assume::RULE,
    exposure::backup_disabled::RULE,
    exposure::key_rotation_off::RULE,
    exposure::logging_removed::RULE,
    exposure::long_lived_access_key::RULE,
    exposure::metadata_service_v1::RULE,
    exposure::plaintext_listener::RULE,
    exposure::privileged_container::RULE,
    exposure::public_bucket::RULE,
    exposure::public_database::RULE,
    exposure::public_endpoint::RULE,
    exposure::public_grant::RULE,
    exposure::public_ingress::RULE,
    exposure::public_repository::RULE,
    exposure::public_snapshot::RULE,
    exposure::unencrypted_storage::RULE,
    exposure::weak_tls::RULE,
    exposure::wildcard_policy::RULE,
    hygiene::forbidden_region::RULE,
    hygiene::forbidden_type::RULE,
    hygiene::missing_tags::RULE,
    hygiene::naming::RULE,
    json_module::MODULE_INPUT_TYPE,
    json_module::MODULE_MISSING_INPUT,
    json_module::MODULE_NOT_FOUND,
    json_module::MODULE_SOURCE,
    json_module::MODULE_UNKNOWN_INPUT,
    json_module::MODULE_UNKNOWN_OUTPUT,
    json_module::MODULE_UNPINNED,
    json_module::ROOT_OUTPUT,
    json_reference::BAD_REFERENCE,
    json_reference::COMMENT_IN_REFERENCE_MAP,
    json_reference::CONSTANT_CONDITION,
    json_reference::DEPENDENCY_CYCLE,
    json_reference::DEPENDS_ON_ATTRIBUTE,
    json_reference::DESTROY_PROVISIONER_REFS,
    json_reference::IGNORE_CHANGES_ABSOLUTE,
    json_reference::IGNORE_CHANGES_ALL_IN_LIST,
    json_reference::IGNORE_CHANGES_STAR,
    json_reference::MISSING_INTERPOLATION,
    json_reference::SELF_REFERENCE,
    json_reference::STATIC_CONTEXT_REFERENCE,
    json_reference::STRING_WHERE_LIST,
    json_reference::TEMPLATED_REFERENCE,
    json_reference::UNDECLARED_REFERENCE,
    json_reference::UNKNOWN_ATTRIBUTE,
    json_reference::UNKNOWN_TYPE,
    json_shape::ARGUMENT_TYPE,
    json_shape::ATTRIBUTE_AS_BLOCK_INCOMPLETE,
    json_shape::ATTRIBUTE_AS_BLOCK_OBJECT,
    json_shape::BACKEND_AND_CLOUD,
    json_shape::BAD_IDENTIFIER,
    json_shape::BLOCK_AS_SCALAR,
    json_shape::CHECK_WITHOUT_ASSERT,
    json_shape::COMMENT_AT_LABEL_LEVEL,
    json_shape::COMMENT_IN_EXPRESSION,
    json_shape::COUNT_AND_FOR_EACH,
    json_shape::DEFAULT_TYPE_MISMATCH,
    json_shape::DUPLICATE_BLOCK_PROPERTY,
    json_shape::DUPLICATE_DECLARATION,
    json_shape::DUPLICATE_OBJECT_KEY,
    json_shape::DUPLICATE_PROPERTY,
    json_shape::DUPLICATE_REQUIRED_PROVIDERS,
    json_shape::DYNAMIC_SHAPE,
    json_shape::EMPTY_BLOCK_ARRAY,
    json_shape::EMPTY_LABEL_OBJECT,
    json_shape::EXTRA_LABEL_LEVEL,
    json_shape::FOR_EACH_ARRAY,
    json_shape::IMPORT_IDENTITY,
    json_shape::KEYWORD_VALUE,
    json_shape::LOCALS_NOT_OBJECT,
    json_shape::MISPLACED_BLOCK,
    json_shape::MISSING_ARGUMENT,
    json_shape::MISSING_LABEL_LEVEL,
    json_shape::NULL_DEFAULT,
    json_shape::NULL_ELEMENT_BLOCK,
    json_shape::NULL_META_ARGUMENT,
    json_shape::OVERRIDE_FORBIDDEN,
    json_shape::OVERRIDE_IGNORED_PART,
    json_shape::OVERRIDE_NO_BASE,
    json_shape::PROVIDER_VERSION_IN_PROVIDER,
    json_shape::PROVISIONER_ORDER_LOST,
    json_shape::PROVISIONER_SHAPE,
    json_shape::QUOTED_NUMBER_BOOL,
    json_shape::REQUIRED_PROVIDER_SHAPE,
    json_shape::REQUIRED_VERSION,
    json_shape::REQUIRED_VERSION_IGNORED,
    json_shape::RESERVED_ARGUMENT,
    json_shape::SINGLETON_BLOCK_REPEATED,
    json_shape::TYPE_CONSTRAINT,
    json_shape::UNKNOWN_ARGUMENT,
    json_shape::UNKNOWN_ARGUMENT_META,
    json_shape::VARIABLE_RESERVED_NAME,
    json_shape::WRONG_FLAVOR_BLOCK,
    json_syntax::ALMOST_CONFIG_FILE,
    json_syntax::BROKEN_NATIVE_FILE,
    json_syntax::DEEP_NESTING,
    json_syntax::MALFORMED_JSON,
    json_syntax::NATIVE_SYNTAX,
    json_syntax::NON_UTF8,
    json_syntax::NOT_JSON_CONTENT,
    json_syntax::NUMBER_PRECISION,
    json_syntax::ONE_LINE_FILE,
    json_syntax::OVERRIDE_FILE,
    json_syntax::ROOT_ARRAY,
    json_syntax::ROOT_SHAPE,
    json_syntax::SHADOWED_BY_TOFU_FILE,
    json_syntax::TOFU_NATIVE_JSON_BOTH_LOAD,
    json_syntax::UTF8_BOM,
    json_template::CONSTANT_INTERPOLATION,
    json_template::ESCAPED_QUOTE_IN_EXPRESSION,
    json_template::FUNCTION_ARGUMENTS,
    json_template::JSON_STRING_COULD_BE_JSONENCODE,
    json_template::LOCAL_EXEC_INTERPOLATION,
    json_template::NESTED_MARKER,
    json_template::NEWLINE_IN_QUOTED_STRING,
    json_template::OVER_ESCAPED,
    json_template::TEMPLATE_IN_LITERAL,
    json_template::TEMPLATE_SYNTAX,
    json_template::UNESCAPED_FOREIGN_MARKER,
    json_template::UNKNOWN_FUNCTION,
    json_template::UNREQUIRED_PROVIDER_FUNCTION,
    json_upkeep::CDKTF_METADATA,
    json_upkeep::FEATURE_TOO_NEW,
    json_upkeep::PROVIDER_NO_SOURCE,
    json_upkeep::PROVIDER_UNPINNED,
    json_upkeep::REMOVED_FEATURE,
    json_upkeep::REMOVED_WITHOUT_LIFECYCLE,
    json_upkeep::SECRET_IN_CONFIG,
    json_upkeep::UNUSED_DECLARATION,
    json_upkeep::UNUSED_SUPPRESSION,
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
];

/// Rules that had another name or are gone, and what became of them.
const FORMER: &[(&str, &str)] = &[];

/// Makes the table with which every judgement begins. Else the first judgement does, and waits for it.
pub fn prepare() {
    data::exposure::table();
}

/// What became of a rule that is not in the list any more; `None` for a name that never was one.
#[must_use]
pub(crate) fn former(name: &str) -> Option<&'static str> {
    FORMER
        .iter()
        .find(|(former, _)| *former == name)
        .map(|(_, story)| *story)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::lint::{Level, RuleSubject};

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
            assert!(!(rule.page)(rule).is_empty(), "{name}");
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
}
