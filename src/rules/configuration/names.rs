//! What is to be said of files as a whole: which are read, in whose place, and how they look.

use crate::order;
use crate::tfjson::{Directory, FileName, Syntax};

/// The files of a module that are not read although they look like it.
const PASSED_OVER: &str = "almost-config-file";
/// A file for which OpenTofu reads another.
const SHADOWED: &str = "shadowed-by-tofu-file";
/// Two files of one name, of which none takes the place of the other.
const BOTH: &str = "tofu-native-json-both-load";
/// A file that changes what others declare.
const OVERRIDES: &str = "override-file";
/// A long text without line breaks.
const ONE_LINE: &str = "one-line-file";

/// Shorter files can be read on one line, in bytes.
const LONG: usize = 1_000;

/// Name of the file, rule and words.
pub(super) fn rows(directory: &Directory<'_>) -> Vec<(String, &'static str, String)> {
    let mut rows = Vec::new();
    for &name in &directory.passed_over {
        let words = "the name looks like configuration, and no engine reads the file".to_owned();
        rows.push((name.to_owned(), PASSED_OVER, words));
    }
    for (name, winner) in &directory.shadowed {
        rows.push((
            (*name).to_owned(),
            SHADOWED,
            format!("OpenTofu reads {winner} in its place"),
        ));
    }
    let names = order::set(directory.files.iter().map(|file| file.name));
    for file in directory.files.iter().filter(|file| file.syntax == Syntax::Json) {
        let mut say = |rule, words: String| rows.push((file.name.to_owned(), rule, words));
        let Some(name) = FileName::read(file.name) else {
            continue;
        };
        let twin = name.twin(Syntax::Native, !name.of_tofu);
        if names.contains(&*twin) {
            let words = format!("{twin} is read too: a file only replaces one in the same syntax");
            say(BOTH, words);
        }
        if file.overrides {
            say(
                OVERRIDES,
                "this file changes what other files of the module declare".to_owned(),
            );
        }
        let text = file.text.as_deref().unwrap_or_default();
        if text.len() > LONG && !text.trim_end().contains('\n') {
            say(ONE_LINE, "the whole file is on one line".to_owned());
        }
    }
    rows
}
