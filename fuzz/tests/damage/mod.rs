//! Damaged inputs, the same in every run.

/// The generator `xorshift64*`; good enough to choose places in a text.
pub struct Chance(u64);

/// Texts that mean something to a reader of plans or of configuration.
const WORDS: [&str; 36] = [
    "null",
    "true",
    "{}",
    "[]",
    "[[",
    "}}",
    "\"\"",
    "\\\"",
    "\\u0000",
    "\\ud800",
    "\\u0041",
    "-0",
    "1e999",
    "1e-7",
    "9007199254740993",
    "0.1",
    ",",
    ":",
    "\u{feff}",
    "\0",
    "\u{1b}[31m",
    "\r\n",
    "${",
    "%{if a}",
    "~}",
    "$${",
    "${a.b[0]}",
    "//",
    "\"delete\"",
    "\"no-op\"",
    "\"actions\":",
    "\"sensitive\":true",
    "**",
    "[*]",
    "[\"a\"]",
    "module.",
];

impl Chance {
    /// The numbers of one input.
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// A number below `limit`; 0 when that is 0.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let number = self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33;
        usize::try_from(number).unwrap_or_default() % limit.max(1)
    }
}

/// One of the seeds, damaged one to four times.
pub fn input(seeds: &[&[u8]], chance: &mut Chance) -> Vec<u8> {
    // The least of three: small ones get to more places in the same time.
    let shortest = (0..3)
        .map(|_| seeds[chance.below(seeds.len())])
        .min_by_key(|seed| seed.len());
    let mut bytes = shortest.unwrap_or_default().to_vec();
    for _ in 0..=chance.below(4) {
        let at = chance.below(bytes.len());
        let end = (at + 1 + chance.below(40)).min(bytes.len());
        match chance.below(9) {
            0 if at < bytes.len() => bytes[at] ^= 1 << chance.below(8),
            1 => drop(bytes.drain(at..end)),
            2 => bytes.truncate(at),
            3 => {
                let copy = bytes[at..end].to_vec();
                drop(bytes.splice(at..at, copy));
            }
            4 => {
                let other = seeds[chance.below(seeds.len())];
                let from = chance.below(other.len());
                bytes.truncate(at);
                bytes.extend_from_slice(&other[from..]);
            }
            5 | 6 => {
                let tokens = tokens(&bytes);
                if !tokens.is_empty() {
                    let one = tokens[chance.below(tokens.len())].clone();
                    let other = bytes[tokens[chance.below(tokens.len())].clone()].to_vec();
                    drop(bytes.splice(one, other));
                }
            }
            7 => {
                let tokens = tokens(&bytes);
                if !tokens.is_empty() {
                    drop(bytes.drain(tokens[chance.below(tokens.len())].clone()));
                }
            }
            _ => {
                let word = WORDS[chance.below(WORDS.len())];
                drop(bytes.splice(at..at, word.bytes()));
            }
        }
    }
    bytes
}

/// Strings, words and single marks, as far as they can be told in any syntax.
fn tokens(bytes: &[u8]) -> Vec<std::ops::Range<usize>> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let rest = &bytes[at..];
        let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b'+');
        let length = match rest[0] {
            b'"' => {
                let mut end = 1;
                while end < rest.len() && rest[end] != b'"' {
                    end += 1 + usize::from(rest[end] == b'\\');
                }
                (end + 1).min(rest.len())
            }
            byte if is_word(&byte) => rest.iter().take_while(|byte| is_word(byte)).count(),
            _ => 1,
        };
        if !rest[0].is_ascii_whitespace() {
            tokens.push(at..at + length);
        }
        at += length;
    }
    tokens
}
