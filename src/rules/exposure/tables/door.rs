//! Rules of a firewall as a type writes them: whether each lets every address in, and through which ports.

use std::collections::BTreeMap;

use crate::facts::Truth;
use crate::facts::attr::Attr;
use crate::rules::data::exposure::{Ingress, table};

use super::networks::{Families, Networks};
use super::ports::{Range, has_ports};
use super::source::{everybody, families, networks};
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
    networks: Networks,
    /// Whether only all networks together, of this rule and others, are everybody's.
    pub(super) together: bool,
    pub(super) ports: Vec<Range>,
    /// Whether some ports are unknown.
    pub(super) ports_unknown: bool,
    pub(super) sensitive: bool,
}

/// The rules of an object. `is_left_out` tells of a path in a rule whether configuration is silent about it.
pub(super) fn doors(entry: &Ingress, root: Attr<'_, '_>, is_left_out: &dyn Fn(&str) -> bool) -> Vec<Door> {
    let is_of_kind = |path: &String| {
        let kind = root.get(path);
        kind.text_is(|text| entry.kinds.iter().any(|like| like.matches_in_any_case(text)))
    };
    if entry.kind.as_ref().map(is_of_kind).is_some_and(|is| !is.is_true()) {
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
        let lets_in = answer(&entry.access, Truth::True, &|attr| {
            if attr.is_unset() {
                Truth::True
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
        let mut world = Truth::False;
        let mut sensitive = false;
        for path in &entry.cidrs {
            let here = Truth::any(rule.at_path(path).into_iter().map(|cidr| everybody(entry, rule, cidr)));
            sensitive |= rule.at_path(path).into_iter().any(Attr::is_sensitive);
            if here.is_unknown() {
                unknown_paths.push(path.clone());
            }
            world = world.or(here);
        }
        if let Some(others) = &entry.else_everybody {
            let named = entry.cidrs.iter().chain(others).map(|path| {
                let held = rule.at_path(path).into_iter().map(Attr::is_set);
                // What will be known later names somebody, if people wrote it.
                match Truth::any(held) {
                    Truth::Unknown if is_left_out(path) => Truth::False,
                    Truth::Unknown => Truth::True,
                    known => known,
                }
            });
            world = world.or(!Truth::any(named));
        }
        let (families, networks) = if world.is_true() {
            let named = families(entry, rule);
            // None is named where everybody is meant who is not left out.
            let families = if named.is_none() { Families::BOTH } else { named };
            (families, Networks::default())
        } else {
            (Families::default(), networks(entry, rule))
        };
        let blocks = match &entry.port_block {
            Some(block) => rule.at_path(block),
            None => vec![rule],
        };
        for block in blocks {
            let mut door = Door {
                world: world.and(counts),
                families,
                unknown_paths: unknown_paths.clone(),
                networks: networks.clone(),
                together: false,
                ports: Vec::new(),
                ports_unknown: false,
                sensitive,
            };
            door.read_ports(entry, block);
            doors.push((counts, door));
        }
    }
    put_together(&mut doors);
    let doors = doors.into_iter().map(|(_, door)| door);
    doors.filter(|door| door.world != Truth::False).collect()
}

/// Finds rules for the same ports none of whose networks is everybody's, and which are so together: `0.0.0.0/1` in one and
/// `128.0.0.0/1` in another. With each stands whether it counts at all.
fn put_together(doors: &mut [(Truth, Door)]) {
    let mut of_ports: BTreeMap<(Vec<Range>, bool), (Truth, Networks)> = BTreeMap::new();
    let key = |door: &Door| (door.ports.clone(), door.ports_unknown);
    for (counts, door) in doors.iter().filter(|(_, door)| !door.networks.is_empty()) {
        let (truth, networks) = of_ports.entry(key(door)).or_insert((Truth::True, Networks::default()));
        *truth = truth.and(*counts);
        networks.extend(&door.networks);
    }
    let worlds = |(key, (counts, mut networks)): (_, (Truth, Networks))| (key, (counts, networks.worlds()));
    let mut of_ports: BTreeMap<_, _> = of_ports.into_iter().map(worlds).collect();
    of_ports.retain(|_, (_, families)| !families.is_none());
    for (_, door) in doors.iter_mut().filter(|(_, door)| !door.networks.is_empty()) {
        if let Some((counts, families)) = of_ports.get(&key(door)) {
            door.world = door.world.or(*counts);
            door.families = *families;
            door.together = true;
        }
    }
}

fn one_of(attr: Attr<'_, '_>, words: &[String]) -> Truth {
    attr.text_is(|text| words.iter().any(|word| word.eq_ignore_ascii_case(text)))
}

impl Door {
    fn read_ports(&mut self, entry: &Ingress, block: Attr<'_, '_>) {
        let protocol = entry.protocol.as_ref().map(|path| at(block, path));
        if protocol.is_some_and(Attr::is_unknown) {
            self.ports_unknown = true;
            return;
        }
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
            self.ports_unknown = true;
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
                    (self.ports_unknown, none) = (true, false);
                }
                self.sensitive |= attr.is_sensitive() || attr.items().any(Attr::is_sensitive);
                for text in single.into_iter().chain(attr.items().filter_map(scalar)) {
                    for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
                        none = false;
                        if entry.every_port.iter().any(|every| every.eq_ignore_ascii_case(part)) {
                            self.ports.push(Range::every(protocol.to_owned()));
                        } else {
                            self.ports.extend(Range::read(part, protocol));
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
mod tests {
    use super::*;
    use crate::facts::attr::Object;
    use crate::rules::data::exposure::Exposure;

    /// The doors of an object of a type: whether the world comes in, and through which ports.
    fn opened(type_name: &str, after: &str, unknown: &str) -> String {
        let read = |text| serde_json::from_str(text).unwrap();
        let object = Object::read(Some(read(after)), Some(read(unknown)), []).unwrap();
        let entries = table().of_type(Exposure::PublicIngress, type_name).unwrap();
        let doors = entries
            .ingress
            .iter()
            .flat_map(|entry| doors(entry, object.root(), &|_| false));
        let said = doors.map(|door| {
            let ports: Vec<_> = door.ports.iter().map(Range::to_string).collect();
            let mark = if door.ports_unknown { "?" } else { "" };
            format!("{:?} {}{mark}", door.world, ports.join("+"))
        });
        said.collect::<Vec<_>>().join("; ")
    }

    #[test]
    #[expect(clippy::too_many_lines, reason = "one table: every provider and its ways")]
    fn providers_say_in_their_ways_who_may_come_in() {
        for (type_name, after, wanted, why) in [
            (
                "aws_security_group",
                r#"{"ingress":[{"cidr_blocks":["10.0.0.0/8"],"ipv6_cidr_blocks":["::/0"],"from_port":80,"to_port":90,"protocol":"tcp"}]}"#,
                "True ports 80-90",
                "the other family",
            ),
            (
                "aws_security_group",
                r#"{"ingress":[{"cidr_blocks":["0.0.0.0/0"],"from_port":0,"to_port":0,"protocol":"-1"}]}"#,
                "True all ports",
                "every protocol",
            ),
            (
                "aws_security_group",
                r#"{"ingress":[{"cidr_blocks":["0.0.0.0/0"],"from_port":8,"to_port":0,"protocol":"icmp"}]}"#,
                "True ",
                "no ports",
            ),
            ("aws_security_group", r#"{"ingress":null}"#, "", "none"),
            (
                "aws_security_group_rule",
                r#"{"type":"egress","cidr_blocks":["0.0.0.0/0"],"from_port":1,"to_port":2,"protocol":"tcp"}"#,
                "",
                "outwards",
            ),
            (
                "aws_vpc_security_group_ingress_rule",
                r#"{"cidr_ipv4":"0.0.0.0/0","from_port":22,"to_port":22,"ip_protocol":"tcp"}"#,
                "True port 22 (SSH)",
                "one network",
            ),
            (
                "azurerm_network_security_rule",
                r#"{"direction":"Inbound","access":"Allow","protocol":"*","source_address_prefixes":["any"],"destination_port_ranges":["443","8000-8001"]}"#,
                "True port 443+ports 8000-8001",
                "ports hold for every protocol",
            ),
            (
                "azurerm_network_security_group",
                r#"{"security_rule":[{"direction":"inbound","access":"deny","protocol":"Tcp","source_address_prefix":"*","destination_port_range":"*"}]}"#,
                "",
                "denied, in any case of letters",
            ),
            (
                "google_compute_firewall",
                r#"{"source_ranges":["0.0.0.0/0"],"allow":[{"protocol":"tcp","ports":["22","80-81"]},{"protocol":"icmp"}]}"#,
                "True port 22 (SSH)+ports 80-81; True ",
                "two blocks",
            ),
            (
                "aws_security_group",
                r#"{"ingress":[{"cidr_blocks":["0.0.0.0/1","128.0.0.0/1"],"from_port":22,"to_port":22,"protocol":"tcp"}]}"#,
                "True port 22 (SSH)",
                "two halves of the world",
            ),
            (
                "aws_security_group",
                r#"{"ingress":[{"cidr_blocks":["0.0.0.0/1"],"from_port":22,"to_port":22,"protocol":"tcp"}]}"#,
                "True port 22 (SSH)",
                "one half of it",
            ),
            (
                "aws_security_group",
                r#"{"ingress":[{"cidr_blocks":["0.0.0.0/2"],"from_port":22,"to_port":22,"protocol":"tcp"},{"cidr_blocks":["0.0.0.0/0"],"from_port":0,"to_port":0,"protocol":"47"}]}"#,
                "True protocol GRE",
                "a quarter; a protocol that has no ports",
            ),
            (
                "aws_security_group",
                r#"{"ingress":[{"cidr_blocks":["0.0.0.0/2"],"from_port":22,"to_port":22,"protocol":"tcp"},{"cidr_blocks":["64.0.0.0/2","128.0.0.0/2"],"from_port":22,"to_port":22,"protocol":"tcp"}]}"#,
                "True port 22 (SSH); True port 22 (SSH)",
                "most of the world in two rules",
            ),
            (
                "aws_security_group",
                r#"{"ingress":[{"cidr_blocks":["0.0.0.0/2"],"from_port":22,"to_port":22,"protocol":"tcp"},{"cidr_blocks":["128.0.0.0/2"],"from_port":80,"to_port":80,"protocol":"tcp"}]}"#,
                "",
                "a quarter each, for other ports",
            ),
            (
                "kubernetes_service_v1",
                r#"{"spec":[{"type":"LoadBalancer","load_balancer_source_ranges":["0.0.0.0/0"],"port":[{"port":5432,"protocol":"TCP"},{"port":443,"protocol":"TCP"}]}]}"#,
                "True port 5432 (PostgreSQL); True port 443",
                "each port of a service",
            ),
            (
                "kubernetes_service_v1",
                r#"{"spec":[{"type":"ClusterIP","load_balancer_source_ranges":["0.0.0.0/0"],"port":[{"port":5432}]}]}"#,
                "",
                "no balancer",
            ),
            (
                "awscc_ec2_security_group",
                r#"{"security_group_ingress":[{"cidr_ip":"0.0.0.0/0","from_port":22,"to_port":22,"ip_protocol":"tcp"}]}"#,
                "True port 22 (SSH)",
                "another provider of the same cloud",
            ),
            (
                "google_compute_firewall",
                r#"{"source_ranges":["0.0.0.0/0"],"direction":"INGRESS","allow":[{"protocol":"all"}]}"#,
                "True all ports",
                "no ports are all",
            ),
            (
                "google_compute_firewall",
                r#"{"source_ranges":["0.0.0.0/0"],"disabled":true,"allow":[{"protocol":"all"}]}"#,
                "",
                "switched off",
            ),
            (
                "google_compute_firewall",
                r#"{"source_ranges":["0.0.0.0/0"],"direction":"EGRESS","allow":[{"protocol":"all"}]}"#,
                "",
                "outwards",
            ),
            (
                "google_compute_network_firewall_policy_rule",
                r#"{"direction":"INGRESS","action":"allow","match":[{"src_ip_ranges":["0.0.0.0/0"],"layer4_configs":[{"ip_protocol":"tcp","ports":["3306"]}]}]}"#,
                "True port 3306 (MySQL)",
                "nested",
            ),
            (
                "digitalocean_firewall",
                r#"{"inbound_rule":[{"protocol":"udp","port_range":"53","source_addresses":["0.0.0.0/0","::/0"]}]}"#,
                "True UDP port 53",
                "a text",
            ),
            (
                "hcloud_firewall",
                r#"{"rule":[{"direction":"in","protocol":"tcp","port":"any","source_ips":["0.0.0.0/0"]}]}"#,
                "True all ports",
                "a word for all",
            ),
            (
                "linode_firewall",
                r#"{"inbound":[{"action":"ACCEPT","protocol":"TCP","ports":"22, 80-81","ipv4":["0.0.0.0/0"]}]}"#,
                "True port 22 (SSH)+ports 80-81",
                "a list in a text",
            ),
            (
                "oci_core_security_list",
                r#"{"ingress_security_rules":[{"source":"0.0.0.0/0","protocol":"6","tcp_options":[{"min":22,"max":22}]}]}"#,
                "True port 22 (SSH)",
                "below another block",
            ),
            (
                "oci_core_security_list",
                r#"{"ingress_security_rules":[{"source":"0.0.0.0/0","protocol":"6","tcp_options":[]}]}"#,
                "True all ports",
                "no options are all",
            ),
            (
                "openstack_networking_secgroup_rule_v2",
                r#"{"direction":"ingress","remote_ip_prefix":"0.0.0.0/0","protocol":"tcp","port_range_min":22,"port_range_max":22}"#,
                "True port 22 (SSH)",
                "other names",
            ),
        ] {
            assert_eq!(opened(type_name, after, "{}"), wanted, "{type_name}: {why}");
        }
    }

    #[test]
    #[expect(clippy::too_many_lines, reason = "one table: every provider and its ways")]
    fn smaller_clouds_say_it_in_theirs() {
        for (type_name, after, wanted, why) in [
            (
                "alicloud_security_group_rule",
                r#"{"type":"ingress","ip_protocol":"tcp","policy":"accept","port_range":"22/22","cidr_ip":"0.0.0.0/0"}"#,
                "True port 22 (SSH)",
                "both ends with a slash",
            ),
            (
                "alicloud_security_group_rule",
                r#"{"type":"ingress","ip_protocol":"all","port_range":"-1/-1","ipv6_cidr_ip":"::/0"}"#,
                "True all ports",
                "a policy that is left out accepts",
            ),
            (
                "alicloud_security_group_rule",
                r#"{"type":"ingress","ip_protocol":"tcp","policy":"drop","port_range":"22/22","cidr_ip":"0.0.0.0/0"}"#,
                "",
                "it drops",
            ),
            (
                "openstack_networking_secgroup_rule_v2",
                r#"{"direction":"ingress","protocol":"tcp","port_range_min":22,"port_range_max":22,"remote_ip_prefix":""}"#,
                "True port 22 (SSH)",
                "no source is every source",
            ),
            (
                "openstack_networking_secgroup_rule_v2",
                r#"{"direction":"ingress","protocol":"tcp","port_range_min":22,"port_range_max":22,"remote_group_id":"g"}"#,
                "",
                "a group is one",
            ),
            (
                "oci_core_security_list",
                r#"{"ingress_security_rules":[{"protocol":"17","source":"0.0.0.0/0","tcp_options":[],"udp_options":[{"min":443,"max":443}]}]}"#,
                "True UDP port 443",
                "each protocol has its block",
            ),
            (
                "yandex_vpc_security_group",
                r#"{"ingress":[{"protocol":"TCP","port":22,"from_port":-1,"to_port":-1,"v4_cidr_blocks":["0.0.0.0/0"]}]}"#,
                "True port 22 (SSH)",
                "-1 is nothing",
            ),
            (
                "yandex_vpc_security_group",
                r#"{"ingress":[{"protocol":"ANY","port":-1,"from_port":0,"to_port":65535,"predefined_target":"self_security_group"}]}"#,
                "",
                "the group itself",
            ),
            (
                "scaleway_instance_security_group",
                r#"{"inbound_rule":[{"action":"accept","port":22,"protocol":"TCP"}]}"#,
                "True port 22 (SSH)",
                "no network is every network",
            ),
            (
                "scaleway_instance_security_group",
                r#"{"inbound_rule":[{"action":"accept","ip_range":"0.0.0.0/0","port":0,"port_range":"443-443"}]}"#,
                "True port 443",
                "a range of ports",
            ),
            (
                "scaleway_instance_security_group",
                r#"{"inbound_rule":[{"action":"accept","ip_range":"0.0.0.0/0","port":0,"port_range":""}]}"#,
                "True all ports",
                "neither",
            ),
            (
                "vultr_firewall_rule",
                r#"{"subnet":"0.0.0.0","subnet_size":32,"port":"22","protocol":"tcp"}"#,
                "",
                "one address",
            ),
            (
                "vultr_firewall_rule",
                r#"{"subnet":"203.0.113.0","subnet_size":0,"port":"22","protocol":"tcp"}"#,
                "True port 22 (SSH)",
                "no bits of any address",
            ),
            (
                "vultr_firewall_rule",
                r#"{"subnet":"0.0.0.0","subnet_size":0,"port":"8000:8005","protocol":"tcp"}"#,
                "True ports 8000-8005",
                "both ends with a colon",
            ),
            (
                "ibm_is_security_group_rule",
                r#"{"direction":"inbound","remote":"0.0.0.0/0","tcp":[],"udp":[{"port_min":53,"port_max":53}]}"#,
                "True port 53",
                "a block for each protocol",
            ),
            (
                "ibm_is_security_group_rule",
                r#"{"direction":"inbound","remote":"0.0.0.0/0","tcp":[],"udp":[],"icmp":[{"type":8}]}"#,
                "",
                "a protocol without ports",
            ),
            (
                "azurerm_firewall_policy_rule_collection_group",
                r#"{"nat_rule_collection":[{"action":"Dnat","rule":[{"source_addresses":["*"],"destination_ports":["3389"],"protocols":["TCP"]}]}]}"#,
                "True port 3389 (RDP)",
                "blocks in blocks",
            ),
            (
                "tencentcloud_security_group_rule_set",
                r#"{"ingress":[{"action":"DROP","cidr_block":"0.0.0.0/0","protocol":"ALL","port":"ALL"}]}"#,
                "",
                "it drops",
            ),
        ] {
            assert_eq!(opened(type_name, after, "{}"), wanted, "{type_name}: {why}");
        }
    }

    #[test]
    fn what_is_unknown_stays_so() {
        for (after, unknown, wanted, why) in [
            (
                r#"{"ingress":[{"cidr_blocks":["10.0.0.0/8",null],"from_port":22,"to_port":22,"protocol":"tcp"}]}"#,
                r#"{"ingress":[{"cidr_blocks":[false,true]}]}"#,
                "Unknown port 22 (SSH)",
                "an element",
            ),
            (
                r#"{"ingress":[{"cidr_blocks":["0.0.0.0/0",null],"from_port":22,"to_port":22,"protocol":"tcp"}]}"#,
                r#"{"ingress":[{"cidr_blocks":[false,true]}]}"#,
                "True port 22 (SSH)",
                "the known one decides",
            ),
            (
                r#"{"ingress":[{"cidr_blocks":["0.0.0.0/0"],"protocol":"tcp"}]}"#,
                r#"{"ingress":[{"from_port":true,"to_port":true}]}"#,
                "True ?",
                "the ports",
            ),
            (
                r#"{"ingress":[{"cidr_blocks":["10.0.0.0/8"],"protocol":"tcp"}]}"#,
                r#"{"ingress":[{"from_port":true,"to_port":true}]}"#,
                "",
                "ports of a known network",
            ),
            ("{}", r#"{"ingress":true}"#, "Unknown ?", "the whole block"),
        ] {
            assert_eq!(opened("aws_security_group", after, unknown), wanted, "{why}");
        }
    }

    #[test]
    fn an_unknown_direction_counts_unless_nobody_wrote_it() {
        let after = r#"{"source_ranges":["0.0.0.0/0"],"allow":[{"protocol":"tcp","ports":["22"]}]}"#;
        let read = |text| serde_json::from_str(text).unwrap();
        let entries = table()
            .of_type(Exposure::PublicIngress, "google_compute_firewall")
            .unwrap();
        for (unknown, left_out, wanted, why) in [
            (
                r#"{"direction":true}"#,
                true,
                (Truth::True, 0),
                "the default is inwards",
            ),
            (r#"{"direction":true}"#, false, (Truth::Unknown, 1), "somebody wrote it"),
            (r#"{"disabled":true}"#, true, (Truth::True, 0), "the default is not off"),
            (r#"{"disabled":true}"#, false, (Truth::Unknown, 1), "may be off"),
        ] {
            let object = Object::read(Some(read(after)), Some(read(unknown)), []).unwrap();
            let doors = doors(&entries.ingress[0], object.root(), &|_| left_out);
            let said: Vec<_> = doors
                .iter()
                .map(|door| (door.world, door.unknown_paths.len()))
                .collect();
            assert_eq!(said, [wanted], "{why}");
        }
    }
}
