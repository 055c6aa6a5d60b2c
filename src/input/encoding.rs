//! From the bytes of a file to its text: gzip, byte order marks, UTF-16.

use std::io::Read;

use flate2::read::MultiGzDecoder;

use super::{InputError, Limits};
use crate::source::{Bytes, SourceFile};

const GZIP: &[u8] = &[0x1f, 0x8b];
const ZIP: &[u8] = b"PK\x03\x04";
const EMPTY_ZIP: &[u8] = b"PK\x05\x06";
/// How far into a zip archive its entries are looked for: an engine writes that of the plan first.
const ZIP_HEAD: usize = 1 << 20;
/// How data begins that another program unpacks, and its name.
const COMPRESSED: [(&[u8], &str); 4] = [
    (GZIP, "gzip"),
    (b"BZh", "bzip2"),
    (&[0xfd, b'7', b'z', b'X', b'Z', 0], "xz"),
    (&[0x28, 0xb5, 0x2f, 0xfd], "zstd"),
];
const OLD_PLAN: &[u8] = b"tfplan";

/// The text in `bytes` under a name, without a byte order mark.
///
/// # Errors
///
/// What is no text (binary plans), is damaged, or is in an encoding that nobody can tell.
pub(super) fn text(name: &str, bytes: Bytes, limits: Limits) -> Result<SourceFile, InputError> {
    let bytes = if bytes.starts_with(GZIP) {
        gunzip(&bytes, limits)?.into()
    } else if bytes.len() as u64 > limits.largest_input {
        return Err(limits.exceeded());
    } else {
        bytes
    };
    if bytes.starts_with(ZIP) || bytes.starts_with(EMPTY_ZIP) {
        return Err(if has_plan(&bytes) {
            InputError::BinaryPlan
        } else {
            InputError::Zip
        });
    }
    if let Some((_, program)) = COMPRESSED.iter().find(|(start, _)| bytes.starts_with(start)) {
        return Err(InputError::Compressed { program });
    }
    if let Some(after) = bytes.strip_prefix(OLD_PLAN)
        && after.first().is_some_and(|&version| version < b' ')
    {
        return Err(InputError::OldBinaryPlan);
    }
    match *bytes {
        [0xff, 0xfe, 0, 0, ..] | [0, 0, 0xfe, 0xff, ..] | [b'{', 0, 0, 0, ..] | [0, 0, 0, b'{', ..] => {
            return Err(InputError::Utf32);
        }
        [0, 0, ..] | [0] => return Err(InputError::Binary),
        _ => {}
    }
    if let Some(unit) = utf16(&bytes) {
        let text = from_utf16(&bytes, unit).ok_or(InputError::NotUtf16)?;
        return Ok(SourceFile::new(name, text));
    }
    let mark = if bytes.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
    SourceFile::from_utf8(name, bytes, mark).map_err(|error| InputError::NotUtf8 {
        offset: error.valid_up_to(),
    })
}

/// Whether a zip archive has an entry of the name that engines give to the plan.
fn has_plan(bytes: &[u8]) -> bool {
    const NAME: &[u8] = b"tfplan";
    let head = &bytes[..bytes.len().min(ZIP_HEAD)];
    // Before the name stand the fixed part of the entry's header and, four bytes before its end, the name's length.
    head.windows(30 + NAME.len())
        .any(|entry| entry.starts_with(ZIP) && entry[26..28] == [6, 0] && entry.ends_with(NAME))
}

fn gunzip(bytes: &[u8], limits: Limits) -> Result<Vec<u8>, InputError> {
    let mut out = Vec::new();
    let (most, exceeded) = limits.unpacked(bytes.len());
    let read = MultiGzDecoder::new(bytes)
        .take(most.saturating_add(1))
        .read_to_end(&mut out)
        .map_err(|_| InputError::DamagedGzip)?;
    if read as u64 > most {
        return Err(exceeded);
    }
    Ok(out)
}

/// How two bytes make a unit of UTF-16.
type Unit = fn([u8; 2]) -> u16;

/// The text without its mark; `None` for half a unit and for half a pair of them.
fn from_utf16(bytes: &[u8], unit: Unit) -> Option<String> {
    let (units, rest) = bytes.as_chunks::<2>();
    let (mark, text) = units.split_first()?;
    let units = if unit(*mark) == 0xfeff { text } else { units };
    let text = char::decode_utf16(units.iter().copied().map(unit));
    text.collect::<Result<String, _>>().ok().filter(|_| rest.is_empty())
}

