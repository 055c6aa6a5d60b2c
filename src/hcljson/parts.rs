//! A long text without any fault, read in several parts at once.
//!
//! Where a part may begin is a guess: before a name or string that follows a comma. The part before it must end just
//! there, and what the parts close must be what is open; else, as with any fault, the text is left to the reader that
//! goes on.

use rayon::prelude::*;

use super::exponent;
use super::read::{MAX_DEPTH, small, spaces};
use super::tree::{Kind, Slot};
use crate::json::{Number, string};

/// How many bytes a part has at least; shorter texts are read at once. Parts are many, so that
/// nobody waits long for the last one.
const PART: usize = 1 << 20;

/// The slots of a text; `None` where it is short, or nobody helps, or it has a fault, or a guess was wrong.
pub(super) fn read(text: &str) -> Option<Vec<Slot>> {
    let is_short = text.len() < PART || rayon::current_num_threads() < 2;
    if is_short || text.len() >= 1 << Slot::BITS {
        return None;
    }
    in_parts(text, (text.len() / PART).max(2))
}

/// The slots of a text in so many parts, as far as there are places for them to begin.
fn in_parts(text: &str, parts: usize) -> Option<Vec<Slot>> {
    let bytes = text.as_bytes();
    let mut cuts: Vec<usize> = (1..parts)
        .filter_map(|part| cut(bytes, bytes.len() / parts * part))
        .collect();
    cuts.dedup();
    let begins = std::iter::once(0).chain(cuts.iter().copied());
    let ends = cuts.iter().copied().chain(std::iter::once(bytes.len()));
    let ranges: Vec<_> = begins.zip(ends).collect();
    let read = ranges
        .into_par_iter()
        .map(|(from, until)| Part::read(text, from, until));
    let mut parts = read.collect::<Option<Vec<Part>>>()?;
    let begins = close_across(&mut parts)?;
    let slots = put_together(&parts, &begins);
    // They take a while to give back, for which nobody need wait.
    rayon::spawn(move || drop(parts));
    Some(slots)
}

/// Ends what one part begins and another ends. The number of slots before each part; `None` where the parts do not fit.
fn close_across(parts: &mut [Part]) -> Option<Vec<u32>> {
    let mut begins: Vec<u32> = Vec::with_capacity(parts.len());
    let mut count = 0;
    // What is open, by the number of the part and that of its slot.
    let mut open: Vec<(usize, u32)> = Vec::new();
    for number in 0..parts.len() {
        let (before, rest) = parts.split_at_mut_checked(number)?;
        let part = rest.first()?;
        if number > 0 && (open.is_empty() || open.len() + part.deepest > MAX_DEPTH) {
            return None;
        }
        for closed in &part.closed {
            let (of, index) = open.pop()?;
            let slot = before.get_mut(of)?.slots.get_mut(index as usize)?;
            // Nothing stands behind the outermost value.
            if slot.kind() != closed.kind || open.is_empty() && (closed.slots as usize) < part.slots.len() {
                return None;
            }
            let next = count + closed.slots - begins.get(of)?;
            *slot = Slot::new(closed.kind, slot.start, closed.end, next);
        }
        if let Some(around) = part.around {
            let (of, index) = *open.last()?;
            if before.get(of)?.slots.get(index as usize)?.kind() != around {
                return None;
            }
        }
        open.extend(part.open.iter().map(|&index| (number, index)));
        begins.push(count);
        count += small(part.slots.len());
    }
    open.is_empty().then_some(begins)
}

