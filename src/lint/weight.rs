//! Which findings of one level are told first: formats cut from the end, and the first decides.

use super::{Level, Rule};

/// How much a finding weighs beside others of its level; the order is that of reports.
///
/// What nobody may permit stands first: whatever is done about the rest, it stays. What a rule finds bad by itself stands
/// before what somebody asked to be told, and what cannot be had back before what can: with `--deny delete` the database
/// that is lost stands before a hundred objects that are made again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Weight {
    may_be_permitted: bool,
    own: Level,
    loss: Loss,
}

/// What is lost, the worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Loss {
    Data,
    Objects,
    Nothing,
}

/// The rules about objects that hold data and will not any more.
const OF_DATA: [&str; 2] = ["delete-stateful", "replace-stateful"];

impl Weight {
    /// The weight of a finding of no rule.
    pub const NONE: Self = Self {
        may_be_permitted: true,
        own: Level::Allow,
        loss: Loss::Nothing,
    };

    /// What the findings of a rule weigh, whatever level they have.
    #[must_use]
    pub fn of(rule: &Rule) -> Self {
        let loss = match rule.family {
            _ if OF_DATA.contains(&rule.id) => Loss::Data,
            "destruction" => Loss::Objects,
            _ => Loss::Nothing,
        };
        Self {
            may_be_permitted: rule.may_be_permitted(),
            own: rule.level,
            loss,
        }
    }
}
