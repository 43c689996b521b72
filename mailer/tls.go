package mailer

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"time"
)

// Security says how a server is spoken to. There is no falling back: what is
// asked for and cannot be had is an error.
type Security string

// The three ways. The zero value stands for InClear.
const (
	Implicit Security = "implicit" // TLS from the first octet (RFC 8314)
	StartTLS Security = "starttls" // TLS after STARTTLS (RFC 3207, RFC 9051), before anything else is said
	InClear  Security = "none"     // no TLS; for servers on loopback only
)

// ErrInClear says that a server that is not on loopback was to be spoken to
// without TLS.
var ErrInClear = errors.New("no TLS, and the server is not on loopback")

// Dialer makes a connection, as net.Dialer.DialContext does.
type Dialer func(ctx context.Context, network, address string) (net.Conn, error)

// dialServer connects to a server; with Implicit the TLS handshake is done,
// with StartTLS the protocol has still to ask for it. A name that the server's
// certificate does not prove is an error. A nil dial is net.Dialer's.
func dialServer(ctx context.Context, dial Dialer, addr string, security Security, config *tls.Config, timeout time.Duration) (net.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	if dial == nil {
		dial = new(net.Dialer).DialContext
	}
	conn, err := dial(ctx, "tcp", addr)
	if err != nil {
		return nil, err
	}
	secure, err := begin(ctx, conn, addr, security, config)
	if err != nil {
		conn.Close()
	}
	return secure, err
}

// begin makes of a fresh connection one that may be spoken on: in the clear
// only with a server on loopback, else ErrInClear.
func begin(ctx context.Context, conn net.Conn, addr string, security Security, config *tls.Config) (net.Conn, error) {
	switch security {
	case Implicit:
		secure := tls.Client(conn, config)
		return secure, secure.HandshakeContext(ctx)
	case StartTLS:
		return conn, nil
	case InClear, "":
		if remote, ok := conn.RemoteAddr().(*net.TCPAddr); !ok || !remote.IP.IsLoopback() {
			return nil, fmt.Errorf("%w: %s", ErrInClear, addr)
		}
		return conn, nil
	}
	return nil, fmt.Errorf("no such security: %q", security)
}

// clientTLS is the configuration for the server at addr; nil roots are the
// system's.
func clientTLS(addr string, roots *x509.CertPool) *tls.Config {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		host = addr
	}
	return &tls.Config{ServerName: host, RootCAs: roots, MinVersion: tls.VersionTLS12}
}

// LoadCertificate reads a PEM file that holds a certificate, those between it
// and its root, and its private key, for a Receiver. The file is read again
// for each handshake, so a renewed certificate is used from then on.
func LoadCertificate(path string) (*tls.Config, error) {
	load := func() (*tls.Certificate, error) {
		pem, err := readPrivate(path)
		if err != nil {
			return nil, err
		}
		certificate, err := tls.X509KeyPair(pem, pem)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		return &certificate, nil
	}
	if _, err := load(); err != nil {
		return nil, err
	}
	return &tls.Config{MinVersion: tls.VersionTLS12,
		GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) { return load() }}, nil
}
