//! What a format may know of the place that it writes to.

use anstyle::{AnsiColor, Style as Ansi};

use super::kind::{Kind, Selected};
use super::place::{CommentId, Place, SMALLEST_BUDGET};
use crate::facts::Fate;
use crate::lint::{Level, Pattern};
use crate::report::{ChangeRow, Rows};

/// What the reader wants and the terminal can show. Whoever wants another one changes fields of [`Style::plain`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Style {
    /// Whether to colour. Words and symbols say the same without.
    pub color: bool,
    /// Columns to fit into; `None` where lines may be of any length.
    pub width: Option<usize>,
    /// Whether to list every row and every finding, also those without change.
    pub all: bool,
    /// Whether to leave out all but what needs attention: findings, errors and the verdict.
    pub quiet: bool,
    /// The working folder: services that know the repository are told paths from there; `None` where paths stay as they
    /// are.
    pub folder: Option<String>,
    /// Only changes of these kinds in the table; empty for all. Findings are never filtered.
    pub only: Vec<Selected>,
    /// Only changes of these addresses, with or without the masks in them, in the table; empty for all.
    pub only_address: Vec<Pattern>,
    /// Where Markdown will be shown; `None` for a place that takes everything.
    pub place: Option<Place>,
    /// Which of several comments Markdown is; `None` for the only one.
    pub comment_id: Option<CommentId>,
    /// Bytes that Markdown may take; less than [`SMALLEST_BUDGET`] is taken for that.
    pub max_bytes: Option<usize>,
}

impl Style {
    /// Neither colour nor a width: for files.
    #[must_use]
    pub fn plain() -> Self {
        Self {
            color: false,
            width: None,
            all: false,
            quiet: false,
            folder: None,
            only: Vec::new(),
            only_address: Vec::new(),
            place: None,
            comment_id: None,
            max_bytes: None,
        }
    }

    /// Bytes that the place and the reader allow; `None` for any number.
    #[must_use]
    pub(super) fn budget(&self) -> Option<usize> {
        let place = self.place.map(Place::max_bytes);
        let asked = self.max_bytes.map(|bytes| bytes.max(SMALLEST_BUDGET));
        place.into_iter().chain(asked).min()
    }

    /// What a format with a table of changes needs of a document.
    pub(super) fn rows(&self) -> Rows {
        if self.lists_unchanged() {
            Rows::All
        } else {
            Rows::Changes
        }
    }

    /// Whether what does not change may be listed.
    #[must_use]
    fn lists_unchanged(&self) -> bool {
        self.all || !self.only.is_empty()
    }

    /// Whether the reader wants some changes alone.
    #[must_use]
    pub(super) fn selects(&self) -> bool {
        !self.only.is_empty() || !self.only_address.is_empty()
    }

    /// Whether the reader wants to see the change in a table.
    #[must_use]
    pub(super) fn wants(&self, row: &ChangeRow) -> bool {
        let kind = match (&self.only[..], row.fate) {
            ([], Fate::NoOp | Fate::Open) => self.all,
            ([], _) => true,
            (only, fate) => Kind {
                fate,
                imports: row.importing.is_some(),
                moves: row.previous_address.is_some(),
            }
            .is_one_of(only),
        };
        let wanted = &self.only_address;
        kind && (wanted.is_empty() || wanted.iter().any(|pattern| row.is_hit(pattern)))
    }

    /// `text` in the colour of a level, or as it is.
    #[must_use]
    pub(super) fn level(&self, level: Level, text: &str) -> String {
        let color = match level {
            Level::Error => AnsiColor::Red,
            Level::Warning => AnsiColor::Yellow,
            Level::Note | Level::Allow => AnsiColor::Cyan,
        };
        self.paint(color.on_default().bold(), text)
    }

    /// `text` in the colour of what becomes of a resource, or as it is.
    #[must_use]
    pub(super) fn fate(&self, fate: Fate, text: &str) -> String {
        let color = match fate {
            Fate::Unrecognized | Fate::Delete | Fate::Replace(_) => AnsiColor::Red,
            Fate::Forget | Fate::Update => AnsiColor::Yellow,
            Fate::Create => AnsiColor::Green,
            Fate::Move | Fate::Import | Fate::Read => AnsiColor::Cyan,
            Fate::Open | Fate::NoOp => return text.to_owned(),
        };
        self.paint(color.on_default(), text)
    }

    /// `text` as a good verdict.
    #[must_use]
    pub(super) fn good(&self, text: &str) -> String {
        self.paint(AnsiColor::Green.on_default().bold(), text)
    }

    /// `text` where the eye should rest, or as it is.
    #[must_use]
    pub(super) fn strong(&self, text: &str) -> String {
        self.paint(Ansi::new().bold(), text)
    }

    /// `text` where it need not.
    #[must_use]
    pub(super) fn faint(&self, text: &str) -> String {
        self.paint(Ansi::new().dimmed(), text)
    }

    fn paint(&self, style: Ansi, text: &str) -> String {
        if self.color && !text.is_empty() {
            format!("{style}{text}{style:#}")
        } else {
            text.to_owned()
        }
    }
}
