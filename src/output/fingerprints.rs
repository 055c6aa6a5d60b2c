//! Fingerprints by which services tell findings of one run from those of another.

use std::collections::BTreeMap;

use crate::report::{self, Report};

/// Makes fingerprints that stand once: services take equal ones for one finding.
pub(super) struct UniqueFingerprints {
    several: bool,
    /// How often each was seen, by the input.
    seen: BTreeMap<(String, String), usize>,
}

impl UniqueFingerprints {
    pub(super) fn new(report: &Report) -> Self {
        Self {
            several: report.inputs.len() > 1,
            seen: BTreeMap::new(),
        }
    }

    /// A finding's own fingerprint with its input, and with a number where it stands in that again. The order of inputs
    /// is no part of it.
    pub(super) fn unique(&mut self, fingerprint: String, input: &str) -> String {
        // Of several inputs the name tells them apart; a single one may be called anything from run to run.
        let input = if self.several { input } else { "" };
        let times = self.seen.entry((fingerprint.clone(), input.to_owned())).or_default();
        *times += 1;
        if input.is_empty() && *times == 1 {
            return fingerprint;
        }
        report::fingerprint(&[&fingerprint, input, &times.to_string()])
    }
}
