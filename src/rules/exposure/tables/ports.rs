//! Ranges of ports: what is left of one when others are taken away, and how people write them.

use std::collections::BTreeMap;

use crate::order;
use crate::rules::data::exposure::table;

/// Ports of one protocol, both ends included.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Range {
    pub first: u16,
    pub last: u16,
    /// In small letters; empty for every protocol.
    pub protocol: String,
}

impl Range {
    /// Every port.
    pub(super) fn every(protocol: String) -> Self {
        Self {
            first: 0,
            last: u16::MAX,
            protocol,
        }
    }

    /// A port or two ends as texts give them, `22`, `80-90`, `80/90` or `80:90`; `None` for anything else.
    pub(super) fn read(text: &str, protocol: &str) -> Option<Self> {
        let (first, last) = text.split_once(['-', '/', ':']).unwrap_or((text, text));
        let (first, last) = (first.trim().parse().ok()?, last.trim().parse().ok()?);
        (first <= last).then(|| Self {
            first,
            last,
            protocol: protocol.to_owned(),
        })
    }

    /// Whether machines are ruled or data is read through one of its ports.
    pub(super) fn is_critical(&self) -> bool {
        self.names().next().is_some()
    }

    fn names(&self) -> impl Iterator<Item = &'static str> {
        let ports = table().ports.critical.iter();
        let has_ports = has_ports(&self.protocol);
        let inside = move |port: u16| has_ports && self.first <= port && port <= self.last;
        let names = ports.filter(move |critical| inside(critical.port));
        names.map(|critical| critical.name.as_str())
    }

    fn is_every(&self) -> bool {
        self.first <= 1 && self.last == u16::MAX
    }
}

/// Whether ports of the protocol mean anything; of those that nobody knows they do.
pub(super) fn has_ports(protocol: &str) -> bool {
    let ports = &table().ports;
    let is_other_number = !protocol.is_empty()
        && protocol.bytes().all(|byte| byte.is_ascii_digit())
        && !ports.numbered.iter().any(|number| number == protocol);
    !is_other_number && !ports.portless.iter().any(|one| one.protocol == protocol)
}

/// Ports that are open already or may be, to ask whether others add to them.
#[derive(Debug, Default)]
pub(super) struct Covered {
    /// Both ends of ranges that do not touch, in order, by protocol; the empty one holds for every protocol.
    by_protocol: BTreeMap<String, Vec<(u16, u16)>>,
}

impl Covered {
    pub(super) fn of<'r>(ranges: impl IntoIterator<Item = &'r Range>) -> Self {
        let mut by_protocol: BTreeMap<String, Vec<(u16, u16)>> = BTreeMap::new();
        for range in ranges {
            let ends = (range.first, range.last);
            by_protocol.entry(range.protocol.clone()).or_default().push(ends);
        }
        by_protocol.values_mut().for_each(merge);
        Self { by_protocol }
    }

    /// Whether every port of the range is among them.
    pub(super) fn has(&self, range: &Range) -> bool {
        let of_every = self.by_protocol.get("");
        let of_its_own = self.by_protocol.get(&range.protocol);
        let mut next = range.first;
        loop {
            let lists = [of_every, of_its_own].into_iter().flatten();
            let Some(end) = lists.filter_map(|list| end_around(list, next)).max() else {
                return false;
            };
            match end.checked_add(1) {
                Some(after) if end < range.last => next = after,
                _ => return true,
            }
        }
    }
}

/// Sorts ranges, and makes one of those that touch.
fn merge(ranges: &mut Vec<(u16, u16)>) {
    order::sort(ranges);
    ranges.dedup_by(|next, kept| {
        let touches = kept.1.checked_add(1).is_none_or(|after| next.0 <= after);
        if touches {
            kept.1 = kept.1.max(next.1);
        }
        touches
    });
}

/// Where the range ends in which a port lies.
fn end_around(merged: &[(u16, u16)], port: u16) -> Option<u16> {
    let at = merged.partition_point(|(first, _)| *first <= port);
    let (_, last) = merged.get(at.checked_sub(1)?)?;
    (*last >= port).then_some(*last)
}

/// How many names of what answers on the ports of a range are said.
const MOST_NAMES: usize = 3;

