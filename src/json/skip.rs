//! Passing over a value that nobody reads yet, and being sure that whoever reads it later can.

use wide::u8x16;

use super::blocks::{Bytes, Strings};
use super::keys;
use super::number::end_of_number;
use super::read::MAX_DEPTH;
use super::string::{escape, plain};

/// One past the value that begins at byte `start`, in which `depth` more lists and objects may stand inside each other.
///
/// `None` for whatever [`Document::read`](super::Document::read) would refuse; what is wrong is for it to say.
/// `escaped_letter` is set when a letter, digit or sign of a string may be written as an escape.
pub(super) fn end_of_sound_value(text: &str, start: usize, depth: usize, escaped_letter: &mut bool) -> Option<usize> {
    match text.as_bytes().get(start)? {
        b'{' | b'[' => end_of_brackets(text.as_bytes(), start, depth.min(MAX_DEPTH), escaped_letter),
        b'"' => end_of_string(text.as_bytes(), start, escaped_letter),
        _ => end_of_scalar(text.as_bytes(), start),
    }
}

/// One past the string that begins at byte `start`.
pub(super) fn end_of_string(bytes: &[u8], start: usize, escaped_letter: &mut bool) -> Option<usize> {
    let mut at = start + 1;
    loop {
        at += plain(bytes.get(at..)?);
        match bytes.get(at)? {
            b'"' => return Some(at + 1),
            b'\\' => at = end_of_escape(bytes, at, escaped_letter)?,
            _ => return None,
        }
    }
}

/// One past the number or word that begins at byte `start`, which white space, a comma, a bracket or the end follows.
pub(super) fn end_of_scalar(bytes: &[u8], start: usize) -> Option<usize> {
    let rest = bytes.get(start..)?;
    let end = match rest.first()? {
        b't' => rest.starts_with(b"true").then_some(start + 4),
        b'f' => rest.starts_with(b"false").then_some(start + 5),
        b'n' => rest.starts_with(b"null").then_some(start + 4),
        _ => end_of_number(bytes, start).ok(),
    }?;
    let ends = matches!(
        bytes.get(end),
        None | Some(b',' | b']' | b'}' | b' ' | b'\n' | b'\r' | b'\t')
    );
    ends.then_some(end)
}

fn end_of_escape(bytes: &[u8], backslash: usize, escaped_letter: &mut bool) -> Option<usize> {
    *escaped_letter |= match bytes.get(backslash + 1) {
        Some(b'u') => bytes
            .get(backslash + 2..backslash + 6)
            .is_some_and(keys::is_letter_code),
        Some(b'/') => true,
        _ => false,
    };
    escape(bytes, backslash).ok().map(|(_, end)| end)
}

/// What a list or an object is in the middle of.
mod state {
    /// A list, and a value must come.
    pub(super) const ITEM: u8 = 0;
    /// A list that has just begun.
    pub(super) const LIST: u8 = 1;
    /// A list, behind a value.
    pub(super) const AFTER_ITEM: u8 = 2;
    /// An object, and a key must come.
    pub(super) const KEY: u8 = 3;
    /// An object that has just begun.
    pub(super) const OBJECT: u8 = 4;
    /// An object, behind a key whose colon stands apart.
    pub(super) const AFTER_KEY: u8 = 5;
    /// An object, and a value must come.
    pub(super) const MEMBER: u8 = 6;
    /// An object, behind a value.
    pub(super) const AFTER_MEMBER: u8 = 7;
}

/// What may come next, beside the states: these do more than to go on.
mod step {
    pub(super) const OPEN_OBJECT: u8 = 8;
    pub(super) const OPEN_LIST: u8 = 9;
    pub(super) const CLOSE: u8 = 10;
    pub(super) const SCALAR: u8 = 11;
    pub(super) const WRONG: u8 = 12;
}

/// Kinds of tokens.
mod token {
    pub(super) const STRING: u8 = 0;
    /// A string that a colon follows: one bit more than any other.
    pub(super) const KEY: u8 = STRING | 1;
    pub(super) const COMMA: u8 = 2;
    /// A colon that stands apart from its key.
    pub(super) const COLON: u8 = 3;
    pub(super) const OPEN_OBJECT: u8 = 4;
    pub(super) const OPEN_LIST: u8 = 5;
    pub(super) const CLOSE_OBJECT: u8 = 6;
    pub(super) const CLOSE_LIST: u8 = 7;
    /// A number or a word.
    pub(super) const SCALAR: u8 = 8;
}

