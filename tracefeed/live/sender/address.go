package sender

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"net"
	"os"
	"strings"
	"time"
)

// defaultPort is the port of a listener whose address has none.
const defaultPort = "7077"

// caVariable names a file with certificates of authorities, in PEM, in place of the system's.
const caVariable = "TIV_CA"

// schemes are the beginnings of addresses of listeners, with their networks.
var schemes = map[string]string{"tcp://": "tcp", "tls://": "tcp", "unix:": "unix"}

// IsAddress reports whether a word is meant as the address of a listener, not as a path:
// tcp://HOST:PORT, tls://HOST:PORT or unix:PATH.
func IsAddress(word string) bool {
	for scheme := range schemes {
		if strings.HasPrefix(word, scheme) {
			return true
		}
	}
	return false
}

// dialer returns a function that connects to an address.
func dialer(address string) (func(context.Context) (net.Conn, error), error) {
	network, at := "", ""
	for scheme, name := range schemes {
		if rest, ok := strings.CutPrefix(address, scheme); ok {
			network, at = name, rest
		}
	}
	if network == "" || at == "" {
		return nil, fmt.Errorf("%q is no address: want tcp://HOST:PORT, tls://HOST:PORT or unix:PATH", address)
	}
	plain := &net.Dialer{Timeout: answerTime, KeepAliveConfig: net.KeepAliveConfig{
		Enable: true, Idle: 5 * time.Second, Interval: 2 * time.Second, Count: 5}}
	if network == "unix" {
		return func(ctx context.Context) (net.Conn, error) { return plain.DialContext(ctx, network, at) }, nil
	}
	host, port, err := net.SplitHostPort(at)
	if err != nil { // without a port
		host, port = strings.Trim(at, "[]"), defaultPort
	}
	if host == "" || strings.ContainsAny(host, "/@") {
		return nil, fmt.Errorf("%q is no address: want HOST:PORT after the slashes", address)
	}
	at = net.JoinHostPort(host, port)
	if !strings.HasPrefix(address, "tls:") {
		return func(ctx context.Context) (net.Conn, error) { return plain.DialContext(ctx, network, at) }, nil
	}
	config, err := tlsConfig(host)
	if err != nil {
		return nil, err
	}
	secure := &tls.Dialer{NetDialer: plain, Config: config}
	return func(ctx context.Context) (net.Conn, error) { return secure.DialContext(ctx, network, at) }, nil
}

// tlsConfig returns the configuration of a connection to a host.
func tlsConfig(host string) (*tls.Config, error) {
	c := &tls.Config{ServerName: host, MinVersion: tls.VersionTLS12}
	path := os.Getenv(caVariable)
	if path == "" {
		return c, nil
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", caVariable, err)
	}
	c.RootCAs = x509.NewCertPool()
	if !c.RootCAs.AppendCertsFromPEM(text) {
		return nil, fmt.Errorf("%s: %s: it has no certificate", caVariable, path)
	}
	return c, nil
}
