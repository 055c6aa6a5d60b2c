//! Networks, and whether they are most addresses together.

use crate::facts::Truth;
use crate::facts::attr::Attr;
use crate::order;
use std::fmt;
use std::net::{IpAddr, Ipv4Addr};

/// Networks of both families, as their first and last addresses.
#[derive(Clone, Debug, Default)]
pub(super) struct Networks {
    v4: Vec<(u128, u128)>,
    v6: Vec<(u128, u128)>,
}

/// Families of addresses: through which of them the world comes in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Families {
    pub(super) v4: bool,
    pub(super) v6: bool,
}

impl fmt::Display for Families {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match (self.v4, self.v6) {
            (true, true) => "v4 and v6",
            (true, false) => "v4",
            (false, true) => "v6",
            (false, false) => "none",
        })
    }
}

impl Families {
    pub(super) const BOTH: Self = Self { v4: true, v6: true };

    /// The family of a network as it is written.
    pub(super) fn of(network: &str) -> Self {
        let v6 = network.contains(':');
        Self { v4: !v6, v6 }
    }

    pub(super) fn is_none(self) -> bool {
        self == Self::default()
    }

    /// Those of either.
    pub(super) fn union(self, other: Self) -> Self {
        Self {
            v4: self.v4 || other.v4,
            v6: self.v6 || other.v6,
        }
    }
}

impl Networks {
    /// Takes a network written as `10.0.0.0/8`; gives whether it is one.
    pub(super) fn add(&mut self, text: &str) -> bool {
        let Some((address, prefix)) = text.split_once('/') else {
            return false;
        };
        let (Some(address), Ok(prefix)) = (read(address), prefix.parse::<u32>()) else {
            return false;
        };
        let (list, first, bits): (_, u128, u32) = match address {
            IpAddr::V4(address) => (&mut self.v4, u128::from(u32::from(address)), 32),
            IpAddr::V6(address) => (&mut self.v6, u128::from(address), 128),
        };
        let Some(host_bits) = bits.checked_sub(prefix) else {
            return false;
        };
        let hosts = u128::MAX.checked_shr(128 - host_bits).unwrap_or_default();
        list.push((first & !hosts, first | hosts));
        true
    }

    /// Takes the addresses from a first to a last; gives whether they are a range.
    pub(super) fn add_range(&mut self, first: &str, last: &str) -> bool {
        match (read(first), read(last)) {
            (Some(IpAddr::V4(first)), Some(IpAddr::V4(last))) if first <= last => {
                self.v4
                    .push((u128::from(u32::from(first)), u128::from(u32::from(last))));
                true
            }
            (Some(IpAddr::V6(first)), Some(IpAddr::V6(last))) if first <= last => {
                self.v6.push((u128::from(first), u128::from(last)));
                true
            }
            _ => false,
        }
    }

    /// Whether half of all addresses of a family, or more, are in one of them: who leaves the others out has let the
    /// world in.
    pub(super) fn are_the_world(&mut self) -> bool {
        !self.worlds().is_none()
    }

