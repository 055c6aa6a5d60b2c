//! Constraints on versions as both engines read them.

use std::cmp::Ordering;
use std::collections::BTreeSet;

/// So many numbers has a version.
const NUMBERS: usize = 3;

/// The parts of a constraint together: of thousands of them only the strictest count.
///
/// Pre-releases are read and never satisfied.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Constraint {
    /// Whether a part holds for no version at all.
    never: bool,
    /// The numbers below which no version is, and whether it is not they themselves.
    least: Option<(Vec<u64>, bool)>,
    /// The numbers above which no version is, and whether it may be they themselves.
    most: Option<(Vec<u64>, bool)>,
    /// What no version is.
    except: BTreeSet<Vec<u64>>,
}

impl Constraint {
    /// Reads `>= 1.2, < 2`; `None` when the text is no constraint.
    pub(crate) fn parse(constraint: &str) -> Option<Self> {
        let mut all = Self::default();
        for part in constraint.split(',') {
            let part = part.trim();
            let numbers = part.find(|first: char| first.is_ascii_digit() || first == 'v')?;
            let (operator, wanted) = part.split_at(numbers);
            let wanted = wanted.strip_prefix('v').unwrap_or(wanted);
            let (wanted, build) = wanted.split_once('+').unwrap_or((wanted, "0"));
            let (numbers, release) = match wanted.split_once('-') {
                Some((numbers, _)) => (numbers, false),
                None => (wanted, true),
            };
            let is_of_build = |byte: u8| byte.is_ascii_alphanumeric() || b"-~.".contains(&byte);
            if build.is_empty() || !build.bytes().all(is_of_build) {
                return None;
            }
            let wanted: Vec<u64> = numbers
                .split('.')
                .map(|number| number.parse().ok())
                .collect::<Option<_>>()?;
            all.never |= !release;
            all.add(operator.trim(), wanted)?;
        }
        Some(all)
    }

    /// Takes a part more; `None` where the operator is none.
    fn add(&mut self, operator: &str, mut wanted: Vec<u64>) -> Option<()> {
        let given = wanted.len();
        let mut next = None;
        if operator == "~>" {
            // All numbers but the last stay as they are; of more than there are none can.
            self.never |= given > NUMBERS;
            let mut fixed = wanted.clone();
            fixed.pop();
            if let Some(last) = fixed.last_mut() {
                *last = last.saturating_add(1);
                next = Some(fixed);
            }
        }
        // Zeros at the end say what is so without them.
        wanted.truncate(
            wanted
                .iter()
                .rposition(|number| *number != 0)
                .map_or(0, |last| last + 1),
        );
        match operator {
            "" | "=" => {
                self.at_most(wanted.clone(), true);
                self.at_least(wanted, false);
            }
            "!=" => _ = self.except.insert(wanted),
            ">" => self.at_least(wanted, true),
            ">=" => self.at_least(wanted, false),
            "<" => self.at_most(wanted, false),
            "<=" => self.at_most(wanted, true),
            "~>" => {
                self.at_least(wanted, false);
                if let Some(next) = next {
                    self.at_most(next, false);
                }
            }
            _ => return None,
        }
        Some(())
    }

    fn at_least(&mut self, wanted: Vec<u64>, is_above: bool) {
        self.least = self.least.take().max(Some((wanted, is_above)));
    }

    fn at_most(&mut self, wanted: Vec<u64>, may_be_it: bool) {
        let bound = (wanted, may_be_it);
        self.most = Some(match self.most.take() {
            Some(most) => most.min(bound),
            None => bound,
        });
    }

    /// Whether a part holds for no version at all, such as one that asks for a pre-release.
    pub(crate) fn is_never_met(&self) -> bool {
        self.never
    }

    /// Whether the version of these numbers satisfies it.
    pub(crate) fn is_met_by(&self, version: [u64; NUMBERS]) -> bool {
        let mut numbers = version.to_vec();
        while numbers.last() == Some(&0) {
            numbers.pop();
        }
        let is_above = |(least, is_above): &(Vec<u64>, bool)| match numbers.cmp(least) {
            Ordering::Equal => !is_above,
            order => order.is_gt(),
        };
        let is_below = |(most, may_be_it): &(Vec<u64>, bool)| match numbers.cmp(most) {
            Ordering::Equal => *may_be_it,
            order => order.is_lt(),
        };
        !self.never
            && self.least.as_ref().is_none_or(is_above)
            && self.most.as_ref().is_none_or(is_below)
            && !self.except.contains(&numbers)
    }
}
