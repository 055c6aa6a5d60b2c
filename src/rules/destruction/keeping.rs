//! How an object stays that a plan destroys: what helps depends on why the engine does it.

use crate::facts::{Facts, ResourceChange};
use crate::tofu::ActionReason;

/// What keeps an object from being deleted, and how the engine forgets it without destroying it.
#[derive(Clone, Copy)]
pub(super) struct Keeping {
    /// As instructions with commas between them, to which more may be added.
    pub(super) keep: &'static str,
    /// `None` where an engine cannot.
    pub(super) forget: Option<&'static str>,
}

/// A `removed` block is refused while the block that it names stands in configuration.
const REMOVED: &str = "a `removed` block with `destroy = false`";
const STATE_RM: &str = "`state rm`";

impl Keeping {
    pub(super) fn of(facts: &Facts<'_>, change: &ResourceChange<'_>) -> Self {
        let by_hand = |keep| Self {
            keep,
            forget: Some(STATE_RM),
        };
        // Both engines know the block since 1.7.
        let is_old = facts.engine_is("<1.7") == Some(true);
        let not_written = Self {
            keep: if facts.lacks_moved_blocks() {
                "keep it in the configuration"
            } else {
                "keep it in the configuration, write a `moved` block if only its address changed"
            },
            forget: Some(if is_old { STATE_RM } else { REMOVED }),
        };
        if change.wire.deposed().is_some() {
            return Self {
                keep: "make sure that nothing uses what is left of a replacement",
                forget: None,
            };
        }
        match change.wire.action_reason {
            Some(ActionReason::DeleteBecauseCountIndex) => {
                by_hand("restore the count, move it to another address with a `moved` block")
            }
            Some(ActionReason::DeleteBecauseEachKey) => {
                by_hand("restore the key, move it to another address with a `moved` block")
            }
            Some(ActionReason::DeleteBecauseWrongRepetition) => {
                by_hand("move it to the address that it should have now with a `moved` block")
            }
            Some(ActionReason::DeleteBecauseEnabledFalse) => by_hand("set `enabled` to true again"),
            // The call is still there, but not this instance of it; of a call that is gone the engine says that the
            // resource is not in configuration.
            Some(ActionReason::DeleteBecauseNoModule) => {
                by_hand("restore the count or the key of its module, move it to another address with a `moved` block")
            }
            Some(ActionReason::DeleteBecauseNoMoveTarget) => {
                by_hand("correct `to` in the `moved` block, write the resource that it names")
            }
            // Every engine that gives reasons has one for whatever configuration does not want, so that `-destroy` is
            // left. Tools that write the JSON again leave out reasons that they do not know; there what configuration
            // does not have may be deleted for that beside other changes.
            None if facts.engine_is(">=1.1") == Some(true)
                && (facts.configured(change).is_some() || facts.makes_nothing()) =>
            {
                by_hand("plan without `-destroy`")
            }
            _ => not_written,
        }
    }
}

/// What keeps an object from being replaced.
pub(super) fn undo_replacement(change: &ResourceChange<'_>) -> &'static str {
    match change.wire.action_reason {
        Some(ActionReason::ReplaceBecauseTainted) => "clear the mark with `untaint` if it is intact",
        Some(ActionReason::ReplaceByRequest) => "plan without `-replace`",
        Some(ActionReason::ReplaceByTriggers) => "undo the change that its `replace_triggered_by` waits for",
        _ => "undo the change that forces the replacement",
    }
}
