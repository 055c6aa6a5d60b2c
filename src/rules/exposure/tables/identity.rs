//! Conditions on tokens of identity providers, as Google and Azure write them, that say whose identities may sign in or
//! do not.

use crate::facts::attr::Attr;
use crate::rules::data::exposure::{Issuer, table};

use super::restriction::names_no_owner;

/// Deeper inside of parentheses nothing is looked at.
const DEEPEST: usize = 32;

/// Claims that do not identify the owner of a token: they say when, where and why it was made, or are names that each
/// owner may give. From the documentation of GitHub Actions, GitLab, Bitbucket, `CircleCI`, Buildkite and HCP Terraform
/// on their tokens.
const NON_IDENTIFYING_CLAIMS: [&str; 46] = [
    "actor",
    "base_ref",
    "build_branch",
    "build_commit",
    "build_number",
    "build_source",
    "build_tag",
    "ci_config_sha",
    "deployment_tier",
    "email_verified",
    "environment",
    "environment_action",
    "environment_protected",
    "event_name",
    "exp",
    "family_name",
    "given_name",
    "head_ref",
    "iat",
    "iss",
    "job_workflow_sha",
    "jti",
    "locale",
    "name",
    "nbf",
    "pipeline_slug",
    "pipeline_source",
    "project",
    "project_visibility",
    "ref",
    "ref_path",
    "ref_protected",
    "ref_type",
    "repository_visibility",
    "run_attempt",
    "run_id",
    "run_number",
    "runner_environment",
    "sha",
    "step_key",
    "terraform_project_name",
    "terraform_run_phase",
    "terraform_workspace_name",
    "user_access_level",
    "workflow",
    "workflow_sha",
];

/// The provider that signs for everybody, when it is the one that is named.
pub(super) fn issuer(uri: &str) -> Option<&'static Issuer> {
    // With a path behind it, it is often one that signs for a single owner.
    let name = uri.strip_prefix("https://").unwrap_or(uri).trim_end_matches('/');
    let mut issuers = table().issuers.iter();
    issuers.find(|issuer| issuer.host.eq_ignore_ascii_case(name))
}

/// What a condition is asked of.
pub(super) struct Asked<'d, 'a> {
    /// Who signs.
    pub issuer: &'static Issuer,
    /// What attributes are made of, by their names: `attribute.owner` of `assertion.repository_owner`.
    pub mapping: Attr<'d, 'a>,
}

impl Asked<'_, '_> {
    /// Whether the condition asks for identities of some owner, in each of its alternatives.
    pub(super) fn names_owner(&self, condition: &str) -> bool {
        let condition = &in_one_line(condition);
        if !condition.contains("claims[") {
            return self.holds(condition, DEEPEST);
        }
        // Azure writes other words for the same; those inside of texts stay texts.
        let words = [(" and ", " && "), (" or ", " || "), ("claims[", "assertion[")];
        let condition = words.iter().fold(condition.to_owned(), |condition, (theirs, ours)| {
            condition.replace(theirs, ours)
        });
        self.holds(&condition, DEEPEST)
    }

    fn holds(&self, condition: &str, depth: usize) -> bool {
        let Some(depth) = depth.checked_sub(1) else {
            return false;
        };
        let condition = condition.trim();
        let alternatives = split(condition, "||");
        if alternatives.len() > 1 {
            return alternatives.into_iter().all(|one| self.holds(one, depth));
        }
        let tests = split(condition, "&&");
        if tests.len() > 1 {
            return tests.into_iter().any(|one| self.holds(one, depth));
        }
        match condition.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
            Some(inside) if is_balanced(inside) => self.holds(inside, depth),
            _ => self.asks(condition),
        }
    }

    /// Whether a single test asks for it. Whatever else can be written may let everybody in.
    fn asks(&self, test: &str) -> bool {
        if let Some(function) = test.strip_suffix(')')
            && let Some((value, text)) = call(function, ".startsWith(")
        {
            return self.is_of_owner(value) && !names_no_owner(&format!("{text}*"));
        }
        if let Some(function) = test.strip_suffix(')')
            && let Some((value, text)) = call(function, ".matches(")
        {
            return self.is_of_owner(value) && alternatives(&text).into_iter().all(expression_names_owner);
        }
        // Of addresses of service accounts the end says whose they are.
        if let Some(function) = test.strip_suffix(')')
            && let Some((value, text)) = call(function, ".endsWith(")
        {
            return self.is_of_owner(value) && text.starts_with('@');
        }
        if let [value, pattern] = split(test, " matches ").as_slice() {
            return self.is_of_owner(value) && text(pattern).is_some_and(|pattern| !names_no_owner(&pattern));
        }
        if let [value, list] = split(test, " in ").as_slice() {
            let inside = list.trim().strip_prefix('[').and_then(|list| list.strip_suffix(']'));
            return match inside {
                Some(inside) => {
                    let inside = inside.trim().trim_end_matches(',');
                    self.is_of_owner(value) && split(inside, ",").into_iter().all(|one| text(one).is_some())
                }
                None => text(value).is_some() && self.is_of_owner(list),
            };
        }
        ["==", " eq "]
            .into_iter()
            .any(|operator| match split(test, operator).as_slice() {
                [one, other] => {
                    text(one).is_some() && self.is_of_owner(other) || text(other).is_some() && self.is_of_owner(one)
                }
                _ => false,
            })
    }

    /// Whether an expression is the value of a claim that says whose a token is, or what stands first in it.
    fn is_of_owner(&self, value: &str) -> bool {
        claim(value).is_some_and(|claim| self.is_owners(&claim))
    }

    fn is_owners(&self, claim: &str) -> bool {
        let mapped = self.mapping.get(claim).compared_text();
        let claims = match &mapped {
            Some(mapped) if !claim.starts_with("assertion.") => self::claim(mapped),
            _ => Some(claim.to_owned()),
        };
        claims.is_some_and(|claim| {
            let name = claim.split_once('.').map_or(claim.as_str(), |(_, name)| name);
            // Whoever asks for a token says for which audience, but for those who make it for one alone.
            !NON_IDENTIFYING_CLAIMS.contains(&name)
                && (name != "aud" || self.issuer.keys.iter().any(|key| key == "aud"))
        })
    }
}

