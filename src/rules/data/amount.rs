//! How much a value says: a number, or a time in words.

use crate::facts::attr::Attr;

const MINUTE: i64 = 60;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

/// A number as it is; of a time such as `604800s`, `7d` or `P1Y6M` the seconds, of which a year has those of 365 days
/// and a month a twelfth of them. `None` where it is unknown, not set, or neither.
#[expect(
    clippy::disallowed_methods,
    reason = "compared with other amounts; words about it go through `Attr::brief`, which tells nothing sensitive"
)]
pub(in crate::rules) fn amount(said: Attr<'_, '_>) -> Option<i64> {
    let node = said.reveal()?;
    match node.as_str() {
        Some(text) => of_text(text.trim()),
        None => node.as_number()?.as_i64(),
    }
}

fn of_text(text: &str) -> Option<i64> {
    if let Ok(number) = text.parse() {
        return Some(number);
    }
    let Some(iso) = text.strip_prefix('P') else {
        return parts(text, |unit| {
            Some(match unit {
                's' => 1,
                'm' => MINUTE,
                'h' => HOUR,
                'd' => DAY,
                _ => return None,
            })
        });
    };
    let (date, time) = iso.split_once('T').unwrap_or((iso, ""));
    let date = parts(date, |unit| {
        Some(match unit {
            'Y' => 365 * DAY,
            'M' => 365 * DAY / 12,
            'W' => 7 * DAY,
            'D' => DAY,
            _ => return None,
        })
    });
    let time = parts(time, |unit| {
        Some(match unit {
            'H' => HOUR,
            'M' => MINUTE,
            'S' => 1,
            _ => return None,
        })
    });
    date?.checked_add(time?)
}

/// The sum of numbers, each with its unit behind it; nothing for no text.
fn parts(text: &str, seconds: impl Fn(char) -> Option<i64>) -> Option<i64> {
    let mut rest = text;
    let mut sum: i64 = 0;
    while !rest.is_empty() {
        let end = rest.find(|letter: char| !letter.is_ascii_digit())?;
        let (number, unit) = rest.split_at_checked(end)?;
        let letter = unit.chars().next()?;
        sum = sum.checked_add(number.parse::<i64>().ok()?.checked_mul(seconds(letter)?)?)?;
        rest = unit.get(letter.len_utf8()..)?;
    }
    Some(sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_as_services_write_them() {
        for (text, wanted, why) in [
            ("30", Some(30), "a number in quotes"),
            ("604800s", Some(604_800), "as Pub/Sub has it"),
            ("7d", Some(604_800), "the same in days, as Spanner has it"),
            ("1h30m", Some(5400), "several units"),
            ("P1W", Some(604_800), "as Azure has it"),
            ("P1Y6M", Some(365 * 86_400 * 3 / 2), "a year and a half"),
            ("P12M", Some(365 * 86_400), "a year in months"),
            ("P1DT12H", Some(129_600), "with hours"),
            ("PT0S", Some(0), "nothing"),
            ("P", Some(0), "nothing"),
            ("-1", Some(-1), "what means something of its own"),
            ("1.5h", None, "a fraction"),
            ("h", None, "no number"),
            ("9223372036854775807d", None, "more than there is"),
            ("forever", None, "a word"),
        ] {
            assert_eq!(of_text(text), wanted, "{text}: {why}");
        }
    }
}
