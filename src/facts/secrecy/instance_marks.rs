//! What is sensitive of the instances of a raw state.

use std::collections::BTreeMap;

use crate::json::ReadError;
use crate::tofu::StateFileResource;

use super::marks::Marks;
use crate::facts::address::Key;

/// What is sensitive of each instance of a resource, in their order: what the paths that it lists lead to, and what
/// those of its other objects do, the deposed ones.
///
/// # Errors
///
/// Attributes that cannot be read.
pub(in crate::facts) fn of_resource<'a>(resource: &'a StateFileResource<'a>) -> Result<Vec<Marks<'a>>, ReadError> {
    let mut all = Vec::new();
    for instance in &resource.instances {
        let marks = match instance.attributes {
            Some(attributes) => Marks::of_paths(&instance.sensitive_attributes, attributes)?,
            None => Marks::Off,
        };
        all.push(marks.with_copied_output(&resource.r#type));
    }
    if !resource.instances.iter().any(|instance| instance.deposed.is_some()) {
        return Ok(all);
    }
    let keys = || {
        resource
            .instances
            .iter()
            .map(|instance| instance.index_key.as_ref().map(Key::from))
    };
    let mut by_key: BTreeMap<Option<Key<'_>>, Marks<'a>> = BTreeMap::new();
    for (key, marks) in keys().zip(all) {
        by_key.entry(key).or_default().add(marks);
    }
    Ok(keys()
        .map(|key| by_key.get(&key).cloned().unwrap_or_default())
        .collect())
}