impl std::fmt::Display for Range {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if !has_ports(&self.protocol) {
            let mut known = table().ports.portless.iter();
            let name = known.find(|one| one.protocol == self.protocol);
            return match name {
                Some(known) => write!(f, "protocol {}", known.name),
                None => write!(f, "protocol {}", self.protocol),
            };
        }
        let protocol = match self.protocol.as_str() {
            "" | "tcp" | "6" => "",
            "udp" | "17" => "UDP ",
            _ => "other ",
        };
        if self.is_every() {
            return write!(f, "all {protocol}ports");
        }
        if self.first == self.last {
            write!(f, "{protocol}port {}", self.first)?;
        } else {
            write!(f, "{protocol}ports {}-{}", self.first, self.last)?;
        }
        let names: Vec<_> = self.names().take(MOST_NAMES + 1).collect();
        match names.get(..MOST_NAMES.min(names.len())) {
            Some(said) if names.len() > MOST_NAMES => write!(f, " ({}, …)", said.join(", ")),
            Some(said) if !said.is_empty() => write!(f, " ({})", said.join(", ")),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn range(text: &str) -> Range {
        let (protocol, ports) = text.split_once(' ').unwrap_or(("", text));
        Range::read(ports, protocol).unwrap()
    }

    #[test]
    fn ranges_are_read_as_providers_write_them() {
        for (text, ends, why) in [
            ("22", Some((22, 22)), "one port"),
            ("80-90", Some((80, 90)), "a range"),
            (" 80 - 90 ", Some((80, 90)), "spaces"),
            ("80/90", Some((80, 90)), "as Alibaba Cloud writes it"),
            ("80:90", Some((80, 90)), "as Vultr writes it"),
            ("tcp/80", None, "a protocol and a port"),
            ("90-80", None, "no range"),
            ("65536", None, "no port"),
            ("-1", None, "no port"),
            ("http", None, "a name"),
            ("", None, "nothing"),
        ] {
            let read = Range::read(text, "").map(|range| (range.first, range.last));
            assert_eq!(read, ends, "{why}");
        }
    }

    #[test]
    fn ports_are_covered_by_ports_of_the_same_protocol() {
        for (asked, others, covered, why) in [
            ("0-100", vec!["80"], false, "around it"),
            ("0-65535", vec!["0-65535"], true, "all"),
            ("0-10", vec!["0-5"], false, "the lower end"),
            ("0-10", vec!["6-10", "0-5"], true, "two that touch, in any order"),
            ("0-10", vec!["0-4", "6-10"], false, "a hole"),
            ("60000-65535", vec!["65000-65535"], false, "the upper end"),
            (
                "60000-65535",
                vec!["60000-65000", "64000-65535", "65535"],
                true,
                "to the end",
            ),
            ("22", vec!["23", "21"], false, "neighbours"),
            ("1-9", vec!["3", "5-6"], false, "two holes"),
            ("3-4", vec!["1-9", "2"], true, "inside the widest"),
            ("tcp 53", vec!["udp 53"], false, "another protocol"),
            ("tcp 53", vec!["53"], true, "every protocol"),
            ("53", vec!["tcp 53"], false, "only one protocol of all"),
            ("tcp 1-9", vec!["tcp 1-3", "4-5", "tcp 6-8", "9"], true, "both together"),
            ("22", vec![], false, "nothing"),
        ] {
            let others: Vec<_> = others.into_iter().map(range).collect();
            assert_eq!(Covered::of(&others).has(&range(asked)), covered, "{why}");
        }
    }

    proptest! {
        #[test]
        fn covered_is_each_port_alone(
            others in prop::collection::vec((0_u16..24, 0_u16..6, 0_usize..3), 0..8),
            asked in (0_u16..24, 0_u16..12, 0_usize..3),
        ) {
            let range = |(first, more, protocol): (u16, u16, usize)| Range {
                first,
                last: first + more,
                protocol: ["", "tcp", "udp"][protocol].to_owned(),
            };
            let others: Vec<_> = others.into_iter().map(range).collect();
            let asked = range(asked);
            let one = |port: u16| {
                others.iter().any(|other| {
                    (other.protocol.is_empty() || other.protocol == asked.protocol)
                        && other.first <= port
                        && port <= other.last
                })
            };
            prop_assert_eq!(Covered::of(&others).has(&asked), (asked.first..=asked.last).all(one));
        }
    }

    #[test]
    fn people_read_names_and_ends() {
        for (text, said) in [
            ("tcp 22", "port 22 (SSH)"),
            ("8080", "port 8080"),
            ("udp 53", "UDP port 53"),
            ("8000-8999", "ports 8000-8999 (InfluxDB, ClickHouse, Consul)"),
            ("1-1024", "ports 1-1024 (FTP, SSH, Telnet, …)"),
            ("0-65535", "all ports"),
            ("47 0-65535", "protocol GRE"),
            ("gre 0-65535", "protocol GRE"),
            ("99 0-65535", "protocol 99"),
            ("132 80", "other port 80"),
        ] {
            assert_eq!(range(text).to_string(), said);
        }
    }
}