/// Where claims are found in conditions.
const ROOTS: [&str; 3] = ["assertion", "attribute", "google"];

/// The value that a function is called on, and the only argument, a text; `call` is without its last parenthesis.
fn call<'c>(call: &'c str, function: &str) -> Option<(&'c str, String)> {
    match split(call, function).as_slice() {
        [value, argument] => Some((value, text(argument)?)),
        _ => None,
    }
}

/// What an expression says that is nothing but a text, of at least one letter.
fn text(expression: &str) -> Option<String> {
    let expression = expression.trim();
    let expression = expression.strip_prefix('r').unwrap_or(expression);
    let is_text = expression.starts_with(['"', '\'']) && outside_of_texts(expression).next().is_none();
    let text = expression.trim_matches(['"', '\'']);
    (is_text && !text.is_empty()).then(|| text.to_owned())
}

/// The alternatives of a regular expression that stand in no group.
fn alternatives(expression: &str) -> Vec<&str> {
    let (mut found, mut begin, mut depth, mut escaped) = (Vec::new(), 0, 0usize, false);
    for (at, letter) in expression.char_indices() {
        match letter {
            _ if escaped => {}
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            '|' if depth == 0 => {
                found.extend(expression.get(begin..at));
                begin = at + 1;
            }
            _ => {}
        }
        escaped = letter == '\\' && !escaped;
    }
    found.extend(expression.get(begin..));
    found
}

/// Whether a regular expression without alternatives begins at the beginning, and with an owner; one of several, where
/// a group lists them as they are.
fn expression_names_owner(expression: &str) -> bool {
    let Some(expression) = expression.strip_prefix('^') else {
        return false;
    };
    let (mut glob, mut in_group, mut was_group, mut escaped) = (String::new(), false, false, false);
    for letter in expression.chars() {
        let of_names = letter.is_ascii_alphanumeric() || "-_|".contains(letter);
        match letter {
            // A group that need not be there, or that says more than names.
            '*' | '?' | '{' if was_group => return false,
            _ if in_group && letter != ')' && !of_names => return false,
            '\\' if !escaped => {
                escaped = true;
                continue;
            }
            // A class of letters: `\w`.
            _ if escaped && letter.is_ascii_alphanumeric() => glob.push('*'),
            _ if escaped => glob.push(letter),
            '(' => in_group = true,
            ')' => in_group = false,
            // The other half begins anywhere.
            '|' if !in_group => return false,
            '.' => glob.push('?'),
            '*' | '+' | '?' | '[' | '{' => glob.push('*'),
            _ => glob.push(letter),
        }
        (was_group, escaped) = (letter == ')' && !escaped, false);
    }
    let rest = if glob.ends_with('$') { "" } else { "*" };
    !names_no_owner(&format!("{}{rest}", glob.trim_end_matches('$')))
}

/// A condition without its comments, with a space for each end of a line. A text may go on over several lines.
fn in_one_line(condition: &str) -> String {
    let (mut code, mut rest) = (String::new(), condition);
    loop {
        let begins = |at: usize| rest.get(at..).is_some_and(|rest| rest.starts_with("//"));
        let comment = outside_of_texts(rest).find(|(at, _)| begins(*at));
        let Some((before, comment)) = comment.and_then(|(at, _)| rest.split_at_checked(at)) else {
            code.push_str(rest);
            return code.replace(['\n', '\r', '\t'], " ");
        };
        code.push_str(before);
        code.push(' ');
        rest = comment.split_once('\n').map_or("", |(_, behind)| behind);
    }
}

