package main

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"os"
	"regexp"
	"slices"
	"strconv"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
)

const (
	authority  = "skyjo server authority" // organisation of the certificates that servers make to sign their own
	serverName = "server.skyjo.invalid"   // what such a certificate is always good for, whatever the address is
)

var (
	// addressForm has the IPv6 address or else the host, and the port.
	addressForm = regexp.MustCompile(`^(?:\[([^]]*)]|([\pL\pN_.-]+))(?::([0-9]{1,5}))?$`)
	errAddress  = errors.New("SKYJO_SERVER must be HOST or HOST:PORT, of an IPv6 address [::1]:PORT")
)

// split takes an address apart; one without a port means the server's usual one.
func split(address string) (host, port string, err error) {
	host, port = address, "17595"
	if ip, err := netip.ParseAddr(address); err == nil && ip.Is6() {
		return host, port, nil
	}
	parts := addressForm.FindStringSubmatch(address)
	if parts == nil {
		return "", "", errAddress
	}
	if parts[3] != "" {
		port = parts[3]
	}
	number, err := strconv.ParseUint(port, 10, 16)
	ip, noIP := netip.ParseAddr(parts[1])
	if err != nil || number == 0 || parts[2] == "" && (noIP != nil || !ip.Is6()) {
		return "", "", errAddress
	}
	return parts[1] + parts[2], port, nil
}

// dial prepares a connection.
func dial(address string) (*grpc.ClientConn, error) {
	host, port, err := split(address)
	if err != nil {
		return nil, err
	}
	encryption, err := encryption(host)
	if err != nil {
		return nil, err
	}
	return grpc.NewClient(net.JoinHostPort(host, port), grpc.WithTransportCredentials(encryption))
}

// encryption says how to speak with a host: encrypted, unless it is this machine and SKYJO_CA is not set.
func encryption(host string) (credentials.TransportCredentials, error) {
	file := os.Getenv("SKYJO_CA")
	switch {
	case os.Getenv("SKYJO_INSECURE") == "1", file == "" && isLoopback(host):
		return insecure.NewCredentials(), nil
	case file == "":
		return credentials.NewTLS(nil), nil // whom the system trusts
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("SKYJO_CA: %w", err)
	}
	trusted := x509.NewCertPool()
	if !trusted.AppendCertsFromPEM(text) {
		return nil, fmt.Errorf("SKYJO_CA: no certificate in %s", file)
	}
	config := &tls.Config{RootCAs: trusted}
	if ofOneServer(text) {
		config.ServerName = serverName
	}
	return credentials.NewTLS(config), nil
}

// ofOneServer tells whether a certificate is the authority that one server made for itself.
func ofOneServer(text []byte) bool {
	block, _ := pem.Decode(text)
	if block == nil {
		return false
	}
	certificate, err := x509.ParseCertificate(block.Bytes)
	return err == nil && slices.Equal(certificate.Subject.Organization, []string{authority})
}

func isLoopback(host string) bool {
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.IsLoopback()
}
