//! A named text: byte spans in it, and the lines and columns that people count.

mod bytes;
mod edit;

use std::fmt;
use std::ops::Range;
use std::str::Utf8Error;

use rayon::prelude::*;

use crate::order;

pub use self::bytes::Bytes;
use self::bytes::Text;
pub use self::edit::{Edit, Fix, edited};

/// A stretch of a text, in bytes from 0, the end exclusive.
///
/// Spans always lie on character boundaries of the text they were made for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// First byte, from 0.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

impl Span {
    /// The span from `start` up to, and without, `end`.
    #[must_use]
    pub const fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }

    /// The span as a range, to index a text with.
    #[must_use]
    pub const fn range(self) -> Range<usize> {
        self.start..self.end
    }

    /// Length in bytes.
    #[must_use]
    pub const fn len(self) -> usize {
        self.end.saturating_sub(self.start)
    }

    /// Whether the span holds no byte.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Whether the byte at `offset` lies inside.
    #[must_use]
    pub const fn contains(self, offset: usize) -> bool {
        self.start <= offset && offset < self.end
    }
}

/// A line or column as people count them: from 1.
///
/// Offsets are plain numbers from 0; making the other kind a type of its own keeps them from being mixed up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OneIndexed(usize);

impl OneIndexed {
    /// The number that stands `zero_based` places after the first.
    #[must_use]
    pub const fn from_zero_based(zero_based: usize) -> Self {
        Self(zero_based.saturating_add(1))
    }

    /// The number as printed, at least 1.
    #[must_use]
    pub const fn get(self) -> usize {
        self.0
    }
}

impl fmt::Display for OneIndexed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A place as an editor shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Location {
    /// Line, from 1; lines end at `\n`.
    pub line: OneIndexed,
    /// Column, from 1, in Unicode scalar values.
    pub column: OneIndexed,
    /// Byte in the decoded text, from 0.
    pub byte: usize,
}

impl Location {
    /// Where every text begins.
    pub const START: Self = Self {
        line: OneIndexed::from_zero_based(0),
        column: OneIndexed::from_zero_based(0),
        byte: 0,
    };
}

/// A text with the name that people know it by: a path as it was given, or `<stdin>`.
///
/// The text is what was decoded (UTF-8, no byte order mark), so offsets count bytes of that, not of the file.
#[derive(Clone)]
pub struct SourceFile {
    name: String,
    text: Text,
}

impl SourceFile {
    /// A text under the name that messages and reports will use.
    #[must_use]
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            text: Text::Heap(text.into()),
        }
    }

    /// The text that bytes are from `start` on, counted from 0; it stays where they lie.
    ///
    /// # Errors
    ///
    /// Bytes that are not UTF-8; places in the error are counted from `start`.
    pub fn from_utf8(name: impl Into<String>, bytes: Bytes, start: usize) -> Result<Self, Utf8Error> {
        let name = name.into();
        Text::of(bytes, start).map(|text| Self { name, text })
    }

    /// The name that people know the text by.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The whole text.
    #[must_use]
    pub fn text(&self) -> &str {
        self.text.as_str()
    }

    /// Where `part` begins in this text, in bytes from 0; `None` when it is a copy and not a borrowed piece of it.
    ///
    /// Typed models borrow their strings, so that a place can be found again without looking for it.
    #[must_use]
    pub fn offset_of(&self, part: &str) -> Option<usize> {
        let offset = (part.as_ptr() as usize).checked_sub(self.text().as_ptr() as usize)?;
        (offset + part.len() <= self.text().len()).then_some(offset)
    }

    /// Lines and columns of many offsets in one walk over the text, in the order in which they were given.
    ///
    /// An offset past the end gives the place just after the last character; one inside a character gives that
    /// character. A byte order mark takes no column. Plans are often one line of many megabytes, so counting from the
    /// start for each would be quadratic.
    #[must_use]
    pub fn locations(&self, offsets: &[usize]) -> Vec<Location> {
        self.locations_behind(Location::START, offsets)
    }

    /// What [`locations`](Self::locations) gives, counted on from a place of this text that is known already; an offset
    /// before it gives that place. Of many documents in one text each is so walked over alone.
    #[must_use]
    pub fn locations_behind(&self, known: Location, offsets: &[usize]) -> Vec<Location> {
        let mut order: Vec<usize> = (0..offsets.len()).collect();
        order::sort_by_key(&mut order, |&index| offsets[index]);
        let targets = order
            .iter()
            .map(|&index| self.character_at(offsets[index].max(known.byte)));
        let targets: Vec<usize> = targets.collect();
        // Most of the work is to count, and counts of pieces can be added.
        let pieces = targets.par_iter().enumerate().map(|(index, &target)| {
            let from = index.checked_sub(1).map_or(known.byte, |before| targets[before]);
            Walk::over(self.text().get(from..target).unwrap_or_default())
        });
        let pieces: Vec<Walk> = pieces.collect();
        let mut found = vec![known; offsets.len()];
        let mut walk = Walk {
            lines: known.line.get() - 1,
            columns: known.column.get() - 1,
        };
        let mark = usize::from(known.byte == 0 && self.text().starts_with('\u{feff}'));
        for ((piece, target), index) in pieces.into_iter().zip(targets).zip(order) {
            walk = walk.then(piece);
            found[index] = walk.behind(mark).end(target);
        }
        found
    }

    /// The start of the character that the offset is in, or the end of the text.
    fn character_at(&self, offset: usize) -> usize {
        let mut at = offset.min(self.text().len());
        while !self.text().is_char_boundary(at) {
            at -= 1;
        }
        at
    }
}

