//! Changes as a table for spreadsheets and shells: comma- or tab-separated, and no cell is a formula.

use std::io::{self, Write};

use csv::{ErrorKind, QuoteStyle, Terminator, Writer, WriterBuilder};

use super::escape::line;
use super::{Style, notes};
use crate::report::{ChangeRow, Index, Redacted, Report};

/// The first line.
const COLUMNS: [&str; 16] = [
    "input",
    "kind",
    "address",
    "previous_address",
    "deposed",
    "module",
    "mode",
    "type",
    "name",
    "index",
    "provider",
    "actions",
    "action_reason",
    "notes",
    "import_id",
    "pointer",
];

/// Comma-separated values, every cell in quotes: a spreadsheet that splits at semicolons finds none outside of them.
pub(super) fn write_csv(report: &Report, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    let writer = WriterBuilder::new().quote_style(QuoteStyle::Always).from_writer(out);
    table(report, style, writer)
}

/// Tab-separated values without quotes: no cell holds a tab or a line end, and `cut` and `awk` get the text as it is.
pub(super) fn write_tsv(report: &Report, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    let writer = WriterBuilder::new()
        .delimiter(b'\t')
        .terminator(Terminator::Any(b'\n'))
        .quote_style(QuoteStyle::Never)
        .from_writer(out);
    table(report, style, writer)
}

fn table(report: &Report, style: &Style, writer: Writer<&mut dyn Write>) -> io::Result<()> {
    write_table(report, style, writer).map_err(|error| match error.into_kind() {
        // As it is: nobody who reads no further is an error.
        ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    })
}

fn write_table(report: &Report, style: &Style, mut writer: Writer<&mut dyn Write>) -> csv::Result<()> {
    writer.write_record(COLUMNS)?;
    for input in &report.inputs {
        let rows = input.plan().into_iter().flat_map(|plan| &plan.changes);
        for row in rows.filter(|row| style.wants(row)) {
            writer.write_record(cells(&input.name, row).iter().map(|text| cell(text)))?;
        }
    }
    // A plan without rows must not look like one without changes.
    for failure in &report.errors {
        let mut cells = COLUMNS.map(|_| String::new());
        for (name, text) in [
            ("input", &failure.name),
            ("kind", &"not-judged".to_owned()),
            ("notes", &failure.message),
        ] {
            if let Some(at) = COLUMNS.iter().position(|column| *column == name) {
                cells[at] = cell(text);
            }
        }
        writer.write_record(cells)?;
    }
    Ok(writer.flush()?)
}

fn cells(input: &str, row: &ChangeRow) -> [String; COLUMNS.len()] {
    let text = |part: Option<&Redacted>| part.map(ToString::to_string).unwrap_or_default();
    let words = row.actions.words();
    let words: Vec<&str> = words.iter().map(|word| &**word).collect();
    [
        input.to_owned(),
        row.fate.word().to_owned(),
        row.address.to_string(),
        text(row.previous_address.as_ref()),
        text(row.deposed.as_ref()),
        text(row.module_address.as_ref()),
        text(row.mode.as_ref()),
        text(row.type_name.as_ref()),
        text(row.name.as_ref()),
        match &row.index {
            Some(Index::Number(number)) => number.to_string(),
            Some(Index::Text(key)) => key_cell(&key.to_string()),
            None => String::new(),
        },
        text(row.provider_name.as_ref()),
        words.join(","),
        text(row.action_reason.as_ref()),
        notes::whole(row).join("; "),
        text(row.importing.as_ref().and_then(|import| import.id.as_ref())),
        row.pointer.clone(),
    ]
}

/// A key as its address has it between the quotes, but for quotes of its own: no two keys share a cell.
fn key_cell(key: &str) -> String {
    let escapes = [('\\', "\\\\"), ('\t', "\\t"), ('\n', "\\n"), ('\r', "\\r")];
    let mut cell = String::new();
    for letter in key.chars() {
        match escapes.iter().find(|(of, _)| *of == letter) {
            Some((_, escape)) => cell.push_str(escape),
            None => cell.push(letter),
        }
    }
    cell
}

/// A text that no spreadsheet takes for a formula, and no log for a command.
fn cell(text: &str) -> String {
    let shown = line(text);
    let formula = shown
        .trim_start()
        .starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠']);
    // What began with a tab or a line end is shown with a space; and a quote of its own opens a quoted cell.
    if formula || shown.starts_with('"') || text.starts_with(['\t', '\r', '\n']) {
        format!("'{shown}")
    } else {
        shown.into_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_keys_share_a_cell() {
        for (key, wanted, why) in [
            ("prod", "prod", "an ordinary key"),
            ("a b", "a b", "a blank"),
            ("a\tb", "a\\tb", "a tab"),
            ("a\nb", "a\\nb", "a line end"),
            ("a\\nb", "a\\\\nb", "a backslash before the letter"),
            (
                "\r::set-output",
                "\\r::set-output",
                "what a runner would take for a command",
            ),
            ("a\"b", "a\"b", "a quote, which ends no cell of its own"),
        ] {
            assert_eq!(cell(&key_cell(key)), wanted, "{why}");
        }
    }

    #[test]
    fn no_cell_is_a_formula() {
        for (text, wanted, why) in [
            (
                "aws_instance.web[\"a\"]",
                "aws_instance.web[\"a\"]",
                "an ordinary address",
            ),
            ("=1+1", "'=1+1", "a formula"),
            ("+1", "'+1", "another"),
            ("-1", "'-1", "another"),
            ("@SUM(A1)", "'@SUM(A1)", "another"),
            ("\t=1", "' =1", "behind a tab"),
            ("\r=1", "'=1", "behind a return"),
            ("  =1", "'  =1", "behind blanks, which some spreadsheets cut off"),
            ("＝1", "'＝1", "in letters of full width"),
            ("\"a", "'\"a", "a quote where none closes"),
            ("a=b", "a=b", "in the middle nothing acts"),
            ("", "", "nothing"),
        ] {
            assert_eq!(cell(text), wanted, "{why}");
        }
    }
}
