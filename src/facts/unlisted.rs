//! What a plan says nothing of: it failed, was limited to some objects, or leaves the rest for a later one.

use std::collections::BTreeSet;

use super::objects::StateObject;
use super::{Facts, Subject};
use crate::tofu::Text;

impl<'a> Facts<'a> {
    /// Objects that exist and that a plan does not list which does not say whether it is complete, as those of OpenTofu:
    /// engines list all that exists, also where nothing changes. None for any other plan, for one without a list, and for
    /// states.
    pub(crate) fn unlisted_objects(&self) -> impl Iterator<Item = &StateObject<'a>> {
        let asks = self
            .plan()
            .is_some_and(|plan| plan.complete.is_none() && plan.resource_changes.is_some());
        let mut listed = BTreeSet::new();
        let current = self.changes.iter().filter(|change| change.wire.deposed().is_none());
        for change in current.filter(|_| asks) {
            listed.insert(&*change.address);
            listed.extend(change.wire.previous_address.as_deref().map(Text::as_str));
        }
        self.objects().iter().filter(move |object| {
            let is_current = asks && object.may_be_managed() && object.deposed().is_none();
            is_current && !listed.contains(&*object.address) && object.whole_address().is_some()
        })
    }

    /// Whether it says of everything what becomes of it, or is a state: what a plan does not find that says less may be
    /// there all the same.
    pub(crate) fn speaks_of_all(&self) -> bool {
        let Subject::Plan(plan) = self.subject else { return true };
        plan.errored != Some(true)
            && plan.complete != Some(false)
            && self.deferred.is_empty()
            && plan.deferred_action_invocations.is_empty()
            && !self.is_refresh_only()
            && self.unlisted_objects().next().is_none()
    }
}