/// The UTF-16 in which the bytes stand, told by the mark or, without one, by the zero byte beside an ASCII character.
///
/// JSON begins with an ASCII character, so that two bytes are enough; `PowerShell` writes the mark, other tools do not.
fn utf16(bytes: &[u8]) -> Option<Unit> {
    match bytes {
        [0xff, 0xfe, ..] => Some(u16::from_le_bytes),
        [0xfe, 0xff, ..] => Some(u16::from_be_bytes),
        [ascii, 0, ..] if ascii.is_ascii() && *ascii != 0 => Some(u16::from_le_bytes),
        [0, ascii, ..] if ascii.is_ascii() && *ascii != 0 => Some(u16::from_be_bytes),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::*;

    fn text(bytes: Vec<u8>, limits: Limits) -> Result<String, InputError> {
        super::text("input", bytes.into(), limits).map(|source| source.text().to_owned())
    }

    fn utf16le(text: &str) -> Vec<u8> {
        text.encode_utf16().flat_map(u16::to_le_bytes).collect()
    }

    fn utf16be(text: &str) -> Vec<u8> {
        text.encode_utf16().flat_map(u16::to_be_bytes).collect()
    }

    #[test]
    fn every_encoding_of_one_text_gives_that_text() {
        let wanted = "{\"ä\":\"\u{1F600}\"}";
        let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
        gzip.write_all(wanted.as_bytes()).unwrap();
        for (bytes, why) in [
            (wanted.as_bytes().to_vec(), "plain UTF-8"),
            (format!("\u{feff}{wanted}").into_bytes(), "UTF-8 with a mark"),
            (utf16le(&format!("\u{feff}{wanted}")), "PowerShell 5's `>`"),
            (utf16be(&format!("\u{feff}{wanted}")), "the other byte order"),
            (utf16le(wanted), "little-endian without a mark"),
            (utf16be(wanted), "big-endian without a mark"),
            (gzip.finish().unwrap(), "gzip"),
        ] {
            assert_eq!(text(bytes, Limits::default()).unwrap(), wanted, "{why}");
        }
    }

    #[test]
    fn what_is_no_text_is_named() {
        let mut damaged = GzEncoder::new(Vec::new(), Compression::fast());
        damaged.write_all(&[b'x'; 5000]).unwrap();
        let mut damaged = damaged.finish().unwrap();
        damaged.truncate(damaged.len() - 9);
        let zip = |name: &str| {
            let length = u8::try_from(name.len()).unwrap();
            let mut zip = [ZIP, &[0; 22], &[length, 0, 0, 0]].concat();
            zip.extend_from_slice(name.as_bytes());
            zip
        };
        let mut twice = GzEncoder::new(Vec::new(), Compression::fast());
        twice.write_all(&[GZIP, b"rest"].concat()).unwrap();
        let twice = twice.finish().unwrap();
        for (bytes, wanted, why) in [
            (zip("tfplan"), "binary plan file", "zip archive of an engine"),
            (zip("plan.json"), "a zip archive", "of another program"),
            (b"PK\x03\x04rest".to_vec(), "a zip archive", "cut off"),
            (b"PK\x05\x06".to_vec(), "a zip archive", "of nothing"),
            (b"BZh91AY".to_vec(), "compressed with bzip2", "bzip2"),
            (b"\xfd7zXZ\0\0".to_vec(), "compressed with xz", "xz"),
            (b"\x28\xb5\x2f\xfd".to_vec(), "compressed with zstd", "zstd"),
            (twice, "gzip, and once more inside", "gzip in gzip"),
            (b"\xff\xfe\0\0{\0\0\0".to_vec(), "UTF-32", "with a mark"),
            (b"{\0\0\0}\0\0\0".to_vec(), "UTF-32", "without one"),
            (vec![0; 4], "binary data", "zeros"),
            (
                b"tfplan\x02rest".to_vec(),
                "0.11 or earlier",
                "the magic word of old plans and a version byte",
            ),
            (b"{\"a\":\"\xff\"}".to_vec(), "byte 6", "the first bad byte is named"),
            (vec![0xff, 0xfe, b'{', 0, 0x00, 0xd8], "UTF-16", "half a surrogate pair"),
            (vec![0xff, 0xfe, b'{', 0, b'}'], "UTF-16", "half a character"),
            (damaged, "damaged or cut off", "a gzip stream without its end"),
        ] {
            let error = text(bytes, Limits::default()).unwrap_err().to_string();
            assert!(error.contains(wanted), "{why}: {error}");
        }
    }

    #[test]
    fn what_becomes_far_larger_is_refused_by_its_ratio() {
        let packed = |megabytes: usize| {
            let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
            for _ in 0..megabytes {
                gzip.write_all(&vec![b' '; 1_000_000]).unwrap();
            }
            gzip.finish().unwrap()
        };
        let (small, large) = (packed(63), packed(65));
        assert!(large.len() * 100 < 65_000_000, "it is far smaller than what it becomes");
        for (bytes, largest_ratio, refused, why) in [
            (&small, 1, false, "what stays small may have any ratio"),
            (&large, 10, true, "a bomb"),
            (&large, 2000, false, "unless somebody said that it is none"),
        ] {
            let limits = Limits {
                largest_ratio,
                ..Limits::default()
            };
            let refusal = text(bytes.clone(), limits).err().map(|error| error.to_string());
            let wanted = format!("the input unpacks to more than {largest_ratio} times its size");
            assert_eq!(refusal, refused.then_some(wanted), "{why}");
        }
    }

    #[test]
    fn the_word_tfplan_alone_is_text() {
        assert_eq!(
            text(b"tfplan is not here".to_vec(), Limits::default()).unwrap(),
            "tfplan is not here"
        );
    }

    #[test]
    fn what_is_too_large_is_refused_packed_or_not() {
        let mut bomb = GzEncoder::new(Vec::new(), Compression::best());
        bomb.write_all(&vec![b' '; 3_000_001]).unwrap();
        let bomb = bomb.finish().unwrap();
        assert!(bomb.len() < 10_000);
        for (bytes, largest, refused, why) in [
            (vec![b' '; 1000], 1000, false, "as large as it may be"),
            (vec![b' '; 1001], 1000, true, "a byte more"),
            (bomb.clone(), 3_000_001, false, "unpacked as large as it may be"),
            (bomb, 3_000_000, true, "unpacked a byte more"),
        ] {
            let limits = Limits {
                largest_input: largest,
                ..Limits::default()
            };
            let refusal = text(bytes, limits).err().map(|error| error.to_string());
            assert_eq!(
                refusal.is_some_and(|words| words.starts_with("the input is larger")),
                refused,
                "{why}"
            );
        }
    }
}
