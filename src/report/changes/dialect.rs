//! Where engines and their versions compare differently.
//!
//! The versions are those whose sources begin to do so: `internal/command/jsonformat` of OpenTofu 1.6.3 to 1.12.6 and
//! of Terraform 1.5.7 to 1.14.0, a release of each line and the patches at each border.

use crate::facts::Flavor;
use crate::tofu::EngineVersion;

/// Where engines and their versions compare differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is one difference between versions, independent of the others"
)]
#[non_exhaustive]
pub struct Dialect {
    /// In the attributes of blocks an empty text is no value, whatever the schema.
    pub empty_is_null: bool,
    /// In the attributes of an object that stays, an empty text for no value is no change, nor is the other way round:
    /// so providers of the old kit write what is not set. Not where it forces, or where the schema is not of the old
    /// kit.
    pub empty_for_null_stays: bool,
    /// A write-only attribute changes with the other attributes of its block.
    pub write_only_follows: bool,
    /// A write-only attribute is there whatever becomes of it: it counts among what stays, and what forces is its
    /// block.
    pub write_only_counts: bool,
    /// Lists of one length are compared place by place, unless they are the same elements in another order.
    pub lists_by_place: bool,
    /// Texts of several lines that share a line are one element of a list that changes.
    pub texts_pair: bool,
    /// Elements that come are held against what stands next before the change, though it stays.
    pub pairs_late: bool,
    /// What stands in a text behind its JSON is passed over.
    pub json_begins: bool,
    /// A text of JSON in which a name stands twice in one object is told as it is written: whoever reads it may take
    /// either.
    pub names_once: bool,
    /// Numbers are held in 64 bits, as floating point.
    pub floats: bool,
    /// Numbers are the texts they are written as: `1.0` is another than `1`.
    pub digits: bool,
    /// Where the provider says nothing of `null`, an empty text is no value at any depth.
    pub empty_is_null_below: bool,
    /// Values of any type say that they force a replacement.
    pub dynamic_forces: bool,
    /// What was before an unknown value says that it forces a replacement, too.
    pub unknown_forces_twice: bool,
    /// What is forgotten is told as what stays.
    pub forgotten_stays: bool,
    /// How nested blocks are told that are unknown as a whole.
    pub unknown_blocks: UnknownBlocks,
}

/// How nested blocks are told that are unknown as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum UnknownBlocks {
    /// Not at all: what there was goes.
    Untold,
    /// As one block, which has the attributes of the block around it: hashicorp/terraform#35644, opentofu/opentofu#4256.
    AsParent,
    /// Before what goes, by what becomes of the block around them.
    First,
    /// Behind what goes, as what comes.
    Last,
}

impl Dialect {
    /// Our own way: it says all that is known, once.
    pub const OWN: Self = Self {
        empty_is_null: false,
        empty_for_null_stays: true,
        write_only_follows: false,
        write_only_counts: false,
        lists_by_place: false,
        texts_pair: true,
        pairs_late: false,
        json_begins: false,
        names_once: true,
        floats: false,
        digits: false,
        empty_is_null_below: false,
        dynamic_forces: true,
        unknown_forces_twice: false,
        forgotten_stays: false,
        unknown_blocks: UnknownBlocks::Last,
    };

    /// The way of an engine of that version. When nobody knows the engine, as in most states, it is OpenTofu's, but
    /// loses only what both would.
    #[must_use]
    pub fn of(engine: Option<Flavor>, version: Option<&str>) -> Self {
        if let Some(engine) = engine {
            return Self::of_known(engine, version);
        }
        let [tofu, other] = [Flavor::OpenTofu, Flavor::Terraform].map(|engine| Self::of_known(engine, version));
        Self {
            empty_is_null: tofu.empty_is_null && other.empty_is_null,
            empty_is_null_below: tofu.empty_is_null_below && other.empty_is_null_below,
            json_begins: tofu.json_begins && other.json_begins,
            floats: tofu.floats && other.floats,
            digits: tofu.digits && other.digits,
            unknown_blocks: match (tofu.unknown_blocks, other.unknown_blocks) {
                (UnknownBlocks::Untold, UnknownBlocks::Untold) => UnknownBlocks::Untold,
                _ => UnknownBlocks::Last,
            },
            ..tofu
        }
    }

