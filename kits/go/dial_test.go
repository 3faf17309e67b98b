package main

import "testing"

func TestKnowsHostsWithAndWithoutPorts(t *testing.T) {
	for address, parts := range map[string][2]string{
		"table.local": {"table.local", "17595"},
		"10.0.0.7:9":  {"10.0.0.7", "9"},
		"[::1]:65535": {"::1", "65535"},
		"[::1]":       {"::1", "17595"},
		"::1":         {"::1", "17595"},
	} {
		if host, port, err := split(address); err != nil || host != parts[0] || port != parts[1] {
			t.Errorf("%s: %s, %s, %v", address, host, port, err)
		}
	}
}

func TestRefusesWhatIsNoAddress(t *testing.T) {
	hosts := []string{"", " ", ":9", "two words", "[::1", "[]", "[host]:9", "skyjo://host"}
	for _, address := range append(hosts, "host:", "host:0", "host:70000", "host:abc", "host:-1", "::1:x") {
		if host, port, err := split(address); err == nil {
			t.Errorf("%s: %s, %s", address, host, port)
		}
	}
}
