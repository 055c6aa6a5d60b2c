//! Facts of each document of an input, which keep the secrets of all.

use crate::facts::{Facts, Flavor, Guess, Secrets};
use crate::input::{Body, Document, InputError};

/// What any document of an input marks sensitive, which none of them may tell. Nothing for a single one, whose facts
/// know their own. Asked of [`Contents::decoded`](crate::input::Contents::decoded), which has those that were refused,
/// too.
#[must_use]
pub fn secrets_of<'d>(documents: impl IntoIterator<Item = &'d Document<'d>>) -> Secrets {
    let documents: Vec<_> = documents.into_iter().collect();
    if documents.len() < 2 {
        return Secrets::default();
    }
    // One of which a value cannot be read is refused, and what it marks is not known.
    let facts = documents
        .iter()
        .filter_map(|document| facts_of(&document.body, None, &Secrets::default()).ok());
    let each: Vec<Secrets> = facts.map(|facts| facts.secrets().clone()).collect();
    Secrets::of_all(&each)
}

/// What is true of a document. `engine` is the one that the user told; `secrets` are those of other documents, as
/// [`secrets_of`] gives them for an input; the document's own are secret in any case.
///
/// # Errors
///
/// [`InputError::BadValue`] for a value that cannot be read, and [`InputError::OtherEngine`] or
/// [`InputError::EngineWouldWrite`] where the plan tells that another engine wrote it.
pub fn facts_of<'a>(body: &'a Body<'a>, engine: Option<Flavor>, secrets: &Secrets) -> Result<Facts<'a>, InputError> {
    if let (Body::Plan(plan), Some(told)) = (body, engine)
        && let Some((engine, guess)) = Guess::contradicting(plan, told)
    {
        let (told, evidence) = (told.to_string(), guess.evidence);
        return Err(if guess.is_of_absence() {
            InputError::EngineWouldWrite { told, evidence }
        } else {
            InputError::OtherEngine {
                engine: engine.to_string(),
                told,
                evidence,
            }
        });
    }
    let facts = match body {
        Body::Plan(plan) => Facts::of_plan(plan, engine),
        Body::State(state) => Facts::of_state(state, engine),
        Body::StateFile(file) => Facts::of_state_file(file, engine),
    };
    let mut facts = facts.map_err(|error| InputError::BadValue { error })?;
    facts.keep_secret(secrets);
    Ok(facts)
}
