//! `show --engine-text` against what the engines themselves print, byte by byte.

use rayon::prelude::*;

use crate::fixtures::{self, Fixture};
use planlint::facts::Facts;
use planlint::input::{self, Body, Want};
use planlint::output::engine_text;
use planlint::report::changes::{ShownPlan, ShownState};
use planlint::source::SourceFile;

/// How a fixture's text came out.
struct Outcome {
    name: String,
    /// The first line that differs: ours and the engine's, and its number from 1.
    difference: Option<(usize, String, String)>,
}

/// The schemas of the engine that wrote a fixture, or of the nearest version of it.
fn schemas(name: &str) -> SourceFile {
    let version = |wanted: &str| name.contains(wanted);
    let engine = if version("terraform-1.15") {
        "terraform-1.15.9"
    } else if version("terraform") {
        "terraform-1.11.4"
    } else if version("tofu-1.6") || version("tofu-1.8") {
        "tofu-1.6.3"
    } else {
        "tofu-1.12.6"
    };
    let path = format!("provider-schemas/{engine}/providers-schema.json");
    input::text(&path, fixtures::read(&path)).unwrap()
}

/// Our text of a plan or a state.
pub(crate) fn text(name: &str, bytes: Vec<u8>, schemas: Option<&SourceFile>) -> Option<String> {
    let source = input::text(name, bytes).ok()?;
    let contents = input::read(&source, Want::Any).ok()?;
    let schemas = schemas.map(|schemas| input::read_provider_schemas(schemas).unwrap());
    let mut out = Vec::new();
    for document in contents.documents {
        let document = document.ok()?;
        let facts = match &document.body {
            Body::Plan(plan) => {
                let facts = Facts::of_plan(plan, None).unwrap();
                let shown = ShownPlan::new(&facts, schemas.as_ref()).unwrap();
                engine_text::plan(&shown, &mut out).unwrap();
                continue;
            }
            Body::State(state) => Facts::of_state(state, None).unwrap(),
            Body::StateFile(file) => Facts::of_state_file(file, None).unwrap(),
        };
        let shown = ShownState::new(&facts, schemas.as_ref()).unwrap();
        engine_text::state(&shown, &mut out).unwrap();
    }
    Some(String::from_utf8(out).unwrap())
}

fn compare(fixture: &Fixture) -> Outcome {
    let schemas = schemas(&fixture.name);
    let ours = text(&fixture.name, fixtures::bytes(&fixture.plan()), Some(&schemas)).unwrap();
    let theirs = String::from_utf8(fixtures::bytes(&fixture.path("plan.txt"))).unwrap();
    Outcome {
        name: fixture.name.clone(),
        difference: first_difference(&ours, &theirs),
    }
}

fn first_difference(ours: &str, theirs: &str) -> Option<(usize, String, String)> {
    if ours == theirs {
        return None;
    }
    let (mut ours, mut theirs) = (ours.split('\n'), theirs.split('\n'));
    for number in 1.. {
        match (ours.next(), theirs.next()) {
            (Some(one), Some(two)) if one == two => {}
            (one, two) => {
                let text = |line: Option<&str>| line.unwrap_or("(the end)").to_owned();
                return Some((number, text(one), text(two)));
            }
        }
    }
    None
}

fn with_text() -> Vec<Fixture> {
    let mut plans = fixtures::plans();
    plans.retain(|fixture| fixture.path("plan.txt").exists());
    plans
}

/// Run it with `--ignored --nocapture` to work on what differs.
#[test]
#[ignore = "prints every fixture that differs, for whoever works on the text"]
fn list_differences() {
    let outcomes: Vec<Outcome> = with_text().par_iter().map(compare).collect();
    for outcome in &outcomes {
        if let Some((number, ours, theirs)) = &outcome.difference {
            println!("{}:{number}\n  ours   {ours}\n  theirs {theirs}", outcome.name);
        }
    }
    let equal = outcomes.iter().filter(|outcome| outcome.difference.is_none()).count();
    println!("{equal} of {} are equal", outcomes.len());
}
