//! What is done to an object, and why: the lists of words in `actions`, and `action_reason`.

use std::fmt;

use serde::de::{Deserialize, Deserializer, SeqAccess, Visitor};

use super::text::Text;
use super::word::words;

/// What a list of actions means, by the exact list (§1.8).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum ActionKind {
    /// `no-op`: nothing, or only moved or imported.
    NoOp,
    /// `create`.
    Create,
    /// `read`: a data source that is read during apply.
    Read,
    /// `update` in place.
    Update,
    /// `delete`.
    Delete,
    /// `delete`, `create`: a replacement that destroys first.
    DeleteThenCreate,
    /// `create`, `delete`: a replacement that creates first.
    CreateThenDelete,
    /// `forget`: out of the state, not destroyed. T1.7, O1.7.
    Forget,
    /// `forget`, `create`: a replacement that abandons the old object. O1.12 alone.
    ForgetThenCreate,
    /// `create`, `forget`: the same as Terraform spells it. T1.7 alone.
    CreateThenForget,
    /// `open`: an ephemeral resource. O1.11 alone.
    Open,
    /// Any other list: empty, a word nobody knows, another spelling, another combination.
    #[default]
    Unrecognized,
}

impl ActionKind {
    const RECOGNIZED: [Self; 11] = [
        Self::NoOp,
        Self::Create,
        Self::Read,
        Self::Update,
        Self::Delete,
        Self::DeleteThenCreate,
        Self::CreateThenDelete,
        Self::Forget,
        Self::ForgetThenCreate,
        Self::CreateThenForget,
        Self::Open,
    ];