/// The slots of all parts, counted from the first of the first.
fn put_together(parts: &[Part], begins: &[u32]) -> Vec<Slot> {
    // So many are copied at once by one thread.
    const BLOCK: usize = 1 << 10;
    const EMPTY: Slot = Slot::new(Kind::Broken, 0, 0, 0);
    let count: usize = parts.iter().map(|part| part.slots.len()).sum();
    let block = |number: usize| {
        let mut block = [EMPTY; BLOCK];
        let first = small(number * BLOCK);
        let mut of = begins.partition_point(|&begin| begin <= first).saturating_sub(1);
        let mut filled = 0;
        while let (true, Some(part), Some(&begin)) = (filled < BLOCK, parts.get(of), begins.get(of)) {
            let skipped = number * BLOCK + filled - begin as usize;
            let from = part.slots.get(skipped..).unwrap_or_default();
            for (slot, from) in block.iter_mut().skip(filled).zip(from) {
                *slot = Slot::new(from.kind(), from.start, from.end, begin + from.next());
            }
            filled += from.len();
            of += 1;
        }
        block
    };
    let mut slots = Vec::new();
    (0..count.div_ceil(BLOCK))
        .into_par_iter()
        .map(block)
        .collect_into_vec(&mut slots);
    let mut slots = slots.into_flattened();
    slots.truncate(count);
    slots
}

/// Where a part may begin at or behind a place: at the quotation mark after a comma and the end of its line; in a text
/// of one line after the comma behind a list or object.
fn cut(bytes: &[u8], from: usize) -> Option<usize> {
    // Lines of generated files are short, and those of minified ones end nowhere.
    const FAR: usize = 1 << 16;
    let near = bytes.get(from..bytes.len().min(from + FAR))?;
    let of_lines = memchr::memchr_iter(b'\n', near).find_map(|end| {
        let before = near.get(..end)?;
        let comma = before.strip_suffix(b"\r").unwrap_or(before).last()? == &b',';
        let next = end + 1 + spaces(near.get(end + 1..)?);
        (comma && near.get(next) == Some(&b'"')).then_some(from + next)
    });
    of_lines.or_else(|| {
        let minified = near
            .windows(3)
            .position(|window| matches!(window, [b'}' | b']', b',', b'"']));
        minified.map(|found| from + found + 2)
    })
}

/// What one part holds.
struct Part {
    /// Their ends count from the first of the part.
    slots: Vec<Slot>,
    /// The lists and objects that are open at the end, as numbers of slots.
    open: Vec<u32>,
    /// Ends of lists and objects that other parts begin, in order.
    closed: Vec<Closed>,
    /// What is innermost at the end, if another part begins it and this part shows what it is.
    around: Option<Kind>,
    /// How many more are open inside of the part than where it begins, at most.
    deepest: usize,
}

/// The end of a list or object that another part begins.
struct Closed {
    kind: Kind,
    /// One past its bracket.
    end: u32,
    /// How many slots of this part stand before.
    slots: u32,
}

impl Part {
    fn read(text: &str, from: usize, until: usize) -> Option<Self> {
        let mut reader = PartReader {
            text,
            bytes: text.as_bytes(),
            at: from,
            depth: 0,
            part: Self {
                slots: Vec::with_capacity((until - from) / 16 + 1),
                open: Vec::new(),
                closed: Vec::new(),
                around: None,
                deepest: 0,
            },
        };
        reader.read(from > 0, until)?;
        Some(reader.part)
    }
}

/// Reads strictly: every step is `None` where something is wrong.
struct PartReader<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    /// How many more are open than where the part begins; below 0 after more ends than beginnings.
    depth: isize,
    part: Part,
}

