//! Rules of a firewall as a type writes them: whether each lets every address in, and through which ports.

use std::rc::Rc;

use crate::facts::Truth;
use crate::facts::attr::Attr;
use crate::rules::data::exposure::table;
use crate::rules::data::exposure_ingress::Ingress;

use super::networks::{Families, Networks};
use super::notes::Notes;
use super::ports::{Range, has_ports};
use super::source::{everybody, families, networks};
use super::together::{put_together, put_together_by_port};
use super::{at, scalar};

/// One rule of a firewall.
pub(super) struct Door {
    /// Whether it lets every address in.
    pub(super) world: Truth,
    /// Of which families those addresses are.
    pub(super) families: Families,
    /// Paths of what is unknown and decides that: networks, the direction.
    pub(super) unknown_paths: Vec<String>,
    /// The networks, where none of them is that of everybody.
    pub(super) networks: Rc<Networks>,
    /// Whether only all networks together, of this rule and others, are everybody's.
    pub(super) together: bool,
    /// Whether it lets everybody in only because it names no networks.
    pub(super) unnamed: bool,
    pub(super) ports: Vec<Range>,
    /// Paths of what is unknown and decides about ports: ports, the protocol.
    pub(super) unknown_ports: Vec<String>,
    pub(super) sensitive: bool,
}

/// The rules of an object. `is_left_out` tells of a path in a rule whether configuration is silent about it.
pub(super) fn doors(entry: &Ingress, root: Attr<'_, '_>, is_left_out: &dyn Fn(&str) -> bool) -> Vec<Door> {
    let is_of_kind = |path: &String| {
        let kind = at(root, path);
        kind.text_is(|text| entry.kinds.iter().any(|like| like.matches_in_any_case(text)))
    };
    if entry.kind.as_ref().map(is_of_kind).is_some_and(|is| !is.is_true()) {
        return Vec::new();
    }
    let notes = Notes::of(entry, root);
    if notes.keep_inside {
        return Vec::new();
    }
    let rules = match &entry.block {
        Some(block) => root.at_path(block),
        None => vec![root],
    };
    let mut doors = Vec::new();
    for rule in rules {
        let mut unknown_paths = Vec::new();
        // Of what is left out the default counts.
        let mut answer = |path: &Option<String>, otherwise: Truth, ask: &dyn Fn(Attr<'_, '_>) -> Truth| {
            let Some(path) = path else { return otherwise };
            let attr = at(rule, path);
            let truth = ask(attr);
            if truth.is_unknown() && is_left_out(path) {
                return otherwise;
            }
            if truth.is_unknown() {
                unknown_paths.push(path.clone());
            }
            truth
        };
        let switched_off = answer(&entry.disabled, Truth::False, &|attr| attr.equals_bool(true));
        let inwards = answer(&entry.direction, Truth::True, &|attr| {
            if attr.is_unset() {
                Truth::True
            } else {
                one_of(attr, &entry.inbound)
            }
        });
        let by_default = Truth::from(!entry.closed_by_default);
        let lets_in = answer(&entry.access, by_default, &|attr| {
            if attr.is_unset() {
                by_default
            } else {
                one_of(attr, &entry.allow)
            }
        });
        let set = entry.unless_set.iter().flat_map(|path| rule.at_path(path));
        let is_harmless = Truth::any(set.map(Attr::is_set));
        let counts = inwards.and(lets_in).and(!switched_off).and(!is_harmless);
        if counts == Truth::False {
            continue;
        }
        let who = Who::of(entry, rule, notes, is_left_out);
        let world = who.world;
        unknown_paths.extend(who.unknown_paths);
        let (families, networks) = if world.is_true() {
            let named = families(entry, rule);
            // None is named where everybody is meant who is not left out.
            let families = if named.is_none() { Families::BOTH } else { named };
            (families, Networks::default())
        } else {
            (Families::default(), networks(entry, rule))
        };
        let networks = Rc::new(networks);
        let blocks = match &entry.port_block {
            Some(block) => rule.at_path(block),
            None => vec![rule],
        };
        for block in blocks {
            let mut door = Door {
                world: world.and(counts),
                families,
                unknown_paths: unknown_paths.clone(),
                networks: Rc::clone(&networks),
                together: false,
                unnamed: who.unnamed,
                ports: Vec::new(),
                unknown_ports: Vec::new(),
                sensitive: who.sensitive,
            };
            door.read_ports(entry, block);
            if entry.mild && door.unnamed && world.is_true() {
                door.ports.retain(Range::is_critical);
            }
            doors.push((counts, door));
        }
    }
    put_together(&mut doors);
    put_together_by_port(&mut doors);
    let doors = doors.into_iter().map(|(_, door)| door);
    doors.filter(|door| door.world != Truth::False).collect()
}

/// Whom a rule lets in.
struct Who {
    world: Truth,
    /// Whether its networks do not name everybody.
    unnamed: bool,
    unknown_paths: Vec<String>,
    sensitive: bool,
}