/// Kinds of tokens by their last byte, or by the first of a number or word.
const KINDS: [u8; 256] = {
    let mut kinds = [token::SCALAR; 256];
    kinds[b'"' as usize] = token::STRING;
    kinds[b',' as usize] = token::COMMA;
    kinds[b':' as usize] = token::COLON;
    kinds[b'{' as usize] = token::OPEN_OBJECT;
    kinds[b'[' as usize] = token::OPEN_LIST;
    kinds[b'}' as usize] = token::CLOSE_OBJECT;
    kinds[b']' as usize] = token::CLOSE_LIST;
    kinds
};

/// What follows from a token, by state and kind.
const STEPS: [[u8; 16]; 8] = {
    use state::{AFTER_ITEM, AFTER_KEY, AFTER_MEMBER, ITEM, KEY, LIST, MEMBER, OBJECT};
    use step::{CLOSE, WRONG};
    let mut steps = [[WRONG; 16]; 8];
    steps[ITEM as usize] = before_value(AFTER_ITEM);
    steps[LIST as usize] = before_value(AFTER_ITEM);
    steps[LIST as usize][token::CLOSE_LIST as usize] = CLOSE;
    steps[AFTER_ITEM as usize][token::COMMA as usize] = ITEM;
    steps[AFTER_ITEM as usize][token::CLOSE_LIST as usize] = CLOSE;
    steps[KEY as usize][token::STRING as usize] = AFTER_KEY;
    steps[KEY as usize][token::KEY as usize] = MEMBER;
    steps[OBJECT as usize] = steps[KEY as usize];
    steps[OBJECT as usize][token::CLOSE_OBJECT as usize] = CLOSE;
    steps[AFTER_KEY as usize][token::COLON as usize] = MEMBER;
    steps[MEMBER as usize] = before_value(AFTER_MEMBER);
    steps[AFTER_MEMBER as usize][token::COMMA as usize] = KEY;
    steps[AFTER_MEMBER as usize][token::CLOSE_OBJECT as usize] = CLOSE;
    steps
};

/// What follows where a value must come, behind which the state is `after`.
const fn before_value(after: u8) -> [u8; 16] {
    let mut steps = [step::WRONG; 16];
    steps[token::STRING as usize] = after;
    steps[token::OPEN_OBJECT as usize] = step::OPEN_OBJECT;
    steps[token::OPEN_LIST as usize] = step::OPEN_LIST;
    steps[token::SCALAR as usize] = step::SCALAR;
    steps
}

fn end_of_brackets(bytes: &[u8], start: usize, limit: usize, escaped_letter: &mut bool) -> Option<usize> {
    let mut tokens = Tokens {
        bytes,
        at: start,
        ..Tokens::default()
    };
    // One bit a bracket that is open, the innermost lowest: 1 for an object.
    let (mut open, mut depth) = (0_u128, 0_usize);
    let mut state = state::ITEM;
    loop {
        let at = tokens.at;
        let Found { mut places, keys } = tokens.next(escaped_letter)?;
        while places != 0 {
            let bit = places.trailing_zeros();
            places &= places - 1;
            let place = at + bit as usize;
            let kind = KINDS[usize::from(*bytes.get(place)?)] | u8::from(keys >> bit & 1 == 1);
            let step = STEPS[usize::from(state & 7)][usize::from(kind & 15)];
            state = match step {
                0..8 => step,
                step::SCALAR => {
                    end_of_scalar(bytes, place)?;
                    if state == state::MEMBER {
                        state::AFTER_MEMBER
                    } else {
                        state::AFTER_ITEM
                    }
                }
                step::OPEN_OBJECT | step::OPEN_LIST => {
                    if depth == limit {
                        return None;
                    }
                    depth += 1;
                    let is_object = step == step::OPEN_OBJECT;
                    open = open << 1 | u128::from(is_object);
                    if is_object { state::OBJECT } else { state::LIST }
                }
                step::CLOSE => {
                    depth -= 1;
                    if depth == 0 {
                        return Some(place + 1);
                    }
                    open >>= 1;
                    if open & 1 == 1 {
                        state::AFTER_MEMBER
                    } else {
                        state::AFTER_ITEM
                    }
                }
                _ => return None,
            };
        }
    }
}