impl PartReader<'_> {
    /// All elements and ends up to the beginning of the next part; `inside` says whether others come before this.
    fn read(&mut self, inside: bool, until: usize) -> Option<()> {
        self.space();
        if inside {
            self.element()?;
        } else {
            match self.peek()? {
                b'{' => self.enter(Kind::Object)?,
                b'[' => self.enter(Kind::Array)?,
                _ => return None,
            }
        }
        loop {
            self.space();
            match self.peek() {
                None => return (self.at == until).then_some(()),
                Some(b'}') => self.close(Kind::Object)?,
                Some(b']') => self.close(Kind::Array)?,
                // Nothing stands behind the outermost value.
                Some(b',') if inside || !self.part.open.is_empty() => {
                    self.at += 1;
                    self.space();
                    if self.at >= until {
                        return (self.at == until && self.at < self.bytes.len()).then_some(());
                    }
                    self.element()?;
                }
                Some(_) => return None,
            }
        }
    }

    /// An element of what is innermost, and of its first elements as many as begin another inside.
    fn element(&mut self) -> Option<()> {
        let innermost = match self.part.open.last() {
            Some(&open) => Some(self.part.slots.get(open as usize)?.kind()),
            None => self.part.around,
        };
        match innermost {
            Some(Kind::Object) => self.member(),
            Some(_) => self.value(),
            None if self.peek()? == b'"' => {
                self.string()?;
                self.space();
                let named = self.peek() == Some(b':');
                self.part.around = Some(if named { Kind::Object } else { Kind::Array });
                if named {
                    self.at += 1;
                    self.value()?;
                }
                Some(())
            }
            None => {
                self.part.around = Some(Kind::Array);
                self.value()
            }
        }
    }

    fn member(&mut self) -> Option<()> {
        if self.peek()? != b'"' {
            return None;
        }
        self.string()?;
        self.space();
        if self.peek()? != b':' {
            return None;
        }
        self.at += 1;
        self.value()
    }

    fn value(&mut self) -> Option<()> {
        self.space();
        match self.peek()? {
            b'"' => self.string(),
            b'{' => self.enter(Kind::Object),
            b'[' => self.enter(Kind::Array),
            b'-' | b'0'..=b'9' => self.number(),
            b't' => self.keyword("true", Kind::True),
            b'f' => self.keyword("false", Kind::False),
            b'n' => self.keyword("null", Kind::Null),
            _ => None,
        }
    }

    /// The beginning of a list or object, with its end where it is empty, or else its first element.
    fn enter(&mut self, kind: Kind) -> Option<()> {
        let start = self.at;
        self.at += 1;
        self.depth += 1;
        let deepest = usize::try_from(self.depth).unwrap_or_default();
        self.part.deepest = self.part.deepest.max(deepest);
        if deepest > MAX_DEPTH {
            return None;
        }
        self.part.open.push(small(self.part.slots.len()));
        self.push(kind, start);
        self.space();
        match self.peek()? {
            b'}' | b']' => Some(()),
            _ => self.element(),
        }
    }

    fn close(&mut self, kind: Kind) -> Option<()> {
        self.at += 1;
        self.depth -= 1;
        let slots = small(self.part.slots.len());
        let Some(open) = self.part.open.pop() else {
            let around = self.part.around.take();
            if around.is_some_and(|around| around != kind) {
                return None;
            }
            self.part.closed.push(Closed {
                kind,
                end: small(self.at),
                slots,
            });
            return Some(());
        };
        let slot = self.part.slots.get_mut(open as usize)?;
        if slot.kind() != kind {
            return None;
        }
        *slot = Slot::new(kind, slot.start, small(self.at), slots);
        Some(())
    }

    fn string(&mut self) -> Option<()> {
        let start = self.at;
        let mut kind = Kind::String;
        self.at += 1;
        loop {
            self.at += string::plain(self.bytes.get(self.at..)?);
            match self.peek()? {
                b'"' => break,
                b'\\' => {
                    kind = Kind::Escaped;
                    self.at = string::escape(self.bytes, self.at).ok()?.1;
                }
                _ => return None,
            }
        }
        self.at += 1;
        self.push(kind, start);
        Some(())
    }

    fn number(&mut self) -> Option<()> {
        let start = self.at;
        let run = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'+' | b'-' | b'_');
        self.at += self.bytes.get(start..)?.iter().take_while(run).count();
        let number = Number::parse(self.text.get(start..self.at)?)?;
        if !exponent::fits(number.text()) {
            return None;
        }
        self.push(Kind::Number, start);
        Some(())
    }

    fn keyword(&mut self, word: &str, kind: Kind) -> Option<()> {
        let start = self.at;
        let rest = self.bytes.get(start..)?.strip_prefix(word.as_bytes())?;
        // A longer word is another, and wrong.
        if !matches!(
            rest.first(),
            None | Some(b',' | b'}' | b']' | b' ' | b'\n' | b'\r' | b'\t')
        ) {
            return None;
        }
        self.at += word.len();
        self.push(kind, start);
        Some(())
    }

    fn space(&mut self) {
        while let Some(byte) = self.peek() {
            match byte {
                b' ' => self.at += spaces(&self.bytes[self.at..]),
                b'\n' | b'\r' | b'\t' => self.at += 1,
                _ => return,
            }
        }
    }

    fn push(&mut self, kind: Kind, start: usize) {
        let next = small(self.part.slots.len() + 1);
        self.part
            .slots
            .push(Slot::new(kind, small(start), small(self.at), next));
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }
}

