//! From one settings file to all those that it extends, in the order in which they hold.

use std::io;
use std::path::{Component, Path, PathBuf};

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

pub(super) struct Gathered<'g> {
    rules: &'g [Rule],
    read: &'g ReadText<'g>,
    /// What was read, the extended before what extends it, each with its path as it was reached.
    pub(super) written: Vec<(PathBuf, Written)>,
    pub(super) mistakes: Vec<Mistake>,
    /// The files that are being read, from the first one down.
    open: Vec<PathBuf>,
    /// How many files may still be asked for; none behind the first chain that is too long.
    left: usize,
}

impl<'g> Gathered<'g> {
    pub(super) fn new(rules: &'g [Rule], read: &'g ReadText<'g>) -> Self {
        Self {
            rules,
            read,
            written: Vec::new(),
            mistakes: Vec::new(),
            open: Vec::new(),
            left: MOST + 1,
        }
    }

    /// Reads a file and those that it extends. The depth is limited, and no file is read twice.
    pub(super) fn add(&mut self, path: &Path) {
        self.add_for(path, None);
    }

    /// Adds a file; `named` is what another one that extends it calls it, and where.
    fn add_for(&mut self, path: &Path, named: Option<(&str, &str, Location)>) {
        let name = path.display().to_string();
        if self.left == 0 {
            return;
        }
        self.left -= 1;
        if self.left == 0 {
            self.mistake(name, None, SettingsError::Depth { most: MOST });
            return;
        }
        let text = match (self.read)(path) {
            Ok(text) => text,
            Err(error) => {
                let reason = crate::input::reason(&error);
                match named {
                    Some((file, path, at)) => {
                        let path = path.to_owned();
                        self.mistake(file.to_owned(), Some(at), SettingsError::Extended { path, reason });
                    }
                    None => self.mistake(name, None, SettingsError::Unreadable { reason }),
                }
                return;
            }
        };
        // What Windows editors put in front; the parser would take it for part of the first key.
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        let source = SourceFile::new(name.clone(), text);
        let written = match written::read(&source, self.rules) {
            Ok(written) => written,
            Err(mistakes) => {
                self.mistakes.extend(mistakes);
                return;
            }
        };
        self.open.push(plain(path));
        for (target, location) in &written.extends {
            let target_path = path.parent().unwrap_or(Path::new("")).join(target);
            let target_path: PathBuf = target_path.components().collect();
            if self.open.contains(&plain(&target_path)) {
                let path = target.clone();
                self.mistake(name.clone(), Some(*location), SettingsError::Cycle { path });
            } else if self.open.len() >= DEEPEST {
                self.mistake(name.clone(), Some(*location), SettingsError::Depth { most: DEEPEST });
                self.left = 0;
            } else if let Some(at) = self
                .written
                .iter()
                .position(|(read, _)| plain(read) == plain(&target_path))
            {
                // Named again, and so later than before: it outweighs what came between.
                let again = self.written.remove(at);
                self.written.push(again);
            } else {
                self.add_for(&target_path, Some((&name, target, *location)));
            }
        }
        self.open.pop();
        self.written.push((path.to_owned(), written));
    }

    fn mistake(&mut self, file: String, location: Option<Location>, error: SettingsError) {
        self.mistakes.push(Mistake { file, location, error });
    }
}

/// The path without `.` and without `..` behind a name, to find circles. Only for that: behind a link, `..` leads
/// elsewhere.
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
