//! Whether a line of a log speaks of a failure, or of something that goes.

/// How words about it begin. What follows is one of the [`ENDINGS`], so that `failover` is none of them.
const STEMS: &[&str] = &[
    "abort",
    "cancel",
    "corrupt",
    "crash",
    "delet",
    "destroy",
    "destruct",
    "discard",
    "dump",
    "eras",
    "error",
    "exception",
    "fail",
    "interrupt",
    "kill",
    "panic",
    "purg",
    "refus",
    "reject",
    "remov",
    "terminat",
    "timeout",
];

/// How words about it end, behind a stem.
const ENDINGS: &[&str] = &[
    "", "al", "e", "ed", "es", "ing", "ion", "ions", "ked", "king", "lation", "led", "ling", "s", "ure", "ures",
];

/// Words of which there are no others of their kind.
const WORDS: &[&str] = &[
    "cannot",
    "denied",
    "erro",
    "fatal",
    "forbidden",
    "incomplete",
    "invalid",
    "non-zero",
    "nonzero",
    "segfault",
    "segmentation",
    "sigkill",
    "signal",
    "sigterm",
    "skipped",
    "traceback",
    "unable",
    "unauthorized",
    "unavailable",
    "unexpected",
    "unexpectedly",
    "unreachable",
    "unsuccessful",
    "unsuccessfully",
    "wiped",
    "wiping",
];

/// The same in several words.
const PHRASES: &[&str] = &[
    "can not",
    "can't",
    "connection reset",
    "could not",
    "couldn't",
    "gave up",
    "gives up",
    "giving up",
    "no such file",
    "not allowed",
    "not authorized",
    "not found",
    "not permitted",
    "not succeed",
    "not successful",
    "timed out",
    "timing out",
];

/// What is said of a command or an argument that a later version will not have.
const DEPRECATIONS: &[&str] = &[
    "be removed in a future",
    "be removed in an upcoming",
    "be removed in future",
    "be removed in the future",
    "be removed in the next",
    "be removed in v",
];

/// What engines say of an object that they read, behind its address: it tells nothing, whatever the object is called.
const READS: &[&str] = &[
    ": Refreshing state...",
    ": Reading...",
    ": Still reading...",
    ": Read complete after ",
];

/// Whether one of the words is bad, or a program ended with a status other than 0 and 2 (a plan with changes).
pub(super) fn is_told_in(plain: &str) -> bool {
    plain.lines().any(|line| match read_object(line) {
        Some((before, behind)) => speaks(before) || speaks(behind),
        None => speaks(line),
    })
}

/// What stands around the address and the ID of an object in a line that says that it is read.
fn read_object(line: &str) -> Option<(&str, &str)> {
    let (head, behind) = READS.iter().find_map(|words| line.split_once(words))?;
    let (before, _) = head.rsplit_once(' ').unwrap_or(("", head));
    let behind = match behind.split_once("[id=") {
        Some((time, id)) if id.trim_end_matches('"').ends_with(']') => time,
        _ => behind,
    };
    Some((before, behind))
}

fn speaks(line: &str) -> bool {
    let line = line.replace("..", " ").to_lowercase();
    let line = DEPRECATIONS.iter().fold(line, |line, words| line.replace(words, ""));
    PHRASES.iter().any(|words| line.contains(words)) || has_bad_word(&line)
}

fn has_bad_word(line: &str) -> bool {
    let (mut ends, mut returns) = (false, false);
    // What joins names keeps words together, so that `error-pages` and `destroy.tfplan` are no words about a failure.
    let is_joint = |letter: char| matches!(letter, '-' | '_' | '.');
    line.split(|letter: char| !letter.is_alphanumeric() && !is_joint(letter))
        .map(|word| word.trim_matches(is_joint))
        .filter(|word| !word.is_empty())
        .any(|word| {
            let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
            let is_status = is_number && (returns && word != "0" || ends && !matches!(word, "0" | "2"));
            ends |= word.starts_with("exit");
            returns = word == "returned" || returns && matches!(word, "code" | "status");
            is_status || is_bad(word)
        })
}

