//! One thing in a module that no engine speaks of.

use crate::json::string::quoted;
use crate::lint::Level;
use crate::source::Span;

/// What is found, where, and what to do.
#[derive(Debug)]
pub(super) struct Row {
    /// Number of the file.
    pub(super) file: usize,
    /// Where it stands.
    pub(super) span: Span,
    pub(super) rule: &'static str,
    pub(super) words: String,
    pub(super) help: Option<String>,
    /// The worst level that it may have.
    pub(super) at_most: Option<Level>,
}

impl Row {
    pub(super) fn new(file: usize, span: Span, rule: &'static str, words: impl Into<String>) -> Self {
        Self {
            file,
            span,
            rule,
            words: words.into(),
            help: None,
            at_most: None,
        }
    }

    /// Adds what to do.
    pub(super) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

/// The instruction to write a text, as JSON.
pub(super) fn write(text: &str) -> String {
    format!("write {}", quoted(text))
}
