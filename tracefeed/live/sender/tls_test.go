package sender_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tiv/tracefeed/live/listener"
	"tiv/tracefeed/live/sender"
	"tiv/tracefeed/live/wire"
)

// certificate returns a certificate of this machine that is its own authority, also as a file.
func certificate(t *testing.T) (c tls.Certificate, path string) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	about := &x509.Certificate{SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true}
	raw, err := x509.CreateCertificate(rand.Reader, about, about, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(t.TempDir(), "ca.pem")
	if err := os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: raw}), 0o666); err != nil {
		t.Fatal(err)
	}
	return tls.Certificate{Certificate: [][]byte{raw}, PrivateKey: key}, path
}

// A feed is sent over TLS to a listener whose authority is known, and to no other.
func TestTLS(t *testing.T) {
	cert, path := certificate(t)
	l, err := listener.New(listener.Options{Dir: filepath.Join(t.TempDir(), "feeds")})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	socket, err := tls.Listen("tcp", "127.0.0.1:0", &tls.Config{Certificates: []tls.Certificate{cert}})
	if err != nil {
		t.Fatal(err)
	}
	go l.Serve(socket)
	address := "tls://" + socket.Addr().String()
	for _, known := range []bool{false, true} {
		ctx, cancel := t.Context(), context.CancelFunc(func() {})
		if known {
			t.Setenv("TIV_CA", path)
		} else {
			ctx, cancel = context.WithTimeout(ctx, 300*time.Millisecond)
		}
		s, err := sender.New(t.Context(), address, wire.Hello{Feed: [16]byte{1}}, sender.Options{})
		if err != nil {
			t.Fatal(err)
		}
		s.Piece([]byte("header"), true, 0)
		err = s.Close(ctx)
		cancel()
		if known != (err == nil) || len(l.Feeds()) > 0 != known {
			t.Errorf("known %v: %v, %d feeds", known, err, len(l.Feeds()))
		}
	}
	t.Setenv("TIV_CA", address)
	if _, err := sender.New(t.Context(), address, wire.Hello{}, sender.Options{}); err == nil || !strings.Contains(err.Error(), "TIV_CA") {
		t.Error(err)
	}
}
