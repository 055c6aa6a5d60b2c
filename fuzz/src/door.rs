//! The one door: whatever the bytes are, they become documents or an error in words.

use miette::Diagnostic;
use planlint::input::{self, InputError, Limits, Want};

/// Largest input in bytes, packed or not: what is unpacked is read too.
const LARGEST: u64 = 1 << 20;

/// Reads the bytes as everything that comes in through the door.
pub fn run(bytes: &[u8]) {
    let mut limits = Limits::default();
    limits.largest_input = LARGEST;
    let source = match input::text_within("fuzz", bytes.to_vec(), limits) {
        Ok(source) => source,
        Err(error) => return in_words(&error),
    };
    assert!(
        source.text().len() as u64 <= 3 * LARGEST,
        "UTF-16 grows by half at most"
    );
    let judged = |want| {
        input::read(&source, want).map(|contents| {
            assert!(!contents.documents.is_empty(), "what holds no document is an error");
            let mut end = 0;
            let mut judged = 0;
            for document in &contents.documents {
                match document {
                    Ok(document) => {
                        assert!(document.span.start >= end, "documents stand one behind another");
                        end = document.span.end;
                        assert!(
                            source.text().get(document.span.range()).is_some(),
                            "a span inside the text"
                        );
                        judged += 1;
                    }
                    Err(error) => in_words(error),
                }
            }
            judged
        })
    };
    let (plans, states, all) = (judged(Want::Plan), judged(Want::State), judged(Want::Any));
    // Whoever wants both gets what each alone would get: nothing is both, and nothing is lost.
    if let Ok(all) = all {
        let alone = plans.as_ref().unwrap_or(&0) + states.as_ref().unwrap_or(&0);
        assert_eq!(alone, all, "a document is a plan or a state");
    } else {
        assert!(
            !matches!((&plans, &states), (Ok(1..), _) | (_, Ok(1..))),
            "what is judged is judged"
        );
    }
    let configuration = input::read_configuration(&source);
    for error in [plans.err(), states.err(), configuration.err()].into_iter().flatten() {
        in_words(&error);
    }
    if let Err(error) = input::read_provider_schemas(&source) {
        in_words(&error);
    }
}

/// Makes all that is said of an error.
fn in_words(error: &InputError) {
    let help = error.help().map(|help| help.to_string());
    let code = error.code().map(|code| code.to_string());
    assert!(!error.to_string().is_empty() && code.is_some(), "{error:?} {help:?}");
}
