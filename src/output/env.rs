//! The sums as lines of `name=value`, for shells and for the outputs of a step on GitHub.

use std::io::{self, Write};

use super::Style;
use super::sums::Sums;
use crate::report::Report;

/// Every value is a number or a word of ours, so that none needs quotes anywhere.
pub(super) fn write(report: &Report, _style: &Style, out: &mut dyn Write) -> io::Result<()> {
    for (name, value) in Sums::of(report).named(report.verdict()) {
        writeln!(out, "{name}={value}")?;
    }
    Ok(())
}
