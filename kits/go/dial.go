package main

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"net"
	"net/netip"
	"os"
	"slices"
	"strings"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
)

const (
	authority  = "skyjo server authority" // organisation of the certificates that servers make to sign their own
	serverName = "server.skyjo.invalid"   // what such a certificate is always good for, whatever the address is
)

// dial prepares a connection; an address without a port means the server's usual one.
func dial(address string) (*grpc.ClientConn, error) {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		host = strings.Trim(address, "[]")
		address = net.JoinHostPort(host, "17595")
	}
	encryption, err := encryption(host)
	if err != nil {
		return nil, err
	}
	return grpc.NewClient(address, grpc.WithTransportCredentials(encryption))
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
