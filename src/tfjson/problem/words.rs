//! Lists and numbers in what is said of problems.

use crate::words::listed;

/// Names with commas between them; of many the first.
pub(super) fn names(all: &[String]) -> String {
    listed(all, 5, ", ")
}

/// How many arguments a function takes, in words.
pub(super) fn takes(least: usize, most: Option<usize>) -> String {
    let arguments = |number: usize| {
        if number == 1 {
            "1 argument".to_owned()
        } else {
            format!("{number} arguments")
        }
    };
    match most {
        Some(0) => "no arguments".to_owned(),
        Some(most) if most == least => arguments(least),
        Some(most) => format!("{least} to {}", arguments(most)),
        None => format!("{} or more", arguments(least)),
    }
}
