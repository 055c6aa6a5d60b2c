//! What the engines write, as serde types: plans, states and configurations of `tofu show -json` and
//! `terraform show -json`, and the state files behind them.
//!
//! Typed is what the engines fix: names, actions, addresses, marks. What a provider or an author decides stays [`Raw`],
//! the text as it is written, and is read on demand. Everything borrows from the document.
//!
//! - Fields carry the names of the JSON; `§` in their documentation is a section of `docs/format.md`.
//! - Absent, `null` and a value are three things where the format makes them three (§2.14). Elsewhere `null`, which the
//!   engines never write there, is read as absent, since other programs write it.
//! - Where a shape decides what a gate says (`resource_changes`, `change`, `actions`, `errored`), a wrong shape is an
//!   error and not an empty list.
//! - A name nobody knows is passed over, unless it is an absent one with a slip in it; at the top of a document it is
//!   listed in `unknown_properties`.
//! - A word nobody knows is kept in a variant `Other`.
//! - T and O stand for Terraform and OpenTofu, T1.8 for Terraform 1.8.0.

mod actions;
mod change;
mod checks;
mod configuration;
mod constraint;
mod cty;
mod expression;
mod flavor;
mod map;
mod object;
mod plan;
mod provider;
mod provider_schemas;
mod raw;
mod state;
mod statefile;
mod text;
mod values;
pub mod version;
mod word;

pub use actions::{ActionKind, ActionReason, Actions};
pub use change::{Change, Importing, InstanceKey, Mode, Path, ResourceChange, Step};
pub use checks::{
    Check, CheckAddress, CheckInstance, CheckInstanceAddress, CheckKind, CheckStatus, ConditionResult, Problem,
};
pub use configuration::{
    ConfigAction, ConfigModule, ConfigOutput, ConfigResource, ConfigVariable, Configuration, ModuleCall,
    ProviderConfig, Provisioner,
};
pub(crate) use constraint::Constraint;
pub use cty::{Type, TypeError};
pub use expression::{Argument, Arguments, Block, Expression, Expressions};
pub use flavor::Flavor;
pub use map::{Iter as MapIter, Map};
pub use plan::{
    ActionInvocation, DeferredActionInvocation, DeferredChange, DeferredReason, InvokeActionTrigger,
    LifecycleActionTrigger, Plan, RelevantAttribute, Variable,
};
pub(crate) use provider::{OFFICIAL, ProviderAddress};
pub use provider_schemas::{
    Nesting, ProviderSchema, ProviderSchemas, Schema, SchemaAttribute, SchemaBlock, SchemaBlockType, SchemaNested,
};
pub use raw::Raw;
#[cfg(test)]
pub(crate) use raw::raw;
pub use state::State;
pub use statefile::{
    CheckedObject, InstanceObject, MarkStep, StateFile, StateFileCheck, StateFileOutput, StateFileResource,
};
pub use text::Text;
pub use values::{Module, Output, Resource, Values, Walk};
pub use version::{EngineRange, EngineVersion, FormatVersion, VersionError};