    fn of_known(engine: Flavor, version: Option<&str>) -> Self {
        let at_least = |range: &str| EngineVersion::is_in(version, range) != Some(false);
        let tofu = engine == Flavor::OpenTofu;
        let floats = !at_least(if tofu { ">=1.7" } else { ">=1.7.4" });
        Self {
            empty_is_null: tofu || !at_least(">=1.8"),
            empty_for_null_stays: false,
            write_only_follows: tofu,
            write_only_counts: !tofu,
            lists_by_place: !tofu && at_least(">=1.8"),
            texts_pair: tofu && at_least(">=1.11"),
            pairs_late: tofu && at_least(">=1.11"),
            json_begins: if tofu {
                at_least(">=1.7")
            } else {
                at_least(">=1.7.4") && !at_least(">=1.8.1")
            },
            names_once: false,
            floats,
            digits: !floats,
            empty_is_null_below: !tofu && at_least(">=1.8"),
            dynamic_forces: false,
            unknown_forces_twice: tofu || !at_least(">=1.9.6"),
            forgotten_stays: !tofu,
            unknown_blocks: if !at_least(">=1.9") {
                UnknownBlocks::Untold
            } else if tofu || !at_least(">=1.9.6") {
                UnknownBlocks::AsParent
            } else {
                UnknownBlocks::First
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_an_engine_that_nobody_knows_no_more_is_lost_than_both_would() {
        for (version, lost, why) in [
            (
                Some("1.6.3"),
                [true, false, true],
                "both round numbers and leave out empty texts",
            ),
            (
                Some("1.7.5"),
                [true, true, false],
                "both pass over what stands behind JSON",
            ),
            (
                Some("1.11.4"),
                [false, false, false],
                "OpenTofu alone leaves out empty texts and passes over",
            ),
            (None, [false, false, false], "of no version that anybody knows"),
        ] {
            let dialect = Dialect::of(None, version);
            assert_eq!(
                [dialect.empty_is_null, dialect.json_begins, dialect.floats],
                lost,
                "{version:?}: {why}"
            );
        }
    }

    #[test]
    fn each_difference_has_its_versions() {
        use Flavor::{OpenTofu, Terraform};
        type Question = (&'static str, fn(Dialect) -> bool);
        let by_place: Question = ("lists_by_place", |dialect| dialect.lists_by_place);
        let texts: Question = ("texts_pair", |dialect| dialect.texts_pair);
        let late: Question = ("pairs_late", |dialect| dialect.pairs_late);
        let begins: Question = ("json_begins", |dialect| dialect.json_begins);
        let floats: Question = ("floats", |dialect| dialect.floats);
        let digits: Question = ("digits", |dialect| dialect.digits);
        let empty: Question = ("empty_is_null", |dialect| dialect.empty_is_null);
        let below: Question = ("empty_is_null_below", |dialect| dialect.empty_is_null_below);
        let blocks: Question = ("unknown_blocks", |dialect| {
            dialect.unknown_blocks == UnknownBlocks::AsParent
        });
        let first: Question = ("unknown_blocks, first", |dialect| {
            dialect.unknown_blocks == UnknownBlocks::First
        });
        let twice: Question = ("unknown_forces_twice", |dialect| dialect.unknown_forces_twice);
        for (engine, (name, is_so), no, yes, then_no) in [
            (Terraform, by_place, "1.7.5", "1.8.0", None),
            (Terraform, below, "1.7.5", "1.8.0", None),
            (Terraform, blocks, "1.8.5", "1.9.0", Some("1.9.6")),
            (Terraform, first, "1.9.5", "1.9.6", None),
            (Terraform, twice, "1.9.6", "1.9.5", None),
            // hashicorp/terraform#34702, then #34959.
            (Terraform, begins, "1.7.2", "1.7.5", Some("1.8.1")),
            (Terraform, floats, "1.7.5", "1.6.6", None),
            (Terraform, empty, "1.8.0", "1.7.5", None),
            (OpenTofu, texts, "1.10.6", "1.11.0", None),
            (OpenTofu, late, "1.10.6", "1.11.0", None),
            (OpenTofu, blocks, "1.8.11", "1.9.0", None),
            (OpenTofu, begins, "1.6.3", "1.7.0", None),
            (OpenTofu, floats, "1.7.0", "1.6.3", None),
            (OpenTofu, digits, "1.6.3", "1.7.0", None),
            (Terraform, digits, "1.6.6", "1.7.5", None),
        ] {
            let of = |version| is_so(Dialect::of(Some(engine), Some(version)));
            assert!(!of(no) && of(yes), "{engine:?} {no}, {yes}: {name}");
            assert!(!then_no.is_some_and(of), "{engine:?} {then_no:?}: {name}");
        }
    }
}
