//! Lines that known wrappers write beside the engine's JSON.

use std::borrow::Cow;

use serde::de::IgnoredAny;

use super::bad_news;

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
    match without_escapes(line.trim_end_matches('\r')) {
        Cow::Borrowed(text) => read_plain(text),
        Cow::Owned(text) => match read_plain(&text) {
            // In a log with colours nobody can say at which byte a document begins.
            Line::Prefix(_) | Line::Echo(_) => Line::Unknown,
            line => line,
        },
    }
}

/// How the set-up action repeats what it has printed.
const ECHOES: [&str; 4] = [
    "::debug::stdout: ",
    "::debug::stderr: ",
    "::set-output name=stdout::",
    "::set-output name=stderr::",
];

fn read_plain(text: &str) -> Line {
    if let Some(echo) = ECHOES.iter().find_map(|prefix| text.strip_prefix(prefix)) {
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
    } else if is_another_document(message) {
        Line::Unknown
    } else {
        skipped(text)
    }
}

/// Whether what a unit printed is no text for people: JSON that is no object, or begins one of many lines, or a plan file.
///
/// A text in quotes alone is how logs of `key=value` write their messages.
fn is_another_document(message: &str) -> bool {
    let message = message.trim();
    if message.is_empty() || message.starts_with('"') {
        return false;
    }
    let read = serde_json::from_str::<IgnoredAny>(message);
    // So deep that serde_json does not follow it, or a whole one.
    message.starts_with("[[")
        || message.starts_with("PK\u{3}\u{4}")
        || read.map_or_else(|error| error.is_eof(), |_| true)
}

/// What was printed before the set-up action wrote it into one line.
pub(super) fn printed(echo: &str) -> String {
    echo.replace("%0D", "\r").replace("%0A", "\n").replace("%25", "%")
}

fn may_hold_document(text: &str) -> bool {
    ["{\"", "{\\\"", "{&quot;"].iter().any(|start| text.contains(start))
}

/// What the engines print of a plan, or of its end, for people: that a document says the same, nobody can know.
const PLAN_TEXT: &[&str] = &[
    "Plan: ",
    "Apply complete!",
    "will perform the following actions",
    "resource \"",
    " to forget",
    "must be replaced",
    "will be replaced, as requested",
    "will be replaced due to",
    "will no longer be managed",
    "will be removed from the",
    "-/+ ",
    "+/- ",
    "-> null",
];

/// A line that may be skipped, unless it tells of a failure or a destruction, or holds what may be a document.
fn skipped(text: &str) -> Line {
    // Asked first: such a line can be as long as the document, and is not worth a copy.
    if may_hold_document(text) {
        return Line::Unknown;
    }
    let unquoted = unquoted(text);
    let plain = without_escapes(&unquoted);
    let failed = plain
        .split_once("name=exitcode::")
        .is_some_and(|(_, code)| !matches!(code.trim(), "0" | "2"));
    if failed
        || may_hold_document(&plain)
        || PLAN_TEXT.iter().any(|words| plain.contains(words))
        || bad_news::is_told_in(&plain)
    {
        Line::Unknown
    } else {
        Line::Wrapper
    }
}

/// A line as it was before a set-up action or a log put it in one line and into quotes.
fn unquoted(text: &str) -> String {
    let mut plain = printed(text);
    for (from, to) in [
        ("%1B", "\u{1b}"),
        ("\\x1b", "\u{1b}"),
        ("\\u001b", "\u{1b}"),
        ("\\u001B", "\u{1b}"),
        ("\\n", "\n"),
        ("\\r", "\r"),
        ("\\t", "\t"),
        ("\\\"", "\""),
    ] {
        if plain.contains(from) {
            plain = plain.replace(from, to);
        }
    }
    plain
}

