//! A text looked at in blocks of 64 bytes: one bit a byte says where a quotation mark, a bracket or a string stands.
//!
//! The arithmetic of whole words takes the place of a branch a byte, several times faster on the texts of many
//! megabytes that this is for.

use wide::u8x16;

/// The bytes of one block.
pub(super) struct Bytes([u8x16; 4]);

impl Bytes {
    /// How many bytes a block has.
    pub(super) const COUNT: usize = 64;

    /// The block that begins at byte `start`, filled up with spaces behind the end; `None` when nothing is left.
    #[inline]
    pub(super) fn at(bytes: &[u8], start: usize) -> Option<Self> {
        let rest = bytes.get(start..)?;
        match rest.first_chunk() {
            Some(block) => Some(Self::of(block)),
            None => Self::last(rest),
        }
    }

    #[inline]
    fn of(block: &[u8; Self::COUNT]) -> Self {
        let (parts, _) = block.as_chunks::<16>();
        Self(std::array::from_fn(|part| u8x16::new(parts[part])))
    }

    /// Apart, so that no other block is copied.
    #[cold]
    fn last(rest: &[u8]) -> Option<Self> {
        let mut padded = [b' '; Self::COUNT];
        padded.get_mut(..rest.len())?.copy_from_slice(rest);
        (!rest.is_empty()).then(|| Self::of(&padded))
    }

    /// One bit for each byte that `is` gives ones for, the lowest for the first.
    #[inline]
    pub(super) fn places(&self, is: impl Fn(u8x16) -> u8x16) -> u64 {
        let bits = |part: usize| u64::from(is(self.0[part]).to_bitmask());
        bits(0) | bits(1) << 16 | bits(2) << 32 | bits(3) << 48
    }

    /// One bit for each byte that equals `byte`.
    #[inline]
    pub(super) fn equal(&self, byte: u8) -> u64 {
        self.places(|part| part.simd_eq(u8x16::splat(byte)))
    }
}

/// Where the strings of a text lie, carried from block to block.
#[derive(Default)]
pub(super) struct Strings {
    /// All ones while the block before ended inside a string.
    in_string: u64,
    /// 1 when the block before ended in a backslash that escapes the first byte of this.
    escaped: u64,
}

/// The strings of one block.
pub(super) struct Quoted {
    /// What lies inside strings, opening quotation marks with it and closing ones not.
    pub(super) inside: u64,
    /// The quotation marks that begin or end a string.
    pub(super) quotes: u64,
    /// The bytes behind a backslash that begins an escape, unless they are a backslash or a quotation mark.
    pub(super) escapes: u64,
    /// All backslashes.
    pub(super) backslashes: u64,
}

impl Strings {
    /// The strings of the next block.
    #[inline]
    pub(super) fn next(&mut self, bytes: &Bytes) -> Quoted {
        let backslashes = bytes.equal(b'\\');
        let quotes = bytes.equal(b'"');
        let escaped = self.escaped_bytes(backslashes);
        let unescaped = quotes & !escaped;
        let inside = inside(unescaped) ^ self.in_string;
        self.in_string = 0_u64.wrapping_sub(inside >> 63);
        Quoted {
            inside,
            quotes: unescaped,
            escapes: escaped & !quotes & !backslashes,
            backslashes,
        }
    }

    /// The bytes that a backslash before them makes harmless, most backslashes left out: those behind a run of odd
    /// length.
    #[inline]
    const fn escaped_bytes(&mut self, backslashes: u64) -> u64 {
        const ODD: u64 = 0xAAAA_AAAA_AAAA_AAAA;
        let carried = self.escaped;
        let backslashes = backslashes & !carried;
        if backslashes == 0 {
            self.escaped = 0;
            return carried;
        }
        let starts = backslashes & !(backslashes << 1);
        // Adding its start to a run moves the bit behind the run's end; a run is odd when these differ in parity.
        let (from_odd, odd_at_end) = backslashes.overflowing_add(starts & ODD);
        let from_even = backslashes.wrapping_add(starts & !ODD);
        self.escaped = odd_at_end as u64;
        (from_odd & !ODD | from_even & ODD) & !backslashes | carried
    }
}

/// Ones from each first quote up to, and without, each second.
#[inline]
const fn inside(quotes: u64) -> u64 {
    let mut bits = quotes;
    bits ^= bits << 1;
    bits ^= bits << 2;
    bits ^= bits << 4;
    bits ^= bits << 8;
    bits ^= bits << 16;
    bits ^ bits << 32
}
