//! Settings and waivers: a file is understood or refused in words, wherever it leads.

use std::path::PathBuf;

use jiff::Timestamp;
use planlint::lint::Settings;
use planlint::lint::settings::{SETTINGS_FILE, WAIVERS_FILE};
use planlint::report::{Baseline, Report};
use planlint::rules::RULES;

/// Reads the text as settings that extend themselves, as waivers and as a baseline.
pub fn run(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let files = [PathBuf::from(SETTINGS_FILE), PathBuf::from(WAIVERS_FILE)];
    // Far in the past and far in the future, as clocks of machines are.
    for second in [0, 1_800_000_000, 253_402_207_200] {
        let now = Timestamp::from_second(second).expect("a point in time");
        for files in [&files[..1], &files[1..], &files[..]] {
            match Settings::read(RULES, files, now, &|_| Ok(text.to_owned())) {
                Ok(settings) => {
                    settings
                        .idle_rules(RULES)
                        .iter()
                        .for_each(|idle| drop(idle.to_string()));
                    let _ = Report::new(Vec::new(), RULES, &settings);
                }
                Err(mistakes) => {
                    assert!(!mistakes.0.is_empty(), "what is refused is refused for a reason");
                    mistakes.0.iter().for_each(|mistake| drop(mistake.to_string()));
                }
            }
        }
    }
    match Baseline::read(text) {
        Ok(baseline) => {
            let written = baseline.write().expect("a baseline is written");
            let again = Baseline::read(&written).expect("and read again");
            assert_eq!(again.len(), baseline.len(), "with as many findings");
            baseline.apply(&mut Report::new(Vec::new(), RULES, &Settings::default()));
        }
        Err(error) => drop(error.to_string()),
    }
}