/// How far a piece of text leads.
#[derive(Clone, Copy, Default)]
struct Walk {
    /// Line feeds.
    lines: usize,
    /// Characters behind the last line feed, or all.
    columns: usize,
}

impl Walk {
    fn over(text: &str) -> Self {
        /// In bytes; a longer piece is halved for another thread.
        const LONG: usize = 1 << 20;
        if text.len() > LONG {
            let mut middle = text.len() / 2;
            while !text.is_char_boundary(middle) {
                middle += 1;
            }
            let (one, two) = text.split_at(middle);
            let (one, two) = rayon::join(|| Self::over(one), || Self::over(two));
            return one.then(two);
        }
        match memchr::memrchr(b'\n', text.as_bytes()) {
            None => Self {
                lines: 0,
                columns: text.chars().count(),
            },
            Some(last) => Self {
                lines: memchr::memchr_iter(b'\n', text.as_bytes()).count(),
                columns: text[last + 1..].chars().count(),
            },
        }
    }

    /// This walk and then the next.
    const fn then(self, next: Self) -> Self {
        Self {
            lines: self.lines + next.lines,
            columns: next.columns + if next.lines == 0 { self.columns } else { 0 },
        }
    }

    /// The walk where as many characters as that stand before the first line.
    const fn behind(self, characters: usize) -> Self {
        Self {
            columns: match self.lines {
                0 => self.columns.saturating_sub(characters),
                _ => self.columns,
            },
            ..self
        }
    }

    const fn end(self, byte: usize) -> Location {
        Location {
            line: OneIndexed::from_zero_based(self.lines),
            column: OneIndexed::from_zero_based(self.columns),
            byte,
        }
    }
}

/// Only the name and the length: a plan's text is one line of secrets.
impl fmt::Debug for SourceFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SourceFile({:?}, {} bytes)", self.name, self.text().len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locations_count_from_one_in_characters() {
        let file = SourceFile::new("t", "ab\ncé\u{1F600}d\n\nx");
        for (offset, line, column, why) in [
            (0, 1, 1, "the first character"),
            (2, 1, 3, "the line feed belongs to its line"),
            (3, 2, 1, "after a line feed a line begins"),
            (4, 2, 2, "two bytes, one column"),
            (5, 2, 2, "inside a character is that character"),
            (10, 2, 4, "four bytes, one column"),
            (12, 3, 1, "an empty line has a place"),
            (13, 4, 1, "the last line"),
            (99, 4, 2, "past the end is just after the last"),
        ] {
            let location = file.locations(&[offset])[0];
            assert_eq!((location.line.get(), location.column.get()), (line, column), "{why}");
        }
    }

    #[test]
    fn a_byte_order_mark_takes_no_column() {
        let file = SourceFile::new("t", "\u{feff}ab\ncd");
        for (offset, line, column, why) in [
            (0, 1, 1, "the mark"),
            (3, 1, 1, "the first letter"),
            (5, 1, 3, "the end of the line"),
            (7, 2, 2, "another line"),
        ] {
            let location = file.locations(&[offset])[0];
            assert_eq!((location.line.get(), location.column.get()), (line, column), "{why}");
        }
    }

    #[test]
    fn many_offsets_answer_as_single_ones_in_any_order() {
        let file = SourceFile::new("t", "{\"a\":\n [1,\n 2]}\n");
        let offsets = [9, 0, 3, 16, 3, 7];
        let one_by_one: Vec<_> = offsets.iter().map(|&offset| file.locations(&[offset])[0]).collect();
        assert_eq!(file.locations(&offsets), one_by_one);
    }

    #[test]
    fn places_behind_one_that_is_known_are_where_they_are() {
        for text in ["{\"a\":\n [1,\n 2]}\n", "\u{feff}é{\n}\u{1F600}\n{}"] {
            let file = SourceFile::new("t", text);
            for known in file.locations(&(0..=text.len()).collect::<Vec<_>>()) {
                let behind: Vec<_> = (known.byte..text.len() + 2).rev().collect();
                assert_eq!(
                    file.locations_behind(known, &behind),
                    file.locations(&behind),
                    "{text:?} behind {known:?}"
                );
                assert_eq!(file.locations_behind(known, &[0]), [known], "{text:?} before {known:?}");
            }
        }
    }

    #[test]
    fn long_texts_are_counted_in_pieces() {
        let text = format!("{}\n{}é{}", "é".repeat(1 << 20), "\n".repeat(3), "x".repeat(3 << 20));
        let file = SourceFile::new("t", text.clone());
        for (offset, line, column, why) in [
            (
                1 << 21,
                1,
                (1 << 20) + 1,
                "at the end of a long line of two bytes a character",
            ),
            (text.len(), 5, (3 << 20) + 2, "at the end"),
            (text.len() - 7, 5, (3 << 20) - 5, "in the middle of the last line"),
        ] {
            let location = file.locations(&[3, offset, 0])[1];
            assert_eq!((location.line.get(), location.column.get()), (line, column), "{why}");
        }
    }

    #[test]
    fn only_borrowed_parts_have_an_offset() {
        let file = SourceFile::new("t", "hello");
        assert_eq!(file.offset_of(&file.text()[2..4]), Some(2));
        assert_eq!(file.offset_of(&String::from("ll")), None);
    }

    #[test]
    fn debug_does_not_show_the_text() {
        assert!(!format!("{:?}", SourceFile::new("t", "hunter2")).contains("hunter2"));
    }
}
