//! What an OpenTofu or Terraform plan changes, what is dangerous in it, and whether it may go ahead.

pub mod cli;
pub mod facts;
pub mod input;
pub mod json;
pub mod lint;
pub mod output;
pub mod report;
pub mod rules;
pub mod source;
pub mod tofu;
