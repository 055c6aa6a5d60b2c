//! How far a long run is, for people who wait at a terminal.

use std::env;
use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Who waits less long needs no explanation.
const SHOWN_AFTER: Duration = Duration::from_secs(1);

/// A line on standard error that is wiped out in the end; nothing where nobody would see it.
pub(super) struct Progress {
    begun: Instant,
    bar: Option<ProgressBar>,
}

impl Progress {
    /// Of so many inputs.
    pub(super) fn new(inputs: usize, quiet: bool) -> Self {
        let wanted = !quiet && is_wanted(io::stderr().is_terminal(), |name| env::var(name).ok());
        Self {
            begun: Instant::now(),
            bar: wanted.then(|| {
                let bar = ProgressBar::with_draw_target(Some(inputs as u64), ProgressDrawTarget::hidden());
                let style = ProgressStyle::with_template("{spinner} {pos} of {len} judged, {elapsed}");
                bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()))
            }),
        }
    }

    /// So many of them are judged.
    pub(super) fn show(&mut self, done: usize) {
        let Some(bar) = self.bar.as_ref().filter(|_| self.begun.elapsed() >= SHOWN_AFTER) else {
            return;
        };
        if bar.is_hidden() {
            bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        bar.set_position(done as u64);
        bar.tick();
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// On a terminal that can wipe out a line; what CI systems call one is a log.
fn is_wanted(on_terminal: bool, variable: impl Fn(&str) -> Option<String>) -> bool {
    let is_ci = variable("CI").is_some_and(|value| !value.is_empty() && value != "false");
    on_terminal && !is_ci && variable("TERM").as_deref() != Some("dumb")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_for_people_at_a_terminal() {
        for (terminal, variables, wanted, why) in [
            (true, &[][..], true, "a terminal"),
            (false, &[], false, "a pipe or file"),
            (true, &[("CI", "true")], false, "a log that looks like a terminal"),
            (true, &[("CI", "")], true, "nothing is set"),
            (true, &[("CI", "false")], true, "set to no"),
            (true, &[("TERM", "dumb")], false, "it cannot wipe out a line"),
            (true, &[("TERM", "xterm")], true, "it can"),
        ] {
            let variable = |name: &str| {
                let known = variables.iter().find(|(known, _)| *known == name);
                known.map(|(_, value)| (*value).to_owned())
            };
            assert_eq!(is_wanted(terminal, variable), wanted, "{why}");
        }
    }
}
