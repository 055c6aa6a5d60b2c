//! Conditions on tokens of identity providers, as Google and Azure write them, that say whose identities may sign in or do not.

use crate::facts::attr::Attr;
use crate::rules::data::exposure::{Issuer, table};

use super::restriction::names_no_owner;

/// Deeper inside of parentheses nothing is looked at.
const DEEPEST: usize = 32;

/// Claims that say when, where and why a token was made, and never for whom.
const NOBODYS: [&str; 21] = [
    "actor",
    "base_ref",
    "environment",
    "event_name",
    "exp",
    "head_ref",
    "iat",
    "iss",
    "jti",
    "nbf",
    "pipeline_source",
    "ref",
    "ref_path",
    "ref_protected",
    "ref_type",
    "repository_visibility",
    "run_id",
    "runner_environment",
    "sha",
    "terraform_run_phase",
    "workflow",
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

    /// Whether a single test asks for it.
    fn asks(&self, test: &str) -> bool {
        let outside = without_texts(test);
        if outside.starts_with('!') || outside.contains("!=") || outside.starts_with("has(") {
            return false;
        }
        let is_owners = claims(test).iter().any(|claim| self.is_owners(claim));
        let argument = |function: &str| {
            let (_, behind) = test.split_once(function)?;
            Some(
                behind
                    .trim_start_matches(['"', '\'', ' '])
                    .split(['"', '\''])
                    .next()?
                    .to_owned(),
            )
        };
        let begins = argument(".startsWith(").is_none_or(|text| !names_no_owner(&format!("{text}*")));
        let is_like = argument(" matches ").is_none_or(|text| !names_no_owner(&text));
        let matches = argument(".matches(").is_none_or(|text| text.contains(|letter: char| letter.is_alphanumeric()));
        is_owners && begins && is_like && matches
    }

    fn is_owners(&self, claim: &str) -> bool {
        let mapped = super::text(self.mapping.get(claim));
        let claims = match &mapped {
            Some(mapped) if !claim.starts_with("assertion.") => claims(mapped),
            _ => vec![claim.to_owned()],
        };
        claims.iter().any(|claim| {
            let name = claim.split_once('.').map_or(claim.as_str(), |(_, name)| name);
            // Whoever asks for a token says for which audience, but for those who make it for one alone.
            !NOBODYS.contains(&name) && (name != "aud" || self.issuer.keys.iter().any(|key| key == "aud"))
        })
    }
}

/// The claims and attributes that an expression names: `assertion.sub`, of `assertion['sub']` as well.
fn claims(expression: &str) -> Vec<String> {
    let code: Vec<usize> = outside_of_texts(expression).map(|(at, _)| at).collect();
    let mut claims = Vec::new();
    for root in ["assertion", "attribute", "google"] {
        let named = expression.match_indices(root);
        for (at, _) in named.filter(|(at, _)| code.binary_search(at).is_ok()) {
            let behind = expression.get(at + root.len()..).unwrap_or_default();
            let Some(name) = behind.strip_prefix(['.', '[']) else {
                continue;
            };
            let name = name.trim_start_matches(['"', '\'']);
            let end = name.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
            let name = name.get(..end.unwrap_or(name.len())).unwrap_or_default();
            if !name.is_empty() {
                claims.push(format!("{root}.{name}"));
            }
        }
    }
    claims
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

fn without_texts(expression: &str) -> String {
    outside_of_texts(expression).map(|(_, letter)| letter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::attr::Object;
    use crate::tofu::Raw;

    #[test]
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
            ("claims['sub'] matches '*'", false, "Azure's, for everybody"),
            ("claims['sub'] matches 'repo:acme/*'", true, "for an owner"),
            (
                "claims['sub'] eq 'repo:acme/x' or claims['ref'] eq 'x'",
                false,
                "or for a branch",
            ),
            ("has(assertion.repository_owner)", false, "each has one"),
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
