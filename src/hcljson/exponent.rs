//! How large and how small numbers may be: the engines refuse an exponent beyond 32 bits.

/// No shorter text writes a number whose exponent is too large.
const SHORTEST: usize = 12;

/// Whether the engines take a number, as JSON or the native syntax writes it, for one. They count its exponent in bits,
/// a power of ten as one bit at this point, and refuse what 32 bits with a sign do not hold.
pub(super) fn fits(number: &str) -> bool {
    number.len() < SHORTEST || fits_in_32_bits(number)
}

fn fits_in_32_bits(number: &str) -> bool {
    let Some((mantissa, exponent)) = number.split_once(['e', 'E']) else {
        return true;
    };
    let digits = mantissa.bytes().filter(u8::is_ascii_digit);
    let significant = digits.skip_while(|digit| *digit == b'0').count();
    if significant == 0 {
        return true;
    }
    // What is larger than this is too large with any mantissa that is ever written.
    let Ok(exponent) = exponent.parse::<i64>() else {
        return false;
    };
    let behind_point = mantissa.split_once('.').map_or(0, |(_, behind)| behind.len());
    let Some(shifted) = i64::try_from(behind_point)
        .ok()
        .and_then(|behind| exponent.checked_sub(behind))
    else {
        return false;
    };
    // A digit has between 0 and 4 bits, and the first at least one: what is not certain is taken.
    let most = i64::try_from(significant).map_or(i64::MAX, |digits| digits.saturating_mul(4));
    shifted < i64::from(i32::MAX) && shifted.saturating_add(most) >= i64::from(i32::MIN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_fit_as_both_engines_said() {
        for (number, expected, why) in [
            ("1e400", true, "beyond a double"),
            ("1e646456994", true, "beyond what is finite"),
            ("1e2147483646", true, "the largest exponent"),
            ("1e2147483647", false, "one more"),
            ("1e9999999999", false, "far more"),
            ("1e9223372036854775808", false, "beyond 64 bits"),
            ("-1E+9999999999", false, "with signs"),
            ("1e-2147483648", true, "the smallest"),
            ("1e-9999999999", false, "far less"),
            ("0e9999999999", true, "nothing is nothing"),
            ("0.0e-9999999999", true, "nothing with a point"),
            ("123456789012345678901234567890", true, "no exponent"),
            ("0.0001e2147483648", true, "digits behind the point count"),
        ] {
            assert_eq!(fits(number), expected, "{why}: {number}");
        }
    }
}
