//! Lines that known wrappers write beside the engine's JSON.

/// What one line of text is, when it stands where a document could begin.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// A line that says nothing about the plan and may be skipped.
    Wrapper,
    /// A prefix before the document itself: so many bytes to skip.
    Prefix(usize),
    /// What was printed before, once more, from this byte on: it may be skipped where it was.
    Echo(usize),
    /// Anything else: nobody can say what it means.
    Unknown,
}

/// Reads one line, without its line feed.
///
/// Known are the command echo of CI set-up actions (`[command]/usr/bin/tofu show …`), workflow commands
/// (`::debug::…`, `::set-output name=…::…`), and terragrunt's log lines, with or without the document behind them.
pub(super) fn read(line: &str) -> Line {
    let text = line.trim_end_matches('\r');
    if let Some(echo) = text
        .strip_prefix("::debug::stdout: ")
        .or(text.strip_prefix("::debug::stderr: "))
    {
        // What stood before as output is repeated here, whole.
        return match skipped(echo) {
            Line::Unknown if may_hold_document(echo) => Line::Echo(text.len() - echo.len()),
            line => line,
        };
    }
    if text.starts_with("[command]") || is_workflow_command(text) {
        return skipped(text);
    }
    let Some(message) = terragrunt_message(text) else {
        return Line::Unknown;
    };
    // The message of a log line is the engine's output when it begins like a document; else it is the log's own.
    if message.starts_with('{') {
        Line::Prefix(text.len() - message.len())
    } else {
        skipped(text)
    }
}

/// What was printed before the set-up action wrote it into one line.
pub(super) fn printed(echo: &str) -> String {
    echo.replace("%0D", "\r").replace("%0A", "\n").replace("%25", "%")
}

fn may_hold_document(text: &str) -> bool {
    ["{\"", "{\\\"", "{&quot;"].iter().any(|start| text.contains(start))
}

/// A line that may be skipped, unless it tells of a failure or holds what may be a document.
fn skipped(text: &str) -> Line {
    let words = [
        "Error: ",
        "::error",
        " ERROR ",
        " level=error ",
        // A plan as the engines print it for people: that a document says the same, nobody can know.
        "Plan: ",
        " to destroy",
        " to forget",
        "will be destroyed",
        "will be replaced, as requested",
        "will be replaced due to",
        "must be replaced",
        "will no longer be managed",
        "will be removed from the",
        "-/+ ",
        "+/- ",
        "exited with code 1",
        "invocation failed",
        // What is left of a program that did not end by itself.
        "panic: ",
        "fatal error: ",
        "signal: ",
        "Killed",
        "Terminated",
        "Segmentation fault",
    ];
    let failed = text
        .split_once("name=exitcode::")
        .is_some_and(|(_, code)| !matches!(code.trim(), "0" | "2"));
    if failed || may_hold_document(text) || words.iter().any(|words| text.contains(words)) {
        Line::Unknown
    } else {
        Line::Wrapper
    }
}

/// `::name::` or `::name key=value,…::`, as CI runners read them from standard output.
fn is_workflow_command(text: &str) -> bool {
    let Some(rest) = text.strip_prefix("::") else {
        return false;
    };
    let Some((head, _)) = rest.split_once("::") else {
        return false;
    };
    let name = head.split(' ').next().unwrap_or_default();
    !name.is_empty()
        && name
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte == b'-' || byte == b'_')
}

/// The message of a terragrunt log line: `12:00:00.000 STDOUT [unit] tofu: message` (terragrunt 0.67 and later), or
/// `time=… level=… … msg=message` (before).
fn terragrunt_message(text: &str) -> Option<&str> {
    if text.starts_with("time=") && text.contains(" level=") {
        return text.split_once(" msg=").map(|(_, message)| message);
    }
    let rest = after_clock(text)?;
    let rest = rest.trim_start_matches(' ');
    let (level, mut rest) = rest.split_once(' ')?;
    if !matches!(
        level,
        "STDOUT" | "STDERR" | "ERROR" | "WARN" | "INFO" | "DEBUG" | "TRACE"
    ) {
        return None;
    }
    rest = rest.trim_start_matches(' ');
    if let Some(unit) = rest.strip_prefix('[') {
        rest = unit.split_once(']')?.1.trim_start_matches(' ');
    }
    for engine in ["tofu: ", "terraform: "] {
        if let Some(message) = rest.strip_prefix(engine) {
            return Some(message);
        }
    }
    // Without an engine's name the line is terragrunt's own: a document never follows.
    (!rest.starts_with('{')).then_some(rest)
}

