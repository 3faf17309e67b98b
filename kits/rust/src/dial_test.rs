//! Addresses, as people write them.

use crate::dial::split;

#[test]
fn knows_hosts_with_and_without_ports() {
    assert_eq!(split("table.local"), Ok(("table.local", 17595)));
    assert_eq!(split("10.0.0.7:9"), Ok(("10.0.0.7", 9)));
    assert_eq!(split("[::1]:65535"), Ok(("::1", 65535)));
    assert_eq!(split("[::1]"), Ok(("::1", 17595)));
    assert_eq!(split("::1"), Ok(("::1", 17595)));
}

#[test]
fn refuses_what_is_no_address() {
    let hosts = ["", " ", ":9", "two words", "[::1", "[]", "[host]:9", "skyjo://host"];
    let ports = ["host:", "host:0", "host:70000", "host:abc", "host:-1", "host:+1", "::1:x"];
    for address in hosts.into_iter().chain(ports) {
        assert!(split(address).is_err(), "{address}");
    }
}