    /// The families of which half of all addresses, or more, are in one of them.
    pub(super) fn worlds(&mut self) -> Families {
        Families {
            v4: are_half(&mut self.v4, (0, u128::from(u32::MAX))),
            v6: are_half(&mut self.v6, UNICAST),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.v4.is_empty() && self.v6.is_empty()
    }

    /// Takes those of another list.
    pub(super) fn extend(&mut self, other: &Self) {
        self.v4.extend(&other.v4);
        self.v6.extend(&other.v6);
    }
}

/// Whether the addresses from the first to the last are half of all, or more.
pub(super) fn spans_the_world(first: Attr<'_, '_>, last: Attr<'_, '_>) -> Truth {
    if first.is_unknown() || last.is_unknown() {
        return Truth::Unknown;
    }
    let mut networks = Networks::default();
    let (first, last) = (first.compared_text(), last.compared_text());
    networks.add_range(&first.unwrap_or_default(), &last.unwrap_or_default());
    networks.are_the_world().into()
}

/// An address. Of IPv4 the numbers may have zeros before them, which some services let pass.
fn read(text: &str) -> Option<IpAddr> {
    let text = text.trim();
    let short = |number| match str::trim_start_matches(number, '0') {
        "" if !number.is_empty() => "0",
        short => short,
    };
    text.parse().ok().or_else(|| {
        let numbers: Vec<&str> = text.split('.').map(short).collect();
        let address: Ipv4Addr = numbers.join(".").parse().ok()?;
        Some(address.into())
    })
}

/// The addresses of IPv6 that are anybody's: `2000::/3`.
const UNICAST: (u128, u128) = (0x2000 << 112, (0x4000 << 112) - 1);

fn are_half(networks: &mut [(u128, u128)], (start, end): (u128, u128)) -> bool {
    order::sort(networks);
    let mut next = start;
    let mut count = 0_u128;
    for (first, last) in networks {
        let first = next.max(*first);
        let last = end.min(*last);
        if first <= last {
            count += last - first + 1;
            next = last + 1;
        }
    }
    count > (end - start) / 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_networks_too() {
        for (first, last, whole, why) in [
            ("0.0.0.0", "255.255.255.255", true, "all"),
            ("0.0.0.1", "255.255.255.254", true, "nearly all"),
            ("1.0.0.0", "223.255.255.255", true, "all that is anybody's"),
            ("00.0.0.0", "255.255.255.255", true, "zeros before a number"),
            ("000.00.0.1", "0255.255.255.255", true, "more of them"),
            ("0..0.0", "255.255.255.255", false, "no number"),
            ("0.0.0.0", "0.0.0.0", false, "one, which a cloud reads as itself"),
            ("20.1.2.3", "20.1.2.3", false, "one"),
            ("255.255.255.255", "0.0.0.0", false, "the wrong way round"),
            ("0.0.0.0", "", false, "no end"),
            (
                "::",
                "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
                true,
                "the other family",
            ),
            ("0.0.0.0", "::", false, "one of each"),
        ] {
            let mut networks = Networks::default();
            networks.add_range(first, last);
            assert_eq!(networks.are_the_world(), whole, "{why}");
        }
    }

    #[test]
    fn parts_of_the_world_are_put_together() {
        for (texts, whole, why) in [
            (vec!["0.0.0.0/0"], true, "one"),
            (vec!["128.0.0.0/1", "0.0.0.0/1"], true, "two halves, in any order"),
            (
                vec!["0.0.0.0/1", "128.0.0.0/2", "192.0.0.0/2"],
                true,
                "a half and two quarters",
            ),
            (vec!["0.0.0.0/1", "0.0.0.0/2", "128.0.0.0/1"], true, "one in another"),
            (vec!["::/1", "8000::/1"], true, "the other family"),
            (
                vec!["255.255.255.255/0", "ffff::/0"],
                true,
                "whatever stands before a prefix of no bits",
            ),
            (
                vec!["2000::/4", "3000::/4"],
                true,
                "all that is anybody's in the other family",
            ),
            (vec!["8000::/1"], false, "what is nobody's"),
            (vec!["0.0.0.0/1", "128.0.0.0/2"], true, "a quarter is left"),
            (vec!["0.0.0.0/1"], true, "a half"),
            (vec!["128.0.0.0/1"], true, "the other half"),
            (vec!["::/1"], true, "a half that has all that is anybody's"),
            (vec!["0.0.0.0/2", "64.0.0.0/3"], false, "less than a half"),
            (vec!["0.0.0.0/1", "128.0.0.0/31"], true, "more than a half"),
            (
                vec!["0.0.0.0/2", "0.0.0.0/3", "4000::/2"],
                false,
                "a quarter, said twice",
            ),
            (vec!["10.0.0.0/8"], false, "a small one"),
            (vec!["0.0.0.0/33", "any", "1.2.3.4"], false, "no networks"),
            (vec![], false, "none"),
        ] {
            let mut networks = Networks::default();
            for text in texts {
                networks.add(text);
            }
            assert_eq!(networks.are_the_world(), whole, "{why}");
        }
    }
}