/// The claim or attribute that an expression is the value of, or the first part of its value: `assertion.sub`, of
/// `assertion['sub']` as well.
fn claim(expression: &str) -> Option<String> {
    const FIRST: [&str; 4] = [".split('/')[0]", ".split(\"/\")[0]", ".lowerAscii()", ".toLower()"];
    let mut expression = expression.trim();
    while let Some(inside) = expression.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
        expression = inside.trim();
    }
    let expression = FIRST
        .iter()
        .find_map(|end| expression.strip_suffix(end))
        .unwrap_or(expression);
    let root = ROOTS.iter().find(|root| expression.starts_with(**root))?;
    let behind = expression.get(root.len()..)?;
    let name = match behind.strip_prefix('.') {
        Some(name) => name.to_owned(),
        None => text(behind.strip_prefix('[')?.strip_suffix(']')?)?,
    };
    let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    is_name.then(|| format!("{root}.{name}"))
}

/// The parts of an expression between an operator that stands in no parentheses and in no text.
fn split<'e>(expression: &'e str, operator: &str) -> Vec<&'e str> {
    let mut parts = Vec::new();
    let (mut begin, mut depth) = (0, 0usize);
    for (at, letter) in outside_of_texts(expression) {
        match letter {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            _ if depth == 0 && at >= begin && expression.get(at..).is_some_and(|rest| rest.starts_with(operator)) => {
                parts.push(expression.get(begin..at).unwrap_or_default());
                begin = at + operator.len();
            }
            _ => {}
        }
    }
    parts.push(expression.get(begin..).unwrap_or_default());
    parts
}

fn is_balanced(expression: &str) -> bool {
    let mut depth = 0usize;
    for (_, letter) in outside_of_texts(expression) {
        match letter {
            '(' => depth += 1,
            ')' if depth == 0 => return false,
            ')' => depth -= 1,
            _ => {}
        }
    }
    depth == 0
}