    /// The list as the engines write it; empty for [`ActionKind::Unrecognized`].
    #[must_use]
    pub const fn words(self) -> &'static [Text<'static>] {
        const fn list<const N: usize>(words: &'static [Text<'static>; N]) -> &'static [Text<'static>] {
            words
        }
        static NO_OP: [Text<'static>; 1] = [Text::new("no-op")];
        static CREATE: [Text<'static>; 1] = [Text::new("create")];
        static READ: [Text<'static>; 1] = [Text::new("read")];
        static UPDATE: [Text<'static>; 1] = [Text::new("update")];
        static DELETE: [Text<'static>; 1] = [Text::new("delete")];
        static DELETE_CREATE: [Text<'static>; 2] = [Text::new("delete"), Text::new("create")];
        static CREATE_DELETE: [Text<'static>; 2] = [Text::new("create"), Text::new("delete")];
        static FORGET: [Text<'static>; 1] = [Text::new("forget")];
        static FORGET_CREATE: [Text<'static>; 2] = [Text::new("forget"), Text::new("create")];
        static CREATE_FORGET: [Text<'static>; 2] = [Text::new("create"), Text::new("forget")];
        static OPEN: [Text<'static>; 1] = [Text::new("open")];
        match self {
            Self::NoOp => list(&NO_OP),
            Self::Create => list(&CREATE),
            Self::Read => list(&READ),
            Self::Update => list(&UPDATE),
            Self::Delete => list(&DELETE),
            Self::DeleteThenCreate => list(&DELETE_CREATE),
            Self::CreateThenDelete => list(&CREATE_DELETE),
            Self::Forget => list(&FORGET),
            Self::ForgetThenCreate => list(&FORGET_CREATE),
            Self::CreateThenForget => list(&CREATE_FORGET),
            Self::Open => list(&OPEN),
            Self::Unrecognized => &[],
        }
    }
}

/// The list of actions of a change: the words as written, and what they mean.
///
/// A list that is recognized owns nothing, so plans of many changes cost no allocation here.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Actions<'a> {
    kind: ActionKind,
    unrecognized: Box<[Text<'a>]>,
}

impl<'a> Actions<'a> {
    /// What the list means.
    #[must_use]
    pub const fn kind(&self) -> ActionKind {
        self.kind
    }

    /// The words as written, in order.
    #[must_use]
    pub fn words(&self) -> &[Text<'a>] {
        match self.kind {
            ActionKind::Unrecognized => &self.unrecognized,
            kind => kind.words(),
        }
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Actions<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader;

        impl<'de> Visitor<'de> for Reader {
            type Value = Actions<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of words")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
                let first = list.next_element::<Text<'_>>()?;
                let second = if first.is_some() { list.next_element()? } else { None };
                let third = if second.is_some() { list.next_element()? } else { None };
                let read = [first, second, third];
                let words = || read.iter().flatten();
                let recognized = ActionKind::RECOGNIZED.into_iter().find(|kind| words().eq(kind.words()));
                if let Some(kind) = recognized {
                    return Ok(Actions {
                        kind,
                        unrecognized: Box::default(),
                    });
                }
                let full = words().count() == read.len();
                let mut unrecognized: Vec<Text<'_>> = read.into_iter().flatten().collect();
                while full && let Some(word) = list.next_element()? {
                    unrecognized.push(word);
                }
                Ok(Actions {
                    kind: ActionKind::Unrecognized,
                    unrecognized: unrecognized.into(),
                })
            }
        }

        deserializer.deserialize_seq(Reader)
    }
}

words! {
    /// Why the engine chose the actions (§1.9): a hint for people; never infer the actions from it.
    ActionReason {
        /// Replaced since the object is tainted.
        ReplaceBecauseTainted = "replace_because_tainted",
        /// Replaced since the provider cannot update it in place.
        ReplaceBecauseCannotUpdate = "replace_because_cannot_update",
        /// Replaced since somebody asked for it.
        ReplaceByRequest = "replace_by_request",
        /// Replaced through `replace_triggered_by`. T1.2; O1.12 also on a plain create.
        ReplaceByTriggers = "replace_by_triggers",
        /// The resource block is gone. T1.1, as the next four.
        DeleteBecauseNoResourceConfig = "delete_because_no_resource_config",
        /// The block changed between none, `count` and `for_each`.
        DeleteBecauseWrongRepetition = "delete_because_wrong_repetition",
        /// The index lies past `count`.
        DeleteBecauseCountIndex = "delete_because_count_index",
        /// The key is no longer in `for_each`.
        DeleteBecauseEachKey = "delete_because_each_key",
        /// The module is gone.
        DeleteBecauseNoModule = "delete_because_no_module",
        /// Moved to a block that does not exist. T1.3.
        DeleteBecauseNoMoveTarget = "delete_because_no_move_target",
        /// Switched off by `enabled`. O1.11 alone.
        DeleteBecauseEnabledFalse = "delete_because_enabled_false",
        /// The data source's configuration is not known yet. T1.2.
        ReadBecauseConfigUnknown = "read_because_config_unknown",
        /// The data source depends on a pending change. T1.2.
        ReadBecauseDependencyPending = "read_because_dependency_pending",
        /// The data source stands in a `check` block. T1.5.
        ReadBecauseCheckNested = "read_because_check_nested",
        /// The state says that the object must not be destroyed. O1.12 alone.
        ForgotBecauseLifecycleDestroyInState = "forgot_because_lifecycle_destroy_in_state",
        /// The configuration says that the object must not be destroyed. O1.12 alone.
        ForgotBecauseLifecycleDestroyInConfig = "forgot_because_lifecycle_destroy_in_config",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(actions: &str) -> Result<ActionKind, String> {
        let read: Result<Actions<'_>, _> = serde_json::from_str(actions);
        read.map(|actions| actions.kind()).map_err(|error| error.to_string())
    }

    #[test]
    fn actions_are_recognized_by_the_exact_list() {
        for (actions, expected, why) in [
            (r#"["no-op"]"#, ActionKind::NoOp, "§1.8"),
            (r#"["create"]"#, ActionKind::Create, "§1.8"),
            (r#"["read"]"#, ActionKind::Read, "§1.8"),
            (r#"["update"]"#, ActionKind::Update, "§1.8"),
            (r#"["delete"]"#, ActionKind::Delete, "§1.8"),
            (r#"["delete","create"]"#, ActionKind::DeleteThenCreate, "destroy first"),
            (
                r#"["create","delete"]"#,
                ActionKind::CreateThenDelete,
                "create_before_destroy",
            ),
            (r#"["forget"]"#, ActionKind::Forget, "T1.7, O1.7"),
            (r#"["forget","create"]"#, ActionKind::ForgetThenCreate, "O1.12"),
            (r#"["create","forget"]"#, ActionKind::CreateThenForget, "T1.7"),
            (r#"["open"]"#, ActionKind::Open, "O1.11"),
            (r#"["\u0064elete"]"#, ActionKind::Delete, "an escape is only a spelling"),
            ("[]", ActionKind::Unrecognized, "nothing said is not nothing done"),
            (r#"["Delete"]"#, ActionKind::Unrecognized, "another case"),
            (r#"["delete "]"#, ActionKind::Unrecognized, "white space"),
            (r#"[""]"#, ActionKind::Unrecognized, "an empty word"),
            (r#"["Renew"]"#, ActionKind::Unrecognized, "an inner name of Terraform"),
            (r#"["delete","delete"]"#, ActionKind::Unrecognized, "no such pair"),
            (r#"["no-op","delete"]"#, ActionKind::Unrecognized, "no such pair"),
            (r#"["delete","update"]"#, ActionKind::Unrecognized, "no such pair"),
            (r#"["create","delete","create"]"#, ActionKind::Unrecognized, "three"),
            (
                r#"["no-op","no-op","no-op","delete"]"#,
                ActionKind::Unrecognized,
                "four",
            ),
        ] {
            assert_eq!(kind(actions), Ok(expected), "{actions}: {why}");
            let read: Actions<'_> = serde_json::from_str(actions).unwrap();
            let words: Vec<String> = serde_json::from_str(actions).unwrap();
            assert!(
                read.words().iter().map(Text::as_str).eq(&words),
                "{actions}: the words stay as written"
            );
        }
    }

    #[test]
    fn actions_of_another_shape_are_errors() {
        for (actions, says, why) in [
            ("null", "a list of words", "null"),
            (r#""delete""#, "a list of words", "a bare word"),
            ("{}", "a list of words", "an object"),
            ("[null]", "a text", "null in the list"),
            ("[1]", "a text", "a number in the list"),
            (r#"["delete",["create"]]"#, "a text", "a list in the list"),
            (r#"["a","b","c","d",1]"#, "a text", "far down the list"),
        ] {
            let error = kind(actions).unwrap_err();
            assert!(error.contains(says), "{why}: {error}");
        }
    }

    #[test]
    fn words_keep_their_spelling() {
        for (json, word, known) in [
            (r#""replace_by_triggers""#, "replace_by_triggers", true),
            (
                r#""forgot_because_lifecycle_destroy_in_state""#,
                "forgot_because_lifecycle_destroy_in_state",
                true,
            ),
            (r#""because_of_next_year""#, "because_of_next_year", false),
            (r#""Replace_By_Triggers""#, "Replace_By_Triggers", false),
        ] {
            let reason: ActionReason<'_> = serde_json::from_str(json).unwrap();
            assert_eq!(reason.as_str(), word);
            assert_eq!(!matches!(reason, ActionReason::Other(_)), known, "{word}");
        }
    }
}
