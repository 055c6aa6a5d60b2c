//! Places where Markdown is shown: how much they take, and what they understand.

/// A place that `--for` names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Place {
    /// A comment on GitHub.
    GithubComment,
    /// The summary of a job on GitHub.
    GithubSummary,
    /// A note on GitLab.
    Gitlab,
    /// A comment on Azure DevOps.
    Azure,
    /// A comment on Bitbucket.
    Bitbucket,
    /// A Markdown block of a message on Slack.
    Slack,
}

/// Less than this is no budget: the verdict and the totals need it.
pub const SMALLEST_BUDGET: usize = 2000;

impl Place {
    /// Every place, in the order of the help.
    pub const ALL: [Self; 6] = [
        Self::GithubComment,
        Self::GithubSummary,
        Self::Gitlab,
        Self::Azure,
        Self::Bitbucket,
        Self::Slack,
    ];

    /// The word in `--for`.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::GithubComment => "github-comment",
            Self::GithubSummary => "github-summary",
            Self::Gitlab => "gitlab",
            Self::Azure => "azure",
            Self::Bitbucket => "bitbucket",
            Self::Slack => "slack",
        }
    }

    /// How many bytes fit, with something to spare.
    ///
    /// The limits, in the places' own units: 65,536 letters, 1 MiB for all summaries of a step, a million letters,
    /// 150,000 letters, 32,768 letters, 12,000 letters. A letter has at least one byte, so that bytes are never too
    /// many.
    #[must_use]
    pub fn max_bytes(self) -> usize {
        match self {
            Self::GithubComment => 65_000,
            Self::GithubSummary => 1_000_000,
            Self::Gitlab => 990_000,
            Self::Azure => 140_000,
            Self::Bitbucket => 32_000,
            Self::Slack => 11_500,
        }
    }

    /// Whether it understands HTML between Markdown: folding, comments, and cells with any text.
    pub(super) fn has_html(self) -> bool {
        !matches!(self, Self::Bitbucket | Self::Slack)
    }

    /// Whether a comment there can have a mark that nobody sees.
    #[must_use]
    pub(crate) fn has_marker(self) -> bool {
        self.marker(None).is_some()
    }

    /// A line that nobody sees, by which a job finds its own comment again, that of its id if it has one; `None` where
    /// nothing is hidden.
    pub(super) fn marker(self, id: Option<&CommentId>) -> Option<String> {
        let id = id.map(|CommentId(id)| format!(" {id}")).unwrap_or_default();
        match self {
            Self::Slack => None,
            Self::Bitbucket => Some(format!("[//]: # (planlint{id})\n\n")),
            _ => Some(format!("<!-- planlint{id} -->\n")),
        }
    }
}

/// What tells one comment of planlint from another on the same pull request. It stands in a line that nobody sees, and
/// can end neither that line nor the Markdown or HTML around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommentId(String);

impl CommentId {
    /// In letters.
    pub const LONGEST: usize = 60;

    /// Reads an id; `None` for a text that is none.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let is_plain = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '.' | '_' | '/' | '-');
        let is_id = !text.is_empty()
            && text.len() <= Self::LONGEST
            && text.chars().all(is_plain)
            // Two in a row, and one before the end, are a part of what ends a comment in HTML.
            && !text.contains("--")
            && !text.ends_with('-');
        is_id.then(|| Self(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_stays_in_its_line() {
        for (text, is_id, why) in [
            ("prod", true, "a word"),
            ("live/eu-west-1/db_2.json", true, "a path"),
            ("", false, "nothing tells nothing apart"),
            ("a b", false, "a blank would make another id look like this one"),
            ("a-->", false, "the end of the line"),
            ("a--b", false, "a part of it"),
            ("a-", false, "the rest of it follows"),
            ("a)", false, "the end of the line elsewhere"),
            ("a\nb", false, "another line"),
            ("ü", false, "letters that can be written in two ways"),
        ] {
            assert_eq!(CommentId::parse(text).is_some(), is_id, "{text:?}: {why}");
        }
        assert!(
            CommentId::parse(&"a".repeat(61)).is_none(),
            "one that takes the room of what is to be read"
        );
        let id = CommentId::parse("prod");
        for (place, marker) in [
            (Place::GithubComment, Some("<!-- planlint prod -->\n")),
            (Place::Bitbucket, Some("[//]: # (planlint prod)\n\n")),
            (Place::Slack, None),
        ] {
            assert_eq!(place.marker(id.as_ref()).as_deref(), marker);
        }
    }
}
