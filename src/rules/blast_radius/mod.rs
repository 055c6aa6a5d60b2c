//! Blast radius: how far a plan reaches.

mod changes;
mod patterns;

pub(super) mod critical_type;
pub(super) mod frozen_address;
pub(super) mod hidden_downstream;
pub(super) mod policy_lockout;
pub(super) mod restart;
pub(super) mod risk_score;
pub(super) mod several_environments;
pub(super) mod stopped_service;
pub(super) mod too_many_changes;
