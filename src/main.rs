//! The `planlint` program: parse, run, exit status.

use std::panic;
use std::process::{self, ExitCode};

use planlint::cli::{self, Exit};

fn main() -> ExitCode {
    // A panic's message could hold a piece of the plan: only its place is told, and nothing is taken for judged.
    panic::set_hook(Box::new(|info| {
        let place = info.location().map(ToString::to_string).unwrap_or_default();
        cli::say(&format!(
            "error: planlint has a defect ({place}); nothing was judged\n  help: please report the place"
        ));
        // The program is built without unwinding, and a signal is no exit status of ours.
        process::exit(Exit::NotJudged.code().into());
    }));
    cli::run(std::env::args_os()).into()
}
