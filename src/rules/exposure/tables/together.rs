//! Rules of a firewall that let everybody in only together: each names a part of all addresses.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::facts::Truth;
use crate::rules::data::exposure::table;

use super::door::Door;
use super::networks::{Families, Networks};
use super::ports::{Covered, Range};

/// Finds rules for the same ports none of whose networks is everybody's, and which are so together: `0.0.0.0/1` in one
/// and `128.0.0.0/1` in another. With each stands whether it counts at all.
pub(super) fn put_together(doors: &mut [(Truth, Door)]) {
    let (mut of_ports, mut settled) = (BTreeMap::<(Vec<Range>, bool), Together>::new(), Settled::default());
    let key = |door: &Door| (door.ports.clone(), !door.unknown_ports.is_empty());
    for (counts, door) in doors.iter().filter(|(_, door)| !door.networks.is_empty()) {
        of_ports.entry(key(door)).or_default().add(*counts, door);
    }
    for together in of_ports.values_mut() {
        together.settle(&mut settled);
    }
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

/// The same for rules whose ports are not the same, and meet in one through which machines are ruled or data is read:
/// 22 in one, and 21 to 23 in another. Such a port becomes a door of its own.
pub(super) fn put_together_by_port(doors: &mut Vec<(Truth, Door)>) {
    let mut of_port: BTreeMap<(u16, &str), Together> = BTreeMap::new();
    let apart = doors
        .iter()
        .filter(|(_, door)| !door.networks.is_empty() && !door.together);
    for (counts, door) in apart {
        for critical in &table().ports.critical {
            let here = || {
                let ports = door.ports.iter();
                ports.filter(|range| range.first <= critical.port && critical.port <= range.last)
            };
            for protocol in PROTOCOLS {
                // What is for every protocol is for each of these.
                if here().any(|range| range.protocol.is_empty() || range.protocol == protocol) {
                    of_port.entry((critical.port, protocol)).or_default().add(*counts, door);
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
    let mut settled = Settled::default();
    for ((port, protocol), mut together) in of_port {
        together.settle(&mut settled);
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
            networks: Rc::default(),
            together: true,
            unnamed: false,
            ports: vec![range],
            unknown_ports: Vec::new(),
            sensitive: together.sensitive,
        };
        doors.push((counts, door));
    }
}

/// Protocols whose ports are looked at one by one.
const PROTOCOLS: [&str; 4] = ["tcp", "6", "udp", "17"];

/// The networks of all rules for the same ports.
#[derive(Default)]
struct Together {
    /// Of the rules that count for sure.
    certain: Lists,
    certain_worlds: Families,
    /// Of those that may count, too.
    networks: Lists,
    worlds: Families,
    /// What decides whether these do.
    unknown_paths: Vec<String>,
    sensitive: bool,
}

impl Together {
    fn add(&mut self, counts: Truth, door: &Door) {
        self.networks.add(&door.networks);
        self.sensitive |= door.sensitive;
        if counts.is_true() {
            self.certain.add(&door.networks);
        } else {
            for path in &door.unknown_paths {
                // An entry has a few of them, and thousands of rules have the same.
                if !self.unknown_paths.contains(path) {
                    self.unknown_paths.push(path.clone());
                }
            }
        }
    }

    /// Finds of which families they are everybody's.
    fn settle(&mut self, settled: &mut Settled) {
        self.certain_worlds = self.certain.worlds(settled);
        self.worlds = self.networks.worlds(settled);
    }
}

/// Networks as rules list them. A list is met for each port of its rule, so that it is held and not copied, and known
/// again by where it lies.
#[derive(Default)]
struct Lists(BTreeMap<*const Networks, Rc<Networks>>);

/// What lists together were found to be.
type Settled = BTreeMap<Vec<*const Networks>, Families>;

impl Lists {
    fn add(&mut self, networks: &Rc<Networks>) {
        self.0
            .entry(Rc::as_ptr(networks))
            .or_insert_with(|| Rc::clone(networks));
    }

    fn worlds(&self, settled: &mut Settled) -> Families {
        let key = self.0.keys().copied().collect();
        *settled.entry(key).or_insert_with(|| {
            let mut all = Networks::default();
            self.0.values().for_each(|networks| all.extend(networks));
            all.worlds()
        })
    }
}
