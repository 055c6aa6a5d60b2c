//! One judged module of configuration, as a report shows it: its files, and each finding with its place and text.

use std::collections::BTreeMap;

use super::redact::Redacted;
use super::{Finding, Input, Outcome, Standing, Subject};
use crate::hcljson::template::is_template;
use crate::hcljson::{File, Kind, Node};
use crate::lint::{self, InFile};
use crate::source::{SourceFile, Span};
use crate::tfjson::{Engine, Flavor};

/// What a module holds.
#[derive(Clone, Debug)]
pub struct ModuleInput {
    /// The names of its files in JSON, in their order.
    pub files: Vec<String>,
    /// The engines in whose eyes it was judged, with their versions: `OpenTofu 1.12.6`.
    pub engines: Vec<String>,
}

impl ModuleInput {
    /// `module of 2 JSON files, as OpenTofu 1.12.6 reads it`
    #[must_use]
    pub fn sentence(&self) -> String {
        let files = match self.files.len() {
            1 => "1 JSON file".to_owned(),
            count => format!("{count} JSON files"),
        };
        let verb = if self.engines.len() > 1 { "read" } else { "reads" };
        format!("module of {files}, as {} {verb} it", self.engines.join(" and "))
    }
}

/// The text that a finding is about, without what stands beside it: values of neighbours may be secrets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snippet {
    /// What stands before it in its property.
    pub before: Redacted,
    /// What the finding is about.
    pub marked: Redacted,
    /// What stands behind it in its property.
    pub after: Redacted,
}

/// A snippet has no more characters than this on each side of what is marked, and marked.
const WINDOW: usize = 200;

impl Snippet {
    /// The property around a span: its name, and its value when that is what the span is about and no object or list.
    #[must_use]
    pub fn of(file: &File<'_>, span: Span) -> Option<Self> {
        let mut node = file.root();
        let mut around = None;
        loop {
            let inside = |node: Node<'_, '_>| node.span().start <= span.start && span.end <= node.span().end;
            let property = node
                .properties()
                .find(|property| inside(property.key()) || inside(property.value()));
            if let Some(property) = property {
                around = Some(property);
                if inside(property.key()) {
                    break;
                }
                node = property.value();
            } else if let Some(element) = node.elements().find(|element| inside(*element)) {
                node = element;
            } else {
                break;
            }
        }
        let property = around?;
        let (key, value) = (property.key().span(), node);
        let text = file.text();
        let written = |from: usize, to: usize| text.get(from..to).unwrap_or_default();
        let key_text = written(key.start, key.end);
        if span.start < key.end {
            return Some(Self::cut(
                "",
                key_text,
                &format!(": {}", shape(property.value().kind(), "…")),
            ));
        }
        let before = format!("{key_text}: ");
        let whole = value.span();
        match value.kind() {
            Kind::Object | Kind::Array => Some(Self::cut(&before, &shape(value.kind(), "…"), "")),
            // A literal may be a secret, and the message says what is wrong with it.
            Kind::String if !value.string().is_some_and(|text| is_template(text.as_str())) => {
                Some(Self::cut(&before, "\"…\"", ""))
            }
            _ => Some(Self::cut(
                &format!("{before}{}", written(whole.start, span.start)),
                written(span.start, span.end),
                written(span.end, whole.end),
            )),
        }
    }

    fn cut(before: &str, marked: &str, after: &str) -> Self {
        let skipped = before.chars().count().saturating_sub(WINDOW);
        let mut kept: String = before.chars().skip(skipped).collect();
        if skipped > 0 {
            kept.insert(0, '…');
        }
        Self {
            before: Redacted::own(&kept),
            marked: Redacted::own(&cut(marked)),
            after: Redacted::own(&cut(after)),
        }
    }
}

/// The beginning of a text.
fn cut(text: &str) -> String {
    match text.char_indices().nth(WINDOW) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// A value of which nothing is told but its kind.
fn shape(kind: Kind, inside: &str) -> String {
    match kind {
        Kind::Object => format!("{{{inside}}}"),
        Kind::Array => format!("[{inside}]"),
        _ => inside.to_owned(),
    }
}

impl Outcome {
    /// What the report says of a module: its findings with their places. `path` gives the path of a file of that name,
    /// and `texts` has the text of each file that something was found in, and what was read of it as JSON.
    #[must_use]
    pub fn judged_module(
        name: &str,
        module: ModuleInput,
        found: &[(lint::Finding, InFile)],
        texts: &BTreeMap<&str, (SourceFile, Option<&File<'_>>)>,
        path: impl Fn(&str) -> String,
    ) -> Self {
        // Lines are counted once a file.
        let mut offsets: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (_, place) in found {
            offsets.entry(&place.file).or_default().push(place.span.start);
        }
        let mut places: BTreeMap<&str, _> = offsets
            .iter()
            .filter_map(|(file, offsets)| Some((*file, texts.get(*file)?.0.locations(offsets).into_iter())))
            .collect();
        let findings = found
            .iter()
            .map(|(finding, place)| Finding {
                level: finding.level,
                rule: finding.rule.clone().into_owned(),
                message: Redacted::own(&finding.message),
                why: finding.why.as_deref().map(Redacted::own),
                help: finding.help.as_deref().map(Redacted::own),
                address: finding.about.address.as_deref().map(Redacted::own),
                deposed: None,
                standing: Standing::of_module(&finding.standing),
                covered_by: finding.covered_by,
                input: None,
                file: Some(path(&place.file)),
                pointer: Redacted::own(""),
                location: places.get_mut(&*place.file).and_then(Iterator::next),
                source: None,
                engine_rejects: Some(place.engine_rejects),
                snippet: texts
                    .get(&*place.file)
                    .and_then(|(_, tree)| Snippet::of((*tree)?, place.span)),
            })
            .collect();
        Self::Judged {
            input: Box::new(Input {
                name: name.to_owned(),
                format_version: None,
                engine_version: None,
                engine: None,
                engine_evidence: "",
                subject: Subject::Module(Box::new(module)),
            }),
            findings,
        }
    }
}

/// The name of an engine and the version whose behaviour is known.
#[must_use]
pub fn engine_words(engine: Engine) -> String {
    let name = match engine.flavor {
        Flavor::OpenTofu => "OpenTofu",
        Flavor::Terraform => "Terraform",
    };
    format!("{name} {}", engine.version)
}

impl Standing {
    fn of_module(standing: &lint::Standing) -> Self {
        match standing {
            lint::Standing::Waived { reason, until } => Self::Waived {
                reason: Redacted::own(reason),
                until: Redacted::own(until),
            },
            _ => Self::Counts,
        }
    }
}
