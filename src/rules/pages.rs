//! The pages of the rules, which the program carries packed: half a megabyte that few runs read.

use std::sync::LazyLock;

use foldhash::fast::RandomState;
use indexmap::IndexMap;

use super::embedded;
use crate::lint::{Level, Rule, RulePage};

impl Rule {
    /// What planlint's own rules have unless they say otherwise: they speak of plans, and were there from the first
    /// version.
    pub(super) const BASE: Self = Self {
        page: Some(RulePage::Packed(of)),
        ..Self::new("", Level::Allow, "", &[])
    };
}

/// Rule and text of each page, every one ended by a NUL, as `build.rs` has packed them.
const PACKED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/pages"));

/// The page of the rule with this id; empty where there is none, which a test rules out for every rule.
fn of(id: &str) -> &'static str {
    static TEXT: LazyLock<String> = LazyLock::new(|| embedded::text(PACKED));
    static PAGES: LazyLock<IndexMap<&str, &str, RandomState>> = LazyLock::new(|| {
        let mut parts = TEXT.split('\0');
        std::iter::from_fn(|| Some((parts.next()?, parts.next()?))).collect()
    });
    PAGES.get(id).copied().unwrap_or_default()
}
