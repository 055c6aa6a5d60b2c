//! Rules of a firewall that let everybody in only together: each names a part of all addresses.

use std::collections::BTreeMap;

use crate::facts::Truth;
use crate::rules::data::exposure::table;

use super::door::Door;
use super::networks::{Families, Networks};
use super::ports::{Covered, Range};

/// Finds rules for the same ports none of whose networks is everybody's, and which are so together: `0.0.0.0/1` in one and
/// `128.0.0.0/1` in another. With each stands whether it counts at all.
pub(super) fn put_together(doors: &mut [(Truth, Door)]) {
    let mut of_ports: BTreeMap<(Vec<Range>, bool), Together> = BTreeMap::new();
    let key = |door: &Door| (door.ports.clone(), !door.unknown_ports.is_empty());
    for (counts, door) in doors.iter().filter(|(_, door)| !door.networks.is_empty()) {
        of_ports.entry(key(door)).or_default().add(*counts, door);
    }
    of_ports.values_mut().for_each(Together::settle);
    for (counts, door) in doors.iter_mut().filter(|(_, door)| !door.networks.is_empty()) {
        let Some(together) = of_ports.get(&key(door)).filter(|all| !all.worlds.is_none()) else {
            continue;
        };
        let is_certain = counts.is_true() && !together.certain_worlds.is_none();
        if is_certain {
            door.world = Truth::True;
            door.families = together.certain_worlds;
        } else {
            door.world = door.world.or(Truth::Unknown);
            door.families = together.worlds;
            door.unknown_paths.clone_from(&together.unknown_paths);
        }
        door.together = true;
    }
}

/// The same for rules whose ports are not the same, and meet in one through which machines are ruled or data is read: 22 in
/// one, and 21 to 23 in another. Such a port becomes a door of its own.
pub(super) fn put_together_by_port(doors: &mut Vec<(Truth, Door)>) {
    let mut of_port: BTreeMap<(u16, &str), Together> = BTreeMap::new();
    let apart = doors
        .iter()
        .filter(|(_, door)| !door.networks.is_empty() && !door.together);
    for (counts, door) in apart {
        for range in &door.ports {
            // What is for every protocol is for each of these.
            let protocols = PROTOCOLS
                .iter()
                .filter(|protocol| range.protocol.is_empty() || range.protocol == **protocol);
            for protocol in protocols {
                for critical in critical_ports(range) {
                    of_port.entry((critical, protocol)).or_default().add(*counts, door);
                }
            }
        }
    }
    let open = |is_of: fn(Families) -> bool| {
        let open = doors
            .iter()
            .filter(move |(_, door)| door.world.is_true() && is_of(door.families));
        Covered::of(open.flat_map(|(_, door)| &door.ports))
    };
    let (v4, v6) = (open(|families| families.v4), open(|families| families.v6));
    for ((port, protocol), mut together) in of_port {
        together.settle();
        let range = Range {
            first: port,
            last: port,
            protocol: protocol.to_owned(),
        };
        let is_certain = !together.certain_worlds.is_none();
        let families = if is_certain {
            together.certain_worlds
        } else {
            together.worlds
        };
        let is_news = (families.v4 && !v4.has(&range)) || (families.v6 && !v6.has(&range));
        if families.is_none() || !is_news {
            continue;
        }
        let counts = if is_certain { Truth::True } else { Truth::Unknown };
        let door = Door {
            world: counts,
            families,
            unknown_paths: together.unknown_paths,
            networks: Networks::default(),
            together: true,
            mild: false,
            ports: vec![range],
            unknown_ports: Vec::new(),
            sensitive: together.sensitive,
        };
        doors.push((counts, door));
    }
}

/// Protocols whose ports are looked at one by one.
const PROTOCOLS: [&str; 4] = ["tcp", "6", "udp", "17"];

fn critical_ports(range: &Range) -> impl Iterator<Item = u16> {
    let ports = table().ports.critical.iter().map(|critical| critical.port);
    ports.filter(move |port| range.first <= *port && *port <= range.last)
}

/// The networks of all rules for the same ports.
#[derive(Default)]
struct Together {
    /// Of the rules that count for sure.
    certain: Networks,
    certain_worlds: Families,
    /// Of those that may count, too.
    networks: Networks,
    worlds: Families,
    /// What decides whether these do.
    unknown_paths: Vec<String>,
    sensitive: bool,
}

impl Together {
    fn add(&mut self, counts: Truth, door: &Door) {
        self.networks.extend(&door.networks);
        self.sensitive |= door.sensitive;
        if counts.is_true() {
            self.certain.extend(&door.networks);
        } else {
            self.unknown_paths.extend_from_slice(&door.unknown_paths);
        }
    }

    /// Finds of which families they are everybody's.
    fn settle(&mut self) {
        self.certain_worlds = self.certain.worlds();
        self.worlds = self.networks.worlds();
    }
}