/// A text without the escapes of terminals: colours and the like stand in the middle of what people read as one word.
/// Of escapes that hold a text, such as a title, the text stays: it may be what tells of a failure.
pub(super) fn without_escapes(text: &str) -> Cow<'_, str> {
    const ESCAPE: char = '\u{1b}';
    if !text.contains(ESCAPE) {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        if letter != ESCAPE {
            plain.push(letter);
            continue;
        }
        match letters.next() {
            Some('[') => {
                while letters.next_if(|next| matches!(next, ' '..='?')).is_some() {}
                letters.next_if(|next| matches!(next, '@'..='~'));
            }
            Some(other) if other.is_ascii_alphanumeric() || other == '\\' => {}
            Some(_) => plain.push(' '),
            None => {}
        }
    }
    Cow::Owned(plain)
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
                "10:57:01.123 STDOUT [db] tofu: null",
                Line::Unknown,
                "JSON that is no plan, as it is without the prefix",
            ),
            ("10:57:01.123 STDOUT [db] tofu: [1]", Line::Unknown, "likewise"),
            ("10:57:01.123 STDOUT terraform:  [ ", Line::Unknown, "its first line"),
            (
                "10:57:01.123 STDOUT [db] tofu:   12.5",
                Line::Unknown,
                "one of the next",
            ),
            (
                "10:57:01.123 STDOUT [db] tofu: [[[\u{1}",
                Line::Unknown,
                "whatever follows, which may be too deep to be read",
            ),
            (
                "10:57:01.123 STDOUT [db] tofu: PK\u{3}\u{4}",
                Line::Unknown,
                "a binary plan file",
            ),
            (
                "time=2025-01-01T00:00:00Z level=stdout msg=null",
                Line::Unknown,
                "older terragrunt",
            ),
            (
                "10:57:01.123 STDOUT [db] tofu: [0m[1mInitializing the backend...",
                Line::Wrapper,
                "what is left of colours is no list",
            ),
            ("10:57:01.123 STDOUT [db] tofu: ", Line::Wrapper, "an empty line"),
            (
                "time=2025-01-01T00:00:00Z level=info msg=\"Reading it\"",
                Line::Wrapper,
                "a message in the quotes of a log",
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
            (
                "10:57:01.123 STDOUT [db] tofu:   # aws_db_instance.a\u{1b}[0m will be \u{1b}[1m\u{1b}[31mdestroyed",
                Line::Unknown,
                "colours stand between the words",
            ),
            (
                "10:57:01.123 STDOUT [db] tofu:   # aws_db_instance.a\u{1b}[0m must be \u{1b}[1m\u{1b}[31mreplaced",
                Line::Unknown,
                "and in the middle of what is said",
            ),
            (
                "\u{1b}[90m10:57:01.123\u{1b}[0m \u{1b}[32mINFO  \u{1b}[0m [live/vpc] Downloading",
                Line::Wrapper,
                "terragrunt on a terminal",
            ),
            (
                "\u{1b}[90m10:57:01.123\u{1b}[0m STDOUT [vpc] tofu: {\"a\":1}",
                Line::Unknown,
                "a document there is not looked for",
            ),
            (
                "::debug::stderr: \u{1b}]0;Error: no plan\u{7}",
                Line::Unknown,
                "an escape with a text, which stays",
            ),
            (
                "10:57:01.123 STDOUT [db] tofu: \u{1b}]Error: no plan",
                Line::Unknown,
                "an escape that does not end",
            ),
            (
                "::debug::stderr: a%0AError: b",
                Line::Unknown,
                "several lines in one, as the set-up action writes them",
            ),
            (
                "time=2025-01-01T00:00:00Z level=info msg=\"a\\n\\x1b[31mError: b\"",
                Line::Unknown,
                "the same in the quotes of a log",
            ),
            (
                "10:57:01.123 STDOUT [db] tofu: Planning failed. OpenTofu encountered an error while generating this plan.",
                Line::Unknown,
                "a plan that is not whole",
            ),
            (
                "time=2025-01-01T00:00:00Z level=fatal msg=x",
                Line::Unknown,
                "older terragrunt gives up",
            ),
            (
                "10:57:01.123 STDOUT [db] tofu:   - resource \"aws_db_instance\" \"a\" {",
                Line::Unknown,
                "a block of a plan for people",
            ),
            (
                "10:57:01.123 STDOUT [db] tofu: Destroy complete! Resources: 5 destroyed.",
                Line::Unknown,
                "it is done already",
            ),
            (
                "10:57:01.123 STDOUT [db] tofu: Apply complete! Resources: 0 added, 0 changed, 5 destroyed.",
                Line::Unknown,
                "likewise",
            ),
            (
                "10:57:01.123 STDOUT [db] tofu: aws_db_instance.a: Destroying... [id=a]",
                Line::Unknown,
                "it is being done",
            ),
            (
                "10:57:01.123 WARN   Terragrunt will exit with error code 1",
                Line::Unknown,
                "that it failed",
            ),
            (
                "10:57:01.123 STDERR [db] terraform: Terraform crashed! This is always indicative of a bug",
                Line::Unknown,
                "an engine that broke",
            ),
            (
                "10:57:01.123 STDERR [db] terraform: !!!!!!!!!!! TERRAFORM CRASH !!!!!!!!!!!",
                Line::Unknown,
                "the head of what it says then",
            ),
            ("::debug::exitcode: 1", Line::Unknown, "the set-up action says so"),
            ("::debug::exitcode: 0", Line::Wrapper, "it went well"),
            (
                "::debug::exitcode: 2",
                Line::Wrapper,
                "it went well, and the plan has changes",
            ),
            (
                "10:57:01.123 INFO   [live/db] Module exited with status 143",
                Line::Unknown,
                "it was stopped",
            ),
            (
                "10:57:01.123 INFO   [live/error-pages] Downloading ../modules/failover to destroy.tfplan",
                Line::Wrapper,
                "names that hold such words",
            ),
            (
                "10:57:01.123 INFO   [live/vpc] tofu: Initializing the backend...",
                Line::Wrapper,
                "terragrunt prepares the unit",
            ),
            (
                "10:57:01.123 STDOUT [live/vpc] tofu: - Installed hashicorp/aws v5.100.0 (signed, key ID 0C0AF313E5FD9F80)",
                Line::Wrapper,
                "likewise",
            ),
            (
                "12:00:00.000 STDERR [db] tofu: aws_db_instance.db will be deleted",
                Line::Unknown,
                "something goes",
            ),
            (
                "12:00:00.000 STDERR [db] tofu: Unable to acquire the state lock: connection refused",
                Line::Unknown,
                "nothing was planned",
            ),
            (
                "12:00:00.000 STDOUT [db] tofu: 3 resources deleted, 1 removed",
                Line::Unknown,
                "it is done already",
            ),
            (
                "12:00:00.000 STDERR [db] tofu: Could not load plugin, exception: unexpected EOF",
                Line::Unknown,
                "an engine that broke",
            ),
            (
                "12:00:00.000 WARN   [db] Unit db was skipped because its dependency vpc did not succeed",
                Line::Unknown,
                "one unit of many failed",
            ),
            (
                "12:00:00.000 STDOUT [db] tofu:   - aws_db_instance.db -> null",
                Line::Unknown,
                "a value that goes",
            ),
            ("::notice::terraform returned 1", Line::Unknown, "an engine that failed"),
            (
                "::notice::planning was unsuccessful",
                Line::Unknown,
                "the same in words",
            ),
            (
                "::debug::Timeout while waiting for plan; giving up",
                Line::Unknown,
                "no plan came",
            ),
            (
                "::warning::Invalid credentials, plan not refreshed",
                Line::Unknown,
                "a plan that is not whole",
            ),
            (
                "time=2025-01-01T00:00:00Z level=info msg=\"aws_db_instance.db: Deletion complete after 10s\"",
                Line::Unknown,
                "it is done already",
            ),
            (
                "12:00:00.000 STDOUT [db] tofu: aws_api_gateway_method.m[\"delete\"]: Refreshing state... [id=removed]",
                Line::Wrapper,
                "the name of what is read says nothing",
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
