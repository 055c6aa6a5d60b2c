//! Actions of providers that an apply invokes, or that wait for a later plan.

use crate::json::{Pointer, ReadError};
use crate::order;
use crate::tofu::{ActionInvocation, DeferredReason, Plan};

use super::Facts;
use super::attr::Object;

/// One invocation of an action (T1.14).
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Action<'a> {
    /// The invocation as the engine wrote it.
    pub wire: &'a ActionInvocation<'a>,
    /// What it waits for when this plan does not invoke it yet; else `None`.
    pub deferred: Option<&'a DeferredReason<'a>>,
    /// Its place in the document.
    pub pointer: Pointer,
}

impl Action<'_> {
    /// Address of the action instance; empty when the document has none.
    #[must_use]
    pub fn address(&self) -> &str {
        self.wire.address.as_deref().unwrap_or_default()
    }

    /// The address of the resource that invokes it; `None` where none does, or the document does not name it.
    #[must_use]
    pub(crate) fn invoked_by(&self) -> Option<&str> {
        match &self.wire.lifecycle_action_trigger {
            Some(trigger) => trigger.triggering_resource_address.as_deref(),
            None => self.wire.calling_resource(),
        }
    }

    /// What invokes it, in words: a clause.
    #[must_use]
    pub fn trigger(&self) -> String {
        let resource = self.invoked_by();
        let Some(trigger) = &self.wire.lifecycle_action_trigger else {
            return match resource {
                Some(resource) => format!("{resource} calls it"),
                None => "somebody asked for it on the command line".to_owned(),
            };
        };
        let resource = resource.unwrap_or("a resource");
        match trigger.action_trigger_event.as_deref().and_then(event_words) {
            Some((when, done)) => format!("{resource} triggers it {when} it is {done}"),
            None => format!("{resource} triggers it"),
        }
    }
}

/// When the engine's event triggers an action, and what happens to the resource then: `after` and `created` for
/// `AfterCreate`. `None` for `Invoke`, and for a word that is not known.
#[must_use]
pub(crate) fn event_words(event: &str) -> Option<(&'static str, &'static str)> {
    Some(match event {
        "BeforeCreate" => ("before", "created"),
        "AfterCreate" => ("after", "created"),
        "BeforeUpdate" => ("before", "changed"),
        "AfterUpdate" => ("after", "changed"),
        "BeforeDestroy" => ("before", "destroyed"),
        "AfterDestroy" => ("after", "destroyed"),
        _ => return None,
    })
}

impl<'a> Facts<'a> {
    /// The configuration of an invocation with its sensitive marks: what is marked of an action is so in all
    /// invocations.
    ///
    /// # Errors
    ///
    /// A value that the decoder passed over and that cannot be read: nested too deep, or half a surrogate pair.
    pub(crate) fn configuration_of(&self, invocation: &'a ActionInvocation<'a>) -> Result<Object<'a>, ReadError> {
        let marks = self.action_marks.get(invocation.address.as_deref().unwrap_or_default());
        Object::marked(invocation.config_values, invocation.config_unknown, marks)
    }
}

/// Every invocation in a plan, those that are put off too.
pub(super) fn invocations<'a>(plan: &'a Plan<'a>) -> impl Iterator<Item = &'a ActionInvocation<'a>> {
    let deferred = plan.deferred_action_invocations.iter();
    plan.action_invocations
        .iter()
        .chain(deferred.map(|deferred| &deferred.action_invocation))
}

/// The invocations of a plan: those of this plan, then the deferred ones, each in the order of addresses.
pub(super) fn of_plan<'a>(plan: &'a Plan<'a>) -> Vec<Action<'a>> {
    let base = Pointer::root().key("action_invocations");
    let now = plan.action_invocations.iter().enumerate().map(|(index, wire)| Action {
        wire,
        deferred: None,
        pointer: base.clone().index(index),
    });
    let base = Pointer::root().key("deferred_action_invocations");
    let later = plan.deferred_action_invocations.iter().enumerate();
    let later = later.map(|(index, deferred)| Action {
        wire: &deferred.action_invocation,
        deferred: Some(&deferred.reason),
        pointer: base.clone().index(index).key("action_invocation"),
    });
    let mut actions: Vec<_> = now.chain(later).collect();
    // The engine sorts only some of its lists, and one action may be invoked several times.
    order::sort_by_key(&mut actions, |action| {
        (action.deferred.is_some(), action.address().to_owned(), action.trigger())
    });
    actions
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions_are_in_order_and_say_what_triggers_them() {
        let plan: Plan<'_> = serde_json::from_str(
            r#"{"action_invocations":[
                    {"address":"action.x.b","invoke_action_trigger":{}},
                    {"address":"action.x.c","invoke_action_trigger":{"calling_resource_address":"t.n"}},
                    {"address":"action.x.a","lifecycle_action_trigger":{"triggering_resource_address":"t.n",
                        "action_trigger_event":"AfterCreate"}},
                    {"address":"action.x.a","lifecycle_action_trigger":{"triggering_resource_address":"t.n",
                        "action_trigger_event":"OnSunday"}}],
                "deferred_action_invocations":[{"reason":"absent_prereq","action_invocation":{"address":"action.x.0"}}]}"#,
        )
        .unwrap();
        let actions = of_plan(&plan);
        let found: Vec<_> = actions
            .iter()
            .map(|action| (action.address(), action.trigger(), action.pointer.to_string()))
            .collect();
        assert_eq!(
            found,
            [
                (
                    "action.x.a",
                    "t.n triggers it".to_owned(),
                    "/action_invocations/3".to_owned()
                ),
                (
                    "action.x.a",
                    "t.n triggers it after it is created".to_owned(),
                    "/action_invocations/2".to_owned()
                ),
                (
                    "action.x.b",
                    "somebody asked for it on the command line".to_owned(),
                    "/action_invocations/0".to_owned()
                ),
                (
                    "action.x.c",
                    "t.n calls it".to_owned(),
                    "/action_invocations/1".to_owned()
                ),
                (
                    "action.x.0",
                    "somebody asked for it on the command line".to_owned(),
                    "/deferred_action_invocations/0/action_invocation".to_owned()
                ),
            ]
        );
        assert_eq!(actions.last().unwrap().deferred, Some(&DeferredReason::AbsentPrereq));
    }

    #[test]
    fn every_event_of_the_engine_has_words() {
        for (event, wanted) in [
            ("BeforeCreate", "t.n triggers it before it is created"),
            ("AfterCreate", "t.n triggers it after it is created"),
            ("BeforeUpdate", "t.n triggers it before it is changed"),
            ("AfterUpdate", "t.n triggers it after it is changed"),
            ("BeforeDestroy", "t.n triggers it before it is destroyed"),
            ("AfterDestroy", "t.n triggers it after it is destroyed"),
        ] {
            let json = format!(
                r#"{{"action_invocations":[{{"address":"action.x.a","lifecycle_action_trigger":
                    {{"triggering_resource_address":"t.n","action_trigger_event":"{event}"}}}}]}}"#
            );
            let plan: Plan<'_> = serde_json::from_str(&json).unwrap();
            assert_eq!(of_plan(&plan)[0].trigger(), wanted);
        }
    }
}
