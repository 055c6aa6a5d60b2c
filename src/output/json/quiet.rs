//! JSON whose strings do nothing on their way through a terminal or a CI log.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::{CompactFormatter, Formatter, PrettyFormatter};

use crate::output::escape;

/// Writes a value with line feeds and blanks, for people and for differences.
pub(in crate::output) fn pretty(value: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    line(value, PrettyFormatter::new(), out)
}

/// Writes a value on one line.
pub(crate) fn compact(value: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    line(value, CompactFormatter, out)
}

fn line(value: &impl Serialize, layout: impl Formatter, out: &mut dyn Write) -> io::Result<()> {
    value.serialize(&mut Serializer::with_formatter(&mut *out, Quiet { layout }))?;
    out.write_all(b"\n")
}

/// Writes what a terminal or a runner could act on as `\u` escapes: a reader of JSON sees the same text.
///
/// `serde_json` escapes the controls below U+0020 itself; the others, and `##` that begins commands of CI runners
/// anywhere in a line, it leaves as they are.
struct Quiet<F> {
    layout: F,
}

impl<F: Formatter> Formatter for Quiet<F> {
    fn begin_array<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.layout.begin_array(out)
    }

    fn end_array<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.layout.end_array(out)
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.layout.begin_array_value(out, first)
    }

    fn end_array_value<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.layout.end_array_value(out)
    }

    fn begin_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.layout.begin_object(out)
    }

    fn end_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.layout.end_object(out)
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.layout.begin_object_key(out, first)
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.layout.begin_object_value(out)
    }

    fn end_object_value<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.layout.end_object_value(out)
    }

    fn write_string_fragment<W: ?Sized + Write>(&mut self, out: &mut W, fragment: &str) -> io::Result<()> {
        quiet(fragment, out)
    }

    fn write_raw_fragment<W: ?Sized + Write>(&mut self, out: &mut W, fragment: &str) -> io::Result<()> {
        quiet(fragment, out)
    }
}

/// Writes a part of a document, or of a string in it.
fn quiet<W: ?Sized + Write>(fragment: &str, out: &mut W) -> io::Result<()> {
    // Of ASCII the only control that is left.
    if fragment.is_ascii() && !fragment.contains('\u{7f}') && !fragment.contains("##") {
        return out.write_all(fragment.as_bytes());
    }
    let (mut units, mut last) = ([0; 2], ' ');
    for letter in fragment.chars() {
        // Outside of strings stand blanks alone.
        let is_blank = matches!(letter, '\n' | '\r' | '\t');
        if (letter == '#' && last == '#') || (escape::acts(letter) && !is_blank) {
            for unit in letter.encode_utf16(&mut units) {
                write!(out, "\\u{unit:04x}")?;
            }
        } else {
            write!(out, "{letter}")?;
        }
        last = letter;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_acts_and_everything_reads_back() {
        for (text, acts, why) in [
            ("##vso[task.complete]", "##", "a command of Azure Pipelines"),
            ("a\u{9b}31mb", "\u{9b}", "the one-byte form of the terminal's escape"),
            ("a\u{202e}b", "\u{202e}", "a turned direction"),
            ("a\u{e0041}b", "\u{e0041}", "a letter that nothing shows"),
            ("a\u{7f}b", "\u{7f}", "deletes what stands before it"),
            ("a\u{1b}[31m", "\u{1b}", "the terminal's escape"),
            ("ä 中 \u{1F600}", "", "ordinary text"),
        ] {
            let mut out = Vec::new();
            pretty(&text, &mut out).unwrap();
            let written = String::from_utf8(out).unwrap();
            assert!(acts.is_empty() || !written.contains(acts), "{why}: {written}");
            assert_eq!(serde_json::from_str::<String>(&written).unwrap(), text, "{why}");
        }
    }
}
