//! Ranges of ports: what is left of one when others are taken away, and how people write them.

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

    /// A port or two ends as texts give them, `22` or `80-90`; `None` for anything else.
    pub(super) fn read(text: &str, protocol: &str) -> Option<Self> {
        let (first, last) = text.split_once('-').unwrap_or((text, text));
        let (first, last) = (first.trim().parse().ok()?, last.trim().parse().ok()?);
        (first <= last).then(|| Self {
            first,
            last,
            protocol: protocol.to_owned(),
        })
    }

    /// What is left without the ports of `other`, as far as that is about the same protocol.
    fn without(self, other: &Self) -> Vec<Self> {
        let other_protocol = !other.protocol.is_empty() && other.protocol != self.protocol;
        if other_protocol || other.last < self.first || self.last < other.first {
            return vec![self];
        }
        let below = other.first.checked_sub(1).map(|last| (self.first, last));
        let above = other.last.checked_add(1).map(|first| (first, self.last));
        [below, above]
            .into_iter()
            .flatten()
            .filter(|(first, last)| first <= last)
            .map(|(first, last)| Self {
                first,
                last,
                protocol: self.protocol.clone(),
            })
            .collect()
    }

    /// Whether machines are ruled or data is read through one of its ports.
    pub(super) fn is_critical(&self) -> bool {
        self.names().next().is_some()
    }

    fn names(&self) -> impl Iterator<Item = &'static str> {
        let ports = table().ports.critical.iter();
        let inside = |port: u16| self.first <= port && port <= self.last;
        let names = ports.filter(move |critical| inside(critical.port));
        names.map(|critical| critical.name.as_str())
    }

    fn is_every(&self) -> bool {
        self.first <= 1 && self.last == u16::MAX
    }
}

/// What is left of the ranges without others.
pub(super) fn without(ranges: Vec<Range>, others: &[Range]) -> Vec<Range> {
    others.iter().fold(ranges, |left, other| {
        left.into_iter().flat_map(|range| range.without(other)).collect()
    })
}

/// How many names of what answers on the ports of a range are said.
const MOST_NAMES: usize = 3;

impl std::fmt::Display for Range {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
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
    fn ports_are_taken_away_from_ports_of_the_same_protocol() {
        for (from, others, left, why) in [
            ("0-100", vec!["80"], vec!["0-79", "81-100"], "a hole"),
            ("0-65535", vec!["0-65535"], vec![], "all"),
            ("0-10", vec!["0-5"], vec!["6-10"], "the lower end"),
            ("60000-65535", vec!["65000-65535"], vec!["60000-64999"], "the upper end"),
            ("22", vec!["23", "21"], vec!["22"], "neighbours"),
            ("1-9", vec!["3", "5-6"], vec!["1-2", "4-4", "7-9"], "two holes"),
            ("tcp 53", vec!["udp 53"], vec!["tcp 53"], "another protocol"),
            ("tcp 53", vec!["53"], vec![], "every protocol"),
            ("53", vec!["tcp 53"], vec!["53"], "only one protocol of all"),
        ] {
            let others: Vec<_> = others.into_iter().map(range).collect();
            let left: Vec<_> = left.into_iter().map(range).collect();
            assert_eq!(without(vec![range(from)], &others), left, "{why}");
        }
    }

    #[test]
    fn people_read_names_and_ends() {
        for (text, said) in [
            ("tcp 22", "port 22 (SSH)"),
            ("8080", "port 8080"),
            ("udp 53", "UDP port 53"),
            ("8000-8999", "ports 8000-8999 (Consul)"),
            ("1-1024", "ports 1-1024 (FTP, SSH, Telnet, …)"),
            ("0-65535", "all ports"),
        ] {
            assert_eq!(range(text).to_string(), said);
        }
    }
}
