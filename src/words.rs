//! Counts and lists in words.

/// `1 error`, `2 errors`
pub(crate) fn plural(count: usize, word: &str) -> String {
    match count {
        1 => format!("1 {word}"),
        _ => format!("{count} {word}s"),
    }
}

/// ` (deposed 5d0a1b2c)`, behind the address of such an object; empty for the current one.
pub(crate) fn deposed(key: Option<&str>) -> String {
    key.map_or_else(String::new, |key| format!(" (deposed {key})"))
}

/// The first names with `between` between them, and how many more there are: `a, b and 3 more`.
pub(crate) fn listed(names: &[impl AsRef<str>], most: usize, between: &str) -> String {
    let told: Vec<&str> = names.iter().take(most).map(AsRef::as_ref).collect();
    let told = told.join(between);
    match names.len().saturating_sub(most) {
        0 => told,
        more => format!("{told} and {more} more"),
    }
}

/// The first names, and as a last one how many more there are, behind `and`: `and 3 more`.
pub(crate) fn shortened(mut names: Vec<String>, most: usize, and: &str) -> Vec<String> {
    let more = names.len().saturating_sub(most);
    if more > 0 {
        names.truncate(most);
        names.push(format!("{and}{more} more"));
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_many_names_the_first_are_told() {
        for (most, together, last, why) in [
            (0, " and 3 more", "and 3 more", "none"),
            (2, "a, b and 1 more", "and 1 more", "one is left"),
            (3, "a, b, c", "c", "all"),
            (4, "a, b, c", "c", "more than there are"),
        ] {
            let names = ["a", "b", "c"].map(str::to_owned).to_vec();
            assert_eq!(listed(&names, most, ", "), together, "{why}");
            let names = shortened(names, most, "and ");
            assert_eq!(names.last().map(String::as_str), Some(last), "{why}");
        }
    }
}