/// The letters that are code, with their places in bytes.
fn outside_of_texts(expression: &str) -> impl Iterator<Item = (usize, char)> {
    let (mut quote, mut escaped) = (None, false);
    expression.char_indices().filter(move |(_, letter)| match quote {
        None => {
            quote = Some(*letter).filter(|letter| matches!(letter, '"' | '\''));
            quote.is_none()
        }
        Some(end) => {
            if !escaped && *letter == end {
                quote = None;
            }
            escaped = !escaped && *letter == '\\';
            false
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::attr::Object;
    use crate::tofu::Raw;

    #[test]
    #[expect(clippy::too_many_lines, reason = "a table")]
    fn conditions_name_an_owner_or_let_everybody_in() {
        let mapping: Raw<'_> = serde_json::from_str(
            r#"{"attribute.owner":"assertion.repository_owner","attribute.branch":"assertion.ref"}"#,
        )
        .unwrap();
        let mapping = Object::read(Some(mapping), None, None).unwrap();
        let asked = Asked {
            issuer: issuer("https://token.actions.githubusercontent.com").unwrap(),
            mapping: mapping.root(),
        };
        for (condition, wanted, why) in [
            ("assertion.repository_owner == 'acme'", true, "an owner"),
            ("'acme' == assertion.repository_owner", true, "the other way round"),
            ("assertion.repository_owner_id in ['1', '2']", true, "one of several"),
            ("assertion['repository'] == \"acme/x\"", true, "in brackets"),
            ("attribute.owner == 'acme'", true, "by what it is mapped to"),
            (
                "google.subject.startsWith('repo:acme/')",
                true,
                "the beginning of a subject",
            ),
            (
                "(assertion.repository_owner == 'acme') && assertion.ref == 'x'",
                true,
                "and more",
            ),
            (
                "assertion.repository == 'a/b' || assertion.repository == 'a/c'",
                true,
                "either",
            ),
            ("true", false, "everybody"),
            ("", false, "nothing"),
            ("assertion.ref == 'refs/heads/main'", false, "everybody's branch"),
            (
                "attribute.branch == 'refs/heads/main'",
                false,
                "by what it is mapped to",
            ),
            ("assertion.repository_owner != 'evil'", false, "all but one"),
            ("!(assertion.repository_owner == 'evil')", false, "the same"),
            ("assertion.repository_owner == 'acme' || true", false, "or everybody"),
            (
                "(assertion.repository_owner == 'acme' || true) && assertion.ref == 'x'",
                false,
                "in parentheses",
            ),
            ("assertion.sub.startsWith('repo:')", false, "every repository"),
            ("assertion.sub.startsWith(\"repo:acme\")", false, "acme and acme-evil"),
            ("assertion.sub.matches('.*')", false, "anything"),
            ("assertion.sub.matches('^repo:acme/.*')", true, "of an owner"),
            (
                "assertion.repository.matches(r'^(acme|other)/x$')",
                true,
                "of one of two",
            ),
            ("assertion.repository.matches('^acme')", false, "and of acme-evil"),
            ("assertion.repository.matches('acme/x')", false, "anywhere: evil/acme/x"),
            ("assertion.repository.matches('^[a-z]+/infra$')", false, "of whomever"),
            ("assertion.repository.matches('^acme/x|y')", false, "or of another"),
            (
                "assertion.repository.split('/')[0] == 'acme'",
                true,
                "a part of a claim",
            ),
            ("'admins' in google.groups", true, "one of a list"),
            ("assertion.repository.endsWith('/infra')", false, "anybody's infra"),
            (
                "assertion.email.endsWith('@acme.iam.gserviceaccount.com')",
                true,
                "of a project",
            ),
            ("assertion.repository.matches('^(acme/x|.*)$')", false, "or of whomever"),
            (
                "assertion.repository.matches('^(acme/)?')",
                false,
                "a group that need not be there",
            ),
            ("assertion.repository.matches('^acme/a$|^acme/b$')", true, "one of two"),
            ("assertion.repository.split('/')[1] == 'infra'", false, "the other part"),
            ("assertion.sub.substring(0, 5) == 'repo:'", false, "less than the owner"),
            (
                "assertion.repository_owner in ['acme',\n 'other',\n]",
                true,
                "a comma behind the last",
            ),
            (
                "// ours\nassertion.repository_owner ==\n'acme'",
                true,
                "a comment, and several lines",
            ),
            ("(assertion.repository) == 'acme/x'", true, "in parentheses of its own"),
            (
                "assertion.repository.matches('^acme/[[]x|.*')",
                false,
                "or of whomever, behind a bracket",
            ),
            (
                "assertion.repository.matches('^..../x')",
                false,
                "whoever has four letters",
            ),
            (
                "assertion.repository == \"\"\"acme\n// \"\"\" || true",
                false,
                "what looks like a comment is a text",
            ),
            (
                "// don't\nassertion.repository_owner == 'acme'",
                true,
                "a quote in a comment opens nothing",
            ),
            ("assertion.repository.contains('acme/')", false, "anywhere"),
            ("assertion.repository == assertion.repository", false, "always"),
            ("assertion.repository == 'acme/x' ? true : true", false, "either way"),
            ("(assertion.repository == 'acme/x') == false", false, "not"),
            ("size(assertion.repository) > 0", false, "any"),
            ("[true, assertion.repository == 'acme/x'][0]", false, "the other one"),
            (
                "assertion.repository == 'acme/x' // || true",
                true,
                "a comment is no code",
            ),
            ("assertion.repository == ''", false, "nobody, or everybody without one"),
            (
                "assertion.repository_owner in ['acme', assertion.repository_owner]",
                false,
                "itself",
            ),
            ("claims['sub'] matches '*'", false, "Azure's, for everybody"),
            ("claims['sub'] matches 'repo:acme/*'", true, "for an owner"),
            (
                "claims['sub'] eq 'repo:acme/x' or claims['ref'] eq 'x'",
                false,
                "or for a branch",
            ),
            ("has(assertion.repository_owner)", false, "each has one"),
            ("assertion.run_attempt == '1'", false, "everybody's first run"),
            ("claims['run_attempt'] eq '1'", false, "the same to Azure"),
            (
                "assertion.terraform_workspace_name == 'prod'",
                false,
                "anybody may call a workspace so",
            ),
            ("assertion.terraform_workspace_id == 'ws-1'", true, "one workspace"),
            (
                "assertion.email_verified == 'true'",
                false,
                "of whomever there is an address",
            ),
            ("assertion.aud == 'x'", false, "whoever asks says for whom"),
            (
                "assertion.actor == '|| assertion.repository == 1'",
                false,
                "a text is no code",
            ),
        ] {
            assert_eq!(asked.names_owner(condition), wanted, "{why}: {condition}");
        }
        for (uri, wanted, why) in [
            ("https://token.actions.githubusercontent.com/", true, "with a slash"),
            ("https://api.pulumi.com/oidc", true, "with a path of its own"),
            (
                "https://token.actions.githubusercontent.com/acme",
                false,
                "for one enterprise",
            ),
            ("https://git.acme.example", false, "one's own"),
        ] {
            assert_eq!(issuer(uri).is_some(), wanted, "{why}");
        }
        let deep = "(".repeat(100_000) + "assertion.sub" + &")".repeat(100_000);
        assert!(!asked.names_owner(&deep), "what is not looked at names nobody");
    }
}
