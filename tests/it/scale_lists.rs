//! Cost of long lists in one place grows as they do.

use serde_json::json;

use crate::scale::{Case, grow_alike};
use crate::scale_inputs::module;

#[test]
fn lists_in_configuration() {
    let cases: [Case; 1] = [("parts of a constraint on versions", 500, |at, n| {
        let parts: Vec<String> = (0..n).map(|i| format!(">= 1.{i}")).collect();
        module(at, &json!({"terraform": {"required_version": parts.join(", ")}}))
    })];
    grow_alike(&cases);
}
