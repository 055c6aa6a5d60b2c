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
    /// Of so many inputs that are judged.
    pub(super) fn of_inputs(inputs: usize, quiet: bool) -> Self {
        Self::new(inputs, "{spinner} {pos} of {len} judged, {elapsed}", quiet)
    }

    /// Of files that are read; how many they are shows as folders are listed.
    pub(super) fn of_files(quiet: bool) -> Self {
        Self::new(0, "{spinner} {pos} of {len} files read, {elapsed}", quiet)
    }

    fn new(inputs: usize, template: &str, quiet: bool) -> Self {
        let wanted = !quiet && is_wanted(io::stderr().is_terminal(), |name| env::var(name).ok());
        Self {
            begun: Instant::now(),
            bar: wanted.then(|| {
                let bar = ProgressBar::with_draw_target(Some(inputs as u64), ProgressDrawTarget::hidden());
                let style = ProgressStyle::with_template(template);
                bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()))
            }),
        }
    }

    /// So many of them are done.
    pub(super) fn show(&self, done: usize) {
        if let Some(bar) = &self.bar {
            bar.set_position(done as u64);
            self.draw(bar);
        }
    }

    /// There are so many more.
    pub(super) fn more(&self, inputs: usize) {
        if let Some(bar) = &self.bar {
            bar.inc_length(inputs as u64);
            self.draw(bar);
        }
    }

    /// One more is done.
    pub(super) fn one(&self) {
        if let Some(bar) = &self.bar {
            bar.inc(1);
            self.draw(bar);
        }
    }

    fn draw(&self, bar: &ProgressBar) {
        if self.begun.elapsed() < SHOWN_AFTER {
            return;
        }
        if bar.is_hidden() {
            bar.set_draw_target(ProgressDrawTarget::stderr());
        }
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
