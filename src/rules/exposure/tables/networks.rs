//! Networks, and whether they are every address together.

use std::net::IpAddr;

/// Networks of both families, as their first and last addresses.
#[derive(Debug, Default)]
pub(super) struct Networks {
    v4: Vec<(u128, u128)>,
    v6: Vec<(u128, u128)>,
}

impl Networks {
    /// Takes a network written as `10.0.0.0/8`; gives whether it is one.
    pub(super) fn add(&mut self, text: &str) -> bool {
        let Some((address, prefix)) = text.split_once('/') else {
            return false;
        };
        let (Ok(address), Ok(prefix)) = (address.parse::<IpAddr>(), prefix.parse::<u32>()) else {
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

    /// Whether every address of a family is in one of them.
    pub(super) fn are_everything(&mut self) -> bool {
        is_whole(&mut self.v4, u128::from(u32::MAX)) || is_whole(&mut self.v6, u128::MAX)
    }
}

fn is_whole(networks: &mut [(u128, u128)], end: u128) -> bool {
    networks.sort_unstable();
    let mut next = 0_u128;
    for (first, last) in networks {
        if *first > next {
            return false;
        }
        if *last >= end {
            return true;
        }
        next = next.max(*last + 1);
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

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
            (vec!["0.0.0.0/1", "8000::/1"], false, "halves of two families"),
            (vec!["0.0.0.0/1", "128.0.0.0/2"], false, "a quarter is left"),
            (vec!["0.0.0.0/1", "129.0.0.0/8"], false, "a hole"),
            (vec!["10.0.0.0/8"], false, "a small one"),
            (vec!["0.0.0.0/33", "any", "1.2.3.4"], false, "no networks"),
            (vec![], false, "none"),
        ] {
            let mut networks = Networks::default();
            for text in texts {
                networks.add(text);
            }
            assert_eq!(networks.are_everything(), whole, "{why}");
        }
    }
}
