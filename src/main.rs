//! The `planlint` program: parse, run, exit status.

use std::panic;
use std::process::{self, ExitCode};

use planlint::cli::{self, Exit};

fn main() -> ExitCode {
    tell_no_more_than_the_place_of_a_defect();
    cli::run(std::env::args_os()).into()
}

#[expect(clippy::exit, reason = "nothing can be returned from a panic that must not unwind")]
fn tell_no_more_than_the_place_of_a_defect() {
    // A panic's message could hold a piece of the plan: only its place is told, and nothing is taken for judged.
    panic::set_hook(Box::new(|info| {
        let place = info.location().map(ToString::to_string).unwrap_or_default();
        cli::say(&format!(
            "error: planlint has a defect ({place}); nothing was judged\n  help: please report the place"
        ));
        // The program is built without unwinding, and a signal is no exit status of ours.
        process::exit(Exit::NotJudged.code().into());
    }));
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::env;
    use std::process::Command;

    /// Set for the program that this test starts, which is the test once more.
    const CHILD: &str = "PLANLINT_TEST_OF_A_DEFECT";

    #[test]
    fn of_a_defect_only_the_place_is_told_and_nothing_was_judged() {
        if env::var_os(CHILD).is_some() {
            tell_no_more_than_the_place_of_a_defect();
            std::thread::spawn(|| panic!("a piece of the plan: {}", "CANARY"))
                .join()
                .expect("the hook ends the process");
        }
        let child = Command::new(env::current_exe().expect("a program"))
            .args([
                "--exact",
                "--nocapture",
                "tests::of_a_defect_only_the_place_is_told_and_nothing_was_judged",
            ])
            .envs([(CHILD, "1"), ("RUST_BACKTRACE", "full")])
            .output()
            .expect("the test starts");
        let told = String::from_utf8_lossy(&child.stderr);
        assert_eq!(child.status.code(), Some(2), "{told}");
        assert!(told.starts_with("error: planlint has a defect (src/main.rs:"), "{told}");
        assert_eq!(told.lines().count(), 2, "{told}");
        assert!(!format!("{told}{}", String::from_utf8_lossy(&child.stdout)).contains("CANARY"));
    }
}