/// The tokens of a text, block by block.
#[derive(Default)]
struct Tokens<'a> {
    bytes: &'a [u8],
    /// Where the next block begins.
    at: usize,
    strings: Strings,
    /// 1 when the block before ended in a number or word.
    in_scalar: u64,
    /// 1 when the block before ended with the end of a string.
    after_string: u64,
    /// One past the last escape that was looked at.
    checked: usize,
}

/// The tokens of one block, one bit a byte.
struct Found {
    /// Their places: of strings the last byte, of numbers and words the first; colons only where they stand apart from
    /// a string.
    places: u64,
    /// The strings directly behind which a colon stands.
    keys: u64,
}

impl Tokens<'_> {
    /// The next block; `None` behind the last, and for a block with bytes that no JSON has.
    #[inline]
    fn next(&mut self, escaped_letter: &mut bool) -> Option<Found> {
        let block = Bytes::at(self.bytes, self.at)?;
        let quoted = self.strings.next(&block);
        let inside = quoted.inside;
        let control = block.places(|part| part.min(u8x16::splat(0x1F)).simd_eq(part));
        if quoted.backslashes & !inside != 0 || control & inside != 0 {
            return None;
        }
        let colons = block.equal(b':');
        let marks = block.places(|part| {
            // `[` and `{`, and `]` and `}`, differ in one bit.
            let bracket = part | u8x16::splat(0x20);
            bracket.simd_eq(u8x16::splat(b'{')) | bracket.simd_eq(u8x16::splat(b'}')) | part.simd_eq(u8x16::splat(b','))
        });
        let spaces = block.equal(b' ') | control;
        if quoted.escapes != 0 {
            self.check_escapes(quoted.escapes, escaped_letter)?;
        }
        if control != 0 {
            self.check_controls(control)?;
        }
        let scalar = !(inside | quoted.quotes | marks | colons | spaces);
        let starts = scalar & !(scalar << 1 | self.in_scalar);
        self.in_scalar = scalar >> 63;
        let closing = quoted.quotes & !inside;
        let apart = colons & !inside & !(closing << 1 | self.after_string);
        self.after_string = closing >> 63;
        self.at += Bytes::COUNT;
        let colon_follows = self.after_string == 1 && self.bytes.get(self.at) == Some(&b':');
        Some(Found {
            places: marks & !inside | closing | apart | starts,
            keys: closing & (colons >> 1 | u64::from(colon_follows) << 63),
        })
    }

    /// `None` for an escape of the block that stands for nothing.
    fn check_escapes(&mut self, mut escapes: u64, escaped_letter: &mut bool) -> Option<()> {
        while escapes != 0 {
            let letter = self.at + escapes.trailing_zeros() as usize;
            escapes &= escapes - 1;
            // The second half of a pair was checked with the first.
            if letter > self.checked {
                self.checked = end_of_escape(self.bytes, letter - 1, escaped_letter)?;
            }
        }
        Some(())
    }

    /// `None` for a control character of the block that is no white space.
    fn check_controls(&self, mut controls: u64) -> Option<()> {
        while controls != 0 {
            let byte = self.bytes.get(self.at + controls.trailing_zeros() as usize)?;
            controls &= controls - 1;
            if !matches!(byte, b'\n' | b'\r' | b'\t') {
                return None;
            }
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use crate::json::Document;
    use crate::json::scan::tests::json;

    use super::*;
    use proptest::prelude::*;

    fn end(text: &str) -> Option<usize> {
        end_of_sound_value(text, 0, MAX_DEPTH, &mut false)
    }

    #[test]
    fn sound_values_are_passed_over_and_others_are_not() {
        for (text, expected, why) in [
            (
                r#"{"a":[1,-2.5e+3,true,false,null,"x",{}],"b":{"c":[]}} ,"#,
                Some(53),
                "every kind",
            ),
            (
                "{ \"a\" :\t[ 1 ,\r\n2 ] }x",
                Some(20),
                "white space, and what follows is not looked at",
            ),
            (r#"["\"\\\/\b\f\n\r\t\u003c\ud83d\ude00"]"#, Some(38), "every escape"),
            (
                "[\"\u{7f}é\u{2028}\"]",
                Some(10),
                "what is no control character in JSON",
            ),
            (
                r#"{"a" : 1,"b"
:[]}"#,
                Some(17),
                "colons apart from their keys",
            ),
            ("12,", Some(2), "a number"),
            ("true}", Some(4), "a word"),
            (r#""a\u0041" "#, Some(9), "a string"),
            ("", None, "nothing"),
            (" 1", None, "white space is the caller's"),
            ("tru", None, "a word that is cut off"),
            ("truex", None, "a word that goes on"),
            ("01", None, "a number that begins with zero"),
            ("1.", None, "a number that is cut off"),
            ("[1,]", None, "a comma too many in a list"),
            (r#"{"a":1,}"#, None, "a comma too many in an object"),
            ("[1 2]", None, "a comma too few"),
            ("[,1]", None, "a comma first"),
            (r#"{"a" 1}"#, None, "no colon"),
            (r#"{"a":}"#, None, "no value"),
            (r#"{"a"}"#, None, "a key alone"),
            (r"{a:1}", None, "a bare key"),
            (r#"{"a"::1}"#, None, "two colons"),
            (r#"{"a":"b":1}"#, None, "two keys"),
            (r#"{"a":1:2}"#, None, "a colon behind a number"),
            (r"{1:2}", None, "a key that is a number"),
            (r#"["a":1]"#, None, "a colon in a list"),
            ("[1}", None, "brackets that do not match"),
            (r#"{"a":1]"#, None, "nor these"),
            ("[}", None, "nor these"),
            (r#"["a"b]"#, None, "text behind a string"),
            (r#"[1"a"]"#, None, "a string behind a number"),
            ("[nul]", None, "no word"),
            ("[1e]", None, "no number"),
            ("[+1]", None, "no number of JSON's"),
            ("[\"a\nb\"]", None, "a control character in a string"),
            ("[1,\u{1}2]", None, "a control character outside"),
            (r#"["\x"]"#, None, "an unknown escape"),
            (r#"["\u00g0"]"#, None, "no digit"),
            (r#"["\ud83d"]"#, None, "half of a pair"),
            (r#"["\ude00\ud83d"]"#, None, "halves in the wrong order"),
            (r"[\u0031]", None, "an escape outside of strings"),
            (r#"["a]"#, None, "a string that does not end"),
            ("[[1]", None, "a list that does not end"),
        ] {
            assert_eq!(end(text), expected, "{why}");
        }
    }

    #[test]
    fn depth_has_its_limit() {
        let nested = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
        for (limit, depth, passes) in [(3, 3, true), (3, 4, false), (MAX_DEPTH, MAX_DEPTH, true), (0, 1, false)] {
            let text = nested(depth);
            let end = end_of_sound_value(&text, 0, limit, &mut false);
            assert_eq!(end, passes.then_some(2 * depth), "{depth} in {limit}");
        }
        assert_eq!(end(&nested(MAX_DEPTH + 1)), None);
    }

    #[test]
    fn escaped_letters_are_told() {
        for (text, expected, why) in [
            (r#"["\u0041"]"#, true, "a letter"),
            (r#""\u0061""#, true, "a letter in a string alone"),
            (r#"["\/"]"#, true, "a slash, as PHP writes it"),
            (r#"["\u003c\n"]"#, false, "what Go escapes"),
            (r#"["\\u0041"]"#, false, "a backslash before a word"),
        ] {
            let mut letter = false;
            assert!(end_of_sound_value(text, 0, MAX_DEPTH, &mut letter).is_some());
            assert_eq!(letter, expected, "{why}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn what_reads_is_passed_over(text in json(), before in 0_usize..70, escape in r#"(\\["\\/bfnrt]|\\u00[0-9a-f]{2}|\\ud83d\\ude00|[a-zé ]){0,40}"#) {
            let text = format!(r#"["{}{escape}",{text}]"#, "x".repeat(before));
            prop_assert!(Document::read(&text).is_ok());
            prop_assert_eq!(end(&text), Some(text.len()));
        }

        #[test]
        fn one_byte_makes_both_refuse(
            text in json(),
            before in 0_usize..70,
            at in any::<prop::sample::Index>(),
            byte in r#"[\[\]{}":, \\ntu0-9a\-.\n\x01]"#,
            how in 0..3,
        ) {
            let mut text = format!(r#"{{"{}":{text}}}"#, "x".repeat(before));
            let places: Vec<usize> = text.char_indices().map(|(place, _)| place).collect();
            let place = places[at.index(places.len())];
            match how {
                0 => text.insert_str(place, &byte),
                1 => { text.remove(place); },
                _ => { text.remove(place); text.insert_str(place, &byte); },
            }
            let reads = Document::read(&text).is_ok() && !text.starts_with([' ', '\n']) && !text.ends_with([' ', '\n']);
            prop_assert_eq!(end(&text) == Some(text.len()), reads, "{:?}", text);
        }
    }
}
