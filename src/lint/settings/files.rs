//! From settings files to all those that they extend, in the order in which they hold.

use std::path::{Component, Path, PathBuf};
use std::{fs, io};

use super::mistake::{Mistake, SettingsError};
use super::written::{self, Written};
use crate::lint::Rule;
use crate::source::{Location, SourceFile};

/// Chains longer than this are a mistake.
const DEEPEST: usize = 16;

/// More files than this are a mistake too: through links that lead back, a few names reach any number of paths.
const MOST: usize = 256;

/// Gives the text of a file.
pub type ReadText<'f> = dyn Fn(&Path) -> io::Result<String> + 'f;

/// What these files say and what they extend says, each with its path as it was reached, the later outweighing the
/// earlier; and all that is wrong in them.
pub(super) fn gather(
    rules: &[Rule],
    files: &[PathBuf],
    read: &ReadText<'_>,
) -> (Vec<(PathBuf, Written)>, Vec<Mistake>) {
    let mut loading = Loading {
        rules,
        read,
        files: Vec::new(),
        mistakes: Vec::new(),
        open: Vec::new(),
        left: MOST + 1,
    };
    let named: Vec<usize> = files.iter().filter_map(|path| loading.reach(path, None)).collect();
    let extends: Vec<&[usize]> = loading.files.iter().map(|file| &*file.extends).collect();
    let order = order(&named, &extends);
    let mut files: Vec<Option<Loaded>> = loading.files.into_iter().map(Some).collect();
    let in_order = order.into_iter().filter_map(|at| files.get_mut(at)?.take());
    (
        in_order.map(|file| (file.path, file.written)).collect(),
        loading.mistakes,
    )
}

/// The order in which files hold that each extend others, by their places in `extends`: all of a file holds where it is
/// named last, with what it extends right before it.
fn order(named: &[usize], extends: &[&[usize]]) -> Vec<usize> {
    fn visit(files: &[usize], extends: &[&[usize]], order: &mut Vec<usize>) {
        for at in files.iter().rev() {
            if !order.contains(at) {
                order.push(*at);
                visit(extends.get(*at).copied().unwrap_or_default(), extends, order);
            }
        }
    }
    // From the end, where the last time that a file is named is the first.
    let mut order = Vec::new();
    visit(named, extends, &mut order);
    order.reverse();
    order
}

/// A file that was read.
struct Loaded {
    path: PathBuf,
    /// What tells it from every other file.
    identity: PathBuf,
    written: Written,
    /// The files that it extends, by their places in the list of those that were read.
    extends: Vec<usize>,
}

struct Loading<'g> {
    rules: &'g [Rule],
    read: &'g ReadText<'g>,
    files: Vec<Loaded>,
    mistakes: Vec<Mistake>,
    /// The files that are being read, from the first one down.
    open: Vec<PathBuf>,
    /// How many files may still be asked for; none behind the first chain that is too long.
    left: usize,
}

/// What a file that extends another one calls it, and where.
#[derive(Clone, Copy)]
struct Mention<'m> {
    file: &'m str,
    path: &'m str,
    at: Location,
}

impl Loading<'_> {
    /// The place of a file, which is read unless it was already; nothing if it cannot be extended.
    fn reach(&mut self, path: &Path, mention: Option<Mention<'_>>) -> Option<usize> {
        let identity = identity(path);
        let refused = mention.and_then(|mention| {
            if self.open.contains(&identity) {
                let path = mention.path.to_owned();
                return Some((mention, SettingsError::Cycle { path }));
            }
            (self.open.len() >= DEEPEST).then_some((mention, SettingsError::Depth { most: DEEPEST }))
        });
        if let Some((mention, error)) = refused {
            if matches!(error, SettingsError::Depth { .. }) {
                self.left = 0;
            }
            self.mistake(mention.file, Some(mention.at), error);
            return None;
        }
        let known = self.files.iter().position(|file| file.identity == identity);
        known.or_else(|| self.load(path, identity, mention))
    }

    fn load(&mut self, path: &Path, identity: PathBuf, mention: Option<Mention<'_>>) -> Option<usize> {
        let name = path.display().to_string();
        self.left = self.left.checked_sub(1)?;
        if self.left == 0 {
            self.mistake(&name, None, SettingsError::Depth { most: MOST });
            return None;
        }
        let text = match (self.read)(path) {
            Ok(text) => text,
            Err(error) => {
                let reason = crate::input::reason(&error);
                match mention {
                    Some(Mention { file, path, at }) => {
                        let path = path.to_owned();
                        self.mistake(file, Some(at), SettingsError::Extended { path, reason });
                    }
                    None => self.mistake(&name, None, SettingsError::Unreadable { reason }),
                }
                return None;
            }
        };
        // What Windows editors put in front; the parser would take it for part of the first key.
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        let source = SourceFile::new(name.clone(), text);
        let written = match written::read(&source, self.rules) {
            Ok(written) => written,
            Err(mistakes) => {
                self.mistakes.extend(mistakes);
                return None;
            }
        };
        self.open.push(identity.clone());
        let mut extends = Vec::new();
        for (target, at) in &written.extends {
            let below = path.parent().unwrap_or(Path::new("")).join(target);
            let below: PathBuf = below.components().collect();
            extends.extend(self.reach(
                &below,
                Some(Mention {
                    file: &name,
                    path: target,
                    at: *at,
                }),
            ));
        }
        self.open.pop();
        self.files.push(Loaded {
            path: path.to_owned(),
            identity,
            written,
            extends,
        });
        Some(self.files.len() - 1)
    }

    fn mistake(&mut self, file: &str, location: Option<Location>, error: SettingsError) {
        let file = file.to_owned();
        self.mistakes.push(Mistake { file, location, error });
    }
}

/// The folder that a path leads to, and the name there. Not what a name leads to: a file that two folders have by a link
/// extends what each of them has. Where there is no such folder, `..` leads back.
fn identity(path: &Path) -> PathBuf {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    match (fs::canonicalize(folder.unwrap_or(Path::new("."))), path.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        _ => plain(path),
    }
}

/// The path without `.` and without `..` behind a name.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if matches!(plain.components().next_back(), Some(Component::Normal(_))) => {
                plain.pop();
            }
            part => plain.push(part),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_holds_where_it_is_named_last_with_what_it_extends() {
        /// Of each file those that it extends, of which the last one is named; and the order.
        type Case<'c> = (&'c [&'c [usize]], &'c [usize], &'c str);
        let cases: [Case<'_>; 6] = [
            (&[&[]], &[0], "one file"),
            (&[&[], &[], &[0, 1]], &[0, 1, 2], "as they are named"),
            (&[&[], &[], &[0, 1, 0]], &[1, 0, 2], "named twice"),
            (&[&[], &[0], &[], &[1, 2, 1]], &[2, 0, 1, 3], "and what it extends"),
            (
                &[&[], &[], &[0], &[2, 1, 0]],
                &[2, 1, 0, 3],
                "what is extended is named itself",
            ),
            (
                &[&[], &[0], &[1], &[], &[3, 1], &[2, 4]],
                &[2, 3, 0, 1, 4, 5],
                "two teams whose platform extends the organisation",
            ),
        ];
        for (extends, wanted, why) in cases {
            assert_eq!(order(&[extends.len() - 1], extends), wanted, "{why}");
        }
        assert_eq!(order(&[1, 0], &[&[], &[0]]), [1, 0], "two that are named");
    }
}