#[cfg(test)]
mod tests {
    use crate::hcljson::read::read as read_at_once;

    use super::*;

    /// What differs between both readers, where the parts are read as one.
    fn difference(text: &str, parts: usize) -> Option<String> {
        let in_parts = in_parts(text, parts)?;
        let (slots, errors) = read_at_once(text);
        let same = |(one, other): (&Slot, &Slot)| {
            (one.start, one.end, one.kind(), one.next()) == (other.start, other.end, other.kind(), other.next())
        };
        let equal = errors.is_empty() && slots.len() == in_parts.len() && slots.iter().zip(&in_parts).all(same);
        (!equal).then(|| format!("{parts} parts of {text}"))
    }

    #[test]
    fn parts_are_what_the_whole_is() {
        let pretty =
            "{\n  \"a\": [\n    \"x\",\n    \"y\"\n  ],\n  \"b\": {\"c\": [[1, true], {}]},\n  \"d\": null\n}\n";
        let minified = "{\"a\":[[1,2],\"x\",{\"b\":{}},\"c\"],\"d\":{\"e\":[]},\"f\":\"\\u00e4\"}";
        for text in [pretty, minified] {
            for parts in 1..8 {
                assert!(in_parts(text, parts).is_some(), "{parts} parts of {text}");
                assert_eq!(difference(text, parts), None);
            }
            // Whatever is taken out or put in, parts hold what the whole holds, or the text is left to the other
            // reader.
            for at in 0..text.len() {
                for put in ["", "\"", ",", "]", "}", "{", "[", ":", "1", "\\", "\n"] {
                    for length in 0..2 {
                        let damaged = [&text[..at], put, &text[at + length..]].concat();
                        for parts in 2..6 {
                            assert_eq!(difference(&damaged, parts), None);
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn parts_of_many_values_are_what_the_whole_is() {
        let element = |number: usize| format!("\"n{number}\": [{number}, {{\"deep\": [\"{number}\", true]}}]");
        let elements: Vec<String> = (0..1500).map(element).collect();
        let text = format!("{{\n{}\n}}", elements.join(",\n"));
        for parts in [2, 3, 7, 40] {
            assert!(in_parts(&text, parts).is_some(), "{parts} parts");
            assert_eq!(difference(&text, parts), None);
        }
    }

    #[test]
    fn what_does_not_fit_is_left_to_the_other_reader() {
        let deep = |depth: usize| format!("{}\n[],\n\"x\"{}", "[".repeat(depth - 1), "]".repeat(depth - 1));
        for (text, is_read, why) in [
            ("[\"aa},\"]".to_owned(), false, "a guess inside a string"),
            ("{\"a\":1},\"b\",\n\"c\"".to_owned(), false, "something behind the end"),
            ("[1,\n\"x\":1,\n\"y\":2,\n\"z\",1]".to_owned(), false, "names in a list"),
            (
                "{\"a\":{},\n\"x\",\n\"y\",\n\"z\":1}".to_owned(),
                false,
                "no names in an object",
            ),
            (deep(MAX_DEPTH), true, "as deep as may be"),
            (deep(MAX_DEPTH + 1), false, "deeper"),
        ] {
            for parts in 2..6 {
                assert_eq!(difference(&text, parts), None, "{why}");
            }
            assert_eq!(in_parts(&text, 2).is_some(), is_read, "{why}");
        }
    }
}
