//! Cases of rules of firewalls.

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
        let mark = if door.unknown_ports.is_empty() { "" } else { "?" };
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
            "aws_security_group",
            r#"{"ingress":[{"cidr_blocks":["0.0.0.0/2"],"from_port":22,"to_port":22,"protocol":"tcp"},{"cidr_blocks":["64.0.0.0/2"],"from_port":22,"to_port":23,"protocol":"tcp"},{"cidr_blocks":["128.0.0.0/2"],"from_port":21,"to_port":22,"protocol":"tcp"}]}"#,
            "True port 22 (SSH)",
            "ranges that meet in one port",
        ),
        (
            "aws_security_group",
            r#"{"ingress":[{"cidr_blocks":["0.0.0.0/2","64.0.0.0/2"],"from_port":0,"to_port":0,"protocol":"-1"},{"cidr_blocks":["128.0.0.0/2"],"from_port":5432,"to_port":5432,"protocol":"tcp"}]}"#,
            "True all ports",
            "a rule for everything is enough",
        ),
        (
            "aws_security_group",
            r#"{"ingress":[{"cidr_blocks":["0.0.0.0/2"],"from_port":0,"to_port":0,"protocol":"-1"},{"cidr_blocks":["64.0.0.0/2","128.0.0.0/2"],"from_port":5432,"to_port":5432,"protocol":"tcp"}]}"#,
            "True port 5432 (PostgreSQL)",
            "every protocol in one rule",
        ),
        (
            "aws_security_group",
            r#"{"ingress":[{"cidr_blocks":["10.0.0.0/8"],"from_port":22,"to_port":22,"protocol":"tcp"},{"cidr_blocks":["192.168.0.0/16"],"from_port":20,"to_port":25,"protocol":"tcp"}]}"#,
            "",
            "networks of one's own, in ranges that meet",
        ),
        (
            "aws_security_group",
            r#"{"ingress":[{"cidr_blocks":["0.0.0.0/2"],"from_port":80,"to_port":90,"protocol":"tcp"},{"cidr_blocks":["64.0.0.0/2"],"from_port":85,"to_port":95,"protocol":"tcp"},{"cidr_blocks":["128.0.0.0/2"],"from_port":85,"to_port":99,"protocol":"tcp"}]}"#,
            "",
            "ports that rule over nothing",
        ),
        (
            "aws_security_group",
            r#"{"ingress":[{"cidr_blocks":["0.0.0.0/2"],"from_port":22,"to_port":22,"protocol":"tcp"},{"cidr_blocks":["64.0.0.0/2"],"from_port":20,"to_port":22,"protocol":"udp"}]}"#,
            "",
            "other protocols",
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

#[test]
fn what_stands_in_the_words_is_as_sensitive_as_its_values() {
    let read = |text| serde_json::from_str(text).unwrap();
    let entries = table()
        .of_type(Exposure::PublicIngress, "aws_vpc_security_group_ingress_rule")
        .unwrap();
    let after = r#"{"cidr_ipv4":"0.0.0.0/0","ip_protocol":"97","from_port":1,"to_port":2,"description":"x"}"#;
    for (marked, wanted, why) in [
        (r#"{"ip_protocol":true}"#, true, "the protocol"),
        (r#"{"cidr_ipv4":true}"#, true, "the network"),
        (r#"{"description":true}"#, false, "what no words tell"),
    ] {
        let object = Object::read(Some(read(after)), None, [read(marked)]).unwrap();
        let doors = doors(&entries.ingress[0], object.root(), &|_| false);
        let said: Vec<_> = doors.iter().map(|door| door.sensitive).collect();
        assert_eq!(said, [wanted], "{why}");
    }
}
