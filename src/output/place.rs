//! Places where Markdown is shown: how much they take, and what they understand.

/// A place that `--for` names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    pub fn name(self) -> &'static str {
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
    /// 150,000 letters, 32,768 letters, 12,000 letters. A letter has at least one byte, so that bytes are never too many.
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

    /// A line that nobody sees, by which a job finds its own comment again; `None` where nothing is hidden.
    pub(super) fn marker(self) -> Option<&'static str> {
        match self {
            Self::Slack => None,
            Self::Bitbucket => Some("[//]: # (planlint)\n\n"),
            _ => Some("<!-- planlint -->\n"),
        }
    }
}
