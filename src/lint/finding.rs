//! What a rule says about one thing.

use std::borrow::Cow;

use crate::facts::{CheckResult, OutputChange, ResourceChange};
use crate::json::Pointer;

use super::Level;

/// One thing that a rule found.
///
/// It owns its words, and the name of its rule, so that rules read from a file can stand beside the built-in ones. The
/// words may hold text of the plan: only a report, which redacts, may print them.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Finding {
    /// How bad, after settings.
    pub level: Level,
    /// The rule's name.
    pub rule: Cow<'static, str>,
    /// The resource instance, check or output that it is about; `None` for the plan as a whole.
    pub address: Option<String>,
    /// Key of the deposed object, when it is about one.
    pub deposed: Option<String>,
    /// What is the matter: one line that begins with the thing.
    pub message: String,
    /// Why it matters, when there is more to say than the message does.
    pub why: Option<String>,
    /// What to do, as an instruction.
    pub help: Option<String>,
    /// Where in the document.
    pub pointer: Pointer,
}

impl Finding {
    /// A finding about the document as a whole, or about `pointer` in it.
    #[must_use]
    pub fn new(pointer: Pointer, message: impl Into<String>) -> Self {
        Self {
            level: Level::Note,
            rule: Cow::Borrowed(""),
            address: None,
            deposed: None,
            message: message.into(),
            why: None,
            help: None,
            pointer,
        }
    }

    /// A finding about the document as a whole, shown at one of its top-level properties.
    #[must_use]
    pub fn on_property(property: &str, message: impl Into<String>) -> Self {
        Self::new(Pointer::root().key(property), message)
    }

    /// A finding about a resource change; the message begins with its address.
    #[must_use]
    pub fn about(change: &ResourceChange<'_>, says: &str) -> Self {
        let deposed = change.wire.deposed.as_deref();
        let object = deposed.map(|key| format!(" (deposed {key})")).unwrap_or_default();
        Self {
            address: Some(change.address.to_string()),
            deposed: deposed.map(str::to_owned),
            ..Self::new(change.pointer.clone(), format!("{}{object} {says}", change.address))
        }
    }

    /// A finding about a check or an instance of one; the message begins with its address.
    #[must_use]
    pub fn about_check(result: &CheckResult<'_>, says: &str) -> Self {
        Self {
            address: Some(result.address.to_string()),
            ..Self::new(result.pointer.clone(), format!("{} {says}", result.address))
        }
    }

    /// A finding about an output; the message begins with its name.
    #[must_use]
    pub fn about_output(output: &OutputChange<'_>, says: &str) -> Self {
        let address = format!("output.{}", output.name);
        Self {
            message: format!("{address} {says}"),
            address: Some(address),
            ..Self::new(output.pointer.clone(), "")
        }
    }

    /// Adds why it matters.
    #[must_use]
    pub fn why(mut self, why: impl Into<String>) -> Self {
        self.why = Some(why.into());
        self
    }

    /// Adds what to do.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}
