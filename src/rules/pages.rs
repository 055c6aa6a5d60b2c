//! The pages of the rules, which the program carries packed: half a megabyte that few runs read.

use std::sync::LazyLock;

use foldhash::fast::RandomState;
use indexmap::IndexMap;

use super::embedded;

/// The function that gives the page at a path below this folder, without its ending: what `Rule::page` wants.
macro_rules! page {
    ($path:literal) => {
        || crate::rules::pages::at($path)
    };
}

/// Path and text of each page, every one ended by a NUL, as `build.rs` has packed them.
const PACKED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/pages"));

/// The page at this path; empty where none stands, which a test rules out for every rule.
pub(super) fn at(path: &str) -> &'static str {
    static TEXT: LazyLock<String> = LazyLock::new(|| embedded::text(PACKED));
    static PAGES: LazyLock<IndexMap<&str, &str, RandomState>> = LazyLock::new(|| {
        let mut parts = TEXT.split('\0');
        std::iter::from_fn(|| Some((parts.next()?, parts.next()?))).collect()
    });
    PAGES.get(path).copied().unwrap_or_default()
}
