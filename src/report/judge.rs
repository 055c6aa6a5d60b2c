//! Judging a text as the program does, for programs that want no more than the report.

use crate::input::{self, Document, InputError, Want};
use crate::lint::{self, Rule, Settings};
use crate::source::SourceFile;

use super::{Failure, Outcome, Wanted};

/// What came of each document of a text, in order, for [`Report::new`](super::Report::new).
///
/// A document that cannot be judged is [`Outcome::Failed`] and hides none of the others; what one of them marks sensitive
/// none of the others tells. Whoever wants to look at the [`Facts`](crate::facts::Facts) too takes the same steps:
/// [`input::read`], [`lint::secrets_of`] over all that was decoded, and for each document [`lint::facts_of`],
/// [`lint::run`] and [`Outcome::judged`].
///
/// # Errors
///
/// [`InputError`] where the text as a whole cannot be read, holds no document, or one alone that is of another kind.
pub fn judge(
    text: &SourceFile,
    want: Want,
    rules: &[Rule],
    settings: &Settings,
    wanted: impl Into<Wanted>,
) -> Result<Vec<Outcome>, InputError> {
    let wanted = wanted.into();
    let contents = input::read(text, want)?;
    let secrets = lint::secrets_of(contents.decoded());
    let count = contents.documents.len();
    let judged = |name: &str, document: Result<Document<'_>, InputError>| {
        let document = document?;
        let facts = lint::facts_of(&document.body, None, &secrets)?;
        let found = lint::run(rules, &facts, settings);
        let place = Some((text, document.start));
        Ok::<_, InputError>(Outcome::judged(name, place, &facts, found, wanted))
    };
    let outcomes = contents.documents.into_iter().enumerate().map(|(index, document)| {
        let name = document_name(text.name(), index, count);
        judged(&name, document).unwrap_or_else(|error| Outcome::Failed(Failure::new(&name, &error)))
    });
    Ok(outcomes.collect())
}

/// What one of several documents of an input is called, by its place.
#[must_use]
pub(crate) fn document_name(input: &str, place: usize, documents: usize) -> String {
    if documents > 1 {
        format!("{input}#{}", place + 1)
    } else {
        input.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{Report, Rows, Verdict};
    use crate::rules::RULES;

    /// A plan that makes one object, in one line.
    fn plan(address: &str, value: &str, is_sensitive: bool) -> String {
        let change = format!(
            r#"{{"actions": ["create"], "before": null, "after": {{"v": "{value}"}}, "after_unknown": {{}},
                "before_sensitive": false, "after_sensitive": {{"v": {is_sensitive}}}}}"#
        );
        let plan = format!(
            r#"{{"format_version": "1.2", "terraform_version": "1.12.6", "planned_values": {{"root_module": {{}}}},
                "resource_changes": [{{"address": "{address}", "mode": "managed", "type": "acme_t", "name": "a",
                "provider_name": "registry.opentofu.org/acme/acme", "change": {change}}}],
                "configuration": {{"root_module": {{}}}}}}"#
        );
        plan.replace('\n', "")
    }

    #[test]
    fn no_document_hides_another_or_tells_its_secrets() {
        let marked = plan("acme_t.a", "hunter2hunter2", true);
        let copy = plan(r#"acme_t.a[\"hunter2hunter2\"]"#, "x", false);
        let later = copy.replace("\"1.2\"", "\"99.0\"");
        let settings = Settings::default();
        for (documents, failed, why) in [
            (vec![&*marked, &*copy], 0, "two plans"),
            (vec![&*marked, &*later, &*copy], 1, "one that nobody can judge"),
        ] {
            let text = SourceFile::new("plans.jsonl", documents.join("\n"));
            let outcomes = judge(&text, Want::Plan, RULES, &settings, Rows::All).unwrap();
            assert_eq!(outcomes.len(), documents.len(), "{why}");
            let report = Report::new(outcomes, RULES, &settings);
            assert_eq!((report.inputs.len(), report.errors.len()), (2, failed), "{why}");
            assert_eq!(report.verdict() == Verdict::Error, failed > 0, "{why}");
            assert!(!format!("{report:?}").contains("hunter2hunter2"), "{why}");
        }
    }
}