fn is_bad(word: &str) -> bool {
    let has_stem = |stem: &&str| word.strip_prefix(*stem).is_some_and(|end| ENDINGS.contains(&end));
    WORDS.contains(&word) || STEMS.iter().any(has_stem)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_speak_of_a_failure_or_of_what_goes() {
        for line in [
            "tofu: aws_db_instance.db will be deleted",
            "Unable to acquire the state lock: connection refused",
            "3 resources deleted, 1 removed",
            "Could not load plugin, exception: unexpected EOF",
            "Unit db was skipped because its dependency vpc did not succeed",
            "its dependency vpc did not succeed",
            "terraform returned 1",
            "terraform returned exit code 1",
            "terraform returned code 3",
            "Process completed with exit code 1.",
            "exit status 127",
            "planning was unsuccessful",
            "Timeout while waiting for plan; giving up",
            "Invalid credentials, plan not refreshed",
            "aws_db_instance.db: Deletion complete after 10s",
            "aws_db_instance.db: Deleting... [id=a]",
            "aws_db_instance.db: Reading... failed",
            "Planning failed while aws_db_instance.db: Reading...",
            "aws_db_instance.db: Refreshing state... [id=a] Error",
            "the operation was cancelled",
            "Cancellation was asked for",
            "The runner panicked",
            "removal of the object",
            "the request was refused",
            "bash: terraform: command not found",
            "read tcp: connection reset by peer",
            "it timed out",
            "Access denied",
            "signal: killed",
            "it went well\nand then failed",
            "the object will be removed in a future that has failed to come",
            "3 objects will be removed in eu-west-1",
            "a.b will be removed in eu-west-1, and -flag will be removed in a future version",
        ] {
            assert!(is_told_in(line), "{line}");
        }
    }

    #[test]
    fn lines_that_say_nothing_of_the_plan() {
        for line in [
            "aws_s3_bucket.a: Refreshing state... [id=error]",
            "aws_api_gateway_method.m[\"delete\"]: Refreshing state... [id=removed]",
            "time=x level=info msg=\"aws_s3_bucket.a: Refreshing state... [id=failed]\"",
            "data.aws_iam_policy.deleted: Reading...",
            "data.aws_iam_policy.a[\"remove\"]: Read complete after 0s [id=1/delete]",
            "data.aws_iam_policy.a: Still reading... [10s elapsed]",
            "Downloading ../modules/failover to destroy.tfplan",
            "Downloading Terraform configurations from git::https://example.com/m.git?ref=v1.2.3",
            "::group::Run terraform show -json tfplan",
            "::endgroup::",
            "::remove-matcher owner=terraform::",
            "[command]/usr/bin/terraform show -json",
            "[command]/usr/bin/terraform plan -lock-timeout=300s -out=tfplan",
            "Terraform exited with code 0.",
            "terraform returned 0",
            "exitcode: 2",
            "Acquiring state lock. This may take a few moments...",
            "Releasing state lock. This may take a few moments...",
            "No changes. Your infrastructure matches the configuration.",
            "found no differences, so no changes are needed.",
            "Initializing provider plugins...",
            "- Reusing previous version of hashicorp/aws from the dependency lock file",
            "- Installed hashicorp/aws v5.100.0 (signed by HashiCorp)",
            "Did not find any locals block: skipping evaluation.",
            "Skipping var-file default.tfvars as it does not exist",
            "Reading inputs from terragrunt.hcl",
            "The `hclfmt` command is deprecated and will be removed in a future version of Terragrunt. Use `hcl fmt` instead.",
            "The argument is deprecated, and may be removed in version 7",
        ] {
            assert!(!is_told_in(line), "{line}");
        }
    }
}