/// What follows `12:34:56` or `12:34:56.789` and a space.
fn after_clock(text: &str) -> Option<&str> {
    let (clock, rest) = text.split_once(' ')?;
    let (hms, fraction) = clock.split_once('.').unwrap_or((clock, "0"));
    let parts: Vec<&str> = hms.split(':').collect();
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    (parts.len() == 3 && parts.iter().all(|part| part.len() == 2 && digits(part)) && digits(fraction)).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[expect(clippy::too_many_lines, reason = "a table")]
    fn lines_of_wrappers_are_told_from_all_others() {
        for (line, wanted, why) in [
            (
                "[command]/usr/bin/tofu show -json p",
                Line::Wrapper,
                "set-up action's wrapper",
            ),
            (
                "::debug::Terraform exited with code 0.",
                Line::Wrapper,
                "the same wrapper, after the output",
            ),
            ("::set-output name=exitcode::0", Line::Wrapper, "its outputs"),
            ("::set-output name=exitcode::1", Line::Unknown, "that the engine failed"),
            (
                "10:57:01.123 STDOUT [db] tofu:   # aws_db_instance.a will be replaced, as requested",
                Line::Unknown,
                "a replacement that somebody asked for",
            ),
            (
                "10:57:01.123 STDOUT [db] tofu: -/+ resource \"aws_db_instance\" \"a\" {",
                Line::Unknown,
                "the same, its heading cut off",
            ),
            (
                "10:57:01.123 WARN   The flag is deprecated and will be replaced by another in a future version",
                Line::Wrapper,
                "terragrunt on itself",
            ),
            ("::debug::x\r", Line::Wrapper, "line ends of Windows"),
            (
                "10:57:01.123 INFO   [live/vpc] Downloading",
                Line::Wrapper,
                "terragrunt's own line",
            ),
            (
                "10:57:01.123 STDOUT [live/vpc] tofu: Done",
                Line::Wrapper,
                "the engine's text through terragrunt",
            ),
            (
                "10:57:01.123 STDOUT [db] tofu: Plan: 0 to add, 0 to change, 5 to destroy, 1 to forget.",
                Line::Unknown,
                "OpenTofu 1.10 goes on behind what is destroyed",
            ),
            (
                "10:57:01.123 STDOUT [db] terraform:   # aws_db_instance.a will be destroyed",
                Line::Unknown,
                "a plan for people, its sum cut off",
            ),
            (
                "::debug::stdout:   # aws_db_instance.a must be replaced",
                Line::Unknown,
                "the same through a set-up action",
            ),
            (
                "10:57:01.123 STDOUT [vpc] tofu: {\"a\":1}",
                Line::Prefix(32),
                "a document behind the prefix",
            ),
            (
                "10:57:01.123 STDOUT terraform: {}",
                Line::Prefix(31),
                "a single unit has no name",
            ),
            (
                "time=2025-01-01T00:00:00Z level=info msg=Reading",
                Line::Wrapper,
                "older terragrunt",
            ),
            (
                "::debug::stdout: {\"format_version\":\"1.2\"}",
                Line::Echo(17),
                "the set-up action repeats what it has printed",
            ),
            (
                "10:57:01.123 STDERR [b] tofu: panic: runtime error: index out of range",
                Line::Unknown,
                "an engine that broke",
            ),
            (
                "10:57:01.123 STDERR [b] tofu: Killed",
                Line::Unknown,
                "an engine that was stopped",
            ),
            (
                "::debug::{\"format_version\":\"1.2\"}",
                Line::Unknown,
                "a document that nobody reads",
            ),
            (
                "10:57:01.123 STDOUT [b] tofu: \u{1b}[0m{\"format_version\":\"1.2\"}",
                Line::Unknown,
                "likewise, behind a colour",
            ),
            (
                "10:57:01.123 ERROR  [b] tofu: Error: Failed to load \"tfplan\"",
                Line::Unknown,
                "one unit of many failed",
            ),
            (
                "10:57:01.123 STDERR [b] tofu: Error: Failed to read plan",
                Line::Unknown,
                "the engine says so",
            ),
            (
                "10:57:01.123 STDOUT [b] tofu: Plan: 0 to add, 0 to change, 5 to destroy.",
                Line::Unknown,
                "a plan as text",
            ),
            (
                "::error::Terraform exited with code 1.",
                Line::Unknown,
                "the action says so",
            ),
            (
                "Initializing the backend...",
                Line::Unknown,
                "the engine's text says that something else ran",
            ),
            (
                "Error: No valid credential sources found",
                Line::Unknown,
                "an error must never be skipped",
            ),
            (":: debug ::", Line::Unknown, "no command has an empty name"),
            ("::Debug::x", Line::Unknown, "names are lower case"),
            ("[{\"a\":1}]", Line::Unknown, "a list is no wrapper's line"),
            ("10:57 INFO x", Line::Unknown, "not a clock"),
            ("", Line::Unknown, "the caller skips empty lines"),
        ] {
            assert_eq!(read(line), wanted, "{why}: {line}");
        }
    }
}