impl Who {
    fn of(entry: &Ingress, rule: Attr<'_, '_>, notes: Notes, is_left_out: &dyn Fn(&str) -> bool) -> Self {
        let mut who = Self {
            world: Truth::False,
            unnamed: false,
            unknown_paths: Vec::new(),
            sensitive: false,
        };
        for path in &entry.cidrs {
            let named = rule.at_path(path);
            let here = Truth::any(named.iter().map(|cidr| everybody(entry, rule, *cidr)));
            who.sensitive |= named.into_iter().any(Attr::is_sensitive);
            if here.is_unknown() {
                who.unknown_paths.push(path.clone());
            }
            who.world = who.world.or(here);
        }
        who.unnamed = !who.world.is_true();
        if let Some(others) = entry.else_everybody.as_ref().filter(|_| !notes.say_who) {
            let named = entry.cidrs.iter().chain(others).map(|path| {
                let held = rule.at_path(path).into_iter().map(Attr::is_set);
                // What will be known later names somebody, if people wrote it.
                match Truth::any(held) {
                    Truth::Unknown if is_left_out(path) => Truth::False,
                    Truth::Unknown => Truth::True,
                    known => known,
                }
            });
            who.world = who.world.or(!Truth::any(named));
        }
        who
    }
}

fn one_of(attr: Attr<'_, '_>, words: &[String]) -> Truth {
    attr.text_is(|text| words.iter().any(|word| word.eq_ignore_ascii_case(text)))
}

/// The path in the rule of what stands beside ports.
fn in_port_block(entry: &Ingress, path: &str) -> String {
    match &entry.port_block {
        Some(block) => format!("{block}.{path}"),
        None => path.to_owned(),
    }
}

impl Door {
    fn read_ports(&mut self, entry: &Ingress, block: Attr<'_, '_>) {
        let protocol = entry.protocol.as_ref().map(|path| (path, at(block, path)));
        // It stands in the words beside ports.
        self.sensitive |= protocol.as_ref().is_some_and(|(_, attr)| attr.is_sensitive());
        if let Some((path, _)) = protocol.filter(|(_, attr)| attr.is_unknown()) {
            self.unknown_ports.push(in_port_block(entry, path));
            return;
        }
        let protocol = protocol.map(|(_, attr)| attr);
        let mut name = protocol.and_then(scalar).unwrap_or_default().to_ascii_lowercase();
        if table().ports.harmless.contains(&name) {
            return;
        }
        if entry
            .every_protocol
            .iter()
            .any(|every| every.eq_ignore_ascii_case(&name))
        {
            name.clear();
            // Numbers have no meaning then, and providers want zeros there; texts still hold.
            if entry.ports.is_empty() {
                self.ports.push(Range::every(name));
                return;
            }
        }
        if !has_ports(&name) {
            self.ports.push(Range::every(name));
        } else if entry.ports.is_empty() {
            self.read_ends(entry, block, &name);
        } else {
            self.read_texts(entry, block, &name);
        }
    }

    /// Two numbers; none means every port.
    fn read_ends(&mut self, entry: &Ingress, block: Attr<'_, '_>, protocol: &str) {
        // Where a provider has an attribute for each protocol, only one of them holds a port.
        let ends = |paths: &[String]| -> Vec<_> { paths.iter().flat_map(|path| block.at_path(path)).collect() };
        let (firsts, lasts) = (ends(&entry.from_port), ends(&entry.to_port));
        let both = || firsts.iter().chain(&lasts);
        if both().any(|end| end.is_unknown()) {
            let paths = entry.from_port.iter().chain(&entry.to_port);
            let unknown = paths.filter(|path| block.at_path(path).into_iter().any(Attr::is_unknown));
            self.unknown_ports
                .extend(unknown.map(|path| in_port_block(entry, path)));
            return;
        }
        self.sensitive |= both().any(|end| end.is_sensitive());
        // Some say -1 where they mean nothing.
        let port = |attrs: &[Attr<'_, '_>]| {
            let numbers = attrs.iter().filter_map(|attr| scalar(*attr)?.parse::<i64>().ok());
            numbers.into_iter().find(|number| *number >= 0)
        };
        self.ports.push(match (port(&firsts), port(&lasts)) {
            (Some(first), Some(last)) => {
                let end = |port: i64| u16::try_from(port).unwrap_or(u16::MAX);
                Range {
                    first: end(first),
                    last: end(last.max(first)),
                    protocol: protocol.to_owned(),
                }
            }
            _ => Range::every(protocol.to_owned()),
        });
    }

    /// Texts such as `22,80-90`, or lists of them; none means every port.
    fn read_texts(&mut self, entry: &Ingress, block: Attr<'_, '_>, protocol: &str) {
        let mut none = true;
        for path in &entry.ports {
            for attr in block.at_path(path) {
                // As a number, 0 and -1 are what providers write for nothing.
                let is_none = |attr: Attr<'_, '_>| attr.equals_number(0).or(attr.equals_number(-1)).is_true();
                let single = scalar(attr).filter(|_| !is_none(attr));
                if attr.is_unknown() || attr.items().any(Attr::is_unknown) {
                    self.unknown_ports.push(in_port_block(entry, path));
                    none = false;
                }
                self.sensitive |= attr.is_sensitive() || attr.items().any(Attr::is_sensitive);
                for text in single.into_iter().chain(attr.items().filter_map(scalar)) {
                    for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
                        none = false;
                        if entry.every_port.iter().any(|every| every.eq_ignore_ascii_case(part)) {
                            self.ports.push(Range::every(protocol.to_owned()));
                        } else {
                            // What nobody can read may be any port.
                            let every = || Range::every(protocol.to_owned());
                            self.ports.push(Range::read(part, protocol).unwrap_or_else(every));
                        }
                    }
                }
            }
        }
        if none {
            self.ports.push(Range::every(protocol.to_owned()));
        }
    }
}

#[cfg(test)]
mod tests;
