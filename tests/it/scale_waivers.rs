//! Cost of waivers and overrides that name no plain address, with a finding for each: it grows as they do.

use crate::scale::{Case, grow_alike};
use crate::scale_inputs::{WAIVED, deletions_apart};

const MILD: &str = "rules = { delete = 'note' }";

#[test]
fn waivers_with_wildcards_and_overrides_without_addresses() {
    let cases: [Case; 9] = [
        ("waivers by name", 200, |at, n| {
            deletions_apart(at, "waiver", WAIVED, n, |i| format!("address = '**.aws_db_*.r{i}'"))
        }),
        ("waivers by type", 200, |at, n| {
            deletions_apart(at, "waiver", WAIVED, n, |i| format!("address = '**.aws_db_x{i}.*'"))
        }),
        ("waivers by module", 200, |at, n| {
            deletions_apart(at, "waiver", WAIVED, n, |i| format!("address = 'module.m{i}.**'"))
        }),
        ("waivers by the key of a module", 200, |at, n| {
            deletions_apart(at, "waiver", WAIVED, n, |i| {
                format!("address = 'module.*[\"k{i}\"].*.*'")
            })
        }),
        ("waivers by the end of a name", 200, |at, n| {
            deletions_apart(at, "waiver", WAIVED, n, |i| format!("address = 'module.*.*.r*{i}'"))
        }),
        ("overrides by address", 200, |at, n| {
            deletions_apart(at, "override", MILD, n, |i| format!("address = 'module.*.*.r{i}'"))
        }),
        ("overrides by type", 200, |at, n| {
            deletions_apart(at, "override", MILD, n, |i| format!("type = 'aws_db_x{i}'"))
        }),
        ("overrides by module", 200, |at, n| {
            deletions_apart(at, "override", MILD, n, |i| {
                format!("module = 'module.m{i}'\ntype = 'aws_db_*'")
            })
        }),
        ("overrides by provider", 200, |at, n| {
            deletions_apart(at, "override", MILD, n, |i| format!("provider = 'hashicorp/p{i}'"))
        }),
    ];
    grow_alike(&cases);
}
